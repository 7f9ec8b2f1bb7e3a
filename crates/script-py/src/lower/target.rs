//! What is assigned.

use super::Lowering;
use aplomb_script::{Expr, ExprKind, Pattern, Span};
use ruff_python_ast as py;

impl Lowering<'_, '_> {
    pub(super) fn target(&mut self, target: &py::Expr) -> Pattern {
        let span = self.of(target);
        if !self.builder.enter() {
            return self.unsupported_target("a target nested too deeply", span);
        }
        let pattern = match target {
            py::Expr::Name(variable) => self.named_target(&variable.id, span),
            py::Expr::Attribute(access) => {
                let object = Box::new(self.expr(&access.value));
                Pattern::Member(object, self.member_name(&access.attr), span)
            }
            py::Expr::Subscript(access) if !access.slice.is_slice_expr() => {
                let object = Box::new(self.expr(&access.value));
                Pattern::Item(object, Box::new(self.expr(&access.slice)), span)
            }
            py::Expr::Subscript(_) => self.unsupported_target("an assignment to a slice", span),
            py::Expr::Tuple(tuple) => self.items(&tuple.elts),
            py::Expr::List(list) => self.items(&list.elts),
            _ => self.unsupported_target("an assignment to this", span),
        };
        self.builder.leave();
        pattern
    }

    /// A variable, or in a class body a member of the class.
    pub(super) fn named_target(&mut self, name: &str, span: Span) -> Pattern {
        let name = self.name(name);
        match &mut self.class_names {
            None => Pattern::Variable(name, span),
            Some(names) => {
                names.insert(name.clone());
                Pattern::Member(Box::new(Expr::new(ExprKind::This, span)), name, span)
            }
        }
    }

    fn items(&mut self, targets: &[py::Expr]) -> Pattern {
        let mut items = Vec::new();
        let mut rest = None;
        for target in targets {
            match target {
                py::Expr::Starred(starred) => {
                    rest = Some((items.len(), Box::new(self.target(&starred.value))));
                }
                _ => items.push(Some(self.target(target))),
            }
        }
        Pattern::List { items, rest }
    }

    /// A target that is not supported: assigning a member of an unsupported
    /// value is not supported either.
    fn unsupported_target(&mut self, construct: &str, span: Span) -> Pattern {
        let object = self.unsupported(construct, span);
        Pattern::Member(Box::new(object), self.name("_"), span)
    }
}
