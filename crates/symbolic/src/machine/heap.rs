//! What the program can change: variables and objects, in versions that are
//! cheap to keep and to merge.

use super::versioned::Versioned;
use crate::{LoopId, Term, Terms};
use aplomb_script::{ClassId, Name};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;
use std::sync::Arc;

use super::scope::Scope;

/// A field of a record: its value, and under which condition it is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) value: Term,
    pub(crate) present: Term,
}

/// Fields by key, in the order of insertion. Keys are constants.
pub(crate) type Fields = IndexMap<Term, Field, FxBuildHasher>;

/// What kind of thing a record is; decides which members it has beside its fields.
#[derive(Clone, Debug)]
pub(crate) enum Flavour {
    /// An object literal, a dictionary.
    Plain,
    /// `Map`: members are methods, entries are fields.
    Map,
    /// `Set`, `set`: each field is its own key.
    Set,
    /// An instance of a class or constructor function.
    Instance,
    /// An exception that is not an instance of a class of the program: the names
    /// of its class and that class's ancestors.
    Error(Arc<[Arc<str>]>),
    /// A point in time.
    Date,
    /// A class.
    Class(Rc<ClassInfo>),
    /// A module whose members are its variables.
    Module(Rc<Scope>),
}

/// What is fixed about a class of the program.
#[derive(Debug)]
pub(crate) struct ClassInfo {
    pub(crate) id: Option<ClassId>,
    pub(crate) name: Name,
    /// The classes it extends, in order.
    pub(crate) parents: Vec<Term>,
    /// Where instance methods are looked up, if not in the class itself.
    pub(crate) prototype: Option<Term>,
    /// Where it was defined.
    pub(crate) scope: Rc<Scope>,
}

/// An object with named members.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) flavour: Flavour,
    /// Fields that are not listed are those of this term.
    pub(crate) base: Option<Term>,
    pub(crate) fields: Fields,
    /// Where members are looked up that are not found here.
    pub(crate) parent: Option<Term>,
    /// On some paths the keys came in another order than that of the fields.
    pub(crate) shuffled: bool,
}

/// What stands for all elements of a collection of unknown length.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Generic {
    /// The collection that was looked at.
    pub(crate) collection: Term,
    /// A symbol for its element.
    pub(crate) element: Term,
    /// What the element became.
    pub(crate) value: Term,
    /// Which elements remain.
    pub(crate) present: Term,
}

/// A stretch of a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Segment {
    /// One item, there under a condition.
    Item(Field),
    /// All items of a list term, there under a condition.
    Many { list: Term, present: Term, generic: Option<Rc<Generic>> },
}

/// A list.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub(crate) segments: Vec<Segment>,
    pub(crate) kind: ListKind,
}

/// What a list of the machine is in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// A list, an array.
    List,
    /// Python's tuple, which cannot be changed.
    Tuple,
    /// What is gone once it was read: a generator, what `map` gives.
    Iterator,
    /// What has items without being a list: a range, the keys of a dictionary.
    View,
}

impl List {
    /// Whether it is a tuple.
    pub(crate) fn is_tuple(&self) -> bool {
        self.kind == ListKind::Tuple
    }

    /// Whether it is neither a list nor a tuple.
    pub(crate) fn is_odd(&self) -> bool {
        matches!(self.kind, ListKind::Iterator | ListKind::View)
    }
}

/// A promise: whether it is settled, how, and with what.
#[derive(Clone, Debug)]
pub(crate) struct Promise {
    pub(crate) settled: Term,
    pub(crate) rejected: Term,
    pub(crate) value: Term,
    pub(crate) reason: Term,
    /// The steps that were recorded while it was made: first, and after the last.
    pub(crate) steps: (u32, u32),
    /// The loop whose iterations each make one.
    pub(crate) in_loop: Option<LoopId>,
    /// The tasks that end before it is settled.
    pub(crate) tasks: Vec<u32>,
}

/// What an object is.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Record(Record),
    List(List),
    Promise(Promise),
}

impl Body {
    /// How many things it holds.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Body::Record(record) => record.fields.len() as u64,
            Body::List(list) => list.segments.len() as u64,
            Body::Promise(_) => 1,
        }
    }
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) body: Body,
    /// What it is on paths that have not touched it, for objects that come into
    /// being when they are first touched.
    pub(crate) untouched: Option<Rc<Object>>,
}

/// All the program can change, at one point of its execution.
#[derive(Clone, Default)]
pub(crate) struct State {
    pub(crate) variables: Versioned<Term>,
    pub(crate) objects: Versioned<Rc<Object>>,
}

impl Record {
    pub(crate) fn new(flavour: Flavour) -> Self {
        Record { flavour, base: None, fields: Fields::default(), parent: None, shuffled: false }
    }

    /// The field with this key as far as it is known: listed, or of the base.
    pub(crate) fn field(&self, terms: &mut Terms, key: Term) -> Field {
        if let Some(field) = self.fields.get(&key) {
            return *field;
        }
        match self.base {
            Some(base) => {
                let value = terms.apply(crate::Operator::Select, &[base, key]);
                let present = terms.apply(crate::Operator::Has, &[base, key]);
                Field { value, present }
            }
            None => Field { value: terms.undefined(), present: terms.bool(false) },
        }
    }
}

impl State {
    /// The state that is `then` where the condition holds and `otherwise` elsewhere.
    /// A variable that only one side has is `unbound` on the other; without that
    /// nobody looks at it there.
    pub(crate) fn join(
        terms: &mut Terms,
        condition: Term,
        then: &State,
        otherwise: &State,
        unbound: Option<Term>,
    ) -> State {
        let mut joined = then.clone();
        for index in then.variables.differences(&otherwise.variables, |a, b| a == b) {
            let sides = (then.variables.get(index), otherwise.variables.get(index));
            let value = match (sides, unbound) {
                ((Some(&a), Some(&b)), _) => terms.ite(condition, a, b),
                ((Some(&only), None), Some(unbound)) => terms.ite(condition, only, unbound),
                ((None, Some(&only)), Some(unbound)) => terms.ite(condition, unbound, only),
                ((Some(&only), None) | (None, Some(&only)), None) => only,
                ((None, None), _) => continue,
            };
            joined.variables.set(index, value);
        }
        for index in then.objects.differences(&otherwise.objects, Rc::ptr_eq) {
            let (a, b) = (then.objects.get(index), otherwise.objects.get(index));
            let merged = match (a, b) {
                (Some(a), Some(b)) => Rc::new(merge(terms, condition, a, b)),
                (Some(a), None) => match &a.untouched {
                    Some(untouched) => Rc::new(merge(terms, condition, a, untouched)),
                    None => a.clone(),
                },
                (None, Some(b)) => match &b.untouched {
                    Some(untouched) => Rc::new(merge(terms, condition, untouched, b)),
                    None => b.clone(),
                },
                (None, None) => continue,
            };
            joined.objects.set(index, merged);
        }
        joined
    }
}

fn merge(terms: &mut Terms, condition: Term, then: &Object, otherwise: &Object) -> Object {
    let body = match (&then.body, &otherwise.body) {
        (Body::Record(a), Body::Record(b)) => Body::Record(merge_records(terms, condition, a, b)),
        (Body::List(a), Body::List(b)) => Body::List(merge_lists(terms, condition, a, b)),
        (Body::Promise(a), Body::Promise(b)) => Body::Promise(Promise {
            settled: terms.ite(condition, a.settled, b.settled),
            rejected: terms.ite(condition, a.rejected, b.rejected),
            value: terms.ite(condition, a.value, b.value),
            reason: terms.ite(condition, a.reason, b.reason),
            steps: (a.steps.0.min(b.steps.0), a.steps.1.max(b.steps.1)),
            in_loop: a.in_loop.filter(|_| a.in_loop == b.in_loop),
            tasks: {
                let more = b.tasks.iter().filter(|task| !a.tasks.contains(task));
                a.tasks.iter().chain(more).copied().collect()
            },
        }),
        // An object never changes its kind.
        (body, _) => body.clone(),
    };
    Object { body, untouched: then.untouched.clone() }
}

fn merge_records(terms: &mut Terms, condition: Term, then: &Record, otherwise: &Record) -> Record {
    let (keys, agree) = merge_keys(&then.fields, &otherwise.fields);
    let mut merged = Record {
        flavour: then.flavour.clone(),
        base: then.base,
        fields: Fields::with_capacity_and_hasher(keys.len(), FxBuildHasher),
        parent: then.parent,
        shuffled: then.shuffled || otherwise.shuffled || !agree,
    };
    for key in keys {
        let (a, b) = (then.field(terms, key), otherwise.field(terms, key));
        let present = terms.ite(condition, a.present, b.present);
        // A value that nobody sees need not be distinguished.
        let value = if terms.is_false(a.present) {
            b.value
        } else if terms.is_false(b.present) {
            a.value
        } else {
            terms.ite(condition, a.value, b.value)
        };
        merged.fields.insert(key, Field { value, present });
    }
    if then.base != otherwise.base {
        let nothing = terms.record([]);
        let (a, b) = (then.base.unwrap_or(nothing), otherwise.base.unwrap_or(nothing));
        merged.base = Some(terms.ite(condition, a, b));
    }
    merged
}

/// The keys of two records in an order that both have, if there is one, and whether there is.
fn merge_keys(then: &Fields, otherwise: &Fields) -> (Vec<Term>, bool) {
    let mut keys = Vec::with_capacity(then.len().max(otherwise.len()));
    let mut others = otherwise.keys().copied().peekable();
    let mut agree = true;
    for &key in then.keys() {
        if otherwise.contains_key(&key) {
            while let Some(other) = others.next_if(|&other| other != key) {
                agree &= !then.contains_key(&other);
                if !then.contains_key(&other) {
                    keys.push(other);
                }
            }
            others.next();
        }
        keys.push(key);
    }
    keys.extend(others.filter(|other| !then.contains_key(other)));
    (keys, agree)
}

fn merge_lists(terms: &mut Terms, condition: Term, then: &List, otherwise: &List) -> List {
    let negated = terms.not(condition);
    let mut segments = Vec::with_capacity(then.segments.len().max(otherwise.segments.len()));
    let mut both = then.segments.iter().zip(&otherwise.segments).peekable();
    // The common beginning is merged item by item, the rest stands side by side.
    while let Some((a, b)) = both.peek() {
        match (a, b) {
            (a, b) if a == b => segments.push((*a).clone()),
            (Segment::Item(a), Segment::Item(b)) if a.present == b.present => {
                let value = terms.ite(condition, a.value, b.value);
                segments.push(Segment::Item(Field { value, present: a.present }));
            }
            _ => break,
        }
        both.next();
    }
    let common = segments.len();
    for (rest, condition) in [(&then.segments, condition), (&otherwise.segments, negated)] {
        for segment in &rest[common..] {
            segments.push(segment.under(terms, condition));
        }
    }
    List { segments, kind: then.kind }
}

impl Segment {
    /// The value of an item.
    pub(crate) fn item(&self) -> Option<Term> {
        match self {
            Segment::Item(field) => Some(field.value),
            Segment::Many { .. } => None,
        }
    }

    /// The segment, there only if the condition holds too.
    pub(crate) fn under(&self, terms: &mut Terms, condition: Term) -> Segment {
        let mut copy = self.clone();
        let (Segment::Item(Field { present, .. }) | Segment::Many { present, .. }) = &mut copy;
        *present = terms.and(*present, condition);
        copy
    }
}
