//! Calling a handler the way the platform does, and taking its response.

use crate::{Handler, Trigger};
use aplomb_script::ModuleId;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, Term};

/// Prefix of the functions that the platform passes to a handler.
const PLATFORM: &str = "aplomb:";

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
            let context = context(machine, self.trigger)?;
            let mut arguments = vec![event, context];
            if self.file.extension().is_none_or(|extension| extension != "py") {
                arguments.push(machine.function("aplomb:callback", &[]));
            }
            let result = machine.call(handler, None, &arguments)?;
            machine.settle(result)
        }
    }
}

/// The context object: the request id stays the same only where the platform
/// itself repeats the invocation.
fn context(machine: &mut Machine<'_>, trigger: Trigger) -> Outcome {
    let span = machine.span();
    let request = match trigger {
        Trigger::Asynchronous => machine.input("requestId"),
        _ => machine.fresh("requestId", span, true)?,
    };
    let name = machine.setting("AWS_LAMBDA_FUNCTION_NAME");
    let mut fields = vec![
        ("awsRequestId", request),
        ("aws_request_id", request),
        ("functionName", name),
        ("function_name", name),
    ];
    for function in ["succeed", "fail", "done", "getRemainingTimeInMillis", "step"] {
        let value = machine.function(&format!("{PLATFORM}{function}"), &[]);
        fields.push((function, value));
    }
    Ok(machine.new_record(fields))
}

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
        // A step of a durable execution: its result is kept once it is complete, so
        // a crash inside runs it again.
        "step" => {
            let body = call.arguments.iter().copied().find(|&value| machine.is_function(value))?;
            let result = machine.call(body, None, &[nothing]);
            result.and_then(|result| machine.settle(result))
        }
        "getRemainingTimeInMillis" => machine.fresh("remaining time", call.span, false),
        _ => return None,
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
