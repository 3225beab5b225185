//! A rulebook as a page to print: one file, nothing fetched, one sheet of A4. What the book is silent on stands in a line at its foot.

use super::{Entry, Override, Rulebook, Source, entries, of_a_game};
use crate::referee::{Language, kind_name};

/// Ink is saved, and lines are kept whole.
const STYLE: &str = "\
@page { size: A4; margin: 9mm 11mm }
body { font: 8.2pt/1.18 sans-serif; color: #000; max-width: 188mm; margin: 1em auto }
h1 { font-size: 13pt; margin: 0 }
p, ul { margin: .3em 0 }
ul { padding-left: 1.3em; columns: 2 }
table { border-collapse: collapse; width: 100%; margin-top: .5em }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { border-bottom: .3pt solid #777; padding: 1pt 4pt; text-align: left; vertical-align: top }
td:nth-child(2) { width: 38% }
small { color: #444 }
.ruling { font-weight: bold }
.notice { color: #444 }
@media print { body { margin: 0; max-width: none } }
";

/// One book, with an event's own rules over it.
pub(super) fn print(book: Rulebook, own: &[Override]) -> String {
    let name = escaped(book.name());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{name}</h1>\n<p>{}</p>\n<ul>\n",
        escaped(book.book().edition)
    );
    for said in of_a_game(book.book()) {
        page += &format!("<li>{}</li>\n", escaped(&said));
    }
    page += "</ul>\n<p>";
    let mut marks: Vec<String> = Source::ALL.map(|source| format!("<b>{}</b> {}", source.mark(), escaped(source.meaning()))).into();
    marks.extend((!own.is_empty()).then(|| "<b>E</b> the event's own rule".to_owned()));
    page += &format!("{}</p>\n", marks.join("; "));
    page += "<table>\n<thead><tr><th></th><th>incident</th><th>article</th><th>asks for</th><th>proposes</th></tr></thead>\n<tbody>\n";
    let (silent, said): (Vec<Entry>, Vec<Entry>) =
        entries(book, own).partition(|entry| entry.article.is_empty() && entry.proposes.is_empty());
    for Entry { mark, kind, article, asks, proposes } in said {
        page += &format!(
            "<tr class=\"{asks}\"><td>{}</td><td>{} <small>{}</small></td><td>{}</td><td>{asks}</td><td>{}</td></tr>\n",
            escaped(&mark.to_string()),
            escaped(kind_name(kind, Language::En)),
            kind.name(),
            escaped(&article),
            escaped(&proposes)
        );
    }
    page += "</tbody>\n</table>\n";
    for asks in ["ruling", "attention", "notice"] {
        let kinds: Vec<String> = silent
            .iter()
            .filter(|entry| entry.asks == asks)
            .map(|entry| format!("{} <small>{}</small>", escaped(kind_name(entry.kind, Language::En)), entry.kind.name()))
            .collect();
        if !kinds.is_empty() {
            page += &format!("<p class=\"{asks}\">Nothing is proposed, and no article cited; {asks}: {}.</p>\n", kinds.join(", "));
        }
    }
    page + "</body>\n</html>\n"
}

/// A text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Kind;

    #[test]
    fn every_book_is_a_whole_page_with_every_kind_and_fetches_nothing() {
        for book in Rulebook::all() {
            let page = print(book, &[]);
            for kind in Kind::ALL {
                assert!(page.contains(&format!("<small>{}</small>", kind.name())), "{book}: {kind}");
            }
            assert!(page.contains("size: A4") && !page.contains("://") && !page.contains("src=") && !page.contains("url("), "{book}");
            // Every tag that is opened is closed, in its order.
            let mut open: Vec<&str> = Vec::new();
            for tag in page.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
                let name = tag.split_whitespace().next().unwrap_or_default();
                match name.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name), "{book}"),
                    None if name.starts_with('!') || name == "meta" => {}
                    None => open.push(name),
                }
            }
            assert!(open.is_empty(), "{book}: {open:?}");
        }
    }

    #[test]
    fn the_event_s_own_rule_stands_on_the_page() {
        let own = Override { cite: Some("rule 4 <new>".to_owned()), ..Override::of(Kind::CapturesLeft) };
        let page = print(Rulebook::China1988, &[own]);
        assert!(page.contains("<td>rule 4 &lt;new&gt;</td>") && page.contains("<b>E</b>"), "{page}");
        assert!(!print(Rulebook::China1988, &[]).contains("<b>E</b>"));
    }
}
