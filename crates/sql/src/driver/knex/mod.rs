//! knex: queries that are put together call by call and sent when they are awaited.
//!
//! A query is an object that its methods change (`query.where(…)` without using the result
//! counts), so a chain carries an object with the list of calls; [`query`] makes of it the
//! statement that knex sends. Everything else is the matter of other drivers: an instance is
//! a pool, what `transaction` hands out is a connection.

mod query;

use super::javascript::Ends;
use super::{
    Database, Driver, DriverCall, Drivers, Placeholders, Reply, Request, RowShape, STATE, Source,
    cursor, objects, of_await, opened, settings,
};
use crate::form::{Product, Transaction};
use crate::text::Given;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Path, PathSegment, Term};
use query::{Action, Query, Step};

/// The package.
pub(super) const PACKAGE: &str = "knex";

pub(super) const DRIVER: Driver =
    super::javascript(PACKAGE, Product::Postgres, Placeholders::Dollar, Reply::Result);

/// The field of a query in which its calls are.
const STEPS: &str = "steps";

/// The field of a connection that says that it is committed where a function ends.
const MANAGED: &str = "managed";

/// Methods of a query that give something else than the query.
const OTHERS: [&str; 8] =
    ["toString", "toSQL", "toQuery", "stream", "pipe", "asCallback", "on", "once"];

/// What a call means; none if nothing is known of it.
pub(super) fn call(
    drivers: &Drivers,
    database: &dyn Database,
    machine: &mut Machine<'_>,
    call: &Call,
    path: Path,
) -> Option<Outcome> {
    let made = is_instance(&path);
    if !made {
        // `knex({ client: "pg" })`: who speaks to which database.
        let names: String = path.to_string();
        let makes = matches!(names.as_str(), "knex" | "knex.knex" | "knex.default");
        return makes.then(|| Ok(machine.chain(call)));
    }
    if path.to_string().contains("().schema") {
        return None;
    }
    let called = of(drivers, database, machine, call, path);
    opened(machine, call, called, |called, machine| called.perform(machine))
}

/// What `await` gives for a query; none if it is not one.
pub(super) fn awaited(
    drivers: &Drivers,
    database: &dyn Database,
    machine: &mut Machine<'_>,
    value: Term,
    path: Path,
) -> Option<Outcome> {
    let span = machine.span();
    let call = of_await(value, span);
    let query = of_kind(machine, &path, STEPS)?;
    let called = of(drivers, database, machine, &call, path);
    opened(machine, &call, called, |called, machine| Some(called.send_built(machine, query)))
}

/// Whether a chain begins at an instance: `knex(…)` was called.
fn is_instance(path: &Path) -> bool {
    path.segments.iter().any(|segment| matches!(segment, PathSegment::Called { .. }))
}

/// The object of a chain that has this field.
fn of_kind(machine: &mut Machine<'_>, path: &Path, field: &str) -> Option<Term> {
    objects(machine, path).into_iter().find(|&object| {
        let found = machine.get(object, field);
        found.is_ok_and(|found| !matches!(machine.view(found), Node::Undefined))
    })
}

/// A call of an instance, with the database that it speaks to.
fn of<'a>(
    drivers: &'a Drivers,
    database: &'a dyn Database,
    machine: &mut Machine<'_>,
    call: &'a Call,
    path: Path,
) -> Result<DriverCall<'a>, String> {
    let product = product(machine, settings(&path))?;
    let driver = DRIVER.speaking_to(product);
    let connection = of_kind(machine, &path, STATE);
    let cursor = of_kind(machine, &path, STEPS);
    Ok(DriverCall { drivers, database, driver, path, call, connection, cursor, reply: None })
}

/// Which database the settings of an instance name.
fn product(machine: &mut Machine<'_>, settings: Option<Term>) -> Result<Product, String> {
    let unknown = || -> String {
        "which database knex speaks to is not known here: write its `client` as a constant".into()
    };
    let settings = settings.ok_or_else(unknown)?;
    let address = machine.terms().as_str(settings).cloned();
    let client = match address {
        Some(address) => address.split(':').next().unwrap_or_default().to_string(),
        None => {
            let client = machine.get(settings, "client").map_err(|_| unknown())?;
            machine.terms().as_str(client).map(|text| text.to_string()).ok_or_else(unknown)?
        }
    };
    match client.as_str() {
        "pg" | "postgres" | "postgresql" | "pgnative" => Ok(Product::Postgres),
        "mysql" | "mysql2" => Ok(Product::Mysql),
        "sqlite3" | "sqlite" | "better-sqlite3" => Ok(Product::Sqlite),
        other => Err(format!("`{other}` as the client of knex is not supported")),
    }
}

impl DriverCall<'_> {
    fn perform(&self, machine: &mut Machine<'_>) -> Option<Outcome> {
        let call = self.call;
        let name = self.path.last().to_string();
        let calls_it = matches!(self.path.segments.last(), Some(PathSegment::Called { .. }));
        if let Some(query) = self.cursor.filter(|_| !calls_it) {
            return self.refine(machine, query, &name);
        }
        // `trx("accounts")`
        if calls_it {
            return Some(self.begin_query(machine, "from"));
        }
        Some(match name.as_str() {
            "transaction" => self.knex_transaction(machine),
            "commit" | "rollback" if self.connection.is_some() => self.end_by_hand(machine, &name),
            "destroy" | "initialize" => machine.promise(|machine| Ok(machine.terms().undefined())),
            // Values inside of queries.
            "ref" => Ok(machine.chain(call)),
            "now" if self.path.to_string().ends_with(".fn.now") => Ok(machine.chain(call)),
            name if query::begins(name) => self.begin_query(machine, name),
            _ => return None,
        })
    }

    /// A query that begins with this call.
    fn begin_query(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        let none = machine.new_list([]);
        let query = machine.new_record([(STEPS, none)]);
        self.add_step(machine, query, name)?;
        Ok(self.with_object(machine, query))
    }

    /// One more call of a query, which is changed by it.
    fn add_step(&self, machine: &mut Machine<'_>, query: Term, name: &str) -> Outcome {
        let mut step = vec![machine.terms().string(name)];
        step.extend(&self.call.arguments);
        let step = machine.new_list(step);
        let steps = machine.get(query, STEPS)?;
        cursor::on_each(machine, steps, &|machine, steps| {
            let mut all = machine.items(steps).unwrap_or_default();
            all.push(step);
            let all = machine.new_list(all);
            machine.set(query, STEPS, all)?;
            Ok(all)
        })
    }

    fn refine(&self, machine: &mut Machine<'_>, query: Term, name: &str) -> Option<Outcome> {
        let call = self.call;
        match name {
            "then" | "catch" | "finally" => {
                let promise = machine.promise(|machine| self.send_built(machine, query));
                Some(promise.and_then(|it| machine.call_method(it, name, &call.arguments)))
            }
            "clone" => {
                let steps = machine.get(query, STEPS).ok()?;
                let copy = machine.new_record([(STEPS, steps)]);
                Some(Ok(self.with_object(machine, copy)))
            }
            _ if OTHERS.contains(&name) => None,
            _ => {
                let receiver = call.receiver?;
                Some(self.add_step(machine, query, name).map(|_| receiver))
            }
        }
    }

    /// Sends a query, on every path on which it was put together in another way.
    fn send_built(&self, machine: &mut Machine<'_>, query: Term) -> Outcome {
        let steps = machine.get(query, STEPS)?;
        cursor::on_each(machine, steps, &|machine, steps| match Query::read(self, machine, steps) {
            Ok(query) => self.send_query(machine, query),
            Err(message) => Ok(machine.problem(message, self.call.span)),
        })
    }

    fn send_query(&self, machine: &mut Machine<'_>, query: Query) -> Outcome {
        let product = self.driver.product;
        let gives_rows = query.gives_rows(product);
        let action = query.action.clone();
        let reply = match &action {
            Action::First => Reply::First,
            Action::Raw(_) if product == Product::Mysql => Reply::Pair,
            Action::Raw(_) if product == Product::Sqlite => Reply::Rows(RowShape::Record),
            Action::Raw(_) => Reply::Result,
            Action::Select | Action::Pluck(_) => Reply::Rows(RowShape::Record),
            Action::Insert(_) | Action::Update | Action::Delete if gives_rows => {
                Reply::Rows(RowShape::Record)
            }
            Action::Insert(_) if product == Product::Mysql => Reply::RowsOrHeader,
            Action::Insert(_) if product == Product::Sqlite => Reply::Run,
            Action::Insert(_) | Action::Update | Action::Delete => Reply::Result,
        };
        let connection = query.connection.or(self.connection);
        let text = match query.text(product) {
            Ok(text) => text,
            Err(message) => return Ok(machine.problem(message, self.call.span)),
        };
        let call = DriverCall {
            drivers: self.drivers,
            database: self.database,
            driver: self.driver,
            path: self.path.clone(),
            call: self.call,
            connection,
            cursor: None,
            reply: Some(reply),
        };
        let request = Request { text: Source::Template(text), given: Given::Listed(Vec::new()) };
        let answer = call.execute(machine, &request)?;
        if gives_rows {
            return match &action {
                Action::Pluck(column) => cursor::on_each(machine, answer, &|machine, rows| {
                    machine.for_each(rows, &mut |machine, row| machine.get(row, column))
                }),
                _ => Ok(answer),
            };
        }
        match (&action, product) {
            (Action::Update | Action::Delete, _) => machine.get(answer, "rowCount"),
            (Action::Insert(_), Product::Mysql) => {
                let id = machine.get(answer, "insertId")?;
                Ok(machine.new_list([id]))
            }
            (Action::Insert(_), Product::Sqlite) => {
                let id = machine.get(answer, "lastInsertRowid")?;
                Ok(machine.new_list([id]))
            }
            _ => Ok(answer),
        }
    }

    /// `knex.transaction(function, settings)`, or without a function a transaction that is
    /// ended by hand; inside of a transaction a savepoint.
    fn knex_transaction(&self, machine: &mut Machine<'_>) -> Outcome {
        let call = self.call;
        let body = call.argument(0).filter(|&first| machine.is_function(first));
        let settings = call.argument(usize::from(body.is_some()));
        let level = match self.level(machine, settings) {
            Ok(level) => level,
            Err(message) => return Ok(machine.problem(message, call.span)),
        };
        match (body, self.connection) {
            (Some(body), None) => {
                let (trx, object) = self.hold_connection(machine);
                let managed = machine.terms().bool(true);
                machine.set(object, MANAGED, managed)?;
                machine.promise(|machine| self.around(machine, Some(object), level, body, &[trx]))
            }
            (None, None) => {
                let (trx, object) = self.hold_connection(machine);
                machine.promise(|machine| {
                    let begin = Transaction::Begin { level, read_only: false };
                    self.transaction_of(machine, Some(object), &begin)?;
                    Ok(trx)
                })
            }
            (Some(body), Some(object)) => {
                let trx = self.with_object(machine, object);
                let name = format!("trx{}", self.path.segments.len());
                let ends = Ends {
                    begin: Transaction::Savepoint(name.clone()),
                    keep: Transaction::Release(name.clone()),
                    undo: Transaction::RollbackTo(name),
                };
                machine.promise(|machine| self.between(machine, Some(object), &ends, body, &[trx]))
            }
            (None, Some(_)) => {
                let message = "a transaction inside of a transaction that is ended by hand is not \
                               supported: give it a function";
                Ok(machine.problem(message, call.span))
            }
        }
    }

    /// A connection of its own, and its object.
    fn hold_connection(&self, machine: &mut Machine<'_>) -> (Term, Term) {
        let none = machine.terms().null();
        let object = machine.new_record([(STATE, none)]);
        (self.with_object(machine, object), object)
    }

    /// `trx.commit()`, `trx.rollback()`.
    fn end_by_hand(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        let connection = self.connection;
        if connection.is_some_and(|object| {
            let managed = machine.get(object, MANAGED);
            managed.is_ok_and(|it| !matches!(machine.view(it), Node::Undefined))
        }) {
            let message = format!(
                "`{name}` inside of a function that knex commits is not supported: return, or \
                 raise an error"
            );
            return Ok(machine.problem(message, self.call.span));
        }
        let transaction = match name {
            "commit" => Transaction::Commit,
            _ => Transaction::Rollback,
        };
        machine.promise(|machine| self.transaction(machine, &transaction))
    }

    /// The level that the settings of a transaction ask for.
    fn level(
        &self,
        machine: &mut Machine<'_>,
        settings: Option<Term>,
    ) -> Result<Option<String>, String> {
        let Some(settings) = settings else { return Ok(None) };
        let unknown = || "the settings of a transaction are not known here".to_string();
        let fields = machine.fields(settings).ok_or_else(unknown)?;
        let mut level = None;
        for (name, value) in fields {
            match &*name {
                "isolationLevel" => {
                    let text = machine.terms().as_str(value).cloned().ok_or_else(unknown)?;
                    level = Some(text.to_lowercase().replace(' ', "-"));
                }
                "readOnly" if !machine.terms().is_false(value) => {
                    let why = "that a transaction may change nothing is not supported";
                    self.database.isolation_not_known(machine, why, self.call.span);
                }
                "readOnly" | "doNotRejectOnRollback" => {}
                other => return Err(format!("`{other}` of a transaction is not supported")),
            }
        }
        match self.driver.product {
            Product::Postgres => Ok(level),
            _ if level.is_some() => {
                Err("the level of a transaction of knex is supported for PostgreSQL only".into())
            }
            _ => Ok(None),
        }
    }
}

/// The connection of a value like `trx`.
fn connection_of(machine: &mut Machine<'_>, value: Term) -> Option<Term> {
    let path = Path::of(machine.terms(), value)?;
    of_kind(machine, &path, STATE)
}

/// The calls of a query, if a value is one of knex.
fn steps_of(machine: &mut Machine<'_>, value: Term) -> Option<Term> {
    let path = Path::of(machine.terms(), value).filter(|path| &*path.root == PACKAGE)?;
    let query = of_kind(machine, &path, STEPS)?;
    machine.get(query, STEPS).ok()
}

/// The calls in a list of them.
fn steps(machine: &mut Machine<'_>, list: Term) -> Option<Vec<Step>> {
    let items = machine.items(list)?;
    let mut steps = Vec::with_capacity(items.len());
    for item in items {
        let parts = machine.items(item)?;
        let (name, given) = parts.split_first()?;
        let name = machine.terms().as_str(*name)?.to_string();
        steps.push(Step { name, given: given.to_vec() });
    }
    Some(steps)
}
