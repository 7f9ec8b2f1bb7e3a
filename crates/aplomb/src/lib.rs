//! *What does the user ask, and in which form is the answer wanted?*
//!
//! The command line: it parses arguments, calls one capability, shows the
//! [`Report`](aplomb_report::Report) that it returns, and maps the verdict to an
//! exit code: 0 holds, 1 violated, 2 bad input or usage, 3 unknown.
//!
//! ```
//! use aplomb_report::VerdictKind;
//!
//! assert_eq!(VerdictKind::ALL.map(VerdictKind::exit_code), [1, 3, 0, 0]);
//! ```
//!
//! # Adding a command
//!
//! One file in [`commands`] with a `clap` struct `Arguments` and a function
//! `run(arguments, context) -> Result<Report, InputError>`, one variant of
//! [`commands::Command`], one line in [`commands::run`]. A command appears here
//! when it works.
//!
//! # Invariants
//!
//! - Nothing is decided here: verdicts come from the capabilities.
//! - Whatever the user gives, there is one message on standard error and exit
//!   code 2, never a panic.
//! - Standard output has the answer and nothing else; progress goes to standard
//!   error.

pub mod arguments;
pub mod commands;
pub mod context;
pub mod error;
pub mod folder;
pub mod output;
pub mod progress;

use std::process::ExitCode;

use arguments::Cli;
use clap::Parser;
use commands::Answer;
use context::Context;
use error::InputError;
use output::Destination;

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refusal) => {
            // Help and version are "errors" of exit code 0. Where they cannot be
            // printed (a closed pipe), nobody is reading.
            let _ = refusal.print();
            return ExitCode::from(refusal.exit_code().clamp(0, 2) as u8);
        }
    };
    output::trace(cli.display.verbose);
    match answer(&cli) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            error.print(cli.display.color);
            ExitCode::from(InputError::EXIT_CODE)
        }
    }
}

/// Runs the command, writes what it answers, and returns the exit code.
fn answer(cli: &Cli) -> Result<u8, InputError> {
    let destination = Destination::of(&cli.display)?;
    cli.resources.start();
    let context = Context::new(cli.display.quiet);
    match commands::run(&cli.command, &cli.display, &context)? {
        Answer::Report(report) => {
            let options = output::terminal_options(&cli.display, &destination);
            let text = cli.display.format().render(&report, &options);
            destination.write(&text)?;
            Ok(report.summary().verdict.exit_code())
        }
        Answer::Text(text) => {
            destination.write(&text)?;
            Ok(0)
        }
        Answer::Checked { text, passed } => {
            destination.write(&text)?;
            Ok(u8::from(!passed))
        }
        Answer::Coded { text, code } => {
            destination.write(&text)?;
            Ok(code)
        }
    }
}
