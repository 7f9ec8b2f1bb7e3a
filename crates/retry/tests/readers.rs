//! What remembers where it stopped, temporary files, and other programs: small handlers in
//! Python, each with the verdicts that are true of it.

use aplomb_retry::{Options, discover, load};

const BEFORE: &str = r#"
import csv, io, subprocess, uuid
import boto3, cv2, psycopg2
import pandas as pd
from PIL import Image

s3 = boto3.client("s3")
sns = boto3.client("sns")
table = boto3.resource("dynamodb").Table("t")

def send():
    sns.publish(TopicArn="t", Message="m")

def handler(event, context):
"#;

fn verdict(body: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let lines = body.trim().lines().map(|line| format!("    {}\n", line.trim_end()));
    let source = format!("{BEFORE}{}", lines.collect::<String>());
    std::fs::write(folder.path().join("app.py"), source).unwrap();
    let description = "service: app\nprovider: { name: aws, runtime: python3.12 }\n\
                       functions: { f: { handler: app.handler } }\n";
    std::fs::write(folder.path().join("serverless.yml"), description).unwrap();
    let application = discover(folder.path()).unwrap().remove(0);
    let mut loaded = load(&application);
    loaded.check(0, Options { exhaustive: false, ..Options::default() }).row.verdict.to_string()
}

/// What is read second is not what was read first: code that compares both is reached.
#[test]
fn readers_go_on_where_they_stopped() {
    for (reader, next) in [
        (r#"open("data.txt")"#, "it.readline()"),
        (r#"io.StringIO(event["text"])"#, "it.readline()"),
        (r#"io.StringIO(event["text"])"#, "it.read(10)"),
        (r#"csv.reader(event["text"])"#, "next(it)"),
        (r#"s3.get_object(Bucket="b", Key="k")["Body"]"#, "it.read(10)"),
        (r#"s3.get_object(Bucket="b", Key="k")["Body"]"#, "it.read()"),
        (r#"cv2.VideoCapture("/var/task/film")"#, "it.read()"),
    ] {
        let body = format!("it = {reader}\na = {next}\nb = {next}\nif a != b:\n    send()");
        assert_ne!(verdict(&body), "safe", "{body}");
    }
    let end = "it = io.StringIO(event['text'])\nit.read()\nif not it.read():\n    send()";
    assert_ne!(verdict(end), "safe");
    let once = "it = io.StringIO(event['text'])\na = it.read()\nif a != a:\n    send()";
    assert_eq!(verdict(once), "safe");
}

/// What packages find in temporary files is what was written there, or left there by an
/// earlier invocation; what they write there is read later.
#[test]
fn packages_work_on_temporary_files() {
    let cases = [
        (
            r#"
s3.download_file("b", event["k"], "/tmp/x")
if Image.open("/tmp/x").width > 100:
    table.put_item(Item={"id": event["k"]})
else:
    table.delete_item(Key={"id": event["k"]})
s3.put_object(Bucket="b", Key=event["k"], Body=b"")"#,
            "unknown",
        ),
        (
            r#"
cv2.imwrite("/tmp/o", str(uuid.uuid4()))
s3.upload_file("/tmp/o", "b", "k")
table.put_item(Item={"id": s3.get_object(Bucket="b", Key="k")["Body"].read()})"#,
            "unknown",
        ),
        (r#"table.put_item(Item={"id": Image.open("/tmp/x").width})"#, "unsafe"),
        (r#"table.put_item(Item={"id": pd.read_csv("/tmp/x")["a"]})"#, "unsafe"),
        (
            r#"
s3.download_file("in", event["k"], "/tmp/a")
image = Image.open("/tmp/a")
image.thumbnail((10, 10))
image.save("/tmp/b")
s3.upload_file("/tmp/b", "out", event["k"])"#,
            "safe",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(verdict(body), expected, "{body}");
    }
}

/// Another program may give something else each time, and leave something else in files.
#[test]
fn programs_are_not_known_to_give_the_same() {
    let cases = [
        (r#"table.put_item(Item={"id": subprocess.check_output(["date"])})"#, "unsafe"),
        (
            r#"
subprocess.run(["cp", "/tmp/a", "/tmp/b"])
table.put_item(Item={"id": open("/tmp/b").read()})"#,
            "unknown",
        ),
        // Whatever it converts the file to: nobody looks at the copy before the last one.
        (
            r#"
s3.download_file("in", event["k"], "/tmp/a")
subprocess.run(["convert", "/tmp/a", "/tmp/b"], check=True)
s3.upload_file("/tmp/b", "out", event["k"])"#,
            "safe",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(verdict(body), expected, "{body}");
    }
}
