//! Items of values: entries of records and dictionaries, elements of lists, characters of
//! texts: reading, assigning, removing.

use super::Machine;
use super::function::{Arguments, FunctionValue};
use super::guise::Guise;
use super::heap::{Body, Field, Flavour, List, ListKind, Record, Segment};
use super::library::{Outcome, Path, Segment as Step, Stop};
use super::member::Found;
use crate::builtins;
use crate::{Node, Operator, Reference, Term};
use aplomb_script::{Expr, ExprKind, Language};

impl Machine<'_> {
    /// The key of a record's field for a value used as index.
    pub(crate) fn field_key(&mut self, key: Term) -> Term {
        match (self.dialect().language, self.terms.node(key)) {
            (
                Language::JavaScript,
                Node::Number(_) | Node::Bool(_) | Node::Null | Node::Undefined,
            ) => self.terms.apply(Operator::Concat, &[key]),
            (Language::JavaScript, Node::Reference(Reference::Object(_)))
                if self.mark_of(key).is_none() && !self.is_class(key) =>
            {
                let span = self.span;
                self.problem("an object as the key of another is not supported", span)
            }
            (Language::JavaScript, Node::Reference(_)) | (_, Node::String(_)) => key,
            _ => {
                self.refuse_unhashable(key);
                self.freeze(key)
            }
        }
    }

    /// A key as a dictionary has it: in Python, what equals a key that is there is that key, so
    /// that `True` finds what stands under `1`.
    pub(crate) fn key_in(&mut self, holder: Term, key: Term) -> Term {
        let key = self.field_key(key);
        let Some(twin) = self.twin_of_key(key) else { return key };
        let has = |key| self.record(holder).is_some_and(|record| record.fields.contains_key(key));
        if has(&twin) && !has(&key) { twin } else { key }
    }

    /// The truth values that a key may be which is one of them.
    pub(crate) fn either_truth(&mut self, key: Term) -> Option<(Term, Term)> {
        let is_open = self.terms.is_truth(key) && !self.terms.is_constant(key);
        is_open.then(|| (self.terms.bool(true), self.terms.bool(false)))
    }

    /// The number that equals a truth value, or the other way round.
    fn twin_of_key(&mut self, key: Term) -> Option<Term> {
        if !self.is_python() {
            return None;
        }
        match self.terms.node(key) {
            Node::Bool(truth) => {
                let number = f64::from(u8::from(*truth));
                Some(self.terms.number(number))
            }
            Node::Number(number) if number.get() == 0.0 || number.get() == 1.0 => {
                let truth = number.get() == 1.0;
                Some(self.terms.bool(truth))
            }
            _ => None,
        }
    }

    /// Notes that the program keeps what a dictionary shows of itself.
    pub(super) fn note_viewed(&mut self, value: &Expr, view: Term) {
        let ExprKind::Call { callee, .. } = &value.kind else { return };
        let ExprKind::Member { object, name, .. } = &callee.kind else { return };
        if self.is_python()
            && matches!(&**name, "keys" | "values" | "items")
            && let ExprKind::Variable(holder) = &object.kind
            && let Some(slot) = self.activation.scope.lookup(holder)
            && let Some(&holder) = self.state.variables.get(slot)
            && self.list(view).is_some_and(|list| list.kind == ListKind::View)
        {
            self.viewed.insert(holder);
        }
    }

    /// Says so if a dictionary changes of which the program keeps what it shows of itself.
    fn refuse_viewed(&mut self, holder: Term, key: Term) {
        let known = self.record(holder).is_some_and(|record| record.fields.contains_key(&key));
        if !known && self.viewed.contains(&holder) {
            let span = self.span;
            self.problem("a view of a dictionary that changes is not supported", span);
        }
    }

    /// Says so if a set or dictionary of Python gets a truth value where it has the number that
    /// equals it, or the other way round.
    pub(super) fn refuse_equal_key(&mut self, holder: Term, key: Term) {
        let Some(twin) = self.twin_of_key(key) else { return };
        let has = self.record(holder).is_some_and(|record| record.fields.contains_key(&twin));
        if has {
            let span = self.span;
            self.problem("a truth value and a number as the same key are not supported", span);
        }
    }

    /// Says so if a value is used as a key that cannot be one, and a handler sees that.
    pub(super) fn refuse_unhashable(&mut self, key: Term) {
        let key = self.resolve(key);
        let is_list = self.list(key).is_some_and(|list| list.kind == ListKind::List);
        if self.is_python()
            && self.guarding > 0
            && (is_list || self.is_dictionary(key))
            && self.world.is_none()
        {
            let span = self.span;
            self.problem("a list or a dictionary as a key raises", span);
        }
    }

    /// `object[key]`, as the program reads it.
    pub(crate) fn get_index(&mut self, object: Term, key: Term) -> Outcome {
        let (object, key) = (self.resolve(object), self.resolve(key));
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            return self.branch(
                parts[0],
                |m| m.get_index(parts[1], key),
                |m| m.get_index(parts[2], key),
            );
        }
        let python = self.dialect().language == Language::Python;
        if let Some((yes, no)) = self.either_truth(key) {
            return self.branch(key, |m| m.get_index(object, yes), |m| m.get_index(object, no));
        }
        if !python && let Some(name) = self.terms.as_str(key).cloned() {
            let is_long = self.list(object).is_some() || self.terms.as_str(object).is_some();
            let index = is_long.then(|| name.parse::<u32>().ok()).flatten();
            match index {
                Some(index) => {
                    let index = self.terms.number(f64::from(index));
                    return self.get_index(object, index);
                }
                None => return self.get_attribute(object, &name),
            }
        }
        if self.list(object).is_some() {
            return self.get_list_item(object, key);
        }
        if self.record(object).is_some() && !self.is_external(object) {
            return self.get_entry(object, key);
        }
        match self.terms.node(object).clone() {
            Node::Undefined | Node::Null | Node::Absent => {
                let name = self.key_text(key);
                self.missing_index(object, &name)
            }
            _ if self.is_external(object) => match self.terms.as_str(key).cloned() {
                Some(name) => match builtins::entry(self, object, &name) {
                    Some(outcome) => outcome,
                    None => Ok(self.get_external(object, &name)),
                },
                None => {
                    let index = self.external_member(object, "[]");
                    let name = self.freeze(key);
                    let value = self.terms.apply(Operator::Called, &[index, name]);
                    Ok(match builtins::is_environment(self.terms, object) {
                        true => self.unless_of_instance(name, value),
                        false => value,
                    })
                }
            },
            Node::String(text) => match self.doubt(object, Guise::Bytes, "an item") {
                Some(told) => Ok(told),
                None => self.get_character(&text, key),
            },
            Node::Number(_) | Node::Bool(_) if python && !self.is_concrete() => {
                self.throw_error("TypeError", "object is not subscriptable")
            }
            _ => {
                let key = self.freeze(key);
                let name = self.key_text(key);
                let by_method = self.refuse_lost_member(object, "__getitem__");
                if let Some(told) = by_method.or_else(|| self.refuse_lost_member(object, &name)) {
                    return Ok(told);
                }
                let value = self.terms.apply(Operator::Select, &[object, key]);
                if self.terms.as_str(key).is_some() {
                    self.looks_at(value);
                }
                if python {
                    self.looks_at(value);
                }
                self.reject_undefined(value, "KeyError", &name)
            }
        }
    }

    fn missing_index(&mut self, object: Term, name: &str) -> Outcome {
        if self.dialect().missing_raises {
            return self.throw_error("TypeError", "'NoneType' object is not subscriptable");
        }
        self.missing_member(object, name)
    }

    fn get_character(&mut self, text: &str, key: Term) -> Outcome {
        let Node::Number(number) = self.terms.node(key) else {
            let text = self.terms.string(text);
            return Ok(self.terms.apply(Operator::Select, &[text, key]));
        };
        let mut index = number.get();
        let python = self.dialect().language == Language::Python;
        let characters: Vec<char> = text.chars().collect();
        if python && index < 0.0 {
            index += characters.len() as f64;
        }
        match characters.get(index as usize) {
            Some(found) if index >= 0.0 => Ok(self.terms.string(found.to_string())),
            _ if python => self.throw_saying("IndexError", "string index out of range"),
            _ => Ok(self.terms.undefined()),
        }
    }

    /// An entry of a record by key.
    pub(crate) fn get_entry(&mut self, object: Term, key: Term) -> Outcome {
        let python = self.dialect().language == Language::Python;
        if python && builtins::is_enumeration(self, object) && self.terms.as_str(key).is_some() {
            let name = self.key_text(key);
            return match self.lookup(object, &name)?.filter(|&it| !self.is_external(it)) {
                Some(member) => Ok(member),
                None => self.throw_key_error(key),
            };
        }
        if python && !self.is_dictionary(object) {
            let method = self.lookup(object, "__getitem__")?;
            let span = self.span;
            return match method {
                Some(_) => self.invoke_method(object, "__getitem__", Arguments::of(&[key]), span),
                None => {
                    if let Some(item) = self.item_by_place(object, key) {
                        return item;
                    }
                    let name = self.key_text(key);
                    // `Colour["RED"]`, and whatever a library makes of a name.
                    if self.is_class(object) && self.lookup(object, &name)?.is_none() {
                        return self.throw_key_error(key);
                    }
                    self.get_attribute(object, &name)
                }
            };
        }
        let key = self.key_in(object, key);
        let record = self.record(object).expect("checked by the caller").clone();
        let has_getters = |m: &Self, value| {
            matches!(m.function_value(value).as_deref(), Some(FunctionValue::Accessor { .. }))
        };
        if !self.terms.is_constant(key) {
            if let Some((found, function)) = self.picked_function(object, key) {
                return self.branch(
                    found,
                    |_| Ok(function),
                    |m| match python {
                        true => m.missing_entry(object, key),
                        false => Ok(m.terms.undefined()),
                    },
                );
            }
            if let Some(entry) = self.linked_entry(object, key) {
                return Ok(entry);
            }
            if python && self.factory_of(object).is_some() {
                let present = self.contains(object, key)?;
                return self.branch(
                    present,
                    |m| Ok(m.picked_entry(object, key)),
                    |m| m.missing_entry(object, key),
                );
            }
            return Ok(self.picked_entry(object, key));
        }
        let field = record.field(self.terms, key);
        if has_getters(self, field.value) {
            return self.read_found(object, Found { value: field.value, own: true });
        }
        if record.base.is_some() && !record.fields.contains_key(&key) {
            let name = self.key_text(key);
            if python {
                self.looks_at(field.value);
            }
            return self.reject_undefined(field.value, "KeyError", &name);
        }
        let undefined = self.terms.undefined();
        let present = self.known(field.present);
        match present {
            Some(true) => Ok(field.value),
            Some(false) if python => self.missing_entry(object, key),
            Some(false) => {
                let name = self.key_text(key);
                let inherited = self.lookup(object, &name)?;
                Ok(inherited.unwrap_or(undefined))
            }
            None if python => {
                self.branch(field.present, |_| Ok(field.value), |m| m.missing_entry(object, key))
            }
            None => Ok(self.terms.ite(field.present, field.value, undefined)),
        }
    }

    /// An item of a tuple whose items have names, by its place.
    fn item_by_place(&mut self, object: Term, key: Term) -> Option<Outcome> {
        let record = self.record(object)?;
        if !matches!(record.flavour, Flavour::Instance) || self.terms.as_str(key).is_some() {
            return None;
        }
        if !self.is_disguised(object, Guise::Special) {
            let extends_library = self.places(object).iter().any(|&place| self.is_external(place));
            let span = self.span;
            return extends_library
                .then(|| Ok(self.problem("an item of an object by its place", span)));
        }
        let items: Vec<Term> = record.fields.values().map(|field| field.value).collect();
        let Node::Number(number) = self.terms.node(key) else {
            let span = self.span;
            return Some(Ok(self.problem("an item of a named tuple by its place", span)));
        };
        let place = number.get();
        let place = if place < 0.0 { place + items.len() as f64 } else { place };
        match items.get(place as usize) {
            Some(&item) if place >= 0.0 => Some(Ok(item)),
            _ => Some(self.throw_saying("IndexError", "tuple index out of range")),
        }
    }

    /// What a record has under a key that is not known.
    fn picked_entry(&mut self, object: Term, key: Term) -> Term {
        let frozen = self.freeze(object);
        let value = self.terms.apply(Operator::Select, &[frozen, key]);
        // A table of constants knows which keys are meant.
        if self.terms.symbols_of(&[frozen]).is_empty() {
            self.looks_at(value);
        }
        self.note_picked(value, object, key);
        value
    }

    /// What makes the entries that a dictionary does not have.
    fn factory_of(&mut self, object: Term) -> Option<Term> {
        let factory = self.terms.string("__default_factory__");
        let parent = self.record(object)?.parent?;
        self.record(parent)?.fields.get(&factory).map(|field| field.value)
    }

    /// Reading a dictionary where the key is not: a default, or an exception.
    fn missing_entry(&mut self, object: Term, key: Term) -> Outcome {
        let counts = self.terms.string(builtins::COUNTS);
        let parent = self.record(object).and_then(|record| record.parent);
        if let Some(field) = parent
            .and_then(|parent| self.record(parent))
            .and_then(|record| record.fields.get(&counts))
        {
            return Ok(field.value);
        }
        if let Some(factory) = self.factory_of(object) {
            let span = self.span;
            let value = self.invoke(factory, None, Arguments::default(), span)?;
            self.set_index(object, key, value)?;
            return Ok(value);
        }
        self.throw_key_error(key)
    }

    fn get_list_item(&mut self, object: Term, key: Term) -> Outcome {
        let list = self.list(object).expect("checked by the caller").clone();
        let python = self.dialect().language == Language::Python;
        if python && list.segments.is_empty() {
            return self.throw_saying("IndexError", "list index out of range");
        }
        let Node::Number(number) = self.terms.node(key) else {
            return Ok(self.picked_item(object, key));
        };
        let index = number.get();
        if python && list.kind == ListKind::Iterator {
            return self.throw_error("TypeError", "an iterator is not subscriptable");
        }
        let certain = list.certain_items(self.terms);
        let whole = certain.len() == list.segments.len();
        let place =
            if index < 0.0 && python && whole { index + certain.len() as f64 } else { index };
        if place >= 0.0 && (place as usize) < certain.len() && place.fract() == 0.0 {
            return Ok(certain[place as usize]);
        }
        let single = list.segments.iter().all(|segment| matches!(segment, Segment::Item(_)));
        let is_beyond = single && index >= list.segments.len() as f64;
        if !whole && !is_beyond {
            return Ok(self.picked_item(object, key));
        }
        match python {
            true => self.throw_saying("IndexError", "list index out of range"),
            false => Ok(self.terms.undefined()),
        }
    }

    /// What a list has at a place that is not known, or that nobody knows the item of.
    fn picked_item(&mut self, list: Term, key: Term) -> Term {
        if let Some(entry) = self.linked_entry(list, key) {
            return entry;
        }
        let frozen = self.freeze(list);
        let value = self.terms.apply(Operator::Select, &[frozen, key]);
        self.note_picked(value, list, key);
        value
    }

    /// `object[key] = value`.
    pub(crate) fn set_index(&mut self, object: Term, key: Term, value: Term) -> Result<(), Stop> {
        let (object, key) = (self.resolve(object), self.resolve(key));
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            self.branch(
                parts[0],
                |m| m.set_index(parts[1], key, value).map(|()| value),
                |m| m.set_index(parts[2], key, value).map(|()| value),
            )?;
            return Ok(());
        }
        if self.list(object).is_some() {
            return self.set_list_item(object, key, value);
        }
        let python = self.dialect().language == Language::Python;
        if python && self.record(object).is_some() && !self.is_dictionary(object) {
            let span = self.span;
            if self.lookup(object, "__setitem__")?.is_some() {
                let arguments = Arguments::of(&[key, value]);
                self.invoke_method(object, "__setitem__", arguments, span)?;
                return Ok(());
            }
        }
        if !python && let Some(name) = self.terms.as_str(key).cloned() {
            return self.set_attribute(object, &name, value);
        }
        if self.fill_by_assignment(object, key, value) {
            return Ok(());
        }
        self.refuse_item_of_client(object);
        self.refuse_new(object, "an assignment", &[value]);
        let key = self.key_in(object, key);
        self.store_field(object, key, value)
    }

    /// Says so if an item is assigned to, or removed from, what a library made, which may be
    /// a client of a store: `redis["k"] = 1`.
    fn refuse_item_of_client(&mut self, object: Term) {
        if !self.is_python() || !self.is_external(object) || self.is_computed(object) {
            return;
        }
        let Some(path) = Path::of(self.terms, object) else { return };
        let name = path.to_string();
        if matches!(path.segments.last(), Some(Step::Called { .. }))
            && !name.starts_with("aplomb:")
            && !self.library.is_silent(&name)
        {
            let span = self.span;
            self.problem(format!("changing items of {name} is not supported"), span);
        }
    }

    /// The attributes of an object as a dictionary (`__dict__`, `vars`). It is a copy, so that
    /// nobody may change it.
    pub(crate) fn attributes_of(&mut self, object: Term) -> Outcome {
        let copy = self.new_record::<&str>([]);
        self.spread_into(copy, object)?;
        self.attributes.insert(copy);
        Ok(copy)
    }

    /// Puts a field into a record; unknown values become records.
    pub(crate) fn store_field(&mut self, object: Term, key: Term, value: Term) -> Result<(), Stop> {
        if self.attributes.contains(&object) {
            let span = self.span;
            self.problem(
                "changing the dictionary of an object's attributes is not supported",
                span,
            );
        }
        self.refuse_process(object);
        self.refuse_frozen(object);
        self.note_stored(object, key, value);
        if self.record(object).is_none() {
            match self.terms.node(object) {
                Node::Undefined | Node::Null | Node::Absent => {
                    let name = self.key_text(key);
                    self.missing_member(object, &name)?;
                }
                Node::Reference(Reference::Function(_)) => {
                    self.side_object(object);
                }
                Node::Bool(_) | Node::Number(_) | Node::String(_) if self.is_python() => {
                    let message = "object does not support assignment";
                    return self.throw_error("TypeError", message).map(drop);
                }
                Node::Bool(_) | Node::Number(_) | Node::String(_) => return Ok(()),
                _ if self.is_external(object) => {
                    self.side_object(object);
                }
                _ => {
                    let mut record = Record::new(Flavour::Plain);
                    record.base = Some(object);
                    self.thaw_unknown(object, Body::Record(record));
                }
            }
        }
        if let Some(Flavour::Module(scope)) = self.record(object).map(|record| &record.flavour) {
            let scope = scope.clone();
            let name = self.key_text(key);
            self.declare_in(&scope, &name, value);
            return Ok(());
        }
        let present = self.terms.bool(true);
        self.refuse_equal_key(object, key);
        self.refuse_viewed(object, key);
        if self.terms.is_constant(key) {
            let late = self.comes_late(object, key);
            if let Some(record) = self.record_mut(object) {
                record.fields.insert(key, Field { value, present });
                record.shuffled |= late;
            }
            return Ok(());
        }
        // A key that is not known may be any of the listed ones: what is known
        // becomes the base of a record of unknown shape.
        let whole = self.silently(|m| m.shallow(object));
        let value = match self.is_changeable(value) {
            true => value,
            false => self.freeze(value),
        };
        self.has_links |= self.is_changeable(value);
        let base = self.terms.apply(Operator::With, &[whole, key, value]);
        if let Some(record) = self.record_mut(object) {
            record.base = Some(base);
            record.fields.clear();
        }
        Ok(())
    }

    /// Whether a key stands in front of others, and comes after them where it was not there.
    fn comes_late(&mut self, object: Term, key: Term) -> bool {
        let place = self.record(object).and_then(|record| {
            let (index, _, field) = record.fields.get_full(&key)?;
            (index + 1 < record.fields.len()).then_some(field.present)
        });
        place.is_some_and(|present| self.known(present) != Some(true))
    }

    fn set_list_item(&mut self, object: Term, key: Term, value: Term) -> Result<(), Stop> {
        self.refuse_frozen(object);
        let list = self.list(object).expect("checked by the caller").clone();
        if self.is_python() && list.kind != ListKind::List {
            let message = "object does not support item assignment";
            return self.throw_error("TypeError", message).map(drop);
        }
        let present = self.terms.bool(true);
        let python = self.dialect().language == Language::Python;
        let key = match self.terms.as_str(key).and_then(|text| text.parse::<u32>().ok()) {
            Some(index) if !python => self.terms.number(f64::from(index)),
            _ => key,
        };
        let odd = match self.terms.node(key) {
            Node::Number(number) => number.get() < 0.0 || number.get().fract() != 0.0,
            Node::String(_) => true,
            _ => false,
        };
        if odd && !python {
            let span = self.span;
            self.problem("an array with members that are no items is not supported", span);
            return Ok(());
        }
        let certain = list.certain_items(self.terms).len();
        let whole = certain == list.segments.len();
        if let Node::Number(number) = self.terms.node(key) {
            let mut index = number.get();
            if index < 0.0 && whole {
                index += certain as f64;
            }
            if python && whole && (index < 0.0 || index >= certain as f64) {
                let message = "list assignment index out of range";
                return self.throw_error("IndexError", message).map(drop);
            }
            let index = index as usize;
            if index < certain {
                let list = self.list_mut(object).expect("checked by the caller");
                list.segments[index] = Segment::Item(Field { value, present });
                return Ok(());
            }
            if whole && index < certain + 10_000 {
                let hole = self.terms.undefined();
                if index > certain {
                    self.disguise(object, Guise::Holes);
                }
                let list = self.list_mut(object).expect("checked by the caller");
                while list.segments.len() < index {
                    list.segments.push(Segment::Item(Field { value: hole, present }));
                }
                list.segments.push(Segment::Item(Field { value, present }));
                return Ok(());
            }
        }
        let frozen = self.freeze(object);
        let value = self.freeze(value);
        let whole = self.terms.apply(Operator::With, &[frozen, key, value]);
        let many = Segment::Many { list: whole, present, generic: None };
        self.list_mut(object).expect("checked by the caller").segments = vec![many];
        Ok(())
    }

    /// `delete object[key]`.
    pub(crate) fn delete_index(&mut self, object: Term, key: Term) -> Result<(), Stop> {
        let (object, key) = (self.resolve(object), self.resolve(key));
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            self.branch(
                parts[0],
                |m| m.delete_index(parts[1], key).map(|()| key),
                |m| m.delete_index(parts[2], key).map(|()| key),
            )?;
            return Ok(());
        }
        self.refuse_frozen(object);
        if self.list(object).is_some() && self.dialect().language == Language::JavaScript {
            let span = self.span;
            self.problem("an array with holes is not supported", span);
            return Ok(());
        }
        if let Some(list) = self.list(object) {
            let (count, certain) = (list.segments.len(), list.certain_items(self.terms).len());
            if let Node::Number(number) = self.terms.node(key)
                && certain == count
            {
                let index = number.get();
                let index = if index < 0.0 { index + count as f64 } else { index };
                if index >= 0.0 && (index as usize) < count {
                    let list = self.list_mut(object).expect("checked above");
                    list.segments.remove(index as usize);
                } else {
                    let message = "list assignment index out of range";
                    return self.throw_error("IndexError", message).map(drop);
                }
            } else {
                let span = self.span;
                self.problem("removing an item of a list that is not known", span);
            }
            return Ok(());
        }
        self.refuse_item_of_client(object);
        let key = self.key_in(object, key);
        if self.record(object).is_none() {
            let mut record = Record::new(Flavour::Plain);
            record.base = Some(object);
            self.thaw_unknown(object, Body::Record(record));
        }
        let record = self.record(object).expect("just made");
        if self.dialect().missing_raises
            && record.base.is_none()
            && !record.fields.contains_key(&key)
        {
            self.missing_entry(object, key)?;
        }
        self.remove_field(object, key);
        Ok(())
    }

    /// Removes a field from a record.
    pub(crate) fn remove_field(&mut self, object: Term, key: Term) {
        self.note_removed(object, Some(key));
        self.settle_items(object);
        let gone = Field { value: self.terms.undefined(), present: self.terms.bool(false) };
        if !self.terms.is_constant(key) {
            let frozen = self.freeze(object);
            let base = self.terms.apply(Operator::Without, &[frozen, key]);
            if let Some(record) = self.record_mut(object) {
                record.base = Some(base);
                record.fields.clear();
            }
            return;
        }
        if let Some(record) = self.record_mut(object) {
            match record.base {
                Some(_) => {
                    record.fields.insert(key, gone);
                }
                None => {
                    record.fields.shift_remove(&key);
                }
            }
        }
    }
}

impl Machine<'_> {
    /// The items at the beginning of a list that are surely there.
    pub(crate) fn certain_items_of(&self, list: &List) -> Vec<Term> {
        list.certain_items(self.terms)
    }

    /// Whether a list (or anything with items) has an item.
    pub(crate) fn contains_item(&mut self, list: Term, item: Term) -> Outcome {
        match self.list(list).cloned() {
            Some(list) => Ok(self.list_contains(&list, item)),
            None => self.contains(list, item),
        }
    }
}

impl List {
    /// The items at the beginning that are surely there, one by one.
    pub(crate) fn certain_items(&self, terms: &crate::Terms) -> Vec<Term> {
        let mut items = Vec::with_capacity(self.segments.len());
        for segment in &self.segments {
            match segment {
                Segment::Item(field) if terms.is_true(field.present) => items.push(field.value),
                _ => break,
            }
        }
        items
    }
}
