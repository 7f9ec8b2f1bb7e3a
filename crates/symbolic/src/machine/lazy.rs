//! Iterators, which are gone once they were read, and what runs only when somebody asks for
//! items: generators and their expressions, `map`, `filter`. All items are computed where the
//! iterator is made. Nobody sees that if the computation changes nothing that was there
//! before, or if all items are read at once; anything else is not supported.

use super::Machine;
use super::function::Arguments;
use super::generator::Consumer;
use super::heap::{Body, ListKind, Segment, State};
use super::library::Outcome;
use crate::Term;
use aplomb_script::{Argument, Expr, Span};

/// Functions that read all items of what they are given, one after the other.
const READING: [&str; 10] =
    ["list", "tuple", "set", "frozenset", "sorted", "sum", "max", "min", "dict", "len"];

/// Methods that do so.
const READING_METHODS: [&str; 3] = ["join", "extend", "update"];

/// What there was at some point.
pub(super) struct Before {
    state: State,
    objects: u32,
    variables: u32,
}

impl Before {
    /// What there was, with the numbers of the next object and variable.
    pub(super) fn of(state: State, objects: u32, variables: u32) -> Self {
        Before { state, objects, variables }
    }

    /// The numbers of the next object and variable.
    pub(super) fn bounds(&self) -> (u32, u32) {
        (self.objects, self.variables)
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }
}

impl Machine<'_> {
    /// What there is now.
    pub(super) fn before(&self) -> Before {
        Before {
            state: self.state.clone(),
            objects: self.next_object,
            variables: self.next_variable,
        }
    }

    /// The variables and objects that were there before and have changed since. What was read
    /// of an iterator is no change, nor is that a promise is settled.
    pub(super) fn changed_since(&self, before: &Before) -> (Vec<u32>, Vec<u32>) {
        let old = &before.state;
        let mut variables = self.state.variables.differences(&old.variables, |a, b| a == b);
        variables.retain(|&slot| {
            let value = old.variables.get(slot);
            slot < before.variables && !value.is_some_and(|&value| self.may_be_unbound(value))
        });
        let mut objects = self.state.objects.differences(&old.objects, std::rc::Rc::ptr_eq);
        objects.retain(|&id| {
            let object = self.state.objects.get(id);
            let read = object.is_some_and(|object| {
                matches!(&object.body, Body::List(list) if list.kind == ListKind::Iterator)
                    || matches!(object.body, Body::Promise(_))
            });
            id < before.objects && !read && old.objects.get(id).is_some()
        });
        (variables, objects)
    }

    /// Runs what runs only when somebody asks for items; gives the iterator.
    pub(crate) fn lazily(&mut self, body: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let span = self.span;
        let consumed = self.consumed.take();
        let before = self.before();
        let steps = self.trace.steps.len();
        self.watching(|m| {
            let list = body(m)?;
            m.refuse_late(&before, consumed, span);
            if m.unused == Some(span) && m.trace.steps.len() > steps {
                m.problem("an iterator whose items are never read is not supported", span);
            }
            Ok(m.as_iterator(list))
        })
    }

    /// Says so if it shows that an iterator made here was read to its end where it was made.
    pub(super) fn refuse_late(&mut self, before: &Before, consumed: Option<Consumer>, call: Span) {
        if self.world.is_some() || consumed == Some(Consumer::Whole(call)) {
            return;
        }
        let (variables, objects) = self.changed_since(before);
        if !variables.is_empty() || !objects.is_empty() {
            self.problem(
                "what computes items and changes something else is not supported, unless all \
                 items are read where it is made",
                call,
            );
        }
    }

    /// Calls a function whose results are kept: whether it runs at all must not show.
    pub(crate) fn called_once(
        &mut self,
        function: Term,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let before = self.before();
        let value = self.invoke(function, None, arguments, span)?;
        let (variables, objects) = self.changed_since(&before);
        if self.world.is_none() && (!variables.is_empty() || !objects.is_empty()) {
            self.problem("a function whose results are kept changes something else", span);
        }
        Ok(value)
    }

    /// Notes that a call reads all items of an argument at once.
    pub(super) fn note_reading(&mut self, name: &str, is_method: bool, arguments: &[Argument]) {
        let reads = match is_method {
            true => READING_METHODS.contains(&name),
            false => READING.contains(&name),
        };
        if let [Argument::Positional(Expr { span, .. }), ..] = arguments
            && reads
            && self.is_python()
        {
            self.consumed = Some(Consumer::Whole(*span));
        }
    }

    /// The items of an iterator, which are gone from then on.
    pub(super) fn read_iterator(&mut self, iterator: Term) -> Option<Vec<Segment>> {
        let list = self.list(iterator).filter(|list| list.kind == ListKind::Iterator)?;
        let segments = list.segments.clone();
        self.refuse_stale(iterator, 0);
        if self.left.contains(&iterator) {
            let span = self.span;
            self.problem("an iterator of which something was read is not supported", span);
        }
        if let Some(list) = self.list_inside(iterator) {
            list.segments.clear();
        }
        Some(segments)
    }

    /// Notes that a loop may have left an iterator before its end.
    pub(crate) fn leave_iterator(&mut self, iterator: Term) {
        if self.list(iterator).is_some_and(|list| list.kind == ListKind::Iterator) {
            self.left.insert(iterator);
        }
    }
}
