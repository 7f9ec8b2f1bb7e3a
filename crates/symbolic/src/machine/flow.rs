//! Branching and joining: every statement is executed once, under a path
//! condition, and where paths meet their states are merged.

use super::Machine;
use super::heap::State;
use super::library::{Outcome, Stop, Why};
use crate::{Node, Operator, Term};
use aplomb_script::Name;

/// Ways to leave a statement other than at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Return,
    Throw,
    Break(Option<Name>),
    Continue(Option<Name>),
}

/// A jump that was taken on some paths and has not arrived yet.
#[derive(Clone)]
pub(crate) struct Pending {
    /// When it was taken, relative to the start of the frame that holds it.
    pub(crate) condition: Term,
    pub(crate) value: Term,
    pub(crate) state: State,
}

/// The jumps that leave a region, at most one of each kind.
pub(crate) type Exits = Vec<(Exit, Pending)>;

/// A region being executed.
pub(crate) struct Frame {
    /// When execution is still inside, relative to the start of the region.
    pub(crate) live: Term,
    pub(crate) exits: Exits,
}

/// What executing a region gave.
pub(crate) struct Arm {
    /// The value at its end; `None` if no path reaches it.
    pub(crate) value: Option<Term>,
    /// When the end is reached, relative to the start.
    pub(crate) live: Term,
    /// The state at the end.
    pub(crate) state: State,
    pub(crate) exits: Exits,
}

impl Arm {
    /// Takes out the jump of one kind.
    pub(crate) fn take(&mut self, kind: &Exit) -> Option<Pending> {
        take(&mut self.exits, kind)
    }
}

/// Takes out the jump of one kind.
pub(crate) fn take(exits: &mut Exits, kind: &Exit) -> Option<Pending> {
    let index = exits.iter().position(|(exit, _)| exit == kind)?;
    Some(exits.swap_remove(index).1)
}

impl Machine<'_> {
    /// Executes a region on the paths where a condition holds and says what it
    /// gave, without continuing after it: the state and path are as before.
    pub(crate) fn region(
        &mut self,
        condition: Term,
        body: impl FnOnce(&mut Self) -> Outcome,
    ) -> Result<Arm, Stop> {
        let (path, state) = (self.path, self.state.clone());
        self.path = self.terms.and(path, condition);
        let live = self.terms.bool(true);
        self.frames.push(Frame { live, exits: Vec::new() });
        let outcome = body(self);
        let frame = self.frames.pop().expect("the frame pushed above");
        self.path = path;
        let state = std::mem::replace(&mut self.state, state);
        match outcome {
            Ok(value) => {
                Ok(Arm { value: Some(value), live: frame.live, state, exits: frame.exits })
            }
            Err(Stop(Why::Path)) => {
                let live = self.terms.bool(false);
                Ok(Arm { value: None, live, state, exits: frame.exits })
            }
            Err(stop) => Err(stop),
        }
    }

    /// Continues after a region that was executed on the whole path.
    pub(crate) fn resume(&mut self, arm: Arm) -> Outcome {
        self.absorb(arm.exits);
        self.continue_if(arm.live);
        match arm.value {
            Some(value) => {
                self.state = arm.state;
                Ok(value)
            }
            None => Err(Stop(Why::Path)),
        }
    }

    /// Continues after two regions, one executed where the condition holds and
    /// the other where it does not.
    pub(crate) fn join(&mut self, condition: Term, then: Arm, otherwise: Arm) -> Outcome {
        let joined = self.joined(condition, then, otherwise);
        self.resume(joined)
    }

    /// Both regions as one.
    pub(crate) fn joined(&mut self, condition: Term, then: Arm, mut otherwise: Arm) -> Arm {
        let nowhere = self.terms.bool(false);
        let mut exits = Vec::new();
        for (exit, mut a) in then.exits {
            match take(&mut otherwise.exits, &exit) {
                Some(b) => {
                    a.condition = self.terms.ite(condition, a.condition, b.condition);
                    a.value = self.terms.ite(condition, a.value, b.value);
                    a.state = self.join_states(condition, &a.state, &b.state);
                }
                None => a.condition = self.terms.ite(condition, a.condition, nowhere),
            }
            exits.push((exit, a));
        }
        for (exit, mut b) in otherwise.exits {
            b.condition = self.terms.ite(condition, nowhere, b.condition);
            exits.push((exit, b));
        }
        let live = self.terms.ite(condition, then.live, otherwise.live);
        let (value, state) = match (then.value, otherwise.value) {
            (Some(a), Some(b)) => (
                Some(self.terms.ite(condition, a, b)),
                self.join_states(condition, &then.state, &otherwise.state),
            ),
            (Some(a), None) => (Some(a), then.state),
            (None, other) => (other, otherwise.state),
        };
        Arm { value, live, state, exits }
    }

    /// Lets jumps of one kind arrive at the end of a region.
    pub(crate) fn land(&mut self, arm: &mut Arm, exit: &Exit) {
        let Some(pending) = arm.take(exit) else { return };
        match arm.value {
            Some(value) => {
                arm.value = Some(self.terms.ite(pending.condition, pending.value, value));
                arm.state = self.join_states(pending.condition, &pending.state, &arm.state);
            }
            None => {
                arm.value = Some(pending.value);
                arm.state = pending.state;
            }
        }
        arm.live = self.live_from(&arm.exits);
    }

    /// When the end of a region is reached that is left by these jumps only.
    pub(crate) fn live_from(&mut self, exits: &Exits) -> Term {
        let mut left = self.terms.bool(false);
        for (_, pending) in exits {
            left = self.terms.or(left, pending.condition);
        }
        self.terms.not(left)
    }

    /// Hands jumps of an inner region, which was entered at this point of the
    /// current region, to the current region.
    pub(crate) fn absorb(&mut self, exits: Exits) {
        for (exit, mut pending) in exits {
            let frame = self.frames.last().expect("a region is being executed");
            pending.condition = self.terms.and(frame.live, pending.condition);
            self.add_exit(exit, pending);
        }
    }

    /// Adds a jump of the current region (its condition relative to its start).
    fn add_exit(&mut self, exit: Exit, pending: Pending) {
        if self.terms.is_false(pending.condition) {
            return;
        }
        let unbound = self.unbound();
        let frame = self.frames.last_mut().expect("a region is being executed");
        match frame.exits.iter_mut().find(|(known, _)| *known == exit) {
            Some((_, known)) => {
                let condition = known.condition;
                known.value = self.terms.ite(condition, known.value, pending.value);
                known.state =
                    State::join(self.terms, condition, &known.state, &pending.state, unbound);
                known.condition = self.terms.or(condition, pending.condition);
            }
            None => frame.exits.push((exit, pending)),
        }
    }

    /// The state that is `then` where the condition holds and `otherwise` elsewhere.
    pub(crate) fn join_states(
        &mut self,
        condition: Term,
        then: &State,
        otherwise: &State,
    ) -> State {
        let unbound = self.unbound();
        State::join(self.terms, condition, then, otherwise, unbound)
    }

    /// From here on, only paths where the condition holds are followed.
    fn continue_if(&mut self, condition: Term) {
        self.path = self.terms.and(self.path, condition);
        let frame = self.frames.last_mut().expect("a region is being executed");
        frame.live = self.terms.and(frame.live, condition);
    }

    /// Leaves the current region on the whole path.
    pub(crate) fn exit(&mut self, exit: Exit, value: Term) -> Stop {
        let condition = self.frames.last().expect("a region is being executed").live;
        self.add_exit(exit, Pending { condition, value, state: self.state.clone() });
        Stop(Why::Path)
    }

    /// Executes one of two continuations, or both and merges what they give.
    ///
    /// Where the condition is constant, or decided by the path that leads here,
    /// or by the world of a concrete run, only one of them is executed.
    pub fn branch(
        &mut self,
        condition: Term,
        then: impl FnOnce(&mut Self) -> Outcome,
        otherwise: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        match self.decided(condition)? {
            Some(true) => then(self),
            Some(false) => otherwise(self),
            None => {
                // Behind a loop nothing else tells what it asked.
                if !self.loops.is_empty() {
                    self.looks_at(condition);
                }
                let negated = self.terms.not(condition);
                let then = self.region(condition, then)?;
                let otherwise = self.region(negated, otherwise)?;
                self.join(condition, then, otherwise)
            }
        }
    }

    /// Whether the condition has only one value here.
    pub(crate) fn decided(&mut self, condition: Term) -> Result<Option<bool>, Stop> {
        if let Some(value) = self.known(condition) {
            return Ok(Some(value));
        }
        let Some(world) = self.world.as_mut() else { return Ok(None) };
        match world.decide(self.terms, condition) {
            Some(value) => Ok(Some(value)),
            None => {
                let shown = self.terms.show(condition).to_string();
                Err(self.suspend(format!("whether {shown}")))
            }
        }
    }

    /// What the path says about a condition, as far as that is cheap to see.
    pub(crate) fn known(&mut self, condition: Term) -> Option<bool> {
        if let Some(value) = self.terms.as_bool(condition) {
            return Some(value);
        }
        if self.on_path(condition) {
            return Some(true);
        }
        let negated = self.terms.not(condition);
        if self.on_path(negated) || self.excluded(condition) {
            return Some(false);
        }
        match self.terms.node(condition).clone() {
            Node::Apply(Operator::And, parts) => self.known_all(&parts, true),
            Node::Apply(Operator::Or, parts) => self.known_all(&parts, false),
            Node::Apply(Operator::Not, inner) => match self.terms.node(inner[0]) {
                Node::Apply(Operator::And | Operator::Or, _) => self.known(inner[0]).map(|v| !v),
                _ => self.excluded(inner[0]).then_some(true),
            },
            _ => None,
        }
    }

    fn known_all(&mut self, parts: &[Term], neutral: bool) -> Option<bool> {
        let mut all = true;
        for &part in parts {
            match self.known(part) {
                Some(value) if value != neutral => return Some(!neutral),
                Some(_) => {}
                None => all = false,
            }
        }
        all.then_some(neutral)
    }

    fn on_path(&self, condition: Term) -> bool {
        match self.terms.node(self.path) {
            Node::Apply(Operator::And, parts) => parts.binary_search(&condition).is_ok(),
            _ => self.path == condition,
        }
    }

    /// Whether the condition says that something equals a constant while the
    /// path says that it equals another one.
    fn excluded(&self, condition: Term) -> bool {
        let sides = |term: Term| match self.terms.node(term) {
            Node::Apply(Operator::Equal, sides) => {
                let constant = |t: Term| self.terms.is_constant(t);
                match (constant(sides[0]), constant(sides[1])) {
                    (true, false) => Some((sides[1], sides[0])),
                    (false, true) => Some((sides[0], sides[1])),
                    _ => None,
                }
            }
            _ => None,
        };
        let Some((subject, constant)) = sides(condition) else { return false };
        let differs = |part: Term| sides(part).is_some_and(|(s, c)| s == subject && c != constant);
        match self.terms.node(self.path) {
            Node::Apply(Operator::And, parts) => parts.iter().any(|&part| differs(part)),
            _ => differs(self.path),
        }
    }

    /// The term without conditions at its top that the path decides.
    pub(crate) fn resolve(&mut self, mut term: Term) -> Term {
        while let Node::Apply(Operator::Ite, parts) = self.terms.node(term) {
            let parts = parts.clone();
            term = match self.known(parts[0]) {
                Some(true) => parts[1],
                Some(false) => parts[2],
                None => return term,
            };
        }
        term
    }
}
