//! Values that calls take and return, and the calls themselves.

use std::{fmt, sync::Arc};

/// An argument or a result.
///
/// Values are compared by content, so a boxed Java `Integer`, a JSON number
/// and an EDN number that mean the same are the same value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Nothing is returned, or nothing that is worth comparing.
    Unit,
    /// Java's and JSON's `null`, EDN's `nil`.
    Null,
    /// A truth value.
    Boolean(bool),
    /// Any whole number.
    Integer(i64),
    /// A string; EDN keywords are kept with their colon.
    Text(Arc<str>),
    /// A list of values.
    List(Arc<[Value]>),
    /// The call ended by throwing: the name of what was thrown.
    Exception(Arc<str>),
    /// An object that is made for a call.
    Made(Arc<Made>),
}

/// An object that is made for a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Made {
    /// A constant of an enum: `RED`.
    Constant(String),
    /// A new object, of the parameter's class or of the one that is named: `new(1, 2)`,
    /// `new java.util.ArrayList()`.
    Object {
        /// The class, with dots, if it is not the parameter's.
        class: Option<String>,
        /// What its constructor is given.
        arguments: Vec<Value>,
    },
    /// A function that does nothing: `->`.
    Action,
    /// A function that always returns the same: `->0`.
    Returning(Value),
    /// A function that returns one more than the sum of the whole numbers it is given: `->+1`.
    Counting,
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Made::Constant(name) => f.write_str(name),
            Made::Object { class, arguments } => {
                f.write_str("new")?;
                if let Some(class) = class {
                    write!(f, " {class}")?;
                }
                f.write_str("(")?;
                comma_separated(f, arguments)?;
                f.write_str(")")
            }
            Made::Action => f.write_str("->"),
            Made::Returning(value) => write!(f, "->{value}"),
            Made::Counting => f.write_str("->+1"),
        }
    }
}

impl Value {
    /// A text value.
    pub fn text(text: impl AsRef<str>) -> Value {
        Value::Text(text.as_ref().into())
    }

    /// A thrown exception, by class name.
    pub fn exception(class: impl AsRef<str>) -> Value {
        Value::Exception(class.as_ref().into())
    }

    /// The number, if the value is one.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Boolean(truth)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Unit => f.write_str("void"),
            Value::Null => f.write_str("null"),
            Value::Boolean(truth) => write!(f, "{truth}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::List(items) => {
                f.write_str("[")?;
                comma_separated(f, items)?;
                f.write_str("]")
            }
            Value::Exception(class) => {
                write!(f, "throws {}", class.rsplit('.').next().unwrap_or(class))
            }
            Value::Made(made) => write!(f, "{made}"),
        }
    }
}

/// A method and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Call {
    /// The name of the method.
    pub method: Arc<str>,
    /// The arguments in order.
    pub arguments: Box<[Value]>,
}

impl Call {
    /// The call of `method` with `arguments`.
    pub fn new(method: impl AsRef<str>, arguments: impl IntoIterator<Item = Value>) -> Call {
        Call { method: method.as_ref().into(), arguments: arguments.into_iter().collect() }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.method)?;
        comma_separated(f, &self.arguments)?;
        f.write_str(")")
    }
}

fn comma_separated(f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{value}")?;
    }
    Ok(())
}
