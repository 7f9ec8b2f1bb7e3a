//! Objects that libraries make: hashes, buffers, archives, documents, addresses.
//!
//! They are chains of calls, functions of what made them. Those that may change have a hidden
//! last argument beside: an object of the heap with all that was put into them so far. Whoever
//! freezes such a value freezes that too, so that what comes out of it depends on what went in.
//! Which those are, the language and the library say. Of others it is not seen what the
//! program puts into them, which is refused where it is new on every attempt.

use super::Machine;
use super::function::Arguments;
use super::heap::{Body, Field, Flavour, Record};
use super::library::{Path, Segment, Stop};
use crate::builtins;
use crate::{Meaning, Node, Operator, Origin, PureFunction, Reference, Term, Terms};
use aplomb_script::{Expr, ExprKind, Span};

/// The field with what was put into one.
const CONTENT: &str = "content";

/// Methods that only look, by their whole names or, with a dash, by how they begin.
const LOOKING: &[&str] = &[
    "digest",
    "hexdigest",
    "getvalue",
    "getbuffer",
    "get",
    "getAll",
    "has",
    "keys",
    "values",
    "entries",
    "items",
    "to-",
    "is-",
    "as-",
    "hex",
    "decode",
    "namelist",
    "format",
    "serialize",
    "find",
    "findall",
    "findtext",
    "html",
    "read",
    "readline",
    "readlines",
    "walk",
    "iter",
];

/// Methods that change the object that they belong to, by their names.
const FILLING: &[&str] = &[
    "add",
    "append",
    "assign",
    "clear",
    "end",
    "extend",
    "file",
    "fill",
    "insert",
    "push",
    "put",
    "remove",
    "seed",
    "set",
    "setAttribute",
    "setDate",
    "setTime",
    "update",
    "write",
];

/// What the name of a function contains that changes objects which it is given.
const FILLS: &[&str] = &[
    "append",
    "SubElement",
    "insert",
    "copy",
    "shuffle",
    "put",
    "fill",
    "into",
    "add",
    "write",
    "dump",
    "print",
];

/// The call whose value a statement does not use: `hash.update(id);`, `await archive.add(id);`.
pub(super) fn unused(statement: &Expr) -> Option<Span> {
    match &statement.kind {
        ExprKind::Call { .. } | ExprKind::Update { .. } => Some(statement.span),
        ExprKind::Await(inner) => unused(inner),
        _ => None,
    }
}

/// Whether a method only looks at its object.
fn is_looking(name: &str) -> bool {
    LOOKING.iter().any(|known| match known.strip_suffix('-') {
        Some(start) => name.starts_with(start),
        None => name == *known,
    })
}

/// Whether a term is the hidden argument of an object that changes.
pub(super) fn is_held(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Node::Apply(Operator::Pure(function), _) if function.is(Meaning::Held))
}

impl Machine<'_> {
    /// Evaluates an expression of whose value nothing is made.
    pub(super) fn evaluate_statement(&mut self, expression: &Expr) -> Result<(), Stop> {
        self.unused = unused(expression);
        self.evaluate(expression).map(drop)
    }

    /// Whether what a call makes may change, by its path.
    fn makes_changing(&self, path: &str, constructed: bool) -> bool {
        !path.contains('(')
            && (builtins::changes(self, path) || self.library.changes(path, constructed))
    }

    /// The hidden argument of what a call makes, if that may change.
    pub fn held_by(&mut self, path: &str, constructed: bool) -> Option<Term> {
        if !self.makes_changing(path, constructed) {
            return None;
        }
        let mut record = Record::new(Flavour::Instance);
        let key = self.terms.string(CONTENT);
        let empty = Field { value: self.terms.list([]), present: self.terms.bool(true) };
        record.fields.insert(key, empty);
        let object = self.allocate(Body::Record(record));
        self.has_held = true;
        Some(self.terms.compute(Meaning::Held, &[object]))
    }

    /// The objects with the content of what a value was made of.
    fn held_in(&self, value: Term) -> Vec<Term> {
        if !self.has_held || !matches!(self.terms.node(value), Node::Apply(..)) {
            return Vec::new();
        }
        let parts = self.terms.parts(&[value]);
        let held = parts.into_iter().filter(|&part| is_held(self.terms, part));
        let objects = held.map(|part| self.terms.arguments(part)[0]);
        objects.filter(|&object| self.is_object(object)).collect()
    }

    fn is_object(&self, term: Term) -> bool {
        matches!(self.terms.node(term), Node::Reference(Reference::Object(_)))
    }

    /// The value as it is now, with the content of objects that change, if it has such.
    pub(super) fn with_content(&mut self, value: Term) -> Term {
        match self.held_in(value).is_empty() {
            true => value,
            false => self.freeze(value),
        }
    }

    /// The hidden argument as a value: what was put into its object, if anything was.
    pub(super) fn freeze_held(&mut self, held: Term, depth: usize) -> Option<Term> {
        let object = self.terms.arguments(held)[0];
        if self.keeps_held || !self.is_object(object) {
            return Some(held);
        }
        let content = self.content(object)?;
        // What it contains itself adds nothing to what it contains.
        if self.freezing.contains(&object) || content == self.terms.list([]) {
            return None;
        }
        self.freezing.push(object);
        let content = self.freeze_below(content, depth + 1);
        self.freezing.pop();
        Some(self.terms.compute(Meaning::Held, &[content]))
    }

    fn content(&mut self, object: Term) -> Option<Term> {
        let key = self.terms.string(CONTENT);
        let record = self.record(object)?;
        record.fields.get(&key).map(|field| field.value)
    }

    /// The value as it is now, but for the content of objects that change: what the program
    /// does to them later is still seen.
    pub fn freeze_kept(&mut self, value: Term) -> Term {
        let before = std::mem::replace(&mut self.keeps_held, true);
        let frozen = self.freeze(value);
        self.keeps_held = before;
        frozen
    }

    /// What a method is given, or belongs to: as it is now if it only looks, since the answer
    /// does not change any more.
    pub fn taken(&mut self, method: &str, value: Term) -> Term {
        match is_looking(method.rsplit('.').next().unwrap_or(method)) {
            true => self.freeze(value),
            false => self.freeze_kept(value),
        }
    }

    /// What a method belongs to, with its content of now if the method only looks.
    pub(super) fn asked(&mut self, method: &str, owner: Term) -> Term {
        match is_looking(method) && self.is_changing(owner) {
            true => self.freeze(owner),
            false => owner,
        }
    }

    /// A call puts what it is given into the objects that it belongs to or is given. Says
    /// whether there are such.
    pub fn fill(&mut self, name: &str, owner: Option<Term>, given: &[Term]) -> bool {
        let method = name.rsplit('.').next().unwrap_or(name);
        if !self.has_held || is_looking(method) {
            return false;
        }
        let owned = owner.map(|owner| self.held_in(owner)).unwrap_or_default();
        let fills = FILLS.iter().any(|verb| method.contains(verb));
        // What a constructor is given is a part of what it makes.
        let makes = self.makes_changing(name, true);
        let mut objects = owned.clone();
        for &value in given.iter().filter(|_| fills || !makes) {
            objects.extend(self.held_in(value));
        }
        objects.sort_unstable();
        objects.dedup();
        for &object in &objects {
            if fills || owned.contains(&object) {
                self.note_filled(object);
            }
            // What it belongs to may come along, as in `bytes.copy(buffer)`.
            let others = owner.filter(|_| !owned.contains(&object));
            let given: Vec<Term> = given.iter().copied().chain(others).collect();
            self.put_into(object, PureFunction::named(method), &given);
        }
        !owned.is_empty()
    }

    /// An assignment to a member or an item puts a value into an object of a library. Says
    /// whether it is one.
    pub(super) fn fill_by_assignment(&mut self, object: Term, key: Term, value: Term) -> bool {
        let objects = self.held_in(object);
        for &object in &objects {
            self.note_filled(object);
            self.put_into(object, Meaning::Assignment.into(), &[key, value]);
        }
        !objects.is_empty()
    }

    /// What the program assigned to a member of an object of a library, if it may have.
    pub fn assigned(&mut self, object: Term, name: &str) -> Option<Term> {
        let objects = self.held_in(object);
        let contents: Vec<Term> =
            objects.into_iter().filter_map(|object| self.content(object)).collect();
        let parts = self.terms.parts(&contents);
        parts.into_iter().find_map(|part| match self.terms.node(part) {
            Node::Apply(Operator::Pure(step), given) if step.is(Meaning::Assignment) => {
                let is_named = self.terms.as_str(given[0]).is_some_and(|key| &**key == name);
                is_named.then(|| given[1])
            }
            _ => None,
        })
    }

    /// Whether an object of a library changes.
    pub(super) fn is_changing(&self, object: Term) -> bool {
        !self.held_in(object).is_empty()
    }

    fn put_into(&mut self, object: Term, method: PureFunction, given: &[Term]) {
        let mut parts = Vec::with_capacity(given.len());
        for &value in given {
            if !self.is_function(value) && !self.held_in(value).contains(&object) {
                parts.push(self.freeze_kept(value));
            }
        }
        // Entries of archives have the time at which they are written, unless they say another.
        let entry = given.first().copied();
        let of_text = &**method.name() == "writestr"
            && entry.is_some_and(|entry| self.held_in(entry).is_empty());
        // A file that was written has the time, too.
        let of_file = matches!(&**method.name(), "add" | "write" | "addFile" | "addLocalFile")
            && entry.is_some_and(|entry| self.is_temporary_file(entry));
        if of_text || of_file {
            let span = self.span;
            parts.extend(self.fresh("time of an entry", span, false));
        }
        let step = self.terms.apply(Operator::Pure(method), &parts);
        let Some(before) = self.content(object) else { return };
        let after = match self.terms.node(before).clone() {
            Node::List(steps) => {
                let steps: Vec<Term> = steps.iter().copied().chain([step]).collect();
                self.terms.list(steps)
            }
            _ => self.terms.pure("then", &[before, step]),
        };
        let key = self.terms.string(CONTENT);
        let present = self.terms.bool(true);
        if let Some(record) = self.record_mut(object) {
            record.fields.insert(key, Field { value: after, present });
        }
    }

    /// Says so if a method that is called for nothing but what it does to its object, which a
    /// library made, is given something new.
    pub(super) fn refuse_filling(
        &mut self,
        object: Term,
        name: &str,
        arguments: &Arguments,
        is_unused: bool,
    ) {
        if is_unused || FILLING.contains(&name) {
            let named = arguments.named.iter().map(|(_, value)| *value);
            let given: Vec<Term> = arguments.positional.iter().copied().chain(named).collect();
            self.refuse_new(object, name, &given);
        }
    }

    /// Says so if something new is put into an object that a library made.
    pub(super) fn refuse_new(&mut self, object: Term, name: &str, given: &[Term]) {
        let object = self.resolve(object);
        if !self.is_opaque(object)
            || !self.held_in(object).is_empty()
            || !given.iter().any(|&value| self.is_new(value))
        {
            return;
        }
        let span = self.span;
        let message = format!(
            "what {name} puts into an object of a library is new on every attempt, and what \
             becomes of it is not supported"
        );
        self.problem(message, span);
    }

    /// Whether an object is one that a library made and that only computes.
    fn is_opaque(&self, object: Term) -> bool {
        let own = self.record(object).is_some() && !self.is_external(object);
        if own || self.list(object).is_some() || !self.is_computed(object) {
            return false;
        }
        Path::of(self.terms, object).is_none_or(|path| {
            let is_made = path.segments.iter().any(|it| matches!(it, Segment::Called { .. }));
            is_made && !self.library.is_silent(&path.to_string())
        })
    }

    fn is_new(&mut self, value: Term) -> bool {
        let value = self.freeze(value);
        self.terms.depends(value, |symbol| {
            matches!(self.terms.symbol(symbol).origin, Origin::Fresh { .. } | Origin::Unknown)
        })
    }
}
