//! Objects that libraries make: hashes, archives, documents, addresses.
//!
//! They are values here, functions of what made them; what the program puts into them later
//! is not seen. That is a mistake only where it is new on every attempt, so it is refused there.

use super::Machine;
use super::function::Arguments;
use super::library::{Path, Segment, Stop};
use crate::{Origin, Term};
use aplomb_script::{Expr, ExprKind, Span};

/// The call whose value a statement does not use: `hash.update(id);`, `await archive.add(id);`.
pub(super) fn unused(statement: &Expr) -> Option<Span> {
    match &statement.kind {
        ExprKind::Call { .. } => Some(statement.span),
        ExprKind::Await(inner) => unused(inner),
        _ => None,
    }
}

impl Machine<'_> {
    /// Evaluates an expression of whose value nothing is made.
    pub(super) fn evaluate_statement(&mut self, expression: &Expr) -> Result<(), Stop> {
        self.unused = unused(expression);
        self.evaluate(expression).map(drop)
    }

    /// Says so if a method that is called for nothing but what it does to its object, which a
    /// library made, is given something new.
    pub(super) fn refuse_filling(&mut self, object: Term, name: &str, arguments: &Arguments) {
        let named = arguments.named.iter().map(|(_, value)| *value);
        let given: Vec<Term> = arguments.positional.iter().copied().chain(named).collect();
        self.refuse_new(object, name, &given);
    }

    /// Says so if something new is put into an object that a library made.
    pub(super) fn refuse_new(&mut self, object: Term, name: &str, given: &[Term]) {
        let object = self.resolve(object);
        if !self.is_opaque(object) || !given.iter().any(|&value| self.is_new(value)) {
            return;
        }
        let span = self.span;
        let message = format!(
            "what {name} puts into an object of a library is new on every attempt, and what \
             becomes of it is not supported"
        );
        self.problem(message, span);
    }

    /// Whether an object is one that a library made and that only computes.
    fn is_opaque(&self, object: Term) -> bool {
        let own = self.record(object).is_some() && !self.is_external(object);
        if own || self.list(object).is_some() || !self.is_computed(object) {
            return false;
        }
        Path::of(self.terms, object).is_none_or(|path| {
            let is_made = path.segments.iter().any(|it| matches!(it, Segment::Called { .. }));
            is_made && !self.library.is_silent(&path.to_string())
        })
    }

    fn is_new(&mut self, value: Term) -> bool {
        let value = self.freeze(value);
        self.terms.depends(value, |symbol| {
            matches!(self.terms.symbol(symbol).origin, Origin::Fresh { .. } | Origin::Unknown)
        })
    }
}
