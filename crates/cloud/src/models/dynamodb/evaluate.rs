//! What expressions mean: terms over the old content of an item.

use super::expression::{AttributePath, Comparison, Condition, Operand, PathPart, Update};
use aplomb_symbolic::{Meaning, Node, Operator, Term, Terms};
use std::sync::Arc;

/// The names and values an expression refers to.
#[derive(Clone)]
pub(crate) struct Scope {
    /// `ExpressionAttributeNames`, a record.
    pub(crate) names: Term,
    /// `ExpressionAttributeValues`, a record.
    pub(crate) values: Term,
    /// The key attributes of the table, if they are known.
    pub(crate) key: Vec<String>,
}

impl Scope {
    fn name(&self, terms: &mut Terms, name: &str) -> Term {
        if name.starts_with('#') {
            let resolved = terms.field(self.names, name);
            if !matches!(terms.node(resolved), Node::Undefined) {
                return resolved;
            }
        }
        terms.string(name)
    }

    fn value(&self, terms: &mut Terms, name: &str) -> Term {
        let value = terms.field(self.values, name);
        super::marshal::plain(terms, value)
    }

    fn keys(&self, terms: &mut Terms, path: &AttributePath) -> Vec<Term> {
        path.0
            .iter()
            .map(|part| match part {
                PathPart::Name(name) => self.name(terms, name),
                PathPart::Index(index) => terms.number(*index as f64),
            })
            .collect()
    }

    fn attribute(&self, terms: &mut Terms, item: Term, path: &AttributePath) -> Term {
        let mut at = item;
        for key in self.keys(terms, path) {
            at = terms.apply(Operator::Select, &[at, key]);
        }
        at
    }

    /// Whether an item has an attribute.
    pub(crate) fn exists(&self, terms: &mut Terms, item: Term, path: &AttributePath) -> Term {
        let absent = terms.absent();
        let missing = terms.equal(item, absent);
        let there = terms.not(missing);
        let keys = self.keys(terms, path);
        let is_key = matches!(keys.as_slice(), [only]
            if terms.as_str(*only).is_some_and(|name| self.key.iter().any(|k| k == &**name)));
        // Every item has its key.
        if is_key {
            return there;
        }
        let value = self.attribute(terms, item, path);
        let undefined = terms.undefined();
        let without = terms.equal(value, undefined);
        let with = terms.not(without);
        terms.and(there, with)
    }

    fn operand(&self, terms: &mut Terms, item: Term, operand: &Operand) -> Term {
        match operand {
            Operand::Path(path) => self.attribute(terms, item, path),
            Operand::Value(name) => self.value(terms, name),
            Operand::Plus(left, right) => {
                let left = self.operand(terms, item, left);
                let right = self.operand(terms, item, right);
                terms.apply(Operator::Add, &[left, right])
            }
            Operand::Minus(left, right) => {
                let left = self.operand(terms, item, left);
                let right = self.operand(terms, item, right);
                let minus = terms.number(-1.0);
                let negated = terms.apply(Operator::Multiply, &[minus, right]);
                terms.apply(Operator::Add, &[left, negated])
            }
            Operand::Function(name, arguments) => self.function(terms, item, name, arguments),
        }
    }

    fn function(&self, terms: &mut Terms, item: Term, name: &str, arguments: &[Operand]) -> Term {
        let values: Vec<Term> =
            arguments.iter().map(|argument| self.operand(terms, item, argument)).collect();
        match (name, values.as_slice(), arguments) {
            ("if_not_exists", [current, default], [Operand::Path(path), _]) => {
                let there = self.exists(terms, item, path);
                terms.ite(there, *current, *default)
            }
            ("list_append", [first, second], _) => {
                terms.apply(Operator::Append, &[*first, *second])
            }
            ("size", [value], _) => terms.apply(Operator::Length, &[*value]),
            _ => terms.pure(&format!("dynamodb.{name}"), &values),
        }
    }

    /// A condition on an item, as a truth value.
    pub(crate) fn condition(&self, terms: &mut Terms, item: Term, condition: &Condition) -> Term {
        match condition {
            Condition::And(left, right) => {
                let left = self.condition(terms, item, left);
                let right = self.condition(terms, item, right);
                terms.and(left, right)
            }
            Condition::Or(left, right) => {
                let left = self.condition(terms, item, left);
                let right = self.condition(terms, item, right);
                terms.or(left, right)
            }
            Condition::Not(inner) => {
                let inner = self.condition(terms, item, inner);
                terms.not(inner)
            }
            // Two attributes that are both missing are not the same.
            Condition::Compare(
                Operand::Path(path),
                Comparison::Equal,
                right @ Operand::Path(_),
            ) => {
                let there = self.exists(terms, item, path);
                let left = self.attribute(terms, item, path);
                let right = self.operand(terms, item, right);
                let same = terms.equal(left, right);
                terms.and(there, same)
            }
            Condition::Compare(left, comparison, right) => {
                let left = self.operand(terms, item, left);
                let right = self.operand(terms, item, right);
                compare(terms, *comparison, left, right)
            }
            Condition::Between(value, low, high) => {
                let value = self.operand(terms, item, value);
                let low = self.operand(terms, item, low);
                let high = self.operand(terms, item, high);
                let above = terms.apply(Operator::LessEqual, &[low, value]);
                let below = terms.apply(Operator::LessEqual, &[value, high]);
                terms.and(above, below)
            }
            Condition::In(value, options) => {
                let value = self.operand(terms, item, value);
                let tests: Vec<Term> = options
                    .iter()
                    .map(|option| {
                        let option = self.operand(terms, item, option);
                        terms.equal(value, option)
                    })
                    .collect();
                terms.apply(Operator::Or, &tests)
            }
            Condition::Function(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                ("attribute_exists", [Operand::Path(path)]) => self.exists(terms, item, path),
                ("attribute_not_exists", [Operand::Path(path)]) => {
                    let there = self.exists(terms, item, path);
                    terms.not(there)
                }
                ("contains", [collection, element]) => {
                    let collection = self.operand(terms, item, collection);
                    let element = self.operand(terms, item, element);
                    terms.apply(Operator::Has, &[collection, element])
                }
                ("begins_with", [text, start]) => {
                    let text = self.operand(terms, item, text);
                    let start = self.operand(terms, item, start);
                    let begins = terms.compute(Meaning::StartsWith, &[text, start]);
                    terms.apply(Operator::Truthy, &[begins])
                }
                _ => {
                    let values: Vec<Term> =
                        arguments.iter().map(|a| self.operand(terms, item, a)).collect();
                    let value = terms.pure(&format!("dynamodb.{name}"), &values);
                    terms.apply(Operator::Truthy, &[value])
                }
            },
        }
    }

    /// The fields that a condition fixes to values, if it consists of equations:
    /// what a query selects.
    pub(crate) fn equations(
        &self,
        terms: &mut Terms,
        condition: &Condition,
    ) -> Option<Vec<(Arc<str>, Term)>> {
        match condition {
            Condition::And(left, right) => {
                let mut fields = self.equations(terms, left)?;
                fields.extend(self.equations(terms, right)?);
                Some(fields)
            }
            Condition::Compare(Operand::Path(path), Comparison::Equal, Operand::Value(value)) => {
                let keys = self.keys(terms, path);
                let [key] = keys.as_slice() else { return None };
                let name = terms.as_str(*key)?.clone();
                Some(vec![(name, self.value(terms, value))])
            }
            _ => None,
        }
    }

    /// An item after an update; `item` is a record (an upsert starts with the key).
    /// All operands see the item as it was.
    pub(crate) fn update(&self, terms: &mut Terms, item: Term, updates: &[Update]) -> Term {
        let mut new = item;
        for update in updates {
            new = match update {
                Update::Set(path, operand) => {
                    let value = self.operand(terms, item, operand);
                    self.put(terms, new, path, Some(value))
                }
                Update::Remove(path) => self.put(terms, new, path, None),
                Update::Add(path, operand) => {
                    let value = self.operand(terms, item, operand);
                    let current = self.attribute(terms, item, path);
                    let sum = add(terms, current, value);
                    self.put(terms, new, path, Some(sum))
                }
                Update::Delete(path, operand) => {
                    let value = self.operand(terms, item, operand);
                    let current = self.attribute(terms, item, path);
                    let rest = subtract(terms, current, value);
                    self.put(terms, new, path, Some(rest))
                }
            };
        }
        new
    }

    /// The names of the attributes that updates are about; `None` if one of them is part of an
    /// attribute, or has a name that is not known.
    pub(crate) fn updated_names(
        &self,
        terms: &mut Terms,
        updates: &[Update],
    ) -> Option<Vec<Arc<str>>> {
        let mut names: Vec<Arc<str>> = Vec::new();
        for update in updates {
            let (Update::Set(path, _)
            | Update::Remove(path)
            | Update::Add(path, _)
            | Update::Delete(path, _)) = update;
            let keys = self.keys(terms, path);
            let [key] = keys.as_slice() else { return None };
            let name = terms.as_str(*key)?.clone();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some(names)
    }

    fn put(
        &self,
        terms: &mut Terms,
        item: Term,
        path: &AttributePath,
        value: Option<Term>,
    ) -> Term {
        let keys = self.keys(terms, path);
        put(terms, item, &keys, value)
    }
}

/// What `createSet` of version 2 of the SDK keeps the elements of a set in.
fn values_of(terms: &mut Terms, set: Term) -> Option<Term> {
    let Node::Record(names, values) = terms.node(set) else { return None };
    matches!(&**names, [only] if &**only == "values").then(|| values[0])
}

/// `DELETE`: the elements of a set that are not in another one.
fn subtract(terms: &mut Terms, current: Term, value: Term) -> Term {
    match values_of(terms, value) {
        Some(gone) => {
            let (name, values) = (terms.string("values"), terms.field(current, "values"));
            let left = terms.compute(Meaning::SetDifference, &[values, gone]);
            terms.apply(Operator::With, &[current, name, left])
        }
        None => terms.compute(Meaning::SetDifference, &[current, value]),
    }
}

/// Whether a value is a set of which not all elements are known.
fn is_union(terms: &Terms, value: Term) -> bool {
    matches!(terms.node(value), Node::Apply(Operator::Pure(function), _) if function.is(Meaning::Union))
}

/// `ADD`: numbers are added, sets united; a missing attribute counts as zero.
fn add(terms: &mut Terms, current: Term, value: Term) -> Term {
    if let Some(more) = values_of(terms, value) {
        let (name, values) = (terms.string("values"), terms.field(current, "values"));
        let all = match terms.node(more) {
            Node::List(_) => add(terms, values, more),
            _ => terms.compute(Meaning::Union, &[values, more]),
        };
        return terms.apply(Operator::With, &[current, name, all]);
    }
    if is_union(terms, value) {
        return terms.compute(Meaning::Union, &[current, value]);
    }
    if let Node::List(elements) = terms.node(value).clone() {
        let mut set = current;
        for &element in elements.iter() {
            set = terms.apply(Operator::Insert, &[set, element]);
        }
        return set;
    }
    let undefined = terms.undefined();
    let missing = terms.equal(current, undefined);
    let zero = terms.number(0.0);
    let current = terms.ite(missing, zero, current);
    terms.apply(Operator::Add, &[current, value])
}

fn put(terms: &mut Terms, item: Term, keys: &[Term], value: Option<Term>) -> Term {
    match (keys, value) {
        ([], Some(value)) => value,
        ([], None) => item,
        ([last], None) => terms.apply(Operator::Without, &[item, *last]),
        // An element after the last one is added there, wherever that is.
        ([index], Some(value)) if terms.is_number(*index) => {
            let length = terms.apply(Operator::Length, &[item]);
            let is_inside = terms.apply(Operator::Less, &[*index, length]);
            let changed = terms.apply(Operator::With, &[item, *index, value]);
            let added = terms.list([value]);
            let longer = terms.apply(Operator::Append, &[item, added]);
            terms.ite(is_inside, changed, longer)
        }
        ([last], Some(value)) => terms.apply(Operator::With, &[item, *last, value]),
        ([first, rest @ ..], value) => {
            let inner = terms.apply(Operator::Select, &[item, *first]);
            let inner = put(terms, inner, rest, value);
            terms.apply(Operator::With, &[item, *first, inner])
        }
    }
}

fn compare(terms: &mut Terms, comparison: Comparison, left: Term, right: Term) -> Term {
    match comparison {
        Comparison::Equal => terms.equal(left, right),
        Comparison::NotEqual => {
            let same = terms.equal(left, right);
            terms.not(same)
        }
        Comparison::Less => terms.apply(Operator::Less, &[left, right]),
        Comparison::LessEqual => terms.apply(Operator::LessEqual, &[left, right]),
        Comparison::Greater => terms.apply(Operator::Less, &[right, left]),
        Comparison::GreaterEqual => terms.apply(Operator::LessEqual, &[right, left]),
    }
}
