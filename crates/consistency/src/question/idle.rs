//! Transactions that never do anything: a sign that a model does not say what
//! was meant, for then invariants hold for the wrong reason.

use std::time::Instant;

use crate::check::{Options, Verdict, check};
use crate::model::Model;
use crate::program::{Invariant, Program, ProgramError};
use crate::solver::left;

/// The transactions whose writes happen in no serial execution, as far as that
/// takes little work: a limit of time would make it depend on what else a machine
/// does. The time that is given is the user's limit for all of them.
///
/// ```
/// use aplomb_consistency::{Options, fixture, question::idle::idle};
///
/// let program = fixture::parse(r#"
///     x = 0
///     T1: if x > 0 { x := 1 }
///     T2: if x == 0 { x := 0 }
///     inv x == 0
/// "#)?;
/// assert_eq!(idle(&program, &Options::default())?, [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn idle(program: &Program, options: &Options) -> Result<Vec<usize>, ProgramError> {
    program.validate()?;
    let deadline = Instant::now() + options.timeout;
    let mut idle = Vec::new();
    for index in 0..program.transactions.len() {
        let guards: Vec<_> =
            program.transactions[index].writes().map(|(_, write)| write.guard).collect();
        if guards.is_empty() {
            continue;
        }
        let timeout = left(deadline);
        if timeout.is_zero() {
            break;
        }
        let mut asked = program.clone();
        let writes = asked.terms.or(guards);
        asked.transactions[index].returns.push(("writes".into(), writes));
        let writes = asked.returned(index, "writes").expect("it was just added");
        let holds = asked.terms.not(writes);
        asked.invariants = vec![Invariant { label: "idle".into(), holds }];
        let options = Options { timeout, at_once: true, ..*options };
        if matches!(check(&asked, Model::SER, &options)?, Verdict::Holds) {
            idle.push(index);
        }
    }
    Ok(idle)
}
