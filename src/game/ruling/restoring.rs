//! After a ruling that the position is restored, play is paused until the wood is the record, and goes on by itself then (CONTRACT 4.5).
//! On a board that does not show what stands nobody can see that: there a person says `resume`.

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
            return;
        }
        if self.wood_is_the_record() {
            if resumes {
                self.enter(at, Phase::Playing, ruling, out);
            }
            return;
        }
        self.pause(at, ruling, out);
        self.restoring = Some(ruling.to_owned());
    }

    /// Play goes on when the wood has become the record.
    pub(in super::super) fn look_after_restoring(&mut self, out: &mut Vec<Output>) {
        if self.restoring.is_none() || !self.wood_is_the_record() {
            return;
        }
        if let Some(ruling) = self.restoring.take() {
            self.go_on(self.now.mono, &ruling, out);
        }
    }

    /// Everything has held still, and nothing differs but where a person has decided against the sensors.
    fn wood_is_the_record(&self) -> bool {
        let standing = self.wood.standing(&self.position);
        self.wood.known && self.wood.settling().is_empty() && wood::differences(&self.position, &standing).is_empty()
    }
}
