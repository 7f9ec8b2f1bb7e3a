//! *What was found, and how is it shown?*
//!
//! Every capability of Aplomb answers in the same form: a [`Report`] of
//! [`Finding`]s, each with a stable [`Code`], one of four [`Verdict`]s, the
//! source lines it is about, an explanation, a way out, and a [`Witness`]: one
//! execution as a timeline.
//!
//! ```
//! use aplomb_report::{Code, Finding, FinalStates, LaneKind, Outcome, Report, Span, Step, Witness};
//!
//! let mut story = Witness::builder("The payment is deducted again on the retry.");
//! let first = story.lane(LaneKind::Attempt, "attempt 1");
//! let second = story.lane(LaneKind::Attempt, "attempt 2");
//! story.step(Step::new(first, "update").key("users[\"u1\"].balance").value("100 - 10"));
//! story.crash(first, "before the response is sent");
//! story.retry(second, "same event");
//! story.step(Step::new(second, "update").key("users[\"u1\"].balance").value("90 - 10").offending());
//! story.final_states(
//!     FinalStates::observed("with a retry", [("users[\"u1\"].balance", "80")])
//!         .allowed("without a retry", ["90"]),
//! );
//!
//! let mut report = Report::new("check");
//! report.push(
//!     Finding::violated(Code::NON_IDEMPOTENT_UPDATE, "payment", "a retry deducts again", story.finish())
//!         .at(Span::between("src/payment.js", (12, 3), (12, 40)), "deducts on every attempt"),
//! );
//! assert_eq!(report.summary().violated, 1);
//! ```
//!
//! # Invariants
//!
//! - Nothing here knows how a verdict was reached.
//! - A violated finding has a witness; a witness only mentions lanes and steps
//!   that it has; a code has a page in the registry. All three are enforced
//!   when a value is built and when one is read.
//! - Rendering is a function of the report alone: source lines are copied into
//!   it once, by [`Report::attach_sources`].

mod code;
mod finding;
pub mod render;
mod report;
mod source;
mod span;
mod verdict;
mod witness;

pub use code::{Code, Page, UnknownCode};
pub use finding::{Edit, Finding, NoWitness, Suggestion};
pub use report::{Diagnostic, Report, SCHEMA, Severity, Summary, Timing, Tool};
pub use source::{Excerpt, Sources};
pub use span::{Label, LineIndex, Span};
pub use verdict::{Verdict, VerdictKind};
pub use witness::{
    Alternative, Arrow, ArrowKind, Call, FinalStates, Lane, LaneId, LaneKind, Marker, MarkerKind,
    Outcome, OutcomeKind, Row, Step, StepId, Witness, WitnessBuilder, WitnessError,
};
