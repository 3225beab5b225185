//! Chinese in traditional characters, with the words of Taiwan: those of the Ing rules, and of the excerpt of 1988 in these characters.

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
        Saying::GoesRound(saying) => super::round::say(saying, Language::ZhHant),
        Saying::OfRulings(saying) => of_rulings(saying),
    }
}

/// What stands between a notice and what it said before.
pub(super) const EARLIER: &str = "先前：";

fn on_board(saying: &OnBoard) -> String {
    match saying {
        OnBoard::DoubleMove { by, at } => {
            format!("{}在對方未應手時又在{}下了一子（連下兩手）。請確認對方是否已虛手（棄權）。", who(*by), points(at))
        }
        OnBoard::TwoStones { by, at } => format!("{}一手放下了二子（{}）。請確認是否認輸。", who(*by), points(at)),
        OnBoard::WrongColor { by, at } => format!("{}似乎在{}誤用了對方的棋子。", who(*by), points(at)),
        OnBoard::Relocated { by, from, to } => format!("{}的棋子原著於{from}，現位於{to}。應放回{from}。", who(*by)),
        OnBoard::Retracted { by, at } => format!("{}把著於{}的棋子又收回。應放回原處。", who(*by), points(at)),
        OnBoard::Shifted { stone, from, to } => format!("{}由{from}移到了{to}。請問明雙方該子應在何處。", stones(*stone)),
        OnBoard::Scattered { at } => format!("棋局散亂：{}。請依紀錄復盤。", points(at)),
        OnBoard::WrongCapture { by, at } => format!("{}誤提了有氣之子：{}。應放回原處。", who(*by), points(at)),
        OnBoard::CapturesLeft { by, at } => format!("{}一手已畢，被提之子仍在盤上：{}。應當提清。", who(*by), points(at)),
        OnBoard::ForbiddenPoint { by, at } => format!("{}著於{}的棋子無氣，又不能提子（禁著點）。", who(*by), points(at)),
        OnBoard::KoRetaken { by, at } => format!("{}在{}劫爭中立即回提。", who(*by), points(at)),
        OnBoard::Repetition { by, at } => format!("{}著於{}，使全局同形再現。", who(*by), points(at)),
        OnBoard::ExtraStones { at } => format!("{}有不可能下出的棋子。請取走，或更正紀錄。", points(at)),
        OnBoard::StonesMissing { stone, at } => format!("紀錄中的{}不在盤上：{}。請放回，或更正紀錄。", stones(*stone), points(at)),
        OnBoard::PerhapsEnded => "雙方似乎已經終局。請輸入結果；如要續弈，請恢復盤面。".to_owned(),
        OnBoard::Turned => "盤面與紀錄相同，但轉了方向或左右顛倒。請依原樣擺好，或更正設定。".to_owned(),
        OnBoard::TurnedSo { befell, configure } => format!(
            "棋盤上的局面{}。請依紀錄擺好，或在 [table.board] 中設 mirrored = {}、rotation = {}，再重新啟動 kifud。",
            turned(*befell),
            configure.mirrored,
            configure.rotation.degrees()
        ),
        OnBoard::Differs(differences) => format!("盤面與紀錄不符：{}。請恢復盤面，或更正紀錄。", differs(differences)),
        OnBoard::DiffersAt { at } => format!("盤面與紀錄不符：{}。請恢復盤面，或更正紀錄。", points(at)),
        OnBoard::Ways(ways) => {
            let (ways, _) = shown(ways, WAYS_MAX, |way| joined(way, "然後"));
            format!("盤面可有幾種解釋：{}。請指明是哪一種。", ways.join("，或"))
        }
        OnBoard::WaysOver { at } => format!("盤面可有幾種解釋（{}）。請指明是哪一種。", points(at)),
        OnBoard::Named { kind, by, at } => {
            let name = kind_name(*kind, Language::ZhHant);
            let by = by.map_or(String::new(), |by| format!("（{}）", player(by)));
            if at.is_empty() { format!("事項：{name}{by}。") } else { format!("事項：{name}{by}：{}。", points(at)) }
        }
    }
}

fn in_record(saying: &InRecord) -> String {
    match saying {
        InRecord::OrderUnsure { first, last, at } => {
            format!("第{first}手至第{last}手下出時無人看見，次序不能確定：{}。", points(at))
        }
        InRecord::Flickers { at } => format!("{at}感應不穩，看不出是否有子。"),
        InRecord::MoveUnread { by, n, at } => {
            format!("{at}讀不出。暫記{}第{n}手著於該點；請查看，如不是，請更正紀錄。", player(*by))
        }
        InRecord::PassUnread { by, at } => format!("{at}讀不出。暫記{}虛手；如該點已下子，請更正紀錄。", player(*by)),
        InRecord::PerhapsUnheard { after } => {
            format!("第{after}手之後可能有一子沒有收到。請與紀錄核對，以 set-position 或 correct-record 確認。")
        }
        InRecord::PutWrongly { at } => format!("{}放下了棋子，而依紀錄該處不能有子。請查看，並更正紀錄。", points(at)),
        InRecord::Unheard { by, before } => {
            format!("{before}一手之前，{}有一子沒有收到。請以 play、correct-record 或 set-position 補上。", player(*by))
        }
        InRecord::BreakOver { board } => {
            let why = board
                .as_ref()
                .map_or("棋盤未連線。".to_owned(), |board| format!("盤面與紀錄不符：{}。請恢復盤面，或更正紀錄。", differs(board)));
            format!("休息結束，對局仍在暫停。{why}此後自動續弈；resume 加 force 則照現狀續弈。")
        }
    }
}

fn at_clock(saying: &AtClock) -> String {
    match saying {
        AtClock::PressForgotten { by, n } => {
            let by = player(*by);
            format!("{by}第{n}手後沒有按鐘，對方已經應手：棋鐘仍在走{by}的時間。")
        }
        AtClock::SidesExchanged => {
            "按鐘的總是沒有落子的一方：設定中左右顛倒，或開機時撥桿的位置使棋鐘左右顛倒。請以 set-colors 說明黑方坐在哪邊。".to_owned()
        }
        AtClock::NotStarted => "對局已在進行，棋鐘卻沒有走。請啟動棋鐘。".to_owned(),
        AtClock::PeriodsSetWrong { of, shown, control } => {
            format!("棋鐘上{0}的讀秒為{1}次，而規定為{2}次。請重新設定，或照現狀採用（adopt-clock）。", player(*of), shown, control)
        }
        AtClock::PeriodSetWrong { of, shown_ms, control_ms } => {
            format!(
                "棋鐘上{0}的讀秒每次{1}，而規定為{2}。請重新設定，或照現狀採用（adopt-clock）。",
                player(*of),
                span(*shown_ms),
                span(*control_ms)
            )
        }
        AtClock::SetWrong { of, shown_ms, control_ms } => format!(
            "棋鐘上{}共有{}，而規定的時限是{}。請重新設定，或照現狀採用（adopt-clock）。",
            player(*of),
            span(*shown_ms),
            span(*control_ms)
        ),
        AtClock::Unwitnessed { of } => {
            format!("走{}的時間時機器重新啟動過。其間的時間依日曆推算：請核對，如不對，請以 set-clock 更正。", player(*of))
        }
        AtClock::Disagrees { of, by_ms } => format!(
            "棋鐘與 kifud 所計{}的時間相差{}秒。棋鐘走得不對，或被改動：請查看，然後重新設定，或照現狀採用（adopt-clock）。",
            player(*of),
            tenths(*by_ms)
        ),
        AtClock::FlagUnsaid { of } => format!("{}應已逾時，但棋鐘沒有表示，也沒有訊號。請查看。", player(*of)),
        AtClock::FlagInLifting { of } => format!("{}在提子時逾時，而提子不計時間。請停鐘，並補還時間。", player(*of)),
        AtClock::Flag { of } => format!("{}逾時。請停鐘，並作裁定。", player(*of)),
        AtClock::FlagWithoutArticle { of } => {
            format!("{}逾時。現行規則中未見有關條文：請停鐘；如予確認，即裁定{}逾時敗。", player(*of), player(*of))
        }
        AtClock::LiftingLong { by, ms } => {
            format!("{}已有{}沒有提清被提之子，其間不計時間。請督促提清。", player(*by), span(*ms))
        }
        AtClock::Overtime { of, points } => format!("{}已進入延時：至今罰{points}點，已記錄在案。", player(*of)),
        AtClock::PressBeforeStone { by, ms } => format!("{}在落子之前{}秒按了鐘。", player(*by), tenths(*ms)),
        AtClock::PerhapsPass { by } => format!("{}沒有落子而按鐘。請確認是否虛手；如是，請輸入 pass。", player(*by)),
        AtClock::PressWithoutMove { by } => format!("{}沒有落子而按鐘。", player(*by)),
    }
}

fn on_time(saying: &OnTime) -> String {
    match saying {
        OnTime::NeitherCame => "雙方遲到都已超過規定時間。如屬實，判雙方負。".to_owned(),
        OnTime::Awaited { who, too_much } => {
            let more = if *too_much { "應扣的時間已經超過基本時限：由裁判決定。" } else { "" };
            format!("開賽時間已到，就 kifud 所見，{}還沒有到場。{more}請以 arrived 輸入到場時間。", player(*who))
        }
        OnTime::Late { who, late_ms, reported, cost } => {
            let (who, late) = (player(*who), span(*late_ms));
            let came = if *reported {
                format!("{who}遲到{late}。")
            } else {
                format!("{who}在開賽後{late}才首次行棋。如{who}到得更早，請以 arrived 輸入時間。")
            };
            format!("{came}{}", lateness(who, *cost))
        }
        OnTime::Absent { who, late_ms, limit_ms } => {
            let how = late_ms.map_or("沒有到場".to_owned(), |late_ms| format!("遲到{}", span(late_ms)));
            format!("{}{how}，規定的限度是{}。如屬實，判負。", player(*who), span(*limit_ms))
        }
        OnTime::SealDue { seals } => {
            format!("封棋時間已到。{}立即退場；輪{}下子，思考時棋鐘照走，然後封棋。", player(seals.opponent()), player(*seals))
        }
    }
}

fn at_end(saying: &AtEnd) -> String {
    match saying {
        AtEnd::Contested { at, shared } => {
            format!("尚有可爭之點：{}。雙方都確認終局後，{}。該處如有死子，請標出。", points(at), theirs(*shared))
        }
        AtEnd::LeftOpen { at, shared } => {
            format!("終局時留有未下之點：{}。{}，不再續弈。該處如有死子，請標出。", points(at), theirs(*shared))
        }
        AtEnd::StoneBeside { by } => format!("{}把一子放在棋枰之外。請確認是否虛手；如是，請輸入 pass。", player(*by)),
        AtEnd::CountDiffers { of, entered, counted } => {
            format!("{}由人計得{}，kifud 計得{}。請核對死子與單官，重新計算。", player(*of), entered.as_points(), counted.as_points())
        }
        AtEnd::RecountDiffers { counted, result } => {
            format!("重新計算為{}，而結果記為{}。如要改判，請作裁定。", lead(*counted), lead(*result))
        }
        AtEnd::Unproved { black, white, each } => {
            format!("棋罐中有黑子{black}顆、白子{white}顆；各{each}顆始可確認勝負。請查找其餘棋子。")
        }
        AtEnd::FilledAtOnce { at } => {
            format!("一次填入了過多的棋子：{}。每次一子，最多二子；請取出多餘的，重新填入。", points(at))
        }
        AtEnd::ShapeDisturbed(differences) => {
            format!("棋形與終局時不符：{}。請雙方對照保存的終局圖，恢復原形。", differs(differences))
        }
    }
}

fn of_rulings(saying: &OfRulings) -> String {
    match saying {
        OfRulings::Appeal { by, ruling, alert, to_move } => {
            let turn = to_move.map_or(String::new(), |to_move| format!("當時輪{}下子。", player(to_move)));
            format!("{}對 {alert} 的裁定 {ruling} 提出申訴。{turn}由裁判長決定。", player(*by))
        }
        OfRulings::WarningLimit { of, warnings } => {
            format!("{}本局已被警告{warnings}次，依規則應判該局負；未經裁定，不生任何效果。", player(*of))
        }
    }
}

/// Whose open points are.
const fn theirs(shared: bool) -> &'static str {
    if shared { "由雙方各得一半（分空）" } else { "不計為任何一方" }
}

/// By how much somebody is ahead, by Black's points less White's.
fn lead(margin: HalfPoints) -> String {
    let points = HalfPoints(margin.0.abs()).as_points();
    match margin.0 {
        1.. => format!("黑方多{points}點"),
        ..0 => format!("白方多{points}點"),
        0 => "雙方相等".to_owned(),
    }
}

fn lateness(who: &str, cost: LatenessCost) -> String {
    let since = |ran_since| if ran_since { "此後棋鐘已在走。" } else { "" };
    match cost {
        LatenessCost::Unsaid => "規則沒有說明如何扣時。".to_owned(),
        LatenessCost::ClockRan => "棋鐘從開賽時起就在走，不再另扣。".to_owned(),
        LatenessCost::NoMainTime => "沒有可扣的基本時限。".to_owned(),
        LatenessCost::Paid => format!("其間走的是{who}的時間，不再另扣。"),
        LatenessCost::TooMuch { off_ms, main_ms, ran_since } => {
            format!("{}應扣{}，多於基本時限{}：由裁判決定。", since(ran_since), span(off_ms), span(main_ms))
        }
        LatenessCost::Off { off_ms, times, ran_since } => {
            format!("{}從{who}的時間中扣除{}（遲到時間的{times}倍）。", since(ran_since), span(off_ms))
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

/// All in one list; what is not named is counted: "C3、D4等8處".
fn points(at: &[Vertex]) -> String {
    let (named, more) = shown(at, NAMED_MAX, Vertex::to_string);
    if more > 0 { format!("{}等{}處", named.join("、"), at.len()) } else { named.join("、") }
}

fn differs(differences: &[Difference]) -> String {
    let (told, more) = shown(differences, NAMED_MAX, difference);
    if more > 0 { format!("{}，等{}處", told.join("，"), differences.len()) } else { told.join("，") }
}

fn difference(differs: &Difference) -> String {
    let expected = match differs.expected {
        Expected::Empty => "空點",
        Expected::Stone(color) => stones(Some(color)),
    };
    let seen = match differs.seen {
        Cell::Empty => "實無子",
        Cell::Stone(Color::Black) => "實為黑子",
        Cell::Stone(Color::White) => "實為白子",
        Cell::StoneOfUnknownColor => "實有一子",
        Cell::Unreadable => "讀不出",
    };
    format!("{}應為{expected}而{seen}", differs.at)
}

fn turned(Orientation { mirrored, rotation }: Orientation) -> String {
    let turn = match rotation {
        Rotation::None if mirrored => return "左右顛倒（鏡像）".to_owned(),
        Rotation::None => "方向不變",
        Rotation::Quarter => "順時針轉了90度",
        Rotation::Half => "轉了180度",
        Rotation::ThreeQuarters => "逆時針轉了90度",
    };
    if mirrored { format!("左右顛倒，又{turn}") } else { turn.to_owned() }
}

/// "1小時5分30秒".
fn span(ms: u64) -> String {
    let Span { hours, minutes, seconds } = Span::of(ms);
    match (hours, minutes, seconds) {
        (0, 0, seconds) => format!("{seconds}秒"),
        (0, minutes, 0) => format!("{minutes}分鐘"),
        (0, minutes, seconds) => format!("{minutes}分{seconds}秒"),
        (hours, 0, 0) => format!("{hours}小時"),
        (hours, minutes, 0) => format!("{hours}小時{minutes}分"),
        (hours, minutes, seconds) => format!("{hours}小時{minutes}分{seconds}秒"),
    }
}
