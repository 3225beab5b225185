//! The screen in the cells of a terminal that is none.

use kifud::now::stamp;
use kifud::time::Stamp;
use kifud::watch::{Key, Look, Screen};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::stage::{alert, clock, game, info, status};

const LETTERS: Look = Look { color: false, letters: true };
const COLORS: Look = Look { color: true, letters: false };

/// A screen and the moment at which its documents came.
struct Shown {
    screen: Screen,
    at: Stamp,
}

impl Shown {
    fn new(look: Look) -> Shown {
        let mut screen = Screen::new("t1", "en", look);
        screen.connect();
        Shown { screen, at: stamp() }
    }

    /// A table in the middle of a game.
    fn playing(look: Look) -> Shown {
        let mut shown = Shown::new(look);
        shown.take("info", &info());
        shown.take("health", &health());
        shown.take("game", &game(56));
        shown.take("clock", &clock("black", 5_400_000, 41_200));
        shown.take("status", &status("ready"));
        shown
    }

    fn take(&mut self, topic: &str, document: &Value) {
        self.screen.take(topic, document.to_string().as_bytes(), false, self.at);
    }

    fn buffer(&self, columns: u16, rows: u16, later_ms: u64) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| self.screen.draw(frame, self.at.mono.plus_ms(later_ms))).unwrap();
        terminal.backend().buffer().clone()
    }

    fn rows(&self, columns: u16, rows: u16, later_ms: u64) -> Vec<String> {
        rows_of(&self.buffer(columns, rows, later_ms))
    }

    fn text(&self, columns: u16, rows: u16, later_ms: u64) -> String {
        self.rows(columns, rows, later_ms).join("\n")
    }
}

/// What a terminal shows in each row: a wide character takes two cells, of which the second is not drawn.
fn rows_of(buffer: &Buffer) -> Vec<String> {
    let area = buffer.area();
    let row = |y: u16| {
        let (mut line, mut x) = (String::new(), 0);
        while x < area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += symbol.width().max(1) as u16;
        }
        line
    };
    (0..area.height).map(row).collect()
}

fn health() -> Value {
    json!({
        "schema": "1.0", "as_of": "2026-12-05T00:30:00.000Z", "outbox": 0,
        "board": { "present": true, "port": "/dev/kifud/board-t1", "bad_frames": 0, "reopened": 0, "noisy": [], "dead": [] },
        "clock": { "present": true, "port": "/dev/kifud/clock-t1", "bad_frames": 0, "reopened": 0 },
        "broker": { "present": true, "reopened": 0 }, "disk": { "behind": 0 },
    })
}

#[test]
fn a_game_fits_into_80_columns_and_24_rows() {
    let shown = Shown::playing(LETTERS);
    let rows = shown.rows(80, 24, 0);
    assert!(rows.iter().all(|row| row.width() == 80), "{rows:#?}");
    assert!(
        rows[0].starts_with(" t1 - Meijin League - round 3 - board 12 - playing ") && rows[0].trim_end().ends_with("Ready"),
        "{}",
        rows[0]
    );
    assert_eq!(rows[1][..45].trim_end(), "    A B C D E F G H J K L M N O P Q R S T");
    assert_eq!(rows[20][..45].trim_end(), " 1  . . . . . . . . . . . . . . . . . . .  1");
    assert_eq!(&rows[5][..45], "16  . . . O . . . . . + . . . . . X X . .  16");
    // The last move, White's F3, in brackets.
    assert_eq!(&rows[18][..45], " 3  . . X O .(O). . X . X X . X . . X . .  3 ");
    let beside: Vec<&str> = rows[1..8].iter().map(|row| row[46..].trim_end()).collect();
    assert_eq!(
        beside,
        [
            "> X Honinbo Shusaku 7d",
            "  *  1:30:00  main time",
            "    captured 2",
            "  O Inoue Gennan Inseki 8d",
            "     0:42  4 x 60 s",
            "    captured 1",
            "board, clock, broker: Ready",
        ],
        "{rows:#?}"
    );
    assert_eq!(rows[8][46..].trim_end(), "-- Moves 56");
    assert_eq!(rows[22][46..].trim_end(), " 56 O F3         0:46", "{rows:#?}");
    assert!(rows[23].starts_with(" q quit   < > one move"), "{}", rows[23]);
    assert!(rows.iter().all(|row| row.is_ascii()), "a Linux console has all of it: {rows:#?}");
}

#[test]
fn a_large_window_has_more_moves_and_the_whole_of_each_alert() {
    let mut shown = Shown::playing(COLORS);
    shown.take("alert/a-1", &alert("a-1", "attention"));
    shown.take("alert/a-2", &alert("a-2", "ruling"));
    let text = shown.text(120, 40, 0);
    for wanted in
        ["-- Alerts 2", "!! wrong capture White 56", "White lifted two stones", "china-1988 art. 18", " 20 O Q17", " 56 O F3", "●", "(○)"]
    {
        assert!(text.contains(wanted), "{wanted} is missing:\n{text}");
    }
    assert!(text.find("!! wrong") < text.find("! wrong capture"), "what needs a ruling comes first:\n{text}");
    // Decided ones are history.
    let mut decided = alert("a-2", "ruling");
    decided["state"] = json!("decided");
    shown.take("alert/a-2", &decided);
    assert!(shown.text(120, 40, 0).contains("-- Alerts 1"));
    shown.screen.take("alert/a-1", b"", true, shown.at);
    assert!(!shown.text(120, 40, 0).contains("Alerts"));
}

#[test]
fn alerts_that_do_not_fit_are_counted() {
    let mut shown = Shown::playing(LETTERS);
    for n in 0..6 {
        shown.take(&format!("alert/a-{n}"), &alert(&format!("a-{n}"), "attention"));
    }
    let text = shown.text(80, 24, 0);
    let whole = text.matches("art. 18").count();
    assert!(whole >= 2 && text.contains(&format!("+ {}", 6 - whole)) && text.contains("-- Moves 56"), "{text}");
}

#[test]
fn a_window_that_is_too_small_says_what_it_needs_in_every_language() {
    let mut shown = Shown::playing(LETTERS);
    let mut said = std::collections::BTreeSet::new();
    for _ in 0..5 {
        let text = shown.text(40, 12, 0);
        assert!(text.contains("79x23") && text.contains("40x12") && !text.contains("Q16"), "{text}");
        said.insert(text);
        shown.screen.press(Key::Language);
    }
    assert_eq!(said.len(), 5);
    for (columns, rows) in [(1, 1), (2, 1), (1, 9), (79, 22), (78, 23)] {
        let text = shown.text(columns, rows, 0);
        assert!(!text.contains("(O)"), "{columns}x{rows}: {text}");
    }
    assert!(shown.text(79, 23, 0).contains("(O)"));
}

#[test]
fn the_running_clock_goes_down_by_itself_and_the_other_stands() {
    let shown = Shown::playing(LETTERS);
    let clocks = |later_ms: u64| {
        let rows = shown.rows(80, 24, later_ms);
        let first_two = |row: &str| row[46..].split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        (first_two(&rows[2]), first_two(&rows[5]))
    };
    assert_eq!(clocks(0), ("* 1:30:00".to_owned(), "0:42 4".to_owned()));
    assert_eq!(clocks(1_000), ("* 1:29:59".to_owned(), "0:42 4".to_owned()));
    assert_eq!(clocks(5_900), ("* 1:29:55".to_owned(), "0:42 4".to_owned()));
}

#[test]
fn a_clock_that_is_stale_silent_or_absent_is_never_shown_as_running() {
    let runs = |text: &str| text.contains(" *  ");
    let mut shown = Shown::playing(LETTERS);
    assert!(runs(&shown.text(80, 24, 0)));
    // More than three of its words are missing.
    let silent = shown.text(80, 24, 7_000);
    assert!(!runs(&silent) && silent.contains("1:30:00?") && silent.contains("*** No news ***") && silent.contains("NO NEWS"), "{silent}");
    let mut stale = clock("black", 5_400_000, 41_200);
    stale["stale"] = json!(true);
    shown.take("clock", &stale);
    let text = shown.text(80, 24, 1_000);
    assert!(!runs(&text) && text.contains("1:30:00?"), "{text}");
    shown.screen.take("clock", b"", true, shown.at);
    assert!(shown.text(80, 24, 0).contains("no clock"));
}

#[test]
fn a_table_that_is_lost_is_unmistakable_and_so_is_a_broker() {
    let mut shown = Shown::playing(LETTERS);
    shown.screen.take("status", status("lost").to_string().as_bytes(), false, shown.at);
    let buffer = shown.buffer(80, 24, 12_000);
    let rows = rows_of(&buffer);
    let text = rows.join("\n");
    assert!(rows[0].contains("*** Table lost ***") && text.contains("TABLE LOST") && text.contains("last word 12 s ago"), "{text}");
    assert!(text.contains("1:30:00?") && !text.contains(" *  1:"), "{text}");
    let row = rows.iter().position(|row| row.contains("TABLE LOST")).unwrap();
    let column = rows[row].find("TABLE LOST").unwrap();
    assert!(buffer[(column as u16, row as u16)].modifier.contains(Modifier::REVERSED));

    let mut shown = Shown::playing(LETTERS);
    shown.screen.disconnect("connection refused");
    let text = shown.text(80, 24, 0);
    assert!(text.contains("NO BROKER") && text.contains("connection refused") && text.contains("trying again"), "{text}");
    // It is back: what the table sends again holds, the rest goes.
    shown.take("alert/a-1", &alert("a-1", "ruling"));
    shown.screen.connect();
    assert!(shown.text(80, 24, 0).contains("WAITING FOR THE TABLE"));
    shown.take("game", &game(57));
    shown.take("status", &status("ready"));
    shown.screen.advance(shown.at.mono.plus_ms(3_100));
    let text = shown.text(80, 24, 3_100);
    assert!(text.contains("-- Moves 57") && !text.contains("Alerts") && text.contains("no clock"), "{text}");
}

#[test]
fn an_event_whose_document_stays_away_is_said() {
    let mut shown = Shown::playing(LETTERS);
    shown.take("event", &json!({ "schema": "1.0", "game_id": "g-1", "seq": 114, "rev": 58, "type": "move" }));
    assert!(!shown.text(80, 24, 1_000).contains("BEHIND"));
    assert!(shown.text(80, 24, 1_600).contains("BEHIND"));
    shown.take("game", &game(57));
    assert!(!shown.text(80, 24, 1_600).contains("BEHIND"));
    // One is missing: nothing is waited for.
    shown.take("event", &json!({ "schema": "1.0", "game_id": "g-1", "seq": 119, "rev": 60, "type": "move" }));
    assert!(shown.text(80, 24, 0).contains("BEHIND"));
}

/// Symptom: in byo-yomi the screen was grey and said "behind", until the move. Cause: countdown and periods are told by events, which no `game`
/// follows, and one was waited for. Scenario: they come with the revision that the document has, one of them after a gap.
#[test]
fn a_countdown_announces_no_document() {
    let mut shown = Shown::playing(LETTERS);
    let revision = game(56)["rev"].clone();
    for seq in [114, 115, 118] {
        shown.take(
            "event",
            &json!({ "schema": "1.0", "game_id": "g-1", "seq": seq, "rev": revision, "type": "clock", "change": "countdown" }),
        );
    }
    assert!(!shown.text(80, 24, 5_000).contains("BEHIND"));
    shown.take("event", &json!({ "schema": "1.0", "game_id": "g-1", "seq": 119, "rev": 58, "type": "move" }));
    assert!(shown.text(80, 24, 1_600).contains("BEHIND"));
}

#[test]
fn without_colours_nothing_is_coloured_and_with_them_the_same_is_said() {
    let plain = Shown::playing(LETTERS).buffer(80, 24, 0);
    assert!(plain.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    let mut both = Look { color: true, letters: true };
    let colored = Shown::playing(both).buffer(80, 24, 0);
    assert!(colored.content().iter().any(|cell| cell.bg == Color::Yellow));
    assert_eq!(rows_of(&plain), rows_of(&colored));
    both.letters = false;
    assert!(Shown::playing(both).text(80, 24, 0).contains('●'));
}

#[test]
fn terminals_are_taken_for_what_they_are() {
    let of = |term: &str, no_color: bool, locale: &str| {
        let (look, tag) = Look::of(term, no_color, locale);
        (look.color, look.letters, tag)
    };
    assert_eq!(of("xterm-256color", false, "en_GB.UTF-8"), (true, false, "en"));
    assert_eq!(of("linux", false, "ja_JP.UTF-8"), (true, true, "en"), "the console has no characters for Japanese");
    // There ● may be two columns wide, and the board would be torn.
    assert_eq!(of("xterm-256color", false, "ja_JP.UTF-8"), (true, true, "ja"));
    assert_eq!(of("xterm", true, "C"), (false, true, "en"));
    assert_eq!(of("vt220", false, ""), (false, true, "en"));
}

#[test]
fn wide_names_stand_in_line_and_change_with_the_language() {
    let mut shown = Shown::playing(LETTERS);
    let mut named = game(56);
    named["players"]["white"]["name"] = json!("吳清源 九段 日本棋院東京本院所属 前名人 本因坊 十段 天元");
    shown.take("game", &named);
    for _ in 0..5 {
        for (columns, rows) in [(80, 24), (120, 40)] {
            let shown = shown.rows(columns, rows, 0);
            assert!(shown.iter().all(|row| row.width() == usize::from(columns)), "{shown:#?}");
        }
        shown.screen.press(Key::Language);
    }
    for _ in 0..3 {
        shown.screen.press(Key::Language);
    }
    let text = shown.text(80, 24, 0);
    assert!(text.contains("> X 本因坊秀策 7d") && text.contains("持ち時間") && text.contains("-- 着手一覧 56"), "{text}");
}

#[test]
fn a_name_cannot_command_the_terminal() {
    let mut shown = Shown::playing(LETTERS);
    let mut named = game(56);
    named["players"]["black"]["name"] = json!("\u{1b}[2J\u{1b}]0;gone\u{7}Shusaku\r\n\t");
    named["match"]["event"] = json!("\u{9b}31mred");
    shown.take("game", &named);
    let mut bad = alert("a-1", "ruling");
    bad["text"]["en"] = json!("one\u{1b}[31m two");
    shown.take("alert/a-1", &bad);
    for (columns, rows) in [(80, 24), (120, 40)] {
        let buffer = shown.buffer(columns, rows, 0);
        assert!(buffer.content().iter().all(|cell| !cell.symbol().chars().any(char::is_control)));
    }
    assert!(shown.text(80, 24, 0).contains("Shusaku"));
}

#[test]
fn documents_of_any_shape_are_shown_as_far_as_they_go() {
    let shapes = [json!({}), json!([]), json!(7), json!("x"), json!({ "board": [], "moves": {}, "players": 3, "match": [] })];
    for topic in ["game", "clock", "health", "info", "status", "alert/a"] {
        for shape in &shapes {
            let mut shown = Shown::playing(LETTERS);
            shown.take(topic, shape);
            shown.screen.press(Key::Earlier(3));
            for (columns, rows) in [(80, 24), (120, 40)] {
                assert_eq!(shown.rows(columns, rows, 100).len(), usize::from(rows));
            }
        }
    }
    let mut shown = Shown::playing(LETTERS);
    shown.screen.take("game", b"no JSON", false, shown.at);
    assert!(shown.text(80, 24, 0).contains("-- Moves 56"), "what is not understood changes nothing");
    // What a later version adds is shown by its name.
    let mut later = game(56);
    later["phase"] = json!("third-day");
    shown.take("game", &later);
    assert!(shown.text(80, 24, 0).contains("third day"));
}

#[test]
fn arrows_go_back_through_the_game_and_a_new_move_does_not_pull_forward() {
    let mut shown = Shown::playing(LETTERS);
    shown.screen.press(Key::Earlier(1));
    let rows = shown.rows(80, 24, 0);
    assert_eq!(&rows[18][..45], " 3  . . X O . . . . X . X X . X . . X . .  3 ", "F3 is not there yet");
    assert!(rows[14].starts_with(" 7  . . O . . . . . .(X)"), "K7, move 55, is the marked one: {rows:#?}");
    assert!(rows.join("\n").contains("<< earlier position - move 55"), "{rows:#?}");
    shown.take("game", &game(57));
    assert!(shown.text(80, 24, 0).contains("move 55"), "a new move does not pull forward");
    shown.screen.press(Key::First);
    assert!(!shown.rows(80, 24, 0)[2..21].iter().any(|row| row[3..43].contains('X') || row[3..43].contains('O')));
    shown.screen.press(Key::Later(10));
    assert!(shown.text(80, 24, 0).contains("move 10"));
    shown.screen.press(Key::Now);
    assert!(!shown.text(80, 24, 0).contains("earlier position"));
    // A new game ends it.
    shown.screen.press(Key::Earlier(10));
    let mut next = game(3);
    next["game_id"] = json!("g-2");
    shown.take("game", &next);
    assert!(!shown.text(80, 24, 0).contains("earlier position"));
    // A record that was cut is not stepped through.
    let mut cut = game(56);
    cut["moves"].as_array_mut().unwrap().remove(0);
    shown.take("game", &cut);
    shown.screen.press(Key::Earlier(1));
    assert!(!shown.text(80, 24, 0).contains("earlier position"));
}

#[test]
fn what_is_wrong_with_the_equipment_and_the_wood_is_said_with_what_to_do() {
    let mut shown = Shown::playing(LETTERS);
    let mut ill = health();
    ill["board"]["present"] = json!(false);
    ill["board"]["what_to_do"] = json!("plug the board in again");
    shown.take("health", &ill);
    shown.take("status", &status("degraded"));
    let mut differs = game(56);
    differs["agrees"] = json!(false);
    differs["discrepancies"] = json!([{ "vertex": "C3", "expected": "black", "seen": "empty" }]);
    shown.take("game", &differs);
    let text = shown.text(80, 24, 0);
    assert!(text.contains("Degraded") && text.contains("! no board. plug the board in") && text.contains("differs from the"), "{text}");
    assert!(text.contains("C3") && text.contains(".!X"), "{text}");
    let mut ended = game(56);
    ended["phase"] = json!("ended");
    ended["result"] = json!({ "winner": "black", "by": "score", "margin": 1.5, "sgf": "B+1.5", "state": "unconfirmed" });
    shown.take("game", &ended);
    let text = shown.text(140, 40, 0);
    assert!(text.contains("Black wins by 1.5 points (not yet confirmed)"), "{text}");
}
