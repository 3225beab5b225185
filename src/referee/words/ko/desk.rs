//! Korean, of what people say and do, and of stones beside the board.

use super::super::desk::MOVES_MAX;
use super::super::list::shown;
use super::super::{AtDesk, BesideBoard, Language, NamedPlayer, OfMatch, OfSeal, kind_name};
use super::{player, stones};
use crate::go::Vertex;

pub(super) fn at_desk(saying: &AtDesk) -> String {
    match saying {
        AtDesk::Reported { kind, of, by, note } => {
            let of = of.map_or(String::new(), |of| format!("({})", player(of)));
            let by = by.as_ref().map_or(String::new(), |by| format!("({by})"));
            let note = note.as_ref().map_or(String::new(), |note| format!(" \"{note}\""));
            format!("신고{by}: {}{of}.{note}", kind_name(*kind, Language::Ko))
        }
        AtDesk::Called { by: None, .. } => "심판을 부르고 있습니다.".to_owned(),
        AtDesk::Called { by: Some(by), own_time: true } => format!("{}이 심판을 부르고 있습니다.", player(*by)),
        AtDesk::Called { by: Some(by), own_time: false } => {
            format!("{}이 상대의 시간 중에 심판을 부르고 있습니다. 급하지 않으면 자기 시간에 제기해야 합니다.", player(*by))
        }
        AtDesk::ClaimedInOpponentsTime { by } => format!("{}이 상대의 시간 중에 제기했습니다.", player(*by)),
        AtDesk::LeftSeat { who, times, overtime, clock_runs } => {
            let often = if *times > 1 { format!(" {times}번째로") } else { String::new() };
            let overtime = if *overtime { " 자기 초읽기 중에" } else { "" };
            let clock = if *clock_runs { " 시간은 그대로 갑니다." } else { "" };
            format!("{}이{overtime}{often} 자리를 떠났습니다.{clock}", player(*who))
        }
        AtDesk::Back { who, meanwhile } => {
            let (told, more) = shown(meanwhile, MOVES_MAX, |(n, at)| format!("{n}수 {}", place(*at)));
            let more = if more > 0 { format!(" 외 {more}수") } else { String::new() };
            format!("{}이 돌아왔습니다. 자리를 비운 동안의 착수를 알려 주십시오: {}{more}.", player(*who), told.join(", "))
        }
    }
}

pub(super) fn of_seal(saying: &OfSeal) -> String {
    match saying {
        OfSeal::Unreadable { by } => format!("{}의 봉수를 읽을 수 없습니다. 어떻게 둘지 판정하십시오.", player(*by)),
        OfSeal::Otherwise { by, reads } => format!("{}의 봉수({})가 함께 맡긴 요약값과 다릅니다.", player(*by), place(*reads)),
        OfSeal::Elsewhere { by, sealed, played } => {
            format!("{}의 봉수({})와 실제 착수({})가 다릅니다.", player(*by), place(*sealed), place(*played))
        }
        OfSeal::Occupied { by, at } => format!("{}의 봉수 자리({at})에 이미 돌이 있습니다.", player(*by)),
    }
}

pub(super) fn of_match(saying: &OfMatch) -> String {
    match saying {
        OfMatch::NoWinner { drawn } => {
            let how = if *drawn { "이 대국은 무승부이나" } else { "이 대국은 승부가 나지 않았으나" };
            format!("{how} 이 대회에서는 한쪽이 올라가야 합니다. 재대국인지, 누가 올라가는지 판정하십시오.")
        }
        OfMatch::NotInLineup { who, board, set } => {
            format!("{board}번 판에 앉은 대국자: {}. 오더에 정해진 대국자: {}. 서로 다릅니다.", named(who), set.join(", "))
        }
        OfMatch::OtherBoard { who, board, set } => {
            format!("{board}번 판에 앉은 대국자: {}. 오더에는 {set}번 판으로 정해져 있습니다.", named(who))
        }
        OfMatch::OtherPartner { who, partner, set } => {
            format!("{}의 짝: {partner}. 오더에 정해진 짝: {set}. 서로 다릅니다.", named(who))
        }
        OfMatch::NotNext { who, set } => {
            format!("나온 대국자: {}. 연승전 순서에 따른 대국자: {set}. 정해진 순서는 바꿀 수 없습니다.", named(who))
        }
        OfMatch::PlacingChanged { board, team, set, now } => {
            format!("{team} {board}번 판에 정해진 대국자: {set}. 지금 알린 대국자: {now}. 정해진 오더는 바꿀 수 없습니다.")
        }
    }
}

fn named(who: &NamedPlayer) -> String {
    format!("{}({})", who.name, player(who.color))
}

pub(super) fn beside_board(saying: &BesideBoard) -> String {
    match saying {
        BesideBoard::BowlNotFull { of, holds, should } => {
            format!("{}의 돌통에 {holds}개가 있으나 {should}개가 있어야 합니다. 대국 전에 맞추십시오.", player(*of))
        }
        BesideBoard::BegunAllTheSame => "그래도 대국이 시작되었습니다.".to_owned(),
        BesideBoard::Lid { of, holds, captured, paid } => {
            let paid = if *paid > 0 { format!(", 벌점 돌 {paid}개") } else { String::new() };
            format!("{}의 사석통에 {holds}개가 있으나 사석 {captured}개{paid}를 합한 수여야 합니다.", player(*of))
        }
        BesideBoard::Nowhere { stones: color, count } => {
            format!("{} {count}개가 없습니다. 판에도 돌통에도 사석통에도 없습니다.", stones(Some(*color)))
        }
        BesideBoard::TooMany { stones: color, count } => format!("{} {count}개가 더 있습니다.", stones(Some(*color))),
    }
}

fn place(at: Option<Vertex>) -> String {
    at.map_or("착수 포기".to_owned(), |at| at.to_string())
}
