//! The one place that talks to Z3.

use std::time::{Duration, Instant};

use aplomb_symbolic::{Work, check_with_work, check_within, limit_work, untimed_solver};
use rustc_hash::FxHashMap;
use z3::ast::{Bool, Dynamic, Int};
use z3::{Model, SatResult, Solver, Tactic};

use crate::term::{Node, Sort, Term, Terms, Value};
use aplomb_report::Cause;

/// What the solver found.
#[derive(Debug)]
pub(crate) enum Answer {
    /// There is an assignment.
    Satisfiable(Assignment),
    /// There is none.
    Unsatisfiable,
    /// The solver gave up, for this reason.
    Unknown(Cause, String),
}

/// Values for variables.
#[derive(Debug)]
pub(crate) struct Assignment {
    model: Model,
    translated: FxHashMap<Term, Dynamic>,
}

/// The time that is left until a deadline.
pub(crate) fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// Why there is no answer where the time was over before everything was described.
pub(crate) fn late() -> (Cause, String) {
    (Cause::LimitReached, "the time ran out before the solver was asked".into())
}

/// Looks for an assignment under which all `constraints` hold.
pub(crate) fn solve(terms: &Terms, constraints: &[Term], timeout: Duration) -> Answer {
    search(terms, constraints, timeout, FIRST_ATTEMPT, None)
}

/// The same where there is another way to an answer: with not much more work than the bare
/// search may do.
pub(crate) fn solve_soon(terms: &Terms, constraints: &[Term], timeout: Duration) -> Answer {
    search(terms, constraints, timeout, FIRST_ATTEMPT, Some(FIRST_ATTEMPT))
}

/// The same for one of many questions, most of which are easy.
pub(crate) fn solve_at_once(terms: &Terms, constraints: &[Term], timeout: Duration) -> Answer {
    search(terms, constraints, timeout, AT_ONCE, Some(AT_ONCE))
}

/// The search, the second attempt with a limit on its work if there is one.
fn search(
    terms: &Terms,
    constraints: &[Term],
    timeout: Duration,
    first_attempt: Work,
    second_attempt: Option<Work>,
) -> Answer {
    if terms.overflowed() {
        return Answer::Unknown(Cause::NotSupported, "a constant exceeds 128 bits".into());
    }
    let start = Instant::now();
    let mut translation = Translation { terms, translated: FxHashMap::default() };
    let in_time = constraints.iter().take_while(|_| start.elapsed() < timeout);
    let asserted: Vec<Bool> = in_time.map(|&term| translation.bool(term)).collect();
    if asserted.len() < constraints.len() {
        let (cause, reason) = late();
        return Answer::Unknown(cause, reason);
    }
    // The bare search answers most questions at once; what it cannot answer
    // soon, preprocessing often can.
    let bare = untimed_solver();
    limit_work(&bare, first_attempt);
    match attempt(&bare, &asserted, timeout.saturating_sub(start.elapsed())) {
        Ok(Found::Model(model)) => satisfiable(model, translation),
        Ok(Found::Nothing) => Answer::Unsatisfiable,
        Err(_) => {
            let preprocessing = preprocessing_solver();
            if let Some(work) = second_attempt {
                limit_work(&preprocessing, work);
            }
            match attempt(&preprocessing, &asserted, timeout.saturating_sub(start.elapsed())) {
                Ok(Found::Model(model)) => satisfiable(model, translation),
                Ok(Found::Nothing) => Answer::Unsatisfiable,
                Err(_) if start.elapsed() >= timeout => {
                    let reason = "the solver ran out of time".into();
                    Answer::Unknown(Cause::LimitReached, reason)
                }
                Err(reason) => {
                    Answer::Unknown(Cause::Undecided, format!("the solver gave up: {reason}"))
                }
            }
        }
    }
}

/// How much the bare search may do. Which search answers decides which of several violations
/// is shown, so this is not a matter of time.
const FIRST_ATTEMPT: Work = Work(3_000_000);

/// How much each of the two attempts may do where many questions are asked.
const AT_ONCE: Work = Work(300_000);

/// Whether some work shows that no assignment makes all `constraints` hold.
pub(crate) fn contradicts(terms: &Terms, constraints: &[Term], work: Work) -> bool {
    if terms.overflowed() {
        return false;
    }
    let mut translation = Translation { terms, translated: FxHashMap::default() };
    let solver = untimed_solver();
    constraints.iter().for_each(|&term| solver.assert(translation.bool(term)));
    check_with_work(&solver, work) == SatResult::Unsat
}

/// The search after rewriting, by tactics that set no timers.
fn preprocessing_solver() -> Solver {
    let steps = ["simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "smt"];
    let [first, rest @ ..] = steps.map(Tactic::new);
    rest.iter().fold(first, |before, step| before.and_then(step)).solver()
}

enum Found {
    Model(Model),
    Nothing,
}

/// One attempt; the error says why it gave no answer.
fn attempt(solver: &Solver, constraints: &[Bool], timeout: Duration) -> Result<Found, String> {
    constraints.iter().for_each(|constraint| solver.assert(constraint));
    match check_within(solver, timeout) {
        SatResult::Unsat => Ok(Found::Nothing),
        SatResult::Unknown => Err(solver.get_reason_unknown().unwrap_or_default()),
        SatResult::Sat => solver.get_model().map(Found::Model).ok_or("no model".into()),
    }
}

fn satisfiable(model: Model, translation: Translation<'_>) -> Answer {
    Answer::Satisfiable(Assignment { model, translated: translation.translated })
}

impl Assignment {
    /// The value of a term; terms the solver never saw have the default.
    pub(crate) fn value(&self, terms: &Terms, term: Term) -> Option<Value> {
        if let Some(constant) = terms.constant(term) {
            return Some(constant.clone());
        }
        let Some(ast) = self.translated.get(&term) else { return self.evaluate(terms, term) };
        match terms.sort(term) {
            Sort::Bool => self.model.eval(&ast.as_bool()?, true)?.as_bool().map(Value::Bool),
            Sort::Int => self.model.eval(&ast.as_int()?, true)?.as_i128().map(Value::Int),
            Sort::Atom => {
                let code = self.model.eval(&ast.as_int()?, true)?.as_i128()?;
                Some(Value::Atom(terms.decode_atom(code)))
            }
        }
    }

    /// Evaluates a term that only occurs inside others or nowhere.
    fn evaluate(&self, terms: &Terms, term: Term) -> Option<Value> {
        if matches!(terms.node(term), Node::Symbol(..)) {
            return Some(Value::default_of(terms.sort(term)));
        }
        let mut lookup = |symbol, _: Option<&Value>| {
            let sort = terms.symbol_sort(symbol).expect("the symbol occurs in the term");
            let leaf = terms.find_symbol(symbol, sort).expect("the symbol occurs in the term");
            let value = self.value(terms, leaf);
            value.ok_or(crate::term::EvaluationError::TooLarge)
        };
        terms.evaluate(term, &mut lookup).ok()
    }

    /// Whether a Boolean term is true.
    pub(crate) fn holds(&self, terms: &Terms, term: Term) -> bool {
        self.value(terms, term) == Some(Value::Bool(true))
    }
}

struct Translation<'t> {
    terms: &'t Terms,
    translated: FxHashMap<Term, Dynamic>,
}

impl Translation<'_> {
    fn bool(&mut self, root: Term) -> Bool {
        let order = self.terms.post_order([root], &|term| self.translated.contains_key(&term));
        for term in order {
            let ast = self.node(term);
            self.translated.insert(term, ast);
        }
        self.as_bool(root)
    }

    fn as_bool(&self, term: Term) -> Bool {
        self.translated[&term].as_bool().expect("a Boolean term")
    }

    fn as_int(&self, term: Term) -> Int {
        self.translated[&term].as_int().expect("an integer or an atom")
    }

    fn node(&self, term: Term) -> Dynamic {
        match self.terms.node(term) {
            Node::Constant(Value::Bool(b)) => Bool::from_bool(*b).into(),
            Node::Constant(Value::Int(i)) => Int::from_i128(*i).into(),
            // Strings are only compared, so distinct numbers stand for them.
            Node::Constant(Value::Atom(_)) => Int::from_i128(self.terms.encode_atom(term)).into(),
            Node::Symbol(_, Sort::Bool) => Bool::new_const(format!("{term:?}")).into(),
            Node::Symbol(..) => Int::new_const(format!("{term:?}")).into(),
            Node::Not(a) => self.as_bool(*a).not().into(),
            Node::And(parts) => Bool::and(&self.bools(parts)).into(),
            Node::Or(parts) => Bool::or(&self.bools(parts)).into(),
            Node::Ite(c, yes, no) if self.terms.sort(*yes) == Sort::Bool => {
                self.as_bool(*c).ite(&self.as_bool(*yes), &self.as_bool(*no)).into()
            }
            Node::Ite(c, yes, no) => {
                self.as_bool(*c).ite(&self.as_int(*yes), &self.as_int(*no)).into()
            }
            Node::Eq(a, b) if self.terms.sort(*a) == Sort::Bool => {
                self.as_bool(*a).iff(self.as_bool(*b)).into()
            }
            Node::Eq(a, b) => self.as_int(*a).eq(self.as_int(*b)).into(),
            Node::NonNegative(a) => self.as_int(*a).ge(Int::from_i64(0)).into(),
            Node::Sum { constant, parts } => {
                let mut summands: Vec<Int> = parts.iter().map(|part| self.scaled(*part)).collect();
                if *constant != 0 {
                    summands.push(Int::from_i128(*constant));
                }
                Int::add(&summands).into()
            }
            Node::Product(a, b) => Int::mul(&[self.as_int(*a), self.as_int(*b)]).into(),
            Node::Quotient(a, b) => self.divided(*a, *b, |a, b| a.div(b)),
            Node::Remainder(a, b) => self.divided(*a, *b, |a, b| a.modulo(b)),
        }
    }

    fn bools(&self, parts: &[Term]) -> Vec<Bool> {
        parts.iter().map(|&part| self.as_bool(part)).collect()
    }

    fn scaled(&self, (term, coefficient): (Term, i128)) -> Int {
        match coefficient {
            1 => self.as_int(term),
            _ => Int::mul(&[Int::from_i128(coefficient), self.as_int(term)]),
        }
    }

    fn divided(&self, a: Term, b: Term, divide: impl Fn(&Int, &Int) -> Int) -> Dynamic {
        let (a, b) = (self.as_int(a), self.as_int(b));
        let zero = Int::from_i64(0);
        b.eq(&zero).ite(&zero, &divide(&a, &b)).into()
    }
}
