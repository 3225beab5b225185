//! What is looked for, from what the wood shows plainly to what only presses tell.

/// What a story has to achieve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Every stone of the story is on the board, or has been captured and lifted again, and nothing else differs.
    Complete,
    /// The same, but stones are missing that the side to move after the story may be lifting.
    LiftingGoesOn,
    /// A stone of the story stands where a captured one of its colour stood, and looks the same: it is known by what it takes. Or one
    /// was put down and taken between two looks (snapback, capture and recapture).
    WithUnseen,
    /// One stone of the story lies on a point that cannot be read, and was answered by one that can be seen.
    WithUnreadable,
    /// As many plays as turns were completed by presses while the board was away, or one more: with stones that left nothing to see.
    ByPresses,
    /// The same, but some of the turns were passes.
    ByPressesWithPasses,
}

impl Aim {
    /// Plays in the place of a captured stone are looked for.
    pub fn has_in_place(self) -> bool {
        self == Aim::WithUnseen || self.is_by_presses()
    }

    pub fn has_unseen(self) -> bool {
        self == Aim::WithUnseen || self.is_by_presses()
    }

    pub fn has_unreadable(self) -> bool {
        self == Aim::WithUnreadable || self.is_by_presses()
    }

    /// The presses are evidence enough for a play of which nothing is to be seen.
    pub fn is_by_presses(self) -> bool {
        matches!(self, Aim::ByPresses | Aim::ByPressesWithPasses)
    }

    /// Its stories explain a gap: without one they would be made of nothing.
    pub fn needs_a_gap(self) -> bool {
        matches!(self, Aim::LiftingGoesOn | Aim::WithUnseen)
    }
}
