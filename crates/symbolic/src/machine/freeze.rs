//! Objects as immutable terms and back.

use super::Machine;
use super::heap::{Body, Field, Fields, Flavour, List, ListKind, Object, Promise, Record, Segment};
use super::opaque::is_held;
use super::touch::Kind;
use crate::{Node, Operator, Reference, Term, builtins};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;
use std::sync::Arc;

/// Objects nested deeper than this are cut off: they contain themselves.
const DEEPEST: usize = 64;

/// So much of an object that other paths share is copied for the price of one statement.
const COPIED_AT_ONCE: u64 = 64;

impl Machine<'_> {
    /// The object a term refers to: a reference, or an unknown value that the
    /// program has treated as an object.
    pub(crate) fn object_id(&self, term: Term) -> Option<u32> {
        match self.terms.node(term) {
            Node::Reference(Reference::Object(id)) => Some(*id),
            // On paths that have not touched it, it is only a value.
            _ => {
                let id = self.thawed.get(&term).copied()?;
                self.state.objects.get(id).map(|_| id)
            }
        }
    }

    /// The object a term refers to.
    pub(crate) fn object(&self, term: Term) -> Option<&Rc<Object>> {
        self.state.objects.get(self.object_id(term)?)
    }

    /// The record a term refers to.
    pub(crate) fn record(&self, term: Term) -> Option<&Record> {
        match &self.object(term)?.body {
            Body::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The list a term refers to.
    pub(crate) fn list(&self, term: Term) -> Option<&List> {
        match &self.object(term)?.body {
            Body::List(list) => Some(list),
            _ => None,
        }
    }

    /// The promise a term refers to.
    pub(crate) fn promise_of(&self, term: Term) -> Option<&Promise> {
        match &self.object(term)?.body {
            Body::Promise(promise) => Some(promise),
            _ => None,
        }
    }

    fn body_mut(&mut self, term: Term) -> Option<&mut Body> {
        let id = self.object_id(term)?;
        let object = self.state.objects.get_mut(id)?;
        if Rc::strong_count(object) > 1 {
            let copied = object.body.size() / COPIED_AT_ONCE;
            self.fuel = self.fuel.saturating_sub(copied);
        }
        Some(&mut Rc::make_mut(object).body)
    }

    /// The record a term refers to, to be changed.
    pub(crate) fn record_mut(&mut self, term: Term) -> Option<&mut Record> {
        match self.body_mut(term)? {
            Body::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The list a term refers to, to be changed.
    pub(crate) fn list_mut(&mut self, term: Term) -> Option<&mut List> {
        self.note_rearranged(term);
        self.list_inside(term)
    }

    /// The same where nobody notices that it is changed, or it is noted elsewhere.
    pub(super) fn list_inside(&mut self, term: Term) -> Option<&mut List> {
        match self.body_mut(term)? {
            Body::List(list) => Some(list),
            _ => None,
        }
    }

    /// The promise a term refers to, to be changed.
    pub(crate) fn promise_mut(&mut self, term: Term) -> Option<&mut Promise> {
        match self.body_mut(term)? {
            Body::Promise(promise) => Some(promise),
            _ => None,
        }
    }

    /// Puts a new object on the heap.
    pub(crate) fn allocate(&mut self, body: Body) -> Term {
        let id = self.next_object;
        self.next_object += 1;
        self.state.objects.set(id, Rc::new(Object { body, untouched: None }));
        self.terms.reference(Reference::Object(id))
    }

    /// Treats an unknown value as an object that can be changed from now on.
    pub(crate) fn thaw_unknown(&mut self, term: Term, body: Body) -> Term {
        if self.object(term).is_some() {
            return term;
        }
        self.refuse_shared(term);
        let untouched = Rc::new(Object { body: body.clone(), untouched: None });
        let object = Object { body, untouched: Some(untouched) };
        let id = match self.thawed.get(&term) {
            Some(&known) => known,
            None => {
                self.next_object += 1;
                self.thawed.insert(term, self.next_object - 1);
                self.next_object - 1
            }
        };
        self.state.objects.set(id, Rc::new(object));
        if !self.link_picked(term, id) {
            self.notice_in_parent(term);
        }
        term
    }

    /// Makes the record that a changed member was read from hold that member, so
    /// that who looks at the whole sees the change.
    fn notice_in_parent(&mut self, term: Term) {
        let Node::Apply(Operator::Select, parts) = self.terms.node(term).clone() else { return };
        let (parent, key) = (parts[0], parts[1]);
        if self.is_external(parent) {
            return;
        }
        if self.object(parent).is_none() {
            let mut record = Record::new(Flavour::Plain);
            record.base = Some(parent);
            self.thaw_unknown(parent, Body::Record(record));
        }
        let present = self.terms.bool(true);
        if let Some(record) = self.record_mut(parent) {
            record.fields.insert(key, Field { value: term, present });
        }
    }

    /// A new object with these fields.
    pub fn new_record<K: AsRef<str>>(
        &mut self,
        fields: impl IntoIterator<Item = (K, Term)>,
    ) -> Term {
        let present = self.terms.bool(true);
        let mut record = Record::new(Flavour::Plain);
        for (key, value) in fields {
            let key = self.terms.string(key.as_ref());
            record.fields.insert(key, Field { value, present });
        }
        self.allocate(Body::Record(record))
    }

    /// A new list with these items.
    pub fn new_list(&mut self, items: impl IntoIterator<Item = Term>) -> Term {
        let present = self.terms.bool(true);
        let segments =
            items.into_iter().map(|value| Segment::Item(Field { value, present })).collect();
        self.allocate(Body::List(List { segments, kind: ListKind::List }))
    }

    /// A new list whose items have names too.
    pub fn new_named_tuple<K: AsRef<str>>(&mut self, items: &[(K, Term)]) -> Term {
        let list = self.new_list(items.iter().map(|item| item.1));
        let names = items.iter().map(|item| item.0.as_ref().into()).collect();
        self.item_names.insert(list, names);
        list
    }

    /// A new record with these fields, and whatever others something unknown has.
    pub fn new_record_over<K: AsRef<str>>(
        &mut self,
        others: Term,
        fields: impl IntoIterator<Item = (K, Term)>,
    ) -> Term {
        let record = self.new_record(fields);
        if let Some(record) = self.record_mut(record) {
            record.base = Some(others);
        }
        record
    }

    /// A new list whose items are there under conditions.
    pub fn new_list_where(&mut self, items: impl IntoIterator<Item = (Term, Term)>) -> Term {
        let items = items.into_iter();
        let segments =
            items.map(|(present, value)| Segment::Item(Field { value, present })).collect();
        self.allocate(Body::List(List { segments, kind: ListKind::List }))
    }

    /// The value as it is now: objects become immutable records and lists, and
    /// what the program does to them later is not seen. Fields that are
    /// undefined disappear. Functions stay references.
    pub fn freeze(&mut self, term: Term) -> Term {
        self.freeze_below(term, 0)
    }

    pub(super) fn freeze_below(&mut self, term: Term, depth: usize) -> Term {
        if depth > DEEPEST || self.spend_on_value().is_none() {
            return self.terms.pure("cycle", &[]);
        }
        if builtins::is_environment(self.terms, term) {
            return self.freeze_environment(term);
        }
        if let Some(object) = self.object(term)
            && !self.is_external(term)
            && self.function_value(term).is_none()
        {
            let object = object.clone();
            self.touch_object(term, None, Kind::Read);
            return match &object.body {
                Body::Record(record) => self.freeze_record(term, record, depth),
                Body::List(list) => self.freeze_list(list, depth),
                Body::Promise(promise) => {
                    let value = self.terms.ite(promise.rejected, promise.reason, promise.value);
                    self.freeze_below(value, depth + 1)
                }
            };
        }
        // What is inside a term was frozen when the term was built, but for
        // references; only the branches of an if-then-else are values of now.
        match self.terms.node(term).clone() {
            Node::Apply(Operator::Ite, _) if self.resolve(term) != term => {
                let resolved = self.resolve(term);
                self.freeze_below(resolved, depth)
            }
            Node::Apply(Operator::Ite, parts) => {
                let then = self.freeze_below(parts[1], depth + 1);
                let otherwise = self.freeze_below(parts[2], depth + 1);
                self.terms.ite(parts[0], then, otherwise)
            }
            Node::List(_) | Node::Record(..) | Node::Apply(..) if self.holds_objects(term) => {
                let arguments = self.terms.arguments(term).to_vec();
                let mut frozen = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    if is_held(self.terms, argument) {
                        frozen.extend(self.freeze_held(argument, depth));
                        continue;
                    }
                    frozen.push(match self.holds_objects(argument) {
                        true => self.freeze_below(argument, depth + 1),
                        false => argument,
                    });
                }
                match self.terms.node(term).clone() {
                    Node::Record(keys, _) => self.terms.record(keys.iter().cloned().zip(frozen)),
                    Node::List(_) => self.terms.list(frozen),
                    Node::Apply(operator, _) => self.terms.apply(operator, &frozen),
                    _ => term,
                }
            }
            _ => term,
        }
    }

    /// The environment as a whole, with what in it is that of the instance.
    fn freeze_environment(&mut self, environment: Term) -> Term {
        let mut own = Vec::new();
        for &name in self.library.settings_of_instance() {
            own.push((name.into(), self.setting(name)));
        }
        let own = self.terms.record(own);
        self.terms.apply(Operator::Merge, &[environment, own])
    }

    /// What a container was made of, with its entries under keys that are not known as they are
    /// now.
    fn freeze_linked(&mut self, whole: Term, depth: usize) -> Term {
        let is_object = |m: &Self| matches!(m.terms.node(whole), Node::Reference(_));
        match !is_object(self) && self.holds_objects(whole) {
            true => self.freeze_below(whole, depth + 1),
            false => whole,
        }
    }

    /// Whether references to objects occur in the term.
    pub(super) fn holds_objects(&self, term: Term) -> bool {
        let is_object =
            |part: &Term| matches!(self.terms.node(*part), Node::Reference(Reference::Object(_)));
        self.terms.parts(&[term]).iter().any(is_object)
    }

    fn freeze_record(&mut self, term: Term, record: &Record, depth: usize) -> Term {
        match &record.flavour {
            Flavour::Class(_) | Flavour::Module(_) => return term,
            Flavour::Date => {
                let moment = self.date_time(term).unwrap_or_else(|| self.terms.undefined());
                return self.terms.pure("Date", &[moment]);
            }
            Flavour::Set => return self.freeze_set(record, depth),
            _ => {}
        }
        let undefined = self.terms.undefined();
        let mut certain = Vec::new();
        if let (Flavour::Error(names), true) = (&record.flavour, self.dialect().explicit_self)
            && let Some(name) = names.first()
        {
            certain.push(("__class__".into(), self.terms.string(name.clone())));
        }
        let mut removed = Vec::new();
        for (&key, field) in &record.fields {
            self.refuse_getter(field.value);
            let value = match self.known(field.present) {
                Some(false) => undefined,
                Some(true) => self.freeze_below(field.value, depth + 1),
                None => {
                    let value = self.freeze_below(field.value, depth + 1);
                    self.terms.ite(field.present, value, undefined)
                }
            };
            if value == undefined {
                removed.push(key);
                continue;
            }
            certain.push((self.key_text(key), value));
        }
        let mut frozen = self.terms.record(certain);
        if let Some(base) = record.base {
            let mut base = self.freeze_linked(base, depth);
            for key in removed {
                base = self.terms.apply(Operator::Without, &[base, key]);
            }
            frozen = self.terms.apply(Operator::Merge, &[base, frozen]);
        }
        self.note_frozen(frozen, record);
        frozen
    }

    fn freeze_set(&mut self, record: &Record, depth: usize) -> Term {
        let mut set = record.base.unwrap_or_else(|| self.terms.list([]));
        for (&key, field) in &record.fields {
            let key = self.freeze_below(key, depth + 1);
            let with = self.terms.apply(Operator::Insert, &[set, key]);
            set = self.terms.ite(field.present, with, set);
        }
        set
    }

    fn freeze_list(&mut self, list: &List, depth: usize) -> Term {
        let mut parts = Vec::new();
        let empty = self.terms.list([]);
        for segment in &list.segments {
            let (part, present) = match segment {
                Segment::Item(Field { value, present }) => {
                    let value = self.freeze_below(*value, depth + 1);
                    (self.terms.list([value]), *present)
                }
                // Frozen when it became part of the list, but for entries that were linked.
                Segment::Many { list, present, generic } => {
                    if let Some(generic) = generic {
                        self.note_listed(generic);
                    }
                    (self.freeze_linked(*list, depth), *present)
                }
            };
            parts.push(self.terms.ite(present, part, empty));
        }
        match parts.as_slice() {
            [only] => *only,
            _ => self.terms.apply(Operator::Append, &parts),
        }
    }

    /// How a key is written in a frozen record.
    pub(crate) fn key_text(&self, key: Term) -> Arc<str> {
        match self.terms.node(key) {
            Node::String(text) => text.clone(),
            _ => self.terms.show(key).to_string().into(),
        }
    }

    /// A mutable copy: records and lists of constants and terms become objects,
    /// all the way down. Unknown values stay as they are: the program can change
    /// them too.
    pub fn thaw(&mut self, term: Term) -> Term {
        match self.terms.node(term).clone() {
            Node::Record(keys, values) => {
                let present = self.terms.bool(true);
                let mut fields = Fields::with_capacity_and_hasher(keys.len(), FxBuildHasher);
                for (key, &value) in keys.iter().zip(values.iter()) {
                    let key = self.terms.string(key.clone());
                    let value = self.thaw(value);
                    fields.insert(key, Field { value, present });
                }
                let record = Record { fields, ..Record::new(Flavour::Plain) };
                self.allocate(Body::Record(record))
            }
            Node::List(items) => {
                let items: Vec<Term> = items.iter().map(|&item| self.thaw(item)).collect();
                self.new_list(items)
            }
            Node::Apply(Operator::Ite, parts) => {
                let (then, otherwise) = (self.thaw(parts[1]), self.thaw(parts[2]));
                self.terms.ite(parts[0], then, otherwise)
            }
            _ => term,
        }
    }
}
