//! Routers: what is registered, in order, and when it applies to a request.

use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Stop, Term};
use std::sync::Arc;

/// How routers are named; the place where one is made follows.
const ROUTER: &str = "aplomb:router:";

/// The field of a router that holds what is registered.
const LAYERS: &str = "layers";

/// Something registered at a router.
pub(super) struct Layer {
    /// The method in upper case; `None` for all.
    pub(super) method: Option<String>,
    /// The pattern of paths; with `is_prefix`, only how they begin.
    pub(super) pattern: String,
    /// It applies to all paths below the pattern.
    pub(super) is_prefix: bool,
    /// A function of the program, or something external.
    pub(super) handler: Term,
}

/// A new router.
pub(super) fn make(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    make_kind(machine, call, "")
}

/// A new router of a framework that serves requests in its own way. It is named by the place
/// where it is made, and by how many were made there before.
pub(super) fn make_kind(machine: &mut Machine<'_>, call: &Call, kind: &str) -> Outcome {
    let place = format!("{ROUTER}{kind}{}:{}", call.span.file.0, call.span.start);
    for before in 0.. {
        let router = machine.terms().external(format!("{place}:{before}"));
        if !has_layers(machine, router)? {
            let none = machine.new_list([]);
            machine.set(router, LAYERS, none)?;
            return Ok(router);
        }
    }
    unreachable!("some number is not taken")
}

/// Whether a router was made.
fn has_layers(machine: &mut Machine<'_>, router: Term) -> Result<bool, Stop> {
    let layers = machine.get(router, LAYERS)?;
    Ok(machine.is_list(layers))
}

/// Whether a term is a router of that kind.
pub(super) fn is_of_kind(machine: &mut Machine<'_>, term: Term, kind: &str) -> bool {
    match machine.view(term) {
        Node::External(name) => {
            name.strip_prefix(ROUTER).is_some_and(|rest| rest.starts_with(kind))
        }
        _ => false,
    }
}

/// The router that a term is.
pub(super) fn is_router(machine: &mut Machine<'_>, term: Term) -> bool {
    matches!(machine.view(term), Node::External(name) if name.starts_with(ROUTER))
}

/// The router on which a call is made, and the method called.
pub(super) fn receiver(machine: &mut Machine<'_>, path: &Path) -> Option<(Term, String)> {
    let name: Arc<str> = path.root.starts_with(ROUTER).then(|| path.root.clone())?;
    let [aplomb_symbolic::PathSegment::Member(method)] = path.segments.as_slice() else {
        return None;
    };
    Some((machine.terms().external(name), method.to_string()))
}

/// Registers a layer.
pub(super) fn register(machine: &mut Machine<'_>, router: Term, layer: &Layer) -> Result<(), Stop> {
    let mut layers = registered(machine, router)?;
    let nothing = machine.terms().undefined();
    let method = match &layer.method {
        Some(method) => machine.terms().string(method.as_str()),
        None => nothing,
    };
    let pattern = machine.terms().string(layer.pattern.as_str());
    let is_prefix = machine.terms().bool(layer.is_prefix);
    layers.push(machine.new_list([method, pattern, is_prefix, layer.handler]));
    let layers = machine.new_list(layers);
    machine.set(router, LAYERS, layers)
}

fn registered(machine: &mut Machine<'_>, router: Term) -> Result<Vec<Term>, Stop> {
    let layers = machine.get(router, LAYERS)?;
    Ok(machine.items(layers).unwrap_or_default())
}

/// All layers in order, those of nested routers in their place.
pub(super) fn layers(machine: &mut Machine<'_>, router: Term) -> Result<Vec<Layer>, Stop> {
    let mut found = Vec::new();
    flatten(machine, router, "", 0, &mut found)?;
    Ok(found)
}

fn flatten(
    machine: &mut Machine<'_>,
    router: Term,
    prefix: &str,
    depth: usize,
    found: &mut Vec<Layer>,
) -> Result<(), Stop> {
    if depth > 8 {
        return Ok(());
    }
    for entry in registered(machine, router)? {
        let Some(parts) = machine.items(entry) else { continue };
        let [method, pattern, is_prefix, handler] = parts.as_slice() else { continue };
        let own = machine.terms().as_str(*pattern).cloned().unwrap_or_default();
        let pattern = join(prefix, &own);
        if is_router(machine, *handler) {
            flatten(machine, *handler, &pattern, depth + 1, found)?;
            continue;
        }
        found.push(Layer {
            method: machine.terms().as_str(*method).map(|method| method.to_string()),
            pattern,
            is_prefix: machine.terms().is_true(*is_prefix),
            handler: *handler,
        });
    }
    Ok(())
}

fn join(prefix: &str, pattern: &str) -> String {
    let whole = format!("{}/{}", prefix.trim_end_matches('/'), pattern.trim_start_matches('/'));
    match whole.trim_end_matches('/') {
        "" => "/".into(),
        trimmed => trimmed.into(),
    }
}

/// When a layer applies to an event.
pub(super) fn applies(
    machine: &mut Machine<'_>,
    layer: &Layer,
    event: Term,
    patterns: &[String],
) -> Term {
    machine.assume(&assumptions::ROUTE);
    let mut condition = machine.terms().bool(true);
    if let Some(wanted) = &layer.method {
        let method = part(machine, event, "httpMethod");
        let terms = machine.terms();
        let wanted = terms.string(wanted.as_str());
        condition = terms.equal(method, wanted);
    }
    let resource = part(machine, event, "resource");
    if !layer.is_prefix {
        let terms = machine.terms();
        let pattern = terms.string(layer.pattern.as_str());
        let same = terms.equal(resource, pattern);
        return terms.and(condition, same);
    }
    if layer.pattern == "/" {
        return condition;
    }
    let below = format!("{}/", layer.pattern);
    let is_below = |pattern: &&String| **pattern == layer.pattern || pattern.starts_with(&below);
    // Where no route is below it, it still serves whoever asks there.
    if !patterns.iter().any(|pattern| is_below(&pattern)) {
        let terms = machine.terms();
        let begins = terms.string(below.as_str());
        let begins = terms.pure("startsWith", &[resource, begins]);
        let begins = terms.apply(Operator::Truthy, &[begins]);
        return terms.and(condition, begins);
    }
    let mut any = machine.terms().bool(false);
    for pattern in patterns.iter().filter(is_below) {
        let terms = machine.terms();
        let pattern = terms.string(pattern.as_str());
        let same = terms.equal(resource, pattern);
        any = terms.or(any, same);
    }
    machine.terms().and(condition, any)
}

/// The names of the parameters in a pattern: `:name`, `<type:name>`, `{name}`.
pub(super) fn parameters(pattern: &str) -> Vec<String> {
    pattern
        .split('/')
        .filter_map(|part| {
            let inner = part
                .strip_prefix(':')
                .or_else(|| part.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')))
                .or_else(|| part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')))?;
            let name = inner.rsplit(':').next().unwrap_or(inner);
            Some(name.trim_end_matches(['?', '+', '*']).to_string())
        })
        .collect()
}

/// A part of the event, whatever the program made of the event.
pub(super) fn part(machine: &mut Machine<'_>, event: Term, name: &str) -> Term {
    let event = machine.freeze(event);
    machine.terms().field(event, name)
}

/// Parts of the event under the names by which a framework shows them.
pub(super) fn parts<'n>(
    machine: &mut Machine<'_>,
    event: Term,
    names: &[(&'n str, &str)],
) -> Vec<(&'n str, Term)> {
    let shown = names.iter().map(|&(name, of_event)| {
        let part = part(machine, event, of_event);
        (name, machine.thaw(part))
    });
    shown.collect()
}

/// Methods of a framework that begin with `prefix`, with their data.
pub(super) fn methods<'n>(
    machine: &mut Machine<'_>,
    prefix: &str,
    names: &[&'n str],
    data: Term,
) -> Vec<(&'n str, Term)> {
    let made =
        names.iter().map(|&name| (name, machine.function(&format!("{prefix}{name}"), &[data])));
    made.collect()
}

/// The body of a request, parsed.
pub(super) fn body(machine: &mut Machine<'_>, event: Term) -> Term {
    let text = part(machine, event, "body");
    machine.terms().apply(Operator::JsonParse, &[text])
}

/// The request as a framework shows it: these parts, and others of which it is not known here
/// whether they are the same when the client asks again, like its address.
pub(super) fn request(machine: &mut Machine<'_>, event: Term, parts: Vec<(&str, Term)>) -> Term {
    let event = machine.freeze(event);
    let span = machine.span();
    let others = machine.changing("the request", span, &[event]);
    machine.new_record_over(others, parts)
}

/// A header of the request, whatever the spelling of its name.
pub(super) fn header(machine: &mut Machine<'_>, event: Term, name: Term) -> Outcome {
    let headers = part(machine, event, "headers");
    let headers = machine.thaw(headers);
    match machine.terms().as_str(name).map(|name| name.to_lowercase()) {
        Some(name) => machine.get(headers, &name),
        None => machine.get_item(headers, name),
    }
}

/// A response that is nothing but a status and its text.
pub(super) fn status(machine: &mut Machine<'_>, status: f64, text: &str) -> Term {
    let (status, text) = (machine.terms().number(status), machine.terms().string(text));
    response(machine, status, text)
}

/// The client gets a response, and the program goes on.
pub(super) fn answer(machine: &mut Machine<'_>, response: Term) -> Outcome {
    let span = machine.span();
    machine.respond(response, false, span);
    Ok(machine.terms().undefined())
}

/// What a response shows that a method makes of its arguments: a text, the name of a template
/// and what is put into it, a status and an address. When a callback among them runs is not known.
pub(super) fn content(machine: &mut Machine<'_>, call: &Call) -> Term {
    if call.arguments.iter().any(|&argument| machine.is_function(argument)) {
        machine.escape_all(call);
    }
    match call.arguments[..] {
        [] => machine.terms().undefined(),
        [only] => only,
        _ => machine.new_list(call.arguments.iter().copied()),
    }
}

/// What the client is told of an error that nobody catches: its status and its message, if it
/// has a status.
pub(super) fn uncaught(machine: &mut Machine<'_>, error: Term) -> Outcome {
    let status = machine.get(error, "status")?;
    let message = machine.get(error, "message")?;
    let terms = machine.terms();
    let (nothing, internal) = (terms.undefined(), terms.number(500.0));
    let unexpected = terms.equal(status, nothing);
    let text = terms.string("Internal Server Error");
    let status = terms.ite(unexpected, internal, status);
    let body = terms.ite(unexpected, text, message);
    Ok(response(machine, status, body))
}

/// A response with a status.
pub(super) fn response(machine: &mut Machine<'_>, status: Term, body: Term) -> Term {
    machine.new_record([("statusCode", status), ("body", body)])
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_of_patterns() {
        for (pattern, expected) in [
            ("/users", vec![]),
            ("/users/:id", vec!["id"]),
            ("/a/<string:user_id>/b/<n>", vec!["user_id", "n"]),
            ("/items/{item}", vec!["item"]),
        ] {
            assert_eq!(super::parameters(pattern), expected, "{pattern}");
        }
    }
}
