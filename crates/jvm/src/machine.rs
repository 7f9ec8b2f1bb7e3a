//! A program as a transition system.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use aplomb_explore::{Access as Footprint, ObjectId as PlaceId, PendingActions, ProcessId, System};

use crate::action::{Access, Action, ActionKind, Place};
use crate::atomic::Sections;
use crate::classpath::ClassPath;
use crate::error::{JvmError, Result};
use crate::guard;
use crate::heap::Scratch;
use crate::interpreter::{Call, Interpreter, Mode, Path, Stop, is_of_jdk};
use crate::options::Options;
use crate::outcome::Outcome;
use crate::parameter::Parameter;
use crate::program::{self, MethodSignature, Program};
use crate::setup::{Prepared, Setup};
use crate::state::{State, Status};
use crate::trace::Event;
use crate::world::World;

/// Classes loaded from a class path, ready to run programs.
///
/// Classes are loaded and linked once; machines for many programs share them.
#[derive(Debug, Clone)]
pub struct Jvm {
    world: Arc<World>,
    options: Options,
}

impl Jvm {
    /// A virtual machine that finds classes on `classpath`.
    ///
    /// # Errors
    /// The JDK's own classes cannot be read.
    pub fn new(classpath: ClassPath, options: Options) -> Result<Self> {
        Ok(Self { world: Arc::new(World::new(classpath, options.model_locks)?), options })
    }

    /// The same classes under other limits. Whether locks are modelled cannot be changed.
    #[must_use]
    pub fn with_options(&self, options: Options) -> Self {
        let options = Options { model_locks: self.options.model_locks, ..options };
        Self { world: self.world.clone(), options }
    }

    /// How programs are run.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether some program has asked what time it is: its clock always shows the same.
    #[must_use]
    pub fn reads_clock(&self) -> bool {
        self.world.reads_clock.load(Ordering::Relaxed)
    }

    /// Whether some program has drawn random numbers: what a thread draws is fixed.
    #[must_use]
    pub fn draws_numbers(&self) -> bool {
        self.world.draws_numbers.load(Ordering::Relaxed)
    }

    /// The home folder of the JDK in use.
    #[must_use]
    pub fn jdk(&self) -> &std::path::Path {
        self.world.jdk()
    }

    /// Methods that clients of a class (with dots) can call, inherited ones included.
    ///
    /// # Errors
    /// The class cannot be loaded.
    pub fn methods(&self, class: &str) -> Result<Vec<MethodSignature>> {
        let class = self.world.load(&class.replace('.', "/"))?;
        let methods = program::callable(&self.world, self.world.class(class));
        Ok(methods.into_iter().map(|method| program::signature(&self.world, method)).collect())
    }

    /// What can be passed for a parameter of a type that is written as in [`MethodSignature`].
    ///
    /// # Errors
    /// The class cannot be loaded.
    pub fn parameter(&self, name: &str) -> Result<Parameter> {
        Parameter::of(&self.world, name)
    }

    /// Runs constructor and setup of a program and puts its threads in front of their first visible action.
    ///
    /// # Errors
    /// Unknown classes or methods, a setup that does not come to its end, or
    /// something that is not supported.
    pub fn machine(&self, program: &Program) -> Result<Machine> {
        Machine::new(self.clone(), program)
    }
}

/// One program in execution: initial state, pending actions, steps.
#[derive(Debug)]
pub struct Machine {
    jvm: Jvm,
    /// Calls of each client thread.
    calls: Vec<Vec<Call>>,
    /// Before the threads have done anything.
    start: State,
    initial: State,
    sections: Sections,
}

/// The thread that takes a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(u8);

impl ThreadId {
    /// The thread with this number; programs have at most 64.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        ProcessId::new(number).map(|_| Self(number as u8))
    }

    /// The number of the thread.
    #[must_use]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

/// How an operation ended that ran alone.
#[derive(Debug, Clone)]
pub enum Completion {
    /// It returned or threw.
    Returned(Outcome, Box<State>),
    /// It waits for another thread.
    Blocked,
    /// The machine cannot say.
    Failed(JvmError),
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Machine {
    fn new(jvm: Jvm, program: &Program) -> Result<Self> {
        if program.threads.len() > jvm.options.threads.min(ProcessId::LIMIT) {
            let limit = jvm.options.threads.min(ProcessId::LIMIT) as u64;
            return Err(JvmError::TooLarge { what: "the number of threads".into(), limit });
        }
        let world = jvm.world.clone();
        let Prepared { mut heap, calls, threads } =
            Setup::run_program(&world, &jvm.options, program)?;
        heap.freeze(threads.len());
        let start = State::new(heap, threads, jvm.options.names_matter);
        let sections = Sections::new(&world, &jvm.options.atomic)?;
        let mut machine = Self { jvm, calls, initial: start.clone(), start, sections };
        for thread in 0..machine.calls.len() {
            let mut interpreter =
                machine.interpreter(&machine.initial, thread as u8, Mode::Step { allowed: false });
            interpreter.run();
            machine.initial = machine.settle(interpreter);
        }
        Ok(machine)
    }

    fn interpreter(&self, state: &State, thread: u8, mode: Mode) -> Interpreter<'_> {
        let Jvm { world, options } = &self.jvm;
        let mut interpreter = Interpreter::new(
            world,
            options,
            &self.calls,
            state.heap.clone(),
            state.threads.clone(),
            thread,
            mode,
        );
        interpreter.sections = (!self.sections.is_empty()).then_some(&self.sections);
        interpreter
    }

    /// Puts the thread back and drops garbage. Threads that stood in front of the initialisation of
    /// a class which is over now, or in front of a result that others changed, go on to their next
    /// visible action, so that what a thread does next follows from the rest of the state.
    fn settle(&self, interpreter: Interpreter<'_>) -> State {
        let moved = usize::from(interpreter.number);
        let mut state = self.put_back(interpreter);
        for thread in (0..state.threads.len()).filter(|thread| *thread != moved) {
            if state.is_about_to_look(thread) {
                state = self.announce_again(&state, thread);
            }
        }
        while let Some(thread) = state.threads.iter().position(|it| state.is_outdated(it)) {
            state = self.announce_again(&state, thread);
        }
        state
    }

    /// Lets a thread find out once more what it will do next.
    fn announce_again(&self, state: &State, thread: usize) -> State {
        let mut interpreter = self.interpreter(state, thread as u8, Mode::Step { allowed: false });
        interpreter.run();
        self.put_back(interpreter)
    }

    fn put_back(&self, interpreter: Interpreter<'_>) -> State {
        let Interpreter { heap, mut threads, thread, number, .. } = interpreter;
        threads[usize::from(number)] = Arc::new(thread);
        let mut heap = heap;
        SCRATCH.with_borrow_mut(|scratch| {
            heap.collect(&self.jvm.world, scratch, |roots| {
                for thread in &threads {
                    thread.references(|id| roots.push(id));
                }
                let arguments = self.calls.iter().flatten().flat_map(|call| &call.arguments);
                roots.extend(arguments.filter_map(|argument| argument.as_ref()));
            });
        });
        State::new(heap, threads, self.jvm.options.names_matter)
    }

    /// How the client wrote a call.
    #[must_use]
    pub fn call_label(&self, thread: usize, call: usize) -> Option<&str> {
        self.calls.get(thread)?.get(call).map(|call| call.label.as_str())
    }

    /// Number of client threads.
    #[must_use]
    pub fn client_count(&self) -> usize {
        self.calls.len()
    }

    /// Number of calls of a client thread.
    #[must_use]
    pub fn call_count(&self, thread: usize) -> usize {
        self.calls.get(thread).map_or(0, Vec::len)
    }

    /// The state in which every thread stands in front of its first visible action.
    #[must_use]
    pub fn initial_state(&self) -> &State {
        &self.initial
    }

    /// The state in which no call has begun, for [`Machine::run_call`].
    #[must_use]
    pub fn sequential_start(&self) -> &State {
        &self.start
    }

    /// Runs the next call of a thread to its end while all others stand still
    /// between two calls: one step of a sequential execution.
    ///
    /// The state must come from [`Machine::sequential_start`] or a previous call of this method.
    #[must_use]
    pub fn run_call(&self, state: &State, thread: usize) -> Completion {
        self.run_alone(self.interpreter(state, thread as u8, Mode::Alone)).0
    }

    /// As [`Machine::run_call`], and which way the call went. What happens inside the JDK counts if
    /// the object itself is of one of its classes.
    #[must_use]
    pub fn run_call_along(&self, state: &State, thread: usize) -> (Completion, Path) {
        let mut interpreter = self.interpreter(state, thread as u8, Mode::Alone);
        let call = self.calls.get(thread).and_then(|calls| calls.first());
        let class = call.and_then(|call| call.receiver.as_ref()).and_then(|receiver| {
            let object = interpreter.heap.get(&self.jvm.world, receiver)?;
            Some(self.jvm.world.class(object.class))
        });
        interpreter.path = Some(Path::new(class.is_some_and(|class| is_of_jdk(&class.name))));
        self.run_alone(interpreter)
    }

    fn run_alone(&self, mut interpreter: Interpreter<'_>) -> (Completion, Path) {
        interpreter.calls_allowed = 1;
        let before = interpreter.thread.outcomes.len();
        let stop = interpreter.run();
        let path = interpreter.path.take().unwrap_or_default();
        let completion = match (stop, &interpreter.thread.status) {
            (Stop::Blocked | Stop::Pending, _) => Completion::Blocked,
            (_, Status::Failed(error)) => Completion::Failed(JvmError::clone(error)),
            _ => match interpreter.thread.outcomes.get(before).cloned() {
                Some(outcome) => Completion::Returned(outcome, Box::new(self.settle(interpreter))),
                None => Completion::Blocked,
            },
        };
        (completion, path)
    }

    /// Whether a thread can take a step.
    #[must_use]
    pub fn is_enabled(&self, state: &State, thread: usize) -> bool {
        let Some(current) = state.threads.get(thread) else { return false };
        let may_begin = current.pending.as_ref().is_some_and(|action| {
            guard::is_enabled(
                &self.jvm.world,
                &state.heap,
                &state.threads,
                current,
                thread as u8,
                &action.guard,
            )
        });
        may_begin && self.can_finish(state, thread as u8)
    }

    /// Whether nothing in the atomic block that the thread stands in front of has to wait.
    fn can_finish(&self, state: &State, thread: u8) -> bool {
        let is_simple = self.sections.is_empty();
        is_simple || {
            let mut interpreter = self.interpreter(state, thread, Mode::Step { allowed: true });
            interpreter.run() != Stop::Blocked
        }
    }

    /// What a pending action touches in this state.
    fn footprint<'a>(
        &self,
        state: &State,
        action: &'a Action,
    ) -> impl Iterator<Item = (Place, Access)> + use<'a> {
        let first = if action.expected.is_some() {
            let object = state.heap.get(&self.jvm.world, action.place.object);
            action.access_given(object.and_then(|object| object.get(action.place.slot as usize)))
        } else {
            action.access
        };
        std::iter::once((action.place, first)).chain(action.accesses().skip(1))
    }

    /// The state after a step of `thread`.
    #[must_use]
    pub fn step(&self, state: &State, thread: ThreadId) -> State {
        let mut interpreter = self.interpreter(state, thread.0, Mode::Step { allowed: true });
        interpreter.run();
        self.settle(interpreter)
    }

    /// As [`Machine::step`], and what the step did first.
    #[must_use]
    pub fn explain(&self, state: &State, thread: ThreadId) -> (State, Option<Event>) {
        let (next, events) = self.trace(state, thread);
        (next, events.into_iter().next())
    }

    /// As [`Machine::step`], and all that the step did: several actions if they are an atomic block.
    #[must_use]
    pub fn trace(&self, state: &State, thread: ThreadId) -> (State, Vec<Event>) {
        let mut interpreter = self.interpreter(state, thread.0, Mode::Step { allowed: true });
        interpreter.wants_trace = true;
        interpreter.run();
        interpreter.finish_event();
        let events = std::mem::take(&mut interpreter.events);
        (self.settle(interpreter), events)
    }
}

impl System for Machine {
    type State = State;
    type Action = ThreadId;

    fn initial_states(&self) -> Vec<State> {
        vec![self.initial.clone()]
    }

    fn pending(&self, state: &State, pending: &mut PendingActions<ThreadId>) {
        for (number, thread) in state.threads.iter().enumerate() {
            let (Some(action), Some(process)) = (&thread.pending, ProcessId::new(number)) else {
                continue;
            };
            let mut entry = pending.push(process, ThreadId(number as u8));
            for (place, access) in self.footprint(state, action) {
                let access = match access {
                    Access::Read => Footprint::Read,
                    Access::Write => Footprint::Write,
                };
                entry = entry.accesses(PlaceId(place.as_u64()), access);
            }
            if self.jvm.options.tight && action.kind() == ActionKind::Return {
                // A later return would only allow more orders of the calls.
                entry = entry.invisible();
            }
            if !self.is_enabled(state, number) {
                entry.blocked();
            }
        }
    }

    fn next(&self, state: &State, action: &ThreadId) -> State {
        self.step(state, *action)
    }

    fn names(&self, state: &State, names: &mut Vec<u32>) {
        names.extend(state.names().iter().map(|id| id.as_u32()));
    }
}
