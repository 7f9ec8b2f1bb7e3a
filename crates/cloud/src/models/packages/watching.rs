//! Loggers, tracers, and what tries again: they wrap, run or keep functions of the program.

use super::meaning::{Meaning, meaning_of, package};
use aplomb_symbolic::{Call, Machine, Outcome, Path, Term};

/// What gives back, watched, the function or client that it is given, by how its
/// name begins.
const WRAPPING: [&str; 21] = [
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
    "retry",
    "on_exception",
    "on_predicate",
];

/// What runs the function that it is given, by how its name begins.
const RUNNING: [&str; 13] = [
    "captureAsyncFunc",
    "captureFunc",
    "startSpan",
    "startActiveSpan",
    "startSegment",
    "startInactiveSpan",
    "withScope",
    "withSpan",
    "withIsolationScope",
    "async-retry",
    "p-retry",
    "promise-retry",
    "backOff",
];

/// Packages that try again what fails.
pub(super) const TRYING_AGAIN: [&str; 9] = [
    "axios-retry",
    "tenacity",
    "backoff",
    "retrying",
    "retry",
    "async-retry",
    "p-retry",
    "promise-retry",
    "exponential-backoff",
];

/// What is given a function that writes out what is logged.
const FORMATTING: [&str; 4] = ["printf", "format", "timestamp", "customPrettifiers"];

/// Whether a handler of a logger, which is called for everything that is logged, does something
/// with it: one that sends it, or one of the program's own.
fn is_told(machine: &mut Machine<'_>, handler: Term) -> bool {
    let made = Path::of(machine.terms(), handler).map(|path| path.to_string());
    let sends = made.as_deref().and_then(|made| made.strip_suffix("()")).and_then(meaning_of);
    sends == Some(Meaning::Effect) || machine.class_of(handler).is_some()
}

/// Loggers and tracers: what they wrap stays as it is, what they run is run, and
/// what they make can be called again.
pub(super) fn nothing(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    let is = |names: &[&str]| names.iter().any(|name| label.starts_with(name));
    let function = call.arguments.iter().copied().find(|&value| machine.is_function(value));
    match function {
        Some(function) if is(&RUNNING) => {
            let watching = machine.chain(call);
            return machine.call(function, None, &[watching]);
        }
        // Under a name it is run or kept: not known.
        Some(function) if is(&WRAPPING) && call.argument(0) == Some(function) => {
            return Ok(function);
        }
        // It turns what is logged into text.
        Some(_) if FORMATTING.contains(&label) => machine.escape_acting(call),
        _ => machine.escape_all(call),
    }
    if label == "__exit__" {
        return Ok(machine.terms().undefined());
    }
    if label == "addHandler" && call.arguments.iter().any(|&given| is_told(machine, given)) {
        let span = call.span;
        machine.problem("a handler that does something with what is logged is not supported", span);
    }
    // A client that is watched is the client.
    let client = call.argument(0).filter(|&given| Path::of(machine.terms(), given).is_some());
    match client {
        // How long to wait and which errors to expect are no clients.
        Some(client) if is(&WRAPPING) && !TRYING_AGAIN.contains(&package(name)) => Ok(client),
        _ => Ok(machine.chain(call)),
    }
}
