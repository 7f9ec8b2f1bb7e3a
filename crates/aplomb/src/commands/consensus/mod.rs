//! `aplomb consensus`: does this protocol refine the quorum tree?

pub mod assumptions;
mod check;
#[cfg(feature = "implementations")]
mod implementation;
mod list;
mod model;
mod prove;
mod simulate;
mod trace;

use aplomb_report::{Code, Report};
use clap::{Args, Subcommand};

use super::Answer;
use crate::{arguments::Display, context::Context, error::InputError, folder};

/// What to check.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "`aplomb consensus list` shows the protocols and their mutants."
)]
pub struct Arguments {
    /// Another question than whether a protocol is safe within bounds.
    #[command(subcommand)]
    pub question: Option<Question>,
    /// Whether a protocol is safe within bounds.
    #[command(flatten)]
    pub check: check::Exhaustive,
    /// Whether a run of an implementation is safe.
    #[command(flatten)]
    pub trace: trace::Arguments,
}

/// Other questions.
#[derive(Debug, Subcommand)]
pub enum Question {
    /// Show the protocols, their bounds and their mutants
    List(list::Arguments),
    /// Follow random runs of a protocol, with bounds that are too large to be exhausted
    Simulate(simulate::Arguments),
    /// Prove a protocol for any number of processes, rounds and values
    Prove(prove::Arguments),
    /// Run a library that implements consensus, with faults in the network and in nodes
    #[cfg(feature = "implementations")]
    Implementation(implementation::Arguments),
}

/// Answers the question.
pub fn run(
    arguments: &Arguments,
    display: &Display,
    context: &Context,
) -> Result<Answer, InputError> {
    let report = |report: Report| Answer::from(context.complete(report));
    match &arguments.question {
        Some(Question::List(arguments)) => list::run(arguments, display).map(Answer::Text),
        Some(Question::Simulate(arguments)) => simulate::run(arguments, context).map(report),
        Some(Question::Prove(arguments)) => prove::run(arguments, context).map(report),
        #[cfg(feature = "implementations")]
        Some(Question::Implementation(arguments)) => {
            implementation::run(arguments, context).map(report)
        }
        None => match &arguments.trace.file {
            Some(path) => {
                let unread = Some(Code::CONSENSUS_UNKNOWN);
                folder::each(path, &trace::EXTENSIONS, "consensus", unread, |file| {
                    trace::run(file, &arguments.trace, context)
                })
                .map(report)
            }
            None => check::run(&arguments.check, context).map(report),
        },
    }
}
