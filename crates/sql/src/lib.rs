//! *What does this SQL text, sent through this driver, do?*
//!
//! [`Drivers`] recognises the calls of a program into database drivers and reads the
//! text of the statement with what is bound to it. Whatever the dialect and the driver,
//! a statement becomes one small [`form`], of which a [`Database`] says what it means.
//! [`Evaluate`] turns expressions into terms, and [`Schema`] knows what `CREATE TABLE`
//! says.
//!
//! ```
//! use aplomb_sql::form::{Expression, Product, Statement};
//! use aplomb_sql::{Text, statements};
//!
//! let text = Text::constant("UPDATE Stock AS s SET left = s.left - 1 WHERE (s.left > 0)");
//! let read = statements(&text, Product::Postgres)?;
//! let Statement::Update(update) = &read[0].statement else { panic!("an update") };
//! assert_eq!(update.source.table.to_string(), "stock");
//! assert_eq!(update.assignments[0].value.to_string(), "s.left - 1");
//! assert!(matches!(update.condition, Some(Expression::Compare(..))));
//! # Ok::<(), String>(())
//! ```
//!
//! # Invariants
//!
//! - What the form has no word for stays in it as *not supported*, with its text. It is
//!   never left away.
//! - Nothing here knows what a row is kept in, or which transactions run at the same time.
//! - Whatever the text, reading it ends, without a panic.

pub mod assumptions;
mod column_type;
mod driver;
mod evaluate;
pub mod form;
mod functions;
mod read;
mod schema;
mod template;
mod text;
mod views;

pub use column_type::{Kind, kind_of};
pub use driver::{
    Answer, AskedLevel, Database, Drivers, Execution, FIRST, Numbers, PrismaSchema, Projected,
    Reply, RowShape, Rows, STATE, Session, UNSORTED, WHOLE, data_api_operation, errors, is_driver,
    member, row,
};
pub use evaluate::{Evaluate, Evaluated, Given, Names, Truth, is_null, unless_null};
pub use functions::{is_lock, is_new_each_time, is_steady_clock};
pub use read::{Parsed, statements};
pub use schema::{Column, OnDelete, Reference, Schema, Table};
pub use text::{Bound, Text, Written};

use aplomb_symbolic::Stop;

/// Why a statement was not executed to its end.
#[derive(Debug)]
pub enum Failure {
    /// It is not supported, for this reason.
    NotSupported(String),
    /// The path ends.
    Stop(Stop),
}

impl Failure {
    /// A statement that is not supported.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure::NotSupported(message.into())
    }

    /// The same, as a result.
    pub fn because<T>(message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::new(message))
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}
