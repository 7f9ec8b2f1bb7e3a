//! Is this class linearizable for these clients?
//!
//! Each client is explored: every order in which its threads can take their
//! visible actions, up to reorderings that nobody can notice. What the calls
//! return in each execution is compared with what they return when they run
//! one after another.

mod alphabet;
mod confirm;
mod convert;
mod ends;
mod judge;
mod leads;
mod livelock;
mod races;
mod real_time;
mod repair;
mod report;
mod search;
mod sequential_class;
mod witness;

#[cfg(test)]
#[path = "../../tests/classes/compiled.rs"]
mod compiled;

use std::{collections::BTreeMap, fmt};

use aplomb_jvm::{Jvm, JvmError, Machine, Program};

pub use alphabet::{AlphabetError, MethodChoice, UnknownMethodChoice, alphabet, left_out};
pub use confirm::Replay;
pub use leads::Lead;
pub use repair::{Cause, CodeBlock, RankedRepair, RepairOptions, RepairReport, Sufficiency};
pub use report::{ClientReport, ClientVerdict, DataRace, Problem, ProblemKind, Undecided};
pub use search::{Onlooker, Sampled, SearchOptions, Work};
pub use witness::{SourceLine, Witness, WitnessStep};

use crate::{
    Call, Client, NamedSpecification, SpecificationError, Value, sequential::SequentialGraph,
};
use sequential_class::SequentialClass;

/// What a class is to be compared with.
#[derive(Clone, Debug)]
pub enum Reference {
    /// The class itself, its calls run one after another.
    Itself,
    /// A sequential object that everybody knows, whose methods may have other
    /// names: the method of the class, then that of the object.
    Named(NamedSpecification, BTreeMap<String, String>),
    /// Another class with the same methods, its calls run one after another.
    Class(String),
}

/// Which orders of calls may explain an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Any that keeps the order of each thread: only return values count.
    Outcome,
    /// Only those in which a call that returned before another was made comes
    /// first, as linearizability has it.
    Strict,
}

/// What a search sees of the order of calls in real time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Nothing,
    CallsAndReturns,
    LateCallsAndEarlyReturns,
}

/// Calls that lead to the object, as builders want it: `Cache.builder().size(2).build()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factory {
    /// The class to begin with, with dots.
    pub class: String,
    /// A static method of it or its constructor (`<init>`), and methods of what that returns.
    pub calls: Vec<Call>,
}

impl fmt::Display for Factory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, call) in self.calls.iter().enumerate() {
            let text = call.to_string();
            match (place, text.strip_prefix("<init>")) {
                (0, Some(arguments)) => write!(f, "new {}{arguments}", self.class)?,
                (0, None) => write!(f, "{}.{text}", self.class)?,
                _ => write!(f, ".{text}")?,
            }
        }
        Ok(())
    }
}

/// A class and what it is to be held against.
#[derive(Clone, Debug)]
pub struct ClassUnderTest {
    /// Where classes are found.
    pub jvm: Jvm,
    /// The class, with dots.
    pub class: String,
    /// Arguments of its constructor.
    pub constructor: Vec<Value>,
    /// What makes the object instead of its constructor.
    pub factory: Option<Factory>,
    /// Calls made before the threads start.
    pub setup: Vec<Call>,
    /// What it is compared with.
    pub reference: Reference,
    /// Which orders count.
    pub mode: Mode,
}

/// Why a client cannot be checked at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassError {
    /// The class, or something that it needs, cannot be run.
    #[error(transparent)]
    Jvm(#[from] JvmError),
    /// The object that the class is compared with has no such method.
    #[error(
        "{0}; compare with the class itself, or name the method that is meant (--methods addInt=add)"
    )]
    Specification(#[from] SpecificationError),
    /// The machine cannot say what a call does that runs alone.
    #[error("{client}: even one after another, these calls cannot be run: {error}")]
    Sequential {
        /// The client.
        client: String,
        /// What happened.
        error: JvmError,
    },
    /// The calls before the threads start do not come to their end.
    #[error("{client}: the calls before the threads start wait for ever")]
    SetupWaits {
        /// The client.
        client: String,
    },
    /// What was found cannot be confirmed.
    #[error("{client}: there are too many orders of the calls to try them all")]
    TooManyOrders {
        /// The client.
        client: String,
    },
    /// The search was given no strategy.
    #[error("there is no strategy to explore with")]
    NoStrategy,
    /// A thread makes too many calls.
    #[error("a thread may make at most 200 calls, not {0}")]
    TooManyCalls(usize),
    /// A value cannot be passed to a Java method.
    #[error("`{0}` cannot be passed to a Java method")]
    Unpassable(Value),
    /// A schedule does not fit the client.
    #[error("the schedule does not fit: {0}")]
    Schedule(String),
}

/// What the calls of a client may return, and how that is compared.
pub(crate) struct Expectation {
    pub(crate) runs: SequentialGraph,
    /// Of a specification, which may leave results open.
    named: Option<NamedSpecification>,
}

impl Expectation {
    fn agrees(&self, answer: &Value, observed: &Value) -> bool {
        match &self.named {
            Some(named) => named.agrees(answer, observed),
            None => answer == observed,
        }
    }
}

impl ClassUnderTest {
    /// A class that is compared with itself, in real-time order.
    pub fn new(jvm: Jvm, class: impl Into<String>) -> ClassUnderTest {
        ClassUnderTest {
            jvm,
            class: class.into(),
            constructor: Vec::new(),
            factory: None,
            setup: Vec::new(),
            reference: Reference::Itself,
            mode: Mode::Strict,
        }
    }

    fn expectation(&self, client: &Client) -> Result<Expectation, ClassError> {
        if let Some(calls) = client.threads.iter().map(Vec::len).find(|calls| *calls > 200) {
            return Err(ClassError::TooManyCalls(calls));
        }
        let by_class = |class: &ClassUnderTest| {
            let machine = class.machine_without_names(client, Seen::Nothing)?;
            let lengths = client.threads.iter().map(Vec::len).collect();
            let runs = SequentialGraph::new(&SequentialClass(&machine), lengths)
                .map_err(|error| ClassError::Sequential { client: client.to_string(), error })?;
            Ok(Expectation { runs, named: None })
        };
        match &self.reference {
            Reference::Itself => by_class(self),
            Reference::Class(class) => {
                by_class(&ClassUnderTest { class: class.clone(), factory: None, ..self.clone() })
            }
            Reference::Named(named, names) => {
                let translated = self.translate(client, names);
                for call in translated.before.iter().chain(translated.threads.iter().flatten()) {
                    named.validate(call)?;
                }
                let runs = named
                    .sequential_runs(&translated)
                    .ok_or_else(|| ClassError::SetupWaits { client: client.to_string() })?;
                Ok(Expectation { runs, named: Some(named.clone()) })
            }
        }
    }

    /// The client in the words of a specification, with all calls before its threads start.
    fn translate(&self, client: &Client, names: &BTreeMap<String, String>) -> Client {
        let translate = |call: &Call| match names.get(&*call.method) {
            Some(name) => Call { method: name.as_str().into(), ..call.clone() },
            None => call.clone(),
        };
        let all = |calls: &Vec<Call>| calls.iter().map(translate).collect();
        Client {
            before: self.setup.iter().chain(&client.before).map(translate).collect(),
            threads: client.threads.iter().map(all).collect(),
        }
    }

    fn machine(&self, client: &Client, strict: bool) -> Result<Machine, ClassError> {
        let options = aplomb_jvm::Options { strict, ..self.jvm.options().clone() };
        self.machine_with(client, options)
    }

    /// A machine whose states are the same if they differ only in names of objects, for searches.
    fn machine_without_names(&self, client: &Client, seen: Seen) -> Result<Machine, ClassError> {
        let options = aplomb_jvm::Options {
            strict: seen == Seen::CallsAndReturns,
            tight: seen == Seen::LateCallsAndEarlyReturns,
            names_matter: false,
            ..self.jvm.options().clone()
        };
        self.machine_with(client, options)
    }

    fn machine_with(
        &self,
        client: &Client,
        options: aplomb_jvm::Options,
    ) -> Result<Machine, ClassError> {
        let invocations = |calls: &Vec<Call>| calls.iter().map(convert::invocation).collect();
        let program = Program {
            class: self.class.clone(),
            constructor: self
                .constructor
                .iter()
                .map(convert::argument)
                .collect::<Result<_, _>>()?,
            factory: self.factory.as_ref().map(convert::factory).transpose()?,
            setup: self
                .setup
                .iter()
                .chain(&client.before)
                .map(convert::invocation)
                .collect::<Result<_, _>>()?,
            threads: client.threads.iter().map(invocations).collect::<Result<_, _>>()?,
        };
        Ok(self.jvm.with_options(options).machine(&program)?)
    }
}
