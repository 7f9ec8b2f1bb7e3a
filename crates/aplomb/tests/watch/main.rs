//! `aplomb watch` as a process: it is killed while events come in, and gives the verdicts of
//! an undisturbed run; `aplomb audit` and `aplomb replay` read its store meanwhile.
//!
//! `APLOMB_WATCH_KILLS=100 cargo test -p aplomb --test watch` kills more often.

#![cfg(feature = "server")]

mod alone;
mod audit;
#[path = "../../../server/tests/all/support/broker.rs"]
mod broker;
mod recorded;
mod shared;

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
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
        command.args(["watch", "--properties", "consent.yaml", "--listen"]);
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

    /// Asks it to end, and waits until it has; its exit code.
    fn end(mut self) -> Option<i32> {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.process.wait().unwrap().code()
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
    let mut found = BTreeMap::new();
    let mut page = String::new();
    loop {
        let address = format!("http://{address}/v1/violations?limit=1000{page}");
        let text = agent.get(address).call().ok()?.into_body().read_to_string().ok()?;
        let all: Value = serde_json::from_str(&text).ok()?;
        for it in all["violations"].as_array().unwrap() {
            let verdict: Verdict = serde_json::from_value(it["verdict"].clone()).unwrap();
            // One that a late event has explained is none.
            if verdict.is_violated() {
                found.insert(it["instance"]["user"].as_str().unwrap().to_owned(), verdict);
            }
        }
        match all["before"].as_i64() {
            Some(before) => page = format!("&before={before}"),
            None => return Some(found),
        }
    }
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

/// Sends events until one of several servers has acknowledged them.
fn send(agent: &ureq::Agent, addresses: &[String], events: &[Value]) {
    let text: String = events.iter().map(|event| format!("{event}\n")).collect();
    let start = Instant::now();
    for address in addresses.iter().cycle() {
        if agent.post(format!("http://{address}/v1/events")).send(&text).is_ok() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "nobody takes the events");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// How often servers are killed.
fn kills() -> usize {
    let kills = std::env::var("APLOMB_WATCH_KILLS").ok().and_then(|it| it.parse().ok());
    kills.unwrap_or(3)
}

/// Waits until exactly the expected violations are known.
fn await_violations(address: &str, expected: &BTreeMap<String, Verdict>, patience: Duration) {
    let agent = agent();
    let start = Instant::now();
    let found = loop {
        let found = violations(&agent, address).unwrap_or_default();
        if found == *expected || start.elapsed() > patience {
            break found;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    let missing: Vec<_> =
        expected.iter().filter(|(user, it)| found.get(*user) != Some(it)).collect();
    let wrong: Vec<_> = found.iter().filter(|(user, it)| expected.get(*user) != Some(it)).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "missing {missing:?}, wrong {wrong:?}");
}

/// An audit of the same events, while servers run, finds each event once, and the violations.
fn audit(folder: &Path, log: &str, sent: usize, expected: &BTreeMap<String, Verdict>) {
    let mut audit = aplomb();
    audit.args(["audit", "--properties", "consent.yaml", log, "--format", "json"]);
    let audit = audit.current_dir(folder).output().unwrap();
    let report: Value = serde_json::from_slice(&audit.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&audit.stderr)));
    assert_eq!(report["data"]["events"], sent, "each event is there once");
    let count = |verdict| expected.values().filter(|it| **it == verdict).count();
    let property = &report["data"]["properties"][0];
    assert_eq!(property["violated"], count(Verdict::Violated));
    assert_eq!(property["possiblyViolated"], count(Verdict::PossiblyViolated));
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
