//! Putting a stone down: what it touches, what it takes, and doing it.

use super::{Board, Cell, Link};
use crate::go::{Color, zobrist};

/// Up to four chains beside a spot, each once.
#[derive(Debug, Clone, Copy, Default)]
struct Chains {
    heads: [u16; 4],
    len: usize,
}

impl Chains {
    fn push(&mut self, head: u16) {
        self.heads[self.len] = head;
        self.len += 1;
    }

    fn heads(&self) -> &[u16] {
        &self.heads[..self.len]
    }
}

/// What a stone of a colour on an empty spot would do, found without doing it.
#[derive(Debug, Clone, Copy)]
pub(in crate::go) struct Look {
    spot: usize,
    color: Color,
    /// Empty points beside it.
    empty: u16,
    /// Own chains it joins.
    own: Chains,
    /// The opponent's chains that keep a liberty.
    spared: Chains,
    /// The opponent's chains that it takes.
    taken: Chains,
    /// How many stones it takes.
    taken_stones: u16,
    /// Stones of the chain it would be part of, itself included.
    own_stones: u16,
    /// The chain it would be part of has a liberty, once what is taken has been lifted.
    lives: bool,
    /// The board's hash afterwards, with the own chain lifted if it has no liberty.
    hash: u64,
    /// The same with the own chain left standing.
    hash_standing: u64,
}

impl Look {
    /// Heads of the chains that would be taken.
    pub fn taken_heads(&self) -> &[u16] {
        self.taken.heads()
    }

    /// Heads of the own chains that it would join.
    pub fn own_heads(&self) -> &[u16] {
        self.own.heads()
    }

    /// Where the stone would be.
    pub fn spot(&self) -> usize {
        self.spot
    }

    /// How many stones would be taken.
    pub fn taken_stones(&self) -> u16 {
        self.taken_stones
    }

    /// The number of own stones left without a liberty, this one included, or `None` when it lives.
    pub fn suicide(&self) -> Option<u16> {
        (!self.lives).then_some(self.own_stones)
    }

    /// The board's hash afterwards; `lifts` says whether a chain of its own without liberties is lifted.
    pub fn hash_after(&self, lifts: bool) -> u64 {
        if lifts || self.lives { self.hash } else { self.hash_standing }
    }

    /// One stone takes one stone and can be retaken at once: the shape of a ko. Gives the spot of the stone taken.
    pub fn ko_spot(&self) -> Option<usize> {
        (self.taken_stones == 1 && self.own.len == 0 && self.empty == 0).then(|| usize::from(self.taken.heads[0]))
    }
}

/// What to do with an own chain that has no liberty after the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::go) enum OwnDead {
    /// It is lifted, where the rules allow suicide.
    Lifted,
    /// It stays as it was put (CONTRACT 4.6).
    Stands,
}

impl Board {
    /// What a stone of this colour on this empty spot would do.
    pub(in crate::go) fn look(&self, color: Color, spot: usize) -> Look {
        let key = zobrist::key(spot, color);
        let mut look = Look {
            spot,
            color,
            empty: 0,
            own: Chains::default(),
            spared: Chains::default(),
            taken: Chains::default(),
            taken_stones: 0,
            own_stones: 1,
            lives: false,
            hash: self.hash ^ key,
            hash_standing: 0,
        };
        let mut own_hash = key;
        let mut seen = Chains::default();
        let beside = self.beside(spot);
        for (index, &side) in beside.iter().enumerate() {
            let Cell::Stone(there) = self.cells[side] else {
                look.empty += u16::from(self.cells[side] == Cell::Empty);
                continue;
            };
            let head = self.links[side].head;
            if seen.heads().contains(&head) {
                continue;
            }
            seen.push(head);
            let mut touched = 1;
            for &later in &beside[index + 1..] {
                // A border or empty spot may hold a stale head: its colour decides.
                touched += u16::from(self.cells[later] == Cell::Stone(there) && self.links[later].head == head);
            }
            let chain = &self.links[usize::from(head)];
            if there == color {
                look.own.push(head);
                look.own_stones += chain.stones;
                look.lives |= chain.sides > touched;
                own_hash ^= chain.hash;
            } else if chain.sides == touched {
                look.taken.push(head);
                look.taken_stones += chain.stones;
                look.hash ^= chain.hash;
            } else {
                look.spared.push(head);
            }
        }
        look.lives |= look.empty > 0 || look.taken_stones > 0;
        look.hash_standing = look.hash;
        if !look.lives {
            look.hash ^= own_hash;
        }
        look
    }

    /// Puts the stone that was looked at: takes what it takes, and lifts or leaves its own chain if that has no liberty.
    pub(in crate::go) fn put(&mut self, look: &Look, own_dead: OwnDead) {
        let spot = look.spot;
        self.cells[spot] = Cell::Stone(look.color);
        let key = zobrist::key(spot, look.color);
        self.hash ^= key;
        self.links[spot] = Link { hash: key, head: spot as u16, next: spot as u16, sides: look.empty, stones: 1 };
        for side in self.beside(spot) {
            if let Cell::Stone(_) = self.cells[side] {
                let head = usize::from(self.links[side].head);
                self.links[head].sides -= 1;
            }
        }
        for &head in look.own.heads() {
            self.join(spot, head);
        }
        for &head in look.taken.heads() {
            self.lift(head);
        }
        if !look.lives && own_dead == OwnDead::Lifted {
            self.lift(self.links[spot].head);
        }
    }

    /// Joins the chain of a spot with the chain of this head: the smaller takes the larger one's head.
    fn join(&mut self, spot: usize, other: u16) {
        let mine = self.links[spot].head;
        let (large, small) =
            if self.links[usize::from(mine)].stones >= self.links[usize::from(other)].stones { (mine, other) } else { (other, mine) };
        let gone = self.links[usize::from(small)];
        let mut stone = small;
        loop {
            let link = &mut self.links[usize::from(stone)];
            link.head = large;
            stone = link.next;
            if stone == small {
                break;
            }
        }
        let head = &mut self.links[usize::from(large)];
        head.sides += gone.sides;
        head.stones += gone.stones;
        head.hash ^= gone.hash;
        // Exchanging the successors of one stone of each ring makes one ring of both.
        let after = head.next;
        head.next = gone.next;
        self.links[usize::from(small)].next = after;
    }

    /// Lifts a whole chain.
    pub(super) fn lift(&mut self, head: u16) {
        self.hash ^= self.links[usize::from(head)].hash;
        let mut stone = head;
        loop {
            let spot = usize::from(stone);
            self.cells[spot] = Cell::Empty;
            for side in self.beside(spot) {
                if let Cell::Stone(_) = self.cells[side] {
                    // Also for stones of the same chain, still to be lifted: its count no longer matters.
                    let beside = usize::from(self.links[side].head);
                    self.links[beside].sides += 1;
                }
            }
            stone = self.links[spot].next;
            if stone == head {
                break;
            }
        }
    }
}
