//! Terms for people.

use super::{Node, Operator, Term, Terms};
use std::fmt;

/// A term that can be printed; see [`Terms::show`].
pub struct Shown<'a> {
    terms: &'a Terms,
    term: Term,
}

/// Terms nested deeper than this are cut with an ellipsis.
const DEEPEST: usize = 24;

impl Terms {
    /// A printable form of a term, in the manner of an expression.
    pub fn show(&self, term: Term) -> Shown<'_> {
        Shown { terms: self, term }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, term: Term, depth: usize) -> fmt::Result {
        if depth == DEEPEST {
            return f.write_str("…");
        }
        match self.node(term) {
            Node::Undefined => f.write_str("undefined"),
            Node::Null => f.write_str("null"),
            Node::Absent => f.write_str("absent"),
            Node::Bool(value) => write!(f, "{value}"),
            Node::Number(number) => write!(f, "{number}"),
            Node::String(text) => write!(f, "{text:?}"),
            Node::Symbol(id) => f.write_str(&self.symbol(*id).name),
            Node::External(name) => f.write_str(name),
            Node::Reference(reference) => write!(f, "{reference:?}"),
            Node::Record(keys, values) => {
                f.write_str("{")?;
                for (index, (key, &value)) in keys.iter().zip(values.iter()).enumerate() {
                    write!(f, "{}{key}: ", if index > 0 { ", " } else { "" })?;
                    self.write(f, value, depth + 1)?;
                }
                f.write_str("}")
            }
            Node::List(items) => self.sequence(f, "[", ", ", items, "]", depth),
            Node::Apply(operator, arguments) => self.application(f, operator, arguments, depth),
        }
    }

    fn sequence(
        &self,
        f: &mut fmt::Formatter<'_>,
        open: &str,
        separator: &str,
        items: &[Term],
        close: &str,
        depth: usize,
    ) -> fmt::Result {
        f.write_str(open)?;
        for (index, &item) in items.iter().enumerate() {
            if index > 0 {
                f.write_str(separator)?;
            }
            self.write(f, item, depth + 1)?;
        }
        f.write_str(close)
    }

    fn application(
        &self,
        f: &mut fmt::Formatter<'_>,
        operator: &Operator,
        arguments: &[Term],
        depth: usize,
    ) -> fmt::Result {
        let infix = match operator {
            Operator::And => Some(" && "),
            Operator::Or => Some(" || "),
            Operator::Equal => Some(" == "),
            Operator::Less => Some(" < "),
            Operator::LessEqual => Some(" <= "),
            Operator::Add | Operator::Concat => Some(" + "),
            Operator::Multiply => Some(" * "),
            Operator::Divide => Some(" / "),
            Operator::Remainder => Some(" % "),
            _ => None,
        };
        if let Some(infix) = infix {
            return self.sequence(f, "(", infix, arguments, ")", depth);
        }
        match operator {
            Operator::Ite => {
                f.write_str("(")?;
                self.write(f, arguments[0], depth + 1)?;
                f.write_str(" ? ")?;
                self.write(f, arguments[1], depth + 1)?;
                f.write_str(" : ")?;
                self.write(f, arguments[2], depth + 1)?;
                f.write_str(")")
            }
            Operator::Not => {
                f.write_str("!")?;
                self.write(f, arguments[0], depth + 1)
            }
            Operator::Select => {
                self.write(f, arguments[0], depth + 1)?;
                match self.as_str(arguments[1]) {
                    Some(name) => write!(f, ".{name}"),
                    None => self.sequence(f, "[", "", &arguments[1..], "]", depth),
                }
            }
            Operator::Member(name) => {
                self.write(f, arguments[0], depth + 1)?;
                write!(f, ".{name}")
            }
            Operator::Called | Operator::Constructed => {
                if *operator == Operator::Constructed {
                    f.write_str("new ")?;
                }
                self.write(f, arguments[0], depth + 1)?;
                self.sequence(f, "(", ", ", &arguments[1..], ")", depth)
            }
            Operator::With | Operator::Merge => {
                f.write_str("{...")?;
                self.changes(f, operator, arguments, depth)?;
                f.write_str("}")
            }
            Operator::Pure(function) => {
                self.sequence(f, &format!("{function}("), ", ", arguments, ")", depth)
            }
            other => {
                let name = format!("{other:?}");
                self.sequence(f, &format!("{name}("), ", ", arguments, ")", depth)
            }
        }
    }
}

impl Terms {
    /// A record with changes, innermost first.
    fn changes(
        &self,
        f: &mut fmt::Formatter<'_>,
        operator: &Operator,
        arguments: &[Term],
        depth: usize,
    ) -> fmt::Result {
        match self.node(arguments[0]) {
            Node::Apply(inner @ (Operator::With | Operator::Merge), inner_arguments)
                if depth < DEEPEST =>
            {
                self.changes(f, inner, inner_arguments, depth + 1)?;
            }
            _ => self.write(f, arguments[0], depth + 1)?,
        }
        if *operator == Operator::Merge {
            f.write_str(", ...")?;
            return self.write(f, arguments[1], depth + 1);
        }
        match self.as_str(arguments[1]) {
            Some(name) => write!(f, ", {name}: ")?,
            None => {
                f.write_str(", [")?;
                self.write(f, arguments[1], depth + 1)?;
                f.write_str("]: ")?;
            }
        }
        self.write(f, arguments[2], depth + 1)
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms.write(f, self.term, 0)
    }
}
