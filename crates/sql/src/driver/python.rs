//! Drivers for Python: connections that begin a transaction by themselves, cursors,
//! `with` blocks.

use super::cursor;
use super::{DriverCall, Request, Source, given, is_nothing};
use crate::form::Transaction;
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Path, PathSegment, Term};

/// The member of a connection that says whether it commits every statement.
const AUTOCOMMIT: &str = "autocommit";

/// The methods of cursors.
const METHODS: &str = "execute executemany fetchone fetchall fetchmany mogrify callproc nextset \
    copy_from copy_to copy_expert scroll stream executescript setinputsizes setoutputsize \
    __enter__ __exit__ __iter__ __next__ __aenter__ __aexit__ connection first all one \
    one_or_none autocommit scalar scalar_one scalar_one_or_none scalars mappings keys partitions";

/// Whether a member of a cursor is something to call, or its connection's.
pub(super) fn is_method(name: &str) -> bool {
    is_nothing(name) || METHODS.split_whitespace().any(|known| known == name)
}

impl DriverCall<'_> {
    pub(super) fn python(&self, machine: &mut Machine<'_>) -> Option<Outcome> {
        let call = self.call;
        let last = self.path.last().to_string();
        let at_module = self.connection.is_none();
        Some(match last.as_str() {
            "connect" | "Connect" | "getconn" | "get_connection" if at_module => {
                Ok(self.new_connection(machine))
            }
            "cursor" => {
                let cursor = cursor::new(machine);
                Ok(self.with_object(machine, cursor))
            }
            "commit" => self.transaction(machine, &Transaction::Commit),
            "rollback" => self.transaction(machine, &Transaction::Rollback),
            "begin" | "start_transaction" if !at_module => {
                self.transaction(machine, &Transaction::Begin { level: None })
            }
            "execute" if !at_module => self.statement(machine),
            "executemany" if !at_module => self.execute_many(machine),
            "fetchone" => cursor::fetch_one(machine, self.cursor?, call.span),
            "fetchall" => cursor::fetch_all(machine, self.cursor?, call.span),
            "fetchmany" => {
                let one = machine.terms().number(1.0);
                let most = call.argument(0).unwrap_or(one);
                cursor::fetch_many(machine, self.cursor?, most, call.span)
            }
            // psycopg: `with connection.transaction():`
            "transaction" if !at_module => Ok(machine.chain(call)),
            "__enter__" if self.is_transaction() => self.transaction(machine, &Transaction::Enter),
            "__exit__" if self.is_transaction() => {
                let calm = self.is_calm(machine);
                self.transaction(machine, &Transaction::Exit { calm })
            }
            "__enter__" => Ok(call.receiver?),
            "__exit__" => self.leave(machine),
            AUTOCOMMIT | "set_session" | "set_isolation_level" => self.configure(machine, &last),
            _ if is_nothing(&last) => Ok(machine.terms().null()),
            _ if at_module => Ok(machine.chain(call)),
            _ => return None,
        })
    }

    /// The end of a `with` block: of a cursor nothing, of a connection a commit, or a
    /// rollback if an exception leaves the block.
    fn leave(&self, machine: &mut Machine<'_>) -> Outcome {
        if self.cursor.is_some() || self.connection.is_none() {
            return Ok(machine.terms().null());
        }
        if matches!(self.driver.package, "pymysql" | "MySQLdb" | "mysql.connector") {
            // Leaving closes the connection, and that rolls back.
            return self.transaction(machine, &Transaction::Rollback);
        }
        let ended = self.is_calm(machine);
        machine.branch(
            ended,
            |machine| self.transaction(machine, &Transaction::Commit),
            |machine| self.transaction(machine, &Transaction::Rollback),
        )
    }

    /// Whether the call is one of what `connection.transaction()` gives.
    pub(super) fn is_transaction(&self) -> bool {
        self.path.to_string().contains(".transaction().")
    }

    /// When no exception leaves the block that ends.
    pub(super) fn is_calm(&self, machine: &mut Machine<'_>) -> Term {
        let null = machine.terms().null();
        let raised = self.call.argument(1).unwrap_or(null);
        machine.terms().equal(raised, null)
    }

    fn execute_many(&self, machine: &mut Machine<'_>) -> Outcome {
        let (Some(text), Some(list)) = (self.call.argument(0), self.call.argument(1)) else {
            return Ok(machine.problem("executemany without rows", self.call.span));
        };
        let Some(target) = self.call.receiver else { return Ok(machine.chain(self.call)) };
        machine.for_each(list, &mut |machine, values| {
            let given = given(machine, Some(values));
            let request = Request { text: Source::Term(text), given };
            self.execute_into(machine, target, &request)
        })?;
        Ok(target)
    }

    /// Notes whether the connection commits every statement.
    fn configure(&self, machine: &mut Machine<'_>, name: &str) -> Outcome {
        let call = self.call;
        let null = machine.terms().null();
        let Some(connection) = call.receiver else { return Ok(null) };
        let value = match name {
            "set_session" => call.named(AUTOCOMMIT),
            "set_isolation_level" => call.argument(0).map(|level| {
                let path = Path::of(machine.terms(), level).map(|path| path.to_string());
                let zero = machine.terms().number(0.0);
                let by_name = path.is_some_and(|path| path.ends_with("LEVEL_AUTOCOMMIT"));
                machine.terms().bool(by_name || level == zero)
            }),
            _ => call.argument(0),
        };
        if let Some(value) = value {
            machine.set(connection, AUTOCOMMIT, value)?;
        }
        Ok(null)
    }

    /// Whether the connection commits every statement. What is not committed is
    /// lost, so this must be known.
    pub(super) fn commits_itself(&self, machine: &mut Machine<'_>) -> bool {
        let mut at = self.call.receiver;
        while let Some(chain) = at {
            if let Some(answer) = self.configured(machine, chain) {
                return answer;
            }
            // A cursor asks its connection.
            at = match machine.view(chain) {
                Node::Apply(
                    Operator::Called | Operator::Constructed | Operator::Member(_),
                    parts,
                ) => Some(parts[0]),
                _ => None,
            };
        }
        false
    }

    /// What was said of a connection, when it was made or later.
    fn configured(&self, machine: &mut Machine<'_>, chain: Term) -> Option<bool> {
        let own = machine.get(chain, AUTOCOMMIT).ok()?;
        let unset = machine.terms().apply(Operator::Member(AUTOCOMMIT.into()), &[chain]);
        let mut value = own;
        if own == unset {
            let made = Path::of(machine.terms(), chain);
            let made =
                made.filter(|p| matches!(p.segments.last(), Some(PathSegment::Called { .. })));
            let named = made.and_then(|path| path.named(0))?;
            let unknown = machine.terms().field(named, "**");
            let isolation = machine.terms().field(named, "isolation_level");
            if self.driver.package == "sqlite3" && matches!(machine.view(isolation), Node::Null) {
                return Some(true);
            }
            value = machine.terms().field(named, AUTOCOMMIT);
            if matches!(machine.view(value), Node::Undefined) {
                let says = matches!(machine.view(unknown), Node::Undefined)
                    || self.driver.package == "psycopg2";
                if says {
                    return None;
                }
                value = unknown;
            }
        }
        let answer = machine.terms().as_bool(value);
        if answer.is_none() {
            let message = "whether the connection commits every statement is not known here; pass \
                           autocommit as a constant";
            machine.problem(message, self.call.span);
        }
        Some(answer.unwrap_or(true))
    }

    /// Whether a cursor was asked for rows with names.
    pub(super) fn shows_records(&self, machine: &mut Machine<'_>) -> bool {
        self.path.segments.iter().any(|segment| {
            let PathSegment::Called { arguments, named, .. } = segment else { return false };
            let mut given = arguments.clone();
            for name in ["cursor_factory", "cursorclass", "row_factory", "dictionary"] {
                given.extend(named.map(|named| machine.terms().field(named, name)));
            }
            given.into_iter().any(|value| {
                let terms = machine.terms();
                let path = Path::of(terms, value);
                terms.is_true(value)
                    || path.is_some_and(|path| path.last().to_lowercase().contains("dict"))
            })
        })
    }
}
