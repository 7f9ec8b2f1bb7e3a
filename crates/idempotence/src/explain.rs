//! What goes wrong in a violation, and at which operation: what a person should read
//! first. Searches go breadth first, so the last move of a run is the one that no
//! retry-free run can match.

use crate::app::App;
use crate::definition::{Behaviour, Difference, Move, Next, Run, RunError, Stores, Stuck, reply};
use crate::refute::{Refutation, Subjects};
use crate::simulation::changes;
use aplomb_symbolic::{Action, Node, Step, Term, Terms};
use std::rc::Rc;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The retry fails, because the first attempt already took effect.
    Fails,
    /// The retry calls a service again.
    CallsAgain,
    /// The retry calls a service that the attempt has not called, but not as a run
    /// without a crash would call it.
    CallsOtherwise,
    /// The retry writes what a run without a crash does not write then.
    Writes,
    /// The retry ends without doing what the attempt had not come to.
    Skips,
    /// The retry repeats a deletion and answers that there was nothing to delete.
    DeletesNothing,
    /// The retry answers something else.
    Answers,
}

/// What goes wrong, and where.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What goes wrong.
    pub fault: Fault,
    /// The operation that it is about, if there is one: of the function under test.
    pub step: Option<Step>,
    /// An operation that a run without a crash performs, and neither attempt does.
    pub left_out: Option<Step>,
    /// The last operation of another instance that changes something in between: its
    /// function and the operation.
    pub interference: Option<(usize, Step)>,
}

/// What the function under test did in a run, and how it ended.
#[derive(Default)]
struct Told {
    attempt: Vec<Rc<Step>>,
    retry: Vec<Rc<Step>>,
    /// What the retry found in the cells of its last accesses.
    found_nothing: Vec<Rc<Step>>,
    interference: Option<(usize, Rc<Step>)>,
    /// The last move was the end of the function under test.
    ended: bool,
}

/// Explains a violation.
pub fn explain(app: &mut App, subjects: &dyn Subjects, found: &Refutation) -> Explanation {
    let told = tell(app, subjects, found);
    let whole = without_a_crash(app, subjects, found);
    let Told { attempt, retry, found_nothing, interference, ended } = told;
    let is_among = |steps: &[Rc<Step>], step: &Step| {
        steps.iter().any(|known| known.is_like(step) && known.called_from == step.called_from)
    };
    let left_out = whole
        .into_iter()
        .find(|step| changes(step) && !is_among(&attempt, step) && !is_among(&retry, step));
    let fails = found.violation.difference == Difference::RetryFails;
    let (fault, step) = if fails {
        (Fault::Fails, retry.last().cloned())
    } else if ended {
        let empty = retry.iter().rev().find(|step| is_among(&found_nothing, step));
        match (&left_out, empty) {
            (Some(left_out), _) => (Fault::Skips, Some(left_out.clone())),
            (None, Some(empty)) => (Fault::DeletesNothing, Some(empty.clone())),
            // What the retry saw last, or what the attempt did last.
            (None, None) => (Fault::Answers, retry.last().or(attempt.last()).cloned()),
        }
    } else {
        match retry.iter().rev().find(|step| changes(step)).cloned() {
            Some(step) if matches!(step.action, Action::Effect { .. }) => {
                let fault = match is_among(&attempt, &step) {
                    true => Fault::CallsAgain,
                    false => Fault::CallsOtherwise,
                };
                (fault, Some(step))
            }
            step => (Fault::Writes, step),
        }
    };
    let owned = |step: Rc<Step>| (*step).clone();
    Explanation {
        fault,
        step: step.map(owned),
        left_out: left_out.filter(|_| fails || ended).map(owned),
        interference: interference.map(|(function, step)| (function, owned(step))),
    }
}

/// Replays a violation.
fn tell(app: &mut App, subjects: &dyn Subjects, found: &Refutation) -> Told {
    let instances: Vec<Box<dyn Behaviour + '_>> = found
        .actors
        .iter()
        .map(|actor| subjects.instance(app, actor.function, &actor.inputs, found.variant))
        .collect();
    let behaviours: Vec<&dyn Behaviour> = instances.iter().map(|b| &**b).collect();
    let mut run = Run::new(&behaviours, found.start.clone());
    let mut told = Told::default();
    let terms = &mut app.terms;
    for each in &found.violation.moves {
        told.ended = false;
        match *each {
            Move::Invoke(instance) => run.invoke(instance),
            Move::Crash => run.retry(0),
            Move::Step(instance) => {
                let next = run.drawing(terms, instance);
                if run.advance(terms, instance, reply).is_err() {
                    break;
                }
                let Next::Step { step, .. } = next else {
                    told.ended = instance == 0;
                    continue;
                };
                if instance > 0 {
                    if changes(&step) {
                        told.interference = Some((found.actors[instance].function, step));
                    }
                } else if run.instances[0].attempt == 1 {
                    told.attempt.push(step);
                } else {
                    let answer = run.instances[0].answers.last();
                    if answer.is_some_and(|&answer| deletes_nothing(terms, &step, answer)) {
                        told.found_nothing.push(step.clone());
                    }
                    told.retry.push(step);
                }
            }
        }
    }
    told
}

/// Whether a step deletes and found nothing to delete.
fn deletes_nothing(terms: &Terms, step: &Step, answer: Term) -> bool {
    let absent = |term: Term| matches!(terms.node(term), Node::Absent);
    match (&step.action, terms.node(answer)) {
        (Action::Access { accesses, .. }, Node::List(contents)) => {
            accesses.iter().all(|access| access.new.is_some_and(absent))
                && contents.iter().all(|&content| absent(content))
        }
        (Action::Sweep { new, .. }, Node::Number(count)) => absent(*new) && count.get() == 0.0,
        _ => false,
    }
}

/// The steps of the function under test without a crash and without others.
fn without_a_crash(app: &mut App, subjects: &dyn Subjects, found: &Refutation) -> Vec<Rc<Step>> {
    let actor = &found.actors[0];
    let instance = subjects.instance(app, actor.function, &actor.inputs, found.variant);
    play(&mut app.terms, &*instance, &found.start, LONGEST).0
}

/// How many steps of a run are looked at.
const LONGEST: usize = 400;

/// The steps that an instance performs when it runs alone, what it leaves behind, and
/// why it cannot be executed further, if that happens.
pub(crate) fn play(
    terms: &mut Terms,
    instance: &dyn Behaviour,
    start: &Stores,
    longest: usize,
) -> (Vec<Rc<Step>>, Stores, Option<Stuck>) {
    let behaviours = [instance];
    let mut run = Run::new(&behaviours, start.clone());
    run.invoke(0);
    let (mut steps, mut stuck) = (Vec::new(), None);
    for _ in 0..longest {
        if let Next::Step { step, .. } = run.drawing(terms, 0) {
            steps.push(step);
        }
        match run.advance(terms, 0, reply) {
            Ok(true) => {}
            Ok(false) => break,
            Err(RunError::Stuck(why)) => {
                stuck = Some(why);
                break;
            }
        }
    }
    (steps, run.stores, stuck)
}
