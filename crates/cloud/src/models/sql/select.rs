//! `SELECT`: one row by its key, or what is made of all rows that match.

use super::answer::{Answer, Projected, Rows, WHOLE, row};
use super::change::single_table;
use super::driver::RowShape;
use super::expression::{Scope, arguments, column_of};
use super::schema::{UseOf, spelled};
use super::{Execution, Failure, Product, Table};
use aplomb_symbolic::{Machine, Node, Operator, Term, Terms};
use sqlparser::ast::{
    Expr, FunctionArgExpr, GroupByExpr, LimitClause, ObjectName, OrderByKind, OrderBySort, Query,
    Select, SelectItem, SetExpr, Statement, TableFactor, TableWithJoins,
};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Functions that make one value of all rows.
const AGGREGATES: [&str; 9] =
    ["count", "sum", "avg", "min", "max", "string_agg", "group_concat", "json_agg", "array_agg"];

/// The name of the aggregate an expression is, with what it is applied to.
fn aggregate(expression: &Expr) -> Option<(String, Option<&Expr>)> {
    let Expr::Function(function) = expression else { return None };
    let name = function.name.to_string().to_lowercase();
    if !AGGREGATES.contains(&name.as_str()) {
        return None;
    }
    let given = arguments(function);
    match given.as_slice() {
        [FunctionArgExpr::Expr(only)] => Some((name, Some(only))),
        [FunctionArgExpr::Wildcard] => Some((name, None)),
        _ if name == "count" || given.len() > 1 => Some((name, None)),
        _ => None,
    }
}

/// Whether an aggregate is part of an expression.
fn aggregates(expression: &Expr) -> bool {
    stacker::maybe_grow(64 << 10, 2 << 20, || match expression {
        Expr::Function(function) => {
            aggregate(expression).is_some()
                || arguments(function).iter().any(|argument| match argument {
                    FunctionArgExpr::Expr(inner) => aggregates(inner),
                    _ => false,
                })
        }
        Expr::BinaryOp { left, right, .. } => aggregates(left) || aggregates(right),
        Expr::Nested(inner)
        | Expr::UnaryOp { expr: inner, .. }
        | Expr::Cast { expr: inner, .. } => aggregates(inner),
        _ => false,
    })
}

/// The expression of an item of a projection.
fn expression(item: &SelectItem) -> Option<&Expr> {
    match item {
        SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => Some(expr),
        _ => None,
    }
}

impl Execution<'_> {
    pub(super) fn query(&self, machine: &mut Machine<'_>, query: &Query) -> Result<Term, Failure> {
        let SetExpr::Select(select) = &*query.body else { return self.opaque(machine, query) };
        let grouped = match &select.group_by {
            GroupByExpr::All(_) => true,
            GroupByExpr::Expressions(expressions, _) => !expressions.is_empty(),
        };
        let plain = query.with.is_none()
            && select.distinct.is_none()
            && select.having.is_none()
            && select.into.is_none()
            && !grouped;
        if select.from.is_empty() && plain {
            let fields = self.without_table(machine, select)?;
            let count = machine.terms().number(1.0);
            let rows = Rows::Known(vec![fields]);
            return self.deliver(machine, Answer { rows, count, last_id: None });
        }
        let Some(name) = single_table(&select.from).filter(|_| plain) else {
            return self.opaque(machine, query);
        };
        self.note_condition(machine, name, select.selection.as_ref());
        self.note_returned(machine, name, &select.projection);
        if self.looks_elsewhere(query) {
            return self.opaque(machine, query);
        }
        let aggregates = select.projection.iter().filter_map(expression).any(aggregates);
        let table = self.table(machine, name, UseOf::Reading)?;
        match self.key_in(machine, &table, select.selection.as_ref())? {
            Some((key, rest)) if !aggregates => {
                self.one(machine, &table, query, select, key, &rest)
            }
            _ if !query.locks.is_empty() => Failure::because(
                "rows that are locked without being named by their key (FOR UPDATE)",
            ),
            _ => self.all(machine, &table, query, select),
        }
    }

    /// A subquery, in which other tables may be read.
    fn looks_elsewhere(&self, query: &Query) -> bool {
        query.to_string().to_uppercase().matches("SELECT ").count() > 1
    }

    /// `SELECT now()`.
    fn without_table(
        &self,
        machine: &mut Machine<'_>,
        select: &Select,
    ) -> Result<Projected, Failure> {
        let scope = self.scope();
        let mut fields = Vec::new();
        for item in &select.projection {
            let Some(expression) = expression(item) else {
                return Failure::because(format!("`{item}` is not understood"));
            };
            let value = self
                .server_function(machine, expression)
                .map_or_else(|| scope.value(machine, expression), Ok)?;
            fields.push((self.shown_name(item), value));
        }
        Ok(fields)
    }

    /// `LAST_INSERT_ID()` and the like give what the connection knows, which is not followed.
    fn server_function(&self, machine: &mut Machine<'_>, expression: &Expr) -> Option<Term> {
        let Expr::Function(function) = expression else { return None };
        let name = function.name.to_string().to_lowercase();
        matches!(name.as_str(), "version" | "current_database" | "database" | "current_user")
            .then(|| machine.terms().string(name))
    }

    /// The name that the program sees.
    fn shown_name(&self, item: &SelectItem) -> String {
        match item {
            SelectItem::ExprWithAlias { alias, .. } => spelled(alias, self.product),
            SelectItem::UnnamedExpr(expr) => match (column_of(expr), expr) {
                (Some(column), _) => spelled(column, self.product),
                (None, Expr::Function(function)) if self.product == Product::Postgres => {
                    function.name.to_string().to_lowercase()
                }
                (None, Expr::Case { .. }) if self.product == Product::Postgres => "case".into(),
                (None, _) if self.product == Product::Postgres => "?column?".into(),
                (None, expr) => expr.to_string(),
            },
            _ => WHOLE.into(),
        }
    }

    /// What a projection shows of a row.
    pub(super) fn projected(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        items: &[SelectItem],
        content: Term,
        key: Option<Term>,
    ) -> Result<Projected, Failure> {
        let scope = self.scope();
        let scope = scope.of_row(table, content, key);
        let mut fields = Vec::new();
        for item in items {
            match expression(item) {
                Some(expression) => {
                    let mut value = scope.value(machine, expression)?;
                    let described = table.described.as_ref().zip(column_of(expression));
                    let column = described.and_then(|(table, name)| table.named(&name.value));
                    if column.is_some_and(|column| column.nullable) {
                        value = or_null(machine.terms(), value);
                    }
                    fields.push((self.shown_name(item), value));
                }
                None => self.whole(machine, table, content, key, &mut fields),
            }
        }
        Ok(fields)
    }

    /// `*`
    fn whole(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        content: Term,
        key: Option<Term>,
        fields: &mut Projected,
    ) {
        let content = match key {
            Some(key) => machine.terms().apply(Operator::Merge, &[content, key]),
            None => content,
        };
        match (&table.described, self.reply.rows()) {
            (Some(described), RowShape::Tuple | RowShape::Typed) => {
                for name in described.names(self.product) {
                    let value = machine.terms().field(content, &name);
                    fields.push((name, value));
                }
            }
            _ => fields.push((WHOLE.into(), content)),
        }
    }

    /// One row, named by its key.
    fn one(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        query: &Query,
        select: &Select,
        key: Term,
        rest: &[&Expr],
    ) -> Result<Term, Failure> {
        let locks = !query.locks.is_empty();
        if query.locks.iter().any(|lock| lock.nonblock.is_some()) {
            return Failure::because("SKIP LOCKED and NOWAIT are not understood");
        }
        Ok(self.session.read(machine, (table.store, key), locks, &|machine, content| {
            let scope = self.scope();
            let scope = scope.of_row(table, content, Some(key));
            let terms = machine.terms();
            let absent = terms.absent();
            let missing = terms.equal(content, absent);
            let mut there = terms.not(missing);
            for part in rest {
                let holds = scope.condition(machine, part)?.holds;
                there = machine.terms().and(there, holds);
            }
            let fields = self.projected(machine, table, &select.projection, content, Some(key))?;
            let terms = machine.terms();
            let (one, zero) = (terms.number(1.0), terms.number(0.0));
            let count = terms.ite(there, one, zero);
            self.deliver(
                machine,
                Answer { rows: Rows::One { there, fields }, count, last_id: None },
            )
        })?)
    }

    /// All rows that match.
    fn all(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        query: &Query,
        select: &Select,
    ) -> Result<Term, Failure> {
        let filter = self.equations(machine, table, select.selection.as_ref())?;
        Ok(self.session.list(machine, &[table.store], &|machine| {
            let everything = machine.terms().record([]);
            let (label, span) = (self.session.label, self.session.span);
            let found = machine.scan(label, span, table.store, filter.unwrap_or(everything))?;
            match machine.view(found).clone() {
                Node::List(items) => {
                    self.computed(machine, table, query, select, filter.is_some(), &items)
                }
                _ => self.described_rows(machine, table, query, select, filter.is_some(), found),
            }
        })?)
    }

    /// The answer, where the rows are known.
    fn computed(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        query: &Query,
        select: &Select,
        exact: bool,
        items: &[Term],
    ) -> Result<Term, Failure> {
        let scope = self.scope();
        let mut rows: Vec<Term> = Vec::new();
        for &item in items {
            let wanted = match &select.selection {
                Some(condition) if !exact => {
                    scope.of_row(table, item, None).condition(machine, condition)?.holds
                }
                _ => machine.terms().bool(true),
            };
            match machine.terms().as_bool(wanted) {
                Some(true) => rows.push(item),
                Some(false) => {}
                None => return Failure::because("which rows match is not known in this run"),
            }
        }
        if select.projection.iter().filter_map(expression).any(aggregates) {
            let fields = self.aggregated(machine, table, select, &rows)?;
            let count = machine.terms().number(1.0);
            let rows = Rows::Known(vec![fields]);
            return self.deliver(machine, Answer { rows, count, last_id: None });
        }
        self.order(machine, &scope, table, query, &mut rows)?;
        let mut projected = Vec::with_capacity(rows.len());
        for content in rows {
            projected.push(self.projected(machine, table, &select.projection, content, None)?);
        }
        self.limit(machine, query, &mut projected)?;
        let count = machine.terms().number(projected.len() as f64);
        self.deliver(machine, Answer { rows: Rows::Known(projected), count, last_id: None })
    }

    fn order(
        &self,
        machine: &mut Machine<'_>,
        scope: &Scope<'_>,
        table: &Table,
        query: &Query,
        rows: &mut Vec<Term>,
    ) -> Result<(), Failure> {
        let Some(order) = &query.order_by else { return Ok(()) };
        let OrderByKind::Expressions(by) = &order.kind else {
            return Failure::because("ORDER BY ALL");
        };
        let mut keyed = Vec::with_capacity(rows.len());
        for &content in rows.iter() {
            let mut keys = Vec::with_capacity(by.len());
            for part in by {
                keys.push(scope.of_row(table, content, None).value(machine, &part.expr)?);
            }
            keyed.push((keys, content));
        }
        keyed.sort_by(|(left, _), (right, _)| {
            let mut parts = by.iter().zip(left.iter().zip(right));
            parts
                .find_map(|(part, (&left, &right))| {
                    let ordering = compare(machine, left, right);
                    let ordering = match part.options.sort {
                        Some(OrderBySort::Desc) => ordering.reverse(),
                        _ => ordering,
                    };
                    (ordering != Ordering::Equal).then_some(ordering)
                })
                .unwrap_or(Ordering::Equal)
        });
        *rows = keyed.into_iter().map(|(_, content)| content).collect();
        Ok(())
    }

    fn limit(
        &self,
        machine: &mut Machine<'_>,
        query: &Query,
        rows: &mut Vec<Projected>,
    ) -> Result<(), Failure> {
        let (limit, offset) = match &query.limit_clause {
            None => return Ok(()),
            Some(LimitClause::LimitOffset { limit, offset, .. }) => {
                (limit.as_ref(), offset.as_ref().map(|offset| &offset.value))
            }
            Some(LimitClause::OffsetCommaLimit { offset, limit }) => (Some(limit), Some(offset)),
        };
        let mut number = |expression: Option<&Expr>, otherwise: usize| {
            let Some(expression) = expression else { return Ok(otherwise) };
            let value = self.scope().value(machine, expression)?;
            match machine.view(value) {
                Node::Number(number) => Ok(number.get() as usize),
                Node::String(text) => {
                    text.parse().map_err(|_| Failure::new("LIMIT is not a number in this run"))
                }
                _ => Failure::because("LIMIT is not a number in this run"),
            }
        };
        let (skipped, kept) = (number(offset, 0)?, number(limit, usize::MAX)?);
        rows.drain(..skipped.min(rows.len()));
        rows.truncate(kept);
        Ok(())
    }

    fn aggregated(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        select: &Select,
        rows: &[Term],
    ) -> Result<Projected, Failure> {
        let mut fields = Vec::new();
        for item in &select.projection {
            let Some(expression) = expression(item) else {
                return Failure::because(format!("`{item}` is not understood"));
            };
            let value = match (aggregate(expression), column_free(expression)) {
                (Some((name, inner)), _) => self.fold(machine, table, &name, inner, rows)?,
                _ => {
                    let text = machine.terms().string(expression.to_string());
                    let rows = machine.terms().list(rows);
                    let values = self.values(machine);
                    machine.terms().pure("sql.aggregate", &[text, values, rows])
                }
            };
            fields.push((self.shown_name(item), value));
        }
        Ok(fields)
    }

    /// The value of an aggregate over known rows.
    fn fold(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        name: &str,
        inner: Option<&Expr>,
        rows: &[Term],
    ) -> Result<Term, Failure> {
        let mut values = Vec::with_capacity(rows.len());
        let scope = self.scope();
        for &content in rows {
            let value = match inner {
                Some(inner) => scope.of_row(table, content, None).value(machine, inner)?,
                None => machine.terms().number(1.0),
            };
            if !matches!(machine.view(value), Node::Null | Node::Undefined) {
                values.push(value);
            }
        }
        let terms = machine.terms();
        Ok(match (name, values.as_slice()) {
            ("count", _) => terms.number(values.len() as f64),
            (_, []) => terms.null(),
            ("sum", _) => terms.apply(Operator::Add, &values),
            ("min" | "max", [first, rest @ ..]) => rest.iter().fold(*first, |best, &value| {
                let (low, high) = if name == "max" { (best, value) } else { (value, best) };
                let better = terms.apply(Operator::Less, &[low, high]);
                terms.ite(better, value, best)
            }),
            _ => terms.pure(&format!("sql.{name}"), &values),
        })
    }

    /// The answer, where the rows are whatever a scan finds.
    fn described_rows(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        query: &Query,
        select: &Select,
        exact: bool,
        found: Term,
    ) -> Result<Term, Failure> {
        let text = machine.terms().string(query.to_string());
        let values = self.values(machine);
        let counts_all = |expression: &Expr| {
            exact && matches!(aggregate(expression), Some((name, None)) if name == "count")
        };
        if select.projection.iter().filter_map(expression).any(aggregates) {
            let mut fields = Vec::new();
            for item in &select.projection {
                let value = match expression(item) {
                    Some(expression) if counts_all(expression) => {
                        machine.terms().apply(Operator::Length, &[found])
                    }
                    _ => {
                        let item = machine.terms().string(item.to_string());
                        machine.terms().pure("sql.aggregate", &[text, item, values, found])
                    }
                };
                fields.push((self.shown_name(item), value));
            }
            let count = machine.terms().number(1.0);
            let rows = Rows::Known(vec![fields]);
            return self.deliver(machine, Answer { rows, count, last_id: None });
        }
        let arranged = !exact || query.order_by.is_some() || query.limit_clause.is_some();
        let matching = match arranged {
            true => machine.terms().pure("sql.select", &[text, values, found]),
            false => found,
        };
        let count = machine.terms().apply(Operator::Length, &[matching]);
        let is_plain = |item: &SelectItem| match item {
            SelectItem::UnnamedExpr(expr) => column_of(expr).is_some(),
            SelectItem::ExprWithAlias { .. } => false,
            _ => true,
        };
        let as_stored =
            self.reply.rows() == RowShape::Record && select.projection.iter().all(is_plain);
        let list = match as_stored {
            true => matching,
            false => {
                let mut failure = None;
                let rows = machine.for_each(matching, &mut |machine, item| {
                    let item = machine.freeze(item);
                    match self.projected(machine, table, &select.projection, item, None) {
                        Ok(fields) => Ok(row(machine, self.reply.rows(), &fields)),
                        Err(Failure::Stop(stop)) => Err(stop),
                        Err(other) => {
                            failure = Some(other);
                            Ok(item)
                        }
                    }
                })?;
                if let Some(failure) = failure {
                    return Err(failure);
                }
                rows
            }
        };
        self.deliver(machine, Answer { rows: Rows::Listed(list), count, last_id: None })
    }

    /// A query that is not taken apart: some function of the tables it reads.
    fn opaque(&self, machine: &mut Machine<'_>, query: &Query) -> Result<Term, Failure> {
        let mut names = Vec::new();
        tables_of(query, &mut names)?;
        let mut visible: BTreeSet<String> = BTreeSet::new();
        let mut stores = Vec::new();
        for name in names {
            if visible.insert(name.to_string()) {
                stores.push(self.store(machine, &name, UseOf::Reading)?);
            }
        }
        if !query.locks.is_empty() {
            return Failure::because("FOR UPDATE in a query over several tables");
        }
        Ok(self.session.list(machine, &stores, &|machine| {
            let text = machine.terms().string(query.to_string());
            let mut parts = vec![text, self.values(machine)];
            for &store in &stores {
                let (label, span) = (self.session.label, self.session.span);
                let everything = machine.terms().record([]);
                parts.push(machine.scan(label, span, store, everything)?);
            }
            let list = machine.terms().pure("sql.select", &parts);
            let count = machine.terms().apply(Operator::Length, &[list]);
            self.deliver(machine, Answer { rows: Rows::Listed(list), count, last_id: None })
        })?)
    }
}

/// What a column shows that was never given a value.
fn or_null(terms: &mut Terms, value: Term) -> Term {
    let (undefined, null) = (terms.undefined(), terms.null());
    let missing = terms.equal(value, undefined);
    terms.ite(missing, null, value)
}

/// Whether an expression mentions no column that is not inside an aggregate.
fn column_free(expression: &Expr) -> bool {
    matches!(expression, Expr::Value(_))
}

/// The order of two values, numbers before texts.
fn compare(machine: &Machine<'_>, left: Term, right: Term) -> Ordering {
    match (machine.view(left), machine.view(right)) {
        (Node::Number(a), Node::Number(b)) => {
            a.get().partial_cmp(&b.get()).unwrap_or(Ordering::Equal)
        }
        (Node::String(a), Node::String(b)) => a.cmp(b),
        (Node::Number(_), Node::String(_)) => Ordering::Less,
        (Node::String(_), Node::Number(_)) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

/// The tables that a query reads. Fails where one may be overlooked.
fn tables_of(query: &Query, found: &mut Vec<ObjectName>) -> Result<(), Failure> {
    let mut queries = 0;
    let mut named = Vec::new();
    visit(query, found, &mut named, &mut queries)?;
    found.retain(|name| !named.contains(&name.to_string()));
    let mentioned = query.to_string().to_uppercase().matches("SELECT ").count();
    if mentioned > queries {
        return Failure::because("a query with subqueries in its conditions");
    }
    Ok(())
}

fn visit(
    query: &Query,
    found: &mut Vec<ObjectName>,
    named: &mut Vec<String>,
    queries: &mut usize,
) -> Result<(), Failure> {
    for table in query.with.iter().flat_map(|with| &with.cte_tables) {
        named.push(table.alias.name.to_string());
        visit(&table.query, found, named, queries)?;
    }
    let mut open = vec![&*query.body];
    while let Some(body) = open.pop() {
        match body {
            SetExpr::Select(select) => {
                *queries += 1;
                for from in &select.from {
                    visit_from(from, found, named, queries)?;
                }
            }
            SetExpr::Query(inner) => visit(inner, found, named, queries)?,
            SetExpr::SetOperation { left, right, .. } => open.extend([&**left, &**right]),
            SetExpr::Values(_) => {}
            _ => return Failure::because("a query that also writes"),
        }
    }
    Ok(())
}

fn visit_from(
    from: &TableWithJoins,
    found: &mut Vec<ObjectName>,
    named: &mut Vec<String>,
    queries: &mut usize,
) -> Result<(), Failure> {
    let joined = from.joins.iter().map(|join| &join.relation);
    for factor in std::iter::once(&from.relation).chain(joined) {
        match factor {
            TableFactor::Table { name, args: None, .. } => found.push(name.clone()),
            TableFactor::Derived { subquery, .. } => visit(subquery, found, named, queries)?,
            TableFactor::NestedJoin { table_with_joins, .. } => {
                visit_from(table_with_joins, found, named, queries)?;
            }
            other => return Failure::because(format!("`{other}` is not understood")),
        }
    }
    Ok(())
}

/// Whether a statement only tells the server how to work.
pub(super) fn is_administration(statement: &Statement) -> bool {
    let text = statement.to_string().to_uppercase();
    ["SET ", "SHOW ", "USE ", "PRAGMA ", "ANALYZE", "VACUUM", "CREATE ", "ALTER ", "COMMENT "]
        .iter()
        .any(|word| text.starts_with(word))
}
