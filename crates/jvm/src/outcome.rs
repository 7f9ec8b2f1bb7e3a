//! What an operation gave back, in a form that does not depend on object names.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

/// Result of one operation of a client.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The operation returns nothing.
    Void,
    /// `null`.
    Null,
    /// `boolean` or `Boolean`.
    Boolean(bool),
    /// `byte`, `short`, `int`, `long` or a box of one.
    Integer(i64),
    /// `char` or `Character`.
    Character(u16),
    /// `float`, `double` or a box, as Java prints it.
    Decimal(Arc<str>),
    /// `String`.
    Text(Arc<str>),
    /// Name of an enum constant.
    Constant(Arc<str>),
    /// The object under test itself.
    Itself,
    /// Any other object: what its `toString` says, or its elements or fields.
    Object {
        /// What it looked like in the moment of the return.
        text: Arc<str>,
        /// Classes of parts of which only the class is known.
        opaque: Arc<[Arc<str>]>,
    },
    /// The operation ended with this exception (class name with dots).
    Thrown(Arc<str>),
}

impl Outcome {
    pub(crate) fn hash_code(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Character(unit) => {
                write!(
                    f,
                    "'{}'",
                    char::from_u32(u32::from(*unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
                )
            }
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Itself => f.write_str("this"),
            Self::Decimal(text) | Self::Constant(text) | Self::Object { text, .. } => {
                f.write_str(text)
            }
            Self::Thrown(class) => write!(f, "throws {class}"),
        }
    }
}
