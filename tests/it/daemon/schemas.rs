//! Every payload against the program's own schema.

use std::collections::BTreeMap;

use jsonschema::Validator;
use kifud::go::sgf;
use serde_json::Value;

use super::hall::{Said, kifud, stdout};

/// The schemas of `kifud schema`, by topic.
pub struct Schemas(BTreeMap<String, Validator>);

impl Schemas {
    pub fn read() -> Schemas {
        let printed = kifud(&["schema"]);
        assert!(printed.status.success());
        let all: BTreeMap<String, Value> = serde_json::from_str(&stdout(&printed)).expect("JSON");
        let build = |(topic, schema): (String, Value)| {
            let validator = jsonschema::options().should_validate_formats(true).build(&schema);
            let validator = validator.unwrap_or_else(|fault| panic!("{topic}: {fault}"));
            (topic, validator)
        };
        Schemas(all.into_iter().map(build).collect())
    }

    /// Everything that was published under table t1 and is not a request; returns how many payloads were looked at.
    #[track_caller]
    pub fn hold_for(&self, said: &[Said]) -> usize {
        let mut checked = 0;
        for said in said.iter().filter(|said| !said.text.is_empty()) {
            let Some(suffix) = said.topic.strip_prefix("kifud/v1/t1/").filter(|suffix| !suffix.starts_with("request/")) else { continue };
            let name = match suffix.split_once('/') {
                Some(("alert", _)) => "alert/<id>",
                Some(("result", _)) => "result/<game_id>",
                Some(("response", _)) => "response/<verb>",
                _ => suffix,
            };
            let validator = self.0.get(name).unwrap_or_else(|| panic!("{suffix} has no schema"));
            assert!(said.text.len() <= 64 * 1024, "{suffix} has {} bytes", said.text.len());
            if name.ends_with("sgf") {
                assert!(sgf::read(said.text.as_bytes()).is_ok(), "no SGF: {}", said.text);
            } else {
                let value: Value = serde_json::from_str(&said.text).unwrap_or_else(|fault| panic!("{suffix}: {fault}\n{}", said.text));
                if let Err(fault) = validator.validate(&value) {
                    panic!("{suffix}: {fault}\n{}", said.text);
                }
            }
            checked += 1;
        }
        checked
    }
}
