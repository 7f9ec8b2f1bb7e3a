//! Runs one thread: instruction by instruction, up to its next visible action.

mod arithmetic;
mod arrays;
mod block;
mod client;
mod execute;
mod fields;
mod initialise;
mod invoke;
mod monitor;
mod result;
mod trap;

use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) use block::is_of_jdk;
pub use block::{Path, Trail};
pub(crate) use client::Call;
pub(crate) use fields::statics_of;
pub(crate) use initialise::{is_initialisable, is_initialisation_over};
pub(crate) use invoke::{Flow, NativeCall};
use trap::NOT_FOUND;
pub(crate) use trap::Trap;

use crate::action::{Access, Action, ActionKind, Guard, Place};
use crate::atomic::Sections;
use crate::error::JvmError;
use crate::heap::Heap;
use crate::object::{Body, Object};
use crate::options::Options;
use crate::state::{Status, Thread};
use crate::trace::{Event, Performed};
use crate::value::{Arena, ObjectId, Value};
use crate::world::{ClassId, Handle, World};

/// How far a run goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nobody else runs: visible actions need no stop.
    Alone,
    /// Stops in front of a visible action; the flag allows to do one first.
    Step { allowed: bool },
    /// Looks on: waits for nobody, and remembers what it read that others can see. What it changes
    /// is thrown away.
    Observe,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// In front of a visible action.
    Pending,
    /// The thread has nothing left to do.
    Finished,
    /// Running alone, the thread waits for something that never comes.
    Blocked,
    /// The machine cannot go on.
    Failed,
}

/// Number of the thread that runs constructors and setup calls.
pub(crate) const SETUP_THREAD: u8 = u8::MAX;

fn instruction_budget(options: &Options, mode: Mode, number: u8) -> u64 {
    match mode {
        Mode::Alone if number == SETUP_THREAD => options.instructions_of_setup,
        Mode::Alone | Mode::Observe => options.instructions_per_call,
        Mode::Step { .. } => options.instructions_per_step,
    }
}

pub(crate) struct Interpreter<'m> {
    pub world: &'m World,
    pub options: &'m Options,
    /// Operations of each client thread.
    pub calls: &'m [Vec<Call>],
    pub heap: Heap,
    /// All threads; the entry of the running one is out of date.
    pub threads: Vec<Arc<Thread>>,
    pub thread: Thread,
    pub number: u8,
    pub mode: Mode,
    /// How many operations of the client may still be begun.
    pub calls_allowed: usize,
    /// Instructions left.
    budget: u64,
    /// Array elements that may still be allocated.
    memory: usize,
    /// The innermost frame's operands lie above this.
    floor: usize,
    /// Classes initialised by this run, in order.
    pub initialised: Vec<ClassId>,
    /// What is being done, if someone wants to know.
    pub performed: Option<Performed>,
    pub wants_trace: bool,
    /// What was done before.
    pub events: Vec<Event>,
    /// The lines passed since the last action.
    pub trail: Trail,
    /// The instructions executed so far, if someone wants to know.
    pub path: Option<Path>,
    /// The program's atomic blocks, if it has any.
    pub sections: Option<&'m Sections>,
    inside: Option<block::Inside>,
    /// What the setup thread's outermost method returned.
    pub result: Value,
    /// What an observer read that others can see.
    seen: Vec<(Place, Access)>,
    /// Classes of which an observer saw nothing but the name.
    opaque: BTreeSet<Arc<str>>,
    /// The class that another thread is initialising, for which an observer would have to wait.
    waits_for: Option<ClassId>,
    /// Whether the initialisation of a class came back to one that was not yet over.
    pub meets_itself: bool,
}

impl<'m> Interpreter<'m> {
    pub fn new(
        world: &'m World,
        options: &'m Options,
        calls: &'m [Vec<Call>],
        heap: Heap,
        threads: Vec<Arc<Thread>>,
        number: u8,
        mode: Mode,
    ) -> Self {
        let mut thread = match threads.get(usize::from(number)) {
            Some(thread) => Thread::clone(thread),
            None => Thread::default(),
        };
        thread.touch();
        Self {
            world,
            options,
            calls,
            heap,
            threads,
            thread,
            number,
            mode,
            calls_allowed: usize::MAX,
            memory: options.elements_per_step,
            budget: instruction_budget(options, mode, number),
            floor: 0,
            initialised: Vec::new(),
            performed: None,
            wants_trace: false,
            events: Vec::new(),
            trail: Trail::default(),
            path: None,
            sections: None,
            inside: None,
            result: Value::Unset,
            seen: Vec::new(),
            opaque: BTreeSet::new(),
            waits_for: None,
            meets_itself: false,
        }
    }

    pub fn arena(&self) -> Arena {
        if self.number == SETUP_THREAD {
            Arena::Setup
        } else {
            Arena::Thread(usize::from(self.number))
        }
    }

    /// Runs until the thread stops; the thread's status says why it failed.
    pub fn run(&mut self) -> Stop {
        self.thread.pending = None;
        self.find_block();
        loop {
            let result = match self.thread.throwing.take() {
                Some(exception) => self.unwind(exception),
                None if self.thread.frames.is_empty() => match self.between_calls() {
                    Ok(true) => Ok(()),
                    Ok(false) => return Stop::Finished,
                    Err(trap) => Err(trap),
                },
                None => self.execute(),
            };
            match result {
                Ok(()) => {}
                Err(Trap::Throw(exception)) => self.thread.throwing = Some(exception),
                Err(Trap::Stop) => {
                    self.forget_dead_locals();
                    return Stop::Pending;
                }
                Err(Trap::Blocked) => return Stop::Blocked,
                Err(Trap::Fail(error)) if self.expects(&error) => {
                    let JvmError::ClassNotFound { name, .. } = *error else { continue };
                    let message = name.replace('.', "/");
                    if let Trap::Throw(exception) = self.exception(NOT_FOUND, &message) {
                        self.thread.throwing = Some(exception);
                    }
                }
                Err(Trap::Fail(error)) => {
                    self.thread.status = Status::Failed(Arc::new(*error));
                    return Stop::Failed;
                }
            }
        }
    }

    /// Asks to do a visible action: stops in front of it if the run has done its one.
    pub fn gate(&mut self, action: Action) -> Result<(), Trap> {
        let action = self.entering(action);
        match self.mode {
            Mode::Alone if self.is_enabled(&action.guard) => Ok(()),
            Mode::Alone => Err(Trap::Blocked),
            Mode::Observe => self.observe(&action),
            Mode::Step { allowed: true } => {
                self.mode = Mode::Step { allowed: false };
                if !self.is_enabled(&action.guard) {
                    self.thread.pending = Some(action);
                    return Err(Trap::Stop);
                }
                self.perform(action)
            }
            Mode::Step { allowed: false } if self.is_in_the_middle() => {
                if !self.is_enabled(&action.guard) {
                    return Err(Trap::Blocked);
                }
                self.perform(action)
            }
            Mode::Step { allowed: false } => {
                self.thread.pending = Some(action);
                Err(Trap::Stop)
            }
        }
    }

    /// Notes that a visible action is done now.
    fn perform(&mut self, action: Action) -> Result<(), Trap> {
        self.thread.is_entering = false;
        if self.wants_trace {
            self.finish_event();
            self.performed = Some(self.describe(action));
        }
        if self.count_action() { Ok(()) } else { Err(Trap::Blocked) }
    }

    /// Locks are passed, whoever holds them; there is nothing else that an observer could wait for.
    fn observe(&mut self, action: &Action) -> Result<(), Trap> {
        let passes_lock = matches!(
            action.guard,
            Guard::MonitorFree(_) | Guard::LockFree(_) | Guard::ReadLockFree(_)
        );
        if action.kind == ActionKind::Start || (!passes_lock && !self.is_enabled(&action.guard)) {
            if let Guard::Initialisable(class) = action.guard {
                self.waits_for = Some(class);
            }
            return Err(Trap::Blocked);
        }
        if action.kind.is_data() {
            self.seen.extend(action.accesses().map(|(place, _)| (place, Access::Read)));
        }
        Ok(())
    }

    /// The objects of which an observer read what others can see.
    pub fn seen(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.seen.iter().map(|(place, _)| place.object)
    }

    /// Whether the running thread could do an action with this guard now.
    pub fn is_enabled(&self, guard: &Guard) -> bool {
        crate::guard::is_enabled(
            self.world,
            &self.heap,
            &self.threads,
            &self.thread,
            self.number,
            guard,
        )
    }

    /// Whether visible actions must be announced at all.
    pub fn is_alone(&self) -> bool {
        self.mode == Mode::Alone
    }

    fn spend(&mut self) -> Result<(), Trap> {
        match self.budget.checked_sub(1) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => Err(JvmError::NoVisibleAction {
                instructions: instruction_budget(self.options, self.mode, self.number),
                called_from: self.call_chain(),
            }
            .into()),
        }
    }

    /// Variables that are never read again must not make states differ.
    fn forget_dead_locals(&mut self) {
        for index in 0..self.thread.frames.len() {
            let frame = self.thread.frames[index];
            let Some(code) = &self.world.method(frame.method).code else { continue };
            // A caller is taken at its call, from which an exception may lead to a handler.
            let Some(live) = code.live.get(self.current_pc(index) as usize) else { continue };
            let base = frame.base as usize;
            for local in 0..usize::from(code.max_locals).min(64) {
                if live & 1 << local == 0 {
                    self.thread.values[base + local] = Value::Unset;
                }
            }
        }
    }

    /// The object called `id`; names in a state always have one.
    pub fn object(&self, id: ObjectId) -> Result<&Object, Trap> {
        match self.heap.get(self.world, id) {
            Some(object) => Ok(object),
            None => Err(self.invalid(format!("object {id} does not exist"))),
        }
    }

    pub fn object_mut(&mut self, id: ObjectId) -> Result<&mut Object, Trap> {
        if self.heap.get(self.world, id).is_none() {
            return Err(self.invalid(format!("object {id} does not exist")));
        }
        match self.heap.get_mut(self.world, id) {
            Some(object) => Ok(object),
            None => unreachable!("it was there a moment ago"),
        }
    }

    pub fn allocate(&mut self, object: Object) -> ObjectId {
        let arena = self.arena();
        self.heap.allocate(arena, object)
    }

    /// Arrays may take as much memory between two visible actions as the options say.
    fn charge_memory(&mut self, elements: usize) -> Result<(), Trap> {
        match self.memory.checked_sub(elements) {
            Some(left) => {
                self.memory = left;
                Ok(())
            }
            None => Err(JvmError::TooLarge {
                what: "the number of array elements that a call allocates".into(),
                limit: self.options.elements_per_step as u64,
            }
            .into()),
        }
    }

    /// A new instance with all fields zero.
    pub fn new_instance(&mut self, class: ClassId) -> ObjectId {
        let defaults = self.world.class(class).defaults.clone();
        self.allocate(Object::new(class, Body::Fields(defaults)))
    }

    /// A new string.
    pub fn new_string(&mut self, text: &str) -> Result<Value, Trap> {
        let literal = self.world.text_constant(text)?;
        Ok(Value::Ref(literal))
    }

    /// Text of a string object.
    pub fn text(&self, id: ObjectId) -> Result<String, Trap> {
        let string = self.object(id)?;
        let value =
            string.fields().get(self.world.known().string_value).and_then(|value| value.as_ref());
        let Some(array) = value else {
            return Err(self.invalid("a string has no content"));
        };
        let units = self.world.decode_string(string.fields(), self.object(array)?);
        Ok(String::from_utf16_lossy(&units))
    }

    /// What a handle, a reflected member or a logger stands for.
    pub fn handle(&self, id: ObjectId) -> Result<Option<Handle>, Trap> {
        Ok(match &self.object(id)?.body {
            Body::Handle(handle) => Some(Handle::clone(handle)),
            _ => None,
        })
    }

    /// Instance field by its name.
    pub fn field(&self, id: ObjectId, name: &str) -> Result<Value, Trap> {
        let object = self.object(id)?;
        let slot = self.world.instance_slot(object.class, name)?;
        Ok(object.get(slot).unwrap_or(Value::Null))
    }

    pub fn set_field(&mut self, id: ObjectId, name: &str, value: Value) -> Result<(), Trap> {
        let slot = self.world.instance_slot(self.object(id)?.class, name)?;
        self.object_mut(id)?.set(slot, value);
        Ok(())
    }

    // Operands

    pub fn push(&mut self, value: Value) {
        self.thread.values.push(value);
    }

    fn pop(&mut self) -> Result<Value, Trap> {
        if self.thread.values.len() <= self.floor {
            return Err(self.invalid("the operand stack is empty"));
        }
        Ok(self.thread.values.pop().unwrap_or(Value::Unset))
    }

    /// The operand `depth` places below the top.
    fn peek(&self, depth: usize) -> Result<Value, Trap> {
        match self.thread.values.len().checked_sub(depth + 1) {
            Some(place) if place >= self.floor => Ok(self.thread.values[place]),
            _ => Err(self.invalid("the operand stack is empty")),
        }
    }

    fn drop_operands(&mut self, count: usize) {
        let length = self.thread.values.len().saturating_sub(count).max(self.floor);
        self.thread.values.truncate(length);
    }

    fn pop_int(&mut self) -> Result<i32, Trap> {
        match self.pop()? {
            Value::Int(value) => Ok(value),
            other => Err(self.invalid(format!("expected an int, found {other:?}"))),
        }
    }

    fn pop_long(&mut self) -> Result<i64, Trap> {
        match self.pop()? {
            Value::Long(value) => Ok(value),
            other => Err(self.invalid(format!("expected a long, found {other:?}"))),
        }
    }

    fn pop_float(&mut self) -> Result<f32, Trap> {
        match self.pop()? {
            Value::Float(bits) => Ok(f32::from_bits(bits)),
            other => Err(self.invalid(format!("expected a float, found {other:?}"))),
        }
    }

    fn pop_double(&mut self) -> Result<f64, Trap> {
        match self.pop()? {
            Value::Double(bits) => Ok(f64::from_bits(bits)),
            other => Err(self.invalid(format!("expected a double, found {other:?}"))),
        }
    }
}
