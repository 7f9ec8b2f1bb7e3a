//! One instance of a property: what is known for good, what may still be revised, and
//! the last answer.

use std::borrow::Borrow;

use smallvec::SmallVec;

use super::{
    Observation,
    fold::{Reached, cut, fold, initial},
    insert_by_time,
    inverted::{Inverted, highest_orders},
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

/// The key of an instance; mostly short enough to lie beside the rest of it.
pub(crate) type InstanceKey = SmallVec<[u8; 24]>;

/// Where the states of an evaluation are.
#[derive(Debug)]
pub(crate) enum Evaluated {
    /// Nothing that may still be revised changes what is settled.
    Settled,
    /// Beyond every checkpoint.
    Now(Reached),
}

/// One binding of a property's variables.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub key: InstanceKey,
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
    /// The part of a checkpoint that was open when the instance was made: what earlier parts say
    /// about its key is about another one.
    pub born: u32,
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
pub(crate) type Projected<'a> = SmallVec<[&'a [Observation]; 3]>;

impl Instance {
    pub fn new(key: InstanceKey, born: u32) -> Instance {
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
            born,
        }
    }

    /// Nothing can change the answer any more.
    pub fn is_discharged(&self) -> bool {
        let last = |state| state == FAILURE || state == SUCCESS;
        self.settled.reached.iter().all(|(state, _)| last(*state))
    }

    /// Whether an event that a checkpoint has is not one that this instance needs: it is settled,
    /// nothing can change the answer, or it is of an earlier instance with the same key.
    pub fn is_without(&self, event: &Observation) -> bool {
        event.chapter < self.born || event.time <= self.settled.until || self.is_discharged()
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
    ) -> Result<Evaluated, GivenUp> {
        self.settle(machine, limits, projected)?;
        let known = limits.watermark.saturating_add(limits.skew);
        let known = needed(&self.own, projected, self.settled.until, known);
        if self.is_discharged() || self.stays(machine, projected, known) {
            return Ok(Evaluated::Settled);
        }
        let Instance { own, settled, ahead, .. } = self;
        let from = ahead.get_or_insert_with(|| settled.clone());
        let after = from.until;
        let now = match alone(projected) {
            true => look_ahead(machine, limits, from, between(own, after, known)),
            false => look_ahead(machine, limits, from, &merge(own, projected, after, known)),
        };
        if now.is_err() {
            *ahead = None;
        }
        now.map(Evaluated::Now)
    }

    /// The states that an evaluation found.
    pub fn states<'a>(&'a self, evaluated: &'a Evaluated) -> &'a Reached {
        match evaluated {
            Evaluated::Settled => &self.settled.reached,
            Evaluated::Now(reached) => reached,
        }
    }

    /// Whether a few events are all that is not settled, and none of them changes a state.
    /// That is the common case, and cheap to see: nothing has to be copied.
    fn stays(&self, machine: &Machine, projected: &[&[Observation]], known: i64) -> bool {
        const FEW: usize = 8;
        self.ahead.is_none()
            && self.own.len() <= FEW
            && alone(projected)
            && self.own.iter().take_while(|event| event.time <= known).all(|event| {
                let reached = &self.settled.reached;
                reached.iter().all(|(state, _)| machine.next(*state, event.letter) == *state)
            })
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
        let Instance { own, settled, .. } = self;
        let horizon = needed(own, projected, settled.until, limits.horizon);
        if alone(projected) {
            let events = between(own, settled.until, horizon);
            advance(machine, limits, settled, events, last)?;
        } else {
            let events = merge(own, projected, settled.until, horizon);
            advance(machine, limits, settled, &events, last)?;
        }
        let until = self.settled.until;
        let folded = self.own.partition_point(|event| event.time <= until);
        if folded > 0 {
            self.own.drain(..folded);
            // A little room is kept for what comes next.
            if self.own.is_empty() && self.own.capacity() > 4 {
                self.own = Vec::new();
            }
        }
        if self.ahead.as_ref().is_some_and(|ahead| ahead.until <= until) {
            self.ahead = None;
        }
        Ok(())
    }
}

/// Moves a checkpoint as far as the watermark lets it, and gives the states after all events.
fn look_ahead<E: Borrow<Observation>>(
    machine: &Machine,
    limits: &Limits,
    from: &mut Checkpoint,
    events: &[E],
) -> Result<Reached, GivenUp> {
    let done = advance(machine, limits, from, events, limits.watermark)?;
    let mut now = from.reached.clone();
    fold(machine, limits.skew, limits.budget, &mut now, &events[done..])?;
    Ok(now)
}

/// Folds events that are not later than `last` into a checkpoint, as far as the states after
/// them say everything; how many.
fn advance<E: Borrow<Observation>>(
    machine: &Machine,
    limits: &Limits,
    checkpoint: &mut Checkpoint,
    events: &[E],
    last: i64,
) -> Result<usize, GivenUp> {
    let done = certain(events, last, limits.skew);
    fold(machine, limits.skew, limits.budget, &mut checkpoint.reached, &events[..done])?;
    if done > 0 {
        checkpoint.until = events[done - 1].borrow().time;
        checkpoint.crowded = 0;
    }
    // Without a gap for long: look for a point that is as good as one.
    let rest = &events[done..];
    let crowd = rest.partition_point(|event| event.borrow().time <= last);
    if crowd < CROWD.max(2 * checkpoint.crowded) {
        return Ok(done);
    }
    checkpoint.crowded = crowd;
    if Inverted::find(rest).is_some_and(|inverted| inverted.crosses(crowd)) {
        return Ok(done);
    }
    let until = rest[crowd - 1].borrow().time;
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
fn certain<E: Borrow<Observation>>(events: &[E], last: i64, skew: i64) -> usize {
    let time = |event: &E| event.borrow().time;
    let mut count = events.partition_point(|event| time(event) <= last);
    let inverted = if count > 0 { Inverted::find(events) } else { None };
    while count > 0
        && let Some(next) = events.get(count)
        && (time(next).saturating_sub(time(&events[count - 1])) <= skew
            || inverted.as_ref().is_some_and(|inverted| inverted.crosses(count)))
    {
        count -= 1;
    }
    count
}

/// Up to when events are needed to judge those after one point in time and up to another: an
/// event of an invocation whose clock was set back comes after others that seem to be later.
fn needed(own: &[Observation], projected: &[&[Observation]], after: i64, known: i64) -> i64 {
    let all = || std::iter::once(&own).chain(projected);
    if all().all(|events| events.last().is_none_or(|last| last.time <= known)) {
        return known;
    }
    let judged = all().flat_map(|events| between(events, after, known));
    let highest = highest_orders(judged);
    if highest.is_empty() {
        return known;
    }
    let later = all().flat_map(|events| between(events, known, i64::MAX));
    let before = |event: &&Observation| {
        let invocation = event.origin.invocation.as_deref();
        let order = invocation.and_then(|invocation| highest.get(invocation));
        order.is_some_and(|order| event.order.is_some_and(|own| own < *order))
    };
    later.filter(before).map(|event| event.time).fold(known, i64::max)
}

/// Whether the events of the instance itself are all there are.
fn alone(projected: &[&[Observation]]) -> bool {
    projected.iter().all(|events| events.is_empty())
}

/// The events after one point in time and up to another.
fn between(events: &[Observation], after: i64, until: i64) -> &[Observation] {
    let first = events.partition_point(|event| event.time <= after);
    let end = events.partition_point(|event| event.time <= until);
    &events[first..end.max(first)]
}

/// The events after one point in time and up to another, by time.
fn merge<'a>(
    own: &'a [Observation],
    projected: &[&'a [Observation]],
    after: i64,
    until: i64,
) -> SmallVec<[&'a Observation; 8]> {
    let all = std::iter::once(&own).chain(projected);
    let all = all.flat_map(|events| between(events, after, until));
    let mut merged: SmallVec<[&Observation; 8]> = all.collect();
    merged.sort_by_key(|event| event.time);
    merged
}
