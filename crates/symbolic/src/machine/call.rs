//! Calls.

use super::flow::Exit;
use super::function::{Arguments, FunctionValue};
use super::heap::{Body, Flavour, List, ListKind};
use super::library::{Call, Outcome, Path, Segment};
use super::member::Found;
use super::scope::{Scope, ScopeKind};
use super::{Activation, Machine, reading};
use crate::builtins;
use crate::{Node, Operator, Origin, Reference, Term, assumptions};
use aplomb_script::{FunctionId, Name, Parameter, ParameterKind, Pattern, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How often a function may be active at once where its arguments are unknown:
/// recursion over unknown data has no end.
const UNKNOWN_RECURSION: usize = 8;

impl Machine<'_> {
    /// Calls a value.
    pub(crate) fn invoke(
        &mut self,
        callee: Term,
        this: Option<Term>,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let callee = self.resolve(callee);
        if let Some(function) = self.function_value(callee) {
            return self.invoke_function(&function, this, arguments, span);
        }
        match self.terms.node(callee).clone() {
            Node::Reference(Reference::Object(_)) => self.invoke_object(callee, arguments, span),
            Node::Apply(Operator::Ite, parts) => {
                let copy = arguments.clone();
                self.branch(
                    parts[0],
                    |m| m.invoke(parts[1], this, copy, span),
                    |m| m.invoke(parts[2], this, arguments, span),
                )
            }
            _ if self.is_external(callee) => {
                self.invoke_external(callee, this, arguments, false, span)
            }
            // A method that was kept for later.
            Node::Apply(Operator::Select, parts)
                if matches!(self.terms.node(parts[0]), Node::Apply(Operator::Pure(_), _))
                    && self.terms.as_str(parts[1]).is_some() =>
            {
                let name = self.key_text(parts[1]);
                self.invoke_unknown_method(parts[0], &name, arguments, span)
            }
            // A template or a schema that a library compiled.
            Node::Apply(Operator::Pure(_), _)
                if let Some(function) = self.gives_function(callee) =>
            {
                let name = format!("{function}()");
                let call = self.external_call(callee, None, arguments, false, span);
                self.escape_all(&call);
                let mut given = vec![callee];
                given.extend(self.argument_terms(&call));
                Ok(self.terms.pure(&name, &given))
            }
            Node::Symbol(_) | Node::Apply(..) => {
                let callee = match self.terms.node(callee) {
                    Node::Apply(Operator::Select, parts) => {
                        let name = self.terms.as_str(parts[1]).map_or("a member", |name| &**name);
                        self.in_words(parts[0], name)
                    }
                    Node::Symbol(id) => self.terms.symbol(*id).name.to_string(),
                    _ => "a function that is chosen while the program runs".into(),
                };
                self.escape(&callee, &arguments);
                self.unknown_call(&callee, span)
            }
            // Whoever calls what the program itself left out fails.
            Node::Undefined | Node::Null => {
                let shown = self.terms.show(callee).to_string();
                self.throw_error("TypeError", &format!("{shown} is not a function"))
            }
            _ => {
                self.escape("a value", &arguments);
                Ok(self.problem("calling a value that is not a function is not supported", span))
            }
        }
    }

    fn invoke_object(&mut self, callee: Term, arguments: Arguments, span: Span) -> Outcome {
        let class = self.record(callee).map(|record| &record.flavour);
        if matches!(class, Some(Flavour::Class(_))) {
            if !self.is_python() {
                let message = "Class constructor cannot be invoked without 'new'";
                return self.throw_error("TypeError", message);
            }
            return self.construct(callee, arguments, span);
        }
        let method = self.get(callee, "__call__")?;
        if self.is_function(method) {
            return self.invoke(method, Some(callee), arguments, span);
        }
        self.escape("an object", &arguments);
        Ok(self.problem("calling an object that is not a function is not supported", span))
    }

    fn invoke_function(
        &mut self,
        function: &FunctionValue,
        this: Option<Term>,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        match function {
            FunctionValue::Closure { function, scope, this: captured, home, defaults } => {
                let inherits = self.program.function(*function).inherits_this;
                let this = if inherits { *captured } else { this };
                // What `super()` is about in Python.
                let explicit = self.program.function(*function).dialect.explicit_self;
                let own = arguments.positional.first().copied();
                let this = if explicit && home.is_some() { own.or(this) } else { this };
                let inner = Scope::inside(scope, ScopeKind::Function);
                let activation = Activation {
                    scope: inner,
                    this,
                    home: *home,
                    yields: None,
                    handled: Vec::new(),
                };
                self.run_closure(*function, activation, defaults, arguments, span)
            }
            FunctionValue::Bound { target, receiver, arguments: first } => {
                let mut all = first.clone();
                all.positional.extend(arguments.positional);
                all.rest = arguments.rest;
                all.named.extend(arguments.named);
                all.named_rest = all.named_rest.or(arguments.named_rest);
                if let (Some(receiver), true) = (receiver, self.takes_receiver(*target)) {
                    all = all.after(*receiver);
                }
                self.invoke(*target, receiver.or(this), all, span)
            }
            FunctionValue::Method { receiver, name } => {
                self.invoke_method(*receiver, name, arguments, span)
            }
            FunctionValue::Native { name, data } => {
                builtins::native(self, name, data, this, &arguments, span)
            }
            FunctionValue::Accessor { get: Some(inner), .. }
            | FunctionValue::Static(inner)
            | FunctionValue::OfClass(inner) => self.invoke(*inner, this, arguments, span),
            FunctionValue::Accessor { .. } => Ok(self.terms.undefined()),
        }
    }

    /// Whether a function has its receiver as first parameter.
    fn takes_receiver(&self, function: Term) -> bool {
        match self.function_value(function).as_deref() {
            Some(FunctionValue::Closure { function, .. }) => {
                self.program.function(*function).dialect.explicit_self
            }
            // What a decorator of the language made of such a function.
            Some(FunctionValue::Native { .. }) => self.dialect().explicit_self,
            _ => false,
        }
    }

    /// Executes the body of a function of the program.
    fn run_closure(
        &mut self,
        id: FunctionId,
        activation: Activation,
        defaults: &[Option<Term>],
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let function = self.program.function(id);
        let active = self.active.iter().filter(|&&other| other == id).count();
        let known = self.world.is_some() || self.terms.is_true(self.path);
        // A function that was found to have no bound is not followed again: where it
        // calls itself several times, each level would multiply the work.
        let unbounded = !known && active > 0 && self.unbounded.contains(&id);
        if self.active.len() >= self.limits.depth as usize
            || (!known && active >= UNKNOWN_RECURSION)
            || unbounded
        {
            self.unbounded.insert(id);
            let name = function.name.as_deref().unwrap_or("a function");
            if known {
                return self.throw_error("RangeError", "Maximum call stack size exceeded");
            }
            if let Some(outer) = self.computes_alone(id) {
                let name = format!("{name} at {}", self.place_name(function.span));
                return Ok(self.recursive_value(&name, &activation, &arguments, &outer));
            }
            let message = format!("{name} calls itself without a bound that can be seen here");
            return Ok(self.problem(message, span));
        }
        let is_async = function.is_async && !function.is_generator;
        self.active.push(id);
        self.calls.push(span);
        let outcome = self.within(activation, |m| {
            if is_async {
                m.asynchronously(m.is_python(), |m| {
                    m.promise_of_task(|m| m.run_body(id, arguments, defaults))
                })
            } else {
                m.run_body(id, arguments, defaults)
            }
        });
        self.active.pop();
        self.calls.pop();
        self.span = span;
        outcome
    }

    /// Runs with another scope, receiver and so on, and comes back.
    pub(crate) fn within(
        &mut self,
        activation: Activation,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let outside = std::mem::replace(&mut self.activation, activation);
        let outcome = stacker::maybe_grow(128 << 10, 2 << 20, || body(self));
        self.activation = outside;
        outcome
    }

    fn run_body(
        &mut self,
        id: FunctionId,
        arguments: Arguments,
        defaults: &[Option<Term>],
    ) -> Outcome {
        let function = self.program.function(id);
        let everywhere = self.terms.bool(true);
        let lazy = function.is_generator && self.is_python();
        let lazy = lazy.then(|| (self.before(), self.consumed.take()));
        if function.is_generator {
            let list = List { segments: Vec::new(), kind: ListKind::Iterator };
            self.activation.yields = Some(self.allocate(Body::List(list)));
            self.assume(&assumptions::GENERATORS);
            if !self.is_python() {
                self.refuse_late_generator(function);
            }
            if self.calls.last().is_some_and(|&call| self.unused == Some(call)) {
                let span = self.span;
                self.problem("a generator whose items are never read is not supported", span);
            }
        }
        let execute = |m: &mut Self| {
            let mut arm = m.region(everywhere, |m| {
                m.bind_parameters(id, arguments, defaults)?;
                m.hoist_function(id);
                m.execute_block(&function.body)?;
                Ok(m.nothing())
            })?;
            m.land(&mut arm, &Exit::Return);
            let value = m.resume(arm)?;
            Ok(m.activation.yields.unwrap_or(value))
        };
        let value = match function.is_generator {
            true => self.watching(execute)?,
            false => execute(self)?,
        };
        if let (Some((before, consumed)), Some(&call)) = (lazy, self.calls.last()) {
            self.refuse_late(&before, consumed, call);
        }
        Ok(value)
    }

    pub(super) fn bind_parameters(
        &mut self,
        id: FunctionId,
        arguments: Arguments,
        defaults: &[Option<Term>],
    ) -> Outcome {
        let function = self.program.function(id);
        let undefined = self.terms.undefined();
        let scope = self.activation.scope.clone();
        if !function.dialect.explicit_self && !function.inherits_this {
            self.refuse_aliases(id);
            let all = self.new_list(arguments.positional.iter().copied());
            self.declare_in(&scope, &"arguments".into(), all);
        }
        if self.is_python() && self.guarding > 0 {
            self.refuse_arguments(&function.parameters, &arguments);
        }
        let mut named: FxHashMap<Name, Term> = arguments.named.iter().cloned().collect();
        let mut next = 0;
        for (index, parameter) in function.parameters.iter().enumerate() {
            let mut given = false;
            let value = match parameter.kind {
                ParameterKind::Rest => {
                    let from = next.min(arguments.positional.len());
                    let rest = arguments.positional[from..].to_vec();
                    let list = match self.is_python() {
                        true => self.new_tuple(rest),
                        false => self.new_list(rest),
                    };
                    if let Some(more) = arguments.rest {
                        self.append_all(list, more)?;
                    }
                    list
                }
                ParameterKind::NamedRest => {
                    let mut rest: Vec<(Name, Term)> = arguments
                        .named
                        .iter()
                        .filter(|(name, _)| named.contains_key(name))
                        .cloned()
                        .collect();
                    rest.dedup_by(|a, b| a.0 == b.0);
                    let record = self.new_record(rest);
                    if let Some(base) = arguments.named_rest {
                        self.spread_under(record, base)?;
                    }
                    record
                }
                ParameterKind::Ordinary
                | ParameterKind::PositionalOnly
                | ParameterKind::NamedOnly => {
                    let has_name = parameter.kind != ParameterKind::PositionalOnly;
                    let name = parameter_name(&parameter.pattern).filter(|_| has_name);
                    let by_name = name.as_ref().and_then(|name| named.remove(name));
                    let positional = parameter.kind != ParameterKind::NamedOnly;
                    let argument = match by_name {
                        Some(value) => Some(value),
                        None if positional && next < arguments.positional.len() => {
                            Some(arguments.positional[next])
                        }
                        None if positional && arguments.rest.is_some() => {
                            let index =
                                self.terms.number((next - arguments.positional.len()) as f64);
                            let list = arguments.rest.expect("checked");
                            Some(self.terms.apply(Operator::Select, &[list, index]))
                        }
                        None => match (arguments.named_rest, &name) {
                            (Some(base), Some(name)) => Some(self.terms.field(base, name)),
                            _ => None,
                        },
                    };
                    if positional {
                        next += 1;
                    }
                    given = argument.is_some();
                    self.require_argument(argument, &parameter.pattern, id)?
                }
            };
            // Python's defaults are for arguments that are not given, not for
            // those that are undefined.
            let default = defaults.get(index).copied().flatten();
            let (pattern, value) = match (&parameter.pattern, default) {
                (Pattern::Default(inner, _), Some(_)) if given => (&**inner, value),
                (Pattern::Default(inner, _), Some(default)) => (&**inner, default),
                (pattern, _) => (pattern, value),
            };
            self.declare(&scope, pattern, value)?;
        }
        Ok(undefined)
    }

    /// Says so where Python raises because a function does not take the arguments that it is
    /// given.
    fn refuse_arguments(&mut self, parameters: &[Parameter], arguments: &Arguments) {
        use ParameterKind::{NamedOnly, NamedRest, Ordinary, PositionalOnly, Rest};
        let has = |kind| parameters.iter().any(|parameter| parameter.kind == kind);
        let by_position = parameters.iter().filter(|p| matches!(p.kind, Ordinary | PositionalOnly));
        let given = arguments.positional.len();
        let span = self.span;
        if !has(Rest) && given > by_position.clone().count() {
            self.problem("a call with more arguments than the function takes raises", span);
        }
        let taken = |name: &Name| {
            let is = |p: &&Parameter| parameter_name(&p.pattern).as_ref() == Some(name);
            let free = by_position.clone().skip(given).filter(|p| p.kind == Ordinary);
            let named = parameters.iter().filter(|p| p.kind == NamedOnly);
            let given = by_position.clone().take(given).filter(|p| p.kind == Ordinary);
            let twice = given.into_iter().any(|p| is(&p));
            free.chain(named).any(|p| is(&p)) || has(NamedRest) && !twice
        };
        if !arguments.named.iter().all(|(name, _)| taken(name)) {
            self.problem("a call with a name that the function does not take raises", span);
        }
    }

    /// Python insists on arguments without default.
    fn require_argument(
        &mut self,
        given: Option<Term>,
        pattern: &Pattern,
        id: FunctionId,
    ) -> Outcome {
        let function = self.program.function(id);
        match given {
            Some(value) => Ok(value),
            None if function.dialect.missing_raises && !matches!(pattern, Pattern::Default(..)) => {
                let name = function.name.as_deref().unwrap_or("<lambda>");
                let parameter = parameter_name(pattern).unwrap_or_default();
                let message =
                    format!("{name}() missing 1 required positional argument: '{parameter}'");
                self.throw_error("TypeError", &message)
            }
            None => Ok(self.terms.undefined()),
        }
    }

    /// Calls a member of a value.
    pub(crate) fn invoke_method(
        &mut self,
        receiver: Term,
        name: &str,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let receiver = self.resolve(receiver);
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(receiver).clone()
            && self.must_distribute(receiver)
        {
            let copy = arguments.clone();
            return self.branch(
                parts[0],
                |m| m.invoke_method(parts[1], name, copy, span),
                |m| m.invoke_method(parts[2], name, arguments, span),
            );
        }
        self.span = span;
        self.note_matched(receiver, name);
        if let Some(told) = self.refuse_lost_member(receiver, name) {
            self.escape(name, &arguments);
            return Ok(told);
        }
        let advances = reading::advances(self.terms, name, &arguments);
        if let Some(found) = self.own_method(receiver, name)? {
            let advances = advances && !self.is_closure(found.value);
            let value = self.invoke_found(found, receiver, name, arguments, span)?;
            return Ok(if advances { self.reading(receiver, value) } else { value });
        }
        let value = self.invoke_foreign_method(receiver, name, arguments, span)?;
        Ok(if advances { self.reading(receiver, value) } else { value })
    }

    fn invoke_foreign_method(
        &mut self,
        receiver: Term,
        name: &str,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        if self.is_external(receiver) {
            let callee = self.external_member(receiver, name);
            return self.invoke_external(callee, Some(receiver), arguments, false, span);
        }
        if !self.is_changing(receiver)
            && let Some(outcome) = builtins::method(self, receiver, name, &arguments, span)
        {
            return outcome;
        }
        self.invoke_unknown_method(receiver, name, arguments, span)
    }

    /// The member of that name which the program itself defines.
    fn own_method(&mut self, receiver: Term, name: &str) -> Result<Option<Found>, super::Stop> {
        if self.is_dictionary(receiver) {
            return Ok(None);
        }
        let found = self.find(receiver, name)?;
        Ok(found.filter(|found| !matches!(self.terms.node(found.value), Node::Undefined)))
    }

    fn invoke_found(
        &mut self,
        found: Found,
        receiver: Term,
        name: &str,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        // A member that an external parent class would have.
        if let Some(parent) = self.external_parent(receiver, found.value, name) {
            return self.invoke_external(parent, Some(receiver), arguments, false, span);
        }
        let function = self.read_found(receiver, found)?;
        self.invoke(function, Some(receiver), arguments, span)
    }

    fn invoke_unknown_method(
        &mut self,
        receiver: Term,
        name: &str,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let is_result = matches!(self.terms.node(receiver), Node::Apply(Operator::Pure(_), _));
        let is_data = matches!(
            self.terms.node(receiver),
            Node::Symbol(_) | Node::Apply(..) | Node::String(_)
        );
        let library = self.library;
        if is_data
            && !is_result
            && let Some(outcome) = library.method(self, receiver, name)
        {
            return outcome;
        }
        match self.terms.node(receiver) {
            _ if self.is_computed(receiver) => {
                let named = arguments.named.iter().map(|(_, value)| *value);
                let given: Vec<Term> = arguments.positional.iter().copied().chain(named).collect();
                self.fill(name, Some(receiver), &given);
                if name == "shuffle" && self.is_python() && !given.is_empty() {
                    builtins::shuffled(self, given[0], &[receiver]);
                }
                if let Some(function) = self.made_by(receiver) {
                    let path = format!("{function}().{name}");
                    return self.invoke_of_result(receiver, &path, arguments, span);
                }
                self.escape(name, &arguments);
                let mut given = vec![self.asked(name, receiver)];
                for value in arguments.positional {
                    given.push(self.freeze_kept(value));
                }
                for (name, value) in arguments.named {
                    let value = self.freeze_kept(value);
                    given.push(self.terms.record([(name, value)]));
                }
                Ok(self.terms.pure(name, &given))
            }
            Node::Symbol(_) | Node::Apply(..) => {
                let callee = self.in_words(receiver, name);
                self.escape(&callee, &arguments);
                self.unknown_call(&callee, span)
            }
            Node::Undefined | Node::Null => self.missing_member(receiver, name),
            _ if self.is_own_object(receiver) => {
                let shown = self.terms.show(receiver).to_string();
                let kind =
                    if self.dialect().missing_raises { "AttributeError" } else { "TypeError" };
                self.throw_error(kind, &format!("{shown}.{name} is not a function"))
            }
            _ => {
                self.escape(name, &arguments);
                Ok(self.not_known_member(name))
            }
        }
    }

    /// A member of a value as the program writes it, as far as that can be told:
    /// `event.body.on`, `Body.on`.
    fn in_words(&self, value: Term, member: &str) -> String {
        let mut names = vec![member.to_string()];
        let mut at = value;
        while let Node::Apply(Operator::Select, parts) = self.terms.node(at) {
            names.extend(self.terms.as_str(parts[1]).map(|name| name.to_string()));
            at = parts[0];
        }
        if let Node::Symbol(id) = self.terms.node(at)
            && self.terms.symbol(*id).origin == Origin::Input
        {
            names.push(self.terms.symbol(*id).name.to_string());
        }
        names.reverse();
        names.join(".")
    }

    /// Whether all members of a value are written in the program, so that one that is not
    /// found there is not there.
    pub(crate) fn is_own_object(&self, value: Term) -> bool {
        let Some(record) = self.record(value) else { return false };
        let own = match record.flavour {
            Flavour::Plain => !self.is_dictionary(value),
            Flavour::Instance | Flavour::Class(_) | Flavour::Module(_) => true,
            _ => false,
        };
        own && record.base.is_none() && !self.places(value).iter().any(|&p| self.is_external(p))
    }

    /// A member of a value of the language, or of something that a library made, about
    /// which nothing is known: a program that needs it is deployed, so it is there.
    pub(crate) fn not_known_member(&mut self, name: &str) -> Term {
        let span = self.span;
        self.problem(format!("the member `{name}` of a library's value is not supported"), span)
    }

    /// A method of something that a function of a package gave.
    fn invoke_of_result(
        &mut self,
        receiver: Term,
        path: &str,
        arguments: Arguments,
        span: Span,
    ) -> Outcome {
        let arguments = arguments.after(receiver);
        let call = self.external_call(receiver, Some(receiver), arguments, false, span);
        let library = self.library;
        if let Some(outcome) = library.of_result(self, &call, path) {
            return outcome;
        }
        self.escape_all(&call);
        self.unknown_call(path, span)
    }

    /// The function of a library that gave a value, perhaps as a method of what another one
    /// gave, if what it gives is a function.
    fn gives_function(&self, value: Term) -> Option<String> {
        let Node::Apply(Operator::Pure(function), of) = self.terms.node(value) else { return None };
        let maker = match of.first().map(|&first| self.terms.node(first)) {
            Some(Node::Apply(Operator::Pure(maker), _)) => Some(maker),
            _ => None,
        };
        let method = maker.map(|maker| format!("{}().{}", maker.name(), function.name()));
        let paths = [Some(function.name().to_string()), method].into_iter().flatten();
        paths.into_iter().find(|path| self.library.gives_function(path))
    }

    /// The function of a package that gave a value, or gave what methods made it of, if
    /// the library says what can be done with what that gives.
    fn made_by(&self, value: Term) -> Option<Arc<str>> {
        let mut at = value;
        loop {
            match self.terms.node(at) {
                Node::Apply(Operator::Pure(function), _)
                    if self.library.lists_results(function.name()) =>
                {
                    return Some(function.name().clone());
                }
                Node::Apply(Operator::Pure(_) | Operator::Select, parts) => at = *parts.first()?,
                _ => return None,
            }
        }
    }

    /// Whether the value was drawn from a source of fresh values.
    pub fn is_fresh(&self, value: Term) -> bool {
        self.terms
            .as_symbol(value)
            .is_some_and(|symbol| matches!(self.terms.symbol(symbol).origin, Origin::Fresh { .. }))
    }

    /// Whether a pure function made the value, or it was drawn, or it is a part of
    /// such a value or an element of it: its methods are pure.
    pub(super) fn is_computed(&self, value: Term) -> bool {
        match self.terms.node(value) {
            Node::Apply(Operator::Pure(_), _) => true,
            Node::Apply(Operator::Select, parts) => self.is_computed(parts[0]),
            Node::Symbol(_) if self.is_fresh(value) => true,
            _ if self.is_external(value) => Path::of(self.terms, value).is_some_and(|path| {
                let name = path.to_string();
                self.library.is_pure(&name) || builtins::is_pure(self, &name)
            }),
            Node::Symbol(symbol) => {
                let mut loops = self.trace.loops.iter().rev();
                let found = loops.find(|known| known.element == Some(*symbol));
                let collection = found.and_then(|found| found.collection);
                collection.is_some_and(|collection| self.is_computed(collection))
            }
            _ => false,
        }
    }

    /// Calls something outside the program: a model, the language, or unknown.
    pub(crate) fn invoke_external(
        &mut self,
        callee: Term,
        receiver: Option<Term>,
        arguments: Arguments,
        constructed: bool,
        span: Span,
    ) -> Outcome {
        let call = self.external_call(callee, receiver, arguments, constructed, span);
        let before = self.trace.steps.len();
        let outcome = self.invoke_outside(&call);
        if outcome.is_ok() && self.trace.steps.len() == before {
            self.may_refuse(&call)?;
        }
        if let Ok(value) = outcome
            && let Some(path) = Path::of(self.terms, callee)
        {
            self.shuffle_by(&path, &call, value);
            self.note_made(&path.to_string(), &call.arguments, &call.named);
        }
        outcome
    }

    fn invoke_outside(&mut self, call: &Call) -> Outcome {
        let Call { callee, constructed, span, .. } = *call;
        let library = self.library;
        self.span = span;
        self.fill_by(call);
        if let Some(outcome) = library.call(self, call) {
            return outcome;
        }
        if let Some(outcome) = builtins::call(self, call) {
            return outcome;
        }
        let Some(path) = Path::of(self.terms, callee) else {
            return self.unknown_call("a computed function", span);
        };
        let shown = path.to_string();
        if library.is_pure(&shown) {
            self.escape_all(call);
            let mut arguments = path.given();
            arguments.extend(self.argument_terms(call));
            return Ok(self.terms.pure(&shown, &arguments));
        }
        // What a class made may do anything when it is called itself.
        let is_made = matches!(path.segments.last(), Some(Segment::Called { .. }));
        let is_class = path.last().starts_with(|c: char| c.is_ascii_uppercase()) && !is_made;
        if constructed || (self.dialect().explicit_self && is_class) {
            self.escape_all(call);
            return Ok(self.chain(call));
        }
        self.escape_all(call);
        self.unknown_call(&shown, span)
    }

    /// A list that is given to a function that shuffles it is in another order after it: that
    /// of the function of the language is changed by itself.
    fn shuffle_by(&mut self, path: &Path, call: &Call, value: Term) {
        let own = path.segments.len() == 1 && &*path.root == "random";
        if path.last() == "shuffle"
            && self.is_python()
            && !own
            && let Some(&list) = call.arguments.first()
        {
            builtins::shuffled(self, list, &[value, call.callee]);
        }
    }

    /// Notes what a call puts into objects of libraries.
    fn fill_by(&mut self, call: &Call) {
        let Some(path) = Path::of(self.terms, call.callee) else { return };
        let name = path.to_string();
        if !self.has_held {
            return;
        }
        let owner = match self.terms.node(call.callee) {
            Node::Apply(Operator::Member(_), parts) => Some(parts[0]),
            _ => None,
        };
        let named = call.named.iter().map(|(_, value)| *value);
        let given: Vec<Term> = call.arguments.iter().copied().chain(named).collect();
        self.fill(&name, owner, &given);
    }

    fn external_call(
        &mut self,
        callee: Term,
        receiver: Option<Term>,
        arguments: Arguments,
        constructed: bool,
        span: Span,
    ) -> Call {
        let mut positional = arguments.positional;
        if let Some(rest) = arguments.rest {
            positional.push(self.terms.pure("spread", &[rest]));
        }
        let mut named = arguments.named;
        if let Some(rest) = arguments.named_rest {
            named.push(("**".into(), rest));
        }
        Call { callee, receiver, arguments: positional, named, constructed, span }
    }

    /// All arguments of a call as immutable terms.
    pub(crate) fn argument_terms(&mut self, call: &Call) -> Vec<Term> {
        let mut terms: Vec<Term> = call.arguments.iter().map(|&a| self.freeze_kept(a)).collect();
        if !call.named.is_empty() {
            let fields: Vec<(Name, Term)> = call
                .named
                .iter()
                .map(|(name, value)| (name.clone(), self.freeze_kept(*value)))
                .collect();
            let record = self.terms.record(fields);
            terms.push(self.terms.apply(Operator::Named, &[record]));
        }
        terms
    }

    /// Whether a value is a function of the program itself.
    pub(crate) fn is_closure(&self, value: Term) -> bool {
        matches!(self.function_value(value).as_deref(), Some(FunctionValue::Closure { .. }))
    }
}

/// The name by which a parameter can be given.
pub(crate) fn parameter_name(pattern: &Pattern) -> Option<Name> {
    match pattern {
        Pattern::Variable(name, _) => Some(name.clone()),
        Pattern::Default(inner, _) => parameter_name(inner),
        _ => None,
    }
}
