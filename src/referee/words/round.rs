//! Play that goes round, in every language: one sentence in all of them, put together from the same parts.

use super::Language;
use super::saying::{GoesRound, RoundRemedy};
use crate::go::{Cycle, CycleKind};

/// What each language says, in the order of [`Language::ALL`].
type Each = [&'static str; Language::ALL.len()];

/// Says it.
pub(super) fn say(GoesRound { cycle, remedy }: &GoesRound, language: Language) -> String {
    let Cycle { rounds, length, captured, .. } = *cycle;
    let (black, white) = (captured.black, captured.white);
    let (since, kind, remedy) = (since(cycle, language), kind(cycle.kind)[language as usize], self::remedy(*remedy)[language as usize]);
    let passes = passes(cycle.passes.black + cycle.passes.white, language);
    match language {
        Language::En => {
            format!(
                "{since} (rounds: {rounds}): {kind}, a cycle of {length} moves{passes}, captures Black {black}, White {white}. {remedy}"
            )
        }
        Language::ZhHans => format!("{since}（第{rounds}次）：{kind}，{length}手一循环{passes}，黑提{black}子，白提{white}子。{remedy}"),
        Language::ZhHant => format!("{since}（第{rounds}次）：{kind}，{length}手一循環{passes}，黑提{black}子，白提{white}子。{remedy}"),
        Language::Ja => {
            format!("{since}（{rounds}回目）：{kind}、{length}手で一巡{passes}、取った石は黒{black}子、白{white}子です。{remedy}")
        }
        Language::Ko => format!("{since}({rounds}회): {kind}, {length}수 순환{passes}, 따낸 돌 흑 {black}, 백 {white}. {remedy}"),
    }
}

/// That what stood once stands again: all of it, or only the stones.
fn since(cycle: &Cycle, language: Language) -> String {
    let (first, all) = (cycle.first, cycle.same_to_move);
    match language {
        Language::En => {
            let when = if first == 0 { "at the start".to_owned() } else { format!("after move {first}") };
            if all { format!("The position {when} is back") } else { format!("The stones {when} are back, with the other side to move") }
        }
        Language::ZhHans => {
            let when = if first == 0 { "开局时".to_owned() } else { format!("第{first}手后") };
            if all { format!("{when}的局面再现") } else { format!("{when}的棋形再现，轮走方不同") }
        }
        Language::ZhHant => {
            let when = if first == 0 { "開局時".to_owned() } else { format!("第{first}手後") };
            if all { format!("{when}的局面再現") } else { format!("{when}的棋形再現，輪走方不同") }
        }
        Language::Ja => {
            let when = if first == 0 { "開始時".to_owned() } else { format!("{first}手目の後") };
            if all {
                format!("{when}の局面が再び現れました")
            } else {
                format!("{when}の石の配置が手番を変えて再び現れました")
            }
        }
        Language::Ko => {
            let when = if first == 0 { "시작할 때의".to_owned() } else { format!("{first}수 뒤의") };
            if all {
                format!("{when} 국면이 다시 나타났습니다")
            } else {
                format!("{when} 돌 배치가 차례를 바꾸어 다시 나타났습니다")
            }
        }
    }
}

/// Nothing where there is none.
fn passes(passes: u32, language: Language) -> String {
    match (passes, language) {
        (0, _) => String::new(),
        (passes, Language::En) => format!(" (passes: {passes})"),
        (passes, Language::ZhHans) => format!("（含停着{passes}次）"),
        (passes, Language::ZhHant) => format!("（含停著{passes}次）"),
        (passes, Language::Ja) => format!("（うちパス{passes}回）"),
        (passes, Language::Ko) => format!("(그중 착수 포기 {passes}회)"),
    }
}

fn kind(kind: CycleKind) -> Each {
    match kind {
        CycleKind::Kos(1) => ["a simple ko", "单劫", "單劫", "コウ", "단패"],
        CycleKind::Kos(2) => ["a double ko", "双劫", "雙劫", "両コウ", "양패"],
        CycleKind::Kos(3) => ["a triple ko", "三劫", "三劫", "三コウ", "삼패"],
        CycleKind::Kos(4) => ["a quadruple ko", "四劫", "四劫", "四コウ", "사패"],
        CycleKind::Kos(_) => ["several kos", "多劫", "多劫", "多数のコウ", "여러 패"],
        CycleKind::TwoForTwo => [
            "two stones for two, as in eternal life",
            "互提二子（长生之类）",
            "互提二子（長生之類）",
            "二子の取り合い（長生など）",
            "두 점씩 따내기(장생 등)",
        ],
        CycleKind::SendingTwoReturningOne => [
            "two stones sent, one returned",
            "送二子、回提一子",
            "送二子、回提一子",
            "二子を送り一子を取り返す形",
            "두 점을 보내고 한 점을 되따냄",
        ],
        CycleKind::Other => ["a repetition", "同形循环", "同形循環", "同形反復", "동형반복"],
    }
}

fn remedy(remedy: RoundRemedy) -> Each {
    match remedy {
        RoundRemedy::DrawOrReplay => [
            "Nothing is forbidden by itself. If neither yields, it may be ruled a draw or played again; or play goes on.",
            "本身并不违规。双方互不相让时，可判和棋或重下，也可续弈。",
            "本身並不違規。雙方互不相讓時，可判和棋或重下，也可續弈。",
            "それ自体は反則ではありません。互いに譲らなければ引き分けまたは打ち直しとすることができ、続行もできます。",
            "그 자체는 반칙이 아닙니다. 서로 양보하지 않으면 무승부나 재대국으로 판정할 수 있고, 계속 둘 수도 있습니다.",
        ],
        RoundRemedy::NoResult => [
            "If both players agree, the game is without result.",
            "双方同意时，本局为无胜负。",
            "雙方同意時，本局為無勝負。",
            "両対局者が同意したときは無勝負となります。",
            "두 대국자가 합의하면 무승부가 됩니다.",
        ],
        RoundRemedy::HotStonesEqual => [
            "Nobody is at fault. As many stones were taken on both sides: the game goes on by the rule of hot stones.",
            "误提不罚。双方提子数相同，按热子规定续弈。",
            "誤提不罰。雙方提子數相同，按熱子規定續弈。",
            "取り間違いに罰則はありません。取った石は同数で、熱子の規定により続行します。",
            "잘못 따낸 데 벌칙은 없습니다. 양쪽이 따낸 돌의 수가 같으며, 열자 규정에 따라 계속 둡니다.",
        ],
        RoundRemedy::HotStones => [
            "Nobody is at fault. When both agree how many were taken, as many are taken on both sides, and the game goes on.",
            "误提不罚。双方确认提子数后，补提至相等，再续弈。",
            "誤提不罰。雙方確認提子數後，補提至相等，再續弈。",
            "取り間違いに罰則はありません。取った数を双方で確認し、同数になるまで取ってから続行します。",
            "잘못 따낸 데 벌칙은 없습니다. 따낸 수를 서로 확인하고 같은 수가 되게 따낸 뒤 계속 둡니다.",
        ],
        RoundRemedy::Disturber => [
            "Whoever disturbs may not go on after one full cycle; who that is, the referee says.",
            "扰劫一方循环一周后不得再扰；何方为扰劫，由裁判认定。",
            "擾劫一方循環一周後不得再擾；何方為擾劫，由裁判認定。",
            "擾劫の側は一巡の後に続けることができません。どちらがそうかは審判が認定します。",
            "교란하는 쪽은 한 순환 뒤에 더 둘 수 없습니다. 어느 쪽인지는 심판이 정합니다.",
        ],
        RoundRemedy::Ask => [
            "Ask whether either side will play otherwise; if neither does, rule.",
            "请问明双方是否变着；如互不相让，请裁定。",
            "請問明雙方是否變著；如互不相讓，請裁定。",
            "どちらかが手を変えるかを確認し、互いに譲らなければ裁定してください。",
            "어느 쪽이 수를 바꿀지 확인하고, 서로 양보하지 않으면 판정하십시오.",
        ],
    }
}
