//! Threads, tasks and event loops: everything runs when it is started, and is open until
//! somebody waits for it.

use super::super::argument;
use super::super::sequence::each;
use crate::machine::{Arguments, Machine, Segment};
use crate::{Call, Node, Outcome, Path, Term, Terms};
use aplomb_script::Span;

/// What a call means that starts something, or waits for it.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    let span = call.span;
    let method = name.rsplit('.').next().unwrap_or(name);
    let pool = name.contains("Executor()") || name.contains("Pool()");
    Some(match (name, method) {
        ("asyncio.wait_for", _) if machine.is_guarded() && !machine.is_concrete() => {
            Ok(machine.problem("whether time runs out is not known", span))
        }
        ("asyncio.create_task" | "asyncio.ensure_future" | "asyncio.wait_for", _) => Ok(first),
        ("asyncio.run", _) => machine.settle(first),
        (_, "run_until_complete") if name.starts_with("asyncio.") => machine.settle(first),
        ("asyncio.gather", _) => gather(machine, arguments),
        ("asyncio.get_event_loop" | "asyncio.new_event_loop" | "asyncio.get_running_loop", _) => {
            Ok(machine.chain(call))
        }
        // Behind the pool, which may be the default one.
        (_, "run_in_executor") if name.starts_with("asyncio.") => {
            let function = argument(machine, arguments, 1);
            let mut rest = arguments.clone();
            rest.positional.drain(..rest.positional.len().min(2));
            beside(machine, function, rest, span)
        }
        ("asyncio.to_thread", _) => beside(machine, first, behind_first(arguments), span),
        (_, "submit" | "apply_async") if pool => {
            beside(machine, first, behind_first(arguments), span)
        }
        ("concurrent.futures.as_completed" | "asyncio.as_completed", _) => {
            machine.as_completed(first)
        }
        ("concurrent.futures.wait", _) => {
            let done = machine.as_completed(first);
            done.map(|done| {
                let left = machine.new_list([]);
                machine.new_tuple([done, left])
            })
        }
        (_, "map") if pool => {
            let list = argument(machine, arguments, 1);
            let list = machine.as_sequence(list);
            let tasks = machine.new_list([]);
            let done = each(machine, list, &mut |m, item, _| {
                let task = beside(m, first, Arguments::of(&[item]), span)?;
                m.push(tasks, task);
                Ok(task)
            });
            done.and_then(|()| results(machine, tasks, false))
        }
        (_, "shutdown" | "close" | "join" | "terminate") if pool => Ok(machine.terms().null()),
        (
            "concurrent.futures.ThreadPoolExecutor"
            | "concurrent.futures.ProcessPoolExecutor"
            | "multiprocessing.Pool"
            | "multiprocessing.pool.ThreadPool",
            _,
        ) => Ok(machine.chain(call)),
        ("threading.Thread", _) => {
            let target = arguments.named("target", 1).unwrap_or(first);
            let given = arguments.named("args", 3).and_then(|list| machine.items(list));
            let given = given.unwrap_or_default();
            beside(machine, target, Arguments::of(&given), span)
        }
        _ => return None,
    })
}

fn behind_first(arguments: &Arguments) -> Arguments {
    let mut rest = arguments.clone();
    rest.positional.drain(..rest.positional.len().min(1));
    rest
}

/// A function runs beside whoever starts it.
fn beside(machine: &mut Machine<'_>, function: Term, arguments: Arguments, span: Span) -> Outcome {
    machine.later(|m| m.promise_of_task(|m| m.invoke(function, None, arguments, span)))
}

fn gather(machine: &mut Machine<'_>, arguments: &Arguments) -> Outcome {
    let tasks = machine.new_list(arguments.positional.iter().copied());
    if let Some(more) = arguments.rest {
        machine.append_all(tasks, more)?;
    }
    let returns_exceptions = arguments.named("return_exceptions", usize::MAX);
    let returns_exceptions =
        returns_exceptions.is_some_and(|value| !matches!(machine.view(value), Node::Bool(false)));
    results(machine, tasks, returns_exceptions)
}

/// What tasks give, once all of them are at their end; exceptions too, if they are asked for.
fn results(machine: &mut Machine<'_>, tasks: Term, exceptions: bool) -> Outcome {
    let all: Vec<Term> = machine
        .segments(tasks)
        .into_iter()
        .filter_map(|segment| match segment {
            Segment::Item(field) => Some(field.value),
            Segment::Many { generic, .. } => Some(generic?.value),
        })
        .collect();
    machine.mark_batch(&all);
    let behind: Vec<u32> = all.iter().flat_map(|&it| machine.tasks_behind(it)).collect();
    machine.close(&behind)?;
    let values = machine.new_list([]);
    each(machine, tasks, &mut |m, task, _| {
        let value = match exceptions {
            true => m.handled(|m| m.settle(task), |_, value| Ok(value), |_, raised| Ok(raised)),
            false => m.settle(task),
        }?;
        m.push(values, value);
        Ok(value)
    })?;
    Ok(values)
}

/// Whether a block waits at its end for what was started in it.
pub(crate) fn waits_at_end(terms: &Terms, context: Term) -> bool {
    let path = Path::of(terms, context).map(|path| path.to_string()).unwrap_or_default();
    ["Executor()", "Pool()", "TaskGroup()"].iter().any(|end| path.ends_with(end))
}
