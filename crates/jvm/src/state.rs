//! A state of the machine: heap and threads, cheap to copy, compared by content.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::action::{Action, Guard};
use crate::error::JvmError;
use crate::fingerprint::{Fingerprint, Mixer};
use crate::heap::Heap;
use crate::interpreter::is_initialisation_over;
use crate::numbering::Numbering;
use crate::outcome::Outcome;
use crate::value::{ObjectId, Value};
use crate::world::MethodId;

thread_local! {
    static NUMBERING: RefCell<Numbering> = RefCell::default();
}

/// Heap and threads at one moment, each unfinished thread in front of its next visible action.
#[derive(Debug, Clone)]
pub struct State {
    pub(crate) heap: Heap,
    pub(crate) threads: Vec<Arc<Thread>>,
    /// The objects that threads allocated, in an order that does not depend on their names. `None`
    /// if states with other names are other states.
    names: Option<Box<[ObjectId]>>,
    /// Of the whole content; see [`State::seal`].
    fingerprint: Fingerprint,
}

/// One thread: its call stack and what it has done for its client.
#[derive(Debug, Clone, Default)]
pub(crate) struct Thread {
    pub frames: Vec<Frame>,
    /// Local variables and operands of all frames, outermost first.
    pub values: Vec<Value>,
    /// What the thread does next; follows from the rest of the state.
    pub pending: Option<Action>,
    pub status: Status,
    /// The `java.lang.Thread` object.
    pub object: Option<ObjectId>,
    /// How many operations of the client have begun.
    pub calls_begun: usize,
    pub outcomes: Vec<Outcome>,
    /// In strict mode: for each call, how many operations of each thread had returned before it.
    pub precedence: Vec<Vec<u8>>,
    pub phase: Phase,
    /// Whether the first visible action of the operation is still to come, and the call with it.
    pub is_entering: bool,
    /// An exception on its way to a handler.
    pub throwing: Option<ObjectId>,
    pub waiting: Option<Waiting>,
    pub permit: bool,
    pub interrupted: bool,
    /// Values of `ThreadLocal`s, sorted by variable.
    pub locals: Vec<(ObjectId, Value)>,
    /// How many random numbers were drawn.
    pub random_draws: u32,
    fingerprint: Fingerprint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    pub method: MethodId,
    /// In the innermost frame the instruction to execute, in others the one to return to.
    pub pc: u32,
    /// Where the local variables begin.
    pub base: u32,
    /// The monitor a synchronized method holds.
    pub monitor: Option<ObjectId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Status {
    #[default]
    Running,
    Finished,
    /// The machine cannot say how the thread goes on.
    Failed(Arc<JvmError>),
}

/// Where a thread stands between two operations of its client.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    /// About to call the next operation.
    #[default]
    Idle,
    /// Inside an operation.
    Running,
    /// The operation is over; its result was not yet looked at.
    Rendering(ObjectId),
    /// The operation is over; its return was not yet seen (strict mode).
    Returning(Outcome),
    /// A thread of the program in front of its end.
    Ending,
}

/// A thread inside `wait` or `await`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub object: ObjectId,
    /// How often the monitor or lock was held.
    pub depth: u32,
}

impl Thread {
    /// A thread behind this `java.lang.Thread`, before it runs.
    pub fn of(object: ObjectId) -> Self {
        Self { object: Some(object), ..Self::default() }
    }

    /// Somebody who looks at things in the place of the thread, between two of its calls.
    pub fn observer(&self) -> Self {
        Self {
            object: self.object,
            locals: self.locals.clone(),
            calls_begun: self.calls_begun,
            ..Self::default()
        }
    }

    /// Must be called by whoever changes the thread.
    pub fn touch(&mut self) {
        self.fingerprint = 0;
    }

    pub fn is_finished(&self) -> bool {
        self.status == Status::Finished
    }

    /// Calls `visit` with every object the thread refers to.
    pub fn references(&self, mut visit: impl FnMut(ObjectId)) {
        self.values.iter().filter_map(|value| value.as_ref()).for_each(&mut visit);
        self.frames.iter().filter_map(|frame| frame.monitor).for_each(&mut visit);
        self.object.iter().chain(&self.throwing).for_each(|id| visit(*id));
        if let Some(waiting) = self.waiting {
            visit(waiting.object);
        }
        if let Phase::Rendering(id) = self.phase {
            visit(id);
        }
        for (variable, value) in &self.locals {
            visit(*variable);
            value.as_ref().into_iter().for_each(&mut visit);
        }
    }

    /// Computes the fingerprint after a change. What the objects are called that threads allocated
    /// is not part of it.
    pub fn seal(&mut self) {
        if self.fingerprint == 0 {
            let mut mixer = Mixer::default();
            self.mix(&mut mixer);
            self.fingerprint = mixer.finish();
        }
    }

    pub fn is_sealed(&self) -> bool {
        self.fingerprint != 0
    }

    /// Everything that equality looks at.
    fn mix(&self, mixer: &mut Mixer) {
        let name = |id: Option<ObjectId>| id.map_or(0, |id| u64::from(id.without_name()) + 1);
        let mut value = |value: &Value| {
            let (kind, bits) = value.bits_without_names();
            mixer.add(kind << 60 ^ bits);
        };
        self.values.iter().for_each(&mut value);
        self.locals.iter().for_each(|(_, local)| value(local));
        for frame in &self.frames {
            mixer.add(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
            mixer.add(name(frame.monitor) << 32 | u64::from(frame.base));
        }
        for (variable, _) in &self.locals {
            mixer.add(u64::from(variable.without_name()));
        }
        for outcome in &self.outcomes {
            mixer.add(outcome.hash_code());
        }
        for count in self.precedence.iter().flatten() {
            mixer.add(u64::from(*count));
        }
        let phase = match &self.phase {
            Phase::Idle => 0,
            Phase::Running => 1,
            Phase::Rendering(id) => 2 | u64::from(id.without_name()) << 8,
            Phase::Ending => 3,
            Phase::Returning(outcome) => outcome.hash_code() | 4,
        };
        let status = match &self.status {
            Status::Running => 0,
            Status::Finished => 1,
            Status::Failed(_) => 2,
        };
        mixer.add(phase);
        mixer.add(
            (self.calls_begun as u64) << 40
                | u64::from(self.random_draws) << 8
                | u64::from(self.permit) << 2
                | u64::from(self.interrupted) << 3
                | u64::from(self.is_entering) << 4
                | status,
        );
        mixer.add(name(self.throwing) << 32 | name(self.object));
        let waiting = self.waiting.map_or(0, |waiting| u64::from(waiting.depth));
        mixer.add(name(self.waiting.map(|waiting| waiting.object)) << 32 | waiting);
    }
}

impl PartialEq for Thread {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
            && self.values == other.values
            && self.frames == other.frames
            && self.outcomes == other.outcomes
            && self.calls_begun == other.calls_begun
            && self.status == other.status
            && self.phase == other.phase
            && self.throwing == other.throwing
            && self.waiting == other.waiting
            && self.permit == other.permit
            && self.interrupted == other.interrupted
            && self.is_entering == other.is_entering
            && self.locals == other.locals
            && self.random_draws == other.random_draws
            && self.precedence == other.precedence
            && self.object == other.object
    }
}

impl State {
    /// Number of threads, those started by the program included.
    #[must_use]
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// Whether the thread has done all it has to do.
    #[must_use]
    pub fn is_finished(&self, thread: usize) -> bool {
        self.threads.get(thread).is_none_or(|thread| thread.is_finished())
    }

    /// Whether all threads have finished.
    #[must_use]
    pub fn all_finished(&self) -> bool {
        self.threads.iter().all(|thread| thread.is_finished())
    }

    /// What the operations of a thread have returned so far, in order.
    #[must_use]
    pub fn outcomes(&self, thread: usize) -> &[Outcome] {
        self.threads.get(thread).map_or(&[], |thread| &thread.outcomes)
    }

    /// How many operations of a thread have begun.
    #[must_use]
    pub fn calls_begun(&self, thread: usize) -> usize {
        self.threads.get(thread).map_or(0, |thread| thread.calls_begun)
    }

    /// In strict mode: for each call of a thread, how many operations of each
    /// thread had returned when it was made. Empty in outcome mode.
    #[must_use]
    pub fn precedence(&self, thread: usize) -> &[Vec<u8>] {
        self.threads.get(thread).map_or(&[], |thread| &thread.precedence)
    }

    /// What the operation of a thread returns with its next step, if returns are steps.
    #[must_use]
    pub fn returning(&self, thread: usize) -> Option<&Outcome> {
        let thread = self.threads.get(thread)?;
        match &thread.phase {
            Phase::Returning(outcome) if thread.pending.is_some() => Some(outcome),
            _ => None,
        }
    }

    /// Why the machine cannot go on, if so.
    #[must_use]
    pub fn failure(&self) -> Option<&JvmError> {
        self.threads.iter().find_map(|thread| match &thread.status {
            Status::Failed(error) => Some(&**error),
            _ => None,
        })
    }

    /// The action that a thread will do next; `None` if it has finished or failed.
    #[must_use]
    pub fn pending(&self, thread: usize) -> Option<&Action> {
        self.threads.get(thread)?.pending.as_ref()
    }

    /// The same state with all outcomes forgotten: what the operations to come can see.
    #[must_use]
    pub fn without_outcomes(&self) -> Self {
        let mut threads = self.threads.clone();
        for thread in &mut threads {
            let thread = Arc::make_mut(thread);
            thread.outcomes.clear();
            thread.precedence.clear();
            thread.touch();
        }
        Self::new(self.heap.clone(), threads, self.names.is_none())
    }

    /// The objects as they are, when `thread` is about to make one of its calls and no other call is
    /// known to have been made. Every thread must stand between two calls.
    #[must_use]
    pub fn about_to_call(&self, thread: usize, call: usize) -> Self {
        let mut state = self.without_outcomes();
        for (number, other) in state.threads.iter_mut().enumerate() {
            let other = Arc::make_mut(other);
            other.calls_begun = if number == thread { call } else { 0 };
            other.status = Status::Running;
            other.touch();
        }
        Self::new(state.heap, state.threads, self.names.is_none())
    }

    /// Objects of this state that are gone in a state one step later. Their names may be given to
    /// other objects from then on.
    #[must_use]
    pub fn dropped(&self, later: &Self) -> Vec<ObjectId> {
        self.heap.dropped(&later.heap)
    }

    /// Whether a thread is about to look at its result, of which others may have changed a part.
    pub(crate) fn is_about_to_look(&self, thread: usize) -> bool {
        let Some(thread) = self.threads.get(thread) else { return false };
        matches!(thread.phase, Phase::Rendering(_)) && thread.pending.is_some()
    }

    /// Whether a thread is about to initialise a class for which that is over.
    pub(crate) fn is_outdated(&self, thread: &Thread) -> bool {
        thread.pending.as_ref().is_some_and(|action| match action.guard {
            Guard::Initialisable(class) => is_initialisation_over(&self.heap, class),
            _ => false,
        })
    }

    /// A state from its parts.
    pub(crate) fn new(heap: Heap, threads: Vec<Arc<Thread>>, names_matter: bool) -> Self {
        let mut state = Self { heap, threads, names: None, fingerprint: 0 };
        state.seal(names_matter);
        state
    }

    /// Computes all fingerprints; the parts are not changed afterwards.
    fn seal(&mut self, names_matter: bool) {
        for thread in &mut self.threads {
            if !thread.is_sealed() {
                Arc::make_mut(thread).seal();
            }
        }
        self.heap.seal();
        NUMBERING.with_borrow_mut(|numbering| {
            let mut mixer = Mixer::default();
            numbering.begin(&self.heap);
            for thread in &self.threads {
                mixer.add_fingerprint(thread.fingerprint);
                thread.references(|id| numbering.meet(id, &mut mixer));
            }
            numbering.follow(&self.heap, &mut mixer);
            if names_matter {
                numbering.met().iter().for_each(|id| mixer.add(u64::from(id.as_u32())));
            } else {
                self.names = Some(numbering.met().into());
            }
            self.fingerprint = mixer.finish();
        });
    }

    /// The objects that threads allocated, in an order that does not depend on their names, if
    /// states are equal that differ only in names.
    pub(crate) fn names(&self) -> &[ObjectId] {
        self.names.as_deref().unwrap_or_default()
    }

    /// A hash of the whole content.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        self.fingerprint
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        if self.fingerprint != other.fingerprint {
            return false;
        }
        if self.names != other.names {
            return self.is_isomorphic(other);
        }
        self.threads.len() == other.threads.len()
            && self
                .threads
                .iter()
                .zip(&other.threads)
                .all(|(one, two)| Arc::ptr_eq(one, two) || one == two)
            && self.heap == other.heap
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u128(self.fingerprint);
    }
}
