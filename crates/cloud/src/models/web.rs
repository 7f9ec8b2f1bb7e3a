//! Web requests: `GET` and `HEAD` read, everything else is seen by others.
//!
//! An answer is a function of what came back, which is new on every request. It
//! is read as a value (`response.json()`), or as the stream it is in Node
//! (`response.on("data", …)`).

use super::packages::{
    arguments, callback, deliver, effect, idempotency_key, service_name, where_present,
};
use crate::assumptions;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};

/// What the answer to a request is called; the request and the answer follow.
const REPLY: &str = "aplomb:reply";

/// What methods of answers are called that give their content.
const CONTENT: [&str; 12] = [
    "json",
    "text",
    "buffer",
    "arrayBuffer",
    "blob",
    "formData",
    "bytes",
    "read",
    "decode",
    "getcode",
    "raise_for_status",
    "close",
];

/// Methods of requests and answers that are streams.
const STREAM: [&str; 14] = [
    "on",
    "once",
    "setEncoding",
    "resume",
    "pipe",
    "write",
    "end",
    "setTimeout",
    "setHeader",
    "destroy",
    "abort",
    "form",
    "auth",
    "flushHeaders",
];

/// How a package tells the answer.
enum Style {
    /// `(error, answer)`, or a promise.
    Usual,
    /// `(error, answer, body)`, and the request is a stream.
    WithBody,
    /// `(answer)`, and both are streams.
    Stream,
    /// A promise that has the methods of the answer, too: `got(address).json()`.
    Promise,
}

fn style(path: &Path) -> Style {
    match &*path.root {
        "request" | "needle" => Style::WithBody,
        "got" | "ky" => Style::Promise,
        "http" | "https" | "node:http" | "node:https" | "follow-redirects" => Style::Stream,
        _ => Style::Usual,
    }
}

/// Calls of members of answers, and of requests that are built bit by bit.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    if &*path.root == "superagent" {
        return agent(machine, call, &path);
    }
    if &*path.root != REPLY {
        return None;
    }
    let parts = path.arguments(0)?.to_vec();
    if STREAM.contains(&path.last()) {
        return Some(stream(machine, call, &path, &parts));
    }
    if matches!(path.last(), "then" | "catch" | "finally") {
        let answer = call.receiver?;
        return Some(continued(machine, call, answer, path.last()));
    }
    expect_success(machine);
    let value = part(machine, &parts, path.last());
    Some(deliver(machine, call, |_| Ok(value)))
}

/// What follows an answer that is a promise.
fn continued(machine: &mut Machine<'_>, call: &Call, answer: Term, method: &str) -> Outcome {
    let promise = machine.promise(|_| Ok(answer))?;
    let method = machine.get(promise, method)?;
    machine.call(method, Some(promise), &call.arguments)
}

/// Members of answers: a function of the answer.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    let path = Path::of(machine.terms(), object)?;
    if &*path.root != REPLY
        || CONTENT.contains(&name)
        || STREAM.contains(&name)
        || matches!(name, "then" | "catch" | "finally")
    {
        return None;
    }
    let parts = path.arguments(0)?.to_vec();
    Some(part(machine, &parts, name))
}

/// A part of what came back. What a request that changed something gave may be more
/// than data, so it stays a function of the request.
fn part(machine: &mut Machine<'_>, parts: &[Term], name: &str) -> Term {
    let is_read = parts.last().is_some_and(|&reply| match machine.view(reply) {
        Node::Symbol(_) => machine.is_fresh(reply),
        reply => !matches!(reply, Node::String(_)),
    });
    match parts {
        [.., reply] if is_read => {
            let value = machine.terms().field(*reply, name);
            machine.looks_at(value);
            machine.thaw(value)
        }
        _ => machine.terms().pure(&format!("reply.{name}"), parts),
    }
}

/// Methods of the answer to a request that changed something: it is plain data.
pub(super) fn method(machine: &mut Machine<'_>, name: &str) -> Option<Outcome> {
    // Answers come.
    (name == "raise_for_status").then(|| {
        expect_success(machine);
        Ok(machine.terms().null())
    })
}

/// What those who listen to a stream get: its content, and then its end.
fn stream(machine: &mut Machine<'_>, call: &Call, path: &Path, parts: &[Term]) -> Outcome {
    let same = call.receiver.unwrap_or(call.callee);
    let listener = callback(machine, call);
    let (Some(listener), "on" | "once") = (listener, path.last()) else {
        machine.escape_all(call);
        return Ok(same);
    };
    let event = call.argument(0).and_then(|event| machine.terms().as_str(event).cloned());
    match event.as_deref() {
        Some("data") => {
            let content = part(machine, parts, "data");
            machine.call(listener, None, &[content])?;
        }
        Some("response") => {
            machine.call(listener, None, &[same])?;
        }
        Some("end" | "close" | "finish" | "complete") => {
            machine.call(listener, None, &[])?;
        }
        // Answers come.
        Some("error" | "timeout" | "abort" | "aborted" | "socket") => {}
        _ => machine.escape_all(call),
    }
    Ok(same)
}

/// Answers come, and are what was asked for: a program that is ready for something else takes
/// a way that is not seen.
fn expect_success(machine: &mut Machine<'_>) {
    if machine.is_tried() {
        machine.assume(&assumptions::ANSWERS);
    }
}

/// An answer to a request that only reads.
pub(super) fn read(machine: &mut Machine<'_>, call: &Call, name: &str, label: &str) -> Outcome {
    machine.escape_parts(call);
    let request = arguments(machine, call);
    deliver(machine, call, |machine| answer(machine, call, name, label, request))
}

fn answer(
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
    label: &str,
    request: Term,
) -> Outcome {
    expect_success(machine);
    let reply = machine.foreign_answer(label, call.span)?;
    Ok(answered(machine, name, request, reply))
}

fn answered(machine: &mut Machine<'_>, name: &str, request: Term, reply: Term) -> Term {
    let reply = machine.freeze(reply);
    let terms = machine.terms();
    let what = terms.string(name);
    let root = terms.external(REPLY);
    terms.apply(Operator::Called, &[root, what, request, reply])
}

/// A web request.
pub(super) fn request(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Outcome {
    let (name, label) = (path.to_string(), path.last().to_string());
    machine.escape_parts(call);
    let request = arguments(machine, call);
    let is_of_node = matches!(style(path), Style::Stream);
    let mut method = http_method(machine, &label, request, is_of_node);
    if method == "GET" && (is_of_node || !is_method(&label.to_uppercase())) {
        let changed = call.arguments.iter().find_map(|&given| method_changed(machine, given));
        let named = changed.or_else(|| method_of_client(machine, call, path));
        method = named.unwrap_or(method);
    }
    let reads = matches!(method.as_str(), "GET" | "HEAD" | "OPTIONS");
    if reads {
        refuse_hooks(machine, call, path);
    }
    match style(path) {
        Style::Usual if reads => read(machine, call, &name, &label),
        Style::Usual => effect(machine, call, &name, &label),
        style => {
            let value = send(machine, call, &name, &label, request, reads)?;
            let Some(callback) = callback(machine, call) else { return Ok(value) };
            match style {
                Style::Stream => machine.call(callback, None, &[value])?,
                _ => {
                    let null = machine.terms().null();
                    let body = machine.get(value, "body")?;
                    machine.call(callback, None, &[null, value, body])?
                }
            };
            Ok(value)
        }
    }
}

/// What sends a request: the client, or the package itself.
fn client(call: &Call) -> Term {
    call.receiver.unwrap_or(call.callee)
}

/// The method that a client has for requests which name none: it was made so, or set up later.
fn method_of_client(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<String> {
    let package = machine.terms().external(path.root.clone());
    for client in [client(call), package] {
        let defaults = machine.get(client, "defaults").ok()?;
        if let Some(method) = written(machine, defaults, "method") {
            return Some(method_named(machine, method));
        }
    }
    path.given().iter().find_map(|&given| method_in_settings(machine, given))
}

/// The method that the program gave to an address or to a request after it was made. Data that
/// is added is posted.
fn method_changed(machine: &mut Machine<'_>, given: Term) -> Option<String> {
    if let Some(method) = machine.assigned(given, "method") {
        return Some(method_named(machine, method));
    }
    Path::of(machine.terms(), given)?;
    if let Some(tells) = written(machine, given, "get_method") {
        let method = machine.call(tells, None, &[]).ok()?;
        return Some(method_named(machine, method));
    }
    if let Some(method) = written(machine, given, "method") {
        return Some(method_named(machine, method));
    }
    written(machine, given, "data").map(|_| "POST".into())
}

/// What the program has written into a member of something that a package made.
fn written(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    let value = machine.get(object, name).ok()?;
    let is_own = match machine.view(value) {
        Node::Apply(Operator::Member(member), of) => &**member == name && of[0] == object,
        Node::Undefined => true,
        _ => false,
    };
    (!is_own).then_some(value)
}

/// The name of a method.
fn method_named(machine: &mut Machine<'_>, method: Term) -> String {
    match machine.view(method) {
        Node::String(method) => method.to_uppercase(),
        _ => UNKNOWN.into(),
    }
}

/// Says so where the program has functions called that may make another request of this one.
fn refuse_hooks(machine: &mut Machine<'_>, call: &Call, path: &Path) {
    let client = client(call);
    let is_external = Path::of(machine.terms(), client).is_some();
    let changes = is_external
        && (written(machine, client, "hooks").is_some()
            || written(machine, client, "auth").is_some_and(|by| machine.class_of(by).is_some()));
    let hooks = |machine: &mut Machine<'_>, given: Term| {
        let given = machine.freeze(given);
        let is_record = matches!(machine.view(given), Node::Record(..));
        let hooks = machine.terms().field(given, "hooks");
        is_record && !matches!(machine.view(hooks), Node::Undefined | Node::Null)
    };
    let mut given = path.given();
    given.extend(&call.arguments);
    if changes || given.into_iter().any(|given| hooks(machine, given)) {
        let message = "functions that a web client calls for its requests are not supported";
        machine.problem(message, call.span);
    }
}

/// Sends a request; gives the answer.
fn send(
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
    label: &str,
    request: Term,
    reads: bool,
) -> Outcome {
    if reads {
        return answer(machine, call, name, label, request);
    }
    let key = idempotency_key(machine, request);
    let reply = where_present(machine, key, |machine, key| {
        machine.effect(label, call.span, service_name(name), request, key)
    })?;
    Ok(answered(machine, name, request, reply))
}

/// superagent builds a request, which is sent by `end` or when it is awaited.
fn agent(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if path.last() != "end" {
        machine.escape_all(call);
        return Some(Ok(machine.chain(call)));
    }
    let receiver = call.receiver?;
    let callback = callback(machine, call)?;
    Some(machine.call_back(callback, |machine| {
        awaited(machine, receiver).unwrap_or_else(|| Ok(machine.terms().undefined()))
    }))
}

/// Sends a request of superagent that was built.
pub(super) fn awaited(machine: &mut Machine<'_>, value: Term) -> Option<Outcome> {
    let path = Path::of(machine.terms(), value)?;
    if &*path.root != "superagent" {
        return None;
    }
    let method = path.to_string().split(['.', '(']).nth(1).unwrap_or("get").to_uppercase();
    let given = path.given();
    let request = machine.terms().list(given);
    let span = machine.span();
    let reads = matches!(method.as_str(), "GET" | "HEAD" | "OPTIONS");
    let label = method.to_lowercase();
    let sent = match reads {
        true => {
            expect_success(machine);
            machine.foreign_answer(&label, span)
        }
        false => machine.effect(&label, span, "superagent", request, None),
    };
    Some(sent.map(|reply| answered(machine, "superagent", request, reply)))
}

/// The methods of HTTP.
const METHODS: [&str; 7] = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/// A method that is not known: it counts as one that others see.
const UNKNOWN: &str = "UNKNOWN";

/// The method of a request: `GET` only where nothing that is given can say another one.
fn http_method(machine: &mut Machine<'_>, label: &str, request: Term, is_of_node: bool) -> String {
    let by_name = label.to_uppercase();
    // `get` of Node takes the method that its options say.
    if METHODS.contains(&by_name.as_str()) && !(by_name == "GET" && is_of_node) {
        return by_name;
    }
    let Node::List(values) = machine.terms().node(request).clone() else { return UNKNOWN.into() };
    for (index, &value) in values.iter().enumerate() {
        if let Some(method) = method_of_request(machine, value) {
            // Options that are sent with a request count more.
            let others = values[index + 1..].iter();
            let named = others.copied().find_map(|other| method_in_options(machine, other));
            return named.unwrap_or(method);
        }
        // Arguments that come as a list.
        if let Node::Apply(Operator::Pure(function), _) = machine.view(value)
            && &**function.name() == "spread"
        {
            return UNKNOWN.into();
        }
        let text = machine.terms().as_str(value).map(|text| text.to_uppercase());
        let is_nothing = matches!(machine.view(value), Node::Null | Node::Undefined);
        let is_text = text.is_some() || machine.terms().is_text(value);
        match (index, label) {
            // `request("POST", address)` of Python, `needle("post", address)`.
            (0, "request" | "needle") if text.as_deref().is_some_and(is_method) => {
                return text.unwrap_or_default();
            }
            (0, "request") if !is_text && machine.dialect().language == Language::Python => {
                match machine.view(value) {
                    Node::Record(..) => {}
                    _ => return UNKNOWN.into(),
                }
            }
            (1, "urlopen") if !is_nothing => return "POST".into(),
            _ => {}
        }
        // An address says nothing of the method; what may be one or options may say it.
        let is_given =
            matches!(machine.view(value), Node::Symbol(_) | Node::Apply(Operator::Select, _));
        let comes_first = ADDRESS_FIRST.contains(&label) || label == "get" && is_given;
        let is_address = is_text || (index == 0 && comes_first);
        if is_nothing || is_address {
            continue;
        }
        if let Some(method) = method_in_options(machine, value) {
            return method;
        }
    }
    "GET".into()
}

/// Functions whose first argument is an address.
const ADDRESS_FIRST: [&str; 6] =
    ["fetch", "node-fetch", "cross-fetch", "isomorphic-fetch", "isomorphic-unfetch", "urlopen"];

fn is_method(text: &str) -> bool {
    METHODS.contains(&text)
}

/// The method that options name, whichever of several they are. `None` if they name none.
fn method_in_options(machine: &mut Machine<'_>, options: Term) -> Option<String> {
    match machine.terms().node(options).clone() {
        Node::Record(names, values) => {
            // In Python, options that are spread.
            let spread = names.iter().position(|name| &**name == "**");
            if let Some(spread) = spread {
                return method_in_options(machine, values[spread]);
            }
            method_in_record(machine, options)
        }
        Node::Apply(Operator::Ite, parts) => {
            let then = method_in_options(machine, parts[1]);
            let otherwise = method_in_options(machine, parts[2]);
            if then == otherwise { then } else { Some(UNKNOWN.into()) }
        }
        Node::Undefined | Node::Null => None,
        // A certificate, an agent, a body.
        Node::Apply(Operator::Called | Operator::Constructed | Operator::Member(_), _)
        | Node::External(_) => None,
        _ => {
            let method = machine.terms().field(options, "method");
            Some(method_named(machine, method))
        }
    }
}

/// The method that a client's settings name for all its requests.
fn method_in_settings(machine: &mut Machine<'_>, settings: Term) -> Option<String> {
    let settings = machine.freeze(settings);
    match machine.terms().node(settings) {
        Node::Record(..) => {
            let method = machine.terms().field(settings, "method");
            match machine.terms().node(method) {
                Node::Undefined | Node::Null => None,
                _ => Some(method_named(machine, method)),
            }
        }
        _ => None,
    }
}

/// Whether a member of a web client sends a request; `false` if it only sets the client
/// up, `None` if that is not known. The member is what follows the call that makes the
/// client, nothing where the client is called itself.
pub(super) fn client_member(member: &str) -> Option<bool> {
    let name = member.strip_prefix('.').unwrap_or(member);
    let sends = name.is_empty()
        || matches!(name, "request" | "fetch" | "urlopen" | "stream")
        || is_method(&name.to_uppercase());
    let sets_up = ["interceptors", "defaults", "headers", "mount", "auth", "cookies", "close"];
    let enters = matches!(name, "__enter__" | "__exit__" | "__aenter__" | "__aexit__" | "aclose");
    match sends {
        true => Some(true),
        false => (enters || sets_up.iter().any(|begin| name.starts_with(begin))).then_some(false),
    }
}

/// The method that a request made beforehand has: `urllib.request.Request(address,
/// data, method="PUT")`, `new Request(address, { method: "PUT" })`.
fn method_of_request(machine: &mut Machine<'_>, value: Term) -> Option<String> {
    let path = Path::of(machine.terms(), value)?;
    if path.last() != "Request" {
        return None;
    }
    let named = path.named(0);
    let given = path.arguments(0)?.to_vec();
    for record in named.into_iter().chain(given.iter().copied().skip(1)) {
        if let Some(method) = method_in_record(machine, record) {
            return Some(method);
        }
    }
    // `new Request(another)`
    if let Some(&of) = given.first()
        && let Some(method) = method_of_request(machine, of)
    {
        return Some(method);
    }
    let is_data = |value: &Term| {
        !matches!(machine.view(*value), Node::Null | Node::Undefined | Node::Record(..))
    };
    Some(if given.get(1).is_some_and(is_data) { "POST".into() } else { "GET".into() })
}

/// The method that options name; data is posted.
fn method_in_record(machine: &mut Machine<'_>, record: Term) -> Option<String> {
    let method = machine.terms().field(record, "method");
    match machine.terms().node(method) {
        Node::Undefined | Node::Null => {}
        _ => return Some(method_named(machine, method)),
    }
    let data = machine.terms().field(record, "data");
    let posted = machine.dialect().language == Language::Python
        && matches!(machine.terms().node(record), Node::Record(..))
        && !matches!(machine.terms().node(data), Node::Null | Node::Undefined);
    posted.then(|| "POST".into())
}
