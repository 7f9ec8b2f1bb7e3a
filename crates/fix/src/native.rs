//! Fixes that need nothing of the runtime: a key from the input, another order of two writes.

use aplomb_retry::{Advised, Loaded, ProtectionKind};
use aplomb_script::{ExprKind, Pattern, Span, Statement, StatementKind};

use crate::{
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
    let swaps = swapped(source, loaded, function);
    key.into_iter().chain(swaps).collect()
}

/// An identifier that is drawn for every record becomes the record's own.
fn key_from_input(
    source: Source<'_>,
    advised: &[Advised<'_>],
    identity: &Identity,
) -> Option<Patch> {
    let [only] = advised else { return None };
    let label = only.operation.label.to_lowercase();
    let is_id = ProtectionKind::from(only.protection) == ProtectionKind::LogSource
        && label.contains("uuid");
    let span = only.operation.span;
    let loops = source.loops_around(span);
    let records = loops.iter().find(|each| each.is_over_records()).filter(|_| is_id)?;
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
