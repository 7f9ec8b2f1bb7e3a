//! The search for a concrete violation: inputs, contents of the stores and other
//! instances under which a crash and a retry show what no retry-free run can.
//!
//! The obligations that the proof could not meet say where to look: which step
//! to crash after, and which stores others must touch.

mod others;
pub(crate) mod shape;
mod solve;
mod texts;

use crate::app::App;
use crate::definition::{
    Behaviour, Grain, Next, Outcome, Run, Search, Stores, TraceBehaviour, Violation,
};
use crate::simulation::{Environment, Obligation};
use aplomb_script::Span;
use aplomb_symbolic::{
    Access, Action, Node, Operator, Origin, Step, StepId, SymbolId, Term, Terms, Trace,
};
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{Route, Shapes, part_at};
use solve::{Solutions, Unknown, all};
use std::rc::Rc;
use std::sync::Arc;

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
    // A single run of a long function is as much work as many short ones.
    let steps = app.functions[function].trace.steps.len();
    let effort = Effort { work: effort.work.max(steps * steps), ..effort };
    let mut refuter = Refuter {
        shapes: vec![None; app.functions.len()],
        traces,
        app,
        subjects,
        function,
        left: effort.work,
        effort,
        grain: Grain::Whole,
        crashes: Vec::new(),
        prepared: 0,
        variant: 0,
        stuck: None,
    };
    if refuter.traces[function].steps.len() > ANY_CRASH {
        refuter.crashes = crashes(unmet)
            .into_iter()
            .map(|crash| refuter.traces[function].step(crash))
            .map(|step| (step.span, step.label.clone()))
            .collect();
    }
    for variant in 0..subjects.variants() {
        refuter.variant = variant;
        refuter.left = effort.work;
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

/// How many inputs are tried until one leads the program to the crash.
const ALTERNATIVES: usize = 30;

/// The least work for one situation: enough for each writer with two readers around.
const LEAST_SHARE: usize = 4_500;

/// How many contents left by other functions are tried as starts.
const MOST_INHABITED: usize = 6;

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

/// How many ways to differ from the plainest inputs are tried.
const MOST_ALTERNATIVES: usize = 6;

/// What the keys of a step are made of.
fn decisive(terms: &Terms, step: &Step) -> FxHashSet<Term> {
    let Action::Access { accesses, .. } = &step.action else { return FxHashSet::default() };
    let keys: Vec<Term> = accesses.iter().map(|access| access.key).collect();
    terms.parts(&keys).into_iter().collect()
}

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

/// Whether a term is what a cell held before a step.
fn is_content(terms: &Terms, term: Term) -> bool {
    let symbol = terms.as_symbol(term);
    symbol.is_some_and(|symbol| terms.symbol(symbol).origin == Origin::Old)
}

struct Refuter<'a> {
    /// The traces, with settings as concrete runs have them.
    traces: Vec<Trace>,
    /// What each function looks at, once it was asked for.
    shapes: Vec<Option<Rc<Shapes>>>,
    app: &'a mut App,
    subjects: &'a dyn Subjects,
    function: usize,
    left: usize,
    effort: Effort,
    grain: Grain,
    /// Where crashes are tried; empty for everywhere.
    crashes: Vec<(Span, Arc<str>)>,
    prepared: usize,
    variant: usize,
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
        for situation in &situations {
            // Alone there are few runs: all of them are tried.
            self.left = self.effort.work;
            let found = self.search(situation, &[]);
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

    /// Situations in which the stores hold what other functions write there: with the
    /// parts that readers look for.
    fn inhabited(&mut self, situations: &[Situation]) -> Vec<Situation> {
        let mut found: Vec<Situation> = Vec::new();
        for situation in situations {
            for writer in self.candidates(situation).iter().filter(|other| other.writes) {
                let Actor { function, inputs } = &writer.actor;
                let (_, start) = self.play(*function, inputs, &situation.start);
                let known = |known: &Situation| {
                    known.start == start && known.actor.inputs == situation.actor.inputs
                };
                let is_new = !situations.iter().chain(&found).any(known);
                if is_new && found.len() < MOST_INHABITED {
                    found.push(Situation { actor: situation.actor.clone(), start });
                }
            }
        }
        found
    }

    /// Inputs and contents under which the function gets as far as the crash.
    fn situations(&mut self, crash: StepId) -> Vec<Situation> {
        let trace = self.traces[self.function].clone();
        let step = trace.step(crash);
        let shapes = self.shapes(self.function);
        let mut unknowns = self.inputs(&shapes, self.function, OWN);
        let decisive = decisive(&self.app.terms, step);
        let mut alternatives = self.alternatives(&unknowns, &decisive);
        let inputs = unknowns.len();
        let mut cells = Vec::new();
        let mut lists = false;
        for earlier in &trace.steps[..=crash.0 as usize] {
            match &earlier.action {
                Action::Access { accesses, .. } => {
                    for access in accesses {
                        unknowns.push(self.content(&shapes, access.old, Some(access.key)));
                        cells.push(access.old);
                    }
                }
                Action::Scan { reply: listed, .. } | Action::Sweep { old: listed, .. } => {
                    unknowns.push(self.content(&shapes, *listed, None));
                    lists = true;
                }
                _ => {}
            }
        }
        let locked = self.locked(&trace);
        for later in &trace.steps[crash.0 as usize + 1..] {
            let Action::Access { accesses, .. } = &later.action else { continue };
            for access in accesses {
                if self.needs_an_item(access) || locked.contains(&access.old) {
                    unknowns.push(self.content(&shapes, access.old, Some(access.key)));
                }
            }
        }
        alternatives.extend(self.alternatives(&unknowns[inputs..], &decisive));
        let mut goal = vec![step.guard];
        if let Action::Access { accesses, .. } = &step.action {
            for access in accesses {
                goal.push(self.apart_from_locks(access.condition));
            }
        }
        let goal = all(&mut self.app.terms, &goal);
        let mut situations: Vec<Situation> = Vec::new();
        // As it comes; then with each cell empty, and with each cell filled.
        let mut variants = vec![goal];
        variants.extend(self.with_a_change(goal, step));
        for &cell in cells.iter().take(3) {
            let terms = &mut self.app.terms;
            let old = terms.of_symbol(cell);
            let absent = terms.absent();
            let empty = terms.equal(old, absent);
            let filled = terms.not(empty);
            variants.extend([terms.and(goal, filled), terms.and(goal, empty)]);
        }
        // And with other inputs and contents than the plainest ones.
        variants.extend(alternatives.into_iter().map(|other| self.app.terms.and(goal, other)));
        let listings = if lists { [true, false].as_slice() } else { &[false] };
        for (variant, &listed) in
            variants.iter().flat_map(|&v| listings.iter().map(move |l| (v, l)))
        {
            // The values nearest to the defaults that lead the program to the crash.
            let solutions = Solutions::about(&mut self.app.terms, &trace, &unknowns, variant);
            let situation = self.first_leading(solutions, ALTERNATIVES, &trace, listed, step);
            let Some(situation) = situation else { continue };
            if !situations.iter().any(|known| {
                known.actor.inputs == situation.actor.inputs && known.start == situation.start
            }) {
                situations.push(situation);
            }
        }
        if situations.is_empty() {
            // What a program picks out of its input is not told by conditions.
            let terms = &mut self.app.terms;
            let solutions = Solutions::of_anything(terms, &trace, &unknowns, goal);
            let found = self.first_leading(solutions, MOST_PREPARED, &trace, lists, step);
            situations.extend(found);
        }
        situations
    }

    /// The situation with the first solution under which the program performs a step.
    fn first_leading(
        &mut self,
        mut solutions: Solutions<'_>,
        most: usize,
        trace: &Trace,
        listed: bool,
        step: &Step,
    ) -> Option<Situation> {
        for _ in 0..most {
            let values = solutions.next(&mut self.app.terms)?;
            let situation = self.leading(trace, &values, listed, step);
            if situation.is_some() {
                return situation;
            }
        }
        None
    }

    /// The situation with these values, if the program performs a step in it.
    fn leading(
        &mut self,
        trace: &Trace,
        values: &FxHashMap<Term, Term>,
        listed: bool,
        step: &Step,
    ) -> Option<Situation> {
        let inputs = trace
            .inputs
            .iter()
            .map(|&input| self.app.terms.of_symbol(input))
            .filter_map(|input| Some((input, *values.get(&input)?)))
            .collect();
        let actor = Actor { function: self.function, inputs };
        let start = self.stores(&actor, values, listed);
        let situation = Situation { actor, start };
        self.reaches(&situation, step).then_some(situation)
    }

    /// Ways in which a step changes what it finds.
    fn with_a_change(&mut self, goal: Term, step: &Step) -> Vec<Term> {
        let Action::Access { accesses, .. } = &step.action else { return Vec::new() };
        let terms = &mut self.app.terms;
        let changes = accesses.iter().filter_map(|access| Some((access.old, access.new?)));
        changes
            .map(|(old, new)| {
                let old = terms.of_symbol(old);
                let same = terms.equal(new, old);
                let changed = terms.not(same);
                terms.and(goal, changed)
            })
            .collect()
    }

    /// The cells that must still hold at a later step what an earlier one found.
    fn locked(&mut self, trace: &Trace) -> FxHashSet<SymbolId> {
        let terms = &self.app.terms;
        let accesses = trace.steps.iter().flat_map(|step| match &step.action {
            Action::Access { accesses, .. } => accesses.as_slice(),
            _ => &[],
        });
        let conditions: Vec<Term> = accesses.map(|access| access.condition).collect();
        let parts = terms.parts(&conditions).into_iter();
        let sides = parts.filter_map(|part| match terms.node(part) {
            Node::Apply(Operator::Equal, sides) if sides.iter().all(|&s| is_content(terms, s)) => {
                Some(sides.clone())
            }
            _ => None,
        });
        sides.flat_map(|sides| sides.to_vec()).filter_map(|side| terms.as_symbol(side)).collect()
    }

    /// Whether a write does nothing to an empty cell.
    fn needs_an_item(&mut self, access: &Access) -> bool {
        let Some(new) = access.new else { return false };
        let terms = &mut self.app.terms;
        let (old, absent) = (terms.of_symbol(access.old), terms.absent());
        new != absent && terms.substitute(new, &FxHashMap::from_iter([(old, absent)])) == absent
    }

    /// A condition without the parts that say that a cell holds what an earlier step
    /// found there: it does, as long as nobody else runs.
    fn apart_from_locks(&mut self, condition: Term) -> Term {
        let terms = &mut self.app.terms;
        let parts = match terms.node(condition) {
            Node::Apply(Operator::And, parts) => parts.to_vec(),
            _ => vec![condition],
        };
        let kept: Vec<Term> = parts
            .into_iter()
            .filter(|&part| match terms.node(part) {
                Node::Apply(Operator::Equal, sides) => {
                    !sides.iter().all(|&side| is_content(terms, side))
                }
                _ => true,
            })
            .collect();
        all(terms, &kept)
    }

    /// Ways in which inputs can differ from the defaults, as conditions. Parts that
    /// decide which cell is written come first.
    fn alternatives(&mut self, unknowns: &[Unknown], decisive: &FxHashSet<Term>) -> Vec<Term> {
        let mut alternatives = Vec::new();
        for unknown in unknowns {
            for (route, values) in &unknown.leaves {
                for &value in values.iter().skip(1).take(3) {
                    let terms = &mut self.app.terms;
                    let part = part_at(terms, unknown.term, route);
                    alternatives.push((!decisive.contains(&part), terms.equal(part, value)));
                }
            }
        }
        alternatives.sort_by_key(|(later, _)| *later);
        alternatives.truncate(MOST_ALTERNATIVES);
        alternatives.into_iter().map(|(_, condition)| condition).collect()
    }

    /// What a function looks at.
    fn shapes(&mut self, function: usize) -> Rc<Shapes> {
        let Refuter { app, traces, shapes, .. } = self;
        let known = shapes[function].get_or_insert_with(|| {
            Rc::new(Shapes::of(&mut app.terms, &traces[function], &app.examples))
        });
        known.clone()
    }

    fn inputs(&mut self, shapes: &Shapes, function: usize, tag: Tag) -> Vec<Unknown> {
        let inputs = self.traces[function].inputs.clone();
        inputs
            .into_iter()
            .map(|input| {
                let term = self.app.terms.of_symbol(input);
                let shape = shapes.get(input);
                let leaves = shape.leaves(&mut self.app.terms, &mut |terms, _: &Route, numeric| {
                    if numeric { terms.number(tag.number) } else { terms.string(tag.text) }
                });
                Unknown { term, shape, leaves }
            })
            .collect()
    }

    fn content(&mut self, shapes: &Shapes, old: SymbolId, key: Option<Term>) -> Unknown {
        let term = self.app.terms.of_symbol(old);
        let shape = shapes.get(old);
        // What is not found by attributes has none: an object of a bucket is a text.
        let is_item = key
            .is_none_or(|key| matches!(self.app.terms.node(key), Node::Record(..) | Node::List(_)));
        let mut leaves = shape.leaves(&mut self.app.terms, &mut |terms, route, numeric| {
            if route.is_empty() && is_item {
                let value = terms.string("before");
                terms.record([(Arc::from("value"), value)])
            } else if numeric {
                terms.number(10.0)
            } else {
                terms.string("before")
            }
        });
        // A cell without an item is empty, not undefined, and every cell may be so.
        let absent = self.app.terms.absent();
        if !leaves.iter().any(|(route, _)| route.is_empty()) {
            leaves.insert(0, (Route::new(), vec![self.app.terms.bool(true)]));
        }
        for (_, values) in leaves.iter_mut().filter(|(route, _)| route.is_empty()) {
            values.retain(|&value| {
                !matches!(self.app.terms.node(value), Node::Undefined | Node::Null | Node::Absent)
            });
            values.push(absent);
        }
        Unknown { term, shape, leaves }
    }

    /// The contents at the start, such that the function finds what it should: it
    /// is executed, and every cell gets its content when it is first looked at.
    fn stores(&mut self, actor: &Actor, wanted: &FxHashMap<Term, Term>, listed: bool) -> Stores {
        let instance =
            self.subjects.instance(self.app, actor.function, &actor.inputs, self.variant);
        let behaviours: [&dyn Behaviour; 1] = [&*instance];
        let mut run = Run::new(&behaviours, Stores::default());
        run.invoke(0);
        let mut start = Stores::default();
        let mut touched: FxHashSet<(Term, Term)> = FxHashSet::default();
        for _ in 0..self.longest() {
            if let Next::Step { step, .. } = run.drawing(&mut self.app.terms, 0) {
                for (store, key, content) in self.found(actor.function, &step, wanted, listed) {
                    let holds_item =
                        !matches!(self.app.terms.node(content), Node::Undefined | Node::Absent);
                    // Nothing is stored yet under a key that was drawn just now.
                    let parts = self.app.terms.parts(&[key]);
                    let is_new = run.draws.iter().any(|draw| parts.contains(&draw.value));
                    if touched.insert((store, key)) && holds_item && !is_new {
                        let terms = &mut self.app.terms;
                        // An item contains its key.
                        let content = match (terms.node(content), terms.node(key)) {
                            (Node::Record(..), Node::Record(..)) => {
                                terms.apply(Operator::Merge, &[content, key])
                            }
                            _ => content,
                        };
                        start.set(terms, store, key, content);
                        run.stores.set(terms, store, key, content);
                    }
                }
            }
            let reply = |terms: &mut Terms, _| terms.string("reply");
            if !matches!(run.advance(&mut self.app.terms, 0, reply), Ok(true)) {
                break;
            }
        }
        start
    }

    /// The cells that a step looks at, and what it should find there.
    fn found(
        &mut self,
        function: usize,
        step: &Step,
        wanted: &FxHashMap<Term, Term>,
        listed: bool,
    ) -> Vec<(Term, Term, Term)> {
        let general = self.traces[function]
            .steps
            .iter()
            .find(|known| known.span == step.span && known.label == step.label)
            .map(|known| known.action.clone());
        match (&step.action, general) {
            (Action::Access { accesses, .. }, Some(Action::Access { accesses: general, .. })) => {
                let terms = &mut self.app.terms;
                accesses
                    .iter()
                    .zip(&general)
                    .filter_map(|(access, general)| {
                        let old = terms.of_symbol(general.old);
                        Some((access.store, access.key, *wanted.get(&old)?))
                    })
                    .collect()
            }
            (Action::Scan { store, filter, .. }, Some(Action::Scan { reply, .. })) if listed => {
                let reply = self.app.terms.of_symbol(reply);
                let item = match wanted.get(&reply).map(|&list| self.app.terms.node(list)) {
                    Some(Node::List(items)) if !items.is_empty() => items[0],
                    _ => self.app.terms.record([]),
                };
                vec![self.listed(*store, *filter, item)]
            }
            (Action::Sweep { store, filter, .. }, Some(Action::Sweep { old, .. })) if listed => {
                let old = self.app.terms.of_symbol(old);
                let item = match wanted.get(&old) {
                    Some(&item) if matches!(self.app.terms.node(item), Node::Record(..)) => item,
                    _ => self.app.terms.record([]),
                };
                vec![self.listed(*store, *filter, item)]
            }
            _ => Vec::new(),
        }
    }

    /// An item that a listing shows, under a key as the application uses them.
    fn listed(&mut self, store: Term, filter: Term, item: Term) -> (Term, Term, Term) {
        let app = &*self.app;
        let names = self.traces.iter().flat_map(|t| &t.steps).find_map(|step| {
            let Action::Access { accesses, .. } = &step.action else { return None };
            let access = accesses.iter().find(|a| app.same_store(a.store, store))?;
            match app.terms.node(access.key) {
                Node::Record(names, _) => Some(names.clone()),
                _ => None,
            }
        });
        let terms = &mut self.app.terms;
        let item = match terms.node(filter) {
            Node::Record(..) => terms.apply(Operator::Merge, &[item, filter]),
            _ => item,
        };
        let Some(names) = names else { return (store, terms.string("listed"), item) };
        let mut fields = Vec::new();
        for name in names.iter() {
            let value = terms.field(item, name);
            let missing = matches!(terms.node(value), Node::Undefined);
            let value = if missing { terms.string("listed") } else { value };
            fields.push((name.clone(), value));
        }
        (store, terms.record(fields), item)
    }

    fn search(&mut self, situation: &Situation, others: &[Actor]) -> Option<Refutation> {
        if self.left == 0 {
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
        let limit = self.left;
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
        let behaviours: [&dyn Behaviour; 1] = [&*instance];
        let mut run = Run::new(&behaviours, start.clone());
        run.invoke(0);
        let mut steps = Vec::new();
        let longest = self.longest();
        let terms = &mut self.app.terms;
        for _ in 0..longest {
            match run.drawing(terms, 0) {
                Next::Step { step, .. } => steps.push(step),
                Next::Stuck(why) => {
                    self.stuck.get_or_insert(why);
                }
                _ => {}
            }
            let reply = |terms: &mut Terms, _| terms.string("reply");
            if !matches!(run.advance(terms, 0, reply), Ok(true)) {
                break;
            }
        }
        (steps, run.stores)
    }

    /// How many steps of an instance are executed to find out where it leads. A
    /// loop need not end.
    fn longest(&mut self) -> usize {
        self.prepared += 1;
        let steps = self.traces[self.function].steps.len();
        let most = MOST_PREPARED * 60 / steps.max(60);
        if self.prepared > most { 0 } else { 60 + steps }
    }

    /// Whether the function performs a step, or can not be executed that far.
    fn reaches(&mut self, situation: &Situation, wanted: &Step) -> bool {
        self.performed(situation)
            .iter()
            .any(|step| step.span == wanted.span && step.label == wanted.label)
    }
}
