//! What the events of the platform look like: which of their fields identify a message,
//! and which name what they tell of.

use crate::Trigger;

/// The input of a function that is the identifier of the invocation.
pub const INVOCATION_ID: &str = "requestId";

/// The field of an event that lists its messages.
pub const MESSAGES: &str = "Records";

/// The ways from a part of an event to the name of the bucket that it tells of: one of the
/// `Records` that S3 sends, or what EventBridge forwards.
pub const BUCKET_NAMES: &[&[&str]] = &[&["s3", "bucket", "name"], &["detail", "bucket", "name"]];

/// What a gateway says of one request in `requestContext`, and whether that is unlike any
/// other. The first is always there.
pub(crate) const OF_REQUEST: [(&str, bool); 6] = [
    ("requestId", true),
    ("extendedRequestId", true),
    ("timeEpoch", false),
    ("requestTimeEpoch", false),
    ("time", false),
    ("requestTime", false),
];

/// Headers that a gateway adds to each request, and whether they are unlike any other. The
/// first is always there.
pub(crate) const OF_HEADERS: [(&str, bool); 4] = [
    ("x-amzn-trace-id", true),
    ("X-Amzn-Trace-Id", true),
    ("x-amz-cf-id", true),
    ("X-Amz-Cf-Id", true),
];

/// Whether what invokes a function, as the deployment description calls it, is a gateway that
/// hands on requests, among others.
pub(crate) fn is_gateway(event: &str) -> bool {
    let is_one =
        |kind| matches!(kind, "http" | "httpApi" | "websocket" | "alb" | "Api" | "HttpApi");
    event.split(", ").any(is_one)
}

/// What SQS says of one delivery of a message.
pub(crate) const OF_DELIVERY: [&str; 3] =
    ["receiptHandle", "ApproximateReceiveCount", "ApproximateFirstReceiveTimestamp"];

/// Whether an operation is about a delivery, not about what it brings.
pub(crate) fn is_of_delivery(label: &str) -> bool {
    let label = label.to_lowercase().replace('_', "");
    label.starts_with("deletemessage") || label.starts_with("changemessagevisibility")
}

/// Whether what invokes a function, as the deployment description calls it, is SQS, among
/// others.
pub(crate) fn is_sqs(event: &str) -> bool {
    event.split(", ").any(|kind| kind.eq_ignore_ascii_case("sqs"))
}

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
