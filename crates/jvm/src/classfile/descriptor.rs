//! Types of fields, parameters and results.

use std::{fmt, sync::Arc};

use super::reader::Malformed;

/// What kind of value a type holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Void,
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// How many bytes a value takes in an array.
    pub fn size(self) -> usize {
        match self {
            Self::Void => 0,
            Self::Boolean | Self::Byte => 1,
            Self::Char | Self::Short => 2,
            Self::Int | Self::Float | Self::Reference => 4,
            Self::Long | Self::Double => 8,
        }
    }

    /// The type that stands for all of this kind.
    pub fn widest(self) -> Type {
        let name = match self {
            Self::Void => "V",
            Self::Boolean => "Z",
            Self::Byte => "B",
            Self::Char => "C",
            Self::Short => "S",
            Self::Int => "I",
            Self::Long => "J",
            Self::Float => "F",
            Self::Double => "D",
            Self::Reference => "java/lang/Object",
        };
        Type { kind: self, name: name.into() }
    }

    /// Whether a value of this kind is passed as one of the other is.
    pub fn is_passed_as(self, other: Self) -> bool {
        let is_int = |kind| {
            matches!(kind, Self::Boolean | Self::Byte | Self::Char | Self::Short | Self::Int)
        };
        self == other || is_int(self) && is_int(other)
    }

    /// Longs and doubles take two local variables.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }
}

/// A field type: its kind and, for references, the class name or array descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Type {
    pub kind: Kind,
    /// Internal name (`java/lang/String`) or array descriptor (`[I`); a letter for primitives.
    pub name: Arc<str>,
}

impl Type {
    /// Reads one field descriptor.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        match parse_type(text)? {
            (parsed, "") => Ok(parsed),
            _ => Err(format!("`{text}` is not a type descriptor")),
        }
    }

    /// How a Java programmer writes it.
    pub fn java_name(&self) -> String {
        match self.kind {
            Kind::Void => "void".into(),
            Kind::Boolean => "boolean".into(),
            Kind::Byte => "byte".into(),
            Kind::Char => "char".into(),
            Kind::Short => "short".into(),
            Kind::Int => "int".into(),
            Kind::Long => "long".into(),
            Kind::Float => "float".into(),
            Kind::Double => "double".into(),
            Kind::Reference => match self.name.strip_prefix('[') {
                Some(element) => Self::parse(element)
                    .map_or_else(|_| self.name.to_string(), |element| element.java_name() + "[]"),
                None => self.name.replace('/', "."),
            },
        }
    }
}

/// As class files write it.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Reference if !self.name.starts_with('[') => write!(f, "L{};", self.name),
            _ => f.write_str(&self.name),
        }
    }
}

/// A method descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Descriptor {
    pub parameters: Vec<Type>,
    pub result: Type,
}

impl Descriptor {
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let bad = || format!("`{text}` is not a method descriptor");
        let mut rest = text.strip_prefix('(').ok_or_else(bad)?;
        let mut parameters = Vec::new();
        let result = loop {
            if let Some(result) = rest.strip_prefix(')') {
                break result;
            }
            let (parameter, after) = parse_type(rest)?;
            if parameter.kind == Kind::Void {
                return Err(bad());
            }
            parameters.push(parameter);
            rest = after;
        };
        Ok(Self { parameters, result: Type::parse(result)? })
    }
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for parameter in &self.parameters {
            parameter.fmt(f)?;
        }
        write!(f, "){}", self.result)
    }
}

fn parse_type(text: &str) -> Result<(Type, &str), Malformed> {
    let bad = || format!("`{text}` is not a type descriptor");
    let first = text.chars().next().ok_or_else(bad)?;
    let (kind, length) = match first {
        'V' => (Kind::Void, 1),
        'Z' => (Kind::Boolean, 1),
        'B' => (Kind::Byte, 1),
        'C' => (Kind::Char, 1),
        'S' => (Kind::Short, 1),
        'I' => (Kind::Int, 1),
        'J' => (Kind::Long, 1),
        'F' => (Kind::Float, 1),
        'D' => (Kind::Double, 1),
        'L' => {
            let end = text.find(';').ok_or_else(bad)?;
            let name = Type { kind: Kind::Reference, name: text[1..end].into() };
            return Ok((name, &text[end + 1..]));
        }
        '[' => {
            let dimensions = text.len() - text.trim_start_matches('[').len();
            if dimensions > 255 {
                return Err(bad());
            }
            let (_, rest) = parse_type(&text[dimensions..])?;
            let array = &text[..text.len() - rest.len()];
            return Ok((Type { kind: Kind::Reference, name: array.into() }, rest));
        }
        _ => return Err(bad()),
    };
    Ok((Type { kind, name: text[..length].into() }, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_read_and_bad_ones_refused() {
        let read = Descriptor::parse("(I[[JLjava/lang/String;)V").unwrap();
        let names: Vec<String> = read.parameters.iter().map(Type::java_name).collect();
        assert_eq!(names, ["int", "long[][]", "java.lang.String"]);
        assert_eq!(read.result.kind, Kind::Void);
        for bad in ["", "(", "()", "(V)V", "(Lx)V", "()II", "I", "([)V"] {
            assert!(Descriptor::parse(bad).is_err(), "{bad}");
        }
    }
}
