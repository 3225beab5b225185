//! Japanese, of what people say and do, and of stones beside the board.

use super::super::desk::MOVES_MAX;
use super::super::list::shown;
use super::super::{AtDesk, BesideBoard, Language, NamedPlayer, OfMatch, OfSeal, kind_name};
use super::{player, stones};
use crate::go::Vertex;

pub(super) fn at_desk(saying: &AtDesk) -> String {
    match saying {
        AtDesk::Reported { kind, of, by, note } => {
            let of = of.map_or(String::new(), |of| format!("（{}）", player(of)));
            let by = by.as_ref().map_or(String::new(), |by| format!("{by}の"));
            let note = note.as_ref().map_or(String::new(), |note| format!("「{note}」"));
            format!("{by}報告：{}{of}。{note}", kind_name(*kind, Language::Ja))
        }
        AtDesk::Called { by: None, .. } => "審判が呼ばれています。".to_owned(),
        AtDesk::Called { by: Some(by), own_time: true } => format!("{}が審判を呼んでいます。", player(*by)),
        AtDesk::Called { by: Some(by), own_time: false } => {
            format!("{}が相手の時間中に審判を呼んでいます。急を要しない限り、自分の時間中に申し出るものです。", player(*by))
        }
        AtDesk::ClaimedInOpponentsTime { by } => format!("{}が相手の時間中に申し出ました。", player(*by)),
        AtDesk::LeftSeat { who, times, overtime, clock_runs } => {
            let often = if *times > 1 { format!("{times}回目の") } else { String::new() };
            let overtime = if *overtime { "自分の秒読み中に" } else { "" };
            let clock = if *clock_runs { "時計は進んだままです。" } else { "" };
            format!("{}が{overtime}{often}離席をしました。{clock}", player(*who))
        }
        AtDesk::Back { who, meanwhile } => {
            let (told, more) = shown(meanwhile, MOVES_MAX, |(n, at)| format!("第{n}手 {}", place(*at)));
            let more = if more > 0 { format!("、ほか{more}手") } else { String::new() };
            format!("{}が席に戻りました。離席中の着手を知らせてください：{}{more}。", player(*who), told.join("、"))
        }
    }
}

pub(super) fn of_seal(saying: &OfSeal) -> String {
    match saying {
        OfSeal::Unreadable { by } => format!("{}の封じ手が読み取れません。どう打つかを裁定してください。", player(*by)),
        OfSeal::Otherwise { by, reads } => {
            format!("{}の封じ手は{}ですが、一緒に預けられた要約値と合いません。", player(*by), place(*reads))
        }
        OfSeal::Elsewhere { by, sealed, played } => {
            format!("{}の封じ手は{}ですが、{}に打たれました。", player(*by), place(*sealed), place(*played))
        }
        OfSeal::Occupied { by, at } => format!("{}の封じ手は{at}ですが、その点にはすでに石があります。", player(*by)),
    }
}

pub(super) fn of_match(saying: &OfMatch) -> String {
    match saying {
        OfMatch::NoWinner { drawn } => {
            let how = if *drawn { "この対局は持碁です" } else { "この対局は無勝負です" };
            format!("{how}が、この大会ではどちらかが勝ち進まなければなりません。打ち直しか、どちらが勝ち進むかを裁定してください。")
        }
        OfMatch::NotInLineup { who, board, set } => {
            format!("第{board}台に{}が着いていますが、オーダーでは{}です。", named(who), set.join("、"))
        }
        OfMatch::OtherBoard { who, board, set } => {
            format!("第{board}台に{}が着いていますが、オーダーでは第{set}台です。", named(who))
        }
        OfMatch::OtherPartner { who, partner, set } => {
            format!("{}が{partner}と組んでいますが、オーダーでは{set}と組みます。", named(who))
        }
        OfMatch::NotNext { who, set } => {
            format!("{}が出場していますが、勝ち抜き戦の順では{set}の番です。出場順は変えられません。", named(who))
        }
        OfMatch::PlacingChanged { board, team, set, now } => {
            format!("{team}の第{board}台は{set}と決まっていますが、{now}が挙げられました。決まったオーダーは変えられません。")
        }
    }
}

fn named(who: &NamedPlayer) -> String {
    format!("{}（{}）", who.name, player(who.color))
}

pub(super) fn beside_board(saying: &BesideBoard) -> String {
    match saying {
        BesideBoard::BowlNotFull { of, holds, should } => {
            format!("{}の碁笥には{holds}子あり、{should}子あるべきです。対局の前に補ってください。", player(*of))
        }
        BesideBoard::BegunAllTheSame => "それでも対局は始まりました。".to_owned(),
        BesideBoard::Lid { of, holds, captured, paid } => {
            let paid = if *paid > 0 { format!("と罰点の石{paid}子") } else { String::new() };
            format!("{}の蓋には{holds}子あり、アゲハマ{captured}子{paid}があるべきです。", player(*of))
        }
        BesideBoard::Nowhere { stones: color, count } => {
            format!("{}が{count}子足りません。盤上にも碁笥にも蓋にもありません。", stones(Some(*color)))
        }
        BesideBoard::TooMany { stones: color, count } => format!("{}が{count}子多すぎます。", stones(Some(*color))),
    }
}

fn place(at: Option<Vertex>) -> String {
    at.map_or("パス".to_owned(), |at| at.to_string())
}
