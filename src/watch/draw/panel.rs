//! What stands beside the board: players and clocks, what is to be said of the game, alerts, devices, moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use serde_json::Value;

use super::super::clock::{phase_text, reading, time_text};
use super::super::screen::Screen;
use super::super::words::Own;
use super::lines::{fit, width_of, wrap};
use super::{PANEL_WIDTH, TWO_COLUMNS, colored, put, text};
use crate::time::Mono;

/// Rows that are kept for the moves, their title included.
const MOVES_MIN: usize = 3;
/// Rows of a move's own column: from its number to its time.
const MOVE_WIDTH: usize = 22;

pub(super) fn draw(screen: &Screen, buffer: &mut Buffer, area: Rect, now: Mono) {
    let beside = area.width >= TWO_COLUMNS;
    let width = if beside { (area.width - 3) * 3 / 5 } else { area.width };
    let main = Rect { width: width.max(PANEL_WIDTH), ..area };
    let columns = usize::from(main.width);
    let mut above = players(screen, columns, now);
    above.extend(remarks(screen, columns, now));
    let health = health(screen, columns);
    let kept = if beside { 0 } else { MOVES_MIN };
    let room = usize::from(area.height).saturating_sub(above.len() + health.len() + kept);
    above.extend(alerts(screen, columns, room));
    above.extend(health);
    above.truncate(area.height.into());
    put(buffer, main, &above);
    let rest = if beside {
        Rect { x: main.right() + 2, width: area.right().saturating_sub(main.right() + 2), ..area }
    } else {
        Rect { y: area.y + above.len() as u16, height: area.height.saturating_sub(above.len() as u16), ..area }
    };
    put(buffer, rest, &moves(screen, rest));
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// Both players: name, clock, captures.
fn players(screen: &Screen, width: usize, now: Mono) -> Vec<Line<'static>> {
    ["black", "white"].into_iter().flat_map(|color| player(screen, color, width, now)).collect()
}

fn player(screen: &Screen, color: &str, width: usize, now: Mono) -> [Line<'static>; 3] {
    let words = &screen.words;
    let game = screen.table.game().unwrap_or(&Value::Null);
    let player = &game["players"][color];
    let name = player["names"][words.tag].as_str().or(player["name"].as_str()).filter(|name| !name.trim().is_empty());
    let mut told = vec![name.map_or_else(|| words.page(color), str::to_owned)];
    told.extend(["rank", "team", "country"].into_iter().filter_map(|field| player[field].as_str().map(str::to_owned)));
    let to_move = game["to_move"] == color && screen.shown_move().is_none() && game["phase"] != "ended";
    let sign = match (color, screen.look.letters) {
        ("black", true) => "X",
        (_, true) => "O",
        ("black", false) => "●",
        _ => "○",
    };
    let first = format!("{} {sign} {}", if to_move { ">" } else { " " }, told.join(" "));
    let captured = match game["captured"][color].as_u64() {
        Some(n) => format!("    {} {n}", words.page("captured")),
        None if game.is_object() => format!("    {}", words.page("captures-unknown")),
        None => String::new(),
    };
    [
        Line::styled(fit(&text(screen, &first), width), bold()),
        clock(screen, color, width, now),
        Line::raw(fit(&text(screen, &captured), width)),
    ]
}

/// The running clock has an asterisk and stands out; one that is not known to hold has a question mark.
fn clock(screen: &Screen, color: &str, width: usize, now: Mono) -> Line<'static> {
    let phase = phase_text(&screen.table, color, now, &screen.words);
    let Some(side) = reading(&screen.table, color, now) else {
        return Line::raw(fit(&text(screen, &format!("    {}", screen.words.page("no-clock"))), width));
    };
    let mark = if side.runs { "  * " } else { "    " };
    let doubt = match (side.is_old, side.is_approximate) {
        (true, _) => "?",
        (false, true) => "~",
        (false, false) => "",
    };
    let digits = format!(" {}{doubt} ", time_text(side.ms));
    let mut style = if side.runs { bold().add_modifier(Modifier::REVERSED) } else { bold() };
    if side.is_old {
        style = Style::new().add_modifier(Modifier::DIM);
    } else if side.runs && side.ms < 10_000 {
        style = colored(screen, Color::Red, style);
    }
    let delay =
        if side.delay_ms > 0 { format!(" {}", screen.words.filled("delay", &[("n", &time_text(side.delay_ms))])) } else { String::new() };
    let room = width.saturating_sub(mark.len() + digits.len());
    let rest = format!("{delay} {phase}");
    // What comes after the main time is left out where there is no room for it.
    let in_main = screen.table.clock(now).is_some_and(|(clock, ..)| clock[color]["phase"] == "main");
    let rest = if in_main && width_of(&rest) > room { format!("{delay} {}", screen.words.page("clock.main")) } else { rest };
    Line::from(vec![Span::raw(mark), Span::styled(digits, style), Span::raw(fit(&text(screen, &rest), room))])
}

/// What must be known of what is shown: that it is an earlier position, the result, that the wood differs.
fn remarks(screen: &Screen, width: usize, now: Mono) -> Vec<Line<'static>> {
    let words = &screen.words;
    let Some(game) = screen.table.game() else { return vec![Line::raw(words.page("no-game"))] };
    let mut said = Vec::new();
    if let Some(n) = screen.shown_move() {
        said.push(format!("<< {} - {}", words.page("earlier-position"), words.filled("move-n", &[("n", &n.to_string())])));
    }
    if game["result"].is_object() {
        said.push(result(screen, &game["result"]));
    }
    if screen.table.clock(now).is_some_and(|(clock, ..)| clock["capture_neutral"] == true) {
        said.push(words.page("capture-neutral"));
    }
    if game["agrees"] == false {
        let points: Vec<&str> = game["discrepancies"].as_array().into_iter().flatten().filter_map(|one| one["vertex"].as_str()).collect();
        said.push(format!("! {}: {}", words.page("board-differs"), points.join(" ")));
    }
    if game["verified"] == false {
        said.push(words.page("not-verified"));
    }
    said.iter().flat_map(|said| wrap(&text(screen, said), width).into_iter().take(2)).map(|line| Line::styled(line, bold())).collect()
}

/// "Black wins by 3 points".
fn result(screen: &Screen, result: &Value) -> String {
    let words = &screen.words;
    let by = result["by"].as_str().unwrap_or_default();
    let mut said = match (result["winner"].as_str(), by) {
        (None, _) => words.name("result", by),
        (Some(winner), "score") => match result["margin"].as_f64().map(f64::abs).filter(|margin| *margin > 0.0) {
            Some(margin) => words.filled("result.by-points", &[("winner", &words.page(winner)), ("n", &margin.to_string())]),
            None => words.filled("result.by-counting", &[("winner", &words.page(winner))]),
        },
        (Some(winner), _) => words.filled("result.wins", &[("winner", &words.page(winner)), ("how", &words.name("won", by))]),
    };
    if let Some(state) = result["state"].as_str().filter(|state| *state != "final") {
        said = format!("{said} ({})", words.name("result-state", state));
    }
    said
}

/// Open alerts, as many as there is room for; then how many more there are.
fn alerts(screen: &Screen, width: usize, room: usize) -> Vec<Line<'static>> {
    let words = &screen.words;
    let open = screen.table.alerts();
    if open.is_empty() || room == 0 {
        return Vec::new();
    }
    let mut lines = vec![Line::styled(fit(&format!("-- {} {}", words.page("alerts"), open.len()), width), bold())];
    for (at, alert) in open.iter().enumerate() {
        let told = alert_lines(screen, alert, width);
        let left = room.saturating_sub(lines.len());
        let needed = told.len() + usize::from(at + 1 < open.len());
        if needed > left && at > 0 {
            lines.truncate(room.saturating_sub(1).max(1));
            lines.push(Line::styled(words.own(Own::More(open.len() - at)), bold()));
            return lines;
        }
        lines.extend(told);
    }
    lines.truncate(room);
    lines
}

fn alert_lines(screen: &Screen, alert: &Value, width: usize) -> Vec<Line<'static>> {
    let words = &screen.words;
    let severity = alert["severity"].as_str().unwrap_or_default();
    let mut title = vec![match severity {
        "ruling" => "!!".to_owned(),
        "notice" => "i".to_owned(),
        _ => "!".to_owned(),
    }];
    title.push(words.field("kind", alert["kind"].as_str().unwrap_or_default()));
    title.extend(alert["color"].as_str().map(|color| words.page(color)));
    title.extend(alert["n"].as_u64().map(|n| n.to_string()));
    if alert["basis"] == "suspected" {
        title.push(format!("({})", words.page("suspected")));
    }
    if alert["state"] == "cured" {
        title.push(format!("({})", words.page("put-right")));
    }
    let mut style = bold();
    if severity == "ruling" {
        style = colored(screen, Color::Red, style.add_modifier(Modifier::REVERSED));
    }
    let mut lines: Vec<Line<'static>> =
        wrap(&text(screen, &title.join(" ")), width).into_iter().map(|line| Line::styled(line, style)).collect();
    let told = alert["text"][words.tag].as_str().or(alert["text"]["en"].as_str()).unwrap_or_default();
    let indented = |said: &str| wrap(&text(screen, said), width.saturating_sub(2)).into_iter().map(|line| Line::raw(format!("  {line}")));
    lines.extend(indented(told));
    if let (Some(book), Some(article)) = (alert["cite"]["book"].as_str(), alert["cite"]["article"].as_str()) {
        lines.extend(indented(&words.filled("article", &[("book", book), ("article", article)])));
    }
    lines
}

/// What is wrong with the equipment and what to do about it; failing that, that it is there.
fn health(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let words = &screen.words;
    let Some(health) = screen.table.health().and_then(Value::as_object) else { return Vec::new() };
    let parts = ["board", "clock", "broker", "disk", "engine"].into_iter().filter_map(|name| Some((name, health.get(name)?)));
    let (mut wrong, mut right) = (Vec::new(), Vec::new());
    for (name, part) in parts {
        let named = words.name("part", name);
        let to_do = part["what_to_do"].as_str();
        if part["present"] == false {
            wrong.push(format!("! {}. {}", words.filled("health.none", &[("part", &named)]), to_do.unwrap_or_default()));
        } else if let Some(to_do) = to_do {
            wrong.push(format!("! {named}: {to_do}"));
        } else if part["present"] == true {
            right.push(named);
        }
    }
    if wrong.is_empty() {
        let said = format!("{}: {}", right.join(", "), words.page("fresh.ready"));
        return if right.is_empty() { Vec::new() } else { vec![Line::raw(fit(&text(screen, &said), width))] };
    }
    wrong.iter().flat_map(|said| wrap(&text(screen, said), width).into_iter().take(3)).map(|line| Line::styled(line, bold())).collect()
}

/// The last moves, as many as fit: number, stone, point, time, remarks.
fn moves(screen: &Screen, area: Rect) -> Vec<Line<'static>> {
    let words = &screen.words;
    let Some(game) = screen.table.game().filter(|_| area.height > 1) else { return Vec::new() };
    let to = screen.shown_move().unwrap_or(u64::MAX);
    let played: Vec<&Value> = game["moves"].as_array().into_iter().flatten().filter(|one| one["n"].as_u64() <= Some(to)).collect();
    let rows = usize::from(area.height - 1);
    let columns = (usize::from(area.width) / (MOVE_WIDTH + 2)).max(1);
    // Remarks need the whole width; without any the moves stand in columns.
    let remarked =
        |one: &Value| ["provisional", "forced", "illegal", "disputed"].iter().any(|field| one.get(*field).is_some_and(|is| is != false));
    let tail = |count: usize| &played[played.len().saturating_sub(count)..];
    let columns = if tail(rows * columns).iter().any(|one| remarked(one)) { 1 } else { columns };
    let shown = tail(rows * columns);
    let mut lines = vec![Line::styled(fit(&format!("-- {} {}", words.page("moves"), played.len()), area.width.into()), bold())];
    for row in 0..rows.min(shown.len()) {
        let mut line = String::new();
        for one in shown.iter().skip(row).step_by(rows).take(columns) {
            let told = move_text(screen, one);
            let width = if columns == 1 { usize::from(area.width) } else { MOVE_WIDTH + 2 };
            line.push_str(&fit(&text(screen, &told), width));
        }
        lines.push(Line::raw(line));
    }
    lines
}

fn move_text(screen: &Screen, played: &Value) -> String {
    let words = &screen.words;
    let vertex = match played["vertex"].as_str() {
        Some("pass") => words.page("pass"),
        other => other.unwrap_or_default().to_owned(),
    };
    let stone = if played["color"] == "white" { "O" } else { "X" };
    let used = played["used_ms"].as_u64().map_or_else(String::new, |ms| format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60));
    let mut told = format!("{:>3} {stone} {} {used:>6}", played["n"].as_u64().unwrap_or(0), fit(&vertex, 8));
    if played["provisional"] == true {
        told = format!("{told} {}", words.page("not-final"));
    }
    if played["forced"] == true {
        told = format!("{told} {}", words.page("forced"));
    }
    if let Some(kinds) = played["illegal"].as_array() {
        let kinds: Vec<String> = kinds.iter().filter_map(Value::as_str).map(|kind| words.field("kind", kind)).collect();
        told = format!("{told} {}", words.filled("illegal", &[("kinds", &kinds.join(", "))]));
    }
    if played["disputed"].is_string() {
        told = format!("{told} {}", words.page("disputed"));
    }
    told
}
