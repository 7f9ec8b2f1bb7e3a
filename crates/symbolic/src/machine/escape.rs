//! Functions that are given away: to a call that is not followed, or to a member of an object
//! of a library.
//!
//! Whoever has such a function may call it, at any time and with anything. It does not matter
//! how deep it lies in what is given: in a list of hooks, in a record of a record, or as a
//! method of an instance. What lies deep and only computes changes nothing.

use super::Machine;
use super::function::{Arguments, FunctionValue};
use super::harmless::computes;
use super::heap::{Flavour, Segment};
use super::library::Segment as Step;
use super::library::{Call, Path};
use super::recursion::Body;
use crate::builtins;
use crate::{Node, Reference, Term};
use aplomb_script::{Expr, ExprKind, FunctionId, Name, Node as Part, Span, StatementKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep values are looked into.
const DEPTH: usize = 8;

/// Names that only tell something about the values of the program, and so do not act, beside
/// those that compute ([`computes`]).
const TELLING: &[&str] = &[
    "JSON",
    "Object",
    "Array",
    "Math",
    "Error",
    "Map",
    "Set",
    "RegExp",
    "isNaN",
    "isFinite",
    "Infinity",
    "Date.parse",
    "Date.UTC",
    "encodeURIComponent",
    "decodeURIComponent",
    "BigInt",
    "Symbol",
    "undefined",
    "NaN",
    "console",
    "process.env",
    "process.stdout.write",
    "json",
    "os.environ",
    "os.getenv",
    "os.path",
    "traceback",
    "logging",
    "sys",
    "print",
    "super",
    "Exception",
    "ValueError",
    "TypeError",
    "KeyError",
    "AttributeError",
    "vars",
    "map",
    "filter",
    "bytes",
];

/// What may be done by a function that is given away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Nobody sees what it gives: a logger has it.
    Silent,
    /// What it gives is a part of what the call gives.
    Seen,
}

impl Machine<'_> {
    pub(super) fn escape(&mut self, callee: &str, arguments: &Arguments) {
        let all = arguments.positional.iter().chain(arguments.named.iter().map(|(_, v)| v));
        for &value in all.collect::<Vec<_>>() {
            self.escape_value(callee, value);
        }
    }

    /// Notes that nobody knows when the functions given to a call run.
    pub fn escape_all(&mut self, call: &Call) {
        let callee = self.name_of_callee(call);
        for value in given_to(call) {
            self.escape_value(&callee, value);
        }
    }

    /// The same of what is no argument itself: the functions among those are called back, and
    /// the model of the call says when.
    pub fn escape_parts(&mut self, call: &Call) {
        let callee = self.name_of_callee(call);
        for value in given_to(call) {
            if !self.is_function(value) && self.gives_away(value, &callee) {
                self.refuse_given(&callee);
            }
        }
    }

    /// The same of functions that are called at any time, but of which nothing is kept: whether
    /// they do something matters, not when.
    pub fn escape_acting(&mut self, call: &Call) {
        let callee = self.name_of_callee(call);
        for value in given_to(call) {
            if self.gives_away(value, &callee) {
                self.refuse_given(&callee);
            }
        }
    }

    fn name_of_callee(&mut self, call: &Call) -> String {
        let callee = Path::of(self.terms, call.callee).map(|path| path.to_string());
        callee.unwrap_or_else(|| "a computed function".into())
    }

    /// A function of the program given to a call nobody understands may be
    /// called from there, at any time and with anything.
    fn escape_value(&mut self, callee: &str, value: Term) {
        let fields = self.fields(value).unwrap_or_default();
        let given = self.is_function(value) && !self.is_class(value);
        if given
            || fields.iter().any(|&(_, field)| self.is_closure(field))
            || self.gives_away(value, callee)
        {
            self.refuse_given(callee);
        }
    }

    fn refuse_given(&mut self, callee: &str) {
        let span = self.span;
        let message = match callee.strip_prefix("aplomb:") {
            // What a model made has no name that could be declared.
            Some(name) => {
                format!("a function is given to {name}, and it is not known when that calls it")
            }
            None => format!(
                "a function is given to {callee}, and it is not known when that calls it; \
                 declare {callee} in aplomb.toml"
            ),
        };
        self.problem(message, span);
    }

    /// Says so if a function that does something is put into an object of a library, which
    /// may call it: `console.log = ...`, `axios.defaults.adapter = ...`.
    pub(super) fn refuse_given_member(&mut self, object: Term, name: &str, value: Term) {
        if !self.is_external(object) {
            return;
        }
        let owner = Path::of(self.terms, object).map(|path| path.to_string());
        let owner = owner.unwrap_or_else(|| "a library's object".into());
        // An object of a model, which calls what is in it; a name of the program's own.
        if owner.starts_with("aplomb:")
            || owner == "globalThis" && !builtins::is_declared(self, name)
        {
            return;
        }
        let member = format!("{owner}.{name}");
        if self.gives_away(value, &member) {
            let span = self.span;
            self.problem(
                format!("a function is assigned to {member}, and it is not known who calls it"),
                span,
            );
        }
    }

    /// Says so if a class of the program that is given away, whose instances a library makes and
    /// asks, has a method that does more than compute.
    pub(crate) fn escape_class(&mut self, callee: &str, class: Term) {
        let class = self.resolve(class);
        if !self.is_class(class) {
            return;
        }
        let methods = self.methods_in(class);
        let seen = &mut FxHashSet::default();
        if methods.into_iter().any(|method| !self.is_harmless(method, Use::Seen, seen)) {
            self.refuse_given(callee);
        }
    }

    /// Says so if who looks at all members of an object runs a getter that does more than
    /// compute.
    pub(crate) fn refuse_getters(&mut self, object: Term) {
        let object = self.resolve(object);
        let Some(record) = self.record(object) else { return };
        let fields: Vec<Term> = record.fields.values().map(|field| field.value).collect();
        for field in fields {
            self.refuse_getter(field);
        }
    }

    /// Whether a value that is given away has a function in it that does more than compute.
    fn gives_away(&mut self, value: Term, callee: &str) -> bool {
        let silent = self.library.is_silent(callee) || builtins::is_silent(self, callee);
        let kind = if silent { Use::Silent } else { Use::Seen };
        self.has_function(value, kind, DEPTH, &mut FxHashSet::default())
    }

    fn has_function(
        &mut self,
        value: Term,
        kind: Use,
        depth: usize,
        seen: &mut FxHashSet<Term>,
    ) -> bool {
        let value = self.resolve(value);
        if depth == 0 || !seen.insert(value) {
            return false;
        }
        if self.is_class(value) {
            return false;
        }
        if self.function_value(value).is_some() {
            return !self.is_harmless(value, kind, seen);
        }
        if self.is_external(value) {
            return kind == Use::Seen && self.is_function_of_library(value);
        }
        if let Node::List(items) = self.terms.node(value).clone() {
            return items.iter().any(|&item| self.has_function(item, kind, depth - 1, seen));
        }
        if let Some(list) = self.list(value).cloned() {
            return list.segments.iter().any(|segment| match segment {
                Segment::Item(field) => self.has_function(field.value, kind, depth - 1, seen),
                Segment::Many { .. } => false,
            });
        }
        let is_module = self.record(value).is_some_and(|r| matches!(r.flavour, Flavour::Module(_)));
        if is_module {
            return false;
        }
        let fields: Vec<Term> = match self.terms.node(value) {
            Node::Record(_, values) => values.to_vec(),
            _ => match self.record(value) {
                Some(record) => record.fields.values().map(|field| field.value).collect(),
                None => return false,
            },
        };
        if fields.into_iter().any(|field| self.has_function(field, kind, depth - 1, seen)) {
            return true;
        }
        let Some(class) = self.class_of(value) else {
            // What a function made with `new` finds in its prototype.
            let parent = self.record(value).and_then(|record| record.parent);
            let parent = parent.filter(|&parent| !self.is_external(parent));
            return parent.is_some_and(|parent| self.has_function(parent, kind, depth - 1, seen));
        };
        self.methods_in(class).into_iter().any(|method| !self.is_harmless(method, kind, seen))
    }

    /// The methods that instances of a class have, but for those by which they are made.
    fn methods_in(&mut self, class: Term) -> Vec<Term> {
        let mut found = Vec::new();
        for ancestor in self.ancestors(class) {
            let prototype = self.class_info(ancestor).and_then(|info| info.prototype);
            for owner in [Some(ancestor), prototype].into_iter().flatten() {
                let Some(record) = self.record(owner) else { continue };
                for (&key, field) in &record.fields {
                    let name = self.terms.as_str(key);
                    let makes = name.is_some_and(|name| {
                        matches!(&**name, "constructor" | "__init__" | "__post_init__")
                    });
                    if !makes && self.function_value(field.value).is_some() {
                        found.push(field.value);
                    }
                }
            }
        }
        found
    }

    /// Whether something external is a function that draws or acts, rather than an object or
    /// a constant.
    fn is_function_of_library(&mut self, value: Term) -> bool {
        let Some(path) = Path::of(self.terms, value) else { return false };
        if matches!(path.segments.last(), Some(Step::Called { .. })) {
            return false;
        }
        let name = path.to_string();
        builtins::draws(self, &name) || self.library.draws(&name) || self.library.acts(&name)
    }

    /// Whether a function does nothing but compute, as far as its text shows.
    fn is_harmless(&mut self, function: Term, kind: Use, seen: &mut FxHashSet<Term>) -> bool {
        let Some(value) = self.function_value(function) else { return false };
        match &*value {
            FunctionValue::Closure { function, scope, this, .. } => {
                let captures = this.is_some() && self.program.function(*function).inherits_this;
                let Some(outer) = self.names_outside(*function) else { return false };
                outer.into_iter().all(|(name, members)| match &*name {
                    "this" => !captures,
                    "super" => true,
                    _ => {
                        let slot = scope.lookup(&name);
                        let value = slot.and_then(|slot| self.state.variables.get(slot)).copied();
                        self.may_be_read(value, &name, &members, kind, seen)
                    }
                })
            }
            FunctionValue::Bound { target, .. }
            | FunctionValue::Static(target)
            | FunctionValue::OfClass(target)
            | FunctionValue::Accessor { get: Some(target), set: None } => {
                seen.contains(target) || self.is_harmless(*target, kind, seen)
            }
            // Those of the context of a request, say, if there is none of the program in it.
            FunctionValue::Native { data, .. } => {
                data.iter().all(|&part| !self.has_function(part, kind, DEPTH, seen))
            }
            _ => false,
        }
    }

    /// Whether a function may read a variable outside and still only computes.
    fn may_be_read(
        &mut self,
        value: Option<Term>,
        name: &str,
        members: &[Name],
        kind: Use,
        seen: &mut FxHashSet<Term>,
    ) -> bool {
        let Some(value) = value else { return self.is_telling(name, members, kind) };
        let value = self.resolve(value);
        if self.is_class(value) {
            let first = seen.insert(value);
            return !first
                || self.methods_in(value).into_iter().all(|m| self.is_harmless(m, kind, seen));
        }
        if self.function_value(value).is_some() {
            return !seen.insert(value) || self.is_harmless(value, kind, seen);
        }
        if self.is_external(value) {
            let path = Path::of(self.terms, value).map(|path| path.to_string());
            return path.is_some_and(|path| self.is_telling(&path, members, kind));
        }
        match self.terms.node(value) {
            Node::Undefined | Node::Null | Node::Bool(_) | Node::Number(_) | Node::String(_) => {
                true
            }
            Node::Reference(Reference::Object(_)) => {
                kind == Use::Silent && !self.has_function(value, kind, DEPTH, seen)
            }
            _ => kind == Use::Silent,
        }
    }

    /// Whether something outside of the program only tells something.
    fn is_telling(&mut self, path: &str, members: &[Name], kind: Use) -> bool {
        let mut whole = path.to_string();
        for member in members {
            whole = format!("{whole}.{member}");
        }
        let listed = |known: &&str| {
            whole.strip_prefix(*known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let draws = builtins::draws(self, &whole) || self.library.draws(&whole);
        match draws {
            true => kind == Use::Silent,
            false => {
                TELLING.iter().any(listed)
                    || computes(whole.split('.').next().unwrap_or(&whole))
                    || builtins::is_pure(self, &whole)
                    || self.library.is_pure(&whole)
                    || self.library.is_silent(&whole)
            }
        }
    }

    /// The names that a function reads outside, with the members it asks them for; none if it
    /// changes something outside.
    fn names_outside(&self, id: FunctionId) -> Option<Vec<(Name, Vec<Name>)>> {
        let mut body = Body::new("".into());
        let mut chains: FxHashMap<Span, (Name, Vec<Name>)> = FxHashMap::default();
        self.collect_outside(id, &mut body, &mut chains)
            .then(|| chains.into_values().filter(|(name, _)| !body.is_own(name)).collect())
    }

    fn collect_outside(
        &self,
        id: FunctionId,
        body: &mut Body,
        chains: &mut FxHashMap<Span, (Name, Vec<Name>)>,
    ) -> bool {
        let function = self.program.function(id);
        body.declare(function);
        body.declare_handled(function);
        function.nodes().all(|part| match part {
            Part::Expr(expr) => match &expr.kind {
                ExprKind::Assign { target, .. } | ExprKind::Update { target, .. } => {
                    body.may_change(target)
                }
                ExprKind::Function(inner) => self.collect_outside(*inner, body, chains),
                ExprKind::Variable(_) | ExprKind::Member { .. } => {
                    if let Some((span, name, members)) = chain(expr) {
                        let known = chains.entry(span).or_insert((name, Vec::new()));
                        if members.len() > known.1.len() {
                            known.1 = members;
                        }
                    }
                    true
                }
                ExprKind::This => {
                    chains.insert(expr.span, ("this".into(), Vec::new()));
                    true
                }
                ExprKind::Delete(_)
                | ExprKind::Require(_)
                | ExprKind::Class(_)
                | ExprKind::Unsupported(_) => false,
                _ => true,
            },
            Part::Statement(statement) => match &statement.kind {
                StatementKind::Function { function, .. } => {
                    self.collect_outside(*function, body, chains)
                }
                StatementKind::Outer(_)
                | StatementKind::Class { .. }
                | StatementKind::Unsupported(_) => false,
                _ => true,
            },
            Part::Pattern(_) => true,
        })
    }
}

/// What a call is given.
fn given_to(call: &Call) -> Vec<Term> {
    call.arguments.iter().copied().chain(call.named.iter().map(|(_, value)| *value)).collect()
}

/// The variable that a chain of members begins with, and the members.
fn chain(expr: &Expr) -> Option<(Span, Name, Vec<Name>)> {
    match &expr.kind {
        ExprKind::Variable(name) => Some((expr.span, name.clone(), Vec::new())),
        ExprKind::Member { object, name, .. } => {
            let (span, root, mut members) = chain(object)?;
            members.push(name.clone());
            Some((span, root, members))
        }
        _ => None,
    }
}
