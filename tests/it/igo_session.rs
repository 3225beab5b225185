//! What the host's side of an IGO board makes of its answers, and of answers that are missing, torn or nonsense.

use kifud::go::{Point, Size};
use kifud::time::Mono;
use kifud::wire::igo::IgoBoard;
use kifud::wire::serial_transfer;
use kifud::wire::{BoardReport, BoardSession, Cell};

fn ms(ms: u64) -> Mono {
    Mono::from_millis(ms)
}

/// An IGO session, opened at 0.
fn igo(size: u8) -> IgoBoard {
    let mut session = IgoBoard::new(Size::square(size).unwrap(), 50);
    let mut write = Vec::new();
    session.opened(ms(0), &mut write);
    assert_eq!(write, [0x7E, 0, 0xFF, 2, 0x58, 0x0A, 0x25, 0x81, 0x7E, 5, 0xFF, 2, 0x41, 0x0A, 0x78, 0x81]);
    session
}

fn igo_says(session: &mut IgoBoard, now: u64, id: u8, payload: &[u8]) -> Vec<BoardReport> {
    let (mut bytes, mut reports, mut write) = (Vec::new(), Vec::new(), Vec::new());
    serial_transfer::encode(id, payload, &mut bytes).unwrap();
    session.received(ms(now), &bytes, &mut reports, &mut write);
    assert!(reports.iter().all(|report| report.at == ms(now)), "no time of its own: the arrival");
    reports.into_iter().map(|report| report.what).collect()
}

fn igo_polls(session: &mut IgoBoard, now: u64) -> bool {
    let (mut reports, mut write) = (Vec::new(), Vec::new());
    session.tick(ms(now), &mut reports, &mut write);
    write.windows(2).any(|pair| pair == [0x7E, 5])
}

#[test]
fn an_igo_board_is_polled_and_shows_stones_without_colours() {
    let mut session = igo(19);
    let mut answer = vec![b'A'; 76];
    answer[12..16].copy_from_slice(b"AIAA");
    let reports = igo_says(&mut session, 8, 5, &answer);
    let [BoardReport::Greeting(greeting), BoardReport::Scan(grid)] = reports.as_slice() else { panic!("{reports:?}") };
    assert_eq!((greeting.sees_color, greeting.size), (false, None));
    let q16 = Point::from_vertex("Q16", grid.size()).unwrap();
    let expected = grid.size().points().map(|point| if point == q16 { Cell::StoneOfUnknownColor } else { Cell::Empty });
    assert_eq!(grid.cells(), expected.collect::<Vec<_>>());
    assert_eq!(session.wake(), Some(ms(50)), "the next poll");
    assert!(!igo_polls(&mut session, 49) && igo_polls(&mut session, 50));
    // An answer of another kind between question and answer is not the answer; one that nobody asked for is a scan all the same.
    let version = igo_says(&mut session, 52, 0, b"IGO v3\n");
    assert!(matches!(version.as_slice(), [BoardReport::Greeting(greeting)] if greeting.serial.as_deref() == Some("IGO v3")));
    assert_eq!(igo_says(&mut session, 55, 5, &answer).len(), 1);
    assert_eq!(igo_says(&mut session, 56, 5, &answer).len(), 1);
    assert_eq!(igo_says(&mut session, 57, 10, b"debug"), []);
    assert_eq!(session.counts().unknown_frames, 1);
}

#[test]
fn an_igo_board_that_does_not_answer_or_answers_nonsense_is_asked_again_after_100_ms() {
    let mut session = igo(19);
    assert!(!igo_polls(&mut session, 99) && igo_polls(&mut session, 100), "no answer");
    // Keys that differ between the first and the last line: the scan is torn. Bit 20 is KEY4.
    let mut torn = vec![b'A'; 76];
    torn[72..].copy_from_slice(b"AAAQ");
    assert_eq!(igo_says(&mut session, 103, 5, &torn), []);
    assert!(!igo_polls(&mut session, 199) && igo_polls(&mut session, 203));
    // Every point occupied: a sense line is stuck. A length that fits no board. No Base64.
    for nonsense in [vec![b'/'; 76], vec![b'A'; 40], vec![b'*'; 76], vec![b'A'; 75]] {
        assert_eq!(igo_says(&mut session, 300, 5, &nonsense), [], "{nonsense:?}");
    }
    assert_eq!(session.counts().bad_frames, 5);
    // The same key in every line is only a key.
    assert_eq!(igo_says(&mut session, 310, 5, &b"AAAQ".repeat(19)).len(), 2);
}

#[test]
fn an_igo_board_of_another_size_is_told_when_it_is_sure() {
    let mut session = igo(19);
    assert_eq!(igo_says(&mut session, 8, 5, &[b'A'; 36]), []);
    assert_eq!(igo_says(&mut session, 58, 5, &[b'A'; 36]), [BoardReport::WrongSize(Size::square(9).unwrap())]);
    assert_eq!(igo_says(&mut session, 108, 5, &[b'A'; 36]), []);
    let mut session = igo(9);
    // Only the nine lowest bits of a line are points.
    let reports = igo_says(&mut session, 8, 5, &b"AP7P".repeat(9));
    assert!(matches!(&reports[1], BoardReport::Scan(grid) if grid.cells()[8] == Cell::Empty), "{reports:?}");
}
