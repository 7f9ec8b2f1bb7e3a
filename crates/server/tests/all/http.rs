//! Requests and answers: what is accepted, what is refused and why, and what is found.

use std::{
    io::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc,
    },
    time::SystemTime,
};

use crate::support::{CONSENT, Running, eventually, local, watching};
use aplomb_server::Watching;
use aplomb_store::{
    Appended, Arrival, Commit, Embedded, Events, Notice, Partition, Position, State, Store,
    StoreError, Violation, Work,
};
use serde_json::{Value, json};

fn event(id: &str, name: &str, user: &str, time: i64) -> Value {
    json!({"id": id, "name": name, "params": {"user": user}, "time": time, "invocation": id})
}

#[test]
fn events_come_in_many_forms_and_violations_go_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let one = event("1", "PROCESSED", "ada", 1000);
    let answer = server.post("/v1/events", format!("{one:#}")).json();
    assert_eq!(answer, json!({"accepted": 1, "duplicates": 0, "rejected": []}));
    let array = json!([one, event("2", "CONSENT", "bob", 1000)]);
    let answer = server.post("/v1/events", array.to_string()).json();
    assert_eq!(answer, json!({"accepted": 1, "duplicates": 1, "rejected": []}));
    let lines = format!("{}\n\n{}\n", event("3", "PROCESSED", "bob", 1500), one);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(lines.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let headers = [("content-encoding", "gzip"), ("content-type", "application/x-ndjson")];
    let answer = server.post_with("/v1/events", &headers, gzip).json();
    assert_eq!(answer["accepted"], 1);

    let violations = server.violations(1);
    assert_eq!(violations.len(), 1);
    let violation = &violations[0];
    assert_eq!(violation["instance"], json!({"user": "ada"}));
    assert_eq!(violation["verdict"], "violated");
    assert_eq!(violation["story"][0]["event"], "PROCESSED");
    assert_eq!(violation["finding"]["code"], "AP501");
    let id = violation["id"].as_str().unwrap();
    assert_eq!(&server.get(&format!("/v1/violations/{id}")).json(), violation);
    assert_eq!(server.get("/v1/violations/unknown").status, 404);
    let page = server.get(&format!("/violations/{id}"));
    assert!(page.text.contains("How it happened") && page.text.contains("<svg"), "{}", page.text);
    let properties = eventually(
        "bob's success is counted",
        || server.get("/v1/properties").json(),
        |it| it["properties"][0]["violated"] == 1,
    );
    assert_eq!(properties["properties"][0]["property"], "consent");
    let metrics = server.get("/metrics").text;
    for line in ["aplomb_events_accepted_total 3", "aplomb_events_duplicate_total 2"] {
        assert!(metrics.contains(line), "{metrics}");
    }
    assert_eq!(server.get("/healthz").json(), json!({"status": "ok"}));
}

#[test]
fn a_server_that_was_idle_takes_events_of_long_ago() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    std::thread::sleep(std::time::Duration::from_millis(800));
    server.post("/v1/events", event("1", "PROCESSED", "ada", 1000).to_string());
    assert_eq!(server.violations(1).len(), 1);
}

#[test]
fn bad_events_are_rejected_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let lines = format!(
        "{}\nnot json\n{{\"name\": \"X\"}}\n{}\n",
        event("1", "CONSENT", "ada", 0),
        event("2", "CONSENT", "bob", 0)
    );
    let reply = server.post("/v1/events", lines);
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(answer["accepted"], 2);
    assert_eq!(answer["rejected"][0]["place"], 2);
    assert!(answer["rejected"][0]["reason"].as_str().unwrap().starts_with("not JSON"));
    assert_eq!(answer["rejected"][1], json!({"place": 3, "reason": "missing field `time`"}));

    for (body, status) in [("nonsense", 400), ("[1, 2]", 400), ("[", 400), ("", 200), ("[]", 200)] {
        assert_eq!(server.post("/v1/events", body).status, status, "{body}");
    }
    // An event that the property cannot judge is accepted, and counted as not checked.
    server.post("/v1/events", r#"{"name": "PROCESSED", "time": 5, "params": {}}"#);
    let counted = |it: &Value| it["properties"][0]["notChecked"] == 1;
    eventually("not checked", || server.get("/v1/properties").json(), counted);
    assert!(server.get("/").text.contains("PROCESSED lacks the parameter"));
}

#[test]
fn what_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Embedded::open(folder.path()).unwrap());
    let access = aplomb_server::Access { largest_body: 10_000, ..local() };
    let server = Running::with(watching(CONSENT), access, store);
    let large = "x".repeat(10_001);
    assert_eq!(server.post("/v1/events", &large).status, 413);
    // A small body that becomes a large one.
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&vec![b' '; 50_000_000]).unwrap();
    let bomb = gzip.finish().unwrap();
    let headers = [("content-encoding", "gzip")];
    assert_eq!(server.post_with("/v1/events", &headers, &bomb[..9000]).status, 413);
    assert_eq!(server.post_with("/v1/events", &headers, "no gzip").status, 400);
    let reply = server.post_with("/v1/events", &[("content-encoding", "br")], "x");
    assert_eq!(reply.status, 415, "{}", reply.text);
}

#[test]
fn who_does_not_know_the_token_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Embedded::open(folder.path()).unwrap());
    let access = aplomb_server::Access { token: Some("secret".into()), ..local() };
    let server = Running::with(watching(CONSENT), access, store);
    let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
    let agent = ureq::Agent::new_with_config(config.build());
    let get = |path: &str, accept: &str| {
        let request = agent.get(format!("{}{path}", server.address)).header("accept", accept);
        request.call().unwrap().status().as_u16()
    };
    for path in ["/v1/violations", "/metrics", "/live", "/v1/recordings/x"] {
        assert_eq!(get(path, "*/*"), 401, "{path}");
        assert_ne!(server.get(path.trim_start_matches("/live")).status, 401, "{path}");
    }
    assert_eq!(get("/", "text/html"), 303, "a person is asked for the token");
    assert_eq!(get("/login", "text/html"), 200);
    assert_eq!(get("/healthz", "*/*"), 200);
    let wrong = agent.post(format!("{}/v1/events", server.address));
    let wrong = wrong.header("authorization", "Bearer secre").send("[]").unwrap();
    assert_eq!(wrong.status(), 401);
    let login = agent.post(format!("{}/login", server.address));
    let login = login.send_form([("token", "secret")]).unwrap();
    let cookie =
        login.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    assert!(!cookie.contains("secret"));
    let page = agent.get(format!("{}/", server.address)).header("cookie", cookie).call().unwrap();
    assert_eq!(page.status(), 200);

    let open = aplomb_server::Access::local(([0, 0, 0, 0], 0).into());
    let other = tempfile::tempdir().unwrap();
    let store = Arc::new(Embedded::open(other.path()).unwrap());
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let refused = runtime.block_on(aplomb_server::Server::start(watching(CONSENT), open, store));
    assert!(refused.unwrap_err().to_string().contains("a token is needed"));
}

#[test]
fn pages_from_elsewhere_may_not_ask_a_server_without_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let headers = [("origin", "http://evil.example")];
    assert_eq!(server.post_with("/v1/events", &headers, "[]").status, 403);
}

#[test]
fn spans_and_logs_of_opentelemetry_are_translated() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let spans = json!({"resourceSpans": [{"scopeSpans": [{"spans": [
        {"traceId": "01", "spanId": "02", "name": "process",
         "endTimeUnixNano": "1700000000000000000",
         "attributes": [{"key": "user.id", "value": {"stringValue": "ada"}}]},
        {"traceId": "01", "spanId": "", "name": "broken", "endTimeUnixNano": "5"},
    ]}]}]});
    let json_type = [("content-type", "application/json; charset=utf-8")];
    let answer = server.post_with("/v1/traces", &json_type, spans.to_string()).json();
    assert_eq!(answer["partialSuccess"]["rejectedSpans"], "1");
    let logs = json!({"resourceLogs": [{"scopeLogs": [{"logRecords": [
        {"timeUnixNano": "1700000001000000000", "attributes": [
            {"key": "aplomb.event", "value": {"stringValue": "PROCESSED"}},
            {"key": "user", "value": {"stringValue": "bob"}},
        ]},
    ]}]}]});
    let answer = server.post_with("/v1/logs", &json_type, logs.to_string());
    assert_eq!((answer.status, answer.json()), (200, json!({"partialSuccess": {}})));
    let users: Vec<Value> =
        server.violations(2).iter().map(|it| it["instance"]["user"].clone()).collect();
    assert!(users.contains(&json!("ada")) && users.contains(&json!("bob")), "{users:?}");
    let protobuf = [("content-type", "application/x-protobuf")];
    assert_eq!(server.post_with("/v1/traces", &protobuf, "").status, 200);
    assert_eq!(server.post_with("/v1/traces", &protobuf, "garbage").status, 400);
    assert_eq!(server.post_with("/v1/traces", &[("content-type", "text/csv")], "").status, 415);
}

#[test]
fn recordings_are_kept_as_recorders_send_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let recording = include_str!("../../../../examples/replay/7f3c.recording");
    assert_eq!(server.post("/v1/recordings/7f3c", recording).status, 204);
    assert_eq!(server.get("/v1/recordings/7f3c").text, recording);
    assert_eq!(server.get("/v1/recordings/unknown").status, 404);
    let other = server.post("/v1/recordings/other", recording);
    assert_eq!(
        (other.status, other.json()["error"].as_str()),
        (400, Some("it is of another invocation"))
    );
    let cut = server.post("/v1/recordings/7f3c", &recording[..recording.len() / 2]);
    assert!(cut.json()["error"].as_str().unwrap().contains("cut short"));
    let page = server.get("/invocations/7f3c");
    assert!(page.text.contains("aplomb replay 7f3c") && page.text.contains("What led to it"));
    assert!(folder.path().join("recordings/7f3c.recording").is_file());
}

/// A store that can be made to wait or to fail.
struct Moody {
    store: Embedded,
    gate: Mutex<()>,
    full: AtomicBool,
    tables_full: AtomicBool,
    /// Has a defect, too.
    panics: AtomicBool,
}

impl Store for Moody {
    fn append(&self, arrivals: &[Arrival]) -> Result<Appended, StoreError> {
        let _open = self.gate.lock().unwrap();
        if self.full.load(SeqCst) {
            return Err(StoreError::Full { path: "events".into() });
        }
        self.store.append(arrivals)
    }
    fn read(&self, from: Position) -> Result<Events, StoreError> {
        self.store.read(from)
    }
    fn work(self: Arc<Self>) -> Work {
        Work::Alone(self)
    }
    fn violation(&self, id: &str) -> Result<Option<Violation>, StoreError> {
        self.store.violation(id)
    }
    fn violations(&self, before: i64, most: usize) -> Result<Vec<Violation>, StoreError> {
        self.store.violations(before, most)
    }
    fn notices(&self, most: usize) -> Result<Vec<Notice>, StoreError> {
        self.store.notices(most)
    }
    fn delivered(&self, number: u64) -> Result<(), StoreError> {
        self.store.delivered(number)
    }
    fn keep_recording(&self, invocation: &str, text: &str) -> Result<(), StoreError> {
        self.store.keep_recording(invocation, text)
    }
    fn recording(&self, invocation: &str) -> Result<Option<String>, StoreError> {
        self.store.recording(invocation)
    }
    fn recordings(&self, most: usize) -> Result<Vec<String>, StoreError> {
        self.store.recordings(most)
    }
    fn forget(&self, before: SystemTime) -> Result<u64, StoreError> {
        self.store.forget(before)
    }
}

impl Partition for Moody {
    fn state(&self) -> Result<State, StoreError> {
        self.store.state()
    }
    fn commit(&self, commit: &Commit) -> Result<(), StoreError> {
        assert!(!self.panics.load(SeqCst), "a defect, on purpose");
        if self.tables_full.load(SeqCst) {
            return Err(StoreError::Full { path: "tables".into() });
        }
        self.store.commit(commit)
    }
}

fn moody(folder: &std::path::Path) -> Arc<Moody> {
    let store = Embedded::open(folder).unwrap();
    let [full, tables_full, panics] = [false; 3].map(AtomicBool::new);
    Arc::new(Moody { store, gate: Mutex::new(()), full, tables_full, panics })
}

#[test]
fn who_sends_too_much_is_told_to_wait_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = moody(folder.path());
    let watching = Watching { queue: 300, ..watching(CONSENT) };
    let server = Running::with(watching, local(), Arc::clone(&store) as Arc<dyn Store>);
    let closed = store.gate.lock().unwrap();
    let (done, finished) = mpsc::channel();
    std::thread::scope(|scope| {
        let server = &server;
        for i in 0..20 {
            let done = done.clone();
            scope.spawn(move || {
                let text = event(&i.to_string(), "CONSENT", "ada", i).to_string();
                let mut refused = 0;
                loop {
                    let reply = server.post("/v1/events", &text);
                    match reply.status {
                        200 => break,
                        429 => assert_eq!(reply.retry_after.as_deref(), Some("1")),
                        other => panic!("{other}: {}", reply.text),
                    }
                    refused += 1;
                    std::thread::sleep(std::time::Duration::from_millis(30));
                }
                done.send(refused).unwrap();
            });
        }
        std::thread::sleep(std::time::Duration::from_millis(500));
        drop(closed);
    });
    drop(done);
    let refused: Vec<i32> = finished.iter().collect();
    assert_eq!(refused.len(), 20);
    assert!(refused.iter().sum::<i32>() > 0, "somebody had to wait");
    assert_eq!(store.store.end(), 20);
}

#[test]
fn a_full_disk_is_told_and_passes() {
    let folder = tempfile::tempdir().unwrap();
    let store = moody(folder.path());
    let server = Running::with(watching(CONSENT), local(), Arc::clone(&store) as Arc<dyn Store>);
    store.full.store(true, SeqCst);
    let text = event("1", "PROCESSED", "ada", 5).to_string();
    let reply = server.post("/v1/events", &text);
    assert_eq!((reply.status, reply.retry_after.as_deref()), (503, Some("1")));
    assert!(reply.json()["error"].as_str().unwrap().contains("the disk is full"));
    assert_eq!(server.get("/healthz").status, 503);
    store.full.store(false, SeqCst);
    assert_eq!(server.post("/v1/events", &text).status, 200);
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.violations(1).len(), 1);
}

#[test]
fn conclusions_wait_for_a_disk_that_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let store = moody(folder.path());
    let server = Running::with(watching(CONSENT), local(), Arc::clone(&store) as Arc<dyn Store>);
    store.tables_full.store(true, SeqCst);
    let text = event("1", "PROCESSED", "ada", 5).to_string();
    assert_eq!(server.post("/v1/events", &text).status, 200, "the log has room");
    eventually("trouble", || server.get("/healthz").status, |status| *status == 503);
    assert!(server.get("/healthz").text.contains("the disk is full"));
    assert_eq!(server.get("/v1/violations").json()["violations"], json!([]));
    store.tables_full.store(false, SeqCst);
    assert_eq!(server.violations(1).len(), 1);
    eventually("no trouble", || server.get("/healthz").status, |status| *status == 200);
}

#[test]
fn a_part_that_ends_by_a_defect_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = moody(folder.path());
    let server = Running::with(watching(CONSENT), local(), Arc::clone(&store) as Arc<dyn Store>);
    store.panics.store(true, SeqCst);
    let text = event("1", "PROCESSED", "ada", 5).to_string();
    assert_eq!(server.post("/v1/events", &text).status, 200, "the log works");
    eventually("trouble", || server.get("/healthz").status, |status| *status == 503);
    assert!(server.get("/healthz").text.contains("aplomb-keeper has stopped"));
    drop(server);
    drop(store);
    let server = Running::start(CONSENT, folder.path());
    assert_eq!(server.violations(1).len(), 1, "nothing was lost");
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn values_of_variables_may_be_long_and_what_is_no_object_is_no_event() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    let long = "x".repeat(3_000_000);
    assert_eq!(server.post("/v1/events", event("1", "CONSENT", &long, 5).to_string()).status, 200);
    assert_eq!(
        server.post("/v1/events", event("2", "REVOKED", &long, 900).to_string()).status,
        200
    );
    server.settle();
    drop(server);
    let server = Running::start(CONSENT, folder.path());
    let last = event("3", "PROCESSED", &long, 1800).to_string();
    let others = json!(["CONSENT", {"user": "ada"}, 5, null, null, null, null]);
    let reply = server.post("/v1/events", format!("{last}\nnull\n7\n{others}\n")).json();
    assert_eq!(reply["accepted"], 1);
    let rejected = reply["rejected"].as_array().unwrap();
    assert_eq!(rejected.len(), 3, "{rejected:?}");
    for rejection in rejected {
        assert!(rejection["reason"].as_str().unwrap().starts_with("an event is an object"));
    }
    let violations = server.violations(1);
    assert_eq!(violations[0]["instance"]["user"].as_str().map(str::len), Some(long.len()));
    assert_eq!(server.get("/healthz").status, 200);
}
