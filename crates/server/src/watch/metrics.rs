//! Counters, and how Prometheus reads them.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// Upper bounds of the classes of a duration, in milliseconds.
const BOUNDS: [f64; 12] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 5e3, 30e3];

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// How long something takes: a histogram.
#[derive(Debug, Default)]
pub(crate) struct Durations {
    classes: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Durations {
    pub fn add(&self, duration: Duration) {
        let millis = duration.as_secs_f64() * 1e3;
        if let Some(class) = BOUNDS.iter().position(|bound| millis <= *bound) {
            self.classes[class].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, name: &str, text: &mut String) {
        let mut so_far = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.classes) {
            so_far += count.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {so_far}", bound / 1e3);
        }
        let count = self.count.load(Relaxed);
        let seconds = self.micros.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub requests: Counter,
    /// Requests that were refused because too much was waiting.
    pub refused: Counter,
    pub accepted: Counter,
    pub duplicates: Counter,
    /// Events with the id of another one that says something else.
    pub contradicting: Counter,
    /// What is no event.
    pub rejected: Counter,
    /// Events that are made of raw events.
    pub translated: Counter,
    /// Events that came when the answers were final.
    pub late: Counter,
    /// Events that some property could not judge, and raw events that a rule could not use.
    pub unchecked: Counter,
    pub recordings: Counter,
    pub notices: Counter,
    pub failed_notices: Counter,
    pub commits: Durations,
    pub checkpoints: Durations,
    /// From the moment at which an answer was due to the moment at which it was known.
    pub detection: Durations,
}

impl Metrics {
    /// In the text format of Prometheus.
    pub fn write(&self, text: &mut String) {
        for (name, counter, help) in [
            ("requests", &self.requests, "Requests with events."),
            ("requests_refused", &self.refused, "Requests refused because too much was waiting."),
            ("events_accepted", &self.accepted, "Events on the disk."),
            ("events_duplicate", &self.duplicates, "Events that came again."),
            ("events_contradicting", &self.contradicting, "Events with the id of a different one."),
            ("events_rejected", &self.rejected, "What was sent and is no event."),
            ("events_translated", &self.translated, "Events made of raw events by rules."),
            ("events_late", &self.late, "Events that came when the answers were final."),
            ("events_unchecked", &self.unchecked, "Events that a property or rule cannot use."),
            ("recordings", &self.recordings, "Recordings kept."),
            ("notices_delivered", &self.notices, "Notices delivered."),
            ("notices_failed", &self.failed_notices, "Attempts to deliver a notice that failed."),
        ] {
            let _ = writeln!(text, "# HELP aplomb_{name}_total {help}");
            let _ = writeln!(text, "# TYPE aplomb_{name}_total counter");
            let _ = writeln!(text, "aplomb_{name}_total {}", counter.get());
        }
        for (name, durations, help) in [
            ("commit_seconds", &self.commits, "How long it takes to write events to the disk."),
            ("checkpoint_seconds", &self.checkpoints, "How long checking pauses for a checkpoint."),
            ("detection_seconds", &self.detection, "How long after it was due an answer is known."),
        ] {
            let _ = writeln!(text, "# HELP aplomb_{name} {help}");
            let _ = writeln!(text, "# TYPE aplomb_{name} histogram");
            durations.write(&format!("aplomb_{name}"), text);
        }
    }
}
