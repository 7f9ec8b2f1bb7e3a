//! *Does this stream of events satisfy the properties?*
//!
//! A property is a family of state machines, one for each binding of its variables; an
//! instance starts in `INITIAL` and is violated when it reaches `FAILURE`. Clocks of
//! different sources are only so good, so the order of events that are close together is
//! not known: the [`Monitor`] computes the states that *any* order leads to, exactly,
//! however many events are close together.
//!
//! ```
//! use aplomb_monitor::{Event, Monitor, PropertyFile, Settings, Verdict};
//!
//! let file = PropertyFile::parse("
//! name: consent
//! quantifiedVariables: [user]
//! stateMachine:
//!   CONSENT: {params: [user], INITIAL: {to: consented}}
//!   REVOKED: {params: [user], consented: {to: INITIAL}}
//!   PROCESSED: {params: [user], INITIAL: {to: FAILURE}, consented: {to: SUCCESS, continue: true}}
//! ").unwrap();
//! let mut monitor = Monitor::new(file.properties, Settings::default());
//! let log = br#"
//!     {"name": "CONSENT", "params": {"user": "ada"}, "time": 0, "invocation": "a"}
//!     {"name": "PROCESSED", "params": {"user": "ada"}, "time": 500, "invocation": "b"}
//!     {"name": "REVOKED", "params": {"user": "ada"}, "time": 1000, "invocation": "c"}
//!     {"name": "PROCESSED", "params": {"user": "ada"}, "time": 1004, "invocation": "d"}
//! "#;
//! for event in Event::read_batch(log) {
//!     monitor.observe(&event.unwrap()).unwrap();
//! }
//! let answers = monitor.finish();
//! // 4 ms apart: nobody knows whether the data was processed before or after.
//! assert_eq!(answers[0].verdict, Verdict::PossiblyViolated);
//! assert_eq!(answers[0].instance["user"], "ada");
//! ```
//!
//! # How it judges
//!
//! An event comes before another one if both belong to one invocation and it has the
//! smaller place there, or if it is earlier by more than [`Settings::skew`]. Nothing else
//! is known about the order. An instance is *violated* if every order ends in `FAILURE`,
//! and *possibly violated* if some order does.
//!
//! Answers are given for a [watermark](Monitor::advance): the time up to which everything
//! should have arrived. What comes later revises answers, until it is later than
//! [`Settings::lateness`] allows.
//!
//! # Invariants
//!
//! - Pure: no disk, no network, no clock. The same calls give the same answers.
//! - No order is enumerated, and none is left out: the checker is compared with an
//!   exhaustive enumeration over random machines and logs.
//! - An event is used or refused with a reason, never dropped silently; events that a
//!   property could not judge are [counted](Monitor::unchecked).
//! - What is kept is bounded by the instances that can still be violated; events are
//!   forgotten when no answer can depend on them.

mod answer;
mod checker;
mod delay;
mod drawing;
mod event;
mod example;
mod finding;
mod key;
mod monitor;
mod partition;
mod property;
mod time;
mod translate;

pub use answer::{Answer, Story, StoryMove, Verdict};
pub use delay::Delay;
pub use event::{Event, Origin, Rejection};
pub use example::{Example, Mismatch};
pub use finding::name;
pub use monitor::{Entry, Load, Monitor, Observed, Refusal, RestoreError, Settings, Snapshot};
pub use partition::Partitions;
pub use property::{Place, Problem, Property, PropertyFile, StateId, Transition};
pub use time::Time;
pub use translate::{Memory, Rule, Translated, Translator};
