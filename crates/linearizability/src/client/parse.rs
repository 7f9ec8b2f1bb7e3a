//! Clients as people write them: `add(0); add(1) || remove(1)`.

use std::str::FromStr;

use super::Client;
use crate::{Call, Value};

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
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (method, rest) = self.rest.split_at(length);
        if method.is_empty() || method.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.error("expected the name of a method, as in `add(1)`"));
        }
        self.rest = rest;
        if !self.accept("(") {
            return Err(self.error(format!("expected `(` after `{method}`")));
        }
        let mut arguments = Vec::new();
        if !self.accept(")") {
            loop {
                arguments.push(self.value()?);
                if self.accept(")") {
                    break;
                }
                if !self.accept(",") {
                    return Err(self.error("expected `,` or `)`"));
                }
            }
        }
        Ok(Call::new(method, arguments))
    }

    fn value(&mut self) -> Result<Value, ClientError> {
        self.skip_blanks();
        if let Some(rest) = self.rest.strip_prefix('"') {
            self.rest = rest;
            return self.text();
        }
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ')' | ';' | '|');
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        let word = &self.rest[..length];
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            _ => match word.parse() {
                Ok(number) => Value::Integer(number),
                Err(_) => {
                    return Err(self
                        .error("expected a value: a whole number, true, false, null or \"text\""));
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
