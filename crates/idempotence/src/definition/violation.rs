//! The search for a run with one crash that no retry-free run can match.

use super::{Answer, Behaviour, Draw, Event, Next, RetryFree, Run, RunError, Stores, Stuck, reply};
use crate::simulation::changes;
use aplomb_script::Span;
use aplomb_symbolic::Terms;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::Arc;

/// One move of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// An instance is invoked.
    Invoke(usize),
    /// An instance performs its next step or ends.
    Step(usize),
    /// The function under test crashes and is retried.
    Crash,
}

/// How finely other instances are interleaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Each other instance runs from its invocation to its end in one go.
    Whole,
    /// Step by step.
    Steps,
}

/// What a run shows that no retry-free run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Events or contents of stores.
    Behaviour,
    /// The retry fails, alone, where every run without a crash succeeds.
    RetryFails,
}

/// A run that no retry-free run can match.
#[derive(Clone, Debug)]
pub struct Violation {
    /// What it shows.
    pub difference: Difference,
    /// The moves in order.
    pub moves: Vec<Move>,
    /// What was seen.
    pub events: Vec<Event>,
    /// What the stores hold afterwards.
    pub stores: Stores,
    /// The fresh values.
    pub draws: Vec<Draw>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A violation; one with the fewest moves.
    Violated(Box<Violation>),
    /// Every run with one crash can be matched.
    Matched,
    /// None was found, but not everything was looked at.
    CutOff,
    /// Something cannot be executed concretely: it is open what it does.
    Stuck(Stuck),
}

/// A search; instance 0 is the function under test, the others its environment.
pub struct Search<'a> {
    /// The instances.
    pub behaviours: &'a [&'a dyn Behaviour],
    /// The content of the stores at the start.
    pub start: Stores,
    /// How finely other instances are interleaved.
    pub grain: Grain,
    /// Crashes are tried after these operations only, if there are any: where they
    /// are called and what they are called.
    pub crashes: &'a [(Span, Arc<str>)],
    /// How much work may be done: a state counts one, and more the longer its
    /// instances have been running.
    pub limit: usize,
}

struct State<'a> {
    run: Run<'a>,
    crashed: bool,
    changed: bool,
    /// The function under test stands where a crash is to be tried.
    at_crash: bool,
    moves: Vec<Move>,
}

/// A state, as far as it matters for what can follow.
type Place = (Vec<super::Instance>, Stores, Vec<Event>, bool, bool);

impl<'a> Search<'a> {
    /// Searches breadth first, so that the shortest violation is found.
    pub fn run(&self, terms: &mut Terms) -> Outcome {
        self.run_counting(terms).0
    }

    /// As [`Search::run`], with the work that was done.
    pub fn run_counting(&self, terms: &mut Terms) -> (Outcome, usize) {
        let mut work = 0;
        let outcome = match self.search(terms, &mut work) {
            Ok(outcome) => outcome,
            Err(RunError::Stuck(why)) => Outcome::Stuck(why),
        };
        (outcome, work)
    }

    fn search(&self, terms: &mut Terms, work: &mut usize) -> Result<Outcome, RunError> {
        let mut seen: FxHashSet<Place> = FxHashSet::default();
        let mut first = State {
            run: Run::new(self.behaviours, self.start.clone()),
            crashed: false,
            changed: false,
            at_crash: false,
            moves: vec![Move::Invoke(0)],
        };
        first.run.invoke(0);
        let retry_free = RetryFree::new(self.behaviours, self.start.clone());
        let mut judged = FxHashSet::default();
        let mut open = VecDeque::from([first]);
        let mut cut_off = false;
        while let Some(state) = open.pop_front() {
            let run = &state.run;
            let place = (
                run.instances.clone(),
                run.stores.clone(),
                run.events.clone(),
                state.crashed,
                state.changed,
            );
            if !seen.insert(place) {
                continue;
            }
            *work += 1 + run.instances.iter().map(|i| i.answers.len()).sum::<usize>() / 8;
            if *work > self.limit {
                cut_off = true;
                break;
            }
            if state.crashed {
                let is_new = judged.insert((run.events.clone(), run.stores.clone()));
                let shown = is_new.then(|| {
                    let shown = retry_free.shows(terms, &run.events, &run.stores, &run.draws);
                    (Difference::Behaviour, shown)
                });
                // Among others a retry may fail for what they did.
                let alone = self.behaviours.len() == 1;
                let fails = (alone && run.instances[0].failed)
                    .then(|| (Difference::RetryFails, retry_free.fails(terms, &run.draws)));
                for (difference, (answer, visited)) in shown.into_iter().chain(fails) {
                    *work += visited / 4;
                    match answer {
                        Answer::Shown => {}
                        Answer::Unknown => cut_off = true,
                        Answer::Impossible => {
                            return Ok(Outcome::Violated(Box::new(Violation {
                                difference,
                                moves: state.moves,
                                events: state.run.events,
                                stores: state.run.stores,
                                draws: state.run.draws,
                            })));
                        }
                    }
                }
            }
            self.successors(terms, &state, &mut open)?;
        }
        Ok(match cut_off {
            true => Outcome::CutOff,
            false => Outcome::Matched,
        })
    }

    fn successors(
        &self,
        terms: &mut Terms,
        state: &State<'a>,
        open: &mut VecDeque<State<'a>>,
    ) -> Result<(), RunError> {
        if !state.run.instances[0].ended {
            let mut next = self.after(state, Move::Step(0));
            if !next.crashed {
                let upcoming = next.run.drawing(terms, 0);
                if let Next::Step { step, .. } = &upcoming {
                    next.changed |= changes(step);
                    let here = |(span, label): &(_, _)| *span == step.span && *label == step.label;
                    next.at_crash = self.crashes.is_empty() || self.crashes.iter().any(here);
                }
            }
            next.run.advance(terms, 0, reply)?;
            open.push_back(next);
        }
        // A crash before anything was changed is not visible, and after the
        // response the platform does not retry.
        if !state.crashed && state.changed && state.at_crash && !state.run.instances[0].ended {
            let mut next = self.after(state, Move::Crash);
            next.crashed = true;
            next.run.retry(0);
            open.push_back(next);
        }
        for other in 1..self.behaviours.len() {
            let instance = &state.run.instances[other];
            if instance.ended {
                continue;
            }
            if !instance.started {
                // Before the function changes anything, a whole run belongs to the start.
                if !state.changed && self.grain == Grain::Whole {
                    continue;
                }
                let mut next = self.after(state, Move::Invoke(other));
                next.run.invoke(other);
                if self.grain == Grain::Whole {
                    self.finish(terms, &mut next, other)?;
                }
                open.push_back(next);
            } else if self.grain == Grain::Steps {
                let mut next = self.after(state, Move::Step(other));
                next.run.advance(terms, other, reply)?;
                open.push_back(next);
            }
        }
        Ok(())
    }

    /// Runs an instance to its end.
    fn finish(
        &self,
        terms: &mut Terms,
        state: &mut State<'a>,
        instance: usize,
    ) -> Result<(), RunError> {
        loop {
            state.moves.push(Move::Step(instance));
            if !state.run.advance(terms, instance, reply)? {
                return Ok(());
            }
        }
    }

    fn after(&self, state: &State<'a>, step: Move) -> State<'a> {
        let mut moves = state.moves.clone();
        moves.push(step);
        let State { crashed, changed, at_crash, .. } = *state;
        State { run: state.run.clone(), crashed, changed, at_crash, moves }
    }
}
