//! `aplomb replay` and `aplomb dev` as users run them. Node has to be installed.

#[path = "../contract/mod.rs"]
mod contract;
mod dev;
mod replays;
mod running;
