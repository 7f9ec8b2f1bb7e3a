//! The executor: runs a program for all inputs at once, or for given ones.

mod flow;
mod freeze;
mod heap;
mod interface;
mod library;
mod scope;
mod steps;
mod versioned;
mod world;

pub use interface::{ClassView, Entry, Limits, execute, run};
pub use library::{Call, Library, NoLibrary, Outcome, Path, Segment, Stop};
pub use steps::{Accessed, Cell, Change};
pub use world::{Ended, Reply, Run, World};

use crate::{LoopId, Term, Terms, Trace};
use aplomb_script::{Program, Span};
use flow::Frame;
use heap::State;

/// Executes a program. Models of packages receive it to read arguments, record
/// what a call does and build its result.
pub struct Machine<'a> {
    program: &'a Program,
    library: &'a dyn Library,
    terms: &'a mut Terms,
    world: Option<&'a mut dyn World>,
    limits: Limits,
    /// All the program can change.
    state: State,
    /// When this point is reached.
    path: Term,
    /// The regions being executed, innermost last.
    frames: Vec<Frame>,
    /// The loops being executed that were not unrolled.
    loops: Vec<LoopId>,
    batch: Option<u32>,
    trace: Trace,
    /// Why the run ended before its time.
    ended: Option<Ended>,
    /// Where execution is.
    span: Span,
    next_object: u32,
}
