//! Calling a handler the way the platform does, and taking its response.

use crate::event::{
    INVOCATION_ID, MESSAGES, OF_DELIVERY, OF_HEADERS, OF_REQUEST, is_gateway, is_of_delivery,
    is_sqs,
};
use crate::{Handler, Trigger, durable};
use aplomb_script::ModuleId;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Term};

/// Prefix of the functions that the platform passes to a handler.
const PLATFORM: &str = "aplomb:";

/// Marks operations of durable executions that begin again with every retry.
const ANEW: &str = "anew:";

impl Handler {
    /// What to execute for this handler, whose file was loaded as `module`.
    pub fn entry<'h>(&'h self, module: ModuleId) -> impl Fn(&mut Machine<'_>) -> Outcome + 'h {
        move |machine| {
            let exports = machine.module(module)?;
            let mut handler = exports;
            for name in self.export.split('.') {
                handler = machine.get(handler, name)?;
            }
            if matches!(machine.view(handler), Node::Undefined | Node::Null) {
                let span = machine.span();
                let file = self.file.display();
                machine.problem(format!("{file} exports no {}", self.export), span);
            }
            machine.loaded();
            let event = machine.input("event");
            let event = match self.trigger {
                Trigger::Request => {
                    let by_gateway = self.event.as_deref().is_some_and(is_gateway);
                    of_this_request(machine, event, by_gateway)?
                }
                _ => event,
            };
            let context = context(machine, self.trigger, event)?;
            let mut arguments = vec![event, context];
            if self.file.extension().is_none_or(|extension| extension != "py") {
                arguments.push(machine.function("aplomb:callback", &[]));
            }
            let result = machine.call(handler, None, &arguments);
            let result = result.and_then(|result| machine.settle(result));
            let by_queue = self.event.as_deref().map_or(self.trigger == Trigger::Queue, is_sqs);
            if by_queue {
                machine.refuse_redelivered(event, MESSAGES, &OF_DELIVERY, is_of_delivery);
            }
            result
        }
    }
}

/// The event with identifiers and times of its own: the gateway gives new ones to a client
/// that asks again. Behind a gateway they are always there, so that whoever hashes or stores
/// the whole event, its `requestContext` or its headers makes something new of it; where
/// nothing says what sends the event, they are there if the program asks for them.
fn of_this_request(machine: &mut Machine<'_>, event: Term, by_gateway: bool) -> Outcome {
    let files = &machine.program().files;
    let asks = |name: &str| files.iter().any(|file| asks_for(&file.text, name));
    let mut parts = Vec::new();
    if by_gateway || asks("requestContext") {
        let named = OF_REQUEST
            .iter()
            .filter(|(name, _)| asks(name) || (by_gateway && *name == OF_REQUEST[0].0));
        parts.push(("requestContext", named.copied().collect::<Vec<_>>()));
    }
    for part in ["headers", "multiValueHeaders"] {
        if asks(part) || (by_gateway && part == "headers") {
            let named = OF_HEADERS
                .iter()
                .filter(|(name, _)| asks(name) || (by_gateway && *name == OF_HEADERS[0].0));
            parts.push((part, named.copied().collect()));
        }
    }
    let span = machine.span();
    let whole = machine.freeze(event);
    let mut changed = Vec::new();
    for (part, named) in parts {
        let mut fields = Vec::with_capacity(named.len());
        for (name, unique) in named {
            fields.push((name, machine.fresh(&format!("{part}.{name}"), span, unique)?));
        }
        if fields.is_empty() {
            continue;
        }
        let given = machine.terms().field(whole, part);
        let nothing = matches!(machine.terms().node(given), Node::Undefined | Node::Null);
        let value = match nothing {
            true => machine.new_record(fields),
            false => machine.new_record_over(given, fields),
        };
        changed.push((part, value));
    }
    if changed.is_empty() {
        return Ok(event);
    }
    Ok(machine.new_record_over(whole, changed))
}

/// Whether a program names a member, as far as its text tells.
fn asks_for(text: &str, member: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(member).any(|(at, _)| {
        let before = text[..at].trim_end().chars().next_back();
        let after = text[at + member.len()..].chars().next();
        before.is_some_and(|before| ".\"'{,".contains(before)) && !after.is_some_and(is_part)
    })
}

/// The context object: the request id stays the same only where the platform
/// itself repeats the invocation. The log belongs to the instance that runs.
fn context(machine: &mut Machine<'_>, trigger: Trigger, event: Term) -> Outcome {
    let span = machine.span();
    let (request, stream) = match trigger {
        Trigger::Asynchronous => {
            (machine.input(INVOCATION_ID), machine.fresh("log stream", span, false)?)
        }
        _ => {
            let request = machine.fresh("requestId", span, true)?;
            (request, machine.terms().pure("log stream", &[request]))
        }
    };
    let mut fields = vec![
        ("awsRequestId", request),
        ("aws_request_id", request),
        ("logStreamName", stream),
        ("log_stream_name", stream),
    ];
    for (javascript, python, setting) in SETTINGS {
        let value = machine.setting(setting);
        fields.extend([(javascript, value), (python, value)]);
    }
    // Whoever calls says these together with the event.
    let event = machine.freeze(event);
    for (javascript, python) in CALLER {
        let value = machine.terms().pure(javascript, &[event]);
        fields.extend([(javascript, value), (python, value)]);
    }
    for function in ["succeed", "fail", "done", REMAINING.0, REMAINING.1] {
        let value = machine.function(&format!("{PLATFORM}{function}"), &[]);
        fields.push((function, value));
    }
    let anew = matches!(trigger, Trigger::Queue | Trigger::Stream);
    for function in durable::OPERATIONS {
        let anew = if anew { ANEW } else { "" };
        let value = machine.function(&format!("{PLATFORM}{anew}{function}"), &[]);
        fields.push((function, value));
    }
    fields.push(("logger", machine.terms().external("aplomb:log")));
    fields.push(("promise", machine.terms().external("Promise")));
    // Runtimes add to it what nobody knows here.
    let others = machine.terms().pure("context", &[event]);
    Ok(machine.new_record_over(others, fields))
}

/// What the deployment fixes, in JavaScript, in Python and as a setting.
const SETTINGS: [(&str, &str, &str); 5] = [
    ("functionName", "function_name", "AWS_LAMBDA_FUNCTION_NAME"),
    ("functionVersion", "function_version", "AWS_LAMBDA_FUNCTION_VERSION"),
    ("memoryLimitInMB", "memory_limit_in_mb", "AWS_LAMBDA_FUNCTION_MEMORY_SIZE"),
    ("logGroupName", "log_group_name", "AWS_LAMBDA_LOG_GROUP_NAME"),
    ("invokedFunctionArn", "invoked_function_arn", "invokedFunctionArn"),
];

/// What the caller says of itself, in JavaScript and in Python.
const CALLER: [(&str, &str); 3] =
    [("identity", "identity"), ("clientContext", "client_context"), ("tenantId", "tenant_id")];

/// How long the function may still run, in JavaScript and in Python.
const REMAINING: (&str, &str) = ("getRemainingTimeInMillis", "get_remaining_time_in_millis");

/// Calls of the functions that the platform passes to a handler.
pub(crate) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let name = path.root.strip_prefix(PLATFORM)?.to_string();
    let nothing = machine.terms().undefined();
    let first = call.argument(0).unwrap_or(nothing);
    let second = call.argument(1).unwrap_or(nothing);
    Some(match name.as_str() {
        "callback" | "done" => respond(machine, call, first, second),
        "succeed" => {
            machine.respond(first, false, call.span);
            Ok(nothing)
        }
        "fail" => {
            machine.respond(first, true, call.span);
            Ok(nothing)
        }
        name if name == REMAINING.0 || name == REMAINING.1 => {
            machine.fresh("remaining time", call.span, false)
        }
        "results" => Ok(first),
        name => {
            let (name, retry) = match name.strip_prefix(ANEW) {
                Some(name) => (name, durable::Retry::StartsAnew),
                None => (name, durable::Retry::Resumes),
            };
            return durable::call(machine, call, name, retry);
        }
    })
}

/// `callback(error, response)`.
fn respond(machine: &mut Machine<'_>, call: &Call, error: Term, value: Term) -> Outcome {
    let failed = machine.truth(error);
    machine.branch(
        failed,
        |machine| {
            machine.respond(error, true, call.span);
            Ok(machine.terms().undefined())
        },
        |machine| {
            machine.respond(value, false, call.span);
            Ok(machine.terms().undefined())
        },
    )
}
