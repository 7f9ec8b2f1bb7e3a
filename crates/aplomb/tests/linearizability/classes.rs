//! Classes in, verdicts out.

use serde_json::{Value, json};

use crate::place::{Run, run, shell};

fn class(name: &str, arguments: &[&str]) -> Run {
    let name = format!("samples.{name}");
    run(&[&["--classpath", "classes", "--class", &name], arguments].concat())
}

/// Only an order against real time explains what the last of these calls may return.
const LATE: &str = "increment() || increment() || get()";

/// What is said of the classes: exit code, code of the finding, and words that help.
#[test]
fn verdicts() {
    for (name, arguments, code, words) in [
        ("SafeTally", &[][..], 0, "holds within bounds[AP300]: samples.SafeTally: every execution"),
        ("SafeTally", &[], 0, "(all 21 clients with 2 threads, up to 2 calls each, 2 values; and "),
        ("SafeTally", &[], 0, " larger ones, drawn with seed 0"),
        ("SafeTally", &["--outcomes"], 0, "every execution returns what some sequential order of"),
        ("SafeTally", &["--spec", "counter", "--methods", "increment=incrementAndGet,get"], 0, ""),
        ("SafeTally", &[], 0, "every execution is linearizable"),
        ("Lagging", &["--client", LATE], 1, "violated[AP302]: samples.Lagging: calls return what"),
        ("Lagging", &["--client", LATE, "--outcomes"], 0, "AP300"),
        ("Fluent", &[], 0, "AP300"),
        ("Torn", &[], 1, "violated[AP301]"),
        ("Viewed", &[], 0, "what view returns is right: a java.util."),
        ("Refusing", &[], 3, "every call throws, which shows nothing: dare throws java.lang.Il"),
        ("Gate", &[], 1, "violated[AP303]"),
        ("SafeTally", &["--threads", "3", "--ops", "1"], 0, "(all 4 clients with 3 threads"),
        ("SafeTally", &["--limit", "5", "--seed", "7"], 0, "(5 of 21 clients with"),
        ("SafeTally", &["--strategy", "portfolio", "--threads", "3", "--ops", "1"], 0, "AP300"),
        ("SafeTally", &["--hash-compaction"], 0, "assuming: no two states share a fingerprint"),
        ("SafeTally", &["--real-locks"], 0, "AP300"),
        ("SafeTally", &["--order", "random:3"], 0, "AP300"),
        ("Tally", &["--order", "1,0"], 1, "violated[AP301]"),
        (
            "SafeTally",
            &["--strategy", "random", "--client", "get() || increment()"],
            3,
            "executions were only sampled",
        ),
        ("SafeTally", &["--state-limit", "2"], 3, "the limit on states was reached"),
        ("SafeTally", &["--memory-limit", "1"], 3, "the limit on memory was reached"),
        ("Tally", &[], 1, "violated[AP301]: samples.Tally: calls return what no sequential order"),
        ("Tally", &[], 1, "Tally.java:15:9"),
        ("Tally", &[], 1, "thread 0 is interrupted after this"),
        (
            "Tally",
            &["--spec", "class:samples.SafeTally"],
            1,
            "the sequential runs of samples.SafeT",
        ),
        ("Tally", &["--client", "increment(); get()"], 0, "(the client increment(); get())"),
        ("Tally", &["--client", "get() || get()"], 0, "AP300"),
        (
            "Tally",
            &["--all", "--ops", "1", "--format", "json"],
            1,
            "\"kind\": \"not-linearizable\"",
        ),
        ("Tally", &["--client", "increment() || get()"], 0, "warning: AP306"),
        (
            "Tally",
            &["--client", "increment() || get()"],
            0,
            "samples.Tally.count is accessed without",
        ),
        ("Meeting", &[], 1, "violated[AP303]: samples.Meeting: threads wait for each other"),
        ("Meeting", &[], 1, "thread 1 waits after this"),
        ("Stubborn", &["--methods", "passOnlyAlone"], 1, "violated[AP304]: samples.Stubborn"),
        ("Stubborn", &["--methods", "pass"], 0, "AP300"),
        (
            "Hasty",
            &["--all", "--ops", "1"],
            1,
            "violated[AP305]: samples.Hasty: a call ends with java.l",
        ),
        ("Hasty", &["--all", "--ops", "1"], 1, "violated[AP301]: samples.Hasty"),
    ] {
        let run = class(name, &[&["--sources", ".", "--larger", "5000"], arguments].concat());
        assert_eq!(run.code, code, "{name} {arguments:?}: {run:?}");
        assert!(run.out.contains(words), "{name} {arguments:?}: {}", run.out);
        assert_eq!(run.err, "");
    }
}

/// Classes of the JDK are explored as they are, for all clients of two threads and two calls.
#[test]
fn classes_of_the_jdk() {
    for (name, methods, code) in [
        ("java.util.concurrent.ConcurrentLinkedQueue", "offer,poll", 0),
        ("java.util.concurrent.LinkedBlockingQueue", "put,take", 0),
        ("java.util.concurrent.ConcurrentHashMap", "putIfAbsent,remove/1", 0),
        ("java.util.concurrent.ConcurrentSkipListSet", "add,remove", 0),
        ("java.util.ArrayDeque", "offer,poll", 1),
        // Calls that wait for a partner cannot be compared with sequential runs.
        ("java.util.concurrent.SynchronousQueue", "put,take", 3),
        ("java.util.concurrent.Exchanger", "exchange/1", 3),
        // A search for an element may pass it by while others add and remove.
        ("java.util.concurrent.ConcurrentLinkedQueue", "add,remove/1", 1),
    ] {
        let chosen = ["--class", name, "--methods", methods, "--larger", "5000"];
        let run = run(&[&chosen[..], &["--format", "json"]].concat());
        let is_comparable = !run.out.contains("is not comparable with sequential runs");
        assert_eq!(is_comparable, code != 3, "{name} {methods}: {run:?}");
        assert_eq!(run.code, code, "{name} {methods}: {run:?}");
    }
}

/// A call that waits for a partner may be seen while it waits, which no sequential run shows.
#[test]
fn a_call_that_is_seen_to_wait_for_a_partner_is_not_comparable() {
    let barrier = ["--class", "java.util.concurrent.CyclicBarrier", "--constructor", "2"];
    let client = ["--client", "await() || getNumberWaiting()", "--format", "json"];
    let run = run(&[&barrier[..], &client].concat());
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("is not comparable with sequential runs"), "{}", run.out);
    assert_eq!(run.report()["findings"][0]["cause"], "undecided");
}

/// Where the memory is used up, no more clients are drawn than are being explored by then.
#[test]
fn no_larger_clients_are_drawn_without_memory() {
    let limited = ["--memory-limit", "1", "--larger", "2000", "--format", "json"];
    let report = class("SafeTally", &limited).report();
    let drawn = report["data"]["larger"].as_array().expect("larger clients").len();
    assert_eq!(drawn, 1, "{}", report["data"]["larger"]);
}

#[test]
fn the_data_says_what_was_explored_and_found() {
    let client = "increment() || increment()";
    let run = class("Tally", &["--all", "--client", client, "--format", "json"]);
    let report = run.report();
    assert_eq!(report["findings"][0]["code"], "AP301");
    let data = &report["data"];
    assert_eq!(data["class"], "samples.Tally");
    assert_eq!(data["specification"], "its own sequential runs");
    assert_eq!(data["mode"], "strict");
    let explored = &data["clients"][0];
    assert_eq!(explored["client"], client);
    assert_eq!(explored["verdict"], "violated");
    assert_eq!(explored["strategy"], "dl-s-por");
    assert_eq!(explored["complete"], true);
    assert_eq!(explored["outcomes"]["expected"], 2);
    assert_eq!(explored["outcomes"]["expected_outcomes"], json!([[[1], [2]], [[2], [1]]]));
    assert_eq!(explored["outcomes"]["unexpected"], json!([[[1], [1]]]));
    for number in ["executions", "states", "transitions"] {
        assert!(explored[number].as_u64() > Some(1), "{number}: {explored}");
    }
    assert!(explored["time_ms"].as_f64() > Some(0.0));
    let steps = explored["problems"][0]["steps"].as_array().expect("steps");
    let told = |step: &Value| {
        let words = ["call", "action", "file"].map(|key| step[key].as_str().unwrap_or("?"));
        format!("{} {} line {}", step["thread"], words.join(" "), step["line"])
    };
    assert_eq!(
        steps.iter().map(told).collect::<Vec<_>>(),
        [
            "0 increment() reads Tally.java line 15",
            "1 increment() reads Tally.java line 15",
            "1 increment() writes Tally.java line 16",
            "0 increment() writes Tally.java line 16",
        ]
    );
    // The object has a name: who made it, and the how manieth.
    let place = steps[0]["place"].as_str().expect("a place");
    assert!(place.starts_with("Tally@s") && place.ends_with(".count"), "{place}");
    assert_eq!(steps[3]["returned"], json!([1]));
    assert_eq!(steps[3]["method"], "samples.Tally.increment");
    assert_eq!(explored["races"][0]["place"], "samples.Tally.count");
}

/// The command at the end of a finding shows the same execution.
#[test]
fn a_schedule_can_be_seen_again() {
    for (name, arguments, code) in [
        (
            "Tally",
            &["--spec", "counter", "--methods", "increment=incrementAndGet,get"][..],
            "AP301",
        ),
        ("Tally", &["--constructor", "7", "--setup", "increment(); get()"], "AP301"),
        ("Tally", &["--outcomes"], "AP301"),
        ("Lagging", &["--client", LATE], "AP302"),
        ("Gate", &[], "AP303"),
        ("Meeting", &[], "AP303"),
        ("Meeting", &["--real-locks"], "AP303"),
        ("Stubborn", &["--methods", "passOnlyAlone"], "AP304"),
    ] {
        let found = class(name, &[arguments, &["--format", "json"]].concat());
        let report = found.report();
        let line = report["findings"][0]["witness"]["replay"].as_str().expect("a command");
        let again = shell(line);
        assert_eq!(again.code, 1, "{line}: {again:?}");
        assert!(again.out.contains(&format!("violated[{code}]")), "{line}: {}", again.out);
        let told = shell(&format!("{line} --format json")).report();
        assert_eq!(
            told["data"]["steps"],
            report["data"]["clients"]
                .as_array()
                .expect("clients")
                .iter()
                .find_map(|client| client["problems"].get(0))
                .expect("a problem")["steps"]
        );
    }
}

#[test]
fn any_schedule_can_be_followed() {
    let client = "increment() || increment()";
    let follow = |schedule: &str| class("Tally", &["--client", client, "--schedule", schedule]);
    // That a call begins and that it ends are steps too.
    let right = follow("0^4.1^4");
    assert_eq!(right.code, 0, "{right:?}");
    assert!(right.out.contains("this schedule returns what some sequential order returns"));
    assert!(right.out.contains("what happens: increment() || increment()"), "{}", right.out);
    assert!(right.out.contains(".count = 0"), "{}", right.out);
    let unfinished = follow("0^2.1^2");
    assert_eq!(unfinished.code, 3, "{unfinished:?}");
    assert!(unfinished.out.contains("the schedule ends before the calls do"));
    assert!(unfinished.out.contains(".count = 0"), "{}", unfinished.out);
    let without_times = ["--outcomes", "--client", client, "--schedule", "0^2.1^2"];
    let right = class("Tally", &without_times);
    assert_eq!(right.code, 0, "{right:?}");
}

#[test]
fn reports_for_editors_and_browsers() {
    for (format, words) in [
        ("sarif", "\"ruleId\": \"AP301\""),
        ("html", "<svg"),
        ("json", "\"schema\": 1"),
        (
            "human",
            "to see it again: aplomb linearizability --classpath classes --class samples.Tally",
        ),
    ] {
        let run = class("Tally", &["--format", format]);
        assert_eq!(run.code, 1, "{format}");
        assert!(run.out.contains(words), "{format}: {}", run.out);
    }
}

#[test]
fn methods_that_cannot_be_called_are_named() {
    let found = class("Labels", &["--larger", "5000"]);
    assert_eq!(found.code, 0, "{found:?}");
    let said = "nobody calls addAll(java.util.Map), for which no arguments can be made up";
    assert!(found.out.contains(said), "{}", found.out);
    assert!(!found.out.contains("nobody calls add("), "{}", found.out);
}

/// Time stands still and chance is fixed: a verdict says so where that matters.
#[test]
fn classes_that_ask_the_clock_or_draw_numbers() {
    for (class, assumption) in [
        ("samples.Clocked", Some("time stands still")),
        ("samples.Dice", Some("chance is fixed")),
        ("samples.SafeTally", None),
    ] {
        let run = run(&["--classpath", "classes", "--class", class, "--format", "json"]);
        let report: Value = serde_json::from_str(&run.out).expect("a report");
        let finding = &report["findings"][0];
        assert_eq!(finding["verdict"], "holds-within-bounds", "{class}: {finding}");
        let assumptions = finding["assumptions"].to_string();
        let said = ["time stands still", "chance is fixed"].map(|it| assumptions.contains(it));
        let expected = ["time stands still", "chance is fixed"].map(|it| assumption == Some(it));
        assert_eq!(said, expected, "{class}: {assumptions}");
    }
}
