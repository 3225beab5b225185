//! Pairings from OpenGotha's file: who sits where, and what is wrong with a file in its place.

use std::path::Path;

use kifud::capture::{Recorder, replay};
use kifud::config::{self, Config, Fault, HANDICAP_KOMI, PAIRINGS_MAX_BYTES, WRONGS_MAX};
use kifud::game::{CompetitionForm, MatchInfo, Player};
use kifud::go::HalfPoints;
use kifud::table::Witness;
use kifud::time::{Mono, Stamp, Wall};
use proptest::prelude::*;

/// A tournament as OpenGotha saves it: two rounds, the second with a handicap, a bye, and a game at a table far away.
pub const TOURNAMENT: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201" externalIPAddress="0.0.0.0" fullVersionNumber="3.52.02" runningMode="SAL" saveDT="20261205090000">
<Players>
<Player agaExpirationDate="" agaId="" club="Köl" country="DE" egfPin="10000001" ffgLicence="" ffgLicenceStatus="" firstName="Jürgen" grade="3D" name="Müller" participating="11111111111111111111" rank="2D" rating="2210" ratingOrigin="EGF" registeringStatus="FIN" smmsCorrection="0"/>
<Player agaId="12345" club="" country="CN" egfPin="" ffgLicence="" firstName="洁" grade="9P" name="柯" participating="11111111111111111111" rank="9D" rating="2950" ratingOrigin="INI" registeringStatus="FIN" smmsCorrection="0"/>
<Player club="Gre" country="FR" egfPin="" ffgLicence="0900001" firstName="Jean Marc" grade="" name="de la Tour" participating="11111111111111111111" rank="11K" rating="1000" ratingOrigin="FFG" registeringStatus="FIN" smmsCorrection="0"/>
<Player club="" country="" firstName="" grade="12K" name="O&apos;Neil" rank="12K" rating="900" registeringStatus="FIN"/>
<Player club="Ams" country="NL" firstName="Ans" grade="4K" name="Oranje" rank="4K" rating="1700" registeringStatus="FIN"/>
</Players>
<Games>
<Game blackPlayer="MÜLLERJÜRGEN" handicap="0" knownColor="true" result="RESULT_WHITEWINS" roundNumber="1" tableNumber="1" whitePlayer="柯洁"/>
<Game blackPlayer="O'NEIL" handicap="1" knownColor="true" result="RESULT_UNKNOWN" roundNumber="2" tableNumber="2" whitePlayer="DELATOURJEANMARC"/>
<Game blackPlayer="MÜLLERJÜRGEN" handicap="6" knownColor="true" result="RESULT_UNKNOWN" roundNumber="2" tableNumber="1" whitePlayer="柯洁"/>
</Games>
<ByePlayers>
<ByePlayer player="ORANJEANS" roundNumber="2"/>
</ByePlayers>
<TournamentParameterSet>
<GeneralParameterSet bInternet="false" basicTime="60" beginDate="2026-12-05" komi="6.5" location="Köln" name="Kölner Turnier" numberOfRounds="5" shortName="koeln" size="19"/>
</TournamentParameterSet>
</Tournament>
"#;

/// Tables t1, t2, … of a configuration, with these keys each, and these of the match.
fn config(matched: &str, tables: &[&str]) -> Config {
    let tables: String =
        (1..).zip(tables).map(|(n, keys)| format!("[[table]]\nid = \"t{n}\"\n{keys}\nboard.port = \"/dev/b{n}\"\n")).collect();
    let text = format!("[match]\npairings = \"event.xml\"\n{matched}\n{tables}");
    config::parse(Path::new("/etc/kifud/kifud.toml"), &text, "host").unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn paired(matched: &str, tables: &[&str], text: &str) -> Config {
    let mut config = config(matched, tables);
    config::pair(&mut config, text).unwrap_or_else(|faults| panic!("{faults:#?}"));
    config
}

fn refused(text: &str) -> Vec<Fault> {
    let faults = config::pair(&mut config("", &[""]), text).expect_err("this file is faulty");
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault.file == Path::new("/etc/kifud/event.xml") && fault.line.is_some()));
    faults
}

/// Who has Black and White at each table; "-" where nobody is known.
fn names(config: &Config) -> Vec<(String, String)> {
    let name = |player: &Option<Player>| player.as_ref().map_or("-".to_owned(), |player| player.name.clone());
    config.tables.iter().map(|table| (name(&table.players.black), name(&table.players.white))).collect()
}

fn sit(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(black, white)| ((*black).to_owned(), (*white).to_owned())).collect()
}

const ONE: (&str, &str) = ("Müller Jürgen", "柯 洁");
const TWO: (&str, &str) = ("O'Neil", "de la Tour Jean Marc");
const NOBODY: (&str, &str) = ("-", "-");

#[test]
fn the_last_round_sits_at_the_tables_in_their_order() {
    let config = paired("", &["", "", ""], TOURNAMENT);
    assert_eq!(names(&config), sit(&[ONE, TWO, NOBODY]));
    let at = |index: usize| config.match_at(&config.tables[index]);
    let known = |board| MatchInfo { event: Some("Kölner Turnier".to_owned()), round: Some(2), board, ..MatchInfo::default() };
    assert_eq!((at(0), at(1), at(2)), (known(Some(1)), known(Some(2)), known(None)));
    let black = config.tables[0].players.black.as_ref().unwrap();
    // The grade is the player's, the rank the pairing's.
    assert_eq!((black.rank.as_deref(), black.country.as_deref(), black.club.as_deref()), (Some("3d"), Some("DE"), Some("Köl")));
    assert_eq!(black.ids, [("egf".to_owned(), "10000001".to_owned())]);
    let white = config.tables[1].players.white.as_ref().unwrap();
    assert_eq!((white.rank.as_deref(), &white.ids[..]), (Some("11k"), &[("ffg".to_owned(), "0900001".to_owned())][..]));
    let nameless = config.tables[1].players.black.as_ref().unwrap();
    assert_eq!((&nameless.country, &nameless.club, nameless.ids.len()), (&None, &None, 0));
    let text = config::explain(&config);
    for part in [
        "pairings from /etc/kifud/event.xml: Kölner Turnier, round 2",
        "sitting: number 1, Black Müller Jürgen (3d, Köl, DE), White 柯 洁 (9p, CN)",
        "table t3 is number 3, which has no game in round 2",
        "Oranje Ans has no opponent in round 2",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn handicap_and_komi_are_the_games_own() {
    let of = |config: &Config| config.tables.iter().map(|table| (table.handicap, table.komi)).collect::<Vec<_>>();
    // A handicap of one is a game without komi; the file says nothing of komi with a handicap.
    assert_eq!(of(&paired("", &["", ""], TOURNAMENT)), [(6, HANDICAP_KOMI), (0, HANDICAP_KOMI)]);
    let config = paired("", &["komi = 7.5\nhandicap = 2", ""], TOURNAMENT);
    assert_eq!(of(&config), [(6, HANDICAP_KOMI), (0, HANDICAP_KOMI)]);
    let said: Vec<_> = config.notes.iter().map(|note| (note.key.as_str(), note.line, note.message.as_str())).collect();
    assert!(said.contains(&("match.pairings", 2, "table t1: komi is 0.5, with a handicap, not 7.5")), "{said:?}");
    assert!(said.contains(&("match.pairings", 2, "table t1: the handicap is the file's, 6, not the configuration's, 2")), "{said:?}");
    // An even game: the configuration's komi, and where it has none the file's, not the rulebook's.
    assert_eq!(of(&paired("round = 1", &["komi = 7.5"], TOURNAMENT)), [(0, HalfPoints(15))]);
    let even = paired("round = 1", &[""], TOURNAMENT);
    assert_eq!((of(&even), even.tables[0].komi_by_book), (vec![(0, HalfPoints(13))], false));
    assert!(config::explain(&even).contains("has a result in the file already: is round 1 the one that is played?"));
    assert_eq!(of(&paired("round = 1", &[""], &TOURNAMENT.replace("komi=\"6.5\"", ""))), [(0, HalfPoints(11))], "the rulebook's");
}

#[test]
fn a_table_is_found_by_its_number_and_names_of_the_configuration_go_first() {
    let far = TOURNAMENT.replace("roundNumber=\"2\" tableNumber=\"2\"", "roundNumber=\"2\" tableNumber=\"117\"");
    let config = paired("event = \"Cup\"\nform = \"swiss\"", &["board_number = 117", "", "board_number = 1"], &far);
    assert_eq!(names(&config), sit(&[TWO, NOBODY, ONE]));
    let known = MatchInfo {
        event: Some("Cup".to_owned()),
        round: Some(2),
        board: Some(117),
        form: Some(CompetitionForm::Swiss),
        ..MatchInfo::default()
    };
    assert_eq!(config.match_at(&config.tables[0]), known);
    assert!(
        config.notes.iter().any(|note| note.message == "table t2 has no board_number, and so no pairing in round 2"),
        "{:?}",
        config.notes
    );
    // One bridge with one table has its number in [match] too.
    assert_eq!(names(&paired("board = 117", &[""], &far)), sit(&[TWO]));
    let own = paired("", &["players = { black = { name = \"Ann\", club = \"Ber\", ids = { egf = \"7\" } } }"], TOURNAMENT);
    assert_eq!(names(&own), sit(&[("Ann", "-")]));
    assert_eq!(own.tables[0].players.black.as_ref().map(|player| (player.club.as_deref(), player.ids.len())), Some((Some("Ber"), 1)));
    assert!(own.notes.iter().any(|note| note.message.contains("Müller Jürgen and 柯 洁, are not taken")), "{:?}", own.notes);
    let text = "[[table]]\nid = \"t1\"\nboard_number = 3\nboard.port = \"/dev/a\"\n[[table]]\nid = \"t2\"\nboard_number = 3\nboard.port = \"/dev/b\"\n";
    let faults = config::parse(Path::new("kifud.toml"), text, "host").expect_err("the same number twice");
    assert_eq!((faults[0].line, faults[0].message.as_str()), (Some(7), "number 3 is t1's already"));
}

#[test]
fn what_is_doubtful_is_said_and_taken() {
    let text = TOURNAMENT
        .replace("size=\"19\"", "size=\"13\"")
        .replace("handicap=\"6\" knownColor=\"true\"", "handicap=\"6\" knownColor=\"false\"");
    let config = paired("", &[""], &format!("\u{feff}{text}"));
    let said: Vec<_> = config.notes.iter().map(|note| note.message.as_str()).collect();
    for part in ["colours are still to be drawn", "for boards of 13 lines, this one has 19"] {
        assert!(said.iter().any(|said| said.contains(part)), "{part}: {said:?}");
    }
}

#[test]
fn a_bad_file_is_told_with_its_line_and_what_to_do() {
    let cases = [
        (
            TOURNAMENT.replace("whitePlayer=\"柯洁\"/>\n</Games>", "whitePlayer=\"KEJIE\"/>\n</Games>"),
            13,
            "table 1 has \"KEJIE\" as whitePlayer, who is not among the players: pair that game again",
        ),
        (TOURNAMENT.replace(" whitePlayer=\"DELATOURJEANMARC\"", ""), 12, "table 2 has no whitePlayer, who is not among"),
        (TOURNAMENT.replace("\"DELATOURJEANMARC\"", "\"MÜLLERJÜRGEN\""), 13, "Müller Jürgen plays at tables 2 and 1"),
        (
            TOURNAMENT.replace("roundNumber=\"2\" tableNumber=\"2\"", "roundNumber=\"2\" tableNumber=\"1\""),
            13,
            "table 1 has two games in round 2",
        ),
        (TOURNAMENT.replace("handicap=\"6\"", "handicap=\"41\""), 13, "handicap=\"41\" of <Game> must be a number from 0 to 9"),
        (TOURNAMENT.replace("roundNumber=\"1\"", "roundNumber=\"one\""), 11, "roundNumber=\"one\" of <Game> must be a number from 1"),
        (
            TOURNAMENT.replace("name=\"Oranje\"", "name=\"Müller\"").replace("firstName=\"Ans\"", "firstName=\"Jürgen\""),
            8,
            "there are two players Müller Jürgen",
        ),
        (TOURNAMENT.replace("firstName=\"Ans\" grade=\"4K\" name=\"Oranje\"", "firstName=\" \" name=\"\""), 8, "a player without a name"),
        (TOURNAMENT.replace("Oranje", &"x".repeat(300)), 8, "is too long: 200 bytes at most"),
        (TOURNAMENT.replace("komi=\"6.5\"", "komi=\"6.3\""), 19, "komi=\"6.3\" must be a number of half points"),
        (TOURNAMENT.replace("</Players>", ""), 21, "is no XML: "),
        ("<!DOCTYPE html>\n<html><body>Tournaments</body></html>".to_owned(), 1, "is no XML: "),
        ("<html>\n<body/></html>".to_owned(), 1, "it begins with <html>, not with <Tournament>; save it in OpenGotha or MacMahon"),
        ("Name;Rank\nAnn;3d".to_owned(), 1, "is no XML: "),
        (String::new(), 1, "is no XML: "),
        ("<Tournament>\n<Games/></Tournament>".to_owned(), 1, "has no games: pair the first round in OpenGotha"),
        // A bomb of entities is not opened.
        (
            "<!DOCTYPE b [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<Tournament>&b;</Tournament>".to_owned(),
            1,
            "is no XML: ",
        ),
    ];
    for (text, line, words) in cases {
        let faults = refused(&text);
        let found = faults.iter().any(|fault| fault.message.contains(words) && fault.line == Some(line));
        assert!(found, "{words:?} in line {line} is not in {faults:#?}");
        assert!(faults[0].to_string().starts_with("/etc/kifud/event.xml:"), "{}", faults[0]);
    }
    let half: String = TOURNAMENT.chars().take(1_500).collect();
    assert!(refused(&half)[0].message.starts_with("is no XML: "), "a file that was not written to its end");
    let faults = config::pair(&mut config("round = 4", &[""]), TOURNAMENT).expect_err("not paired yet");
    assert!(faults[0].message.contains("has no games of round 4: pair it in OpenGotha and save, or set match.round"), "{faults:#?}");
}

#[test]
fn all_that_is_wrong_is_told_up_to_a_number() {
    let two = refused(&TOURNAMENT.replace("\"O'NEIL\"", "\"NOBODY\"").replace("handicap=\"6\"", "handicap=\"x\""));
    assert_eq!(two.iter().map(|fault| fault.line).collect::<Vec<_>>(), [Some(12), Some(13)], "{two:#?}");
    let game = "<Game blackPlayer=\"A\" whitePlayer=\"B\" roundNumber=\"2\" tableNumber=\"9\" handicap=\"0\"/>\n";
    assert_eq!(refused(&TOURNAMENT.replace("</Games>", &format!("{}</Games>", game.repeat(500)))).len(), WRONGS_MAX);
}

#[test]
fn the_file_lies_beside_the_configuration_and_what_cannot_be_read_is_the_keys_fault() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("kifud.toml");
    std::fs::write(&path, "[match]\npairings = \"event.xml\"\n[[table]]\nid = \"t1\"\nboard.port = \"/dev/b\"\n").unwrap();
    let one = || {
        let faults = config::load(&path).expect_err("refused");
        assert_eq!((faults.len(), faults[0].line, faults[0].key.as_str()), (1, Some(2), "match.pairings"), "{faults:#?}");
        faults[0].to_string()
    };
    assert!(one().contains("event.xml cannot be read"), "{}", one());
    let event = dir.path().join("event.xml");
    std::fs::write(&event, b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Tournament n=\"M\xfcller\"/>").unwrap();
    assert!(one().contains("is not UTF-8"), "{}", one());
    std::fs::write(&event, vec![b' '; usize::try_from(PAIRINGS_MAX_BYTES).unwrap() + 1]).unwrap();
    assert!(one().contains("is no tournament of OpenGotha or MacMahon: it has more than"), "{}", one());
    std::fs::write(&event, TOURNAMENT).unwrap();
    assert_eq!(names(&config::load(&path).unwrap()), sit(&[ONE]));
    // A fault of the file is told with the file's own line.
    std::fs::write(&event, TOURNAMENT.replace("MÜLLERJÜRGEN", "X")).unwrap();
    let faults = config::load(&path).expect_err("a missing player");
    assert!(faults[0].to_string().starts_with(&format!("{}:13: table 1 has \"X\" as blackPlayer", event.display())), "{}", faults[0]);
}

/// A capture is played again elsewhere, where the file with the pairings is not.
#[test]
fn a_capture_has_what_the_pairings_have_put_into_the_configuration() {
    let dir = tempfile::tempdir().unwrap();
    let (path, event, out) = (dir.path().join("kifud.toml"), dir.path().join("event.xml"), dir.path().join("capture"));
    let text = "[match]\npairings = \"event.xml\"\nround = 1\n[[table]]\nid = \"t1\"\nstart = \"request\"\nboard.port = \"/dev/b\"\n";
    std::fs::write(&path, text).unwrap();
    std::fs::write(&event, TOURNAMENT).unwrap();
    let config = config::load(&path).unwrap();
    std::fs::remove_file(&event).unwrap();
    let now = Stamp::new(Mono::from_millis(1_000), Wall::from_unix_ms(1_796_430_600_000));
    let mut recorder = Recorder::create(&out, "t1", (&config, text), "seed", now).unwrap();
    let (verb, payload) = ("start-game".to_owned(), "{\"transaction\":\"a\"}".into());
    recorder.request(now, &kifud::mqtt::Request { verb, user: None, payload, response_topic: None, correlation: None });
    drop(recorder);
    let replayed = replay(&std::fs::read_to_string(&out).unwrap()).unwrap();
    let started = replayed.events.iter().find(|event| event.contains("game-started")).expect("a game");
    assert!(started.contains("Müller Jürgen") && started.contains("\"komi\":6.5"), "{started}");
}

proptest! {
    /// One character of a good file is changed: it is good still, or what is wrong has a line of the file.
    #[test]
    fn a_slip_in_a_tournament_is_named_with_its_line(at in 0..TOURNAMENT.chars().count(), letter in any::<char>()) {
        let text: String = TOURNAMENT.chars().enumerate().map(|(n, was)| if n == at { letter } else { was }).collect();
        if let Err(faults) = config::pair(&mut config("", &["", ""]), &text) {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                prop_assert!(fault.line.is_some_and(|line| (1..=text.lines().count() + 1).contains(&line)), "{fault}");
            }
        }
    }

    #[test]
    fn arbitrary_text_as_pairings_never_panics(text in "\\PC{0,300}") {
        prop_assert!(config::pair(&mut config("", &[""]), &text).is_err());
    }
}
