//! Koa and its router: middleware around middleware, and a context that becomes the answer.

use super::passage::{Passage, Steps, skips_packages};
use super::router::{self, Layer};
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Term};

/// The kind of router that its applications and routers are.
const KIND: &str = "koa:";

/// Packages of the router.
const ROUTERS: [&str; 2] = ["@koa/router", "koa-router"];

/// Goes on after a middleware; the application, the event, the context and where to go on are
/// data.
const NEXT: &str = "aplomb:koa:next";

/// Methods of the context, which is data.
const CONTEXT: &str = "aplomb:koa:context:";

/// What lets every request pass.
const PASSES: &str = "aplomb:koa:passes";

/// The field of a router that holds the beginning of all its paths.
const PREFIX: &str = "prefix";

/// What a call into Koa, or on what it gives, means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    if name == "koa" {
        return Some(router::make_kind(machine, call, KIND));
    }
    if ROUTERS.contains(&name.as_str()) || name == "@koa/router.Router" {
        return Some(make(machine, call));
    }
    if name == NEXT {
        return Some(next(machine, call));
    }
    if let Some(method) = name.strip_prefix(CONTEXT) {
        let method = method.to_string();
        return on_context(machine, call, &method);
    }
    let (app, method) = router::receiver(machine, path)?;
    (is_koa(machine, app) && machine.dialect().language == Language::JavaScript).then_some(())?;
    Some(register(machine, call, app, &method))
}

/// Whether something is an application or a router of Koa.
pub(super) fn is_koa(machine: &mut Machine<'_>, term: Term) -> bool {
    router::is_of_kind(machine, term, KIND)
}

/// `new Router({ prefix: "/orders" })`.
fn make(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let made = router::make_kind(machine, call, KIND)?;
    let none = machine.terms().string("");
    let prefix = match call.argument(0) {
        Some(settings) => machine.get(settings, PREFIX)?,
        None => none,
    };
    let is_given = !matches!(machine.view(prefix), Node::Undefined);
    machine.set(made, PREFIX, if is_given { prefix } else { none })?;
    Ok(made)
}

/// `app.use(…)`, `router.get(pattern, …middleware)`, `router.routes()`.
fn register(machine: &mut Machine<'_>, call: &Call, app: Term, method: &str) -> Outcome {
    let verb = match method {
        "del" => "DELETE".to_string(),
        _ => method.to_uppercase(),
    };
    match method {
        "routes" | "middleware" => return Ok(app),
        "allowedMethods" => return Ok(machine.terms().external(PASSES)),
        "use" | "all" | "get" | "post" | "put" | "patch" | "delete" | "del" | "head"
        | "options" => {}
        "listen" => return Ok(app),
        _ => {
            machine.escape_all(call);
            return machine.unknown_call(&format!("Koa's {method}"), call.span);
        }
    }
    let is_use = method == "use";
    let mut given = call.arguments.as_slice();
    let mut texts = Vec::new();
    while let Some((&first, rest)) = given.split_first()
        && let Some(text) = machine.terms().as_str(first).cloned()
    {
        texts.push(text.to_string());
        given = rest;
    }
    // With two texts the first is the name of the route.
    let pattern = texts.pop();
    if pattern.is_none() && !is_use {
        return Ok(machine.problem("the path of a route is not known here; write it", call.span));
    }
    let pattern = pattern.unwrap_or_else(|| "/".into());
    for &handler in given {
        let mut pattern = pattern.clone();
        if is_koa(machine, handler) {
            let prefix = machine.get(handler, PREFIX)?;
            match machine.view(prefix) {
                Node::String(prefix) => {
                    pattern = format!("{}{prefix}", pattern.trim_end_matches('/'));
                }
                _ => {
                    let message = "the prefix of a router is not known here; write it";
                    machine.problem(message, call.span);
                }
            }
        }
        let method = (!is_use && method != "all").then(|| verb.clone());
        let layer = Layer { method, pattern, is_prefix: is_use, handler };
        router::register(machine, app, &layer)?;
    }
    Ok(app)
}

/// Serves a request: the context becomes the answer, and so does an error that nobody catches.
pub(super) fn serve(machine: &mut Machine<'_>, app: Term, event: Term) -> Outcome {
    let context = context(machine, event)?;
    machine.catch(
        |machine| {
            Passage::new(app, event, context).go_on(machine, &STEPS)?;
            answer(machine, context)
        },
        router::uncaught,
    )
}

/// Parts of the event, as a context and its request show them.
const PARTS: [(&str, &str); 6] = [
    ("params", "pathParameters"),
    ("query", "queryStringParameters"),
    ("headers", "headers"),
    ("header", "headers"),
    ("method", "httpMethod"),
    ("path", "path"),
];

/// `ctx`: parts of the request, and what the program makes of the answer.
fn context(machine: &mut Machine<'_>, event: Term) -> Outcome {
    let body = router::body(machine, event);
    let body = machine.thaw(body);
    let mut parts = router::parts(machine, event, &PARTS);
    let mut of_request = parts.clone();
    of_request.push(("body", body));
    let request = router::request(machine, event, of_request);
    let state = machine.new_record::<&str>([]);
    let nothing = machine.terms().undefined();
    parts.extend([("request", request), ("state", state)]);
    parts.extend([("status", nothing), ("body", nothing)]);
    let context = machine.new_record(parts);
    let names = ["throw", "assert", "set", "get", "redirect"];
    let methods = router::methods(machine, CONTEXT, &names, context);
    let methods = router::request(machine, event, methods);
    machine.inherit(context, methods);
    Ok(context)
}

const STEPS: Steps = Steps {
    skips: |machine, layer| {
        let is_passed = Path::of(machine.terms(), layer.handler);
        let is_passed = is_passed.is_some_and(|path| &*path.root == PASSES);
        Ok(is_passed || skips_packages(machine, layer)?)
    },
    enter: |machine, passage, layer| {
        let next = passage.function(machine, NEXT);
        let done = machine.call(layer.handler, None, &[passage.shown, next])?;
        machine.settle(done)
    },
    leave: |machine| Ok(machine.terms().undefined()),
};

/// `next()`.
fn next(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    match Passage::resumed(machine, call) {
        Some((passage, _)) => machine.promise(|machine| passage.go_on(machine, &STEPS)),
        None => Ok(machine.terms().undefined()),
    }
}

/// What the context says in the end.
fn answer(machine: &mut Machine<'_>, context: Term) -> Outcome {
    let status = machine.get(context, "status")?;
    let body = machine.get(context, "body")?;
    let frozen = machine.freeze(body);
    let terms = machine.terms();
    let (undefined, null) = (terms.undefined(), terms.null());
    let (found, missing, empty) = (terms.number(200.0), terms.number(404.0), terms.number(204.0));
    let (no_body, is_null) = (terms.equal(frozen, undefined), terms.equal(frozen, null));
    let without = terms.ite(is_null, empty, found);
    let usual = terms.ite(no_body, missing, without);
    let unsaid = terms.equal(status, undefined);
    let status = terms.ite(unsaid, usual, status);
    Ok(router::response(machine, status, body))
}

/// A method of the context.
fn on_context(machine: &mut Machine<'_>, call: &Call, method: &str) -> Option<Outcome> {
    let [context, given @ ..] = call.arguments.as_slice() else { return None };
    let at = |index: usize| given.get(index).copied();
    let nothing = machine.terms().undefined();
    Some(match method {
        "throw" => fail(machine, at(0), at(1)),
        "assert" => {
            let holds = machine.truth(at(0)?);
            machine.branch(holds, |_| Ok(nothing), |machine| fail(machine, at(1), at(2)))
        }
        "set" => Ok(nothing),
        "get" => {
            let name = machine.terms().as_str(at(0)?)?.to_lowercase();
            let headers = match machine.get(*context, "headers") {
                Ok(headers) => headers,
                Err(stop) => return Some(Err(stop)),
            };
            machine.get(headers, &name)
        }
        "redirect" => {
            let status = machine.terms().number(302.0);
            let address = at(0).unwrap_or(nothing);
            let done = machine.set(*context, "status", status);
            done.and_then(|()| machine.set(*context, "body", address)).map(|()| nothing)
        }
        _ => return None,
    })
}

/// `ctx.throw(404, "…")`.
fn fail(machine: &mut Machine<'_>, status: Option<Term>, message: Option<Term>) -> Outcome {
    let status = status.unwrap_or_else(|| machine.terms().number(500.0));
    let message = message.unwrap_or_else(|| machine.terms().string("Error"));
    let fields = [("status", status), ("statusCode", status)];
    let error = machine.error(&["HttpError", "Error"], message, &fields);
    let error = machine.open(error);
    machine.throw(error)
}
