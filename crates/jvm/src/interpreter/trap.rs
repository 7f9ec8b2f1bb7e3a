//! Why the execution of an instruction is cut short, and how exceptions find their handler.

use super::{Interpreter, Mode};
use crate::error::JvmError;
use crate::object::{Body, Object};
use crate::state::Phase;
use crate::value::{ObjectId, Value};

/// What a missing class means to a program.
pub(super) const NOT_FOUND: &str = "java/lang/NoClassDefFoundError";

#[derive(Debug)]
pub(crate) enum Trap {
    /// In front of a visible action.
    Stop,
    /// Alone, and waiting for something that never comes.
    Blocked,
    /// A Java exception.
    Throw(ObjectId),
    Fail(Box<JvmError>),
}

impl From<JvmError> for Trap {
    fn from(error: JvmError) -> Self {
        Self::Fail(Box::new(error))
    }
}

impl Interpreter<'_> {
    /// A Java exception made by the machine itself.
    pub fn exception(&mut self, class: &str, message: &str) -> Trap {
        match self.new_exception(class, message) {
            Ok(id) => Trap::Throw(id),
            Err(trap) => trap,
        }
    }

    fn new_exception(&mut self, class: &str, message: &str) -> Result<ObjectId, Trap> {
        let class = self.world.load(class)?;
        let defaults = self.world.class(class).defaults.clone();
        let id = self.allocate(Object::new(class, Body::Fields(defaults)));
        if !message.is_empty() {
            let message = self.new_string(message)?;
            self.set_field(id, "detailMessage", message)?;
        }
        self.set_field(id, "cause", Value::Ref(id))?;
        Ok(id)
    }

    pub fn null_pointer(&mut self) -> Trap {
        self.exception("java/lang/NullPointerException", "")
    }

    /// Bytecode that no verifier would let pass.
    pub fn invalid(&self, reason: impl Into<String>) -> Trap {
        let method = match self.thread.frames.last() {
            Some(frame) => self.world.method_label(frame.method),
            None => "the client".into(),
        };
        JvmError::InvalidBytecode { method, reason: reason.into() }.into()
    }

    pub fn unsupported(&self, what: impl Into<String>) -> Trap {
        JvmError::Unsupported { what: what.into(), called_from: self.call_chain() }.into()
    }

    /// Methods and lines on the call stack, innermost first.
    pub fn call_chain(&self) -> Vec<String> {
        let frames = &self.thread.frames;
        (0..frames.len())
            .rev()
            .filter(|index| !self.world.method(frames[*index].method).is_trampoline())
            .take(50)
            .map(|index| {
                let method = self.world.method(frames[index].method);
                let class = self.world.class(method.class);
                let line = method.code.as_ref().and_then(|code| code.line(self.current_pc(index)));
                let file = class.source_file.as_deref().unwrap_or("unknown source");
                match line {
                    Some(line) => format!("{}.{} ({file}:{line})", class.java_name(), method.name),
                    None => format!("{}.{} ({file})", class.java_name(), method.name),
                }
            })
            .collect()
    }

    /// The instruction that frame `index` is executing.
    pub fn current_pc(&self, index: usize) -> u32 {
        let frames = &self.thread.frames;
        match frames.get(index + 1) {
            // A class initialisation interrupts the instruction, which is then executed again.
            Some(callee) if !self.world.method(callee.method).is_initializer() => {
                frames[index].pc.saturating_sub(1)
            }
            _ => frames[index].pc,
        }
    }

    /// Whether the program is prepared for the error: a class is missing, and somebody catches what
    /// a JVM throws then, as libraries do that use what they find. Otherwise the class path is
    /// wrong, which the user ought to know.
    pub(super) fn expects(&self, error: &JvmError) -> bool {
        let JvmError::ClassNotFound { .. } = error else { return false };
        let Ok(thrown) = self.world.load(NOT_FOUND) else { return false };
        (0..self.thread.frames.len()).any(|index| {
            let method = self.world.method(self.thread.frames[index].method);
            let owner = self.world.class(method.class);
            let handlers = method.code.iter().flat_map(|code| &code.handlers);
            let pc = self.current_pc(index);
            handlers.filter(|handler| (handler.start..handler.end).contains(&pc)).any(|handler| {
                let caught = handler.catches.map(|it| self.world.resolve_class(owner, it));
                caught.is_some_and(|it| it.is_ok_and(|it| self.world.is_subtype(thrown, it)))
            })
        })
    }

    /// Carries an exception to the innermost handler that catches it.
    pub(super) fn unwind(&mut self, mut exception: ObjectId) -> Result<(), Trap> {
        // If a monitor exit has to wait for its turn, this is taken up again.
        self.thread.throwing = Some(exception);
        let mut class = self.object(exception)?.class;
        while let Some(index) = self.thread.frames.len().checked_sub(1) {
            let frame = self.thread.frames[index];
            let method = self.world.method(frame.method);
            let owner = self.world.class(method.class);
            if let Some(code) = &method.code {
                for handler in &code.handlers {
                    if !(handler.start..handler.end).contains(&frame.pc) {
                        continue;
                    }
                    let catches = match handler.catches {
                        None => true,
                        Some(constant) => {
                            let caught = self.world.resolve_class(owner, constant)?;
                            self.world.is_subtype(class, caught)
                        }
                    };
                    if catches {
                        let floor = frame.base as usize + usize::from(code.max_locals);
                        self.thread.values.truncate(floor);
                        self.thread.values.push(Value::Ref(exception));
                        self.thread.frames[index].pc = handler.target;
                        self.thread.throwing = None;
                        return Ok(());
                    }
                }
            }
            if let Some(monitor) = frame.monitor {
                self.exit_monitor(monitor)?;
            }
            if method.is_initializer() {
                if owner.is_of_jdk() {
                    // It never fails in a real machine, so something is missing here.
                    return Err(
                        self.unsupported(format!("initialisation of {}", owner.java_name()))
                    );
                }
                self.initialisation_failed(method.class);
                exception = self.initializer_error(exception)?;
                class = self.object(exception)?.class;
                self.thread.throwing = Some(exception);
            }
            self.pop_frame();
            // The caller stands after its call; handlers are looked up at the call.
            if let Some(caller) = self.thread.frames.last_mut()
                && !method.is_initializer()
            {
                caller.pc = caller.pc.saturating_sub(1);
            }
        }
        self.thread.throwing = None;
        self.uncaught(exception)
    }

    /// What leaves an initializer is an error, or is wrapped in one.
    fn initializer_error(&mut self, exception: ObjectId) -> Result<ObjectId, Trap> {
        let error = self.world.load("java/lang/Error")?;
        if self.world.is_subtype(self.object(exception)?.class, error) {
            return Ok(exception);
        }
        let wrapper = self.new_exception("java/lang/ExceptionInInitializerError", "")?;
        self.set_field(wrapper, "cause", Value::Ref(exception))?;
        Ok(wrapper)
    }

    pub(super) fn pop_frame(&mut self) {
        if let Some(frame) = self.thread.frames.pop() {
            self.thread.values.truncate(frame.base as usize);
        }
        self.floor = match self.thread.frames.last() {
            Some(frame) => self.floor_of(frame),
            None => 0,
        };
    }

    fn uncaught(&mut self, exception: ObjectId) -> Result<(), Trap> {
        let name = self.world.class(self.object(exception)?.class).java_name();
        if self.number == super::SETUP_THREAD || self.mode == Mode::Alone {
            self.thread.throwing = None;
        }
        self.thread.phase = Phase::Returning(crate::Outcome::Thrown(name.into()));
        Ok(())
    }
}
