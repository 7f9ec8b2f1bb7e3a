//! EDN, the notation in which Clojure programs such as Jepsen write data.

use std::{fmt, sync::Arc};

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub enum Edn {
    /// `nil`.
    Nil,
    /// `true` or `false`.
    Boolean(bool),
    /// `42`.
    Integer(i64),
    /// A number that is not a 64-bit whole number, as it was written.
    Number(String),
    /// `"text"` or `\c`.
    Text(String),
    /// `:keyword`, without its colon.
    Keyword(String),
    /// `symbol`.
    Symbol(String),
    /// `(1 2)`, `[1 2]` or `#{1 2}`.
    Sequence(Vec<Edn>),
    /// `{:a 1}`.
    Map(Vec<(Edn, Edn)>),
    /// `#tag form`.
    Tagged(String, Box<Edn>),
}

/// What is wrong with the text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} (line {line}, column {column})")]
pub struct EdnError {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

/// Deeper nesting is refused, so that no input exhausts the stack.
const DEEPEST: usize = 64;

/// Reads one form after another.
#[derive(Debug)]
pub struct Reader<'text> {
    rest: &'text str,
    line: u32,
    column: u32,
}

impl<'text> Reader<'text> {
    /// A reader at the beginning of a text.
    pub fn new(text: &'text str) -> Reader<'text> {
        Reader { rest: text, line: 1, column: 1 }
    }

    /// The line on which the next form begins, after blanks are skipped.
    pub fn line(&mut self) -> Result<u32, EdnError> {
        self.skip_blanks(0)?;
        Ok(self.line)
    }

    /// If the next form is a vector or list, steps inside it.
    pub fn enter_sequence(&mut self) -> Result<bool, EdnError> {
        self.skip_blanks(0)?;
        let opens = matches!(self.peek(), Some('[' | '('));
        if opens {
            self.advance();
        }
        Ok(opens)
    }

    /// If a sequence that was entered ends here, steps out of it.
    pub fn leave_sequence(&mut self) -> Result<bool, EdnError> {
        self.skip_blanks(0)?;
        let closes = matches!(self.peek(), Some(']' | ')'));
        if closes {
            self.advance();
        }
        Ok(closes)
    }

    /// The next form; nothing at the end of the text.
    pub fn next_form(&mut self) -> Result<Option<Edn>, EdnError> {
        self.skip_blanks(0)?;
        if self.rest.is_empty() { Ok(None) } else { self.form(0).map(Some) }
    }

    fn form(&mut self, depth: usize) -> Result<Edn, EdnError> {
        if depth > DEEPEST {
            return Err(self.error(format!("forms nested deeper than {DEEPEST}")));
        }
        self.skip_blanks(depth)?;
        let Some(first) = self.peek() else {
            return Err(self.error("the text ends inside a form"));
        };
        match first {
            '(' => self.sequence(')', depth).map(Edn::Sequence),
            '[' => self.sequence(']', depth).map(Edn::Sequence),
            '{' => self.map(depth),
            '"' => self.text(),
            '\\' => self.character(),
            '#' => self.dispatch(depth),
            ')' | ']' | '}' => Err(self.error(format!("`{first}` closes nothing"))),
            _ => self.atom(),
        }
    }

    fn sequence(&mut self, close: char, depth: usize) -> Result<Vec<Edn>, EdnError> {
        self.advance();
        let mut items = Vec::new();
        loop {
            self.skip_blanks(depth)?;
            match self.peek() {
                Some(c) if c == close => {
                    self.advance();
                    return Ok(items);
                }
                None => return Err(self.error(format!("the text ends before `{close}`"))),
                _ => items.push(self.form(depth + 1)?),
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Edn, EdnError> {
        let items = self.sequence('}', depth)?;
        if items.len() % 2 == 1 {
            return Err(self.error("a map has a key without a value"));
        }
        let mut entries = Vec::with_capacity(items.len() / 2);
        let mut items = items.into_iter();
        while let (Some(key), Some(value)) = (items.next(), items.next()) {
            entries.push((key, value));
        }
        Ok(Edn::Map(entries))
    }

    fn text(&mut self) -> Result<Edn, EdnError> {
        self.advance();
        let mut text = String::new();
        loop {
            match self.advance() {
                None => return Err(self.error("the text ends inside a string")),
                Some('"') => return Ok(Edn::Text(text)),
                Some('\\') => match self.advance() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some('u') => text.push(self.code_point()?),
                    Some(c @ ('"' | '\\')) => text.push(c),
                    _ => return Err(self.error("an unknown escape in a string")),
                },
                Some(c) => text.push(c),
            }
        }
    }

    fn code_point(&mut self) -> Result<char, EdnError> {
        let digits: String = self.rest.chars().take(4).collect();
        let point = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
        let Some(point) = point.filter(|_| digits.len() == 4) else {
            return Err(self.error("`\\u` needs four hexadecimal digits"));
        };
        for _ in 0..4 {
            self.advance();
        }
        Ok(point)
    }

    fn character(&mut self) -> Result<Edn, EdnError> {
        self.advance();
        let Some(first) = self.advance() else {
            return Err(self.error("the text ends after `\\`"));
        };
        let mut name = String::from(first);
        name.push_str(self.token());
        Ok(Edn::Text(match name.as_str() {
            "newline" => "\n".into(),
            "space" => " ".into(),
            "tab" => "\t".into(),
            "return" => "\r".into(),
            _ => name,
        }))
    }

    fn dispatch(&mut self, depth: usize) -> Result<Edn, EdnError> {
        self.advance();
        match self.peek() {
            Some('{') => self.sequence('}', depth).map(Edn::Sequence),
            Some('#') => {
                let symbolic = format!("#{}", self.token_from_hash());
                Ok(Edn::Number(symbolic))
            }
            Some(c) if c.is_alphabetic() => {
                let tag = self.token().to_owned();
                Ok(Edn::Tagged(tag, Box::new(self.form(depth + 1)?)))
            }
            _ => Err(self.error("`#` must begin a set or a tag")),
        }
    }

    /// `##NaN` and its like: numbers without a usual notation.
    fn token_from_hash(&mut self) -> &'text str {
        self.advance();
        self.token()
    }

    fn atom(&mut self) -> Result<Edn, EdnError> {
        let token = self.token();
        Ok(match token {
            "" => return Err(self.error("an unreadable character")),
            "nil" => Edn::Nil,
            "true" => Edn::Boolean(true),
            "false" => Edn::Boolean(false),
            _ => match token.strip_prefix(':') {
                Some("") => return Err(self.error("a keyword without a name")),
                Some(keyword) => Edn::Keyword(keyword.to_owned()),
                None => number_or_symbol(token),
            },
        })
    }

    /// The characters up to the next delimiter.
    fn token(&mut self) -> &'text str {
        let ends = |c: char| {
            c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']' | '{' | '}' | '"' | ';')
        };
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at(length);
        self.column += token.chars().count() as u32;
        self.rest = rest;
        token
    }

    /// Skips white space, commas, comments and discarded forms.
    fn skip_blanks(&mut self, depth: usize) -> Result<(), EdnError> {
        loop {
            match self.peek() {
                Some(c) if c.is_whitespace() || c == ',' => {
                    self.advance();
                }
                Some(';') => while !matches!(self.advance(), None | Some('\n')) {},
                Some('#') if self.rest.starts_with("#_") => {
                    self.advance();
                    self.advance();
                    self.form(depth + 1)?;
                }
                _ => return Ok(()),
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn error(&self, message: impl Into<String>) -> EdnError {
        EdnError { line: self.line, column: self.column, message: message.into() }
    }
}

fn number_or_symbol(token: &str) -> Edn {
    let digits = token.strip_prefix(['+', '-']).unwrap_or(token);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return Edn::Symbol(token.to_owned());
    }
    match token.strip_suffix('N').unwrap_or(token).parse() {
        Ok(integer) => Edn::Integer(integer),
        Err(_) => Edn::Number(token.to_owned()),
    }
}

impl Edn {
    /// The value under a keyword, if the form is a map that has it.
    pub fn get(&self, keyword: &str) -> Option<&Edn> {
        let Edn::Map(entries) = self.untagged() else { return None };
        entries
            .iter()
            .find(|(key, _)| matches!(key, Edn::Keyword(name) if name == keyword))
            .map(|(_, value)| value)
    }

    /// The form without its tags.
    pub fn untagged(&self) -> &Edn {
        match self {
            Edn::Tagged(_, form) => form.untagged(),
            form => form,
        }
    }

    /// The form as a value of a call.
    pub fn to_value(&self) -> crate::Value {
        use crate::Value;
        match self {
            Edn::Nil => Value::Null,
            Edn::Boolean(truth) => Value::Boolean(*truth),
            Edn::Integer(number) => Value::Integer(*number),
            Edn::Text(text) => Value::text(text),
            Edn::Sequence(items) => {
                Value::List(items.iter().map(Edn::to_value).collect::<Arc<[Value]>>())
            }
            Edn::Tagged(_, form) => form.to_value(),
            other => Value::text(other.to_string()),
        }
    }
}

impl fmt::Display for Edn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edn::Nil => f.write_str("nil"),
            Edn::Boolean(truth) => write!(f, "{truth}"),
            Edn::Integer(number) => write!(f, "{number}"),
            Edn::Number(text) | Edn::Symbol(text) => f.write_str(text),
            Edn::Text(text) => write!(f, "{text:?}"),
            Edn::Keyword(name) => write!(f, ":{name}"),
            Edn::Sequence(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let separator = if index > 0 { " " } else { "" };
                    write!(f, "{separator}{item}")?;
                }
                f.write_str("]")
            }
            Edn::Map(entries) => {
                f.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    let separator = if index > 0 { ", " } else { "" };
                    write!(f, "{separator}{key} {value}")?;
                }
                f.write_str("}")
            }
            Edn::Tagged(tag, form) => write!(f, "#{tag} {form}"),
        }
    }
}
