//! Conditions, and the values that they compare with.

use super::names::{listed, words};
use super::{Query, Reader, Text};
use aplomb_symbolic::{Machine, Node, Operator, Term};

/// Operators that are written as they are given.
pub(super) const OPERATORS: [&str; 9] = ["=", "!=", "<>", "<", "<=", ">", ">=", "like", "not like"];

impl Reader<'_, '_, '_> {
    pub(super) fn add_condition(&mut self, or: bool, text: Text) {
        if text.is_empty() {
            return;
        }
        if !self.query.conditions.is_empty() {
            self.query.conditions.extend(words(if or { " OR " } else { " AND " }));
        }
        self.query.conditions.extend(text);
    }

    pub(super) fn condition(&mut self, name: &str, given: &[Term]) -> Result<Text, String> {
        match (name, given) {
            ("where", [one]) => self.described(*one),
            ("where", [column, value]) => self.compared(*column, "=", *value),
            ("where", [column, operator, value]) => {
                let operator = self.constant(Some(*operator))?.to_lowercase();
                self.compared(*column, &operator, *value)
            }
            ("whereNot", _) => {
                let mut text = words("NOT (");
                text.extend(self.condition("where", given)?);
                text.extend(words(")"));
                Ok(text)
            }
            ("whereNull" | "whereNotNull", [column]) => {
                let mut text = self.identifier(*column)?;
                text.extend(words(match name {
                    "whereNull" => " IS NULL",
                    _ => " IS NOT NULL",
                }));
                Ok(text)
            }
            ("whereIn", [column, values]) => self.compared(*column, "in", *values),
            ("whereNotIn", [column, values]) => self.compared(*column, "not in", *values),
            ("whereBetween", [column, values]) => self.compared(*column, "between", *values),
            ("whereNotBetween", [column, values]) => self.compared(*column, "not between", *values),
            ("whereRaw", _) => self.raw(given),
            ("whereExists" | "whereNotExists", [query]) => {
                let mut text = words(match name {
                    "whereExists" => "EXISTS ",
                    _ => "NOT EXISTS ",
                });
                let inner = self.inline(*query)?;
                text.extend(inner.ok_or("a function inside of a query of knex")?);
                Ok(text)
            }
            _ => Err(format!("`{name}` of knex with these arguments is not supported")),
        }
    }

    /// `where({ id, state: "open" })`, `where(query => query.where(…).orWhere(…))`.
    pub(super) fn described(&mut self, one: Term) -> Result<Text, String> {
        if self.machine.is_function(one) {
            return self.grouped(one);
        }
        if let Some(text) = self.inline(one)? {
            return Ok(text);
        }
        let unknown = "the columns of an object that is given to knex are not known here";
        let fields = self.machine.fields(one).ok_or(unknown)?;
        let several = fields.len() > 1;
        let mut text = words(if several { "(" } else { "" });
        for (index, (name, value)) in fields.into_iter().enumerate() {
            if index > 0 {
                text.extend(words(" AND "));
            }
            let name = self.machine.terms().string(&*name);
            text.extend(self.compared(name, "=", value)?);
        }
        text.extend(words(if several { ")" } else { "" }));
        Ok(text)
    }

    /// Conditions that a function adds to a query of their own.
    pub(super) fn grouped(&mut self, function: Term) -> Result<Text, String> {
        let stopped = |_| "a function inside of a query of knex ends the path".to_string();
        let none = self.machine.new_list([]);
        let object = self.machine.new_record([(super::super::STEPS, none)]);
        let query = self.call.with_object(self.machine, object);
        self.machine.call(function, Some(query), &[query]).map_err(stopped)?;
        let steps = self.machine.get(object, super::super::STEPS).map_err(stopped)?;
        let inner = Query::read(self.call, self.machine, steps)?;
        let mut text = words("(");
        text.extend(inner.conditions);
        text.extend(words(")"));
        Ok(text)
    }

    pub(super) fn compared(
        &mut self,
        column: Term,
        operator: &str,
        value: Term,
    ) -> Result<Text, String> {
        let mut text = match self.inline(column)? {
            Some(text) => text,
            None => self.identifier(column)?,
        };
        let null = matches!(self.machine.view(value), Node::Null);
        match operator {
            "=" | "is" if null => text.extend(words(" IS NULL")),
            "!=" | "<>" | "is not" if null => text.extend(words(" IS NOT NULL")),
            "in" | "not in" => {
                text.extend(words(&format!(" {} ", operator.to_uppercase())));
                match self.inline(value)? {
                    Some(query) => text.extend(query),
                    None => {
                        let unknown = "how many values a query of knex has is not known here";
                        let items = self.machine.items(value).ok_or(unknown)?;
                        let values = items.into_iter().map(|item| self.compared_value(item));
                        let values = values.collect::<Result<Vec<_>, _>>()?;
                        if values.is_empty() {
                            return Err("`whereIn` without values is not supported".into());
                        }
                        text.extend(words("("));
                        text.extend(listed(values));
                        text.extend(words(")"));
                    }
                }
            }
            "between" | "not between" => {
                let items = self.machine.items(value).unwrap_or_default();
                let [from, to] = items.as_slice() else {
                    return Err("`whereBetween` without two values is not supported".into());
                };
                text.extend(words(&format!(" {} ", operator.to_uppercase())));
                text.extend(self.compared_value(*from)?);
                text.extend(words(" AND "));
                text.extend(self.compared_value(*to)?);
            }
            _ if OPERATORS.contains(&operator) => {
                text.extend(words(&format!(" {} ", operator.to_uppercase())));
                text.extend(self.compared_value(value)?);
            }
            _ => return Err(format!("`{operator}` in a query of knex is not supported")),
        }
        Ok(text)
    }

    /// A value in a condition: knex asks differently for null, and refuses what is undefined.
    pub(super) fn compared_value(&mut self, value: Term) -> Result<Text, String> {
        if may_be_missing(self.machine, value) {
            return Err("a value in a condition of knex that may be null or undefined is not \
                        supported"
                .into());
        }
        self.value(value)
    }
}

/// Whether a value is, on some path, nothing.
fn may_be_missing(machine: &Machine<'_>, value: Term) -> bool {
    match machine.view(value) {
        Node::Null | Node::Undefined | Node::Absent => true,
        Node::Apply(Operator::Ite, parts) => {
            may_be_missing(machine, parts[1]) || may_be_missing(machine, parts[2])
        }
        _ => false,
    }
}
