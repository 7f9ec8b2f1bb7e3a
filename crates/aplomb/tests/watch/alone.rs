//! One process, with a store in a folder.

use std::{
    fs,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use serde_json::json;

use super::{
    Watch, agent, aplomb, audit, await_violations, events_of, folder_with_property, kills, now,
    send, undisturbed, violations,
};

#[test]
fn kills_change_no_verdict() {
    let kills = kills();
    let folder = folder_with_property();
    // The process may be away for a while when the machine is busy.
    let options = ["--store", "store", "--delay", "0.2", "--lateness", "60"];
    let mut watch = Watch::start(folder.path(), "127.0.0.1:0", &options);
    let address = watch.address.clone();
    let (sent, done, users) = (Mutex::new(Vec::new()), AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let agent = agent();
                while !done.load(SeqCst) {
                    let events = events_of(users.fetch_add(1, SeqCst));
                    // Each event comes twice, as from clients that are impatient.
                    send(&agent, std::slice::from_ref(&address), &events);
                    send(&agent, std::slice::from_ref(&address), &events[2..]);
                    sent.lock().unwrap().extend(events);
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
        for kill in 0..kills {
            // Something has come in since the last kill, however busy the machine is.
            let before = users.load(SeqCst);
            while users.load(SeqCst) < before + 8 {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(61 * kill as u64 % 200));
            watch.kill();
            watch = Watch::start(folder.path(), &address, &options);
        }
        std::thread::sleep(Duration::from_millis(200));
        done.store(true, SeqCst);
    });
    let sent = sent.into_inner().unwrap();
    let expected = undisturbed(&sent);
    assert!(expected.len() >= kills, "{} violations", expected.len());
    await_violations(&address, &expected, Duration::from_secs(30));
    audit(folder.path(), "store", sent.len(), &expected);
    // What was found before the last kill is not found again.
    assert!(matches!(watch.end(), Some(0 | 1)));
}

#[test]
fn events_are_read_from_files_that_grow_and_recordings_are_replayed_from_the_store() {
    let folder = folder_with_property();
    let log = folder.path().join("log.ndjson");
    let line = |user: &str| {
        format!(
            "{{\"name\":\"PROCESSED\",\"params\":{{\"user\":\"{user}\"}},\"time\":{}}}\n",
            now()
        )
    };
    fs::write(&log, format!("{}not an event\n", line("ada"))).unwrap();
    let options = ["--store", "store", "--delay", "0.05", "--read", "log.ndjson"];
    let agent = agent();
    let users = |count: usize, address: &str| {
        let start = Instant::now();
        loop {
            let found = violations(&agent, address).unwrap_or_default();
            if found.len() >= count {
                return found.into_keys().collect::<Vec<_>>();
            }
            assert!(start.elapsed() < Duration::from_secs(30), "{found:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let watch = Watch::start(folder.path(), "127.0.0.1:0", &options);
    assert_eq!(users(1, &watch.address), ["ada"]);
    let mut more = fs::OpenOptions::new().append(true).open(&log).unwrap();
    std::io::Write::write_all(&mut more, line("bob").as_bytes()).unwrap();
    assert_eq!(users(2, &watch.address), ["ada", "bob"]);

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/replay");
    let recording = fs::read_to_string(root.join("7f3c.recording")).unwrap();
    agent.post(format!("http://{}/v1/recordings/7f3c", watch.address)).send(&recording).unwrap();
    let mut replay = aplomb();
    replay.args(["replay", "7f3c", "--store", "store", "--root"]).arg(&root);
    let replay = replay.current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8_lossy(&replay.stdout).into_owned();
    assert!(text.starts_with("placeOrder 7f3c does the same again"), "{text} {replay:?}");
    assert_eq!(watch.end(), Some(1), "two users are violated");

    // The file is read again, and nothing is new.
    let watch = Watch::start(folder.path(), "127.0.0.1:0", &options);
    assert_eq!(users(2, &watch.address).len(), 2);
    std::thread::sleep(Duration::from_millis(300));
    let metrics = agent.get(format!("http://{}/metrics", watch.address)).call().unwrap();
    let metrics = metrics.into_body().read_to_string().unwrap();
    assert!(metrics.contains("aplomb_events_accepted_total 0"), "{metrics}");
    assert!(metrics.contains("aplomb_events_contradicting_total 0"), "{metrics}");

    // Another event with an id that is known is not the same again: it is left out, which leaves
    // a doubt.
    let event = |user: &str| json!({"id": "one", "name": "CONSENT", "params": {"user": user}, "time": now()});
    for user in ["eve", "eve again"] {
        agent
            .post(format!("http://{}/v1/events", watch.address))
            .send(&event(user).to_string())
            .unwrap();
    }
    let metrics = agent.get(format!("http://{}/metrics", watch.address)).call().unwrap();
    let metrics = metrics.into_body().read_to_string().unwrap();
    assert!(metrics.contains("aplomb_events_contradicting_total 1"), "{metrics}");
    assert_eq!(watch.end(), Some(3), "nothing new is violated, and an event was left out");

    // An event that the property cannot judge leaves a doubt.
    let watch = Watch::start(folder.path(), "127.0.0.1:0", &options);
    let nobody = json!({"name": "PROCESSED", "params": {}, "time": now()}).to_string();
    agent.post(format!("http://{}/v1/events", watch.address)).send(&nobody).unwrap();
    assert_eq!(watch.end(), Some(3), "an event is not checked");
}

#[test]
fn what_cannot_be_watched_is_said_and_the_exit_code_is_2() {
    let folder = folder_with_property();
    fs::write(folder.path().join("wrong.yaml"), "name: x").unwrap();
    for (arguments, said) in [
        (&["--properties", "wrong.yaml"][..], "wrong.yaml"),
        (&["--properties", "consent.yaml", "--listen", "0.0.0.0:0"], "a token is needed"),
        (&["--properties", "consent.yaml", "--delay", "soon"], "--delay is not a length of time"),
        (&["--properties", "consent.yaml", "--webhook", "nowhere"], "is not an address"),
        (&["--properties", "consent.yaml", "--largest-body", "0"], "'--largest-body <MIB>'"),
        (&["--properties", "consent.yaml", "--retention", "0"], "write a number above 0"),
        (&["--properties", "consent.yaml", "--retention", "nan"], "write a number above 0"),
        (&["--properties", "consent.yaml", "--time-to-live", "0"], "write a number above 0"),
        (&["--properties", "consent.yaml", "--partitions", "3"], "cannot be used with"),
        (&["--properties", "consent.yaml", "--format", "sarif"], "does not write sarif"),
        (
            &["--properties", "consent.yaml", "--tls-certificate", "no.pem", "--tls-key", "no.pem"],
            "no.pem",
        ),
    ] {
        let mut command = aplomb();
        command.arg("watch").args(arguments).args(["--store", "other"]);
        if !arguments.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let output =
            command.current_dir(folder.path()).env_remove("APLOMB_TOKEN").output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
