//! Acceptors and values have no names: states that differ in these are one.

use super::{Mutation, Quorums, Synod};
use crate::bits::{Bits, Field};

impl<const W: usize> Synod<W> {
    /// What stands for a state, unless it is the state itself.
    pub(super) fn representative(&self, state: &Bits<W>) -> Option<Bits<W>> {
        let mut renamed = self.rename_values(state);
        self.sort_acceptors(&mut renamed);
        (renamed != *state).then_some(renamed)
    }

    /// Acceptors have no names: their columns are sorted.
    fn sort_acceptors(&self, state: &mut Bits<W>) {
        let quorums = (&self.rules.join_quorums, &self.rules.vote_quorums);
        let (Quorums::AtLeast(_), Quorums::AtLeast(_)) = quorums else { return };
        // Leaders have names.
        if matches!(
            self.rules.mutation,
            Some(Mutation::LeaderCountsItself | Mutation::LeaderJoinsSilently)
        ) {
            return;
        }
        state.sort(self.rules.acceptors, |acceptor| self.places.of(acceptor, self.places.column));
    }

    /// Values have no names: they are numbered in the order of the lowest slot and round that
    /// proposes them. Values that nobody has proposed occur nowhere.
    fn rename_values(&self, state: &Bits<W>) -> Bits<W> {
        // The command to stop has a meaning, and so has what no client asked for.
        let values = self.rules.values - usize::from(self.rules.has_stop);
        let occurs_elsewhere = self.rules.has(Mutation::VotesForUnproposed);
        if values < 2 || self.rules.has(Mutation::InventsValue) || occurs_elsewhere {
            return *state;
        }
        let common = self.common(state);
        let first = |value: usize| {
            let slots =
                (0..self.rules.slots).flat_map(|s| (1..=self.rules.rounds).map(move |r| (s, r)));
            slots.into_iter().find(|&(s, r)| self.proposal(&common, r, s, value).is_some())
        };
        // An array, for this happens once for each step of the search.
        let mut order: [usize; 16] = std::array::from_fn(|value| value);
        let unproposed = (usize::MAX, usize::MAX);
        order[..values].sort_by_key(|&value| first(value).unwrap_or(unproposed));
        if order[..values].is_sorted() {
            return *state;
        }
        let mut renamed = [0; 16];
        for (new, &old) in order.iter().enumerate() {
            renamed[old] = new;
        }
        self.with_renamed_values(state, &renamed)
    }

    fn with_renamed_values(&self, state: &Bits<W>, renamed: &[usize; 16]) -> Bits<W> {
        let (places, rules) = (&self.places, &self.rules);
        let mut next = *state;
        let rename_set = |set: u64| {
            let members = (0..rules.all_values()).filter(|value| set & 1 << value != 0);
            members.fold(0, |all, value| all | 1 << renamed[value])
        };
        for acceptor in 0..rules.acceptors {
            for slot in 0..rules.slots {
                // Where there is no vote the value is 0, whatever that is called.
                let mut rename = |round: Field, value: Field| {
                    let (round, value) = (places.of(acceptor, round), places.of(acceptor, value));
                    if state.get(round) != 0 {
                        next.set(value, renamed[state.get(value) as usize] as u64);
                    }
                };
                rename(places.vote_round.at([slot]), places.vote_value.at([slot]));
                for round in 0..rules.rounds {
                    let place = [round, slot];
                    rename(places.join_round.at(place), places.join_value.at(place));
                }
                for round in 1..=rules.rounds {
                    let votes = self.votes(round, slot, acceptor);
                    next.set(votes, rename_set(state.get(votes)));
                }
            }
        }
        for (round, slot) in (0..rules.rounds).flat_map(|r| (0..rules.slots).map(move |s| (r, s))) {
            let decided = places.decided.at([round, slot]);
            next.set(decided, rename_set(state.get(decided)));
            for (value, &new) in renamed[..rules.all_values()].iter().enumerate() {
                let proposal = state.get(places.proposal(round, slot, value));
                next.set(places.proposal(round, slot, new), proposal);
            }
        }
        next
    }
}
