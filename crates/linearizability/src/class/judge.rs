//! Looks at every end of an execution and says whether it is right.

use std::{collections::BTreeSet, ops::ControlFlow, sync::Arc};

use aplomb_explore::{
    Exploration, Outcome as SearchOutcome, Schedule, StopReason, Strategy, Terminal, Visit, Visitor,
};
use aplomb_jvm::{JvmError, Machine, State, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    ClientReport, ClientVerdict, Expectation, Mode, Problem, ProblemKind, SearchOptions, Undecided,
    Witness,
    confirm::{Candidate, Unconfirmed},
    convert,
    ends::sequential_ends,
    races::Races,
    real_time::Found,
};
use crate::{
    Call, Client, Value,
    sequential::{Outcome, RealTimeOrder},
};

/// More outcomes than this are counted, but not listed.
const MOST_OUTCOMES: usize = 20_000;

/// So many executions that end as no sequential run does are enough.
const MOST_ODD_ENDS: usize = 4;

/// What is said of one execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// Some order of the calls explains it.
    Right,
    /// Nothing explains it.
    Wrong(ProblemKind),
    /// A call returned that waits in every sequential run, because it needs a partner that calls
    /// at the same time: sequential runs say nothing about it.
    NotComparable { thread: usize, call: usize },
}

pub(super) struct Judge<'a> {
    machine: &'a Machine,
    expectation: &'a Expectation,
    mode: Mode,
    search: &'a SearchOptions,
    /// What was found out about each outcome and, in strict mode, order.
    judged: FxHashMap<(Outcome, RealTimeOrder), Judgement>,
    /// Outcomes that occurred and are right.
    expected: FxHashSet<Outcome>,
    /// The first schedule for each wrong outcome.
    problems: Vec<(ProblemKind, Outcome, Schedule)>,
    wrong: FxHashSet<(ProblemKind, Outcome)>,
    failure: Option<JvmError>,
    /// The first call, by thread and place, that has no sequential counterpart.
    not_comparable: Option<(usize, usize)>,
    /// Whether some right outcome would be wrong in another order of the calls.
    order_matters: bool,
    /// How sequential runs end, if executions are wanted that end in another way.
    sequential_ends: Option<FxHashSet<State>>,
    odd_ends: Vec<Schedule>,
    /// For each call whether it returned in some execution, and what it threw otherwise.
    returned: FxHashMap<(usize, usize), Option<Arc<str>>>,
    /// Calls, by thread and place, of whose results a part is only known by its class.
    opaque: BTreeSet<(usize, usize, Arc<str>)>,
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
            not_comparable: None,
            order_matters: false,
            sequential_ends: (search.odd_ends && mode == Mode::Outcome)
                .then(|| sequential_ends(machine))
                .flatten(),
            odd_ends: Vec::new(),
            returned: FxHashMap::default(),
            opaque: BTreeSet::new(),
            races: Races::default(),
        }
    }

    /// What is said of the end of an execution.
    pub(super) fn judgement(&self, state: &State) -> Judgement {
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

    fn judge_outcome(&self, outcome: &Outcome, order: &RealTimeOrder) -> Judgement {
        let Expectation { runs, .. } = self.expectation;
        let agrees = |answer: &_, observed: &_| self.expectation.agrees(answer, observed);
        let is_stuck = (0..outcome.len())
            .any(|thread| outcome[thread].len() < self.machine.call_count(thread));
        if !runs.explains(outcome, None, agrees) {
            let calls = outcome
                .iter()
                .enumerate()
                .flat_map(|(thread, results)| (0..results.len()).map(move |call| (thread, call)));
            if let Some((thread, call)) =
                calls.into_iter().find(|(thread, call)| !runs.returns(*thread, *call))
            {
                return Judgement::NotComparable { thread, call };
            }
            let exception = outcome.iter().enumerate().find_map(|(thread, results)| {
                results.iter().enumerate().find_map(|(call, result)| match result {
                    Value::Exception(class) if !runs.answers(thread, call, result) => {
                        Some(class.to_string())
                    }
                    _ => None,
                })
            });
            return Judgement::Wrong(match exception {
                Some(class) => ProblemKind::UncaughtException { class },
                None if is_stuck => ProblemKind::Deadlock,
                None => ProblemKind::NotLinearizable,
            });
        }
        if self.mode == Mode::Strict && !runs.explains(outcome, Some(order), agrees) {
            return Judgement::Wrong(ProblemKind::RealTimeViolation);
        }
        Judgement::Right
    }

    /// Remembers what each call did in an execution.
    fn note_results(&mut self, outcome: &Outcome) {
        for (thread, results) in outcome.iter().enumerate() {
            for (call, result) in results.iter().enumerate() {
                let thrown = match result {
                    Value::Exception(class) => Some(class.clone()),
                    _ => None,
                };
                let known = self.returned.entry((thread, call)).or_insert_with(|| thrown.clone());
                if thrown.is_none() {
                    *known = None;
                }
            }
        }
    }

    fn note_opaque(&mut self, state: &State) {
        for thread in 0..self.machine.client_count() {
            for (call, outcome) in state.outcomes(thread).iter().enumerate() {
                if let aplomb_jvm::Outcome::Object { opaque, .. } = outcome {
                    self.opaque.extend(opaque.iter().map(|class| (thread, call, class.clone())));
                }
            }
        }
    }

    fn note_right(&mut self, outcome: Outcome) {
        let Expectation { runs, .. } = self.expectation;
        let agrees = |answer: &_, observed: &_| self.expectation.agrees(answer, observed);
        if self.mode == Mode::Outcome && !self.order_matters && !self.expected.contains(&outcome) {
            self.order_matters = !runs.always_explains(&outcome, agrees);
        }
        self.expected.insert(outcome);
    }

    /// Remembers an execution that ends as no sequential run does.
    fn note_end(&mut self, terminal: Terminal, visit: &Visit<'_, Machine>) {
        if let Some(ends) = &self.sequential_ends
            && terminal == Terminal::Final
            && self.odd_ends.len() < MOST_ODD_ENDS
            && !ends.contains(visit.state)
        {
            self.odd_ends.push(visit.schedule());
        }
    }

    /// What another search found that looked at real time alone.
    pub(super) fn take_over(&mut self, found: Found<'_>) {
        self.failure = found.failure;
        if let Some(schedule) = found.wrong {
            let steps = schedule.steps.iter().filter_map(|it| ThreadId::new(it.process.index()));
            let start = self.machine.initial_state().clone();
            let last = steps.fold(start, |state, thread| self.machine.step(&state, thread));
            let outcome = convert::outcome(self.machine, &last);
            let kind = match self.judgement(&last) {
                Judgement::Wrong(kind) => kind,
                // It will not be confirmed, which is then what is reported.
                _ => ProblemKind::RealTimeViolation,
            };
            self.problems.push((kind, outcome, schedule));
        }
    }

    /// What the search found, to be confirmed.
    fn candidates(&mut self, exploration: &Exploration) -> Vec<Candidate> {
        let found = std::mem::take(&mut self.problems);
        let mut candidates: Vec<Candidate> = found
            .into_iter()
            .map(|(kind, outcome, schedule)| {
                let simpler = Witness::simplify(self.machine, schedule.clone());
                Candidate { kind, outcome: Some(outcome), schedules: vec![simpler, schedule] }
            })
            .collect();
        candidates.extend(exploration.livelock.as_ref().map(|livelock| Candidate {
            kind: ProblemKind::Livelock,
            outcome: None,
            schedules: vec![livelock.schedule.clone()],
        }));
        candidates
    }

    /// A call that waits at the end of an execution and in every sequential run, because it needs a
    /// partner.
    fn waiting(&self, candidate: &Candidate) -> Option<(usize, usize)> {
        let outcome = candidate.outcome.as_ref()?;
        let next = outcome.iter().enumerate().map(|(thread, results)| (thread, results.len()));
        let mut waiting = next.filter(|(thread, call)| *call < self.machine.call_count(*thread));
        waiting.find(|(thread, call)| !self.expectation.runs.returns(*thread, *call))
    }

    /// Sums up after the search. Only what is confirmed is called a problem, and only if it is not
    /// the doing of a call that waits for a partner: others may see it wait, which no sequential run
    /// shows. `is_wrong_without` tells whether something is wrong if a call is not made.
    pub(super) fn report(
        mut self,
        client: Client,
        strategy: Strategy,
        exploration: Exploration,
        confirm: impl Fn(&Candidate) -> Result<Witness, Unconfirmed>,
        is_wrong_without: impl Fn(usize, usize) -> bool,
    ) -> ClientReport {
        let mut problems = Vec::new();
        let mut unconfirmed = None;
        for candidate in self.candidates(&exploration) {
            if let Some((thread, call)) = self.waiting(&candidate)
                && !is_wrong_without(thread, call)
            {
                self.not_comparable.get_or_insert((thread, call));
                continue;
            }
            match confirm(&candidate) {
                Ok(witness) => {
                    let Candidate { kind, outcome, .. } = candidate;
                    problems.push(Problem { kind, outcome, witness, mode: self.mode });
                }
                Err(why) => unconfirmed = unconfirmed.or(Some((candidate.kind, why))),
            }
        }
        let complete = exploration.outcome == SearchOutcome::Complete && self.failure.is_none();
        let verdict = if !problems.is_empty() {
            ClientVerdict::Violated
        } else if let Some((kind, why)) = unconfirmed {
            ClientVerdict::Unknown(Undecided::Unconfirmed(kind, why.to_string()))
        } else if let Some(error) = &self.failure {
            ClientVerdict::Unknown(Undecided::Failed(error.clone()))
        } else if let Some((thread, call)) = self.not_comparable {
            ClientVerdict::NotComparable(client.threads[thread][call].clone())
        } else {
            match exploration.outcome {
                SearchOutcome::Complete => ClientVerdict::Holds,
                SearchOutcome::Stopped(StopReason::Sampling) => ClientVerdict::NothingFound,
                SearchOutcome::Stopped(why) => ClientVerdict::Unknown(Undecided::Stopped(why)),
            }
        };
        let statistics = exploration.statistics;
        let sequential = self.expectation.runs.outcomes(MOST_OUTCOMES);
        let thrown = self.returned.into_iter().filter_map(|((thread, call), thrown)| {
            Some((client.threads[thread][call].clone(), thrown?.to_string()))
        });
        let mut thrown: Vec<(Call, String)> = thrown.collect();
        thrown.sort();
        let opaque = self.opaque.into_iter().map(|(thread, call, class)| {
            (client.threads[thread][call].method.to_string(), class.to_string())
        });
        let opaque = opaque.collect();
        ClientReport {
            client,
            verdict,
            strategy,
            expected: sequential.map(|outcomes| outcomes.into_iter().collect()),
            observed: self.expected.len(),
            problems,
            thrown,
            opaque,
            order_matters: self.order_matters,
            odd_ends: self.odd_ends,
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
    fn terminal(&mut self, terminal: Terminal, visit: &Visit<'_, Machine>) -> ControlFlow<()> {
        if let Some(error) = visit.state.failure() {
            self.failure.get_or_insert_with(|| error.clone());
            return ControlFlow::Continue(());
        }
        let outcome = convert::outcome(self.machine, visit.state);
        let order = self.order(visit.state);
        let key = (outcome, order);
        let judgement = match self.judged.get(&key) {
            Some(judgement) => judgement.clone(),
            None => {
                let judgement = self.judge_outcome(&key.0, &key.1);
                self.note_results(&key.0);
                self.note_opaque(visit.state);
                self.judged.insert(key.clone(), judgement.clone());
                judgement
            }
        };
        let (outcome, _) = key;
        match judgement {
            Judgement::Right => {
                self.note_right(outcome);
                self.note_end(terminal, visit);
                ControlFlow::Continue(())
            }
            Judgement::NotComparable { thread, call } => {
                // Objects that let threads meet spin: there are millions of such executions, and
                // what is wrong with one of them cannot be told from sequential runs.
                self.not_comparable.get_or_insert((thread, call));
                ControlFlow::Break(())
            }
            Judgement::Wrong(kind) => {
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
