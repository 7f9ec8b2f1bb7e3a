//! What happens between the operations of a client.

use super::result::outcome_of_primitive;
use super::{Interpreter, Mode, SETUP_THREAD, Trap};
use crate::action::{Access, Action, ActionKind, Place};
use crate::outcome::Outcome;
use crate::state::{Frame, Phase, Status};
use crate::value::{Arena, ObjectId, Value};
use crate::world::{Method, MethodId};

/// One operation of a client, ready to run.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// Calls the operation and returns its result.
    pub trampoline: MethodId,
    /// The object under test first, unless the method is static.
    pub arguments: Vec<Value>,
    /// The object under test.
    pub receiver: Value,
    /// How the client wrote it.
    pub label: String,
}

/// The clock of returns of a thread: a place that no heap object has.
pub(crate) fn clock(thread: usize) -> Place {
    Place::new(ObjectId::new(Arena::Thread(thread), (1 << 24) - 1), Place::CLOCK)
}

impl Interpreter<'_> {
    fn is_client(&self) -> bool {
        usize::from(self.number) < self.calls.len()
    }

    /// Finishes the last operation and begins the next; `false` if there is nothing to do.
    pub(super) fn between_calls(&mut self) -> Result<bool, Trap> {
        match self.thread.phase.clone() {
            Phase::Returning(outcome) => {
                if self.number == SETUP_THREAD || self.mode == Mode::Observe {
                    self.thread.outcomes.push(outcome);
                    self.thread.phase = Phase::Idle;
                    return Ok(false);
                }
                if !self.is_client() {
                    self.thread.outcomes.push(outcome);
                    self.thread.phase = Phase::Ending;
                    return Ok(true);
                }
                if self.options.tight {
                    self.thread.is_entering = false;
                }
                if self.options.strict || self.options.tight {
                    self.gate(self.return_action())?;
                }
                if !self.options.tight {
                    self.thread.outcomes.push(outcome);
                }
                self.thread.phase = Phase::Idle;
                Ok(true)
            }
            Phase::Rendering(id) => self.look_at_result(id).map(|()| true),
            Phase::Ending => {
                if let Some(id) = self.thread.object {
                    self.gate(Action::new(ActionKind::End, id, Place::THREAD, Access::Write))?;
                }
                self.thread.status = Status::Finished;
                Ok(false)
            }
            _ => self.begin_call(),
        }
    }

    fn begin_call(&mut self) -> Result<bool, Trap> {
        let next = self
            .calls
            .get(usize::from(self.number))
            .and_then(|calls| calls.get(self.thread.calls_begun));
        let Some(call) = next else {
            self.thread.status = Status::Finished;
            return Ok(false);
        };
        if self.calls_allowed == 0 {
            return Ok(false);
        }
        if self.options.strict {
            self.gate(self.call_action())?;
            let returned = (0..self.calls.len()).map(|thread| {
                let done = match self.threads.get(thread) {
                    Some(_) if thread == usize::from(self.number) => self.thread.outcomes.len(),
                    Some(other) => other.outcomes.len(),
                    None => 0,
                };
                u8::try_from(done).unwrap_or(u8::MAX)
            });
            let returned = returned.collect();
            self.thread.precedence.push(returned);
        }
        self.calls_allowed -= 1;
        self.thread.calls_begun += 1;
        self.thread.is_entering = self.options.tight;
        self.begin(call.trampoline, &call.arguments);
        Ok(true)
    }

    /// Pushes the outermost frame.
    pub fn begin(&mut self, method: MethodId, arguments: &[Value]) {
        self.thread.phase = Phase::Running;
        let locals =
            self.world.method(method).code.as_ref().map_or(0, |code| usize::from(code.max_locals));
        self.thread.values.clear();
        for argument in arguments {
            self.thread.values.push(*argument);
            if argument.is_wide() {
                self.thread.values.push(Value::Unset);
            }
        }
        self.thread.values.resize(locals.max(self.thread.values.len()), Value::Unset);
        self.thread.frames.push(Frame { method, pc: 0, base: 0, monitor: None });
    }

    /// A return is written to the thread's own clock ...
    fn return_action(&self) -> Action {
        let place = clock(usize::from(self.number));
        Action::new(ActionKind::Return, place.object, place.slot, Access::Write)
    }

    /// ... and a call reads the clocks of all others: of two calls and returns
    /// of different threads, exactly a return and a call depend on each other.
    fn call_action(&self) -> Action {
        let mut others =
            (0..self.calls.len()).filter(|thread| *thread != usize::from(self.number)).map(clock);
        let first = others.next().unwrap_or_else(|| clock(usize::from(self.number)));
        Action::new(ActionKind::Call, first.object, first.slot, Access::Read)
            .also(others.map(|place| (place, Access::Read)))
    }

    /// A visible action of an operation. With the first comes the call, if it is as late as can be.
    pub(super) fn entering(&mut self, action: Action) -> Action {
        if !self.thread.is_entering {
            return action;
        }
        let call = self.call_action();
        let more: Vec<_> = action.accesses().skip(1).chain(call.accesses()).collect();
        action.also(more)
    }

    /// The outermost method has returned.
    pub(super) fn completed(&mut self, method: &Method, value: Value) -> Result<(), Trap> {
        if self.number == SETUP_THREAD || self.mode == Mode::Observe {
            self.result = value;
            self.thread.phase = Phase::Returning(Outcome::Void);
            return Ok(());
        }
        if let Value::Ref(id) = value {
            return self.look_at_result(id);
        }
        let outcome = outcome_of_primitive(value, method.signature.result.kind);
        self.thread.phase = Phase::Returning(outcome);
        Ok(())
    }
}
