//! Wing and Gong's search for a linearization, with Lowe's improvements.
//!
//! Operations are put in order *just in time*: only when the next return
//! belongs to an operation that is not yet in order must something be done,
//! namely put that operation next, or another open one first. Configurations
//! (next return, open operations already in order, state) that failed once are
//! remembered. Four observations keep the search small:
//!
//! - an operation that only observes, and fits now, is put in order at once: a
//!   linearization that has it later has it here as well;
//! - of open operations with equal call and result, the one that returns first
//!   goes first: in any linearization the two can change places;
//! - if the next observation to return can no longer be made, whatever comes
//!   before it, the search turns back at once;
//! - a pending operation (never returned) is tried after the completed ones of
//!   the same call, those called first go first, and never where it changes
//!   nothing.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::{
    Exhausted,
    automaton::{Automaton, Class, State},
    event_list::{Event, EventList},
};
use crate::{History, Specification, Value};

/// How many returns ahead the search looks for an observation.
const LOOK_AHEAD: usize = 128;

/// How often the search looks at its budget.
const CHECK_EVERY: Duration = Duration::from_millis(5);

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget<'a> {
    pub(super) deadline: Option<Instant>,
    /// Set from outside when the answer is not needed any more.
    pub(super) cancel: &'a AtomicBool,
    /// How many configurations may be remembered.
    pub(super) configurations: usize,
    /// How many bytes the process may occupy.
    pub(super) memory: Option<u64>,
}

/// How the search ended.
pub(super) enum Outcome {
    /// Operations of the history in an order that explains it.
    Linearizable(Vec<u32>),
    /// No order passes the return at this place among the events.
    Stuck { returned: u32 },
}

/// Searches for a linearization.
pub(super) fn search<S: Specification>(
    specification: &S,
    history: &History,
    budget: Budget<'_>,
) -> Result<Outcome, Exhausted> {
    let mut search = Search::new(specification, history, budget, None);
    if search.run(|_| true)? {
        return Ok(Outcome::Linearizable(search.linearization()));
    }
    let stuck = search.returns[search.furthest as usize];
    let operation = search.completed[stuck as usize];
    Ok(Outcome::Stuck { returned: history.operations()[operation as usize].returned_or_end() })
}

/// What an operation would have returned in the linearizations of a history
/// in which its result is not recorded, up to `most` different answers, each
/// with the state in which it was given. The flag says whether these are all.
pub(super) fn possible_answers<S: Specification>(
    specification: &S,
    history: &History,
    operation: u32,
    most: usize,
    budget: Budget<'_>,
) -> (Vec<(Value, String)>, bool) {
    let mut search = Search::new(specification, history, budget, Some(operation));
    let mut found: IndexSet<(State, Class)> = IndexSet::new();
    let finished = search.run(|search| {
        if let Some(state) = search.watched_in {
            found.insert((state, search.classes[operation as usize]));
        }
        found.len() >= 4 * most
    });
    let mut answers: Vec<(Value, String)> = Vec::new();
    for (state, class) in found {
        if let Some(answer) = search.automaton.answer(state, class)
            && answers.iter().all(|(known, _)| *known != answer)
        {
            answers.push((answer, search.automaton.describe(state)));
        }
    }
    let complete = matches!(finished, Ok(false)) && answers.len() <= most;
    answers.truncate(most);
    (answers, complete)
}

struct Search<'a, S: Specification> {
    automaton: Automaton<'a, S>,
    history: &'a History,
    budget: Budget<'a>,
    /// The class of each operation of the history.
    classes: Vec<Class>,
    /// Completed operations by call; the search numbers them like this.
    completed: Vec<u32>,
    /// Completed operations by return.
    returns: Vec<u32>,
    /// Where each completed operation is in `returns`.
    rank: Vec<u32>,
    /// A small number per completed operation that no overlapping one has.
    slot: Vec<u32>,
    pending: Vec<PendingGroup>,
    /// The operation whose answers are collected.
    watched: Option<u32>,

    state: State,
    events: EventList,
    /// Which completed operations are in order.
    in_order: Vec<bool>,
    /// Slots of open operations that are in order already.
    window: SmallVec<[u64; 2]>,
    /// How many operations of each pending group are in order.
    pending_used: Vec<u32>,
    /// The state in which the watched operation was put in order.
    watched_in: Option<State>,
    /// Everything that is in order, in that order.
    trail: Vec<Placed>,
    /// The next return to be explained.
    position: u32,
    /// The greatest position reached.
    furthest: u32,
    stack: Vec<Frame>,
    failed: FxHashSet<Configuration>,
    /// When each class was last seen among candidates, to keep one of each.
    seen: FxHashMap<Class, u32>,
}

/// Position, state and watched state, pending operations used, window.
type Configuration = SmallVec<[u64; 4]>;

/// Pending operations with the same call, by the order of their calls.
struct PendingGroup {
    class: Class,
    call: u32,
    operations: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Placed {
    Completed(u32),
    /// The next operation of a pending group.
    Pending(u32),
}

/// A configuration that has choices left.
struct Frame {
    state: State,
    position: u32,
    watched_in: Option<State>,
    placed: usize,
    stage: Stage,
    choices: SmallVec<[Placed; 4]>,
}

/// Which choices of a frame come next: most frames need only the first.
enum Stage {
    NextReturn,
    OtherCompleted,
    Pending,
    Done,
}

impl<'a, S: Specification> Search<'a, S> {
    fn new(
        specification: &'a S,
        history: &'a History,
        budget: Budget<'a>,
        watched: Option<u32>,
    ) -> Search<'a, S> {
        let (automaton, classes) = Automaton::new(specification, history);
        let operations = history.operations();
        let completed: Vec<u32> = (0..operations.len() as u32)
            .filter(|&i| operations[i as usize].returned.is_some())
            .collect();
        let returned = |completed_number: &u32| {
            operations[completed[*completed_number as usize] as usize].returned_or_end()
        };
        let mut returns: Vec<u32> = (0..completed.len() as u32).collect();
        returns.sort_unstable_by_key(returned);
        let mut rank = vec![0; completed.len()];
        for (place, &number) in returns.iter().enumerate() {
            rank[number as usize] = place as u32;
        }
        let called = |number: u32| operations[completed[number as usize] as usize].called;
        let mut order = Vec::with_capacity(2 * completed.len());
        let mut next_call = 0;
        for number in &returns {
            while (next_call as usize) < completed.len() && called(next_call) < returned(number) {
                order.push(Event::Call(next_call));
                next_call += 1;
            }
            order.push(Event::Return(*number));
        }
        let (slot, slots) = assign_slots(completed.len(), &order);
        let pending = group_pending(history, &classes);
        Search {
            automaton,
            history,
            budget,
            events: EventList::new(completed.len(), order.into_iter()),
            window: SmallVec::from_elem(0, slots.div_ceil(64)),
            pending_used: vec![0; pending.len()],
            in_order: vec![false; completed.len()],
            classes,
            completed,
            returns,
            rank,
            slot,
            pending,
            watched,
            state: 0,
            watched_in: None,
            trail: Vec::new(),
            position: 0,
            furthest: 0,
            stack: Vec::new(),
            failed: FxHashSet::default(),
            seen: FxHashMap::default(),
        }
    }

    /// Searches until a linearization is found that `accept` takes.
    fn run(&mut self, mut accept: impl FnMut(&mut Self) -> bool) -> Result<bool, Exhausted> {
        let mut steps = 0_u32;
        let mut forward = true;
        let mut checked = Instant::now();
        loop {
            steps = steps.wrapping_add(1);
            // Steps of large objects take long, and much memory.
            if steps.is_multiple_of(64) && checked.elapsed() > CHECK_EVERY {
                self.check_budget()?;
                checked = Instant::now();
            }
            if forward {
                self.absorb_observations();
                if self.position as usize == self.returns.len() {
                    if accept(self) {
                        return Ok(true);
                    }
                } else if !self.is_hopeless() && self.remember() {
                    self.push_frame();
                }
            }
            let Some(choice) = self.next_choice() else {
                if self.stack.is_empty() {
                    return Ok(false);
                }
                forward = false;
                continue;
            };
            forward = self.place(choice);
        }
    }

    fn check_budget(&self) -> Result<(), Exhausted> {
        if self.failed.len() > self.budget.configurations {
            return Err(Exhausted::Memory { configurations: self.failed.len() });
        }
        if self.budget.cancel.load(Ordering::Relaxed) {
            return Err(Exhausted::Cancelled);
        }
        if self.budget.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(Exhausted::Time);
        }
        let limit = self.budget.memory.unwrap_or(u64::MAX);
        match aplomb_explore::resident_memory() {
            Some(occupied) if occupied > limit => Err(Exhausted::Space),
            _ => Ok(()),
        }
    }

    /// Puts every open operation in order that only observes and fits, and
    /// moves on to the first return that is not explained.
    fn absorb_observations(&mut self) {
        let placed_before = self.trail.len();
        let mut cursor = self.events.start();
        let reached = loop {
            match self.events.advance(&mut cursor) {
                Event::Call(number) => {
                    let class = self.class(number);
                    if self.automaton.only_observes(class)
                        && !self.is_watched(number)
                        && self.automaton.step(self.state, class).is_some()
                    {
                        self.lift(number);
                    }
                }
                Event::Return(number) => break self.rank[number as usize],
                Event::End => break self.returns.len() as u32,
            }
        };
        for place in self.position..reached {
            self.close(self.returns[place as usize]);
        }
        // Slots are used over and over, so what is open is noted last.
        for index in placed_before..self.trail.len() {
            if let Placed::Completed(number) = self.trail[index]
                && self.rank[number as usize] >= reached
            {
                self.open(number);
            }
        }
        self.position = reached;
        self.furthest = self.furthest.max(reached);
    }

    /// Whether the next observation to return cannot be made any more.
    fn is_hopeless(&self) -> bool {
        let ahead = &self.returns[self.position as usize..];
        let goal = ahead.iter().take(LOOK_AHEAD).copied().find(|&number| {
            !self.in_order[number as usize]
                && self.automaton.only_observes(self.class(number))
                && !self.is_watched(number)
        });
        let Some(goal) = goal else { return false };
        let limit =
            self.history.operations()[self.completed[goal as usize] as usize].returned_or_end();
        let mut cursor = self.events.start();
        let completed = std::iter::from_fn(|| {
            loop {
                match self.events.advance(&mut cursor) {
                    Event::Call(number) if number != goal => return Some(self.class(number)),
                    Event::Return(number) if number == goal => return None,
                    Event::End => return None,
                    Event::Call(_) | Event::Return(_) => {}
                }
            }
        });
        let pending = self.pending.iter().zip(&self.pending_used).filter_map(|(group, &used)| {
            let next = *group.operations.get(used as usize)?;
            let called = self.history.operations()[next as usize].called;
            (called < limit).then_some(group.class)
        });
        let goal = self.class(goal);
        self.automaton.is_out_of_reach(self.state, goal, completed.chain(pending))
    }

    /// Whether the configuration is new.
    fn remember(&mut self) -> bool {
        let mut configuration = Configuration::new();
        configuration.push(u64::from(self.position) << 32 | u64::from(self.state));
        if self.watched.is_some() {
            configuration.push(self.watched_in.map_or(u64::MAX, u64::from));
        }
        configuration.extend_from_slice(&self.window);
        for (group, &used) in self.pending_used.iter().enumerate() {
            if used > 0 {
                configuration.push((group as u64) << 32 | u64::from(used));
            }
        }
        self.failed.insert(configuration)
    }

    fn push_frame(&mut self) {
        self.stack.push(Frame {
            state: self.state,
            position: self.position,
            watched_in: self.watched_in,
            placed: self.trail.len(),
            stage: Stage::NextReturn,
            choices: SmallVec::new(),
        });
    }

    /// The next choice of the innermost frame, which is restored; frames
    /// without choices are dropped one at a time.
    fn next_choice(&mut self) -> Option<Placed> {
        let mut frame = self.stack.pop()?;
        self.restore(&frame);
        loop {
            if let Some(choice) = frame.choices.pop() {
                self.stack.push(frame);
                return Some(choice);
            }
            match frame.stage {
                Stage::NextReturn => {
                    frame.stage = Stage::OtherCompleted;
                    frame.choices.push(Placed::Completed(self.returns[self.position as usize]));
                }
                Stage::OtherCompleted => {
                    frame.stage = Stage::Pending;
                    frame.choices = self.other_completed();
                }
                Stage::Pending => {
                    frame.stage = Stage::Done;
                    frame.choices = self.pending_choices();
                }
                Stage::Done => return None,
            }
        }
    }

    fn restore(&mut self, frame: &Frame) {
        while self.trail.len() > frame.placed {
            match self.trail.pop() {
                Some(Placed::Completed(number)) => {
                    self.events.put_back(number);
                    self.in_order[number as usize] = false;
                    self.close(number);
                }
                Some(Placed::Pending(group)) => self.pending_used[group as usize] -= 1,
                None => {}
            }
        }
        // What is open again and still in order.
        for place in frame.position..self.position {
            let number = self.returns[place as usize];
            if self.in_order[number as usize] {
                self.open(number);
            }
        }
        self.state = frame.state;
        self.position = frame.position;
        self.watched_in = frame.watched_in;
    }

    /// Open completed operations other than the next to return, one of each
    /// class, so that the one to try first is last.
    fn other_completed(&mut self) -> SmallVec<[Placed; 4]> {
        let next_return = self.returns[self.position as usize];
        self.seen.clear();
        let mut open: SmallVec<[u32; 16]> = SmallVec::new();
        let mut cursor = self.events.start();
        while let Event::Call(number) = self.events.advance(&mut cursor) {
            open.push(number);
        }
        open.sort_unstable_by_key(|&number| self.rank[number as usize]);
        let mut choices: SmallVec<[Placed; 4]> = SmallVec::new();
        for number in open {
            let class = self.class(number);
            // The watched operation is not recorded: it stands for no other.
            let first = self.is_watched(number) || self.seen.insert(class, number).is_none();
            if first && number != next_return && self.automaton.step(self.state, class).is_some() {
                choices.push(Placed::Completed(number));
            }
        }
        choices.reverse();
        choices
    }

    fn pending_choices(&mut self) -> SmallVec<[Placed; 4]> {
        let next_return = self.returns[self.position as usize];
        let operations = self.history.operations();
        let limit = operations[self.completed[next_return as usize] as usize].returned_or_end();
        let mut choices: SmallVec<[Placed; 4]> = SmallVec::new();
        for group in 0..self.pending.len() {
            let PendingGroup { class, call, operations: members } = &self.pending[group];
            let Some(&next) = members.get(self.pending_used[group] as usize) else { continue };
            let called = operations[next as usize].called < limit;
            let (class, call) = (*class, *call);
            if called
                && self.automaton.step(self.state, class).is_some_and(|next| next != self.state)
                && !self.completed_choice_with(call)
            {
                choices.push(Placed::Pending(group as u32));
            }
        }
        choices
    }

    /// Whether an open completed operation has the same call and fits here.
    fn completed_choice_with(&mut self, call: u32) -> bool {
        let mut cursor = self.events.start();
        while let Event::Call(number) = self.events.advance(&mut cursor) {
            let operation = &self.history.operations()[self.completed[number as usize] as usize];
            if operation.call_number() == call
                && !self.is_watched(number)
                && self.automaton.step(self.state, self.class(number)).is_some()
            {
                return true;
            }
        }
        false
    }

    /// Puts the choice next in order, if it fits.
    fn place(&mut self, choice: Placed) -> bool {
        let class = match choice {
            Placed::Completed(number) => self.class(number),
            Placed::Pending(group) => self.pending[group as usize].class,
        };
        let Some(next) = self.automaton.step(self.state, class) else { return false };
        match choice {
            Placed::Completed(number) => {
                if self.is_watched(number) {
                    self.watched_in = Some(self.state);
                }
                self.lift(number);
                self.open(number);
            }
            Placed::Pending(group) => {
                self.pending_used[group as usize] += 1;
                self.trail.push(choice);
            }
        }
        self.state = next;
        true
    }

    fn lift(&mut self, number: u32) {
        self.events.lift(number);
        self.in_order[number as usize] = true;
        self.trail.push(Placed::Completed(number));
    }

    /// Notes that an operation is in order and has not returned.
    fn open(&mut self, number: u32) {
        let slot = self.slot[number as usize];
        self.window[slot as usize / 64] |= 1 << (slot % 64);
    }

    fn close(&mut self, number: u32) {
        let slot = self.slot[number as usize];
        self.window[slot as usize / 64] &= !(1 << (slot % 64));
    }

    fn class(&self, number: u32) -> Class {
        self.classes[self.completed[number as usize] as usize]
    }

    fn is_watched(&self, number: u32) -> bool {
        self.watched == Some(self.completed[number as usize])
    }

    /// The operations of the trail, as the history numbers them.
    fn linearization(&self) -> Vec<u32> {
        let mut used = vec![0; self.pending.len()];
        self.trail
            .iter()
            .map(|placed| match *placed {
                Placed::Completed(number) => self.completed[number as usize],
                Placed::Pending(group) => {
                    used[group as usize] += 1;
                    self.pending[group as usize].operations[used[group as usize] - 1]
                }
            })
            .collect()
    }
}

/// Gives overlapping operations different numbers, as few as possible.
fn assign_slots(operations: usize, events: &[Event]) -> (Vec<u32>, usize) {
    let mut slot = vec![0; operations];
    let mut free = Vec::new();
    let mut slots = 0;
    for event in events {
        match *event {
            Event::Call(number) => {
                slot[number as usize] = free.pop().unwrap_or_else(|| {
                    slots += 1;
                    slots - 1
                });
            }
            Event::Return(number) => free.push(slot[number as usize]),
            Event::End => {}
        }
    }
    (slot, slots as usize)
}

fn group_pending(history: &History, classes: &[Class]) -> Vec<PendingGroup> {
    let mut groups: IndexSet<Class, FxBuildHasher> = IndexSet::default();
    let mut pending: Vec<PendingGroup> = Vec::new();
    for (index, operation) in history.operations().iter().enumerate() {
        if operation.returned.is_some() {
            continue;
        }
        let class = classes[index];
        let (group, new) = groups.insert_full(class);
        if new {
            let call = operation.call_number();
            pending.push(PendingGroup { class, call, operations: Vec::new() });
        }
        pending[group].operations.push(index as u32);
    }
    pending
}
