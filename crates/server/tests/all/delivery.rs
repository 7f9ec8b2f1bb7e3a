//! Notices, restarts and TLS.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::Path,
    sync::{Arc, mpsc},
    time::Duration,
};

use crate::support::{CONSENT, Running, eventually, local, watching};
use aplomb_server::{Access, Sink};
use aplomb_store::Embedded;
use serde_json::{Value, json};

const VIOLATION: &str = r#"{"id": "1", "name": "PROCESSED", "params": {"user": "ada"}, "time": 1000, "invocation": "i"}"#;

/// A request that somebody received.
struct Received {
    signature: Option<String>,
    body: String,
}

/// Answers requests with these statuses, then with 200.
fn receiver(statuses: &'static [u16]) -> (String, mpsc::Receiver<Received>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    let (to, received) = mpsc::channel();
    let mut statuses = statuses.iter().copied();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let (mut length, mut signature, mut line) = (0, None, String::new());
            while reader.read_line(&mut line).unwrap() > 2 {
                let (name, value) = line.trim().split_once(": ").unwrap_or_default();
                match name.to_ascii_lowercase().as_str() {
                    "content-length" => length = value.parse().unwrap(),
                    "aplomb-signature" => signature = Some(value.to_owned()),
                    _ => {}
                }
                line.clear();
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let status = statuses.next().unwrap_or(200);
            let answer =
                format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(answer.as_bytes()).unwrap();
            let body = String::from_utf8(body).unwrap();
            if to.send(Received { signature, body }).is_err() {
                return;
            }
        }
    });
    (address, received)
}

fn with_sinks(folder: &Path, sinks: Vec<Sink>) -> Running {
    let mut watching = watching(CONSENT);
    watching.sinks = sinks;
    Running::with(watching, local(), Arc::new(Embedded::open(folder).unwrap()))
}

#[test]
fn a_notice_is_signed_and_delivered_until_it_arrives_and_then_never_again() {
    let folder = tempfile::tempdir().unwrap();
    let (address, received) = receiver(&[500]);
    let sinks = || vec![Sink::webhook(&address, Some("secret".into())).unwrap()];
    let server = with_sinks(folder.path(), sinks());
    server.post("/v1/events", VIOLATION);
    let first = received.recv_timeout(Duration::from_secs(20)).unwrap();
    // It failed; a server that is started again delivers it.
    drop(server);
    let server = with_sinks(folder.path(), sinks());
    let again = received.recv_timeout(Duration::from_secs(20)).unwrap();
    assert_eq!(again.body, first.body);
    let body: Value = serde_json::from_str(&again.body).unwrap();
    assert_eq!(body["violation"]["instance"], json!({"user": "ada"}));
    assert_eq!(body["violation"]["verdict"], "violated");
    let signature = again.signature.unwrap();
    assert!(signature.starts_with("t=") && signature.contains(",v1="), "{signature}");
    drop(server);
    let server = with_sinks(folder.path(), sinks());
    server.post("/v1/events", VIOLATION.replace("ada", "bob").replace("\"1\"", "\"2\""));
    let next = received.recv_timeout(Duration::from_secs(20)).unwrap();
    assert!(next.body.contains("bob"), "nothing comes twice: {}", next.body);
}

#[test]
fn a_chat_room_gets_a_line_with_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (address, received) = receiver(&[]);
    let sink = Sink::chat(&address, Some("https://aplomb.example/".into())).unwrap();
    let server = with_sinks(folder.path(), vec![sink]);
    server.post("/v1/events", VIOLATION);
    let message: Value =
        serde_json::from_str(&received.recv_timeout(Duration::from_secs(20)).unwrap().body)
            .unwrap();
    let id = server.violations(1)[0]["id"].as_str().unwrap().to_owned();
    let expected = format!(
        "violated: consent, user = \"ada\": PROCESSED at 1970-01-01T00:00:01Z by i \
         https://aplomb.example/violations/{id}"
    );
    assert_eq!(message, json!({"text": expected}));
}

#[test]
fn a_late_event_takes_a_violation_back_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(CONSENT, folder.path());
    server.post("/v1/events", VIOLATION);
    assert_eq!(server.violations(1)[0]["verdict"], "violated");
    drop(server);
    let server = Running::start(CONSENT, folder.path());
    assert_eq!(server.violations(1)[0]["verdict"], "violated");
    let consent = VIOLATION.replace("PROCESSED", "CONSENT").replace("1000", "500");
    server.post("/v1/events", consent.replace("\"1\"", "\"2\""));
    let revised = |it: &Value| it["verdict"] == "open";
    let violation = eventually("revised", || server.violations(1)[0].clone(), revised);
    let history = violation["history"].as_array().unwrap();
    let verdicts: Vec<&Value> = history.iter().map(|it| &it[1]).collect();
    assert_eq!(verdicts, ["violated", "open"]);
}

#[test]
fn tls_is_spoken_where_there_is_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let tls = Some((data.join("localhost.crt"), data.join("localhost.key")));
    let store = Arc::new(Embedded::open(folder.path()).unwrap());
    let server = Running::with(watching(CONSENT), Access { tls, ..local() }, store);
    let address = server.address.replace("http://", "https://");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ureq::tls::TlsConfig::builder().disable_verification(true);
    let tls = tls.unversioned_rustls_crypto_provider(provider).build();
    let agent = ureq::Agent::new_with_config(ureq::Agent::config_builder().tls_config(tls).build());
    let answer = agent.post(format!("{address}/v1/events")).send(VIOLATION).unwrap();
    assert_eq!(answer.status(), 200);
    // Somebody who does not shake hands keeps nobody waiting.
    let _silent = std::net::TcpStream::connect(address.trim_start_matches("https://")).unwrap();
    assert_eq!(agent.get(format!("{address}/healthz")).call().unwrap().status(), 200);
}
