//! Properties: families of state machines, one for each binding of the variables.

mod document;
mod guard;
mod machine;
mod read;
mod types;

pub use document::{Place, Problem};
pub use machine::{StateId, Transition};
pub use read::PropertyFile;

pub(crate) use document::{Data, Name, Node, Reader};
pub(crate) use guard::Expression;
pub(crate) use machine::{EventRule, FAILURE, INITIAL, LetterId, Machine, SUCCESS};

/// A property that was loaded and checked.
#[derive(Clone, Debug)]
pub struct Property {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) place: Place,
    pub(crate) variables: Vec<String>,
    pub(crate) machine: Machine,
}

impl Property {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is about, in the words of its author.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Where it stands in its file.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The variables that tell its instances apart.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// Its states; a [`StateId`] is an index.
    pub fn states(&self) -> &[String] {
        &self.machine.states
    }

    /// Everything that events do, in the order of the file.
    pub fn transitions(&self) -> &[Transition] {
        &self.machine.transitions
    }

    /// The events that it listens to.
    pub fn events(&self) -> impl Iterator<Item = &str> {
        self.machine.events.iter().map(|event| event.name.as_str())
    }

    /// The sets of variables that some event binds, derived from the parameters
    /// of the events: the full set first, then the projections.
    pub fn projections(&self) -> Vec<Vec<&str>> {
        let name = |variable: &usize| self.variables[*variable].as_str();
        let projections = self.machine.projections.iter();
        projections.map(|projection| projection.iter().map(name).collect()).collect()
    }
}
