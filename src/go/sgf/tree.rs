//! SGF's syntax: game trees of nodes with properties, values still as written (FF4, red-bean.com/sgf/sgf4.html).
//!
//! An own reader, because what a referee is shown may not be a guess: it gives the place of every fault, keeps values raw (soft line
//! breaks and escaped colons need that), and uses no recursion, so no file can overflow the stack.

/// The longest property name, as other readers have it.
const NAME_MAX: usize = 64;

/// A place in a file, for people: both count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// Line.
    pub line: usize,
    /// Character of the line.
    pub column: usize,
}

impl Location {
    /// The place of a byte of a text.
    pub fn of(text: &str, byte: usize) -> Location {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Location { line: before.bytes().filter(|&byte| byte == b'\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a file's syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxFault {
    /// A value that belongs to no property.
    #[error("a value without a property")]
    ValueWithoutProperty,
    /// A property name with no value after it.
    #[error("a property without a value")]
    PropertyWithoutValue,
    /// A property outside of any node.
    #[error("a property outside of a node")]
    PropertyOutsideNode,
    /// A name without capital letters, or longer than any.
    #[error("not a property name")]
    Name,
    /// A game tree that starts without a node.
    #[error("a variation without a node")]
    EmptyTree,
    /// A node after a variation has ended: which line it continues is not said.
    #[error("a node after a variation")]
    NodeAfterVariation,
    /// A value that is not closed before the file ends.
    #[error("a value that never ends: a ] is missing")]
    ValueNeverEnds,
    /// The file ends inside a game.
    #[error("the file ends inside the game: a ) is missing")]
    TreeNeverEnds,
    /// A character that means nothing here.
    #[error("the character {0:?} means nothing here")]
    Character(char),
    /// Text before the first game that looks like a part of one.
    #[error("what stands before the first ( looks like a part of a game")]
    PartBefore,
    /// Text after the game that looks like a part of it.
    #[error("the game has ended, but what follows looks like a part of it")]
    PartAfter,
    /// More nodes than are read.
    #[error("more than {} nodes", GameTree::NODES_MAX)]
    TooManyNodes,
}

/// A property as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Its name in capitals; the small letters of FF3 names ("AddBlack") are dropped.
    pub name: String,
    /// Its values, raw: escapes and line breaks are still in them.
    pub values: Vec<String>,
    /// Where the name starts, in bytes of the text.
    pub at: usize,
}

/// A node of a game tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its properties in order.
    pub properties: Vec<Property>,
    /// Numbers of the nodes that may follow: the first is the main line.
    pub children: Vec<usize>,
    /// Where it starts, in bytes of the text.
    pub at: usize,
}

impl Node {
    /// The property of this name; the first, where it was written twice.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

/// One game with its variations; node 0 is the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameTree {
    nodes: Vec<Node>,
}

impl GameTree {
    /// A file with more nodes is refused: 200 times the longest record known, and a bound on memory.
    pub const NODES_MAX: usize = 100_000;

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.nodes.first(), |node| node.children.first().map(|&child| &self.nodes[child]))
    }
}

/// Something that a file lacks and that was taken as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// The first `(`, and then the last `)` may be missing too (Fox exports of old games).
    Parenthesis(Location),
    /// The `;` before a variation's first property.
    Semicolon(Location),
}

/// A fault with its place; `None` when there is no game at all.
type Fault = Option<(Location, SyntaxFault)>;

/// The game trees of a file.
///
/// Leading text is passed over, as in mails. Text after the games is passed over, too, unless it looks like a part of one.
///
/// # Errors
/// What is wrong first, and where; [`None`] when there is no game at all.
pub fn parse(text: &str) -> Result<Vec<GameTree>, Fault> {
    Reader { text, rest: text, nodes_left: GameTree::NODES_MAX, repairs: None }.collection()
}

/// As [`parse`], taking as written what real files leave out without losing anything.
///
/// # Errors
/// As [`parse`].
pub fn parse_repairing(text: &str) -> Result<(Vec<GameTree>, Vec<Repair>), Fault> {
    let mut reader = Reader { text, rest: text, nodes_left: GameTree::NODES_MAX, repairs: Some(Vec::new()) };
    let trees = reader.collection()?;
    Ok((trees, reader.repairs.unwrap_or_default()))
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    nodes_left: usize,
    /// What was repaired, where repairs are wanted.
    repairs: Option<Vec<Repair>>,
}

/// A tree in the making.
#[derive(Default)]
struct Growing {
    nodes: Vec<Node>,
    /// For each open parenthesis: the node it continues, and whether a variation has already ended in it.
    open: Vec<(Option<usize>, bool)>,
    /// The node that the next one follows.
    current: Option<usize>,
}

impl<'a> Reader<'a> {
    fn collection(&mut self) -> Result<Vec<GameTree>, Fault> {
        self.skip_space();
        let mut trees = Vec::new();
        if self.rest.starts_with(';') && self.repairs.is_some() {
            let at = Location::of(self.text, self.offset(self.rest));
            self.repairs.get_or_insert_default().push(Repair::Parenthesis(at));
            trees.push(self.tree(true)?);
        } else {
            let start = self.tree_start().ok_or(None)?;
            if has_property(&self.rest[..start]) {
                return Err(self.fault(SyntaxFault::PartBefore));
            }
            self.rest = &self.rest[start..];
            trees.push(self.tree(false)?);
        }
        while let Some(start) = self.tree_start() {
            self.refuse_parts(&self.rest[..start])?;
            self.rest = &self.rest[start..];
            trees.push(self.tree(false)?);
        }
        self.refuse_parts(self.rest)?;
        Ok(trees)
    }

    /// Reads a tree. `implied` says that its first parenthesis is missing: then the last may be, too.
    fn tree(&mut self, implied: bool) -> Result<GameTree, Fault> {
        let mut tree = Growing::default();
        if implied {
            tree.open.push((None, false));
        }
        loop {
            self.skip_space();
            let at = self.rest;
            match self.take_char() {
                None if implied && tree.open.len() == 1 => return Ok(GameTree { nodes: tree.nodes }),
                None => return Err(self.fault(SyntaxFault::TreeNeverEnds)),
                Some('(') => {
                    if tree.current.is_none() && !tree.nodes.is_empty() {
                        return Err(self.fault_at(at, SyntaxFault::EmptyTree));
                    }
                    tree.open.push((tree.current, false));
                    self.first_of_variation(at, &mut tree)?;
                }
                Some(')') => {
                    let (parent, _) = tree.open.pop().unwrap_or_default();
                    tree.current = parent;
                    let Some(around) = tree.open.last_mut() else { return Ok(GameTree { nodes: tree.nodes }) };
                    around.1 = true;
                }
                Some(';') => self.node(at, &mut tree)?,
                Some('[') => return Err(self.fault_at(at, SyntaxFault::ValueWithoutProperty)),
                Some(other) if other.is_ascii_alphabetic() => return Err(self.fault_at(at, SyntaxFault::PropertyOutsideNode)),
                Some(other) => return Err(self.fault_at(at, SyntaxFault::Character(other))),
            }
        }
    }

    /// A variation has been opened: a node has to follow, of which the semicolon may have been left out.
    fn first_of_variation(&mut self, opened: &'a str, tree: &mut Growing) -> Result<(), Fault> {
        self.skip_space();
        if self.rest.starts_with(';') {
            return Ok(());
        }
        if self.rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let (at, here) = (self.rest, Location::of(self.text, self.offset(self.rest)));
            let Some(repairs) = &mut self.repairs else { return Err(self.fault(SyntaxFault::PropertyOutsideNode)) };
            repairs.push(Repair::Semicolon(here));
            return self.node(at, tree);
        }
        Err(self.fault_at(opened, SyntaxFault::EmptyTree))
    }

    /// Reads the properties of a node, which starts at `at`.
    fn node(&mut self, at: &'a str, tree: &mut Growing) -> Result<(), Fault> {
        if tree.open.last().is_some_and(|&(_, ended)| ended) {
            return Err(self.fault_at(at, SyntaxFault::NodeAfterVariation));
        }
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or_else(|| self.fault_at(at, SyntaxFault::TooManyNodes))?;
        let properties = self.properties()?;
        let number = tree.nodes.len();
        if let Some(parent) = tree.current {
            tree.nodes[parent].children.push(number);
        }
        tree.current = Some(number);
        tree.nodes.push(Node { properties, children: Vec::new(), at: self.offset(at) });
        Ok(())
    }

    fn properties(&mut self) -> Result<Vec<Property>, Fault> {
        let mut properties: Vec<Property> = Vec::new();
        loop {
            self.skip_space();
            let at = self.rest;
            if at.starts_with('[') {
                return Err(self.fault(SyntaxFault::ValueWithoutProperty));
            }
            let length = at.bytes().take_while(u8::is_ascii_alphabetic).count();
            if length == 0 {
                return Ok(properties);
            }
            let name: String = at[..length].chars().filter(char::is_ascii_uppercase).collect();
            if name.is_empty() || length > NAME_MAX {
                return Err(self.fault(SyntaxFault::Name));
            }
            self.rest = &at[length..];
            let mut values = Vec::new();
            loop {
                self.skip_space();
                let Some(value) = self.value()? else { break };
                values.push(value.to_owned());
            }
            if values.is_empty() {
                return Err(self.fault_at(at, SyntaxFault::PropertyWithoutValue));
            }
            properties.push(Property { name, values, at: self.offset(at) });
        }
    }

    /// The raw text up to the next `]` that is not escaped, if a value starts here.
    fn value(&mut self) -> Result<Option<&'a str>, Fault> {
        let Some(inside) = self.rest.strip_prefix('[') else { return Ok(None) };
        let mut escaped = false;
        for (index, byte) in inside.bytes().enumerate() {
            match byte {
                b']' if !escaped => {
                    self.rest = &inside[index + 1..];
                    return Ok(Some(&inside[..index]));
                }
                b'\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        Err(self.fault(SyntaxFault::ValueNeverEnds))
    }

    /// Where the next tree starts: a `(` with a `;` after it, or a property where that is repaired.
    fn tree_start(&self) -> Option<usize> {
        let starts = |after: &str| {
            let after = after.trim_start();
            let name = after.bytes().take_while(u8::is_ascii_alphabetic).count();
            after.starts_with(';') || (self.repairs.is_some() && name > 0 && after[name..].starts_with('['))
        };
        self.rest.match_indices('(').map(|(index, _)| index).find(|&index| starts(&self.rest[index + 1..]))
    }

    /// Text around games is passed over, closing parentheses too, but nothing that looks like more of the game before it.
    fn refuse_parts(&self, between: &'a str) -> Result<(), Fault> {
        match between.find([';', '[', ']', '(']) {
            Some(found) => Err(self.fault_at(&self.rest[found..], SyntaxFault::PartAfter)),
            None => Ok(()),
        }
    }

    fn skip_space(&mut self) {
        // Some programs end their files with NUL or the DOS end mark; a byte order mark may be left over at the start.
        self.rest = self.rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\0' | '\u{1A}' | '\u{FEFF}'));
    }

    fn take_char(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let first = chars.next();
        self.rest = chars.as_str();
        first
    }

    fn fault(&self, what: SyntaxFault) -> Fault {
        self.fault_at(self.rest, what)
    }

    fn fault_at(&self, at: &str, what: SyntaxFault) -> Fault {
        Some((Location::of(self.text, self.offset(at)), what))
    }

    /// Where this rest of the text starts.
    fn offset(&self, rest: &str) -> usize {
        self.text.len() - rest.len()
    }
}

/// True when the text holds a name directly followed by a value.
fn has_property(text: &str) -> bool {
    text.match_indices('[').any(|(index, _)| text[..index].ends_with(|c: char| c.is_ascii_alphabetic()))
}
