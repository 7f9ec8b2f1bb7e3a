//! What objects of the program are that their frozen copies do not tell: clients refuse some
//! values, and what a store gives back is not always of the kind that it was given.

use super::Machine;
use super::guise::Guise;
use super::heap::{Body, Flavour, Segment};
use crate::{Meaning, Node, Operator, Term};

/// What a value is, where it is more than a text, a number, a record or a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A set.
    Set,
    /// A tuple.
    Tuple,
    /// A point in time.
    Date,
    /// An instance of a class.
    Instance,
    /// A number that surely is a binary fraction.
    Float,
    /// A number that may be one.
    PerhapsFloat,
}

impl Machine<'_> {
    /// What a value is beside what its frozen copy tells, as far as that is known.
    pub fn form(&mut self, value: Term) -> Option<Form> {
        let value = self.resolve(value);
        match self.object(value).map(|object| &object.body) {
            Some(Body::List(list)) => list.is_tuple().then_some(Form::Tuple),
            Some(Body::Record(record)) => match record.flavour {
                Flavour::Set => Some(Form::Set),
                Flavour::Date => Some(Form::Date),
                Flavour::Instance => Some(Form::Instance),
                _ => None,
            },
            Some(Body::Promise(_)) => None,
            None => self.form_of_number(value),
        }
    }

    fn form_of_number(&self, value: Term) -> Option<Form> {
        if !self.is_python() {
            return None;
        }
        match self.terms.node(value) {
            Node::Number(number) if number.get().fract() != 0.0 => Some(Form::Float),
            Node::Apply(Operator::Pure(function), _) if function.is(Meaning::ToFloat) => {
                Some(Form::Float)
            }
            _ if self.is_disguised(value, Guise::Float) => Some(Form::PerhapsFloat),
            _ => None,
        }
    }

    /// The values in a record, a list or a set, those of unknown keys left out; `None` for what
    /// has none.
    pub fn values_in(&mut self, value: Term) -> Option<Vec<Term>> {
        let value = self.resolve(value);
        match self.object(value).map(|object| &object.body) {
            Some(Body::List(list)) => {
                Some(list.segments.iter().filter_map(Segment::item).collect())
            }
            Some(Body::Record(record)) => {
                let own = record.fields.values().map(|field| field.value);
                let others = match record.base.map(|base| self.terms.node(base)) {
                    None => Vec::new(),
                    Some(Node::Record(_, values) | Node::List(values)) => values.to_vec(),
                    Some(_) if record.fields.is_empty() => return None,
                    Some(_) => Vec::new(),
                };
                Some(own.chain(others).collect())
            }
            _ => match self.terms.node(value) {
                Node::Record(_, values) | Node::List(values) => Some(values.to_vec()),
                _ => None,
            },
        }
    }
}
