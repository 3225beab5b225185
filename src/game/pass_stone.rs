//! Bowls and lids, where a board counts them: the stone that is put beside the board for a pass (ING-9.2(2)), and the stones that prove a
//! count (ING-9.4(3)).

use crate::go::{ByColor, Color, Place};
use crate::referee::{AtEnd, Basis, Kind, Severity};
use crate::time::Mono;
use crate::wire::{Cell, Trays};

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, Phase};
use super::input::Output;
use super::settings::PressPass;

/// What stands beside the board. It is told anew when the board comes back: nothing of it is stored.
#[derive(Debug, Clone, Default)]
pub(super) struct Beside {
    /// The latest word.
    latest: Option<Trays>,
    /// What it was when the turn began.
    at_turn: Option<Trays>,
    /// A stone lies there that may be a pass; asked then.
    pass_due: Option<Mono>,
}

impl Game {
    /// The board has counted bowls and lids.
    pub(super) fn beside_board(&mut self, at: Mono, trays: Trays, out: &mut Vec<Output>) {
        self.beside.latest = Some(trays);
        self.beside.at_turn.get_or_insert(trays);
        self.stone_left_its_bowl_late(trays);
        match self.book.phase {
            Phase::Playing => {
                let lies = self.pass_stone_lies(&trays);
                if lies {
                    self.beside.pass_due.get_or_insert(at.plus_ms(self.settings.press_tolerance_ms));
                } else if self.beside.pass_due.take().is_none() && self.pass_signal_by_stone() {
                    // It was taken up again.
                    self.gone(at, &[Kind::PassSignal], out);
                }
            }
            Phase::Counting => self.prove_stones(at, out),
            _ => {}
        }
    }

    /// The next turn begins.
    pub(super) fn next_turn_beside_board(&mut self) {
        (self.beside.at_turn, self.beside.pass_due) = (self.beside.latest, None);
    }

    /// The stone that was just played may be missed in its bowl only after it stands: a scale comes to rest slowly.
    fn stone_left_its_bowl_late(&mut self, now: Trays) {
        let played = self.record().moves.last().filter(|last| last.place != Place::Pass).map(|last| last.color);
        let (Some(mover), Some(before)) = (played, &mut self.beside.at_turn) else { return };
        let gone = before.bowl(mover).zip(now.bowl(mover)).is_some_and(|(before, now)| before == now.saturating_add(1));
        let alike = Color::BOTH.into_iter().all(|color| before.lid(color) == now.lid(color))
            && before.bowl(mover.opponent()) == now.bowl(mover.opponent());
        if gone && alike {
            *before = now;
        }
    }

    /// A stone of the side to move has left its bowl and lies in a lid, where no captured stone is missing.
    fn pass_stone_lies(&self, now: &Trays) -> bool {
        let Some(before) = &self.beside.at_turn else { return false };
        let taken = |color| before.bowl(color).zip(now.bowl(color)).map(|(before, now)| i32::from(before) - i32::from(now));
        let mover = self.to_move();
        if taken(mover).is_some_and(|taken| taken != 1) || taken(mover.opponent()).is_some_and(|taken| taken != 0) {
            return false;
        }
        let captured = self.captured().unwrap_or(ByColor { black: u32::MAX, white: u32::MAX });
        let foreign = |color: Color| {
            let (Some(before), Some(now)) = (before.lid(color), now.lid(color)) else { return 0 };
            // Captured stones may come into the lid late.
            let owed = captured[color].saturating_sub(u32::from(before));
            u32::from(now.saturating_sub(before)).saturating_sub(owed)
        };
        foreign(Color::Black) + foreign(Color::White) == 1
    }

    /// When a stone beside the board is asked about.
    pub(super) fn pass_stone_due_at(&self) -> Option<Mono> {
        self.beside.pass_due
    }

    /// It lies there still, and no stone has come to the board: it is a pass, or a question (CONTRACT 2 `press_pass`).
    pub(super) fn pass_stone_due(&mut self, at: Mono, out: &mut Vec<Output>) {
        self.beside.pass_due = None;
        let came = |cell: Cell| !matches!(cell, Cell::Empty | Cell::Unreadable);
        let on_board = self.wood.differences(&self.position).iter().any(|differs| came(differs.seen)) || !self.coming().is_empty();
        let lies = self.beside.latest.is_some_and(|trays| self.pass_stone_lies(&trays));
        if self.book.phase != Phase::Playing || on_board || !lies || self.open_alert(&[Kind::PassSignal]).is_some() {
            return;
        }
        let color = self.to_move();
        if self.settings.press_pass == PressPass::Pass {
            self.pass(at, color, None, out);
            return;
        }
        let raise = Raise {
            at_most: Severity::Attention,
            basis: Basis::Suspected,
            ..Raise::new(Kind::PassSignal, Some(color), at, AtEnd::StoneBeside { by: color })
        };
        self.raise(at, raise, out);
    }

    /// What is asked is a stone beside the board, not a press.
    pub(super) fn pass_signal_by_stone(&self) -> bool {
        let asked = self.open_alert(&[Kind::PassSignal]);
        let waits = |alert: &Alert| self.turn.presses.iter().any(|press| Some(press.color) == alert.color);
        // The press was answered: it does not wait for its stone any more.
        let answer = |alert: &Alert| self.record().moves.get(alert.n.unwrap_or_default() as usize).map(|answer| answer.color);
        let answered = |alert: &Alert| answer(alert).is_some_and(|color| Some(color) != alert.color);
        asked.is_some_and(|alert| !waits(alert) && !answered(alert))
    }

    /// After filling in both put their stones back: bowls that are full prove the count (ING-9.4(3)).
    fn prove_stones(&mut self, at: Mono, out: &mut Vec<Output>) {
        let proved = self.filled_in_bowls().is_some_and(|(black, white, each)| black == each && white == each);
        if let Some(count) = &mut self.count {
            count.proved = proved;
        }
        self.compare_counts(at, out);
    }

    /// What both bowls hold, and what each is to hold, where that proves a count: 180 on the large board, half of what its points but one are.
    fn filled_in_bowls(&self) -> Option<(u32, u32, u32)> {
        let filled = self.count.as_ref().is_some_and(|count| count.method == "fill-in");
        let trays = self.beside.latest.filter(|_| filled && self.terms.rulebook.book().proves_stones)?;
        let each = (self.settings.size.area() as u32 - 1) / 2;
        Some((trays.black_bowl?.into(), trays.white_bowl?.into(), each))
    }

    /// All stones have been collected, the bowls do not hold what was to be filled in, and no referee has ruled on it.
    pub(super) fn unproved(&self) -> Option<AtEnd> {
        let (black, white, each) = self.filled_in_bowls()?;
        let ruled = self.book.rulings.iter().any(|ruling| ruling.kind == Some(Kind::CountDiffers) && ruling.holds());
        let differs = (black != each || white != each) && !ruled;
        (self.book.phase == Phase::Counting && differs && self.wood.is_empty()).then_some(AtEnd::Unproved { black, white, each })
    }
}
