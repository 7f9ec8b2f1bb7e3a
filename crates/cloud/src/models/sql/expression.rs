//! SQL expressions as terms, with SQL's three truth values.

use super::schema::spelled;
use super::text::{Bound, marked};
use super::{Failure, Product, Table};
use aplomb_script::Span;
use aplomb_symbolic::{Machine, Node, Operator, Origin, Term, Terms};
use sqlparser::ast::{
    BinaryOperator, CaseWhen, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments,
    Ident, UnaryOperator, Value,
};

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
}

/// Whether a condition is true, and whether it is false; with NULL it is neither.
#[derive(Clone, Copy)]
pub(super) struct Truth {
    pub(super) holds: Term,
    fails: Term,
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

pub(super) type Evaluated = Result<Term, Failure>;

/// Functions that are nothing but functions of their arguments.
const PURE: &str = "lower upper trim ltrim rtrim length char_length octet_length abs round floor ceil \
    ceiling mod power sqrt sign substr substring left right replace reverse repeat lpad \
    rpad split_part strpos position instr locate md5 sha1 sha2 sha256 encode decode hex \
    to_char to_date to_timestamp to_number date_trunc date_part date_add date_sub \
    date_format datediff timestampdiff from_unixtime str_to_date year month day hour \
    jsonb_build_object json_build_object json_object json_extract json_unquote jsonb_set \
    json_set regexp_replace array_append";

/// Functions that give the present time; some do so only without an argument.
const CLOCKS: &str = "now current_timestamp current_date current_time localtime localtimestamp \
    clock_timestamp statement_timestamp transaction_timestamp timeofday sysdate \
    utc_timestamp utc_date curdate curtime unix_timestamp getdate uuid_short";

/// Functions that tell who is connected to what: the same for all functions.
const CONNECTION: &str = "session_user system_user current_user user database schema version \
    current_database current_schema";

/// Functions that give a value like no other.
const UNIQUE: &str = "gen_random_uuid uuid_generate_v4 uuid_generate_v1 uuidv4 uuidv7 uuid nextval newid \
    gen_ulid";

/// Whether a list of words has a word.
fn is_among(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

/// The last name of `a.b.c`.
pub(super) fn column_of(expression: &Expr) -> Option<&Ident> {
    match expression {
        Expr::Identifier(name) => Some(name),
        Expr::CompoundIdentifier(names) => names.last(),
        Expr::Nested(inner) => column_of(inner),
        _ => None,
    }
}

/// The conjuncts of a condition, in order.
pub(super) fn conjuncts(expression: &Expr) -> Vec<&Expr> {
    let mut parts = Vec::new();
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        match expression {
            Expr::Nested(inner) => open.push(inner),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                open.extend([right, left].map(|side| &**side))
            }
            _ => parts.push(expression),
        }
    }
    parts
}

/// The arguments of a function by position.
pub(super) fn arguments(function: &Function) -> Vec<&FunctionArgExpr> {
    let FunctionArguments::List(list) = &function.args else { return Vec::new() };
    let unnamed = list.args.iter().filter_map(|argument| match argument {
        FunctionArg::Unnamed(value) => Some(value),
        _ => None,
    });
    unnamed.collect()
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

/// Whether a value is NULL.
pub(super) fn is_null(terms: &mut Terms, term: Term) -> Term {
    if is_something(terms, term) {
        return terms.bool(false);
    }
    let (undefined, null) = (terms.undefined(), terms.null());
    let (missing, empty) = (terms.equal(term, undefined), terms.equal(term, null));
    terms.or(missing, empty)
}

/// Whether a value came with the request, so that it has the shape it should have.
fn is_given(terms: &Terms, term: Term) -> bool {
    !matches!(terms.node(term), Node::Null | Node::Undefined)
        && !terms.depends(term, |symbol| {
            !matches!(terms.symbol(symbol).origin, Origin::Input | Origin::Setting)
        })
}

/// The value, or NULL if one of the operands is.
fn unless_null(terms: &mut Terms, operands: &[Term], value: Term) -> Term {
    let mut any = terms.bool(false);
    for &operand in operands {
        if !is_given(terms, operand) {
            let null = is_null(terms, operand);
            any = terms.or(any, null);
        }
    }
    let null = terms.null();
    terms.ite(any, null, value)
}

fn unsupported<T>(expression: &Expr) -> Result<T, Failure> {
    Failure::because(format!("`{expression}` is not understood"))
}

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

    /// The value of an expression.
    pub(super) fn value(&self, machine: &mut Machine<'_>, expression: &Expr) -> Evaluated {
        // Long sums are deep trees.
        stacker::maybe_grow(64 << 10, 2 << 20, || self.value_of(machine, expression))
    }

    fn value_of(&self, machine: &mut Machine<'_>, expression: &Expr) -> Evaluated {
        match expression {
            Expr::Identifier(name) => self.column(machine, name),
            Expr::CompoundIdentifier(names) => {
                let name = names.last().ok_or_else(|| Failure::new("a name is missing"))?;
                let of_excluded = names.len() > 1
                    && matches!(names[0].value.to_lowercase().as_str(), "excluded" | "new");
                match self.excluded.filter(|_| of_excluded) {
                    Some(excluded) => {
                        let column = self.column_name(name);
                        Ok(machine.terms().field(excluded, &column))
                    }
                    None => self.column(machine, name),
                }
            }
            Expr::Nested(inner) => self.value(machine, inner),
            Expr::Value(value) => self.literal(machine, &value.value, expression),
            // Values are stored as they are given: a cast says what they are.
            Expr::Cast { expr, .. } | Expr::Collate { expr, .. } => self.value(machine, expr),
            Expr::TypedString(typed) => self.literal(machine, &typed.value.value, expression),
            Expr::Interval(interval) => {
                let amount = self.value(machine, &interval.value)?;
                let unit = format!("{:?}", interval.leading_field);
                let unit = machine.terms().string(unit);
                Ok(machine.terms().pure("sql.interval", &[amount, unit]))
            }
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
                let value = self.value(machine, expr)?;
                let terms = machine.terms();
                let minus = terms.number(-1.0);
                let negated = terms.apply(Operator::Multiply, &[minus, value]);
                Ok(unless_null(terms, &[value], negated))
            }
            Expr::UnaryOp { op: UnaryOperator::Plus, expr } => self.value(machine, expr),
            Expr::BinaryOp { left, op, right } if !is_condition(op) => {
                let left = self.value(machine, left)?;
                let right = self.value(machine, right)?;
                binary(machine.terms(), op, left, right).map_or_else(|| unsupported(expression), Ok)
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                self.case(machine, operand.as_deref(), conditions, else_result.as_deref())
            }
            Expr::Function(function) => self.function(machine, function, expression),
            Expr::Trim { expr, .. } => self.pure(machine, "sql.trim", &[expr]),
            Expr::Ceil { expr, .. } => self.pure(machine, "sql.ceil", &[expr]),
            Expr::Floor { expr, .. } => self.pure(machine, "sql.floor", &[expr]),
            Expr::Extract { expr, field, .. } => {
                self.pure(machine, &format!("sql.extract {field}"), &[expr])
            }
            Expr::AtTimeZone { timestamp, time_zone } => {
                self.pure(machine, "sql.at time zone", &[timestamp, time_zone])
            }
            Expr::Substring { expr, substring_from, substring_for, .. } => {
                let mut parts = vec![&**expr];
                parts.extend(substring_from.as_deref());
                parts.extend(substring_for.as_deref());
                self.pure(machine, "sql.substring", &parts)
            }
            Expr::Array(array) => {
                let items: Result<Vec<Term>, Failure> =
                    array.elem.iter().map(|item| self.value(machine, item)).collect();
                Ok(machine.terms().list(items?))
            }
            _ => {
                let truth = self.condition(machine, expression)?;
                Ok(truth.value(machine.terms()))
            }
        }
    }

    fn pure(&self, machine: &mut Machine<'_>, name: &str, parts: &[&Expr]) -> Evaluated {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            values.push(self.value(machine, part)?);
        }
        let terms = machine.terms();
        let result = terms.pure(name, &values);
        Ok(unless_null(terms, &values, result))
    }

    /// How the table spells a column.
    pub(super) fn column_name(&self, name: &Ident) -> String {
        match self.row {
            Some((table, ..)) => table.column(name, self.product),
            None => spelled(name, self.product),
        }
    }

    fn column(&self, machine: &mut Machine<'_>, name: &Ident) -> Evaluated {
        let bare = name.value.to_lowercase();
        if name.quote_style.is_none() && is_among(CLOCKS, &bare) {
            return Ok(machine.fresh(&bare, self.span, false)?);
        }
        if bare == "default" && name.quote_style.is_none() {
            return Failure::because("DEFAULT inside an expression is not understood");
        }
        let Some((_, content, key)) = self.row else {
            // Without rows, a name in double quotes is a text.
            return match name.quote_style {
                Some('"') if self.product != Product::Postgres => {
                    Ok(machine.terms().string(name.value.as_str()))
                }
                _ => Failure::because(format!("there is no row that `{name}` belongs to")),
            };
        };
        let column = self.column_name(name);
        let terms = machine.terms();
        if let Some(key) = key {
            let of_key = terms.field(key, &column);
            if !matches!(terms.node(of_key), Node::Undefined) {
                return Ok(of_key);
            }
        }
        Ok(terms.field(content, &column))
    }

    fn literal(&self, machine: &mut Machine<'_>, value: &Value, shown: &Expr) -> Evaluated {
        let terms = machine.terms();
        Ok(match value {
            Value::Number(text, _) => match text.parse::<f64>() {
                Ok(number) => terms.number(number),
                Err(_) => return unsupported(shown),
            },
            Value::SingleQuotedString(text) => match marked(text) {
                Some(index) => {
                    let Some(Bound { value, .. }) = self.bound.get(index).copied() else {
                        return unsupported(shown);
                    };
                    // Drivers write both as NULL.
                    match terms.node(value) {
                        Node::Undefined => terms.null(),
                        _ => value,
                    }
                }
                None => terms.string(text.as_str()),
            },
            Value::DoubleQuotedString(text)
            | Value::EscapedStringLiteral(text)
            | Value::NationalStringLiteral(text)
            | Value::HexStringLiteral(text) => terms.string(text.as_str()),
            Value::DollarQuotedString(text) => terms.string(text.value.as_str()),
            Value::Boolean(value) => terms.bool(*value),
            Value::Null => terms.null(),
            Value::Placeholder(name) => {
                return Failure::because(format!("no value is bound to `{name}`"));
            }
            _ => return unsupported(shown),
        })
    }

    fn case(
        &self,
        machine: &mut Machine<'_>,
        operand: Option<&Expr>,
        conditions: &[CaseWhen],
        otherwise: Option<&Expr>,
    ) -> Evaluated {
        let operand = operand.map(|operand| self.value(machine, operand)).transpose()?;
        let mut result = match otherwise {
            Some(otherwise) => self.value(machine, otherwise)?,
            None => machine.terms().null(),
        };
        for when in conditions.iter().rev() {
            let holds = match operand {
                Some(operand) => {
                    let value = self.value(machine, &when.condition)?;
                    equal(machine.terms(), operand, value).holds
                }
                None => self.condition(machine, &when.condition)?.holds,
            };
            let value = self.value(machine, &when.result)?;
            result = machine.terms().ite(holds, value, result);
        }
        Ok(result)
    }

    fn function(&self, machine: &mut Machine<'_>, function: &Function, shown: &Expr) -> Evaluated {
        let name = function.name.to_string().to_lowercase();
        let name = name.trim_matches(['"', '`']).rsplit('.').next().unwrap_or_default();
        let special = function.over.is_some() || function.filter.is_some();
        let given = arguments(function);
        if special {
            return unsupported(shown);
        }
        if is_among(CLOCKS, name) && (given.is_empty() || name == "current_timestamp") {
            return Ok(machine.fresh(name, self.span, false)?);
        }
        // A sequence of SQLite, a random number of all of them.
        if matches!(name, "random" | "rand" | "randomblob") {
            return Ok(machine.fresh("random", self.span, false)?);
        }
        if is_among(UNIQUE, name) {
            return Ok(machine.fresh(name, self.span, true)?);
        }
        if is_among(CONNECTION, name) && given.is_empty() {
            return Ok(machine.terms().pure(name, &[]));
        }
        if name == "values"
            && let Some(excluded) = self.excluded
        {
            let [FunctionArgExpr::Expr(column)] = given.as_slice() else {
                return unsupported(shown);
            };
            let Some(column) = column_of(column) else { return unsupported(shown) };
            let column = self.column_name(column);
            return Ok(machine.terms().field(excluded, &column));
        }
        let mut values = Vec::with_capacity(given.len());
        for argument in given {
            match argument {
                FunctionArgExpr::Expr(value) => values.push(self.value(machine, value)?),
                _ => return unsupported(shown),
            }
        }
        known_function(machine.terms(), name, &values).map_or_else(
            || {
                Failure::because(format!(
                    "what `{name}` gives is not known: say so in the program, or store its result"
                ))
            },
            Ok,
        )
    }

    /// Whether a condition holds.
    pub(super) fn condition(
        &self,
        machine: &mut Machine<'_>,
        expression: &Expr,
    ) -> Result<Truth, Failure> {
        stacker::maybe_grow(64 << 10, 2 << 20, || self.truth_of(machine, expression))
    }

    fn truth_of(&self, machine: &mut Machine<'_>, expression: &Expr) -> Result<Truth, Failure> {
        Ok(match expression {
            Expr::Nested(inner) => self.condition(machine, inner)?,
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => {
                self.condition(machine, expr)?.negated()
            }
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                let (left, right) =
                    (self.condition(machine, left)?, self.condition(machine, right)?);
                left.and(machine.terms(), right)
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                let (left, right) =
                    (self.condition(machine, left)?, self.condition(machine, right)?);
                left.or(machine.terms(), right)
            }
            Expr::BinaryOp { left, op, right } if is_condition(op) => {
                let (left, right) = (self.value(machine, left)?, self.value(machine, right)?);
                match compared(machine.terms(), op, left, right) {
                    Some(truth) => truth,
                    None => return unsupported(expression),
                }
            }
            Expr::IsNull(inner) => {
                let value = self.value(machine, inner)?;
                let null = is_null(machine.terms(), value);
                Truth::certain(machine.terms(), null)
            }
            Expr::IsNotNull(inner) => {
                let value = self.value(machine, inner)?;
                let null = is_null(machine.terms(), value);
                Truth::certain(machine.terms(), null).negated()
            }
            Expr::IsTrue(inner) => {
                let holds = self.condition(machine, inner)?.holds;
                Truth::certain(machine.terms(), holds)
            }
            Expr::IsNotTrue(inner) => {
                let holds = self.condition(machine, inner)?.holds;
                Truth::certain(machine.terms(), holds).negated()
            }
            Expr::IsFalse(inner) => {
                let fails = self.condition(machine, inner)?.fails;
                Truth::certain(machine.terms(), fails)
            }
            Expr::InList { expr, list, negated } => {
                let truth = self.in_list(machine, expr, list)?;
                if *negated { truth.negated() } else { truth }
            }
            Expr::AnyOp { left, compare_op: BinaryOperator::Eq, right, .. } => {
                let (value, items) = (self.value(machine, left)?, self.value(machine, right)?);
                self.among(machine.terms(), value, items)
            }
            Expr::Between { expr, negated, low, high } => {
                let value = self.value(machine, expr)?;
                let (low, high) = (self.value(machine, low)?, self.value(machine, high)?);
                let terms = machine.terms();
                let above = ordered(terms, Operator::LessEqual, low, value);
                let below = ordered(terms, Operator::LessEqual, value, high);
                let inside = above.and(terms, below);
                if *negated { inside.negated() } else { inside }
            }
            Expr::Like { negated, expr, pattern, .. }
            | Expr::ILike { negated, expr, pattern, .. }
            | Expr::SimilarTo { negated, expr, pattern, .. }
            | Expr::RLike { negated, expr, pattern, .. } => {
                let like = self.pure(machine, "sql.like", &[expr, pattern])?;
                let truth = self.truth(machine.terms(), like);
                if *negated { truth.negated() } else { truth }
            }
            Expr::Exists { .. }
            | Expr::InSubquery { .. }
            | Expr::Subquery(_)
            | Expr::Tuple(_)
            | Expr::JsonAccess { .. }
            | Expr::CompoundFieldAccess { .. } => return unsupported(expression),
            Expr::Value(value)
                if matches!(&value.value, Value::SingleQuotedString(text)
                    if marked(text).is_some()) =>
            {
                return Failure::because("a condition is put together at run time");
            }
            Expr::Identifier(_)
            | Expr::CompoundIdentifier(_)
            | Expr::Value(_)
            | Expr::Cast { .. }
            | Expr::Case { .. }
            | Expr::Function(_) => {
                let value = self.value(machine, expression)?;
                self.truth(machine.terms(), value)
            }
            _ => return unsupported(expression),
        })
    }

    /// A value as a condition.
    fn truth(&self, terms: &mut Terms, value: Term) -> Truth {
        let holds = terms.apply(Operator::Truthy, &[value]);
        let (null, not) = (is_null(terms, value), terms.not(holds));
        let something = terms.not(null);
        Truth { holds, fails: terms.and(not, something) }
    }

    fn in_list(
        &self,
        machine: &mut Machine<'_>,
        subject: &Expr,
        list: &[Expr],
    ) -> Result<Truth, Failure> {
        let value = self.value(machine, subject)?;
        let nowhere = machine.terms().bool(false);
        let mut found = Truth::certain(machine.terms(), nowhere);
        for item in list {
            let several = match item {
                Expr::Value(literal) => match &literal.value {
                    Value::SingleQuotedString(text) => {
                        marked(text).and_then(|index| self.bound.get(index))
                    }
                    _ => None,
                },
                _ => None,
            };
            let item = match several {
                Some(bound) if bound.several => self.among(machine.terms(), value, bound.value),
                _ => {
                    let item = self.value(machine, item)?;
                    equal(machine.terms(), value, item)
                }
            };
            found = found.or(machine.terms(), item);
        }
        Ok(found)
    }

    /// Whether a value is one of a list that may not be known.
    fn among(&self, terms: &mut Terms, value: Term, items: Term) -> Truth {
        if let Node::List(items) = terms.node(items).clone() {
            let nowhere = terms.bool(false);
            let mut found = Truth::certain(terms, nowhere);
            for &item in items.iter() {
                let same = equal(terms, value, item);
                found = found.or(terms, same);
            }
            return found;
        }
        let found = terms.pure("sql.in", &[value, items]);
        let holds = terms.apply(Operator::Truthy, &[found]);
        Truth::certain(terms, holds)
    }
}

/// Operators that give a truth value.
fn is_condition(operator: &BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(
        operator,
        B::And
            | B::Or
            | B::Eq
            | B::NotEq
            | B::Lt
            | B::LtEq
            | B::Gt
            | B::GtEq
            | B::Spaceship
            | B::PGRegexMatch
            | B::PGRegexIMatch
    )
}

/// A comparison that is neither true nor false if a side is NULL.
fn strict(terms: &mut Terms, holds: Term, left: Term, right: Term) -> Truth {
    let (left, right) = (is_null(terms, left), is_null(terms, right));
    let null = terms.or(left, right);
    let (something, not) = (terms.not(null), terms.not(holds));
    Truth { holds: terms.and(holds, something), fails: terms.and(not, something) }
}

pub(super) fn equal(terms: &mut Terms, left: Term, right: Term) -> Truth {
    let same = terms.equal(left, right);
    let truth = strict(terms, same, left, right);
    // What equals something is something.
    match is_something(terms, left) || is_something(terms, right) {
        true => Truth { holds: same, ..truth },
        false => truth,
    }
}

fn ordered(terms: &mut Terms, operator: Operator, left: Term, right: Term) -> Truth {
    let holds = terms.apply(operator, &[left, right]);
    strict(terms, holds, left, right)
}

fn compared(
    terms: &mut Terms,
    operator: &BinaryOperator,
    left: Term,
    right: Term,
) -> Option<Truth> {
    Some(match operator {
        BinaryOperator::Eq => equal(terms, left, right),
        BinaryOperator::NotEq => equal(terms, left, right).negated(),
        BinaryOperator::Spaceship => {
            let same = terms.equal(left, right);
            Truth::certain(terms, same)
        }
        BinaryOperator::Lt => ordered(terms, Operator::Less, left, right),
        BinaryOperator::LtEq => ordered(terms, Operator::LessEqual, left, right),
        BinaryOperator::Gt => ordered(terms, Operator::Less, right, left),
        BinaryOperator::GtEq => ordered(terms, Operator::LessEqual, right, left),
        BinaryOperator::PGRegexMatch | BinaryOperator::PGRegexIMatch => {
            let like = terms.pure("sql.like", &[left, right]);
            let holds = terms.apply(Operator::Truthy, &[like]);
            strict(terms, holds, left, right)
        }
        _ => return None,
    })
}

fn binary(terms: &mut Terms, operator: &BinaryOperator, left: Term, right: Term) -> Option<Term> {
    let value = match operator {
        BinaryOperator::Plus => terms.apply(Operator::Add, &[left, right]),
        BinaryOperator::Multiply => terms.apply(Operator::Multiply, &[left, right]),
        BinaryOperator::Minus => {
            let minus = terms.number(-1.0);
            let negated = terms.apply(Operator::Multiply, &[minus, right]);
            terms.apply(Operator::Add, &[left, negated])
        }
        BinaryOperator::Modulo => terms.apply(Operator::Remainder, &[left, right]),
        // Whole or not depends on the types of the columns.
        BinaryOperator::Divide => terms.pure("sql.divide", &[left, right]),
        BinaryOperator::StringConcat => terms.apply(Operator::Concat, &[left, right]),
        BinaryOperator::Arrow
        | BinaryOperator::LongArrow
        | BinaryOperator::HashArrow
        | BinaryOperator::HashLongArrow => terms.pure(&format!("sql.{operator}"), &[left, right]),
        _ => return None,
    };
    Some(unless_null(terms, &[left, right], value))
}

/// Functions whose result is known, or known to depend on the arguments only.
fn known_function(terms: &mut Terms, name: &str, values: &[Term]) -> Option<Term> {
    Some(match (name, values) {
        ("coalesce" | "ifnull" | "nvl", [rest @ .., last]) => {
            rest.iter().rev().fold(*last, |otherwise, &value| {
                let null = is_null(terms, value);
                terms.ite(null, otherwise, value)
            })
        }
        ("nullif", [value, other]) => {
            let same = equal(terms, *value, *other).holds;
            let null = terms.null();
            terms.ite(same, null, *value)
        }
        ("greatest" | "least" | "max" | "min", [first, rest @ ..]) if !rest.is_empty() => {
            rest.iter().fold(*first, |best, &value| {
                let (low, high) = if name.starts_with(['g']) || name == "max" {
                    (best, value)
                } else {
                    (value, best)
                };
                let better = terms.apply(Operator::Less, &[low, high]);
                terms.ite(better, value, best)
            })
        }
        ("if" | "iif", [condition, then, otherwise]) => {
            let holds = terms.apply(Operator::Truthy, &[*condition]);
            terms.ite(holds, *then, *otherwise)
        }
        ("concat", _) => terms.apply(Operator::Concat, values),
        // They only keep others waiting.
        ("pg_advisory_xact_lock" | "pg_advisory_lock" | "pg_advisory_unlock", _) => terms.null(),
        _ if is_among(PURE, name) || is_among(CLOCKS, name) => {
            let value = terms.pure(&format!("sql.{name}"), values);
            unless_null(terms, values, value)
        }
        _ => return None,
    })
}
