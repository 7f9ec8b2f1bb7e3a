//! One instance of a property: what is known for good, what may still be revised, and
//! the last answer.

use super::{
    Observation,
    fold::{Reached, cut, fold, initial},
    insert_by_time,
    search::GivenUp,
};
use crate::{
    Verdict,
    property::{FAILURE, Machine, SUCCESS},
};

/// The states after all events up to a point in time, such that every later event
/// certainly comes after them.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub until: i64,
    pub reached: Reached,
    /// So many events without a gap were looked at in vain.
    pub crowded: usize,
}

/// One binding of a property's variables.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub key: Box<[u8]>,
    /// What no accepted event can change any more.
    pub settled: Checkpoint,
    /// Further on, until a late event changes it.
    ahead: Option<Checkpoint>,
    /// Events that bind all variables and are not settled, by time.
    pub own: Vec<Observation>,
    pub verdict: Verdict,
    /// The latest event.
    pub touched: i64,
    /// The watermark of the last evaluation.
    pub evaluated: i64,
    /// The times of events that came when answers for them had been given, and for which
    /// there was no evaluation since.
    pub unanswered: Vec<i64>,
    /// The search was given up; the instance is not known to satisfy anything.
    pub given_up: bool,
    /// Differs from the last checkpoint of the monitor.
    pub changed: bool,
}

/// What an evaluation may use, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Answers are due for events up to here.
    pub watermark: i64,
    /// No event up to here is accepted any more.
    pub horizon: i64,
    pub skew: i64,
    pub budget: usize,
}

/// Events that bind some of the variables, and concern this instance.
pub(crate) type Projected<'a> = smallvec::SmallVec<[&'a [Observation]; 3]>;

impl Instance {
    pub fn new(key: Box<[u8]>) -> Instance {
        Instance {
            key,
            settled: Checkpoint { until: i64::MIN, reached: initial(), crowded: 0 },
            ahead: None,
            own: Vec::new(),
            verdict: Verdict::Open,
            touched: i64::MIN,
            evaluated: i64::MIN,
            unanswered: Vec::new(),
            given_up: false,
            changed: false,
        }
    }

    /// Nothing can change the answer any more.
    pub fn is_discharged(&self) -> bool {
        let last = |state| [FAILURE, SUCCESS].contains(&state);
        self.settled.reached.iter().all(|(state, _)| last(*state))
    }

    /// Adds an event of its own.
    pub fn add(&mut self, event: Observation, skew: i64) {
        self.touched = self.touched.max(event.time);
        self.disturb(event.time, skew);
        if !self.is_discharged() {
            insert_by_time(&mut self.own, event);
        }
    }

    /// An event at this time is new, so what was concluded beyond it is void.
    pub fn disturb(&mut self, time: i64, skew: i64) {
        if self.ahead.as_ref().is_some_and(|ahead| time <= ahead.until.saturating_add(skew)) {
            self.ahead = None;
        }
    }

    /// The states at the watermark, from all events that may come before one at the
    /// watermark.
    pub fn evaluate(
        &mut self,
        machine: &Machine,
        limits: &Limits,
        projected: &[&[Observation]],
    ) -> Result<Reached, GivenUp> {
        self.settle(machine, limits, projected)?;
        if self.is_discharged() {
            return Ok(self.settled.reached.clone());
        }
        let known = limits.watermark.saturating_add(limits.skew);
        let mut from = self.ahead.take().unwrap_or_else(|| self.settled.clone());
        let events = merge(&self.own, projected, from.until, known);
        let done = advance(machine, limits, &mut from, &events, limits.watermark)?;
        let mut now = from.reached.clone();
        fold(machine, limits.skew, limits.budget, &mut now, &events[done..])?;
        if from.until > self.settled.until {
            self.ahead = Some(from);
        }
        Ok(now)
    }

    /// Folds what can no longer change into the checkpoint.
    pub fn settle(
        &mut self,
        machine: &Machine,
        limits: &Limits,
        projected: &[&[Observation]],
    ) -> Result<(), GivenUp> {
        if self.is_discharged() {
            self.own = Vec::new();
            self.ahead = None;
            return Ok(());
        }
        let last = limits.horizon.saturating_sub(limits.skew);
        let nothing = |events: &[Observation]| events.first().is_none_or(|it| it.time > last);
        if nothing(&self.own) && projected.iter().all(|events| nothing(events)) {
            return Ok(());
        }
        let events = merge(&self.own, projected, self.settled.until, limits.horizon);
        advance(machine, limits, &mut self.settled, &events, last)?;
        drop(events);
        let until = self.settled.until;
        let folded = self.own.partition_point(|event| event.time <= until);
        self.own.drain(..folded);
        // A little room is kept for what comes next.
        if self.own.is_empty() && self.own.capacity() > 4 {
            self.own = Vec::new();
        }
        if self.ahead.as_ref().is_some_and(|ahead| ahead.until <= until) {
            self.ahead = None;
        }
        Ok(())
    }
}

/// Folds events that are not later than `last` into a checkpoint, as far as the states after
/// them say everything; how many.
fn advance(
    machine: &Machine,
    limits: &Limits,
    checkpoint: &mut Checkpoint,
    events: &[&Observation],
    last: i64,
) -> Result<usize, GivenUp> {
    let done = certain(events, last, limits.skew);
    fold(machine, limits.skew, limits.budget, &mut checkpoint.reached, &events[..done])?;
    if done > 0 {
        checkpoint.until = events[done - 1].time;
        checkpoint.crowded = 0;
    }
    // Without a gap for long: look for a point that is as good as one.
    let rest = &events[done..];
    let crowd = rest.partition_point(|event| event.time <= last);
    if crowd < CROWD.max(2 * checkpoint.crowded) {
        return Ok(done);
    }
    checkpoint.crowded = crowd;
    let until = rest[crowd - 1].time;
    match cut(machine, limits.skew, limits.budget, &checkpoint.reached, rest, until) {
        Some(reached) => {
            *checkpoint = Checkpoint { until, reached, crowded: 0 };
            Ok(done + crowd)
        }
        None => Ok(done),
    }
}

/// So many events without a gap are worth the work.
const CROWD: usize = 128;

/// How many of the events, from the first, are not later than `last` and certainly come
/// before all others, known or not.
fn certain(events: &[&Observation], last: i64, skew: i64) -> usize {
    let mut count = events.partition_point(|event| event.time <= last);
    while count > 0
        && let Some(next) = events.get(count)
        && next.time.saturating_sub(events[count - 1].time) <= skew
    {
        count -= 1;
    }
    count
}

/// Events by time; mostly a few.
type Merged<'a> = smallvec::SmallVec<[&'a Observation; 8]>;

/// The events after one point in time and up to another, by time.
fn merge<'a>(
    own: &'a [Observation],
    projected: &[&'a [Observation]],
    after: i64,
    until: i64,
) -> Merged<'a> {
    let mut merged = Merged::new();
    for events in std::iter::once(&own).chain(projected) {
        let first = events.partition_point(|event| event.time <= after);
        let end = events.partition_point(|event| event.time <= until);
        merged.extend(&events[first..end.max(first)]);
    }
    if projected.iter().any(|events| !events.is_empty()) {
        merged.sort_by_key(|event| event.time);
    }
    merged
}
