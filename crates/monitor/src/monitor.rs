//! The monitor: events in, answers out.

mod calendar;
mod intake;
mod journal;
mod state;

use std::{sync::Arc, time::Duration};

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Map, Value};

use crate::{
    Answer, Property, Story, StoryMove, Time, Verdict,
    checker::{
        Evaluated, Instance, Limits, Log, Move, Observation, Overwrites, Projected, Reached,
    },
    key::{self, Key},
    property::{FAILURE, Machine, SUCCESS, StateId},
    time::nanos,
};

pub use intake::{Observed, Refusal};
pub use state::{Entry, RestoreError, Snapshot};

/// How a monitor judges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How far clocks may be apart: the order of two events of different invocations is
    /// known only if more than this lies between them.
    pub skew: Duration,
    /// How long after its answer was due an event may still arrive and revise it.
    pub lateness: Duration,
    /// An instance or a projection without an event for so long is forgotten.
    pub time_to_live: Option<Duration>,
    /// Whether events with an id that was already seen are ignored. A source that does
    /// not repeat events can do without.
    pub deduplicate: bool,
    /// How many situations are looked at for events that are close together.
    pub budget: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            skew: Duration::from_millis(10),
            lateness: Duration::from_secs(10),
            time_to_live: None,
            deduplicate: true,
            budget: 100_000,
        }
    }
}

/// How much a monitor has to do and keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Instances that can still be violated.
    pub live: usize,
    /// Instances whose answer is final.
    pub discharged: usize,
    /// Events that are kept because an answer may still depend on them.
    pub events: usize,
    /// Ids that are remembered because an event with the same id would still be accepted.
    pub ids: usize,
    /// Evaluations that are due at some time to come.
    pub due: usize,
}

impl std::iter::Sum for Load {
    fn sum<I: Iterator<Item = Load>>(loads: I) -> Load {
        loads.fold(Load::default(), |sum, load| Load {
            live: sum.live + load.live,
            discharged: sum.discharged + load.discharged,
            events: sum.events + load.events,
            ids: sum.ids + load.ids,
            due: sum.due + load.due,
        })
    }
}

/// So many evaluations are sorted by their properties.
const MANY: usize = 256;
/// So many instances are fetched from memory before the first of them is evaluated.
const TOGETHER: usize = 16;

/// Checks properties over events. It has no clock: [`Monitor::advance`] says how far
/// time has come.
#[derive(Debug)]
pub struct Monitor {
    settings: Settings,
    skew: i64,
    watched: Vec<Watched>,
    heard: FxHashMap<Box<str>, Box<[intake::Listener]>>,
    seen: intake::Seen,
    due: calendar::Due,
    /// Room for what is due, so that it need not be made each time.
    taken: Vec<calendar::Evaluation>,
    watermark: i64,
    /// Events that were added since the last collection.
    added: usize,
    /// Events that the last collection kept.
    kept: usize,
    swept: i64,
}

/// A property and what is known about its instances.
#[derive(Debug)]
struct Watched {
    property: Arc<Property>,
    overwrites: Overwrites,
    slots: Vec<Option<Instance>>,
    free: Vec<u32>,
    index: HashTable<u32>,
    /// The events of projections: by projection, then by key.
    logs: Vec<FxHashMap<Box<[u8]>, Log>>,
    /// Projections and keys with events that came when answers were already given.
    disturbed: FxHashSet<(usize, Box<[u8]>)>,
    /// Events that could not be judged.
    unchecked: u64,
    fingerprint: u64,
    changed: state::Changed,
    journal: journal::Journal,
    /// The watermark when events were forgotten last.
    collected: i64,
}

impl Monitor {
    /// A monitor for some properties.
    pub fn new(properties: impl IntoIterator<Item = Property>, settings: Settings) -> Monitor {
        let watched: Vec<Watched> = properties.into_iter().map(Watched::new).collect();
        let heard = intake::listeners(&watched);
        Monitor {
            skew: nanos(settings.skew),
            settings,
            watched,
            heard,
            seen: intake::Seen::default(),
            due: calendar::Due::default(),
            taken: Vec::new(),
            watermark: i64::MIN,
            added: 0,
            kept: 0,
            swept: i64::MIN,
        }
    }

    /// The properties that it watches.
    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.watched.iter().map(|watched| &*watched.property)
    }

    /// How it judges.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The time up to which answers were given.
    pub fn watermark(&self) -> Time {
        Time::from_nanos(self.watermark)
    }

    /// How many events a property could not judge, because they lack a parameter, a
    /// guard cannot be evaluated, they came too late, or they have the id of another event. Where this is not 0, an instance
    /// that is not violated is not known to be fine.
    pub fn unchecked(&self, property: usize) -> u64 {
        self.watched[property].unchecked
    }

    /// How much it keeps.
    pub fn load(&self) -> Load {
        let mut load = Load { ids: self.seen.len(), due: self.due.len(), ..Load::default() };
        for watched in &self.watched {
            for instance in watched.slots.iter().flatten() {
                load.events += instance.own.len();
                match instance.is_discharged() {
                    true => load.discharged += 1,
                    false => load.live += 1,
                }
            }
            let logs = watched.logs.iter().flat_map(FxHashMap::values);
            load.events += logs.map(|log| log.events.len()).sum::<usize>();
        }
        load
    }

    /// Gives the answers that are due for events up to `to`. All events up to `to` plus
    /// the skew should have been observed; those that come later revise answers while
    /// they are not too late.
    pub fn advance(&mut self, to: Time) -> Vec<Answer> {
        self.watermark = self.watermark.max(to.nanos());
        let limits = self.limits();
        let mut answers = Vec::new();
        let mut due = std::mem::take(&mut self.taken);
        self.due.take_until(self.watermark, &mut due);
        self.evaluate_all(&due, &limits, &mut answers);
        due.clear();
        self.taken = due;
        for (property, watched) in self.watched.iter_mut().enumerate() {
            for slot in watched.disturbed_slots() {
                watched.disturb(slot, &limits);
                answers.extend(watched.evaluate(property, slot, &limits));
            }
        }
        self.collect_if_worthwhile(&limits);
        answers
    }

    /// Evaluates what is due; the answers are in the order of that.
    fn evaluate_all(
        &mut self,
        due: &[calendar::Evaluation],
        limits: &Limits,
        answers: &mut Vec<Answer>,
    ) {
        let mut places: Vec<usize> = (0..due.len()).collect();
        if self.watched.len() > 1 && due.len() >= MANY {
            // One property after the other: the instances of one are near each other in memory,
            // and those of all are not.
            places.sort_by_key(|place| due[*place].1);
        }
        let mut found: Vec<(usize, Answer)> = Vec::new();
        for places in places.chunks(TOGETHER) {
            for place in places {
                let (_, property, slot) = due[*place];
                self.watched[property as usize].fetch(slot);
            }
            for place in places {
                let (_, property, slot) = due[*place];
                let watched = &mut self.watched[property as usize];
                let answer = watched.evaluate(property as usize, slot, limits);
                found.extend(answer.map(|answer| (*place, answer)));
            }
        }
        found.sort_by_key(|(place, _)| *place);
        answers.extend(found.into_iter().map(|(_, answer)| answer));
    }

    /// The first time for which an answer is due that was not given yet.
    pub fn next_due(&self) -> Option<Time> {
        let late = self.watched.iter().any(|watched| !watched.disturbed.is_empty());
        if late { Some(self.watermark()) } else { self.due.first().map(Time::from_nanos) }
    }

    /// Notes the answer that was given last for an instance, after a restart from a checkpoint
    /// that is older than the answer: it is not given again, but may be revised. False if
    /// the values do not fit the property's variables.
    pub fn note_answer(
        &mut self,
        property: usize,
        instance: &Map<String, Value>,
        verdict: Verdict,
    ) -> bool {
        let Some(watched) = self.watched.get_mut(property) else { return false };
        let Some(key) = watched.key_of(instance) else { return false };
        let slot = watched.slot(&key);
        if let Some(instance) = &mut watched.slots[slot as usize] {
            instance.verdict = verdict;
        }
        true
    }

    /// Gives all answers that are left: no event follows.
    pub fn finish(&mut self) -> Vec<Answer> {
        self.advance(Time::END)
    }

    /// What is known about an instance at the watermark, whether it has answers or not.
    /// `None` if the values do not fit the property's variables.
    pub fn inspect(
        &self,
        property: usize,
        instance: &Map<String, Value>,
    ) -> Option<(Verdict, Vec<StateId>)> {
        let watched = self.watched.get(property)?;
        let bytes = watched.key_of(instance)?;
        let found = watched
            .find(&bytes, hash(&bytes))
            .and_then(|slot| watched.slots[slot as usize].clone());
        let mut instance = found.unwrap_or_else(|| Instance::new(bytes.as_slice().into(), 0));
        if instance.given_up {
            return Some((Verdict::Undecided, Vec::new()));
        }
        let machine = &watched.property.machine;
        let projected = projected(machine, &watched.logs, &instance.key);
        let evaluated = instance.evaluate(machine, &self.limits(), &projected);
        Some(match evaluated {
            Ok(evaluated) => {
                let reached = instance.states(&evaluated);
                (verdict(reached), states(reached))
            }
            Err(_) => (Verdict::Undecided, Vec::new()),
        })
    }

    fn limits(&self) -> Limits {
        Limits {
            watermark: self.watermark,
            horizon: self.horizon(),
            skew: self.skew,
            budget: self.settings.budget,
        }
    }

    /// No event up to here is accepted any more.
    fn horizon(&self) -> i64 {
        match self.watermark {
            i64::MAX => i64::MAX,
            watermark => watermark.saturating_sub(nanos(self.settings.lateness)),
        }
    }

    /// Forgets what can never matter again, when enough has come together to pay for
    /// looking at everything.
    fn collect_if_worthwhile(&mut self, limits: &Limits) {
        const FEWEST: usize = 4096;
        // Every instance is looked at, so there should be more events than instances.
        let instances: usize = self.watched.iter().map(|watched| watched.slots.len()).sum();
        if self.added >= FEWEST.max(self.kept).max(2 * instances) {
            self.collect(limits);
        }
        if let Some(live) = self.settings.time_to_live {
            let live = nanos(live);
            // Often enough that nothing lives much longer than it should.
            if limits.watermark.saturating_sub(self.swept) > live / 8 {
                self.swept = limits.watermark;
                let oldest = limits.watermark.saturating_sub(live);
                self.watched.iter_mut().for_each(|watched| watched.forget(oldest));
            }
        }
    }

    /// Forgets everything that can never matter again, now. It happens by itself whenever
    /// enough has come together.
    pub fn collect_garbage(&mut self) {
        let limits = self.limits();
        self.collect(&limits);
    }

    fn collect(&mut self, limits: &Limits) {
        self.kept = 0;
        for watched in &mut self.watched {
            self.kept += watched.collect(limits);
        }
        self.added = 0;
        self.seen.forget(limits.horizon);
    }
}

impl Watched {
    fn new(property: Property) -> Watched {
        Watched {
            overwrites: Overwrites::new(&property.machine),
            logs: vec![FxHashMap::default(); property.machine.projections.len()],
            fingerprint: property.fingerprint(),
            property: Arc::new(property),
            changed: state::Changed::default(),
            journal: journal::Journal::default(),
            collected: i64::MIN,
            slots: Vec::new(),
            free: Vec::new(),
            index: HashTable::new(),
            disturbed: FxHashSet::default(),
            unchecked: 0,
        }
    }

    /// The key of an instance, if it has a value for each variable.
    fn key_of(&self, instance: &Map<String, Value>) -> Option<Key> {
        let mut bytes = Key::new();
        for variable in self.property.variables() {
            key::push(instance.get(variable)?, &mut bytes);
        }
        Some(bytes)
    }

    fn find(&self, key: &[u8], hash: u64) -> Option<u32> {
        let same = |slot: &u32| {
            self.slots[*slot as usize].as_ref().is_some_and(|instance| *instance.key == *key)
        };
        self.index.find(hash, same).copied()
    }

    /// The slot of an instance, which is made if it is not there.
    fn slot(&mut self, key: &[u8]) -> u32 {
        let hash = hash(key);
        self.find(key, hash).unwrap_or_else(|| self.open(key, hash))
    }

    /// The slot of a new instance.
    fn open(&mut self, key: &[u8], own: u64) -> u32 {
        let instance = Some(Instance::new(key.into(), self.journal.open()));
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = instance;
                slot
            }
            None => {
                self.slots.push(instance);
                (self.slots.len() - 1) as u32
            }
        };
        let slots = &self.slots;
        let rehash = |slot: &u32| slots[*slot as usize].as_ref().map_or(0, |i| hash(&i.key));
        self.index.insert_unique(own, slot, rehash);
        slot
    }

    /// Calls a function with an instance, its property and the events of its projections.
    fn with<T>(
        &mut self,
        slot: u32,
        act: impl FnOnce(&mut Instance, &Property, &[&[Observation]]) -> T,
    ) -> Option<T> {
        let instance = self.slots.get_mut(slot as usize)?.as_mut()?;
        let projected = projected(&self.property.machine, &self.logs, &instance.key);
        let result = act(instance, &self.property, &projected);
        if !std::mem::replace(&mut instance.changed, true) {
            self.changed.slots.push(slot);
        }
        Some(result)
    }

    /// Has what an evaluation reads come near. Where nothing waits for it, memory brings much at
    /// the same time.
    fn fetch(&self, slot: u32) {
        let instance = self.slots.get(slot as usize).and_then(Option::as_ref);
        let first = instance.and_then(|it| Some((it.evaluated, it.own.first()?.time)));
        std::hint::black_box(first);
    }

    /// Evaluates an instance; an answer if there is something new.
    fn evaluate(&mut self, property: usize, slot: u32, limits: &Limits) -> Option<Answer> {
        self.with(slot, |instance, definition, projected| {
            instance.unanswered.retain(|time| *time > limits.watermark);
            if instance.evaluated == limits.watermark || instance.given_up {
                return None;
            }
            instance.evaluated = limits.watermark;
            let evaluated = instance.evaluate(&definition.machine, limits, projected);
            let evaluated = evaluated.unwrap_or_else(|_| {
                instance.given_up = true;
                Evaluated::Now(Reached::new())
            });
            let verdict = match instance.given_up {
                true => Verdict::Undecided,
                false => verdict(instance.states(&evaluated)),
            };
            let before = std::mem::replace(&mut instance.verdict, verdict);
            (before != verdict).then(|| {
                let reached = instance.states(&evaluated);
                answer(definition, property, instance, reached, before, limits.watermark)
            })
        })
        .flatten()
    }

    fn disturb(&mut self, slot: u32, limits: &Limits) {
        if let Some(instance) = &mut self.slots[slot as usize] {
            instance.disturb(i64::MIN, limits.skew);
            instance.evaluated = i64::MIN;
        }
    }

    /// The instances that late events of projections concern.
    fn disturbed_slots(&mut self) -> Vec<u32> {
        let disturbed = std::mem::take(&mut self.disturbed);
        if disturbed.is_empty() {
            return Vec::new();
        }
        let concerned = |instance: &Instance| {
            let values = key::split(&instance.key);
            let projections = self.property.machine.projections.iter().enumerate().skip(1);
            projections.into_iter().any(|(projection, variables)| {
                let key: Vec<u8> = variables.iter().flat_map(|v| values[*v]).copied().collect();
                disturbed.contains(&(projection, key.into()))
            })
        };
        let slots = self.slots.iter().enumerate();
        slots
            .filter(|(_, instance)| instance.as_ref().is_some_and(concerned))
            .map(|(slot, _)| slot as u32)
            .collect()
    }

    /// Settles all instances, then forgets events that no instance needs; how many are left.
    fn collect(&mut self, limits: &Limits) -> usize {
        let mut left = 0;
        // An event of a projection may be needed to judge an event that is not settled.
        let mut needed = limits.horizon;
        for slot in 0..self.slots.len() as u32 {
            let Some(instance) = &mut self.slots[slot as usize] else { continue };
            if instance.own.is_empty() {
                // Nothing came since the last time, so the room for it is not needed.
                if instance.touched <= self.collected {
                    instance.own = Vec::new();
                }
                continue;
            }
            let kept = self.with(slot, |instance, definition, projected| {
                if instance.settle(&definition.machine, limits, projected).is_err() {
                    instance.given_up = true;
                    instance.own = Vec::new();
                }
                (instance.own.len(), instance.own.first().map_or(i64::MAX, |event| event.time))
            });
            if let Some((kept, oldest)) = kept {
                left += kept;
                needed = needed.min(oldest);
            }
        }
        for (projection, logs) in self.logs.iter_mut().enumerate() {
            #[expect(clippy::iter_over_hash_type, reason = "each log alone, and a sum")]
            for (key, log) in logs {
                if log.collect(needed, limits.skew, &self.overwrites) {
                    self.changed.logs.insert((projection, key.clone()));
                }
                left += log.events.len();
            }
        }
        self.collect_chapters();
        self.collected = limits.watermark;
        left
    }

    /// Forgets instances and projections without an event since `oldest`.
    fn forget(&mut self, oldest: i64) {
        let mut forgotten = Vec::new();
        for slot in 0..self.slots.len() {
            let place = &mut self.slots[slot];
            if place.as_ref().is_some_and(|instance| instance.touched < oldest)
                && let Some(instance) = place.take()
            {
                let same = |other: &u32| *other as usize == slot;
                if let Ok(entry) = self.index.find_entry(hash(&instance.key), same) {
                    entry.remove();
                }
                self.free.push(slot as u32);
                self.deleted_instance(&instance.key);
                forgotten.push(slot as u32);
            }
        }
        if !forgotten.is_empty() {
            self.journal.forget(|slot| forgotten.binary_search(&slot).is_ok());
        }
        for projection in 0..self.logs.len() {
            let old = |log: &Log| log.events.last().is_none_or(|event| event.time < oldest);
            let gone = self.logs[projection].extract_if(|_, log| old(log));
            let gone: Vec<Box<[u8]>> = gone.map(|(key, _)| key).collect();
            gone.iter().for_each(|key| self.deleted_log(projection, key));
        }
    }
}

/// The events of the projections of a key.
fn projected<'a>(
    machine: &Machine,
    logs: &'a [FxHashMap<Box<[u8]>, Log>],
    key: &[u8],
) -> Projected<'a> {
    let mut projected = Projected::new();
    if machine.projections.len() == 1 {
        return projected;
    }
    let values = key::split(key);
    let mut bytes = Vec::new();
    for (variables, logs) in machine.projections.iter().zip(logs).skip(1) {
        bytes.clear();
        for variable in variables {
            bytes.extend_from_slice(values[*variable]);
        }
        if let Some(log) = logs.get(bytes.as_slice()) {
            projected.push(&log.events);
        }
    }
    projected
}

fn hash(key: &[u8]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write(key);
    hasher.finish()
}

fn states(reached: &Reached) -> Vec<StateId> {
    reached.iter().map(|(state, _)| *state).collect()
}

fn verdict(reached: &Reached) -> Verdict {
    let in_state = |wanted: StateId| reached.iter().any(|(state, _)| *state == wanted);
    match (in_state(FAILURE), in_state(SUCCESS)) {
        (true, _) if reached.len() == 1 => Verdict::Violated,
        (true, _) => Verdict::PossiblyViolated,
        (false, true) => Verdict::Holds,
        (false, false) => Verdict::Open,
    }
}

fn answer(
    definition: &Property,
    property: usize,
    instance: &Instance,
    reached: &Reached,
    before: Verdict,
    watermark: i64,
) -> Answer {
    let tell = |wanted: &dyn Fn(StateId) -> bool| {
        let found = reached.iter().find(|(state, _)| wanted(*state));
        found.map(|(_, trail)| story(&definition.machine, trail.as_ref()))
    };
    let verdict = instance.verdict;
    let told = match verdict {
        Verdict::Violated | Verdict::PossiblyViolated => tell(&|state| state == FAILURE),
        Verdict::Holds => tell(&|state| state == SUCCESS),
        Verdict::Open | Verdict::Undecided => tell(&|_| true),
    };
    let possible = verdict == Verdict::PossiblyViolated;
    Answer {
        property,
        instance: binding(definition, &instance.key),
        verdict,
        revises: (before != Verdict::Open).then_some(before),
        states: states(reached),
        as_of: Time::from_nanos(watermark),
        story: told.unwrap_or(Story { shortened: false, moves: Vec::new() }),
        otherwise: possible.then(|| tell(&|state| state != FAILURE)).flatten(),
    }
}

fn binding(property: &Property, key: &[u8]) -> Map<String, Value> {
    property.variables().iter().cloned().zip(key::values(key)).collect()
}

fn story(machine: &Machine, trail: Option<&Arc<Move>>) -> Story {
    let told = |step: &&Move| StoryMove {
        from: step.from,
        to: step.to,
        event: machine.event_of(step.event.letter).name.clone(),
        time: Time::from_nanos(step.event.time),
        order: step.event.order,
        origin: Arc::clone(&step.event.origin),
    };
    Story {
        shortened: trail.is_some_and(|last| last.forgotten),
        moves: trail.map_or_else(Vec::new, |last| last.moves().iter().map(told).collect()),
    }
}
