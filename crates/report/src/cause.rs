//! Why a verdict is *unknown*: one of a list, each with what it means and what helps. The
//! finding's reason says it of the case at hand.

use serde::{Deserialize, Serialize};

macro_rules! causes {
    ($($(#[$doc:meta])* $cause:ident = $name:literal, $means:literal, $helps:literal;)*) => {
        /// Why something could not be decided.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Cause {
            $($(#[$doc])* #[doc = $means] $cause,)*
        }

        impl Cause {
            /// All causes.
            pub const ALL: &[Cause] = &[$(Cause::$cause),*];

            /// The name used in JSON, and for `aplomb explain`.
            pub fn name(self) -> &'static str {
                match self { $(Cause::$cause => $name,)* }
            }

            /// What it means.
            pub fn means(self) -> &'static str {
                match self { $(Cause::$cause => $means,)* }
            }

            /// What helps.
            pub fn helps(self) -> &'static str {
                match self { $(Cause::$cause => $helps,)* }
            }
        }
    };
}

causes! {
    NotSupported = "not-supported",
        "The input uses something that Aplomb does not handle, or lacks something that it needs.",
        "The reason names it. Write it in another way, say in `aplomb.toml` what it does, or leave it out of what is checked.";
    #[default]
    Undecided = "undecided",
        "Neither a proof nor a violation was found.",
        "The reason says what could not be proved. A smaller or simpler function, class or model may be decided.";
    LimitReached = "limit-reached",
        "A limit on time, memory, states or work was reached.",
        "Raise the limit, or check less at a time.";
    NotExecuted = "not-executed",
        "A run that might show a violation could not be executed to its end.",
        "The reason names the value or the call on which it depends.";
    Sampled = "sampled",
        "Only some runs or events were looked at, and none of them is a violation.",
        "Explore all runs within smaller bounds, or mend what could not be read.";
    Vacuous = "vacuous",
        "The assumptions contradict each other, so nothing was checked.",
        "Remove or correct an assumption.";
    Unread = "unread",
        "The input could not be read.",
        "The reason says where it is wrong, or which file is missing.";
    Unconfirmed = "unconfirmed",
        "The search found a violation that its judge could not confirm.",
        "This is a defect of Aplomb: please report it with the input.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_json() {
        for cause in Cause::ALL {
            assert_eq!(serde_json::to_value(cause).unwrap(), cause.name());
        }
    }
}
