//! What the names of a statement stand for: columns of combinations of rows of the
//! model.
//!
//! A value that may be null is a choice between null and something else, so
//! columns that cannot be null cost nothing.

use aplomb_script::Span;
use aplomb_sql::form::{
    Aggregate, Arithmetic, Column, Comparison, Constant, Expression, Product, Query,
};
use aplomb_sql::{Bound, Evaluate, Evaluated, Failure, Given, is_lock};
use aplomb_symbolic::{Machine, Meaning, Node, Operator, Term};

use super::super::rows::{known, null};
use super::super::translate::EXACT;
use super::super::vocabulary::Vocabulary;
use super::{kinds, numbers, wording};

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
    pub bound: &'a [Bound],
    pub product: Product,
    pub span: Span,
    pub vocabulary: &'a Vocabulary<'a>,
    /// The rows over which aggregates are taken, if that is what is asked.
    pub group: Option<&'a [Combination]>,
    /// How subqueries are answered.
    pub subquery: &'a Subquery<'a>,
}

/// The table of the values that an upsert proposes.
pub(super) const PROPOSED: &str = "excluded";

/// Types whose values are numbers.
const NUMBERS: [&str; 5] = ["int", "bigint", "smallint", "numeric", "decimal"];

fn not_supported<T>(what: &impl std::fmt::Display) -> Result<T, Failure> {
    Failure::because(format!("`{what}` is not supported"))
}

/// Whether two texts may be the same for a usual collation of MySQL: they pass over case, blanks
/// at the end, and accents. What a letter beyond ASCII is the same as is not known here.
pub(in super::super) fn alike(one: &str, other: &str) -> bool {
    if one == other || one.is_empty() || other.is_empty() {
        return one.trim_end() == other.trim_end() && one != other;
    }
    let folded = |text: &str| text.trim_end().to_lowercase();
    let (one, other) = (folded(one), folded(other));
    let plain = |text: &str| text.find(|c: char| !c.is_ascii()).unwrap_or(text.len());
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let fit = |one: &str, other: &str| {
        let (one, other) = (&one[..plain(one)], &other[..plain(other)]);
        one.starts_with(other) || other.starts_with(one)
    };
    match one.is_ascii() && other.is_ascii() {
        true => one == other,
        false => fit(&one, &other) && fit(&reversed(&one), &reversed(&other)),
    }
}

pub(crate) fn depends_on_collation(one: &str, other: &str) -> String {
    format!("whether `{one}` and `{other}` are the same depends on the collation of the database")
}

/// When two values are the same, and neither is null.
pub(super) fn equal(machine: &mut Machine<'_>, left: Term, right: Term) -> Term {
    let (no_left, no_right) = (null(machine, left), null(machine, right));
    let (left, right) = (known(machine, left), known(machine, right));
    let terms = machine.terms();
    let (same, missing) = (terms.equal(left, right), terms.or(no_left, no_right));
    let something = terms.not(missing);
    terms.and(same, something)
}

impl Names<'_> {
    fn find(&self, table: Option<&str>, name: &str) -> Evaluated {
        let name = name.to_lowercase();
        // What an upsert proposes is named as such.
        let fits = |(of, known, _): &&(String, String, Term)| {
            *known == name && table.map_or(of != PROPOSED, |table| table == of)
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

    /// Whether the schema says of a column with this name that it may hold fractions.
    pub(super) fn has_fraction(&self, column: &str) -> bool {
        let recording = self.vocabulary.recording();
        let mut tables = recording.tables.iter();
        tables.any(|table| {
            let known = self.vocabulary.schema.table(&table.name);
            known.and_then(|it| it.named(column)).is_some_and(|it| it.has_fraction())
        })
    }
}

impl aplomb_sql::Names for Names<'_> {
    fn bound(&self) -> &[Bound] {
        self.bound
    }

    fn product(&self) -> Product {
        self.product
    }

    fn span(&self) -> Span {
        self.span
    }

    fn column(&self, _machine: &mut Machine<'_>, column: &Column) -> Evaluated {
        self.find(column.table.as_deref(), &column.name)
    }

    fn proposed(&self, _machine: &mut Machine<'_>, name: &str) -> Evaluated {
        self.find(Some(PROPOSED), name)
    }

    fn null(&self, machine: &mut Machine<'_>, value: Term) -> Term {
        null(machine, value)
    }

    fn known(&self, machine: &mut Machine<'_>, value: Term) -> Term {
        known(machine, value)
    }

    /// Numbers that a double need not hold exactly are not computed with.
    fn given(&self, machine: &mut Machine<'_>, value: Term) -> Evaluated {
        match machine.view(value) {
            Node::Number(number) if number.get().fract() != 0.0 || number.get().abs() >= EXACT => {
                let number = number.get();
                Failure::because(format!("{number} is not an integer of at most 53 bits"))
            }
            _ => Ok(value),
        }
    }

    fn operands(
        &self,
        machine: &mut Machine<'_>,
        operator: Comparison,
        left: Term,
        right: Term,
    ) -> Result<(Term, Term), Failure> {
        kinds::operands(self, machine, operator, left, right)
    }

    fn number(&self, machine: &mut Machine<'_>, value: Term) -> Evaluated {
        kinds::number(self, machine, value)
    }

    /// A truth value. A number is one too, other than in PostgreSQL; of a text, MySQL makes
    /// a number first.
    fn counts_as_true(&self, machine: &mut Machine<'_>, value: Term) -> Evaluated {
        use Operator as O;
        match machine.view(value).clone() {
            Node::Null | Node::Undefined => return Ok(machine.terms().bool(false)),
            Node::String(text) => {
                return Failure::because(format!("the text `{text}` is taken as a condition"));
            }
            Node::Number(number) if self.product == Product::Postgres => {
                let number = number.get();
                return Failure::because(format!("the number {number} is taken as a condition"));
            }
            Node::Apply(O::Ite, parts) => {
                let then = self.counts_as_true(machine, parts[1])?;
                let otherwise = self.counts_as_true(machine, parts[2])?;
                return Ok(machine.terms().ite(parts[0], then, otherwise));
            }
            Node::Bool(_)
            | Node::Apply(
                O::And | O::Or | O::Not | O::Equal | O::Less | O::LessEqual | O::Truthy,
                _,
            ) => return Ok(machine.terms().apply(O::Truthy, &[value])),
            _ => {}
        }
        // What the value is turns out when the columns have their types.
        let condition = match self.product {
            Product::Postgres => Meaning::DatabaseTruth,
            Product::Mysql | Product::Sqlite => Meaning::DatabaseTruthOrNumber,
        };
        let condition = machine.terms().compute(condition, &[value]);
        Ok(machine.terms().apply(Operator::Truthy, &[condition]))
    }

    /// What is bound has the type it is said to have; numbers stay numbers.
    fn casts(&self, value: &Expression, kind: &str) -> bool {
        let text = matches!(value, Expression::Constant(Constant::Text(_)));
        let is_number = !text && NUMBERS.iter().any(|number| kind.starts_with(number));
        is_number || (matches!(value, Expression::Bound(_)) && !kind.starts_with("collate"))
    }

    fn computes(&self, operator: &Arithmetic) -> bool {
        matches!(operator, Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply)
    }

    fn written(&self, machine: &mut Machine<'_>, expression: &Expression) -> Option<Evaluated> {
        match expression {
            Expression::Arithmetic(Arithmetic::Concat, left, right) => {
                let sides = self.value(machine, left).and_then(|left| {
                    let right = self.value(machine, right)?;
                    wording::of_texts(self, machine, "||", &[left, right])
                        .unwrap_or_else(|| not_supported(expression))
                });
                Some(sides)
            }
            _ => numbers::divided(self, machine, expression),
        }
    }

    fn function(
        &self,
        machine: &mut Machine<'_>,
        name: &str,
        values: &[Term],
    ) -> Option<Evaluated> {
        if let Some(evaluated) = wording::of_texts(self, machine, name, values) {
            return Some(evaluated);
        }
        let of_numbers = matches!(name, "abs" | "sign" | "greatest" | "least" | "max" | "min");
        if of_numbers && !values.iter().all(|&value| kinds::is_number(self, machine, value)) {
            return Some(Failure::because(format!(
                "`{name}` of what is not known to be a number is not supported"
            )));
        }
        match (name, values) {
            ("abs", &[value]) => Some(Ok(numbers::absolute(self, machine, value))),
            ("sign", &[value]) => Some(Ok(numbers::sign(self, machine, value))),
            ("greatest" | "max", [_, ..]) => {
                Some(Ok(numbers::extreme(self, machine, values, true)))
            }
            ("least" | "min", [_, ..]) => Some(Ok(numbers::extreme(self, machine, values, false))),
            _ if is_lock(name) => Some(not_supported(&name)),
            _ => None,
        }
    }

    fn pure(&self, _: &mut Machine<'_>, _: &str, _: &[Term]) -> Option<Term> {
        None
    }

    fn drawn(&self, _: &mut Machine<'_>, name: &str, _: bool) -> Evaluated {
        not_supported(&name)
    }

    /// A count, a sum, the least or the greatest over the rows of the group.
    fn aggregate(&self, machine: &mut Machine<'_>, aggregate: &Aggregate) -> Evaluated {
        let name = aggregate.function.as_str();
        let Some(group) = self.group else { return not_supported(aggregate) };
        if aggregate.special || !matches!(name, "count" | "sum" | "min" | "max") {
            return not_supported(aggregate);
        }
        let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
        let mut any = machine.terms().bool(false);
        let mut total = zero;
        for row in group {
            let names = Names { columns: &row.columns, group: None, ..*self };
            let value = match &aggregate.argument {
                Some(argument) => names.value(machine, argument)?,
                None => one,
            };
            if name != "count" && !kinds::is_number(self, machine, value) {
                return not_supported(aggregate);
            }
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

    fn rows(&self, machine: &mut Machine<'_>, query: &Query) -> Result<Vec<Given>, Failure> {
        (self.subquery)(machine, query, &self.columns.to_vec())
    }
}
