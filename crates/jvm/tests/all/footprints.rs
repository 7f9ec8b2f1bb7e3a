//! What partial order reduction relies on, checked in every reachable state: actions whose
//! footprints do not conflict commute, and do not enable or disable each other.

use std::collections::HashSet;

use crate::support::{explored, program, shared};
use aplomb_explore::{PendingActions, Strategy, System, conflicts};
use aplomb_jvm::{Machine, Options, State, ThreadId};

/// States looked at per client.
const LIMIT: usize = 1_500;

/// One pending action: who, whether enabled, and its footprint.
type Listed = (ThreadId, bool, Vec<(aplomb_explore::ObjectId, aplomb_explore::Access)>);

fn pending(machine: &Machine, state: &State) -> Vec<Listed> {
    let mut list = PendingActions::new();
    machine.pending(state, &mut list);
    list.iter().map(|entry| (*entry.action, entry.enabled, entry.footprint.to_vec())).collect()
}

/// How many pairs of actions were found to commute.
fn check(machine: &Machine, client: &str) -> usize {
    let mut seen: HashSet<State> = HashSet::from([machine.initial_state().clone()]);
    let mut work = vec![machine.initial_state().clone()];
    let mut pairs = 0;
    while let Some(state) = work.pop() {
        if let Some(error) = state.failure() {
            panic!("{client}: {error}");
        }
        let list = pending(machine, &state);
        for (first, _, footprint) in list.iter().filter(|entry| entry.1) {
            let after = machine.step(&state, *first);
            for (second, enabled, other) in list.iter().filter(|entry| entry.0 != *first) {
                if conflicts(footprint, other) {
                    continue;
                }
                pairs += 1;
                let now = pending(machine, &after).into_iter().find(|entry| entry.0 == *second);
                let unchanged =
                    now.as_ref().is_some_and(|now| now.1 == *enabled && now.2 == *other);
                assert!(unchanged, "{client}: {first:?} changes the pending action of {second:?}");
                if *enabled && first < second {
                    let one = machine.step(&after, *second);
                    let two = machine.step(&machine.step(&state, *second), *first);
                    let same = one == two || one.is_isomorphic(&two);
                    assert!(same, "{client}: {first:?} and {second:?} do not commute");
                }
            }
            if seen.len() < LIMIT && seen.insert(after.clone()) {
                work.push(after);
            }
        }
    }
    pairs
}

const CLIENTS: &[(&str, &str)] = &[
    ("Counters", "plain() monitor() | block() plain()"),
    ("Counters", "locked() tryLocked() | reentrant() | tryLocked()"),
    ("Counters", "writeLocked() | readLocked() | readLocked()"),
    ("Counters", "stampedWrite() | stampedRead() | stampedRead()"),
    ("Counters", "reference() updater() | reference() array() | atomic()"),
    ("Counters", "adder() | adder() | adder()"),
    ("Counters", "throwsInMonitor() | monitor() | classMonitor() racyStatic()"),
    ("Signals", "take() | take() | put(1) putOne(2)"),
    ("Signals", "takeTimed() | take() | put(1)"),
    ("Signals", "await() | signal(1) | signal(2)"),
    ("Signals", "openLatch() | awaitLatch() | awaitLatch()"),
    ("Signals", "guarded() | guarded()"),
    ("Signals", "park() | unpark() | forward()"),
    ("Signals", "forward() | backward() | forward()"),
    ("Signals", "fork() | forward()"),
    ("Publication", "publish(1) churn() | publishSafely(2) read() | readSafely() churn()"),
    ("Publication", "leak() | seeLeak() | leak()"),
    ("Publication", "lazy() lazy() | lazy()"),
    ("java.util.concurrent.ConcurrentLinkedQueue", "offer(1) poll() | offer(2) poll() | poll()"),
    ("java.util.concurrent.ConcurrentHashMap", "put(1,1) remove(1) | put(17,2) | get(1)"),
    ("java.util.concurrent.ConcurrentSkipListMap", "put(1,1) | put(2,2) remove(1)"),
    ("java.util.concurrent.LinkedBlockingQueue", "put(1) take() | take() | put(2)"),
];

#[test]
fn actions_without_conflict_commute() {
    for (class, client) in CLIENTS {
        let machine = shared().machine(&program(class, client)).expect("the program can be set up");
        let pairs = check(&machine, &format!("{class} {client}"));
        assert!(pairs > 0, "{class} {client} has no independent actions");
    }
}

#[test]
fn calls_and_returns_commute_unless_one_is_a_return_and_the_other_a_call() {
    let strict = shared().with_options(Options { strict: true, ..Options::default() });
    for client in ["plain() monitor() | block()", "atomic() | atomic() | locked()"] {
        let machine = strict.machine(&program("Counters", client)).expect("set up");
        assert!(check(&machine, client) > 0);
    }
}

/// Whether states that differ only in names are one state or several makes no difference.
#[test]
fn names_do_not_matter() {
    let unnamed = shared().with_options(Options { names_matter: false, ..Options::default() });
    for (class, client) in [
        ("Publication", "publish(1) churn() | publishSafely(2) read()"),
        ("Publication", "lazy() lazy() | lazy()"),
        ("java.util.concurrent.ConcurrentLinkedQueue", "offer(1) poll() | offer(2) poll()"),
        ("java.util.concurrent.ConcurrentHashMap", "put(1,1) remove(1) | put(17,2) get(1)"),
        ("java.util.concurrent.ConcurrentSkipListMap", "put(1,1) | put(2,2) remove(1)"),
    ] {
        let program = program(class, client);
        let full = explored(&shared().machine(&program).expect("set up"), Strategy::Full);
        let machine = unnamed.machine(&program).expect("set up");
        for strategy in [Strategy::Full, Strategy::Eager, Strategy::Lazy, Strategy::HappensBefore] {
            assert_eq!(explored(&machine, strategy), full, "{class} {client} {strategy:?}");
        }
    }
}

/// Clients put together at random: every strategy finds what full exploration finds.
#[test]
fn random_clients_have_the_same_results_under_every_strategy() {
    const CALLS: [&str; 16] = [
        "plain()",
        "monitor()",
        "block()",
        "racyStatic()",
        "classMonitor()",
        "atomic()",
        "adder()",
        "reference()",
        "updater()",
        "locked()",
        "tryLocked()",
        "writeLocked()",
        "readLocked()",
        "element()",
        "stampedWrite()",
        "stampedRead()",
    ];
    const SIGNALS: [&str; 8] = [
        "put(1)",
        "putOne(2)",
        "take()",
        "takeTimed()",
        "forward()",
        "backward()",
        "signal(3)",
        "await()",
    ];
    let mut seed = 12345u64;
    let mut random = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    for round in 0..40 {
        let (class, calls) =
            if round % 2 == 0 { ("Counters", &CALLS[..]) } else { ("Signals", &SIGNALS[..]) };
        let threads = 2 + random(2);
        let client: Vec<String> = (0..threads)
            .map(|_| {
                let count = if threads == 2 { 1 + random(2) } else { 1 };
                let calls: Vec<&str> = (0..count).map(|_| calls[random(calls.len())]).collect();
                calls.join(" ")
            })
            .collect();
        let client = client.join(" | ");
        let machine =
            shared().machine(&program(class, &client)).expect("the program can be set up");
        let full = explored(&machine, Strategy::Full);
        for strategy in
            [Strategy::SafeSet, Strategy::Eager, Strategy::Lazy, Strategy::HappensBefore]
        {
            assert_eq!(explored(&machine, strategy), full, "{class} {client} {strategy:?}");
        }
    }
}
