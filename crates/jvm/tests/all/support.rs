//! Compiles the Java classes beside the tests and explores clients of them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use aplomb_explore::{Outcome, Strategy, Terminal, Visit, explore, on_terminal};
use aplomb_jvm::{
    Argument, ClassPath, Completion, Invocation, Jvm, Machine, Options, Program, State,
};

/// The folder with the compiled classes of `tests/java`.
pub fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        // Every test binary compiles for itself, so that they do not disturb each other.
        let name = format!("classes-{}", std::process::id());
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&output).expect("the target folder can be written");
        let files: Vec<PathBuf> = std::fs::read_dir(&sources)
            .expect("tests/java is there")
            .map(|entry| entry.expect("tests/java can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
            .collect();
        let compiled = Command::new("javac").arg("-g").arg("-d").arg(&output).args(&files).output();
        let compiled =
            compiled.expect("these tests need `javac` on the PATH: install a JDK (17 or later)");
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        output
    })
}

pub fn jvm(options: Options) -> Jvm {
    let classpath = ClassPath::new([classes()]).expect("a JDK is installed");
    Jvm::new(classpath, options).expect("the JDK can be read")
}

/// The usual virtual machine, shared by all tests of a binary.
pub fn shared() -> &'static Jvm {
    static JVM: OnceLock<Jvm> = OnceLock::new();
    JVM.get_or_init(|| jvm(Options::default()))
}

/// `plain() plain() | monitor()` and an optional setup before a colon.
pub fn program(class: &str, client: &str) -> Program {
    let (setup, threads) = client.split_once(':').unwrap_or(("", client));
    Program {
        class: class.into(),
        constructor: Vec::new(),
        factory: None,
        setup: calls(setup),
        threads: threads.split('|').map(calls).collect(),
    }
}

fn calls(text: &str) -> Vec<Invocation> {
    text.split_whitespace().map(call).collect()
}

fn call(text: &str) -> Invocation {
    let (name, arguments) =
        text.trim_end_matches(')').split_once('(').expect("a call has parentheses");
    let arguments = arguments.split(',').filter(|argument| !argument.is_empty());
    Invocation::new(
        name,
        arguments.map(|argument| match argument {
            "null" => Argument::Null,
            number => Argument::Integer(number.parse().expect("arguments are numbers")),
        }),
    )
}

/// Results of all threads: `1 2|3`.
pub fn shown(machine: &Machine, state: &State) -> String {
    let threads: Vec<String> = (0..machine.client_count())
        .map(|thread| {
            let outcomes: Vec<String> = state
                .outcomes(thread)
                .iter()
                .map(|outcome| outcome.to_string().replace(' ', "_"))
                .collect();
            outcomes.join(" ")
        })
        .collect();
    threads.join("|")
}

/// All results of a client, by a strategy; deadlocks are marked, failures break the test.
pub fn explored(machine: &Machine, strategy: Strategy) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut visitor = on_terminal(|terminal: Terminal, visit: &Visit<'_, Machine>| {
        if let Some(error) = visit.state.failure() {
            panic!("{error}");
        }
        let shown = shown(machine, visit.state);
        found.insert(match terminal {
            Terminal::Deadlock => format!("deadlock {shown}"),
            _ => shown,
        });
        ControlFlow::Continue(())
    });
    let exploration = explore(machine, strategy, &aplomb_explore::Options::default(), &mut visitor);
    assert_eq!(exploration.outcome, Outcome::Complete);
    found
}

/// All results of a client by full exploration.
pub fn outcomes(jvm: &Jvm, class: &str, client: &str) -> BTreeSet<String> {
    let machine = jvm.machine(&program(class, client)).expect("the program can be set up");
    explored(&machine, Strategy::Full)
}

/// All results of sequential runs that keep the order within each thread.
pub fn sequential(machine: &Machine) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut work = vec![machine.sequential_start().clone()];
    while let Some(state) = work.pop() {
        let mut finished = true;
        for thread in 0..machine.client_count() {
            if state.calls_begun(thread) == machine.call_count(thread) {
                continue;
            }
            finished = false;
            match machine.run_call(&state, thread) {
                Completion::Returned(_, next) => work.push(*next),
                Completion::Blocked => {}
                Completion::Failed(error) => panic!("{error}"),
            }
        }
        if finished {
            found.insert(shown(machine, &state));
        }
    }
    found
}
