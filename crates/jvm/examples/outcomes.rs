//! Lists the outcomes of a client by full exploration:
//! `outcomes CLASSPATH CLASS "add(1);remove(2) || add(1)" [--real-locks] [--strict] [--setup "add(0)"]`.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use aplomb_explore::{Options as Search, Strategy, Terminal, Visit, explore, on_terminal};
use aplomb_jvm::{Argument, ClassPath, Invocation, Jvm, Machine, Options, Program, ThreadId};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [classpath, class, client, rest @ ..] = &arguments[..] else {
        return Err(
            "usage: outcomes CLASSPATH CLASS CLIENT [--real-locks] [--strict] [--setup CALLS]"
                .into(),
        );
    };
    let entries = classpath.split(':').filter(|entry| !entry.is_empty());
    let options = Options {
        model_locks: !rest.iter().any(|flag| flag == "--real-locks"),
        strict: rest.iter().any(|flag| flag == "--strict"),
        ..Options::default()
    };
    let setup = rest.iter().position(|flag| flag == "--setup").and_then(|at| rest.get(at + 1));
    let started = Instant::now();
    let jvm = Jvm::new(ClassPath::new(entries)?, options)?;
    let machine = jvm.machine(&Program {
        class: class.clone(),
        setup: setup.map_or_else(Vec::new, |calls| calls_of(calls)),
        threads: client.split("||").map(calls_of).collect(),
        ..Program::default()
    })?;
    let built = started.elapsed();
    if let Some(at) = rest.iter().position(|flag| flag == "--trace") {
        let threads = rest.get(at + 1).map_or("", String::as_str);
        return trace(&machine, threads);
    }
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    let mut visitor = on_terminal(|terminal: Terminal, visit: &Visit<'_, Machine>| {
        let key = match (visit.state.failure(), terminal) {
            (Some(error), _) => format!("FAILED {error}"),
            (None, Terminal::Deadlock) => format!("DEADLOCK {}", shown(&machine, visit)),
            _ => shown(&machine, visit),
        };
        *outcomes.entry(key).or_default() += 1;
        ControlFlow::Continue(())
    });
    let exploration = explore(&machine, Strategy::Full, &Search::default(), &mut visitor);
    for (outcome, states) in &outcomes {
        println!("{outcome}   ({states} final states)");
    }
    let statistics = exploration.statistics;
    println!(
        "{} outcomes, {} states, {} transitions, {} deadlocks; built in {built:?}, explored in {:?} ({:.0} transitions/s)",
        outcomes.len(),
        statistics.states,
        statistics.transitions,
        statistics.deadlocks,
        statistics.elapsed,
        statistics.transitions as f64 / statistics.elapsed.as_secs_f64()
    );
    Ok(())
}

/// Prints what the steps of a schedule such as `0,0,1` do.
fn trace(machine: &Machine, schedule: &str) -> Result<(), Box<dyn Error>> {
    let mut state = machine.initial_state().clone();
    for number in schedule.split(',') {
        let thread = ThreadId::new(number.parse()?).ok_or("too many threads")?;
        let (next, event) = machine.explain(&state, thread);
        match event {
            Some(event) => println!("{event}"),
            None => println!("thread {number} cannot move"),
        }
        state = next;
    }
    Ok(())
}

fn shown(machine: &Machine, visit: &Visit<'_, Machine>) -> String {
    let threads: Vec<String> = (0..machine.client_count())
        .map(|thread| {
            let outcomes: Vec<String> =
                visit.state.outcomes(thread).iter().map(ToString::to_string).collect();
            format!("({})", outcomes.join(", "))
        })
        .collect();
    threads.join(" ")
}

fn calls_of(text: &str) -> Vec<Invocation> {
    text.split(';').map(str::trim).filter(|call| !call.is_empty()).map(call_of).collect()
}

fn call_of(text: &str) -> Invocation {
    let (name, arguments) = text.trim_end_matches(')').split_once('(').unwrap_or((text, ""));
    let arguments = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty());
    Invocation::new(name, arguments.map(argument_of))
}

fn argument_of(text: &str) -> Argument {
    match text {
        "null" => Argument::Null,
        "true" => Argument::Boolean(true),
        "false" => Argument::Boolean(false),
        _ => text
            .parse()
            .map_or_else(|_| Argument::Text(text.trim_matches('"').into()), Argument::Integer),
    }
}
