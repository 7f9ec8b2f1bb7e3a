//! Calling a handler the way the platform does, and taking its response.

use crate::event::{self, Anew, INVOCATION_ID, MESSAGES, Told, guaranteed, is_of_delivery};
use crate::mentions::Members;
use crate::{Handler, Trigger, assumptions, durable};
use aplomb_script::ModuleId;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};

/// Prefix of the functions that the platform passes to a handler.
const PLATFORM: &str = "aplomb:";

/// Marks operations of durable executions that begin again with every retry.
const ANEW: &str = "anew:";

impl Handler {
    /// What to execute for this handler, whose file was loaded as `module`.
    pub fn entry<'h>(&'h self, module: ModuleId) -> impl Fn(&mut Machine<'_>) -> Outcome + 'h {
        move |machine| {
            if let Some(settings) = &self.settings {
                machine.give_settings(settings);
            }
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
            if let Some(known) = self.event.as_deref().and_then(guaranteed) {
                machine.terms().guarantee(event, known);
            }
            let event = match self.trigger {
                Trigger::Request => of_this_request(machine, event, self.event.as_deref())?,
                _ => event,
            };
            if event::names_connection(self.event.as_deref(), machine.program()) {
                machine.assume(&assumptions::CONNECTION);
            }
            let context = context(machine, self.trigger, event)?;
            let given = match self.one_record {
                true => with_one_record(machine, event)?,
                false => event,
            };
            let mut arguments = vec![given, context];
            if self.file.extension().is_none_or(|extension| extension != "py") {
                arguments.push(machine.function("aplomb:callback", &[]));
            }
            let result = machine.call(handler, None, &arguments);
            let result = result.and_then(|result| machine.settle(result));
            let kinds = self.event.as_deref();
            let unnamed = if self.trigger == Trigger::Queue { "sqs" } else { "" };
            for delivery in event::deliveries(kinds.unwrap_or(unnamed)) {
                let fields: Vec<&str> = delivery.fields.iter().map(String::as_str).collect();
                machine.refuse_redelivered(event, &delivery.messages, &fields, is_of_delivery);
                machine.refuse_rebatched(event, &delivery.messages);
            }
            if self.splits_batches {
                machine.refuse_rebatched(event, MESSAGES);
            }
            if kinds.is_none() {
                machine.refuse_counted(&event::COUNTED);
            }
            result
        }
    }
}

/// The event with a list of one record.
fn with_one_record(machine: &mut Machine<'_>, event: Term) -> Outcome {
    let whole = machine.freeze(event);
    let first = machine.terms().number(0.0);
    let records = machine.terms().field(whole, MESSAGES);
    let record = machine.terms().apply(Operator::Select, &[records, first]);
    let record = machine.thaw(record);
    let records = machine.new_list([record]);
    Ok(machine.new_record_over(whole, [(MESSAGES, records)]))
}

/// The event with what is said of one request: a client that asks again is given another
/// identifier, another time, and perhaps comes another way.
fn of_this_request(machine: &mut Machine<'_>, event: Term, kinds: Option<&str>) -> Outcome {
    let members = Members::of(machine.program());
    let told = event::told(kinds, |name| members.contains(name));
    if told.is_empty() {
        return Ok(event);
    }
    let whole = machine.freeze(event);
    let told: Vec<(&[String], &Told)> = told.iter().map(|told| (told.path, told)).collect();
    with_told(machine, whole, &told)
}

/// A part of the event with what is said in it.
fn with_told(machine: &mut Machine<'_>, part: Term, told: &[(&[String], &Told)]) -> Outcome {
    let span = machine.span();
    let mut fields: Vec<(&str, Term, bool)> = Vec::new();
    for &(path, this) in told {
        let [name, below @ ..] = path else { continue };
        if fields.iter().any(|(known, ..)| known == name) {
            continue;
        }
        let given = machine.terms().field(part, name.as_str());
        let label = this.path.join(".");
        let value = match this.anew {
            _ if !below.is_empty() => {
                let inside = told.iter().filter(|(path, _)| path.first() == Some(name));
                let inside: Vec<_> = inside.map(|(path, told)| (&path[1..], *told)).collect();
                with_told(machine, given, &inside)?
            }
            Anew::Unique => machine.fresh(&label, span, true)?,
            Anew::Another => machine.fresh(&label, span, false)?,
            // In one run the client comes the way that the event says.
            Anew::Perhaps if machine.is_concrete() => machine.thaw(given),
            Anew::Perhaps => machine.changing(&label, span, &[given]),
        };
        let is_there = told.iter().any(|(path, told)| path.first() == Some(name) && told.is_there);
        fields.push((name, value, is_there));
    }
    let nothing = matches!(machine.terms().node(part), Node::Undefined | Node::Null);
    let named = fields.iter().map(|&(name, value, _)| (name, value));
    let record = match nothing {
        true => machine.new_record(named),
        false => machine.new_record_over(part, named),
    };
    for (name, value, _) in fields.into_iter().filter(|(.., is_there)| !is_there) {
        let terms = machine.terms();
        let (given, undefined) = (terms.field(part, name), terms.undefined());
        let missing = terms.equal(given, undefined);
        let present = terms.not(missing);
        machine.may_have(record, name, present, value);
    }
    Ok(record)
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
    // Runtimes add to it what is not known here.
    let others = machine.changing("the context", span, &[event]);
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
