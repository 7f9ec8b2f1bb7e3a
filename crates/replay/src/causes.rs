//! Which invocations led to this one? An invocation depends on another one if it read
//! what that one wrote: an item, an object, a message, a payload.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::{Call, Recording};

/// An invocation and what led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The invocation.
    pub id: String,
    /// The function that was invoked.
    pub function: String,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// What it read that others had written.
    pub links: Vec<Link>,
    /// Whether it stands elsewhere in the tree, with its links.
    pub seen_before: bool,
}

/// Something that one invocation wrote and a later one read.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// What was read, for people: `orders[id: "7"]`.
    pub what: String,
    /// The call that read it; the trigger, if the input brought it.
    pub read_by: String,
    /// The call that wrote it.
    pub written_by: String,
    /// The invocation that made it.
    pub cause: Cause,
}

/// The invocations that led to the one with this identity, as a tree; `None`, if it is
/// not among the recordings.
pub fn causes(id: &str, recordings: &[Recording]) -> Option<Cause> {
    let start = recordings.iter().position(|recording| recording.head.id == id)?;
    let history = History::new(recordings);
    Some(history.explain(start, &mut BTreeSet::new()))
}

/// A place that is written and read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Object { bucket: String, key: String },
    Message(String),
    Payload { function: String, text: String },
}

/// An item of a table: its content as far as the call tells it.
struct Item {
    table: String,
    content: Map<String, Value>,
}

#[derive(Default)]
struct Access {
    items: Vec<Item>,
    places: Vec<Place>,
}

struct Write {
    recording: usize,
    call: String,
    access: Access,
}

struct History<'a> {
    recordings: &'a [Recording],
    /// The attributes that identify an item, as far as some request names them.
    keys: BTreeMap<String, BTreeSet<String>>,
    writes: Vec<Write>,
}

impl<'a> History<'a> {
    fn new(recordings: &'a [Recording]) -> History<'a> {
        let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut writes = Vec::new();
        for (index, recording) in recordings.iter().enumerate() {
            for call in recording.calls.iter().filter(|call| call.kind == "aws" && !call.failed) {
                note_key(call, &mut keys);
                let access = written(call);
                if !access.items.is_empty() || !access.places.is_empty() {
                    writes.push(Write { recording: index, call: call.name.clone(), access });
                }
            }
        }
        // The latest first: what was read is what was written last.
        writes.sort_by_key(|write| std::cmp::Reverse(recordings[write.recording].head.ended));
        History { recordings, keys, writes }
    }

    fn explain(&self, index: usize, seen: &mut BTreeSet<usize>) -> Cause {
        let recording = &self.recordings[index];
        let seen_before = !seen.insert(index);
        let links = if seen_before { Vec::new() } else { self.links(index, seen) };
        Cause {
            id: recording.head.id.clone(),
            function: recording.head.function.clone(),
            began: recording.head.began,
            links,
            seen_before,
        }
    }

    fn links(&self, index: usize, seen: &mut BTreeSet<usize>) -> Vec<Link> {
        let recording = &self.recordings[index];
        let mut found: Vec<(String, String, &Write)> = Vec::new();
        for place in delivered(&recording.head.event, &recording.head.function) {
            let write = self.latest(index, |write| write.access.places.contains(&place));
            found.extend(write.map(|write| (shown(&place), "the trigger".to_owned(), write)));
        }
        for call in recording.calls.iter().filter(|call| call.kind == "aws" && !call.failed) {
            let access = read(call);
            for place in access.places {
                let write = self.latest(index, |write| write.access.places.contains(&place));
                found.extend(write.map(|write| (shown(&place), call.name.clone(), write)));
            }
            for item in access.items {
                let write = self.latest(index, |write| {
                    write.access.items.iter().any(|written| self.is_same(written, &item))
                });
                found.extend(write.map(|write| (self.shown_item(&item), call.name.clone(), write)));
            }
        }
        let mut links: Vec<Link> = Vec::new();
        for (what, read_by, write) in found {
            let same = |link: &Link| {
                link.what == what && link.cause.id == self.recordings[write.recording].head.id
            };
            if !links.iter().any(same) {
                let cause = self.explain(write.recording, seen);
                links.push(Link { what, read_by, written_by: write.call.clone(), cause });
            }
        }
        links
    }

    /// The last write of another invocation that began before this one was over.
    fn latest(&self, reader: usize, matches: impl Fn(&Write) -> bool) -> Option<&Write> {
        let reader_head = &self.recordings[reader].head;
        self.writes.iter().find(|write| {
            write.recording != reader
                && self.recordings[write.recording].head.began <= reader_head.ended
                && matches(write)
        })
    }

    /// Whether both speak of one item: equal in the attributes that identify it, or, where
    /// these are not known, in all that both mention.
    fn is_same(&self, written: &Item, read: &Item) -> bool {
        if written.table != read.table {
            return false;
        }
        match self.keys.get(&written.table) {
            Some(key) => key.iter().all(|name| {
                read.content.get(name).is_some_and(|value| written.content.get(name) == Some(value))
            }),
            None => {
                let common = |name: &&String| written.content.contains_key(*name);
                let mut names = read.content.keys().filter(common).peekable();
                names.peek().is_some()
                    && names.all(|name| written.content[name] == read.content[name])
            }
        }
    }

    fn shown_item(&self, item: &Item) -> String {
        let key = self.keys.get(&item.table);
        let named =
            item.content.iter().filter(|(name, _)| key.is_none_or(|key| key.contains(*name)));
        let parts: Vec<String> = named.map(|(name, value)| format!("{name}: {value}")).collect();
        format!("{}[{}]", item.table, parts.join(", "))
    }
}

fn shown(place: &Place) -> String {
    match place {
        Place::Object { bucket, key } => format!("object {bucket}/{key}"),
        Place::Message(id) => format!("message {id}"),
        Place::Payload { function, .. } => format!("the invocation of {function}"),
    }
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

/// Items that a request names one by one: `(table, attributes)`.
fn requested_items(call: &Call) -> Vec<(String, &Value)> {
    let request = &call.request;
    let single = ["Key", "Item"].into_iter().filter_map(|name| request.get(name));
    let single = single.filter_map(|item| Some((text(request, "TableName")?, item)));
    let batches = request.get("RequestItems").and_then(Value::as_object).into_iter().flatten();
    let batches = batches.flat_map(|(table, batch)| {
        let keys = batch.get("Keys").and_then(Value::as_array).into_iter().flatten();
        let changes = batch.as_array().into_iter().flatten().filter_map(|change| {
            change.pointer("/PutRequest/Item").or_else(|| change.pointer("/DeleteRequest/Key"))
        });
        keys.chain(changes).map(|item| (table.clone(), item))
    });
    let transaction = request.get("TransactItems").and_then(Value::as_array).into_iter().flatten();
    let transaction = transaction.flat_map(|step| step.as_object().into_iter().flatten());
    let transaction = transaction.filter_map(|(_, action)| {
        let item = action.get("Item").or_else(|| action.get("Key"))?;
        Some((text(action, "TableName")?, item))
    });
    single.chain(batches).chain(transaction).collect()
}

/// Learns which attributes identify an item from requests that name a key.
fn note_key(call: &Call, keys: &mut BTreeMap<String, BTreeSet<String>>) {
    if let Some(table) = text(&call.request, "TableName")
        && let Some(key) = call.request.get("Key").and_then(Value::as_object)
    {
        keys.entry(table).or_insert_with(|| key.keys().cloned().collect());
    }
}

fn written(call: &Call) -> Access {
    let mut access = Access::default();
    let response = call.response.as_ref().unwrap_or(&Value::Null);
    match call.name.as_str() {
        "dynamodb.putItem"
        | "dynamodb.updateItem"
        | "dynamodb.deleteItem"
        | "dynamodb.batchWriteItem"
        | "dynamodb.transactWriteItems" => {
            access.items = requested_items(call).into_iter().filter_map(item).collect();
        }
        "s3.putObject" | "s3.copyObject" | "s3.deleteObject" => {
            access.places.extend(object(&call.request));
        }
        "sqs.sendMessage" | "sns.publish" => {
            access.places.extend(text(response, "MessageId").map(Place::Message));
        }
        "sqs.sendMessageBatch" => {
            let sent = response.get("Successful").and_then(Value::as_array).into_iter().flatten();
            access.places.extend(sent.filter_map(|one| text(one, "MessageId")).map(Place::Message));
        }
        "lambda.invoke" => access.places.extend(payload(&call.request)),
        _ => {}
    }
    access
}

fn read(call: &Call) -> Access {
    let mut access = Access::default();
    let response = call.response.as_ref().unwrap_or(&Value::Null);
    match call.name.as_str() {
        "dynamodb.getItem" | "dynamodb.batchGetItem" | "dynamodb.transactGetItems" => {
            access.items = requested_items(call).into_iter().filter_map(item).collect();
        }
        "dynamodb.query" | "dynamodb.scan" => {
            let table = text(&call.request, "TableName");
            let items = response.get("Items").and_then(Value::as_array).into_iter().flatten();
            access.items = items.filter_map(|content| item((table.clone()?, content))).collect();
        }
        "s3.getObject" | "s3.headObject" => access.places.extend(object(&call.request)),
        _ => {}
    }
    access
}

fn item((table, content): (String, &Value)) -> Option<Item> {
    let content = content.as_object()?;
    let content = content.iter().map(|(name, value)| (name.clone(), attribute(value))).collect();
    Some(Item { table, content })
}

/// The value of an attribute, also where the request spells its type: `{"S": "text"}`.
fn attribute(value: &Value) -> Value {
    let Some(members) = value.as_object().filter(|members| members.len() == 1) else {
        return value.clone();
    };
    match members.iter().next() {
        Some((kind, inner)) if kind == "S" || kind == "BOOL" => inner.clone(),
        Some((kind, Value::String(digits))) if kind == "N" => {
            serde_json::from_str(digits).unwrap_or_else(|_| value.clone())
        }
        _ => value.clone(),
    }
}

fn object(request: &Value) -> Option<Place> {
    Some(Place::Object { bucket: text(request, "Bucket")?, key: text(request, "Key")? })
}

fn payload(request: &Value) -> Option<Place> {
    let function = text(request, "FunctionName")?;
    let text: Value = serde_json::from_str(request.get("Payload")?.as_str()?).ok()?;
    Some(Place::Payload { function, text: text.to_string() })
}

/// What the input of a handler brought: messages, objects, the payload itself.
fn delivered(event: &Value, function: &str) -> Vec<Place> {
    let event = crate::recording::plain(event);
    let records = event.get("Records").and_then(Value::as_array).into_iter().flatten();
    let mut places: Vec<Place> = records
        .filter_map(|record| {
            let message = text(record, "messageId")
                .or_else(|| record.pointer("/Sns/MessageId")?.as_str().map(str::to_owned));
            message.map(Place::Message).or_else(|| {
                Some(Place::Object {
                    bucket: record.pointer("/s3/bucket/name")?.as_str()?.to_owned(),
                    key: record.pointer("/s3/object/key")?.as_str()?.to_owned(),
                })
            })
        })
        .collect();
    places.push(Place::Payload { function: function.to_owned(), text: event.to_string() });
    places
}
