//! One file for each command.

mod assumptions;
pub mod audit;
pub mod check;
pub mod completions;
pub mod consensus;
pub mod consistency;
pub mod dev;
pub mod explain;
pub mod fix;
pub mod functions;
pub mod linearizability;
pub mod property;
pub mod render;
pub mod replay;
#[cfg(feature = "server")]
pub mod watch;

use aplomb_report::Report;
use clap::Subcommand;

use crate::{arguments::Display, context::Context, error::InputError};

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find out which functions are safe to retry, how the others break, and what to protect
    Check(check::Arguments),
    /// Make functions safe to retry: a patch that protects only what needs it, and is verified
    Fix(fix::Arguments),
    /// Find out whether invariants survive the database's isolation level, and which is enough
    Consistency(Box<consistency::Arguments>),
    /// Find out whether a concurrent class, or a recorded history, is linearizable
    Linearizability(Box<linearizability::Arguments>),
    /// Find out whether a consensus protocol is safe: whether all its runs refine the quorum tree
    Consensus(Box<consensus::Arguments>),
    /// Check properties over the events of a running system, live, with a dashboard
    #[cfg(feature = "server")]
    Watch(Box<watch::Arguments>),
    /// Check properties over recorded events of a running system
    Audit(audit::Arguments),
    /// Draw properties of a running system, or run the examples beside them
    Property(property::Arguments),
    /// Run a recorded invocation again, under a debugger if you like, and tell where it differs
    Replay(replay::Arguments),
    /// Serve the functions of an application on this machine, recorded and monitored
    Dev(dev::Arguments),
    /// Say what a code means, why it matters, and what to do
    Explain(explain::Arguments),
    /// Show a saved report again, e.g. as HTML
    Render(render::Arguments),
    /// Write a completion script for a shell
    Completions(completions::Arguments),
}

/// What a command answers.
#[derive(Debug)]
pub enum Answer {
    /// Findings, to be shown in the form that the user wants; their verdict is
    /// the exit code.
    Report(Box<Report>),
    /// Something else, shown as it is; the exit code is 0.
    Text(String),
    /// The outcome of a test or a replay, shown as it is; the exit code is 0 if it passed, else 1.
    Checked {
        /// What is shown.
        text: String,
        /// Whether everything was as expected.
        passed: bool,
    },
    /// Something else, shown as it is, with the exit code.
    Coded {
        /// What is shown.
        text: String,
        /// The exit code.
        code: u8,
    },
}

impl From<Report> for Answer {
    fn from(report: Report) -> Answer {
        Answer::Report(Box::new(report))
    }
}

/// Runs a command.
pub fn run(command: &Command, display: &Display, context: &Context) -> Result<Answer, InputError> {
    match command {
        Command::Check(arguments) => check::run(arguments, context).map(Answer::from),
        Command::Fix(arguments) => fix::run(arguments, display, context),
        Command::Consistency(arguments) => consistency::run(arguments, context),
        Command::Linearizability(arguments) => {
            linearizability::run(arguments, context).map(Answer::from)
        }
        Command::Consensus(arguments) => consensus::run(arguments, display, context),
        #[cfg(feature = "server")]
        Command::Watch(arguments) => watch::run(arguments, display),
        Command::Audit(arguments) => audit::run(arguments, context).map(Answer::from),
        Command::Property(arguments) => property::run(arguments, display),
        Command::Replay(arguments) => replay::run(arguments, display, context),
        Command::Dev(arguments) => Err(dev::run(arguments)),
        Command::Explain(arguments) => explain::run(arguments, display).map(Answer::Text),
        Command::Render(arguments) => render::run(arguments, context).map(Answer::from),
        Command::Completions(arguments) => Ok(Answer::Text(completions::run(arguments))),
    }
}
