//! Clients whose results can be told by hand.

use std::collections::BTreeSet;

use crate::support::{explored, jvm, outcomes, program, sequential, shared};
use aplomb_explore::Strategy;
use aplomb_jvm::Options;

fn set(results: &[&str]) -> BTreeSet<String> {
    results.iter().map(ToString::to_string).collect()
}

/// Class, client, and all its results.
type Case = (&'static str, &'static str, &'static [&'static str]);

const BOTH_COUNTED: &[&str] = &["1|2", "2|1"];
const LOST: &[&str] = &["1|1", "1|2", "2|1"];

const CASES: &[Case] = &[
    // Increments
    ("Counters", "plain() | plain()", LOST),
    ("Counters", "element() | element()", LOST),
    ("Counters", "racyStatic() | racyStatic()", LOST),
    ("Counters", "monitor() | monitor()", BOTH_COUNTED),
    ("Counters", "monitor() | block()", BOTH_COUNTED),
    ("Counters", "monitor() | plain()", LOST),
    ("Counters", "classMonitor() | classMonitor()", BOTH_COUNTED),
    ("Counters", "atomic() | atomic()", BOTH_COUNTED),
    ("Counters", "adder() | adder()", &["1|2", "2|1", "2|2"]),
    ("Counters", "reference() | reference()", BOTH_COUNTED),
    ("Counters", "array() | array()", BOTH_COUNTED),
    ("Counters", "updater() | updater()", BOTH_COUNTED),
    ("Counters", "locked() | locked()", BOTH_COUNTED),
    ("Counters", "reentrant() | locked()", BOTH_COUNTED),
    ("Counters", "tryLocked() | tryLocked()", &["-1|1", "1|-1", "1|2", "2|1"]),
    ("Counters", "writeLocked() | writeLocked()", BOTH_COUNTED),
    ("Counters", "writeLocked() | readLocked()", &["1|0", "1|1"]),
    ("Counters", "stampedWrite() | stampedWrite()", BOTH_COUNTED),
    ("Counters", "stampedWrite() | stampedRead()", &["1|0", "1|1"]),
    (
        "Counters",
        "throwsInMonitor() | throwsInMonitor()",
        &["2|throws_java.lang.IllegalStateException", "throws_java.lang.IllegalStateException|2"],
    ),
    ("Counters", "monitor() monitor(): monitor() | plain()", &["3|3", "3|4", "4|3"]),
    // A class that only some executions initialise
    ("Meetings", "enter() | enter()", &["0|0", "0|1", "1|0", "1|1"]),
    // A class whose initialiser reads what a client may have set
    ("Initialisers", "set(1) seen()", &["void 1"]),
    ("Initialisers", "set(1): seen()", &["1"]),
    ("Initialisers", "set(1) | seen()", &["void|0", "void|1"]),
    // Initialisers that need each other
    ("Initialisers", "one() other()", &["2 1"]),
    ("Initialisers", "one() | other()", &["deadlock |", "1|2", "2|1"]),
    ("Initialisers", "base() | derived()", &["deadlock |", "1|5", "6|5"]),
    ("Initialisers", "derived() base()", &["5 1"]),
    // A superclass that cannot be initialised
    (
        "Initialisers",
        "heir() heir() lateHeir()",
        &["throws_java.lang.ExceptionInInitializerError throws_java.lang.NoClassDefFoundError \
           throws_java.lang.NoClassDefFoundError"],
    ),
    ("Initialisers", "table(0) | table(1)", &["4|5"]),
    // Copies are made cell by cell
    ("Copies", "both(1) | cloned()", &["void|[0,_0]", "void|[0,_1]", "void|[1,_0]", "void|[1,_1]"]),
    ("Copies", "both(1) | copied()", &["void|[0,_0]", "void|[0,_1]", "void|[1,_0]", "void|[1,_1]"]),
    ("Copies", "both(1) moved()", &["void [1,_1]"]),
    ("Copies", "fill(1) | twin()", &["void|0", "void|1", "void|10", "void|11"]),
    // Results
    ("Results", "fluent() | fluent()", &["this|this"]),
    ("Results", "copy() | fill(1)", &["[0,_0]|void", "[0,_1]|void", "[1,_0]|void", "[1,_1]|void"]),
    ("Results", "cells() | fill(1)", &["[0,_0]|void", "[1,_0]|void", "[1,_1]|void"]),
    ("Results", "pair()", &["Pair{first=1,_second=[[2],_null]}"]),
    ("Results", "circle()", &["Pair{first=1,_second=^1}"]),
    ("Results", "range()", &["Range[from=1,_to=2]"]),
    ("Results", "list()", &["[[1,_2],_Pair{first=3,_second=\"four\"},_x]"]),
    ("Results", "letters()", &["['a',_'b']"]),
    ("Results", "flags()", &["[true,_false]"]),
    ("Results", "iterator()", &["java.util.ImmutableCollections$ListItr"]),
    ("Results", "tell() | tellMore()", &["a|void", "ab|void", "ba|void"]),
    // Waiting
    ("Signals", "put(4) | take()", &["void|4"]),
    ("Signals", "put(4): take() | take()", &["deadlock 4|", "deadlock |4"]),
    ("Signals", "takeTimed() | put(3)", &["-1|void", "3|void"]),
    ("Signals", "signal(5) | await()", &["void|5"]),
    ("Signals", "openLatch() | awaitLatch()", &["7|7"]),
    ("Signals", "guarded() | guarded()", BOTH_COUNTED),
    ("Signals", "park() | unpark()", &["9|void"]),
    ("Signals", "notifyUnowned()", &["throws_java.lang.IllegalMonitorStateException"]),
    ("Signals", "fork()", &["1", "2"]),
    ("Signals", "forward() | backward()", &["deadlock |", "void|void"]),
    ("Signals", "take() | take() | put(1)", &["deadlock 1||void", "deadlock |1|void"]),
    ("Signals", "take() | take() | putOne(1)", &["deadlock 1||void", "deadlock |1|void"]),
    // Publication
    ("Publication", "publish(3) | read()", &["void|-1", "void|3"]),
    ("Publication", "publishSafely(3) | readSafely()", &["void|-1", "void|6"]),
    ("Publication", "leak() | seeLeak()", &["void|-1", "void|0", "void|1"]),
    ("Publication", "lazy() | lazy()", &["6|6", "6|7", "7|6"]),
    ("Publication", "local() local() | local()", &["1 2|1"]),
    ("Publication", "garbage(5) | garbage(3)", &["4|2"]),
];

#[test]
fn all_results_and_no_others() {
    let mut differences = Vec::new();
    for (class, client, expected) in CASES {
        let actual = outcomes(shared(), class, client);
        if actual != set(expected) {
            differences.push(format!("{class} {client}: {actual:?} instead of {expected:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn real_locks_give_the_same_results_as_modelled_ones() {
    let real = jvm(Options { model_locks: false, ..Options::default() });
    let clients = [
        ("Counters", "locked() | locked()"),
        ("Counters", "tryLocked() | tryLocked()"),
        ("Counters", "writeLocked() | readLocked()"),
        ("Counters", "stampedWrite() | stampedWrite()"),
        ("Signals", "signal(5) | await()"),
    ];
    for (class, client) in clients {
        assert_eq!(
            outcomes(&real, class, client),
            outcomes(shared(), class, client),
            "{class} {client}"
        );
    }
}

/// Clients of JDK classes, which are linearizable: every result is one of a sequential run.
const JDK_CLIENTS: &[(&str, &str)] = &[
    ("java.util.concurrent.ConcurrentHashMap", "put(1,1) remove(1) | put(1,2) get(1)"),
    (
        "java.util.concurrent.ConcurrentHashMap",
        "putIfAbsent(1,1) get(2) | putIfAbsent(1,2) containsKey(17)",
    ),
    ("java.util.concurrent.ConcurrentLinkedQueue", "offer(1) poll() | offer(2) poll()"),
    ("java.util.concurrent.ConcurrentLinkedQueue", "offer(1): poll() | poll() | offer(2)"),
    ("java.util.concurrent.ConcurrentSkipListMap", "put(1,1) remove(1) | put(1,2) get(1)"),
    ("java.util.concurrent.LinkedBlockingQueue", "offer(1) poll() | put(2) poll()"),
    ("java.util.concurrent.ArrayBlockingQueue", "offer(1) poll() | offer(2) poll()"),
    ("java.util.concurrent.ConcurrentLinkedDeque", "offerFirst(1) pollLast() | offerLast(2)"),
    ("java.util.concurrent.CopyOnWriteArrayList", "add(1) contains(2) | add(2) contains(1)"),
];

#[test]
fn the_jdk_s_own_collections_run_unmodified() {
    for (class, client) in JDK_CLIENTS {
        let mut program = program(class, client);
        if class.ends_with("ArrayBlockingQueue") {
            program.constructor = vec![2.into()];
        }
        let machine = shared().machine(&program).unwrap_or_else(|error| panic!("{class}: {error}"));
        let sequential = sequential(&machine);
        assert_eq!(explored(&machine, Strategy::Full), sequential, "{class} {client}");
        for strategy in STRATEGIES {
            assert_eq!(explored(&machine, *strategy), sequential, "{class} {client} {strategy:?}");
        }
    }
}

/// `ConcurrentHashMap` counts an insertion after it has made it: its documentation calls the
/// size an estimate.
#[test]
fn the_size_of_a_concurrent_hash_map_lags_behind() {
    let program = program("java.util.concurrent.ConcurrentHashMap", "put(1,1) size() | put(1,2)");
    let machine = shared().machine(&program).expect("the program can be set up");
    let unexpected: Vec<String> =
        explored(&machine, Strategy::Full).difference(&sequential(&machine)).cloned().collect();
    assert_eq!(unexpected, ["2 0|null"]);
}

#[test]
fn a_blocked_take_is_served_by_a_later_put() {
    let results = outcomes(shared(), "java.util.concurrent.LinkedBlockingQueue", "take() | put(7)");
    assert_eq!(results, set(&["7|void"]));
}

const STRATEGIES: &[Strategy] = &[
    Strategy::SafeSet,
    Strategy::Eager,
    Strategy::Lazy,
    Strategy::Retraversal,
    Strategy::HappensBefore,
];

#[test]
fn reduction_keeps_every_result() {
    for (class, client, expected) in CASES {
        let machine = shared().machine(&program(class, client)).expect("the program can be set up");
        for strategy in STRATEGIES {
            assert_eq!(
                explored(&machine, *strategy),
                set(expected),
                "{class} {client} {strategy:?}"
            );
        }
    }
}
