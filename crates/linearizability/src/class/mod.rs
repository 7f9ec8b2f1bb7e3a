//! Is this class linearizable for these clients?
//!
//! Each client is explored: every order in which its threads can take their
//! visible actions, up to reorderings that nobody can notice. What the calls
//! return in each execution is compared with what they return when they run
//! one after another.

mod alphabet;
mod convert;
mod judge;
mod livelock;
mod races;
mod repair;
mod report;
mod sequential_class;
mod witness;

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use aplomb_explore::{Limits, Options, Order, Progress, Schedule, Strategy, explore, portfolio};
use aplomb_jvm::{Jvm, JvmError, Machine, Program};

pub use alphabet::{AlphabetError, MethodChoice, UnknownMethodChoice, alphabet, left_out};
pub use repair::{Cause, CodeBlock, RankedRepair, RepairOptions, RepairReport, Sufficiency};
pub use report::{ClientReport, ClientVerdict, DataRace, Problem, ProblemKind};
pub use witness::{SourceLine, Witness, WitnessStep};

use crate::{
    Call, Client, NamedSpecification, SpecificationError, Value,
    sequential::{Outcome, SequentialGraph},
};
use judge::Judge;
use sequential_class::SequentialClass;

/// What a class is to be compared with.
#[derive(Clone, Debug)]
pub enum Reference {
    /// The class itself, its calls run one after another.
    Itself,
    /// A sequential object that everybody knows, whose methods may have other
    /// names: the method of the class, then that of the object.
    Named(NamedSpecification, BTreeMap<String, String>),
    /// Another class with the same methods, its calls run one after another.
    Class(String),
}

/// Which orders of calls may explain an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Any that keeps the order of each thread: only return values count.
    Outcome,
    /// Only those in which a call that returned before another was made comes
    /// first, as linearizability has it.
    Strict,
}

/// How to search.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// The strategy. If there are several, they run side by side, and the first to finish
    /// answers.
    pub strategies: Vec<Strategy>,
    /// In which order threads are tried.
    pub order: Order,
    /// When to give up on a client.
    pub limits: Limits,
    /// Whether to stop at the first problem of a client.
    pub first: bool,
    /// Whether to look for livelocks, which takes memory for all transitions.
    pub livelocks: bool,
    /// Whether to look for data races.
    pub races: bool,
    /// Whether to store fingerprints in place of states.
    pub hash_compaction: bool,
    /// On how many threads clients are explored side by side.
    pub threads: usize,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            strategies: vec![Strategy::Lazy],
            order: Order::default(),
            limits: Limits::default(),
            first: false,
            livelocks: true,
            races: true,
            hash_compaction: false,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Who watches a search.
#[derive(Clone, Copy, Default)]
pub struct Onlooker<'a> {
    /// Asked now and then whether to stop.
    pub cancelled: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// Told now and then how far a client's search has come.
    pub progress: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

/// A class and what it is to be held against.
#[derive(Clone, Debug)]
pub struct ClassUnderTest {
    /// Where classes are found.
    pub jvm: Jvm,
    /// The class, with dots.
    pub class: String,
    /// Arguments of its constructor.
    pub constructor: Vec<Value>,
    /// Calls made before the threads start.
    pub setup: Vec<Call>,
    /// What it is compared with.
    pub reference: Reference,
    /// Which orders count.
    pub mode: Mode,
}

/// Why a client cannot be checked at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassError {
    /// The class, or something that it needs, cannot be run.
    #[error(transparent)]
    Jvm(#[from] JvmError),
    /// The object that the class is compared with has no such method.
    #[error(
        "{0}; compare with the class itself, or name the method that is meant (--methods addInt=add)"
    )]
    Specification(#[from] SpecificationError),
    /// The machine cannot say what a call does that runs alone.
    #[error("{client}: even one after another, these calls cannot be run: {error}")]
    Sequential {
        /// The client.
        client: String,
        /// What happened.
        error: JvmError,
    },
    /// The search was given no strategy.
    #[error("there is no strategy to explore with")]
    NoStrategy,
    /// A thread makes too many calls.
    #[error("a thread may make at most 200 calls, not {0}")]
    TooManyCalls(usize),
    /// A value cannot be passed to a Java method.
    #[error("`{0}` cannot be passed to a Java method; pass a number, true, false, null or a text")]
    Unpassable(Value),
    /// A schedule does not fit the client.
    #[error("the schedule does not fit: {0}")]
    Schedule(String),
}

/// What the calls of a client may return, and how that is compared.
pub(crate) struct Expectation {
    pub(crate) runs: SequentialGraph,
    /// Of a specification, which may leave results open.
    named: Option<NamedSpecification>,
}

impl Expectation {
    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        match &self.named {
            Some(named) => named.agrees(answer, observed),
            None => answer == observed,
        }
    }
}

impl ClassUnderTest {
    /// A class that is compared with itself, by outcomes.
    pub fn new(jvm: Jvm, class: impl Into<String>) -> ClassUnderTest {
        ClassUnderTest {
            jvm,
            class: class.into(),
            constructor: Vec::new(),
            setup: Vec::new(),
            reference: Reference::Itself,
            mode: Mode::Outcome,
        }
    }

    /// Explores one client. Somebody may look on and cancel it.
    pub fn check_client(
        &self,
        client: &Client,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
    ) -> Result<ClientReport, ClassError> {
        let expectation = self.expectation(client)?;
        let machine = self.machine(client, self.mode == Mode::Strict)?;
        let judge = || Judge::new(&machine, &expectation, self.mode, search);
        let options = Options {
            order: search.order.clone(),
            limits: search.limits,
            hash_compaction: search.hash_compaction,
            livelocks: search.livelocks,
            cancelled: onlooker.cancelled,
            progress: onlooker.progress,
            ..Options::default()
        };
        if let [strategy] = *search.strategies {
            let mut judge = judge();
            let exploration = explore(&machine, strategy, &options, &mut judge);
            return Ok(judge.report(client.clone(), strategy, exploration));
        }
        let rivals: Vec<(Strategy, Options<'_>)> =
            search.strategies.iter().map(|strategy| (*strategy, options.clone())).collect();
        let winner = portfolio(&machine, &rivals, judge).ok_or(ClassError::NoStrategy)?;
        Ok(winner.visitor.report(client.clone(), winner.strategy, winner.exploration))
    }

    /// Explores many clients side by side and hands the reports over in the
    /// order of the clients. If only the first problem is wanted, clients after
    /// the first that has one are left out, whatever the order in which they
    /// happen to be explored.
    pub fn check_clients(
        &self,
        clients: impl IntoIterator<Item = Client, IntoIter: Send>,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
        take: impl FnMut(Result<ClientReport, ClassError>) + Send,
    ) {
        let clients = Mutex::new(clients.into_iter().enumerate());
        let in_order = Mutex::new(InOrder { next: 0, waiting: BTreeMap::new(), take });
        // The first client known to have a problem.
        let last = AtomicUsize::new(usize::MAX);
        let work = || {
            loop {
                let next = lock(&clients).next();
                let Some((place, client)) = next else { break };
                let is_late = || {
                    place > last.load(Ordering::Relaxed)
                        || onlooker.cancelled.is_some_and(|cancelled| cancelled())
                };
                if is_late() {
                    break;
                }
                let onlooker = Onlooker { cancelled: Some(&is_late), ..*onlooker };
                let report = self.check_client(&client, search, &onlooker);
                let is_wrong =
                    report.as_ref().is_ok_and(|report| report.verdict == ClientVerdict::Violated);
                if is_wrong && search.first {
                    last.fetch_min(place, Ordering::Relaxed);
                }
                lock(&in_order).add(place, report, &last);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..search.threads.max(1) {
                scope.spawn(work);
            }
        });
    }

    /// Runs one schedule of a client and tells what happens.
    pub fn replay(&self, client: &Client, schedule: &Schedule) -> Result<Replay, ClassError> {
        let expectation = self.expectation(client)?;
        let machine = self.machine(client, self.mode == Mode::Strict)?;
        let witness = Witness::replay(&machine, schedule).map_err(ClassError::Schedule)?;
        let search = SearchOptions::default();
        let judge = Judge::new(&machine, &expectation, self.mode, &search);
        let last = witness.last_state();
        let is_over = (0..last.thread_count()).all(|thread| !machine.is_enabled(last, thread));
        let problem = if is_over {
            judge.judge(last)
        } else {
            livelock::is_livelock(&machine, last).then_some(ProblemKind::Livelock)
        };
        let outcome = convert::outcome(&machine, last);
        Ok(Replay { outcome, problem, witness, is_over })
    }

    fn expectation(&self, client: &Client) -> Result<Expectation, ClassError> {
        if let Some(calls) = client.threads.iter().map(Vec::len).find(|calls| *calls > 200) {
            return Err(ClassError::TooManyCalls(calls));
        }
        let by_class = |class: &ClassUnderTest| {
            let machine = class.machine(client, false)?;
            let lengths = client.threads.iter().map(Vec::len).collect();
            let runs = SequentialGraph::new(&SequentialClass(&machine), lengths)
                .map_err(|error| ClassError::Sequential { client: client.to_string(), error })?;
            Ok(Expectation { runs, named: None })
        };
        match &self.reference {
            Reference::Itself => by_class(self),
            Reference::Class(class) => {
                by_class(&ClassUnderTest { class: class.clone(), ..self.clone() })
            }
            Reference::Named(named, names) => {
                let translated = translate(client, names);
                for call in translated.threads.iter().flatten() {
                    named.validate(call)?;
                }
                let runs = named.sequential_runs(&translated);
                Ok(Expectation { runs, named: Some(named.clone()) })
            }
        }
    }

    fn machine(&self, client: &Client, strict: bool) -> Result<Machine, ClassError> {
        let options = aplomb_jvm::Options { strict, ..self.jvm.options().clone() };
        let invocations = |calls: &Vec<Call>| calls.iter().map(convert::invocation).collect();
        let program = Program {
            class: self.class.clone(),
            constructor: self
                .constructor
                .iter()
                .map(convert::argument)
                .collect::<Result<_, _>>()?,
            setup: invocations(&self.setup)?,
            threads: client.threads.iter().map(invocations).collect::<Result<_, _>>()?,
        };
        Ok(self.jvm.with_options(options).machine(&program)?)
    }
}

/// Reports that come in any order, handed over in that of their clients.
struct InOrder<F> {
    next: usize,
    waiting: BTreeMap<usize, Result<ClientReport, ClassError>>,
    take: F,
}

impl<F: FnMut(Result<ClientReport, ClassError>)> InOrder<F> {
    /// Reports behind the last place that is wanted stay behind.
    fn add(&mut self, place: usize, report: Result<ClientReport, ClassError>, last: &AtomicUsize) {
        self.waiting.insert(place, report);
        while self.next <= last.load(Ordering::Relaxed)
            && let Some(report) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            (self.take)(report);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The client in the words of a specification.
fn translate(client: &Client, names: &BTreeMap<String, String>) -> Client {
    let translate = |call: &Call| match names.get(&*call.method) {
        Some(name) => Call { method: name.as_str().into(), ..call.clone() },
        None => call.clone(),
    };
    let threads =
        client.threads.iter().map(|calls| calls.iter().map(translate).collect()).collect();
    Client { threads }
}

/// What one schedule of a client does.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What the calls returned.
    pub outcome: Outcome,
    /// What is wrong with that, if the execution is over or will never be.
    pub problem: Option<ProblemKind>,
    /// Whether no thread can move any more.
    pub is_over: bool,
    /// What happened, step by step.
    pub witness: Witness,
}
