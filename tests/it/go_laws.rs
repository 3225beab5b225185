//! Laws of the board, judged by a reference that is slow and plain: whole boards, flood fill, a list of everything that has stood.

use kifud::go::{Board, Color, Fault, Ko, Place, Point, Position, Rules, Size, Suicide, Superko};
use proptest::prelude::*;

/// A board that has stood, who was to move, and whose play left it.
type Stood = (Vec<Option<Color>>, Color, Option<Color>);

/// A game as plainly as it can be told.
struct Slow {
    size: Size,
    board: Vec<Option<Color>>,
    stood: Vec<Stood>,
    since_pass: usize,
    /// The board before the last play, if the last move was one.
    before_last: Option<Vec<Option<Color>>>,
    to_move: Color,
}

impl Slow {
    fn new(size: Size) -> Slow {
        let board = vec![None; size.area()];
        Slow { size, stood: vec![(board.clone(), Color::Black, None)], board, since_pass: 0, before_last: None, to_move: Color::Black }
    }

    fn chain(&self, board: &[Option<Color>], first: Point) -> (Vec<Point>, Vec<Point>) {
        let (mut chain, mut liberties) = (vec![first], Vec::new());
        let mut reached = 0;
        while let Some(&stone) = chain.get(reached) {
            reached += 1;
            for beside in self.size.neighbours(stone) {
                let there = board[self.size.index(beside)];
                if there.is_none() && !liberties.contains(&beside) {
                    liberties.push(beside);
                } else if there == board[self.size.index(first)] && there.is_some() && !chain.contains(&beside) {
                    chain.push(beside);
                }
            }
        }
        (chain, liberties)
    }

    /// The board after a play on an empty point: stones taken, own stones that have no liberty then.
    fn after(&self, color: Color, point: Point) -> (Vec<Option<Color>>, usize, Vec<Point>) {
        let mut board = self.board.clone();
        board[self.size.index(point)] = Some(color);
        let mut taken = 0;
        for beside in self.size.neighbours(point) {
            if board[self.size.index(beside)] == Some(color.opponent()) {
                let (chain, liberties) = self.chain(&board, beside);
                if liberties.is_empty() {
                    taken += chain.len();
                    chain.iter().for_each(|&stone| board[self.size.index(stone)] = None);
                }
            }
        }
        let (chain, liberties) = self.chain(&board, point);
        (board, taken, if liberties.is_empty() { chain } else { Vec::new() })
    }

    fn judge(&self, rules: &Rules, color: Color, point: Point) -> Vec<Fault> {
        let mut faults = Vec::new();
        if color != self.to_move {
            faults.push(Fault::OutOfTurn { to_move: self.to_move });
        }
        if let Some(by) = self.board[self.size.index(point)] {
            faults.push(Fault::Occupied { by });
            return faults;
        }
        let (mut board, taken, breathless) = self.after(color, point);
        let allowed = match rules.suicide {
            Suicide::None => breathless.is_empty(),
            Suicide::Several => breathless.len() != 1,
            Suicide::Any => true,
        };
        if allowed {
            breathless.iter().for_each(|&stone| board[self.size.index(stone)] = None);
        } else {
            faults.push(Fault::Suicide { stones: breathless.len() as u16 });
        }
        let retakes =
            taken == 1 && self.before_last.as_ref() == Some(&board) && self.stood.last().is_some_and(|last| last.2 != Some(color));
        if retakes && rules.ko != Ko::None {
            faults.push(Fault::Ko { taken_at: self.stood.len() as u32 - 1 });
        }
        let earlier = |from: usize, forbids: &dyn Fn(&Stood) -> bool| {
            (from..self.stood.len()).find(|&index| self.stood[index].0 == board && forbids(&self.stood[index]))
        };
        let found = match rules.ko {
            Ko::None | Ko::Simple => None,
            Ko::Positional => earlier(0, &|_| true).map(|earlier| (Superko::Positional, earlier)),
            Ko::Situational => earlier(0, &|stood| stood.1 == color.opponent()).map(|earlier| (Superko::Situational, earlier)),
            Ko::NaturalSituational => earlier(0, &|stood| stood.2 == Some(color)).map(|earlier| (Superko::NaturalSituational, earlier)),
            Ko::Spight => earlier(self.since_pass, &|_| true).map(|earlier| (Superko::Spight, earlier)),
        };
        faults.extend(found.map(|(rule, earlier)| Fault::Superko { rule, earlier: earlier as u32 }));
        faults
    }

    /// Makes a legal move.
    fn play(&mut self, color: Color, place: Place) {
        match place {
            Place::Pass => {
                self.before_last = None;
                self.since_pass = self.stood.len();
                self.stood.push((self.board.clone(), color.opponent(), None));
            }
            Place::At(point) => {
                let (mut board, _, breathless) = self.after(color, point);
                breathless.iter().for_each(|&stone| board[self.size.index(stone)] = None);
                self.before_last = Some(std::mem::replace(&mut self.board, board));
                self.stood.push((self.board.clone(), color.opponent(), Some(color)));
            }
        }
        self.to_move = color.opponent();
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    let kos = [Ko::None, Ko::Simple, Ko::Positional, Ko::Situational, Ko::NaturalSituational, Ko::Spight];
    let suicides = [Suicide::None, Suicide::Several, Suicide::Any];
    (proptest::sample::select(kos.to_vec()), proptest::sample::select(suicides.to_vec())).prop_map(|(ko, suicide)| Rules {
        ko,
        suicide,
        ..Rules::CHINESE
    })
}

/// Small boards, so that captures, kos and repetitions come often.
fn small() -> impl Strategy<Value = Size> {
    (2..=5_u8, 2..=4_u8).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

fn check_board(position: &Position, slow: &Slow) {
    let board = position.board();
    let lines = board.lines();
    let anew = Board::from_lines(lines.iter().map(String::as_str)).unwrap();
    assert_eq!(position.stones(), slow.board);
    assert_eq!(board.hash(), anew.hash(), "the hash carried along is the hash computed anew");
    for point in slow.size.points().filter(|&point| board.get(point).is_some()) {
        let (mut chain, mut liberties) = slow.chain(&slow.board, point);
        chain.sort_by_key(|&point| slow.size.index(point));
        liberties.sort_by_key(|&point| slow.size.index(point));
        assert_eq!((board.chain(point), board.liberties(point)), (chain, liberties));
    }
}

proptest! {
    /// Every point of both colours is judged alike at every move, by every combination of ko and suicide, and the boards stay equal.
    #[test]
    fn judge_agrees_with_the_slow_reference(size in small(), rules in rules(), choices in proptest::collection::vec(any::<u16>(), 1..60)) {
        let (mut position, mut slow) = (Position::new(size, &rules), Slow::new(size));
        for choice in choices {
            for color in Color::BOTH {
                for point in size.points() {
                    let judgement = position.judge(color, Place::At(point));
                    prop_assert_eq!(&judgement.faults, &slow.judge(&rules, color, point), "{:?} {:?}", position.board().lines(), point);
                    if position.get(point).is_none() {
                        let (_, taken, _) = slow.after(color, point);
                        prop_assert_eq!(position.captures_of(color, point).len(), taken);
                        prop_assert_eq!(judgement.captures.len(), taken);
                    }
                }
            }
            let color = position.to_move();
            let legal: Vec<Place> = size.points().map(Place::At).filter(|&place| position.judge(color, place).is_legal()).collect();
            let place = if legal.is_empty() || choice % 12 == 0 { Place::Pass } else { legal[usize::from(choice) % legal.len()] };
            let judged = position.judge(color, place);
            let played = position.play(color, place).unwrap();
            prop_assert_eq!(played.captured, judged.captures);
            prop_assert_eq!(played.repeats, judged.repeats);
            slow.play(color, place);
            check_board(&position, &slow);
        }
    }

    /// Whatever is put down, by whom and where: nothing panics, the links stay whole, and what `play` does `take_in` does alike.
    #[test]
    fn anything_can_be_taken_in(size in small(), rules in rules(), moves in proptest::collection::vec((any::<bool>(), 0..40_usize), 1..80)) {
        let mut position = Position::new(size, &rules);
        for (black, index) in moves {
            let color = if black { Color::Black } else { Color::White };
            let place = size.point(index).map_or(Place::Pass, Place::At);
            let mut played = position.clone();
            let lawful = played.play(color, place).is_ok();
            position.take_in(color, place).unwrap();
            if lawful {
                prop_assert_eq!(played.board(), position.board());
                prop_assert_eq!(played.captured(), position.captured());
            }
            let lines = position.board().lines();
            let anew = Board::from_lines(lines.iter().map(String::as_str)).unwrap();
            prop_assert_eq!(position.board().hash(), anew.hash());
            for point in size.points() {
                prop_assert_eq!(position.liberties(point), anew.liberties(point));
                for color in Color::BOTH {
                    prop_assert_eq!(position.captures_of(color, point), anew.captures_of(color, point));
                }
            }
        }
    }
}
