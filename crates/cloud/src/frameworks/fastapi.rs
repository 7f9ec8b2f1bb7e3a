//! FastAPI: routes by decorator, and views that are given what their parameters ask for.

use super::passage::{Passage, Steps, skips_none};
use super::router::{self, Layer, parameters};
use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Node, Outcome, ParameterView, Path, Term};

/// The kind of router that its applications and parts of applications are.
const KIND: &str = "fastapi:";

/// The decorator of a route; the application, the pattern and the methods are data.
const ADD: &str = "aplomb:fastapi:route";

/// The field of a router that holds the beginning of all its paths.
const PREFIX: &str = "prefix";

/// What a call into FastAPI means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let name = path.to_string();
    match name.as_str() {
        "fastapi.FastAPI"
        | "fastapi.APIRouter"
        | "fastapi.routing.APIRouter"
        | "fastapi.applications.FastAPI" => return Some(make(machine, call)),
        ADD => return Some(add(machine, call)),
        "fastapi.HTTPException" | "fastapi.exceptions.HTTPException" => {
            return Some(Ok(exception(machine, call)));
        }
        // What the parameter with this default gets is decided when the view is called.
        "fastapi.Depends" | "fastapi.Query" | "fastapi.Path" | "fastapi.Header"
        | "fastapi.Body" => return Some(Ok(machine.chain(call))),
        _ => {}
    }
    if is_application(machine, call.callee) {
        // The application is called as a handler.
        return call.argument(0).map(|event| serve(machine, call.callee, event));
    }
    let (app, method) = router::receiver(machine, path)?;
    is_application(machine, app).then_some(())?;
    Some(match method.as_str() {
        "get" | "post" | "put" | "patch" | "delete" | "head" | "options" => {
            let verb = machine.terms().string(method.to_uppercase());
            let methods = machine.new_list([verb]);
            decorator(machine, call, app, methods)
        }
        "api_route" => match call.named("methods") {
            Some(methods) => decorator(machine, call, app, methods),
            None => {
                let get = machine.terms().string("GET");
                let methods = machine.new_list([get]);
                decorator(machine, call, app, methods)
            }
        },
        "include_router" => include(machine, call, app),
        // Of a package, like that for CORS.
        "add_middleware" => {
            machine.assume(&assumptions::MIDDLEWARE_PASSES);
            machine.escape_all(call);
            let class = call.argument(0);
            if class.is_some_and(|class| machine.is_function(class)) {
                let message = "a middleware of the program's own is not supported";
                machine.problem(message, call.span);
            }
            Ok(machine.terms().null())
        }
        _ => {
            machine.escape_all(call);
            machine.unknown_call(&format!("FastAPI's {method}"), call.span)
        }
    })
}

fn is_application(machine: &mut Machine<'_>, term: Term) -> bool {
    router::is_of_kind(machine, term, KIND)
}

/// `FastAPI(…)`, `APIRouter(prefix="/orders")`.
fn make(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let app = router::make_kind(machine, call, KIND)?;
    refuse_dependencies(machine, call);
    for (name, value) in &call.named {
        let is_function = machine.is_function(*value);
        if is_function || &**name == "middleware" || &**name == "exception_handlers" {
            machine.problem(format!("{name} of a FastAPI application is not supported"), call.span);
        }
    }
    let none = machine.terms().string("");
    machine.set(app, PREFIX, call.named(PREFIX).unwrap_or(none))?;
    Ok(app)
}

/// Functions that run before every view.
fn refuse_dependencies(machine: &mut Machine<'_>, call: &Call) {
    if call.named("dependencies").is_some() {
        let message = "dependencies of routes are not supported; give them to the views";
        machine.problem(message, call.span);
    }
}

fn decorator(machine: &mut Machine<'_>, call: &Call, app: Term, methods: Term) -> Outcome {
    refuse_dependencies(machine, call);
    let nothing = machine.terms().undefined();
    let pattern = call.named_or("path", 0).unwrap_or(nothing);
    Ok(machine.function(ADD, &[app, pattern, methods]))
}

fn add(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let [app, pattern, methods, function, ..] = call.arguments.as_slice() else {
        return Ok(machine.terms().undefined());
    };
    let Some(pattern) = machine.terms().as_str(*pattern).map(|text| text.to_string()) else {
        return Ok(machine.problem("the path of a route is not known here; write it", call.span));
    };
    let Some(methods) = machine.items(*methods) else {
        return Ok(machine.problem("the methods of a route are not known here", call.span));
    };
    for method in methods {
        let method = machine.terms().as_str(method).map(|method| method.to_uppercase());
        let layer =
            Layer { method, pattern: pattern.clone(), is_prefix: false, handler: *function };
        router::register(machine, *app, &layer)?;
    }
    Ok(*function)
}

/// `app.include_router(router, prefix="/v1")`.
fn include(machine: &mut Machine<'_>, call: &Call, app: Term) -> Outcome {
    refuse_dependencies(machine, call);
    let Some(part) = call.named_or("router", 0) else { return Ok(machine.terms().null()) };
    if !is_application(machine, part) {
        return Ok(machine.problem("which router is included is not known here", call.span));
    }
    let mut pattern = String::new();
    let own = machine.get(part, PREFIX)?;
    for prefix in [call.named(PREFIX), Some(own)].into_iter().flatten() {
        match machine.view(prefix) {
            Node::String(prefix) => pattern.push_str(prefix),
            Node::Undefined | Node::Null => {}
            _ => {
                let message = "the prefix of a router is not known here; write it";
                return Ok(machine.problem(message, call.span));
            }
        }
    }
    if pattern.is_empty() {
        pattern.push('/');
    }
    let layer = Layer { method: None, pattern, is_prefix: true, handler: part };
    router::register(machine, app, &layer)?;
    Ok(machine.terms().null())
}

/// `HTTPException(status_code=404, detail="…")`.
fn exception(machine: &mut Machine<'_>, call: &Call) -> Term {
    let nothing = machine.terms().null();
    let status = call.named_or("status_code", 0).unwrap_or(nothing);
    let detail = call.named_or("detail", 1).unwrap_or(nothing);
    let fields = [("status_code", status), ("detail", detail)];
    machine.error(&["HTTPException", "Exception"], detail, &fields)
}

/// Serves a request. An exception that nobody catches is an answer.
fn serve(machine: &mut Machine<'_>, app: Term, event: Term) -> Outcome {
    machine.catch(
        |machine| Passage::new(app, event, event).go_on(machine, &STEPS),
        |machine, error| {
            let status = machine.get(error, "status_code")?;
            let detail = machine.get(error, "detail")?;
            let terms = machine.terms();
            let (nothing, internal) = (terms.undefined(), terms.number(500.0));
            let unexpected = terms.equal(status, nothing);
            let text = terms.string("Internal Server Error");
            let status = terms.ite(unexpected, internal, status);
            machine.branch(
                unexpected,
                |machine| Ok(router::response(machine, internal, text)),
                |machine| {
                    let body = machine.new_record([("detail", detail)]);
                    Ok(router::response(machine, status, body))
                },
            )
        },
    )
}

const STEPS: Steps = Steps {
    skips: skips_none,
    enter: |machine, passage, layer| {
        let in_path = parameters(&layer.pattern);
        let given = arguments(machine, layer.handler, &in_path, passage.event)?;
        let value = machine.call_with(layer.handler, &[], &given)?;
        let value = machine.settle(value)?;
        let status = machine.terms().number(200.0);
        Ok(router::response(machine, status, value))
    },
    leave: |machine| Ok(router::status(machine, 404.0, "Not Found")),
};

/// Arguments by name.
type Arguments = Vec<(std::sync::Arc<str>, Term)>;

/// What a view or a dependency is given, by its parameters.
fn arguments(
    machine: &mut Machine<'_>,
    view: Term,
    in_path: &[String],
    event: Term,
) -> Result<Arguments, aplomb_symbolic::Stop> {
    let span = machine.span();
    let Some(signature) = machine.signature(view) else {
        machine.problem("the parameters of a view are not supported", span);
        return Ok(Vec::new());
    };
    let mut given = Vec::with_capacity(signature.len());
    for parameter in signature {
        let value = match in_path.iter().any(|name| **name == *parameter.name) {
            true => Some(of_event(machine, event, "pathParameters", &parameter.name)),
            false => argument(machine, view, in_path, event, &parameter)?,
        };
        match value {
            Some(value) => given.push((parameter.name.clone(), value)),
            None => {
                let name = &parameter.name;
                machine.problem(format!("the parameter {name} of a view is not supported"), span);
            }
        }
    }
    Ok(given)
}

/// A named part of a part of the event.
fn of_event(machine: &mut Machine<'_>, event: Term, part: &str, name: &str) -> Term {
    let part = router::part(machine, event, part);
    let value = machine.terms().field(part, name);
    machine.thaw(value)
}

/// Types of values that come with the address.
const SIMPLE: [&str; 7] = ["str", "int", "float", "bool", "Decimal", "UUID", "EmailStr"];

/// What a parameter gets that is no part of the path; `None` if that is not supported.
fn argument(
    machine: &mut Machine<'_>,
    view: Term,
    in_path: &[String],
    event: Term,
    parameter: &ParameterView,
) -> Result<Option<Term>, aplomb_symbolic::Stop> {
    let default = parameter.default;
    if let Some(path) = default.and_then(|default| Path::of(machine.terms(), default)) {
        let of = path.arguments(0).and_then(|given| given.first().copied());
        return Ok(match path.to_string().as_str() {
            "fastapi.Depends()" => match of {
                Some(function) if !machine.gives_generator(function) => {
                    let given = arguments(machine, function, in_path, event)?;
                    let value = machine.call_with(function, &[], &given)?;
                    Some(machine.settle(value)?)
                }
                _ => None,
            },
            "fastapi.Path()" => Some(of_event(machine, event, "pathParameters", &parameter.name)),
            "fastapi.Query()" => {
                let value = of_event(machine, event, "queryStringParameters", &parameter.name);
                Some(or_default(machine, value, of))
            }
            "fastapi.Header()" if path.named(0).is_none() => {
                let name = parameter.name.replace('_', "-");
                let value = of_event(machine, event, "headers", &name);
                Some(or_default(machine, value, of))
            }
            _ => None,
        });
    }
    let said = optional(&parameter.annotation);
    if SIMPLE.contains(&said) {
        let value = of_event(machine, event, "queryStringParameters", &parameter.name);
        return Ok(match (parameter.is_optional, default) {
            (true, None) => None,
            (_, default) => Some(or_default(machine, value, default)),
        });
    }
    if parameter.is_optional {
        return Ok(None);
    }
    let body = router::body(machine, event);
    let body = machine.thaw(body);
    if said == "dict" || said.starts_with("dict[") || said.starts_with("Dict[") {
        return Ok(Some(body));
    }
    let mut names = said.split('.');
    let mut class = names.next().and_then(|name| machine.named_around(view, name));
    for name in names {
        class = match class {
            Some(module) => Some(machine.get(module, name)?),
            None => None,
        };
    }
    let Some(class) = class else { return Ok(None) };
    let external = machine.class(class).and_then(|class| class.external);
    let parent = external.and_then(|parent| Path::of(machine.terms(), parent));
    if parent.is_none_or(|parent| parent.last() != "BaseModel") {
        return Ok(None);
    }
    machine.call_method(class, "model_validate", &[body]).map(Some)
}

/// The type that may be missing.
fn optional(said: &str) -> &str {
    let inner = said.strip_prefix("Optional[").and_then(|rest| rest.strip_suffix(']'));
    inner.or_else(|| said.strip_suffix("| None")).unwrap_or(said).trim()
}

/// A value, or the default where there is none; `...` says that there is one.
fn or_default(machine: &mut Machine<'_>, value: Term, default: Option<Term>) -> Term {
    let default = default.filter(|&default| {
        Path::of(machine.terms(), default).is_none_or(|path| &*path.root != "Ellipsis")
    });
    let Some(default) = default else { return value };
    let terms = machine.terms();
    let nothing = terms.undefined();
    let missing = terms.equal(value, nothing);
    terms.ite(missing, default, value)
}
