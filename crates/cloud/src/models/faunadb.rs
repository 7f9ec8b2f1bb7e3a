//! FaunaDB: queries are built by functions and sent as a whole.
//!
//! All documents of a database are cells of one store, named by their collection
//! and their id, because an index does not say of which collection it is.
//! Queries with functions of their own (`Let`, `Foreach`) are not supported.

use super::packages::deliver;
use crate::assumptions;
use aplomb_script::Span;
use aplomb_symbolic::{Call, Cell, Change, Machine, Node, Operator, Outcome, Path, Term};
use rustc_hash::FxHashMap;
use std::sync::Arc;

const PACKAGE: &str = "faunadb";
const ITEM: &str = "faunadb.item";
const REFERENCE: &str = "faunadb.reference";

/// What a call means: it builds a query, or sends one.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    if path.root.split('.').next() != Some(PACKAGE) {
        return None;
    }
    if !path.to_string().ends_with("Client().query") {
        return Some(Ok(machine.chain(call)));
    }
    let query = call.argument(0)?;
    if machine.is_list(query) {
        let each = Database { label: "query".into(), span: call.span };
        return Some(deliver(machine, call, |machine| each.of_list(machine, query)));
    }
    let database = Database { label: operation(machine, query)?, span: call.span };
    if !database.understands(machine, query) {
        return None;
    }
    Some(deliver(machine, call, |machine| database.evaluate(machine, query)))
}

/// A method of what a query gave: of a reference, or of a time.
pub(super) fn method(machine: &mut Machine<'_>, data: Term, name: &str) -> Option<Outcome> {
    matches!(name, "id" | "to_datetime").then(|| Ok(machine.terms().pure(name, &[data])))
}

/// The name of the function that built a query, however the language spells it:
/// `Create`, `create`, `if_expr`.
fn operation(machine: &mut Machine<'_>, query: Term) -> Option<String> {
    let path = Path::of(machine.terms(), query)?;
    (path.root.split('.').next() == Some(PACKAGE)).then_some(())?;
    let name = path.last().to_lowercase();
    Some(name.strip_suffix("_expr").unwrap_or(&name).trim_end_matches('_').replace('_', ""))
}

/// What the function that built a query was given.
fn parts(machine: &mut Machine<'_>, query: Term) -> Vec<Term> {
    let given = Path::of(machine.terms(), query).map(|path| path.given()).unwrap_or_default();
    given.into_iter().map(|part| machine.freeze(part)).collect()
}

struct Database {
    label: String,
    span: Span,
}

impl Database {
    fn understands(&self, machine: &mut Machine<'_>, query: Term) -> bool {
        let Some(name) = operation(machine, query) else { return true };
        let parts = Path::of(machine.terms(), query).map(|path| path.given()).unwrap_or_default();
        match (name.as_str(), parts.as_slice()) {
            ("map", [first, second]) => self.mapped(machine, *first, *second).is_some(),
            ("if", [condition, yes, no]) => {
                [condition, yes, no].iter().all(|part| self.understands(machine, **part))
            }
            ("do", steps) => steps.iter().all(|part| self.understands(machine, *part)),
            (name, [_, ..]) => {
                let changes = ["create", "update", "replace", "delete"];
                let schema = ["createcollection", "createclass", "createindex"];
                let looks = ["get", "exists", "paginate", "count", "ref", "collection", "index"];
                [&changes[..], &schema, &looks].iter().any(|names| names.contains(&name))
            }
            _ => false,
        }
    }

    fn evaluate(&self, machine: &mut Machine<'_>, query: Term) -> Outcome {
        let Some(name) = operation(machine, query) else { return Ok(query) };
        let this = Database { label: name.clone(), span: self.span };
        let given = parts(machine, query);
        let nothing = machine.terms().undefined();
        let first = given.first().copied().unwrap_or(nothing);
        let second = given.get(1).copied().unwrap_or(nothing);
        match name.as_str() {
            "create" => this.create(machine, first, second),
            "createcollection" | "createclass" | "createindex" => {
                let name = machine.terms().field(first, "name");
                let place = schema(machine, name);
                this.insert(machine, place, first)
            }
            "update" => this.update(machine, first, second, false),
            "replace" => this.update(machine, first, second, true),
            "delete" => this.delete(machine, first),
            "get" => this.get(machine, first),
            "exists" => this.exists(machine, first),
            "if" => {
                let holds = self.evaluate(machine, first)?;
                let holds = machine.truth(holds);
                let otherwise = given.get(2).copied().unwrap_or(nothing);
                machine.branch(
                    holds,
                    |machine| self.evaluate(machine, second),
                    |machine| self.evaluate(machine, otherwise),
                )
            }
            "do" => {
                let mut last = nothing;
                for &step in &given {
                    last = self.evaluate(machine, step)?;
                }
                Ok(last)
            }
            "map" => match self.mapped(machine, first, second) {
                Some(set) => this.list(machine, set, Wanted::Documents),
                None => Ok(nothing),
            },
            "paginate" | "count" => this.list(machine, first, Wanted::References),
            _ => Ok(query),
        }
    }

    /// Several queries in one request.
    fn of_list(&self, machine: &mut Machine<'_>, queries: Term) -> Outcome {
        machine.for_each(queries, &mut |machine, query| match self.understands(machine, query) {
            true => self.evaluate(machine, query),
            false => Ok(self.unclear(machine)),
        })
    }

    /// The set whose documents `Map(Paginate(set), ref => Get(ref))` gives.
    fn mapped(&self, machine: &mut Machine<'_>, left: Term, right: Term) -> Option<Term> {
        // JavaScript has the set first, Python the function.
        let is_page = |machine: &mut Machine<'_>, part| {
            operation(machine, part).is_some_and(|name| name == "paginate")
        };
        let (page, function) = match is_page(machine, left) {
            true => (left, right),
            false => (right, left),
        };
        let page = operation(machine, page).filter(|name| name == "paginate").map(|_| page)?;
        let body = match machine.is_function(function) {
            true => {
                let item = machine.terms().external(ITEM);
                machine.call(function, None, &[item]).ok()?
            }
            false => {
                operation(machine, function).filter(|name| name == "lambda")?;
                Path::of(machine.terms(), function)?.given().last().copied()?
            }
        };
        operation(machine, body).filter(|name| name == "get")?;
        parts(machine, page).first().copied()
    }

    fn cell(&self, machine: &mut Machine<'_>, place: Place) -> Cell {
        let terms = machine.terms();
        let store = terms.string(PACKAGE);
        let (collection, id) = (Arc::from("collection"), Arc::from("id"));
        let key = terms.record([(collection, place.collection), (id, place.id)]);
        machine.cell(store, key)
    }

    fn create(&self, machine: &mut Machine<'_>, into: Term, with: Term) -> Outcome {
        let data = self.data(machine, with)?;
        if let Some(place) = place(machine, into) {
            return self.insert(machine, place, data);
        }
        let collection = collection(machine, into);
        let id = machine.fresh("id", self.span, true)?;
        self.insert(machine, Place { collection, id }, data)
    }

    /// Something new; refused if it is there.
    fn insert(&self, machine: &mut Machine<'_>, place: Place, data: Term) -> Outcome {
        let content = self.content(machine, place, data)?;
        let cell = self.cell(machine, place);
        let absent = machine.terms().absent();
        let condition = machine.terms().equal(cell.old, absent);
        let change = Change { cell, condition, new: Some(content) };
        let accessed = machine.access(&self.label, self.span, vec![change], None)?;
        machine.branch(
            accessed.holds,
            |machine| Ok(machine.thaw(content)),
            |machine| refuse(machine, "BadRequest", "instance already exists", 400.0),
        )
    }

    /// Changes a document that must be there: parts of its data, or all of it.
    fn update(&self, machine: &mut Machine<'_>, at: Term, with: Term, whole: bool) -> Outcome {
        let data = self.data(machine, with)?;
        let Some(place) = place(machine, at) else { return Ok(self.unclear(machine)) };
        let cell = self.cell(machine, place);
        let terms = machine.terms();
        let known = terms.field(cell.old, "data");
        let data = if whole { data } else { terms.apply(Operator::Merge, &[known, data]) };
        let content = self.content(machine, place, data)?;
        self.change(machine, cell, content, content)
    }

    fn delete(&self, machine: &mut Machine<'_>, at: Term) -> Outcome {
        let Some(place) = place(machine, at) else { return Ok(self.unclear(machine)) };
        let cell = self.cell(machine, place);
        let absent = machine.terms().absent();
        self.change(machine, cell, absent, cell.old)
    }

    /// Changes what must be there, and gives something that may depend on it.
    fn change(&self, machine: &mut Machine<'_>, cell: Cell, new: Term, gives: Term) -> Outcome {
        let terms = machine.terms();
        let absent = terms.absent();
        let missing = terms.equal(cell.old, absent);
        let condition = terms.not(missing);
        let change = Change { cell, condition, new: Some(new) };
        let accessed = machine.access(&self.label, self.span, vec![change], None)?;
        let old = FxHashMap::from_iter([(cell.old, accessed.old[0])]);
        let gives = machine.terms().substitute(gives, &old);
        machine.branch(
            accessed.holds,
            |machine| Ok(machine.thaw(gives)),
            |machine| refuse(machine, "NotFound", "instance not found", 404.0),
        )
    }

    fn read(&self, machine: &mut Machine<'_>, at: Term) -> Outcome {
        let Some(place) = place(machine, at).or_else(|| schema_of(machine, at)) else {
            return Ok(self.unclear(machine));
        };
        let cell = self.cell(machine, place);
        let read = cell.read(machine);
        let accessed = machine.access(&self.label, self.span, vec![read], None)?;
        Ok(accessed.old[0])
    }

    fn get(&self, machine: &mut Machine<'_>, at: Term) -> Outcome {
        let found = self.read(machine, at)?;
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(found, absent);
        machine.branch(
            missing,
            |machine| refuse(machine, "NotFound", "instance not found", 404.0),
            |machine| Ok(machine.thaw(found)),
        )
    }

    fn exists(&self, machine: &mut Machine<'_>, at: Term) -> Outcome {
        let found = self.read(machine, at)?;
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(found, absent);
        Ok(machine.terms().not(missing))
    }

    /// The documents of a set, one page of them.
    fn list(&self, machine: &mut Machine<'_>, set: Term, wanted: Wanted) -> Outcome {
        let terms = parts(machine, set);
        let store = machine.terms().string(PACKAGE);
        let filter = match terms.len() {
            0 | 1 => {
                machine.assume(&assumptions::FAUNA_INDEX);
                machine.terms().record([])
            }
            _ => machine.terms().pure("faunadb.filter", &terms),
        };
        let found = machine.scan(&self.label, self.span, store, filter)?;
        let found = match wanted {
            Wanted::Documents => found,
            Wanted::References => machine.terms().pure("faunadb.references", &[found]),
        };
        let found = machine.thaw(found);
        Ok(machine.new_record([("data", found)]))
    }

    /// What is kept of a document, and shown.
    fn content(&self, machine: &mut Machine<'_>, place: Place, data: Term) -> Outcome {
        let written = machine.fresh("ts", self.span, false)?;
        let terms = machine.terms();
        let reference = terms.pure(REFERENCE, &[place.collection, place.id]);
        let fields = [("data", data), ("ref", reference), ("ts", written)];
        Ok(terms.record(fields.map(|(name, value)| (Arc::from(name), value))))
    }

    /// The data of a document, in which the database fills in the time and new ids.
    fn data(&self, machine: &mut Machine<'_>, with: Term) -> Outcome {
        let data = machine.terms().field(with, "data");
        let mut drawn = FxHashMap::default();
        for part in machine.terms().parts(&[data]) {
            let value = match operation(machine, part).as_deref() {
                Some("time" | "now") => {
                    let now = machine.fresh("now", self.span, false)?;
                    machine.terms().pure("faunadb.time", &[now])
                }
                Some("newid" | "nextid") => machine.fresh("id", self.span, true)?,
                _ => continue,
            };
            if matches!(machine.view(part), Node::Apply(Operator::Called, _)) {
                drawn.insert(part, value);
            }
        }
        Ok(machine.terms().substitute(data, &drawn))
    }

    fn unclear(&self, machine: &mut Machine<'_>) -> Term {
        let message =
            "a query of FaunaDB whose document is not known; name it by Ref(collection, id)";
        machine.problem(message, self.span)
    }
}

/// What of the documents of a set is asked for.
#[derive(Clone, Copy)]
enum Wanted {
    Documents,
    References,
}

/// Where a document is.
#[derive(Clone, Copy)]
struct Place {
    collection: Term,
    id: Term,
}

/// The document that a reference is about: `Ref(Collection("notes"), "7")`,
/// `Ref("classes/notes/7")`, or one that a query gave.
fn place(machine: &mut Machine<'_>, reference: Term) -> Option<Place> {
    let Some(name) = operation(machine, reference) else {
        let terms = machine.terms();
        if let Node::Apply(Operator::Pure(function), parts) = terms.node(reference)
            && **function.name() == *REFERENCE
        {
            return Some(Place { collection: parts[0], id: parts[1] });
        }
        let (collection, id) = (terms.field(reference, "collection"), terms.field(reference, "id"));
        return Some(Place { collection, id });
    };
    let given = parts(machine, reference);
    match (name.as_str(), given.as_slice()) {
        ("ref", &[within, id]) => {
            let collection = collection(machine, within);
            Some(Place { collection, id })
        }
        ("ref", &[whole]) => {
            let terms = machine.terms();
            let mut texts = match terms.node(whole) {
                Node::Apply(Operator::Concat, texts) => texts.to_vec(),
                _ => vec![whole],
            };
            let start = terms.as_str(texts[0])?.clone();
            let (within, id) = start.strip_prefix("classes/")?.split_once('/')?;
            texts[0] = terms.string(id);
            let id = terms.apply(Operator::Concat, &texts);
            Some(Place { collection: terms.string(within), id })
        }
        _ => None,
    }
}

/// The collection, class or index itself.
fn schema_of(machine: &mut Machine<'_>, named: Term) -> Option<Place> {
    operation(machine, named)?;
    let name = collection(machine, named);
    Some(schema(machine, name))
}

fn schema(machine: &mut Machine<'_>, name: Term) -> Place {
    Place { collection: machine.terms().string("schema"), id: name }
}

/// The name of a collection: `Collection("notes")`, `Ref("classes/notes")`.
fn collection(machine: &mut Machine<'_>, named: Term) -> Term {
    if operation(machine, named).is_none() {
        return named;
    }
    let Some(&name) = parts(machine, named).first() else { return named };
    let short = machine.terms().as_str(name).and_then(|name| name.rsplit('/').next());
    match short.map(str::to_string) {
        Some(short) => machine.terms().string(short),
        None => name,
    }
}

fn refuse(machine: &mut Machine<'_>, name: &str, message: &str, status: f64) -> Outcome {
    let terms = machine.terms();
    let (kind, text, status) = (terms.string(name), terms.string(message), terms.number(status));
    let answer = machine.new_record([("statusCode", status)]);
    let fields = [("name", kind), ("requestResult", answer)];
    let error = machine.error(&[name, "FaunaError", "Exception"], text, &fields);
    machine.throw(error)
}
