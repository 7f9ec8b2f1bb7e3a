//! Violations as they are kept and shown.

use aplomb_monitor::{Answer, Property, Settings, Story, StoryMove, Time, Verdict, name};
use aplomb_report::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// A violated instance of a property, or one that could not be decided.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// Names it; the same for the same instance of the same property.
    pub id: String,
    /// The property.
    pub property: String,
    /// The values of its variables.
    pub instance: Map<String, Value>,
    /// What is known now. A violation that a late event has explained is not violated
    /// any more.
    pub verdict: Verdict,
    /// When it was found first, by the clock of this machine.
    pub found: Time,
    /// What was answered, and when, the latest last.
    pub history: Vec<(Time, Verdict)>,
    /// The time of the sources up to which everything was taken into account.
    pub as_of: Time,
    /// The states that some order of the events leads to.
    pub states: Vec<String>,
    /// The events that mattered, in an order that leads to the verdict.
    pub story: Vec<Moved>,
    /// Earlier events are not kept.
    pub shortened: bool,
    /// If the violation is only possible: another order that does not violate the property.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Vec<Moved>>,
    /// The finding, as reports have it; none if nothing is violated any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
    /// The definition of the property that was checked.
    #[serde(rename = "definition")]
    pub(crate) fingerprint: String,
}

/// An event that changed the state of an instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The state before.
    pub from: String,
    /// The state after.
    pub to: String,
    /// The name of the event.
    pub event: String,
    /// Its time.
    pub time: Time,
    /// Its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The invocation that reported it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invocation: Option<String>,
    /// The function that was invoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

impl Violation {
    /// The name of an instance of a property in addresses.
    pub(crate) fn id_of(property: &str, instance: &Map<String, Value>) -> String {
        let mut sorted: Vec<_> = instance.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        let text = serde_json::to_string(&(property, sorted)).unwrap_or_default();
        Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What an answer says, after what was known before.
    pub(crate) fn new(
        answer: &Answer,
        property: &Property,
        file: &str,
        settings: &Settings,
        before: Option<Violation>,
        now: Time,
    ) -> Violation {
        let state = |state: u16| property.states()[usize::from(state)].clone();
        let moves = |story: &Story| story.moves.iter().map(|it| moved(it, property)).collect();
        let mut history = before.as_ref().map_or_else(Vec::new, |before| before.history.clone());
        history.push((now, answer.verdict));
        Violation {
            id: Violation::id_of(property.name(), &answer.instance),
            property: property.name().to_owned(),
            instance: answer.instance.clone(),
            verdict: answer.verdict,
            found: before.map_or(now, |before| before.found),
            history,
            as_of: answer.as_of,
            states: answer.states.iter().map(|it| state(*it)).collect(),
            story: moves(&answer.story),
            shortened: answer.story.shortened,
            otherwise: answer.otherwise.as_ref().map(moves),
            finding: answer.finding(property, file, settings),
            fingerprint: format!("{:016x}", property.fingerprint()),
        }
    }

    /// The instance in words.
    pub fn subject(&self) -> String {
        name(&self.instance)
    }

    /// One line for people.
    pub fn summary(&self) -> String {
        let Violation { property, verdict, .. } = self;
        let last = self.story.last().map_or_else(String::new, |last| {
            let by = last.function.as_ref().or(last.invocation.as_ref());
            let by = by.map_or_else(String::new, |by| format!(" by {by}"));
            format!(": {} at {}{by}", last.event, last.time)
        });
        format!("{verdict}: {property}, {}{last}", self.subject())
    }
}

fn moved(step: &StoryMove, property: &Property) -> Moved {
    let state = |state: u16| property.states()[usize::from(state)].clone();
    let text = |text: &Option<Box<str>>| text.as_deref().map(str::to_owned);
    Moved {
        from: state(step.from),
        to: state(step.to),
        event: step.event.clone(),
        time: step.time,
        id: text(&step.origin.id),
        invocation: text(&step.origin.invocation),
        function: text(&step.origin.function),
    }
}
