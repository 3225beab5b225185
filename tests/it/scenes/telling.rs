//! What came of a scene, in lines.

use kifud::game::{Alert, AlertState, BoardRemedy, EventBody, Phase, RulingStatus, SeatChange, Severity};
use kifud::go::{Color, Place, Size};
use kifud::time::Wall;

use super::Scenery;

impl Scenery {
    /// What was said and what came of it: a line for each alert (kind, article, severity, basis, colour, points, what is proposed, state), then
    /// what was noted on the way, what a player was told who came back, rulings that do not stand, the record where it was edited or a pass was
    /// forced, a play that waits, the ledger where somebody has something, the result where there is one.
    pub fn told(&self) -> Vec<String> {
        let game = self.scene.game();
        let size = game.settings().size;
        let mut lines: Vec<String> = self.scene.alerts().iter().map(|alert| alert_line(alert, size)).collect();
        lines.extend(self.noted.iter().cloned());
        lines.extend(self.scene.events().iter().filter_map(|event| back(&event.body, size)));
        lines.extend(self.of_record(size));
        lines.extend(self.of_desk());
        lines
    }

    fn of_record(&self, size: Size) -> Vec<String> {
        let game = self.scene.game();
        let record = game.record();
        let forced = record.moves.iter().enumerate().filter(|(_, played)| played.forced);
        let mut lines: Vec<String> =
            forced.map(|(index, played)| format!("move {}: {} passes, forced", index + 1, played.color.name().to_lowercase())).collect();
        lines.extend(record.edits.iter().map(|edit| {
            let stones = edit.black.iter().chain(&edit.white).map(|point| point.vertex(size).to_string());
            let gone = edit.empty.iter().map(|point| format!("{} empty", point.vertex(size)));
            format!("the record takes what stands: {}", stones.chain(gone).collect::<Vec<_>>().join(", "))
        }));
        let snapshot = game.snapshot(Wall::default());
        if matches!(snapshot.phase, Phase::Paused | Phase::Adjourned) {
            let differ: Vec<String> = snapshot.discrepancies.iter().map(|differs| differs.point.vertex(size).to_string()).collect();
            let at = if differ.is_empty() { String::new() } else { format!(" until the board is right at {}", differ.join(" ")) };
            lines.push(format!("play is {}{at}", snapshot.phase.name()));
        }
        lines
    }

    fn of_desk(&self) -> Vec<String> {
        let book = self.scene.game().book();
        let others = book.rulings.iter().filter(|ruling| ruling.status != RulingStatus::Standing);
        let mut lines: Vec<String> = others.map(|ruling| format!("a ruling is {:?}", ruling.status).to_lowercase()).collect();
        for color in Color::BOTH {
            let had = &book.ledger[color];
            let points = had.overtime + had.conduct;
            let entries = [("caution", had.cautions), ("warning", had.warnings), ("point", points)];
            let entries: Vec<String> = entries.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{n} {name}(s)")).collect();
            if !entries.is_empty() {
                lines.push(format!("{} has {}", color.name(), entries.join(", ")));
            }
        }
        if let Some(result) = &book.result {
            let winner = result.winner.map_or("nobody", Color::name);
            lines.push(format!("result: {winner} wins by {:?}", result.by).to_lowercase());
        }
        lines
    }
}

/// What a player is told who comes back (CN-16.6).
fn back(event: &EventBody, size: Size) -> Option<String> {
    let EventBody::Seat(seat) = event else { return None };
    if seat.change != SeatChange::Returned || seat.moves.is_empty() {
        return None;
    }
    let moves: Vec<String> = seat.moves.iter().map(|played| place(played.place, size)).collect();
    Some(format!("{} is back and told of {}", seat.color.name().to_lowercase(), moves.join(", ")))
}

fn place(place: Place, size: Size) -> String {
    place.text(size)
}

fn alert_line(alert: &Alert, size: Size) -> String {
    let mut words = vec![alert.kind.name().to_owned()];
    words.extend(alert.cite.as_ref().map(|cite| format!("[{} {}]", cite.book, cite.article)));
    words.push(
        match alert.severity {
            Severity::Notice => "notice",
            Severity::Attention => "attention",
            Severity::Ruling => "ruling",
        }
        .to_owned(),
    );
    words.push(format!("{:?}", alert.basis).to_lowercase());
    words.extend(alert.color.map(|color| color.name().to_lowercase()));
    words.extend(alert.points.iter().map(|point| point.vertex(size).to_string()));
    if let Some(proposal) = &alert.proposal {
        let mut parts: Vec<String> = Vec::new();
        if proposal.board != BoardRemedy::None {
            parts.push(format!("{:?}", proposal.board).to_lowercase());
        }
        parts.extend(proposal.clock.iter().map(|remedy| format!("{} ms", remedy.delta_ms)));
        parts.extend(proposal.sanctions.iter().map(ToString::to_string));
        if !parts.is_empty() {
            words.push(format!("-> {}{}", parts.join(" + "), if proposal.conditional { " if so" } else { "" }));
        }
    }
    if alert.state != AlertState::Open {
        words.push(format!("({:?})", alert.state).to_lowercase());
    }
    words.join(" ")
}
