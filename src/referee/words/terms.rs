//! The words of referees beside the names of kinds: what can be decided, what players get, how games end, how clocks stand. A line each, in the
//! order of [`Language::ALL`].
//!
//! Four things are never called the same (articles B): a caution, a warning, a turn that is lost, a game that is lost. Where a word is written
//! alike in two languages it is the same word in both.

use super::Language;
use crate::clock::PlayerPhase;
use crate::referee::{Basis, BoardRemedy, Sanction, Severity};

/// What a player gets.
pub fn sanction_name(sanction: Sanction, language: Language) -> String {
    let names = match sanction {
        Sanction::Caution => ["caution", "劝告", "勸告", "注意", "주의"],
        Sanction::Warning => ["warning", "警告", "警告", "警告", "경고"],
        Sanction::Points(points) => {
            return match language {
                Language::En if points == 1 => "1 penalty point".to_owned(),
                Language::En => format!("{points} penalty points"),
                Language::ZhHans => format!("罚{points}点"),
                Language::ZhHant => format!("罰{points}點"),
                Language::Ja => format!("罰点{points}目"),
                Language::Ko => format!("벌점 {points}집"),
            };
        }
        Sanction::Loss => ["loss of the game", "判负", "判負", "反則負け", "반칙패"],
        Sanction::BothLose => ["both lose", "双方判负", "雙方判負", "両者負け", "양측 패"],
        Sanction::Draw => ["draw", "和棋", "和局", "引き分け（持碁）", "무승부"],
        Sanction::Replay => ["replay of the game", "重下", "重新對局", "打ち直し（再対局）", "재대국"],
    };
    names[language as usize].to_owned()
}

/// What becomes of the position.
pub fn remedy_name(remedy: BoardRemedy, language: Language) -> &'static str {
    let names = match remedy {
        BoardRemedy::None => ["board unchanged", "盘面不变", "盤面不變", "盤面はそのまま", "판 그대로"],
        BoardRemedy::Restore => ["put back as before", "恢复原状", "恢復原狀", "元に戻す", "원상 복구"],
        BoardRemedy::Stands => ["what stands, stands", "现状有效", "現狀有效", "現状のまま有効", "현 상태 유효"],
        BoardRemedy::Retract => ["move void", "着手无效", "著手無效", "着手の取り消し", "착수 무효"],
        BoardRemedy::ForcedPass => ["forced pass", "弃权一次", "棄權一次", "着手放棄とする（手番を失う）", "착수 포기 처리"],
    };
    names[language as usize]
}

/// How much is asked of a person.
pub fn severity_name(severity: Severity, language: Language) -> &'static str {
    let names = match severity {
        Severity::Notice => ["notice", "告知", "知會", "お知らせ", "알림"],
        Severity::Attention => ["attention", "请查看", "請查看", "要確認", "확인 필요"],
        Severity::Ruling => ["ruling needed", "须裁决", "須裁決", "要裁定", "판정 필요"],
    };
    names[language as usize]
}

/// What an alert stands on.
pub fn basis_name(basis: Basis, language: Language) -> &'static str {
    let names = match basis {
        Basis::Sensor => ["seen by the sensors", "传感器所见", "感測器所見", "センサーで検出", "센서로 확인"],
        Basis::Suspected => ["suspected", "疑似", "疑似情形", "疑い", "추정"],
        Basis::Reported => ["reported by a person", "有人报告", "有人回報", "人からの報告", "사람이 보고"],
    };
    names[language as usize]
}

/// The part of a player's time that runs.
pub fn phase_name(phase: PlayerPhase, language: Language) -> &'static str {
    let names = match phase {
        PlayerPhase::Main => ["main time", "基本用时", "基本時限", "持ち時間", "제한 시간"],
        PlayerPhase::ByoYomi { .. } => ["byo-yomi", "读秒", "讀秒", "秒読み", "초읽기"],
        PlayerPhase::Canadian { .. } => ["Canadian overtime", "加拿大式读秒", "加拿大式讀秒", "カナダ式秒読み", "캐나다식 초읽기"],
        PlayerPhase::Reserve { .. } => ["reserve minutes", "保留时间读秒", "保留時間讀秒", "残り時間の秒読み", "보류 시간 초읽기"],
        PlayerPhase::Nhk { .. } => ["thinking time units", "考虑时间", "考慮時間", "考慮時間", "고려 시간"],
        PlayerPhase::IngPenalty { .. } => ["penalty overtime", "罚点延时", "罰點延時", "罰点付き延長時間", "벌점 연장 시간"],
        PlayerPhase::Flagged { .. } => ["time over", "超时", "逾時", "時間切れ", "시간 초과"],
    };
    names[language as usize]
}

/// The terms with their names in documents.
macro_rules! terms {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $words:expr,)+) => {
        /// What a person decides, and how a game ends.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Term { $($(#[$doc])* $variant,)+ }

        impl Term {
            /// All of them.
            pub const ALL: &'static [Term] = &[$(Term::$variant,)+];

            /// Its name in documents and requests (CONTRACT 4.1, 4.5).
            pub const fn name(self) -> &'static str {
                match self { $(Term::$variant => $name,)+ }
            }

            /// The term with this name in documents.
            pub fn named(name: &str) -> Option<Term> {
                Term::ALL.iter().copied().find(|term| term.name() == name)
            }

            /// What a person of the field calls it.
            pub const fn told(self, language: Language) -> &'static str {
                let words: [&'static str; 5] = match self { $(Term::$variant => $words,)+ };
                words[language as usize]
            }
        }
    };
}

terms! {
    /// The proposal is what happens.
    Confirm = "confirm" ["confirm", "确认", "確認", "提案どおり裁定", "제안대로 판정"],
    /// Nothing happens.
    Dismiss = "dismiss" ["dismiss", "不予处理", "不予處理", "却下（処分なし）", "기각"],
    /// Something else happens.
    Change = "change" ["change", "改判", "改為其他判決", "別の裁定にする", "다른 판정"],
    /// A player appeals.
    Appeal = "appeal" ["appeal", "申诉", "申訴", "異議申し立て", "이의 제기"],
    /// The opponent demands it.
    Claim = "claim" ["claim", "对方提出", "對方提出", "相手の申し立て", "상대의 요구"],
    /// No stone.
    Pass = "pass" ["pass", "停一手（弃权）", "虛手（棄權）", "パス（着手放棄）", "한 수 쉼(착수 포기)"],
    /// A move that is kept secret until the game goes on.
    Sealed = "sealed" ["sealed move", "封棋", "封棋", "封じ手", "봉수"],
    /// Won because the other resigned.
    Resignation = "resignation" ["by resignation", "中盘胜（对方认输）", "中盤勝（對方認輸）", "中押し勝ち（投了）", "불계승(기권)"],
    /// Won by points.
    Score = "score" ["by points", "数子胜", "計點勝", "作り碁の勝ち", "계가승"],
    /// Won on time.
    Time = "time" ["on time", "超时胜", "逾時勝", "時間切れ勝ち", "시간승"],
    /// Won because the other forfeits.
    Forfeit = "forfeit" ["by forfeit", "对方弃权胜", "對方棄權勝", "不戦勝", "기권승(부전승)"],
    /// Decided by a ruling.
    Ruling = "ruling" ["by ruling", "裁判判决", "裁判裁定", "審判の裁定", "심판 판정"],
    /// The other did not come.
    Absence = "absence" ["by absence", "对方缺席胜", "對方缺席勝", "相手の欠席による勝ち", "상대 불참승"],
    /// Both lose.
    BothLose = "both-lose" ["both lose", "双方判负", "雙方判負", "両者負け", "양측 패"],
    /// Nobody wins.
    Draw = "draw" ["draw", "和棋", "和局", "引き分け（持碁）", "무승부"],
    /// As if it had not been played.
    Void = "void" ["void", "对局无效", "對局無效", "対局無効", "대국 무효"],
    /// Played, and without a result.
    NoResult = "no-result" ["no result", "无胜负", "無勝負", "無勝負", "승부 없음"],
}
