//! *Does every execution refine the quorum tree, whatever the number of processes, rounds
//! and values?*
//!
//! A protocol is a [`System`]: relations between processes, rounds, values and quorums, and
//! transitions that change them. Some transitions are the linearization points of `add` and
//! `commit`; for these the laws of Theorem 8 are to be shown, by induction: invariants hold
//! initially, every transition preserves them, and they imply the laws. Z3 answers each
//! question for universes of any size; that it comes to an end is checked beforehand
//! ([`undecidable`]).
//!
//! ```
//! use aplomb_consensus::prove::{Effort, prove, protocols::Protocol};
//!
//! let paxos = Protocol::named("paxos").unwrap();
//! let system = (paxos.system)()?;
//! assert!(prove(&system, &Effort::default(), &|| ()).succeeded());
//!
//! // Quorums that do not intersect: the induction fails, and a run shows what goes wrong.
//! let broken = system.without("quorum-intersection").unwrap();
//! let proof = prove(&broken, &Effort::default(), &|| ());
//! assert_eq!(proof.violation().unwrap().broken.name, "P4");
//! # Ok::<(), aplomb_consensus::prove::Malformed>(())
//! ```
//!
//! # Invariants
//!
//! - Only *unsatisfiable* from Z3 counts as proved. A model that Z3 claims is evaluated from
//!   scratch by [`Judge`], which shares nothing with the solver.
//! - A counterexample to induction is no violation: the state before the step may be out of
//!   reach. A violation is a run from the initial state, made again step by step.

mod alternation;
mod formula;
mod notation;
mod obligation;
mod proof;
pub mod protocols;
pub mod run;
mod signature;
mod solver;
mod structure;
mod system;
mod tree;
mod words;

pub use formula::{Formula, Relation, Sort, Term, Variable};
pub use notation::Malformed;
pub use obligation::{Counterexample, Effort, Obligation, Outcome, When, undecidable};
pub use proof::{Proof, prove};
pub use signature::Signature;
pub use structure::{Environment, Judge, State, Universe};
pub use system::{Change, Description, Rule, Step, System, Transition};
pub use tree::{Event, Tree};
