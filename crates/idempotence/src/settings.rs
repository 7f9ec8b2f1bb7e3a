//! Values of settings that the deployment does not fix, for concrete runs.

use crate::refute::shape::Shapes;
use aplomb_symbolic::{Meaning, Node, Operator, Origin, Term, Terms, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Which value a setting has when an instance is executed: its own name, so that
/// different settings differ, or a number or a JSON text if the program wants one.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    numeric: Arc<FxHashSet<Arc<str>>>,
    /// Texts of values with the parts that the program looks at.
    parsed: Arc<FxHashMap<Arc<str>, Term>>,
}

impl Settings {
    /// Looks at how the functions of an application use their settings.
    pub(crate) fn of<'t>(terms: &mut Terms, traces: impl IntoIterator<Item = &'t Trace>) -> Self {
        let mut roots = Vec::new();
        let mut parsed = FxHashMap::default();
        for trace in traces {
            roots.extend(crate::app::terms_of(trace));
            roots.extend(&trace.parts);
            parsed.extend(texts(terms, trace));
        }
        let mut numeric = FxHashSet::default();
        for part in terms.parts(&roots) {
            let Node::Apply(Operator::Pure(function), arguments) = terms.node(part) else {
                continue;
            };
            if !function.is_conversion_to_number() {
                continue;
            }
            for argument in terms.parts(arguments) {
                if let Node::Symbol(id) = terms.node(argument)
                    && terms.symbol(*id).origin == Origin::Setting
                {
                    numeric.insert(terms.symbol(*id).name.clone());
                }
            }
        }
        for (name, text) in split(terms, &roots) {
            parsed.entry(name).or_insert(text);
        }
        Settings { numeric: Arc::new(numeric), parsed: Arc::new(parsed) }
    }

    /// The value of a setting. Settings are texts, those that are numbers too.
    pub fn value(&self, terms: &mut Terms, name: &str) -> Term {
        if let Some(&text) = self.parsed.get(name) {
            return text;
        }
        terms.string(if self.numeric.contains(name) { "60" } else { name })
    }
}

/// The texts of settings that are split: they have as many pieces as are asked for.
fn split(terms: &mut Terms, roots: &[Term]) -> Vec<(Arc<str>, Term)> {
    let mut pieces: FxHashMap<(Arc<str>, Arc<str>), usize> = FxHashMap::default();
    for part in terms.parts(roots) {
        let (whole, index) = match terms.node(part) {
            Node::Apply(Operator::Select, parts) => match terms.node(parts[1]) {
                Node::Number(index) => (parts[0], index.get() as usize),
                _ => continue,
            },
            _ => (part, 1),
        };
        if let Node::Apply(Operator::Pure(function), given) = terms.node(whole)
            && function.is(Meaning::Split)
            && let [text, separator, ..] = given[..]
            && let (Some(symbol), Some(separator)) =
                (terms.as_symbol(text), terms.as_str(separator))
            && terms.symbol(symbol).origin == Origin::Setting
        {
            let key = (terms.symbol(symbol).name.clone(), separator.clone());
            let known = pieces.entry(key).or_insert(2);
            *known = (*known).max((index + 1).min(MOST_PIECES));
        }
    }
    pieces
        .into_iter()
        .map(|((name, separator), count)| {
            let text = terms.string(vec![&*name; count].join(&*separator));
            (name, text)
        })
        .collect()
}

/// A setting that is split has at most so many pieces.
const MOST_PIECES: usize = 16;

/// The texts of settings that a function parses.
fn texts(terms: &mut Terms, trace: &Trace) -> Vec<(Arc<str>, Term)> {
    let shapes = Shapes::of(terms, trace, &FxHashMap::default());
    let mut found = Vec::new();
    for (symbol, shape) in shapes.iter() {
        let known = terms.symbol(symbol).clone();
        if known.origin == Origin::Setting && shape.has_parts() {
            let leaves = shape.leaves(terms, &mut |terms, _, numeric| match numeric {
                true => terms.number(60.0),
                false => terms.string(known.name.clone()),
            });
            let values = leaves.into_iter().map(|(route, values)| (route, values[0])).collect();
            found.push((known.name, shape.build(terms, &values)));
        }
    }
    found
}
