//! The search for a concrete violation: inputs, contents of the stores and other
//! instances under which a crash and a retry show what no retry-free run can.
//!
//! The obligations that the proof could not meet say where to look: which step
//! to crash after, and which stores others must touch.

mod others;
mod select;
pub(crate) mod shape;
mod situations;
mod solve;
mod texts;
mod tokens;

use crate::app::App;
use crate::definition::{
    Behaviour, Grain, Outcome, Search, Stores, Stuck, TraceBehaviour, Violation,
};
use crate::explain::play;
use crate::simulation::{Environment, Obligation};
use aplomb_script::Span;
use aplomb_symbolic::{Action, Origin, Step, StepId, Term, Terms, Trace};
use others::Touched;
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{Place, Shapes, places};
use std::rc::Rc;
use std::sync::Arc;

/// Values for the inputs of one instance, by the term of the input symbol.
pub type Inputs = FxHashMap<Term, Term>;

/// One instance of a violation.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Index of its function.
    pub function: usize,
    /// Its inputs.
    pub inputs: Inputs,
}

/// A violation with everything needed to show it again.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The instances; the first is the function under test.
    pub actors: Vec<Actor>,
    /// The content of the stores at the start.
    pub start: Stores,
    /// The run.
    pub violation: Violation,
    /// How conditions that cannot be evaluated were decided.
    pub variant: usize,
}

/// Makes instances executable. The default executes traces; the command line
/// executes programs.
pub trait Subjects {
    /// An instance of a function with these inputs. Conditions that cannot be
    /// evaluated are decided in one of several ways.
    fn instance<'s>(
        &'s self,
        app: &App,
        function: usize,
        inputs: &Inputs,
        variant: usize,
    ) -> Box<dyn Behaviour + 's>;

    /// A search begins: what earlier ones have used of a budget does not count any more.
    fn begin(&self) {}

    /// How many ways there are to decide what cannot be evaluated, and what changes between
    /// the attempts.
    fn variants(&self) -> usize {
        1
    }

    /// How many of them come first in which nothing changes by itself: clocks go on a little,
    /// and services that are only asked answer the same.
    fn steady_variants(&self) -> usize {
        self.variants()
    }
}

/// Executes traces.
pub struct Traces;

impl Subjects for Traces {
    fn instance<'s>(
        &'s self,
        app: &App,
        function: usize,
        inputs: &Inputs,
        _: usize,
    ) -> Box<dyn Behaviour + 's> {
        Box::new(TraceBehaviour::new(app.functions[function].trace.clone(), inputs.clone()))
    }
}

/// How much may be tried.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The work of all searches together, see [`Search::limit`].
    pub work: usize,
    /// Most other instances in one run.
    pub others: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { work: 6_000, others: 3 }
    }
}

/// What the search found.
pub enum Refuted {
    /// A violation.
    Yes(Box<Refutation>),
    /// None was found; why a run could not be executed, if that happened.
    No(Option<Stuck>),
}

/// Looks for a violation where the proof failed.
pub fn refute(
    app: &mut App,
    subjects: &dyn Subjects,
    function: usize,
    unmet: &[Obligation],
    environment: Environment,
    effort: Effort,
) -> Refuted {
    subjects.begin();
    let traces = (0..app.functions.len()).map(|index| ground(app, index)).collect();
    // A single run of a long function is as much work as many short ones.
    let steps = app.functions[function].trace.steps.len();
    let effort = Effort { work: effort.work.max(steps * steps), ..effort };
    let mut refuter = Refuter {
        numbers: None,
        shapes: vec![None; app.functions.len()],
        traces,
        app,
        subjects,
        function,
        left: effort.work,
        rest: effort.work * PATIENCE,
        effort,
        grain: Grain::Whole,
        crashes: Vec::new(),
        prepared: 0,
        variant: 0,
        stuck: None,
        reaching: FxHashMap::default(),
    };
    if refuter.traces[function].steps.len() > ANY_CRASH {
        refuter.crashes = crashes(unmet)
            .into_iter()
            .map(|crash| refuter.traces[function].step(crash))
            .map(|step| (step.span, step.label.clone()))
            .collect();
    }
    // What needs no change outside comes first.
    let may_change = refuter.traces[function].sources.iter().any(|s| s.foreign || s.is_clock());
    let variants = match may_change {
        true => subjects.variants(),
        false => subjects.steady_variants(),
    };
    for variant in 0..variants {
        refuter.variant = variant;
        refuter.left = effort.work;
        // Where something changes outside, most violations need nobody else: those are new.
        if variant == subjects.steady_variants() {
            subjects.begin();
            refuter.rest = effort.work * PATIENCE;
        }
        refuter.grain = Grain::Whole;
        refuter.prepared = 0;
        if let Some(found) = refuter.run(unmet, environment, effort.others) {
            return Refuted::Yes(Box::new(found));
        }
    }
    Refuted::No(refuter.stuck)
}

fn crashes(unmet: &[Obligation]) -> Vec<StepId> {
    let mut crashes: Vec<StepId> = unmet.iter().map(|o| o.crash).collect();
    crashes.sort();
    crashes.dedup();
    crashes.truncate(8);
    crashes
}

/// How many steps a function may have to be crashed everywhere. Longer ones are
/// crashed only where the proof failed.
const ANY_CRASH: usize = 20;

/// The least work for one situation: enough for each writer with two readers around.
const LEAST_SHARE: usize = 4_500;

/// How much work all searches for one function do together, as a multiple of the least:
/// what is found at all is nearly always found by the first ones.
const PATIENCE: usize = 20;

/// How many contents left by other functions are tried as starts.
const MOST_INHABITED: usize = 6;

/// How many starts are tried again with all that some function looks for.
const MOST_FURNISHED: usize = 3;

/// How many runs are executed to find situations and other instances.
const MOST_PREPARED: usize = 300;

/// What inputs are when nothing else is asked of them.
#[derive(Clone, Copy)]
struct Tag {
    text: &'static str,
    number: f64,
}

/// The inputs of the function under test.
const OWN: Tag = Tag { text: "a", number: 1.0 };

/// The inputs of other instances.
const OTHER: Tag = Tag { text: "b", number: 2.0 };

/// What cells hold at the start.
const HELD: Tag = Tag { text: "before", number: 10.0 };

/// What the keys of a step are made of.
fn decisive(terms: &Terms, trace: &Trace, step: &Step) -> FxHashSet<Place> {
    let keys: Vec<Term> = step.accesses().iter().map(|access| access.key).collect();
    places(terms, trace, &keys)
}

/// The stores in which a step writes.
fn written(step: &Step) -> Vec<Term> {
    match &step.action {
        Action::Sweep { store, .. } => vec![*store],
        _ => step.accesses().iter().filter(|a| a.new.is_some()).map(|a| a.store).collect(),
    }
}

/// Where a search starts: the function's inputs and the stores.
#[derive(Clone, Debug, PartialEq)]
struct Situation {
    actor: Actor,
    start: Stores,
}

/// A function's trace with every setting given its own name as value, as
/// concrete runs have it.
fn ground(app: &mut App, function: usize) -> Trace {
    let mut trace = app.functions[function].trace.clone();
    let roots = crate::app::terms_of(&trace);
    let values = app.settings.clone();
    let terms = &mut app.terms;
    let mut settings = FxHashMap::default();
    for symbol in terms.symbols_of(&roots) {
        if terms.symbol(symbol).origin == Origin::Setting {
            let name = terms.symbol(symbol).name.clone();
            settings.insert(terms.of_symbol(symbol), values.value(terms, &name));
        }
    }
    for step in &mut trace.steps {
        crate::app::rewrite_step(terms, step, &settings);
    }
    for completion in &mut trace.completions {
        completion.guard = terms.substitute(completion.guard, &settings);
        completion.value = terms.substitute(completion.value, &settings);
    }
    trace
}

struct Refuter<'a> {
    /// The traces, with settings as concrete runs have them.
    traces: Vec<Trace>,
    /// The fields that functions take for numbers, once it was asked for.
    numbers: Option<FxHashSet<Arc<str>>>,
    /// What each function looks at, once it was asked for.
    shapes: Vec<Option<Rc<Shapes>>>,
    app: &'a mut App,
    subjects: &'a dyn Subjects,
    function: usize,
    /// The work that is left for this situation.
    left: usize,
    /// The work that is left for all of them.
    rest: usize,
    effort: Effort,
    grain: Grain,
    /// Where crashes are tried; empty for everywhere.
    crashes: Vec<(Span, Arc<str>)>,
    prepared: usize,
    variant: usize,
    stuck: Option<Stuck>,
    /// Inputs under which a step of a function touches a cell, by function and step.
    reaching: FxHashMap<(usize, usize, Touched), Rc<[Actor]>>,
}

impl Refuter<'_> {
    fn run(
        &mut self,
        unmet: &[Obligation],
        environment: Environment,
        others: usize,
    ) -> Option<Refutation> {
        let mut situations = Vec::new();
        for crash in crashes(unmet) {
            let found = self.alone(crash, &mut situations);
            if found.is_some() {
                return found;
            }
        }
        if environment == Environment::Alone {
            return None;
        }
        self.among(Grain::Whole, &situations, others)
            .or_else(|| {
                let inhabited = self.inhabited(&situations);
                self.among(Grain::Whole, &inhabited, others)
            })
            .or_else(|| self.among(Grain::Steps, &situations, others))
    }

    /// Searches without other instances, from each situation that leads to a crash;
    /// notes those that are new.
    fn alone(&mut self, crash: StepId, known: &mut Vec<Situation>) -> Option<Refutation> {
        let approach = self.approach(crash);
        let listings = if approach.lists { [true, false].as_slice() } else { &[false] };
        let mut led = false;
        for goal in 0..approach.goals.len() {
            for &listed in listings {
                let Some(situation) = self.situation(&approach, goal, listed) else { continue };
                led = true;
                let found = self.alone_from(situation, known);
                if found.is_some() {
                    return found;
                }
            }
        }
        match led {
            true => None,
            false => self.any_situation(&approach).and_then(|found| self.alone_from(found, known)),
        }
    }

    fn alone_from(
        &mut self,
        situation: Situation,
        known: &mut Vec<Situation>,
    ) -> Option<Refutation> {
        if known.contains(&situation) {
            return None;
        }
        // Alone there are few runs: all of them are tried.
        self.left = self.effort.work;
        let found = self.search(&situation, &[]);
        known.push(situation);
        found
    }

    /// Searches among other instances, from each situation.
    fn among(
        &mut self,
        grain: Grain,
        situations: &[Situation],
        others: usize,
    ) -> Option<Refutation> {
        self.grain = grain;
        // Each situation gets its share. Interleavings of steps are many more.
        let share = (self.effort.work / situations.len().max(1)).max(LEAST_SHARE);
        situations.iter().find_map(|situation| {
            self.left = share * if grain == Grain::Steps { 4 } else { 1 };
            self.with_others(situation, others)
        })
    }

    /// Situations in which the stores hold what other functions write there, with the parts
    /// that readers look for.
    fn inhabited(&mut self, situations: &[Situation]) -> Vec<Situation> {
        let mut found: Vec<Situation> = Vec::new();
        for situation in situations {
            for writer in self.candidates(situation).iter().filter(|other| other.writes) {
                let Actor { function, inputs } = &writer.actor;
                let (_, start) = self.play(*function, inputs, &situation.start);
                let inhabited = Situation { actor: situation.actor.clone(), start };
                let is_new = !situations.iter().chain(&found).any(|known| *known == inhabited);
                if is_new && found.len() < MOST_INHABITED {
                    found.push(inhabited);
                }
            }
        }
        for situation in situations.iter().take(MOST_FURNISHED) {
            let furnished = self.furnished(situation);
            if !situations.iter().chain(&found).any(|known| *known == furnished) {
                found.push(furnished);
            }
        }
        found
    }

    fn search(&mut self, situation: &Situation, others: &[Actor]) -> Option<Refutation> {
        let limit = self.left.min(self.rest);
        if limit == 0 {
            return None;
        }
        let mut actors = vec![situation.actor.clone()];
        actors.extend_from_slice(others);
        if !actors.iter().all(|it| self.app.tells_of_its_store(it.function, &it.inputs)) {
            return None;
        }
        self.app.with_own_ids(&mut actors);
        let subjects = self.subjects;
        let variant = self.variant;
        let instances: Vec<Box<dyn Behaviour + '_>> = actors
            .iter()
            .map(|actor| subjects.instance(self.app, actor.function, &actor.inputs, variant))
            .collect();
        let behaviours: Vec<&dyn Behaviour> = instances.iter().map(|b| &**b).collect();
        let search = Search {
            behaviours: &behaviours,
            start: situation.start.clone(),
            grain: self.grain,
            crashes: &self.crashes,
            limit,
        };
        let (outcome, visited) = search.run_counting(&mut self.app.terms);
        // Setting a search up costs as much as some states.
        self.left = self.left.saturating_sub(visited + 20);
        self.rest = self.rest.saturating_sub(visited + 20);
        match outcome {
            Outcome::Violated(violation) => Some(Refutation {
                actors,
                start: situation.start.clone(),
                violation: *violation,
                variant,
            }),
            Outcome::Matched | Outcome::CutOff => None,
            Outcome::Stuck(why) => {
                self.stuck.get_or_insert(why);
                None
            }
        }
    }

    /// The steps the function performs when it runs alone.
    fn performed(&mut self, situation: &Situation) -> Vec<Rc<Step>> {
        self.play(self.function, &situation.actor.inputs, &situation.start).0
    }

    /// The steps that a function performs when it runs alone, and what it leaves behind.
    fn play(
        &mut self,
        function: usize,
        inputs: &Inputs,
        start: &Stores,
    ) -> (Vec<Rc<Step>>, Stores) {
        let instance = self.subjects.instance(self.app, function, inputs, self.variant);
        let longest = self.longest();
        let (steps, stores, stuck) = play(&mut self.app.terms, &*instance, start, longest);
        if let Some(why) = stuck {
            self.stuck.get_or_insert(why);
        }
        (steps, stores)
    }

    /// How many steps of an instance are executed to find out where it leads. A
    /// loop need not end.
    fn longest(&mut self) -> usize {
        self.prepared += 1;
        let steps = self.traces[self.function].steps.len();
        let most = MOST_PREPARED * 60 / steps.max(60);
        if self.prepared > most { 0 } else { 60 + steps }
    }

    /// Whether the function performs a step. Where its trace does not show all that it does,
    /// another write of the same store will do: rows are written by a commit that is not shown.
    fn reaches(&mut self, situation: &Situation, wanted: &Step) -> bool {
        let shows_all = self.traces[self.function].problems.is_empty();
        let stores = written(wanted);
        self.performed(situation).iter().any(|step| {
            let writes_there = || written(step).iter().any(|store| stores.contains(store));
            step.is_like(wanted) || !shows_all && writes_there()
        })
    }
}
