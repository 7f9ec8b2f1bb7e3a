//! Everything about the machine, in one program: each file would compile the strategies of
//! `explore` anew for its own.

mod atomic_blocks;
mod concurrency;
mod errors;
mod footprints;
mod language;
mod library;
mod states;
mod support;
