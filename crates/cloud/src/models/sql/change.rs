//! `INSERT`, `UPDATE` and `DELETE`: what becomes of rows.

use super::keys::{UseOf, same_columns};
use super::scope::Scope;
use super::{Execution, Table, column_of};
use crate::models::transaction::{Done, Effect, Planned, Sweep};
use aplomb_sql::form::{
    self, Assignment, Comparison, Delete, Expression, Insert, Item, OnDuplicate, Product, Query,
    TableName, Target, Update,
};
use aplomb_sql::{Answer, Evaluate, Failure, Rows, is_null};
use aplomb_symbolic::{Machine, Node, Operator, Origin, Term, Terms};
use std::sync::Arc;

/// The columns and values of a row that is inserted.
type Fields = Vec<(Arc<str>, Term)>;

/// From the content of a row that matches to its content afterwards.
type Changed<'c> = dyn Fn(&mut Machine<'_>, &Table, &Scope<'_>, Term) -> Result<Term, Failure> + 'c;

fn is_unique(terms: &Terms, value: Term) -> bool {
    terms.depends(value, |symbol| terms.symbol(symbol).origin == Origin::Fresh { unique: true })
}

/// The content of a row with columns replaced.
fn with(terms: &mut Terms, content: Term, fields: &[(String, Term)]) -> Term {
    fields.iter().fold(content, |content, (name, value)| {
        let name = terms.string(name.as_str());
        terms.apply(Operator::With, &[content, name, *value])
    })
}

/// Whether assignments give a row all that an insert would have given it.
fn makes_the_row(terms: &Terms, table: &Table, row: Term, fields: &[(String, Term)]) -> bool {
    let Node::Record(names, values) = terms.node(row) else { return false };
    let inserted = names.iter().zip(values.iter());
    let mut others = inserted.clone().filter(|(name, _)| !table.key.contains(&name.to_string()));
    let assigns = |name: &str, value: Term| fields.contains(&(name.to_string(), value));
    others.all(|(name, value)| assigns(name, *value) || matches!(terms.node(*value), Node::Null))
        && fields.iter().all(|(name, _)| names.iter().any(|known| **known == **name))
}

impl Execution<'_> {
    pub(super) fn insert(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
    ) -> Result<Term, Failure> {
        match &insert.rows {
            form::Rows::Values(rows) => {
                let scope = self.scope();
                let mut all = Vec::with_capacity(rows.len());
                for row in rows {
                    all.push(self.inserted(machine, &scope, insert, row)?);
                }
                self.add(machine, insert, all)
            }
            form::Rows::Query(query) => self.insert_selected(machine, insert, query),
        }
    }

    /// `INSERT ... SELECT` of at most one row. PostgreSQL reads it as any query does, and
    /// then inserts; the others lock what they read, which is not followed.
    fn insert_selected(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
        query: &Query,
    ) -> Result<Term, Failure> {
        let refused = || {
            Failure::because(
                "INSERT ... SELECT is not supported: select first, then insert the rows",
            )
        };
        let Some(select) = query.select() else { return refused() };
        let values = select.items.iter().map(|item| item.value().cloned());
        let Some(values) = values.collect::<Option<Vec<Expression>>>() else { return refused() };
        let one = query.limit.is_none() && query.offset.is_none() && !query.has_subqueries();
        let aggregates = select.items.iter().any(Item::is_aggregate);
        let source = match select.from.as_slice() {
            [] if select.condition.is_none() => {
                let row = self.inserted(machine, &self.scope(), insert, &values)?;
                return self.add(machine, insert, vec![row]);
            }
            [only] if one && !aggregates && self.product == Product::Postgres => only,
            _ => return refused(),
        };
        self.note_condition(machine, &source.table, select.condition.as_ref());
        let table = self.table(machine, &source.table, UseOf::Reading)?;
        let Some((key, rest)) = self.key_in(machine, &table, select.condition.as_ref())? else {
            return refused();
        };
        let place = (table.store, key);
        Ok(self.session.read(machine, place, query.lock.is_some(), &|machine, content| {
            let scope = self.scope();
            let scope = scope.of_row(&table, content, Some(key));
            let there = self.is_there(machine, &scope, content, &rest)?;
            let row = self.inserted(machine, &scope, insert, &values)?;
            Ok(machine.branch(
                there,
                |machine| self.session.said(machine, |m| self.add(m, insert, vec![row])),
                |machine| {
                    let mut answer = Answer::nothing(machine);
                    if insert.returning.is_some() {
                        answer.rows = Rows::Given(Vec::new());
                    }
                    self.session.said(machine, |machine| self.deliver(machine, answer))
                },
            )?)
        })?)
    }

    /// Whether a row is there and satisfies conditions.
    pub(super) fn is_there(
        &self,
        machine: &mut Machine<'_>,
        scope: &Scope<'_>,
        content: Term,
        conditions: &[&Expression],
    ) -> Result<Term, Failure> {
        let terms = machine.terms();
        let absent = terms.absent();
        let missing = terms.equal(content, absent);
        let mut there = terms.not(missing);
        for condition in conditions {
            let holds = scope.condition(machine, condition)?.holds;
            there = machine.terms().and(there, holds);
        }
        Ok(there)
    }

    /// Adds rows.
    fn add(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
        rows: Vec<Fields>,
    ) -> Result<Term, Failure> {
        let name = &insert.source.table;
        self.note_insert(machine, insert, &rows);
        let table = self.table(machine, name, UseOf::Writing)?;
        if let Target::Columns(columns) = &insert.target {
            let target: Vec<String> = columns.iter().map(|name| table.column(name)).collect();
            if !same_columns(&target, &table.key) {
                return Failure::because(format!(
                    "a conflict on {} while rows of {} are named by {}: say in aplomb.toml which \
                     columns are the key",
                    target.join(" and "),
                    table.name,
                    table.key.join(" and ")
                ));
            }
        }
        let mut last_id = None;
        let mut planned = Vec::with_capacity(rows.len());
        for row in rows {
            let (row, drawn) = self.complete(machine, &table, row)?;
            last_id = last_id.or(drawn);
            planned.push(self.plan_insert(machine, &table, row, &insert.on_duplicate));
        }
        let looks = self.request.looks || insert.returning.is_some();
        let finish = |machine: &mut Machine<'_>, done: &[Done]| {
            self.reply(machine, &table, done, insert.returning.as_deref(), last_id)
        };
        Ok(self.session.write(machine, table.store, &planned, looks, &finish)?)
    }

    /// A row as the statement gives it.
    fn inserted(
        &self,
        machine: &mut Machine<'_>,
        scope: &Scope<'_>,
        insert: &Insert,
        row: &[Expression],
    ) -> Result<Fields, Failure> {
        let described = self.described(&insert.source.table);
        let given = insert.columns.iter();
        let mut columns: Vec<String> =
            given.map(|name| column_of(described.as_ref(), name, self.product)).collect();
        // `DEFAULT VALUES` gives none.
        if columns.is_empty() && !row.is_empty() {
            columns = described.map(|table| table.names(self.product)).unwrap_or_default();
        }
        if row.len() != columns.len() {
            return Failure::because(
                "an insert that does not name its columns: name them, or add the CREATE TABLE \
                 statement in a .sql file",
            );
        }
        let mut fields = Fields::new();
        for (column, value) in columns.iter().zip(row) {
            if *value != Expression::Default {
                fields.push((column.as_str().into(), scope.value(machine, value)?));
            }
        }
        Ok(fields)
    }

    fn note_insert(&self, machine: &mut Machine<'_>, insert: &Insert, rows: &[Fields]) {
        let target = match &insert.target {
            Target::Columns(columns) => Some(columns.clone()),
            Target::Any | Target::Constraint(_) => None,
        };
        let conflict = match insert.on_duplicate {
            OnDuplicate::Fails => None,
            _ => Some(target),
        };
        let name = &insert.source.table;
        let terms = machine.terms();
        let fresh: Vec<String> = rows
            .iter()
            .flatten()
            .filter(|(_, value)| is_unique(terms, *value))
            .map(|(name, _)| name.to_string())
            .collect();
        let Some(first) = rows.first() else { return };
        let columns = first.iter().map(|(name, _)| name.to_string());
        self.note(machine, name, |catalogue, table| {
            catalogue.note_insert(table, columns, fresh.into_iter(), conflict);
        });
        if let Some(items) = &insert.returning {
            self.note_returned(machine, name, items);
        }
    }

    /// A row with what the server adds: defaults, and values that it draws. Gives
    /// the first of those too.
    fn complete(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        mut row: Fields,
    ) -> Result<(Fields, Option<Term>), Failure> {
        let scope = self.scope();
        let mut drawn = None;
        let mut columns = table.key.clone();
        if let Some(described) = &table.described {
            columns.extend(described.names(self.product));
        }
        for name in columns {
            let is_key = table.key.contains(&name);
            let column = table.described.as_ref().and_then(|table| table.named(&name));
            let given = row.iter().position(|(given, _)| **given == *name);
            let is_empty = given.is_some_and(|index| {
                matches!(machine.view(row[index].1), Node::Null | Node::Undefined)
            });
            let generated = column.is_some_and(|column| column.generated)
                || (is_key && column.is_none_or(|column| column.default.is_none()));
            let is_computed = column.is_some_and(|column| column.computed.is_some());
            if is_computed || given.is_some() && !(is_empty && generated) {
                continue;
            }
            let value = match column.and_then(|column| column.default.as_ref()) {
                Some(default) if !generated => scope.value(machine, default)?,
                _ if generated => {
                    let value = machine.fresh("generated id", self.session.at.span, true)?;
                    drawn = drawn.or(Some(value));
                    value
                }
                _ => machine.terms().null(),
            };
            row.retain(|(given, _)| **given != *name);
            row.push((name.as_str().into(), value));
        }
        for (name, value) in &mut row {
            *value = table.kept(machine, name, *value);
        }
        let content = machine.terms().record(row.clone());
        for (name, value) in self.computed_columns(machine, &scope, table, content)? {
            row.retain(|(given, _)| **given != *name);
            row.push((name.as_str().into(), value));
        }
        Ok((row, drawn))
    }

    /// What the columns are that a server computes of the others.
    fn computed_columns(
        &self,
        machine: &mut Machine<'_>,
        scope: &Scope<'_>,
        table: &Table,
        content: Term,
    ) -> Result<Vec<(String, Term)>, Failure> {
        let mut fields = Vec::new();
        let key = scope.row.and_then(|(_, _, key)| key);
        let row = scope.of_row(table, content, key);
        for column in table.described.iter().flat_map(|table| &table.columns) {
            if let Some(computed) = &column.computed {
                fields.push((column.name(self.product), row.value(machine, computed)?));
            }
        }
        Ok(fields)
    }

    fn plan_insert<'p>(
        &'p self,
        machine: &mut Machine<'_>,
        table: &'p Table,
        row: Fields,
        on_duplicate: &'p OnDuplicate,
    ) -> Planned<'p> {
        let of = |name: &String| row.iter().find(|(given, _)| **given == **name);
        let key: Fields = table.key.iter().filter_map(|name| of(name).cloned()).collect();
        let terms = machine.terms();
        let is_new = key.iter().any(|(_, value)| is_unique(terms, *value));
        let key = terms.record(key);
        let row = terms.record(row);
        let throws = !is_new && matches!(on_duplicate, OnDuplicate::Fails);
        let plan = move |machine: &mut Machine<'_>, old: Term| {
            self.effect_of_insert(machine, table, (key, row), old, on_duplicate, is_new)
        };
        Planned { key, throws, plan: Box::new(plan) }
    }

    fn effect_of_insert(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        (key, row): (Term, Term),
        old: Term,
        on_duplicate: &OnDuplicate,
        is_new: bool,
    ) -> Result<Effect, Failure> {
        let terms = machine.terms();
        let always = terms.bool(true);
        let (one, zero, two) = (terms.number(1.0), terms.number(0.0), terms.number(2.0));
        if is_new {
            let done = Done { count: one, there: always, row };
            return Ok(Effect { applies: always, new: row, done });
        }
        let absent = terms.absent();
        let free = terms.equal(old, absent);
        let mysql = self.product == Product::Mysql;
        Ok(match on_duplicate {
            OnDuplicate::Fails => {
                let done = Done { count: one, there: always, row };
                Effect { applies: free, new: row, done }
            }
            OnDuplicate::Keeps => {
                let done = Done { count: terms.ite(free, one, zero), there: free, row };
                Effect { applies: always, new: terms.ite(free, row, old), done }
            }
            OnDuplicate::Replaces => {
                let twice = if mysql { two } else { one };
                let done = Done { count: terms.ite(free, one, twice), there: always, row };
                Effect { applies: always, new: row, done }
            }
            OnDuplicate::Updates { assignments, only_if } => {
                let scope = self.scope();
                let scope = Scope { excluded: Some(row), ..scope.of_row(table, old, Some(key)) };
                let fields = self.assigned(machine, &scope, table, old, assignments)?;
                let changed = with(machine.terms(), old, &fields);
                let wanted = match only_if {
                    Some(condition) => scope.condition(machine, condition)?.holds,
                    None => always,
                };
                let terms = machine.terms();
                let kept = terms.ite(wanted, changed, old);
                let new = if only_if.is_none() && makes_the_row(terms, table, row, &fields) {
                    // Whether the row was there makes no difference.
                    let base = terms.apply(Operator::Merge, &[old, key]);
                    with(terms, base, &fields)
                } else {
                    terms.ite(free, row, kept)
                };
                let there = terms.or(free, wanted);
                let count = if mysql {
                    let same = terms.equal(kept, old);
                    let updated = terms.ite(same, zero, two);
                    terms.ite(free, one, updated)
                } else {
                    terms.ite(there, one, zero)
                };
                Effect { applies: always, new, done: Done { count, there, row: new } }
            }
        })
    }

    /// The columns that assignments change, with their new values.
    fn assigned(
        &self,
        machine: &mut Machine<'_>,
        scope: &Scope<'_>,
        table: &Table,
        old: Term,
        assignments: &[Assignment],
    ) -> Result<Vec<(String, Term)>, Failure> {
        let mut fields = Vec::with_capacity(assignments.len());
        let mut seen = *scope;
        for assignment in assignments {
            let column = table.column(&assignment.column);
            let value = seen.value(machine, &assignment.value)?;
            let value = table.kept(machine, &column, value);
            // An upsert that names all columns: the row that it finds has the key that it
            // proposes.
            let proposed = matches!(
                &assignment.value,
                Expression::Proposed(name) if table.column(name) == column
            );
            if table.key.contains(&column) && proposed {
                continue;
            }
            if table.key.contains(&column) {
                // To what it is: a way to get the row of a conflict back.
                let key = seen.row.and_then(|(_, _, key)| key);
                let is_same = key.is_some_and(|key| machine.terms().field(key, &column) == value);
                if is_same {
                    continue;
                }
                return Failure::because(format!(
                    "an update of {column}, by which rows of {} are named",
                    table.name
                ));
            }
            fields.push((column, value));
            // MySQL sees what the assignments before have assigned.
            if self.product == Product::Mysql
                && let Some((table, _, key)) = seen.row
            {
                let content = with(machine.terms(), old, &fields);
                seen = Scope { row: Some((table, content, key)), ..*scope };
            }
        }
        for column in table.described.iter().flat_map(|table| &table.columns) {
            if column.on_update {
                let value = machine.fresh("current_timestamp", self.session.at.span, false)?;
                fields.push((column.name(self.product), value));
            }
        }
        let content = with(machine.terms(), old, &fields);
        fields.extend(self.computed_columns(machine, scope, table, content)?);
        Ok(fields)
    }

    pub(super) fn update(
        &self,
        machine: &mut Machine<'_>,
        update: &Update,
    ) -> Result<Term, Failure> {
        self.change(
            machine,
            (&update.source.table, UseOf::Writing),
            update.condition.as_ref(),
            update.returning.as_deref(),
            &|machine, table, scope, old| {
                let fields = self.assigned(machine, scope, table, old, &update.assignments)?;
                Ok(with(machine.terms(), old, &fields))
            },
        )
    }

    pub(super) fn delete(
        &self,
        machine: &mut Machine<'_>,
        delete: &Delete,
    ) -> Result<Term, Failure> {
        self.change(
            machine,
            (&delete.source.table, UseOf::Deleting),
            delete.condition.as_ref(),
            delete.returning.as_deref(),
            &|machine, _, _, _| Ok(machine.terms().absent()),
        )
    }

    /// Changes the rows that satisfy a condition.
    fn change(
        &self,
        machine: &mut Machine<'_>,
        (name, use_of): (&TableName, UseOf),
        condition: Option<&Expression>,
        returning: Option<&[Item]>,
        changed: &Changed<'_>,
    ) -> Result<Term, Failure> {
        self.note_condition(machine, name, condition);
        if let Some(items) = returning {
            self.note_returned(machine, name, items);
        }
        let table = self.table(machine, name, use_of)?;
        let Some((key, rest)) = self.key_in(machine, &table, condition)? else {
            return self.sweep(machine, &table, condition, returning, changed);
        };
        let plan = |machine: &mut Machine<'_>, old: Term| {
            let scope = self.scope();
            let scope = scope.of_row(&table, old, Some(key));
            let there = self.is_there(machine, &scope, old, &rest)?;
            let absent = machine.terms().absent();
            let changed = changed(machine, &table, &scope, old)?;
            let terms = machine.terms();
            // A delete of what is not there leaves nothing too.
            let blind = changed == absent && rest.is_empty();
            let new = if blind { absent } else { terms.ite(there, changed, old) };
            let (one, zero) = (terms.number(1.0), terms.number(0.0));
            let mut counted = there;
            if self.request.counts_changes && changed != absent {
                let same = terms.equal(changed, old);
                let differs = terms.not(same);
                counted = terms.and(there, differs);
            }
            let shown = if changed == absent { old } else { changed };
            let row = terms.apply(Operator::Merge, &[shown, key]);
            let done = Done { count: terms.ite(counted, one, zero), there, row };
            Ok(Effect { applies: terms.bool(true), new, done })
        };
        let planned = Planned { key, throws: false, plan: Box::new(plan) };
        let looks = self.request.looks || returning.is_some();
        let finish = |machine: &mut Machine<'_>, done: &[Done]| {
            self.reply(machine, &table, done, returning, None)
        };
        Ok(self.session.write(machine, table.store, &[planned], looks, &finish)?)
    }

    /// Changes all rows that satisfy a condition which does not name one.
    fn sweep(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        condition: Option<&Expression>,
        returning: Option<&[Item]>,
        changed: &Changed<'_>,
    ) -> Result<Term, Failure> {
        if returning.is_some() {
            return Failure::because("RETURNING of rows that are not named by their key");
        }
        let nowhere = machine.terms().null();
        let cell = machine.cell(table.store, nowhere);
        let scope = self.scope();
        let scope = scope.of_row(table, cell.old, None);
        let filter = self.equations(machine, table, condition)?;
        let mut new = changed(machine, table, &scope, cell.old)?;
        let exact = filter.is_some();
        if let (None, Some(condition)) = (filter, condition) {
            let wanted = scope.condition(machine, condition)?.holds;
            new = machine.terms().ite(wanted, new, cell.old);
        }
        let everything = machine.terms().record([]);
        let filter = filter.unwrap_or(everything);
        let sweep = Sweep { store: table.store, old: cell.old, filter, new };
        Ok(self.session.sweep(machine, sweep, &|machine, count| {
            let terms = machine.terms();
            if self.request.looks
                && terms.depends(count, |s| terms.symbol(s).origin == Origin::Unknown)
            {
                return Failure::because(
                    "how many rows a statement changes is not known before the commit",
                );
            }
            // A run that counts all rows does not know how many of them match.
            let count = match exact || !machine.is_concrete() || !self.request.looks {
                true => count,
                false => machine.unknown_call("the number of rows", self.session.at.span)?,
            };
            let answer = Answer { rows: Rows::None, count, last_id: None };
            self.deliver(machine, answer)
        })?)
    }

    /// `TRUNCATE`.
    pub(super) fn truncate(
        &self,
        machine: &mut Machine<'_>,
        name: &TableName,
    ) -> Result<Term, Failure> {
        let store = self.store(machine, name, UseOf::Deleting)?;
        let nowhere = machine.terms().null();
        let cell = machine.cell(store, nowhere);
        let (filter, new) = (machine.terms().record([]), machine.terms().absent());
        let sweep = Sweep { store, old: cell.old, filter, new };
        Ok(self.session.sweep(machine, sweep, &|machine, _| {
            let count = machine.terms().number(0.0);
            let answer = Answer { rows: Rows::None, count, last_id: None };
            self.deliver(machine, answer)
        })?)
    }

    /// What the driver answers to a write.
    fn reply(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        done: &[Done],
        returning: Option<&[Item]>,
        last_id: Option<Term>,
    ) -> Result<Term, Failure> {
        let counts: Vec<Term> = done.iter().map(|done| done.count).collect();
        let count = match counts.as_slice() {
            [only] => *only,
            _ => machine.terms().apply(Operator::Add, &counts),
        };
        let rows = match (returning, done) {
            (None, _) => Rows::None,
            (Some(items), [one]) => {
                let fields = self.projected(machine, table, items, one.row, None)?;
                Rows::Given(vec![(one.there, fields)])
            }
            (Some(items), many) => {
                let mut rows = Vec::with_capacity(many.len());
                for done in many {
                    if !machine.terms().is_true(done.there) {
                        return Failure::because("RETURNING of rows of which some may be missing");
                    }
                    let fields = self.projected(machine, table, items, done.row, None)?;
                    rows.push((done.there, fields));
                }
                Rows::Given(rows)
            }
        };
        self.deliver(machine, Answer { rows, count, last_id })
    }

    /// The key and the other conditions, if a condition names one row.
    pub(super) fn key_in<'e>(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        condition: Option<&'e Expression>,
    ) -> Result<Option<(Term, Vec<&'e Expression>)>, Failure> {
        let mut rest: Vec<&Expression> =
            condition.map(Expression::conjuncts).unwrap_or_default().iter().collect();
        let mut key = Fields::new();
        for name in &table.key {
            let mut found = None;
            for (index, part) in rest.iter().enumerate() {
                if let Some((column, value)) = self.equation(machine, table, part)?
                    && column == *name
                {
                    found = Some((index, value));
                    break;
                }
            }
            let Some((index, value)) = found else { return Ok(None) };
            if matches!(machine.view(value), Node::Null | Node::Undefined) {
                return Ok(None);
            }
            rest.remove(index);
            key.push((name.as_str().into(), value));
        }
        if key.is_empty() {
            return Ok(None);
        }
        Ok(Some((machine.terms().record(key), rest)))
    }

    /// The column and value of `column = value`.
    fn equation(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        part: &Expression,
    ) -> Result<Option<(String, Term)>, Failure> {
        let Expression::Compare(Comparison::Equal, left, right) = part else { return Ok(None) };
        for (column, value) in [(left, right), (right, left)] {
            let Some(column) = column.column() else { continue };
            // Only what is the same for all rows: it has no columns.
            match self.scope().value(machine, value) {
                Ok(value) => {
                    let value = table.kept(machine, &column.name, value);
                    return Ok(Some((table.column(&column.name), value)));
                }
                Err(Failure::NotSupported(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    /// A condition as a record of what columns equal, if it is no more than that.
    pub(super) fn equations(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        condition: Option<&Expression>,
    ) -> Result<Option<Term>, Failure> {
        let parts = condition.map(Expression::conjuncts).unwrap_or_default();
        let mut fields = Fields::new();
        for part in parts {
            let Some((column, value)) = self.equation(machine, table, part)? else {
                return Ok(None);
            };
            let null = is_null(machine.terms(), value);
            let repeated = fields.iter().any(|(known, _)| **known == *column);
            let terms = machine.terms();
            let is_input = !terms.depends(value, |s| terms.symbol(s).origin != Origin::Input);
            let may_be_null = !terms.is_false(null) && !is_input;
            if repeated || may_be_null || terms.is_true(null) {
                return Ok(None);
            }
            fields.push((column.into(), value));
        }
        Ok(Some(machine.terms().record(fields)))
    }
}
