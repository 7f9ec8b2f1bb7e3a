//! Counts what a search does, and notices when it has to stop.

use std::time::{Duration, Instant};

use crate::exploration::{Statistics, StopReason};
use crate::options::{Options, Progress};
use crate::search::store::MOST_STATES;
use crate::visitor::Terminal;

const REPORT_EVERY: Duration = Duration::from_millis(100);

/// How much time may pass between two looks at the clock. How many steps that is depends on the
/// system.
const CHECK_EVERY: Duration = Duration::from_millis(5);

/// The largest number of steps between two looks at the clock.
const MOST_STEPS_BETWEEN_CHECKS: u64 = 1024;

/// Counts what a search does, and notices when it has to stop.
pub(crate) struct Meter<'a> {
    options: &'a Options<'a>,
    start: Instant,
    reported: Duration,
    checked: Duration,
    steps_between_checks: u64,
    /// The number of steps after which to look at the clock.
    next_check: u64,
    most_states: u64,
    /// Whether states are told apart by their fingerprints alone.
    pub(crate) compacted: bool,
    pub(crate) statistics: Statistics,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(options: &'a Options<'a>) -> Self {
        Self {
            options,
            start: Instant::now(),
            reported: Duration::ZERO,
            checked: Duration::ZERO,
            steps_between_checks: 1,
            next_check: 1,
            most_states: options.limits.states.unwrap_or(MOST_STATES).min(MOST_STATES),
            compacted: options.hash_compaction,
            statistics: Statistics::default(),
        }
    }

    /// Counts a new state.
    pub(crate) fn state(&mut self, depth: usize) -> Result<(), StopReason> {
        if self.statistics.states == self.most_states {
            return Err(StopReason::States);
        }
        self.statistics.states += 1;
        self.statistics.depth = self.statistics.depth.max(depth);
        Ok(())
    }

    /// After how many steps to look at the clock again.
    pub(crate) fn steps_between_checks(&self) -> u64 {
        self.steps_between_checks
    }

    /// Counts the end of an execution.
    pub(crate) fn terminal(&mut self, terminal: Terminal) {
        match terminal {
            Terminal::Final => self.statistics.final_states += 1,
            Terminal::Deadlock => self.statistics.deadlocks += 1,
        }
    }

    /// Counts steps. `stored` tells how many bytes the search occupies, should the operating
    /// system not know.
    pub(crate) fn transitions(
        &mut self,
        count: u64,
        depth: usize,
        stored: impl FnOnce() -> u64,
    ) -> Result<(), StopReason> {
        self.statistics.transitions += count;
        if self.statistics.transitions < self.next_check {
            Ok(())
        } else {
            self.check(depth, stored)
        }
    }

    fn check(&mut self, depth: usize, stored: impl FnOnce() -> u64) -> Result<(), StopReason> {
        let options = self.options;
        if options.cancelled.is_some_and(|cancelled| cancelled()) {
            return Err(StopReason::Cancelled);
        }
        let elapsed = self.start.elapsed();
        self.steps_between_checks = if elapsed - self.checked > CHECK_EVERY {
            (self.steps_between_checks / 2).max(1)
        } else {
            (self.steps_between_checks * 2).min(MOST_STEPS_BETWEEN_CHECKS)
        };
        self.checked = elapsed;
        self.next_check = self.statistics.transitions + self.steps_between_checks;
        if options.limits.time.is_some_and(|limit| elapsed >= limit) {
            return Err(StopReason::Time);
        }
        if let Some(limit) = options.limits.memory
            && resident_memory().unwrap_or_else(stored) > limit
        {
            return Err(StopReason::Memory);
        }
        if let Some(report) = options.progress
            && elapsed - self.reported >= REPORT_EVERY
        {
            self.reported = elapsed;
            let Statistics { states, transitions, .. } = self.statistics;
            report(&Progress { states, transitions, depth, elapsed });
        }
        Ok(())
    }

    /// The final count.
    pub(crate) fn finish(self) -> Statistics {
        let states = self.statistics.states as f64;
        Statistics {
            elapsed: self.start.elapsed(),
            // The birthday bound: one chance in 2^128 for each pair of states.
            collision_probability: self.compacted.then(|| states * states / 2.0 / 2_f64.powi(128)),
            ..self.statistics
        }
    }
}

/// The physical memory that this process occupies, in bytes, if the operating system tells.
pub fn resident_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmRSS:").map(|kilobytes| kilobytes * 1024)
}

/// The memory that programs may still occupy, in bytes, if the operating system tells.
pub fn available_memory() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemAvailable:").map(|kilobytes| kilobytes * 1024)
}

fn kilobytes(file: &str, entry: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(entry))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
