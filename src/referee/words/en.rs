//! English.

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
        Saying::GoesRound(saying) => super::round::say(saying, Language::En),
        Saying::OfRulings(saying) => of_rulings(saying),
    }
}

/// What stands between a notice and what it said before.
pub(super) const EARLIER: &str = " Before: ";

fn on_board(saying: &OnBoard) -> String {
    match saying {
        OnBoard::DoubleMove { by, at } => {
            format!("{} has put down a second stone at {} without an answer. Ask whether the other side passed.", who(*by), points(at))
        }
        OnBoard::TwoStones { by, at } => {
            format!("{} has put down two stones in one turn ({}). Ask whether it is a resignation.", who(*by), points(at))
        }
        OnBoard::WrongColor { by, at } => format!("{} seems to have played a stone of the wrong colour at {}.", who(*by), points(at)),
        OnBoard::Relocated { by, from, to } => {
            format!("{}'s stone was played at {from} and stands at {to} now. It belongs at {from}.", who(*by))
        }
        OnBoard::Retracted { by, at } => format!("{}'s stone at {} was taken back. It belongs there.", who(*by), points(at)),
        OnBoard::Shifted { stone, from, to } => {
            format!("{} has moved from {from} to {to}. Ask both players where it belongs.", a_stone(*stone))
        }
        OnBoard::Scattered { at } => format!("The position is scattered: {}. Put it back as the record shows it.", points(at)),
        OnBoard::WrongCapture { by, at } => {
            format!("{} has taken off stones that had liberties: {}. They belong on the board.", who(*by), points(at))
        }
        OnBoard::CapturesLeft { by, at } => {
            format!("{} has ended the turn with captured stones on the board: {}. They are to be lifted.", who(*by), points(at))
        }
        OnBoard::ForbiddenPoint { by, at } => format!("{}'s stone at {} has no liberty and captures nothing.", who(*by), points(at)),
        OnBoard::KoRetaken { by, at } => format!("{} has retaken the ko at {} at once.", who(*by), points(at)),
        OnBoard::Repetition { by, at } => format!("{}'s stone at {} brings an earlier position back.", who(*by), points(at)),
        OnBoard::ExtraStones { at } => {
            format!("Stones that nobody can have played lie at {}. Take them off, or correct the record.", points(at))
        }
        OnBoard::StonesMissing { stone, at } => {
            format!("{} of the record is missing: {}. Put it back, or correct the record.", a_stone(*stone), points(at))
        }
        OnBoard::PerhapsEnded => {
            "The players seem to have ended the game. Enter the result, or put the position back to play on.".to_owned()
        }
        OnBoard::Turned => {
            "The record stands on the board, but turned or mirrored. Set it up as it was, or correct the configuration.".to_owned()
        }
        OnBoard::TurnedSo { befell, configure } => format!(
            "The board shows the record {}. Set the stones up as the record has them, or set mirrored = {} and rotation = {} in [table.board] \
             and start kifud again.",
            turned(*befell),
            configure.mirrored,
            configure.rotation.degrees()
        ),
        OnBoard::Differs(differences) => {
            format!("The board is not the record: {}. Put the board right, or correct the record.", differs(differences))
        }
        OnBoard::DiffersAt { at } => format!("The board is not the record: {}. Put the board right, or correct the record.", points(at)),
        OnBoard::Ways(ways) => {
            let (ways, _) = shown(ways, WAYS_MAX, |way| joined(way, " then "));
            format!("The board can be explained in several ways: {}. Say which.", ways.join(", or "))
        }
        OnBoard::WaysOver { at } => format!("The board can be told in several ways ({}). Say which.", points(at)),
        OnBoard::Named { kind, by, at } => {
            let name = kind_name(*kind, Language::En);
            let by = by.map_or(String::new(), |by| format!(" ({})", by.name()));
            if at.is_empty() { format!("Incident: {name}{by}.") } else { format!("Incident: {name}{by}: {}.", points(at)) }
        }
    }
}

fn in_record(saying: &InRecord) -> String {
    match saying {
        InRecord::OrderUnsure { first, last, at } => {
            format!("Moves {first} to {last} came while nobody saw them; their order is not sure: {}.", points(at))
        }
        InRecord::Flickers { at } => format!("{at} flickers: whether a stone lies there cannot be seen."),
        InRecord::MoveUnread { by, n, at } => {
            let by = by.name();
            format!("{at} cannot be read. {by}'s move {n} is taken to be there; look, and correct the record if it is not.")
        }
        InRecord::PassUnread { by, at } => {
            let by = by.name();
            format!("{at} cannot be read. {by} is taken to have passed; if a stone was put there, correct the record.")
        }
        InRecord::PerhapsUnheard { after } => format!(
            "The board may have told a stone that was not heard, after move {after}. Compare it with the record; set-position or \
             correct-record confirms it."
        ),
        InRecord::PutWrongly { at } => {
            format!("A stone was put down at {}, where the record cannot have one. Look, and correct the record.", points(at))
        }
        InRecord::Unheard { by, before } => {
            let by = by.name();
            format!("{by}'s stone before the one at {before} was not heard. Enter it: play, correct-record or set-position.")
        }
        InRecord::BreakOver { board } => {
            let why = board.as_ref().map_or("The board is not there.".to_owned(), |board| {
                format!("The board is not the record: {}. Put the board right, or correct the record.", differs(board))
            });
            format!("The break is over, and play stays paused. {why} It goes on by itself then; resume with force goes on as it is.")
        }
    }
}

fn at_clock(saying: &AtClock) -> String {
    match saying {
        AtClock::PressForgotten { by, n } => {
            let by = by.name();
            format!("{by} has not pressed the clock after move {n}, and the reply has been played: the clock runs for {by}.")
        }
        AtClock::SidesExchanged => "The presses come from the side of the player who has not moved: the sides are exchanged in the \
             configuration, or in the clock by its lever when it was switched on. Say where Black sits with set-colors."
            .to_owned(),
        AtClock::NotStarted => "Moves are played and the clock on the table does not run. Start it.".to_owned(),
        AtClock::PeriodsSetWrong { of, shown, control } => {
            format!(
                "The clock on the table has {1} periods for {0}, and the time control {2}. Set it, or take it as it is (adopt-clock).",
                of.name(),
                shown,
                control
            )
        }
        AtClock::PeriodSetWrong { of, shown_ms, control_ms } => {
            format!(
                "A period on the clock on the table is {1} for {0}, and by the time control {2}. Set it, or take it as it is (adopt-clock).",
                of.name(),
                minutes(*shown_ms),
                minutes(*control_ms)
            )
        }
        AtClock::SetWrong { of, shown_ms, control_ms } => format!(
            "The clock on the table gives {} {} in all, and the time control {}. Set it, or take it as it is (adopt-clock).",
            of.name(),
            minutes(*shown_ms),
            minutes(*control_ms)
        ),
        AtClock::Unwitnessed { of } => format!(
            "The machine was restarted while {}'s time ran. What passed meanwhile is taken from the calendar: check it, and set-clock if \
             it is wrong.",
            of.name()
        ),
        AtClock::Disagrees { of, by_ms } => format!(
            "The clock on the table and kifud's own differ by {} s for {}. It runs wrongly or was changed: look, then set it, or take it \
             as it is (adopt-clock).",
            tenths(*by_ms),
            of.name()
        ),
        AtClock::FlagUnsaid { of } => {
            format!("{}'s time should be over, but the clock has not said so and is silent. Look at it.", of.name())
        }
        AtClock::FlagInLifting { of } => format!(
            "{}'s flag fell while captured stones were being lifted, which is not timed. Stop the clock and give the time back.",
            of.name()
        ),
        AtClock::LiftingLong { by, ms } => format!(
            "{} has not lifted captured stones for {} s, and the time is not counted meanwhile. See that they are lifted.",
            by.name(),
            ms / 1_000
        ),
        AtClock::Flag { of } => format!("{}'s time is over. Stop the clock and rule.", of.name()),
        AtClock::FlagWithoutArticle { of } => format!(
            "{}'s time is over. The book has no article on it that was read: to confirm it is to rule the game lost on time.",
            of.name()
        ),
        AtClock::Overtime { of, points } => format!("{} is in overtime: {points} points until now, booked.", of.name()),
        AtClock::PressBeforeStone { by, ms } => format!("{} pressed the clock {} s before the stone lay.", by.name(), tenths(*ms)),
        AtClock::PerhapsPass { by } => {
            format!("{} pressed the clock without playing. Ask whether it is a pass; enter pass if so.", by.name())
        }
        AtClock::PressWithoutMove { by } => format!("{} pressed the clock without playing.", by.name()),
    }
}

fn on_time(saying: &OnTime) -> String {
    match saying {
        OnTime::NeitherCame => "Neither player has come within the limit. If that is so, both lose.".to_owned(),
        OnTime::Awaited { who, too_much } => {
            let more = if *too_much { " What comes off is more than the main time already: the referee decides." } else { "" };
            format!("{} has not come, as far as kifud can see. Play was to begin.{more} Say when with arrived.", who.name())
        }
        OnTime::Late { who, late_ms, reported, cost } => {
            let (who, late) = (who.name(), span(*late_ms));
            let came = if *reported {
                format!("{who} came {late} late.")
            } else {
                format!("{who} was first seen to play {late} after the start. If {who} came earlier, say when with arrived.")
            };
            format!("{came} {}", lateness(who, *cost))
        }
        OnTime::Absent { who, late_ms, limit_ms } => {
            let how = late_ms.map_or("has not come".to_owned(), |late_ms| format!("came {} late", span(late_ms)));
            format!("{} {how}, and the limit is {}. If that is so, the game is lost.", who.name(), span(*limit_ms))
        }
        OnTime::SealDue { seals } => format!(
            "It is time to seal. {} leaves; {} is to move, thinks on with the clock running, and seals the move.",
            seals.opponent().name(),
            seals.name()
        ),
    }
}

fn at_end(saying: &AtEnd) -> String {
    match saying {
        AtEnd::Contested { at, shared } => format!(
            "Points can still be played for: {}. When both have confirmed the end, they {}. Mark stones there that are dead.",
            points(at),
            theirs(*shared)
        ),
        AtEnd::LeftOpen { at, shared } => format!(
            "Points were left open at the end: {}. They {}, and play is not resumed. Mark stones there that are dead.",
            points(at),
            theirs(*shared)
        ),
        AtEnd::StoneBeside { by } => {
            format!("{} has put a stone beside the board. Ask whether it is a pass; enter pass if so.", by.name())
        }
        AtEnd::CountDiffers { of, entered, counted } => format!(
            "{} was counted as {} by hand; kifud counts {}. Look at dead stones and at points of neither side, and count again.",
            of.name(),
            entered.as_points(),
            counted.as_points()
        ),
        AtEnd::RecountDiffers { counted, result } => {
            format!("Counted again it is {}; the result says {}. Rule, if it is to be another.", lead(*counted), lead(*result))
        }
        AtEnd::Unproved { black, white, each } => {
            format!("The bowls hold {black} black and {white} white stones; {each} of each prove the count. Look for the others.")
        }
        AtEnd::FilledAtOnce { at } => {
            format!("Stones were filled in together: {}. One at a time, two at most; lift the others and fill them in again.", points(at))
        }
        AtEnd::ShapeDisturbed(differences) => format!(
            "The shape is not the final position any more: {}. Compare it with the kept position, both players looking, and put it back.",
            differs(differences)
        ),
    }
}

fn of_rulings(saying: &OfRulings) -> String {
    match saying {
        OfRulings::Appeal { by, ruling, alert, to_move } => {
            let turn = to_move.map_or(String::new(), |to_move| format!(" It was {}'s turn.", to_move.name()));
            format!("{} appeals against ruling {ruling} on {alert}.{turn} The chief referee decides.", by.name())
        }
        OfRulings::WarningLimit { of, warnings } => format!(
            "{} has {warnings} warnings in this game. The rulebook makes that its loss; nothing happens before it is ruled.",
            of.name()
        ),
    }
}

/// Whose open points are.
const fn theirs(shared: bool) -> &'static str {
    if shared { "are shared, half a point each" } else { "count for neither side" }
}

/// By how much somebody is ahead, by Black's points less White's.
fn lead(margin: HalfPoints) -> String {
    let points = HalfPoints(margin.0.abs()).as_points();
    match margin.0 {
        1.. => format!("Black by {points}"),
        ..0 => format!("White by {points}"),
        0 => "equal".to_owned(),
    }
}

fn lateness(who: &str, cost: LatenessCost) -> String {
    let since = |ran_since| if ran_since { "Since then the clock ran. " } else { "" };
    match cost {
        LatenessCost::Unsaid => "The rulebook does not say what that costs.".to_owned(),
        LatenessCost::ClockRan => "The clock ran from the start: nothing is taken off beside it.".to_owned(),
        LatenessCost::NoMainTime => "There is no main time to take it off.".to_owned(),
        LatenessCost::Paid => format!("{who}'s clock ran meanwhile: nothing is taken off beside it."),
        LatenessCost::TooMuch { off_ms, main_ms, ran_since } => format!(
            "{}{} would come off, more than the main time of {}: the referee decides.",
            since(ran_since),
            span(off_ms),
            span(main_ms)
        ),
        LatenessCost::Off { off_ms, times, ran_since } => {
            format!("{}{} comes off {who}'s time ({times} times the lateness).", since(ran_since), span(off_ms))
        }
    }
}

fn who(color: Option<Color>) -> &'static str {
    color.map_or("A player", Color::name)
}

fn a_stone(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "A black stone",
        Some(Color::White) => "A white stone",
        None => "A stone",
    }
}

fn points(at: &[Vertex]) -> String {
    let (named, more) = shown(at, NAMED_MAX, Vertex::to_string);
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}

fn differs(differences: &[Difference]) -> String {
    let (told, more) = shown(differences, NAMED_MAX, difference);
    if more > 0 { format!("{} and {more} more", told.join(", ")) } else { told.join(", ") }
}

/// In English, for transcripts: "C3 should be empty and shows black".
impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&difference(self))
    }
}

fn difference(differs: &Difference) -> String {
    let expected = match differs.expected {
        Expected::Empty => "empty",
        Expected::Stone(Color::Black) => "black",
        Expected::Stone(Color::White) => "white",
    };
    let seen = match differs.seen {
        Cell::Empty => "is empty",
        Cell::Stone(Color::Black) => "shows black",
        Cell::Stone(Color::White) => "shows white",
        Cell::StoneOfUnknownColor => "shows a stone",
        Cell::Unreadable => "cannot be read",
    };
    format!("{} should be {expected} and {seen}", differs.at)
}

fn turned(Orientation { mirrored, rotation }: Orientation) -> String {
    let turn = match rotation {
        Rotation::None if mirrored => return "mirrored (left and right exchanged)".to_owned(),
        Rotation::None => "straight",
        Rotation::Quarter => "turned by a quarter clockwise",
        Rotation::Half => "turned by a half",
        Rotation::ThreeQuarters => "turned by a quarter counter-clockwise",
    };
    if mirrored { format!("mirrored and {turn}") } else { turn.to_owned() }
}

/// "7:30", "1:05:00".
fn span(ms: u64) -> String {
    let Span { hours, minutes, seconds } = Span::of(ms);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// "90 min 0 s".
fn minutes(ms: u64) -> String {
    format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000)
}
