//! Checking the functions of an application.

use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

use aplomb_cloud::Application;
use aplomb_idempotence::{Judgement, Options, check};
use aplomb_report::{Diagnostic, Finding};
use aplomb_script::Severity;
use aplomb_symbolic::with_fresh_solver;
use rayon::prelude::*;

use crate::{Loaded, Places, Programs, Row, finding};

/// What was found out about a function.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Which of [`Loaded::functions`]; nothing if it could not be read.
    pub function: Option<usize>,
    /// What the engine said, with the advice; nothing if the function could not be read.
    pub judgement: Option<Judgement>,
    /// The same for people.
    pub finding: Finding,
    /// The same for scripts.
    pub row: Row,
}

impl Loaded {
    /// Checks one function beside all the others.
    pub fn check(&mut self, function: usize, options: Options) -> Checked {
        let start = Instant::now();
        let judgement = {
            let subjects = Programs::new(&self.program, &self.models, &self.functions);
            check(&mut self.app, &subjects, function, options)
        };
        let elapsed = start.elapsed() + self.times[function];
        let judged = start.elapsed();
        let (finding, row) = finding::finding(self, function, &judgement);
        tracing::debug!(
            function = row.name,
            verdict = %row.verdict,
            ?judged,
            replayed = ?(start.elapsed() - judged),
            "judged"
        );
        let time_ms = (elapsed.as_secs_f64() * 1e5).round() / 1e2;
        let row = Row { time_ms, ..row };
        Checked { function: Some(function), judgement: Some(judgement), finding, row }
    }

    /// Checks functions side by side. `done` hears of each as it is ready, the answers come in
    /// the order of `wanted`.
    ///
    /// Each function has a copy of the terms and a solver of its own, so that what is said of
    /// it does not depend on which others were checked before it on the same core.
    pub fn check_all(
        &self,
        wanted: &[usize],
        options: Options,
        done: impl FnMut(&Checked) + Send,
    ) -> Vec<Checked> {
        let done = Mutex::new(done);
        let check = |&function: &usize| {
            let checked = with_fresh_solver(|| self.clone().check(function, options));
            (done.lock().unwrap_or_else(PoisonError::into_inner))(&checked);
            checked
        };
        wanted.par_iter().map(check).collect()
    }

    /// What is known of functions that could not be read, or are nowhere to be found.
    pub fn unread(&self, application: &Application) -> Vec<Checked> {
        let failed = self.failed.iter().map(|(handler, why)| {
            Row::unread(&handler.name, &handler.file, Some(&handler.export), why)
        });
        let missing = application.missing.iter();
        let missing = missing.map(|(name, why)| Row::unread(name, &application.source, None, why));
        failed
            .chain(missing)
            .map(|row| Checked {
                function: None,
                judgement: None,
                finding: finding::unread(&row.name, &row.reason),
                row,
            })
            .collect()
    }

    /// What the front ends noticed.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let places = Places::new(&self.program);
        let noticed = self.program.diagnostics.iter();
        noticed
            .map(|diagnostic| {
                let made = match diagnostic.severity {
                    Severity::Error | Severity::Syntax => Diagnostic::error(&diagnostic.message),
                    Severity::Warning => Diagnostic::warning(&diagnostic.message),
                };
                match places.span(diagnostic.span) {
                    Some(span) => made.at(span, ""),
                    None => made,
                }
            })
            .collect()
    }
}
