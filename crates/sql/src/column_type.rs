//! What a column makes of the values that it is given, and what drivers show of them: a text
//! in a column of numbers is a number, MySQL has no truth values, and the numbers that a
//! double cannot hold come to JavaScript as texts.
//!
//! Only what is visible changes: a value whose type is not known is taken to have that of
//! its column.

use crate::driver::{Execution, Numbers, RowShape};
use crate::form::{Aggregate, Arithmetic, Constant, Expression, Product};
use aplomb_script::Language;
use aplomb_symbolic::{Machine, Meaning, Node, Operator, Term, Terms};

/// The type of a column, or of what a query computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers that every driver gives as numbers.
    Whole,
    /// Whole numbers that need not fit into a double.
    Long,
    /// Decimal fractions, with so many digits after the point where that is said.
    Exact(Option<u8>),
    /// Binary fractions.
    Binary,
    /// Numbers where a value is one, whatever else it is given (SQLite).
    Numeric,
    /// Truth values.
    Truth,
    /// Texts.
    Text,
    /// Texts of so many characters: shorter ones are filled up with blanks, which MySQL does
    /// not show.
    Padded(usize),
    /// Days and times, which most drivers give as objects.
    Moment,
    /// JSON, which most drivers parse.
    Json,
    /// Identifiers, in small letters.
    Uuid,
    /// Bytes.
    Bytes,
}

impl Kind {
    /// The type that a schema or a cast names; `None` if values of it stay as they are, or
    /// nothing is known of it here.
    pub fn named(name: &str, product: Product) -> Option<Kind> {
        let name = name.to_lowercase();
        let word = name.split(['(', ' ', '[']).next().unwrap_or_default();
        let is_list = name.ends_with(']');
        let mut sizes = name.split(['(', ',', ')']).skip(1).map(|size| size.trim().parse().ok());
        let (size, scale) = (sizes.next().flatten(), sizes.next().flatten());
        if is_list {
            return None;
        }
        if product == Product::Sqlite {
            return Kind::by_affinity(&name);
        }
        let mysql = product == Product::Mysql;
        Some(match word {
            "boolean" | "bool" if !mysql => Kind::Truth,
            "bigint" | "int8" | "bigserial" | "serial8" if !mysql => Kind::Long,
            "int" | "integer" | "int2" | "int4" | "smallint" | "serial" | "smallserial"
            | "mediumint" | "tinyint" | "bigint" | "boolean" | "bool" | "signed" | "unsigned"
            | "year" => Kind::Whole,
            "numeric" | "decimal" | "dec" | "fixed" => Kind::Exact(match (size, scale) {
                (Some(_), Some(scale)) => u8::try_from(scale).ok(),
                (Some(_), None) => Some(0),
                (None, _) if mysql => Some(0),
                (None, _) => None,
            }),
            "real" | "float" | "float4" | "float8" | "double" => Kind::Binary,
            "character" | "national" if name.contains("varying") => Kind::Text,
            "char" | "character" | "nchar" | "bpchar" => Kind::Padded(size.unwrap_or(1)),
            "text" | "varchar" | "nvarchar" | "tinytext" | "mediumtext" | "longtext" => Kind::Text,
            "date" | "timestamp" | "timestamptz" | "datetime" | "time" | "timetz" | "interval" => {
                Kind::Moment
            }
            "json" | "jsonb" => Kind::Json,
            "uuid" => Kind::Uuid,
            "bytea" | "blob" | "tinyblob" | "mediumblob" | "longblob" | "binary" | "varbinary" => {
                Kind::Bytes
            }
            _ => return None,
        })
    }

    /// The affinity of a column of SQLite.
    fn by_affinity(name: &str) -> Option<Kind> {
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        match () {
            () if has(&["int"]) => Some(Kind::Whole),
            () if has(&["char", "clob", "text"]) => Some(Kind::Text),
            () if has(&["blob"]) || name.is_empty() => None,
            () if has(&["real", "floa", "doub"]) => Some(Kind::Binary),
            () => Some(Kind::Numeric),
        }
    }

    fn is_number(self) -> bool {
        use Kind::{Binary, Exact, Long, Numeric, Whole};
        matches!(self, Whole | Long | Exact(_) | Binary | Numeric)
    }

    /// The type of what is computed of two values.
    fn joined(self, other: Kind) -> Option<Kind> {
        use Kind::{Binary, Exact, Long, Whole};
        Some(match (self, other) {
            (one, other) if one == other => one,
            (one, other) if !one.is_number() || !other.is_number() => return None,
            (Binary, _) | (_, Binary) => Binary,
            (Exact(_), _) | (_, Exact(_)) => Exact(None),
            (Long, _) | (_, Long) => Long,
            _ => Whole,
        })
    }

    /// The type of the sum of a column.
    fn summed(self, product: Product) -> Option<Kind> {
        Some(match (self, product) {
            (Kind::Binary, _) => Kind::Binary,
            (_, Product::Sqlite) => return None,
            (Kind::Whole, Product::Postgres) => Kind::Long,
            (Kind::Whole, Product::Mysql) => Kind::Exact(Some(0)),
            (Kind::Exact(scale), _) => Kind::Exact(scale),
            (Kind::Long, _) => Kind::Exact(None),
            _ => return None,
        })
    }

    /// What a column of this type keeps of a value that it is given.
    pub fn kept(self, machine: &mut Machine<'_>, product: Product, value: Term) -> Term {
        kept(machine.terms(), self, product, value)
    }

    /// What the driver of a request shows of a value of this type.
    pub fn shown(self, machine: &mut Machine<'_>, request: &Execution<'_>, value: Term) -> Term {
        let product = request.session.product;
        match (self, machine.dialect().language) {
            (Kind::Exact(_), Language::Python) => {
                if product != Product::Sqlite {
                    machine.note_decimal(value);
                }
                value
            }
            // The Data API writes those of 64 bits as numbers.
            (Kind::Long, _) if request.reply.rows() == RowShape::Typed => value,
            (Kind::Exact(_) | Kind::Long, Language::JavaScript)
                if request.numbers != Numbers::Plain =>
            {
                let terms = machine.terms();
                let digits = match self {
                    Kind::Exact(Some(digits)) => terms.number(f64::from(digits)),
                    _ => terms.null(),
                };
                let text = as_text(terms, value, digits);
                if request.numbers == Numbers::Usual {
                    return text;
                }
                let asked = terms.pure("how a driver shows numbers", &[]);
                let asked = terms.apply(Operator::Truthy, &[asked]);
                terms.ite(asked, value, text)
            }
            (Kind::Uuid, Language::Python) => no_text(machine.terms(), "sql.uuid", value),
            (Kind::Moment, _) if product != Product::Sqlite => {
                no_text(machine.terms(), "sql.moment", value)
            }
            (Kind::Bytes, _) => no_text(machine.terms(), "sql.bytes", value),
            // Some drivers of MySQL leave the text, as the database writes it.
            (Kind::Json, _) if product == Product::Mysql => {
                no_text(machine.terms(), "sql.json", value)
            }
            _ => value,
        }
    }

    /// Whether drivers for a language give values of this type as they are kept, as far as lists
    /// of rows are concerned.
    pub fn is_shown_as_kept(self, language: Language) -> bool {
        match language {
            Language::JavaScript => !matches!(self, Kind::Exact(_) | Kind::Long),
            Language::Python => true,
        }
    }
}

/// What a text in a column becomes that is no column of texts: something that is made of it.
fn no_text(terms: &mut Terms, name: &str, value: Term) -> Term {
    if matches!(terms.node(value), Node::Null | Node::Undefined) {
        return value;
    }
    let kind = terms.apply(Operator::TypeOf, &[value]);
    let text = terms.string("string");
    let is_text = terms.equal(kind, text);
    let made = terms.pure(name, &[value]);
    terms.ite(is_text, made, value)
}

/// A number, or nothing, as a text.
fn as_text(terms: &mut Terms, value: Term, digits: Term) -> Term {
    if let Node::Apply(Operator::Ite, parts) = terms.node(value).clone() {
        let (then, otherwise) =
            (as_text(terms, parts[1], digits), as_text(terms, parts[2], digits));
        return terms.ite(parts[0], then, otherwise);
    }
    let null = crate::is_null(terms, value);
    let text = terms.compute(Meaning::DecimalText, &[value, digits]);
    terms.ite(null, value, text)
}

fn kept(terms: &mut Terms, kind: Kind, product: Product, value: Term) -> Term {
    if let Node::Apply(Operator::Ite, parts) = terms.node(value).clone() {
        let then = kept(terms, kind, product, parts[1]);
        let otherwise = kept(terms, kind, product, parts[2]);
        return terms.ite(parts[0], then, otherwise);
    }
    if matches!(terms.node(value), Node::Null | Node::Undefined) {
        return value;
    }
    match kind {
        _ if kind.is_number() => number(terms, kind, product, value),
        Kind::Truth => truth(terms, value),
        Kind::Text => text(terms, product, value),
        Kind::Padded(size) => {
            let value = text(terms, product, value);
            padded(terms, product, size, value)
        }
        Kind::Json if terms.is_text(value) && product == Product::Postgres => {
            terms.apply(Operator::JsonParse, &[value])
        }
        Kind::Uuid if terms.is_text(value) => terms.compute(Meaning::LowerCase, &[value]),
        _ => value,
    }
}

/// A value in a column of numbers.
fn number(terms: &mut Terms, kind: Kind, product: Product, value: Term) -> Term {
    match terms.node(value).clone() {
        Node::Bool(truth) if product != Product::Postgres => {
            terms.number(f64::from(u8::from(truth)))
        }
        Node::Number(number) => {
            let fraction = match kind {
                Kind::Exact(Some(digits)) => number.get() * 10f64.powi(i32::from(digits)),
                Kind::Whole if product != Product::Sqlite => number.get(),
                Kind::Long => number.get(),
                _ => return value,
            };
            // Which way they are rounded depends on the database.
            match (fraction - fraction.round()).abs() > 1e-9 {
                true => terms.pure("sql.rounded", &[value]),
                false => value,
            }
        }
        Node::String(text) => match text.trim().parse::<f64>() {
            Ok(read) if read.abs() < 9e15 => {
                let read = terms.number(read);
                number(terms, kind, product, read)
            }
            // Not all of its digits would be known.
            Ok(_) => terms.pure("sql.number", &[value]),
            Err(_) => value,
        },
        _ if terms.is_text(value) && kind != Kind::Numeric => {
            terms.compute(Meaning::ToNumber, &[value])
        }
        _ => value,
    }
}

/// A value in a column of truth values.
fn truth(terms: &mut Terms, value: Term) -> Term {
    let word = match terms.node(value) {
        Node::String(text) => text.trim().to_lowercase(),
        Node::Number(number) => number.to_string(),
        _ => return value,
    };
    match word.as_str() {
        "t" | "true" | "y" | "yes" | "on" | "1" => terms.bool(true),
        "f" | "false" | "n" | "no" | "off" | "0" => terms.bool(false),
        _ => value,
    }
}

/// A value in a column of texts.
fn text(terms: &mut Terms, product: Product, value: Term) -> Term {
    let one = match terms.node(value) {
        Node::Bool(truth) if product != Product::Postgres => f64::from(u8::from(*truth)),
        _ if terms.is_number(value) || matches!(terms.node(value), Node::Bool(_)) => {
            return terms.apply(Operator::Concat, &[value]);
        }
        _ => return value,
    };
    let number = terms.number(one);
    terms.apply(Operator::Concat, &[number])
}

/// A text in a column whose texts have a length.
fn padded(terms: &mut Terms, product: Product, size: usize, value: Term) -> Term {
    let Some(text) = terms.as_str(value).cloned() else { return value };
    let filled = match product {
        Product::Postgres => format!("{text:size$}"),
        _ => text.trim_end_matches(' ').to_string(),
    };
    terms.string(filled)
}

/// The type of what an expression gives, of the types of columns; `None` if it is not known.
pub fn kind_of(
    expression: &Expression,
    product: Product,
    column: &dyn Fn(&str) -> Option<Kind>,
) -> Option<Kind> {
    let of = |expression: &Expression| kind_of(expression, product, column);
    let all = |expressions: &mut dyn Iterator<Item = &Expression>| {
        let mut joined: Option<Kind> = None;
        for expression in expressions.filter(|expression| !expression.is_null()) {
            let kind = of(expression)?;
            joined = match joined {
                Some(known) => Some(known.joined(kind)?),
                None => Some(kind),
            };
        }
        joined
    };
    match expression {
        Expression::Column(named) => column(&named.name),
        Expression::Constant(Constant::Number(number)) => Some(match number.fract() == 0.0 {
            true => Kind::Whole,
            false => Kind::Exact(None),
        }),
        Expression::Constant(Constant::Text(_)) => Some(Kind::Text),
        Expression::Negative(inner) => of(inner),
        Expression::Arithmetic(
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply,
            left,
            right,
        ) => of(left)?.joined(of(right)?).filter(|kind| kind.is_number()),
        Expression::Case { cases, otherwise, .. } => {
            all(&mut cases.iter().map(|(_, then)| then).chain(otherwise.as_deref()))
        }
        Expression::Call(name, arguments) => match name.as_str() {
            "coalesce" | "ifnull" | "greatest" | "least" => all(&mut arguments.iter()),
            _ => None,
        },
        Expression::Cast(_, kind) => Kind::named(kind, product),
        Expression::Aggregate(aggregate) => kind_of_aggregate(aggregate, product, column),
        _ => None,
    }
}

/// The type of a value that is made of all rows.
fn kind_of_aggregate(
    aggregate: &Aggregate,
    product: Product,
    column: &dyn Fn(&str) -> Option<Kind>,
) -> Option<Kind> {
    let inner = || kind_of(aggregate.argument.as_deref()?, product, column);
    match (aggregate.function.as_str(), product) {
        ("count", Product::Postgres) => Some(Kind::Long),
        ("count", _) => Some(Kind::Whole),
        ("sum", _) => inner()?.summed(product),
        ("avg", Product::Postgres | Product::Mysql) => Some(match inner()? {
            Kind::Binary => Kind::Binary,
            _ => Kind::Exact(None),
        }),
        ("min" | "max", _) => inner(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_by_their_names() {
        use Product::{Mysql, Postgres, Sqlite};
        for (name, product, expected) in [
            ("INT", Postgres, Some(Kind::Whole)),
            ("bigint", Postgres, Some(Kind::Long)),
            ("bigint unsigned", Mysql, Some(Kind::Whole)),
            ("numeric", Postgres, Some(Kind::Exact(None))),
            ("numeric(10, 2)", Postgres, Some(Kind::Exact(Some(2)))),
            ("decimal", Mysql, Some(Kind::Exact(Some(0)))),
            ("boolean", Postgres, Some(Kind::Truth)),
            ("boolean", Mysql, Some(Kind::Whole)),
            ("character varying(20)", Postgres, Some(Kind::Text)),
            ("character(4)", Postgres, Some(Kind::Padded(4))),
            ("timestamp with time zone", Postgres, Some(Kind::Moment)),
            ("integer[]", Postgres, None),
            ("mood", Postgres, None),
            ("decimal(5,2)", Sqlite, Some(Kind::Numeric)),
        ] {
            assert_eq!(Kind::named(name, product), expected, "{name}");
        }
    }
}
