//! Objects that lie in more than one container.
//!
//! Behind a loop, a container of unknown length is an unknown function of what went in. An
//! object that the program takes out of it, as `by_id[id]`, `rows.find(…)` or an element of
//! `sorted(rows)`, is a part of that. When the program changes such an object, the change shows
//! in all containers that have it; it is followed where there is only one.

use super::Machine;
use super::heap::{Body, Flavour, Segment};
use crate::{Node, Operator, Origin, Reference, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions that give copies all the way down.
const COPYING: [&str; 3] = ["copy.deepcopy", "structuredClone", "JSON.parse"];

/// What is known of containers that loops have made.
#[derive(Default)]
pub(crate) struct Shares {
    /// Unknown values that contain objects which a loop has put there.
    made: FxHashSet<Term>,
    /// Unknown values with objects that may lie elsewhere, too, and how deep they lie.
    shared: FxHashMap<Term, usize>,
}

impl Machine<'_> {
    /// The objects inside of a container, and it itself where that is asked for: those of the
    /// heap, and terms that stand for objects, each with how deep it lies.
    pub(super) fn objects_held(&self, whole: Term, itself: bool) -> FxHashMap<Term, usize> {
        let mut held = FxHashMap::default();
        let mut open = vec![(whole, 0)];
        let mut seen = FxHashSet::default();
        while let Some((term, depth)) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            let stands_for_object = match self.terms.node(term) {
                Node::Reference(Reference::Object(_)) => self.is_changeable(term),
                Node::Symbol(symbol) => self.terms.symbol(*symbol).origin == Origin::Element,
                Node::Record(..) => !self.terms.is_constant(term),
                _ => false,
            };
            if stands_for_object && (depth > 0 || itself) {
                held.insert(term, depth);
            }
            let inside = |parts: &[Term]| parts.iter().map(|&part| (part, depth + 1)).collect();
            let beside = |parts: &[Term]| parts.iter().map(|&part| (part, depth)).collect();
            let parts: Vec<(Term, usize)> = match self.terms.node(term) {
                Node::Record(_, values) => inside(values),
                Node::List(items) => inside(items),
                Node::Apply(Operator::Ite, parts) => beside(&parts[1..]),
                Node::Apply(Operator::With, parts) => {
                    vec![(parts[0], depth), (parts[2], depth + 1)]
                }
                Node::Apply(Operator::Merge | Operator::Append, parts) => beside(parts),
                _ => Vec::new(),
            };
            open.splice(0..0, parts);
            let parts: Vec<(Term, usize)> = match self.object(term).map(|object| &object.body) {
                Some(Body::Record(record))
                    if !matches!(record.flavour, Flavour::Class(_) | Flavour::Module(_)) =>
                {
                    let fields = record.fields.values().map(|field| (field.value, depth + 1));
                    fields.chain(record.base.map(|base| (base, depth))).collect()
                }
                Some(Body::List(list)) => {
                    let part = |segment: &Segment| match segment {
                        Segment::Item(field) => (field.value, depth + 1),
                        Segment::Many { generic: Some(generic), .. } => (generic.value, depth + 1),
                        Segment::Many { list, .. } => (*list, depth),
                    };
                    list.segments.iter().map(part).collect()
                }
                _ => Vec::new(),
            };
            open.splice(0..0, parts);
        }
        held
    }

    /// Notes that an unknown value contains objects that a loop has put there, and how deep
    /// those lie that are elsewhere, too. Says whether the latter is new.
    pub(super) fn note_holding(&mut self, unknown: Term, shared: Option<usize>) -> bool {
        self.shares.made.insert(unknown);
        shared.is_some_and(|depth| self.note_shared(unknown, depth))
    }

    fn note_shared(&mut self, unknown: Term, depth: usize) -> bool {
        let known = self.shares.shared.get(&unknown).copied();
        let is_new = known.is_none_or(|known| depth < known);
        if is_new {
            self.shares.shared.insert(unknown, depth);
        }
        is_new
    }

    /// Notes that an unknown value may be another one; says whether it was not known that its
    /// objects lie elsewhere.
    pub(super) fn share_with(&mut self, unknown: Term, other: Term) -> bool {
        if self.shares.made.is_empty() {
            return false;
        }
        let parts = self.terms.parts(&[other]);
        if parts.iter().any(|part| self.shares.made.contains(part)) {
            self.shares.made.insert(unknown);
        }
        self.shared_depth(other).is_some_and(|depth| self.note_shared(unknown, depth))
    }

    /// Notes that an unknown value has the objects that another one has.
    pub(super) fn inherit_shares(&mut self, unknown: Term, other: Term) {
        if self.shares.made.contains(&other) {
            self.shares.made.insert(unknown);
        }
        if let Some(&depth) = self.shares.shared.get(&other) {
            self.note_shared(unknown, depth);
        }
    }

    /// How deep objects lie in a value that are elsewhere, too.
    fn shared_depth(&self, value: Term) -> Option<usize> {
        let parts = self.terms.parts(&[value]);
        parts.iter().filter_map(|part| self.shares.shared.get(part)).copied().min()
    }

    /// An element of a collection that is not itself what a loop has made, but was computed of
    /// that, lies in both.
    pub(super) fn note_element(&mut self, element: Term, collection: Term) {
        if self.shares.made.is_empty() {
            return;
        }
        if let Some(depth) = self.shared_depth(collection) {
            self.note_shared(element, depth.saturating_sub(1));
        }
        let is_view = !self.shares.made.contains(&collection)
            && self.terms.parts(&[collection]).iter().any(|part| self.shares.made.contains(part));
        if is_view {
            self.note_shared(element, 0);
        }
    }

    /// Says so if the program changes an object that may lie in several containers.
    pub(super) fn refuse_shared(&mut self, value: Term) {
        if self.shares.made.is_empty() || self.is_concrete() || !self.is_shared(value) {
            return;
        }
        let span = self.span;
        self.problem(
            "a change of an object that may lie in several collections is not supported",
            span,
        );
    }

    fn is_shared(&self, value: Term) -> bool {
        let (mut root, mut depth, mut picked) = (value, 0, false);
        while let Node::Apply(Operator::Select, parts) = self.terms.node(root) {
            picked |= self.picked.contains_key(&root);
            root = parts[0];
            depth += 1;
        }
        let is_pure = matches!(self.terms.node(root), Node::Apply(Operator::Pure(_), _));
        let is_loop = self.shares.made.contains(&root);
        if matches!(self.terms.node(root), Node::Record(..) | Node::List(_)) && depth == 0
            || self.is_copy(root)
        {
            return false;
        }
        if let Some(shared) = self.shared_depth(root) {
            return depth >= shared || is_pure && !is_loop;
        }
        let made = &self.shares.made;
        let is_own = depth == 0 && is_loop;
        let is_computed = matches!(self.terms.node(root), Node::Apply(..));
        is_computed
            && !is_own
            && !picked
            && self.terms.parts(&[root]).iter().any(|part| made.contains(part))
    }

    /// Whether a value is a part of a copy.
    fn is_copy(&self, value: Term) -> bool {
        match self.terms.node(value) {
            Node::Apply(Operator::Select, parts) => self.is_copy(parts[0]),
            Node::Apply(Operator::JsonParse, _) => true,
            Node::Apply(Operator::Pure(function), _) => COPYING.contains(&&**function.name()),
            _ => false,
        }
    }
}
