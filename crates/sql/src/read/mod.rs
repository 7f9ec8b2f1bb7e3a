//! From text to the form: what the parser of SQL gives, said in one way.

mod change;
mod expression;
mod query;
mod setting;

use crate::form::{Definition, Product, Source, Statement, TableName, Transaction};
use crate::schema::qualifier;
use crate::text::{self, Text, Written};
use sqlparser::ast::{
    self, Ident, ObjectName, ObjectType, TableFactor, TableWithJoins, TransactionAccessMode,
    TransactionMode,
};
use sqlparser::dialect::{Dialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;
use std::borrow::Cow;
use std::cell::Cell;

/// Longer statements are not read.
const LONGEST: usize = 1 << 16;

/// Statements with more joins are not read.
const MOST_JOINS: usize = 500;

/// Deeper expressions are not read.
const DEEPEST: usize = 500;

/// A statement, and how it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The statement.
    pub statement: Statement,
    /// Its text in one way of writing it, with `$1` for what is bound.
    pub text: String,
    /// The text that is sent, with what is bound.
    pub written: Vec<Written>,
}

/// Reads the statements of a text; says why, if it cannot.
pub fn statements(text: &Text, product: Product) -> Result<Vec<Parsed>, String> {
    check_size(&text.sql)?;
    with_stack(&text.sql, || parsed(text, product))
}

/// Refuses what is too large to be read.
pub(crate) fn check_size(text: &str) -> Read<()> {
    if text.len() > LONGEST {
        return Err("a statement that is too long to be followed".into());
    }
    if joins(text) > MOST_JOINS {
        return Err("a statement with too many joins to be followed".into());
    }
    Ok(())
}

/// How many joins a text has at most.
fn joins(text: &str) -> usize {
    text.to_ascii_lowercase().matches("join").count()
}

/// Does something with what the parser makes of a text: a chain of operators is a tree
/// as deep as the text is long, and joins without conditions are each in the one before,
/// which the parser's own protection of the stack does not see.
pub(crate) fn with_stack<T>(text: &str, body: impl FnOnce() -> T) -> T {
    let length = text.len().min(LONGEST);
    let joins = joins(text).min(MOST_JOINS);
    let needed = (64 << 10) + length * 1024 + joins * (64 << 10);
    stacker::maybe_grow(needed, needed, body)
}

fn parsed(text: &Text, product: Product) -> Result<Vec<Parsed>, String> {
    let dialect: &dyn Dialect = match product {
        Product::Postgres => &PostgreSqlDialect {},
        Product::Mysql => &MySqlDialect {},
        Product::Sqlite => &SQLiteDialect {},
    };
    let sql = match product {
        Product::Mysql => in_share_mode(&text.sql),
        _ => text.sql.as_str().into(),
    };
    let sql = setting::with_scope(&sql)?;
    let parsed = Parser::parse_sql(dialect, &sql).map_err(|error| {
        let error = error.to_string().replace("sql parser error: ", "");
        format!("the statement `{}` cannot be read: {error}", text.shown)
    })?;
    let reader = Reader::new(product);
    let alone = parsed.len() == 1;
    let read = |statement: &ast::Statement| {
        let made = statement.to_string();
        // Alone, it is sent as the program writes it.
        let written = Text::written(if alone { &text.sql } else { &made });
        Parsed { statement: reader.statement(statement), text: text.show(&made), written }
    };
    Ok(parsed.iter().map(read).collect())
}

/// The text with MySQL's older way to ask for a shared lock in the newer one, which the
/// parser knows.
fn in_share_mode(text: &str) -> Cow<'_, str> {
    const OLD: &str = "lock in share mode";
    let trimmed = text.trim_end().trim_end_matches(';').trim_end();
    let start = trimmed.len().saturating_sub(OLD.len());
    match trimmed.get(start..) {
        Some(end) if end.eq_ignore_ascii_case(OLD) => {
            format!("{}FOR SHARE", &trimmed[..start]).into()
        }
        _ => text.into(),
    }
}

/// How the database spells a name.
pub(crate) fn spelled(name: &Ident, product: Product) -> String {
    match product {
        Product::Postgres if name.quote_style.is_none() => name.value.to_lowercase(),
        _ => name.value.clone(),
    }
}

/// The last name of `schema.table`.
pub(crate) fn last_name(name: &ObjectName) -> Option<&Ident> {
    name.0.last().and_then(|part| part.as_ident())
}

/// Turns what the parser gives into the form.
pub(crate) struct Reader {
    product: Product,
    /// What the row is called that an insert wanted to add, in lower case.
    proposed: Vec<String>,
    /// How deep in an expression it reads.
    depth: Cell<usize>,
}

type Read<T> = Result<T, String>;

impl Reader {
    pub(crate) fn new(product: Product) -> Self {
        Reader { product, proposed: Vec::new(), depth: Cell::new(0) }
    }

    fn statement(&self, statement: &ast::Statement) -> Statement {
        self.understood(statement).unwrap_or_else(Statement::NotSupported)
    }

    fn understood(&self, statement: &ast::Statement) -> Read<Statement> {
        use ast::Statement as S;
        Ok(match statement {
            S::Query(query) => Statement::Select(self.query(query)),
            S::Insert(insert) => Statement::Insert(self.insert(insert)?),
            S::Update(update) => Statement::Update(self.update(update)?),
            S::Delete(delete) => Statement::Delete(self.delete(delete)?),
            S::Truncate(truncate) => match truncate.table_names.as_slice() {
                [one] => Statement::Truncate(self.table(&one.name)?),
                _ => return Err("TRUNCATE of several tables".into()),
            },
            S::Drop { object_type: ObjectType::Table, names, .. } => match names.as_slice() {
                [one] => Statement::Truncate(self.table(one)?),
                _ => return Err("DROP of several tables".into()),
            },
            S::CreateTable(create) if create.query.is_some() => {
                return Err("CREATE TABLE ... AS copies rows".into());
            }
            S::CreateTable(_) | S::CreateIndex(_) | S::AlterTable(_) | S::CreateView(_) => {
                Statement::Define(Definition(Box::new(statement.clone())))
            }
            S::Savepoint { name } => self.transaction(Transaction::Savepoint, name),
            S::ReleaseSavepoint { name } => self.transaction(Transaction::Release, name),
            S::Rollback { savepoint: Some(name), .. } => {
                self.transaction(Transaction::RollbackTo, name)
            }
            S::StartTransaction { statements, exception, .. }
                if !statements.is_empty() || exception.is_some() =>
            {
                return Err("a block of statements".into());
            }
            S::Commit { chain: true, .. } | S::Rollback { chain: true, .. } => {
                return Err("a transaction that begins where another one ends".into());
            }
            S::StartTransaction { modes, .. } => {
                let read_only = is_read_only(modes);
                Statement::Transaction(Transaction::Begin { level: level(modes), read_only })
            }
            S::Commit { .. } => Statement::Transaction(Transaction::Commit),
            S::Rollback { .. } => Statement::Transaction(Transaction::Rollback),
            S::Set(set) => setting::read(set, self.product),
            _ if is_administration(statement) => Statement::Administration,
            _ => return Err("a statement of this kind is not supported".into()),
        })
    }

    fn transaction(&self, of: impl Fn(String) -> Transaction, name: &Ident) -> Statement {
        Statement::Transaction(of(spelled(name, self.product)))
    }

    fn table(&self, name: &ObjectName) -> Read<TableName> {
        let name = last_name(name).ok_or("a table without a name")?;
        Ok(match text::marked(&name.value) {
            Some(index) => TableName::Bound(index),
            None => TableName::Named(spelled(name, self.product)),
        })
    }

    /// The name of a column that a statement gives or changes.
    fn column(&self, name: &Ident) -> Read<String> {
        match text::marked(&name.value) {
            Some(_) => Err("a column whose name is put together at run time".into()),
            None => Ok(spelled(name, self.product)),
        }
    }

    /// A table of a FROM clause, if it is nothing more.
    fn source(&self, factor: &TableFactor) -> Read<Source> {
        let TableFactor::Table { name, alias, args: None, version: None, sample: None, .. } =
            factor
        else {
            return Err(format!("`{}` is not supported", text::readable(&factor.to_string())));
        };
        if alias.as_ref().is_some_and(|alias| !alias.columns.is_empty()) {
            return Err(format!("`{}` is not supported", text::readable(&factor.to_string())));
        }
        let alias = alias.as_ref().map(|alias| alias.name.value.to_lowercase());
        Ok(Source { table: self.table(name)?, alias, qualifier: qualifier(name) })
    }

    /// The only table of a FROM clause.
    fn single(&self, from: &[TableWithJoins]) -> Option<Source> {
        match from {
            [TableWithJoins { relation, joins }] if joins.is_empty() => self.source(relation).ok(),
            _ => None,
        }
    }
}

/// The level that a transaction asks for.
fn level(modes: &[TransactionMode]) -> Option<String> {
    modes.iter().find_map(|mode| match mode {
        TransactionMode::IsolationLevel(level) => {
            Some(level.to_string().to_lowercase().replace(' ', "-"))
        }
        TransactionMode::AccessMode(_) => None,
    })
}

/// Whether a transaction may change nothing.
fn is_read_only(modes: &[TransactionMode]) -> bool {
    let read_only = TransactionMode::AccessMode(TransactionAccessMode::ReadOnly);
    modes.contains(&read_only)
}

/// Whether a statement only tells the server how to work.
fn is_administration(statement: &ast::Statement) -> bool {
    let text = statement.to_string().to_uppercase();
    ["SHOW ", "USE ", "PRAGMA ", "ANALYZE", "VACUUM", "CREATE ", "ALTER ", "COMMENT "]
        .iter()
        .any(|word| text.starts_with(word))
}
