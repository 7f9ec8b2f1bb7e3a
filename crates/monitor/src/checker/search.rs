//! Which states can the machine be in after all events, over all orders? Symbolic
//! forward search over (state, zone).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{order::Order, steps::Count, zone::Zone};
use crate::property::{Machine, StateId};

/// Where the search has been: the fronts of `zone` are reached in `state`.
struct Node {
    state: StateId,
    zone: Zone,
    /// The least front of the zone, beside its greatest one: most zones differ in these from most
    /// others so much that neither can have all fronts of the other.
    bottom: Vec<Count>,
    /// The node before, and the track of the event that led here.
    parent: Option<(usize, usize)>,
    /// Another node of the same state has all its fronts, so nothing starts here.
    covered: bool,
}

/// The nodes of each state that are not covered. A machine may have many states of which a
/// search meets few.
type ByState = FxHashMap<StateId, Known>;

/// Nodes of one state, by how many events their least fronts have consumed. In a long log zones
/// are where time is, so each one is near few others. Only events that change the state count:
/// others may have been consumed far ahead.
#[derive(Default)]
struct Known {
    by_bottom: BTreeMap<u64, Vec<usize>>,
    /// No greatest front has consumed more events than the least one of its zone and so many.
    widest: u64,
}

/// How many events of tracks that are not idle a front has consumed; if all are idle, how many
/// events at all.
fn total(front: &[Count], idle: &[bool]) -> u64 {
    let all = idle.iter().all(|idle| *idle);
    let counted = front.iter().zip(idle).filter(|(_, idle)| all || !**idle);
    counted.map(|(count, _)| u64::from(*count)).sum()
}

/// The result of a search.
pub(crate) struct Search<'a> {
    machine: &'a Machine,
    order: &'a Order,
    nodes: Vec<Node>,
    /// The sizes of the zones of all nodes, and of all zones that were made, with one for each
    /// comparison.
    kept: usize,
    made: usize,
}

/// A search keeps zones of so much for each situation that it may look at, and makes zones of so
/// much: with many tracks a zone takes much room and time.
const KEPT: usize = 100;
const MADE: usize = 2000;

/// The search was given up: more situations than the budget allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GivenUp;

/// Whether a front has consumed nowhere more than another one.
fn is_below(front: &[Count], other: &[Count]) -> bool {
    front.iter().zip(other).all(|(one, other)| one <= other)
}

impl<'a> Search<'a> {
    /// Searches from some states, where events up to `front` are consumed.
    pub fn run(
        machine: &'a Machine,
        order: &'a Order,
        start: impl IntoIterator<Item = StateId>,
        front: &[Count],
        budget: usize,
    ) -> Result<Search<'a>, GivenUp> {
        let mut search = Search { machine, order, nodes: Vec::new(), kept: 0, made: 0 };
        let mut by_state = ByState::default();
        for state in start {
            search.add(state, Zone::single(front), None, &mut by_state);
        }
        let (most_kept, most_made) = (budget.saturating_mul(KEPT), budget.saturating_mul(MADE));
        let mut next = 0;
        while next < search.nodes.len() {
            if search.nodes.len() > budget || search.kept > most_kept || search.made > most_made {
                return Err(GivenUp);
            }
            if !search.nodes[next].covered {
                for track in 0..order.tracks.len() {
                    search.consume(next, track, &mut by_state);
                }
            }
            next += 1;
        }
        Ok(search)
    }

    fn consume(&mut self, from: usize, track: usize, by_state: &mut ByState) {
        let node = &self.nodes[from];
        let state = self.machine.next(node.state, self.order.tracks[track].letter);
        if state == node.state {
            return;
        }
        let Order { lengths, requires, .. } = self.order;
        if let Some(zone) = node.zone.consume(track, lengths, requires) {
            self.made += zone.size();
            self.add(state, zone, Some((from, track)), by_state);
        }
    }

    fn add(
        &mut self,
        state: StateId,
        mut zone: Zone,
        parent: Option<(usize, usize)>,
        by_state: &mut ByState,
    ) {
        let Order { tracks, lengths, requires } = self.order;
        let idle = |letter| self.machine.next(state, letter) == state;
        let idle: Vec<bool> = tracks.iter().map(|track| idle(track.letter)).collect();
        zone.absorb(&idle, lengths, requires);
        let bottom = zone.bottoms();
        let known = by_state.entry(state).or_default();
        let nodes = &mut self.nodes;
        let covers = |node: &Node| {
            is_below(&node.bottom, &bottom)
                && is_below(&zone.top, &node.zone.top)
                && zone.is_within(&node.zone)
        };
        let (least, greatest) = (total(&bottom, &idle), total(&zone.top, &idle));
        let may_cover = greatest.saturating_sub(known.widest).min(least)..=least;
        let mut compared = 0;
        let mut candidates = known.by_bottom.range(may_cover).rev().flat_map(|(_, nodes)| nodes);
        let is_covered = candidates.any(|other| {
            compared += 1;
            covers(&nodes[*other])
        });
        self.made += compared;
        if is_covered {
            return;
        }
        for (_, others) in known.by_bottom.range_mut(least..=greatest.max(least)) {
            self.made += others.len();
            others.retain(|other| {
                let node = &mut nodes[*other];
                let covered = is_below(&bottom, &node.bottom)
                    && is_below(&node.zone.top, &zone.top)
                    && node.zone.is_within(&zone);
                node.covered |= covered;
                !covered
            });
        }
        known.widest = known.widest.max(greatest.saturating_sub(least));
        known.by_bottom.entry(least).or_default().push(nodes.len());
        self.kept += zone.size();
        nodes.push(Node { state, zone, bottom, parent, covered: false });
    }

    /// The states at a front, each with a node that shows it.
    pub fn states_at(&self, front: &[Count]) -> Vec<(StateId, usize)> {
        let mut found: Vec<(StateId, usize)> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let known = found.iter().any(|(state, _)| *state == node.state);
            if !known && node.zone.contains(front) {
                found.push((node.state, index));
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether `other`, a search over the same order, gets wherever this one gets with at
    /// least the events of `front` consumed.
    pub fn is_covered_beyond(&self, front: &[Count], other: &Search<'_>) -> bool {
        self.nodes.iter().filter(|node| !node.covered).all(|node| {
            node.zone.beyond(front).is_none_or(|zone| {
                let same = other.nodes.iter().filter(|it| it.state == node.state);
                same.into_iter().any(|it| zone.is_within(&it.zone))
            })
        })
    }

    /// An order of the events up to a front that ends in a node's state, and the state it
    /// starts in. Only for searches that start with nothing consumed.
    pub fn explain(&self, end: usize, front: &[Count]) -> (StateId, Vec<u32>) {
        let Order { tracks, lengths, requires } = self.order;
        let nothing = vec![0; tracks.len()];
        let mut order: Vec<u32> = Vec::new();
        let mut front = front.to_vec();
        let mut at = end;
        while let Some((parent, track)) = self.nodes[at].parent {
            let entered = self.nodes[parent].zone.consume(track, lengths, requires);
            let before = entered.and_then(|zone| zone.greatest_below(&front));
            let Some(mut before) = before else { break };
            self.idle_events(&before, &front, &mut order);
            before[track] -= 1;
            order.push(tracks[track].events[before[track] as usize]);
            front = before;
            at = parent;
        }
        self.idle_events(&nothing, &front, &mut order);
        order.reverse();
        (self.nodes[at].state, order)
    }

    /// The events between two fronts, last first, in the order of their times.
    fn idle_events(&self, from: &[Count], to: &[Count], order: &mut Vec<u32>) {
        let mut between: Vec<(i64, u32, u32)> = Vec::new();
        for (track, (from, to)) in self.order.tracks.iter().zip(from.iter().zip(to)) {
            for index in *from as usize..*to as usize {
                between.push(track.at(index));
            }
        }
        between.sort_unstable();
        order.extend(between.iter().rev().map(|(.., event)| *event));
    }
}
