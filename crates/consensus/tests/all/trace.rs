//! Traces: events in, verdicts out.

use std::io::Write;
use std::path::Path;

use aplomb_consensus::{
    qtree::Version,
    trace::{Settings, Source, Trace},
};
use aplomb_report::{Report, VerdictKind};
use proptest::prelude::*;

/// Writes a trace in short: `add 1 a`, `add 2.1 b 1.1`, `commit 1`, `7: add 1 a` for an
/// instance. Everything else is left as it is.
fn lines(short: &str) -> String {
    let line = |line: &str| {
        let (instance, rest) = match line.split_once(": ") {
            Some((instance, rest)) if !line.starts_with(['{', '[']) => {
                (format!(r#""instance": {instance}, "#), rest)
            }
            _ => (String::new(), line),
        };
        let round = |text: &str| match text.split_once('.') {
            Some((term, index)) => format!("[{term}, {index}]"),
            None => text.to_owned(),
        };
        match rest.split_whitespace().collect::<Vec<_>>()[..] {
            ["add", r, v] => {
                format!(r#"{{{instance}"event": "add", "round": {}, "value": "{v}"}}"#, round(r))
            }
            ["add", r, v, p] => format!(
                r#"{{{instance}"event": "add", "round": {}, "value": "{v}", "parent": {}}}"#,
                round(r),
                round(p)
            ),
            ["commit", r] => {
                format!(r#"{{{instance}"event": "commit", "round": {}}}"#, round(r))
            }
            _ => rest.to_owned(),
        }
    };
    short.split("; ").map(|it| line(it) + "\n").collect()
}

fn read(text: &str, settings: Settings) -> Trace {
    let mut trace = Trace::new(settings);
    trace.read(text.as_bytes(), &|_| ()).expect("a text can be read");
    trace
}

/// The verdict and the title of the first finding; from a file and from a stream.
fn check(short: &str, version: Version) -> (VerdictKind, String) {
    let text = lines(short);
    let trace = read(&text, Settings { version, ..Settings::default() });
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(text.as_bytes()).expect("a file can be written");
    let [from_file, from_stream] =
        [Source::File(file.path().to_owned()), Source::Stream].map(|source| {
            let mut report = Report::new("consensus");
            trace.report(&source, &mut report);
            let finding = &report.findings()[0];
            (finding.verdict().kind(), finding.title().to_owned())
        });
    assert_eq!(from_file, from_stream, "{short}");
    from_file
}

#[test]
fn laws_are_judged() {
    use Version::{SingleDecree, StateMachineReplication};
    let lawful = "every event keeps the laws of the quorum tree";
    for (version, short, expected) in [
        (SingleDecree, "add 1 a; commit 1; add 2 a 1; commit 2", lawful),
        (StateMachineReplication, "add 1.1 a; add 1.2 b 1.1; commit 1.1; add 2.3 c 1.2", lawful),
        (SingleDecree, "7: add 1 a; 8: add 1 b; 7: commit 1; 8: commit 1", lawful),
        (SingleDecree, "\"x\": add 1 a; \"y\": add 1 b; \"x\": commit 1", lawful),
        (SingleDecree, "add 1 a 0; commit 1", lawful),
        (SingleDecree, "add 1 a; add 1 b", "law P1 is broken in line 2"),
        (SingleDecree, "add 1 a; commit 1; commit 1", "law P1 is broken in line 3"),
        (SingleDecree, "add 1 a; commit 2", "law P2 is broken in line 2"),
        (SingleDecree, "add 2 a 1", "law P3 is broken in line 1"),
        (SingleDecree, "add 1 a; add 2 a 3", "law P3 is broken in line 2"),
        (SingleDecree, "add 1 a; add 2 b 1", "law P3a is broken in line 2"),
        (StateMachineReplication, "add 1 a; add 2 b 1", lawful),
        (SingleDecree, "add 1 a; commit 1; add 2 a", "law P4 is broken in line 3"),
        (SingleDecree, "add 1 a; add 3 a 1; add 2 a 1; commit 2", "law P4 is broken in line 4"),
        (
            SingleDecree,
            "5: add 1 a; 5: commit 1; 6: add 2 b; 5: add 2 b",
            "law P4 is broken in line 4",
        ),
        (StateMachineReplication, "add 1.1 a; commit 1.1; add 2.1 b", "law P4 is broken in line 3"),
    ] {
        let (verdict, title) = check(short, version);
        assert!(title.starts_with(expected), "{short}: {title}");
        let expected = match expected == lawful {
            true => VerdictKind::HoldsWithinBounds,
            false => VerdictKind::Violated,
        };
        assert_eq!(verdict, expected, "{short}");
    }
}

/// Files by somebody who had read the book alone, with the verdicts that it led him to expect.
#[test]
fn files_of_an_outsider_are_judged_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let table = std::fs::read_to_string(folder.join("expected.md")).expect("the table");
    let rows = table.lines().filter(|line| line.contains(".jsonl"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 58);
    for row in rows {
        let [_, file, flags, verdict, law, line, exit_code, ..] = row[..] else {
            panic!("{row:?} is no row")
        };
        let mut settings = Settings::default();
        let mut flags_left = flags.split_whitespace();
        while let Some(flag) = flags_left.next() {
            match flag {
                "--single-decree" => settings.version = Version::SingleDecree,
                "--remember" => {
                    let rounds = flags_left.next().expect("how many");
                    settings.remember = rounds.parse().expect("a number");
                }
                _ => panic!("{flag}: unknown flag"),
            }
        }
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).expect("a trace");
        let trace = read(&text, settings);
        if verdict == "error" {
            assert_eq!((trace.summary().events, exit_code), (0, "2"), "{file}");
            continue;
        }
        let mut report = Report::new("consensus");
        trace.report(&Source::File(path), &mut report);
        let finding = &report.findings()[0];
        let (kind, code, expected_exit_code) = match verdict.split_once(' ') {
            None => (VerdictKind::HoldsWithinBounds, "AP400", "0"),
            Some(("violated", code)) => (VerdictKind::Violated, code, "1"),
            Some((_, code)) => (VerdictKind::Unknown, code, "3"),
        };
        let found = (finding.verdict().kind(), finding.code().to_string(), exit_code);
        assert_eq!(found, (kind, code.to_owned(), expected_exit_code), "{file} {flags}");
        if law != "-" {
            let expected = format!("law {law} is broken in line {line}:");
            assert!(finding.title().starts_with(&expected), "{file}: {}", finding.title());
        } else if kind == VerdictKind::Unknown {
            let problems = trace.summary().problems.iter();
            let named: Vec<String> = problems.map(|(line, _)| line.to_string()).collect();
            let lines: Vec<&str> = line.trim_matches(['(', ')']).split(", ").collect();
            assert!(
                named == lines || format!("{finding:?}").contains(lines[0]),
                "{file}: {named:?}"
            );
        }
    }
}

#[test]
fn values_are_compared_as_json() {
    let short = r#"{"event":"add","round":1,"value":{"a":1,"b":[2]}}; {"event":"add","round":2,"parent":1,"value":{ "b": [ 2 ], "a": 1 }}; {"event":"add","round":3,"parent":2,"value":{"a":1,"b":[3]}}"#;
    let (_, title) = check(short, Version::SingleDecree);
    assert!(title.starts_with("law P3a is broken in line 3"), "{title}");
}

/// The same number can be written in several ways; what is close to it is another one.
#[test]
fn numbers_are_compared_as_numbers() {
    for (one, other, equal) in [
        ("1", "1.0", true),
        ("0", "-0.0", true),
        ("2.50", "2.5", true),
        ("[1.0]", "[1]", true),
        (r#"{"a": 10}"#, r#"{"a": 10.0}"#, true),
        ("1", "10e-1", true),
        ("15E+2", "1500", true),
        (r#"{"a": [1e2, "\u0061"]}"#, r#"{"a": [100.0, "a"]}"#, true),
        ("10", "1", false),
        ("1e2", "-1e2", false),
        ("0.1", "0.10000000000000000000001", false),
        (r#"{"a": 18446744073709551617}"#, r#"{"a": 18446744073709551618}"#, false),
        ("100", "1.00", false),
        ("9007199254740993", "9007199254740992", false),
        ("\"1.0\"", "\"1\"", false),
    ] {
        let text = format!(
            "{{\"event\":\"add\",\"round\":1,\"value\":{one}}}; \
             {{\"event\":\"add\",\"round\":2,\"parent\":1,\"value\":{other}}}"
        );
        let (verdict, title) = check(&text, Version::SingleDecree);
        assert_eq!(verdict == VerdictKind::HoldsWithinBounds, equal, "{one} {other}: {title}");
    }
}

/// A commit may say what is decided. If the round has added something else, two lines contradict
/// each other, and there is no verdict.
#[test]
fn a_commit_that_says_otherwise_leaves_no_verdict() {
    for (value, verdict) in [
        (r#""a""#, VerdictKind::HoldsWithinBounds),
        ("\"\\u0061\"", VerdictKind::HoldsWithinBounds),
        (r#""b""#, VerdictKind::Unknown),
    ] {
        let commit = format!(r#"{{"event": "commit", "round": 1, "value": {value}}}"#);
        let trace = read(&lines(&format!("add 1 a; {commit}")), Settings::default());
        let mut report = Report::new("consensus");
        trace.report(&Source::Stream, &mut report);
        assert_eq!(report.summary().verdict, verdict, "{value}");
    }
}

#[test]
fn what_is_not_an_event_is_named_and_leaves_no_verdict() {
    for (bad, reason) in [
        ("hello", "an event is an object"),
        (r#"{"event": "add", "round": 2"#, "EOF while parsing an object, at column 27"),
        (r#"{"event": "vote", "round": 2}"#, "unknown variant `vote`, expected `add` or `commit`"),
        (r#"{"round": 2}"#, "missing field `event`"),
        (r#"{"event": "add"}"#, "missing field `round`"),
        (r#"{"event": "add", "round": -1}"#, "invalid type: integer `-1`, expected a round"),
        (r#"{"event": "add", "round": 1.5}"#, "invalid type: floating point `1.5`"),
        (r#"{"event": "add", "round": 0}"#, "the root is no round"),
        (r#"{"event": "add", "round": [1]}"#, "invalid length 1"),
        (r#"{"event": "add", "round": [1, 2, 3]}"#, "invalid length 3"),
        (r#"{"event": "add", "round": [1, 18446744073709551615]}"#, "the index is too great"),
        (r#"{"event": "add", "round": [2, 1], "parent": 1}"#, "are written differently"),
        (r#"{"event": "add", "round": [2, 1]}"#, "rounds are numbers in some lines"),
        (r#"{"event": "add", "event": "add", "round": 3}"#, "duplicate field `event`"),
        (
            r#"{"event": "add", "round": 3, "instance": 1.5}"#,
            "expected an instance: a whole number",
        ),
        (r#"["add", null, 1]"#, "an event is an object"),
    ] {
        let text = lines(&format!("add 1 a; {bad}"));
        let trace = read(&text, Settings::default());
        let (line, problem) = &trace.summary().problems[0];
        assert_eq!(*line, 2);
        assert!(problem.to_string().contains(reason), "{bad}: {problem}");
        let mut report = Report::new("consensus");
        trace.report(&Source::Stream, &mut report);
        assert_eq!(report.summary().verdict, VerdictKind::Unknown, "{bad}");
    }
}

/// What seems to be missing may stand in a line that could not be read; a file may begin with
/// a mark of its byte order.
#[test]
fn a_line_that_is_not_read_breaks_no_law() {
    for (text, verdict) in [
        ("{\n{\"event\": \"commit\", \"round\": 1}\n", VerdictKind::Unknown),
        ("{\n{\"event\": \"add\", \"round\": 2, \"parent\": 1}\n", VerdictKind::Unknown),
        ("{\"event\": \"commit\", \"round\": 1}\n{\n", VerdictKind::Violated),
        ("\u{feff}{\"event\": \"add\", \"round\": 1}\r\n", VerdictKind::HoldsWithinBounds),
    ] {
        let mut report = Report::new("consensus");
        read(text, Settings::default()).report(&Source::Stream, &mut report);
        assert_eq!(report.summary().verdict, verdict, "{text}");
    }
}

/// What is not in the tree because it broke a law is not missing: what continues or commits it
/// breaks no law of its own.
#[test]
fn what_follows_from_a_broken_law_is_not_counted() {
    for (short, violations) in [
        ("add 1 a; commit 1; add 3 b; commit 3; add 4 b 3", 1),
        ("add 2 a 1; add 3 a 2; commit 3", 1),
        ("add 1 a; commit 1; add 3 b; commit 3; add 2 b", 2),
        ("add 1 a; add 1 a; commit 2", 2),
        ("commit 1; commit 2", 2),
    ] {
        let trace = read(&lines(short), Settings::default());
        assert_eq!(trace.summary().violations, violations, "{short}");
        let mut report = Report::new("consensus");
        trace.report(&Source::Stream, &mut report);
        let verdicts = report.findings().iter().map(|finding| finding.verdict().kind());
        assert!(verdicts.into_iter().all(|it| it == VerdictKind::Violated), "{short}");
    }
}

#[test]
fn a_line_without_end_is_not_kept() {
    let text = format!("{}\n{}", "x".repeat(3 << 20), lines("add 1 a"));
    let trace = read(&text, Settings::default());
    assert_eq!((trace.summary().malformed, trace.summary().events), (1, 1));
    assert_eq!(trace.summary().problems[0].1.to_string(), "it is longer than 1048576 bytes");
}

#[test]
fn garbage_is_not_a_panic() {
    proptest!(|(bytes in prop::collection::vec(any::<u8>(), 0..200))| {
        let mut trace = Trace::new(Settings::default());
        trace.read(&bytes[..], &|_| ()).expect("bytes can be read");
    });
}

#[test]
fn a_forgotten_round_leaves_no_verdict() {
    let mut short: String =
        (1..200).map(|r| format!("add {r} a {}; commit {r}; ", r - 1)).collect();
    short.push_str("add 200 a 3");
    let settings = Settings { remember: 50, version: Version::SingleDecree, ..Settings::default() };
    let trace = read(&lines(&short), settings);
    assert_eq!((trace.summary().violations, trace.summary().forgotten), (0, 1));
    assert!(trace.remembered() <= 50);
    let mut report = Report::new("consensus");
    trace.report(&Source::Stream, &mut report);
    assert_eq!(report.summary().verdict, VerdictKind::Unknown);
    // With all of it in mind, the answer is clear.
    let settings = Settings { version: Version::SingleDecree, ..Settings::default() };
    assert_eq!(read(&lines(&short), settings).summary().violations, 1);
}

#[test]
fn memory_is_bounded_with_many_instances() {
    let short: String =
        (1..5000).map(|i| format!("{i}: add 1 a; {i}: commit 1; ")).collect::<String>()
            + "1: add 2 a 1";
    let trace = read(&lines(&short), Settings { remember: 100, ..Settings::default() });
    assert!(trace.remembered() <= 100);
    assert_eq!((trace.summary().violations, trace.summary().forgotten), (0, 1));
    // A tree without a name beside the others changes nothing.
    let trace = read(&lines(&format!("add 1 a; {short}")), trace.settings().to_owned());
    assert!(trace.remembered() <= 100);
}

/// An event of a random trace: the instance, whether it adds, the round, the value, the parent.
type Random = (u8, bool, u8, u8, u8);

fn random_line(&(instance, adds, round, value, parent): &Random) -> String {
    match adds {
        true => format!("{instance}: add {round} {value} {parent}"),
        false => format!("{instance}: commit {round}"),
    }
}

proptest! {
    /// Who forgets judges fewer events, and those that it judges no differently; and it never
    /// calls a trace lawful that is not.
    #[test]
    fn forgetting_is_sound(
        events in prop::collection::vec((0..3_u8, any::<bool>(), 1..40_u8, 0..2_u8, 0..40_u8), 1..300),
        remember in 1..80_usize,
    ) {
        // Without what breaks a law, so that both know the same past.
        let mut kept: Vec<String> = Vec::new();
        for event in &events {
            let with = [kept.clone(), vec![random_line(event)]].concat();
            if read(&lines(&with.join("; ")), Settings::default()).summary().violations == 0 {
                kept = with;
            }
        }
        let forgetful = Settings { remember, ..Settings::default() };
        let summary = read(&lines(&kept.join("; ")), forgetful).summary().clone();
        prop_assert_eq!(summary.violations, 0, "{:?}", kept);
        // One more event, lawful or not.
        for event in &events {
            let text = lines(&[kept.join("; "), random_line(event)].join("; "));
            let whole = read(&text, Settings::default()).summary().violations;
            let part = read(&text, forgetful).summary().clone();
            prop_assert!(part.violations == whole || part.forgotten > 0);
            prop_assert!(part.violations <= whole);
        }
    }
}
