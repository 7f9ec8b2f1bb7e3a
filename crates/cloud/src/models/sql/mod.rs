//! SQL: a row is a cell of the store that its table is, named by its key columns.
//!
//! [`aplomb_sql`] reads the calls of drivers and the texts of statements, [`keys`]
//! knows which columns are keys. [`change`] and [`select`] give statements their
//! meaning, [`transaction`] follows BEGIN and COMMIT, [`savepoint`] what is between.

mod change;
mod keys;
mod savepoint;
mod scope;
mod select;

pub(super) use keys::Catalogue;

use super::Models;
use super::aws::AwsCall;
use super::transaction::Session;
use crate::assumptions;
use aplomb_sql::form::{Comparison, Expression, Item, Product, Statement, TableName, Transaction};
use aplomb_sql::{Answer, Database, Failure, Kind, Parsed};
use aplomb_symbolic::{Machine, Node, Outcome, Term};
use keys::UseOf;
use scope::{Clocks, Scope};

/// A table as a statement means it.
#[derive(Clone, Debug)]
struct Table {
    name: String,
    store: Term,
    product: Product,
    /// The columns that name its rows.
    key: Vec<String>,
    described: Option<aplomb_sql::Table>,
}

impl Table {
    /// How the table spells a column.
    fn column(&self, name: &str) -> String {
        let key = self.key.iter().find(|known| known.eq_ignore_ascii_case(name));
        let known = || column_of(self.described.as_ref(), name, self.product);
        key.cloned().unwrap_or_else(known)
    }

    /// The type of a column, as far as a schema says.
    fn kind(&self, name: &str) -> Option<Kind> {
        self.described.as_ref()?.named(name)?.type_in(self.product)
    }

    /// What a column keeps of a value.
    fn kept(&self, machine: &mut Machine<'_>, column: &str, value: Term) -> Term {
        match self.kind(column) {
            Some(kind) => kind.kept(machine, self.product, value),
            None => value,
        }
    }
}

/// How a table spells a column, as far as a schema says.
fn column_of(table: Option<&aplomb_sql::Table>, name: &str, product: Product) -> String {
    let names = table.map(|table| table.names(product)).unwrap_or_default();
    let known = names.into_iter().find(|known| known.eq_ignore_ascii_case(name));
    known.unwrap_or_else(|| name.to_string())
}

/// A statement that is executed.
struct Execution<'a> {
    models: &'a Models,
    request: &'a aplomb_sql::Execution<'a>,
    product: Product,
    session: Session<'a>,
    clocks: Clocks,
}

impl Models {
    /// A request to the Data API of Aurora.
    pub(super) fn data_api(&self, machine: &mut Machine<'_>, call: &AwsCall) -> Option<Outcome> {
        // Whoever gives statements their meaning is asked, which need not be these models.
        let operation = aplomb_sql::data_api_operation(machine, &call.operation)?;
        Some(machine.call(operation, None, &[call.parameters]))
    }
}

impl Database for Models {
    fn transaction(
        &self,
        machine: &mut Machine<'_>,
        session: aplomb_sql::Session<'_>,
        transaction: &Transaction,
    ) -> Outcome {
        let session = Session::from(session);
        match transaction {
            Transaction::Begin { .. } => session.begin(machine),
            Transaction::Commit => session.commit(machine),
            Transaction::Rollback => session.rollback(machine),
            Transaction::Savepoint(name) => session.savepoint(machine, name),
            Transaction::RollbackTo(name) => session.roll_back_to(machine, name),
            Transaction::Release(name) => session.release(machine, name),
            Transaction::Enter => session.enter(machine),
            Transaction::Exit { calm } => machine.branch(
                *calm,
                |machine| session.commit(machine),
                |machine| session.rollback(machine),
            ),
        }
    }

    fn execute(
        &self,
        machine: &mut Machine<'_>,
        request: &aplomb_sql::Execution<'_>,
        statement: &Parsed,
    ) -> Outcome {
        let (product, session) = (request.session.product, Session::from(request.session));
        let clocks = Clocks::default();
        let execution = Execution { models: self, request, product, session, clocks };
        if product == Product::Mysql && commits_before(statement) {
            execution.session.commit(machine)?;
        }
        let statement = &statement.statement;
        let shown = execution.with_catalogue(|it| it.schema.without_views(statement, product));
        let answer = execution.run(machine, shown.as_ref().unwrap_or(statement))?;
        if product == Product::Mysql && matches!(statement, Statement::Truncate(_)) {
            execution.session.commit(machine)?;
        }
        Ok(answer)
    }
}

/// Whether MySQL commits the open transaction before it executes a statement, because that
/// defines something or looks after tables.
fn commits_before(parsed: &Parsed) -> bool {
    let mut words = parsed.text.split_whitespace().map(str::to_uppercase);
    let (first, second) = (words.next(), words.next());
    match parsed.statement {
        Statement::Define(_) | Statement::Truncate(_) => second.as_deref() != Some("TEMPORARY"),
        Statement::Administration => !matches!(first.as_deref(), Some("SHOW" | "USE")),
        _ => false,
    }
}

impl Execution<'_> {
    /// Executes one statement; gives what the driver answers.
    fn run(&self, machine: &mut Machine<'_>, statement: &Statement) -> Outcome {
        let done = match statement {
            Statement::Select(query) => self.query(machine, query),
            Statement::Insert(insert) => self.insert(machine, insert),
            Statement::Update(update) => self.update(machine, update),
            Statement::Delete(delete) => self.delete(machine, delete),
            Statement::Truncate(table) => self.truncate(machine, table),
            Statement::Define(definition) => {
                self.with_catalogue(|catalogue| catalogue.schema.define(definition));
                self.nothing(machine)
            }
            Statement::Set { text, .. } if text.to_lowercase().contains("autocommit") => {
                Failure::because(
                    "autocommit that a statement turns on or off is not supported; set it where the \
                     connection is made",
                )
            }
            Statement::Set { .. } | Statement::Administration | Statement::Transaction(_) => {
                self.nothing(machine)
            }
            Statement::NotSupported(message) => Failure::because(message),
        };
        let shown = &self.request.text.shown;
        match done {
            Ok(value) => Ok(value),
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::NotSupported(message)) => {
                let message = match message.contains(shown) {
                    true => message,
                    false => format!("{message}; in the statement `{shown}`"),
                };
                Ok(machine.problem(message, self.session.at.span))
            }
        }
    }

    fn deliver(&self, machine: &mut Machine<'_>, answer: Answer) -> Result<Term, Failure> {
        self.request.deliver(machine, answer)
    }

    fn nothing(&self, machine: &mut Machine<'_>) -> Result<Term, Failure> {
        let answer = Answer::nothing(machine);
        self.deliver(machine, answer)
    }

    /// What names stand for outside of all rows.
    fn scope(&self) -> Scope<'_> {
        Scope {
            bound: &self.request.text.bound,
            product: self.product,
            span: self.session.at.span,
            row: None,
            excluded: None,
            clocks: &self.clocks,
            folded: None,
        }
    }

    /// All values in the statement.
    fn values(&self, machine: &mut Machine<'_>) -> Term {
        let values: Vec<Term> = self.request.text.bound.iter().map(|bound| bound.value).collect();
        machine.terms().list(values)
    }

    fn with_catalogue<T>(&self, body: impl FnOnce(&mut Catalogue) -> T) -> Option<T> {
        self.models.catalogue.lock().ok().map(|mut catalogue| body(&mut catalogue))
    }

    /// The value that names a table which the text does not name.
    fn bound(&self, index: usize) -> Option<Term> {
        self.request.text.bound.get(index).map(|bound| bound.value)
    }

    /// Takes note of what a statement says about a table.
    fn note(
        &self,
        machine: &mut Machine<'_>,
        table: &TableName,
        body: impl FnOnce(&mut Catalogue, &str),
    ) {
        if machine.is_concrete() {
            return;
        }
        let name = match table {
            TableName::Named(name) => name.clone(),
            TableName::Bound(index) => match self.bound(*index) {
                Some(value) => machine.terms().show(value).to_string(),
                None => return,
            },
        };
        self.with_catalogue(|catalogue| body(catalogue, &name));
    }

    /// Takes note of the columns that a condition compares with a value.
    fn note_condition(
        &self,
        machine: &mut Machine<'_>,
        table: &TableName,
        condition: Option<&Expression>,
    ) {
        let parts = condition.map(Expression::conjuncts).unwrap_or_default();
        let columns = parts.iter().filter_map(|part| match part {
            Expression::Compare(Comparison::Equal, left, right) => {
                left.column().or_else(|| right.column())
            }
            _ => None,
        });
        let columns = columns.map(|column| column.name.clone());
        self.note(machine, table, |catalogue, table| catalogue.note_asked(table, columns));
    }

    /// Takes note of the columns that a statement gives.
    fn note_returned(&self, machine: &mut Machine<'_>, table: &TableName, items: &[Item]) {
        let columns = items.iter().filter_map(|item| item.value()?.column());
        let columns = columns.map(|column| column.name.clone());
        self.note(machine, table, |catalogue, table| catalogue.note_asked(table, columns));
    }

    /// What a schema says about a table.
    fn described(&self, table: &TableName) -> Option<aplomb_sql::Table> {
        let TableName::Named(name) = table else { return None };
        self.with_catalogue(|catalogue| catalogue.schema.table(name).cloned()).flatten()
    }

    /// The store that a table is.
    fn store(
        &self,
        machine: &mut Machine<'_>,
        table: &TableName,
        use_of: UseOf,
    ) -> Result<Term, Failure> {
        let name = match table {
            TableName::Named(name) => name,
            TableName::Bound(index) => {
                return match self.bound(*index) {
                    Some(value) => Ok(machine.freeze(value)),
                    None => Failure::because("a table whose name cannot be read"),
                };
            }
        };
        let hindrance = |catalogue: &mut Catalogue| catalogue.hindrance(name, use_of, self.product);
        match self.with_catalogue(hindrance).flatten() {
            Some(message) => Failure::because(message),
            None => Ok(machine.terms().string(name.as_str())),
        }
    }

    /// A table with its key.
    fn table(
        &self,
        machine: &mut Machine<'_>,
        name: &TableName,
        use_of: UseOf,
    ) -> Result<Table, Failure> {
        let (store, product) = (self.store(machine, name, use_of)?, self.product);
        let shown = match machine.view(store) {
            Node::String(name) => name.to_string(),
            _ => machine.terms().show(store).to_string(),
        };
        let described = self.described(name);
        if let Some(key) = self.models.keys.get(&shown) {
            return Ok(Table { name: shown, store, product, key: key.clone(), described });
        }
        let key = self.with_catalogue(|catalogue| catalogue.key(&shown, product)).flatten();
        let Some(key) = key else {
            return Failure::because(format!(
                "which columns are the key of the table {shown}? Add its CREATE TABLE statement in \
                 a .sql file, or say so in aplomb.toml: [tables] then {shown} = [\"...\"]"
            ));
        };
        if key.guessed {
            let columns = key.columns.join(" and ");
            machine.assume(assumptions::KEY_OF_TABLE.of(&[&shown, &columns]));
        }
        for other in &key.others {
            let columns = other.join(" and ");
            machine.assume(assumptions::UNIQUE_COLUMNS.of(&[&shown, &columns]));
        }
        Ok(Table { name: shown, store, product, key: key.columns, described })
    }
}
