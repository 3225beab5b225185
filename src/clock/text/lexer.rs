//! A text about time in pieces: numbers, times with a unit, words and marks.

use super::TEXT_MAX;
use super::clock::{clock_text_ms, decimal_ms};

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// A number without a unit: its thousandths, so that as seconds it is in ms.
    Number(u64),
    /// A time with a unit, or as clocks show it, in ms.
    Time(u64),
    /// A word in small letters, hyphens inside kept.
    Word(String),
    /// `x`, `/` or `+`.
    Mark(char),
}

/// The pieces of a text; `None` where something in it cannot be one, such as a negative number.
pub(super) fn pieces(text: &str) -> Option<Vec<Piece>> {
    if text.len() > TEXT_MAX {
        return None;
    }
    let text = text.to_lowercase();
    let mut rest = text.trim();
    let mut pieces = Vec::new();
    while let Some(first) = rest.chars().next() {
        let taken = if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|next: char| next.is_ascii_digit())) {
            let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ':')).unwrap_or(rest.len());
            let number = rest[..end].trim_end_matches(['.', ':']);
            pieces.push(if number.contains(':') { Piece::Time(clock_text_ms(number)?) } else { Piece::Number(decimal_ms(number)?) });
            end
        } else if first.is_alphabetic() {
            let end = word_end(rest);
            word(&rest[..end], &mut pieces)?;
            end
        } else if let Some(mark) = mark(first) {
            pieces.extend(mark.map(Piece::Mark));
            first.len_utf8()
        } else {
            return None;
        };
        rest = rest[taken..].trim_start();
    }
    Some(pieces)
}

/// Letters, and hyphens between them.
fn word_end(text: &str) -> usize {
    let mut end = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let joins = c == '-' && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !(c.is_alphabetic() || joins) {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// A mark that means something, or one that only divides.
fn mark(c: char) -> Option<Option<char>> {
    match c {
        '/' | '+' => Some(Some(c)),
        '×' | '*' => Some(Some('x')),
        ',' | ';' | '.' | '(' | ')' | '=' | ':' => Some(None),
        _ => None,
    }
}

/// A unit, in ms.
fn unit(word: &str) -> Option<u64> {
    match word {
        "s" | "sec" | "secs" | "second" | "seconds" => Some(1_000),
        "m" | "min" | "mins" | "minute" | "minutes" => Some(60_000),
        "h" | "hr" | "hrs" | "hour" | "hours" => Some(3_600_000),
        _ => None,
    }
}

/// A word makes a time of the number before it where it is a unit; after a stroke a unit alone is one of it ("1 move / min").
fn word(word: &str, pieces: &mut Vec<Piece>) -> Option<()> {
    if word == "x" {
        pieces.push(Piece::Mark('x'));
        return Some(());
    }
    let Some(unit) = unit(word) else {
        pieces.push(Piece::Word(word.to_owned()));
        return Some(());
    };
    match pieces.last_mut() {
        Some(number @ Piece::Number(_)) => {
            let &mut Piece::Number(thousandths) = number else { return None };
            *number = Piece::Time(thousandths.checked_mul(unit)? / 1_000);
        }
        Some(Piece::Mark('/')) => pieces.push(Piece::Time(unit)),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_falls_into_numbers_times_words_and_marks() {
        use Piece::{Mark, Number, Time, Word};
        let word = |text: &str| Word(text.to_owned());
        let table = [
            ("5x30 byo-yomi", vec![Number(5_000), Mark('x'), Number(30_000), word("byo-yomi")]),
            ("25 moves / 10 min", vec![Number(25_000), word("moves"), Mark('/'), Time(600_000)]),
            ("1 move / min", vec![Number(1_000), word("move"), Mark('/'), Time(60_000)]),
            ("2:00:00(5x1:00)", vec![Time(7_200_000), Number(5_000), Mark('x'), Time(60_000)]),
            ("30m+1.5h", vec![Time(1_800_000), Mark('+'), Time(5_400_000)]),
            ("", vec![]),
        ];
        for (text, expected) in table {
            assert_eq!(pieces(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_piece_refuses_the_whole_text() {
        for text in ["-5x30", "5x-30", "min", "1..2", "5 min min", "5 @ 30", "5x30 byo-yomi!", "99999999999999999999999 s"] {
            assert_eq!(pieces(text), None, "{text}");
        }
        assert_eq!(pieces(&"x".repeat(TEXT_MAX + 1)), None);
    }
}
