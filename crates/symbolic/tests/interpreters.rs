//! On constants the machine is an interpreter: what it computes is what `node`
//! and `python3` compute.
//!
//! `tests/fixtures/pure.js.txt` and `pure.py.txt` hold cases: a title and an
//! expression or the body of a function. An interpreter that is not installed fails
//! its test; `scripts/install` brings it.

mod toy;

use aplomb_symbolic::{Draw, Ended, Limits, Reply, Step, Term, Terms, World, run};
use std::path::Path;
use std::process::Command;

/// A world without a store, for programs that only compute.
struct Nothing;

impl World for Nothing {
    fn input(&mut self, terms: &mut Terms, _: &str) -> Term {
        terms.undefined()
    }
    fn perform(&mut self, _: &mut Terms, step: &Step) -> Reply {
        panic!("a pure program performs {step:?}")
    }
    fn fresh(&mut self, _: &mut Terms, draw: &Draw<'_>) -> Option<Term> {
        panic!("a pure program asks for {}", draw.label)
    }
    fn decide(&mut self, terms: &mut Terms, condition: Term) -> Option<bool> {
        panic!("a pure program leaves open whether {}", terms.show(condition))
    }
}

/// What the machine says a program returns: a text, or the exception.
fn interpreted(name: &str, source: &str) -> Result<String, String> {
    let (program, module) = toy::load(&[(name, source)]);
    let mut terms = Terms::new();
    let entry = toy::handler(module);
    let run = run(&program, &toy::Toy, &mut terms, Limits::default(), &mut Nothing, &entry);
    if let Some(problem) = run.problems.first() {
        return Err(format!("problem: {}", problem.message));
    }
    match run.ended {
        Ended::Completed(completion) if !completion.failed => {
            match terms.as_str(completion.value) {
                Some(text) => Ok(text.to_string()),
                None => Err(format!("not a text: {}", terms.show(completion.value))),
            }
        }
        Ended::Completed(completion) => Err(format!("fails: {}", terms.show(completion.value))),
        other => Err(format!("{other:?}")),
    }
}

/// Checks all cases of a fixture. `ours` is the program of one case; `theirs`
/// prints one line for each of several.
fn check(
    fixture: &str,
    interpreter: &str,
    name: &str,
    ours: impl Fn(&str) -> String,
    theirs: impl Fn(&[String]) -> String,
) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
    let text = std::fs::read_to_string(&path).expect("the fixture is there");
    let cases = aplomb_script::testing::cases(&text);
    let bodies: Vec<String> = cases.iter().map(|(_, body)| body.clone()).collect();
    let flag = if interpreter == "node" { "-e" } else { "-c" };
    let output = Command::new(interpreter)
        .args([flag, &theirs(&bodies)])
        .output()
        .unwrap_or_else(|error| panic!("{interpreter}: {error}; `scripts/install` installs it"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{interpreter} says {errors}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.lines().count(), cases.len());
    let mut failures = Vec::new();
    for ((title, body), expected) in cases.iter().zip(printed.lines()) {
        let actual = interpreted(name, &ours(body));
        if actual.as_deref() != Ok(expected) {
            failures.push(format!("{title}\n  {interpreter}: {expected}\n  machine: {actual:?}"));
        }
    }
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn as_node_does() {
    check(
        "pure.js.txt",
        "node",
        "app.js",
        |body| {
            format!(
                "async function main() {{\n{body}\n}}\n\
                 exports.handler = async () => JSON.stringify(await main());"
            )
        },
        |bodies| {
            let functions = bodies.iter().map(|body| format!("async () => {{\n{body}\n}}"));
            let list = functions
                .collect::<Vec<_>>()
                .join(",\n")
                .replace("async () =>", "async function main()");
            format!(
                "(async () => {{ for (const f of [{list}]) \
                 console.log(JSON.stringify(await f())); }})();"
            )
        },
    );
}

#[test]
fn as_python_does() {
    let main = |body: &str| {
        let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
        format!("import json\ndef main():\n{body}")
    };
    check(
        "pure.py.txt",
        "python3",
        "app.py",
        |body| {
            format!("{}\ndef handler(event, context):\n    return json.dumps(main())\n", main(body))
        },
        |bodies| {
            let each =
                bodies.iter().map(|body| format!("{}\nprint(json.dumps(main()))\n", main(body)));
            each.collect()
        },
    );
}
