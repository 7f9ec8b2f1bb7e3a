//! Values of settings that the deployment does not fix, for concrete runs.

use aplomb_symbolic::{Node, Operator, Origin, Term, Terms, Trace};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Which value a setting has when an instance is executed: its own name, so that
/// different settings differ, or a number if the program wants one.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    numeric: Arc<FxHashSet<Arc<str>>>,
}

impl Settings {
    /// Looks at how the functions of an application use their settings.
    pub(crate) fn of<'t>(terms: &Terms, traces: impl IntoIterator<Item = &'t Trace>) -> Self {
        let mut roots = Vec::new();
        for trace in traces {
            roots.extend(crate::app::terms_of(trace));
        }
        let mut numeric = FxHashSet::default();
        for part in terms.parts(&roots) {
            let Node::Apply(Operator::Pure(name), arguments) = terms.node(part) else { continue };
            if !is_conversion_to_number(name) {
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
        Settings { numeric: Arc::new(numeric) }
    }

    /// The value of a setting. Settings are texts, those that are numbers too.
    pub fn value(&self, terms: &mut Terms, name: &str) -> Term {
        terms.string(if self.numeric.contains(name) { "60" } else { name })
    }
}

/// Whether a function makes a number of what it is given.
pub(crate) fn is_conversion_to_number(function: &str) -> bool {
    matches!(function, "Number" | "parseInt" | "parseFloat" | "int" | "float" | "Decimal")
}
