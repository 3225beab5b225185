//! Korean, with the words of the association's rules of play and of events. A vertex is read aloud in more than one way, so no particle that
//! depends on its last sound follows one.

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
        Saying::GoesRound(saying) => super::round::say(saying, Language::Ko),
        Saying::OfRulings(saying) => of_rulings(saying),
    }
}

/// What stands between a notice and what it said before.
pub(super) const EARLIER: &str = " 이전 알림: ";

fn on_board(saying: &OnBoard) -> String {
    match saying {
        OnBoard::DoubleMove { by, at } => format!(
            "{}이 상대의 착수 없이 {}에 한 수를 더 두었습니다(두 번 연속 착수). 상대가 착수를 포기했는지 확인하십시오.",
            who(*by),
            points(at)
        ),
        OnBoard::TwoStones { by, at } => {
            format!("{}이 한 수에 돌 두 개를 놓았습니다({}). 기권 의사인지 확인하십시오.", who(*by), points(at))
        }
        OnBoard::WrongColor { by, at } => format!("{}이 {}에 상대 색의 돌을 둔 것으로 보입니다.", who(*by), points(at)),
        OnBoard::Relocated { by, from, to } => {
            format!("{}의 돌은 {from}에 두었는데 지금 {to}에 있습니다. {from}에 있어야 합니다.", who(*by))
        }
        OnBoard::Retracted { by, at } => format!("{}이 {}에 둔 돌을 들어냈습니다. 제자리에 놓아야 합니다.", who(*by), points(at)),
        OnBoard::Shifted { stone, from, to } => {
            format!("{}이 {from}에서 {to} 자리로 옮겨졌습니다. 원래 자리를 두 대국자에게 확인하십시오.", stones(*stone))
        }
        OnBoard::Scattered { at } => format!("판이 흐트러졌습니다: {}. 기보대로 다시 놓으십시오.", points(at)),
        OnBoard::WrongCapture { by, at } => {
            format!("{}이 활로가 남은 돌을 들어냈습니다: {}. 판에 되돌려 놓아야 합니다.", who(*by), points(at))
        }
        OnBoard::CapturesLeft { by, at } => {
            format!("{}의 차례가 끝났는데 따낸 돌이 판에 남아 있습니다: {}. 들어내야 합니다.", who(*by), points(at))
        }
        OnBoard::ForbiddenPoint { by, at } => {
            format!("{}이 {}에 둔 돌은 활로가 없고 상대 돌도 따내지 못합니다(착수 금지점).", who(*by), points(at))
        }
        OnBoard::KoRetaken { by, at } => format!("{}이 {}에서 패를 곧바로 되따냈습니다.", who(*by), points(at)),
        OnBoard::Repetition { by, at } => format!("{}의 {} 착수로 이전 형태가 다시 나타났습니다(동형반복).", who(*by), points(at)),
        OnBoard::ExtraStones { at } => format!("두었을 리 없는 돌이 {}에 있습니다. 들어내거나 기보를 정정하십시오.", points(at)),
        OnBoard::StonesMissing { stone, at } => {
            format!("기보에 있는 {}이 판에 없습니다: {}. 되돌려 놓거나 기보를 정정하십시오.", stones(*stone), points(at))
        }
        OnBoard::PerhapsEnded => "종국한 것으로 보입니다. 결과를 입력하거나, 계속하려면 판을 되돌려 놓으십시오.".to_owned(),
        OnBoard::Turned => "판의 형태는 기보와 같으나 방향이 돌아갔거나 좌우가 바뀌었습니다. 원래대로 놓거나 설정을 고치십시오.".to_owned(),
        OnBoard::TurnedSo { befell, configure } => format!(
            "판 위의 형태는 {}. 기보대로 다시 놓거나, [table.board]에서 mirrored = {}, rotation = {} 값으로 고치고 kifud를 다시 시작하십시오.",
            turned(*befell),
            configure.mirrored,
            configure.rotation.degrees()
        ),
        OnBoard::Differs(differences) => {
            format!("판이 기보와 다릅니다: {}. 판을 바로잡거나 기보를 정정하십시오.", differs(differences))
        }
        OnBoard::DiffersAt { at } => format!("판이 기보와 다릅니다: {}. 판을 바로잡거나 기보를 정정하십시오.", points(at)),
        OnBoard::Ways(ways) => {
            let (ways, _) = shown(ways, WAYS_MAX, |way| joined(way, " 다음 "));
            format!("판을 여러 가지로 설명할 수 있습니다: {}. 어느 것인지 지정하십시오.", ways.join(", 또는 "))
        }
        OnBoard::WaysOver { at } => format!("판을 여러 가지로 설명할 수 있습니다({}). 어느 것인지 지정하십시오.", points(at)),
        OnBoard::Named { kind, by, at } => {
            let name = kind_name(*kind, Language::Ko);
            let by = by.map_or(String::new(), |by| format!("({})", player(by)));
            if at.is_empty() { format!("해당 사항: {name}{by}.") } else { format!("해당 사항: {name}{by}: {}.", points(at)) }
        }
    }
}

fn in_record(saying: &InRecord) -> String {
    match saying {
        InRecord::OrderUnsure { first, last, at } => {
            format!("제{first}수부터 제{last}수까지는 두는 것을 보지 못해 수순이 확실하지 않습니다: {}.", points(at))
        }
        InRecord::Flickers { at } => format!("{at}의 감지가 불안정하여 돌이 있는지 알 수 없습니다."),
        InRecord::MoveUnread { by, n, at } => format!(
            "{at}의 상태를 읽을 수 없습니다. {}의 제{n}수를 그곳에 둔 것으로 기록했습니다. 확인하고 아니면 기보를 정정하십시오.",
            player(*by)
        ),
        InRecord::PassUnread { by, at } => format!(
            "{at}의 상태를 읽을 수 없습니다. {}이 착수를 포기한 것으로 기록했습니다. 그곳에 돌을 두었으면 기보를 정정하십시오.",
            player(*by)
        ),
        InRecord::PerhapsUnheard { after } => format!(
            "제{after}수 다음에 수신하지 못한 돌이 있을 수 있습니다. 기보와 대조하고 set-position 또는 correct-record 명령으로 확정하십시오."
        ),
        InRecord::PutWrongly { at } => {
            format!("기보로는 돌이 있을 수 없는 {}에 돌이 놓였습니다. 확인하고 기보를 정정하십시오.", points(at))
        }
        InRecord::Unheard { by, before } => format!(
            "{before} 앞에 둔 {}의 수를 수신하지 못했습니다. play, correct-record, set-position 가운데 하나로 입력하십시오.",
            player(*by)
        ),
        InRecord::BreakOver { board } => {
            let why = board.as_ref().map_or("바둑판이 연결되어 있지 않습니다.".to_owned(), |board| {
                format!("판이 기보와 다릅니다: {}. 판을 바로잡거나 기보를 정정하십시오.", differs(board))
            });
            format!("휴식이 끝났으나 대국은 멈춰 있습니다. {why} 그 뒤에는 저절로 이어집니다. resume에 force를 붙이면 그대로 이어집니다.")
        }
    }
}

fn at_clock(saying: &AtClock) -> String {
    match saying {
        AtClock::PressForgotten { by, n } => {
            let by = player(*by);
            format!("{by}이 제{n}수 뒤에 계시기를 누르지 않았고 상대는 이미 응수했습니다. {by}의 시간이 가고 있습니다.")
        }
        AtClock::SidesExchanged => {
            "두지 않은 쪽의 계시기만 눌리고 있습니다. 설정에서 좌우가 바뀌었거나, 전원을 켤 때의 레버 위치로 계시기의 \
             좌우가 바뀌었습니다. 흑이 어느 쪽에 앉았는지 set-colors 명령으로 알려 주십시오."
                .to_owned()
        }
        AtClock::NotStarted => "대국이 진행 중인데 계시기가 가지 않습니다. 계시기를 작동시키십시오.".to_owned(),
        AtClock::PeriodsSetWrong { of, shown, control } => {
            format!(
                "계시기에는 {0}의 초읽기가 {1}회인데 규정은 {2}회입니다. 다시 맞추거나 그대로 쓰십시오(adopt-clock).",
                player(*of),
                shown,
                control
            )
        }
        AtClock::PeriodSetWrong { of, shown_ms, control_ms } => {
            format!(
                "계시기에는 {0}의 초읽기가 1회 {1}인데 규정은 {2}입니다. 다시 맞추거나 그대로 쓰십시오(adopt-clock).",
                player(*of),
                span(*shown_ms),
                span(*control_ms)
            )
        }
        AtClock::SetWrong { of, shown_ms, control_ms } => format!(
            "계시기에는 {}의 시간이 모두 {}인데 규정은 {}입니다. 다시 맞추거나 그대로 쓰십시오(adopt-clock).",
            player(*of),
            span(*shown_ms),
            span(*control_ms)
        ),
        AtClock::Unwitnessed { of } => format!(
            "{}의 시간이 가는 동안 기계가 다시 시작되었습니다. 그사이의 시간은 달력으로 계산했습니다. 확인하고 틀리면 set-clock 명령으로 고치십시오.",
            player(*of)
        ),
        AtClock::Disagrees { of, by_ms } => format!(
            "계시기와 kifud의 {} 시간이 {}초 다릅니다. 계시기가 잘못 가거나 누가 바꾼 것입니다. 확인하고 다시 맞추거나 그대로 쓰십시오(adopt-clock).",
            player(*of),
            tenths(*by_ms)
        ),
        AtClock::FlagUnsaid { of } => {
            format!("{}은 시간을 초과했을 것이나 계시기가 알리지 않고 신호도 없습니다. 확인하십시오.", player(*of))
        }
        AtClock::FlagInLifting { of } => {
            format!(
                "{}이 사석을 들어내는 동안 시간을 초과했으나 그동안은 계시하지 않습니다. 계시기를 멈추고 시간을 돌려주십시오.",
                player(*of)
            )
        }
        AtClock::Flag { of } => format!("{}이 시간을 초과했습니다. 계시기를 멈추고 판정하십시오.", player(*of)),
        AtClock::FlagWithoutArticle { of } => {
            format!(
                "{}이 시간을 초과했습니다. 적용 중인 규칙에서 이에 관한 조항을 확인하지 못했습니다. 확인하면 시간패로 판정됩니다.",
                player(*of)
            )
        }
        AtClock::LiftingLong { by, ms } => {
            format!("{}이 따낸 돌을 {} 동안 들어내지 않았고, 그동안은 계시하지 않습니다. 들어내게 하십시오.", player(*by), span(*ms))
        }
        AtClock::Overtime { of, points } => {
            format!("{}은 연장 시간에 들어갔습니다. 지금까지의 벌점은 {points}점이며 기록했습니다.", player(*of))
        }
        AtClock::PressBeforeStone { by, ms } => format!("{}이 돌을 놓기 {}초 전에 계시기를 눌렀습니다.", player(*by), tenths(*ms)),
        AtClock::PerhapsPass { by } => {
            format!("{}이 착수하지 않고 계시기를 눌렀습니다. 착수 포기인지 확인하고, 그렇다면 pass를 입력하십시오.", player(*by))
        }
        AtClock::PressWithoutMove { by } => format!("{}이 착수하지 않고 계시기를 눌렀습니다.", player(*by)),
    }
}

fn on_time(saying: &OnTime) -> String {
    match saying {
        OnTime::NeitherCame => "두 대국자 모두 지각 한도까지 오지 않았습니다. 사실이면 양측 패입니다.".to_owned(),
        OnTime::Awaited { who, too_much } => {
            let more =
                if *too_much { " 공제할 시간이 이미 제한 시간을 넘었습니다. 심판이 결정하십시오." } else { "" };
            format!(
                "시작 시각이 되었으나 kifud가 보기에 {}은 아직 오지 않았습니다.{more} 온 시각을 arrived 명령으로 입력하십시오.",
                player(*who)
            )
        }
        OnTime::Late { who, late_ms, reported, cost } => {
            let (who, late) = (player(*who), span(*late_ms));
            let came = if *reported {
                format!("{who}이 {late} 지각했습니다.")
            } else {
                format!("{who}은 시작 {late} 뒤에 처음 두었습니다. 더 일찍 왔으면 그 시각을 arrived 명령으로 입력하십시오.")
            };
            format!("{came} {}", lateness(who, *cost))
        }
        OnTime::Absent { who, late_ms, limit_ms } => {
            let how = late_ms.map_or("오지 않았습니다".to_owned(), |late_ms| format!("{} 지각했습니다", span(late_ms)));
            format!("{}이 {how}. 한도는 {}입니다. 사실이면 패입니다.", player(*who), span(*limit_ms))
        }
        OnTime::SealDue { seals } => format!(
            "봉수할 시각입니다. {}은 자리를 떠나고, 차례인 {}은 시간이 가는 채로 생각하여 봉수합니다.",
            player(seals.opponent()),
            player(*seals)
        ),
    }
}

fn at_end(saying: &AtEnd) -> String {
    match saying {
        AtEnd::Contested { at, shared } => format!(
            "아직 둘 수 있는 곳이 있습니다: {}. 양측이 종국을 확인하면 {}. 그곳에 죽은 돌이 있으면 지정하십시오.",
            points(at),
            theirs(*shared)
        ),
        AtEnd::LeftOpen { at, shared } => format!(
            "두지 않은 채 종국한 곳이 있습니다: {}. 이곳은 {}. 대국은 재개하지 않습니다. 그곳에 죽은 돌이 있으면 지정하십시오.",
            points(at),
            theirs(*shared)
        ),
        AtEnd::StoneBeside { by } => {
            format!("{}이 바둑판 밖에 돌 하나를 놓았습니다. 착수 포기인지 확인하고, 그렇다면 pass를 입력하십시오.", player(*by))
        }
        AtEnd::CountDiffers { of, entered, counted } => format!(
            "{}은 사람의 계가로 {}, kifud의 계가로 {}입니다. 죽은 돌과 공배를 확인하고 다시 계가하십시오.",
            player(*of),
            entered.as_points(),
            counted.as_points()
        ),
        AtEnd::RecountDiffers { counted, result } => {
            format!("다시 계가하면 {}인데 결과는 {}입니다. 고치려면 판정하십시오.", lead(*counted), lead(*result))
        }
        AtEnd::Unproved { black, white, each } => {
            format!("바둑통에 흑돌 {black}개, 백돌 {white}개가 있습니다. {each}개씩 있어야 결과가 확인됩니다. 나머지 돌을 찾으십시오.")
        }
        AtEnd::FilledAtOnce { at } => {
            format!(
                "한 번에 너무 많은 돌을 메웠습니다: {}. 한 번에 한 점, 많아야 두 점입니다. 나머지를 들어내고 다시 메우십시오.",
                points(at)
            )
        }
        AtEnd::ShapeDisturbed(differences) => {
            format!("돌의 형태가 종국 때와 다릅니다: {}. 두 대국자가 저장된 종국 형태와 비교하여 되돌려 놓으십시오.", differs(differences))
        }
    }
}

/// Whose open points are.
const fn theirs(shared: bool) -> &'static str {
    if shared { "반씩 나눕니다" } else { "어느 쪽 집도 아닙니다" }
}

/// By how much somebody is ahead, by Black's points less White's.
fn lead(margin: HalfPoints) -> String {
    let points = HalfPoints(margin.0.abs()).as_points();
    match margin.0 {
        1.. => format!("흑 {points}집 승"),
        ..0 => format!("백 {points}집 승"),
        0 => "무승부".to_owned(),
    }
}

fn of_rulings(saying: &OfRulings) -> String {
    match saying {
        OfRulings::Appeal { by, ruling, alert, to_move } => {
            let turn = to_move.map_or(String::new(), |to_move| format!(" 당시 차례는 {}이었습니다.", player(to_move)));
            format!("{}이 {alert} 건의 판정 {ruling} 건에 이의를 제기했습니다.{turn} 심판장이 결정합니다.", player(*by))
        }
        OfRulings::WarningLimit { of, warnings } => {
            format!(
                "{}은 이 대국에서 경고를 {warnings}회 받았습니다. 규칙에 따르면 패이지만, 판정 전에는 아무것도 바뀌지 않습니다.",
                player(*of)
            )
        }
    }
}

fn lateness(who: &str, cost: LatenessCost) -> String {
    let since = |ran_since| if ran_since { "그 뒤로는 계시기가 갔습니다. " } else { "" };
    match cost {
        LatenessCost::Unsaid => "지각의 처리는 규칙에 없습니다.".to_owned(),
        LatenessCost::ClockRan => "계시기가 시작 시각부터 갔으므로 따로 공제하지 않습니다.".to_owned(),
        LatenessCost::NoMainTime => "공제할 제한 시간이 없습니다.".to_owned(),
        LatenessCost::Paid => format!("그동안 {who}의 시간이 갔으므로 따로 공제하지 않습니다."),
        LatenessCost::TooMuch { off_ms, main_ms, ran_since } => {
            format!("{}공제할 시간({})이 제한 시간({})보다 많습니다. 심판이 결정하십시오.", since(ran_since), span(off_ms), span(main_ms))
        }
        LatenessCost::Off { off_ms, times, ran_since } => {
            format!("{}{who}의 시간에서 {} 공제합니다(지각의 {times}배).", since(ran_since), span(off_ms))
        }
    }
}

fn player(color: Color) -> &'static str {
    if color == Color::Black { "흑" } else { "백" }
}

fn who(color: Option<Color>) -> &'static str {
    color.map_or("한쪽", player)
}

fn stones(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "흑돌",
        Some(Color::White) => "백돌",
        None => "돌",
    }
}

fn points(at: &[Vertex]) -> String {
    let (named, more) = shown(at, NAMED_MAX, Vertex::to_string);
    if more > 0 { format!("{} 외 {more}곳", named.join(", ")) } else { named.join(", ") }
}

fn differs(differences: &[Difference]) -> String {
    let (told, more) = shown(differences, NAMED_MAX, difference);
    if more > 0 { format!("{} 외 {more}곳", told.join(", ")) } else { told.join(", ") }
}

fn difference(differs: &Difference) -> String {
    let expected = match differs.expected {
        Expected::Empty => "빈 점",
        Expected::Stone(color) => stones(Some(color)),
    };
    let seen = match differs.seen {
        Cell::Empty => "돌이 없음",
        Cell::Stone(Color::Black) => "흑돌이 있음",
        Cell::Stone(Color::White) => "백돌이 있음",
        Cell::StoneOfUnknownColor => "돌이 있음",
        Cell::Unreadable => "읽을 수 없음",
    };
    format!("{} 자리는 {expected}이어야 하나 {seen}", differs.at)
}

fn turned(Orientation { mirrored, rotation }: Orientation) -> String {
    let turn = match rotation {
        Rotation::None if mirrored => return "좌우가 바뀌었습니다".to_owned(),
        Rotation::None => "원래 방향입니다",
        Rotation::Quarter => "시계 방향으로 90도 돌아갔습니다",
        Rotation::Half => "180도 돌아갔습니다",
        Rotation::ThreeQuarters => "시계 반대 방향으로 90도 돌아갔습니다",
    };
    if mirrored { format!("좌우가 바뀌고 {turn}") } else { turn.to_owned() }
}

/// "1시간 5분 30초".
fn span(ms: u64) -> String {
    let Span { hours, minutes, seconds } = Span::of(ms);
    match (hours, minutes, seconds) {
        (0, 0, seconds) => format!("{seconds}초"),
        (0, minutes, 0) => format!("{minutes}분"),
        (0, minutes, seconds) => format!("{minutes}분 {seconds}초"),
        (hours, 0, 0) => format!("{hours}시간"),
        (hours, minutes, 0) => format!("{hours}시간 {minutes}분"),
        (hours, minutes, seconds) => format!("{hours}시간 {minutes}분 {seconds}초"),
    }
}
