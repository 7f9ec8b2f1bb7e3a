//! What kind of value a term is, where a database turns one kind into another or refuses to.
//!
//! PostgreSQL refuses a statement whose types do not fit, also where its result does not
//! depend on them. MySQL computes with truth values as numbers and makes a number of every
//! text. The terms of the executor have no types, so they are looked up here.

use aplomb_sql::Failure;
use aplomb_sql::form::{Comparison, Product};
use aplomb_symbolic::{Machine, Meaning as Function, Node, Operator, Term};

use super::super::recording::{Cell, Content, Meaning};
use super::super::rows::{known, null};
use super::names::{Names, alike, depends_on_collation};
use crate::term::Sort;

/// The kind of a value; none for null, and where it is not known.
fn kind(names: &Names<'_>, machine: &Machine<'_>, value: Term) -> Option<Sort> {
    use Operator as O;
    match machine.view(value) {
        Node::Bool(_) => Some(Sort::Bool),
        Node::Number(_) => Some(Sort::Int),
        Node::String(_) => Some(Sort::Atom),
        Node::Symbol(id) => {
            let recording = names.vocabulary.recording();
            let meaning = recording.meanings.get(id).copied();
            let content = |cell: Cell| recording.tables[cell.table].columns[cell.column].content;
            let content = match meaning? {
                Meaning::Param(param) => return recording.params.get(param).map(|it| it.sort),
                Meaning::Read(cell) | Meaning::Initial(cell) | Meaning::Final(cell) => {
                    content(cell)
                }
                Meaning::Key => return None,
            };
            drop(recording);
            match content {
                Content::Any(sort) => Some(sort),
                Content::Value(value) => kind(names, machine, value),
            }
        }
        Node::Apply(O::Ite, parts) => {
            kind(names, machine, parts[1]).or_else(|| kind(names, machine, parts[2]))
        }
        Node::Apply(O::And | O::Or | O::Not | O::Equal, _) => Some(Sort::Bool),
        Node::Apply(O::Less | O::LessEqual | O::Truthy, _) => Some(Sort::Bool),
        Node::Apply(O::Add | O::Multiply, _) => Some(Sort::Int),
        Node::Apply(O::Concat, parts) if parts.len() > 1 => Some(Sort::Atom),
        Node::Apply(O::Pure(function), _) => match function.meaning() {
            Function::Absolute | Function::DatabaseQuotient | Function::DatabaseRemainder => {
                Some(Sort::Int)
            }
            Function::DatabaseTruth | Function::DatabaseTruthOrNumber => Some(Sort::Bool),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a value is a number, if it is not null.
pub(super) fn is_number(names: &Names<'_>, machine: &mut Machine<'_>, value: Term) -> bool {
    let null = null(machine, value);
    machine.terms().is_true(null) || kind(names, machine, value) == Some(Sort::Int)
}

/// Whether a value is a text that may be any, if it is not null.
pub(super) fn is_text(names: &Names<'_>, machine: &mut Machine<'_>, value: Term) -> bool {
    let value = known(machine, value);
    let constant = matches!(machine.view(value), Node::String(_));
    !constant && kind(names, machine, value) == Some(Sort::Atom)
}

/// The number that a truth value is in MySQL.
fn counted(machine: &mut Machine<'_>, truth: Term) -> Term {
    let (one, zero) = (machine.terms().number(1.0), machine.terms().number(0.0));
    machine.terms().ite(truth, one, zero)
}

/// The number that a text says, which is a text for some letters only.
fn said(machine: &mut Machine<'_>, text: Term) -> Result<Term, Failure> {
    let Node::String(text) = machine.view(text).clone() else {
        return Failure::because("a text is compared with a number: SQL may find them equal");
    };
    match text.parse::<i64>() {
        Ok(number) if number.to_string() == *text => Ok(machine.terms().number(number as f64)),
        _ => Failure::because(format!("the text `{text}` is compared with a number")),
    }
}

/// What is compared where neither is null.
pub(super) fn operands(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    operator: Comparison,
    left: Term,
    right: Term,
) -> Result<(Term, Term), Failure> {
    use Sort::{Atom, Bool, Int};
    let postgres = names.product == Product::Postgres;
    let kinds = (kind(names, machine, left), kind(names, machine, right));
    Ok(match kinds {
        (Some(Atom), Some(Int)) => (said(machine, left)?, right),
        (Some(Int), Some(Atom)) => (left, said(machine, right)?),
        (Some(Bool), Some(Int)) if !postgres => (counted(machine, left), right),
        (Some(Int), Some(Bool)) if !postgres => (left, counted(machine, right)),
        (Some(Bool), Some(Int)) | (Some(Int), Some(Bool)) => {
            return Failure::because("a number is compared with a truth value");
        }
        (Some(Bool), Some(Atom)) | (Some(Atom), Some(Bool)) => {
            return Failure::because("a text is compared with a truth value");
        }
        (Some(Atom), Some(Atom)) => {
            let sorted = matches!(operator, Comparison::Less | Comparison::LessEqual);
            let doubt = doubt(names, machine, left, right);
            let unsorted = || "which of two texts is less depends on the collation".to_owned();
            match sorted.then(unsorted).or(doubt) {
                Some(reason) => return Failure::because(reason),
                None => (left, right),
            }
        }
        _ => (left, right),
    })
}

/// Why it is not known whether two texts are the same.
fn doubt(names: &Names<'_>, machine: &Machine<'_>, left: Term, right: Term) -> Option<String> {
    let (Node::String(one), Node::String(other)) = (machine.view(left), machine.view(right)) else {
        return None;
    };
    (names.product == Product::Mysql && alike(one, other)).then(|| depends_on_collation(one, other))
}

/// What numbers are computed of.
pub(super) fn number(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    value: Term,
) -> Result<Term, Failure> {
    match kind(names, machine, value) {
        Some(Sort::Bool) if names.product == Product::Postgres => {
            Failure::because("a number is computed of a truth value")
        }
        Some(Sort::Bool) => Ok(counted(machine, value)),
        Some(Sort::Atom) => Failure::because("a number is computed of a text"),
        Some(Sort::Int) | None => Ok(value),
    }
}
