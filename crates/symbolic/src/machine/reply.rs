//! What libraries answer: records of which a model lists some fields. The others are
//! not known, which is not the same as not there.

use super::Machine;
use super::heap::{Field, Flavour};
use crate::{
    Action, Meaning, Node, Operator, Origin, Source, Stamp, StepId, SymbolId, Term, assumptions,
};
use aplomb_script::Span;
use rustc_hash::{FxHashMap, FxHashSet};

impl Machine<'_> {
    /// Opens a record that a model put together: a field that the model does not list
    /// is some function of the call, and as far as anybody knows another one on every
    /// attempt. Anything but a record stays as it is.
    pub fn open(&mut self, answer: Term) -> Term {
        self.open_with(answer, &mut |machine| machine.unlisted())
    }

    /// The same for what answers a request that is no step of its own: a statement in a
    /// transaction.
    pub fn open_reply(&mut self, answer: Term, label: &str, span: Span, request: &[Term]) -> Term {
        let label = format!("the reply of {label}");
        self.open_with(answer, &mut |machine| machine.changing(&label, span, request))
    }

    fn open_with(&mut self, answer: Term, unlisted: &mut dyn FnMut(&mut Self) -> Term) -> Term {
        match self.terms.node(answer).clone() {
            Node::Apply(Operator::Ite, parts) => {
                let then = self.open_with(parts[1], unlisted);
                let otherwise = self.open_with(parts[2], unlisted);
                self.terms.ite(parts[0], then, otherwise)
            }
            Node::Record(..) => {
                let thawed = self.thaw(answer);
                self.open_with(thawed, unlisted)
            }
            _ => {
                let closed = self.record(answer).is_some_and(|record| {
                    record.base.is_none()
                        && matches!(record.flavour, Flavour::Plain | Flavour::Error(_))
                });
                if closed {
                    let unlisted = unlisted(self);
                    let record = self.record_mut(answer).expect("checked above");
                    record.base = Some(unlisted);
                }
                answer
            }
        }
    }

    /// Says that a record certainly has no field of this name.
    pub fn lacks(&mut self, record: Term, name: &str) {
        let key = self.terms.string(name);
        let gone = Field { value: self.terms.undefined(), present: self.terms.bool(false) };
        if let Some(record) = self.record_mut(record) {
            record.fields.insert(key, gone);
        }
    }

    /// Says that a record has a field where a condition holds.
    pub fn may_have(&mut self, record: Term, name: &str, present: Term, value: Term) {
        let key = self.terms.string(name);
        if let Some(record) = self.record_mut(record) {
            record.fields.insert(key, Field { value, present });
        }
    }

    /// What a listing or a batch left for the next request: a page, items that were not
    /// processed. A loop that goes on as long as there is a rest need not be repeated.
    pub fn rest_of(&mut self, answer: &[Term]) -> Term {
        self.terms.compute(Meaning::Rest, answer)
    }

    /// What a rest was left of, if the value is a rest.
    pub fn rest(&self, value: Term) -> Option<&[Term]> {
        match self.terms.node(value) {
            Node::Apply(Operator::Pure(function), of) if function.is(Meaning::Rest) => Some(of),
            // The rest of one table.
            Node::Apply(Operator::Select, parts) => self.rest(parts[0]),
            _ => None,
        }
    }

    /// What a condition is where a listing or batch has left no rest; itself if it does
    /// not ask for one. `None` if it does not ask.
    pub(super) fn without_rest(&mut self, condition: Term) -> Option<Term> {
        let nothing = self.terms.undefined();
        let parts = self.terms.parts(&[condition]).into_iter();
        let rests: FxHashMap<Term, Term> =
            parts.filter(|&part| self.rest(part).is_some()).map(|part| (part, nothing)).collect();
        (!rests.is_empty()).then(|| self.terms.substitute(condition, &rests))
    }

    /// Whether a loop goes on only for the rest of a listing or batch: what it did with a
    /// part it does with all.
    pub(crate) fn goes_on_for_rest(&mut self, condition: Term) -> bool {
        let ends = self.without_rest(condition).is_some_and(|test| !self.terms.is_true(test));
        if ends {
            self.assume(&assumptions::PAGES);
        }
        ends
    }

    /// Stands for the fields of an answer to the last step that a model does not list.
    fn unlisted(&mut self) -> Term {
        match self.trace.steps.last() {
            Some(step) => {
                let (label, span) = (format!("the reply of {}", step.label), step.span);
                let request = request(&step.action);
                self.changing(&label, span, &request)
            }
            None => {
                let span = self.span;
                self.changing("a reply", span, &[])
            }
        }
    }

    /// What somebody answers who may answer something else on the retry. A proof may not
    /// rely on it; a concrete run takes it for a function of the request.
    pub fn changing(&mut self, label: &str, span: Span, request: &[Term]) -> Term {
        if self.world.is_some() {
            return self.terms.pure(label, request);
        }
        let value = self.terms.fresh_symbol(label, Origin::Fresh { unique: false });
        let symbol = self.terms.as_symbol(value).expect("a symbol");
        let before = StepId(self.trace.steps.len() as u32);
        let in_loop = self.loops.last().copied();
        let (label, unlisted) = (label.into(), true);
        // What a log keeps of an answer is all of it.
        let kept = self.name_of_next();
        let source = Source { symbol, label, span, before, in_loop, unlisted, foreign: true, kept };
        self.trace.sources.push(source);
        value
    }

    /// What a store says of a cell and what every write changes, whatever is written there.
    pub fn stamp(&mut self, label: &str, span: Span, store: Term, request: &[Term]) -> Term {
        let value = self.changing(label, span, request);
        if let Some(of) = self.terms.as_symbol(value) {
            self.trace.stamps.push(Stamp { store, of, fields: Vec::new() });
        }
        value
    }

    /// The same of these fields of what the last step has listed.
    pub fn stamped_items(&mut self, fields: &[&str]) {
        let listed = self.trace.steps.last().and_then(|step| match step.action {
            Action::Scan { store, reply, .. } => Some((store, reply)),
            _ => None,
        });
        if let Some((store, of)) = listed {
            let fields = fields.iter().map(|&field| field.into()).collect();
            self.trace.stamps.push(Stamp { store, of, fields });
        }
    }

    /// Forgets the unlisted fields of answers at which the program does not look.
    pub(crate) fn forget_unlisted(&mut self) {
        let looked_at = self.terms.symbols_of(&self.trace.terms());
        let looked_at: FxHashSet<SymbolId> = looked_at.into_iter().collect();
        self.trace.sources.retain(|s| !s.unlisted || looked_at.contains(&s.symbol));
    }
}

/// What a step asks for.
fn request(action: &Action) -> Vec<Term> {
    match action {
        Action::Access { accesses, .. } => {
            accesses.iter().flat_map(|access| [access.store, access.key]).collect()
        }
        Action::Scan { store, filter, .. } | Action::Sweep { store, filter, .. } => {
            vec![*store, *filter]
        }
        Action::Effect { arguments, .. } => vec![*arguments],
        Action::Unknown { .. } => Vec::new(),
    }
}
