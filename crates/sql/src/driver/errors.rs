//! What drivers raise.

use crate::form::Product;
use aplomb_script::Language;
use aplomb_symbolic::{Machine, Term};

/// How the databases name an error.
struct Names {
    message: &'static str,
    /// The class that PostgreSQL's driver for Python raises, and its ancestors.
    classes: &'static [&'static str],
    /// PostgreSQL's code.
    state: &'static str,
    /// MySQL's name and number.
    mysql: (&'static str, f64),
    sqlite: &'static str,
}

/// There is a row with this key.
pub fn duplicate(machine: &mut Machine<'_>, product: Product) -> Term {
    let names = Names {
        message: "duplicate key value violates unique constraint",
        classes: &["UniqueViolation", "IntegrityError", "DatabaseError", "Error", "Exception"],
        state: "23505",
        mysql: ("ER_DUP_ENTRY", 1062.0),
        sqlite: "SQLITE_CONSTRAINT",
    };
    error(machine, product, &names)
}

/// Somebody else has changed what the transaction has read.
pub fn serialization(machine: &mut Machine<'_>, product: Product) -> Term {
    let names = Names {
        message: "could not serialize access due to concurrent update",
        classes: &[
            "SerializationFailure",
            "OperationalError",
            "DatabaseError",
            "Error",
            "Exception",
        ],
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
        classes: &[
            "InFailedSqlTransaction",
            "InternalError",
            "DatabaseError",
            "Error",
            "Exception",
        ],
        state: "25P02",
        mysql: ("ER_ERROR_DURING_COMMIT", 1180.0),
        sqlite: "SQLITE_ERROR",
    };
    error(machine, product, &names)
}

fn error(machine: &mut Machine<'_>, product: Product, names: &Names) -> Term {
    let message = machine.terms().string(names.message);
    let state = machine.terms().string(names.state);
    let (name, number) = names.mysql;
    let number = machine.terms().number(number);
    let python = machine.dialect().language == Language::Python;
    match product {
        Product::Mysql if python => {
            let error = machine.error(&names.classes[1..], message, &[("errno", number)]);
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
        Product::Sqlite => machine.error(&names.classes[1..], message, &[]),
        Product::Postgres if python => {
            machine.error(names.classes, message, &[("pgcode", state), ("sqlstate", state)])
        }
        Product::Postgres => {
            machine.error(&["DatabaseError", "Error"], message, &[("code", state)])
        }
    }
}
