//! The requests of Prisma's client and its raw statements, and transactions around them. They
//! are sent when they are awaited, or by `$transaction([…])`. A request of a model is the
//! statement that says the same; its table is in the schema.

mod model;
mod schema;

pub use schema::PrismaSchema;

use super::{
    Database, Driver, DriverCall, Drivers, Placeholders, Reply, Request, RowShape, Source, objects,
    of_await, opened, settings,
};
use crate::form::{Product, Transaction};
use crate::text::{Given, Piece};
use aplomb_symbolic::{Call, Machine, Meaning, Node, Outcome, Path, PathSegment, Term};
use model::{Refused, Shape};

/// The package.
pub(super) const PACKAGE: &str = "@prisma/client";

pub(super) const DRIVER: Driver = super::javascript(
    PACKAGE,
    Product::Postgres,
    Placeholders::Dollar,
    Reply::Rows(RowShape::Record),
);

/// Calls that make a statement.
const STATEMENTS: [&str; 4] = ["$queryRaw", "$executeRaw", "$queryRawUnsafe", "$executeRawUnsafe"];

/// Packages that connect the client to a database.
const ADAPTERS: [(&str, Product); 6] = [
    ("@prisma/adapter-pg", Product::Postgres),
    ("@prisma/adapter-neon", Product::Postgres),
    ("@prisma/adapter-mariadb", Product::Mysql),
    ("@prisma/adapter-planetscale", Product::Mysql),
    ("@prisma/adapter-better-sqlite3", Product::Sqlite),
    ("@prisma/adapter-libsql", Product::Sqlite),
];

/// What a call means; none if nothing is known of it.
pub(super) fn call(
    drivers: &Drivers,
    database: &dyn Database,
    machine: &mut Machine<'_>,
    call: &Call,
    path: Path,
) -> Option<Outcome> {
    let shown = path.to_string();
    if call.constructed && shown.ends_with(".PrismaClient") {
        return Some(Ok(machine.chain(call)));
    }
    if !shown.contains(".PrismaClient().") {
        return None;
    }
    let name = path.last().to_string();
    let called = of(drivers, database, machine, call, path);
    opened(machine, call, called, |called, machine| match name.as_str() {
        "$transaction" => Some(called.prisma_transaction(machine)),
        "$connect" | "$disconnect" => Some(machine.promise(|machine| {
            let nothing = machine.terms().undefined();
            Ok(nothing)
        })),
        "then" | "catch" | "finally" => {
            let statement = call.receiver?;
            let promise = machine.promise(|machine| called.send(machine, statement));
            Some(promise.and_then(|it| machine.call_method(it, &name, &call.arguments)))
        }
        name if STATEMENTS.contains(&name) => Some(Ok(machine.chain(call))),
        name if model::OPERATIONS.contains(&name) => {
            machine.escape_all(call);
            Some(Ok(machine.chain(call)))
        }
        _ => None,
    })
}

/// Whether a call of this name makes something that is sent later.
fn is_request(name: &str) -> bool {
    STATEMENTS.contains(&name) || model::OPERATIONS.contains(&name)
}

/// What `await` gives for a statement; none if it is not one.
pub(super) fn awaited(
    drivers: &Drivers,
    database: &dyn Database,
    machine: &mut Machine<'_>,
    value: Term,
    path: Path,
) -> Option<Outcome> {
    let made = matches!(path.segments.last(), Some(PathSegment::Called { .. }));
    if !made || !is_request(path.last()) {
        return None;
    }
    let span = machine.span();
    let call = of_await(value, span);
    let called = of(drivers, database, machine, &call, path);
    opened(machine, &call, called, |called, machine| Some(called.send(machine, value)))
}

/// A call of a client, with the database that it speaks to.
fn of<'a>(
    drivers: &'a Drivers,
    database: &'a dyn Database,
    machine: &mut Machine<'_>,
    call: &'a Call,
    path: Path,
) -> Result<DriverCall<'a>, String> {
    let unknown = "which database Prisma speaks to is not known here: give the client its \
                   `adapter`, or the application its `schema.prisma`";
    let adapter = settings(&path).map(|settings| machine.terms().field(settings, "adapter"));
    let adapter = adapter.and_then(|adapter| Path::of(machine.terms(), adapter));
    let known =
        ADAPTERS.iter().find(|(name, _)| adapter.as_ref().is_some_and(|it| *it.root == **name));
    let said = drivers.prisma.as_ref().and_then(|schema| schema.product);
    let product = known.map(|&(_, product)| product).or(said).ok_or(unknown)?;
    let driver = DRIVER.speaking_to(product);
    let connection = objects(machine, &path).first().copied();
    Ok(DriverCall { drivers, database, driver, path, call, connection, cursor: None, reply: None })
}

impl DriverCall<'_> {
    /// Sends a statement that was made before.
    fn send(&self, machine: &mut Machine<'_>, statement: Term) -> Outcome {
        let span = self.call.span;
        let made = Path::of(machine.terms(), statement).and_then(|path| {
            let name = path.last().to_string();
            let connection = objects(machine, &path).first().copied();
            match path.segments.last()?.clone() {
                PathSegment::Called { arguments, .. } if is_request(&name) => {
                    Some((name, path, connection, arguments.clone()))
                }
                _ => None,
            }
        });
        let Some((name, path, connection, given)) = made else {
            return Ok(machine.problem("a request of Prisma that is not supported", span));
        };
        if !STATEMENTS.contains(&name.as_str()) {
            return self.send_model(machine, &path, connection, given.first().copied());
        }
        let request = match request(machine, &name, &given) {
            Ok(request) => request,
            Err(message) => return Ok(machine.problem(message, span)),
        };
        let counts = name.starts_with("$executeRaw");
        let call = DriverCall {
            drivers: self.drivers,
            database: self.database,
            driver: self.driver,
            path: self.path.clone(),
            call: self.call,
            connection: connection.or(self.connection),
            cursor: None,
            reply: counts.then_some(Reply::Result),
        };
        let answer = machine.catch(
            |machine| call.execute(machine, &request),
            |machine, _| {
                // The client says that a raw statement failed, whatever the database says.
                let message = machine.terms().string("Raw query failed");
                let code = machine.terms().string("P2010");
                let classes = ["PrismaClientKnownRequestError", "Error"];
                let error = machine.error(&classes, message, &[("code", code)]);
                let error = machine.open(error);
                machine.throw(error)
            },
        )?;
        if counts { machine.get(answer, "rowCount") } else { Ok(answer) }
    }

    /// Sends a request of a model.
    fn send_model(
        &self,
        machine: &mut Machine<'_>,
        path: &Path,
        connection: Option<Term>,
        options: Option<Term>,
    ) -> Outcome {
        let span = self.call.span;
        let mut members = path.segments.iter().rev().filter_map(|segment| match segment {
            PathSegment::Member(name) => Some(name.to_string()),
            PathSegment::Called { .. } => None,
        });
        let (operation, name) = (members.next(), members.next());
        let model = self.drivers.prisma.as_ref().zip(name.as_deref());
        let model = model.and_then(|(schema, name)| Some((schema, schema.model(name)?)));
        let (Some(operation), Some((schema, model))) = (operation, model) else {
            let message = "a request of a model of Prisma that no `schema.prisma` describes";
            return Ok(machine.problem(message, span));
        };
        if schema.looks_after(model, &operation) {
            let message = "the client of Prisma itself deletes or changes the rows that refer to \
                           this one (`relationMode`), which is not supported";
            return Ok(machine.problem(message, span));
        }
        if self.driver.product == Product::Mysql {
            let message = "the models of Prisma are supported for PostgreSQL and SQLite only";
            return Ok(machine.problem(message, span));
        }
        let (pieces, shape) = match model::statement(machine, model, &operation, options, span) {
            Ok(statement) => statement,
            Err(Refused::Because(message)) => return Ok(machine.problem(message, span)),
            Err(Refused::Stop(stop)) => return Err(stop),
        };
        let reply = match shape {
            Shape::First | Shape::Single | Shape::Number => Some(Reply::FirstOrNull),
            Shape::Changed => Some(Reply::Result),
            Shape::Rows => None,
        };
        let request = Request { text: Source::Template(pieces), given: Given::Listed(Vec::new()) };
        let call = DriverCall {
            drivers: self.drivers,
            database: self.database,
            driver: self.driver,
            path: self.path.clone(),
            call: self.call,
            connection: connection.or(self.connection),
            cursor: None,
            reply,
        };
        let answer = machine.catch(
            |machine| call.execute(machine, &request),
            |machine, error| {
                let state = machine.get(error, "code")?;
                let code = match machine.terms().as_str(state).map(|state| &**state) {
                    Some("23505" | "SQLITE_CONSTRAINT") => "P2002",
                    Some("23503") => "P2003",
                    Some("23502") => "P2011",
                    _ => "P2034",
                };
                known_error(machine, code)
            },
        )?;
        match shape {
            Shape::First | Shape::Rows => Ok(answer),
            // What the database counts, Prisma makes a number of.
            Shape::Number => {
                let count = machine.get(answer, "count")?;
                let count = machine.freeze(count);
                Ok(machine.terms().compute(Meaning::ToNumber, &[count]))
            }
            Shape::Changed => {
                let count = machine.get(answer, "rowCount")?;
                Ok(machine.new_record([("count", count)]))
            }
            Shape::Single => {
                let null = machine.terms().null();
                let missing = machine.terms().equal(answer, null);
                machine.branch(missing, |machine| known_error(machine, "P2025"), |_| Ok(answer))
            }
        }
    }

    /// `$transaction(async (tx) => …, settings)`, `$transaction([…])`.
    fn prisma_transaction(&self, machine: &mut Machine<'_>) -> Outcome {
        let call = self.call;
        if self.connection.is_some() {
            let message = "a transaction inside of a transaction of Prisma is not supported";
            return Ok(machine.problem(message, call.span));
        }
        let level = match self.asked_level(machine, call.argument(1)) {
            Ok(level) => level,
            Err(message) => return Ok(machine.problem(message, call.span)),
        };
        let Some(first) = call.argument(0) else {
            return Ok(machine.problem("a transaction without a function", call.span));
        };
        let connection = self.new_connection(machine);
        let path = Path::of(machine.terms(), connection);
        let object = path.and_then(|path| objects(machine, &path).first().copied());
        if machine.is_function(first) {
            return machine
                .promise(|machine| self.around(machine, object, level, first, &[connection]));
        }
        let Some(statements) = machine.items(first) else {
            let message = "the statements of a transaction of Prisma are not known here";
            return Ok(machine.problem(message, call.span));
        };
        machine.promise(|machine| {
            let inside = DriverCall {
                drivers: self.drivers,
                database: self.database,
                driver: self.driver,
                path: self.path.clone(),
                call,
                connection: object,
                cursor: None,
                reply: None,
            };
            inside.transaction(machine, &Transaction::Begin { level, read_only: false })?;
            let mut answers = Vec::new();
            machine
                .catch(
                    |machine| {
                        for statement in statements {
                            answers.push(inside.send(machine, statement)?);
                        }
                        Ok(machine.new_list(answers))
                    },
                    |machine, error| {
                        inside.transaction(machine, &Transaction::Rollback)?;
                        machine.throw(error)
                    },
                )
                .and_then(|answers| {
                    inside.transaction(machine, &Transaction::Commit)?;
                    Ok(answers)
                })
        })
    }

    /// The level that the settings of a transaction ask for.
    fn asked_level(
        &self,
        machine: &mut Machine<'_>,
        settings: Option<Term>,
    ) -> Result<Option<String>, String> {
        let Some(settings) = settings else { return Ok(None) };
        let level = machine.get(settings, "isolationLevel").map_err(|_| String::new())?;
        if matches!(machine.view(level), Node::Undefined) {
            return Ok(None);
        }
        let named = match Path::of(machine.terms(), level) {
            Some(path) => Some(path.last().to_string()),
            None => machine.terms().as_str(level).map(|text| text.to_string()),
        };
        let level = match named.as_deref() {
            Some("ReadCommitted") => "read-committed",
            Some("RepeatableRead") => "repeatable-read",
            Some("Serializable") => "serializable",
            _ => return Err("the level of this transaction is not known here".into()),
        };
        match self.driver.product {
            Product::Postgres => Ok(Some(level.into())),
            _ => {
                Err("the level of a transaction of Prisma is supported for PostgreSQL only".into())
            }
        }
    }
}

/// Raises what the client says of a request that failed.
fn known_error(machine: &mut Machine<'_>, code: &str) -> Outcome {
    let message = machine.terms().string("Invalid invocation");
    let code = machine.terms().string(code);
    let classes = ["PrismaClientKnownRequestError", "Error"];
    let error = machine.error(&classes, message, &[("code", code)]);
    let error = machine.open(error);
    machine.throw(error)
}

/// The text of a statement and what is bound to it.
fn request(machine: &mut Machine<'_>, name: &str, given: &[Term]) -> Result<Request, String> {
    let unknown = "the text of a statement is not known here; write it as a template";
    let (&first, values) = given.split_first().ok_or(unknown)?;
    if name.ends_with("Unsafe") {
        let given = Given::Listed(values.to_vec());
        return Ok(Request { text: Source::Term(first), given });
    }
    let texts = machine.items(first).ok_or(unknown)?;
    let mut pieces = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        pieces.push(Piece::Text(machine.terms().as_str(text).cloned().ok_or(unknown)?));
        pieces.extend(values.get(index).map(|&value| Piece::Value(value)));
    }
    Ok(Request { text: Source::Template(pieces), given: Given::Listed(Vec::new()) })
}
