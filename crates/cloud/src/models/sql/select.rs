//! `SELECT`: one row by its key, or what is made of all rows that match.

use super::keys::UseOf;
use super::scope::Scope;
use super::{Execution, Table};
use crate::assumptions;
use aplomb_script::Language;
use aplomb_sql::form::{Aggregate, Expression, Item, Query, Select};
use aplomb_sql::{
    Answer, Evaluate, Failure, Given, Kind, Projected, RowShape, Rows, WHOLE, is_new_each_time,
    kind_of, row,
};
use aplomb_symbolic::{Machine, Node, Operator, Term, Terms};
use std::cmp::Ordering;

/// A query that reads one table.
#[derive(Clone, Copy)]
struct Reading<'q> {
    table: &'q Table,
    query: &'q Query,
    select: &'q Select,
}

impl Reading<'_> {
    fn aggregates(&self) -> bool {
        self.select.items.iter().any(Item::is_aggregate)
    }
}

impl Execution<'_> {
    pub(super) fn query(&self, machine: &mut Machine<'_>, query: &Query) -> Result<Term, Failure> {
        let Some(select) = query.select() else { return self.opaque(machine, query) };
        let source = match select.from.as_slice() {
            [] if select.condition.is_none() => {
                let fields = self.without_table(machine, select)?;
                let (always, count) = (machine.terms().bool(true), machine.terms().number(1.0));
                let rows = Rows::Given(vec![(always, fields)]);
                return self.deliver(machine, Answer { rows, count, last_id: None });
            }
            [only] => only,
            _ => return self.opaque(machine, query),
        };
        let name = &source.table;
        self.note_condition(machine, name, select.condition.as_ref());
        self.note_returned(machine, name, &select.items);
        if query.has_subqueries() {
            return self.opaque(machine, query);
        }
        let table = self.table(machine, name, UseOf::Reading)?;
        let reading = Reading { table: &table, query, select };
        match self.key_in(machine, &table, select.condition.as_ref())? {
            Some((key, rest)) if !reading.aggregates() => self.one(machine, reading, key, &rest),
            _ if query.lock.is_some() => Failure::because(
                "rows that are locked without being named by their key (FOR UPDATE)",
            ),
            _ => self.all(machine, reading),
        }
    }

    /// `SELECT now()`.
    fn without_table(
        &self,
        machine: &mut Machine<'_>,
        select: &Select,
    ) -> Result<Projected, Failure> {
        let scope = self.scope();
        let mut fields = Vec::new();
        for item in &select.items {
            let Item::Value { value, name } = item else {
                return Failure::because("`*` without a table");
            };
            let value = match server_function(value) {
                Some(name) => machine.terms().string(name),
                None => scope.value(machine, value)?,
            };
            fields.push((name.clone(), value));
        }
        Ok(fields)
    }

    /// What a projection shows of a row.
    pub(super) fn projected(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        items: &[Item],
        content: Term,
        key: Option<Term>,
    ) -> Result<Projected, Failure> {
        if table.described.is_none() {
            machine.assume(assumptions::COLUMN_TYPES.of(&[&table.name]));
        }
        let scope = self.scope();
        let scope = scope.of_row(table, content, key);
        let mut fields = Vec::new();
        for item in items {
            match item {
                Item::Value { value: expression, name } => {
                    let mut value = scope.value(machine, expression)?;
                    if let Some(kind) = self.kind_of(table, expression) {
                        value = kind.shown(machine, self.request, value);
                    }
                    let described = table.described.as_ref().zip(expression.column());
                    let column = described.and_then(|(table, column)| table.named(&column.name));
                    if column.is_some_and(|column| column.nullable) {
                        value = or_null(machine.terms(), value);
                    }
                    fields.push((name.clone(), value));
                }
                _ => self.whole(machine, table, content, key, &mut fields),
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
        match (&table.described, self.request.reply.rows()) {
            (Some(described), RowShape::Tuple | RowShape::Named | RowShape::Typed) => {
                for name in described.names(self.product) {
                    let value = machine.terms().field(content, &name);
                    let value = self.shown(machine, table, &name, value);
                    fields.push((name, value));
                }
            }
            _ => {
                fields.push((WHOLE.into(), content));
                for column in table.described.iter().flat_map(|table| &table.columns) {
                    let name = column.name(self.product);
                    let stored = machine.terms().field(content, &name);
                    let value = self.shown(machine, table, &name, stored);
                    if value != stored {
                        let value = or_null(machine.terms(), value);
                        fields.push((name, value));
                    }
                }
            }
        }
    }

    /// What the driver shows of a value of a column.
    fn shown(&self, machine: &mut Machine<'_>, table: &Table, column: &str, value: Term) -> Term {
        match table.kind(column) {
            Some(kind) => kind.shown(machine, self.request, value),
            None => value,
        }
    }

    /// The type of what an expression gives, as far as a schema says.
    fn kind_of(&self, table: &Table, expression: &Expression) -> Option<Kind> {
        kind_of(expression, self.product, &|column| table.kind(column))
    }

    /// Whether the driver shows columns of a table in another way than they are stored.
    fn converts(&self, language: Language, table: &Table, items: &[Item]) -> bool {
        let of_table =
            |kind: Option<Kind>| kind.is_some_and(|kind| !kind.is_shown_as_kept(language));
        items.iter().any(|item| match item {
            Item::Value { value, .. } => of_table(self.kind_of(table, value)),
            _ => {
                let mut columns = table.described.iter().flat_map(|table| &table.columns);
                columns.any(|column| of_table(column.type_in(self.product)))
            }
        })
    }

    /// One row, named by its key.
    fn one(
        &self,
        machine: &mut Machine<'_>,
        Reading { table, query, select }: Reading<'_>,
        key: Term,
        rest: &[&Expression],
    ) -> Result<Term, Failure> {
        let locks = query.lock.is_some();
        if query.lock.is_some_and(|lock| lock.special) {
            return Failure::because("SKIP LOCKED, NOWAIT and OF are not supported");
        }
        Ok(self.session.read(machine, (table.store, key), locks, &|machine, content| {
            let scope = self.scope();
            let scope = scope.of_row(table, content, Some(key));
            let there = self.is_there(machine, &scope, content, rest)?;
            let fields = self.projected(machine, table, &select.items, content, Some(key))?;
            let terms = machine.terms();
            let (one, zero) = (terms.number(1.0), terms.number(0.0));
            let count = terms.ite(there, one, zero);
            let rows = Rows::Given(vec![(there, fields)]);
            self.deliver(machine, Answer { rows, count, last_id: None })
        })?)
    }

    /// All rows that match.
    fn all(&self, machine: &mut Machine<'_>, reading: Reading<'_>) -> Result<Term, Failure> {
        let Reading { table, select, .. } = reading;
        let filter = self.equations(machine, table, select.condition.as_ref())?;
        Ok(self.session.list(machine, &[table.store], &|machine| {
            let everything = machine.terms().record([]);
            let (label, span) = (self.session.at.label, self.session.at.span);
            let found = machine.scan(label, span, table.store, filter.unwrap_or(everything))?;
            let (rows, exact) = (machine.freeze(found), filter.is_some());
            match machine.terms().node(rows).clone() {
                Node::List(items) => match self.matching(machine, reading, exact, &items)? {
                    Some(rows) => self.computed(machine, reading, rows),
                    None => self.described_rows(machine, reading, exact, found),
                },
                _ => self.described_rows(machine, reading, exact, found),
            }
        })?)
    }

    /// The rows that match, if that is known of each.
    fn matching(
        &self,
        machine: &mut Machine<'_>,
        Reading { table, select, .. }: Reading<'_>,
        exact: bool,
        items: &[Term],
    ) -> Result<Option<Vec<Term>>, Failure> {
        let scope = self.scope();
        let mut rows: Vec<Term> = Vec::new();
        for &item in items {
            let wanted = match &select.condition {
                Some(condition) if !exact => {
                    scope.of_row(table, item, None).condition(machine, condition)?.holds
                }
                _ => machine.terms().bool(true),
            };
            match machine.terms().as_bool(wanted) {
                Some(true) => rows.push(item),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(rows))
    }

    /// The answer, where the rows are known.
    fn computed(
        &self,
        machine: &mut Machine<'_>,
        reading: Reading<'_>,
        mut rows: Vec<Term>,
    ) -> Result<Term, Failure> {
        let Reading { table, query, select } = reading;
        let scope = self.scope();
        let always = machine.terms().bool(true);
        if reading.aggregates() {
            let fields = self.aggregated(machine, table, select, &rows)?;
            let count = machine.terms().number(1.0);
            let rows = Rows::Given(vec![(always, fields)]);
            return self.deliver(machine, Answer { rows, count, last_id: None });
        }
        self.order(machine, &scope, table, query, &mut rows)?;
        let mut projected = Vec::with_capacity(rows.len());
        for content in rows {
            let fields = self.projected(machine, table, &select.items, content, None)?;
            projected.push((always, fields));
        }
        self.limit(machine, query, &mut projected)?;
        let count = machine.terms().number(projected.len() as f64);
        self.deliver(machine, Answer { rows: Rows::Given(projected), count, last_id: None })
    }

    fn order(
        &self,
        machine: &mut Machine<'_>,
        scope: &Scope<'_>,
        table: &Table,
        query: &Query,
        rows: &mut Vec<Term>,
    ) -> Result<(), Failure> {
        let by = &query.order;
        if by.is_empty() {
            return Ok(());
        }
        let mut keyed = Vec::with_capacity(rows.len());
        for &content in rows.iter() {
            let mut keys = Vec::with_capacity(by.len());
            for part in by {
                keys.push(scope.of_row(table, content, None).value(machine, &part.by)?);
            }
            keyed.push((keys, content));
        }
        keyed.sort_by(|(left, _), (right, _)| {
            let mut parts = by.iter().zip(left.iter().zip(right));
            parts
                .find_map(|(part, (&left, &right))| {
                    let ordering = compare(machine, left, right);
                    let ordering = if part.descending { ordering.reverse() } else { ordering };
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
        rows: &mut Vec<Given>,
    ) -> Result<(), Failure> {
        let mut number = |expression: Option<&Expression>, otherwise: usize| {
            let Some(expression) = expression else { return Ok(otherwise) };
            let value = self.scope().value(machine, expression)?;
            match machine.view(value) {
                Node::Number(number) => Ok(number.get() as usize),
                Node::String(text) => {
                    text.parse().map_err(|_| Failure::new("the LIMIT is not a number in this run"))
                }
                _ => Failure::because("the LIMIT is not a number in this run"),
            }
        };
        let (skipped, kept) =
            (number(query.offset.as_ref(), 0)?, number(query.limit.as_ref(), usize::MAX)?);
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
        let fold = |machine: &mut Machine<'_>, aggregate: &Aggregate| {
            self.fold(machine, table, aggregate, rows)
        };
        let scope = Scope { folded: Some(&fold), ..self.scope() };
        for item in &select.items {
            let Item::Value { value: expression, name } = item else {
                return Failure::because("`*` beside a value that is made of all rows");
            };
            let value = match scope.value(machine, expression) {
                Ok(value) => match self.kind_of(table, expression) {
                    Some(kind) => kind.shown(machine, self.request, value),
                    None => value,
                },
                Err(Failure::Stop(stop)) => return Err(Failure::Stop(stop)),
                Err(Failure::NotSupported(_)) => {
                    let text = machine.terms().string(expression.to_string());
                    let rows = machine.terms().list(rows);
                    let values = self.values(machine);
                    machine.terms().pure("sql.aggregate", &[text, values, rows])
                }
            };
            fields.push((name.clone(), value));
        }
        Ok(fields)
    }

    /// The value of an aggregate over known rows.
    fn fold(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        aggregate: &Aggregate,
        rows: &[Term],
    ) -> Result<Term, Failure> {
        let mut values = Vec::with_capacity(rows.len());
        let scope = self.scope();
        for &content in rows {
            let value = match &aggregate.argument {
                Some(inner) => scope.of_row(table, content, None).value(machine, inner)?,
                None => machine.terms().number(1.0),
            };
            if !matches!(machine.view(value), Node::Null | Node::Undefined) {
                values.push(value);
            }
        }
        let terms = machine.terms();
        let name = aggregate.function.as_str();
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
        reading: Reading<'_>,
        exact: bool,
        found: Term,
    ) -> Result<Term, Failure> {
        let Reading { table, query, select } = reading;
        let text = machine.terms().string(query.text.as_str());
        let values = self.said(machine, query);
        if reading.aggregates() {
            let mut fields = Vec::new();
            for item in &select.items {
                let Item::Value { value, name } = item else {
                    return Failure::because("`*` beside a value that is made of all rows");
                };
                let value = match counts_all(value) && exact {
                    true => {
                        let count = machine.terms().apply(Operator::Length, &[found]);
                        match self.kind_of(table, value) {
                            Some(kind) => kind.shown(machine, self.request, count),
                            None => count,
                        }
                    }
                    false => {
                        let item = machine.terms().string(value.to_string());
                        let made =
                            machine.terms().pure("sql.aggregate", &[text, item, values, found]);
                        match self.kind_of(table, value) {
                            Some(kind) => kind.shown(machine, self.request, made),
                            None => made,
                        }
                    }
                };
                fields.push((name.clone(), value));
            }
            let (always, count) = (machine.terms().bool(true), machine.terms().number(1.0));
            let rows = Rows::Given(vec![(always, fields)]);
            return self.deliver(machine, Answer { rows, count, last_id: None });
        }
        let limited = query.limit.is_some() || query.offset.is_some();
        let arranged = !exact || !query.order.is_empty() || limited;
        let matching = match arranged {
            true => machine.terms().pure("sql.select", &[text, values, found]),
            false => found,
        };
        let count = machine.terms().apply(Operator::Length, &[matching]);
        let is_plain = |item: &Item| match item {
            Item::Value { value, name } => value.column().is_some_and(|it| it.name == *name),
            Item::All | Item::AllOf(_) => true,
        };
        let as_stored = self.request.reply.rows() == RowShape::Record
            && select.items.iter().all(is_plain)
            && !self.converts(machine.dialect().language, table, &select.items);
        let list = match as_stored {
            true => matching,
            false => {
                let mut failure = None;
                let rows = machine.for_each(matching, &mut |machine, item| {
                    let item = machine.freeze(item);
                    match self.projected(machine, table, &select.items, item, None) {
                        Ok(fields) => Ok(row(machine, self.request.reply.rows(), &fields)),
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

    /// All that a query says beside its text: the values in it, and what is new each time.
    fn said(&self, machine: &mut Machine<'_>, query: &Query) -> Term {
        let values = self.values(machine);
        if !is_new_each_time(&query.text) {
            return values;
        }
        let span = self.session.at.span;
        let now = machine.changing("what a query is given by its server", span, &[values]);
        machine.terms().list([values, now])
    }

    /// A query that is not taken apart: some function of the tables it reads.
    fn opaque(&self, machine: &mut Machine<'_>, query: &Query) -> Result<Term, Failure> {
        let tables = query.tables.as_ref().map_err(|message| Failure::new(message.as_str()))?;
        let mut stores = Vec::with_capacity(tables.len());
        for table in tables {
            stores.push(self.store(machine, table, UseOf::Reading)?);
        }
        if query.lock.is_some() {
            return Failure::because("FOR UPDATE in a query over several tables is not supported");
        }
        Ok(self.session.list(machine, &stores, &|machine| {
            let text = machine.terms().string(query.text.as_str());
            let mut parts = vec![text, self.said(machine, query)];
            for &store in &stores {
                let (label, span) = (self.session.at.label, self.session.at.span);
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

/// `count(*)`
fn counts_all(expression: &Expression) -> bool {
    let Expression::Aggregate(aggregate) = expression else { return false };
    aggregate.function == "count" && aggregate.argument.is_none() && !aggregate.special
}

/// `version()` and the like tell what the server is.
fn server_function(expression: &Expression) -> Option<&str> {
    match expression {
        Expression::Call(name, _) => {
            let known = ["version", "current_database", "database", "current_user"];
            known.contains(&name.as_str()).then_some(name)
        }
        _ => None,
    }
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
