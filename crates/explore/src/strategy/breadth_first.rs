//! Breadth-first search on several threads, level by level: schedules are as short as can be.

mod level;
mod shards;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashSet;

use crate::exploration::{Exploration, Livelock, Outcome, StopReason};
use crate::options::Options;
use crate::pending::{Entry, PendingActions};
use crate::process::{ProcessId, ProcessSet};
use crate::property::{Checked, Property};
use crate::schedule::{Choice, Schedule};
use crate::search::livelock::Transitions;
use crate::search::meter::Meter;
use crate::search::store::{MOST_STATES, Origin, StateId, key, path, schedule};
use crate::system::System;
use crate::visitor::{Terminal, Visit, Visitor, show};

use level::{Item, Level, Position};
use shards::{Batch, Reached, Shards, lock};

/// How many states a thread takes from the current level at a time.
const CHUNK: usize = 32;

/// Levels with fewer states than this are explored by one thread.
const SMALLEST_SHARED_LEVEL: usize = 32 * CHUNK;

/// How many steps a thread takes before the states that they lead to are looked up: what it has
/// reached should fit into its cache.
const BATCH: usize = 4096;

/// Which moves of a process are taken before those of all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    /// None: every order is explored.
    Nothing,
    /// Invisible moves of processes that have no other (S-POR): every end is still reached.
    Invisible,
    /// Urgent moves: every violation of a property that allows it is still found.
    Urgent,
}

impl First {
    /// The process that moves first.
    fn choose<A>(self, pending: &PendingActions<A>) -> Option<ProcessId> {
        match self {
            Self::Nothing => None,
            Self::Invisible => invisible_mover(pending),
            Self::Urgent => {
                let mut entries = pending.entries(0, pending.len()).iter();
                entries.find(|entry| self.takes(entry)).map(|entry| entry.process)
            }
        }
    }

    /// Whether a move of the process that moves first is taken first.
    fn takes<A>(self, entry: &Entry<A>) -> bool {
        let comes_first = match self {
            Self::Nothing => false,
            Self::Invisible => !entry.visible,
            Self::Urgent => entry.urgent,
        };
        comes_first && entry.enabled
    }
}

/// A breadth-first search of `system` that ends where `property` is violated.
pub(crate) fn breadth_first<S, P>(
    system: &S,
    first: First,
    property: &P,
    options: &Options<'_>,
    visitor: &mut dyn Visitor<S>,
) -> Checked
where
    S: System,
    P: Property<S>,
{
    let most_states = options.limits.states.unwrap_or(MOST_STATES).min(MOST_STATES);
    let mut search = Search {
        system,
        property,
        violation: OnceLock::new(),
        renames: AtomicBool::new(false),
        first,
        hash_compaction: options.hash_compaction,
        wants_every_state: visitor.wants_every_state(),
        visitor: Mutex::new(visitor),
        shards: Shards::new(options.hash_compaction),
        roots: Vec::new(),
        meter: Mutex::new(Meter::new(options)),
        transitions: options.livelocks.then(|| Mutex::new(Transitions::default())),
        most_states,
        states: AtomicU64::new(0),
        stopped: OnceLock::new(),
    };
    search.run(match options.threads {
        0 => rayon::current_num_threads(),
        threads => threads,
    });
    search.finish()
}

struct Search<'a, S: System, P> {
    system: &'a S,
    property: &'a P,
    violation: OnceLock<Schedule>,
    /// Whether some state was replaced by another one that stands for it.
    renames: AtomicBool,
    first: First,
    hash_compaction: bool,
    visitor: Mutex<&'a mut dyn Visitor<S>>,
    wants_every_state: bool,
    shards: Shards<S::State>,
    roots: Vec<StateId>,
    meter: Mutex<Meter<'a>>,
    transitions: Option<Mutex<Transitions>>,
    most_states: u64,
    states: AtomicU64,
    stopped: OnceLock<StopReason>,
}

/// What one thread needs for itself. Apart from its neighbours: threads write here with every step,
/// and share no line of the cache, nor one that comes with it.
#[repr(align(128))]
struct Worker<S: System> {
    /// Which of the threads it is.
    thread: usize,
    pending: PendingActions<S::Action>,
    /// For each process, how many of its moves were looked at; all 0 in between.
    alternatives: Vec<u32>,
    /// What was reached since states were last looked up.
    batch: Batch<S::State>,
    /// Where it begins to look up.
    first_shard: usize,
    /// The states of the next level that this thread has found.
    found: Vec<Item<S::State>>,
    transitions: Vec<(StateId, StateId)>,
    taken: u64,
    /// Ends of executions that were found since all were told.
    ends: Vec<Terminal>,
    /// How many steps may be taken before all are told.
    untold: u64,
}

impl<S: System> Worker<S> {
    fn new(thread: usize, threads: usize) -> Self {
        Self {
            thread,
            pending: PendingActions::new(),
            alternatives: vec![0; ProcessId::LIMIT],
            batch: Batch::default(),
            first_shard: Shards::<S::State>::first_of(thread, threads),
            found: Vec::new(),
            transitions: Vec::new(),
            taken: 0,
            ends: Vec::new(),
            untold: 1,
        }
    }
}

impl<S, P> Search<'_, S, P>
where
    S: System,
    P: Property<S>,
{
    fn run(&mut self, threads: usize) {
        let mut workers: Vec<Worker<S>> =
            (0..threads).map(|thread| Worker::new(thread, threads)).collect();
        for state in self.system.initial_states() {
            let allowed = self.property.state(&state);
            let state = self.canonical(state);
            let (root, new) = self.shards.number(key(&state, self.hash_compaction), &state);
            self.roots.push(root);
            if !allowed {
                self.violated(self.schedule(root));
            }
            if new && self.count(1) == 1 {
                workers[0].found.push((root, state));
            }
        }
        let mut level: Vec<Vec<Item<S::State>>> = workers.iter().map(|_| Vec::new()).collect();
        for depth in 0.. {
            for (part, worker) in level.iter_mut().zip(&mut workers) {
                part.clear();
                std::mem::swap(part, &mut worker.found);
            }
            if self.first != First::Nothing {
                self.shards.begin_level();
            }
            let level = Level::new(&level);
            if level.is_empty() || self.stopped.get().is_some() {
                break;
            }
            if threads == 1 || level.len() < SMALLEST_SHARED_LEVEL {
                self.work(&mut workers[0], &level, depth);
            } else {
                self.share(&mut workers, &level, depth);
            }
        }
    }

    /// All workers work on a level, each in the same thread of the pool as before: what it has
    /// found is still in the cache there.
    fn share(&self, workers: &mut [Worker<S>], level: &Level<'_, S::State>, depth: usize) {
        let workers: Vec<_> = workers.iter_mut().map(Mutex::new).collect();
        rayon::broadcast(|thread| {
            if let Some(worker) = workers.get(thread.index()) {
                self.work(&mut lock(worker), level, depth);
            }
        });
    }

    /// Expands states of a level until none is left, and finds those of the next one.
    fn work(&self, worker: &mut Worker<S>, level: &Level<'_, S::State>, depth: usize) {
        while self.stopped.get().is_none()
            && let Some(chunk) = level.take(worker.thread)
        {
            for (position, item) in chunk {
                if self.stopped.get().is_none() {
                    self.expand(worker, position, item, depth);
                }
            }
            if worker.batch.len() >= BATCH {
                self.look_up(worker, level);
            }
            if worker.taken >= worker.untold {
                self.account(worker, depth);
            }
        }
        self.look_up(worker, level);
        self.account(worker, depth);
    }

    /// Adds what a thread has done to what all have done.
    fn account(&self, worker: &mut Worker<S>, depth: usize) {
        if let Some(transitions) = &self.transitions {
            let mut transitions = lock(transitions);
            for (source, target) in worker.transitions.drain(..) {
                transitions.add(source, target);
            }
        }
        let mut meter = lock(&self.meter);
        worker.ends.drain(..).for_each(|end| meter.terminal(end));
        meter.statistics.states = self.states.load(Ordering::Relaxed).min(self.most_states);
        meter.statistics.depth = depth;
        let stored = || self.shards.bytes();
        if let Err(reason) = meter.transitions(std::mem::take(&mut worker.taken), depth, stored) {
            self.stop(reason);
        }
        worker.untold = meter.steps_between_checks();
    }

    fn expand(
        &self,
        worker: &mut Worker<S>,
        position: Position,
        item: &Item<S::State>,
        depth: usize,
    ) {
        let (id, state) = item;
        let mut pending = std::mem::take(&mut worker.pending);
        pending.clear();
        self.system.pending(state, &mut pending);
        let terminal = Terminal::of(!pending.has_enabled(), pending.is_empty());
        worker.ends.extend(terminal);
        if terminal.is_some() || self.wants_every_state {
            self.show(*id, state, depth, terminal);
        }
        match self.first.choose(&pending) {
            Some(process) => {
                let entries = pending.entries(0, pending.len()).iter();
                let own = entries.filter(|entry| entry.process == process).zip(0..);
                for (entry, alternative) in own.filter(|(entry, _)| self.first.takes(entry)) {
                    self.take(worker, position, item, entry, alternative, true);
                }
            }
            None => self.take_all(worker, position, item, &pending),
        }
        worker.pending = pending;
    }

    /// Takes every move.
    fn take_all(
        &self,
        worker: &mut Worker<S>,
        position: Position,
        source: &Item<S::State>,
        pending: &PendingActions<S::Action>,
    ) {
        let entries = pending.entries(0, pending.len());
        for entry in entries {
            let alternative = &mut worker.alternatives[entry.process.index()];
            let number = *alternative;
            *alternative += 1;
            if entry.enabled {
                self.take(worker, position, source, entry, number, false);
            }
        }
        entries.iter().for_each(|entry| worker.alternatives[entry.process.index()] = 0);
    }

    /// Takes a move. The state that it leads to is looked up later.
    fn take(
        &self,
        worker: &mut Worker<S>,
        position: Position,
        (source, before): &Item<S::State>,
        entry: &Entry<S::Action>,
        alternative: u32,
        first: bool,
    ) {
        let choice = Choice { process: entry.process, alternative };
        let next = self.system.next(before, &entry.action);
        worker.taken += 1;
        if !self.property.step(before, &entry.action, &next) {
            self.violated(self.violation_after(*source, choice));
            return;
        }
        let state = self.canonical(next);
        let key = key(&state, self.hash_compaction);
        let origin = Origin::step(*source, choice);
        worker.batch.push(Reached::new(key, state, origin, first.then_some(position)));
    }

    /// Looks up what was reached, and keeps what is new for the next level.
    fn look_up(&self, worker: &mut Worker<S>, level: &Level<'_, S::State>) {
        while !worker.batch.is_empty() {
            let mut batch = std::mem::take(&mut worker.batch);
            self.shards.number_all(&mut batch, worker.first_shard);
            self.keep(worker, level, &mut batch);
            if worker.batch.is_empty() {
                // It has the room for the next time.
                worker.batch = batch;
                break;
            }
        }
    }

    /// Keeps what is new of what was looked up.
    fn keep(
        &self,
        worker: &mut Worker<S>,
        level: &Level<'_, S::State>,
        batch: &mut Batch<S::State>,
    ) {
        let mut room = self.count(batch.new_states());
        for (Reached { state, origin, first, .. }, target, new) in batch.drain() {
            if self.transitions.is_some() {
                worker.transitions.push((origin.parent(), target));
            }
            if let Some(position) = first
                && self.shards.is_older(target)
            {
                let item = level.item(position);
                if self.first_moves_lead_back_to(&item.1) {
                    let mut pending = PendingActions::new();
                    self.system.pending(&item.1, &mut pending);
                    self.take_all(worker, position, item, &pending);
                }
            }
            if !new || room == 0 {
                continue;
            }
            room -= 1;
            if !self.property.state(&state) {
                self.violated(self.violation_after(origin.parent(), origin.choice()));
            }
            worker.found.push((target, state));
        }
    }

    /// Counts new states. Tells how many of them are within the limit.
    fn count(&self, new: u64) -> u64 {
        let before = self.states.fetch_add(new, Ordering::Relaxed);
        let room = self.most_states.saturating_sub(before).min(new);
        if room < new {
            self.stop(StopReason::States);
        }
        room
    }

    /// Whether moves that are taken first can come from `origin` back to it. Then the others might
    /// never get their turn.
    ///
    /// Which moves are taken first depends on the state alone, so it is enough to follow them. It is
    /// also enough to ask this where such a move leads to a state of the same level or an earlier
    /// one, for a cycle cannot lead from each level to the next only.
    fn first_moves_lead_back_to(&self, origin: &S::State) -> bool {
        let mut pending = PendingActions::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![origin.clone()];
        while let Some(state) = open.pop() {
            pending.clear();
            self.system.pending(&state, &mut pending);
            let Some(process) = self.first.choose(&pending) else { continue };
            let entries = pending.entries(0, pending.len()).iter();
            for entry in entries.filter(|entry| entry.process == process) {
                if !self.first.takes(entry) {
                    continue;
                }
                let next = self.canonical(self.system.next(&state, &entry.action));
                if next == *origin {
                    return true;
                }
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        false
    }

    /// What stands for `state`.
    fn canonical(&self, state: S::State) -> S::State {
        match self.system.canonical(&state) {
            Some(representative) => {
                if !self.renames.load(Ordering::Relaxed) {
                    self.renames.store(true, Ordering::Relaxed);
                }
                representative
            }
            None => state,
        }
    }

    /// The number of a state that is known.
    fn find(&self, state: &S::State) -> Option<StateId> {
        self.shards.find(key(state, self.hash_compaction), state)
    }

    fn show(&self, id: StateId, state: &S::State, depth: usize, terminal: Option<Terminal>) {
        if terminal.is_some()
            && let Some(transitions) = &self.transitions
        {
            lock(transitions).end(id);
        }
        let path = || self.schedule(id);
        let visit = Visit { state, depth, path: &path };
        let mut visitor = lock(&self.visitor);
        // A thread that waited for its turn must not show more once the search has stopped.
        if self.stopped.get().is_none()
            && show(*visitor, self.wants_every_state, terminal, &visit).is_break()
        {
            self.stop(StopReason::Visitor);
        }
    }

    /// Steps of the system that lead to state `id`, or to one that it stands for.
    fn schedule(&self, id: StateId) -> Schedule {
        self.execution(id).0
    }

    /// Steps of the system, and the state that they lead to if states were renamed on the way.
    fn execution(&self, id: StateId) -> (Schedule, Option<S::State>) {
        let mut steps = schedule(id, &self.roots, |id| self.shards.origin(id));
        if !self.renames.load(Ordering::Relaxed) {
            return (steps, None);
        }
        // Each step was taken from a representative. The state that it stands for has a step that
        // leads to the same representative, though perhaps by another process.
        let mut state = self.system.initial_states().swap_remove(steps.initial);
        let path = path(id, |id| self.shards.origin(id));
        for (step, &target) in steps.steps.iter_mut().zip(&path[1..]) {
            let leads_there = |_: &S::Action, next: &S::State| {
                self.find(&self.canonical(next.clone())) == Some(target)
            };
            // A system whose representatives do not stand for their states ends up here; replaying
            // the schedule will show it.
            let Some((choice, next)) = self.step_that(&state, leads_there) else { break };
            (*step, state) = (choice, next);
        }
        (steps, Some(state))
    }

    /// The first step from `state` with a certain action and target.
    fn step_that(
        &self,
        state: &S::State,
        wanted: impl Fn(&S::Action, &S::State) -> bool,
    ) -> Option<(Choice, S::State)> {
        let mut pending = PendingActions::new();
        self.system.pending(state, &mut pending);
        let mut alternatives = [0; ProcessId::LIMIT];
        pending.iter().find_map(|entry| {
            let count = &mut alternatives[entry.process.index()];
            let choice = Choice { process: entry.process, alternative: *count };
            *count += 1;
            let next = entry.enabled.then(|| self.system.next(state, entry.action))?;
            wanted(entry.action, &next).then_some((choice, next))
        })
    }

    /// The execution that gets to state `source` and violates the property with the next step,
    /// which is `choice` unless states were renamed.
    fn violation_after(&self, source: StateId, choice: Choice) -> Schedule {
        let (mut schedule, state) = self.execution(source);
        let renamed = state.and_then(|before| {
            self.step_that(&before, |action, after| {
                !self.property.step(&before, action, after) || !self.property.state(after)
            })
        });
        schedule.steps.push(renamed.map_or(choice, |(choice, _)| choice));
        schedule
    }

    fn violated(&self, schedule: Schedule) {
        // Only the first one counts.
        let _ = self.violation.set(schedule);
        self.stop(StopReason::Visitor);
    }

    fn stop(&self, reason: StopReason) {
        // Only the first reason counts.
        let _ = self.stopped.set(reason);
    }

    fn finish(self) -> Checked {
        let outcome = match self.stopped.get() {
            Some(&reason) => Outcome::Stopped(reason),
            None => Outcome::Complete,
        };
        let livelock = match (&self.transitions, outcome) {
            (Some(transitions), Outcome::Complete) => self.livelock(&lock(transitions)),
            _ => None,
        };
        let meter = self.meter.into_inner().unwrap_or_else(PoisonError::into_inner);
        let exploration = Exploration { outcome, statistics: meter.finish(), livelock };
        Checked { exploration, violation: self.violation.into_inner() }
    }

    fn livelock(&self, transitions: &Transitions) -> Option<Livelock> {
        let dense = self.shards.dense();
        transitions
            .renumbered(|id| dense.of(id))
            .livelock(dense.len(), |state| self.schedule(dense.back(state)))
    }
}

/// A process whose only possible move is enabled and invisible.
fn invisible_mover<A>(pending: &PendingActions<A>) -> Option<ProcessId> {
    let mut once = ProcessSet::EMPTY;
    let mut several = ProcessSet::EMPTY;
    for entry in pending.entries(0, pending.len()) {
        if once.contains(entry.process) {
            several.insert(entry.process);
        }
        once.insert(entry.process);
    }
    pending
        .entries(0, pending.len())
        .iter()
        .find(|entry| First::Invisible.takes(entry) && !several.contains(entry.process))
        .map(|entry| entry.process)
}
