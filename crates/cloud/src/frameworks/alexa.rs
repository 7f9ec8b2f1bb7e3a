//! Skills for Alexa: request handlers that are asked in turn whether they can handle
//! a request.

use aplomb_symbolic::{Call, Machine, Outcome, Path, Stop, Term};

/// How skills are named; the place where one is built follows.
const SKILL: &str = "aplomb:alexa:skill:";
const HANDLE: &str = "aplomb:alexa:handle";
/// What builds a response; what it was told is data.
const RESPONSE: &str = "aplomb:alexa:response";
/// What keeps attributes of the session, which are part of the response.
const ATTRIBUTES: &str = "aplomb:alexa:attributes";

/// What a call into the kit for skills means.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    if path.root.starts_with("ask-sdk") && matches!(path.last(), "custom" | "standard") {
        let name = format!("{SKILL}{}:{}", call.span.file.0, call.span.start);
        return Some(Ok(machine.terms().external(name)));
    }
    match &*path.root {
        HANDLE => return Some(handle(machine, call)),
        RESPONSE => return Some(respond(machine, call, path)),
        ATTRIBUTES => return attributes(machine, call, path),
        _ => {}
    }
    path.root.strip_prefix(SKILL)?;
    let skill = machine.terms().external(path.root.clone());
    Some(match path.last() {
        "addRequestHandlers" | "addRequestHandler" => {
            add(machine, skill, "handlers", &call.arguments).map(|()| skill)
        }
        "addErrorHandlers" => {
            add(machine, skill, "error handlers", &call.arguments).map(|()| skill)
        }
        "lambda" => Ok(machine.function(HANDLE, &[skill])),
        "withSkillId"
        | "withApiClient"
        | "withCustomUserAgent"
        | "withTableName"
        | "withAutoCreateTable" => Ok(skill),
        _ => {
            machine.escape_all(call);
            Ok(skill)
        }
    })
}

fn add(machine: &mut Machine<'_>, skill: Term, kind: &str, handlers: &[Term]) -> Result<(), Stop> {
    let known = machine.get(skill, kind)?;
    let mut all = machine.items(known).unwrap_or_default();
    all.extend_from_slice(handlers);
    let all = machine.new_list(all);
    machine.set(skill, kind, all)
}

/// The handler of a skill is called: data is the skill.
fn handle(machine: &mut Machine<'_>, call: &Call) -> Outcome {
    let nothing = machine.terms().undefined();
    let skill = call.argument(0).unwrap_or(nothing);
    let event = call.argument(1).unwrap_or(nothing);
    let context = call.argument(2).unwrap_or(nothing);
    let builder = machine.terms().external(RESPONSE);
    let session = machine.get(event, "session")?;
    let attributes = machine.get(session, "attributes")?;
    let manager = machine.terms().external(ATTRIBUTES);
    machine.set(manager, "session", attributes)?;
    let input = machine.new_record([
        ("requestEnvelope", event),
        ("context", context),
        ("responseBuilder", builder),
        ("attributesManager", manager),
    ]);
    let known = machine.get(skill, "handlers")?;
    let handlers = machine.items(known).unwrap_or_default();
    machine.catch(
        |machine| ask(machine, &handlers, input),
        |machine, error| {
            let known = machine.get(skill, "error handlers")?;
            let handlers = machine.items(known).unwrap_or_default();
            match handlers.first() {
                Some(&first) => {
                    let answer = machine.call_method(first, "handle", &[input, error])?;
                    machine.settle(answer)
                }
                None => machine.throw(error),
            }
        },
    )
}

/// The first handler that can handle the request does.
fn ask(machine: &mut Machine<'_>, handlers: &[Term], input: Term) -> Outcome {
    let Some((&first, rest)) = handlers.split_first() else {
        let message = machine.terms().string("no handler for the request");
        let error = machine.error(&["Error"], message, &[]);
        return machine.throw(error);
    };
    let can = machine.call_method(first, "canHandle", &[input])?;
    let can = machine.settle(can)?;
    let can = machine.truth(can);
    machine.branch(
        can,
        |machine| {
            let answer = machine.call_method(first, "handle", &[input])?;
            machine.settle(answer)
        },
        |machine| ask(machine, rest, input),
    )
}

/// `responseBuilder.speak(text).getResponse()`.
fn respond(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Outcome {
    if path.last() != "getResponse" {
        machine.escape_all(call);
        return Ok(machine.chain(call));
    }
    let mut told = path.given();
    let manager = machine.terms().external(ATTRIBUTES);
    let session = machine.get(manager, "session")?;
    told.push(machine.freeze(session));
    Ok(machine.terms().pure("alexa.response", &told))
}

/// Attributes that last longer than the session are not understood.
fn attributes(machine: &mut Machine<'_>, call: &Call, path: &Path) -> Option<Outcome> {
    let manager = machine.terms().external(ATTRIBUTES);
    match path.last() {
        "getSessionAttributes" => Some(machine.get(manager, "session")),
        "setSessionAttributes" => {
            let given = call.argument(0)?;
            Some(machine.set(manager, "session", given).map(|()| manager))
        }
        _ => None,
    }
}
