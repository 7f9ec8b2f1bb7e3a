//! Events in, answers out, in one program.

mod cases;
mod garbage;
mod oracle;
mod outside;
mod properties;
mod stream;
