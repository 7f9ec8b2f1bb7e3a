//! A small library for tests: a store, a mail service and a source of names,
//! and how traces are printed.

#![allow(dead_code)]

use aplomb_script::{FrontEnd, ModuleId, Program, SourceFile, Span};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::{
    Action, Call, Change, Library, Limits, Machine, Outcome, Term, Terms, Trace, execute,
};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The package `db`: `get`, `put`, `create` (fails if there is an item),
/// `remove`, `add` (a number), `scan`; `mail.send`; `ids.fresh`.
pub struct Toy;

impl Library for Toy {
    fn call(&self, machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
        let path = machine.path_of(call.callee)?.to_string();
        let asynchronous = machine.dialect().language == aplomb_script::Language::JavaScript;
        match path.as_str() {
            "db.get" | "db.put" | "db.create" | "db.remove" | "db.add" | "db.scan"
            | "mail.send" => {
                let name = path.rsplit('.').next()?.to_string();
                let call = call.clone();
                // A function as last argument is a callback, as in Node.
                let callback = call.arguments.last().copied().filter(|&f| machine.is_function(f));
                Some(match callback {
                    Some(callback) => machine.call_back(callback, |m| operation(m, &name, &call)),
                    None if asynchronous => machine.promise(|m| operation(m, &name, &call)),
                    None => operation(machine, &name, &call),
                })
            }
            "ids.fresh" => Some(machine.fresh("ids.fresh", call.span, true)),
            "callback" => {
                let value = call.argument(1).unwrap_or(machine.terms().undefined());
                machine.respond(value, false, call.span);
                Some(Ok(machine.terms().undefined()))
            }
            "db.connect" => Some(Ok(machine.chain(call))),
            _ => None,
        }
    }

    fn is_pure(&self, path: &str) -> bool {
        path.starts_with("pure.")
    }

    fn knows_kinds(&self) -> bool {
        true
    }
}

fn operation(machine: &mut Machine<'_>, name: &str, call: &Call) -> Outcome {
    let undefined = machine.terms().undefined();
    let argument = |index: usize| call.argument(index).unwrap_or(undefined);
    if name == "send" {
        let arguments = machine.freeze(argument(0));
        return machine.effect("send", call.span, "mail", arguments, None);
    }
    if name == "scan" {
        let nothing = machine.terms().null();
        let reply = machine.scan("scan", call.span, argument(0), nothing)?;
        return Ok(machine.thaw(reply));
    }
    let cell = machine.cell(argument(0), argument(1));
    let (old, absent) = (cell.old, machine.terms().absent());
    let change = match name {
        "get" => cell.read(machine),
        "put" => {
            let item = machine.freeze(argument(2));
            cell.write(machine, item)
        }
        "remove" => cell.write(machine, absent),
        "create" => {
            let condition = machine.terms().equal(old, absent);
            let item = machine.freeze(argument(2));
            Change { cell, condition, new: Some(item) }
        }
        _ => {
            let count = machine.terms().field(old, "count");
            let sum = machine.terms().apply(aplomb_symbolic::Operator::Add, &[count, argument(2)]);
            let key = machine.terms().string("count");
            let new = machine.terms().apply(aplomb_symbolic::Operator::With, &[old, key, sum]);
            cell.write(machine, new)
        }
    };
    let reply = machine.access(name, call.span, vec![change], None)?;
    let message = machine.terms().string("the item exists");
    let found = reply.old[0];
    machine.branch(
        reply.holds,
        |m| {
            if name != "get" {
                return Ok(m.terms().undefined());
            }
            let missing = m.terms().equal(found, absent);
            let null = m.terms().null();
            let item = m.thaw(found);
            Ok(m.terms().ite(missing, null, item))
        },
        |m| {
            let error = m.error(&["Exists"], message, &[("code", message)]);
            m.throw(error)
        },
    )
}

/// Loads a program of one or several files; the first is the entry.
pub fn load(files: &[(&str, &str)]) -> (Program, ModuleId) {
    let map: HashMap<PathBuf, String> =
        files.iter().map(|(name, text)| (PathBuf::from(name), text.to_string())).collect();
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    let module = program
        .load(&front_ends, &map, Path::new(""), Path::new(files[0].0))
        .expect("the entry is there");
    assert!(program.diagnostics.is_empty(), "{:?}", program.diagnostics);
    (program, module)
}

/// Calls the export `handler` with an event (and, if it takes one, a callback).
pub fn handler(module: ModuleId) -> impl Fn(&mut Machine<'_>) -> Outcome {
    move |machine: &mut Machine<'_>| {
        let exports = machine.module(module)?;
        let handler = machine.get(exports, "handler")?;
        let event = machine.input("event");
        let context = machine.terms().external("context");
        let callback = machine.terms().external("callback");
        let python = machine.program().module(module).dialect.explicit_self;
        let arguments = [event, context, callback];
        let result =
            machine.call(handler, None, if python { &arguments[..2] } else { &arguments })?;
        machine.settle(result)
    }
}

/// Executes the handler of a program for all inputs.
pub fn traced(files: &[(&str, &str)]) -> (Terms, Trace, Program) {
    let (program, module) = load(files);
    let mut terms = Terms::new();
    let trace = execute(&program, &Toy, &mut terms, Limits::default(), &handler(module));
    (terms, trace, program)
}

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
            Action::Scan { store, .. } => format!("{}[*]", terms.show(*store)),
            Action::Sweep { store, new, .. } => {
                format!("{}[*] := {}", terms.show(*store), terms.show(*new))
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
