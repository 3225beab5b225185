//! Chinese in simplified characters, of what people say and do, and of stones beside the board.

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
            let note = note.as_ref().map_or(String::new(), |note| format!("“{note}”"));
            format!("{by}报告：{}{of}。{note}", kind_name(*kind, Language::ZhHans))
        }
        AtDesk::Called { by: None, .. } => "有人请裁判员。".to_owned(),
        AtDesk::Called { by: Some(by), own_time: true } => format!("{}请裁判员。", player(*by)),
        AtDesk::Called { by: Some(by), own_time: false } => {
            format!("{}在对方用时中请裁判员；除紧急情况外，应在自己用时中提出。", player(*by))
        }
        AtDesk::ClaimedInOpponentsTime { by } => format!("{}在对方用时中提出。", player(*by)),
        AtDesk::LeftSeat { who, times, overtime, clock_runs } => {
            let often = if *times > 1 { format!("第{times}次") } else { String::new() };
            let overtime = if *overtime { "在自己读秒时" } else { "" };
            let clock = if *clock_runs { "照常计时。" } else { "" };
            format!("{}{overtime}{often}离席。{clock}", player(*who))
        }
        AtDesk::Back { who, meanwhile } => {
            let (told, more) = shown(meanwhile, MOVES_MAX, |(n, at)| format!("第{n}手{}", place(*at)));
            let more = if more > 0 { format!("，另有{more}手") } else { String::new() };
            format!("{}已回席，应告知离席期间的着手：{}{more}。", player(*who), told.join("、"))
        }
    }
}

pub(super) fn of_seal(saying: &OfSeal) -> String {
    match saying {
        OfSeal::Unreadable { by } => format!("{}的封手无法辨认。请裁定如何行棋。", player(*by)),
        OfSeal::Otherwise { by, reads } => format!("{}的封手为{}，与一同交存的摘要不符。", player(*by), place(*reads)),
        OfSeal::Elsewhere { by, sealed, played } => format!("{}封手为{}，实际下在{}。", player(*by), place(*sealed), place(*played)),
        OfSeal::Occupied { by, at } => format!("{}的封手为{at}，该点已有棋子。", player(*by)),
    }
}

pub(super) fn of_match(saying: &OfMatch) -> String {
    match saying {
        OfMatch::NoWinner { drawn } => {
            let how = if *drawn { "本局为和棋" } else { "本局无胜负" };
            format!("{how}，而本次比赛须决出一方晋级。请裁定如何决出：重赛，或判定何方晋级。")
        }
        OfMatch::NotInLineup { who, board, set } => format!("{}坐在第{board}台，而名单所定为{}。", named(who), set.join("、")),
        OfMatch::OtherBoard { who, board, set } => format!("{}坐在第{board}台，按名单应在第{set}台。", named(who)),
        OfMatch::OtherPartner { who, partner, set } => format!("{}与{partner}搭档，按名单应与{set}搭档。", named(who)),
        OfMatch::NotNext { who, set } => format!("{}出场，按擂台赛的次序应由{set}出场。次序排定后不得更动。", named(who)),
        OfMatch::PlacingChanged { board, team, set, now } => {
            format!("{team}第{board}台排定为{set}，现报为{now}。台次排定后不得更动。")
        }
    }
}

fn named(who: &NamedPlayer) -> String {
    format!("{}（{}）", who.name, player(who.color))
}

pub(super) fn beside_board(saying: &BesideBoard) -> String {
    match saying {
        BesideBoard::BowlNotFull { of, holds, should } => {
            format!("{}棋盒内有{holds}子，应有{should}子。请在对局前补正。", player(*of))
        }
        BesideBoard::BegunAllTheSame => "对局仍已开始。".to_owned(),
        BesideBoard::Lid { of, holds, captured, paid } => {
            let paid = if *paid > 0 { format!("，另加罚子{paid}子") } else { String::new() };
            format!("{}棋盒盖内有{holds}子，应有提子{captured}子{paid}。", player(*of))
        }
        BesideBoard::Nowhere { stones: color, count } => {
            format!("{}少了{count}个：不在盘上，不在盒中，也不在盒盖内。", stones(Some(*color)))
        }
        BesideBoard::TooMany { stones: color, count } => format!("{}多了{count}个。", stones(Some(*color))),
    }
}

fn place(at: Option<Vertex>) -> String {
    at.map_or("停一手".to_owned(), |at| at.to_string())
}
