//! Exceptions: making, raising, recognising.

use super::Machine;
use super::flow::Exit;
use super::heap::{Body, Field, Flavour, Record};
use super::library::{Outcome, Path, Stop};
use crate::builtins;
use crate::{Call, Node, Operator, Origin, Term};
use aplomb_script::Language;
use std::sync::Arc;

/// Stands among the classes of an exception for one that is not known: it may be any class of
/// a package, but none of the language's or the program's own.
pub const OPEN_CLASS: &str = "aplomb:open class";

/// The same of what the language itself raises: it may be any class of the modules that come
/// with it, but none of a package.
const OWN_OPEN_CLASS: &str = "aplomb:open class of the language";

/// Whether the class of an exception is not known, by its name.
pub(crate) fn is_open_class(name: &str) -> bool {
    [OPEN_CLASS, OWN_OPEN_CLASS].contains(&name)
}

/// As many inputs that may raise are followed in one `try` block.
const MOST_RISKS: usize = 32;

/// Functions of the languages that refuse nothing that an input can be.
const TAKES_ANYTHING: [&str; 20] = [
    "String",
    "Number",
    "Boolean",
    "Date",
    "Object",
    "parseInt",
    "parseFloat",
    "Array.isArray",
    "isNaN",
    "isFinite",
    "JSON.stringify",
    "encodeURIComponent",
    "str",
    "repr",
    "bool",
    "isinstance",
    "type",
    "hasattr",
    "callable",
    "json.dumps",
];

impl Machine<'_> {
    /// An exception: the names of its class and that class's ancestors, nearest
    /// first (`["ConditionalCheckFailedException", "ClientError"]`); they decide
    /// which handlers take it. JavaScript's `name` and `message` are set.
    pub fn error(&mut self, classes: &[&str], message: Term, fields: &[(&str, Term)]) -> Term {
        let mut names: Vec<Arc<str>> = Vec::new();
        for class in classes {
            for name in builtins::exception_names(class) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let first = names.first().cloned().unwrap_or_else(|| "Error".into());
        let record = Record::new(Flavour::Error(names.into()));
        let error = self.allocate(Body::Record(record));
        self.describe_error(error, &first, message);
        for (name, value) in fields {
            self.put_field(error, name, *value);
        }
        error
    }

    /// Sets what every exception has.
    pub(crate) fn describe_error(&mut self, error: Term, name: &str, message: Term) {
        match self.dialect().language {
            Language::JavaScript => {
                let name = self.terms.string(name);
                let stack = self.frozen_pure("stack", &[message]);
                self.put_field(error, "message", message);
                self.put_field(error, "name", name);
                self.put_field(error, "stack", stack);
            }
            Language::Python => {
                let (arguments, message) = match self.terms.node(message) {
                    Node::Undefined => (self.new_tuple([]), self.terms.string("")),
                    _ => (self.new_tuple([message]), message),
                };
                self.put_field(error, "args", arguments);
                self.put_field(error, "message", message);
            }
        }
    }

    /// Whether something is an exception of JavaScript, of whose fields the language gave some
    /// and lists none of these.
    pub(crate) fn is_listed_error(&mut self, value: Term) -> bool {
        let Some(record) = self.record(value).filter(|_| !self.is_python()) else { return false };
        let is_error = matches!(record.flavour, Flavour::Error(_));
        let ancestors = self.class_of(value).map(|class| self.ancestors(class));
        is_error
            || ancestors.unwrap_or_default().into_iter().any(|ancestor| {
                let path = Path::of(self.terms, ancestor);
                path.is_some_and(|path| builtins::is_exception(path.last()))
            })
    }

    /// Raises an exception on the whole path.
    pub fn throw(&mut self, exception: Term) -> Outcome {
        Err(self.exit(Exit::Throw, exception))
    }

    /// Raises an exception of the language. What it says to the letter differs from release to
    /// release; it is the same wherever the same happens at the same place.
    pub(crate) fn throw_error(&mut self, class: &str, gist: &str) -> Outcome {
        let place = self.place_name(self.span);
        let about = [self.terms.string(gist), self.terms.string(place)];
        let message = self.terms.pure("the message", &about);
        let error = self.error(&[class], message, &[]);
        self.throw(error)
    }

    /// Raises an exception of the language that says just this.
    pub(crate) fn throw_saying(&mut self, class: &str, message: &str) -> Outcome {
        let message = self.terms.string(message);
        let error = self.error(&[class], message, &[]);
        self.throw(error)
    }

    /// Raises what Python does where a key is missing.
    pub(crate) fn throw_key_error(&mut self, key: Term) -> Outcome {
        let error = self.key_error(key);
        self.throw(error)
    }

    /// Python's KeyError, whose text shows the key as it is written in a program.
    pub(crate) fn key_error(&mut self, key: Term) -> Term {
        let key = self.freeze(key);
        let error = self.error(&["KeyError"], key, &[]);
        let message = match self.terms.as_str(key) {
            Some(text) if text.chars().all(|c| c.is_ascii_graphic() && !"'\\".contains(c)) => {
                let quoted = format!("'{text}'");
                self.terms.string(quoted)
            }
            _ => self.frozen_pure("repr", &[key]),
        };
        self.put_field(error, "message", message);
        error
    }

    /// Follows what happens in a `try` block if an input is not what the program takes it for:
    /// an exception is raised where the condition holds.
    pub(crate) fn may_raise(
        &mut self,
        class: &str,
        condition: impl FnOnce(&mut Self) -> Term,
    ) -> Result<(), Stop> {
        if !self.follows_risks() {
            return Ok(());
        }
        let condition = condition(self);
        self.risk(condition, |m| m.throw_error(class, "an input is not what it should be"))
    }

    /// Whether it matters here that an input may not be what the program takes it for.
    fn follows_risks(&self) -> bool {
        self.guarding > 0 && self.world.is_none() && self.loops.is_empty()
    }

    /// Raises where a condition holds that is not known yet; of very many in one `try` block it
    /// is not known what the handler does.
    fn risk(
        &mut self,
        condition: Term,
        raised: impl FnOnce(&mut Self) -> Outcome,
    ) -> Result<(), Stop> {
        if self.known(condition) == Some(false) {
            return Ok(());
        }
        self.risked += 1;
        if self.risked > MOST_RISKS {
            let span = self.span;
            self.problem("more inputs may raise in a try block than are followed", span);
            return Ok(());
        }
        let nothing = self.terms.undefined();
        self.branch(condition, raised, |_| Ok(nothing)).map(drop)
    }

    /// What only computes may refuse an input that it is given, by an exception of which no
    /// more is known than that it depends on nothing else.
    pub(super) fn may_refuse(&mut self, call: &Call) -> Result<(), Stop> {
        self.refuse_assertion(call);
        let given = call.arguments.iter().chain(call.named.iter().map(|(_, value)| value));
        let given: Vec<Term> =
            given.copied().filter(|&value| self.is_part_of_input(value)).collect();
        let Some(path) = Path::of(self.terms, call.callee).filter(|_| !given.is_empty()) else {
            return Ok(());
        };
        let name = path.to_string();
        let library = self.library;
        if TAKES_ANYTHING.contains(&name.as_str())
            || builtins::is_exception(&name)
            || builtins::is_silent(self, &name)
            || library.is_silent(&name)
        {
            return Ok(());
        }
        if !self.follows_risks() {
            return Ok(());
        }
        let callee = self.freeze(call.callee);
        let refused = self.terms.pure("refuses", &[&[callee], &given[..]].concat());
        let refused = self.terms.apply(Operator::Truthy, &[refused]);
        let message = self.terms.string("not accepted");
        let open = match self.comes_with_the_language(&path) {
            true => OWN_OPEN_CLASS,
            false => OPEN_CLASS,
        };
        let classes: &[&str] = match self.is_python() {
            true => &[open, "ValueError", "Exception", "BaseException"],
            false => &[open, "Error"],
        };
        self.risk(refused, |m| {
            let error = m.error(classes, message, &[]);
            m.throw(error)
        })
    }

    /// Whether a path begins with a name of the language or of a module that comes with it.
    fn comes_with_the_language(&self, path: &Path) -> bool {
        builtins::is_declared(self, &path.root) || builtins::is_module(self, &path.root)
    }

    /// Says so where a handler sees whether an assertion of Node holds.
    fn refuse_assertion(&mut self, call: &Call) {
        let name = Path::of(self.terms, call.callee).map(|path| path.to_string());
        let asserts = name.is_some_and(|name| name == "assert" || name.starts_with("assert."));
        if asserts && self.guarding > 0 && self.world.is_none() {
            self.problem("whether an assertion throws is not known", call.span);
        }
    }

    /// Whether a term is a part of an input, which may have any type.
    pub(crate) fn is_part_of_input(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Apply(Operator::Select, parts) => match self.terms.node(parts[0]) {
                Node::Symbol(id) => self.terms.symbol(*id).origin == Origin::Input,
                _ => self.is_part_of_input(parts[0]),
            },
            _ => false,
        }
    }

    /// The same of inputs and of texts in them that are parsed as JSON.
    pub(crate) fn is_part_of_json(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Apply(Operator::Select, parts) => match self.terms.node(parts[0]) {
                Node::Apply(Operator::JsonParse, text) => self.is_part_of_json(text[0]),
                _ => self.is_part_of_input(term) || self.is_part_of_json(parts[0]),
            },
            _ => false,
        }
    }

    /// Whether a value is an instance of a class, or of one of several.
    pub(crate) fn is_instance(&mut self, value: Term, class: Term) -> Term {
        let (value, class) = (self.resolve(value), self.resolve(class));
        if let Some(classes) = self.is_list(class).then(|| self.items(class)).flatten() {
            let mut any = self.terms.bool(false);
            for class in classes {
                let one = self.is_instance(value, class);
                any = self.terms.or(any, one);
            }
            return any;
        }
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(value).clone()
            && self.must_distribute(value)
        {
            let then = self.is_instance(parts[1], class);
            let otherwise = self.is_instance(parts[2], class);
            return self.terms.ite(parts[0], then, otherwise);
        }
        if self.is_class(class) || self.function_value(class).is_some() {
            return self.is_instance_of_program(value, class);
        }
        let Some(path) = Path::of(self.terms, class) else {
            return self.undecided_instance(value, class);
        };
        let name: Arc<str> = builtins::exception_named(&path).into();
        if let Some(Flavour::Error(names)) = self.record(value).map(|record| &record.flavour) {
            if names.contains(&name) {
                return self.terms.bool(true);
            }
            let of_any = names.iter().any(|name| &**name == OPEN_CLASS);
            let of_own = names.iter().any(|name| &**name == OWN_OPEN_CLASS);
            let open = of_any || of_own && builtins::is_module(self, &path.root);
            if !open || path.segments.is_empty() && !path.root.contains(['.', '/']) {
                return self.terms.bool(false);
            }
            // The kind of an error that a service describes.
            let key = self.terms.string("message");
            let message = self.record(value).and_then(|record| record.fields.get(&key)).copied();
            let message = message.map_or(value, |field| field.value);
            let whether = self.frozen_pure("instanceof", &[message, class]);
            return self.terms.apply(Operator::Truthy, &[whether]);
        }
        let own = self.class_of(value);
        if let Some(own) = own {
            let ancestors = self.ancestors(own);
            if ancestors.contains(&class) {
                return self.terms.bool(true);
            }
            let by_name = ancestors.iter().any(|&ancestor| {
                Path::of(self.terms, ancestor).is_some_and(|path| path.last() == &*name)
            });
            return self.terms.bool(by_name);
        }
        match builtins::is_of_type(self, value, &path.to_string()) {
            Some(answer) => answer,
            None => {
                let whether = self.undecided_instance(value, class);
                self.as_json_has_it(value, &path, whether)
            }
        }
    }

    /// Whether a part of an input is an instance of a class of Python, as far as its type in
    /// JSON says: of a text or a truth value that is all, of others it is the least.
    fn as_json_has_it(&mut self, value: Term, class: &Path, whether: Term) -> Term {
        if !self.is_python() || !class.segments.is_empty() || !self.is_part_of_json(value) {
            return whether;
        }
        let own = self.terms.apply(Operator::TypeOf, &[value]);
        let has = |m: &mut Self, kind: &str| {
            let kind = m.terms.string(kind);
            m.terms.equal(own, kind)
        };
        match &*class.root {
            "str" => has(self, "string"),
            "bool" => has(self, "boolean"),
            "int" => {
                let (truth, number) = (has(self, "boolean"), has(self, "number"));
                let whole = self.terms.and(number, whether);
                self.terms.or(truth, whole)
            }
            "float" => {
                let number = has(self, "number");
                self.terms.and(number, whether)
            }
            "list" | "dict" => {
                let object = has(self, "object");
                self.terms.and(object, whether)
            }
            _ => whether,
        }
    }

    fn is_instance_of_program(&mut self, value: Term, class: Term) -> Term {
        let places = self.places(value);
        let prototype = self.class_info(class).and_then(|info| info.prototype);
        let holds = match (self.class_of(value), prototype) {
            (Some(own), _) => self.ancestors(own).contains(&class),
            (None, Some(prototype)) => places.contains(&prototype),
            (None, None) => {
                let key = self.terms.string("prototype");
                let side = self.record(class).and_then(|record| record.fields.get(&key)).copied();
                matches!(side, Some(Field { value, .. }) if places.contains(&value))
            }
        };
        match self.terms.node(value) {
            Node::Symbol(_) | Node::Apply(..) => self.undecided_instance(value, class),
            _ if self.was_instance(value) => {
                let whether = self.frozen_pure("instanceof", &[value, class]);
                self.terms.apply(Operator::Truthy, &[whether])
            }
            _ => self.terms.bool(holds),
        }
    }

    fn undecided_instance(&mut self, value: Term, class: Term) -> Term {
        // Something external of which only the class was ever named.
        if let Node::Apply(Operator::Constructed | Operator::Called, parts) = self.terms.node(value)
            && parts[0] == class
        {
            return self.terms.bool(true);
        }
        let open = self.is_python()
            && (self.record(value).is_some_and(|record| record.base.is_some())
                || Path::of(self.terms, class).is_none());
        if !open && (self.object(value).is_some() || self.terms.is_constant(value)) {
            return self.terms.bool(false);
        }
        let whether = self.frozen_pure("instanceof", &[value, class]);
        self.terms.apply(Operator::Truthy, &[whether])
    }
}
