//! CouchDB and Cloudant, through `nano` and the packages that share its interface.
//!
//! Documents are cells named by their `_id`. Whoever changes a document says which
//! revision it knows, and the database refuses if there is another one. A revision
//! is a function of the document and the revision before.

use super::packages::{callback, deliver};
use aplomb_script::Span;
use aplomb_symbolic::{Call, Change, Machine, Node, Operator, Outcome, Path, PathSegment, Term};
use std::sync::Arc;

const PACKAGES: [&str; 4] = ["nano", "@cloudant/cloudant", "cloudant", "cloudant-nano"];

/// What a call on a database means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    if !PACKAGES.contains(&&*path.root) {
        return None;
    }
    let operation = path.last().to_string();
    let Some(store) = database(machine, &path) else {
        machine.escape_all(call);
        return Some(Ok(machine.chain(call)));
    };
    let mut given = call.arguments.clone();
    if callback(machine, call).is_some() {
        given.pop();
    }
    let given: Vec<Term> = given.into_iter().map(|value| machine.freeze(value)).collect();
    let nothing = machine.terms().undefined();
    let first = given.first().copied().unwrap_or(nothing);
    let second = given.get(1).copied();
    let documents = Documents { store, label: &operation, span: call.span };
    match operation.as_str() {
        "insert" => Some(deliver(machine, call, |m| documents.insert(m, first, second))),
        "get" | "head" => Some(deliver(machine, call, |m| documents.get(m, first))),
        "destroy" => {
            let revision = second.unwrap_or(nothing);
            Some(deliver(machine, call, |m| documents.destroy(m, first, revision)))
        }
        "find" | "list" | "view" | "fetch" | "search" => {
            let described = machine.terms().list(given);
            Some(deliver(machine, call, |m| documents.list(m, described)))
        }
        // Databases are named, and made where they are missing.
        "use" | "scope" | "create" => Some(Ok(machine.chain(call))),
        _ => None,
    }
}

/// The database that a chain is about: `nano(url).use(name)`.
fn database(machine: &mut Machine<'_>, path: &Path) -> Option<Term> {
    let mut member = "";
    let mut found = None;
    for segment in &path.segments {
        match segment {
            PathSegment::Member(name) => member = name,
            PathSegment::Called { arguments, .. } => {
                if matches!(member, "use" | "scope") {
                    found = arguments.first().copied();
                }
                member = "";
            }
        }
    }
    let is_operation = matches!(path.segments.last(), Some(PathSegment::Member(_)));
    found.filter(|_| is_operation).map(|name| machine.freeze(name))
}

struct Documents<'a> {
    store: Term,
    label: &'a str,
    span: Span,
}

impl Documents<'_> {
    fn insert(&self, machine: &mut Machine<'_>, document: Term, named: Option<Term>) -> Outcome {
        let own = machine.terms().field(document, "_id");
        let id = match named.map(|named| (named, machine.terms().node(named).clone())) {
            Some((named, Node::Record(..))) => machine.terms().field(named, "docName"),
            Some((named, node)) if !matches!(node, Node::Undefined | Node::Null) => named,
            _ => own,
        };
        let missing = matches!(machine.terms().node(id), Node::Undefined);
        let id = if missing { machine.fresh("_id", self.span, true)? } else { id };
        let revision = machine.terms().field(document, "_rev");
        let terms = machine.terms();
        let next = terms.record([(Arc::from("revision of"), document)]);
        let fields = terms.record([(Arc::from("_id"), id), (Arc::from("_rev"), next)]);
        let new = terms.apply(Operator::Merge, &[document, fields]);
        self.change(machine, id, revision, new)?;
        let ok = machine.terms().bool(true);
        Ok(machine.new_record([("ok", ok), ("id", id), ("rev", next)]))
    }

    fn destroy(&self, machine: &mut Machine<'_>, id: Term, revision: Term) -> Outcome {
        let absent = machine.terms().absent();
        self.change(machine, id, revision, absent)?;
        let ok = machine.terms().bool(true);
        Ok(machine.new_record([("ok", ok), ("id", id)]))
    }

    /// Replaces a document by who knows its revision; without one there must be none.
    fn change(&self, machine: &mut Machine<'_>, id: Term, revision: Term, new: Term) -> Outcome {
        let key = machine.terms().record([(Arc::from("_id"), id)]);
        let cell = machine.cell(self.store, key);
        let terms = machine.terms();
        // A cell without a document has no revision either.
        let current = terms.field(cell.old, "_rev");
        let condition = terms.equal(current, revision);
        let change = Change { cell, condition, new: Some(new) };
        let accessed = machine.access(self.label, self.span, vec![change], None)?;
        machine.branch(
            accessed.holds,
            |machine| Ok(machine.terms().undefined()),
            |machine| refuse(machine, 409.0, "conflict", "Document update conflict."),
        )
    }

    fn get(&self, machine: &mut Machine<'_>, id: Term) -> Outcome {
        let key = machine.terms().record([(Arc::from("_id"), id)]);
        let cell = machine.cell(self.store, key);
        let read = cell.read(machine);
        let accessed = machine.access(self.label, self.span, vec![read], None)?;
        let old = accessed.old[0];
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(old, absent);
        machine.branch(
            missing,
            |machine| refuse(machine, 404.0, "not_found", "missing"),
            |machine| Ok(machine.thaw(old)),
        )
    }

    fn list(&self, machine: &mut Machine<'_>, described: Term) -> Outcome {
        let filter = machine.terms().pure("couchdb.filter", &[described]);
        let found = machine.scan(self.label, self.span, self.store, filter)?;
        let found = machine.thaw(found);
        Ok(machine.new_record([("rows", found), ("docs", found)]))
    }
}

fn refuse(machine: &mut Machine<'_>, status: f64, name: &str, message: &str) -> Outcome {
    let status = machine.terms().number(status);
    let name = machine.terms().string(name);
    let message = machine.terms().string(message);
    let error = machine.error(&["Error"], message, &[("statusCode", status), ("error", name)]);
    machine.throw(error)
}
