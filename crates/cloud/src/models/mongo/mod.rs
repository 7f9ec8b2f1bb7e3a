//! MongoDB: the drivers of both languages, and mongoose.
//!
//! Documents are cells named by their `_id`. Filters by anything else read or
//! write all documents that match.

mod bulk;
mod document;
mod driver;
mod mongoose;
mod object;
mod schema;
mod session;
mod shape;
mod update;

use aplomb_symbolic::{Call, Machine, Outcome, Path, PathSegment, Term};

/// What a call into a MongoDB library means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    driver::call(machine, call, &path).or_else(|| mongoose::call(machine, call, &path))
}

/// What awaiting (or iterating over) a query gives.
pub(super) fn awaited(machine: &mut Machine<'_>, value: Term) -> Option<Outcome> {
    let path = Path::of(machine.terms(), value)?;
    match &*path.root {
        "mongoose" => mongoose::awaited(machine, &path),
        "mongodb" | "pymongo" | "motor" => driver::awaited(machine, &path),
        _ => None,
    }
}

/// Members that are more than a step of a chain.
pub(super) fn member(machine: &mut Machine<'_>, object: Term, name: &str) -> Option<Term> {
    mongoose::member(machine, object, name)
}

/// A call in a chain: its name and arguments.
struct Link {
    name: String,
    arguments: Vec<Term>,
    named: Option<Term>,
}

/// The calls of a chain, with the members before them.
fn links(path: &Path) -> Vec<Link> {
    let mut found = Vec::new();
    let mut name = path.root.rsplit('.').next().unwrap_or_default().to_string();
    for segment in &path.segments {
        match segment {
            PathSegment::Member(member) => name = member.to_string(),
            PathSegment::Called { arguments, named, .. } => {
                found.push(Link { name: name.clone(), arguments: arguments.clone(), named: *named })
            }
        }
    }
    found
}
