//! Queries: those that are rows of joined tables with a condition are taken apart,
//! of all others the form keeps which tables they read.

use super::{Read, Reader};
use crate::form::{Expression, Item, Lock, Order, Product, Query, Select, Source, TableName};
use crate::text;
use sqlparser::ast::{
    self, GroupByExpr, JoinConstraint, JoinOperator, LimitClause, LockType, OrderByKind,
    OrderBySort, SetExpr, TableFactor, TableWithJoins,
};

fn not_supported<T>(what: &impl std::fmt::Display) -> Read<T> {
    Err(format!("`{}` is not supported", text::readable(&what.to_string())))
}

impl Reader {
    pub(crate) fn query(&self, query: &ast::Query) -> Query {
        let order = self.order(query);
        let limits = self.limits(query);
        let body = match (&order, &limits) {
            (Err(message), _) | (_, Err(message)) => Err(message.clone()),
            _ => self.select(query),
        };
        let (limit, offset) = limits.unwrap_or_default();
        let mut read = Query {
            body,
            tables: Ok(Vec::new()),
            order: order.unwrap_or_default(),
            limit,
            offset,
            lock: lock(query),
            text: query.to_string(),
        };
        read.tables = match &read.body {
            Ok(select) => tables_of(&read, select),
            Err(_) => self.tables(query),
        };
        read
    }

    fn select(&self, query: &ast::Query) -> Read<Select> {
        let SetExpr::Select(select) = &*query.body else { return not_supported(query) };
        let grouped = match &select.group_by {
            GroupByExpr::All(_) => true,
            GroupByExpr::Expressions(expressions, _) => !expressions.is_empty(),
        };
        let plain = query.with.is_none()
            && query.fetch.is_none()
            && query.for_clause.is_none()
            && query.pipe_operators.is_empty()
            && select.distinct.is_none()
            && select.top.is_none()
            && select.having.is_none()
            && select.into.is_none()
            && select.qualify.is_none()
            && select.lateral_views.is_empty()
            && select.connect_by.is_empty()
            && select.prewhere.is_none();
        if !plain || grouped {
            return not_supported(query);
        }
        let mut from = Vec::new();
        let mut condition: Option<Expression> = None;
        for part in &select.from {
            self.join(part, &mut from, &mut condition)?;
        }
        // MySQL's name for no table at all.
        if let [only] = from.as_slice()
            && self.product == Product::Mysql
            && only.table.to_string().eq_ignore_ascii_case("dual")
        {
            from.clear();
        }
        if let Some(selection) = &select.selection {
            let selection = self.expression(selection);
            condition = Some(match condition {
                Some(joined) => joined.and(selection),
                None => selection,
            });
        }
        Ok(Select { items: self.items(&select.projection)?, from, condition })
    }

    /// The tables of a part of a FROM clause, and the conditions of its joins.
    fn join(
        &self,
        part: &TableWithJoins,
        from: &mut Vec<Source>,
        condition: &mut Option<Expression>,
    ) -> Read<()> {
        from.push(self.source(&part.relation)?);
        for join in &part.joins {
            from.push(self.source(&join.relation)?);
            match &join.join_operator {
                JoinOperator::Join(JoinConstraint::On(on))
                | JoinOperator::Inner(JoinConstraint::On(on)) => {
                    let on = self.expression(on);
                    *condition = Some(match condition.take() {
                        Some(before) => before.and(on),
                        None => on,
                    });
                }
                JoinOperator::Join(JoinConstraint::None)
                | JoinOperator::Inner(JoinConstraint::None)
                | JoinOperator::CrossJoin(JoinConstraint::None) => {}
                _ => return not_supported(join),
            }
        }
        Ok(())
    }

    fn order(&self, query: &ast::Query) -> Read<Vec<Order>> {
        let Some(order) = &query.order_by else { return Ok(Vec::new()) };
        let OrderByKind::Expressions(parts) = &order.kind else { return not_supported(order) };
        let read = |part: &ast::OrderByExpr| match part.options.sort {
            Some(OrderBySort::Using(_)) => not_supported(order),
            ref sort => Ok(Order {
                by: self.expression(&part.expr),
                descending: matches!(sort, Some(OrderBySort::Desc)),
            }),
        };
        parts.iter().map(read).collect()
    }

    fn limits(&self, query: &ast::Query) -> Read<(Option<Expression>, Option<Expression>)> {
        let read = |expression: &ast::Expr| self.expression(expression);
        Ok(match &query.limit_clause {
            None => (None, None),
            Some(LimitClause::LimitOffset { limit, offset, limit_by }) if limit_by.is_empty() => (
                limit.as_ref().map(read),
                offset.as_ref().map(|offset| self.expression(&offset.value)),
            ),
            Some(LimitClause::OffsetCommaLimit { offset, limit }) => {
                (Some(read(limit)), Some(read(offset)))
            }
            Some(clause) => return not_supported(clause),
        })
    }

    /// The tables that a query reads which is not taken apart. Fails where one may be
    /// overlooked.
    fn tables(&self, query: &ast::Query) -> Read<Vec<TableName>> {
        let mut visit = Visit { reader: self, found: Vec::new(), named: Vec::new(), queries: 0 };
        visit.query(query)?;
        let mentioned = query.to_string().to_uppercase().matches("SELECT ").count();
        if mentioned > visit.queries {
            return Err("a query with subqueries in its conditions".into());
        }
        let Visit { found, named, .. } = visit;
        let is_table = |name: &TableName| match name {
            TableName::Named(name) => !named.iter().any(|known| known.eq_ignore_ascii_case(name)),
            TableName::Bound(_) => true,
        };
        let mut tables = Vec::new();
        for name in found.into_iter().filter(is_table) {
            if !tables.contains(&name) {
                tables.push(name);
            }
        }
        Ok(tables)
    }
}

/// The tables that a query reads which is taken apart, and those of its subqueries.
fn tables_of(query: &Query, select: &Select) -> Read<Vec<TableName>> {
    let mut tables: Vec<TableName> = Vec::new();
    let mut add = |name: &TableName| {
        if !tables.contains(name) {
            tables.push(name.clone());
        }
    };
    select.from.iter().for_each(|source| add(&source.table));
    let items = select.items.iter().filter_map(Item::value);
    let order = query.order.iter().map(|order| &order.by);
    let mut open: Vec<&Expression> = items.chain(&select.condition).chain(order).collect();
    while let Some(expression) = open.pop() {
        if let Some(inner) = expression.query() {
            inner.tables.as_ref().map_err(String::clone)?.iter().for_each(&mut add);
        }
        if let Expression::NotSupported(text) = expression
            && text.to_uppercase().contains("SELECT ")
        {
            return Err("a query with subqueries in its conditions".into());
        }
        open.extend(expression.parts());
    }
    Ok(tables)
}

/// Looks for tables.
struct Visit<'r> {
    reader: &'r Reader,
    found: Vec<TableName>,
    /// What `WITH` names.
    named: Vec<String>,
    queries: usize,
}

impl Visit<'_> {
    fn query(&mut self, query: &ast::Query) -> Read<()> {
        for table in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.named.push(table.alias.name.value.clone());
            self.query(&table.query)?;
        }
        let mut open = vec![&*query.body];
        while let Some(body) = open.pop() {
            match body {
                SetExpr::Select(select) => {
                    self.queries += 1;
                    if select.into.is_some() {
                        return Err("a query that makes a table (SELECT ... INTO)".into());
                    }
                    for from in &select.from {
                        self.from(from)?;
                    }
                }
                SetExpr::Query(inner) => self.query(inner)?,
                SetExpr::SetOperation { left, right, .. } => open.extend([&**left, &**right]),
                SetExpr::Values(_) => {}
                _ => return Err("a query that also writes".into()),
            }
        }
        Ok(())
    }

    fn from(&mut self, from: &TableWithJoins) -> Read<()> {
        let joined = from.joins.iter().map(|join| &join.relation);
        for factor in std::iter::once(&from.relation).chain(joined) {
            match factor {
                TableFactor::Table { name, args: None, .. } => {
                    self.found.push(self.reader.table(name)?);
                }
                TableFactor::Derived { subquery, .. } => self.query(subquery)?,
                TableFactor::NestedJoin { table_with_joins, .. } => self.from(table_with_joins)?,
                other => return not_supported(other),
            }
        }
        Ok(())
    }
}

fn lock(query: &ast::Query) -> Option<Lock> {
    if query.locks.is_empty() {
        return None;
    }
    let exclusive = query.locks.iter().any(|clause| clause.lock_type == LockType::Update);
    let special = query.locks.iter().any(|lock| lock.nonblock.is_some() || lock.of.is_some());
    Some(Lock { exclusive, special })
}
