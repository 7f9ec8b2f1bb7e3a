//! Packages that are not clouds: sources of fresh values, web clients, services
//! and pure libraries. The tables are data; see `packages.txt` for the format.

use super::{functional, pure, web};
use crate::Declarations;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// What a call is, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A value that is new on every call and unlike any other.
    Unique,
    /// A value that is new on every call.
    Fresh,
    /// The present time; with an argument, a function of that.
    Clock,
    /// The value it is given; without one, new and unlike any other.
    Identity,
    /// A pure function of its arguments.
    Pure,
    /// Sets something outside to what it is given.
    Setter,
    /// Nothing anybody sees (logging, tracing).
    Nothing,
    /// Builds a client or the like: the chain goes on.
    Builder,
    /// A read of something outside.
    Read,
    /// Something others see.
    Effect,
    /// A web request whose method decides.
    Http,
}

struct Entry {
    pattern: String,
    meaning: Meaning,
}

/// What is known, by package.
type Table = FxHashMap<String, Vec<Entry>>;

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| parse(include_str!("packages.txt")))
}

/// The package (or its scope) that a path or pattern begins with.
fn package(path: &str) -> &str {
    path.split(['.', '(', '/', '*']).next().unwrap_or(path)
}

fn parse(text: &str) -> Table {
    let mut meaning = Meaning::Pure;
    let mut entries = Table::default();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or("").trim();
        if let Some(section) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            meaning = match section {
                "unique" => Meaning::Unique,
                "fresh" => Meaning::Fresh,
                "clock" => Meaning::Clock,
                "identity" => Meaning::Identity,
                "nothing" => Meaning::Nothing,
                "setter" => Meaning::Setter,
                "builder" => Meaning::Builder,
                "read" => Meaning::Read,
                "effect" => Meaning::Effect,
                "http" => Meaning::Http,
                _ => Meaning::Pure,
            };
        } else {
            for pattern in line.split_whitespace().map(str::to_string) {
                let known = entries.entry(package(&pattern).to_string()).or_default();
                known.push(Entry { pattern, meaning });
            }
        }
    }
    entries
}

/// The meaning of a path: the longest pattern that fits.
fn meaning(path: &str) -> Option<Meaning> {
    table()
        .get(package(path))?
        .iter()
        .filter(|entry| fits(&entry.pattern, path))
        .max_by_key(|entry| entry.pattern.len())
        .map(|entry| entry.meaning)
}

/// `*` stands for anything; a pattern without `*` at the end fits the path itself
/// and everything below it.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        Some((before, after)) => path.strip_prefix(before).is_some_and(|rest| {
            after.is_empty()
                || rest.match_indices(first_literal(after)).any(|(i, _)| fits(after, &rest[i..]))
        }),
        None => path
            .strip_prefix(pattern)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(', '/'])),
    }
}

fn first_literal(pattern: &str) -> &str {
    pattern.split('*').next().unwrap_or(pattern)
}

pub(super) fn is_pure(path: &str) -> bool {
    matches!(meaning(path), Some(Meaning::Pure | Meaning::Nothing | Meaning::Builder))
}

/// What the user says that a call means.
pub(super) fn declared(
    declarations: &Declarations,
    machine: &mut Machine<'_>,
    call: &Call,
) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let (name, label) = (path.to_string(), path.last().to_string());
    let says = |patterns: &[String]| patterns.iter().any(|pattern| fits(pattern, &name));
    if says(&declarations.effects) {
        return Some(effect(machine, call, &name, &label));
    }
    if says(&declarations.setters) {
        return Some(setter(machine, call, &name, &label));
    }
    says(&declarations.pure).then(|| Ok(pure(machine, &name, call)))
}

/// Sets the cell that the first argument names to what follows.
fn setter(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    let request = arguments(machine, call);
    let terms = machine.terms();
    let first = terms.number(0.0);
    let key = terms.apply(Operator::Select, &[request, first]);
    let store = terms.string(service_name(name));
    deliver(machine, call, |machine| {
        let cell = machine.cell(store, key);
        let change = cell.write(machine, request);
        machine.access(label, call.span, vec![change], None)?;
        Ok(machine.terms().pure(&format!("{name} reply"), &[request]))
    })
}

pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.to_string();
    let label = path.last().to_string();
    Some(match meaning(&name)? {
        Meaning::Pure if functional::PACKAGES.contains(&package(&name)) => {
            functional::call(machine, call, &path)
        }
        meaning @ (Meaning::Unique
        | Meaning::Fresh
        | Meaning::Clock
        | Meaning::Identity
        | Meaning::Pure) => match callback(machine, call) {
            Some(callback) => {
                machine.call_back(callback, |machine| value(machine, call, meaning, &name, &label))
            }
            None => {
                machine.escape_all(call);
                value(machine, call, meaning, &name, &label)
            }
        },
        Meaning::Nothing => nothing(machine, call, &label),
        Meaning::Builder => {
            machine.escape_all(call);
            Ok(machine.chain(call))
        }
        Meaning::Setter => setter(machine, call, &name, &label),
        Meaning::Read => web::read(machine, call, &name, &label),
        // The class of a client is made, not asked for anything.
        Meaning::Effect if call.constructed || label.starts_with(char::is_uppercase) => {
            machine.escape_all(call);
            Ok(machine.chain(call))
        }
        Meaning::Effect => effect(machine, call, &name, &label),
        Meaning::Http => web::request(machine, call, &path),
    })
}

/// What a call gives that nobody sees.
fn value(
    machine: &mut Machine<'_>,
    call: &Call,
    meaning: Meaning,
    name: &str,
    label: &str,
) -> Outcome {
    match meaning {
        Meaning::Unique => machine.fresh(label, call.span, true),
        Meaning::Clock if !call.arguments.is_empty() => Ok(pure(machine, label, call)),
        Meaning::Fresh | Meaning::Clock => fresh(machine, call, label),
        Meaning::Identity => match call.argument(0) {
            Some(given) => Ok(given),
            None => machine.fresh(label, call.span, true),
        },
        _ => {
            if is_another_program(name) {
                machine.assume("programs that a function starts only change its local files");
            }
            Ok(pure(machine, name, call))
        }
    }
}

/// What gives back, watched, the function or client that it is given, by how its
/// name begins.
const WRAPPING: [&str; 18] = [
    "capture",
    "wrap",
    "instrument",
    "patch",
    "inject",
    "trace",
    "datadog",
    "lambda_wrapper",
    "log_metrics",
    "logMetrics",
    "idempotent",
    "make_idempotent",
    "makeIdempotent",
    "withDurableExecution",
    "durable_",
    "handler",
    "tracer",
    "setLambdaHandler",
];

/// What runs the function that it is given, by how its name begins.
const RUNNING: [&str; 9] = [
    "captureAsyncFunc",
    "captureFunc",
    "startSpan",
    "startActiveSpan",
    "startSegment",
    "startInactiveSpan",
    "withScope",
    "withSpan",
    "withIsolationScope",
];

/// What is given a function that writes out what is logged.
const FORMATTING: [&str; 4] = ["printf", "format", "timestamp", "customPrettifiers"];

/// Loggers and tracers: what they wrap stays as it is, what they run is run, and
/// what they make can be called again.
fn nothing(machine: &mut Machine<'_>, call: &Call, label: &str) -> Outcome {
    let is = |names: &[&str]| names.iter().any(|name| label.starts_with(name));
    let function = call.arguments.iter().copied().find(|&value| machine.is_function(value));
    match function {
        Some(function) if is(&RUNNING) => {
            let watching = machine.chain(call);
            return machine.call(function, None, &[watching]);
        }
        // Behind a name it is run or kept: nobody knows.
        Some(function) if is(&WRAPPING) && call.argument(0) == Some(function) => {
            return Ok(function);
        }
        // It turns what is logged into text.
        Some(_) if FORMATTING.contains(&label) => {}
        _ => machine.escape_all(call),
    }
    if label == "__exit__" {
        return Ok(machine.terms().undefined());
    }
    // A client that is watched is the client.
    let client = call.argument(0).filter(|&given| Path::of(machine.terms(), given).is_some());
    match client {
        Some(client) if is(&WRAPPING) => Ok(client),
        _ => Ok(machine.chain(call)),
    }
}

/// Something made of a fresh value: its methods are functions of it.
fn fresh(machine: &mut Machine<'_>, call: &Call, label: &str) -> Outcome {
    let drawn = machine.fresh(label, call.span, false)?;
    let given = arguments(machine, call);
    Ok(machine.terms().pure(label, &[drawn, given]))
}

fn is_another_program(path: &str) -> bool {
    let programs = ["child_process", "subprocess", "os.system", "os.popen", "pip"];
    programs.iter().any(|program| path.starts_with(program))
}

pub(super) fn arguments(machine: &mut Machine<'_>, call: &Call) -> Term {
    let mut values: Vec<Term> = Vec::new();
    for &argument in &call.arguments {
        if !machine.is_function(argument) {
            values.push(machine.freeze(argument));
        }
    }
    for (name, value) in &call.named {
        let value = machine.freeze(*value);
        values.push(machine.terms().record([(name.clone(), value)]));
    }
    machine.terms().list(values)
}

pub(super) fn callback(machine: &Machine<'_>, call: &Call) -> Option<Term> {
    call.arguments.last().copied().filter(|&last| machine.is_function(last))
}

/// Gives the outcome to a callback if there is one, else as a promise (in Python,
/// directly).
pub(super) fn deliver(
    machine: &mut Machine<'_>,
    call: &Call,
    body: impl FnOnce(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    match callback(machine, call) {
        Some(callback) => machine.call_back(callback, body),
        None if machine.dialect().language == Language::Python => body(machine),
        None => machine.promise(body),
    }
}

pub(super) fn effect(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    let request = arguments(machine, call);
    let key = idempotency_key(machine, request);
    deliver(machine, call, |machine| {
        machine.effect(label, call.span, service_name(name), request, key)
    })
}

/// A key among the arguments by which the service recognises a repetition.
pub(super) fn idempotency_key(machine: &mut Machine<'_>, request: Term) -> Option<Term> {
    let Node::List(values) = machine.terms().node(request).clone() else { return None };
    for value in values.iter() {
        let Node::Record(names, fields) = machine.terms().node(*value) else { continue };
        let keys = ["idempotencyKey", "idempotency_key", "Idempotency-Key"];
        let key = names.iter().zip(fields.iter()).find(|(name, _)| keys.contains(&&***name));
        if let Some((_, &key)) = key {
            return Some(key);
        }
    }
    None
}

pub(super) fn service_name(path: &str) -> String {
    path.split(['.', '(']).next().unwrap_or(path).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_pattern_decides() {
        for (path, expected) in [
            ("uuid.v4", Some(Meaning::Unique)),
            ("uuid", Some(Meaning::Unique)),
            ("stripe().charges.create", Some(Meaning::Effect)),
            ("stripe", Some(Meaning::Builder)),
            ("axios.post", Some(Meaning::Http)),
            ("lodash.map", Some(Meaning::Pure)),
            ("never-heard-of-it.call", None),
        ] {
            assert_eq!(meaning(path), expected, "{path}");
        }
    }
}
