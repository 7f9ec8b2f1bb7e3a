//! `INSERT`, `UPDATE` and `DELETE`: what becomes of rows.

use super::answer::{Answer, Rows};
use super::expression::{Scope, column_of, conjuncts, is_null};
use super::schema::{UseOf, last_name, same_columns, spelled};
use super::transaction::{Done, Effect, Planned, Sweep};
use super::{Execution, Failure, Product, Table};
use aplomb_symbolic::{Machine, Node, Operator, Origin, Term, Terms};
use sqlparser::ast::{
    Assignment, AssignmentTarget, BinaryOperator, ConflictTarget, Delete, Expr, FromTable, Insert,
    ObjectName, OnConflictAction, OnInsert, SelectItem, SetExpr, SqliteOnConflict, TableFactor,
    TableObject, TableWithJoins, Update,
};
use std::sync::Arc;

/// What an insert does with a row that has its key.
#[derive(Clone, Copy)]
enum OnDuplicate<'s> {
    Fails,
    Keeps,
    Replaces,
    Updates { assignments: &'s [Assignment], only_if: Option<&'s Expr> },
}

/// The columns and values of a row that is inserted.
type Fields = Vec<(Arc<str>, Term)>;

/// From the content of a row that matches to its content afterwards.
type Changed<'c> = dyn Fn(&mut Machine<'_>, &Table, &Scope<'_>, Term) -> Result<Term, Failure> + 'c;

/// The only table of a FROM clause.
pub(super) fn single_table(from: &[TableWithJoins]) -> Option<&ObjectName> {
    match from {
        [TableWithJoins { relation: TableFactor::Table { name, args: None, .. }, joins }]
            if joins.is_empty() =>
        {
            Some(name)
        }
        _ => None,
    }
}

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
        let TableObject::TableName(name) = &insert.table else {
            return Failure::because("an insert into something that is no table");
        };
        let on_duplicate = on_duplicate(insert)?;
        let rows = self.inserted(machine, name, insert)?;
        self.note_insert(machine, name, insert, on_duplicate, &rows);
        let table = self.table(machine, name, UseOf::Writing)?;
        if let Some(OnInsert::OnConflict(conflict)) = &insert.on
            && let Some(ConflictTarget::Columns(columns)) = &conflict.conflict_target
        {
            let target: Vec<String> =
                columns.iter().map(|c| table.column(c, self.product)).collect();
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
            planned.push(self.plan_insert(machine, &table, row, on_duplicate));
        }
        let looks = self.looks || insert.returning.is_some();
        let finish = |machine: &mut Machine<'_>, done: &[Done]| {
            self.reply(machine, &table, done, insert.returning.as_deref(), last_id)
        };
        Ok(self.session.write(machine, table.store, &planned, looks, &finish)?)
    }

    /// The rows as the statement gives them.
    fn inserted(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        insert: &Insert,
    ) -> Result<Vec<Fields>, Failure> {
        let scope = self.scope();
        if !insert.assignments.is_empty() {
            let mut row = Fields::new();
            for assignment in &insert.assignments {
                let column = self.target(name, assignment)?;
                row.push((column.into(), scope.value(machine, &assignment.value)?));
            }
            return Ok(vec![row]);
        }
        let rows = match insert.source.as_deref().map(|source| &*source.body) {
            Some(SetExpr::Values(values)) => &values.rows,
            None => return Ok(vec![Fields::new()]),
            Some(_) => {
                return Failure::because(
                    "INSERT ... SELECT is not understood: select first, then insert the rows",
                );
            }
        };
        let mut columns: Vec<String> = Vec::new();
        for column in &insert.columns {
            let column =
                last_name(column).ok_or_else(|| Failure::new("a column without a name"))?;
            columns.push(self.column_of(name, column));
        }
        if columns.is_empty() {
            columns =
                self.described(name).map(|table| table.names(self.product)).unwrap_or_default();
        }
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            if row.len() != columns.len() {
                return Failure::because(
                    "an insert that does not name its columns: name them, or add the CREATE TABLE \
                     statement in a .sql file",
                );
            }
            let mut fields = Fields::new();
            for (column, value) in columns.iter().zip(row.iter()) {
                let is_default = matches!(value, Expr::Identifier(word)
                    if word.quote_style.is_none() && word.value.eq_ignore_ascii_case("default"));
                if !is_default {
                    fields.push((column.as_str().into(), scope.value(machine, value)?));
                }
            }
            all.push(fields);
        }
        Ok(all)
    }

    fn note_insert(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        insert: &Insert,
        on_duplicate: OnDuplicate<'_>,
        rows: &[Fields],
    ) {
        let target = match &insert.on {
            Some(OnInsert::OnConflict(conflict)) => match &conflict.conflict_target {
                Some(ConflictTarget::Columns(columns)) => {
                    Some(columns.iter().map(|c| spelled(c, self.product)).collect())
                }
                _ => None,
            },
            _ => None,
        };
        let conflict = match on_duplicate {
            OnDuplicate::Fails => None,
            _ => Some(target),
        };
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
            if given.is_some() && !(is_empty && generated) {
                continue;
            }
            let value = match column.and_then(|column| column.default.as_ref()) {
                Some(default) if !generated => scope.value(machine, default)?,
                _ if generated => {
                    let value = machine.fresh("generated id", self.session.span, true)?;
                    drawn = drawn.or(Some(value));
                    value
                }
                _ => machine.terms().null(),
            };
            row.retain(|(given, _)| **given != *name);
            row.push((name.as_str().into(), value));
        }
        Ok((row, drawn))
    }

    fn plan_insert<'p>(
        &'p self,
        machine: &mut Machine<'_>,
        table: &'p Table,
        row: Fields,
        on_duplicate: OnDuplicate<'p>,
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
        on_duplicate: OnDuplicate<'_>,
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

    /// The column that an assignment is for.
    fn target(&self, table: &ObjectName, assignment: &Assignment) -> Result<String, Failure> {
        match &assignment.target {
            AssignmentTarget::ColumnName(name) => match last_name(name) {
                Some(column) => Ok(self.column_of(table, column)),
                None => Failure::because("an assignment to a column without a name"),
            },
            AssignmentTarget::Tuple(_) => Failure::because(format!(
                "`{assignment}` is not understood: assign one column at a time"
            )),
        }
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
            let AssignmentTarget::ColumnName(name) = &assignment.target else {
                return Failure::because(format!("`{assignment}` is not understood"));
            };
            let column = last_name(name)
                .ok_or_else(|| Failure::new("an assignment to a column without a name"))?;
            let column = table.column(column, self.product);
            let value = seen.value(machine, &assignment.value)?;
            if table.key.contains(&column) {
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
                let value = machine.fresh("current_timestamp", self.session.span, false)?;
                fields.push((spelled(column.name(), self.product), value));
            }
        }
        Ok(fields)
    }

    pub(super) fn update(
        &self,
        machine: &mut Machine<'_>,
        update: &Update,
    ) -> Result<Term, Failure> {
        let plain = update.from.is_none() && update.limit.is_none() && update.or.is_none();
        let table = single_table(std::slice::from_ref(&update.table)).filter(|_| plain);
        let Some(name) = table else {
            return Failure::because("an update of several tables, or with FROM or LIMIT");
        };
        self.change(
            machine,
            (name, UseOf::Writing),
            update.selection.as_ref(),
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
        let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
        let plain = delete.using.is_none() && delete.limit.is_none() && delete.tables.is_empty();
        let Some(name) = single_table(from).filter(|_| plain) else {
            return Failure::because("a delete from several tables, or with USING or LIMIT");
        };
        self.change(
            machine,
            (name, UseOf::Deleting),
            delete.selection.as_ref(),
            delete.returning.as_deref(),
            &|machine, _, _, _| Ok(machine.terms().absent()),
        )
    }

    /// Changes the rows that satisfy a condition.
    fn change(
        &self,
        machine: &mut Machine<'_>,
        (name, use_of): (&ObjectName, UseOf),
        condition: Option<&Expr>,
        returning: Option<&[SelectItem]>,
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
            let terms = machine.terms();
            let absent = terms.absent();
            let missing = terms.equal(old, absent);
            let mut there = terms.not(missing);
            for part in &rest {
                let holds = scope.condition(machine, part)?.holds;
                there = machine.terms().and(there, holds);
            }
            let changed = changed(machine, &table, &scope, old)?;
            let terms = machine.terms();
            // A delete of what is not there leaves nothing too.
            let blind = changed == absent && rest.is_empty();
            let new = if blind { absent } else { terms.ite(there, changed, old) };
            let (one, zero) = (terms.number(1.0), terms.number(0.0));
            let mut counted = there;
            if self.counts_changes && changed != absent {
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
        let looks = self.looks || returning.is_some();
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
        condition: Option<&Expr>,
        returning: Option<&[SelectItem]>,
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
            if self.looks && terms.depends(count, |s| terms.symbol(s).origin == Origin::Unknown) {
                return Failure::because(
                    "how many rows a statement changes is not known before the commit",
                );
            }
            // A run that counts all rows does not know how many of them match.
            let count = match exact || !machine.is_concrete() || !self.looks {
                true => count,
                false => machine.unknown_call("the number of rows", self.session.span)?,
            };
            let answer = Answer { rows: Rows::None, count, last_id: None };
            self.deliver(machine, answer)
        })?)
    }

    /// `TRUNCATE`.
    pub(super) fn truncate(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
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
        returning: Option<&[SelectItem]>,
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
                Rows::One { there: one.there, fields }
            }
            (Some(items), many) => {
                let mut rows = Vec::with_capacity(many.len());
                for done in many {
                    if !machine.terms().is_true(done.there) {
                        return Failure::because("RETURNING of rows of which some may be missing");
                    }
                    rows.push(self.projected(machine, table, items, done.row, None)?);
                }
                Rows::Known(rows)
            }
        };
        self.deliver(machine, Answer { rows, count, last_id })
    }

    /// The key and the other conditions, if a condition names one row.
    pub(super) fn key_in<'e>(
        &self,
        machine: &mut Machine<'_>,
        table: &Table,
        condition: Option<&'e Expr>,
    ) -> Result<Option<(Term, Vec<&'e Expr>)>, Failure> {
        let mut rest = condition.map(conjuncts).unwrap_or_default();
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
        part: &Expr,
    ) -> Result<Option<(String, Term)>, Failure> {
        let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = part else {
            return Ok(None);
        };
        for (column, value) in [(left, right), (right, left)] {
            let Some(column) = column_of(column) else { continue };
            // Only what is the same for all rows: it has no columns.
            match self.scope().value(machine, value) {
                Ok(value) => return Ok(Some((table.column(column, self.product), value))),
                Err(Failure::NotUnderstood(_)) => {}
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
        condition: Option<&Expr>,
    ) -> Result<Option<Term>, Failure> {
        let parts = condition.map(conjuncts).unwrap_or_default();
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

fn on_duplicate(insert: &Insert) -> Result<OnDuplicate<'_>, Failure> {
    if insert.replace_into || insert.or == Some(SqliteOnConflict::Replace) {
        return Ok(OnDuplicate::Replaces);
    }
    if insert.ignore || insert.or == Some(SqliteOnConflict::Ignore) {
        return Ok(OnDuplicate::Keeps);
    }
    Ok(match &insert.on {
        None => OnDuplicate::Fails,
        Some(OnInsert::DuplicateKeyUpdate(assignments)) => {
            OnDuplicate::Updates { assignments, only_if: None }
        }
        Some(OnInsert::OnConflict(conflict)) => match &conflict.action {
            OnConflictAction::DoNothing => OnDuplicate::Keeps,
            OnConflictAction::DoUpdate(update) => OnDuplicate::Updates {
                assignments: &update.assignments,
                only_if: update.selection.as_ref(),
            },
        },
        Some(_) => return Failure::because("what this insert does with duplicates"),
    })
}
