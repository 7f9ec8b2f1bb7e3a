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
