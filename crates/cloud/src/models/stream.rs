//! Streams in the replies of services: the program reads them, and has the content.

use aplomb_script::Language;
use aplomb_symbolic::{Machine, Outcome, Term};

/// Methods that give the whole content of a stream.
const WHOLE: [&str; 8] = [
    "read",
    "getvalue",
    "transformToString",
    "transformToByteArray",
    "transformToWebStream",
    "arrayBuffer",
    "text",
    "json",
];

/// Methods that give it in parts.
const PARTS: [&str; 5] = ["readline", "readlines", "iter_lines", "iter_chunks", "iter_content"];

/// A method of something in a reply.
pub(super) fn method(machine: &mut Machine<'_>, data: Term, name: &str) -> Option<Outcome> {
    let content = if WHOLE.contains(&name) {
        data
    } else if PARTS.contains(&name) {
        machine.terms().pure(name, &[data])
    } else if name == "close" {
        machine.terms().null()
    } else {
        return None;
    };
    Some(match machine.dialect().language {
        Language::JavaScript => machine.promise(|_| Ok(content)),
        Language::Python => Ok(content),
    })
}
