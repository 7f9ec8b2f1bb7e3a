//! Operations on a collection, whichever library asks for them.

use super::session;
use super::update::{changed_fields, fields, updated};
use crate::mentions::Members;
use crate::models::is_given;
use aplomb_script::Span;
use aplomb_symbolic::{Change, Machine, Node, Operator, Origin, Outcome, Stop, Term, Terms};
use std::sync::Arc;

/// A collection, and the operation that is performed on it.
pub(super) struct Operation<'a> {
    pub(super) store: Term,
    pub(super) label: &'a str,
    pub(super) span: Span,
    /// The state of the session that it belongs to.
    pub(super) session: Option<Term>,
    /// It is about one document, however many match.
    pub(super) is_about_one: bool,
}

/// Whether an operation of a driver or of mongoose is about one document.
pub(super) fn is_about_one(operation: &str) -> bool {
    let one = ["One", "_one", "ById"].iter().any(|word| operation.contains(word));
    one || operation == "update"
}

/// What an option says that is true or false; otherwise it is not known.
pub(super) fn is_asked(machine: &mut Machine<'_>, options: Term, name: &str, span: Span) -> bool {
    let given = machine.terms().field(options, name);
    match machine.terms().node(given) {
        Node::Undefined | Node::Null => false,
        Node::Bool(given) => *given,
        _ => {
            machine.problem(format!("whether an operation is asked for `{name}`"), span);
            true
        }
    }
}

/// What an operation did to the document it names.
pub(super) struct Done {
    /// How many documents matched.
    pub(super) count: Term,
    /// How many of them are others than before.
    pub(super) modified: Term,
    /// How many documents were made.
    pub(super) created: Term,
    /// The `_id` of the one that was made, `null` if none was.
    pub(super) created_id: Term,
    /// The document before, `null` if there was none; `None` if it is not known.
    old: Option<Term>,
    /// The document after, `null` if there is none.
    pub(super) new: Term,
}

impl Done {
    /// The same, of an operation that makes the document where there is none.
    fn upserted(self, machine: &mut Machine<'_>, key: Term) -> Done {
        let terms = machine.terms();
        let (one, zero, null) = (terms.number(1.0), terms.number(0.0), terms.null());
        let id = terms.field(key, "_id");
        let none = terms.equal(self.count, zero);
        let (created, created_id) = (terms.ite(none, one, zero), terms.ite(none, id, null));
        Done { created, created_id, ..self }
    }

    /// The document before, `null` if there was none.
    pub(super) fn before(&self, machine: &mut Machine<'_>) -> Term {
        let span = machine.span();
        self.old.unwrap_or_else(|| {
            machine.problem(
                "which document an update found whose filter does not name the _id; ask for the \
                 one after it",
                span,
            )
        })
    }
}

/// Which documents a filter selects.
enum Selection {
    /// The one with this key, if `condition` holds of it.
    One { key: Term, rest: Vec<(Arc<str>, Term)> },
    /// All that match.
    All(Term),
}

fn select(machine: &mut Machine<'_>, filter: Term) -> Selection {
    let Some(parts) = fields(machine.terms(), filter) else {
        return Selection::All(machine.terms().pure("mongodb.filter", &[filter]));
    };
    let asks = |machine: &mut Machine<'_>, value: Term| match machine.terms().node(value) {
        Node::Record(names, _) => names.iter().filter(|name| name.starts_with('$')).count(),
        _ => 0,
    };
    let known = |machine: &mut Machine<'_>, value: Term| match machine.terms().node(value) {
        Node::Record(names, _) => names.iter().all(|name| QUESTIONS.contains(&&**name)),
        _ => false,
    };
    let named = parts.iter().all(|(name, _)| !name.starts_with('$'));
    // Nothing equals a field that is missing, too.
    let is_plain = |machine: &mut Machine<'_>, value: Term| {
        asks(machine, value) == 0 && !matches!(machine.terms().node(value), Node::Null)
    };
    let simple = named && parts.iter().all(|(_, value)| is_plain(machine, *value));
    let one = named && parts.iter().all(|(_, v)| asks(machine, *v) == 0 || known(machine, *v));
    let id = parts.iter().find(|(name, _)| &**name == "_id").map(|(_, value)| *value);
    let id = id.filter(|&id| one && asks(machine, id) == 0);
    match (id, simple) {
        (Some(id), _) => {
            let key = machine.terms().record([(Arc::from("_id"), id)]);
            let rest = parts.into_iter().filter(|(name, _)| &**name != "_id").collect();
            Selection::One { key, rest }
        }
        (None, true) => Selection::All(filter),
        _ => Selection::All(machine.terms().pure("mongodb.filter", &[filter])),
    }
}

pub(super) fn matches(machine: &mut Machine<'_>, old: Term, rest: &[(Arc<str>, Term)]) -> Term {
    let terms = machine.terms();
    let absent = terms.absent();
    let missing = terms.equal(old, absent);
    let mut condition = terms.not(missing);
    for (name, value) in rest {
        let current = terms.field(old, name);
        let holds = match terms.node(*value).clone() {
            Node::Record(names, values) if names.iter().any(|name| name.starts_with('$')) => {
                let asked = names.iter().zip(values.iter());
                let answers: Vec<Term> =
                    asked.map(|(name, &than)| answer(terms, name, current, than)).collect();
                terms.apply(Operator::And, &answers)
            }
            _ => same(terms, current, *value),
        };
        condition = terms.and(condition, holds);
    }
    condition
}

/// What a filter may ask of one field.
const QUESTIONS: [&str; 7] = ["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$exists"];

/// Questions about the elements of a list, which MongoDB asks where a field is one.
const HAS: &str = "$ has";
const LACKS: &str = "$ lacks";

/// Updates of lists.
const OF_LISTS: [&str; 5] = ["$push", "$addToSet", "$pull", "$pullAll", "$pop"];

/// The conditions of a filter, where the update tells which fields are lists: whether such a
/// field equals a value is whether that is one of its elements.
fn about_elements(
    terms: &mut Terms,
    rest: Vec<(Arc<str>, Term)>,
    update: Term,
) -> Vec<(Arc<str>, Term)> {
    let parts = fields(terms, update).unwrap_or_default().into_iter();
    let parts = parts.filter(|(operator, _)| OF_LISTS.contains(&&**operator));
    let changed = parts.flat_map(|(_, values)| fields(terms, values).unwrap_or_default());
    let lists: Vec<Arc<str>> = changed.map(|(name, _)| name).collect();
    let asked = |terms: &mut Terms, value: Term| match terms.node(value).clone() {
        Node::Record(names, values) if names.iter().any(|name| name.starts_with('$')) => {
            let names = names.iter().map(|name| match &**name {
                "$eq" => HAS.into(),
                "$ne" => LACKS.into(),
                _ => name.clone(),
            });
            terms.record(names.zip(values.iter().copied()).collect::<Vec<_>>())
        }
        // A whole list, or one of the elements: not known here.
        Node::List(_) => value,
        _ => terms.record([(Arc::from(HAS), value)]),
    };
    let of_one = |(name, value): (Arc<str>, Term)| match lists.contains(&name) {
        true => (name, asked(terms, value)),
        false => (name, value),
    };
    rest.into_iter().map(of_one).collect()
}

/// Whether a field is what a filter says: one that is missing is `null`.
fn same(terms: &mut Terms, current: Term, wanted: Term) -> Term {
    let same = terms.equal(current, wanted);
    if !matches!(terms.node(wanted), Node::Null) {
        return same;
    }
    let undefined = terms.undefined();
    let missing = terms.equal(current, undefined);
    terms.or(same, missing)
}

/// The answer to one of the [`QUESTIONS`].
fn answer(terms: &mut Terms, question: &str, current: Term, than: Term) -> Term {
    match question {
        "$ne" => {
            let same = same(terms, current, than);
            terms.not(same)
        }
        HAS => terms.apply(Operator::Has, &[current, than]),
        LACKS => {
            let has = terms.apply(Operator::Has, &[current, than]);
            terms.not(has)
        }
        "$lt" => terms.apply(Operator::Less, &[current, than]),
        "$lte" => terms.apply(Operator::LessEqual, &[current, than]),
        "$gt" => terms.apply(Operator::Less, &[than, current]),
        "$gte" => terms.apply(Operator::LessEqual, &[than, current]),
        "$exists" => {
            let undefined = terms.undefined();
            let missing = terms.equal(current, undefined);
            let there = terms.not(missing);
            let wanted = terms.apply(Operator::Truthy, &[than]);
            terms.equal(there, wanted)
        }
        _ => same(terms, current, than),
    }
}

/// Whether a filter selects the same documents after an update as before: none of the fields
/// that it asks for is changed.
fn selects_the_same(terms: &mut Terms, filter: Term, update: Term) -> bool {
    let (Some(asked), Some(changed)) = (fields(terms, filter), changed_fields(terms, update))
    else {
        return false;
    };
    asked.iter().all(|(name, _)| {
        let begin = name.split('.').next().unwrap_or(name);
        !begin.starts_with('$') && changed.iter().all(|changed| &**changed != begin)
    })
}

/// Whether a value is unlike any other that is stored.
fn is_unique(machine: &mut Machine<'_>, value: Term) -> bool {
    let terms = machine.terms();
    let symbol = terms.as_symbol(value);
    symbol.is_some_and(|symbol| terms.symbol(symbol).origin == Origin::Fresh { unique: true })
}

fn or_null(machine: &mut Machine<'_>, there: Term, value: Term) -> Term {
    let null = machine.terms().null();
    machine.terms().ite(there, value, null)
}

/// A document with an `_id`: its own, or a new one. Gives the document, the `_id`
/// and whether that is new.
pub(super) fn with_id(
    machine: &mut Machine<'_>,
    document: Term,
    span: Span,
) -> Result<(Term, Term, Term), Stop> {
    let given = machine.terms().field(document, "_id");
    // A program that nowhere names it does not expect one.
    let is_given = is_given(machine, given) && Members::of(machine.program()).contains("_id");
    let terms = machine.terms();
    let (undefined, null) = (terms.undefined(), terms.null());
    let (no_field, empty) = (terms.equal(given, undefined), terms.equal(given, null));
    let missing = match is_given {
        true => terms.bool(false),
        false => terms.or(no_field, empty),
    };
    if terms.is_false(missing) {
        return Ok((document, given, missing));
    }
    let new = machine.fresh("ObjectId", span, true)?;
    let terms = machine.terms();
    let id = terms.ite(missing, new, given);
    let field = terms.string("_id");
    Ok((terms.apply(Operator::With, &[document, field, id]), id, missing))
}

impl Operation<'_> {
    /// Inserts a document; gives it with its `_id`.
    pub(super) fn insert(&self, machine: &mut Machine<'_>, document: Term) -> Outcome {
        // The driver makes an `_id` for a document that comes without one.
        let (document, id, is_new) = with_id(machine, document, self.span)?;
        let key = machine.terms().record([(Arc::from("_id"), id)]);
        if let Some(state) = self.session {
            return self.insert_within(machine, state, (key, document), is_new);
        }
        let cell = machine.cell(self.store, key);
        let absent = machine.terms().absent();
        let condition = match is_unique(machine, id) {
            true => machine.terms().bool(true),
            false => {
                let free = machine.terms().equal(cell.old, absent);
                machine.terms().or(is_new, free)
            }
        };
        let change = Change { cell, condition, new: Some(document) };
        let accessed = machine.access(self.label, self.span, vec![change], None)?;
        machine.branch(
            accessed.holds,
            |_| Ok(document),
            |machine| {
                let error = session::duplicate(machine);
                machine.throw(error)
            },
        )
    }

    /// All documents that match, as a list.
    pub(super) fn find(&self, machine: &mut Machine<'_>, filter: Term) -> Outcome {
        match select(machine, filter) {
            Selection::One { .. } => {
                let found = self.find_one(machine, filter)?;
                let null = machine.terms().null();
                let nothing = machine.terms().equal(found, null);
                machine.branch(
                    nothing,
                    |machine| Ok(machine.new_list([])),
                    |machine| Ok(machine.new_list([found])),
                )
            }
            Selection::All(filter) => {
                let items = self.list(machine, filter)?;
                Ok(machine.thaw(items))
            }
        }
    }

    /// The documents that a filter describes.
    pub(super) fn list(&self, machine: &mut Machine<'_>, filter: Term) -> Outcome {
        match self.session {
            Some(state) => self.list_within(machine, state, filter),
            None => machine.scan(self.label, self.span, self.store, filter),
        }
    }

    fn read(&self, machine: &mut Machine<'_>, key: Term) -> Outcome {
        if let Some(state) = self.session {
            return self.read_within(machine, state, key);
        }
        let read = machine.cell(self.store, key).read(machine);
        let accessed = machine.access(self.label, self.span, vec![read], None)?;
        Ok(accessed.old[0])
    }

    /// One document that matches, or `null`.
    pub(super) fn find_one(&self, machine: &mut Machine<'_>, filter: Term) -> Outcome {
        match select(machine, filter) {
            Selection::One { key, rest } => {
                let old = self.read(machine, key)?;
                let there = matches(machine, old, &rest);
                let old = machine.thaw(old);
                Ok(or_null(machine, there, old))
            }
            Selection::All(filter) => {
                let items = self.list(machine, filter)?;
                let terms = machine.terms();
                let length = terms.apply(Operator::Length, &[items]);
                let zero = terms.number(0.0);
                let empty = terms.equal(length, zero);
                let there = terms.not(empty);
                let first = terms.apply(Operator::Select, &[items, zero]);
                Ok(or_null(machine, there, first))
            }
        }
    }

    /// Updates (or replaces) what matches; with `upsert`, creates it.
    pub(super) fn update(
        &self,
        machine: &mut Machine<'_>,
        filter: Term,
        update: Term,
        replace: bool,
        upsert: bool,
    ) -> Result<Done, Stop> {
        match select(machine, filter) {
            Selection::One { key, rest } => {
                let refuses = upsert && !rest.is_empty();
                if refuses && self.session.is_some() {
                    let message = "an upsert in a session whose filter asks for more than the _id \
                                   is not supported: where the rest does not match, it is a \
                                   duplicate";
                    machine.problem(message, self.span);
                }
                let rest = about_elements(machine.terms(), rest, update);
                let becomes = |machine: &mut Machine<'_>, old: Term| {
                    let there = matches(machine, old, &rest);
                    let (changed, created) = if replace {
                        let whole = machine.terms().apply(Operator::Merge, &[key, update]);
                        (whole, whole)
                    } else {
                        let changed = updated(machine, old, update, false)?;
                        let created = match upsert {
                            true => updated(machine, key, update, true)?,
                            false => old,
                        };
                        (changed, created)
                    };
                    let otherwise = if upsert { created } else { old };
                    Ok(machine.terms().ite(there, changed, otherwise))
                };
                if refuses && self.session.is_none() {
                    return self.upsert_matching(machine, key, &rest, &becomes);
                }
                let done = self.write_one(machine, key, &rest, &becomes)?;
                Ok(if upsert { done.upserted(machine, key) } else { done })
            }
            Selection::All(filter) => {
                if upsert {
                    machine.problem(
                        "an upsert by a filter that does not name the _id is not supported",
                        self.span,
                    );
                }
                self.refuse_within_session(machine);
                if !replace && !selects_the_same(machine.terms(), filter, update) {
                    self.refuse_one_of_many(machine);
                }
                let nowhere = machine.terms().null();
                let cell = machine.cell(self.store, nowhere);
                let new = match replace {
                    true => update,
                    false => updated(machine, cell.old, update, false)?,
                };
                let reply = machine.sweep(self.label, self.span, cell, filter, new)?;
                // Who updates again finds another document before.
                Ok(Done { old: None, ..self.swept(machine, reply) })
            }
        }
    }

    /// Updates the document with this key if the rest matches, and creates it where there is
    /// none: a document of which the rest does not match is a duplicate.
    fn upsert_matching(
        &self,
        machine: &mut Machine<'_>,
        key: Term,
        rest: &[(Arc<str>, Term)],
        change: &session::Change<'_>,
    ) -> Result<Done, Stop> {
        let cell = machine.cell(self.store, key);
        let before = cell.old;
        let new = change(machine, before)?;
        let there = matches(machine, before, rest);
        let absent = machine.terms().absent();
        let missing = machine.terms().equal(before, absent);
        let condition = machine.terms().or(there, missing);
        let change = Change { cell, condition, new: Some(new) };
        let accessed = machine.access(self.label, self.span, vec![change], None)?;
        machine.branch(
            accessed.holds,
            |machine| Ok(machine.terms().null()),
            |machine| {
                let error = session::duplicate(machine);
                machine.throw(error)
            },
        )?;
        let old = accessed.old[0];
        let new = machine.terms().substitute(new, &[(before, old)].into_iter().collect());
        Ok(self.told(machine, old, new, rest).upserted(machine, key))
    }

    /// Deletes what matches.
    pub(super) fn delete(&self, machine: &mut Machine<'_>, filter: Term) -> Result<Done, Stop> {
        let absent = machine.terms().absent();
        match select(machine, filter) {
            Selection::One { key, rest } => self.write_one(machine, key, &rest, &|machine, old| {
                let there = matches(machine, old, &rest);
                Ok(match rest.is_empty() {
                    true => absent,
                    false => machine.terms().ite(there, absent, old),
                })
            }),
            Selection::All(filter) => {
                self.refuse_within_session(machine);
                self.refuse_one_of_many(machine);
                let nowhere = machine.terms().null();
                let cell = machine.cell(self.store, nowhere);
                let reply = machine.sweep(self.label, self.span, cell, filter, absent)?;
                Ok(self.swept(machine, reply))
            }
        }
    }

    /// Of several documents that match, the retry may find another one.
    fn refuse_one_of_many(&self, machine: &mut Machine<'_>) {
        if self.is_about_one {
            let message = format!(
                "which of the documents that match {} is about: once it is done, a retry finds \
                 the next one; name the document by its _id",
                self.label
            );
            machine.problem(message, self.span);
        }
    }

    fn refuse_within_session(&self, machine: &mut Machine<'_>) {
        if self.session.is_some() {
            let message =
                "a write in a session whose filter does not name the _id is not supported";
            machine.problem(message, self.span);
        }
    }

    /// Changes the document with this key: `change` says what becomes of its content.
    fn write_one(
        &self,
        machine: &mut Machine<'_>,
        key: Term,
        rest: &[(Arc<str>, Term)],
        change: &session::Change<'_>,
    ) -> Result<Done, Stop> {
        let (old, new) = match self.session {
            Some(state) => {
                // What is found is known when it is written, unless somebody looks before.
                let looks = !rest.is_empty() || self.label.starts_with("find");
                let told = self.change_within(machine, state, (key, rest), looks, change)?;
                let [count, old, new] = told;
                if !looks {
                    return Ok(Done { old: None, ..self.swept(machine, count) });
                }
                (old, new)
            }
            None => {
                let cell = machine.cell(self.store, key);
                let new = change(machine, cell.old)?;
                let change = cell.write(machine, new);
                let accessed = machine.access(self.label, self.span, vec![change], None)?;
                let old = accessed.old[0];
                let found = [(cell.old, old)].into_iter().collect();
                (old, machine.terms().substitute(new, &found))
            }
        };
        Ok(self.told(machine, old, new, rest))
    }

    /// What the program is told of a change.
    fn told(
        &self,
        machine: &mut Machine<'_>,
        old: Term,
        new: Term,
        rest: &[(Arc<str>, Term)],
    ) -> Done {
        let there = matches(machine, old, rest);
        let (one, zero) = (machine.terms().number(1.0), machine.terms().number(0.0));
        let count = machine.terms().ite(there, one, zero);
        let absent = machine.terms().absent();
        let gone = machine.terms().equal(new, absent);
        let remains = machine.terms().not(gone);
        let same = machine.terms().equal(old, new);
        let modified = machine.terms().ite(same, zero, count);
        let old = or_null(machine, there, old);
        let new = or_null(machine, remains, new);
        let created_id = machine.terms().null();
        Done { count, modified, created: zero, created_id, old: Some(old), new }
    }

    fn swept(&self, machine: &mut Machine<'_>, reply: Term) -> Done {
        let terms = machine.terms();
        let old = terms.pure("mongodb.document", &[reply]);
        let modified = terms.pure("mongodb.modified", &[reply]);
        let (created, created_id) = (terms.number(0.0), terms.null());
        Done { count: reply, modified, created, created_id, old: Some(old), new: old }
    }
}
