//! Expressions.

use super::{Lowering, operator};
use aplomb_script::{
    Argument, BinaryOperator, ComprehensionClause, ComprehensionKind, Element, Expr, ExprKind,
    Field, Key, Literal, LogicalOperator, Name, Pattern, Span, UnaryOperator,
};
use ruff_python_ast as py;

impl Lowering<'_, '_> {
    pub(super) fn expr(&mut self, expr: &py::Expr) -> Expr {
        self.named_expr(expr, None)
    }

    /// An expression that, when it is a lambda, is called `name`.
    pub(super) fn named_expr(&mut self, expr: &py::Expr, name: Option<&Name>) -> Expr {
        let span = self.of(expr);
        if !self.builder.enter() {
            return self.unsupported("an expression nested too deeply", span);
        }
        let expr = self.value(expr, name, span);
        self.builder.leave();
        expr
    }

    fn boxed(&mut self, expr: &py::Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn value(&mut self, expr: &py::Expr, name: Option<&Name>, span: Span) -> Expr {
        use py::Expr as Py;
        let kind = match expr {
            Py::BooleanLiteral(literal) => ExprKind::Literal(Literal::Bool(literal.value)),
            Py::NoneLiteral(_) => ExprKind::Literal(Literal::Null),
            Py::EllipsisLiteral(_) => ExprKind::Variable(self.name("Ellipsis")),
            Py::NumberLiteral(literal) => return self.number(&literal.value, span),
            Py::StringLiteral(literal) => {
                ExprKind::Literal(Literal::String(literal.value.to_str().into()))
            }
            Py::BytesLiteral(literal) => {
                let bytes: Vec<u8> = literal.value.bytes().collect();
                match String::from_utf8(bytes) {
                    Ok(text) => ExprKind::Literal(Literal::Bytes(text.into())),
                    Err(_) => return self.unsupported("bytes that are no text", span),
                }
            }
            Py::FString(string) => self.formatted(string),
            Py::Name(variable) => return self.named_variable(variable, span),
            Py::List(list) => ExprKind::List(self.elements(&list.elts)),
            Py::Tuple(tuple) => ExprKind::Tuple(self.elements(&tuple.elts)),
            Py::Set(set) => ExprKind::Set(self.elements(&set.elts)),
            Py::Dict(dict) => {
                ExprKind::Record(dict.items.iter().map(|item| self.field(item)).collect())
            }
            Py::Attribute(access) => return self.attribute(access, span),
            Py::Subscript(access) => self.subscript(access),
            Py::Call(call) => return self.call(call, span),
            Py::Lambda(lambda) => return self.lambda(lambda, name.cloned(), span),
            Py::BoolOp(operation) => return self.short_circuit(operation, span),
            Py::BinOp(operation) => return self.binary(operation, span),
            Py::UnaryOp(operation) => return self.unary(operation, span),
            Py::Compare(comparison) => return self.comparison(comparison, span),
            Py::If(conditional) => ExprKind::Conditional {
                test: self.boxed(&conditional.test),
                then: self.boxed(&conditional.body),
                otherwise: self.boxed(&conditional.orelse),
            },
            Py::Named(named) => {
                let value = self.expr(&named.value);
                let target = self.target(&named.target);
                return Expr::assign(target, value, span);
            }
            Py::Await(awaited) => ExprKind::Await(self.boxed(&awaited.value)),
            Py::Yield(yielded) => {
                self.yields();
                let value = yielded.value.as_ref().map(|value| self.boxed(value));
                ExprKind::Yield { value, delegate: false }
            }
            Py::YieldFrom(yielded) => {
                self.yields();
                ExprKind::Yield { value: Some(self.boxed(&yielded.value)), delegate: true }
            }
            Py::ListComp(comprehension) => self.comprehension(
                ComprehensionKind::List,
                &comprehension.generators,
                &comprehension.elt,
                None,
            ),
            Py::SetComp(comprehension) => self.comprehension(
                ComprehensionKind::Set,
                &comprehension.generators,
                &comprehension.elt,
                None,
            ),
            Py::Generator(comprehension) => self.comprehension(
                ComprehensionKind::Generator,
                &comprehension.generators,
                &comprehension.elt,
                None,
            ),
            Py::DictComp(comprehension) => {
                let Some(key) = &comprehension.key else {
                    return self.unsupported("unpacking in a comprehension", span);
                };
                let value = Some(&*comprehension.value);
                self.comprehension(ComprehensionKind::Record, &comprehension.generators, key, value)
            }
            Py::TString(_) => return self.unsupported("a template string", span),
            Py::Starred(_) => return self.unsupported("a star in this place", span),
            Py::Slice(_) => return self.unsupported("a slice in this place", span),
            Py::IpyEscapeCommand(_) => return self.unsupported("a notebook command", span),
        };
        Expr::new(kind, span)
    }

    fn yields(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            *function = true;
        }
    }

    fn number(&mut self, number: &py::Number, span: Span) -> Expr {
        let value = match number {
            py::Number::Int(value) => value.to_string().parse().unwrap_or(f64::INFINITY),
            // That a whole number is a float shows in texts: it is what a division gives.
            py::Number::Float(value) if value.fract() == 0.0 => {
                let (value, one) = (Expr::number(*value, span), Expr::number(1.0, span));
                let operator = BinaryOperator::Divide;
                let (left, right) = (Box::new(value), Box::new(one));
                return Expr::new(ExprKind::Binary { operator, left, right }, span);
            }
            py::Number::Float(value) => return Expr::number(*value, span),
            py::Number::Complex { .. } => return self.unsupported("a complex number", span),
        };
        if value >= 2f64.powi(53) {
            return self.unsupported("an integer larger than 2^53", span);
        }
        Expr::number(value, span)
    }

    fn named_variable(&mut self, variable: &py::ExprName, span: Span) -> Expr {
        match variable.id.as_str() {
            "__name__" => Expr::string(self.module_name.clone(), span),
            // Recovery from a syntax error, which was reported.
            "" => Expr::new(ExprKind::Unsupported("a syntax error".into()), span),
            name => {
                let name = self.name(name);
                match &self.class_names {
                    Some(members) if members.contains(&name) => {
                        Expr::member(Expr::new(ExprKind::This, span), name, span)
                    }
                    _ => Expr::variable(name, span),
                }
            }
        }
    }

    pub(super) fn elements(&mut self, items: &[py::Expr]) -> Vec<Element> {
        let element = |item: &py::Expr| match item {
            py::Expr::Starred(starred) => Element::Spread(self.expr(&starred.value)),
            _ => Element::Item(self.expr(item)),
        };
        items.iter().map(element).collect()
    }

    fn field(&mut self, item: &py::DictItem) -> Field {
        let value = |lowering: &mut Self, name| lowering.named_expr(&item.value, name);
        match &item.key {
            None => Field::Spread(value(self, None)),
            Some(py::Expr::StringLiteral(key)) => {
                let name = self.name(key.value.to_str());
                let value = value(self, Some(&name));
                Field::Named(Key::Static(name), value)
            }
            Some(key) => {
                let key = Key::Computed(self.boxed(key));
                Field::Named(key, value(self, None))
            }
        }
    }

    fn attribute(&mut self, access: &py::ExprAttribute, span: Span) -> Expr {
        if !self.dotted.is_empty()
            && let Some(path) = dotted_path(access)
            && self.dotted.contains(&path)
        {
            return self.variable(&path, span);
        }
        let object = self.expr(&access.value);
        Expr::member(object, self.member_name(&access.attr), span)
    }

    /// The constructor is called `constructor` in every language.
    pub(super) fn member_name(&mut self, name: &str) -> Name {
        self.name(if name == "__init__" { "constructor" } else { name })
    }

    fn subscript(&mut self, access: &py::ExprSubscript) -> ExprKind {
        let object = self.boxed(&access.value);
        match &*access.slice {
            py::Expr::Slice(slice) => ExprKind::Slice {
                object,
                start: slice.lower.as_ref().map(|index| self.boxed(index)),
                end: slice.upper.as_ref().map(|index| self.boxed(index)),
                step: slice.step.as_ref().map(|index| self.boxed(index)),
            },
            index => ExprKind::Item { object, index: self.boxed(index), optional: false },
        }
    }

    fn call(&mut self, call: &py::ExprCall, span: Span) -> Expr {
        if is_super(call) {
            return Expr::new(ExprKind::Super, span);
        }
        if matches!(&*call.func, py::Expr::Name(name) if name.id.as_str() == "super") {
            return self.unsupported("super() of another object than the own one", span);
        }
        let callee = match &*call.func {
            py::Expr::Attribute(access)
                if access.attr.as_str() == "__init__"
                    && matches!(&*access.value, py::Expr::Call(parent) if is_super(parent)) =>
            {
                Expr::new(ExprKind::Super, self.of(&*access.value))
            }
            callee => self.expr(callee),
        };
        let arguments = self.arguments(&call.arguments);
        Expr::new(ExprKind::Call { callee: Box::new(callee), arguments, optional: false }, span)
    }

    fn arguments(&mut self, arguments: &py::Arguments) -> Vec<Argument> {
        let argument = |argument: py::ArgOrKeyword<'_>| match argument {
            py::ArgOrKeyword::Arg(py::Expr::Starred(starred)) => {
                Argument::Spread(self.expr(&starred.value))
            }
            py::ArgOrKeyword::Arg(value) => Argument::Positional(self.expr(value)),
            py::ArgOrKeyword::Keyword(keyword) => match &keyword.arg {
                Some(name) => {
                    let name = self.name(&name.id);
                    let value = self.named_expr(&keyword.value, Some(&name));
                    Argument::Named(name, value)
                }
                None => Argument::NamedSpread(self.expr(&keyword.value)),
            },
        };
        arguments.iter_source_order().map(argument).collect()
    }

    fn short_circuit(&mut self, operation: &py::ExprBoolOp, span: Span) -> Expr {
        let operator = operator::logical(operation.op);
        let values = self.nested(operation.values.len(), |lowering| {
            let values: Vec<Expr> = operation.values.iter().map(|v| lowering.expr(v)).collect();
            values.into_iter().reduce(|left, right| {
                let (left, right) = (Box::new(left), Box::new(right));
                Expr::new(ExprKind::Logical { operator, left, right }, span)
            })
        });
        match values.flatten() {
            Some(value) => value,
            None => self.unsupported("a long chain of tests", span),
        }
    }

    fn binary(&mut self, operation: &py::ExprBinOp, span: Span) -> Expr {
        let operator = match (operation.op, &*operation.left) {
            (py::Operator::Mod, py::Expr::StringLiteral(_) | py::Expr::FString(_)) => {
                BinaryOperator::Format
            }
            (operator, _) => match operator::binary(operator) {
                Some(operator) => operator,
                None => return self.unsupported("matrix multiplication", span),
            },
        };
        let (left, right) = (self.boxed(&operation.left), self.boxed(&operation.right));
        Expr::new(ExprKind::Binary { operator, left, right }, span)
    }

    fn unary(&mut self, operation: &py::ExprUnaryOp, span: Span) -> Expr {
        let operator = operator::unary(operation.op);
        let operand = self.boxed(&operation.operand);
        match (operator, &operand.kind) {
            (UnaryOperator::Negate, ExprKind::Literal(Literal::Number(value))) => {
                Expr::number(-value, span)
            }
            _ => Expr::new(ExprKind::Unary { operator, operand }, span),
        }
    }

    fn comparison(&mut self, comparison: &py::ExprCompare, span: Span) -> Expr {
        let links = comparison.ops.len();
        match self.nested(links, |lowering| lowering.chained(comparison, span)) {
            Some(value) => value,
            None => self.unsupported("a long chain of comparisons", span),
        }
    }

    /// `a < f() < c` is `a < (%1 = f()) and %1 < c`.
    fn chained(&mut self, comparison: &py::ExprCompare, span: Span) -> Expr {
        let mut left = self.expr(&comparison.left);
        let mut tests = Vec::new();
        let mut links = comparison.ops.iter().zip(&comparison.comparators).peekable();
        while let Some((operator, right)) = links.next() {
            let mut right = self.expr(right);
            let mut again = right.clone();
            if links.peek().is_some() && !is_simple(&right) {
                let (name, at) = (self.temporary(), right.span);
                again = Expr::variable(name.clone(), at);
                right = Expr::assign(Pattern::Variable(name, at), right, at);
            }
            let kind = ExprKind::Binary {
                operator: operator::comparison(*operator),
                left: Box::new(std::mem::replace(&mut left, again)),
                right: Box::new(right),
            };
            tests.push(Expr::new(kind, span));
        }
        tests.into_iter().reduce(|before, test| both(before, test, span)).unwrap_or(left)
    }

    fn comprehension(
        &mut self,
        kind: ComprehensionKind,
        clauses: &[py::Comprehension],
        element: &py::Expr,
        value: Option<&py::Expr>,
    ) -> ExprKind {
        // Its variables are its own, also in a class body; only the first
        // collection is computed outside.
        let mut first = clauses.first().map(|clause| self.expr(&clause.iter));
        let class_names = self.class_names.take();
        let clauses = clauses
            .iter()
            .map(|clause| ComprehensionClause {
                iterable: first.take().unwrap_or_else(|| self.expr(&clause.iter)),
                pattern: self.target(&clause.target),
                conditions: clause.ifs.iter().map(|test| self.expr(test)).collect(),
                awaits: clause.is_async,
            })
            .collect();
        let (element, value) = (self.boxed(element), value.map(|value| self.boxed(value)));
        self.class_names = class_names;
        ExprKind::Comprehension { kind, clauses, element, value }
    }

    /// `decorators[0](decorators[1](… value))`.
    pub(super) fn decorated(&mut self, value: Expr, decorators: &[py::Decorator]) -> Expr {
        let span = value.span;
        let value = self.nested(decorators.len(), |lowering| {
            decorators.iter().rev().fold(value, |value, decorator| {
                let span = lowering.of(decorator);
                let decorator = lowering.expr(&decorator.expression);
                Expr::call(decorator, vec![value], span)
            })
        });
        value.unwrap_or_else(|| self.unsupported("many decorators", span))
    }
}

/// `left and right`.
pub(super) fn both(left: Expr, right: Expr, span: Span) -> Expr {
    let (left, right) = (Box::new(left), Box::new(right));
    Expr::new(ExprKind::Logical { operator: LogicalOperator::And, left, right }, span)
}

/// Whether evaluating the expression twice is the same as evaluating it once.
fn is_simple(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(_) | ExprKind::Variable(_))
}

/// `super()` and its old form `super(Class, self)`.
fn is_super(call: &py::ExprCall) -> bool {
    let is_own = |name: &py::ExprName| matches!(name.id.as_str(), "self" | "cls");
    matches!(&*call.func, py::Expr::Name(name) if name.id.as_str() == "super")
        && match &*call.arguments.args {
            [] => true,
            [_, py::Expr::Name(name)] => is_own(name),
            _ => false,
        }
}

/// `a.b.c` as it is written.
pub(super) fn dotted_path(access: &py::ExprAttribute) -> Option<String> {
    let mut parts = vec![access.attr.as_str()];
    let mut object = &*access.value;
    loop {
        match object {
            py::Expr::Attribute(access) => {
                parts.push(&access.attr);
                object = &access.value;
            }
            py::Expr::Name(name) => {
                parts.push(&name.id);
                parts.reverse();
                return Some(parts.join("."));
            }
            _ => return None,
        }
    }
}

/// Whether a test is `typing.TYPE_CHECKING`, which is false when programs run.
pub(super) fn is_type_checking(test: &py::Expr) -> bool {
    match test {
        py::Expr::Name(name) => name.id.as_str() == "TYPE_CHECKING",
        py::Expr::Attribute(access) => access.attr.as_str() == "TYPE_CHECKING",
        _ => false,
    }
}
