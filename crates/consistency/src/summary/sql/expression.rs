//! Expressions of SQL over rows of the model, with the three values of its
//! conditions: true, false and null.
//!
//! A value that may be null is a choice between null and something else, so
//! columns that cannot be null cost nothing.

use aplomb_symbolic::{Machine, Operator, Term};
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Query,
    UnaryOperator, Value,
};

use super::super::rows::{known, null};
use super::Failure;

/// Columns by the name of their table and their own, both in lower case.
pub(super) type Columns = Vec<(String, String, Term)>;

/// A combination of rows that a statement looks at.
#[derive(Clone)]
pub(super) struct Combination {
    /// When it is there and satisfies the conditions.
    pub found: Term,
    pub columns: Columns,
    /// The table and the key of the row of each source.
    pub places: Vec<(usize, Term)>,
}

/// A row that a query gives: when it is there, and its columns.
pub(super) type Given = (Term, Vec<(String, Term)>);

/// What a subquery is, when somebody needs it.
pub(super) type Subquery<'a> =
    dyn Fn(&mut Machine<'_>, &Query, &Columns) -> Result<Vec<Given>, Failure> + 'a;

/// What names and placeholders stand for while an expression is evaluated.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub columns: &'a [(String, String, Term)],
    /// How many of the columns are those of the query around this one, which
    /// come first and which the own ones hide.
    pub outer: usize,
    /// The values bound to the statement.
    pub bound: &'a [Term],
    /// The rows over which aggregates are taken, if that is what is asked.
    pub group: Option<&'a [Combination]>,
    /// How subqueries are answered.
    pub subquery: &'a Subquery<'a>,
}

/// The table of the values that an upsert proposes.
pub(super) const PROPOSED: &str = "excluded";

type Evaluated = Result<Term, Failure>;

/// A condition: when it is true and when it is false; neither where it is null.
#[derive(Clone, Copy)]
pub(super) struct Condition {
    pub holds: Term,
    fails: Term,
}

fn unsupported<T>(expression: &Expr) -> Result<T, Failure> {
    Failure::because(format!("`{expression}` is not supported in SQL"))
}

/// The table, if it is named, and the column of `a.b`, in lower case.
pub(super) fn column_name(expression: &Expr) -> Option<(Option<String>, String)> {
    match expression {
        Expr::Identifier(name) => Some((None, name.value.to_lowercase())),
        Expr::CompoundIdentifier(names) => {
            let last = names.last()?.value.to_lowercase();
            let table = names.len().checked_sub(2).map(|at| names[at].value.to_lowercase());
            Some((table, last))
        }
        Expr::Nested(inner) => column_name(inner),
        _ => None,
    }
}

/// The conjuncts of a condition.
pub(super) fn conjuncts<'e>(expression: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match expression {
        Expr::Nested(inner) => conjuncts(inner, parts),
        Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(expression),
    }
}

impl Condition {
    fn of(machine: &mut Machine<'_>, holds: Term, null: Term) -> Condition {
        let terms = machine.terms();
        let known = terms.not(null);
        let fails = terms.not(holds);
        Condition { holds: terms.and(known, holds), fails: terms.and(known, fails) }
    }

    fn exactly(machine: &mut Machine<'_>, holds: Term) -> Condition {
        Condition { holds, fails: machine.terms().not(holds) }
    }

    fn not(self) -> Condition {
        Condition { holds: self.fails, fails: self.holds }
    }

    fn negated(self, negated: bool) -> Condition {
        if negated { self.not() } else { self }
    }

    fn and(self, machine: &mut Machine<'_>, other: Condition) -> Condition {
        let terms = machine.terms();
        Condition {
            holds: terms.and(self.holds, other.holds),
            fails: terms.or(self.fails, other.fails),
        }
    }

    fn or(self, machine: &mut Machine<'_>, other: Condition) -> Condition {
        self.not().and(machine, other.not()).not()
    }

    fn value(self, machine: &mut Machine<'_>) -> Term {
        let terms = machine.terms();
        let decided = terms.or(self.holds, self.fails);
        let nothing = terms.null();
        terms.ite(decided, self.holds, nothing)
    }
}

impl Names<'_> {
    fn column(&self, table: Option<&str>, name: &str) -> Evaluated {
        // What an upsert proposes is named as such.
        let fits = |(of, known, _): &&(String, String, Term)| {
            known == name && table.map_or(of != PROPOSED, |table| table == of)
        };
        let (outer, own) = self.columns.split_at(self.outer.min(self.columns.len()));
        let scope = if own.iter().any(|it| fits(&it)) { own } else { outer };
        let mut found = scope.iter().filter(fits);
        match (found.next(), found.next()) {
            (Some((.., value)), None) => Ok(*value),
            (None, _) => Failure::because(format!("there is no column `{name}` in the model")),
            _ => Failure::because(format!("the column `{name}` is ambiguous")),
        }
    }

    /// When a condition holds.
    pub fn condition(
        &self,
        machine: &mut Machine<'_>,
        expression: &Expr,
    ) -> Result<Condition, Failure> {
        match expression {
            Expr::Nested(inner) => self.condition(machine, inner),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => {
                Ok(self.condition(machine, expr)?.not())
            }
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                let left = self.condition(machine, left)?;
                let right = self.condition(machine, right)?;
                Ok(left.and(machine, right))
            }
            Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                let left = self.condition(machine, left)?;
                let right = self.condition(machine, right)?;
                Ok(left.or(machine, right))
            }
            Expr::BinaryOp { left, op, right } if is_comparison(op) => {
                let left = self.evaluate(machine, left)?;
                let right = self.evaluate(machine, right)?;
                Ok(compare(machine, op, left, right))
            }
            Expr::IsNull(inner) | Expr::IsNotNull(inner) => {
                let value = self.evaluate(machine, inner)?;
                let null = null(machine, value);
                let negated = matches!(expression, Expr::IsNotNull(_));
                Ok(Condition::exactly(machine, null).negated(negated))
            }
            Expr::IsTrue(inner) | Expr::IsFalse(inner) => {
                let condition = self.condition(machine, inner)?;
                let condition = condition.negated(matches!(expression, Expr::IsFalse(_)));
                Ok(Condition::exactly(machine, condition.holds))
            }
            Expr::InList { expr, list, negated } => {
                let value = self.evaluate(machine, expr)?;
                let no = machine.terms().bool(false);
                let mut found = Condition::exactly(machine, no);
                for item in list {
                    let item = self.evaluate(machine, item)?;
                    let same = compare(machine, &BinaryOperator::Eq, value, item);
                    found = found.or(machine, same);
                }
                Ok(found.negated(*negated))
            }
            Expr::InSubquery { expr, subquery, negated } => {
                let value = self.evaluate(machine, expr)?;
                let no = machine.terms().bool(false);
                let mut found = Condition::exactly(machine, no);
                for (present, row) in (self.subquery)(machine, subquery, &self.columns.to_vec())? {
                    let [(_, item)] = row[..] else { return unsupported(expression) };
                    let same = compare(machine, &BinaryOperator::Eq, value, item);
                    let there = Condition::exactly(machine, present);
                    let same = there.and(machine, same);
                    found = found.or(machine, same);
                }
                Ok(found.negated(*negated))
            }
            Expr::Between { expr, negated, low, high } => {
                let value = self.evaluate(machine, expr)?;
                let (low, high) = (self.evaluate(machine, low)?, self.evaluate(machine, high)?);
                let above = compare(machine, &BinaryOperator::LtEq, low, value);
                let below = compare(machine, &BinaryOperator::LtEq, value, high);
                Ok(above.and(machine, below).negated(*negated))
            }
            Expr::Exists { subquery, negated } => {
                let mut any = machine.terms().bool(false);
                for (present, _) in (self.subquery)(machine, subquery, &self.columns.to_vec())? {
                    any = machine.terms().or(any, present);
                }
                Ok(Condition::exactly(machine, any).negated(*negated))
            }
            _ => {
                let value = self.evaluate(machine, expression)?;
                let (null, value) = (null(machine, value), known(machine, value));
                let truth = machine.truth(value);
                Ok(Condition::of(machine, truth, null))
            }
        }
    }

    /// The value of an expression; a choice with null where it may be null.
    pub fn evaluate(&self, machine: &mut Machine<'_>, expression: &Expr) -> Evaluated {
        if let Some((table, name)) = column_name(expression) {
            return self.column(table.as_deref(), &name);
        }
        match expression {
            Expr::Nested(inner) => self.evaluate(machine, inner),
            // What is bound has the type it is said to have; numbers stay numbers.
            Expr::Cast { expr, data_type, .. } => {
                let kind = data_type.to_string().to_lowercase();
                let number = ["int", "bigint", "smallint", "numeric", "decimal"];
                let bound = matches!(
                    &**expr,
                    Expr::Value(value) if matches!(value.value, Value::Placeholder(_))
                );
                match bound || number.iter().any(|it| kind.starts_with(it)) {
                    true => self.evaluate(machine, expr),
                    false => unsupported(expression),
                }
            }
            Expr::Value(value) => self.literal(machine, &value.value, expression),
            Expr::UnaryOp { op: UnaryOperator::Plus, expr } => self.evaluate(machine, expr),
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
                let (value, minus) = (self.evaluate(machine, expr)?, machine.terms().number(-1.0));
                Ok(arithmetic(machine, Operator::Multiply, minus, value))
            }
            Expr::BinaryOp { left, op, right } if arithmetic_operator(op).is_some() => {
                let left = self.evaluate(machine, left)?;
                let mut right = self.evaluate(machine, right)?;
                if *op == BinaryOperator::Minus {
                    let minus = machine.terms().number(-1.0);
                    right = arithmetic(machine, Operator::Multiply, minus, right);
                }
                let operator = arithmetic_operator(op).expect("it was checked");
                Ok(arithmetic(machine, operator, left, right))
            }
            Expr::BinaryOp { op, .. }
                if !is_comparison(op)
                    && !matches!(op, BinaryOperator::And | BinaryOperator::Or) =>
            {
                unsupported(expression)
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                let mut value = match else_result {
                    Some(otherwise) => self.evaluate(machine, otherwise)?,
                    None => machine.terms().null(),
                };
                for case in conditions.iter().rev() {
                    let holds = match operand {
                        None => self.condition(machine, &case.condition)?.holds,
                        Some(operand) => {
                            let operand = self.evaluate(machine, operand)?;
                            let case = self.evaluate(machine, &case.condition)?;
                            compare(machine, &BinaryOperator::Eq, operand, case).holds
                        }
                    };
                    let result = self.evaluate(machine, &case.result)?;
                    value = machine.terms().ite(holds, result, value);
                }
                Ok(value)
            }
            Expr::Subquery(query) => self.scalar(machine, query),
            Expr::Function(function) => self.function(machine, function, expression),
            Expr::UnaryOp { op: UnaryOperator::Not, .. }
            | Expr::BinaryOp { .. }
            | Expr::IsNull(_)
            | Expr::IsNotNull(_)
            | Expr::IsTrue(_)
            | Expr::IsFalse(_)
            | Expr::InList { .. }
            | Expr::InSubquery { .. }
            | Expr::Between { .. }
            | Expr::Exists { .. } => {
                let condition = self.condition(machine, expression)?;
                Ok(condition.value(machine))
            }
            _ => unsupported(expression),
        }
    }

    /// A subquery that gives one value, or null.
    fn scalar(&self, machine: &mut Machine<'_>, query: &Query) -> Evaluated {
        let rows = (self.subquery)(machine, query, &self.columns.to_vec())?;
        match &rows[..] {
            [(present, row)] if row.len() == 1 => {
                let nothing = machine.terms().null();
                Ok(machine.terms().ite(*present, row[0].1, nothing))
            }
            _ => Failure::because(format!("`({query})` may give more than one value")),
        }
    }

    fn literal(&self, machine: &mut Machine<'_>, value: &Value, shown: &Expr) -> Evaluated {
        match value {
            Value::Null => Ok(machine.terms().null()),
            Value::Number(text, _) => match text.parse::<f64>() {
                Ok(number) => Ok(machine.terms().number(number)),
                Err(_) => unsupported(shown),
            },
            Value::SingleQuotedString(text) => Ok(machine.terms().string(text.as_str())),
            Value::Boolean(value) => Ok(machine.terms().bool(*value)),
            Value::Placeholder(name) => {
                let position: Option<usize> = name.trim_start_matches('$').parse().ok();
                let bound = position.and_then(|it| self.bound.get(it.checked_sub(1)?)).copied();
                match bound {
                    Some(value) => Ok(value),
                    None => Failure::because(format!("no value is bound to `{name}`")),
                }
            }
            _ => unsupported(shown),
        }
    }

    fn function(&self, machine: &mut Machine<'_>, function: &Function, shown: &Expr) -> Evaluated {
        let plain = function.filter.is_none() && function.over.is_none();
        let (FunctionArguments::List(list), true) = (&function.args, plain) else {
            return unsupported(shown);
        };
        if list.duplicate_treatment.is_some() || !list.clauses.is_empty() {
            return unsupported(shown);
        }
        let name = function.name.to_string().to_lowercase();
        let mut arguments = Vec::new();
        for argument in &list.args {
            match argument {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(expression)) => {
                    arguments.push(Some(expression));
                }
                FunctionArg::Unnamed(FunctionArgExpr::Wildcard) => arguments.push(None),
                _ => return unsupported(shown),
            }
        }
        match (name.as_str(), &arguments[..]) {
            ("count" | "sum" | "min" | "max", &[argument]) => {
                self.aggregate(machine, &name, argument, shown)
            }
            ("coalesce" | "ifnull", choices) => {
                let mut value = machine.terms().null();
                for choice in choices.iter().rev() {
                    let Some(choice) = choice else { return unsupported(shown) };
                    let choice = self.evaluate(machine, choice)?;
                    let (null, known) = (null(machine, choice), known(machine, choice));
                    value = machine.terms().ite(null, value, known);
                }
                Ok(value)
            }
            ("values", &[Some(argument)]) => match column_name(argument) {
                Some((_, name)) => self.column(Some(PROPOSED), &name),
                None => unsupported(shown),
            },
            ("abs", &[Some(argument)]) => {
                let value = self.evaluate(machine, argument)?;
                let nowhere = null(machine, value);
                match machine.terms().is_false(nowhere) {
                    true => Ok(machine.terms().pure("abs", &[value])),
                    false => unsupported(shown),
                }
            }
            ("greatest" | "least", [Some(first), rest @ ..]) => {
                let mut best = self.evaluate(machine, first)?;
                for other in rest {
                    let Some(other) = other else { return unsupported(shown) };
                    let other = self.evaluate(machine, other)?;
                    for side in [best, other] {
                        let null = null(machine, side);
                        if !machine.terms().is_false(null) {
                            return unsupported(shown);
                        }
                    }
                    let pair = if name == "least" { [other, best] } else { [best, other] };
                    let replaces = machine.terms().apply(Operator::Less, &pair);
                    best = machine.terms().ite(replaces, other, best);
                }
                Ok(best)
            }
            _ => unsupported(shown),
        }
    }

    /// A count, a sum, the least or the greatest over the rows of the group.
    fn aggregate(
        &self,
        machine: &mut Machine<'_>,
        name: &str,
        argument: Option<&Expr>,
        shown: &Expr,
    ) -> Evaluated {
        let Some(group) = self.group else { return unsupported(shown) };
        let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
        let mut any = machine.terms().bool(false);
        let mut total = zero;
        for row in group {
            let names = Names { columns: &row.columns, group: None, ..*self };
            let value = match argument {
                Some(argument) => names.evaluate(machine, argument)?,
                None if name == "count" => one,
                None => return unsupported(shown),
            };
            let null = null(machine, value);
            let there = machine.terms().not(null);
            let counted = machine.terms().and(row.found, there);
            let value = known(machine, value);
            total = match name {
                "min" | "max" => {
                    let pair = if name == "min" { [value, total] } else { [total, value] };
                    let better = machine.terms().apply(Operator::Less, &pair);
                    let first = machine.terms().not(any);
                    let replaces = machine.terms().or(first, better);
                    let replaces = machine.terms().and(counted, replaces);
                    machine.terms().ite(replaces, value, total)
                }
                _ => {
                    let value = if name == "count" { one } else { value };
                    let summand = machine.terms().ite(counted, value, zero);
                    machine.terms().apply(Operator::Add, &[total, summand])
                }
            };
            any = machine.terms().or(any, counted);
        }
        if name == "count" {
            return Ok(total);
        }
        let nothing = machine.terms().null();
        Ok(machine.terms().ite(any, total, nothing))
    }
}

/// Whether an expression adds up rows.
pub(super) fn is_aggregate(expression: &Expr) -> bool {
    match expression {
        Expr::Nested(inner)
        | Expr::Cast { expr: inner, .. }
        | Expr::UnaryOp { expr: inner, .. } => is_aggregate(inner),
        Expr::BinaryOp { left, right, .. } => is_aggregate(left) || is_aggregate(right),
        Expr::Function(function) => {
            let name = function.name.to_string().to_lowercase();
            let FunctionArguments::List(list) = &function.args else { return false };
            let inside = |argument: &FunctionArg| match argument {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(inner)) => is_aggregate(inner),
                _ => false,
            };
            matches!(name.as_str(), "count" | "sum" | "min" | "max") || list.args.iter().any(inside)
        }
        _ => false,
    }
}

fn is_comparison(operator: &BinaryOperator) -> bool {
    use BinaryOperator::{Eq, Gt, GtEq, Lt, LtEq, NotEq};
    matches!(operator, Eq | NotEq | Lt | LtEq | Gt | GtEq)
}

/// Compares two values; null if one of them is.
pub(super) fn compare(
    machine: &mut Machine<'_>,
    operator: &BinaryOperator,
    left: Term,
    right: Term,
) -> Condition {
    let (no_left, no_right) = (null(machine, left), null(machine, right));
    let unknown = machine.terms().or(no_left, no_right);
    if machine.terms().is_true(unknown) {
        let no = machine.terms().bool(false);
        return Condition { holds: no, fails: no };
    }
    let (left, right) = (known(machine, left), known(machine, right));
    let terms = machine.terms();
    let holds = match operator {
        BinaryOperator::Lt => terms.apply(Operator::Less, &[left, right]),
        BinaryOperator::LtEq => terms.apply(Operator::LessEqual, &[left, right]),
        BinaryOperator::Gt => terms.apply(Operator::Less, &[right, left]),
        BinaryOperator::GtEq => terms.apply(Operator::LessEqual, &[right, left]),
        _ => terms.equal(left, right),
    };
    let condition = Condition::of(machine, holds, unknown);
    condition.negated(*operator == BinaryOperator::NotEq)
}

fn arithmetic_operator(operator: &BinaryOperator) -> Option<Operator> {
    match operator {
        BinaryOperator::Plus | BinaryOperator::Minus => Some(Operator::Add),
        BinaryOperator::Multiply => Some(Operator::Multiply),
        _ => None,
    }
}

fn arithmetic(machine: &mut Machine<'_>, operator: Operator, left: Term, right: Term) -> Term {
    let (no_left, no_right) = (null(machine, left), null(machine, right));
    let (left, right) = (known(machine, left), known(machine, right));
    let result = machine.terms().apply(operator, &[left, right]);
    let unknown = machine.terms().or(no_left, no_right);
    let nothing = machine.terms().null();
    machine.terms().ite(unknown, nothing, result)
}
