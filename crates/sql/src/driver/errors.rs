//! What drivers raise.

use crate::form::Product;
use aplomb_script::Language;
use aplomb_symbolic::{Machine, Term};

/// How the databases name an error.
struct Names<'n> {
    message: &'static str,
    /// The classes that PostgreSQL's drivers for Python raise (psycopg, asyncpg).
    postgres: &'n [&'static str],
    /// What they and those of other databases belong to.
    general: &'static [&'static str],
    /// PostgreSQL's code.
    state: &'static str,
    /// MySQL's name and number.
    mysql: (&'static str, f64),
    sqlite: &'static str,
}

/// A constraint that a statement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// There is a row with these values.
    Unique,
    /// A condition does not hold of a row.
    Check,
    /// There is no row that a row refers to.
    ForeignKey,
    /// A row is taken away to which others refer.
    Referred,
    /// A column that has a value gets none.
    NotNull,
}

/// A statement breaks a constraint.
pub fn broken(machine: &mut Machine<'_>, product: Product, broken: Broken) -> Term {
    let (classes, state, mysql, message) = match broken {
        Broken::Unique => {
            let message = "duplicate key value violates unique constraint";
            (
                ["UniqueViolation", "UniqueViolationError"],
                "23505",
                ("ER_DUP_ENTRY", 1062.0),
                message,
            )
        }
        Broken::Check => {
            let mysql = ("ER_CHECK_CONSTRAINT_VIOLATED", 3819.0);
            (
                ["CheckViolation", "CheckViolationError"],
                "23514",
                mysql,
                "new row violates check constraint",
            )
        }
        Broken::ForeignKey => {
            let mysql = ("ER_NO_REFERENCED_ROW_2", 1452.0);
            (
                ["ForeignKeyViolation", "ForeignKeyViolationError"],
                "23503",
                mysql,
                "row violates foreign key constraint",
            )
        }
        Broken::Referred => {
            let mysql = ("ER_ROW_IS_REFERENCED_2", 1451.0);
            (
                ["ForeignKeyViolation", "ForeignKeyViolationError"],
                "23503",
                mysql,
                "update or delete on table violates foreign key constraint",
            )
        }
        Broken::NotNull => {
            let mysql = ("ER_BAD_NULL_ERROR", 1048.0);
            (
                ["NotNullViolation", "NotNullViolationError"],
                "23502",
                mysql,
                "null value violates not-null constraint",
            )
        }
    };
    let [psycopg, asyncpg] = classes;
    let names = Names {
        message,
        postgres: &[psycopg, asyncpg, "IntegrityConstraintViolationError", "PostgresError"],
        general: &["IntegrityError", "DatabaseError", "Error", "Exception"],
        state,
        mysql,
        sqlite: "SQLITE_CONSTRAINT",
    };
    error(machine, product, &names)
}

/// There is a row with this key.
pub fn duplicate(machine: &mut Machine<'_>, product: Product) -> Term {
    broken(machine, product, Broken::Unique)
}

/// Somebody else has changed what the transaction has read.
pub fn serialization(machine: &mut Machine<'_>, product: Product) -> Term {
    let names = Names {
        message: "could not serialize access due to concurrent update",
        postgres: &["SerializationFailure", "SerializationError", "PostgresError"],
        general: &["OperationalError", "DatabaseError", "Error", "Exception"],
        state: "40001",
        mysql: ("ER_LOCK_DEADLOCK", 1213.0),
        sqlite: "SQLITE_BUSY",
    };
    error(machine, product, &names)
}

/// A statement in a transaction that has failed.
pub fn aborted(machine: &mut Machine<'_>, product: Product) -> Term {
    let names = Names {
        message: "current transaction is aborted, commands ignored until end of transaction block",
        postgres: &["InFailedSqlTransaction", "InFailedSQLTransactionError", "PostgresError"],
        general: &["InternalError", "DatabaseError", "Error", "Exception"],
        state: "25P02",
        mysql: ("ER_ERROR_DURING_COMMIT", 1180.0),
        sqlite: "SQLITE_ERROR",
    };
    error(machine, product, &names)
}

/// An error with what the driver says of it; what else it says (`detail`, `constraint`,
/// `sqlMessage`) is not known.
fn error(machine: &mut Machine<'_>, product: Product, names: &Names<'_>) -> Term {
    let raised = named(machine, product, names);
    machine.open(raised)
}

fn named(machine: &mut Machine<'_>, product: Product, names: &Names<'_>) -> Term {
    let message = machine.terms().string(names.message);
    let state = machine.terms().string(names.state);
    let (name, number) = names.mysql;
    let number = machine.terms().number(number);
    let python = machine.dialect().language == Language::Python;
    match product {
        Product::Mysql if python => {
            let error = machine.error(names.general, message, &[("errno", number)]);
            let arguments = machine.new_list([number, message]);
            // The number comes first in what the driver raises.
            let _ = machine.set(error, "args", arguments);
            error
        }
        Product::Mysql => {
            let code = machine.terms().string(name);
            machine.error(&["Error"], message, &[("code", code), ("errno", number)])
        }
        Product::Sqlite if !python => {
            let code = machine.terms().string(names.sqlite);
            machine.error(&["SqliteError", "Error"], message, &[("code", code)])
        }
        Product::Sqlite => machine.error(names.general, message, &[]),
        Product::Postgres if python => {
            let classes = [names.postgres, names.general].concat();
            machine.error(&classes, message, &[("pgcode", state), ("sqlstate", state)])
        }
        Product::Postgres => {
            machine.error(&["DatabaseError", "Error"], message, &[("code", state)])
        }
    }
}
