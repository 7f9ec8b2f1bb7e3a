//! From the states before some events to the states after them, with the events that
//! mattered.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::{
    Observation,
    order::Order,
    search::{GivenUp, Search},
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
/// between two events, the order is known; events closer together are searched.
pub(crate) fn fold(
    machine: &Machine,
    skew: i64,
    budget: usize,
    reached: &mut Reached,
    events: &[&Observation],
) -> Result<(), GivenUp> {
    let mut start = 0;
    while start < events.len() {
        let mut end = start + 1;
        while end < events.len() && events[end].time.saturating_sub(events[end - 1].time) <= skew {
            end += 1;
        }
        match &events[start..end] {
            [event] => step(machine, reached, event),
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
fn search(
    machine: &Machine,
    skew: i64,
    budget: usize,
    reached: &mut Reached,
    events: &[&Observation],
) -> Result<(), GivenUp> {
    // Events that change no state that can occur need no order.
    let effective = relevant(machine, reached, events);
    if effective.len() < 2 {
        effective.iter().for_each(|event| step(machine, reached, event));
        return Ok(());
    }
    let order = Order::new(&effective, machine, skew);
    let starts = reached.iter().map(|(state, _)| *state);
    let search = Search::run(machine, &order, starts, budget)?;
    let mut after = Reached::new();
    for (state, node) in search.end_states() {
        let (start, sequence) = search.explain(node);
        let before = reached.iter().find(|(state, _)| *state == start);
        let mut trail = before.and_then(|(_, trail)| trail.clone());
        let mut at = start;
        for index in sequence {
            let event = effective[index as usize];
            let next = machine.next(at, event.letter);
            if next != at {
                trail = Some(Move::after(trail.as_ref(), at, next, event));
                at = next;
            }
        }
        assert_eq!(at, state, "the order that explains a state leads to it");
        after.push((state, trail));
    }
    *reached = after;
    Ok(())
}

/// The events that change some state that can be reached by these events at all.
fn relevant<'a>(
    machine: &Machine,
    reached: &Reached,
    events: &[&'a Observation],
) -> Vec<&'a Observation> {
    let mut letters: Vec<LetterId> =
        events.iter().map(|event| machine.effect(event.letter)).collect();
    letters.sort_unstable();
    letters.dedup();
    let mut states: Vec<StateId> = reached.iter().map(|(state, _)| *state).collect();
    let mut seen = 0;
    while seen < states.len() {
        for letter in &letters {
            let next = machine.next(states[seen], *letter);
            if !states.contains(&next) {
                states.push(next);
            }
        }
        seen += 1;
    }
    letters.retain(|letter| states.iter().any(|state| machine.next(*state, *letter) != *state));
    let relevant = |event: &&&Observation| letters.contains(&machine.effect(event.letter));
    events.iter().filter(relevant).copied().collect()
}
