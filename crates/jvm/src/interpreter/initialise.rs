//! Class initialisation (JVMS 5.5). Slot 0 of a class's statics holds how far it is.

use super::fields::statics_of;
use super::{Interpreter, Trap};
use crate::action::{Access, Action, ActionKind, Guard};
use crate::heap::Heap;
use crate::state::Frame;
use crate::value::{Arena, Value};
use crate::world::ClassId;

const UNTOUCHED: i32 = 0;
const DONE: i32 = 1;
const ERRONEOUS: i32 = -1;
/// In progress: this plus twice the number of the thread, and one more as soon as the superclass
/// is ready and the class's own initialiser runs.
const IN_PROGRESS: i32 = 2;

fn waiting_for_superclass(number: u8) -> i32 {
    IN_PROGRESS + 2 * i32::from(number)
}

fn running(number: u8) -> i32 {
    waiting_for_superclass(number) + 1
}

fn is_at_work(status: i32, number: u8) -> bool {
    status == waiting_for_superclass(number) || status == running(number)
}

fn status(heap: &Heap, class: ClassId) -> i32 {
    match heap.statics(class).and_then(|object| object.get(0)) {
        Some(Value::Int(status)) => status,
        _ => UNTOUCHED,
    }
}

/// Whether no other thread is at work on the class.
pub(crate) fn is_initialisable(heap: &Heap, class: ClassId, number: u8) -> bool {
    let status = status(heap, class);
    status < IN_PROGRESS || is_at_work(status, number)
}

/// Whether the class was initialised, or could not be.
pub(crate) fn is_initialisation_over(heap: &Heap, class: ClassId) -> bool {
    matches!(status(heap, class), DONE | ERRONEOUS)
}

impl Interpreter<'_> {
    pub(super) fn is_initialising(&self, class: ClassId) -> bool {
        is_at_work(status(&self.heap, class), self.number)
    }

    /// Whether the class can be used now. If not, a frame that initialises it
    /// (or a superclass) was pushed, and the instruction must be executed again.
    pub fn is_initialised_or_begin(&mut self, class: ClassId) -> Result<bool, Trap> {
        if !self.world.class(class).needs_initialisation {
            return Ok(true);
        }
        let found = status(&self.heap, class);
        match found {
            DONE => Ok(true),
            ERRONEOUS => {
                let message =
                    format!("Could not initialize class {}", self.world.class(class).java_name());
                Err(self.exception("java/lang/NoClassDefFoundError", &message))
            }
            UNTOUCHED => self.take(class),
            _ if found == waiting_for_superclass(self.number) => self.go_on(class, false),
            _ if self.is_initialising(class) => {
                self.meets_itself |= self.innermost_initialiser() != Some(class);
                Ok(true)
            }
            _ => {
                self.gate(self.initialisation(class))?;
                Ok(false)
            }
        }
    }

    /// Takes a class that nobody has touched. Others wait from now on, even while the superclass is
    /// initialised: two threads that come from both ends of a hierarchy may get stuck.
    fn take(&mut self, class: ClassId) -> Result<bool, Trap> {
        let loaded = self.world.class(class);
        if loaded.initializer.is_none() && loaded.superclass.is_none_or(|it| self.is_ready(it)) {
            return Ok(true);
        }
        self.meets_itself |= loaded.superclass.is_some_and(|it| self.is_initialising(it));
        self.gate(self.initialisation(class))?;
        self.set_status(class, waiting_for_superclass(self.number));
        self.go_on(class, true)
    }

    /// Whether there is nothing left to run for a class.
    fn is_ready(&self, class: ClassId) -> bool {
        let loaded = self.world.class(class);
        !loaded.needs_initialisation
            || match status(&self.heap, class) {
                UNTOUCHED => {
                    loaded.initializer.is_none()
                        && loaded.superclass.is_none_or(|it| self.is_ready(it))
                }
                status => status == DONE,
            }
    }

    /// Initialises the superclass of a class that this thread has taken, then the class.
    fn go_on(&mut self, class: ClassId, just_taken: bool) -> Result<bool, Trap> {
        let loaded = self.world.class(class);
        if let Some(superclass) = loaded.superclass {
            match self.is_initialised_or_begin(superclass) {
                Ok(true) => {}
                Err(Trap::Throw(exception)) => {
                    self.initialisation_failed(class);
                    return Err(Trap::Throw(exception));
                }
                other => return other,
            }
            if !just_taken && self.is_initialising(superclass) {
                // The superclass's initialiser uses the class that waits for it.
                self.meets_itself = true;
                return Ok(true);
            }
        }
        let Some(initializer) = loaded.initializer else {
            if !just_taken {
                self.gate(self.initialisation(class))?;
            }
            self.initialisation_done(class);
            return Ok(true);
        };
        if !just_taken && self.world.method(initializer).native.is_some() {
            self.gate(self.initialisation(class))?;
        }
        self.set_status(class, running(self.number));
        self.push_initializer(class, initializer)
    }

    /// The class whose initialiser runs, if one does.
    fn innermost_initialiser(&self) -> Option<ClassId> {
        let mut methods =
            self.thread.frames.iter().rev().map(|frame| self.world.method(frame.method));
        methods.find(|method| method.is_initializer()).map(|method| method.class)
    }

    fn push_initializer(
        &mut self,
        class: ClassId,
        initializer: crate::world::MethodId,
    ) -> Result<bool, Trap> {
        let method = self.world.method(initializer);
        if let Some(native) = &method.native {
            // A model of an initializer sets the statics directly.
            let native = native.clone();
            native.run(
                self,
                &super::NativeCall { method, arguments: &[], signature: &method.signature },
            )?;
            self.initialisation_done(class);
            return Ok(true);
        }
        let Some(code) = &method.code else { return Ok(true) };
        let base = self.thread.values.len();
        self.thread.values.resize(base + usize::from(code.max_locals), Value::Unset);
        self.thread.frames.push(Frame {
            method: initializer,
            pc: 0,
            base: base as u32,
            monitor: None,
        });
        Ok(false)
    }

    pub(super) fn initialisation(&self, class: ClassId) -> Action {
        Action::new(ActionKind::Initialise, statics_of(class), 0, Access::Write)
            .guarded(Guard::Initialisable(class))
    }

    fn set_status(&mut self, class: ClassId, status: i32) {
        let prepared = &self.world.class(class).prepared;
        let fallback = [Value::Int(UNTOUCHED)];
        let prepared = if prepared.is_empty() { &fallback[..] } else { prepared };
        self.heap.statics_mut(self.world, class, prepared).set(0, Value::Int(status));
    }

    /// Announces the end of an initialisation, for which others may be waiting.
    pub(super) fn finish_initialisation(&mut self, class: ClassId) -> Result<(), Trap> {
        self.gate(self.initialisation(class))?;
        self.initialisation_done(class);
        Ok(())
    }

    fn initialisation_done(&mut self, class: ClassId) {
        self.freeze_synthetic_arrays(class);
        self.set_status(class, DONE);
        self.initialised.push(class);
    }

    /// A class fails, and with it those that this thread has taken and that wait for it.
    pub(super) fn initialisation_failed(&mut self, class: ClassId) {
        self.set_status(class, ERRONEOUS);
        let waiting = waiting_for_superclass(self.number);
        let taken = self.heap.changed_ids().filter(|id| id.arena() == Arena::Statics);
        let heirs: Vec<ClassId> = taken
            .map(|id| ClassId(id.index() as u32))
            .filter(|&heir| status(&self.heap, heir) == waiting)
            .filter(|&heir| self.world.class(heir).superclass == Some(class))
            .collect();
        for heir in heirs {
            self.initialisation_failed(heir);
        }
    }

    /// Tables that the compiler made (`$VALUES` of an enum, `$SwitchMap`) are never written again.
    fn freeze_synthetic_arrays(&mut self, class: ClassId) {
        let loaded = self.world.class(class);
        for (index, field) in loaded.statics.iter().enumerate() {
            let synthetic = field.flags & crate::classfile::access::SYNTHETIC != 0;
            if synthetic
                && field.is_final()
                && let Value::Ref(array) = self.static_value(class, index + 1)
                && let Some(object) = self.heap.get_mut(self.world, array)
                && object.array_length().is_some()
            {
                object.marks.immutable = true;
            }
        }
    }
}
