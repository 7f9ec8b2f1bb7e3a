//! Every search, in one program: each would compile the strategies anew for its own.

mod conflicts;
mod counterexamples;
mod executions;
mod language;
mod names;
mod printed_algorithm_2;
mod properties;
mod schedules;
mod searches;
mod soundness;
mod thesis_examples;
