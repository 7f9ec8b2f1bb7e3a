//! Instances that run beside the function under test: those that touch what it touches.

use super::solve::Solutions;
use super::{Actor, OWN, Refutation, Refuter, Situation, Tag, decisive};
use crate::definition::Grain;
use crate::simulation::changes;
use aplomb_symbolic::{Action, Node, Step, Term, Terms};
use std::rc::Rc;

/// An instance that may run beside the function under test.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// It was chosen for a step that writes.
    pub(super) writes: bool,
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

/// A cell that the function touches, and what it held at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Touched {
    store: Term,
    key: Term,
    content: Term,
}

/// When a filter selects a content, as far as it says.
fn selects(terms: &mut Terms, filter: Term, content: Term) -> Term {
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
        let touched = self.touched(situation);
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
                            Some(known) => known.writes |= changes(step),
                            None => found.push(Candidate {
                                writes: changes(step),
                                steps: steps.len(),
                                actor,
                            }),
                        }
                    }
                }
            }
        }
        // Writers disturb, so they come first.
        found.sort_by_key(|candidate| !candidate.writes);
        let (mut writers, mut readers): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|candidate| candidate.writes);
        writers.truncate(6);
        readers.truncate(4);
        writers.extend(readers);
        writers
    }

    /// The cells the function touches when it runs alone.
    fn touched(&mut self, situation: &Situation) -> Vec<Touched> {
        let mut touched = Vec::new();
        for step in self.performed(situation) {
            match &step.action {
                Action::Access { accesses, .. } => {
                    for access in accesses {
                        let (store, key) = (access.store, access.key);
                        let content = situation.start.get(&mut self.app.terms, store, key);
                        touched.push(Touched { store, key, content });
                    }
                }
                Action::Scan { store, .. } | Action::Sweep { store, .. } => {
                    let cells = situation.start.of(*store);
                    touched.extend(cells.map(|(key, content)| Touched {
                        store: *store,
                        key,
                        content,
                    }));
                }
                _ => {}
            }
        }
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    /// Inputs under which a step of a function touches a cell.
    fn reaching(&mut self, function: usize, step: &Step, cell: Touched) -> Vec<Actor> {
        let Touched { store, key, content } = cell;
        let goals: Vec<Term> = match &step.action {
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
            | Action::Sweep { store: scanned, filter, .. } => {
                if self.app.same_store(*scanned, store) {
                    vec![selects(&mut self.app.terms, *filter, content)]
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
            let shapes = self.shapes(function);
            let decisive = decisive(&self.app.terms, step);
            for tag in [Tag { text: "b", number: 2.0 }, Tag { text: "b", number: OWN.number }] {
                let mut unknowns = self.inputs(&shapes, function, tag);
                let mut goals = vec![goal];
                for other in self.alternatives(&unknowns, &decisive).into_iter().take(2) {
                    goals.push(self.app.terms.and(goal, other));
                }
                // Parts of the key and the content are worth trying everywhere.
                let parts: Vec<Term> = self
                    .app
                    .terms
                    .parts(&[store, key, content])
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
                for goal in goals {
                    let terms = &mut self.app.terms;
                    let inputs = Solutions::about(terms, &trace, &unknowns, goal).next(terms);
                    actors.extend(inputs.map(|inputs| Actor { function, inputs }));
                }
            }
        }
        actors
    }
}
