//! How one schedule goes wrong, in terms of what a repair would make atomic.

use aplomb_explore::Schedule;
use aplomb_jvm::ThreadId;
use aplomb_repair::{Repair, Section, optimal_eliminators};

use super::super::{ClassError, ClassUnderTest, Mode};
use super::{
    CodeBlock,
    observed::{Retracing, Trace},
    program::Program,
};
use crate::Client;

/// What comes between the steps that a repair would make one.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cause {
    /// Stretches of one call that are interrupted, by the numbers of their first and last step.
    pub segments: Vec<(usize, usize)>,
    /// Steps that conflict, the earlier one first: one of a stretch and one that comes between.
    pub conflicts: Vec<(usize, usize)>,
}

impl ClassUnderTest {
    /// Why a schedule goes wrong that `blocks` would rule out; nothing if they would not.
    pub fn cause(
        &self,
        client: &Client,
        schedule: &Schedule,
        blocks: &[CodeBlock],
    ) -> Result<Option<Cause>, ClassError> {
        let Retracing { mut trace, numbers, .. } = self.retrace(client, schedule)?;
        let found = explain(&trace, &numbers, blocks).or_else(|| {
            // Perhaps only the order in time makes it wrong.
            trace.against_time = true;
            explain(&trace, &numbers, blocks)
        });
        Ok(found)
    }

    /// Follows a schedule.
    pub(super) fn retrace(
        &self,
        client: &Client,
        schedule: &Schedule,
    ) -> Result<Retracing, ClassError> {
        let machine = self.machine(client, self.mode == Mode::Strict)?;
        let mut state = machine.initial_state().clone();
        let mut retracing = Retracing::default();
        for choice in &schedule.steps {
            let number = choice.process.index();
            let Some(thread) = ThreadId::new(number).filter(|_| machine.is_enabled(&state, number))
            else {
                return Err(ClassError::Schedule(format!("thread {number} cannot move")));
            };
            let (next, events) = machine.trace(&state, thread);
            retracing.follow(&machine, events, &state, &next);
            state = next;
        }
        Ok(retracing)
    }
}

fn explain(trace: &Trace, numbers: &[usize], blocks: &[CodeBlock]) -> Option<Cause> {
    let mut program = Program::of_blocks(std::iter::once(trace), blocks);
    let execution = program.execution(trace).ok()?;
    let actions: Vec<usize> = (0..trace.steps.len())
        .filter(|&step| program.is_action(&trace.steps[step].seen))
        .map(|step| numbers[step])
        .collect();
    let wanted = Repair::new(blocks.iter().filter_map(|block| {
        let routine = program.routine(block)?;
        Some(Section::new(routine, block.first_line() as usize, block.last as usize))
    }));
    let eliminators = optimal_eliminators(&execution);
    let found = eliminators.iter().find(|it| wanted.subsumes(&execution.all_blocks(it)));
    let found = found.or(eliminators.iter().find(|it| wanted.subsumes(&execution.blocks(it))))?;
    let conflicts = execution.conflicts();
    let mut cause = Cause::default();
    for segment in found.sections() {
        let Section { first, last, .. } = *segment;
        cause.segments.push((actions[first], actions[last]));
        let leaving = conflicts.iter().find(|&&(from, to)| from == first && to < last);
        let entering = conflicts.iter().rfind(|&&(from, to)| to == last && from > first);
        let both = leaving.into_iter().chain(entering);
        cause.conflicts.extend(both.map(|&(from, to)| (actions[from], actions[to])));
    }
    cause.conflicts.sort_unstable();
    cause.conflicts.dedup();
    Some(cause)
}
