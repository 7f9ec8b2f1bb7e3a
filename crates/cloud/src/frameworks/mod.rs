//! Web frameworks: one handler that serves many routes.
//!
//! The router of a framework is an external with a name of its own, made where
//! the program makes it; its routes are fields of it. A request is routed by
//! `event.httpMethod` and `event.resource`: the pattern that its path matches.

mod alexa;
mod express;
mod graphql;
mod middleware;
mod powertools;
mod python;
mod retry;
mod retry_identity;
mod router;

use aplomb_symbolic::{Call, Machine, Outcome, Path, Term};

/// What a call into a framework means.
pub(crate) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    express::call(machine, call, &path)
        .or_else(|| python::call(machine, call, &path))
        .or_else(|| graphql::call(machine, call, &path))
        .or_else(|| middleware::call(machine, call, &path))
        .or_else(|| powertools::call(machine, call, &path))
        .or_else(|| retry::call(machine, call, &path))
        .or_else(|| alexa::call(machine, call, &path))
}

/// Members of what a framework gives to the program.
pub(crate) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    python::member(machine, object, name)
}
