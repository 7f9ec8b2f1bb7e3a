//! Larger questions, each answered by several checks.

pub mod inductive;
pub mod repeat;
pub mod table;
