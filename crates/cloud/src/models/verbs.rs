//! What the name of a method says it does to a service.

/// What a method does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// It changes something, or somebody sees it.
    Write,
    /// It only looks.
    Read,
}

/// Verbs of methods that others see.
const WRITE: [&str; 62] = [
    "accept",
    "add",
    "answer",
    "apply",
    "approve",
    "archive",
    "attach",
    "batch",
    "block",
    "broadcast",
    "bulk",
    "cancel",
    "capture",
    "charge",
    "close",
    "complete",
    "confirm",
    "copy",
    "create",
    "deactivate",
    "delete",
    "detach",
    "disable",
    "dispatch",
    "edit",
    "emit",
    "enable",
    "enqueue",
    "execute",
    "finalize",
    "forward",
    "import",
    "insert",
    "invite",
    "invoke",
    "issue",
    "join",
    "kick",
    "leave",
    "mark",
    "move",
    "notify",
    "open",
    "patch",
    "pay",
    "pin",
    "post",
    "publish",
    "push",
    "put",
    "refund",
    "register",
    "remove",
    "reply",
    "save",
    "send",
    "set",
    "submit",
    "trigger",
    "update",
    "upload",
    "upsert",
];

/// Verbs of methods that only look.
const READ: [&str; 22] = [
    "all", "check", "count", "describe", "download", "exists", "export", "fetch", "find", "get",
    "head", "info", "iter", "list", "lookup", "query", "read", "retrieve", "scroll", "search",
    "show", "stat",
];

/// What the name of a method says; `None` if it says nothing.
pub(super) fn of(name: &str) -> Option<Verb> {
    let verb = first_word(name);
    let says = |verbs: &[&str]| verbs.contains(&verb.as_str());
    match () {
        () if says(&WRITE) => Some(Verb::Write),
        () if says(&READ) => Some(Verb::Read),
        () => None,
    }
}

/// Verbs of methods by which somebody else gets something.
const SEND: [&str; 16] = [
    "broadcast",
    "charge",
    "deliver",
    "dispatch",
    "emit",
    "enqueue",
    "fetch",
    "invite",
    "notify",
    "pay",
    "post",
    "publish",
    "refund",
    "send",
    "submit",
    "upload",
];

/// Whether the name of a method says that somebody else gets something, whatever kind of
/// package it is in.
pub(super) fn sends(name: &str) -> bool {
    SEND.contains(&first_word(name).as_str())
}

/// The first word of a name in camel case or with underscores, in lower case.
fn first_word(name: &str) -> String {
    let name = name.trim_start_matches('_');
    let end = name.char_indices().skip(1).find(|&(_, c)| c.is_uppercase() || c == '_');
    let end = end.map_or(name.len(), |(index, _)| index);
    name[..end].to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_of_a_name_tells() {
        for (name, expected) in [
            ("create", Some(Verb::Write)),
            ("sendMessage", Some(Verb::Write)),
            ("post_message", Some(Verb::Write)),
            ("retrieve", Some(Verb::Read)),
            ("listForUser", Some(Verb::Read)),
            ("getaway", None),
            ("frobnicate", None),
        ] {
            assert_eq!(of(name), expected, "{name}");
        }
    }
}
