//! A record and the wood beside it, written as diagrams.

use std::cell::RefCell;

use kifud::go::{Board, Color, Point, Position, Rules, Size};
use kifud::sense::{Limits, Question, Reconstruction, Settling, explain, straightened};
use kifud::time::Mono;
use kifud::wire::{Cell, Grid};

/// The record's position, the wood, and what else a question needs.
pub struct Table {
    pub position: Position,
    pub wood: Grid,
    pub lifting: Vec<(Point, Color)>,
    pub last_move: Option<Point>,
    pub settling: Vec<Settling>,
    /// In ms, as every moment here.
    pub not_before: u64,
    pub known_since: u64,
    pub presses: Vec<(Color, u64)>,
    pub latest: Vec<Point>,
    pub limits: Limits,
    seen: RefCell<Vec<(Point, u64)>>,
}

impl Table {
    /// `.` empty, `X` black, `O` white; the wood shows the same.
    pub fn new(diagram: &str, to_move: Color) -> Table {
        Table::with_rules(diagram, to_move, &Rules::CHINESE)
    }

    pub fn with_rules(diagram: &str, to_move: Color, rules: &Rules) -> Table {
        let board = Board::from_lines(diagram.lines()).unwrap();
        Table::of(Position::with_board(board, to_move, rules))
    }

    pub fn of(position: Position) -> Table {
        let wood = grid(&position, true);
        Table {
            position,
            wood,
            lifting: Vec::new(),
            last_move: None,
            settling: Vec::new(),
            not_before: 0,
            known_since: 0,
            presses: Vec::new(),
            latest: Vec::new(),
            limits: Limits::DEFAULT,
            seen: RefCell::default(),
        }
    }

    pub fn size(&self) -> Size {
        self.position.size()
    }

    pub fn point(&self, vertex: &str) -> Point {
        Point::from_vertex(vertex, self.size()).unwrap()
    }

    /// Makes points of the wood what is given, first seen at `ms`.
    pub fn put(mut self, vertices: &str, cell: Cell, ms: u64) -> Table {
        for vertex in vertices.split_whitespace() {
            let point = self.point(vertex);
            self.wood.set(point, cell);
            self.seen.borrow_mut().push((point, ms));
        }
        self
    }

    pub fn black(self, vertices: &str, ms: u64) -> Table {
        self.put(vertices, Cell::Stone(Color::Black), ms)
    }

    pub fn white(self, vertices: &str, ms: u64) -> Table {
        self.put(vertices, Cell::Stone(Color::White), ms)
    }

    pub fn stone(self, vertices: &str, ms: u64) -> Table {
        self.put(vertices, Cell::StoneOfUnknownColor, ms)
    }

    pub fn lift(self, vertices: &str) -> Table {
        self.put(vertices, Cell::Empty, 1)
    }

    /// The board sees no colours: every stone of the wood is of unknown colour.
    pub fn blind(mut self) -> Table {
        let cells = self.wood.cells().iter().map(|&cell| if matches!(cell, Cell::Stone(_)) { Cell::StoneOfUnknownColor } else { cell });
        self.wood = Grid::from_cells(self.size(), cells.collect()).unwrap();
        self
    }

    /// The record has captured these, and they may still stand.
    pub fn captured(mut self, vertices: &str, color: Color) -> Table {
        for vertex in vertices.split_whitespace() {
            self.lifting.push((self.point(vertex), color));
        }
        self
    }

    pub fn ask<T>(&self, what: impl FnOnce(&Question<'_>) -> T) -> T {
        let seen = self.seen.borrow();
        let first_seen = |point: Point| {
            let last = seen.iter().rev().find(|(seen, _)| *seen == point);
            Mono::from_millis(last.map_or(0, |&(_, ms)| ms))
        };
        let presses: Vec<(Color, Mono)> = self.presses.iter().map(|&(color, ms)| (color, Mono::from_millis(ms))).collect();
        what(&Question {
            position: &self.position,
            to_move: self.position.to_move(),
            wood: &self.wood,
            first_seen: &first_seen,
            lifting: &self.lifting,
            last_move: self.last_move,
            settling: &self.settling,
            not_before: Mono::from_millis(self.not_before),
            known_since: Mono::from_millis(self.known_since),
            presses: &presses,
            latest: &self.latest,
            limits: self.limits,
        })
    }

    /// In short: "unchanged", "B C3 takes B3, W A1", "unfinished B3", "unexplained B3", or several stories joined by " | ".
    pub fn explained(&self) -> String {
        let size = self.size();
        let points = |found: &[kifud::sense::Discrepancy]| {
            found.iter().map(|discrepancy| discrepancy.point.vertex(size).to_string()).collect::<Vec<_>>().join(" ")
        };
        match self.ask(explain) {
            Reconstruction::Unchanged => "unchanged".to_owned(),
            Reconstruction::Unfinished(found) => format!("unfinished {}", points(&found)),
            Reconstruction::Unexplained(found) => format!("unexplained {}", points(&found)),
            Reconstruction::Played(plays) => story(&plays, size),
            Reconstruction::PlayedInSomeOrder { plays, others } => {
                let others: Vec<String> = others.iter().map(|plays| story(plays, size)).collect();
                format!("{} (or {})", story(&plays, size), others.join(" | "))
            }
            Reconstruction::Ambiguous(ways) => ways.iter().map(|plays| story(plays, size)).collect::<Vec<_>>().join(" | "),
        }
    }

    pub fn straightened_from(&self, vertex: &str) -> Option<String> {
        let from = self.point(vertex);
        self.ask(|question| straightened(question, from)).map(|plays| story(&plays, self.size()))
    }
}

pub fn story(plays: &[kifud::sense::Play], size: Size) -> String {
    let one = |play: &kifud::sense::Play| {
        let side = if play.color == Color::Black { "B" } else { "W" };
        let mut text = format!("{side} {}", play.point.vertex(size));
        if !play.captured.is_empty() {
            text += " takes";
            for stone in &play.captured {
                text += &format!(" {}", stone.vertex(size));
            }
        }
        text
    };
    plays.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What a board shows that agrees with the position.
pub fn grid(position: &Position, sees_color: bool) -> Grid {
    let cell = |stone: Option<Color>| match stone {
        None => Cell::Empty,
        Some(color) if sees_color => Cell::Stone(color),
        Some(_) => Cell::StoneOfUnknownColor,
    };
    Grid::from_cells(position.size(), position.stones().into_iter().map(cell).collect()).unwrap()
}
