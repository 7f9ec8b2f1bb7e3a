//! What the events of the platform look like: which of their fields identify a message, which
//! name what they tell of, and which are new whenever the platform invokes a function again.
//! The last is data; see `events.toml`.

use crate::Trigger;
use crate::mentions::Members;
use aplomb_script::Program;
use aplomb_symbolic::Guaranteed::{self, Items, Record, Something, Text};
use serde::Deserialize;
use std::sync::OnceLock;

/// The input of a function that is the identifier of the invocation.
pub const INVOCATION_ID: &str = "requestId";

/// The field of an event that lists its messages, but for those of brokers.
pub const MESSAGES: &str = "Records";

/// The ways from a part of an event to the name of the bucket that it tells of: one of the
/// `Records` that S3 sends, or what EventBridge forwards.
pub const BUCKET_NAMES: &[&[&str]] = &[&["s3", "bucket", "name"], &["detail", "bucket", "name"]];

/// The field under which a record of a stream tells of a change of a table.
pub const CHANGE: &str = "dynamodb";

/// What a state machine tells a task of the attempt, under the names that it gives to it.
pub(crate) const COUNTED: [&str; 2] = ["RetryCount", "EnteredTime"];

/// Whether a function asks over which connection of a WebSocket a request came.
pub(crate) fn names_connection(kinds: Option<&str>, program: &Program) -> bool {
    let is_socket = kinds.is_none_or(|kinds| kinds.split(", ").any(|kind| kind == "websocket"));
    let members = Members::of(program);
    let names = ["connectionId", "connection_id", "connectedAt", "connected_at"];
    is_socket && names.iter().any(|name| members.contains(name))
}

/// What the platform's documentation says is in every event of a kind, as the deployment
/// description calls it; `None` where it is one of several kinds, or one that rules may replace
/// (EventBridge).
pub(crate) fn guaranteed(event: &str) -> Option<&'static Guaranteed> {
    Some(match event.to_ascii_lowercase().as_str() {
        "sqs" => &SQS,
        "sns" => &SNS,
        "s3" => &S3,
        "kinesis" => &KINESIS,
        "dynamodb" => &DYNAMODB,
        // One of the last two.
        "stream" => &STREAM,
        _ => return None,
    })
}

const SQS: Guaranteed = Record(&[(
    MESSAGES,
    Items(&Record(&[
        ("messageId", Text),
        ("receiptHandle", Text),
        ("body", Something),
        ("md5OfBody", Text),
        ("attributes", Record(&[("SentTimestamp", Text), ("SenderId", Text)])),
        ("messageAttributes", Something),
        ("eventSource", Text),
        ("eventSourceARN", Text),
        ("awsRegion", Text),
    ])),
)]);

/// The subject of a message may be missing.
const SNS: Guaranteed = Record(&[(
    MESSAGES,
    Items(&Record(&[
        ("EventSource", Text),
        ("EventSubscriptionArn", Text),
        (
            "Sns",
            Record(&[
                ("MessageId", Text),
                ("TopicArn", Text),
                ("Message", Something),
                ("Timestamp", Text),
                ("MessageAttributes", Something),
            ]),
        ),
    ])),
)]);

/// Deleted objects have a key and no size.
const S3: Guaranteed = Record(&[(
    MESSAGES,
    Items(&Record(&[
        ("eventName", Text),
        ("eventTime", Text),
        ("awsRegion", Text),
        (
            "s3",
            Record(&[
                ("bucket", Record(&[("name", Text), ("arn", Text)])),
                ("object", Record(&[("key", Text)])),
            ]),
        ),
    ])),
)]);

const STREAM: Guaranteed = Record(&[(
    MESSAGES,
    Items(&Record(&[("eventID", Text), ("eventName", Text), ("eventSourceARN", Text)])),
)]);

const KINESIS: Guaranteed = Record(&[(
    MESSAGES,
    Items(&Record(&[
        ("eventID", Text),
        ("eventName", Text),
        ("eventSourceARN", Text),
        (
            "kinesis",
            Record(&[("data", Something), ("partitionKey", Text), ("sequenceNumber", Text)]),
        ),
    ])),
)]);

const DYNAMODB: Guaranteed = Record(&[(
    MESSAGES,
    Items(&Record(&[
        ("eventID", Text),
        ("eventName", Text),
        ("eventSourceARN", Text),
        ("dynamodb", Record(&[("Keys", Something), ("SequenceNumber", Text)])),
    ])),
)]);

impl Trigger {
    /// The way from one of the messages of an event to its identifier.
    pub fn message_id(self) -> Option<&'static [&'static str]> {
        match self {
            Trigger::Queue => Some(&["messageId"]),
            Trigger::Asynchronous => Some(&["Sns", "MessageId"]),
            Trigger::Stream => Some(&["eventID"]),
            Trigger::Request => None,
        }
    }
}

/// The data as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    request: Vec<Request>,
    headers: Headers,
    delivery: Vec<Delivery>,
}

/// What is said of a request, by those who hand it on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    triggers: Vec<String>,
    #[expect(dead_code, reason = "a statement for readers")]
    source: String,
    #[serde(default)]
    new: Vec<String>,
    #[serde(default)]
    time: Vec<String>,
    #[serde(default)]
    way: Vec<String>,
    #[serde(default)]
    headers: Vec<String>,
    #[serde(default)]
    known_by: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Headers {
    #[expect(dead_code, reason = "a statement for readers")]
    source: Vec<String>,
    new: Vec<String>,
    way: Vec<String>,
}

/// What is said of one delivery of messages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Delivery {
    triggers: Vec<String>,
    #[expect(dead_code, reason = "a statement for readers")]
    source: String,
    /// The field of the event that lists the messages.
    pub(crate) messages: String,
    /// The fields that are new.
    pub(crate) fields: Vec<String>,
}

/// What is known.
struct Known {
    requests: Vec<Said>,
    deliveries: Vec<Delivery>,
}

/// What is said of a request by those who hand on events of some kinds: the ways to it.
struct Said {
    triggers: Vec<String>,
    known_by: Vec<String>,
    paths: Vec<(Vec<String>, Anew)>,
}

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let written: Written =
            toml::from_str(include_str!("events.toml")).expect("the data of events is well-formed");
        let requests = written.request.into_iter().map(|request| request.said(&written.headers));
        Known { requests: requests.collect(), deliveries: written.delivery }
    })
}

/// How something that is said of a request differs when the client asks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anew {
    /// It is another one, and unlike any other.
    Unique,
    /// It is another one.
    Another,
    /// Nobody knows.
    Perhaps,
}

impl Request {
    fn said(self, headers: &Headers) -> Said {
        let own = [(self.new, Anew::Unique), (self.time, Anew::Another), (self.way, Anew::Perhaps)];
        let path = |path: &str| path.split('.').map(str::to_string).collect::<Vec<_>>();
        let mut paths = Vec::new();
        for (own, anew) in own {
            paths.extend(own.iter().map(|own| (path(own), anew)));
        }
        for part in &self.headers {
            for (names, anew) in [(&headers.new, Anew::Unique), (&headers.way, Anew::Perhaps)] {
                for name in names.iter().flat_map(|name| [name.to_lowercase(), name.clone()]) {
                    let mut path = path(part);
                    path.push(name);
                    paths.push((path, anew));
                }
            }
        }
        Said { triggers: self.triggers, known_by: self.known_by, paths }
    }
}

/// Something that is said of one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The way to it, from the event.
    pub(crate) path: &'static [String],
    pub(crate) anew: Anew,
    /// Whether the event certainly has it.
    pub(crate) is_there: bool,
}

/// What is said of one request in events of these kinds, as the deployment description calls
/// them. `asks` tells whether the program mentions a name. Of a part, what comes first is listed
/// in any case, so that nobody takes the part as a whole for the client's.
pub(crate) fn told(kinds: Option<&str>, asks: impl Fn(&str) -> bool) -> Vec<Told> {
    let kinds: Vec<&str> = kinds.map(|kinds| kinds.split(", ").collect()).unwrap_or_default();
    // Where nothing says what sends the event, this does: a gateway.
    let names_gateway = kinds.is_empty() && asks(GATEWAY);
    let mut found: Vec<Told> = Vec::new();
    for said in &known().requests {
        let is_one = |kind: &&str| said.triggers.iter().any(|one| one == kind);
        if !kinds.is_empty() && !kinds.iter().any(is_one) {
            continue;
        }
        let is_shown = said.known_by.is_empty() || said.known_by.iter().any(|name| asks(name));
        if kinds.is_empty() && !is_shown {
            continue;
        }
        let is_certain = !kinds.is_empty() && kinds.iter().all(is_one);
        let is_gateway = || said.paths.iter().any(|(path, _)| path[0] == GATEWAY);
        let is_known = !kinds.is_empty() || names_gateway && is_gateway();
        let mut begun: Vec<&[String]> = Vec::new();
        for (path, anew) in &said.paths {
            let (name, part) = path.split_last().expect("a path has a name");
            let is_outer = part.len() == 1 && part[0] != SEVERAL;
            let asks_for_part = part.iter().all(|name| asks(name));
            let is_met = is_known && (is_outer || asks_for_part);
            let is_first = !begun.contains(&part);
            if is_first {
                begun.push(part);
            }
            let is_asked = asks(name) || asks(&name.to_lowercase());
            // In a program of which nothing says who sends events, a plain word may be anything.
            let is_word = name.chars().skip(1).all(char::is_lowercase);
            let is_meant = is_met || asks_for_part && !is_word;
            let is_listed = is_met && is_first || is_asked && is_meant;
            if !is_listed {
                continue;
            }
            let is_there = is_certain && is_outer && is_first;
            match found.iter_mut().find(|known| known.path == path) {
                Some(known) => known.is_there |= is_there,
                None => found.push(Told { path, anew: *anew, is_there }),
            }
        }
    }
    found
}

/// The part of an event in which a gateway tells about the request.
const GATEWAY: &str = "requestContext";

/// Headers of which each has a list of values. Not every gateway sends them.
const SEVERAL: &str = "multiValueHeaders";

/// What is new whenever messages of these kinds are delivered again.
pub(crate) fn deliveries(kinds: &str) -> impl Iterator<Item = &'static Delivery> {
    let is_one = |delivery: &&Delivery| {
        kinds.split(", ").any(|kind| delivery.triggers.iter().any(|one| one == kind))
    };
    known().deliveries.iter().filter(is_one).collect::<Vec<_>>().into_iter()
}

/// Whether an operation is about a delivery, not about what it brings.
pub(crate) fn is_of_delivery(label: &str) -> bool {
    let label = label.to_lowercase().replace('_', "");
    label.starts_with("deletemessage") || label.starts_with("changemessagevisibility")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(kinds: Option<&str>, program: &[&str]) -> Vec<String> {
        let told = told(kinds, |name| program.contains(&name));
        told.iter().map(|told| told.path.join(".")).collect()
    }

    /// Kinds of events, as the two deployment descriptions call them.
    const KINDS: [&str; 17] = [
        "AlexaSkill",
        "Api",
        "HttpApi",
        "MQ",
        "SQS",
        "activemq",
        "alb",
        "alexaSkill",
        "alexaSmartHome",
        "appsync",
        "cloudFront",
        "http",
        "httpApi",
        "rabbitmq",
        "sqs",
        "url",
        "websocket",
    ];

    /// A kind that is misspelt would leave what is new to be taken for what stays.
    #[test]
    fn every_name_in_the_data_is_reached() {
        let Known { requests, deliveries: all } = known();
        let kinds = requests.iter().flat_map(|said| &said.triggers);
        let kinds = kinds.chain(all.iter().flat_map(|delivery| &delivery.triggers));
        let mut kinds: Vec<&str> = kinds.map(String::as_str).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds, KINDS);
        for said in requests {
            for kind in &said.triggers {
                let told = told(Some(kind), |_| true);
                let is_told = |path: &[String]| told.iter().any(|told| told.path == path);
                assert!(said.paths.iter().all(|(path, _)| is_told(path)), "{kind}");
            }
        }
        for delivery in all {
            for kind in &delivery.triggers {
                let found: Vec<_> = deliveries(kind).collect();
                let is_found = found.iter().any(|found| found.fields == delivery.fields);
                assert!(is_found && !delivery.fields.is_empty(), "{kind}");
            }
        }
    }

    #[test]
    fn parts_stand_for_all_that_is_said_in_them() {
        let whole = ["requestContext.requestId", "headers.x-amzn-trace-id"];
        assert_eq!(shown(Some("http"), &[]), whole);
        assert_eq!(shown(Some("alb, sqs"), &[]), ["headers.x-amzn-trace-id"]);
        assert_eq!(shown(Some("sqs"), &["requestContext"]), [""; 0]);
        let names = ["requestContext", "identity"];
        let found = shown(Some("http"), &names);
        assert!(found.contains(&"requestContext.identity.sourceIp".to_string()), "{found:?}");
    }

    #[test]
    fn a_program_may_say_what_sends_the_event() {
        let found = ["headers.x-forwarded-for", "headers.X-Forwarded-For"];
        assert_eq!(shown(None, &["headers", "x-forwarded-for"]), found);
        assert_eq!(shown(None, &["headers", "via"]), [""; 0]);
        assert_eq!(shown(None, &["headers", "body"]), [""; 0]);
        assert_eq!(shown(None, &["identity", "sourceIp"]), ["identity.sourceIp"]);
        assert_eq!(shown(None, &["request", "requestId"]), [""; 0]);
        let found = shown(None, &["request", "requestId", "intent"]);
        assert_eq!(found, ["request.requestId"]);
        let found = shown(None, &["requestContext", "request"]);
        assert!(found.contains(&"requestContext.requestId".to_string()), "{found:?}");
        assert!(!found.iter().any(|path| path.starts_with("request.")), "{found:?}");
    }
}
