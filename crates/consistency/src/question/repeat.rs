//! Any number of instances of the transactions, up to a bound.

use std::time::Instant;

use crate::check::{Options, Verdict, check_levels};
use crate::execution::Levels;
use crate::model::Isolation;
use crate::program::{NotRepeatable, Program, ProgramError};
use crate::solver::left;

/// Why the question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RepeatError {
    /// The program is not one.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The transactions cannot be multiplied.
    #[error(transparent)]
    NotRepeatable(#[from] NotRepeatable),
}

/// The answer: a verdict, and the program it is about.
#[derive(Clone, Debug)]
pub struct Repeated {
    /// Holds for every multiset, or the first violation.
    pub verdict: Verdict,
    /// The instances with which it is violated or unknown.
    pub program: Option<Program>,
    /// How many multisets of `instances` transactions were checked.
    pub multisets: usize,
}

/// Checks every multiset of at most `instances` transactions of the program.
///
/// Each multiset of exactly that size is checked for every committed subset,
/// which covers the smaller ones.
pub fn repeat(
    program: &Program,
    isolation: impl Into<Isolation>,
    instances: usize,
    options: &Options,
) -> Result<Repeated, RepeatError> {
    program.validate()?;
    program.check_repeatable()?;
    let levels = Levels::uniform(isolation);
    let deadline = Instant::now() + options.timeout;
    let mut multisets = 0;
    let mut unknown = None;
    let mut chosen = vec![0; instances];
    loop {
        let multiplied = program.with_instances(&chosen)?;
        let timeout = left(deadline);
        // There may be millions of them.
        if timeout.is_zero() {
            unknown = unknown.or(Some((Verdict::late(), multiplied)));
            break;
        }
        let options = Options { every_subset: true, timeout, ..*options };
        multisets += 1;
        match check_levels(&multiplied, &levels, &options)? {
            Verdict::Holds => {}
            verdict @ Verdict::Unknown { .. } => unknown = unknown.or(Some((verdict, multiplied))),
            verdict => return Ok(Repeated { verdict, program: Some(multiplied), multisets }),
        }
        if !next_multiset(&mut chosen, program.transactions.len()) {
            break;
        }
    }
    Ok(match unknown {
        None => Repeated { verdict: Verdict::Holds, program: None, multisets },
        Some((verdict, program)) => Repeated { verdict, program: Some(program), multisets },
    })
}

/// The next sequence of numbers below `bound` that does not decrease.
fn next_multiset(chosen: &mut [usize], bound: usize) -> bool {
    let Some(position) = chosen.iter().rposition(|&member| member + 1 < bound) else {
        return false;
    };
    let next = chosen[position] + 1;
    chosen[position..].fill(next);
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn multisets_are_enumerated_once_each() {
        let mut chosen = vec![0; 3];
        let mut count = 1;
        while super::next_multiset(&mut chosen, 3) {
            count += 1;
        }
        assert_eq!(count, 10);
    }
}
