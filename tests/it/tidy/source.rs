//! Rust files as tokens, and the paths that they name. No parser: comments and texts are left out, `use` trees are opened.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A word or a sign, with its line from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A Rust file of this crate.
#[derive(Debug)]
pub struct Source {
    /// From the root of the crate, with `/`.
    pub path: String,
    pub text: String,
    pub tokens: Vec<Token>,
}

/// The root of the crate.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder of the crate, but for build output.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            // Build output, what fuzzing and property tests leave behind, and git's own: .gitignore names them.
            if ["target", "corpus", "artifacts", ".git"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The Rust files below a folder.
pub fn sources(folder: &str) -> Vec<Source> {
    let rust = files(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let sources: Vec<Source> = rust
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a Rust file is UTF-8");
            let path = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            Source { path, tokens: tokens(&text), text }
        })
        .collect();
    assert!(!sources.is_empty(), "there is Rust in {folder}");
    sources
}

impl Source {
    /// The modules that the file is, below the crate: `src/go/sgf/read.rs` is go, sgf, read.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let path = Path::new(path).with_extension("");
        let mut parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
            parts.pop();
        }
        parts
    }

    /// The top modules of this crate that the file names, with the line: `crate::go::Color` and whatever climbs up to the crate by `super`.
    pub fn tops_named(&self) -> Vec<(usize, String)> {
        let mut named = Vec::new();
        let mut depth = self.module().len();
        let mut braces: Vec<bool> = Vec::new();
        let text = |at: usize| self.tokens.get(at).map_or("", |token| token.text.as_str());
        for at in 0..self.tokens.len() {
            match text(at) {
                "{" => {
                    let opens_module = at >= 2 && text(at - 2) == "mod";
                    braces.push(opens_module);
                    depth += usize::from(opens_module);
                }
                "}" => depth -= usize::from(braces.pop().unwrap_or(false)),
                "crate" if text(at + 1) == "::" => self.branches(at + 2, 0, &mut named),
                "super" if at == 0 || text(at - 1) != "::" => self.branches(at, depth, &mut named),
                _ => {}
            }
        }
        named
    }

    /// Follows a path, or a tree of paths, that still has `climb` modules between itself and the crate.
    fn branches(&self, at: usize, climb: usize, named: &mut Vec<(usize, String)>) {
        let Some(token) = self.tokens.get(at) else { return };
        let followed = self.tokens.get(at + 1).is_some_and(|next| next.text == "::");
        match token.text.as_str() {
            "super" if climb > 0 && followed => self.branches(at + 2, climb - 1, named),
            "{" => {
                let mut depth = 0_usize;
                let mut begins = true;
                for (place, token) in self.tokens.iter().enumerate().skip(at) {
                    match token.text.as_str() {
                        "{" => depth += 1,
                        "}" => depth -= 1,
                        _ if depth == 1 && begins => self.branches(place, climb, named),
                        _ => {}
                    }
                    begins = depth == 1 && (token.text == "," || token.text == "{");
                    if depth == 0 {
                        break;
                    }
                }
            }
            word if climb == 0 && word.starts_with(|first: char| first.is_ascii_lowercase()) => named.push((token.line, word.to_owned())),
            _ => {}
        }
    }

    /// The words that begin a path, such as `std` in `std::fs::read`, each with the words after it and the line.
    pub fn paths(&self) -> Vec<(usize, Vec<String>)> {
        let (mut paths, mut walked) = (Vec::new(), BTreeSet::new());
        for (at, token) in self.tokens.iter().enumerate() {
            // A branch of a tree of paths is walked from the tree's root.
            let begins = (at == 0 || self.tokens[at - 1].text != "::") && !walked.contains(&at);
            if begins && is_word(&token.text) && self.tokens.get(at + 1).is_some_and(|next| next.text == "::") {
                self.walk(at, &[], &mut paths, &mut walked);
            }
        }
        paths
    }

    fn walk(&self, at: usize, before: &[String], paths: &mut Vec<(usize, Vec<String>)>, walked: &mut BTreeSet<usize>) {
        let Some(token) = self.tokens.get(at) else { return };
        walked.insert(at);
        if token.text == "{" {
            let mut depth = 0_usize;
            let mut begins = false;
            for (place, token) in self.tokens.iter().enumerate().skip(at) {
                match token.text.as_str() {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ if depth == 1 && begins => self.walk(place, before, paths, walked),
                    _ => {}
                }
                begins = depth == 1 && (token.text == "," || token.text == "{");
                if depth == 0 {
                    break;
                }
            }
            return;
        }
        let mut path = before.to_vec();
        path.push(token.text.clone());
        if is_word(&token.text) && self.tokens.get(at + 1).is_some_and(|next| next.text == "::") {
            self.walk(at + 2, &path, paths, walked);
        } else {
            paths.push((token.line, path));
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// Words and signs; comments and the insides of texts are left out.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut tokens, mut at, mut line) = (Vec::new(), 0, 1);
    let starts = |at: usize, what: &str| what.chars().enumerate().all(|(offset, sign)| chars.get(at + offset) == Some(&sign));
    while at < chars.len() {
        let begin = at;
        let first = chars[at];
        if starts(at, "//") {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if starts(at, "/*") {
            at = after_comment(&chars, at);
        } else if let Some(end) = after_text(&chars, at) {
            at = end;
            tokens.push(Token { text: "\"\"".to_owned(), line });
        } else if first.is_ascii_alphanumeric() || first == '_' {
            while chars.get(at).is_some_and(|sign| sign.is_alphanumeric() || *sign == '_') {
                at += 1;
            }
            tokens.push(Token { text: chars[begin..at].iter().collect(), line });
        } else if starts(at, "::") {
            at += 2;
            tokens.push(Token { text: "::".to_owned(), line });
        } else {
            at += 1;
            if !first.is_whitespace() {
                tokens.push(Token { text: first.to_string(), line });
            }
        }
        line += chars[begin..at].iter().filter(|sign| **sign == '\n').count();
    }
    tokens
}

fn after_comment(chars: &[char], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The end of the text, raw text or character that begins here.
fn after_text(chars: &[char], at: usize) -> Option<usize> {
    let mut open = at;
    while chars.get(open).is_some_and(|sign| matches!(sign, 'b' | 'c' | 'r')) && open < at + 2 {
        open += 1;
    }
    let raw = chars[at..open].contains(&'r');
    let hashes = chars[open..].iter().take_while(|sign| **sign == '#').count();
    match chars.get(open + hashes)? {
        '"' if raw => {
            let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let inside = open + hashes + 1;
            let length = chars[inside..].windows(close.len()).position(|window| window == close)?;
            Some(inside + length + close.len())
        }
        quote @ ('"' | '\'') if !raw && hashes == 0 => {
            let mut end = open + 1;
            // A lifetime is no character: 'a without its closing quote.
            if *quote == '\'' && chars.get(end) != Some(&'\\') && chars.get(end + 1) != Some(&'\'') {
                return None;
            }
            while chars.get(end)? != quote {
                end += if chars[end] == '\\' { 2 } else { 1 };
            }
            Some(end + 1)
        }
        _ => None,
    }
}
