//! DynamoDB's expression language: conditions and updates, parsed.

use std::fmt;

/// A path to an attribute: names, `#placeholders` and list indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttributePath(pub(crate) Vec<PathPart>);

/// One part of an attribute path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathPart {
    /// A name as written, possibly `#placeholder`.
    Name(String),
    /// An index into a list.
    Index(usize),
}

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// An attribute of the item.
    Path(AttributePath),
    /// `:value`.
    Value(String),
    /// A function: `size`, `if_not_exists`, `list_append`.
    Function(String, Vec<Operand>),
    /// `left + right`.
    Plus(Box<Operand>, Box<Operand>),
    /// `left - right`.
    Minus(Box<Operand>, Box<Operand>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// `left op right`.
    Compare(Operand, Comparison, Operand),
    /// `operand BETWEEN low AND high`.
    Between(Operand, Operand, Operand),
    /// `operand IN (…)`.
    In(Operand, Vec<Operand>),
    /// `attribute_exists(path)` and the like.
    Function(String, Vec<Operand>),
    /// `AND`.
    And(Box<Condition>, Box<Condition>),
    /// `OR`.
    Or(Box<Condition>, Box<Condition>),
    /// `NOT`.
    Not(Box<Condition>),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// What an update does to one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// `SET path = operand`.
    Set(AttributePath, Operand),
    /// `REMOVE path`.
    Remove(AttributePath),
    /// `ADD path :value`.
    Add(AttributePath, Operand),
    /// `DELETE path :set`.
    Delete(AttributePath, Operand),
}

/// Why an expression cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError(String);

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

type Parsed<T> = Result<T, SyntaxError>;

/// Nested deeper than this, an expression is refused.
const DEEPEST: usize = 100;

/// The longest expression that DynamoDB accepts, in bytes.
const LONGEST: usize = 4 << 10;

/// Parses a condition, filter or key condition.
pub(crate) fn condition(text: &str) -> Parsed<Condition> {
    let mut parser = Parser::new(text)?;
    let condition = parser.disjunction()?;
    parser.end()?;
    Ok(condition)
}

/// Parses an update.
pub(crate) fn update(text: &str) -> Parsed<Vec<Update>> {
    let mut parser = Parser::new(text)?;
    let mut updates = Vec::new();
    while !parser.at_end() {
        parser.clause(&mut updates)?;
    }
    if updates.is_empty() {
        return Err(SyntaxError("an update expression needs SET, REMOVE, ADD or DELETE".into()));
    }
    Ok(updates)
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
    depth: usize,
}

fn tokens(text: &str) -> Parsed<Vec<String>> {
    let mut tokens = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(&c) = characters.peek() {
        if c.is_whitespace() {
            characters.next();
        } else if is_word(c) {
            let mut word = String::new();
            while let Some(&c) = characters.peek().filter(|&&c| is_word(c)) {
                word.push(c);
                characters.next();
            }
            tokens.push(word);
        } else {
            characters.next();
            let mut symbol = String::from(c);
            if matches!((c, characters.peek()), ('<', Some('=' | '>')) | ('>', Some('='))) {
                symbol.extend(characters.next());
            }
            if !matches!(
                symbol.as_str(),
                "=" | "<"
                    | ">"
                    | "<="
                    | ">="
                    | "<>"
                    | "("
                    | ")"
                    | "["
                    | "]"
                    | ","
                    | "."
                    | "+"
                    | "-"
            ) {
                return Err(SyntaxError(format!("unexpected {symbol:?}")));
            }
            tokens.push(symbol);
        }
    }
    Ok(tokens)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '#' | ':')
}

impl Parser {
    fn new(text: &str) -> Parsed<Self> {
        if text.len() > LONGEST {
            return Err(SyntaxError(format!("DynamoDB takes at most {LONGEST} bytes")));
        }
        Ok(Parser { tokens: tokens(text)?, at: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn end(&self) -> Parsed<()> {
        match self.peek() {
            None => Ok(()),
            Some(token) => Err(SyntaxError(format!("unexpected {token:?}"))),
        }
    }

    fn next(&mut self) -> Parsed<String> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token.ok_or_else(|| SyntaxError("the expression ends too early".into()))
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.eq_ignore_ascii_case(wanted));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &str) -> Parsed<()> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(SyntaxError(match self.peek() {
            Some(found) => format!("expected {wanted:?}, found {found:?}"),
            None => format!("expected {wanted:?} at the end"),
        }))
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(SyntaxError("the expression is nested too deeply".into()));
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn disjunction(&mut self) -> Parsed<Condition> {
        let mut left = self.conjunction()?;
        while self.take("OR") {
            let right = self.conjunction()?;
            left = Condition::Or(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parsed<Condition> {
        let mut left = self.negation()?;
        while self.take("AND") {
            let right = self.negation()?;
            left = Condition::And(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Condition> {
        if self.take("NOT") {
            return self.deeper(|parser| Ok(Condition::Not(Box::new(parser.negation()?))));
        }
        if self.peek() == Some("(") {
            self.at += 1;
            let inner = self.deeper(Self::disjunction)?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Condition> {
        let left = self.operand()?;
        if let Operand::Function(name, arguments) = &left
            && name != "size"
        {
            return Ok(Condition::Function(name.clone(), arguments.clone()));
        }
        if self.take("BETWEEN") {
            let low = self.operand()?;
            self.expect("AND")?;
            let high = self.operand()?;
            return Ok(Condition::Between(left, low, high));
        }
        if self.take("IN") {
            self.expect("(")?;
            return Ok(Condition::In(left, self.arguments()?));
        }
        let comparison = match self.next()?.as_str() {
            "=" => Comparison::Equal,
            "<>" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::LessEqual,
            ">" => Comparison::Greater,
            ">=" => Comparison::GreaterEqual,
            other => return Err(SyntaxError(format!("expected a comparison, found {other:?}"))),
        };
        Ok(Condition::Compare(left, comparison, self.operand()?))
    }

    fn clause(&mut self, updates: &mut Vec<Update>) -> Parsed<()> {
        let keyword = self.next()?.to_ascii_uppercase();
        loop {
            let path = self.path()?;
            updates.push(match keyword.as_str() {
                "SET" => {
                    self.expect("=")?;
                    Update::Set(path, self.sum()?)
                }
                "REMOVE" => Update::Remove(path),
                "ADD" => Update::Add(path, self.operand()?),
                "DELETE" => Update::Delete(path, self.operand()?),
                other => {
                    return Err(SyntaxError(format!("{other:?} is not a clause of an update")));
                }
            });
            if !self.take(",") {
                return Ok(());
            }
        }
    }

    fn sum(&mut self) -> Parsed<Operand> {
        let left = self.operand()?;
        if self.take("+") {
            return Ok(Operand::Plus(Box::new(left), Box::new(self.operand()?)));
        }
        if self.take("-") {
            return Ok(Operand::Minus(Box::new(left), Box::new(self.operand()?)));
        }
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<Operand> {
        if self.take("(") {
            let inner = self.deeper(Self::sum)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let is_function = self.tokens.get(self.at + 1).is_some_and(|token| token == "(");
        let Some(first) = self.peek() else {
            return Err(SyntaxError("the expression ends too early".into()));
        };
        if first.starts_with(':') {
            return Ok(Operand::Value(self.next()?));
        }
        if is_function {
            let name = self.next()?.to_ascii_lowercase();
            self.at += 1;
            return Ok(Operand::Function(name, self.deeper(Self::arguments)?));
        }
        Ok(Operand::Path(self.path()?))
    }

    fn arguments(&mut self) -> Parsed<Vec<Operand>> {
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.sum()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    fn path(&mut self) -> Parsed<AttributePath> {
        let mut parts = Vec::new();
        loop {
            let name = self.next()?;
            if !name.chars().all(is_word) || name.starts_with(':') {
                return Err(SyntaxError(format!("expected an attribute, found {name:?}")));
            }
            parts.push(PathPart::Name(name));
            while self.take("[") {
                let index = self.next()?;
                let index =
                    index.parse().map_err(|_| SyntaxError(format!("{index:?} is not an index")))?;
                parts.push(PathPart::Index(index));
                self.expect("]")?;
            }
            // DynamoDB itself nests 32 deep.
            if parts.len() > DEEPEST {
                return Err(SyntaxError("the expression is nested too deeply".into()));
            }
            if !self.take(".") {
                return Ok(AttributePath(parts));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_parse() {
        for text in [
            "attribute_not_exists(id)",
            "attribute_exists(#id) AND version < :v",
            "NOT (a = :a OR b.c[2] <> :b) AND size(tags) >= :n",
            "#status IN (:a, :b) AND price BETWEEN :low AND :high",
            "begins_with(sk, :prefix)",
        ] {
            assert!(condition(text).is_ok(), "{text}: {:?}", condition(text));
        }
        for text in [
            "SET a = :a, b = b + :one REMOVE c, d ADD n :n DELETE s :s",
            "set #list = list_append(if_not_exists(#list, :empty), :item)",
            "SET balance = balance - :amount",
        ] {
            assert!(update(text).is_ok(), "{text}: {:?}", update(text));
        }
    }

    #[test]
    fn malformed_expressions_are_refused() {
        for text in ["", "a =", "(a = :b", "a ! b", "SET a", "FOO a", "a[x] = :b", "a = :b c"] {
            assert!(condition(text).is_err() || update(text).is_err(), "{text}");
        }
        let nested = format!("{}a = :a{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(condition(&nested).is_err());
        assert!(condition(&format!("a = :a{}", " OR a = :a".repeat(1_000))).is_err());
        assert!(update(&format!("SET a{} = :a", ".a".repeat(1_000))).is_err());
    }
}
