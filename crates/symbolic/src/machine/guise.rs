//! Guises: constants of Python that are kept as others. The float `1.0` is the number 1 here,
//! the bytes `b"a"` are the text "a", and a whole Decimal is a number. That shows in few places
//! (their text, their type, an index into bytes); there, and only there, what is not certain
//! is not supported.

use super::Machine;
use super::heap::{Body, Flavour, Record, Segment};
use crate::{Node, Operator, Term, builtins};

/// Values nested deeper than this are not looked into.
const DEEPEST: usize = 16;

/// What a constant may be beside what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guise {
    /// A whole number that may be a float.
    Float = 1,
    /// A text that may be bytes.
    Bytes = 2,
    /// A whole number that may be a Decimal.
    Decimal = 4,
    /// A dictionary that compares the order of its keys, or counts, or another collection that
    /// is not of the type of those that are written like it.
    Special = 8,
    /// An array of JavaScript that may have holes.
    Holes = 16,
    /// A dictionary that the program wrote, so that it is no namespace of a model.
    Written = 32,
    /// A text or a number that may be a member of an enumeration.
    Member = 64,
}

impl Machine<'_> {
    /// Notes that a constant may be something else than it looks like.
    pub(crate) fn disguise(&mut self, term: Term, guise: Guise) {
        let matters = match (guise, self.terms.node(term)) {
            (Guise::Float | Guise::Decimal, Node::Number(number)) => number.get().fract() == 0.0,
            (Guise::Float | Guise::Decimal, Node::Apply(Operator::Ite, parts)) => {
                let parts = parts.clone();
                self.disguise(parts[1], guise);
                self.disguise(parts[2], guise);
                false
            }
            (Guise::Bytes, Node::String(_)) => true,
            (Guise::Special | Guise::Holes | Guise::Written | Guise::Member, _) => true,
            _ => false,
        };
        if matters {
            *self.guises.entry(term).or_default() |= guise as u8;
        }
    }

    /// Notes that what a library gives is bytes, where it is known as a text.
    pub fn note_bytes(&mut self, value: Term) {
        match self.terms.node(value).clone() {
            Node::Apply(Operator::Ite, parts) => {
                self.note_bytes(parts[1]);
                self.note_bytes(parts[2]);
            }
            Node::Null | Node::Undefined => {}
            _ => *self.guises.entry(value).or_default() |= Guise::Bytes as u8,
        }
    }

    /// Notes that what a library gives is a Decimal, where it is known as a number.
    pub fn note_decimal(&mut self, value: Term) {
        match self.terms.node(value).clone() {
            Node::Apply(Operator::Ite, parts) => {
                self.note_decimal(parts[1]);
                self.note_decimal(parts[2]);
            }
            Node::Null | Node::Undefined => {}
            _ => *self.guises.entry(value).or_default() |= Guise::Decimal as u8,
        }
    }

    /// A problem if a text that the program writes is compared with bytes of a library: they
    /// are never equal.
    fn refuse_bytes(&mut self, left: Term, right: Term) -> Option<Term> {
        let is_written = |m: &Self, term: Term| {
            m.terms.as_str(term).is_some() && !m.is_disguised(term, Guise::Bytes)
        };
        let sides = [(left, right), (right, left)];
        let met = sides.into_iter().any(|(bytes, text)| {
            is_written(self, text) && self.may_be_bytes(bytes) && self.terms.as_str(bytes).is_none()
        });
        let span = self.span;
        met.then(|| {
            let told = self.problem("a comparison of bytes with a text is not supported", span);
            self.terms.apply(Operator::Truthy, &[told])
        })
    }

    /// Whether a value is bytes of a library, or is where a condition holds.
    fn may_be_bytes(&self, value: Term) -> bool {
        match self.terms.node(value) {
            Node::Apply(Operator::Ite, parts) => {
                self.may_be_bytes(parts[1]) || self.may_be_bytes(parts[2])
            }
            _ => self.is_disguised(value, Guise::Bytes),
        }
    }

    /// Notes that something is what it looks like from now on.
    pub(crate) fn undisguise(&mut self, term: Term) {
        self.guises.remove(&term);
    }

    /// Whether a constant may be something else than it looks like.
    pub(crate) fn is_disguised(&self, term: Term, guise: Guise) -> bool {
        self.guises.get(&term).is_some_and(|known| known & guise as u8 != 0)
    }

    /// A problem if it shows here what a constant is that may be something else; a run that is
    /// made again has values that were made up.
    pub(crate) fn doubt(&mut self, term: Term, guise: Guise, shown: &str) -> Option<Term> {
        if self.world.is_some() || !self.is_disguised(term, guise) {
            return None;
        }
        let kept = match guise {
            Guise::Float => "a number that is an integer or a float",
            Guise::Bytes => "a text or bytes",
            Guise::Decimal => "a number or a Decimal",
            Guise::Special => "a dictionary of a library",
            Guise::Holes => "an array with holes",
            Guise::Written => "a dictionary",
            Guise::Member => "a member of an enumeration",
        };
        let span = self.span;
        Some(self.problem(format!("{shown} of {kept} is not supported"), span))
    }

    /// A problem if the text of a member of an enumeration shows, which is not that of its value.
    pub(crate) fn doubt_member(&mut self, value: Term) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if let Node::Apply(Operator::Ite, parts) = self.terms.node(value) {
                open.extend([parts[1], parts[2]]);
            }
            self.doubt(value, Guise::Member, "the text");
        }
    }

    /// A problem if the text or the type of a number shows, and it may be a float or a Decimal.
    pub(crate) fn doubt_number(&mut self, term: Term, shown: &str) -> Option<Term> {
        let float = self.doubt(term, Guise::Float, shown);
        float.or_else(|| self.doubt(term, Guise::Decimal, shown))
    }

    /// What is computed of floats is a float, of Decimals a Decimal, of bytes bytes.
    pub(crate) fn inherit_guise(&mut self, result: Term, operands: &[Term]) {
        if !self.is_python() {
            return;
        }
        for &operand in operands {
            let broken = |term: Term| matches!(self.terms.node(term), Node::Number(n) if n.get().fract() != 0.0);
            let broken = match self.terms.node(operand) {
                Node::Apply(Operator::Ite, parts) => parts[1..].iter().any(|&part| broken(part)),
                _ => broken(operand),
            };
            if broken {
                self.disguise(result, Guise::Float);
            }
            for guise in [Guise::Float, Guise::Decimal, Guise::Bytes] {
                if self.is_disguised(operand, guise) {
                    self.disguise(result, guise);
                }
            }
        }
    }
}

impl Machine<'_> {
    /// The items of a tuple of Python whose items have names.
    pub(crate) fn items_of_named_tuple(&mut self, value: Term) -> Option<Vec<Term>> {
        let record = self.record(value).filter(|_| self.is_python())?;
        if !matches!(record.flavour, Flavour::Instance) || !self.is_disguised(value, Guise::Special)
        {
            return None;
        }
        let items = record.fields.values().map(|field| field.value).collect();
        self.class_of(value).is_none().then_some(items)
    }

    /// A problem if two values of Python are compared that may be equal although they look
    /// different here, or the other way round.
    pub(super) fn refuse_comparison(&mut self, left: Term, right: Term) -> Option<Term> {
        if !self.is_python() || self.world.is_some() {
            return None;
        }
        let (left, right) = (self.resolve(left), self.resolve(right));
        if let Some(told) = self.refuse_bytes(left, right) {
            return Some(told);
        }
        if left == right {
            let told = self.doubt(left, Guise::Bytes, "a comparison")?;
            return Some(self.terms.apply(Operator::Truthy, &[told]));
        }
        let by_fields = |m: &mut Self, value: Term| {
            m.is_disguised(value, Guise::Special)
                || m.class_of(value).is_some_and(|class| builtins::is_data(m, class))
        };
        if !by_fields(self, left)
            && !by_fields(self, right)
            && !self.has_odd_keys(left, right)
            && !self.has_odd_keys(right, left)
            && !self.compares_itself(left)
            && !self.compares_itself(right)
            && !(self.holds_instances(left, 0) && self.holds_instances(right, 0))
        {
            return None;
        }
        let span = self.span;
        let told = self.problem("a comparison of these values is not supported", span);
        Some(self.terms.apply(Operator::Truthy, &[told]))
    }

    /// Whether an object says itself what it is equal to.
    fn compares_itself(&mut self, value: Term) -> bool {
        let is_instance = |record: &Record| matches!(record.flavour, Flavour::Instance);
        self.record(value).is_some_and(is_instance)
            && matches!(self.lookup(value, "__eq__"), Ok(Some(method)) if self.is_closure(method))
    }

    /// Whether objects of classes are in a list or a dictionary: they are not equal because
    /// their fields are.
    fn holds_instances(&mut self, value: Term, depth: usize) -> bool {
        let Some(object) = self.object(value).cloned().filter(|_| depth < DEEPEST) else {
            return false;
        };
        let values: Vec<Term> = match &object.body {
            Body::List(list) => list.segments.iter().filter_map(Segment::item).collect(),
            Body::Record(record) if matches!(record.flavour, Flavour::Instance) => {
                return depth > 0;
            }
            Body::Record(record) => record.fields.values().map(|field| field.value).collect(),
            Body::Promise(_) => return false,
        };
        values.into_iter().any(|value| self.holds_instances(value, depth + 1))
    }

    /// A problem if a text is compared with a sum that is one if what is not known in it is no
    /// number, or a text or a list of Python with a product.
    pub(super) fn refuse_sum(&mut self, left: Term, right: Term) -> Option<Term> {
        if self.world.is_some() {
            return None;
        }
        let made_by = match self.is_python() {
            true => Operator::Multiply,
            false => Operator::Add,
        };
        let sum = |m: &Self, term: Term| match m.terms.node(term) {
            Node::Apply(operator, parts) if *operator == made_by => {
                parts.iter().any(|&part| !m.terms.is_number(part))
            }
            _ => false,
        };
        let is_long = |m: &Self, term: Term| m.terms.is_text(term) || m.list(term).is_some();
        let sides = [(left, right), (right, left)];
        let doubtful = sides.into_iter().any(|(a, b)| sum(self, a) && is_long(self, b));
        let span = self.span;
        doubtful.then(|| {
            let told =
                self.problem("a text is compared with what is computed of unknown values", span);
            self.terms.apply(Operator::Truthy, &[told])
        })
    }

    /// Whether a dictionary has a key that is no text, and another one its text.
    fn has_odd_keys(&self, left: Term, right: Term) -> bool {
        let (Some(left), Some(right)) = (self.record(left), self.record(right)) else {
            return false;
        };
        let numbers =
            || right.fields.keys().any(|&other| matches!(self.terms.node(other), Node::Number(_)));
        left.fields.keys().any(|&key| {
            if matches!(self.terms.node(key), Node::Bool(_)) && numbers() {
                return true;
            }
            let text = self.key_text(key);
            let texts = || right.fields.keys().filter_map(|&other| self.terms.as_str(other));
            self.terms.as_str(key).is_none() && texts().any(|other| *other == text)
        })
    }
}
