//! SQLAlchemy without its mapper: engines, connections, `text(…)`. Whatever else there is
//! (sessions, mapped classes, `select(…)`) is not supported, and says so.

use super::{AskedLevel, DriverCall, cursor, is_nothing};
use crate::assumptions::POSTGRES;
use crate::form::{Product, Transaction};
use aplomb_symbolic::{Machine, Node, Outcome, Path, PathSegment, Term};

/// The package.
pub(super) const PACKAGE: &str = "sqlalchemy";

/// Options of an engine and of its connections that say how they run transactions.
const TOLD: [&str; 6] =
    ["isolation_level", "autocommit", "options", "init_command", "readonly", "read_only"];

/// What hands out connections.
const ENGINES: [&str; 2] = ["sqlalchemy.create_engine", "sqlalchemy.engine.create_engine"];

/// The database that an engine speaks to, by the first word of its address. Where that is not
/// known before the program runs, it is taken for PostgreSQL, and the answer says so.
///
/// Its dialects for MySQL ask the server to count the rows that are found.
pub(super) fn product(machine: &mut Machine<'_>, path: &Path) -> Result<Product, String> {
    let address = path.arguments(0).and_then(|given| given.first().copied());
    let address = address.and_then(|it| machine.terms().as_str(it).map(|it| it.to_string()));
    let Some(address) = address.filter(|it| it.contains(':')) else {
        machine.assume(&POSTGRES);
        return Ok(Product::Postgres);
    };
    let dialect = address.split([':', '+']).next().unwrap_or_default();
    match dialect {
        "postgresql" | "postgres" => Ok(Product::Postgres),
        "mysql" | "mariadb" => Ok(Product::Mysql),
        "sqlite" => Ok(Product::Sqlite),
        other => Err(format!("`{other}` as a database of SQLAlchemy is not supported")),
    }
}

impl DriverCall<'_> {
    pub(super) fn sqlalchemy(&self, machine: &mut Machine<'_>) -> Option<Outcome> {
        let call = self.call;
        let path = self.path.to_string();
        let last = self.path.last().to_string();
        if self.connection.is_none() {
            return match last.as_str() {
                "create_engine" if ENGINES.contains(&path.as_str()) => {
                    // One of the levels, AUTOCOMMIT, commits every statement.
                    let level = call.named("isolation_level");
                    let level = level.map(|level| self.level_named(machine, level));
                    let told = ["execution_options", "connect_args"].into_iter().any(|name| {
                        let given = call.named(name).and_then(|given| machine.fields(given));
                        let given = given.into_iter().flatten();
                        given.into_iter().any(|(name, _)| TOLD.contains(&&*name))
                            || call.named(name).is_some_and(|it| machine.fields(it).is_none())
                    });
                    let known = matches!(level, None | Some(Some(AskedLevel::Named(_))));
                    let supported = known && !told;
                    supported.then(|| Ok(machine.chain(call)))
                }
                "text" => call.argument(0).map(Ok),
                "connect" | "begin" if is_of_engine(&path) => {
                    Some(Ok(self.new_connection(machine)))
                }
                "dispose" if is_of_engine(&path) => Some(Ok(machine.terms().null())),
                _ => None,
            };
        }
        Some(match last.as_str() {
            "execute" => self.statement(machine),
            "commit" => self.transaction(machine, &Transaction::Commit),
            "rollback" => self.transaction(machine, &Transaction::Rollback),
            "fetchone" | "first" | "one_or_none" => {
                cursor::fetch_one(machine, self.cursor?, call.span)
            }
            "one" | "scalar" | "scalar_one" | "scalar_one_or_none" => {
                self.single(machine, self.cursor?, &last)
            }
            "fetchall" | "all" => cursor::fetch_all(machine, self.cursor?, call.span),
            "__enter__" => Ok(call.receiver?),
            "__exit__" => self.leave_connection(machine, &path),
            _ if is_nothing(&last) => Ok(machine.terms().null()),
            _ => return None,
        })
    }

    /// The only row, or the first column of the first one.
    fn single(&self, machine: &mut Machine<'_>, cursor: Term, method: &str) -> Outcome {
        let span = self.call.span;
        let row = match method {
            "scalar" => cursor::fetch_one(machine, cursor, span)?,
            _ => cursor::fetch_only(machine, cursor, span)?,
        };
        cursor::on_each(machine, row, &|machine, row| {
            let missing = matches!(machine.view(row), Node::Null | Node::Undefined);
            match method {
                "one" | "scalar_one" if missing => {
                    let message = machine.terms().string("No row was found when one was required");
                    let classes =
                        ["NoResultFound", "InvalidRequestError", "SQLAlchemyError", "Exception"];
                    let error = machine.error(&classes, message, &[]);
                    machine.throw(error)
                }
                _ if missing => Ok(machine.terms().null()),
                "one" => Ok(row),
                _ => match machine.items(row).and_then(|it| it.first().copied()) {
                    Some(first) => Ok(first),
                    None => {
                        let message = "which column comes first is not known here: name it";
                        Ok(machine.problem(message, span))
                    }
                },
            }
        })
    }

    /// The end of a `with` block: of `engine.begin()` a commit, unless an exception leaves
    /// it; of `engine.connect()` a rollback of what was not committed.
    fn leave_connection(&self, machine: &mut Machine<'_>, path: &str) -> Outcome {
        if self.cursor.is_some() {
            return Ok(machine.terms().null());
        }
        if !path.contains(".begin()") {
            return self.transaction(machine, &Transaction::Rollback);
        }
        let calm = self.is_calm(machine);
        machine.branch(
            calm,
            |machine| self.transaction(machine, &Transaction::Commit),
            |machine| self.transaction(machine, &Transaction::Rollback),
        )
    }
}

/// The level that an engine was made with, if it was given one.
pub(super) fn engine_level(machine: &mut Machine<'_>, path: &Path) -> Option<Term> {
    let made = path.segments.iter().find_map(|segment| match segment {
        PathSegment::Called { named, .. } => Some(*named),
        PathSegment::Member(_) => None,
    });
    let level = machine.terms().field(made??, "isolation_level");
    let absent = matches!(machine.view(level), Node::Undefined | Node::Absent);
    (!absent).then_some(level)
}

fn is_of_engine(path: &str) -> bool {
    let engine = path.rsplit_once('.').map_or(path, |(before, _)| before);
    ENGINES.iter().any(|known| engine.strip_suffix("()") == Some(*known))
}
