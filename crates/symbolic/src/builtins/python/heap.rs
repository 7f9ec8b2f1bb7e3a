//! `heapq` and `bisect`: lists that are kept in order. Where all items can be compared, the list
//! becomes what CPython makes of it, item by item.

use super::super::sequence::{become_unknown, order, replace_items};
use super::argument;
use crate::machine::{Arguments, Machine};
use crate::{Node, Outcome, Term};
use std::cmp::Ordering;

/// A heap whose items are all known.
struct Heap(Vec<Term>);

/// Calls a function that changes a list.
pub(super) fn change(machine: &mut Machine<'_>, name: &str, arguments: &Arguments) -> Outcome {
    let list = argument(machine, arguments, 0);
    let item = argument(machine, arguments, 1);
    let function = name.rsplit('.').next().unwrap_or(name);
    let takes = matches!(function, "heappop" | "heappushpop" | "heapreplace");
    let items = machine.list(list).is_some().then(|| machine.items(list)).flatten();
    // What was made up for a run has no order that means something.
    let exact = arguments.named.is_empty() && !machine.is_concrete();
    if let Some(items) = items.filter(|_| exact) {
        if items.is_empty() && matches!(function, "heappop" | "heapreplace") {
            return machine.throw_error("IndexError", "index out of range");
        }
        let mut all = items.clone();
        all.push(item);
        let given = if function == "heappop" || function == "heapify" { &items } else { &all };
        if arguments.positional.len() < 3 && are_ordered(machine, given) {
            let mut heap = Heap(items);
            let taken = heap.change(machine, function, item);
            if let Some(taken) = taken {
                replace_items(machine, list, heap.0);
                let null = machine.terms().null();
                return Ok(taken.unwrap_or(null));
            }
        }
    }
    let given = arguments.positional.get(1..).unwrap_or_default().to_vec();
    if !takes {
        become_unknown(machine, list, name, &given);
        return Ok(machine.frozen_pure(name, &arguments.positional));
    }
    // What is taken out is another value than what is left.
    let value = machine.frozen_pure(name, &arguments.positional);
    become_unknown(machine, list, &format!("what {name} leaves"), &given);
    Ok(value)
}

/// Whether all pairs of items have an order, which numbers that are none do not have.
fn are_ordered(machine: &Machine<'_>, items: &[Term]) -> bool {
    let odd = |item: &Term| matches!(machine.view(*item), Node::Number(n) if n.get().is_nan());
    !items.iter().any(odd)
        && items.iter().all(|&item| order(machine, items[0], item).is_some())
        && items.windows(2).all(|two| order(machine, two[0], two[1]).is_some())
}

impl Heap {
    /// Does what a function does; gives what it gives, if that is not nothing.
    fn change(&mut self, machine: &Machine<'_>, name: &str, item: Term) -> Option<Option<Term>> {
        match name {
            "heappush" => {
                self.0.push(item);
                self.rise(machine, 0, self.0.len() - 1)?;
                Some(None)
            }
            "heappop" => {
                let last = self.0.pop()?;
                match self.0.first().copied() {
                    None => Some(Some(last)),
                    Some(first) => {
                        self.0[0] = last;
                        self.sink(machine, 0)?;
                        Some(Some(first))
                    }
                }
            }
            "heapreplace" => {
                let first = *self.0.first()?;
                self.0[0] = item;
                self.sink(machine, 0)?;
                Some(Some(first))
            }
            "heappushpop" => match self.0.first().copied() {
                Some(first) if is_less(machine, first, item)? => {
                    self.0[0] = item;
                    self.sink(machine, 0)?;
                    Some(Some(first))
                }
                _ => Some(Some(item)),
            },
            "heapify" => {
                for place in (0..self.0.len() / 2).rev() {
                    self.sink(machine, place)?;
                }
                Some(None)
            }
            _ => {
                let mut place = 0;
                while place < self.0.len() {
                    let behind = match name {
                        "insort_left" => is_less(machine, self.0[place], item)?,
                        _ => !is_less(machine, item, self.0[place])?,
                    };
                    if !behind {
                        break;
                    }
                    place += 1;
                }
                // Of a list that is not sorted, another place is found.
                let sorted = self.0.windows(2).all(|two| {
                    order(machine, two[0], two[1]).is_some_and(|it| it != Ordering::Greater)
                });
                sorted.then(|| {
                    self.0.insert(place, item);
                    None
                })
            }
        }
    }

    /// Moves an item towards the front, as far as larger ones stand before it.
    fn rise(&mut self, machine: &Machine<'_>, start: usize, mut place: usize) -> Option<()> {
        let item = self.0[place];
        while place > start {
            let parent = (place - 1) / 2;
            if !is_less(machine, item, self.0[parent])? {
                break;
            }
            self.0[place] = self.0[parent];
            place = parent;
        }
        self.0[place] = item;
        Some(())
    }

    /// Moves an item to the end of the smallest ones behind it, and back as far as it goes.
    fn sink(&mut self, machine: &Machine<'_>, start: usize) -> Option<()> {
        let (mut place, end) = (start, self.0.len());
        let item = self.0[place];
        let mut child = 2 * place + 1;
        while child < end {
            let right = child + 1;
            if right < end && !is_less(machine, self.0[child], self.0[right])? {
                child = right;
            }
            self.0[place] = self.0[child];
            place = child;
            child = 2 * place + 1;
        }
        self.0[place] = item;
        self.rise(machine, start, place)
    }
}

fn is_less(machine: &Machine<'_>, left: Term, right: Term) -> Option<bool> {
    order(machine, left, right).map(|order| order == Ordering::Less)
}
