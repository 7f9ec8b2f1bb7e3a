//! From an event to the instances that it concerns.

use std::{
    fmt,
    hash::{Hash, Hasher},
    num::NonZeroU32,
    sync::Arc,
};

use hashbrown::{HashTable, hash_table::Entry};
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::Value;
use smallvec::SmallVec;

use super::{Monitor, Watched, calendar::Calendar, hash};
use crate::{
    Event, Origin,
    checker::{Observation, insert_by_time},
    key::{self, Key},
    property::{EventRule, LetterId},
};

/// A property that listens to an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listener {
    property: u32,
    rule: u32,
    /// Listeners to one event with the same number bind the same parameters in the same order.
    binding: u32,
}

/// What one property makes of an event: the letter that its machine reads, which of the event's
/// keys it is for, and the slot of the instance with this key, if it is there.
struct Reading {
    letter: LetterId,
    key: usize,
    slot: Option<u32>,
}

/// The keys of one event, with their hashes, by the binding. Properties that bind the same
/// parameters share one.
type Keys = SmallVec<[(u32, Key, u64); 1]>;

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Some property takes it into account.
    Accepted,
    /// No property listens to it.
    Unheard,
    /// An event with its id was already observed.
    Duplicate,
    /// Another event with its id was already observed, and is the one that counts.
    Contradicts,
    /// Answers that depend on it are final.
    TooLate,
}

/// A property cannot judge an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which property, as an index into those that the monitor was given.
    pub property: usize,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

pub(super) fn listeners(watched: &[Watched]) -> FxHashMap<Box<str>, Box<[Listener]>> {
    let mut listeners: FxHashMap<Box<str>, Vec<Listener>> = FxHashMap::default();
    let params = |property: u32, rule: u32| {
        let machine = &watched[property as usize].property.machine;
        machine.events[rule as usize].binds.iter().map(|(_, param)| param)
    };
    for (watched, property) in watched.iter().zip(0..) {
        for (event, rule) in watched.property.machine.events.iter().zip(0..) {
            let entry = listeners.entry(event.name.as_str().into()).or_default();
            let binds_the_same =
                |it: &&Listener| params(it.property, it.rule).eq(params(property, rule));
            let same = entry.iter().find(binds_the_same);
            let binding = same.map_or(entry.len() as u32, |other| other.binding);
            entry.push(Listener { property, rule, binding });
        }
    }
    listeners.into_iter().map(|(name, listeners)| (name, listeners.into())).collect()
}

impl Monitor {
    /// Takes an event into account. Properties that cannot judge it are named with the
    /// reason; the others use it.
    pub fn observe(&mut self, event: &Event) -> Result<Observed, Vec<Refusal>> {
        let Some(listeners) = self.heard.get(&event.name) else {
            return Ok(Observed::Unheard);
        };
        let time = event.time.nanos();
        if time <= self.horizon() {
            for listener in listeners {
                self.watched[listener.property as usize].unchecked += 1;
            }
            return Ok(Observed::TooLate);
        }
        if self.settings.deduplicate && event.origin.id.is_some() {
            match self.seen.insert(time, &event.origin, Some(digest(event))) {
                Met::New => {}
                Met::Again => return Ok(Observed::Duplicate),
                Met::Other => {
                    for listener in listeners {
                        self.watched[listener.property as usize].unchecked += 1;
                    }
                    return Ok(Observed::Contradicts);
                }
            }
        }
        let answered = time <= self.watermark.saturating_add(self.skew);
        let mut refusals = Vec::new();
        let mut keys = Keys::new();
        // Instances are far apart in memory: looked for one after the other, with nothing else in
        // between, they arrive together.
        let mut readings: SmallVec<[_; 2]> = SmallVec::new();
        for listener in listeners {
            let watched = &self.watched[listener.property as usize];
            readings.push(watched.read(event, *listener, &mut keys));
        }
        for (Listener { property, rule, .. }, reading) in listeners.iter().zip(readings) {
            let watched = &mut self.watched[*property as usize];
            match reading {
                Ok(None) => self.added += 1,
                Ok(Some(reading)) => {
                    let due = watched.keep(event, *rule, &reading, &keys, answered, self.skew);
                    if let Some(slot) = due {
                        self.due.add(time, *property, slot);
                    }
                    self.added += 1;
                }
                Err(reason) => {
                    watched.unchecked += 1;
                    refusals.push(Refusal { property: *property as usize, reason });
                }
            }
        }
        if refusals.is_empty() { Ok(Observed::Accepted) } else { Err(refusals) }
    }

    /// Notes an event that no property listens to but a rule translates: whether it was observed
    /// before, so that it must not be translated again.
    pub fn observe_raw(&mut self, event: &Event) -> Observed {
        if !self.settings.deduplicate {
            return Observed::Unheard;
        }
        match self.seen.insert(event.time.nanos(), &event.origin, Some(digest(event))) {
            Met::New => Observed::Unheard,
            Met::Again => Observed::Duplicate,
            Met::Other => Observed::Contradicts,
        }
    }
}

impl Watched {
    /// Finds out what an event says, and whom it concerns; nothing if it is not for this property.
    fn read(
        &self,
        event: &Event,
        listener: Listener,
        keys: &mut Keys,
    ) -> Result<Option<Reading>, String> {
        let rule = &self.property.machine.events[listener.rule as usize];
        let Some(letter) = letter(rule, event)? else { return Ok(None) };
        let known = keys.iter().position(|(binding, ..)| *binding == listener.binding);
        let key = match known {
            Some(key) => key,
            None => {
                let key = bound_key(rule, event)?;
                let hash = hash(&key);
                keys.push((listener.binding, key, hash));
                keys.len() - 1
            }
        };
        let (_, bytes, hash) = &keys[key];
        let slot = if rule.projection == 0 { self.find(bytes, *hash) } else { None };
        Ok(Some(Reading { letter, key, slot }))
    }

    /// Keeps an event; the slot of its instance if that has to be evaluated: the event can end it,
    /// or comes after its answer.
    fn keep(
        &mut self,
        event: &Event,
        rule: u32,
        reading: &Reading,
        keys: &Keys,
        answered: bool,
        skew: i64,
    ) -> Option<u32> {
        let machine = &self.property.machine;
        let projection = machine.events[rule as usize].projection;
        let letter = reading.letter;
        let terminal = machine.letters[usize::from(letter)].terminal;
        let time = event.time.nanos();
        let origin = Arc::clone(&event.origin);
        let chapter = if self.journal.is_kept() { self.journal.open() } else { 0 };
        let observation = Observation { time, order: event.order, letter, chapter, origin };
        let (_, key, hash) = &keys[reading.key];
        if projection == 0 {
            let slot = reading.slot.unwrap_or_else(|| self.open(key, *hash));
            if let Some(instance) = &mut self.slots[slot as usize] {
                if self.journal.is_kept() && !instance.is_discharged() {
                    self.journal.note(slot, &observation);
                }
                instance.add(observation, skew);
                if answered {
                    instance.evaluated = i64::MIN;
                    instance.unanswered.push(time);
                }
                if !std::mem::replace(&mut instance.changed, true) {
                    self.changed.slots.push(slot);
                }
            }
            return (terminal || answered).then_some(slot);
        }
        let logs = &mut self.logs[projection];
        if !logs.contains_key(key.as_slice()) {
            logs.insert(key.as_slice().into(), Default::default());
        }
        if let Some(log) = logs.get_mut(key.as_slice()) {
            insert_by_time(&mut log.events, observation);
        }
        let key: Box<[u8]> = key.as_slice().into();
        if answered {
            self.disturbed.insert((projection, key.clone()));
        }
        self.changed.logs.insert((projection, key));
        None
    }
}

/// The letter that the machine reads, or none if the event's guard does not hold.
fn letter(rule: &EventRule, event: &Event) -> Result<Option<LetterId>, String> {
    if let Some(guard) = &rule.guard
        && !guard.holds(&event.params).map_err(|error| refused(rule, guard.source(), &error))?
    {
        return Ok(None);
    }
    let mut truth = 0;
    for (number, condition) in rule.conditions.iter().enumerate() {
        let holds = condition.holds(&event.params);
        let holds = holds.map_err(|error| refused(rule, condition.source(), &error))?;
        truth |= LetterId::from(holds) << number;
    }
    Ok(Some(rule.first_letter + truth))
}

fn refused(rule: &EventRule, guard: &str, error: &str) -> String {
    format!("the guard `{guard}` of {} cannot be evaluated: {error}", rule.name)
}

/// The values of the variables that an event binds.
fn bound_key(rule: &EventRule, event: &Event) -> Result<Key, String> {
    let mut bytes = Key::new();
    for (_, param) in &rule.binds {
        match param_of(event, param) {
            None => return Err(format!("{} lacks the parameter `{param}`", rule.name)),
            Some(value) if value.is_null() => {
                return Err(format!("the parameter `{param}` of {} is null", rule.name));
            }
            Some(value) => key::push(value, &mut bytes),
        }
    }
    Ok(bytes)
}

/// A parameter of an event. There are few, so looking at all is faster than hashing.
fn param_of<'a>(event: &'a Event, name: &str) -> Option<&'a Value> {
    if event.params.len() > 8 {
        return event.params.get(name);
    }
    event.params.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
}

/// The ids of events that could come again.
#[derive(Debug, Default)]
pub(super) struct Seen {
    ids: HashTable<Named>,
    /// The hashes of the ids.
    by_second: Calendar<u64>,
}

/// An event with an id, the hash of the id (the id itself is far away in memory), the second of
/// the event, and a digest of what it says, if that is known.
#[derive(Debug)]
struct Named {
    key: u64,
    second: i64,
    digest: Option<NonZeroU32>,
    origin: Arc<Origin>,
}

/// Whether an id was met before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    New,
    Again,
    /// With an event that says something else.
    Other,
}

fn second(time: i64) -> i64 {
    time.div_euclid(1_000_000_000)
}

/// What an event says, in short. Two events that differ have the same one by chance only.
fn digest(event: &Event) -> NonZeroU32 {
    let mut hasher = FxHasher::default();
    hasher.write(event.name.as_bytes());
    hasher.write_i64(event.time.nanos());
    event.order.hash(&mut hasher);
    hasher.write(event.origin.invocation.as_deref().unwrap_or_default().as_bytes());
    // Parameters may be in any order.
    let params = event.params.iter().map(|(name, value)| {
        let mut hasher = FxHasher::default();
        hasher.write(name.as_bytes());
        let mut bytes = Key::new();
        key::push(value, &mut bytes);
        hasher.write(&bytes);
        hasher.finish()
    });
    hasher.write_u64(params.fold(0, u64::wrapping_add));
    let digest = hasher.finish();
    NonZeroU32::new((digest ^ digest >> 32) as u32).unwrap_or(NonZeroU32::MIN)
}

impl Seen {
    /// Notes an event. Those without an id are new.
    fn insert(&mut self, time: i64, origin: &Arc<Origin>, digest: Option<NonZeroU32>) -> Met {
        let Some(id) = origin.id.as_deref() else { return Met::New };
        let key = hash(id.as_bytes());
        let same = |other: &Named| other.key == key && other.origin.id.as_deref() == Some(id);
        match self.ids.entry(key, same, |other| other.key) {
            Entry::Occupied(there) => match (there.get().digest, digest) {
                (Some(before), Some(now)) if before != now => Met::Other,
                _ => Met::Again,
            },
            Entry::Vacant(place) => {
                let second = second(time);
                place.insert(Named { key, second, digest, origin: Arc::clone(origin) });
                self.by_second.add(second, key);
                Met::New
            }
        }
    }

    /// Notes an event that was observed before a restart.
    pub fn note(&mut self, event: &Observation) {
        self.insert(event.time, &event.origin, None);
    }

    /// Forgets events that would be too late if they came again.
    pub fn forget(&mut self, horizon: i64) {
        while let Some((when, keys)) = self.by_second.take_until(second(horizon) - 1) {
            for key in keys {
                // All ids of that second go, so it does not matter which one goes first.
                let same = |other: &Named| other.key == key && other.second == when;
                if let Ok(entry) = self.ids.find_entry(key, same) {
                    entry.remove();
                }
            }
        }
    }

    /// How many ids it knows.
    pub fn len(&self) -> usize {
        self.ids.len()
    }
}
