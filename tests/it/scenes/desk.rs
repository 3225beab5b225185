//! The people beside the table of a scene: who prepares it, rules, appeals and asks for the time.

use std::fmt::Write as _;

use kifud::clock::TimeControl;
use kifud::game::{
    Alert, AlertState, AlertVerb, AnswerData, Decision, Leave, OverruleRequest, PlayerPhase, Preparation, Report, RuleRequest,
    RulingOutcome, Sanction, Schedule, SeatVerb, Start, Verb,
};
use kifud::go::{Color, Point, Setup};
use kifud::referee::Kind;
use kifud::time::Wall;

use super::Scenery;

impl Scenery {
    /// The next game is timed so.
    pub fn timed(&mut self, time: TimeControl) -> &mut Scenery {
        self.prepared(Preparation { time: Some(time), ..Preparation::default() })
    }

    /// The next game is to be played then, and timed so.
    pub fn scheduled(&mut self, schedule: Schedule, time: TimeControl) -> &mut Scenery {
        self.prepared(Preparation { schedule: Some(schedule), time: Some(time), ..Preparation::default() })
    }

    pub fn prepared(&mut self, preparation: Preparation) -> &mut Scenery {
        self.ask(Verb::PrepareGame(Box::new(preparation)))
    }

    /// The calendar, so many ms from now.
    pub fn wall(&self, after_ms: u64) -> Wall {
        Wall::from_unix_ms(self.scene.wall().as_unix_ms() + i64::try_from(after_ms).expect("soon"))
    }

    /// What is left of this player's time goes into what is told.
    pub fn look_at_clock(&mut self, color: Color) -> &mut Scenery {
        if let Some(AnswerData::Clock(clock)) = self.asked(Verb::TimeLeft(color)) {
            let player = &clock.players[color];
            let of = match player.phase {
                PlayerPhase::Main => "main time".to_owned(),
                PlayerPhase::ByoYomi { periods_left } => format!("byo-yomi, {periods_left} period(s) left"),
                other => format!("{other:?}").to_lowercase(),
            };
            let line = format!("{} has {} s of {of}", color.name().to_lowercase(), player.remaining_ms.div_ceil(1_000));
            self.noted.push(line);
        }
        self
    }

    /// How many stones each has captured goes into what is told.
    pub fn look_at_prisoners(&mut self) -> &mut Scenery {
        let taken = self.scene.game().snapshot(self.scene.wall()).captured;
        let line =
            taken.map_or("prisoners: not known".to_owned(), |taken| format!("prisoners: Black has {}, White {}", taken.black, taken.white));
        self.noted.push(line);
        self
    }

    /// A game that begins with these stones on the board, Black to move; the top line first.
    pub fn set_up(&mut self, lines: &[&str]) -> &mut Scenery {
        let size = self.scene.game().settings().size;
        let (mut setup, mut script) = (Setup::default(), String::new());
        for (row, line) in lines.iter().enumerate() {
            for (col, letter) in line.chars().enumerate() {
                let point = Point::new(u8::try_from(col).expect("a column"), u8::try_from(row).expect("a row"));
                let (stones, color) = match letter {
                    'X' => (&mut setup.black, "black"),
                    'O' => (&mut setup.white, "white"),
                    _ => continue,
                };
                stones.push(point);
                writeln!(script, "{color} {}", point.vertex(size)).expect("a string");
            }
        }
        self.ask(Verb::StartGame(Box::new(Start { setup: Some(setup), to_move: Some(Color::Black), ..Start::default() })));
        self.act(&script).wait(2_000)
    }

    /// Both accept the end.
    pub fn both_accept(&mut self) -> &mut Scenery {
        self.ask(Verb::AcceptEnd(Color::Black)).ask(Verb::AcceptEnd(Color::White)).wait(1_000)
    }

    /// Both accept the end, and say that these are dead and what is connected to them; they agree with the count.
    pub fn both_call_dead(&mut self, vertices: &[&str]) -> &mut Scenery {
        let size = self.scene.game().settings().size;
        let points: Vec<Point> = vertices.iter().map(|vertex| Point::from_vertex(vertex, size).expect("a vertex")).collect();
        self.both_accept();
        for color in Color::BOTH {
            self.ask(Verb::MarkDead { points: points.clone(), color: Some(color) });
        }
        for color in Color::BOTH {
            self.ask(Verb::ConfirmScore(color));
        }
        self
    }

    /// Somebody reports what no sensor shows.
    pub fn report(&mut self, kind: Kind, color: Color) -> &mut Scenery {
        self.ask(Verb::Alert(AlertVerb::Report(Report { kind, color: Some(color), note: None })))
    }

    /// A player calls the referee.
    pub fn calls(&mut self, color: Color) -> &mut Scenery {
        self.ask(Verb::Alert(AlertVerb::Call(color)))
    }

    /// A player leaves the seat, or is back.
    pub fn leaves(&mut self, color: Color) -> &mut Scenery {
        self.ask(Verb::Seat(SeatVerb::Leave(Leave { color, reason: None, pauses: false })))
    }

    pub fn returns(&mut self, color: Color) -> &mut Scenery {
        self.ask(Verb::Seat(SeatVerb::Returned(color)))
    }

    /// A player has come.
    pub fn comes(&mut self, color: Color) -> &mut Scenery {
        self.ask(Verb::Arrived { color, at: None })
    }

    /// The alert of this kind that waits for somebody.
    fn waiting(&mut self, kind: Kind) -> Option<Alert> {
        let waits = |alert: &Alert| matches!(alert.state, AlertState::Open | AlertState::Cured);
        let alert = self.scene.game().book().alerts.iter().rev().find(|alert| alert.kind == kind && waits(alert)).cloned();
        if alert.is_none() {
            self.noted.push(format!("no {kind} to rule on"));
        }
        alert
    }

    /// The referee decides the alert of this kind.
    pub fn rule(&mut self, kind: Kind, decision: Decision) -> &mut Scenery {
        if let Some(alert) = self.waiting(kind) {
            let asked = RuleRequest { game_id: None, alert: alert.id, rev: alert.rev, replaces: None, decision };
            self.ask(Verb::Rule(Box::new(asked)));
        }
        self
    }

    /// The chief referee decides the alert of this kind.
    pub fn chief(&mut self, kind: Kind, decision: Decision) -> &mut Scenery {
        if let Some(alert) = self.waiting(kind) {
            let asked = OverruleRequest { game_id: None, ruling: None, alert: Some(alert.id), rev: Some(alert.rev), decision };
            self.ask(Verb::Overrule(Box::new(asked)));
        }
        self
    }

    /// The referee confirms it.
    pub fn confirm(&mut self, kind: Kind) -> &mut Scenery {
        self.rule(kind, Decision::plain(RulingOutcome::Confirm))
    }

    /// The chief referee decides otherwise than the last ruling.
    pub fn overrule_last(&mut self, decision: Decision) -> &mut Scenery {
        if let Some(ruling) = self.last_ruling() {
            let asked = OverruleRequest { game_id: None, ruling: Some(ruling), alert: None, rev: None, decision };
            self.ask(Verb::Overrule(Box::new(asked)));
        }
        self
    }

    /// The last ruling, where there is one.
    pub fn last_ruling(&mut self) -> Option<String> {
        let ruling = self.scene.game().book().rulings.last().map(|ruling| ruling.id.clone());
        if ruling.is_none() {
            self.noted.push("nothing was ruled".to_owned());
        }
        ruling
    }
}

/// It happened, and these follow.
pub fn gives(sanctions: &[Sanction]) -> Decision {
    Decision { sanctions: sanctions.to_vec(), ..Decision::plain(RulingOutcome::Change) }
}
