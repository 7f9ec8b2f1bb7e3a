//! Containers whose elements can be told apart: who put each in and took it out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::copies::{Copies, Leaving};
use crate::{History, Value};

/// An event that never happens comes after all others.
pub(super) const NEVER: i64 = i64::MAX;

/// The life of one element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// The operation that put it in; its call and return.
    pub(super) put: u32,
    pub(super) put_called: i64,
    pub(super) put_returned: i64,
    /// The operation that took it out, if any; its call and return.
    pub(super) taken: Option<u32>,
    pub(super) take_called: i64,
    pub(super) take_returned: i64,
}

/// What an operation of a history does to a container.
pub(super) enum Access<'history> {
    Put(&'history Value),
    Take(&'history Value),
    /// Saw that there was nothing inside.
    SawEmpty,
    /// Pending, and might take anything.
    MayTake,
    /// Does not matter.
    Nothing,
}

/// A history of a container, sorted by elements.
#[derive(Clone)]
pub(super) struct Lives<'history> {
    pub(super) elements: Vec<(&'history Value, Element)>,
    /// Operations that saw the container empty.
    pub(super) empty: Vec<u32>,
    /// When the pending operations were called that might have taken something, in that order.
    pub(super) pending: Vec<i64>,
}

/// Why a history has no [`Lives`].
pub(super) enum NoLives {
    /// Equal elements are put in, and it is not known which of them was taken when.
    Repeated,
    /// An element is taken that was not put in, or taken twice.
    Violated { reason: String, operations: Vec<u32> },
}

impl<'history> Lives<'history> {
    pub(super) fn new(
        history: &'history History,
        accesses: &[Access<'history>],
        leaving: Leaving,
    ) -> Result<Lives<'history>, NoLives> {
        let mut lives = Lives { elements: Vec::new(), empty: Vec::new(), pending: Vec::new() };
        let mut places: FxHashMap<&Value, usize> = FxHashMap::default();
        // Elements that are put in more than once, by the place of the first.
        let mut repeated: BTreeMap<usize, Copies> = BTreeMap::new();
        for (index, access) in accesses.iter().enumerate() {
            let index = index as u32;
            match access {
                Access::Put(value) => {
                    let first = *places.entry(value).or_insert(lives.elements.len());
                    if first < lives.elements.len() {
                        let one = lives.elements[first].1.put;
                        let copies = repeated.entry(first).or_default();
                        if copies.puts.is_empty() {
                            copies.puts.push(one);
                        }
                        copies.puts.push(index);
                    }
                    lives.elements.push((value, put(history, index)));
                }
                Access::SawEmpty => lives.empty.push(index),
                Access::MayTake => {
                    lives.pending.push(i64::from(history.operations()[index as usize].called));
                }
                Access::Take(_) | Access::Nothing => {}
            }
        }
        for (index, access) in accesses.iter().enumerate() {
            let Access::Take(value) = access else { continue };
            let place = places.get(value).copied();
            match place.and_then(|place| repeated.get_mut(&place)) {
                Some(copies) => copies.takes.push(index as u32),
                None => lives.take(history, place, index as u32)?,
            }
        }
        // A pending operation might have taken one of several equal elements.
        if !repeated.is_empty() && !lives.pending.is_empty() {
            return Err(NoLives::Repeated);
        }
        for copies in repeated.values() {
            let pairs = copies.pairs(history, leaving).ok_or(NoLives::Repeated)?;
            for (put, take) in pairs {
                let Some(put) = put else {
                    let described = history.describe(&history.operations()[take as usize]);
                    let reason = format!("`{described}`, but others had taken all of these");
                    return Err(NoLives::Violated { reason, operations: vec![take] });
                };
                let place = lives.elements.partition_point(|(_, it)| it.put < put);
                lives.take(history, Some(place), take)?;
            }
        }
        lives.pending.sort_unstable();
        // What was never certainly put in, nor taken out, need not be there.
        lives
            .elements
            .retain(|(_, element)| element.put_returned < NEVER || element.taken.is_some());
        Ok(lives)
    }

    /// Every element that nobody took, as if the first of the pending operations had taken it:
    /// whatever these operations did, the history is no easier to explain than this one.
    pub(super) fn most_lenient(&self) -> Lives<'history> {
        let Some(&first) = self.pending.first() else { return self.clone() };
        let mut lives = self.clone();
        for (_, element) in lives.elements.iter_mut().filter(|(_, it)| it.taken.is_none()) {
            element.take_called = first;
        }
        lives
    }

    /// The pending operations took elements that nobody else took, one each: the first called of
    /// them the element with the least key, and so on.
    pub(super) fn completed<K: Ord>(&self, key: impl Fn(&Element) -> K) -> Lives<'history> {
        let mut lives = self.clone();
        let mut left: Vec<&mut Element> = lives
            .elements
            .iter_mut()
            .map(|(_, element)| element)
            .filter(|element| element.taken.is_none())
            .collect();
        left.sort_by_key(|element| key(element));
        for (element, called) in left.into_iter().zip(&self.pending) {
            element.take_called = *called;
        }
        lives
    }

    fn take(&mut self, history: &History, place: Option<usize>, index: u32) -> Result<(), NoLives> {
        let operation = &history.operations()[index as usize];
        let described = history.describe(operation);
        let violated = |reason, operations| Err(NoLives::Violated { reason, operations });
        let Some(place) = place else {
            return violated(format!("`{described}`, but nobody put that in"), vec![index]);
        };
        let element = &mut self.elements[place].1;
        if let Some(earlier) = element.taken {
            let earlier_call = history.describe(&history.operations()[earlier as usize]);
            let reason = format!("`{earlier_call}` and `{described}`, but it was put in once");
            return violated(reason, vec![earlier, index]);
        }
        element.taken = Some(index);
        element.take_called = i64::from(operation.called);
        element.take_returned = i64::from(operation.returned_or_end());
        if element.take_returned < element.put_called {
            let put = history.describe(&history.operations()[element.put as usize]);
            let reason = format!("`{described}` returned before `{put}` was called");
            return violated(reason, vec![index, element.put]);
        }
        Ok(())
    }
}

fn put(history: &History, index: u32) -> Element {
    let operation = &history.operations()[index as usize];
    Element {
        put: index,
        put_called: i64::from(operation.called),
        put_returned: operation.returned.map_or(NEVER, i64::from),
        taken: None,
        // What stays inside is taken at the end of time, in any order.
        take_called: NEVER - 1,
        take_returned: NEVER,
    }
}

/// For each operation that saw the container empty: whether there was a moment
/// between its call and its return at which no element was certainly inside.
/// Returns the first for which there was none.
pub(super) fn never_empty<'a>(
    history: &History,
    elements: impl Iterator<Item = &'a Element>,
    empty: &[u32],
) -> Option<u32> {
    let operations = history.operations();
    let last = operations.last()?.called.max(operations.iter().filter_map(|o| o.returned).max()?);
    // inside[t]: by how much the number of elements certainly inside changes
    // at event t; then, free[t]: how many of the gaps before event t are free.
    let mut inside = vec![0_i32; last as usize + 2];
    for element in elements.filter(|element| element.put_returned < element.take_called) {
        inside[element.put_returned as usize] += 1;
        if let Some(end) = inside.get_mut(element.take_called as usize) {
            *end -= 1;
        }
    }
    let mut free = Vec::with_capacity(inside.len() + 1);
    let (mut count, mut free_so_far) = (0, 0_u32);
    for change in inside {
        free.push(free_so_far);
        count += change;
        free_so_far += u32::from(count == 0);
    }
    empty.iter().copied().find(|&index| {
        let operation = &operations[index as usize];
        let end = operation.returned.unwrap_or(last + 1);
        free[operation.called as usize] == free[end as usize]
    })
}
