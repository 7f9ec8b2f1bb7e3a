//! Durable executions: what a step gave is kept once it is complete, so that a retry
//! has it again. A crash inside a step runs that step again.
//!
//! Behind a queue or a stream the retry of a failed execution is a *new* execution,
//! which knows nothing of the old one.

use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Origin, Outcome, Term};

/// What the context of a durable execution offers.
pub(crate) const OPERATIONS: [&str; 14] = [
    "step",
    "wait",
    "invoke",
    "parallel",
    "map",
    "runInChildContext",
    "run_in_child_context",
    "waitForCallback",
    "wait_for_callback",
    "waitForCondition",
    "wait_for_condition",
    "createCallback",
    "create_callback",
    "configureLogger",
];

/// What a retry is to a durable execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retry {
    /// The same execution, which goes on.
    Resumes,
    /// Another execution, which begins.
    StartsAnew,
}

/// A call of the context.
pub(crate) fn call(
    machine: &mut Machine<'_>,
    call: &Call,
    name: &str,
    retry: Retry,
) -> Option<Outcome> {
    let nothing = machine.terms().undefined();
    let context = call.receiver.unwrap_or(nothing);
    let given = call.arguments.iter().copied();
    let body = given.clone().find(|&value| machine.is_function(value));
    let list = given.clone().find(|&value| machine.is_list(value)).or(given.clone().next());
    let data: Vec<Term> = given.filter(|&value| !machine.is_function(value)).collect();
    Some(match (name, body) {
        ("step", Some(body)) => later(machine, |machine| {
            let result = machine.call(body, None, &[nothing])?;
            let result = machine.settle(result)?;
            match retry {
                Retry::Resumes => kept(machine, call, result),
                Retry::StartsAnew => Ok(result),
            }
        }),
        // In Python the step was called where it is given.
        ("step", None) => Ok(data.last().copied().unwrap_or(nothing)),
        ("runInChildContext" | "run_in_child_context", Some(body)) => {
            later(machine, |machine| machine.call(body, None, &[context]))
        }
        ("waitForCondition" | "wait_for_condition", Some(body)) => {
            later(machine, |machine| machine.call(body, None, &[nothing, context]))
        }
        ("parallel", _) => later(machine, |machine| {
            let branches = list.unwrap_or(nothing);
            let results = machine.together(|machine| {
                machine.for_each(branches, &mut |machine, branch| {
                    let function = match machine.is_function(branch) {
                        true => branch,
                        false => machine.get(branch, "func")?,
                    };
                    let result = machine.call(function, None, &[context])?;
                    machine.settle(result)
                })
            })?;
            batch(machine, results)
        }),
        ("map", Some(body)) => later(machine, |machine| {
            let items = list.unwrap_or(nothing);
            let results = machine.together(|machine| {
                machine.for_each(items, &mut |machine, item| {
                    let result = machine.call(body, None, &[context, item])?;
                    machine.settle(result)
                })
            })?;
            batch(machine, results)
        }),
        // Somebody else answers, once: the answer is kept.
        ("waitForCallback" | "wait_for_callback", submit) => later(machine, |machine| {
            let id = callback_id(machine, call, retry)?;
            if let Some(submit) = submit {
                let submitted = machine.call(submit, None, &[id, context])?;
                machine.settle(submitted)?;
            }
            Ok(machine.terms().pure("answer to", &[id]))
        }),
        ("createCallback" | "create_callback", _) => later(machine, |machine| {
            let id = callback_id(machine, call, retry)?;
            let answer = machine.terms().pure("answer to", &[id]);
            let answer = later(machine, |_| Ok(answer))?;
            Ok(machine.new_list([answer, id]))
        }),
        // The platform recognises an operation that it has started before.
        ("invoke", _) => later(machine, |machine| {
            let request = machine.new_list(data);
            let request = machine.freeze(request);
            let key = (retry == Retry::Resumes).then_some(request);
            machine.effect("invoke", call.span, "durable invoke", request, key)
        }),
        ("wait" | "configureLogger", _) => later(machine, |_| Ok(nothing)),
        _ => return None,
    })
}

/// In JavaScript a promise.
fn later(machine: &mut Machine<'_>, body: impl FnOnce(&mut Machine<'_>) -> Outcome) -> Outcome {
    match machine.dialect().language {
        Language::JavaScript => machine.promise(body),
        Language::Python => body(machine),
    }
}

/// What branches gave, in the form in which the kit shows it.
fn batch(machine: &mut Machine<'_>, results: Term) -> Outcome {
    let get = machine.function("aplomb:results", &[results]);
    let shown = machine.freeze(results);
    let count = machine.terms().pure("count", &[shown]);
    Ok(machine.new_record([
        ("getResults", get),
        ("get_results", get),
        ("results", results),
        ("all", results),
        ("totalCount", count),
        ("successCount", count),
    ]))
}

/// One for each place of each execution.
fn callback_id(machine: &mut Machine<'_>, call: &Call, retry: Retry) -> Outcome {
    if retry == Retry::StartsAnew {
        return machine.fresh("callback id", call.span, true);
    }
    let event = machine.input("event");
    let event = machine.freeze(event);
    let place = machine.terms().number(f64::from(call.span.start));
    Ok(machine.terms().pure("callback id", &[event, place]))
}

/// What a complete step gave. Something new, or something that was read, is the same
/// on the retry, as if it had come with the event.
fn kept(machine: &mut Machine<'_>, call: &Call, result: Term) -> Outcome {
    let name = format!("what the step at {} gave", call.span.start);
    if machine.is_concrete() {
        let chosen = machine.input(&name);
        let is_chosen = !matches!(machine.view(chosen), Node::Undefined);
        return Ok(if is_chosen { chosen } else { result });
    }
    let frozen = machine.freeze(result);
    let terms = machine.terms();
    let changes = terms.depends(frozen, |symbol| {
        matches!(terms.symbol(symbol).origin, Origin::Fresh { .. } | Origin::Old)
    });
    if changes && machine.in_loop() {
        let message = "a step of a durable execution in a loop gives something new each time, \
                       which is kept: this is not supported";
        machine.problem(message, call.span);
    } else if changes {
        return Ok(machine.input(&name));
    }
    Ok(result)
}
