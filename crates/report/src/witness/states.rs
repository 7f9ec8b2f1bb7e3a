//! What an execution ended with, against what it may end with.

use serde::{Deserialize, Serialize};

use super::WitnessError;

/// What an execution ended with, against everything it may end with.
///
/// ```
/// use aplomb_report::FinalStates;
///
/// let states = FinalStates::observed("with a retry", [("balance", "80")])
///     .allowed("without a retry", ["90"])
///     .claim("the customer is charged twice");
/// assert!(states.differs(0, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinalStates {
    /// What is compared: variables, keys, returned values.
    pub names: Vec<String>,
    /// What happened.
    pub observed: Alternative,
    /// What may happen instead.
    pub allowed: Vec<Alternative>,
    /// How many more allowed states there are than are listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
    /// One sentence that says what is wrong with what happened; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub claim: String,
}

/// One final state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    /// Which execution ends so: `with a retry`, `T1 before T2`.
    pub title: String,
    /// One value for each of [`FinalStates::names`].
    pub values: Vec<String>,
}

impl FinalStates {
    /// Says what happened: each name with its value.
    pub fn observed<N: Into<String>, V: Into<String>>(
        title: impl Into<String>,
        state: impl IntoIterator<Item = (N, V)>,
    ) -> FinalStates {
        let (names, values) = state.into_iter().map(|(n, v)| (n.into(), v.into())).unzip();
        FinalStates {
            names,
            observed: Alternative { title: title.into(), values },
            allowed: Vec::new(),
            more: 0,
            claim: String::new(),
        }
    }

    /// Adds a state that may happen instead: its values in the order of the names.
    ///
    /// # Panics
    ///
    /// If there are more or fewer values than names.
    pub fn allowed<V: Into<String>>(
        mut self,
        title: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> FinalStates {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        assert_eq!(values.len(), self.names.len(), "one value for each name");
        self.allowed.push(Alternative { title: title.into(), values });
        self
    }

    /// Says that this many more states are allowed than are listed.
    pub fn more(mut self, more: usize) -> FinalStates {
        self.more = more;
        self
    }

    /// Says what is wrong with what happened.
    pub fn claim(mut self, claim: impl Into<String>) -> FinalStates {
        self.claim = claim.into();
        self
    }

    /// Whether allowed state `allowed` has another value than what happened, for
    /// the name at position `name`.
    pub fn differs(&self, allowed: usize, name: usize) -> bool {
        self.allowed[allowed].values[name] != self.observed.values[name]
    }

    pub(super) fn check(&self) -> Result<(), WitnessError> {
        let names = self.names.len();
        match self.states().find(|state| state.values.len() != names) {
            Some(Alternative { title, values }) => Err(WitnessError::UnevenFinalState {
                title: title.clone(),
                values: values.len(),
                names,
            }),
            None => Ok(()),
        }
    }

    /// What happened, followed by what may happen instead.
    pub fn states(&self) -> impl Iterator<Item = &Alternative> {
        std::iter::once(&self.observed).chain(&self.allowed)
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
