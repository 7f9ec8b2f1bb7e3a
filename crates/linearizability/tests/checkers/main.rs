//! Every checker against brute force, on thousands of random histories.

mod brute_force;
mod explanations;
mod random;

use aplomb_linearizability::{
    CheckAnswer, CheckOptions, Format, History, MonitorAnswer, Procedure, Specification, Value,
    check,
    specification::{Counter, KeyValue, Map, Queue, Register, Set, Stack},
};

use random::{Shape, Vocabulary};

/// Checks histories of one kind with brute force, search by parts, search over
/// the whole, and whatever the specification prefers.
fn agree<S: Specification>(specification: &S, vocabulary: Vocabulary, shape: Shape, seeds: u64) {
    let (mut linearizable, mut refused) = (0, 0);
    for seed in 0..seeds {
        let history = random::history(specification, &vocabulary, shape, seed);
        let expected = brute_force::is_linearizable(specification, &history);
        for procedure in [Procedure::Automatic, Procedure::Search, Procedure::SearchWhole] {
            let answer = answer(specification, &history, procedure);
            assert_eq!(
                answer.is_linearizable(),
                expected,
                "{procedure:?}, seed {seed}, {shape:?}\n{history}\n{answer:?}"
            );
            if let CheckAnswer::Linearizable { orders } = &answer {
                for order in orders {
                    assert!(
                        brute_force::explains(specification, &history, order),
                        "{procedure:?}, seed {seed}: {order:?} does not explain\n{history}"
                    );
                }
            }
        }
        if expected { linearizable += 1 } else { refused += 1 }
    }
    // A generator that only makes one sort of history would test nothing.
    let least = seeds / 50;
    assert!(linearizable > least && refused > least, "{linearizable} yes, {refused} no");
}

fn answer<S: Specification>(
    specification: &S,
    history: &History,
    procedure: Procedure,
) -> CheckAnswer {
    let options = CheckOptions { procedure, explain: false, ..CheckOptions::default() };
    check(specification, history, &options).expect("the calls are those of the object")
}

fn agree_on_all_shapes<S: Specification>(specification: &S, vocabulary: Vocabulary) {
    for shape in Shape::ALL {
        agree(specification, vocabulary.clone(), shape, cases());
    }
}

/// How many histories of each shape: enough by default to meet the bugs we
/// have had, more where `APLOMB_TEST_CASES` says so.
fn cases() -> u64 {
    std::env::var("APLOMB_TEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(800)
}

/// Monitors against search, on histories too long for brute force.
fn monitor_agrees<S: Specification>(specification: &S, vocabulary: Vocabulary) {
    let shape = |operations, threads, pending| Shape {
        operations,
        threads,
        pending,
        unrecorded: 0,
        wrong: 1,
        displaced: 1,
    };
    let (mut decided, mut compared, mut refused) = (0, 0, 0);
    for shape in [shape(30, 4, 0), shape(60, 3, 0), shape(24, 7, 0), shape(30, 4, 4)] {
        for seed in 0..cases() / 2 {
            let history = random::history(specification, &vocabulary, shape, seed);
            let monitored = match specification.monitor(&history) {
                MonitorAnswer::NotApplicable => continue,
                MonitorAnswer::Linearizable => true,
                MonitorAnswer::NotLinearizable(_) => false,
            };
            decided += 1;
            refused += u64::from(!monitored);
            let options = CheckOptions {
                procedure: Procedure::SearchWhole,
                explain: false,
                configuration_limit: 20_000,
                ..CheckOptions::default()
            };
            let searched = check(specification, &history, &options).expect("known methods");
            if !matches!(searched, CheckAnswer::Unknown(_)) {
                compared += 1;
                let expected = searched.is_linearizable();
                assert_eq!(monitored, expected, "{shape:?}, seed {seed}\n{history}");
            }
        }
    }
    assert!(compared > decided / 2, "{compared} of {decided} compared");
    assert!(decided > cases() && refused > cases() / 10, "{decided} decided, {refused} refused");
}

#[test]
fn monitors_of_longer_histories() {
    monitor_agrees(&Set, Vocabulary::repeating(&["add/1", "remove/1", "contains/1"], 1));
    monitor_agrees(&Queue, Vocabulary::distinct(&["enqueue/1", "poll/0"]));
    monitor_agrees(&Stack, Vocabulary::distinct(&["push/1", "pop/0"]));
    monitor_agrees(&Queue, Vocabulary::repeating(&["enqueue/1", "poll/0"], 60));
    monitor_agrees(&Stack, Vocabulary::repeating(&["push/1", "pop/0"], 200));
    monitor_agrees(&Register::default(), Vocabulary::distinct(&["read/0", "read/0", "write/1"]));
}

/// A pending `pop` took the element that stands in the way, which is neither the first nor the last
/// of those that nobody took.
#[test]
fn a_pending_pop_takes_what_must_be_gone() {
    let history = r#"{"thread": 1, "method": "push", "args": [9], "call": 0, "return": 1}
        {"thread": 1, "method": "push", "args": [1], "call": 2, "return": 3}
        {"thread": 1, "method": "push", "args": [2], "call": 4, "return": 5}
        {"thread": 2, "method": "pop", "call": 6}
        {"thread": 1, "method": "pop", "result": 1, "call": 7, "return": 8}
        {"thread": 1, "method": "push", "args": [3], "call": 9, "return": 10}"#;
    let history = History::read(history, Format::JsonLines).expect("a history");
    assert!(matches!(Stack.monitor(&history), MonitorAnswer::Linearizable));
}

#[test]
fn sets() {
    agree_on_all_shapes(&Set, Vocabulary::repeating(&["add/1", "remove/1", "contains/1"], 2));
}

#[test]
fn sets_with_operations_on_the_whole() {
    let methods = &["add/1", "remove/1", "contains/1", "size/0", "clear/0", "read/0"];
    agree_on_all_shapes(&Set, Vocabulary::repeating(methods, 2));
}

#[test]
fn maps() {
    let methods = &["get/1", "put/2", "putIfAbsent/2", "remove/1", "replace/3", "containsKey/1"];
    agree_on_all_shapes(&Map, Vocabulary::repeating(methods, 2));
}

#[test]
fn key_value_stores() {
    let methods = &["get/1", "get/1", "put/2", "append/2", "cas/3", "delete/1"];
    agree_on_all_shapes(&KeyValue::default(), Vocabulary::repeating(methods, 2));
}

#[test]
fn key_value_stores_of_distinct_texts() {
    let methods = &["get/1", "get/1", "put/2", "append/2", "append/2"];
    agree_on_all_shapes(&KeyValue::default(), Vocabulary::distinct_texts(methods));
}

#[test]
fn queues_of_repeated_elements() {
    let methods = &["enqueue/1", "dequeue/0", "peek/0"];
    agree_on_all_shapes(&Queue, Vocabulary::repeating(methods, 2));
}

#[test]
fn containers_of_repeated_elements_that_are_not_looked_at() {
    agree_on_all_shapes(&Queue, Vocabulary::repeating(&["offer/1", "poll/0", "isEmpty/0"], 2));
    agree_on_all_shapes(&Stack, Vocabulary::repeating(&["push/1", "pop/0"], 2));
}

#[test]
fn queues_of_distinct_elements() {
    let methods = &["enqueue/1", "offer/1", "poll/0", "dequeue/0", "isEmpty/0"];
    agree_on_all_shapes(&Queue, Vocabulary::distinct(methods));
}

#[test]
fn stacks_of_repeated_elements() {
    agree_on_all_shapes(&Stack, Vocabulary::repeating(&["push/1", "pop/0", "peek/0"], 2));
}

#[test]
fn stacks_of_distinct_elements() {
    agree_on_all_shapes(&Stack, Vocabulary::distinct(&["push/1", "pop/0"]));
}

#[test]
fn registers_of_repeated_values() {
    let register = Register { initial: Value::from(0) };
    agree_on_all_shapes(&register, Vocabulary::repeating(&["read/0", "write/1", "cas/2"], 3));
}

#[test]
fn registers_of_distinct_values() {
    let methods = &["read/0", "read/0", "write/1"];
    agree_on_all_shapes(&Register::default(), Vocabulary::distinct(methods));
}

#[test]
fn registers_with_compare_and_set_of_distinct_values() {
    let methods = &["read/0", "write/1", "cas/2", "getAndSet/1"];
    agree_on_all_shapes(&Register::default(), Vocabulary::distinct(methods));
}

#[test]
fn counters() {
    let methods = &["increment/0", "decrement/0", "incrementAndGet/0", "getAndAdd/1", "get/0"];
    agree_on_all_shapes(&Counter::default(), Vocabulary::repeating(methods, 2));
}
