//! From the executor's terms, which know no types, to terms with sorts.
//!
//! Nothing is approximated: a value that has no exact counterpart is an
//! [`Untranslatable`], and no verdict is drawn from it.

use aplomb_script::Language;
use aplomb_symbolic as symbolic;
use aplomb_symbolic::{Meaning, Operator};
use rustc_hash::FxHashMap;

use super::scope::{Inside, Scope};
use crate::term::{Sort, Term, Terms};

/// What has no exact counterpart.
#[derive(Clone, Debug)]
pub(super) struct Untranslatable(pub String);

pub(super) type Translated = Result<Term, Untranslatable>;

pub(super) fn refuse<T>(message: impl Into<String>) -> Result<T, Untranslatable> {
    Err(Untranslatable(message.into()))
}

/// Integers that a double represents exactly.
pub(super) const EXACT: f64 = 9_007_199_254_740_992.0;

/// Translates terms; [`Scope`] says what their symbols stand for.
pub(super) struct Translation<'a> {
    pub source: &'a mut symbolic::Terms,
    pub terms: Terms,
    pub scope: Scope,
    language: Language,
    /// Whether the program speaks SQL, which compares texts and numbers.
    sql: bool,
    memo: FxHashMap<symbolic::Term, Term>,
}

impl<'a> Translation<'a> {
    pub fn new(
        source: &'a mut symbolic::Terms,
        scope: Scope,
        language: Language,
        sql: bool,
    ) -> Self {
        let (terms, memo) = (Terms::new(), FxHashMap::default());
        Translation { source, terms, scope, language, sql, memo }
    }

    /// Terms are translated as they are meant in this place from here on.
    pub fn enter(&mut self, inside: Inside) {
        self.scope.inside = inside;
        self.memo.clear();
    }

    /// A condition.
    pub fn condition(&mut self, term: symbolic::Term) -> Translated {
        let value = self.value(term)?;
        match self.terms.sort(value) {
            Sort::Bool => Ok(value),
            sort => refuse(format!("a condition is expected, not a value of sort {sort}")),
        }
    }

    /// A number, perhaps as the text that says it: `{ N: "5" }` of an item.
    fn number(&mut self, term: symbolic::Term) -> Translated {
        if let Some(said) = self.said_number(term) {
            return self.number(said);
        }
        let value = self.value(term)?;
        match self.terms.sort(value) {
            Sort::Int => Ok(value),
            Sort::Bool => {
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                Ok(self.terms.ite(value, one, zero))
            }
            Sort::Atom => refuse("texts can only be compared for equality"),
        }
    }

    /// The number that a text is made of, if it is.
    fn said_number(&mut self, term: symbolic::Term) -> Option<symbolic::Term> {
        match self.source.node(term).clone() {
            symbolic::Node::Apply(Operator::Concat, parts) if parts.len() == 1 => Some(parts[0]),
            symbolic::Node::Apply(Operator::Select, parts) if self.is_text(parts[1], "N") => {
                self.untyped(parts[0])
            }
            _ => None,
        }
    }

    fn is_text(&self, term: symbolic::Term, text: &str) -> bool {
        self.source.as_str(term).is_some_and(|it| &**it == text)
    }

    /// What an attribute of an item is, without the descriptor of its type.
    fn untyped(&mut self, term: symbolic::Term) -> Option<symbolic::Term> {
        match self.source.node(term).clone() {
            symbolic::Node::Apply(Operator::Pure(function), parts)
                if function.is(Meaning::Typed) =>
            {
                Some(parts[0])
            }
            symbolic::Node::Apply(Operator::Select, parts) => {
                let item = self.untyped(parts[0])?;
                Some(self.source.apply(Operator::Select, &[item, parts[1]]))
            }
            symbolic::Node::Apply(Operator::Ite, parts) => {
                let (then, otherwise) = (self.untyped(parts[1])?, self.untyped(parts[2])?);
                Some(self.source.ite(parts[0], then, otherwise))
            }
            _ => None,
        }
    }

    /// A value of any sort.
    pub fn value(&mut self, term: symbolic::Term) -> Translated {
        if let Some(&known) = self.memo.get(&term) {
            return Ok(known);
        }
        let value = stacker::maybe_grow(128 << 10, 2 << 20, || self.node(term))?;
        self.memo.insert(term, value);
        Ok(value)
    }

    fn node(&mut self, term: symbolic::Term) -> Translated {
        match self.source.node(term).clone() {
            symbolic::Node::Bool(value) => Ok(self.terms.bool(value)),
            symbolic::Node::Number(number) => self.integer(number.get()),
            symbolic::Node::String(text) => Ok(self.terms.atom(text)),
            symbolic::Node::Symbol(id) => self.symbol(id),
            symbolic::Node::Undefined | symbolic::Node::Null | symbolic::Node::Absent => {
                refuse("a value may be missing here (null, None, undefined): check that first")
            }
            symbolic::Node::Record(..) | symbolic::Node::List(_) => {
                refuse("a single value is expected, not an object or a list")
            }
            symbolic::Node::External(name) => refuse(format!("`{name}` is not known")),
            symbolic::Node::Reference(_) => refuse("a single value is expected, not an object"),
            symbolic::Node::Apply(operator, parts) => self.apply(term, &operator, &parts),
        }
    }

    fn integer(&mut self, value: f64) -> Translated {
        if value.fract() != 0.0 || value.abs() > EXACT {
            return refuse(format!("{value} is not an integer of at most 53 bits"));
        }
        Ok(self.terms.int(value as i128))
    }

    fn apply(
        &mut self,
        term: symbolic::Term,
        operator: &Operator,
        parts: &[symbolic::Term],
    ) -> Translated {
        match (operator, parts) {
            (Operator::Ite, &[condition, then, otherwise]) => {
                let condition = self.condition(condition)?;
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                if self.terms.sort(then) != self.terms.sort(otherwise) {
                    return refuse("a value has one type on one path and another on another");
                }
                Ok(self.terms.ite(condition, then, otherwise))
            }
            (Operator::Not, &[inner]) => {
                let inner = self.condition(inner)?;
                Ok(self.terms.not(inner))
            }
            (Operator::And, parts) => {
                let parts = self.conditions(parts)?;
                Ok(self.terms.and(parts))
            }
            (Operator::Or, parts) => {
                let parts = self.conditions(parts)?;
                Ok(self.terms.or(parts))
            }
            (Operator::Equal | Operator::Less | Operator::LessEqual, &[left, right])
                if self.sum_of_undefined(left).or(self.sum_of_undefined(right)).is_some() =>
            {
                self.compare_undefined(operator, left, right)
            }
            (Operator::Equal, &[left, right]) => self.equal(left, right),
            // What is missing compares to nothing.
            (Operator::Less | Operator::LessEqual, &[left, right])
                if [left, right].iter().any(|&side| self.is_missing(side)) =>
            {
                Ok(self.terms.bool(false))
            }
            (Operator::Less, &[left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(self.terms.lt(left, right))
            }
            (Operator::LessEqual, &[left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(self.terms.le(left, right))
            }
            (Operator::Truthy | Operator::NotEmpty, &[value]) => self.truth(value),
            (Operator::Add, parts) => {
                let parts = parts.iter().map(|&part| self.number(part));
                let parts = parts.collect::<Result<Vec<Term>, Untranslatable>>()?;
                Ok(self.terms.total(parts))
            }
            (Operator::Multiply, parts) => {
                let mut product = self.terms.int(1);
                for &part in parts {
                    let part = self.number(part)?;
                    product = self.terms.mul(product, part);
                }
                Ok(product)
            }
            (Operator::Remainder, &[left, right]) => self.remainder(left, right),
            (Operator::Select, &[record, key]) => self.select(record, key),
            (Operator::Pure(function), parts) => self.function(function.meaning(), parts, term),
            _ => self.refuse_term(term),
        }
    }

    /// The part of a sum or a product that may be undefined, and its place.
    fn sum_of_undefined(&self, term: symbolic::Term) -> Option<usize> {
        if self.language != Language::JavaScript {
            return None;
        }
        let parts = match self.source.node(term) {
            symbolic::Node::Apply(Operator::Add | Operator::Multiply, parts) => parts,
            symbolic::Node::Apply(Operator::Pure(function), parts)
                if function.is(Meaning::Plus) =>
            {
                parts
            }
            _ => return None,
        };
        let undefined =
            |it: &symbolic::Term| matches!(self.source.node(*it), symbolic::Node::Undefined);
        parts.iter().position(|&part| match self.source.node(part) {
            symbolic::Node::Apply(Operator::Ite, choice) => choice[1..].iter().any(undefined),
            _ => undefined(&part),
        })
    }

    /// A comparison of such a sum: where a part is undefined it is not a number, and neither
    /// equal to anything nor less.
    fn compare_undefined(
        &mut self,
        operator: &Operator,
        left: symbolic::Term,
        right: symbolic::Term,
    ) -> Translated {
        let (side, place) = match self.sum_of_undefined(left) {
            Some(place) => (0, place),
            None => (1, self.sum_of_undefined(right).unwrap_or_default()),
        };
        let sides = [left, right];
        let symbolic::Node::Apply(sum, parts) = self.source.node(sides[side]).clone() else {
            return self.refuse_term(sides[side]);
        };
        for &part in parts.iter() {
            self.number_or_undefined(part)?;
        }
        let symbolic::Node::Apply(Operator::Ite, choice) = self.source.node(parts[place]).clone()
        else {
            return Ok(self.terms.bool(false));
        };
        let condition = self.condition(choice[0])?;
        let mut holds = [condition; 2];
        for (holds, &chosen) in holds.iter_mut().zip(&choice[1..]) {
            let mut parts = parts.to_vec();
            parts[place] = chosen;
            let mut sides = sides;
            sides[side] = self.source.apply(sum.clone(), &parts);
            *holds = match self.source.node(chosen) {
                symbolic::Node::Undefined => self.terms.bool(false),
                _ => {
                    let compared = self.source.apply(operator.clone(), &sides);
                    self.condition(compared)?
                }
            };
        }
        Ok(self.terms.ite(condition, holds[0], holds[1]))
    }

    /// Refuses what may be something else than a number or undefined: a text makes another
    /// text of both.
    fn number_or_undefined(&mut self, term: symbolic::Term) -> Result<(), Untranslatable> {
        match self.source.node(term).clone() {
            symbolic::Node::Undefined => Ok(()),
            symbolic::Node::Apply(Operator::Ite, choice) => {
                self.number_or_undefined(choice[1])?;
                self.number_or_undefined(choice[2])
            }
            _ => self.number(term).map(drop),
        }
    }

    fn is_missing(&self, term: symbolic::Term) -> bool {
        matches!(self.source.node(term), symbolic::Node::Undefined | symbolic::Node::Absent)
    }

    fn refuse_term(&self, term: symbolic::Term) -> Translated {
        refuse(format!("`{}` has no exact model", self.source.show(term)))
    }

    fn conditions(&mut self, parts: &[symbolic::Term]) -> Result<Vec<Term>, Untranslatable> {
        parts.iter().map(|&part| self.condition(part)).collect()
    }

    /// Pure functions of numbers.
    fn function(
        &mut self,
        meaning: Meaning,
        parts: &[symbolic::Term],
        term: symbolic::Term,
    ) -> Translated {
        match (meaning, parts) {
            (
                Meaning::ToInteger | Meaning::Floor | Meaning::Truncate | Meaning::Ceiling,
                &[part],
            ) => match self.source.node(part).clone() {
                symbolic::Node::Apply(Operator::Divide, parts) => {
                    self.quotient(meaning, parts[0], parts[1])
                }
                _ => self.number(part),
            },
            (Meaning::ToNumber | Meaning::ParseNumber, &[part]) => self.number(part),
            (Meaning::ToBoolean, &[part]) => self.truth(part),
            (Meaning::DatabaseTruth, &[part]) => self.sql_condition(part, false),
            (Meaning::DatabaseTruthOrNumber, &[part]) => self.sql_condition(part, true),
            (Meaning::DatabaseQuotient, &[left, right]) => self.towards_zero(left, right, false),
            (Meaning::DatabaseRemainder, &[left, right]) => self.towards_zero(left, right, true),
            (Meaning::Plus, &[left, right]) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(self.terms.add(left, right))
            }
            (Meaning::Absolute, &[part]) => {
                let value = self.number(part)?;
                let zero = self.terms.int(0);
                let (negative, opposite) =
                    (self.terms.lt(value, zero), self.terms.scale(value, -1));
                Ok(self.terms.ite(negative, opposite, value))
            }
            (Meaning::Maximum | Meaning::Minimum, [first, rest @ ..]) => {
                let mut best = self.number(*first)?;
                for &other in rest {
                    let other = self.number(other)?;
                    let first_wins = if meaning == Meaning::Maximum {
                        self.terms.le(other, best)
                    } else {
                        self.terms.le(best, other)
                    };
                    best = self.terms.ite(first_wins, best, other);
                }
                Ok(best)
            }
            _ => self.refuse_term(term),
        }
    }

    /// A quotient without its fraction, or what the division leaves: that of the absolute
    /// value, with the sign of what is divided.
    fn towards_zero(
        &mut self,
        left: symbolic::Term,
        right: symbolic::Term,
        rest: bool,
    ) -> Translated {
        let (left, right) = (self.number(left)?, self.number(right)?);
        let opposite = self.terms.scale(left, -1);
        let [of_positive, of_negative] = [left, opposite].map(|part| match rest {
            true => self.terms.remainder(part, right),
            false => self.terms.quotient(part, right),
        });
        let zero = self.terms.int(0);
        let negative = self.terms.lt(left, zero);
        let of_negative = self.terms.scale(of_negative, -1);
        Ok(self.terms.ite(negative, of_negative, of_positive))
    }

    fn divisor(&mut self, term: symbolic::Term) -> Result<i128, Untranslatable> {
        let divisor = self.number(term)?;
        match self.terms.constant(divisor) {
            Some(crate::term::Value::Int(value)) if *value != 0 => Ok(*value),
            _ => refuse("only divisors that are constants other than zero are supported"),
        }
    }

    /// A rounded quotient. Terms divide as Euclid does: the remainder is never
    /// negative.
    fn quotient(
        &mut self,
        rounding: Meaning,
        left: symbolic::Term,
        right: symbolic::Term,
    ) -> Translated {
        let divisor = self.divisor(right)?;
        let left = self.number(left)?;
        let left = if divisor < 0 { self.terms.scale(left, -1) } else { left };
        let positive = self.terms.int(divisor.abs());
        let floor = self.terms.quotient(left, positive);
        let rest = self.terms.remainder(left, positive);
        let zero = self.terms.int(0);
        let up = match rounding {
            Meaning::Floor => return Ok(floor),
            Meaning::Ceiling => self.terms.lt(zero, rest),
            _ => {
                let (negative, inexact) = (self.terms.lt(left, zero), self.terms.lt(zero, rest));
                self.terms.and([negative, inexact])
            }
        };
        let one = self.terms.int(1);
        let above = self.terms.add(floor, one);
        Ok(self.terms.ite(up, above, floor))
    }

    /// JavaScript's remainder has the sign of the left side, Python's that of
    /// the right.
    fn remainder(&mut self, left: symbolic::Term, right: symbolic::Term) -> Translated {
        let divisor = self.divisor(right)?;
        let left = self.number(left)?;
        let (positive, zero) = (self.terms.int(divisor.abs()), self.terms.int(0));
        let rest = self.terms.remainder(left, positive);
        let inexact = self.terms.lt(zero, rest);
        let below = self.terms.sub(rest, positive);
        let shifted = match self.language {
            Language::JavaScript => self.terms.lt(left, zero),
            Language::Python => self.terms.bool(divisor < 0),
        };
        let shifted = self.terms.and([shifted, inexact]);
        Ok(self.terms.ite(shifted, below, rest))
    }

    /// The field of a record that is known on every path.
    fn select(&mut self, record: symbolic::Term, key: symbolic::Term) -> Translated {
        if (self.is_text(key, "S") || self.is_text(key, "BOOL"))
            && let Some(attribute) = self.untyped(record)
        {
            return self.value(attribute);
        }
        match self.source.node(record).clone() {
            symbolic::Node::Apply(Operator::Ite, parts) => {
                let condition = self.condition(parts[0])?;
                let select = |s: &mut Self, record| {
                    let selected = s.source.apply(Operator::Select, &[record, key]);
                    s.value(selected)
                };
                let (then, otherwise) = (select(self, parts[1])?, select(self, parts[2])?);
                Ok(self.terms.ite(condition, then, otherwise))
            }
            _ => refuse(format!(
                "`{}` has no field `{}` that is known",
                self.source.show(record),
                self.source.show(key)
            )),
        }
    }

    /// A value that SQL takes as a condition.
    fn sql_condition(&mut self, term: symbolic::Term, numbers: bool) -> Translated {
        let value = self.value(term)?;
        match self.terms.sort(value) {
            Sort::Bool => Ok(value),
            Sort::Int if numbers => self.truth(term),
            Sort::Int => refuse("a number is no condition in PostgreSQL"),
            Sort::Atom => refuse("a text is taken as a condition"),
        }
    }

    /// Whether a value counts as true.
    fn truth(&mut self, term: symbolic::Term) -> Translated {
        match self.source.node(term).clone() {
            symbolic::Node::Apply(Operator::Ite, parts) => {
                let condition = self.condition(parts[0])?;
                let (then, otherwise) = (self.truth(parts[1])?, self.truth(parts[2])?);
                Ok(self.terms.ite(condition, then, otherwise))
            }
            node if is_nothing(&node) => Ok(self.terms.bool(false)),
            symbolic::Node::Record(..) => Ok(self.terms.bool(true)),
            _ => {
                let value = self.value(term)?;
                let nothing = match self.terms.sort(value) {
                    Sort::Bool => return Ok(value),
                    Sort::Int => self.terms.int(0),
                    Sort::Atom => self.terms.atom(""),
                };
                let empty = self.terms.eq(value, nothing);
                Ok(self.terms.not(empty))
            }
        }
    }

    fn equal(&mut self, left: symbolic::Term, right: symbolic::Term) -> Translated {
        for (side, other) in [(left, right), (right, left)] {
            if let symbolic::Node::Apply(Operator::Ite, parts) = self.source.node(side).clone() {
                let condition = self.condition(parts[0])?;
                let then = self.source.equal(parts[1], other);
                let otherwise = self.source.equal(parts[2], other);
                let (then, otherwise) = (self.condition(then)?, self.condition(otherwise)?);
                return Ok(self.terms.ite(condition, then, otherwise));
            }
        }
        let (first, second) = (self.source.node(left).clone(), self.source.node(right).clone());
        if is_nothing(&first) || is_nothing(&second) {
            // JavaScript tells `undefined` from `null`; Python has only `None`.
            let both = match self.language {
                Language::Python => is_nothing(&first) && is_nothing(&second),
                Language::JavaScript => {
                    std::mem::discriminant(&first) == std::mem::discriminant(&second)
                }
            };
            return Ok(self.terms.bool(both));
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        match (self.terms.sort(left), self.terms.sort(right)) {
            (a, b) if a == b => Ok(self.terms.eq(left, right)),
            (Sort::Atom, _) | (_, Sort::Atom) => {
                let known = |term| self.terms.constant(term).is_some();
                match self.sql && !(known(left) && known(right)) {
                    true => refuse("a text is compared with a number: SQL may find them equal"),
                    false => Ok(self.terms.bool(false)),
                }
            }
            _ => refuse("a number is compared with a truth value"),
        }
    }
}

fn is_nothing(node: &symbolic::Node) -> bool {
    matches!(node, symbolic::Node::Undefined | symbolic::Node::Null | symbolic::Node::Absent)
}
