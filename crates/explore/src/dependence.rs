//! Which processes depend on each other's moves: what partial order reduction is made of.

pub(crate) mod access_sets;
pub(crate) mod execution_index;
pub(crate) mod futures;
pub(crate) mod source_sets;
