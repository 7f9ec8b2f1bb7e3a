//! Processes have no names: states that differ in these are one.

use super::{MOST_PERMUTED, Raft};
use crate::bits::Bits;
use crate::protocol::Process;

/// Calls `each` with every order of so many processes.
pub(super) fn permutations(processes: usize, mut each: impl FnMut(&[Process])) {
    let mut order: [Process; MOST_PERMUTED] = std::array::from_fn(|process| process);
    let mut counters = [0; MOST_PERMUTED];
    let order = &mut order[..processes];
    each(order);
    // Heap's algorithm.
    let mut index = 1;
    while index < processes {
        if counters[index] < index {
            let other = if index % 2 == 0 { 0 } else { counters[index] };
            order.swap(other, index);
            each(order);
            counters[index] += 1;
            index = 1;
        } else {
            counters[index] = 0;
            index += 1;
        }
    }
}

impl<const W: usize> Raft<W> {
    /// The state in which process `p` is called `order[p]`.
    pub(super) fn renamed(&self, state: &Bits<W>, order: &[Process]) -> Bits<W> {
        let mut renamed = *state;
        for (old, &new) in order.iter().enumerate() {
            let column = self.places.column;
            renamed.set(self.of(new, column), state.get(self.of(old, column)));
            for term in 0..self.bounds.rounds {
                let votes = self.places.votes.at([term]);
                let mask = state.get(self.of(old, votes));
                let members = order.iter().enumerate().filter(|(p, _)| mask & 1 << p != 0);
                let mask = members.fold(0, |mask, (_, &new)| mask | 1 << new);
                renamed.set(self.of(new, votes), mask);
            }
        }
        renamed
    }
}
