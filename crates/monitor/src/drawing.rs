//! Properties as drawings of their states.

use aplomb_report::render::machine::{Diagram, Edge, Tone};

use crate::{
    Property, StateId, Transition,
    property::{FAILURE, SUCCESS},
};

impl Property {
    /// A drawing of the states, with the path that was taken: for each move the state before,
    /// the name of the event and the state after.
    pub fn diagram(&self, path: &[(StateId, &str, StateId)]) -> Diagram {
        let mut diagram = Diagram::new(self.name());
        for (state, name) in (0..).zip(self.states()) {
            let tone = match state {
                FAILURE => Tone::Bad,
                SUCCESS => Tone::Good,
                _ => Tone::Plain,
            };
            diagram.state(name, tone);
        }
        for transition in self.transitions() {
            diagram.edge(edge(transition, path));
        }
        diagram
    }
}

fn edge(transition: &Transition, path: &[(StateId, &str, StateId)]) -> Edge {
    let condition = transition.condition.as_ref();
    let condition = condition.map_or_else(String::new, |condition| format!(" [{condition}]"));
    let label = format!("{}{condition}", transition.event);
    let from = usize::from(transition.from);
    if transition.continues {
        return Edge::new(from, from, format!("{label} ✓"));
    }
    let edge = Edge::new(from, usize::from(transition.to), label);
    let taken = (transition.from, transition.event.as_str(), transition.to);
    if path.contains(&taken) { edge.taken() } else { edge }
}
