//! Who may call what: objects for one producer and one consumer, and their kind.

use std::str::FromStr;

use aplomb_linearizability::{Call, Client};

/// The methods that threads of each role call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles(Vec<Role>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Role {
    methods: Vec<String>,
    /// Whether several threads may have it.
    several: bool,
}

impl FromStr for Roles {
    type Err = String;

    fn from_str(text: &str) -> Result<Roles, String> {
        let role = |part: &str| {
            let part = part.trim();
            let (names, several) = match part.strip_suffix('+') {
                Some(names) => (names, true),
                None => (part, false),
            };
            let methods: Vec<String> = names.split(',').map(|it| it.trim().to_owned()).collect();
            if methods.iter().any(String::is_empty) {
                return Err(format!("`{part}` is no role: write methods, as in \"offer || poll\""));
            }
            Ok(Role { methods, several })
        };
        text.split("||").map(role).collect::<Result<_, _>>().map(Roles)
    }
}

impl Roles {
    /// How many threads it takes to fill every role.
    pub fn threads(&self) -> usize {
        self.0.len()
    }

    /// All methods of all roles.
    pub fn methods(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|role| &role.methods).map(String::as_str)
    }

    /// Whether the threads can be given roles so that each calls what its role allows.
    pub fn allow(&self, client: &Client) -> bool {
        self.assign(&client.threads, &mut vec![0; self.0.len()])
    }

    /// `taken` counts the threads of each role.
    fn assign(&self, threads: &[Vec<Call>], taken: &mut Vec<usize>) -> bool {
        let Some((first, rest)) = threads.split_first() else { return true };
        (0..self.0.len()).any(|place| {
            let role = &self.0[place];
            let free = role.several || taken[place] == 0;
            let fits = |call: &Call| role.methods.iter().any(|name| **name == *call.method);
            if !free || !first.iter().all(fits) {
                return false;
            }
            taken[place] += 1;
            let done = self.assign(rest, taken);
            taken[place] -= 1;
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(roles: &str, client: &str) -> bool {
        let roles: Roles = roles.parse().expect("roles");
        roles.allow(&client.parse().expect("a client"))
    }

    #[test]
    fn threads_keep_to_their_roles() {
        for (roles, client, expected) in [
            ("offer || poll", "offer(1) || poll()", true),
            ("offer || poll", "poll(); poll() || offer(1)", true),
            ("offer || poll", "offer(1) || offer(2)", false),
            ("offer || poll", "offer(1); poll() || poll()", false),
            ("offer+ || poll", "offer(1) || offer(2) || poll()", true),
            ("offer+ || poll", "offer(1) || poll() || poll()", false),
            ("offer,size || poll,size", "size() || offer(1); size()", true),
        ] {
            assert_eq!(allowed(roles, client), expected, "{roles}: {client}");
        }
    }

    #[test]
    fn a_role_has_methods() {
        assert!("offer ||".parse::<Roles>().is_err());
    }
}
