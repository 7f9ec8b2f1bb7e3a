//! One question: does every invariant hold at one level?

use std::time::{Duration, Instant};

use aplomb_report::Unconfirmed;

use crate::encode::{Encoding, Goal};
use crate::execution::{Execution, Levels, Outcome, evaluate_assumptions, permitted, run};
use crate::program::{Program, ProgramError};
use crate::question::inductive::{Inductive, inductive};
use crate::relevance::{append_rest, relevant};
use crate::solver::{Answer, late, left, solve, solve_at_once, solve_soon};
use crate::term::{Node, Term};
use aplomb_report::Cause;

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How long an answer may take, of all questions that it needs together.
    pub timeout: Duration,
    /// Whether the invariant must hold after every set of committed
    /// transactions, not only after all of them.
    pub every_subset: bool,
    /// Whether this is one of many questions, of which only those that are
    /// answered at once matter: a limit on work, not on time.
    pub at_once: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { timeout: Duration::from_secs(30), every_subset: false, at_once: false }
    }
}

impl Options {
    /// The same for one of several questions, which end together.
    pub(crate) fn until(&self, deadline: Instant) -> Options {
        Options { timeout: left(deadline), ..*self }
    }
}

/// The answer.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Every execution satisfies every invariant.
    Holds,
    /// Some execution does not; it was replayed.
    Violated(Box<Violation>),
    /// The assumptions contradict each other, so there is nothing to check.
    Vacuous,
    /// Not decided.
    Unknown {
        /// The kind of reason.
        cause: Cause,
        /// Why.
        reason: String,
    },
}

impl Verdict {
    /// Nothing was asked because the time was over.
    pub(crate) fn late() -> Verdict {
        let (cause, reason) = late();
        Verdict::Unknown { cause, reason }
    }

    /// Whether the invariants hold.
    pub fn holds(&self) -> bool {
        matches!(self, Verdict::Holds)
    }

    /// The violation, if there is one.
    pub fn violation(&self) -> Option<&Violation> {
        match self {
            Verdict::Violated(violation) => Some(violation),
            _ => None,
        }
    }
}

/// An execution that breaks an invariant, with what it computes.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The level it was found at.
    pub levels: Levels,
    /// The invariant that fails, by its index.
    pub invariant: usize,
    /// The execution.
    pub execution: Execution,
    /// What it computes, by the concrete interpreter.
    pub outcome: Outcome,
}

/// Checks all invariants of a program with every transaction at one level.
///
/// ```
/// use aplomb_consistency::{Model, Options, check, fixture};
///
/// let program = fixture::parse("x = 0\nT1: x := x + 1\nT2: x := x + 1\ninv x == 2").unwrap();
/// let at = |model: Model| check(&program, model, &Options::default()).unwrap();
/// assert!(at(Model::SI).holds());
/// assert!(at(Model::PC).violation().is_some()); // a lost update
/// ```
pub fn check(
    program: &Program,
    isolation: impl Into<crate::model::Isolation>,
    options: &Options,
) -> Result<Verdict, ProgramError> {
    check_levels(program, &Levels::uniform(isolation), options)
}

/// Checks all invariants of a program.
pub fn check_levels(
    program: &Program,
    levels: &Levels,
    options: &Options,
) -> Result<Verdict, ProgramError> {
    program.validate()?;
    let deadline = Instant::now() + options.timeout;
    if options.timeout.is_zero() {
        return Ok(Verdict::late());
    }
    if follows_by_induction(program, levels, options) {
        return Ok(vacuous(program, levels, deadline).unwrap_or(Verdict::Holds));
    }
    let mut unknown = None;
    for (invariant, obligation) in obligations(program, options) {
        match find(program, levels, options, invariant, obligation, deadline) {
            Verdict::Holds => {}
            Verdict::Unknown { cause, reason } => unknown = unknown.or(Some((cause, reason))),
            found => return Ok(found),
        }
    }
    if let Some((cause, reason)) = unknown {
        return Ok(Verdict::Unknown { cause, reason });
    }
    // A violation that was replayed shows that the assumptions can be met.
    Ok(vacuous(program, levels, deadline).unwrap_or(Verdict::Holds))
}

/// From how many transactions on the solver has a hard time with their orders.
const MANY: usize = 8;

/// Whether a proof for any number of transactions shows it, which does not
/// depend on how many there are.
fn follows_by_induction(program: &Program, levels: &Levels, options: &Options) -> bool {
    let stale = program.transactions.iter().any(|transaction| transaction.stale);
    if program.transactions.len() < MANY || levels.mixed() || stale {
        return false;
    }
    let options = Options { timeout: options.timeout / 8, ..*options };
    matches!(inductive(program, levels.base, &options), Ok(Inductive::Holds))
}

/// The conjuncts of the invariants: each can be refuted by itself, often by
/// fewer transactions.
fn obligations(program: &Program, options: &Options) -> Vec<(usize, Term)> {
    let mut obligations = Vec::new();
    for (index, invariant) in program.invariants.iter().enumerate() {
        // For subsets an invariant that mentions transactions applies as a
        // whole or not at all.
        let mentioned = program.mentioned_transactions(invariant.holds);
        let divisible = !options.every_subset || mentioned.is_empty();
        match program.terms.node(invariant.holds) {
            Node::And(parts) if divisible => {
                obligations.extend(parts.iter().map(|&part| (index, part)));
            }
            _ => obligations.push((index, invariant.holds)),
        }
    }
    obligations
}

/// Whether the assumptions alone cannot be satisfied.
fn vacuous(program: &Program, levels: &Levels, deadline: Instant) -> Option<Verdict> {
    if program.assumptions.is_empty() && program.row_assumptions.is_empty() {
        return None;
    }
    let mut empty = program.clone();
    empty.transactions.clear();
    empty.sessions.clear();
    // What holds of every row must at least be possible for one.
    empty.assumptions.extend(program.row_assumptions.iter().map(|rows| rows.holds));
    let holds = empty.terms.bool(true);
    let relevant = Default::default();
    let goal = Goal { holds, subsets: false, relevant, in_order: false, deadline };
    let encoding = Encoding::new(&empty, levels, &goal);
    if encoding.late {
        return Some(Verdict::late());
    }
    match solve(&encoding.terms, &encoding.constraints, left(deadline)) {
        Answer::Satisfiable(_) => None,
        Answer::Unsatisfiable => Some(Verdict::Vacuous),
        Answer::Unknown(cause, reason) => {
            let reason = format!("the assumptions could not be decided: {reason}");
            Some(Verdict::Unknown { cause, reason })
        }
    }
}

/// Looks for an execution that breaks one obligation, and replays it.
fn find(
    program: &Program,
    levels: &Levels,
    options: &Options,
    invariant: usize,
    obligation: Term,
    deadline: Instant,
) -> Verdict {
    let relevant = relevant(program, levels, obligation);
    let (holds, subsets) = (obligation, options.every_subset);
    let goal = |in_order| Goal { holds, subsets, relevant, in_order, deadline };
    // Of many transactions, nearly every order shows what some order shows, and
    // one that is given is far easier to look through than all of them. How long
    // to do so is no matter of time: a busy machine would begin with the harder
    // search.
    if relevant.iter().count() >= MANY {
        let found = refute(program, levels, options, invariant, &goal(true));
        if found.violation().is_some() {
            return found;
        }
    }
    refute(program, levels, options, invariant, &goal(false))
}

/// Looks for an execution as a goal describes it.
fn refute(
    program: &Program,
    levels: &Levels,
    options: &Options,
    invariant: usize,
    goal: &Goal,
) -> Verdict {
    let mut encoding = Encoding::new(program, levels, goal);
    let violation = encoding.violation();
    if encoding.late {
        return Verdict::late();
    }
    let mut constraints = encoding.constraints.clone();
    constraints.push(violation);
    let solve = match goal.in_order {
        _ if options.at_once => solve_at_once,
        true => solve_soon,
        false => solve,
    };
    let assignment = match solve(&encoding.terms, &constraints, left(goal.deadline)) {
        Answer::Unsatisfiable => return Verdict::Holds,
        Answer::Unknown(cause, reason) => return Verdict::Unknown { cause, reason },
        Answer::Satisfiable(assignment) => assignment,
    };
    let Some(mut execution) = encoding.execution(&assignment) else {
        let reason = "the counterexample needs numbers beyond 128 bits".into();
        return Verdict::Unknown { cause: Cause::NotSupported, reason };
    };
    if !options.every_subset {
        append_rest(program, levels, &mut execution);
    }
    replay(program, levels, invariant, execution)
}

/// Runs a claimed counterexample by the definitions; what the interpreter does
/// not confirm is not reported.
pub(crate) fn replay(
    program: &Program,
    levels: &Levels,
    invariant: usize,
    execution: Execution,
) -> Verdict {
    match judge(program, levels, invariant, &execution) {
        Ok(outcome) => {
            let levels = levels.clone();
            Verdict::Violated(Box::new(Violation { levels, invariant, execution, outcome }))
        }
        Err(why) => Verdict::Unknown { cause: Cause::Unconfirmed, reason: why.to_string() },
    }
}

/// What an execution computes, if the definitions permit it and it breaks the invariant.
pub(crate) fn judge(
    program: &Program,
    levels: &Levels,
    invariant: usize,
    execution: &Execution,
) -> Result<Outcome, Unconfirmed> {
    let defect = |error: &dyn std::fmt::Display| Unconfirmed::new(error.to_string());
    if !evaluate_assumptions(program, execution).map_err(|error| defect(&error))? {
        return Err(Unconfirmed::new("the assumptions do not hold"));
    }
    let outcome = run(program, levels, execution).map_err(|error| defect(&error))?;
    permitted(program, levels, execution, &outcome).map_err(|forbidden| defect(&forbidden))?;
    match outcome.violated.contains(&invariant) {
        true => Ok(outcome),
        false => Err(defect(&format!("`{}` holds", program.invariants[invariant].label))),
    }
}
