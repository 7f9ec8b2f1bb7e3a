//! asyncpg: a connection commits every statement that is not in a block of
//! `transaction()`; what is bound to a statement stands after its text.

use super::{
    Driver, DriverCall, Placeholders, Reply, Request, RowShape, Source, cursor, is_nothing,
};
use crate::form::{Product, Transaction};
use crate::text::Given;
use aplomb_symbolic::{Machine, Node, Outcome, Term};

/// The package.
pub(super) const PACKAGE: &str = "asyncpg";

pub(super) const DRIVER: Driver = Driver {
    package: PACKAGE,
    product: Product::Postgres,
    placeholders: Placeholders::Dollar,
    reply: Reply::Rows(RowShape::Open),
    implicit: false,
    counts_changes: false,
};

/// What the program gets for a statement.
pub(super) fn reply(method: &str) -> Reply {
    match method {
        "execute" => Reply::Run,
        "fetchval" => Reply::Rows(RowShape::Tuple),
        _ => DRIVER.reply,
    }
}

impl DriverCall<'_> {
    pub(super) fn asyncpg(&self, machine: &mut Machine<'_>) -> Option<Outcome> {
        let call = self.call;
        let last = self.path.last().to_string();
        Some(match last.as_str() {
            "connect" | "acquire" if self.connection.is_none() => Ok(self.new_connection(machine)),
            "create_pool" if self.connection.is_none() => Ok(machine.chain(call)),
            "execute" | "fetch" | "fetchrow" | "fetchval" => self.ask(machine, &last),
            "transaction" if call.arguments.is_empty() && call.named.is_empty() => {
                Ok(machine.chain(call))
            }
            "transaction" => {
                let message = "the options of a block of `transaction()` are not supported";
                Ok(machine.problem(message, call.span))
            }
            "__enter__" if self.is_transaction() => self.transaction(machine, &Transaction::Enter),
            "__exit__" if self.is_transaction() => {
                let calm = self.is_calm(machine);
                self.transaction(machine, &Transaction::Exit { calm })
            }
            "start" if self.is_transaction() => {
                self.transaction(machine, &Transaction::Begin { level: None, read_only: false })
            }
            "commit" if self.is_transaction() => self.transaction(machine, &Transaction::Commit),
            "rollback" if self.is_transaction() => {
                self.transaction(machine, &Transaction::Rollback)
            }
            "__enter__" => Ok(call.receiver?),
            "__exit__" => Ok(machine.terms().null()),
            _ if is_nothing(&last) => Ok(machine.terms().null()),
            _ => return None,
        })
    }

    fn ask(&self, machine: &mut Machine<'_>, method: &str) -> Outcome {
        let Some((&text, values)) = self.call.arguments.split_first() else {
            let message = "the text of a statement is not known here; write it as a constant";
            return Ok(machine.problem(message, self.call.span));
        };
        let first = |it: &Term| matches!(machine.view(*it), Node::Number(at) if at.get() == 0.0);
        let usual = self.call.named.iter().all(|(name, value)| match &**name {
            "timeout" => true,
            "column" => first(value),
            _ => false,
        });
        if !usual {
            let message = "another column than the first one, or rows of a class, is not supported";
            return Ok(machine.problem(message, self.call.span));
        }
        let values: Vec<Term> = values.iter().map(|&value| machine.freeze(value)).collect();
        let request = Request { text: Source::Term(text), given: Given::Listed(values) };
        let given = self.execute(machine, &request)?;
        match method {
            "fetchrow" | "fetchval" => cursor::on_each(machine, given, &|machine, rows| {
                let Some(rows) = machine.items(rows) else {
                    let message = "the first row of a query that may give many is not supported";
                    return Ok(machine.problem(message, self.call.span));
                };
                match rows.first() {
                    None => Ok(machine.terms().null()),
                    Some(&row) if method == "fetchrow" => Ok(row),
                    Some(&row) => match machine.items(row).and_then(|it| it.first().copied()) {
                        Some(first) => Ok(first),
                        None => {
                            let message = "which column comes first is not known here: name it";
                            Ok(machine.problem(message, self.call.span))
                        }
                    },
                }
            }),
            // "UPDATE 1": a text of what was done.
            "execute" => {
                let done = machine.freeze(given);
                Ok(machine.terms().pure("asyncpg.status", &[done]))
            }
            _ => Ok(given),
        }
    }
}
