//! Bowls and lids that count their stones (CONTRACT 3.2 TRAYS; ING-9.4, Korea's article 18): before play whether each bowl is full, in play
//! whether every stone is on the board, in its bowl or in the opponent's lid, and whether each lid holds what its player has captured.
//!
//! A count that is not known is never anything. What is wrong is said after it has stood for a while, in the turn of the player whom it is
//! about (the final of the 29th LG Cup was broken off over this), and what is tidied up in time was nothing.

use crate::go::{ByColor, Color, Place};
use crate::referee::{BesideBoard, Kind, Text};
use crate::time::Mono;
use crate::wire::{Cell, Trays};

use super::Game;
use super::alerts::Raise;
use super::event::{Alert, Phase};
use super::input::Output;

/// How long bowls must hold still before play and after filling in to be counted, in ms: hands that sort stones pause shorter.
pub const BOWLS_STILL_MS: u64 = 10_000;

/// How long captured stones may take to the lid, and a stone to its place, in ms. No rule names a time; a player tidies up within the
/// turn as a habit.
pub const TIDY_MS: u64 = 30_000;

/// So many stones a hand may hold for the next move.
const HAND: i32 = 1;

/// Bowls of a table that nobody has prepared are meant for a game when they are nearly full: so many stones may be missing.
const NEARLY_FULL: i32 = 20;

/// What lies in bowls and lids.
#[derive(Debug, Clone, Default)]
pub struct TrayWatch {
    /// What was said last, and since when it is so.
    seen: Option<(Mono, Trays)>,
    /// What must outlive a restart.
    pub(super) kept: TrayKept,
}

/// With what bowls and lids the game began, and what is wrong with them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrayKept {
    /// How many stones of each colour there were before play, where that was counted.
    pub start: ByColor<Option<u32>>,
    /// What is wrong.
    pub odd: Vec<Odd>,
}

/// Something that is wrong with stones beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odd {
    /// What: `bowl-count`, `lid-count` or `stone-out-of-place`.
    pub kind: Kind,
    /// Whose bowl or lid, or whose stones.
    pub color: Color,
    /// So many stones too many; fewer than 0 are missing.
    pub by: i32,
    /// Since when it is so.
    pub since: Mono,
    /// It was said.
    pub said: bool,
    /// The alert that says it.
    pub alert: Option<String>,
}

impl Odd {
    fn due(&self) -> Mono {
        self.since.plus_ms(if self.kind == Kind::BowlCount { BOWLS_STILL_MS } else { TIDY_MS })
    }
}

impl Game {
    /// Bowls and lids have been counted.
    pub(super) fn trays_said(&mut self, at: Mono, trays: Trays) {
        if self.trays.seen.is_none_or(|(_, before)| before != trays) {
            self.trays.seen = Some((at, trays));
        }
    }

    /// When something has been wrong for long enough.
    pub(super) fn trays_due_at(&self) -> Option<Mono> {
        self.trays.seen?;
        if self.book.phase == Phase::Counting {
            return Some(self.collected_since()?.plus_ms(BOWLS_STILL_MS)).filter(|&due| due > self.now.mono);
        }
        let looks_at = self.looks_at();
        self.trays.kept.odd.iter().filter(|odd| !odd.said && looks_at.contains(&odd.kind)).map(Odd::due).min()
    }

    /// Since when bowls and board have been as they are.
    fn collected_since(&self) -> Option<Mono> {
        let (since, _) = self.trays.seen?;
        let changed = self.settings.size.points().map(|point| self.wood.first_seen(point)).max()?;
        Some(since.max(changed))
    }

    /// Nobody puts stones back any more: they are counted when that is over.
    pub(super) fn stones_are_collected(&self) -> bool {
        self.collected_since().is_some_and(|since| self.now.mono.since_ms(since) >= BOWLS_STILL_MS)
    }

    /// What the trays can be wrong about now: full bowls before play, every stone in its place during it.
    fn looks_at(&self) -> &'static [Kind] {
        match self.book.phase {
            Phase::Idle | Phase::Armed | Phase::Setup => &[Kind::BowlCount],
            Phase::Playing if self.wood.known => &[Kind::LidCount, Kind::StoneOutOfPlace],
            _ => &[],
        }
    }

    /// Another game begins: what was wrong in the one before is over.
    pub(super) fn trays_of_another_game(&mut self) {
        self.trays.kept.odd.retain(|odd| odd.kind == Kind::BowlCount);
    }

    /// Looks whether every stone is where it belongs.
    pub(super) fn look_after_trays(&mut self, at: Mono, out: &mut Vec<Output>) {
        let Some((since, trays)) = self.trays.seen else { return };
        let before_play = matches!(self.book.phase, Phase::Idle | Phase::Armed | Phase::Setup | Phase::Ended);
        if before_play && self.wood.is_empty() && at.since_ms(since) >= BOWLS_STILL_MS {
            let all = |color: Color| Some(u32::from(trays.bowl(color)?) + u32::from(trays.lid(color.opponent()).unwrap_or(0)));
            self.trays.kept.start = ByColor::new(all);
        }
        if self.stones_are_collected() && self.unproved().is_some() {
            self.compare_counts(at, out);
        }
        let looks_at = self.looks_at();
        let wanted = match looks_at {
            [] => return,
            [Kind::BowlCount] => self.bowls_not_full(&trays),
            _ => self.stones_astray(&trays),
        };
        self.follow_odd(at, looks_at, &wanted, out);
        let due = |odd: &&Odd| !odd.said && looks_at.contains(&odd.kind) && odd.due() <= at;
        let due: Vec<Odd> = self.trays.kept.odd.iter().filter(due).cloned().collect();
        for odd in due {
            let alert = self.say_odd(at, &odd, &trays, out);
            for here in self.trays.kept.odd.iter_mut().filter(|here| (here.kind, here.color) == (odd.kind, odd.color)) {
                (here.said, here.alert) = (true, alert.clone());
            }
        }
        if self.book.phase == Phase::Playing {
            self.play_has_begun(at, out);
        }
    }

    /// What is wrong now takes the place of what was: the same goes on, what has gone is put right.
    fn follow_odd(&mut self, at: Mono, looks_at: &[Kind], wanted: &[(Kind, Color, i32)], out: &mut Vec<Output>) {
        let (looked, mut now): (Vec<Odd>, Vec<Odd>) =
            std::mem::take(&mut self.trays.kept.odd).into_iter().partition(|odd| looks_at.contains(&odd.kind));
        let mut gone = Vec::new();
        for &(kind, color, by) in wanted {
            let before = looked.iter().find(|odd| (odd.kind, odd.color) == (kind, color));
            now.push(match before {
                Some(same) if same.by == by => same.clone(),
                other => Odd { kind, color, by, since: at, said: false, alert: other.and_then(|odd| odd.alert.clone()) },
            });
        }
        for odd in looked.into_iter().filter(|odd| !wanted.iter().any(|&(kind, color, _)| (odd.kind, odd.color) == (kind, color))) {
            gone.extend(odd.alert);
        }
        self.trays.kept.odd = now;
        for id in gone {
            self.put_right(at, &id, out);
        }
    }

    /// Bowls that do not hold what the book wants before play (ING-9.4(1)).
    fn bowls_not_full(&self, trays: &Trays) -> Vec<(Kind, Color, i32)> {
        let Some(all) = self.next_terms().terms.rulebook.book().stones.filter(|_| self.settings.size.area() == 361) else {
            return Vec::new();
        };
        if !self.wood.is_empty() {
            return Vec::new();
        }
        let by = ByColor::new(|color| {
            trays.bowl(color).map(|bowl| i32::from(bowl) + i32::from(trays.lid(color.opponent()).unwrap_or(0)) - all as i32)
        });
        let meant = self.book.phase != Phase::Idle || Color::BOTH.iter().all(|&color| by[color].is_some_and(|by| by.abs() <= NEARLY_FULL));
        let wrong = |color: Color| by[color].filter(|&by| by != 0).map(|by| (Kind::BowlCount, color, by));
        if meant { Color::BOTH.into_iter().filter_map(wrong).collect() } else { Vec::new() }
    }

    /// Lids that do not hold their player's captures, and stones that are nowhere.
    fn stones_astray(&self, trays: &Trays) -> Vec<(Kind, Color, i32)> {
        let lids = ByColor::new(|color| self.lid_is_off_by(trays, color));
        let lid = |color: Color| lids[color].filter(|&by| by != 0).map(|by| (Kind::LidCount, color, by));
        let mut found: Vec<_> = Color::BOTH.into_iter().filter_map(lid).collect();
        let astray = ByColor::new(|color| {
            // What a lid lacks lies somewhere, in a bowl perhaps: that is said of the lid.
            let lid = lids[color.opponent()].map_or(0, |by| by.min(0));
            self.too_many(trays, color).map(|by| if by < 0 { (by - lid).min(0) } else { by })
        });
        for color in Color::BOTH {
            let Some(by) = astray[color].filter(|&by| by != 0) else { continue };
            let other = astray[color.opponent()].unwrap_or(0);
            // As many too few of one colour as too many of the other are the same stones, among the wrong ones.
            let is_told_of_the_other = by > 0 && other == -by;
            let in_hand = by < 0 && -by <= HAND && self.in_turn() == color && !self.is_said(Kind::StoneOutOfPlace, color);
            if !is_told_of_the_other && (!in_hand || other == -by) {
                found.push((Kind::StoneOutOfPlace, color, by));
            }
        }
        found
    }

    fn is_said(&self, kind: Kind, color: Color) -> bool {
        self.trays.kept.odd.iter().any(|odd| (odd.kind, odd.color, odd.said) == (kind, color, true))
    }

    /// How many stones a player's lid should hold: what was captured and is off the board, and the stones that pay for points.
    fn lid_should_hold(&self, color: Color) -> Option<(i32, i32)> {
        let taken = color.opponent();
        let lifting = self.wood.lifting.iter().filter(|&&(_, of)| of == taken).count() as i32;
        let captured = i32::try_from(self.captured()?[color]).ok()? - lifting;
        let paid = if self.terms.rulebook.book().points_in_lid { self.book.ledger[taken].conduct } else { 0 };
        Some((captured, i32::try_from(paid).ok()?))
    }

    fn lid_is_off_by(&self, trays: &Trays, color: Color) -> Option<i32> {
        if !self.terms.rulebook.book().lid {
            return None;
        }
        let (captured, paid) = self.lid_should_hold(color)?;
        let by = i32::from(trays.lid(color)?) - captured - paid;
        Some(by - by.clamp(0, self.pass_stones()))
    }

    /// Stones that may lie beside the board for passes (ING-9.2(2)): in whose lid is left to the players.
    fn pass_stones(&self) -> i32 {
        let passes = self.record().moves.iter().filter(|played| played.place == Place::Pass && !played.forced).count();
        passes as i32 + i32::from(self.pass_signal_by_stone())
    }

    /// How many stones of a colour there are more than at the start; fewer than 0 are missing. `None` where that is not known.
    fn too_many(&self, trays: &Trays, color: Color) -> Option<i32> {
        let start = i32::try_from(self.trays.kept.start[color]?).ok()?;
        let by = self.on_board(color) + i32::from(trays.bowl(color)?) + i32::from(trays.lid(color.opponent())?) - start;
        let passed = self.pass_stones();
        Some(by - by.clamp(-passed, passed))
    }

    /// The stones of a colour that stand; a point that shows no colour, or cannot be read, is as the record has it.
    fn on_board(&self, color: Color) -> i32 {
        let grid = self.wood.calm();
        let stands = |&point: &crate::go::Point| match grid.get(point) {
            Cell::Stone(shown) => shown == color,
            Cell::Empty => false,
            Cell::StoneOfUnknownColor | Cell::Unreadable => self.position.get(point) == Some(color),
        };
        self.settings.size.points().filter(stands).count() as i32
    }

    fn say_odd(&mut self, at: Mono, odd: &Odd, trays: &Trays, out: &mut Vec<Output>) -> Option<String> {
        let text = self.tell_odd(odd, trays);
        let open = odd.alert.as_ref().and_then(|id| self.book.alerts.iter().find(|alert| alert.id == *id)).cloned();
        if let Some(alert) = open {
            let id = alert.id.clone();
            self.change(at, Alert { text, ..alert }, out);
            return Some(id);
        }
        let raise = Raise::new(odd.kind, Some(odd.color), odd.since, text);
        self.raise(at, raise, out)
    }

    fn tell_odd(&self, odd: &Odd, trays: &Trays) -> Text {
        let count = |number: i32| u32::try_from(number).unwrap_or(0);
        let (of, by) = (odd.color, odd.by);
        let saying = match odd.kind {
            Kind::BowlCount => {
                let holds = i32::from(trays.bowl(of).unwrap_or(0));
                BesideBoard::BowlNotFull { of, holds: count(holds), should: count(holds - by) }
            }
            Kind::LidCount => {
                let (captured, paid) = self.lid_should_hold(of).unwrap_or_default();
                BesideBoard::Lid { of, holds: trays.lid(of).unwrap_or(0).into(), captured: count(captured), paid: count(paid) }
            }
            _ if by < 0 => BesideBoard::Nowhere { stones: of, count: count(-by) },
            _ => BesideBoard::TooMany { stones: of, count: count(by) },
        };
        saying.into()
    }

    /// Play has begun although a bowl was not full: it is said with it, and stays for the record.
    fn play_has_begun(&mut self, at: Mono, out: &mut Vec<Output>) {
        let open = |alert: &&Alert| alert.kind == Kind::BowlCount && !alert.next_play_made;
        if self.record().moves.is_empty() {
            return;
        }
        for alert in self.book.alerts.iter().filter(open).cloned().collect::<Vec<_>>() {
            let text = Text::from(BesideBoard::BegunAllTheSame).followed_by_earlier(&alert.text, super::reporting::TEXT_MAX);
            self.change(at, Alert { text, next_play_made: true, ..alert }, out);
        }
    }
}
