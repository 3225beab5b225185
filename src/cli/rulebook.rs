//! `kifud rulebook`: the rulebooks as tables that a referee can read, 80 columns wide.

mod difference;
mod page;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::Failure;
use super::check;
use crate::config::points_in_words;
use crate::referee::{
    Announce, BoardRemedy, Book, CaptureTime, ClaimUntil, Dispute, InForce, Kind, LateCost, Override, Requires, Rulebook, Source,
};
use difference::diff;

/// What a printed line is at most, in columns.
const COLUMNS: usize = 80;

/// The longest name of a kind ("sealed-move-unreadable").
const KIND_COLUMNS: usize = 22;

/// The longest number of an article that a book has ("8.3(3)").
const ARTICLE_COLUMNS: usize = 8;

/// The longest name of a severity ("attention").
const ASKS_COLUMNS: usize = 9;

#[derive(Debug, Args)]
pub(super) struct RulebookArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The books, with the editions that they were taken from.
    List,
    /// One book: what it says of each kind of incident.
    Print {
        /// The book.
        #[arg(value_parser = book_named)]
        name: Rulebook,
        /// With the own rules of an event: those of this configuration.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// The table whose own rules are meant, where several have some.
        #[arg(long, value_name = "ID", requires = "config")]
        table: Option<String>,
        /// A table for the terminal, or a page to print on A4.
        #[arg(long, value_enum, default_value_t)]
        format: PrintFormat,
    },
    /// Where two books differ.
    Diff {
        /// One.
        #[arg(value_parser = book_named)]
        a: Rulebook,
        /// The other.
        #[arg(value_parser = book_named)]
        b: Rulebook,
    },
}

/// How a book is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum PrintFormat {
    /// Text of 80 columns.
    #[default]
    Text,
    /// A page for a browser, to print on A4.
    Html,
}

pub(super) fn run(args: &RulebookArgs) -> Result<(), Failure> {
    let text = match &args.what {
        What::List => list(),
        What::Print { name, config, table, format } => {
            let own = match config {
                None => Vec::new(),
                Some(file) => own_rules(&check::load(file)?, *name, table.as_deref())?,
            };
            match format {
                PrintFormat::Text => print(*name, &own),
                PrintFormat::Html => page::print(*name, &own),
            }
        }
        What::Diff { a, b } => diff(*a, *b),
    };
    super::print(&text)?;
    Ok(())
}

fn book_named(name: &str) -> Result<Rulebook, String> {
    let names = || Rulebook::all().map(Rulebook::name).collect::<Vec<_>>().join(", ");
    Rulebook::named(name).ok_or_else(|| format!("there is no such rulebook; there are {}", names()))
}

/// The own rules of a table that plays by this book.
fn own_rules(config: &crate::config::Config, book: Rulebook, table: Option<&str>) -> Result<Vec<Override>, Failure> {
    let mut tables = config.tables.iter().filter(|of| of.rulebook == book && table.is_none_or(|id| of.id == id));
    let Some(first) = tables.next() else {
        let mut played: Vec<&str> = config.tables.iter().map(|table| table.rulebook.name()).collect();
        played.sort_unstable();
        played.dedup();
        let which = table.map_or_else(|| "no table".to_owned(), |id| format!("no table {id}"));
        return Err(anyhow::anyhow!(
            "{}: {which} plays by {book}: print {}, or leave --config out",
            config.file.display(),
            played.join(" or ")
        )
        .into());
    };
    if let Some(other) = tables.find(|other| other.overrides != first.overrides) {
        let (file, one, two) = (config.file.display(), &first.id, &other.id);
        return Err(anyhow::anyhow!("{file}: {one} and {two} have other rules of their own: say which with --table").into());
    }
    Ok(first.overrides.clone())
}

/// Every book, a line each, and what the marks mean.
fn list() -> String {
    let width = Rulebook::all().map(|book| book.name().len()).max().unwrap_or_default();
    let mut lines = Lines::default();
    for book in Rulebook::all() {
        lines.row(&[(width, book.name()), (COLUMNS - width - 2, book.book().edition)]);
    }
    lines.0
}

/// One book, with an event's own rules over it.
fn print(book: Rulebook, own: &[Override]) -> String {
    let mut lines = Lines::default();
    lines.wrapped(&format!("{book}: {}", book.book().edition));
    for said in of_a_game(book.book()) {
        lines.wrapped(&said);
    }
    for source in Source::ALL {
        lines.wrapped(&format!("{}  {}", source.mark(), source.meaning()));
    }
    if !own.is_empty() {
        lines.wrapped("E  the event's own rule");
    }
    lines.0.push('\n');
    lines.entry(("", "incident"), "article", "asks for", "proposes");
    for Entry { mark, kind, article, asks, proposes } in entries(book, own) {
        lines.entry((&mark.to_string(), kind.name()), &article, asks, &proposes);
    }
    lines.0
}

/// What a book says of one kind of incident.
struct Entry {
    /// How the article is known; `E` for the event's own rule.
    mark: char,
    kind: Kind,
    /// Empty where there is none.
    article: String,
    asks: &'static str,
    proposes: String,
}

/// What a book says of every kind, with an event's own rules over it.
fn entries(book: Rulebook, own: &[Override]) -> impl Iterator<Item = Entry> {
    Kind::ALL.iter().map(move |&kind| {
        let (article, in_force) = (book.article(kind), InForce::of(book, own, kind));
        let mark = if own.iter().any(|own| own.kind == kind) { 'E' } else { article.source.mark() };
        let mut proposes = proposal(&in_force);
        if !article.note.is_empty() {
            proposes = if proposes.is_empty() { format!("({})", article.note) } else { format!("{proposes} ({})", article.note) };
        }
        let cite = in_force.cite.as_ref().map_or_else(String::new, |cite| cite.article.clone());
        Entry { mark, kind, article: cite, asks: in_force.severity.name(), proposes }
    })
}

/// What an entry proposes, in words.
fn proposal(in_force: &InForce) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend((in_force.board != BoardRemedy::None).then(|| in_force.board.name().to_owned()));
    parts.extend(in_force.sanctions.iter().map(ToString::to_string));
    parts.extend(Some(in_force.clock.words().to_owned()).filter(|words| !words.is_empty()));
    let mut text = parts.join(", ");
    let mut more = |what: String| {
        if !text.is_empty() {
            text.push_str("; ");
        }
        text.push_str(&what);
    };
    if !in_force.choices.is_empty() {
        more(format!("or {}", in_force.choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")));
    }
    if in_force.claim == Some(ClaimUntil::NextMove) {
        more("on a claim before the claimant's next move".to_owned());
    }
    if in_force.automatic {
        more("by itself".to_owned());
    }
    if in_force.requires == Requires::Chief {
        more("by the chief".to_owned());
    }
    if in_force.announce == Announce::OffenderTurn {
        more("told on the offender's turn".to_owned());
    }
    text
}

/// What a book says of a game as a whole, a sentence each, in a fixed order.
fn of_a_game(book: &Book) -> Vec<String> {
    let rules = book.rules.map_or_else(|| "rules of play must be said".to_owned(), |rules| format!("{rules} rules of play"));
    let late = match book.lateness {
        LateCost::Unsaid => "does not say what coming late costs".to_owned(),
        LateCost::Times(1) => "coming late costs that time".to_owned(),
        LateCost::Times(times) => format!("coming late costs {times} times that time"),
        LateCost::ClockRuns => "the clock runs from the set time".to_owned(),
    };
    let warnings = book.warning_limit.map_or_else(
        || "warnings lose no game".to_owned(),
        |limit| {
            let but: Vec<_> = limit.uncounted.iter().map(|kind| kind.name()).collect();
            let but = if but.is_empty() { String::new() } else { format!(", those for {} not counted", but.join(", ")) };
            format!("{} warnings lose a game{but}", limit.count)
        },
    );
    let cautions = match (book.cautions_per_warning, book.points_per_warning) {
        (None, _) => "cautions do not add up".to_owned(),
        (Some(cautions), points) => format!("{cautions} cautions are a warning, a warning is {points} points"),
    };
    let captures = match book.captures {
        CaptureTime::Timed => "taking captures is timed".to_owned(),
        CaptureTime::FreeInByoYomi => "taking captures is not timed in byo-yomi".to_owned(),
        CaptureTime::MayStop(stones) => format!("the clock may be stopped to take {stones} stones or more"),
        CaptureTime::Unsaid => "does not say whether taking captures is timed".to_owned(),
    };
    let dispute = match book.dispute {
        Dispute::PasserRevives => "end disputed: the passer's right to move revives",
        Dispute::OpponentFirst => "end disputed: the opponent of who asks plays first",
        Dispute::Unsaid => "end disputed: who is to move is not said",
    };
    vec![format!("komi {}, {rules}", points_in_words(book.komi)), late, warnings, cautions, captures, dispute.to_owned()]
}

/// Text made of lines that keep to their columns.
#[derive(Default)]
struct Lines(String);

impl Lines {
    /// Columns side by side, each wrapped to its width, a space between them.
    fn row(&mut self, columns: &[(usize, &str)]) {
        let wrapped: Vec<Vec<String>> = columns.iter().map(|&(width, text)| wrap(text, width)).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or_default();
        for at in 0..height {
            let cells =
                wrapped.iter().zip(columns).map(|(lines, &(width, _))| format!("{:width$}", lines.get(at).map_or("", String::as_str)));
            let line = cells.collect::<Vec<_>>().join("  ");
            self.0.push_str(line.trim_end());
            self.0.push('\n');
        }
    }

    /// A line of a printed book.
    fn entry(&mut self, (mark, incident): (&str, &str), article: &str, asks: &str, proposes: &str) {
        let rest = COLUMNS - (1 + KIND_COLUMNS + ARTICLE_COLUMNS + ASKS_COLUMNS + 4 * 2);
        self.row(&[(1, mark), (KIND_COLUMNS, incident), (ARTICLE_COLUMNS, article), (ASKS_COLUMNS, asks), (rest, proposes)]);
    }

    fn wrapped(&mut self, text: &str) {
        self.row(&[(COLUMNS, text)]);
    }
}

/// The words of a text in lines of at most so many columns; a longer word has a line of its own.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_inclusive(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.trim_end().len() <= width => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Sanction;

    fn line<'a>(text: &'a str, word: &str) -> &'a str {
        text.lines()
            .find(|line| line.split_whitespace().take(2).any(|part| part == word))
            .unwrap_or_else(|| panic!("{word} is not in\n{text}"))
    }

    #[test]
    fn every_book_and_every_difference_is_readable_at_80_columns() {
        let texts = Rulebook::all().flat_map(|a| Rulebook::all().map(move |b| if a == b { print(a, &[]) } else { diff(a, b) }));
        for text in texts.chain([list()]) {
            let long: Vec<&str> = text.lines().filter(|line| line.chars().count() > COLUMNS).collect();
            assert!(long.is_empty(), "{long:?}");
        }
    }

    #[test]
    fn a_printed_book_has_every_kind_with_its_article_and_its_mark() {
        let text = print(Rulebook::China1988, &[]);
        for kind in Kind::ALL {
            line(&text, kind.name());
        }
        assert_eq!(line(&text, "double-move"), "S  double-move             17.1      ruling     loss (unless the other side has");
        assert!(line(&text, "press-before-stone").starts_with("-  press-before-stone"), "{text}");
        assert!(line(&print(Rulebook::Japan1989, &[]), "repetition").starts_with("G  repetition"), "by hearsay");
        assert!(line(&print(Rulebook::Aga, &[]), "late").starts_with("?  late"), "not seen");
    }

    #[test]
    fn an_events_own_rule_is_marked_and_goes_before_the_book() {
        let own = Override { sanctions: Some(vec![Sanction::Loss]), cite: Some("rule 4".to_owned()), ..Override::of(Kind::CapturesLeft) };
        let text = print(Rulebook::China1988, &[own]);
        assert!(line(&text, "captures-left").starts_with("E  captures-left           rule 4    ruling     loss"), "{text}");
        assert!(text.contains("the event's own rule"));
    }

    #[test]
    fn a_book_that_does_not_exist_is_refused_with_those_that_do() {
        assert!(book_named("china-1998").unwrap_err().contains("china-1988"));
    }
}
