//! Sets: one element of a set is a light switch.
//!
//! A successful `add` or `remove` toggles the switch; everything else observes
//! it. Going through the events in order, observers that see what they saw are
//! put in order at once, and the switch is toggled only when a return demands
//! it, by the operation that returns first. There is never a choice, so one
//! pass decides, whether values repeat or not.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::MonitorAnswer;
use crate::{History, Operation, Value, specification::SetMethod};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Makes the element present (`true`) or absent.
    Toggles(bool),
    /// Saw the element present (`true`) or absent.
    Saw(bool),
}

/// Decides a history of a single element.
pub(crate) fn check(history: &History) -> MonitorAnswer {
    let Some(roles) = roles(history) else { return MonitorAnswer::NotApplicable };
    let operations = history.operations();
    let mut returns: Vec<u32> = (0..operations.len() as u32)
        .filter(|&index| operations[index as usize].returned.is_some())
        .collect();
    returns.sort_unstable_by_key(|&index| operations[index as usize].returned);

    let mut switch = Switch {
        present: false,
        in_order: vec![false; operations.len()],
        togglers: Default::default(),
        waiting: Default::default(),
    };
    let mut next_call = 0;
    for index in returns {
        let operation = &operations[index as usize];
        while next_call < operations.len()
            && operations[next_call].called < operation.returned_or_end()
        {
            if let Some(role) = roles[next_call] {
                switch.call(next_call as u32, &operations[next_call], role);
            }
            next_call += 1;
        }
        if let (false, Some(role)) = (switch.in_order[index as usize], roles[index as usize])
            && !switch.explain(role)
        {
            let element = &history.call(operation).arguments[0];
            let reason = format!(
                "when `{}` returned, {element} {}",
                history.describe(operation),
                if switch.present {
                    "was in the set, and no `remove` was running that could have taken it out"
                } else {
                    "was not in the set, and no `add` was running that could have put it in"
                }
            );
            return MonitorAnswer::violated(reason, [index]);
        }
    }
    MonitorAnswer::Linearizable
}

/// The role of each operation; no role for pending observers.
fn roles(history: &History) -> Option<Vec<Option<Role>>> {
    let role = |operation: &Operation| {
        let method = SetMethod::of(history.call(operation))?;
        let result = match history.result(operation) {
            Some(Value::Boolean(result)) => Some(*result),
            None if operation.returned.is_none() => None,
            _ => return None,
        };
        Some(match (method, result) {
            (SetMethod::Add(_), Some(true) | None) => Some(Role::Toggles(true)),
            (SetMethod::Add(_), Some(false)) => Some(Role::Saw(true)),
            (SetMethod::Remove(_), Some(true) | None) => Some(Role::Toggles(false)),
            (SetMethod::Remove(_), Some(false)) => Some(Role::Saw(false)),
            (SetMethod::Contains(_), Some(result)) => Some(Role::Saw(result)),
            (SetMethod::Contains(_), None) => None,
            _ => return None,
        })
    };
    history.operations().iter().map(role).collect()
}

struct Switch {
    present: bool,
    in_order: Vec<bool>,
    /// Open operations that switch off and on, first return first.
    togglers: [BinaryHeap<Reverse<(u32, u32)>>; 2],
    /// Open operations that saw the switch off and on.
    waiting: [Vec<u32>; 2],
}

impl Switch {
    fn call(&mut self, index: u32, operation: &Operation, role: Role) {
        match role {
            Role::Toggles(on) => {
                self.togglers[usize::from(on)].push(Reverse((operation.returned_or_end(), index)));
            }
            Role::Saw(on) if on == self.present => self.in_order[index as usize] = true,
            Role::Saw(on) => self.waiting[usize::from(on)].push(index),
        }
    }

    /// Makes an operation that returns now fit, by toggling as needed.
    fn explain(&mut self, role: Role) -> bool {
        match role {
            Role::Toggles(on) if on == self.present => self.toggle() && self.toggle(),
            Role::Toggles(_) | Role::Saw(_) => self.toggle(),
        }
    }

    fn toggle(&mut self) -> bool {
        let on = !self.present;
        let Some(Reverse((_, index))) = self.togglers[usize::from(on)].pop() else { return false };
        self.present = on;
        self.in_order[index as usize] = true;
        for observer in self.waiting[usize::from(on)].drain(..) {
            self.in_order[observer as usize] = true;
        }
        true
    }
}
