//! What a monitor knows, as entries for a store: one for each instance and for each
//! binding of a projection, and the events of instances beside them, so that a checkpoint costs
//! what has changed. Copying that is quick and writing it down is not, so the two can be done by
//! different threads.

use std::{borrow::Cow, sync::Arc};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{
    Monitor, Settings, Watched, hash,
    journal::{Chapter, Closed},
};
use crate::{
    Origin, Property, Verdict,
    checker::{Checkpoint, Instance, InstanceKey, Log, Move, Observation, Reached, insert_by_time},
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
    /// It has the form that monitors wrote before.
    #[error("the checkpoint was written by an earlier build: begin with an empty store")]
    Earlier,
}

const META: u8 = b'N';
const INSTANCE: u8 = b'J';
const EVENTS: u8 = b'E';
const LOG: u8 = b'K';
/// Entries in JSON, and entries of instances with their events, which must not be taken for those
/// of today.
const EARLIER: &[u8] = b"milMIL";
/// So many events of a chapter are in one entry.
const PAGE: usize = 1024;

#[derive(Debug, Serialize, Deserialize)]
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
struct SavedInstance<'a> {
    until: i64,
    reached: Vec<(StateId, Vec<SavedMove<'a>>)>,
    verdict: Verdict,
    touched: i64,
    unanswered: Vec<i64>,
    given_up: bool,
    born: Chapter,
}

/// Events of a chapter, by the key of their instance.
type SavedPage<'a> = Vec<(Cow<'a, [u8]>, Vec<SavedObservation<'a>>)>;

#[derive(Serialize, Deserialize)]
struct SavedMove<'a> {
    from: StateId,
    to: StateId,
    event: SavedObservation<'a>,
    forgotten: bool,
}

/// By far the most of all checkpoints together: an event that may still be revised stands in
/// one of them with all that is known about it.
#[derive(Serialize, Deserialize)]
struct SavedObservation<'a> {
    time: i64,
    order: Option<u64>,
    letter: LetterId,
    id: Option<Cow<'a, str>>,
    invocation: Option<Cow<'a, str>>,
    function: Option<Cow<'a, str>>,
}

/// Entries that differ from the last checkpoint.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub slots: Vec<u32>,
    pub logs: rustc_hash::FxHashSet<(usize, Box<[u8]>)>,
    pub deleted: Vec<Vec<u8>>,
}

/// What a monitor knows and did not know at its last checkpoint, as it was at that moment.
/// Its entries belong together.
#[derive(Debug)]
pub struct Snapshot {
    deleted: Vec<Vec<u8>>,
    watched: Vec<WatchedSnapshot>,
    logs: Vec<(Vec<u8>, Log)>,
    meta: Meta,
}

/// The same for the instances of one property.
#[derive(Debug)]
struct WatchedSnapshot {
    fingerprint: u64,
    instances: Vec<InstanceSnapshot>,
    chapter: Closed,
}

/// The same for one instance, but for its events.
#[derive(Debug)]
struct InstanceSnapshot {
    slot: u32,
    key: InstanceKey,
    until: i64,
    reached: Reached,
    verdict: Verdict,
    touched: i64,
    unanswered: Vec<i64>,
    given_up: bool,
    born: Chapter,
}

impl WatchedSnapshot {
    fn entries(mut self) -> impl Iterator<Item = Entry> {
        // What belongs to an instance comes together, in the order in which it came.
        self.instances.sort_unstable_by_key(|instance| instance.slot);
        self.chapter.events.sort_by_key(|(slot, _)| *slot);
        let WatchedSnapshot { fingerprint, instances, chapter } = &self;
        let pages = chapter.events.chunks(PAGE).zip(0u32..).map(|(events, number)| Entry {
            key: page_key(*fingerprint, chapter.number, number),
            value: encode(&page(instances, events)),
        });
        let instances = instances.iter().map(|instance| Entry {
            key: entry_key(*fingerprint, INSTANCE, &instance.key),
            value: encode(&SavedInstance::new(instance)),
        });
        pages.chain(instances).collect::<Vec<_>>().into_iter()
    }
}

/// Events of instances, which are both sorted by the slots of instances.
fn page<'a>(instances: &'a [InstanceSnapshot], events: &'a [(u32, Observation)]) -> SavedPage<'a> {
    let of_instances = events.chunk_by(|(one, _), (other, _)| one == other);
    let saved = of_instances.filter_map(|events| {
        let slot = events.first()?.0;
        // An instance that has got an event has changed, so it is there.
        let place = instances.binary_search_by_key(&slot, |instance| instance.slot).ok()?;
        let saved = events.iter().map(|(_, event)| SavedObservation::new(event)).collect();
        Some((Cow::Borrowed(&*instances[place].key), saved))
    });
    saved.collect()
}

impl IntoIterator for Snapshot {
    type Item = Entry;
    type IntoIter = Box<dyn Iterator<Item = Entry>>;

    fn into_iter(self) -> Self::IntoIter {
        // What was deleted may have come again: deletions first.
        let deleted = self.deleted.into_iter().map(|key| Entry { key, value: None });
        let instances = self.watched.into_iter().flat_map(WatchedSnapshot::entries);
        let logs = self.logs.into_iter().map(|(key, log)| {
            let saved: Vec<_> = log.events.iter().map(SavedObservation::new).collect();
            Entry { key, value: encode(&saved) }
        });
        let meta = Entry { key: vec![META], value: encode(&self.meta) };
        Box::new(deleted.chain(instances).chain(logs).chain([meta]))
    }
}

impl Monitor {
    /// What has changed since this was called last: everything that
    /// [`Monitor::restore`] needs besides the events that are observed later.
    pub fn checkpoint(&mut self) -> Snapshot {
        let unchecked = self.watched.iter().map(|it| (it.fingerprint, it.unchecked)).collect();
        let disturbed = self.watched.iter().flat_map(|watched| {
            let late = watched.disturbed.iter();
            late.map(|(projection, key)| (watched.fingerprint, *projection, key.to_vec()))
        });
        let disturbed = disturbed.collect();
        let meta = Meta { watermark: self.watermark, swept: self.swept, unchecked, disturbed };
        let (deleted, watched, logs) = (Vec::new(), Vec::new(), Vec::new());
        let mut snapshot = Snapshot { deleted, watched, logs, meta };
        for watched in &mut self.watched {
            watched.checkpoint(&mut snapshot);
        }
        snapshot
    }

    /// A monitor that goes on where another one was at its last checkpoint. Entries of
    /// properties that are not watched any more, or were changed, are left alone.
    pub fn restore(
        properties: impl IntoIterator<Item = Property>,
        settings: Settings,
        entries: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>,
    ) -> Result<Monitor, RestoreError> {
        let mut monitor = Monitor::new(properties, settings);
        monitor.watched.iter_mut().for_each(Watched::begin_journal);
        let by_fingerprint: FxHashMap<u64, usize> =
            monitor.watched.iter().enumerate().map(|(i, it)| (it.fingerprint, i)).collect();
        // What is due depends on the watermark, so that comes first.
        let (meta, entries): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(key, _)| *key == [META]);
        for (_, value) in meta {
            monitor.restore_meta(decode(&value)?, &by_fingerprint);
        }
        // Events need their instances, and earlier ones come first.
        let (mut events, entries): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(key, _)| key.first() == Some(&EVENTS));
        events.sort();
        for (key, value) in entries.into_iter().chain(events) {
            match key.split_first() {
                Some((kind, _)) if EARLIER.contains(kind) => return Err(RestoreError::Earlier),
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
                let saved: SavedInstance<'_> = decode(value)?;
                watched.journal.after(saved.born);
                let slot = watched.slot(key);
                let instance = saved.restore(key.into());
                for time in &instance.unanswered {
                    self.due.add(*time, property as u32, slot);
                }
                watched.slots[slot as usize] = Some(instance);
            }
            EVENTS => {
                let Some((chapter, _)) = key.split_first_chunk() else {
                    return damaged("a key is too short");
                };
                let chapter = Chapter::from_be_bytes(*chapter);
                let page: SavedPage<'_> = decode(value)?;
                watched.journal.restore(chapter, page.iter().map(|(_, it)| it.len()).sum());
                for (key, saved) in page {
                    // Who is forgotten does not come back by its events.
                    let Some(slot) = watched.find(&key, hash(&key)) else { continue };
                    let Some(instance) = &mut watched.slots[slot as usize] else { continue };
                    for saved in saved {
                        let event = saved.restore(chapter);
                        let Some(letter) = machine.letters.get(usize::from(event.letter)) else {
                            return damaged("an event that the property does not have");
                        };
                        self.seen.note(&event);
                        if !instance.is_without(&event) {
                            // Answers up to the watermark were given, except where events
                            // came late.
                            if event.time > self.watermark && letter.terminal {
                                self.due.add(event.time, property as u32, slot);
                            }
                            insert_by_time(&mut instance.own, event);
                        }
                    }
                }
            }
            LOG => {
                let Some((projection, key)) = key.split_first_chunk() else {
                    return damaged("a key is too short");
                };
                let projection = usize::from(u16::from_le_bytes(*projection));
                let saved: Vec<SavedObservation<'_>> = decode(value)?;
                let events: Vec<_> = saved.into_iter().map(|it| it.restore(0)).collect();
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
    fn log_key(&self, projection: usize, key: &[u8]) -> Vec<u8> {
        let mut bytes = (projection as u16).to_le_bytes().to_vec();
        bytes.extend(key);
        entry_key(self.fingerprint, LOG, &bytes)
    }

    /// Notes that an instance is gone.
    pub(super) fn deleted_instance(&mut self, key: &[u8]) {
        let key = entry_key(self.fingerprint, INSTANCE, key);
        self.changed.deleted.push(key);
    }

    /// Notes that a binding of a projection is gone.
    pub(super) fn deleted_log(&mut self, projection: usize, key: &[u8]) {
        let key = self.log_key(projection, key);
        self.changed.deleted.push(key);
    }

    /// Notes every event from now on, and those that are there.
    fn begin_journal(&mut self) {
        let slots = (0..).zip(&mut self.slots);
        self.journal.begin(slots.filter_map(|(slot, it)| Some((slot, it.as_mut()?))));
    }

    /// Deletes what was kept of events that no instance needs any more.
    pub(super) fn collect_chapters(&mut self) {
        if !self.journal.is_kept() {
            return;
        }
        let slots = (0..).zip(&mut self.slots);
        let slots = slots.filter_map(|(slot, it)| Some((slot, it.as_mut()?)));
        let changed = &mut self.changed.slots;
        let over = self.journal.collect(slots, |slot, instance| {
            if !std::mem::replace(&mut instance.changed, true) {
                changed.push(slot);
            }
        });
        for (chapter, events) in over {
            let pages = (0..).take(events.div_ceil(PAGE));
            let keys = pages.map(|page| page_key(self.fingerprint, chapter, page));
            self.changed.deleted.extend(keys);
        }
    }

    fn checkpoint(&mut self, snapshot: &mut Snapshot) {
        if !self.journal.is_kept() {
            self.begin_journal();
        }
        let Changed { slots, logs, deleted } = std::mem::take(&mut self.changed);
        snapshot.deleted.extend(deleted);
        let mut instances = Vec::with_capacity(slots.len());
        for slot in slots {
            if let Some(instance) = &mut self.slots[slot as usize] {
                instance.changed = false;
                instances.push(InstanceSnapshot::new(slot, instance));
            }
        }
        let (fingerprint, chapter) = (self.fingerprint, self.journal.close());
        snapshot.watched.push(WatchedSnapshot { fingerprint, instances, chapter });
        #[expect(clippy::iter_over_hash_type, reason = "entries have different keys, in any order")]
        for (projection, key) in logs {
            if let Some(log) = self.logs[projection].get(&key) {
                snapshot.logs.push((self.log_key(projection, &key), log.clone()));
            }
        }
    }
}

fn entry_key(fingerprint: u64, kind: u8, key: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend(fingerprint.to_le_bytes());
    bytes.extend(key);
    bytes
}

fn page_key(fingerprint: u64, chapter: Chapter, page: u32) -> Vec<u8> {
    let mut bytes = chapter.to_be_bytes().to_vec();
    bytes.extend(page.to_be_bytes());
    entry_key(fingerprint, EVENTS, &bytes)
}

impl InstanceSnapshot {
    fn new(slot: u32, instance: &Instance) -> InstanceSnapshot {
        InstanceSnapshot {
            slot,
            key: instance.key.clone(),
            until: instance.settled.until,
            reached: instance.settled.reached.clone(),
            verdict: instance.verdict,
            touched: instance.touched,
            unanswered: instance.unanswered.clone(),
            given_up: instance.given_up,
            born: instance.born,
        }
    }
}

impl<'a> SavedInstance<'a> {
    fn new(instance: &'a InstanceSnapshot) -> SavedInstance<'a> {
        let trail = |last: &'a Option<Arc<Move>>| {
            let saved = |step: &&'a Move| SavedMove {
                from: step.from,
                to: step.to,
                event: SavedObservation::new(&step.event),
                forgotten: step.forgotten,
            };
            last.as_ref().map_or_else(Vec::new, |last| last.moves().iter().map(saved).collect())
        };
        let reached = &instance.reached;
        SavedInstance {
            until: instance.until,
            reached: reached.iter().map(|(state, last)| (*state, trail(last))).collect(),
            verdict: instance.verdict,
            touched: instance.touched,
            unanswered: instance.unanswered.clone(),
            given_up: instance.given_up,
            born: instance.born,
        }
    }

    /// The instance, without its events.
    fn restore(self, key: InstanceKey) -> Instance {
        let mut instance = Instance::new(key, self.born);
        let trail = |moves: Vec<SavedMove<'_>>| {
            let mut last = None;
            for (length, saved) in moves.into_iter().enumerate() {
                last = Some(Arc::new(Move {
                    from: saved.from,
                    to: saved.to,
                    event: saved.event.restore(0),
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
        instance.verdict = self.verdict;
        instance.touched = self.touched;
        instance.unanswered = self.unanswered;
        instance.given_up = self.given_up;
        instance
    }
}

impl<'a> SavedObservation<'a> {
    fn new(event: &'a Observation) -> SavedObservation<'a> {
        let Origin { id, invocation, function } = &*event.origin;
        let borrowed = |text: &'a Option<Box<str>>| text.as_deref().map(Cow::Borrowed);
        SavedObservation {
            time: event.time,
            order: event.order,
            letter: event.letter,
            id: borrowed(id),
            invocation: borrowed(invocation),
            function: borrowed(function),
        }
    }

    fn restore(self, chapter: Chapter) -> Observation {
        let SavedObservation { time, order, letter, id, invocation, function } = self;
        let owned = |text: Option<Cow<'_, str>>| text.map(|text| text.into_owned().into());
        let origin =
            Origin { id: owned(id), invocation: owned(invocation), function: owned(function) };
        Observation { time, order, letter, chapter, origin: Arc::new(origin) }
    }
}

fn encode(value: &impl Serialize) -> Option<Vec<u8>> {
    // These types have nothing that the format cannot say.
    Some(postcard::to_stdvec(value).unwrap_or_default())
}

fn decode<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, RestoreError> {
    postcard::from_bytes(bytes).map_err(|error| RestoreError::Damaged(error.to_string()))
}
