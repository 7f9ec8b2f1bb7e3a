//! Bad input gets a clear answer.

use crate::support::{classes, program, shared};
use aplomb_jvm::{
    Argument, ClassPath, Completion, Invocation, Jvm, JvmError, Options, Outcome, Program,
};

fn completion(jvm: &Jvm, method: &str) -> Completion {
    let machine = jvm.machine(&program("Trouble", &format!("{method}()"))).expect("set up");
    machine.run_call(machine.sequential_start(), 0)
}

fn error(method: &str) -> String {
    match completion(shared(), method) {
        Completion::Failed(error) => error.to_string(),
        other => panic!("{method} should not be possible: {other:?}"),
    }
}

#[test]
fn a_native_method_without_a_model_is_named_with_its_callers() {
    let message = error("callsNative");
    assert!(message.contains("native method Trouble.missing()I is not supported"), "{message}");
    assert!(message.contains("at Trouble.helper (Trouble.java:6)"), "{message}");
    assert!(message.contains("at Trouble.callsNative (Trouble.java:5)"), "{message}");
}

#[test]
fn reflection_is_named() {
    let message = error("reflect");
    assert!(
        message.contains("reflection (java.lang.Class.getMethods) is not supported"),
        "{message}"
    );
    assert!(error("exit").contains("java.lang.System.exit"), "{}", error("exit"));
}

#[test]
fn an_endless_loop_ends_with_an_answer() {
    let limited = shared().with_options(Options {
        instructions_per_call: 10_000,
        instructions_per_step: 10_000,
        ..Options::default()
    });
    // Alone, and in the exploration.
    assert!(matches!(
        completion(&limited, "spin"),
        Completion::Failed(JvmError::NoVisibleAction { .. })
    ));
    let machine = limited.machine(&program("Trouble", "spin()")).expect("set up");
    let failure = machine.initial_state().failure().expect("no visible action").to_string();
    assert!(
        failure.contains("does not reach a visible action within 10000 instructions"),
        "{failure}"
    );
    // A loop that reads shared memory is a matter of exploration, not of budget.
    assert!(matches!(
        completion(&limited, "spinVisible"),
        Completion::Failed(JvmError::NoVisibleAction { .. })
    ));
    let machine = limited.machine(&program("Trouble", "spinVisible()")).expect("set up");
    assert!(machine.initial_state().failure().is_none());
}

#[test]
fn java_exceptions_are_outcomes_not_errors() {
    for (method, exception) in [
        ("fails", "java.lang.IllegalStateException"),
        ("recursion", "java.lang.StackOverflowError"),
    ] {
        match completion(shared(), method) {
            Completion::Returned(outcome, _) => {
                assert_eq!(outcome, Outcome::Thrown(exception.into()))
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(completion(shared(), "waits"), Completion::Blocked));
}

#[test]
fn what_does_not_exist_is_named_with_a_remedy() {
    let message =
        |program: Program| shared().machine(&program).expect_err("it does not exist").to_string();
    let missing = message(program("NoSuchClass", "x()"));
    assert!(missing.contains("class NoSuchClass was not found on the class path"), "{missing}");
    let method = message(program("Counters", "plane()"));
    assert!(
        method.contains("Counters has no public method plane()") && method.contains("plain()"),
        "{method}"
    );
    let arguments = message(program("Signals", "put(1,2)"));
    assert!(arguments.contains("put(int)"), "{arguments}");
    let abstracted = message(program("java.util.AbstractList", "size()"));
    assert!(abstracted.contains("abstract"), "{abstracted}");
    let setup = message(program("Trouble", "fails(): spin()"));
    assert!(setup.contains("setup call fails() throws java.lang.IllegalStateException"), "{setup}");
    let waiting = message(program("Trouble", "waits(): spin()"));
    assert!(waiting.contains("waits for ever"), "{waiting}");
    let entry = ClassPath::new(["/no/such/folder"]).expect_err("no such folder").to_string();
    assert!(entry.contains("/no/such/folder"), "{entry}");
    let jdk =
        ClassPath::with_jdk::<&str>([], "/no/such/jdk".as_ref()).expect_err("no JDK").to_string();
    assert!(jdk.contains("/no/such/jdk"), "{jdk}");
}

#[test]
fn overloads_are_chosen_by_the_arguments() {
    let call = |method: &str, argument: Argument| {
        let machine = shared().machine(&Program {
            class: "java.lang.StringBuilder".into(),
            threads: vec![vec![
                Invocation::new(method, [argument]),
                Invocation::new("toString", []),
            ]],
            ..Program::default()
        });
        let machine = machine.expect("StringBuilder.append");
        let finish = |state| match machine.run_call(state, 0) {
            Completion::Returned(outcome, next) => (outcome.to_string(), next),
            other => panic!("{other:?}"),
        };
        let (appended, next) = finish(machine.sequential_start());
        assert_eq!(appended, "this");
        finish(&next).0.trim_matches('"').to_owned()
    };
    assert_eq!(call("append", Argument::Integer(7)), "7");
    assert_eq!(call("append", Argument::Integer(1 << 40)), "1099511627776");
    assert_eq!(call("append", Argument::Boolean(true)), "true");
    assert_eq!(call("append", Argument::Text("x".into())), "x");
    assert_eq!(call("append", Argument::Character('y')), "y");
}

/// Copies of a class file with one change each: never a panic, never a hang.
#[test]
fn damaged_class_files_are_refused_or_run() {
    let original = std::fs::read(classes().join("Counters.class")).expect("compiled");
    let folder = classes().join("damaged");
    std::fs::create_dir_all(&folder).expect("writable");
    let mut refused = 0;
    for round in 0..150usize {
        let mut bytes = original.clone();
        let place = round * 7919 % bytes.len();
        if round % 4 == 0 {
            bytes.truncate(place);
        } else {
            bytes[place] = bytes[place].wrapping_add((round % 255 + 1) as u8);
        }
        std::fs::write(folder.join("Counters.class"), &bytes).expect("writable");
        let options = Options {
            instructions_per_call: 5_000,
            instructions_per_step: 5_000,
            ..Options::default()
        };
        let damaged =
            Jvm::new(ClassPath::new([&folder]).expect("a folder"), options).expect("a JDK");
        match damaged.machine(&program("Counters", "locked() plain() | reference()")) {
            Err(_) => refused += 1,
            Ok(machine) => {
                let mut state = machine.initial_state().clone();
                for step in 0..200 {
                    let thread = (0..2)
                        .map(|offset| (step + offset) % 2)
                        .find(|thread| machine.is_enabled(&state, *thread));
                    let Some(thread) = thread.and_then(aplomb_jvm::ThreadId::new) else { break };
                    state = machine.step(&state, thread);
                }
            }
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn a_class_for_a_newer_java_is_refused() {
    let mut bytes = std::fs::read(classes().join("Counters.class")).expect("compiled");
    bytes[7] += 40;
    let folder = classes().join("newer");
    std::fs::create_dir_all(&folder).expect("writable");
    std::fs::write(folder.join("Counters.class"), &bytes).expect("writable");
    let newer =
        Jvm::new(ClassPath::new([&folder]).expect("a folder"), Options::default()).expect("a JDK");
    let error = newer.machine(&program("Counters", "plain()")).expect_err("too new");
    assert!(matches!(error, JvmError::ClassTooNew { .. }), "{error}");
    assert!(error.to_string().contains("set JAVA_HOME to a newer JDK"), "{error}");
}
