//! What every command has at hand.

use std::{io::IsTerminal, time::Instant};

use aplomb_report::Report;

use crate::progress::Progress;

/// What every command has at hand.
#[derive(Debug)]
pub struct Context {
    start: Instant,
    shows_progress: bool,
}

impl Context {
    /// The context of a command that starts now.
    pub fn new(quiet: bool) -> Context {
        Context { start: Instant::now(), shows_progress: !quiet && std::io::stderr().is_terminal() }
    }

    /// Says what is being done, on standard error, if it takes longer than a
    /// second and somebody is watching. Ends when dropped.
    pub fn progress(&self, what: &str) -> Progress {
        tracing::info!("{what}");
        if self.shows_progress { Progress::on_stderr(what) } else { Progress::hidden() }
    }

    /// Completes a fresh report: how long it took, and the source lines that it
    /// mentions, read relative to the current directory.
    ///
    /// Not for reports that come from outside: they could name any file.
    pub fn complete(&self, mut report: Report) -> Report {
        report.attach_sources(&|file: &str| std::fs::read_to_string(file).ok());
        report.set_elapsed(self.start.elapsed());
        report
    }
}
