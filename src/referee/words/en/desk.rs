//! English, of what people say and do, and of stones beside the board.

use super::super::desk::MOVES_MAX;
use super::super::list::shown;
use super::super::{AtDesk, BesideBoard, Language, NamedPlayer, OfMatch, OfSeal, kind_name};
use crate::go::Vertex;

pub(super) fn at_desk(saying: &AtDesk) -> String {
    match saying {
        AtDesk::Reported { kind, of, by, note } => {
            let of = of.map_or(String::new(), |of| format!(" ({})", of.name()));
            let by = by.as_ref().map_or(String::new(), |by| format!(" by {by}"));
            let note = note.as_ref().map_or(String::new(), |note| format!(" \"{note}\""));
            format!("Reported{by}: {}{of}.{note}", kind_name(*kind, Language::En))
        }
        AtDesk::Called { by: None, .. } => "The referee is called.".to_owned(),
        AtDesk::Called { by: Some(by), own_time: true } => format!("{} calls the referee.", by.name()),
        AtDesk::Called { by: Some(by), own_time: false } => {
            format!("{} calls the referee in the opponent's time, in which only what is urgent is raised.", by.name())
        }
        AtDesk::ClaimedInOpponentsTime { by } => format!("{} has claimed it in the opponent's time.", by.name()),
        AtDesk::LeftSeat { who, times, overtime, clock_runs } => {
            let often = if *times > 1 { format!(" for the {} time", ordinal(*times)) } else { String::new() };
            let overtime = if *overtime { " in overtime" } else { "" };
            let clock = if *clock_runs { " The clock runs on." } else { "" };
            format!("{} has left the seat{often}{overtime}.{clock}", who.name())
        }
        AtDesk::Back { who, meanwhile } => {
            let (told, more) = shown(meanwhile, MOVES_MAX, |(n, at)| format!("{n} {}", place(*at)));
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{} is back and must be told what was played meanwhile: {}{more}.", who.name(), told.join(", "))
        }
    }
}

pub(super) fn of_seal(saying: &OfSeal) -> String {
    match saying {
        OfSeal::Unreadable { by } => format!("{}'s sealed move cannot be read. Decide what is played.", by.name()),
        OfSeal::Otherwise { by, reads } => {
            format!("{}'s sealed move reads {}, and that is not what the digest says that was handed in with it.", by.name(), place(*reads))
        }
        OfSeal::Elsewhere { by, sealed, played } => {
            format!("{} has sealed {} and played {}.", by.name(), place(*sealed), place(*played))
        }
        OfSeal::Occupied { by, at } => format!("{} has sealed {at}, where a stone stands already.", by.name()),
    }
}

pub(super) fn of_match(saying: &OfMatch) -> String {
    match saying {
        OfMatch::NoWinner { drawn } => {
            let how = if *drawn { "The game is drawn" } else { "The game has no result" };
            format!("{how}, and one of the two must go on in this competition. Rule what decides: another game, or who goes on.")
        }
        OfMatch::NotInLineup { who, board, set } => {
            format!("{} sits at board {board}, where the line-up has {}.", named(who), set.join(" or "))
        }
        OfMatch::OtherBoard { who, board, set } => {
            format!("{} sits at board {board}, and belongs at board {set} by the line-up.", named(who))
        }
        OfMatch::OtherPartner { who, partner, set } => {
            format!("{} plays with {partner}, and with {set} by the line-up.", named(who))
        }
        OfMatch::NotNext { who, set } => {
            format!("{} plays, and by the order of the relay it is the turn of {set}. The order is fixed.", named(who))
        }
        OfMatch::PlacingChanged { board, team, set, now } => {
            format!("The line-up has {set} at board {board} for {team}, and {now} is named now. It is not changed once it is set.")
        }
    }
}

fn named(who: &NamedPlayer) -> String {
    format!("{} ({})", who.name, who.color.name())
}

pub(super) fn beside_board(saying: &BesideBoard) -> String {
    match saying {
        BesideBoard::BowlNotFull { of, holds, should } => {
            format!("{}'s bowl holds {}, and should hold {should}. Put it right before play.", of.name(), stones(*holds))
        }
        BesideBoard::BegunAllTheSame => "Play has begun all the same.".to_owned(),
        BesideBoard::Lid { of, holds, captured, paid } => {
            let paid = if *paid > 0 { format!(" and {paid} for points") } else { String::new() };
            format!("{}'s lid holds {}, and should hold {captured} captured{paid}.", of.name(), stones(*holds))
        }
        BesideBoard::Nowhere { stones: color, count } => {
            format!("{} of {} are missing: neither on the board, nor in the bowl, nor in the lid.", stones(*count), color.name())
        }
        BesideBoard::TooMany { stones: color, count } => format!("{} of {} are too many.", stones(*count), color.name()),
    }
}

fn place(at: Option<Vertex>) -> String {
    at.map_or("pass".to_owned(), |at| at.to_string())
}

fn stones(count: u32) -> String {
    if count == 1 { "1 stone".to_owned() } else { format!("{count} stones") }
}

fn ordinal(times: u32) -> String {
    match times {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        more => format!("{more}th"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;

    #[test]
    fn whose_it_is_and_what_is_wrong_is_in_the_words() {
        let (black, white) = (Color::Black, Color::White);
        let point = crate::go::Point::new(3, 3).vertex(crate::go::Size::square(19).expect("a size"));
        assert_eq!(of_seal(&OfSeal::Elsewhere { by: black, sealed: Some(point), played: None }), "Black has sealed D16 and played pass.");
        assert_eq!(
            beside_board(&BesideBoard::Lid { of: white, holds: 1, captured: 2, paid: 2 }),
            "White's lid holds 1 stone, and should hold 2 captured and 2 for points."
        );
        assert_eq!(
            at_desk(&AtDesk::LeftSeat { who: black, times: 2, overtime: true, clock_runs: true }),
            "Black has left the seat for the second time in overtime. The clock runs on."
        );
        let meanwhile = vec![(7, Some(point)), (8, None)];
        assert_eq!(
            at_desk(&AtDesk::Back { who: black, meanwhile }),
            "Black is back and must be told what was played meanwhile: 7 D16, 8 pass."
        );
    }
}
