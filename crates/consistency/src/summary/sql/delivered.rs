//! What drivers make of numbers that a double cannot hold: JavaScript's give COUNT and SUM
//! as texts, because PostgreSQL counts in `bigint` and adds up in `bigint` or `numeric`,
//! and MySQL adds up in `decimal`. `"1" === 1` is false there.

use aplomb_script::Language;
use aplomb_sql::form::{Expression, Item, Product, Query, Statement};
use aplomb_sql::{Answer, Execution, Given, Parsed, Reply, RowShape, Rows, Text, row};
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Term};

use super::super::rows::{known, null};
use super::session::exclude;

/// The answer with texts where the driver of the program gives texts.
pub(super) fn as_told(
    machine: &mut Machine<'_>,
    request: &Execution<'_>,
    parsed: &Parsed,
    mut answer: Answer,
) -> Answer {
    let product = request.session.product;
    let says_types = matches!(request.reply, Reply::Records | Reply::Run);
    let numbers = says_types || product == Product::Sqlite;
    let (Statement::Select(query), Rows::Given(rows)) = (&parsed.statement, &mut answer.rows)
    else {
        return answer;
    };
    if numbers || machine.dialect().language != Language::JavaScript {
        return answer;
    }
    let texts: Vec<&str> = items(query)
        .iter()
        .filter_map(|item| match item {
            Item::Value { value, name } if is_long(value, product) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    for (_, row) in rows {
        for (_, value) in row.iter_mut().filter(|(name, _)| texts.contains(&name.as_str())) {
            *value = said(machine, *value);
        }
    }
    answer
}

/// The rows of a query that come in any order, where that makes a difference: several may be
/// there, and they are not the same.
pub(super) fn unsorted(
    machine: &mut Machine<'_>,
    parsed: &Parsed,
    answer: &Answer,
) -> Option<Vec<Given>> {
    let Statement::Select(query) = &parsed.statement else { return None };
    let Rows::Given(rows) = &answer.rows else { return None };
    if !query.order.is_empty() {
        return None;
    }
    let any = rows.iter().enumerate().any(|(index, (one, row))| {
        let others = &rows[index + 1..];
        others.iter().any(|(other, fields)| fields != row && !exclude(machine, *one, *other))
    });
    any.then(|| rows.clone())
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

/// Whether an expression has a type whose values need not fit into a double.
fn is_long(expression: &Expression, product: Product) -> bool {
    let long = |part: &Expression| is_long(part, product);
    match expression {
        Expression::Aggregate(aggregate) => match aggregate.function.as_str() {
            "count" => product == Product::Postgres,
            "sum" => true,
            _ => aggregate.argument.as_deref().is_some_and(long),
        },
        Expression::Cast(_, kind) => {
            ["bigint", "numeric", "decimal"].iter().any(|long| kind.starts_with(long))
        }
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
