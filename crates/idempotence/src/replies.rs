//! What services and fresh sources answer in concrete runs: something with the parts
//! that the program looks at.

use crate::refute::shape::{Shape, Shapes};
use aplomb_script::Span;
use aplomb_symbolic::{Action, Node, Term, Terms, Trace};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How far an answer is what the program compares it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// Not at all.
    None,
    /// In numbers and texts.
    Values,
    /// In all parts.
    All,
}

impl Agreement {
    fn has(self, value: &Node) -> bool {
        match self {
            Agreement::None => false,
            Agreement::Values => matches!(value, Node::Number(_) | Node::String(_)),
            Agreement::All => !matches!(value, Node::List(_) | Node::Undefined),
        }
    }
}

/// The shapes of replies, by the call and its place.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    shapes: Arc<FxHashMap<(Arc<str>, Span), Shape>>,
}

impl Replies {
    /// Looks at how the functions of an application use what they are told.
    pub(crate) fn of<'t>(terms: &mut Terms, traces: impl IntoIterator<Item = &'t Trace>) -> Self {
        let mut found = FxHashMap::default();
        for trace in traces {
            let shapes = Shapes::of(terms, trace, &FxHashMap::default());
            let drawn = trace.sources.iter().map(|s| (s.label.clone(), s.span, s.symbol));
            let replied = trace.steps.iter().filter_map(|step| match &step.action {
                Action::Effect { reply, .. } => Some((step.label.clone(), step.span, *reply)),
                _ => None,
            });
            for (label, span, symbol) in drawn.chain(replied) {
                let shape = shapes.get(symbol);
                if shape.has_parts() {
                    found.entry((label, span)).or_insert(shape);
                }
            }
        }
        Replies { shapes: Arc::new(found) }
    }

    /// A reply like `plain`, all of whose parts are that. A part that the program
    /// compares with something is that instead, as far as it `agrees`.
    pub fn shaped(
        &self,
        terms: &mut Terms,
        call: (&Arc<str>, Span),
        plain: Term,
        agrees: Agreement,
    ) -> Term {
        let Some(shape) = self.shapes.get(&(call.0.clone(), call.1)) else { return plain };
        let text = match terms.node(plain) {
            Node::String(_) => plain,
            _ => {
                let shown = terms.show(plain).to_string();
                terms.string(shown)
            }
        };
        let leaves = shape.leaves(terms, &mut |terms, _, numeric| match terms.node(plain) {
            Node::Number(_) if numeric => plain,
            _ if numeric => terms.number(1.0),
            _ => text,
        });
        let values = leaves.into_iter().map(|(route, values)| {
            let compared = values
                .iter()
                .copied()
                .find(|&value| agrees.has(terms.node(value)) && value != text && value != plain);
            (route, compared.unwrap_or(values[0]))
        });
        let values = values.collect();
        shape.build(terms, &values)
    }
}
