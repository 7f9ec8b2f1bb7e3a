//! What stores keep, in one program.

mod crashes;
mod embedded;
