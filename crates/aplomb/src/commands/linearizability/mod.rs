//! `aplomb linearizability`: is this concurrent object, or this recorded
//! history, explained by the sequential object?

pub mod assumptions;
mod class;
mod data;
mod history;
mod patch;
mod project;
mod repairs;
mod rerun;
mod roles;
mod selection;
mod shell;
mod sources;
mod witness;

use std::{
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use aplomb_explore::{Limits, Order, ProcessId, Schedule, Strategy};
use aplomb_linearizability::{
    Call, Client, Format, NamedSpecification, Value,
    class::{Factory, MethodChoice},
};
use aplomb_report::{Code, Report};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};

use roles::Roles;

use crate::{context::Context, error::InputError, folder};

/// What to check.
#[derive(Debug, Args)]
#[command(
    after_help = "A class is explored for all small clients and some larger ones, or for those \
    given with --client. A history is checked as it is."
)]
pub struct Arguments {
    /// Check this class: its name, with or without the package, or its source file
    #[arg(
        value_name = "CLASS",
        required_unless_present_any = ["history", "class"],
        conflicts_with_all = ["history", "class"]
    )]
    pub name: Option<String>,
    /// Check this class (with dots)
    #[arg(long, value_name = "CLASS", conflicts_with = "history")]
    pub class: Option<String>,
    /// Folders and jars in which classes are found, separated by colons [default: where Maven and
    /// Gradle put them, else the current folder]
    // A path may end in a colon.
    #[arg(
        long,
        value_name = "PATHS",
        value_delimiter = ':',
        conflicts_with = "history",
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    pub classpath: Vec<PathBuf>,
    /// Folders in which source files are found, separated by colons
    #[arg(
        long,
        alias = "source",
        value_name = "PATHS",
        value_delimiter = ':',
        default_value = "."
    )]
    pub sources: Vec<PathBuf>,
    /// Check this recorded history (JSON lines, or Jepsen's EDN or log), or all in a folder
    #[arg(long, value_name = "FILE", requires = "spec")]
    pub history: Option<PathBuf>,

    /// What the object is compared with: set, map, kv, queue, stack, register, counter,
    /// class:NAME, or itself
    #[arg(long, value_name = "SPEC", default_value = "itself", help_heading = "Specification")]
    pub spec: Specification,
    /// The value of the register or counter in the beginning
    #[arg(long, value_name = "VALUE", help_heading = "Specification", allow_hyphen_values = true)]
    pub initial: Option<Value>,
    /// Only what calls return counts, not which of them had returned before others were made
    #[arg(long, help_heading = "Specification", conflicts_with = "history")]
    pub outcomes: bool,
    /// Real-time order counts (this is what happens without --outcomes)
    #[arg(
        long,
        help_heading = "Specification",
        conflicts_with_all = ["history", "outcomes"]
    )]
    pub strict: bool,

    /// The clients to explore.
    #[command(flatten)]
    pub clients: Clients,
    /// How to explore.
    #[command(flatten)]
    pub search: Search,
    /// What is said about repairs.
    #[command(flatten)]
    pub repair: Repair,
    /// How a history is written.
    #[command(flatten)]
    pub reading: Reading,
}

/// What is said about repairs.
#[derive(Debug, Args)]
#[command(next_help_heading = "Repairs")]
pub struct Repair {
    /// Do not look for the lines that must be atomic
    #[arg(long)]
    pub no_repair: bool,
    /// Look for them, and check them, for at most so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub repair_time: u64,
    /// Write the suggested change to the Java source to this file, as a unified diff
    #[arg(long, value_name = "FILE", conflicts_with = "no_repair")]
    pub patch: Option<PathBuf>,
}

/// Which clients are explored.
#[derive(Debug, Args)]
#[command(next_help_heading = "Clients")]
pub struct Clients {
    /// Explore this client, as in "add(0);add(1) || remove(1)", or "add(0) then add(1) || remove(1)"
    /// to begin with a set that has a 0; may be given several times
    #[arg(long, value_name = "CLIENT", conflicts_with_all = ["history"])]
    pub client: Vec<Client>,
    /// Methods to call, separated by commas; `remove/1` is the one with one parameter, and
    /// `addInt=add` says what the specification calls it
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub methods: Vec<MethodChoice>,
    /// How many threads a client has
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub threads: u8,
    /// How many calls a thread makes at most
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=200))]
    pub ops: u8,
    /// How many different arguments there are
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub values: u8,
    /// Explore at most so many clients, drawn at random if there are more
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub limit: usize,
    /// Which clients are drawn
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Then explore larger clients, drawn at random, until they took so many steps; 0 for none
    #[arg(long, value_name = "STEPS", default_value_t = 400_000)]
    pub larger: u64,
    /// The class treats all values alike: explore only one of several clients that differ in them
    #[arg(long)]
    pub interchangeable_values: bool,
    /// Arguments of the constructor, as in "16, true"
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true)]
    pub constructor: Vec<Value>,
    /// What makes the object, if not a constructor, as in "Cache.builder().size(2).build()"
    #[arg(long, value_name = "CALLS", conflicts_with = "constructor")]
    pub factory: Option<Factory>,
    /// Which methods each thread calls, as in "offer || poll,peek"; with a plus, as in
    /// "offer+ || poll", several threads may have the role
    #[arg(long, value_name = "ROLES", conflicts_with = "client")]
    pub roles: Option<Roles>,
    /// Calls made before the threads start, as in "add(1);add(2)"
    #[arg(long, value_name = "CALLS")]
    pub setup: Option<Client>,
}

/// How clients are explored.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct Search {
    /// auto, full, bfs, s-por, s-por-bfs, de-s-por, dl-s-por, dl-s-por-retraversal, o-dpor, random,
    /// or portfolio (s-por and dl-s-por side by side)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub strategy: StrategyChoice,
    /// In which order threads are tried: guided, random:SEED, or their numbers, as in 1,0,2
    #[arg(long, value_name = "ORDER", default_value = "guided")]
    pub order: OrderChoice,
    /// Stop at the first problem (this is what happens without --all)
    #[arg(long, conflicts_with = "all")]
    pub first: bool,
    /// Find all wrong outcomes of all clients
    #[arg(long)]
    pub all: bool,
    /// Show what this schedule of the client does
    #[arg(long, value_name = "SCHEDULE", requires = "client")]
    pub schedule: Option<Schedule>,
    /// Give up on a client, or on a history, after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time_limit: Option<u64>,
    /// Give up on a client after so many states
    #[arg(long, value_name = "N")]
    pub state_limit: Option<u64>,
    /// Give up when the program occupies so many megabytes [default: half of what is free]
    #[arg(long, value_name = "MEGABYTES")]
    pub memory_limit: Option<u64>,
    /// Store fingerprints of states: takes less memory, and says how likely it missed one
    #[arg(long)]
    pub hash_compaction: bool,
    /// Run java.util.concurrent.locks from their bytecode instead of modelling them
    #[arg(long)]
    pub real_locks: bool,
}

/// How a history is written.
#[derive(Debug, Args)]
#[command(next_help_heading = "History")]
pub struct Reading {
    /// json, edn or log [default: by its content]
    #[arg(long, value_name = "FORMAT", requires = "history")]
    pub history_format: Option<Format>,
    /// Values are [key value] pairs, as in Jepsen's independent workloads
    #[arg(long, requires = "history")]
    pub keyed: bool,
    /// A failed compare-and-set saw another value; otherwise it only did nothing
    #[arg(long, requires = "history")]
    pub failed_cas_observed: bool,
}

/// What an object is compared with.
#[derive(Clone, Debug)]
pub enum Specification {
    /// Its own sequential runs.
    Itself,
    /// The sequential runs of another class.
    Class(String),
    /// An object that everybody knows.
    Named(NamedSpecification),
}

impl FromStr for Specification {
    type Err = String;

    fn from_str(text: &str) -> Result<Specification, String> {
        match (text, text.split_once(':')) {
            ("itself", _) => Ok(Specification::Itself),
            (_, Some(("class", class))) if !class.is_empty() => {
                Ok(Specification::Class(class.to_owned()))
            }
            _ => text.parse().map(Specification::Named).map_err(
                |error: aplomb_linearizability::specification::UnknownSpecification| {
                    format!("{error}, class:NAME and itself")
                },
            ),
        }
    }
}

/// A strategy, the one that usually does best, or several side by side.
#[derive(Clone, Debug)]
pub struct StrategyChoice(Vec<Strategy>);

impl FromStr for StrategyChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<StrategyChoice, String> {
        match name {
            "auto" => Ok(StrategyChoice(vec![Strategy::Lazy])),
            "portfolio" => Ok(StrategyChoice(vec![Strategy::SafeSet, Strategy::Lazy])),
            name => match name.parse() {
                Ok(strategy) => Ok(StrategyChoice(vec![strategy])),
                Err(error @ aplomb_explore::UnknownStrategy(_)) => {
                    Err(format!("{error}, auto and portfolio"))
                }
            },
        }
    }
}

/// In which order threads are tried.
#[derive(Clone, Debug)]
pub struct OrderChoice(Order);

impl FromStr for OrderChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<OrderChoice, String> {
        let unknown = || format!("`{text}` is no order: write guided, random:7, or 1,0,2");
        let order = match (text, text.split_once(':')) {
            ("guided", _) => Order::Guided,
            (_, Some(("random", seed))) => Order::Random(seed.parse().map_err(|_| unknown())?),
            _ => {
                let thread = |number: &str| ProcessId::new(number.trim().parse().ok()?);
                let threads: Option<Vec<ProcessId>> = text.split(',').map(thread).collect();
                Order::Sequential(threads.ok_or_else(unknown)?)
            }
        };
        Ok(OrderChoice(order))
    }
}

impl Search {
    fn limits(&self) -> Limits {
        Limits {
            states: self.state_limit,
            time: self.time_limit.map(Duration::from_secs),
            memory: self
                .memory_limit
                .map(|megabytes| megabytes.saturating_mul(1 << 20))
                .or_else(|| Some(aplomb_explore::available_memory()? / 2)),
        }
    }
}

/// The calls before the threads start.
fn setup(arguments: &Arguments) -> Result<Vec<Call>, InputError> {
    match &arguments.clients.setup {
        None => Ok(Vec::new()),
        Some(client) if client.threads.len() == 1 => Ok(client.threads[0].clone()),
        Some(_) => {
            Err(InputError::refused("the setup runs on one thread: separate its calls with `;`"))
        }
    }
}

/// What files with recorded histories end in.
const HISTORIES: [&str; 6] = ["jsonl", "ndjson", "json", "edn", "log", "txt"];

/// Checks a class or a history.
pub fn run(arguments: &Arguments, context: &Context) -> Result<Report, InputError> {
    let specification = match (&arguments.spec, &arguments.initial) {
        (Specification::Named(named), Some(initial)) => {
            let started = named.clone().starting_with(initial.clone());
            Specification::Named(started.ok_or_else(|| {
                InputError::refused(format!("a {} cannot start with {initial}", named.name()))
            })?)
        }
        (_, Some(_)) => {
            return Err(InputError::refused("--initial needs --spec register or --spec counter"));
        }
        (specification, None) => specification.clone(),
    };
    let report = match (&arguments.history, arguments.name.as_ref().or(arguments.class.as_ref())) {
        (Some(path), _) => {
            let unread = Some(Code::LINEARIZABILITY_UNKNOWN);
            folder::each(path, &HISTORIES, "linearizability", unread, |file| {
                history::run(arguments, file, &specification, context)
            })?
        }
        (None, Some(folder)) if Path::new(folder).is_dir() => {
            return Err(InputError::refused(format!(
                "{folder} is a folder: --history {folder} checks the histories in it, and \
                 --classpath {folder} finds classes in it, which are checked one at a time, by \
                 their names"
            )));
        }
        (None, Some(class)) => class::run(arguments, class, &specification, context)?,
        (None, None) => return Err(InputError::refused("name a --class or a --history")),
    };
    Ok(context.complete(report))
}
