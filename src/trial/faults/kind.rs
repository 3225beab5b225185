//! What goes wrong in a game, and when.

use super::net::BrokerDeed;
use crate::journal::by_hand::Disk;
use crate::sim::{Device, LineFault};

/// One kind of trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Kind {
    /// Packets of the devices are lost.
    LostPackets,
    /// Bits of packets are flipped, and garbage comes between them.
    GarbledPackets,
    /// Packets come twice.
    DoubledPackets,
    /// A line holds everything back for a while and lets it go at once.
    LatePackets,
    /// A cable is pulled and put back.
    DeviceVanishes,
    /// A device loses its power for a moment: a new boot id, and nothing remembered.
    DeviceRestarts,
    /// Both devices vanish, and come back under each other's names.
    DevicesRenumbered,
    /// The broker is stopped, and started again.
    BrokerGone,
    /// The same, and it has forgotten what it kept.
    BrokerForgets,
    /// Everything takes seconds.
    BrokerSlow,
    /// PUBACK is withheld.
    BrokerWithholds,
    /// PUBACK says that it does not want the message.
    BrokerRefuses,
    /// It takes small packets only, and one at a time.
    BrokerSmall,
    /// It cuts the connection in the middle of a burst, with messages that it has taken and not acknowledged.
    BrokerCuts,
    /// Nothing gets through any more, and nobody says so.
    BrokerHalfOpen,
    /// Who follows the table is away for a while, and gets messages twice.
    FollowerAway,
    /// There is no room on the disk.
    DiskFull,
    /// A sync takes seconds.
    DiskSlow,
    /// A sync fails, after the work or before it.
    DiskFails,
    /// The calendar is set, forwards or backwards.
    CalendarSteps,
    /// The process does not run for a while.
    Stopped,
    /// The process is killed at a write: before it, in the middle, or when it is done and nobody has been told.
    Killed,
    /// The same with the whole machine, which begins to count its time anew; where the end of a write should be there may be zeros or garbage.
    PowerCut,
    /// Several of all these, at once.
    Everything,
}

impl Kind {
    /// Each of them.
    pub const ALL: [Kind; 24] = [
        Kind::LostPackets,
        Kind::GarbledPackets,
        Kind::DoubledPackets,
        Kind::LatePackets,
        Kind::DeviceVanishes,
        Kind::DeviceRestarts,
        Kind::DevicesRenumbered,
        Kind::BrokerGone,
        Kind::BrokerForgets,
        Kind::BrokerSlow,
        Kind::BrokerWithholds,
        Kind::BrokerRefuses,
        Kind::BrokerSmall,
        Kind::BrokerCuts,
        Kind::BrokerHalfOpen,
        Kind::FollowerAway,
        Kind::DiskFull,
        Kind::DiskSlow,
        Kind::DiskFails,
        Kind::CalendarSteps,
        Kind::Stopped,
        Kind::Killed,
        Kind::PowerCut,
        Kind::Everything,
    ];

    /// True where the table sees and hears everything that the hands do, whatever goes wrong elsewhere.
    pub fn sees_all(self) -> bool {
        self >= Kind::BrokerGone && self <= Kind::CalendarSteps
    }

    /// As the command line has it.
    pub fn name(self) -> String {
        clap::ValueEnum::to_possible_value(&self).map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// At which point of a write a process is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum At {
    /// Nothing of it is on the disk.
    Before,
    /// A part of it is.
    Torn,
    /// All of it, and nobody knows.
    After,
}

/// A write of a game at which the process is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blow {
    /// Which, from 0; none that is behind the last one.
    pub write: u32,
    /// At which point of it.
    pub at: At,
    /// The machine goes with it.
    pub power: bool,
}

impl Blow {
    /// Every way to be killed at each of so many writes.
    pub fn each(writes: u32) -> impl Iterator<Item = Blow> {
        let ways = [(At::Before, false), (At::Torn, false), (At::After, false), (At::Before, true), (At::Torn, true), (At::After, true)];
        (0..writes).flat_map(move |write| ways.map(|(at, power)| Blow { write, at, power }))
    }

    /// For as long as the game lasts, in ms.
    pub(super) const WITHIN_MS: u64 = u32::MAX as u64;

    /// How long the process is away, in ms: nobody has to notice.
    const AWAY_MS: u64 = 1_500;

    pub(super) fn deed(self) -> Deed {
        let Blow { write, at, power } = self;
        Deed::Kill { at, writes: write, within_ms: Blow::WITHIN_MS, away_ms: Blow::AWAY_MS, power }
    }
}

impl std::fmt::Display for Blow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = match self.at {
            At::Before => "before",
            At::Torn => "torn",
            At::After => "after",
        };
        write!(f, "{}-{at}{}", self.write, if self.power { "-power" } else { "" })
    }
}

impl std::str::FromStr for Blow {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Blow, &'static str> {
        let wrong = "write a number, before, torn or after, and perhaps power, such as 17-torn-power";
        let mut parts = text.split('-');
        let write = parts.next().and_then(|number| number.parse().ok()).ok_or(wrong)?;
        let at = match parts.next() {
            Some("before") => At::Before,
            Some("torn") => At::Torn,
            Some("after") => At::After,
            _ => return Err(wrong),
        };
        match (parts.next(), parts.next()) {
            (None, _) => Ok(Blow { write, at, power: false }),
            (Some("power"), None) => Ok(Blow { write, at, power: true }),
            _ => Err(wrong),
        }
    }
}

/// One thing that goes wrong, or is put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Line(Device, LineFault),
    Unplug(Device),
    Plug(Device),
    Restart(Device),
    /// Both cables are pulled, and the names exchanged or put right.
    Cross(bool),
    Broker(BrokerDeed),
    Disk(Disk),
    /// A sync takes so many ms.
    DiskSlow(u64),
    /// By so many ms.
    Calendar(i64),
    /// The process does not run for so many ms.
    Stop(u64),
    /// At a write, so many writes from now, or after so many ms in which there are fewer; it is started again after so many ms, perhaps with its
    /// machine.
    Kill {
        at: At,
        writes: u32,
        within_ms: u64,
        away_ms: u64,
        power: bool,
    },
    /// The players wait for so many ms.
    HandsWait(u64),
}

/// A deed with its moment, in ms after the first act of the hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Injection {
    pub(super) at_ms: u64,
    pub(super) deed: Deed,
}

/// How many troubles befall a game of one kind, and of all kinds.
const TROUBLES: std::ops::RangeInclusive<usize> = 1..=3;
const TROUBLES_OF_ALL: std::ops::RangeInclusive<usize> = 4..=9;

/// A process that is to be killed at a write, and writes nothing, is killed after so many ms all the same.
const KILL_MS: u64 = 5_000;

/// When a device is away nobody plays on for longer than this.
const WAIT_MS: u64 = 6_000;

/// What befalls a game of this length, in order, and how many troubles that are.
pub(super) fn plan(kind: Kind, length_ms: u64, rng: &mut fastrand::Rng) -> (Vec<Injection>, usize) {
    let count = rng.usize(if kind == Kind::Everything { TROUBLES_OF_ALL } else { TROUBLES });
    let mut plan = Vec::new();
    for _ in 0..count {
        let kind = if kind == Kind::Everything { Kind::ALL[rng.usize(0..Kind::ALL.len() - 1)] } else { kind };
        let at_ms = rng.u64(length_ms / 20..=length_ms * 19 / 20);
        plan.extend(befalls(kind, rng).into_iter().map(|(after_ms, deed)| Injection { at_ms: at_ms + after_ms, deed }));
    }
    plan.sort_by_key(|injection: &Injection| injection.at_ms);
    (plan, count)
}

/// One trouble, with its end: deeds, each so many ms after its beginning.
fn befalls(kind: Kind, rng: &mut fastrand::Rng) -> Vec<(u64, Deed)> {
    let device = if rng.bool() { Device::Board } else { Device::Clock };
    let (wait, long_ms, away_ms) = (rng.bool(), rng.u64(2_000..=40_000), rng.u64(200..=12_000));
    let for_a_while = |begin: Deed, end: Deed| vec![(0, begin), (long_ms, end)];
    let line = |fault: LineFault, mended: LineFault| for_a_while(Deed::Line(device, fault), Deed::Line(device, mended));
    let waiting = |mut deeds: Vec<(u64, Deed)>, wait: bool| {
        deeds.extend(wait.then_some((0, Deed::HandsWait(away_ms + WAIT_MS))));
        deeds
    };
    match kind {
        Kind::LostPackets => line(LineFault::Loss(rng.u8(1..=10)), LineFault::Loss(0)),
        Kind::GarbledPackets => {
            let mut deeds = line(LineFault::Flipped(rng.u8(1..=10)), LineFault::Flipped(0));
            deeds.extend(line(LineFault::Garbage(rng.u8(1..=30)), LineFault::Garbage(0)));
            deeds
        }
        Kind::DoubledPackets => line(LineFault::Doubled(rng.u8(5..=60)), LineFault::Doubled(0)),
        Kind::LatePackets => {
            vec![(0, Deed::Line(device, LineFault::Held(true))), (rng.u64(100..=3_000), Deed::Line(device, LineFault::Held(false)))]
        }
        Kind::DeviceVanishes => waiting(vec![(0, Deed::Unplug(device)), (away_ms, Deed::Plug(device))], wait),
        Kind::DeviceRestarts => waiting(vec![(0, Deed::Restart(device))], wait),
        Kind::DevicesRenumbered => {
            let exchange = |at_ms: u64, crossed: bool| {
                [(at_ms, Deed::Cross(crossed)), (at_ms + 1_000, Deed::Plug(Device::Board)), (at_ms + 1_500, Deed::Plug(Device::Clock))]
            };
            waiting([exchange(0, true), exchange(away_ms + 2_000, false)].concat(), true)
        }
        Kind::DiskFull => for_a_while(Deed::Disk(Disk::Full), Deed::Disk(Disk::Well)),
        Kind::DiskSlow => for_a_while(Deed::DiskSlow(rng.u64(200..=5_000)), Deed::DiskSlow(0)),
        Kind::DiskFails => for_a_while(Deed::Disk(if rng.bool() { Disk::Broken } else { Disk::Doubtful }), Deed::Disk(Disk::Well)),
        Kind::CalendarSteps => {
            let step_ms = [1_500, 61_000, 3_600_000, 90_000_000][rng.usize(0..4)] + rng.i64(0..1_000);
            let step_ms = if rng.bool() { step_ms } else { -step_ms };
            // A calendar that was wrong for a while, or was put right.
            let mut deeds = for_a_while(Deed::Calendar(step_ms), Deed::Calendar(-step_ms));
            deeds.truncate(rng.usize(1..=2));
            deeds
        }
        Kind::Stopped => waiting(vec![(0, Deed::Stop(away_ms))], wait),
        Kind::Killed | Kind::PowerCut => {
            let at = [At::Before, At::Torn, At::After][rng.usize(0..3)];
            let kill = Deed::Kill { at, writes: rng.u32(0..=12), within_ms: KILL_MS, away_ms, power: kind == Kind::PowerCut };
            waiting(vec![(0, kill)], wait)
        }
        _ => broker(kind, long_ms, rng),
    }
}

/// One trouble of the broker or of whoever follows.
fn broker(kind: Kind, long_ms: u64, rng: &mut fastrand::Rng) -> Vec<(u64, Deed)> {
    let for_a_while = |begin: BrokerDeed, end: BrokerDeed| vec![(0, Deed::Broker(begin)), (long_ms, Deed::Broker(end))];
    match kind {
        Kind::BrokerGone => for_a_while(BrokerDeed::Down, BrokerDeed::Up { forgets: false }),
        Kind::BrokerForgets => for_a_while(BrokerDeed::Down, BrokerDeed::Up { forgets: true }),
        Kind::BrokerSlow => for_a_while(BrokerDeed::Slow(rng.u64(300..=6_000)), BrokerDeed::Slow(0)),
        Kind::BrokerWithholds => for_a_while(BrokerDeed::Withhold(true), BrokerDeed::Withhold(false)),
        Kind::BrokerRefuses => for_a_while(BrokerDeed::Refuse(true), BrokerDeed::Refuse(false)),
        Kind::BrokerSmall => {
            let (window, largest) = (rng.usize(1..=5), rng.usize(300..=4_000));
            for_a_while(BrokerDeed::Small { window, largest }, BrokerDeed::Large)
        }
        Kind::BrokerCuts => vec![(0, Deed::Broker(BrokerDeed::CutAfter(rng.u32(0..=40))))],
        Kind::BrokerHalfOpen => for_a_while(BrokerDeed::HalfOpen, BrokerDeed::Heal),
        Kind::FollowerAway => {
            let mut deeds = for_a_while(BrokerDeed::FollowerAway, BrokerDeed::FollowerBack);
            deeds.push((0, Deed::Broker(BrokerDeed::Double(rng.u8(5..=50)))));
            deeds
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blow_is_read_as_it_is_written() {
        for blow in Blow::each(2) {
            assert_eq!(blow.to_string().parse(), Ok(blow));
        }
        assert_eq!(Blow::each(2).count(), 12);
        for text in ["", "x-torn", "1", "1-sideways", "1-torn-power-more", "1-torn-x"] {
            assert!(text.parse::<Blow>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_kind_has_a_plan_that_is_the_same_for_the_same_seed() {
        for kind in Kind::ALL {
            let made = |seed| plan(kind, 200_000, &mut fastrand::Rng::with_seed(seed));
            let (deeds, count) = made(3);
            assert!(count > 0 && deeds.len() >= count, "{kind:?}");
            assert!(deeds.is_sorted_by_key(|injection| injection.at_ms));
            assert_eq!(made(3), (deeds, count));
        }
    }
}
