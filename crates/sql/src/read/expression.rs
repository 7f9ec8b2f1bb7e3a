//! Expressions: what the parser tells apart and the form does not.

use super::{DEEPEST, Reader, spelled};
use crate::form::{Aggregate, Arithmetic, Column, Comparison, Constant, Expression, Item, Product};
use crate::functions;
use crate::text;
use sqlparser::ast::{
    BinaryOperator, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Ident,
    SelectItem, SelectItemQualifiedWildcardKind, UnaryOperator, Value,
};

/// Functions that make one value of all rows.
const AGGREGATES: [&str; 9] =
    ["count", "sum", "avg", "min", "max", "string_agg", "group_concat", "json_agg", "array_agg"];

fn not_supported(expression: &impl std::fmt::Display) -> Expression {
    Expression::NotSupported(text::readable(&expression.to_string()))
}

fn negated(expression: Expression, negated: bool) -> Expression {
    if negated { Expression::Not(Box::new(expression)) } else { expression }
}

/// The sides of a chain of one operator, from left to right.
fn chain<'e>(expression: &'e Expr, operator: &BinaryOperator) -> Vec<&'e Expr> {
    let mut parts = Vec::new();
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        match expression {
            Expr::Nested(inner) => open.push(inner),
            Expr::BinaryOp { left, op, right } if op == operator => {
                open.extend([right, left].map(|side| &**side));
            }
            _ => parts.push(expression),
        }
    }
    parts
}

/// Whether a column is one that the server gives to each row: where it is, or who wrote it last.
fn is_of_server(name: &str, product: Product) -> bool {
    match product {
        Product::Postgres => {
            matches!(name, "xmin" | "xmax" | "cmin" | "cmax" | "ctid" | "tableoid")
        }
        Product::Sqlite => matches!(name, "rowid" | "_rowid_"),
        Product::Mysql => name == "_rowid",
    }
}

impl Reader {
    pub(crate) fn expression(&self, expression: &Expr) -> Expression {
        if self.depth.get() > DEEPEST {
            return Expression::NotSupported("an expression that is too deep to be read".into());
        }
        self.depth.set(self.depth.get() + 1);
        let read = stacker::maybe_grow(64 << 10, 2 << 20, || self.read(expression));
        self.depth.set(self.depth.get() - 1);
        read
    }

    fn boxed(&self, expression: &Expr) -> Box<Expression> {
        Box::new(self.expression(expression))
    }

    fn all(&self, expressions: &[Expr]) -> Vec<Expression> {
        expressions.iter().map(|expression| self.expression(expression)).collect()
    }

    fn call(&self, name: &str, arguments: &[&Expr]) -> Expression {
        let arguments = arguments.iter().map(|argument| self.expression(argument)).collect();
        Expression::Call(name.into(), arguments)
    }

    fn read(&self, expression: &Expr) -> Expression {
        match expression {
            Expr::Identifier(name) => self.name(None, name),
            Expr::CompoundIdentifier(names) => match names.as_slice() {
                [.., table, name] => self.name(Some(table), name),
                [name] => self.name(None, name),
                [] => not_supported(expression),
            },
            Expr::Nested(inner) => self.expression(inner),
            Expr::Value(value) => constant(&value.value),
            Expr::Cast { expr, data_type, .. } => {
                self.cast(self.expression(expr), data_type.to_string().to_lowercase())
            }
            Expr::Collate { expr, collation } => {
                Expression::Cast(self.boxed(expr), format!("collate {collation}"))
            }
            Expr::TypedString(typed) => {
                self.cast(constant(&typed.value.value), typed.data_type.to_string().to_lowercase())
            }
            Expr::Interval(interval) => {
                let unit = format!("{:?}", interval.leading_field);
                let unit = Expression::Constant(Constant::Text(unit));
                let amount = self.expression(&interval.value);
                Expression::Call("interval".into(), vec![amount, unit])
            }
            Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
                Expression::Negative(self.boxed(expr))
            }
            Expr::UnaryOp { op: UnaryOperator::Plus, expr } => self.expression(expr),
            Expr::UnaryOp { op: UnaryOperator::Not, expr } => Expression::Not(self.boxed(expr)),
            Expr::BinaryOp { left, op, right } => self.binary(expression, left, op, right),
            Expr::Case { operand, conditions, else_result, .. } => Expression::Case {
                operand: operand.as_deref().map(|operand| self.boxed(operand)),
                cases: conditions
                    .iter()
                    .map(|when| (self.expression(&when.condition), self.expression(&when.result)))
                    .collect(),
                otherwise: else_result.as_deref().map(|otherwise| self.boxed(otherwise)),
            },
            Expr::Function(function) => self.function(function, expression),
            Expr::Trim { expr, trim_where: None, trim_what: None, trim_characters: None } => {
                self.call("trim", &[expr])
            }
            Expr::Ceil { expr, .. } => self.call("ceil", &[expr]),
            Expr::Floor { expr, .. } => self.call("floor", &[expr]),
            Expr::Extract { expr, field, .. } => self.call(&format!("extract {field}"), &[expr]),
            Expr::AtTimeZone { timestamp, time_zone } => {
                self.call("at time zone", &[timestamp, time_zone])
            }
            Expr::Substring { expr, substring_from, substring_for, .. } => {
                let mut parts = vec![&**expr];
                parts.extend(substring_from.as_deref());
                parts.extend(substring_for.as_deref());
                self.call("substring", &parts)
            }
            Expr::Array(array) => Expression::List(self.all(&array.elem)),
            _ => self.condition(expression),
        }
    }

    /// Whether two values are equal, or both NULL.
    fn same(&self, left: &Expr, right: &Expr) -> Expression {
        Expression::Compare(Comparison::Same, self.boxed(left), self.boxed(right))
    }

    /// What only conditions have.
    fn condition(&self, expression: &Expr) -> Expression {
        match expression {
            Expr::IsNull(inner) => Expression::IsNull(self.boxed(inner)),
            Expr::IsNotNull(inner) => negated(Expression::IsNull(self.boxed(inner)), true),
            Expr::IsTrue(inner) => Expression::Is(true, self.boxed(inner)),
            Expr::IsNotTrue(inner) => negated(Expression::Is(true, self.boxed(inner)), true),
            Expr::IsFalse(inner) => Expression::Is(false, self.boxed(inner)),
            Expr::IsNotFalse(inner) => negated(Expression::Is(false, self.boxed(inner)), true),
            Expr::IsUnknown(inner) => Expression::IsNull(self.boxed(inner)),
            Expr::IsNotUnknown(inner) => negated(Expression::IsNull(self.boxed(inner)), true),
            Expr::IsDistinctFrom(left, right) => negated(self.same(left, right), true),
            Expr::IsNotDistinctFrom(left, right) => self.same(left, right),
            Expr::InList { expr, list, negated: not } => {
                negated(Expression::In(self.boxed(expr), self.all(list)), *not)
            }
            Expr::InSubquery { expr, subquery, negated: not } => {
                let query = Box::new(self.query(subquery));
                negated(Expression::InQuery(self.boxed(expr), query), *not)
            }
            Expr::Exists { subquery, negated: not } => {
                negated(Expression::Exists(Box::new(self.query(subquery))), *not)
            }
            Expr::Subquery(query) => Expression::Query(Box::new(self.query(query))),
            Expr::AnyOp { left, compare_op: BinaryOperator::Eq, right, .. } => {
                Expression::Among(self.boxed(left), self.boxed(right))
            }
            Expr::Between { expr, negated: not, low, high } => negated(
                Expression::Between {
                    value: self.boxed(expr),
                    low: self.boxed(low),
                    high: self.boxed(high),
                },
                *not,
            ),
            Expr::Like { negated: not, expr, pattern, .. } => {
                negated(self.call("like", &[expr, pattern]), *not)
            }
            Expr::ILike { negated: not, expr, pattern, .. } => {
                negated(self.call("ilike", &[expr, pattern]), *not)
            }
            Expr::SimilarTo { negated: not, expr, pattern, .. } => {
                negated(self.call("similar to", &[expr, pattern]), *not)
            }
            Expr::RLike { negated: not, expr, pattern, .. } => {
                negated(self.call("regexp", &[expr, pattern]), *not)
            }
            _ => not_supported(expression),
        }
    }

    /// A value as one of another type. PostgreSQL has words for the present time.
    fn cast(&self, value: Expression, kind: String) -> Expression {
        let is_now = self.product == Product::Postgres
            && (kind.starts_with("date") || kind.starts_with("time"))
            && matches!(&value, Expression::Constant(Constant::Text(word))
                if ["now", "today", "tomorrow", "yesterday"].contains(&&*word.to_lowercase()));
        match is_now {
            true => Expression::Call("now".into(), Vec::new()),
            false => Expression::Cast(Box::new(value), kind),
        }
    }

    fn name(&self, table: Option<&Ident>, name: &Ident) -> Expression {
        if text::marked(&name.value).is_some() {
            return Expression::NotSupported("a name that is put together at run time".into());
        }
        let spelled = spelled(name, self.product);
        let table = table.map(|table| table.value.to_lowercase());
        if table.as_ref().is_some_and(|table| self.proposed.contains(table)) {
            return Expression::Proposed(spelled);
        }
        let bare = name.value.to_lowercase();
        if name.quote_style.is_none() && table.is_none() {
            if functions::is_clock(&bare) {
                return Expression::Call(bare, Vec::new());
            }
            if bare == "default" {
                return Expression::Default;
            }
        }
        if is_of_server(&bare, self.product) {
            return Expression::NotSupported(format!("{bare}, which the server gives to each row"));
        }
        let quoted = name.quote_style == Some('"');
        Expression::Column(Column { table, name: spelled, quoted })
    }

    fn binary(
        &self,
        whole: &Expr,
        left: &Expr,
        operator: &BinaryOperator,
        right: &Expr,
    ) -> Expression {
        use BinaryOperator as B;
        let arithmetic = |operator: Arithmetic| {
            Expression::Arithmetic(operator, self.boxed(left), self.boxed(right))
        };
        let compare = |operator: Comparison| {
            Expression::Compare(operator, self.boxed(left), self.boxed(right))
        };
        let parts =
            || chain(whole, operator).into_iter().map(|part| self.expression(part)).collect();
        match operator {
            B::And => Expression::And(parts()),
            B::Or => Expression::Or(parts()),
            B::Eq => compare(Comparison::Equal),
            B::NotEq => compare(Comparison::Different),
            B::Lt => compare(Comparison::Less),
            B::LtEq => compare(Comparison::LessEqual),
            B::Gt => compare(Comparison::Greater),
            B::GtEq => compare(Comparison::GreaterEqual),
            B::Spaceship => self.same(left, right),
            B::Plus => arithmetic(Arithmetic::Add),
            B::Minus => arithmetic(Arithmetic::Subtract),
            B::Multiply => arithmetic(Arithmetic::Multiply),
            B::Divide => arithmetic(Arithmetic::Divide),
            B::MyIntegerDivide => arithmetic(Arithmetic::DivideWhole),
            B::Modulo => arithmetic(Arithmetic::Remainder),
            B::StringConcat => arithmetic(Arithmetic::Concat),
            B::Arrow | B::LongArrow | B::HashArrow | B::HashLongArrow => {
                arithmetic(Arithmetic::Other(operator.to_string()))
            }
            B::PGRegexMatch => self.call("~", &[left, right]),
            B::PGRegexIMatch => self.call("~*", &[left, right]),
            _ => not_supported(whole),
        }
    }

    fn function(&self, function: &Function, whole: &Expr) -> Expression {
        let name = function.name.to_string().to_lowercase();
        let name = name.trim_matches(['"', '`']).rsplit('.').next().unwrap_or_default();
        let (arguments, mut special) = match &function.args {
            FunctionArguments::None => (&[][..], false),
            FunctionArguments::Subquery(_) => return not_supported(whole),
            FunctionArguments::List(list) => {
                let plain = list.duplicate_treatment.is_none() && list.clauses.is_empty();
                (&list.args[..], !plain)
            }
        };
        special |= function.filter.is_some() || !function.within_group.is_empty();
        // What looks at other rows around each row.
        if function.over.is_some() {
            return not_supported(whole);
        }
        // Of several values, these give the least and the greatest of one row.
        let of_one_row =
            self.product == Product::Sqlite && matches!(name, "min" | "max") && arguments.len() > 1;
        if AGGREGATES.contains(&name) && !of_one_row {
            return self.aggregate(name, arguments, special, whole);
        }
        if special {
            return not_supported(whole);
        }
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument {
                FunctionArg::Unnamed(FunctionArgExpr::Expr(value)) => {
                    given.push(self.expression(value));
                }
                _ => return not_supported(whole),
            }
        }
        match (name, given.as_slice()) {
            ("values", [Expression::Column(column)]) if !self.proposed.is_empty() => {
                Expression::Proposed(column.name.clone())
            }
            ("mod", [_, _]) => {
                let [left, right] = <[Expression; 2]>::try_from(given).expect("two arguments");
                Expression::Arithmetic(Arithmetic::Remainder, Box::new(left), Box::new(right))
            }
            _ => Expression::Call(name.into(), given),
        }
    }

    fn aggregate(
        &self,
        name: &str,
        arguments: &[FunctionArg],
        special: bool,
        whole: &Expr,
    ) -> Expression {
        let (argument, several) = match arguments {
            [FunctionArg::Unnamed(FunctionArgExpr::Wildcard)] if name == "count" => (None, false),
            [FunctionArg::Unnamed(FunctionArgExpr::Expr(first)), rest @ ..] => {
                (Some(self.boxed(first)), !rest.is_empty())
            }
            _ => return not_supported(whole),
        };
        let special = special || several;
        Expression::Aggregate(Aggregate { function: name.into(), argument, special })
    }

    /// The items of a projection.
    pub(super) fn items(&self, items: &[SelectItem]) -> Result<Vec<Item>, String> {
        items.iter().map(|item| self.item(item)).collect()
    }

    fn item(&self, item: &SelectItem) -> Result<Item, String> {
        Ok(match item {
            SelectItem::UnnamedExpr(expression) => {
                let value = self.expression(expression);
                let name = self.shown_name(&value, expression);
                Item::Value { value, name }
            }
            SelectItem::ExprWithAlias { expr, alias } => {
                let name = spelled(alias, self.product);
                Item::Value { value: self.expression(expr), name }
            }
            SelectItem::Wildcard(_) if item.to_string() == "*" => Item::All,
            SelectItem::QualifiedWildcard(
                SelectItemQualifiedWildcardKind::ObjectName(table),
                _,
            ) if item.to_string() == format!("{table}.*") => {
                let table = super::last_name(table).ok_or("a table without a name")?;
                Item::AllOf(table.value.to_lowercase())
            }
            _ => return Err(format!("`{}` is not supported", text::readable(&item.to_string()))),
        })
    }

    /// The name of a value that the statement does not name.
    fn shown_name(&self, value: &Expression, expression: &Expr) -> String {
        match (value, expression) {
            (Expression::Column(column), _) => column.name.clone(),
            (_, Expr::Identifier(name)) => spelled(name, self.product),
            (_, expression) if self.product != Product::Postgres => {
                text::readable(&expression.to_string())
            }
            (_, Expr::Function(function)) => function.name.to_string().to_lowercase(),
            (_, Expr::Case { .. }) => "case".into(),
            (_, Expr::Exists { .. }) => "exists".into(),
            _ => "?column?".into(),
        }
    }
}

fn constant(value: &Value) -> Expression {
    let text = |text: &str| Expression::Constant(Constant::Text(text.into()));
    match value {
        Value::Number(digits, _) => match digits.parse::<f64>() {
            Ok(number) if digits.bytes().all(|it| it.is_ascii_digit()) => {
                Expression::Constant(Constant::Number(number))
            }
            Ok(number) => Expression::Constant(Constant::Decimal(number)),
            Err(_) => not_supported(value),
        },
        Value::SingleQuotedString(inner) => match text::marked(inner) {
            Some(index) => Expression::Bound(index),
            None => text(inner),
        },
        Value::DoubleQuotedString(inner)
        | Value::EscapedStringLiteral(inner)
        | Value::NationalStringLiteral(inner)
        | Value::HexStringLiteral(inner) => text(inner),
        Value::DollarQuotedString(inner) => text(&inner.value),
        Value::Boolean(value) => Expression::Constant(Constant::Bool(*value)),
        Value::Null => Expression::Constant(Constant::Null),
        Value::Placeholder(name) => Expression::Unbound(name.clone()),
        _ => not_supported(value),
    }
}
