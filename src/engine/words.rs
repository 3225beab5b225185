//! A command line as words. No shell reads it: nothing in it is expanded.

/// Splits at blanks; what stands between quotes, single or double, is kept together.
pub(super) fn split(line: &str) -> Result<Vec<String>, &'static str> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_and_quotes_hold_them_together() {
        assert_eq!(split("gnugo  --mode gtp").unwrap(), ["gnugo", "--mode", "gtp"]);
        assert_eq!(split("'/opt/my go/engine' --name=\"a b\" ''").unwrap(), ["/opt/my go/engine", "--name=a b", ""]);
        assert_eq!(split(" ").unwrap(), [""; 0]);
        assert!(split("engine 'gtp").is_err());
    }
}
