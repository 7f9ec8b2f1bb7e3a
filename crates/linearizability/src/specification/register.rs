//! A single value.

use super::{Specification, SpecificationError, refuse};
use crate::{
    Call, History, Value,
    checker::{MonitorAnswer, check_register},
};

/// A register: `read`, `write`, `cas` and `getAndSet`.
#[derive(Clone, Debug)]
pub struct Register {
    /// What it holds before anything is written.
    pub initial: Value,
}

impl Default for Register {
    fn default() -> Register {
        Register { initial: Value::Null }
    }
}

pub(crate) enum RegisterMethod<'call> {
    Read,
    Write(&'call Value),
    CompareAndSet(&'call Value, &'call Value),
    GetAndSet(&'call Value),
}

const METHODS: &[&str] =
    &["read", "get", "write", "set", "put", "cas", "compareAndSet", "getAndSet", "swap"];

impl RegisterMethod<'_> {
    pub(crate) fn of(call: &Call) -> Option<RegisterMethod<'_>> {
        Some(match (&*call.method, &*call.arguments) {
            ("read" | "get", []) => RegisterMethod::Read,
            ("write" | "set" | "put", [value]) => RegisterMethod::Write(value),
            ("cas" | "compareAndSet", [old, new]) => RegisterMethod::CompareAndSet(old, new),
            ("getAndSet" | "swap", [value]) => RegisterMethod::GetAndSet(value),
            _ => return None,
        })
    }
}

impl Specification for Register {
    type State = Value;

    fn initial(&self) -> Value {
        self.initial.clone()
    }

    fn apply(&self, state: &Value, call: &Call) -> Option<(Value, Value)> {
        Some(match RegisterMethod::of(call)? {
            RegisterMethod::Read => (state.clone(), state.clone()),
            RegisterMethod::Write(value) => (value.clone(), Value::Unit),
            RegisterMethod::CompareAndSet(old, new) if old == state => {
                (new.clone(), Value::Boolean(true))
            }
            RegisterMethod::CompareAndSet(..) => (state.clone(), Value::Boolean(false)),
            RegisterMethod::GetAndSet(value) => (value.clone(), state.clone()),
        })
    }

    fn validate(&self, call: &Call) -> Result<(), SpecificationError> {
        let expected = "nothing (read), a value (write, getAndSet) or two values (cas)";
        RegisterMethod::of(call)
            .map(drop)
            .ok_or_else(|| refuse("register", call, METHODS, expected))
    }

    fn only_observes(&self, call: &Call, result: Option<&Value>) -> bool {
        match RegisterMethod::of(call) {
            Some(RegisterMethod::Read) => true,
            Some(RegisterMethod::CompareAndSet(..)) => result == Some(&Value::Boolean(false)),
            _ => false,
        }
    }

    /// A value that was read must be there or be written.
    fn is_out_of_reach<'call>(
        &self,
        state: &Value,
        goal: &Call,
        observed: &Value,
        mut rest: impl Iterator<Item = &'call Call>,
    ) -> bool {
        matches!(RegisterMethod::of(goal), Some(RegisterMethod::Read))
            && state != observed
            && !rest.any(|call| call.arguments.last() == Some(observed))
    }

    fn monitor(&self, history: &History) -> MonitorAnswer {
        check_register(history, &self.initial)
    }

    fn describe(&self, state: &Value) -> String {
        state.to_string()
    }
}
