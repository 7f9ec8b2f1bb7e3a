//! Decoders are given garbage, and valid input with changes: they answer with events,
//! properties or reasons, and never panic, hang or overflow the stack.

use aplomb_monitor::{Event, Monitor, PropertyFile, Settings, Time, Translator};
use proptest::{collection::vec, prelude::*, sample::Index};

const REALWORLD: &str = include_str!("../../../../examples/realworld/properties.yaml");
const SMALL: &str = r#"
properties:
  - name: promotional
    quantifiedVariables: [user]
    states: [consented]
    stateMachine:
      CONSENT: {params: [user], INITIAL: {to: consented}}
      SENT: {params: [user, n], guard: n > 1 && user != "x", INITIAL: {to: FAILURE}}
translate:
  - {on: "a*", when: params.k == 1, forEach: params.l, emit: {SENT: {user: item, n: index}}}
examples:
  - name: one
    events: [{name: CONSENT, params: {user: u}, time: 0}]
    expect: [{instance: {user: u}, verdict: open}]
"#;
const BATCH: &str = r#"{"id":"1","name":"SENT","params":{"user":"ada","n":2},"time":1000,"order":1}
{"name":"a1","params":{"k":1,"l":["x",{"y":[1.5,null]}]},"time":"2024-01-01T00:00:00.5Z","invocation":"i"}
[{"name":"CONSENT","params":{"user":"bob"},"ts":-5,"inv":"j","seq":3}]
"#;

/// Replaces, inserts and removes pieces of a text.
fn changed(text: &str, changes: &[(Index, u8, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (place, kind, piece) in changes {
        let place = place.index(bytes.len() + 1);
        let end = (place + usize::from(kind % 8)).min(bytes.len());
        bytes.splice(place..end, piece.iter().copied());
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(Index, u8, Vec<u8>)>> {
    let telling = prop_oneof![
        vec(any::<u8>(), 0..4),
        prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "- ",
            "\n",
            "  ",
            "&a ",
            "*a",
            "!!",
            "#",
            "|",
            "1e999",
            "-1",
            "null",
            "\\u",
            "999999999999999999999",
            "FAILURE",
            "params",
            "(",
            "[[[[",
            "..",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    vec((any::<Index>(), any::<u8>(), telling), 1..6)
}

/// Everything that can be done with events: read, written, read again, translated, checked.
fn use_events(bytes: &[u8]) -> Result<(), TestCaseError> {
    let file = PropertyFile::parse(SMALL).unwrap();
    let mut monitor = Monitor::new(file.properties, Settings::default());
    let mut translator = Translator::new(file.rules);
    for event in Event::read_batch(bytes).into_iter().flatten() {
        let text = serde_json::to_vec(&event).unwrap();
        let again = Event::from_json(&text);
        prop_assert_eq!(again.as_ref(), Ok(&event));
        for event in std::iter::once(&event).chain(&translator.translate(&event).events) {
            let _ = monitor.observe(event);
            monitor.advance(event.time);
        }
    }
    monitor.advance(Time::BEGINNING);
    monitor.finish();
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn garbage_is_no_event(bytes in vec(any::<u8>(), 0..200)) {
        use_events(&bytes)?;
    }

    #[test]
    fn changed_events_are_events_or_rejected(changes in changes()) {
        use_events(&changed(BATCH, &changes))?;
    }

    #[test]
    fn garbage_is_no_property(text in "\\PC{0,200}") {
        let _ = PropertyFile::parse(&text);
    }

    #[test]
    fn changed_properties_are_properties_or_problems(changes in changes()) {
        let text = String::from_utf8_lossy(&changed(SMALL, &changes)).into_owned();
        match PropertyFile::parse(&text) {
            Ok(file) => file.examples.iter().for_each(|example| {
                example.run(&file);
            }),
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn changed_properties_of_realworld_are_properties_or_problems(changes in changes()) {
        let text = String::from_utf8_lossy(&changed(REALWORLD, &changes)).into_owned();
        if let Err(problems) = PropertyFile::parse(&text) {
            prop_assert!(!problems.is_empty());
        }
    }
}

#[test]
fn deep_input_is_refused() {
    let deep = "[".repeat(100_000);
    assert!(Event::read_batch(deep.as_bytes())[0].is_err());
    let event = format!("{{\"name\":\"A\",\"time\":0,\"params\":{{\"a\":{deep}}}}}");
    assert!(Event::from_json(event.as_bytes()).is_err());
    for text in [deep.clone(), "{a: ".repeat(50_000), "- ".repeat(50_000), "(".repeat(50_000)] {
        assert!(PropertyFile::parse(&text).is_err());
        let guard = format!(
            "name: x\nquantifiedVariables: [u]\nstateMachine:\n  A: {{params: [u], guard: '{}', \
             INITIAL: {{to: FAILURE}}}}\n",
            text.replace('\'', "")
        );
        assert!(PropertyFile::parse(&guard).is_err());
    }
}
