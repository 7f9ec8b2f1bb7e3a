//! The Data API of Aurora: statements as requests to a web service.
//!
//! A request without a transaction commits itself. One transaction can be open at a
//! time; it is kept with a term that stands for the service.

use super::{Database, Driver, DriverCall, Drivers, Placeholders, Reply, Request, Source};
use crate::form::{Product, Transaction};
use crate::text::Given;
use aplomb_script::Span;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};
use std::sync::Arc;

/// What stands for the service.
pub(super) const SERVICE: &str = "aplomb:rds-data";

/// The operations that are known.
const OPERATIONS: [&str; 5] = [
    "beginTransaction",
    "commitTransaction",
    "rollbackTransaction",
    "executeStatement",
    "batchExecuteStatement",
];

/// What stands for an operation of the service, as a function to call with its
/// parameters; none if it is not known.
pub fn operation(machine: &mut Machine<'_>, name: &str) -> Option<Term> {
    let known = OPERATIONS.contains(&name);
    known.then(|| {
        let service = machine.terms().external(SERVICE);
        machine.terms().apply(Operator::Member(name.into()), &[service])
    })
}

/// A request to the service.
#[derive(Clone, Copy, Debug)]
pub(super) struct Service<'a> {
    /// The operation in camel case: `executeStatement`.
    pub(super) operation: &'a str,
    /// The parameters, as a frozen record.
    pub(super) parameters: Term,
    /// The call.
    pub(super) span: Span,
}

impl Service<'_> {
    fn parameter(&self, machine: &mut Machine<'_>, name: &str) -> Option<Term> {
        let value = machine.terms().field(self.parameters, name);
        (!matches!(machine.terms().node(value), Node::Undefined)).then_some(value)
    }

    /// What the request does; none if the service has no such operation.
    pub(super) fn call(
        &self,
        drivers: &Drivers,
        database: &dyn Database,
        machine: &mut Machine<'_>,
    ) -> Option<Outcome> {
        let service = machine.terms().external(SERVICE);
        let inside = self.parameter(machine, "transactionId").is_some();
        let begins = self.operation == "beginTransaction";
        let call = Call {
            callee: service,
            receiver: None,
            arguments: Vec::new(),
            named: Vec::new(),
            constructed: false,
            span: self.span,
        };
        let driver = Driver {
            package: SERVICE,
            product: product(machine, self),
            placeholders: Placeholders::Colon,
            reply: Reply::Records,
            implicit: false,
            counts_changes: false,
        };
        let call = DriverCall {
            drivers,
            database,
            driver,
            path: Path { root: SERVICE.into(), segments: Vec::new() },
            call: &call,
            connection: (inside || begins).then_some(service),
            cursor: None,
            reply: None,
        };
        self.perform(machine, &call)
    }

    fn perform(&self, machine: &mut Machine<'_>, call: &DriverCall<'_>) -> Option<Outcome> {
        let ended = |machine: &mut Machine<'_>, transaction: &Transaction, status: &str| {
            call.transaction(machine, transaction)?;
            let status = machine.terms().string(status);
            Ok(machine.new_record([("transactionStatus", status)]))
        };
        Some(match self.operation {
            "beginTransaction" => {
                let begun = call
                    .transaction(machine, &Transaction::Begin { level: None, read_only: false });
                begun.map(|_| {
                    let name = machine.terms().string("transaction");
                    machine.new_record([("transactionId", name)])
                })
            }
            "commitTransaction" => ended(machine, &Transaction::Commit, "Transaction Committed"),
            "rollbackTransaction" => ended(machine, &Transaction::Rollback, "Rollback Complete"),
            "executeStatement" => {
                let parameters = self.parameter(machine, "parameters");
                execute(machine, call, self, parameters)
            }
            "batchExecuteStatement" => {
                let sets = self.parameter(machine, "parameterSets")?;
                let done = machine.for_each(sets, &mut |machine, set| {
                    let set = machine.freeze(set);
                    execute(machine, call, self, Some(set))
                });
                done.map(|results| machine.new_record([("updateResults", results)]))
            }
            _ => return None,
        })
    }
}

/// MySQL and PostgreSQL are behind the same service.
fn product(machine: &mut Machine<'_>, request: &Service<'_>) -> Product {
    let text = request.parameter(machine, "sql");
    let words = ["ON DUPLICATE KEY", "INSERT IGNORE", "REPLACE INTO", "`"];
    let parts = machine.terms().parts(&text.into_iter().collect::<Vec<_>>());
    let is_mysql = parts.into_iter().any(|part| {
        let text = machine.terms().as_str(part).map(|text| text.to_uppercase());
        text.is_some_and(|text| words.iter().any(|word| text.contains(word)))
    });
    if is_mysql { Product::Mysql } else { Product::Postgres }
}

fn execute(
    machine: &mut Machine<'_>,
    call: &DriverCall<'_>,
    request: &Service<'_>,
    parameters: Option<Term>,
) -> Outcome {
    let Some(text) = request.parameter(machine, "sql") else {
        return Ok(machine.problem("a request without a statement is not supported", request.span));
    };
    let mut values: Vec<(Arc<str>, Term)> = Vec::new();
    let items = match parameters.map(|list| machine.view(list).clone()) {
        None | Some(Node::Null | Node::Undefined) => Vec::new(),
        Some(Node::List(items)) => items.to_vec(),
        Some(_) => {
            let message = "the parameters of a statement are not known here; write them as a list";
            return Ok(machine.problem(message, request.span));
        }
    };
    for item in items {
        let (name, value) =
            (machine.terms().field(item, "name"), machine.terms().field(item, "value"));
        if let Some(name) = machine.terms().as_str(name).cloned() {
            values.push((name, plain(machine, value)));
        }
    }
    let given = Given::Whole(machine.terms().record(values));
    call.execute(machine, &Request { text: Source::Term(text), given })
}

/// A value without its type: `{ stringValue: "a" }`.
fn plain(machine: &mut Machine<'_>, value: Term) -> Term {
    match machine.view(value).clone() {
        Node::Record(names, _) if names.iter().any(|name| &**name == "isNull") => {
            machine.terms().null()
        }
        Node::Record(_, values) if values.len() == 1 => values[0],
        Node::Apply(Operator::Ite, parts) => {
            let (then, otherwise) = (plain(machine, parts[1]), plain(machine, parts[2]));
            machine.terms().ite(parts[0], then, otherwise)
        }
        _ => machine.terms().pure("rds-data.value", &[value]),
    }
}

/// A value with its type. Which it is depends on the column, so it has all of them.
pub(super) fn typed(machine: &mut Machine<'_>, value: Term) -> Term {
    let kinds = ["stringValue", "longValue", "doubleValue", "booleanValue"];
    let fields = kinds.map(|kind| (kind, value));
    machine.new_record(fields)
}
