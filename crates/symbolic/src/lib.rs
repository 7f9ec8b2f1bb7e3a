//! Which guarded traces of operations can a function perform?
//!
//! Values are hash-consed [`Term`]s of a [`Terms`] arena. A function is executed
//! once for all inputs: where paths join, values are merged into
//! `if-then-else` terms, so the result is *one* [`Trace`] whose [`Step`]s carry
//! the condition under which they happen, and cost does not double with every
//! branch. With constants for inputs and a store that answers, the same
//! executor is an ordinary interpreter.
//!
//! ```
//! use aplomb_symbolic::{Operator, Terms};
//! let mut terms = Terms::new();
//! let x = terms.input("x");
//! let one = terms.number(1.0);
//! let two = terms.number(2.0);
//! let test = terms.apply(Operator::Equal, &[x, one]);
//! // Both branches give the same value, so nothing remains of the condition.
//! let merged = terms.ite(test, two, two);
//! assert_eq!(merged, two);
//! ```
//!
//! Invariants: nothing here knows an SDK, idempotence or isolation levels.
//! A value that was not supported is never silently a constant: it is a
//! symbol, and the [`Trace`] lists it under [`Trace::problems`].

mod assumption;
pub mod assumptions;
mod base64;
mod builtins;
mod limit;
mod machine;
mod solver;
mod term;
mod token;
mod trace;

pub use assumption::{Assumption, AssumptionKind};
pub use limit::{
    Work, check_with_work, check_within, limit_work, untimed_solver, with_fresh_solver,
};
pub use machine::{
    Accessed, Call, Cell, Change, ClassView, Draw, Ended, Entry, Form, Library, Limits, Machine,
    NoLibrary, OPEN_CLASS, Outcome, ParameterView, Path, PathSegment, Reply, Run, Stop, World,
    execute, run, without_order,
};
pub use solver::{Answer, Solver};
pub use term::{
    Guaranteed, Meaning, Node, Number, Operator, Origin, PureFunction, Reference, SymbolId,
    SymbolInfo, Term, Terms,
};
pub use trace::{
    Access, Action, Completion, Loop, LoopId, Problem, Source, Stamp, Step, StepId, Trace,
};
