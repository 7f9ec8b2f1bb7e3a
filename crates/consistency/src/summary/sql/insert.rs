//! INSERT, with what happens if the row is there already.

use aplomb_symbolic::{Machine, Term};
use sqlparser::ast::{Assignment, Expr, Insert, OnConflictAction, OnInsert, SetExpr, TableObject};

use super::super::rows::Access;
use super::expression::{Columns, Combination, Given, Names, PROPOSED};
use super::query::{Answer, Source};
use super::statement::Execution;
use super::{Failure, Product, Unsupported, session};
use crate::program::Lock;

/// What happens if the row is there already.
enum Duplicate<'e> {
    /// The statement fails.
    Fail,
    /// Nothing.
    Ignore,
    /// The row is changed, if the condition holds.
    Update(&'e [Assignment], Option<&'e Expr>),
    /// The row is replaced.
    Replace,
}

impl Execution<'_> {
    pub(super) fn insert(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
    ) -> Result<Answer, Failure> {
        let TableObject::TableName(name) = &insert.table else {
            return Err(Failure::unsupported(insert));
        };
        let table = self.table(name)?;
        if self.vocabulary.existence(table.table).is_none() {
            return Failure::because("rows can be inserted into a table that declares `rows`");
        }
        let duplicate = match &insert.on {
            None if insert.replace_into => Duplicate::Replace,
            None if insert.ignore => Duplicate::Ignore,
            None => Duplicate::Fail,
            Some(OnInsert::DuplicateKeyUpdate(assignments)) => Duplicate::Update(assignments, None),
            Some(OnInsert::OnConflict(conflict)) => match &conflict.action {
                OnConflictAction::DoNothing => Duplicate::Ignore,
                OnConflictAction::DoUpdate(update) => {
                    Duplicate::Update(&update.assignments, update.selection.as_ref())
                }
            },
            Some(_) => return Err(Failure::unsupported(insert)),
        };
        let alias = table.name.clone();
        let source = Source { table, alias };
        let mut given = Vec::new();
        let mut changed = Vec::new();
        for (when, values) in self.inserted(machine, insert, &source)? {
            let (happens, columns) =
                self.insert_row(machine, &source, when, values, &duplicate, insert)?;
            if let Some(items) = &insert.returning {
                let names = self.names(&columns);
                given.push((happens, self.projected(machine, items, &names, &columns)?));
            }
            changed.push(happens);
        }
        let count = Answer::count(machine, &changed);
        Ok(Answer { rows: insert.returning.as_ref().map(|_| given), count })
    }

    /// Adds one row; when something happened, and the columns afterwards.
    fn insert_row(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        when: Term,
        values: Vec<(String, Term)>,
        duplicate: &Duplicate<'_>,
        insert: &Insert,
    ) -> Result<(Term, Columns), Failure> {
        let table = &source.table;
        let unknown = values.iter().find(|(name, _)| {
            *name != table.key && !table.columns.iter().any(|(_, known)| known == name)
        });
        if let Some((name, _)) = unknown {
            return Failure::because(format!("there is no column `{name}` in the model"));
        }
        let given = values.iter().find(|(name, _)| *name == table.key).map(|(_, value)| *value);
        let generated = given.is_none();
        let key = match given {
            Some(key) => machine.freeze(key),
            None => self.vocabulary.generated_key(machine, table.table),
        };
        self.vocabulary.note_insertion(machine, table.table, key);
        let access = |when: Term| Access { table: table.table, key: Some(key), when };
        let outside = || Unsupported("data is written inside transactions".into());
        // Looked for first, without a lock on what is there; then added, which
        // nobody else can do at the same time.
        let known = self.vocabulary.read_existence(machine, access(when), Lock::Gap);
        let known = known.ok_or_else(outside)?;
        let free = machine.terms().not(known);
        let tries = machine.terms().and(when, free);
        let current = self.vocabulary.read_existence(machine, access(tries), Lock::Exclusive);
        let current = current.ok_or_else(outside)?;
        let taken = machine.terms().or(known, current);
        let taken = if generated { machine.terms().bool(false) } else { taken };
        let collides = machine.terms().and(when, taken);
        let vacant = machine.terms().not(taken);
        let mut adds = machine.terms().and(when, vacant);
        let mut happens = adds;
        let mut columns: Columns = vec![(source.alias.clone(), table.key.clone(), key)];
        let mut new = Vec::new();
        for (index, name) in &table.columns {
            let value = values.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
            let value = if *name == table.key { Some(key) } else { value };
            let given = value.is_some();
            let value = value.unwrap_or_else(|| machine.terms().null());
            if *name != table.key {
                columns.push((source.alias.clone(), name.clone(), value));
            }
            new.push((*index, name, value, given));
        }
        match duplicate {
            Duplicate::Fail => {
                // PostgreSQL gives up the whole transaction, InnoDB the statement.
                machine.branch(
                    collides,
                    |machine| {
                        if self.product == Product::Postgres {
                            session::end(self.vocabulary, machine, false)?;
                        }
                        let message = machine.terms().string("duplicate key");
                        let classes = ["UniqueViolation", "IntegrityError", "Error", "Exception"];
                        let error = machine.error(&classes, message, &[]);
                        machine.throw(error)
                    },
                    |machine| Ok(machine.terms().undefined()),
                )?;
            }
            Duplicate::Ignore => {}
            Duplicate::Replace => {
                adds = when;
                happens = when;
            }
            Duplicate::Update(assignments, condition) => {
                let wanted: Vec<usize> = table.columns.iter().map(|(index, _)| *index).collect();
                let wanted = self
                    .wanted_columns(std::slice::from_ref(source), insert)
                    .pop()
                    .unwrap_or(wanted);
                let found = Combination { found: collides, columns: columns[..1].to_vec() };
                let mut rows = self.lock_combinations(
                    machine,
                    std::slice::from_ref(source),
                    &[],
                    &[wanted],
                    Lock::Exclusive,
                    vec![found],
                )?;
                if let Some(mut row) = rows.pop() {
                    let proposed = columns
                        .iter()
                        .map(|(_, name, value)| (PROPOSED.into(), name.clone(), *value));
                    row.columns.extend(proposed.collect::<Columns>());
                    if let Some(condition) = condition {
                        let names = self.names(&row.columns);
                        let holds = names.condition(machine, condition)?.holds;
                        row.found = machine.terms().and(row.found, holds);
                    }
                    let after =
                        self.assign(machine, access(row.found), source, assignments, &row)?;
                    happens = machine.terms().or(happens, row.found);
                    for (of, name, value) in &mut columns {
                        let changed = after.iter().find(|it| it.0 == *of && it.1 == *name);
                        if let Some((.., updated)) = changed {
                            *value = machine.terms().ite(row.found, *updated, *value);
                        }
                    }
                }
            }
        }
        for (index, name, value, given) in new {
            let nullable =
                self.vocabulary.recording().tables[table.table].columns[index].null.is_some();
            if !given && !nullable {
                return Failure::because(format!("INSERT gives no value for `{name}`"));
            }
            self.vocabulary
                .write_column(machine, access(adds), index, value)
                .map_err(|message| Failure::Unsupported(Unsupported(message)))?;
        }
        self.vocabulary.write_existence(machine, access(adds), true);
        Ok((happens, columns))
    }

    /// The columns and values that are inserted, and when.
    fn inserted(
        &self,
        machine: &mut Machine<'_>,
        insert: &Insert,
        source: &Source,
    ) -> Result<Vec<Given>, Failure> {
        let names: Vec<String> = match insert.columns.is_empty() {
            true => {
                let own = source.table.columns.iter().map(|(_, name)| name.clone());
                let key = source.table.key.clone();
                let declared = own.clone().any(|name| name == key);
                (!declared).then_some(key).into_iter().chain(own).collect()
            }
            false => {
                let name = |column: &sqlparser::ast::ObjectName| {
                    let text = column.to_string();
                    text.trim_matches(['"', '`']).to_lowercase()
                };
                insert.columns.iter().map(name).collect()
            }
        };
        let Some(query) = insert.source.as_deref() else {
            return Err(Failure::unsupported(insert));
        };
        let none: Columns = Vec::new();
        let rows: Vec<(Term, Vec<Term>)> = match &*query.body {
            SetExpr::Values(values) => {
                let mut rows = Vec::new();
                for row in &values.rows {
                    let subquery = |m: &mut Machine<'_>, q: &_, c: &Columns| self.rows_of(m, q, c);
                    let environment = Names { subquery: &subquery, ..self.names(&none) };
                    let mut evaluated = Vec::new();
                    for value in row.iter() {
                        evaluated.push(environment.evaluate(machine, value)?);
                    }
                    rows.push((machine.terms().bool(true), evaluated));
                }
                rows
            }
            _ => {
                let rows = self.rows_of(machine, query, &none)?.into_iter();
                rows.map(|(when, row)| (when, row.into_iter().map(|it| it.1).collect())).collect()
            }
        };
        if rows.iter().any(|(_, row)| row.len() != names.len()) {
            return Failure::because("INSERT names its columns");
        }
        let named = |row: Vec<Term>| names.iter().cloned().zip(row).collect();
        Ok(rows.into_iter().map(|(when, row)| (when, named(row))).collect())
    }
}
