//! A reference that is slow and plain: whole boards, compared stone by stone.

use kifud::go::{ByColor, Color, Cycle, CycleKind, Ko, Place, Position, Rules, Size};
use proptest::prelude::*;

/// A board that has stood: the stones, who was to move, who played what to leave it.
struct Stood {
    stones: Vec<Option<Color>>,
    next: Color,
    by: Option<(Color, Place)>,
}

/// Everything that has stood since a game began or a position was set.
pub struct Whole {
    stood: Vec<Stood>,
    first: u32,
}

impl Whole {
    pub fn of(position: &Position) -> Whole {
        let stones = position.stones();
        Whole { stood: vec![Stood { stones, next: position.to_move(), by: None }], first: position.move_number() }
    }

    pub fn played(&mut self, position: &Position, color: Color, place: Place) {
        self.stood.push(Stood { stones: position.stones(), next: position.to_move(), by: Some((color, place)) });
    }

    pub fn cycle(&self) -> Option<Cycle> {
        let (now, before) = self.stood.split_last()?;
        if !matches!(now.by, Some((_, Place::At(_)))) {
            return None;
        }
        let all: Vec<usize> = (0..before.len()).filter(|&index| before[index].stones == now.stones).collect();
        let same: Vec<usize> = all.iter().copied().filter(|&index| before[index].next == now.next).collect();
        let (stood, same_to_move) = if same.is_empty() { (all, false) } else { (same, true) };
        let (&first, &latest) = (stood.first()?, stood.last()?);
        let mut cycle = Cycle {
            first: self.first + first as u32,
            latest: self.first + latest as u32,
            length: (before.len() - latest) as u32,
            rounds: stood.len() as u32,
            same_to_move,
            captured: ByColor::default(),
            passes: ByColor::default(),
            kind: CycleKind::Other,
        };
        let mut plays: Vec<(Color, Vec<usize>, usize)> = Vec::new();
        for pair in self.stood[latest..].windows(2) {
            let (color, place) = pair[1].by.unwrap();
            if place == Place::Pass {
                cycle.passes[color] += 1;
                continue;
            }
            let gone: Vec<usize> =
                (0..pair[0].stones.len()).filter(|&point| pair[0].stones[point].is_some() && pair[1].stones[point].is_none()).collect();
            let put = (0..pair[0].stones.len()).find(|&point| pair[0].stones[point].is_none() && pair[1].stones[point].is_some());
            let of = |side: Color| gone.iter().filter(|&&point| pair[0].stones[point] == Some(side)).count() as u32;
            cycle.captured[color] += of(color.opponent());
            // A stone that was put and lifted at once belongs to what was given up.
            cycle.captured[color.opponent()] += of(color) + u32::from(put.is_none());
            plays.push((color, gone, put.unwrap_or(usize::MAX)));
        }
        cycle.kind = kind(&plays, cycle.passes);
        Some(cycle)
    }
}

/// The definitions once more, over points.
fn kind(plays: &[(Color, Vec<usize>, usize)], passes: ByColor<u32>) -> CycleKind {
    let kos: std::collections::BTreeSet<(usize, usize)> =
        plays.iter().filter(|(_, gone, _)| gone.len() == 1).map(|(_, gone, put)| (gone[0].min(*put), gone[0].max(*put))).collect();
    let points: std::collections::BTreeSet<usize> = kos.iter().flat_map(|&(one, other)| [one, other]).collect();
    if plays.iter().all(|(_, gone, put)| gone.len() == 1 && *put != usize::MAX) && points.len() == 2 * kos.len() {
        return CycleKind::Kos(kos.len() as u8);
    }
    if plays.iter().any(|(_, _, put)| *put == usize::MAX) {
        return CycleKind::Other;
    }
    let takes = |color: Color| {
        let mut takes: Vec<usize> = plays.iter().filter(|(by, _, _)| *by == color).map(|(_, gone, _)| gone.len()).collect();
        takes.sort_unstable();
        takes
    };
    match (takes(Color::Black).as_slice(), takes(Color::White).as_slice(), passes.black, passes.white) {
        ([0, 2], [0, 2], 0, 0) => CycleKind::TwoForTwo,
        ([0, 1], [2], 0, 0 | 1) | ([2], [0, 1], 0 | 1, 0) => CycleKind::SendingTwoReturningOne,
        _ => CycleKind::Other,
    }
}

/// Small boards are full of kos, and everybody takes whatever can be taken.
fn small() -> impl Strategy<Value = Size> {
    (2..=5_u8, 2..=4_u8).prop_map(|(width, height)| Size::new(width, height).unwrap())
}

proptest! {
    /// Random ko fights, with passes, self-captures and positions set in between: at every move the cycle is the reference's.
    #[test]
    fn cn_20_3_random_ko_fights_agree_with_whole_boards(size in small(), suicide in any::<bool>(), choices in proptest::collection::vec(any::<u16>(), 1..120)) {
        let suicide = if suicide { kifud::go::Suicide::Any } else { kifud::go::Suicide::None };
        let mut position = Position::new(size, &Rules { ko: Ko::Simple, suicide, ..Rules::CHINESE });
        let mut whole = Whole::of(&position);
        for choice in choices {
            if choice % 97 == 0 {
                let point = size.point(usize::from(choice) % size.area()).unwrap();
                position.edit([(point, None)]);
                whole = Whole::of(&position);
                continue;
            }
            let color = position.to_move();
            let legal: Vec<Place> = size.points().map(Place::At).filter(|&place| position.judge(color, place).is_legal()).collect();
            let takes: Vec<Place> = legal.iter().copied().filter(|place| !position.captures_of(color, place.point().unwrap()).is_empty()).collect();
            let among = if takes.is_empty() || choice % 5 == 0 { &legal } else { &takes };
            let place = if among.is_empty() || choice % 11 == 0 { Place::Pass } else { among[usize::from(choice) % among.len()] };
            position.play(color, place).unwrap();
            whole.played(&position, color, place);
            prop_assert_eq!(position.cycle(), whole.cycle(), "{:?}", position.board().lines());
        }
    }
}
