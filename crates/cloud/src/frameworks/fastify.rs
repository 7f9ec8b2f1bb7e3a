//! Fastify, and the packages that make a handler of one of its applications.

use super::passage::{Passage, Steps, skips_none};
use super::router::{self, Layer};
use crate::assumptions;
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};

/// The kind of router that its applications are.
const KIND: &str = "fastify:";

/// Packages that turn an application into a handler.
const ADAPTERS: [&str; 3] =
    ["@fastify/aws-lambda", "aws-lambda-fastify", "@fastify/aws-lambda.awsLambdaFastify"];

/// The handler of an application, which is data.
const HANDLE: &str = "aplomb:fastify:handle";

/// What is given to a plugin for when it is done.
const DONE: &str = "aplomb:fastify:done";

/// The reply to the request that is being served.
const REPLY: &str = "aplomb:fastify:reply";

/// Nobody sees what is logged.
const LOG: &str = "aplomb:log";

/// What a call into Fastify, or on what it gives, means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if machine.dialect().language != Language::JavaScript {
        return None;
    }
    let name = path.to_string();
    match name.as_str() {
        "fastify" | "fastify.fastify" | "fastify.default" => {
            return Some(router::make_kind(machine, call, KIND));
        }
        HANDLE => {
            let [app, event, ..] = call.arguments[..] else { return None };
            return Some(serve(machine, app, event));
        }
        DONE => return Some(Ok(machine.terms().undefined())),
        name if ADAPTERS.contains(&name) => {
            let app = call.argument(0)?;
            is_application(machine, app).then_some(())?;
            return Some(Ok(machine.function(HANDLE, &[app])));
        }
        _ => {}
    }
    if &*path.root == REPLY {
        return Some(respond(machine, call, path.last()));
    }
    let (app, method) = router::receiver(machine, path)?;
    is_application(machine, app).then_some(())?;
    Some(match method.as_str() {
        "get" | "post" | "put" | "patch" | "delete" | "head" | "options" | "all" => {
            let methods = (method != "all").then(|| method.to_uppercase());
            let settings = call.argument(1).filter(|&second| !machine.is_function(second));
            route(machine, call, app, vec![methods], call.argument(0), settings)
        }
        "route" => declared(machine, call, app),
        "register" => register(machine, call, app),
        "ready" | "listen" | "close" => machine.promise(|_| Ok(app)),
        _ => {
            machine.escape_all(call);
            machine.unknown_call(&format!("Fastify's {method}"), call.span)
        }
    })
}

/// Members of applications.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    (is_application(machine, object) && name == "log").then(|| machine.terms().external(LOG))
}

/// Whether something is an application of Fastify.
pub(super) fn is_application(machine: &mut Machine<'_>, term: Term) -> bool {
    router::is_of_kind(machine, term, KIND)
}

/// What runs before and after the handler of a route.
const HOOKS: [&str; 10] = [
    "onRequest",
    "preParsing",
    "preValidation",
    "preHandler",
    "preSerialization",
    "onSend",
    "onResponse",
    "onError",
    "errorHandler",
    "validatorCompiler",
];

/// `app.get(pattern, settings, handler)`.
fn route(
    machine: &mut Machine<'_>,
    call: &Call,
    app: Term,
    methods: Vec<Option<String>>,
    pattern: Option<Term>,
    settings: Option<Term>,
) -> Outcome {
    let mut handler = call.arguments.last().copied().filter(|&last| machine.is_function(last));
    if let Some(settings) = settings {
        for hook in HOOKS {
            let given = machine.get(settings, hook)?;
            if !matches!(machine.view(given), Node::Undefined) {
                let message = format!("{hook} of a route of Fastify is not supported");
                machine.problem(message, call.span);
            }
        }
        if handler.is_none() {
            handler = Some(machine.get(settings, "handler")?);
        }
    }
    let pattern = pattern.and_then(|pattern| machine.terms().as_str(pattern).cloned());
    let handler = handler.filter(|&handler| machine.is_function(handler));
    let (Some(pattern), Some(handler)) = (pattern, handler) else {
        return Ok(machine.problem("a route of Fastify is not known here; write it", call.span));
    };
    for method in methods {
        let pattern = pattern.to_string();
        router::register(machine, app, &Layer { method, pattern, is_prefix: false, handler })?;
    }
    Ok(app)
}

/// `app.route({ method, url, handler })`.
fn declared(machine: &mut Machine<'_>, call: &Call, app: Term) -> Outcome {
    let Some(settings) = call.argument(0) else { return Ok(app) };
    let (method, url) = (machine.get(settings, "method")?, machine.get(settings, "url")?);
    let methods = match machine.items(method) {
        Some(methods) => methods,
        None => vec![method],
    };
    let mut known = Vec::new();
    for method in methods {
        let Some(method) = machine.terms().as_str(method) else {
            let message = "the method of a route of Fastify is not known here; write it";
            return Ok(machine.problem(message, call.span));
        };
        known.push(Some(method.to_uppercase()));
    }
    route(machine, call, app, known, Some(url), Some(settings))
}

/// `app.register(plugin, { prefix })`: a plugin of the program adds routes to a part.
fn register(machine: &mut Machine<'_>, call: &Call, app: Term) -> Outcome {
    let Some(plugin) = call.argument(0) else { return Ok(app) };
    if !machine.is_function(plugin) {
        machine.assume(&assumptions::MIDDLEWARE_PASSES);
        machine.escape_all(call);
        return Ok(app);
    }
    let settings = match call.argument(1) {
        Some(settings) => settings,
        None => machine.new_record::<&str>([]),
    };
    let prefix = machine.get(settings, "prefix")?;
    let pattern = match machine.view(prefix) {
        Node::Undefined => "/".to_string(),
        Node::String(prefix) => prefix.to_string(),
        _ => {
            let message = "the prefix of a plugin is not known here; write it";
            return Ok(machine.problem(message, call.span));
        }
    };
    let part = router::make_kind(machine, call, KIND)?;
    let layer = Layer { method: None, pattern, is_prefix: true, handler: part };
    router::register(machine, app, &layer)?;
    let done = machine.function(DONE, &[]);
    let result = machine.call(plugin, None, &[part, settings, done])?;
    machine.settle(result)?;
    Ok(app)
}

/// Parts of the event, as a request shows them.
const PARTS: [(&str, &str); 5] = [
    ("params", "pathParameters"),
    ("query", "queryStringParameters"),
    ("headers", "headers"),
    ("method", "httpMethod"),
    ("url", "path"),
];

/// Serves a request.
pub(super) fn serve(machine: &mut Machine<'_>, app: Term, event: Term) -> Outcome {
    let body = router::body(machine, event);
    let log = machine.terms().external(LOG);
    let mut parts = vec![("body", machine.thaw(body)), ("log", log)];
    parts.extend(router::parts(machine, event, &PARTS));
    let request = router::request(machine, event, parts);
    let reply = machine.terms().external(REPLY);
    let status = machine.terms().number(200.0);
    machine.set(reply, "statusCode", status)?;
    machine.catch(
        |machine| Passage::new(app, event, request).go_on(machine, &STEPS),
        |machine, error| {
            let status = machine.get(error, "statusCode")?;
            let message = machine.get(error, "message")?;
            let terms = machine.terms();
            let (nothing, internal) = (terms.undefined(), terms.number(500.0));
            let unexpected = terms.equal(status, nothing);
            let status = terms.ite(unexpected, internal, status);
            let response = router::response(machine, status, message);
            router::answer(machine, response)
        },
    )
}

const STEPS: Steps = Steps {
    skips: skips_none,
    enter: |machine, passage, layer| {
        let reply = machine.terms().external(REPLY);
        let value = machine.call(layer.handler, None, &[passage.shown, reply])?;
        let value = machine.settle(value)?;
        finish(machine, value)
    },
    leave: |machine| {
        let response = router::status(machine, 404.0, "Not Found");
        router::answer(machine, response)
    },
};

/// What a handler returns is the answer, unless it is the reply, or nothing.
fn finish(machine: &mut Machine<'_>, value: Term) -> Outcome {
    if let Node::Apply(Operator::Ite, parts) = machine.view(value).clone() {
        return machine.branch(
            parts[0],
            |machine| finish(machine, parts[1]),
            |machine| finish(machine, parts[2]),
        );
    }
    let is_reply = Path::of(machine.terms(), value).is_some_and(|path| &*path.root == REPLY);
    if is_reply || matches!(machine.view(value), Node::Undefined) {
        return Ok(machine.terms().undefined());
    }
    let reply = machine.terms().external(REPLY);
    let status = machine.get(reply, "statusCode")?;
    let response = router::response(machine, status, value);
    router::answer(machine, response)
}

/// A method of the reply.
fn respond(machine: &mut Machine<'_>, call: &Call, method: &str) -> Outcome {
    let reply = machine.terms().external(REPLY);
    let nothing = machine.terms().undefined();
    let given = call.argument(0).unwrap_or(nothing);
    match method {
        "code" | "status" => machine.set(reply, "statusCode", given)?,
        "send" | "redirect" => {
            let status = match method {
                "redirect" => machine.terms().number(302.0),
                _ => machine.get(reply, "statusCode")?,
            };
            let content = router::content(machine, call);
            let response = router::response(machine, status, content);
            router::answer(machine, response)?;
        }
        "header" | "headers" | "type" => {}
        _ => {
            machine.escape_all(call);
            return machine.unknown_call(&format!("{method} of Fastify's reply"), call.span);
        }
    }
    Ok(reply)
}
