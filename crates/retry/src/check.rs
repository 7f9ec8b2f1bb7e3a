//! Checking the functions of an application.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    time::Instant,
};

use aplomb_cloud::Application;
use aplomb_idempotence::{Judgement, Options, check};
use aplomb_report::{Diagnostic, Finding};
use aplomb_script::Severity;

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
        let (finding, row) = finding::finding(self, function, &judgement);
        let time_ms = (elapsed.as_secs_f64() * 1e5).round() / 1e2;
        let row = Row { time_ms, ..row };
        Checked { function: Some(function), judgement: Some(judgement), finding, row }
    }

    /// Checks functions side by side; each worker has a copy of the terms. `done` hears of
    /// each as it is ready, the answers come in the order of `wanted`.
    pub fn check_all(
        &self,
        wanted: &[usize],
        options: Options,
        mut done: impl FnMut(&Checked),
    ) -> Vec<Checked> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let next = AtomicUsize::new(0);
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..cores.min(wanted.len()) {
                let sender = sender.clone();
                let mut own = self.clone();
                let next = &next;
                scope.spawn(move || {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&function) = wanted.get(place) else { return };
                        if sender.send((place, own.check(function, options))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut found: Vec<(usize, Checked)> = Vec::new();
            for (place, checked) in results {
                done(&checked);
                found.push((place, checked));
            }
            found.sort_by_key(|(place, _)| *place);
            found.into_iter().map(|(_, checked)| checked).collect()
        })
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
                    Severity::Error => Diagnostic::error(&diagnostic.message),
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
