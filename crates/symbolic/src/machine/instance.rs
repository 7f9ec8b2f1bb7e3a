//! Objects that are more than their fields, inside values that were frozen.
//!
//! A frozen object is a record of its fields: its class, with properties, methods and
//! attributes, is no part of it. Lists of unknown length therefore keep such objects as they
//! are, one that stands for all. Elsewhere (under a key that is not known, behind a loop,
//! inside what a function of unknown meaning gives) whoever reads a member that only the class
//! can have is told that this is not supported, and not that the member is missing.

use super::Machine;
use super::flow::{Arm, Exit};
use super::heap::{Body, Flavour, Generic, Record, Segment, State};
use crate::{Node, Reference, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What is known of such objects.
#[derive(Default)]
pub(crate) struct Instances {
    /// Frozen objects, and unknown values that may contain one.
    frozen: FxHashSet<Term>,
    /// Where they looked for members.
    parents: FxHashSet<Term>,
    /// Objects that stand for what each iteration of an earlier loop made, by the element that
    /// they were made of.
    made_of: FxHashMap<u32, Term>,
    /// Those that were looked at as a part of their whole list.
    seen: FxHashSet<u32>,
    /// Those that a later loop has changed.
    altered: FxHashSet<u32>,
}

/// Whether an object is more than its fields.
fn has_class(record: &Record) -> bool {
    match record.flavour {
        Flavour::Instance | Flavour::Error(_) | Flavour::Map | Flavour::Set => true,
        Flavour::Plain => record.parent.is_some(),
        Flavour::Date | Flavour::Class(_) | Flavour::Module(_) => false,
    }
}

impl Machine<'_> {
    /// Notes that an object was frozen that is more than its fields.
    pub(super) fn note_frozen(&mut self, frozen: Term, record: &Record) {
        let is_empty = record.parent.is_none() && record.fields.is_empty();
        if has_class(record) && !is_empty {
            self.instances.frozen.insert(frozen);
            self.instances.parents.extend(record.parent);
        }
    }

    /// Whether a frozen value may contain an object that was more than its fields.
    pub(super) fn may_hold_instance(&self, value: Term) -> bool {
        let frozen = &self.instances.frozen;
        !frozen.is_empty()
            && (frozen.contains(&value)
                || self.terms.parts(&[value]).iter().any(|part| frozen.contains(part)))
    }

    /// Notes that an unknown value may be any of the objects that were frozen, if there are such.
    pub(super) fn may_be_instance(&mut self, unknown: Term) {
        if !self.instances.frozen.is_empty() {
            self.instances.frozen.insert(unknown);
        }
    }

    /// Notes that an unknown value stands for one that may contain such an object; says whether
    /// that is new.
    pub(super) fn inherit_instances(&mut self, unknown: Term, value: Term) -> bool {
        self.may_hold_instance(value) && self.instances.frozen.insert(unknown)
    }

    /// Whether a value is a record that was frozen, and was an object of a class before.
    pub(super) fn was_instance(&self, value: Term) -> bool {
        !matches!(self.terms.node(value), Node::Reference(_))
            && self.instances.frozen.contains(&value)
    }

    /// Says so if a member is read that only the class of a frozen object can have.
    pub(crate) fn refuse_lost_member(&mut self, value: Term, name: &str) -> Option<Term> {
        if self.instances.frozen.is_empty() || !self.loses_member(value, name) {
            return None;
        }
        let span = self.span;
        let message = format!(
            "the member `{name}` of an object that lies in a collection, or comes out of a \
             loop, is not supported"
        );
        Some(self.problem(message, span))
    }

    fn loses_member(&mut self, value: Term, name: &str) -> bool {
        let key = self.terms.string(name);
        let is_written = self.record(value).is_some_and(|record| record.fields.contains_key(&key));
        if is_written {
            return false;
        }
        match self.terms.node(value) {
            Node::Record(keys, _) if !name.starts_with("__") => {
                !keys.iter().any(|key| **key == *name) && self.was_instance(value)
            }
            Node::Record(..) => self.is_member_of_class(name) && self.was_instance(value),
            Node::Symbol(_) | Node::Apply(..) => {
                self.is_member_of_class(name) && self.may_hold_instance(value)
            }
            _ => false,
        }
    }

    /// Whether a class that a frozen object had has a member of this name.
    fn is_member_of_class(&mut self, name: &str) -> bool {
        let parents: Vec<Term> = self.instances.parents.iter().copied().collect();
        parents.into_iter().any(|parent| {
            let found = self.lookup(parent, name).ok().flatten();
            found.is_some_and(|found| !self.is_external(found))
        })
    }

    /// Whether a value is, or contains, something that is lost when it is frozen.
    pub(super) fn is_more_than_data(&self, value: Term) -> bool {
        let mut open = vec![value];
        let mut known = FxHashSet::default();
        while let Some(value) = open.pop() {
            if !known.insert(value) {
                continue;
            }
            if self.is_function(value) || self.promise_of(value).is_some() {
                return true;
            }
            if let Node::Apply(crate::Operator::Ite, parts) = self.terms.node(value) {
                open.extend([parts[1], parts[2]]);
            }
            match self.object(value).map(|object| &object.body) {
                Some(Body::Record(record)) => {
                    if has_class(record) {
                        return true;
                    }
                    if !matches!(record.flavour, Flavour::Class(_) | Flavour::Module(_)) {
                        open.extend(record.fields.values().map(|field| field.value));
                    }
                }
                Some(Body::List(list)) => {
                    open.extend(list.segments.iter().filter_map(one_for_all));
                }
                _ => {}
            }
        }
        false
    }

    /// Whether an object has others inside that can change, or was there before the objects
    /// from one on.
    pub(super) fn holds_changeable(&self, value: Term, from: u32) -> bool {
        let is_old = |term: Term| {
            matches!(self.terms.node(term), Node::Reference(Reference::Object(id)) if *id < from)
                && self.is_changeable(term)
        };
        let inside = self.objects_held(value, false);
        let changeable = |&term: &Term| self.is_changeable(term);
        is_old(value) || inside.keys().any(changeable)
    }

    /// The objects that a value consists of, from one on.
    fn objects_within(&self, value: Term, from: u32) -> FxHashSet<u32> {
        let mut open = vec![value];
        let mut found = FxHashSet::default();
        while let Some(value) = open.pop() {
            if let Node::Apply(crate::Operator::Ite, parts) = self.terms.node(value) {
                open.extend([parts[1], parts[2]]);
            }
            let Node::Reference(Reference::Object(id)) = self.terms.node(value) else { continue };
            if *id < from || !found.insert(*id) {
                continue;
            }
            match self.state.objects.get(*id).map(|object| &object.body) {
                Some(Body::Record(record)) => {
                    open.extend(record.fields.values().map(|field| field.value));
                }
                Some(Body::List(list)) => {
                    open.extend(list.segments.iter().filter_map(one_for_all));
                }
                _ => {}
            }
        }
        found
    }

    /// Notes that objects which a loop has made, from one on, stand for those that each
    /// iteration makes of its element.
    pub(super) fn note_made_of(&mut self, value: Term, element: Term, from: u32) {
        let objects = self.objects_within(value, from);
        self.instances.made_of.extend(objects.into_iter().map(|id| (id, element)));
    }

    /// The objects that stand for what each iteration of an earlier loop made of an element.
    pub(super) fn objects_made_of(&self, element: Term) -> impl Iterator<Item = u32> {
        let made = self.instances.made_of.iter();
        made.filter(move |(_, made_of)| **made_of == element).map(|(id, _)| *id)
    }

    /// Notes that somebody looks at a list as a whole, so that its objects may not change, and
    /// says so if they have.
    pub(super) fn note_listed(&mut self, generic: &Generic) {
        if self.instances.made_of.is_empty() {
            return;
        }
        let objects = self.objects_within(generic.value, 0);
        let made = &self.instances.made_of;
        let objects: Vec<u32> = objects.into_iter().filter(|id| made.contains_key(id)).collect();
        if objects.iter().any(|id| self.instances.altered.contains(id)) {
            let span = self.span;
            self.problem("a list whose objects a loop has changed is not supported", span);
        }
        self.instances.seen.extend(objects);
    }

    /// A loop over what an earlier one has made changes those objects. That is followed if it
    /// changes all of them, and nobody has looked at one of them in another way.
    pub(super) fn note_altered(&mut self, before: &State, arm: &Arm, element: Option<Term>) {
        let Some(element) = element else { return };
        let states: Vec<&State> = arm
            .exits
            .iter()
            .map(|(_, pending)| &pending.state)
            .chain(arm.value.is_some().then_some(&arm.state))
            .collect();
        let altered: Vec<u32> = self
            .objects_made_of(element)
            .filter(|&id| {
                let old = before.objects.get(id);
                let differs = |state: &&State| match (old, state.objects.get(id)) {
                    (Some(old), Some(new)) => !Rc::ptr_eq(old, new),
                    _ => false,
                };
                states.iter().any(differs)
            })
            .collect();
        let leaves = arm.exits.iter().any(|(exit, _)| !matches!(exit, Exit::Continue(_)));
        let is_seen = altered.iter().any(|id| self.instances.seen.contains(id));
        if !altered.is_empty() && (leaves || is_seen) {
            let span = self.span;
            self.problem("a loop that changes objects of a list is not supported", span);
        }
        self.instances.altered.extend(altered);
    }
}

/// What stands for the items of a stretch of a list.
fn one_for_all(segment: &Segment) -> Option<Term> {
    match segment {
        Segment::Item(field) => Some(field.value),
        Segment::Many { generic, .. } => generic.as_ref().map(|generic| generic.value),
    }
}
