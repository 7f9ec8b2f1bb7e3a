//! What the user can say to every command.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use aplomb_report::{
    Report,
    render::{html, json, sarif, terminal},
};
use clap::{ArgAction, Args, Parser, ValueEnum};

use crate::commands::Command;

const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("APLOMB_COMMIT"),
    ", ",
    env!("APLOMB_TARGET"),
    ")"
);

/// Verify stateful concurrent cloud software.
#[derive(Debug, Parser)]
#[command(
    name = "aplomb",
    version,
    long_version = LONG_VERSION,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 holds, 1 violated, 2 bad input or usage, 3 unknown or limit reached."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How to show the answer.
    #[command(flatten)]
    pub display: Display,
    /// How much of the machine to use.
    #[command(flatten)]
    pub resources: Resources,
}

/// How much of the machine is used.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Resources")]
pub struct Resources {
    /// How many threads compute at the same time [default: one per core]
    #[arg(long, short, global = true, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

impl Resources {
    /// Starts the threads. Without `--jobs` they start when they are first needed.
    pub fn start(&self) {
        if let Some(jobs) = self.jobs {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.get());
            // It fails only if there is a pool already, and nobody else starts one.
            let _ = pool.build_global();
        }
    }
}

/// How the answer is shown.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Display {
    /// The form of the answer [default: by the ending of --output, else human]
    #[arg(long, global = true, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write the answer to this file instead of standard output
    #[arg(long, short, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub color: Color,
    /// Show one line for each problem, and no progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Say on standard error what is done, and when; twice, in more detail
    #[arg(long, short, global = true, action = ArgAction::Count, conflicts_with = "quiet")]
    pub verbose: u8,
}

impl Display {
    /// The format asked for, by name or by the ending of the output file.
    pub fn format(&self) -> Format {
        let ending = self.output.as_deref().and_then(Path::extension);
        let by_ending = match ending.and_then(|ending| ending.to_str()) {
            Some("json") => Format::Json,
            Some("sarif") => Format::Sarif,
            Some("html" | "htm") => Format::Html,
            _ => Format::Human,
        };
        self.format.unwrap_or(by_ending)
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    Human,
    /// JSON, schema 1.
    Json,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
    /// One HTML file with drawings.
    Html,
}

impl Format {
    /// Shows a report in this form.
    pub fn render(self, report: &Report, options: &terminal::Options) -> String {
        match self {
            Format::Human => terminal::render(report, options),
            Format::Json => json::render(report),
            Format::Sarif => sarif::render(report),
            Format::Html => html::render(report),
        }
    }

    /// The name that the user gives.
    pub fn name(self) -> &'static str {
        match self {
            Format::Human => "human",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Html => "html",
        }
    }
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to use colours when writing to `stream`.
    pub fn on(self, stream: &impl anstream::stream::RawStream) -> bool {
        match self {
            Color::Auto => anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
