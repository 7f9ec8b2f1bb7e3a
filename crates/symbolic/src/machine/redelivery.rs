//! Parts of messages that are new whenever a message is delivered again.

use super::Machine;
use crate::trace::{Action, Problem};
use crate::{Node, Operator, SymbolId, Term};

fn is_length(operator: &Operator) -> bool {
    *operator == Operator::Length
}

impl Machine<'_> {
    /// Says so where the program uses a field of a message that is new on every delivery, or
    /// a message or the event as a whole, which has such fields. `messages` is the field of
    /// the event that lists messages; `consuming` names operations that are about the
    /// delivery itself.
    pub fn refuse_redelivered(
        &mut self,
        event: Term,
        messages: &str,
        fields: &[&str],
        consuming: impl Fn(&str) -> bool,
    ) {
        if self.is_concrete() {
            return;
        }
        let list = self.terms.field(event, messages);
        let loops = self.trace.loops.iter().filter(|each| each.collection == Some(list));
        let elements = self.trace.elements.iter().filter(|(_, from)| *from == list);
        let each: Vec<SymbolId> =
            loops.filter_map(|each| each.element).chain(elements.map(|(id, _)| *id)).collect();
        let mut found = Vec::new();
        let mut of_batches = Vec::new();
        for step in &self.trace.steps {
            let mut values = Vec::new();
            step.action.mention(&mut values);
            if consuming(&step.label) && !matches!(step.action, Action::Unknown { .. }) {
                values.clear();
            }
            values.extend(step.kept);
            let used = values.iter().any(|&value| self.is_message(value, event, list, &each))
                || values.iter().any(|&value| self.has_delivery(value, event, list, fields, &each))
                || self.has_delivery(step.guard, event, list, fields, &each);
            if used {
                found.push(step.span);
            }
            let is_counted = values.iter().any(|&value| self.takes(value, list, &is_length));
            let names = match &step.action {
                Action::Access { accesses, .. } => {
                    accesses.iter().map(|access| access.key).collect()
                }
                _ => Vec::new(),
            };
            if is_counted || names.iter().any(|&name| self.takes(name, list, &|_| true)) {
                of_batches.push(step.span);
            }
        }
        for completion in &self.trace.completions {
            let used = self.has_delivery(completion.guard, event, list, fields, &each);
            if used && !completion.failed {
                found.push(completion.span);
            }
        }
        let guard = self.terms.bool(true);
        let of_message = format!(
            "a message is delivered again with another {}, and this depends on that or on all \
             that the message has",
            fields.join(", ")
        );
        let of_batch = "messages are delivered again in other batches, and this depends on which \
                        messages come together"
            .to_string();
        let found = found.into_iter().map(|span| (span, &of_message));
        for (span, message) in found.chain(of_batches.into_iter().map(|span| (span, &of_batch))) {
            let message = message.clone();
            let problem = Problem { guard, message, span };
            if !self.trace.problems.contains(&problem) {
                self.trace.problems.push(problem);
            }
        }
    }

    /// Whether a term is made of the list of messages as a whole, by one of these operators.
    fn takes(&self, term: Term, list: Term, by: &dyn Fn(&Operator) -> bool) -> bool {
        self.terms.parts(&[term]).into_iter().any(|part| match self.terms.node(part) {
            Node::Apply(Operator::Select, _) => false,
            Node::Apply(operator, parts) => by(operator) && parts.contains(&list),
            _ => false,
        })
    }

    /// Whether a term is the event, or one of its messages.
    fn is_message(&self, term: Term, event: Term, list: Term, each: &[SymbolId]) -> bool {
        let is_item = match self.terms.node(term) {
            Node::Apply(Operator::Select, parts) => parts[0] == list,
            _ => false,
        };
        term == event
            || is_item
            || self.terms.as_symbol(term).is_some_and(|symbol| each.contains(&symbol))
    }

    /// Whether a field that is new on every delivery occurs in a term, or a whole message.
    fn has_delivery(
        &self,
        term: Term,
        event: Term,
        list: Term,
        fields: &[&str],
        each: &[SymbolId],
    ) -> bool {
        self.terms.parts(&[term]).into_iter().any(|part| match self.terms.node(part) {
            Node::Apply(Operator::Select, parts) => {
                let name = self.terms.as_str(parts[1]);
                name.is_some_and(|name| fields.contains(&&**name))
            }
            Node::Apply(
                Operator::Pure(_)
                | Operator::JsonText
                | Operator::Concat
                | Operator::Merge
                | Operator::With
                | Operator::Without
                | Operator::Append
                | Operator::Insert
                | Operator::Called
                | Operator::Constructed,
                parts,
            )
            | Node::Record(_, parts)
            | Node::List(parts) => {
                parts.iter().any(|&part| self.is_message(part, event, list, each))
            }
            _ => false,
        })
    }
}
