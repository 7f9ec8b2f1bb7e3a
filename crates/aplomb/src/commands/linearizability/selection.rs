//! Which clients are explored.

use aplomb_linearizability::{
    Bounds, Call, ClassUnderTest, Client, Enumeration, Larger, Sampling,
    class::{MethodChoice, Reference, alphabet, left_out},
};
use aplomb_report::counted;

use super::{Clients, roles::Roles};
use crate::error::InputError;

/// The clients to explore.
pub struct Selection {
    pub clients: Vec<Client>,
    /// The bound of a verdict about them.
    pub bound: String,
    /// Clients beyond that bound, to be explored while there is time.
    larger: Option<Larger>,
    roles: Option<Roles>,
    /// Methods for which no arguments can be made up.
    pub left_out: Vec<String>,
    /// Whether the user named each of them.
    pub is_explicit: bool,
}

impl Selection {
    pub fn new(arguments: &Clients, class: &ClassUnderTest) -> Result<Selection, InputError> {
        if arguments.client.is_empty() {
            Selection::of_methods(arguments, class)
        } else {
            let clients = arguments.client.clone();
            let bound = match clients.len() {
                1 => format!("the client {}", clients[0]),
                count => format!("the {count} clients given"),
            };
            Ok(Selection {
                clients,
                bound,
                larger: None,
                roles: None,
                left_out: Vec::new(),
                is_explicit: true,
            })
        }
    }

    /// All clients that call some methods, or a sample if they are too many.
    fn of_methods(arguments: &Clients, class: &ClassUnderTest) -> Result<Selection, InputError> {
        let wanted = |call: &Call| match &class.reference {
            Reference::Named(named, _) => named.validate(call).is_ok(),
            Reference::Itself | Reference::Class(_) => true,
        };
        let values = usize::from(arguments.values);
        let methods = methods(arguments)?;
        let calls_with = |values| {
            alphabet(&class.jvm, &class.class, &methods, values, wanted)
                .map_err(InputError::refused)
        };
        let calls = calls_with(values)?;
        let left_out = left_out(&class.jvm, &class.class, &methods).map_err(InputError::refused)?;
        let roles = arguments.roles.as_ref();
        let allowed = |client: &Client| roles.is_none_or(|roles| roles.allow(client));
        let threads = roles.map_or(usize::from(arguments.threads), |roles| {
            roles.threads().max(usize::from(arguments.threads))
        });
        let bounds = Bounds {
            threads,
            operations: usize::from(arguments.ops),
            interchangeable_values: arguments.interchangeable_values,
        };
        let size = format!(
            "{}, up to {} each, {}",
            counted(threads, "thread"),
            counted(arguments.ops, "call"),
            counted(values, "value")
        );
        let larger = match arguments.larger {
            0 => None,
            _ => Some(Larger::new(calls_with(values + 2)?, bounds.clone(), arguments.seed)),
        };
        let all = Enumeration::new(calls.clone(), bounds.clone());
        let total = all.size();
        let (clients, bound): (Vec<Client>, String) = if total <= arguments.limit as u128 {
            let clients: Vec<Client> = all.filter(allowed).collect();
            let in_roles = if roles.is_some() { " in their roles" } else { "" };
            let all = match clients.len() {
                1 => "the only client".to_owned(),
                count => format!("all {count} clients"),
            };
            let bound = format!("{all} with {size}{in_roles}");
            (clients, bound)
        } else {
            let drawn = Sampling::new(calls, bounds, arguments.seed).take(arguments.limit);
            let clients: Vec<Client> = drawn.filter(allowed).collect();
            let (count, seed) = (clients.len(), arguments.seed);
            (clients, format!("{count} of {total} clients with {size}, drawn with seed {seed}"))
        };
        let roles = roles.cloned();
        Ok(Selection { clients, bound, larger, roles, left_out, is_explicit: false })
    }

    /// Clients beyond the bound.
    pub fn larger(&self) -> Option<Larger> {
        self.larger.clone()
    }

    /// Whether the threads of a client keep to their roles.
    pub fn allows(&self, client: &Client) -> bool {
        self.roles.as_ref().is_none_or(|roles| roles.allow(client))
    }
}

/// The methods that are named, or those of the roles.
fn methods(arguments: &Clients) -> Result<Vec<MethodChoice>, InputError> {
    match &arguments.roles {
        Some(roles) if arguments.methods.is_empty() => {
            let choices = roles.methods().map(str::parse);
            let mut choices: Vec<MethodChoice> =
                choices.collect::<Result<_, _>>().map_err(InputError::refused)?;
            choices.dedup();
            Ok(choices)
        }
        _ => Ok(arguments.methods.clone()),
    }
}
