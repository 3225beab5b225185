//! Lines of text by what they take up in a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that a text takes.
pub(super) fn width_of(text: &str) -> usize {
    text.width()
}

/// Breaks a text into lines of at most `width` columns: at spaces, and where there are none, as in Chinese and Japanese, anywhere.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for word in text.split_whitespace() {
        let wide = word.width();
        if used > 0 && used + 1 + wide > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        for character in word.chars() {
            let wide = character.width().unwrap_or(0);
            if used + wide > width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(character);
            used += wide;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A text filled up with spaces to `width` columns, or cut to them.
pub(super) fn fit(text: &str, width: usize) -> String {
    let (mut fitted, mut used) = (String::new(), 0);
    for character in text.chars().filter(|character| !character.is_control()) {
        let wide = character.width().unwrap_or(0);
        if used + wide > width {
            break;
        }
        fitted.push(character);
        used += wide;
    }
    fitted.push_str(&" ".repeat(width - used));
    fitted
}

/// The same text without signs that some terminals do not have, or draw two columns wide.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '·' | '–' | '−' => plain.push('-'),
            '×' => plain.push('x'),
            '…' => plain.push_str("..."),
            '←' => plain.push('<'),
            '→' => plain.push('>'),
            '↑' => plain.push('^'),
            '↓' => plain.push('v'),
            '\u{a0}' => plain.push(' '),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_by_what_they_take_up() {
        assert_eq!(wrap("White lifted two stones", 12), ["White lifted", "two stones"]);
        assert_eq!(wrap("白が生きている石", 7), ["白が生", "きてい", "る石"]);
        assert_eq!(wrap("a-very-long-word", 6), ["a-very", "-long-", "word"]);
        assert_eq!(wrap("", 5), [""; 0]);
        assert!(wrap("本因坊", 1).iter().all(|line| width_of(line) <= 2));
    }

    #[test]
    fn columns_stay_in_line_with_wide_characters() {
        assert_eq!(fit("本因坊秀策", 7), "本因坊 ");
        assert_eq!(fit("ab", 4), "ab  ");
        assert_eq!(fit("a\u{1b}[2Jb", 9), "a[2Jb    ");
        for text in ["本因坊秀策", "Lee Chang-ho", "吳清源", "이창호"] {
            assert_eq!(width_of(&fit(text, 9)), 9, "{text}");
        }
    }
}
