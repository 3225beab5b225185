//! How often hands do what: the shares of the levels, in percent.

/// What lifelike hands do besides putting a stone straight on its point. Shares are percent of the stones or moves named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Habits {
    /// Stones that bounce: the sensor loses and finds them 1 to 3 times within the settle time.
    pub(super) bounce: u8,
    /// Stones that slide in over a touching point within the settle time.
    pub(super) slide: u8,
    /// Captures of which a part is lifted before the stone (a single stone: the whole).
    pub(super) partly_before: u8,
    /// Stones lifted and put back on their own point in the same turn, half of them after they had settled.
    pub(super) straighten: u8,
    /// Stones put down on a touching point and moved to their own after they had settled.
    pub(super) astray: u8,
    /// Stones that make the sensor of a touching point show something wrong for a moment.
    pub(super) disturb: u8,
    /// Captures that are answered before all dead stones are lifted.
    pub(super) answered_early: u8,
    /// Moves whose reply is put down with them.
    pub(super) two_plies: u8,
    /// Moves pressed before the stone has settled, some before it is down.
    pub(super) press_early: u8,
    /// Turns in which some stone of the board is lifted and put back.
    pub(super) put_back: u8,
}

impl Habits {
    /// Ordinary hands.
    pub(super) const ORDINARY: Habits = Habits {
        bounce: 20,
        slide: 10,
        partly_before: 10,
        straighten: 3,
        astray: 0,
        disturb: 0,
        answered_early: 0,
        two_plies: 0,
        press_early: 0,
        put_back: 0,
    };

    /// Rough hands: besides.
    pub(super) const ROUGH: Habits =
        Habits { astray: 3, disturb: 5, answered_early: 10, two_plies: 2, press_early: 5, put_back: 3, ..Habits::ORDINARY };
}
