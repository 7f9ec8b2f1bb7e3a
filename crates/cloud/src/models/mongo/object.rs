//! Documents of mongoose: objects of the program that know how they are stored.

use super::document::{Operation, with_id};
use super::driver::delivered;
use super::mongoose::Model;
use super::schema::Schema;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Stop, Term};
use std::sync::Arc;

/// Methods of documents; the collection, the document and whether it is new are data.
pub(super) const DOCUMENT: &str = "aplomb:mongoose:";
const METHODS: [&str; 11] = [
    "save",
    "remove",
    "deleteOne",
    "updateOne",
    "validate",
    "validateSync",
    "toObject",
    "toJSON",
    "set",
    "isModified",
    "markModified",
];

/// `new Model(fields)`: a document that is not stored yet.
pub(super) fn construct(machine: &mut Machine<'_>, call: &Call, model: &Model) -> Outcome {
    let content = match call.argument(0) {
        Some(given) => machine.freeze(given),
        None => machine.terms().record([]),
    };
    let content = model.filled(machine, content, call.span)?;
    let (content, _, _) = with_id(machine, content, call.span)?;
    document(machine, model, content, None).map(|made| made.object)
}

/// A document object with its methods; `stored` is what it was when it was read, `None` for one
/// that is not stored yet.
pub(super) fn document<'a>(
    machine: &mut Machine<'_>,
    model: &'a Model,
    content: Term,
    stored: Option<Term>,
) -> Result<Document<'a>, Stop> {
    let id = machine.terms().field(content, "_id");
    let object = match (machine.terms().node(content), &model.fields) {
        (Node::Record(..), _) | (_, None) => machine.thaw(content),
        (_, Some(declared)) => {
            let id = (Arc::from("_id"), id);
            let mut fields = vec![id];
            for field in declared.iter().filter(|field| &*field.name != "_id") {
                fields.push((field.name.clone(), machine.terms().field(content, &field.name)));
            }
            machine.new_record(fields)
        }
    };
    let is_new = machine.terms().bool(stored.is_none());
    let nothing = machine.terms().null();
    // What is known of the document beside its content.
    let state = machine.new_record([("stored", stored.unwrap_or(nothing))]);
    let declared = match model.schema {
        Some(schema) => schema.term(),
        None => nothing,
    };
    let is_timed = machine.terms().bool(model.is_timed);
    let mut members = vec![("id", id), ("isNew", is_new)];
    for method in METHODS {
        let name = format!("{DOCUMENT}{method}");
        let data = [model.store, object, state, declared, is_timed];
        members.push((method, machine.function(&name, &data)));
    }
    let prototype = machine.new_record(members);
    let methods = model.schema.map(|schema| schema.methods(machine)).unwrap_or_default();
    for (name, method) in methods {
        machine.set(prototype, &name, method)?;
    }
    // Virtuals.
    let prototype = machine.open(prototype);
    machine.inherit(object, prototype);
    Ok(Document { object, state, model })
}

/// A document of the program.
pub(super) struct Document<'a> {
    pub(super) object: Term,
    state: Term,
    model: &'a Model,
}

impl Document<'_> {
    /// What it was when it was read or stored last; `None` if it is not stored yet.
    fn stored(&self, machine: &mut Machine<'_>) -> Result<Option<Term>, Stop> {
        let stored = machine.get(self.state, "stored")?;
        Ok((!matches!(machine.terms().node(stored), Node::Null)).then_some(stored))
    }

    /// The fields that are others than when it was read, with their values; `None` if they are
    /// not known.
    fn changed(&self, machine: &mut Machine<'_>, stored: Term) -> Option<Vec<(Arc<str>, Term)>> {
        let names: Vec<Arc<str>> =
            machine.fields(self.object)?.into_iter().map(|(name, _)| name).collect();
        let whole = machine.freeze(self.object);
        let mut changed = Vec::new();
        for name in names {
            let (now, before) =
                (machine.terms().field(whole, &name), machine.terms().field(stored, &name));
            let same = machine.terms().equal(now, before);
            if !machine.terms().is_true(same) {
                changed.push((name, now));
            }
        }
        Some(changed)
    }

    /// `save()`: what was changed is sent, and the document if it is not stored yet.
    pub(super) fn save(&self, machine: &mut Machine<'_>, operation: &Operation<'_>) -> Outcome {
        self.model.refuse(machine, "save", &["save"]);
        self.model.refuse(machine, "validate", &["validate"]);
        self.run(machine, true, "validate")?;
        self.run(machine, false, "validate")?;
        self.run(machine, true, "save")?;
        match self.stored(machine)? {
            None => self.insert(machine, operation)?,
            Some(stored) => self.update(machine, operation, stored)?,
        }
        let whole = machine.freeze(self.object);
        machine.set(self.state, "stored", whole)?;
        self.run(machine, false, "save")?;
        Ok(self.object)
    }

    fn run(&self, machine: &mut Machine<'_>, before: bool, operation: &str) -> Result<(), Stop> {
        match self.model.schema {
            Some(schema) => schema.run(machine, before, operation, self.object),
            None => Ok(()),
        }
    }

    fn insert(&self, machine: &mut Machine<'_>, operation: &Operation<'_>) -> Result<(), Stop> {
        let whole = machine.freeze(self.object);
        let whole = self.model.made(machine, whole, operation.span)?;
        let whole = operation.insert(machine, whole)?;
        // What the driver and mongoose add.
        for name in ["_id", "createdAt", "updatedAt"] {
            let value = machine.terms().field(whole, name);
            if !matches!(machine.terms().node(value), Node::Undefined) {
                machine.set(self.object, name, value)?;
            }
        }
        Ok(())
    }

    fn update(
        &self,
        machine: &mut Machine<'_>,
        operation: &Operation<'_>,
        stored: Term,
    ) -> Result<(), Stop> {
        let span = operation.span;
        let id = machine.terms().field(stored, "_id");
        let filter = machine.terms().record([(Arc::from("_id"), id)]);
        let Some(changed) = self.changed(machine, stored) else {
            let whole = machine.freeze(self.object);
            let whole = match self.model.is_timed {
                true => {
                    let now = machine.fresh("timestamps", span, false)?;
                    let times = machine.terms().record([("updatedAt".into(), now)]);
                    machine.terms().apply(Operator::Merge, &[whole, times])
                }
                false => whole,
            };
            return operation.update(machine, filter, whole, true, false).map(drop);
        };
        let mut differs = machine.terms().bool(false);
        let mut sent = Vec::new();
        for (name, now) in changed {
            let before = machine.terms().field(stored, &name);
            let same = machine.terms().equal(now, before);
            let other = machine.terms().not(same);
            differs = machine.terms().or(differs, other);
            sent.push((name, now));
        }
        let update = machine.terms().record(sent);
        let nothing = machine.terms().undefined();
        machine
            .branch(
                differs,
                |machine| {
                    let update = self.model.updated(machine, update)?;
                    operation.update(machine, filter, update, false, false)?;
                    Ok(nothing)
                },
                |_| Ok(nothing),
            )
            .map(drop)
    }

    /// `isModified()`, `isModified(name)`, `isModified(names)`.
    fn is_modified(&self, machine: &mut Machine<'_>, names: Option<Term>) -> Outcome {
        let empty = machine.terms().record([]);
        let stored = self.stored(machine)?.unwrap_or(empty);
        let whole = machine.freeze(self.object);
        let names = match names {
            Some(names) => machine.items(names).unwrap_or_else(|| vec![names]),
            None => {
                let same = machine.terms().equal(whole, stored);
                return Ok(machine.terms().not(same));
            }
        };
        let mut modified = machine.terms().bool(false);
        for name in names {
            let terms = machine.terms();
            let Some(name) = terms.as_str(name).cloned() else {
                return Ok(terms.pure("mongoose.isModified", &[whole, stored, name]));
            };
            let (mut now, mut before) = (whole, stored);
            for part in name.split('.') {
                (now, before) = (terms.field(now, part), terms.field(before, part));
            }
            let same = terms.equal(now, before);
            let other = terms.not(same);
            modified = terms.or(modified, other);
        }
        Ok(modified)
    }
}

/// A method of a document.
pub(super) fn on_document(machine: &mut Machine<'_>, call: &Call, method: &str) -> Outcome {
    let [store, object, state, declared, is_timed, rest @ ..] = call.arguments.as_slice() else {
        return Ok(machine.terms().undefined());
    };
    let store = *store;
    let whole = machine.freeze(*object);
    let id = machine.terms().field(whole, "_id");
    let filter = machine.terms().record([(Arc::from("_id"), id)]);
    let operation =
        Operation { store, label: method, span: call.span, session: None, is_about_one: true };
    let is_timed = machine.terms().is_true(*is_timed);
    let schema = Schema::of(machine, *declared);
    let fields = schema.and_then(|schema| schema.fields(machine));
    let model = Model { store, schema, fields, is_timed, depth: 0 };
    let model = &model;
    let document = Document { object: *object, state: *state, model };
    let given = rest.first().copied();
    match method {
        "save" => delivered(machine, call, |machine| document.save(machine, &operation)),
        "remove" | "deleteOne" => delivered(machine, call, |machine| {
            model.refuse(machine, method, &[]);
            operation.delete(machine, filter)?;
            Ok(*object)
        }),
        "updateOne" => delivered(machine, call, |machine| {
            model.refuse(machine, method, &[]);
            let update = match given {
                Some(update) => machine.freeze(update),
                None => machine.terms().record([]),
            };
            let update = model.updated(machine, update)?;
            operation.update(machine, filter, update, false, false)?;
            Ok(*object)
        }),
        "set" => {
            let named = given.and_then(|name| machine.terms().as_str(name).cloned());
            match (named, rest.get(1)) {
                (Some(name), Some(&value)) if !name.contains('.') => {
                    machine.set(*object, &name, value)?;
                }
                (Some(name), _) => {
                    let message = format!("setting {name} of a document is not supported");
                    machine.problem(message, call.span);
                }
                _ => {
                    for (name, value) in given.and_then(|g| machine.fields(g)).unwrap_or_default() {
                        machine.set(*object, &name, value)?;
                    }
                }
            }
            Ok(*object)
        }
        "isModified" => document.is_modified(machine, given),
        // Whether a field changed is seen by what is in it.
        "markModified" => Ok(machine.terms().undefined()),
        "validateSync" | "validate" => {
            model.refuse(machine, "validate", &[]);
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
