//! Looks at every end of an execution and says whether it is right.

use std::ops::ControlFlow;

use aplomb_explore::{
    Exploration, Outcome as SearchOutcome, Schedule, StopReason, Strategy, Terminal, Visit, Visitor,
};
use aplomb_jvm::{JvmError, Machine, State};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    ClientReport, ClientVerdict, Expectation, Mode, Problem, ProblemKind, SearchOptions, Witness,
    convert, races::Races,
};
use crate::{
    Client, Value,
    sequential::{Outcome, RealTimeOrder},
};

/// More outcomes than this are counted, but not listed.
const MOST_OUTCOMES: usize = 20_000;

pub(super) struct Judge<'a> {
    machine: &'a Machine,
    expectation: &'a Expectation,
    mode: Mode,
    search: &'a SearchOptions,
    /// What was found out about each outcome and, in strict mode, order.
    judged: FxHashMap<(Outcome, RealTimeOrder), Option<ProblemKind>>,
    /// Outcomes that occurred and are right.
    expected: FxHashSet<Outcome>,
    /// The first schedule for each wrong outcome.
    problems: Vec<(ProblemKind, Outcome, Schedule)>,
    wrong: FxHashSet<(ProblemKind, Outcome)>,
    failure: Option<JvmError>,
    races: Races,
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        machine: &'a Machine,
        expectation: &'a Expectation,
        mode: Mode,
        search: &'a SearchOptions,
    ) -> Judge<'a> {
        Judge {
            machine,
            expectation,
            mode,
            search,
            judged: FxHashMap::default(),
            expected: FxHashSet::default(),
            problems: Vec::new(),
            wrong: FxHashSet::default(),
            failure: None,
            races: Races::default(),
        }
    }

    /// What is wrong with the end of an execution.
    pub(super) fn judge(&self, state: &State) -> Option<ProblemKind> {
        let outcome = convert::outcome(self.machine, state);
        let order = self.order(state);
        self.judge_outcome(&outcome, &order)
    }

    /// In strict mode, what had returned before each call.
    fn order(&self, state: &State) -> RealTimeOrder {
        match self.mode {
            Mode::Outcome => Vec::new(),
            Mode::Strict => (0..self.machine.client_count())
                .map(|thread| state.precedence(thread).to_vec())
                .collect(),
        }
    }

    fn judge_outcome(&self, outcome: &Outcome, order: &RealTimeOrder) -> Option<ProblemKind> {
        let Expectation { runs, .. } = self.expectation;
        let agrees = |answer: &_, observed: &_| self.expectation.agrees(answer, observed);
        let is_stuck = (0..outcome.len())
            .any(|thread| outcome[thread].len() < self.machine.call_count(thread));
        if !runs.explains(outcome, None, agrees) {
            let exception = outcome.iter().enumerate().find_map(|(thread, results)| {
                results.iter().enumerate().find_map(|(call, result)| match result {
                    Value::Exception(class) if !runs.answers(thread, call, result) => {
                        Some(class.to_string())
                    }
                    _ => None,
                })
            });
            return Some(match exception {
                Some(class) => ProblemKind::UncaughtException { class },
                None if is_stuck => ProblemKind::Deadlock,
                None => ProblemKind::NotLinearizable,
            });
        }
        let out_of_time = self.mode == Mode::Strict && !runs.explains(outcome, Some(order), agrees);
        out_of_time.then_some(ProblemKind::RealTimeViolation)
    }

    /// Sums up after the search.
    pub(super) fn report(
        self,
        client: Client,
        strategy: Strategy,
        exploration: Exploration,
    ) -> ClientReport {
        let livelock = exploration.livelock.as_ref().map(|livelock| livelock.schedule.clone());
        let candidates = self
            .problems
            .into_iter()
            .map(|(kind, outcome, schedule)| {
                (kind, Some(outcome), Witness::simplify(self.machine, schedule))
            })
            .chain(livelock.map(|schedule| (ProblemKind::Livelock, None, schedule)));
        let mut problems: Vec<Problem> = Vec::new();
        let mut failure = self.failure.map(|error| error.to_string());
        for (kind, outcome, schedule) in candidates {
            match Witness::replay(self.machine, &schedule) {
                Ok(witness) => problems.push(Problem { kind, outcome, witness }),
                // What cannot be run again is not a problem of the class.
                Err(why) => {
                    failure.get_or_insert(format!("{kind}, but not when it is run again: {why}"));
                }
            }
        }
        let complete = exploration.outcome == SearchOutcome::Complete && failure.is_none();
        let verdict = match (failure, exploration.outcome) {
            _ if !problems.is_empty() => ClientVerdict::Violated,
            (Some(reason), _) => ClientVerdict::Unknown(reason),
            (None, SearchOutcome::Complete) => ClientVerdict::Holds,
            (None, SearchOutcome::Stopped(StopReason::Sampling)) => ClientVerdict::NothingFound,
            (None, SearchOutcome::Stopped(reason)) => ClientVerdict::Unknown(reason.to_string()),
        };
        let statistics = exploration.statistics;
        let sequential = self.expectation.runs.outcomes(MOST_OUTCOMES);
        ClientReport {
            client,
            verdict,
            strategy,
            expected: sequential.map(|outcomes| outcomes.into_iter().collect()),
            observed: self.expected.len(),
            problems,
            races: self.races.found,
            complete,
            executions: statistics.final_states + statistics.deadlocks,
            states: statistics.states,
            transitions: statistics.transitions,
            elapsed: statistics.elapsed,
            collision_probability: statistics.collision_probability,
        }
    }
}

impl Visitor<Machine> for Judge<'_> {
    fn terminal(&mut self, _terminal: Terminal, visit: &Visit<'_, Machine>) -> ControlFlow<()> {
        if let Some(error) = visit.state.failure() {
            self.failure.get_or_insert_with(|| error.clone());
            return ControlFlow::Continue(());
        }
        let outcome = convert::outcome(self.machine, visit.state);
        let order = self.order(visit.state);
        let key = (outcome, order);
        let problem = match self.judged.get(&key) {
            Some(problem) => problem.clone(),
            None => {
                let problem = self.judge_outcome(&key.0, &key.1);
                self.judged.insert(key.clone(), problem.clone());
                problem
            }
        };
        let (outcome, _) = key;
        match problem {
            None => {
                self.expected.insert(outcome);
                ControlFlow::Continue(())
            }
            Some(kind) => {
                if self.wrong.insert((kind.clone(), outcome.clone())) {
                    self.problems.push((kind, outcome, visit.schedule()));
                }
                if self.search.first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        }
    }

    fn wants_every_state(&self) -> bool {
        self.search.races
    }

    fn state(&mut self, visit: &Visit<'_, Machine>) -> ControlFlow<()> {
        self.races.look(self.machine, visit.state);
        ControlFlow::Continue(())
    }
}
