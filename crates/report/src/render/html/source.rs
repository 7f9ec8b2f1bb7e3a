//! Source with its labels.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    ops::Range,
};

use super::markdown::inline;
use crate::{Excerpt, Label, render::markup::Escaped, source};

/// How many lines are shown around a label.
const CONTEXT: u32 = 2;
/// A label that covers more lines than this is shown by its first lines.
const LONGEST: u32 = 40;
/// Notes do not begin further right than this.
const WIDEST_INDENT: usize = 60;

/// The labels by file, each file as a figure.
pub(super) fn figures(primary: Option<&Label>, secondary: &[Label], sources: &[Excerpt]) -> String {
    let labels = || primary.into_iter().map(|label| (label, true));
    let labels = labels().chain(secondary.iter().map(|label| (label, false)));
    let mut files: Vec<(&str, Vec<(&Label, bool)>)> = Vec::new();
    for (label, is_primary) in labels {
        match files.iter_mut().find(|(file, _)| *file == label.span.file) {
            Some((_, labels)) => labels.push((label, is_primary)),
            None => files.push((&label.span.file, vec![(label, is_primary)])),
        }
    }
    files.iter().map(|(file, labels)| figure(file, labels, sources)).collect()
}

fn figure(file: &str, labels: &[(&Label, bool)], sources: &[Excerpt]) -> String {
    let mut html = format!(
        "<figure class=\"source\"><figcaption>{}:{}</figcaption>\
         <div class=\"scroll\" tabindex=\"0\"><pre>",
        Escaped(file),
        labels[0].0.span.line,
    );
    let mut previous = None;
    for (number, places) in lines(labels) {
        let text = source::line(sources, file, number);
        let labelled = places.iter().any(|place| place.message.is_some());
        if text.is_none() && !labelled {
            continue;
        }
        if previous.is_some_and(|previous| previous + 1 != number) {
            html.push_str("<span class=\"skip\">⋮</span>");
        }
        previous = Some(number);
        if let Some(text) = text {
            let _ = write!(html, "<span class=\"line\" data-line=\"{number}\">");
            html.push_str(&marked(text, &places));
            html.push_str("\n</span>");
        }
        for place in &places {
            html.push_str(&note(place, number, text));
        }
    }
    html.push_str("</pre></div></figure>");
    html
}

/// What a label says, below the last line that it covers and beginning where it
/// begins.
fn note(place: &Place<'_>, number: u32, text: Option<&str>) -> String {
    let Some(message) = place.message.filter(|message| !message.is_empty()) else {
        return String::new();
    };
    let class = if place.is_primary { "note primary" } else { "note" };
    let indent = text.map_or(0, indent);
    let column = place.columns.start.max(indent).min(WIDEST_INDENT);
    let line = if text.is_none() { format!("line {number}: ") } else { String::new() };
    format!(
        "<span class=\"{class}\" style=\"--column: {column}\"><span>{line}{}\n</span></span>",
        inline(message)
    )
}

/// What a label says about one line.
struct Place<'a> {
    /// The columns it covers, from 0.
    columns: Range<usize>,
    is_primary: bool,
    /// What is said below the line: at the last line of the label.
    message: Option<&'a str>,
}

/// The lines to show, each with what is said about it.
fn lines<'a>(labels: &[(&'a Label, bool)]) -> BTreeMap<u32, Vec<Place<'a>>> {
    let mut shown: BTreeSet<u32> = BTreeSet::new();
    let mut places: BTreeMap<u32, Vec<Place<'a>>> = BTreeMap::new();
    for (label, is_primary) in labels {
        let span = &label.span;
        let last = span.last_line().clamp(span.line, span.line.saturating_add(LONGEST));
        shown.extend(span.line.saturating_sub(CONTEXT).max(1)..=last.saturating_add(CONTEXT));
        for line in span.line..=last {
            let column = |column: Option<u32>| column.map(|column| column.max(1) as usize - 1);
            let start = if line == span.line { column(span.column).unwrap_or(0) } else { 0 };
            let end = if line == span.last_line() { column(span.end_column) } else { None };
            places.entry(line).or_default().push(Place {
                columns: start..end.unwrap_or(usize::MAX),
                is_primary: *is_primary,
                message: (line == last).then_some(label.message.as_str()),
            });
        }
    }
    shown.into_iter().map(|line| (line, places.remove(&line).unwrap_or_default())).collect()
}

/// A line with the covered columns marked; where labels overlap, the first one
/// (the primary one, if there is one) is shown.
fn marked(text: &str, places: &[Place<'_>]) -> String {
    let indent = indent(text);
    let class_of = |column: usize| {
        let covers = |place: &&Place<'_>| column >= indent && place.columns.contains(&column);
        places.iter().find(covers).map(|place| if place.is_primary { "primary" } else { "other" })
    };
    let characters: Vec<(Option<&str>, char)> =
        text.chars().enumerate().map(|(column, c)| (class_of(column), c)).collect();
    let mut html = String::new();
    for run in characters.chunk_by(|a, b| a.0 == b.0) {
        let text: String = run.iter().map(|(_, c)| *c).collect();
        let _ = match run[0].0 {
            Some(class) => write!(html, "<mark class=\"{class}\">{}</mark>", Escaped(&text)),
            None => write!(html, "{}", Escaped(&text)),
        };
    }
    html
}

fn indent(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).count()
}
