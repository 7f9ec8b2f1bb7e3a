//! Proofs, traces and runs of libraries, as users ask for them: what is said, and the exit code.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn place() -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("consensus-proofs");
    fs::create_dir_all(&place).expect("a folder");
    place
}

/// Runs `aplomb consensus`, with a text on standard input: the exit code, and all that is said.
fn consensus(arguments: &str, input: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aplomb"))
        .arg("consensus")
        .args(arguments.split_whitespace())
        .current_dir(place())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    (output.status.code().expect("no signal"), said)
}

#[test]
fn questions_are_answered() {
    for (arguments, code, part) in [
        ("prove paxos", 0, "every execution keeps the laws of the quorum tree"),
        ("prove multi-paxos --quiet", 0, ""),
        ("prove paxos --without quorum-intersection", 1, "law P4 is broken"),
        ("prove paxos --mutant decides-on-joins", 1, "law P2 is broken"),
        ("prove multi-paxos --without JOIN.report", 1, "law P4 is broken"),
        ("prove multi-paxos --without VOTE.promise", 3, "not proved: LEFT after VOTE"),
        ("prove paxos --steps 1", 3, "Z3 does not decide it within 1 steps"),
        ("prove paxos --steps 0", 2, "0 is not in 1.."),
        ("paxos --mutant amnesia --quiet", 1, "violated[AP405]"),
        ("paxos --mutant amnesia --decisions-only --quiet", 1, "violated[AP406]"),
        ("paxos --mutant amnesia --decisions-only", 1, "amnesia --decisions-only --schedule"),
        ("--trace - --processes 3", 2, "cannot be used with"),
        ("--trace - --mutant amnesia", 2, "cannot be used with"),
        ("--trace - --state-limit 3", 2, "cannot be used with"),
        ("--trace - --schedule 0", 2, "cannot be used with"),
        ("paxos --single-decree", 2, "cannot be used with"),
        ("paxos --remember 5", 2, "cannot be used with"),
        ("--limit 5", 2, "--trace <FILE>"),
        ("prove quorum-tree --mutant highest-committed-only", 3, "not proved: LIVE after ADD"),
        ("prove viewstamped", 2, "`viewstamped` cannot be proved; there are paxos, "),
        ("prove paxos --without lock", 2, "paxos has no rule `lock`; there are "),
        ("prove paxos --mutant lock", 2, "there are decides-on-joins, amnesia"),
        ("prove hotstuff --mutant lock", 2, "hotstuff has no mutants to choose from"),
        ("implementation raft --runs 5", 3, "all keep the laws of the quorum tree"),
        ("implementation omnipaxos --runs 5", 3, "all keep the laws of the quorum tree"),
        ("implementation raft --runs 1 --steps 3", 3, "nothing was decided"),
        ("implementation raft --runs 20 --nodes 4 --bug split-membership", 1, "law P1 is broken"),
        ("implementation raft --bug split-membership", 2, "needs --nodes 4 or more"),
        ("implementation zab", 2, "invalid value 'zab'"),
        ("--trace nowhere.jsonl", 2, "cannot read nowhere.jsonl"),
    ] {
        let (given, said) = consensus(arguments, "");
        assert_eq!(given, code, "{arguments}: {said}");
        assert!(said.contains(part), "{arguments}: {said}");
    }
}

#[test]
fn traces_are_judged_from_files_and_from_standard_input() {
    let good =
        "{\"event\": \"add\", \"round\": 1, \"value\": 7}\n{\"event\": \"commit\", \"round\": 1}\n";
    let bad = format!("{good}{{\"event\": \"add\", \"round\": 2, \"value\": 8}}\n");
    for (text, code, part) in [
        (good.to_owned(), 0, "every event keeps the laws"),
        (bad, 1, "law P4 is broken in line 3"),
        (format!("{good}{{\n"), 3, "line 3 is not an event"),
        (
            "hello\n".to_owned(),
            2,
            "has no events of the quorum tree; line 1: an event is an object",
        ),
        (String::new(), 2, "has no events of the quorum tree"),
    ] {
        fs::write(place().join("run.jsonl"), &text).expect("a file can be written");
        for (arguments, input) in [("--trace run.jsonl", ""), ("--trace -", text.as_str())] {
            let (given, said) = consensus(arguments, input);
            assert_eq!(given, code, "{arguments}: {said}");
            assert!(said.contains(part), "{arguments}: {said}");
        }
    }
}

/// The command in a witness makes the same run again.
#[test]
fn a_failing_run_is_made_again_from_its_seed() {
    let bug = "implementation raft --runs 300 --campaigns 40 --restarts 20 --bug loses-last-entry";
    let (code, said) = consensus(bug, "");
    assert_eq!(code, 1, "{said}");
    let again = said.lines().find_map(|line| line.split_once("to see it again: aplomb consensus "));
    let (_, again) = again.expect("a command");
    let (code, repeated) = consensus(again, "");
    assert_eq!(code, 1, "{repeated}");
    let story = |text: &str| text.lines().take(12).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(story(&said), story(&repeated));
}
