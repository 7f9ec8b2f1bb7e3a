//! Drivers for JavaScript: pools and connections, callbacks and promises, functions
//! that run inside a transaction.

use super::{DONE, DriverCall, is_nothing, objects};
use crate::form::Transaction;
use crate::text::ESCAPED;
use aplomb_symbolic::{Call, Machine, Outcome, Path, PathSegment, Term};

/// What the function is called that `db.transaction(function)` of better-sqlite3 gives.
const TRANSACTED: &str = "better-sqlite3.transacted";

/// A template that knows its texts and its values, for any driver.
pub(super) fn tagged(machine: &mut Machine<'_>, call: &Call) -> Option<Term> {
    let texts = call.argument(0).and_then(|texts| machine.items(texts))?;
    let (mut numbered, mut marked) = (String::new(), String::new());
    for (index, &text) in texts.iter().enumerate() {
        let text = machine.terms().as_str(text).cloned()?;
        numbered.push_str(&text);
        marked.push_str(&text);
        if index + 1 < texts.len() {
            numbered.push_str(&format!("${}", index + 1));
            marked.push('?');
        }
    }
    let values = machine.new_list(call.arguments[1..].iter().copied());
    let (text, sql) = (machine.terms().string(numbered), machine.terms().string(marked));
    Some(machine.new_record([("text", text), ("sql", sql), ("values", values)]))
}

/// How something begins that a function runs inside of, and how it ends: where the function
/// returns, and where it raises.
pub(super) struct Ends {
    pub(super) begin: Transaction,
    pub(super) keep: Transaction,
    pub(super) undo: Transaction,
}

impl DriverCall<'_> {
    pub(super) fn javascript(&self, machine: &mut Machine<'_>) -> Option<Outcome> {
        let call = self.call;
        let last = self.path.last().to_string();
        let package = self.driver.package;
        if &*self.path.root == TRANSACTED {
            return Some(self.transacted(machine));
        }
        if call.constructed {
            return Some(Ok(match last.as_str() {
                "Pool" => machine.chain(call),
                _ => self.new_connection(machine),
            }));
        }
        // A call of what a call gave: the tag of a template.
        if matches!(self.path.segments.last(), Some(PathSegment::Called { .. })) {
            return Some(match package {
                "pg-promise" => Ok(machine.chain(call)),
                _ => self.statement(machine),
            });
        }
        if self.path.segments.is_empty()
            || (package, &*last) == ("@neondatabase/serverless", "neon")
        {
            return match package {
                "serverless-mysql" | "better-sqlite3" => Some(Ok(self.new_connection(machine))),
                "postgres" | "@neondatabase/serverless" | "pg-promise" => {
                    Some(Ok(machine.chain(call)))
                }
                _ => None,
            };
        }
        match last.as_str() {
            "tx" | "task" if package == "pg-promise" => {
                Some(self.callback_transaction(machine, last == "tx"))
            }
            "begin" if package == "postgres" => Some(self.callback_transaction(machine, true)),
            "transaction" if package == "better-sqlite3" => {
                let body = call.argument(0)?;
                let database = call.receiver?;
                Some(Ok(machine.function(TRANSACTED, &[database, body])))
            }
            _ => self.connecting(machine, &last).or_else(|| self.executing(machine, &last)),
        }
    }

    /// Calls that make, hand out and close connections.
    fn connecting(&self, machine: &mut Machine<'_>, name: &str) -> Option<Outcome> {
        let call = self.call;
        let gives_promise = matches!(self.driver.package, "mysql2/promise" | "promise-mysql");
        Some(match name {
            "createConnection" if gives_promise => {
                let connection = self.new_connection(machine);
                machine.promise(|_| Ok(connection))
            }
            "createConnection" | "createClient" => Ok(self.new_connection(machine)),
            "createPool" | "createPoolCluster" | "promise" | "prepare" | "of" => {
                Ok(machine.chain(call))
            }
            "connect" | "getConnection" if self.connection.is_none() => {
                let connection = self.new_connection(machine);
                self.hand_out(machine, connection)
            }
            "escape" => {
                let value = call.argument(0)?;
                let value = machine.freeze(value);
                Ok(machine.terms().pure(ESCAPED, &[value]))
            }
            // What is sent to every connection when it is made may set its level.
            "on" | "once" if self.hears_of_connections(machine) => {
                let why = "what is sent to each new connection of a pool is not supported";
                self.database.isolation_not_known(machine, why, call.span);
                Ok(machine.terms().undefined())
            }
            "connect" => self.deliver(machine, |machine| Ok(machine.terms().undefined())),
            _ if is_nothing(name) => {
                self.deliver(machine, |machine| Ok(machine.terms().undefined()))
            }
            _ => return None,
        })
    }

    /// Calls that execute statements and end transactions.
    fn executing(&self, machine: &mut Machine<'_>, name: &str) -> Option<Outcome> {
        Some(match name {
            "beginTransaction" => self.deliver(machine, |machine| {
                self.transaction(machine, &Transaction::Begin { level: None, read_only: false })
            }),
            "commit" => {
                self.deliver(machine, |machine| self.transaction(machine, &Transaction::Commit))
            }
            "rollback" => {
                self.deliver(machine, |machine| self.transaction(machine, &Transaction::Rollback))
            }
            "execute" if self.binds_lists(machine) => {
                let message = "`execute` does not write lists and objects out: use `query`";
                Ok(machine.problem(message, self.call.span))
            }
            "query" | "execute" | "exec" | "unsafe" | "sql" | "run" | "get" | "all" => {
                self.statement(machine)
            }
            "one" | "oneOrNone" | "none" | "any" | "many" | "manyOrNone" | "result"
                if self.driver.package == "pg-promise" =>
            {
                self.statement(machine)
            }
            _ => return None,
        })
    }

    /// Whether a statement that mysql2 prepares is given lists or objects, which only those
    /// may be that it formats.
    fn binds_lists(&self, machine: &mut Machine<'_>) -> bool {
        let prepares = matches!(self.driver.package, "mysql2" | "mysql2/promise");
        let values = self.call.argument(1).filter(|_| prepares);
        let values = values.and_then(|values| machine.items(values)).unwrap_or_default();
        values.into_iter().any(|value| machine.is_list(value) || machine.fields(value).is_some())
    }

    /// Whether a listener is about connections that are made or handed out.
    fn hears_of_connections(&self, machine: &mut Machine<'_>) -> bool {
        let event = self.call.argument(0);
        let event = event.and_then(|event| machine.terms().as_str(event).cloned());
        event.is_some_and(|event| matches!(&*event, "connect" | "connection" | "acquire"))
    }

    /// Gives a connection to whoever asked for it: `(error, client, release)`.
    fn hand_out(&self, machine: &mut Machine<'_>, connection: Term) -> Outcome {
        match self.callback(machine) {
            Some(callback) => {
                let null = machine.terms().null();
                let release = machine.function(DONE, &[]);
                machine.call(callback, None, &[null, connection, release])
            }
            None => machine.promise(|_| Ok(connection)),
        }
    }

    /// `sql.begin(async (sql) => …)`: commits where the function returns.
    fn callback_transaction(&self, machine: &mut Machine<'_>, atomic: bool) -> Outcome {
        let call = self.call;
        let body = call.arguments.last().copied().filter(|&last| machine.is_function(last));
        let Some(body) = body else {
            return Ok(machine.problem("a transaction without a function", call.span));
        };
        let level = self.options_of_transaction(machine);
        let connection = self.new_connection(machine);
        if !atomic {
            return machine.call(body, None, &[connection]);
        }
        let path = Path::of(machine.terms(), connection);
        let object = path.and_then(|path| objects(machine, &path).first().copied());
        machine.promise(|machine| self.around(machine, object, level, body, &[connection]))
    }

    /// The level that stands before the function: `sql.begin("isolation level …", …)`.
    fn options_of_transaction(&self, machine: &mut Machine<'_>) -> Option<String> {
        let [options, _] = self.call.arguments[..] else { return None };
        // A name for the log of pg-promise.
        let text = machine.terms().as_str(options).map(|text| text.to_lowercase());
        if self.driver.package == "pg-promise" && text.is_some() {
            return None;
        }
        let words = text.map(|text| text.split_whitespace().collect::<Vec<_>>().join("-"));
        let level = words.as_deref().and_then(|words| words.strip_prefix("isolation-level-"));
        let known = ["read-uncommitted", "read-committed", "repeatable-read", "serializable"];
        match (level, words.as_deref()) {
            (Some(level), _) if known.contains(&level) => Some(level.into()),
            (_, Some("read-write")) => None,
            _ => {
                let why = "these options of a transaction are not supported";
                self.database.isolation_not_known(machine, why, self.call.span);
                None
            }
        }
    }

    /// Runs a function inside a transaction.
    pub(super) fn around(
        &self,
        machine: &mut Machine<'_>,
        connection: Option<Term>,
        level: Option<String>,
        body: Term,
        arguments: &[Term],
    ) -> Outcome {
        let ends = Ends {
            begin: Transaction::Begin { level, read_only: false },
            keep: Transaction::Commit,
            undo: Transaction::Rollback,
        };
        self.between(machine, connection, &ends, body, arguments)
    }

    /// Runs a function between the begin and the end of a transaction, or of a savepoint.
    pub(super) fn between(
        &self,
        machine: &mut Machine<'_>,
        connection: Option<Term>,
        ends: &Ends,
        body: Term,
        arguments: &[Term],
    ) -> Outcome {
        let perform = |machine: &mut Machine<'_>, transaction: &Transaction| {
            self.transaction_of(machine, connection, transaction)
        };
        perform(machine, &ends.begin)?;
        let value = machine.catch(
            |machine| {
                let value = machine.call(body, None, arguments)?;
                machine.settle(value)
            },
            |machine, error| {
                perform(machine, &ends.undo)?;
                machine.throw(error)
            },
        )?;
        perform(machine, &ends.keep)?;
        Ok(value)
    }

    /// Calls what `db.transaction(function)` gave.
    fn transacted(&self, machine: &mut Machine<'_>) -> Outcome {
        let [database, body, arguments @ ..] = self.call.arguments.as_slice() else {
            return Ok(machine.problem("a transaction without a function", self.call.span));
        };
        let path = Path::of(machine.terms(), *database);
        let connection = path.and_then(|path| objects(machine, &path).first().copied());
        self.around(machine, connection, None, *body, arguments)
    }
}
