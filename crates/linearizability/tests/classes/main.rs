//! Java classes written here, correct and wrong ones, and what is said of them.

mod compiled;
mod repairs;

use aplomb_explore::{Limits, StopReason, Strategy};
use aplomb_linearizability::{
    Bounds, ClassUnderTest, Client, ClientReport, ClientVerdict, Enumeration, NamedSpecification,
    Sampling, Value,
    class::{Mode, Onlooker, ProblemKind, Reference, SearchOptions, Undecided, alphabet},
};

use compiled::jvm;

fn sample(class: &str) -> ClassUnderTest {
    let class = ClassUnderTest::new(jvm().clone(), format!("samples.{class}"));
    ClassUnderTest { mode: Mode::Outcome, ..class }
}

fn against(mut class: ClassUnderTest, specification: &str) -> ClassUnderTest {
    let named: NamedSpecification = specification.parse().expect("a specification");
    class.reference = Reference::Named(named, Default::default());
    class
}

fn strict(mut class: ClassUnderTest) -> ClassUnderTest {
    class.mode = Mode::Strict;
    class
}

fn explore(class: &ClassUnderTest, client: &str) -> ClientReport {
    explore_with(class, client, &SearchOptions::default())
}

fn explore_with(class: &ClassUnderTest, client: &str, search: &SearchOptions) -> ClientReport {
    let client: Client = client.parse().expect("a client");
    class.check_client(&client, search, &Onlooker::default()).expect("a client that can be run")
}

fn kinds(report: &ClientReport) -> Vec<ProblemKind> {
    report.problems.iter().map(|problem| problem.kind.clone()).collect()
}

fn holds(class: &ClassUnderTest, client: &str) {
    let report = explore(class, client);
    assert_eq!(report.verdict, ClientVerdict::Holds, "{client}: {:?}", kinds(&report));
}

fn fails(class: &ClassUnderTest, client: &str, kind: ProblemKind) -> ClientReport {
    let report = explore(class, client);
    assert!(kinds(&report).contains(&kind), "{client}: {:?}", kinds(&report));
    assert_eq!(report.verdict, ClientVerdict::Violated);
    report
}

/// All clients of two threads with up to two calls each.
fn all_clients(class: &ClassUnderTest, values: usize) -> Vec<ClientReport> {
    let calls = alphabet(&class.jvm, &class.class, &[], values, |_| true).expect("methods to call");
    let bounds = Bounds { threads: 2, operations: 2, interchangeable_values: false };
    reports(class, Enumeration::new(calls, bounds))
}

fn reports(
    class: &ClassUnderTest,
    clients: impl Iterator<Item = Client> + Send,
) -> Vec<ClientReport> {
    let mut reports = Vec::new();
    class.check_clients(clients, &SearchOptions::default(), &Onlooker::default(), |report| {
        reports.push(report.expect("a client that can be run"));
    });
    reports
}

#[test]
fn correct_classes_hold_for_all_small_clients() {
    for (class, specification, values) in [
        ("LockCouplingList", "set", 1),
        ("LazyList", "set", 1),
        ("SynchronizedCounter", "counter", 1),
        ("SpinLockCounter", "counter", 1),
        ("TreiberStack", "stack", 2),
        ("MichaelScottQueue", "queue", 2),
    ] {
        for class in [sample(class), against(sample(class), specification)] {
            let reports = all_clients(&class, values);
            assert!(reports.len() >= 10, "{} clients", reports.len());
            for report in reports {
                let (client, found) = (&report.client, kinds(&report));
                assert_eq!(
                    report.verdict,
                    ClientVerdict::Holds,
                    "{}: {client}: {found:?}",
                    class.class
                );
                assert!(report.complete && report.races.is_empty(), "{:?}", report.races);
            }
        }
    }
}

#[test]
fn correct_classes_hold_strictly() {
    for (class, client) in [
        ("LockCouplingList", "add(0); remove(1) || add(1); contains(0)"),
        ("LazyList", "add(0); remove(0) || add(0); contains(0)"),
        ("SpinLockCounter", "incrementAndGet(); get() || incrementAndGet(); get()"),
        ("TreiberStack", "push(0); pop() || push(1); pop()"),
        ("MichaelScottQueue", "enqueue(0); dequeue() || enqueue(1); dequeue()"),
    ] {
        holds(&strict(sample(class)), client);
    }
}

#[test]
fn correct_classes_hold_for_three_threads() {
    for (class, specification) in [("LazyList", "set"), ("MichaelScottQueue", "queue")] {
        let class = against(sample(class), specification);
        let calls = alphabet(&class.jvm, &class.class, &[], 2, |_| true).expect("methods to call");
        let bounds = Bounds { threads: 3, operations: 1, interchangeable_values: false };
        for report in reports(&class, Sampling::new(calls, bounds, 7).take(6)) {
            assert_eq!(report.verdict, ClientVerdict::Holds, "{}", report.client);
        }
    }
}

#[test]
fn a_counter_without_a_lock_loses_updates() {
    let client = "incrementAndGet() || incrementAndGet()";
    for class in [
        sample("UnlockedCounter"),
        against(sample("UnlockedCounter"), "counter"),
        ClassUnderTest {
            reference: Reference::Class("samples.SynchronizedCounter".into()),
            ..sample("UnlockedCounter")
        },
    ] {
        let report = fails(&class, client, ProblemKind::NotLinearizable);
        let one = || vec![Value::from(1)];
        assert!(report.problems.iter().any(|problem| problem.outcome == Some(vec![one(), one()])));
        assert_eq!(report.expected.expect("few outcomes").len(), 2);
        assert!(!report.races.is_empty(), "nothing orders the accesses");
    }
}

#[test]
fn a_lazy_list_that_forgets_to_look_for_marks() {
    let list = sample("ForgetfulLazyList");
    let methods = ["add", "remove"].map(|name| name.parse().expect("a name"));
    let calls = alphabet(&list.jvm, &list.class, &methods, 2, |_| true).expect("methods to call");
    let bounds = Bounds { threads: 2, operations: 2, interchangeable_values: false };
    let reports = reports(&list, Enumeration::new(calls, bounds));
    assert!(
        reports
            .iter()
            .all(|report| report.verdict != ClientVerdict::Holds || report.problems.is_empty())
    );
    let broken: Vec<&ClientReport> =
        reports.iter().filter(|report| report.verdict == ClientVerdict::Violated).collect();
    assert!(!broken.is_empty());
    // The smallest client that shows it, and where it happens.
    let smallest = broken.iter().map(|report| report.client.operations()).min();
    assert_eq!(smallest, Some(4));
    let witness = &broken[0].problems[0].witness;
    let lines: Vec<String> = witness
        .steps
        .iter()
        .filter_map(|step| step.location())
        .map(|location| location.to_string())
        .collect();
    assert!(lines.iter().all(|line| line.starts_with("SortedLists.java:")), "{lines:?}");
}

#[test]
fn a_stack_that_recycles_items_falls_for_aba() {
    let stack = against(sample("RecyclingStack"), "stack");
    fails(
        &stack,
        "push(0); push(1); pop(); pop(); push(2) || pop(); pop()",
        ProblemKind::NotLinearizable,
    );
    holds(&stack, "push(0); pop() || pop()");
}

#[test]
fn a_queue_that_does_not_compare_before_it_sets() {
    let queue = against(sample("HastyQueue"), "queue");
    fails(&queue, "enqueue(0); dequeue() || dequeue()", ProblemKind::NotLinearizable);
}

#[test]
fn exceptions_are_told_by_name() {
    let class = "java.lang.ArrayIndexOutOfBoundsException".to_owned();
    let report = fails(
        &against(sample("UnlockedArrayStack"), "stack"),
        "push(0); pop() || pop(); pop()",
        ProblemKind::UncaughtException { class },
    );
    assert!(kinds(&report).contains(&ProblemKind::NotLinearizable));
}

#[test]
fn locks_in_opposite_orders_deadlock() {
    let accounts = sample("Accounts");
    fails(&accounts, "transfer(0, 1) || transfer(1, 0)", ProblemKind::Deadlock);
    holds(&accounts, "transfer(0, 1) || transfer(0, 1)");
}

#[test]
fn waiting_is_right_where_the_sequential_object_waits() {
    let mailbox = sample("Mailbox");
    holds(&mailbox, "take()");
    holds(&mailbox, "put(0); put(1) || take()");
    holds(&mailbox, "put(0); put(1) || take(); take() || take()");
    // With one place and four threads, the wrong one may be woken up.
    let drowsy = sample("DrowsyMailbox");
    fails(&drowsy, "put(0) || put(1) || take() || take()", ProblemKind::Deadlock);
}

#[test]
fn spinning_forever_is_a_livelock() {
    let client = "incrementAndGet() || incrementAndGet() || incrementAndGet()";
    fails(&sample("ForgetfulSpinLockCounter"), client, ProblemKind::Livelock);
}

/// Return values alone do not tell: there is a sequential order that explains
/// them, but it puts the read before an increment that had returned.
#[test]
fn real_time_counts_in_strict_mode_only() {
    let counter = against(sample("LaggingCounter"), "counter");
    holds(&counter, "increment() || get()");
    fails(&strict(counter), "increment() || get()", ProblemKind::RealTimeViolation);
}

#[test]
fn every_witness_replays_to_what_it_claims() {
    for (class, client) in [
        (sample("UnlockedCounter"), "incrementAndGet(); get() || incrementAndGet()"),
        (sample("Accounts"), "transfer(0, 1) || transfer(1, 0)"),
        (strict(against(sample("LaggingCounter"), "counter")), "increment(); get() || get()"),
    ] {
        let report = explore(&class, client);
        assert!(!report.problems.is_empty(), "{client}");
        for problem in report.problems {
            let schedule = problem.witness.schedule.to_string().parse().expect("it was printed");
            // Whether calls and returns are steps of the schedule depends on how it was found.
            let class = ClassUnderTest { mode: problem.mode, ..class.clone() };
            let replay = class.replay(&report.client, &schedule).expect("it replays");
            assert_eq!(replay.problem.as_ref(), Some(&problem.kind), "{schedule}");
            assert_eq!(Some(replay.outcome), problem.outcome, "{schedule}");
        }
    }
}

#[test]
fn strategies_find_the_same() {
    for (class, client) in [
        ("UnlockedCounter", "incrementAndGet(); get() || incrementAndGet(); get()"),
        ("ForgetfulLazyList", "add(0); remove(0) || add(1)"),
        ("SpinLockCounter", "incrementAndGet() || incrementAndGet() || get()"),
        ("ForgetfulSpinLockCounter", "incrementAndGet() || incrementAndGet()"),
        ("Accounts", "transfer(0, 1) || transfer(1, 0)"),
    ] {
        let class = sample(class);
        let found = |strategy| {
            let search = SearchOptions { strategies: vec![strategy], ..SearchOptions::default() };
            let report = explore_with(&class, client, &search);
            let mut problems: Vec<_> = report
                .problems
                .into_iter()
                .map(|problem| (problem.kind.to_string(), problem.outcome))
                .collect();
            problems.sort();
            (report.observed, problems)
        };
        let expected = found(Strategy::Full);
        for strategy in Strategy::COMPLETE {
            assert_eq!(found(strategy), expected, "{strategy}: {} {client}", class.class);
        }
    }
}

/// Whichever thread is faster, the first client with a problem is the same.
#[test]
fn the_first_problem_is_that_of_the_first_client() {
    let counter = sample("UnlockedCounter");
    let calls = alphabet(&counter.jvm, &counter.class, &[], 1, |_| true).expect("methods to call");
    let bounds = Bounds { threads: 2, operations: 2, interchangeable_values: false };
    let search = SearchOptions { first: true, ..SearchOptions::default() };
    let mut explored = Vec::new();
    let clients = Enumeration::new(calls, bounds);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
    pool.install(|| {
        counter.check_clients(clients, &search, &Onlooker::default(), |report| {
            let report = report.expect("a client that can be run");
            explored.push((report.client.to_string(), report.problems.len()));
        });
    });
    let both = |count| ("incrementAndGet() || incrementAndGet()".to_owned(), count);
    assert_eq!(explored.len(), 3, "{explored:?}");
    assert_eq!(explored.last(), Some(&both(1)));
}

#[test]
fn a_limit_is_said_to_be_one() {
    let limits = Limits { states: Some(5), ..Limits::default() };
    let search = SearchOptions { limits, ..SearchOptions::default() };
    let report = explore_with(&sample("LazyList"), "add(0) || remove(0)", &search);
    assert_eq!(report.verdict, ClientVerdict::Unknown(Undecided::Stopped(StopReason::States)));
}

#[test]
fn a_reduced_search_finds_the_races_that_a_full_one_finds() {
    let class = sample("Whiteboard");
    let calls = alphabet(&class.jvm, &class.class, &[], 1, |_| true).expect("methods to call");
    let sizes = [(2, 2), (3, 1)];
    let clients = sizes.into_iter().flat_map(|(threads, operations)| {
        let bounds = Bounds { threads, operations, interchangeable_values: false };
        Enumeration::new(calls.clone(), bounds)
    });
    let mut racy = 0;
    for client in clients {
        let [full, reduced @ ..] =
            [Strategy::Full, Strategy::Lazy, Strategy::Eager, Strategy::HappensBefore].map(
                |strategy| {
                    let search =
                        SearchOptions { strategies: vec![strategy], ..SearchOptions::default() };
                    let report = class.check_client(&client, &search, &Onlooker::default());
                    let report = report.expect("a client that can be run");
                    assert!(report.complete, "{client}");
                    let places = report.races.into_iter().map(|race| race.place);
                    places.collect::<std::collections::BTreeSet<String>>()
                },
            );
        for found in reduced {
            assert_eq!(full, found, "{client}");
        }
        racy += usize::from(!full.is_empty());
    }
    assert!(racy > 100, "{racy}");
}
