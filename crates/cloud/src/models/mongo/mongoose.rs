//! mongoose: models, documents and queries that are sent when they are awaited.

use super::document::{Operation, is_about_one, is_asked};
use super::driver::{delivered, refuse_storing, wants_new};
use super::links;
use super::object::{self, DOCUMENT, construct, document};
use super::schema::{self, Schema};
use super::shape::{self, Fill, cast, cast_update};
use crate::mentions::has_word;
use aplomb_script::Span;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, Term};
use std::sync::Arc;

/// Calls that say how documents look and where they are stored.
const SETTING_UP: [&str; 8] =
    ["Schema", "model", "set", "createConnection", "useDb", "on", "once", "get"];

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
        return Some(object::on_document(machine, call, &method));
    }
    if let Some(outcome) = schema::call(machine, call, path) {
        return Some(outcome);
    }
    if &*path.root != "mongoose" {
        return None;
    }
    let name = path.last().to_string();
    if matches!(name.as_str(), "ObjectId" | "ObjectID") {
        return None;
    }
    if path.to_string() == "mongoose.Schema" {
        return Some(schema::make(machine, call));
    }
    let Some(model) = model(machine, path) else {
        if name == "model"
            && let (Some(name), Some(schema)) = (call.argument(0), call.argument(1))
            && let Some(schema) = Schema::of(machine, schema)
            && let Err(stop) = schema.note_model(machine, name)
        {
            return Some(Err(stop));
        }
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
    if on_model
        && let Some(function) = model.schema.and_then(|schema| schema.of_models(machine, &name))
    {
        return Some(machine.call(function, call.receiver, &call.arguments));
    }
    if on_model && (call.constructed || is_called(path)) {
        return Some(construct(machine, call, &model));
    }
    if on_model && matches!(name.as_str(), "create" | "insertMany") {
        return Some(create(machine, call, &model, &name));
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

/// `mongoose.models.Order` is the model of that name, if there is one by now.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    let path = Path::of(machine.terms(), object)?.to_string();
    matches!(path.as_str(), "mongoose.models" | "mongoose.connection.models").then_some(())?;
    let name = machine.terms().string(name);
    if Schema::of_model(machine, name).is_none() {
        return Some(machine.terms().undefined());
    }
    let terms = machine.terms();
    let mongoose = terms.external("mongoose");
    let callee = terms.apply(Operator::Member("model".into()), &[mongoose]);
    let arguments = vec![name];
    let (receiver, named, span) = (Some(mongoose), Vec::new(), machine.span());
    let call = Call { callee, receiver, arguments, named, constructed: false, span };
    Some(machine.chain(&call))
}

/// A model: `mongoose.model(name, schema)`.
pub(super) struct Model {
    pub(super) store: Term,
    pub(super) schema: Option<Schema>,
    /// The fields that its schema declares, if they are known.
    pub(super) fields: Option<Vec<shape::Field>>,
    /// Its documents have the times when they were made and changed last.
    pub(super) is_timed: bool,
    /// How many calls of the chain make the model.
    pub(super) depth: usize,
}

fn model(machine: &mut Machine<'_>, path: &Path) -> Option<Model> {
    let chain = links(path);
    let at = chain.iter().position(|link| link.name == "model")?;
    let store = *chain[at].arguments.first()?;
    Some(Model { depth: at + 1, ..model_of(machine, store, chain[at].arguments.get(1).copied()) })
}

/// The model of a collection, with its schema or the record of declarations that it is made of.
fn model_of(machine: &mut Machine<'_>, store: Term, declared: Option<Term>) -> Model {
    let schema = match declared {
        Some(declared) => Schema::of(machine, declared),
        None => Schema::of_model(machine, store),
    };
    let fields = match (schema, declared) {
        (Some(schema), _) => schema.fields(machine),
        (None, Some(declared)) => shape::fields(machine, declared),
        (None, None) => None,
    };
    let is_timed = match (schema, declared) {
        (Some(schema), _) => schema.is_timed(machine),
        (None, Some(_)) if fields.is_some() => false,
        // The schema is somewhere else.
        _ => {
            struct Timed;
            has_word::<Timed>(machine.program(), &["timestamps"])
        }
    };
    Model { store, schema, fields, is_timed, depth: 0 }
}

impl Model {
    /// Says so if what the program gives the schema is not known, or changes this operation in
    /// a way that is not supported.
    pub(super) fn refuse(&self, machine: &mut Machine<'_>, operation: &str, run: &[&str]) {
        match self.schema {
            Some(schema) => schema.refuse_hooks(machine, operation, run),
            None if self.fields.is_none() => schema::refuse_unknown(machine),
            None => {}
        }
    }

    /// A new document, with defaults.
    pub(super) fn filled(&self, machine: &mut Machine<'_>, content: Term, span: Span) -> Outcome {
        match &self.fields {
            Some(fields) => cast(machine, fields, content, Fill::Defaults, span),
            None => Ok(content),
        }
    }

    /// A document that is stored for the first time.
    pub(super) fn made(&self, machine: &mut Machine<'_>, content: Term, span: Span) -> Outcome {
        if !self.is_timed {
            return Ok(content);
        }
        let now = machine.fresh("timestamps", span, false)?;
        let times = [("createdAt".into(), now), ("updatedAt".into(), now)];
        let times = machine.terms().record(times);
        Ok(machine.terms().apply(Operator::Merge, &[times, content]))
    }

    /// A document that takes the place of another one, or is stored for the first time.
    fn replaced(&self, machine: &mut Machine<'_>, content: Term, span: Span) -> Outcome {
        let content = self.filled(machine, content, span)?;
        self.made(machine, content, span)
    }

    /// An update; where it makes the document, that has its defaults.
    fn changed(
        &self,
        machine: &mut Machine<'_>,
        update: Term,
        filter: Term,
        upsert: bool,
        span: Span,
    ) -> Outcome {
        let update = self.updated(machine, update)?;
        match &self.fields {
            Some(fields) if upsert => shape::with_defaults(machine, fields, update, filter, span),
            _ => Ok(update),
        }
    }

    /// An update, with what it says of times.
    pub(super) fn updated(&self, machine: &mut Machine<'_>, update: Term) -> Outcome {
        let span = machine.span();
        let update = match &self.fields {
            Some(fields) => cast_update(machine, fields, update, span)?,
            None => update,
        };
        let Node::Record(names, values) = machine.terms().node(update).clone() else {
            return Ok(update);
        };
        if !self.is_timed {
            return Ok(update);
        }
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

/// Whether the last thing in the chain is a call: the model itself.
fn is_called(path: &Path) -> bool {
    matches!(path.segments.last(), Some(aplomb_symbolic::PathSegment::Called { .. }))
}

/// `Model.create(fields)`, `Model.insertMany(documents)`.
fn create(machine: &mut Machine<'_>, call: &Call, model: &Model, label: &str) -> Outcome {
    let Some(given) = call.argument(0) else { return Ok(machine.terms().undefined()) };
    let (store, span) = (model.store, call.span);
    let operation = Operation { store, label, span, session: None, is_about_one: true };
    model.refuse(machine, label, &[]);
    delivered(machine, call, |machine| {
        let mut one = |machine: &mut Machine<'_>, given: Term| {
            let content = machine.freeze(given);
            let content = model.filled(machine, content, span)?;
            if label == "insertMany" {
                let content = model.made(machine, content, span)?;
                let whole = operation.insert(machine, content)?;
                return document(machine, model, whole, Some(whole)).map(|made| made.object);
            }
            let made = document(machine, model, content, None)?;
            made.save(machine, &operation)
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
    model.refuse(machine, &query.name, &[]);
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
                    document(machine, &model, found, Some(found)).map(|made| made.object)
                },
            )
        }),
        "updateOne" | "updateMany" | "update" | "replaceOne" => {
            let replace = query.name == "replaceOne";
            let changed = match replace {
                true => model.replaced(machine, second, span),
                false => model.changed(machine, second, filter, upsert, span),
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
                true => model.replaced(machine, second, span),
                false => model.changed(machine, second, filter, upsert, span),
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
            if query.name == "aggregate" {
                refuse_storing(machine, first, span);
            }
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
