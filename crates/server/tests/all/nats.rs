//! Workers that share the work through a real NATS server.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::support::{Running, broker::Broker, eventually, local};
use aplomb_monitor::{Delay, Event, Monitor, PropertyFile, Settings, Translator, Verdict};
use aplomb_server::{Sink, Watching};
use aplomb_store::{
    Commit, Nats, NatsSettings, SharedPartition, Sharing, Store, StoreError, Violation,
};
use serde_json::{Value, json};

/// Projections that meet in no variable, so that some events go to all partitions, and a rule.
const SHOP: &str = r#"
properties:
  - name: fave
    quantifiedVariables: [article, user]
    stateMachine:
      LOGGED_IN: {params: [user], INITIAL: {to: in}, posted: {to: both}}
      POSTED: {params: [article], INITIAL: {to: posted}, in: {to: both}}
      DELETED: {params: [article], posted: {to: INITIAL}, both: {to: in}}
      FAVED:
        params: [article, user]
        INITIAL: {to: FAILURE}
        in: {to: FAILURE}
        posted: {to: FAILURE}
        both: {to: SUCCESS, continue: true}
  - name: consent
    quantifiedVariables: [user]
    stateMachine:
      CONSENT: {params: [user], INITIAL: {to: consented}}
      PROCESSED: {params: [user], INITIAL: {to: FAILURE}}
translate:
  - on: call
    when: operation == "login"
    remember: {user: request.user}
    emit: {LOGGED_IN: {user: request.user}}
  - on: call
    when: operation == "process"
    emit: {PROCESSED: {user: memory.user}}
"#;

fn watching(delay: u64) -> Watching {
    let file = PropertyFile::parse(SHOP).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut watching = Watching::new(vec![("shop.yaml".into(), file)]);
    watching.delay = Delay::fixed(Duration::from_millis(delay));
    watching
}

fn open(broker: &Broker, watching: &Watching) -> Result<Nats, StoreError> {
    Nats::open(&NatsSettings {
        address: broker.address("shop"),
        partitions: None,
        watching: watching.fingerprint(),
        forwards: true,
        retention: None,
    })
}

fn worker(broker: &Broker, watching: Watching) -> Running {
    let store: Arc<dyn Store> = Arc::new(open(broker, &watching).unwrap());
    Running::with(watching, local(), store)
}

/// What users do, in invocations of their own; some log in through a call that a rule knows.
fn events(user: usize, start: i64) -> Vec<Value> {
    let name = format!("user {user}");
    let article = user % 7;
    let step = if user.is_multiple_of(5) { 3 } else { 40 };
    let mut events = Vec::new();
    let mut add = |what: Value, invocation: String| {
        let order = events.len() as i64;
        let mut event = what;
        event["id"] = format!("{user}-{order}").into();
        event["time"] = (start + step * order).into();
        event["order"] = order.into();
        event["invocation"] = invocation.into();
        events.push(event);
    };
    let session = format!("session {user}");
    let login = json!({"operation": "login", "request": {"user": name}});
    match user % 3 {
        0 => add(json!({"name": "LOGGED_IN", "params": {"user": name}}), format!("l {user}")),
        1 => add(json!({"name": "call", "params": login}), session.clone()),
        _ => add(json!({"name": "CONSENT", "params": {"user": name}}), format!("c {user}")),
    }
    if user % 7 < 4 {
        let article = format!("article {article} {user}");
        add(json!({"name": "POSTED", "params": {"article": article}}), format!("p {user}"));
    }
    let article = format!("article {article} {user}");
    let params = json!({"article": article, "user": name});
    add(json!({"name": "FAVED", "params": params}), format!("f {user}"));
    if user % 3 == 1 {
        add(json!({"name": "call", "params": {"operation": "process"}}), session);
    }
    events
}

/// The verdicts of a monitor that sees everything.
fn alone(events: &[Value]) -> BTreeMap<String, Verdict> {
    let file = PropertyFile::parse(SHOP).unwrap();
    let mut translator = Translator::new(file.rules);
    let mut monitor = Monitor::new(file.properties, Settings::default());
    for event in events {
        let event = Event::from_json(event.to_string().as_bytes()).unwrap();
        let made = translator.translate(&event).events;
        for event in std::iter::once(&event).chain(&made) {
            monitor.observe(event).unwrap();
        }
    }
    let violated = monitor.finish().into_iter().filter(|answer| answer.verdict.is_violated());
    violated
        .map(|it| (format!("{} {}", it.property, Value::Object(it.instance)), it.verdict))
        .collect()
}

fn found(server: &Running) -> BTreeMap<String, Verdict> {
    let all = server.get("/v1/violations?limit=1000").json()["violations"].clone();
    let one = |it: &Value| {
        let property = if it["property"] == "fave" { 0 } else { 1 };
        let verdict: Verdict = serde_json::from_value(it["verdict"].clone()).unwrap();
        (format!("{property} {}", it["instance"]), verdict)
    };
    let all = all.as_array().unwrap().iter().map(one);
    all.filter(|(_, verdict)| verdict.is_violated()).collect()
}

#[test]
fn workers_share_the_work_and_find_what_one_finds() {
    let broker = Broker::start();
    let workers = [worker(&broker, watching(2500)), worker(&broker, watching(2500))];
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let mut all = Vec::new();
    for user in 0..60 {
        let events = events(user, now.as_millis() as i64 - 300);
        // Whoever is asked takes the event, and some come twice.
        for (index, event) in events.iter().enumerate() {
            let reply = workers[(user + index) % 2].post("/v1/events", event.to_string());
            assert_eq!(reply.json()["accepted"], 1, "{}", reply.text);
        }
        let again = workers[user % 2].post("/v1/events", events[0].to_string());
        assert_eq!(again.json()["duplicates"], 1, "{}", again.text);
        all.extend(events);
    }
    let expected = alone(&all);
    assert!(expected.len() > 30, "{}", expected.len());
    for worker in &workers {
        eventually("all violations", || found(worker), |found| *found == expected);
    }
    // Each of them has checked some of it, and none all of it.
    let live = |worker: &Running| {
        let instances = worker.get("/v1/properties").json()["instances"]["live"].as_u64();
        instances.unwrap_or(0)
    };
    for worker in &workers {
        eventually("a share", || live(worker), |live| *live > 0);
    }

    // What one keeps the other one has.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/replay");
    let recording = std::fs::read_to_string(root.join("7f3c.recording")).unwrap();
    assert_eq!(workers[0].post("/v1/recordings/7f3c", &recording).status, 204);
    assert_eq!(workers[1].get("/v1/recordings/7f3c").text, recording);
    assert_eq!(workers[1].get("/invocations/7f3c").status, 200);
    let id = &workers[0].get("/v1/violations").json()["violations"][0]["id"].clone();
    let id = id.as_str().unwrap();
    assert_eq!(workers[1].get(&format!("/violations/{id}")).status, 200);
    assert_eq!(workers[1].get("/violations").status, 200);
    assert_eq!(workers[1].get("/v1/violations/nothing").status, 404);

    // The log has each event once, in an order that its invocation had.
    let log = Nats::read_all(&broker.address("shop")).unwrap();
    let read: BTreeSet<String> = log
        .map(|stored| {
            let event: Value = serde_json::from_slice(&stored.unwrap().text).unwrap();
            event["id"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(read.len(), all.len());

    // One that goes leaves its work to the other one.
    let [gone, left] = workers;
    drop(gone);
    let more = events(1000, now.as_millis() as i64);
    for event in &more {
        left.post("/v1/events", event.to_string());
    }
    all.extend(more);
    let expected = alone(&all);
    eventually("the work of both", || found(&left), |found| *found == expected);
}

/// Takes one notice after the other, and counts them.
fn receiver() -> (String, Arc<Mutex<Vec<Value>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let received = Arc::new(Mutex::new(Vec::new()));
    let notices = Arc::clone(&received);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                let line = line.trim().to_ascii_lowercase();
                if let Some(value) = line.strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                if line.is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            notices.lock().unwrap().push(serde_json::from_slice(&body).unwrap());
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
        }
    });
    (address, received)
}

#[test]
fn a_notice_is_delivered_once_by_one_of_the_workers() {
    let broker = Broker::start();
    let (address, received) = receiver();
    let with_sink =
        || Watching { sinks: vec![Sink::webhook(&address, None).unwrap()], ..watching(600) };
    let workers = [worker(&broker, with_sink()), worker(&broker, with_sink())];
    for user in 0..10 {
        let event = json!({"name": "PROCESSED", "params": {"user": user}, "time": user});
        workers[user % 2].post("/v1/events", event.to_string());
    }
    let count = || received.lock().unwrap().len();
    eventually("ten notices", count, |count| *count >= 10);
    std::thread::sleep(Duration::from_millis(500));
    let users: BTreeSet<String> = {
        let notices = received.lock().unwrap();
        assert_eq!(notices.len(), 10);
        notices.iter().map(|it| it["violation"]["instance"]["user"].to_string()).collect()
    };
    assert_eq!(users.len(), 10);
}

#[test]
fn what_cannot_be_shared_is_refused() {
    let broker = Broker::start();
    let first = worker(&broker, watching(100));
    let error = open(&broker, &watching(200)).unwrap_err().to_string();
    assert!(error.contains("watch other properties, or judge otherwise"), "{error}");
    let more = NatsSettings {
        address: broker.address("shop"),
        partitions: Some(3),
        watching: watching(100).fingerprint(),
        forwards: true,
        retention: None,
    };
    let error = Nats::open(&more).unwrap_err().to_string();
    assert!(error.contains("has 8 partitions, which does not change"), "{error}");
    let odd = NatsSettings { address: broker.address("a b"), ..more.clone() };
    let error = Nats::open(&odd).unwrap_err().to_string();
    assert!(error.contains("letters, digits"), "{error}");
    let nobody = NatsSettings { address: "nats://127.0.0.1:1".into(), ..more };
    let error = Nats::open(&nobody).unwrap_err().to_string();
    assert!(error.starts_with("nats://127.0.0.1:1: "), "{error}");

    // An event that does not fit into a message is refused by itself.
    let large = json!({"name": "CONSENT", "params": {"user": "x".repeat(2 << 20)}, "time": 0});
    let reply = first.post("/v1/events", large.to_string());
    assert_eq!(reply.status, 413, "{}", reply.text);
    let small = json!({"name": "CONSENT", "params": {"user": "x"}, "time": 0});
    assert_eq!(first.post("/v1/events", small.to_string()).status, 200);
}

/// What two entries of a state are after so many commits.
fn commit(number: u64) -> Commit {
    let number = number.to_string().into_bytes();
    Commit {
        position: Some(1),
        state: vec![
            (b"last".to_vec(), Some(number.clone())),
            (number.clone(), Some(vec![7; 1000])),
            (b"gone".to_vec(), None),
        ],
        violations: vec![Violation { id: "v1".into(), found: 5, text: number }],
        notices: Vec::new(),
    }
}

fn take(store: &Nats) -> Arc<dyn SharedPartition> {
    Sharing::next(store, Duration::from_secs(20)).expect("a partition")
}

#[test]
fn commits_are_whole_and_who_lost_a_partition_cannot_commit() {
    let broker = Broker::start();
    let settings = NatsSettings {
        address: broker.address("commits"),
        partitions: Some(1),
        watching: "the same".into(),
        forwards: false,
        retention: None,
    };
    let first = Nats::open(&settings).unwrap();
    let partition = take(&first);
    // More than are kept apart.
    for number in 0..40 {
        partition.commit(&commit(number)).unwrap();
    }
    let state = partition.state().unwrap();
    // The first one is thought dead, though it is only slow.
    Sharing::leave(&first);
    let second = Nats::open(&settings).unwrap();
    let taken = take(&second);
    let found = taken.state().unwrap();
    assert_eq!((found.position, &found.entries), (state.position, &state.entries));
    assert_eq!(found.entries.len(), 41);
    let last = found.entries.iter().find(|(key, _)| key == b"last");
    assert_eq!(last.map(|(_, value)| value.as_slice()), Some(&b"39"[..]));
    taken.commit(&commit(100)).unwrap();
    let error = partition.commit(&commit(200)).unwrap_err();
    assert!(matches!(error, StoreError::Lost(0)), "{error}");
    assert!(partition.next().unwrap().over);
    let violations = second.violations(i64::MAX, 10).unwrap();
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].text, b"100");
    assert_eq!(taken.state().unwrap().entries.len(), 42);
}
