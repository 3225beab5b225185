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
    /// How a game is refereed.
    Rulebook {
        /// Chinese rules of 1988.
        China1988 = "china-1988",
        /// Ing rules.
        Ing = "ing",
        /// Chinese rules of 2002.
        China2002 = "china-2002",
        /// Japanese rules of 1989.
        Japan1989 = "japan-1989",
        /// Korean rules of 8 November 2024.
        Korea20241108 = "korea-2024-11-08",
        /// Korean domestic rules of 3 February 2025.
        KoreaDomestic20250203 = "korea-domestic-2025-02-03",
        /// Korean international rules of 5 February 2025.
        Korea20250205 = "korea-2025-02-05",
        /// American rules.
        Aga = "aga",
        /// European general tournament rules: how to referee, not how to play.
        Egf = "egf",
    }
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

impl Rulebook {
    /// The book's komi, in half points. Ing's 8 points with ties to Black are written as they are.
    pub const fn komi_half_points(self) -> i32 {
        match self {
            // 2 3/4 zi before 2002, 3 3/4 since.
            Rulebook::China1988 => 11,
            Rulebook::China2002 | Rulebook::Aga => 15,
            Rulebook::Ing => 16,
            Rulebook::Japan1989 | Rulebook::Korea20241108 | Rulebook::KoreaDomestic20250203 | Rulebook::Korea20250205 | Rulebook::Egf => 13,
        }
    }
}

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
