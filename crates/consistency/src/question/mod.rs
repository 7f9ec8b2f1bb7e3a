//! Larger questions, each answered by several checks.

pub mod idle;
pub mod inductive;
pub mod repeat;
pub mod table;
