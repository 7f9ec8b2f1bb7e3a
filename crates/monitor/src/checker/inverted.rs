//! Where a clock was set back during an invocation, so that the order of its events is not that
//! of their times. The order of the invocation counts, however far the clock was set back.

use std::borrow::Borrow;

use rustc_hash::FxHashMap;

use super::Observation;

/// The highest place that an event has in its invocation, by invocation.
pub(super) fn highest_orders<'e>(
    events: impl Iterator<Item = &'e Observation>,
) -> FxHashMap<&'e str, u64> {
    let mut highest: FxHashMap<&str, u64> = FxHashMap::default();
    for event in events {
        if let (Some(order), Some(invocation)) = (event.order, &event.origin.invocation) {
            let known = highest.entry(invocation).or_insert(order);
            *known = order.max(*known);
        }
    }
    highest
}

/// Whether an invocation says that an event comes before another one.
fn comes_before(event: &Observation, other: &Observation) -> bool {
    let invocation = event.origin.invocation.as_deref();
    matches!((event.order, other.order), (Some(first), Some(second)) if first < second)
        && invocation.is_some()
        && invocation == other.origin.invocation.as_deref()
}

/// Events, sorted by time, of which some come after others that are later.
pub(super) struct Inverted {
    /// For each event the last one that may come before it or before an earlier one.
    reach: Vec<usize>,
}

/// So few events are compared with each other.
const FEW: usize = 8;

impl Inverted {
    /// Looks for such events; there are none almost always.
    pub fn find<E: Borrow<Observation>>(events: &[E]) -> Option<Inverted> {
        if !any(events) {
            return None;
        }
        // From the last to the first: the lowest place in the invocation so far, and the last
        // event of it. Whoever comes after one that is later is taken to come after all of them.
        let mut later: FxHashMap<&str, (u64, usize)> = FxHashMap::default();
        let mut reach: Vec<usize> = (0..events.len()).collect();
        for (index, event) in events.iter().enumerate().rev() {
            let event = event.borrow();
            if let (Some(order), Some(invocation)) = (event.order, &event.origin.invocation) {
                let (lowest, last) = later.entry(invocation).or_insert((order, index));
                if *lowest < order {
                    reach[index] = *last;
                }
                *lowest = order.min(*lowest);
            }
        }
        for index in 1..reach.len() {
            reach[index] = reach[index].max(reach[index - 1]);
        }
        Some(Inverted { reach })
    }

    /// The last event that may come before this one or before an earlier one.
    pub fn last_before(&self, index: usize) -> usize {
        self.reach[index]
    }

    /// Whether one of the first `count` events comes after one that is not among them.
    pub fn crosses(&self, count: usize) -> bool {
        count > 0 && self.reach[count - 1] >= count
    }
}

fn any<E: Borrow<Observation>>(events: &[E]) -> bool {
    if events.len() <= FEW {
        return (1..events.len()).any(|later| {
            let event = events[later].borrow();
            event.order.is_some()
                && events[..later].iter().any(|earlier| comes_before(event, earlier.borrow()))
        });
    }
    let mut highest: FxHashMap<&str, u64> = FxHashMap::default();
    events.iter().any(|event| {
        let event = event.borrow();
        let (Some(order), Some(invocation)) = (event.order, &event.origin.invocation) else {
            return false;
        };
        let highest = highest.entry(invocation).or_insert(order);
        let below = order < *highest;
        *highest = order.max(*highest);
        below
    })
}
