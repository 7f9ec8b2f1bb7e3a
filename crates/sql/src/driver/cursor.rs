//! Cursors: what a statement gave, fetched row by row.

use aplomb_script::Span;
use aplomb_symbolic::{Machine, Node, Operator, Origin, Outcome, Stop, Term};

/// The field of a cursor that holds what the last statement gave.
const RESULT: &str = "result";

/// The field of a result that holds its first row, where its list does not tell.
pub const FIRST: &str = "first";

/// The field of a result that says that its rows come in any order.
pub const UNSORTED: &str = "unsorted";

/// A new cursor: the object that results are kept with.
pub(super) fn new(machine: &mut Machine<'_>) -> Term {
    let nothing = machine.terms().null();
    machine.new_record([(RESULT, nothing)])
}

/// Keeps what a statement gave.
pub(super) fn keep(machine: &mut Machine<'_>, cursor: Term, result: Term) -> Result<(), Stop> {
    machine.set(cursor, RESULT, result)
}

/// The first item of a list of rows (`nothing` if there is none), and the others.
pub(super) fn first(
    machine: &mut Machine<'_>,
    rows: Term,
    nothing: Term,
) -> Result<(Term, Term), Stop> {
    if let Some(items) = machine.items(rows) {
        let row = items.first().copied().unwrap_or(nothing);
        let rest = machine.new_list(items.into_iter().skip(1));
        return Ok((row, rest));
    }
    let frozen = machine.freeze(rows);
    let terms = machine.terms();
    let length = terms.apply(Operator::Length, &[frozen]);
    let zero = terms.number(0.0);
    let empty = terms.equal(length, zero);
    let row = terms.apply(Operator::Select, &[frozen, zero]);
    let row = terms.ite(empty, nothing, row);
    Ok((row, terms.pure("sql.rest", &[frozen])))
}

/// `fetchone`.
pub(super) fn fetch_one(machine: &mut Machine<'_>, cursor: Term, span: Span) -> Outcome {
    with_rows(machine, cursor, span, &|machine, result, rows| {
        let known = machine.get(result, FIRST)?;
        let null = machine.terms().null();
        let (mut row, rest) = first(machine, rows, null)?;
        if !matches!(machine.view(known), Node::Undefined) {
            row = known;
            let nothing = machine.terms().undefined();
            machine.set(result, FIRST, nothing)?;
        } else if is_unsorted(machine, result)?
            && machine.items(rows).is_none_or(|it| !it.is_empty())
        {
            let message = "which row comes next is not known: ORDER BY the key";
            return Ok(machine.problem(message, span));
        }
        machine.set(result, "rows", rest)?;
        Ok(row)
    })
}

/// Whether the rows of a result come in any order.
fn is_unsorted(machine: &mut Machine<'_>, result: Term) -> Result<bool, Stop> {
    let unsorted = machine.get(result, UNSORTED)?;
    Ok(machine.terms().is_true(unsorted))
}

/// The only row, for methods that raise if there are several.
pub(super) fn fetch_only(machine: &mut Machine<'_>, cursor: Term, span: Span) -> Outcome {
    with_rows(machine, cursor, span, &|machine, result, rows| {
        let items = machine.items(rows).filter(|items| items.len() <= 1);
        let Some(items) = items else {
            let message = "the only row of a query that may give several is not supported";
            return Ok(machine.problem(message, span));
        };
        let none = machine.new_list([]);
        machine.set(result, "rows", none)?;
        Ok(items.first().copied().unwrap_or_else(|| machine.terms().null()))
    })
}

/// `fetchmany`.
pub(super) fn fetch_many(
    machine: &mut Machine<'_>,
    cursor: Term,
    most: Term,
    span: Span,
) -> Outcome {
    with_rows(machine, cursor, span, &|machine, result, rows| {
        let frozen = machine.freeze(rows);
        let terms = machine.terms();
        let taken = terms.pure("sql.first", &[frozen, most]);
        let rest = terms.pure("sql.rest", &[frozen, most]);
        machine.set(result, "rows", rest)?;
        Ok(taken)
    })
}

/// `fetchall`.
pub(super) fn fetch_all(machine: &mut Machine<'_>, cursor: Term, span: Span) -> Outcome {
    with_rows(machine, cursor, span, &|machine, result, rows| {
        let none = machine.new_list([]);
        machine.set(result, "rows", none)?;
        Ok(rows)
    })
}

/// Executes `body` with the rows of the last result, on every path.
fn with_rows(
    machine: &mut Machine<'_>,
    cursor: Term,
    span: Span,
    body: &dyn Fn(&mut Machine<'_>, Term, Term) -> Outcome,
) -> Outcome {
    let result = machine.get(cursor, RESULT)?;
    on_each(machine, result, &|machine, result| {
        if matches!(machine.view(result), Node::Null | Node::Undefined) {
            return Ok(machine.problem("rows are fetched before a statement was executed", span));
        }
        let rows = machine.get(result, "rows")?;
        on_each(machine, rows, &|machine, rows| body(machine, result, rows))
    })
}

/// Takes a choice apart.
pub(super) fn on_each(
    machine: &mut Machine<'_>,
    value: Term,
    body: &dyn Fn(&mut Machine<'_>, Term) -> Outcome,
) -> Outcome {
    match machine.view(value).clone() {
        Node::Apply(Operator::Ite, parts) => machine.branch(
            parts[0],
            |machine| on_each(machine, parts[1], body),
            |machine| on_each(machine, parts[2], body),
        ),
        _ => body(machine, value),
    }
}

/// `rowcount`, `lastrowid`; what else a cursor says of the last statement is not known.
pub(super) fn member(machine: &mut Machine<'_>, cursor: Term, name: &str) -> Option<Term> {
    let field = match name {
        "rowcount" => "count",
        "lastrowid" => "id",
        _ => {
            let span = machine.span();
            let result = machine.get(cursor, RESULT).ok()?;
            let result = machine.freeze(result);
            return Some(machine.changing(&format!("{name} of a cursor"), span, &[result]));
        }
    };
    let result = machine.get(cursor, RESULT).ok()?;
    let value = machine.get(result, field).ok()?;
    if is_unknown(machine, value) {
        let span = machine.span();
        machine
            .problem("how many rows a statement will change is not known before the commit", span);
    }
    Some(value)
}

fn is_unknown(machine: &mut Machine<'_>, value: Term) -> bool {
    let terms = machine.terms();
    terms.depends(value, |symbol| terms.symbol(symbol).origin == Origin::Unknown)
}
