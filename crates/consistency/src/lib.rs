//! *Does an invariant survive an isolation level, and which level is enough?*
//!
//! A [`Program`] is a handful of transactions over tables, as guarded reads and
//! writes; its invariants speak of final values, returned values and
//! parameters. [`check`] decides whether every execution that the axioms of an
//! isolation [`Model`] permit satisfies them, for unbounded integers and every
//! value of the parameters.
//!
//! ```
//! use aplomb_consistency::{Model, Options, check, fixture};
//!
//! // Two withdrawals, each covered by the sum of two accounts.
//! let program = fixture::parse(r#"
//!     free x, y
//!     assume x + y >= 0
//!     T1(a): if x + y >= a { x := x - a }
//!     T2(b): if x + y >= b { y := y - b }
//!     inv x + y >= 0
//! "#)?;
//! assert!(check(&program, Model::SER, &Options::default())?.holds());
//! assert!(check(&program, Model::SI, &Options::default())?.violation().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Invariants
//!
//! - Which write a read returns is decided by the identity of the writer,
//!   never by equality of values.
//! - A violation is reported only after [`execution::run`] has computed it
//!   again and [`execution::permitted`] has judged it by the axioms; neither
//!   knows the solver.
//! - What could not be decided is [`Verdict::Unknown`], with the reason.
//! - Only `solver.rs` knows Z3.

pub mod assumptions;
mod check;
pub mod database;
mod encode;
pub mod execution;
pub mod fixture;
pub mod live;
pub mod model;
pub mod pool;
pub mod program;
pub mod question;
mod relevance;
pub mod remedy;
mod solver;
pub mod summary;
pub mod term;
pub mod witness;

pub use aplomb_sql::Schema;
pub use check::{Options, Verdict, Violation, check, check_levels};
pub use database::{Checked, Database};
pub use model::{Isolation, Model, SessionGuarantees};
pub use program::{Program, ProgramError};
pub use term::{Cell, Sort, Symbol, Term, Terms, Value};
