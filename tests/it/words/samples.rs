//! One sample and more of everything that can be said, with what must be in it in every language.

use kifud::go::{ByColor, Color, Cycle, CycleKind, HalfPoints, Point, Size, Vertex};
use kifud::referee::{
    AtClock, AtDesk, AtEnd, BesideBoard, Difference, GoesRound, InRecord, Kind, LatenessCost, NamedPlayer, OfMatch, OfRulings, OfSeal,
    OnBoard, OnTime, RoundRemedy, Saying,
};
use kifud::sense::{Expected, Orientation, Rotation};
use kifud::wire::Cell;

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

/// Something said.
#[derive(Debug, Clone)]
pub struct Sample {
    pub saying: Saying,
    /// In every language.
    pub holds: Vec<String>,
}

/// The samples of one group; a variant without one does not compile.
macro_rules! every {
    ($group:ident { $($variant:ident: $($sample:expr => [$($holds:expr),*]),+;)+ }) => {{
        fn asked_for(saying: &$group) {
            match saying { $($group::$variant { .. } => (),)+ }
        }
        let mut all: Vec<Sample> = Vec::new();
        $($(
            let saying = $sample;
            assert!(matches!(saying, $group::$variant { .. }), "{saying:?}");
            asked_for(&saying);
            let holds: &[&str] = &[$($holds),*];
            all.push(Sample { saying: saying.into(), holds: holds.iter().map(|&held| held.to_owned()).collect() });
        )+)+
        all
    }};
}

/// Every one. A group without samples does not compile.
pub fn samples() -> Vec<Sample> {
    let of = |saying: &Saying| match saying {
        Saying::OnBoard(_) => [on_board(), on_wood()].concat(),
        Saying::InRecord(_) => in_record(),
        Saying::AtClock(_) => at_clock(),
        Saying::OnTime(_) => on_time(),
        Saying::AtEnd(_) => at_end(),
        Saying::AtDesk(_) => at_desk(),
        Saying::OfSeal(_) => of_seal(),
        Saying::BesideBoard(_) => beside_board(),
        Saying::OfMatch(_) => of_match(),
        Saying::GoesRound(_) => goes_round(),
        Saying::OfRulings(_) => of_rulings(),
    };
    let groups = [
        on_board(),
        in_record(),
        at_clock(),
        on_time(),
        at_end(),
        at_desk(),
        of_seal(),
        beside_board(),
        of_match(),
        goes_round(),
        of_rulings(),
    ];
    groups.iter().flat_map(|group| of(&group[0].saying)).collect()
}

fn v(name: &str) -> Vertex {
    let size = Size::square(19).unwrap();
    Point::from_vertex(name, size).unwrap().vertex(size)
}

fn all(names: &str) -> Vec<Vertex> {
    names.split_whitespace().map(v).collect()
}

fn on_board() -> Vec<Sample> {
    let way = |mirrored, rotation| Orientation { mirrored, rotation };
    every!(OnBoard {
        DoubleMove: OnBoard::DoubleMove { by: BLACK, at: all("Q16") } => ["Q16"], OnBoard::DoubleMove { by: None, at: all("D4") } => ["D4"];
        TwoStones: OnBoard::TwoStones { by: WHITE, at: all("Q16 D3") } => ["Q16", "D3"];
        WrongColor: OnBoard::WrongColor { by: BLACK, at: all("C3") } => ["C3"];
        Relocated: OnBoard::Relocated { by: WHITE, from: v("K10"), to: v("L10") } => ["K10", "L10"];
        Retracted: OnBoard::Retracted { by: BLACK, at: all("R4") } => ["R4"];
        Shifted: OnBoard::Shifted { stone: BLACK, from: v("C17"), to: v("D17") } => ["C17", "D17"],
            OnBoard::Shifted { stone: None, from: v("C17"), to: v("D17") } => ["C17", "D17"];
        Scattered: OnBoard::Scattered { at: all("A1 B1 C1 D1 E1 F1 G1 H1") } => ["A1", "F1"];
        WrongCapture: OnBoard::WrongCapture { by: WHITE, at: all("C3 C4") } => ["C3", "C4"];
        CapturesLeft: OnBoard::CapturesLeft { by: BLACK, at: all("E5") } => ["E5"];
        ForbiddenPoint: OnBoard::ForbiddenPoint { by: WHITE, at: all("T19") } => ["T19"];
        KoRetaken: OnBoard::KoRetaken { by: BLACK, at: all("G7") } => ["G7"];
        Repetition: OnBoard::Repetition { by: WHITE, at: all("H8") } => ["H8"];
        ExtraStones: OnBoard::ExtraStones { at: all("J9 K9 L9") } => ["J9", "K9", "L9"];
        StonesMissing: OnBoard::StonesMissing { stone: WHITE, at: all("O3") } => ["O3"], OnBoard::StonesMissing { stone: BLACK, at: all("O3") } => ["O3"];
        PerhapsEnded: OnBoard::PerhapsEnded => [];
        Turned: OnBoard::Turned => [];
        TurnedSo: OnBoard::TurnedSo { befell: way(false, Rotation::Half), configure: way(false, Rotation::Half) } => ["180", "mirrored = false"],
            OnBoard::TurnedSo { befell: way(true, Rotation::None), configure: way(true, Rotation::None) } => ["mirrored = true", "rotation = 0"],
            OnBoard::TurnedSo { befell: way(true, Rotation::Quarter), configure: way(false, Rotation::None) } => ["mirrored = false"],
            OnBoard::TurnedSo { befell: way(false, Rotation::ThreeQuarters), configure: way(false, Rotation::Quarter) } => ["rotation = 90"];
        Differs: OnBoard::Differs(differences(8)) => ["C3", "C4", "C8"], OnBoard::Differs(differences(5)) => ["C7"];
        DiffersAt: OnBoard::DiffersAt { at: all("P4") } => ["P4"];
        Ways: OnBoard::Ways(vec![all("Q16 D4"), all("D4 Q16"), all("C3"), all("T1")]) => ["Q16", "D4", "C3"];
        WaysOver: OnBoard::WaysOver { at: all("M5 N5") } => ["M5", "N5"];
        Named: OnBoard::Named { kind: Kind::Etiquette, by: BLACK, at: Vec::new() } => [],
            OnBoard::Named { kind: Kind::FillBurst, by: None, at: all("B2") } => ["B2"];
    })
}

/// The same of other data: who, which stone, which way.
fn on_wood() -> Vec<Sample> {
    let sample = |saying: OnBoard, holds: &str| Sample { saying: saying.into(), holds: vec![holds.to_owned()] };
    vec![
        sample(OnBoard::Relocated { by: BLACK, from: v("K10"), to: v("L10") }, "K10"),
        sample(OnBoard::Relocated { by: None, from: v("K10"), to: v("L10") }, "L10"),
        sample(OnBoard::StonesMissing { stone: None, at: all("O3") }, "O3"),
        sample(OnBoard::DoubleMove { by: WHITE, at: all("Q16") }, "Q16"),
    ]
}

/// So many, everything that can differ among them.
fn differences(number: usize) -> Vec<Difference> {
    let expected = [Expected::Empty, Expected::Stone(Color::Black), Expected::Stone(Color::White)];
    let seen =
        [Cell::Stone(Color::Black), Cell::Empty, Cell::StoneOfUnknownColor, Cell::Unreadable, Cell::Stone(Color::White), Cell::Empty];
    let one = |at: usize| Difference { at: v(&format!("C{}", at + 3)), expected: expected[at % 3], seen: seen[at % 6] };
    (0..number).map(one).collect()
}

fn in_record() -> Vec<Sample> {
    let (white, black) = (Color::White, Color::Black);
    every!(InRecord {
        OrderUnsure: InRecord::OrderUnsure { first: 7, last: 9, at: all("Q16 D4 Q4") } => ["7", "9", "Q16", "D4", "Q4"];
        Flickers: InRecord::Flickers { at: v("E17") } => ["E17"];
        MoveUnread: InRecord::MoveUnread { by: white, n: 112, at: v("F3") } => ["112", "F3"],
            InRecord::MoveUnread { by: black, n: 112, at: v("F3") } => ["112", "F3"];
        PassUnread: InRecord::PassUnread { by: black, at: v("S19") } => ["S19"], InRecord::PassUnread { by: white, at: v("S19") } => ["S19"];
        PerhapsUnheard: InRecord::PerhapsUnheard { after: 58 } => ["58", "set-position", "correct-record"];
        PutWrongly: InRecord::PutWrongly { at: all("C3 R17") } => ["C3", "R17"];
        Unheard: InRecord::Unheard { by: white, before: v("D16") } => ["D16", "play", "correct-record", "set-position"];
        BreakOver: InRecord::BreakOver { board: Some(differences(2)) } => ["C3", "C4", "resume", "force"],
            InRecord::BreakOver { board: None } => ["resume", "force"];
    })
}

fn at_clock() -> Vec<Sample> {
    let (black, white) = (Color::Black, Color::White);
    every!(AtClock {
        PressForgotten: AtClock::PressForgotten { by: white, n: 34 } => ["34"], AtClock::PressForgotten { by: black, n: 34 } => ["34"];
        SidesExchanged: AtClock::SidesExchanged => ["set-colors"];
        NotStarted: AtClock::NotStarted => [];
        PeriodsSetWrong: AtClock::PeriodsSetWrong { of: black, shown: 3, control: 5 } => ["3", "5", "adopt-clock"];
        PeriodSetWrong: AtClock::PeriodSetWrong { of: black, shown_ms: 20_000, control_ms: 30_000 } => ["20", "30", "adopt-clock"];
        SetWrong: AtClock::SetWrong { of: black, shown_ms: 5_445_000, control_ms: 7_200_000 } => ["45", "adopt-clock"];
        Unwitnessed: AtClock::Unwitnessed { of: white } => ["set-clock"];
        Disagrees: AtClock::Disagrees { of: black, by_ms: 12_345 } => ["12.3", "adopt-clock"];
        FlagUnsaid: AtClock::FlagUnsaid { of: white } => [];
        FlagInLifting: AtClock::FlagInLifting { of: black } => [];
        LiftingLong: AtClock::LiftingLong { by: black, ms: 45_000 } => ["45"];
        Flag: AtClock::Flag { of: black } => [], AtClock::Flag { of: white } => [];
        FlagWithoutArticle: AtClock::FlagWithoutArticle { of: black } => [], AtClock::FlagWithoutArticle { of: white } => [];
        Overtime: AtClock::Overtime { of: white, points: 6 } => ["6"];
        PressBeforeStone: AtClock::PressBeforeStone { by: black, ms: 2_350 } => ["2.3"];
        PerhapsPass: AtClock::PerhapsPass { by: white } => ["pass"];
        PressWithoutMove: AtClock::PressWithoutMove { by: white } => [];
    })
}

fn on_time() -> Vec<Sample> {
    let (black, white) = (Color::Black, Color::White);
    let late = |reported, cost| OnTime::Late { who: black, late_ms: 450_000, reported, cost };
    let paid = |ran_since| LatenessCost::Off { off_ms: 900_000, times: 2, ran_since };
    let too_much = |ran_since| LatenessCost::TooMuch { off_ms: 3_905_000, main_ms: 3_600_000, ran_since };
    every!(OnTime {
        NeitherCame: OnTime::NeitherCame => [];
        Awaited: OnTime::Awaited { who: white, too_much: false } => ["arrived"], OnTime::Awaited { who: black, too_much: true } => ["arrived"];
        Late: late(true, LatenessCost::Unsaid) => ["7", "30"], late(false, LatenessCost::Unsaid) => ["7", "30", "arrived"],
            late(true, LatenessCost::ClockRan) => ["7"], late(true, LatenessCost::NoMainTime) => ["7"], late(true, LatenessCost::Paid) => ["7"],
            late(true, paid(false)) => ["15", "2"], late(true, paid(true)) => ["15", "2"],
            late(true, too_much(false)) => ["1", "5"], late(false, too_much(true)) => ["1", "5"];
        Absent: OnTime::Absent { who: black, late_ms: None, limit_ms: 900_000 } => ["15"],
            OnTime::Absent { who: white, late_ms: Some(1_510_000), limit_ms: 900_000 } => ["25", "10", "15"];
        SealDue: OnTime::SealDue { seals: black } => [], OnTime::SealDue { seals: white } => [];
    })
}

fn at_end() -> Vec<Sample> {
    let (black, white) = (Color::Black, Color::White);
    let (lead, trail) = (HalfPoints(7), HalfPoints(-23));
    every!(AtEnd {
        Contested: AtEnd::Contested { at: all("E5"), shared: true } => ["E5"], AtEnd::Contested { at: all("E5 F6"), shared: false } => ["E5", "F6"];
        LeftOpen: AtEnd::LeftOpen { at: all("E5"), shared: true } => ["E5"], AtEnd::LeftOpen { at: all("E5 F6"), shared: false } => ["E5", "F6"];
        StoneBeside: AtEnd::StoneBeside { by: black } => ["pass"], AtEnd::StoneBeside { by: white } => ["pass"];
        CountDiffers: AtEnd::CountDiffers { of: black, entered: HalfPoints(369), counted: HalfPoints(366) } => ["184.5", "183"],
            AtEnd::CountDiffers { of: white, entered: HalfPoints(356), counted: HalfPoints(354) } => ["178", "177"];
        RecountDiffers: AtEnd::RecountDiffers { counted: lead, result: trail } => ["3.5", "11.5"],
            AtEnd::RecountDiffers { counted: HalfPoints(0), result: lead } => ["3.5"];
        Unproved: AtEnd::Unproved { black: 180, white: 179, each: 180 } => ["179", "180"];
        FilledAtOnce: AtEnd::FilledAtOnce { at: all("A19 B19 C19") } => ["A19", "B19", "C19"];
        ShapeDisturbed: AtEnd::ShapeDisturbed(differences(2)) => ["C3", "C4"];
    })
}

/// Every kind of cycle with every remedy, all with other numbers.
fn goes_round() -> Vec<Sample> {
    let kinds = [1, 2, 3, 4, 6].map(CycleKind::Kos).into_iter();
    let kinds: Vec<CycleKind> = kinds.chain([CycleKind::TwoForTwo, CycleKind::SendingTwoReturningOne, CycleKind::Other]).collect();
    let remedies = [
        RoundRemedy::DrawOrReplay,
        RoundRemedy::NoResult,
        RoundRemedy::HotStonesEqual,
        RoundRemedy::HotStones,
        RoundRemedy::Disturber,
        RoundRemedy::Ask,
    ];
    let every = kinds.iter().flat_map(|&kind| remedies.iter().map(move |&remedy| (kind, remedy)));
    let sample = |(at, (kind, remedy)): (u32, (CycleKind, RoundRemedy))| {
        let cycle = Cycle {
            first: at * 7,
            latest: at * 7,
            length: 6,
            rounds: 1,
            same_to_move: at % 2 == 0,
            captured: ByColor { black: 21, white: 22 },
            passes: ByColor { black: at % 3, white: 0 },
            kind,
        };
        Sample { saying: GoesRound { cycle, remedy }.into(), holds: ["6", "21", "22"].map(str::to_owned).to_vec() }
    };
    (0..).zip(every).map(sample).collect()
}

fn at_desk() -> Vec<Sample> {
    let (black, white) = (Color::Black, Color::White);
    let reported = |kind, of, by: Option<&str>, note: Option<&str>| AtDesk::Reported {
        kind,
        of,
        by: by.map(str::to_owned),
        note: note.map(str::to_owned),
    };
    let left = |who, times, overtime, clock_runs| AtDesk::LeftSeat { who, times, overtime, clock_runs };
    let many: Vec<(u32, Option<Vertex>)> = (101..=120).map(|n| (n, Some(v("K10")))).collect();
    every!(AtDesk {
        Reported: reported(Kind::Disturbance, WHITE, Some("Ann"), Some("tapping stones")) => ["Ann", "tapping stones"],
            reported(Kind::Conduct, None, None, None) => [], reported(Kind::Etiquette, BLACK, Some("Bo"), None) => ["Bo"];
        Called: AtDesk::Called { by: None, own_time: true } => [], AtDesk::Called { by: BLACK, own_time: true } => [],
            AtDesk::Called { by: BLACK, own_time: false } => [], AtDesk::Called { by: WHITE, own_time: true } => [];
        ClaimedInOpponentsTime: AtDesk::ClaimedInOpponentsTime { by: black } => [], AtDesk::ClaimedInOpponentsTime { by: white } => [];
        LeftSeat: left(black, 1, false, false) => [], left(white, 2, true, true) => [], left(white, 5, false, true) => ["5"];
        Back: AtDesk::Back { who: black, meanwhile: vec![(7, Some(v("D16"))), (8, None)] } => ["7", "D16", "8"],
            AtDesk::Back { who: white, meanwhile: many } => ["101", "K10", "112", "8"];
    })
}

fn of_seal() -> Vec<Sample> {
    let (by, other) = (Color::Black, Color::White);
    every!(OfSeal {
        Unreadable: OfSeal::Unreadable { by } => [], OfSeal::Unreadable { by: other } => [];
        Otherwise: OfSeal::Otherwise { by, reads: Some(v("Q10")) } => ["Q10"], OfSeal::Otherwise { by: other, reads: None } => [];
        Elsewhere: OfSeal::Elsewhere { by, sealed: Some(v("C3")), played: Some(v("C4")) } => ["C3", "C4"],
            OfSeal::Elsewhere { by: other, sealed: None, played: Some(v("R4")) } => ["R4"];
        Occupied: OfSeal::Occupied { by, at: v("K10") } => ["K10"];
    })
}

fn of_match() -> Vec<Sample> {
    let who = |color, name: &str| NamedPlayer { color, name: name.to_owned() };
    let (black, white) = (who(Color::Black, "Ann"), who(Color::White, "Bo"));
    let text = |text: &str| text.to_owned();
    every!(OfMatch {
        NoWinner: OfMatch::NoWinner { drawn: true } => [], OfMatch::NoWinner { drawn: false } => [];
        NotInLineup: OfMatch::NotInLineup { who: black.clone(), board: 2, set: vec![text("Cho")] } => ["Ann", "2", "Cho"],
            OfMatch::NotInLineup { who: white.clone(), board: 3, set: vec![text("Cho"), text("Di")] } => ["Bo", "3", "Cho", "Di"];
        OtherBoard: OfMatch::OtherBoard { who: black.clone(), board: 2, set: 4 } => ["Ann", "2", "4"];
        OtherPartner: OfMatch::OtherPartner { who: white, partner: text("Cho"), set: text("Di") } => ["Bo", "Cho", "Di"];
        NotNext: OfMatch::NotNext { who: black.clone(), set: text("Cho") } => ["Ann", "Cho"];
        PlacingChanged: OfMatch::PlacingChanged { board: 1, team: text("East"), set: text("Ann"), now: text("Cho") } => ["1", "East", "Ann", "Cho"];
    })
}

fn beside_board() -> Vec<Sample> {
    let (black, white) = (Color::Black, Color::White);
    let lid = |of, holds, captured, paid| BesideBoard::Lid { of, holds, captured, paid };
    every!(BesideBoard {
        BowlNotFull: BesideBoard::BowlNotFull { of: black, holds: 179, should: 180 } => ["179", "180"],
            BesideBoard::BowlNotFull { of: white, holds: 1, should: 180 } => ["1", "180"];
        BegunAllTheSame: BesideBoard::BegunAllTheSame => [];
        Lid: lid(white, 1, 3, 0) => ["1", "3"], lid(black, 4, 5, 2) => ["4", "5", "2"];
        Nowhere: BesideBoard::Nowhere { stones: black, count: 1 } => ["1"], BesideBoard::Nowhere { stones: white, count: 12 } => ["12"];
        TooMany: BesideBoard::TooMany { stones: white, count: 1 } => ["1"], BesideBoard::TooMany { stones: black, count: 13 } => ["13"];
    })
}

fn of_rulings() -> Vec<Sample> {
    let appeal = |to_move| OfRulings::Appeal { by: Color::White, ruling: "r-3".to_owned(), alert: "a-12".to_owned(), to_move };
    every!(OfRulings {
        Appeal: appeal(None) => ["r-3", "a-12"], appeal(BLACK) => ["r-3", "a-12"];
        WarningLimit: OfRulings::WarningLimit { of: Color::Black, warnings: 2 } => ["2"];
    })
}
