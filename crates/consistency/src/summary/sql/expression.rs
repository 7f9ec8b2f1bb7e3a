//! SQL expressions as terms of the executor.

use aplomb_symbolic::{Machine, Operator, Term};
use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value};

use super::Unsupported;

/// What names and placeholders stand for while an expression is evaluated.
pub(super) struct Names<'a> {
    /// The values of the columns, in order.
    pub columns: &'a [(String, Term)],
    /// The values bound to the statement.
    pub bound: &'a [Term],
}

type Evaluated = Result<Term, Unsupported>;

fn unsupported<T>(expression: &Expr) -> Result<T, Unsupported> {
    Err(Unsupported(format!("`{expression}` is not supported in SQL")))
}

/// The last name of `a.b.c`, in lower case.
pub(super) fn column_name(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Identifier(name) => Some(name.value.to_lowercase()),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.to_lowercase()),
        Expr::Nested(inner) => column_name(inner),
        _ => None,
    }
}

/// All columns that an expression mentions.
pub(super) fn mentioned(expression: &Expr, names: &mut Vec<String>) {
    if let Some(name) = column_name(expression) {
        names.push(name);
        return;
    }
    match expression {
        Expr::Nested(inner) | Expr::UnaryOp { expr: inner, .. } => mentioned(inner, names),
        Expr::BinaryOp { left, right, .. } => {
            mentioned(left, names);
            mentioned(right, names);
        }
        Expr::InList { expr, list, .. } => {
            mentioned(expr, names);
            list.iter().for_each(|item| mentioned(item, names));
        }
        Expr::Between { expr, low, high, .. } => {
            [expr, low, high].into_iter().for_each(|part| mentioned(part, names));
        }
        _ => {}
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

impl Names<'_> {
    /// The value of an expression.
    pub fn evaluate(&self, machine: &mut Machine<'_>, expression: &Expr) -> Evaluated {
        if let Some(name) = column_name(expression) {
            let column = self.columns.iter().find(|(known, _)| *known == name);
            return match column {
                Some((_, value)) => Ok(*value),
                None => Err(Unsupported(format!("there is no column `{name}` in the model"))),
            };
        }
        match expression {
            Expr::Nested(inner) => self.evaluate(machine, inner),
            Expr::Value(value) => self.literal(machine, &value.value, expression),
            Expr::UnaryOp { op, expr } => {
                let value = self.evaluate(machine, expr)?;
                match op {
                    UnaryOperator::Not => Ok(machine.terms().not(value)),
                    UnaryOperator::Plus => Ok(value),
                    UnaryOperator::Minus => {
                        let minus = machine.terms().number(-1.0);
                        Ok(machine.terms().apply(Operator::Multiply, &[minus, value]))
                    }
                    _ => unsupported(expression),
                }
            }
            Expr::BinaryOp { left, op, right } => {
                let left = self.evaluate(machine, left)?;
                let right = self.evaluate(machine, right)?;
                binary(machine, op, left, right).map_or_else(|| unsupported(expression), Ok)
            }
            Expr::InList { expr, list, negated } => {
                let value = self.evaluate(machine, expr)?;
                let mut found = machine.terms().bool(false);
                for item in list {
                    let item = self.evaluate(machine, item)?;
                    let same = machine.terms().equal(value, item);
                    found = machine.terms().or(found, same);
                }
                Ok(if *negated { machine.terms().not(found) } else { found })
            }
            Expr::Between { expr, negated, low, high } => {
                let value = self.evaluate(machine, expr)?;
                let (low, high) = (self.evaluate(machine, low)?, self.evaluate(machine, high)?);
                let above = machine.terms().apply(Operator::LessEqual, &[low, value]);
                let below = machine.terms().apply(Operator::LessEqual, &[value, high]);
                let inside = machine.terms().and(above, below);
                Ok(if *negated { machine.terms().not(inside) } else { inside })
            }
            _ => unsupported(expression),
        }
    }

    fn literal(&self, machine: &mut Machine<'_>, value: &Value, shown: &Expr) -> Evaluated {
        match value {
            Value::Number(text, _) => match text.parse::<f64>() {
                Ok(number) => Ok(machine.terms().number(number)),
                Err(_) => unsupported(shown),
            },
            Value::SingleQuotedString(text) => Ok(machine.terms().string(text.as_str())),
            Value::Boolean(value) => Ok(machine.terms().bool(*value)),
            Value::Placeholder(name) => {
                let position: Option<usize> = name.trim_start_matches('$').parse().ok();
                let bound = position.and_then(|it| self.bound.get(it.checked_sub(1)?)).copied();
                bound.ok_or_else(|| Unsupported(format!("no value is bound to `{name}`")))
            }
            _ => unsupported(shown),
        }
    }
}

fn binary(
    machine: &mut Machine<'_>,
    operator: &BinaryOperator,
    left: Term,
    right: Term,
) -> Option<Term> {
    let terms = machine.terms();
    Some(match operator {
        BinaryOperator::And => terms.and(left, right),
        BinaryOperator::Or => terms.or(left, right),
        BinaryOperator::Eq => terms.equal(left, right),
        BinaryOperator::NotEq => {
            let equal = terms.equal(left, right);
            terms.not(equal)
        }
        BinaryOperator::Lt => terms.apply(Operator::Less, &[left, right]),
        BinaryOperator::LtEq => terms.apply(Operator::LessEqual, &[left, right]),
        BinaryOperator::Gt => terms.apply(Operator::Less, &[right, left]),
        BinaryOperator::GtEq => terms.apply(Operator::LessEqual, &[right, left]),
        BinaryOperator::Plus => terms.apply(Operator::Add, &[left, right]),
        BinaryOperator::Multiply => terms.apply(Operator::Multiply, &[left, right]),
        BinaryOperator::Minus => {
            let minus = terms.number(-1.0);
            let negated = terms.apply(Operator::Multiply, &[minus, right]);
            terms.apply(Operator::Add, &[left, negated])
        }
        _ => return None,
    })
}
