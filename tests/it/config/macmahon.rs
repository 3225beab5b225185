//! Pairings from MacMahon's file: who sits where, and what is wrong with a file in its place.

use std::path::Path;

use kifud::config::{self, Config, Fault, HANDICAP_KOMI, WRONGS_MAX};
use kifud::game::{MatchInfo, Player};
use proptest::prelude::*;

/// A tournament as MacMahon 3.10 saves it, without most of its settings: two rounds paired, a third not yet.
pub const TOURNAMENT: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament typeversion="9">
  <NumberOfRounds>5</NumberOfRounds>
  <CurrentRoundNumber>2</CurrentRoundNumber>
  <Name><![CDATA[Kölner Turnier]]></Name>
  <Boardsize>19</Boardsize>
  <VersionSaved>MacMahon 3.10</VersionSaved>
  <Country typeversion="1">
    <InternetCode>de</InternetCode>
    <Name>Germany</Name>
  </Country>
  <IndividualParticipant typeversion="1">
    <Id>1</Id>
    <GoPlayer typeversion="1">
      <AsianName>false</AsianName>
      <FirstName><![CDATA[Jürgen]]></FirstName>
      <Surname><![CDATA[Müller]]></Surname>
      <Club>Köln</Club>
      <Country>de</Country>
      <GoLevel>3D</GoLevel>
      <Rating>2310</Rating>
      <EgdPin>10000001</EgdPin>
    </GoPlayer>
  </IndividualParticipant>
  <IndividualParticipant typeversion="1">
    <Id>2</Id>
    <GoPlayer typeversion="1">
      <Surname><![CDATA[柯  洁]]></Surname>
      <GoLevel>9d</GoLevel>
      <EgdPin>0</EgdPin>
    </GoPlayer>
  </IndividualParticipant>
  <IndividualParticipant typeversion="1">
    <Id>30</Id>
    <GoPlayer typeversion="1">
      <FirstName>Ans</FirstName>
      <Surname>Oranje</Surname>
      <GoLevel>4k</GoLevel>
    </GoPlayer>
  </IndividualParticipant>
  <TournamentRound typeversion="2">
    <RoundNumber>1</RoundNumber>
    <Pairing typeversion="2">
      <PairingWithBye>false</PairingWithBye>
      <Black>1</Black>
      <White>2</White>
      <Handicap>0</Handicap>
      <Result>0-1</Result>
      <BoardNumber>1</BoardNumber>
    </Pairing>
  </TournamentRound>
  <TournamentRound typeversion="2">
    <RoundNumber>2</RoundNumber>
    <Pairing typeversion="2">
      <PairingWithBye>false</PairingWithBye>
      <Black>30</Black>
      <White>1</White>
      <Handicap>6</Handicap>
      <Result>?-?</Result>
      <BoardNumber>2</BoardNumber>
    </Pairing>
    <Pairing typeversion="2">
      <PairingWithBye>true</PairingWithBye>
      <Black>2</Black>
      <Result>1-0</Result>
    </Pairing>
  </TournamentRound>
  <TournamentRound typeversion="2">
    <RoundNumber>3</RoundNumber>
  </TournamentRound>
</Tournament>
"#;

fn config(matched: &str, tables: usize) -> Config {
    let tables: String = (1..=tables).map(|n| format!("[[table]]\nid = \"t{n}\"\nboard.port = \"/dev/b{n}\"\n")).collect();
    let text = format!("[match]\npairings = \"event.xml\"\n{matched}\n{tables}");
    config::parse(Path::new("/etc/kifud/kifud.toml"), &text, "host").unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn refused(text: &str) -> Vec<Fault> {
    config::pair(&mut config("", 1), text).expect_err("this file is faulty")
}

fn name(player: Option<&Player>) -> &str {
    player.map_or("-", |player| player.name.as_str())
}

#[test]
fn the_last_round_that_is_paired_sits_at_its_boards() {
    let mut config = config("", 2);
    config::pair(&mut config, TOURNAMENT).unwrap();
    let (first, second) = (&config.tables[0], &config.tables[1]);
    assert_eq!((first.paired, second.paired), (false, true));
    assert_eq!((name(second.players.black.as_ref()), name(second.players.white.as_ref())), ("Oranje Ans", "Müller Jürgen"));
    assert_eq!((second.handicap, second.komi), (6, HANDICAP_KOMI));
    let white = second.players.white.as_ref().unwrap();
    assert_eq!((white.rank.as_deref(), white.country.as_deref(), white.club.as_deref()), (Some("3d"), Some("DE"), Some("Köln")));
    assert_eq!(white.ids, [("egf".to_owned(), "10000001".to_owned())]);
    let known = MatchInfo { event: Some("Kölner Turnier".to_owned()), round: Some(2), board: Some(2), ..MatchInfo::default() };
    assert_eq!(config.match_at(second), known);
    let said = config::explain(&config);
    for part in ["pairings from /etc/kifud/event.xml: Kölner Turnier, round 2", "柯 洁 has no opponent in round 2"] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
}

#[test]
fn a_round_that_is_named_is_taken_and_its_results_are_a_note() {
    let mut config = config("round = 1", 1);
    config::pair(&mut config, TOURNAMENT).unwrap();
    let table = &config.tables[0];
    assert_eq!((name(table.players.black.as_ref()), name(table.players.white.as_ref())), ("Müller Jürgen", "柯 洁"));
    assert!(table.players.white.as_ref().unwrap().ids.is_empty(), "0 is nobody's number");
    assert!(config.notes.iter().any(|note| note.message.contains("has a result in the file already")), "{:?}", config.notes);
}

#[test]
fn a_bad_file_is_told_with_its_line_and_what_to_do() {
    let cases = [
        (
            TOURNAMENT.replace("<White>1</White>", "<White>9</White>"),
            54,
            "board 2 has number 9 as White, who is not among the participants",
        ),
        (TOURNAMENT.replace("<White>1</White>", "<White>30</White>"), 54, "Oranje Ans plays at boards 2 and 2"),
        (TOURNAMENT.replace("<Handicap>6", "<Handicap>x"), 54, "<Handicap> of <Pairing> says \"x\": it must be a number from 0 to 9"),
        (TOURNAMENT.replace("<BoardNumber>2", "<BoardNumber>"), 54, "<BoardNumber> of <Pairing> says \"\""),
        (TOURNAMENT.replace("<Id>30</Id>", "<Id>2</Id>"), 33, "two participants have the number 2"),
        (TOURNAMENT.replace("<Surname>Oranje</Surname>", "").replace("<FirstName>Ans</FirstName>", ""), 33, "participant 30 has no name"),
        (TOURNAMENT.replace("Oranje", &"x".repeat(300)), 33, "is too long: 200 bytes at most"),
        ("<Tournament typeversion=\"9\">\n<Name>x</Name></Tournament>".to_owned(), 1, "has no pairings: pair the first round in MacMahon"),
    ];
    for (text, line, words) in cases {
        let faults = refused(&text);
        let found = faults.iter().any(|fault| fault.message.contains(words) && fault.line == Some(line));
        assert!(found, "{words:?} in line {line} is not in {faults:#?}");
    }
    let faults = config::pair(&mut config("round = 3", 1), TOURNAMENT).expect_err("not paired yet");
    assert!(faults[0].message.contains("has no pairings of round 3: pair it in MacMahon and save, or set match.round"), "{faults:#?}");
    let many = "<Pairing><Black>7</Black><White>8</White><BoardNumber>9</BoardNumber></Pairing>\n".repeat(500);
    let text = TOURNAMENT.replace("<RoundNumber>3</RoundNumber>", &format!("<RoundNumber>3</RoundNumber>{many}"));
    assert_eq!(refused(&text).len(), WRONGS_MAX);
}

proptest! {
    /// One character of a good file is changed: it is good still, or what is wrong has a line of the file.
    #[test]
    fn a_slip_in_a_tournament_is_named_with_its_line(at in 0..TOURNAMENT.chars().count(), letter in any::<char>()) {
        let text: String = TOURNAMENT.chars().enumerate().map(|(n, was)| if n == at { letter } else { was }).collect();
        if let Err(faults) = config::pair(&mut config("", 2), &text) {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                prop_assert!(fault.line.is_some_and(|line| (1..=text.lines().count() + 1).contains(&line)), "{fault}");
            }
        }
    }
}
