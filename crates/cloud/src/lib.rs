//! Which handlers are there, what triggers them, and what do SDK calls mean?
//!
//! [`discover`] reads deployment descriptions (Serverless Framework, SAM and
//! CloudFormation) and lists the functions of each application with their
//! triggers, settings and tables. [`Models`] says what calls into SDKs do, as
//! accesses to stores and as effects; the executor asks it through
//! [`aplomb_symbolic::Library`]. [`Handler::entry`] prepares a handler's
//! arguments and takes its response, whichever protocol it uses.
//!
//! Invariants: nothing here knows a solver or a verdict, and no model claims to
//! understand what it does not: unknown operations of a known service are
//! effects, unknown packages are left to the executor, which says so.

pub mod assumptions;
mod discover;
mod durable;
mod entry;
pub mod event;
mod frameworks;
mod mentions;
mod models;

pub use aplomb_sql::assumptions as sql_assumptions;
pub use discover::{
    Application, Declarations, DiscoverError, Handler, Places, Programs, Route, Site, Table,
    Trigger, discover, read_description,
};
pub use models::Models;
