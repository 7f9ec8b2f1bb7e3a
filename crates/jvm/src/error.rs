//! What can go wrong before or while a class runs, each with a remedy.

use std::path::PathBuf;

/// Why a class could not be loaded, or a program could not be run.
///
/// Java exceptions are not errors: they are outcomes of an operation. An error
/// means that the machine cannot say what the program does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, thiserror::Error)]
pub enum JvmError {
    /// No Java runtime was found on this machine.
    #[error(
        "no JDK found: looked at JAVA_HOME, at `java` on the PATH and at {searched}; install a JDK (9 or later) or set JAVA_HOME"
    )]
    NoJdk {
        /// Folders that were looked at.
        searched: String,
    },
    /// The runtime image of the JDK cannot be read.
    #[error("cannot read the JDK's class image {path}: {reason}")]
    BadImage {
        /// The image file (`lib/modules`).
        path: PathBuf,
        /// What the reader said.
        reason: String,
    },
    /// An entry of the class path does not exist or cannot be read.
    #[error("cannot read class path entry {path}: {reason}")]
    BadEntry {
        /// The entry.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A class is nowhere on the class path nor in the JDK.
    #[error(
        "class {name} was not found on the class path or in the JDK; add the folder or jar that holds it{}",
        chain(needed_by)
    )]
    ClassNotFound {
        /// The class, with dots.
        name: String,
        /// Who needed it, innermost first.
        needed_by: Vec<String>,
    },
    /// A class file is damaged.
    #[error("class file of {name} is malformed: {reason}; compile it again")]
    MalformedClass {
        /// The class, with dots.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A class file needs a newer Java than the JDK that was found.
    #[error(
        "class {name} was compiled for Java {needs}, but the JDK in use is Java {has}; set JAVA_HOME to a newer JDK or compile with --release {has}"
    )]
    ClassTooNew {
        /// The class, with dots.
        name: String,
        /// Java version the class file asks for.
        needs: u16,
        /// Java version of the JDK found.
        has: u16,
    },
    /// A field or method named by an instruction does not exist.
    #[error("{class} has no {member}; the classes on the class path do not fit together")]
    NoSuchMember {
        /// The class, with dots.
        class: String,
        /// Name and descriptor.
        member: String,
    },
    /// No method of the class fits a client's call.
    #[error("{class} has no public method {call}; it has: {candidates}")]
    NoSuchMethod {
        /// The class, with dots.
        class: String,
        /// The call as the client wrote it.
        call: String,
        /// What could have been called.
        candidates: String,
    },
    /// A native method without a model was called.
    #[error("native method {method} is not supported{}", chain(called_from))]
    UnmodelledNative {
        /// Class, name and descriptor.
        method: String,
        /// The call chain, innermost first.
        called_from: Vec<String>,
    },
    /// Something of the JVM that is not supported: reflection, `jsr`, a rare `MethodHandle`.
    #[error("{what} is not supported{}", chain(called_from))]
    Unsupported {
        /// What was used.
        what: String,
        /// The call chain, innermost first.
        called_from: Vec<String>,
    },
    /// A thread ran too long without touching shared memory.
    #[error(
        "does not reach a visible action within {instructions} instructions (an infinite loop?){}",
        chain(called_from)
    )]
    NoVisibleAction {
        /// The budget that was used up.
        instructions: u64,
        /// The call chain, innermost first.
        called_from: Vec<String>,
    },
    /// An operation of the setup did not finish.
    #[error("setup call {call} {reason}; a setup must run to its end on its own")]
    SetupFailed {
        /// The call.
        call: String,
        /// What happened.
        reason: String,
    },
    /// The bytecode does something that verified bytecode cannot do.
    #[error("invalid bytecode in {method}: {reason}; was the class compiled by a Java compiler?")]
    InvalidBytecode {
        /// Class and method.
        method: String,
        /// What happened.
        reason: String,
    },
    /// A client is larger than the machine can hold.
    #[error("{what} exceeds the limit of {limit}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The limit.
        limit: u64,
    },
}

fn chain(frames: &[String]) -> String {
    frames.iter().map(|frame| format!("\n    at {frame}")).collect()
}

/// Result of anything that may meet a [`JvmError`].
pub type Result<T> = std::result::Result<T, JvmError>;
