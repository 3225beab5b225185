//! The field's own words in all languages, for pages: kinds, sanctions, remedies, and the other names of documents.

use std::collections::BTreeMap;

use crate::game::Language;
use crate::referee::{BoardRemedy, Kind, Sanction, Term, kind_name, remedy_name, sanction_name};

/// Words by language tag.
type Told = BTreeMap<&'static str, String>;

/// What a person of the field calls each name of the documents: by group (`kind`, `sanction`, `remedy`, `term`), by name, by language tag.
/// A sanction of points is told for one point.
pub fn field_words() -> BTreeMap<&'static str, BTreeMap<String, Told>> {
    let sanctions =
        [Sanction::Caution, Sanction::Warning, Sanction::Points(1), Sanction::Loss, Sanction::BothLose, Sanction::Draw, Sanction::Replay];
    let remedies = [BoardRemedy::None, BoardRemedy::Restore, BoardRemedy::Stands, BoardRemedy::Retract, BoardRemedy::ForcedPass];
    BTreeMap::from([
        ("kind", Kind::ALL.iter().map(|&kind| (kind.name().to_owned(), told(|language| kind_name(kind, language).to_owned()))).collect()),
        ("sanction", sanctions.map(|sanction| (sanction.to_string(), told(|language| sanction_name(sanction, language)))).into()),
        ("remedy", remedies.map(|remedy| (remedy.name().to_owned(), told(|language| remedy_name(remedy, language).to_owned()))).into()),
        ("term", Term::ALL.iter().map(|term| (term.name().to_owned(), told(|language| term.told(language).to_owned()))).collect()),
    ])
}

fn told(of: impl Fn(Language) -> String) -> Told {
    Language::ALL.into_iter().map(|language| (language.tag(), of(language))).collect()
}
