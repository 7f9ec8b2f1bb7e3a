//! Which code says best what goes wrong.

use aplomb_idempotence::{App, Explanation, Fault, Judgement, Obligation, ObligationKind};
use aplomb_report::Code;
use aplomb_symbolic::{Access, Action, Node, Origin, Step};

/// The code that says what goes wrong.
pub fn principal_code(app: &App, function: usize, judgement: &Judgement, concurrent: bool) -> Code {
    let Some(Explanation { fault, step, .. }) = &judgement.explanation else {
        return Code::RESPONSE_DIFFERS_ON_RETRY;
    };
    match fault {
        Fault::Fails => Code::RETRY_FAILS,
        Fault::Skips => Code::RETRY_SKIPS_THE_REST,
        Fault::DeletesNothing => Code::DELETION_ANSWERED,
        Fault::Answers => Code::RESPONSE_DIFFERS_ON_RETRY,
        Fault::CallsAgain => Code::REPEATED_EFFECT,
        Fault::CallsOtherwise => Code::STALE_READ_MODIFY_WRITE,
        Fault::Writes => {
            let steps = &app.functions[function].trace.steps;
            let is_it = |known: &&Step| step.as_ref().is_some_and(|step| step.is_like(known));
            match steps.iter().find(is_it).or(step.as_ref()) {
                Some(step) => write_code(app, step, concurrent),
                None => Code::RESPONSE_DIFFERS_ON_RETRY,
            }
        }
    }
}

/// The code of one thing that could not be shown of a step.
pub fn obligation_code(app: &App, obligation: &Obligation, step: &Step) -> Code {
    match obligation.kind {
        ObligationKind::Fails => Code::RETRY_FAILS,
        ObligationKind::RepeatsEffect => Code::REPEATED_EFFECT,
        ObligationKind::Responds => Code::RESPONSE_DIFFERS_ON_RETRY,
        _ => write_code(app, step, obligation.interference.is_some()),
    }
}

fn write_code(app: &App, step: &Step, concurrent: bool) -> Code {
    let Action::Access { accesses, .. } = &step.action else {
        return if concurrent { Code::STALE_OVERWRITE } else { Code::NON_IDEMPOTENT_UPDATE };
    };
    // The same is written, or not, depending on what the attempt left behind.
    let otherwise = Code::RESPONSE_DIFFERS_ON_RETRY;
    let codes = accesses.iter().filter_map(|access| access_code(app, access, concurrent));
    codes.into_iter().next().unwrap_or(otherwise)
}

/// The code of a write to one cell, if it tells something.
fn access_code(app: &App, access: &Access, concurrent: bool) -> Option<Code> {
    let new = access.new?;
    let fresh = |term| {
        app.terms.depends(term, |s| matches!(app.terms.symbol(s).origin, Origin::Fresh { .. }))
    };
    let reads_other = |term| {
        app.terms.depends(term, |s| s != access.old && app.terms.symbol(s).origin == Origin::Old)
    };
    if fresh(access.key) || fresh(access.store) {
        Some(Code::FRESH_KEY_ON_RETRY)
    } else if matches!(app.terms.node(new), Node::Absent) {
        Some(Code::EXISTENCE_REVERTED)
    } else if reads_other(new) {
        Some(Code::STALE_READ_MODIFY_WRITE)
    } else if fresh(new) {
        Some(Code::FRESH_VALUE_OBSERVED)
    } else if concurrent {
        Some(Code::STALE_OVERWRITE)
    } else {
        let changes = app.terms.depends(new, |symbol| symbol == access.old);
        changes.then_some(Code::NON_IDEMPOTENT_UPDATE)
    }
}

/// The obligation that tells most.
pub fn principal(unmet: &[Obligation]) -> Option<&Obligation> {
    unmet
        .iter()
        .filter(|o| o.kind != ObligationKind::NotUnderstood)
        .find(|o| o.interference.is_none() && o.step.is_some())
        .or_else(|| unmet.iter().find(|o| o.step.is_some()))
        .or_else(|| unmet.first())
}
