//! What drivers make of values. Numbers that a double cannot hold are texts for JavaScript:
//! PostgreSQL counts in `bigint` and adds up in `bigint` or `numeric`, MySQL adds up in
//! `decimal`, and columns may have these types. `"1" === 1` is false there. Truth values are
//! numbers in MySQL, and PostgreSQL fills texts of the type `char` up with blanks.

use aplomb_script::Language;
use aplomb_sql::form::{
    Column, Comparison, Constant, Expression, Item, Product, Query, Select, Source, Statement,
    TableName,
};
use aplomb_sql::{Answer, Execution, Given, Parsed, Reply, RowShape, Rows, Text, row};
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Term};

use super::super::recording::{Constraint, Content, Table};
use super::super::rows::{known, null};
use super::super::vocabulary::Vocabulary;
use super::session::exclude;
use crate::term::Sort;

/// The types of what a statement gives.
struct Types<'a> {
    vocabulary: &'a Vocabulary<'a>,
    tables: Vec<&'a str>,
    product: Product,
}

/// The answer as the driver of the program gives it.
pub(super) fn as_told(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    request: &Execution<'_>,
    parsed: &Parsed,
    mut answer: Answer,
) -> Answer {
    let product = request.session.product;
    let says_types = matches!(request.reply, Reply::Records | Reply::Run);
    let Rows::Given(rows) = &mut answer.rows else { return answer };
    if says_types || product == Product::Sqlite {
        return answer;
    }
    let (items, sources) = given(&parsed.statement);
    let tables = sources.iter().filter_map(|source| named(source)).collect();
    let types = Types { vocabulary, tables, product };
    let in_texts = machine.dialect().language == Language::JavaScript;
    for (_, row) in rows {
        for (name, value) in row {
            let meant = items.iter().find_map(|item| match item {
                Item::Value { value, name: of } if of == name => Some(value.clone()),
                _ => None,
            });
            let column = Column { table: None, name: name.clone(), quoted: false };
            let meant = meant.unwrap_or(Expression::Column(column));
            if in_texts && types.is_long(&meant) {
                *value = said(machine, *value);
            } else if types.is_truth(machine, &meant) {
                *value = counted(machine, *value);
            } else if types.is_padded(&meant) {
                let message = format!("PostgreSQL fills `{name}` up with blanks (CHAR)");
                machine.problem(message, request.session.span);
            }
        }
    }
    answer
}

/// What a statement gives, and of which tables.
fn given(statement: &Statement) -> (&[Item], Vec<&Source>) {
    let (returning, source) = match statement {
        Statement::Select(query) => {
            let select = query.body.as_ref().ok();
            let from = select.map_or(Vec::new(), |select| select.from.iter().collect());
            return (items(query), from);
        }
        Statement::Insert(insert) => (&insert.returning, &insert.source),
        Statement::Update(update) => (&update.returning, &update.source),
        Statement::Delete(delete) => (&delete.returning, &delete.source),
        _ => return (&[], Vec::new()),
    };
    (returning.as_deref().unwrap_or_default(), vec![source])
}

/// The rows of a query that come in any order, where that makes a difference: several may be
/// there, and they are not the same.
pub(super) fn unsorted(
    vocabulary: &Vocabulary<'_>,
    machine: &mut Machine<'_>,
    parsed: &Parsed,
    answer: &Answer,
) -> Option<Vec<Given>> {
    let Statement::Select(query) = &parsed.statement else { return None };
    let Rows::Given(rows) = &answer.rows else { return None };
    if !query.order.is_empty() || finds_one(vocabulary, query) {
        return None;
    }
    let any = rows.iter().enumerate().any(|(index, (one, row))| {
        let others = &rows[index + 1..];
        others.iter().any(|(other, fields)| fields != row && !exclude(machine, *one, *other))
    });
    any.then(|| rows.clone())
}

/// Whether a query gives the values of columns that differ from row to row.
fn finds_one(vocabulary: &Vocabulary<'_>, query: &Query) -> bool {
    let Ok(select) = &query.body else { return false };
    let ([source], Some(condition)) = (select.from.as_slice(), &select.condition) else {
        return false;
    };
    let parts = match condition {
        Expression::And(parts) => parts.as_slice(),
        single => std::slice::from_ref(single),
    };
    let is_given = |name: &String| {
        parts.iter().any(|part| match part {
            Expression::Compare(Comparison::Equal, left, right) => {
                let Expression::Column(column) = &**left else { return false };
                column.name.eq_ignore_ascii_case(name) && is_one_value(right)
            }
            _ => false,
        })
    };
    let recording = vocabulary.recording();
    let mut tables = recording.tables.iter();
    let table = named(source).and_then(|name| tables.find(|table| is_named(table, name)));
    table.is_some_and(|table| {
        is_given(&table.key_column)
            || table.constraints.iter().any(|constraint| match constraint {
                Constraint::Unique(names) => names.iter().all(is_given),
                _ => false,
            })
    })
}

/// Whether an expression is the same value for all rows: a subquery is, if it looks at no more
/// than all rows of its own table.
fn is_one_value(expression: &Expression) -> bool {
    let query = match expression {
        Expression::Bound(_) | Expression::Constant(_) => return true,
        Expression::Query(query) => query,
        _ => return false,
    };
    let Ok(Select { items, from, condition: None }) = &query.body else { return false };
    let ([source], [Item::Value { value, .. }]) = (from.as_slice(), items.as_slice()) else {
        return false;
    };
    let own = source.alias.as_deref().or_else(|| named(source));
    !value.any(&|part| match part {
        Expression::Column(column) => column.table.as_deref().is_some_and(|t| Some(t) != own),
        Expression::Query(_) | Expression::Exists(_) | Expression::InQuery(..) => true,
        _ => false,
    })
}

/// The name of a table, if it is known before the program runs.
fn named(source: &Source) -> Option<&str> {
    match &source.table {
        TableName::Named(name) => Some(name),
        TableName::Bound(_) => None,
    }
}

fn is_named(table: &Table, name: &str) -> bool {
    table.name.eq_ignore_ascii_case(name)
}

/// The first row of those that come in any order: that there is one is known, and what they
/// have in common.
pub(super) fn first_of(machine: &mut Machine<'_>, shape: RowShape, rows: &[Given]) -> Outcome {
    let Some(((there, fields), rest)) = rows.split_first() else {
        return Ok(machine.terms().null());
    };
    let mut blurred = fields.clone();
    for (index, (_, value)) in blurred.iter_mut().enumerate() {
        if rest.iter().any(|(_, other)| other[index].1 != *value) {
            *value = machine.terms().pure("one of several rows", &[*value]);
        }
    }
    machine.branch(
        *there,
        |machine| Ok(row(machine, shape, &blurred)),
        |machine| first_of(machine, shape, rest),
    )
}

fn items(query: &Query) -> &[Item] {
    query.body.as_ref().map_or(&[], |select| &select.items)
}

/// What is bound to a statement, as the database takes it: a text that says a number is
/// that number.
pub(super) fn as_taken(machine: &mut Machine<'_>, text: &Text) -> Text {
    let mut text = text.clone();
    for bound in &mut text.bound {
        bound.value = meant(machine, bound.value);
    }
    text
}

fn meant(machine: &mut Machine<'_>, value: Term) -> Term {
    match machine.view(value).clone() {
        Node::Apply(Operator::Concat, parts) if parts.len() == 1 => parts[0],
        Node::Apply(Operator::Ite, parts) => {
            let (then, otherwise) = (meant(machine, parts[1]), meant(machine, parts[2]));
            machine.terms().ite(parts[0], then, otherwise)
        }
        _ => value,
    }
}

/// The text that says a number, or null.
fn said(machine: &mut Machine<'_>, value: Term) -> Term {
    let (is_null, number) = (null(machine, value), known(machine, value));
    let nothing = machine.terms().null();
    let text = machine.terms().apply(Operator::Concat, &[number]);
    machine.terms().ite(is_null, nothing, text)
}

/// The number that stands for a truth value, or null.
fn counted(machine: &mut Machine<'_>, value: Term) -> Term {
    let (is_null, truth) = (null(machine, value), known(machine, value));
    let terms = machine.terms();
    let (nothing, one, zero) = (terms.null(), terms.number(1.0), terms.number(0.0));
    let number = terms.ite(truth, one, zero);
    terms.ite(is_null, nothing, number)
}

impl Types<'_> {
    /// Whether the schema says something of a column.
    fn column(&self, column: &Column, says: impl Fn(&aplomb_sql::Column) -> bool) -> bool {
        let schema = self.vocabulary.schema;
        let tables = self.tables.iter().filter_map(|table| schema.table(table));
        tables.filter_map(|table| table.named(&column.name)).any(says)
    }

    /// Whether an expression has a type whose values need not fit into a double.
    fn is_long(&self, expression: &Expression) -> bool {
        let long = |part: &Expression| self.is_long(part);
        match expression {
            Expression::Column(column) => self.column(column, |it| it.is_long(self.product)),
            Expression::Aggregate(aggregate) => match aggregate.function.as_str() {
                "count" => self.product == Product::Postgres,
                "sum" => true,
                _ => aggregate.argument.as_deref().is_some_and(long),
            },
            Expression::Cast(_, kind) => {
                ["bigint", "numeric", "decimal"].iter().any(|long| kind.starts_with(long))
            }
            Expression::Constant(Constant::Decimal(_)) => true,
            Expression::Negative(inner) => long(inner),
            Expression::Arithmetic(_, left, right) => long(left) || long(right),
            Expression::Call(_, arguments) => arguments.iter().any(long),
            Expression::Case { cases, otherwise, .. } => {
                cases.iter().any(|(_, then)| long(then)) || otherwise.as_deref().is_some_and(long)
            }
            Expression::Query(query) => items(query).iter().any(|item| match item {
                Item::Value { value, .. } => long(value),
                _ => false,
            }),
            _ => false,
        }
    }

    /// Whether an expression is a truth value that is a number for the database.
    fn is_truth(&self, machine: &mut Machine<'_>, expression: &Expression) -> bool {
        if self.product != Product::Mysql {
            return false;
        }
        let Expression::Column(column) = expression else { return expression.is_condition() };
        let recording = self.vocabulary.recording();
        let tables = recording.tables.iter();
        let tables = tables.filter(|table| self.tables.iter().any(|name| is_named(table, name)));
        let mut columns = tables.flat_map(|table| &table.columns);
        columns.any(|it| {
            it.name.eq_ignore_ascii_case(&column.name)
                && match it.content {
                    Content::Any(sort) => sort == Sort::Bool,
                    Content::Value(value) => matches!(machine.view(value), Node::Bool(_)),
                }
        })
    }

    /// Whether an expression is a column that PostgreSQL fills up with blanks.
    fn is_padded(&self, expression: &Expression) -> bool {
        let Expression::Column(column) = expression else { return false };
        self.product == Product::Postgres && self.column(column, |it| it.is_padded())
    }
}
