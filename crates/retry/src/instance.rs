//! Functions as instances that can be executed step by step: the interpreter
//! runs the source again with the answers it got so far.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use aplomb_cloud::{Handler, Models};
use aplomb_idempotence::{
    Agreement, App, Replies, Settings,
    definition::{Behaviour, Freshness, Guess, LATER_ANSWER, Next, Stuck},
    refute::{Inputs, Subjects},
};
use aplomb_script::{ModuleId, Program, Span};
use aplomb_symbolic::{
    Action, Draw, Ended, Limits, Node, Operator, Reply, Step, Term, Terms, World, run,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Executes the functions of a program.
pub struct Programs<'a> {
    /// The sources.
    program: &'a Program,
    /// What SDK calls mean.
    models: &'a Models,
    /// The functions.
    functions: &'a [(Handler, ModuleId)],
    /// What instances did before, by function, inputs and variant: searches
    /// execute the same instances again and again.
    known: RefCell<FxHashMap<Execution, Rc<Known>>>,
    /// Where functions draw what they make no use of.
    idle: RefCell<FxHashMap<usize, Rc<Places>>>,
    /// What the search that is under way may still execute.
    left: Cell<u64>,
}

/// How many statements one search executes: a long function that is started over and over
/// again takes minutes, and what is found at all is found soon.
const BUDGET: u64 = 6_000_000;

/// What starting a run costs, in statements.
const START: u64 = 200;

/// Which instance: function, inputs in order of their names, and how it decides what is open.
/// What changes between the attempts is among the answers, so it makes no difference here.
type Execution = (usize, Vec<(String, Term)>, Decided);

/// What is hoped, and how far answers agree, on the first attempt and later.
type Decided = (bool, Agreement, Agreement);

/// What an instance does next, by the answers it got.
type Known = RefCell<FxHashMap<Vec<Term>, Next>>;

/// Places in a program: what is called there, and where.
type Places = FxHashSet<(Arc<str>, Span)>;

impl<'a> Programs<'a> {
    /// The functions of a program, none executed yet.
    pub fn new(
        program: &'a Program,
        models: &'a Models,
        functions: &'a [(Handler, ModuleId)],
    ) -> Self {
        let left = Cell::new(BUDGET);
        let (known, idle) = (RefCell::default(), RefCell::default());
        Programs { program, models, functions, known, idle, left }
    }
}

impl Subjects for Programs<'_> {
    fn instance<'s>(
        &'s self,
        app: &App,
        function: usize,
        inputs: &Inputs,
        variant: usize,
    ) -> Box<dyn Behaviour + 's> {
        let mut named: Vec<(String, Term)> = inputs
            .iter()
            .filter_map(|(&input, &value)| {
                let symbol = app.terms.as_symbol(input)?;
                Some((app.terms.symbol(symbol).name.to_string(), value))
            })
            .collect();
        named.sort();
        let inputs = named.iter().cloned().collect();
        let variant = VARIANTS[variant];
        let decided = (variant.hopes, variant.first, variant.later);
        let known = self.known.borrow_mut().entry((function, named, decided)).or_default().clone();
        let trace = &app.functions[function].trace;
        let mut idle = self.idle.borrow_mut();
        let idle = idle.entry(function).or_insert_with(|| trace.idle_sources(&app.terms).into());
        let (handler, module) = &self.functions[function];
        Box::new(Instance {
            program: self.program,
            models: self.models,
            handler,
            module: *module,
            inputs,
            variant,
            settings: app.settings.clone(),
            replies: app.replies.clone(),
            longest: 200 + 2 * trace.steps.len(),
            known,
            idle: idle.clone(),
            left: &self.left,
        })
    }

    fn begin(&self) {
        self.left.set(BUDGET);
    }

    fn variants(&self) -> usize {
        VARIANTS.len()
    }

    fn steady_variants(&self) -> usize {
        VARIANTS.iter().take_while(|variant| !variant.changes).count()
    }
}

/// What is open, and what changes between the attempts.
#[derive(Clone, Copy)]
struct Variant {
    /// What the interpreter cannot evaluate is true throughout, or false throughout.
    hopes: bool,
    /// How far answers are what the program compares them with, on the first attempt.
    first: Agreement,
    /// The same on the retry.
    later: Agreement,
    /// Clocks and services that are only asked may tell something else on the retry.
    changes: bool,
}

/// What is tried, one after the other.
const VARIANTS: [Variant; 6] = {
    use Agreement::{All, None, Values};
    let hopes = Variant { hopes: true, first: All, later: All, changes: false };
    let doubts = Variant { hopes: false, first: None, later: None, changes: false };
    [
        hopes,
        doubts,
        Variant { changes: true, ..hopes },
        Variant { changes: true, ..doubts },
        Variant { hopes: true, first: None, later: Values, changes: true },
        Variant { hopes: true, first: Values, later: None, changes: true },
    ]
};

struct Instance<'a> {
    program: &'a Program,
    models: &'a Models,
    handler: &'a Handler,
    module: ModuleId,
    inputs: FxHashMap<String, Term>,
    variant: Variant,
    settings: Settings,
    replies: Replies,
    longest: usize,
    known: Rc<Known>,
    idle: Rc<Places>,
    left: &'a Cell<u64>,
}

impl Behaviour for Instance<'_> {
    fn next(&self, terms: &mut Terms, answers: &[Term], guess: &mut Guess<'_>) -> Next {
        if let Some(known) = self.known.borrow().get(answers) {
            return known.clone();
        }
        if self.left.get() == 0 {
            let why = "the search for a violation takes too long";
            return Next::Stuck(Stuck::NotSupported(why.into()));
        }
        let mut world = Answers {
            inputs: &self.inputs,
            settings: &self.settings,
            replies: &self.replies,
            idle: &self.idle,
            variant: self.variant,
            answers: answers.to_vec(),
            // As many guesses as answers: wrong ones at most double the work.
            most: (2 * answers.len()).max(answers.len() + LEAST_GUESSES).min(self.longest),
            guess,
            at: 0,
            steps: 0,
            draws: 0,
            asked: Vec::new(),
            pending: None,
        };
        let entry = self.handler.entry(self.module);
        let limits = Limits { fuel: 300_000, ..Limits::default() };
        let run = run(self.program, self.models, terms, limits, &mut world, &entry);
        self.left.set(self.left.get().saturating_sub(START + run.spent));
        let next = match (world.pending, run.ended) {
            (Some(next), _) => next,
            (None, Ended::Completed(completion)) => {
                let answer = run.response.unwrap_or(completion);
                if answer.failed { Next::Fail } else { Next::Respond(answer.value) }
            }
            (None, Ended::GivenUp(problem)) => {
                Next::Stuck(Stuck::NotSupported(problem.message.into()))
            }
            (None, Ended::Suspended(what, _)) => Next::Stuck(Stuck::open(what)),
            (None, Ended::SuspendedAt(step)) => {
                Next::Stuck(Stuck::open(format!("what {} gives", step.label)))
            }
        };
        let mut known = self.known.borrow_mut();
        known.insert(world.answers.clone(), next);
        for (length, next) in world.asked {
            known.insert(world.answers[..length].to_vec(), next);
        }
        known[answers].clone()
    }

    fn longest(&self) -> usize {
        self.longest
    }

    fn finds_changes(&self) -> bool {
        self.variant.changes
    }
}

/// How many answers are guessed at least.
const LEAST_GUESSES: usize = 16;

/// A world that gives prepared answers, then guesses, and then stops the run.
struct Answers<'a, 'g> {
    inputs: &'a FxHashMap<String, Term>,
    settings: &'a Settings,
    replies: &'a Replies,
    idle: &'a Places,
    variant: Variant,
    answers: Vec<Term>,
    most: usize,
    guess: &'a mut Guess<'g>,
    at: usize,
    steps: usize,
    draws: usize,
    /// What the program asked for when an answer was guessed, by the number of
    /// answers before it.
    asked: Vec<(usize, Next)>,
    pending: Option<Next>,
}

impl Answers<'_, '_> {
    /// The next answer, prepared or guessed; without one, the run is to stop.
    fn answer(&mut self, terms: &mut Terms, asks: impl FnOnce() -> Next) -> Option<Term> {
        if self.at == self.answers.len() {
            let next = asks();
            let guess = match self.at < self.most {
                true => (self.guess)(terms, &next),
                false => None,
            };
            match guess {
                Some(guess) => {
                    self.asked.push((self.at, next));
                    self.answers.push(guess);
                }
                None => {
                    self.pending = Some(next);
                    return None;
                }
            }
        }
        self.at += 1;
        Some(self.answers[self.at - 1])
    }
}

impl World for Answers<'_, '_> {
    fn input(&mut self, terms: &mut Terms, name: &str) -> Term {
        self.inputs.get(name).copied().unwrap_or_else(|| terms.undefined())
    }

    fn perform(&mut self, terms: &mut Terms, step: &Step) -> Reply {
        let index = self.steps;
        self.steps += 1;
        match self.answer(terms, || Next::Step { index, step: Rc::new(step.clone()) }) {
            Some(answer) => match (&step.action, terms.node(answer)) {
                (Action::Access { .. }, Node::List(contents)) => Reply::Old(contents.to_vec()),
                (Action::Effect { .. }, _) => {
                    let call = (&step.label, step.span);
                    Reply::Value(self.replies.shaped(terms, call, answer, self.variant.first))
                }
                _ => Reply::Value(answer),
            },
            None => Reply::Suspend,
        }
    }

    fn fresh(&mut self, terms: &mut Terms, draw: &Draw<'_>) -> Option<Term> {
        let Draw { label: name, span, unique, foreign, kept } = *draw;
        let source = self.draws;
        self.draws += 1;
        let kind = match name.rsplit('.').next() {
            _ if unique => Freshness::Unique,
            _ if foreign => Freshness::Answer,
            _ if draw.is_order() => Freshness::Order,
            Some("random" | "uniform") => Freshness::Fraction,
            _ => Freshness::Number,
        };
        // Nobody can tell which value it was: each choice of one would double the search.
        if self.idle.contains(&(name.into(), span)) {
            return Some(match kind {
                Freshness::Unique => terms.string("unused"),
                Freshness::Number | Freshness::Order | Freshness::Answer => terms.number(1000.0),
                Freshness::Fraction => terms.number(0.5),
            });
        }
        let asks = || Next::Draw { source, kind, label: name.into(), span, kept };
        let drawn = self.answer(terms, asks)?;
        let is_later =
            matches!(terms.node(drawn), Node::Number(number) if number.get() >= LATER_ANSWER);
        let agrees = if foreign && is_later { self.variant.later } else { self.variant.first };
        Some(self.replies.shaped(terms, (&name.into(), span), drawn, agrees))
    }

    fn setting(&mut self, terms: &mut Terms, name: &str) -> Term {
        self.settings.value(terms, name)
    }

    /// The same condition always gets the same answer, as a function would give.
    fn decide(&mut self, terms: &mut Terms, condition: Term) -> Option<bool> {
        let length = if self.variant.hopes { 1.0 } else { 0.0 };
        let by_length = of_length(terms, condition, length);
        by_length.or(Some(self.variant.hopes != is_lack(terms, condition)))
    }
}

/// A condition on how long something is whose items are not known: it has one item, or none.
fn of_length(terms: &Terms, condition: Term, length: f64) -> Option<bool> {
    let Node::Apply(operator, sides) = terms.node(condition) else { return None };
    if *operator == Operator::Not {
        return of_length(terms, sides[0], length).map(|holds| !holds);
    }
    let compare = match operator {
        Operator::Less => |a: f64, b: f64| a < b,
        Operator::LessEqual => |a: f64, b: f64| a <= b,
        Operator::Equal => |a: f64, b: f64| a == b,
        _ => return None,
    };
    let value = |side: Term| match terms.node(side) {
        Node::Number(number) => Some(number.get()),
        Node::Apply(Operator::Length, _) => Some(length),
        _ => None,
    };
    Some(compare(value(sides[0])?, value(sides[1])?))
}

/// Whether a condition says that something is not there: hope is for what is found.
fn is_lack(terms: &Terms, condition: Term) -> bool {
    match terms.node(condition) {
        Node::Apply(Operator::Not, parts) => !is_lack(terms, parts[0]),
        Node::Apply(Operator::Equal, sides) => sides
            .iter()
            .any(|side| matches!(terms.node(*side), Node::Undefined | Node::Null | Node::Absent)),
        _ => false,
    }
}
