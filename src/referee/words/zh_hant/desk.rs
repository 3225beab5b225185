//! Chinese in traditional characters, of what people say and do, and of stones beside the board.

use super::super::desk::MOVES_MAX;
use super::super::list::shown;
use super::super::{AtDesk, BesideBoard, Language, NamedPlayer, OfMatch, OfSeal, kind_name};
use super::{player, stones};
use crate::go::Vertex;

pub(super) fn at_desk(saying: &AtDesk) -> String {
    match saying {
        AtDesk::Reported { kind, of, by, note } => {
            let of = of.map_or(String::new(), |of| format!("（{}）", player(of)));
            let by = by.as_ref().map_or("有人".to_owned(), Clone::clone);
            let note = note.as_ref().map_or(String::new(), |note| format!("「{note}」"));
            format!("{by}報告：{}{of}。{note}", kind_name(*kind, Language::ZhHant))
        }
        AtDesk::Called { by: None, .. } => "有人請裁判。".to_owned(),
        AtDesk::Called { by: Some(by), own_time: true } => format!("{}請裁判。", player(*by)),
        AtDesk::Called { by: Some(by), own_time: false } => {
            format!("{}在對方用時中請裁判；除緊急情況外，應在自己用時中提出。", player(*by))
        }
        AtDesk::ClaimedInOpponentsTime { by } => format!("{}在對方用時中提出。", player(*by)),
        AtDesk::LeftSeat { who, times, overtime, clock_runs } => {
            let often = if *times > 1 { format!("第{times}次") } else { String::new() };
            let overtime = if *overtime { "在自己讀秒時" } else { "" };
            let clock = if *clock_runs { "照常計時。" } else { "" };
            format!("{}{overtime}{often}離席。{clock}", player(*who))
        }
        AtDesk::Back { who, meanwhile } => {
            let (told, more) = shown(meanwhile, MOVES_MAX, |(n, at)| format!("第{n}手{}", place(*at)));
            let more = if more > 0 { format!("，另有{more}手") } else { String::new() };
            format!("{}已回席，應告知離席期間的著手：{}{more}。", player(*who), told.join("、"))
        }
    }
}

pub(super) fn of_seal(saying: &OfSeal) -> String {
    match saying {
        OfSeal::Unreadable { by } => format!("{}的封手無法辨認。請裁定如何行棋。", player(*by)),
        OfSeal::Otherwise { by, reads } => format!("{}的封手為{}，與一同交存的摘要不符。", player(*by), place(*reads)),
        OfSeal::Elsewhere { by, sealed, played } => format!("{}封手為{}，實際下在{}。", player(*by), place(*sealed), place(*played)),
        OfSeal::Occupied { by, at } => format!("{}的封手為{at}，該點已有棋子。", player(*by)),
    }
}

pub(super) fn of_match(saying: &OfMatch) -> String {
    match saying {
        OfMatch::NoWinner { drawn } => {
            let how = if *drawn { "本局為和棋" } else { "本局無勝負" };
            format!("{how}，而本次比賽須決出一方晉級。請裁定如何決出：重賽，或判定何方晉級。")
        }
        OfMatch::NotInLineup { who, board, set } => format!("{}坐在第{board}台，而名單所定為{}。", named(who), set.join("、")),
        OfMatch::OtherBoard { who, board, set } => format!("{}坐在第{board}台，按名單應在第{set}台。", named(who)),
        OfMatch::OtherPartner { who, partner, set } => format!("{}與{partner}搭檔，按名單應與{set}搭檔。", named(who)),
        OfMatch::NotNext { who, set } => format!("{}出場，按擂台賽的次序應由{set}出場。次序排定後不得更動。", named(who)),
        OfMatch::PlacingChanged { board, team, set, now } => {
            format!("{team}第{board}台排定為{set}，現報為{now}。台次排定後不得更動。")
        }
    }
}

fn named(who: &NamedPlayer) -> String {
    format!("{}（{}）", who.name, player(who.color))
}

pub(super) fn beside_board(saying: &BesideBoard) -> String {
    match saying {
        BesideBoard::BowlNotFull { of, holds, should } => {
            format!("{}棋罐內有{holds}子，應有{should}子。請在對局前補正。", player(*of))
        }
        BesideBoard::BegunAllTheSame => "對局仍已開始。".to_owned(),
        BesideBoard::Lid { of, holds, captured, paid } => {
            let paid = if *paid > 0 { format!("，另加罰子{paid}子") } else { String::new() };
            format!("{}棋罐蓋內有{holds}子，應有提子{captured}子{paid}。", player(*of))
        }
        BesideBoard::Nowhere { stones: color, count } => {
            format!("{}少了{count}個：不在盤上，不在罐中，也不在罐蓋內。", stones(Some(*color)))
        }
        BesideBoard::TooMany { stones: color, count } => format!("{}多了{count}個。", stones(Some(*color))),
    }
}

fn place(at: Option<Vertex>) -> String {
    at.map_or("虛手".to_owned(), |at| at.to_string())
}
