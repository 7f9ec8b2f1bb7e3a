//! The four ways of showing a [`Report`](crate::Report), and the pictures they
//! share. Each is a function of the report alone.

pub mod flow;
pub mod html;
pub mod json;
pub mod machine;
pub mod sarif;
pub mod svg;
pub mod terminal;
pub mod unified;

mod markup;
mod patch;
mod visible;
mod wrap;

pub use markup::Escaped;
