//! What a program does is what its language says: random programs are run by Python and by Node,
//! and then checked as part of a handler that publishes where the program gave what it really
//! gives, for one choice of two inputs. A handler that is called safe has its publishing taken
//! for unreachable, and a wrong *safe* is not far. `APLOMB_LANGUAGE_PROGRAMS` says how many
//! programs, `APLOMB_LANGUAGE_SEED` which.

mod grammar;

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use aplomb_retry::{Application, Environment, Options, load};
use grammar::Grammar;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// How many programs share a file: every handler loads its whole file.
const TOGETHER: usize = 20;

/// How a language writes the programs down.
struct Language {
    grammar: &'static str,
    file: &'static str,
    interpreter: [&'static str; 2],
    /// A program with a number and its body.
    program: fn(usize, &str) -> String,
    /// What prints what each of so many programs gives for its inputs, a line each.
    printer: fn(usize) -> String,
    /// A handler that publishes if a program gives this.
    handler: fn(usize, &str) -> String,
}

/// The inputs of a program.
fn inputs(program: usize) -> (bool, bool) {
    (program & 1 == 0, program & 2 == 0)
}

const PYTHON: Language = Language {
    grammar: include_str!("python.txt"),
    file: "programs.py",
    interpreter: ["python3", "-Wignore"],
    program: |number, body| format!("\n\ndef program{number}(a, b):\n{body}"),
    printer: |count| {
        let mut text = String::from(
            "\n\ndef result(program, a, b):\n    try:\n        return repr(program(a, b))\n    \
             except Exception as error:\n        return repr(type(error).__name__)\n\n\n",
        );
        for number in 0..count {
            let (a, b) = inputs(number);
            let name = |truth: bool| if truth { "True" } else { "False" };
            let _ = writeln!(text, "print(result(program{number}, {}, {}))", name(a), name(b));
        }
        text
    },
    handler: |number, result| {
        let (a, b) = inputs(number);
        let not = |truth: bool| if truth { "" } else { "not " };
        format!(
            "\n\ndef handler{number}(event, context):\n    if not ({}event[\"a\"] and \
             {}event[\"b\"]):\n        return\n    try:\n        result = \
             program{number}(bool(event[\"a\"]), bool(event[\"b\"]))\n    except Exception as \
             error:\n        result = type(error).__name__\n    if result == {result}:\n        \
             topics.publish(TopicArn=\"news\", Message=\"news\")\n",
            not(a),
            not(b)
        )
    },
};

const JAVASCRIPT: Language = Language {
    grammar: include_str!("javascript.txt"),
    file: "programs.js",
    interpreter: ["node", "--no-warnings"],
    program: |number, body| format!("\nasync function program{number}(a, b) {{\n{body}}}\n"),
    printer: |count| {
        let mut text = String::from(
            "\nasync function result(program, a, b) {\n  try {\n    return JSON.stringify(await \
             program(a, b));\n  } catch (error) {\n    return error.constructor.name;\n  \
             }\n}\n(async () => {\n",
        );
        for number in 0..count {
            let (a, b) = inputs(number);
            let _ = writeln!(
                text,
                "  console.log(JSON.stringify(await result(program{number}, {a}, {b})));"
            );
        }
        text + "})();\n"
    },
    handler: |number, result| {
        let (a, b) = inputs(number);
        let not = |truth: bool| if truth { "" } else { "!" };
        format!(
            "\nexports.handler{number} = async (event) => {{\n  if (!({}event.a && {}event.b)) \
             return;\n  let result;\n  try {{\n    result = JSON.stringify(await \
             program{number}(!!event.a, !!event.b));\n  }} catch (error) {{\n    result = \
             error.constructor.name;\n  }}\n  if (result === {result}) await topics.publish({{ \
             TopicArn: \"news\", Message: \"news\" }});\n}};\n",
            not(a),
            not(b)
        )
    },
};

fn check(language: &Language, client: &str) {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("APLOMB_LANGUAGE_SEED", 1).to_le_bytes());
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let grammar = Grammar::parse(language.grammar);
    let programs = number("APLOMB_LANGUAGE_PROGRAMS", 60) as usize;
    let mut told = 0;
    let mut wrong = Vec::new();
    for _ in 0..programs.div_ceil(TOGETHER) {
        let bodies: Vec<String> = (0..TOGETHER).map(|_| grammar.program(&mut random)).collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(language.file);
        let mut text = grammar.prelude().to_string() + "\n";
        for (number, body) in bodies.iter().enumerate() {
            text += &(language.program)(number, body);
        }
        std::fs::write(&file, text.clone() + &(language.printer)(TOGETHER)).unwrap();
        let results = run(language, &file);
        assert_eq!(results.len(), TOGETHER);
        text += client;
        for (number, result) in results.iter().enumerate() {
            text += &(language.handler)(number, result);
        }
        std::fs::write(&file, text).unwrap();
        for (number, verdict) in verdicts(&file).into_iter().enumerate() {
            told += usize::from(verdict == "unsafe");
            if verdict == "safe" {
                wrong.push(format!("{:?}\n{}", inputs(number), bodies[number]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are called safe\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(told * 10 >= programs * 8, "only {told} programs of {programs} are known");
}

/// What a file prints.
fn run(language: &Language, file: &Path) -> Vec<String> {
    let [interpreter, option] = language.interpreter;
    let output = Command::new(interpreter)
        .args([option.as_ref(), file.as_os_str()])
        .output()
        .unwrap_or_else(|error| panic!("{interpreter}: {error}; `scripts/install` installs it"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

/// The verdicts on the handlers of a file.
fn verdicts(file: &Path) -> Vec<String> {
    let handlers: Vec<String> =
        (0..TOGETHER).map(|number| format!("{}:handler{number}", file.display())).collect();
    let loaded = load(&Application::of_handlers(Path::new("."), &handlers).unwrap());
    let all: Vec<usize> = (0..TOGETHER).collect();
    let options = Options { environment: Environment::Alone, ..Options::default() };
    let checked = loaded.check_all(&all, options, |_| {});
    checked.into_iter().map(|checked| checked.row.verdict.to_string()).collect()
}

#[test]
fn programs_of_python_do_what_python_says() {
    check(&PYTHON, "\n\nimport boto3\n\ntopics = boto3.client(\"sns\")\n");
}

#[test]
fn programs_of_javascript_do_what_node_says() {
    check(
        &JAVASCRIPT,
        "const { SNS } = require(\"@aws-sdk/client-sns\");\nconst topics = new SNS();\n",
    );
}
