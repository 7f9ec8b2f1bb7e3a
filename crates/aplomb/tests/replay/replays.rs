//! `aplomb replay`, on the recording of the book and on small ones made here.
//! `--inspect` of Python is tested with its recorder.

use std::{
    fs,
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::running::Running;

struct Run {
    code: i32,
    out: String,
    err: String,
}

/// A copy of the example of the book, which a test may edit.
struct Shop(tempfile::TempDir);

impl Shop {
    fn new() -> Shop {
        let shop = Shop(tempfile::tempdir().unwrap());
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/replay");
        for name in ["orders.js", "7f3c.recording"] {
            fs::copy(example.join(name), shop.file(name)).unwrap();
        }
        shop
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn edit(&self, from: &str, to: &str) {
        let source = fs::read_to_string(self.file("orders.js")).unwrap();
        assert!(source.contains(from));
        fs::write(self.file("orders.js"), source.replace(from, to)).unwrap();
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
        command.arg("replay").args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command(arguments).output().unwrap();
        Run {
            code: output.status.code().expect("no signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The replay as `--format json` has it, and the exit code.
    fn report(&self, arguments: &[&str]) -> (Value, i32) {
        let Run { code, out, err } =
            self.run(&[&["7f3c", "--root", ".", "--format", "json"], arguments].concat());
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
        crate::contract::check_answer(&report);
        assert_eq!((&report["schema"], &report["command"]), (&json!(1), &json!("replay")));
        (report["replay"].clone(), code)
    }
}

#[test]
fn an_invocation_does_the_same_again() {
    let shop = Shop::new();
    let run = shop.run(&["7f3c.recording", "--root", "."]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "placeOrder 7f3c does the same again: 2 calls, the same outcome\n");
    let (replay, code) = shop.report(&[]);
    assert_eq!(code, 0);
    assert_eq!(replay["verdict"], "same");
    assert_eq!(replay["calls"], 2);
    assert_eq!(replay["outcome"]["result"]["statusCode"], 201);
    assert_eq!(replay["differences"], json!([]));
}

#[test]
fn the_first_difference_is_told_with_both_calls_and_the_line() {
    let cases = [
        // What is edited, how the difference is called, and the line that makes the call.
        ("price, at:", "price, currency: 'EUR', at:", "another call than the recorded one", 7),
        ("\"/orders\"", "\"/carts\"", "another call than the recorded one", 7),
        ("id: randomUUID()", "id: Math.random()", "another call than the recorded one", 13),
        (
            "return { statusCode",
            "await ask('/receipts'); return { statusCode",
            "a call that the recording does not have",
            7,
        ),
    ];
    for (from, to, what, line) in cases {
        let shop = Shop::new();
        shop.edit(from, to);
        let (replay, code) = shop.report(&[]);
        assert_eq!((code, &replay["verdict"]), (1, &json!("differs")), "{to}");
        let [difference] = replay["differences"].as_array().unwrap().as_slice() else {
            panic!("{to}: {replay:#}");
        };
        assert_eq!(difference["what"], what, "{to}");
        assert_eq!(difference["at"], json!({"file": "orders.js", "line": line}), "{to}");
        assert!(difference["actual"]["name"].is_string(), "{to}");
        assert_eq!(difference["expected"].is_null(), what.starts_with("a call"), "{to}");
    }
}

#[test]
fn calls_that_are_left_out_and_other_outcomes_are_differences() {
    let cases = [
        ("await ask(\"/orders\"", "void (\"/orders\"", "a recorded call did not happen"),
        ("statusCode: 201", "statusCode: 200", "another outcome"),
    ];
    for (from, to, what) in cases {
        let shop = Shop::new();
        shop.edit(from, to);
        let (replay, code) = shop.report(&[]);
        assert_eq!(code, 1, "{to}");
        assert_eq!(replay["differences"][0]["what"], what, "{to}");
    }
}

#[test]
fn edited_code_goes_on_and_every_difference_is_told() {
    let shop = Shop::new();
    shop.edit("price, at:", "price, currency: 'EUR', at:");
    shop.edit("statusCode: 201", "statusCode: 202");
    let (replay, code) = shop.report(&["--edited"]);
    assert_eq!(code, 1);
    let told: Vec<&str> = replay["differences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|difference| difference["what"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["a call with another request", "another outcome"]);
    assert_eq!(replay["outcome"]["result"]["statusCode"], 202);
    let human = shop.run(&["7f3c", "--root", ".", "--edited"]);
    assert!(
        human.out.contains("recorded: http POST http://127.0.0.1:4571/orders"),
        "{}",
        human.out
    );
    assert!(human.out.contains(r#"\"currency\":\"EUR\""#), "{}", human.out);
}

#[test]
fn another_handler_can_be_called() {
    let shop = Shop::new();
    fs::rename(shop.file("orders.js"), shop.file("moved.js")).unwrap();
    let run = shop.run(&["7f3c", "--root", "."]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("orders.js does not exist: name the application's folder with --root")
    );
    let (replay, code) = shop.report(&["--handler", "moved.js#placeOrder"]);
    assert_eq!((code, &replay["verdict"]), (0, &json!("same")));
}

#[test]
fn a_file_that_is_saved_is_replayed_again() {
    let shop = Shop::new();
    let running = Running::start(&mut shop.command(&["7f3c", "--root", ".", "--watch-file"]));
    let first = running.until("waiting for changes below");
    assert!(first.contains("does the same again"), "{first}");
    shop.edit("statusCode: 201", "statusCode: 200");
    let second = running.until("waiting for changes below");
    assert!(second.contains("another outcome"), "{second}");
    shop.edit("statusCode: 200", "statusCode: 201");
    let third = running.until("waiting for changes below");
    assert!(third.contains("does the same again"), "{third}");
}

#[test]
fn the_inspector_stops_at_the_first_line_of_the_handler() {
    let shop = Shop::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let replay = Running::start(&mut shop.command(&["7f3c", "--root", ".", "--inspect", &address]));
    replay.until("Debugger listening on");
    let mut debugger =
        Running::start(Command::new("node").args(["inspect", &address]).stdin(Stdio::piped()));
    debugger.until("orders.js:12");
    let mut keyboard = debugger.child.stdin.take().unwrap();
    // The event is here, and the answer of the shop is not yet.
    for (typed, shown) in
        [("exec event.article\n", "'tea'"), ("list(0)\n", "articles/${event.article}")]
    {
        keyboard.write_all(typed.as_bytes()).unwrap();
        debugger.until(shown);
    }
    keyboard.write_all(b"cont\n").unwrap();
    replay.until("Waiting for the debugger to disconnect");
    drop(debugger);
    replay.until("does the same again");
}

/// Node says so and runs on, with nobody watching.
#[test]
fn a_debugger_whose_address_is_taken_is_an_error() {
    let shop = Shop::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = shop.run(&["7f3c", "--root", ".", "--inspect", &address]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains(&format!("cannot wait for a debugger on {address}")), "{}", run.err);
}

#[test]
fn a_folder_stands_for_the_only_recording_in_it() {
    let shop = Shop::new();
    let run = shop.run(&[".", "--root", "."]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    fs::copy(shop.file("7f3c.recording"), shop.file("again.recording")).unwrap();
    let run = shop.run(&[".", "--root", "."]);
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains(". has 2 recordings: name one of them"), "{}", run.err);
}

#[test]
fn recordings_that_are_cut_short_or_changed_are_refused() {
    let shop = Shop::new();
    let whole = fs::read_to_string(shop.file("7f3c.recording")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let cases = [
        (String::new(), "not a recording"),
        (whole[..whole.len() / 2].to_owned(), "is cut short"),
        (format!("{}\n", lines[..lines.len() - 1].join("\n")), "is cut short"),
        (whole.replace("\"price\\\":3", "\"price\\\":4"), "its digest does not match"),
        (
            lines
                .iter()
                .enumerate()
                .filter(|(n, _)| *n != 3)
                .map(|(_, line)| format!("{line}\n"))
                .collect(),
            "its digest does not match",
        ),
        (whole.replace("\"version\":1", "\"version\":7"), "version 7"),
        ("{\"some\": \"json\"}\n".to_owned(), "not a recording"),
    ];
    for (content, message) in cases {
        fs::write(shop.file("bad.recording"), &content).unwrap();
        let run = shop.run(&["bad.recording", "--root", "."]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{message}");
        assert!(
            run.err.contains(message) && run.err.contains("bad.recording"),
            "{message}: {}",
            run.err
        );
    }
    let run = shop.run(&["nobody"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("name the folder with --recordings"), "{}", run.err);
}

/// Writes a recording with these entries, sealed as the recorders seal theirs.
fn write_recording(folder: &Path, id: &str, began: u64, entries: &[Value]) {
    let head = json!({
        "format": "aplomb-recording", "version": 1, "id": id, "function": format!("{id}-function"),
        "runtime": "node 20.0.0", "root": "/app", "handler": {"file": "/app/a.js", "export": "handler"},
        "began": began, "ended": began + 5, "earlierInvocations": 0, "environment": {}, "event": {},
        "context": {},
    });
    let end = json!(["end", {"result": null}]);
    let lines: Vec<String> =
        [&head].into_iter().chain(entries).chain([&end]).map(|line| format!("{line}\n")).collect();
    let body = lines.concat();
    let digest: String =
        Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let seal = json!({"lines": lines.len(), "sha256": digest});
    fs::write(folder.join(format!("{id}.recording")), format!("{body}{seal}\n")).unwrap();
}

#[test]
fn causes_are_told_as_a_chain() {
    let folder = tempfile::tempdir().unwrap();
    let call = |operation: &str, request: Value| {
        [
            json!(["call", 1, "aws", format!("dynamodb.{operation}"), request]),
            json!(["done", 1, {}]),
        ]
    };
    let cart = json!({"TableName": "carts", "Key": {"id": "c"}});
    write_recording(
        folder.path(),
        "add",
        0,
        &call("putItem", json!({"TableName": "carts", "Item": {"id": "c"}})),
    );
    let [read, got] = call("getItem", cart);
    let [mut written, mut done] =
        call("putItem", json!({"TableName": "orders", "Item": {"id": "o"}}));
    (written[1], done[1]) = (json!(2), json!(2));
    write_recording(folder.path(), "order", 100, &[read, got, written, done]);
    write_recording(
        folder.path(),
        "ship",
        200,
        &call("getItem", json!({"TableName": "orders", "Key": {"id": "o"}})),
    );

    let shop = Shop::new();
    let recordings = folder.path().to_str().unwrap();
    let run = shop.run(&["ship", "--causes", "--recordings", recordings]);
    assert_eq!(run.code, 0, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert_eq!(lines[0], "ship-function ship");
    assert!(
        lines[1].ends_with("order-function order") && lines[1].contains("orders"),
        "{}",
        run.out
    );
    assert!(lines[2].ends_with("add-function add") && lines[2].contains("carts"), "{}", run.out);

    let run = shop.run(&["ship", "--causes", "--recordings", recordings, "--format", "json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    crate::contract::check_answer(&report);
    let order = &report["causes"]["links"][0]["cause"];
    assert_eq!((&order["id"], &order["links"][0]["cause"]["id"]), (&json!("order"), &json!("add")));
    let run = shop.run(&["ship", "--causes", "--recordings", recordings, "--format", "html"]);
    assert!(run.out.starts_with("<!DOCTYPE html>"), "{}", run.out);
    assert!(run.out.contains("<svg") && run.out.contains("order-function"), "{}", run.out);
    let run = shop.run(&["nobody", "--causes", "--recordings", recordings]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("3 recordings, none of the invocation nobody"), "{}", run.err);
}
