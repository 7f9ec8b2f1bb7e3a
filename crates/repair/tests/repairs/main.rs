//! Optimal repairs of executions: worked by hand, and compared with a plain exponential search.

mod combinations;
mod examples;
mod notation;
mod programs;
mod random;
mod reference;
