//! INSERT, with what happens if the row is there already.

use aplomb_symbolic::{Machine, Term};
use sqlparser::ast::{Assignment, Expr, Insert, OnConflictAction, OnInsert, SetExpr, TableObject};

use super::super::rows::Access;
use super::constraint::Broken;
use super::expression::{Columns, Combination, Given, Names, PROPOSED};
use super::query::{Answer, Source};
use super::statement::{Execution, changes};
use super::{Failure, Product, Unsupported};
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

/// What came of the insertion of one row.
struct Inserted {
    /// When something happened.
    happens: Term,
    /// The columns afterwards.
    columns: Columns,
    /// What it adds to the number of affected rows.
    count: Term,
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
        let rows = self.inserted(machine, insert, &source)?;
        // A statement that fails leaves nothing behind, and InnoDB goes on.
        let goes_on = self.driver.product == Product::Mysql;
        if rows.len() > 1 && goes_on && matches!(duplicate, Duplicate::Fail) {
            return Failure::because("several rows at once, of which one may be a duplicate");
        }
        for (when, values) in rows {
            let Inserted { happens, columns, count } =
                self.insert_row(machine, &source, when, values, &duplicate, insert)?;
            if let Some(items) = &insert.returning {
                let names = self.names(&columns);
                given.push((happens, self.projected(machine, items, &names, &columns)?));
            }
            changed.push(count);
        }
        let nothing = machine.terms().number(0.0);
        let add = |count: Term, row: &Term| {
            machine.terms().apply(aplomb_symbolic::Operator::Add, &[count, *row])
        };
        let count = changed.iter().fold(nothing, add);
        Ok(Answer { rows: insert.returning.as_ref().map(|_| given), count })
    }

    /// Adds one row.
    fn insert_row(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        when: Term,
        values: Vec<(String, Term)>,
        duplicate: &Duplicate<'_>,
        insert: &Insert,
    ) -> Result<Inserted, Failure> {
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
        let into = self.vocabulary.note_insertion(machine, table.table, key);
        let access = |when: Term| Access { table: into, key: Some(key), when };
        let mut there = Vec::new();
        let mut taken = machine.terms().bool(false);
        for (table, its, same) in self.rivals(machine, table.table, key, generated, duplicate)? {
            let when = machine.terms().and(when, same);
            let access = Access { table, key: Some(its), when };
            let found = self.taken(machine, access, duplicate)?;
            let found = machine.terms().and(when, found);
            taken = machine.terms().or(taken, found);
            there.push((table, its, found));
        }
        let collides = machine.terms().and(when, taken);
        let vacant = machine.terms().not(taken);
        let mut adds = machine.terms().and(when, vacant);
        let mut happens = adds;
        let mut count = Answer::count(machine, &[adds]);
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
            Duplicate::Fail => drop(self.fail(machine, collides, Broken::Unique)?),
            Duplicate::Ignore => {}
            Duplicate::Replace => {
                adds = when;
                happens = when;
                // A row that is replaced counts as deleted and inserted.
                count = Answer::count(machine, &[when, collides]);
            }
            Duplicate::Update(assignments, condition) => {
                let wanted: Vec<usize> = table.columns.iter().map(|(index, _)| *index).collect();
                let wanted = self
                    .wanted_columns(std::slice::from_ref(source), insert)
                    .pop()
                    .unwrap_or(wanted);
                let found = there.iter().map(|&(table, its, found)| Combination {
                    found,
                    columns: columns[..1].to_vec(),
                    places: vec![(table, its)],
                });
                let rows = self.lock_combinations(
                    machine,
                    std::slice::from_ref(source),
                    &[],
                    &[wanted],
                    Lock::Exclusive,
                    found.collect(),
                )?;
                for mut row in rows {
                    let &(table, its) = row.places.first().expect("the row of the only table");
                    let proposed = columns
                        .iter()
                        .map(|(_, name, value)| (PROPOSED.into(), name.clone(), *value));
                    row.columns.extend(proposed.collect::<Columns>());
                    if let Some(condition) = condition {
                        let names = self.names(&row.columns);
                        let holds = names.condition(machine, condition)?.holds;
                        row.found = machine.terms().and(row.found, holds);
                    }
                    let access = Access { table, key: Some(its), when: row.found };
                    let after = self.assign(machine, access, source, assignments, &row)?;
                    happens = machine.terms().or(happens, row.found);
                    let updated = self.updated(machine, &row, &after);
                    count =
                        machine.terms().apply(aplomb_symbolic::Operator::Add, &[count, updated]);
                    for (of, name, value) in &mut columns {
                        let changed = after.iter().find(|it| it.0 == *of && it.1 == *name);
                        if let Some((.., updated)) = changed {
                            *value = machine.terms().ite(row.found, *updated, *value);
                        }
                    }
                }
            }
        }
        self.constrain(machine, source, access(adds), &columns, None)?;
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
        Ok(Inserted { happens, columns, count })
    }

    /// Where a row may be that has the key already.
    fn rivals(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        key: Term,
        generated: bool,
        duplicate: &Duplicate<'_>,
    ) -> Result<Vec<(usize, Term, Term)>, Failure> {
        if generated {
            return Ok(Vec::new());
        }
        let mut recording = self.vocabulary.recording();
        let versioned = !recording.tables[table].versions.is_empty();
        if versioned && !matches!(duplicate, Duplicate::Fail) && recording.conflict.is_none() {
            let name = recording.tables[table].name.clone();
            recording.conflict = Some(name);
        }
        drop(recording);
        let places = self.vocabulary.places(machine, table, Some(key));
        places.map_err(|message| Failure::Unsupported(Unsupported(message)))
    }

    /// Whether a row is there under the key that is inserted, as the database
    /// finds out. What is about to be changed is locked, and so is what InnoDB
    /// looks at; PostgreSQL looks first, without a lock on what is there, and
    /// then adds the row, which nobody else can do at the same time.
    fn taken(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        duplicate: &Duplicate<'_>,
    ) -> Result<Term, Failure> {
        let versioned = self.vocabulary.recording().versioned.is_some();
        let outside = || Unsupported("data is written inside transactions".into());
        let read = |machine: &mut Machine<'_>, when: Term, lock: Lock| {
            let access = Access { when, ..access };
            self.vocabulary.read_existence(machine, access, lock).ok_or_else(outside)
        };
        let looks = matches!(duplicate, Duplicate::Fail | Duplicate::Ignore);
        match (looks, self.driver.product) {
            // Whether the key is taken now, whatever the snapshot shows.
            (true, Product::Postgres) if versioned && matches!(duplicate, Duplicate::Fail) => {
                Ok(read(machine, access.when, Lock::Probe)?)
            }
            (false, _) => Ok(read(machine, access.when, Lock::Exclusive)?),
            (true, Product::Mysql) => Ok(read(machine, access.when, Lock::Shared)?),
            (true, Product::Postgres) => {
                let known = read(machine, access.when, Lock::Gap)?;
                let free = machine.terms().not(known);
                let tries = machine.terms().and(access.when, free);
                let current = read(machine, tries, Lock::Exclusive)?;
                Ok(machine.terms().or(known, current))
            }
        }
    }

    /// What an update of a row that was there adds to the number of affected
    /// rows: MySQL counts it twice, and not if nothing changes.
    fn updated(&self, machine: &mut Machine<'_>, row: &Combination, after: &Columns) -> Term {
        if self.driver.product == Product::Postgres {
            return Answer::count(machine, &[row.found]);
        }
        let changes = changes(machine, &row.columns, after);
        let changed = machine.terms().and(row.found, changes);
        match self.driver.found_rows {
            true => Answer::count(machine, &[row.found, changed]),
            false => Answer::count(machine, &[changed, changed]),
        }
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
