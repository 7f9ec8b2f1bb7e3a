//! Entries under keys that are not known, while they are objects that can change.
//!
//! What stands under a key that is not known is a new value, as far as terms go: a part of what
//! the container was then. A program that changes it changes the container. So the container
//! holds the changed object itself from then on, and whoever freezes the container freezes that
//! with it.

use super::Machine;
use super::heap::{Body, Flavour, ListKind, Segment};
use crate::{Node, Operator, Reference, Term};

impl Machine<'_> {
    /// Whether a value is an object of the heap that can change.
    pub(super) fn is_changeable(&self, value: Term) -> bool {
        let is_object = matches!(self.terms.node(value), Node::Reference(Reference::Object(_)));
        is_object
            && match self.object(value).map(|object| &object.body) {
                Some(Body::Record(record)) => {
                    !matches!(record.flavour, Flavour::Class(_) | Flavour::Module(_))
                }
                Some(Body::List(list)) => list.kind == ListKind::List,
                _ => false,
            }
    }

    /// A record as a value whose entries are the objects that it holds, as they are.
    pub(super) fn shallow(&mut self, object: Term) -> Term {
        let Some(record) = self.record(object).cloned() else { return self.freeze(object) };
        if record.fields.is_empty()
            && let Some(base) = record.base
        {
            return self.resolve(base);
        }
        if !record.fields.values().any(|field| self.is_changeable(field.value)) {
            return self.freeze(object);
        }
        let undefined = self.terms.undefined();
        let mut entries = Vec::with_capacity(record.fields.len());
        for (&key, field) in &record.fields {
            let value = match self.is_changeable(field.value) {
                true => field.value,
                false => self.freeze(field.value),
            };
            let value = match self.known(field.present) {
                Some(true) => value,
                Some(false) => undefined,
                None => self.terms.ite(field.present, value, undefined),
            };
            entries.push((self.key_text(key), value));
        }
        let entries = self.terms.record(entries);
        match record.base {
            Some(base) => self.terms.apply(Operator::Merge, &[base, entries]),
            None => entries,
        }
    }

    /// A part of a container as it is now, with the objects that the container holds.
    pub(super) fn with_entries(&mut self, value: Term) -> Term {
        let is_part = self.has_links
            && matches!(self.terms.node(value), Node::Apply(operator, _) if *operator != Operator::Ite)
            && self.object(value).is_none()
            && self.holds_objects(value);
        if is_part { self.freeze(value) } else { value }
    }

    /// The object that the program put under a key of which nothing else is known.
    pub(crate) fn linked_entry(&mut self, object: Term, key: Term) -> Option<Term> {
        let base = match &self.object(object)?.body {
            Body::Record(record) if record.fields.is_empty() => record.base?,
            Body::List(list) => match &*list.segments {
                [Segment::Many { list, .. }] => *list,
                _ => return None,
            },
            _ => return None,
        };
        let base = self.resolve(base);
        match self.terms.node(base) {
            Node::Apply(Operator::With, parts) if parts[1] == key => {
                Some(parts[2]).filter(|&entry| self.is_changeable(entry))
            }
            _ => None,
        }
    }

    /// Notes that a value is what a container has under a key that is not known.
    pub(crate) fn note_picked(&mut self, value: Term, container: Term, key: Term) {
        if !self.is_concrete() && !self.terms.is_constant(value) && self.object(container).is_some()
        {
            self.picked.insert(value, (container, key));
        }
    }

    /// Makes the container that a changed entry was read from hold that entry. Says whether
    /// there is one.
    pub(super) fn link_picked(&mut self, value: Term, id: u32) -> bool {
        let Some(&(container, key)) = self.picked.get(&value) else { return false };
        if self.object(container).is_none() {
            return false;
        }
        let whole = match self.list(container).cloned() {
            None => self.shallow(container),
            Some(list) => {
                let items = list.segments.iter().filter_map(Segment::item);
                let keeps = list.segments.iter().any(|segment| {
                    matches!(segment, Segment::Many { generic: Some(generic), .. }
                        if self.is_more_than_data(generic.value))
                });
                match keeps || items.into_iter().any(|item| self.is_changeable(item)) {
                    true => container,
                    false => self.freeze(container),
                }
            }
        };
        if self.holds_objects(whole) {
            let span = self.span;
            self.problem(
                "a change of an object under a key that is not known, beside others, is not \
                 supported",
                span,
            );
            return true;
        }
        self.has_links = true;
        let entry = self.terms.reference(Reference::Object(id));
        let whole = self.terms.apply(Operator::With, &[whole, key, entry]);
        let present = self.terms.bool(true);
        if let Some(record) = self.record_mut(container) {
            record.base = Some(whole);
            record.fields.clear();
        } else if let Some(list) = self.list_mut(container) {
            list.segments = vec![Segment::Many { list: whole, present, generic: None }];
        }
        true
    }
}
