//! Web frameworks: one handler that serves many routes.
//!
//! The router of a framework is an external with a name of its own, made where
//! the program makes it; its routes are fields of it. A request is routed by
//! `event.httpMethod` and `event.resource`: the pattern that its path matches.

mod alexa;
mod data_classes;
mod express;
mod fastapi;
mod fastify;
mod graphql;
mod hono;
mod koa;
mod middleware;
mod passage;
mod powertools;
mod python;
mod retry;
mod retry_identity;
mod router;

use aplomb_symbolic::{Call, Machine, Outcome, Path, Term};

/// A framework: what a call means, if it is one of its own.
pub(crate) type Framework = fn(&mut Machine<'_>, &Call, &Path) -> Option<Outcome>;

/// The frameworks, in no order, as the models of libraries.
pub(crate) const REGISTERED: [Framework; 11] = [
    express::call,
    fastapi::call,
    fastify::call,
    koa::call,
    python::call,
    graphql::call,
    hono::call,
    middleware::call,
    powertools::call,
    retry::call,
    alexa::call,
];

/// Whether a function of a framework only makes an answer.
pub(crate) fn makes_answer(path: &str) -> bool {
    python::makes_answer(path)
}

/// What a call into one of these frameworks means.
pub(crate) fn call(
    frameworks: &[Framework],
    machine: &mut Machine<'_>,
    call: &Call,
) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    frameworks.iter().find_map(|framework| framework(machine, call, &path))
}

/// Members of what a framework gives to the program.
pub(crate) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    python::member(machine, object, name).or_else(|| fastify::member(machine, object, name))
}
