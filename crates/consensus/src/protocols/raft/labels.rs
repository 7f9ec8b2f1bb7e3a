//! The linearization points of 3.6: what a leader adds and commits when it sends its log.

use super::{LogEntry, Mutation, Raft};
use crate::bits::Bits;
use crate::protocol::{Labels, Process};
use crate::qtree::TermIndex;

impl<const W: usize> Raft<W> {
    /// What a leader decides when it sends its log. Entries of its own term are committed; those
    /// of earlier terms are decided along with them, though their nodes may be ghosts.
    pub(super) fn commits(
        &self,
        state: &Bits<W>,
        term: usize,
        process: Process,
        labels: &mut Labels<TermIndex>,
    ) {
        let before = self.get(state, process, self.places.decided);
        for index in before..self.decided_now(state, process) {
            let code = state.get(self.of(process, self.places.log.at([index])));
            let entry_term = self.term_of(code);
            // Two leaders can decide an entry of an earlier term; it is committed once.
            let counts = match self.mutation {
                Some(Mutation::DecidesEarlierTerms) => !self.is_committed(state, entry_term, index),
                _ => entry_term == term,
            };
            if counts {
                labels.commit(0, Self::round(entry_term, index));
            }
        }
    }

    /// What a leader adds when it sends its log.
    pub(super) fn adds(
        &self,
        state: &Bits<W>,
        term: usize,
        process: Process,
        value: Option<u8>,
        labels: &mut Labels<TermIndex>,
    ) {
        let log = |index| self.decode(state.get(self.of(process, self.places.log.at([index]))));
        let (_, length) = self.last(state, process);
        let parent = |index: usize| {
            let below = log(index.checked_sub(1)?)?;
            Some(Self::round(below.term, index - 1))
        };
        if self.has(Mutation::AddsAgain) {
            for index in self.decided_now(state, process)..length {
                if let Some(entry) = log(index).filter(|entry| entry.term == term) {
                    labels.add(0, Self::round(term, index), self.command(entry), parent(index));
                }
            }
        }
        if let Some(value) = value {
            let entry = LogEntry { term, value: value.into() };
            // An entry that is overwritten has the index of the last one.
            let is_new = !self.has(Mutation::OverwritesEntry) || length < self.bounds.instances;
            let index = if is_new { length } else { length - 1 };
            labels.add(0, Self::round(term, index), self.command(entry), parent(index));
        }
    }

    /// Whether the labels say that somebody has committed this entry.
    pub(super) fn is_committed(&self, state: &Bits<W>, entry_term: usize, index: usize) -> bool {
        let terms = match self.mutation {
            Some(Mutation::DecidesEarlierTerms) => entry_term..=self.bounds.rounds,
            _ => entry_term..=entry_term,
        };
        terms.into_iter().any(|term| {
            let sent = |length| state.get(self.places.sent.at([term - 1, length]));
            let all = (0..=self.bounds.instances).fold(0, |all, length| all | sent(length));
            let decided = (u64::BITS - all.leading_zeros()) as usize;
            let code = state.get(self.places.sent_log.at([term - 1, index]));
            decided > index + 1 && self.term_of(code) == entry_term
        })
    }
}
