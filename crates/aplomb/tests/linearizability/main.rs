//! `aplomb linearizability` as users run it, on classes that are compiled here.

mod bad_input;
mod classes;
mod histories;
mod mutants;
mod place;
mod repairs;
