//! Parts of messages that are new whenever a message is delivered again.

use super::Machine;
use crate::trace::{Action, Problem};
use crate::{Meaning, Node, Operator, SymbolId, Term};
use aplomb_script::Span;
use rustc_hash::FxHashSet;

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
        }
        for completion in &self.trace.completions {
            let used = self.has_delivery(completion.guard, event, list, fields, &each);
            if used && !completion.failed {
                found.push(completion.span);
            }
        }
        let message = format!(
            "a message is delivered again with another {}, and this depends on that or on all \
             that the message has",
            fields.join(", ")
        );
        self.refuse_at(found, &message);
    }

    /// Says so where the program uses fields, anywhere in the event, that whoever invokes it
    /// fills in anew for every attempt.
    pub fn refuse_counted(&mut self, fields: &[&str]) {
        if self.is_concrete() {
            return;
        }
        let is_field = |term: Term| {
            self.terms.parts(&[term]).into_iter().any(|part| match self.terms.node(part) {
                Node::Apply(Operator::Select, parts) => {
                    self.terms.as_str(parts[1]).is_some_and(|name| fields.contains(&&**name))
                }
                _ => false,
            })
        };
        let mut found = Vec::new();
        for step in &self.trace.steps {
            let mut values = vec![step.guard];
            step.action.mention(&mut values);
            values.extend(step.kept);
            if values.into_iter().any(is_field) {
                found.push(step.span);
            }
        }
        for completion in self.trace.completions.iter().filter(|completion| !completion.failed) {
            if is_field(completion.guard) || is_field(completion.value) {
                found.push(completion.span);
            }
        }
        let message = format!(
            "every attempt is given a different {}, and this depends on it",
            fields.join(" and a different ")
        );
        self.refuse_at(found, &message);
    }

    /// Says so where the program depends on which messages come together: on how many there
    /// are, on the place of one among them, or on something that is made of all.
    pub fn refuse_rebatched(&mut self, event: Term, messages: &str) {
        if self.is_concrete() {
            return;
        }
        let list = self.terms.field(event, messages);
        let length = self.terms.apply(Operator::Length, &[list]);
        let loops = self.trace.loops.iter().filter_map(|each| each.collection.zip(each.element));
        let elements = self.trace.elements.iter().map(|&(element, from)| (from, element));
        // `for (let i = 0; i < event.Records.length; i++)`
        let places: Vec<SymbolId> = loops
            .chain(elements)
            .filter(|&(from, _)| self.takes(from, list, &is_length))
            .map(|(_, element)| element)
            .collect();
        let mut found = Vec::new();
        for step in &self.trace.steps {
            let mut values = Vec::new();
            step.action.mention(&mut values);
            values.extend(step.kept);
            let is_made_of_all = values.iter().any(|&value| self.takes(value, list, &|_| true));
            values.push(step.guard);
            let is_placed = values.iter().any(|&value| self.has_place(value, list, &places));
            if is_made_of_all || is_placed || self.is_counted(step.guard, list, length) {
                found.push(step.span);
            }
        }
        let message = "messages are delivered again in other batches, and this depends on which \
                       messages come together";
        self.refuse_at(found, message);
    }

    fn refuse_at(&mut self, places: Vec<Span>, message: &str) {
        let guard = self.terms.bool(true);
        for span in places {
            let problem = Problem { guard, message: message.to_string(), span };
            if !self.trace.problems.contains(&problem) {
                self.trace.problems.push(problem);
            }
        }
    }

    /// Whether a condition depends on how many messages there are, or on the place of one.
    /// There is always one at least.
    fn is_counted(&self, guard: Term, list: Term, length: Term) -> bool {
        self.terms.parts(&[guard]).into_iter().any(|part| {
            let Node::Apply(operator, parts) = self.terms.node(part) else { return false };
            let is_index =
                matches!(operator, Operator::Pure(function) if function.is(Meaning::Find));
            if is_index && parts.contains(&list) {
                return true;
            }
            let Some(at) = parts.iter().position(|&part| part == length) else { return false };
            let other = parts.get(1 - at.min(1)).and_then(|&other| match self.terms.node(other) {
                Node::Number(number) => Some(number.get()),
                _ => None,
            });
            !match (operator, other) {
                (Operator::Truthy | Operator::NotEmpty, _) => true,
                (Operator::Equal, Some(other)) => other <= 0.0,
                (Operator::Less, Some(other)) => other <= if at == 0 { 1.0 } else { 0.0 },
                (Operator::LessEqual, Some(other)) => other <= if at == 0 { 0.0 } else { 1.0 },
                _ => false,
            }
        })
    }

    /// Whether the place of a message occurs in a term, other than to get that message.
    fn has_place(&self, term: Term, list: Term, places: &[SymbolId]) -> bool {
        if places.is_empty() {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if self.terms.as_symbol(term).is_some_and(|symbol| places.contains(&symbol)) {
                return true;
            }
            let gets = match self.terms.node(term) {
                Node::Apply(Operator::Select, parts) => parts[0] == list,
                _ => false,
            };
            if !gets {
                let arguments = self.terms.arguments(term).iter();
                open.extend(arguments.filter(|&&argument| seen.insert(argument)));
            }
        }
        false
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
