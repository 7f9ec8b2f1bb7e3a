//! JSX: `<Tag a={1}>text</Tag>` is `jsx(Tag, {a: 1}, "text")`.

use super::Lowering;
use aplomb_script::{Expr, ExprKind, Field, Key, Literal, Span};
use oxc_ast::ast as js;
use oxc_span::GetSpan;

impl Lowering<'_, '_> {
    pub(super) fn jsx_element(&mut self, element: &js::JSXElement<'_>) -> Expr {
        let opening = &element.opening_element;
        let tag = self.tag(&opening.name);
        let fields = opening.attributes.iter().map(|attribute| self.attribute(attribute));
        let fields = fields.collect();
        let span = self.at(element.span);
        self.created(tag, fields, &element.children, span)
    }

    pub(super) fn jsx_fragment(&mut self, fragment: &js::JSXFragment<'_>) -> Expr {
        let span = self.at(fragment.span);
        let factory = self.variable("jsx", span);
        let tag = Expr::member(factory, self.name("Fragment"), span);
        self.created(tag, Vec::new(), &fragment.children, span)
    }

    fn created(
        &mut self,
        tag: Expr,
        fields: Vec<Field>,
        children: &[js::JSXChild<'_>],
        span: Span,
    ) -> Expr {
        if !self.builder.enter() {
            return self.unsupported("an element nested too deeply", span);
        }
        let factory = self.variable("jsx", span);
        let mut arguments = vec![tag, Expr::new(ExprKind::Record(fields), span)];
        for child in children {
            arguments.extend(self.child(child));
        }
        self.builder.leave();
        Expr::call(factory, arguments, span)
    }

    fn tag(&mut self, name: &js::JSXElementName<'_>) -> Expr {
        let span = self.at(name.span());
        match name {
            js::JSXElementName::Identifier(tag) => Expr::string(tag.name.as_str(), span),
            js::JSXElementName::IdentifierReference(tag) => self.variable(&tag.name, span),
            js::JSXElementName::NamespacedName(tag) => {
                Expr::string(format!("{}:{}", tag.namespace.name, tag.name.name), span)
            }
            js::JSXElementName::MemberExpression(tag) => self.tag_member(tag),
            js::JSXElementName::ThisExpression(_) => Expr::new(ExprKind::This, span),
        }
    }

    fn tag_member(&mut self, tag: &js::JSXMemberExpression<'_>) -> Expr {
        let span = self.at(tag.span);
        if !self.builder.enter() {
            return self.unsupported("an element nested too deeply", span);
        }
        let object = match &tag.object {
            js::JSXMemberExpressionObject::IdentifierReference(object) => {
                self.variable(&object.name, span)
            }
            js::JSXMemberExpressionObject::MemberExpression(object) => self.tag_member(object),
            js::JSXMemberExpressionObject::ThisExpression(_) => Expr::new(ExprKind::This, span),
        };
        self.builder.leave();
        Expr::member(object, self.name(&tag.property.name), span)
    }

    fn attribute(&mut self, attribute: &js::JSXAttributeItem<'_>) -> Field {
        let attribute = match attribute {
            js::JSXAttributeItem::SpreadAttribute(spread) => {
                return Field::Spread(self.expr(&spread.argument));
            }
            js::JSXAttributeItem::Attribute(attribute) => attribute,
        };
        let name = match &attribute.name {
            js::JSXAttributeName::Identifier(name) => self.name(&name.name),
            js::JSXAttributeName::NamespacedName(name) => {
                self.name(&format!("{}:{}", name.namespace.name, name.name.name))
            }
        };
        let span = self.at(attribute.span);
        let value = match &attribute.value {
            None => Expr::new(ExprKind::Literal(Literal::Bool(true)), span),
            Some(js::JSXAttributeValue::StringLiteral(text)) => {
                Expr::string(text.value.as_str(), span)
            }
            Some(js::JSXAttributeValue::Element(element)) => self.jsx_element(element),
            Some(js::JSXAttributeValue::Fragment(fragment)) => self.jsx_fragment(fragment),
            Some(js::JSXAttributeValue::ExpressionContainer(container)) => {
                match container.expression.as_expression() {
                    Some(expr) => self.expr(expr),
                    None => super::undefined(span),
                }
            }
        };
        Field::Named(Key::Static(name), value)
    }

    fn child(&mut self, child: &js::JSXChild<'_>) -> Option<Expr> {
        match child {
            js::JSXChild::Text(text) => {
                let joined = significant(&text.value);
                let span = self.at(text.span);
                (!joined.is_empty()).then(|| Expr::string(joined, span))
            }
            js::JSXChild::Element(element) => Some(self.jsx_element(element)),
            js::JSXChild::Fragment(fragment) => Some(self.jsx_fragment(fragment)),
            js::JSXChild::ExpressionContainer(container) => {
                container.expression.as_expression().map(|expr| self.expr(expr))
            }
            js::JSXChild::Spread(spread) => Some(self.expr(&spread.expression)),
        }
    }
}

/// Text without the line breaks and the indentation around them.
fn significant(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_string();
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}
