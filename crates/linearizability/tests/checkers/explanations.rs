//! What a refused history is told.

use aplomb_linearizability::{
    CheckAnswer, CheckOptions, Explanation, Format, History, Procedure, Specification, check,
    specification::{KeyValue, Queue, Register, Set, Stack},
};

use crate::random::{self, Shape, Vocabulary};
use crate::{answer, brute_force};

fn explanation<S: Specification>(specification: &S, text: &str) -> Explanation {
    let history = History::read(text, Format::JsonLines).expect("a history");
    match check(specification, &history, &CheckOptions::default()).expect("known methods") {
        CheckAnswer::NotLinearizable(explanation) => *explanation,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_stale_read() {
    let text = r#"
{"thread": 1, "method": "write", "args": [1], "call": 0, "return": 10}
{"thread": 2, "method": "read", "result": 1, "call": 2, "return": 4}
{"thread": 3, "method": "read", "result": null, "call": 5, "return": 6}"#;
    let explanation = explanation(&Register::default(), text);
    assert_eq!(
        explanation.to_string(),
        "no order explains read() → null by thread 3 (line 4)\n\
         it had to return 1 (in the state 1)\n\
         null would have to be written both before and after 1: the beginning was over before \
         `read() → 1` was called, and `read() → 1` was over before `read() → null` was called\n  \
         read() → 1 by thread 2 (line 3)\n  \
         read() → null by thread 3 (line 4)\n\
         everything before that is explained by this order:\n  \
         write(1) by thread 1 (line 2)\n  \
         read() → 1 by thread 2 (line 3)\n"
    );
}

#[test]
fn one_key_of_many() {
    let text = r#"
{"thread": 1, "method": "put", "args": ["a", 1], "call": 0, "return": 1}
{"thread": 1, "method": "put", "args": ["b", 2], "call": 2, "return": 3}
{"thread": 2, "method": "get", "args": ["a"], "result": 2, "call": 4, "return": 5}
{"thread": 2, "method": "get", "args": ["b"], "result": 2, "call": 6, "return": 7}"#;
    let explanation = explanation(&KeyValue::default(), text);
    assert_eq!(
        explanation.to_string(),
        "no order explains get(\"a\") → 2 by thread 2 (line 4)\n\
         it had to return 1 (in the state {\"a\"=1})\n\
         `get(\"a\") → 2`, but nobody wrote that\n  \
         get(\"a\") → 2 by thread 2 (line 4)\n\
         everything before that is explained by this order:\n  \
         put(\"a\", 1) by thread 1 (line 2)\n"
    );
}

#[test]
fn what_overtook_what() {
    let text = r#"
{"thread": 1, "method": "enqueue", "args": [1], "call": 0, "return": 1}
{"thread": 1, "method": "enqueue", "args": [2], "call": 2, "return": 3}
{"thread": 2, "method": "dequeue", "result": 2, "call": 4, "return": 5}
{"thread": 2, "method": "dequeue", "result": 1, "call": 6, "return": 7}"#;
    let queue = explanation(&Queue, text).pattern.expect("a monitor decides").reason;
    assert_eq!(queue, "1 was enqueued before 2, but 2 was dequeued while 1 was still in the queue");
    let text = text.replace("enqueue", "push").replace("dequeue", "pop");
    let text = text.replace("\"result\": 2, \"call\": 4", "\"result\": 1, \"call\": 4");
    let text = text.replace("\"result\": 1, \"call\": 6", "\"result\": 2, \"call\": 6");
    let stack = explanation(&Stack, &text).pattern.expect("a monitor decides").reason;
    assert!(stack.starts_with("the elements 1, 2 were on the stack together"), "{stack}");
}

#[test]
fn a_set_that_forgets() {
    let text = r#"
{"thread": 1, "method": "add", "args": [7], "result": true, "call": 0, "return": 1}
{"thread": 2, "method": "remove", "args": [7], "result": false, "call": 2, "return": 3}"#;
    let reason = explanation(&Set, text).pattern.expect("a monitor decides").reason;
    assert_eq!(
        reason,
        "when `remove(7) → false` returned, 7 was in the set, \
         and no `remove` was running that could have taken it out"
    );
}

/// The culprit is where linearizability ends: before its return the history is
/// linearizable, with it no longer, and no answer other than those listed
/// would have been right.
#[test]
fn the_culprit_is_exact() {
    let vocabulary = Vocabulary::repeating(&["read/0", "write/1", "cas/2"], 3);
    let register = Register::default();
    let mut explained = 0;
    for shape in Shape::ALL {
        for seed in 0..400 {
            let history = random::history(&register, &vocabulary, shape, seed);
            let options = CheckOptions { procedure: Procedure::Search, ..CheckOptions::default() };
            let CheckAnswer::NotLinearizable(explanation) =
                check(&register, &history, &options).expect("known methods")
            else {
                continue;
            };
            explained += 1;
            let culprit = explanation.culprit.expect("small histories are explained");
            let place = history.operations()[culprit as usize].returned.expect("it returned");
            let before = cut(&history, place - 1, None);
            let with = cut(&history, place, None);
            assert!(brute_force::is_linearizable(&register, &before), "{history}");
            assert!(!brute_force::is_linearizable(&register, &with), "{history}");
            assert!(brute_force::explains(&register, &before, &explanation.prefix), "{history}");
            assert!(explanation.possible_is_complete);
            for value in [None, Some(0), Some(1), Some(2)] {
                let value = value.map_or(aplomb_linearizability::Value::Null, Into::into);
                let call = history.call(&history.operations()[culprit as usize]);
                if &*call.method != "read" {
                    continue;
                }
                let listed = explanation.possible.iter().any(|(answer, _)| *answer == value);
                let changed = cut(&history, place, Some((culprit, value.clone())));
                assert_eq!(
                    answer(&register, &changed, Procedure::Search).is_linearizable(),
                    listed,
                    "{value}\n{history}"
                );
            }
        }
    }
    assert!(explained > 200, "{explained}");
}

/// The history up to an event, with another result of one operation if asked.
fn cut(
    history: &History,
    last: u32,
    other: Option<(u32, aplomb_linearizability::Value)>,
) -> History {
    use aplomb_linearizability::{Completion, HistoryBuilder, Stamp};
    let mut events: Vec<(u32, usize, bool)> = Vec::new();
    for (index, operation) in history.operations().iter().enumerate() {
        events.push((operation.called, index, false));
        if let Some(returned) = operation.returned {
            events.push((returned, index, true));
        }
    }
    events.sort_unstable();
    let mut builder = HistoryBuilder::default();
    for (_, index, is_return) in events.into_iter().filter(|(place, ..)| *place <= last) {
        let operation = &history.operations()[index];
        let thread = index.to_string();
        if is_return {
            let result = match &other {
                Some((changed, result)) if *changed as usize == index => Some(result.clone()),
                _ => history.result(operation).cloned(),
            };
            builder.complete(&thread, Completion::Returned(result), Stamp::default());
        } else {
            builder.call(&thread, history.call(operation).clone(), Stamp::default());
        }
    }
    builder.finish().expect("calls and returns alternate")
}
