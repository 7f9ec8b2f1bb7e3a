//! Expressions.

use super::{Lowering, operator, undefined};
use aplomb_script::{
    Argument, BinaryOperator, Element, Expr, ExprKind, Field, Key, Literal, Name, Severity, Span,
    UnaryOperator, UpdateOperator,
};
use oxc_ast::ast as js;
use oxc_span::GetSpan;

impl Lowering<'_, '_> {
    pub(super) fn expr(&mut self, expr: &js::Expression<'_>) -> Expr {
        self.named_expr(expr, None)
    }

    /// An expression that, when it is a function or class without a name, is
    /// called `name`.
    pub(super) fn named_expr(&mut self, expr: &js::Expression<'_>, name: Option<&Name>) -> Expr {
        let span = self.at(expr.span());
        if !self.builder.enter() {
            return self.unsupported("an expression nested too deeply", span);
        }
        let expr = self.value(expr, name, span);
        self.builder.leave();
        expr
    }

    fn boxed(&mut self, expr: &js::Expression<'_>) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn value(&mut self, expr: &js::Expression<'_>, name: Option<&Name>, span: Span) -> Expr {
        use js::Expression as Js;
        let kind = match expr {
            Js::BooleanLiteral(literal) => ExprKind::Literal(Literal::Bool(literal.value)),
            Js::NullLiteral(_) => ExprKind::Literal(Literal::Null),
            Js::NumericLiteral(literal) => ExprKind::Literal(Literal::Number(literal.value)),
            Js::StringLiteral(literal) => {
                ExprKind::Literal(Literal::String(literal.value.as_str().into()))
            }
            // Its operators are those of whole numbers, and it equals no number.
            Js::BigIntLiteral(_) => return self.unsupported("a BigInt", span),
            Js::RegExpLiteral(literal) => ExprKind::Literal(Literal::Regex(
                literal.regex.pattern.text.as_str().into(),
                literal.regex.flags.to_string().into(),
            )),
            Js::TemplateLiteral(literal) => self.template(literal),
            Js::Identifier(identifier) => return self.identifier(&identifier.name, span),
            Js::ThisExpression(_) => ExprKind::This,
            Js::Super(_) => ExprKind::Super,
            Js::ArrayExpression(array) => ExprKind::List(self.elements(array)),
            Js::ObjectExpression(object) => ExprKind::Record(self.fields(object)),
            Js::FunctionExpression(function) => {
                return self.function_expression(function, name, span);
            }
            Js::ArrowFunctionExpression(arrow) => {
                ExprKind::Function(self.arrow(arrow, name.cloned()))
            }
            Js::ClassExpression(class) => return self.class_expression(class, name, span),
            Js::AssignmentExpression(assignment) => self.assignment(assignment),
            Js::UpdateExpression(update) => self.update(update, span),
            Js::AwaitExpression(awaited) => ExprKind::Await(self.boxed(&awaited.argument)),
            Js::YieldExpression(yielded) => ExprKind::Yield {
                value: yielded.argument.as_ref().map(|argument| self.boxed(argument)),
                delegate: yielded.delegate,
            },
            Js::UnaryExpression(unary) => return self.unary(unary, span),
            Js::BinaryExpression(binary) => ExprKind::Binary {
                operator: operator::binary(binary.operator),
                left: self.boxed(&binary.left),
                right: self.boxed(&binary.right),
            },
            Js::PrivateInExpression(test) => ExprKind::Binary {
                operator: BinaryOperator::In,
                left: Box::new(Expr::string(
                    format!("#{}", test.left.name),
                    self.at(test.left.span),
                )),
                right: self.boxed(&test.right),
            },
            Js::LogicalExpression(logical) => ExprKind::Logical {
                operator: operator::logical(logical.operator),
                left: self.boxed(&logical.left),
                right: self.boxed(&logical.right),
            },
            Js::ConditionalExpression(conditional) => ExprKind::Conditional {
                test: self.boxed(&conditional.test),
                then: self.boxed(&conditional.consequent),
                otherwise: self.boxed(&conditional.alternate),
            },
            Js::SequenceExpression(sequence) => {
                ExprKind::Sequence(sequence.expressions.iter().map(|e| self.expr(e)).collect())
            }
            Js::CallExpression(call) => self.call(call, span),
            Js::NewExpression(new) => ExprKind::New {
                callee: self.chained(&new.callee),
                arguments: self.arguments(&new.arguments),
            },
            Js::ImportExpression(import) => self.dynamic_import(import, span),
            Js::ChainExpression(chain) => return self.chain(chain, span),
            Js::StaticMemberExpression(access) => return self.static_member(access, span),
            Js::ComputedMemberExpression(access) => self.item(access),
            Js::PrivateFieldExpression(access) => self.private_member(access),
            Js::TaggedTemplateExpression(tagged) => self.tagged_template(tagged),
            Js::ImportMeta(_) => ExprKind::Variable(self.reference("import.meta")),
            Js::NewTarget(_) => ExprKind::Variable(self.reference("new.target")),
            Js::JSXElement(element) => return self.jsx_element(element),
            Js::JSXFragment(fragment) => return self.jsx_fragment(fragment),
            Js::ParenthesizedExpression(inner) => return self.named_expr(&inner.expression, name),
            Js::TSAsExpression(typed) => return self.named_expr(&typed.expression, name),
            Js::TSSatisfiesExpression(typed) => return self.named_expr(&typed.expression, name),
            Js::TSTypeAssertion(typed) => return self.named_expr(&typed.expression, name),
            Js::TSNonNullExpression(typed) => return self.named_expr(&typed.expression, name),
            Js::TSInstantiationExpression(typed) => {
                return self.named_expr(&typed.expression, name);
            }
            Js::V8IntrinsicExpression(_) => return self.unsupported("an engine intrinsic", span),
        };
        Expr::new(kind, span)
    }

    fn identifier(&mut self, name: &str, span: Span) -> Expr {
        match name {
            "undefined" => undefined(span),
            "Infinity" => Expr::number(f64::INFINITY, span),
            _ => self.variable(name, span),
        }
    }

    /// The pieces of a template; one without expressions is a plain string.
    fn template(&mut self, template: &js::TemplateLiteral<'_>) -> ExprKind {
        if template.expressions.is_empty() {
            let text: String = template.quasis.iter().map(text_of).collect();
            return ExprKind::Literal(Literal::String(text.into()));
        }
        let mut pieces = Vec::new();
        for (index, quasi) in template.quasis.iter().enumerate() {
            if !text_of(quasi).is_empty() {
                pieces.push(Expr::string(text_of(quasi), self.at(quasi.span)));
            }
            pieces.extend(template.expressions.get(index).map(|expr| self.expr(expr)));
        }
        ExprKind::Template(pieces)
    }

    /// ``tag`a${x}b` `` calls `tag(["a", "b"], x)`.
    fn tagged_template(&mut self, tagged: &js::TaggedTemplateExpression<'_>) -> ExprKind {
        let span = self.at(tagged.quasi.span);
        let callee = self.chained(&tagged.tag);
        let texts =
            tagged.quasi.quasis.iter().map(|q| Element::Item(Expr::string(text_of(q), span)));
        let texts = Expr::new(ExprKind::List(texts.collect()), span);
        let mut arguments = vec![Argument::Positional(texts)];
        for expr in &tagged.quasi.expressions {
            arguments.push(Argument::Positional(self.expr(expr)));
        }
        ExprKind::Call { callee, arguments, optional: false }
    }

    fn elements(&mut self, array: &js::ArrayExpression<'_>) -> Vec<Element> {
        let element = |element: &js::ArrayExpressionElement<'_>| match element {
            js::ArrayExpressionElement::SpreadElement(spread) => {
                Element::Spread(self.expr(&spread.argument))
            }
            js::ArrayExpressionElement::Elision(_) => Element::Hole,
            _ => Element::Item(self.expr(element.to_expression())),
        };
        array.elements.iter().map(element).collect()
    }

    fn fields(&mut self, object: &js::ObjectExpression<'_>) -> Vec<Field> {
        object.properties.iter().map(|property| self.field(property)).collect()
    }

    fn field(&mut self, property: &js::ObjectPropertyKind<'_>) -> Field {
        let property = match property {
            js::ObjectPropertyKind::SpreadProperty(spread) => {
                return Field::Spread(self.expr(&spread.argument));
            }
            js::ObjectPropertyKind::ObjectProperty(property) => property,
        };
        let key = self.key(&property.key, property.computed);
        let name = static_name(&key);
        match (&property.kind, &property.value) {
            (js::PropertyKind::Get, js::Expression::FunctionExpression(function)) => {
                Field::Getter(key, self.function(function, name))
            }
            (js::PropertyKind::Set, js::Expression::FunctionExpression(function)) => {
                Field::Setter(key, self.function(function, name))
            }
            (_, value) => {
                let value = self.named_expr(value, name.as_ref());
                Field::Named(key, value)
            }
        }
    }

    pub(super) fn key(&mut self, key: &js::PropertyKey<'_>, computed: bool) -> Key {
        match key {
            js::PropertyKey::StaticIdentifier(name) => Key::Static(self.name(&name.name)),
            js::PropertyKey::PrivateIdentifier(name) => {
                Key::Static(self.name(&format!("#{}", name.name)))
            }
            js::PropertyKey::StringLiteral(text) => Key::Static(self.name(&text.value)),
            js::PropertyKey::NumericLiteral(number) => {
                Key::Static(self.name(&number.value.to_string()))
            }
            js::PropertyKey::BigIntLiteral(number) if !computed => {
                Key::Static(self.name(&number.value))
            }
            _ => Key::Computed(self.boxed(key.to_expression())),
        }
    }

    pub(super) fn arguments(&mut self, arguments: &[js::Argument<'_>]) -> Vec<Argument> {
        let argument = |argument: &js::Argument<'_>| match argument {
            js::Argument::SpreadElement(spread) => Argument::Spread(self.expr(&spread.argument)),
            _ => Argument::Positional(self.expr(argument.to_expression())),
        };
        arguments.iter().map(argument).collect()
    }

    fn call(&mut self, call: &js::CallExpression<'_>, span: Span) -> ExprKind {
        if call.callee.is_specific_id("require")
            && let [source] = call.arguments.as_slice()
            && let Some(source) = source.as_expression().and_then(literal_text)
        {
            self.builder.import(source, span);
            return ExprKind::Require(self.name(source));
        }
        ExprKind::Call {
            callee: self.chained(&call.callee),
            arguments: self.arguments(&call.arguments),
            optional: call.optional,
        }
    }

    fn dynamic_import(&mut self, import: &js::ImportExpression<'_>, span: Span) -> ExprKind {
        if let Some(source) = literal_text(&import.source) {
            self.builder.import(source, span);
            return ExprKind::Require(self.name(source));
        }
        let callee = self.variable("import", span);
        let source = self.expr(&import.source);
        Expr::call(callee, vec![source], span).kind
    }

    /// An optional chain; parentheses around it end it, which is why what stands
    /// on a chain takes it by [`Lowering::chained`].
    fn chain(&mut self, chain: &js::ChainExpression<'_>, span: Span) -> Expr {
        let kind = match &chain.expression {
            js::ChainElement::CallExpression(call) => self.call(call, span),
            js::ChainElement::TSNonNullExpression(typed) => return self.expr(&typed.expression),
            js::ChainElement::StaticMemberExpression(access) => {
                return self.static_member(access, span);
            }
            js::ChainElement::ComputedMemberExpression(access) => self.item(access),
            js::ChainElement::PrivateFieldExpression(access) => self.private_member(access),
        };
        Expr::new(kind, span)
    }

    /// The object of a member or the callee of a call.
    pub(super) fn chained(&mut self, object: &js::Expression<'_>) -> Box<Expr> {
        let lowered = self.expr(object);
        if matches!(object.get_inner_expression(), js::Expression::ChainExpression(_)) {
            let span = lowered.span;
            return Box::new(Expr::new(ExprKind::Sequence(vec![lowered]), span));
        }
        Box::new(lowered)
    }

    fn static_member(&mut self, access: &js::StaticMemberExpression<'_>, span: Span) -> Expr {
        if access.object.is_specific_id("require") && access.property.name == "main" {
            // The platform loads a handler; it is never the main module.
            return undefined(span);
        }
        let object = self.chained(&access.object);
        let name = self.name(&access.property.name);
        Expr::new(ExprKind::Member { object, name, optional: access.optional }, span)
    }

    fn private_member(&mut self, access: &js::PrivateFieldExpression<'_>) -> ExprKind {
        let object = self.chained(&access.object);
        let name = self.name(&format!("#{}", access.field.name));
        ExprKind::Member { object, name, optional: access.optional }
    }

    fn item(&mut self, access: &js::ComputedMemberExpression<'_>) -> ExprKind {
        ExprKind::Item {
            object: self.chained(&access.object),
            index: self.boxed(&access.expression),
            optional: access.optional,
        }
    }

    fn unary(&mut self, unary: &js::UnaryExpression<'_>, span: Span) -> Expr {
        let operand = self.boxed(&unary.argument);
        let Some(operator) = operator::unary(unary.operator) else {
            return Expr::new(ExprKind::Delete(operand), span);
        };
        match (operator, &operand.kind) {
            (UnaryOperator::Negate, ExprKind::Literal(Literal::Number(value))) => {
                Expr::number(-value, span)
            }
            (UnaryOperator::Void, ExprKind::Literal(_)) => undefined(span),
            _ => Expr::new(ExprKind::Unary { operator, operand }, span),
        }
    }

    fn assignment(&mut self, assignment: &js::AssignmentExpression<'_>) -> ExprKind {
        let name = target_name(&assignment.left).map(|name| self.name(name));
        let target = Box::new(self.target(&assignment.left));
        let value = Box::new(self.named_expr(&assignment.right, name.as_ref()));
        match operator::update(assignment.operator) {
            None => ExprKind::Assign { target, value },
            Some(operator) => ExprKind::Update { target, operator, value, gives_old: false },
        }
    }

    fn update(&mut self, update: &js::UpdateExpression<'_>, span: Span) -> ExprKind {
        let operator = match update.operator {
            js::UpdateOperator::Increment => BinaryOperator::Add,
            js::UpdateOperator::Decrement => BinaryOperator::Subtract,
        };
        ExprKind::Update {
            target: Box::new(self.simple_target(&update.argument)),
            operator: UpdateOperator::Binary(operator),
            value: Box::new(Expr::number(1.0, span)),
            gives_old: !update.prefix,
        }
    }

    /// `decorators[0](decorators[1](… value))`.
    pub(super) fn decorated(
        &mut self,
        value: Expr,
        decorators: &[js::Decorator<'_>],
        span: Span,
    ) -> Expr {
        if !self.builder.enter_many(decorators.len()) {
            return self.unsupported("many decorators", span);
        }
        let value = decorators.iter().rev().fold(value, |value, decorator| {
            let decorator = self.expr(&decorator.expression);
            Expr::call(decorator, vec![value], span)
        });
        self.builder.leave_many(decorators.len());
        value
    }

    /// `a.b.c` as an expression.
    pub(super) fn qualified(&mut self, name: &js::TSTypeName<'_>) -> Expr {
        let span = self.at(name.span());
        match name {
            js::TSTypeName::IdentifierReference(identifier) => {
                self.identifier(&identifier.name, span)
            }
            js::TSTypeName::ThisExpression(_) => Expr::new(ExprKind::This, span),
            js::TSTypeName::QualifiedName(qualified) => {
                if !self.builder.enter() {
                    return self.unsupported("a name nested too deeply", span);
                }
                let object = self.qualified(&qualified.left);
                self.builder.leave();
                Expr::member(object, self.name(&qualified.right.name), span)
            }
        }
    }

    pub(super) fn ignore_decorators(&mut self, decorators: &[js::Decorator<'_>], of: &str) {
        for decorator in decorators {
            let span = self.at(decorator.span);
            let message = format!("decorators of {of} are ignored");
            self.builder.report(Severity::Warning, span, message);
        }
    }
}

/// What a template element says; an invalid escape (in a tagged one) stays raw.
fn text_of<'a>(element: &'a js::TemplateElement<'_>) -> &'a str {
    element.value.cooked.as_ref().unwrap_or(&element.value.raw)
}

/// The text of a string literal or of a template without expressions.
fn literal_text<'a>(expr: &'a js::Expression<'_>) -> Option<&'a str> {
    match expr {
        js::Expression::StringLiteral(literal) => Some(&literal.value),
        js::Expression::TemplateLiteral(literal) if literal.expressions.is_empty() => {
            literal.quasis.first().map(text_of)
        }
        _ => None,
    }
}

/// What a function assigned to this is called.
fn target_name<'a>(target: &'a js::AssignmentTarget<'_>) -> Option<&'a str> {
    match target {
        js::AssignmentTarget::AssignmentTargetIdentifier(identifier) => Some(&identifier.name),
        js::AssignmentTarget::StaticMemberExpression(access) => Some(&access.property.name),
        _ => None,
    }
}

pub(super) fn static_name(key: &Key) -> Option<Name> {
    match key {
        Key::Static(name) => Some(name.clone()),
        Key::Computed(_) => None,
    }
}
