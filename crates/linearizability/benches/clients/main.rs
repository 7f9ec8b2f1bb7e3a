//! Random clients of 3 threads with up to 5 calls each, as in section 2.2.3.2 of the thesis:
//! time and memory per strategy, with quantile plots like Figures 2.7 and 2.9.
//!
//! `cargo bench -p aplomb-linearizability --bench clients -- [--classpath PATHS] [--clients N]
//! [--calls N] [--seconds S] [--plots FOLDER]`
//!
//! Without a class path, classes of the JDK are explored. With one, it holds the structures of
//! Synchrobench, which are not part of this repository. Every run is a process of its own, so
//! that its memory can be told.

mod measure;
mod plot;

use std::{error::Error, path::PathBuf};

use aplomb_explore::Strategy;
use aplomb_jvm::{ClassPath, Jvm};
use aplomb_linearizability::{
    Bounds, Client, Sampling,
    class::{MethodChoice, alphabet},
};

use measure::{Measured, measure, run_one};

const STRATEGIES: [Strategy; 5] =
    [Strategy::Full, Strategy::SafeSet, Strategy::Eager, Strategy::Lazy, Strategy::HappensBefore];

/// Classes and the methods that add and remove.
const JDK: [(&str, &str); 3] = [
    ("java.util.concurrent.ConcurrentHashMap", "putIfAbsent,remove/1"),
    ("java.util.concurrent.ConcurrentSkipListSet", "add,remove"),
    ("java.util.concurrent.ConcurrentLinkedQueue", "offer,poll"),
];

const SYNCHROBENCH: [(&str, &str); 7] = [
    ("linkedlists.lockbased.RWLockCoarseGrainedListIntSet", "addInt,removeInt"),
    ("linkedlists.lockbased.OptimisticListSortedSetWaitFreeContains", "addInt,removeInt"),
    ("trees.lockfree.NonBlockingTorontoBSTMap", "putIfAbsent,remove/1"),
    ("queues.lockfree.LockFreeQueueIntSet", "addInt,removeInt"),
    ("java.util.concurrent.ConcurrentHashMap", "putIfAbsent,remove/1"),
    ("hashtables.lockfree.JavaHashIntSet", "addInt,removeInt"),
    ("hashtables.lockbased.LockBasedJavaHashMap", "putIfAbsent,remove/1"),
];

/// What was asked for.
pub struct Arguments {
    classpath: Vec<PathBuf>,
    clients: usize,
    calls: usize,
    seconds: u64,
    plots: Option<PathBuf>,
    /// For one run: class, client and strategy.
    one: Option<[String; 3]>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = parse(std::env::args().skip(1))?;
    if let Some([class, client, strategy]) = &arguments.one {
        return run_one(&arguments, class, client, strategy);
    }
    let clients = sample(&arguments)?;
    println!(
        "{} clients, 3 threads, up to {} calls each, {} s for each run",
        clients.len(),
        arguments.calls,
        arguments.seconds
    );
    let mut table: Vec<Vec<Option<Measured>>> = vec![Vec::new(); STRATEGIES.len()];
    for (class, client) in &clients {
        let name = class.rsplit('.').next().unwrap_or(class);
        print!("{name}: {client}");
        for (strategy, column) in STRATEGIES.into_iter().zip(&mut table) {
            let measured = measure(&arguments, class, client, strategy)?;
            match &measured {
                Some(it) => {
                    print!("  {strategy} {} {:.3} s {} MB", it.states, it.seconds, it.megabytes)
                }
                None => print!("  {strategy} -"),
            }
            column.push(measured);
        }
        println!();
    }
    summarise(&table);
    if let Some(folder) = &arguments.plots {
        std::fs::create_dir_all(folder)?;
        for (file, what, of) in [
            (
                "linearizability-time.svg",
                "seconds",
                (|it: &Measured| it.seconds) as fn(&Measured) -> f64,
            ),
            ("linearizability-memory.svg", "megabytes", |it| it.megabytes as f64),
        ] {
            let lines = STRATEGIES.iter().zip(&table).map(|(strategy, column)| {
                let mut values: Vec<f64> = column.iter().flatten().map(of).collect();
                values.sort_by(f64::total_cmp);
                (strategy.name(), values)
            });
            std::fs::write(folder.join(file), plot::quantiles(what, &lines.collect::<Vec<_>>()))?;
        }
    }
    Ok(())
}

fn parse(arguments: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
    let mut parsed = Arguments {
        classpath: Vec::new(),
        clients: 75,
        calls: 5,
        seconds: 60,
        plots: None,
        one: None,
    };
    let mut arguments = arguments.filter(|argument| argument != "--bench");
    while let Some(option) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{option} needs a value"));
        match option.as_str() {
            "--classpath" => parsed.classpath = std::env::split_paths(&value()?).collect(),
            "--clients" => parsed.clients = value()?.parse()?,
            "--calls" => parsed.calls = value()?.parse()?,
            "--seconds" => parsed.seconds = value()?.parse()?,
            "--plots" => parsed.plots = Some(value()?.into()),
            "--one" => parsed.one = Some([value()?, value()?, value()?]),
            _ => return Err(format!("unknown argument `{option}`").into()),
        }
    }
    Ok(parsed)
}

/// Clients of all classes in turn. More or fewer values: less or more contention.
fn sample(arguments: &Arguments) -> Result<Vec<(String, Client)>, Box<dyn Error>> {
    let jvm = Jvm::new(ClassPath::new(&arguments.classpath)?, aplomb_jvm::Options::default())?;
    let classes = if arguments.classpath.is_empty() { &JDK[..] } else { &SYNCHROBENCH[..] };
    let mut samplings = Vec::new();
    for (number, (class, methods)) in classes.iter().enumerate() {
        let methods: Vec<MethodChoice> =
            methods.split(',').map(str::parse).collect::<Result<_, _>>()?;
        for values in 1..=3 {
            let calls = alphabet(&jvm, class, &methods, values, |_| true)?;
            let bounds =
                Bounds { threads: 3, operations: arguments.calls, interchangeable_values: false };
            let seed = (3 * number + values) as u64;
            samplings.push((class, Sampling::new(calls, bounds, seed)));
        }
    }
    let mut clients = Vec::new();
    while clients.len() < arguments.clients {
        let before = clients.len();
        for (class, sampling) in &mut samplings {
            clients.extend(sampling.next().map(|client| ((*class).to_string(), client)));
        }
        if clients.len() == before {
            break;
        }
    }
    clients.truncate(arguments.clients);
    Ok(clients)
}

fn summarise(table: &[Vec<Option<Measured>>]) {
    for (strategy, column) in STRATEGIES.into_iter().zip(table) {
        let finished: Vec<&Measured> = column.iter().flatten().collect();
        println!(
            "{:<10} finished {} of {}, {:.1} s and {} states for these",
            strategy.name(),
            finished.len(),
            column.len(),
            finished.iter().map(|it| it.seconds).sum::<f64>(),
            finished.iter().map(|it| it.states).sum::<u64>()
        );
    }
    let (plain, lazy) = (&table[1], &table[3]);
    let mut ratios: Vec<f64> = plain
        .iter()
        .zip(lazy)
        .filter_map(|(plain, lazy)| Some(lazy.as_ref()?.seconds / plain.as_ref()?.seconds))
        .collect();
    ratios.sort_by(f64::total_cmp);
    if let (Some(best), Some(worst)) = (ratios.first(), ratios.last()) {
        let mean = (ratios.iter().map(|it| it.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!(
            "time of dl-s-por / s-por: mean {mean:.2}, best {best:.2}, worst {worst:.2}, {} of {} above 1.5",
            ratios.iter().filter(|ratio| **ratio > 1.5).count(),
            ratios.len()
        );
    }
}
