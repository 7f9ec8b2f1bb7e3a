//! Runs schedules again, and says what is wrong with them by means that the search does not use.

use aplomb_explore::Schedule;
use aplomb_jvm::{Machine, State};

use super::{
    ClassError, ClassUnderTest, Mode, ProblemKind, Reference, SearchOptions, Witness, convert,
    judge::{Judge, Judgement},
    livelock,
    sequential_class::SequentialClass,
    witness,
};
use crate::{
    Client, Value,
    sequential::{NotTried, Outcome, RealTimeOrder, some_order_explains},
};

/// What one schedule of a client does.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What the calls returned.
    pub outcome: Outcome,
    /// What is wrong with that, if the execution is over or will never be.
    pub problem: Option<ProblemKind>,
    /// Whether no thread can move any more.
    pub is_over: bool,
    /// What happened, step by step.
    pub witness: Witness,
}

/// What a search found, before anyone has looked at it again.
pub(super) struct Candidate {
    pub kind: ProblemKind,
    /// What the calls returned, if the execution has an end.
    pub outcome: Option<Outcome>,
    /// Simpler schedules first.
    pub schedules: Vec<Schedule>,
}

/// Why a candidate is not reported as a violation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unconfirmed {
    #[error("a fresh run of the schedule ends otherwise")]
    OtherEnd,
    #[error(transparent)]
    Class(#[from] ClassError),
}

impl ClassUnderTest {
    /// Runs one schedule of a client on a machine of its own, and tells what happens. What is
    /// called a problem is none for any order of the calls, each of which is tried.
    pub fn replay(&self, client: &Client, schedule: &Schedule) -> Result<Replay, ClassError> {
        let machine = self.machine(client, self.mode == Mode::Strict)?;
        let witness = Witness::replay(&machine, schedule).map_err(ClassError::Schedule)?;
        let last = witness.last_state();
        let is_over = witness::is_over(&machine, last);
        let problem = if is_over {
            self.problem(client, &machine, last)?
        } else {
            livelock::is_livelock(&machine, last).then_some(ProblemKind::Livelock)
        };
        let outcome = convert::outcome(&machine, last);
        Ok(Replay { outcome, problem, witness, is_over })
    }

    /// What a fresh run shows of a candidate, if that is what the search saw.
    pub(super) fn confirm(
        &self,
        client: &Client,
        mode: Mode,
        candidate: &Candidate,
    ) -> Result<Witness, Unconfirmed> {
        let class = ClassUnderTest { mode, ..self.clone() };
        let mut reason = Unconfirmed::OtherEnd;
        for schedule in &candidate.schedules {
            match class.replay(client, schedule) {
                Ok(seen)
                    if seen.problem.as_ref() == Some(&candidate.kind)
                        && candidate.outcome.as_ref().is_none_or(|it| *it == seen.outcome) =>
                {
                    return Ok(seen.witness);
                }
                Ok(_) => reason = Unconfirmed::OtherEnd,
                Err(error) => reason = error.into(),
            }
        }
        Err(reason)
    }

    /// What is wrong with the end of an execution.
    fn problem(
        &self,
        client: &Client,
        machine: &Machine,
        last: &State,
    ) -> Result<Option<ProblemKind>, ClassError> {
        let expectation = self.expectation(client)?;
        let search = SearchOptions::default();
        let judge = Judge::new(machine, &expectation, self.mode, &search);
        let Judgement::Wrong(kind) = judge.judgement(last) else { return Ok(None) };
        let order: Option<RealTimeOrder> = (self.mode == Mode::Strict).then(|| {
            (0..machine.client_count()).map(|thread| last.precedence(thread).to_vec()).collect()
        });
        let outcome = convert::outcome(machine, last);
        let is_explained = self.is_explained(client, &outcome, order.as_ref())?;
        Ok((!is_explained).then_some(kind))
    }

    /// Whether some order of the calls has this outcome, by trying all.
    fn is_explained(
        &self,
        client: &Client,
        outcome: &Outcome,
        order: Option<&RealTimeOrder>,
    ) -> Result<bool, ClassError> {
        let too_many = || ClassError::TooManyOrders { client: client.to_string() };
        let by_class = |class: &ClassUnderTest| {
            let machine = class.machine(client, false)?;
            let lengths: Vec<usize> = client.threads.iter().map(Vec::len).collect();
            let agrees = |answer: &Value, observed: &Value| answer == observed;
            some_order_explains(&SequentialClass(&machine), &lengths, outcome, order, &agrees)
                .map_err(|error| match error {
                    NotTried::Failed(error) => ClassError::Jvm(error),
                    NotTried::TooMany => too_many(),
                })
        };
        match &self.reference {
            Reference::Itself => by_class(self),
            Reference::Class(class) => {
                by_class(&ClassUnderTest { class: class.clone(), ..self.clone() })
            }
            Reference::Named(named, names) => named
                .some_order_explains(&self.translate(client, names), outcome, order)
                .ok_or_else(too_many),
        }
    }
}
