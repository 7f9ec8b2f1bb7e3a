//! Reads a trace as a stream.

use std::io::{self, BufRead, Read};

use super::{
    line::{self, Instance, Malformed, Round, Value},
    memory::{Judged, Memory},
};
use crate::qtree::{Event, Law, Version, Violation};

/// How a trace is read.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether nodes have the values of their parents (law P3a).
    pub version: Version,
    /// How many rounds are remembered.
    pub remember: usize,
    /// How many violations and problems are kept; the rest is counted.
    pub keep: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { version: Version::StateMachineReplication, remember: 250_000, keep: 5 }
    }
}

/// An event that breaks a law.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Its line.
    pub line: u64,
    /// Its tree.
    pub instance: Instance,
    /// What is wrong with it.
    pub violation: Violation<Round, Value>,
}

/// What came of reading a trace.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many lines there are.
    pub lines: u64,
    /// How many of them are events.
    pub events: u64,
    /// How many events break a law.
    pub violations: u64,
    /// The first of them.
    pub broken: Vec<Broken>,
    /// How many events speak of something that is forgotten.
    pub forgotten: u64,
    /// The line of the first of them.
    pub first_forgotten: Option<u64>,
    /// How many lines are no events.
    pub malformed: u64,
    /// The first of them, and what is wrong with them.
    pub problems: Vec<(u64, Malformed)>,
}

/// What some editors begin a file with.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;

/// A trace that is being read.
#[derive(Debug)]
pub struct Trace {
    settings: Settings,
    memory: Memory,
    /// Whether rounds are pairs, once one was seen.
    pairs: Option<bool>,
    /// Whether a tree may lack a node that the run had: a line was not read, or it adds what a
    /// law forbids.
    incomplete: bool,
    summary: Summary,
}

impl Trace {
    /// Nothing is read yet.
    pub fn new(settings: Settings) -> Trace {
        let memory = Memory::new(settings.version, settings.remember);
        Trace { settings, memory, pairs: None, incomplete: false, summary: Summary::default() }
    }

    /// Reads events to the end. `progress` is called now and then with the number of lines.
    pub fn read(&mut self, input: impl BufRead, progress: &dyn Fn(u64)) -> io::Result<()> {
        each_line(input, |number, text| {
            self.summary.lines = number;
            match text {
                Some(text) if text.trim_ascii().is_empty() => {}
                Some(text) => self.take(text),
                None => self.reject(Malformed(format!("it is longer than {LONGEST_LINE} bytes"))),
            }
            if number.is_multiple_of(8192) {
                progress(number);
            }
            true
        })
    }

    fn take(&mut self, text: &[u8]) {
        let line = self.summary.lines;
        let (instance, event, decided) = match line::read_all(text, line) {
            Ok(read) => read,
            Err(problem) => return self.reject(problem),
        };
        if *self.pairs.get_or_insert(line::has_pairs(&event)) != line::has_pairs(&event) {
            let problem = "rounds are numbers in some lines and [term, index] in others";
            return self.reject(Malformed(problem.to_owned()));
        }
        if let Some(decided) = decided
            && let Some(added) = self.memory.value(&instance, event.round())
            && decided != *added
        {
            // The tree knows what a round decides; a line that says otherwise contradicts another.
            let round = event.round();
            let problem = format!("round {round} commits {decided} here, but it has added {added}");
            return self.reject(Malformed(problem));
        }
        self.summary.events += 1;
        let adds = matches!(event, Event::Add { .. });
        // Most traces have one tree, whose name costs nothing to copy.
        match self.memory.observe(instance.clone(), event) {
            Judged::Lawful => {}
            Judged::Forgotten => {
                self.summary.forgotten += 1;
                self.summary.first_forgotten.get_or_insert(line);
            }
            Judged::Broken(violation) if violation.is_of_absence() && self.incomplete => {}
            Judged::Broken(violation) => {
                self.incomplete |= adds && violation.law() != Law::P1;
                self.summary.violations += 1;
                if self.summary.broken.len() < self.settings.keep {
                    self.summary.broken.push(Broken { line, instance, violation });
                }
            }
        }
    }

    fn reject(&mut self, problem: Malformed) {
        self.incomplete = true;
        self.summary.malformed += 1;
        if self.summary.problems.len() < self.settings.keep {
            self.summary.problems.push((self.summary.lines, problem));
        }
    }

    /// What is known so far.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How many rounds are remembered now.
    pub fn remembered(&self) -> usize {
        self.memory.rounds()
    }

    /// How the trace is read.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}

/// Reads lines, until there is none left or `take` has enough. A line that is too long is
/// not kept.
pub(super) fn each_line(
    mut input: impl BufRead,
    mut take: impl FnMut(u64, Option<&[u8]>) -> bool,
) -> io::Result<()> {
    let (mut line, mut number) = (Vec::new(), 0);
    while input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
        number += 1;
        let whole = (line.len() as u64) < LONGEST_LINE || line.last() == Some(&b'\n');
        if !whole {
            skip_line(&mut input)?;
        }
        let text = match number {
            1 => line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line),
            _ => &line,
        };
        if !take(number, whole.then_some(text)) {
            break;
        }
        line.clear();
    }
    Ok(())
}

/// Reads to the end of the line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let (used, done) = match end {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
