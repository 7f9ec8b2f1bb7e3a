//! What runs later in JavaScript: the rest of an asynchronous function behind its first
//! `await`, callbacks of promises and of timers. Here all of it runs at once. That shows if it
//! changes something that is looked at before it is awaited, which is not supported.

use super::Machine;
use super::heap::State;
use super::lazy::Before;
use super::library::Outcome;
use crate::Term;

/// An asynchronous function that is being executed, or a callback that runs later.
pub(super) struct Running {
    objects: u32,
    variables: u32,
    /// What there was when it waited for the first time.
    waited: Option<State>,
}

/// What something that runs later changes.
pub(super) struct Late {
    /// How many asynchronous functions were being executed where it was started.
    depth: usize,
    variables: Vec<u32>,
    objects: Vec<u32>,
}

impl Machine<'_> {
    /// Runs an asynchronous function, or what waits from its beginning on.
    pub(super) fn asynchronously(
        &mut self,
        waits: bool,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        if self.is_python() || self.world.is_some() {
            return body(self);
        }
        let waited = waits.then(|| self.state.clone());
        let (objects, variables) = (self.next_object, self.next_variable);
        self.running.push(Running { objects, variables, waited });
        let outcome = body(self);
        let running = self.running.pop().expect("pushed above");
        if let Some(state) = running.waited {
            let before = Before::of(state, running.objects, running.variables);
            let (variables, objects) = self.changed_since(&before);
            if !variables.is_empty() || !objects.is_empty() {
                let depth = self.running.len();
                self.late.push(Late { depth, variables, objects });
            }
        }
        outcome
    }

    /// Runs a callback that the language calls later.
    pub(crate) fn later(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.asynchronously(true, body)
    }

    /// Notes that an asynchronous function waits.
    pub(super) fn note_wait(&mut self, awaited: Term) {
        let awaited = self.resolve(awaited);
        let depth = self.running.len();
        if self.promise_of(awaited).is_some() {
            self.late.retain(|late| late.depth < depth);
        }
        let state = &self.state;
        if let Some(running) = self.running.last_mut() {
            running.waited.get_or_insert_with(|| state.clone());
        }
    }

    /// Says so if a variable is read that something changes later which is not awaited yet.
    pub(super) fn refuse_early(&mut self, slot: u32, value: Term) {
        let early = self.late.iter().any(|late| {
            let changes = late.variables.contains(&slot) || self.is_one_of(value, &late.objects);
            let waits = |running: &Running| running.waited.is_some();
            changes && !self.running.iter().skip(late.depth).any(waits)
        });
        if early {
            let span = self.span;
            self.problem(
                "what an asynchronous function changes later is looked at before it is awaited",
                span,
            );
        }
    }
}
