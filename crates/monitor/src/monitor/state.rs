//! What a monitor knows, as entries for a store: one for each instance and for each
//! binding of a projection, so that a checkpoint costs what has changed.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Monitor, Settings, Watched};
use crate::{
    Origin, Property, Verdict,
    checker::{Checkpoint, Instance, InstanceKey, Log, Move, Observation, Reached},
    property::{LetterId, StateId},
};

/// One entry of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Names the entry; opaque.
    pub key: Vec<u8>,
    /// What to keep under the key; nothing if the entry is to be deleted.
    pub value: Option<Vec<u8>>,
}

/// A checkpoint cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// An entry is not what a monitor has written.
    #[error("the checkpoint has a damaged entry: {0}")]
    Damaged(String),
}

const META: u8 = b'm';
const INSTANCE: u8 = b'i';
const LOG: u8 = b'l';

#[derive(Serialize, Deserialize)]
struct Meta {
    watermark: i64,
    /// When instances that lived too long were forgotten last.
    swept: i64,
    /// By the fingerprint of the property.
    unchecked: Vec<(u64, u64)>,
    /// Late events of projections, whose instances are not evaluated yet: fingerprint,
    /// projection and key.
    disturbed: Vec<(u64, usize, Vec<u8>)>,
}

#[derive(Serialize, Deserialize)]
struct SavedInstance {
    until: i64,
    reached: Vec<(StateId, Vec<SavedMove>)>,
    own: Vec<SavedObservation>,
    verdict: Verdict,
    touched: i64,
    unanswered: Vec<i64>,
    given_up: bool,
}

#[derive(Serialize, Deserialize)]
struct SavedMove {
    from: StateId,
    to: StateId,
    event: SavedObservation,
    forgotten: bool,
}

#[derive(Serialize, Deserialize)]
struct SavedObservation(i64, Option<u64>, LetterId, Origin);

/// Entries that differ from the last checkpoint.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub slots: Vec<u32>,
    pub logs: rustc_hash::FxHashSet<(usize, Box<[u8]>)>,
    pub deleted: Vec<Vec<u8>>,
}

impl Monitor {
    /// What has changed since this was called last: everything that
    /// [`Monitor::restore`] needs besides the events that are observed later. Entries of
    /// one call belong together.
    pub fn checkpoint(&mut self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for watched in &mut self.watched {
            watched.checkpoint(&mut entries);
        }
        let unchecked = self.watched.iter().map(|it| (it.fingerprint, it.unchecked)).collect();
        let disturbed = self.watched.iter().flat_map(|watched| {
            let late = watched.disturbed.iter();
            late.map(|(projection, key)| (watched.fingerprint, *projection, key.to_vec()))
        });
        let disturbed = disturbed.collect();
        let meta = Meta { watermark: self.watermark, swept: self.swept, unchecked, disturbed };
        entries.push(Entry { key: vec![META], value: encode(&meta) });
        entries
    }

    /// A monitor that goes on where another one was at its last checkpoint. Entries of
    /// properties that are not watched any more, or were changed, are left alone.
    pub fn restore(
        properties: impl IntoIterator<Item = Property>,
        settings: Settings,
        entries: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>,
    ) -> Result<Monitor, RestoreError> {
        let mut monitor = Monitor::new(properties, settings);
        let by_fingerprint: FxHashMap<u64, usize> =
            monitor.watched.iter().enumerate().map(|(i, it)| (it.fingerprint, i)).collect();
        // What is due depends on the watermark, so that comes first.
        let (meta, entries): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(key, _)| *key == [META]);
        for (_, value) in meta {
            monitor.restore_meta(decode(&value)?, &by_fingerprint);
        }
        for (key, value) in entries {
            match key.split_first() {
                Some((&kind, rest)) => {
                    let Some((fingerprint, rest)) = rest.split_first_chunk() else {
                        return Err(RestoreError::Damaged("a key is too short".into()));
                    };
                    let fingerprint = u64::from_le_bytes(*fingerprint);
                    if let Some(property) = by_fingerprint.get(&fingerprint) {
                        monitor.restore_entry(*property, kind, rest, &value)?;
                    }
                }
                None => return Err(RestoreError::Damaged("a key is empty".into())),
            }
        }
        Ok(monitor)
    }

    fn restore_meta(&mut self, meta: Meta, by_fingerprint: &FxHashMap<u64, usize>) {
        self.watermark = meta.watermark;
        self.swept = meta.swept;
        for (fingerprint, count) in meta.unchecked {
            if let Some(property) = by_fingerprint.get(&fingerprint) {
                self.watched[*property].unchecked = count;
            }
        }
        for (fingerprint, projection, key) in meta.disturbed {
            if let Some(property) = by_fingerprint.get(&fingerprint) {
                self.watched[*property].disturbed.insert((projection, key.into()));
            }
        }
    }

    fn restore_entry(
        &mut self,
        property: usize,
        kind: u8,
        key: &[u8],
        value: &[u8],
    ) -> Result<(), RestoreError> {
        let damaged = |what: &str| Err(RestoreError::Damaged(what.into()));
        let watched = &mut self.watched[property];
        let machine = Arc::clone(&watched.property);
        let machine = &machine.machine;
        match kind {
            INSTANCE => {
                let saved: SavedInstance = decode(value)?;
                let slot = watched.slot(key);
                let instance = saved.restore(key.into());
                let letters = instance.own.iter().map(|event| event.letter);
                if letters.clone().any(|letter| usize::from(letter) >= machine.letters.len()) {
                    return damaged("an event that the property does not have");
                }
                // Answers up to the watermark were given, except where events came late.
                for event in instance.own.iter().filter(|event| event.time > self.watermark) {
                    if machine.letters[usize::from(event.letter)].terminal {
                        self.due.add(event.time, property as u32, slot);
                    }
                }
                for time in &instance.unanswered {
                    self.due.add(*time, property as u32, slot);
                }
                instance.own.iter().for_each(|event| self.seen.note(event));
                watched.slots[slot as usize] = Some(instance);
            }
            LOG => {
                let Some((projection, key)) = key.split_first_chunk() else {
                    return damaged("a key is too short");
                };
                let projection = usize::from(u16::from_le_bytes(*projection));
                let saved: Vec<SavedObservation> = decode(value)?;
                let events: Vec<_> = saved.into_iter().map(SavedObservation::restore).collect();
                events.iter().for_each(|event| self.seen.note(event));
                match watched.logs.get_mut(projection) {
                    Some(logs) => logs.insert(key.into(), Log { events }),
                    None => return damaged("a projection that the property does not have"),
                };
            }
            _ => return damaged("an entry of an unknown kind"),
        }
        Ok(())
    }
}

impl Watched {
    fn entry_key(&self, kind: u8, key: &[u8]) -> Vec<u8> {
        let mut bytes = vec![kind];
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(key);
        bytes
    }

    fn log_key(&self, projection: usize, key: &[u8]) -> Vec<u8> {
        let mut bytes = (projection as u16).to_le_bytes().to_vec();
        bytes.extend(key);
        self.entry_key(LOG, &bytes)
    }

    /// Notes that an instance is gone.
    pub(super) fn deleted_instance(&mut self, key: &[u8]) {
        let key = self.entry_key(INSTANCE, key);
        self.changed.deleted.push(key);
    }

    /// Notes that a binding of a projection is gone.
    pub(super) fn deleted_log(&mut self, projection: usize, key: &[u8]) {
        let key = self.log_key(projection, key);
        self.changed.deleted.push(key);
    }

    fn checkpoint(&mut self, entries: &mut Vec<Entry>) {
        let Changed { slots, logs, deleted } = std::mem::take(&mut self.changed);
        // What was deleted may have come again: deletions first.
        entries.extend(deleted.into_iter().map(|key| Entry { key, value: None }));
        for slot in slots {
            if let Some(instance) = &mut self.slots[slot as usize] {
                instance.changed = false;
            }
            if let Some(instance) = &self.slots[slot as usize] {
                let value = encode(&SavedInstance::new(instance));
                entries.push(Entry { key: self.entry_key(INSTANCE, &instance.key), value });
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "entries have different keys, in any order")]
        for (projection, key) in logs {
            if let Some(log) = self.logs[projection].get(&key) {
                let saved: Vec<_> = log.events.iter().map(SavedObservation::new).collect();
                entries.push(Entry { key: self.log_key(projection, &key), value: encode(&saved) });
            }
        }
    }
}

impl SavedInstance {
    fn new(instance: &Instance) -> SavedInstance {
        let trail = |last: &Option<Arc<Move>>| {
            let saved = |step: &&Move| SavedMove {
                from: step.from,
                to: step.to,
                event: SavedObservation::new(&step.event),
                forgotten: step.forgotten,
            };
            last.as_ref().map_or_else(Vec::new, |last| last.moves().iter().map(saved).collect())
        };
        let reached = &instance.settled.reached;
        SavedInstance {
            until: instance.settled.until,
            reached: reached.iter().map(|(state, last)| (*state, trail(last))).collect(),
            own: instance.own.iter().map(SavedObservation::new).collect(),
            verdict: instance.verdict,
            touched: instance.touched,
            unanswered: instance.unanswered.clone(),
            given_up: instance.given_up,
        }
    }

    fn restore(self, key: InstanceKey) -> Instance {
        let mut instance = Instance::new(key);
        let trail = |moves: Vec<SavedMove>| {
            let mut last = None;
            for (length, saved) in moves.into_iter().enumerate() {
                last = Some(Arc::new(Move {
                    from: saved.from,
                    to: saved.to,
                    event: saved.event.restore(),
                    previous: last,
                    length: length as u32 + 1,
                    forgotten: saved.forgotten,
                }));
            }
            last
        };
        let reached: Reached =
            self.reached.into_iter().map(|(state, moves)| (state, trail(moves))).collect();
        instance.settled = Checkpoint { until: self.until, reached, crowded: 0 };
        instance.own = self.own.into_iter().map(SavedObservation::restore).collect();
        instance.verdict = self.verdict;
        instance.touched = self.touched;
        instance.unanswered = self.unanswered;
        instance.given_up = self.given_up;
        instance
    }
}

impl SavedObservation {
    fn new(event: &Observation) -> SavedObservation {
        SavedObservation(event.time, event.order, event.letter, Origin::clone(&event.origin))
    }

    fn restore(self) -> Observation {
        let SavedObservation(time, order, letter, origin) = self;
        Observation { time, order, letter, origin: Arc::new(origin) }
    }
}

fn encode(value: &impl Serialize) -> Option<Vec<u8>> {
    // These types have nothing that JSON cannot say.
    Some(serde_json::to_vec(value).unwrap_or_default())
}

fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, RestoreError> {
    serde_json::from_slice(bytes).map_err(|error| RestoreError::Damaged(error.to_string()))
}
