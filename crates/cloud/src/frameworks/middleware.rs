//! Functions around handlers and calls: middy, X-Ray, responses that are streamed.

use super::router::{Layer, applies};
use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Outcome, Path, PathSegment as Segment, Stop, Term};

/// How handlers wrapped by middy are named; the place where follows.
const WRAPPED: &str = "aplomb:middy:";

/// What middy's router for HTTP is called; the routes follow.
const ROUTES: &str = "aplomb:middy-routes";

/// A segment of a trace.
const SEGMENT: &str = "aplomb:segment";

/// A handler that writes its response to a stream.
const STREAMED: &str = "aplomb:streamed";

/// The stream of a response; what is written to it is the response.
const STREAM: &str = "aplomb:response stream";

/// What a call into a package of middleware means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if matches!(&*path.root, "middy" | "@middy/core") && path.segments.is_empty() {
        return Some(wrap(machine, call));
    }
    if &*path.root == "@middy/http-router" && path.segments.is_empty() {
        let routes = call.argument(0)?;
        return Some(Ok(machine.function(ROUTES, &[routes])));
    }
    if &*path.root == ROUTES {
        return dispatch(machine, call);
    }
    if path.root.starts_with("@middy/") || path.root.starts_with("middy/") {
        // What a package gives is handed to middy; what else is called is not known.
        let is_made = path.segments.iter().any(|s| matches!(s, Segment::Called { .. }));
        return (!is_made).then(|| Ok(machine.chain(call)));
    }
    if path.root.starts_with("aws-xray-sdk") || &*path.root == SEGMENT {
        return traced(machine, call, path);
    }
    if let Some(outcome) = streamed(machine, call, path) {
        return Some(outcome);
    }
    let name = path.root.strip_prefix(WRAPPED).map(|_| path.root.clone())?;
    let wrapped = machine.terms().external(name);
    if path.segments.is_empty() {
        return Some(run(machine, wrapped, call));
    }
    let given = call.argument(0);
    let outcome = match (path.last(), given) {
        ("handler", Some(handler)) => machine.set(wrapped, "handler function", handler),
        ("use", Some(middleware)) => add(machine, wrapped, middleware),
        (phase @ ("before" | "after" | "onError"), Some(function)) => {
            let middleware = machine.new_record([(phase, function)]);
            add(machine, wrapped, middleware)
        }
        _ => {
            machine.escape_all(call);
            Ok(())
        }
    };
    Some(outcome.map(|()| wrapped))
}

/// Calls the handler of the route that an event belongs to.
fn dispatch(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let (routes, arguments) = call.arguments.split_first()?;
    let mut layers = Vec::new();
    for route in machine.items(*routes)? {
        let mut text = |name: &str| {
            let value = machine.get(route, name).ok()?;
            machine.terms().as_str(value).map(|text| text.to_string())
        };
        let (method, pattern) = (text("method")?, text("path")?);
        let handler = machine.get(route, "handler").ok()?;
        let method = Some(method).filter(|method| method != "ANY");
        layers.push(Layer { method, pattern, is_prefix: false, handler });
    }
    let event = *arguments.first()?;
    Some(dispatch_among(machine, &layers, event, arguments))
}

fn dispatch_among(
    machine: &mut Machine<'_>,
    layers: &[Layer],
    event: Term,
    arguments: &[Term],
) -> Outcome {
    let Some((layer, others)) = layers.split_first() else {
        let message = machine.terms().string("Route does not exist");
        let error = machine.error(&["NotFoundError", "Error"], message, &[]);
        return machine.throw(error);
    };
    let here = applies(machine, layer, event, &[]);
    machine.branch(
        here,
        |machine| {
            let response = machine.call(layer.handler, None, arguments)?;
            machine.settle(response)
        },
        |machine| dispatch_among(machine, others, event, arguments),
    )
}

/// `awslambda.streamifyResponse`: the response is what the handler writes.
fn streamed(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let stream = machine.terms().external(STREAM);
    match path.to_string().as_str() {
        "awslambda.streamifyResponse" => {
            let handler = call.argument(0)?;
            return Some(Ok(machine.function(STREAMED, &[handler])));
        }
        // The status and the headers come first.
        "awslambda.HttpResponseStream.from" => {
            return Some(write(machine, call.argument(1)).map(|()| stream));
        }
        STREAMED => return Some(respond(machine, call)),
        _ => {}
    }
    if &*path.root != STREAM {
        return None;
    }
    Some(match path.last() {
        "write" | "end" => write(machine, call.argument(0)).map(|()| machine.terms().undefined()),
        "setContentType" | "cork" | "uncork" => Ok(machine.terms().undefined()),
        _ => return None,
    })
}

fn write(machine: &mut Machine<'_>, part: Option<Term>) -> Result<(), Stop> {
    let Some(part) = part else { return Ok(()) };
    let stream = machine.terms().external(STREAM);
    let written = machine.get(stream, "written")?;
    machine.call_method(written, "push", &[part])?;
    Ok(())
}

fn respond(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let [handler, event, context, ..] = call.arguments[..] else {
        return Ok(machine.terms().undefined());
    };
    let stream = machine.terms().external(STREAM);
    let written = machine.new_list([]);
    machine.set(stream, "written", written)?;
    let done = machine.call(handler, None, &[event, stream, context])?;
    machine.settle(done)?;
    Ok(written)
}

/// X-Ray: what is traced stays as it is.
fn traced(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if &*path.root == SEGMENT {
        // `segment.addNewSubsegment("…")` is another one.
        return Some(Ok(machine.terms().external(SEGMENT)));
    }
    match path.last() {
        "captureAWS" | "captureAWSClient" | "captureAWSv3Client" | "captureHTTPs"
        | "capturePromise" => call.argument(0).map(Ok),
        "captureAsyncFunc" | "captureFunc" => {
            let function = call.argument(1)?;
            let segment = machine.terms().external(SEGMENT);
            Some(machine.call(function, None, &[segment]))
        }
        "getSegment" => Some(Ok(machine.terms().external(SEGMENT))),
        _ => None,
    }
}

fn wrap(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let name = format!("{WRAPPED}{}:{}", call.span.file.0, call.span.start);
    let wrapped = machine.terms().external(name);
    let handler = call.argument(0).filter(|&f| machine.is_function(f));
    if let Some(handler) = handler {
        machine.set(wrapped, "handler function", handler)?;
    }
    // A plugin's functions run around all of it.
    let mut plugins = call.clone();
    plugins.arguments.drain(..usize::from(handler.is_some()));
    machine.escape_all(&plugins);
    Ok(wrapped)
}

fn add(machine: &mut Machine<'_>, wrapped: Term, middleware: Term) -> Result<(), Stop> {
    let known = machine.get(wrapped, "middlewares")?;
    let mut all = machine.items(known).unwrap_or_default();
    match machine.items(middleware) {
        Some(several) => all.extend(several),
        None => all.push(middleware),
    }
    let all = machine.new_list(all);
    machine.set(wrapped, "middlewares", all)
}

/// Calls the handler with the middleware of the program around it.
fn run(machine: &mut Machine<'_>, wrapped: Term, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let event = call.argument(0).unwrap_or(nothing);
    let context = call.argument(1).unwrap_or(nothing);
    let request = machine.new_record([("event", event), ("context", context)]);
    let known = machine.get(wrapped, "middlewares")?;
    let middlewares = machine.items(known).unwrap_or_default();
    machine.assume(&assumptions::MIDDLEWARE_LEAVES);
    let mut is_told = false;
    for &middleware in &middlewares {
        let told = machine.get(middleware, "onError")?;
        is_told |= machine.is_function(told);
    }
    if !is_told {
        return attempt(machine, wrapped, &middlewares, request, call, is_told);
    }
    machine.catch(
        |machine| attempt(machine, wrapped, &middlewares, request, call, is_told),
        |machine, error| recover(machine, &middlewares, request, error),
    )
}

/// Runs what comes before the handler, the handler, and what comes after it. A response that is
/// there before the handler is the response.
fn attempt(
    machine: &mut Machine<'_>,
    wrapped: Term,
    middlewares: &[Term],
    request: Term,
    call: &Call,
    is_told: bool,
) -> Outcome {
    run_phase(machine, middlewares, "before", request, is_told)?;
    let response = machine.get(request, "response")?;
    let nothing = machine.terms().undefined();
    let unset = machine.terms().equal(response, nothing);
    machine.branch(
        unset,
        |machine| {
            let handler = machine.get(wrapped, "handler function")?;
            let event = machine.get(request, "event")?;
            let context = machine.get(request, "context")?;
            let mut arguments = vec![event, context];
            arguments.extend(call.arguments.iter().skip(2));
            let response = machine.call(handler, None, &arguments)?;
            let response = machine.settle(response)?;
            machine.set(request, "response", response)?;
            let behind: Vec<Term> = middlewares.iter().rev().copied().collect();
            run_phase(machine, &behind, "after", request, false)
        },
        |_| Ok(nothing),
    )?;
    machine.get(request, "response")
}

/// Middleware of a package may refuse a request, such as one that is not valid: the same one
/// again.
fn refuse(machine: &mut Machine<'_>, middleware: Term, request: Term) -> Result<(), Stop> {
    if Path::of(machine.terms(), middleware).is_none() {
        return Ok(());
    }
    let event = machine.get(request, "event")?;
    let depends_on = [machine.freeze(middleware), machine.freeze(event)];
    let message = machine.terms().pure("what middleware refuses", &depends_on);
    let absent = machine.terms().absent();
    let accepted = machine.terms().equal(message, absent);
    machine.branch(
        accepted,
        |machine| Ok(machine.terms().undefined()),
        |machine| {
            let error = machine.error(&["Error"], message, &[]);
            let error = machine.open(error);
            machine.throw(error)
        },
    )?;
    Ok(())
}

/// Tells an error to those who want to know; the response that one of them sets is the
/// response, and without one the error stays.
fn recover(machine: &mut Machine<'_>, middlewares: &[Term], request: Term, error: Term) -> Outcome {
    machine.set(request, "error", error)?;
    let nothing = machine.terms().undefined();
    machine.set(request, "response", nothing)?;
    let behind: Vec<Term> = middlewares.iter().rev().copied().collect();
    run_phase(machine, &behind, "onError", request, false)?;
    let response = machine.get(request, "response")?;
    let unset = machine.terms().equal(response, nothing);
    machine.branch(
        unset,
        |machine| {
            let error = machine.get(request, "error")?;
            machine.throw(error)
        },
        |_| Ok(response),
    )
}

/// Runs the functions that middlewares have for a phase. What one of them returns is the response,
/// and the others do not run.
fn run_phase(
    machine: &mut Machine<'_>,
    middlewares: &[Term],
    name: &str,
    request: Term,
    may_refuse: bool,
) -> Outcome {
    let nothing = machine.terms().undefined();
    let Some((&middleware, others)) = middlewares.split_first() else { return Ok(nothing) };
    let function = machine.get(middleware, name)?;
    let mut made = nothing;
    if machine.is_function(function) {
        made = machine.call(function, None, &[request])?;
        made = machine.settle(made)?;
    }
    if may_refuse {
        refuse(machine, middleware, request)?;
    }
    let goes_on = machine.terms().equal(made, nothing);
    machine.branch(
        goes_on,
        |machine| run_phase(machine, others, name, request, may_refuse),
        |machine| {
            machine.set(request, "response", made)?;
            Ok(nothing)
        },
    )
}
