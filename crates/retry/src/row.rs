//! Judgements as data: what scripts and other commands read.

use std::{
    fmt,
    path::{Component, Path, PathBuf},
};

use aplomb_cloud::Handler;
use aplomb_idempotence::{
    App, Explanation, Judgement, Protection,
    advisor::{self, Advice},
};
use aplomb_report::Code;
use aplomb_symbolic::{Action, Step};
use serde::Serialize;

use crate::{Loaded, Operation, Places, code::obligation_code};

/// The verdict on a function, in the words of its own question.
///
/// `safe` is *holds*, both kinds of `unsafe` are *violated*, `unknown` is *unknown*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Proved: a retry shows nothing new.
    Safe,
    /// A crash and a retry alone break it.
    Unsafe,
    /// A crash and a retry break it while other functions run.
    UnsafeConcurrent,
    /// Neither proved nor refuted.
    Unknown,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Word::Safe => "safe",
            Word::Unsafe => "unsafe",
            Word::UnsafeConcurrent => "unsafe-concurrent",
            Word::Unknown => "unknown",
        })
    }
}

/// What was found out about one function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name in the deployment description.
    pub name: String,
    /// The file that has the handler.
    pub file: String,
    /// The exported name of the handler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub export: Option<String>,
    /// The verdict.
    pub verdict: Word,
    /// What it says in one line: what is wrong, or why nothing is known.
    pub reason: String,
    /// What goes wrong, most telling first; empty unless the function is unsafe.
    pub violations: Vec<ViolationRow>,
    /// What to protect so that a retry does no harm.
    pub protect: Vec<ProtectRow>,
    /// What a proof takes for granted.
    pub assumptions: Vec<String>,
    /// How long it took.
    pub time_ms: f64,
}

/// One thing that goes wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ViolationRow {
    /// The code of the finding that it would be.
    pub code: String,
    /// The call, as the source has it.
    pub operation: String,
    /// The store or service.
    pub target: String,
    /// Where it stands.
    pub file: Option<String>,
    /// Its line, from 1.
    pub line: Option<u32>,
    /// The function that has to come between, if one has to.
    pub interfering_function: Option<String>,
}

/// One operation to protect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProtectRow {
    /// How.
    pub kind: ProtectionKind,
    /// The call, as the source has it.
    pub operation: String,
    /// Where it stands.
    pub file: Option<String>,
    /// Its line, from 1.
    pub line: Option<u32>,
    /// Its column, from 1, in code points.
    pub column: Option<u32>,
    /// The line in which it ends.
    pub end_line: Option<u32>,
    /// The column after its end.
    pub end_column: Option<u32>,
    /// What the protection costs a request, in units of writes.
    pub write_units: usize,
}

/// How an operation is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProtectionKind {
    /// Keep the fresh value that the first attempt has drawn.
    LogSource,
    /// Keep what the first attempt has read.
    LogRead,
    /// Execute a write once.
    Once,
    /// Pass a key by which the service recognises the repetition.
    IdempotencyKey,
}

impl From<Protection> for ProtectionKind {
    fn from(protection: Protection) -> ProtectionKind {
        match protection {
            Protection::LogSource(_) => ProtectionKind::LogSource,
            Protection::LogRead(_) => ProtectionKind::LogRead,
            Protection::Once(_) => ProtectionKind::Once,
            Protection::IdempotencyKey(_) => ProtectionKind::IdempotencyKey,
        }
    }
}

/// One operation that the advisor says to protect, with where it stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advised<'a> {
    /// Which protection.
    pub protection: Protection,
    /// Of what.
    pub operation: Operation<'a>,
    /// Whether it stands in a loop, so that it may happen several times.
    pub in_loop: bool,
    /// How often it stands in the trace: a function that is called twice has it twice.
    pub times: usize,
    /// The service that it calls, if it is an effect.
    pub service: Option<&'a str>,
}

impl Loaded {
    /// What to protect so that a retry of a function does no harm, if the advisor knows: it
    /// has to see all that the function does.
    pub fn advised(&self, function: usize, judgement: &Judgement) -> Vec<Advised<'_>> {
        let protections = match &judgement.advice {
            Some(Advice::Protect { protections, .. }) if self.cause(function).is_none() => {
                protections
            }
            _ => return Vec::new(),
        };
        protections.iter().map(|&protection| self.described(function, protection)).collect()
    }

    /// Everything of a function that can be protected, whether it has to be or not.
    pub fn protectable(&self, function: usize) -> Vec<Advised<'_>> {
        let candidates = advisor::candidates(&self.app, function);
        candidates.into_iter().map(|protection| self.described(function, protection)).collect()
    }

    fn described(&self, function: usize, protection: Protection) -> Advised<'_> {
        let trace = &self.app.functions[function].trace;
        match protection {
            Protection::LogSource(index) => {
                let source = &trace.sources[index];
                let same = trace.sources.iter().filter(|other| other.span == source.span);
                Advised {
                    protection,
                    operation: Operation { label: &source.label, span: source.span },
                    in_loop: source.in_loop.is_some(),
                    times: same.count(),
                    service: None,
                }
            }
            Protection::LogRead(step)
            | Protection::Once(step)
            | Protection::IdempotencyKey(step) => {
                let step = trace.step(step);
                Advised {
                    protection,
                    operation: Operation { label: &step.label, span: step.span },
                    in_loop: step.in_loop.is_some(),
                    times: trace.steps.iter().filter(|other| other.is_like(step)).count(),
                    service: match &step.action {
                        Action::Effect { service, .. } => Some(service),
                        _ => None,
                    },
                }
            }
        }
    }
}

impl Row {
    /// The row of a function that was not read.
    pub fn unread(name: &str, file: &Path, export: Option<&str>, why: &str) -> Row {
        let parts = file.components().filter(|part| *part != Component::CurDir);
        Row {
            name: name.to_string(),
            file: parts.collect::<PathBuf>().display().to_string(),
            export: export.map(str::to_string),
            verdict: Word::Unknown,
            reason: why.to_string(),
            violations: Vec::new(),
            protect: Vec::new(),
            assumptions: Vec::new(),
            time_ms: 0.0,
        }
    }

    pub(crate) fn new(handler: &Handler, verdict: Word, reason: String) -> Row {
        let unread = Row::unread(&handler.name, &handler.file, Some(&handler.export), "");
        Row { verdict, reason, ..unread }
    }
}

pub(crate) fn protect(loaded: &Loaded, function: usize, judgement: &Judgement) -> Vec<ProtectRow> {
    let places = Places::new(&loaded.program);
    let advised = loaded.advised(function, judgement).into_iter();
    advised
        .map(|Advised { protection, operation, .. }| {
            let span = places.span(operation.span);
            ProtectRow {
                kind: protection.into(),
                operation: operation.label.to_string(),
                file: span.as_ref().map(|span| span.file.clone()),
                line: span.as_ref().map(|span| span.line),
                column: span.as_ref().and_then(|span| span.column),
                end_line: span.as_ref().map(aplomb_report::Span::last_line),
                end_column: span.as_ref().and_then(|span| span.end_column),
                write_units: advisor::cost(&loaded.app, function, &protection),
            }
        })
        .collect()
}

/// What goes wrong: what the witness shows comes first, each operation once.
pub(crate) fn violations(
    loaded: &Loaded,
    function: usize,
    judgement: &Judgement,
    code: Code,
) -> Vec<ViolationRow> {
    let places = Places::new(&loaded.program);
    let app = &loaded.app;
    let trace = &app.functions[function].trace;
    let mut told: Vec<(&Step, Code, Option<usize>)> = Vec::new();
    if let Some(Explanation { step: Some(step), interference, .. }) = &judgement.explanation {
        told.push((step, code, interference.as_ref().map(|(other, _)| *other)));
    }
    for obligation in &judgement.unmet {
        let step = trace.step(obligation.step.unwrap_or(obligation.crash));
        if !told.iter().any(|(known, ..)| known.is_like(step)) {
            let interfering = obligation.interference.map(|(other, _)| other);
            told.push((step, obligation_code(app, obligation, step), interfering));
        }
    }
    let row = |(step, code, interfering): (&Step, Code, Option<usize>)| {
        let span = places.span(step.span);
        ViolationRow {
            code: code.to_string(),
            operation: step.label.to_string(),
            target: target(app, step),
            file: span.as_ref().map(|span| span.file.clone()),
            line: span.as_ref().map(|span| span.line),
            interfering_function: interfering.map(|other| app.functions[other].name.to_string()),
        }
    };
    told.into_iter().map(row).collect()
}

fn target(app: &App, step: &Step) -> String {
    match &step.action {
        Action::Access { accesses, .. } => accesses
            .first()
            .map(|a| app.terms.show(a.store).to_string().trim_matches('"').to_string())
            .unwrap_or_default(),
        Action::Scan { store, .. } | Action::Sweep { store, .. } => {
            app.terms.show(*store).to_string().trim_matches('"').to_string()
        }
        Action::Effect { service, .. } => service.to_string(),
        Action::Unknown { callee } => callee.to_string(),
    }
}
