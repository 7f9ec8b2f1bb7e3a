//! Situations in which the function under test gets as far as a crash: its inputs, and
//! what the stores hold.

use super::others::attributes;
use super::select::satisfying;
use super::shape::{Edge, Place, Route, Shapes, part_at, route_of};
use super::solve::{Solutions, Unknown, all};
use super::{Actor, HELD, MOST_PREPARED, OTHER, OWN, Refuter, Situation, Tag, decisive};
use crate::definition::{Behaviour, Next, Run, Stores, reply};
use crate::events::Events;
use aplomb_symbolic::{
    Access, Action, Node, Operator, Origin, Step, StepId, SymbolId, Term, Terms, Trace,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// How many inputs are tried until one leads the program to the crash.
const ALTERNATIVES: usize = 30;

/// How many ways to differ from the plainest inputs are tried.
const MOST_ALTERNATIVES: usize = 6;

/// The ways in which the function may get as far as a crash.
pub(super) struct Approach {
    crash: StepId,
    unknowns: Vec<Unknown>,
    /// What must hold, the plainest first.
    pub(super) goals: Vec<Term>,
    /// Whether the function lists what stores hold.
    pub(super) lists: bool,
}

/// Whether the names of fields are the last part of a way.
fn ends_with(route: &Route, path: &[&str]) -> bool {
    let mut last = route.iter().rev().zip(path.iter().rev());
    let is_field = |(edge, name): (&Edge, &&str)| matches!(edge, Edge::Field(it) if **it == **name);
    route.len() >= path.len() && last.all(is_field)
}

/// An item contains its key.
fn with_key(terms: &mut Terms, content: Term, key: Term) -> Term {
    match (terms.node(content), terms.node(key)) {
        (Node::Record(..), Node::Record(..)) => terms.apply(Operator::Merge, &[content, key]),
        _ => content,
    }
}

/// An item with the fields of another one that it lacks.
fn with_more(terms: &mut Terms, item: Term, more: Term) -> Term {
    match (terms.node(item), terms.node(more)) {
        (Node::Record(..), Node::Record(..)) => terms.apply(Operator::Merge, &[more, item]),
        _ => item,
    }
}

/// The contents of cells before a step on which terms depend.
fn contents(terms: &Terms, roots: &[Term]) -> Vec<SymbolId> {
    let mut symbols = terms.symbols_of(roots);
    symbols.retain(|&symbol| terms.symbol(symbol).origin == Origin::Old);
    symbols
}

/// Whether an equation says that a cell still holds what an earlier step found there, or
/// something that is computed of it alone (an entity tag): both sides are the same function of
/// two contents.
fn is_lock(terms: &mut Terms, sides: &[Term]) -> bool {
    let found = contents(terms, sides);
    let [one, ref others @ ..] = found[..] else { return false };
    let one = terms.of_symbol(one);
    let others = others.iter().map(|&other| (terms.of_symbol(other), one)).collect();
    let mut alike = sides.iter().map(|&side| terms.substitute(side, &others));
    let first = alike.next();
    !found[1..].is_empty() && alike.all(|side| Some(side) == first)
}

/// The fields by which a listing selects items that are less or more than a number.
fn compared_fields(
    terms: &mut Terms,
    trace: &Trace,
    shapes: &Shapes,
    filter: Term,
) -> Vec<Arc<str>> {
    let Some(condition) = terms.as_items_where(filter) else { return Vec::new() };
    let item = terms.item();
    let is_number = |terms: &Terms, term: Term| {
        let place = route_of(terms, trace, term);
        terms.is_number(term)
            || place.is_some_and(|(root, route)| shapes.get(root).is_number_at(&route))
    };
    let mut fields = Vec::new();
    for part in terms.parts(&[condition]) {
        let Node::Apply(Operator::Less | Operator::LessEqual, sides) = terms.node(part) else {
            continue;
        };
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            if let Node::Apply(Operator::Select, of) = terms.node(side)
                && of[0] == item
                && is_number(terms, other)
            {
                fields.extend(terms.as_str(of[1]).cloned());
            }
        }
    }
    fields
}

/// Unknowns whose plainest texts are made of digits: programs take texts for numbers in places
/// that their conditions do not tell of.
fn in_digits(terms: &mut Terms, unknowns: &[Unknown]) -> Vec<Unknown> {
    let mut numbered = unknowns.to_vec();
    for (_, values) in numbered.iter_mut().flat_map(|unknown| &mut unknown.leaves) {
        let plain = values.first().and_then(|&plain| terms.as_str(plain).cloned());
        let Some(plain) = plain else { continue };
        let words: Vec<&str> = plain.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
        let is_plain = |word: &&str| word.trim_end_matches(|c: char| !c.is_alphanumeric()) == "a";
        if words.iter().all(is_plain) {
            let digits = terms.string(plain.replace('a', "1"));
            values.insert(0, digits);
        }
    }
    numbered
}

impl Refuter<'_> {
    /// The ways in which the function may get as far as the crash.
    pub(super) fn approach(&mut self, crash: StepId) -> Approach {
        let trace = self.traces[self.function].clone();
        let step = trace.step(crash);
        let shapes = self.shapes(self.function);
        let mut unknowns = self.inputs(&shapes, self.function, OWN);
        self.add_keys_of_others(&trace, &mut unknowns);
        let decisive = decisive(&self.app.terms, &trace, step);
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
        // As it comes; then with each cell empty, and with each cell filled.
        let mut goals = vec![goal];
        goals.extend(self.with_a_change(goal, step));
        for &cell in cells.iter().take(3) {
            let terms = &mut self.app.terms;
            let old = terms.of_symbol(cell);
            let absent = terms.absent();
            let empty = terms.equal(old, absent);
            let filled = terms.not(empty);
            goals.extend([terms.and(goal, filled), terms.and(goal, empty)]);
        }
        // And with other inputs and contents than the plainest ones.
        goals.extend(alternatives.into_iter().map(|other| self.app.terms.and(goal, other)));
        Approach { crash, unknowns, goals, lists }
    }

    /// Adds the texts that other functions compare their keys with to the inputs that are keys in
    /// the same stores: under others they do not meet.
    fn add_keys_of_others(&mut self, trace: &Trace, unknowns: &mut [Unknown]) {
        let keys = |trace: &Trace| -> Vec<(Term, Term)> {
            let accesses = trace.steps.iter().flat_map(Step::accesses);
            accesses.map(|access| (access.store, access.key)).collect()
        };
        let own = keys(trace);
        for other in 0..self.traces.len() {
            if other == self.function {
                continue;
            }
            let (theirs, shapes) = (self.traces[other].clone(), self.shapes(other));
            let app = &*self.app;
            let terms = &app.terms;
            let mut met = BTreeSet::new();
            for &(store, key) in &own {
                let same = keys(&theirs).into_iter().filter(|their| app.same_store(their.0, store));
                met.extend(same.flat_map(|(_, their)| attributes(terms, key, their)));
            }
            for (mine, their) in met {
                let places = (route_of(terms, trace, mine), route_of(terms, &theirs, their));
                let (Some((root, route)), Some((their_root, their_route))) = places else {
                    continue;
                };
                let leaf = unknowns
                    .iter_mut()
                    .filter(|unknown| terms.as_symbol(unknown.term) == Some(root))
                    .find_map(|unknown| unknown.leaves.iter_mut().find(|leaf| leaf.0 == route));
                let Some((_, values)) = leaf else { continue };
                for text in shapes.get(their_root).texts_at(terms, &their_route) {
                    if !values.contains(&text) {
                        values.push(text);
                    }
                }
            }
        }
    }

    /// Inputs and contents under which the function gets as far as the crash: one for
    /// each way, those nearest to the defaults, with something in what it lists or
    /// without.
    pub(super) fn situation(
        &mut self,
        approach: &Approach,
        goal: usize,
        listed: bool,
    ) -> Option<Situation> {
        let Approach { crash, unknowns, goals, .. } = approach;
        let trace = self.traces[self.function].clone();
        let solutions = Solutions::about(&mut self.app.terms, &trace, unknowns, goals[goal]);
        self.first_leading(solutions, ALTERNATIVES, &trace, listed, trace.step(*crash))
    }

    /// The same whatever the conditions say: what a program picks out of its input is
    /// not told by them.
    pub(super) fn any_situation(&mut self, approach: &Approach) -> Option<Situation> {
        let Approach { crash, unknowns, goals, lists } = approach;
        let trace = self.traces[self.function].clone();
        let terms = &mut self.app.terms;
        let (step, goal) = (trace.step(*crash), goals[0]);
        let numbered = in_digits(terms, unknowns);
        let solutions = Solutions::of_anything(terms, &trace, &numbered, goal);
        self.first_leading(solutions, ALTERNATIVES, &trace, *lists, step).or_else(|| {
            let terms = &mut self.app.terms;
            let solutions = Solutions::of_anything(terms, &trace, unknowns, goal);
            self.first_leading(solutions, MOST_PREPARED, &trace, *lists, step)
        })
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
        let terms = &mut self.app.terms;
        let accesses = trace.steps.iter().flat_map(|step| match &step.action {
            Action::Access { accesses, .. } => accesses.as_slice(),
            _ => &[],
        });
        let conditions: Vec<Term> = accesses.map(|access| access.condition).collect();
        let mut locked = FxHashSet::default();
        for part in terms.parts(&conditions) {
            let Node::Apply(Operator::Equal, sides) = terms.node(part).clone() else { continue };
            if is_lock(terms, &sides) {
                locked.extend(contents(terms, &sides));
            }
        }
        locked
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
            .filter(|&part| match terms.node(part).clone() {
                Node::Apply(Operator::Equal, sides) => !is_lock(terms, &sides),
                _ => true,
            })
            .collect();
        all(terms, &kept)
    }

    /// Ways in which inputs can differ from the defaults, as conditions. Parts that
    /// decide which cell is written come first.
    pub(super) fn alternatives(
        &mut self,
        unknowns: &[Unknown],
        decisive: &FxHashSet<Place>,
    ) -> Vec<Term> {
        let mut alternatives = Vec::new();
        for unknown in unknowns {
            let Some(symbol) = self.app.terms.as_symbol(unknown.term) else { continue };
            for (route, values) in &unknown.leaves {
                for &value in values.iter().skip(1).take(3) {
                    let terms = &mut self.app.terms;
                    let part = part_at(terms, unknown.term, route);
                    let decides = decisive.contains(&(symbol, route.clone()));
                    alternatives.push((!decides, terms.equal(part, value)));
                }
            }
        }
        alternatives.sort_by_key(|(later, _)| *later);
        alternatives.truncate(MOST_ALTERNATIVES);
        alternatives.into_iter().map(|(_, condition)| condition).collect()
    }

    /// What a function looks at.
    pub(super) fn shapes(&mut self, function: usize) -> Rc<Shapes> {
        if let Some(known) = &self.shapes[function] {
            return known.clone();
        }
        let numbers = self.numeric_fields();
        let Refuter { app, traces, shapes, .. } = self;
        let mut found = Shapes::of(&mut app.terms, &traces[function], &app.examples);
        found.note_written(&mut app.terms, &traces[function], &numbers);
        found.note_contents(&app.terms, &app.whole_fields);
        shapes[function].insert(Rc::new(found)).clone()
    }

    /// The fields of contents that some function takes for numbers: whoever writes them
    /// writes numbers.
    fn numeric_fields(&mut self) -> FxHashSet<Arc<str>> {
        if self.numbers.is_none() {
            let mut numbers = self.app.whole_fields.clone();
            for index in 0..self.traces.len() {
                let Refuter { app, traces, .. } = self;
                let shapes = Shapes::of(&mut app.terms, &traces[index], &app.examples);
                for access in traces[index].steps.iter().flat_map(Step::accesses) {
                    numbers.extend(shapes.get(access.old).numeric_fields());
                }
                for step in &traces[index].steps {
                    if let Action::Scan { filter, .. } | Action::Sweep { filter, .. } = step.action
                    {
                        numbers.extend(compared_fields(
                            &mut app.terms,
                            &traces[index],
                            &shapes,
                            filter,
                        ));
                    }
                }
            }
            self.numbers = Some(numbers);
        }
        self.numbers.clone().unwrap_or_default()
    }

    pub(super) fn inputs(&mut self, shapes: &Shapes, function: usize, tag: Tag) -> Vec<Unknown> {
        let inputs = self.traces[function].inputs.clone();
        let Events { store_names, store, .. } = self.app.functions[function].events.clone();
        inputs
            .into_iter()
            .map(|input| {
                let term = self.app.terms.of_symbol(input);
                let shape = shapes.get(input);
                let mut leaves = shape.leaves(&mut self.app.terms, &mut |terms, _, numeric| {
                    if numeric { terms.number(tag.number) } else { terms.string(tag.text) }
                });
                for (route, values) in &mut leaves {
                    if let Some(store) = &store
                        && store_names.iter().any(|path| ends_with(route, path))
                    {
                        *values = vec![self.app.terms.string(store.clone())];
                    }
                }
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
                let value = terms.string(HELD.text);
                terms.record([(Arc::from("value"), value)])
            } else if numeric {
                terms.number(HELD.number)
            } else {
                terms.string(HELD.text)
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
        // With what it will probably find, few runs are interrupted by surprises.
        let expected = self.expected(actor.function, wanted);
        let mut run = Run::new(&behaviours, expected);
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
                    let terms = &mut self.app.terms;
                    if !touched.insert((store, key)) {
                        // Where a cell is looked at again, another part of it may matter.
                        for known in [&mut start, &mut run.stores] {
                            let held = known.get(terms, store, key);
                            let more = with_more(terms, held, content);
                            known.set(terms, store, key, more);
                        }
                        continue;
                    }
                    let content = match holds_item && !is_new {
                        true => with_key(terms, content, key),
                        false => terms.absent(),
                    };
                    start.set(terms, store, key, content);
                    run.stores.set(terms, store, key, content);
                }
            }
            if !matches!(run.advance(&mut self.app.terms, 0, reply), Ok(true)) {
                break;
            }
        }
        start
    }

    /// The same situation with items that have all that some function looks for.
    pub(super) fn furnished(&mut self, situation: &Situation) -> Situation {
        let mut start = situation.start.clone();
        for (store, key, content) in situation.start.cells() {
            let mut item = content;
            for function in 0..self.traces.len() {
                let shapes = self.shapes(function);
                for looked_at in self.looked_at(function, store) {
                    let more = self.looked_for(&shapes, looked_at);
                    item = with_more(&mut self.app.terms, item, more);
                }
            }
            start.set(&mut self.app.terms, store, key, item);
        }
        Situation { actor: situation.actor.clone(), start }
    }

    /// The items of a store that a function looks at, each with the way to it.
    fn looked_at(&self, function: usize, store: Term) -> Vec<(SymbolId, Route)> {
        let mut found = Vec::new();
        for step in &self.traces[function].steps {
            let is_same = |other: Term| self.app.same_store(other, store);
            match &step.action {
                Action::Access { accesses, .. } => {
                    let here = accesses.iter().filter(|access| is_same(access.store));
                    found.extend(here.map(|access| (access.old, Route::new())));
                }
                Action::Scan { store, reply, .. } if is_same(*store) => {
                    found.push((*reply, vec![Edge::Item]));
                }
                Action::Sweep { store, old, .. } if is_same(*store) => {
                    found.push((*old, Route::new()));
                }
                _ => {}
            }
        }
        found
    }

    /// An item with the parts that a program looks at: what it compares with its input is what
    /// other instances are given.
    fn looked_for(&mut self, shapes: &Shapes, (symbol, route): (SymbolId, Route)) -> Term {
        let terms = &mut self.app.terms;
        let Some(shape) = shapes.get(symbol).part(&route).cloned() else {
            return terms.undefined();
        };
        let (own, given) = (terms.string(OWN.text), terms.string(OTHER.text));
        let leaves = shape.leaves(terms, &mut |terms, _: &Route, numeric| match numeric {
            true => terms.number(HELD.number),
            false => terms.string(HELD.text),
        });
        let values = leaves.into_iter().map(|(route, values)| {
            let value = if values.contains(&own) { given } else { values[0] };
            (route, value)
        });
        shape.build(terms, &values.collect())
    }

    /// The contents that the function should find, as far as its trace tells.
    fn expected(&mut self, function: usize, wanted: &FxHashMap<Term, Term>) -> Stores {
        let Refuter { app, traces, .. } = self;
        let terms = &mut app.terms;
        let mut expected = Stores::default();
        let accesses = traces[function].steps.iter().flat_map(|step| match &step.action {
            Action::Access { accesses, .. } => accesses.as_slice(),
            _ => &[],
        });
        for access in accesses {
            let old = terms.of_symbol(access.old);
            let Some(&content) = wanted.get(&old) else { continue };
            let cell = [access.store, access.key];
            let [store, key] = cell.map(|term| terms.substitute(term, wanted));
            let is_known = terms.symbols_of(&[store, key]).is_empty();
            let is_item = !matches!(terms.node(content), Node::Undefined | Node::Absent);
            let absent = terms.absent();
            if is_known && is_item && expected.get(terms, store, key) == absent {
                let content = with_key(terms, content, key);
                expected.set(terms, store, key, content);
            }
        }
        expected
    }

    /// The cells that a step looks at, and what it should find there.
    fn found(
        &mut self,
        function: usize,
        step: &Step,
        wanted: &FxHashMap<Term, Term>,
        listed: bool,
    ) -> Vec<(Term, Term, Term)> {
        let general = self.general(function, step, wanted);
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
            // A commit that the trace does not show: what it shows of the same stores.
            (Action::Access { accesses, .. }, None) => accesses
                .iter()
                .filter_map(|access| {
                    let content = self.content_of(function, access.store, wanted)?;
                    Some((access.store, access.key, content))
                })
                .collect(),
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

    /// What some access of a store is to find there.
    fn content_of(
        &mut self,
        function: usize,
        store: Term,
        wanted: &FxHashMap<Term, Term>,
    ) -> Option<Term> {
        let accesses = self.traces[function].steps.iter().flat_map(Step::accesses);
        let there = accesses.filter(|access| self.app.same_store(access.store, store));
        let contents = Vec::from_iter(there.map(|access| access.old));
        contents.into_iter().find_map(|old| wanted.get(&self.app.terms.of_symbol(old)).copied())
    }

    /// What a step of a run is in the trace. Where a function is called at several places,
    /// several steps stand at one place of the program: it is the one that these values lead to.
    fn general(
        &mut self,
        function: usize,
        step: &Step,
        wanted: &FxHashMap<Term, Term>,
    ) -> Option<Action> {
        let steps = self.traces[function].steps.iter();
        let alike: Vec<&Step> = steps.filter(|known| known.is_like(step)).collect();
        let terms = &mut self.app.terms;
        let led_to = alike.iter().find(|known| {
            let guard = terms.substitute(known.guard, wanted);
            !terms.is_false(guard)
        });
        led_to.or(alike.first()).map(|known| known.action.clone())
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
        let item = match (terms.as_items_where(filter), terms.node(filter)) {
            (Some(condition), _) => satisfying(terms, condition, item),
            (None, Node::Record(..)) => terms.apply(Operator::Merge, &[item, filter]),
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
}
