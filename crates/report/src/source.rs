//! The source lines that a report carries with it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::Span;

/// Where source text comes from.
pub trait Sources {
    /// The whole text of a file, by the name used in spans, if it can be had.
    fn text(&self, file: &str) -> Option<String>;
}

impl<F: Fn(&str) -> Option<String>> Sources for F {
    fn text(&self, file: &str) -> Option<String> {
        self(file)
    }
}

/// Consecutive lines of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The file, as spans name it.
    pub file: String,
    /// The number of the first line, from 1.
    pub line: u32,
    /// The lines, without line ends.
    pub lines: Vec<String>,
}

impl Excerpt {
    /// The number of the last line.
    pub fn last_line(&self) -> u32 {
        self.line + (self.lines.len() as u32).saturating_sub(1)
    }
}

/// Finds a line among excerpts.
pub(crate) fn line<'a>(excerpts: &'a [Excerpt], file: &str, line: u32) -> Option<&'a str> {
    excerpts.iter().filter(|excerpt| excerpt.file == file).find_map(|excerpt| {
        let index = line.checked_sub(excerpt.line)?;
        excerpt.lines.get(index as usize).map(String::as_str)
    })
}

/// How many lines are shown before and after a place.
const CONTEXT: u32 = 2;
/// A place that covers more lines than this is shown by its first lines.
const LONGEST: u32 = 40;

/// The lines that a report mentions, by file.
#[derive(Default)]
pub(crate) struct Wanted(BTreeMap<String, BTreeSet<u32>>);

impl Wanted {
    /// Wants the lines of a span and a few around it.
    pub(crate) fn with_context(&mut self, span: &Span) {
        self.want(span, CONTEXT);
    }

    /// Wants the lines of a span alone.
    pub(crate) fn alone(&mut self, span: &Span) {
        self.want(span, 0);
    }

    fn want(&mut self, span: &Span, context: u32) {
        let first = span.line.saturating_sub(context).max(1);
        let last = span.last_line().min(span.line.saturating_add(LONGEST));
        let lines = self.0.entry(span.file.clone()).or_default();
        lines.extend(first..=last.saturating_add(context));
    }

    /// Reads the wanted lines that are not there yet.
    pub(crate) fn load_into(self, excerpts: &mut Vec<Excerpt>, sources: &dyn Sources) {
        for (file, mut wanted) in self.0 {
            wanted.retain(|number| line(excerpts, &file, *number).is_none());
            if wanted.is_empty() {
                continue;
            }
            let Some(text) = sources.text(&file) else { continue };
            let lines: Vec<&str> = text.lines().collect();
            for number in wanted {
                let Some(text) = lines.get(number as usize - 1) else { break };
                append(excerpts, &file, number, text);
            }
        }
    }
}

fn append(excerpts: &mut Vec<Excerpt>, file: &str, number: u32, text: &str) {
    match excerpts.last_mut() {
        Some(last) if last.file == file && last.last_line() + 1 == number => {
            last.lines.push(text.to_owned());
        }
        _ => excerpts.push(Excerpt {
            file: file.to_owned(),
            line: number,
            lines: vec![text.to_owned()],
        }),
    }
}
