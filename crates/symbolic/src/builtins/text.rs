//! Values as text.

use crate::machine::{Arguments, Body, Flavour, Guise, Machine, Mark, Record};
use crate::{Node, Operator, Outcome, Stop, Term};
use aplomb_script::Language;
use std::fmt::Write;

/// Objects nested deeper than this are not printed.
const DEEPEST: usize = 32;

/// A number as JavaScript prints it.
pub(super) fn javascript_number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    let size = value.abs();
    if value == 0.0 || (1e-6..1e21).contains(&size) {
        return format!("{value}");
    }
    let text = format!("{value:e}");
    match text.split_once("e") {
        Some((digits, exponent)) if !exponent.starts_with('-') => format!("{digits}e+{exponent}"),
        _ => text,
    }
}

/// A number as Python prints it. Whole numbers are printed as integers: the
/// machine does not know which of them are floats.
pub(super) fn python_number(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let size = value.abs();
    if value.fract() == 0.0 && size < 1e16 || (1e-4..1e16).contains(&size) {
        return format!("{value}");
    }
    let text = format!("{value:e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}

impl Machine<'_> {
    /// A value as a string (`String(value)`, `str(value)`).
    pub(crate) fn text_of(&mut self, value: Term) -> Outcome {
        let value = self.resolve(value);
        self.doubt_member(value);
        if let Node::Apply(Operator::Ite, parts) = self.view(value).clone()
            && self.must_distribute(value)
        {
            return self.branch(parts[0], |m| m.text_of(parts[1]), |m| m.text_of(parts[2]));
        }
        if self.mark_of(value) == Some(Mark::Symbol) {
            let span = self.span();
            return Ok(self.problem("the text of a symbol is not supported", span));
        }
        if self.mark_of(value) == Some(Mark::Bare) {
            return self.throw_error("TypeError", "Cannot convert object to primitive value");
        }
        for name in ["__str__", "__repr__", "toString"] {
            if let Some(text) = self.own_text(value, name)? {
                return Ok(text);
            }
        }
        if let Some(text) = self.plain_text(value) {
            return Ok(self.terms().string(text));
        }
        if let Some(text) = self.text_of_truth(value) {
            return Ok(text);
        }
        if self.shows_its_address(value) {
            return self.address();
        }
        // The text of a set has its items in the order of the process.
        let ordered = self.in_some_order(value);
        if ordered != value {
            let ordered = self.freeze(ordered);
            return Ok(self.terms().pure("text", &[ordered]));
        }
        let frozen = self.freeze(value);
        match self.record(value).map(|record| &record.flavour) {
            Some(Flavour::Error(_)) => {
                let message = self.get(value, "message")?;
                match self.dialect().language {
                    Language::Python => self.text_of(message),
                    Language::JavaScript => {
                        let name = self.get(value, "name")?;
                        let (name, message) = (self.text_of(name)?, self.text_of(message)?);
                        if self.terms().as_str(message).is_some_and(|text| text.is_empty()) {
                            return Ok(name);
                        }
                        let colon = self.terms().string(": ");
                        Ok(self.terms().apply(Operator::Concat, &[name, colon, message]))
                    }
                }
            }
            Some(_) => Ok(self.terms().pure("text", &[frozen])),
            None => Ok(self.terms().apply(Operator::Concat, &[frozen])),
        }
    }

    /// What Python's `repr` gives.
    pub(crate) fn repr_of(&mut self, value: Term) -> Outcome {
        if let Some(text) = self.python_repr(value, 0) {
            return Ok(self.terms().string(text));
        }
        if let Some(text) = self.text_of_truth(value) {
            return Ok(text);
        }
        if let Some(text) = self.own_text(value, "__repr__")? {
            return Ok(text);
        }
        if self.shows_its_address(value) {
            return self.address();
        }
        let ordered = self.in_some_order(value);
        Ok(self.frozen_pure("repr", &[ordered]))
    }

    /// The text of what is true or false, and it is not known which.
    fn text_of_truth(&mut self, value: Term) -> Option<Term> {
        if !self.terms().is_truth(value) {
            return None;
        }
        let names = match self.dialect().language {
            Language::Python => ["True", "False"],
            Language::JavaScript => ["true", "false"],
        };
        let [yes, no] = names.map(|name| self.terms().string(name));
        Some(self.terms().ite(value, yes, no))
    }

    /// Where an object lies in memory, as a text.
    fn address(&mut self) -> Outcome {
        let span = self.span();
        let address = self.fresh("address", span, false)?;
        Ok(self.terms().apply(Operator::Concat, &[address]))
    }

    /// What a method of the object's own gives as its text, if it has that method.
    fn own_text(&mut self, value: Term, method: &str) -> Result<Option<Term>, Stop> {
        let overridden = self.record(value).is_some()
            && !self.is_dictionary(value)
            && !self.is_external(value)
            && self.lookup(value, method)?.is_some_and(|found| self.is_function(found));
        if !overridden {
            return Ok(self.refuse_lost_member(value, method));
        }
        let span = self.span();
        self.invoke_method(value, method, Arguments::default(), span).map(Some)
    }

    /// Whether the text of an instance is where it lies in memory: that of a class which says
    /// nothing else, and which no library extends.
    fn shows_its_address(&mut self, instance: Term) -> bool {
        let python = self.dialect().language == Language::Python;
        let is_plain =
            self.record(instance).is_some_and(|record| matches!(record.flavour, Flavour::Instance));
        if !python || !is_plain {
            return false;
        }
        let Some(class) = self.class_of(instance) else {
            // What the class `object` itself makes.
            let empty = |record: &Record| record.fields.is_empty() && record.base.is_none();
            return self.record(instance).is_some_and(empty);
        };
        let own = self.ancestors(class).into_iter().all(|ancestor| self.is_class(ancestor));
        own && matches!(self.lookup(class, "__dataclass__"), Ok(None))
    }

    /// The text of a value, if it is made of constants only.
    fn plain_text(&mut self, value: Term) -> Option<String> {
        match self.dialect().language {
            Language::JavaScript => self.javascript_text(value, 0),
            Language::Python => match self.view(value).clone() {
                Node::String(text) => {
                    self.doubt(value, Guise::Bytes, "the text");
                    Some(text.to_string())
                }
                _ => self.python_repr(value, 0),
            },
        }
    }

    fn javascript_text(&mut self, value: Term, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        self.spend_on_value()?;
        match self.view(value).clone() {
            Node::Undefined => return Some("undefined".into()),
            Node::Null | Node::Absent => return Some("null".into()),
            Node::Bool(value) => return Some(value.to_string()),
            Node::Number(number) => return Some(javascript_number(number.get())),
            Node::String(text) => return Some(text.to_string()),
            _ => {}
        }
        let object = self.object(value)?.clone();
        match &object.body {
            Body::List(_) => {
                let items = self.items(value)?;
                let mut texts = Vec::with_capacity(items.len());
                for item in items {
                    texts.push(match self.view(item) {
                        Node::Undefined | Node::Null => String::new(),
                        _ => self.javascript_text(item, depth + 1)?,
                    });
                }
                Some(texts.join(","))
            }
            Body::Record(record) => match &record.flavour {
                Flavour::Plain | Flavour::Instance if self.says_its_text(value) => {
                    let span = self.span();
                    self.problem(
                        "the text of an object that defines its own text is not supported",
                        span,
                    );
                    None
                }
                Flavour::Plain | Flavour::Instance if record.base.is_none() => {
                    Some("[object Object]".into())
                }
                _ => None,
            },
            Body::Promise(_) => None,
        }
    }

    /// Whether an object of JavaScript has a method or a member for its text.
    fn says_its_text(&mut self, value: Term) -> bool {
        ["toString", "valueOf", "@@toPrimitive", "@@toStringTag"]
            .iter()
            .any(|name| matches!(self.lookup(value, name), Ok(Some(_))))
    }

    /// Says so if an object says itself what kind of object it is.
    pub(crate) fn refuse_tag(&mut self, value: Term) {
        if matches!(self.lookup(value, "@@toStringTag"), Ok(Some(_))) {
            let span = self.span();
            self.problem("the kind of an object that defines its own tag is not supported", span);
        }
    }

    /// A value as Python's `repr` prints it, if it is made of constants only.
    pub(crate) fn python_repr(&mut self, value: Term, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        self.spend_on_value()?;
        match self.view(value).clone() {
            Node::Null | Node::Undefined | Node::Absent => return Some("None".into()),
            Node::Bool(value) => return Some(if value { "True".into() } else { "False".into() }),
            Node::Number(number) => {
                self.doubt_number(value, "the text");
                self.doubt_member(value);
                return Some(python_number(number.get()));
            }
            Node::String(text) => {
                self.doubt(value, Guise::Bytes, "the text");
                self.doubt_member(value);
                return Some(python_quoted(&text));
            }
            _ => {}
        }
        let object = self.object(value)?.clone();
        match &object.body {
            Body::List(list) => {
                if list.is_odd() {
                    let span = self.span();
                    self.problem("the text of an iterator or a view is not supported", span);
                }
                let mut texts = Vec::new();
                for item in self.items(value)? {
                    texts.push(self.python_repr(item, depth + 1)?);
                }
                let inner = texts.join(", ");
                Some(match (list.is_tuple(), texts.len()) {
                    (true, 1) => format!("({inner},)"),
                    (true, _) => format!("({inner})"),
                    (false, _) => format!("[{inner}]"),
                })
            }
            Body::Record(record) => {
                if record.base.is_some()
                    || !matches!(record.flavour, Flavour::Plain | Flavour::Set | Flavour::Map)
                    || record.fields.values().any(|f| self.known(f.present) != Some(true))
                {
                    return None;
                }
                self.doubt(value, Guise::Special, "the text");
                let set = matches!(record.flavour, Flavour::Set);
                if set && record.fields.is_empty() {
                    return Some("set()".into());
                }
                let mut inner = String::new();
                for (&key, field) in &record.fields {
                    let separator = if inner.is_empty() { "" } else { ", " };
                    let key = self.python_repr(key, depth + 1)?;
                    if set {
                        write!(inner, "{separator}{key}").ok()?;
                    } else {
                        let value = self.python_repr(field.value, depth + 1)?;
                        write!(inner, "{separator}{key}: {value}").ok()?;
                    }
                }
                Some(format!("{{{inner}}}"))
            }
            Body::Promise(_) => None,
        }
    }
}

fn python_quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c == quote => {
                quoted.push('\\');
                quoted.push(c);
            }
            c if (c as u32) < 0x20 => quoted.push_str(&format!("\\x{:02x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}
