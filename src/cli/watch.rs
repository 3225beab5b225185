//! `kifud watch`: one table in the terminal.

use anyhow::anyhow;

use super::broker::BrokerArgs;
use super::{Failure, runtime, told_to_stop};
use crate::watch::{self, Look};

/// What is asked of the terminal display.
#[derive(Debug, clap::Args)]
pub(super) struct WatchArgs {
    #[command(flatten)]
    broker: BrokerArgs,
    /// The table.
    #[arg(long, value_name = "ID")]
    table: String,
    /// Only what spectators may see, with its delay.
    #[arg(long)]
    public: bool,
}

/// Shows the table until somebody quits.
pub(super) fn watch(args: WatchArgs) -> Result<(), Failure> {
    let named = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if args.table.is_empty() || !args.table.bytes().all(named) {
        return Err(anyhow!("\"{}\" is no table: its name has small letters, digits and \"-\"", args.table).into());
    }
    let (broker, credentials) = args.broker.read()?;
    let said = |name: &str| std::env::var(name).unwrap_or_default();
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map(said).into_iter().find(|locale| !locale.is_empty()).unwrap_or_default();
    let (look, language) = Look::of(&said("TERM"), !said("NO_COLOR").is_empty(), &locale);
    let options = watch::Options {
        broker,
        base: args.broker.base,
        table: args.table,
        credentials,
        public: args.public,
        language: language.to_owned(),
        look,
    };
    // A signal that cannot be waited for ends it as the signal would.
    let stop = async { drop(told_to_stop().await) };
    runtime()?.block_on(watch::run(options, stop)).map_err(|error| Failure::Failed(error.into()))
}
