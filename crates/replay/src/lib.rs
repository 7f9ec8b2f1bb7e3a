//! *What did this recorded invocation do, does it do the same again, and which
//! invocations led to it?*
//!
//! The recorders of `sdk/` write a [`Recording`] of every invocation. A
//! [`Player`] runs the handler again, in the runtime of its language, with every call
//! answered from the recording, and tells where it differs. [`causes`] links
//! invocations through what one wrote and another read, and [`picture`] draws that. [`Local`] serves an application
//! on this machine, recorded.
//!
//! ```
//! use aplomb_replay::{ReadError, Recording};
//!
//! let cut = r#"{"format": "aplomb-recording", "version": 1}"#;
//! assert!(matches!(Recording::parse(cut), Err(ReadError::CutShort)));
//! ```
//!
//! # Invariants
//!
//! - A recording that is cut short or was changed is refused, never half used.
//! - A difference is reported, never papered over: the player stops at the first
//!   one, unless the user says that the code was edited.
//! - Nothing here knows an SDK beyond the names of requests and their members.

mod causes;
mod local;
mod picture;
mod player;
mod recording;

pub use causes::{Cause, Link, causes};
pub use local::{Local, Serving};
pub use picture::picture;
pub use player::{Difference, LineOf, PlayError, Player, Replay, ReplayVerdict, Request};
pub use recording::{Call, Head, ReadError, RecordedHandler, Recording};
