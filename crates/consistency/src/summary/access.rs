//! What the operations on variables and tables of a model do.

use aplomb_script::Span;
use aplomb_symbolic::{Call, Machine, Operator, Outcome, Term};

use super::recording::{Cell, Meaning};
use super::rows::Access;
use super::vocabulary::Vocabulary;
use crate::program::Lock;

/// A row about to be accessed.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub table: usize,
    pub key: Option<Term>,
    pub span: Span,
}

impl Vocabulary<'_> {
    fn begin(&self, machine: &mut Machine<'_>, row: Row, verb: &str) {
        let mut recording = self.recording();
        let name = recording.tables[row.table].name.clone();
        let key = row.key.map(|key| format!("[{}]", machine.terms().show(key)));
        let label = format!("{verb} {name}{}", key.unwrap_or_default());
        recording.statement(machine, label, row.span);
    }

    fn outside(&self, machine: &mut Machine<'_>, row: Row) -> Outcome {
        let message = "data is read and written inside transactions";
        Ok(machine.problem(message, row.span))
    }

    fn always(&self, machine: &mut Machine<'_>, row: Row) -> Access {
        Access { table: row.table, key: row.key, when: machine.terms().bool(true) }
    }

    /// All columns of a row, as one statement; nothing if it is not there.
    pub fn read(&self, machine: &mut Machine<'_>, row: Row, lock: Lock) -> Outcome {
        let verb = match lock {
            Lock::Exclusive => "lock",
            Lock::Shared => "share",
            Lock::No | Lock::Gap | Lock::Current | Lock::Glance | Lock::Probe => "read",
        };
        self.begin(machine, row, verb);
        match self.content(machine, row, lock) {
            None => self.outside(machine, row),
            Some((exists, value)) => {
                if lock == Lock::No {
                    self.look(machine, row.table);
                }
                machine.branch(exists, |_| Ok(value), |machine| Ok(machine.terms().null()))
            }
        }
    }

    /// Whether a row is there, and its content. What is not there is not
    /// locked, except where the engine locks gaps.
    fn content(&self, machine: &mut Machine<'_>, row: Row, lock: Lock) -> Option<(Term, Term)> {
        if lock != Lock::No {
            self.not_versioned(row.table);
        }
        if let Some(key) = row.key
            && !self.recording().tables[row.table].versions.is_empty()
        {
            return self.content_of_versions(machine, row, key);
        }
        self.content_of_row(machine, row, lock)
    }

    fn content_of_row(
        &self,
        machine: &mut Machine<'_>,
        row: Row,
        lock: Lock,
    ) -> Option<(Term, Term)> {
        let mut access = self.always(machine, row);
        let mut exists = machine.terms().bool(true);
        if self.existence(row.table).is_some() {
            let look = if lock == Lock::No { Lock::No } else { Lock::Gap };
            exists = self.read_existence(machine, access, look)?;
            if lock != Lock::No {
                access.when = exists;
                let still = self.read_existence(machine, access, lock)?;
                exists = machine.terms().and(exists, still);
            }
        }
        let visible = self.visible_columns(row.table);
        let mut values = Vec::new();
        for (column, _) in &visible {
            values.push(self.read_column(machine, access, *column, lock)?);
        }
        Some((exists, row_value(machine, &visible, &values)))
    }

    /// The same of a row that may be one of several versions.
    fn content_of_versions(
        &self,
        machine: &mut Machine<'_>,
        row: Row,
        key: Term,
    ) -> Option<(Term, Term)> {
        let places = self.places(machine, row.table, Some(key)).ok()?;
        let visible = self.visible_columns(row.table);
        let mut exists = machine.terms().bool(false);
        let mut values: Vec<Term> = Vec::new();
        for (table, key, when) in places {
            let access = Access { table, key: Some(key), when };
            let there = self.read_existence(machine, access, Lock::No)?;
            let there = machine.terms().and(there, when);
            for (index, (column, _)) in visible.iter().enumerate() {
                let value = self.read_column(machine, access, *column, Lock::No)?;
                match values.get(index) {
                    Some(&other) => values[index] = machine.terms().ite(there, value, other),
                    None => values.push(value),
                }
            }
            exists = machine.terms().or(exists, there);
        }
        Some((exists, row_value(machine, &visible, &values)))
    }

    /// A row is changed or locked by the model itself, which knows no versions.
    fn not_versioned(&self, table: usize) {
        let mut recording = self.recording();
        let versioned = !recording.tables[table].versions.is_empty();
        recording.unversioned_access |= versioned;
    }

    /// What a column of any row holds at the start.
    pub fn initial_column(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        key: Term,
        column: usize,
    ) -> Term {
        let mut recording = self.recording();
        let flag = recording.tables[table].columns[column].null;
        let mut initial = |machine: &mut Machine<'_>, column: usize| {
            let cell = Cell { table, key: Some(key), column };
            recording.symbol(machine, "initial", Meaning::Initial(cell))
        };
        let value = initial(machine, column);
        let Some(flag) = flag else { return value };
        let (is_null, nothing) = (initial(machine, flag), machine.terms().null());
        machine.terms().ite(is_null, nothing, value)
    }

    /// Writes some or all columns, if the row is there.
    pub fn write(&self, machine: &mut Machine<'_>, row: Row, value: Term) -> Outcome {
        self.begin(machine, row, "write");
        let Some(access) = self.lock_row(machine, row) else { return self.outside(machine, row) };
        self.assign(machine, access, row.span, value)
    }

    /// The row when it is there and stays so until the transaction ends.
    fn lock_row(&self, machine: &mut Machine<'_>, row: Row) -> Option<Access> {
        self.not_versioned(row.table);
        let mut access = self.always(machine, row);
        if self.existence(row.table).is_some() {
            let known = self.read_existence(machine, access, Lock::Gap)?;
            access.when = known;
            let still = self.read_existence(machine, access, Lock::Exclusive)?;
            access.when = machine.terms().and(known, still);
        }
        Some(access)
    }

    fn assign(
        &self,
        machine: &mut Machine<'_>,
        access: Access,
        span: Span,
        value: Term,
    ) -> Outcome {
        let columns = self.visible_columns(access.table);
        let fields = match columns[0].1.is_empty() {
            true => vec![(columns[0].0, value)],
            false => {
                let Some(fields) = machine.fields(value) else {
                    return Ok(machine.problem("say which columns get which values", span));
                };
                let mut assigned = Vec::new();
                for (name, value) in fields {
                    match columns.iter().find(|(_, column)| **column == *name) {
                        Some((column, _)) => assigned.push((*column, value)),
                        None => {
                            let message = format!("there is no column `{name}`");
                            return Ok(machine.problem(message, span));
                        }
                    }
                }
                assigned
            }
        };
        for (column, value) in fields {
            if let Err(message) = self.write_column(machine, access, column, value) {
                return Ok(machine.problem(message, span));
            }
        }
        Ok(machine.terms().undefined())
    }

    /// `UPDATE ... SET x = f(x)`: one statement that reads what is current.
    pub fn update(&self, machine: &mut Machine<'_>, row: Row, change: Term) -> Outcome {
        if !machine.is_function(change) {
            let message = "`update` takes a function of the old content";
            return Ok(machine.problem(message, row.span));
        }
        self.begin(machine, row, "update");
        let Some((exists, old)) = self.content(machine, row, Lock::Exclusive) else {
            return self.outside(machine, row);
        };
        machine.branch(
            exists,
            |machine| {
                let new = machine.call(change, None, &[old])?;
                let access = self.always(machine, row);
                self.assign(machine, access, row.span, new)
            },
            |machine| Ok(machine.terms().undefined()),
        )
    }

    /// Adds a row; the transaction is rolled back if it is there already.
    pub fn insert(&self, machine: &mut Machine<'_>, row: Row, value: Term) -> Outcome {
        self.begin(machine, row, "insert");
        if self.existence(row.table).is_none() {
            let message = "every row of this table exists from the start: declare `rows`";
            return Ok(machine.problem(message, row.span));
        }
        if let Some(key) = row.key {
            self.not_versioned(row.table);
            self.note_insertion(machine, row.table, key, false);
        }
        let access = self.always(machine, row);
        let Some(exists) = self.read_existence(machine, access, Lock::Exclusive) else {
            return self.outside(machine, row);
        };
        machine.branch(
            exists,
            |machine| {
                let message = machine.terms().string("duplicate key");
                let error = machine.error(&["Abort", "Error", "Exception"], message, &[]);
                machine.throw(error)
            },
            |machine| {
                let access = self.always(machine, row);
                self.assign(machine, access, row.span, value)?;
                self.write_existence(machine, access, true);
                Ok(machine.terms().undefined())
            },
        )
    }

    pub fn remove(&self, machine: &mut Machine<'_>, row: Row) -> Outcome {
        self.begin(machine, row, "remove");
        if self.existence(row.table).is_none() {
            let message = "every row of this table exists for ever: declare `rows`";
            return Ok(machine.problem(message, row.span));
        }
        let Some(access) = self.lock_row(machine, row) else { return self.outside(machine, row) };
        self.write_existence(machine, access, false);
        Ok(machine.terms().undefined())
    }

    /// `t.count(row => ...)`, `t.exists(row => ...)`, `t.sum(row => ...)`: one
    /// statement over every row there may be.
    pub fn add_up(
        &self,
        machine: &mut Machine<'_>,
        table: usize,
        operation: &str,
        call: &Call,
    ) -> Outcome {
        let row = Row { table, key: None, span: call.span };
        self.begin(machine, row, operation);
        let function = call.argument(0).filter(|it| machine.is_function(*it));
        if function.is_none() && (operation == "sum" || call.argument(0).is_some()) {
            let message = format!("`{operation}` takes a function of a row");
            return Ok(machine.problem(message, call.span));
        }
        let keys = match self.places(machine, table, None) {
            Ok(keys) => keys,
            Err(message) => return Ok(machine.problem(message, call.span)),
        };
        let (zero, one) = (machine.terms().number(0.0), machine.terms().number(1.0));
        let mut total = zero;
        for (table, key, distinct) in keys {
            let one_row = Row { table, key: Some(key), ..row };
            let content = self.content_of_row(machine, one_row, Lock::No);
            let Some((exists, value)) = content else {
                return self.outside(machine, row);
            };
            let there = machine.terms().and(exists, distinct);
            let added = machine.branch(
                there,
                |machine| match function {
                    None => Ok(one),
                    Some(function) => {
                        let result = machine.call(function, None, &[value, key])?;
                        if operation == "sum" {
                            return Ok(result);
                        }
                        let holds = machine.truth(result);
                        Ok(machine.terms().ite(holds, one, zero))
                    }
                },
                |_| Ok(zero),
            )?;
            total = machine.terms().apply(Operator::Add, &[total, added]);
        }
        self.look(machine, table);
        match operation {
            "exists" => Ok(machine.terms().apply(Operator::Less, &[zero, total])),
            _ => Ok(total),
        }
    }
}

/// The value of a row: of its only column, or a record.
pub(super) fn row_value(
    machine: &mut Machine<'_>,
    columns: &[(usize, String)],
    values: &[Term],
) -> Term {
    if columns[0].1.is_empty() {
        return values[0];
    }
    let fields: Vec<(&str, Term)> =
        columns.iter().zip(values).map(|((_, name), &value)| (name.as_str(), value)).collect();
    machine.new_record(fields)
}
