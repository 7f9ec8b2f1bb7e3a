//! What the names of a statement stand for: columns of a row that is a cell of a store.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::Table;
use crate::models::is_given;
use aplomb_script::Span;
use aplomb_sql::form::{Aggregate, Column, Expression, Product};
use aplomb_sql::{Bound, Evaluated, Failure, Kind, Names, is_steady_clock, kind_of};
use aplomb_symbolic::{Machine, Node, Term};

/// What names and marks stand for while an expression is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) bound: &'a [Bound],
    pub(super) product: Product,
    pub(super) span: Span,
    /// The row that columns belong to: its table, content and key.
    pub(super) row: Option<(&'a Table, Term, Option<Term>)>,
    /// The row that an insert wanted to add.
    pub(super) excluded: Option<Term>,
    pub(super) clocks: &'a Clocks,
    /// What is made of all rows, where these are known.
    pub(super) folded: Option<&'a Folded<'a>>,
}

/// Makes one value of many rows.
pub(super) type Folded<'a> = dyn Fn(&mut Machine<'_>, &Aggregate) -> Evaluated + 'a;

/// What the clocks show that stand still while a statement is executed, by their names.
pub(super) type Clocks = RefCell<BTreeMap<String, Term>>;

impl Scope<'_> {
    /// The same names for another row.
    pub(super) fn of_row<'b>(
        &'b self,
        table: &'b Table,
        content: Term,
        key: Option<Term>,
    ) -> Scope<'b> {
        Scope { row: Some((table, content, key)), ..*self }
    }
}

impl Names for Scope<'_> {
    fn bound(&self) -> &[Bound] {
        self.bound
    }

    fn product(&self) -> Product {
        self.product
    }

    fn span(&self) -> Span {
        self.span
    }

    fn drawn(&self, machine: &mut Machine<'_>, name: &str, unique: bool) -> Evaluated {
        if !is_steady_clock(name) {
            return Ok(machine.fresh(name, self.span, unique)?);
        }
        if let Some(time) = self.clocks.borrow().get(name) {
            return Ok(*time);
        }
        let time = machine.fresh(name, self.span, unique)?;
        // What is drawn for a row may belong to one course of the statement only.
        if self.row.is_none() {
            self.clocks.borrow_mut().insert(name.to_owned(), time);
        }
        Ok(time)
    }

    fn column(&self, machine: &mut Machine<'_>, column: &Column) -> Evaluated {
        let name = &column.name;
        let Some((table, content, key)) = self.row else {
            // Without rows, a name in double quotes is a text.
            return match column.quoted && self.product != Product::Postgres {
                true => Ok(machine.terms().string(name.as_str())),
                false => Failure::because(format!("there is no row that `{name}` belongs to")),
            };
        };
        let name = table.column(name);
        let terms = machine.terms();
        if let Some(key) = key {
            let of_key = terms.field(key, &name);
            if !matches!(terms.node(of_key), Node::Undefined) {
                return Ok(of_key);
            }
        }
        Ok(terms.field(content, &name))
    }

    fn proposed(&self, machine: &mut Machine<'_>, name: &str) -> Evaluated {
        let Some(excluded) = self.excluded else {
            return Failure::because(format!("there is no row that `{name}` belongs to"));
        };
        let name = self.row.map_or_else(|| name.to_string(), |(table, ..)| table.column(name));
        Ok(machine.terms().field(excluded, &name))
    }

    fn beside(&self, machine: &mut Machine<'_>, expression: &Expression, value: Term) -> Term {
        match (self.row, expression.column()) {
            (Some((table, ..)), Some(column)) => table.kept(machine, &column.name, value),
            _ => value,
        }
    }

    fn kind(&self, expression: &Expression) -> Option<Kind> {
        let (table, ..) = self.row?;
        kind_of(expression, self.product, &|column| table.kind(column))
    }

    fn aggregate(&self, machine: &mut Machine<'_>, aggregate: &Aggregate) -> Evaluated {
        match self.folded {
            Some(folded) if !aggregate.special => folded(machine, aggregate),
            _ => Failure::because(format!("`{aggregate}` is not supported here")),
        }
    }

    fn missing(&self, machine: &mut Machine<'_>, operand: Term) -> Term {
        match is_given(machine, operand) {
            true => machine.terms().bool(false),
            false => self.null(machine, operand),
        }
    }
}
