//! From a function that runs to a violation that is replayed: the recorders send what a small
//! application does to `aplomb watch`, rules make events of it, and `aplomb replay` runs the
//! invocation behind a violation again.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{Watch, agent, aplomb};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A gateway that takes everything; its address.
fn gateway() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let (mut length, mut line) = (0, String::new());
            while reader.read_line(&mut line).unwrap() > 2 {
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                line.clear();
            }
            reader.read_exact(&mut vec![0; length]).unwrap();
            let answer = r#"{"id": "m1"}"#;
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close";
            let length = answer.len();
            let answer = format!("{head}\r\nContent-Length: {length}\r\n\r\n{answer}");
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    address
}

/// An application in a folder of its own, and a server that watches it.
struct Recorded {
    folder: tempfile::TempDir,
    gateway: String,
    watch: Watch,
}

impl Recorded {
    fn start() -> Recorded {
        let folder = tempfile::tempdir().unwrap();
        let application = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/watch/application");
        for file in fs::read_dir(application).unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), folder.path().join(file.file_name())).unwrap();
            }
        }
        fs::rename(folder.path().join("properties.yaml"), folder.path().join("consent.yaml"))
            .unwrap();
        let options = ["--store", "store", "--delay", "0.5"];
        let watch = Watch::start(folder.path(), "127.0.0.1:0", &options);
        Recorded { folder, gateway: gateway(), watch }
    }

    /// Invokes a function, with the recorder.
    fn invoke(&self, mut command: Command, function: &str, invocation: &str, user: &str) {
        let folder = self.folder.path();
        command.args([function, invocation, &format!("{{\"user\": \"{user}\"}}")]);
        command.current_dir(folder).env("APLOMB_ROOT", folder).env("GATEWAY", &self.gateway);
        command.env("APLOMB_HANDLERS", "agree=mail.agree,newsletter=mail.newsletter");
        command.env("APLOMB_ENDPOINT", format!("http://{}", self.watch.address));
        command.env_remove("APLOMB_TOKEN").env_remove("APLOMB_DIRECTORY");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{function}: {said}");
    }

    fn get(&self, path: &str) -> String {
        let answer = agent().get(format!("http://{}{path}", self.watch.address)).call().unwrap();
        answer.into_body().read_to_string().unwrap()
    }

    /// What is found: who got a newsletter without having agreed, and in which invocation.
    fn violation(&self) -> (String, String, String) {
        let start = Instant::now();
        loop {
            let all: Value = serde_json::from_str(&self.get("/v1/violations")).unwrap();
            if let [only] = all["violations"].as_array().unwrap().as_slice() {
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                let last = only["story"].as_array().unwrap().last().unwrap();
                let invocation = text(&last["invocation"]);
                return (text(&only["instance"]["user"]), invocation, text(&only["id"]));
            }
            assert!(start.elapsed() < Duration::from_secs(30), "{all}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Ada has agreed, and Bob has not.
    fn check(&self, command: impl Fn() -> Command) {
        self.invoke(command(), "agree", "one", "ada");
        self.invoke(command(), "newsletter", "two", "ada");
        self.invoke(command(), "newsletter", "three", "bob");
        let (user, invocation, id) = self.violation();
        assert_eq!((user.as_str(), invocation.as_str()), ("bob", "three"));
        // From the page of the violation to the invocation, and from there to the replay.
        assert!(self.get(&format!("/violations/{id}")).contains("href=\"/invocations/three\""));
        let page = self.get("/invocations/three");
        assert!(page.contains("aplomb replay three --store"), "{page}");
        let replay = aplomb()
            .args(["replay", "three", "--store", "store"])
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&replay.stdout).into_owned();
        assert!(said.starts_with("newsletter three does the same again"), "{said} {replay:?}");
    }
}

#[test]
fn what_node_records_is_checked_and_replayed() {
    let recorded = Recorded::start();
    recorded.check(|| {
        let mut command = Command::new("node");
        command.arg("--require").arg(repository().join("sdk/node/recorder/register.js"));
        command.arg("invoke.js").arg(recorded.folder.path().join("mail.js"));
        command
    });
}

#[test]
fn what_python_records_is_checked_and_replayed() {
    let recorded = Recorded::start();
    recorded.check(|| {
        let mut command = Command::new("python3");
        let load = repository().join("sdk/python/aplomb/recorder/load");
        command.env("PYTHONPATH", load).args(["invoke.py", "mail"]);
        command
    });
}
