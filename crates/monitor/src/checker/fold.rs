//! From the states before some events to the states after them, with the events that
//! mattered.

use std::{borrow::Borrow, sync::Arc};

use smallvec::{SmallVec, smallvec};

use super::{
    Observation,
    inverted::Inverted,
    order::Order,
    search::{GivenUp, Search},
    steps::Count,
};
use crate::property::{INITIAL, LetterId, Machine, StateId};

/// The states that an instance may be in, sorted, each with one way to get there.
pub(crate) type Reached = SmallVec<[(StateId, Option<Arc<Move>>); 1]>;

/// So many moves are kept to explain a state; earlier ones are forgotten.
const MOST_MOVES: u32 = 12;

/// An event that changed the state, and what happened before.
#[derive(Debug)]
pub(crate) struct Move {
    pub from: StateId,
    pub to: StateId,
    pub event: Observation,
    pub previous: Option<Arc<Move>>,
    /// How many moves this one and those before are.
    pub length: u32,
    /// Earlier moves were forgotten.
    pub forgotten: bool,
}

/// Where every instance starts.
pub(crate) fn initial() -> Reached {
    smallvec![(INITIAL, None)]
}

impl Move {
    fn after(
        previous: Option<&Arc<Move>>,
        from: StateId,
        to: StateId,
        event: &Observation,
    ) -> Arc<Move> {
        let (previous, length, forgotten) = match previous {
            None => (None, 0, false),
            Some(last) if last.length < 2 * MOST_MOVES => {
                (Some(Arc::clone(last)), last.length, last.forgotten)
            }
            Some(last) => {
                let (kept, length) = last.latest(MOST_MOVES);
                (Some(kept), length, true)
            }
        };
        let event = event.clone();
        Arc::new(Move { from, to, event, previous, length: length + 1, forgotten })
    }

    /// The last moves only, so that memory stays bounded.
    fn latest(self: &Arc<Move>, count: u32) -> (Arc<Move>, u32) {
        let mut last: Option<Arc<Move>> = None;
        let moves = self.moves();
        let skipped = moves.len().saturating_sub(count as usize);
        for (index, step) in moves[skipped..].iter().enumerate() {
            last = Some(Arc::new(Move {
                from: step.from,
                to: step.to,
                event: step.event.clone(),
                previous: last,
                length: index as u32 + 1,
                forgotten: true,
            }));
        }
        (last.unwrap_or_else(|| Arc::clone(self)), count)
    }

    /// This move and those before, the first one first.
    pub fn moves(self: &Arc<Move>) -> Vec<&Move> {
        let mut moves = Vec::new();
        let mut next = Some(self);
        while let Some(step) = next {
            moves.push(&**step);
            next = step.previous.as_ref();
        }
        moves.reverse();
        moves
    }
}

/// The states after some events, which are sorted by time. Where more than the skew lies
/// between two events, the order is known, unless an invocation says otherwise; events closer
/// together are searched.
pub(crate) fn fold<E: Borrow<Observation>>(
    machine: &Machine,
    skew: i64,
    budget: usize,
    reached: &mut Reached,
    events: &[E],
) -> Result<(), GivenUp> {
    let time = |event: &E| event.borrow().time;
    let inverted = Inverted::find(events);
    let mut start = 0;
    while start < events.len() {
        let mut end = start + 1;
        while end < events.len()
            && (time(&events[end]).saturating_sub(time(&events[end - 1])) <= skew
                || inverted.as_ref().is_some_and(|inverted| inverted.crosses(end)))
        {
            end += 1;
        }
        match &events[start..end] {
            [event] => step(machine, reached, event.borrow()),
            close => search(machine, skew, budget, reached, close)?,
        }
        start = end;
    }
    Ok(())
}

/// One event whose place is known.
fn step(machine: &Machine, reached: &mut Reached, event: &Observation) {
    for (state, trail) in reached.iter_mut() {
        let next = machine.next(*state, event.letter);
        if next != *state {
            *trail = Some(Move::after(trail.as_ref(), *state, next, event));
            *state = next;
        }
    }
    if reached.len() > 1 {
        reached.sort_by_key(|(state, _)| *state);
        reached.dedup_by_key(|(state, _)| *state);
    }
}

/// Events that are so close together that not all of their order is known.
fn search<E: Borrow<Observation>>(
    machine: &Machine,
    skew: i64,
    budget: usize,
    reached: &mut Reached,
    events: &[E],
) -> Result<(), GivenUp> {
    // Events that change no state that can occur need no order.
    let effective = relevant(machine, reached, events);
    if effective.len() < 2 {
        effective.iter().for_each(|event| step(machine, reached, event));
        return Ok(());
    }
    let order = Order::new(&effective, machine, skew, true);
    let nothing = vec![0; order.tracks.len()];
    let starts = reached.iter().map(|(state, _)| *state);
    let search = Search::run(machine, &order, starts, &nothing, budget)?;
    *reached = explain(machine, &search, &order.lengths, reached, &effective);
    Ok(())
}

/// The states at a front of a search, each with the moves that lead there.
fn explain(
    machine: &Machine,
    search: &Search<'_>,
    front: &[Count],
    reached: &Reached,
    events: &[&Observation],
) -> Reached {
    let mut after = Reached::new();
    for (state, node) in search.states_at(front) {
        let (start, sequence) = search.explain(node, front);
        let before = reached.iter().find(|(state, _)| *state == start);
        let mut trail = before.and_then(|(_, trail)| trail.clone());
        let mut at = start;
        for index in sequence {
            let event = events[index as usize];
            let next = machine.next(at, event.letter);
            if next != at {
                trail = Some(Move::after(trail.as_ref(), at, next, event));
                at = next;
            }
        }
        assert_eq!(at, state, "the order that explains a state leads to it");
        after.push((state, trail));
    }
    after
}

/// The states after all events up to `until`, if these states alone say everything that
/// later events need: events are close together all the time, so that there is no point in
/// time before which everything certainly happened.
///
/// Whatever the order, there is a moment at which all events up to `until` have happened
/// and none that is later by more than the skew. If everything that is possible then,
/// some of the events after `until` having happened too, is also possible by having
/// exactly the events up to `until` happen first, then the states at that point are all
/// there is to know.
pub(crate) fn cut<E: Borrow<Observation>>(
    machine: &Machine,
    skew: i64,
    budget: usize,
    reached: &Reached,
    events: &[E],
    until: i64,
) -> Option<Reached> {
    let window = until.saturating_add(skew);
    let known = events.partition_point(|event| event.borrow().time <= window);
    let effective = relevant(machine, reached, &events[..known]);
    let order = Order::new(&effective, machine, skew, false);
    if order.tracks.len() > MOST_TRACKS {
        return None;
    }
    let nothing = vec![0; order.tracks.len()];
    let starts = reached.iter().map(|(state, _)| *state);
    let all = Search::run(machine, &order, starts, &nothing, budget).ok()?;
    let front = order.front_at(until)?;
    let states: Vec<StateId> = all.states_at(&front).into_iter().map(|(state, _)| state).collect();
    let from_here = Search::run(machine, &order, states, &front, budget).ok()?;
    let enough = all.is_covered_beyond(&front, &from_here);
    enough.then(|| explain(machine, &all, &front, reached, &effective))
}

/// With more tracks than this, states without a gap are not looked for.
const MOST_TRACKS: usize = 64;

/// The events that change some state that can be reached by these events at all. Where a clock was
/// set back all of them: one that changes nothing may put two others in order, which by themselves
/// are in none.
fn relevant<'a, E: Borrow<Observation>>(
    machine: &Machine,
    reached: &Reached,
    events: &'a [E],
) -> Vec<&'a Observation> {
    // Mostly none of them changes the state that the instance is in.
    let idle = |state: StateId, event: &E| machine.next(state, event.borrow().letter) == state;
    if reached.iter().all(|(state, _)| events.iter().all(|event| idle(*state, event))) {
        return Vec::new();
    }
    let mut letters: Vec<LetterId> =
        events.iter().map(|event| machine.effect(event.borrow().letter)).collect();
    letters.sort_unstable();
    letters.dedup();
    // In no order there are more steps than events, so in a large machine with few events
    // most states are out of reach.
    let mut states: Vec<StateId> = reached.iter().map(|(state, _)| *state).collect();
    let mut met = vec![false; machine.states.len()];
    states.iter().for_each(|state| met[usize::from(*state)] = true);
    let mut seen = 0;
    for _ in 1..events.len() {
        let end = states.len();
        for index in seen..end {
            for letter in &letters {
                let next = machine.next(states[index], *letter);
                if !std::mem::replace(&mut met[usize::from(next)], true) {
                    states.push(next);
                }
            }
        }
        if states.len() == end {
            break;
        }
        seen = end;
    }
    letters.retain(|letter| states.iter().any(|state| machine.next(*state, *letter) != *state));
    let relevant = |event: &&Observation| letters.contains(&machine.effect(event.letter));
    let effective: Vec<&Observation> = events.iter().map(E::borrow).filter(relevant).collect();
    match effective.len() < events.len() && Inverted::find(events).is_some() {
        true => events.iter().map(E::borrow).collect(),
        false => effective,
    }
}
