//! The map that a board has shown, as states and as it comes over the wire.

use super::packet::{Map, PointState};

/// What every point shows, and the same packed, made when it is first asked for: most packets only say that it still is so.
#[derive(Debug, Clone)]
pub(super) struct KnownMap {
    states: Vec<PointState>,
    packed: Option<(Map, u16)>,
}

impl KnownMap {
    pub(super) fn new(states: Vec<PointState>) -> KnownMap {
        KnownMap { states, packed: None }
    }

    pub(super) fn states(&self) -> &[PointState] {
        &self.states
    }

    /// Changes a point; `index` lies on the board.
    pub(super) fn set(&mut self, index: usize, state: PointState) {
        self.states[index] = state;
        self.packed = None;
    }

    /// What ALIVE says while this map stands.
    pub(super) fn crc(&mut self) -> u16 {
        self.packed().1
    }

    /// True when a SNAPSHOT shows this same map; what follows its last point is ignored.
    pub(super) fn is(&mut self, map: &Map) -> bool {
        map.0.starts_with(&self.packed().0.0)
    }

    fn packed(&mut self) -> &(Map, u16) {
        self.packed.get_or_insert_with(|| {
            let map = Map::of_states(&self.states);
            let crc = map.crc();
            (map, crc)
        })
    }
}
