//! What the clients of a program send to their database, word by word, and what
//! each of them expects to be answered.
//!
//! The reads and writes of a transaction say what its statements mean; its
//! script says how they are written. Whoever executes them on a server needs
//! both: the texts, and what the meaning predicts.

use crate::term::Term;

/// The statements of a program, and the tables that they are about.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The tables.
    pub tables: Vec<Definition>,
    /// The statements that make the views over them.
    pub views: Vec<String>,
    /// What each transaction sends, in order.
    pub transactions: Vec<Vec<Sent>>,
    /// The transactions of each client, in order.
    pub clients: Vec<Vec<usize>>,
}

/// A table of the database.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The table of the program.
    pub table: usize,
    /// Its name.
    pub name: String,
    /// The name of the column with the key.
    pub key: String,
    /// Whether the database makes keys.
    pub makes_keys: bool,
    /// The other columns.
    pub columns: Vec<DefinedColumn>,
    /// The column of the program that says whether a row is there.
    pub existence: Option<usize>,
    /// Columns of which no two rows have the same values.
    pub unique: Vec<Vec<String>>,
    /// Columns that hold keys of another table.
    pub references: Vec<Reference>,
    /// What holds of every row, as SQL writes it.
    pub checks: Vec<String>,
    /// The tables of the program in which rows are that are added, where each
    /// is one of its own.
    pub versions: Vec<usize>,
}

/// A column that holds the key of a row of another table.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The column.
    pub column: String,
    /// The other table.
    pub parent: String,
    /// What becomes of a row when the other is deleted, as SQL writes it.
    pub on_delete: &'static str,
}

/// A column of a table of the database.
#[derive(Clone, Debug)]
pub struct DefinedColumn {
    /// Its name.
    pub name: String,
    /// The column of the program.
    pub column: usize,
    /// The column of the program that says whether it is null.
    pub null: Option<usize>,
    /// What it holds if nothing is given, as SQL writes it.
    pub default: Option<String>,
}

/// Something that is sent when a condition holds.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The condition.
    pub when: Term,
    /// What is sent.
    pub request: Request,
}

/// What is sent.
#[derive(Clone, Debug)]
pub enum Request {
    /// A statement.
    Statement(Box<SentStatement>),
    /// Something that gives nothing: BEGIN, SAVEPOINT and the like.
    Control(String),
    /// COMMIT or ROLLBACK.
    End {
        /// Which of them.
        commit: bool,
    },
}

/// A statement, and what is expected of it.
#[derive(Clone, Debug)]
pub struct SentStatement {
    /// Its number in the transaction.
    pub statement: usize,
    /// Whether it adds rows, so that it finds out which keys are taken.
    pub inserts: bool,
    /// Whether it is an UPDATE that goes through all rows, because it names no key.
    pub scans: bool,
    /// Its text.
    pub text: Vec<Word>,
    /// When it does not fail.
    pub answered: Term,
    /// The rows that it gives, each when its condition holds.
    pub rows: Option<Vec<(Term, Vec<Nullable>)>>,
    /// How many rows it changes.
    pub count: Option<Term>,
    /// The key that the database makes.
    pub drawn: Option<Term>,
}

/// A piece of the text of a statement.
#[derive(Clone, Debug)]
pub enum Word {
    /// What stands in the program.
    Text(String),
    /// A value that the program binds to it.
    Value(Nullable),
}

/// A value that may be null.
#[derive(Clone, Copy, Debug)]
pub struct Nullable {
    /// When it is.
    pub null: Term,
    /// The value otherwise; none if it always is.
    pub value: Option<Term>,
}
