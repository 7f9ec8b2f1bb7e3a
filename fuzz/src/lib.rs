//! What reads the input of strangers, one function for each: a configuration, a program, a
//! recording, a request. Whatever the bytes are, none of them may panic, overflow the stack or
//! take long; what they answer does not matter here.
//!
//! `fuzz_targets/` gives them to cargo-fuzz (`scripts/fuzz`), and a test of the command line
//! (`crates/aplomb/tests/garbage.rs`) feeds them the seeds and mutations of these on every run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use aplomb_script::FrontEnd;

/// Reads some bytes.
pub type Target = fn(&[u8]);

/// All targets, by the names of their folders of seeds.
pub const TARGETS: [(&str, Target); 15] = [
    ("class-file", class_file),
    ("consensus-trace", consensus_trace),
    ("edn", edn),
    ("events", events),
    ("expressions", expressions),
    ("history", history),
    ("javascript", javascript),
    ("otlp", otlp),
    ("properties", properties),
    ("python", python),
    ("recording", recording),
    ("report", report),
    ("schedule", schedule),
    ("serverless", serverless),
    ("sql", sql),
];

/// Runs the target of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, target) = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    target(bytes);
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A class file of the JVM.
fn class_file(bytes: &[u8]) {
    let _ = aplomb_jvm::is_well_formed(bytes);
}

/// A trace of a consensus implementation, as JSON lines.
fn consensus_trace(bytes: &[u8]) {
    let mut trace = aplomb_consensus::trace::Trace::new(Default::default());
    let _ = trace.read(bytes, &|_| ());
}

/// A history of Jepsen.
fn edn(bytes: &[u8]) {
    let text = text(bytes);
    let mut reader = aplomb_linearizability::history::edn::Reader::new(&text);
    while let Ok(Some(form)) = reader.next_form() {
        let _ = form.to_value();
    }
}

/// Events of a running system, alone and as a batch.
fn events(bytes: &[u8]) {
    let _ = aplomb_monitor::Event::from_json(bytes);
    let _ = aplomb_monitor::Event::read_batch(bytes);
}

/// The expressions of a DynamoDB request, and with them the models of its SDK: the first
/// line is an update, the second a condition.
fn expressions(bytes: &[u8]) {
    let text = text(bytes);
    let mut lines = text.lines().chain(["", ""]);
    let (update, condition) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    let handler = format!(
        "const {{ DynamoDB }} = require('aws-sdk');\n\
         const db = new DynamoDB.DocumentClient();\n\
         exports.handler = async (event) => db.update({{ TableName: 't', Key: {{ id: event.id }},\n\
           UpdateExpression: {}, ConditionExpression: {},\n\
           ExpressionAttributeNames: {{ '#n': 'n' }}, ExpressionAttributeValues: {{ ':v': event.v }},\n\
         }}).promise();\n",
        serde_json::Value::from(update),
        serde_json::Value::from(condition),
    );
    let Ok(folder) = tempfile::tempdir() else { return };
    let path = folder.path().join("handler.js");
    if std::fs::write(&path, handler).is_err() {
        return;
    }
    let handlers = [format!("{}:handler", path.display())];
    if let Ok(application) = aplomb_retry::Application::of_handlers(folder.path(), &handlers) {
        let _ = aplomb_retry::load(&application);
    }
}

/// A recorded history, in whatever format it seems to have.
fn history(bytes: &[u8]) {
    use aplomb_linearizability::history::{Format, History};
    let text = text(bytes);
    let _ = History::read(&text, Format::guess(&text));
    let _ = History::read(&text, Format::JsonLines);
}

/// A program in JavaScript.
fn javascript(bytes: &[u8]) {
    parse(&aplomb_script_js::JavaScript, "program.ts", bytes);
}

/// A program in Python.
fn python(bytes: &[u8]) {
    parse(&aplomb_script_py::Python, "program.py", bytes);
}

fn parse(front_end: &dyn FrontEnd, name: &str, bytes: &[u8]) {
    let files: HashMap<PathBuf, String> = HashMap::from([(name.into(), text(bytes))]);
    let mut program = aplomb_script::Program::default();
    let _ = program.load(&[front_end], &files, Path::new(""), Path::new(name));
}

/// A request of OpenTelemetry.
fn otlp(bytes: &[u8]) {
    aplomb_server::decode_otlp(bytes);
}

/// A file of properties, with its guards.
fn properties(bytes: &[u8]) {
    let _ = aplomb_monitor::PropertyFile::parse(&text(bytes));
}

/// A recorded invocation.
fn recording(bytes: &[u8]) {
    let _ = aplomb_replay::Recording::parse(&text(bytes));
}

/// A saved report.
fn report(bytes: &[u8]) {
    if let Ok(report) = aplomb_report::render::json::read(&text(bytes)) {
        let _ = aplomb_report::render::html::render(&report);
        let _ = aplomb_report::render::sarif::render(&report);
    }
}

/// A schedule, as a report prints it.
fn schedule(bytes: &[u8]) {
    let _ = text(bytes).parse::<aplomb_explore::Schedule>();
}

/// A deployment description: `serverless.yml`, and the same text as a template.
fn serverless(bytes: &[u8]) {
    for name in ["serverless.yml", "template.yaml"] {
        let Ok(folder) = tempfile::tempdir() else { return };
        if std::fs::write(folder.path().join(name), bytes).is_ok() {
            let _ = aplomb_retry::discover(folder.path());
        }
    }
}

/// The text of SQL statements, in every dialect.
fn sql(bytes: &[u8]) {
    use aplomb_sql::form::Product;
    let text = aplomb_sql::Text::constant(&text(bytes));
    for product in [Product::Postgres, Product::Mysql, Product::Sqlite] {
        let _ = aplomb_sql::statements(&text, product);
    }
}
