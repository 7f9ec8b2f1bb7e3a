//! Which code says best what goes wrong.

use aplomb_idempotence::{App, Judgement, Obligation, ObligationKind};
use aplomb_report::Code;
use aplomb_symbolic::{Action, Node, Origin, Step};

/// The code that says best what goes wrong.
pub fn principal_code(app: &App, function: usize, judgement: &Judgement, concurrent: bool) -> Code {
    let trace = &app.functions[function].trace;
    let Some(obligation) = principal(&judgement.unmet, concurrent) else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    let Some(step) = obligation.step.map(|step| trace.step(step)) else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    obligation_code(app, obligation, step, concurrent)
}

/// The code of one thing that could not be shown of a step.
pub fn obligation_code(app: &App, obligation: &Obligation, step: &Step, concurrent: bool) -> Code {
    match obligation.kind {
        ObligationKind::RepeatsEffect => Code::REPEATED_EFFECT,
        ObligationKind::Responds => Code::RESPONSE_DIFFERS_ON_RETRY,
        _ => write_code(app, step, concurrent),
    }
}

fn write_code(app: &App, step: &Step, concurrent: bool) -> Code {
    let Action::Access { accesses, .. } = &step.action else {
        return if concurrent { Code::STALE_OVERWRITE } else { Code::NON_IDEMPOTENT_UPDATE };
    };
    let Some(access) = accesses.iter().find(|a| a.new.is_some()) else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    let new = access.new.expect("an access that writes was chosen");
    let fresh = |term| {
        app.terms.depends(term, |s| matches!(app.terms.symbol(s).origin, Origin::Fresh { .. }))
    };
    let reads_other = |term| {
        app.terms.depends(term, |s| s != access.old && app.terms.symbol(s).origin == Origin::Old)
    };
    if fresh(access.key) {
        Code::FRESH_KEY_ON_RETRY
    } else if matches!(app.terms.node(new), Node::Absent) {
        Code::EXISTENCE_REVERTED
    } else if reads_other(new) {
        Code::STALE_READ_MODIFY_WRITE
    } else if fresh(new) {
        Code::FRESH_VALUE_OBSERVED
    } else if concurrent {
        Code::STALE_OVERWRITE
    } else if app.terms.depends(new, |symbol| symbol == access.old) {
        Code::NON_IDEMPOTENT_UPDATE
    } else {
        // The same is written, or not, depending on what the attempt left behind.
        Code::RESPONSE_DIFFERS_ON_RETRY
    }
}

/// The obligation that tells most: one that fails without others' help first.
pub fn principal(unmet: &[Obligation], concurrent: bool) -> Option<&Obligation> {
    unmet
        .iter()
        .filter(|o| o.kind != ObligationKind::NotUnderstood)
        .find(|o| o.interference.is_some() == concurrent && o.step.is_some())
        .or_else(|| unmet.iter().find(|o| o.step.is_some()))
        .or_else(|| unmet.first())
}
