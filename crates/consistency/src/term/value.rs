//! Sorts and concrete values.

use std::fmt;
use std::sync::Arc;

/// What values a term can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Unbounded integers.
    Int,
    /// Strings and identifiers, of which only equality is known.
    Atom,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Bool => "bool",
            Sort::Int => "int",
            Sort::Atom => "atom",
        })
    }
}

/// A concrete value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A string.
    Atom(Arc<str>),
}

impl Value {
    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Atom(_) => Sort::Atom,
        }
    }

    /// Some value of a sort: the one that fills what nobody constrains.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(0),
            Sort::Atom => Value::Atom("".into()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            Value::Atom(atom) => write!(f, "\"{atom}\""),
        }
    }
}

/// Why a term has no concrete value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// An intermediate result is too large for the concrete interpreter.
    #[error("a value exceeds 128 bits; constrain the parameters to smaller numbers")]
    TooLarge,
    /// The term mentions something that has no value here.
    #[error("{0} has no value in this execution")]
    Unassigned(String),
    /// An operand has the wrong sort; validation of programs rules this out.
    #[error("a term applies an operation to a value of another sort")]
    IllSorted,
}
