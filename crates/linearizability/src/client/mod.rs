//! Clients: small programs that use one object from several threads.

mod enumerate;
mod parse;
mod sample;

use std::fmt;

pub use enumerate::{Bounds, Enumeration};
pub use parse::ClientError;
pub use sample::Sampling;

use crate::Call;

/// What each thread calls, in order.
///
/// ```
/// use aplomb_linearizability::Client;
///
/// let client: Client = "add(0); add(1) || remove(1)".parse()?;
/// assert_eq!(client.threads.len(), 2);
/// assert_eq!(client.to_string(), "add(0); add(1) || remove(1)");
/// # Ok::<(), aplomb_linearizability::ClientError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client {
    /// The calls of each thread.
    pub threads: Vec<Vec<Call>>,
}

impl Client {
    /// How many calls all threads make together.
    pub fn operations(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (thread, calls) in self.threads.iter().enumerate() {
            if thread > 0 {
                f.write_str(" || ")?;
            }
            for (place, call) in calls.iter().enumerate() {
                if place > 0 {
                    f.write_str("; ")?;
                }
                write!(f, "{call}")?;
            }
        }
        Ok(())
    }
}
