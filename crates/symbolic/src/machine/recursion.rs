//! Functions that call themselves over unknown data without an end that can be seen.
//!
//! One that does nothing but compute gives a function of what it is given and of what it reads
//! outside: a redaction, a conversion, a copy of a document.

use super::function::Arguments;
use super::harmless::computes;
use super::{Activation, Machine};
use crate::Term;
use aplomb_script::{Expr, ExprKind, Function, FunctionId, Name, Node, Pattern, StatementKind};

/// Methods that compute, by their names.
const ASKING: [&str; 53] = [
    "items",
    "keys",
    "values",
    "get",
    "entries",
    "fromEntries",
    "isArray",
    "map",
    "filter",
    "reduce",
    "forEach",
    "some",
    "every",
    "find",
    "flatMap",
    "concat",
    "slice",
    "includes",
    "indexOf",
    "join",
    "split",
    "strip",
    "lstrip",
    "rstrip",
    "trim",
    "lower",
    "upper",
    "toLowerCase",
    "toUpperCase",
    "replace",
    "startswith",
    "endswith",
    "startsWith",
    "endsWith",
    "toString",
    "toISOString",
    "isoformat",
    "isdigit",
    "isnumeric",
    "is_integer",
    "title",
    "capitalize",
    "flat",
    "at",
    "test",
    "match",
    "substring",
    "charAt",
    "padStart",
    "has",
    "isInteger",
    "stringify",
    "hasOwnProperty",
];

/// Objects of the language whose methods are functions.
const NAMESPACES: [&str; 5] = ["Object", "Array", "JSON", "Number", "Math"];

/// Methods that fill what they belong to.
const FILLING: [&str; 6] = ["append", "push", "extend", "add", "update", "set"];

impl Machine<'_> {
    /// Whether a function does nothing but compute and call itself; the names that it reads
    /// outside.
    pub(super) fn computes_alone(&self, id: FunctionId) -> Option<Vec<Name>> {
        let itself = self.program.function(id).name.clone()?;
        let mut body = Body::new(itself);
        self.computes(id, &mut body).then_some(body.outer)
    }

    fn computes(&self, id: FunctionId, body: &mut Body) -> bool {
        let function = self.program.function(id);
        if function.is_async || function.is_generator {
            return false;
        }
        body.declare(function);
        function.nodes().all(|node| match node {
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call { callee, .. } => body.may_call(callee),
                ExprKind::Assign { target, .. } | ExprKind::Update { target, .. } => {
                    body.may_assign(target)
                }
                ExprKind::Function(inner) => self.computes(*inner, body),
                ExprKind::Variable(name) => {
                    body.read(name);
                    true
                }
                ExprKind::New { .. }
                | ExprKind::Delete(_)
                | ExprKind::Await(_)
                | ExprKind::Yield { .. }
                | ExprKind::Require(_)
                | ExprKind::Class(_) => false,
                _ => true,
            },
            Node::Statement(statement) => !matches!(
                statement.kind,
                StatementKind::Outer(_)
                    | StatementKind::Class { .. }
                    | StatementKind::Function { .. }
            ),
            Node::Pattern(_) => true,
        })
    }

    /// What such a function gives, as a function of what it depends on.
    pub(super) fn recursive_value(
        &mut self,
        name: &str,
        activation: &Activation,
        arguments: &Arguments,
        outer: &[Name],
    ) -> Term {
        let named = arguments.named.iter().map(|(_, value)| *value);
        let rest = arguments.rest.into_iter().chain(arguments.named_rest);
        let mut given: Vec<Term> =
            arguments.positional.iter().copied().chain(named).chain(rest).collect();
        for name in outer {
            let slot = activation.scope.lookup(name);
            given.extend(slot.and_then(|slot| self.state.variables.get(slot)).copied());
        }
        self.frozen_pure(name, &given)
    }
}

/// What is known of the names in a function and in those inside of it.
pub(super) struct Body {
    itself: Name,
    /// Its own variables and parameters.
    own: Vec<Name>,
    /// Those that hold a list or a record which it has made.
    made: Vec<Name>,
    /// What it reads outside.
    outer: Vec<Name>,
}

impl Body {
    pub(super) fn new(itself: Name) -> Self {
        Body { itself, own: Vec::new(), made: Vec::new(), outer: Vec::new() }
    }

    /// Whether a name is a variable or parameter of the function.
    pub(super) fn is_own(&self, name: &Name) -> bool {
        self.own.contains(name)
    }

    /// Whether an assignment changes nothing but variables of the function and what it is
    /// given or has made.
    pub(super) fn may_change(&self, target: &Pattern) -> bool {
        match target {
            Pattern::Member(object, ..) | Pattern::Item(object, ..) => self.is_value(object),
            _ => target.names().into_iter().all(|name| self.own.contains(name)),
        }
    }

    pub(super) fn declare(&mut self, function: &Function) {
        let declares = function.dialect.assignment_declares;
        for parameter in &function.parameters {
            self.own.extend(parameter.pattern.names().into_iter().cloned());
        }
        for node in function.nodes() {
            match node {
                Node::Statement(statement) => match &statement.kind {
                    StatementKind::Declare { pattern, value, .. } => {
                        self.declare_pattern(pattern, value.as_ref());
                    }
                    StatementKind::ForEach { pattern, .. } => self.declare_pattern(pattern, None),
                    _ => {}
                },
                Node::Expr(expr) => match &expr.kind {
                    ExprKind::Assign { target, value } if declares => {
                        self.declare_pattern(target, Some(value));
                    }
                    ExprKind::Comprehension { clauses, .. } => {
                        for clause in clauses {
                            self.declare_pattern(&clause.pattern, None);
                        }
                    }
                    _ => {}
                },
                Node::Pattern(_) => {}
            }
        }
    }

    /// The names of handlers, of contexts and of functions inside.
    pub(super) fn declare_handled(&mut self, function: &Function) {
        for node in function.nodes() {
            let Node::Statement(statement) = node else { continue };
            match &statement.kind {
                StatementKind::Try { handlers, .. } => {
                    for pattern in handlers.iter().filter_map(|handler| handler.binding.as_ref()) {
                        self.declare_pattern(pattern, None);
                    }
                }
                StatementKind::With { items, .. } => {
                    for pattern in items.iter().filter_map(|(_, pattern)| pattern.as_ref()) {
                        self.declare_pattern(pattern, None);
                    }
                }
                StatementKind::ForKeys { pattern, .. } => self.declare_pattern(pattern, None),
                StatementKind::Function { name, .. } => self.own.push(name.clone()),
                _ => {}
            }
        }
    }

    fn declare_pattern(&mut self, pattern: &Pattern, value: Option<&Expr>) {
        if matches!(pattern, Pattern::Member(..) | Pattern::Item(..)) {
            return;
        }
        self.own.extend(pattern.names().into_iter().cloned());
        if let Pattern::Variable(name, _) = pattern
            && value.is_some_and(is_new)
        {
            self.made.push(name.clone());
        }
    }

    fn read(&mut self, name: &Name) {
        if *name != self.itself && !self.own.contains(name) && !self.outer.contains(name) {
            self.outer.push(name.clone());
        }
    }

    fn may_call(&self, callee: &Expr) -> bool {
        match &callee.kind {
            ExprKind::Variable(name) => {
                *name == self.itself || computes(name) || &**name == "Decimal"
            }
            ExprKind::Member { object, name, .. } if FILLING.contains(&&**name) => {
                matches!(&object.kind, ExprKind::Variable(name) if self.made.contains(name))
            }
            ExprKind::Member { object, name, .. } => {
                ASKING.contains(&&**name) && self.is_value(object)
            }
            _ => false,
        }
    }

    /// Whether an expression is a value of the function rather than something outside.
    fn is_value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Variable(name) => self.own.contains(name) || NAMESPACES.contains(&&**name),
            ExprKind::Member { object, .. } | ExprKind::Item { object, .. } => {
                self.is_value(object)
            }
            ExprKind::Call { callee, .. } => self.may_call(callee),
            ExprKind::Literal(_) | ExprKind::Template(_) => true,
            _ => is_new(expr),
        }
    }

    /// Whether an assignment changes nothing but variables of the function and what it has
    /// made.
    fn may_assign(&self, target: &Pattern) -> bool {
        match target {
            Pattern::Member(object, ..) | Pattern::Item(object, ..) => {
                matches!(&object.kind, ExprKind::Variable(name) if self.made.contains(name))
            }
            _ => target.names().into_iter().all(|name| self.own.contains(name)),
        }
    }
}

/// Whether an expression makes a list or a record.
fn is_new(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::List(_)
            | ExprKind::Tuple(_)
            | ExprKind::Record(_)
            | ExprKind::Set(_)
            | ExprKind::Comprehension { .. }
    )
}
