//! When elements of a stack must be gone that nobody is known to have taken.
//!
//! An element that is certainly above another one is gone before that one is taken, and every element
//! before the stack is seen empty. If nobody took it, a pending operation must have, one for each such
//! element: the earliest called for the one that must be gone first. That is not the only way to
//! complete a history, so only what it explains is decided by it.

use super::{
    element::{Element, Lives, NEVER},
    tournament::Tournament,
};
use crate::History;

/// Something before whose end all is gone that was certainly put in between.
struct Departure {
    /// Elements put in after this are above.
    begin: i64,
    called: i64,
    returned: i64,
}

impl<'history> Lives<'history> {
    /// The pending operations took the elements that must be gone, in the order in which they must.
    pub(super) fn completed_in_time(&self, history: &History) -> Lives<'history> {
        let deadlines = self.deadlines(history);
        let mut late: Vec<(i64, usize)> = deadlines
            .into_iter()
            .enumerate()
            .filter(|(_, deadline)| *deadline < NEVER)
            .map(|(place, deadline)| (deadline, place))
            .collect();
        late.sort_unstable();
        let mut lives = self.clone();
        for ((_, place), called) in late.into_iter().zip(&self.pending) {
            lives.elements[place].1.take_called = *called;
        }
        lives
    }

    /// For each element that nobody took, when it must be gone.
    fn deadlines(&self, history: &History) -> Vec<i64> {
        let departures = self.departures(history);
        let mut by_call: Vec<usize> = (0..departures.len()).collect();
        by_call.sort_unstable_by_key(|index| departures[*index].called);
        let mut ranks = vec![0; departures.len()];
        by_call.iter().enumerate().for_each(|(rank, index)| ranks[*index] = rank);
        let is_left = |element: &Element| element.taken.is_none();
        let mut left: Vec<usize> =
            (0..self.elements.len()).filter(|place| is_left(&self.elements[*place].1)).collect();
        left.sort_unstable_by_key(|place| self.elements[*place].1.put_called);
        let mut below = Tournament::new(vec![NEVER; departures.len()]);
        let mut next = 0;
        let mut deadlines = vec![NEVER; self.elements.len()];
        for place in left {
            let element = &self.elements[place].1;
            while let Some(departure) = departures.get(next)
                && departure.begin < element.put_called
            {
                below.set(ranks[next], departure.returned);
                next += 1;
            }
            let later =
                by_call.partition_point(|index| departures[*index].called <= element.put_returned);
            if later < by_call.len() {
                deadlines[place] = below.key(below.least(later..by_call.len()));
            }
        }
        deadlines
    }

    /// By their begins.
    fn departures(&self, history: &History) -> Vec<Departure> {
        let taken = self.elements.iter().filter(|(_, it)| it.taken.is_some()).map(|(_, it)| {
            Departure { begin: it.put_returned, called: it.take_called, returned: it.take_returned }
        });
        let empty = self.empty.iter().map(|index| {
            let operation = &history.operations()[*index as usize];
            let (called, returned) = (operation.called, operation.returned_or_end());
            Departure { begin: i64::MIN, called: called.into(), returned: returned.into() }
        });
        let mut departures: Vec<Departure> = taken.chain(empty).collect();
        departures.sort_by_key(|departure| departure.begin);
        departures
    }
}
