//! Recorded histories in, verdicts out.

use crate::place::{file, run};

const QUEUE: &str = r#"{"thread": 1, "method": "enqueue", "args": ["a"], "call": 0, "return": 1}
{"thread": 1, "method": "enqueue", "args": ["b"], "call": 2, "return": 3}
{"thread": 2, "method": "dequeue", "result": "b", "call": 4, "return": 5}
"#;

const REGISTER: &str = "{:process 0 :type :invoke :f :write :value 1 :time 1}
{:process 0 :type :ok :f :write :value 1 :time 2}
{:process 1 :type :invoke :f :read :value nil :time 3}
{:process 1 :type :ok :f :read :value 0 :time 4}
";

#[test]
fn verdicts() {
    let queue = file("queue.jsonl", QUEUE);
    let patient = file("patient.jsonl", QUEUE.replace("\"return\": 1}", "\"return\": 9}"));
    let register = file("register.edn", REGISTER);
    let unread = file("unread.edn", REGISTER.replace(":ok :f :read :value 0", ":info :f :read"));
    for (arguments, code, words) in [
        (&["--history", &*queue, "--spec", "queue"][..], 1, "queue.jsonl:3:1"),
        (&["--history", &queue, "--spec", "queue"], 1, "\"a\" was enqueued before \"b\", but"),
        (&["--history", &queue, "--spec", "queue"], 1, "It could only return \"a\""),
        (&["--history", &patient, "--spec", "queue"], 0, "holds[AP300]"),
        (&["--history", &register, "--spec", "register"], 1, "violated[AP301]"),
        (&["--history", &register, "--spec", "register", "--initial", "0"], 1, "register.edn:4:1"),
        (&["--history", &unread, "--spec", "register"], 0, "some order explains all 2 operations"),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, code, "{arguments:?}: {run:?}");
        assert!(run.out.contains(words), "{arguments:?}: {}", run.out);
    }
    let report = run(&["--history", &queue, "--spec", "queue", "--format", "json"]).report();
    assert_eq!(report["data"]["operations"], 3);
    assert_eq!(report["data"]["explanation"]["operation"]["call"], "dequeue()");
    assert_eq!(report["data"]["explanation"]["possible_results"][0], "a");
}

#[test]
fn histories_that_cannot_be_read() {
    let queue = file("again.jsonl", QUEUE);
    let cut = file("cut.jsonl", &QUEUE[..QUEUE.len() - 9]);
    let bytes = file("bytes.jsonl", [0xff, 0xfe, 0x00, 0x80]);
    let edn = file("cut.edn", &REGISTER[..REGISTER.len() - 9]);
    let empty = file("empty.jsonl", "");
    let deep = file("deep.jsonl", "[".repeat(100_000));
    let deep_edn = file("deep.edn", "{:value ".repeat(100_000));
    for (history, specification, words) in [
        (&*cut, "queue", "cut.jsonl: line 3: EOF while parsing"),
        (&bytes, "queue", "cannot read bytes.jsonl: stream did not contain valid UTF-8"),
        (&edn, "register", "cut.edn: line 4: the text ends before `}`"),
        (&empty, "queue", "empty.jsonl: no operation is recorded"),
        (&deep, "queue", "deep.jsonl: line 1: "),
        (&deep_edn, "queue", "deep.edn: line 1: "),
        ("missing.edn", "queue", "cannot read missing.edn: No such file"),
        (&queue, "register", "line 1: a register has no method `enqueue`; it has read,"),
        (&queue, "itself", "say what the object is, --spec set, map,"),
        (&queue, "class:samples.Tally", "a history has no class to run"),
    ] {
        let run = run(&["--history", history, "--spec", specification]);
        assert_eq!(run.code, 2, "{history}: {run:?}");
        assert!(run.err.contains(words), "{history}: {}", run.err);
    }
}

/// The same value twice, once while the other call goes on: no monitor decides, and each state
/// of the search takes its space.
#[test]
fn a_search_keeps_to_its_limits() {
    let enqueue = |number: usize| {
        let (value, called) = (number / 2 % 499, 2 * number);
        let returned = called + if number.is_multiple_of(2) { 31 } else { 15 };
        format!(
            r#"{{"thread": {}, "method": "enqueue", "args": [{value}], "call": {called}, "return": {returned}}}"#,
            number % 16
        )
    };
    let lines: Vec<String> = (0..20_000).map(enqueue).collect();
    let history = file("twice.jsonl", lines.join("\n"));
    let run = run(&["--history", &history, "--spec", "queue", "--memory-limit", "200"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("the memory limit was reached"), "{}", run.out);
}
