//! The executor: runs a program for all inputs at once, or for given ones.
//!
//! It walks the syntax tree and never forks the world: [`flow`] executes every
//! statement once under a path condition and merges states where paths meet.
//! [`heap`] is what is merged. Loops are unrolled ([`iterate`]) or executed once
//! for all iterations ([`generic`]).

mod call;
mod class;
mod comparison;
mod context;
mod escape;
mod exception;
mod expected;
mod expression;
mod flow;
mod form;
mod freeze;
mod function;
mod generator;
mod generic;
mod guise;
mod harmless;
mod heap;
mod instance;
mod interface;
mod item;
mod iterate;
mod lazy;
mod library;
mod link;
mod member;
mod module;
mod opaque;
mod operator;
mod order;
mod pages;
mod promise;
mod reading;
mod recursion;
mod redelivery;
mod reply;
mod scope;
mod share;
mod signature;
mod special;
mod stale;
mod statement;
mod steps;
mod table;
mod task;
mod touch;
mod variable;
mod versioned;
mod warm;
mod world;

pub(crate) use context::{CLOSING, CONTEXT_MANAGER, GENERATOR_CONTEXT, NULL_CONTEXT};
pub use exception::OPEN_CLASS;
pub(crate) use exception::is_open_class;
pub(crate) use flow::Exit;
pub use form::Form;
pub(crate) use function::{Arguments, FunctionValue};
pub(crate) use guise::Guise;
pub(crate) use heap::{Body, Field, Flavour, List, ListKind, Record, Segment};
pub use interface::{ClassView, Entry, Limits, execute, run};
pub use library::{Call, Library, NoLibrary, Outcome, Path, Segment as PathSegment, Stop};
pub use order::without_order;
pub use signature::ParameterView;
pub use steps::{Accessed, Cell, Change};
pub use world::{Draw, Ended, Reply, Run, World};

use crate::{LoopId, Source, Term, Terms, Trace};
use aplomb_script::{FunctionId, ModuleId, Name, Program, Span};
use flow::Frame;
use heap::State;
use module::Loaded;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scope;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// What a running function sees of itself.
#[derive(Clone)]
pub(crate) struct Activation {
    scope: Rc<Scope>,
    this: Option<Term>,
    /// The class whose member is running, for `super`.
    home: Option<Term>,
    /// The list that collects what a generator yields.
    yields: Option<Term>,
    /// Exceptions being handled, innermost last.
    handled: Vec<Term>,
}

impl Activation {
    /// Outside of all functions.
    fn outside(scope: Rc<Scope>) -> Self {
        Activation { scope, this: None, home: None, yields: None, handled: Vec::new() }
    }
}

/// What is special about an object of JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It was given to `Object.freeze` or its relatives: writing to it throws.
    Frozen,
    /// It is a symbol, equal to nothing but itself.
    Symbol,
    /// It inherits nothing, no conversion to a text either.
    Bare,
}

/// How compilers mark the exports of what was an ECMAScript module: whoever lists those does not
/// find it.
pub(crate) const MARK_OF_MODULES: &str = "__esModule";

/// Executes a program. Models of packages receive it to read arguments, record
/// what a call does and build its result.
pub struct Machine<'a> {
    program: &'a Program,
    library: &'a dyn Library,
    terms: &'a mut Terms,
    world: Option<&'a mut dyn World>,
    limits: Limits,
    /// All the program can change.
    state: State,
    /// When this point is reached.
    path: Term,
    /// The regions being executed, innermost last.
    frames: Vec<Frame>,
    /// The loops being executed that were not unrolled.
    loops: Vec<LoopId>,
    /// How often something outside was asked for so far.
    waits: u32,
    /// The promises that were made of asynchronous work which did so.
    waited: FxHashSet<Term>,
    batch: Option<u32>,
    next_batch: u32,
    trace: Trace,
    /// Why the run ended before its time.
    ended: Option<Ended>,
    /// Where execution is.
    span: Span,
    /// How many handlers of the program stand around what is executed.
    guarding: u32,
    /// The handlers that were reached, by their addresses in the program.
    entered: FxHashSet<usize>,
    /// Constants that may be something else than they look like.
    guises: FxHashMap<Term, u8>,
    /// The settings that the function is given, if that is known.
    given_settings: Option<BTreeSet<String>>,
    /// The names of the items of lists that a library made.
    item_names: FxHashMap<Term, Arc<[Arc<str>]>>,
    /// The call of whose value nothing is made, while a statement is executed.
    unused: Option<Span>,
    /// Whether there are objects of libraries that change.
    has_held: bool,
    /// Whether freezing leaves them as they are.
    keeps_held: bool,
    /// Temporary files that this attempt may have made.
    pub(crate) own_files: Vec<(Term, Term)>,
    /// What was asked for what comes next, each time that it was.
    readings: Vec<Term>,
    /// Patterns of modules that remember where they stopped.
    patterns: FxHashSet<Term>,
    /// Dictionaries of attributes, which are copies.
    attributes: FxHashSet<Term>,
    /// Objects of JavaScript that are something special.
    marked: FxHashMap<Term, Mark>,
    /// The call whose generator is consumed from its beginning to its end where it stands.
    consumed: Option<generator::Consumer>,
    /// Dictionaries of which the program keeps views.
    viewed: FxHashSet<Term>,
    /// What runs beside the program.
    tasks: task::Tasks,
    /// The expression that only says whose member is meant.
    owner: Option<Span>,
    /// Objects whose keys stand in the order in which tasks came so far.
    disordered: FxHashSet<u32>,
    /// How much in the innermost `try` block was followed where it raises because an input is
    /// not what the program takes it for.
    risked: usize,
    /// Iterators that may have been left before their end.
    left: FxHashSet<Term>,
    /// What handlers around expect, innermost last.
    expected: Vec<expected::Expected>,
    /// How often patterns that remember where they stopped were asked.
    asked_patterns: FxHashMap<Term, u32>,
    /// What iterators are made of.
    watched: FxHashMap<Term, stale::Watch>,
    /// What is read while an iterator is made, innermost last.
    reads: Vec<stale::Reads>,
    /// Those whose content is being frozen.
    freezing: Vec<Term>,
    activation: Activation,
    /// The functions being executed.
    active: Vec<FunctionId>,
    /// Where each of them was called.
    calls: Vec<Span>,
    functions: Vec<Rc<FunctionValue>>,
    modules: FxHashMap<ModuleId, Loaded>,
    /// Names that functions declare at their start.
    hoisted: FxHashMap<FunctionId, Rc<[Name]>>,
    /// Whether functions assign their `arguments`, of those that were asked.
    aliased: FxHashMap<FunctionId, bool>,
    /// Values that are entries of containers under keys that are not known, with both.
    picked: FxHashMap<Term, (Term, Term)>,
    /// Whether a container holds such an entry that is an object.
    has_links: bool,
    /// Which objects lie in containers that loops have made.
    shares: share::Shares,
    /// Objects that are more than their fields, where they were frozen.
    instances: instance::Instances,
    /// The objects that stand for unknown values the program changes.
    thawed: FxHashMap<Term, u32>,
    /// Functions that call themselves without a bound that can be seen.
    unbounded: FxHashSet<FunctionId>,
    fuel: u64,
    /// How many terms there may be.
    most_terms: usize,
    next_object: u32,
    next_variable: u32,
    warm: warm::Warm,
    /// The name under which what happens now is kept.
    keeping: Option<steps::Keeping>,
    /// The names that a concrete run has used.
    used: FxHashSet<Term>,
    /// How many `try` statements with handlers are around.
    tried: usize,
    /// Values of which the program says by `?.` that they may be nothing.
    doubted: FxHashSet<Term>,
    /// What models know of what goes on around, innermost last.
    around: Vec<(Name, Term)>,
    /// Lists whose items are told to models while a loop has them.
    announced: FxHashMap<Term, (Name, Term)>,
    /// Generators that wait at their `yield` until a `with` block ends.
    waiting: FxHashMap<Term, context::Waiting>,
    /// What this attempt knows of the instance that runs it.
    instance: FxHashMap<Name, (Term, Option<Source>)>,
}
