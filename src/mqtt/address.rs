//! Where a broker is, how it is spoken to, and as whom.

use std::fmt;
use std::path::Path;

use super::{Tls, Version};

/// One machine that a broker runs on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name or address, an IPv6 address without brackets.
    pub host: String,
    /// TCP port.
    pub port: u16,
}

impl Node {
    /// The host as it stands before a colon and a port: an IPv6 address has brackets there.
    pub fn bracketed(&self) -> String {
        if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.bracketed(), self.port)
    }
}

/// The nodes of a broker: one, or those of a cluster, which are tried in turn when a connection breaks or cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nodes {
    first: Node,
    others: Vec<Node>,
}

impl Nodes {
    /// Hosts and ports: the one to begin with, and the others in their order.
    pub fn new(first: (String, u16), others: impl IntoIterator<Item = (String, u16)>) -> Nodes {
        let node = |(host, port)| Node { host, port };
        Nodes { first: node(first), others: others.into_iter().map(node).collect() }
    }

    /// A broker that is no cluster.
    pub fn one(host: impl Into<String>, port: u16) -> Nodes {
        Nodes::new((host.into(), port), [])
    }

    /// How many there are, at least one.
    pub fn count(&self) -> usize {
        self.others.len() + 1
    }

    /// The node that is tried for the `attempt`-th time, from 0: the first one, the others in turn, and again.
    pub fn at(&self, attempt: usize) -> &Node {
        (attempt % self.count()).checked_sub(1).map_or(&self.first, |other| &self.others[other])
    }
}

/// Where a broker is and how it is spoken to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerAddress {
    /// Its machines.
    pub nodes: Nodes,
    /// What it speaks.
    pub version: Version,
    /// How the connection is secured; none in the clear.
    pub tls: Option<Tls>,
}

/// A user of the broker.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// Name.
    pub user: String,
    /// Password; never shown.
    pub password: String,
}

impl Credentials {
    /// A user whose password, if there is one, is what this file holds but for the end of its line.
    ///
    /// # Errors
    /// The file cannot be read, by its name.
    pub fn read(user: &str, password_file: Option<&Path>) -> std::io::Result<Credentials> {
        let password = match password_file {
            Some(file) => std::fs::read_to_string(file)
                .map_err(|error| std::io::Error::new(error.kind(), format!("{}: {error}", file.display())))?
                .trim_end_matches(['\r', '\n'])
                .to_owned(),
            None => String::new(),
        };
        Ok(Credentials { user: user.to_owned(), password })
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Written by hand to keep the password out of logs.
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_a_cluster_are_tried_in_turn_and_the_first_one_first() {
        let three = Nodes::new(("n1".to_owned(), 1), [("n2".to_owned(), 2), ("::1".to_owned(), 3)]);
        let tried: Vec<String> = (0..5).map(|attempt| three.at(attempt).to_string()).collect();
        assert_eq!(tried, ["n1:1", "n2:2", "[::1]:3", "n1:1", "n2:2"]);
        let one = Nodes::one("hall", 1_883);
        assert_eq!(one.at(0), one.at(7));
        assert_eq!(one.at(usize::MAX).to_string(), "hall:1883");
    }

    #[test]
    fn a_password_is_the_line_of_its_file_with_the_blanks_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("password");
        std::fs::write(&file, " se cret \r\n").unwrap();
        assert_eq!(Credentials::read("anna", Some(&file)).unwrap().password, " se cret ");
        assert_eq!(Credentials::read("anna", None).unwrap().password, "");
        let missing = Credentials::read("anna", Some(&dir.path().join("none"))).unwrap_err().to_string();
        assert!(missing.contains("none: "), "{missing}");
    }
}
