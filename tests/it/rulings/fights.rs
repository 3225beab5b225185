//! The hands at the table of the rulings where stones touch: they take and are taken, kos are retaken, points without liberties are played on,
//! and quick pairs answer before anybody can say a word.

use kifud::game::EventBody;
use kifud::go::{Color, Place, Point};
use kifud::referee::Kind;
use proptest::prelude::*;

use super::court::Court;
use super::stones::Did;

/// More stones that are lifted at once with a stone that nobody may play are a bump for all that can be seen (F7). A known fault: a second
/// stone in a row that takes seven or more, lifted in one scan, is `unexplained` and no `double-move`.
const LIFTED_MAX: usize = 4;

/// So many kos are taken by turns: the sixth play of three kos brings the first board back.
const ROUND: usize = 6;

/// What quick players need for a turn, in ms: three are made within the patience.
const QUICK_MS: u64 = 1_200;

impl Court {
    /// A stone that leaves nothing on the board but what stood there before is not seen: a press without a stone.
    fn is_seen(did: &Did) -> bool {
        did.given_up.len() != 1
    }

    /// A lawful play that touches another stone.
    pub(super) fn fight(&mut self, nth: usize) {
        let (color, now) = (self.model.sheet.to_move, self.model.sheet.through());
        let touching = |point: Point| self.model.sheet.size.points().any(|other| now.stones.get(other).is_some() && beside(point, other));
        let lawful = |point: Point| now.wrong(color, point).is_none() && Court::is_seen(&now.would(color, point));
        // To give own stones up is rare: some of the time it is looked for first.
        let gives_up = |point: Point| nth.is_multiple_of(2) && lawful(point) && !now.would(color, point).given_up.is_empty();
        let fought = || self.pick(&now, nth, |point| touching(point) && lawful(point));
        if let Some(point) = self.pick(&now, nth, gives_up).or_else(fought) {
            self.made(point, false);
        }
    }

    /// A lawful play that takes stones: some are lifted after their capturer is down.
    pub(super) fn take(&mut self, nth: usize, late: bool) {
        let (color, now) = (self.model.sheet.to_move, self.model.sheet.through());
        let takes = |point: Point| !now.would(color, point).captured.is_empty() && now.wrong(color, point).is_none();
        if let Some(point) = self.pick(&now, nth, takes) {
            self.made(point, late);
        }
    }

    /// A ko is taken, and retaken at once.
    pub(super) fn retake(&mut self, nth: usize, answers: &[usize]) -> Result<(), TestCaseError> {
        let (color, now) = (self.model.sheet.to_move, self.model.sheet.through());
        if let Some(point) = self.pick(&now, nth, |point| now.takes_a_ko(color, point)) {
            self.made(point, nth.is_multiple_of(2));
            self.illegal(nth, answers)?;
        }
        Ok(())
    }

    /// Both take kos by turns, the one that has rested longest first, until none may be taken; where no board may come back, one does.
    pub(super) fn round(&mut self, answers: &[usize]) -> Result<(), TestCaseError> {
        for _ in 0..ROUND {
            let (color, now) = (self.model.sheet.to_move, self.model.sheet.through());
            let at = |point: Point| self.model.sheet.turns.iter().rposition(|turn| turn.place == Place::At(point));
            let kos = self.model.sheet.size.points().filter(|&point| now.stones.get(point).is_none() && now.takes_a_ko(color, point));
            let Some(point) = kos.min_by_key(|&point| at(point)) else { break };
            self.made(point, false);
        }
        let comes_back = {
            let now = self.model.sheet.through();
            self.pick(&now, 0, |point| now.wrong(self.model.sheet.to_move, point) == Some(Kind::Repetition)).is_some()
        };
        if comes_back { self.illegal(0, answers) } else { Ok(()) }
    }

    /// The side to move plays there, lifts what is dead, and presses.
    fn made(&mut self, point: Point, late: bool) {
        let color = self.model.sheet.to_move;
        let did = self.model.sheet.through().would(color, point);
        self.count(&did);
        self.hand(color, point, &did, late);
        self.table.press(color).wait(1_500);
        self.model.sheet.play(color, Place::At(point), None);
    }

    fn count(&mut self, did: &Did) {
        self.seen.took += usize::from(!did.captured.is_empty());
        self.seen.gave_up += usize::from(!did.given_up.is_empty());
        self.seen.kos += usize::from(did.captured.len() == 1 && did.given_up.is_empty());
    }

    fn hand(&mut self, color: Color, point: Point, did: &Did, late: bool) {
        let dead: Vec<(Point, Option<Color>)> = did.captured.iter().chain(&did.given_up).map(|&stone| (stone, None)).collect();
        let stone = [(point, Some(color))];
        if late || !did.given_up.is_empty() {
            self.show(&stone);
            if !dead.is_empty() {
                self.show(&dead);
            }
        } else {
            self.show(&[&stone[..], &dead[..]].concat());
        }
    }

    /// The side to move plays where the rules forbid it, and so many lawful plays follow at once.
    pub(super) fn illegal(&mut self, nth: usize, answers: &[usize]) -> Result<(), TestCaseError> {
        // A known fault: behind a second stone in a row, whose turn nobody has ended by a press, the press of an illegal answer ends no turn
        // (no `turn-ended`).
        if self.table.game.record().moves.last().is_some_and(|last| last.provisional) {
            return Ok(());
        }
        let (color, now) = (self.model.sheet.to_move, self.model.sheet.through());
        let clear = |point: Point| {
            let did = now.would(color, point);
            Court::is_seen(&did) && did.captured.len() <= LIFTED_MAX
        };
        // Repetitions and kos are rarer than points without a liberty: they are looked for first.
        let kinds = [Kind::Repetition, Kind::KoViolation, Kind::ForbiddenPoint];
        let of =
            |kind: Kind| self.pick(&now, nth, |point| now.wrong(color, point) == Some(kind) && clear(point)).map(|point| (kind, point));
        let Some((kind, point)) = kinds.into_iter().find_map(of) else { return Ok(()) };
        // An offence that is retaken at once looks like one that was put right.
        let before = self.model.sheet.turns.len().checked_sub(1).map(|left| self.model.sheet.cut(left).stones());
        let mut after = now.stones.clone();
        after.put(color, point, self.model.sheet.law);
        if before == Some(after) && self.model.sheet.turns.last().is_some_and(|last| last.offence.is_some()) {
            return Ok(());
        }
        let quick = !answers.is_empty();
        let offence = (kind, color, point);
        let did = now.would(color, point);
        self.journal(true);
        let begun = self.told.len();
        self.turn(color, point, &did, quick);
        self.model.sheet.play(color, Place::At(point), Some(String::new()));
        let at = self.model.sheet.turns.len() - 1;
        let mut answered = 0;
        for &answer in answers {
            let (side, now) = (self.model.sheet.to_move, self.model.sheet.through());
            // Plays of which nobody could say whether they are a stone put straight, or shifted, are other stories.
            let clear = |point: Point| now.wrong(side, point).is_none() && now.would(side, point) == Did::default();
            let Some(point) = self.apart(answer).filter(|&point| clear(point)) else { break };
            self.turn(side, point, &Did::default(), true);
            self.model.sheet.play(side, Place::At(point), None);
            answered += 1;
        }
        self.table.wait(6_000);
        self.told_as(offence, begun, at)?;
        match kind {
            Kind::ForbiddenPoint => self.seen.forbidden += 1,
            Kind::KoViolation => self.seen.retaken += 1,
            _ => self.seen.repeated += 1,
        }
        self.seen.answered += usize::from(answered > 0);
        Ok(())
    }

    fn turn(&mut self, color: Color, point: Point, did: &Did, quick: bool) {
        let begun = self.table.now;
        self.hand(color, point, did, false);
        self.table.press(color);
        let rest = if quick { (begun + QUICK_MS).saturating_sub(self.table.now) } else { 0 };
        self.table.wait(rest);
    }

    /// It was told as what it is, once, with nothing else beside it, and its alert marks this turn.
    fn told_as(&mut self, (kind, color, point): (Kind, Color, Point), begun: usize, turn: usize) -> Result<(), TestCaseError> {
        self.journal(true);
        let told: Vec<_> = self.told[begun..]
            .iter()
            .filter_map(|event| if let EventBody::AlertRaised(alert) = &event.body { Some(alert.clone()) } else { None })
            .filter(|alert| alert.kind.is_of_board() && (alert.kind != Kind::Repetition || alert.color.is_some()))
            .collect();
        let short: Vec<_> = told.iter().map(|alert| (alert.kind, alert.color, alert.points.clone())).collect();
        prop_assert_eq!(short, vec![(kind, Some(color), vec![point])], "{}", self.lately());
        self.model.sheet.turns[turn].offence = Some(told[0].id.clone());
        Ok(())
    }

    /// The side that has just pressed puts another stone down, and lifts what it takes.
    pub(super) fn twice(&mut self, nth: usize) -> Result<(), TestCaseError> {
        let Some(last) = self.model.sheet.turns.last().cloned() else { return Ok(()) };
        let color = last.color;
        // Before the press it would be a second stone in one turn.
        let open = self.table.game.record().moves.last().is_some_and(|last| last.provisional);
        if self.model.sheet.to_move == color || last.place == Place::Pass || open {
            return Ok(());
        }
        let now = self.model.sheet.through();
        let second = |point: Point| {
            let did = now.would(color, point);
            now.wrong(color, point).is_none() && did.given_up.is_empty() && did.captured.len() <= LIFTED_MAX
        };
        let takes = |point: Point| second(point) && !now.would(color, point).captured.is_empty();
        let first = match nth % 3 {
            0 => self.pick(&now, nth, takes),
            1 => self.apart(nth),
            _ => None,
        };
        let Some(point) = first.or_else(|| self.pick(&now, nth, second)) else { return Ok(()) };
        let did = now.would(color, point);
        let begun = self.told.len();
        self.hand(color, point, &did, nth.is_multiple_of(2));
        self.table.wait(6_000);
        self.model.sheet.play(color, Place::At(point), Some(String::new()));
        let at = self.model.sheet.turns.len() - 1;
        self.told_as((Kind::DoubleMove, color, point), begun, at)?;
        self.seen.twice += 1;
        self.seen.took_twice += usize::from(!did.captured.is_empty());
        Ok(())
    }
}

fn beside(one: Point, other: Point) -> bool {
    one.col.abs_diff(other.col) + one.row.abs_diff(other.row) == 1
}
