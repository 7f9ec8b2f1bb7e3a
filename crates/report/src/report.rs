//! The result of one command.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Excerpt, Finding, Label, Sources, Span, VerdictKind, source};

/// The version of the JSON contract that this crate writes and reads.
pub const SCHEMA: u32 = 1;

/// The result of one command: what was found, and what was noticed on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    schema: u32,
    tool: Tool,
    command: String,
    summary: Summary,
    findings: Vec<Finding>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<Diagnostic>,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    data: Value,
    timing: Timing,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sources: Vec<Excerpt>,
}

impl Report {
    /// An empty report of `command`, e.g. `check`.
    pub fn new(command: impl Into<String>) -> Report {
        Report {
            schema: SCHEMA,
            tool: Tool { name: "aplomb".into(), version: env!("CARGO_PKG_VERSION").into() },
            command: command.into(),
            summary: Summary::of(&[]),
            findings: Vec::new(),
            diagnostics: Vec::new(),
            data: Value::Null,
            timing: Timing { elapsed_ms: 0.0 },
            sources: Vec::new(),
        }
    }

    /// One report of `command` about all files of a folder. What each part has as data is
    /// found in `parts`, in the same order.
    pub fn of_folder(command: impl Into<String>, folder: &str, parts: Vec<Report>) -> Report {
        let mut whole = Report::new(command);
        let mut data = Vec::new();
        for part in parts {
            part.findings.into_iter().for_each(|finding| whole.push(finding));
            whole.diagnostics.extend(part.diagnostics);
            whole.sources.extend(part.sources);
            data.push(part.data);
        }
        whole.set_data(json!({ "folder": folder, "parts": data }));
        whole
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        self.summary.add(finding.verdict().kind());
        self.findings.push(finding);
    }

    /// Adds something that was noticed about the input.
    pub fn diagnose(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Sets the part of the report that only this command has, e.g. the table of
    /// functions of `aplomb check`. It appears in JSON as `data`.
    pub fn set_data(&mut self, data: Value) {
        self.data = data;
    }

    /// Says how long the command took.
    pub fn set_elapsed(&mut self, elapsed: Duration) {
        self.timing.elapsed_ms = (elapsed.as_secs_f64() * 1e6).round() / 1e3;
    }

    /// Copies the source lines that the report mentions into it, so that it can
    /// be shown where the source is not. Lines it already has are kept.
    pub fn attach_sources(&mut self, sources: &dyn Sources) {
        let mut wanted = source::Wanted::default();
        for finding in &self.findings {
            let labels = finding.primary().into_iter().chain(finding.secondary());
            labels.for_each(|label| wanted.with_context(&label.span));
            let edits = finding.suggestions().iter().flat_map(|suggestion| &suggestion.edits);
            edits.for_each(|edit| wanted.with_context(&edit.span));
            let steps = finding.witness().into_iter().flat_map(|witness| witness.steps());
            steps.filter_map(|step| step.span.as_ref()).for_each(|span| wanted.alone(span));
        }
        let labels = self.diagnostics.iter().filter_map(|diagnostic| diagnostic.label.as_ref());
        labels.for_each(|label| wanted.with_context(&label.span));
        wanted.load_into(&mut self.sources, sources);
    }

    /// The command that made the report.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The program that made the report.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The findings, in the order in which they were added.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What was noticed about the input.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What only this command has.
    pub fn data(&self) -> &Value {
        &self.data
    }

    /// How many findings there are of each verdict.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// How long it took.
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The source lines that the report carries with it.
    pub fn sources(&self) -> &[Excerpt] {
        &self.sources
    }

    /// The same report with a summary that is true of its findings.
    pub(crate) fn counted_anew(self) -> Report {
        Report { summary: Summary::of(&self.findings), ..self }
    }
}

/// The program that made a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// How many findings there are of each verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The most urgent verdict. A report without findings checked nothing: its
    /// verdict is unknown.
    pub verdict: VerdictKind,
    /// How many properties were refuted.
    pub violated: usize,
    /// How many could not be decided.
    pub unknown: usize,
    /// How many hold up to a bound.
    pub holds_within_bounds: usize,
    /// How many were proved.
    pub holds: usize,
}

impl Summary {
    fn of(findings: &[Finding]) -> Summary {
        let mut summary = Summary {
            verdict: VerdictKind::Unknown,
            violated: 0,
            unknown: 0,
            holds_within_bounds: 0,
            holds: 0,
        };
        findings.iter().for_each(|finding| summary.add(finding.verdict().kind()));
        summary
    }

    fn add(&mut self, kind: VerdictKind) {
        self.verdict = if self.total() == 0 { kind } else { self.verdict.max(kind) };
        match kind {
            VerdictKind::Holds => self.holds += 1,
            VerdictKind::HoldsWithinBounds => self.holds_within_bounds += 1,
            VerdictKind::Unknown => self.unknown += 1,
            VerdictKind::Violated => self.violated += 1,
        }
    }

    /// How many findings there are.
    pub fn total(&self) -> usize {
        VerdictKind::ALL.into_iter().map(|kind| self.count(kind)).sum()
    }

    /// How many findings have this verdict.
    pub fn count(&self, kind: VerdictKind) -> usize {
        match kind {
            VerdictKind::Holds => self.holds,
            VerdictKind::HoldsWithinBounds => self.holds_within_bounds,
            VerdictKind::Unknown => self.unknown,
            VerdictKind::Violated => self.violated,
        }
    }
}

/// How long a command took.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Wall-clock time in milliseconds.
    pub elapsed_ms: f64,
}

/// Something that was noticed about the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What was noticed.
    pub message: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// What the user can do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Part of the input could not be used.
    Error,
    /// The input was used, but perhaps not as meant.
    Warning,
    /// Good to know.
    Note,
}

impl Severity {
    /// The word a report uses, also the name in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

impl Diagnostic {
    /// Part of the input could not be used.
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    /// The input was used, but perhaps not as meant.
    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message)
    }

    /// Good to know.
    pub fn note(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, message)
    }

    fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, message: message.into(), label: None, help: None }
    }

    /// Says where.
    pub fn at(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.label = Some(Label::new(span, message));
        self
    }

    /// Says what the user can do about it.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}
