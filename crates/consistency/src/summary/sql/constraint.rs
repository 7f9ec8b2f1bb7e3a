//! Constraints of tables: UNIQUE, CHECK and FOREIGN KEY, with the errors that
//! they raise.
//!
//! A database checks them against what is current, whatever the snapshot of
//! the transaction shows, and keeps others from changing that until the
//! transaction ends: two rows with one value of a unique column, or a row
//! without its parent, are never both committed.

use aplomb_sql::errors::{self, Broken};
use aplomb_sql::form::Product;
use aplomb_sql::{Evaluate, Failure, OnDelete};
use aplomb_symbolic::{Machine, Outcome, Term};

use super::super::recording::{Constraint, ForeignKey, Table};
use super::super::rows::{Access, known, null};
use super::names::{Columns, equal};
use super::query::Source;
use super::session;
use super::statement::{Execution, refused};
use crate::program::Lock;

/// Cascades of cascades.
const DEEPEST: usize = 4;

impl Execution<'_> {
    /// Raises the error of a broken constraint where it is. PostgreSQL gives up
    /// the whole transaction, InnoDB the statement.
    pub(super) fn fail(&self, machine: &mut Machine<'_>, when: Term, broken: Broken) -> Outcome {
        machine.branch(
            when,
            |machine| {
                if self.product() == Product::Postgres {
                    session::fail(self.vocabulary, machine)?;
                }
                let error = errors::broken(machine, self.product(), broken);
                machine.throw(error)
            },
            |machine| Ok(machine.terms().undefined()),
        )
    }

    /// A value for a column; fails where it is null and the column is never.
    pub(super) fn not_null(
        &self,
        machine: &mut Machine<'_>,
        column: (usize, usize),
        value: Term,
        when: Term,
    ) -> Result<Term, Failure> {
        let (table, column) = column;
        let nullable = self.vocabulary.recording().tables[table].columns[column].null.is_some();
        let missing = null(machine, value);
        // What is always null is a mistake of the model.
        let sure = machine.terms().is_false(missing) || machine.terms().is_true(missing);
        if nullable || sure {
            return Ok(value);
        }
        let broken = machine.terms().and(when, missing);
        self.fail(machine, broken, Broken::NotNull)?;
        Ok(known(machine, value))
    }

    /// Fails where a row that is added, or changed in some columns, breaks a
    /// constraint of its table.
    pub(super) fn constrain(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        row: Access,
        columns: &Columns,
        assigned: Option<&[String]>,
    ) -> Result<(), Failure> {
        self.constrain_but(machine, source, row, columns, assigned, &[])
    }

    /// The same, but for what is known to be different from row to row: sets of columns.
    pub(super) fn constrain_but(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        row: Access,
        columns: &Columns,
        assigned: Option<&[String]>,
        differ: &[Vec<String>],
    ) -> Result<(), Failure> {
        let constraints =
            self.vocabulary.recording().tables[source.table.table].constraints.clone();
        let value = |name: &str| {
            let own = columns.iter().find(|(of, known, _)| *of == source.alias && known == name);
            own.map(|(.., value)| *value)
        };
        let concerned = |name: &String| assigned.is_none_or(|names| names.contains(name));
        for constraint in constraints {
            match constraint {
                Constraint::Check(function) => {
                    let names: Vec<&String> = source.table.columns.iter().map(|it| &it.1).collect();
                    if names.iter().any(|name| value(name).is_none()) {
                        return Failure::because("CHECK needs all columns of the row");
                    }
                    let fields = names.iter().filter_map(|&name| Some((name, value(name)?)));
                    let fields: Vec<(&String, Term)> = fields.collect();
                    let record = machine.new_record(fields);
                    let holds = machine.call(function, None, &[record])?;
                    let holds = machine.truth(holds);
                    let fails = machine.terms().not(holds);
                    let broken = machine.terms().and(row.when, fails);
                    self.fail(machine, broken, Broken::Check)?;
                }
                Constraint::Unique(names) if differ.contains(&names) => {}
                Constraint::Unique(names) if names.iter().any(concerned) => {
                    let met = self.failing();
                    let broken =
                        self.taken_by_another(machine, source, row, &names, &value, met)?;
                    self.fail(machine, broken, Broken::Unique)?;
                }
                Constraint::Condition(condition) => {
                    let own: Columns =
                        columns.iter().filter(|it| it.0 == source.alias).cloned().collect();
                    let names = self.names(&own);
                    let broken = names.condition(machine, &condition)?.fails;
                    let broken = machine.terms().and(row.when, broken);
                    self.fail(machine, broken, Broken::Check)?;
                }
                Constraint::References(foreign) if concerned(&foreign.column) => {
                    let Some(key) = value(&foreign.column) else { continue };
                    let missing = null(machine, key);
                    let given = machine.terms().not(missing);
                    let when = machine.terms().and(row.when, given);
                    let parent = match self.table_named(&foreign.parent) {
                        Ok(parent) => parent,
                        // The schema knows more tables than the model.
                        Err(_) if self.vocabulary.schema.table(&foreign.parent).is_some() => {
                            continue;
                        }
                        Err(failure) => return Err(failure),
                    };
                    self.can_follow(&foreign, parent)?;
                    let there = self.is_there(machine, parent, key, when)?;
                    let gone = machine.terms().not(there);
                    let broken = machine.terms().and(when, gone);
                    self.fail(machine, broken, Broken::ForeignKey)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What becomes of the rows that refer to one that is deleted: the statement
    /// fails because of them, or they go too.
    pub(super) fn constrain_removal(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        row: Access,
    ) -> Result<(), Failure> {
        self.removed(machine, source.table.table, row, 0)
    }

    fn removed(
        &self,
        machine: &mut Machine<'_>,
        parent: usize,
        row: Access,
        depth: usize,
    ) -> Result<(), Failure> {
        if depth > DEEPEST {
            return Failure::because("deletions that cascade in a circle are not supported");
        }
        for (child, foreign) in self.children(parent) {
            self.can_follow(&foreign, parent)?;
            let columns = self.vocabulary.visible_columns(child);
            let named = |it: &&(usize, String)| it.1.eq_ignore_ascii_case(&foreign.column);
            // The key of the row itself may be what refers to the other one.
            let column = columns.iter().find(named).map(|&(column, _)| column);
            let key = row.key.expect("a row has a key");
            let mut referred = machine.terms().bool(false);
            let lock = match foreign.on_delete {
                OnDelete::Refuses => Lock::Current,
                _ => Lock::Exclusive,
            };
            for (table, its, when) in self.all_places(machine, child)? {
                let when = machine.terms().and(when, row.when);
                let other = Access { table, key: Some(its), when };
                let (there, value) = match column {
                    Some(column) => self.current(machine, other, column, lock)?,
                    None => (self.exists_now(machine, other, lock)?, its),
                };
                let same = equal(machine, value, key);
                let refers = machine.terms().and(there, same);
                let when = machine.terms().and(when, refers);
                let other = Access { when, ..other };
                match foreign.on_delete {
                    OnDelete::Refuses => referred = machine.terms().or(referred, refers),
                    OnDelete::Cascades => {
                        self.removed(machine, child, other, depth + 1)?;
                        self.vocabulary.write_existence(machine, other, false);
                    }
                    OnDelete::SetsNull => {
                        let Some(column) = column else {
                            return Failure::because("a key that is set to null");
                        };
                        let nothing = machine.terms().null();
                        let written = self.vocabulary.write_column(machine, other, column, nothing);
                        written.map_err(refused)?;
                    }
                    OnDelete::SetsDefault => {
                        return Failure::because("ON DELETE SET DEFAULT is not supported");
                    }
                }
            }
            let broken = machine.terms().and(row.when, referred);
            self.fail(machine, broken, Broken::Referred)?;
        }
        Ok(())
    }

    /// Refuses a foreign key that the model does not say enough about.
    fn can_follow(&self, foreign: &ForeignKey, parent: usize) -> Result<(), Failure> {
        let name = &foreign.parent;
        if let Some(obstacle) = &foreign.obstacle {
            return Failure::because(obstacle.clone());
        }
        if foreign.beside_column && self.product() == Product::Mysql {
            return Failure::because(format!(
                "MySQL before version 9 passes over what a column REFERENCES, and others do not: \
                 write FOREIGN KEY ({}) REFERENCES {name} after the columns",
                foreign.column
            ));
        }
        let key = self.vocabulary.recording().tables[parent].key_column.to_lowercase();
        match &foreign.referred {
            Some(referred) if *referred != key => Failure::because(format!(
                "the foreign key `{}` refers to `{referred}` of `{name}`, which is not its key",
                foreign.column
            )),
            _ => Ok(()),
        }
    }

    /// The tables whose rows refer to those of another, and how.
    fn children(&self, parent: usize) -> Vec<(usize, ForeignKey)> {
        let recording = self.vocabulary.recording();
        let name = &recording.tables[parent].name;
        let tables = recording.tables.iter().enumerate();
        let referring = tables.flat_map(|(index, table)| {
            table.constraints.iter().filter_map(move |it| match it {
                Constraint::References(foreign) if foreign.parent.eq_ignore_ascii_case(name) => {
                    Some((index, foreign.clone()))
                }
                _ => None,
            })
        });
        referring.collect()
    }

    /// Whether some other row has the same values in unique columns.
    pub(super) fn taken_by_another(
        &self,
        machine: &mut Machine<'_>,
        source: &Source,
        row: Access,
        names: &[String],
        value: &dyn Fn(&str) -> Option<Term>,
        met: Meeting,
    ) -> Result<Term, Failure> {
        let own = row.key.expect("a row has a key");
        let mut taken = machine.terms().bool(false);
        for (table, its, when) in self.all_places(machine, source.table.table)? {
            let same_row = match table == row.table {
                true => machine.terms().equal(its, own),
                false => machine.terms().bool(false),
            };
            let other = machine.terms().not(same_row);
            let when = machine.terms().and(when, other);
            let when = machine.terms().and(when, row.when);
            if machine.terms().is_false(when) {
                continue;
            }
            let wanted = wanted(source, names, value)?;
            let other = Access { table, key: Some(its), when };
            let same = self.collides(machine, other, &wanted, met)?;
            taken = machine.terms().or(taken, same);
        }
        Ok(taken)
    }

    /// How a statement that fails because of another row finds that row.
    fn failing(&self) -> Meeting {
        match self.product() {
            Product::Postgres => Meeting { looks: Lock::Glance, meets: Lock::Probe },
            _ => Meeting { looks: Lock::Glance, meets: Lock::Shared },
        }
    }

    /// When a statement fails because another row has these values. It waits for who writes
    /// that row, so what follows sees it: in PostgreSQL the statement may as well have begun
    /// then, InnoDB keeps the row locked.
    fn collides(
        &self,
        machine: &mut Machine<'_>,
        other: Access,
        wanted: &[(usize, Term)],
        met: Meeting,
    ) -> Result<Term, Failure> {
        let postgres = self.product() == Product::Postgres;
        let known = match postgres {
            true => self.has_values(machine, other, wanted, met.looks)?,
            false => machine.terms().bool(false),
        };
        let unknown = machine.terms().not(known);
        let when = machine.terms().and(other.when, unknown);
        let current = self.has_values(machine, Access { when, ..other }, wanted, Lock::Current)?;
        self.exists_now(machine, Access { when: current, ..other }, met.meets)?;
        Ok(machine.terms().or(known, current))
    }

    /// When a row is there with these values.
    pub(super) fn has_values(
        &self,
        machine: &mut Machine<'_>,
        row: Access,
        wanted: &[(usize, Term)],
        lock: Lock,
    ) -> Result<Term, Failure> {
        let mut same = row.when;
        for &(column, value) in wanted {
            let (there, theirs) = self.current(machine, row, column, lock)?;
            let equal = equal(machine, theirs, value);
            same = machine.terms().and(same, there);
            same = machine.terms().and(same, equal);
        }
        Ok(same)
    }

    /// Whether a row is there now, and what a column holds.
    fn current(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        column: usize,
        lock: Lock,
    ) -> Result<(Term, Term), Failure> {
        let outside = || Failure::new("data is read inside transactions");
        let there = self.exists_now(machine, access, lock)?;
        let value = self.vocabulary.read_column(machine, access, column, lock);
        Ok((there, value.ok_or_else(outside)?))
    }

    fn exists_now(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        lock: Lock,
    ) -> Result<Term, Failure> {
        let there = self.vocabulary.read_existence(machine, access, lock);
        there.ok_or_else(|| Failure::new("data is read inside transactions"))
    }

    /// Whether the row of a key is there now.
    fn is_there(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        key: Term,
        when: Term,
    ) -> Result<Term, Failure> {
        let places = self.vocabulary.places(machine, table, Some(key));
        let places = places.map_err(refused)?;
        let mut there = machine.terms().bool(false);
        for (table, its, same) in places {
            let when = machine.terms().and(when, same);
            let access = Access { table, key: Some(its), when };
            let outside = || Failure::new("data is read inside transactions");
            let found = self.vocabulary.read_existence(machine, access, Lock::Current);
            let found = machine.terms().and(found.ok_or_else(outside)?, same);
            there = machine.terms().or(there, found);
        }
        Ok(there)
    }

    fn all_places(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
    ) -> Result<Vec<(usize, Term, Term)>, Failure> {
        let places = self.vocabulary.places(machine, table, None);
        places.map_err(refused)
    }

    fn table_named(&self, name: &str) -> Result<usize, Failure> {
        let recording = self.vocabulary.recording();
        let named = |table: &Table| table.name.eq_ignore_ascii_case(name);
        let found = recording.tables.iter().position(named);
        found.map_or_else(|| Failure::because(format!("the model declares no table `{name}`")), Ok)
    }
}

/// How a statement deals with another row that has the values of its own.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    /// How it looks for the row first.
    pub looks: Lock,
    /// How it waits for the row, if it is there now and was not seen before.
    pub meets: Lock,
}

/// The columns with these names, and their values.
pub(super) fn wanted(
    source: &Source,
    names: &[String],
    value: &dyn Fn(&str) -> Option<Term>,
) -> Result<Vec<(usize, Term)>, Failure> {
    let mut wanted = Vec::new();
    for name in names {
        let column = source.table.columns.iter().find(|it| it.1 == *name);
        let (Some((column, _)), Some(value)) = (column, value(name)) else {
            return Failure::because(format!("the value of `{name}` is not known here"));
        };
        wanted.push((*column, value));
    }
    Ok(wanted)
}
