//! `aplomb dev` on a small application: it answers, its invocations are recorded and replay,
//! its tables are created, and a property is watched.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use crate::running::Running;

const DESCRIPTION: &str = "
service: shop
provider:
  name: aws
  environment:
    GREETING: hello
functions:
  greet:
    handler: src/shop.greet
    events:
      - http: GET /greet/{name}
  leave:
    handler: src/shop.leave
    events:
      - httpApi: POST /leave
resources:
  Resources:
    Guests:
      Type: AWS::DynamoDB::Table
      Properties:
        TableName: ${self:service}-guests
        KeySchema: [{AttributeName: id, KeyType: HASH}]
        AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
";

const HANDLERS: &str = r#"
exports.greet = async ({ pathParameters }) => ({
  statusCode: 200,
  body: `${process.env.GREETING}, ${pathParameters.name}, ${Math.random()}`,
});
exports.leave = async ({ version, body }) => ({ left: body, version });
"#;

/// Nobody leaves twice.
const PROPERTIES: &str = "
properties:
  - name: leaves-once
    quantifiedVariables: [guest]
    states: [gone]
    stateMachine:
      LEFT:
        params: [guest]
        INITIAL: {to: gone}
        gone: {to: FAILURE}
translate:
  - on: handler.result
    function: leave
    emit:
      LEFT: {guest: result.left}
";

/// A database that takes everything, and tells what it was asked.
fn database() -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, asked) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut text = Vec::new();
            // A definition of a table ends its request with its last brace.
            while !text.ends_with(b"}") {
                let mut part = [0; 4096];
                match stream.read(&mut part).unwrap() {
                    0 => break,
                    length => text.extend_from_slice(&part[..length]),
                }
            }
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}")
                .unwrap();
            let _ = sender.send(String::from_utf8(text).unwrap());
        }
    });
    (address, asked)
}

fn ask(address: &str, request: &str, body: &str) -> String {
    let host = address.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(
        stream,
        "{request} HTTP/1.1\r\nhost: {host}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn header<'a>(answer: &'a str, name: &str) -> &'a str {
    let line = answer.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
    line.unwrap_or_else(|| panic!("no {name} in {answer}")).split_once(": ").unwrap().1
}

fn aplomb(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aplomb"));
    command.args(arguments).current_dir(folder);
    command
}

/// The invocation behind an answer does the same again.
fn replays(folder: &Path, answer: &str) {
    let id = header(answer, "x-aplomb-invocation");
    let recording = folder.join(format!("recordings/{id}.recording"));
    let began = Instant::now();
    while !recording.exists() && began.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(50));
    }
    let replay = aplomb(folder, &["replay", id, "--recordings", "recordings"]).output().unwrap();
    let text = String::from_utf8(replay.stdout).unwrap();
    let said = String::from_utf8(replay.stderr).unwrap();
    assert!(text.contains("does the same again"), "{text}{said}");
}

/// The address in what dev said.
fn address(said: &str) -> &str {
    let serving = said.lines().find(|line| line.starts_with("serving ")).unwrap();
    serving.rsplit_once(' ').unwrap().1
}

#[test]
fn an_application_is_served_recorded_and_watched() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("src")).unwrap();
    for (name, content) in [
        ("serverless.yml", DESCRIPTION),
        ("src/shop.js", HANDLERS),
        ("properties.yaml", PROPERTIES),
    ] {
        fs::write(place.path().join(name), content).unwrap();
    }
    let (dynamodb, asked) = database();
    let arguments = ["dev", ".", "--port", "0", "--dynamodb", &dynamodb, "-p", "properties.yaml"];
    let dev = Running::start(aplomb(place.path(), &arguments).stdin(Stdio::null()));
    let said = dev.until("recordings and events are in");
    let created = asked.recv_timeout(Duration::from_secs(10)).unwrap();
    assert!(created.contains("DynamoDB_20120810.CreateTable"), "{created}");
    assert!(created.contains(r#""TableName":"shop-guests""#), "{created}");
    assert!(said.contains("GET     /greet/{name} -> greet"), "{said}");
    let address = address(&said);

    let greeting = ask(address, "GET /greet/jake", "");
    assert!(greeting.contains("hello, jake, 0."), "{greeting}");
    assert!(ask(address, "GET /nowhere", "").starts_with("HTTP/1.1 404"));
    replays(place.path(), &greeting);

    let left = ask(address, "POST /leave", "jake");
    assert!(left.ends_with(r#"{"left":"jake","version":"2.0"}"#), "{left}");
    ask(address, "POST /leave", "june");
    ask(address, "POST /leave", "jake");
    let told = dev.until("leaves-once");
    assert!(told.contains("jake") && !told.contains("june"), "{told}");
}

const TEMPLATE: &str = "
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Globals:
  Function:
    Runtime: python3.12
    Environment:
      Variables:
        GREETING: hello
Resources:
  Greet:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: back-end/
      Handler: api/greet.handler
      Events:
        Greet:
          Type: Api
          Properties: {Method: get, Path: '/greet/{name}'}
  Leave:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: back-end/
      Handler: leave.handler
      Events:
        Leave:
          Type: HttpApi
          Properties: {Method: POST, Path: /leave}
  Wave:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: front/
      Handler: wave.handler
      Events:
        Wave:
          Type: HttpApi
          Properties: {Method: GET, Path: /wave}
";

#[test]
fn functions_in_python_are_served_beside_those_in_javascript() {
    let place = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("template.yaml", TEMPLATE),
        ("back-end/words.py", "def say(name):\n    return f'{name}!'\n"),
        (
            "back-end/api/greet.py",
            "import os, random, sys, time\nfrom words import say\n\n\n\
             def handler(event, context):\n    \
                 print('greeting', file=sys.stderr)\n    \
                 body = [os.environ['GREETING'], say(event['pathParameters']['name'])]\n    \
                 body += [random.random(), time.time(), context.function_name]\n    \
                 return {'statusCode': 200, 'body': ' '.join(map(str, body))}\n",
        ),
        (
            "back-end/leave.py",
            "def handler(event, context):\n    \
                 if event['body'] == 'never':\n        raise KeyError('never')\n    \
                 return {'left': event['body'], 'version': event['version']}\n",
        ),
        ("front/wave.js", "exports.handler = async () => ({ waved: Math.random() > 2 });\n"),
    ] {
        let file = place.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
    let arguments = ["dev", ".", "--port", "0"];
    let dev = Running::start(aplomb(place.path(), &arguments).stdin(Stdio::null()));
    let said = dev.until("recordings and events are in");
    let address = address(&said);

    let greeting = ask(address, "GET /greet/jake", "");
    assert!(greeting.contains("hello jake! 0."), "{greeting}");
    assert!(greeting.ends_with(" Greet"), "{greeting}");
    replays(place.path(), &greeting);
    let left = ask(address, "POST /leave", "june");
    assert!(left.ends_with(r#"{"left":"june","version":"2.0"}"#), "{left}");
    replays(place.path(), &left);
    let refused = ask(address, "POST /leave", "never");
    assert!(refused.starts_with("HTTP/1.1 502"), "{refused}");
    dev.until("KeyError: 'never'");
    let waved = ask(address, "GET /wave", "");
    assert!(waved.ends_with(r#"{"waved":false}"#), "{waved}");
    replays(place.path(), &waved);
}

#[test]
fn what_cannot_be_served_is_said() {
    let place = tempfile::tempdir().unwrap();
    let cases = [
        ("functions:\n  f:\n    handler: a.f\n", "has no function with an address"),
        (
            "functions:\n  f:\n    handler: b.f\n    events: [{http: GET /}]\n",
            "dev runs JavaScript and Python; other languages are not supported",
        ),
    ];
    fs::write(place.path().join("a.js"), "exports.f = async () => 1;").unwrap();
    fs::write(place.path().join("b.ts"), "export const f = async () => 1;\n").unwrap();
    for (description, message) in cases {
        fs::write(place.path().join("serverless.yml"), description).unwrap();
        let run = aplomb(place.path(), &["dev", "."]).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{message}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(said.contains(message), "{message}: {said}");
    }
}
