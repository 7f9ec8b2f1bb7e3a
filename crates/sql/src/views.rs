//! Views: a query over a view is a query over its tables.
//!
//! A view that only shows columns of rows that satisfy a condition is merged into the
//! query. Of any other the query keeps which tables are read.

use crate::form::{Column, Expression, Item, Product, Query, Select, Statement, TableName};
use crate::schema::Schema;

/// Views over views over views.
const DEEPEST: usize = 16;

impl Schema {
    /// The statement without views; what is written to views stays as it is.
    pub fn without_views(&self, statement: &Statement, product: Product) -> Statement {
        match statement {
            Statement::Select(query) => Statement::Select(self.merged(query, product, 0)),
            other => other.clone(),
        }
    }

    fn merged(&self, query: &Query, product: Product, depth: usize) -> Query {
        let view = |table: &TableName| match table {
            TableName::Named(name) => self.view(name, product),
            TableName::Bound(_) => None,
        };
        let has_views = |tables: &[TableName]| tables.iter().any(|table| view(table).is_some());
        if !query.tables.as_deref().is_ok_and(has_views) {
            return query.clone();
        }
        if depth > DEEPEST {
            let message = "views that are made of each other";
            return Query {
                body: Err(message.into()),
                tables: Err(message.into()),
                ..query.clone()
            };
        }
        let inner = query.select().and_then(|select| match select.from.as_slice() {
            [only] if !query.has_subqueries() => Some((select, view(&only.table)?)),
            _ => None,
        });
        if let Some((select, shown)) = &inner
            && let Some(body) = merge(select, shown)
        {
            let order = query.order.iter().map(|order| {
                let by = renamed(&order.by, shown.select()?)?;
                Some(crate::form::Order { by, ..order.clone() })
            });
            if let Some(order) = order.collect() {
                let tables = shown.tables.clone();
                let merged = Query { body: Ok(body), tables, order, ..query.clone() };
                return self.merged(&merged, product, depth + 1);
            }
        }
        let mut tables: Result<Vec<TableName>, String> = Ok(Vec::new());
        for table in query.tables.iter().flatten() {
            let read = match view(table) {
                Some(shown) => self.merged(&shown, product, depth + 1).tables,
                None => Ok(vec![table.clone()]),
            };
            tables = tables.and_then(|mut known| {
                let new = read?.into_iter().filter(|it| !known.contains(it)).collect::<Vec<_>>();
                known.extend(new);
                Ok(known)
            });
        }
        let message = "a view that is more than rows of a table with a condition";
        Query { body: Err(message.into()), tables, ..query.clone() }
    }
}

/// A query over a view as one over its table, if the view is nothing but that.
fn merge(select: &Select, view: &Query) -> Option<Select> {
    let shown = view.select()?;
    let plain = view.order.is_empty()
        && view.limit.is_none()
        && view.offset.is_none()
        && view.lock.is_none()
        && !view.has_subqueries();
    let [table] = shown.from.as_slice() else { return None };
    let is_column = |item: &Item| item.value().is_none_or(|value| value.column().is_some());
    if !plain || !shown.items.iter().all(is_column) {
        return None;
    }
    let mut items = Vec::new();
    for item in &select.items {
        match item {
            Item::All | Item::AllOf(_) => items.extend(shown.items.iter().cloned()),
            Item::Value { value, name } => {
                items.push(Item::Value { value: renamed(value, shown)?, name: name.clone() });
            }
        }
    }
    let condition = match &select.condition {
        Some(condition) => Some(renamed(condition, shown)?),
        None => None,
    };
    let condition = match (shown.condition.clone(), condition) {
        (Some(own), Some(other)) => Some(own.and(other)),
        (own, other) => own.or(other),
    };
    Some(Select { items, from: vec![table.clone()], condition })
}

/// An expression over columns of a view as one over columns of its table.
fn renamed(expression: &Expression, view: &Select) -> Option<Expression> {
    let mut renamed = expression.clone();
    renamed.each_column(&|column| {
        let named = view.items.iter().find_map(|item| match item {
            Item::All | Item::AllOf(_) => Some(column.name.clone()),
            Item::Value { value, name } if name.eq_ignore_ascii_case(&column.name) => {
                Some(value.column()?.name.clone())
            }
            Item::Value { .. } => None,
        })?;
        Some(Column { table: None, name: named, quoted: column.quoted })
    })?;
    Some(renamed)
}
