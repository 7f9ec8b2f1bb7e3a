//! `bulkWrite`: a list of operations, each by itself.

use super::document::{Operation, is_about_one, is_asked};
use aplomb_symbolic::{Machine, Node, Outcome, Path, Stop, Term};

/// Performs the operations of a bulk write, in order.
pub(super) fn write(machine: &mut Machine<'_>, op: &Operation<'_>, requests: Term) -> Outcome {
    machine.for_each(requests, &mut |machine, request| {
        one(machine, op, request)?;
        Ok(machine.terms().undefined())
    })?;
    let counts = machine.new_record::<&str>([]);
    Ok(machine.open(counts))
}

/// The kinds of operations, with the names that their arguments have in order.
const KINDS: [(&str, &[&str]); 6] = [
    ("insertOne", &["document"]),
    ("updateOne", &["filter", "update", "upsert"]),
    ("updateMany", &["filter", "update", "upsert"]),
    ("replaceOne", &["filter", "replacement", "upsert"]),
    ("deleteOne", &["filter"]),
    ("deleteMany", &["filter"]),
];

fn one(machine: &mut Machine<'_>, op: &Operation<'_>, request: Term) -> Result<(), Stop> {
    let Some((kind, given)) = taken_apart(machine, request) else {
        machine
            .problem("an operation of a bulk write is not known; write it as a literal", op.span);
        return Ok(());
    };
    let part = |machine: &mut Machine<'_>, name: &str| machine.terms().field(given, name);
    let filter = part(machine, "filter");
    let upsert = is_asked(machine, given, "upsert", op.span);
    let op = &Operation { is_about_one: is_about_one(kind), ..*op };
    match kind {
        "insertOne" => {
            let document = part(machine, "document");
            op.insert(machine, document)?;
        }
        "deleteOne" | "deleteMany" => {
            op.delete(machine, filter)?;
        }
        kind => {
            let replace = kind == "replaceOne";
            let update = part(machine, if replace { "replacement" } else { "update" });
            op.update(machine, filter, update, replace, upsert)?;
        }
    }
    Ok(())
}

/// The kind of an operation and its arguments by name: `{ updateOne: { filter, update } }`,
/// in Python `UpdateOne(filter, update)`.
fn taken_apart(machine: &mut Machine<'_>, request: Term) -> Option<(&'static str, Term)> {
    if let Some(path) = Path::of(machine.terms(), request) {
        let (kind, names) =
            KINDS.iter().find(|(kind, _)| kind.eq_ignore_ascii_case(path.last()))?;
        let positional = path.arguments(0)?.to_vec();
        let named = names.iter().zip(positional).map(|(name, value)| ((*name).into(), value));
        let given = machine.terms().record(named.collect::<Vec<_>>());
        let given = match path.named(0) {
            Some(named) => machine.terms().apply(aplomb_symbolic::Operator::Merge, &[given, named]),
            None => given,
        };
        return Some((kind, given));
    }
    let request = machine.freeze(request);
    let Node::Record(names, values) = machine.view(request).clone() else { return None };
    let ([name], [given]) = (&*names, &*values) else { return None };
    let (kind, _) = KINDS.iter().find(|(kind, _)| **kind == **name)?;
    Some((kind, *given))
}
