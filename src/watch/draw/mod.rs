//! The screen in cells of a terminal.
//!
//! The board stands left, the rest beside it. Every line is cut or broken by what a terminal makes of its characters, wide ones included;
//! control characters in names never reach the terminal. Nothing is told by colour alone.

mod board;
mod lines;
mod panel;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

use super::replay;
use super::screen::Screen;
use super::table::{Level, Trust};
use super::words::Own;
use crate::time::Mono;
use lines::{plain, width_of, wrap};

/// Columns of the text beside the board: a time control's words and a move with its remarks fit.
const PANEL_WIDTH: u16 = 32;
/// From this many columns beside the board on, the moves have a column of their own.
const TWO_COLUMNS: u16 = 2 * PANEL_WIDTH + 3;
/// Rows that the text beside the board of a small game needs.
const PANEL_HEIGHT: u16 = 18;

pub(super) fn draw(screen: &Screen, frame: &mut Frame<'_>, now: Mono) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    let size = screen.table.game().map_or(19, replay::size) as u16;
    let board = Rect::new(0, 1, board::width(size), board::height(size));
    let needed = (board.width + PANEL_WIDTH + 2, board.height.max(PANEL_HEIGHT) + 2);
    if area.width < needed.0 || area.height < needed.1 {
        return too_small(screen, buffer, area, needed);
    }
    let trust = screen.table.trust(now);
    head(screen, buffer, area, trust);
    board::draw(screen, buffer, board);
    let panel = Rect::new(board.width + 1, 1, area.width - board.width - 2, area.height - 2);
    panel::draw(screen, buffer, panel, now);
    if !trust.level.is_trusted() {
        banner(screen, buffer, board, trust, now);
    }
    let keys = text(screen, &screen.words.own(Own::Keys));
    buffer.set_stringn(1, area.bottom() - 1, keys, usize::from(area.width - 1), Style::new().add_modifier(Modifier::DIM));
}

/// A text as this terminal can show it.
fn text(screen: &Screen, text: &str) -> String {
    if screen.look.letters { plain(text) } else { text.to_owned() }
}

/// A style with this colour, where there are colours.
fn colored(screen: &Screen, color: Color, style: Style) -> Style {
    if screen.look.color { style.fg(color) } else { style }
}

fn too_small(screen: &Screen, buffer: &mut Buffer, area: Rect, needed: (u16, u16)) {
    let said = screen.words.own(Own::TooSmall { needed, is: (area.width, area.height) });
    for (row, line) in wrap(&said, area.width.max(1).into()).into_iter().enumerate().take(area.height.into()) {
        buffer.set_stringn(0, row as u16, line, area.width.into(), Style::new());
    }
}

/// Table, match and phase; at the end how far all of it can be trusted.
fn head(screen: &Screen, buffer: &mut Buffer, area: Rect, trust: Trust) {
    let words = &screen.words;
    let mut parts = vec![screen.id.clone()];
    if let Some(game) = screen.table.game() {
        let context = &game["match"];
        parts.extend(context["event"].as_str().map(str::to_owned));
        for (field, key) in [("round", "round"), ("board", "board-n")] {
            let shown = context[field].as_u64().map(|n| n.to_string()).or_else(|| context[field].as_str().map(str::to_owned));
            parts.extend(shown.map(|n| words.filled(key, &[("n", &n)])));
        }
        parts.extend(game["phase"].as_str().map(|phase| words.name("phase", phase)));
    }
    let state = words.page(trust.key);
    let state = if trust.level.is_trusted() { state } else { format!("*** {state} ***") };
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    let style = match trust.level {
        Level::Live => bar,
        Level::Degraded | Level::Waiting | Level::Stale => colored(screen, Color::Yellow, bar.add_modifier(Modifier::BOLD)),
        Level::Lost => colored(screen, Color::Red, bar.add_modifier(Modifier::BOLD)),
    };
    buffer.set_style(Rect::new(area.x, area.y, area.width, 1), bar);
    let state = text(screen, &state);
    let from = area.width.saturating_sub(width_of(&state) as u16 + 1);
    buffer.set_stringn(1, 0, text(screen, &parts.join(" · ")), usize::from(from.saturating_sub(2)), bar);
    buffer.set_stringn(from, 0, state, usize::from(area.width - from), style);
}

/// A box over the board: nobody takes for the game what is not known to be.
fn banner(screen: &Screen, buffer: &mut Buffer, board: Rect, trust: Trust, now: Mono) {
    let words = &screen.words;
    let inside = usize::from(board.width.min(40)).saturating_sub(4).max(1);
    let mut said = wrap(&words.page(trust.key).to_uppercase(), inside);
    if let Some(age) = screen.table.age_ms(now) {
        said.extend(wrap(&words.filled("fresh.last-word", &[("age", &words.age(age))]), inside));
    }
    if trust.key == "fresh.no-broker" {
        said.extend(wrap(screen.table.why().unwrap_or_default(), inside).into_iter().take(4));
        said.push(words.page("fresh.trying"));
    }
    let height = said.len() as u16 + 2;
    let area = Rect::new(
        board.x + (board.width - inside as u16 - 2) / 2,
        board.y + (board.height.saturating_sub(height)) / 2,
        inside as u16 + 2,
        height.min(board.height),
    );
    let mut style = Style::reset().add_modifier(Modifier::REVERSED | Modifier::BOLD);
    if trust.level == Level::Lost {
        style = colored(screen, Color::Red, style);
    }
    for row in area.top()..area.bottom() {
        buffer.set_string(area.x, row, " ".repeat(area.width.into()), style);
    }
    for (line, row) in said.into_iter().zip(area.top() + 1..area.bottom()) {
        let line = text(screen, &line);
        let from = area.x + (area.width.saturating_sub(width_of(&line) as u16)) / 2;
        buffer.set_stringn(from, row, line, inside, style);
    }
}

/// Puts lines one under another.
fn put(buffer: &mut Buffer, area: Rect, lines: &[Line<'_>]) {
    for (line, row) in lines.iter().zip(area.top()..area.bottom()) {
        buffer.set_line(area.x, row, line, area.width);
    }
}
