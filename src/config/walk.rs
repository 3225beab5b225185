//! Walking a TOML document by hand, so that every fault is found at once: a typed reader stops at the first.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::fault::{Findings, nearest};
use crate::form::parse_duration;

/// One table of the document, with the keys that were asked for.
#[derive(Debug)]
pub(super) struct Section<'a> {
    path: String,
    at: usize,
    table: &'a DeTable<'a>,
    asked: Vec<&'static str>,
    findings: &'a Findings<'a>,
}

/// One value of the document.
#[derive(Debug, Clone)]
pub(super) struct Item<'a> {
    path: String,
    at: usize,
    value: &'a DeValue<'a>,
    findings: &'a Findings<'a>,
}

impl<'a> Section<'a> {
    /// The whole document.
    pub(super) fn root(table: &'a Spanned<DeTable<'a>>, findings: &'a Findings<'a>) -> Section<'a> {
        Section { path: String::new(), at: 0, table: table.get_ref(), asked: Vec::new(), findings }
    }

    /// The value of this key, if it is there.
    pub(super) fn get(&mut self, key: &'static str) -> Option<Item<'a>> {
        self.asked.push(key);
        let (written, value) = self.table.get_key_value(key)?;
        // A table's header stands where its key is written.
        let at = if value.get_ref().is_table() { written.span().start } else { value.span().start };
        Some(Item { path: self.key(key), at, value: value.get_ref(), findings: self.findings })
    }

    /// The value of this key, which must be there.
    pub(super) fn require(&mut self, key: &'static str, why: &str) -> Option<Item<'a>> {
        let item = self.get(key);
        if item.is_none() {
            self.findings.missing(self.at, &self.key(key), format!("is missing: {why}"));
        }
        item
    }

    /// The table of this key, if it is there and a table.
    pub(super) fn section(&mut self, key: &'static str) -> Option<Section<'a>> {
        self.get(key)?.section("[…]")
    }

    /// Every table of an array of tables (`[[key]]`); `None` when it is no such array.
    pub(super) fn sections(&mut self, key: &'static str) -> Option<Vec<Section<'a>>> {
        let Some(item) = self.get(key) else { return Some(Vec::new()) };
        if item.value.is_table() {
            self.findings.missing(item.at, &item.path, format!("write [[{}]] with two brackets: there may be several", item.path));
            return None;
        }
        Some(item.items()?.into_iter().filter_map(|item| item.section("a table")).collect())
    }

    /// Where a key of a table of this section stands, or else that table, or this section.
    pub(super) fn position_of(&self, [table, key]: [&str; 2]) -> usize {
        let Some((written, table)) = self.table.get_key_value(table) else { return self.at };
        let value = table.get_ref().as_table().and_then(|table| table.get(key));
        value.map_or(written.span().start, |value| value.span().start)
    }

    /// The path of a key of this section.
    pub(super) fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// A fault of the section itself, told of one of its keys.
    pub(super) fn fault(&self, key: &str, message: impl Into<String>) {
        self.findings.fault(self.at, &self.key(key), message);
    }

    /// A fault of the section as a whole.
    pub(super) fn whole_fault(&self, message: impl Into<String>) {
        self.findings.fault(self.at, &self.path, message);
    }

    /// Something worth a word about the section.
    pub(super) fn note(&self, message: impl Into<String>) {
        self.findings.note(self.at, &self.path, message);
    }

    /// Something that is not there.
    pub(super) fn missing(&self, key: &str, message: impl Into<String>) {
        self.findings.missing(self.at, &self.key(key), message);
    }

    /// Every key, whatever its name, with its value.
    pub(super) fn everything(self) -> Vec<(&'a str, Item<'a>)> {
        let item = |(key, value): (&'a Spanned<DeString<'a>>, &'a Spanned<DeValue<'a>>)| {
            let name = key.get_ref().as_ref();
            (name, Item { path: self.key(name), at: value.span().start, value: value.get_ref(), findings: self.findings })
        };
        self.table.iter().map(item).collect()
    }

    /// Names every key that nobody asked for.
    pub(super) fn finish(self) {
        for (key, _) in self.table {
            let name = key.get_ref().as_ref();
            if self.asked.contains(&name) {
                continue;
            }
            let meant = nearest(name, self.asked.iter().copied())
                .map_or_else(|| format!("; known here: {}", self.asked.join(", ")), |meant| format!("; did you mean {meant}?"));
            self.findings.fault(key.span().start, &self.key(name), format!("is no key of kifud{meant}"));
        }
    }
}

impl<'a> Item<'a> {
    /// A fault of this value.
    pub(super) fn fault(&self, message: impl Into<String>) {
        self.findings.fault(self.at, &self.path, message);
    }

    /// Its line in the file, from 1.
    pub(super) fn line(&self) -> usize {
        self.findings.line(self.at)
    }

    /// True when it is this text.
    pub(super) fn is(&self, text: &str) -> bool {
        self.value.as_str() == Some(text)
    }

    /// Something worth a word about this value.
    pub(super) fn note(&self, message: impl Into<String>) {
        self.findings.note(self.at, &self.path, message);
    }

    fn wrong_type<T>(&self, wanted: &str) -> Option<T> {
        self.fault(format!("must be {wanted}, not {}", type_in_words(self.value)));
        None
    }

    /// Text that is not empty.
    pub(super) fn text(&self) -> Option<&'a str> {
        match self.value.as_str() {
            Some("") => {
                self.fault("must not be empty; leave the key out instead");
                None
            }
            Some(text) => Some(text),
            None => self.wrong_type("text in quotes"),
        }
    }

    /// true or false.
    pub(super) fn boolean(&self) -> Option<bool> {
        self.value.as_bool().or_else(|| self.wrong_type("true or false"))
    }

    /// A whole number in this range.
    pub(super) fn integer(&self, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let DeValue::Integer(integer) = self.value else {
            return self.wrong_type("a whole number");
        };
        let value = i64::from_str_radix(integer.as_str(), integer.radix()).ok().and_then(|value| u32::try_from(value).ok());
        let value = value.filter(|value| range.contains(value));
        if value.is_none() {
            self.fault(format!("must be from {} to {}", range.start(), range.end()));
        }
        value
    }

    /// A number, whole or not.
    pub(super) fn number(&self) -> Option<f64> {
        match self.value {
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|value| value as f64),
            DeValue::Float(float) => float.as_str().parse().ok(),
            _ => return self.wrong_type("a number"),
        }
        .or_else(|| self.wrong_type("a number of reasonable size"))
    }

    /// A duration in text ("2h", "1h 30m", "60s"), in ms.
    pub(super) fn duration_ms(&self) -> Option<u64> {
        let Some(text) = self.value.as_str() else {
            return self.wrong_type("a duration in quotes, such as \"1h 30m\" or \"60s\"");
        };
        parse_duration(text).map_err(|error| self.fault(error.to_string())).ok()
    }

    /// One of these names.
    pub(super) fn choice<T: Copy>(&self, names: &[(&'static str, T)]) -> Option<T> {
        let listed = || names.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let Some(text) = self.value.as_str() else {
            return self.wrong_type(&format!("one of {}", listed()));
        };
        let found = names.iter().find(|(name, _)| *name == text).map(|&(_, value)| value);
        if found.is_none() {
            let meant =
                nearest(text, names.iter().map(|&(name, _)| name)).map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"));
            self.fault(format!("\"{}\" is none of {}{meant}", shortened(text), listed()));
        }
        found
    }

    /// The values of an array.
    pub(super) fn items(&self) -> Option<Vec<Item<'a>>> {
        let Some(array) = self.value.as_array() else {
            return self.wrong_type("a list in square brackets");
        };
        let item = |value: &'a Spanned<DeValue<'a>>| Item {
            path: self.path.clone(),
            at: value.span().start,
            value: value.get_ref(),
            findings: self.findings,
        };
        Some(array.iter().map(item).collect())
    }

    /// The table that this value is.
    pub(super) fn section(&self, wanted: &str) -> Option<Section<'a>> {
        let Some(table) = self.value.as_table() else {
            return self.wrong_type(wanted);
        };
        Some(Section { path: self.path.clone(), at: self.at, table, asked: Vec::new(), findings: self.findings })
    }
}

/// Long text is not repeated in full in a message.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn type_in_words(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a decimal point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date (put it in quotes)",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
