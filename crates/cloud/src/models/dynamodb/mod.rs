//! DynamoDB: items are cells, named by their key attributes.

mod builder;
mod evaluate;
mod expression;
pub(super) mod marshal;
mod partiql;
mod refusal;
mod transaction;

use super::aws::{self, AwsCall, Refusal};
use super::{Looks, Models};
use crate::assumptions;
use aplomb_script::Language;
use aplomb_symbolic::{Cell, Change, Machine, Node, Operator, Outcome, Term, Terms};
use evaluate::Scope;
use expression::{AttributePath, PathPart};
use marshal::{plain, plain_item, typed_item};
use std::sync::Arc;

/// What a DynamoDB operation does, by the name the SDKs agree on.
pub(super) fn call(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Option<Outcome> {
    if let Err(stop) = refusal::by_client(models, machine, call) {
        return Some(Err(stop));
    }
    let operation = call.operation.strip_suffix("Item").unwrap_or(&call.operation);
    Some(match operation {
        "get" => get(models, machine, call),
        "put" => put(models, machine, call, CONDITION_FAILED),
        "update" => update(models, machine, call),
        "delete" => delete(models, machine, call),
        "query" | "scan" => query(models, machine, call),
        "batchGet" => batch_get(models, machine, call),
        "batchWrite" => batch_write(models, machine, call),
        "transactWrite" | "transactWriteItems" => transaction::write(models, machine, call),
        "transactGet" | "transactGetItems" => transaction::get(models, machine, call),
        "executeStatement" => partiql::execute(models, machine, call),
        "batchExecuteStatement" | "executeTransaction" => {
            return Some(machine.unknown_call(&call.label, call.span));
        }
        "deleteTable" => {
            let message = "using a table after it was deleted is not supported";
            machine.problem(message, call.span);
            return None;
        }
        _ => return None,
    })
}

/// One request on one item, its parts looked up.
struct Request {
    key: Term,
    cell: Cell,
    scope: Scope,
    condition: Term,
}

fn field(machine: &mut Machine<'_>, record: Term, name: &str) -> Term {
    machine.terms().field(record, name)
}

fn table(machine: &mut Machine<'_>, call: &AwsCall, request: Term) -> Term {
    let given = match call.table {
        Some(table) => table,
        None => field(machine, request, "TableName"),
    };
    match named_by_arn(machine.terms(), given) {
        Some(name) => machine.terms().string(name),
        None => given,
    }
}

/// The name of a table that is given by its ARN, which DynamoDB takes as well.
fn named_by_arn(terms: &Terms, given: Term) -> Option<String> {
    let first = |term| match terms.node(term) {
        Node::Apply(Operator::Concat, parts) => *parts.first().unwrap_or(&term),
        _ => term,
    };
    let last = match terms.node(given) {
        Node::Apply(Operator::Concat, parts) => *parts.last()?,
        _ => given,
    };
    let mut start = given;
    while first(start) != start {
        start = first(start);
    }
    if !terms.as_str(start)?.starts_with("arn:") {
        return None;
    }
    let (_, name) = terms.as_str(last)?.split_once(":table/")?;
    let name = name.split('/').next().unwrap_or(name);
    (!name.is_empty()).then(|| name.to_string())
}

fn scope(models: &Models, machine: &mut Machine<'_>, store: Term, request: Term) -> Scope {
    Scope {
        names: field(machine, request, "ExpressionAttributeNames"),
        values: field(machine, request, "ExpressionAttributeValues"),
        key: models.key_of(machine.terms(), store).unwrap_or_default(),
    }
}

/// The expressions of a request that mention placeholders.
const EXPRESSIONS: [&str; 5] = [
    "ConditionExpression",
    "UpdateExpression",
    "KeyConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
];

/// DynamoDB refuses a request whose expressions mention a placeholder that is not defined, or
/// that defines one which nothing mentions.
fn refuse_placeholders(machine: &mut Machine<'_>, call: &AwsCall, request: Term) {
    let mut mentioned = Vec::new();
    let mut all_known = true;
    for name in EXPRESSIONS {
        let text = field(machine, request, name);
        match machine.terms().node(text) {
            Node::Undefined | Node::Null => {}
            Node::String(text) => mentioned.extend(placeholders(text)),
            _ => all_known = false,
        }
    }
    for (sigil, place) in [(':', "ExpressionAttributeValues"), ('#', "ExpressionAttributeNames")] {
        let record = field(machine, request, place);
        let defined: Vec<String> = match machine.terms().node(record) {
            Node::Undefined | Node::Null => Vec::new(),
            Node::Record(names, _) => names.iter().map(|name| name.to_string()).collect(),
            _ => continue,
        };
        let wanted = || mentioned.iter().filter(|name| name.starts_with(sigil));
        let wrong = match wanted().find(|name| all_known && !defined.contains(name)) {
            Some(name) => format!("`{name}` is not in {place}"),
            None => match defined.iter().find(|name| all_known && !mentioned.contains(name)) {
                Some(name) => format!("no expression uses `{name}` of {place}"),
                None => continue,
            },
        };
        machine.problem(format!("DynamoDB refuses this request: {wrong}"), call.span);
    }
}

/// The older form of conditions is not followed, however it is given.
fn refuse_expected(machine: &mut Machine<'_>, call: &AwsCall, request: Term) {
    if aws::names(machine.terms(), request, "Expected") {
        let message = "a condition as `Expected` is not supported; write a ConditionExpression";
        machine.problem(message, call.span);
    }
}

/// The placeholders in an expression.
fn placeholders(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (place, sigil) in text.char_indices().filter(|(_, c)| [':', '#'].contains(c)) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name: String = text[place + 1..].chars().take_while(|&c| is_part(c)).collect();
        found.push(format!("{sigil}{name}"));
    }
    found
}

impl Request {
    /// `key` is the record of key attributes.
    fn new(
        models: &Models,
        machine: &mut Machine<'_>,
        call: &AwsCall,
        request: Term,
        key: Term,
    ) -> Self {
        let store = table(machine, call, request);
        let cell = machine.cell(store, key);
        refuse_placeholders(machine, call, request);
        refuse_expected(machine, call, request);
        let mut scope = scope(models, machine, store, request);
        if let Node::Record(names, _) = machine.view(key) {
            scope.key = names.iter().map(|name| name.to_string()).collect();
        }
        let text = field(machine, request, "ConditionExpression");
        let condition = condition(machine, &scope, cell.old, text, call);
        let condition = match machine.terms().is_true(condition) {
            true => condition,
            false => {
                let defined = defined(machine.terms(), scope.values);
                machine.terms().and(condition, defined)
            }
        };
        Request { key, cell, scope, condition }
    }

    fn keyed(models: &Models, machine: &mut Machine<'_>, call: &AwsCall, request: Term) -> Self {
        let key = field(machine, request, "Key");
        let key = plain_item(machine.terms(), key);
        let store = table(machine, call, request);
        models.learn_key(machine, store, key);
        Request::new(models, machine, call, request, key)
    }

    fn putting(
        models: &Models,
        machine: &mut Machine<'_>,
        call: &AwsCall,
        request: Term,
    ) -> (Self, Term) {
        let item = field(machine, request, "Item");
        let item = plain_item(machine.terms(), item);
        let store = table(machine, call, request);
        let condition = field(machine, request, "ConditionExpression");
        let old = field(machine, request, "ReturnValues");
        let blind = [condition, old]
            .iter()
            .all(|&field| matches!(machine.terms().node(field), Node::Undefined | Node::Null));
        let looks = if blind { Looks::No } else { Looks::Yes };
        let key = models.key_in_item(machine, store, item, looks);
        (Request::new(models, machine, call, request, key), item)
    }
}

/// That all values of a request are values: DynamoDB refuses one that is undefined.
fn defined(terms: &mut Terms, values: Term) -> Term {
    let Node::Record(_, values) = terms.node(values).clone() else { return terms.bool(true) };
    let undefined = terms.undefined();
    let mut defined = Vec::new();
    for &value in values.iter() {
        let missing = terms.equal(value, undefined);
        defined.push(terms.not(missing));
    }
    terms.apply(Operator::And, &defined)
}

/// A condition expression as a truth value; true if there is none.
fn condition(
    machine: &mut Machine<'_>,
    scope: &Scope,
    old: Term,
    text: Term,
    call: &AwsCall,
) -> Term {
    match machine.terms().node(text) {
        Node::Undefined | Node::Null => return machine.terms().bool(true),
        Node::String(text) => {
            let text = text.clone();
            match expression::condition(&text) {
                Ok(parsed) => return scope.condition(machine.terms(), old, &parsed),
                Err(error) => {
                    machine.problem(
                        format!("the condition expression {text:?} cannot be read: {error}"),
                        call.span,
                    );
                }
            }
        }
        _ => {
            let mut scope = scope.clone();
            if let Some(built) = builder::condition(machine.terms(), &mut scope, text) {
                return scope.condition(machine.terms(), old, &built);
            }
        }
    }
    // A condition that is put together at run time: some function of the item.
    let (names, values) = (scope.names, scope.values);
    let terms = machine.terms();
    let value = terms.pure("dynamodb.condition", &[old, text, names, values]);
    terms.apply(Operator::Truthy, &[value])
}

/// The code of a refusal because of a condition.
const CONDITION_FAILED: &str = "ConditionalCheckFailedException";

/// Gives the reply, or raises if the condition did not hold for what was found.
fn conditional(
    machine: &mut Machine<'_>,
    found: (Term, Term),
    call: &AwsCall,
    reply: impl FnOnce(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    conditional_as(machine, found, call, CONDITION_FAILED, reply)
}

/// The same, with the code of the refusal.
fn conditional_as(
    machine: &mut Machine<'_>,
    (holds, found): (Term, Term),
    call: &AwsCall,
    code: &str,
    reply: impl FnOnce(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    if machine.terms().is_true(holds) {
        return reply(machine);
    }
    let mut reply = Some(reply);
    machine.branch(
        holds,
        |machine| match reply.take() {
            Some(reply) => reply(machine),
            None => Ok(machine.terms().undefined()),
        },
        |machine| {
            let refusal = Refusal {
                status: Some(400.0),
                class: code,
                code,
                message: machine.terms().string("The conditional request failed"),
            };
            let error = match transaction::shows_old(machine, call.parameters) {
                true => {
                    let item = present(machine, call, found);
                    call.refused(machine, refusal, &[("Item", item)])
                }
                false => call.refused(machine, refusal, &[]),
            };
            machine.throw(error)
        },
    )
}

fn get(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let request = Request::keyed(models, machine, call, call.parameters);
    let read = request.cell.read(machine);
    let accessed = machine.access(&call.label, call.span, vec![read], None)?;
    item_reply(machine, call, accessed.old[0])
}

/// The reply to a get: without an item, there is no field `Item`.
fn item_reply(machine: &mut Machine<'_>, call: &AwsCall, old: Term) -> Outcome {
    content_reply(machine, call, "Item", old)
}

/// A reply that shows the content of a cell in a field, which is missing if the
/// cell is empty.
fn content_reply(machine: &mut Machine<'_>, call: &AwsCall, field: &str, old: Term) -> Outcome {
    if machine.dialect().language == Language::JavaScript {
        let item = present(machine, call, old);
        // The program may change what it got.
        let item = machine.thaw(item);
        return Ok(machine.new_record([(field, item)]));
    }
    let item = shown(machine, call, old);
    let absent = machine.terms().absent();
    let missing = machine.terms().equal(old, absent);
    machine.branch(
        missing,
        |machine| Ok(without(machine, field)),
        |machine| {
            let item = machine.thaw(item);
            Ok(machine.new_record([(field, item)]))
        },
    )
}

/// A reply that certainly has no field of this name.
fn without(machine: &mut Machine<'_>, field: &str) -> Term {
    let reply = machine.new_record::<&str>([]);
    machine.lacks(reply, field);
    reply
}

/// The content of a cell as the SDK shows it: `undefined` if there is no item.
fn present(machine: &mut Machine<'_>, call: &AwsCall, old: Term) -> Term {
    let shown = shown(machine, call, old);
    let terms = machine.terms();
    let absent = terms.absent();
    let missing = terms.equal(old, absent);
    let nothing = terms.undefined();
    terms.ite(missing, nothing, shown)
}

/// An item, or a list of items, in the form that the client shows.
fn shown(machine: &mut Machine<'_>, call: &AwsCall, content: Term) -> Term {
    match call.typed {
        true => typed_item(machine.terms(), content),
        false => content,
    }
}

/// Writes an item; where its condition does not hold, DynamoDB `refuses` it with this code.
fn put(models: &Models, machine: &mut Machine<'_>, call: &AwsCall, refuses: &str) -> Outcome {
    let (request, item) = Request::putting(models, machine, call, call.parameters);
    let change = Change { cell: request.cell, condition: request.condition, new: Some(item) };
    let accessed = machine.access(&call.label, call.span, vec![change], None)?;
    let old = accessed.old[0];
    let found = (accessed.holds, old);
    conditional_as(machine, found, call, refuses, |machine| returned(machine, call, old, item))
}

/// What `ReturnValues` asks for of the whole item.
fn returned(machine: &mut Machine<'_>, call: &AwsCall, old: Term, new: Term) -> Outcome {
    let wanted = field(machine, call.parameters, "ReturnValues");
    let nothing = matches!(machine.terms().node(wanted), Node::Undefined | Node::Null);
    let attributes = match machine.terms().as_str(wanted).map(|wanted| wanted.to_string()) {
        None if nothing => return Ok(without(machine, "Attributes")),
        None => return Ok(machine.new_record::<&str>([])),
        Some(wanted) => match wanted.as_str() {
            "ALL_OLD" => return content_reply(machine, call, "Attributes", old),
            "ALL_NEW" => shown(machine, call, new),
            _ => return Ok(without(machine, "Attributes")),
        },
    };
    Ok(machine.new_record([("Attributes", attributes)]))
}

fn delete(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let request = Request::keyed(models, machine, call, call.parameters);
    let absent = machine.terms().absent();
    let change = Change { cell: request.cell, condition: request.condition, new: Some(absent) };
    let accessed = machine.access(&call.label, call.span, vec![change], None)?;
    let old = accessed.old[0];
    conditional(machine, (accessed.holds, old), call, |machine| {
        returned(machine, call, old, absent)
    })
}

fn update(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let request = Request::keyed(models, machine, call, call.parameters);
    let new = updated(machine, call, &request, call.parameters);
    let change = Change { cell: request.cell, condition: request.condition, new: Some(new) };
    let accessed = machine.access(&call.label, call.span, vec![change], None)?;
    let old = accessed.old[0];
    let terms = machine.terms();
    let new = terms.substitute(new, &[(request.cell.old, old)].into_iter().collect());
    conditional(machine, (accessed.holds, old), call, |machine| {
        let wanted = field(machine, call.parameters, "ReturnValues");
        match machine.terms().as_str(wanted).map(|wanted| wanted.to_string()).as_deref() {
            Some("UPDATED_OLD") => returned_updated(machine, call, &request, old),
            Some("UPDATED_NEW") => returned_updated(machine, call, &request, new),
            _ => returned(machine, call, old, new),
        }
    })
}

/// What `ReturnValues` asks for of the attributes that an update is about: those that are there.
fn returned_updated(
    machine: &mut Machine<'_>,
    call: &AwsCall,
    request: &Request,
    item: Term,
) -> Outcome {
    let text = field(machine, call.parameters, "UpdateExpression");
    let text = machine.terms().as_str(text).cloned();
    let updates = text.and_then(|text| expression::update(&text).ok());
    let names = updates.and_then(|updates| request.scope.updated_names(machine.terms(), &updates));
    let Some(names) = names else {
        let changed = machine.changing("the updated attributes", call.span, &[call.parameters]);
        return Ok(machine.new_record([("Attributes", changed)]));
    };
    let is_there = |machine: &mut Machine<'_>, name: &str| {
        let path = AttributePath(vec![PathPart::Name(name.into())]);
        request.scope.exists(machine.terms(), item, &path)
    };
    let whole = shown(machine, call, item);
    let attributes = machine.new_record::<&str>([]);
    let mut any = machine.terms().bool(false);
    for name in &names {
        let value = field(machine, whole, name);
        let value = machine.thaw(value);
        let there = is_there(machine, name);
        machine.may_have(attributes, name, there, value);
        any = machine.terms().or(any, there);
    }
    let reply = machine.new_record::<&str>([]);
    machine.may_have(reply, "Attributes", any, attributes);
    Ok(reply)
}

/// Requests worth trying where the request comes from outside: an update that
/// counts, without a condition.
pub(super) fn examples(terms: &mut Terms) -> Vec<(Arc<str>, Vec<Option<Term>>)> {
    let (nothing, one) = (terms.undefined(), terms.number(1.0));
    let counts = terms.string("ADD hits :one");
    let values = terms.record([(Arc::from(":one"), one)]);
    vec![
        ("dynamodb.update".into(), vec![None, Some(counts), Some(nothing), Some(values)]),
        ("dynamodb.condition".into(), vec![None, Some(nothing)]),
    ]
}

/// The item after an update; an update of a missing item creates it.
fn updated(machine: &mut Machine<'_>, call: &AwsCall, request: &Request, parameters: Term) -> Term {
    let text = field(machine, parameters, "UpdateExpression");
    let base = machine.terms().apply(Operator::Merge, &[request.cell.old, request.key]);
    if let Some(text) = machine.terms().as_str(text).cloned() {
        match expression::update(&text) {
            Ok(updates) => return request.scope.update(machine.terms(), base, &updates),
            Err(error) => {
                machine.problem(
                    format!("the update expression {text:?} cannot be read: {error}"),
                    call.span,
                );
            }
        }
    }
    let legacy = field(machine, parameters, "AttributeUpdates");
    if let Node::Record(names, values) = machine.terms().node(legacy).clone() {
        return attribute_updates(machine, base, &names, &values);
    }
    let (names, values) = (request.scope.names, request.scope.values);
    if only_sets(machine, text) {
        machine.assume(&assumptions::UPDATE_EXPRESSION);
        let set = machine.terms().pure("dynamodb.set", &[text, names, values]);
        return machine.terms().apply(Operator::Merge, &[base, set]);
    }
    machine.terms().pure("dynamodb.update", &[base, text, names, values])
}

/// Whether the constant parts of an expression say that it sets attributes, and
/// none of them that the new values depend on the old ones.
fn only_sets(machine: &mut Machine<'_>, text: Term) -> bool {
    let terms = machine.terms();
    let mut sets = false;
    for part in terms.parts(&[text]) {
        let Some(constant) = terms.as_str(part).map(|text| text.to_lowercase()) else { continue };
        let words = ["add ", "delete ", "list_append", "if_not_exists", "+", " - "];
        if words.iter().any(|word| constant.contains(word)) {
            return false;
        }
        sets |= constant.trim_start().starts_with("set");
    }
    sets
}

/// The older form of updates: `{name: {Action: "PUT", Value: v}}`.
fn attribute_updates(
    machine: &mut Machine<'_>,
    base: Term,
    names: &[Arc<str>],
    values: &[Term],
) -> Term {
    let mut new = base;
    for (name, &update) in names.iter().zip(values) {
        let action = field(machine, update, "Action");
        let value = field(machine, update, "Value");
        let terms = machine.terms();
        let value = plain(terms, value);
        let key = terms.string(name.clone());
        new = match terms.as_str(action).map(|a| &**a) {
            Some("DELETE") => terms.apply(Operator::Without, &[new, key]),
            Some("ADD") => {
                let current = terms.apply(Operator::Select, &[base, key]);
                let sum = terms.apply(Operator::Add, &[current, value]);
                terms.apply(Operator::With, &[new, key, sum])
            }
            _ => terms.apply(Operator::With, &[new, key, value]),
        };
    }
    new
}

/// Parameters that make a listing a part of what there is.
const PAGING: [&str; 4] = ["Limit", "ExclusiveStartKey", "Segment", "TotalSegments"];

fn query(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let parameters = call.parameters;
    let store = table(machine, call, parameters);
    models.note_listed(machine, store);
    refuse_placeholders(machine, call, parameters);
    let mut scope = scope(models, machine, store, parameters);
    let mut equations = Some(Vec::new());
    let mut described = Vec::new();
    let item = machine.terms().item();
    let mut selects = Some(machine.terms().bool(true));
    for name in ["KeyConditionExpression", "FilterExpression", "KeyConditions", "ScanFilter"] {
        let text = field(machine, parameters, name);
        if matches!(machine.terms().node(text), Node::Undefined | Node::Null) {
            continue;
        }
        described.push(text);
        let condition = match machine.terms().as_str(text).cloned() {
            Some(text) => expression::condition(&text).ok(),
            None => builder::condition(machine.terms(), &mut scope, text),
        };
        let holds = condition.as_ref().map(|c| scope.condition(machine.terms(), item, c));
        selects = selects.zip(holds).map(|(all, holds)| machine.terms().and(all, holds));
        let fields = condition.and_then(|c| scope.equations(machine.terms(), &c));
        equations = match (equations, fields) {
            (Some(mut all), Some(fields)) => {
                all.extend(fields);
                Some(all)
            }
            _ => None,
        };
    }
    let filter = match (equations, selects) {
        (Some(fields), _) => machine.terms().record(fields),
        (None, Some(condition)) => machine.terms().items_where(condition),
        (None, None) => {
            described.extend([scope.names, scope.values]);
            machine.terms().pure("dynamodb.filter", &described)
        }
    };
    let in_parts = PAGING.iter().any(|name| {
        let given = field(machine, parameters, name);
        !matches!(machine.terms().node(given), Node::Undefined | Node::Null)
    });
    let items = match in_parts {
        true => machine.scan(&call.label, call.span, store, filter)?,
        false => machine.scan_all(&call.label, call.span, store, filter)?,
    };
    let items = machine.freeze(items);
    let count = machine.terms().apply(Operator::Length, &[items]);
    let next = machine.rest_of(&[items]);
    let is_part = machine.terms().apply(Operator::Truthy, &[next]);
    let items = shown(machine, call, items);
    let items = machine.thaw(items);
    let reply = machine.new_record([("Items", items), ("Count", count)]);
    machine.may_have(reply, "LastEvaluatedKey", is_part, next);
    Ok(reply)
}

fn batch_get(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let requests = field(machine, call.parameters, "RequestItems");
    let Some(tables) = named_tables(machine.terms(), requests) else {
        let store = machine.terms().pure("dynamodb.tables", &[requests]);
        let items = machine.scan(&call.label, call.span, store, requests)?;
        return Ok(machine.new_record([("Responses", items)]));
    };
    let mut responses = machine.terms().record([]);
    for (store, wanted) in tables {
        let keys = field(machine, wanted, "Keys");
        let items = machine.for_each(keys, &mut |machine, key| {
            let key = machine.freeze(key);
            let key = plain_item(machine.terms(), key);
            models.learn_key(machine, store, key);
            let cell = machine.cell(store, key);
            let read = cell.read(machine);
            let accessed = machine.access(&call.label, call.span, vec![read], None)?;
            Ok(present(machine, call, accessed.old[0]))
        })?;
        let items = found(machine, items);
        responses = machine.terms().apply(Operator::With, &[responses, store, items]);
    }
    let responses = machine.thaw(responses);
    let rest = machine.rest_of(&[requests]);
    Ok(machine.new_record([("Responses", responses), ("UnprocessedKeys", rest)]))
}

/// The items of a batch that are there: an answer has no place for others.
fn found(machine: &mut Machine<'_>, items: Term) -> Term {
    let items = machine.freeze(items);
    let Node::List(all) = machine.terms().node(items).clone() else { return items };
    let is_missing = |terms: &Terms, item: Term| matches!(terms.node(item), Node::Undefined);
    match machine.is_concrete() {
        true => {
            let there: Vec<Term> =
                all.iter().copied().filter(|&item| !is_missing(machine.terms(), item)).collect();
            machine.terms().list(there)
        }
        false => machine.terms().pure("dynamodb.found", &[items]),
    }
}

/// The tables of a batch, by name or setting, with what is asked of each.
fn named_tables(terms: &mut Terms, requests: Term) -> Option<Vec<(Term, Term)>> {
    match terms.node(requests).clone() {
        Node::Record(names, values) => {
            let named = names.iter().zip(values.iter());
            Some(named.map(|(name, &value)| (terms.string(name.clone()), value)).collect())
        }
        Node::Apply(Operator::With, parts) => {
            let mut tables = named_tables(terms, parts[0])?;
            tables.retain(|(table, _)| *table != parts[1]);
            tables.push((parts[1], parts[2]));
            Some(tables)
        }
        Node::Apply(Operator::Merge, parts) => {
            let mut tables = named_tables(terms, parts[0])?;
            tables.extend(named_tables(terms, parts[1])?);
            Some(tables)
        }
        _ => None,
    }
}

/// Each request of a batch is an operation of its own, in any order.
fn batch_write(models: &Models, machine: &mut Machine<'_>, call: &AwsCall) -> Outcome {
    let requests = field(machine, call.parameters, "RequestItems");
    let rest = machine.rest_of(&[requests]);
    if machine.rest(requests).is_some() {
        machine.assume(&assumptions::BATCH_WRITES);
        return Ok(machine.new_record([("UnprocessedItems", rest)]));
    }
    let Some(tables) = named_tables(machine.terms(), requests) else {
        return Ok(machine.problem(
            "a batch write whose tables are not known; write the table's name or setting as the key",
            call.span,
        ));
    };
    for (store, list) in tables {
        if machine.rest(list).is_some() {
            machine.assume(&assumptions::BATCH_WRITES);
            continue;
        }
        machine.together(|machine| {
            machine.for_each(list, &mut |machine, request| {
                let request = machine.freeze(request);
                batch_request(models, machine, call, store, request)
            })
        })?;
    }
    Ok(machine.new_record([("UnprocessedItems", rest)]))
}

fn batch_request(
    models: &Models,
    machine: &mut Machine<'_>,
    call: &AwsCall,
    store: Term,
    request: Term,
) -> Outcome {
    let put = field(machine, request, "PutRequest");
    let delete = field(machine, request, "DeleteRequest");
    let (key, new) = if matches!(machine.terms().node(put), Node::Undefined) {
        let key = field(machine, delete, "Key");
        let key = plain_item(machine.terms(), key);
        models.learn_key(machine, store, key);
        (key, machine.terms().absent())
    } else {
        let item = field(machine, put, "Item");
        let item = plain_item(machine.terms(), item);
        (models.key_in_item(machine, store, item, Looks::No), item)
    };
    let cell = machine.cell(store, key);
    let change = cell.write(machine, new);
    machine.access(&call.label, call.span, vec![change], None)?;
    Ok(machine.terms().undefined())
}
