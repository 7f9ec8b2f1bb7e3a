//! Recorded histories: who called what, when it returned, and with what.

mod builder;
pub mod edn;
mod jepsen;
mod json_lines;

use std::{fmt, str::FromStr, sync::Arc};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

pub use builder::{Completion, HistoryBuilder, Stamp};
pub use jepsen::JepsenConventions;

use crate::{Call, Value};

type Interned<T> = IndexSet<T, FxBuildHasher>;

/// One operation of a history.
///
/// `called` and `returned` are places in the one order of all events; two
/// operations overlap exactly if neither returned before the other was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Which thread called, as an index into [`History::thread_name`].
    pub thread: u32,
    /// The place of the call among the events.
    pub called: u32,
    /// The place of the return; nothing if the operation was still pending.
    pub returned: Option<u32>,
    /// The line of the file on which the call was recorded; 0 if unknown.
    pub call_line: u32,
    /// The line of the file on which the return was recorded; 0 if unknown.
    pub return_line: u32,
    call: u32,
    result: Option<u32>,
}

impl Operation {
    /// The place of the return, where a pending operation returns after
    /// everything else.
    pub fn returned_or_end(&self) -> u32 {
        self.returned.unwrap_or(u32::MAX)
    }

    /// A number that is the same for equal calls of one history.
    pub(crate) fn call_number(&self) -> u32 {
        self.call
    }

    /// A number that is the same for equal results of one history.
    pub(crate) fn result_number(&self) -> Option<u32> {
        self.result
    }
}

/// A history: operations in the order of their calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    operations: Vec<Operation>,
    calls: Arc<Interned<Call>>,
    values: Arc<Interned<Value>>,
    threads: Arc<Interned<Arc<str>>>,
}

impl History {
    /// The operations, by the order of their calls.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// How many operations there are.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// What the operation called.
    pub fn call(&self, operation: &Operation) -> &Call {
        &self.calls[operation.call as usize]
    }

    /// What the operation was seen to return; nothing if it is pending or its
    /// result was not recorded.
    pub fn result(&self, operation: &Operation) -> Option<&Value> {
        operation.result.map(|number| &self.values[number as usize])
    }

    /// The name of the thread.
    pub fn thread_name(&self, operation: &Operation) -> &str {
        &self.threads[operation.thread as usize]
    }

    /// How many threads took part.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// The distinct calls.
    pub fn distinct_calls(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter()
    }

    /// `add(3) → true`, as messages show it.
    pub fn describe(&self, operation: &Operation) -> String {
        let call = self.call(operation);
        match (operation.returned, self.result(operation)) {
            (None, _) => format!("{call} → ?"),
            (_, None | Some(Value::Unit)) => call.to_string(),
            (_, Some(result)) => format!("{call} → {result}"),
        }
    }

    /// The same history with only some of its operations, each at its place.
    pub(crate) fn with_operations(&self, operations: Vec<Operation>) -> History {
        History {
            operations,
            calls: Arc::clone(&self.calls),
            values: Arc::clone(&self.values),
            threads: Arc::clone(&self.threads),
        }
    }

    /// What was known right after the event at a place: later calls are left
    /// out, and operations that had not returned are pending.
    pub(crate) fn prefix(&self, last_event: u32) -> History {
        let known = |operation: &Operation| {
            let mut operation = *operation;
            if operation.returned_or_end() > last_event {
                operation.returned = None;
                operation.result = None;
            }
            operation
        };
        let called = self.operations.partition_point(|operation| operation.called <= last_event);
        self.with_operations(self.operations[..called].iter().map(known).collect())
    }

    /// The same history without the record of one result.
    pub(crate) fn without_result(mut self, operation: u32) -> History {
        self.operations[operation as usize].result = None;
        self
    }

    /// Reads a history from the text of a file.
    ///
    /// ```
    /// use aplomb_linearizability::{Format, History};
    ///
    /// let text = r#"
    ///     {"type": "call", "thread": "a", "method": "add", "args": [1]}
    ///     {"type": "call", "thread": "b", "method": "contains", "args": [1]}
    ///     {"type": "return", "thread": "b", "result": true}
    ///     {"type": "return", "thread": "a", "result": true}"#;
    /// let history = History::read(text, Format::JsonLines)?;
    /// assert_eq!(history.len(), 2);
    /// # Ok::<(), aplomb_linearizability::HistoryError>(())
    /// ```
    pub fn read(text: &str, format: Format) -> Result<History, HistoryError> {
        match format {
            Format::JsonLines => json_lines::read(text),
            Format::JepsenEdn(conventions) => jepsen::read_edn(text, conventions),
            Format::JepsenLog(conventions) => jepsen::read_log(text, conventions),
        }
    }
}

/// How a history is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line: a call, a return, or a whole operation.
    JsonLines,
    /// Jepsen's `history.edn`: one map per operation event.
    JepsenEdn(JepsenConventions),
    /// The lines that Jepsen logs: process, type, function and value.
    JepsenLog(JepsenConventions),
}

impl Format {
    /// The format that the text seems to have.
    pub fn guess(text: &str) -> Format {
        let mut characters = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
        match (characters.next(), characters.next()) {
            (Some('{'), Some('"') | None) | (None, _) => Format::JsonLines,
            (Some('{' | '[' | '(' | '#' | ';'), _) => {
                Format::JepsenEdn(JepsenConventions::default())
            }
            _ => Format::JepsenLog(JepsenConventions::default()),
        }
    }

    /// The same format, read with other conventions where it has any.
    pub fn with_conventions(self, conventions: JepsenConventions) -> Format {
        match self {
            Format::JsonLines => Format::JsonLines,
            Format::JepsenEdn(_) => Format::JepsenEdn(conventions),
            Format::JepsenLog(_) => Format::JepsenLog(conventions),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        match name {
            "json" | "jsonl" | "json-lines" => Ok(Format::JsonLines),
            "edn" | "jepsen" => Ok(Format::JepsenEdn(JepsenConventions::default())),
            "log" | "jepsen-log" => Ok(Format::JepsenLog(JepsenConventions::default())),
            _ => Err(format!("`{name}` is no history format: json, edn or log")),
        }
    }
}

/// Why a text is not a history, and on which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct HistoryError {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong there.
    pub problem: HistoryProblem,
}

/// What can be wrong with a recorded history.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryProblem {
    /// The line is not of the format at all.
    #[error("{0}")]
    Syntax(String),
    /// A thread called although its last call had not returned.
    #[error(
        "thread {thread} calls again before its call on line {earlier} returned; \
         give concurrent callers different thread names"
    )]
    CallWhileOpen {
        /// Who calls.
        thread: String,
        /// The line of the call that is still open.
        earlier: u32,
    },
    /// A thread returned although it was in no call.
    #[error("thread {thread} returns, but has no open call")]
    ReturnWithoutCall {
        /// Who returns.
        thread: String,
    },
    /// An operation ends before it begins.
    #[error("the operation returns at {returned}, before it is called at {called}")]
    ReturnBeforeCall {
        /// When it is called.
        called: i64,
        /// When it returns.
        returned: i64,
    },
    /// Some events have a time and others have none.
    #[error("this event {} a time, unlike the first one; give all events a time or none", if *.has_time { "has" } else { "lacks" })]
    MixedTimes {
        /// Whether the offending event has a time.
        has_time: bool,
    },
    /// There are more events than the checker can number.
    #[error("more than two thousand million events in one history")]
    TooLong,
}

impl HistoryProblem {
    fn on(self, line: u32) -> HistoryError {
        HistoryError { line, problem: self }
    }
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for operation in &self.operations {
            let interval = match operation.returned {
                Some(returned) => format!("[{}, {returned}]", operation.called),
                None => format!("[{}, …", operation.called),
            };
            writeln!(
                f,
                "{:<12} {interval:<14} {}",
                self.thread_name(operation),
                self.describe(operation)
            )?;
        }
        Ok(())
    }
}
