//! Fixes that need nothing of the runtime: a key from the input, a condition, another order of
//! two writes.

use aplomb_retry::{Advised, Loaded, Operation, ProtectionKind};
use aplomb_script::{ExprKind, Pattern, Span, Statement, StatementKind};

use crate::{
    condition,
    identity::Identity,
    patch::{How, Patch, Protected},
    source::{Source, contains},
};

/// Patches to try before the runtime is.
pub(crate) fn patches(
    source: Source<'_>,
    loaded: &Loaded,
    function: usize,
    advised: &[Advised<'_>],
    identity: Option<&Identity>,
) -> Vec<Patch> {
    let key = identity.and_then(|identity| key_from_input(source, advised, identity));
    let absent =
        identity.and_then(|identity| if_absent(source, loaded, function, advised, identity));
    let swaps = swapped(source, loaded, function);
    key.into_iter().chain(absent).chain(swaps).collect()
}

/// An identifier that is drawn for every record becomes the record's own.
fn key_from_input(
    source: Source<'_>,
    advised: &[Advised<'_>],
    identity: &Identity,
) -> Option<Patch> {
    let [only] = advised else { return None };
    let is_drawn = ProtectionKind::from(only.protection) == ProtectionKind::LogSource;
    is_drawn.then(|| own_of_record(source, &only.operation, identity)).flatten()
}

/// The same, and items are only put if they are not there yet: others may have changed them
/// meanwhile.
fn if_absent(
    source: Source<'_>,
    loaded: &Loaded,
    function: usize,
    advised: &[Advised<'_>],
    identity: &Identity,
) -> Option<Patch> {
    let mut drawn = loaded.sources(function).filter(is_id);
    let (Some(id), None) = (drawn.next(), drawn.next()) else { return None };
    let mut patch = own_of_record(source, &id, identity)?;
    for put in loaded.steps(function) {
        if let Some(attribute) = condition::attribute(source, put.span, id.span) {
            patch.conditions.insert(put.span, attribute);
        }
    }
    let mut rest = advised.iter().map(|it| it.operation.span).filter(|span| *span != id.span);
    let covered = rest.all(|span| patch.conditions.contains_key(&span));
    (covered && !patch.conditions.is_empty()).then_some(patch)
}

fn is_id(drawn: &Operation<'_>) -> bool {
    drawn.label.to_lowercase().contains("uuid")
}

/// An identifier that is drawn for a record becomes the record's own.
fn own_of_record(source: Source<'_>, drawn: &Operation<'_>, identity: &Identity) -> Option<Patch> {
    let span = drawn.span;
    let loops = source.loops_around(span);
    let records = loops.iter().find(|each| each.is_over_records()).filter(|_| is_id(drawn))?;
    let Some(Pattern::Variable(item, _)) = records.item else { return None };
    let field = identity.field(source.language(span.file))?;
    let how = How::Replaced(format!("{item}{field}"));
    let protected = Protected { how, site: String::new(), key: Vec::new() };
    Some(Patch { operations: [(span, protected)].into(), ..Patch::default() })
}

/// Two writes that follow each other, in the other order.
fn swapped(source: Source<'_>, loaded: &Loaded, function: usize) -> Vec<Patch> {
    let steps: Vec<Span> = loaded.steps(function).map(|operation| operation.span).collect();
    let acts = |statement: &Statement| {
        let is_plain = match &statement.kind {
            StatementKind::Expression(expr) => {
                matches!(expr.kind, ExprKind::Await(_) | ExprKind::Call { .. })
            }
            _ => false,
        };
        is_plain && steps.iter().any(|step| contains(statement.span, *step))
    };
    let mut patches = Vec::new();
    for function in &source.program.functions {
        for pair in function.body.windows(2) {
            if acts(&pair[0]) && acts(&pair[1]) {
                let swap = (pair[0].span, pair[1].span);
                patches.push(Patch { swaps: [swap].into(), ..Patch::default() });
            }
        }
    }
    patches
}
