//! Puts recorded events into one order and pairs calls with returns.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{History, HistoryError, HistoryProblem, Interned, Operation};
use crate::{Call, Value};

/// Where and when an event was recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// The line of the file; 0 if there is none.
    pub line: u32,
    /// The time; without one, events count in the order in which they come.
    pub time: Option<i64>,
}

/// How an operation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// It returned, with a result if one was recorded.
    Returned(Option<Value>),
    /// Nobody knows: it may take effect at any later time, or never.
    Lost,
    /// It certainly had no effect.
    Failed,
}

/// Collects events into a [`History`].
///
/// ```
/// use aplomb_linearizability::{Call, Completion, HistoryBuilder, Stamp, Value};
///
/// let mut builder = HistoryBuilder::default();
/// builder.call("alice", Call::new("write", [Value::from(1)]), Stamp::default());
/// builder.complete("alice", Completion::Returned(None), Stamp::default());
/// assert_eq!(builder.finish()?.to_string().trim_end(), "alice        [0, 1]         write(1)");
/// # Ok::<(), aplomb_linearizability::HistoryError>(())
/// ```
#[derive(Debug, Default)]
pub struct HistoryBuilder {
    calls: Interned<Call>,
    values: Interned<Value>,
    threads: Interned<Arc<str>>,
    events: Vec<Recorded>,
    whole: Vec<Whole>,
    thread_names: FxHashMap<String, u32>,
}

/// A call or a completion as it came in.
#[derive(Debug)]
struct Recorded {
    thread: u32,
    stamp: Stamp,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Call(u32),
    Return(Option<u32>),
    Lost,
    Failed,
}

/// An operation whose ends are known but not yet numbered.
#[derive(Debug)]
struct Whole {
    thread: u32,
    call: u32,
    result: Option<u32>,
    called: Stamp,
    returned: Option<Stamp>,
}

impl HistoryBuilder {
    /// A thread calls.
    pub fn call(&mut self, thread: &str, call: Call, stamp: Stamp) {
        let call = self.calls.insert_full(call).0 as u32;
        self.push(thread, stamp, Kind::Call(call));
    }

    /// The open call of a thread ends.
    pub fn complete(&mut self, thread: &str, completion: Completion, stamp: Stamp) {
        let kind = match completion {
            Completion::Returned(result) => Kind::Return(result.map(|value| self.value(value))),
            Completion::Lost => Kind::Lost,
            Completion::Failed => Kind::Failed,
        };
        self.push(thread, stamp, kind);
    }

    /// An operation of which both ends are known; operations given like this
    /// may overlap on one thread. Both stamps need a time.
    pub fn operation(
        &mut self,
        thread: &str,
        call: Call,
        result: Option<Value>,
        called: Stamp,
        returned: Option<Stamp>,
    ) {
        let thread = self.thread(thread);
        let call = self.calls.insert_full(call).0 as u32;
        let result = result.map(|value| self.value(value));
        self.whole.push(Whole { thread, call, result, called, returned });
    }

    /// Orders and pairs everything.
    ///
    /// Events with the same time overlap: calls come before returns, so that a
    /// coarse clock never makes a history look worse than it was.
    pub fn finish(mut self) -> Result<History, HistoryError> {
        let timed = self.check_times()?;
        let operations = self.pair(timed)?;
        let operations = number(operations, timed)?;
        Ok(History {
            operations,
            calls: Arc::new(self.calls),
            values: Arc::new(self.values),
            threads: Arc::new(self.threads),
        })
    }

    fn push(&mut self, thread: &str, stamp: Stamp, kind: Kind) {
        let thread = self.thread(thread);
        self.events.push(Recorded { thread, stamp, kind });
    }

    fn thread(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.thread_names.get(name) {
            return number;
        }
        let number = self.threads.insert_full(name.into()).0 as u32;
        self.thread_names.insert(name.to_owned(), number);
        number
    }

    fn value(&mut self, value: Value) -> u32 {
        self.values.insert_full(value).0 as u32
    }

    /// Whether events have times: all of them, or none.
    fn check_times(&self) -> Result<bool, HistoryError> {
        let whole = self.whole.iter().flat_map(|operation| {
            [Some(operation.called), operation.returned].into_iter().flatten()
        });
        let mut stamps = self.events.iter().map(|event| event.stamp).chain(whole);
        let Some(first) = stamps.next() else { return Ok(false) };
        let timed = first.time.is_some();
        match stamps.find(|stamp| stamp.time.is_some() != timed) {
            Some(stamp) => Err(HistoryProblem::MixedTimes { has_time: !timed }.on(stamp.line)),
            None => Ok(timed),
        }
    }

    /// Pairs each completion with the open call of its thread.
    fn pair(&mut self, timed: bool) -> Result<Vec<Whole>, HistoryError> {
        let mut operations: Vec<Option<Whole>> =
            std::mem::take(&mut self.whole).into_iter().map(Some).collect();
        let mut events = std::mem::take(&mut self.events);
        if timed {
            events.sort_by_key(|event| event.stamp.time);
        } else {
            for (place, event) in events.iter_mut().enumerate() {
                event.stamp.time = Some(place as i64);
            }
        }
        let mut open: Vec<Option<usize>> = vec![None; self.threads.len()];
        for event in events {
            let slot = &mut open[event.thread as usize];
            let thread = || self.threads[event.thread as usize].to_string();
            if let Kind::Call(call) = event.kind {
                if let Some(Some(earlier)) = slot.map(|index| &operations[index]) {
                    let earlier = earlier.called.line;
                    let problem = HistoryProblem::CallWhileOpen { thread: thread(), earlier };
                    return Err(problem.on(event.stamp.line));
                }
                *slot = Some(operations.len());
                operations.push(Some(Whole {
                    thread: event.thread,
                    call,
                    result: None,
                    called: event.stamp,
                    returned: None,
                }));
                continue;
            }
            let Some(index) = slot.take() else {
                let problem = HistoryProblem::ReturnWithoutCall { thread: thread() };
                return Err(problem.on(event.stamp.line));
            };
            match (event.kind, &mut operations[index]) {
                (Kind::Return(result), Some(operation)) => {
                    operation.result = result;
                    operation.returned = Some(event.stamp);
                }
                (Kind::Failed, operation) => *operation = None,
                _ => {}
            }
        }
        Ok(operations.into_iter().flatten().collect())
    }
}

/// Gives every call and return its place among all events.
fn number(operations: Vec<Whole>, timed: bool) -> Result<Vec<Operation>, HistoryError> {
    if operations.len() > 1 << 30 {
        return Err(HistoryProblem::TooLong.on(0));
    }
    let mut numbered = Vec::with_capacity(operations.len());
    // (time, is a return, operation): calls come first among equals.
    let mut ends = Vec::with_capacity(2 * operations.len());
    for (index, operation) in operations.into_iter().enumerate() {
        let called = operation.called.time.unwrap_or_default();
        ends.push((called, false, index));
        if let Some(stamp) = operation.returned {
            let returned = stamp.time.unwrap_or_default();
            if timed && returned < called {
                return Err(HistoryProblem::ReturnBeforeCall { called, returned }.on(stamp.line));
            }
            ends.push((returned, true, index));
        }
        numbered.push(Operation {
            thread: operation.thread,
            called: 0,
            returned: None,
            call_line: operation.called.line,
            return_line: operation.returned.map_or(0, |stamp| stamp.line),
            call: operation.call,
            result: operation.result,
        });
    }
    ends.sort_unstable();
    for (place, (_, is_return, index)) in ends.into_iter().enumerate() {
        if is_return {
            numbered[index].returned = Some(place as u32);
        } else {
            numbered[index].called = place as u32;
        }
    }
    numbered.sort_unstable_by_key(|operation| operation.called);
    Ok(numbered)
}
