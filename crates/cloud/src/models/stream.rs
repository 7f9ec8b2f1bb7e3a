//! Streams: in the replies of services, of files and of other programs. Who listens
//! to one gets its content and its end at once.

use super::packages::{callback, deliver, run_program};
use aplomb_script::Language;
use aplomb_symbolic::{Call, Machine, Node, Operator, Outcome, Path, PathSegment, Term};

/// A stream; its content is what it was made of.
const STREAM: &str = "aplomb:stream";
/// A stream that another one takes apart: its content are the parts.
const PARTS_OF: &str = "aplomb:stream:parts";

/// A stream that is read line by line.
const LINES_OF: &str = "aplomb:stream:lines";

/// A stream with this content.
pub(super) fn of(machine: &mut Machine<'_>, content: Term) -> Term {
    made(machine, STREAM, content)
}

fn made(machine: &mut Machine<'_>, kind: &str, content: Term) -> Term {
    let kind = machine.terms().external(kind);
    machine.terms().apply(Operator::Called, &[kind, content])
}

/// What a call means that makes a stream, listens to one or leads one into another.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let root = path.root.trim_start_matches("node:");
    match (root, path.last()) {
        ("fs", "createReadStream" | "createWriteStream") => Some(file(machine, call)),
        ("stream" | "stream/promises" | "util", "pipeline" | "finished")
            if path.segments.len() < 3 =>
        {
            let done = |machine: &mut Machine<'_>| Ok(machine.terms().undefined());
            Some(deliver(machine, call, done))
        }
        ("readline" | "readline/promises", "createInterface") => lines(machine, call),
        ("child_process", "spawn" | "fork") => Some(run_program(machine, call).map(|given| {
            let mut call = call.clone();
            call.arguments.extend(given);
            machine.chain(&call)
        })),
        (_, "pipe") if call.argument(0).is_some_and(|into| is_stream(machine, into)) => {
            let from = call.receiver.into_iter().collect::<Vec<_>>();
            Some(machine.write_file(&from).map(|()| call.arguments[0]))
        }
        ("child_process" | "stream" | STREAM | PARTS_OF | LINES_OF, name) if is_made(&path) => {
            let same = call.receiver.unwrap_or(call.callee);
            match name {
                "on" | "once" | "addListener" => Some(listen(machine, call, &path, same)),
                "pipe" => Some(lead(machine, call, &path)),
                "end" | "write" | "destroy" | "resume" | "pause" | "setEncoding" | "unref"
                | "kill" | "close" => match callback(machine, call) {
                    Some(callback) => Some(machine.call(callback, None, &[]).map(|_| same)),
                    None => Some(Ok(same)),
                },
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_stream(machine: &mut Machine<'_>, value: Term) -> bool {
    Path::of(machine.terms(), value).is_some_and(|path| &*path.root == STREAM)
}

/// Whether a method is called of something that was made.
fn is_made(path: &Path) -> bool {
    path.segments.iter().any(|segment| matches!(segment, PathSegment::Called { .. }))
}

/// `readline.createInterface({ input })`: the lines of a stream.
fn lines(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let options = call.argument(0)?;
    let input = machine.freeze(options);
    let input = machine.terms().field(input, "input");
    let is_known = match Path::of(machine.terms(), input) {
        Some(path) => matches!(&*path.root, STREAM | PARTS_OF) && is_made(&path),
        None => !matches!(machine.view(input), Node::Undefined | Node::Null),
    };
    is_known.then(|| Ok(made(machine, LINES_OF, input)))
}

/// A file that is read or written.
fn file(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    machine.assume(&aplomb_symbolic::assumptions::DEPLOYED_FILES);
    let name = call.argument(0).unwrap_or_else(|| machine.terms().undefined());
    let name = machine.freeze(name);
    let mut depends = vec![name];
    depends.extend(machine.left_in(&[name]));
    depends.extend(machine.written_files()?);
    let content = machine.terms().pure("local file", &depends);
    Ok(of(machine, content))
}

/// Somebody listens to a stream: it comes to its end, and without an error.
fn listen(machine: &mut Machine<'_>, call: &Call, path: &Path, same: Term) -> Outcome {
    let Some(listener) = callback(machine, call) else { return Ok(same) };
    let event = call.argument(0).and_then(|event| machine.terms().as_str(event).cloned());
    let given = path.given();
    match event.as_deref() {
        // In a concrete run there is one part.
        Some("data") if &*path.root == PARTS_OF && !machine.is_concrete() => {
            let parts = machine.terms().pure("parts", &given);
            machine.for_each(parts, &mut |machine, part| machine.call(listener, None, &[part]))?;
        }
        Some("line") if &*path.root == LINES_OF => {
            let lines = machine.terms().pure("lines", &given);
            machine.for_each(lines, &mut |machine, line| machine.call(listener, None, &[line]))?;
        }
        Some("data") => {
            let content = machine.terms().pure("content", &given);
            machine.call(listener, None, &[content])?;
        }
        // Another program tells how it ended.
        Some("exit" | "close") if &*path.root == "child_process" => {
            let code = machine.terms().pure("exit code", &given);
            machine.call(listener, None, &[code])?;
        }
        Some("end" | "finish" | "close" | "exit" | "open" | "ready" | "readable") => {
            machine.call(listener, None, &[])?;
        }
        Some("error" | "warning" | "disconnect") => {}
        _ => machine.escape_all(call),
    }
    Ok(same)
}

/// `from.pipe(into)`: a file takes all of it, anything else takes it apart.
fn lead(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Outcome {
    let into = call.argument(0).unwrap_or(call.callee);
    let target = Path::of(machine.terms(), into).map(|path| path.root);
    if target.is_some_and(|root| matches!(&*root, STREAM | "stream" | "zlib")) {
        return Ok(into);
    }
    let mut given = path.given();
    given.push(machine.freeze(into));
    let content = machine.terms().pure("piped", &given);
    Ok(made(machine, PARTS_OF, content))
}

/// What a loop over a stream gives.
pub(super) fn awaited(machine: &mut Machine<'_>, value: Term) -> Option<Outcome> {
    let path = Path::of(machine.terms(), value)?;
    let parts = match &*path.root {
        STREAM | PARTS_OF => "parts",
        LINES_OF => "lines",
        _ => return None,
    };
    (path.segments.len() == 1).then(|| Ok(machine.terms().pure(parts, &path.given())))
}

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
