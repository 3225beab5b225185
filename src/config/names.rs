//! The names that a configuration chooses from (CONTRACT 2, 5, 6).

/// An enum whose values have names in the configuration.
macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $type { $($(#[$doc])* $variant,)+ }

        impl $type {
            /// Every value with its name in the configuration.
            pub const NAMES: &'static [(&'static str, $type)] = &[$(($name, $type::$variant),)+];

            /// Its name in the configuration.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name,)+ }
            }
        }
    };
}

named! {
    /// How a game is played and scored.
    Rules {
        /// As the rulebook says.
        Book = "book",
        /// Chinese.
        Chinese = "chinese",
        /// Ing.
        Ing = "ing",
        /// Japanese.
        Japanese = "japanese",
        /// Korean.
        Korean = "korean",
        /// American.
        Aga = "aga",
        /// New Zealand.
        NewZealand = "new-zealand",
    }
}

named! {
    /// What opens a game.
    StartMode {
        /// Black stones on an empty board.
        Auto = "auto",
        /// The same, only after prepare-game.
        Armed = "armed",
        /// Only start-game.
        Request = "request",
    }
}

named! {
    /// Who keeps time.
    TimeAuthority {
        /// The clock on the table; kifud checks it.
        Device = "device",
        /// kifud; the clock only says when turns end.
        Daemon = "daemon",
    }
}

named! {
    /// What ends a turn.
    TurnEnds {
        /// As the rulebook says.
        Book = "book",
        /// The press.
        Press = "press",
        /// The stone.
        Stone = "stone",
        /// The captures are off the board.
        Cleared = "cleared",
    }
}

named! {
    /// When lifting captured stones costs no time.
    CaptureNeutral {
        /// As the rulebook says.
        Book = "book",
        /// Never.
        Never = "never",
        /// In byo-yomi.
        ByoYomi = "byo-yomi",
        /// Always.
        Always = "always",
    }
}

named! {
    /// What a press without a stone is.
    PressPass {
        /// Perhaps a pass: a person is asked.
        Ask = "ask",
        /// A pass.
        Pass = "pass",
        /// An incident.
        Incident = "incident",
    }
}

named! {
    /// The language that a board speaks.
    BoardDriver {
        /// kifud's own (CONTRACT 3.2).
        Kifud = "kifud",
        /// The IGO board.
        Igo = "igo",
        /// ASCII lines.
        Matrix = "matrix",
        /// Saiboard.
        Saiboard = "saiboard",
        /// YiHu.
        Yihu = "yihu",
    }
}

named! {
    /// The language that a clock speaks.
    ClockDriver {
        /// kifud's own (CONTRACT 3.2).
        Kifud = "kifud",
        /// DGT board frames.
        Dgt = "dgt",
        /// JSON lines of a DGT gateway.
        DgtJson = "dgt-json",
        /// open-chess-clock.
        OpenChessClock = "open-chess-clock",
        /// No clock.
        None = "none",
    }
}

named! {
    /// On which side of the clock Black sits.
    BlackSide {
        /// Left.
        Left = "left",
        /// Right.
        Right = "right",
        /// From the first press and stone.
        Learn = "learn",
    }
}

named! {
    /// The version of MQTT spoken.
    MqttVersion {
        /// 5.
        V5 = "5",
        /// 3.1.1.
        V311 = "3.1.1",
    }
}

named! {
    /// A system of time control (CONTRACT 6).
    TimeSystem {
        /// One amount for the whole game.
        Absolute = "absolute",
        /// Main time and periods.
        ByoYomi = "byo-yomi",
        /// Main time and blocks of stones.
        Canadian = "canadian",
        /// Blocks of growing length.
        Progressive = "progressive",
        /// An increment with each move.
        Fischer = "fischer",
        /// A delay given back.
        Bronstein = "bronstein",
        /// A delay before the time runs.
        Delay = "delay",
        /// What one uses the other gains.
        Hourglass = "hourglass",
        /// So much for each move.
        PerMove = "per-move",
        /// A period a move, and units.
        Nhk = "nhk",
        /// A limit whose last part is read out.
        ChinaReserve = "china-reserve",
        /// Ing, penalty periods.
        IngPp = "ing-pp",
        /// Ing, reading seconds.
        IngRs = "ing-rs",
    }
}

/// What coming late costs, and who is told what.
pub use crate::game::{Lateness, Profile};

/// Every incident kind (CONTRACT 5).
pub use crate::referee::Kind;

/// How a game is refereed.
pub use crate::referee::Rulebook;

impl BoardDriver {
    /// The drivers that are built.
    pub const READY: &'static [BoardDriver] =
        &[BoardDriver::Kifud, BoardDriver::Igo, BoardDriver::Matrix, BoardDriver::Saiboard, BoardDriver::Yihu];

    /// True for boards that speak only when they are asked, every `poll_ms`.
    pub const fn is_polled(self) -> bool {
        matches!(self, BoardDriver::Igo | BoardDriver::Saiboard)
    }

    /// The usual speed of the line.
    pub const fn baud(self) -> u32 {
        match self {
            BoardDriver::Igo => 921_600,
            BoardDriver::Kifud | BoardDriver::Matrix | BoardDriver::Saiboard | BoardDriver::Yihu => 115_200,
        }
    }
}

impl ClockDriver {
    /// The drivers that are built.
    pub const READY: &'static [ClockDriver] =
        &[ClockDriver::Kifud, ClockDriver::Dgt, ClockDriver::DgtJson, ClockDriver::OpenChessClock, ClockDriver::None];

    /// The usual speed of the line.
    pub const fn baud(self) -> u32 {
        match self {
            ClockDriver::Kifud | ClockDriver::DgtJson | ClockDriver::None => 115_200,
            ClockDriver::Dgt => 9_600,
            ClockDriver::OpenChessClock => 57_600,
        }
    }
}
