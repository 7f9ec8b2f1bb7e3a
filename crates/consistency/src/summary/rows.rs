//! Rows of tables: which there may be, and how their columns are read and
//! written when they may be null or the row may be missing.

use aplomb_symbolic::{Machine, Node, Operator, Term};

use super::recording::{Cell, Event, Phase, conjuncts};
use super::vocabulary::Vocabulary;
use crate::program::Lock;
use crate::term::Sort;

/// A row, by its table and key, and when it is accessed.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub table: usize,
    pub key: Option<Term>,
    pub when: Term,
}

impl Vocabulary<'_> {
    /// The columns that people see, with their names.
    pub fn visible_columns(&self, table: usize) -> Vec<(usize, String)> {
        let recording = self.recording();
        let columns = recording.tables[table].columns.iter().enumerate();
        let visible = columns.filter(|(_, column)| !column.hidden);
        visible.map(|(index, column)| (index, column.name.clone())).collect()
    }

    /// The column that says whether rows exist, if some do not.
    pub fn existence(&self, table: usize) -> Option<usize> {
        let recording = self.recording();
        let table = &recording.tables[table];
        table.rows.as_ref().map(|_| table.columns.len() - 1)
    }

    fn cell(&self, access: Access, column: usize) -> Cell {
        Cell { table: access.table, key: access.key, column }
    }

    /// Whether a row is there, read with a lock; none outside of transactions.
    pub fn read_existence(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        lock: Lock,
    ) -> Option<Term> {
        match self.existence(access.table) {
            None => Some(machine.terms().bool(true)),
            Some(_) if self.recording().stays(machine.terms(), access.table, access.key) => {
                Some(machine.terms().bool(true))
            }
            Some(column) => {
                let cell = self.cell(access, column);
                self.recording().read_when(machine, cell, lock, access.when)
            }
        }
    }

    /// The content of a column, null where it is.
    pub fn read_column(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        column: usize,
        lock: Lock,
    ) -> Option<Term> {
        let flag = self.recording().tables[access.table].columns[column].null;
        let value = self.read_cell(machine, access, column, lock)?;
        let Some(flag) = flag else { return Some(value) };
        let is_null = self.read_cell(machine, access, flag, lock)?;
        let nothing = machine.terms().null();
        Some(machine.terms().ite(is_null, nothing, value))
    }

    /// What a cell holds; no read is needed of what nobody changes, unless it
    /// locks the row.
    fn read_cell(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        column: usize,
        lock: Lock,
    ) -> Option<Term> {
        let mut recording = self.recording();
        let free = matches!(lock, Lock::No | Lock::Current | Lock::Glance)
            && matches!(recording.phase, Phase::Transaction(_));
        if free
            && let Some(value) =
                recording.unchanging(machine.terms(), access.table, access.key, column)
        {
            return Some(value);
        }
        let cell = self.cell(access, column);
        recording.read_when(machine, cell, lock, access.when)
    }

    /// A statement looks at a table without a lock. What nobody changes need not be read;
    /// but the first such statement takes InnoDB's snapshot, so something is.
    pub fn look(&self, machine: &mut Machine<'_>, table: usize) {
        let mut recording = self.recording();
        let Phase::Transaction(running) = recording.phase else { return };
        let path = recording.path(machine);
        let reached = conjuncts(machine.terms(), path);
        let mut events =
            recording.transactions[running].statements.iter().flat_map(|it| &it.events);
        let looked = events.any(|event| match event {
            Event::Read { lock: Lock::No, guard, .. } => {
                conjuncts(machine.terms(), *guard).iter().all(|part| reached.contains(part))
            }
            _ => false,
        });
        if looked {
            return;
        }
        let declared = &recording.tables[table];
        let key = match declared.rows.iter().flatten().next() {
            Some(&(key, _)) => Some(key),
            None => declared.inserted.first().copied(),
        };
        let key = match key.and_then(|key| machine.terms().as_str(key)?.parse::<f64>().ok()) {
            Some(number) => Some(machine.terms().number(number)),
            None => key,
        };
        let key = key.or_else(|| declared.keyed.then(|| machine.terms().number(0.0)));
        let always = machine.terms().bool(true);
        recording.read_when(machine, Cell { table, key, column: 0 }, Lock::No, always);
    }

    /// Writes a column; what is wrong, if it cannot be.
    pub fn write_column(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        column: usize,
        value: Term,
    ) -> Result<(), String> {
        let value = machine.freeze(value);
        let (flag, name) = {
            let recording = self.recording();
            let declared = &recording.tables[access.table].columns[column];
            (declared.null, declared.name.clone())
        };
        let is_null = null(machine, value);
        let outside = || "data is written inside transactions".to_owned();
        let write = |machine: &mut Machine<'_>, column, value, when| {
            let cell = Cell { table: access.table, key: access.key, column };
            let done = self.recording().write_when(machine, cell, value, when);
            done.then_some(()).ok_or_else(outside)
        };
        match flag {
            Some(flag) => {
                write(machine, flag, is_null, access.when)?;
                let there = machine.terms().not(is_null);
                let when = machine.terms().and(access.when, there);
                if machine.terms().is_false(when) {
                    return Ok(());
                }
                let value = known(machine, value);
                write(machine, column, value, when)
            }
            None if machine.terms().is_false(is_null) => write(machine, column, value, access.when),
            None => Err(format!(
                "`{name}` may become null: declare it so in the model, {name}: nullable(integer)"
            )),
        }
    }

    /// Says whether a row is there from now on.
    pub fn write_existence(&self, machine: &mut Machine<'_>, access: Access, exists: bool) -> bool {
        let Some(column) = self.existence(access.table) else { return false };
        let (cell, exists) = (self.cell(access, column), machine.terms().bool(exists));
        self.recording().write_when(machine, cell, exists, access.when)
    }

    /// A key that the database makes: nothing else has it.
    pub fn generated_key(&self, machine: &mut Machine<'_>, table: usize) -> Term {
        let mut recording = self.recording();
        let declared = &recording.tables[table];
        let number = |key: Term| {
            machine.terms().as_str(key).is_some_and(|text| text.parse::<i128>().is_ok())
        };
        let rows = declared.rows.iter().flatten();
        let numbers = rows.map(|(key, _)| *key).collect::<Vec<_>>().into_iter().all(number);
        let sort = if numbers { Sort::Int } else { Sort::Atom };
        let name = format!("new {}", declared.name);
        recording.tables[table].makes_keys = true;
        recording.parameter(machine, &name, sort, true)
    }

    /// A row is added under this key; the table that it goes to. A key that the
    /// database makes was never there before, so that row does not come back.
    pub fn note_insertion(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        key: Term,
        generated: bool,
    ) -> usize {
        let mut recording = self.recording();
        recording.note_key(machine.terms(), table, key);
        if generated {
            return table;
        }
        let known = &mut recording.tables[table];
        let number = known.insertions.len();
        known.insertions.push(key);
        known.versions.get(number).map_or(table, |version| version.0)
    }

    /// Where the row of a key may be, or all rows: the tables and keys, and when
    /// it is there that one has to look.
    pub fn places(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        key: Option<Term>,
    ) -> Result<Vec<(usize, Term, Term)>, String> {
        let mut places = match key {
            Some(key) => vec![(table, key, machine.terms().bool(true))],
            None => {
                let keys = self.all_keys(machine, table)?;
                keys.into_iter().map(|(key, distinct)| (table, key, distinct)).collect()
            }
        };
        let versions = self.recording().tables[table].versions.clone();
        for (version, its) in versions {
            let same = match key {
                Some(key) => machine.terms().equal(its, key),
                None => machine.terms().bool(true),
            };
            if !machine.terms().is_false(same) {
                places.push((version, its, same));
            }
        }
        Ok(places)
    }

    /// The keys of all rows there may be; what is wrong, if they are not known.
    /// With each, whether no key before it is the same.
    pub fn all_keys(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
    ) -> Result<Vec<(Term, Term)>, String> {
        let keys = {
            let mut recording = self.recording();
            let declared = &mut recording.tables[table];
            declared.scanned = true;
            let Some(rows) = &declared.rows else {
                let name = &declared.name;
                return Err(format!(
                    "a statement over several rows needs the rows: declare `rows` of `{name}`"
                ));
            };
            let mut keys: Vec<Term> = rows.iter().map(|(key, _)| *key).collect();
            // Rows that are added are in tables of their own, or in this one.
            if declared.versions.is_empty() {
                keys.extend(recording.added.get(table).into_iter().flatten());
            }
            keys
        };
        let number = |text: &str| text.parse::<f64>().ok();
        let mut distinct: Vec<(Term, Term)> = Vec::new();
        for key in keys {
            let number = machine.terms().as_str(key).and_then(|text| number(text));
            let key = match number {
                Some(value) => machine.terms().number(value),
                None => key,
            };
            let mut first = machine.terms().bool(true);
            for &(other, _) in &distinct {
                let same = machine.terms().equal(other, key);
                let different = machine.terms().not(same);
                first = machine.terms().and(first, different);
            }
            if !machine.terms().is_false(first) {
                distinct.push((key, first));
            }
        }
        Ok(distinct)
    }
}

/// When a value is null.
pub(super) fn null(machine: &mut Machine<'_>, value: Term) -> Term {
    match machine.view(value).clone() {
        Node::Null | Node::Undefined | Node::Absent => machine.terms().bool(true),
        Node::Apply(Operator::Ite, parts) => {
            let (then, otherwise) = (null(machine, parts[1]), null(machine, parts[2]));
            machine.terms().ite(parts[0], then, otherwise)
        }
        _ => machine.terms().bool(false),
    }
}

/// A value where it is not null.
pub(super) fn known(machine: &mut Machine<'_>, value: Term) -> Term {
    let Node::Apply(Operator::Ite, parts) = machine.view(value).clone() else { return value };
    let is_null = |machine: &mut Machine<'_>, part: Term| {
        let null = null(machine, part);
        machine.terms().is_true(null)
    };
    if is_null(machine, parts[1]) {
        return known(machine, parts[2]);
    }
    if is_null(machine, parts[2]) {
        return known(machine, parts[1]);
    }
    let (then, otherwise) = (known(machine, parts[1]), known(machine, parts[2]));
    machine.terms().ite(parts[0], then, otherwise)
}
