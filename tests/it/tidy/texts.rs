//! What people read is said in every language, or does not compile.

use super::none;
use super::source::sources;

#[test]
fn an_alert_says_only_what_the_catalogue_says_in_every_language() {
    // One text for all languages is made where it is translated, and nowhere else.
    let for_all = ["Text", "::", "each"];
    let found = sources("src").into_iter().filter(|source| !source.path.starts_with("src/referee/words/")).flat_map(|source| {
        let makes = source.tokens.windows(3).filter(|three| three.iter().map(|token| token.text.as_str()).eq(for_all));
        makes.map(|three| format!("{}:{}: write a saying instead", source.path, three[0].line)).collect::<Vec<_>>()
    });
    none("texts that are not in the catalogue", &found.collect::<Vec<_>>());
}
