//! Classes: defining them, instantiating them, finding what they inherit.

use super::Machine;
use super::function::{Arguments, FunctionValue};
use super::heap::{Body, ClassInfo, Field, Flavour, Record};
use super::library::{Outcome, Stop};
use super::member::Found;
use super::scope::{Scope, ScopeKind};
use crate::builtins;
use crate::{Node, Operator, Term};
use aplomb_script::{
    ClassId, Expr, ExprKind, Key, Member, MemberKind, Node as Syntax, Span, StatementKind,
};
use std::rc::Rc;

impl Machine<'_> {
    /// Whether the value is a class of the program.
    pub(crate) fn is_class(&self, term: Term) -> bool {
        self.record(term).is_some_and(|record| matches!(record.flavour, Flavour::Class(_)))
    }

    /// What is fixed about a class of the program.
    pub(crate) fn class_info(&self, class: Term) -> Option<Rc<ClassInfo>> {
        match &self.record(class)?.flavour {
            Flavour::Class(info) => Some(info.clone()),
            _ => None,
        }
    }

    /// A class and what it inherits from, nearest first. A class reached on two
    /// ways stands where it is reached last, as in C3 linearisation.
    pub(crate) fn ancestors(&self, class: Term) -> Vec<Term> {
        let mut found: Vec<Term> = Vec::new();
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            if found.len() > 256 {
                break;
            }
            found.push(class);
            if let Some(info) = self.class_info(class) {
                open.extend(info.parents.iter().rev());
            }
        }
        let mut kept: Vec<Term> = Vec::with_capacity(found.len());
        for &class in found.iter().rev() {
            if !kept.contains(&class) {
                kept.push(class);
            }
        }
        kept.reverse();
        kept
    }

    /// The class of an instance of a class of the program.
    pub fn class_of(&mut self, instance: Term) -> Option<Term> {
        let parent = self.record(instance)?.parent?;
        if self.is_class(parent) {
            return Some(parent);
        }
        let key = self.terms.string("constructor");
        let class = self.record(parent)?.fields.get(&key)?.value;
        self.is_class(class).then_some(class)
    }

    /// Evaluates a class definition.
    pub(crate) fn define_class(&mut self, id: ClassId) -> Outcome {
        let class = self.program.class(id);
        let mut parents = Vec::new();
        for parent in &class.parents {
            let parent = self.evaluate(parent)?;
            parents.push(self.resolve(parent));
        }
        let name = class.name.clone().unwrap_or_else(|| "".into());
        let explicit_self = self.dialect().explicit_self;
        let scope = Scope::inside(&self.activation.scope, ScopeKind::Class);
        let prototype = (!explicit_self).then(|| {
            let mut record = Record::new(Flavour::Plain);
            record.parent = parents.first().map(|&parent| self.prototype_of(parent));
            self.allocate(Body::Record(record))
        });
        let info = ClassInfo {
            id: Some(id),
            name: name.clone(),
            parents,
            prototype,
            scope: scope.clone(),
        };
        let record = Record::new(Flavour::Class(Rc::new(info)));
        let value = self.allocate(Body::Record(record));
        if let Some(prototype) = prototype {
            self.put_field(prototype, "constructor", value);
        }
        let outside = std::mem::replace(&mut self.activation.scope, scope);
        let outside_home = self.activation.home.replace(value);
        let outcome = self.define_members(&class.members, value, prototype);
        self.activation.scope = outside;
        self.activation.home = outside_home;
        outcome?;
        if explicit_self {
            self.refuse_hook_of_parents(value);
            builtins::class_defined(self, value)?;
            let name = self.terms.string(name);
            self.put_field(value, "__name__", name);
        }
        Ok(value)
    }

    /// Whether an object has the methods of a class of JavaScript, or is a class.
    pub(crate) fn is_prototype(&mut self, object: Term) -> bool {
        let key = self.terms.string("constructor");
        self.is_class(object)
            || self.record(object).is_some_and(|record| {
                matches!(record.flavour, Flavour::Plain) && record.fields.contains_key(&key)
            })
    }

    /// Where instances of a class look for their methods.
    fn prototype_of(&mut self, class: Term) -> Term {
        match self.class_info(class) {
            Some(info) => info.prototype.unwrap_or(class),
            None if self.function_value(class).is_some() => {
                let outcome = self.get_attribute(class, "prototype");
                outcome.unwrap_or(class)
            }
            None => class,
        }
    }

    fn define_members(
        &mut self,
        members: &[Member],
        class: Term,
        prototype: Option<Term>,
    ) -> Result<(), Stop> {
        for member in members {
            if let MemberKind::Initializer(function) = &member.kind {
                let initializer = self.closure(*function)?;
                let span = self.span;
                self.invoke(initializer, Some(class), Arguments::default(), span)?;
                continue;
            }
            // Instance fields are evaluated for every instance.
            if matches!(member.kind, MemberKind::Field(_)) && !member.is_static {
                continue;
            }
            let Some(name) = self.member_name(&member.key)? else {
                if let MemberKind::Method(function, _) | MemberKind::Getter(function) = &member.kind
                {
                    let (unknown, method) = (self.terms.undefined(), self.closure(*function)?);
                    self.refuse_special_member(unknown, method);
                }
                if member.is_static {
                    let span = self.span;
                    self.problem("a static member whose name is computed", span);
                }
                continue;
            };
            let place = if member.is_static { class } else { prototype.unwrap_or(class) };
            let place = if &*name == "constructor" { class } else { place };
            match &member.kind {
                MemberKind::Method(function, decorators) => {
                    let mut value = self.closure(*function)?;
                    for decorator in decorators.iter().rev() {
                        value = self.decorate(decorator, value)?;
                    }
                    let is_plain = matches!(
                        self.function_value(value).as_deref(),
                        Some(FunctionValue::Closure { .. })
                    );
                    if member.is_static && is_plain && self.dialect().explicit_self {
                        value = self.new_function(FunctionValue::Static(value));
                    }
                    let key = self.terms.string(name.clone());
                    self.refuse_special_member(key, value);
                    self.define_member(place, &name, value);
                }
                MemberKind::Getter(function) => {
                    let get = self.closure(*function)?;
                    let key = self.terms.string(name.clone());
                    self.refuse_special_member(key, get);
                    self.define_accessor(place, &name, Some(get), None);
                }
                MemberKind::Setter(function) => {
                    let set = self.closure(*function)?;
                    self.define_accessor(place, &name, None, Some(set));
                }
                MemberKind::Field(Some(value)) => {
                    let value = self.evaluate(value)?;
                    self.define_member(place, &name, value);
                }
                MemberKind::Field(None) | MemberKind::Initializer(_) => {}
                MemberKind::Class(inner) => {
                    let value = self.define_class(*inner)?;
                    self.define_member(place, &name, value);
                }
            }
        }
        Ok(())
    }

    fn decorate(&mut self, decorator: &Expr, value: Term) -> Outcome {
        let function = self.evaluate(decorator)?;
        self.invoke(function, None, Arguments::of(&[value]), decorator.span)
    }

    /// Puts a member into a class, visible to what follows in the class body.
    fn define_member(&mut self, place: Term, name: &str, value: Term) {
        self.put_field(place, name, value);
        let scope = self.activation.scope.clone();
        self.declare_in(&scope, &name.into(), value);
    }

    pub(crate) fn define_accessor(
        &mut self,
        place: Term,
        name: &str,
        get: Option<Term>,
        set: Option<Term>,
    ) {
        let key = self.terms.string(name);
        let known = self.record(place).and_then(|record| record.fields.get(&key)).copied();
        let (old_get, old_set) = match known.and_then(|f| self.function_value(f.value)).as_deref() {
            Some(FunctionValue::Accessor { get, set }) => (*get, *set),
            _ => (None, None),
        };
        let accessor = FunctionValue::Accessor { get: get.or(old_get), set: set.or(old_set) };
        let value = self.new_function(accessor);
        self.put_field(place, name, value);
    }

    /// Puts a field into a record that is known to be one.
    pub(crate) fn put_field(&mut self, record: Term, name: &str, value: Term) {
        let key = self.terms.string(name);
        let present = self.terms.bool(true);
        if let Some(record) = self.record_mut(record) {
            record.fields.insert(key, Field { value, present });
        }
    }

    fn member_name(&mut self, key: &Key) -> Result<Option<aplomb_script::Name>, Stop> {
        match key {
            Key::Static(name) => Ok(Some(name.clone())),
            Key::Computed(expression) => {
                let key = self.evaluate(expression)?;
                Ok(self.terms.as_str(key).cloned())
            }
        }
    }

    /// `new Class(…)`.
    pub(crate) fn construct(&mut self, class: Term, arguments: Arguments, span: Span) -> Outcome {
        let class = self.resolve(class);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(class).clone() {
            let copy = arguments.clone();
            return self.branch(
                parts[0],
                |m| m.construct(parts[1], copy, span),
                |m| m.construct(parts[2], arguments, span),
            );
        }
        if self.is_class(class) {
            self.refuse_special_methods(class);
            self.refuse_abstract(class);
            if let Some(member) = builtins::chosen_member(self, class, &arguments) {
                return member;
            }
            let instance = self.instance(class);
            if self.is_python() {
                self.initialise_fields(class, instance)?;
            }
            return self.initialise(class, instance, arguments, span);
        }
        if let Some(FunctionValue::Closure { function, .. }) = self.function_value(class).as_deref()
            && !self.is_python()
        {
            let function = self.program.function(*function);
            if function.inherits_this || function.is_async || function.is_generator {
                return self.throw_error("TypeError", "this function is not a constructor");
            }
        }
        if self.function_value(class).is_some() {
            let prototype = self.get_attribute(class, "prototype")?;
            let mut record = Record::new(Flavour::Instance);
            record.parent = Some(prototype);
            let instance = self.allocate(Body::Record(record));
            let result = self.invoke(class, Some(instance), arguments, span)?;
            let replaced = self.object(result).is_some();
            return Ok(if replaced { result } else { instance });
        }
        if self.is_external(class) {
            return self.invoke_external(class, None, arguments, true, span);
        }
        self.invoke(class, None, arguments, span)
    }

    /// Says so if a class has a method that only its subclasses define, and a handler sees that
    /// it cannot be instantiated.
    fn refuse_abstract(&mut self, class: Term) {
        if !self.is_python() || self.guarding == 0 || self.world.is_some() {
            return;
        }
        let mut defined: Vec<aplomb_script::Name> = Vec::new();
        for ancestor in self.ancestors(class) {
            let Some(id) = self.class_info(ancestor).and_then(|info| info.id) else { continue };
            for member in &self.program.class(id).members {
                let Key::Static(name) = &member.key else { continue };
                let is_abstract = match &member.kind {
                    MemberKind::Method(_, decorators) => decorators.iter().any(|decorator| {
                        matches!(&decorator.kind, ExprKind::Variable(name)
                            | ExprKind::Member { name, .. } if name.starts_with("abstract"))
                    }),
                    _ => false,
                };
                if is_abstract && !defined.contains(name) {
                    let span = self.span;
                    self.problem("an instance of an abstract class raises", span);
                }
                defined.push(name.clone());
            }
        }
    }

    /// A new instance of a class of the program, without calling its constructor.
    pub fn instance(&mut self, class: Term) -> Term {
        let names = self.error_names(class);
        let flavour = match names {
            Some(names) => Flavour::Error(names),
            None => Flavour::Instance,
        };
        let mut record = Record::new(flavour);
        record.parent = Some(self.prototype_of(class));
        self.allocate(Body::Record(record))
    }

    /// The names of a class and its ancestors, if one of them is an exception.
    fn error_names(&mut self, class: Term) -> Option<std::sync::Arc<[std::sync::Arc<str>]>> {
        let mut names: Vec<std::sync::Arc<str>> = Vec::new();
        let mut is_error = false;
        for ancestor in self.ancestors(class) {
            if let Some(info) = self.class_info(ancestor) {
                names.push(info.name.clone());
                continue;
            }
            if let Some(path) = super::Path::of(self.terms, ancestor) {
                let name = path.last();
                is_error |= builtins::is_exception(name);
                names.extend(builtins::exception_names(name));
            }
        }
        is_error.then(|| names.into())
    }

    /// Evaluates the field initialisers of a class and its ancestors.
    fn initialise_fields(&mut self, class: Term, instance: Term) -> Result<(), Stop> {
        for ancestor in self.ancestors(class).into_iter().rev() {
            self.initialise_own_fields(ancestor, instance)?;
        }
        Ok(())
    }

    /// Evaluates the field initialisers of a class. JavaScript does so when the constructor
    /// of its parent is done.
    fn initialise_own_fields(&mut self, class: Term, instance: Term) -> Result<(), Stop> {
        let Some(info) = self.class_info(class) else { return Ok(()) };
        let Some(id) = info.id else { return Ok(()) };
        let members = &self.program.class(id).members;
        let fields = members.iter().filter(|member| !member.is_static);
        for member in fields {
            let MemberKind::Field(value) = &member.kind else { continue };
            let Some(name) = self.member_name(&member.key)? else {
                if let MemberKind::Method(function, _) = &member.kind {
                    let (unknown, method) = (self.terms.undefined(), self.closure(*function)?);
                    self.refuse_special_member(unknown, method);
                }
                continue;
            };
            let outside = std::mem::replace(&mut self.activation.scope, info.scope.clone());
            let outside_this = self.activation.this.replace(instance);
            let outcome = match value {
                Some(value) => self.evaluate(value),
                None => Ok(self.terms.undefined()),
            };
            self.activation.scope = outside;
            self.activation.this = outside_this;
            let value = outcome?;
            self.put_field(instance, &name, value);
        }
        Ok(())
    }

    /// Runs the constructor that a class has or inherits.
    pub(crate) fn initialise(
        &mut self,
        class: Term,
        instance: Term,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        if !self.is_python() {
            return self.initialise_in_turn(class, instance, arguments, span);
        }
        let key = self.terms.string("constructor");
        for ancestor in self.ancestors(class) {
            if self.class_info(ancestor).is_some() {
                let own = self.record(ancestor).and_then(|record| record.fields.get(&key)).copied();
                let Some(constructor) = own else {
                    if let Some(done) =
                        builtins::construct_data(self, ancestor, instance, &arguments)
                    {
                        return done;
                    }
                    continue;
                };
                let explicit = self.dialect_of(constructor.value).explicit_self;
                let arguments = if explicit { arguments.after(instance) } else { arguments };
                self.invoke(constructor.value, Some(instance), arguments, span)?;
                return Ok(instance);
            }
            if self.function_value(ancestor).is_some() {
                self.invoke(ancestor, Some(instance), arguments, span)?;
                return Ok(instance);
            }
            return self.initialise_external(ancestor, instance, arguments, span);
        }
        Ok(instance)
    }

    /// Runs the constructor of a class of JavaScript; the fields of each class come into being
    /// when the constructor of its parent is done.
    fn initialise_in_turn(
        &mut self,
        class: Term,
        instance: Term,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let Some(info) = self.class_info(class) else {
            if self.function_value(class).is_some() {
                self.invoke(class, Some(instance), arguments, span)?;
                return Ok(instance);
            }
            return self.initialise_external(class, instance, arguments, span);
        };
        let parent = info.parents.first().copied();
        if parent.is_none() {
            self.initialise_own_fields(class, instance)?;
        }
        let key = self.terms.string("constructor");
        let own = self.record(class).and_then(|record| record.fields.get(&key)).copied();
        match (own, parent) {
            (Some(constructor), _) => {
                let given = self.invoke(constructor.value, Some(instance), arguments, span)?;
                let given = self.resolve(given);
                // A constructor may give another object.
                let replaced = self.object(given).is_some() && !self.is_external(given);
                if parent.is_some() && !replaced && !self.surely_calls_super(constructor.value) {
                    self.problem("a constructor that may not call super() throws", span);
                }
                Ok(if replaced { given } else { instance })
            }
            (None, Some(parent)) => {
                let made = self.initialise_in_turn(parent, instance, arguments, span)?;
                self.initialise_own_fields(class, made)?;
                Ok(made)
            }
            (None, None) => Ok(instance),
        }
    }

    /// Whether a constructor calls the one of its parent on every path, as far as that is written
    /// in its own statements.
    fn surely_calls_super(&self, constructor: Term) -> bool {
        let function = self.function_value(constructor);
        let Some(FunctionValue::Closure { function, .. }) = function.as_deref() else {
            return true;
        };
        let calls = |expr: &Expr| match &expr.kind {
            ExprKind::Call { callee, .. } => matches!(callee.kind, ExprKind::Super),
            _ => false,
        };
        self.program.function(*function).body.iter().any(|statement| match &statement.kind {
            StatementKind::If { .. }
            | StatementKind::Try { .. }
            | StatementKind::Switch { .. }
            | StatementKind::While { .. } => false,
            _ => Syntax::Statement(statement).nodes().any(|node| match node {
                Syntax::Expr(expr) => calls(expr),
                _ => false,
            }),
        })
    }

    pub(crate) fn initialise_external(
        &mut self,
        ancestor: Term,
        instance: Term,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        // Which attributes `Model(**data)` sets is said by the package's class.
        let spread = arguments.named_rest;
        let call = super::Call {
            callee: ancestor,
            receiver: Some(instance),
            arguments: arguments.positional,
            named: arguments.named,
            constructed: true,
            span,
        };
        let library = self.library;
        let answer = match library.call(self, &call) {
            Some(outcome) => Some(outcome),
            None => builtins::initialise(self, &call),
        };
        if spread.is_some() {
            let parent = super::Path::of(self.terms, ancestor).map(|path| path.to_string());
            let parent = parent.unwrap_or_default();
            let message =
                format!("which attributes a class of {parent} gets of data that is spread into it");
            self.problem(format!("{message} is not supported"), span);
        }
        match answer {
            Some(outcome) => outcome.map(|_| instance),
            None => {
                // Named arguments are the attributes, as in most object mappers.
                for (name, value) in call.named {
                    self.put_field(instance, &name, value);
                }
                Ok(instance)
            }
        }
    }

    /// `super.name`: looked up after the class the running method belongs to.
    pub(crate) fn super_member(&mut self, name: &str) -> Outcome {
        let (Some(home), Some(this)) = (self.activation.home, self.receiver()) else {
            return self.throw_error("SyntaxError", "'super' outside of a method");
        };
        let class = self.class_of(this).or_else(|| self.is_class(this).then_some(this));
        let line = self.ancestors(class.unwrap_or(home));
        let behind = match line.iter().position(|&ancestor| ancestor == home) {
            Some(index) => line[index + 1..].to_vec(),
            None => self.ancestors(home).into_iter().skip(1).collect(),
        };
        for ancestor in behind {
            let place = match self.class_info(ancestor) {
                Some(info) if !self.is_class(this) => info.prototype.unwrap_or(ancestor),
                _ => ancestor,
            };
            if self.is_external(place) {
                let callee = self.external_member(place, name);
                let arguments = Arguments::default();
                let receiver = Some(this);
                let bound = FunctionValue::Bound { target: callee, receiver, arguments };
                return Ok(self.new_function(bound));
            }
            let key = self.terms.string(name);
            let field = self.record(place).and_then(|record| record.fields.get(&key)).copied();
            if let Some(field) = field {
                return match self.function_value(field.value).as_deref() {
                    Some(FunctionValue::Closure { .. }) => {
                        let arguments = Arguments::default();
                        let (target, receiver) = (field.value, Some(this));
                        Ok(self.new_function(FunctionValue::Bound { target, receiver, arguments }))
                    }
                    _ => self.read_found(this, Found { value: field.value, own: false }),
                };
            }
        }
        Ok(self.terms.undefined())
    }

    /// `super(…)`: runs the constructor of what follows in the line of classes.
    pub(crate) fn super_construct(&mut self, arguments: Arguments, span: Span) -> Outcome {
        let (Some(home), Some(this)) = (self.activation.home, self.receiver()) else {
            return self.throw_error("SyntaxError", "'super' outside of a constructor");
        };
        let line = self.class_of(this).map(|class| self.ancestors(class)).unwrap_or_default();
        let next = line.iter().position(|&ancestor| ancestor == home).and_then(|i| line.get(i + 1));
        let next = match next {
            Some(&next) => Some(next),
            None => self.class_info(home).and_then(|info| info.parents.first().copied()),
        };
        let made = match next {
            Some(parent) if self.is_class(parent) => self.initialise(parent, this, arguments, span),
            Some(parent) if self.function_value(parent).is_some() => {
                self.invoke(parent, Some(this), arguments, span)
            }
            Some(parent) => self.initialise_external(parent, this, arguments, span),
            None => Ok(this),
        }?;
        if !self.is_python() {
            if self.object(made).is_some() && made != this && self.is_own_object(made) {
                self.problem("a constructor that gives another object is not supported", span);
            }
            self.initialise_own_fields(home, this)?;
        }
        Ok(made)
    }

    /// `this`, or Python's first parameter.
    fn receiver(&self) -> Option<Term> {
        self.activation.this
    }
}
