//! Chinese in simplified characters, with the words of the rule texts of 1988 and 2002.

mod desk;

use super::list::{NAMED_MAX, Span, WAYS_MAX, joined, shown, tenths};
use super::saying::{AtClock, AtEnd, Difference, InRecord, LatenessCost, OfRulings, OnBoard, OnTime, Saying};
use super::{Language, kind_name};
use crate::go::{Color, HalfPoints, Vertex};
use crate::sense::{Expected, Orientation, Rotation};
use crate::wire::Cell;

/// Says it.
pub(super) fn say(saying: &Saying) -> String {
    match saying {
        Saying::OnBoard(saying) => on_board(saying),
        Saying::InRecord(saying) => in_record(saying),
        Saying::AtClock(saying) => at_clock(saying),
        Saying::OnTime(saying) => on_time(saying),
        Saying::AtEnd(saying) => at_end(saying),
        Saying::AtDesk(saying) => desk::at_desk(saying),
        Saying::OfSeal(saying) => desk::of_seal(saying),
        Saying::BesideBoard(saying) => desk::beside_board(saying),
        Saying::OfMatch(saying) => desk::of_match(saying),
        Saying::GoesRound(saying) => super::round::say(saying, Language::ZhHans),
        Saying::OfRulings(saying) => of_rulings(saying),
    }
}

/// What stands between a notice and what it said before.
pub(super) const EARLIER: &str = "此前：";

fn on_board(saying: &OnBoard) -> String {
    match saying {
        OnBoard::DoubleMove { by, at } => {
            format!("{}在对方未应手时又在{}下了一子（连下两手）。请确认对方是否已停一手（弃权）。", who(*by), points(at))
        }
        OnBoard::TwoStones { by, at } => format!("{}一手放下了二子（{}）。请确认是否认输。", who(*by), points(at)),
        OnBoard::WrongColor { by, at } => format!("{}似乎在{}误用了对方的棋子。", who(*by), points(at)),
        OnBoard::Relocated { by, from, to } => format!("{}的棋子原下在{from}，现位于{to}。应放回{from}。", who(*by)),
        OnBoard::Retracted { by, at } => format!("{}把下在{}的棋子又拿回。应放回原处。", who(*by), points(at)),
        OnBoard::Shifted { stone, from, to } => format!("{}由{from}移到了{to}。请问明双方该子应在何处。", stones(*stone)),
        OnBoard::Scattered { at } => format!("棋局散乱：{}。请按记录复盘。", points(at)),
        OnBoard::WrongCapture { by, at } => format!("{}误提了有气之子：{}。应放回原处。", who(*by), points(at)),
        OnBoard::CapturesLeft { by, at } => format!("{}一手已毕，被提之子仍在盘上：{}。应当提净。", who(*by), points(at)),
        OnBoard::ForbiddenPoint { by, at } => format!("{}下在{}的棋子无气，又不能提子（禁着点）。", who(*by), points(at)),
        OnBoard::KoRetaken { by, at } => format!("{}在{}劫争中立即回提。", who(*by), points(at)),
        OnBoard::Repetition { by, at } => format!("{}下在{}，使全局同形再现。", who(*by), points(at)),
        OnBoard::ExtraStones { at } => format!("{}有不可能下出的棋子。请取走，或更正记录。", points(at)),
        OnBoard::StonesMissing { stone, at } => format!("记录中的{}不在盘上：{}。请放回，或更正记录。", stones(*stone), points(at)),
        OnBoard::PerhapsEnded => "双方似乎已经终局。请输入结果；如要续弈，请恢复盘面。".to_owned(),
        OnBoard::Turned => "盘面与记录相同，但转了方向或左右颠倒。请按原样摆好，或更正配置。".to_owned(),
        OnBoard::TurnedSo { befell, configure } => format!(
            "棋盘上的局面{}。请按记录摆好，或在 [table.board] 中设 mirrored = {}、rotation = {}，再重新启动 kifud。",
            turned(*befell),
            configure.mirrored,
            configure.rotation.degrees()
        ),
        OnBoard::Differs(differences) => format!("盘面与记录不符：{}。请恢复盘面，或更正记录。", differs(differences)),
        OnBoard::DiffersAt { at } => format!("盘面与记录不符：{}。请恢复盘面，或更正记录。", points(at)),
        OnBoard::Ways(ways) => {
            let (ways, _) = shown(ways, WAYS_MAX, |way| joined(way, "然后"));
            format!("盘面可有几种解释：{}。请指明是哪一种。", ways.join("，或"))
        }
        OnBoard::WaysOver { at } => format!("盘面可有几种解释（{}）。请指明是哪一种。", points(at)),
        OnBoard::Named { kind, by, at } => {
            let name = kind_name(*kind, Language::ZhHans);
            let by = by.map_or(String::new(), |by| format!("（{}）", player(by)));
            if at.is_empty() { format!("事项：{name}{by}。") } else { format!("事项：{name}{by}：{}。", points(at)) }
        }
    }
}

fn in_record(saying: &InRecord) -> String {
    match saying {
        InRecord::OrderUnsure { first, last, at } => {
            format!("第{first}手至第{last}手下出时无人看见，次序不能确定：{}。", points(at))
        }
        InRecord::Flickers { at } => format!("{at}感应不稳，看不出是否有子。"),
        InRecord::MoveUnread { by, n, at } => {
            format!("{at}读不出。暂记{}第{n}手下在该点；请查看，如不是，请更正记录。", player(*by))
        }
        InRecord::PassUnread { by, at } => format!("{at}读不出。暂记{}停一手；如该点已下子，请更正记录。", player(*by)),
        InRecord::PerhapsUnheard { after } => {
            format!("第{after}手之后可能有一子没有收到。请与记录核对，用 set-position 或 correct-record 确认。")
        }
        InRecord::PutWrongly { at } => format!("{}放下了棋子，而按记录该处不能有子。请查看，并更正记录。", points(at)),
        InRecord::Unheard { by, before } => {
            format!("{before}一手之前，{}有一子没有收到。请用 play、correct-record 或 set-position 补上。", player(*by))
        }
        InRecord::BreakOver { board } => {
            let why = board
                .as_ref()
                .map_or("棋盘未连接。".to_owned(), |board| format!("盘面与记录不符：{}。请恢复盘面，或更正记录。", differs(board)));
            format!("休息结束，对局仍在暂停。{why}此后自动续弈；resume 加 force 则照现状续弈。")
        }
    }
}

fn at_clock(saying: &AtClock) -> String {
    match saying {
        AtClock::PressForgotten { by, n } => {
            let by = player(*by);
            format!("{by}第{n}手后没有按钟，对方已经应手：棋钟仍在走{by}的时间。")
        }
        AtClock::SidesExchanged => {
            "按钟的总是没有落子的一方：配置中左右颠倒，或开机时拨杆的位置使棋钟左右颠倒。请用 set-colors 说明黑方坐在哪边。".to_owned()
        }
        AtClock::NotStarted => "对局已在进行，棋钟却没有走。请启动棋钟。".to_owned(),
        AtClock::PeriodsSetWrong { of, shown, control } => {
            format!("棋钟上{0}的读秒为{1}次，而规定为{2}次。请重新设置，或照现状采用（adopt-clock）。", player(*of), shown, control)
        }
        AtClock::PeriodSetWrong { of, shown_ms, control_ms } => {
            format!(
                "棋钟上{0}的读秒每次{1}，而规定为{2}。请重新设置，或照现状采用（adopt-clock）。",
                player(*of),
                span(*shown_ms),
                span(*control_ms)
            )
        }
        AtClock::SetWrong { of, shown_ms, control_ms } => format!(
            "棋钟上{}共有{}，而规定的时限是{}。请重新设置，或照现状采用（adopt-clock）。",
            player(*of),
            span(*shown_ms),
            span(*control_ms)
        ),
        AtClock::Unwitnessed { of } => {
            format!("走{}的时间时机器重新启动过。其间的时间按日历推算：请核对，如不对，请用 set-clock 更正。", player(*of))
        }
        AtClock::Disagrees { of, by_ms } => format!(
            "棋钟与 kifud 所计{}的时间相差{}秒。棋钟走得不对，或被改动：请查看，然后重新设置，或照现状采用（adopt-clock）。",
            player(*of),
            tenths(*by_ms)
        ),
        AtClock::FlagUnsaid { of } => format!("{}应已超时，但棋钟没有表示，也没有信号。请查看。", player(*of)),
        AtClock::FlagInLifting { of } => format!("{}在提子时超时，而提子不计时间。请停钟，并补还时间。", player(*of)),
        AtClock::Flag { of } => format!("{}超时。请停钟，并作判决。", player(*of)),
        AtClock::FlagWithoutArticle { of } => {
            format!("{}超时。现行规则中未见有关条文：请停钟；如予确认，即判{}超时负。", player(*of), player(*of))
        }
        AtClock::LiftingLong { by, ms } => {
            format!("{}已有{}没有提净被提之子，其间不计时间。请督促提净。", player(*by), span(*ms))
        }
        AtClock::Overtime { of, points } => format!("{}已进入延时：至今罚{points}点，已记录在案。", player(*of)),
        AtClock::PressBeforeStone { by, ms } => format!("{}在落子之前{}秒按了钟。", player(*by), tenths(*ms)),
        AtClock::PerhapsPass { by } => format!("{}没有落子而按钟。请确认是否停一手；如是，请输入 pass。", player(*by)),
        AtClock::PressWithoutMove { by } => format!("{}没有落子而按钟。", player(*by)),
    }
}

fn on_time(saying: &OnTime) -> String {
    match saying {
        OnTime::NeitherCame => "双方迟到都已超过规定时间。如属实，判双方负。".to_owned(),
        OnTime::Awaited { who, too_much } => {
            let more = if *too_much { "应扣的时间已经超过基本用时：由裁判决定。" } else { "" };
            format!("开赛时间已到，就 kifud 所见，{}还没有到场。{more}请用 arrived 输入到场时间。", player(*who))
        }
        OnTime::Late { who, late_ms, reported, cost } => {
            let (who, late) = (player(*who), span(*late_ms));
            let came = if *reported {
                format!("{who}迟到{late}。")
            } else {
                format!("{who}在开赛后{late}才首次行棋。如{who}到得更早，请用 arrived 输入时间。")
            };
            format!("{came}{}", lateness(who, *cost))
        }
        OnTime::Absent { who, late_ms, limit_ms } => {
            let how = late_ms.map_or("没有到场".to_owned(), |late_ms| format!("迟到{}", span(late_ms)));
            format!("{}{how}，规定的限度是{}。如属实，判负。", player(*who), span(*limit_ms))
        }
        OnTime::SealDue { seals } => {
            format!("封棋时间已到。{}立即退场；轮{}下子，思考时棋钟照走，然后封棋。", player(seals.opponent()), player(*seals))
        }
    }
}

fn at_end(saying: &AtEnd) -> String {
    match saying {
        AtEnd::Contested { at, shared } => {
            format!("尚有可争之点：{}。双方都确认终局后，{}。该处如有死子，请标出。", points(at), theirs(*shared))
        }
        AtEnd::LeftOpen { at, shared } => {
            format!("终局时留有未下之点：{}。{}，不再续弈。该处如有死子，请标出。", points(at), theirs(*shared))
        }
        AtEnd::StoneBeside { by } => format!("{}把一子放在棋盘之外。请确认是否停一手；如是，请输入 pass。", player(*by)),
        AtEnd::CountDiffers { of, entered, counted } => {
            format!("{}由人数得{}，kifud 数得{}。请核对死子与单官，重新数子。", player(*of), entered.as_points(), counted.as_points())
        }
        AtEnd::RecountDiffers { counted, result } => {
            format!("重新数子为{}，而结果记为{}。如要改判，请作判决。", lead(*counted), lead(*result))
        }
        AtEnd::Unproved { black, white, each } => {
            format!("棋盒中有黑子{black}颗、白子{white}颗；各{each}颗方可确认胜负。请查找其余棋子。")
        }
        AtEnd::FilledAtOnce { at } => {
            format!("一次填入了过多的棋子：{}。每次一子，最多二子；请取出多余的，重新填入。", points(at))
        }
        AtEnd::ShapeDisturbed(differences) => {
            format!("棋形与终局时不符：{}。请双方对照保存的终局图，恢复原形。", differs(differences))
        }
    }
}

fn of_rulings(saying: &OfRulings) -> String {
    match saying {
        OfRulings::Appeal { by, ruling, alert, to_move } => {
            let turn = to_move.map_or(String::new(), |to_move| format!("当时轮{}下子。", player(to_move)));
            format!("{}对 {alert} 的判决 {ruling} 提出申诉。{turn}由裁判长决定。", player(*by))
        }
        OfRulings::WarningLimit { of, warnings } => {
            format!("{}本局已被警告{warnings}次，按规则应判该局负；未经判决，不发生任何效果。", player(*of))
        }
    }
}

/// Whose open points are.
const fn theirs(shared: bool) -> &'static str {
    if shared { "由双方各得一半（按双活处理）" } else { "不计为任何一方" }
}

/// By how much somebody is ahead, by Black's points less White's.
fn lead(margin: HalfPoints) -> String {
    let points = HalfPoints(margin.0.abs()).as_points();
    match margin.0 {
        1.. => format!("黑方多{points}点"),
        ..0 => format!("白方多{points}点"),
        0 => "双方相等".to_owned(),
    }
}

fn lateness(who: &str, cost: LatenessCost) -> String {
    let since = |ran_since| if ran_since { "此后棋钟已在走。" } else { "" };
    match cost {
        LatenessCost::Unsaid => "规则没有说明如何扣时。".to_owned(),
        LatenessCost::ClockRan => "棋钟从开赛时起就在走，不再另扣。".to_owned(),
        LatenessCost::NoMainTime => "没有可扣的基本用时。".to_owned(),
        LatenessCost::Paid => format!("其间走的是{who}的时间，不再另扣。"),
        LatenessCost::TooMuch { off_ms, main_ms, ran_since } => {
            format!("{}应扣{}，多于基本用时{}：由裁判决定。", since(ran_since), span(off_ms), span(main_ms))
        }
        LatenessCost::Off { off_ms, times, ran_since } => {
            format!("{}从{who}的时间中扣除{}（迟到时间的{times}倍）。", since(ran_since), span(off_ms))
        }
    }
}

fn player(color: Color) -> &'static str {
    if color == Color::Black { "黑方" } else { "白方" }
}

fn who(color: Option<Color>) -> &'static str {
    color.map_or("一方", player)
}

fn stones(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "黑子",
        Some(Color::White) => "白子",
        None => "棋子",
    }
}

/// All in one list; what is not named is counted: "C3、D4等8处".
fn points(at: &[Vertex]) -> String {
    let (named, more) = shown(at, NAMED_MAX, Vertex::to_string);
    if more > 0 { format!("{}等{}处", named.join("、"), at.len()) } else { named.join("、") }
}

fn differs(differences: &[Difference]) -> String {
    let (told, more) = shown(differences, NAMED_MAX, difference);
    if more > 0 { format!("{}，等{}处", told.join("，"), differences.len()) } else { told.join("，") }
}

fn difference(differs: &Difference) -> String {
    let expected = match differs.expected {
        Expected::Empty => "空点",
        Expected::Stone(color) => stones(Some(color)),
    };
    let seen = match differs.seen {
        Cell::Empty => "实无子",
        Cell::Stone(Color::Black) => "实为黑子",
        Cell::Stone(Color::White) => "实为白子",
        Cell::StoneOfUnknownColor => "实有一子",
        Cell::Unreadable => "读不出",
    };
    format!("{}应为{expected}而{seen}", differs.at)
}

fn turned(Orientation { mirrored, rotation }: Orientation) -> String {
    let turn = match rotation {
        Rotation::None if mirrored => return "左右颠倒（镜像）".to_owned(),
        Rotation::None => "方向不变",
        Rotation::Quarter => "顺时针转了90度",
        Rotation::Half => "转了180度",
        Rotation::ThreeQuarters => "逆时针转了90度",
    };
    if mirrored { format!("左右颠倒，又{turn}") } else { turn.to_owned() }
}

/// "1小时5分30秒".
fn span(ms: u64) -> String {
    let Span { hours, minutes, seconds } = Span::of(ms);
    match (hours, minutes, seconds) {
        (0, 0, seconds) => format!("{seconds}秒"),
        (0, minutes, 0) => format!("{minutes}分钟"),
        (0, minutes, seconds) => format!("{minutes}分{seconds}秒"),
        (hours, 0, 0) => format!("{hours}小时"),
        (hours, minutes, 0) => format!("{hours}小时{minutes}分"),
        (hours, minutes, seconds) => format!("{hours}小时{minutes}分{seconds}秒"),
    }
}
