//! Which wrong is possible in a place, with its points.

use super::Offence;
use super::spot::Spot;
use crate::go::{Color, Point};

/// Fewer stones than this are no board to scatter or to sweep.
const MANY_STONES: usize = 30;
/// Nobody ends a game before so much of it.
const END_PERCENT: usize = 60;
/// Nobody fills in before so much of it.
const FILL_PERCENT: usize = 80;

/// What will be done wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    Relocate {
        to: Point,
        pressed: bool,
    },
    Retract {
        pressed: bool,
    },
    Shift {
        from: Point,
        to: Point,
        color: Color,
    },
    Second {
        point: Point,
    },
    /// Two stones of this colour.
    Two {
        points: [Point; 2],
        color: Color,
    },
    WrongColor,
    Extra {
        stones: Vec<(Point, Color)>,
    },
    Missing {
        point: Point,
        color: Color,
    },
    WrongCapture {
        lifted: Vec<Point>,
    },
    CapturesLeft {
        lifted: Vec<Point>,
        left: Vec<Point>,
    },
    Forbidden {
        point: Point,
    },
    Ko {
        point: Point,
        taken: Vec<Point>,
    },
    PressAlone,
    PressFirst,
    Scatter {
        gone: Vec<(Point, Color)>,
        moved: Vec<(Point, Point, Color)>,
    },
    End(Ending),
}

/// How players end without a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    /// The clock is stopped; stones are lifted, others put down.
    Stopped { lifted: Vec<(Point, Color)>, put: Vec<(Point, Color)> },
    /// Every stone is taken off.
    Swept { stones: Vec<(Point, Color)> },
    /// One colour fills in.
    Filled { color: Color, points: Vec<Point> },
}

impl Plan {
    /// What of this kind can be done here; `None` when nothing can.
    pub(super) fn find(offence: Offence, spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
        let takes_nothing = spot.captured.is_empty();
        match offence {
            Offence::StoneRelocated if takes_nothing => relocate(spot, rng),
            Offence::StoneRetracted if takes_nothing => Some(Plan::Retract { pressed: spot.clock && rng.bool() }),
            Offence::DoubleMove if takes_nothing && spot.clock => Some(Plan::Second { point: away_from(spot, rng)? }),
            Offence::WrongColor if takes_nothing && spot.clock => wrong_color(spot),
            Offence::ResignSignal if takes_nothing => two_stones(spot, rng),
            Offence::StoneRelocated | Offence::StoneRetracted | Offence::DoubleMove | Offence::WrongColor | Offence::ResignSignal => None,
            Offence::StoneShifted => shift(spot, rng),
            Offence::ExtraStone => extra(spot, rng),
            Offence::StoneMissing => rng.choice(spot.older_stones()).map(|(point, color)| Plan::Missing { point, color }),
            Offence::WrongCapture => rng.choice(spot.chains_to_lift()).map(|lifted| Plan::WrongCapture { lifted }),
            Offence::CapturesLeft => captures_left(spot, rng),
            Offence::ForbiddenPoint => rng.choice(spot.forbidden_points()).map(|point| Plan::Forbidden { point }),
            Offence::KoViolation => {
                let point = spot.ko_point()?;
                Some(Plan::Ko { point, taken: spot.before.captures_of(spot.mover, point) })
            }
            Offence::PassSignal | Offence::PressWithoutMove => spot.clock.then_some(Plan::PressAlone),
            Offence::PressBeforeStone => (spot.clock && takes_nothing).then_some(Plan::PressFirst),
            Offence::BoardScattered => scatter(spot, rng),
            Offence::EndSuspected => ending(spot, rng).map(Plan::End),
        }
    }

    /// Who goes on after it; `None` where nobody does.
    pub(super) fn is_answered_by(&self, spot: &Spot<'_>) -> Option<Color> {
        match self {
            Plan::Retract { pressed: false }
            | Plan::Two { .. }
            | Plan::PressAlone
            | Plan::PressFirst
            | Plan::Scatter { .. }
            | Plan::End(_) => None,
            Plan::Shift { .. } | Plan::Extra { .. } | Plan::Missing { .. } => Some(spot.mover),
            Plan::Relocate { .. }
            | Plan::Retract { pressed: true }
            | Plan::Second { .. }
            | Plan::WrongColor
            | Plan::WrongCapture { .. }
            | Plan::CapturesLeft { .. }
            | Plan::Forbidden { .. }
            | Plan::Ko { .. } => Some(spot.mover.opponent()),
        }
    }
}

/// A quiet point that does not touch the move's own.
fn away_from(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Point> {
    let away = |point: &Point| *point != spot.point && !point.touches(spot.point);
    rng.choice(spot.quiet_points().into_iter().filter(away).collect::<Vec<_>>())
}

fn relocate(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
    let pressed = spot.clock && rng.bool();
    let mut points = spot.quiet_points();
    points.retain(|&to| to != spot.point && (pressed || !to.touches(spot.point)));
    Some(Plan::Relocate { to: rng.choice(points)?, pressed })
}

/// The opponent's stone must be one that could stand there and takes nothing.
fn wrong_color(spot: &Spot<'_>) -> Option<Plan> {
    let size = spot.before.size();
    let free = size.neighbours(spot.point).any(|beside| spot.before.get(beside).is_none());
    let takes_nothing = spot.before.captures_of(spot.mover.opponent(), spot.point).is_empty();
    (free && takes_nothing).then_some(Plan::WrongColor)
}

fn two_stones(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
    let one = away_from(spot, rng)?;
    if rng.bool() {
        return Some(Plan::Two { points: [spot.point, one], color: spot.mover });
    }
    let another = away_from(spot, rng).filter(|&another| another != one && !another.touches(one))?;
    Some(Plan::Two { points: [one, another], color: spot.mover.opponent() })
}

fn shift(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
    let (from, color) = rng.choice(spot.older_stones())?;
    let size = spot.before.size();
    let free = |to: &Point| {
        to.touches(from)
            && spot.before.get(*to).is_none()
            && spot.before.captures_of(color, *to).is_empty()
            && size.neighbours(*to).any(|beside| spot.before.get(beside).is_none())
    };
    let to = rng.choice(size.points().filter(free).collect::<Vec<_>>())?;
    Some(Plan::Shift { from, to, color })
}

/// Stones that no sequence of turns can have left: the mover would have one more than the opponent, or as many.
fn extra(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
    let mut points = spot.quiet_points();
    rng.shuffle(&mut points);
    let (movers, others) = rng.choice([(1, 2), (1, 3), (3, 1), (2, 3), (2, 4), (4, 2)])?;
    let mut stones: Vec<(Point, Color)> = Vec::new();
    for point in points {
        if stones.len() < movers + others && stones.iter().all(|(other, _)| !other.touches(point)) {
            let color = if stones.len() < movers { spot.mover } else { spot.mover.opponent() };
            stones.push((point, color));
        }
    }
    (stones.len() == movers + others).then_some(Plan::Extra { stones })
}

fn captures_left(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
    if spot.captured.is_empty() || !spot.clock {
        return None;
    }
    let mut lifted = spot.captured.clone();
    rng.shuffle(&mut lifted);
    let left = lifted.split_off(rng.usize(0..lifted.len()));
    Some(Plan::CapturesLeft { lifted, left })
}

fn scatter(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Plan> {
    let mut stones = spot.stones();
    if stones.len() < MANY_STONES {
        return None;
    }
    rng.shuffle(&mut stones);
    stones.truncate(rng.usize(15..=60).min(stones.len()));
    let mut free: Vec<Point> = spot.before.size().points().filter(|&point| spot.before.get(point).is_none()).collect();
    rng.shuffle(&mut free);
    let gone = stones.split_off(stones.len() * 2 / 3);
    if free.len() < stones.len() {
        return None;
    }
    let moved = stones.into_iter().zip(free).map(|((from, color), to)| (from, to, color)).collect();
    Some(Plan::Scatter { gone, moved })
}

fn ending(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Ending> {
    let mut stones = spot.stones();
    if stones.len() < MANY_STONES || spot.percent < END_PERCENT {
        return None;
    }
    rng.shuffle(&mut stones);
    match rng.u8(0..3) {
        0 if spot.clock => {
            stones.truncate(rng.usize(6..=12));
            let quiet = spot.quiet_points();
            let colors = [spot.mover, spot.mover.opponent()].into_iter().cycle();
            let put = quiet.into_iter().zip(colors).take(rng.usize(3..=8)).collect();
            Some(Ending::Stopped { lifted: stones, put })
        }
        1 if spot.color && spot.percent >= FILL_PERCENT => filled(spot, rng),
        _ => Some(Ending::Swept { stones }),
    }
}

/// One colour's own points: beside its stones and none of the other's.
fn filled(spot: &Spot<'_>, rng: &mut fastrand::Rng) -> Option<Ending> {
    let color = if rng.bool() { Color::Black } else { Color::White };
    let size = spot.before.size();
    let own = |point: &Point| {
        let beside: Vec<Option<Color>> = size.neighbours(*point).map(|beside| spot.before.get(beside)).collect();
        spot.before.get(*point).is_none()
            && beside.contains(&Some(color))
            && beside.contains(&None)
            && !beside.contains(&Some(color.opponent()))
    };
    let mut points: Vec<Point> = Vec::new();
    let most = rng.usize(6..=12);
    for point in size.points().filter(own) {
        if points.len() < most && points.iter().all(|other| !other.touches(point)) {
            points.push(point);
        }
    }
    (points.len() >= 6).then_some(Ending::Filled { color, points })
}
