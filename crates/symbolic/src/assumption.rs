//! What an analysis takes for granted. An assumption is one of a list: every crate that
//! assumes something declares it with [`assumptions!`](crate::assumptions), with a name and a
//! line that says when it appears, and the lists together are the book's reference.

use std::fmt::{self, Display};

/// A kind of assumption, as it stands in the list of a crate.
#[derive(Debug, PartialEq, Eq)]
pub struct AssumptionKind {
    /// A name for machines and for `aplomb explain`.
    pub name: &'static str,
    /// What is taken for granted; `{}` stands for what differs from case to case.
    pub sentence: &'static str,
    /// When it is.
    pub appears: &'static str,
}

/// Something that is taken for granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    kind: &'static AssumptionKind,
    text: String,
}

impl AssumptionKind {
    /// The assumption of one case.
    pub fn of(&'static self, values: &[&dyn Display]) -> Assumption {
        let mut values = values.iter();
        let mut parts = self.sentence.split("{}");
        let mut text = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let value = values.next().map(ToString::to_string).unwrap_or_default();
            text.push_str(&value);
            text.push_str(part);
        }
        Assumption { kind: self, text }
    }
}

impl Assumption {
    /// Which one of the list it is.
    pub fn kind(&self) -> &'static AssumptionKind {
        self.kind
    }
}

impl From<&'static AssumptionKind> for Assumption {
    fn from(kind: &'static AssumptionKind) -> Self {
        kind.of(&[])
    }
}

impl Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Declares the assumptions of a crate, and `ALL` of them.
#[macro_export]
macro_rules! assumptions {
    ($($constant:ident = $name:literal, $sentence:literal, $appears:literal;)*) => {
        $(
            #[doc = $sentence]
            pub static $constant: $crate::AssumptionKind = $crate::AssumptionKind {
                name: $name,
                sentence: $sentence,
                appears: $appears,
            };
        )*

        /// All of them.
        pub static ALL: &[&$crate::AssumptionKind] = &[$(&$constant),*];
    };
}
