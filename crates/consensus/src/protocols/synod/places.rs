//! Where things are in a state.

use super::rules::Rules;
use crate::bits::{Field, Grid, Layout, bits_for};
use crate::protocol::Process;

/// The places of a model. What belongs to an acceptor lies in its column; the columns come
/// first. Rounds count from 1 and have their place one lower; a parent of 0 is the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) column: Field,
    /// All that belongs to no acceptor, and lies after the columns.
    pub(super) common: Field,
    pub(super) promise: Field,
    /// The highest vote in each slot, by round (0 for none) and value.
    pub(super) vote_round: Grid<1>,
    pub(super) vote_value: Grid<1>,
    /// `JOIN` for each round, one bit each, and what it says about each slot.
    pub(super) joined: Field,
    pub(super) join_round: Grid<2>,
    pub(super) join_value: Grid<2>,
    /// The values for which `VOTE` was sent, by round and slot, and all of them.
    pub(super) votes: Grid<2>,
    pub(super) all_votes: Field,
    /// `PROPOSE`, by round and slot: for each value 0, or one more than the parent.
    pub(super) proposals: Grid<2>,
    parent: usize,
    /// The values decided, by round and slot.
    pub(super) decided: Grid<2>,
    pub(super) started: Grid<1>,
    pub(super) restarted: Field,
}

impl Places {
    /// The places, and how many bits there are.
    pub(super) fn new(rules: &Rules) -> (Self, usize) {
        let (rounds, slots, values) = (rules.rounds, rules.slots, rules.all_values());
        let (round, value) = (bits_for(rounds), bits_for(values - 1));
        let mut layout = Layout::default();
        let promise = layout.number(rounds);
        let vote_round = layout.grid([slots], round);
        let vote_value = layout.grid([slots], value);
        let joined = layout.bits(rounds);
        let join_round = layout.grid([rounds, slots], round);
        let join_value = layout.grid([rounds, slots], value);
        let votes = layout.grid([rounds, slots], values);
        let all_votes = votes.whole([rounds, slots]);
        let column = layout.columns(rules.acceptors);
        let parent = bits_for(rounds + 1);
        let proposals = layout.grid([rounds, slots], values * parent);
        let decided = layout.grid([rounds, slots], values);
        let started = layout.grid([rounds], 1);
        let restarted = layout.bits(1);
        let common = layout.since(column.width() * rules.acceptors);
        let places = Self {
            column,
            common,
            promise,
            vote_round,
            vote_value,
            joined,
            join_round,
            join_value,
            votes,
            all_votes,
            proposals,
            parent,
            decided,
            started,
            restarted,
        };
        (places, layout.used())
    }

    /// The proposal of a value, in a round that counts from 0.
    #[inline]
    pub(super) fn proposal(&self, round: usize, slot: usize, value: usize) -> Field {
        self.proposals.at([round, slot]).part(value * self.parent, self.parent)
    }

    /// The values in all proposals of a round and slot, with their parents.
    #[inline]
    pub(super) fn values(&self, proposals: u64) -> impl Iterator<Item = (usize, u64)> {
        let (mut rest, mut next) = (proposals, 0);
        let (width, mask) = (self.parent, u64::MAX >> (64 - self.parent));
        std::iter::from_fn(move || {
            while rest != 0 {
                let (parent, value) = (rest & mask, next);
                (rest, next) = (rest >> width, next + 1);
                if parent != 0 {
                    return Some((value, parent - 1));
                }
            }
            None
        })
    }

    /// The place of something that acceptor 0 has, for another acceptor.
    #[inline]
    pub(super) fn of(&self, acceptor: Process, field: Field) -> Field {
        field.shifted(acceptor * self.column.width())
    }
}
