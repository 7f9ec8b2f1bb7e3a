//! Explores clients, one or many.
//!
//! Where real-time order counts, a client is first explored without it: that has fewer steps to
//! order, and shows most of what is wrong. Only if that holds, and if some outcome would be wrong
//! in another order of the calls, are calls and returns ordered as well.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use aplomb_explore::{
    Exploration, Limits, Options, Order, Progress, StopReason, Strategy, System, Visitor, explore,
    portfolio,
};

use super::{
    ClassError, ClassUnderTest, ClientReport, ClientVerdict, Mode, Seen, Undecided,
    confirm::Candidate,
    ends::OneMore,
    judge::Judge,
    real_time::{Found, InRealTime},
};
use crate::{Call, Client};

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
    /// Whether to remember executions that leave the object as no sequential run does.
    pub odd_ends: bool,
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
            odd_ends: false,
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
    /// Told when a client was explored.
    pub explored: Option<&'a (dyn Fn() + Sync)>,
}

/// How much is done for clients that are drawn at random. It is counted in steps and states, so
/// that the same clients are explored on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// No further client is begun after so many steps.
    pub steps: u64,
    /// How many states of one client are visited at most.
    pub states: u64,
}

/// What is done with clients that are drawn at random.
pub struct Sampled<'a> {
    /// How much.
    pub work: Work,
    /// Calls to make after executions that leave the object as no sequential run does.
    pub last_calls: &'a [Call],
    /// Which clients with such a call may be made.
    pub allowed: &'a (dyn Fn(&Client) -> bool + Sync),
}

/// How many times as many states of a client are visited of which it is known that something is
/// wrong.
const STATES_OF_A_WRONG_CLIENT: u64 = 50;

/// How many states of a client are kept as they are. Of a client with more of them only
/// fingerprints are kept, or a few of the largest clients would take all the memory.
const MOST_EXACT_STATES: u64 = 200_000;

/// How many executions of a client are followed at random if there are too many to explore.
const WALKS: u64 = 30;

/// How many steps of such an execution are followed.
const LONGEST_WALK: usize = 2_000;

impl ClassUnderTest {
    /// Explores one client. Somebody may look on and cancel it.
    pub fn check_client(
        &self,
        client: &Client,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
    ) -> Result<ClientReport, ClassError> {
        let first = self.explore_client(client, Mode::Outcome, search, onlooker)?;
        self.in_real_time(first, search, onlooker)
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
        mut take: impl FnMut(Result<ClientReport, ClassError>) + Send,
    ) {
        let mut reports = Vec::new();
        let explore = |client: Client, onlooker: &Onlooker<'_>| {
            self.explore_client(&client, Mode::Outcome, search, onlooker)
        };
        side_by_side(clients, search, None, onlooker, &explore, |report| reports.push(report));
        if search.first && reports.iter().any(is_violated) {
            reports.into_iter().for_each(take);
            return;
        }
        let again = |report: Result<ClientReport, ClassError>, onlooker: &Onlooker<'_>| {
            self.in_real_time(report?, search, onlooker)
        };
        side_by_side(reports, search, None, onlooker, &again, &mut take);
    }

    /// Explores clients as long as the work lasts, otherwise as [`ClassUnderTest::check_clients`]
    /// does. Which clients these are does not depend on how fast they are explored.
    pub fn sample_clients(
        &self,
        clients: impl IntoIterator<Item = Client, IntoIter: Send>,
        sampled: &Sampled<'_>,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
        take: impl FnMut(Result<ClientReport, ClassError>) + Send,
    ) {
        let Work { steps, states } = sampled.work;
        let limits = Limits { states: Some(states), ..search.limits };
        let begin = SearchOptions { limits, odd_ends: true, ..search.clone() };
        let walks = Strategy::RandomWalk { walks: WALKS, longest: LONGEST_WALK };
        let at_random = SearchOptions {
            strategies: vec![walks],
            livelocks: false,
            races: false,
            ..search.clone()
        };
        let explore = |client: Client, onlooker: &Onlooker<'_>| {
            let report = self.check_client(&client, &begin, onlooker)?;
            let report = self.with_one_more_call(report, sampled, search, onlooker);
            if report.verdict != ClientVerdict::Unknown(Undecided::Stopped(StopReason::States)) {
                return Ok(report);
            }
            // The beginning of a search sees executions that differ only near their ends.
            let sampled = self.explore_client(&client, Mode::Outcome, &at_random, onlooker)?;
            Ok(report.or_else(sampled))
        };
        side_by_side(clients, search, Some(steps), onlooker, &explore, take);
    }

    /// Explores a client with one more call, if an execution is known after which that call returns
    /// what is wrong. What cannot be run with that call shows nothing.
    fn with_one_more_call(
        &self,
        report: ClientReport,
        sampled: &Sampled<'_>,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
    ) -> ClientReport {
        if report.verdict == ClientVerdict::Violated || report.odd_ends.is_empty() {
            return report;
        }
        let Sampled { work, last_calls, allowed } = sampled;
        let OneMore { client, steps } =
            self.one_more_call(&report.client, &report.odd_ends, last_calls, allowed);
        let report = report.after_more_steps(steps);
        let Some(longer) = client else { return report };
        let states = Some(work.states.saturating_mul(STATES_OF_A_WRONG_CLIENT));
        let search = SearchOptions {
            limits: Limits { states, ..search.limits },
            first: true,
            ..search.clone()
        };
        match self.check_client(&longer, &search, onlooker) {
            Ok(longer) if longer.verdict == ClientVerdict::Violated => longer,
            Ok(longer) => report.after_more_steps(longer.transitions),
            Err(_) => report,
        }
    }

    /// Explores a client in one mode.
    fn explore_client(
        &self,
        client: &Client,
        mode: Mode,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
    ) -> Result<ClientReport, ClassError> {
        let expectation = self.expectation(client)?;
        let seen = match mode {
            Mode::Outcome => Seen::Nothing,
            Mode::Strict => Seen::CallsAndReturns,
        };
        let machine = self.machine_without_names(client, seen)?;
        let judge = || Judge::new(&machine, &expectation, mode, search);
        let (judge, strategy, exploration) = run(&machine, search, onlooker, judge)?;
        let confirm = |candidate: &Candidate| self.confirm(client, mode, candidate);
        let is_wrong_without = |thread: usize, call: usize| {
            let mut shorter = client.clone();
            shorter.threads[thread].truncate(call);
            let strategies = SearchOptions::default().strategies;
            let search = SearchOptions { strategies, first: true, ..search.clone() };
            let onlooker = Onlooker { explored: None, ..*onlooker };
            let report = self.explore_client(&shorter, mode, &search, &onlooker);
            report.is_ok_and(|report| report.verdict == ClientVerdict::Violated)
        };
        let report = judge.report(client.clone(), strategy, exploration, confirm, is_wrong_without);
        if let Some(explored) = onlooker.explored {
            explored();
        }
        Ok(report)
    }

    /// Explores a client again, with calls and returns in order, if that can make a difference.
    fn in_real_time(
        &self,
        report: ClientReport,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
    ) -> Result<ClientReport, ClassError> {
        let is_open = report.verdict == ClientVerdict::Holds
            || (report.verdict == ClientVerdict::Violated && !search.first);
        if self.mode == Mode::Outcome || !is_open || !report.order_matters {
            return Ok(report);
        }
        // Races and livelocks have been looked for.
        let search = SearchOptions { livelocks: false, races: false, ..search.clone() };
        if report.verdict == ClientVerdict::Holds {
            let second = self.explore_in_real_time(&report.client, &search, onlooker)?;
            if search.first || second.verdict != ClientVerdict::Violated {
                return Ok(report.and_then(second));
            }
        }
        // All that is wrong is wanted, not only whether something is.
        let second = self.explore_client(&report.client, Mode::Strict, &search, onlooker)?;
        Ok(report.and_then(second))
    }

    /// Whether some execution of a client is wrong because of the order in real time: the first
    /// that is found.
    fn explore_in_real_time(
        &self,
        client: &Client,
        search: &SearchOptions,
        onlooker: &Onlooker<'_>,
    ) -> Result<ClientReport, ClassError> {
        let expectation = self.expectation(client)?;
        let tight = self.machine_without_names(client, Seen::LateCallsAndEarlyReturns)?;
        let system = InRealTime { machine: &tight, expectation: &expectation };
        let (found, strategy, exploration) =
            run(&system, search, onlooker, || Found::new(&system))?;
        let machine = self.machine(client, true)?;
        let mut judge = Judge::new(&machine, &expectation, Mode::Strict, search);
        judge.take_over(found);
        let confirm = |candidate: &Candidate| self.confirm(client, Mode::Strict, candidate);
        // What is wrong only in real time has an order that explains it, waiting calls included.
        let report = judge.report(client.clone(), strategy, exploration, confirm, |_, _| true);
        if let Some(explored) = onlooker.explored {
            explored();
        }
        Ok(report)
    }
}

/// Explores a system by one strategy, or by several side by side.
fn run<S: System, V: Visitor<S> + Send>(
    system: &S,
    search: &SearchOptions,
    onlooker: &Onlooker<'_>,
    visitor: impl Fn() -> V + Sync,
) -> Result<(V, Strategy, Exploration), ClassError> {
    let options = Options {
        order: search.order.clone(),
        limits: search.limits,
        hash_compaction: search.hash_compaction,
        compact_beyond: Some(MOST_EXACT_STATES),
        livelocks: search.livelocks,
        cancelled: onlooker.cancelled,
        progress: onlooker.progress,
        ..Options::default()
    };
    if let [strategy] = *search.strategies {
        let mut visitor = visitor();
        let exploration = explore(system, strategy, &options, &mut visitor);
        return Ok((visitor, strategy, exploration));
    }
    let rivals: Vec<(Strategy, Options<'_>)> =
        search.strategies.iter().map(|strategy| (*strategy, options.clone())).collect();
    let winner = portfolio(system, &rivals, visitor).ok_or(ClassError::NoStrategy)?;
    Ok((winner.visitor, winner.strategy, winner.exploration))
}

fn is_violated(report: &Result<ClientReport, ClassError>) -> bool {
    report.as_ref().is_ok_and(|report| report.verdict == ClientVerdict::Violated)
}

/// Explores items on several threads and hands the reports over in their order, until one has a
/// problem (if only the first is wanted) or all together took more steps than allowed.
fn side_by_side<T: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    search: &SearchOptions,
    steps: Option<u64>,
    onlooker: &Onlooker<'_>,
    explore: &(dyn Fn(T, &Onlooker<'_>) -> Result<ClientReport, ClassError> + Sync),
    take: impl FnMut(Result<ClientReport, ClassError>) + Send,
) {
    let items = Mutex::new(items.into_iter().enumerate());
    let in_order =
        Mutex::new(InOrder { next: 0, waiting: BTreeMap::new(), steps, refused: 0, take });
    // The last item that is wanted, as far as is known.
    let last = AtomicUsize::new(usize::MAX);
    let work = || {
        loop {
            let next = lock(&items).next();
            let Some((place, item)) = next else { break };
            let is_late = || {
                place > last.load(Ordering::Relaxed)
                    || onlooker.cancelled.is_some_and(|cancelled| cancelled())
            };
            if is_late() {
                break;
            }
            let onlooker = Onlooker { cancelled: Some(&is_late), ..*onlooker };
            let report = explore(item, &onlooker);
            if is_violated(&report) && search.first {
                last.fetch_min(place, Ordering::Relaxed);
            }
            lock(&in_order).add(place, report, &last);
        }
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| work());
        }
    });
}

/// After so many clients that cannot be run, there is no point in trying more: each may take as
/// long as an endless loop takes to be given up on.
const MOST_REFUSED: usize = 50;

/// Reports that come in any order, handed over in that of their items.
struct InOrder<F> {
    next: usize,
    waiting: BTreeMap<usize, Result<ClientReport, ClassError>>,
    /// How many steps may still be taken before an item is the last.
    steps: Option<u64>,
    /// How many items could not be explored.
    refused: usize,
    take: F,
}

impl<F: FnMut(Result<ClientReport, ClassError>)> InOrder<F> {
    /// Passes on what comes up to the last place that is wanted; later reports are dropped.
    fn add(&mut self, place: usize, report: Result<ClientReport, ClassError>, last: &AtomicUsize) {
        self.waiting.insert(place, report);
        while self.next <= last.load(Ordering::Relaxed)
            && let Some(report) = self.waiting.remove(&self.next)
        {
            if let Some(left) = &mut self.steps {
                *left = left.saturating_sub(steps_taken(&report));
                if *left == 0 {
                    last.fetch_min(self.next, Ordering::Relaxed);
                }
            }
            self.refused += usize::from(report.is_err());
            if self.refused >= MOST_REFUSED {
                last.fetch_min(self.next, Ordering::Relaxed);
            }
            self.next += 1;
            (self.take)(report);
        }
    }
}

/// How many steps a client that was drawn has taken. What cannot be run is no more than a step, and
/// where there is no memory left, none is left for further clients either.
fn steps_taken(report: &Result<ClientReport, ClassError>) -> u64 {
    match report {
        Err(_) => 1,
        Ok(report) if report.verdict == OUT_OF_MEMORY => u64::MAX,
        Ok(report) => report.transitions.max(1),
    }
}

const OUT_OF_MEMORY: ClientVerdict = ClientVerdict::Unknown(Undecided::Stopped(StopReason::Memory));

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Bounds, Sampling,
        class::{alphabet, compiled::jvm},
    };

    fn calls(class: &str, methods: &str, values: usize) -> Vec<Call> {
        let methods: Vec<_> = methods.split(',').map(|it| it.parse().expect("a method")).collect();
        alphabet(jvm(), class, &methods, values, |_| true).expect("calls")
    }

    /// The search that keeps explanations finds something wrong exactly where the one does that
    /// keeps what was returned and what preceded what.
    #[test]
    fn both_searches_in_real_time_find_the_same_clients_wrong() {
        let search = SearchOptions { first: true, races: false, ..SearchOptions::default() };
        let (mut wrong, mut only_in_real_time, mut right) = (0, 0, 0);
        for (name, methods) in [
            ("java.util.concurrent.atomic.LongAdder", "increment,sum,reset"),
            ("java.util.concurrent.ConcurrentLinkedQueue", "offer,poll,size,isEmpty"),
            ("java.util.concurrent.ConcurrentHashMap", "put,remove/1,size,get"),
            ("java.util.concurrent.CopyOnWriteArrayList", "add/1,contains,size,remove/1"),
            ("java.util.concurrent.LinkedBlockingQueue", "offer/1,take,size"),
            ("samples.Copies", "set,get"),
            ("samples.Overdrawn", "take,free"),
            ("samples.Alarm", "event,calm,isRaised"),
            ("samples.NoticeBoard", "write,read"),
            ("samples.Drawers", "add,sum"),
            ("samples.Lanes", "add,take"),
        ] {
            let class = ClassUnderTest::new(jvm().clone(), name);
            let calls = calls(name, methods, 2);
            // Few clients of the JDK's classes are wrong.
            let count = if name.starts_with("samples") { 40 } else { 12 };
            for (threads, operations) in [(2, 2), (2, 3), (3, 1), (3, 2)] {
                let bounds = Bounds { threads, operations, interchangeable_values: false };
                for client in Sampling::new(calls.clone(), bounds, 7).take(count) {
                    if client.operations() > 5 {
                        continue;
                    }
                    let is_wrong = |report: Result<ClientReport, ClassError>| {
                        let verdict = report.expect("it runs").verdict;
                        assert!(!matches!(verdict, ClientVerdict::Unknown(_)), "{client}");
                        verdict == ClientVerdict::Violated
                    };
                    let onlooker = Onlooker::default();
                    let explicit = class.explore_client(&client, Mode::Strict, &search, &onlooker);
                    let explicit = is_wrong(explicit);
                    let brief = is_wrong(class.explore_in_real_time(&client, &search, &onlooker));
                    assert_eq!(brief, explicit, "{name}: {client}");
                    wrong += usize::from(explicit);
                    right += usize::from(!explicit);
                    if explicit {
                        let by_outcome =
                            class.explore_client(&client, Mode::Outcome, &search, &onlooker);
                        only_in_real_time += usize::from(!is_wrong(by_outcome));
                    }
                }
            }
        }
        let counts = format!("{wrong} wrong, {only_in_real_time} in real time only, {right} right");
        println!("{counts}");
        assert!(only_in_real_time >= 50 && right > 500, "{counts}");
    }
}
