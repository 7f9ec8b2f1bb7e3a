//! Blocks of operations that nothing from outside may interrupt, and whether
//! they can be put in a row.
//!
//! A block must be before another if one of its operations returned before one
//! of the other's was called. Because that depends on two numbers only (the
//! first return of the one, the last call of the other), blocks can be put in a
//! row exactly if no two of them must each be before the other: in a longer
//! circle, the block with the first return must be before all others, its
//! predecessor included (Gibbons and Korach, 1997, have it for reads and
//! writes).

use super::MonitorAnswer;
use crate::{History, Value};

/// The time of the write that gave the object its initial value.
const BEFORE_ALL: i64 = -1;
const NEVER: i64 = i64::MAX;
/// Stands for that write.
const BEGINNING: u32 = u32::MAX;

/// Operations that nothing from outside comes between.
pub(super) struct Block<'history> {
    history: &'history History,
    value: &'history Value,
    /// The first return and the last call, each with its operation.
    first_return: (i64, u32),
    last_call: (i64, u32),
}

impl<'history> Block<'history> {
    /// An empty block, which people recognise by a value.
    pub(super) fn new(history: &'history History, value: &'history Value) -> Block<'history> {
        let (first_return, last_call) = ((NEVER, BEGINNING), (i64::MIN, BEGINNING));
        Block { history, value, first_return, last_call }
    }

    /// Makes this the block with which everything begins.
    pub(super) fn begin_before_all(&mut self) {
        self.first_return = (BEFORE_ALL, BEGINNING);
        self.last_call = (BEFORE_ALL, BEGINNING);
    }

    /// Adds operations, in any order among themselves, to the end of the block.
    pub(super) fn extend(&mut self, group: &[u32]) -> Result<(), MonitorAnswer> {
        let operations = self.history.operations();
        let (last_call, caller) = self.last_call;
        for &index in group {
            let operation = &operations[index as usize];
            let returned = operation.returned.map_or(NEVER, i64::from);
            if returned < last_call {
                let describe = |index: u32| self.history.describe(&operations[index as usize]);
                let reason = format!(
                    "`{}` returned before `{}` was called, but must come after it",
                    describe(index),
                    describe(caller)
                );
                return Err(MonitorAnswer::violated(reason, [index, caller]));
            }
            self.first_return = self.first_return.min((returned, index));
            self.last_call = self.last_call.max((i64::from(operation.called), index));
        }
        Ok(())
    }

    /// Whether none of its operations ever returned.
    pub(super) fn is_pending(&self) -> bool {
        self.first_return.0 == NEVER
    }

    /// Whether not all of its operations overlap.
    fn is_forward(&self) -> bool {
        self.first_return.0 < self.last_call.0
    }
}

/// Fails if two blocks must each be before the other.
pub(super) fn find_conflict(blocks: Vec<Block<'_>>) -> Result<(), MonitorAnswer> {
    let (mut forward, backward): (Vec<_>, Vec<_>) = blocks.into_iter().partition(Block::is_forward);
    forward.sort_unstable_by_key(|block| block.first_return.0);
    for pair in forward.windows(2) {
        if pair[1].first_return.0 < pair[0].last_call.0 {
            return Err(both_ways(&pair[0], &pair[1]));
        }
    }
    for block in &backward {
        let place = forward.partition_point(|other| other.first_return.0 < block.last_call.0);
        if let Some(other) = place.checked_sub(1).map(|place| &forward[place])
            && block.first_return.0 < other.last_call.0
        {
            return Err(both_ways(other, block));
        }
    }
    Ok(())
}

fn both_ways(one: &Block<'_>, other: &Block<'_>) -> MonitorAnswer {
    let history = one.history;
    let describe = |index: u32| match history.operations().get(index as usize) {
        Some(operation) => format!("`{}`", history.describe(operation)),
        None => "the beginning".to_owned(),
    };
    let before = |one: &Block<'_>, other: &Block<'_>| {
        let (returned, called) = (describe(one.first_return.1), describe(other.last_call.1));
        format!("{returned} was over before {called} was called")
    };
    let reason = format!(
        "{} would have to be written both before and after {}: {}, and {}",
        one.value,
        other.value,
        before(one, other),
        before(other, one)
    );
    let operations = [one.first_return.1, one.last_call.1, other.first_return.1, other.last_call.1];
    MonitorAnswer::violated(reason, operations.into_iter().filter(|&index| index != BEGINNING))
}
