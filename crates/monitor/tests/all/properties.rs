//! Files about properties: what is wrong with them is named with its line, and garbage is
//! refused without a crash.

use aplomb_monitor::{Event, PropertyFile};
use proptest::prelude::*;

const GOOD: &str = "\
name: mail
quantifiedVariables: [user]
states: [consented]
stateMachine:
  CONSENT:
    params: [user]
    INITIAL: {to: consented}
  SENT:
    params: [user, subject]
    guard: subject.startsWith('PROMOTION:')
    INITIAL: {to: FAILURE}
    consented: {to: SUCCESS, continue: true}
";

/// What replacing a text in a good file leads to: the line, and a part of the message.
#[test]
fn mistakes_are_named_with_their_line() {
    assert!(PropertyFile::parse(GOOD).is_ok());
    for (old, new, line, message) in [
        (
            "to: consented",
            "to: consentd",
            7,
            "there is no state `consentd`; did you mean `consented`?",
        ),
        (
            "states: [consented]",
            "states: [consented, idle]",
            3,
            "no event leads to the state `idle`",
        ),
        ("[user, subject]", "[subject]", 8, "does not bind `user`"),
        ("subject.startsWith", "subjct.startsWith", 10, "did you mean `subject`?"),
        ("startsWith('PROMOTION:')", "size()", 10, "is a number, not a condition"),
        (
            "startsWith('PROMOTION:')",
            "startsWith(1)",
            10,
            "`startsWith` is called on anything with a number",
        ),
        ("startsWith('PROMOTION:')", "startsWith(", 10, "it ends too early"),
        (".startsWith('PROMOTION:')", " == )", 10, "`)` is not expected there"),
        ("startsWith('PROMOTION:')", "startsWith('x", 10, "a text in it has no end"),
        ("startsWith('PROMOTION:')", "startsWith(('x')", 10, "`)` is missing"),
        (
            "    params: [user]\n",
            "    param: [user]\n",
            6,
            "has no `param`; did you mean `params`?",
        ),
        (
            "    INITIAL: {to: FAILURE}",
            "    INITIAL: {too: FAILURE}",
            11,
            "a transition has no `too`; did you mean `to`?",
        ),
        ("    INITIAL: {to: FAILURE}", "    SUCCESS: {to: FAILURE}", 11, "`SUCCESS` is final"),
        ("continue: true", "continue: maybe", 12, "`continue` is neither `true` nor `false`"),
        (
            "{to: SUCCESS, continue: true}",
            "{to: FAILURE, continue: true}",
            12,
            "`continue` is for transitions to SUCCESS",
        ),
        ("quantifiedVariables: [user]", "quantifiedVariables: [user, user]", 2, "given twice"),
        ("quantifiedVariables:", "quantifiedVariable:", 1, "lacks `quantifiedVariables`"),
        ("name: mail\n", "", 1, "lacks `name`"),
        ("    params: [user]\n", "    params: user\n", 6, "`params` is not a list"),
    ] {
        assert!(GOOD.contains(old), "{old}");
        let problems = PropertyFile::parse(&GOOD.replacen(old, new, 1)).unwrap_err();
        let found = problems.iter().any(|it| it.place.line == line && it.message.contains(message));
        assert!(found, "{new}: expected line {line}: {message}\nfound {problems:#?}");
    }
}

#[test]
fn json_is_read_too_even_with_tabs() {
    let text = "{\n\t\"name\": \"x\",\n\t\"quantifiedVariables\": [\"u\"],\n\t\"stateMachine\": {\n\t\t\"A\": {\"params\": [\"u\"], \"INITIAL\": {\"to\": \"FAILURE\"}}\n\t}\n}";
    assert_eq!(PropertyFile::parse(text).unwrap().properties[0].name(), "x");
}

#[test]
fn projections_are_derived() {
    let file = include_str!("../../../../examples/realworld/properties.yaml");
    let file = PropertyFile::parse(file).unwrap();
    assert_eq!(file.properties.len(), 10);
    let feed = file.properties.iter().find(|it| it.name() == "article-in-feed").unwrap();
    assert_eq!(
        feed.projections(),
        [
            vec!["slug", "user", "reader"],
            vec!["slug", "user"],
            vec!["slug"],
            vec!["user", "reader"]
        ]
    );
}

#[test]
fn the_examples_of_realworld_are_as_expected() {
    let file = include_str!("../../../../examples/realworld/properties.yaml");
    let file = PropertyFile::parse(file).unwrap();
    assert!(file.examples.len() > 30);
    for example in &file.examples {
        let mismatches = example.run(&file);
        assert!(mismatches.is_empty(), "{}: {mismatches:?}", example.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused_without_a_crash(text in "\\PC{0,200}|[\\[\\]{}:,\"'|>&*!#% \\-\n\ta-c0-9]{0,300}") {
        let _ = PropertyFile::parse(&text);
        for result in Event::read_batch(text.as_bytes()) {
            let _ = result;
        }
    }

    #[test]
    fn damaged_files_are_refused_without_a_crash(
        at in 0..GOOD.len(), with in "[\\[\\]{}:,\"'|>&*!#% \\-\n\t.a-c0-9]{0,6}", cut in 0..12usize,
    ) {
        let end = (at + cut).min(GOOD.len());
        let text = format!("{}{with}{}", &GOOD[..at], &GOOD[end..]);
        if let Err(problems) = PropertyFile::parse(&text) {
            prop_assert!(!problems.is_empty());
        }
    }

    #[test]
    fn bytes_are_events_or_rejected(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for result in Event::read_batch(&bytes) {
            if let Err(rejection) = result {
                prop_assert!(!rejection.reason.is_empty() && rejection.place > 0);
            }
        }
    }

    #[test]
    fn damaged_events_do_not_hurt_their_neighbours(at in 0..60usize, with in any::<u8>()) {
        let good = br#"{"name": "A", "params": {"u": [1, "x"]}, "time": 5, "order": 1}"#;
        let mut damaged = good.to_vec();
        damaged[at] = if with == b'\n' { b' ' } else { with };
        let batch = [good.as_slice(), b"\n", &damaged, b"\n", good].concat();
        let results = Event::read_batch(&batch);
        prop_assert_eq!(results.len(), 3);
        prop_assert!(results[0].is_ok() && results[2].is_ok());
    }
}

#[test]
fn deep_and_long_input_is_refused() {
    for text in [
        "[".repeat(100_000),
        "{a: ".repeat(100_000),
        "- ".repeat(100_000),
        GOOD.replace("subject.startsWith", &format!("{}subject.startsWith", "!(".repeat(10_000))),
        GOOD.replace("subject.startsWith", &"subject.".repeat(10_000)),
        GOOD.replace(
            "subject.startsWith",
            &format!("1{} > 0 && subject.startsWith", "+1".repeat(4_900)),
        ),
        GOOD.replace(
            "subject.startsWith",
            &format!("1{} || subject.startsWith", "<1".repeat(4_900)),
        ),
    ] {
        assert!(PropertyFile::parse(&text).is_err());
    }
    let deep = format!(
        r#"{{"name": "A", "time": 1, "params": {}{}}}"#,
        "[".repeat(9999),
        "]".repeat(9999)
    );
    assert!(Event::from_json(deep.as_bytes()).is_err());
}

#[test]
fn bad_events_are_rejected_with_the_reason() {
    for (text, reason) in [
        (r#"{"time": 1}"#, "missing field `name`"),
        (r#"{"name": "A"}"#, "missing field `time`"),
        (r#"{"name": "", "time": 1}"#, "the name is empty"),
        (r#"{"name": "A", "time": "yesterday"}"#, "RFC 3339"),
        (r#"{"name": "A", "time": 1e300}"#, "292 years"),
        (r#"{"name": "A", "time": 1, "params": 3}"#, "expected a map"),
        (r#"{"name": "A", "time": 1, "order": -1}"#, "expected u64"),
        (r#"{"name": "A", "time": 1"#, "not JSON"),
        ("7", "an event is an object"),
        ("null", "an event is an object"),
        (r#"["A", {}, 1, null, null, null, null]"#, "an event is an object"),
        ("seven", "not JSON"),
        ("", "not JSON"),
    ] {
        let said = Event::from_json(text.as_bytes()).unwrap_err();
        assert!(said.contains(reason), "{text}: {said}");
    }
    let both = r#"{"name": "A", "time": "2026-01-01T00:00:00.5+01:00"}"#;
    assert_eq!(Event::from_json(both.as_bytes()).unwrap().time.millis(), 1_767_222_000_500);
}
