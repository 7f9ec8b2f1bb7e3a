//! Clients: small programs that use one object from several threads.

mod enumerate;
mod larger;
mod parse;
mod sample;

use std::fmt;

pub use enumerate::{Bounds, Enumeration};
pub use larger::Larger;
pub use parse::ClientError;
pub use sample::Sampling;

use crate::Call;

/// What each thread calls, in order, and what was called before the threads start.
///
/// ```
/// use aplomb_linearizability::Client;
///
/// let client: Client = "add(0); add(1) || remove(1)".parse()?;
/// assert_eq!(client.threads.len(), 2);
/// assert_eq!(client.to_string(), "add(0); add(1) || remove(1)");
///
/// let client: Client = "add(7) then remove(7) || remove(7)".parse()?;
/// assert_eq!(client.before.len(), 1);
/// assert_eq!(client.to_string(), "add(7) then remove(7) || remove(7)");
/// # Ok::<(), aplomb_linearizability::ClientError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client {
    /// The calls that are over before the threads start.
    pub before: Vec<Call>,
    /// The calls of each thread.
    pub threads: Vec<Vec<Call>>,
}

impl Client {
    /// A client that begins with an object on which nothing was called.
    pub fn of(threads: Vec<Vec<Call>>) -> Client {
        Client { before: Vec::new(), threads }
    }

    /// How many calls all threads make together.
    pub fn operations(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.before.is_empty() {
            write_calls(f, &self.before)?;
            f.write_str(" then ")?;
        }
        for (thread, calls) in self.threads.iter().enumerate() {
            if thread > 0 {
                f.write_str(" || ")?;
            }
            write_calls(f, calls)?;
        }
        Ok(())
    }
}

fn write_calls(f: &mut fmt::Formatter<'_>, calls: &[Call]) -> fmt::Result {
    for (place, call) in calls.iter().enumerate() {
        if place > 0 {
            f.write_str("; ")?;
        }
        write!(f, "{call}")?;
    }
    Ok(())
}
