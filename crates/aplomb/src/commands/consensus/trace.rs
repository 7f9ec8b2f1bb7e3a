//! Traces of real runs.

use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use aplomb_consensus::{
    qtree::Version,
    trace::{Settings, Source, Trace},
};
use aplomb_report::Report;
use clap::Args;

use crate::{context::Context, error::InputError};

/// Which trace, and how to read it.
#[derive(Debug, Args)]
#[group(id = "trace-arguments")]
#[command(next_help_heading = "Trace")]
pub struct Arguments {
    /// Judge the events of this run of an implementation, one JSON object per line, or of each
    /// run in a folder; `-` reads standard input
    #[arg(long = "trace", id = "trace", value_name = "FILE", conflicts_with_all = ["Model", "Search"])]
    pub file: Option<PathBuf>,
    /// Rounds that continue another one have its value (law P3a): consensus on one value
    #[arg(long, requires = "trace", conflicts_with = "protocol")]
    pub single_decree: bool,
    /// How many rounds to remember, in all trees together
    #[arg(long, value_name = "N", default_value_t = Settings::default().remember)]
    #[arg(requires = "trace", conflicts_with = "protocol")]
    pub remember: usize,
    /// How many events that break a law, and lines that are not events, to show
    #[arg(long, value_name = "N", default_value_t = Settings::default().keep)]
    #[arg(requires = "trace", conflicts_with = "protocol")]
    pub limit: usize,
}

/// What files with traces end in.
pub const EXTENSIONS: [&str; 3] = ["jsonl", "ndjson", "json"];

/// Reads the trace.
pub fn run(path: &Path, arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let version = match arguments.single_decree {
        true => Version::SingleDecree,
        false => Version::StateMachineReplication,
    };
    let keep = arguments.limit.max(1);
    let mut trace = Trace::new(Settings { version, remember: arguments.remember, keep });
    let progress = context.progress("reading the trace");
    let say = |lines: u64| progress.say(format!("reading the trace: {lines} lines"));
    let (source, read) = match path.as_os_str() == "-" {
        true => (Source::Stream, trace.read(io::stdin().lock(), &say)),
        false => {
            let open = |file| BufReader::with_capacity(1 << 18, file);
            let read = File::open(path).and_then(|file| trace.read(open(file), &say));
            (Source::File(path.to_owned()), read)
        }
    };
    read.map_err(|source| InputError::Unreadable { path: path.to_owned(), source })?;
    if trace.summary().events == 0 {
        let problem = trace.summary().problems.first();
        let why = problem.map(|(line, why)| format!("; line {line}: {why}")).unwrap_or_default();
        let message = format!("{} has no events of the quorum tree{why}", source.name());
        return Err(InputError::refused(message));
    }
    let mut report = Report::new("consensus");
    trace.report(&source, &mut report);
    Ok(report)
}
