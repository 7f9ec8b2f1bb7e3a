//! Numbers that are divided and rounded.
//!
//! Whether a quotient has a fraction hangs on how its parts are written: PostgreSQL divides
//! whole numbers without one, MySQL by `DIV` only. What has a fraction is not computed with,
//! so it must be rounded where it arises. A division by zero is an error where rows are
//! changed, so a divisor has to be one that is never zero.

use aplomb_sql::form::{Arithmetic, Constant, Expression, Product};
use aplomb_sql::{Evaluate, Evaluated, Failure, unless_null};
use aplomb_symbolic::{Machine, Meaning, Operator, Term};

use super::super::rows::{known, null};
use super::kinds;
use super::names::Names;

/// Divisors up to which no quotient is rounded to a whole number by the digits that MySQL
/// keeps of its fraction (four).
const FEW_DIGITS: f64 = 10_000.0;

/// Which whole number stands for one with a fraction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    TowardsZero,
    Down,
    Up,
    /// The nearest, and of two the one further from zero.
    Nearest,
}

impl Rounding {
    fn of(function: &str) -> Option<Rounding> {
        Some(match function {
            "floor" => Rounding::Down,
            "ceil" | "ceiling" => Rounding::Up,
            "round" => Rounding::Nearest,
            "trunc" | "truncate" => Rounding::TowardsZero,
            _ => return None,
        })
    }
}

/// The value of a division, a remainder or a number that is rounded; none if an expression is
/// nothing of that.
pub(super) fn divided(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    expression: &Expression,
) -> Option<Evaluated> {
    use Expression as E;
    let zero = |it: &Expression| matches!(it, E::Constant(Constant::Number(0.0)));
    match expression {
        E::Arithmetic(Arithmetic::Remainder, left, right) => {
            Some(remainder(names, machine, left, right))
        }
        E::Arithmetic(Arithmetic::DivideWhole, left, right) => {
            Some(quotient(names, machine, Rounding::TowardsZero, left, right))
        }
        E::Arithmetic(Arithmetic::Divide, left, right) if divides_whole(names, left, right) => {
            Some(quotient(names, machine, Rounding::TowardsZero, left, right))
        }
        E::Arithmetic(Arithmetic::Divide, ..) => Some(Failure::because(format!(
            "`{expression}` may have a fraction, and only whole numbers are supported"
        ))),
        E::Call(function, arguments) => {
            let rounding = Rounding::of(function)?;
            match arguments.as_slice() {
                [inner] => rounded(names, machine, rounding, inner),
                [inner, digits] if zero(digits) => rounded(names, machine, rounding, inner),
                _ => None,
            }
        }
        E::Cast(inner, kind) if is_whole_type(kind) => match &**inner {
            E::Arithmetic(Arithmetic::Divide, ..) => {
                rounded(names, machine, Rounding::Nearest, inner)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A number that is rounded, where it is whole or a quotient.
fn rounded(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    rounding: Rounding,
    inner: &Expression,
) -> Option<Evaluated> {
    match inner {
        Expression::Arithmetic(Arithmetic::Divide, left, right)
            if !divides_whole(names, left, right) =>
        {
            Some(quotient(names, machine, rounding, left, right))
        }
        _ if is_whole(names, inner) => Some(names.value(machine, inner).and_then(|value| {
            match kinds::is_number(names, machine, value) {
                true => Ok(value),
                false => Failure::because(format!("`{inner}` is rounded, and may be no number")),
            }
        })),
        _ => None,
    }
}

/// Whether `/` gives a whole number.
fn divides_whole(names: &Names<'_>, left: &Expression, right: &Expression) -> bool {
    names.product != Product::Mysql && is_whole(names, left) && is_whole(names, right)
}

fn is_whole_type(kind: &str) -> bool {
    let name = kind.split(['(', ' ']).next().unwrap_or_default();
    ["int", "integer", "bigint", "smallint", "int4", "int8", "int2", "signed"].contains(&name)
}

/// Whether an expression has a type of whole numbers.
fn is_whole(names: &Names<'_>, expression: &Expression) -> bool {
    use Expression as E;
    let whole = |it: &Expression| is_whole(names, it);
    match expression {
        E::Constant(Constant::Number(_) | Constant::Null) | E::Bound(_) => true,
        E::Column(column) => !names.has_fraction(&column.name),
        E::Proposed(name) => !names.has_fraction(name),
        E::Negative(inner) => whole(inner),
        E::Arithmetic(operator, left, right) => match operator {
            Arithmetic::Add
            | Arithmetic::Subtract
            | Arithmetic::Multiply
            | Arithmetic::DivideWhole
            | Arithmetic::Remainder => whole(left) && whole(right),
            Arithmetic::Divide => divides_whole(names, left, right),
            Arithmetic::Concat | Arithmetic::Other(_) => false,
        },
        E::Call(function, arguments) => {
            let same = ["abs", "coalesce", "ifnull", "nullif", "greatest", "least"];
            same.contains(&&**function) && arguments.iter().all(whole)
        }
        E::Case { cases, otherwise, .. } => {
            cases.iter().all(|(_, then)| whole(then)) && otherwise.as_deref().is_none_or(whole)
        }
        E::Cast(_, kind) => is_whole_type(kind),
        E::Aggregate(aggregate) => match (&*aggregate.function, aggregate.argument.as_deref()) {
            ("count", _) => true,
            ("min" | "max", Some(argument)) => whole(argument),
            _ => false,
        },
        _ => false,
    }
}

/// The constant that a divisor is.
fn constant(divisor: &Expression) -> Option<f64> {
    match divisor {
        Expression::Constant(Constant::Number(number) | Constant::Decimal(number)) => Some(*number),
        Expression::Negative(inner) => constant(inner).map(|number| -number),
        _ => None,
    }
}

/// Whether a divisor is never zero: a constant, or null instead.
fn is_never_zero(divisor: &Expression) -> bool {
    match divisor {
        Expression::Call(function, arguments) if function == "nullif" => {
            arguments.get(1).and_then(constant) == Some(0.0)
        }
        _ => constant(divisor).is_some_and(|number| number != 0.0),
    }
}

/// Both sides of a division, and what is computed of them where neither is null.
fn operands(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    left: &Expression,
    right: &Expression,
) -> Result<([Term; 2], [Term; 2]), Failure> {
    if !is_never_zero(right) {
        return Failure::because(format!(
            "whether `{right}` is zero is not known, and databases refuse to divide by zero: \
             write NULLIF({right}, 0)"
        ));
    }
    let given = [names.value(machine, left)?, names.value(machine, right)?];
    let mut computed = given;
    for side in &mut computed {
        *side = known(machine, *side);
        *side = aplomb_sql::Names::number(names, machine, *side)?;
    }
    Ok((given, computed))
}

fn remainder(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    left: &Expression,
    right: &Expression,
) -> Evaluated {
    if !is_whole(names, left) || !is_whole(names, right) {
        return Failure::because(format!("`{left} % {right}` may have a fraction"));
    }
    let (given, computed) = operands(names, machine, left, right)?;
    let rest = machine.terms().compute(Meaning::DatabaseRemainder, &computed);
    Ok(unless_null(names, machine, &given, rest))
}

fn quotient(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    rounding: Rounding,
    left: &Expression,
    right: &Expression,
) -> Evaluated {
    let divisor = constant(right);
    let whole_divisor =
        is_whole(names, right) || divisor.is_some_and(|divisor| divisor.fract() == 0.0);
    // Of a quotient that is rounded otherwise, the server keeps some digits first.
    let kept = rounding == Rounding::TowardsZero && divides_whole(names, left, right)
        || divisor.is_some_and(|divisor| divisor.abs() < FEW_DIGITS);
    if !is_whole(names, left) || !whole_divisor || !kept {
        return Failure::because(format!("`{left} / {right}` may have a fraction"));
    }
    let (given, [left, right]) = operands(names, machine, left, right)?;
    let terms = machine.terms();
    let minus = terms.number(-1.0);
    // With a divisor that is positive, the sign is that of what is divided.
    let (left, right) = match divisor {
        Some(divisor) if divisor < 0.0 => {
            (terms.apply(Operator::Multiply, &[minus, left]), terms.number(-divisor))
        }
        _ => (left, right),
    };
    let quotient = terms.compute(Meaning::DatabaseQuotient, &[left, right]);
    let (zero, one) = (terms.number(0.0), terms.number(1.0));
    let value = match rounding {
        Rounding::TowardsZero => quotient,
        Rounding::Down | Rounding::Up => {
            let rest = terms.compute(Meaning::DatabaseRemainder, &[left, right]);
            let (beyond, step) = match rounding {
                Rounding::Down => (terms.apply(Operator::Less, &[rest, zero]), minus),
                _ => (terms.apply(Operator::Less, &[zero, rest]), one),
            };
            let moved = terms.ite(beyond, step, zero);
            terms.apply(Operator::Add, &[quotient, moved])
        }
        Rounding::Nearest => {
            let two = terms.number(2.0);
            let [doubled, divisor] =
                [left, right].map(|part| terms.apply(Operator::Multiply, &[two, part]));
            let opposite = terms.apply(Operator::Multiply, &[minus, right]);
            let negative = terms.apply(Operator::Less, &[left, zero]);
            let half = terms.ite(negative, opposite, right);
            let moved = terms.apply(Operator::Add, &[doubled, half]);
            terms.compute(Meaning::DatabaseQuotient, &[moved, divisor])
        }
    };
    Ok(unless_null(names, machine, &given, value))
}

/// A number without its sign.
pub(super) fn absolute(names: &Names<'_>, machine: &mut Machine<'_>, value: Term) -> Term {
    let number = known(machine, value);
    let absolute = machine.terms().compute(Meaning::Absolute, &[number]);
    unless_null(names, machine, &[value], absolute)
}

/// -1, 0 or 1.
pub(super) fn sign(names: &Names<'_>, machine: &mut Machine<'_>, value: Term) -> Term {
    let number = known(machine, value);
    let terms = machine.terms();
    let [minus, zero, one] = [-1.0, 0.0, 1.0].map(|it| terms.number(it));
    let negative = terms.apply(Operator::Less, &[number, zero]);
    let positive = terms.apply(Operator::Less, &[zero, number]);
    let other = terms.ite(positive, one, zero);
    let sign = terms.ite(negative, minus, other);
    unless_null(names, machine, &[value], sign)
}

/// The greatest of some numbers, or the least: PostgreSQL passes over those that are null,
/// others give null then.
pub(super) fn extreme(
    names: &Names<'_>,
    machine: &mut Machine<'_>,
    values: &[Term],
    greatest: bool,
) -> Term {
    let mut best: Option<(Term, Term)> = None;
    for &value in values {
        let (no_value, number) = (null(machine, value), known(machine, value));
        let Some((no_best, leader)) = best else {
            best = Some((no_value, number));
            continue;
        };
        let terms = machine.terms();
        let pair = if greatest { [leader, number] } else { [number, leader] };
        let better = terms.apply(Operator::Less, &pair);
        let chosen = terms.ite(better, number, leader);
        best = Some(match names.product {
            Product::Postgres => {
                let chosen = terms.ite(no_value, leader, chosen);
                (terms.and(no_best, no_value), terms.ite(no_best, number, chosen))
            }
            _ => (terms.or(no_best, no_value), chosen),
        });
    }
    let nothing = machine.terms().null();
    match best {
        Some((null, value)) => machine.terms().ite(null, nothing, value),
        None => nothing,
    }
}
