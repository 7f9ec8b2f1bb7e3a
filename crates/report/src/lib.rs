//! *What was found, and how is it shown?*
//!
//! Every capability of Aplomb answers in the same form: a [`Report`] of
//! [`Finding`]s, each with a stable [`Code`], one of four [`Verdict`]s, the
//! source lines it is about, an explanation, a way out, and a [`Witness`]: one
//! execution as a timeline.
//!
//! ```
//! use aplomb_report::{
//!     Code, Finding, FinalStates, LaneKind, Replay, Report, Span, Step, Unconfirmed, Witness,
//! };
//!
//! /// An account from which each attempt deducts 10.
//! struct Account {
//!     balance: i64,
//! }
//!
//! impl Replay for Account {
//!     type Candidate = ();
//!
//!     fn judge(&mut self, _: &()) -> Result<Witness, Unconfirmed> {
//!         let mut story = Witness::builder("The payment is deducted again on the retry.");
//!         let first = story.lane(LaneKind::Attempt, "attempt 1");
//!         let second = story.lane(LaneKind::Attempt, "attempt 2");
//!         let once = self.balance - 10;
//!         story.step(Step::new(first, "update").key("balance").value(once.to_string()));
//!         story.crash(first, "before the response is sent");
//!         story.retry(second, "same event");
//!         let twice = (once - 10).to_string();
//!         story.step(Step::new(second, "update").key("balance").value(&*twice).offending());
//!         let states = FinalStates::observed("with a retry", [("balance", twice)]);
//!         story.final_states(states.allowed("without a retry", [once.to_string()]));
//!         Ok(story.finish())
//!     }
//! }
//!
//! let mut report = Report::new("check");
//! let code = Code::NON_IDEMPOTENT_UPDATE;
//! report.push(match (Account { balance: 100 }).confirm(&()) {
//!     Ok(witness) => Finding::violated(code, "payment", "a retry deducts again", witness)
//!         .at(Span::between("src/payment.js", (12, 3), (12, 40)), "deducts on every attempt"),
//!     Err(why) => Finding::unconfirmed(Code::RETRY_SAFETY_UNKNOWN, "payment", "not decided", &why),
//! });
//! assert_eq!(report.summary().violated, 1);
//! ```
//!
//! # Invariants
//!
//! - Nothing here knows how a verdict was reached.
//! - A violated finding has a witness that a [`Replay`] has confirmed: nothing else can
//!   make a [`Replayed`] one. A witness only mentions lanes and steps
//!   that it has; a code has a page in the registry. All three are enforced
//!   when a value is built, and the last two when one is read.
//! - Rendering is a function of the report alone: source lines are copied into
//!   it once, by [`Report::attach_sources`].

mod cause;
mod code;
mod counted;
mod finding;
pub mod render;
mod replay;
mod report;
mod source;
mod span;
mod verdict;
mod witness;

pub use cause::Cause;
pub use code::{Code, Page, UnknownCode};
pub use counted::counted;
pub use finding::{Edit, Finding, NoWitness, Suggestion};
pub use replay::{Replay, Replayed, Unconfirmed};
pub use report::{Diagnostic, Report, SCHEMA, Severity, Summary, Timing, Tool};
pub use source::{Excerpt, Sources};
pub use span::{Label, LineIndex, Span};
pub use verdict::{Verdict, VerdictKind};
pub use witness::{
    Alternative, Arrow, ArrowKind, Call, FinalStates, Frame, Lane, LaneId, LaneKind, Marker,
    MarkerKind, NodeStatus, Outcome, OutcomeKind, Row, Step, StepId, Stretch, Tree, TreeNode,
    Witness, WitnessBuilder, WitnessError,
};
