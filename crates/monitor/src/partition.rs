//! Which workers have to see an event, when several share the work?
//!
//! The instances of a property are dealt out to partitions by the values of some of its
//! variables, its *anchor*. An event that binds the anchor concerns the instances of one
//! partition; an event that does not concerns instances everywhere, so it goes to all.
//!
//! The anchor is the variable that most events bind, with all variables that the same events
//! bind too. Where every event binds a variable, nothing goes to all. What creates an instance
//! binds all variables, so it always finds its partition, and an event of a projection always
//! reaches the partition of each instance that it concerns, now or later.

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::{
    Event, Property,
    key::{self, Key},
    property::EventRule,
};

/// Deals out the instances of properties.
#[derive(Clone, Debug)]
pub struct Partitions {
    count: u16,
    heard: FxHashMap<Box<str>, Vec<Listener>>,
}

/// A property that listens to an event.
#[derive(Clone, Debug)]
struct Listener {
    property: u64,
    /// The parameters that bind the anchor, in the order of the variables; nothing if the
    /// event does not bind it.
    anchor: Option<Vec<String>>,
}

impl Partitions {
    /// So many partitions for the instances of these properties.
    pub fn new<'a>(properties: impl IntoIterator<Item = &'a Property>, count: u16) -> Partitions {
        let mut heard: FxHashMap<Box<str>, Vec<Listener>> = FxHashMap::default();
        for property in properties {
            let rules = &property.machine.events;
            let anchor = anchor(rules, property.variables().len());
            for rule in rules {
                let param = |variable: &usize| {
                    let bound = rule.binds.iter().find(|(bound, _)| bound == variable);
                    bound.map(|(_, param)| param.clone())
                };
                let anchor = anchor.iter().map(param).collect();
                let property = hash(0, property.name().as_bytes());
                let listener = Listener { property, anchor };
                heard.entry(rule.name.as_str().into()).or_default().push(listener);
            }
        }
        Partitions { count: count.max(1), heard }
    }

    /// How many there are.
    pub fn count(&self) -> u16 {
        self.count
    }

    /// The partitions with instances that an event concerns, or may concern later; none if
    /// no property listens to it.
    pub fn concerned(&self, event: &Event) -> Vec<u16> {
        let mut concerned = Vec::new();
        for listener in self.heard.get(&event.name).into_iter().flatten() {
            match &listener.anchor {
                None => return (0..self.count).collect(),
                Some(params) => concerned.push(self.of_instance(listener.property, params, event)),
            }
        }
        concerned.sort_unstable();
        concerned.dedup();
        concerned
    }

    /// The partition in which rules are applied to an event: that of its invocation, because
    /// an invocation remembers what its earlier events said.
    pub fn home(&self, event: &Event) -> u16 {
        let origin = &event.origin;
        let name = origin.invocation.as_deref().or(origin.id.as_deref()).unwrap_or_default();
        self.choose(hash(0, name.as_bytes()))
    }

    fn of_instance(&self, property: u64, params: &[String], event: &Event) -> u16 {
        let mut bytes = Key::new();
        for param in params {
            // An event that lacks it is refused, by one partition.
            key::push(event.params.get(param).unwrap_or(&Value::Null), &mut bytes);
        }
        self.choose(hash(property, &bytes))
    }

    fn choose(&self, hash: u64) -> u16 {
        (hash % u64::from(self.count)) as u16
    }
}

/// The variables by whose values instances are dealt out.
fn anchor(rules: &[EventRule], variables: usize) -> Vec<usize> {
    let binds =
        |rule: &EventRule, variable: usize| rule.binds.iter().any(|(it, _)| *it == variable);
    let binding = |variable| rules.iter().filter(move |rule| binds(rule, variable));
    // The first one of several.
    let most = (0..variables).rev().max_by_key(|variable| binding(*variable).count());
    let Some(most) = most else { return Vec::new() };
    (0..variables).filter(|other| binding(most).all(|rule| binds(rule, *other))).collect()
}

/// FNV-1a, because all workers have to agree, whatever versions they are.
fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = seed.to_le_bytes().iter().chain(bytes).fold(0xcbf2_9ce4_8422_2325, step);
    // The low bits of FNV are weak.
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::PropertyFile;

    fn partitions(variables: &str, events: &str) -> Partitions {
        let text =
            format!("name: p\nquantifiedVariables: {variables}\nstateMachine: {{{events}}}\n");
        let file = PropertyFile::parse(&text).unwrap_or_else(|problems| panic!("{problems:?}"));
        Partitions::new(&file.properties, 16)
    }

    fn event(name: &str, params: Value) -> Event {
        let text = json!({"name": name, "params": params, "time": 0}).to_string();
        Event::from_json(text.as_bytes()).unwrap()
    }

    const ENDS: &str = "INITIAL: {to: FAILURE}, s: {to: SUCCESS}";

    #[test]
    fn a_variable_that_all_events_bind_keeps_everything_in_one_place() {
        let events = format!(
            "LOGIN: {{params: [user], INITIAL: {{to: s}}}}, PUBLISH: {{params: [slug, user], {ENDS}}}"
        );
        let partitions = partitions("[slug, user]", &events);
        let mut used = std::collections::BTreeSet::new();
        for user in 0..100 {
            let login = partitions.concerned(&event("LOGIN", json!({"user": user})));
            let publish = |slug: i32| event("PUBLISH", json!({"slug": slug, "user": user}));
            assert_eq!(login.len(), 1);
            assert_eq!(partitions.concerned(&publish(1)), login);
            assert_eq!(partitions.concerned(&publish(2)), login);
            used.extend(login);
        }
        assert_eq!(used.len(), 16, "every partition has users");
    }

    #[test]
    fn what_does_not_bind_the_anchor_goes_to_all() {
        let events = format!(
            "LOGIN: {{params: [user], INITIAL: {{to: s}}}}, POST: {{params: [slug], s: {{to: t}}}}, \
             FAVE: {{params: [slug, user], {ENDS}}}"
        );
        let partitions = partitions("[slug, user]", &events);
        // The slug is the anchor: as good as the user, and written first.
        assert_eq!(partitions.concerned(&event("POST", json!({"slug": 1}))).len(), 1);
        assert_eq!(partitions.concerned(&event("LOGIN", json!({"user": 1}))).len(), 16);
        let fave = event("FAVE", json!({"slug": 1, "user": 1}));
        let post = event("POST", json!({"slug": 1}));
        assert_eq!(partitions.concerned(&fave), partitions.concerned(&post));
        assert!(partitions.concerned(&event("OTHER", json!({}))).is_empty());
    }

    #[test]
    fn equal_values_have_one_partition_and_events_that_lack_one_have_some() {
        let partitions = partitions("[user]", "ACT: {params: [user], INITIAL: {to: FAILURE}}");
        let of = |params: Value| partitions.concerned(&event("ACT", params));
        assert_eq!(of(json!({"user": 1})), of(json!({"user": 1.0})));
        assert_eq!(of(json!({})).len(), 1);
    }

    #[test]
    fn an_invocation_has_one_home() {
        let partitions = partitions("[user]", "ACT: {params: [user], INITIAL: {to: FAILURE}}");
        let at = |id: &str, invocation: &str| {
            let text = format!(
                "{{\"name\": \"x\", \"time\": 0, \"id\": \"{id}\", \"invocation\": \"{invocation}\"}}"
            );
            partitions.home(&Event::from_json(text.as_bytes()).unwrap())
        };
        assert_eq!(at("1", "a"), at("2", "a"));
        assert!((0..50).any(|it| at("1", &it.to_string()) != at("1", "a")));
    }
}
