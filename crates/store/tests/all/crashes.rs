//! A process that is killed, and a disk that is full.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use aplomb_store::{Arrival, Commit, Embedded, Partition, Store, StoreError};

/// Says what the process that a test starts has to do.
const FOLDER: &str = "APLOMB_STORE_CHILD";

fn event(number: u64, padding: usize) -> Arrival {
    let text = format!("{{\"id\":\"{number}\",\"p\":\"{}\"}}", "x".repeat(padding));
    Arrival {
        id: Some(number.to_string().into()),
        text: text.into_bytes().into(),
        ..Arrival::default()
    }
}

/// Runs a test of this file as a process of its own.
fn child(test: &str, folder: &Path, limit: Option<u32>) -> Child {
    let program = std::env::current_exe().unwrap();
    let arguments = [test, "--exact", "--ignored", "--nocapture"];
    let mut command = match limit {
        None => Command::new(program),
        // A file that must not grow beyond this is a small disk; the tables need 64 MiB.
        Some(kilobytes) => {
            let mut command = Command::new("bash");
            let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"");
            command.args(["-c", &script, "bash"]).arg(program);
            command
        }
    };
    command.args(arguments).env(FOLDER, folder).stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
#[ignore = "a process that another test starts"]
fn append_until_killed() {
    let folder = std::env::var_os(FOLDER).expect("started by the test");
    let store = Embedded::open(Path::new(&folder)).unwrap();
    let mut stdout = std::io::stdout().lock();
    for number in store.end().. {
        // Each event comes twice, as from a client that was not answered.
        store.append(&[event(number, 100), event(number.saturating_sub(1), 100)]).unwrap();
        writeln!(stdout, "\nacknowledged {number}").unwrap();
        if number % 10 == 9 {
            let state = vec![(b"sum".to_vec(), Some(number.to_string().into_bytes()))];
            let commit = Commit { position: Some(number + 1), state, ..Commit::default() };
            store.commit(&commit).unwrap();
        }
    }
}

#[test]
fn a_kill_at_any_moment_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let kills =
        std::env::var("APLOMB_STORE_KILLS").ok().and_then(|it| it.parse().ok()).unwrap_or(8);
    let mut acknowledged: Option<u64> = None;
    for kill in 0..kills {
        let mut process = child("crashes::append_until_killed", folder.path(), None);
        std::thread::sleep(Duration::from_millis(60 + 37 * kill % 200));
        process.kill().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        for line in output.lines() {
            let number = line.unwrap().strip_prefix("acknowledged ").and_then(|it| it.parse().ok());
            acknowledged = acknowledged.max(number);
        }
        process.wait().unwrap();
        let store = Embedded::open(folder.path()).unwrap();
        let mut seen: BTreeMap<u64, u64> = BTreeMap::new();
        for stored in store.read(0).unwrap() {
            let stored = stored.unwrap();
            let text = String::from_utf8(stored.text.into()).unwrap();
            let number = text.split('"').nth(3).unwrap().parse().unwrap();
            assert_eq!(seen.insert(number, stored.position), None, "{number} is there twice");
        }
        assert!(seen.iter().all(|(number, position)| number == position));
        assert!(seen.last_key_value().map(|(last, _)| *last) >= acknowledged);
        let state = store.state().unwrap();
        let sum = state.entries.first().map(|(_, sum)| String::from_utf8(sum.clone()).unwrap());
        let expected = state.position.checked_sub(1).map(|last| last.to_string());
        assert_eq!(sum, expected, "the position and the state belong together");
    }
    assert!(acknowledged > Some(5), "the processes did something: {acknowledged:?}");
}

#[test]
#[ignore = "a process that another test starts"]
fn append_until_full() {
    let folder = std::env::var_os(FOLDER).expect("started by the test");
    let store = Embedded::open(Path::new(&folder)).unwrap();
    let mut stdout = std::io::stdout().lock();
    for number in 0..4 {
        store.append(&[event(number, 100)]).unwrap();
    }
    let error = store.append(&[event(4, 80_000_000)]).unwrap_err();
    assert!(error.may_pass() && matches!(error, StoreError::Full { .. }), "{error:?}");
    // Smaller ones still fit.
    store.append(&[event(4, 100)]).unwrap();
    writeln!(stdout, "\nfull").unwrap();
}

#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = child("crashes::append_until_full", folder.path(), Some(66 << 10))
        .wait_with_output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    assert!(output.contains("\nfull\n"), "{output}");
    let store = Embedded::open(folder.path()).unwrap();
    assert_eq!(store.end(), 5);
    assert_eq!(store.read(0).unwrap().filter(Result::is_ok).count(), 5);
}
