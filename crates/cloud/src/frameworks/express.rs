//! Express, and the packages that make a handler of an Express application.

use super::passage::{Passage, Steps, skips_packages};
use super::router::{self, Layer};
use super::{fastify, koa};
use aplomb_symbolic::{Call, Machine, Outcome, Path, Stop, Term};

/// The kind of router that its applications are.
const KIND: &str = "express:";

/// Packages that turn an application into a handler.
const ADAPTERS: [&str; 4] = [
    "serverless-http",
    "@vendia/serverless-express",
    "@codegenie/serverless-express",
    "serverless-express",
];

/// The response object of the request that is being served.
const RESPONSE: &str = "aplomb:response";

const HANDLE: &str = "aplomb:express:handle";
const NEXT: &str = "aplomb:express:next";

/// A header of the request; the event is data.
const HEADER: &str = "aplomb:express:header";

/// What a call into Express, or on what it gives, means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    match name.as_str() {
        "express" | "express.Router" | "express-promise-router" | "lambda-api" => {
            return Some(router::make_kind(machine, call, KIND));
        }
        HANDLE => return Some(handle(machine, call)),
        NEXT => return Some(next(machine, call)),
        HEADER => {
            let (event, name) = (call.argument(0)?, call.argument(1)?);
            return Some(router::header(machine, event, name));
        }
        "aws-serverless-express.createServer" => return call.argument(0).map(Ok),
        "aws-serverless-express/middleware.eventContext" => {
            return Some(Ok(machine.chain(call)));
        }
        "aws-serverless-express.proxy" => {
            let (app, event) = (call.argument(0)?, call.argument(1)?);
            return Some(serve(machine, app, event));
        }
        _ => {}
    }
    if &*path.root == RESPONSE {
        return Some(respond(machine, call, path.last()));
    }
    if ADAPTERS.contains(&name.as_str()) || name.ends_with("serverless-express.configure") {
        let given = call.argument(0)?;
        // Options may have functions for requests and responses.
        let mut options = call.clone();
        options.arguments.remove(0);
        machine.escape_all(&options);
        return Some(adapt(machine, given));
    }
    if name.starts_with("express.") || &*path.root == "body-parser" || &*path.root == "cors" {
        machine.escape_all(call);
        return Some(Ok(machine.chain(call)));
    }
    let (app, method) = router::receiver(machine, path)?;
    router::is_of_kind(machine, app, KIND).then_some(())?;
    Some(register(machine, call, app, &method))
}

/// `serverless(app)`, `serverlessExpress({ app })`: a handler.
fn adapt(machine: &mut Machine<'_>, given: Term) -> Outcome {
    let app = match router::is_router(machine, given) {
        true => given,
        false => machine.get(given, "app")?,
    };
    Ok(machine.function(HANDLE, &[app]))
}

/// `app.get(pattern, …handlers)`, `app.use(…)`.
fn register(machine: &mut Machine<'_>, call: &Call, app: Term, method: &str) -> Outcome {
    let verb = method.to_uppercase();
    let is_use = verb == "USE";
    if !is_use
        && !["GET", "POST", "PUT", "PATCH", "DELETE", "ALL", "HEAD", "OPTIONS"]
            .contains(&verb.as_str())
    {
        return match method {
            "run" => {
                let event = call.argument(0).unwrap_or(app);
                serve(machine, app, event)
            }
            // `param`, `engine`, `on`, `listen`.
            _ => {
                machine.escape_all(call);
                Ok(app)
            }
        };
    }
    let mut given = call.arguments.as_slice();
    let mut pattern = "/".to_string();
    if let Some((&first, rest)) = given.split_first()
        && let Some(text) = machine.terms().as_str(first)
    {
        pattern = text.to_string();
        given = rest;
    }
    let mut handlers = Vec::new();
    for &handler in given {
        match machine.items(handler) {
            Some(several) => handlers.extend(several),
            None => handlers.push(handler),
        }
    }
    let any = is_use || verb == "ALL";
    for handler in handlers {
        let method = (!any).then(|| verb.clone());
        let layer = Layer { method, pattern: pattern.clone(), is_prefix: is_use, handler };
        router::register(machine, app, &layer)?;
    }
    Ok(app)
}

/// The handler of an application is called: data is the application.
fn handle(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let app = call.argument(0).unwrap_or(nothing);
    let event = call.argument(1).unwrap_or(nothing);
    serve(machine, app, event)
}

/// Parts of the event, as a request shows them.
const PARTS: [(&str, &str); 6] = [
    ("params", "pathParameters"),
    ("query", "queryStringParameters"),
    ("headers", "headers"),
    ("method", "httpMethod"),
    ("path", "path"),
    ("url", "path"),
];

fn serve(machine: &mut Machine<'_>, app: Term, event: Term) -> Outcome {
    if koa::is_koa(machine, app) {
        return koa::serve(machine, app, event);
    }
    if fastify::is_application(machine, app) {
        return fastify::serve(machine, app, event);
    }
    let body = router::body(machine, event);
    let mut parts = vec![("event", event), ("body", machine.thaw(body))];
    parts.extend(router::parts(machine, event, &PARTS));
    let header = machine.function(HEADER, &[event]);
    parts.extend([("get", header), ("header", header)]);
    // What `eventContext()` of aws-serverless-express adds.
    parts.push(("apiGateway", machine.new_record([("event", event)])));
    let request = router::request(machine, event, parts);
    let response = machine.terms().external(RESPONSE);
    let status = machine.terms().number(200.0);
    machine.set(response, "statusCode", status)?;
    Passage::new(app, event, request).go_on(machine, &STEPS)
}

const STEPS: Steps = Steps {
    skips: |machine, layer| {
        Ok(skips_packages(machine, layer)? || takes_errors(machine, layer.handler)?)
    },
    enter,
    leave: |machine| {
        let response = router::status(machine, 404.0, "Not Found");
        router::answer(machine, response)
    },
};

/// `next()`, `next(error)`.
fn next(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let Some((passage, given)) = Passage::resumed(machine, call) else {
        return Ok(machine.terms().undefined());
    };
    let Some(&error) = given.first() else { return passage.go_on(machine, &STEPS) };
    let failed = machine.truth(error);
    machine.branch(
        failed,
        |machine| fail(machine, passage, error),
        |machine| passage.go_on(machine, &STEPS),
    )
}

fn takes_errors(machine: &mut Machine<'_>, handler: Term) -> Result<bool, Stop> {
    let count = machine.get(handler, "length")?;
    Ok(matches!(machine.view(count), aplomb_symbolic::Node::Number(n) if n.get() == 4.0))
}

/// Calls the handler of a layer.
fn enter(machine: &mut Machine<'_>, passage: Passage, layer: &Layer) -> Outcome {
    let response = machine.terms().external(RESPONSE);
    let next = passage.function(machine, NEXT);
    machine.catch(
        |machine| {
            let result = machine.call(layer.handler, None, &[passage.shown, response, next])?;
            machine.settle(result)
        },
        |machine, error| fail(machine, passage, error),
    )
}

/// Gives an error to the next layer that takes errors.
fn fail(machine: &mut Machine<'_>, passage: Passage, error: Term) -> Outcome {
    for (after, layer) in passage.ahead(machine)? {
        if machine.is_function(layer.handler) && takes_errors(machine, layer.handler)? {
            let response = machine.terms().external(RESPONSE);
            let next = after.function(machine, NEXT);
            return machine.call(layer.handler, None, &[error, passage.shown, response, next]);
        }
    }
    let response = router::status(machine, 500.0, "Internal Server Error");
    router::answer(machine, response)
}

/// A method of the response object.
fn respond(machine: &mut Machine<'_>, call: &Call, method: &str) -> Outcome {
    let response = machine.terms().external(RESPONSE);
    let nothing = machine.terms().undefined();
    let given = call.argument(0).unwrap_or(nothing);
    match method {
        "status" => machine.set(response, "statusCode", given)?,
        "json" | "send" | "end" | "jsonp" | "render" | "redirect" | "sendStatus" | "sendFile" => {
            let status = match method {
                "sendStatus" => given,
                "redirect" => machine.terms().number(302.0),
                _ => machine.get(response, "statusCode")?,
            };
            let content = router::content(machine, call);
            let whole = router::response(machine, status, content);
            machine.respond(whole, false, call.span);
        }
        // `on`, `once`, `format`.
        _ => machine.escape_all(call),
    }
    Ok(response)
}
