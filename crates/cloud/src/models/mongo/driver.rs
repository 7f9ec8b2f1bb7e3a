//! The drivers: `mongodb` for JavaScript, `pymongo` (and `motor`) for Python.

use super::document::{Done, Operation, is_about_one, is_asked};
use super::update::may_store;
use super::{bulk, links, session};
use aplomb_script::{Language, Span};
use aplomb_symbolic::{Call, Form, Machine, Node, Outcome, Path, PathSegment, Term};

/// Operations that are performed when they are called.
const OPERATIONS: [&str; 22] = [
    "insertOne",
    "insertMany",
    "insert",
    "save",
    "findOne",
    "updateOne",
    "updateMany",
    "update",
    "replaceOne",
    "deleteOne",
    "deleteMany",
    "remove",
    "findOneAndUpdate",
    "findOneAndReplace",
    "findOneAndDelete",
    "countDocuments",
    "count",
    "estimatedDocumentCount",
    "aggregate",
    "distinct",
    "bulkWrite",
    "drop",
];

/// Calls that make or change something that is only sent later: clients, databases,
/// collections, cursors.
const BUILDERS: [&str; 30] = [
    "MongoClient",
    "AsyncIOMotorClient",
    "AsyncMongoClient",
    "db",
    "collection",
    "getDatabase",
    "getDefaultDatabase",
    "getCollection",
    "withOptions",
    "find",
    "sort",
    "limit",
    "skip",
    "project",
    "hint",
    "batchSize",
    "maxTimeMS",
    "allowDiskUse",
    "collation",
    "comment",
    "min",
    "max",
    "readConcern",
    "withReadConcern",
    "withReadPreference",
    "setReadPreference",
    "rewind",
    "_Enter",
    "_Exit",
    "[]",
];

/// What a call into a driver means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let root = path.root.split('.').next().unwrap_or_default();
    if !matches!(root, "mongodb" | "pymongo" | "motor") {
        return None;
    }
    let operation = camel_case(path.last());
    if matches!(operation.as_str(), "ObjectId" | "ObjectID") {
        return None;
    }
    if let Some(outcome) = session::call(machine, call, path, &operation) {
        return Some(outcome);
    }
    // A cursor: it is asked when its documents are.
    let is_cursor = operation == "aggregate" && machine.dialect().language != Language::Python;
    if is_cursor && collection(machine, path).is_some() {
        machine.escape_all(call);
        return Some(Ok(machine.chain(call)));
    }
    if OPERATIONS.contains(&operation.as_str()) && collection(machine, path).is_some() {
        return Some(perform(machine, call, path, &operation));
    }
    match operation.as_str() {
        "connect" | "close" | "isConnected" => Some(connect(machine, call, path, &operation)),
        "toArray" | "toList" => {
            let found = awaited(machine, path)?;
            Some(delivered(machine, call, |_| found))
        }
        "forEach" | "each" => {
            let body = call.argument(0)?;
            let found = awaited(machine, path)?;
            Some(delivered(machine, call, |machine| {
                let items = found?;
                machine.for_each(items, &mut |machine, item| machine.call(body, None, &[item]))
            }))
        }
        // The driver makes an index again without a word.
        "createIndex" | "createIndexes" | "ensureIndex" => {
            let name = super::super::pure(machine, "mongodb.index", call);
            Some(delivered(machine, call, |_| Ok(name)))
        }
        operation if BUILDERS.contains(&operation) || call.constructed => {
            machine.escape_all(call);
            Some(Ok(machine.chain(call)))
        }
        _ => None,
    }
}

/// Connections are made and closed without anybody seeing it.
fn connect(machine: &mut Machine<'_>, call: &Call, path: &Path, operation: &str) -> Outcome {
    if operation == "isConnected" {
        // As in a new container.
        return Ok(machine.terms().bool(false));
    }
    let client = match operation {
        "connect" => match call.receiver {
            // `MongoClient.connect(url)` makes a client, `client.connect()` gives it.
            Some(receiver) if !links(path).is_empty() => receiver,
            _ => machine.chain(call),
        },
        _ => machine.terms().undefined(),
    };
    delivered(machine, call, |_| Ok(client))
}

/// Runs a query that was built but not sent: `find(…).sort(…)`.
pub(super) fn awaited(machine: &mut Machine<'_>, path: &Path) -> Option<Outcome> {
    let chain = links(path);
    let find = chain.iter().position(|link| matches!(&*link.name, "find" | "aggregate"))?;
    let store = collection(machine, path)?;
    let mut filter = argument(machine, &chain[find].arguments, chain[find].named, 0, "filter");
    let span = machine.span();
    let options = chain[find].arguments.get(1).copied();
    let given = options.and_then(|options| session::of_options(machine, options));
    let given = given.or_else(|| session::of_options(machine, chain[find].named?));
    let label = &chain[find].name;
    if label == "aggregate" {
        refuse_storing(machine, filter, span);
        filter = machine.terms().pure("mongodb.filter", &[filter]);
    }
    let operation = Operation { store, label, span, session: given, is_about_one: false };
    let found = operation.find(machine, filter);
    if chain.len() == find + 1 {
        return Some(found);
    }
    // What sorts, limits and projects is a function of what was found.
    let mut description = Vec::new();
    for link in &chain[find + 1..] {
        description.push(machine.terms().string(link.name.as_str()));
        description.extend(link.arguments.iter().copied());
    }
    Some(found.map(|items| {
        let items = machine.freeze(items);
        description.insert(0, items);
        machine.terms().pure("mongodb.cursor", &description)
    }))
}

/// The collection that a chain is about: `db.collection(name)`, `client[db][name]`.
fn collection(machine: &mut Machine<'_>, path: &Path) -> Option<Term> {
    let mut member: Option<String> = None;
    let mut index: Option<Term> = None;
    let mut at_database = false;
    for segment in &path.segments {
        match segment {
            PathSegment::Member(name) => {
                let is_operation = matches!(camel_case(name).as_str(), "find")
                    || OPERATIONS.contains(&camel_case(name).as_str());
                if is_operation {
                    break;
                }
                if !matches!(&**name, "[]" | "collection" | "get_collection" | "MongoClient") {
                    index = None;
                }
                at_database = !matches!(&**name, "db" | "get_database" | "get_default_database");
                member = Some(name.to_string());
            }
            PathSegment::Called { arguments, .. } => {
                let by_name = matches!(
                    member.as_deref(),
                    Some("collection" | "[]" | "get_collection" | "with_options")
                );
                if by_name && member.as_deref() != Some("with_options") {
                    index = arguments.first().copied();
                }
            }
        }
    }
    if let Some(index) = index {
        return Some(index);
    }
    let name = member.filter(|_| at_database)?;
    Some(machine.terms().string(name))
}

fn argument(
    machine: &mut Machine<'_>,
    arguments: &[Term],
    named: Option<Term>,
    index: usize,
    name: &str,
) -> Term {
    if let Some(named) = named {
        let value = machine.terms().field(named, name);
        if !matches!(machine.terms().node(value), Node::Undefined) {
            return value;
        }
    }
    match arguments.get(index) {
        Some(&value) if !machine.is_function(value) => machine.freeze(value),
        _ => machine.terms().record([]),
    }
}

/// Whether a set is in what a program gives.
fn has_set(machine: &mut Machine<'_>, value: Term, depth: usize) -> bool {
    const DEEPEST: usize = 8;
    if machine.form(value) == Some(Form::Set) {
        return true;
    }
    let inside = machine.values_in(value).filter(|_| depth < DEEPEST).unwrap_or_default();
    inside.into_iter().any(|value| has_set(machine, value, depth + 1))
}

fn perform(machine: &mut Machine<'_>, call: &Call, path: &Path, operation: &str) -> Outcome {
    let Some(store) = collection(machine, path) else { return Ok(machine.chain(call)) };
    let label = path.last().to_string();
    let python = machine.dialect().language == Language::Python;
    let given = call.arguments.iter().chain(call.named.iter().map(|(_, value)| value));
    if python && given.copied().any(|value| has_set(machine, value, 0)) {
        machine.problem("pymongo refuses sets; write a list", call.span);
    }
    let mut fields = Vec::new();
    for (name, value) in &call.named {
        let value = machine.freeze(*value);
        fields.push((name.clone(), value));
    }
    let named = machine.terms().record(fields);
    let options = if python { named } else { argument(machine, &call.arguments, None, 2, "") };
    let upsert = is_asked(machine, options, "upsert", call.span);
    if is_asked(machine, options, "includeResultMetadata", call.span) {
        let message = "what an update tells besides the document is not supported";
        machine.problem(message, call.span);
    }
    let many = is_asked(machine, options, "multi", call.span);
    let first = match operation {
        "insertOne" | "insert" | "save" => "document",
        "insertMany" => "documents",
        "bulkWrite" => "requests",
        _ => "filter",
    };
    let second = if operation.contains("eplace") { "replacement" } else { "update" };
    let first = argument(machine, &call.arguments, Some(named), 0, first);
    let second = argument(machine, &call.arguments, Some(named), 1, second);
    let original = call.argument(0);
    let session = session::given(machine, call);
    delivered(machine, call, |machine| {
        let is_about_one = is_about_one(operation) && !many;
        let op = Operation { store, label: &label, span: call.span, session, is_about_one };
        match operation {
            "insertOne" | "insert" | "save" => {
                let document = op.insert(machine, first)?;
                let id = machine.terms().field(document, "_id");
                // Both drivers put the new `_id` into the document they were given.
                if let Some(original) = original {
                    machine.set(original, "_id", id)?;
                }
                result(machine, python, &[("insertedId", id)])
            }
            "insertMany" => {
                let ids = machine.for_each(first, &mut |machine, document| {
                    let document = machine.freeze(document);
                    let document = op.insert(machine, document)?;
                    Ok(machine.terms().field(document, "_id"))
                })?;
                result(machine, python, &[("insertedIds", ids)])
            }
            "findOne" => op.find_one(machine, first),
            "updateOne" | "updateMany" | "update" | "replaceOne" => {
                let replace = operation == "replaceOne";
                let done = op.update(machine, first, second, replace, upsert)?;
                let counted = [
                    ("matchedCount", done.count),
                    ("modifiedCount", done.modified),
                    ("upsertedCount", done.created),
                    ("upsertedId", done.created_id),
                ];
                result(machine, python, &counted)
            }
            "bulkWrite" => bulk::write(machine, &op, first),
            "drop" => {
                let all = machine.terms().record([]);
                op.delete(machine, all)?;
                Ok(machine.terms().bool(true))
            }
            "deleteOne" | "deleteMany" | "remove" => {
                let Done { count, .. } = op.delete(machine, first)?;
                result(machine, python, &[("deletedCount", count)])
            }
            "findOneAndUpdate" | "findOneAndReplace" => {
                let replace = operation == "findOneAndReplace";
                let done = op.update(machine, first, second, replace, upsert)?;
                Ok(match wants_new(machine, options, call.span) {
                    true => done.new,
                    false => done.before(machine),
                })
            }
            "findOneAndDelete" => Ok(op.delete(machine, first)?.before(machine)),
            _ => {
                if operation == "aggregate" {
                    refuse_storing(machine, first, call.span);
                }
                let described = machine.terms().pure("mongodb.filter", &[first]);
                let found = op.list(machine, described)?;
                match operation.contains("ount") {
                    true => Ok(machine.terms().apply(aplomb_symbolic::Operator::Length, &[found])),
                    false => Ok(machine.thaw(found)),
                }
            }
        }
    })
}

/// Whether the options of an update ask for the document after it.
pub(super) fn wants_new(machine: &mut Machine<'_>, options: Term, span: Span) -> bool {
    let mut asked = false;
    for (name, new) in
        [("returnDocument", true), ("return_document", true), ("returnOriginal", false)]
    {
        let value = machine.terms().field(options, name);
        let path = Path::of(machine.terms(), value).map(|path| path.last().to_lowercase());
        asked |= match machine.terms().node(value) {
            Node::Undefined | Node::Null => false,
            Node::Bool(given) => *given == new,
            Node::String(word) => &**word == "after",
            _ => match path.as_deref() {
                Some("after") => true,
                Some("before") => false,
                _ => {
                    let message = "whether an update gives the document before or after it";
                    machine.problem(message, span);
                    true
                }
            },
        };
    }
    asked
}

/// The result of an operation, with the names of the language.
fn result(machine: &mut Machine<'_>, python: bool, fields: &[(&str, Term)]) -> Outcome {
    let named = fields.iter().map(|(name, value)| match python {
        true => (snake_case(name), *value),
        false => (name.to_string(), *value),
    });
    let result = machine.new_record(named.collect::<Vec<_>>());
    Ok(machine.open(result))
}

/// Gives an outcome to a callback, as a promise, or directly (Python).
pub(super) fn delivered(
    machine: &mut Machine<'_>,
    call: &Call,
    body: impl FnOnce(&mut Machine<'_>) -> Outcome,
) -> Outcome {
    if machine.dialect().language == Language::Python {
        return body(machine);
    }
    match call.arguments.last().copied().filter(|&last| machine.is_function(last)) {
        Some(callback) => machine.call_back(callback, body),
        None => machine.promise(body),
    }
}

/// Says so if an aggregation may store what it finds.
pub(super) fn refuse_storing(machine: &mut Machine<'_>, stages: Term, span: Span) {
    let stages = machine.freeze(stages);
    if may_store(machine.terms(), stages) {
        let message = "an aggregation that stores what it finds (`$merge`, `$out`), or may do so, \
                       is not supported";
        machine.problem(message, span);
    }
}

fn camel_case(name: &str) -> String {
    let mut all = String::new();
    let mut upper = false;
    for c in name.chars() {
        match c {
            '_' if !all.is_empty() => upper = true,
            c if upper => {
                all.extend(c.to_uppercase());
                upper = false;
            }
            c => all.push(c),
        }
    }
    all
}

fn snake_case(name: &str) -> String {
    let mut all = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            all.push('_');
        }
        all.extend(c.to_lowercase());
    }
    all
}
