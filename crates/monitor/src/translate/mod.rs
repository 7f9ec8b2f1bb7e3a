//! Translation: from what a recorder sees (calls of SDKs, the input and the result of a
//! handler) to the events that properties talk about.

mod read;

pub(crate) use read::read_rules;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use cel::{Value as CelValue, objects::Key};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Event, Origin, Place, Time, property::Expression};

/// What expressions of rules may mention: the parameters of the raw event that recorders
/// use, all of them together, what the invocation remembers, and the item at hand.
const VARIABLES: [&str; 15] = [
    "function",
    "invocation",
    "service",
    "operation",
    "table",
    "request",
    "response",
    "error",
    "input",
    "result",
    "params",
    "memory",
    "item",
    "index",
    "event",
];

/// The raw event after which an invocation has nothing more to say.
const LAST: &str = "handler.result";
/// An invocation that has been silent for so long has ended.
const LONGEST_INVOCATION: Duration = Duration::from_secs(3600);
/// So many invocations are remembered; then the one that is silent longest is forgotten.
const MOST_INVOCATIONS: usize = 100_000;

/// One rule: which raw events, what to remember, and what to emit.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Names of raw events; a `*` at the end stands for anything.
    on: Vec<String>,
    /// Functions; none means all.
    functions: Vec<String>,
    when: Option<Expression>,
    remember: Vec<(String, Expression)>,
    for_each: Option<Expression>,
    emit: Vec<Emission>,
}

#[derive(Clone, Debug)]
struct Emission {
    name: String,
    /// Where it stands in the file.
    place: Place,
    params: Vec<(String, Expression)>,
}

impl Rule {
    /// The events that it emits, and where the file says so.
    pub fn emitted(&self) -> impl Iterator<Item = (&str, Place)> {
        self.emit.iter().map(|emission| (emission.name.as_str(), emission.place))
    }
}

/// Applies rules to raw events. The events of one invocation must come in their order,
/// because rules can remember what an earlier one said.
#[derive(Clone, Debug, Default)]
pub struct Translator {
    rules: Vec<Rule>,
    memory: Memory,
}

/// What invocations remember.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Memory {
    invocations: BTreeMap<Box<str>, Remembered>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Remembered {
    last: Time,
    values: Map<String, Value>,
}

/// What became of a raw event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Translated {
    /// The events that rules made of it.
    pub events: Vec<Event>,
    /// Rules that could not be applied, with the reason.
    pub problems: Vec<String>,
}

impl Translator {
    /// A translator without memories.
    pub fn new(rules: Vec<Rule>) -> Translator {
        Translator { rules, memory: Memory::default() }
    }

    /// What invocations remember, to be kept and [given back](Self::restore).
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Goes on with memories from before.
    pub fn restore(&mut self, memory: Memory) {
        self.memory = memory;
    }

    /// Whether some rule is about the event.
    pub fn is_about(&self, event: &Event) -> bool {
        self.rules.iter().any(|rule| rule.is_about(&event.name))
    }

    /// Applies all rules to an event. One that comes again must not be translated again: an
    /// invocation would remember what is over.
    pub fn translate(&mut self, event: &Event) -> Translated {
        let mut translated = Translated::default();
        let concerned = |rule: &Rule| rule.is_about(&event.name);
        if !self.is_about(event) {
            return translated;
        }
        let mut scope = Scope::new(event, self.memory.of(event));
        for (number, rule) in self.rules.iter().enumerate().filter(|(_, rule)| concerned(rule)) {
            if let Err(problem) = rule.apply(number, event, &mut scope, &mut translated.events) {
                translated.problems.push(format!("rule {}: {problem}", number + 1));
            }
        }
        self.memory.keep(event, scope.into_memory());
        translated
    }
}

impl Memory {
    fn of(&self, event: &Event) -> Map<String, Value> {
        let invocation = event.origin.invocation.as_ref();
        let remembered = invocation.and_then(|invocation| self.invocations.get(invocation));
        remembered.map_or_else(Map::new, |remembered| remembered.values.clone())
    }

    fn keep(&mut self, event: &Event, values: Map<String, Value>) {
        let Some(invocation) = &event.origin.invocation else { return };
        if values.is_empty() || &*event.name == LAST {
            self.invocations.remove(invocation);
            return;
        }
        self.invocations.insert(invocation.clone(), Remembered { last: event.time, values });
        if self.invocations.len() > MOST_INVOCATIONS {
            let oldest = event.time - LONGEST_INVOCATION;
            self.invocations.retain(|_, remembered| remembered.last > oldest);
        }
        while self.invocations.len() > MOST_INVOCATIONS {
            let silent = self.invocations.iter().min_by_key(|(_, remembered)| remembered.last);
            let Some(silent) = silent.map(|(invocation, _)| invocation.clone()) else { break };
            self.invocations.remove(&silent);
        }
    }
}

/// The values of the variables.
struct Scope {
    values: Map<String, Value>,
}

impl Scope {
    fn new(event: &Event, memory: Map<String, Value>) -> Scope {
        let text = |text: &Option<Box<str>>| text.as_deref().map_or(Value::Null, Value::from);
        let mut values = event.params.clone();
        values.retain(|name, _| VARIABLES.contains(&name.as_str()));
        values.insert("function".into(), text(&event.origin.function));
        values.insert("invocation".into(), text(&event.origin.invocation));
        values.insert("event".into(), Value::from(&*event.name));
        values.insert("params".into(), Value::Object(event.params.clone()));
        values.insert("memory".into(), Value::Object(memory));
        for name in VARIABLES {
            values.entry(name).or_insert(Value::Null);
        }
        Scope { values }
    }

    fn into_memory(mut self) -> Map<String, Value> {
        match self.values.remove("memory") {
            Some(Value::Object(memory)) => memory,
            _ => Map::new(),
        }
    }

    fn set(&mut self, name: &str, value: Value) {
        self.values.insert(name.into(), value);
    }

    fn json(&self, expression: &Expression) -> Result<Value, String> {
        let value = expression.evaluate(|name| self.values.get(name));
        let value = value.map_err(|error| format!("`{}`: {error}", expression.source()))?;
        to_json(&value).ok_or_else(|| format!("`{}` is not a JSON value", expression.source()))
    }
}

impl Rule {
    fn is_about(&self, event: &str) -> bool {
        self.on.iter().any(|name| match name.strip_suffix('*') {
            Some(start) => event.starts_with(start),
            None => name == event,
        })
    }

    fn apply(
        &self,
        number: usize,
        event: &Event,
        scope: &mut Scope,
        events: &mut Vec<Event>,
    ) -> Result<(), String> {
        let function = event.origin.function.as_deref();
        let named = |name: &String| function == Some(name.as_str());
        if !self.functions.is_empty() && !self.functions.iter().any(named) {
            return Ok(());
        }
        if let Some(when) = &self.when {
            match scope.json(when)? {
                Value::Bool(true) => {}
                Value::Bool(false) => return Ok(()),
                other => return Err(format!("`{}` is {other}, not a condition", when.source())),
            }
        }
        let items = match &self.for_each {
            None => vec![Value::Null],
            Some(items) => match scope.json(items)? {
                Value::Array(items) => items,
                Value::Null => Vec::new(),
                other => return Err(format!("`{}` is {other}, not a list", items.source())),
            },
        };
        for (index, item) in items.into_iter().enumerate() {
            scope.set("item", item);
            scope.set("index", index.into());
            for (nth, emission) in self.emit.iter().enumerate() {
                let id = format!("{}.{}.{}", number + 1, index + 1, nth + 1);
                events.push(emission.emit(event, scope, &id)?);
            }
        }
        scope.set("item", Value::Null);
        scope.set("index", Value::Null);
        let mut remembered = Vec::new();
        for (name, expression) in &self.remember {
            remembered.push((name.clone(), scope.json(expression)?));
        }
        if let Some(Value::Object(memory)) = scope.values.get_mut("memory") {
            memory.extend(remembered);
        }
        Ok(())
    }
}

impl Emission {
    /// The event, at the time and place of the raw one.
    fn emit(&self, raw: &Event, scope: &Scope, id: &str) -> Result<Event, String> {
        let mut params = Map::new();
        for (name, expression) in &self.params {
            params.insert(name.clone(), scope.json(expression)?);
        }
        let origin = Origin {
            id: raw.origin.id.as_ref().map(|raw| format!("{raw}#{id}").into()),
            ..Origin::clone(&raw.origin)
        };
        Ok(Event {
            name: self.name.as_str().into(),
            params,
            time: raw.time,
            order: raw.order,
            origin: Arc::new(origin),
        })
    }
}

fn to_json(value: &CelValue) -> Option<Value> {
    Some(match value {
        CelValue::Null => Value::Null,
        CelValue::Bool(value) => (*value).into(),
        CelValue::Int(value) => (*value).into(),
        CelValue::UInt(value) => (*value).into(),
        CelValue::Float(value) => (*value).into(),
        CelValue::String(text) => text.as_str().into(),
        CelValue::List(items) => items.iter().map(to_json).collect::<Option<Vec<_>>>()?.into(),
        CelValue::Map(map) => {
            let named = map.map.iter().map(|(key, value)| {
                let name = match key {
                    Key::String(text) => text.to_string(),
                    other => other.to_string(),
                };
                Some((name, to_json(value)?))
            });
            // The map has no order, and what is made of it must have one.
            let mut fields: Vec<(String, Value)> = named.collect::<Option<_>>()?;
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Map::from_iter(fields).into()
        }
        _ => return None,
    })
}
