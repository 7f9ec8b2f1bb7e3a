//! A server that runs, in one program: each would compile the server anew for its own.

mod browser;
mod cases;
mod delivery;
mod http;
mod nats;
mod support;
