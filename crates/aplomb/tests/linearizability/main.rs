//! `aplomb linearizability` as users run it, on classes that are compiled here.

mod bad_input;
mod classes;
#[path = "../contract/mod.rs"]
mod contract;
mod histories;
mod mutants;
mod outside;
mod place;
mod repairs;
