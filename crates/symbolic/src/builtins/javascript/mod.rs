//! JavaScript: globals, and which file knows the methods of which kind of value.

mod array;
mod buffer;
mod collection;
mod date;
mod function;
mod math;
mod object;
mod promise;
mod string;

pub(super) use math::compute;

use super::json::{self, Layout};
use super::{argument, number, sequence, string as text_constant, strings};
use crate::machine::{Arguments, Body, Flavour, ListKind, Machine, Mark};
use crate::{Call, Node, Operator, Outcome, Reference, Term, assumptions};
use aplomb_script::Span;

/// A global that is a value rather than a function or class.
pub(super) fn global(machine: &mut Machine<'_>, name: &str) -> Option<Term> {
    Some(match name {
        "undefined" => machine.terms().undefined(),
        "NaN" => machine.terms().number(f64::NAN),
        "Infinity" => machine.terms().number(f64::INFINITY),
        "globalThis" | "global" | "window" | "self" => machine.terms().external("globalThis"),
        "__dirname" | "__filename" => machine.setting(name),
        _ => return None,
    })
}

/// A member of a standard object that is a value.
pub(super) fn member(machine: &mut Machine<'_>, path: &str, name: &str) -> Option<Term> {
    let value = match (path, name) {
        ("process.env", _) => return Some(machine.setting(name)),
        ("globalThis", _) => {
            return Some(match global(machine, name) {
                Some(value) => value,
                None if super::is_declared(machine, name) => machine.terms().external(name),
                None => machine.terms().undefined(),
            });
        }
        ("Math", "PI") => std::f64::consts::PI,
        ("Math", "E") => std::f64::consts::E,
        ("Number", "MAX_SAFE_INTEGER") => 9_007_199_254_740_991.0,
        ("Number", "MIN_SAFE_INTEGER") => -9_007_199_254_740_991.0,
        ("Number", "MAX_VALUE") => f64::MAX,
        ("Number", "POSITIVE_INFINITY") => f64::INFINITY,
        ("Number", "EPSILON") => f64::EPSILON,
        ("Symbol", "iterator" | "asyncIterator" | "toPrimitive" | "toStringTag") => {
            return Some(machine.terms().string(format!("@@{name}")));
        }
        ("os", "EOL") => return Some(machine.terms().string("\n")),
        ("path", "sep") => return Some(machine.terms().string("/")),
        ("process", "argv") => return Some(machine.new_list([])),
        ("process", "platform" | "version" | "arch") => {
            return Some(machine.terms().setting(name));
        }
        ("process", "pid" | "ppid") | ("performance" | "perf_hooks.performance", "timeOrigin") => {
            return Some(machine.of_instance(name));
        }
        _ => return None,
    };
    Some(machine.terms().number(value))
}

/// Packages and globals all of whose functions only compute.
const PURE: &[&str] = &[
    "Intl",
    "URL",
    "URLSearchParams",
    "Headers",
    "FormData",
    "TextEncoder",
    "TextDecoder",
    "Buffer",
    "path",
    "querystring",
    "url",
    "util",
    "string_decoder",
    "zlib",
    "BigInt",
    "Uint8Array",
    "ArrayBuffer",
    "DataView",
    "Symbol",
    "RegExp",
    "assert",
    "AbortController",
    "Float64Array",
    "WeakRef",
    "punycode",
    "Uint32Array",
    "Int32Array",
];

/// Members of modules that only compute, where others of the module do more.
const PURE_MEMBERS: &[&str] = &[
    "crypto.createHash",
    "crypto.createHmac",
    "crypto.timingSafeEqual",
    "crypto.createCipheriv",
    "crypto.createDecipheriv",
    "crypto.pbkdf2Sync",
    "crypto.scryptSync",
    "crypto.createVerify",
    "os.tmpdir",
    "os.platform",
];

/// What makes objects that change, by how its path begins.
pub(super) const CHANGING: &[&str] = &[
    "crypto.create",
    "URL",
    "Headers",
    "FormData",
    "Buffer.",
    "Uint",
    "Int8Array",
    "Int16Array",
    "Int32Array",
    "Float",
    "BigInt64Array",
    "BigUint64Array",
    "ArrayBuffer",
    "DataView",
    "string_decoder.",
    "zlib.create",
];

/// Calls of global functions and of members of standard modules.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    call: &Call,
    arguments: &Arguments,
) -> Option<Outcome> {
    if call.constructed && matches!(name, "String" | "Number" | "Boolean") {
        let message = format!("an object made by new {name} is not supported");
        return Some(Ok(machine.problem(message, call.span)));
    }
    if call.constructed && matches!(name, "Worker" | "worker_threads.Worker") {
        let message = "what a worker does is not supported";
        return Some(Ok(machine.problem(message, call.span)));
    }
    if name == "Symbol" {
        let symbol = machine.new_record::<&str>([]);
        machine.mark_as(symbol, Mark::Symbol);
        return Some(Ok(symbol));
    }
    if let Some(outcome) = conversion(machine, name, arguments) {
        return Some(outcome);
    }
    // The kind of a value, whatever its own method says.
    if name == "Object.prototype.toString.call" {
        if let Some(&value) = arguments.positional.first() {
            machine.refuse_tag(value);
        }
        return Some(Ok(machine.frozen_pure(name, &arguments.positional)));
    }
    // `Array.prototype.slice.call(list, …)`: a method that is given its object.
    if let Some((_, method)) = name.split_once(".prototype.")
        && let Some(method) = method.strip_suffix(".call")
        && let Some((&receiver, rest)) = arguments.positional.split_first()
    {
        let rest = Arguments::of(rest);
        return Some(machine.invoke_method(receiver, method, rest, call.span));
    }
    if let Some(member) = name.strip_prefix("Math.") {
        return math::call(machine, member, arguments, call.span);
    }
    if let Some(member) = name.strip_prefix("Object.") {
        return object::call(machine, member, arguments);
    }
    if let Some(outcome) = promise::call(machine, name, arguments, call) {
        return Some(outcome);
    }
    if let Some(outcome) = date::call(machine, name, arguments, call) {
        return Some(outcome);
    }
    if super::is_exception(name) && name.chars().all(char::is_alphanumeric) {
        return Some(new_error(machine, name, arguments));
    }
    if let Some(outcome) = collection::construct(machine, name, arguments) {
        return Some(outcome);
    }
    let root = name.split(['.', '(']).next().unwrap_or(name);
    match root {
        "console" => return Some(Ok(machine.terms().undefined())),
        "process" => return process(machine, name, arguments),
        "fs" => return file_system(machine, name, arguments),
        _ => {}
    }
    if let Some(outcome) = scheduling(machine, name, arguments, call.span) {
        return Some(outcome);
    }
    if let Some(outcome) = freshness(machine, name, call) {
        return Some(outcome);
    }
    if let Some(text) = buffer::text(machine, name, call) {
        return Some(Ok(text));
    }
    is_pure(name).then(|| {
        if refuses(machine, name, call) {
            machine.problem(format!("whether {name} throws is not known"), call.span);
        }
        machine.escape_all(call);
        Ok(machine.chain(call))
    })
}

/// Whether something that only computes may throw where a handler sees it, for what it is given.
fn refuses(machine: &mut Machine<'_>, name: &str, call: &Call) -> bool {
    let given = call.argument(0).and_then(|first| text_constant(machine, first));
    let refuses = match name {
        "URL" => {
            given.is_some_and(|text| !text.starts_with("https://") || text.contains([' ', '%']))
        }
        "RegExp" => given.is_some_and(|text| !is_plain_pattern(&text)),
        _ => false,
    };
    refuses && machine.is_guarded() && !machine.is_concrete()
}

/// Whether a pattern surely is one: its brackets are closed, and nothing is repeated that is not
/// there.
fn is_plain_pattern(text: &str) -> bool {
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => open.push(c),
            ')' | ']' | '}' => match (open.pop(), c) {
                (Some('('), ')') | (Some('['), ']') | (Some('{'), '}') => {}
                _ => return false,
            },
            '\\' | '?' | '*' | '+' => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// Whether a member of a standard module only computes.
pub(super) fn is_pure(name: &str) -> bool {
    let root = name.split(['.', '(']).next().unwrap_or(name);
    PURE.contains(&root) || PURE_MEMBERS.iter().any(|member| is_below(name, member))
}

/// Whether a path is this one, or leads on from it.
fn is_below(name: &str, path: &str) -> bool {
    name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
}

fn new_error(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Outcome {
    if name == "AggregateError" {
        let errors = argument(machine, arguments, 0);
        let errors = array::construct(machine, "Array.from", &Arguments::of(&[errors]))?;
        let message = match arguments.at(1) {
            Some(message) => machine.text_of(message)?,
            None => machine.terms().string(""),
        };
        return Ok(machine.error(&[name, "Error"], message, &[("errors", errors)]));
    }
    let message = match arguments.at(0) {
        Some(message) => machine.text_of(message)?,
        None => machine.terms().string(""),
    };
    let options = argument(machine, arguments, 1);
    if machine.record(options).is_some() {
        let cause = machine.get(options, "cause")?;
        return Ok(machine.error(&[name], message, &[("cause", cause)]));
    }
    Ok(machine.error(&[name], message, &[]))
}

/// Conversions and tests of values, JSON, URL encoding.
fn conversion(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    Some(match name {
        "JSON.parse" => {
            if applied(machine, arguments.at(1)) {
                let frozen = machine.freeze(first);
                return Some(Ok(machine.frozen_pure("JSON.parse", &[frozen])));
            }
            json::parse(machine, first)
        }
        "JSON.stringify" if machine.is_function(first) => Ok(machine.terms().undefined()),
        "JSON.stringify" => {
            machine.refuse_getters(first);
            let chosen = argument(machine, arguments, 1);
            if applied(machine, arguments.at(1)) || machine.is_list(chosen) {
                let chosen = machine.is_list(chosen).then_some(chosen);
                let all: Vec<Term> = std::iter::once(first).chain(chosen).collect();
                return Some(Ok(machine.frozen_pure("JSON.stringify", &all)));
            }
            let mut layout = Layout::javascript();
            let indent = argument(machine, arguments, 2);
            layout.indent = match number(machine, indent) {
                Some(width) => Some(" ".repeat(width.clamp(0.0, 10.0) as usize)),
                None => text_constant(machine, indent).map(|text| text.to_string()),
            };
            if layout.indent.is_some() {
                layout.separators.1 = ": ".into();
            }
            // An object may say itself what is written of it.
            match machine.lookup(first, "toJSON") {
                Ok(Some(own)) if machine.is_closure(own) => {
                    let span = machine.span();
                    machine
                        .invoke_method(first, "toJSON", Arguments::default(), span)
                        .and_then(|shown| json::text(machine, shown, &layout))
                }
                Ok(_) => json::text(machine, first, &layout),
                Err(stop) => Err(stop),
            }
        }
        "String" if arguments.positional.is_empty() => Ok(machine.terms().string("")),
        "String" => machine.text_of(first),
        "BigInt" => {
            let span = machine.span();
            Ok(machine.problem("a BigInt is not supported", span))
        }
        "Number" if arguments.positional.is_empty() => Ok(machine.terms().number(0.0)),
        "Number" => Ok(machine.number_of(first)),
        "Boolean" => Ok(machine.truth(first)),
        "parseInt" | "Number.parseInt" => Ok(parse_int(machine, arguments)),
        "parseFloat" | "Number.parseFloat" => match text_constant(machine, first) {
            Some(text) => Ok(machine.terms().number(leading_number(&text))),
            None if matches!(machine.view(first), Node::Number(_)) => Ok(first),
            None if machine.terms().is_constant(first) => Ok(machine.terms().number(f64::NAN)),
            None => Ok(machine.frozen_pure("parseFloat", &[first])),
        },
        "Number.isNaN" if machine.object(first).is_some() => Ok(machine.terms().bool(false)),
        "Number.isNaN" if machine.terms().is_constant(first) => {
            let nan = matches!(machine.view(first), Node::Number(value) if value.get().is_nan());
            Ok(machine.terms().bool(nan))
        }
        "Number.isNaN" if !machine.terms().is_number(first) => {
            Ok(truth_of_pure(machine, "Number.isNaN", &[first]))
        }
        "isNaN" | "Number.isNaN" => {
            let value = machine.number_of(first);
            Ok(match number(machine, value) {
                Some(value) => machine.terms().bool(value.is_nan()),
                None => truth_of_pure(machine, "isNaN", &[value]),
            })
        }
        "isFinite" | "Number.isFinite" | "Number.isInteger" | "Number.isSafeInteger" => {
            let integer = name.contains("Integer");
            let first = if name == "isFinite" && machine.terms().is_constant(first) {
                machine.number_of(first)
            } else {
                first
            };
            Ok(match machine.view(first) {
                Node::Number(value) => {
                    let value = value.get();
                    let safe = value.abs() < 9_007_199_254_740_992.0;
                    let holds = value.is_finite()
                        && (!integer || value.fract() == 0.0)
                        && (name != "Number.isSafeInteger" || safe);
                    machine.terms().bool(holds)
                }
                Node::String(_) | Node::Null | Node::Undefined => machine.terms().bool(false),
                _ => truth_of_pure(machine, name, &[first]),
            })
        }
        "Array.isArray" => Ok(is_array(machine, first)),
        "Array" | "Array.of" | "Array.from" => array::construct(machine, name, arguments),
        "structuredClone"
            if machine.is_function(first) || machine.mark_of(first) == Some(Mark::Symbol) =>
        {
            machine.throw_error("DataCloneError", "this could not be cloned")
        }
        "structuredClone" => {
            let frozen = machine.freeze(first);
            Ok(machine.thaw(frozen))
        }
        "encodeURIComponent" | "encodeURI" | "escape" => {
            let kept = match name {
                "encodeURI" => "-_.!~*'();/?:@&=+$,#",
                "escape" => "@*_+-./",
                _ => "-_.!~*'()",
            };
            match text_constant(machine, first) {
                Some(text) if name != "escape" || text.is_ascii() => {
                    Ok(machine.terms().string(strings::percent_encoded(&text, kept)))
                }
                Some(_) => Ok(machine.frozen_pure(name, &[first])),
                None => Ok(machine.frozen_pure(name, &[first])),
            }
        }
        "decodeURIComponent" | "decodeURI" | "unescape" => {
            match text_constant(machine, first).and_then(|t| strings::percent_decoded(&t, false)) {
                Some(text) => Ok(machine.terms().string(text)),
                None if machine.terms().is_constant(first) && name != "unescape" => {
                    machine.throw_error("URIError", "URI malformed")
                }
                None => Ok(machine.frozen_pure(name, &[first])),
            }
        }
        "Function" | "eval" => {
            let span = machine.span();
            Ok(machine.problem("code made at run time is not seen", span))
        }
        _ => return None,
    })
}

/// A function that JSON applies to every part, if one is given.
fn applied(machine: &mut Machine<'_>, function: Option<Term>) -> bool {
    let function = function.filter(|&function| machine.is_function(function));
    if let Some(function) = function {
        machine.applied(function);
    }
    function.is_some()
}

fn truth_of_pure(machine: &mut Machine<'_>, name: &str, arguments: &[Term]) -> Term {
    let value = machine.frozen_pure(name, arguments);
    machine.terms().apply(Operator::Truthy, &[value])
}

fn is_array(machine: &mut Machine<'_>, value: Term) -> Term {
    let value = machine.resolve(value);
    if let Some(list) = machine.list(value) {
        let is_array = list.kind == ListKind::List;
        return machine.terms().bool(is_array);
    }
    if machine.object(value).is_some() || machine.terms().is_constant(value) {
        return machine.terms().bool(false);
    }
    if let Node::Apply(Operator::Ite, parts) = machine.view(value).clone() {
        let (then, otherwise) = (is_array(machine, parts[1]), is_array(machine, parts[2]));
        return machine.terms().ite(parts[0], then, otherwise);
    }
    truth_of_pure(machine, "isArray", &[value])
}

fn parse_int(machine: &mut Machine<'_>, arguments: &Arguments) -> Term {
    let first = argument(machine, arguments, 0);
    let radix = argument(machine, arguments, 1);
    let radix = machine.number_of(radix);
    let radix = match number(machine, radix) {
        Some(radix) if radix.is_finite() => radix.trunc(),
        Some(_) => 0.0,
        None => return machine.frozen_pure("parseInt", &[first, radix]),
    };
    let text = match machine.view(first) {
        Node::String(text) => text.to_string(),
        Node::Number(value) => strings_of_number(value.get()),
        Node::Null => "null".to_string(),
        _ => {
            let number = machine.number_of(first);
            return machine.frozen_pure("parseInt", &[number]);
        }
    };
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if radix != 0.0 && !(2.0..=36.0).contains(&radix) {
        return machine.terms().number(f64::NAN);
    }
    let written = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (radix, digits) = match (written, radix as u32) {
        (Some(rest), 0 | 16) => (16, rest),
        (_, 0) => (10, digits),
        (_, radix) => (radix, digits),
    };
    let digits: Vec<u32> = digits.chars().map_while(|c| c.to_digit(radix)).collect();
    let value = match digits.is_empty() {
        true => f64::NAN,
        false => digits.iter().fold(0.0, |sum, &d| sum * f64::from(radix) + f64::from(d)),
    };
    machine.terms().number(if negative { -value } else { value })
}

/// A number as JavaScript writes it.
fn strings_of_number(value: f64) -> String {
    super::text::javascript_number(value)
}

fn leading_number(text: &str) -> f64 {
    let text = text.trim_start();
    let unsigned = text.trim_start_matches(['+', '-']);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return match text.trim_start_matches('+').starts_with("Infinity") {
            true => f64::INFINITY,
            false if text.starts_with("-Infinity") => f64::NEG_INFINITY,
            false => f64::NAN,
        };
    }
    let mut end = 0;
    for length in 1..=text.len() {
        if text.is_char_boundary(length) && text[..length].parse::<f64>().is_ok() {
            end = length;
        }
    }
    text[..end].parse().unwrap_or(f64::NAN)
}

fn process(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Option<Outcome> {
    match name {
        "process.nextTick" => {
            let callback = argument(machine, arguments, 0);
            let rest = arguments.positional.get(1..).unwrap_or_default().to_vec();
            Some(machine.later(|m| sequence::apply(m, callback, &rest)))
        }
        "process.exit" => {
            let span = machine.span();
            machine.problem("process.exit ends the function in a way that is not supported", span);
            Some(Ok(machine.terms().undefined()))
        }
        "process.cwd" => Some(Ok(machine.setting(name))),
        "process.on" | "process.emitWarning" => {
            Some(Ok(machine.frozen_pure(name, &arguments.positional)))
        }
        "process.hrtime"
        | "process.uptime"
        | "process.hrtime.bigint"
        | "process.memoryUsage"
        | "process.cpuUsage"
        | "process.resourceUsage" => {
            let span = machine.span();
            Some(machine.fresh(name, span, false))
        }
        _ => None,
    }
}

/// Files of the deployment are constants; files a function writes are its own.
fn file_system(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Option<Outcome> {
    machine.assume(&assumptions::DEPLOYED_FILES);
    let last = arguments.positional.last().copied();
    let callback = last.filter(|&last| machine.is_function(last));
    let data: Vec<Term> = match callback {
        Some(_) => arguments.positional[..arguments.positional.len() - 1].to_vec(),
        None => arguments.positional.clone(),
    };
    let is_promise = name.starts_with("fs.promises.") && machine.left_in(&data).is_some();
    let body = |machine: &mut Machine<'_>| on_files(machine, name, data);
    Some(match callback {
        Some(callback) => machine.call_back(callback, body),
        None if is_promise => machine.promise(body),
        None => body(machine),
    })
}

/// What a function of files gives, which is given this.
fn on_files(machine: &mut Machine<'_>, name: &str, mut data: Vec<Term>) -> Outcome {
    machine.require_path(name, &data, &[])?;
    if let Some(there) = machine.asked_for_file(name, &data) {
        return Ok(there);
    }
    let writes = ["write", "append", "mkdir", "unlink", "rm", "create"];
    if writes.iter().any(|verb| name.contains(verb)) {
        return machine.write_file(&data).map(|()| machine.terms().undefined());
    }
    if let Some(times) = machine.times_of_file(name, &data)? {
        return Ok(times);
    }
    let written = machine.written_files()?;
    data.extend(machine.left_in(&data));
    data.extend(written);
    Ok(machine.frozen_pure(name, &data))
}

/// Timers run their callback at once: what happens is the same, only sooner.
fn scheduling(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    match name {
        "setTimeout" | "setImmediate" | "queueMicrotask" => {
            let callback = argument(machine, arguments, 0);
            machine.assume(&assumptions::TIMERS);
            let skip = if name == "setTimeout" { 2 } else { 1 };
            let rest = arguments.positional.get(skip..).unwrap_or_default().to_vec();
            let outcome = machine.later(|m| sequence::apply(m, callback, &rest));
            Some(outcome.map(|_| machine.terms().pure("timer", &[])))
        }
        "setInterval" => {
            machine.problem("setInterval repeats its callback any number of times", span);
            Some(Ok(machine.terms().undefined()))
        }
        "clearTimeout" | "clearInterval" | "clearImmediate" => {
            Some(Ok(machine.terms().undefined()))
        }
        "timers/promises.setTimeout" => Some(Ok(machine.terms().undefined())),
        _ => None,
    }
}

/// Whether a function gives something else every time it is called.
pub(super) fn draws(name: &str) -> bool {
    matches!(
        name,
        "Date.now"
            | "Math.random"
            | "performance.now"
            | "process.hrtime"
            | "process.hrtime.bigint"
            | "process.uptime"
            | "process.cpuUsage"
            | "process.memoryUsage"
    ) || ["crypto.random", "crypto.generate", "crypto.webcrypto.random", "crypto.getRandom"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// Values that are new on every attempt.
fn freshness(machine: &mut Machine<'_>, name: &str, call: &Call) -> Option<Outcome> {
    let unique = match name {
        "crypto.randomUUID"
        | "crypto.randomBytes"
        | "crypto.webcrypto.randomUUID"
        | "URL.createObjectURL" => true,
        // Whether time is up is another question on every attempt.
        "crypto.randomInt" | "performance.now" | "AbortSignal.timeout" => false,
        _ => return None,
    };
    let value = machine.fresh(name, call.span, unique);
    let callback = call.arguments.last().copied().filter(|&last| machine.is_function(last));
    Some(match callback {
        Some(callback) => machine.call_back(callback, |_| value),
        None => value,
    })
}

/// Functions that the machine made.
pub(super) fn native(
    machine: &mut Machine<'_>,
    name: &str,
    data: &[Term],
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    promise::native(machine, name, data, arguments, span)
}

/// Methods of values.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    if machine.mark_of(receiver) == Some(Mark::Symbol) {
        return Some(Ok(machine.problem("a method of a symbol is not supported", span)));
    }
    if let Some(object) = machine.object(receiver) {
        let flavour = match &object.body {
            Body::List(_) => return array::method(machine, receiver, name, arguments),
            Body::Promise(_) => return promise::method(machine, receiver, name, arguments),
            Body::Record(record) => record.flavour.clone(),
        };
        let special = match flavour {
            Flavour::Map | Flavour::Set => collection::method(machine, receiver, name, arguments),
            Flavour::Date => date::method(machine, receiver, name, arguments),
            _ => None,
        };
        return special.or_else(|| object::method(machine, receiver, name, arguments));
    }
    match machine.view(receiver).clone() {
        Node::Reference(Reference::Function(_)) => {
            function::method(machine, receiver, name, arguments, span)
        }
        Node::String(_) => string::method(machine, receiver, name, arguments),
        Node::Number(_) => math::method(machine, receiver, name, arguments),
        Node::Undefined | Node::Null => None,
        Node::List(_) | Node::Record(..) => {
            let thawed = machine.thaw(receiver);
            method(machine, thawed, name, arguments, span)
        }
        _ => unknown_method(machine, receiver, name, arguments),
    }
}

/// Methods of values whose kind is not known: the name tells.
fn unknown_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    if machine.terms().is_text(receiver) || string::is_only_of_strings(name) {
        return string::method(machine, receiver, name, arguments);
    }
    // Of what JSON can say, only arrays have these.
    let is_array =
        matches!(name, "keys" | "values" | "entries") && machine.is_part_of_json(receiver);
    if array::is_only_of_arrays(name) || is_array {
        if machine.is_part_of_input(receiver) {
            let raised = machine.may_raise("TypeError", |m| {
                let list = m.terms().pure("isArray", &[receiver]);
                let list = m.terms().apply(Operator::Truthy, &[list]);
                m.terms().not(list)
            });
            if let Err(stop) = raised {
                return Some(Err(stop));
            }
        }
        return array::method(machine, receiver, name, arguments);
    }
    if let Some(outcome) = promise::method(machine, receiver, name, arguments) {
        return Some(outcome);
    }
    string::method(machine, receiver, name, arguments)
        .or_else(|| math::method(machine, receiver, name, arguments))
        .or_else(|| date::pure_method(machine, receiver, name, arguments))
        .or_else(|| object::method(machine, receiver, name, arguments))
}

/// Whether a value has a built-in method of this name.
pub(super) fn names_a_method(name: &str) -> bool {
    array::is_method(name)
        || string::is_method(name)
        || matches!(name, "length" | "hasOwnProperty" | "then" | "catch" | "finally" | "toJSON")
}

/// Members of arrays, texts, numbers, iterators and functions that nothing is said about.
pub(super) fn is_unlisted_member(name: &str) -> bool {
    matches!(
        name,
        "with"
            | "toSpliced"
            | "next"
            | "return"
            | "throw"
            | "isWellFormed"
            | "toWellFormed"
            | "hasOwnProperty"
            | "isPrototypeOf"
            | "propertyIsEnumerable"
            | "toLocaleString"
            | "toString"
            | "valueOf"
            | "toFixed"
            | "toPrecision"
            | "toExponential"
            | "toJSON"
            | "@@iterator"
            | "@@asyncIterator"
            | "__proto__"
    )
}

pub(super) fn has_method(machine: &Machine<'_>, object: Term, name: &str) -> bool {
    if machine.list(object).is_some() {
        return array::is_method(name);
    }
    match machine.view(object) {
        Node::String(_) => string::is_method(name),
        Node::Reference(Reference::Function(_)) => matches!(name, "call" | "apply" | "bind"),
        Node::Reference(Reference::Object(_)) => {
            matches!(name, "hasOwnProperty" | "toString")
                || {
                    machine.promise_of(object).is_some()
                        && matches!(name, "then" | "catch" | "finally")
                }
                || (machine.is_dictionary(object)
                    && matches!(name, "get" | "set" | "has" | "add" | "delete" | "forEach"))
        }
        _ => false,
    }
}

/// Attributes of values that are computed.
pub(super) fn attribute(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Outcome> {
    match name {
        "length" => {
            let is_function =
                matches!(machine.view(object), Node::Reference(Reference::Function(_)));
            if machine.record(object).is_some() || is_function {
                return None;
            }
            match machine.view(object) {
                Node::Undefined | Node::Null | Node::Bool(_) | Node::Number(_) => None,
                _ => Some(super::length(machine, object)),
            }
        }
        "name" => {
            let name = machine.class_info(object)?.name.clone();
            Some(Ok(machine.terms().string(name)))
        }
        "lastIndex" if string::remembers(machine, object) => {
            let asked = machine.times_asked(object);
            let asked = machine.terms().number(f64::from(asked));
            Some(Ok(machine.frozen_pure("lastIndex", &[object, asked])))
        }
        "size" if machine.is_dictionary(object) => Some(super::length(machine, object)),
        "description" if machine.mark_of(object) == Some(Mark::Symbol) => {
            let span = machine.span();
            Some(Ok(machine.problem("the description of a symbol is not supported", span)))
        }
        "constructor"
            if matches!(
                machine.view(object),
                Node::String(_) | Node::Number(_) | Node::Bool(_)
            ) =>
        {
            let span = machine.span();
            Some(Ok(machine.problem("the constructor of a value is not supported", span)))
        }
        "constructor" if machine.record(object).is_some() && !machine.is_external(object) => {
            let span = machine.span();
            Some(Ok(machine.problem("the constructor of a value is not supported", span)))
        }
        "constructor" if machine.list(object).is_some() => {
            Some(Ok(machine.terms().external("Array")))
        }
        _ => None,
    }
}
