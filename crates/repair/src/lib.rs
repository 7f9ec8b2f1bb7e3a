//! Which steps must be atomic so that a set of executions cannot happen?
//!
//! A failing execution is not an explanation. This crate turns executions that must not happen
//! into all *optimal repairs*: minimal sets of blocks of the program that would have to be atomic
//! to rule them out. It implements section 2.3 of the thesis on root causes of linearizability
//! violations, and knows neither threads nor locks nor a language: an [`Execution`] is a sequence of
//! actions that processes take on objects, as parts of operations, at positions of a program.
//!
//! Two processes increment a counter, each by a read (point 1) and a write (point 2), and one
//! increment is lost:
//!
//! ```
//! use aplomb_repair::{Access, Action, Execution, Limits, Position, Repair, Section, repair};
//!
//! let step = |process, point, access| {
//!     Action::new(process, process, Position::new(0, point)).touching(7, access)
//! };
//! let lost = Execution::new(vec![
//!     step(0, 1, Access::Read),
//!     step(1, 1, Access::Read),
//!     step(0, 2, Access::Write),
//!     step(1, 2, Access::Write),
//! ])?;
//! let fine = Execution::new(vec![
//!     step(0, 1, Access::Read),
//!     step(0, 2, Access::Write),
//!     step(1, 1, Access::Read),
//!     step(1, 2, Access::Write),
//! ])?;
//! let repairs = repair(&[lost], &[fine], &Limits::default())?;
//! assert_eq!(repairs.ranked[0].repair, Repair::new([Section::new(0, 1, 2)]));
//! assert_eq!(repairs.ranked[0].disabled, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! An execution cannot happen if certain stretches of its operations are atomic, exactly if it is
//! not conflict serializable with these stretches as transactions (Theorem 3). The minimal sets of
//! stretches are read off the cycles that visit each process at most once ([`optimal_eliminators`]).
//! They become blocks of the program, several executions are combined ([`combine`]), and what is
//! left is ranked by how many good executions it forbids ([`rank`]).
//!
//! # Invariants
//!
//! - Nothing here names a language, or knows what an object or a position is.
//! - [`optimal_eliminators`] returns exactly the minimal sets: none is missing, none subsumes
//!   another.
//! - The same executions give the same repairs in the same order.
//! - Where a limit is reached, that is an error, never a shorter list.

mod cycles;
mod decomposition;
mod execution;
mod families;
mod ranking;
mod section;

pub use cycles::{optimal_eliminators, simple_cycles};
pub use decomposition::Decomposition;
pub use execution::{Access, Action, Execution, ExecutionError, Position};
pub use families::{Limits, TooMany, combine};
pub use ranking::{Ranked, Repairs, rank, repair};
pub use section::{Repair, Section};
