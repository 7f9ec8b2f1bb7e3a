//! Events: what happened, to whom, when, and in which invocation.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::{Map, Value, value::RawValue};

use crate::Time;

/// Something that a running system reports.
///
/// As JSON it is an object; `name` and `time` are required. Times are
/// milliseconds since 1970 or timestamps of RFC 3339.
///
/// ```
/// use aplomb_monitor::{Event, Time};
///
/// let event = Event::from_json(br#"{"name": "LOGGED_IN", "params": {"user": "ada"},
///     "time": 1000, "invocation": "i1", "order": 0}"#).unwrap();
/// assert_eq!(event.time, Time::from_millis(1000));
/// assert_eq!(event.params["user"], "ada");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What happened, such as `SENT_EMAIL`.
    pub name: Box<str>,
    /// To whom and with what.
    pub params: Map<String, Value>,
    /// When, by the clock of the source.
    pub time: Time,
    /// The place among the events of the same invocation.
    pub order: Option<u64>,
    /// Where the event comes from.
    pub origin: Arc<Origin>,
}

/// Where an event comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// Names the event; the second event with the same id is the same event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Box<str>>,
    /// The invocation that reported the event. The order of the events of one
    /// invocation is known even where clocks cannot tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invocation: Option<Box<str>>,
    /// The function that was invoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<Box<str>>,
}

/// Why an event, or something that should have been one, is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Where it stands in the batch: the line of NDJSON, or the place in a JSON
    /// array, counted from 1.
    pub place: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.place, self.reason)
    }
}

impl Event {
    /// An event with a name and a time, and nothing else known.
    pub fn new(name: impl Into<Box<str>>, time: Time) -> Event {
        Event { name: name.into(), params: Map::new(), time, order: None, origin: Arc::default() }
    }

    /// Reads one event.
    pub fn from_json(text: &[u8]) -> Result<Event, String> {
        if text.trim_ascii_start().first() != Some(&b'{') {
            let is_json = serde_json::from_slice::<&RawValue>(text).map_err(explain);
            return Err(is_json.err().unwrap_or_else(|| NO_OBJECT.into()));
        }
        // Whether it is UTF-8 is looked at once, and not again for each text in it.
        let wire: Wire = match std::str::from_utf8(text) {
            Ok(text) => serde_json::from_str(text),
            Err(_) => serde_json::from_slice(text),
        }
        .map_err(explain)?;
        Event::try_from(wire)
    }

    /// Reads a batch: NDJSON, a JSON array, or one JSON object. What is not an
    /// event is rejected by itself; the rest is kept.
    pub fn read_batch(text: &[u8]) -> Vec<Result<Event, Rejection>> {
        let numbered = |(index, result): (usize, Result<Event, String>)| {
            result.map_err(|reason| Rejection { place: index + 1, reason })
        };
        if text.trim_ascii_start().starts_with(b"[") {
            return match serde_json::from_slice::<Vec<&RawValue>>(text) {
                Ok(items) => {
                    let events = items.iter().map(|item| Event::from_json(item.get().as_bytes()));
                    events.enumerate().map(numbered).collect()
                }
                Err(error) => vec![Err(Rejection { place: 1, reason: explain(error) })],
            };
        }
        let lines = text.split(|byte| *byte == b'\n').enumerate();
        let mut lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty()).peekable();
        // An object that is spread over lines is one event.
        if let Some((_, first)) = lines.peek()
            && serde_json::from_slice::<&RawValue>(first).is_err()
            && let Ok(whole) = serde_json::from_slice::<&RawValue>(text)
        {
            return vec![numbered((0, Event::from_json(whole.get().as_bytes())))];
        }
        lines.map(|(index, line)| numbered((index, Event::from_json(line)))).collect()
    }
}

/// What the parser says, without the position in a text that nobody sees.
fn explain(error: serde_json::Error) -> String {
    let message = error.to_string();
    let message = match message.split_once(" at line ") {
        Some((message, _)) => message,
        None => &message,
    };
    if error.is_data() {
        message.to_owned()
    } else {
        format!("not JSON: {message}, column {}", error.column())
    }
}

/// What is said about other JSON.
const NO_OBJECT: &str = r#"an event is an object: {"name": ..., "time": ...}"#;

/// An event as it is written, with the names that other recorders use.
#[derive(Deserialize)]
struct Wire {
    name: Box<str>,
    #[serde(default)]
    params: Map<String, Value>,
    #[serde(alias = "ts", alias = "timestamp")]
    time: Time,
    #[serde(default, alias = "seq")]
    order: Option<u64>,
    #[serde(default)]
    id: Option<Box<str>>,
    #[serde(default, alias = "inv", alias = "invocationID")]
    invocation: Option<Box<str>>,
    #[serde(default)]
    function: Option<Box<str>>,
}

impl TryFrom<Wire> for Event {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Event, String> {
        if wire.name.is_empty() {
            return Err("the name is empty".into());
        }
        Ok(Event {
            name: wire.name,
            params: wire.params,
            time: wire.time,
            order: wire.order,
            origin: Arc::new(Origin {
                id: wire.id,
                invocation: wire.invocation,
                function: wire.function,
            }),
        })
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            #[serde(flatten)]
            origin: &'a Origin,
            name: &'a str,
            #[serde(skip_serializing_if = "Map::is_empty")]
            params: &'a Map<String, Value>,
            time: Time,
            #[serde(skip_serializing_if = "Option::is_none")]
            order: Option<u64>,
        }
        let Event { name, params, time, order, origin } = self;
        Written { origin, name, params, time: *time, order: *order }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        Event::try_from(Wire::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
