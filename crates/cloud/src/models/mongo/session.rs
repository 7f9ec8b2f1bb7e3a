//! Sessions: what happens to documents inside a transaction happens at its commit, as one
//! step; what is done without the session happens at once, also in the function of
//! `withTransaction`.
//!
//! A session is a chain that carries an object for its state, as a connection to a relational
//! database does. The driver repeats a transaction that met somebody else's; here it fails,
//! as it does when the driver gives up.

use super::document::{Operation, matches};
use super::driver::delivered;
use crate::models::transaction::{Done, Effect, Errors, Planned, Session};
use aplomb_script::Span;
use aplomb_sql::STATE;
use aplomb_sql::form::Product;
use aplomb_symbolic::{
    Call, Machine, Node, Operator, Outcome, Path, PathSegment, Reference, Stop, Term,
};
use std::sync::Arc;

const ERRORS: Errors = Errors {
    duplicate: |machine, _| duplicate(machine),
    serialization: |machine, _| failed(machine, 112.0, "WriteConflict error"),
    aborted: |machine, _| failed(machine, 251.0, "Transaction has been aborted"),
};

/// There is a document with this `_id`.
pub(super) fn duplicate(machine: &mut Machine<'_>) -> Term {
    let message = machine.terms().string("E11000 duplicate key error collection");
    let code = machine.terms().number(11000.0);
    let classes = ["DuplicateKeyError", "MongoServerError", "PyMongoError", "Exception"];
    machine.error(&classes, message, &[("code", code)])
}

fn failed(machine: &mut Machine<'_>, code: f64, message: &str) -> Term {
    let (message, code) = (machine.terms().string(message), machine.terms().number(code));
    let classes = ["OperationFailure", "MongoServerError", "PyMongoError", "Exception"];
    machine.error(&classes, message, &[("code", code)])
}

/// A transaction of a session. A refusal ends it, as PostgreSQL has it.
fn transaction<'a>(state: Term, label: &'a str, span: Span) -> Session<'a> {
    let connection = Some(state);
    let product = Product::Postgres;
    let at = aplomb_sql::Session { connection, implicit: false, level: None, product, label, span };
    Session { at, errors: ERRORS }
}

/// The state of the session that a chain begins with.
pub(super) fn state(machine: &Machine<'_>, path: &Path) -> Option<Term> {
    let called = path.segments.iter().filter_map(|segment| match segment {
        PathSegment::Called { arguments, .. } => Some(arguments),
        PathSegment::Member(_) => None,
    });
    let mut objects = called.flatten().copied().filter(|&argument| {
        matches!(machine.view(argument), Node::Reference(Reference::Object(_)))
    });
    let begins = path.segments.iter().any(|segment| {
        matches!(segment, PathSegment::Member(name) if matches!(&**name, "startSession" | "start_session"))
    });
    begins.then(|| objects.next_back()).flatten()
}

/// The state of the session that an operation is given, if it is.
pub(super) fn given(machine: &mut Machine<'_>, call: &Call) -> Option<Term> {
    match call.named("session") {
        Some(session) => of_chain(machine, session),
        None => of_options(machine, *call.arguments.last()?),
    }
}

/// The state of the session that options name.
pub(super) fn of_options(machine: &mut Machine<'_>, options: Term) -> Option<Term> {
    let session = match machine.view(options).clone() {
        Node::Record(names, values) => {
            let at = names.iter().position(|name| &**name == "session")?;
            values[at]
        }
        _ => machine.fields(options)?.into_iter().find(|(name, _)| &**name == "session")?.1,
    };
    of_chain(machine, session)
}

fn of_chain(machine: &mut Machine<'_>, session: Term) -> Option<Term> {
    let path = Path::of(machine.terms(), session)?;
    state(machine, &path)
}

/// What a call of a client or of a session means.
pub(super) fn call(
    machine: &mut Machine<'_>,
    call: &Call,
    path: &Path,
    operation: &str,
) -> Option<Outcome> {
    match operation {
        "startSession" => Some(Ok(start(machine, call))),
        "withSession" => {
            let body = call.arguments.last().copied().filter(|&last| machine.is_function(last))?;
            let start = path_to_start(machine, call)?;
            Some(machine.promise(|machine| {
                let value = machine.call(body, None, &[start])?;
                machine.settle(value)
            }))
        }
        _ => {
            let state = state(machine, path)?;
            of_session(machine, call, path, operation, state)
        }
    }
}

/// A new session.
fn start(machine: &mut Machine<'_>, call: &Call) -> Term {
    let none = machine.terms().null();
    let state = machine.new_record([(STATE, none)]);
    machine.escape_all(call);
    let chain = machine.chain(call);
    let mut parts = machine.terms().arguments(chain).to_vec();
    let named =
        parts.pop_if(|&mut last| matches!(machine.view(last), Node::Apply(Operator::Named, _)));
    parts.push(state);
    parts.extend(named);
    machine.terms().apply(Operator::Constructed, &parts)
}

/// The session that `client.withSession(function)` starts.
fn path_to_start(machine: &mut Machine<'_>, call: &Call) -> Option<Term> {
    let client = call.receiver?;
    let callee = machine.get(client, "startSession").ok()?;
    let begun = Call { callee, arguments: Vec::new(), ..call.clone() };
    Some(start(machine, &begun))
}

fn of_session(
    machine: &mut Machine<'_>,
    call: &Call,
    path: &Path,
    operation: &str,
    state: Term,
) -> Option<Outcome> {
    let within = path.to_string();
    let is_transaction = within.contains("start_transaction().");
    // Leaving the block commits.
    let label = if path.last() == "__exit__" { "commit" } else { path.last() };
    let session = transaction(state, label, call.span);
    let receiver = call.receiver;
    Some(match operation {
        "withTransaction" => {
            let body = call.arguments.first().copied().filter(|&body| machine.is_function(body))?;
            let receiver = receiver?;
            let around = |machine: &mut Machine<'_>| around(machine, session, body, receiver);
            // The options come last, so that the function is not a callback.
            match machine.dialect().language {
                aplomb_script::Language::Python => around(machine),
                aplomb_script::Language::JavaScript => machine.promise(around),
            }
        }
        "startTransaction" => {
            let begun = session.begin(machine);
            begun.map(|_| machine.chain(call))
        }
        "commitTransaction" => delivered(machine, call, |machine| session.commit(machine)),
        "abortTransaction" | "endSession" => {
            delivered(machine, call, |machine| session.rollback(machine))
        }
        "_Enter" | "_Aenter" => Ok(receiver?),
        "_Exit" | "_Aexit" if is_transaction => {
            let null = machine.terms().null();
            let raised = call.argument(0).unwrap_or(null);
            let calm = machine.terms().equal(raised, null);
            machine.branch(
                calm,
                |machine| session.commit(machine),
                |machine| session.rollback(machine),
            )
        }
        "_Exit" | "_Aexit" => session.rollback(machine),
        _ => return None,
    })
}

/// Runs a function inside a transaction.
fn around(machine: &mut Machine<'_>, session: Session<'_>, body: Term, receiver: Term) -> Outcome {
    session.begin(machine)?;
    let value = machine.catch(
        |machine| {
            let value = machine.call(body, None, &[receiver])?;
            machine.settle(value)
        },
        |machine, error| {
            session.rollback(machine)?;
            machine.throw(error)
        },
    )?;
    session.commit(machine)?;
    Ok(value)
}

/// What a write by key does to a document, from its content.
pub(super) type Change<'c> = dyn Fn(&mut Machine<'_>, Term) -> Result<Term, Stop> + 'c;

impl Operation<'_> {
    fn session(&self, state: Term) -> Session<'_> {
        transaction(state, self.label, self.span)
    }

    /// Inserts a document in a session.
    pub(super) fn insert_within(
        &self,
        machine: &mut Machine<'_>,
        state: Term,
        (key, document): (Term, Term),
        is_new: Term,
    ) -> Outcome {
        let plan = |machine: &mut Machine<'_>, content: Term| {
            let terms = machine.terms();
            let (absent, one, there) = (terms.absent(), terms.number(1.0), terms.bool(true));
            let free = terms.equal(content, absent);
            let applies = terms.or(is_new, free);
            Ok(Effect { applies, new: document, done: Done { count: one, there, row: document } })
        };
        let row = Planned { key, throws: true, plan: Box::new(plan) };
        self.session(state).write(machine, self.store, &[row], false, &|_, _| Ok(document))
    }

    /// Reads a document in a session: its content.
    pub(super) fn read_within(&self, machine: &mut Machine<'_>, state: Term, key: Term) -> Outcome {
        self.session(state).read(machine, (self.store, key), false, &|_, content| Ok(content))
    }

    /// Lists documents in a session.
    pub(super) fn list_within(
        &self,
        machine: &mut Machine<'_>,
        state: Term,
        filter: Term,
    ) -> Outcome {
        self.session(state).list(machine, &[self.store], &|machine| {
            Ok(machine.scan(self.label, self.span, self.store, filter)?)
        })
    }

    /// Changes a document in a session. Gives how many documents matched, and, for those who
    /// look, the content before and after.
    pub(super) fn change_within(
        &self,
        machine: &mut Machine<'_>,
        state: Term,
        (key, rest): (Term, &[(Arc<str>, Term)]),
        looks: bool,
        change: &Change<'_>,
    ) -> Result<[Term; 3], Stop> {
        let plan = |machine: &mut Machine<'_>, content: Term| {
            let matched = matches(machine, content, rest);
            let new = change(machine, content)?;
            let terms = machine.terms();
            let (one, zero) = (terms.number(1.0), terms.number(0.0));
            let count = terms.ite(matched, one, zero);
            let (applies, nothing) = (terms.bool(true), terms.null());
            let row = if looks { terms.list([content, new]) } else { nothing };
            Ok(Effect { applies, new, done: Done { count, there: matched, row } })
        };
        let row = Planned { key, throws: false, plan: Box::new(plan) };
        let finish = |machine: &mut Machine<'_>, done: &[Done]| {
            let parts: Vec<Term> = done.iter().flat_map(|done| [done.count, done.row]).collect();
            Ok(machine.terms().list(parts))
        };
        let told = self.session(state).write(machine, self.store, &[row], looks, &finish)?;
        let terms = machine.terms();
        let (zero, one) = (terms.number(0.0), terms.number(1.0));
        let count = terms.apply(Operator::Select, &[told, zero]);
        let row = terms.apply(Operator::Select, &[told, one]);
        let old = terms.apply(Operator::Select, &[row, zero]);
        let new = terms.apply(Operator::Select, &[row, one]);
        Ok([count, old, new])
    }
}
