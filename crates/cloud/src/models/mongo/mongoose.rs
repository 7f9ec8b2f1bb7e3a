//! mongoose: models, documents and queries that are sent when they are awaited.

use super::document::{Operation, is_about_one, is_asked, with_id};
use super::driver::{delivered, wants_new};
use super::links;
use crate::mentions::has_word;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};
use std::sync::Arc;

/// Methods of documents; the collection, the document and whether it is new are data.
const DOCUMENT: &str = "aplomb:mongoose:";
const METHODS: [&str; 9] = [
    "save",
    "remove",
    "deleteOne",
    "updateOne",
    "validate",
    "validateSync",
    "toObject",
    "toJSON",
    "set",
];

/// Calls that say how documents look and where they are stored.
const SETTING_UP: [&str; 16] = [
    "Schema",
    "model",
    "set",
    "createConnection",
    "useDb",
    "index",
    "plugin",
    "virtual",
    "method",
    "static",
    "add",
    "pre",
    "post",
    "on",
    "once",
    "get",
];

/// Calls that make or refine a query, which is sent when it is awaited.
const QUERY: [&str; 43] = [
    "find",
    "findOne",
    "findById",
    "updateOne",
    "updateMany",
    "update",
    "replaceOne",
    "findByIdAndUpdate",
    "findOneAndUpdate",
    "findOneAndReplace",
    "findByIdAndRemove",
    "findByIdAndDelete",
    "findOneAndRemove",
    "findOneAndDelete",
    "remove",
    "deleteOne",
    "deleteMany",
    "countDocuments",
    "count",
    "exists",
    "distinct",
    "aggregate",
    "estimatedDocumentCount",
    "sort",
    "limit",
    "skip",
    "select",
    "populate",
    "lean",
    "where",
    "equals",
    "in",
    "nin",
    "gt",
    "gte",
    "lt",
    "lte",
    "ne",
    "regex",
    "hint",
    "collation",
    "read",
    "session",
];

/// What a call into mongoose, or on a document, means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if let Some(method) = path.root.strip_prefix(DOCUMENT) {
        let method = method.to_string();
        return Some(on_document(machine, call, &method));
    }
    if &*path.root != "mongoose" {
        return None;
    }
    let name = path.last().to_string();
    if matches!(name.as_str(), "ObjectId" | "ObjectID") {
        return None;
    }
    let Some(model) = model(machine, path) else {
        return Some(match name.as_str() {
            "connect" | "disconnect" | "close" => {
                delivered(machine, call, |machine| Ok(machine.terms().external("mongoose")))
            }
            name if call.constructed || SETTING_UP.contains(&name) => {
                machine.escape_all(call);
                Ok(machine.chain(call))
            }
            _ => return None,
        });
    };
    let on_model = links(path).len() == model.depth;
    if on_model && (call.constructed || is_called(path)) {
        return Some(construct(machine, call, &model));
    }
    if on_model && matches!(name.as_str(), "create" | "insertMany") {
        return Some(create(machine, call, &model));
    }
    match name.as_str() {
        "then" | "catch" | "finally" => {
            let query = awaited(machine, path)?;
            let promise = machine.promise(|_| query);
            Some(promise.and_then(|promise| machine.call_method(promise, &name, &call.arguments)))
        }
        "exec" => {
            let query = awaited(machine, path)?;
            Some(delivered(machine, call, |_| query))
        }
        _ => {
            let callback = call.arguments.last().copied().filter(|&f| machine.is_function(f));
            match callback {
                // A callback sends the query at once.
                Some(callback) => {
                    let mut plain = call.clone();
                    plain.arguments.pop();
                    let query = machine.chain(&plain);
                    let query = Path::of(machine.terms(), query)?;
                    let outcome = awaited(machine, &query)?;
                    Some(machine.call_back(callback, |_| outcome))
                }
                None if QUERY.contains(&name.as_str()) => Some(Ok(machine.chain(call))),
                None => None,
            }
        }
    }
}

/// `mongoose.models.Order` is the model of that name, wherever its schema stands.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    let path = Path::of(machine.terms(), object)?.to_string();
    matches!(path.as_str(), "mongoose.models" | "mongoose.connection.models").then_some(())?;
    let terms = machine.terms();
    let mongoose = terms.external("mongoose");
    let callee = terms.apply(Operator::Member("model".into()), &[mongoose]);
    let arguments = vec![terms.string(name)];
    let (receiver, named, span) = (Some(mongoose), Vec::new(), machine.span());
    let call = Call { callee, receiver, arguments, named, constructed: false, span };
    Some(machine.chain(&call))
}

/// A model: `mongoose.model(name, schema)`.
struct Model {
    store: Term,
    /// The fields that its schema declares, if they are known.
    fields: Option<Vec<Arc<str>>>,
    /// Its documents have the times when they were made and changed last.
    is_timed: bool,
    /// How many calls of the chain make the model.
    depth: usize,
}

fn model(machine: &mut Machine<'_>, path: &Path) -> Option<Model> {
    let chain = links(path);
    let at = chain.iter().position(|link| link.name == "model")?;
    let store = *chain[at].arguments.first()?;
    let schema = chain[at].arguments.get(1).copied();
    let fields = schema.and_then(|schema| schema_fields(machine, schema));
    let is_timed = match (schema, &fields) {
        (Some(schema), Some(_)) => schema_is_timed(machine, schema),
        // The schema is somewhere else.
        _ => {
            struct Timed;
            has_word::<Timed>(machine.program(), &["timestamps"])
        }
    };
    Some(Model { store, fields, is_timed, depth: at + 1 })
}

/// Whether a schema says `timestamps`, or may say so.
fn schema_is_timed(machine: &mut Machine<'_>, schema: Term) -> bool {
    let settings = Path::of(machine.terms(), schema)
        .and_then(|path| path.arguments(0).and_then(|arguments| arguments.get(1).copied()));
    let Some(settings) = settings else { return false };
    let settings = machine.freeze(settings);
    let asked = machine.terms().field(settings, "timestamps");
    let asked = machine.terms().apply(Operator::Truthy, &[asked]);
    machine.terms().as_bool(asked) != Some(false)
}

impl Model {
    /// A document that is stored for the first time.
    fn made(&self, machine: &mut Machine<'_>, content: Term, span: aplomb_script::Span) -> Outcome {
        if !self.is_timed {
            return Ok(content);
        }
        let now = machine.fresh("timestamps", span, false)?;
        let times = [("createdAt".into(), now), ("updatedAt".into(), now)];
        let times = machine.terms().record(times);
        Ok(machine.terms().apply(Operator::Merge, &[times, content]))
    }

    /// An update, with what it says of times.
    fn updated(&self, machine: &mut Machine<'_>, update: Term) -> Outcome {
        let Node::Record(names, values) = machine.terms().node(update).clone() else {
            return Ok(update);
        };
        if !self.is_timed {
            return Ok(update);
        }
        let span = machine.span();
        let now = machine.fresh("timestamps", span, false)?;
        let terms = machine.terms();
        let changed = terms.record([("updatedAt".into(), now)]);
        let made = terms.record([("createdAt".into(), now)]);
        let by_operator = names.iter().any(|name| name.starts_with('$'));
        let mut parts: Vec<(Arc<str>, Term)> = match by_operator {
            true => names.iter().cloned().zip(values.iter().copied()).collect(),
            false => vec![("$set".into(), update)],
        };
        for (operator, times) in [("$set", changed), ("$setOnInsert", made)] {
            match parts.iter_mut().find(|(name, _)| &**name == operator) {
                Some((_, said)) => *said = terms.apply(Operator::Merge, &[*said, times]),
                None => parts.push((operator.into(), times)),
            }
        }
        Ok(terms.record(parts))
    }
}

/// The fields of a schema, given as such or as a record.
fn schema_fields(machine: &mut Machine<'_>, schema: Term) -> Option<Vec<Arc<str>>> {
    let declared = Path::of(machine.terms(), schema)
        .and_then(|path| path.arguments(0).and_then(|arguments| arguments.first().copied()));
    let Node::Record(names, _) = machine.view(declared.unwrap_or(schema)) else { return None };
    let mut names = names.to_vec();
    names.push("_id".into());
    Some(names)
}

/// Whether the last thing in the chain is a call: the model itself.
fn is_called(path: &Path) -> bool {
    matches!(path.segments.last(), Some(aplomb_symbolic::PathSegment::Called { .. }))
}

/// `new Model(fields)`: a document that is not stored yet.
fn construct(machine: &mut Machine<'_>, call: &Call, model: &Model) -> Outcome {
    let content = match call.argument(0) {
        Some(given) => machine.freeze(given),
        None => machine.terms().record([]),
    };
    let (content, _, _) = with_id(machine, content, call.span)?;
    let new = machine.terms().bool(true);
    document(machine, model, content, new)
}

/// A document object with its methods.
fn document(machine: &mut Machine<'_>, model: &Model, content: Term, is_new: Term) -> Outcome {
    let id = machine.terms().field(content, "_id");
    let object = match (machine.terms().node(content), &model.fields) {
        (Node::Record(..), _) | (_, None) => machine.thaw(content),
        (_, Some(names)) => {
            let fields: Vec<(&str, Term)> =
                names.iter().map(|name| (&**name, machine.terms().field(content, name))).collect();
            machine.new_record(fields)
        }
    };
    let mut members = vec![("id", id)];
    for method in METHODS {
        let name = format!("{DOCUMENT}{method}");
        let is_timed = machine.terms().bool(model.is_timed);
        members.push((method, machine.function(&name, &[model.store, object, is_new, is_timed])));
    }
    let prototype = machine.new_record(members);
    // Virtuals, and methods that the schema defines.
    let prototype = machine.open(prototype);
    machine.inherit(object, prototype);
    Ok(object)
}

fn on_document(machine: &mut Machine<'_>, call: &Call, method: &str) -> Outcome {
    let [store, object, is_new, is_timed, rest @ ..] = call.arguments.as_slice() else {
        return Ok(machine.terms().undefined());
    };
    let store = *store;
    let whole = machine.freeze(*object);
    let id = machine.terms().field(whole, "_id");
    let filter = machine.terms().record([(Arc::from("_id"), id)]);
    let operation =
        Operation { store, label: method, span: call.span, session: None, is_about_one: true };
    let is_timed = machine.terms().is_true(*is_timed);
    let model = Model { store, fields: None, is_timed, depth: 0 };
    let given = rest.first().copied();
    match method {
        "save" => delivered(machine, call, |machine| {
            if machine.terms().is_true(*is_new) {
                let whole = model.made(machine, whole, call.span)?;
                operation.insert(machine, whole)?;
            } else if model.is_timed {
                let now = machine.fresh("timestamps", call.span, false)?;
                let times = machine.terms().record([("updatedAt".into(), now)]);
                let whole = machine.terms().apply(Operator::Merge, &[whole, times]);
                operation.update(machine, filter, whole, true, false)?;
            } else {
                operation.update(machine, filter, whole, true, false)?;
            }
            Ok(*object)
        }),
        "remove" | "deleteOne" => delivered(machine, call, |machine| {
            operation.delete(machine, filter)?;
            Ok(*object)
        }),
        "updateOne" => delivered(machine, call, |machine| {
            let update = match given {
                Some(update) => machine.freeze(update),
                None => machine.terms().record([]),
            };
            let update = model.updated(machine, update)?;
            operation.update(machine, filter, update, false, false)?;
            Ok(*object)
        }),
        "set" => {
            for (name, value) in given.and_then(|g| machine.fields(g)).unwrap_or_default() {
                machine.set(*object, &name, value)?;
            }
            Ok(*object)
        }
        "validateSync" | "validate" => {
            let terms = machine.terms();
            let valid = terms.pure("mongoose.valid", &[store, whole]);
            let valid = terms.apply(Operator::Truthy, &[valid]);
            let (fine, error) = (terms.undefined(), terms.string("ValidationError"));
            match method {
                "validate" => delivered(machine, call, |_| Ok(fine)),
                _ => Ok(machine.terms().ite(valid, fine, error)),
            }
        }
        _ => Ok(machine.thaw(whole)),
    }
}

/// `Model.create(fields)`, also of several.
fn create(machine: &mut Machine<'_>, call: &Call, model: &Model) -> Outcome {
    let Some(given) = call.argument(0) else { return Ok(machine.terms().undefined()) };
    let (store, label, span) = (model.store, "create", call.span);
    let operation = Operation { store, label, span, session: None, is_about_one: true };
    delivered(machine, call, |machine| {
        let stored = machine.terms().bool(false);
        let mut one = |machine: &mut Machine<'_>, given: Term| {
            let fields = machine.freeze(given);
            let fields = model.made(machine, fields, call.span)?;
            let whole = operation.insert(machine, fields)?;
            document(machine, model, whole, stored)
        };
        match machine.is_list(given) {
            true => machine.for_each(given, &mut one),
            false => one(machine, given),
        }
    })
}

/// A document that was found by its `_id` has that `_id`.
fn with_key(machine: &mut Machine<'_>, found: Term, filter: Term) -> Term {
    let id = machine.terms().field(filter, "_id");
    match machine.view(filter) {
        Node::Record(names, _) if names.iter().any(|name| &**name == "_id") => {
            let key = machine.terms().record([(Arc::from("_id"), id)]);
            machine.terms().apply(Operator::Merge, &[found, key])
        }
        _ => found,
    }
}

/// Sends a query.
pub(super) fn awaited(machine: &mut Machine<'_>, path: &Path) -> Option<Outcome> {
    let model = model(machine, path)?;
    let chain = links(path);
    let query = chain.get(model.depth)?;
    let lean = chain.iter().any(|link| link.name == "lean");
    let mut arguments = query.arguments.clone();
    for argument in &mut arguments {
        *argument = machine.freeze(*argument);
    }
    let empty = machine.terms().record([]);
    let first = arguments.first().copied().unwrap_or(empty);
    let second = arguments.get(1).copied().unwrap_or(empty);
    let options = arguments.get(2).copied().unwrap_or(empty);
    let span = machine.span();
    let many = is_asked(machine, options, "multi", span);
    let is_about_one = is_about_one(&query.name) && !many;
    let (store, label) = (model.store, &query.name);
    let operation = Operation { store, label, span, session: None, is_about_one };
    let filter = match query.name.contains("ById") {
        true => machine.terms().record([(Arc::from("_id"), first)]),
        false => first,
    };
    let upsert = is_asked(machine, options, "upsert", span);
    let wants_new = is_asked(machine, options, "new", span) || wants_new(machine, options, span);
    for name in ["rawResult", "includeResultMetadata"] {
        if is_asked(machine, options, name, span) {
            let message = "what an update tells besides the document is not supported";
            machine.problem(message, span);
        }
    }
    let stored = machine.terms().bool(false);
    let outcome = match query.name.as_str() {
        "find" => operation.find(machine, filter),
        "findOne" | "findById" => operation.find_one(machine, filter).and_then(|found| {
            if lean {
                return Ok(found);
            }
            let null = machine.terms().null();
            let nothing = machine.terms().equal(found, null);
            machine.branch(
                nothing,
                |_| Ok(null),
                |machine| {
                    let found = machine.freeze(found);
                    let found = match machine.terms().node(found).clone() {
                        Node::Apply(Operator::Ite, parts) => parts[1],
                        _ => found,
                    };
                    let found = with_key(machine, found, filter);
                    document(machine, &model, found, stored)
                },
            )
        }),
        "updateOne" | "updateMany" | "update" | "replaceOne" => {
            let replace = query.name == "replaceOne";
            let changed = match replace {
                true => model.made(machine, second, span),
                false => model.updated(machine, second),
            };
            let update = |second: Term| operation.update(machine, filter, second, replace, upsert);
            changed.and_then(update).map(|done| {
                let result = machine.new_record([
                    ("matchedCount", done.count),
                    ("modifiedCount", done.modified),
                    ("upsertedCount", done.created),
                    ("upsertedId", done.created_id),
                    ("n", done.count),
                    ("nModified", done.modified),
                ]);
                machine.open(result)
            })
        }
        "findByIdAndUpdate" | "findOneAndUpdate" | "findOneAndReplace" => {
            let replace = query.name == "findOneAndReplace";
            let changed = match replace {
                true => model.made(machine, second, span),
                false => model.updated(machine, second),
            };
            changed
                .and_then(|second| operation.update(machine, filter, second, replace, upsert))
                .map(|done| if wants_new { done.new } else { done.before(machine) })
        }
        "findByIdAndRemove" | "findByIdAndDelete" | "findOneAndRemove" | "findOneAndDelete" => {
            operation.delete(machine, filter).map(|done| done.before(machine))
        }
        "remove" | "deleteOne" | "deleteMany" => operation.delete(machine, filter).map(|done| {
            let result = machine.new_record([("deletedCount", done.count), ("n", done.count)]);
            machine.open(result)
        }),
        "countDocuments"
        | "count"
        | "exists"
        | "distinct"
        | "aggregate"
        | "estimatedDocumentCount" => {
            let described = machine.terms().pure("mongodb.filter", &[first]);
            let name = query.name.clone();
            machine.scan(&name, span, model.store, described).map(|found| {
                match name.contains("ount") {
                    true => machine.terms().apply(Operator::Length, &[found]),
                    false => machine.thaw(found),
                }
            })
        }
        _ => return None,
    };
    Some(outcome)
}
