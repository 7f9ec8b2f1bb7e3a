//! The terminal: source snippets, timelines in text, and a line of summary.

mod paint;
mod snippet;
mod states;
mod timeline;
mod tree;

use std::{collections::BTreeMap, fmt::Write};

use paint::{BAD, DOUBTFUL, GOOD, HEADING, Paint, QUIET};

use crate::{
    Excerpt, Finding, Page, Report, Suggestion, Verdict, VerdictKind, Witness,
    render::{
        patch::hunks,
        visible::{on_one_line, visible},
        wrap::wrap,
    },
};

/// How a report is shown on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether to use colours.
    pub color: bool,
    /// How many cells a line has.
    pub width: usize,
    /// Whether to leave out everything but one line for each problem.
    pub quiet: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { color: false, width: 100, quiet: false }
    }
}

/// Shows a report: notes about the input, then the problems with all that is
/// known about them, then what holds in one line each, then the count.
pub fn render(report: &Report, options: &Options) -> String {
    if options.quiet {
        return brief(report, options);
    }
    let mut text = String::new();
    for diagnostic in report.diagnostics() {
        text.push_str(&snippet::diagnostic(diagnostic, report.sources(), options));
        text.push_str("\n\n");
    }
    for kind in [VerdictKind::Violated, VerdictKind::Unknown] {
        for finding in of_kind(report, kind) {
            text.push_str(&problem(finding, report, options));
            text.push('\n');
        }
    }
    text.push_str(&held(report, options));
    text.push_str(&count(report, options));
    text
}

/// Shows a page of the registry.
pub fn render_page(page: &Page, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let heading = format!("{}: {}", page.code, page.name);
    let mut text = format!("{}\n{}.\n", paint.with(HEADING, heading), page.title);
    for (heading, section) in page.sections() {
        let _ = write!(text, "\n{}\n\n", paint.with(HEADING, heading));
        let mut in_code = false;
        for line in section.lines() {
            if line.starts_with("```") {
                in_code = !in_code;
            } else if in_code {
                let _ = writeln!(text, "    {}", paint.with(paint::ACCENT, line));
            } else {
                wrap(line, options.width.min(88)).iter().for_each(|line| {
                    let _ = writeln!(text, "{line}");
                });
            }
        }
    }
    text
}

fn of_kind(report: &Report, kind: VerdictKind) -> impl Iterator<Item = &Finding> {
    report.findings().iter().filter(move |finding| finding.verdict().kind() == kind)
}

fn problem(finding: &Finding, report: &Report, options: &Options) -> String {
    let mut text = snippet::finding(finding, report.sources(), options);
    text.push('\n');
    if let Some(witness) = finding.witness() {
        text.push_str(&story(witness, finding.verdict().kind(), options));
    }
    for suggestion in finding.suggestions() {
        text.push_str(&way_out(suggestion, report.sources(), options));
    }
    text
}

fn story(witness: &Witness, kind: VerdictKind, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let heading = match kind {
        VerdictKind::Violated => "how it happens",
        VerdictKind::Unknown => "a candidate that was not confirmed",
        VerdictKind::Holds | VerdictKind::HoldsWithinBounds => "what happens",
    };
    let caption = format!("{heading}: {}", visible(witness.caption()));
    let caption = wrap(&caption, options.width.saturating_sub(2)).join("\n  ");
    let mut text = format!("\n  {}\n\n", paint.with(HEADING, caption));
    text.push_str(&timeline::timeline(witness, options));
    for grown in witness.trees() {
        text.push('\n');
        text.push_str(&tree::tree(grown, options));
    }
    if let Some(states) = witness.final_states() {
        text.push('\n');
        text.push_str(&states::final_states(states, options));
    }
    if let Some(replay) = witness.replay() {
        let _ = write!(text, "\n    to see it again: {}\n", on_one_line(replay));
    }
    text
}

fn way_out(suggestion: &Suggestion, sources: &[Excerpt], options: &Options) -> String {
    let paint = Paint { color: options.color };
    let heading = "what to do: ";
    let message = wrap(&visible(&suggestion.message), options.width.saturating_sub(14));
    let mut text = format!("\n  {}", paint.with(GOOD.bold(), heading));
    let _ = writeln!(text, "{}", message.join(&format!("\n{:14}", "")));
    for hunk in hunks(&suggestion.edits, sources) {
        let _ = writeln!(text, "\n    {}:{}", on_one_line(&hunk.file), hunk.line);
        for line in &hunk.removed {
            let _ = writeln!(text, "    {}", paint.with(BAD, format!("- {line}")));
        }
        for line in &hunk.added {
            let _ = writeln!(text, "    {}", paint.with(GOOD, format!("+ {line}")));
        }
    }
    text
}

/// One line for each problem, in a form that editors understand.
fn brief(report: &Report, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let mut text = String::new();
    for kind in [VerdictKind::Violated, VerdictKind::Unknown] {
        for finding in of_kind(report, kind) {
            let place =
                finding.primary().map_or(String::new(), |label| format!("{}: ", label.span));
            let verdict =
                paint.with(paint::verdict(kind), format!("{}[{}]", kind.words(), finding.code()));
            let line = format!("{}: {}", finding.subject(), finding.title());
            let _ = writeln!(text, "{}{verdict}: {}", on_one_line(&place), on_one_line(&line));
        }
    }
    text
}

/// What holds: one line for each finding, then what they take for granted.
fn held(report: &Report, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let mut text = String::new();
    let mut assumed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut held = 0;
    for kind in [VerdictKind::HoldsWithinBounds, VerdictKind::Holds] {
        for finding in of_kind(report, kind) {
            held += 1;
            let verdict =
                paint.with(paint::verdict(kind), format!("{}[{}]", kind.words(), finding.code()));
            let mut line = format!("{}: {}", finding.subject(), finding.title());
            if let Verdict::HoldsWithinBounds { bound, .. } = finding.verdict() {
                let _ = write!(line, " ({bound})");
            }
            let _ = writeln!(text, "{verdict}: {}", on_one_line(&line));
            if let Some(witness) = finding.witness() {
                text.push_str(&story(witness, kind, options));
            }
            for assumption in finding.verdict().assumptions() {
                assumed.entry(assumption).or_default().push(finding.subject());
            }
        }
    }
    for (assumption, subjects) in assumed {
        let whose = match subjects.len() {
            all if all == held => String::new(),
            _ => format!(" (for {})", subjects.join(", ")),
        };
        let line = format!("assuming: {assumption}{whose}");
        for line in wrap(&on_one_line(&line), options.width.saturating_sub(2)) {
            let _ = writeln!(text, "  {}", paint.with(QUIET, line));
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn count(report: &Report, options: &Options) -> String {
    let paint = Paint { color: options.color };
    let summary = report.summary();
    if summary.total() == 0 {
        return format!("{}\n", paint.with(DOUBTFUL, "nothing was checked"));
    }
    let parts: Vec<String> = VerdictKind::ALL
        .into_iter()
        .filter(|kind| summary.count(*kind) > 0)
        .map(|kind| {
            let words = match (kind, summary.count(kind)) {
                (VerdictKind::Holds, 2..) => "hold",
                (VerdictKind::HoldsWithinBounds, 2..) => "hold within bounds",
                _ => kind.words(),
            };
            paint.with(paint::verdict(kind), format!("{} {words}", summary.count(kind)))
        })
        .collect();
    let seconds = report.timing().elapsed_ms / 1e3;
    format!("{}  {}\n", parts.join(", "), paint.with(QUIET, format!("({seconds:.2} s)")))
}
