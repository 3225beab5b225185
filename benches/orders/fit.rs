//! The net, in floating point, as it learns.

use fastrand::Rng;
use kifud::sense::orders::{FIRST, SECOND, SEEN};

use super::windows::Window;

/// How far a weight goes at first.
const RATE: f32 = 0.03;
/// The last part of the windows over which the rate falls to nothing; all of them for a net that was fitted before.
const FALL: f32 = 0.5;
const FITTED_FALL: f32 = 1.0;
/// A hidden number goes so far.
const MOST: f32 = 127.0 / 64.0;
/// A weight goes so far: a signed byte of sixty-fourths, and of thirty-seconds for what goes past the net.
const WEIGHT_MOST: f32 = 127.0 / 64.0;
const DIRECT_MOST: f32 = 127.0 / 32.0;
/// The sum of the squares of the slopes of a weight that was fitted before.
const FITTED_SQUARES: f32 = 20.0;
/// What is nearly certain is not learnt again.
const CERTAIN: f32 = 0.02;

/// Weights with the sum of the squares of their slopes.
struct Weights {
    is: Vec<f32>,
    squares: Vec<f32>,
    most: f32,
}

impl Weights {
    fn new(count: usize, spread: f32, middle: f32, most: f32, rng: &mut Rng) -> Weights {
        let is = (0..count).map(|_| middle + (rng.f32() * 2.0 - 1.0) * spread).collect();
        Weights { is, squares: vec![1e-3; count], most }
    }

    fn step(&mut self, from: usize, slopes: &[f32], rate: f32) {
        let end = from + slopes.len();
        let most = self.most;
        for ((weight, squares), &slope) in self.is[from..end].iter_mut().zip(&mut self.squares[from..end]).zip(slopes) {
            *squares += slope * slope;
            *weight = (*weight - rate * slope / squares.sqrt()).clamp(-most, most);
        }
    }

    /// Takes what [`Weights::bytes`] has made; weights that were fitted before go on in smaller steps.
    fn take(&mut self, bytes: &[u8], scale: f32) {
        self.is = bytes.iter().map(|byte| f32::from(byte.cast_signed()) / scale).collect();
        self.squares.fill(FITTED_SQUARES);
    }

    fn bytes(&self, scale: f32) -> impl Iterator<Item = u8> {
        self.is.iter().map(move |&weight| ((weight * scale).round().clamp(-127.0, 127.0) as i8).cast_unsigned())
    }
}

/// Eight sums at once, which a processor does at the price of one.
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        for lane in 0..8 {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.iter().sum()
}

/// See `src/sense/explain/plausible/net.rs`.
pub struct Net {
    first: Weights,
    first_base: Weights,
    second: Weights,
    second_base: Weights,
    third: Weights,
    direct: Weights,
    slopes: Slopes,
    fall: f32,
    windows: usize,
    done: usize,
    loss: f32,
}

/// The slopes of one window: what its plays have in common is one step.
struct Slopes {
    first: Vec<f32>,
    first_base: [f32; FIRST],
    second: Vec<f32>,
    second_base: [f32; SECOND],
    third: [f32; SECOND],
    direct: Vec<f32>,
    is_seen: Vec<bool>,
    seen: Vec<usize>,
}

impl Slopes {
    fn new() -> Slopes {
        Slopes {
            first: vec![0.0; SEEN * FIRST],
            first_base: [0.0; FIRST],
            second: vec![0.0; FIRST * SECOND],
            second_base: [0.0; SECOND],
            third: [0.0; SECOND],
            direct: vec![0.0; SEEN],
            is_seen: vec![false; SEEN],
            seen: Vec::new(),
        }
    }
}

/// What one play made of it.
struct Run {
    first: [f32; FIRST],
    second: [f32; SECOND],
    says: f32,
}

impl Net {
    pub fn new(windows: usize) -> Net {
        let mut rng = Rng::with_seed(1);
        Net {
            first: Weights::new(SEEN * FIRST, 0.08, 0.0, WEIGHT_MOST, &mut rng),
            first_base: Weights::new(FIRST, 0.1, 0.4, 100.0, &mut rng),
            second: Weights::new(FIRST * SECOND, 0.2, 0.0, WEIGHT_MOST, &mut rng),
            second_base: Weights::new(SECOND, 0.1, 0.3, 100.0, &mut rng),
            third: Weights::new(SECOND, 0.3, 0.0, WEIGHT_MOST, &mut rng),
            direct: Weights::new(SEEN, 0.0, 0.0, DIRECT_MOST, &mut rng),
            slopes: Slopes::new(),
            fall: FALL,
            windows,
            done: 0,
            loss: 0.7,
        }
    }

    /// A net to fit further, from the file that kifud reads.
    pub fn from_bytes(bytes: &[u8], windows: usize) -> Net {
        let mut net = Net { fall: FITTED_FALL, ..Net::new(windows) };
        let (first, rest) = bytes.split_at(SEEN * FIRST);
        let (direct, rest) = rest.split_at(SEEN);
        let (second, rest) = rest.split_at(FIRST * SECOND);
        let (third, bases) = rest.split_at(SECOND);
        net.first.take(first, 64.0);
        net.direct.take(direct, 32.0);
        net.second.take(second, 64.0);
        net.third.take(third, 64.0);
        let mut bases = bases.chunks_exact(4).map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]) as f32);
        net.first_base.is = bases.by_ref().take(FIRST).map(|base| base / 64.0).collect();
        net.second_base.is = bases.map(|base| base / 4096.0).collect();
        net
    }

    pub fn loss(&self) -> f32 {
        self.loss
    }

    fn run(&self, play: &[u16]) -> Run {
        let mut first: [f32; FIRST] = std::array::from_fn(|index| self.first_base.is[index]);
        let mut says = 0.0;
        for &seen in play {
            let seen = usize::from(seen);
            let row = &self.first.is[seen * FIRST..(seen + 1) * FIRST];
            first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            says += self.direct.is[seen];
        }
        let active = first.map(|sum| sum.clamp(0.0, MOST));
        let mut second: [f32; SECOND] = std::array::from_fn(|index| self.second_base.is[index]);
        for (from, &active) in active.iter().enumerate() {
            if active > 0.0 {
                let row = &self.second.is[from * SECOND..(from + 1) * SECOND];
                second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * active);
            }
        }
        says += second.iter().zip(&self.third.is).map(|(sum, weight)| sum.clamp(0.0, MOST) * weight).sum::<f32>();
        Run { first, second, says }
    }

    pub fn says(&self, play: &[u16]) -> f32 {
        self.run(play).says
    }

    /// Adds the slopes of one play.
    fn correct(&mut self, play: &[u16], run: &Run, slope: f32) {
        let slopes = &mut self.slopes;
        let mut second = [0.0; SECOND];
        for (index, second) in second.iter_mut().enumerate() {
            slopes.third[index] += slope * run.second[index].clamp(0.0, MOST);
            if (0.0..MOST).contains(&run.second[index]) {
                *second = slope * self.third.is[index];
                slopes.second_base[index] += *second;
            }
        }
        let mut first = [0.0; FIRST];
        for (from, first) in first.iter_mut().enumerate() {
            let row = from * SECOND..(from + 1) * SECOND;
            if (0.0..MOST).contains(&run.first[from]) {
                *first = dot(&self.second.is[row.clone()], &second);
                slopes.first_base[from] += *first;
            }
            let active = run.first[from].clamp(0.0, MOST);
            if active > 0.0 {
                slopes.second[row].iter_mut().zip(second).for_each(|(sum, slope)| *sum += slope * active);
            }
        }
        for seen in play.iter().map(|&seen| usize::from(seen)) {
            if !std::mem::replace(&mut slopes.is_seen[seen], true) {
                slopes.seen.push(seen);
            }
            slopes.first[seen * FIRST..(seen + 1) * FIRST].iter_mut().zip(first).for_each(|(sum, slope)| *sum += slope);
            slopes.direct[seen] += slope;
        }
    }

    /// One step down all slopes.
    fn step(&mut self, rate: f32) {
        let slopes = &mut self.slopes;
        for seen in slopes.seen.drain(..) {
            let row = &mut slopes.first[seen * FIRST..(seen + 1) * FIRST];
            self.first.step(seen * FIRST, row, rate);
            self.direct.step(seen, &[slopes.direct[seen]], rate);
            row.fill(0.0);
            (slopes.direct[seen], slopes.is_seen[seen]) = (0.0, false);
        }
        self.first_base.step(0, &slopes.first_base, rate);
        self.second.step(0, &slopes.second, rate);
        self.second_base.step(0, &slopes.second_base, rate);
        self.third.step(0, &slopes.third, rate);
        slopes.second.fill(0.0);
        (slopes.first_base, slopes.second_base, slopes.third) = ([0.0; FIRST], [0.0; SECOND], [0.0; SECOND]);
    }

    /// Makes the true order, which is the first, likelier beside the others.
    pub fn learn(&mut self, window: &Window) {
        let left = 1.0 - self.done as f32 / self.windows as f32;
        let rate = RATE * (left / self.fall).min(1.0);
        self.done += 1;
        let runs: Vec<Vec<Run>> = window.orders.iter().map(|order| order.iter().map(|play| self.run(play)).collect()).collect();
        let sums: Vec<f32> = runs.iter().map(|runs| runs.iter().map(|run| run.says).sum()).collect();
        let most = sums.iter().copied().fold(f32::MIN, f32::max);
        let all: f32 = sums.iter().map(|sum| (sum - most).exp()).sum();
        self.loss += (all.ln() + most - sums[0] - self.loss) * 1e-4;
        for (place, (order, runs)) in window.orders.iter().zip(&runs).enumerate() {
            let likely = (sums[place] - most).exp() / all;
            let slope = if place == 0 { likely - 1.0 } else { likely };
            if slope.abs() > CERTAIN {
                order.iter().zip(runs).for_each(|(play, run)| self.correct(play, run, slope));
            }
        }
        if !self.slopes.seen.is_empty() {
            self.step(rate);
        }
    }

    /// The file that kifud reads.
    pub fn bytes(&self) -> Vec<u8> {
        let wide = |weights: &Weights, scale: f32| {
            weights.is.iter().flat_map(move |&weight| ((weight * scale).round() as i32).to_le_bytes()).collect::<Vec<u8>>()
        };
        let mut bytes: Vec<u8> = self.first.bytes(64.0).collect();
        bytes.extend(self.direct.bytes(32.0));
        bytes.extend(self.second.bytes(64.0));
        bytes.extend(self.third.bytes(64.0));
        bytes.extend(wide(&self.first_base, 64.0));
        bytes.extend(wide(&self.second_base, 4096.0));
        bytes
    }
}
