//! Another table for a scene, and what a scene shows beside what was said: the moves, the clocks, the count, the result.

use kifud::game::{ClockChange, EventBody, LedgerEntry, Settings};
use kifud::go::{Color, HalfPoints};
use kifud::referee::Kind;

use super::Scenery;

impl Scenery {
    /// Another table than that of [`Scenery::new`], before anything happens at it.
    pub fn furnish(&mut self, change: impl FnOnce(&mut Settings)) -> &mut Scenery {
        let mut settings = self.scene.game().settings().clone();
        change(&mut settings);
        *self = Scenery { by_a_person: self.by_a_person, ..Scenery::with(settings) };
        self
    }

    /// A line of one's own.
    pub fn show(&mut self, line: impl Into<String>) -> &mut Scenery {
        self.noted.push(line.into());
        self
    }

    /// The moves with their numbers.
    pub fn show_record(&mut self) -> &mut Scenery {
        let size = self.scene.game().settings().size;
        let moves = self.scene.game().record().moves.iter().enumerate();
        let moves: Vec<String> =
            moves.map(|(n, played)| format!("{} {} {}", n + 1, played.color.name(), played.place.text(size))).collect();
        self.show(format!("record: {}", moves.join(", ")))
    }

    /// The last three moves.
    pub fn show_last_three(&mut self) -> &mut Scenery {
        let size = self.scene.game().settings().size;
        let moves = &self.scene.game().record().moves;
        let last: Vec<String> = moves[moves.len().saturating_sub(3)..]
            .iter()
            .map(|played| format!("{} {}", played.color.name(), played.place.text(size)))
            .collect();
        self.show(format!("the last moves: {}", last.join(", ")))
    }

    /// What is left on both clocks.
    pub fn show_clocks(&mut self) -> &mut Scenery {
        let Some(document) = self.scene.game().clock_document(self.scene.now()) else { return self.show("no clock") };
        let left = |color: Color| format!("{} {}", color.name(), minutes(document.players[color].remaining_ms.next_multiple_of(1_000)));
        let line = format!("clocks: {}, {}", left(Color::Black), left(Color::White));
        self.show(line)
    }

    /// What the count says: points of each, points lost besides, the margin.
    pub fn show_count(&mut self) -> &mut Scenery {
        let Some(count) = self.scene.game().count() else { return self.show("no count") };
        let side = |color: Color| format!("{} {} less {}", color.name(), count.points[color].as_points(), count.penalties[color]);
        let margin = count.margin.map_or_else(|| "?".to_owned(), |margin| HalfPoints(margin.0.abs()).as_points().to_string());
        let winner = count.winner.map_or("nobody", Color::name);
        let line = format!("count: {}, {}: {winner} by {margin}", side(Color::Black), side(Color::White));
        self.show(line)
    }

    /// The phase of the game, and the result as it stands.
    pub fn show_result(&mut self) -> &mut Scenery {
        let snapshot = self.scene.game().snapshot(self.scene.now().wall);
        let result = snapshot.result.map(|result| format!("{} {:?}", result.sgf(), result.state).to_lowercase());
        let line = format!("{}: {}", snapshot.phase.name(), result.unwrap_or_else(|| "no result".to_owned()));
        self.show(line)
    }

    /// The form of the competition, which game of the match this is, its score with this game, and who has won it.
    pub fn show_match(&mut self) -> &mut Scenery {
        let game = self.scene.game();
        let (info, score) = (game.match_info(), game.score());
        let mut words: Vec<String> = info.entrants.iter().map(|entrants| format!("{entrants:?}").to_lowercase()).collect();
        words.extend(info.form.as_ref().map(|form| form.name().to_owned()));
        words.extend(info.game_number(&game.terms().players).map(|game| format!("game {game}")));
        words.extend(score.iter().map(|side| format!("{} {}-{}", side.side, side.won, side.lost)));
        words.extend(info.won_by(&score).map(|side| format!("won by {side}")));
        let line = format!("match: {}", words.join(", "));
        self.show(line)
    }

    /// The rulings: by whom they may be changed, of what, what the player got, what was written to it.
    pub fn show_rulings(&mut self) -> &mut Scenery {
        let rulings = self.scene.game().book().rulings.iter().map(|ruling| {
            let by = if ruling.chief { "chief referee" } else { "referee" };
            let kind = ruling.kind.map_or("?", Kind::name);
            let cite = ruling.cite.as_ref().map(|cite| format!(" [{} {}]", cite.book, cite.article)).unwrap_or_default();
            let gets: Vec<String> = ruling.sanctions.iter().map(ToString::to_string).collect();
            let gets = if gets.is_empty() { "nothing".to_owned() } else { gets.join(" + ") };
            let note = ruling.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
            format!("ruling of the {by}: {kind}{cite}: {gets}{note}")
        });
        let rulings: Vec<String> = rulings.collect();
        self.noted.extend(rulings);
        self
    }

    /// Who has kept the sealed move.
    pub fn show_envelope(&mut self) -> &mut Scenery {
        let Some(sealing) = self.scene.game().book().sealing.as_ref() else { return self.show("no sealed move") };
        let kept = sealing.envelope.iter().flat_map(|envelope| &envelope.custody).map(|custody| custody.custodian.as_str());
        let line = format!("envelope: kept by {}; {:?}", kept.collect::<Vec<_>>().join(", then "), sealing.stage()).to_lowercase();
        self.show(line)
    }

    /// When something befell the time, counted from so many ms ago: parts and periods, points, flags.
    pub fn show_time(&mut self, since_ms: u64) -> &mut Scenery {
        let now = self.scene.now().wall.as_unix_ms();
        let told = self.scene.events().iter().filter_map(|event| {
            let what = match &event.body {
                EventBody::Clock { change: ClockChange::PeriodEntered, color: Some(of), .. } => format!("{} in overtime", of.name()),
                EventBody::Clock { change: ClockChange::PeriodUsed, color: Some(of), .. } => format!("{} has used a period", of.name()),
                EventBody::Clock { change: ClockChange::Flagged { provisional: true }, color: Some(of), .. } => {
                    format!("{}'s flag", of.name())
                }
                EventBody::Ledger { color, entry: LedgerEntry::Overtime(points), .. } => format!("{} -{points}", color.name()),
                _ => return None,
            };
            let at = u64::try_from(since_ms as i64 - (now - event.at.as_unix_ms())).ok()?;
            Some(format!("{} {what}", minutes(at)))
        });
        let line = format!("time: {}", told.collect::<Vec<_>>().join(", "));
        self.show(line)
    }
}

/// Minutes and seconds.
fn minutes(ms: u64) -> String {
    format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60)
}
