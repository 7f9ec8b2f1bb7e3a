//! SQL that the program writes itself, with what is bound to it.

use super::names::{identifier, words};
use super::{Reader, Text};
use crate::text::{self, Piece};
use aplomb_symbolic::Term;

impl Reader<'_, '_, '_> {
    /// `raw("a + ?", [1])`, `raw(":a + 1", { a: 1 })`.
    pub(super) fn raw(&mut self, given: &[Term]) -> Result<Text, String> {
        let unknown = "the text of a raw query is not known here; write it as a constant";
        let (text, bound) = match given {
            [text] => (*text, None),
            [text, bound, ..] => (*text, Some(*bound)),
            [] => return Err(unknown.into()),
        };
        if let Some(inline) = self.inline(text)? {
            return Ok(inline);
        }
        let text = self.machine.freeze(text);
        let pieces = text::pieces(self.machine, text).ok_or(unknown)?;
        if pieces.iter().any(|piece| matches!(piece, Piece::Value(_))) {
            self.machine.assume(&crate::assumptions::ONE_VALUE);
        }
        let Some(bound) = bound else { return Ok(pieces) };
        let bound = match (self.machine.items(bound), self.machine.fields(bound)) {
            (Some(items), _) => Bindings::Listed(items.into_iter()),
            (None, Some(fields)) => Bindings::Named(
                fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
            ),
            (None, None) => Bindings::Listed(vec![bound].into_iter()),
        };
        self.bind(pieces, bound)
    }

    fn bind(&mut self, pieces: Text, mut bound: Bindings) -> Result<Text, String> {
        let mut made = Text::new();
        for piece in pieces {
            let Piece::Text(text) = piece else {
                made.push(piece);
                continue;
            };
            let letters: Vec<char> = text.chars().collect();
            let mut plain = String::new();
            let mut at = 0;
            while at < letters.len() {
                let found = bound.placeholder(&letters[at..])?;
                match found {
                    Placeholder::None => plain.push(letters[at]),
                    Placeholder::Escaped => plain.push('?'),
                    Placeholder::Name(name, _) => {
                        let name = self.constant(Some(name))?;
                        plain.push_str(&identifier(&name, self.product())?);
                    }
                    Placeholder::Value(value, _) => {
                        if self.machine.is_list(value) {
                            return Err(
                                "a list that is bound to a raw query is not supported".into()
                            );
                        }
                        made.extend(words(&std::mem::take(&mut plain)));
                        made.extend(self.value(value)?);
                    }
                }
                at += found.length();
            }
            made.extend(words(&plain));
        }
        Ok(made)
    }
}

/// What is bound to a raw text.
enum Bindings {
    Listed(std::vec::IntoIter<Term>),
    Named(Vec<(String, Term)>),
}

/// What stands at a place of a raw text, with how many letters it has.
#[derive(Clone, Copy)]
enum Placeholder {
    None,
    /// `\?`
    Escaped,
    Name(Term, usize),
    Value(Term, usize),
}

impl Placeholder {
    fn length(self) -> usize {
        match self {
            Placeholder::None => 1,
            Placeholder::Escaped => 2,
            Placeholder::Name(_, length) | Placeholder::Value(_, length) => length,
        }
    }
}

impl Bindings {
    fn placeholder(&mut self, rest: &[char]) -> Result<Placeholder, String> {
        let missing = || "no value is bound to a placeholder of a raw query".to_string();
        Ok(match (self, rest) {
            (Bindings::Listed(_), ['\\', '?', ..]) => Placeholder::Escaped,
            (Bindings::Listed(values), ['?', '?', ..]) => {
                Placeholder::Name(values.next().ok_or_else(missing)?, 2)
            }
            (Bindings::Listed(values), ['?', ..]) => {
                Placeholder::Value(values.next().ok_or_else(missing)?, 1)
            }
            (Bindings::Named(_), [':', ':', ..]) => Placeholder::None,
            (Bindings::Named(values), [':', letters @ ..]) => {
                let word: String =
                    letters.iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
                let length = word.chars().count();
                match values.iter().find(|(name, _)| *name == word) {
                    Some((_, value)) if letters.get(length) == Some(&':') => {
                        Placeholder::Name(*value, length + 2)
                    }
                    Some((_, value)) => Placeholder::Value(*value, length + 1),
                    None => Placeholder::None,
                }
            }
            _ => Placeholder::None,
        })
    }
}
