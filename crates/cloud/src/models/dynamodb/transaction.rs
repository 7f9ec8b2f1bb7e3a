//! Transactions: all their writes or none, and the reasons why there was none.

use super::{Request, field, item_reply, present, updated};
use crate::assumptions;
use crate::models::Models;
use crate::models::aws::{AwsCall, Refusal};
use crate::models::cases::for_lists;
use crate::models::packages::where_present;
use aplomb_symbolic::{Change, Machine, Node, Operator, Outcome, Term};

/// `TransactWriteItems`.
pub(super) fn write(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let items = field(machine, call.parameters, "TransactItems");
    let transact =
        |machine: &mut Machine<'_>, items: &[Term]| transact(models, machine, call, items);
    for_lists(machine, items, &transact).unwrap_or_else(|| {
        let message = "a transaction whose operations are not known; write them as a list";
        Ok(machine.problem(message, call.span))
    })
}

fn transact(models: &Models, machine: &mut Machine<'_>, call: &AwsCall, items: &[Term]) -> Outcome {
    let token = field(machine, call.parameters, "ClientRequestToken");
    let token = (!matches!(machine.terms().node(token), Node::Undefined)).then_some(token);
    where_present(machine, token, |machine, token| transact_as(models, machine, call, items, token))
}

fn transact_as(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
    items: &[Term],
    token: Option<Term>,
) -> Outcome {
    let mut changes = Vec::new();
    let mut requests = Vec::new();
    for &item in items {
        for kind in ["Put", "Update", "Delete", "ConditionCheck"] {
            let request = field(machine, item, kind);
            if matches!(machine.terms().node(request), Node::Undefined) {
                continue;
            }
            changes.push(change(models, machine, call, kind, request));
            requests.push(request);
        }
    }
    let token = token.map(|token| {
        machine.assume(&assumptions::REQUEST_TOKEN);
        recognised(machine, token, items, &mut changes)
    });
    let accessed = machine.access(&call.label, call.span, changes.clone(), token)?;
    if machine.terms().is_true(accessed.holds) {
        return Ok(machine.new_record::<&str>([]));
    }
    let found = changes.iter().map(|change| change.cell.old).zip(accessed.old.iter().copied());
    let found = found.collect();
    let is_the_same = match changes.get(requests.len()) {
        Some(remembered) => machine.terms().substitute(remembered.condition, &found),
        None => machine.terms().bool(true),
    };
    let checks: Vec<Check> = (changes.iter().zip(requests))
        .zip(&accessed.old)
        .map(|((change, request), &old)| Check {
            passes: machine.terms().substitute(change.condition, &found),
            request,
            old,
        })
        .collect();
    machine.branch(
        accessed.holds,
        |machine| Ok(machine.new_record::<&str>([])),
        |machine| {
            machine.branch(
                is_the_same,
                |machine| {
                    let error = cancelled(machine, call, &checks);
                    machine.throw(error)
                },
                |machine| {
                    let error = mismatched(machine, call);
                    machine.throw(error)
                },
            )
        },
    )
}

/// What a repetition is recognised by: the token and the request together. DynamoDB refuses
/// another request under a token that it knows, so one more cell of the transaction has the
/// request that the token stands for.
fn recognised(
    machine: &mut Machine<'_>,
    token: Term,
    items: &[Term],
    changes: &mut Vec<Change>,
) -> Term {
    let items: Vec<Term> = items.iter().map(|&item| machine.freeze(item)).collect();
    let request = machine.terms().list(items);
    let token = machine.freeze(token);
    let store = machine.terms().string("requests by ClientRequestToken");
    let cell = machine.cell(store, token);
    let terms = machine.terms();
    let absent = terms.absent();
    let (is_new, is_same) = (terms.equal(cell.old, absent), terms.equal(cell.old, request));
    let condition = terms.or(is_new, is_same);
    changes.push(Change { cell, condition, new: Some(request) });
    machine.terms().list([token, request])
}

/// The exception where a token is used for another request than before.
fn mismatched(machine: &mut Machine<'_>, call: &AwsCall) -> Term {
    let message = "The provided client request token was already used with other parameters.";
    let refusal = Refusal {
        status: Some(400.0),
        class: "IdempotentParameterMismatchException",
        code: "IdempotentParameterMismatchException",
        message: machine.terms().string(message),
    };
    call.refused(machine, refusal, &[])
}

fn change(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
    kind: &str,
    parameters: Term,
) -> Change {
    if kind == "Put" {
        let (request, item) = Request::putting(models, machine, call, parameters);
        return Change { cell: request.cell, condition: request.condition, new: Some(item) };
    }
    let request = Request::keyed(models, machine, call, parameters);
    let new = match kind {
        "Update" => Some(updated(machine, call, &request, parameters)),
        "Delete" => Some(machine.terms().absent()),
        _ => None,
    };
    Change { cell: request.cell, condition: request.condition, new }
}

/// One operation of a transaction that did not take place.
struct Check {
    /// Its condition, with what was found.
    passes: Term,
    request: Term,
    old: Term,
}

/// The exception, with the reason of each operation in the order of the request.
fn cancelled(machine: &mut Machine<'_>, call: &AwsCall, checks: &[Check]) -> Term {
    let certain = |machine: &mut Machine<'_>, check: &Check| machine.terms().is_true(check.passes);
    let open = checks.iter().filter(|check| !certain(machine, check)).count();
    let mut text =
        vec![machine.terms().string(
            "Transaction cancelled, please refer cancellation reasons for specific reasons [",
        )];
    let mut reasons = Vec::new();
    for (index, check) in checks.iter().enumerate() {
        // One of them failed; if there is only one, it is that.
        let passes = match open == 1 && !certain(machine, check) {
            true => machine.terms().bool(false),
            false => check.passes,
        };
        let separator = if index == 0 { "" } else { ", " };
        let (reason, code) = reason(machine, call, passes, check);
        text.extend([machine.terms().string(separator), code]);
        reasons.push(reason);
    }
    text.push(machine.terms().string("]"));
    let reasons = machine.new_list(reasons);
    let refusal = Refusal {
        status: Some(400.0),
        class: "TransactionCanceledException",
        code: "TransactionCanceledException",
        message: machine.terms().apply(Operator::Concat, &text),
    };
    // Version 2 of the SDK has them in the message only.
    let listed = [("CancellationReasons", reasons)];
    let listed = if call.is_version2() { &listed[..0] } else { &listed[..] };
    call.refused(machine, refusal, listed)
}

/// Why an operation did not take place, and its code.
fn reason(machine: &mut Machine<'_>, call: &AwsCall, passes: Term, check: &Check) -> (Term, Term) {
    let terms = machine.terms();
    let (none, failed) = (terms.string("None"), terms.string("ConditionalCheckFailed"));
    let code = terms.ite(passes, none, failed);
    let refused = terms.not(passes);
    let message = terms.string("The conditional request failed");
    let reason = machine.new_record([("Code", code)]);
    machine.may_have(reason, "Message", refused, message);
    if shows_old(machine, check.request) {
        let item = present(machine, call, check.old);
        machine.may_have(reason, "Item", refused, item);
    } else {
        machine.lacks(reason, "Item");
    }
    (machine.open(reason), code)
}

/// Whether a refusal shows the item that was in the way.
pub(super) fn shows_old(machine: &mut Machine<'_>, request: Term) -> bool {
    let wanted = field(machine, request, "ReturnValuesOnConditionCheckFailure");
    machine.terms().as_str(wanted).is_some_and(|wanted| &**wanted == "ALL_OLD")
}

/// `TransactGetItems`.
pub(super) fn get(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let items = field(machine, call.parameters, "TransactItems");
    let responses = machine.for_each(items, &mut |machine, item| {
        let item = machine.freeze(item);
        let get = field(machine, item, "Get");
        let request = Request::keyed(models, machine, call, get);
        let read = request.cell.read(machine);
        let accessed = machine.access(&call.label, call.span, vec![read], None)?;
        item_reply(machine, call, accessed.old[0])
    })?;
    Ok(machine.new_record([("Responses", responses)]))
}
