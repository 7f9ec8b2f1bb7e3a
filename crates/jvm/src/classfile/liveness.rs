//! Which local variables may still be read.
//!
//! A variable that is never read again holds a value that cannot matter; if
//! it were kept, states that behave alike would count as different. This is
//! the classic backward analysis, on the first 64 variables of a method (later
//! ones are always kept).

use super::op::{Handler, Op};

/// For each instruction, the set of variables that may be read at or after it.
pub(crate) fn live_locals(ops: &[Op], handlers: &[Handler]) -> Vec<u64> {
    let mut live = vec![0u64; ops.len()];
    loop {
        let mut changed = false;
        for index in (0..ops.len()).rev() {
            let mut after = 0;
            if ops[index].falls_through() {
                after |= live.get(index + 1).copied().unwrap_or(0);
            }
            for target in ops[index].targets() {
                after |= live[target as usize];
            }
            let mut before = effect(&ops[index], after);
            // An exception may strike before the instruction has done anything.
            for handler in handlers {
                if (handler.start..handler.end).contains(&(index as u32)) {
                    before |= live[handler.target as usize];
                }
            }
            changed |= before != live[index];
            live[index] = before;
        }
        if !changed {
            return live;
        }
    }
}

fn effect(op: &Op, after: u64) -> u64 {
    match op {
        Op::Load(index) | Op::Increment(index, _) => after | bit(*index),
        Op::Store(index) => after & !bit(*index),
        _ => after,
    }
}

fn bit(index: u16) -> u64 {
    1u64.checked_shl(u32::from(index)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Condition;
    use crate::value::Value;

    #[test]
    fn a_variable_is_live_until_its_last_read_on_any_path() {
        let ops = vec![
            Op::Load(0),
            Op::If(Condition::Equal, 4),
            Op::Push(Value::Int(1)),
            Op::ReturnValue,
            Op::Load(1),
            Op::ReturnValue,
        ];
        assert_eq!(live_locals(&ops, &[]), [0b11, 0b10, 0, 0, 0b10, 0]);
    }

    #[test]
    fn a_loop_keeps_its_variable_alive() {
        let ops = vec![Op::Increment(0, 1), Op::Goto(0)];
        assert_eq!(live_locals(&ops, &[]), [1, 1]);
    }
}
