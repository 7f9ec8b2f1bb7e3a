//! `aplomb watch` as a process: it is killed while events come in, and gives the verdicts of
//! an undisturbed run; `aplomb audit` and `aplomb replay` read its store meanwhile.
//!
//! `APLOMB_WATCH_KILLS=100 cargo test -p aplomb --test watch` kills more often.

#![cfg(feature = "server")]

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use aplomb_monitor::{Event, Monitor, PropertyFile, Settings, Verdict};
use serde_json::{Value, json};

const CONSENT: &str = "
name: consent
quantifiedVariables: [user]
stateMachine:
  CONSENT: {params: [user], INITIAL: {to: consented}}
  REVOKED: {params: [user], consented: {to: INITIAL}}
  PROCESSED: {params: [user], INITIAL: {to: FAILURE}, consented: {to: SUCCESS, continue: true}}
";

fn aplomb() -> Command {
    Command::new(env!("CARGO_BIN_EXE_aplomb"))
}

/// A server in a process of its own.
struct Watch {
    process: Child,
    address: String,
}

impl Watch {
    fn start(folder: &Path, listen: &str, more: &[&str]) -> Watch {
        let mut command = aplomb();
        command.args(["watch", "--properties", "consent.yaml", "--store", "store", "--listen"]);
        command.arg(listen).args(more).current_dir(folder).env_remove("APLOMB_TOKEN");
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut stderr = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        stderr.read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("http://").unwrap_or_else(|| panic!("{line}")).1;
        let address = address.to_owned();
        // What it says later is for people.
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        Watch { process, address }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks it to end, and waits until it has.
    fn end(mut self) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert_eq!(self.process.wait().unwrap().code(), Some(0));
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(20)));
    ureq::Agent::new_with_config(config.build())
}

fn folder_with_property() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("consent.yaml"), CONSENT).unwrap();
    folder
}

fn violations(agent: &ureq::Agent, address: &str) -> Option<BTreeMap<String, Verdict>> {
    let text = agent.get(format!("http://{address}/v1/violations?limit=1000")).call().ok()?;
    let all: Value = serde_json::from_str(&text.into_body().read_to_string().ok()?).ok()?;
    let one = |it: &Value| {
        let verdict = serde_json::from_value(it["verdict"].clone()).unwrap();
        (it["instance"]["user"].as_str().unwrap().to_owned(), verdict)
    };
    Some(all["violations"].as_array().unwrap().iter().map(one).collect())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

/// Events of one user, in a few milliseconds: some users are violated, some possibly.
fn events_of(user: usize) -> Vec<Value> {
    let (start, gap) = (now(), if user.is_multiple_of(3) { 4 } else { 40 });
    let names = match user % 4 {
        0 => ["CONSENT", "PROCESSED", "REVOKED", "PROCESSED"],
        1 => ["CONSENT", "PROCESSED", "PROCESSED", "REVOKED"],
        2 => ["CONSENT", "REVOKED", "CONSENT", "PROCESSED"],
        _ => ["REVOKED", "CONSENT", "REVOKED", "PROCESSED"],
    };
    let event = |(index, name): (usize, &str)| {
        let id = format!("{user}-{index}");
        json!({
            "id": id, "name": name, "params": {"user": format!("user {user}")},
            "time": start - 200 + gap * index as i64, "invocation": id,
        })
    };
    names.into_iter().enumerate().map(event).collect()
}

/// Sends events until they are acknowledged.
fn send(agent: &ureq::Agent, address: &str, events: &[Value]) {
    let text: String = events.iter().map(|event| format!("{event}\n")).collect();
    let start = Instant::now();
    while agent.post(format!("http://{address}/v1/events")).send(&text).is_err() {
        assert!(start.elapsed() < Duration::from_secs(60), "nobody takes the events");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The verdicts of a monitor that nobody disturbs.
fn undisturbed(events: &[Value]) -> BTreeMap<String, Verdict> {
    let properties = PropertyFile::parse(CONSENT).unwrap().properties;
    let mut monitor = Monitor::new(properties, Settings::default());
    for event in events {
        monitor.observe(&Event::from_json(event.to_string().as_bytes()).unwrap()).unwrap();
    }
    let answers = monitor.finish().into_iter().filter(|answer| answer.verdict.is_violated());
    answers.map(|it| (it.instance["user"].as_str().unwrap().to_owned(), it.verdict)).collect()
}

#[test]
fn kills_change_no_verdict() {
    let kills = std::env::var("APLOMB_WATCH_KILLS").ok().and_then(|it| it.parse().ok());
    let kills: usize = kills.unwrap_or(3);
    let folder = folder_with_property();
    // The process may be away for a while when the machine is busy.
    let options = ["--delay", "0.2", "--lateness", "60"];
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
                    send(&agent, &address, &events);
                    send(&agent, &address, &events[2..]);
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
    let agent = agent();
    let start = Instant::now();
    let found = loop {
        let found = violations(&agent, &address).unwrap_or_default();
        if found == expected || start.elapsed() > Duration::from_secs(30) {
            break found;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    let missing: Vec<_> =
        expected.iter().filter(|(user, it)| found.get(*user) != Some(it)).collect();
    let wrong: Vec<_> = found.iter().filter(|(user, it)| expected.get(*user) != Some(it)).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "missing {missing:?}, wrong {wrong:?}");

    // An audit of the same events, while the server runs.
    let mut audit = aplomb();
    audit.args(["audit", "--properties", "consent.yaml", "store", "--format", "json"]);
    let audit = audit.current_dir(folder.path()).output().unwrap();
    let report: Value = serde_json::from_slice(&audit.stdout).unwrap();
    assert_eq!(report["data"]["events"], sent.len(), "each event is there once");
    let count = |verdict| expected.values().filter(|it| **it == verdict).count();
    let property = &report["data"]["properties"][0];
    assert_eq!(property["violated"], count(Verdict::Violated));
    assert_eq!(property["possiblyViolated"], count(Verdict::PossiblyViolated));
    watch.end();
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
    let options = ["--delay", "0.05", "--read", "log.ndjson"];
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
    watch.end();

    // The file is read again, and nothing is new.
    let watch = Watch::start(folder.path(), "127.0.0.1:0", &options);
    assert_eq!(users(2, &watch.address).len(), 2);
    std::thread::sleep(Duration::from_millis(300));
    let metrics = agent.get(format!("http://{}/metrics", watch.address)).call().unwrap();
    let metrics = metrics.into_body().read_to_string().unwrap();
    assert!(metrics.contains("aplomb_events_accepted_total 0"), "{metrics}");
    watch.end();
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
