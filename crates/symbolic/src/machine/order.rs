//! Sets of Python have no order of their own: every process goes through the texts of one
//! in its own way. Where an order matters it is a value of the instance.

use super::{Flavour, Machine, Segment};
use crate::{Meaning, Node, Operator, Term, Terms};
use aplomb_script::Language;

/// What the order of an instance is called.
const ORDER: &str = "order of a set";

/// A collection without the order that an instance gave it.
pub fn without_order(terms: &Terms, collection: Term) -> Term {
    match terms.node(collection) {
        Node::Apply(Operator::Pure(function), parts) if function.is(Meaning::OrderOfSet) => {
            parts[1]
        }
        _ => collection,
    }
}

impl Machine<'_> {
    /// A set, or what was made of its items one by one, as a list. Anything else stays
    /// what it is.
    pub(crate) fn in_some_order(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        if self.dialect().language != Language::Python || !self.has_no_order(value) {
            return value;
        }
        let order = self.of_instance(ORDER);
        let list = self.as_sequence(value);
        match (self.items(list), self.terms.node(order)) {
            (Some(mut items), Node::Number(order)) => {
                let count = items.len();
                // Two numbers that are drawn one after the other give different orders.
                items.rotate_left(order.get() as usize / 2 % count.max(1));
                self.new_list(items)
            }
            _ => {
                let ordered = self.frozen_pure(ORDER, &[order, value]);
                self.list_of(ordered)
            }
        }
    }

    /// A list without the order that an instance gave it.
    pub(crate) fn unordered(&mut self, list: Term) -> Term {
        let ordered = match self.list(list).map(|list| &*list.segments) {
            Some([Segment::Many { list, generic: None, .. }]) => *list,
            _ => return list,
        };
        match without_order(self.terms, ordered) {
            plain if plain == ordered => list,
            plain => plain,
        }
    }

    /// Whether another process may go through the items in another order.
    fn has_no_order(&mut self, value: Term) -> bool {
        if let Some(record) = self.record(value) {
            let is_set = matches!(record.flavour, Flavour::Set);
            let is_number = |&key: &Term| matches!(self.terms.node(key), Node::Number(_));
            let certain = record.fields.len() < 2 || record.fields.keys().all(is_number);
            return is_set && (record.base.is_some() || !certain);
        }
        let segments = match self.list(value) {
            Some(list) => &*list.segments,
            None => return is_set(self.terms, value),
        };
        segments.iter().any(|segment| match segment {
            Segment::Many { generic: Some(generic), .. } => is_set(self.terms, generic.collection),
            Segment::Many { list, .. } => is_set(self.terms, *list),
            Segment::Item(_) => false,
        })
    }
}

/// Whether a term is put together as a set is.
fn is_set(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Apply(Operator::Insert, _) => true,
        Node::Apply(Operator::Pure(function), _) => function.gives_set(),
        _ => false,
    }
}
