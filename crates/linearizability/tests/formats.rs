//! Recorded histories: what can be read, and what is said of the rest.

use aplomb_linearizability::{
    CheckOptions, Format, History, HistoryProblem, JepsenConventions, check,
    history::edn::{Edn, Reader},
    specification::{KeyValue, Register, Set},
};
use proptest::prelude::*;

fn read(text: &str) -> History {
    History::read(text, Format::guess(text)).unwrap_or_else(|error| panic!("{error}"))
}

fn shown(text: &str) -> String {
    let history = read(text);
    let lines: Vec<String> = history
        .operations()
        .iter()
        .map(|operation| {
            let end = operation.returned.map_or("…".into(), |returned| returned.to_string());
            let name = history.thread_name(operation);
            format!("{name} {}-{end} {}", operation.called, history.describe(operation))
        })
        .collect();
    lines.join(", ")
}

#[test]
fn json_events_in_the_order_of_lines() {
    let text = r#"
{"type": "call", "thread": 1, "method": "add", "args": [3]}
{"type": "call", "thread": "b", "method": "size"}
{"type": "return", "thread": 1, "result": true}
{"type": "lost", "thread": "b"}
{"type": "call", "thread": "b", "method": "get", "args": ["k", null, [1, false]]}
{"type": "return", "thread": "b", "exception": "java.util.NoSuchElementException"}
{"type": "call", "thread": 1, "method": "clear"}
{"type": "fail", "thread": 1}"#;
    assert_eq!(
        shown(text),
        "1 0-2 add(3) → true, b 1-… size() → ?, \
         b 3-4 get(\"k\", null, [1, false]) → throws NoSuchElementException"
    );
}

#[test]
fn json_events_with_times_may_come_in_any_order() {
    let text = r#"
{"type": "return", "thread": 1, "result": 1, "time": 50}
{"type": "call", "thread": 1, "method": "read", "time": 20}
{"type": "call", "thread": 2, "method": "write", "args": [1], "time": 20}
{"type": "return", "thread": 2, "time": 20}"#;
    assert_eq!(shown(text), "1 0-3 read() → 1, 2 1-2 write(1)");
}

#[test]
fn json_operations_in_one_line() {
    let text = r#"
{"thread": 1, "method": "write", "args": [1], "call": 10, "return": 30}
{"thread": 1, "method": "read", "result": null, "call": 5, "return": 20}
{"thread": 2, "method": "read", "call": 40}"#;
    assert_eq!(shown(text), "1 0-2 read() → null, 1 1-3 write(1), 2 4-… read() → ?");
}

#[test]
fn jepsen_maps_with_and_without_brackets() {
    let maps = r#"
{:process 0, :type :invoke, :f :write, :value 3, :time 12, :index 0}
{:process :nemesis, :type :info, :f :start, :value nil}
{:process 1, :type :invoke, :f :cas, :value [3 4]}   ; a comment
#_{:process 9 :type :bogus}
{:process 0, :type :ok, :f :write, :value 3}
{:process 1, :type :ok, :f :cas, :value [3 4]}
#jepsen.history.Op{:process 2, :type :invoke, :f :read, :value nil}
{:process 2, :type :ok, :f :read, :value 4}
{:process 3, :type :invoke, :f :write, :value 5}
{:process 3, :type :info, :f :write, :value 5, :error :timeout}
{:process 4, :type :invoke, :f :cas, :value [7 8]}
{:process 4, :type :fail, :f :cas, :value [7 8]}"#;
    let expected = "0 0-2 write(3), 1 1-3 cas(3, 4) → true, 2 4-5 read() → 4, 3 6-… write(5) → ?";
    assert_eq!(shown(maps), expected);
    assert_eq!(shown(&format!("[{maps}\n]")), expected);
    let observed = JepsenConventions { failed_cas_observed: true, keyed: false };
    let history = History::read(maps, Format::JepsenEdn(observed)).expect("a history");
    assert_eq!(history.len(), 5);
    assert!(
        check(&Register::default(), &history, &CheckOptions::default())
            .expect("a register")
            .is_linearizable()
    );
}

#[test]
fn jepsen_keys_in_all_their_forms() {
    let with_key = r#"{:process 0, :type :invoke, :f :append, :key "k", :value "x"}
{:process 0, :type :ok, :f :append, :key "k", :value "x"}
{:process 0, :type :invoke, :f :get, :key "k", :value nil}
{:process 0, :type :ok, :f :get, :key "k", :value "x"}"#;
    assert_eq!(shown(with_key), "0 0-1 append(\"k\", \"x\"), 0 2-3 get(\"k\") → \"x\"");
    let tagged = r#"{:process 0, :type :invoke, :f :read, :value #jepsen.independent/tuple [7 nil]}
{:process 0, :type :ok, :f :read, :value #jepsen.independent/tuple [7 2]}"#;
    assert_eq!(shown(tagged), "0 0-1 read(7) → 2");
    let bare = "{:process 0, :type :invoke, :f :cas, :value [7 [1 2]]}
{:process 0, :type :ok, :f :cas, :value [7 [1 2]]}";
    let keyed = JepsenConventions { keyed: true, failed_cas_observed: false };
    let history = History::read(bare, Format::JepsenEdn(keyed)).expect("a history");
    assert_eq!(history.describe(&history.operations()[0]), "cas(7, 1, 2) → true");
}

#[test]
fn jepsen_log_lines() {
    let text = "INFO  jepsen.core - Worker 0 starting
INFO  jepsen.util - 0\t:invoke\t:read\tnil
INFO  jepsen.util - 1\t:invoke\t:write\t4
2026-01-01 10:00:00,000{GMT}\tINFO\t[jepsen worker 1] jepsen.util: 1\t:ok\t:write\t4
INFO  jepsen.util - 0\t:ok\t:read\tnil
INFO  jepsen.util - 2\t:invoke\t:cas\t[4 1]
INFO  jepsen.util - 2\t:info\t:cas\t:timed-out";
    assert_eq!(shown(text), "0 0-3 read() → null, 1 1-2 write(4), 2 4-… cas(4, 1) → ?");
}

#[test]
fn mistakes_are_told_with_their_line() {
    for (line, problem, text) in [
        (
            2,
            "expected value",
            "{\"type\": \"call\", \"thread\": 1, \"method\": \"add\"}\n{\"type\": }",
        ),
        (1, "missing field `thread`", "{\"type\": \"call\", \"method\": \"add\"}"),
        (1, "unknown field `arguments`", "{\"type\": \"call\", \"thread\": 1, \"arguments\": [1]}"),
        (1, "a call needs a `method`", "{\"type\": \"call\", \"thread\": 1}"),
        (1, "neither an event", "{\"thread\": 1, \"method\": \"add\"}"),
        (
            1,
            "an event has one `time`",
            "{\"type\": \"call\", \"thread\": 1, \"method\": \"a\", \"call\": 3}",
        ),
        (
            1,
            "`1.5` is no 64-bit whole number",
            "{\"type\": \"call\", \"thread\": 1, \"method\": \"add\", \"args\": [1.5]}",
        ),
        (
            1,
            "either `result` or `exception`",
            "{\"thread\": 1, \"method\": \"m\", \"call\": 1, \"result\": 1, \"exception\": \"E\"}",
        ),
        (
            1,
            "the operation returns at 3, before it is called at 4",
            "{\"thread\": 1, \"method\": \"m\", \"call\": 4, \"return\": 3}",
        ),
        (
            2,
            "thread 1 calls again before its call on line 1 returned",
            "{\"type\": \"call\", \"thread\": 1, \"method\": \"m\"}\n{\"type\": \"call\", \"thread\": 1, \"method\": \"m\"}",
        ),
        (1, "thread 1 returns, but has no open call", "{\"type\": \"return\", \"thread\": 1}"),
        (
            2,
            "this event has a time",
            "{\"type\": \"call\", \"thread\": 1, \"method\": \"m\"}\n{\"type\": \"return\", \"thread\": 1, \"time\": 3}",
        ),
        (1, "an operation is a map", "[[1 2]]"),
        (3, "the text ends before `}`", "[\n{:process 0\n"),
        (
            1,
            "`:maybe` is no type",
            "{:process 0, :type :invoke, :f :read} {:process 0, :type :maybe, :f :read}",
        ),
        (1, "thread 0 returns, but has no open call", "{:process 0, :type :ok, :f :read}"),
        (
            2,
            "process 0 ends `:write`, but began `:read`",
            "{:process 0, :type :invoke, :f :read}\n{:process 0, :type :ok, :f :write}",
        ),
        (1, "no line of the form", "nothing to see here"),
    ] {
        let error = History::read(text, Format::guess(text)).expect_err(text);
        assert_eq!(
            (error.line, error.problem.to_string().contains(problem)),
            (line, true),
            "{error}"
        );
    }
    let mixed = HistoryProblem::MixedTimes { has_time: false };
    assert!(mixed.to_string().starts_with("this event lacks a time"));
}

#[test]
fn calls_that_do_not_fit_the_object_are_told_with_their_line() {
    let history = read(
        "{\"type\": \"call\", \"thread\": 1, \"method\": \"add\", \"args\": [1]}\n{\"type\": \"call\", \"thread\": 2, \"method\": \"push\", \"args\": [1]}",
    );
    let error = check(&Set, &history, &CheckOptions::default()).expect_err("sets have no push");
    assert!(
        error.to_string().starts_with("line 2: a set has no method `push`; it has add, "),
        "{error}"
    );
    let history = read("{\"type\": \"call\", \"thread\": 1, \"method\": \"put\", \"args\": [1]}");
    let error = check(&KeyValue::default(), &history, &CheckOptions::default()).expect_err("put");
    assert!(error.to_string().contains("`put(1)` does not fit: `put` takes a key (get"), "{error}");
}

fn edn() -> impl Strategy<Value = Edn> {
    let leaf = prop_oneof![
        Just(Edn::Nil),
        any::<bool>().prop_map(Edn::Boolean),
        any::<i64>().prop_map(Edn::Integer),
        "[a-z \\\\\"\\n\\t]{0,6}".prop_map(Edn::Text),
        "[a-z][a-z/.*-]{0,5}".prop_map(Edn::Keyword),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Edn::Sequence),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(Edn::Map),
            ("[a-z]{1,4}", inner).prop_map(|(tag, form)| Edn::Tagged(tag, Box::new(form))),
        ]
    })
}

proptest! {
    #[test]
    fn edn_that_is_printed_can_be_read(form in edn()) {
        let text = form.to_string();
        let read = Reader::new(&text).next_form().expect("it was printed").expect("a form");
        prop_assert_eq!(read, form, "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}()#:\",;a-z0-9 \\n\\\\-]{0,60}") {
        for format in ["json", "edn", "log"] {
            let _ = History::read(&text, format.parse().expect("a format"));
        }
    }

    #[test]
    fn any_events_are_read_or_refused(
        kinds in prop::collection::vec((0..4_usize, 0..3_i64, 0..9_i64), 0..12),
    ) {
        let kind = ["call", "return", "lost", "fail"];
        let line = |(k, thread, time): &(usize, i64, i64)| format!(
            "{{\"type\": \"{}\", \"thread\": {thread}, \"method\": \"read\", \"time\": {time}}}\n",
            kind[*k]
        );
        let text: String = kinds.iter().map(line).collect();
        if let Ok(history) = History::read(&text, Format::JsonLines) {
            prop_assert!(check(&Register::default(), &history, &CheckOptions::default()).is_ok());
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let text = "[".repeat(100_000);
    assert!(History::read(&text, "edn".parse().expect("a format")).is_err());
    let text = format!("{{:process 0 :type :invoke :f :read :value {}", "#a ".repeat(100_000));
    assert!(History::read(&text, "edn".parse().expect("a format")).is_err());
    let text = format!("{{\"thread\": 1, \"args\": {}", "[".repeat(100_000));
    assert!(History::read(&text, "json".parse().expect("a format")).is_err());
}
