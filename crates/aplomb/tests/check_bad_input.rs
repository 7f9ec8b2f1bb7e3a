//! `aplomb check` on what nobody should deploy: a clear message, the right exit
//! code, and the rest of the application is still checked.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

/// Counts: breaks by a retry alone, and is found whatever stands beside it.
const COUNTER: &str = r#"
const { DynamoDB } = require("aws-sdk");
const table = new DynamoDB.DocumentClient();
exports.handler = async ({ id }) => {
  await table.update({
    TableName: "counters",
    Key: { id },
    UpdateExpression: "ADD hits :one",
    ExpressionAttributeValues: { ":one": 1 },
  }).promise();
};
"#;

/// No input may take longer, however slow the machine is.
const TOO_LONG: Duration = Duration::from_secs(60);

/// A folder with an application.
struct Place(PathBuf);

/// What a run leaves behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Place {
    fn new(test: &str) -> Place {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check").join(test);
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).unwrap();
        Place(place)
    }

    fn write(&self, file: &str, content: impl AsRef<[u8]>) -> &Place {
        fs::write(self.0.join(file), content).unwrap();
        self
    }

    /// An application of the counter and of another function.
    fn beside_counter(test: &str, file: &str, content: impl AsRef<[u8]>) -> Place {
        let place = Place::new(test);
        let (module, _) = file.split_once('.').unwrap();
        place.write("counter.js", COUNTER).write(file, content).write(
            "serverless.yml",
            format!(
                "functions:\n  counter:\n    handler: counter.handler\n  \
                 other:\n    handler: {module}.handler\n"
            ),
        );
        place
    }

    fn check(&self, arguments: &[&str]) -> Run {
        let (out, err) = (self.0.join("out"), self.0.join("err"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_aplomb"))
            .arg("check")
            .args(arguments)
            .current_dir(&self.0)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(fs::File::create(&out).unwrap())
            .stderr(fs::File::create(&err).unwrap())
            .spawn()
            .unwrap();
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > TOO_LONG {
                child.kill().unwrap();
                panic!("{}: does not end", self.0.display());
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let run = Run {
            code: status.code().expect("no signal"),
            out: fs::read_to_string(out).unwrap(),
            err: fs::read_to_string(err).unwrap(),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        run
    }
}

impl Run {
    fn report(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|_| panic!("{}{}", self.out, self.err))
    }
}

/// The row of a function.
fn row<'r>(report: &'r Value, name: &str) -> &'r Value {
    let rows = report["data"]["functions"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}: {report:#}"))
}

/// A function that cannot be understood is unknown, for a reason that names the
/// cause; the function beside it is checked.
#[track_caller]
fn unknown_beside_counter(test: &str, file: &str, content: impl AsRef<[u8]>, reason: &str) {
    let place = Place::beside_counter(test, file, content);
    let run = place.check(&[".", "--format", "json"]);
    let report = run.report();
    assert_eq!(row(&report, "counter")["verdict"], "unsafe", "{report:#}");
    let other = row(&report, "other");
    assert_eq!(other["verdict"], "unknown", "{other:#}");
    let found = other["reason"].as_str().unwrap();
    assert!(found.contains(reason), "{test}: {found}");
    assert_eq!(run.code, 1, "the counter is violated");
}

/// A function that looks odd but does nothing to worry about.
#[track_caller]
fn safe_beside_counter(test: &str, file: &str, content: impl AsRef<[u8]>) {
    let place = Place::beside_counter(test, file, content);
    let report = place.check(&[".", "--format", "json"]).report();
    assert_eq!(row(&report, "counter")["verdict"], "unsafe");
    assert_eq!(row(&report, "other")["verdict"], "safe", "{report:#}");
}

#[test]
fn syntax_errors() {
    unknown_beside_counter(
        "syntax-js",
        "other.js",
        "exports.handler = async (e) => { const = ;",
        "syntax",
    );
    unknown_beside_counter(
        "syntax-ts",
        "other.ts",
        "export const handler = (e: string => 1;",
        "syntax",
    );
    unknown_beside_counter(
        "syntax-py",
        "other.py",
        "def handler(event, context:\n    return",
        "syntax",
    );
}

#[test]
fn a_syntax_error_is_shown_where_it_is() {
    let place = Place::beside_counter("syntax-place", "other.js", "const a = 1;\nconst = 2;\n");
    let run = place.check(&["."]);
    assert!(run.out.contains("other.js:2:7"), "{}", run.out);
}

#[test]
fn a_syntax_error_in_an_import() {
    let place = Place::beside_counter(
        "syntax-import",
        "other.js",
        "const { go } = require('./helper');\nexports.handler = async (e) => go(e);\n",
    );
    place.write("helper.js", "exports.go = (e) => { return }}");
    let report = place.check(&[".", "--format", "json"]).report();
    assert_eq!(row(&report, "other")["verdict"], "unknown");
    assert_eq!(row(&report, "counter")["verdict"], "unsafe");
}

#[test]
fn files_that_are_not_text() {
    let noise: Vec<u8> = (0..5000u32).map(|n| (n * 7 % 251) as u8).collect();
    unknown_beside_counter("binary", "other.js", &noise, "not a text file");
    unknown_beside_counter("binary-py", "other.py", &noise, "not a text file");
    let wide: Vec<u8> =
        "exports.handler = async () => 1;".encode_utf16().flat_map(u16::to_le_bytes).collect();
    safe_or_unknown("utf-16", "other.js", &wide);
    safe_beside_counter(
        "byte-order-mark",
        "other.js",
        "\u{feff}exports.handler = async () => 1;\r\n",
    );
}

/// Whatever is said of the other function, it is not that it breaks.
fn safe_or_unknown(test: &str, file: &str, content: impl AsRef<[u8]>) {
    let place = Place::beside_counter(test, file, content);
    let report = place.check(&[".", "--format", "json"]).report();
    assert_eq!(row(&report, "counter")["verdict"], "unsafe");
    let verdict = row(&report, "other")["verdict"].as_str().unwrap();
    assert!(["safe", "unknown"].contains(&verdict), "{test}: {verdict}");
}

#[test]
fn cyclic_imports() {
    let place = Place::beside_counter(
        "cyclic-js",
        "other.js",
        "const b = require('./b');\nexports.name = 'a';\nexports.handler = async (e) => b.go(e);\n",
    );
    place.write("b.js", "const a = require('./other');\nexports.go = (e) => ({ name: a.name });\n");
    let report = place.check(&[".", "--format", "json"]).report();
    assert_eq!(row(&report, "other")["verdict"], "safe");
    let place = Place::beside_counter(
        "cyclic-py",
        "other.py",
        "import b\n\n\ndef handler(event, context):\n    return b.go(3)\n\n\ndef a(n):\n    return n\n",
    );
    place.write("b.py", "import other\n\n\ndef go(n):\n    return other.a(n)\n");
    let report = place.check(&[".", "--format", "json"]).report();
    assert_eq!(row(&report, "other")["verdict"], "safe");
    safe_beside_counter(
        "imports-itself",
        "other.js",
        "const me = require('./other');\nexports.handler = async () => typeof me;\n",
    );
}

#[test]
fn sizes_that_no_source_has() {
    let nested =
        format!("exports.handler = async () => {}1{};", "(".repeat(50_000), ")".repeat(50_000));
    unknown_beside_counter("nested", "other.js", nested, "not parsed");
    let sum = format!(
        "X = {}\n\n\ndef handler(event, context):\n    return X\n",
        vec!["1"; 20_000].join(" + ")
    );
    safe_or_unknown("long-sum", "other.py", sum);
    let long = format!("exports.handler = async () => \"{}\".length;\n", "a".repeat(5_000_000));
    unknown_beside_counter("long-line", "other.js", long, "");
    let mut many: String = (1..60_000)
        .map(|n| format!("const f{n} = (a) => a > {n} ? f{}(a) : a;\n", n - 1))
        .collect();
    many.push_str("exports.handler = async (e) => f3(e.x);\n");
    safe_or_unknown("huge", "other.js", many);
}

#[test]
fn a_minified_bundle() {
    let modules: Vec<String> = (0..2000)
        .map(|n| {
            format!(
                "{n}:function(e,t,n){{t.v{n}=function(r){{return r?n({}):null}}}}",
                (n + 1) % 2000
            )
        })
        .collect();
    let bundle = format!(
        "!function(e,t){{module.exports=t()}}(this,(function(){{var e={{{}}},t={{}};function n(r){{var \
         i=t[r];if(void 0!==i)return i.exports;var o=t[r]={{exports:{{}}}};return \
         e[r].call(o.exports,o,o.exports,n),o.exports}}return{{handler:async function(e){{return n(e.k)}}}}}}));",
        modules.join(",")
    );
    safe_or_unknown("bundle", "other.js", bundle);
}

#[test]
fn programs_that_do_not_end() {
    for (test, file, program) in [
        (
            "endless-module",
            "other.js",
            "let i = 0; while (true) { i++; }\nexports.handler = async () => i;\n",
        ),
        (
            "endless-recursion",
            "other.js",
            "const f = (n) => f(n + 1) + 1;\nexports.handler = async () => f(0);\n",
        ),
        (
            "endless-recursion-py",
            "other.py",
            "def f(n):\n    return f(n + 1)\n\n\ndef handler(event, context):\n    return f(0)\n",
        ),
        (
            "endless-generator",
            "other.py",
            "def g():\n    while True:\n        yield 1\n\n\ndef handler(event, context):\n    return sum(g())\n",
        ),
        (
            "endless-getter",
            "other.js",
            "exports.handler = async () => { const o = { get x() { return this.x; } }; return o.x; };\n",
        ),
        (
            "endless-text",
            "other.js",
            "exports.handler = async () => { const o = { toString() { return `${this}`; } }; return `${o}`; };\n",
        ),
        (
            "own-parent",
            "other.js",
            "class A extends A {}\nexports.handler = async () => new A();\n",
        ),
        (
            "own-method",
            "other.py",
            "class A:\n    def f(self):\n        return self.f()\n\n\ndef handler(event, context):\n    return A().f()\n",
        ),
        ("large-power", "other.py", "def handler(event, context):\n    return 10 ** 10 ** 8\n"),
        (
            "large-text",
            "other.js",
            "exports.handler = async () => \"ab\".repeat(2 ** 30).length;\n",
        ),
        (
            "long-loop",
            "other.js",
            "exports.handler = async () => { const x = []; for (let i = 0; i < 1e9; i++) x.push(i); };\n",
        ),
    ] {
        safe_or_unknown(test, file, program);
    }
}

#[test]
fn data_that_contains_itself() {
    let put = "const { DynamoDB } = require('aws-sdk');\n\
               const table = new DynamoDB.DocumentClient();\n\
               exports.handler = async () => {\n  const item = { id: 1 };\n  item.self = item;\n  \
               await table.put({ TableName: 't', Item: item }).promise();\n};\n";
    safe_or_unknown("self-js", "other.js", put);
    let put = "import boto3\n\ntable = boto3.resource('dynamodb').Table('t')\n\n\n\
               def handler(event, context):\n    item = {'id': 1}\n    item['self'] = item\n    \
               table.put_item(Item=item)\n";
    safe_or_unknown("self-py", "other.py", put);
}

#[test]
fn unknown_libraries_are_named() {
    unknown_beside_counter(
        "library-js",
        "other.js",
        "const pay = require('obscure-payments');\n\
         exports.handler = async (e) => { await pay.connect('u').charge(e.amount); };\n",
        "obscure-payments",
    );
    unknown_beside_counter(
        "library-py",
        "other.py",
        "import obscure_payments\n\n\ndef handler(event, context):\n    \
         obscure_payments.charge(event['amount'])\n",
        "obscure_payments",
    );
}

#[test]
fn nothing_to_check_is_bad_input() {
    let place = Place::new("nothing");
    place.write("notes.txt", "nothing here").write("plain.js", COUNTER);
    fs::create_dir(place.0.join("empty")).unwrap();
    for (arguments, message) in [
        (&["empty"][..], "no functions found in empty"),
        (&["missing"], "cannot read missing: No such file or directory"),
        (&["notes.txt"], "no functions found in notes.txt"),
        (&["plain.js"], "--handler src/app.js:handler"),
        (&["--handler", "plain"], "does not name a handler"),
        (&["--handler", "plain.js:"], "does not name a handler"),
        (&["--handler", ":handler"], "does not name a handler"),
        (&["--handler", "missing.js:handler"], "cannot read missing.js"),
        (&["--handler"], "a value is required"),
    ] {
        let run = place.check(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}{}", run.out, run.err);
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn descriptions_that_make_no_sense() {
    let bomb: String = std::iter::once("b0: &b0 [x, x, x, x, x, x, x, x, x]\n".to_string())
        .chain(
            (1..12)
                .map(|n| format!("b{n}: &b{n} [{}]\n", vec![format!("*b{}", n - 1); 9].join(", "))),
        )
        .chain(["functions: *b11\n".to_string()])
        .collect();
    for (test, file, text) in [
        ("not-yaml", "serverless.yml", "functions:\n  a: {handler: counter.handler\n".to_string()),
        ("a-text", "serverless.yml", "just a text".to_string()),
        ("a-list", "serverless.yml", "functions: [1, 2, 3]\n".to_string()),
        ("contains-itself", "serverless.yml", "a: &a [*a, *a]\nfunctions: *a\n".to_string()),
        ("bomb", "serverless.yml", bomb),
        ("nested", "serverless.yml", format!("functions: {}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("files-in-a-circle", "serverless.yml", "functions: ${file(serverless.yml):functions}\n".to_string()),
        ("not-json", "template.json", "{\"Resources\": {".to_string()),
        ("no-handler", "template.yaml", "Resources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: !Sub \"${X}\"\n".to_string()),
    ] {
        let place = Place::new(test);
        place.write("counter.js", COUNTER).write(file, text);
        let run = place.check(&["."]);
        assert!([2, 3].contains(&run.code), "{test}: {}{}", run.out, run.err);
        assert!(run.err.matches("error: ").count() <= 1, "{test}: {}", run.err);
    }
}

#[test]
fn a_description_that_is_not_yaml_is_named() {
    let place = Place::new("not-yaml-named");
    place.write("serverless.yml", "functions:\n  a: {handler: counter.handler\n");
    let run = place.check(&["."]);
    assert_eq!(run.code, 3, "{}{}", run.out, run.err);
    assert!(run.out.contains("serverless.yml"), "{}{}", run.out, run.err);
}

#[test]
fn declarations_that_are_not_understood_are_not_ignored() {
    for (test, text) in [
        ("toml-syntax", "pure = [\n"),
        ("toml-type", "pure = 5\n"),
        ("toml-key", "efects = ['audit.write']\n"),
    ] {
        let place = Place::beside_counter(test, "other.js", "exports.handler = async () => 1;\n");
        place.write("aplomb.toml", text);
        let run = place.check(&["."]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{test}: {}", run.err);
        assert!(run.err.contains("aplomb.toml"), "{test}: {}", run.err);
    }
}

#[test]
fn a_function_that_is_not_there() {
    let place =
        Place::beside_counter("no-function", "other.js", "exports.handler = async () => 1;\n");
    let run = place.check(&[".", "--function", "conuter"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("there is no function `conuter`"), "{}", run.err);
    assert!(run.err.contains("counter, other"), "{}", run.err);
}

/// A file that cannot be read exports nothing; what is wrong with it comes first.
#[test]
fn a_handler_in_a_file_that_is_no_program() {
    let place = Place::new("unreadable-handler");
    let deep =
        format!("exports.handler = async () => {}1{};\n", "(".repeat(100_000), ")".repeat(100_000));
    place
        .write("broken.js", "exports.handler = async (event) => {\n  (;\n};\n")
        .write("broken.py", "def handler(event, context)\n    return 1\n")
        .write("deep.js", deep);
    for (handler, words) in [
        ("broken.js:handler", "broken.js:2:4: "),
        ("broken.py:nope", "broken.py:1:28: "),
        ("deep.js:handler", "deep.js:1:1: not parsed: "),
    ] {
        let run = place.check(&["--handler", handler]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{handler}: {}", run.err);
        assert!(run.err.contains(words), "{handler}: {}", run.err);
    }
}

/// Who names a handler on the command line is told which ones there are.
#[test]
fn a_handler_that_is_not_exported() {
    let place = Place::new("named-handler");
    place
        .write("app.js", "exports.handler = async () => 1;\nexports.cleanup = async () => 2;\n")
        .write("app.py", "import os\n\ndef handler(event, context):\n    return 1\n")
        .write("empty.js", "");
    for (handler, words) in [
        ("app.js:handlr", "did you mean `handler`? it exports cleanup, handler"),
        ("app.js:zzz", "help: it exports cleanup, handler"),
        ("app.py:nope", "help: it exports handler"),
        ("empty.js:handler", "it exports no function"),
    ] {
        let run = place.check(&["--handler", handler]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{handler}: {}", run.err);
        assert!(run.err.contains("exports no `"), "{handler}: {}", run.err);
        assert!(run.err.contains(words), "{handler}: {}", run.err);
    }
}

#[test]
fn an_export_that_is_not_there() {
    let missing = "there is nothing to export here\n";
    unknown_beside_counter("no-export", "other.js", format!("// {missing}"), "exports no handler");
    unknown_beside_counter(
        "no-export-py",
        "other.py",
        format!("# {missing}"),
        "exports no handler",
    );
    unknown_beside_counter("empty", "other.js", "", "exports no handler");
}

#[test]
fn functions_that_are_described_badly_do_not_hide_the_others() {
    let place = Place::new("described-badly");
    place.write("counter.js", COUNTER).write(
        "serverless.yml",
        "functions:\n  number:\n    handler: 5\n  nothing: null\n  missing:\n    handler: gone.handler\n  \
         counter:\n    handler: counter.handler\n",
    );
    let run = place.check(&[".", "--format", "json"]);
    let report = run.report();
    assert_eq!(row(&report, "counter")["verdict"], "unsafe");
    assert_eq!(run.code, 1);
    let missing = row(&report, "missing");
    assert_eq!(missing["verdict"], "unknown");
    assert!(missing["reason"].to_string().contains("gone.handler"), "{missing}");
}
