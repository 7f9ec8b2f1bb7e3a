//! Examples that are kept beside properties: events in, verdicts out.

use serde_json::{Map, Value};

use crate::{
    Event, Monitor, Observed, Place, Property, PropertyFile, Settings, Translator, Verdict,
    property::{Node, Reader},
};

/// Events, and what a property must say about them.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it shows.
    pub name: String,
    /// Where it stands in the file.
    pub place: Place,
    events: Vec<Event>,
    expectations: Vec<Expectation>,
}

#[derive(Clone, Debug)]
struct Expectation {
    property: String,
    instance: Map<String, Value>,
    verdict: Verdict,
    place: Place,
}

impl Example {
    /// What happens.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What must be said: property, instance and verdict.
    pub fn expected(&self) -> impl Iterator<Item = (&str, &Map<String, Value>, Verdict)> {
        self.expectations.iter().map(|it| (it.property.as_str(), &it.instance, it.verdict))
    }
}

/// Something that an example does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where the expectation stands in the file.
    pub place: Place,
    /// What is different.
    pub message: String,
}

/// Reads the examples of a file.
pub(crate) fn read_examples(
    node: &Node,
    properties: &[Property],
    reader: &mut Reader,
) -> Vec<Example> {
    let items = reader.list(node, "`examples`");
    items.iter().filter_map(|item| read_example(item, properties, reader)).collect()
}

fn read_example(node: &Node, properties: &[Property], reader: &mut Reader) -> Option<Example> {
    let fields = reader.fields(node, "an example", &["name", "events", "expect"]);
    let name = fields.required("name", "the example", reader)?;
    let name = reader.text(name, "the name of an example")?.to_owned();
    let mut events = Vec::new();
    let listed = fields.required("events", "the example", reader)?;
    for item in reader.list(listed, "`events`") {
        match serde_json::from_value(item.to_json()) {
            Ok(event) => events.push(event),
            Err(error) => reader.problem(item.place, format!("not an event: {error}")),
        }
    }
    let expect = fields.required("expect", "the example", reader)?;
    let expectations = reader.list(expect, "`expect`").iter();
    let expectations =
        expectations.filter_map(|item| read_expectation(item, properties, reader)).collect();
    Some(Example { name, place: node.place, events, expectations })
}

fn read_expectation(
    node: &Node,
    properties: &[Property],
    reader: &mut Reader,
) -> Option<Expectation> {
    let fields = reader.fields(node, "an expectation", &["property", "instance", "verdict"]);
    let property = match (fields.get("property"), properties) {
        (Some(node), _) => {
            let name = reader.text(node, "a property")?;
            let found = properties.iter().find(|property| property.name == name);
            if found.is_none() {
                reader.problem(node.place, format!("there is no property `{name}`"));
            }
            found?
        }
        (None, [only]) => only,
        (None, _) => {
            reader.problem(node.place, "the expectation lacks `property`");
            return None;
        }
    };
    let instance = fields.get("instance").map_or(Value::Object(Map::new()), Node::to_json);
    let Value::Object(instance) = instance else {
        reader.problem(node.place, "`instance` is not a mapping of variables to values");
        return None;
    };
    if let Some(missing) = property.variables.iter().find(|name| !instance.contains_key(*name)) {
        reader.problem(node.place, format!("`instance` lacks the variable `{missing}`"));
    }
    let verdict = fields.required("verdict", "the expectation", reader)?;
    let text = reader.text(verdict, "a verdict")?;
    let all = [Verdict::Open, Verdict::Holds, Verdict::PossiblyViolated, Verdict::Violated];
    let Some(found) = all.into_iter().find(|verdict| verdict.to_string() == text) else {
        let all = all.map(|verdict| verdict.to_string()).join(", ");
        reader.problem(verdict.place, format!("`{text}` is not a verdict; there are: {all}"));
        return None;
    };
    let property = property.name.clone();
    Some(Expectation { property, instance, verdict: found, place: node.place })
}

impl Example {
    /// Runs the example; what is not as expected.
    pub fn run(&self, file: &PropertyFile) -> Vec<Mismatch> {
        let mut mismatches = Vec::new();
        let mut wrong = |place, message| mismatches.push(Mismatch { place, message });
        let mut monitor = Monitor::new(file.properties.clone(), Settings::default());
        let mut translator = Translator::new(file.rules.clone());
        for event in &self.events {
            let mut observe = |event: &Event| {
                let observed = monitor.observe(event);
                observed.unwrap_or_else(|refusals| {
                    refusals.into_iter().for_each(|refusal| wrong(self.place, refusal.reason));
                    Observed::Accepted
                })
            };
            let raw = match observe(event) {
                Observed::Unheard if translator.is_about(event) => monitor.observe_raw(event),
                observed => observed,
            };
            if matches!(raw, Observed::Duplicate | Observed::Contradicts) {
                continue;
            }
            let translated = translator.translate(event);
            translated.problems.into_iter().for_each(|problem| wrong(self.place, problem));
            for event in &translated.events {
                if let Err(refusals) = monitor.observe(event) {
                    refusals.into_iter().for_each(|refusal| wrong(self.place, refusal.reason));
                }
            }
        }
        monitor.finish();
        for expectation in &self.expectations {
            let found = file.properties.iter().position(|it| it.name == expectation.property);
            let said = found.and_then(|found| monitor.inspect(found, &expectation.instance));
            let Some((verdict, _)) = said else { continue };
            if verdict != expectation.verdict {
                wrong(
                    expectation.place,
                    format!("`{}` is {verdict}, not {}", expectation.property, expectation.verdict),
                );
            }
        }
        mismatches
    }
}
