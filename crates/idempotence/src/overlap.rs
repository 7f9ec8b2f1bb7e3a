//! Attempts that overlap: one is thought to be dead, its retry starts, and then it goes on. What
//! it does then comes late, and perhaps it comes to a decision that the retry did not make.

use crate::app::App;
use crate::simulation::{Environment, changes};
use aplomb_symbolic::{Action, LoopId, Origin, Step, SymbolId, Term, Trace};

/// Why an attempt that is still running beside its retry could do harm, as far as is known; none
/// if it cannot.
///
/// A change does no harm late if it is recognised as a repetition, by a log, a token or a key,
/// and if all attempts decide alike whether it is made: else the late attempt adds what its
/// retry has decided against. If there is only one such change, the first attempt that gets
/// there decides what is written, and the others adopt it. If there are several, the attempts
/// could each win some of them, so what they write must be the same as well.
pub(crate) fn harm(app: &App, function: usize, environment: Environment) -> Option<String> {
    let attempt = Attempt { app, trace: &app.functions[function].trace };
    let reached = attempt.trace.steps.iter().filter(|step| !app.terms.is_false(step.guard));
    let changing: Vec<&Step> = reached.filter(|step| changes(step)).collect();
    let times = |step: &Step| if step.in_loop.is_some() { 2 } else { 1 };
    let all: usize = changing.iter().map(|step| times(step)).sum();
    let late: Vec<&&Step> = changing.iter().filter(|step| !is_recognised(step)).collect();
    let needed = if environment == Environment::Alone { 2 } else { 1 };
    if late.iter().map(|step| times(step)).sum::<usize>() >= needed {
        let label = &late[0].label;
        return Some(format!("{label} may come late, and nothing recognises it as a repetition"));
    }
    let decided = |step: &&&Step| {
        is_recognised(step)
            && !(attempt.is_stable(step.guard) && attempt.loops_are_stable(step.in_loop))
    };
    if let Some(step) = changing.iter().find(decided) {
        return Some(format!("attempts may decide differently whether {} happens", step.label));
    }
    let differs = |step: &&&Step| all > 1 && is_recognised(step) && !attempt.writes_the_same(step);
    let step = changing.iter().find(differs)?;
    Some(format!("attempts may mix what {} and other steps write", step.label))
}

/// Whether a repetition of a change is recognised.
fn is_recognised(step: &Step) -> bool {
    match &step.action {
        _ if step.kept.is_some() => true,
        Action::Access { token, .. } => token.is_some(),
        Action::Effect { key, .. } => key.is_some(),
        _ => false,
    }
}

/// What a function does, seen from two attempts that run at the same time.
struct Attempt<'a> {
    app: &'a App,
    trace: &'a Trace,
}

impl Attempt<'_> {
    /// Whether a value is the same in all attempts.
    fn is_stable(&self, value: Term) -> bool {
        !self.app.terms.depends(value, |symbol| self.is_volatile(symbol))
    }

    fn is_volatile(&self, symbol: SymbolId) -> bool {
        match self.app.terms.symbol(symbol).origin {
            Origin::Input | Origin::Setting | Origin::Element => false,
            _ => !self.is_kept(symbol),
        }
    }

    /// Whether all attempts get a value from the log.
    fn is_kept(&self, symbol: SymbolId) -> bool {
        let stable = |name: Option<Term>| name.is_some_and(|name| self.is_stable(name));
        if let Some(source) = self.trace.sources.iter().find(|source| source.symbol == symbol) {
            return stable(source.kept);
        }
        let gives = |step: &&Step| match &step.action {
            Action::Access { accesses, .. } => accesses.iter().any(|access| access.old == symbol),
            Action::Scan { reply, .. }
            | Action::Sweep { reply, .. }
            | Action::Effect { reply, .. } => *reply == symbol,
            Action::Unknown { .. } => false,
        };
        self.trace.steps.iter().find(gives).is_some_and(|step| stable(step.kept))
    }

    /// Whether the loops around run over the same in all attempts.
    fn loops_are_stable(&self, innermost: Option<LoopId>) -> bool {
        let mut around = innermost;
        while let Some(id) = around {
            let each = &self.trace.loops[id.0 as usize];
            let carried = !each.carries || each.inputs.iter().all(|&input| self.is_stable(input));
            if !carried || !each.collection.is_some_and(|collection| self.is_stable(collection)) {
                return false;
            }
            around = each.parent;
        }
        true
    }

    /// Whether what a step writes, given what it finds there, is the same in all attempts.
    fn writes_the_same(&self, step: &Step) -> bool {
        match &step.action {
            Action::Access { accesses, .. } => accesses.iter().all(|access| {
                let of = [Some(access.key), Some(access.condition), access.new];
                let own = |symbol| accesses.iter().any(|access| access.old == symbol);
                let volatile = |symbol| !own(symbol) && self.is_volatile(symbol);
                !of.into_iter().flatten().any(|term| self.app.terms.depends(term, volatile))
            }),
            Action::Effect { arguments, .. } => self.is_stable(*arguments),
            Action::Sweep { .. } | Action::Scan { .. } | Action::Unknown { .. } => false,
        }
    }
}
