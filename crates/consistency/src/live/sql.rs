//! Programs as tables and statements.

use std::collections::BTreeSet;

use super::LiveError;
use super::connection::{Connection, Dialect};
use crate::execution::{Place, Row};
use crate::model::{Isolation, Model};
use crate::program::{Lock, Program};
use crate::term::{Sort, Value};

/// What a database calls a level.
pub(super) fn level_name(
    dialect: Dialect,
    isolation: Isolation,
) -> Result<&'static str, LiveError> {
    match (dialect, isolation.model) {
        (_, Model::PGRC) => Ok("READ COMMITTED"),
        (Dialect::Postgres, Model::SI) | (Dialect::Mysql, Model::MYRR | Model::SI) => {
            Ok("REPEATABLE READ")
        }
        (_, Model::SER) => Ok("SERIALIZABLE"),
        _ => Err(LiveError::NoSuchLevel { dialect, isolation: Box::new(isolation) }),
    }
}

/// The setting for MySQL's dialect with which transactions take snapshots: it is
/// MariaDB's, and MySQL says that it does not know it.
pub(super) fn snapshots(isolation: Isolation) -> Option<String> {
    let taken = isolation.model == Model::SI;
    taken.then(|| "SET SESSION innodb_snapshot_isolation = ON".into())
}

/// The statements that start a transaction at a level.
pub fn sql_level(dialect: Dialect, isolation: Isolation) -> Result<Vec<String>, LiveError> {
    let level = level_name(dialect, isolation)?;
    Ok(match dialect {
        Dialect::Postgres => vec![format!("BEGIN ISOLATION LEVEL {level}")],
        Dialect::Mysql => {
            let mut statements = vec![format!("SET SESSION TRANSACTION ISOLATION LEVEL {level}")];
            statements.extend(snapshots(isolation));
            statements.push("START TRANSACTION".into());
            statements
        }
    })
}

/// The tables of a program in a database.
#[derive(Clone, Debug)]
pub struct Schema<'p> {
    program: &'p Program,
    prefix: String,
    dialect: Dialect,
}

impl<'p> Schema<'p> {
    /// Tables whose names start with `prefix`.
    pub fn new(program: &'p Program, prefix: &str, dialect: Dialect) -> Schema<'p> {
        Schema { program, prefix: prefix.into(), dialect }
    }

    fn table(&self, table: usize) -> String {
        format!("{}_{table}", self.prefix)
    }

    /// Creates the tables with the given rows.
    pub fn create(
        &self,
        connection: &mut Connection,
        rows: &BTreeSet<Row>,
        initial: &dyn Fn(&Place) -> Value,
    ) -> Result<(), LiveError> {
        self.drop(connection)?;
        for (index, table) in self.program.tables.iter().enumerate() {
            let columns = table.columns.iter().enumerate().map(|(column, declared)| {
                let kind = match declared.sort {
                    Sort::Int | Sort::Bool => "DECIMAL(38,0)",
                    Sort::Atom => "VARCHAR(200)",
                };
                format!(", c{column} {kind}")
            });
            let engine = if self.dialect == Dialect::Mysql { " ENGINE=InnoDB" } else { "" };
            let columns: String = columns.collect();
            let name = self.table(index);
            connection.execute(&format!(
                "CREATE TABLE {name} (k VARCHAR(200) PRIMARY KEY{columns}){engine}"
            ))?;
        }
        for (table, key) in rows {
            let columns = 0..self.program.tables[*table].columns.len();
            let mut values = vec![key_text(key)];
            for column in columns {
                let place = Place { table: *table, key: key.clone(), column };
                values.push(literal(&initial(&place))?);
            }
            let name = self.table(*table);
            connection.execute(&format!("INSERT INTO {name} VALUES ({})", values.join(", ")))?;
        }
        Ok(())
    }

    /// Drops the tables.
    pub fn drop(&self, connection: &mut Connection) -> Result<(), LiveError> {
        for index in 0..self.program.tables.len() {
            connection.execute(&format!("DROP TABLE IF EXISTS {}", self.table(index)))?;
        }
        Ok(())
    }

    /// The value of a place, read with or without a lock.
    pub fn read(
        &self,
        connection: &mut Connection,
        place: &Place,
        lock: Lock,
    ) -> Result<Value, LiveError> {
        let lock = match (lock, self.dialect) {
            (Lock::No | Lock::Gap | Lock::Current | Lock::Glance | Lock::Probe, _) => "",
            (Lock::Shared, Dialect::Postgres) => " FOR SHARE",
            (Lock::Shared, Dialect::Mysql) => " LOCK IN SHARE MODE",
            (Lock::Exclusive, _) => " FOR UPDATE",
        };
        let (table, key) = (self.table(place.table), key_text(&place.key));
        let sql = format!("SELECT c{} FROM {table} WHERE k = {key}{lock}", place.column);
        let text = connection.value(&sql)?;
        let text = text.ok_or_else(|| LiveError::Database(format!("no row for {sql}")))?;
        let column = &self.program.tables[place.table].columns[place.column];
        let number = || {
            let digits = text.split('.').next().unwrap_or_default();
            digits.parse::<i128>().map_err(|_| LiveError::Database(format!("not a number: {text}")))
        };
        Ok(match column.sort {
            Sort::Int => Value::Int(number()?),
            Sort::Bool => Value::Bool(number()? != 0),
            Sort::Atom => Value::Atom(text.into()),
        })
    }

    /// Writes a place.
    pub fn write(
        &self,
        connection: &mut Connection,
        place: &Place,
        value: &Value,
    ) -> Result<(), LiveError> {
        let (table, key, value) = (self.table(place.table), key_text(&place.key), literal(value)?);
        connection
            .execute(&format!("UPDATE {table} SET c{} = {value} WHERE k = {key}", place.column))
    }
}

fn key_text(key: &Option<Value>) -> String {
    match key {
        None => "'row'".into(),
        Some(Value::Atom(atom)) => quoted(atom),
        Some(other) => quoted(&other.to_string()),
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "/").replace('\'', "''"))
}

fn literal(value: &Value) -> Result<String, LiveError> {
    match value {
        Value::Bool(b) => Ok(i32::from(*b).to_string()),
        Value::Int(i) if i.unsigned_abs() < 10u128.pow(37) => Ok(i.to_string()),
        Value::Int(i) => Err(LiveError::Unstorable(i.to_string())),
        Value::Atom(atom) => Ok(quoted(atom)),
    }
}
