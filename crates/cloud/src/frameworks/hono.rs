//! Hono: middleware around handlers, and handlers that return a response which they make of the
//! context.

use super::passage::{Passage, Steps, skips_packages};
use super::router::{self, Layer};
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Outcome, Path, Term};

/// The kind of router that its applications are.
const KIND: &str = "hono:";

/// Packages that turn an application into a handler.
const ADAPTERS: [&str; 2] = ["hono/aws-lambda.handle", "hono/aws-lambda.streamHandle"];

/// The handler of an application, which is data.
const HANDLE: &str = "aplomb:hono:handle";

/// Goes on after a middleware; the application, the event, the context and where to go on are
/// data.
const NEXT: &str = "aplomb:hono:next";

/// Methods of the context, which is data.
const CONTEXT: &str = "aplomb:hono:context:";

/// Methods of the request; the event is data.
const REQUEST: &str = "aplomb:hono:request:";

/// The field of a router that holds the beginning of all its paths.
const PREFIX: &str = "prefix";

/// The fields of a context with the status that was said, with what middleware left in it, and
/// with the response.
const STATUS: &str = "aplomb status";
const LEFT: &str = "var";
const RESPONSE: &str = "res";

/// What a call into Hono, or on what it gives, means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if machine.dialect().language != Language::JavaScript {
        return None;
    }
    let name = path.to_string();
    match name.as_str() {
        "hono.Hono" | "hono/tiny.Hono" | "hono/quick.Hono" => {
            return Some(make(machine, call, ""));
        }
        "hono/http-exception.HTTPException" => return Some(Ok(exception(machine, call))),
        HANDLE => {
            let [app, event, ..] = call.arguments[..] else { return None };
            return Some(serve(machine, app, event));
        }
        NEXT => return Some(next(machine, call)),
        name if ADAPTERS.contains(&name) => {
            let app = call.argument(0).filter(|&app| is_application(machine, app))?;
            return Some(Ok(machine.function(HANDLE, &[app])));
        }
        _ => {}
    }
    if let Some(method) = name.strip_prefix(CONTEXT) {
        return Some(on_context(machine, call, method));
    }
    if let Some(method) = name.strip_prefix(REQUEST) {
        return Some(on_request(machine, call, method));
    }
    let (app, method) = router::receiver(machine, path)?;
    is_application(machine, app).then_some(())?;
    Some(register(machine, call, app, &method))
}

fn is_application(machine: &mut Machine<'_>, term: Term) -> bool {
    router::is_of_kind(machine, term, KIND)
}

fn make(machine: &mut Machine<'_>, call: &Call, prefix: &str) -> Outcome {
    let app = router::make_kind(machine, call, KIND)?;
    let prefix = machine.terms().string(prefix);
    machine.set(app, PREFIX, prefix)?;
    Ok(app)
}

/// `app.get(pattern, …handlers)`, `app.use(pattern, …middleware)`, `app.route(path, app)`.
fn register(machine: &mut Machine<'_>, call: &Call, app: Term, method: &str) -> Outcome {
    let prefix = machine.get(app, PREFIX)?;
    let prefix = machine.terms().as_str(prefix).map(|text| text.to_string()).unwrap_or_default();
    let first = call.argument(0).and_then(|first| machine.terms().as_str(first).cloned());
    match method {
        "use" | "all" | "get" | "post" | "put" | "patch" | "delete" | "options" => {}
        "route" | "basePath" if first.is_none() => {
            return Ok(
                machine.problem("the path of a route is not known here; write it", call.span)
            );
        }
        "route" => {
            let part = call.argument(1).filter(|&part| is_application(machine, part));
            let Some(part) = part else {
                let message = "which routes are added is not known here";
                return Ok(machine.problem(message, call.span));
            };
            let pattern = format!("{prefix}{}", first.unwrap_or_default());
            let layer = Layer { method: None, pattern, is_prefix: true, handler: part };
            router::register(machine, app, &layer)?;
            return Ok(app);
        }
        // What is registered at the part is registered at the whole.
        "basePath" => {
            let part = make(machine, call, &format!("{prefix}{}", first.unwrap_or_default()))?;
            let pattern = "/".into();
            let layer = Layer { method: None, pattern, is_prefix: true, handler: part };
            router::register(machine, app, &layer)?;
            return Ok(part);
        }
        _ => {
            machine.escape_all(call);
            return machine.unknown_call(&format!("Hono's {method}"), call.span);
        }
    }
    let is_use = method == "use";
    let (pattern, handlers) = match (first, call.arguments.split_first()) {
        (Some(pattern), Some((_, handlers))) => (pattern.to_string(), handlers),
        (None, _) if is_use => ("*".to_string(), call.arguments.as_slice()),
        _ => {
            return Ok(
                machine.problem("the path of a route is not known here; write it", call.span)
            );
        }
    };
    // Everything below: `/admin/*`; of other patterns that stand for many, it is not known here.
    let below = pattern.strip_suffix('*').map(|below| below.trim_end_matches('/').to_string());
    let (own, is_prefix) = match below {
        Some(below) => (below, true),
        None => (pattern, false),
    };
    if own.contains(['*', '{', '?']) {
        let message = format!("the pattern {own} of a route is not supported");
        return Ok(machine.problem(message, call.span));
    }
    let pattern = match format!("{prefix}{own}") {
        whole if whole.is_empty() => "/".to_string(),
        whole => whole,
    };
    for &handler in handlers {
        let method = (!is_use && method != "all").then(|| method.to_uppercase());
        let layer = Layer { method, pattern: pattern.clone(), is_prefix, handler };
        router::register(machine, app, &layer)?;
    }
    Ok(app)
}

/// Serves a request. An exception that nobody catches is an answer.
fn serve(machine: &mut Machine<'_>, app: Term, event: Term) -> Outcome {
    let context = context(machine, event)?;
    let passage = Passage::new(app, event, context);
    machine.catch(|machine| passage.go_on(machine, &STEPS), router::uncaught)
}

/// `c`: the request, what middleware left, and methods that make a response.
fn context(machine: &mut Machine<'_>, event: Term) -> Outcome {
    let mut parts = router::parts(machine, event, &[("method", "httpMethod"), ("path", "path")]);
    let names = ["param", "query", "header", "json", "text", "valid"];
    parts.extend(router::methods(machine, REQUEST, &names, event));
    let request = router::request(machine, event, parts);
    let left = machine.new_record::<&str>([]);
    let of_lambda = machine.new_record([("event", event)]);
    let (usual, nothing) = (machine.terms().number(200.0), machine.terms().undefined());
    let context = machine.new_record([
        ("req", request),
        (LEFT, left),
        ("env", of_lambda),
        (STATUS, usual),
        (RESPONSE, nothing),
    ]);
    let names =
        ["json", "text", "html", "body", "redirect", "notFound", "status", "header", "set", "get"];
    let methods = router::methods(machine, CONTEXT, &names, context);
    let methods = router::request(machine, event, methods);
    machine.inherit(context, methods);
    Ok(context)
}

const STEPS: Steps = Steps {
    skips: skips_packages,
    enter,
    leave: |machine| Ok(router::status(machine, 404.0, "404 Not Found")),
};

/// Calls a handler or a middleware; gives the response.
fn enter(machine: &mut Machine<'_>, passage: Passage, layer: &Layer) -> Outcome {
    let next = passage.function(machine, NEXT);
    let made = machine.call(layer.handler, None, &[passage.shown, next])?;
    let made = machine.settle(made)?;
    // A middleware that returns nothing leaves the response of those after it.
    let nothing = machine.terms().undefined();
    let given = machine.get(passage.shown, RESPONSE)?;
    let unsaid = machine.terms().equal(made, nothing);
    Ok(machine.terms().ite(unsaid, given, made))
}

/// `next()`.
fn next(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let Some((passage, _)) = Passage::resumed(machine, call) else {
        return Ok(machine.terms().undefined());
    };
    machine.promise(|machine| {
        let response = passage.go_on(machine, &STEPS)?;
        machine.set(passage.shown, RESPONSE, response)?;
        Ok(machine.terms().undefined())
    })
}

/// A method of the context: `c.json({ … }, 201)`.
fn on_context(machine: &mut Machine<'_>, call: &Call, method: &str) -> Outcome {
    let nothing = machine.terms().undefined();
    let [context, given @ ..] = call.arguments.as_slice() else { return Ok(nothing) };
    let at = |index: usize| given.get(index).copied();
    match method {
        "json" | "text" | "html" | "body" => {
            let status = match at(1) {
                Some(status) => status,
                None => machine.get(*context, STATUS)?,
            };
            Ok(router::response(machine, status, at(0).unwrap_or(nothing)))
        }
        "redirect" => {
            let status = at(1).unwrap_or_else(|| machine.terms().number(302.0));
            Ok(router::response(machine, status, at(0).unwrap_or(nothing)))
        }
        "notFound" => Ok(router::status(machine, 404.0, "404 Not Found")),
        "status" => {
            machine.set(*context, STATUS, at(0).unwrap_or(nothing))?;
            Ok(nothing)
        }
        "set" => {
            let left = machine.get(*context, LEFT)?;
            match at(0).and_then(|name| machine.terms().as_str(name).cloned()) {
                Some(name) => machine.set(left, &name, at(1).unwrap_or(nothing))?,
                None => {
                    let message = "a name in Hono's context is not known here; write it";
                    machine.problem(message, call.span);
                }
            }
            Ok(nothing)
        }
        "get" => {
            let left = machine.get(*context, LEFT)?;
            machine.get_item(left, at(0).unwrap_or(nothing))
        }
        // `header`: of the response.
        _ => Ok(nothing),
    }
}

/// A method of the request: `c.req.param("id")`, `await c.req.json()`.
fn on_request(machine: &mut Machine<'_>, call: &Call, method: &str) -> Outcome {
    let nothing = machine.terms().undefined();
    let [event, given @ ..] = call.arguments.as_slice() else { return Ok(nothing) };
    let name = given.first().copied();
    match method {
        "json" => {
            let body = router::body(machine, *event);
            machine.promise(|machine| Ok(machine.thaw(body)))
        }
        "text" => {
            let body = router::part(machine, *event, "body");
            machine.promise(|machine| Ok(machine.thaw(body)))
        }
        "header" if name.is_some() => router::header(machine, *event, name.unwrap_or(nothing)),
        "param" | "query" | "header" => {
            let part = match method {
                "param" => "pathParameters",
                "query" => "queryStringParameters",
                _ => "headers",
            };
            let part = router::part(machine, *event, part);
            let part = machine.thaw(part);
            match name {
                Some(name) => machine.get_item(part, name),
                None => Ok(part),
            }
        }
        // What a validator has made of a part of the request, by the program's own schema.
        _ => {
            let event = machine.freeze(*event);
            let part = name.unwrap_or(nothing);
            let valid = machine.terms().pure("what a validator gives", &[part, event]);
            Ok(machine.thaw(valid))
        }
    }
}

/// `new HTTPException(404, { message: "…" })`.
fn exception(machine: &mut Machine<'_>, call: &Call) -> Term {
    let internal = machine.terms().number(500.0);
    let status = call.argument(0).unwrap_or(internal);
    let options = call.argument(1).map(|options| machine.freeze(options));
    let message = match options {
        Some(options) => machine.terms().field(options, "message"),
        None => machine.terms().string(""),
    };
    machine.error(&["HTTPException", "Error"], message, &[("status", status)])
}
