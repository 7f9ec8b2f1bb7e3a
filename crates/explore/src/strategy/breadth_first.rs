//! Breadth-first search on several threads, level by level: schedules are as short as can be.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rayon::prelude::*;

use crate::exploration::{Exploration, Livelock, Outcome, StopReason};
use crate::options::Options;
use crate::pending::{Entry, PendingActions};
use crate::process::{ProcessId, ProcessSet};
use crate::property::{Checked, Property};
use crate::schedule::{Choice, Schedule};
use crate::search::livelock::Transitions;
use crate::search::meter::Meter;
use crate::search::store::{MOST_STATES, Origin, StateId, Store, key, path, schedule};
use crate::system::System;
use crate::visitor::{Terminal, Visit, Visitor, show};

/// How many parts the store has, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// How many states a thread takes from the current level at a time.
const CHUNK: usize = 32;

/// How many steps a thread takes before it looks up the states that they lead to, shard by shard:
/// it locks each shard once for many states, and what it reads of a shard stays in the cache.
const BATCH: usize = 2048;

/// Levels with fewer states than this are explored by one thread.
const SMALLEST_SHARED_LEVEL: usize = 32 * CHUNK;

/// Which moves are taken before all others, and alone.
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
    /// The move to take first, as an index in the list.
    fn choose<A>(self, pending: &PendingActions<A>) -> Option<usize> {
        match self {
            Self::Nothing => None,
            Self::Invisible => invisible_move(pending),
            Self::Urgent => {
                let mut entries = pending.entries(0, pending.len()).iter();
                entries.position(|entry| entry.enabled && entry.urgent)
            }
        }
    }
}

/// A breadth-first search of `system` that ends where `property` is violated.
pub(crate) fn breadth_first<S, P, V>(
    system: &S,
    first: First,
    property: &P,
    options: &Options<'_>,
    visitor: &mut V,
) -> Checked
where
    S: System,
    P: Property<S>,
    V: Visitor<S>,
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
        shards: (0..SHARDS).map(|_| Mutex::new(Store::new(options.hash_compaction))).collect(),
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

/// A state that is to be expanded.
type Item<T> = (StateId, T);

struct Search<'a, S: System, P, V> {
    system: &'a S,
    property: &'a P,
    violation: OnceLock<Schedule>,
    /// Whether some state was replaced by another one that stands for it.
    renames: AtomicBool,
    first: First,
    hash_compaction: bool,
    visitor: Mutex<&'a mut V>,
    wants_every_state: bool,
    /// State number n is number n / SHARDS of shard n % SHARDS.
    shards: Vec<Mutex<Store<S::State>>>,
    roots: Vec<StateId>,
    meter: Mutex<Meter<'a>>,
    transitions: Option<Mutex<Transitions>>,
    most_states: u64,
    states: AtomicU64,
    stopped: OnceLock<StopReason>,
}

/// What a step leads to.
struct Reached<'l, T> {
    source: &'l Item<T>,
    choice: Choice,
    /// Whether the step is taken before all others, and alone.
    first: bool,
    key: u128,
    state: T,
    /// The number of the state, once it was looked up, and whether it is new.
    target: StateId,
    new: bool,
}

/// What one thread needs for itself.
struct Worker<'l, S: System> {
    pending: PendingActions<S::Action>,
    /// For each process, how many of its moves were looked at; all 0 in between.
    alternatives: Vec<u32>,
    /// What was reached since states were last looked up.
    reached: Vec<Reached<'l, S::State>>,
    /// The places of that in the list, sorted by shard.
    by_shard: Vec<u32>,
    /// The states of the next level that this thread has found.
    found: Vec<Item<S::State>>,
    transitions: Vec<(StateId, StateId)>,
    taken: u64,
}

impl<S, P, V> Search<'_, S, P, V>
where
    S: System,
    P: Property<S>,
    V: Visitor<S>,
{
    fn run(&mut self, threads: usize) {
        let mut roots = Vec::new();
        for state in self.system.initial_states() {
            let allowed = self.property.state(&state);
            let state = self.canonical(state);
            let (key, shard) = self.place(&state);
            let (local, new) = lock(&self.shards[shard]).number(key, &state, None);
            let root = global(local, shard);
            self.roots.push(root);
            if !allowed {
                self.violated(self.schedule(root));
            }
            if new && self.count(1) == 1 {
                roots.push((root, state));
            }
        }
        // What each thread has found.
        let mut level = vec![roots];
        // Lists of earlier levels, for their memory.
        let spare = Mutex::new(Vec::new());
        let mut depth = 0;
        while level.iter().any(|part| !part.is_empty()) && self.stopped.get().is_none() {
            let chunks: Vec<&[Item<S::State>]> =
                level.iter().flat_map(|part| part.chunks(CHUNK)).collect();
            let next = AtomicUsize::new(0);
            let work = || {
                let found = lock(&spare).pop().unwrap_or_default();
                self.work(&chunks, &next, found, depth)
            };
            let found = if threads == 1 || chunks.len() * CHUNK < SMALLEST_SHARED_LEVEL {
                vec![work()]
            } else {
                (0..threads).into_par_iter().with_max_len(1).map(|_| work()).collect()
            };
            let done = std::mem::replace(&mut level, found).into_iter();
            lock(&spare).extend(done.map(|mut part| {
                part.clear();
                part
            }));
            depth += 1;
        }
    }

    /// Expands states of a level until none is left, and adds the new states to those found.
    fn work(
        &self,
        level: &[&[Item<S::State>]],
        next: &AtomicUsize,
        found: Vec<Item<S::State>>,
        depth: usize,
    ) -> Vec<Item<S::State>> {
        let mut worker = Worker::<S> {
            pending: PendingActions::new(),
            alternatives: vec![0; ProcessId::LIMIT],
            reached: Vec::new(),
            by_shard: Vec::new(),
            found,
            transitions: Vec::new(),
            taken: 0,
        };
        while self.stopped.get().is_none()
            && let Some(chunk) = level.get(next.fetch_add(1, Ordering::Relaxed))
        {
            for item in *chunk {
                if self.stopped.get().is_none() {
                    self.expand(&mut worker, item, depth);
                }
            }
            if worker.reached.len() >= BATCH {
                self.look_up(&mut worker);
            }
            self.account(&mut worker, depth);
        }
        self.look_up(&mut worker);
        self.account(&mut worker, depth);
        worker.found
    }

    /// Adds what a thread has done to what all have done.
    fn account(&self, worker: &mut Worker<'_, S>, depth: usize) {
        if let Some(transitions) = &self.transitions {
            let mut transitions = lock(transitions);
            for (source, target) in worker.transitions.drain(..) {
                transitions.add(source, target);
            }
        }
        let mut meter = lock(&self.meter);
        meter.statistics.states = self.states.load(Ordering::Relaxed).min(self.most_states);
        meter.statistics.depth = depth;
        let stored = || self.shards.iter().map(|shard| lock(shard).bytes()).sum();
        if let Err(reason) = meter.transitions(std::mem::take(&mut worker.taken), depth, stored) {
            self.stop(reason);
        }
    }

    fn expand<'l>(&self, worker: &mut Worker<'l, S>, item: &'l Item<S::State>, depth: usize) {
        let (id, state) = item;
        let mut pending = std::mem::take(&mut worker.pending);
        pending.clear();
        self.system.pending(state, &mut pending);
        self.show(*id, state, depth, &pending);
        match self.first.choose(&pending) {
            Some(index) => {
                let process = pending.entry(index).process;
                let before = pending.entries(0, index).iter();
                let alternative = before.filter(|entry| entry.process == process).count() as u32;
                self.take(worker, item, pending.entry(index), alternative, true);
            }
            None => self.take_all(worker, item, &pending),
        }
        worker.pending = pending;
    }

    /// Takes every move.
    fn take_all<'l>(
        &self,
        worker: &mut Worker<'l, S>,
        source: &'l Item<S::State>,
        pending: &PendingActions<S::Action>,
    ) {
        let entries = pending.entries(0, pending.len());
        for entry in entries {
            let alternative = &mut worker.alternatives[entry.process.index()];
            let number = *alternative;
            *alternative += 1;
            if entry.enabled {
                self.take(worker, source, entry, number, false);
            }
        }
        entries.iter().for_each(|entry| worker.alternatives[entry.process.index()] = 0);
    }

    /// Takes a move. The state that it leads to is looked up later.
    fn take<'l>(
        &self,
        worker: &mut Worker<'l, S>,
        source: &'l Item<S::State>,
        entry: &Entry<S::Action>,
        alternative: u32,
        first: bool,
    ) {
        let (id, before) = source;
        let choice = Choice { process: entry.process, alternative };
        let next = self.system.next(before, &entry.action);
        worker.taken += 1;
        if !self.property.step(before, &entry.action, &next) {
            self.violated(self.violation_after(*id, choice));
            return;
        }
        let state = self.canonical(next);
        let key = key(&state, self.hash_compaction);
        let (target, new) = (0, false);
        worker.reached.push(Reached { source, choice, first, key, state, target, new });
    }

    /// Looks up what was reached, and keeps what is new for the next level.
    fn look_up(&self, worker: &mut Worker<'_, S>) {
        while !worker.reached.is_empty() {
            let mut reached = std::mem::take(&mut worker.reached);
            let new = self.number(&mut reached, &mut worker.by_shard);
            let mut room = self.count(new);
            for Reached { source, choice, first, state, target, new, .. } in reached.drain(..) {
                if self.transitions.is_some() {
                    worker.transitions.push((source.0, target));
                }
                if first && !new && self.first_moves_lead_back_to(&source.1) {
                    let mut pending = PendingActions::new();
                    self.system.pending(&source.1, &mut pending);
                    self.take_all(worker, source, &pending);
                }
                if !new || room == 0 {
                    continue;
                }
                room -= 1;
                if !self.property.state(&state) {
                    self.violated(self.violation_after(source.0, choice));
                }
                worker.found.push((target, state));
            }
            if worker.reached.is_empty() {
                // It has the room for the next time.
                worker.reached = reached;
                break;
            }
        }
    }

    /// Gives numbers to what was reached, shard by shard; in each, in the order given. Tells how
    /// many states are new.
    fn number(&self, reached: &mut [Reached<'_, S::State>], by_shard: &mut Vec<u32>) -> u64 {
        let mut ends = [0; SHARDS];
        reached.iter().for_each(|reached| ends[shard(reached.key)] += 1);
        for shard in 1..SHARDS {
            ends[shard] += ends[shard - 1];
        }
        let mut starts = ends;
        by_shard.clear();
        by_shard.resize(reached.len(), 0);
        for (index, reached) in reached.iter().enumerate().rev() {
            let start = &mut starts[shard(reached.key)];
            *start -= 1;
            by_shard[*start] = index as u32;
        }
        let mut count = 0;
        for (shard, (start, end)) in starts.into_iter().zip(ends).enumerate() {
            let members = &by_shard[start..end];
            if members.is_empty() {
                continue;
            }
            let mut store = lock(&self.shards[shard]);
            members.iter().for_each(|&member| store.touch(reached[member as usize].key));
            for &member in members {
                let reached = &mut reached[member as usize];
                let from = Some((reached.source.0, reached.choice));
                let (local, new) = store.number(reached.key, &reached.state, from);
                reached.target = global(local, shard);
                reached.new = new;
                count += u64::from(new);
            }
        }
        count
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

    /// Whether the moves that are taken first come from `origin` back to it. Then the others would
    /// never get their turn.
    ///
    /// Which move is taken first depends on the state alone, so it is enough to follow them;
    /// Brent's algorithm notices cycles without `origin`. It is also enough to ask this where such
    /// a move leads to a known state, for a cycle cannot consist of new states only.
    fn first_moves_lead_back_to(&self, origin: &S::State) -> bool {
        let mut pending = PendingActions::new();
        let mut state = origin.clone();
        let mut milestone = origin.clone();
        let (mut steps, mut next_milestone) = (0_u64, 1);
        loop {
            pending.clear();
            self.system.pending(&state, &mut pending);
            let Some(index) = self.first.choose(&pending) else {
                return false;
            };
            state = self.canonical(self.system.next(&state, &pending.entry(index).action));
            if state == *origin {
                return true;
            }
            if state == milestone {
                return false;
            }
            steps += 1;
            if steps == next_milestone {
                milestone = state.clone();
                next_milestone *= 2;
            }
        }
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

    /// What a state is looked up by, and where.
    fn place(&self, state: &S::State) -> (u128, usize) {
        let key = key(state, self.hash_compaction);
        (key, shard(key))
    }

    /// The number of a state that is known.
    fn find(&self, state: &S::State) -> Option<StateId> {
        let (key, shard) = self.place(state);
        let local = lock(&self.shards[shard]).find(key, state)?;
        Some(global(local, shard))
    }

    fn show(
        &self,
        id: StateId,
        state: &S::State,
        depth: usize,
        pending: &PendingActions<S::Action>,
    ) {
        let terminal = Terminal::of(!pending.has_enabled(), pending.is_empty());
        if let Some(terminal) = terminal {
            lock(&self.meter).terminal(terminal);
            if let Some(transitions) = &self.transitions {
                lock(transitions).end(id);
            }
        }
        if terminal.is_some() || self.wants_every_state {
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
    }

    /// Steps of the system that lead to state `id`, or to one that it stands for.
    fn schedule(&self, id: StateId) -> Schedule {
        self.execution(id).0
    }

    /// Steps of the system, and the state that they lead to if states were renamed on the way.
    fn execution(&self, id: StateId) -> (Schedule, Option<S::State>) {
        let mut steps = schedule(id, &self.roots, |id| self.origin(id));
        if !self.renames.load(Ordering::Relaxed) {
            return (steps, None);
        }
        // Each step was taken from a representative. The state that it stands for has a step that
        // leads to the same representative, though perhaps by another process.
        let mut state = self.system.initial_states().swap_remove(steps.initial);
        let path = path(id, |id| self.origin(id));
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

    fn origin(&self, id: StateId) -> Origin {
        lock(&self.shards[id as usize % SHARDS]).origin(id / SHARDS as StateId)
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
        // States numbered without gaps, shard after shard.
        let mut offsets = vec![0];
        for shard in &self.shards {
            offsets.push(offsets[offsets.len() - 1] + lock(shard).len() as StateId);
        }
        let dense = |id: StateId| offsets[id as usize % SHARDS] + id / SHARDS as StateId;
        let sparse = |id: StateId| {
            let shard = offsets.partition_point(|&offset| offset <= id) - 1;
            (id - offsets[shard]) * SHARDS as StateId + shard as StateId
        };
        transitions
            .renumbered(dense)
            .livelock(offsets[SHARDS] as usize, |state| self.schedule(sparse(state)))
    }
}

/// Where a state with that key is looked up.
fn shard(key: u128) -> usize {
    // Bits that the table of the shard makes no use of.
    (key as u64 >> 40) as usize % SHARDS
}

/// The number of a state that has the number `local` in its shard.
fn global(local: StateId, shard: usize) -> StateId {
    local * SHARDS as StateId + shard as StateId
}

/// A process whose only possible move is enabled and invisible; its index in the list.
fn invisible_move<A>(pending: &PendingActions<A>) -> Option<usize> {
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
        .position(|entry| entry.enabled && !entry.visible && !several.contains(entry.process))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
