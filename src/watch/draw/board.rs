//! The board: two columns a point, so that it is nearly square and the last move can stand in brackets.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::super::replay::{self, COLUMNS, Stones};
use super::super::screen::Screen;

/// Columns of the numbers at each side.
const NUMBERS: u16 = 3;

/// Columns that a board takes.
pub(super) fn width(size: u16) -> u16 {
    2 * size + 1 + 2 * NUMBERS
}

/// Rows that a board takes, with its letters.
pub(super) fn height(size: u16) -> u16 {
    size + 2
}

pub(super) fn draw(screen: &Screen, buffer: &mut Buffer, area: Rect) {
    let game = screen.table.game();
    let size = game.map_or(19, replay::size);
    let stones = match (game, screen.shown_move()) {
        (Some(game), Some(n)) => replay::after(game, n),
        (Some(game), None) => replay::shown(game),
        (None, _) => Stones::new(),
    };
    let wood = if screen.look.color { Style::new().fg(Color::Black).bg(Color::Yellow) } else { Style::new() };
    let field = Rect::new(area.x + NUMBERS, area.y + 1, 2 * size as u16 + 1, size as u16);
    buffer.set_style(field, wood);
    let left = |column: usize| field.x + 2 * column as u16 + 1;
    for (column, letter) in COLUMNS.chars().take(size).enumerate() {
        for row in [area.y, field.bottom()] {
            buffer.set_string(left(column), row, letter.to_string(), Style::new());
        }
    }
    for row in 0..size {
        let y = field.y + row as u16;
        buffer.set_string(area.x, y, format!("{:>2}", size - row), Style::new());
        buffer.set_string(field.right(), y, format!(" {:<2}", size - row), Style::new());
        for column in 0..size {
            let (sign, style) = match stones.get(&(column, row)) {
                // Full and hollow: the shape tells them apart where colours do not, or are copied away. Bold black is grey in many terminals.
                Some('X') => (if screen.look.letters { "X" } else { "●" }, wood),
                Some(_) => (if screen.look.letters { "O" } else { "○" }, white(screen, wood)),
                None => (if is_star(column, row, size) { "+" } else { "." }, wood),
            };
            buffer.set_string(left(column), y, sign, style);
        }
    }
    let last = screen.last_move().and_then(|last| replay::point(last["vertex"].as_str()?, size));
    if let Some((column, row)) = last {
        let y = field.y + row as u16;
        for (x, sign) in [(left(column) - 1, "("), (left(column) + 1, ")")] {
            buffer.set_string(x, y, sign, wood.add_modifier(Modifier::BOLD));
        }
    }
    differences(screen, buffer, field, size);
}

fn white(screen: &Screen, wood: Style) -> Style {
    if screen.look.color { wood.fg(Color::White).add_modifier(Modifier::BOLD) } else { wood }
}

/// Points where the wood is not what the record says: an exclamation mark before them.
fn differences(screen: &Screen, buffer: &mut Buffer, field: Rect, size: usize) {
    if screen.shown_move().is_some() {
        return;
    }
    let listed = screen.table.game().and_then(|game| game["discrepancies"].as_array());
    for (column, row) in listed.into_iter().flatten().filter_map(|one| replay::point(one["vertex"].as_str()?, size)) {
        let mark = Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED);
        buffer.set_string(field.x + 2 * column as u16, field.y + row as u16, "!", mark);
    }
}

/// The marked points of a board.
fn is_star(column: usize, row: usize, size: usize) -> bool {
    if size < 7 {
        return false;
    }
    let edge = if size >= 13 { 3 } else { 2 };
    let (far, middle) = (size - 1 - edge, (size - 1) / 2);
    let outer = |at: usize| at == edge || at == far;
    let centre = |at: usize| size % 2 == 1 && at == middle;
    (outer(column) && outer(row))
        || (centre(column) && centre(row))
        || (size >= 19 && ((outer(column) && centre(row)) || (centre(column) && outer(row))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_star_points() {
        let count = |size| (0..size * size).filter(|at| is_star(at % size, at / size, size)).count();
        assert_eq!([19, 13, 9, 5].map(count), [9, 5, 5, 0]);
        assert!(is_star(3, 3, 19) && is_star(9, 3, 19) && is_star(2, 2, 9) && !is_star(3, 3, 9));
    }
}
