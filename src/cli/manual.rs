//! `kifud manual DIR`: the manual pages and the shells' completions, written by the program that they are about. For the package; hidden.

use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, Failure};

/// Writes `man1/*.1` and `completions/…` into a directory, which is made.
pub(super) fn write(out: &Path) -> Result<(), Failure> {
    let (pages, completions) = (out.join("man1"), out.join("completions"));
    for folder in [&pages, &completions] {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    clap_mangen::generate_to(Cli::command(), &pages).with_context(|| pages.display().to_string())?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "kifud", &completions).with_context(|| completions.display().to_string())?;
    }
    Ok(())
}
