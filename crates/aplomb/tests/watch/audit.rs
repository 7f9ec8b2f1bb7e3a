//! `aplomb audit` over logs by an author who had read the book alone; what is expected was noted
//! before the first run.

use std::{fs, path::Path};

use aplomb_store::{Arrival, Embedded, Store};
use serde_json::Value;

use super::aplomb;

const PAYMENTS: &str = include_str!("../../../monitor/tests/data/outside-payments.yaml");

/// Logs and options; what is found, by code and subject; lines that are named; the exit code.
type Case = (&'static [&'static str], &'static [&'static str], &'static [u64], i32);

const CASES: [Case; 13] = [
    (&["01-late-line.ndjson"], &["AP501 ships-paid: order = \"o2\""], &[], 1),
    // The log is too short for answers that are final before its end.
    (
        &["01-late-line.ndjson", "--sorted-within", "5"],
        &["AP501 ships-paid: order = \"o2\""],
        &[],
        1,
    ),
    (
        &["02-duplicates.ndjson"],
        &["AP501 charged-once: order = \"o3\"", "AP501 charged-once: order = \"o4\""],
        &[4],
        1,
    ),
    (
        &["03-malformed.ndjson"],
        &["AP590 charged-once", "AP590 large-needs-approval", "AP590 ships-paid"],
        &[2, 3, 5],
        3,
    ),
    (
        &["04-guards-that-cannot-be-judged.ndjson"],
        &["AP590 charged-once", "AP590 large-needs-approval"],
        &[3, 4],
        3,
    ),
    (&["05-missing-variable.ndjson"], &["AP590 ships-paid"], &[2], 3),
    (
        &["06-skew.ndjson"],
        &["AP502 ships-paid: order = \"one\"", "AP502 ships-paid: order = \"same\""],
        &[],
        1,
    ),
    (
        &["06-skew.ndjson", "--skew", "0"],
        &["AP501 ships-paid: order = \"one\"", "AP502 ships-paid: order = \"same\""],
        &[],
        1,
    ),
    (
        &["06-skew.ndjson", "--skew", "99"],
        &["AP502 ships-paid: order = \"one\"", "AP502 ships-paid: order = \"same\""],
        &[],
        1,
    ),
    (
        &["06-skew.ndjson", "--skew", "100"],
        &[
            "AP502 ships-paid: order = \"hundred\"",
            "AP502 ships-paid: order = \"one\"",
            "AP502 ships-paid: order = \"same\"",
        ],
        &[],
        1,
    ),
    // Events that the property does not listen to order no others.
    (&["07-through-an-event-of-nobody.ndjson"], &["AP502 ships-paid: order = \"o\""], &[], 1),
    // Ids count over all logs; the first log is the one that counts.
    (
        &["06-skew.ndjson", "01-late-line.ndjson"],
        &["AP502 ships-paid: order = \"one\"", "AP502 ships-paid: order = \"same\""],
        &[1, 2, 3, 4],
        1,
    ),
    // Nothing violates it, but an event has the id of another one and was not checked.
    (&["08-an-id-given-twice.ndjson"], &["AP590 charged-once"], &[2], 3),
];

#[test]
fn logs_are_answered_as_was_noted_before() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("payments.yaml"), PAYMENTS).unwrap();
    let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/watch/logs");
    for log in fs::read_dir(logs).unwrap() {
        let log = log.unwrap();
        fs::copy(log.path(), folder.path().join(log.file_name())).unwrap();
    }
    for (arguments, expected, lines, code) in CASES {
        let mut audit = aplomb();
        audit.args(["audit", "--properties", "payments.yaml", "--format", "json"]);
        let audit = audit.args(arguments).current_dir(folder.path()).output().unwrap();
        let report: Value = serde_json::from_slice(&audit.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&audit.stderr)));
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let findings = report["findings"].as_array().unwrap().iter();
        let told = findings.map(|it| format!("{} {}", text(&it["code"]), text(&it["subject"])));
        let mut told: Vec<String> = told.filter(|it| !it.starts_with("AP500")).collect();
        told.sort();
        assert_eq!(told, expected, "{arguments:?}");
        let warnings = report["diagnostics"].as_array().into_iter().flatten();
        let named: Vec<u64> = warnings.filter_map(|it| it["label"]["line"].as_u64()).collect();
        assert_eq!(named, lines, "{arguments:?}");
        assert_eq!(audit.status.code(), Some(code), "{arguments:?}");
    }
}

/// A misspelt name would be lost without a word, and the property would hold.
#[test]
fn an_event_that_a_rule_emits_for_nobody_is_named() {
    let folder = super::folder_with_property();
    let property = super::CONSENT.trim().replace('\n', "\n    ");
    let rules = "
translate:
  - on: db.put
    emit: {CONSENT: {user: request.user}}
  - on: db.get
    emit: {PROCESED: {user: request.user}}
";
    let text = format!("properties:\n  - {property}\n{rules}");
    fs::write(folder.path().join("consent.yaml"), text).unwrap();
    fs::write(folder.path().join("log.ndjson"), "").unwrap();
    let mut audit = aplomb();
    audit.args(["audit", "--properties", "consent.yaml", "log.ndjson"]);
    let audit = audit.current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&audit.stdout) + String::from_utf8_lossy(&audit.stderr);
    assert!(told.contains("a rule emits `PROCESED`, and no property listens to it"), "{told}");
    assert!(told.contains("consent.yaml:13"), "{told}");
    assert!(!told.contains("`CONSENT`, and"), "{told}");
}

/// Events that are cut off may have been about anything.
#[test]
fn a_store_whose_end_is_cut_off_has_no_verdict() {
    let folder = super::folder_with_property();
    let store = Embedded::open(&folder.path().join("store")).unwrap();
    for user in ["ada", "bob"] {
        let text =
            format!("{{\"name\":\"CONSENT\",\"params\":{{\"user\":\"{user}\"}},\"time\":1}}");
        let arrival = Arrival { text: text.into_bytes().into(), ..Arrival::default() };
        store.append(&[arrival]).unwrap();
    }
    drop(store);
    let audit = || {
        let arguments = ["audit", "--properties", "consent.yaml", "store", "--color", "never"];
        let audit = aplomb().args(arguments).current_dir(folder.path()).output().unwrap();
        let said = [audit.stdout, audit.stderr].concat();
        (audit.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = audit();
    assert_eq!(code, Some(0), "{said}");
    let log = fs::read_dir(folder.path().join("store/events")).unwrap().next().unwrap().unwrap();
    let length = log.metadata().unwrap().len();
    fs::OpenOptions::new().write(true).open(log.path()).unwrap().set_len(length - 7).unwrap();
    let (code, said) = audit();
    assert_eq!(code, Some(3), "{said}");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("ends within a block of events"), "{said}");
}
