//! Flask, Chalice, Powertools' event handler and the like: routes by decorator.

use super::passage::{Passage, Steps, skips_none};
use super::router::{self, Layer, parameters};
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Term};

/// Classes of applications and parts of applications.
const APPLICATIONS: [&str; 13] = [
    "Flask",
    "Blueprint",
    "Chalice",
    "APIGatewayRestResolver",
    "APIGatewayHttpResolver",
    "ApiGatewayResolver",
    "LambdaFunctionUrlResolver",
    "ALBResolver",
    "Router",
    "APIGatewayRouter",
    "APIGatewayHttpRouter",
    "LambdaFunctionUrlRouter",
    "ALBRouter",
];

/// Packages these classes come from.
const PACKAGES: [&str; 3] = ["flask", "chalice", "aws_lambda_powertools"];

/// The request that is being served.
const REQUEST: &str = "aplomb:request";

const ADD: &str = "aplomb:route";

/// What registers the function below it as a hook.
const HOOK: &str = "aplomb:a hook of an application";

/// Whether a function only makes an answer.
pub(super) fn makes_answer(path: &str) -> bool {
    matches!(
        path,
        "flask.jsonify"
            | "flask.make_response"
            | "flask.redirect"
            | "flask.Response"
            | "chalice.Response"
    )
}

/// Parts of the names of decorators whose functions run for requests without being views.
const RUN_ELSEWHERE: [&str; 10] = [
    "exception_handler",
    "errorhandler",
    "error_handler",
    "not_found",
    "before_",
    "after_",
    "teardown_",
    "middleware",
    "preprocessor",
    "defaults",
];

/// What a call into a framework means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    let package = name.split('.').next().unwrap_or_default();
    let last = path.last().to_string();
    if PACKAGES.contains(&package) && APPLICATIONS.contains(&last.as_str()) {
        return Some(router::make(machine, call));
    }
    if name == ADD {
        return Some(add(machine, call));
    }
    if name == HOOK {
        machine.escape_acting(call);
        return call.argument(0).map(Ok);
    }
    match name.as_str() {
        "flask.jsonify" => return Some(jsonify(machine, call)),
        "flask.redirect" => return Some(redirect(machine, call)),
        "flask.make_response" | "flask.Response" | "chalice.Response" => {
            return Some(make_response(machine, call));
        }
        "flask.request.get_json" | "aplomb:request.get_json" => {
            return Some(request(machine, "json").unwrap_or(Ok(call.callee)));
        }
        "flask.abort" => return Some(abort(machine, call)),
        "flask_cors.CORS" => return Some(Ok(machine.terms().undefined())),
        "serverless_wsgi.handle_request" | "serverless_wsgi.handle" | "awsgi.response" => {
            let (app, event) = (call.argument(0)?, call.argument(1)?);
            return Some(serve(machine, app, event));
        }
        "mangum.Mangum"
        | "apig_wsgi.make_lambda_handler"
        | "a2wsgi.WSGIMiddleware"
        | "asgiref.wsgi.WsgiToAsgi" => return call.named_or("app", 0).map(Ok),
        _ => {}
    }
    // What else routers do depends on the language.
    if machine.dialect().language != Language::Python {
        return None;
    }
    if router::is_of_kind(machine, call.callee, "fastapi:") {
        return None;
    }
    if router::is_router(machine, call.callee) {
        // The application is called as a handler.
        return call.argument(0).map(|event| serve(machine, call.callee, event));
    }
    let (app, method) = router::receiver(machine, path)?;
    if router::is_of_kind(machine, app, "fastapi:") {
        return None;
    }
    Some(match method.as_str() {
        "route" => decorator(machine, call, app, None),
        "get" | "post" | "put" | "patch" | "delete" => {
            let verb = method.to_uppercase();
            decorator(machine, call, app, Some(&verb))
        }
        "resolve" => serve(machine, app, call.argument(0)?),
        "add_url_rule" => add_rule(machine, call, app),
        "register_blueprint" | "include_router" | "register_blueprints" => {
            let part = call.argument(0)?;
            let prefix = call.named("url_prefix").or_else(|| call.named("prefix"));
            let prefix = prefix.and_then(|prefix| machine.terms().as_str(prefix).cloned());
            let pattern = prefix.as_deref().unwrap_or("/").to_string();
            let layer = Layer { method: None, pattern, is_prefix: true, handler: part };
            router::register(machine, app, &layer).map(|()| app)
        }
        // Functions that are called before and after views, for errors, on a schedule.
        _ if RUN_ELSEWHERE.iter().any(|name| method.contains(name)) || method == "use" => {
            machine.escape_all(call);
            for around in call.named("middlewares").into_iter().collect::<Vec<_>>() {
                refuse_around(machine, call, around);
            }
            let function = call.argument(0).filter(|&given| machine.is_function(given));
            Ok(function.unwrap_or_else(|| machine.function(HOOK, &[])))
        }
        // Other decorators and settings leave functions as they are.
        _ => Ok(call.argument(0).filter(|&f| machine.is_function(f)).unwrap_or(call.callee)),
    })
}

/// Methods of the request.
const METHODS: [&str; 3] = ["get_json", "get_header_value", "get_query_string_value"];

/// Members of applications and of the request.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    if router::is_router(machine, object) {
        return match name {
            "current_event" | "current_request" => Some(machine.terms().external(REQUEST)),
            "lambda_context" => Some(unlisted(machine)),
            // `app.log` of Chalice, `app.logger` of Flask.
            "log" | "logger" => Some(machine.terms().external("aplomb:log")),
            _ => None,
        };
    }
    let path = Path::of(machine.terms(), object)?;
    let is_request = matches!(path.to_string().as_str(), "flask.request" | REQUEST);
    (is_request && name != EVENT && !METHODS.contains(&name))
        .then(|| request(machine, name).and_then(Result::ok))?
}

/// The field of the request that is being served with its event.
const EVENT: &str = "event of the request";

/// A part of the request that is being served.
fn request(machine: &mut Machine<'_>, name: &str) -> Option<Outcome> {
    let field = match name {
        "json" | "json_body" | "data" | "form" | "raw_request_body" | "values" => "body",
        "args" | "query_params" | "query_string_parameters" => "queryStringParameters",
        "headers" => "headers",
        "method" | "http_method" => "httpMethod",
        "path" => "path",
        "event" => "event",
        _ => return Some(Ok(unlisted(machine))),
    };
    let event = match event(machine) {
        Ok(event) => event,
        Err(stop) => return Some(Err(stop)),
    };
    let part = match field {
        "body" => router::body(machine, event),
        "event" => event,
        _ => router::part(machine, event, field),
    };
    Some(Ok(machine.thaw(part)))
}

/// The event of the request that is being served.
fn event(machine: &mut Machine<'_>) -> Outcome {
    let request = machine.terms().external(REQUEST);
    machine.get(request, EVENT)
}

/// What is not listed of a request: it is not known whether it is the same when the client
/// asks again.
fn unlisted(machine: &mut Machine<'_>) -> Term {
    let span = machine.span();
    machine.changing("the request", span, &[])
}

/// `@app.route(pattern, methods=[…])`: what registers the function below it.
fn decorator(machine: &mut Machine<'_>, call: &Call, app: Term, verb: Option<&str>) -> Outcome {
    if let Some(around) = call.named("middlewares") {
        refuse_around(machine, call, around);
    }
    let nothing = machine.terms().undefined();
    let pattern = call.named_or("rule", 0).unwrap_or(nothing);
    let methods = match verb {
        Some(verb) => {
            let verb = machine.terms().string(verb);
            machine.new_list([verb])
        }
        None => match call.named("methods").or_else(|| call.named("method")) {
            Some(methods) => methods,
            None => {
                let get = machine.terms().string("GET");
                machine.new_list([get])
            }
        },
    };
    Ok(machine.function(ADD, &[app, pattern, methods]))
}

/// `app.add_url_rule(pattern, name, view, methods=[…])`.
fn add_rule(machine: &mut Machine<'_>, call: &Call, app: Term) -> Outcome {
    let Some(view) = call.named_or("view_func", 2) else {
        return Ok(machine.problem("a route whose view is given later is not supported", call.span));
    };
    let decorator = decorator(machine, call, app, None)?;
    machine.call(decorator, None, &[view])
}

/// Functions around a route are not followed.
fn refuse_around(machine: &mut Machine<'_>, call: &Call, around: Term) {
    let is_none = machine.items(around).is_some_and(|around| around.is_empty());
    if !is_none {
        machine.problem("functions around a route are not supported", call.span);
    }
}

fn add(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let [app, pattern, methods, function, ..] = call.arguments.as_slice() else {
        return Ok(machine.terms().undefined());
    };
    let pattern = machine.terms().as_str(*pattern).map_or("/".into(), |text| text.to_string());
    let methods = match machine.view(*methods) {
        Node::String(_) => vec![*methods],
        _ => machine.items(*methods).unwrap_or_else(|| vec![*methods]),
    };
    for method in methods {
        // One that is not known here may be any.
        let method = machine.terms().as_str(method).map(|method| method.to_uppercase());
        let layer =
            Layer { method, pattern: pattern.clone(), is_prefix: false, handler: *function };
        router::register(machine, *app, &layer)?;
    }
    Ok(*function)
}

fn serve(machine: &mut Machine<'_>, app: Term, event: Term) -> Outcome {
    let request = machine.terms().external(REQUEST);
    machine.set(request, EVENT, event)?;
    Passage::new(app, event, request).go_on(machine, &STEPS)
}

const STEPS: Steps = Steps {
    skips: skips_none,
    enter: |machine, passage, layer| {
        let given = router::part(machine, passage.event, "pathParameters");
        let names = parameters(&layer.pattern);
        let arguments: Vec<Term> =
            names.iter().map(|name| machine.terms().field(given, name)).collect();
        let value = machine.call(layer.handler, None, &arguments)?;
        let value = machine.settle(value)?;
        finish(machine, value)
    },
    leave: |machine| Ok(router::status(machine, 404.0, "Not Found")),
};

/// What a view returns: a body, or a body with a status.
fn finish(machine: &mut Machine<'_>, value: Term) -> Outcome {
    if let Node::Apply(aplomb_symbolic::Operator::Ite, parts) = machine.view(value).clone() {
        return machine.branch(
            parts[0],
            |machine| finish(machine, parts[1]),
            |machine| finish(machine, parts[2]),
        );
    }
    match machine.items(value).as_deref() {
        Some([body, status, ..]) => Ok(router::response(machine, *status, *body)),
        _ => {
            let status = machine.terms().number(200.0);
            Ok(router::response(machine, status, value))
        }
    }
}

fn jsonify(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    if call.arguments.is_empty() {
        let fields: Vec<(String, Term)> =
            call.named.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        return Ok(machine.new_record(fields));
    }
    match call.arguments.as_slice() {
        [only] => Ok(*only),
        several => Ok(machine.new_list(several.to_vec())),
    }
}

fn make_response(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().null();
    let body = call.named("body").or_else(|| call.named("response"));
    let body = body.or_else(|| call.argument(0)).unwrap_or(nothing);
    let status = call.named("status").or_else(|| call.named("status_code"));
    let status = status.or_else(|| call.argument(1));
    let status = status.unwrap_or_else(|| machine.terms().number(200.0));
    Ok(router::response(machine, status, body))
}

/// An answer that says where else to ask.
fn redirect(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().null();
    let location = call.named_or("location", 0).unwrap_or(nothing);
    let status = call.named_or("code", 1).unwrap_or_else(|| machine.terms().number(302.0));
    Ok(router::response(machine, status, location))
}

fn abort(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let status = call.argument(0).unwrap_or_else(|| machine.terms().number(500.0));
    let text = machine.terms().string("aborted");
    let response = router::response(machine, status, text);
    machine.respond(response, false, call.span);
    let error = machine.error(&["HTTPException", "Exception"], text, &[("code", status)]);
    machine.throw(error)
}
