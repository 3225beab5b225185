//! After a ruling that the position is restored, play is paused until the wood is the record, and goes on by itself then (CONTRACT 4.5).
//! On a board that does not show what stands nobody can see that: there a person says `resume`.

use crate::go::{Color, Point};
use crate::time::Mono;

use super::super::Game;
use super::super::event::Phase;
use super::super::input::Output;
use super::super::wood;

impl Game {
    /// The wood is to become the record before play goes on. Where play was interrupted already, whoever did it lets it go on.
    /// `resumes`: play that was thought to be over goes on with it.
    pub(super) fn await_the_wood(&mut self, at: Mono, ruling: &str, resumes: bool, out: &mut Vec<Output>) {
        if !matches!(self.book.phase, Phase::Playing | Phase::Ending) {
            self.rebuilding = matches!(self.book.phase, Phase::Paused | Phase::Adjourned);
            return;
        }
        if self.wood_is_the_record() {
            if resumes {
                self.play_goes_on(at, out);
                self.enter(at, Phase::Playing, ruling, out);
            }
            return;
        }
        self.pause(at, ruling, out);
        self.restoring = Some(ruling.to_owned());
    }

    /// The points that a person is to put right now, each with what is to stand there: while stones are set up, and after a ruling that
    /// the position is restored. Nothing at any other time: a board with lights never points at what nobody has ruled on (CONTRACT 3.2).
    pub fn to_put_right(&self) -> Vec<(Point, Option<Color>)> {
        let rebuilt = self.book.phase == Phase::Setup || self.restoring.is_some() || self.rebuilding;
        if !rebuilt || !self.wood.known {
            return Vec::new();
        }
        let standing = self.wood.standing(&self.position);
        let differing = wood::differences(&self.position, &standing);
        differing.into_iter().map(|differs| (differs.point, self.position.get(differs.point))).collect()
    }

    /// Play goes on when the wood has become the record.
    pub(in super::super) fn look_after_restoring(&mut self, out: &mut Vec<Output>) {
        if self.rebuilding && self.wood_is_the_record() {
            self.rebuilding = false;
        }
        if self.restoring.is_none() || !self.wood_is_the_record() {
            return;
        }
        if let Some(ruling) = self.restoring.take() {
            self.go_on(self.now.mono, &ruling, out);
        }
    }

    /// Everything has held still, and nothing differs but where a person has decided against the sensors.
    pub(in super::super) fn wood_is_the_record(&self) -> bool {
        let standing = self.wood.standing(&self.position);
        self.wood.known && self.wood.settling().is_empty() && wood::differences(&self.position, &standing).is_empty()
    }
}
