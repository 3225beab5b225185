//! SGF FF4: reading the files that there are, writing plain ones, and saying which a smart board can show.

mod decode;
mod file;
mod handicap;
mod playable;
mod read;
pub mod tree;
pub mod value;
mod write;

pub use decode::{Decoded, decode};
pub use file::{GameFile, MoveTags, Note, PlayerTags, Tags};
pub use handicap::implied_stones;
pub use playable::{NotPlayable, playable_on_a_board};
pub use read::{FILE_BYTES_MAX, MAIN_LINE_MAX, SgfError, read, read_text};
pub use write::write;

use super::Rules;

/// The rules that an RU value names: FF4's AGA, GOE, Japanese, NZ, and the customary Chinese, Korean and Ing.
pub fn rules_named(rules: &str) -> Option<Rules> {
    let lower = rules.trim().to_ascii_lowercase();
    let starts = |names: &[&str]| names.iter().any(|name| lower.starts_with(name));
    match () {
        () if starts(&["chinese", "cn", "ch"]) => Some(Rules::CHINESE),
        () if starts(&["ing", "goe"]) => Some(Rules::ING),
        () if starts(&["japanese", "jp", "ja"]) => Some(Rules::JAPANESE),
        () if starts(&["korean", "kr", "ko"]) => Some(Rules::KOREAN),
        () if starts(&["aga", "bga", "french"]) => Some(Rules::AGA),
        () if starts(&["nz", "new zealand", "new-zealand"]) => Some(Rules::NEW_ZEALAND),
        () => None,
    }
}

#[cfg(test)]
mod tests;
