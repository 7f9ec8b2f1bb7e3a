//! The embedded store: what is kept, what is refused, and what a crash leaves.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use aplomb_store::{
    Arrival, Commit, Embedded, Partition, Store, StoreError, Violation, read_events, recording_file,
};

fn event(id: &str) -> Arrival {
    let text = format!("{{\"id\":\"{id}\"}}").into_bytes().into();
    Arrival { id: Some(id.into()), text, ..Arrival::default() }
}

fn events(ids: &[&str]) -> Vec<Arrival> {
    ids.iter().map(|id| event(id)).collect()
}

fn texts(store: &Embedded, from: u64) -> Vec<String> {
    let text = |it: aplomb_store::Stored| String::from_utf8(it.text.into()).unwrap();
    store.read(from).unwrap().map(|stored| text(stored.unwrap())).collect()
}

/// The files of the log.
fn segments(store: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(store.join("events")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn duplicates_are_kept_once_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(4000);
    for expected in [vec![true, true, false, true], vec![false; 4]] {
        let store = Embedded::open(folder.path()).unwrap();
        let appended = store.append(&events(&["a", "b", "a", &long])).unwrap();
        assert_eq!(appended.fresh, expected);
        assert_eq!(store.end(), 3);
    }
    let store = Embedded::open(folder.path()).unwrap();
    let nameless = Arrival { text: (*b"{}").into(), ..Arrival::default() };
    let appended = store.append(&[nameless.clone(), nameless]).unwrap();
    assert_eq!(appended.fresh, [true, true], "events without an id are always new");
    assert_eq!(texts(&store, 3), ["{}", "{}"]);
}

#[test]
fn different_events_with_one_id_are_seen_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let other = |id: &str| Arrival { text: (*b"{\"other\":1}").into(), ..event(id) };
    let store = Embedded::open(folder.path()).unwrap();
    let appended = store.append(&[event("a"), event("a"), other("a"), event("b")]).unwrap();
    assert_eq!(appended.fresh, [true, false, false, true]);
    assert_eq!(appended.contradicting, [2], "within what comes together");
    drop(store);
    let store = Embedded::open(folder.path()).unwrap();
    let appended = store.append(&[event("a"), other("b"), other("c")]).unwrap();
    assert_eq!(appended.fresh, [false, false, true]);
    assert_eq!(appended.contradicting, [1]);
    assert_eq!(store.end(), 3, "the first one counts");
}

#[test]
fn a_log_is_read_while_it_grows() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path()).unwrap();
    store.append(&events(&["a"])).unwrap();
    assert_eq!(read_events(folder.path()).unwrap().count(), 1);
    store.append(&events(&["b", "c"])).unwrap();
    let read: Vec<_> = read_events(folder.path()).unwrap().map(Result::unwrap).collect();
    assert_eq!(read.iter().map(|it| it.position).collect::<Vec<_>>(), [0, 1, 2]);
    let nothing = tempfile::tempdir().unwrap();
    assert!(matches!(read_events(nothing.path()), Err(StoreError::NoStore { .. })));
}

#[test]
fn one_process_writes_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let _store = Embedded::open(folder.path()).unwrap();
    let second = Embedded::open(folder.path());
    assert!(matches!(second, Err(StoreError::InUse { .. })), "{second:?}");
}

#[test]
fn a_log_that_is_shorter_than_what_was_accepted_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path()).unwrap();
    store.append(&events(&["a", "b"])).unwrap();
    drop(store);
    let segment = segments(folder.path()).remove(0);
    let whole = fs::read(&segment).unwrap();
    fs::write(&segment, &whole[..whole.len() - 1]).unwrap();
    let error = Embedded::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("damaged at byte 0") && error.contains("truncate"), "{error}");
    // Who only reads does not know what was accepted.
    let read: Vec<_> = read_events(folder.path()).unwrap().collect();
    assert!(matches!(read[..], [Err(StoreError::Unfinished { at: 0, .. })]), "{read:?}");
    let mut late = fs::OpenOptions::new().append(true).open(&segment).unwrap();
    let last = *whole.last().unwrap();
    let writer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        late.write_all(&[last]).unwrap();
    });
    let read = read_events(folder.path()).unwrap().map(Result::unwrap).count();
    assert_eq!(read, 2, "who is writing is waited for");
    writer.join().unwrap();
    fs::write(&segment, whole).unwrap();
    assert_eq!(Embedded::open(folder.path()).unwrap().end(), 2);
}

#[test]
fn a_commit_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path()).unwrap();
    store.append(&events(&["a", "b"])).unwrap();
    let violation = |id: &str, found| Violation { id: id.into(), found, text: b"seen".into() };
    let commit = Commit {
        position: Some(2),
        state: vec![(b"k".into(), Some(b"1".into())), (b"gone".into(), Some(b"1".into()))],
        violations: vec![violation("early", -5), violation("late", 10)],
        notices: vec![b"one".into(), b"two".into()],
    };
    store.commit(&commit).unwrap();
    store.commit(&Commit { state: vec![(b"gone".into(), None)], ..Commit::default() }).unwrap();
    drop(store);
    let store = Embedded::open(folder.path()).unwrap();
    let state = store.state().unwrap();
    assert_eq!((state.position, state.entries), (2, vec![(b"k".to_vec(), b"1".to_vec())]));
    let found = |before| -> Vec<String> {
        store.violations(before, 10).unwrap().into_iter().map(|it| it.id).collect()
    };
    assert_eq!(found(i64::MAX), ["late", "early"]);
    assert_eq!(found(10), ["early"]);
    assert_eq!(store.violation("late").unwrap(), Some(violation("late", 10)));
    let notices = store.notices(10).unwrap();
    assert_eq!(notices.iter().map(|it| &*it.text).collect::<Vec<_>>(), [b"one", b"two"]);
    store.delivered(notices[0].number).unwrap();
    assert_eq!(store.notices(10).unwrap(), notices[1..]);
}

/// Many violations are found in one moment; going through them page by page meets each once.
#[test]
fn pages_of_violations_leave_out_none() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path()).unwrap();
    let violation = |number: i64| Violation {
        id: format!("v{number}"),
        found: number / 7,
        text: b"seen".into(),
    };
    let violations: Vec<Violation> = (0..50).map(violation).collect();
    store.commit(&Commit { violations, ..Commit::default() }).unwrap();
    for most in [1, 3, 7, 8, 60] {
        let (mut met, mut before) = (Vec::new(), i64::MAX);
        loop {
            let page = store.violations(before, most).unwrap();
            let Some(last) = page.last() else { break };
            before = last.found;
            met.extend(page.into_iter().map(|it| it.id));
        }
        let different: std::collections::BTreeSet<&String> = met.iter().collect();
        assert_eq!((met.len(), different.len()), (50, 50), "{most} on a page");
    }
}

#[test]
fn keys_of_the_state_may_have_any_length() {
    let folder = tempfile::tempdir().unwrap();
    let key = |length: usize, last: u8| {
        let mut key = vec![b'k'; length];
        key.push(last);
        key
    };
    let keys = [key(10, 0), key(65_534, 0), key(65_535, 0), key(65_535, 1), key(3_000_000, 0)];
    let commit = |state| Commit { state, ..Commit::default() };
    let kept = |store: &Embedded| {
        let mut entries = Partition::state(store).unwrap().entries;
        entries.sort();
        entries
    };
    let store = Embedded::open(folder.path()).unwrap();
    let state = keys.iter().map(|key| (key.clone(), Some(key.len().to_string().into_bytes())));
    store.commit(&commit(state.collect())).unwrap();
    drop(store);
    let store = Embedded::open(folder.path()).unwrap();
    let mut expected: Vec<(Vec<u8>, Vec<u8>)> =
        keys.iter().map(|key| (key.clone(), key.len().to_string().into_bytes())).collect();
    expected.sort();
    assert!(kept(&store) == expected, "everything is there");
    store.commit(&commit(keys.iter().map(|key| (key.clone(), None)).collect())).unwrap();
    assert!(kept(&store).is_empty(), "everything is deleted");
}

#[test]
fn recordings_are_files_whatever_the_invocation_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path()).unwrap();
    let long = "i".repeat(3000);
    let names = ["7f3c", "../../etc/passwd", "a/b", "a_b", "", ".", long.as_str()];
    for name in names {
        store.keep_recording(name, name).unwrap();
    }
    for name in names {
        assert_eq!(store.recording(name).unwrap().as_deref(), Some(name));
        let file = recording_file(folder.path(), name);
        assert_eq!(file.parent(), Some(folder.path().join("recordings").as_path()));
    }
    assert_eq!(store.recording("unknown").unwrap(), None);
}

#[test]
fn what_is_old_and_checked_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let store = Embedded::open(folder.path()).unwrap();
    // Three segments: a segment is closed when it is longer than 16 MiB.
    let large = |id: &str| {
        let text = format!("{{\"id\":\"{id}\",\"name\":\"{}\"}}", "x".repeat(17 << 20));
        let text = text.into_bytes().into();
        [Arrival { id: Some(id.into()), text, ..Arrival::default() }]
    };
    for id in ["a", "b", "c"] {
        store.append(&large(id)).unwrap();
    }
    store.keep_recording("i", "text").unwrap();
    let later = SystemTime::now() + Duration::from_secs(60);
    let earlier = SystemTime::now() - Duration::from_secs(60);
    assert_eq!(store.forget(earlier).unwrap(), 0);
    assert_eq!(store.forget(later).unwrap(), 0, "nothing was checked yet");
    store.commit(&Commit { position: Some(1), ..Commit::default() }).unwrap();
    assert_eq!(store.forget(later).unwrap(), 1);
    assert_eq!(store.recording("i").unwrap(), None);
    assert_eq!(segments(folder.path()).len(), 2);
    assert_eq!(store.read(0).unwrap().map(|it| it.unwrap().position).collect::<Vec<_>>(), [1, 2]);
    drop(store);
    let store = Embedded::open(folder.path()).unwrap();
    assert_eq!(store.append(&events(&["a", "b"])).unwrap().fresh, [true, false]);
}
