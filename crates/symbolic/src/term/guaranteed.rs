//! What is surely there: an event of a platform has the fields that the platform's documentation
//! lists, so that asking whether they are missing is no question.

use super::{Node, Operator, Term, Terms};

/// What is known of a value that comes from outside.
#[derive(Debug, PartialEq, Eq)]
pub enum Guaranteed {
    /// It is there.
    Something,
    /// It is a text that is not empty.
    Text,
    /// It has these fields, among others.
    Record(&'static [(&'static str, Guaranteed)]),
    /// It is a list of one or more of these.
    Items(&'static Guaranteed),
}

impl Terms {
    /// Notes what is surely there of a symbol.
    pub fn guarantee(&mut self, symbol: Term, known: &'static Guaranteed) {
        self.guaranteed.insert(symbol, known);
    }

    /// What is surely there, if something is.
    pub fn guaranteed(&self, term: Term) -> Option<&'static Guaranteed> {
        if self.guaranteed.is_empty() {
            return None;
        }
        let Node::Apply(Operator::Select, of) = self.node(term) else {
            return self.guaranteed.get(&term).copied();
        };
        match (self.guaranteed(of[0])?, self.node(of[1])) {
            (Guaranteed::Record(fields), Node::String(name)) => {
                fields.iter().find(|(field, _)| *field == &**name).map(|(_, known)| known)
            }
            (Guaranteed::Items(item), Node::Number(index)) if index.get() == 0.0 => Some(item),
            _ => None,
        }
    }

    /// A new symbol for an element of a collection: what is sure of all elements is sure of it.
    pub(crate) fn element_of(&mut self, collection: Term) -> Term {
        let name = self.show(collection).to_string();
        let element = self.fresh_symbol(format!("item of {name}"), super::Origin::Element);
        if let Some(Guaranteed::Items(item)) = self.guaranteed(collection) {
            self.guarantee(element, item);
        }
        element
    }
}
