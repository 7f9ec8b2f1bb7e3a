//! What of a premise has to do with a goal. A premise that was collected along a run speaks of
//! many things; those that share no unknown are independent of each other, and a question that
//! leaves them out is smaller, and asked more often.

use super::conjuncts;
use aplomb_symbolic::{Node, Operator, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The unknowns that terms are about, once it was asked for: every premise asks.
#[derive(Clone, Default)]
pub(super) struct Subjects {
    known: FxHashMap<Term, Arc<[Term]>>,
}

/// A premise, by what it is about.
pub(super) struct Components {
    /// What has to do with the goal.
    pub(super) relevant: Term,
    /// The rest, in independent parts.
    pub(super) others: Vec<Term>,
}

impl Subjects {
    /// Divides a premise. To leave parts out makes it weaker, never stronger.
    pub(super) fn divide(&mut self, terms: &mut Terms, premise: Term, goal: Term) -> Components {
        let parts = conjuncts(terms, premise);
        let about: Vec<Arc<[Term]>> =
            parts.iter().chain([&goal]).map(|&part| self.of(terms, part)).collect();
        let all: FxHashSet<Term> = about.iter().flat_map(|about| about.iter().copied()).collect();
        let mut groups = Groups::of(about.len());
        let mut first: FxHashMap<Term, usize> = FxHashMap::default();
        for (index, about) in about.iter().enumerate() {
            for &subject in about.iter() {
                // A part of an unknown has to do with whoever speaks of the whole.
                let wholes = std::iter::successors(Some(subject), |&part| whole_of(terms, part));
                for subject in wholes.filter(|subject| all.contains(subject)) {
                    let known = *first.entry(subject).or_insert(index);
                    groups.join(known, index);
                }
            }
        }
        let own = groups.leader(parts.len());
        let mut relevant = Vec::new();
        let mut others: Vec<(usize, Vec<Term>)> = Vec::new();
        for (index, part) in parts.into_iter().enumerate() {
            let leader = groups.leader(index);
            if leader == own {
                relevant.push(part);
            } else if let Some((_, group)) = others.iter_mut().find(|(other, _)| *other == leader) {
                group.push(part);
            } else {
                others.push((leader, vec![part]));
            }
        }
        let mut all = |parts: Vec<Term>| terms.apply(Operator::And, &parts);
        let others = others.into_iter().map(|(_, parts)| all(parts)).collect();
        Components { others, relevant: all(relevant) }
    }

    /// The unknowns that a term is about: as many of their parts as it names.
    fn of(&mut self, terms: &Terms, term: Term) -> Arc<[Term]> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let (mut open, mut found) = (vec![term], Vec::new());
        while let Some(part) = open.pop() {
            if !seen.insert(part) {
                continue;
            }
            match is_part_of_unknown(terms, part) {
                true => found.push(part),
                false => open.extend(terms.arguments(part)),
            }
        }
        let found: Arc<[Term]> = found.into();
        self.known.insert(term, found.clone());
        found
    }
}

/// What a part is taken out of.
fn whole_of(terms: &Terms, part: Term) -> Option<Term> {
    match terms.node(part) {
        Node::Apply(Operator::Select | Operator::JsonParse, of) => Some(of[0]),
        _ => None,
    }
}

/// Whether a term is an unknown, or what names of fields lead to in one. The result of a
/// function without a meaning is none: it belongs to whatever the function is applied to.
fn is_part_of_unknown(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Symbol(_) => true,
        Node::Apply(Operator::Select, of) => {
            terms.is_constant(of[1]) && is_part_of_unknown(terms, of[0])
        }
        Node::Apply(Operator::JsonParse, of) => is_part_of_unknown(terms, of[0]),
        // Of constants there is one result.
        Node::Apply(Operator::Pure(_), _) => terms.symbols_of(&[term]).is_empty(),
        _ => false,
    }
}

/// Which of some things belong together.
struct Groups {
    above: Vec<usize>,
}

impl Groups {
    fn of(count: usize) -> Self {
        Groups { above: (0..count).collect() }
    }

    fn leader(&mut self, mut of: usize) -> usize {
        while self.above[of] != of {
            self.above[of] = self.above[self.above[of]];
            of = self.above[of];
        }
        of
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.leader(one), self.leader(other));
        self.above[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;

    /// What has to do with the goal decides, and a contradiction anywhere.
    #[test]
    fn parts_that_share_nothing_are_left_out() {
        let mut app = App::new([]);
        let terms = &mut app.terms;
        let event = terms.input("event");
        let [a, b, deep] = ["a", "b", "c"].map(|name| terms.field(event, name));
        let deeper = terms.field(deep, "d");
        let one = terms.number(1.0);
        let [is_a, is_b, is_deep] = [a, b, deeper].map(|part| terms.equal(part, one));
        let there = terms.apply(Operator::Truthy, &[deep]);
        let premise = terms.apply(Operator::And, &[is_a, is_b, is_deep, there]);
        let mut subjects = Subjects::default();
        let mut divide = |goal: Term| {
            let Components { relevant, others } = subjects.divide(terms, premise, goal);
            (relevant, others.len())
        };
        assert_eq!(divide(is_a), (is_a, 2));
        let (about_deep, others) = divide(there);
        assert_eq!(others, 2);
        assert_eq!(about_deep, terms.and(is_deep, there), "a part belongs to its whole");
        let not_b = terms.not(is_b);
        let contradiction = terms.and(not_b, premise);
        assert!(app.entails(premise, is_a));
        assert!(app.entails(contradiction, not_b));
        let no = app.terms.bool(false);
        assert!(!app.entails(premise, no));
    }
}
