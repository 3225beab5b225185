//! What an incident does to the record before anybody has ruled (CONTRACT 4.6): a stone that stands is in the moves, marked; where play has
//! gone on over a gap the wood is followed, by an edit that names its alert. What is put right is taken back the same way.

use crate::go::{Color, Edit, Place, PlayedMove, Point, Record};
use crate::referee::{BoardRemedy, Finding, Kind};
use crate::time::Mono;
use crate::wire::Cell;

use super::Game;
use super::event::{Alert, AlertState, CloseReason, EventBody, Phase, RetractedBecause};
use super::findings::Watched;
use super::input::Output;
use super::ruling::{Ruling, RulingOutcome};
use super::wood::shows;

impl Game {
    /// What follows from a finding that was said.
    pub(super) fn take_consequences(&mut self, at: Mono, watched: &Watched, alert: Option<&str>, out: &mut Vec<Output>) {
        let finding = &watched.finding;
        let said_as_more = alert.and_then(|id| self.open(id)).is_some_and(|open| open.kind != finding.kind);
        if said_as_more && (finding.kind == Kind::EndSuspected || finding.kind.enters_the_record()) {
            // What is left of a happening while it is put right is neither the end nor a move.
        } else if finding.kind == Kind::EndSuspected {
            self.wood.disturbed = false;
            self.end_unsaid = alert.is_none();
            self.end_open_turn(at, super::TurnEndedBy::Ruling, out);
            self.enter(at, Phase::Ending, "end-suspected", out);
        } else if finding.kind == Kind::BoardTurned {
            // The position stands, however it lies: nobody has ended anything.
            if self.book.phase == Phase::Ending {
                self.enter(at, Phase::Playing, "board-turned", out);
            }
        } else if finding.kind.enters_the_record() {
            self.enter_disputed(at, watched, alert, out);
        } else if self.record().moves.len() as u32 > watched.n {
            self.follow_wood(at, watched, out);
        }
    }

    /// A stone that should not stand, and stands: it goes into the moves, marked, and play goes on from there.
    fn enter_disputed(&mut self, at: Mono, watched: &Watched, alert: Option<&str>, out: &mut Vec<Output>) {
        let finding = &watched.finding;
        let (Some(&point), Some(color)) = (finding.points.first(), finding.color) else { return };
        if self.position.get(point).is_some() {
            // A stone of the record that shows the other colour is no new move.
            return;
        }
        if finding.kind == Kind::WrongColor {
            // The play counts as its player's; what the board shows there is accepted until it changes.
            self.wood.overruled.push((point, self.wood.settle.settled().get(point)));
        }
        let mut played = PlayedMove::new(color, Place::At(point));
        played.disputed = alert.map(str::to_owned);
        if finding.kind.is_illegal_play() {
            played.illegal = vec![finding.kind.name().to_owned()];
        }
        self.wood.watched.retain(|other| other != watched && other.finding.points != finding.points);
        self.append(finding.begun.min(at), played, out);
        if finding.kind == Kind::DoubleMove {
            self.press_was_answered(color, out);
        }
    }

    /// The other side has pressed and not played: what that was is asked about, and no stone comes for it any more. This player's own press,
    /// which waited behind it, has ended the turn.
    fn press_was_answered(&mut self, color: Color, out: &mut Vec<Output>) {
        self.turn.presses.retain(|press| press.color == color);
        if !self.turn.presses.is_empty() {
            let press = self.turn.presses.remove(0);
            self.end_open_turn(press.at, super::TurnEndedBy::Press, out);
        }
    }

    /// Play goes on over what was said: the record follows the wood there.
    pub(super) fn follow_all(&mut self, at: Mono, out: &mut Vec<Output>) {
        let said: Vec<Watched> = self.wood.watched.iter().filter(|watched| watched.said).cloned().collect();
        for watched in said {
            self.follow_wood(at, &watched, out);
        }
    }

    fn follow_wood(&mut self, at: Mono, watched: &Watched, out: &mut Vec<Output>) {
        let finding = &watched.finding;
        // Where nobody is told, the kind is the reason: the record follows all the same.
        let alert = watched.alert.clone().or_else(|| self.newest_about(finding.kind, &finding.points));
        let reason = alert.unwrap_or_else(|| finding.kind.name().to_owned());
        let (from, to): (&[Point], &[Point]) = match finding.kind {
            Kind::StoneRelocated | Kind::StoneShifted => finding.points.split_at(1),
            Kind::StoneRetracted | Kind::WrongCapture | Kind::StoneMissing => (&finding.points, &[]),
            _ => return,
        };
        let stone = |color| if finding.color == Some(color) { to.to_vec() } else { Vec::new() };
        let edit = Edit {
            after: self.record().moves.len() as u32,
            black: stone(Color::Black),
            white: stone(Color::White),
            empty: from.to_vec(),
            reason,
        };
        self.wood.watched.retain(|other| other.finding.points != finding.points);
        self.edit_record(at, edit, out);
    }

    fn newest_about(&self, kind: Kind, points: &[Point]) -> Option<String> {
        self.book.alerts.iter().rev().find(|alert| alert.kind == kind && alert.points == points).map(|alert| alert.id.clone())
    }

    fn edit_record(&mut self, at: Mono, edit: Edit, out: &mut Vec<Output>) {
        let because = edit.reason.clone();
        let mut edits = self.record().edits.clone();
        edits.push(edit);
        self.write_edits(at, edits, because, out);
    }

    /// The record with these edits, and its moves as they are.
    pub(super) fn write_edits(&mut self, at: Mono, edits: Vec<Edit>, because: String, out: &mut Vec<Output>) {
        let record = Record { edits, ..self.record().clone() };
        let mut position = self.position_of(&record);
        position.set_to_move(self.to_move());
        let body = EventBody::RecordChanged {
            from_n: record.moves.len() as u32 + 1,
            moves: Vec::new(),
            edits: record.edits,
            because,
            position_hash: position.position_hash(),
        };
        let lifting = std::mem::take(&mut self.wood.lifting);
        self.emit(at, body, out);
        self.rebuild_position();
        self.wood.lifting = lifting.into_iter().filter(|&(point, _)| self.position.get(point).is_none()).collect();
    }

    /// Looks whether something that was said, and is in the record, has been put right on the board. True when the record has changed.
    pub(super) fn is_put_right(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        self.disputed_stone_is_gone(at, out) || self.edited_stones_are_back(at, out) || self.ruled_stone_is_off(at, out)
    }

    /// The last move is a disputed stone, and the board shows the position before it.
    fn disputed_stone_is_gone(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        let Some(last) = self.record().moves.last() else { return false };
        let (Some(id), Place::At(point)) = (last.disputed.clone(), last.place) else { return false };
        let gone = self.wood.settle.settled().get(point) == Cell::Empty && !self.wood.is_overruled(point);
        if self.open(&id).is_none() || !gone {
            return false;
        }
        let before = self.position_of(&self.before_last_move());
        if !super::wood::differences(&before, &self.wood.standing(&before)).is_empty() {
            return false;
        }
        let to_move = self.to_move().opponent();
        self.retract_last(at, RetractedBecause::Alert(id.clone()), out);
        debug_assert!(self.book.to_move() == to_move || self.record().moves.is_empty() || self.record().to_move() == self.book.to_move());
        self.put_right(at, &id, out);
        true
    }

    /// A stone that an open alert disputes is taken off the board when it has been answered already: that is what its alert may come to, and
    /// no happening of its own. The record follows the wood, and the answer stays. True when this is what the finding tells.
    pub(super) fn is_off_after_the_answer(&mut self, at: Mono, finding: &Finding, out: &mut Vec<Output>) -> bool {
        let (&[point], Kind::StoneMissing | Kind::WrongCapture) = (finding.points.as_slice(), finding.kind) else { return false };
        let disputed = self.record().moves.iter().rev().skip(1).find(|played| played.place == Place::At(point));
        let alert = disputed.filter(|played| played.captured.is_empty()).and_then(|played| self.open(played.disputed.as_ref()?));
        // A stone from the wrong bowl is exchanged for another.
        let Some(id) = alert.filter(|alert| alert.kind != Kind::WrongColor).map(|alert| alert.id.clone()) else { return false };
        self.wood.watched.retain(|other| other.finding.points != finding.points);
        let after = self.record().moves.len() as u32;
        let edit = Edit { after, black: Vec::new(), white: Vec::new(), empty: vec![point], reason: id.clone() };
        self.edit_record(at, edit, out);
        self.put_right(at, &id, out);
        true
    }

    /// Stones that an edit took out of the record stand again where they belong.
    fn edited_stones_are_back(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        let back = self.record().edits.iter().rev().find_map(|edit| {
            let color = self.color_taken_out(edit)?;
            let put: Vec<Point> = edit.black.iter().chain(&edit.white).copied().collect();
            let settled = self.wood.settle.settled();
            let back = |point| self.position.get(point).is_none() && shows(settled.get(point), color) && !self.wood.is_overruled(point);
            let gone: Vec<Point> = edit.empty.iter().copied().filter(|&point| self.position.get(point) != Some(color)).collect();
            let stands: Vec<Point> = gone.iter().copied().filter(|&point| back(point)).collect();
            let away = put.iter().all(|&point| settled.get(point) == Cell::Empty);
            // They are put back one by one, whoever is to move: what else a stone of the side to move may be is in `returned`.
            let all = stands.len() == gone.len();
            let is_back = all || put.is_empty();
            (away && !stands.is_empty() && is_back).then(|| (edit.reason.clone(), color, stands, put, all))
        });
        let Some((reason, color, stones, empty, all)) = back else { return false };
        let of = |side| if side == color { stones.clone() } else { Vec::new() };
        let after = self.record().moves.len() as u32;
        self.edit_record(at, Edit { after, black: of(Color::Black), white: of(Color::White), empty, reason: reason.clone() }, out);
        if all {
            self.put_right(at, &reason, out);
        }
        true
    }

    /// The last move was ruled on and left in the record, and the board shows the position before it: that is no happening of its own, and
    /// the record follows the wood. Nothing is asked of a stone from the wrong bowl: the right one comes in its place.
    fn ruled_stone_is_off(&mut self, at: Mono, out: &mut Vec<Output>) -> bool {
        let Some((_, ruling)) = self.ruled_last().filter(|&(kind, _)| kind != Kind::WrongColor) else { return false };
        let reason = ruling.id.clone();
        let before = self.position_of(&self.before_last_move());
        let after = self.record().moves.len() as u32;
        let mut edit = Edit { after, black: Vec::new(), white: Vec::new(), empty: Vec::new(), reason };
        for point in self.settings.size.points().filter(|&point| before.get(point) != self.position.get(point)) {
            match before.get(point) {
                Some(Color::Black) => edit.black.push(point),
                Some(Color::White) => edit.white.push(point),
                None => edit.empty.push(point),
            }
        }
        let changes = edit.changes();
        let overruled = changes.iter().any(|change| self.wood.is_overruled(change.0));
        if changes.is_empty() || overruled || !super::wood::differences(&before, &self.wood.standing(&before)).is_empty() {
            return false;
        }
        self.edit_record(at, edit, out);
        true
    }

    /// It was ruled that stones were taken off wrongly, and nothing else than that they go back where they belong.
    fn is_ruled(&self, alert: &str) -> bool {
        let says_so = |ruling: &Ruling| {
            let taken_off = matches!(ruling.kind, Some(Kind::WrongCapture | Kind::StoneMissing | Kind::StoneRetracted));
            taken_off && ruling.outcome != RulingOutcome::Dismiss && matches!(ruling.board, BoardRemedy::None | BoardRemedy::Restore)
        };
        self.book.rulings.iter().any(|ruling| ruling.alert == alert && ruling.holds() && says_so(ruling))
    }

    /// The colour of the stones that an edit has taken out of the record because of an incident that is still open, that was ruled to have
    /// happened, or that nobody is told of.
    fn color_taken_out(&self, edit: &Edit) -> Option<Color> {
        if self.open(&edit.reason).is_none() && !self.is_ruled(&edit.reason) {
            Kind::named(&edit.reason)?;
        }
        let mut before = self.record().clone();
        before.moves.truncate(edit.after as usize);
        before.edits = before.edits.into_iter().take_while(|other| other != edit).collect();
        self.position_of(&before).get(*edit.empty.first()?)
    }

    /// The stones that an open alert is about and that are in no record, where a ruling has changed whose turn it is since they came: what
    /// they are is still to be decided, and they are no play of whoever is to move now.
    pub(super) fn asked_about(&self) -> Vec<Point> {
        let Some(ruled) = self.turn.ruled else { return Vec::new() };
        let before = ruled.max(self.wood.since);
        let open = self.book.alerts.iter().filter(|alert| alert.state == AlertState::Open && alert.kind.is_of_board());
        let stands = |point: &Point| {
            let seen = self.wood.settle.settled().get(*point);
            let free = self.position.get(*point).is_none() && !self.wood.is_overruled(*point);
            free && !matches!(seen, Cell::Empty | Cell::Unreadable) && self.wood.first_seen(*point) <= before
        };
        let mut points: Vec<Point> = open.flat_map(|alert| alert.points.iter().copied()).filter(stands).collect();
        points.dedup();
        points
    }

    /// While nobody plays nothing new is found; what was found goes when it is put right.
    pub(super) fn watch_in_a_pause(&mut self, at: Mono, out: &mut Vec<Output>) {
        let differs = self.wood.differences(&self.position);
        let lies = |point: Point| {
            differs.iter().any(|differs| differs.point == point) || self.wood.lifting.iter().any(|&(lifted, _)| lifted == point)
        };
        let (stays, right): (Vec<Watched>, Vec<Watched>) =
            std::mem::take(&mut self.wood.watched).into_iter().partition(|watched| watched.finding.points.iter().any(|&point| lies(point)));
        self.wood.watched = stays;
        for id in right.into_iter().filter_map(|watched| watched.alert) {
            self.put_right(at, &id, out);
        }
    }

    fn open(&self, id: &str) -> Option<&Alert> {
        self.book.alerts.iter().find(|alert| alert.id == id && alert.state == AlertState::Open)
    }

    /// The end is suspected: the board is left alone until it is the record again, play goes on, or somebody says what it is.
    pub(super) fn consider_end(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.drop_lifted();
        let (grid, stopped) = self.wood_in_play();
        let differs = super::wood::differences(&self.position, &grid);
        let lifting = |point| self.wood.lifting.iter().any(|&(lifted, _)| lifted == point);
        let agrees = differs.iter().all(|differs| lifting(differs.point));
        let settling = self.wood.settling();
        let goes_on = !stopped && matches!(self.explain(&grid, &settling), crate::sense::Reconstruction::Played(_));
        if agrees || goes_on {
            while let Some(id) = self.open_alert(&[Kind::EndSuspected]).map(|alert| alert.id.clone()) {
                self.close(at, &id, CloseReason::Gone, out);
            }
            self.wood.watched.clear();
            let stood = self.end_is_proposed();
            self.play_goes_on(at, out);
            self.enter(at, Phase::Playing, if agrees { "the board stands again" } else { "play goes on" }, out);
            if stood {
                self.own_clock_goes_on(at, out);
            }
            if goes_on {
                self.consider(at, out);
                return;
            }
        }
        self.compare(at, None, out);
    }

    /// True while an end is suspected and nobody has said what it is.
    pub(super) fn end_is_suspected(&self) -> bool {
        self.book.phase == Phase::Ending && (self.end_unsaid || self.open_alert(&[Kind::EndSuspected]).is_some())
    }
}
