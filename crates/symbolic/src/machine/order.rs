//! Sets of Python have no order of their own: every process goes through the texts of one
//! in its own way. Where an order matters it is a value of the instance.

use super::heap::Generic;
use super::{Body, Flavour, List, ListKind, Machine, Record, Segment};
use crate::{Meaning, Node, Operator, Outcome, Reference, Stop, Term, Terms};
use aplomb_script::Language;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What the order of an instance is called.
const ORDER: &str = "order of a set";

/// What the order is called in which tasks come to their end.
const COMPLETION: &str = "order of completion";

/// Whether a value with this name is an order. Of the numbers that are drawn for one, even ones
/// give another order than odd ones.
pub(super) fn is_order(name: &str) -> bool {
    name == ORDER || name == COMPLETION
}

/// How far items are turned in the order with this number.
fn turn(order: f64, items: usize) -> usize {
    order as usize % 2 % items.max(1)
}

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
    pub fn in_some_order(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        if self.dialect().language != Language::Python || !self.has_no_order(value) {
            return value;
        }
        let order = self.of_instance(ORDER);
        let list = self.as_sequence(value);
        match (self.items(list), self.terms.node(order)) {
            (Some(mut items), Node::Number(order)) => {
                let turn = turn(order.get(), items.len());
                items.rotate_left(turn);
                self.new_list(items)
            }
            _ => {
                let ordered = self.frozen_pure(ORDER, &[order, value]);
                self.list_of(ordered)
            }
        }
    }

    /// A list has what was appended to it in the order in which tasks came so far.
    pub(super) fn in_order_of_completion(&mut self, list: u32, from: usize) -> Result<(), Stop> {
        let list = self.terms.reference(Reference::Object(list));
        let Some(segments) = self.list(list).map(|list| list.segments.clone()) else {
            return Ok(());
        };
        let (kept, mixed) = segments.split_at(from.min(segments.len()));
        let mixed = self.mixed(mixed.to_vec())?;
        let segments = [kept, &mixed].concat();
        if let Some(list) = self.list_inside(list) {
            list.segments = segments;
        }
        Ok(())
    }

    /// A list in the order in which the tasks behind its items come to their end.
    pub(crate) fn as_completed(&mut self, list: Term) -> Outcome {
        let list = self.as_sequence(list);
        let segments = self.segments(list);
        let segments = self.mixed(segments)?;
        Ok(self.allocate(Body::List(List { segments, kind: ListKind::List })))
    }

    /// Stretches of a list in an order that is drawn.
    fn mixed(&mut self, mut segments: Vec<Segment>) -> Result<Vec<Segment>, Stop> {
        let single = matches!(&segments[..], [] | [Segment::Item(_)]);
        if single {
            return Ok(segments);
        }
        let span = self.span;
        let order = self.fresh(COMPLETION, span, false)?;
        let certain = segments.iter().all(|segment| matches!(segment, Segment::Item(_)));
        if let (Node::Number(order), true) = (self.terms.node(order), certain) {
            let turn = turn(order.get(), segments.len());
            segments.rotate_left(turn);
            return Ok(segments);
        }
        let generic = match &segments[..] {
            [Segment::Many { generic: Some(generic), .. }] => Some(generic.clone()),
            _ => None,
        };
        let generic = generic.map(|generic| {
            let collection = self.terms.pure(ORDER, &[order, generic.collection]);
            Rc::new(Generic { collection, ..(*generic).clone() })
        });
        let list = List { segments, kind: ListKind::List };
        let list = self.silently(|m| {
            let list = m.allocate(Body::List(list));
            m.freeze(list)
        });
        let list = self.terms.pure(ORDER, &[order, list]);
        let present = self.terms.bool(true);
        Ok(vec![Segment::Many { list, present, generic }])
    }

    /// Says so if somebody goes through the keys of an object that stand in the order in which
    /// tasks came so far.
    pub(crate) fn refuse_disorder(&mut self, object: Term) {
        if self.is_concrete() {
            return;
        }
        let has_order = |record: &Record| {
            record.shuffled && !(self.is_python() && matches!(record.flavour, Flavour::Set))
        };
        if self.record(object).is_some_and(has_order) {
            let span = self.span;
            self.problem(
                "the keys of an object are read whose order depends on what happened before",
                span,
            );
        }
        if let Some(id) = self.object_id(object)
            && self.disordered.contains(&id)
        {
            let span = self.span;
            self.problem(
                "the order of keys is that in which asynchronous functions came so far, which is \
                 not known",
                span,
            );
        }
    }

    /// The same for whoever writes down an object with all that is in it.
    pub(crate) fn refuse_disorder_below(&mut self, value: Term) {
        let mut open = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(value) = open.pop() {
            let Some(object) = self.object(value).filter(|_| seen.insert(value)).cloned() else {
                continue;
            };
            self.refuse_disorder(value);
            match &object.body {
                Body::Record(record) => open.extend(record.fields.values().map(|it| it.value)),
                Body::List(list) => open.extend(list.segments.iter().filter_map(Segment::item)),
                Body::Promise(_) => {}
            }
        }
    }

    /// A list without the order that an instance gave it.
    pub(crate) fn unordered(&mut self, list: Term) -> Term {
        let ordered = match self.list(list).map(|list| &*list.segments) {
            Some([Segment::Many { list, .. }]) => *list,
            _ => return list,
        };
        match without_order(self.terms, ordered) {
            plain if plain == ordered => list,
            plain => plain,
        }
    }

    /// Takes from a list the order that an instance gave it.
    pub(crate) fn forget_order(&mut self, list: Term) {
        let plain = self.unordered(list);
        if plain != list {
            let present = self.terms.bool(true);
            if let Some(list) = self.list_inside(list) {
                list.segments = vec![Segment::Many { list: plain, present, generic: None }];
            }
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
