//! Hash-consed terms: equal terms have equal ids, so syntactic identity is one
//! comparison, and constants fold when a term is built.

mod fold;
mod function;
mod guaranteed;
mod number;
mod print;
mod pure;
mod traverse;

pub use function::{Meaning, PureFunction};
pub use guaranteed::Guaranteed;
pub use number::Number;
pub(crate) use pure::parse_number;

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A value, as an index into a [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// An unknown value, as an index into a [`Terms`] arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// Where an unknown value comes from. This decides whether it is the same when
/// the function is retried.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// An argument of the function: the same on every attempt.
    Input,
    /// A setting of the deployment (environment variable, stage): the same for
    /// all functions and attempts.
    Setting,
    /// New on every attempt. `unique` values never collide with another value
    /// (a UUID); others only differ (a clock, a random number in a range).
    Fresh {
        /// No other source, input or store holds the value.
        unique: bool,
    },
    /// What a store cell held immediately before a step: the `old` of an [`crate::Access`].
    Old,
    /// The reply of an effect or the result of a scan.
    Reply,
    /// The element of a collection that a loop looks at, whichever it is.
    Element,
    /// A value that was not supported.
    Unknown,
    /// Any value whatever; verifiers introduce these.
    Any,
}

/// What is known about a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SymbolInfo {
    /// A name for people.
    pub name: Arc<str>,
    /// Where it comes from.
    pub origin: Origin,
}

/// A thing with identity, owned by whoever executes the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reference {
    /// A mutable object, list, promise … of the executor's heap.
    Object(u32),
    /// A function value of the executor.
    Function(u32),
}

/// The operators of terms. Those with a comment "uninterpreted" have no meaning
/// but congruence unless all their arguments are constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// `condition ? then : otherwise`.
    Ite,
    /// Negation of a truth value.
    Not,
    /// Conjunction; arguments sorted, flat, without repetition.
    And,
    /// Disjunction; arguments sorted, flat, without repetition.
    Or,
    /// Structural equality.
    Equal,
    /// `<` on numbers and strings.
    Less,
    /// `<=` on numbers and strings.
    LessEqual,
    /// Whether a value counts as true (JavaScript: empty collections do).
    Truthy,
    /// Whether a value counts as true, empty collections being false (Python).
    NotEmpty,
    /// Sum of numbers; flat.
    Add,
    /// Product of numbers.
    Multiply,
    /// Quotient of numbers.
    Divide,
    /// Remainder of numbers.
    Remainder,
    /// Strings put one after the other (arguments are converted to strings); flat.
    Concat,
    /// The field of a record (second argument: the key) or item of a list.
    Select,
    /// A record with one field replaced: record, key, value.
    With,
    /// A record without one field: record, key.
    Without,
    /// All fields of the second record over the first (spread, assign, merge).
    Merge,
    /// Whether a record has a field, a list or string an element: collection, key.
    Has,
    /// Items of lists one after the other.
    Append,
    /// A set with an element added: set, element. Order does not matter.
    Insert,
    /// Number of items or characters.
    Length,
    /// A string parsed as JSON.
    JsonParse,
    /// A value as a JSON string.
    JsonText,
    /// The type of a value, as JavaScript's `typeof` names it.
    TypeOf,
    /// A call of a pure function.
    Pure(PureFunction),
    /// A member of something external, e.g. a class of a package: uninterpreted.
    Member(Arc<str>),
    /// An external function called without a model (first argument: the callee);
    /// models recognise chains of these: `boto3.resource("dynamodb").Table(name)`.
    Called,
    /// An external class instantiated without a model (first argument: the class).
    Constructed,
    /// Arguments passed by name, as one record; the last argument of
    /// [`Operator::Called`] where there are any.
    Named,
}

/// What a term is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `undefined`: no value.
    Undefined,
    /// `null`, `None`.
    Null,
    /// "No item" as the content of a store cell.
    Absent,
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(Arc<str>),
    /// An unknown value.
    Symbol(SymbolId),
    /// A package or global that the program did not define, e.g. `aws-sdk`.
    External(Arc<str>),
    /// Something with identity.
    Reference(Reference),
    /// An immutable record; keys sorted and distinct.
    Record(Arc<[Arc<str>]>, Arc<[Term]>),
    /// An immutable list.
    List(Arc<[Term]>),
    /// An operator applied to arguments.
    Apply(Operator, Arc<[Term]>),
}

/// The arena in which terms are built.
#[derive(Clone, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    /// The symbols each term depends on, if they are few.
    few: Vec<Option<Arc<[Term]>>>,
    ids: FxHashMap<Node, Term>,
    symbols: Vec<SymbolInfo>,
    /// What is surely there of symbols that come from outside.
    guaranteed: FxHashMap<Term, &'static Guaranteed>,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Self {
        Terms::default()
    }

    /// How many different terms were built.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The items of a list that some term stands for, each with its index.
    pub(crate) fn items_of(&self, list: Term) -> Vec<(Term, Term)> {
        let found = self.nodes.iter().enumerate().filter_map(|(id, node)| match node {
            Node::Apply(Operator::Select, parts)
                if parts[0] == list && matches!(self.node(parts[1]), Node::Number(_)) =>
            {
                Some((Term(id as u32), parts[1]))
            }
            _ => None,
        });
        found.collect()
    }

    /// Whether no term was built.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a term is.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    fn intern(&mut self, node: Node) -> Term {
        if let Some(&known) = self.ids.get(&node) {
            return known;
        }
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        let few = self.few_symbols(term);
        self.few.push(few);
        self.ids.insert(node, term);
        term
    }

    /// `undefined`.
    pub fn undefined(&mut self) -> Term {
        self.intern(Node::Undefined)
    }

    /// `null`.
    pub fn null(&mut self) -> Term {
        self.intern(Node::Null)
    }

    /// "No item" in a store.
    pub fn absent(&mut self) -> Term {
        self.intern(Node::Absent)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(Node::Bool(value))
    }

    /// A number.
    pub fn number(&mut self, value: f64) -> Term {
        self.intern(Node::Number(Number::new(value)))
    }

    /// A string.
    pub fn string(&mut self, value: impl Into<Arc<str>>) -> Term {
        self.intern(Node::String(value.into()))
    }

    /// A package or global that the program did not define.
    pub fn external(&mut self, name: impl Into<Arc<str>>) -> Term {
        self.intern(Node::External(name.into()))
    }

    /// Something with identity.
    pub fn reference(&mut self, reference: Reference) -> Term {
        self.intern(Node::Reference(reference))
    }

    /// A record; a key given twice has the last value, and a field whose value is
    /// undefined is not there.
    pub fn record(&mut self, fields: impl IntoIterator<Item = (Arc<str>, Term)>) -> Term {
        let mut sorted: std::collections::BTreeMap<Arc<str>, Term> = fields.into_iter().collect();
        sorted.retain(|_, value| !matches!(self.node(*value), Node::Undefined));
        let (keys, values): (Vec<_>, Vec<_>) = sorted.into_iter().unzip();
        self.intern(Node::Record(keys.into(), values.into()))
    }

    /// A list.
    pub fn list(&mut self, items: impl Into<Arc<[Term]>>) -> Term {
        self.intern(Node::List(items.into()))
    }

    /// A new unknown value, different from all others.
    pub fn fresh_symbol(&mut self, name: impl Into<Arc<str>>, origin: Origin) -> Term {
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(SymbolInfo { name: name.into(), origin });
        self.intern(Node::Symbol(id))
    }

    /// How many symbols there are; the next one gets this number.
    pub(crate) fn symbol_count(&self) -> u32 {
        self.symbols.len() as u32
    }

    /// A new unknown argument.
    pub fn input(&mut self, name: impl Into<Arc<str>>) -> Term {
        self.fresh_symbol(name, Origin::Input)
    }

    /// The setting with this name; asking twice gives the same term.
    pub fn setting(&mut self, name: &str) -> Term {
        let known =
            self.symbols.iter().position(|s| s.origin == Origin::Setting && &*s.name == name);
        match known {
            Some(index) => self.intern(Node::Symbol(SymbolId(index as u32))),
            None => self.fresh_symbol(name, Origin::Setting),
        }
    }

    /// The term of a symbol.
    pub fn of_symbol(&mut self, id: SymbolId) -> Term {
        self.intern(Node::Symbol(id))
    }

    /// The term of a symbol, if one was built.
    pub fn find_symbol(&self, id: SymbolId) -> Option<Term> {
        self.ids.get(&Node::Symbol(id)).copied()
    }

    /// What is known about a symbol.
    pub fn symbol(&self, id: SymbolId) -> &SymbolInfo {
        &self.symbols[id.0 as usize]
    }

    /// The symbol a term is, if it is one.
    pub fn as_symbol(&self, term: Term) -> Option<SymbolId> {
        match self.node(term) {
            Node::Symbol(id) => Some(*id),
            _ => None,
        }
    }

    /// The text of a string constant.
    pub fn as_str(&self, term: Term) -> Option<&Arc<str>> {
        match self.node(term) {
            Node::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a truth constant.
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        match self.node(term) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether the term is the constant true.
    pub fn is_true(&self, term: Term) -> bool {
        self.as_bool(term) == Some(true)
    }

    /// Whether the term is the constant false.
    pub fn is_false(&self, term: Term) -> bool {
        self.as_bool(term) == Some(false)
    }

    /// Applies an operator, folding what can be folded.
    pub fn apply(&mut self, operator: Operator, arguments: &[Term]) -> Term {
        fold::fold(self, operator, arguments)
    }

    /// `condition ? then : otherwise`.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.apply(Operator::Ite, &[condition, then, otherwise])
    }

    /// Negation.
    pub fn not(&mut self, term: Term) -> Term {
        self.apply(Operator::Not, &[term])
    }

    /// Conjunction.
    pub fn and(&mut self, left: Term, right: Term) -> Term {
        self.apply(Operator::And, &[left, right])
    }

    /// Disjunction.
    pub fn or(&mut self, left: Term, right: Term) -> Term {
        self.apply(Operator::Or, &[left, right])
    }

    /// Structural equality.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        self.apply(Operator::Equal, &[left, right])
    }

    /// The field of a record.
    pub fn field(&mut self, record: Term, key: &str) -> Term {
        let key = self.string(key);
        self.apply(Operator::Select, &[record, key])
    }

    /// A pure function by name.
    pub fn pure(&mut self, name: &str, arguments: &[Term]) -> Term {
        self.apply(Operator::Pure(PureFunction::named(name)), arguments)
    }

    /// Stands for the item in question, in a condition that selects items of a store.
    pub fn item(&mut self) -> Term {
        self.external("the item")
    }

    /// Describes the items of a store that satisfy a condition over [`Terms::item`].
    pub fn items_where(&mut self, condition: Term) -> Term {
        self.compute(Meaning::Where, &[condition])
    }

    /// The condition over [`Terms::item`] by which a description selects items, if it does.
    pub fn as_items_where(&self, filter: Term) -> Option<Term> {
        match self.node(filter) {
            Node::Apply(Operator::Pure(function), of) if function.is(Meaning::Where) => Some(of[0]),
            _ => None,
        }
    }

    /// A pure function by its meaning.
    pub fn compute(&mut self, meaning: Meaning, arguments: &[Term]) -> Term {
        self.apply(Operator::Pure(meaning.into()), arguments)
    }
}
