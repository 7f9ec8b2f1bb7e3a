//! The tables of the user's program, under their own names, in a place of their
//! own on the server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::LiveError;
use super::connection::{Connection, Dialect};
use crate::check::Violation;
use crate::execution::Place;
use crate::program::Program;
use crate::program::script::{DefinedColumn, Definition, Reference, Request, Script, Word};
use crate::term::{Sort, Value};

/// The tables of a program, and what a witness says of their rows.
pub(super) struct Tables<'a> {
    program: &'a Program,
    script: &'a Script,
    violation: &'a Violation,
    dialect: Dialect,
    /// The schema of PostgreSQL, or the database of MySQL.
    place: String,
}

/// The columns of a row that is there.
type Row = Vec<Option<Value>>;

impl<'a> Tables<'a> {
    pub fn new(
        program: &'a Program,
        script: &'a Script,
        violation: &'a Violation,
        dialect: Dialect,
    ) -> Tables<'a> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let place = format!("aplomb_replay_{}_{number}", std::process::id());
        Tables { program, script, violation, dialect, place }
    }

    /// The statement after which names mean these tables.
    pub fn enter(&self) -> String {
        match self.dialect {
            Dialect::Postgres => format!("SET search_path TO {}", self.place),
            Dialect::Mysql => format!("USE {}", self.place),
        }
    }

    /// Creates the tables with the rows that are there at the start.
    pub fn create(&self, admin: &mut Connection) -> Result<(), LiveError> {
        self.drop(admin)?;
        admin.execute(&match self.dialect {
            Dialect::Postgres => format!("CREATE SCHEMA {}", self.place),
            Dialect::Mysql => {
                format!("CREATE DATABASE {} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", self.place)
            }
        })?;
        admin.execute(&self.enter())?;
        for table in &self.script.tables {
            admin.execute(&self.definition(table)?)?;
            for (key, row) in self
                .rows(table, &|place| self.violation.execution.initial_value(self.program, place))
            {
                let mut values = vec![literal(Some(key), self.dialect)?];
                for value in row {
                    values.push(literal(value, self.dialect)?);
                }
                let (name, values) = (self.name(&table.name), values.join(", "));
                admin.execute(&format!("INSERT INTO {name} VALUES ({values})"))?;
            }
        }
        // When all rows are there.
        for table in &self.script.tables {
            for Reference { column, parent, on_delete } in &table.references {
                let mut others = self.script.tables.iter();
                let Some(parent) = others.find(|it| it.name.eq_ignore_ascii_case(parent)) else {
                    continue;
                };
                admin.execute(&format!(
                    "ALTER TABLE {} ADD FOREIGN KEY ({}) REFERENCES {} ({}){on_delete}",
                    self.name(&table.name),
                    self.name(column),
                    self.name(&parent.name),
                    self.name(&parent.key)
                ))?;
            }
        }
        for view in &self.script.views {
            admin.execute(view).map_err(|error| match error {
                LiveError::Database(reason) => {
                    LiveError::NotExecutable(format!("a view cannot be created there: {reason}"))
                }
                other => other,
            })?;
        }
        Ok(())
    }

    /// Takes everything away again.
    pub fn drop(&self, admin: &mut Connection) -> Result<(), LiveError> {
        admin.execute(&match self.dialect {
            Dialect::Postgres => format!("DROP SCHEMA IF EXISTS {} CASCADE", self.place),
            Dialect::Mysql => format!("DROP DATABASE IF EXISTS {}", self.place),
        })
    }

    fn name(&self, name: &str) -> String {
        match self.dialect {
            Dialect::Postgres => {
                let escaped = name.replace('"', "\"\"");
                let quoted = format!("\"{escaped}\"");
                // Names without quotes are in lower case.
                if self.is_written(&quoted) { quoted } else { quoted.to_lowercase() }
            }
            Dialect::Mysql => format!("`{}`", name.replace('`', "``")),
        }
    }

    /// Whether some statement contains this.
    fn is_written(&self, text: &str) -> bool {
        let sent = self.script.transactions.iter().flatten();
        let mut texts = sent.filter_map(|sent| match &sent.request {
            Request::Statement(statement) => Some(&statement.text),
            _ => None,
        });
        texts.any(|words| {
            words.iter().any(|word| matches!(word, Word::Text(words) if words.contains(text)))
        })
    }

    fn sort_name(&self, sort: Sort) -> &'static str {
        match sort {
            Sort::Int => "BIGINT",
            Sort::Bool => "BOOLEAN",
            Sort::Atom => "VARCHAR(200)",
        }
    }

    fn definition(&self, table: &Definition) -> Result<String, LiveError> {
        let sort = self.program.tables[table.table].key.unwrap_or(Sort::Int);
        let key = self.name(&table.key);
        let makes = match (table.makes_keys, self.dialect, sort) {
            (false, ..) => "",
            (true, Dialect::Postgres, Sort::Int) => {
                " DEFAULT current_setting('aplomb.key')::bigint"
            }
            (true, Dialect::Postgres, _) => " DEFAULT current_setting('aplomb.key')",
            (true, Dialect::Mysql, Sort::Int) => " AUTO_INCREMENT",
            (true, Dialect::Mysql, _) => {
                return Err(LiveError::NotExecutable(format!(
                    "the database makes the keys of `{}`, which are texts",
                    table.name
                )));
            }
        };
        let mut parts = vec![format!("{key} {}{makes} PRIMARY KEY", self.sort_name(sort))];
        for DefinedColumn { name, column, null, default } in &table.columns {
            let sort = self.program.tables[table.table].columns[*column].sort;
            let rule = if null.is_some() { "" } else { " NOT NULL" };
            let default = default.as_ref().map(|value| format!(" DEFAULT {value}"));
            let default = default.unwrap_or_default();
            parts.push(format!("{} {}{rule}{default}", self.name(name), self.sort_name(sort)));
        }
        parts.extend(table.checks.iter().map(|check| format!("CHECK ({check})")));
        for columns in &table.unique {
            let names: Vec<String> = columns.iter().map(|it| self.name(it)).collect();
            parts.push(format!("UNIQUE ({})", names.join(", ")));
        }
        let engine = if self.dialect == Dialect::Mysql { " ENGINE=InnoDB" } else { "" };
        Ok(format!("CREATE TABLE {} ({}){engine}", self.name(&table.name), parts.join(", ")))
    }

    /// The keys of rows of a table that the witness speaks of.
    fn keys(&self, table: &Definition) -> BTreeSet<(usize, Value)> {
        let mut keys = BTreeSet::new();
        let own = |index: usize| index == table.table || table.versions.contains(&index);
        for transaction in 0..self.program.transactions.len() {
            for event in self.violation.outcome.happened(transaction) {
                if own(event.place.table)
                    && let Some(key) = &event.place.key
                {
                    keys.insert((event.place.table, key.clone()));
                }
            }
        }
        for column in &self.program.tables[table.table].columns {
            if let crate::program::Initial::Fixed { rows, .. } = &column.initial {
                keys.extend(rows.iter().map(|(key, _)| (table.table, key.clone())));
            }
        }
        keys
    }

    /// The rows that are there, when places hold these values.
    fn rows(&self, table: &Definition, holds: &dyn Fn(&Place) -> Value) -> BTreeMap<Value, Row> {
        let mut rows = BTreeMap::new();
        for (index, key) in self.keys(table) {
            let at = |column: usize| holds(&Place { table: index, key: Some(key.clone()), column });
            if table.existence.is_some_and(|column| at(column) != Value::Bool(true)) {
                continue;
            }
            let columns = table.columns.iter().map(|it| {
                let null = it.null.is_some_and(|null| at(null) == Value::Bool(true));
                (!null).then(|| at(it.column))
            });
            rows.insert(key.clone(), columns.collect());
        }
        rows
    }

    /// Compares what the tables hold in the end with what is predicted: a line
    /// for each row, and whether it is the same.
    pub fn compare(&self, admin: &mut Connection) -> Result<Vec<(String, bool)>, LiveError> {
        let mut lines = Vec::new();
        let (outcome, execution) = (&self.violation.outcome, &self.violation.execution);
        for table in &self.script.tables {
            let predicted = self.rows(table, &|place| {
                let written = outcome.written.get(place).cloned();
                written.unwrap_or_else(|| execution.initial_value(self.program, place))
            });
            let mut names = vec![self.name(&table.key)];
            names.extend(table.columns.iter().map(|column| self.name(&column.name)));
            let sql = format!("SELECT {} FROM {}", names.join(", "), self.name(&table.name));
            let mut found: BTreeMap<String, String> = BTreeMap::new();
            for row in admin.ask(&sql)?.rows {
                let mut columns = row.into_iter();
                let key = columns.next().unwrap_or_default();
                found.insert(key, columns.collect::<Vec<_>>().join(", "));
            }
            for (key, row) in predicted {
                let key = shown(Some(&key), self.dialect);
                let wanted: Vec<String> =
                    row.iter().map(|value| shown(value.as_ref(), self.dialect)).collect();
                let wanted = wanted.join(", ");
                let place = format!("{}[{key}]", table.name);
                match found.remove(&key) {
                    Some(value) if value == wanted => {
                        lines.push((format!("{place} ends as {value}"), true));
                    }
                    Some(value) => lines.push((
                        format!("{place} ends as {value}, where {wanted} was predicted"),
                        false,
                    )),
                    None => lines.push((
                        format!("{place} is not there, where {wanted} was predicted"),
                        false,
                    )),
                }
            }
            for (key, value) in found {
                let place = format!("{}[{key}]", table.name);
                lines.push((format!("{place} ends as {value}, where no row was predicted"), false));
            }
        }
        Ok(lines)
    }
}

/// A value as SQL writes it.
pub(super) fn literal(value: Option<Value>, dialect: Dialect) -> Result<String, LiveError> {
    Ok(match value {
        None => "NULL".into(),
        Some(Value::Bool(value)) => if value { "TRUE" } else { "FALSE" }.into(),
        Some(Value::Int(number)) => match i64::try_from(number) {
            Ok(number) if number < 0 => format!("({number})"),
            Ok(number) => number.to_string(),
            Err(_) => return Err(LiveError::Unstorable(number.to_string())),
        },
        Some(Value::Atom(text)) => {
            let text = text.replace('\'', "''");
            let text = match dialect {
                Dialect::Postgres => text,
                Dialect::Mysql => text.replace('\\', "\\\\"),
            };
            format!("'{text}'")
        }
    })
}

/// A value as the client program prints it.
pub(super) fn shown(value: Option<&Value>, dialect: Dialect) -> String {
    match (value, dialect) {
        (None, _) => "NULL".into(),
        (Some(Value::Bool(value)), Dialect::Postgres) => if *value { "t" } else { "f" }.into(),
        (Some(Value::Bool(value)), Dialect::Mysql) => if *value { "1" } else { "0" }.into(),
        (Some(Value::Int(number)), _) => number.to_string(),
        (Some(Value::Atom(text)), _) => text.to_string(),
    }
}

/// The statement after which the next key that the server makes is this one.
pub(super) fn next_key(key: &Value, dialect: Dialect) -> Result<String, LiveError> {
    let key = shown(Some(key), dialect);
    Ok(match dialect {
        Dialect::Postgres => format!("SET aplomb.key = '{}'", key.replace('\'', "''")),
        Dialect::Mysql => format!("SET INSERT_ID = {key}"),
    })
}
