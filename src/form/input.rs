//! Inputs as the journal keeps them: for audit, never read back by the daemon.

use serde_json::{Value, json};

use crate::game::Input;
use crate::go::{Color, Size};
use crate::wire::{Cell, ClockReport, Grid};

use super::SideName;

/// One input as JSON, on a board of this size where the input does not say. A scan is given as the points that differ from the one before, in full when there is none.
pub fn input_to_json(input: &Input, before: Option<&Grid>, size: Size) -> String {
    let value = match input {
        Input::Scan { at, grid } => json!({ "input": "scan", "at": at.as_millis(), "changes": changes(grid, before) }),
        Input::Placed { at, point } => json!({ "input": "placed", "at": at.as_millis(), "point": point.vertex(size).to_string() }),
        Input::Unverified { at } => json!({ "input": "unverified", "at": at.as_millis() }),
        Input::Faults(points) => json!({ "input": "faults", "points": points.len() }),
        Input::Trays(trays) => {
            json!({ "input": "trays", "bowls": [trays.black_bowl, trays.white_bowl], "lids": [trays.black_lid, trays.white_lid] })
        }
        Input::Touch(on) => json!({ "input": "touch", "on": on }),
        Input::BoardLost => json!({ "input": "board-lost" }),
        Input::BoardBack => json!({ "input": "board-back" }),
        Input::ClockLost => json!({ "input": "clock-lost" }),
        Input::Stopped { until } => json!({ "input": "stopped", "until": until.as_millis() }),
        Input::ClockBack => json!({ "input": "clock-back" }),
        Input::Clock { at, report } => clock(at.as_millis(), report),
        Input::Request(request) => {
            json!({ "input": "request", "transaction": request.transaction, "by": request.by, "verb": format!("{:?}", request.verb) })
        }
    };
    value.to_string()
}

fn clock(at: u64, report: &ClockReport) -> Value {
    match report {
        ClockReport::Press(side) => json!({ "input": "press", "at": at, "side": SideName::from(*side) }),
        ClockReport::Times(reading) => json!({
            "input": "times", "at": at, "remaining_ms": reading.remaining_ms, "running": reading.running.map(SideName::from),
            "periods": reading.periods_left, "flag": reading.flag, "paused": reading.paused,
        }),
        other => json!({ "input": "clock", "at": at, "report": format!("{other:?}") }),
    }
}

/// "Q16 black", for every point that is another than before; the whole board against an empty one.
fn changes(grid: &Grid, before: Option<&Grid>) -> Vec<String> {
    let size: Size = grid.size();
    let was = |point| before.map_or(Cell::Empty, |before| before.get(point));
    size.points()
        .filter(|&point| grid.get(point) != was(point))
        .map(|point| format!("{} {}", point.vertex(size), name(grid.get(point))))
        .collect()
}

fn name(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "empty",
        Cell::Stone(Color::Black) => "black",
        Cell::Stone(Color::White) => "white",
        Cell::StoneOfUnknownColor => "stone",
        Cell::Unreadable => "unreadable",
    }
}
