//! Pure functions: what a call computes, whatever the language or the library calls it.
//!
//! Models name functions as programs do; what a name means is decided here, once. Whoever
//! reads terms asks for the [`Meaning`], or for one of the properties below, and never
//! compares names.

use std::fmt;
use std::sync::Arc;

/// A pure function, by its name in the program or in a model. A function of the same
/// arguments gives the same result; what else is known of it is its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PureFunction {
    name: Arc<str>,
    meaning: Meaning,
}

/// The functions whose meaning is known, each with the names that it goes by.
macro_rules! meanings {
    ($($(#[$doc:meta])* $meaning:ident = $($name:literal)|+,)*) => {
        /// What a pure function computes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Meaning {
            $($(#[$doc])* $meaning,)*
            /// What a loop of the program computes of what goes into it.
            Loop,
            /// Something that nobody but the function knows.
            Opaque,
        }

        /// All names with a meaning, for the tests.
        #[cfg(test)]
        const NAMES: &[(&str, Meaning)] = &[$($(($name, Meaning::$meaning),)+)*];

        impl Meaning {
            fn of(name: &str) -> Meaning {
                match name {
                    $($($name)|+ => Meaning::$meaning,)*
                    _ => Meaning::Opaque,
                }
            }

            /// The name that a function with this meaning gets if no program gave it one.
            fn canonical_name(self) -> &'static str {
                match self {
                    $(Meaning::$meaning => first(&[$($name),+]),)*
                    Meaning::Loop | Meaning::Opaque => {
                        unreachable!("{self:?} is no single function")
                    }
                }
            }
        }
    };
}

meanings! {
    /// Sum of numbers, texts one after the other, whatever the operands are.
    Plus = "+",
    /// A value as a number.
    ToNumber = "Number",
    /// A value as a binary fraction.
    ToFloat = "float",
    /// A value as a whole number, rounded towards zero.
    ToInteger = "int",
    /// The number that a text begins with, or that it is.
    ParseNumber = "parseInt" | "parseFloat" | "Decimal",
    /// A value as a truth value.
    ToBoolean = "Boolean" | "bool",
    /// Whether a value is the number that does not equal itself.
    NotANumber = "Number.isNaN",
    /// A number rounded down.
    Floor = "Math.floor",
    /// A number rounded up.
    Ceiling = "Math.ceil",
    /// A number rounded towards zero.
    Truncate = "Math.trunc",
    /// A number rounded to the nearest.
    Round = "Math.round",
    /// A number without its sign.
    Absolute = "Math.abs" | "abs",
    /// The largest of some numbers.
    Maximum = "Math.max" | "max",
    /// The smallest of some numbers.
    Minimum = "Math.min" | "min",
    /// The numbers from one to another.
    Range = "range",
    /// A text in lower case.
    LowerCase = "toLowerCase" | "lower",
    /// A text in upper case.
    UpperCase = "toUpperCase" | "upper",
    /// A text without space around it.
    Trim = "trim" | "strip",
    /// A value as a text.
    ToText = "toString" | "str",
    /// A time as a text.
    TimeText = "isoformat" | "strftime" | "toISOString",
    /// A digest as a text.
    DigestText = "hexdigest",
    /// A text with some of it replaced.
    Replace = "replace" | "replaceAll",
    /// A text whose special characters were written as numbers, as it was before.
    Decoded = "decodeURIComponent" | "decodeURI" | "urllib.parse.unquote" | "urllib.parse.unquote_plus",
    /// A text in base 64.
    ToBase64 = "base64.b64encode" | "base64.standard_b64encode",
    /// The text that one in base 64 stands for.
    FromBase64 = "base64.b64decode" | "base64.standard_b64decode" | "base64.urlsafe_b64decode",
    /// A signed token (a JSON web token) that makes claims.
    ToToken = "web token",
    /// The claims that a signed token makes, whoever signed it.
    TokenClaims = "claims of a token",
    /// The claims that a signed token makes; null where a text is no token.
    TokenClaimsIfAny = "claims of a token, if it is one",
    /// What stands before and after a separator, and the separator between them.
    Partition = "partition" | "rpartition",
    /// The pieces of a text: text, separator.
    Split = "split" | "rsplit",
    /// Whether a text begins with another one.
    StartsWith = "startsWith" | "startswith",
    /// Whether a text ends with another one.
    EndsWith = "endsWith" | "endswith",
    /// Where, or whether, a text is in another one.
    Find = "includes" | "indexOf" | "find" | "index",
    /// A regular expression.
    RegExp = "RegExp",
    /// A moment as an object.
    Date = "Date",
    /// The names of the members of a record.
    Keys = "keys",
    /// The members of a record, each with its name.
    Members = "items" | "entries",
    /// The elements of a set that are not in another one; nothing where none are left.
    SetDifference = "set difference",
    /// The elements of two sets. Sets are lists in the order of their terms.
    Union = "union",
    /// The elements that two sets share, or that only some of them have.
    PartOfSets = "intersection" | "difference" | "symmetric_difference",
    /// Whether a set has all elements of another one.
    Superset = "superset",
    /// The items of a set in the order of an instance: order, set.
    OrderOfSet = "order of a set",
    /// A value with a descriptor of its type at each attribute: `{ "N": "5" }`.
    Typed = "typed attributes",
    /// Some of the items of a list, one after the other.
    Slice = "slice",
    /// The directory that outlives invocations.
    TemporaryFolder = "os.tmpdir" | "tempfile.gettempdir",
    /// The hidden argument of an object that changes.
    Held = "what was put into it",
    /// A member of an object of a library that the program sets: name, value.
    Assignment = "an assignment",
    /// A number of a database as the text that a driver makes of it, with so many digits after
    /// its point; with nothing for those, as it is. The number is one.
    DecimalText = "the text of a number of a database",
    /// A value as a condition, for a database that has truth values.
    DatabaseTruth = "sql.truth",
    /// A value as a condition, for a database whose truth values are numbers.
    DatabaseTruthOrNumber = "sql.truth or number",
    /// A quotient of whole numbers, rounded towards zero, as databases divide.
    DatabaseQuotient = "sql.quotient",
    /// What such a division leaves, with the sign of what is divided.
    DatabaseRemainder = "sql.remainder",
    /// What a listing or a batch left for the next request.
    Rest = "rest",
    /// The items of a store that satisfy a condition over [`super::Terms::item`].
    Where = "items where",
}

impl PureFunction {
    /// The function of this name.
    pub fn named(name: impl Into<Arc<str>>) -> Self {
        let name = name.into();
        let meaning = Meaning::of(&name);
        PureFunction { name, meaning }
    }

    /// What a loop computes, by the name of the loop and of what it computes.
    pub fn of_loop(name: impl Into<Arc<str>>) -> Self {
        PureFunction { name: name.into(), meaning: Meaning::Loop }
    }

    /// Its name, to tell it from others and to show it.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// What it computes.
    pub fn meaning(&self) -> Meaning {
        self.meaning
    }

    /// Whether it computes this.
    pub fn is(&self, meaning: Meaning) -> bool {
        self.meaning == meaning
    }

    /// Whether it makes a number of what it is given.
    pub fn is_conversion_to_number(&self) -> bool {
        use Meaning::{ParseNumber, ToFloat, ToInteger, ToNumber};
        matches!(self.meaning, ToNumber | ToFloat | ToInteger | ParseNumber)
    }

    /// Whether it gives a text, whatever it is given.
    pub fn gives_text(&self) -> bool {
        matches!(self.meaning, Meaning::TimeText | Meaning::DigestText | Meaning::DecimalText)
    }

    /// Whether what it gives always has a length: times and digests, as texts or as bytes.
    pub fn is_never_empty(&self) -> bool {
        let (module, last) = self.name.rsplit_once('.').unwrap_or(("", &self.name));
        let of_digests = ["crypto.", "hashlib.", "hmac."];
        self.gives_text()
            || matches!(last, "digest" | "hexdigest")
                && (module.is_empty() || of_digests.iter().any(|known| module.starts_with(known)))
    }

    /// Whether it makes a digest, or begins to: of two values that differ, two that differ.
    pub fn begins_digest(&self) -> bool {
        let (module, last) = self.name.rsplit_once('.').unwrap_or(("", &self.name));
        match module {
            "crypto" => matches!(last, "createHash" | "createHmac"),
            "hashlib" => !matches!(last, "file_digest"),
            "hmac" => matches!(last, "new" | "digest"),
            "uuid" => matches!(last, "v5" | "v3" | "uuid5" | "uuid3"),
            _ => false,
        }
    }

    /// Whether a digest is made by it together with others, each of which keeps what differs
    /// apart.
    pub fn is_part_of_digest(&self) -> bool {
        self.begins_digest()
            || self.is(Meaning::Held)
            || self.is(Meaning::DigestText)
            || matches!(&*self.name, "update" | "digest" | "encode")
    }

    /// Whether it leaves most texts as they are, if these are in the right case.
    pub fn keeps_most_texts(&self) -> bool {
        use Meaning::{Decoded, LowerCase, ToText, Trim, UpperCase};
        matches!(self.meaning, LowerCase | UpperCase | Trim | Decoded | ToText)
    }

    /// Whether it is a method of texts, and of nothing else that a program is given.
    pub fn is_of_texts(&self) -> bool {
        use Meaning::{
            Decoded, EndsWith, LowerCase, Partition, Replace, Split, StartsWith, Trim, UpperCase,
        };
        matches!(
            self.meaning,
            LowerCase
                | UpperCase
                | Trim
                | Decoded
                | Replace
                | Partition
                | Split
                | StartsWith
                | EndsWith
        )
    }

    /// Whether it lists what a record has.
    pub fn lists_members(&self) -> bool {
        matches!(self.meaning, Meaning::Keys | Meaning::Members)
    }

    /// Whether it reads the claims of a token.
    pub fn reads_claims(&self) -> bool {
        matches!(self.meaning, Meaning::TokenClaims | Meaning::TokenClaimsIfAny)
    }

    /// Whether it puts elements into a set or takes some out, so that doing it twice is
    /// doing it once.
    pub fn changes_set(&self) -> bool {
        matches!(self.meaning, Meaning::SetDifference | Meaning::Union)
    }

    /// Whether it gives a set, whose elements have no order.
    pub fn gives_set(&self) -> bool {
        matches!(self.meaning, Meaning::Union | Meaning::PartOfSets)
    }
}

impl From<Meaning> for PureFunction {
    /// The function with this meaning that no program has named.
    fn from(meaning: Meaning) -> Self {
        PureFunction { name: meaning.canonical_name().into(), meaning }
    }
}

impl fmt::Display for PureFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

const fn first(names: &[&'static str]) -> &'static str {
    names[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_meaning_and_a_meaning_its_first_name() {
        for &(name, meaning) in NAMES {
            assert_eq!(PureFunction::named(name).meaning(), meaning, "{name}");
            let canonical = PureFunction::from(meaning);
            assert_eq!(PureFunction::named(canonical.name().clone()), canonical);
        }
        assert!(PureFunction::named("loop at a.js:1:1 #0").is(Meaning::Opaque));
        assert!(PureFunction::named("frobnicate").is(Meaning::Opaque));
    }
}
