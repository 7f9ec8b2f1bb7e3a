//! `aplomb replay` and `aplomb dev` as users run them. Node has to be installed.

mod dev;
mod replays;
mod running;
