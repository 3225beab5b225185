//! The words beside the kinds: sanctions, remedies, phases, decisions, results, rulebooks.

use kifud::clock::PlayerPhase;
use kifud::referee::{
    Basis, BoardRemedy, Language, Sanction, Severity, Term, basis_name, book_name, phase_name, remedy_name, sanction_name, severity_name,
};

use super::characters::{has_hangul, only_simplified, only_traditional};

fn sanctions(sanction: Sanction) -> [String; 5] {
    Language::ALL.map(|language| sanction_name(sanction, language))
}

fn remedies(remedy: BoardRemedy) -> [&'static str; 5] {
    Language::ALL.map(|language| remedy_name(remedy, language))
}

#[test]
fn a_caution_a_warning_a_lost_turn_and_a_lost_game_are_four_words_in_every_language() {
    assert_eq!(sanctions(Sanction::Caution), ["caution", "劝告", "勸告", "注意", "주의"]);
    assert_eq!(sanctions(Sanction::Warning), ["warning", "警告", "警告", "警告", "경고"]);
    assert_eq!(sanctions(Sanction::Loss), ["loss of the game", "判负", "判負", "反則負け", "반칙패"]);
    assert_eq!(sanctions(Sanction::Points(2)), ["2 penalty points", "罚2点", "罰2點", "罰点2目", "벌점 2집"]);
    assert_eq!(sanctions(Sanction::Points(1))[0], "1 penalty point");
    assert_eq!(
        remedies(BoardRemedy::ForcedPass),
        ["forced pass", "弃权一次", "棄權一次", "着手放棄とする（手番を失う）", "착수 포기 처리"]
    );
    for language in Language::ALL {
        let four = [
            sanction_name(Sanction::Caution, language),
            sanction_name(Sanction::Warning, language),
            sanction_name(Sanction::Loss, language),
            remedy_name(BoardRemedy::ForcedPass, language).to_owned(),
        ];
        assert!((0..4).all(|at| !four[at + 1..].contains(&four[at])), "{four:?}");
    }
}

#[test]
fn four_results_without_a_winner_of_their_own_are_four_words() {
    assert_eq!(sanctions(Sanction::Draw), ["draw", "和棋", "和局", "引き分け（持碁）", "무승부"]);
    assert_eq!(sanctions(Sanction::Replay), ["replay of the game", "重下", "重新對局", "打ち直し（再対局）", "재대국"]);
    assert_eq!(sanctions(Sanction::BothLose), ["both lose", "双方判负", "雙方判負", "両者負け", "양측 패"]);
    for language in Language::ALL {
        let results = [Term::BothLose, Term::Draw, Term::Void, Term::NoResult].map(|term| term.told(language));
        assert!((0..4).all(|at| !results[at + 1..].contains(&results[at])), "{results:?}");
    }
}

#[test]
fn phases_have_the_names_that_are_called_out() {
    let told = |phase| Language::ALL.map(|language| phase_name(phase, language));
    assert_eq!(told(PlayerPhase::ByoYomi { periods_left: 3 }), ["byo-yomi", "读秒", "讀秒", "秒読み", "초읽기"]);
    assert_eq!(told(PlayerPhase::Main), ["main time", "基本用时", "基本時限", "持ち時間", "제한 시간"]);
    assert_eq!(told(PlayerPhase::Flagged { provisional: true }), ["time over", "超时", "逾時", "時間切れ", "시간 초과"]);
    let others = [
        PlayerPhase::Canadian { stones_left: 4, block: 0 },
        PlayerPhase::Reserve { minutes_left: 9 },
        PlayerPhase::Nhk { units_left: 10, in_unit: false },
        PlayerPhase::IngPenalty { period: 1, penalty_points: 2 },
    ];
    for phase in others {
        let [en, hans, hant, ja, ko] = told(phase);
        assert!(en.is_ascii() && has_hangul(ko) && hans != hant && !ja.is_empty(), "{phase:?}");
    }
}

#[test]
fn decisions_and_results_are_found_by_their_names_in_documents() {
    for &term in Term::ALL {
        assert_eq!(Term::named(term.name()), Some(term));
    }
    assert_eq!(Term::named("sanction"), None);
    let told = |name: &str| Language::ALL.map(|language| Term::named(name).unwrap().told(language));
    assert_eq!(told("confirm"), ["confirm", "确认", "確認", "提案どおり裁定", "제안대로 판정"]);
    assert_eq!(told("dismiss"), ["dismiss", "不予处理", "不予處理", "却下（処分なし）", "기각"]);
    assert_eq!(told("resignation"), ["by resignation", "中盘胜（对方认输）", "中盤勝（對方認輸）", "中押し勝ち（投了）", "불계승(기권)"]);
    assert_eq!(told("time"), ["on time", "超时胜", "逾時勝", "時間切れ勝ち", "시간승"]);
}

#[test]
fn what_must_be_done_and_how_sure_it_is_is_said_in_the_script_of_the_language() {
    let severities = [Severity::Notice, Severity::Attention, Severity::Ruling];
    let bases = [Basis::Sensor, Basis::Suspected, Basis::Reported];
    let boards = [BoardRemedy::None, BoardRemedy::Restore, BoardRemedy::Stands, BoardRemedy::Retract, BoardRemedy::ForcedPass];
    let mut told: Vec<[&str; 5]> = Vec::new();
    told.extend(severities.map(|one| Language::ALL.map(|language| severity_name(one, language))));
    told.extend(bases.map(|one| Language::ALL.map(|language| basis_name(one, language))));
    told.extend(boards.map(remedies));
    told.extend(Term::ALL.iter().map(|term| Language::ALL.map(|language| term.told(language))));
    for [en, hans, hant, ja, ko] in told {
        assert!(en.is_ascii() && !ja.is_empty() && has_hangul(ko), "{en}");
        assert!(!hans.chars().any(only_traditional), "{hans}");
        assert!(!hant.chars().any(only_simplified), "{hant}");
    }
}

#[test]
fn every_rulebook_is_named_with_its_edition() {
    let books = [
        ("china-1988", "1988"),
        ("china-2002", "2002"),
        ("ing", ""),
        ("japan-1989", "1989"),
        ("korea-2024-11-08", "2024"),
        ("korea-domestic-2025-02-03", "2025"),
        ("korea-2025-02-05", "2025"),
        ("aga", ""),
        ("egf", ""),
        ("event", ""),
    ];
    for (book, edition) in books {
        let names = Language::ALL.map(|language| book_name(book, language).unwrap());
        assert!(names.iter().all(|name| name.contains(edition)), "{names:?}");
        assert!((0..5).all(|at| !names[at + 1..].contains(&names[at])), "{names:?}");
    }
    for language in Language::ALL {
        let mut names = books.map(|(book, _)| book_name(book, language));
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two books are one: {names:?}");
        assert_eq!(book_name("hall-rules", language), None);
    }
}

/// Name in documents; English; simplified Chinese; traditional Chinese; Japanese; Korean: written down beside the code, as the kinds are.
const TERMS: &[[&str; 6]] = &[
    ["confirm", "confirm", "确认", "確認", "提案どおり裁定", "제안대로 판정"],
    ["dismiss", "dismiss", "不予处理", "不予處理", "却下（処分なし）", "기각"],
    ["change", "change", "改判", "改為其他判決", "別の裁定にする", "다른 판정"],
    ["appeal", "appeal", "申诉", "申訴", "異議申し立て", "이의 제기"],
    ["claim", "claim", "对方提出", "對方提出", "相手の申し立て", "상대의 요구"],
    ["pass", "pass", "停一手（弃权）", "虛手（棄權）", "パス（着手放棄）", "한 수 쉼(착수 포기)"],
    ["sealed", "sealed move", "封棋", "封棋", "封じ手", "봉수"],
    ["resignation", "by resignation", "中盘胜（对方认输）", "中盤勝（對方認輸）", "中押し勝ち（投了）", "불계승(기권)"],
    ["score", "by points", "数子胜", "計點勝", "作り碁の勝ち", "계가승"],
    ["time", "on time", "超时胜", "逾時勝", "時間切れ勝ち", "시간승"],
    ["forfeit", "by forfeit", "对方弃权胜", "對方棄權勝", "不戦勝", "기권승(부전승)"],
    ["ruling", "by ruling", "裁判判决", "裁判裁定", "審判の裁定", "심판 판정"],
    ["absence", "by absence", "对方缺席胜", "對方缺席勝", "相手の欠席による勝ち", "상대 불참승"],
    ["both-lose", "both lose", "双方判负", "雙方判負", "両者負け", "양측 패"],
    ["draw", "draw", "和棋", "和局", "引き分け（持碁）", "무승부"],
    ["void", "void", "对局无效", "對局無效", "対局無効", "대국 무효"],
    ["no-result", "no result", "无胜负", "無勝負", "無勝負", "승부 없음"],
];

/// What becomes of the position, how much is asked, what it stands on, how a clock stands.
const OTHERS: &[[&str; 5]] = &[
    ["board unchanged", "盘面不变", "盤面不變", "盤面はそのまま", "판 그대로"],
    ["put back as before", "恢复原状", "恢復原狀", "元に戻す", "원상 복구"],
    ["what stands, stands", "现状有效", "現狀有效", "現状のまま有効", "현 상태 유효"],
    ["move void", "着手无效", "著手無效", "着手の取り消し", "착수 무효"],
    ["forced pass", "弃权一次", "棄權一次", "着手放棄とする（手番を失う）", "착수 포기 처리"],
    ["notice", "告知", "知會", "お知らせ", "알림"],
    ["attention", "请查看", "請查看", "要確認", "확인 필요"],
    ["ruling needed", "须裁决", "須裁決", "要裁定", "판정 필요"],
    ["seen by the sensors", "传感器所见", "感測器所見", "センサーで検出", "센서로 확인"],
    ["suspected", "疑似", "疑似情形", "疑い", "추정"],
    ["reported by a person", "有人报告", "有人回報", "人からの報告", "사람이 보고"],
    ["main time", "基本用时", "基本時限", "持ち時間", "제한 시간"],
    ["byo-yomi", "读秒", "讀秒", "秒読み", "초읽기"],
    ["Canadian overtime", "加拿大式读秒", "加拿大式讀秒", "カナダ式秒読み", "캐나다식 초읽기"],
    ["reserve minutes", "保留时间读秒", "保留時間讀秒", "残り時間の秒読み", "보류 시간 초읽기"],
    ["thinking time units", "考虑时间", "考慮時間", "考慮時間", "고려 시간"],
    ["penalty overtime", "罚点延时", "罰點延時", "罰点付き延長時間", "벌점 연장 시간"],
    ["time over", "超时", "逾時", "時間切れ", "시간 초과"],
];

/// Words that two languages write alike, and mean alike. Whatever else is the same in two languages is a word that was not translated.
const ALIKE: &[&str] = &["警告", "封棋", "考慮時間", "無勝負"];

#[test]
fn every_term_is_the_native_one_in_every_language_and_none_falls_back() {
    for &term in Term::ALL {
        let row = TERMS.iter().find(|row| row[0] == term.name()).unwrap_or_else(|| panic!("{term:?} is not in the table"));
        assert_eq!(Language::ALL.map(|language| term.told(language)), row[1..], "{term:?}");
    }
    assert_eq!(TERMS.len(), Term::ALL.len());
    let boards = [BoardRemedy::None, BoardRemedy::Restore, BoardRemedy::Stands, BoardRemedy::Retract, BoardRemedy::ForcedPass];
    let mut told: Vec<[&str; 5]> = boards.map(remedies).into();
    told.extend(
        [Severity::Notice, Severity::Attention, Severity::Ruling].map(|one| Language::ALL.map(|language| severity_name(one, language))),
    );
    told.extend([Basis::Sensor, Basis::Suspected, Basis::Reported].map(|one| Language::ALL.map(|language| basis_name(one, language))));
    let phases = [
        PlayerPhase::Main,
        PlayerPhase::ByoYomi { periods_left: 3 },
        PlayerPhase::Canadian { stones_left: 4, block: 0 },
        PlayerPhase::Reserve { minutes_left: 9 },
        PlayerPhase::Nhk { units_left: 10, in_unit: false },
        PlayerPhase::IngPenalty { period: 1, penalty_points: 2 },
        PlayerPhase::Flagged { provisional: false },
    ];
    told.extend(phases.map(|one| Language::ALL.map(|language| phase_name(one, language))));
    assert_eq!(told, OTHERS);
    let words = TERMS.iter().map(|row| &row[1..]).chain(OTHERS.iter().map(|row| &row[..]));
    for row in words {
        for (at, word) in row.iter().enumerate() {
            assert!(!row[at + 1..].contains(word) || ALIKE.contains(word), "{word} in two languages");
            assert_eq!(word.is_ascii(), at == 0, "{word}: English, and English alone, is written in ASCII");
        }
    }
}
