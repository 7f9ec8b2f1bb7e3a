//! Comparisons: which values are equal, which is smaller, what contains what.

use super::function::Arguments;
use super::heap::{Body, Flavour, List, Segment};
use super::library::Outcome;
use super::{Machine, Mark};
use crate::builtins;
use crate::term::parse_number;
use crate::{Meaning, Node, Operator, Term};

/// What every object of JavaScript has.
const OF_OBJECTS: [&str; 8] = [
    "constructor",
    "toString",
    "toLocaleString",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "__proto__",
];

impl Machine<'_> {
    /// A value as equality compares it: Python compares contents.
    pub(crate) fn comparable(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        if !self.is_python() {
            return value;
        }
        match self.object(value).map(|object| &object.body) {
            Some(Body::Record(record))
                if !matches!(record.flavour, Flavour::Plain | Flavour::Map | Flavour::Set) =>
            {
                value
            }
            Some(_) => self.freeze(value),
            None => value,
        }
    }

    pub(super) fn identical(&mut self, left: Term, right: Term) -> Term {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return self.equals_itself(left);
        }
        self.terms.equal(left, right)
    }

    /// Whether a value equals itself: JavaScript's NaN does not.
    pub(super) fn equals_itself(&mut self, value: Term) -> Term {
        if self.is_python() {
            return self.terms.bool(true);
        }
        let computed = match self.terms.node(value) {
            Node::Number(number) => return self.terms.bool(!number.get().is_nan()),
            Node::Apply(
                Operator::Add | Operator::Multiply | Operator::Divide | Operator::Remainder,
                _,
            ) => true,
            Node::Apply(Operator::Pure(function), _) => {
                let name = function.to_string();
                matches!(&*name, "Number" | "parseInt" | "parseFloat") || name.starts_with("Math.")
            }
            _ => false,
        };
        if !computed {
            return self.terms.bool(true);
        }
        let is_nan = self.terms.pure("isNaN", &[value]);
        let is_nan = self.terms.apply(Operator::Truthy, &[is_nan]);
        self.terms.not(is_nan)
    }

    /// Whether something is computed of what is no number, or of what is infinite.
    pub(super) fn comes_from_nan(&self, value: Term) -> bool {
        let odd =
            |part: &Term| matches!(self.terms.node(*part), Node::Number(n) if !n.get().is_finite());
        self.is_computed_number(value) && self.terms.parts(&[value]).iter().any(odd)
    }

    /// Whether a value of Python is a number that is computed of something not known.
    fn is_computed_number(&self, value: Term) -> bool {
        match self.terms.node(value) {
            Node::Apply(
                Operator::Add | Operator::Multiply | Operator::Divide | Operator::Remainder,
                _,
            ) => true,
            Node::Apply(Operator::Pure(function), _) => {
                let name = function.to_string();
                let known = ["**", "abs", "float", "Decimal", "max", "min", "round", "sum"];
                function.is(Meaning::ToFloat)
                    || known.contains(&&*name)
                    || name.starts_with("math.")
            }
            _ => false,
        }
    }

    /// Whether a value may differ from itself, as what is no number does. What else functions of
    /// Python give is no number that nobody sees.
    pub(super) fn may_be_nan(&self, value: Term) -> bool {
        let is_given = matches!(self.terms.node(value), Node::Apply(Operator::Pure(_), _));
        !(self.is_python() && is_given) || self.is_computed_number(value)
    }

    /// The value that an operator sees of an object of JavaScript: what its `valueOf` gives, or
    /// its text.
    pub(super) fn primitive(&mut self, value: Term) -> Outcome {
        if self.is_python() || self.object(value).is_none() || self.is_external(value) {
            return Ok(value);
        }
        if self.mark_of(value) == Some(Mark::Symbol) {
            let span = self.span;
            return Ok(self.problem("an operator on a symbol throws", span));
        }
        if self.record(value).is_some_and(|record| matches!(record.flavour, Flavour::Date)) {
            return Ok(value);
        }
        if let Some(own) = self.lookup(value, "valueOf")?.filter(|&own| self.is_closure(own)) {
            let span = self.span;
            let arguments = self.receiver_arguments(own, value);
            let given = self.invoke(own, Some(value), arguments, span)?;
            let given = self.resolve(given);
            if self.object(given).is_none() {
                return Ok(given);
            }
        }
        self.text_of(value)
    }

    pub(super) fn loosely_equal(&mut self, left: Term, right: Term) -> Outcome {
        let (left, right) = (self.resolve(left), self.resolve(right));
        for (side, other) in [(left, right), (right, left)] {
            if matches!(self.terms.node(side), Node::Undefined | Node::Null) {
                return Ok(self.is_nothing(other));
            }
        }
        for (side, other) in [(left, right), (right, left)] {
            if let Node::Apply(Operator::Ite, parts) = self.terms.node(side).clone()
                && self.must_distribute(side)
                && self.terms.is_constant(other)
                && self.object(other).is_none()
            {
                return self.branch(
                    parts[0],
                    |m| m.loosely_equal(parts[1], other),
                    |m| m.loosely_equal(parts[2], other),
                );
            }
        }
        if left == right {
            return Ok(self.equals_itself(left));
        }
        let scalar =
            |node: &Node| matches!(node, Node::Number(_) | Node::Bool(_) | Node::String(_));
        for (side, other) in [(left, right), (right, left)] {
            if !scalar(self.terms.node(other)) {
                continue;
            }
            if self.object(side).is_some() && !self.is_external(side) {
                let value = self.primitive(side)?;
                return match self.object(value) {
                    Some(_) => Ok(self.terms.bool(false)),
                    None => self.loosely_equal(value, other),
                };
            }
            if matches!(self.terms.node(side), Node::Symbol(_) | Node::Apply(Operator::Select, _)) {
                return Ok(self.loosely_equal_unknown(side, other));
            }
        }
        if left != right
            && scalar(self.terms.node(left))
            && scalar(self.terms.node(right))
            && !(self.terms.is_text(left) && self.terms.is_text(right))
        {
            let (left, right) = (self.number_of(left), self.number_of(right));
            return Ok(self.identical(left, right));
        }
        // A text that is not known beside a number: it may be that of the number.
        for (side, other) in [(left, right), (right, left)] {
            if self.terms.is_text(side)
                && self.terms.is_number(other)
                && self.terms.as_str(side).is_none()
            {
                let number = self.number_of(side);
                return Ok(self.terms.equal(number, other));
            }
        }
        let equal = self.terms.equal(left, right);
        // A text and a number, neither of which is known, may be loosely equal.
        let unknown = |m: &Self, side: Term| {
            m.object(side).is_none()
                && !m.is_external(side)
                && !m.terms.is_text(side)
                && !m.terms.is_number(side)
                && matches!(m.terms.node(side), Node::Symbol(_) | Node::Apply(Operator::Select, _))
        };
        if unknown(self, left) && unknown(self, right) {
            let loosely = self.terms.pure("==", &[left, right]);
            let loosely = self.terms.apply(Operator::Truthy, &[loosely]);
            return Ok(self.terms.or(equal, loosely));
        }
        Ok(equal)
    }

    /// `value == constant` for a value whose type is not known: the values of other types that
    /// are loosely equal too.
    fn loosely_equal_unknown(&mut self, value: Term, constant: Term) -> Term {
        let mut same = vec![constant];
        let number = match self.terms.node(constant) {
            Node::String(text) if parse_number(text).is_nan() => None,
            Node::Bool(_) | Node::Number(_) | Node::String(_) => Some(self.number_of(constant)),
            _ => None,
        };
        if let Some(number) = number {
            same.push(number);
            if !matches!(self.terms.node(constant), Node::String(_)) {
                same.push(self.terms.apply(Operator::Concat, &[number]));
            }
            let truths = [(0.0, false), (1.0, true)];
            for (of, truth) in truths {
                if matches!(self.terms.node(number), Node::Number(n) if n.get() == of) {
                    same.push(self.terms.bool(truth));
                }
            }
            let is_zero = matches!(self.terms.node(number), Node::Number(n) if n.get() == 0.0);
            let is_text =
                matches!(self.terms.node(constant), Node::String(text) if !text.is_empty());
            if is_zero && !is_text {
                same.push(self.terms.string(""));
                same.push(self.terms.list([]));
            }
        }
        let alone = self.terms.list([constant]);
        same.push(alone);
        let mut any = self.terms.bool(false);
        for other in same {
            let equal = self.terms.equal(value, other);
            any = self.terms.or(any, equal);
        }
        any
    }

    pub(super) fn compare(&mut self, operator: Operator, left: Term, right: Term) -> Term {
        let side = |m: &mut Self, value: Term| {
            let value = m.resolve(value);
            let value = m.freeze(value);
            match m.terms.node(value).clone() {
                Node::Apply(Operator::Pure(function), parts) if function.is(Meaning::Date) => {
                    parts[0]
                }
                _ => value,
            }
        };
        let (left, right) = (side(self, left), side(self, right));
        if left == right && matches!(self.terms.node(left), Node::Undefined) {
            return self.terms.bool(false);
        }
        if left == right && operator == Operator::LessEqual {
            return self.equals_itself(left);
        }
        let (left, right) = match (self.terms.node(left), self.terms.node(right)) {
            (Node::String(_), Node::Number(_)) => (self.number_of(left), right),
            (Node::Number(_), Node::String(_)) => (left, self.number_of(right)),
            _ => (left, right),
        };
        self.terms.apply(operator, &[left, right])
    }

    /// Whether a key is in an object, or an item in a collection.
    pub(crate) fn contains(&mut self, collection: Term, item: Term) -> Outcome {
        let collection = self.resolve(collection);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(collection).clone()
            && self.must_distribute(collection)
        {
            return self.branch(
                parts[0],
                |m| m.contains(parts[1], item),
                |m| m.contains(parts[2], item),
            );
        }
        if let Some(items) = self.items_of_named_tuple(collection) {
            let tuple = self.new_tuple(items);
            return self.contains(tuple, item);
        }
        if self.is_python()
            && self.record(collection).is_some()
            && !self.is_dictionary(collection)
            && self.lookup(collection, "__contains__")?.is_some()
        {
            let span = self.span;
            let found =
                self.invoke_method(collection, "__contains__", Arguments::of(&[item]), span)?;
            return Ok(self.truth(found));
        }
        if self.is_python()
            && self.record(collection).is_some()
            && !self.is_dictionary(collection)
            && !self.is_external(collection)
        {
            for name in ["__iter__", "__getitem__"] {
                if self.lookup(collection, name)?.is_some() {
                    let span = self.span;
                    let told = self.problem(format!("`in` of an object with {name}"), span);
                    return Ok(self.terms.apply(Operator::Truthy, &[told]));
                }
            }
        }
        if self.is_python()
            && let Some(told) = self.refuse_lost_member(collection, "__contains__")
        {
            return Ok(self.terms.apply(Operator::Truthy, &[told]));
        }
        self.leave_iterator(collection);
        self.settle_items(collection);
        if let Some(record) = self.record(collection).cloned() {
            if self.is_external(collection) {
                return Ok(self.frozen_pure("in", &[item, collection]));
            }
            if let Some((yes, no)) = self.either_truth(item) {
                let with = self.contains(collection, yes)?;
                let without = self.contains(collection, no)?;
                return Ok(self.terms.ite(item, with, without));
            }
            if !self.is_python()
                && matches!(record.flavour, Flavour::Map | Flavour::Set | Flavour::Date)
            {
                let span = self.span;
                let told = self.problem("`in` of a Map, a Set or a Date is not supported", span);
                return Ok(self.terms.apply(Operator::Truthy, &[told]));
            }
            let key = self.key_in(collection, item);
            if !self.terms.is_constant(key) {
                let frozen = self.freeze(collection);
                return Ok(self.terms.apply(Operator::Has, &[frozen, key]));
            }
            let own = record.field(self.terms, key).present;
            if !self.is_dictionary(collection) && self.terms.is_false(own) {
                let name = self.key_text(key);
                let inherited = self.lookup(collection, &name)?.is_some()
                    || !self.is_python()
                        && OF_OBJECTS.contains(&&*name)
                        && self.mark_of(collection) != Some(Mark::Bare);
                return Ok(self.terms.bool(inherited));
            }
            return Ok(own);
        }
        if let Some(list) = self.list(collection).cloned() {
            if !self.is_python() {
                return self.has_index(collection, &list, item);
            }
            return Ok(self.list_contains(&list, item));
        }
        let scalar = matches!(
            self.terms.node(collection),
            Node::String(_) | Node::Number(_) | Node::Bool(_)
        );
        let is_scalar = scalar || self.terms.is_text(collection) || self.terms.is_truth(collection);
        if is_scalar && !self.is_python() {
            return self.throw_error("TypeError", "Cannot use 'in' operator to search in a value");
        }
        if matches!(self.terms.node(collection), Node::Undefined | Node::Null) {
            return self.throw_error("TypeError", "argument of type 'NoneType' is not iterable");
        }
        let item = self.freeze(item);
        let collection = self.freeze(collection);
        Ok(self.terms.apply(Operator::Has, &[collection, item]))
    }

    /// Whether an array has an item at an index, or a member.
    fn has_index(&mut self, array: Term, list: &List, key: Term) -> Outcome {
        let key = match self.terms.as_str(key).map(|text| (text.parse::<u32>(), text.clone())) {
            Some((Ok(index), _)) => self.terms.number(f64::from(index)),
            Some((Err(_), name)) => {
                let known = matches!(&*name, "length" | "@@iterator")
                    || OF_OBJECTS.contains(&&*name)
                    || builtins::names_a_method(self, &name);
                return Ok(self.terms.bool(known));
            }
            None => key,
        };
        let undefined = self.terms.undefined();
        if list.segments.iter().any(|s| matches!(s, Segment::Item(f) if f.value == undefined)) {
            let span = self.span;
            return Ok(self.problem("whether an array has an item or a hole is not known", span));
        }
        let length = builtins::length(self, array)?;
        Ok(self.terms.apply(Operator::Less, &[key, length]))
    }

    /// Whether one of the items of a list equals a value.
    pub(crate) fn list_contains(&mut self, list: &List, item: Term) -> Term {
        let mut any = self.terms.bool(false);
        for segment in &list.segments {
            let found = match segment {
                Segment::Item(field) => {
                    let equal = self.equals(field.value, item);
                    self.terms.and(equal, field.present)
                }
                Segment::Many { list, present, .. } => {
                    let item = self.freeze(item);
                    let has = self.terms.apply(Operator::Has, &[*list, item]);
                    self.terms.and(has, *present)
                }
            };
            any = self.terms.or(any, found);
        }
        any
    }
}
