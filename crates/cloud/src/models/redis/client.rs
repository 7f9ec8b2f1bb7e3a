//! What clients make of replies: Redis itself knows texts and whole numbers, and each client has
//! its own idea of truth values, of scores and of what is not there.

use crate::mentions::Members;
use crate::models::aws::names;
use aplomb_script::Language;
use aplomb_symbolic::{Machine, Node, Operator, Path, Term, Terms};

/// The clients, as far as they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Client {
    /// `redis` of JavaScript, whose versions differ.
    Node,
    /// `ioredis`.
    Plain,
    /// Packages that keep values as JSON: `@upstash/redis`, `@vercel/kv`.
    Json,
    /// Python, which gives texts if it is asked to (`decode_responses`), otherwise bytes.
    Python { texts: bool },
}

impl Client {
    /// The client that a command belongs to.
    pub(super) fn of(machine: &mut Machine<'_>, path: &Path, callee: Term) -> Client {
        match (&*path.root, machine.dialect().language) {
            (_, Language::Python) => Client::Python { texts: decodes(machine, callee) },
            ("@upstash/redis" | "@vercel/kv", _) if !keeps_texts(machine, path) => Client::Json,
            ("@upstash/redis" | "@vercel/kv", _) => Client::Plain,
            ("ioredis", _) => Client::Plain,
            _ => Client::Node,
        }
    }

    /// What is kept of a value that a program writes. What is neither a text nor a number is
    /// refused by some clients and written in odd ways by others.
    pub(super) fn kept(self, machine: &mut Machine<'_>, value: Term) -> Term {
        if self == Client::Json {
            return parsed(machine.terms(), value);
        }
        let is_odd = match machine.view(value) {
            Node::Null | Node::Undefined | Node::Record(..) | Node::List(_) => true,
            Node::Bool(_) => self != Client::Plain,
            Node::Apply(operator, _) => matches!(
                operator,
                Operator::With | Operator::Merge | Operator::Append | Operator::Insert
            ),
            _ => false,
        };
        if is_odd {
            let span = machine.span();
            machine.problem(
                "what a client of Redis makes of a value that is neither a text nor a number is \
                 not supported: write its text, for instance as JSON",
                span,
            );
        }
        text_of(machine.terms(), value)
    }

    /// A content: a number that is stored comes back as its text.
    pub(super) fn shown(self, machine: &mut Machine<'_>, content: Term) -> Term {
        match self {
            Client::Json => content,
            Client::Python { texts: false } => {
                let text = text_of(machine.terms(), content);
                machine.note_bytes(text);
                text
            }
            _ => text_of(machine.terms(), content),
        }
    }

    /// Something with contents in it: what bytes are in it is not told apart from texts, nor are
    /// fields that the program counts up from others.
    pub(super) fn shown_inside(self, machine: &mut Machine<'_>, contents: Term) -> Term {
        match self {
            Client::Json => contents,
            Client::Python { texts: false } => machine.terms().pure("redis.bytes", &[contents]),
            _ if machine.is_concrete() => texts_of(machine.terms(), contents),
            _ if counts_fields(machine) => machine.terms().pure("redis.texts", &[contents]),
            _ => contents,
        }
    }

    /// Whether something is so.
    pub(super) fn flag(self, machine: &mut Machine<'_>, holds: Term) -> Term {
        let terms = machine.terms();
        let (one, zero) = (terms.number(1.0), terms.number(0.0));
        let number = terms.ite(holds, one, zero);
        match self {
            Client::Python { .. } => holds,
            Client::Plain | Client::Json => number,
            Client::Node => {
                let earlier = is_earlier(terms);
                terms.ite(earlier, holds, number)
            }
        }
    }

    /// That a value was set.
    pub(super) fn done(self, machine: &mut Machine<'_>) -> Term {
        match self {
            Client::Python { .. } => machine.terms().bool(true),
            _ => machine.terms().string("OK"),
        }
    }

    /// A field of a hash that is not there.
    pub(super) fn no_field(self, machine: &mut Machine<'_>) -> Term {
        let terms = machine.terms();
        let null = terms.null();
        match self {
            Client::Node => {
                let (earlier, undefined) = (is_earlier(terms), terms.undefined());
                terms.ite(earlier, undefined, null)
            }
            _ => null,
        }
    }

    /// A hash that is not there.
    pub(super) fn no_hash(self, terms: &mut Terms) -> Term {
        match self {
            Client::Json => terms.null(),
            _ => terms.record([]),
        }
    }

    /// A score, or a number with a fraction.
    pub(super) fn number(self, machine: &mut Machine<'_>, value: Term) -> Term {
        match self {
            Client::Plain => text_of(machine.terms(), value),
            _ => value,
        }
    }
}

/// Whether a client that reads values as JSON is told not to.
fn keeps_texts(machine: &mut Machine<'_>, path: &Path) -> bool {
    path.given().into_iter().any(|given| {
        let given = machine.freeze(given);
        names(machine.terms(), given, "automaticDeserialization")
    })
}

/// What a value is once it was written and read as JSON: a text may be that of something else.
fn parsed(terms: &mut Terms, value: Term) -> Term {
    if matches!(terms.node(value), Node::Apply(Operator::JsonText, _)) {
        return terms.apply(Operator::JsonParse, &[value]);
    }
    let said = terms.as_str(value).and_then(|text| serde_json::from_str(text).ok());
    match said {
        Some(said) => terms.from_json(&said),
        None => value,
    }
}

/// Whether `redis` of JavaScript is of a version before 5, which answers with truth values.
fn is_earlier(terms: &mut Terms) -> Term {
    let version = terms.pure("the version of redis", &[]);
    terms.apply(Operator::Truthy, &[version])
}

/// Whether the program asks a client of Python for texts.
fn decodes(machine: &mut Machine<'_>, callee: Term) -> bool {
    let parts = machine.terms().parts(&[callee]);
    parts.into_iter().any(|part| {
        let Node::Record(names, values) = machine.view(part) else { return false };
        let mut fields = names.iter().zip(values.iter());
        let given =
            fields.find(|(name, _)| &***name == "decode_responses").map(|(_, value)| *value);
        given.is_some_and(|given| machine.terms().is_true(given))
    })
}

/// Whether the program counts up fields of hashes.
fn counts_fields(machine: &Machine<'_>) -> bool {
    let members = Members::of(machine.program());
    let commands = ["hincrby", "hIncrBy", "hincrbyfloat", "hIncrByFloat", "HINCRBY"];
    commands.into_iter().any(|command| members.contains(command))
}

/// A record whose fields are texts.
fn texts_of(terms: &mut Terms, contents: Term) -> Term {
    let Node::Record(names, values) = terms.node(contents).clone() else { return contents };
    let values: Vec<Term> = values.iter().map(|&value| text_of(terms, value)).collect();
    terms.record(names.iter().cloned().zip(values).collect::<Vec<_>>())
}

/// The text of a number or a truth value; anything else is one already, or is not known.
fn text_of(terms: &mut Terms, value: Term) -> Term {
    if let Node::Apply(Operator::Ite, parts) = terms.node(value).clone() {
        let (then, otherwise) = (text_of(terms, parts[1]), text_of(terms, parts[2]));
        return terms.ite(parts[0], then, otherwise);
    }
    if terms.is_text(value) || matches!(terms.node(value), Node::Null | Node::Undefined) {
        return value;
    }
    let kind = terms.apply(Operator::TypeOf, &[value]);
    let (number, truth) = (terms.string("number"), terms.string("boolean"));
    let (is_number, is_truth) = (terms.equal(kind, number), terms.equal(kind, truth));
    let is_scalar = terms.or(is_number, is_truth);
    let text = terms.apply(Operator::Concat, &[value]);
    terms.ite(is_scalar, text, value)
}
