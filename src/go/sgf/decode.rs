//! From a file's bytes to text: the character set is in a byte order mark, in the zeros of UTF-16, in `CA`, or has to be guessed.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How far `CA` is looked for: it belongs to the root node.
const CA_WITHIN: usize = 4096;

/// A file as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The character set's name.
    pub encoding: &'static str,
    /// Some bytes were no characters of it; each became U+FFFD.
    pub damaged: bool,
}

/// Decodes a file.
///
/// The whole file is decoded before anything is looked for in it: in Shift_JIS, Big5 and GBK the second byte of a character can be a
/// backslash or a bracket.
pub fn decode(bytes: &[u8]) -> Decoded {
    let stated = Encoding::for_bom(bytes).map(|(encoding, _)| encoding).or_else(|| utf_16(bytes));
    let encoding = stated.unwrap_or_else(|| eight_bit(bytes));
    let (text, encoding, damaged) = encoding.decode(bytes);
    Decoded { text: text.into_owned(), encoding: encoding.name(), damaged }
}

/// UTF-16 without a mark: an SGF file starts with characters below 256, so every second byte is zero.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [0, low, 0, next, ..] if *low != 0 && *next != 0 => Some(UTF_16BE),
        [low, 0, next, 0, ..] if *low != 0 && *next != 0 => Some(UTF_16LE),
        _ => None,
    }
}

fn eight_bit(bytes: &[u8]) -> &'static Encoding {
    let decodes = |encoding: &'static Encoding| !encoding.decode_without_bom_handling(bytes).1;
    let utf_8 = decodes(UTF_8) && !bytes.contains(&0x1B);
    match named(bytes) {
        // Programs that convert files forget to change CA. Valid UTF-8 with characters of three bytes is nothing else by chance; with two
        // bytes, a short name in GBK can be.
        _ if utf_8 && bytes.iter().any(|&byte| byte >= 0xE0) => UTF_8,
        Some(encoding) if decodes(encoding) => encoding,
        _ if utf_8 => UTF_8,
        stated => {
            if mostly_utf_8(bytes) {
                return UTF_8;
            }
            let guess = guess(bytes);
            stated.filter(|_| !decodes(guess)).unwrap_or(guess)
        }
    }
}

/// UTF-8 in which some bytes were lost on the way (old Fox exports): most of what is not ASCII still makes characters.
fn mostly_utf_8(bytes: &[u8]) -> bool {
    let (text, _) = UTF_8.decode_without_bom_handling(bytes);
    let (lost, kept) = text.chars().filter(|c| !c.is_ascii()).fold((0, 0), |(lost, kept), c| match c {
        char::REPLACEMENT_CHARACTER => (lost + 1, kept),
        _ => (lost, kept + 1),
    });
    kept > lost
}

/// The character set that `CA` names.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(CA_WITHIN)];
    let start = head
        .windows(3)
        .enumerate()
        .find(|&(index, window)| window == b"CA[" && !index.checked_sub(1).is_some_and(|before| head[before].is_ascii_alphabetic()));
    let label = &head[start?.0 + 3..];
    let label = &label[..label.iter().position(|&byte| byte == b']')?];
    if label.eq_ignore_ascii_case(b"ascii") || label.eq_ignore_ascii_case(b"us-ascii") {
        // Says nothing about the other bytes, if there are any.
        return None;
    }
    Encoding::for_label(label).or_else(|| {
        // Names that are written, but are no labels of the encoding standard.
        let plain: Vec<u8> = label.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
        let known: &[u8] = match plain.as_slice() {
            b"utf8" => b"utf-8",
            b"euccn" | b"gb2312" | b"gb231280" | b"cp936" => b"gbk",
            b"cp932" | b"shiftjis" | b"windows932" => b"shift_jis",
            b"cp949" | b"ms949" | b"uhc" => b"euc-kr",
            b"cp950" => b"big5",
            b"cp1252" | b"latin1" => b"windows-1252",
            b"cp1251" => b"windows-1251",
            _ => return None,
        };
        Encoding::for_label(known)
    })
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 表 is 95 5C in Shift_JIS: its second byte is a backslash.
    const SHIFT_JIS: &[u8] = b"(;CA[Shift_JIS]C[\x95\x5C])";

    #[test]
    fn the_character_set_is_decoded_before_escapes_are() {
        let decoded = decode(SHIFT_JIS);
        assert_eq!((decoded.text.as_str(), decoded.encoding, decoded.damaged), ("(;CA[Shift_JIS]C[表])", "Shift_JIS", false));
    }

    #[test]
    fn utf_16_is_known_by_its_mark_or_by_its_zeros() {
        for bytes in [&b"\xFF\xFE(\0;\0)\0"[..], b"(\0;\0)\0", b"\xFE\xFF\0(\0;\0)", b"\0(\0;\0)"] {
            assert_eq!(decode(bytes).text, "(;)");
        }
    }

    #[test]
    fn a_wrong_or_unknown_name_does_not_spoil_utf_8() {
        for text in ["(;CA[Shift_JIS]PB[柯洁])", "(;CA[klingon]PB[柯洁])", "(;PB[柯洁])", "\u{FEFF}(;PB[柯洁])"] {
            let decoded = decode(text.as_bytes());
            assert!(decoded.text.ends_with("PB[柯洁])"), "{decoded:?}");
            assert!(decoded.text.starts_with('('));
        }
    }

    #[test]
    fn names_that_are_no_labels_are_known() {
        for name in ["EUC-CN", "CP936", "UTF8", "cp949", "latin-1"] {
            assert!(named(format!("(;CA[{name}])").as_bytes()).is_some(), "{name}");
        }
        assert_eq!(named(b"(;AP[x]MECA[UTF-8])"), None, "a longer name is another property");
    }

    #[test]
    fn old_japanese_mail_text_is_found_by_its_escapes() {
        assert_eq!(decode(b"(;PB[\x1B$B4X\x1B(B])").encoding, "ISO-2022-JP");
    }

    /// Two old Fox exports have their titles so.
    #[test]
    fn utf_8_with_lost_bytes_is_still_utf_8() {
        let decoded = decode(b"(;GN[\xE7\xAC\xAC\xE4\xB8\x80\xE5\xB1\x8A\xE5\xBA\x94\xE6\xB0?])");
        assert_eq!((decoded.text.as_str(), decoded.damaged), ("(;GN[第一届应\u{FFFD}?])", true));
        assert_eq!(decode(b"(;PB[M\xFCller]PW[Jos\xE9])").text, "(;PB[Müller]PW[José])");
    }

    #[test]
    fn bytes_that_are_no_characters_are_told() {
        assert!(decode(b"\xEF\xBB\xBF(;C[\xFF])").damaged);
    }
}
