//! Expressions as terms, with SQL's three truth values.
//!
//! What a column is, and when a value is NULL, depends on how rows are kept: that is
//! what [`Names`] says. Everything else is the same for everybody.

use crate::Failure;
use crate::column_type::Kind;
use crate::form::{
    Aggregate, Arithmetic, Column, Comparison, Constant, Expression, Product, Query,
};
use crate::functions;
use crate::text::Bound;
use aplomb_script::Span;
use aplomb_symbolic::{Machine, Meaning, Node, Operator, Origin, Term, Terms};

/// A term, or why there is none.
pub type Evaluated = Result<Term, Failure>;

/// A row that a query gives: when it is there, and its columns.
pub type Given = (Term, Vec<(String, Term)>);

/// What names stand for while an expression is evaluated.
pub trait Names {
    /// What the program binds to the statement.
    fn bound(&self) -> &[Bound];

    /// The database.
    fn product(&self) -> Product;

    /// Where the statement is executed.
    fn span(&self) -> Span;

    /// The value of a column.
    fn column(&self, machine: &mut Machine<'_>, column: &Column) -> Evaluated;

    /// The value of a column of the row that an insert wanted to add.
    fn proposed(&self, machine: &mut Machine<'_>, name: &str) -> Evaluated;

    /// Whether a value is NULL.
    fn null(&self, machine: &mut Machine<'_>, value: Term) -> Term {
        is_null(machine.terms(), value)
    }

    /// Whether an operand is NULL.
    fn missing(&self, machine: &mut Machine<'_>, operand: Term) -> Term {
        self.null(machine, operand)
    }

    /// What is compared with an expression instead of a value: where that is a column, what
    /// the column keeps of it.
    fn beside(&self, _machine: &mut Machine<'_>, _expression: &Expression, value: Term) -> Term {
        value
    }

    /// The type of what an expression gives, as far as it is known.
    fn kind(&self, _expression: &Expression) -> Option<Kind> {
        None
    }

    /// A value where it is not NULL.
    fn known(&self, _machine: &mut Machine<'_>, value: Term) -> Term {
        value
    }

    /// A value that the statement says, or that the program binds to it.
    fn given(&self, _machine: &mut Machine<'_>, value: Term) -> Evaluated {
        Ok(value)
    }

    /// What is compared when two values are that are not NULL: SQL may turn one into the
    /// type of the other.
    fn operands(
        &self,
        _machine: &mut Machine<'_>,
        _operator: Comparison,
        left: Term,
        right: Term,
    ) -> Result<(Term, Term), Failure> {
        Ok((left, right))
    }

    /// What an operator or a function of numbers computes with, where a value is not NULL.
    fn number(&self, _machine: &mut Machine<'_>, value: Term) -> Evaluated {
        Ok(value)
    }

    /// When a value that is not NULL counts as true.
    fn counts_as_true(&self, machine: &mut Machine<'_>, value: Term) -> Evaluated {
        Ok(machine.terms().apply(Operator::Truthy, &[value]))
    }

    /// Whether a cast to a type leaves a value as it is.
    fn casts(&self, _value: &Expression, _kind: &str) -> bool {
        true
    }

    /// Whether an operator is computed.
    fn computes(&self, _operator: &Arithmetic) -> bool {
        true
    }

    /// What an operator or a function gives, if that hangs on how its parts are written and
    /// is taken differently here.
    fn written(&self, _machine: &mut Machine<'_>, _expression: &Expression) -> Option<Evaluated> {
        None
    }

    /// What a function gives, if it is one that is taken differently here.
    fn function(
        &self,
        _machine: &mut Machine<'_>,
        _name: &str,
        _values: &[Term],
    ) -> Option<Evaluated> {
        None
    }

    /// A function of values about which nothing else is known; none where such are not
    /// supported.
    fn pure(&self, machine: &mut Machine<'_>, name: &str, values: &[Term]) -> Option<Term> {
        Some(machine.terms().pure(name, values))
    }

    /// A value that the server draws: like no other, or not.
    fn drawn(&self, machine: &mut Machine<'_>, name: &str, unique: bool) -> Evaluated {
        Ok(machine.fresh(name, self.span(), unique)?)
    }

    /// One value made of many rows.
    fn aggregate(&self, _machine: &mut Machine<'_>, aggregate: &Aggregate) -> Evaluated {
        not_supported(aggregate)
    }

    /// The rows of a query that stands in an expression.
    fn rows(&self, _machine: &mut Machine<'_>, query: &Query) -> Result<Vec<Given>, Failure> {
        not_supported(&crate::text::readable(&query.text))
    }
}

/// Evaluates expressions.
pub trait Evaluate: Names + Sized {
    /// The value of an expression.
    fn value(&self, machine: &mut Machine<'_>, expression: &Expression) -> Evaluated {
        // Long sums are deep trees.
        stacker::maybe_grow(64 << 10, 2 << 20, || value(self, machine, expression))
    }

    /// When a condition holds.
    fn condition(
        &self,
        machine: &mut Machine<'_>,
        expression: &Expression,
    ) -> Result<Truth, Failure> {
        stacker::maybe_grow(64 << 10, 2 << 20, || condition(self, machine, expression))
    }
}

impl<N: Names> Evaluate for N {}

/// Whether a condition is true, and whether it is false; with NULL it is neither.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    /// When it is true.
    pub holds: Term,
    /// When it is false, and not unknown.
    pub fails: Term,
}

impl Truth {
    fn negated(self) -> Truth {
        Truth { holds: self.fails, fails: self.holds }
    }

    fn and(self, terms: &mut Terms, other: Truth) -> Truth {
        let holds = terms.and(self.holds, other.holds);
        Truth { holds, fails: terms.or(self.fails, other.fails) }
    }

    fn or(self, terms: &mut Terms, other: Truth) -> Truth {
        self.negated().and(terms, other.negated()).negated()
    }

    /// A condition that is never NULL.
    fn certain(terms: &mut Terms, holds: Term) -> Truth {
        Truth { holds, fails: terms.not(holds) }
    }

    /// A condition that is NULL where `null` is.
    fn unless(terms: &mut Terms, holds: Term, null: Term) -> Truth {
        let (something, not) = (terms.not(null), terms.not(holds));
        Truth { holds: terms.and(holds, something), fails: terms.and(not, something) }
    }

    fn never(terms: &mut Terms) -> Truth {
        let no = terms.bool(false);
        Truth::certain(terms, no)
    }

    /// The condition as a value.
    fn value(self, terms: &mut Terms) -> Term {
        let (yes, no, null) = (terms.bool(true), terms.bool(false), terms.null());
        let otherwise = terms.ite(self.fails, no, null);
        match terms.not(self.holds) == self.fails {
            true => self.holds,
            false => terms.ite(self.holds, yes, otherwise),
        }
    }
}

fn not_supported<T>(what: &impl std::fmt::Display) -> Result<T, Failure> {
    Failure::because(format!("`{what}` is not supported"))
}

/// Whether a value surely is not NULL.
fn is_something(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Bool(_) | Node::Number(_) | Node::String(_) | Node::Record(..) | Node::List(_) => {
            true
        }
        Node::Symbol(id) => matches!(terms.symbol(*id).origin, Origin::Fresh { .. }),
        Node::Apply(operator, parts) => match operator {
            Operator::Ite => is_something(terms, parts[1]) && is_something(terms, parts[2]),
            Operator::Select | Operator::Pure(_) | Operator::JsonParse => false,
            _ => true,
        },
        _ => false,
    }
}

/// Whether a value is NULL, which is `null` or `undefined` in a program.
pub fn is_null(terms: &mut Terms, term: Term) -> Term {
    if is_something(terms, term) {
        return terms.bool(false);
    }
    let (undefined, null) = (terms.undefined(), terms.null());
    let (missing, empty) = (terms.equal(term, undefined), terms.equal(term, null));
    terms.or(missing, empty)
}

/// The value, or NULL if one of the operands is.
pub fn unless_null(
    names: &impl Names,
    machine: &mut Machine<'_>,
    operands: &[Term],
    value: Term,
) -> Term {
    let mut any = machine.terms().bool(false);
    for &operand in operands {
        let missing = names.missing(machine, operand);
        any = machine.terms().or(any, missing);
    }
    let null = machine.terms().null();
    machine.terms().ite(any, null, value)
}

fn value(names: &impl Names, machine: &mut Machine<'_>, expression: &Expression) -> Evaluated {
    use Expression as E;
    match expression {
        E::Column(column) => names.column(machine, column),
        E::Proposed(name) => names.proposed(machine, name),
        E::Constant(constant) => {
            let value = literal(machine.terms(), constant);
            names.given(machine, value)
        }
        E::Bound(index) => match names.bound().get(*index) {
            // Drivers write both as NULL.
            Some(bound) => match machine.view(bound.value) {
                Node::Undefined => Ok(machine.terms().null()),
                _ => names.given(machine, bound.value),
            },
            None => not_supported(expression),
        },
        E::Unbound(name) => Failure::because(format!("no value is bound to `{name}`")),
        E::Negative(inner) => {
            let value = names.value(machine, inner)?;
            let minus = machine.terms().number(-1.0);
            let known = names.known(machine, value);
            let known = names.number(machine, known)?;
            let negated = machine.terms().apply(Operator::Multiply, &[minus, known]);
            Ok(unless_null(names, machine, &[value], negated))
        }
        // MySQL takes conditions for numbers, PostgreSQL refuses them, and what has no type.
        E::Arithmetic(_, left, right)
            if names.product() == Product::Postgres
                && (left.is_condition()
                    || right.is_condition()
                    || left.is_null() && right.is_null()) =>
        {
            not_supported(expression)
        }
        E::Case { operand: Some(operand), .. }
            if names.product() == Product::Postgres && operand.is_null() =>
        {
            not_supported(expression)
        }
        E::Arithmetic(..) | E::Call(..) | E::Cast(..) => match names.written(machine, expression) {
            Some(evaluated) => evaluated,
            None => operation(names, machine, expression),
        },
        E::Case { operand, cases, otherwise } => {
            case(names, machine, operand.as_deref(), cases, otherwise.as_deref())
        }
        E::Aggregate(aggregate) => names.aggregate(machine, aggregate),
        E::List(items) => {
            let items: Result<Vec<Term>, Failure> =
                items.iter().map(|item| names.value(machine, item)).collect();
            Ok(machine.terms().list(items?))
        }
        E::Query(query) => {
            let rows = names.rows(machine, query)?;
            match rows.as_slice() {
                [(present, row)] if row.len() == 1 => {
                    let nothing = machine.terms().null();
                    Ok(machine.terms().ite(*present, row[0].1, nothing))
                }
                _ => Failure::because(format!("`{expression}` may give more than one value")),
            }
        }
        E::Default => Failure::because("DEFAULT inside an expression is not supported"),
        E::NotSupported(text) => not_supported(text),
        E::Compare(..)
        | E::Not(_)
        | E::And(_)
        | E::Or(_)
        | E::IsNull(_)
        | E::Is(..)
        | E::In(..)
        | E::Among(..)
        | E::InQuery(..)
        | E::Exists(_)
        | E::Between { .. } => {
            let truth = names.condition(machine, expression)?;
            Ok(truth.value(machine.terms()))
        }
    }
}

/// What an operator, a function or a cast gives.
fn operation(names: &impl Names, machine: &mut Machine<'_>, expression: &Expression) -> Evaluated {
    use Expression as E;
    match expression {
        E::Arithmetic(Arithmetic::Divide, left, right) if is_whole_division(names, left, right) => {
            let (left, right) = (names.value(machine, left)?, names.value(machine, right)?);
            let known = names.known(machine, left);
            let quotient = machine.terms().apply(Operator::Divide, &[known, right]);
            let whole = machine.terms().compute(Meaning::ToInteger, &[quotient]);
            Ok(unless_null(names, machine, &[left], whole))
        }
        E::Arithmetic(operator, left, right) if names.computes(operator) => {
            let (left, right) = (names.value(machine, left)?, names.value(machine, right)?);
            arithmetic(names, machine, operator, left, right)?
                .map_or_else(|| not_supported(expression), Ok)
        }
        E::Call(name, arguments) => function(names, machine, name, arguments, expression),
        E::Cast(inner, kind) if is_present(inner, kind) => names.drawn(machine, "now", false),
        // Values are stored as they are given: a cast says what they are.
        E::Cast(inner, kind) if names.casts(inner, kind) => names.value(machine, inner),
        _ => not_supported(expression),
    }
}

fn literal(terms: &mut Terms, constant: &Constant) -> Term {
    match constant {
        Constant::Null => terms.null(),
        Constant::Bool(value) => terms.bool(*value),
        Constant::Number(value) | Constant::Decimal(value) => terms.number(*value),
        Constant::Text(text) => terms.string(text.as_str()),
    }
}

fn case(
    names: &impl Names,
    machine: &mut Machine<'_>,
    operand: Option<&Expression>,
    cases: &[(Expression, Expression)],
    otherwise: Option<&Expression>,
) -> Evaluated {
    let operand = operand.map(|operand| names.value(machine, operand)).transpose()?;
    let mut result = match otherwise {
        Some(otherwise) => names.value(machine, otherwise)?,
        None => machine.terms().null(),
    };
    for (when, then) in cases.iter().rev() {
        let holds = match operand {
            Some(operand) => {
                let value = names.value(machine, when)?;
                equal(names, machine, operand, value)?.holds
            }
            None => names.condition(machine, when)?.holds,
        };
        let value = names.value(machine, then)?;
        result = machine.terms().ite(holds, value, result);
    }
    Ok(result)
}

/// `'now'::timestamp`, `date 'today'`: a word that is taken for the present time.
fn is_present(value: &Expression, kind: &str) -> bool {
    let is_time = kind.starts_with("date") || kind.starts_with("time");
    let Expression::Constant(Constant::Text(text)) = value else { return false };
    is_time && functions::is_word_for_time(text)
}

/// Whether PostgreSQL divides whole numbers, by one that is not zero: what is left is dropped.
fn is_whole_division(names: &impl Names, left: &Expression, right: &Expression) -> bool {
    let is_whole = |side| matches!(names.kind(side), Some(Kind::Whole | Kind::Long));
    let is_zero = |side: &Expression| match side {
        Expression::Constant(Constant::Number(number)) => *number == 0.0,
        _ => true,
    };
    names.product() == Product::Postgres && is_whole(left) && is_whole(right) && !is_zero(right)
}

fn arithmetic(
    names: &impl Names,
    machine: &mut Machine<'_>,
    operator: &Arithmetic,
    left: Term,
    right: Term,
) -> Result<Option<Term>, Failure> {
    let (mut a, mut b) = (names.known(machine, left), names.known(machine, right));
    if !matches!(operator, Arithmetic::Concat | Arithmetic::Other(_)) {
        (a, b) = (names.number(machine, a)?, names.number(machine, b)?);
    }
    let terms = machine.terms();
    let computed = match operator {
        Arithmetic::Add => Some(terms.apply(Operator::Add, &[a, b])),
        Arithmetic::Multiply => Some(terms.apply(Operator::Multiply, &[a, b])),
        Arithmetic::Subtract => {
            let minus = terms.number(-1.0);
            let negated = terms.apply(Operator::Multiply, &[minus, b]);
            Some(terms.apply(Operator::Add, &[a, negated]))
        }
        Arithmetic::Remainder => Some(terms.apply(Operator::Remainder, &[a, b])),
        // Whole or not depends on the types of the columns.
        Arithmetic::Divide => names.pure(machine, "sql.divide", &[a, b]),
        Arithmetic::DivideWhole => names.pure(machine, "sql.div", &[a, b]),
        Arithmetic::Concat => Some(terms.apply(Operator::Concat, &[a, b])),
        Arithmetic::Other(name) => names.pure(machine, &format!("sql.{name}"), &[a, b]),
    };
    Ok(computed.map(|value| unless_null(names, machine, &[left, right], value)))
}

fn function(
    names: &impl Names,
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &[Expression],
    whole: &Expression,
) -> Evaluated {
    if functions::is_clock(name) && (arguments.is_empty() || name == "current_timestamp") {
        return names.drawn(machine, name, false);
    }
    if matches!(name, "random" | "rand" | "randomblob") {
        return names.drawn(machine, "random", false);
    }
    if functions::is_unique(name) {
        return names.drawn(machine, name, true);
    }
    // MySQL says from which address.
    if names.product() == Product::Mysql && matches!(name, "user" | "session_user" | "system_user")
    {
        return names.drawn(machine, name, false);
    }
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        values.push(names.value(machine, argument)?);
    }
    if let Some(evaluated) = names.function(machine, name, &values) {
        return evaluated;
    }
    if functions::is_of_connection(name) && values.is_empty() {
        return names.pure(machine, name, &[]).map_or_else(|| not_supported(whole), Ok);
    }
    known_function(names, machine, name, &values)?.map_or_else(
        || {
            Failure::because(format!(
                "what `{name}` gives is not known: say so in the program, or store its result"
            ))
        },
        Ok,
    )
}

/// Functions whose result is known, or known to depend on the arguments only.
fn known_function(
    names: &impl Names,
    machine: &mut Machine<'_>,
    name: &str,
    values: &[Term],
) -> Result<Option<Term>, Failure> {
    Ok(Some(match (name, values) {
        ("coalesce" | "ifnull" | "nvl", [rest @ .., last]) => {
            rest.iter().rev().fold(*last, |otherwise, &value| {
                let (null, value) = (names.null(machine, value), names.known(machine, value));
                machine.terms().ite(null, otherwise, value)
            })
        }
        ("nullif", [value, other]) => {
            let same = equal(names, machine, *value, *other)?.holds;
            let null = machine.terms().null();
            machine.terms().ite(same, null, *value)
        }
        ("greatest" | "least" | "max" | "min", [first, rest @ ..]) if !rest.is_empty() => {
            let greatest = matches!(name, "greatest" | "max");
            rest.iter().fold(*first, |best, &value| {
                let pair = if greatest { [best, value] } else { [value, best] };
                let better = machine.terms().apply(Operator::Less, &pair);
                machine.terms().ite(better, value, best)
            })
        }
        ("if" | "iif", [condition, then, otherwise]) => {
            let holds = truth(names, machine, *condition)?.holds;
            machine.terms().ite(holds, *then, *otherwise)
        }
        ("concat", _) => machine.terms().apply(Operator::Concat, values),
        _ if functions::is_lock(name) => machine.terms().null(),
        _ if functions::is_pure(name) => {
            match names.pure(machine, &format!("sql.{name}"), values) {
                Some(value) => unless_null(names, machine, values, value),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    }))
}

fn condition(
    names: &impl Names,
    machine: &mut Machine<'_>,
    expression: &Expression,
) -> Result<Truth, Failure> {
    use Expression as E;
    Ok(match expression {
        E::Not(inner) => names.condition(machine, inner)?.negated(),
        E::And(parts) => {
            let yes = machine.terms().bool(true);
            let mut all = Truth::certain(machine.terms(), yes);
            for part in parts {
                let part = names.condition(machine, part)?;
                all = all.and(machine.terms(), part);
            }
            all
        }
        E::Or(parts) => {
            let mut any = Truth::never(machine.terms());
            for part in parts {
                let part = names.condition(machine, part)?;
                any = any.or(machine.terms(), part);
            }
            any
        }
        E::Compare(operator, left, right) => {
            let (a, b) = (names.value(machine, left)?, names.value(machine, right)?);
            let (a, b) = (names.beside(machine, right, a), names.beside(machine, left, b));
            compare(names, machine, *operator, a, b)?
        }
        E::IsNull(inner) => {
            let value = names.value(machine, inner)?;
            let null = names.null(machine, value);
            Truth::certain(machine.terms(), null)
        }
        E::Is(wanted, inner) => {
            let truth = names.condition(machine, inner)?;
            let is = if *wanted { truth.holds } else { truth.fails };
            Truth::certain(machine.terms(), is)
        }
        E::In(subject, list) => within(names, machine, subject, list)?,
        E::Among(subject, list) => {
            let (value, items) = (names.value(machine, subject)?, names.value(machine, list)?);
            match among(names, machine, value, items)? {
                Some(truth) => truth,
                None => return not_supported(expression),
            }
        }
        E::InQuery(subject, query) => {
            let value = names.value(machine, subject)?;
            let mut found = Truth::never(machine.terms());
            for (present, row) in names.rows(machine, query)? {
                let [(_, item)] = row[..] else { return not_supported(expression) };
                let same = equal(names, machine, value, item)?;
                let there = Truth::certain(machine.terms(), present);
                let same = there.and(machine.terms(), same);
                found = found.or(machine.terms(), same);
            }
            found
        }
        E::Exists(query) => {
            let mut any = machine.terms().bool(false);
            for (present, _) in names.rows(machine, query)? {
                any = machine.terms().or(any, present);
            }
            Truth::certain(machine.terms(), any)
        }
        E::Between { value: subject, low, high } => {
            let value = names.value(machine, subject)?;
            let (low, high) = (names.value(machine, low)?, names.value(machine, high)?);
            let (low, high) =
                (names.beside(machine, subject, low), names.beside(machine, subject, high));
            let above = compare(names, machine, Comparison::LessEqual, low, value)?;
            let below = compare(names, machine, Comparison::LessEqual, value, high)?;
            above.and(machine.terms(), below)
        }
        E::Bound(_) => return Failure::because("a condition is put together at run time"),
        _ => {
            let value = names.value(machine, expression)?;
            truth(names, machine, value)?
        }
    })
}

/// A value as a condition.
fn truth(names: &impl Names, machine: &mut Machine<'_>, value: Term) -> Result<Truth, Failure> {
    let known = names.known(machine, value);
    let holds = names.counts_as_true(machine, known)?;
    let null = names.null(machine, value);
    let truth = Truth::unless(machine.terms(), holds, null);
    // What is true is something.
    Ok(if known == value { Truth { holds, ..truth } } else { truth })
}

fn within(
    names: &impl Names,
    machine: &mut Machine<'_>,
    subject: &Expression,
    list: &[Expression],
) -> Result<Truth, Failure> {
    let value = names.value(machine, subject)?;
    let mut found = Truth::never(machine.terms());
    for item in list {
        let bound = match item {
            Expression::Bound(index) => names.bound().get(*index).copied(),
            _ => None,
        };
        let item = match bound {
            Some(bound) if bound.several => match among(names, machine, value, bound.value)? {
                Some(truth) => truth,
                None => return Failure::because("bind values as a list of known length"),
            },
            _ => {
                let item = names.value(machine, item)?;
                let item = names.beside(machine, subject, item);
                equal(names, machine, value, item)?
            }
        };
        found = found.or(machine.terms(), item);
    }
    Ok(found)
}

/// Whether a value is one of a list that may not be known.
fn among(
    names: &impl Names,
    machine: &mut Machine<'_>,
    value: Term,
    items: Term,
) -> Result<Option<Truth>, Failure> {
    if let Node::List(items) = machine.view(items).clone() {
        let mut found = Truth::never(machine.terms());
        for &item in items.iter() {
            let same = equal(names, machine, value, item)?;
            found = found.or(machine.terms(), same);
        }
        return Ok(Some(found));
    }
    let Some(found) = names.pure(machine, "sql.in", &[value, items]) else { return Ok(None) };
    let holds = machine.terms().apply(Operator::Truthy, &[found]);
    Ok(Some(Truth::certain(machine.terms(), holds)))
}

fn equal(
    names: &impl Names,
    machine: &mut Machine<'_>,
    left: Term,
    right: Term,
) -> Result<Truth, Failure> {
    compare(names, machine, Comparison::Equal, left, right)
}

fn compare(
    names: &impl Names,
    machine: &mut Machine<'_>,
    operator: Comparison,
    left: Term,
    right: Term,
) -> Result<Truth, Failure> {
    let (operator, left, right) = match operator {
        Comparison::Greater => (Comparison::Less, right, left),
        Comparison::GreaterEqual => (Comparison::LessEqual, right, left),
        other => (other, left, right),
    };
    let (a, b) = (names.known(machine, left), names.known(machine, right));
    let unchanged = (a, b) == (left, right);
    let (a, b) = names.operands(machine, operator, a, b)?;
    let terms = machine.terms();
    let holds = match operator {
        Comparison::Less => terms.apply(Operator::Less, &[a, b]),
        Comparison::LessEqual => terms.apply(Operator::LessEqual, &[a, b]),
        _ => terms.equal(a, b),
    };
    if operator == Comparison::Same && unchanged {
        return Ok(Truth::certain(terms, holds));
    }
    let (no_left, no_right) = (names.null(machine, left), names.null(machine, right));
    let terms = machine.terms();
    let null = terms.or(no_left, no_right);
    if operator == Comparison::Same {
        let (something, both) = (terms.not(null), terms.and(no_left, no_right));
        let equal = terms.and(something, holds);
        let same = terms.or(both, equal);
        return Ok(Truth::certain(terms, same));
    }
    let mut truth = Truth::unless(terms, holds, null);
    let is_equation = matches!(operator, Comparison::Equal | Comparison::Different);
    // What equals something is something.
    let something = terms.is_false(no_left) || terms.is_false(no_right);
    if is_equation && unchanged && something {
        truth.holds = holds;
    }
    Ok(if operator == Comparison::Different { truth.negated() } else { truth })
}
