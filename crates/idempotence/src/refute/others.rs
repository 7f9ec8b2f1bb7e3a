//! Instances that run beside the function under test: those that touch what it touches.

use super::shape::{Route, Shape, part_at, places};
use super::solve::{Solutions, Unknown};
use super::texts::pieces_like;
use super::{Actor, OTHER, OWN, Refutation, Refuter, Situation, Tag, decisive};
use crate::definition::{Grain, selects};
use crate::simulation::changes;
use aplomb_symbolic::{Action, Node, Operator, Origin, Step, Term, Terms, Trace};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many instances are tried that are like the function under test.
const MOST_ALIKE: usize = 3;

/// An instance that may run beside the function under test.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// It was chosen for a step that writes.
    pub(super) writes: bool,
    /// It was chosen for a cell that the function under test writes.
    concerns: bool,
    /// How many steps its function has.
    steps: usize,
    pub(super) actor: Actor,
}

/// All groups of a size. One writer and readers around it come first: that is how
/// most differences are seen.
fn groups(candidates: &[Candidate], size: usize) -> Vec<Vec<&Candidate>> {
    let mut groups: Vec<(usize, Vec<&Candidate>)> = vec![(0, Vec::new())];
    for _ in 0..size {
        groups = groups
            .iter()
            .flat_map(|(from, group)| {
                candidates.iter().enumerate().skip(*from).map(move |(index, candidate)| {
                    let mut larger = group.clone();
                    larger.push(candidate);
                    (index, larger)
                })
            })
            .collect();
    }
    let mut groups: Vec<Vec<&Candidate>> = groups.into_iter().map(|(_, group)| group).collect();
    groups.sort_by_key(|group| group.iter().filter(|candidate| candidate.writes).count() != 1);
    groups
}

/// The first instance of each function, then the second of each: there is not room for all.
fn by_turns(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut turns: FxHashMap<usize, usize> = FxHashMap::default();
    let mut ordered: Vec<(usize, Candidate)> = Vec::new();
    for candidate in candidates {
        let turn = turns.entry(candidate.actor.function).or_default();
        ordered.push((*turn, candidate));
        *turn += 1;
    }
    ordered.sort_by_key(|(turn, _)| *turn);
    ordered.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Whether a step puts elements into a set or takes some out.
fn collects(terms: &Terms, step: &Step) -> bool {
    let written: Vec<Term> = step.accesses().iter().filter_map(|access| access.new).collect();
    terms.parts(&written).into_iter().any(|part| match terms.node(part) {
        Node::Apply(Operator::Insert, _) => true,
        Node::Apply(Operator::Pure(function), _) => function.changes_set(),
        _ => false,
    })
}

/// Whether a function names fields of what it reads or writes by its input: only those who
/// name the same field have to do with each other.
fn names_fields(terms: &Terms, trace: &Trace) -> bool {
    let written = trace.steps.iter().flat_map(Step::accesses).filter_map(|access| access.new);
    let answered = trace.completions.iter().map(|completion| completion.value);
    let looked_at: Vec<Term> = written.chain(answered).collect();
    terms.parts(&looked_at).into_iter().any(|part| match terms.node(part) {
        Node::Apply(Operator::With | Operator::Without | Operator::Select, parts) => {
            terms.depends(parts[1], |symbol| terms.symbol(symbol).origin == Origin::Input)
        }
        _ => false,
    })
}

/// Whether a function compares contents with its input: whoever was given the same, and who
/// was not, is told apart.
fn compares(terms: &Terms, trace: &Trace) -> bool {
    let guards = trace.steps.iter().map(|step| step.guard);
    let conditions = trace.steps.iter().flat_map(Step::accesses).map(|access| access.condition);
    let decided: Vec<Term> = guards.chain(conditions).collect();
    let depends = |term: Term, origin: Origin| {
        terms.depends(term, |symbol| terms.symbol(symbol).origin == origin)
    };
    terms.parts(&decided).into_iter().any(|part| match terms.node(part) {
        Node::Apply(Operator::Equal, sides) => [(0, 1), (1, 0)].into_iter().any(|(one, other)| {
            depends(sides[one], Origin::Old) && depends(sides[other], Origin::Input)
        }),
        _ => false,
    })
}

/// What the function touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Touched {
    /// A cell, and what it held at the start.
    Cell { store: Term, key: Term, content: Term },
    /// What a filter selects: whoever puts something there is noticed.
    Listed { store: Term, filter: Term },
}

impl Touched {
    /// The parts of a key that were computed of others and have no value that can be written
    /// down: a digest, also as a piece of a text. And what they were computed of, because who
    /// computes the same of it comes to the same key.
    fn computed(self, terms: &Terms) -> Vec<Term> {
        let Touched::Cell { key, .. } = self else { return Vec::new() };
        let mut open = match terms.node(key) {
            Node::Record(_, values) => values.to_vec(),
            _ => vec![key],
        };
        let mut found = Vec::new();
        while let Some(part) = open.pop() {
            match terms.node(part) {
                Node::Apply(_, of) => {
                    found.push(part);
                    open.extend(of.iter());
                }
                Node::Record(..) | Node::List(_) if part != key => found.push(part),
                _ => {}
            }
        }
        found.dedup();
        found
    }

    /// The pieces of a text that is its key, where a step makes its keys of several.
    fn pieces(self, terms: &mut Terms, step: &Step) -> Vec<Term> {
        let Touched::Cell { key, .. } = self else { return Vec::new() };
        let keys = step.accesses().iter().map(|access| access.key);
        let met: Vec<(Term, Term)> = keys.flat_map(|own| attributes(terms, own, key)).collect();
        let mut found = Vec::new();
        for (own, held) in met {
            let Some(text) = terms.as_str(held).cloned() else { continue };
            if matches!(terms.node(own), Node::Apply(Operator::Concat, _)) {
                for (_, piece) in pieces_like(terms, own, &text) {
                    found.push(terms.string(piece));
                }
            }
        }
        found
    }
}

/// Two keys, or their attributes that have the same names.
pub(super) fn attributes(terms: &Terms, one: Term, other: Term) -> Vec<(Term, Term)> {
    match (terms.node(one), terms.node(other)) {
        (Node::Record(names, mine), Node::Record(others, theirs)) if names == others => {
            mine.iter().copied().zip(theirs.iter().copied()).collect()
        }
        _ => vec![(one, other)],
    }
}

/// How many solutions are looked at for one that surely touches a cell.
const MOST_OPEN: usize = 30;

/// The first solution under which a condition holds; if it stays open under all of them, as
/// that a given text is some digest, the first.
fn surely(
    terms: &mut Terms,
    mut solutions: Solutions<'_>,
    condition: Term,
) -> Option<FxHashMap<Term, Term>> {
    let first = solutions.next(terms)?;
    let holds = |terms: &mut Terms, values: &FxHashMap<Term, Term>| {
        let outcome = terms.substitute(condition, values);
        terms.is_true(outcome)
    };
    if holds(terms, &first) {
        return Some(first);
    }
    for _ in 0..MOST_OPEN {
        let Some(next) = solutions.next(terms) else { break };
        if holds(terms, &next) {
            return Some(next);
        }
    }
    Some(first)
}

/// When a filter may select a content that has fields which are not known.
fn may_select(terms: &mut Terms, filter: Term, content: Term) -> Term {
    if terms.as_items_where(filter).is_some() {
        return selects(terms, filter, content);
    }
    let Node::Record(names, values) = terms.node(filter).clone() else { return terms.bool(true) };
    let mut all = terms.bool(true);
    for (name, &value) in names.iter().zip(values.iter()) {
        let held = terms.field(content, name);
        if !matches!(terms.node(held), Node::Undefined) {
            let same = terms.equal(held, value);
            all = terms.and(all, same);
        }
    }
    all
}

impl Refuter<'_> {
    /// Tries other instances: one, then two, then three. A search tries all orders
    /// of its instances, so each group comes once.
    pub(super) fn with_others(&mut self, situation: &Situation, most: usize) -> Option<Refutation> {
        let candidates = self.candidates(situation);
        for size in 1..=most {
            for group in groups(&candidates, size) {
                let others: Vec<Actor> = group.iter().map(|c| c.actor.clone()).collect();
                // Whole runs have been tried; only what is interrupted can be new.
                let coarse = self.grain == Grain::Steps && !group.iter().any(|c| c.steps > 1);
                if coarse {
                    continue;
                }
                if let Some(found) = self.search(situation, &others) {
                    return Some(found);
                }
                if self.left == 0 {
                    return None;
                }
            }
        }
        None
    }

    /// Instances of all functions that touch what the function under test touches.
    pub(super) fn candidates(&mut self, situation: &Situation) -> Vec<Candidate> {
        let (touched, written) = self.touched(situation);
        let mut found: Vec<Candidate> = Vec::new();
        for function in 0..self.app.functions.len() {
            let steps = self.traces[function].steps.clone();
            for (index, step) in steps.iter().enumerate() {
                for &cell in &touched {
                    // Every situation asks again.
                    let reaching = match self.reaching.get(&(function, index, cell)) {
                        Some(known) => known.clone(),
                        None => {
                            let found: Rc<[Actor]> = self.reaching(function, step, cell).into();
                            self.reaching.insert((function, index, cell), found.clone());
                            found
                        }
                    };
                    for actor in reaching.iter().cloned() {
                        let known = found.iter_mut().find(|known| {
                            known.actor.function == actor.function
                                && known.actor.inputs == actor.inputs
                        });
                        match known {
                            Some(known) => {
                                known.writes |= changes(step);
                                known.concerns |= written.contains(&cell);
                            }
                            None => found.push(Candidate {
                                writes: changes(step),
                                concerns: written.contains(&cell),
                                steps: steps.len(),
                                actor,
                            }),
                        }
                    }
                }
            }
        }
        // Who has to do with what the function writes comes first.
        found.sort_by_key(|candidate| !candidate.concerns);
        let (writers, mut readers): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|candidate| candidate.writes);
        let mut writers = by_turns(writers);
        let mut alike = self.like_itself(situation);
        alike.retain(|alike| {
            !writers.iter().any(|known| {
                known.actor.function == alike.actor.function
                    && known.actor.inputs == alike.actor.inputs
            })
        });
        writers.truncate(6);
        writers.splice(0..0, alike);
        readers.truncate(4);
        writers.extend(readers);
        writers
    }

    /// Instances of the function itself that get as far, but write something else: the
    /// same input but for one part that is written.
    fn like_itself(&mut self, situation: &Situation) -> Vec<Candidate> {
        let trace = self.traces[self.function].clone();
        let written: Vec<Term> =
            trace.steps.iter().flat_map(Step::accesses).filter_map(|access| access.new).collect();
        let written = places(&self.app.terms, &trace, &written);
        let keys: Vec<Term> =
            trace.steps.iter().flat_map(Step::accesses).map(|access| access.key).collect();
        let keys = places(&self.app.terms, &trace, &keys);
        let shapes = self.shapes(self.function);
        let mut found = Vec::new();
        for unknown in self.inputs(&shapes, self.function, OWN) {
            let Some(&value) = situation.actor.inputs.get(&unknown.term) else { continue };
            let terms = &mut self.app.terms;
            let Some(symbol) = terms.as_symbol(unknown.term) else { continue };
            let leaves: BTreeMap<Route, Term> = unknown
                .leaves
                .iter()
                .map(|(route, _)| (route.clone(), part_at(terms, value, route)))
                .collect();
            for (route, values) in &unknown.leaves {
                let place = (symbol, route.clone());
                if !written.contains(&place) {
                    continue;
                }
                let other = match values.first().map(|&first| terms.node(first)) {
                    Some(Node::String(_)) => terms.string(OTHER.text),
                    Some(Node::Number(number)) => {
                        let other = number.get() + 1.0;
                        terms.number(other)
                    }
                    _ => continue,
                };
                let mut leaves = leaves.clone();
                leaves.insert(route.clone(), other);
                let mut inputs = situation.actor.inputs.clone();
                inputs.insert(unknown.term, unknown.shape.build(terms, &leaves));
                let actor = Actor { function: self.function, inputs };
                let steps = trace.steps.len();
                let alike = Candidate { writes: true, concerns: true, steps, actor };
                // With another key, it has little to do with this one.
                found.push((keys.contains(&place), alike));
            }
        }
        found.sort_by_key(|(elsewhere, _)| *elsewhere);
        let mut found: Vec<Candidate> = found.into_iter().map(|(_, alike)| alike).collect();
        found.truncate(MOST_ALIKE);
        found
    }

    /// The cells the function touches when it runs alone, and those that it writes.
    fn touched(&mut self, situation: &Situation) -> (Vec<Touched>, Vec<Touched>) {
        let (mut touched, mut written) = (Vec::new(), Vec::new());
        for step in self.performed(situation) {
            let before = touched.len();
            match &step.action {
                Action::Access { accesses, .. } => {
                    for access in accesses {
                        let (store, key) = (access.store, access.key);
                        let content = situation.start.get(&mut self.app.terms, store, key);
                        touched.push(Touched::Cell { store, key, content });
                    }
                }
                &Action::Scan { store, filter, .. } | &Action::Sweep { store, filter, .. } => {
                    let cells = situation.start.of(store);
                    touched.extend(cells.map(|(key, content)| Touched::Cell {
                        store,
                        key,
                        content,
                    }));
                    touched.push(Touched::Listed { store, filter });
                }
                _ => {}
            }
            if changes(&step) {
                written.extend_from_slice(&touched[before..]);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        (touched, written)
    }

    /// Inputs under which a step of a function touches the same.
    fn reaching(&mut self, function: usize, step: &Step, touched: Touched) -> Vec<Actor> {
        let goals = match touched {
            Touched::Cell { store, key, content } => self.touching(step, store, key, content),
            Touched::Listed { store, filter } => self.adding(step, store, filter),
        };
        let keys: Vec<Term> = match touched {
            Touched::Cell { key, .. } if matches!(self.app.terms.node(key), Node::Record(..)) => {
                vec![key]
            }
            _ => Vec::new(),
        };
        let about = match touched {
            Touched::Cell { store, key, content } => [store, key, content].to_vec(),
            Touched::Listed { store, filter } => [store, filter].to_vec(),
        };
        let trace = self.traces[function].clone();
        let mut actors = Vec::new();
        for touches in goals {
            let goal = self.app.terms.and(step.guard, touches);
            if self.app.terms.is_false(goal) {
                continue;
            }
            let shapes = self.shapes(function);
            let decisive = decisive(&self.app.terms, &trace, step);
            let other = [OTHER, Tag { number: OWN.number, ..OTHER }];
            // Of sets, the element that the function itself puts in or takes out; of fields
            // whose names are given, its own; of what is compared with contents, the same.
            let same = collects(&self.app.terms, step)
                || names_fields(&self.app.terms, &trace)
                || [function, self.function]
                    .into_iter()
                    .any(|either| compares(&self.app.terms, &self.traces[either]));
            let same = same.then_some(OWN);
            for tag in other.into_iter().chain(same) {
                let mut unknowns = self.inputs(&shapes, function, tag);
                let mut goals = vec![goal];
                for other in self.alternatives(&unknowns, &decisive).into_iter().take(2) {
                    goals.push(self.app.terms.and(goal, other));
                }
                // Parts of the key and the content are worth trying everywhere.
                let pieces = touched.pieces(&mut self.app.terms, step);
                let parts: Vec<Term> = self
                    .app
                    .terms
                    .parts(&about)
                    .into_iter()
                    .filter(|&part| {
                        matches!(self.app.terms.node(part), Node::String(_) | Node::Number(_))
                    })
                    .chain(pieces)
                    .chain(touched.computed(&self.app.terms))
                    .collect();
                for Unknown { shape, leaves, .. } in &mut unknowns {
                    for (route, values) in leaves {
                        // What is spread over an item brings the parts of its key along.
                        let has_members = shape.part(route).is_some_and(Shape::is_record);
                        let worth_trying = if has_members { &keys } else { &parts };
                        values.extend(worth_trying.iter().copied());
                    }
                }
                for (rank, goal) in goals.into_iter().enumerate() {
                    let terms = &mut self.app.terms;
                    let solutions = Solutions::about(terms, &trace, &unknowns, goal);
                    let inputs = surely(terms, solutions, touches);
                    actors.extend(inputs.map(|inputs| (rank, Actor { function, inputs })));
                }
            }
        }
        // The plain ones first.
        actors.sort_by_key(|(rank, _)| *rank);
        actors.into_iter().map(|(_, actor)| actor).collect()
    }

    /// When a step touches a cell.
    fn touching(&mut self, step: &Step, store: Term, key: Term, content: Term) -> Vec<Term> {
        match &step.action {
            Action::Access { accesses, .. } => {
                let accesses: Vec<_> =
                    accesses.iter().filter(|a| self.app.same_store(a.store, store)).collect();
                let terms = &mut self.app.terms;
                let cells = accesses.iter().map(|a| {
                    let (same_store, same_key) =
                        (terms.equal(a.store, store), terms.equal(a.key, key));
                    terms.and(same_store, same_key)
                });
                cells.collect()
            }
            Action::Scan { store: scanned, filter, .. }
            | Action::Sweep { store: scanned, filter, .. }
                if self.app.same_store(*scanned, store) =>
            {
                vec![may_select(&mut self.app.terms, *filter, content)]
            }
            _ => Vec::new(),
        }
    }

    /// When a step puts something where a filter selects it.
    fn adding(&mut self, step: &Step, store: Term, filter: Term) -> Vec<Term> {
        let writes: Vec<_> = step
            .accesses()
            .iter()
            .filter(|access| self.app.same_store(access.store, store))
            .filter_map(|access| Some((access.store, access.new?)))
            .collect();
        let terms = &mut self.app.terms;
        let goals = writes.into_iter().map(|(written, new)| {
            let (same_store, selected) =
                (terms.equal(written, store), may_select(terms, filter, new));
            terms.and(same_store, selected)
        });
        goals.collect()
    }
}
