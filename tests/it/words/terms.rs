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
