//! What TypeScript adds at run time, as its compiler would emit it.

use super::Lowering;
use aplomb_script::{
    BinaryOperator, Block, Expr, ExprKind, Field, Key, Literal, Name, Pattern, Scope, Span,
    Statement, StatementKind,
};
use oxc_ast::ast as js;

impl Lowering<'_, '_> {
    /// `enum E { A, B = "b" }` is `let E = {}; E.A = 0; E[0] = "A"; E.B = "b"`.
    pub(super) fn enumeration(&mut self, declaration: &js::TSEnumDeclaration<'_>, out: &mut Block) {
        if declaration.declare {
            return;
        }
        let span = self.at(declaration.span);
        let name = self.binding(&declaration.id.name);
        let empty = Expr::new(ExprKind::Record(Vec::new()), span);
        out.push(Statement::new(
            StatementKind::Declare {
                scope: Scope::Block,
                pattern: self.bound(&declaration.id),
                value: Some(empty),
            },
            span,
        ));
        let mut members: Vec<Enumerator> = Vec::new();
        for enumerator in &declaration.body.members {
            let at = self.at(enumerator.span);
            let value = match &enumerator.initializer {
                Some(initializer) => {
                    let mut value = self.expr(initializer);
                    qualify(&mut value, &name, &members);
                    value
                }
                None => successor(&name, members.last(), at),
            };
            let own = self.enumerator_name(&enumerator.id);
            members.push(Enumerator { name: own.clone(), value: known_number(&value) });
            enumerate(&name, own, value, at, out);
        }
    }

    fn enumerator_name(&mut self, name: &js::TSEnumMemberName<'_>) -> Name {
        match name {
            js::TSEnumMemberName::Identifier(name) => self.name(&name.name),
            js::TSEnumMemberName::String(text) | js::TSEnumMemberName::ComputedString(text) => {
                self.name(&text.value)
            }
            js::TSEnumMemberName::ComputedTemplateString(template) => {
                let text: String = template.quasis.iter().map(|q| q.value.raw.as_str()).collect();
                self.name(&text)
            }
        }
    }

    /// `namespace N { export const x = 1 }` is
    /// `let N = (() => { let x = 1; return { x } })()`.
    pub(super) fn namespace(
        &mut self,
        declaration: &js::TSNamespaceDeclaration<'_>,
        out: &mut Block,
    ) {
        if declaration.declare {
            return;
        }
        let span = self.at(declaration.span);
        let mut body = Vec::new();
        match &declaration.body {
            js::TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                body = self.block(&block.body);
            }
            js::TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                if !self.builder.enter() {
                    out.push(self.unsupported_statement("a namespace nested too deeply", span));
                    return;
                }
                self.namespace(inner, &mut body);
                self.builder.leave();
                let name = self.name(&inner.id.name);
                let names = vec![(name.clone(), name)];
                body.push(Statement::new(StatementKind::Export { names }, span));
            }
        }
        if body.is_empty() {
            return;
        }
        let fields = take_exports(&mut body, span);
        body.push(Statement::returns(Expr::new(ExprKind::Record(fields), span)));
        let value = self.called_at_once(body, span);
        let pattern = self.bound(&declaration.id);
        let kind = StatementKind::Declare { scope: Scope::Block, pattern, value: Some(value) };
        out.push(Statement::new(kind, span));
    }

    /// `import x = require("y")` and `import x = A.B`.
    pub(super) fn import_equals(
        &mut self,
        declaration: &js::TSImportEqualsDeclaration<'_>,
        out: &mut Block,
    ) {
        if declaration.import_kind == js::ImportOrExportKind::Type {
            return;
        }
        let span = self.at(declaration.span);
        let value = match &declaration.module_reference {
            js::TSModuleReference::ExternalModuleReference(reference) => {
                let source = &reference.expression.value;
                self.builder.import(source, span);
                Expr::new(ExprKind::Require(self.name(source)), span)
            }
            js::TSModuleReference::IdentifierReference(identifier) => {
                self.variable(&identifier.name, span)
            }
            js::TSModuleReference::QualifiedName(name) => {
                let object = self.qualified(&name.left);
                Expr::member(object, self.name(&name.right.name), span)
            }
        };
        let pattern = self.bound(&declaration.id);
        let kind = StatementKind::Declare { scope: Scope::Block, pattern, value: Some(value) };
        out.push(Statement::new(kind, span));
    }
}

/// A member of an enum that stands before the one looked at.
struct Enumerator {
    name: Name,
    /// Its value, if it is a known number.
    value: Option<f64>,
}

fn known_number(value: &Expr) -> Option<f64> {
    match value.kind {
        ExprKind::Literal(Literal::Number(value)) => Some(value),
        _ => None,
    }
}

/// `E.own = value; E[value] = "own"`; texts are not listed in reverse.
fn enumerate(enumeration: &Name, own: Name, value: Expr, span: Span, out: &mut Block) {
    let object = || Box::new(Expr::variable(enumeration.clone(), span));
    let index = match &value.kind {
        ExprKind::Literal(Literal::String(_)) | ExprKind::Template(_) => None,
        ExprKind::Literal(_) => Some(value.clone()),
        _ => Some(Expr::member(*object(), own.clone(), span)),
    };
    out.push(Statement::expression(Expr::assign(
        Pattern::Member(object(), own.clone(), span),
        value,
        span,
    )));
    if let Some(index) = index {
        let target = Pattern::Item(object(), Box::new(index), span);
        out.push(Statement::expression(Expr::assign(target, Expr::string(own, span), span)));
    }
}

/// The value of a member without one: one more than that of the last.
fn successor(enumeration: &Name, last: Option<&Enumerator>, span: Span) -> Expr {
    let Some(last) = last else { return Expr::number(0.0, span) };
    if let Some(value) = last.value {
        return Expr::number(value + 1.0, span);
    }
    let object = Expr::variable(enumeration.clone(), span);
    let kind = ExprKind::Binary {
        operator: BinaryOperator::Add,
        left: Box::new(Expr::member(object, last.name.clone(), span)),
        right: Box::new(Expr::number(1.0, span)),
    };
    Expr::new(kind, span)
}

/// Inside an enum its members are called by their bare names.
fn qualify(value: &mut Expr, enumeration: &Name, members: &[Enumerator]) {
    match &mut value.kind {
        ExprKind::Variable(name) if members.iter().any(|member| member.name == *name) => {
            let object = Expr::variable(enumeration.clone(), value.span);
            *value = Expr::member(object, name.clone(), value.span);
        }
        ExprKind::Binary { left, right, .. } => {
            qualify(left, enumeration, members);
            qualify(right, enumeration, members);
        }
        ExprKind::Unary { operand, .. } => qualify(operand, enumeration, members),
        ExprKind::Template(pieces) => {
            pieces.iter_mut().for_each(|piece| qualify(piece, enumeration, members));
        }
        _ => {}
    }
}

/// Removes the export statements and gives what they export.
fn take_exports(body: &mut Block, span: Span) -> Vec<Field> {
    let mut fields = Vec::new();
    body.retain(|statement| {
        let StatementKind::Export { names } = &statement.kind else { return true };
        for (local, exported) in names {
            let value = Expr::variable(local.clone(), span);
            fields.push(Field::Named(Key::Static(exported.clone()), value));
        }
        false
    });
    fields
}
