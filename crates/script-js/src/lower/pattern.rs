//! What is declared and assigned.

use super::Lowering;
use aplomb_script::{Expr, ExprKind, Key, Pattern, Span};
use oxc_ast::ast as js;
use oxc_span::GetSpan;

impl Lowering<'_, '_> {
    /// A declared pattern.
    pub(super) fn pattern(&mut self, pattern: &js::BindingPattern<'_>) -> Pattern {
        let span = self.at(pattern.span());
        if !self.builder.enter() {
            return self.unsupported_target("a pattern nested too deeply", span);
        }
        let pattern = match pattern {
            js::BindingPattern::BindingIdentifier(identifier) => self.bound(identifier),
            js::BindingPattern::ObjectPattern(object) => Pattern::Record {
                fields: object.properties.iter().map(|p| self.declared_field(p)).collect(),
                rest: self.declared_rest(&object.rest),
            },
            js::BindingPattern::ArrayPattern(array) => {
                let items: Vec<_> = array
                    .elements
                    .iter()
                    .map(|item| item.as_ref().map(|item| self.pattern(item)))
                    .collect();
                let rest = self.declared_rest(&array.rest).map(|rest| (items.len(), rest));
                Pattern::List { items, rest }
            }
            js::BindingPattern::AssignmentPattern(default) => {
                let target = self.pattern(&default.left);
                self.defaulted(target, &default.right)
            }
        };
        self.builder.leave();
        pattern
    }

    fn declared_field(&mut self, property: &js::BindingProperty<'_>) -> (Key, Pattern) {
        (self.key(&property.key, property.computed), self.pattern(&property.value))
    }

    fn declared_rest(
        &mut self,
        rest: &Option<oxc_allocator::Box<'_, js::BindingRestElement<'_>>>,
    ) -> Option<Box<Pattern>> {
        rest.as_ref().map(|rest| Box::new(self.pattern(&rest.argument)))
    }

    pub(super) fn defaulted(&mut self, target: Pattern, default: &js::Expression<'_>) -> Pattern {
        let name = match &target {
            Pattern::Variable(name, _) => Some(name.clone()),
            _ => None,
        };
        Pattern::Default(Box::new(target), Box::new(self.named_expr(default, name.as_ref())))
    }

    /// An assigned pattern.
    pub(super) fn target(&mut self, target: &js::AssignmentTarget<'_>) -> Pattern {
        let span = self.at(target.span());
        if !self.builder.enter() {
            return self.unsupported_target("a pattern nested too deeply", span);
        }
        let pattern = match target {
            js::AssignmentTarget::ArrayAssignmentTarget(array) => {
                let items: Vec<_> = array
                    .elements
                    .iter()
                    .map(|item| item.as_ref().map(|item| self.target_or_default(item)))
                    .collect();
                let rest = self.assigned_rest(&array.rest).map(|rest| (items.len(), rest));
                Pattern::List { items, rest }
            }
            js::AssignmentTarget::ObjectAssignmentTarget(object) => Pattern::Record {
                fields: object.properties.iter().map(|p| self.assigned_field(p)).collect(),
                rest: self.assigned_rest(&object.rest),
            },
            _ => self.simple_target(target.to_simple_assignment_target()),
        };
        self.builder.leave();
        pattern
    }

    fn target_or_default(&mut self, target: &js::AssignmentTargetMaybeDefault<'_>) -> Pattern {
        match target {
            js::AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(default) => {
                let target = self.target(&default.binding);
                self.defaulted(target, &default.init)
            }
            _ => self.target(target.to_assignment_target()),
        }
    }

    fn assigned_field(&mut self, property: &js::AssignmentTargetProperty<'_>) -> (Key, Pattern) {
        match property {
            js::AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(property) => {
                let name = self.name(&property.binding.name);
                let target = Pattern::Variable(name.clone(), self.at(property.binding.span));
                let target = match &property.init {
                    Some(default) => self.defaulted(target, default),
                    None => target,
                };
                (Key::Static(name), target)
            }
            js::AssignmentTargetProperty::AssignmentTargetPropertyProperty(property) => (
                self.key(&property.name, property.computed),
                self.target_or_default(&property.binding),
            ),
        }
    }

    fn assigned_rest(
        &mut self,
        rest: &Option<oxc_allocator::Box<'_, js::AssignmentTargetRest<'_>>>,
    ) -> Option<Box<Pattern>> {
        rest.as_ref().map(|rest| Box::new(self.target(&rest.target)))
    }

    /// A variable, member or item.
    pub(super) fn simple_target(&mut self, target: &js::SimpleAssignmentTarget<'_>) -> Pattern {
        let span = self.at(target.span());
        match target {
            js::SimpleAssignmentTarget::AssignmentTargetIdentifier(identifier) => {
                Pattern::Variable(self.reference(&identifier.name), span)
            }
            _ => {
                let expr = match target.get_expression() {
                    Some(typed) => self.expr(typed),
                    None => self.member_target(target),
                };
                self.place_of(expr, span)
            }
        }
    }

    fn member_target(&mut self, target: &js::SimpleAssignmentTarget<'_>) -> Expr {
        let span = self.at(target.span());
        let kind = match target {
            js::SimpleAssignmentTarget::StaticMemberExpression(access) => ExprKind::Member {
                object: self.chained(&access.object),
                name: self.name(&access.property.name),
                optional: false,
            },
            js::SimpleAssignmentTarget::PrivateFieldExpression(access) => ExprKind::Member {
                object: self.chained(&access.object),
                name: self.name(&format!("#{}", access.field.name)),
                optional: false,
            },
            js::SimpleAssignmentTarget::ComputedMemberExpression(access) => ExprKind::Item {
                object: self.chained(&access.object),
                index: Box::new(self.expr(&access.expression)),
                optional: false,
            },
            _ => return self.unsupported("an assignment to this", span),
        };
        Expr::new(kind, span)
    }

    /// The place that an expression reads, to assign it.
    fn place_of(&mut self, expr: Expr, span: Span) -> Pattern {
        match expr.kind {
            ExprKind::Variable(name) => Pattern::Variable(name, span),
            ExprKind::Member { object, name, .. } => Pattern::Member(object, name, span),
            ExprKind::Item { object, index, .. } => Pattern::Item(object, index, span),
            ExprKind::Unsupported(_) => Pattern::Member(Box::new(expr), self.name("_"), span),
            _ => self.unsupported_target("an assignment to this", span),
        }
    }

    /// A target that is not supported: assigning a member of an unsupported
    /// value is not supported either.
    fn unsupported_target(&mut self, construct: &str, span: Span) -> Pattern {
        let object = self.unsupported(construct, span);
        Pattern::Member(Box::new(object), self.name("_"), span)
    }
}
