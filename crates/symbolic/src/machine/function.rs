//! Function values.

use super::Machine;
use super::heap::{Body, Flavour, Record};
use super::scope::Scope;
use crate::{Node, Reference, Term};
use aplomb_script::{FunctionId, Name};
use std::rc::Rc;
use std::sync::Arc;

/// What a function value is.
#[derive(Clone, Debug)]
pub(crate) enum FunctionValue {
    /// A function of the program with what it closes over.
    Closure {
        function: FunctionId,
        scope: Rc<Scope>,
        /// The `this` of the place where it was made, for arrow functions.
        this: Option<Term>,
        /// The class whose member it is, for `super`.
        home: Option<Term>,
        /// Defaults of parameters that were evaluated where it was made (Python), by the
        /// place of the parameter.
        defaults: Rc<[Option<Term>]>,
    },
    /// A function with a receiver and first arguments.
    Bound { target: Term, receiver: Option<Term>, arguments: Arguments },
    /// A built-in method of a value.
    Method { receiver: Term, name: Arc<str> },
    /// A function of the language or of a library, with data of its own.
    Native { name: Arc<str>, data: Vec<Term> },
    /// Called when a member is read or assigned.
    Accessor { get: Option<Term>, set: Option<Term> },
    /// A member of a class that is not bound to instances.
    Static(Term),
    /// A member of a class that is bound to the class.
    OfClass(Term),
}

/// The arguments of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) positional: Vec<Term>,
    /// A list of unknown length after the positional ones.
    pub(crate) rest: Option<Term>,
    pub(crate) named: Vec<(Name, Term)>,
    /// A record of unknown shape; named arguments not listed are its fields.
    pub(crate) named_rest: Option<Term>,
}

impl Arguments {
    /// Arguments by position.
    pub(crate) fn of(positional: &[Term]) -> Self {
        Arguments { positional: positional.to_vec(), ..Arguments::default() }
    }

    /// The argument at a position.
    pub(crate) fn at(&self, index: usize) -> Option<Term> {
        self.positional.get(index).copied()
    }

    /// The argument with this name, or at this position.
    pub(crate) fn named(&self, name: &str, index: usize) -> Option<Term> {
        let named = self.named.iter().find(|(given, _)| &**given == name);
        named.map(|(_, value)| *value).or_else(|| self.at(index))
    }

    /// With one more argument in front.
    pub(crate) fn after(mut self, first: Term) -> Self {
        self.positional.insert(0, first);
        self
    }
}

impl Machine<'_> {
    /// A new function value.
    pub(crate) fn new_function(&mut self, value: FunctionValue) -> Term {
        let id = self.functions.len() as u32;
        self.functions.push(Rc::new(value));
        self.terms.reference(Reference::Function(id))
    }

    /// The function a term refers to.
    pub(crate) fn function_value(&self, term: Term) -> Option<Rc<FunctionValue>> {
        match self.terms.node(term) {
            Node::Reference(Reference::Function(id)) => Some(self.functions[*id as usize].clone()),
            _ => None,
        }
    }

    /// The object that holds the fields of a function (`f.cache = …`,
    /// `F.prototype`) or of something external.
    pub(crate) fn side_object(&mut self, term: Term) -> Term {
        if self.object(term).is_none() {
            self.thaw_unknown(term, Body::Record(Record::new(Flavour::Instance)));
        }
        term
    }

    /// Whether a term is a chain that begins at a package or global.
    pub(crate) fn is_external(&self, term: Term) -> bool {
        use crate::Operator::{Called, Constructed, Member};
        let mut at = term;
        loop {
            match self.terms.node(at) {
                Node::External(_) => return true,
                Node::Apply(Member(_) | Called | Constructed, inner) => at = inner[0],
                _ => return false,
            }
        }
    }
}
