//! Attributes of values: looking them up, reading and assigning them. What stands in brackets
//! is in [`item`](super::item).

use super::function::{Arguments, FunctionValue};
use super::guise::Guise;
use super::heap::{Field, Flavour};
use super::library::{Outcome, Stop};
use super::{Machine, Mark};
use crate::builtins;
use crate::{Node, Operator, Reference, Term};
use aplomb_script::{Language, ParameterKind, Pattern};

/// A member that was found, before it is bound to a receiver.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) value: Term,
    /// A field of the object itself, not of its class.
    pub(crate) own: bool,
}

/// Classes and prototypes nested deeper than this are taken for a cycle.
const LONGEST_CHAIN: usize = 64;

impl Machine<'_> {
    /// Whether an if-then-else must be taken apart to look at a member, because
    /// its branches are objects, or things whose members raise.
    pub(crate) fn must_distribute(&self, term: Term) -> bool {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.terms.node(term) {
                Node::Apply(Operator::Ite, parts) => open.extend([parts[1], parts[2]]),
                Node::Reference(_) | Node::External(_) | Node::Undefined | Node::Null => {
                    return true;
                }
                Node::Apply(Operator::Member(_) | Operator::Called | Operator::Constructed, _) => {
                    return true;
                }
                Node::Record(..) | Node::List(_) => return true,
                _ if self.object(term).is_some() => return true,
                _ => {}
            }
        }
        false
    }

    /// Whether members of the value are methods of the language before they are
    /// entries: maps, sets and Python's dictionaries.
    pub(crate) fn is_dictionary(&self, term: Term) -> bool {
        match self.record(term).map(|record| &record.flavour) {
            Some(Flavour::Map | Flavour::Set) => true,
            Some(Flavour::Plain) => self.dialect().language == Language::Python,
            _ => false,
        }
    }

    /// Finds a member in an object, its class and what that extends; methods of
    /// the language are not looked for.
    pub(crate) fn lookup(&mut self, object: Term, name: &str) -> Result<Option<Term>, Stop> {
        Ok(self.find(object, name)?.map(|found| found.value))
    }

    /// As [`Machine::lookup`], with where it was found.
    pub(crate) fn find(&mut self, object: Term, name: &str) -> Result<Option<Found>, Stop> {
        let name = if name == "__init__" { "constructor" } else { name };
        let key = self.terms.string(name);
        let mut found: Option<Found> = None;
        // Members that are there on some paths only, outermost first.
        let mut partial: Vec<Field> = Vec::new();
        for (depth, place) in self.places(object).into_iter().enumerate() {
            if self.is_external(place) {
                if self.terms.is_constant(place) && builtins::is_class(self, place) {
                    continue;
                }
                let value = self.external_member(place, name);
                found = Some(Found { value, own: false });
                break;
            }
            if self.class_comes_first(place, object, key) {
                continue;
            }
            let Some(field) = self.field_at(place, key) else { continue };
            match self.known(field.present) {
                Some(true) => {
                    found = Some(Found { value: field.value, own: depth == 0 });
                    break;
                }
                Some(false) => {}
                None => partial.push(field),
            }
        }
        let own = found.is_some_and(|f| f.own) || (found.is_none() && !partial.is_empty());
        let mut value = found.map(|found| found.value);
        for field in partial.into_iter().rev() {
            let rest = value.unwrap_or_else(|| self.terms.undefined());
            value = Some(self.terms.ite(field.present, field.value, rest));
        }
        Ok(value.map(|value| Found { value, own }))
    }

    /// Whether a member of an instance that took over the fields of something unknown is a
    /// method or a property of its class.
    fn class_comes_first(&self, place: Term, object: Term, key: Term) -> bool {
        let is_own = place == object
            && self.record(object).is_some_and(|record| {
                matches!(record.flavour, Flavour::Instance)
                    && record.base.is_some()
                    && !record.fields.contains_key(&key)
            });
        is_own
            && self.places(object).into_iter().skip(1).any(|place| {
                let field = self.record(place).and_then(|record| record.fields.get(&key));
                field.is_some_and(|field| self.function_value(field.value).is_some())
            })
    }

    fn field_at(&mut self, place: Term, key: Term) -> Option<Field> {
        let record = self.record(place)?;
        if let Flavour::Module(scope) = &record.flavour {
            let name = self.terms.as_str(key)?.clone();
            let slot = scope.own(&name)?;
            let value = *self.state.variables.get(slot)?;
            return Some(Field { value, present: self.terms.bool(true) });
        }
        if let Some(field) = record.fields.get(&key) {
            return Some(*field);
        }
        let base = record.base?;
        let value = self.terms.apply(Operator::Select, &[base, key]);
        if let Some(name) = self.terms.as_str(key).cloned() {
            self.reads_part(value, &name);
        }
        // An unknown record has the members that the program reads from it.
        let undefined = matches!(self.terms.node(value), Node::Undefined);
        (!undefined).then(|| Field { value, present: self.terms.bool(true) })
    }

    /// Where members of an object are looked for, in order.
    pub(crate) fn places(&self, object: Term) -> Vec<Term> {
        let mut places = vec![object];
        let mut at = object;
        while places.len() < LONGEST_CHAIN {
            let Some(record) = self.record(at) else { break };
            match (&record.flavour, record.parent) {
                (Flavour::Class(_), _) => {
                    places.extend(self.ancestors(at).into_iter().skip(1));
                    break;
                }
                (_, Some(parent)) => {
                    places.push(parent);
                    at = parent;
                }
                _ => break,
            }
        }
        places
    }

    /// The member of something external.
    pub(crate) fn external_member(&mut self, object: Term, name: &str) -> Term {
        if name == "default" && self.dialect().language == Language::JavaScript {
            return object;
        }
        self.terms.apply(Operator::Member(name.into()), &[object])
    }

    /// The external member that was found for a receiver through its class's
    /// external ancestor.
    pub(crate) fn external_parent(
        &mut self,
        receiver: Term,
        found: Term,
        name: &str,
    ) -> Option<Term> {
        let mut places = self.places(receiver).into_iter().skip(1);
        let is_its = |place| self.is_external(place) && self.external_member(place, name) == found;
        places.any(is_its).then_some(found)
    }

    /// What reading a found member gives: getters are called, methods bound.
    pub(crate) fn read_found(&mut self, receiver: Term, found: Found) -> Outcome {
        let is_instance = self.is_instance_object(receiver);
        match self.function_value(found.value).as_deref() {
            Some(FunctionValue::Accessor { get: Some(get), .. }) => {
                let arguments = self.receiver_arguments(*get, receiver);
                let span = self.span;
                self.invoke(*get, Some(receiver), arguments, span)
            }
            Some(FunctionValue::Accessor { .. }) => Ok(self.terms.undefined()),
            Some(FunctionValue::Static(inner)) => Ok(*inner),
            Some(FunctionValue::OfClass(inner)) => {
                let class = if is_instance { self.class_of(receiver) } else { Some(receiver) };
                let class = class.or(Some(receiver));
                Ok(self.bind(*inner, class))
            }
            Some(FunctionValue::Closure { .. } | FunctionValue::Native { .. })
                if !found.own && is_instance && self.dialect().explicit_self =>
            {
                Ok(self.bind(found.value, Some(receiver)))
            }
            _ => match self.terms.node(found.value).clone() {
                Node::Apply(Operator::Ite, parts) if self.must_distribute(found.value) => {
                    let then = Found { value: parts[1], ..found };
                    let otherwise = Found { value: parts[2], ..found };
                    self.branch(
                        parts[0],
                        |m| m.read_found(receiver, then),
                        |m| m.read_found(receiver, otherwise),
                    )
                }
                _ => self.described(receiver, found),
            },
        }
    }

    /// A member of the class that says itself what reading it gives.
    fn described(&mut self, receiver: Term, found: Found) -> Outcome {
        let says = !found.own
            && self.dialect().explicit_self
            && self.record(found.value).is_some()
            && self.lookup(found.value, "__get__")?.is_some();
        if !says {
            return Ok(found.value);
        }
        let class = self.class_of(receiver).unwrap_or(receiver);
        let span = self.span;
        self.invoke_method(found.value, "__get__", Arguments::of(&[receiver, class]), span)
    }

    /// The receiver as first argument, for functions that take it so.
    pub(super) fn receiver_arguments(&self, function: Term, receiver: Term) -> Arguments {
        match self.function_value(function).as_deref() {
            Some(FunctionValue::Closure { function, .. })
                if self.program.function(*function).dialect.explicit_self =>
            {
                Arguments::of(&[receiver])
            }
            _ => Arguments::default(),
        }
    }

    fn bind(&mut self, target: Term, receiver: Option<Term>) -> Term {
        let arguments = Arguments::default();
        self.new_function(FunctionValue::Bound { target, receiver, arguments })
    }

    /// Whether a value is an instance of a class, so that methods are bound to it.
    fn is_instance_object(&self, value: Term) -> bool {
        self.record(value).is_some_and(|record| {
            matches!(record.flavour, Flavour::Instance | Flavour::Error(_))
                && record.parent.is_some()
        })
    }

    /// `object.name`, as the program reads it.
    pub(crate) fn get_attribute(&mut self, object: Term, name: &str) -> Outcome {
        let object = self.resolve(object);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            return self.branch(
                parts[0],
                |m| m.get_attribute(parts[1], name),
                |m| m.get_attribute(parts[2], name),
            );
        }
        if self.is_external(object) {
            return Ok(self.get_external(object, name));
        }
        if let Some(told) = self.refuse_lost_member(object, name) {
            return Ok(told);
        }
        if name == "prototype"
            && !self.is_python()
            && let Some(prototype) = self.class_info(object).and_then(|info| info.prototype)
        {
            return Ok(prototype);
        }
        if self.record(object).is_some() && !self.is_dictionary(object) {
            if let Some(found) = self.find(object, name)? {
                return self.read_record_member(object, name, found);
            }
            if self.mark_of(object) == Some(Mark::Bare) {
                return Ok(self.terms.undefined());
            }
        } else if matches!(self.terms.node(object), Node::Reference(Reference::Function(_)))
            && let Some(value) = self.function_member(object, name)
        {
            return Ok(value);
        }
        if let Some(outcome) = builtins::attribute(self, object, name) {
            return outcome;
        }
        self.plain_attribute(object, name)
    }

    fn read_record_member(&mut self, object: Term, name: &str, found: Found) -> Outcome {
        let library = self.library;
        if self.is_external(found.value)
            && !found.own
            && !name.starts_with('_')
            && builtins::is_enumeration(self, object)
        {
            return self.throw_error("AttributeError", "no such member");
        }
        if let Some(parent) = self.external_parent(object, found.value, name) {
            return match library.member(self, object, name) {
                Some(value) => Ok(value),
                None => Ok(self.bind(parent, Some(object))),
            };
        }
        let value = self.read_found(object, found)?;
        self.reject_undefined(value, "AttributeError", name)
    }

    /// Notes that the program reads a part of something unknown. A name that could
    /// be that of a method does not tell what it is read from.
    fn reads_part(&mut self, part: Term, name: &str) {
        if !builtins::names_a_method(self, name) {
            self.looks_at(part);
        }
    }

    /// Notes that the program needs a part of something unknown, whatever it is.
    pub fn looks_at(&mut self, part: Term) {
        if self.world.is_none() && !self.trace.parts.contains(&part) {
            self.trace.parts.push(part);
        }
    }

    /// An item of a list that a library gave names to; the last one of a name counts.
    fn named_item(&mut self, list: Term, name: &str) -> Option<Term> {
        let names = self.item_names.get(&list)?;
        let index = names.iter().rposition(|known| &**known == name)?;
        self.items(list)?.get(index).copied()
    }

    /// Attributes of values that are not objects of the program.
    fn plain_attribute(&mut self, object: Term, name: &str) -> Outcome {
        match self.terms.node(object).clone() {
            Node::Undefined | Node::Null | Node::Absent => self.missing_member(object, name),
            Node::Symbol(_) | Node::Apply(..) => {
                if !self.is_python() && self.is_part_of_input(object) {
                    self.may_raise("TypeError", |m| m.is_nothing(object))?;
                }
                let value = self.terms.field(object, name);
                self.reads_part(value, name);
                self.reject_undefined(value, "AttributeError", name)
            }
            _ => {
                // A dictionary that a model uses as a namespace.
                if self.is_dictionary(object)
                    && let Some(found) = self.find(object, name)?
                {
                    if self.guarding > 0 {
                        self.doubt(object, Guise::Written, "an attribute");
                    }
                    return Ok(found.value);
                }
                if builtins::has_method(self, object, name) {
                    let method = FunctionValue::Method { receiver: object, name: name.into() };
                    return Ok(self.new_function(method));
                }
                if let Node::Record(..) = self.terms.node(object) {
                    return Ok(self.terms.field(object, name));
                }
                if let Some(item) = self.named_item(object, name) {
                    return Ok(item);
                }
                // Lists that a library gives may have members that no other list has.
                let library = self.library;
                if self.is_list(object)
                    && let Some(value) = library.member(self, object, name)
                {
                    return Ok(value);
                }
                if !self.dialect().missing_raises {
                    let unlisted = builtins::is_unlisted_member(name)
                        && !matches!(self.record(object), Some(record) if matches!(record.flavour, Flavour::Plain | Flavour::Instance));
                    return Ok(match unlisted {
                        true => self.not_known_member(name),
                        false => self.terms.undefined(),
                    });
                }
                if !self.is_own_object(object) {
                    return Ok(self.not_known_member(name));
                }
                let message = format!("object has no attribute '{name}'");
                self.throw_error("AttributeError", &message)
            }
        }
    }

    pub(super) fn get_external(&mut self, object: Term, name: &str) -> Term {
        let key = self.terms.string(name);
        let written = self.record(object).and_then(|record| record.fields.get(&key).copied());
        match written {
            // Only some paths have written it.
            Some(field) if !self.terms.is_true(field.present) => {
                let own = self.get_own_external(object, name);
                self.terms.ite(field.present, field.value, own)
            }
            Some(field) => field.value,
            None => self.get_own_external(object, name),
        }
    }

    /// A member of something external that the program has not written.
    fn get_own_external(&mut self, object: Term, name: &str) -> Term {
        let library = self.library;
        if let Some(value) = library.member(self, object, name) {
            return value;
        }
        match builtins::member(self, object, name) {
            Some(value) => value,
            None => self.external_member(object, name),
        }
    }

    pub(crate) fn function_member(&mut self, function: Term, name: &str) -> Option<Term> {
        let key = self.terms.string(name);
        if let Some(field) = self.record(function).and_then(|record| record.fields.get(&key)) {
            return Some(field.value);
        }
        match name {
            "prototype" => {
                let prototype = self.new_record([("constructor", function)]);
                let present = self.terms.bool(true);
                let side = self.side_object(function);
                let record = self.record_mut(side).expect("side objects are records");
                record.fields.insert(key, Field { value: prototype, present });
                Some(prototype)
            }
            "length" => match self.function_value(function).as_deref() {
                Some(FunctionValue::Closure { function, .. }) => {
                    // Those in front of the first one with a default.
                    let parameters = &self.program.function(*function).parameters;
                    let required = parameters.iter().take_while(|parameter| {
                        matches!(
                            parameter.kind,
                            ParameterKind::Ordinary | ParameterKind::PositionalOnly
                        ) && !matches!(parameter.pattern, Pattern::Default(..))
                    });
                    let count = required.count();
                    Some(self.terms.number(count as f64))
                }
                _ => None,
            },
            "name" | "__name__" => {
                let unnamed = if self.is_python() { "<lambda>" } else { "" };
                let name = match self.function_value(function).as_deref() {
                    Some(FunctionValue::Closure { function, .. }) => {
                        let name = self.program.function(*function).name.clone();
                        name.unwrap_or_else(|| unnamed.into())
                    }
                    Some(
                        FunctionValue::Method { name, .. } | FunctionValue::Native { name, .. },
                    ) => name.clone(),
                    _ => "".into(),
                };
                Some(self.terms.string(name))
            }
            "__qualname__" => {
                let name = self.function_member(function, "__name__")?;
                Some(self.terms.pure("__qualname__", &[name]))
            }
            _ => None,
        }
    }

    /// The error of reading a member of nothing.
    pub(crate) fn missing_member(&mut self, object: Term, name: &str) -> Outcome {
        if self.dialect().missing_raises {
            let message = format!("'NoneType' object has no attribute '{name}'");
            return self.throw_error("AttributeError", &message);
        }
        let shown = self.terms.show(object).to_string();
        let message = format!("Cannot read properties of {shown} (reading '{name}')");
        self.throw_saying("TypeError", &message)
    }

    /// In dialects where reading what is missing raises: raises where the value
    /// visibly is undefined.
    pub(super) fn reject_undefined(&mut self, value: Term, error: &str, what: &str) -> Outcome {
        if !self.dialect().missing_raises {
            return Ok(value);
        }
        let value = self.resolve(value);
        let parts = match self.terms.node(value).clone() {
            Node::Undefined if error == "KeyError" => {
                let key = self.terms.string(what);
                return self.throw_key_error(key);
            }
            Node::Undefined => return self.throw_error(error, what),
            Node::Apply(Operator::Ite, parts) if self.may_be_undefined(value) => parts,
            _ => return Ok(value),
        };
        self.branch(
            parts[0],
            |m| m.reject_undefined(parts[1], error, what),
            |m| m.reject_undefined(parts[2], error, what),
        )
    }

    /// Whether one of the branches of an if-then-else is undefined.
    pub(crate) fn may_be_undefined(&self, term: Term) -> bool {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            match self.terms.node(term) {
                Node::Undefined => return true,
                Node::Apply(Operator::Ite, parts) => open.extend([parts[1], parts[2]]),
                _ => {}
            }
        }
        false
    }

    /// `object.name = value`.
    pub(crate) fn set_attribute(
        &mut self,
        object: Term,
        name: &str,
        value: Term,
    ) -> Result<(), Stop> {
        let key = self.terms.string(name);
        let object = self.resolve(object);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(object).clone()
            && self.must_distribute(object)
        {
            self.branch(
                parts[0],
                |m| m.set_attribute(parts[1], name, value).map(|()| value),
                |m| m.set_attribute(parts[2], name, value).map(|()| value),
            )?;
            return Ok(());
        }
        if self.record(object).is_some()
            && let Some(found) = self.lookup(object, name)?
            && let Some(FunctionValue::Accessor { set: Some(set), .. }) =
                self.function_value(found).as_deref()
        {
            let arguments = self.receiver_arguments(*set, object);
            let mut all = arguments;
            all.positional.push(value);
            let span = self.span;
            self.invoke(*set, Some(object), all, span)?;
            return Ok(());
        }
        self.refuse_frozen(object);
        let is_named_tuple = |m: &mut Self| {
            m.is_disguised(object, Guise::Special)
                && matches!(m.record(object).map(|it| &it.flavour), Some(Flavour::Instance))
                && m.class_of(object).is_none()
        };
        if self.is_python()
            && (self.list(object).is_some_and(|list| list.is_tuple()) || is_named_tuple(self))
        {
            return self.throw_error("AttributeError", "this cannot be set").map(drop);
        }
        if self.is_python()
            && matches!(self.record(object).map(|r| &r.flavour), Some(Flavour::Instance))
            && let Some(found) = self.lookup(object, name)?
            && let Some(FunctionValue::Accessor { set: None, .. }) =
                self.function_value(found).as_deref()
        {
            return self.throw_error("AttributeError", "this property has no setter").map(drop);
        }
        if self.is_python()
            && matches!(self.record(object).map(|r| &r.flavour), Some(Flavour::Instance))
            && self.lookup(object, "__frozen__")?.is_some_and(|yes| self.terms.is_true(yes))
        {
            let error = self.terms.string(format!("cannot assign to field '{name}'"));
            let error = self.error(&["FrozenInstanceError", "AttributeError"], error, &[]);
            return self.throw(error).map(drop);
        }
        if self.is_python()
            && self.guarding > 0
            && matches!(self.record(object).map(|r| &r.flavour), Some(Flavour::Instance))
            && self.lookup(object, "__slots__")?.is_some_and(|found| !self.is_external(found))
        {
            let span = self.span;
            self.problem("an assignment to an object with __slots__ may raise", span);
        }
        if !self.is_python() && self.refuse_assignment(object, name, value)? {
            return Ok(());
        }
        self.refuse_listener(object, name, value);
        self.refuse_given_member(object, name, value);
        if self.fill_by_assignment(object, key, value) {
            return Ok(());
        }
        self.refuse_new(object, name, &[value]);
        // Where a pattern goes on is not followed, but for its beginning.
        let is_start = matches!(self.terms.node(value), Node::Number(n) if n.get() == 0.0);
        if name == "lastIndex" && !self.is_python() && !is_start {
            let span = self.span;
            self.problem("a pattern that is told where to go on is not supported", span);
        }
        if let Some(list) = self.list(object)
            && name == "length"
        {
            let keep = match self.terms.node(value) {
                Node::Number(number) => number.get() as usize,
                _ => list.segments.len(),
            };
            if keep > list.segments.len() && !self.is_python() {
                let span = self.span;
                self.problem("an array with holes is not supported", span);
            }
            let list = self.list_mut(object).expect("checked above");
            list.segments.truncate(keep);
            return Ok(());
        }
        self.store_field(object, key, value)
    }

    /// Assignments of JavaScript that do something else than they seem to; gives whether the
    /// assignment is done.
    fn refuse_assignment(&mut self, object: Term, name: &str, value: Term) -> Result<bool, Stop> {
        let span = self.span;
        if name == "__proto__" {
            let value = self.resolve(value);
            let plain = self.record(value).is_some() && !self.is_external(value);
            match self.record_mut(object) {
                Some(record) if plain => record.parent = Some(value),
                _ => drop(self.problem("an assignment to __proto__ is not supported", span)),
            }
            return Ok(true);
        }
        if self.list(object).is_some() && name != "length" {
            self.problem("an array with members that are no items is not supported", span);
            return Ok(true);
        }
        let Some(record) = self.record(object) else { return Ok(false) };
        if matches!(record.flavour, Flavour::Map | Flavour::Set) {
            self.problem("a Map or Set with members of its own is not supported", span);
            return Ok(true);
        }
        if let Some(found) = self.lookup(object, name)?
            && let Some(FunctionValue::Accessor { set: None, .. }) =
                self.function_value(found).as_deref()
        {
            self.problem("an assignment to a member that has a getter only throws", span);
            return Ok(true);
        }
        Ok(false)
    }
}
