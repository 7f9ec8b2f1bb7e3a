//! What calls into packages mean: the hook that models of SDKs implement.

use super::Machine;
use crate::{Node, Operator, Term, Terms};
use aplomb_script::{Name, Span};
use std::fmt;
use std::sync::Arc;

/// This path of execution does not go on: it returned, raised, or the run was
/// stopped. Who meets it hands it on with `?`; the machine keeps what happened.
#[derive(Debug)]
pub struct Stop(pub(crate) Why);

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Nothing continues here; other paths may.
    Path,
    /// The whole run ends: suspended, or out of budget.
    Run,
}

/// A value, or the end of the path.
pub type Outcome = Result<Term, Stop>;

/// A call that leaves the program.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called, usually a chain that [`Machine::path_of`] takes apart.
    pub callee: Term,
    /// The object whose member is called: the value in front of the last dot.
    /// For a class of the program that extends a package's class, the instance
    /// or the class object.
    pub receiver: Option<Term>,
    /// Arguments by position; objects are references, see [`Machine::freeze`].
    pub arguments: Vec<Term>,
    /// Arguments by name.
    pub named: Vec<(Name, Term)>,
    /// Called with `new`. (Python's constructors are plain calls.)
    pub constructed: bool,
    /// Where the call stands.
    pub span: Span,
}

impl Call {
    /// The argument at a position.
    pub fn argument(&self, index: usize) -> Option<Term> {
        self.arguments.get(index).copied()
    }

    /// The argument with this name, or at this position.
    pub fn named_or(&self, name: &str, index: usize) -> Option<Term> {
        self.named(name).or_else(|| self.argument(index))
    }

    /// The argument with this name.
    pub fn named(&self, name: &str) -> Option<Term> {
        self.named.iter().find(|(given, _)| &**given == name).map(|(_, value)| *value)
    }
}

/// Models of packages. All methods answer `None` for what they do not know.
pub trait Library: Sync {
    /// The value of a package (`aws-sdk`, `boto3.dynamodb.conditions`) or of a
    /// global name that neither the program nor the language defines. Without an
    /// answer it is [`Node::External`].
    fn global(&self, _machine: &mut Machine<'_>, _name: &str) -> Option<Term> {
        None
    }

    /// What a call means. `Some(Err(stop))` if it raises on the whole path.
    fn call(&self, _machine: &mut Machine<'_>, _call: &Call) -> Option<Outcome> {
        None
    }

    /// A member of something external or of an instance of an external class,
    /// where it is not just a step of the chain.
    fn member(&self, _machine: &mut Machine<'_>, _object: Term, _name: &str) -> Option<Term> {
        None
    }

    /// A method of data that came from outside, which the language does not define:
    /// what looks like data may be a stream.
    fn method(&self, _machine: &mut Machine<'_>, _data: Term, _name: &str) -> Option<Outcome> {
        None
    }

    /// Whether it is known what can be done with what a function gives, by its path: a
    /// method that [`Library::of_result`] does not know may then do anything.
    fn lists_results(&self, _function: &str) -> bool {
        false
    }

    /// A method of what a function of a package gave, by its path (`moment().fromNow`).
    /// The value is the first argument of the call.
    fn of_result(&self, _: &mut Machine<'_>, _call: &Call, _path: &str) -> Option<Outcome> {
        None
    }

    /// Whether calls whose path (as [`Path`] prints it) is this have no effect
    /// and a result that depends on the arguments only.
    fn is_pure(&self, _path: &str) -> bool {
        false
    }

    /// Whether what `read`, `next` and the like of its objects give goes on from where the last
    /// call stopped, unless the program says otherwise.
    fn has_readers(&self) -> bool {
        false
    }

    /// Whether a function, by its path, gives something else every time it is called.
    fn draws(&self, _path: &str) -> bool {
        false
    }

    /// Whether a function, by its path, does something that others see.
    fn acts(&self, _path: &str) -> bool {
        false
    }

    /// Whether what a function gives, by its path, is a function that only computes: a compiled
    /// template.
    fn gives_function(&self, _path: &str) -> bool {
        false
    }

    /// Whether nobody sees what is given to what has this path: loggers, tracers, meters.
    fn is_silent(&self, _path: &str) -> bool {
        false
    }

    /// Whether what a call makes, by its path, may change afterwards: what the program puts into
    /// it is then kept beside it. `constructed` says that the call is written with `new`.
    fn changes(&self, _path: &str, _constructed: bool) -> bool {
        false
    }

    /// Whether all values are known to be of the kinds that the program takes them for, so that
    /// no computation refuses one.
    fn knows_kinds(&self) -> bool {
        false
    }

    /// The value of a setting (environment variable …) that the deployment fixes.
    fn setting(&self, _machine: &mut Machine<'_>, _name: &str) -> Option<Term> {
        None
    }

    /// Settings that every environment has and that are those of the instance: whoever looks
    /// at the environment as a whole sees them.
    fn settings_of_instance(&self) -> &[&'static str] {
        &[]
    }

    /// What `await` (or a loop) gives for something external that is not a promise
    /// (or a list) but can be used like one: a query that is sent only then.
    fn awaited(&self, _machine: &mut Machine<'_>, _value: Term) -> Option<Outcome> {
        None
    }
}

/// Knows no package at all.
pub struct NoLibrary;

impl Library for NoLibrary {}

/// One step of a chain that begins at a package or global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// `.name`
    Member(Arc<str>),
    /// `(…)`, or `new …(…)`; arguments by position, then the record of those by name.
    Called {
        /// Positional arguments.
        arguments: Vec<Term>,
        /// Arguments by name, as one record term.
        named: Option<Term>,
        /// What was put into the object that it made.
        held: Option<Term>,
        /// By `new`.
        constructed: bool,
    },
}

/// A chain of members and calls that begins at a package or global:
/// `boto3.resource('dynamodb').Table(name).put_item`.
///
/// It prints as `boto3.resource().Table().put_item`, without arguments and
/// without `new`, which is the form to match on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The package or global.
    pub root: Arc<str>,
    /// What follows.
    pub segments: Vec<Segment>,
}

impl Path {
    /// The chain a term is, if it begins at an external.
    pub fn of(terms: &Terms, term: Term) -> Option<Path> {
        let mut segments = Vec::new();
        let mut at = term;
        loop {
            match terms.node(at) {
                Node::External(root) => {
                    segments.reverse();
                    return Some(Path { root: root.clone(), segments });
                }
                Node::Apply(Operator::Member(name), inner) => {
                    segments.push(Segment::Member(name.clone()));
                    at = inner[0];
                }
                Node::Apply(operator @ (Operator::Called | Operator::Constructed), inner) => {
                    let mut arguments = inner[1..].to_vec();
                    let held = arguments.pop_if(|last| super::opaque::is_held(terms, *last));
                    let named = arguments.pop_if(|last| {
                        matches!(terms.node(*last), Node::Apply(Operator::Named, _))
                    });
                    let named = named.map(|named| terms.arguments(named)[0]);
                    let constructed = *operator == Operator::Constructed;
                    segments.push(Segment::Called { arguments, named, held, constructed });
                    at = inner[0];
                }
                _ => return None,
            }
        }
    }

    /// The positional arguments of the `n`th call of the chain.
    pub fn arguments(&self, n: usize) -> Option<&[Term]> {
        self.calls().nth(n).map(|(arguments, _)| arguments)
    }

    /// The record of named arguments of the `n`th call of the chain.
    pub fn named(&self, n: usize) -> Option<Term> {
        self.calls().nth(n).and_then(|(_, named)| named)
    }

    /// Everything that the calls of the chain are given.
    pub fn given(&self) -> Vec<Term> {
        let calls = self.segments.iter().flat_map(|segment| match segment {
            Segment::Called { arguments, named, held, .. } => {
                [arguments.clone(), named.iter().chain(held).copied().collect()].concat()
            }
            Segment::Member(_) => Vec::new(),
        });
        calls.collect()
    }

    fn calls(&self) -> impl Iterator<Item = (&[Term], Option<Term>)> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Called { arguments, named, .. } => Some((arguments.as_slice(), *named)),
            Segment::Member(_) => None,
        })
    }

    /// The name after the last dot (of the root, if there is no member).
    pub fn last(&self) -> &str {
        let member = self.segments.iter().rev().find_map(|segment| match segment {
            Segment::Member(name) => Some(&**name),
            Segment::Called { .. } => None,
        });
        member.unwrap_or_else(|| self.root.rsplit('.').next().unwrap_or(&self.root))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        for segment in &self.segments {
            match segment {
                Segment::Member(name) => write!(f, ".{name}")?,
                Segment::Called { .. } => f.write_str("()")?,
            }
        }
        Ok(())
    }
}
