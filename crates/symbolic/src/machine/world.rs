//! Concrete runs: a world answers what a function asks of it.

use super::order::is_order;
use crate::{Completion, Problem, Step, Term, Terms};
use aplomb_script::Span;

/// What the world says to a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// To an access: the content of each cell before the step, in order.
    /// (The world decides by the step's conditions whether it writes.)
    Old(Vec<Term>),
    /// To a scan, sweep, effect or unknown call: what the program receives.
    Value(Term),
    /// Nothing yet: the run stops in front of the step.
    Suspend,
}

/// A fresh value that the program asks for.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// What the program calls.
    pub label: &'a str,
    /// Where.
    pub span: Span,
    /// Whether it collides with nothing.
    pub unique: bool,
    /// Whether it is what somebody outside answers; see [`crate::Source::foreign`].
    pub foreign: bool,
    /// The name under which it is kept, if it is; see [`crate::Source::kept`].
    pub kept: Option<Term>,
}

impl Draw<'_> {
    /// Whether it is an order of items: even numbers stand for another one than odd numbers.
    pub fn is_order(&self) -> bool {
        is_order(self.label)
    }
}

/// The environment of a concrete run. Terms it returns are without references;
/// they may be constants or ground terms.
pub trait World {
    /// The argument with this name.
    fn input(&mut self, terms: &mut Terms, name: &str) -> Term;

    /// Performs a step. All terms of it are ground but for the symbols `old` of
    /// its accesses.
    fn perform(&mut self, terms: &mut Terms, step: &Step) -> Reply;

    /// A fresh value; `None` stops the run.
    fn fresh(&mut self, terms: &mut Terms, draw: &Draw<'_>) -> Option<Term>;

    /// Whether a ground condition holds that the machine cannot evaluate.
    /// The same condition must get the same answer; `None` stops the run.
    fn decide(&mut self, terms: &mut Terms, condition: Term) -> Option<bool>;

    /// The setting with this name.
    fn setting(&mut self, terms: &mut Terms, name: &str) -> Term {
        terms.setting(name)
    }
}

/// How a concrete run went.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// The function responded, or failed by an exception.
    Completed(Completion),
    /// The world suspended the run in front of this step.
    SuspendedAt(Box<Step>),
    /// The world suspended the run where the program draws a fresh value
    /// (its label) or decides something.
    Suspended(String, Span),
    /// The run was given up: a loop without end, or the budget was used up.
    GivenUp(Problem),
}

/// What a concrete run did.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The steps that the world answered, in order, with their terms as given
    /// to the world.
    pub steps: Vec<Step>,
    /// What the client got, if it got its answer before the run ended.
    pub response: Option<Completion>,
    /// How the run went.
    pub ended: Ended,
    /// What was not supported on the way.
    pub problems: Vec<Problem>,
    /// How much of the budget it used.
    pub spent: u64,
}
