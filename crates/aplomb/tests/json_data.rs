//! The `data` of every command keeps to its schema, for real runs with every shape of answer.
//! The tests of `linearizability` and `consistency` check every report that they see likewise.

mod contract;

use aplomb_report::render::json::DATA_SCHEMAS;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const MAIL: &str = r#"
properties:
  - name: promotional
    quantifiedVariables: [user]
    states: [consented]
    stateMachine:
      CONSENT:
        params: [user]
        INITIAL: {to: consented}
      SENT_EMAIL:
        params: [user]
        INITIAL: {to: FAILURE}
        consented: {to: SUCCESS, continue: true}
"#;

const EVENTS: &str = r#"
{"id": "1", "name": "CONSENT", "params": {"user": "ada"}, "time": 1000, "invocation": "a"}
{"id": "2", "name": "SENT_EMAIL", "params": {"user": "bob"}, "time": 5000, "invocation": "b"}
"#;

const HISTORY: &str = r#"
{"thread": 1, "method": "enqueue", "args": ["a"], "call": 0, "return": 1}
{"thread": 1, "method": "enqueue", "args": ["b"], "call": 2, "return": 3}
{"thread": 2, "method": "dequeue", "result": "b", "call": 4, "return": 5}
"#;

/// The report of a command.
fn report(folder: &Path, line: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
    command.args(line.split_whitespace()).args(["--format", "json"]).current_dir(folder);
    let output = command.output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{line}: {error}: {said}"))
}

#[test]
fn every_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    write("good.jsonl", "{\"event\": \"add\", \"round\": 1, \"value\": 7}\n");
    write("mail.yaml", MAIL);
    write("mail.ndjson", EVENTS.trim_start());
    write("history.jsonl", HISTORY.trim_start());
    for inside in ["traces", "histories"] {
        std::fs::create_dir(folder.path().join(inside)).expect("a folder can be made");
    }
    write("traces/good.jsonl", "{\"event\": \"add\", \"round\": 1, \"value\": 7}\n");
    write("histories/first.jsonl", HISTORY.trim_start());
    write("histories/second.jsonl", HISTORY.trim_start());
    let examples = root.join("examples").canonicalize().expect("the examples");
    let (shop, models) = (examples.join("shop"), examples.join("consistency"));
    let (shop, models) = (shop.display(), models.display());
    let mut met = BTreeSet::new();
    for line in [
        format!("check {shop}"),
        format!("fix {shop}"),
        format!("consistency {models}/simplebank.py"),
        format!("consistency {models}/simplebank.py --database postgres:repeatable-read"),
        format!("consistency {models}/courseware_b2.ts --model SI --repeat 2"),
        format!("consistency {models}/auction_v2.py --model SI --inductive"),
        "consensus paxos --processes 2 --rounds 2".to_owned(),
        "consensus simulate paxos --runs 10 --steps 100".to_owned(),
        "consensus prove paxos".to_owned(),
        "consensus prove paxos --mutant decides-on-joins".to_owned(),
        "consensus implementation raft --runs 2".to_owned(),
        "consensus --trace good.jsonl".to_owned(),
        "consensus --trace traces".to_owned(),
        "audit --properties mail.yaml mail.ndjson".to_owned(),
        "linearizability --history history.jsonl --spec queue".to_owned(),
        "linearizability --history histories --spec queue".to_owned(),
    ] {
        let report = report(folder.path(), &line);
        contract::check(&report);
        met.insert(report["command"].as_str().expect("a command").to_owned());
    }
    let described: BTreeSet<String> = DATA_SCHEMAS.iter().map(|(name, _)| (*name).into()).collect();
    assert_eq!(met, described, "commands on the left, schemas on the right");
}

const EXAMPLES: &str = r#"
examples:
  - name: without consent
    events:
      - {name: SENT_EMAIL, params: {user: bob}, time: 0}
    expect:
      - {property: promotional, instance: {user: bob}, verdict: violated}
  - name: taken for right
    events:
      - {name: SENT_EMAIL, params: {user: bob}, time: 0}
    expect:
      - {property: promotional, instance: {user: bob}, verdict: open}
"#;

/// What gives no verdict is no report, and has a schema of its own; `replay`, which needs a
/// recording, is checked by its own tests.
#[test]
fn every_answer_without_a_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let properties = format!("{MAIL}{}", EXAMPLES.trim_start());
    std::fs::write(folder.path().join("mail.yaml"), properties).expect("a file can be written");
    for line in [
        "explain",
        "explain AP101",
        "explain assumptions",
        "explain causes",
        "consensus list",
        "consensus list paxos",
        "property test mail.yaml",
    ] {
        contract::check_answer(&report(folder.path(), line));
    }
}

/// A file of a folder that cannot be read is unknown, and does not hide the others.
#[test]
fn a_folder_with_a_bad_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    for inside in ["traces", "histories", "models"] {
        std::fs::create_dir(folder.path().join(inside)).expect("a folder can be made");
        write(&format!("{inside}/bad.jsonl"), "no event at all\n");
    }
    write("traces/good.jsonl", "{\"event\": \"add\", \"round\": 1, \"value\": 7}\n");
    write("histories/good.jsonl", HISTORY.trim_start());
    let model = "from aplomb.consistency import concurrently, invariant, table\n";
    write("models/bad.py", &format!("{model}concurrently(\n"));
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/consistency");
    let good = std::fs::read_to_string(examples.join("simplebank.py")).expect("an example");
    write("models/good.py", &good);
    for (line, verdict, bad) in [
        ("consensus --trace traces", "unknown", "traces/bad.jsonl"),
        ("linearizability --history histories --spec queue", "violated", "histories/bad.jsonl"),
        ("consistency models --model SER", "unknown", "models/bad.py"),
    ] {
        let report = report(folder.path(), line);
        contract::check(&report);
        assert_eq!(report["summary"]["verdict"], verdict, "{line}: {report:#}");
        let findings = report["findings"].as_array().expect("findings");
        let unread: Vec<&Value> =
            findings.iter().filter(|finding| finding["cause"] == "unread").collect();
        assert_eq!(unread.len(), 1, "{line}: {report:#}");
        assert_eq!(unread[0]["subject"], bad, "{line}");
        assert!(findings.len() > 1, "{line}: {report:#}");
    }
}
