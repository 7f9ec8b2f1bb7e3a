//! `Promise`, and what turns callbacks into promises.

use super::super::argument;
use super::super::sequence::each;
use crate::machine::{Arguments, FunctionValue, Machine, Segment};
use crate::{Call, Operator, Outcome, Term};
use aplomb_script::Span;

/// `new Promise(…)`, `Promise.all(…)` and so on, `util.promisify`.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    Some(match name {
        "Promise" => construct(machine, first, call.span),
        "Promise.resolve" => machine.promise(|_| Ok(first)),
        "Promise.try" => {
            let rest = arguments.positional.get(1..).unwrap_or_default();
            machine.promise(|m| m.invoke(first, None, Arguments::of(rest), call.span))
        }
        "Promise.reject" => machine.promise(|m| m.throw(first)),
        "Promise.all" => all(machine, first),
        "Promise.allSettled" => all_settled(machine, first),
        "Promise.race" => race(machine, first, true),
        // Those that fail do not win.
        "Promise.any" => race(machine, first, false),
        "util.promisify" => {
            let mut data = vec![first];
            data.extend(call.receiver.filter(|&r| !machine.is_external(r)));
            Ok(machine.native_function("promisified", data))
        }
        "util.callbackify" => Ok(machine.native_function("callbackified", vec![first])),
        _ => return None,
    })
}

fn construct(machine: &mut Machine<'_>, executor: Term, span: Span) -> Outcome {
    let since = machine.next_task();
    let promise = machine.pending_promise();
    let resolve = machine.native_function("resolve", vec![promise]);
    let reject = machine.native_function("reject", vec![promise]);
    // An executor that raises rejects the promise.
    machine.handled(
        |m| m.invoke(executor, None, Arguments::of(&[resolve, reject]), span),
        |_, value| Ok(value),
        |m, reason| m.fulfil(promise, reason, true).map(|()| reason),
    )?;
    machine.covers_since(promise, since);
    Ok(promise)
}

/// The promises among the items of a list, including those that stand for many.
fn promises(machine: &mut Machine<'_>, list: Term) -> Vec<Term> {
    let mut found = Vec::new();
    for segment in machine.segments(list) {
        let value = match segment {
            Segment::Item(field) => field.value,
            Segment::Many { generic: Some(generic), .. } => generic.value,
            Segment::Many { .. } => continue,
        };
        found.push(value);
    }
    found
}

fn all(machine: &mut Machine<'_>, list: Term) -> Outcome {
    of_all(machine, list, |m, list| {
        let values = m.new_list([]);
        each(m, list, &mut |m, item, _| {
            let value = m.settle(item)?;
            m.push(values, value);
            Ok(value)
        })?;
        Ok(values)
    })
}

fn all_settled(machine: &mut Machine<'_>, list: Term) -> Outcome {
    of_all(machine, list, |m, list| {
        let results = m.new_list([]);
        each(m, list, &mut |m, item, _| {
            let result = m.handled(
                |m| m.settle(item),
                |m, value| {
                    let status = m.terms().string("fulfilled");
                    Ok(m.new_record([("status", status), ("value", value)]))
                },
                |m, reason| {
                    let status = m.terms().string("rejected");
                    Ok(m.new_record([("status", status), ("reason", reason)]))
                },
            )?;
            m.push(results, result);
            Ok(result)
        })?;
        Ok(results)
    })
}

/// A promise of what is made of the results of all promises of a list.
fn of_all(
    machine: &mut Machine<'_>,
    list: Term,
    body: impl FnOnce(&mut Machine<'_>, Term) -> Outcome,
) -> Outcome {
    let list = machine.as_sequence(list);
    let together = promises(machine, list);
    machine.mark_batch(&together);
    let first = machine.first_step_of(&together);
    let behind: Vec<u32> = together.iter().flat_map(|&it| machine.tasks_behind(it)).collect();
    let result = machine.planning(|m| m.promise_of_task(|m| body(m, list)))?;
    machine.started_at(result, first);
    machine.belongs_to(result, &behind);
    Ok(result)
}

fn race(machine: &mut Machine<'_>, list: Term, any_wins: bool) -> Outcome {
    let list = machine.as_sequence(list);
    let together = promises(machine, list);
    machine.mark_batch(&together);
    let span = machine.span();
    match machine.items(list) {
        Some(items) if items.len() == 1 && any_wins => Ok(items[0]),
        Some(items) if items.len() == 1 => machine.promise(|m| {
            m.handled(
                |m| m.settle(items[0]),
                |_, value| Ok(value),
                |m, reason| {
                    let (errors, message) =
                        (m.new_list([reason]), m.terms().string("All promises were rejected"));
                    let error =
                        m.error(&["AggregateError", "Error"], message, &[("errors", errors)]);
                    m.throw(error)
                },
            )
        }),
        // What others see may be left out where another one wins.
        Some(items) if any_wins && !items.is_empty() && machine.only_wait(&items) => {
            let first = machine.first_step_of(&together);
            let winner = machine.foreign_answer("which promise of a race wins", span)?;
            let won = machine.promise(|m| settle_winner(m, &items, winner, EARLY))?;
            machine.started_at(won, first);
            Ok(won)
        }
        _ => Ok(machine.problem("which promise of a race wins is not known", span)),
    }
}

/// Below this, the first promise wins. Concrete runs get such an answer, and a larger one where
/// something changes outside.
const EARLY: f64 = 2_000.0;

/// What the promise gives that wins a race: the first one, if the answer of who wins is below a
/// bound.
fn settle_winner(machine: &mut Machine<'_>, items: &[Term], winner: Term, bound: f64) -> Outcome {
    let [first, rest @ ..] = items else { return Ok(machine.terms().undefined()) };
    if rest.is_empty() {
        return machine.settle(*first);
    }
    let most = machine.terms().number(bound);
    let wins = machine.terms().apply(Operator::Less, &[winner, most]);
    machine.branch(wins, |m| m.settle(*first), |m| settle_winner(m, rest, winner, bound + EARLY))
}

/// Functions that promises hand out, and adapters.
pub(super) fn native(
    machine: &mut Machine<'_>,
    name: &str,
    data: &[Term],
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    let undefined = machine.terms().undefined();
    Some(match name {
        "resolve" => machine.fulfil(data[0], first, false).map(|()| undefined),
        "reject" => machine.fulfil(data[0], first, true).map(|()| undefined),
        "settled by callback" => {
            let value = argument(machine, arguments, 1);
            let failed = machine.truth(first);
            machine.branch(
                failed,
                |m| m.fulfil(data[0], first, true).map(|()| undefined),
                |m| m.fulfil(data[0], value, false).map(|()| undefined),
            )
        }
        "promisified" => {
            let promise = machine.pending_promise();
            let callback = machine.native_function("settled by callback", vec![promise]);
            let mut all = arguments.clone();
            all.positional.push(callback);
            let this = data.get(1).copied();
            machine.invoke(data[0], this, all, span).map(|_| promise)
        }
        "callbackified" => {
            let mut all = arguments.clone();
            let callback = all.positional.pop().unwrap_or(undefined);
            let function = data[0];
            machine.call_back(callback, |m| {
                let value = m.invoke(function, None, all, span)?;
                m.settle(value)
            })
        }
        _ => return None,
    })
}

/// Methods of promises, also of unknown values that are taken for promises.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let (first, second) = (arguments.at(0), arguments.at(1));
    Some(match name {
        "then" => machine.then(receiver, first, second),
        "catch" => machine.then(receiver, None, first),
        "finally" => {
            let callback = first?;
            let span = machine.span();
            machine.promise(|m| {
                m.handled(
                    |m| m.settle(receiver),
                    |m, value| {
                        let done = m.invoke(callback, None, Arguments::default(), span)?;
                        m.settle(done)?;
                        Ok(value)
                    },
                    |m, reason| {
                        let done = m.invoke(callback, None, Arguments::default(), span)?;
                        m.settle(done)?;
                        m.throw(reason)
                    },
                )
            })
        }
        "promise" if machine.promise_of(receiver).is_some() => Ok(receiver),
        // Some packages promise a client and give the promise its methods too:
        // `mongoose.connect(…).close()`.
        _ => {
            let promised = machine.promise_of(receiver)?.value;
            if !machine.is_external(promised) {
                return None;
            }
            let span = machine.span();
            machine.invoke_method(promised, name, arguments.clone(), span)
        }
    })
}

impl Machine<'_> {
    /// A function value that the language gives a meaning.
    pub(crate) fn native_function(&mut self, name: &str, data: Vec<Term>) -> Term {
        self.new_function(FunctionValue::Native { name: name.into(), data })
    }
}
