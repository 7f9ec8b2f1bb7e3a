//! Classes.

use super::Lowering;
use super::expression::static_name;
use super::function::Definition;
use aplomb_script::{
    Block, Class, ClassId, Expr, ExprKind, Key, Member, MemberKind, Name, Pattern, Scope, Span,
    Statement, StatementKind,
};
use oxc_ast::ast as js;

impl Lowering<'_, '_> {
    /// `class C {}`; gives the name.
    pub(super) fn class_declaration(
        &mut self,
        class: &js::Class<'_>,
        out: &mut Block,
    ) -> Option<Name> {
        if class.declare {
            return None;
        }
        let identifier = class.id.as_ref()?;
        let name = self.binding(&identifier.name);
        let span = self.at(class.span);
        let id = self.class(class, Some(name.clone()));
        let kind = if class.decorators.is_empty() {
            StatementKind::Class { name: name.clone(), class: id }
        } else {
            let value = Expr::new(ExprKind::Class(id), span);
            StatementKind::Declare {
                scope: Scope::Block,
                pattern: self.bound(identifier),
                value: Some(self.decorated(value, &class.decorators, span)),
            }
        };
        out.push(Statement::new(kind, span));
        Some(name)
    }

    pub(super) fn class_expression(
        &mut self,
        class: &js::Class<'_>,
        inferred: Option<&Name>,
        span: Span,
    ) -> Expr {
        let value = self.self_named(&class.id, inferred, span, |lowering, name| {
            Definition::Class(lowering.class(class, name))
        });
        self.decorated(value, &class.decorators, span)
    }

    pub(super) fn class(&mut self, class: &js::Class<'_>, name: Option<Name>) -> ClassId {
        let parents: Vec<Expr> =
            class.heritage.iter().map(|heritage| self.expr(&heritage.expression)).collect();
        let members = class.body.body.iter().filter_map(|element| self.class_element(element));
        let members = members.collect();
        let span = self.at(class.span);
        self.builder.add_class(Class { name, parents, members, span })
    }

    fn class_element(&mut self, element: &js::ClassElement<'_>) -> Option<Member> {
        match element {
            js::ClassElement::MethodDefinition(method) => self.method(method),
            js::ClassElement::PropertyDefinition(property) => {
                let is_abstract =
                    property.r#type == js::PropertyDefinitionType::TSAbstractPropertyDefinition;
                if property.declare || is_abstract {
                    return None;
                }
                self.ignore_decorators(&property.decorators, "fields");
                let key = self.key(&property.key, property.computed);
                Some(self.class_field(key, property.value.as_ref(), property.r#static))
            }
            js::ClassElement::AccessorProperty(property) => {
                self.ignore_decorators(&property.decorators, "fields");
                let key = self.key(&property.key, property.computed);
                Some(self.class_field(key, property.value.as_ref(), property.r#static))
            }
            js::ClassElement::StaticBlock(block) => {
                let span = self.at(block.span);
                let body = self.block(&block.body);
                Some(self.initializer(body, span))
            }
            js::ClassElement::TSIndexSignature(_) => None,
        }
    }

    fn class_field(
        &mut self,
        key: Key,
        value: Option<&js::Expression<'_>>,
        is_static: bool,
    ) -> Member {
        let name = static_name(&key);
        let value = value.map(|value| self.named_expr(value, name.as_ref()));
        Member { key, kind: MemberKind::Field(value), is_static }
    }

    fn initializer(&mut self, body: Block, span: Span) -> Member {
        let function = self.builder.add_thunk(body, false, span);
        let key = Key::Static(self.name("static"));
        Member { key, kind: MemberKind::Initializer(function), is_static: true }
    }

    /// A method, getter, setter or constructor; signatures leave no trace.
    fn method(&mut self, method: &js::MethodDefinition<'_>) -> Option<Member> {
        method.value.body.as_ref()?;
        let mut key = self.key(&method.key, method.computed);
        let name = static_name(&key);
        let kind = match method.kind {
            js::MethodDefinitionKind::Constructor => {
                key = Key::Static(self.name("constructor"));
                let properties = self.parameter_properties(&method.value.params);
                let function = self.function_with(&method.value, name, |_, body| {
                    let at = body.iter().position(is_super_call).map_or(0, |at| at + 1);
                    body.splice(at..at, properties);
                });
                MemberKind::Method(function, Vec::new())
            }
            js::MethodDefinitionKind::Method => {
                let decorators =
                    method.decorators.iter().map(|d| self.expr(&d.expression)).collect();
                MemberKind::Method(self.function(&method.value, name), decorators)
            }
            js::MethodDefinitionKind::Get => {
                self.ignore_decorators(&method.decorators, "accessors");
                MemberKind::Getter(self.function(&method.value, name))
            }
            js::MethodDefinitionKind::Set => {
                self.ignore_decorators(&method.decorators, "accessors");
                MemberKind::Setter(self.function(&method.value, name))
            }
        };
        Some(Member { key, kind, is_static: method.r#static })
    }

    /// `constructor(private x)` assigns `this.x = x`.
    fn parameter_properties(&mut self, parameters: &js::FormalParameters<'_>) -> Block {
        let mut assignments = Vec::new();
        for parameter in &parameters.items {
            let is_property =
                parameter.accessibility.is_some() || parameter.readonly || parameter.r#override;
            let js::BindingPattern::BindingIdentifier(identifier) = &parameter.pattern else {
                continue;
            };
            if is_property {
                let span = self.at(parameter.span);
                let name = self.name(&identifier.name);
                let this = Box::new(Expr::new(ExprKind::This, span));
                let target = Pattern::Member(this, name, span);
                let value = self.variable(&identifier.name, span);
                assignments.push(Statement::expression(Expr::assign(target, value, span)));
            }
        }
        assignments
    }
}

fn is_super_call(statement: &Statement) -> bool {
    matches!(
        &statement.kind,
        StatementKind::Expression(Expr { kind: ExprKind::Call { callee, .. }, .. })
            if callee.kind == ExprKind::Super
    )
}
