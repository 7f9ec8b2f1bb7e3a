//! SQL: a row is a cell of the store that its table is, named by its key columns.
//!
//! [`driver`] recognises calls into database drivers ([`javascript`] and [`python`]
//! know their customs), [`text`] reads the statement
//! and what is bound to it, [`schema`] knows which columns are keys. [`change`] and
//! [`select`] give statements their meaning, [`transaction`] follows BEGIN and
//! COMMIT, and [`answer`] is what the program gets.

mod answer;
mod change;
mod cursor;
mod data_api;
mod driver;
mod errors;
mod expression;
mod javascript;
mod python;
mod results;
mod schema;
mod select;
mod template;
mod text;
mod transaction;

pub(super) use data_api::data_api;
pub(super) use driver::{awaited, call, member};
pub(super) use results::Results;
pub(super) use schema::Catalogue;

use super::Models;
use aplomb_symbolic::{Machine, Node, Outcome, Stop, Term};
use driver::Reply;
use expression::{Scope, column_of};
use schema::{Described, UseOf, last_name, spelled};
use sqlparser::ast::{Expr, Ident, ObjectName, ObjectType, SelectItem, Statement};
use sqlparser::dialect::{Dialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use text::Text;
use transaction::Session;

/// The database behind a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Product {
    Postgres,
    Mysql,
    Sqlite,
}

/// Why a statement was not executed to its end.
#[derive(Debug)]
enum Failure {
    /// It is not understood.
    NotUnderstood(String),
    /// The path ends.
    Stop(Stop),
}

impl Failure {
    fn new(message: impl Into<String>) -> Failure {
        Failure::NotUnderstood(message.into())
    }

    fn because<T>(message: impl Into<String>) -> Result<T, Failure> {
        Err(Failure::new(message))
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}

/// A table as a statement means it.
#[derive(Clone, Debug)]
struct Table {
    name: String,
    store: Term,
    /// The columns that name its rows.
    key: Vec<String>,
    described: Option<Described>,
}

impl Table {
    /// How the table spells a column.
    fn column(&self, name: &Ident, product: Product) -> String {
        let spelled = spelled(name, product);
        let key = self.key.iter().find(|known| known.eq_ignore_ascii_case(&spelled));
        let described = || self.described.as_ref().map(|table| table.names(product));
        match key {
            Some(known) => known.clone(),
            None => described()
                .and_then(|names| names.into_iter().find(|n| n.eq_ignore_ascii_case(&spelled)))
                .unwrap_or(spelled),
        }
    }
}

/// Longer statements are not read.
const LONGEST: usize = 1 << 16;

/// A statement that is executed.
struct Execution<'a> {
    models: &'a Models,
    text: &'a Text,
    product: Product,
    session: Session<'a>,
    reply: Reply,
    /// Whether the program may look at what a write gives.
    looks: bool,
    /// The driver counts the rows that an update changes, not those it finds.
    counts_changes: bool,
}

/// Parses the text of statements.
fn parse(text: &Text, product: Product) -> Result<Vec<Statement>, Failure> {
    if text.sql.len() > LONGEST {
        return Failure::because("a statement that is too long to be followed");
    }
    let dialect: &dyn Dialect = match product {
        Product::Postgres => &PostgreSqlDialect {},
        Product::Mysql => &MySqlDialect {},
        Product::Sqlite => &SQLiteDialect {},
    };
    Parser::parse_sql(dialect, &text.sql).map_err(|error| {
        let error = error.to_string().replace("sql parser error: ", "");
        Failure::new(format!("the statement `{}` can not be read: {error}", text.shown))
    })
}

impl Execution<'_> {
    /// Executes one statement; gives what the driver answers.
    fn run(&self, machine: &mut Machine<'_>, statement: &Statement) -> Outcome {
        let done = match statement {
            Statement::Query(query) => self.query(machine, query),
            Statement::Insert(insert) => self.insert(machine, insert),
            Statement::Update(update) => self.update(machine, update),
            Statement::Delete(delete) => self.delete(machine, delete),
            Statement::Truncate(truncate) => match truncate.table_names.as_slice() {
                [one] => self.truncate(machine, &one.name),
                _ => Failure::because("TRUNCATE of several tables"),
            },
            // The rows are gone; the table is made again before it is used.
            Statement::Drop { object_type: ObjectType::Table, names, .. } => {
                match names.as_slice() {
                    [one] => self.truncate(machine, one),
                    _ => Failure::because("DROP of several tables"),
                }
            }
            Statement::CreateTable(create) if create.query.is_some() => {
                Failure::because("CREATE TABLE ... AS copies rows")
            }
            Statement::CreateTable(_) | Statement::CreateIndex(_) | Statement::AlterTable(_) => {
                self.with_catalogue(|catalogue| catalogue.define(statement));
                self.nothing(machine)
            }
            other if select::is_administration(other) => self.nothing(machine),
            _ => Failure::because("a statement of this kind is not understood"),
        };
        match done {
            Ok(value) => Ok(value),
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::NotUnderstood(message)) => {
                let message = match message.contains(&self.text.shown) {
                    true => message,
                    false => format!("{message}; in the statement `{}`", self.text.shown),
                };
                Ok(machine.problem(message, self.session.span))
            }
        }
    }

    fn nothing(&self, machine: &mut Machine<'_>) -> Result<Term, Failure> {
        let count = machine.terms().number(0.0);
        let answer = answer::Answer { rows: answer::Rows::None, count, last_id: None };
        self.deliver(machine, answer)
    }

    /// What names stand for outside of all rows.
    fn scope(&self) -> Scope<'_> {
        Scope {
            bound: &self.text.bound,
            product: self.product,
            span: self.session.span,
            row: None,
            excluded: None,
        }
    }

    /// All values in the statement.
    fn values(&self, machine: &mut Machine<'_>) -> Term {
        let values: Vec<Term> = self.text.bound.iter().map(|bound| bound.value).collect();
        machine.terms().list(values)
    }

    fn with_catalogue<T>(&self, body: impl FnOnce(&mut Catalogue) -> T) -> Option<T> {
        self.models.catalogue.lock().ok().map(|mut catalogue| body(&mut catalogue))
    }

    /// Takes note of what a statement says about a table.
    fn note(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        body: impl FnOnce(&mut Catalogue, &str),
    ) {
        let Some(name) = last_name(name).filter(|_| !machine.is_concrete()) else { return };
        let bound = text::marked(&name.value).and_then(|index| self.text.bound.get(index));
        let name = match bound {
            Some(bound) => machine.terms().show(bound.value).to_string(),
            None => spelled(name, self.product),
        };
        self.with_catalogue(|catalogue| body(catalogue, &name));
    }

    /// Takes note of the columns that a condition compares with a value.
    fn note_condition(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        condition: Option<&Expr>,
    ) {
        let parts = condition.map(expression::conjuncts).unwrap_or_default();
        let columns = parts.into_iter().filter_map(|part| match part {
            Expr::BinaryOp { left, op: sqlparser::ast::BinaryOperator::Eq, right } => {
                column_of(left).or_else(|| column_of(right))
            }
            _ => None,
        });
        let columns = columns.map(|column| spelled(column, self.product));
        self.note(machine, name, |catalogue, table| catalogue.note_asked(table, columns));
    }

    /// Takes note of the columns that a statement gives.
    fn note_returned(&self, machine: &mut Machine<'_>, name: &ObjectName, items: &[SelectItem]) {
        let columns = items.iter().filter_map(|item| match item {
            SelectItem::UnnamedExpr(expr) | SelectItem::ExprWithAlias { expr, .. } => {
                column_of(expr)
            }
            _ => None,
        });
        let columns = columns.map(|column| spelled(column, self.product));
        self.note(machine, name, |catalogue, table| catalogue.note_asked(table, columns));
    }

    /// What a schema says about a table.
    fn described(&self, name: &ObjectName) -> Option<Described> {
        let name = last_name(name)?;
        self.with_catalogue(|catalogue| catalogue.described(&name.value).cloned()).flatten()
    }

    /// How a table spells a column, before its key is known.
    fn column_of(&self, table: &ObjectName, name: &Ident) -> String {
        let spelled = spelled(name, self.product);
        let names = self.described(table).map(|table| table.names(self.product));
        let names = names.unwrap_or_default();
        names.into_iter().find(|known| known.eq_ignore_ascii_case(&spelled)).unwrap_or(spelled)
    }

    /// The store that a table is.
    fn store(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        use_of: UseOf,
    ) -> Result<Term, Failure> {
        let Some(name) = last_name(name) else { return Failure::because("a table without a name") };
        let hindrance = |catalogue: &mut Catalogue| catalogue.hindrance(&name.value, use_of);
        if let Some(message) = self.with_catalogue(hindrance).flatten() {
            return Failure::because(message);
        }
        Ok(match text::marked(&name.value) {
            Some(index) => match self.text.bound.get(index) {
                Some(bound) => machine.freeze(bound.value),
                None => return Failure::because("a table whose name can not be read"),
            },
            None => machine.terms().string(spelled(name, self.product)),
        })
    }

    /// A table with its key.
    fn table(
        &self,
        machine: &mut Machine<'_>,
        name: &ObjectName,
        use_of: UseOf,
    ) -> Result<Table, Failure> {
        let store = self.store(machine, name, use_of)?;
        let shown = match machine.view(store) {
            Node::String(name) => name.to_string(),
            _ => machine.terms().show(store).to_string(),
        };
        let described = self.described(name);
        if let Some(key) = self.models.keys.get(&shown) {
            return Ok(Table { name: shown, store, key: key.clone(), described });
        }
        let key = self.with_catalogue(|catalogue| catalogue.key(&shown, self.product)).flatten();
        let Some(key) = key else {
            return Failure::because(format!(
                "which columns are the key of the table {shown}? Add its CREATE TABLE statement in \
                 a .sql file, or say so in aplomb.toml: [tables] then {shown} = [\"...\"]"
            ));
        };
        if key.guessed {
            let columns = key.columns.join(" and ");
            machine.assume(&format!("the key of the table {shown} is {columns}"));
        }
        for other in &key.others {
            let columns = other.join(" and ");
            machine
                .assume(&format!("no two rows of the table {shown} would have the same {columns}"));
        }
        Ok(Table { name: shown, store, key: key.columns, described })
    }
}
