//! What operations of AWS services do, by the services' own descriptions. The facts are in
//! `aws_operations.txt`, which `aws_operations.py` makes.

use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// What an operation does to its service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It only looks.
    Read,
    /// It sets something to what the request says: repeating it changes nothing.
    Set,
    /// It changes something each time.
    Write,
}

/// The operations of a service. All that are not listed write.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Service {
    reads: Vec<&'static str>,
    sets: Vec<&'static str>,
    /// Parameters by which it recognises a repetition.
    pub(super) tokens: Vec<&'static str>,
}

impl Service {
    /// What an operation does, by its name in camel case.
    pub(super) fn kind(&self, operation: &str) -> Kind {
        let listed = |names: &[&str]| names.iter().any(|name| is_named(operation, name));
        match () {
            () if listed(&self.reads) => Kind::Read,
            () if listed(&self.sets) => Kind::Set,
            () => Kind::Write,
        }
    }
}

/// Whether an operation has this name, or begins with these words.
fn is_named(operation: &str, name: &str) -> bool {
    let same = |operation: &str, name: &str| operation.eq_ignore_ascii_case(name);
    match name.strip_suffix('*') {
        None => same(operation, name),
        Some(words) => {
            let begins = operation.get(..words.len()).is_some_and(|begin| same(begin, words));
            begins && !operation[words.len()..].starts_with(char::is_lowercase)
        }
    }
}

/// The service that SDKs call so; letters and digits of the name count.
pub(super) fn service(name: &str) -> Option<&'static Service> {
    static SERVICES: OnceLock<FxHashMap<&'static str, Service>> = OnceLock::new();
    let services = SERVICES.get_or_init(|| {
        parse(include_str!("aws_operations.txt")).expect("the facts are well-formed")
    });
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = match name.to_lowercase().as_str() {
        // As version 2 of the SDK calls them.
        "cognitoidentityserviceprovider" => "cognitoidp".to_string(),
        "cloudwatchevents" => "events".to_string(),
        name => name.to_string(),
    };
    services.get(name.as_str())
}

fn parse(text: &'static str) -> Result<FxHashMap<&'static str, Service>, String> {
    let mut services = FxHashMap::default();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split("; ");
        for name in parts.next().unwrap_or_default().split(' ') {
            services.insert(name, Service::default());
            let service = services.get_mut(name).expect("just inserted");
            for part in parts.clone() {
                let (section, names) = part.split_once(' ').ok_or(part)?;
                let names = names.split(' ').collect();
                match section {
                    "read" => service.reads = names,
                    "set" => service.sets = names,
                    "token" => service.tokens = names,
                    _ => return Err(format!("{section}: not a section")),
                }
            }
        }
    }
    Ok(services)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_known_by_their_services() {
        for (name, operation, expected) in [
            ("sqs", "getQueueUrl", Kind::Read),
            ("sqs", "sendMessage", Kind::Write),
            ("sns", "listTopics", Kind::Read),
            ("sns", "publish", Kind::Write),
            ("cognito-idp", "adminGetUser", Kind::Read),
            ("cognitoidentityserviceprovider", "adminCreateUser", Kind::Write),
            ("lambda", "invoke", Kind::Write),
            ("ses", "verifyEmailIdentity", Kind::Write),
            ("eventbridge", "putEvents", Kind::Write),
            ("sfn", "describeExecution", Kind::Read),
            ("sfn", "startExecution", Kind::Write),
            ("sqs", "getaway", Kind::Write),
        ] {
            let known = service(name).expect(name);
            assert_eq!(known.kind(operation), expected, "{name} {operation}");
        }
        assert!(service("ecs").expect("ecs").tokens.contains(&"clientToken"));
        assert_eq!(service("no such service"), None);
    }

    #[test]
    fn a_section_that_is_not_known_is_refused() {
        assert!(parse("sqs; reed Get*").is_err());
    }
}
