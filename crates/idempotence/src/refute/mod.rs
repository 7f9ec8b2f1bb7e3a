//! The search for a concrete violation: inputs, contents of the stores and other
//! instances under which a crash and a retry show what no retry-free run can.
//!
//! The obligations that the proof could not meet say where to look: which step
//! to crash after, and which stores others must touch.

mod shape;
mod solve;

use crate::app::App;
use crate::definition::{
    Behaviour, Grain, Next, Outcome, Run, Search, Stores, TraceBehaviour, Violation,
};
use crate::simulation::{Environment, Obligation, changes};
use aplomb_symbolic::{Action, Node, Operator, Origin, Step, StepId, Term, Terms, Trace};
use rustc_hash::FxHashMap;
use shape::{Route, Shapes};
use solve::{Unknown, all, solve};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Values for the inputs of one instance, by the term of the input symbol.
pub type Inputs = FxHashMap<Term, Term>;

/// One instance of a violation.
#[derive(Clone, Debug)]
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
    /// How conditions that can not be evaluated were decided.
    pub variant: usize,
}

/// Makes instances executable. The default executes traces; the command line
/// executes programs.
pub trait Subjects {
    /// An instance of a function with these inputs. Conditions that can not be
    /// evaluated are decided in one of several ways.
    fn instance<'s>(
        &'s self,
        app: &App,
        function: usize,
        inputs: &Inputs,
        variant: usize,
    ) -> Box<dyn Behaviour + 's>;

    /// How many ways there are to decide what can not be evaluated.
    fn variants(&self) -> usize {
        1
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
    /// States visited in all searches together.
    pub states: usize,
    /// Most other instances in one run.
    pub others: usize,
    /// How long the search may take.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { states: 3_000, others: 3, time: Duration::from_secs(4) }
    }
}

/// What the search found.
pub enum Refuted {
    /// A violation.
    Yes(Box<Refutation>),
    /// None was found; why a run could not be executed, if that happened.
    No(Option<Arc<str>>),
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
    let traces = (0..app.functions.len()).map(|index| ground(app, index)).collect();
    let mut refuter = Refuter {
        traces,
        app,
        subjects,
        function,
        left: effort.states,
        variant: 0,
        since: Instant::now(),
        time: effort.time,
        stuck: None,
    };
    for variant in 0..subjects.variants() {
        refuter.variant = variant;
        refuter.left = effort.states;
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

/// How many inputs are tried until one leads the program to the crash.
const ALTERNATIVES: usize = 48;

/// Where a search starts: the function's inputs and the stores.
#[derive(Clone, Debug)]
struct Situation {
    actor: Actor,
    start: Stores,
}

/// A function's trace with every setting given its own name as value, as
/// concrete runs have it.
fn ground(app: &mut App, function: usize) -> Trace {
    let mut trace = app.functions[function].trace.clone();
    let mut roots = Vec::new();
    for step in &mut trace.steps {
        crate::app::map_step(step, &mut |term| {
            roots.push(term);
            term
        });
    }
    roots.extend(trace.completions.iter().flat_map(|c| [c.guard, c.value]));
    let terms = &mut app.terms;
    let mut settings = FxHashMap::default();
    for symbol in terms.symbols_of(&roots) {
        if terms.symbol(symbol).origin == Origin::Setting {
            let name = terms.symbol(symbol).name.clone();
            settings.insert(terms.of_symbol(symbol), terms.string(name));
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
    app: &'a mut App,
    subjects: &'a dyn Subjects,
    function: usize,
    left: usize,
    variant: usize,
    since: Instant,
    time: Duration,
    stuck: Option<Arc<str>>,
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
            situations.extend(self.situations(crash));
        }
        if let Some(found) = situations.iter().find_map(|s| self.search(s, &[])) {
            return Some(found);
        }
        if environment == Environment::Alone {
            return None;
        }
        situations.iter().find_map(|situation| self.with_others(situation, others))
    }

    /// Inputs and contents under which the function gets as far as the crash.
    fn situations(&mut self, crash: StepId) -> Vec<Situation> {
        let trace = self.traces[self.function].clone();
        let step = trace.step(crash);
        let shapes = Shapes::of(&mut self.app.terms, &trace);
        let mut unknowns = self.inputs(&shapes, self.function, "a");
        let mut cells = Vec::new();
        for earlier in &trace.steps[..=crash.0 as usize] {
            if let Action::Access { accesses, .. } = &earlier.action {
                for access in accesses {
                    unknowns.push(self.content(&shapes, access.old));
                    cells.push((earlier.guard, access.clone()));
                }
            }
        }
        let mut goal = vec![step.guard];
        if let Action::Access { accesses, .. } = &step.action {
            goal.extend(accesses.iter().map(|a| a.condition));
        }
        let goal = all(&mut self.app.terms, &goal);
        let mut situations: Vec<Situation> = Vec::new();
        // As it comes; then with each cell empty, and with each cell filled.
        let mut variants = vec![goal];
        for (_, access) in cells.iter().take(3) {
            let terms = &mut self.app.terms;
            let old = terms.of_symbol(access.old);
            let absent = terms.absent();
            let empty = terms.equal(old, absent);
            let filled = terms.not(empty);
            variants.extend([terms.and(goal, filled), terms.and(goal, empty)]);
        }
        for variant in variants {
            // The values nearest to the defaults that lead the program to the crash.
            let solutions = solve(&mut self.app.terms, &unknowns, variant, ALTERNATIVES);
            let Some(situation) = solutions
                .into_iter()
                .map(|values| {
                    let start = self.stores(&cells, &values);
                    let inputs = trace
                        .inputs
                        .iter()
                        .map(|&input| self.app.terms.of_symbol(input))
                        .filter_map(|input| Some((input, *values.get(&input)?)))
                        .collect();
                    Situation { actor: Actor { function: self.function, inputs }, start }
                })
                .collect::<Vec<_>>()
                .into_iter()
                .find(|situation| self.reaches(situation, step))
            else {
                continue;
            };
            if !situations.iter().any(|known| {
                known.actor.inputs == situation.actor.inputs && known.start == situation.start
            }) {
                situations.push(situation);
            }
        }
        situations
    }

    fn inputs(&mut self, shapes: &Shapes, function: usize, tag: &str) -> Vec<Unknown> {
        let inputs = self.traces[function].inputs.clone();
        let number = tag.bytes().next().map_or(1.0, |b| f64::from(b - b'a' + 1));
        inputs
            .into_iter()
            .map(|input| {
                let term = self.app.terms.of_symbol(input);
                let shape = shapes.get(input);
                let leaves = shape.leaves(&mut self.app.terms, &mut |terms, _: &Route, numeric| {
                    if numeric { terms.number(number) } else { terms.string(tag) }
                });
                Unknown { term, shape, leaves }
            })
            .collect()
    }

    fn content(&mut self, shapes: &Shapes, old: aplomb_symbolic::SymbolId) -> Unknown {
        let term = self.app.terms.of_symbol(old);
        let shape = shapes.get(old);
        let leaves = shape.leaves(&mut self.app.terms, &mut |terms, route, numeric| {
            if route.is_empty() {
                let value = terms.string("before");
                terms.record([(Arc::from("value"), value)])
            } else if numeric {
                terms.number(10.0)
            } else {
                terms.string("before")
            }
        });
        Unknown { term, shape, leaves }
    }

    /// The contents at the start, from values for what the function finds.
    fn stores(
        &mut self,
        cells: &[(Term, aplomb_symbolic::Access)],
        values: &FxHashMap<Term, Term>,
    ) -> Stores {
        let terms = &mut self.app.terms;
        let mut stores = Stores::default();
        let mut touched = Vec::new();
        for (_, access) in cells {
            let store = terms.substitute(access.store, values);
            let key = terms.substitute(access.key, values);
            if touched.contains(&(store, key)) {
                continue;
            }
            touched.push((store, key));
            let old = terms.of_symbol(access.old);
            let Some(&content) = values.get(&old) else { continue };
            if matches!(terms.node(content), Node::Undefined | Node::Absent) {
                continue;
            }
            // An item contains its key.
            let content = match (terms.node(content), terms.node(key)) {
                (Node::Record(..), Node::Record(..)) => {
                    terms.apply(Operator::Merge, &[content, key])
                }
                _ => content,
            };
            stores.set(terms, store, key, content);
        }
        stores
    }

    fn search(&mut self, situation: &Situation, others: &[Actor]) -> Option<Refutation> {
        if self.left == 0 || self.since.elapsed() > self.time {
            self.left = 0;
            return None;
        }
        let mut actors = vec![situation.actor.clone()];
        actors.extend_from_slice(others);
        let subjects = self.subjects;
        let variant = self.variant;
        let instances: Vec<Box<dyn Behaviour + '_>> = actors
            .iter()
            .map(|actor| subjects.instance(self.app, actor.function, &actor.inputs, variant))
            .collect();
        let behaviours: Vec<&dyn Behaviour> = instances.iter().map(|b| &**b).collect();
        let limit = self.left.min(4_000);
        let search = Search {
            behaviours: &behaviours,
            start: situation.start.clone(),
            grain: Grain::Whole,
            limit,
        };
        let (outcome, visited) = search.run_counting(&mut self.app.terms);
        // Setting a search up costs as much as some states.
        self.left = self.left.saturating_sub(visited + 20);
        match outcome {
            Outcome::Violated(violation) => Some(Refutation {
                actors,
                start: situation.start.clone(),
                violation: *violation,
                variant,
            }),
            Outcome::Matched => None,
            Outcome::Unknown(why) => {
                self.stuck.get_or_insert(why);
                None
            }
        }
    }

    /// Tries other instances: one, then two, then three.
    fn with_others(&mut self, situation: &Situation, most: usize) -> Option<Refutation> {
        let candidates = self.candidates(situation);
        let mut groups: Vec<Vec<Actor>> = vec![Vec::new()];
        for _ in 0..most {
            let mut larger = Vec::new();
            for group in &groups {
                for candidate in &candidates {
                    let mut group = group.clone();
                    group.push(candidate.clone());
                    if let Some(found) = self.search(situation, &group) {
                        return Some(found);
                    }
                    if self.left == 0 {
                        return None;
                    }
                    larger.push(group);
                }
            }
            groups = larger;
        }
        None
    }

    /// Instances of all functions that touch what the function under test touches.
    fn candidates(&mut self, situation: &Situation) -> Vec<Actor> {
        let touched = self.touched(situation);
        let mut found: Vec<(bool, Actor)> = Vec::new();
        for function in 0..self.app.functions.len() {
            let steps = self.traces[function].steps.clone();
            for step in &steps {
                for &(store, key) in &touched {
                    for actor in self.reaching(function, step, store, key) {
                        let known = found.iter().any(|(_, other)| {
                            other.function == actor.function && other.inputs == actor.inputs
                        });
                        if !known {
                            found.push((changes(step), actor));
                        }
                    }
                }
            }
        }
        // Writers disturb, so they come first.
        found.sort_by_key(|(writes, _)| !writes);
        found.into_iter().map(|(_, actor)| actor).take(10).collect()
    }

    /// The steps the function performs when it runs alone.
    fn performed(&mut self, situation: &Situation) -> Vec<Rc<Step>> {
        let instance =
            self.subjects.instance(self.app, self.function, &situation.actor.inputs, self.variant);
        let behaviours: [&dyn Behaviour; 1] = [&*instance];
        let mut run = Run::new(&behaviours, situation.start.clone());
        run.invoke(0);
        let mut steps = Vec::new();
        let terms = &mut self.app.terms;
        for _ in 0..200 {
            if let Next::Step { step, .. } = run.drawing(terms, 0) {
                steps.push(step);
            }
            let reply = |terms: &mut Terms, _| terms.string("reply");
            if !matches!(run.advance(terms, 0, reply), Ok(true)) {
                break;
            }
        }
        steps
    }

    /// Whether the function performs a step, or can not be executed that far.
    fn reaches(&mut self, situation: &Situation, wanted: &Step) -> bool {
        self.performed(situation)
            .iter()
            .any(|step| step.span == wanted.span && step.label == wanted.label)
    }

    /// The cells the function touches when it runs alone.
    fn touched(&mut self, situation: &Situation) -> Vec<(Term, Term)> {
        let mut touched: Vec<(Term, Term)> = self
            .performed(situation)
            .iter()
            .flat_map(|step| match &step.action {
                Action::Access { accesses, .. } => {
                    accesses.iter().map(|a| (a.store, a.key)).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Inputs under which a step of a function touches a cell.
    fn reaching(&mut self, function: usize, step: &Step, store: Term, key: Term) -> Vec<Actor> {
        let goals: Vec<Term> = match &step.action {
            Action::Access { accesses, .. } => {
                let accesses: Vec<_> =
                    accesses.iter().filter(|a| self.app.same_store(a.store, store)).collect();
                let terms = &mut self.app.terms;
                accesses.iter().map(|a| terms.equal(a.key, key)).collect()
            }
            Action::Scan { store: scanned, .. } | Action::Sweep { store: scanned, .. } => {
                if self.app.same_store(*scanned, store) {
                    vec![self.app.terms.bool(true)]
                } else {
                    Vec::new()
                }
            }
            _ => Vec::new(),
        };
        let trace = self.traces[function].clone();
        let mut actors = Vec::new();
        for goal in goals {
            let goal = self.app.terms.and(step.guard, goal);
            if self.app.terms.is_false(goal) {
                continue;
            }
            let shapes = Shapes::of(&mut self.app.terms, &trace);
            let mut unknowns = self.inputs(&shapes, function, "b");
            // Parts of the key are worth trying everywhere.
            let parts: Vec<Term> = self
                .app
                .terms
                .parts(&[key])
                .into_iter()
                .filter(|&part| {
                    matches!(self.app.terms.node(part), Node::String(_) | Node::Number(_))
                })
                .collect();
            for unknown in &mut unknowns {
                for (_, values) in &mut unknown.leaves {
                    values.extend(parts.iter().copied());
                }
            }
            let inputs = solve(&mut self.app.terms, &unknowns, goal, 1).pop();
            actors.extend(inputs.map(|inputs| Actor { function, inputs }));
        }
        actors
    }
}
