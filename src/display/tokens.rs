//! The referees' tokens: who may send requests from a page.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::form::valid_user;

/// A token that is shorter can be guessed by a patient machine in spite of the limit on failed tries; it is taken, and the log says so.
const SHORT_CHARS: usize = 12;

/// Names and tokens. The tokens themselves are not kept, only what they hash to.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    users: Vec<(String, [u8; 32])>,
}

/// Why a file of tokens cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// It cannot be read.
    #[error("the referees' tokens cannot be read from {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line is not a name and a token.
    #[error("{}:{line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What is wrong and what to write; nothing of the token is in it.
        what: &'static str,
    },
}

impl Tokens {
    /// Reads a file: a name and a token on each line, with space between; empty lines and those that begin with `#` are left out.
    ///
    /// # Errors
    /// [`TokensError`] for a file that cannot be read, and for a line that is something else.
    pub fn read(path: &Path) -> Result<Tokens, TokensError> {
        let text = std::fs::read_to_string(path).map_err(|source| TokensError::File { path: path.to_owned(), source })?;
        Tokens::parse(&text).map_err(|(line, what)| TokensError::Line { path: path.to_owned(), line, what })
    }

    /// The same from text.
    ///
    /// # Errors
    /// The line that is something else, from 1, and what to write.
    pub fn parse(text: &str) -> Result<Tokens, (usize, &'static str)> {
        let mut users: Vec<(String, [u8; 32])> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let mut words = line.split_whitespace();
            let (name, token) = match (words.next(), words.next(), words.next()) {
                (None, ..) => continue,
                (Some(word), ..) if word.starts_with('#') => continue,
                (Some(name), Some(token), None) => (name, token),
                _ => return Err((at + 1, "write a name and a token, with a space between them")),
            };
            if !valid_user(name) {
                return Err((at + 1, "the name is not usable: write 1 to 64 of A-Z a-z 0-9 _ -"));
            }
            if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err((
                    at + 1,
                    "the token is not usable: write letters, digits and signs without accents, such as `openssl rand -hex 16` gives",
                ));
            }
            let hash = hash(token);
            if users.iter().any(|(_, known)| *known == hash) {
                return Err((at + 1, "the token is another's already: give everybody one of their own"));
            }
            if token.len() < SHORT_CHARS {
                tracing::warn!(name, "this referee's token is short: write {SHORT_CHARS} characters or more");
            }
            users.push((name.to_owned(), hash));
        }
        Ok(Tokens { users })
    }

    /// Whose token it is. Takes the same time for every token that is not known: all hashes are compared to their ends.
    pub(super) fn user(&self, token: &str) -> Option<&str> {
        let asked = hash(token);
        let mut found = None;
        for (name, known) in &self.users {
            let differs = known.iter().zip(&asked).fold(0, |differs, (one, other)| differs | (one ^ other));
            if std::hint::black_box(differs) == 0 {
                found = Some(name.as_str());
            }
        }
        found
    }
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.users.iter().map(|(name, _)| name)).finish()
    }
}

fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_one_name() {
        let tokens = Tokens::parse("# referees\n\nanna  k3pt-very-secret-1\nchief\tk3pt-very-secret-2\n").unwrap();
        assert_eq!(tokens.user("k3pt-very-secret-1"), Some("anna"));
        assert_eq!(tokens.user("k3pt-very-secret-2"), Some("chief"));
        for other in ["", "k3pt-very-secret-", "k3pt-very-secret-11", "anna", "K3PT-VERY-SECRET-1"] {
            assert_eq!(tokens.user(other), None, "{other}");
        }
        assert_eq!(format!("{tokens:?}"), "[\"anna\", \"chief\"]", "no token is shown");
    }

    #[test]
    fn a_line_that_is_something_else_is_named() {
        for (text, line) in [
            ("anna", 1),
            ("anna secret-secret more", 1),
            ("\nan/na secret-secret", 2),
            ("anna sécret-sécret", 1),
            ("anna secret-secret\nbert secret-secret", 2),
        ] {
            assert_eq!(Tokens::parse(text).unwrap_err().0, line, "{text}");
        }
        assert!(Tokens::read(Path::new("no-such-file")).unwrap_err().to_string().contains("no-such-file"));
    }
}
