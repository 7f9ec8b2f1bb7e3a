//! Nothing is called violated before somebody other than the search has judged it.

use crate::Witness;

/// Something that a [`Replay`] has confirmed. There is no other way to make one.
///
/// ```compile_fail
/// use aplomb_report::{Replayed, Witness};
///
/// let claimed = Witness::builder("I have seen it, honestly").finish();
/// let replayed = Replayed(claimed); // private: only a judge can say that
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed<T>(T);

impl<T> Replayed<T> {
    /// What was confirmed.
    pub fn get(&self) -> &T {
        &self.0
    }

    pub(crate) fn into_inner(self) -> T {
        self.0
    }
}

/// A judge of candidates: executes what a search claims to have found, step by step and
/// with concrete values, judges what happens, and tells it.
///
/// An engine implements [`judge`](Replay::judge), by other means than its search, and asks
/// for a verdict with [`confirm`](Replay::confirm).
///
/// ```
/// use aplomb_report::{LaneKind, Replay, Step, Unconfirmed, Witness};
///
/// /// Deducts 10 with each attempt; nobody may be charged twice.
/// struct Account {
///     balance: i64,
/// }
///
/// impl Replay for Account {
///     type Candidate = [&'static str];
///
///     fn judge(&mut self, attempts: &[&'static str]) -> Result<Witness, Unconfirmed> {
///         let mut story = Witness::builder("charged twice");
///         let mut left = self.balance;
///         for attempt in attempts {
///             let lane = story.lane(LaneKind::Attempt, *attempt);
///             left -= 10;
///             story.step(Step::new(lane, "update").key("balance").value(left.to_string()));
///         }
///         match left < self.balance - 10 {
///             true => Ok(story.finish()),
///             false => Err(Unconfirmed::new(format!("{left} are left"))),
///         }
///     }
/// }
///
/// let mut account = Account { balance: 100 };
/// assert!(account.confirm(&["attempt 1", "retry"]).is_ok());
/// assert_eq!(
///     account.confirm(&["attempt 1"]).unwrap_err().to_string(),
///     "a counterexample was found, but replaying it did not confirm it: 90 are left",
/// );
/// ```
pub trait Replay {
    /// What a search claims: a schedule, an execution, a history.
    type Candidate: ?Sized;

    /// Executes and judges the candidate from scratch. The witness tells what the judge
    /// saw, not what the search claimed.
    fn judge(&mut self, candidate: &Self::Candidate) -> Result<Witness, Unconfirmed>;

    /// The candidate as a finding may show it, if the judge agrees.
    fn confirm(&mut self, candidate: &Self::Candidate) -> Result<Replayed<Witness>, Unconfirmed> {
        self.judge(candidate).map(Replayed)
    }
}

/// A candidate that its replay does not confirm. It leads to *unknown*, never to *violated*:
/// either the search or the judge is wrong, and nobody knows which.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a counterexample was found, but replaying it did not confirm it: {saw}")]
pub struct Unconfirmed {
    saw: String,
}

impl Unconfirmed {
    /// Says what the judge saw instead.
    pub fn new(saw: impl Into<String>) -> Unconfirmed {
        Unconfirmed { saw: saw.into() }
    }
}
