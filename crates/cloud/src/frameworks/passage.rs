//! A request on its way through what is registered at an application, one layer after the other.

use super::router::{Layer, applies, layers};
use crate::assumptions;
use aplomb_symbolic::{Call, Machine, Node, Outcome, Stop, Term};

/// Where a request is.
#[derive(Clone, Copy)]
pub(super) struct Passage {
    pub(super) app: Term,
    pub(super) event: Term,
    /// What the framework shows of the request to everything that it passes.
    pub(super) shown: Term,
    /// The layer that comes next.
    at: usize,
}

/// What a framework does with the layers.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    /// Whether requests go past a layer, whatever they ask for.
    pub(super) skips: fn(&mut Machine<'_>, &Layer) -> Result<bool, Stop>,
    /// Calls the handler of a layer that applies; the passage goes on right after it.
    pub(super) enter: fn(&mut Machine<'_>, Passage, &Layer) -> Outcome,
    /// No layer is left.
    pub(super) leave: fn(&mut Machine<'_>) -> Outcome,
}

impl Passage {
    /// A request before the first layer.
    pub(super) fn new(app: Term, event: Term, shown: Term) -> Self {
        Self { app, event, shown, at: 0 }
    }

    /// The passage that is the data of `next()`, and what `next` is called with.
    pub(super) fn resumed<'c>(
        machine: &mut Machine<'_>,
        call: &'c Call,
    ) -> Option<(Self, &'c [Term])> {
        let [app, event, shown, at, given @ ..] = call.arguments.as_slice() else { return None };
        let at = match machine.view(*at) {
            Node::Number(number) => number.get() as usize,
            _ => usize::MAX,
        };
        Some((Self { app: *app, event: *event, shown: *shown, at }, given))
    }

    /// The `next` of a framework, with this passage as its data.
    pub(super) fn function(self, machine: &mut Machine<'_>, name: &str) -> Term {
        let at = machine.terms().number(self.at as f64);
        machine.function(name, &[self.app, self.event, self.shown, at])
    }

    /// All layers that are still to come, each with the passage right after it.
    pub(super) fn ahead(self, machine: &mut Machine<'_>) -> Result<Vec<(Self, Layer)>, Stop> {
        let all = layers(machine, self.app)?.into_iter().enumerate();
        Ok(all.skip(self.at).map(|(at, layer)| (Self { at: at + 1, ..self }, layer)).collect())
    }

    /// Enters the next layer that applies.
    pub(super) fn go_on(self, machine: &mut Machine<'_>, steps: &Steps) -> Outcome {
        let routes = layers(machine, self.app)?.into_iter().filter(|layer| !layer.is_prefix);
        let patterns: Vec<String> = routes.map(|layer| layer.pattern).collect();
        for (after, layer) in self.ahead(machine)? {
            if (steps.skips)(machine, &layer)? {
                continue;
            }
            let condition = applies(machine, &layer, self.event, &patterns);
            return machine.branch(
                condition,
                |machine| (steps.enter)(machine, after, &layer),
                |machine| after.go_on(machine, steps),
            );
        }
        (steps.leave)(machine)
    }
}

/// No layer is passed by: what is registered is the program's own.
pub(super) fn skips_none(_: &mut Machine<'_>, _: &Layer) -> Result<bool, Stop> {
    Ok(false)
}

/// Middleware of packages, like that for CORS, is passed by.
pub(super) fn skips_packages(machine: &mut Machine<'_>, layer: &Layer) -> Result<bool, Stop> {
    let is_package = !machine.is_function(layer.handler);
    if is_package {
        machine.assume(&assumptions::MIDDLEWARE_PASSES);
    }
    Ok(is_package)
}
