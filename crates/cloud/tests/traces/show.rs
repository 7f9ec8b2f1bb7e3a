//! How traces are printed.

use aplomb_script::{Program, SourceFile, Span};
use aplomb_symbolic::{Action, Term, Terms, Trace};
use std::fmt::Write;

/// A trace as text.
pub fn show(terms: &Terms, trace: &Trace, program: &Program) -> String {
    let mut out = String::new();
    let when = |guard: Term| match terms.is_true(guard) {
        true => String::new(),
        false => format!("if {}: ", terms.show(guard)),
    };
    let at = |span: Span| {
        let line = program.file(span.file).map_or(0, |f: &SourceFile| f.line_column(span.start).0);
        format!("line {line}")
    };
    for step in &trace.steps {
        let what = match &step.action {
            Action::Access { accesses, .. } => accesses
                .iter()
                .map(|access| {
                    let (store, key) = (terms.show(access.store), terms.show(access.key));
                    let mut text = format!("{store}[{key}]");
                    if !terms.is_true(access.condition) {
                        write!(text, " when {}", terms.show(access.condition)).unwrap();
                    }
                    if let Some(new) = access.new {
                        write!(text, " := {}", terms.show(new)).unwrap();
                    }
                    text
                })
                .collect::<Vec<_>>()
                .join("; "),
            Action::Scan { store, filter, .. } => {
                format!("{}[where {}]", terms.show(*store), terms.show(*filter))
            }
            Action::Sweep { store, filter, new, .. } => {
                let (store, filter) = (terms.show(*store), terms.show(*filter));
                format!("{store}[where {filter}] := {}", terms.show(*new))
            }
            Action::Effect { service, arguments, .. } => {
                format!("{service}({})", terms.show(*arguments))
            }
            Action::Unknown { callee } => format!("unknown {callee}"),
        };
        let marks = match (step.in_loop, step.batch) {
            (Some(id), Some(_)) => format!(" in loop {} batch", id.0),
            (Some(id), None) => format!(" in loop {}", id.0),
            (None, Some(batch)) => format!(" batch {batch}"),
            (None, None) => String::new(),
        };
        writeln!(out, "{}{} {what}{marks}", when(step.guard), step.label).unwrap();
    }
    for completion in &trace.completions {
        let verb = if completion.failed { "fail" } else { "return" };
        let value = terms.show(completion.value);
        let early = match (completion.after.0 as usize) < trace.steps.len() {
            true => format!(" after {} steps", completion.after.0),
            false => String::new(),
        };
        writeln!(out, "{}{verb} {value}{early}", when(completion.guard)).unwrap();
    }
    for (index, record) in trace.loops.iter().enumerate() {
        let over = record.collection.map_or("?".into(), |c| terms.show(c).to_string());
        let carries = if record.carries { ", iterations depend on each other" } else { "" };
        writeln!(out, "loop {index} over {over}{carries}").unwrap();
    }
    for problem in &trace.problems {
        let guard = when(problem.guard);
        writeln!(out, "problem ({}): {guard}{}", at(problem.span), problem.message).unwrap();
    }
    out
}
