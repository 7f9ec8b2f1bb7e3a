//! *Does this run of a real implementation keep the laws?*
//!
//! A trace has one event on each line, as JSON, in the order in which the events happened:
//!
//! ```text
//! {"event": "add", "round": 1, "value": "apple", "parent": null}
//! {"event": "commit", "round": 1}
//! {"event": "add", "instance": 7, "round": [2, 5], "value": {"set": 3}, "parent": [1, 4]}
//! ```
//!
//! | field | what it is |
//! |---|---|
//! | `event` | `add` when a round proposes something, `commit` when it is decided |
//! | `round` | a whole number from 1 on, or `[term, index]`; one form for the whole trace |
//! | `parent` | the round that is continued; the root is `null`, `0`, `[0, 0]`, or left out |
//! | `value` | anything; left out it is `null`. A commit may repeat it |
//! | `instance` | a whole number or a text: which of several trees; may be left out |
//!
//! Other fields are ignored. The trace is read once, as a stream. What is remembered of it is
//! bounded ([`Settings::remember`]): the oldest rounds are forgotten first, and an event that
//! speaks of a forgotten round is counted as *not judged*, never as lawful. A trace with such
//! events has no verdict, unless other events break a law.
//!
//! ```
//! use aplomb_consensus::trace::{Settings, Trace};
//!
//! let text = r#"{"event": "add", "round": 1, "value": "apple"}
//! {"event": "commit", "round": 1}
//! {"event": "add", "round": 2, "value": "pear"}
//! "#;
//! let mut trace = Trace::new(Settings::default());
//! trace.read(&mut text.as_bytes(), &|_| ())?;
//! let broken = &trace.summary().broken[0];
//! assert_eq!((broken.line, broken.violation.law().to_string()), (3, "P4".to_owned()));
//! # Ok::<(), std::io::Error>(())
//! ```

mod finding;
mod line;
mod memory;
mod reader;

pub use finding::{Source, VALUES_OF_ROUNDS, WHOLE_TRACE};
pub use line::{Instance, Malformed, Round, Value};
pub use memory::{Judged, Memory};
pub use reader::{Broken, Settings, Summary, Trace};
