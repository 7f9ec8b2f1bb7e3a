//! What does this JVM class do, one instruction at a time, with a state that can be copied,
//! compared and hashed?
//!
//! A [`Jvm`] loads classes from a [`ClassPath`] and the JDK of the machine. From a [`Program`] (an
//! object, calls that prepare it, and threads that call it) it makes a [`Machine`]: a transition
//! system whose steps are *visible actions*, that is, what one thread does that another can
//! notice. Everything between two visible actions runs in one go.
//!
//! ```
//! use aplomb_jvm::{Argument, ClassPath, Completion, Invocation, Jvm, Options, Outcome, Program};
//!
//! let jvm = Jvm::new(ClassPath::new::<&str>([])?, Options::default())?;
//! let offer = Invocation::new("offer", [Argument::Integer(7)]);
//! let machine = jvm.machine(&Program {
//!     class: "java.util.concurrent.ConcurrentLinkedQueue".into(),
//!     threads: vec![vec![offer], vec![Invocation::new("poll", [])]],
//!     ..Program::default()
//! })?;
//! // Sequentially: first the offer, then the poll.
//! let Completion::Returned(outcome, state) = machine.run_call(machine.sequential_start(), 0) else {
//!     panic!("offer does not wait");
//! };
//! assert_eq!(outcome, Outcome::Boolean(true));
//! let Completion::Returned(outcome, _) = machine.run_call(&state, 1) else {
//!     panic!("poll does not wait");
//! };
//! assert_eq!(outcome, Outcome::Integer(7));
//! # Ok::<(), aplomb_jvm::JvmError>(())
//! ```
//!
//! # What is modelled
//!
//! - All instructions but `jsr` and `ret`; exceptions, class initialisation, monitors, `wait` and
//!   `notify`, lambdas, string concatenation, records, `Unsafe`, `VarHandle`, field updaters,
//!   `park`, threads that an operation starts and joins. Library code runs from its bytecode.
//! - `java.util.concurrent.locks` as single objects (or from bytecode, see [`Options`]): any waiting
//!   thread may get a lock, so fairness is not modelled. `notify` may wake any waiting thread;
//!   spurious wake-ups do not happen. What waits with a time limit may time out at any moment;
//!   an interrupt does not reach a thread that is blocked on a modelled lock.
//! - Time stands still at the beginning of 1970, in universal time; random numbers and identity
//!   hash codes are fixed functions; what is printed or logged is forgotten. `Thread.sleep` and `yield` do nothing.
//! - Classes that the clients need are initialised before the clients start, if nobody can tell:
//!   the initialiser has no effect on anything else, reads nothing of the program that clients
//!   could change, and does not come back to itself by way of another class (which can get two
//!   threads stuck). Otherwise it runs when a client first needs the class, under its lock.
//!   Initialisers of the JDK are taken not to depend on the program.
//! - Arrays and objects that others can see are copied cell by cell, from the first to the last.
//! - Of reflection: classes by name, fields for `Unsafe`, methods by their parameters, constructors
//!   without parameters, and method handles that name a method. The rest of it, native methods
//!   without a model, raw memory, and threads started by a constructor are refused with a
//!   [`JvmError`] that names them.
//! - A class that is missing is an exception only to programs that catch it; to others it is a
//!   [`JvmError`], because the class path is wrong.
//!
//! # Invariants
//!
//! - An [`AtomicBlock`] is one step of its thread. What a block touches depends on the state, so a
//!   machine with blocks is explored in full, without partial order reduction.
//! - Memory is sequentially consistent. A program with data races may do more on a real machine:
//!   [`races`] finds the races of one execution.
//! - A state consists of heap and threads and nothing else; what the loaded classes hold never
//!   changes what a state means. Garbage and dead variables are not part of a state.
//! - A thread is always in front of a visible action, finished, or failed with a [`JvmError`].
//! - Names of live objects do not change along an execution, and do not depend on the order in
//!   which different threads allocate. Steps that are independent commute up to names of objects
//!   ([`State::is_isomorphic`]), and exactly unless one of them makes an object of the other thread
//!   garbage. With [`Options::names_matter`] switched off, states that are equal up to names are
//!   equal. Identity hash codes follow from names: of several codes that an object may get, one is
//!   then explored.
//! - Nothing here knows what linearizability is.

mod action;
mod atomic;
mod classfile;
mod classpath;
mod dynamic;
mod error;
mod fingerprint;
mod guard;
mod heap;
mod interpreter;
mod isomorphism;
mod jdk;
mod machine;
mod natives;
mod numbering;
mod object;
mod options;
mod outcome;
mod parameter;
mod program;
mod race;
mod setup;
mod state;
mod trace;
mod trampoline;
mod value;
mod world;

/// Reads a class file with all its methods, without loading it; says what is wrong with it.
pub fn is_well_formed(bytes: &[u8]) -> std::result::Result<(), String> {
    classfile::parse(bytes).map(drop)
}

pub use action::{Access, Action, ActionKind, Place};
pub use atomic::AtomicBlock;
pub use classpath::ClassPath;
pub use error::{JvmError, Result};
pub use interpreter::{Path, Trail};
pub use machine::{Completion, Jvm, Machine, ThreadId};
pub use options::Options;
pub use outcome::Outcome;
pub use parameter::Parameter;
pub use program::{Argument, Factory, Function, Invocation, MethodSignature, Program};
pub use race::{Race, races};
pub use state::State;
pub use trace::{Event, Location};
pub use value::ObjectId;
