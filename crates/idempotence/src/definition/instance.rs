//! What an instance does next, as a function of the answers it got so far.

use aplomb_script::Span;
use aplomb_symbolic::{Access, Action, Step, Term, Terms, Trace};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// Kinds of fresh values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freshness {
    /// An identifier that collides with nothing.
    Unique,
    /// A clock, or a random whole number.
    Number,
    /// A random number between zero and one.
    Fraction,
    /// The order of items that have none of their own: a number, even or odd.
    Order,
    /// What somebody outside answers who is only asked.
    Answer,
}

/// What an instance does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// It draws a fresh value.
    Draw {
        /// Which source: the same on every attempt.
        source: usize,
        /// What kind of value.
        kind: Freshness,
        /// What the program calls for it.
        label: Arc<str>,
        /// Where.
        span: Span,
        /// The name under which it is kept, if it is.
        kept: Option<Term>,
    },
    /// It performs a step; the guard is true. The answer to accesses is the list
    /// of the old contents, to a scan, sweep or effect the reply.
    Step {
        /// Index of the step in the program's order, for reports.
        index: usize,
        /// The step, ground but for the `old` symbols.
        step: Rc<Step>,
    },
    /// It answers its caller and ends.
    Respond(Term),
    /// It ends without an answer.
    Fail,
    /// What it does cannot be told concretely.
    Stuck(Stuck),
}

/// Why a run does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A question that nobody can answer: "what f gives", "whether a condition holds".
    Open(Arc<str>),
    /// Something that the program does and that is not supported.
    NotSupported(Arc<str>),
}

impl Stuck {
    /// A question is open.
    pub fn open(question: impl Into<Arc<str>>) -> Self {
        Stuck::Open(question.into())
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stuck::Open(question) => write!(f, "it is open {question}"),
            Stuck::NotSupported(what) => f.write_str(what),
        }
    }
}

/// What the answer to a draw or a step will probably be.
pub type Guess<'g> = dyn FnMut(&mut Terms, &Next) -> Option<Term> + 'g;

/// A function with its input, as something that can be executed step by step.
pub trait Behaviour {
    /// What comes next after these answers. Whoever has to start from the
    /// beginning for that may go on with guesses at the answers to come, and
    /// remember what follows.
    fn next(&self, terms: &mut Terms, answers: &[Term], guess: &mut Guess<'_>) -> Next;

    /// How many answers it may get: a loop need not end.
    fn longest(&self) -> usize {
        200
    }

    /// Whether much has changed when it is retried: services that are only asked answer
    /// something else, and clocks show another year, month, day, hour and minute.
    fn finds_changes(&self) -> bool {
        true
    }
}

/// What services that are only asked answer a retry that finds changes is at least that.
pub const LATER_ANSWER: f64 = 2_000.0;

/// How far clocks are ahead when an instance finds changes on the retry, in milliseconds: more
/// than a year, a month, a day, an hour, a minute and a second.
pub(super) const LEAP: f64 = 34_390_861_001.0;

/// A trace without loops, with values for its inputs.
pub struct TraceBehaviour {
    trace: Trace,
    inputs: FxHashMap<Term, Term>,
    /// What came next before: searches ask again and again.
    known: RefCell<FxHashMap<Vec<Term>, Next>>,
}

impl TraceBehaviour {
    /// Binds the inputs (and settings) of a trace.
    pub fn new(trace: Trace, inputs: FxHashMap<Term, Term>) -> Self {
        TraceBehaviour { trace, inputs, known: RefCell::default() }
    }
}

impl Behaviour for TraceBehaviour {
    fn next(&self, terms: &mut Terms, answers: &[Term], _: &mut Guess<'_>) -> Next {
        if let Some(known) = self.known.borrow().get(answers) {
            return known.clone();
        }
        let next = self.compute(terms, answers);
        self.known.borrow_mut().insert(answers.to_vec(), next.clone());
        next
    }
}

impl TraceBehaviour {
    fn compute(&self, terms: &mut Terms, answers: &[Term]) -> Next {
        let mut values = self.inputs.clone();
        let mut answers = answers.iter().copied();
        for index in 0..=self.trace.steps.len() {
            for (source, drawn) in self.trace.sources.iter().enumerate() {
                if drawn.before.0 as usize != index {
                    continue;
                }
                match answers.next() {
                    Some(value) => {
                        let symbol = terms.of_symbol(drawn.symbol);
                        values.insert(symbol, value);
                    }
                    None => {
                        let unique = aplomb_symbolic::Origin::Fresh { unique: true };
                        let kind = match terms.symbol(drawn.symbol).origin == unique {
                            true => Freshness::Unique,
                            false if drawn.foreign => Freshness::Answer,
                            false => Freshness::Number,
                        };
                        let (label, span) = (drawn.label.clone(), drawn.span);
                        let kept = drawn.kept.map(|name| terms.substitute(name, &values));
                        return Next::Draw { source, kind, label, span, kept };
                    }
                }
            }
            let Some(step) = self.trace.steps.get(index) else { break };
            let guard = terms.substitute(step.guard, &values);
            match terms.as_bool(guard) {
                Some(false) => continue,
                Some(true) => {}
                None => return stuck(terms, guard),
            }
            match answers.next() {
                Some(answer) => bind(terms, &step.action, answer, &mut values),
                None => {
                    let mut step = step.clone();
                    crate::app::rewrite_step(terms, &mut step, &values);
                    return Next::Step { index, step: Rc::new(step) };
                }
            }
        }
        for completion in &self.trace.completions {
            let guard = terms.substitute(completion.guard, &values);
            match terms.as_bool(guard) {
                Some(false) => {}
                Some(true) if completion.failed => return Next::Fail,
                Some(true) => return Next::Respond(terms.substitute(completion.value, &values)),
                None => return stuck(terms, guard),
            }
        }
        Next::Fail
    }
}

fn stuck(terms: &Terms, guard: Term) -> Next {
    let what = super::run::in_words(terms, guard);
    Next::Stuck(Stuck::open(format!("whether a condition on {what} holds")))
}

/// Binds what a step lets the program know.
fn bind(terms: &mut Terms, action: &Action, answer: Term, values: &mut FxHashMap<Term, Term>) {
    match action {
        Action::Access { accesses, .. } => {
            for (index, Access { old, .. }) in accesses.iter().enumerate() {
                let old = terms.of_symbol(*old);
                let place = terms.number(index as f64);
                let value = terms.apply(aplomb_symbolic::Operator::Select, &[answer, place]);
                values.insert(old, value);
            }
        }
        Action::Scan { reply, .. } | Action::Sweep { reply, .. } | Action::Effect { reply, .. } => {
            let reply = terms.of_symbol(*reply);
            values.insert(reply, answer);
        }
        Action::Unknown { .. } => {}
    }
}
