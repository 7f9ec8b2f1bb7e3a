//! Every protocol, in one program: each would compile the searches anew for its own.

mod figures;
mod models;
mod mutants;
mod prove;
mod state_counts;
mod theorem_8;
mod trace;
