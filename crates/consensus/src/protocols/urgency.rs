//! Steps that are taken at once rule nothing out: checked for every state of small models, by
//! looking at every future.

use std::collections::{HashMap, HashSet};

use aplomb_explore::{PendingActions, Property, System};

use super::{ALL, Bounds, Setup, Task, with};
use crate::check::{Model, Safety, Watch};
use crate::protocol::Protocol;

/// The number of an action: two that look the same are the same.
type Name = usize;

/// What can be done in a state: the name of each action, the action, whether it rules nothing out.
type Moves<A> = Vec<(Name, A, bool)>;

/// Looks at every state that is reached without a breach. Tells how many choices are taken at once,
/// or which one rules something out.
struct Futures {
    watch: Watch,
    /// Claims that the first step in each list can be taken at once, which is wrong.
    claims_too_much: bool,
}

struct Search<'a, P: Protocol> {
    model: Model<'a, P>,
    safety: Safety<'a, P>,
    claims_too_much: bool,
    names: HashMap<String, Name>,
}

impl<P: Protocol> Search<'_, P> {
    fn moves(&mut self, state: &P::State) -> Moves<P::Action> {
        let mut pending = PendingActions::new();
        self.model.pending(state, &mut pending);
        let moves = pending.iter().enumerate().map(|(index, entry)| {
            let new = self.names.len();
            let name = *self.names.entry(format!("{:?}", entry.action)).or_insert(new);
            let urgent = if self.claims_too_much { index == 0 } else { entry.urgent };
            (name, entry.action.clone(), urgent)
        });
        moves.collect()
    }

    /// The state after a step, unless that is a breach.
    fn after(&self, state: &P::State, action: &P::Action) -> Option<P::State> {
        let next = self.model.next(state, action);
        self.safety.step(state, action, &next).then_some(next)
    }

    /// Whether all that can be done from `without` can be done from `with` as well, where the step
    /// `taken` was taken; and whether a breach there is a breach here. Runs that take one of `others`
    /// instead need not be possible.
    fn rules_nothing_out(
        &mut self,
        (without, with): (P::State, P::State),
        taken: Name,
        others: &[Name],
        seen: &mut HashSet<(P::State, P::State)>,
    ) -> Result<(), String> {
        let mut open = vec![(without, with)];
        while let Some((without, with)) = open.pop() {
            if without == with || !seen.insert((without.clone(), with.clone())) {
                continue;
            }
            let possible = self.moves(&with);
            for (name, action, _) in self.moves(&without) {
                if others.contains(&name) {
                    continue;
                }
                let next = self.after(&without, &action);
                if name == taken {
                    let next = next.ok_or("a breach that is not there when it is taken at once")?;
                    open.push((next, with.clone()));
                    continue;
                }
                if !possible.iter().any(|&(other, ..)| other == name) {
                    return Err(format!("{action:?} is not possible any more"));
                }
                match (next, self.after(&with, &action)) {
                    (Some(without), Some(with)) => open.push((without, with)),
                    (None, Some(_)) => return Err(format!("{action:?} is no breach any more")),
                    (_, None) => {}
                }
            }
        }
        Ok(())
    }
}

impl Task for Futures {
    type Output = Result<usize, String>;

    fn run<P: Protocol>(self, protocol: &P) -> Self::Output {
        let model = Model(protocol);
        let safety = Safety { protocol, watch: self.watch };
        let names = HashMap::new();
        let mut search = Search { model, safety, claims_too_much: self.claims_too_much, names };
        let mut states = HashSet::new();
        let mut open = search.model.initial_states();
        let mut seen: HashMap<(Name, Vec<Name>), HashSet<_>> = HashMap::new();
        let mut choices = 0;
        while let Some(state) = open.pop() {
            if !states.insert(state.clone()) {
                continue;
            }
            let moves = search.moves(&state);
            let urgent = || moves.iter().filter(|(.., urgent)| *urgent);
            choices += usize::from(urgent().count() > 0);
            for (name, action, _) in urgent() {
                // What is found at once is found.
                let Some(next) = search.after(&state, action) else { continue };
                let others: Vec<Name> =
                    urgent().map(|&(other, ..)| other).filter(|other| other != name).collect();
                let seen = seen.entry((*name, others.clone())).or_default();
                search
                    .rules_nothing_out((state.clone(), next), *name, &others, seen)
                    .map_err(|error| format!("{action:?} at once: {error}"))?;
            }
            let next = moves.iter().filter_map(|(_, action, _)| search.after(&state, action));
            open.extend(next);
        }
        Ok(choices)
    }
}

fn futures(name: &str, setup: &Setup<'_>, watch: Watch) -> Result<usize, String> {
    let task = Futures { watch, claims_too_much: false };
    with(name, setup, task).expect("there is such a model")
}

/// Bounds with few states, each of which has all that a claim of the protocol rests on.
fn small(protocol: &str) -> Vec<Bounds> {
    match protocol {
        "paxos" | "flexible-paxos" => vec![Bounds::new(3, 2, 1, 1), Bounds::new(2, 2, 2, 1)],
        "multi-paxos" | "cheap-paxos" => vec![Bounds::new(2, 2, 1, 2), Bounds::new(3, 1, 2, 2)],
        "stoppable-paxos" => vec![Bounds::new(2, 2, 2, 2)],
        "fast-paxos" => vec![Bounds::new(4, 1, 2, 1), Bounds::new(3, 2, 2, 1)],
        "raft" => vec![Bounds::new(2, 2, 1, 1)],
        _ => vec![
            Bounds::new(3, 2, 1, 1),
            Bounds::new(2, 3, 1, 1),
            Bounds::new(4, 1, 2, 1).with_byzantine(0b1),
            Bounds::new(3, 2, 2, 1).with_byzantine(0b1),
            Bounds::new(3, 2, 1, 1).with_byzantine(0b10),
            Bounds::new(3, 2, 1, 1).with_byzantine(0b100),
        ],
    }
}

#[test]
fn steps_at_once_rule_nothing_out() {
    for entry in ALL {
        for bounds in small(entry.name) {
            let mutants = entry.mutants.iter().map(|mutant| Some(mutant.name));
            for mutant in std::iter::once(None).chain(mutants) {
                let setup = Setup { mutant, symmetry: false, ..Setup::new(bounds) };
                let result = futures(entry.name, &setup, Watch::Everything);
                let choices = result.unwrap_or_else(|e| panic!("{} {setup:?}: {e}", entry.name));
                if mutant.is_none() {
                    assert_eq!(choices > 0, entry.name != "raft", "{} {bounds:?}", entry.name);
                }
            }
        }
    }
}

/// A test that cannot fail is worse than none.
#[test]
fn a_wrong_claim_is_noticed() {
    let setup = Setup { symmetry: false, ..Setup::new(Bounds::new(2, 2, 1, 1)) };
    for entry in ALL {
        let task = Futures { watch: Watch::Everything, claims_too_much: true };
        let result = with(entry.name, &setup, task).expect("there is such a model");
        assert!(result.is_err(), "{}", entry.name);
    }
}
