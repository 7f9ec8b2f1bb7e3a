//! Expressions as people write them, for messages.

use super::{Aggregate, Arithmetic, Comparison, Constant, Expression, TableName};
use std::fmt::{Display, Formatter, Result};

impl Display for TableName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            TableName::Named(name) => f.write_str(name),
            TableName::Bound(_) => f.write_str("…"),
        }
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Constant::Null => f.write_str("NULL"),
            Constant::Bool(value) => f.write_str(if *value { "true" } else { "false" }),
            Constant::Number(value) => write!(f, "{value}"),
            Constant::Decimal(value) => write!(f, "{value:?}"),
            Constant::Text(text) => write!(f, "'{}'", text.replace('\'', "''")),
        }
    }
}

impl Display for Arithmetic {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Arithmetic::Add => "+",
            Arithmetic::Subtract => "-",
            Arithmetic::Multiply => "*",
            Arithmetic::Divide => "/",
            Arithmetic::DivideWhole => "DIV",
            Arithmetic::Remainder => "%",
            Arithmetic::Concat => "||",
            Arithmetic::Other(name) => name,
        })
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::Different => "<>",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
            Comparison::Same => "<=>",
        })
    }
}

impl Display for Aggregate {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.argument {
            Some(argument) => write!(f, "{}({argument})", self.function),
            None => write!(f, "{}(*)", self.function),
        }
    }
}

/// Parts with something between them.
fn joined(f: &mut Formatter<'_>, parts: &[Expression], between: &str) -> Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write!(f, "{part}")?;
    }
    Ok(())
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        // Long sums are deep trees.
        stacker::maybe_grow(64 << 10, 2 << 20, || self.show(f))
    }
}

impl Expression {
    fn show(&self, f: &mut Formatter<'_>) -> Result {
        use Expression as E;
        match self {
            E::Column(column) => match &column.table {
                Some(table) => write!(f, "{table}.{}", column.name),
                None => f.write_str(&column.name),
            },
            E::Proposed(name) => write!(f, "excluded.{name}"),
            E::Constant(constant) => write!(f, "{constant}"),
            E::Bound(index) => write!(f, "${}", index + 1),
            E::Unbound(name) | E::NotSupported(name) => f.write_str(name),
            E::Negative(inner) => write!(f, "-{inner}"),
            E::Arithmetic(operator, left, right) => write!(f, "{left} {operator} {right}"),
            E::Compare(operator, left, right) => write!(f, "{left} {operator} {right}"),
            E::Not(inner) => write!(f, "NOT ({inner})"),
            E::And(parts) => joined(f, parts, " AND "),
            E::Or(parts) => {
                f.write_str("(")?;
                joined(f, parts, " OR ")?;
                f.write_str(")")
            }
            E::IsNull(inner) => write!(f, "{inner} IS NULL"),
            E::Is(true, inner) => write!(f, "{inner} IS TRUE"),
            E::Is(false, inner) => write!(f, "{inner} IS FALSE"),
            E::In(value, items) => {
                write!(f, "{value} IN (")?;
                joined(f, items, ", ")?;
                f.write_str(")")
            }
            E::Among(value, list) => write!(f, "{value} = ANY({list})"),
            E::InQuery(value, query) => write!(f, "{value} IN ({})", query.text),
            E::Exists(query) => write!(f, "EXISTS ({})", query.text),
            E::Query(query) => write!(f, "({})", query.text),
            E::Between { value, low, high } => write!(f, "{value} BETWEEN {low} AND {high}"),
            E::Case { operand, cases, otherwise } => {
                f.write_str("CASE ")?;
                if let Some(operand) = operand {
                    write!(f, "{operand} ")?;
                }
                for (condition, result) in cases {
                    write!(f, "WHEN {condition} THEN {result} ")?;
                }
                if let Some(otherwise) = otherwise {
                    write!(f, "ELSE {otherwise} ")?;
                }
                f.write_str("END")
            }
            E::Call(name, arguments) => {
                write!(f, "{name}(")?;
                joined(f, arguments, ", ")?;
                f.write_str(")")
            }
            E::Aggregate(aggregate) => write!(f, "{aggregate}"),
            E::List(items) => {
                f.write_str("ARRAY[")?;
                joined(f, items, ", ")?;
                f.write_str("]")
            }
            E::Cast(inner, kind) => write!(f, "{inner}::{kind}"),
            E::Default => f.write_str("DEFAULT"),
        }
    }
}
