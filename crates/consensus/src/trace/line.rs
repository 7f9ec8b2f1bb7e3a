//! One line of a trace.

use std::{
    borrow::Cow,
    cmp::Ordering,
    collections::BTreeMap,
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
};

use serde::{
    Deserialize, Deserializer,
    de::{self, IgnoredAny, SeqAccess, Visitor},
};
use serde_json::{json, value::RawValue};

use crate::qtree::Event;

/// A round, and the line where it stands. Rounds are compared without their lines.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    term: u64,
    /// One more than the index of `[term, index]`; zero for a plain number.
    index: u64,
    /// The line of the event that this round acts in.
    pub line: u64,
}

impl Round {
    fn key(&self) -> (u64, u64) {
        (self.term, self.index)
    }

    /// Whether it is written as `[term, index]`.
    fn is_pair(&self) -> bool {
        self.index > 0
    }

    fn is_root(&self) -> bool {
        self.term == 0 && self.index <= 1
    }

    pub(super) fn at(self, line: u64) -> Round {
        Round { line, ..self }
    }
}

impl PartialEq for Round {
    fn eq(&self, other: &Round) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Round {}

impl PartialOrd for Round {
    fn partial_cmp(&self, other: &Round) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Round {
    fn cmp(&self, other: &Round) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// `3`, or `2.5` for the entry with index 5 of term 2.
impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_pair() {
            true => write!(f, "{}.{}", self.term, self.index - 1),
            false => self.term.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for Round {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Round, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Round;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a round: a whole number from 1 on, or [term, index]")
            }

            fn visit_u64<E: de::Error>(self, term: u64) -> Result<Round, E> {
                Ok(Round { term, index: 0, line: 0 })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Round, A::Error> {
                let mut part = |position| {
                    let part: Option<u64> = parts.next_element()?;
                    part.ok_or_else(|| de::Error::invalid_length(position, &"[term, index]"))
                };
                let (term, index) = (part(0)?, part(1)?);
                if parts.next_element::<IgnoredAny>()?.is_some() {
                    return Err(de::Error::invalid_length(3, &"[term, index]"));
                }
                match index.checked_add(1) {
                    Some(index) => Ok(Round { term, index, line: 0 }),
                    None => Err(de::Error::custom("the index is too great")),
                }
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// A value, and the line where it stands. Values are compared without their lines.
///
/// A long one is kept as its beginning, its length and a digest of 128 bits, by which it is
/// compared.
#[derive(Clone, Debug)]
pub struct Value {
    kept: Kept,
    /// The line of the event that adds it.
    pub line: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kept {
    Whole(Box<str>),
    Long { beginning: Box<str>, length: usize, digest: (u64, u64) },
}

/// The longest value that is kept as it is.
const LONGEST_WHOLE: usize = 64;

/// The same value can be written with other spaces, escapes and orders of keys. Mostly it is
/// not, so a value is taken apart only when its text is another one.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.kept == other.kept || self.kept.canonical() == other.kept.canonical()
    }
}

impl Eq for Value {}

impl Value {
    /// A value that is not known, nor where it stands.
    pub(super) fn nothing() -> Value {
        Value { kept: Kept::Whole("_".into()), line: 0 }
    }

    fn of(text: &str, line: u64) -> Value {
        let kept = match text.len() <= LONGEST_WHOLE {
            true => Kept::Whole(text.into()),
            // What is not kept as a whole cannot be taken apart later.
            false => Kept::of(&canonical(text)),
        };
        Value { kept, line }
    }
}

impl Kept {
    fn of(text: &str) -> Kept {
        if text.len() <= LONGEST_WHOLE {
            return Kept::Whole(text.into());
        }
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, text).hash(&mut hasher);
            hasher.finish()
        };
        let beginning = text.chars().take(24).collect::<String>().into();
        Kept::Long { beginning, length: text.len(), digest: (half(1), half(2)) }
    }

    fn canonical(&self) -> Kept {
        match self {
            Kept::Whole(text) => Kept::of(&canonical(text)),
            Kept::Long { .. } => self.clone(),
        }
    }
}

/// A JSON value in the form that is the same for equal values.
fn canonical(text: &str) -> Cow<'_, str> {
    if !text.contains(['{', '[', '\\']) {
        return number(text);
    }
    rewritten(text, DEEPEST).map_or(text.into(), Cow::Owned)
}

/// How deep a value is taken apart. A deeper one is compared as it is written.
const DEEPEST: usize = 128;

/// A JSON value without spaces, with its keys in order. Numbers are never turned into floating
/// point, where different ones may become the same.
fn rewritten(text: &str, depth: usize) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let part = |raw: &RawValue| rewritten(raw.get(), depth);
    Some(match text.as_bytes().first()? {
        b'{' => {
            let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
            let field = |(key, raw)| Some(format!("{}:{}", json!(key), part(raw)?));
            let fields = fields.into_iter().map(field).collect::<Option<Vec<_>>>()?;
            format!("{{{}}}", fields.join(","))
        }
        b'[' => {
            let parts: Vec<&RawValue> = serde_json::from_str(text).ok()?;
            let parts = parts.into_iter().map(part).collect::<Option<Vec<_>>>()?;
            format!("[{}]", parts.join(","))
        }
        b'"' => json!(serde_json::from_str::<String>(text).ok()?).to_string(),
        _ => number(text).into_owned(),
    })
}

/// A number in the form that is the same for equal ones: `1.0` and `10e-1` are `1`, `-0` is `0`,
/// and `2.50` is `25e-1`. Everything else is left as it is.
fn number(text: &str) -> Cow<'_, str> {
    digits_and_exponent(text).map_or(text.into(), |(sign, digits, exponent)| {
        match (digits.as_str(), exponent) {
            ("", _) => "0".into(),
            (digits, 0..=30) => format!("{sign}{digits}{}", "0".repeat(exponent as usize)).into(),
            (digits, _) => format!("{sign}{digits}e{exponent}").into(),
        }
    })
}

/// The sign of a number, its digits from the first to the last that is not zero, and the power
/// of ten that these are multiplied by.
fn digits_and_exponent(text: &str) -> Option<(&str, String, i64)> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let sign = &text[..text.len() - unsigned.len()];
    if !unsigned.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let short = digits.trim_end_matches('0');
    let moved = (digits.len() - short.len()) as i64 - fraction.len() as i64;
    Some((sign, short.trim_start_matches('0').to_owned(), exponent.checked_add(moved)?))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kept {
            Kept::Whole(text) => f.write_str(text),
            Kept::Long { beginning, length, .. } => write!(f, "{beginning}... ({length} bytes)"),
        }
    }
}

/// Which of several trees.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instance {
    /// The only one.
    #[default]
    Only,
    /// One with a number.
    Number(u64),
    /// One with a name.
    Text(Box<str>),
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Instance::Only => f.write_str("the tree"),
            Instance::Number(number) => write!(f, "instance {number}"),
            Instance::Text(text) => write!(f, "instance {text:?}"),
        }
    }
}

/// Why a line is not an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(pub String);

#[derive(Deserialize)]
struct Fields<'l> {
    event: Operation,
    #[serde(default)]
    instance: Instance,
    round: Round,
    #[serde(borrow, default)]
    value: Option<&'l RawValue>,
    #[serde(default)]
    parent: Option<Round>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    Add,
    Commit,
}

/// The name of an instance.
impl<'de> Deserialize<'de> for Instance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Instance, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Instance;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an instance: a whole number or a text")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Instance, E> {
                Ok(Instance::Number(number))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Instance, E> {
                Ok(Instance::Text(text.into()))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Instance, E> {
                Ok(Instance::Only)
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// Reads a line. Nothing is copied but the value and the name of an instance.
pub(super) fn read(text: &[u8], line: u64) -> Result<(Instance, Event<Round, Value>), Malformed> {
    read_all(text, line).map(|(instance, event, _)| (instance, event))
}

/// What a line says: of which instance, what happened, and what a commit says that it decides.
type Said = (Instance, Event<Round, Value>, Option<Value>);

/// Reads a line, and what a commit says that it decides.
pub(super) fn read_all(text: &[u8], line: u64) -> Result<Said, Malformed> {
    let text = text.trim_ascii();
    if text.first() != Some(&b'{') {
        return Err(Malformed("an event is an object: {\"event\": ...}".to_owned()));
    }
    let fields: Fields<'_> = serde_json::from_slice(text).map_err(|error| {
        // The position within a single line is the column.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Malformed(format!("{message}, at column {}", error.column()))
    })?;
    if fields.round.is_root() {
        return Err(Malformed("the root is no round: it neither adds nor commits".to_owned()));
    }
    let round = fields.round.at(line);
    match fields.event {
        Operation::Commit => {
            let decided = fields.value.map(|value| Value::of(value.get(), line));
            Ok((fields.instance, Event::commit(round), decided))
        }
        Operation::Add => {
            let parent = fields.parent.filter(|parent| !parent.is_root());
            if parent.is_some_and(|parent| parent.is_pair() != round.is_pair()) {
                return Err(Malformed(
                    "the round and its parent are written differently".to_owned(),
                ));
            }
            let value = Value::of(fields.value.map_or("null", RawValue::get), line);
            let event = Event::add(round, value, parent.map(|parent| parent.at(line)));
            Ok((fields.instance, event, None))
        }
    }
}

/// The form of the rounds of an event: whether they are pairs.
pub(super) fn has_pairs(event: &Event<Round, Value>) -> bool {
    event.round().is_pair()
}
