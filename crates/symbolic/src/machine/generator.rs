//! Generators of JavaScript. They run to their end where they are called, which is what happens
//! if somebody consumes them there from beginning to end, and what nobody sees if they only
//! compute. Anything else is not supported.

use super::Machine;
use crate::builtins;
use aplomb_script::{
    Block, Expr, ExprKind, Function, Name, Node, Pattern, Span, StatementKind, nodes,
};

/// Who consumes the generator that a call makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consumer {
    /// A loop, whose body runs between what the generator does.
    Loop(Span),
    /// Something that takes all there is at once.
    Whole(Span),
}

/// Methods that change the value they are called on.
const CHANGING: [&str; 9] =
    ["push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin"];

impl Machine<'_> {
    /// Notes that a loop with this body consumes the generator that an expression here may make.
    pub(super) fn consumes_in_loop(&mut self, iterable: Span, body: &Block) {
        let leaves = nodes(body).any(|node| match node {
            Node::Statement(statement) => matches!(
                statement.kind,
                StatementKind::Break(_) | StatementKind::Return(_) | StatementKind::Throw(_)
            ),
            _ => false,
        });
        self.consumed = (!leaves).then_some(Consumer::Loop(iterable));
    }

    /// Notes that all that an expression gives is consumed at once.
    pub(super) fn consumes_whole(&mut self, iterable: &Expr) {
        self.consumed = Some(Consumer::Whole(iterable.span));
    }

    /// Says so if it matters when the generator runs that is called here.
    pub(super) fn refuse_late_generator(&mut self, function: &Function) {
        let consumed = self.consumed.take();
        let Some(&call) = self.calls.last() else { return };
        let locals = locals(function);
        let changes = |m: &Self| nodes(&function.body).any(|node| m.changes_outside(node, &locals));
        let message = match consumed {
            Some(Consumer::Whole(span)) if span == call => return,
            Some(Consumer::Loop(span)) if span == call => {
                if !changes(self) {
                    return;
                }
                "a generator that changes what the loop around it may see is not supported"
            }
            _ => {
                let works = nodes(&function.body).any(|node| self.works(node));
                if !works && !changes(self) {
                    return;
                }
                "a generator that does more than compute, and is not consumed to its end where \
                 it is called, is not supported"
            }
        };
        self.problem(message, call);
    }

    /// Whether a part of a generator calls something that may do more than compute.
    fn works(&self, node: Node<'_>) -> bool {
        let Node::Expr(expression) = node else { return false };
        match &expression.kind {
            ExprKind::Call { callee, .. } => match &callee.kind {
                ExprKind::Member { name, .. } => !builtins::names_a_method(self, name),
                _ => true,
            },
            ExprKind::New { .. } | ExprKind::Await(_) => true,
            _ => false,
        }
    }

    /// Whether a part of a generator changes something else than its own variables, or throws.
    fn changes_outside(&self, node: Node<'_>, locals: &[Name]) -> bool {
        let own = |expression: &Expr| match &expression.kind {
            ExprKind::Variable(name) => locals.contains(name),
            _ => false,
        };
        match node {
            Node::Statement(statement) => matches!(statement.kind, StatementKind::Throw(_)),
            Node::Expr(expression) => match &expression.kind {
                ExprKind::Assign { target, .. } | ExprKind::Update { target, .. } => {
                    match &**target {
                        Pattern::Variable(name, _) => !locals.contains(name),
                        Pattern::Member(object, ..) | Pattern::Item(object, ..) => !own(object),
                        _ => true,
                    }
                }
                ExprKind::Delete(_) => true,
                ExprKind::Call { callee, .. } => match &callee.kind {
                    ExprKind::Member { object, name, .. } => {
                        CHANGING.contains(&&**name) && !own(object)
                    }
                    _ => false,
                },
                _ => false,
            },
            Node::Pattern(_) => false,
        }
    }
}

/// The names that a function declares, as far as they stand alone.
fn locals(function: &Function) -> Vec<Name> {
    let declared = nodes(&function.body).filter_map(|node| match node {
        Node::Statement(statement) => match &statement.kind {
            StatementKind::Declare { pattern: Pattern::Variable(name, _), .. } => {
                Some(name.clone())
            }
            _ => None,
        },
        _ => None,
    });
    declared.collect()
}
