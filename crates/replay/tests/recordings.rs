//! Recordings that are whole are read; all others are refused.

use aplomb_replay::{ReadError, Recording};
use sha2::{Digest, Sha256};

fn sealed(lines: &[&str]) -> String {
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let digest: String =
        Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}{{\"lines\":{},\"sha256\":\"{digest}\"}}\n", lines.len())
}

const HEAD: &str = r#"{"format":"aplomb-recording","version":1,"id":"i1","function":"f","runtime":"node 20.1.0","root":"/app","handler":{"file":"/app/f.js","export":"handler"},"began":1,"ended":2,"event":{}}"#;

fn small() -> String {
    sealed(&[
        HEAD,
        r#"["load","value","clock","Date.now",null,1]"#,
        r#"["call",1,"aws","dynamodb.getItem",{"TableName":"t","Key":{"id":{"$":"decimal","text":"7"}}}]"#,
        r#"["call",2,"aws","dynamodb.putItem",{"TableName":"t","Item":{"tags":{"$":"set","items":["a"]}}}]"#,
        r#"["fail",2,{"$":"error","name":"Throttled","message":"no","members":{}}]"#,
        r#"["done",1,{"$":"dict","items":[["Item",{"ä":"é\u2028"}]]}]"#,
        r#"["end",{"result":null}]"#,
    ])
}

#[test]
fn calls_have_their_results_whatever_the_order() {
    let recording = Recording::parse(&small()).unwrap();
    assert_eq!(recording.head.id, "i1");
    let [get, put] = &recording.calls[..] else { panic!("{:?}", recording.calls) };
    assert_eq!(get.request["Key"]["id"], 7);
    assert_eq!(get.response.as_ref().unwrap()["Item"]["ä"], "é\u{2028}");
    assert_eq!(put.request["Item"]["tags"][0], "a");
    assert!(put.failed && !get.failed);
}

#[test]
fn a_recording_that_is_cut_short_anywhere_is_refused() {
    let text = small();
    for length in (0..text.len() - 1).filter(|length| text.is_char_boundary(*length)) {
        assert!(Recording::parse(&text[..length]).is_err(), "cut to {length}");
    }
}

#[test]
fn a_recording_that_was_changed_anywhere_is_refused() {
    let text = small();
    for (place, letter) in text.char_indices() {
        let other = if letter == 'x' { "y" } else { "x" };
        let changed = format!("{}{other}{}", &text[..place], &text[place + letter.len_utf8()..]);
        assert!(Recording::parse(&changed).is_err(), "changed at {place}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let cases = [
        ("", ReadError::NotARecording),
        ("{}", ReadError::NotARecording),
        ("{\"format\":\"aplomb-recording\",\"version\":2}", ReadError::OtherVersion(2)),
        (HEAD, ReadError::CutShort),
    ];
    for (text, expected) in cases {
        assert_eq!(Recording::parse(text).unwrap_err(), expected, "{text}");
    }
    let nonsense = sealed(&[HEAD, r#"["done",9,null]"#]);
    let error = Recording::parse(&nonsense).unwrap_err();
    assert_eq!(error.to_string(), "the recording is damaged: line 2 is not an entry");
}
