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
    /// What changes something although its name only speaks of looking.
    writes: Vec<&'static str>,
    /// Parameters by which it recognises a repetition.
    pub(super) tokens: Vec<&'static str>,
    creates: Vec<Created>,
}

/// An operation that makes something under a name of the caller's, and that fails where there
/// is one of that name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Created {
    operation: &'static str,
    /// The error that says that there is one, as its class and as its code.
    pub(super) error: &'static str,
    pub(super) code: &'static str,
    /// The parameters that name it.
    pub(super) key: Vec<&'static str>,
}

impl Created {
    /// Reads `CreateGroup=GroupExistsException(GroupName,UserPoolId)`, with a code after the
    /// error where that is another one.
    fn parse(text: &'static str) -> Option<Created> {
        let (operation, rest) = text.split_once('=')?;
        let (error, key) = rest.strip_suffix(')')?.split_once('(')?;
        let (error, code) = error.split_once('/').unwrap_or((error, error));
        Some(Created { operation, error, code, key: key.split(',').collect() })
    }
}

impl Service {
    /// What an operation does, by its name in camel case.
    pub(super) fn kind(&self, operation: &str) -> Kind {
        let listed = |names: &[&str]| names.iter().any(|name| is_named(operation, name));
        match () {
            () if listed(&self.writes) => Kind::Write,
            () if listed(&self.reads) => Kind::Read,
            () if listed(&self.sets) => Kind::Set,
            () => Kind::Write,
        }
    }

    /// What an operation makes, if that has a name of the caller's.
    pub(super) fn created(&self, operation: &str) -> Option<&Created> {
        self.creates.iter().find(|created| is_named(operation, created.operation))
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
            let mut service = Service::default();
            let mut sections = Vec::new();
            for part in parts.clone() {
                let (section, names) = part.split_once(' ').ok_or(part)?;
                if sections.contains(&section) {
                    return Err(format!("{name} has two sections {section}"));
                }
                sections.push(section);
                let names: Vec<&str> = names.split(' ').collect();
                match section {
                    "read" => service.reads = names,
                    "set" => service.sets = names,
                    "write" => service.writes = names,
                    "token" => service.tokens = names,
                    "create" => {
                        let parsed = names.into_iter().map(|n| Created::parse(n).ok_or(n));
                        service.creates = parsed.collect::<Result<_, _>>()?;
                    }
                    _ => return Err(format!("{section}: not a section")),
                }
            }
            if services.insert(name, service).is_some() {
                return Err(format!("{name} stands there twice"));
            }
        }
    }
    Ok(services)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

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
            ("cognito-idp", "getUserAttributeVerificationCode", Kind::Write),
            ("lexv2-runtime", "recognizeText", Kind::Write),
        ] {
            let known = service(name).expect(name);
            assert_eq!(known.kind(operation), expected, "{name} {operation}");
        }
        assert!(service("ecs").expect("ecs").tokens.contains(&"clientToken"));
        assert_eq!(service("no such service"), None);
    }

    #[test]
    fn creators_know_the_error_for_what_exists() {
        for (name, operation, error, code) in [
            (
                "cognito-idp",
                "adminCreateUser",
                "UsernameExistsException",
                "UsernameExistsException",
            ),
            ("iam", "createRole", "EntityAlreadyExistsException", "EntityAlreadyExists"),
            ("s3", "createBucket", "BucketAlreadyOwnedByYou", "BucketAlreadyOwnedByYou"),
            ("transcribe", "startTranscriptionJob", "ConflictException", "ConflictException"),
        ] {
            let created = service(name).and_then(|known| known.created(operation)).expect(name);
            assert_eq!((created.error, created.code), (error, code), "{name} {operation}");
        }
        // Zones of one name differ in what their callers say.
        assert_eq!(service("route53").expect("route53").created("createHostedZone"), None);
    }

    #[test]
    fn a_section_that_is_not_known_is_refused() {
        assert!(parse("sqs; reed Get*").is_err());
        assert!(parse("sqs; create CreateQueue").is_err());
        assert!(parse("sqs; read Get*; read List*").is_err());
        assert!(parse("sqs; read Get*\nsqs; set Tag*").is_err());
    }

    /// Every name in the facts decides what some operation does: no other hides it.
    #[test]
    fn every_name_in_the_facts_is_reached() {
        let services = parse(include_str!("aws_operations.txt")).expect("the facts");
        let services: BTreeMap<_, _> = services.into_iter().collect();
        let mut hidden = Vec::new();
        for (name, service) in &services {
            let sections = [
                (&service.writes, Kind::Write),
                (&service.reads, Kind::Read),
                (&service.sets, Kind::Set),
            ];
            for (names, kind) in sections {
                for pattern in names {
                    let operation = pattern.replace('*', "Unlisted");
                    if service.kind(&operation) != kind {
                        hidden.push(format!("{name} {operation}"));
                    }
                }
            }
            for created in &service.creates {
                assert_eq!(service.created(created.operation), Some(created), "{name}");
            }
        }
        assert_eq!(hidden, Vec::<String>::new());
    }
}
