//! Database drivers: which calls connect, execute statements and end transactions.
//!
//! [`javascript`] and [`python`] know the customs of their languages, [`cursor`] and
//! [`answer`] say what the program gets, [`results`] whether it looks at it, [`errors`]
//! what it catches. [`Database`] is who gives statements their meaning.

mod answer;
mod asyncpg;
mod cursor;
mod data_api;
pub mod errors;
mod javascript;
mod knex;
mod prisma;
mod python;
mod results;
mod sqlalchemy;

pub use answer::{Answer, Projected, Rows, WHOLE, row};
pub use cursor::{FIRST, UNSORTED};
pub use data_api::operation as data_api_operation;
pub use prisma::PrismaSchema;

use crate::form::{Product, Statement, Transaction};
use crate::read::{Parsed, statements};
use crate::template::{self, Templates};
use crate::text::{self, Given, Piece, Text};
use aplomb_script::{Language, Span};
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, PathSegment, Reference, Term};
use results::Results;
use std::sync::{Mutex, OnceLock};

/// Gives statements their meaning.
pub trait Database {
    /// Begins, ends or marks a transaction.
    fn transaction(
        &self,
        machine: &mut Machine<'_>,
        session: Session<'_>,
        transaction: &Transaction,
    ) -> Outcome;

    /// Executes any other statement; gives what the driver answers, which
    /// [`Execution::deliver`] makes of an [`Answer`].
    fn execute(
        &self,
        machine: &mut Machine<'_>,
        execution: &Execution<'_>,
        statement: &Parsed,
    ) -> Outcome;

    /// Several statements come in one text, of which PostgreSQL makes one transaction.
    fn in_one_text(&self, _: &mut Machine<'_>, _: Session<'_>, _: &[Parsed]) {}

    /// How transactions are isolated from each other is not known, and why.
    fn isolation_not_known(&self, _: &mut Machine<'_>, _why: &str, _: Span) {}
}

/// The field of a connection in which a [`Database`] can keep what it knows of its
/// transaction; it begins as `null`.
pub const STATE: &str = "transaction";

/// A level that a program asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedLevel {
    /// This one: `repeatable-read`.
    Named(&'static str),
    /// One that is not known before the program runs.
    NotKnown,
}

/// Where a statement is executed.
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    /// An object of the program that stands for the connection; a pool has none.
    pub connection: Option<Term>,
    /// The first statement begins a transaction.
    pub implicit: bool,
    /// The level that the program has set for the transactions of the connection.
    pub level: Option<AskedLevel>,
    /// The database.
    pub product: Product,
    /// The first word of the statement.
    pub label: &'a str,
    /// The call.
    pub span: Span,
}

/// A statement that is executed.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    /// Its text and what is bound to it.
    pub text: &'a Text,
    /// Where it is executed.
    pub session: Session<'a>,
    /// What the program gets.
    pub reply: Reply,
    /// How it gets numbers that a double cannot hold.
    pub numbers: Numbers,
    /// Whether the program may look at what a write gives.
    pub looks: bool,
    /// Whether the program may take a row by its number.
    pub numbered: bool,
    /// The driver counts the rows that an update changes, not those it finds.
    pub counts_changes: bool,
    /// What follows does not wait for it.
    pub pending: bool,
}

/// What is known of the calls of a program into drivers.
#[derive(Debug, Default)]
pub struct Drivers {
    templates: Mutex<Templates>,
    results: OnceLock<Results>,
    /// What the application's schema for Prisma says.
    prisma: Option<PrismaSchema>,
}

impl Drivers {
    /// Drivers of an application with this schema for Prisma.
    pub fn with_prisma(prisma: Option<PrismaSchema>) -> Drivers {
        Drivers { prisma, ..Drivers::default() }
    }
}

/// How a driver writes placeholders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placeholders {
    /// `$1`
    Dollar,
    /// `?`, and lists and objects written out.
    Formatted,
    /// `%s`, `%(name)s`
    Percent,
    /// The same, for MySQL.
    PercentMysql,
    /// `?`, `:name`
    Sqlite,
    /// `:name`
    Colon,
}

impl Placeholders {
    pub(super) fn dollar(self) -> bool {
        self == Placeholders::Dollar
    }

    pub(super) fn question(self) -> bool {
        matches!(self, Placeholders::Formatted | Placeholders::Sqlite)
    }

    pub(super) fn formats(self) -> bool {
        self == Placeholders::Formatted
    }

    pub(super) fn percent(self) -> bool {
        matches!(self, Placeholders::Percent | Placeholders::PercentMysql)
    }

    pub(super) fn doubles_percent(self) -> bool {
        self.percent()
    }

    pub(super) fn colon(self) -> bool {
        matches!(self, Placeholders::Colon | Placeholders::Sqlite | Placeholders::Formatted)
    }

    /// Whether texts are those of MySQL.
    pub(super) fn escapes_by_backslash(self) -> bool {
        matches!(self, Placeholders::Formatted | Placeholders::PercentMysql)
    }
}

/// How rows are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowShape {
    /// Columns by their names.
    Record,
    /// Columns by their places.
    Tuple,
    /// Columns by their places and by their names.
    Named,
    /// Columns by their names; what else the row is asked for is not known.
    Open,
    /// A list of values that say what they are: `{ stringValue: "a" }`.
    Typed,
}

/// How a driver for JavaScript shows numbers that a double cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// As most do: as texts.
    Usual,
    /// As texts or as numbers: the program says which, or the release of the package does.
    Open,
    /// As numbers, or as objects of its own that compute like them.
    Plain,
}

/// What the program gets for a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `{ rows, rowCount }`
    Result,
    /// The rows.
    Rows(RowShape),
    /// The rows, or how many were changed.
    RowsOrHeader,
    /// The same as first item of a list.
    Pair,
    /// `{ changes, lastInsertRowid }`
    Run,
    /// The first row, or `undefined`.
    First,
    /// The first row, or `null`.
    FirstOrNull,
    /// The only row; without it the driver raises.
    Single,
    /// A cursor, from which rows are fetched.
    Cursor(RowShape),
    /// `{ records, numberOfRecordsUpdated, generatedFields }`
    Records,
}

impl Reply {
    /// How rows are shown.
    pub fn rows(self) -> RowShape {
        match self {
            Reply::Rows(shape) | Reply::Cursor(shape) => shape,
            Reply::Records => RowShape::Typed,
            _ => RowShape::Record,
        }
    }
}

/// A driver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driver {
    pub(super) package: &'static str,
    pub(super) product: Product,
    pub(super) placeholders: Placeholders,
    pub(super) reply: Reply,
    /// The first statement begins a transaction.
    pub(super) implicit: bool,
    pub(super) counts_changes: bool,
}

const fn javascript(
    package: &'static str,
    product: Product,
    placeholders: Placeholders,
    reply: Reply,
) -> Driver {
    Driver { package, product, placeholders, reply, implicit: false, counts_changes: false }
}

const fn python(package: &'static str, product: Product, placeholders: Placeholders) -> Driver {
    let reply = Reply::Cursor(RowShape::Tuple);
    let counts_changes = matches!(product, Product::Mysql);
    Driver { package, product, placeholders, reply, implicit: true, counts_changes }
}

impl Driver {
    /// A driver for several databases, where it is known to which it speaks: the values of a
    /// statement stand as the driver underneath wants them.
    fn speaking_to(self, product: Product) -> Driver {
        let placeholders = match product {
            Product::Postgres => Placeholders::Dollar,
            Product::Mysql => Placeholders::Formatted,
            Product::Sqlite => Placeholders::Sqlite,
        };
        Driver { product, placeholders, ..self }
    }
}

/// The call that `await` makes of something that is sent then.
fn of_await(value: Term, span: Span) -> Call {
    let (arguments, named) = (Vec::new(), Vec::new());
    Call { callee: value, receiver: Some(value), arguments, named, constructed: false, span }
}

const DRIVERS: [Driver; 23] = [
    javascript("pg", Product::Postgres, Placeholders::Dollar, Reply::Result),
    javascript("@vercel/postgres", Product::Postgres, Placeholders::Dollar, Reply::Result),
    javascript("@neondatabase/serverless", Product::Postgres, Placeholders::Dollar, Reply::Result),
    javascript("postgres", Product::Postgres, Placeholders::Dollar, Reply::Rows(RowShape::Record)),
    javascript("pg-promise", Product::Postgres, Placeholders::Dollar, Reply::Result),
    javascript("mysql", Product::Mysql, Placeholders::Formatted, Reply::RowsOrHeader),
    javascript("mysql2", Product::Mysql, Placeholders::Formatted, Reply::RowsOrHeader),
    javascript("mysql2/promise", Product::Mysql, Placeholders::Formatted, Reply::Pair),
    javascript("promise-mysql", Product::Mysql, Placeholders::Formatted, Reply::RowsOrHeader),
    javascript("serverless-mysql", Product::Mysql, Placeholders::Formatted, Reply::RowsOrHeader),
    javascript("better-sqlite3", Product::Sqlite, Placeholders::Sqlite, Reply::Run),
    python("psycopg2", Product::Postgres, Placeholders::Percent),
    python("psycopg", Product::Postgres, Placeholders::Percent),
    python("aurora_dsql_psycopg2", Product::Postgres, Placeholders::Percent),
    python("aurora_dsql_psycopg", Product::Postgres, Placeholders::Percent),
    python("pymysql", Product::Mysql, Placeholders::PercentMysql),
    python("MySQLdb", Product::Mysql, Placeholders::PercentMysql),
    python("mysql.connector", Product::Mysql, Placeholders::PercentMysql),
    python("sqlite3", Product::Sqlite, Placeholders::Sqlite),
    Driver {
        reply: Reply::Cursor(RowShape::Named),
        ..python(sqlalchemy::PACKAGE, Product::Postgres, Placeholders::Colon)
    },
    asyncpg::DRIVER,
    knex::DRIVER,
    prisma::DRIVER,
];

/// Options of a query that give rows another shape.
const SHAPES: [&str; 5] = ["rowMode", "rowsAsArray", "nestTables", "typeCast", "types"];

/// Calls that nobody sees.
const NOTHING: &str = "end release destroy close on once ping quit clean unref removeListener \
    removeAllListeners putconn select_db setTypeParser dispose pragma closeall \
    set_client_encoding config $disconnect";

pub(super) fn is_nothing(name: &str) -> bool {
    NOTHING.split_whitespace().any(|known| known == name)
}

/// What a function that a driver hands out is called.
pub(super) const DONE: &str = "aplomb:sql.done";

/// Packages that make texts for any driver.
const TAGS: [&str; 2] = ["sql-template-strings", "sql-template-tag"];

/// Whether a package is a driver, makes texts for one, or stands for what one hands out.
pub fn is_driver(package: &str) -> bool {
    driver(package).is_some()
        || TAGS.contains(&package)
        || matches!(package, DONE | data_api::SERVICE)
}

fn driver(root: &str) -> Option<Driver> {
    let is_of = |driver: &&Driver| {
        root == driver.package
            || root.strip_prefix(driver.package).is_some_and(|rest| rest.starts_with('.'))
    };
    DRIVERS.iter().filter(is_of).max_by_key(|driver| driver.package.len()).copied()
}

/// What an instance was made with: the first argument of the call at which a chain begins.
fn settings(path: &Path) -> Option<Term> {
    path.arguments(0).and_then(|given| given.first().copied())
}

/// What becomes of a call on an instance, if it is known which database that speaks to.
fn opened<'a>(
    machine: &mut Machine<'_>,
    call: &Call,
    opened: Result<DriverCall<'a>, String>,
    perform: impl FnOnce(DriverCall<'a>, &mut Machine<'_>) -> Option<Outcome>,
) -> Option<Outcome> {
    match opened {
        Ok(opened) => perform(opened, machine),
        Err(message) => Some(Ok(machine.problem(message, call.span))),
    }
}

/// The objects of the machine among the arguments of a chain, outermost first: the
/// connection, then the cursor.
pub(super) fn objects(machine: &Machine<'_>, path: &Path) -> Vec<Term> {
    let mut found = Vec::new();
    for segment in &path.segments {
        let PathSegment::Called { arguments, .. } = segment else { continue };
        found.extend(arguments.iter().copied().filter(|&argument| {
            matches!(machine.view(argument), Node::Reference(Reference::Object(_)))
        }));
    }
    found
}

/// A call into a driver.
pub(super) struct DriverCall<'a> {
    pub(super) drivers: &'a Drivers,
    pub(super) database: &'a dyn Database,
    pub(super) driver: Driver,
    pub(super) path: Path,
    pub(super) call: &'a Call,
    /// The object of the connection.
    pub(super) connection: Option<Term>,
    /// The object of the cursor.
    pub(super) cursor: Option<Term>,
    /// What the program gets, where the name of the call does not tell.
    pub(super) reply: Option<Reply>,
}

impl Drivers {
    /// What a call into a driver does; none if it is not one.
    pub fn call(
        &self,
        database: &dyn Database,
        machine: &mut Machine<'_>,
        call: &Call,
    ) -> Option<Outcome> {
        let path = Path::of(machine.terms(), call.callee)?;
        if &*path.root == DONE {
            return Some(Ok(machine.terms().undefined()));
        }
        if TAGS.contains(&&*path.root) {
            return javascript::tagged(machine, call).map(Ok);
        }
        if &*path.root == data_api::SERVICE {
            let (operation, parameters) = (path.last(), call.argument(0)?);
            let service = data_api::Service { operation, parameters, span: call.span };
            return service.call(self, database, machine);
        }
        let mut driver = driver(&path.root)?;
        match driver.package {
            sqlalchemy::PACKAGE => match sqlalchemy::product(machine, &path) {
                Ok(product) => driver.product = product,
                Err(message) => return Some(Ok(machine.problem(message, call.span))),
            },
            knex::PACKAGE => return knex::call(self, database, machine, call, path),
            prisma::PACKAGE => return prisma::call(self, database, machine, call, path),
            _ => {}
        }
        let objects = objects(machine, &path);
        let call = DriverCall {
            drivers: self,
            database,
            driver,
            connection: objects.first().copied(),
            cursor: objects.get(1).copied(),
            path,
            call,
            reply: None,
        };
        match driver.implicit {
            _ if driver.package == asyncpg::PACKAGE => call.asyncpg(machine),
            true if driver.package == sqlalchemy::PACKAGE => call.sqlalchemy(machine),
            true => call.python(machine),
            false => call.javascript(machine),
        }
    }
}

impl Drivers {
    /// What a loop over a cursor goes through, or what a query gives that is sent when it
    /// is awaited; none if it is neither.
    pub fn awaited(
        &self,
        database: &dyn Database,
        machine: &mut Machine<'_>,
        value: Term,
    ) -> Option<Outcome> {
        let path = Path::of(machine.terms(), value)?;
        let driver = driver(&path.root)?;
        match driver.package {
            knex::PACKAGE => return knex::awaited(self, database, machine, value, path),
            prisma::PACKAGE => return prisma::awaited(self, database, machine, value, path),
            _ => {}
        }
        if !driver.implicit {
            return None;
        }
        let cursor = objects(machine, &path).get(1).copied()?;
        let span = machine.span();
        Some(cursor::fetch_all(machine, cursor, span))
    }
}

/// What `postgres` says of an answer, as members of its list of rows. Which lists are answers
/// is not known here, and no other list of JavaScript has such members.
const MEMBERS_OF_ROWS: [&str; 5] = ["columns", "command", "count", "state", "statement"];

/// What a member of a cursor, or of a list of rows, is; none if it is neither.
pub fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    if machine.is_list(object) && MEMBERS_OF_ROWS.contains(&name) {
        let span = machine.span();
        return Some(machine.problem(format!("`{name}` of a list of rows is not supported"), span));
    }
    let path = Path::of(machine.terms(), object)?;
    driver(&path.root).filter(|driver| driver.implicit)?;
    let [_, cursor, ..] = objects(machine, &path)[..] else { return None };
    match python::is_method(name) {
        true => None,
        false => cursor::member(machine, cursor, name),
    }
}

impl DriverCall<'_> {
    /// A connection of its own: a chain that carries an object for its state.
    pub(super) fn new_connection(&self, machine: &mut Machine<'_>) -> Term {
        let none = machine.terms().null();
        let object = machine.new_record([(STATE, none)]);
        self.with_object(machine, object)
    }

    pub(super) fn with_object(&self, machine: &mut Machine<'_>, object: Term) -> Term {
        let chain = machine.chain(self.call);
        let mut parts = machine.terms().arguments(chain).to_vec();
        // Named arguments stay the last ones.
        let named =
            parts.pop_if(|&mut last| matches!(machine.view(last), Node::Apply(Operator::Named, _)));
        parts.push(object);
        parts.extend(named);
        machine.terms().apply(Operator::Constructed, &parts)
    }

    /// Whether a connection was made with something that may set the level of its
    /// transactions: `options`, `init_command`, `afterCreate`, a part of the address.
    pub(super) fn is_told_at_the_start(&self, machine: &mut Machine<'_>) -> bool {
        let mut open: Vec<Term> = self.path.given();
        let mut looked_at = 0;
        while let Some(value) = open.pop() {
            looked_at += 1;
            if looked_at > 1_000 {
                return true;
            }
            if let Some(fields) = machine.fields(value) {
                if fields.iter().any(|(name, _)| &**name == "afterCreate") {
                    return true;
                }
                open.extend(fields.into_iter().map(|(_, value)| value));
                continue;
            }
            match machine.view(value) {
                Node::String(text) if text.to_lowercase().contains("isolation") => return true,
                Node::Apply(Operator::Named, parts) => open.extend(parts.iter().copied()),
                _ => {}
            }
        }
        false
    }

    pub(super) fn callback(&self, machine: &Machine<'_>) -> Option<Term> {
        self.call.arguments.last().copied().filter(|&last| machine.is_function(last))
    }

    /// Gives the outcome to a callback, as a promise, or directly.
    pub(super) fn deliver(
        &self,
        machine: &mut Machine<'_>,
        body: impl FnOnce(&mut Machine<'_>) -> Outcome,
    ) -> Outcome {
        if machine.dialect().language == Language::Python || self.driver.package == "better-sqlite3"
        {
            return body(machine);
        }
        match self.callback(machine) {
            Some(callback) => machine.call_back(callback, body),
            None => machine.promise(body),
        }
    }

    pub(super) fn session<'s>(&self, label: &'s str) -> Session<'s> {
        Session {
            connection: self.connection,
            implicit: false,
            level: None,
            product: self.driver.product,
            label,
            span: self.call.span,
        }
    }

    /// Begins, ends or marks a transaction.
    pub(super) fn transaction(
        &self,
        machine: &mut Machine<'_>,
        transaction: &Transaction,
    ) -> Outcome {
        self.transaction_of(machine, self.connection, transaction)
    }

    /// The same, of another connection.
    pub(super) fn transaction_of(
        &self,
        machine: &mut Machine<'_>,
        connection: Option<Term>,
        transaction: &Transaction,
    ) -> Outcome {
        let label = match transaction {
            Transaction::Begin { .. } => "BEGIN",
            Transaction::Commit => "COMMIT",
            Transaction::Rollback => "ROLLBACK",
            Transaction::Savepoint(_) => "SAVEPOINT",
            Transaction::RollbackTo(_) => "ROLLBACK TO",
            Transaction::Release(_) => "RELEASE",
            Transaction::Enter | Transaction::Exit { .. } => "transaction()",
        };
        let begins = matches!(transaction, Transaction::Begin { .. } | Transaction::Enter);
        let level = if begins { self.connection_level(machine) } else { None };
        let session = Session { connection, level, ..self.session(label) };
        self.database.transaction(machine, session, transaction)
    }

    /// The statement and the values of a call.
    pub(super) fn statement(&self, machine: &mut Machine<'_>) -> Outcome {
        let Some(request) = self.request(machine) else {
            let message = "the text of a statement is not known here; write it as a constant";
            return Ok(machine.problem(message, self.call.span));
        };
        match self.driver.implicit {
            true => {
                let target = match self.cursor {
                    Some(_) => self.call.receiver,
                    // `connection.execute(…)` makes a cursor.
                    None => {
                        let cursor = cursor::new(machine);
                        Some(self.with_object(machine, cursor))
                    }
                };
                let Some(target) = target else { return Ok(machine.chain(self.call)) };
                self.execute_into(machine, target, &request)?;
                Ok(self.returned(machine, target))
            }
            false => self.deliver(machine, |machine| self.execute(machine, &request)),
        }
    }

    /// Executes a statement and keeps what it gave in a cursor.
    pub(super) fn execute_into(
        &self,
        machine: &mut Machine<'_>,
        cursor: Term,
        request: &Request,
    ) -> Outcome {
        let result = self.execute(machine, request)?;
        let path = Path::of(machine.terms(), cursor);
        if let Some(object) = path.and_then(|path| objects(machine, &path).get(1).copied()) {
            cursor::keep(machine, object, result)?;
        }
        Ok(result)
    }

    fn request(&self, machine: &mut Machine<'_>) -> Option<Request> {
        let call = self.call;
        // `prepare(text).run(values)`
        if matches!(self.path.last(), "run" | "get" | "all")
            && self.driver.package == "better-sqlite3"
        {
            let text = self.path.arguments(self.prepared()?)?.first().copied()?;
            let values: Vec<Term> = call.arguments.iter().map(|&v| machine.freeze(v)).collect();
            let given = match values.as_slice() {
                [only] => match machine.view(*only) {
                    Node::Record(..) => Given::Whole(*only),
                    Node::List(items) => Given::Listed(items.to_vec()),
                    _ => Given::Listed(values),
                },
                _ => Given::Listed(values),
            };
            return Some(Request { text: Source::Term(text), given });
        }
        let first = call.argument(0).or_else(|| call.named("query"))?;
        let first = match machine.is_list(first) {
            // A tagged template: the texts, then the values between them.
            true => return self.template(machine, first),
            false => first,
        };
        let mut text = first;
        let mut values = call.argument(1).filter(|&second| !machine.is_function(second));
        values = values.or_else(|| {
            ["args", "params", "vars", "parameters"].iter().find_map(|n| call.named(n))
        });
        if let Some(fields) = machine.fields(first) {
            let field = |wanted: &[&str]| {
                fields.iter().find(|(name, _)| wanted.contains(&&**name)).map(|(_, value)| *value)
            };
            let of_text = if self.driver.placeholders.dollar() { "text" } else { "sql" };
            text = field(&[of_text]).or_else(|| field(&["text", "sql"]))?;
            values = field(&["values"]).or(values);
            if let Some((option, _)) = fields.iter().find(|it| SHAPES.contains(&&*it.0)) {
                let message = format!("rows of another shape (`{option}`) are not supported");
                machine.problem(message, call.span);
            }
        }
        let given = given(machine, values);
        Some(Request { text: Source::Term(text), given })
    }

    /// Which call of the chain is `prepare(…)`.
    fn prepared(&self) -> Option<usize> {
        let mut calls = 0;
        let mut name = "";
        for segment in &self.path.segments {
            match segment {
                PathSegment::Member(member) => name = member,
                PathSegment::Called { .. } if name == "prepare" => return Some(calls),
                PathSegment::Called { .. } => calls += 1,
            }
        }
        None
    }

    fn template(&self, machine: &mut Machine<'_>, texts: Term) -> Option<Request> {
        let texts = machine.items(texts)?;
        let mut pieces = Vec::new();
        for (index, text) in texts.into_iter().enumerate() {
            let text = machine.terms().as_str(text).cloned()?;
            pieces.push(Piece::Text(text));
            if let Some(value) = self.call.argument(index + 1) {
                pieces.push(Piece::Value(machine.freeze(value)));
            }
        }
        Some(Request { text: Source::Template(pieces), given: Given::Listed(Vec::new()) })
    }

    /// Executes what was asked for, on every path that the text depends on.
    pub(super) fn execute(&self, machine: &mut Machine<'_>, request: &Request) -> Outcome {
        let (pieces, is_template) = match &request.text {
            Source::Template(pieces) => (Some(pieces.clone()), true),
            Source::Term(text) => {
                let text = machine.freeze(*text);
                if let Some((condition, then, otherwise)) = text::question(machine, text) {
                    let with =
                        |text| Request { text: Source::Term(text), given: request.given.clone() };
                    return machine.branch(
                        condition,
                        |machine| self.execute(machine, &with(then)),
                        |machine| self.execute(machine, &with(otherwise)),
                    );
                }
                (self.pieces(machine, text), false)
            }
        };
        let span = self.call.span;
        let Some(pieces) = pieces else {
            let message = "the text of a statement is not known here; write it as a constant, with \
                           placeholders for what varies";
            return Ok(machine.problem(message, span));
        };
        let read = text::read(machine, &pieces, &request.given, self.driver.placeholders);
        let text = match read {
            Ok(text) => text,
            Err(message) => {
                let shown: String = pieces
                    .iter()
                    .map(|piece| match piece {
                        Piece::Text(text) => &**text,
                        Piece::Value(_) => "…",
                    })
                    .collect();
                return Ok(machine.problem(format!("{message}; in the statement `{shown}`"), span));
            }
        };
        if text.embeds && !is_template {
            machine.assume(&crate::assumptions::ONE_VALUE);
        }
        let statements = match statements(&text, self.driver.product) {
            Ok(statements) => statements,
            Err(message) => return Ok(machine.problem(message, span)),
        };
        if statements.len() > 1 {
            let implicit = self.driver.implicit && !self.commits_itself(machine);
            let session = Session { implicit, ..self.session("statements") };
            self.database.in_one_text(machine, session, &statements);
        }
        let mut answer = machine.terms().undefined();
        for statement in &statements {
            answer = self.run(machine, &text, statement)?;
        }
        Ok(answer)
    }

    /// The pieces of a text, as the program puts it together.
    fn pieces(&self, machine: &mut Machine<'_>, text: Term) -> Option<Vec<Piece>> {
        let pieces = text::pieces(machine, text)?;
        let span = self.call.span;
        let mut templates = self.drivers.templates.lock().ok()?;
        if !machine.is_concrete() {
            templates.note(span, &pieces);
            return Some(pieces);
        }
        let known = templates.of(span);
        drop(templates);
        let whole = machine.terms().as_str(text).cloned();
        let apart = whole.and_then(|text| template::taken_apart(machine, &text, &known));
        Some(apart.unwrap_or(pieces))
    }

    /// Whether what follows does not wait for the call: its promise is not awaited there.
    fn is_pending(&self, machine: &Machine<'_>) -> bool {
        let synchronous = self.driver.implicit || self.driver.package == "better-sqlite3";
        let answered = synchronous || self.callback(machine).is_some();
        !answered && self.results(machine).is_pending(self.call)
    }

    /// What the program does with results.
    fn results(&self, machine: &Machine<'_>) -> &Results {
        let program = machine.program();
        self.drivers.results.get_or_init(|| Results::of(program))
    }

    fn run(&self, machine: &mut Machine<'_>, text: &Text, parsed: &Parsed) -> Outcome {
        let label = match &parsed.statement {
            Statement::Transaction(transaction @ Transaction::Savepoint(_)) => {
                let implicit = self.driver.implicit && !self.commits_itself(machine);
                let level = self.connection_level(machine);
                let session = Session { implicit, level, ..self.session("SAVEPOINT") };
                return self.database.transaction(machine, session, transaction);
            }
            Statement::Transaction(transaction) => return self.transaction(machine, transaction),
            Statement::Select(_) => "SELECT",
            Statement::Insert(insert) if insert.replaces => "REPLACE",
            Statement::Insert(_) => "INSERT",
            Statement::Update(_) => "UPDATE",
            Statement::Delete(_) => "DELETE",
            _ => "statement",
        };
        let implicit = self.driver.implicit && !self.commits_itself(machine);
        let results = self.results(machine);
        let changes = matches!(parsed.statement, Statement::Update(_) | Statement::Insert(_));
        let header = matches!(self.driver.reply, Reply::RowsOrHeader | Reply::Pair);
        if changes && header && results.names_changed() && !results.is_ignored(self.call) {
            let message = "changedRows, which rows hold something else than before, is not \
                           supported: ask for affectedRows";
            machine.problem(message, self.call.span);
        }
        if changes && self.driver.counts_changes && self.has_flags(machine) {
            let message = "the flags of the connection may say that rowcount counts the rows that \
                           are found, which is not supported";
            machine.problem(message, self.call.span);
        }
        let counts = self.returns_count() && !results.is_ignored(self.call);
        let looks = counts || results.are_looked_at(machine, self.call, self.driver.implicit);
        let execution = Execution {
            text,
            session: Session {
                implicit,
                level: self.connection_level(machine),
                ..self.session(label)
            },
            reply: self.reply(machine),
            numbers: match self.driver.package {
                prisma::PACKAGE => Numbers::Plain,
                _ if results.names_parsers() => Numbers::Open,
                "mysql" | "promise-mysql" => Numbers::Plain,
                "serverless-mysql" => Numbers::Open,
                knex::PACKAGE if self.driver.product == Product::Mysql => Numbers::Open,
                _ => Numbers::Usual,
            },
            looks,
            numbered: results.are_numbered(self.call, machine.dialect().language),
            counts_changes: self.driver.counts_changes,
            pending: self.is_pending(machine),
        };
        self.database.execute(machine, &execution, parsed)
    }

    /// What the program gets.
    fn reply(&self, machine: &mut Machine<'_>) -> Reply {
        if let Some(reply) = self.reply {
            return reply;
        }
        let path = self.path.to_string();
        match self.driver.package {
            asyncpg::PACKAGE => asyncpg::reply(self.path.last()),
            "mysql2" if path.contains(".promise()") => Reply::Pair,
            "@neondatabase/serverless" if path.contains("neon()") => Reply::Rows(RowShape::Record),
            "pg-promise" => match self.path.last() {
                "one" => Reply::Single,
                "oneOrNone" => Reply::FirstOrNull,
                "none" | "any" | "many" | "manyOrNone" => Reply::Rows(RowShape::Record),
                _ => Reply::Result,
            },
            "better-sqlite3" => match self.path.last() {
                "get" => Reply::First,
                "all" => Reply::Rows(RowShape::Record),
                _ => Reply::Run,
            },
            _ if self.driver.implicit && self.shows_records(machine) => {
                Reply::Cursor(RowShape::Record)
            }
            _ => self.driver.reply,
        }
    }
}

/// A statement as the program writes it.
pub(super) enum Source {
    Term(Term),
    Template(Vec<Piece>),
}

/// What a driver is asked to execute.
pub(super) struct Request {
    pub(super) text: Source,
    pub(super) given: Given,
}

/// What is bound to a statement.
pub(super) fn given(machine: &mut Machine<'_>, values: Option<Term>) -> Given {
    let Some(values) = values else { return Given::Listed(Vec::new()) };
    if let Some(items) = machine.items(values) {
        let items: Vec<Term> = items.into_iter().map(|item| machine.freeze(item)).collect();
        return Given::Listed(items);
    }
    let values = machine.freeze(values);
    match machine.view(values) {
        Node::Null | Node::Undefined => Given::Listed(Vec::new()),
        // mysql takes a single value too.
        Node::String(_) | Node::Number(_) | Node::Bool(_) => Given::Listed(vec![values]),
        _ => Given::Whole(values),
    }
}
