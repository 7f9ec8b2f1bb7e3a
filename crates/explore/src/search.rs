//! What searches are made of.

pub(crate) mod depth_first;
pub(crate) mod fingerprint;
pub(crate) mod livelock;
pub(crate) mod meter;
pub(crate) mod names;
pub(crate) mod numbers;
pub(crate) mod order;
pub(crate) mod store;
