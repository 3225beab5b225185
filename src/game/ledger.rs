//! What each player has been given in a game (CONTRACT 4.1 `ledger`): cautions, warnings, points. Points of different sources stay apart;
//! they are netted only when the game is scored (Ing rules, article 7).

use crate::go::{ByColor, Color};
use crate::referee::{AtClock, Cite, Kind, OfRulings, Rulebook, Sanction, Text};
use crate::time::Mono;

use super::Game;
use super::alerts::{Gives, Judged, Raise};
use super::event::{Alert, Basis, CloseReason, EventBody, Phase, PlayerPhase, Severity};
use super::input::Output;
use super::ruling::Ruling;

/// One player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Cautions.
    pub cautions: u32,
    /// Warnings.
    pub warnings: u32,
    /// Points lost by overtime.
    pub overtime: u32,
    /// Points lost by conduct.
    pub conduct: u32,
}

/// What is entered; less than 0 of it when it is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerEntry {
    /// Points by overtime, taken back with the time that they were booked for.
    Overtime(i64),
    /// Points by conduct, taken back with their ruling; so are the others.
    Conduct(i64),
    /// Cautions.
    Caution(i64),
    /// Warnings.
    Warning(i64),
    /// Losses of the game.
    Loss(i64),
}

/// Where a book says so: of what is given, and of what is taken back.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cites<'a> {
    pub(super) given: Option<&'a Cite>,
    pub(super) taken_back: Option<&'a Cite>,
}

/// What the rulings in force have given one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    cautions: u32,
    warnings: u32,
    /// Warnings that count for the limit of the book.
    counted: u32,
    conduct: u32,
    losses: u32,
}

const PENALTY: Kind = Kind::OvertimePenalty;

impl Game {
    /// Enters points by overtime that were lost before the game went on here.
    pub(super) fn take_overtime_over(&mut self, at: Mono, out: &mut Vec<Output>) {
        let given = self.book.started.as_ref().map(|started| started.given).unwrap_or_default();
        for color in Color::BOTH.into_iter().filter(|&color| given[color].overtime > 0) {
            let overtime = given[color].overtime;
            let totals = Ledger { overtime, ..self.book.ledger[color] };
            let cite = self.terms.in_force(PENALTY).cite;
            self.emit(at, EventBody::Ledger { color, entry: LedgerEntry::Overtime(i64::from(overtime)), cite, totals }, out);
        }
    }

    /// Books the points that the clocks stand at. It is done at once, at the boundary (Ing rules, article 7), and follows the clocks: a press
    /// stamped before it, a take-back or a ruling that gives the time back takes the points back too.
    pub(super) fn book_overtime(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some(players) = self.keeper.view(at).filter(|_| self.book.record.is_some()) else { return };
        for color in Color::BOTH {
            let points = match players[color].phase {
                PlayerPhase::IngPenalty { penalty_points, .. } => penalty_points,
                // A flag changes nothing: the game is lost, not the points.
                PlayerPhase::Flagged { .. } => continue,
                _ => 0,
            };
            let mut totals = self.book.ledger[color];
            if points == totals.overtime {
                continue;
            }
            let entry = LedgerEntry::Overtime(i64::from(points) - i64::from(totals.overtime));
            totals.overtime = points;
            let cite = self.terms.in_force(PENALTY).cite;
            self.emit(at, EventBody::Ledger { color, entry, cite, totals }, out);
            self.tell_overtime(at, color, points, out);
        }
    }

    /// Somebody should know; nothing is left to do. One alert for each player, which says how many points it is by now.
    fn tell_overtime(&mut self, at: Mono, color: Color, points: u32, out: &mut Vec<Output>) {
        let text: Text = AtClock::Overtime { of: color, points }.into();
        let open = self.book.alerts.iter().find(|alert| alert.kind == PENALTY && alert.color == Some(color)).cloned();
        match open {
            Some(alert) if points == 0 => self.close(at, &alert.id, CloseReason::Gone, out),
            Some(alert) => {
                let alert = Alert { rev: alert.rev + 1, text, ..alert };
                self.emit(at, EventBody::AlertChanged(alert), out);
            }
            None if points == 0 => {}
            None => {
                let raise = Raise { at_most: Severity::Attention, ..Raise::new(PENALTY, Some(color), at, text) };
                // It is booked already: nothing is proposed.
                let booked = Judged { gives: Gives::Nothing, ..Judged::default() };
                self.raise_judged(at, raise, Some(&booked), out);
            }
        }
    }
}

impl Game {
    /// What the rulings in force have given each player, with what was taken over from before. A caution is no warning but where the book
    /// says how many are one.
    pub(super) fn tally(&self) -> ByColor<Tally> {
        self.tally_of(self.book.rulings.iter().filter(|ruling| ruling.holds()))
    }

    /// The rulings that made a player lose for so many warnings, and would be left without them, when `taken_back` does not hold any more and
    /// this one does: a warning that is taken back is not counted any more (CN-25.2), and the loss that it made goes with it.
    pub(super) fn without_ground(&self, taken_back: Option<&Ruling>, given: &Ruling) -> Vec<Ruling> {
        let Some(limit) = self.terms.rulebook.book().warning_limit.map(|limit| limit.count) else { return Vec::new() };
        let stays = |ruling: &&Ruling| ruling.holds() && taken_back.is_none_or(|old| old.id != ruling.id);
        let tally = self.tally_of(self.book.rulings.iter().filter(stays).chain([given]));
        let lost_by_it = |ruling: &&Ruling| {
            let ends = ruling.kind == Some(Kind::WarningLimit) && ruling.effects.result.is_some();
            ends && ruling.color.is_some_and(|color| tally[color].counted < limit)
        };
        self.book.rulings.iter().filter(stays).filter(lost_by_it).cloned().collect()
    }

    fn tally_of<'a>(&self, rulings: impl Iterator<Item = &'a Ruling>) -> ByColor<Tally> {
        let taken_over = self.book.started.as_ref().map(|started| started.given).unwrap_or_default();
        let mut tally = taken_over.map(Tally::taken_over);
        for ruling in rulings {
            if ruling.sanctions.contains(&Sanction::BothLose) {
                Color::BOTH.into_iter().for_each(|color| tally[color].losses += 1);
            }
            if let Some(color) = ruling.color {
                tally[color].add(ruling, self.terms.rulebook);
            }
        }
        let book = self.terms.rulebook.book();
        for color in Color::BOTH {
            // The warnings that cautions had made before are in what was taken over.
            let warnings = |cautions: u32| book.cautions_per_warning.map_or(0, |many| cautions / many);
            let made = warnings(tally[color].cautions) - warnings(taken_over[color].cautions);
            tally[color].warnings += made;
            tally[color].counted += made;
            tally[color].conduct = tally[color].conduct.saturating_add(made * book.points_per_warning);
        }
        tally
    }

    /// The ledger is what the rulings in force amount to; `before` is what they amounted to until now. `ends`: the game ends with it.
    pub(super) fn enter_in_ledger(&mut self, at: Mono, before: &ByColor<Tally>, cites: &Cites<'_>, ends: bool, out: &mut Vec<Output>) {
        let after = self.tally();
        for color in Color::BOTH {
            let (old, new) = (before[color], after[color]);
            let more = |new: u32, old: u32| i64::from(new) - i64::from(old);
            let entries = [
                LedgerEntry::Caution(more(new.cautions, old.cautions)),
                LedgerEntry::Warning(more(new.warnings, old.warnings)),
                LedgerEntry::Conduct(more(new.conduct, old.conduct)),
                LedgerEntry::Loss(more(new.losses, old.losses)),
            ];
            for entry in entries {
                let mut totals = self.book.ledger[color];
                let many = match entry {
                    LedgerEntry::Caution(many) => {
                        totals.cautions = new.cautions;
                        many
                    }
                    LedgerEntry::Warning(many) => {
                        totals.warnings = new.warnings;
                        many
                    }
                    LedgerEntry::Conduct(many) => {
                        totals.conduct = new.conduct;
                        many
                    }
                    LedgerEntry::Loss(many) | LedgerEntry::Overtime(many) => many,
                };
                if many != 0 {
                    let cite = if many > 0 { cites.given } else { cites.taken_back };
                    self.emit(at, EventBody::Ledger { color, entry, cite: cite.cloned(), totals }, out);
                }
            }
            self.look_at_limit(at, color, old.counted, new.counted, ends, out);
        }
        // The points are in the margin of a count that nobody has confirmed yet.
        if self.book.phase == Phase::Counting && before.map(|one| one.conduct) != after.map(|one| one.conduct) {
            self.count_again(at, out);
        }
    }

    /// As many warnings as the book makes the loss of the game: the referee is told, and decides. Fewer again: nothing is left to decide.
    fn look_at_limit(&mut self, at: Mono, color: Color, before: u32, warnings: u32, ends: bool, out: &mut Vec<Output>) {
        let Some(limit) = self.terms.rulebook.book().warning_limit.map(|limit| limit.count) else { return };
        let open = self.book.alerts.iter().find(|alert| alert.kind == Kind::WarningLimit && alert.color == Some(color)).cloned();
        let on = self.book.record.is_some() && self.book.phase != Phase::Ended && !ends;
        match open {
            Some(alert) if warnings < limit => self.close(at, &alert.id, CloseReason::Gone, out),
            Some(alert) if warnings != before => {
                let alert = Alert { rev: alert.rev + 1, text: OfRulings::WarningLimit { of: color, warnings }.into(), ..alert };
                self.emit(at, EventBody::AlertChanged(alert), out);
            }
            None if on && warnings >= limit && warnings > before => {
                let raise = Raise {
                    basis: Basis::Reported,
                    ..Raise::new(Kind::WarningLimit, Some(color), at, OfRulings::WarningLimit { of: color, warnings })
                };
                self.raise(at, raise, out);
            }
            _ => {}
        }
    }
}

impl Tally {
    /// What a player had been given before. Nobody says what for: every warning counts for a limit.
    const fn taken_over(given: Ledger) -> Tally {
        let Ledger { cautions, warnings, conduct, overtime: _ } = given;
        Tally { cautions, warnings, counted: warnings, conduct, losses: 0 }
    }

    /// What one ruling gives its player. Where a warning costs points besides, a ruling that names points has named them.
    fn add(&mut self, ruling: &Ruling, rulebook: Rulebook) {
        let book = rulebook.book();
        let names_points = ruling.sanctions.iter().any(|sanction| matches!(sanction, Sanction::Points(_)));
        let counts = book.warning_limit.is_some_and(|limit| ruling.kind.is_none_or(|kind| limit.counts(kind)));
        for sanction in &ruling.sanctions {
            match sanction {
                Sanction::Caution => self.cautions += 1,
                Sanction::Warning => {
                    self.warnings += 1;
                    self.counted += u32::from(counts);
                    self.conduct = self.conduct.saturating_add(if names_points { 0 } else { book.points_per_warning });
                }
                Sanction::Points(points) => self.conduct = self.conduct.saturating_add(*points),
                Sanction::Loss => self.losses += 1,
                Sanction::BothLose | Sanction::Draw | Sanction::Replay => {}
            }
        }
    }
}
