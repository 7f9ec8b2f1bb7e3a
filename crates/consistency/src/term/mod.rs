//! Terms: what guards, written values, preconditions and invariants are made of.
//!
//! Terms live in a [`Terms`] pool and are named by a copyable [`Term`]. Equal
//! terms have equal names: the pool builds every node once, after bringing it
//! into a normal form (linear sums are sorted, conjunctions flat, constants
//! folded). Integers are unbounded; a constant that does not fit 128 bits sets
//! [`Terms::overflowed`], and whoever asks a question then answers "unknown".

mod fold;
mod value;

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use fold::Lookup;
pub use value::{EvaluationError, Sort, Value};

/// Names a term of one [`Terms`] pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// What a term stands for when it is not computed from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A parameter of the program, by its index.
    Param(usize),
    /// What a read of a transaction returns.
    Read {
        /// The transaction.
        transaction: usize,
        /// The read, counted over the transaction's statements.
        read: usize,
    },
    /// The value of a cell before any transaction ran.
    Initial(Cell),
    /// The value of a cell after all committed transactions.
    Final(Cell),
    /// A value that a transaction returns.
    Returned {
        /// The transaction.
        transaction: usize,
        /// The index into its returned values.
        value: usize,
    },
    /// Whether a transaction has committed.
    Committed(usize),
    /// A variable of an encoding.
    Fresh(u32),
}

/// A place that holds one value: a column of one row of a table.
///
/// A plain variable is a table with one row and one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The table, by its index in the program.
    pub table: usize,
    /// The key of the row; none if the table has just one row.
    pub key: Option<Term>,
    /// The column, by its index in the table.
    pub column: usize,
}

/// How a term is made; see [`Terms::node`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A constant.
    Constant(Value),
    /// A leaf.
    Symbol(Symbol, Sort),
    /// Negation.
    Not(Term),
    /// Conjunction of at least two terms.
    And(Box<[Term]>),
    /// Disjunction of at least two terms.
    Or(Box<[Term]>),
    /// If-then-else, of any sort.
    Ite(Term, Term, Term),
    /// Equality of two terms of one sort.
    Eq(Term, Term),
    /// An integer is at least zero.
    NonNegative(Term),
    /// `constant + Σ coefficient · term`.
    Sum {
        /// The constant part.
        constant: i128,
        /// Terms with their nonzero coefficients, sorted by term.
        parts: Box<[(Term, i128)]>,
    },
    /// A product of two terms neither of which is constant.
    Product(Term, Term),
    /// Euclidean quotient; zero if the divisor is zero.
    Quotient(Term, Term),
    /// Euclidean remainder; zero if the divisor is zero.
    Remainder(Term, Term),
}

/// The pool that owns terms.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    index: FxHashMap<Node, Term>,
    fresh: u32,
    overflowed: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An empty pool.
    pub fn new() -> Terms {
        Terms {
            nodes: Vec::new(),
            sorts: Vec::new(),
            index: FxHashMap::default(),
            fresh: 0,
            overflowed: false,
        }
    }

    /// How a term is made.
    pub fn node(&self, term: Term) -> &Node {
        &self.nodes[term.0 as usize]
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[term.0 as usize]
    }

    /// The constant a term is, if it is one.
    pub fn constant(&self, term: Term) -> Option<&Value> {
        match self.node(term) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Whether some constant did not fit 128 bits; terms built since then may
    /// be wrong and no verdict may be drawn from them.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    fn intern(&mut self, node: Node, sort: Sort) -> Term {
        if let Some(&term) = self.index.get(&node) {
            return term;
        }
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.nodes.push(node.clone());
        self.sorts.push(sort);
        self.index.insert(node, term);
        term
    }

    /// A constant.
    pub fn value(&mut self, value: Value) -> Term {
        let sort = value.sort();
        self.intern(Node::Constant(value), sort)
    }

    /// A Boolean constant.
    pub fn bool(&mut self, value: bool) -> Term {
        self.value(Value::Bool(value))
    }

    /// An integer constant.
    pub fn int(&mut self, value: i128) -> Term {
        self.value(Value::Int(value))
    }

    /// A string constant; strings are only compared for equality.
    pub fn atom(&mut self, value: impl Into<Arc<str>>) -> Term {
        self.value(Value::Atom(value.into()))
    }

    /// A leaf.
    pub fn symbol(&mut self, symbol: Symbol, sort: Sort) -> Term {
        self.intern(Node::Symbol(symbol, sort), sort)
    }

    /// The sort of a symbol that occurs in the pool.
    pub(crate) fn symbol_sort(&self, symbol: Symbol) -> Option<Sort> {
        let sorts = [Sort::Bool, Sort::Int, Sort::Atom];
        sorts.into_iter().find(|&sort| self.index.contains_key(&Node::Symbol(symbol, sort)))
    }

    /// The term of a symbol, if the pool has it.
    pub(crate) fn find_symbol(&self, symbol: Symbol, sort: Sort) -> Option<Term> {
        self.index.get(&Node::Symbol(symbol, sort)).copied()
    }

    /// All nodes, each once.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    /// The string constants.
    pub(crate) fn atoms(&self) -> impl Iterator<Item = &Arc<str>> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Constant(Value::Atom(atom)) => Some(atom),
            _ => None,
        })
    }

    /// The number that stands for a string constant.
    pub(crate) fn encode_atom(&self, constant: Term) -> i128 {
        i128::from(constant.0)
    }

    /// The string that a number stands for: a constant, or one that occurs
    /// nowhere in the program.
    pub(crate) fn decode_atom(&self, code: i128) -> Arc<str> {
        let constant = usize::try_from(code).ok().and_then(|index| self.nodes.get(index));
        match constant {
            Some(Node::Constant(Value::Atom(atom))) => atom.clone(),
            _ => format!("another#{code}").into(),
        }
    }

    /// A variable that occurs nowhere else in the pool.
    pub fn fresh(&mut self, sort: Sort) -> Term {
        let symbol = Symbol::Fresh(self.fresh);
        self.fresh += 1;
        self.symbol(symbol, sort)
    }

    /// Logical negation.
    pub fn not(&mut self, a: Term) -> Term {
        match *self.node(a) {
            Node::Constant(Value::Bool(b)) => self.bool(!b),
            Node::Not(inner) => inner,
            Node::NonNegative(sum) => {
                // ¬(s ≥ 0) is −s − 1 ≥ 0 over the integers.
                let negated = self.scale(sum, -1);
                let shifted = self.offset(negated, -1);
                self.non_negative(shifted)
            }
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// Conjunction of any number of terms.
    pub fn and(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction(terms, true)
    }

    /// Disjunction of any number of terms.
    pub fn or(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction(terms, false)
    }

    /// A flat, sorted conjunction (`all`) or disjunction.
    fn junction(&mut self, terms: impl IntoIterator<Item = Term>, all: bool) -> Term {
        let mut parts = Vec::new();
        for term in terms {
            match self.node(term) {
                Node::Constant(Value::Bool(b)) if *b == all => {}
                Node::Constant(_) => return self.bool(!all),
                Node::And(inner) if all => parts.extend_from_slice(inner),
                Node::Or(inner) if !all => parts.extend_from_slice(inner),
                _ => parts.push(term),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let contradictory = parts.iter().any(|&part| match *self.node(part) {
            Node::Not(inner) => parts.binary_search(&inner).is_ok(),
            _ => false,
        });
        match parts.as_slice() {
            _ if contradictory => self.bool(!all),
            [] => self.bool(all),
            [one] => *one,
            _ if all => self.intern(Node::And(parts.into()), Sort::Bool),
            _ => self.intern(Node::Or(parts.into()), Sort::Bool),
        }
    }

    /// `a ⇒ b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    /// `if condition then yes else no`.
    pub fn ite(&mut self, condition: Term, yes: Term, no: Term) -> Term {
        if yes == no {
            return yes;
        }
        match *self.node(condition) {
            Node::Constant(Value::Bool(true)) => return yes,
            Node::Constant(Value::Bool(false)) => return no,
            Node::Not(inner) => return self.ite(inner, no, yes),
            _ => {}
        }
        match (self.constant(yes), self.constant(no)) {
            (Some(Value::Bool(true)), _) => self.or([condition, no]),
            (_, Some(Value::Bool(false))) => self.and([condition, yes]),
            (Some(Value::Bool(false)), _) => {
                let otherwise = self.not(condition);
                self.and([otherwise, no])
            }
            (_, Some(Value::Bool(true))) => self.implies(condition, yes),
            (Some(&Value::Int(yes)), Some(&Value::Int(no))) => self.indicator(condition, yes, no),
            (_, Some(Value::Int(0))) => self.factored(condition, yes, no),
            _ => {
                let sort = self.sort(yes);
                self.intern(Node::Ite(condition, yes, no), sort)
            }
        }
    }

    /// `no + (yes - no) · [condition]`, so that equal choices cancel in sums.
    fn indicator(&mut self, condition: Term, yes: i128, no: i128) -> Term {
        let (one, zero) = (self.int(1), self.int(0));
        let indicator = self.intern(Node::Ite(condition, one, zero), Sort::Int);
        let difference = self.checked(yes.checked_sub(no));
        let scaled = self.scale(indicator, difference);
        self.offset(scaled, no)
    }

    /// `coefficient · (if condition then part else 0)` for a single part.
    fn factored(&mut self, condition: Term, yes: Term, zero: Term) -> Term {
        let (part, coefficient) = match self.node(yes) {
            Node::Sum { constant: 0, parts } if parts.len() == 1 => parts[0],
            _ => (yes, 1),
        };
        let choice = self.intern(Node::Ite(condition, part, zero), Sort::Int);
        self.scale(choice, coefficient)
    }

    /// If a term is `base + factor · [condition]`, then that.
    fn as_indicator(&self, term: Term) -> Option<(i128, i128, Term)> {
        let (base, part, factor) = match self.node(term) {
            Node::Sum { constant, parts } if parts.len() == 1 => {
                (*constant, parts[0].0, parts[0].1)
            }
            _ => (0, term, 1),
        };
        let Node::Ite(condition, yes, no) = *self.node(part) else { return None };
        let one_or_zero =
            self.constant(yes) == Some(&Value::Int(1)) && self.constant(no) == Some(&Value::Int(0));
        one_or_zero.then_some((base, factor, condition))
    }

    /// A condition on a term that has one of two values.
    fn of_two(&mut self, condition: Term, yes: bool, no: bool) -> Term {
        match (yes, no) {
            (true, true) | (false, false) => self.bool(yes),
            (true, false) => condition,
            (false, true) => self.not(condition),
        }
    }

    /// Equality of two terms of the same sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(true);
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            let equal = x == y;
            return self.bool(equal);
        }
        if let Some(folded) = self.choice_equals(a, b).or_else(|| self.choice_equals(b, a)) {
            return folded;
        }
        match self.sort(a) {
            Sort::Bool => self.iff(a, b),
            Sort::Atom => self.intern(Node::Eq(a.min(b), a.max(b)), Sort::Bool),
            Sort::Int => {
                let difference = self.sub(a, b);
                self.is_zero(difference)
            }
        }
    }

    /// `ite(c, k1, k2) = k` for constant strings.
    fn choice_equals(&mut self, choice: Term, constant: Term) -> Option<Term> {
        let Node::Ite(condition, yes, no) = *self.node(choice) else { return None };
        let (yes, no) = (self.constant(yes)?.clone(), self.constant(no)?.clone());
        let wanted = self.constant(constant)?.clone();
        Some(self.of_two(condition, yes == wanted, no == wanted))
    }

    fn iff(&mut self, a: Term, b: Term) -> Term {
        match (self.constant(a), self.constant(b)) {
            (Some(Value::Bool(true)), _) => b,
            (_, Some(Value::Bool(true))) => a,
            (Some(Value::Bool(false)), _) => self.not(b),
            (_, Some(Value::Bool(false))) => self.not(a),
            _ => self.intern(Node::Eq(a.min(b), a.max(b)), Sort::Bool),
        }
    }

    fn is_zero(&mut self, difference: Term) -> Term {
        if let Some(value) = self.constant(difference) {
            let zero = *value == Value::Int(0);
            return self.bool(zero);
        }
        if let Some((base, factor, condition)) = self.as_indicator(difference) {
            let with = self.checked(base.checked_add(factor));
            return self.of_two(condition, with == 0, base == 0);
        }
        // One sign for `a - b` and `b - a`.
        let leading = match self.node(difference) {
            Node::Sum { parts, .. } => parts[0].1,
            _ => 1,
        };
        let canonical = if leading < 0 { self.scale(difference, -1) } else { difference };
        let zero = self.int(0);
        self.intern(Node::Eq(zero, canonical), Sort::Bool)
    }

    /// `a ≤ b`.
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        let difference = self.sub(b, a);
        self.non_negative(difference)
    }

    /// `a < b`.
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        let difference = self.sub(b, a);
        let strict = self.offset(difference, -1);
        self.non_negative(strict)
    }

    fn non_negative(&mut self, a: Term) -> Term {
        if let Some((base, factor, condition)) = self.as_indicator(a) {
            let with = self.checked(base.checked_add(factor));
            return self.of_two(condition, with >= 0, base >= 0);
        }
        match self.constant(a) {
            Some(Value::Int(i)) => {
                let holds = *i >= 0;
                self.bool(holds)
            }
            _ => self.intern(Node::NonNegative(a), Sort::Bool),
        }
    }

    /// `a + b`.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let (constant, mut parts) = self.linear(a);
        let (other, more) = self.linear(b);
        parts.extend(more);
        let constant = self.checked(constant.checked_add(other));
        self.sum(constant, parts)
    }

    /// The sum of any number of terms.
    pub fn total(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let zero = self.int(0);
        terms.into_iter().fold(zero, |sum, term| self.add(sum, term))
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let negated = self.scale(b, -1);
        self.add(a, negated)
    }

    /// `a · factor`.
    pub fn scale(&mut self, a: Term, factor: i128) -> Term {
        let (constant, mut parts) = self.linear(a);
        let constant = self.checked(constant.checked_mul(factor));
        for part in &mut parts {
            part.1 = self.checked(part.1.checked_mul(factor));
        }
        self.sum(constant, parts)
    }

    fn offset(&mut self, a: Term, by: i128) -> Term {
        let by = self.int(by);
        self.add(a, by)
    }

    /// `a · b`.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        match (self.constant(a), self.constant(b)) {
            (Some(&Value::Int(factor)), _) => self.scale(b, factor),
            (_, Some(&Value::Int(factor))) => self.scale(a, factor),
            _ => self.intern(Node::Product(a.min(b), a.max(b)), Sort::Int),
        }
    }

    /// Euclidean quotient; zero if `b` is zero.
    pub fn quotient(&mut self, a: Term, b: Term) -> Term {
        match (self.constant(a), self.constant(b)) {
            (Some(&Value::Int(x)), Some(&Value::Int(y))) => {
                let quotient = if y == 0 { Some(0) } else { x.checked_div_euclid(y) };
                let quotient = self.checked(quotient);
                self.int(quotient)
            }
            _ => self.intern(Node::Quotient(a, b), Sort::Int),
        }
    }

    /// Euclidean remainder; zero if `b` is zero.
    pub fn remainder(&mut self, a: Term, b: Term) -> Term {
        match (self.constant(a), self.constant(b)) {
            (Some(&Value::Int(x)), Some(&Value::Int(y))) => {
                let remainder = if y == 0 { Some(0) } else { x.checked_rem_euclid(y) };
                let remainder = self.checked(remainder);
                self.int(remainder)
            }
            _ => self.intern(Node::Remainder(a, b), Sort::Int),
        }
    }

    fn linear(&self, a: Term) -> (i128, Vec<(Term, i128)>) {
        match self.node(a) {
            Node::Constant(Value::Int(i)) => (*i, Vec::new()),
            Node::Sum { constant, parts } => (*constant, parts.to_vec()),
            _ => (0, vec![(a, 1)]),
        }
    }

    fn sum(&mut self, constant: i128, mut parts: Vec<(Term, i128)>) -> Term {
        parts.sort_unstable_by_key(|part| part.0);
        let mut merged: Vec<(Term, i128)> = Vec::with_capacity(parts.len());
        for (term, coefficient) in parts {
            match merged.last_mut() {
                Some(last) if last.0 == term => {
                    last.1 = self.checked(last.1.checked_add(coefficient));
                }
                _ => merged.push((term, coefficient)),
            }
        }
        merged.retain(|part| part.1 != 0);
        match (constant, merged.as_slice()) {
            (_, []) => self.int(constant),
            (0, [(term, 1)]) => *term,
            _ => self.intern(Node::Sum { constant, parts: merged.into() }, Sort::Int),
        }
    }

    fn checked(&mut self, result: Option<i128>) -> i128 {
        result.unwrap_or_else(|| {
            self.overflowed = true;
            0
        })
    }
}
