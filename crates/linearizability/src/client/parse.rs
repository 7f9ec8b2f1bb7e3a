//! Clients as people write them: `add(0); add(1) || remove(1)`.

use std::str::FromStr;

use super::Client;
use crate::{Call, Made, Value, class::Factory};

/// What is wrong with a client, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}\n  {text}\n  {}^", " ".repeat(*.column))]
pub struct ClientError {
    /// The client as it was given.
    pub text: String,
    /// How many characters come before the mistake.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
}

impl FromStr for Client {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Client, ClientError> {
        let mut parser = Parser { text, rest: text };
        let client = parser.client()?;
        parser.skip_blanks();
        if parser.rest.is_empty() {
            Ok(client)
        } else {
            Err(parser.error("expected `;` and another call, or `||` and another thread"))
        }
    }
}

impl FromStr for Call {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Call, ClientError> {
        let mut parser = Parser { text, rest: text };
        let call = parser.call()?;
        parser.skip_blanks();
        if parser.rest.is_empty() { Ok(call) } else { Err(parser.error("expected nothing more")) }
    }
}

/// A value as it is written among the arguments of a call.
impl FromStr for Value {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Value, ClientError> {
        let mut parser = Parser { text, rest: text };
        let value = parser.value()?;
        parser.skip_blanks();
        if parser.rest.is_empty() { Ok(value) } else { Err(parser.error("expected nothing more")) }
    }
}

/// `Class.method(...)` or `new Class(...)`, and calls of what that returns.
impl FromStr for Factory {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Factory, ClientError> {
        let mut parser = Parser { text, rest: text };
        let factory = parser.factory()?;
        parser.skip_blanks();
        if parser.rest.is_empty() {
            Ok(factory)
        } else {
            Err(parser.error("expected `.` and another call, or nothing more"))
        }
    }
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Whether a word is a name in Java.
fn is_name(word: &str) -> bool {
    word.chars().all(is_part_of_name)
        && !word.starts_with(|c: char| c.is_ascii_digit())
        && !word.is_empty()
}

struct Parser<'text> {
    text: &'text str,
    rest: &'text str,
}

impl Parser<'_> {
    fn client(&mut self) -> Result<Client, ClientError> {
        let mut first = self.thread()?;
        let mut before = Vec::new();
        if self.accept("then ") {
            before = std::mem::replace(&mut first, self.thread()?);
        }
        let mut threads = vec![first];
        while self.accept("||") {
            threads.push(self.thread()?);
        }
        Ok(Client { before, threads })
    }

    fn thread(&mut self) -> Result<Vec<Call>, ClientError> {
        let mut calls = vec![self.call()?];
        while self.accept(";") {
            // A semicolon may also end the last call of a thread.
            self.skip_blanks();
            if self.rest.is_empty() || ["||", "then "].iter().any(|end| self.rest.starts_with(end))
            {
                break;
            }
            calls.push(self.call()?);
        }
        Ok(calls)
    }

    fn call(&mut self) -> Result<Call, ClientError> {
        self.skip_blanks();
        let length = self.rest.find(|c| !is_part_of_name(c)).unwrap_or(self.rest.len());
        let (method, rest) = self.rest.split_at(length);
        if method.is_empty() || method.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.error("expected the name of a method, as in `add(1)`"));
        }
        self.rest = rest;
        if !self.accept("(") {
            return Err(self.error(format!("expected `(` after `{method}`")));
        }
        Ok(Call::new(method, self.values(")")?))
    }

    /// Values separated by commas, and what comes after the last of them.
    fn values(&mut self, end: &str) -> Result<Vec<Value>, ClientError> {
        let mut values = Vec::new();
        if self.accept(end) {
            return Ok(values);
        }
        loop {
            values.push(self.value()?);
            if self.accept(end) {
                return Ok(values);
            }
            if !self.accept(",") {
                return Err(self.error(format!("expected `,` or `{end}`")));
            }
        }
    }

    /// What stands after `->`.
    fn function(&mut self) -> Result<Value, ClientError> {
        let made = match self.rest.chars().next() {
            None | Some(',' | ')' | ']') => Made::Action,
            Some('+') if self.accept("+1") => Made::Counting,
            _ => Made::Returning(self.value()?),
        };
        Ok(Value::Made(made.into()))
    }

    /// `new(...)`, or `new some.Class(...)`.
    fn object(&mut self) -> Result<Value, ClientError> {
        self.rest = self.rest.strip_prefix("new").unwrap_or(self.rest);
        self.skip_blanks();
        let class = self.dotted_name();
        if !self.accept("(") {
            return Err(self.error("expected `(` and what the constructor is given"));
        }
        let class = (!class.is_empty()).then_some(class);
        let arguments = self.values(")")?;
        Ok(Value::Made(Made::Object { class, arguments }.into()))
    }

    fn dotted_name(&mut self) -> String {
        let is_part = |c: char| is_part_of_name(c) || c == '.';
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(length);
        self.rest = rest;
        name.to_owned()
    }

    /// `some.Class.method(...)` or `new some.Class(...)`, and further calls after dots.
    fn factory(&mut self) -> Result<Factory, ClientError> {
        let constructs = self.accept("new ");
        self.skip_blanks();
        let start = self.rest;
        let name = self.dotted_name();
        let (class, method) = match name.rsplit_once('.') {
            _ if constructs => (&*name, "<init>"),
            Some((class, method)) => (class, method),
            None => {
                self.rest = start;
                return Err(self.error("expected `Class.method(...)` or `new Class(...)`"));
            }
        };
        if !self.accept("(") {
            return Err(self.error(format!("expected `(` after `{name}`")));
        }
        let mut calls = vec![Call::new(method, self.values(")")?)];
        while self.accept(".") {
            calls.push(self.call()?);
        }
        Ok(Factory { class: class.to_owned(), calls })
    }

    fn value(&mut self) -> Result<Value, ClientError> {
        self.skip_blanks();
        if let Some(rest) = self.rest.strip_prefix('"') {
            self.rest = rest;
            return self.text();
        }
        if self.accept("[") {
            return self.values("]").map(|items| Value::List(items.into()));
        }
        if self.accept("->") {
            return self.function();
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ']' | ';' | '|');
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        let word = &self.rest[..length];
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "new" => return self.object(),
            _ => match word.parse() {
                Ok(number) => Value::Integer(number),
                Err(_) if is_name(word) => Value::Made(Made::Constant(word.to_owned()).into()),
                Err(_) => {
                    return Err(self.error(
                        "expected a value: a whole number, true, false, null, \"text\", the name \
                         of an enum constant, [a list], new(...), or a function such as ->0",
                    ));
                }
            },
        };
        self.rest = &self.rest[length..];
        Ok(value)
    }

    fn text(&mut self) -> Result<Value, ClientError> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(Value::text(text));
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, other)) => text.push(other),
                    None => break,
                },
                other => text.push(other),
            }
        }
        Err(self.error("the text has no closing `\"`"))
    }

    fn accept(&mut self, token: &str) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn error(&self, problem: impl Into<String>) -> ClientError {
        let before = &self.text[..self.text.len() - self.rest.len()];
        ClientError {
            text: self.text.replace(['\n', '\t'], " "),
            column: before.chars().count(),
            problem: problem.into(),
        }
    }
}
