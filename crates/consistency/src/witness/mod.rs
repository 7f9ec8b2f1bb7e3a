//! From a violation to a story that a person can follow.

mod anomaly;
mod dependency;
mod story;
mod timeline;

pub use anomaly::{Anomaly, Kind};
pub use dependency::{Dependencies, Dependency, Edge};
pub use story::finding;
pub(crate) use timeline::durations;
pub use timeline::{Moment, timeline};
