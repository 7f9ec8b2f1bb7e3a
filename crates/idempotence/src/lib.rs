//! Is a function safe to retry, and what must be protected?
//!
//! An [`App`] is the set of functions that run against the same stores, each as
//! a guarded trace. A function is safe if every behaviour that a crash and a
//! retry can show (events, responses, final content of the stores; every prefix
//! counts) can also be shown without them, whatever other functions do meanwhile
//! (Definition 1, *idempotence consistency*).
//!
//! * [`simulate`] proves it, by *idempotence simulation* under rely conditions
//!   and a rule for writes that nobody can observe.
//! * [`refute::refute`] looks for a concrete run that breaks it, judged by
//!   [`definition`], an explicit-state check of Definition 1.
//! * [`advisor`] finds the fewest operations to protect.
//! * [`check`] puts the three together.
//!
//! Invariants: nothing here knows a parser or an SDK. "Safe" is only ever the
//! result of a proof; "unsafe" only of a concrete run that was checked against
//! all retry-free runs.

pub mod advisor;
mod app;
pub mod assumptions;
mod check;
pub mod definition;
mod entail;
mod event_store;
mod events;
mod explain;
mod overlap;
mod protection;
pub mod refute;
mod rely;
mod replies;
mod settings;
mod settled;
mod silent;
mod simulation;
mod stamps;
mod unique;

pub use app::{App, FunctionModel};
pub use check::{Judgement, Options, Reason, Verdict, check};
pub use events::{Delivery, Events, MessageId};
pub use explain::{Explanation, Fault};
pub use protection::{Protection, Protections};
pub use rely::{Rely, Writer};
pub use replies::{Agreement, Replies};
pub use settings::Settings;
pub use simulation::{
    Environment, Obligation, ObligationKind, Simulated, simulate, simulate_between_runs,
};
