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

use std::hash::Hasher;

use rustc_hash::FxHasher;

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

    /// Tells its definition from all others, also from earlier versions of itself.
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self)
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

fn fingerprint(property: &Property) -> u64 {
    let mut hasher = FxHasher::default();
    let machine = &property.machine;
    let mut text = |text: &str| {
        hasher.write(text.as_bytes());
        hasher.write_u8(0xff);
    };
    text(&property.name);
    property.variables.iter().for_each(|variable| text(variable));
    machine.states.iter().for_each(|state| text(state));
    for event in &machine.events {
        text(&event.name);
        event.binds.iter().for_each(|(_, param)| text(param));
        let guards = event.guard.iter().chain(&event.conditions);
        guards.for_each(|guard| text(guard.source()));
    }
    for letter in &machine.letters {
        letter.next.iter().for_each(|state| hasher.write_u16(*state));
    }
    hasher.finish()
}
