//! The statement that knex makes of the calls of a query.
//!
//! A [`Reader`] goes through the calls, one after the other ([`steps`], with [`columns`],
//! [`conditions`], [`values`], [`writes`] and [`raw`] for what they are about), and notes in a [`Query`] what
//! they say; [`statement`] writes that as SQL, with the names as [`names`] quotes them.

mod columns;
mod conditions;
mod names;
mod raw;
mod statement;
mod steps;
mod values;
mod writes;

use super::steps as calls;
use crate::driver::DriverCall;
use crate::form::Product;
use crate::text::Piece;
use aplomb_symbolic::{Machine, Term};

/// A call of a query.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) name: String,
    pub(super) given: Vec<Term>,
}

/// A part of a statement.
type Text = Vec<Piece>;

/// What a query does.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Select,
    First,
    /// The values of one column.
    Pluck(String),
    Insert(Vec<Row>),
    Update,
    Delete,
    Raw(Text),
}

/// The columns of a row that is added.
type Row = Vec<(String, Text)>;

/// What an insert does with a row whose key is taken.
#[derive(Clone, Debug)]
enum Conflict {
    Ignore,
    /// What it changes; everything that was given if nothing is said.
    Merge(Option<Row>),
    /// Only these columns.
    MergeColumns(Vec<String>),
}

/// A query, as far as its calls have said.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) action: Action,
    /// The connection that `transacting` names.
    pub(super) connection: Option<Term>,
    table: Text,
    columns: Vec<Text>,
    /// Whether it gives one row however many there are.
    aggregates: bool,
    distinct: bool,
    joins: Text,
    conditions: Text,
    groups: Vec<Text>,
    order: Vec<Text>,
    limit: Option<Text>,
    offset: Option<Text>,
    sets: Row,
    returning: Vec<Text>,
    target: Vec<String>,
    conflict: Option<Conflict>,
    lock: String,
}

/// Calls with which a query can begin.
const BEGINNINGS: [&str; 19] = [
    "raw",
    "select",
    "column",
    "columns",
    "distinct",
    "from",
    "table",
    "into",
    "insert",
    "first",
    "pluck",
    "count",
    "countDistinct",
    "min",
    "max",
    "sum",
    "avg",
    "where",
    "queryBuilder",
];

pub(super) fn begins(name: &str) -> bool {
    BEGINNINGS.contains(&name)
}

impl Query {
    fn new() -> Query {
        Query {
            action: Action::Select,
            connection: None,
            table: Text::new(),
            columns: Vec::new(),
            aggregates: false,
            distinct: false,
            joins: Text::new(),
            conditions: Text::new(),
            groups: Vec::new(),
            order: Vec::new(),
            limit: None,
            offset: None,
            sets: Row::new(),
            returning: Vec::new(),
            target: Vec::new(),
            conflict: None,
            lock: String::new(),
        }
    }

    /// Reads the calls of a query; why that is not possible, if it is not.
    pub(super) fn read(
        call: &DriverCall<'_>,
        machine: &mut Machine<'_>,
        list: Term,
    ) -> Result<Query, String> {
        let steps = calls(machine, list).ok_or("how a query is put together is not known here")?;
        let mut reader = Reader { call, machine, query: Query::new() };
        for step in &steps {
            reader.step(step)?;
        }
        Ok(reader.query)
    }

    /// Whether the program gets rows.
    pub(super) fn gives_rows(&self, product: Product) -> bool {
        match self.action {
            Action::Select | Action::First | Action::Pluck(_) => true,
            // MySQL has no RETURNING; knex leaves it away there.
            Action::Insert(_) | Action::Update | Action::Delete => {
                !self.returning.is_empty() && product != Product::Mysql
            }
            Action::Raw(_) => false,
        }
    }
}

/// Reads the calls of a query one after the other.
struct Reader<'r, 'm, 'a> {
    call: &'r DriverCall<'r>,
    machine: &'m mut Machine<'a>,
    query: Query,
}

impl Reader<'_, '_, '_> {
    fn product(&self) -> Product {
        self.call.driver.product
    }
}
