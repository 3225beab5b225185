//! Japanese, with the words of the rules of 1989 and of tournament halls.

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
        Saying::GoesRound(saying) => super::round::say(saying, Language::Ja),
        Saying::OfRulings(saying) => of_rulings(saying),
    }
}

/// What stands between a notice and what it said before.
pub(super) const EARLIER: &str = "以前の通知：";

fn on_board(saying: &OnBoard) -> String {
    match saying {
        OnBoard::DoubleMove { by, at } => format!(
            "{}が相手の着手のないまま{}に続けて打ちました（二手打ち）。相手がパスしたかどうかを確認してください。",
            who(*by),
            points(at)
        ),
        OnBoard::TwoStones { by, at } => {
            format!("{}が一手で二子を置きました（{}）。投了の意思かどうかを確認してください。", who(*by), points(at))
        }
        OnBoard::WrongColor { by, at } => format!("{}が{}に相手の色の石を打ったようです。", who(*by), points(at)),
        OnBoard::Relocated { by, from, to } => {
            format!("{}の石は{from}に打たれ、いまは{to}にあります。本来の位置は{from}です。", who(*by))
        }
        OnBoard::Retracted { by, at } => format!("{}が{}に打った石を取り上げました。元の位置にあるべき石です。", who(*by), points(at)),
        OnBoard::Shifted { stone, from, to } => {
            format!("{}が{from}から{to}に動いています。どこにあるべき石かを両対局者に確認してください。", stones(*stone))
        }
        OnBoard::Scattered { at } => format!("盤面が崩れています：{}。棋譜のとおりに並べ直してください。", points(at)),
        OnBoard::WrongCapture { by, at } => {
            format!("{}がダメの詰まっていない石を取り上げました：{}。盤上に残るべき石です。", who(*by), points(at))
        }
        OnBoard::CapturesLeft { by, at } => {
            format!("{}の手番は終わりましたが、取った石が盤上に残っています：{}。取り上げてください。", who(*by), points(at))
        }
        OnBoard::ForbiddenPoint { by, at } => {
            format!("{}の{}の石はダメが一つもなく、相手の石も取れません（着手禁止点）。", who(*by), points(at))
        }
        OnBoard::KoRetaken { by, at } => format!("{}が{}でコウをすぐに取り返しました。", who(*by), points(at)),
        OnBoard::Repetition { by, at } => format!("{}の{}の着手で、以前と同じ局面になりました（同形反復）。", who(*by), points(at)),
        OnBoard::ExtraStones { at } => {
            format!("打たれたはずのない石が{}にあります。取り除くか、棋譜を訂正してください。", points(at))
        }
        OnBoard::StonesMissing { stone, at } => {
            format!("棋譜にある{}が盤上にありません：{}。元に戻すか、棋譜を訂正してください。", stones(*stone), points(at))
        }
        OnBoard::PerhapsEnded => "終局したようです。結果を入力するか、続行するなら盤面を元に戻してください。".to_owned(),
        OnBoard::Turned => {
            "盤面は棋譜と同じですが、向きが変わっているか左右が逆です。元のとおりに並べるか、設定を直してください。".to_owned()
        }
        OnBoard::TurnedSo { befell, configure } => format!(
            "盤上の局面は{}。棋譜のとおりに並べ直すか、[table.board] で mirrored = {}、rotation = {} として kifud を再起動してください。",
            turned(*befell),
            configure.mirrored,
            configure.rotation.degrees()
        ),
        OnBoard::Differs(differences) => {
            format!("盤面が棋譜と一致しません：{}。盤面を直すか、棋譜を訂正してください。", differs(differences))
        }
        OnBoard::DiffersAt { at } => format!("盤面が棋譜と一致しません：{}。盤面を直すか、棋譜を訂正してください。", points(at)),
        OnBoard::Ways(ways) => {
            let (ways, _) = shown(ways, WAYS_MAX, |way| joined(way, "の次に"));
            format!("盤面の経過は何通りか考えられます：{}。どれかを指定してください。", ways.join("、または"))
        }
        OnBoard::WaysOver { at } => format!("盤面の経過は何通りか考えられます（{}）。どれかを指定してください。", points(at)),
        OnBoard::Named { kind, by, at } => {
            let name = kind_name(*kind, Language::Ja);
            let by = by.map_or(String::new(), |by| format!("（{}）", player(by)));
            if at.is_empty() { format!("該当事項：{name}{by}。") } else { format!("該当事項：{name}{by}：{}。", points(at)) }
        }
    }
}

fn in_record(saying: &InRecord) -> String {
    match saying {
        InRecord::OrderUnsure { first, last, at } => {
            format!("第{first}手から第{last}手までは打たれるところが見えず、手順が確かではありません：{}。", points(at))
        }
        InRecord::Flickers { at } => format!("{at}の反応が安定せず、石があるかどうか分かりません。"),
        InRecord::MoveUnread { by, n, at } => {
            format!("{at}が読み取れません。{}の第{n}手をそこに打ったものとしました。確認し、違えば棋譜を訂正してください。", player(*by))
        }
        InRecord::PassUnread { by, at } => {
            format!("{at}が読み取れません。{}はパスしたものとしました。そこに石を打っていれば棋譜を訂正してください。", player(*by))
        }
        InRecord::PerhapsUnheard { after } => format!(
            "第{after}手の後に、受信できなかった石があるかもしれません。棋譜と照合し、set-position か correct-record で確定してください。"
        ),
        InRecord::PutWrongly { at } => {
            format!("棋譜では石のあるはずのない{}に石が置かれました。確認して棋譜を訂正してください。", points(at))
        }
        InRecord::Unheard { by, before } => format!(
            "{before}の前の{}の着手が受信できませんでした。play、correct-record、set-position のどれかで入力してください。",
            player(*by)
        ),
        InRecord::BreakOver { board } => {
            let why = board.as_ref().map_or("碁盤がつながっていません。".to_owned(), |board| {
                format!("盤面が棋譜と一致しません：{}。盤面を直すか、棋譜を訂正してください。", differs(board))
            });
            format!(
                "休憩は終わりましたが、対局は中断したままです。{why}その後は自動で再開します。resume に force を付ければこのまま再開します。"
            )
        }
    }
}

fn at_clock(saying: &AtClock) -> String {
    match saying {
        AtClock::PressForgotten { by, n } => {
            let by = player(*by);
            format!("{by}が第{n}手の後に時計を押さず、相手はすでに応じました。{by}の時計が進んでいます。")
        }
        AtClock::SidesExchanged => "打っていない側の時計ばかり押されています。設定で左右が逆か、電源を入れた時のレバーの位置で時計の左右が\
             逆です。黒がどちらに座っているかを set-colors で指定してください。"
            .to_owned(),
        AtClock::NotStarted => "対局は進んでいますが、対局時計が動いていません。時計を動かしてください。".to_owned(),
        AtClock::PeriodsSetWrong { of, shown, control } => {
            format!(
                "対局時計では{0}の秒読みが{1}回ですが、規定では{2}回です。合わせ直すか、そのまま使ってください（adopt-clock）。",
                player(*of),
                shown,
                control
            )
        }
        AtClock::PeriodSetWrong { of, shown_ms, control_ms } => {
            format!(
                "対局時計では{0}の秒読みが1回{1}ですが、規定では{2}です。合わせ直すか、そのまま使ってください（adopt-clock）。",
                player(*of),
                span(*shown_ms),
                span(*control_ms)
            )
        }
        AtClock::SetWrong { of, shown_ms, control_ms } => format!(
            "対局時計では{}の時間が合計{}ですが、規定では{}です。合わせ直すか、そのまま使ってください（adopt-clock）。",
            player(*of),
            span(*shown_ms),
            span(*control_ms)
        ),
        AtClock::Unwitnessed { of } => format!(
            "{}の時間が進んでいる間に機器が再起動しました。その間の時間はカレンダーから求めました。確認し、違えば set-clock で直してください。",
            player(*of)
        ),
        AtClock::Disagrees { of, by_ms } => format!(
            "{}の時間が対局時計と kifud で{}秒ずれています。時計が狂っているか、変更されました。確認して合わせ直すか、そのまま使ってください（adopt-clock）。",
            player(*of),
            tenths(*by_ms)
        ),
        AtClock::FlagUnsaid { of } => {
            format!("{}は時間切れのはずですが、対局時計から知らせも信号もありません。確認してください。", player(*of))
        }
        AtClock::FlagInLifting { of } => {
            format!(
                "{}は取った石を上げている間に時間切れになりましたが、その間は計時しません。時計を止め、時間を戻してください。",
                player(*of)
            )
        }
        AtClock::Flag { of } => format!("{}の時間切れです。時計を止め、裁定してください。", player(*of)),
        AtClock::FlagWithoutArticle { of } => {
            format!(
                "{}の時間切れです。適用中の規約にはこれを定める条文が見当たりません。確認すると、時間切れ負けの裁定になります。",
                player(*of)
            )
        }
        AtClock::LiftingLong { by, ms } => {
            format!("{}が取った石を{}上げておらず、その間は計時していません。上げるように促してください。", player(*by), span(*ms))
        }
        AtClock::Overtime { of, points } => format!("{}は延長時間に入りました。これまでの罰点は{points}点で、記録済みです。", player(*of)),
        AtClock::PressBeforeStone { by, ms } => format!("{}は石を置く{}秒前に時計を押しました。", player(*by), tenths(*ms)),
        AtClock::PerhapsPass { by } => {
            format!("{}が着手せずに時計を押しました。パスかどうかを確認し、パスなら pass を入力してください。", player(*by))
        }
        AtClock::PressWithoutMove { by } => format!("{}が着手せずに時計を押しました。", player(*by)),
    }
}

fn on_time(saying: &OnTime) -> String {
    match saying {
        OnTime::NeitherCame => "両対局者とも遅刻の限度までに来ていません。事実であれば両者負けです。".to_owned(),
        OnTime::Awaited { who, too_much } => {
            let more = if *too_much {
                "差し引く時間はすでに持ち時間を超えています。審判が決めてください。"
            } else {
                ""
            };
            format!("開始時刻ですが、kifud が見る限り{}はまだ来ていません。{more}来た時刻を arrived で入力してください。", player(*who))
        }
        OnTime::Late { who, late_ms, reported, cost } => {
            let (who, late) = (player(*who), span(*late_ms));
            let came = if *reported {
                format!("{who}は{late}遅刻しました。")
            } else {
                format!("{who}が初めて打ったのは開始の{late}後です。もっと早く来ていれば、その時刻を arrived で入力してください。")
            };
            format!("{came}{}", lateness(who, *cost))
        }
        OnTime::Absent { who, late_ms, limit_ms } => {
            let how = late_ms.map_or("来ていません".to_owned(), |late_ms| format!("{}遅刻しました", span(late_ms)));
            format!("{}は{how}。限度は{}です。事実であれば負けです。", player(*who), span(*limit_ms))
        }
        OnTime::SealDue { seals } => format!(
            "封じ手の時刻です。{}は退席し、手番の{}は時計を進めたまま考え、封じ手をします。",
            player(seals.opponent()),
            player(*seals)
        ),
    }
}

fn at_end(saying: &AtEnd) -> String {
    match saying {
        AtEnd::Contested { at, shared } => format!(
            "まだ打てる点があります：{}。双方が終局を確認すると、{}。そこに死に石があれば指定してください。",
            points(at),
            theirs(*shared)
        ),
        AtEnd::LeftOpen { at, shared } => format!(
            "打たれないまま終局した点があります：{}。{}。対局は再開しません。そこに死に石があれば指定してください。",
            points(at),
            theirs(*shared)
        ),
        AtEnd::StoneBeside { by } => {
            format!("{}が盤の外に石を一つ置きました。パスかどうかを確認し、パスなら pass を入力してください。", player(*by))
        }
        AtEnd::CountDiffers { of, entered, counted } => format!(
            "{}は人の計算で{}、kifud の計算で{}です。死に石とダメを確かめ、計算し直してください。",
            player(*of),
            entered.as_points(),
            counted.as_points()
        ),
        AtEnd::RecountDiffers { counted, result } => {
            format!("計算し直すと{}ですが、結果は{}となっています。改める場合は裁定してください。", lead(*counted), lead(*result))
        }
        AtEnd::Unproved { black, white, each } => {
            format!("碁笥には黒石{black}子、白石{white}子があります。{each}子ずつそろって結果が確認できます。残りの石を探してください。")
        }
        AtEnd::FilledAtOnce { at } => format!(
            "一度に埋められた石が多すぎます：{}。一子ずつ、多くても二子までです。余分な石を取り上げ、埋め直してください。",
            points(at)
        ),
        AtEnd::ShapeDisturbed(differences) => {
            format!("石の形が終局時と一致しません：{}。両対局者で保存された終局図と見比べ、元に戻してください。", differs(differences))
        }
    }
}

fn of_rulings(saying: &OfRulings) -> String {
    match saying {
        OfRulings::Appeal { by, ruling, alert, to_move } => {
            let turn = to_move.map_or(String::new(), |to_move| format!("その時は{}の手番でした。", player(to_move)));
            format!("{}が {alert} の裁定 {ruling} に異議を申し立てました。{turn}審判長が決定します。", player(*by))
        }
        OfRulings::WarningLimit { of, warnings } => {
            format!("{}はこの対局で警告が{warnings}回になりました。規則では負けですが、裁定があるまで何も起こりません。", player(*of))
        }
    }
}

/// Whose open points are.
const fn theirs(shared: bool) -> &'static str {
    if shared { "半分ずつ分け合います" } else { "どちらの地にもなりません" }
}

/// By how much somebody is ahead, by Black's points less White's.
fn lead(margin: HalfPoints) -> String {
    let points = HalfPoints(margin.0.abs()).as_points();
    match margin.0 {
        1.. => format!("黒{points}目勝ち"),
        ..0 => format!("白{points}目勝ち"),
        0 => "同数".to_owned(),
    }
}

fn lateness(who: &str, cost: LatenessCost) -> String {
    let since = |ran_since| if ran_since { "その後は時計が進んでいます。" } else { "" };
    match cost {
        LatenessCost::Unsaid => "遅刻の扱いは規則にありません。".to_owned(),
        LatenessCost::ClockRan => "時計は開始時刻から進んでおり、ほかには差し引きません。".to_owned(),
        LatenessCost::NoMainTime => "差し引く持ち時間がありません。".to_owned(),
        LatenessCost::Paid => format!("その間は{who}の時計が進んでおり、ほかには差し引きません。"),
        LatenessCost::TooMuch { off_ms, main_ms, ran_since } => {
            format!("{}差し引くのは{}で、持ち時間の{}を超えます。審判が決めてください。", since(ran_since), span(off_ms), span(main_ms))
        }
        LatenessCost::Off { off_ms, times, ran_since } => {
            format!("{}{who}の時間から{}を差し引きます（遅刻の{times}倍）。", since(ran_since), span(off_ms))
        }
    }
}

fn player(color: Color) -> &'static str {
    if color == Color::Black { "黒" } else { "白" }
}

fn who(color: Option<Color>) -> &'static str {
    color.map_or("一方の対局者", player)
}

fn stones(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "黒石",
        Some(Color::White) => "白石",
        None => "石",
    }
}

fn points(at: &[Vertex]) -> String {
    let (named, more) = shown(at, NAMED_MAX, Vertex::to_string);
    if more > 0 { format!("{}ほか{more}か所", named.join("、")) } else { named.join("、") }
}

fn differs(differences: &[Difference]) -> String {
    let (told, more) = shown(differences, NAMED_MAX, difference);
    if more > 0 { format!("{}、ほか{more}か所", told.join("、")) } else { told.join("、") }
}

fn difference(differs: &Difference) -> String {
    let expected = match differs.expected {
        Expected::Empty => "空点",
        Expected::Stone(color) => stones(Some(color)),
    };
    let seen = match differs.seen {
        Cell::Empty => "石がない",
        Cell::Stone(Color::Black) => "黒石がある",
        Cell::Stone(Color::White) => "白石がある",
        Cell::StoneOfUnknownColor => "石がある",
        Cell::Unreadable => "読み取れない",
    };
    format!("{}は{expected}のはずが{seen}", differs.at)
}

fn turned(Orientation { mirrored, rotation }: Orientation) -> String {
    let turn = match rotation {
        Rotation::None if mirrored => return "左右が逆です".to_owned(),
        Rotation::None => "元の向きです",
        Rotation::Quarter => "時計回りに90度回っています",
        Rotation::Half => "180度回っています",
        Rotation::ThreeQuarters => "反時計回りに90度回っています",
    };
    if mirrored { format!("左右が逆で、{turn}") } else { turn.to_owned() }
}

/// "1時間5分30秒".
fn span(ms: u64) -> String {
    let Span { hours, minutes, seconds } = Span::of(ms);
    match (hours, minutes, seconds) {
        (0, 0, seconds) => format!("{seconds}秒"),
        (0, minutes, 0) => format!("{minutes}分"),
        (0, minutes, seconds) => format!("{minutes}分{seconds}秒"),
        (hours, 0, 0) => format!("{hours}時間"),
        (hours, minutes, 0) => format!("{hours}時間{minutes}分"),
        (hours, minutes, seconds) => format!("{hours}時間{minutes}分{seconds}秒"),
    }
}
