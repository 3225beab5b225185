//! The net that tells the order of plays which nobody saw: what is seen of a play (`sight.rs`), through two layers of hidden numbers, to
//! one number. Its sum over the plays of an order is the logarithm of how likely that order is beside the others that lead to the same
//! position. All of it is whole numbers: the same question gets the same answer on every machine.
//!
//! `orders.net` holds, one after the other: [`SEEN`] rows of [`FIRST`] signed bytes, in 64ths, which add up to the first layer; [`SEEN`]
//! signed bytes, in 32nds, that go straight to the end; [`FIRST`] rows of [`SECOND`] signed bytes, in 64ths; [`SECOND`] signed bytes, in
//! 64ths, for the end; and where both layers begin, as 32 bits in little-endian order, [`FIRST`] in 64ths and [`SECOND`] in 4096ths.
//!
//! `benches/orders` fits it, and measures it; see there to do it again. This one was fitted to windows of three to five plays (with up to
//! two known after them) of 54,000 public games, mostly of strong players on a server and of programs on 19x19, and of every second of the
//! shared ones: 2,500,000 windows of them all; then, going on from there with 21,000 of them beside the shared ones, 1,100,000.

use super::sight::SEEN;

/// Hidden numbers of the first layer.
pub const FIRST: usize = 32;
/// Hidden numbers of the second layer.
pub const SECOND: usize = 32;

/// A hidden number goes from nothing so far, in 64ths.
const HIDDEN_MOST: i32 = 127;

const DIRECT: usize = SEEN * FIRST;
const SECOND_ROWS: usize = DIRECT + SEEN;
const THIRD: usize = SECOND_ROWS + FIRST * SECOND;
const FIRST_BASE: usize = THIRD + SECOND;
const SECOND_BASE: usize = FIRST_BASE + 4 * FIRST;
const BYTES: usize = SECOND_BASE + 4 * SECOND;

static NET: &[u8; BYTES] = include_bytes!("orders.net");

/// The signed bytes from here on.
fn row(from: usize, length: usize) -> impl Iterator<Item = i32> {
    NET[from..from + length].iter().map(|byte| i32::from(byte.cast_signed()))
}

/// The 32-bit numbers from here on.
fn base<const N: usize>(from: usize) -> [i32; N] {
    std::array::from_fn(|index| {
        let at = from + 4 * index;
        i32::from_le_bytes([NET[at], NET[at + 1], NET[at + 2], NET[at + 3]])
    })
}

/// How well a play of which this is seen fits where it comes, in 4096ths of a natural logarithm, up to what all orders have in common.
/// Every number must be below [`SEEN`].
pub fn says(seen: &[u16]) -> i32 {
    let mut first: [i32; FIRST] = base(FIRST_BASE);
    let mut direct = 0;
    for seen in seen.iter().map(|&seen| usize::from(seen)) {
        first.iter_mut().zip(row(seen * FIRST, FIRST)).for_each(|(sum, weight)| *sum += weight);
        direct += i32::from(NET[DIRECT + seen].cast_signed());
    }
    let mut second: [i32; SECOND] = base(SECOND_BASE);
    for (from, hidden) in first.into_iter().map(|sum| sum.clamp(0, HIDDEN_MOST)).enumerate().filter(|&(_, hidden)| hidden > 0) {
        second.iter_mut().zip(row(SECOND_ROWS + from * SECOND, SECOND)).for_each(|(sum, weight)| *sum += weight * hidden);
    }
    let end: i32 = second.into_iter().zip(row(THIRD, SECOND)).map(|(sum, weight)| (sum >> 6).clamp(0, HIDDEN_MOST) * weight).sum();
    end + direct * (4096 / 32)
}
