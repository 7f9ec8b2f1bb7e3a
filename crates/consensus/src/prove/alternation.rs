//! Is a set of formulas within a fragment that the solver decides?
//!
//! Without functions, what can make the search for a model endless is a chain of "for every
//! x there is a y, for every such y there is an x ...". Draw an arrow from sort to sort for
//! every *exists* inside a *for all*; where the arrows form no circle, satisfiable formulas
//! have finite models and the question is decidable (the fragment EPR with stratified
//! sorts).

use super::{
    formula::{Formula, Sort},
    signature::Signature,
};

/// The arrows between sorts of some formulas.
#[derive(Clone, Debug, Default)]
pub struct Alternations {
    arrows: Vec<(Sort, Sort)>,
}

impl Alternations {
    /// Adds what a formula that is asserted contributes.
    pub fn assert(&mut self, formula: &Formula) {
        self.visit(formula, true, &mut Vec::new());
    }

    fn visit(&mut self, formula: &Formula, positive: bool, universal: &mut Vec<Sort>) {
        match formula {
            Formula::Related(..) | Formula::Equal(..) | Formula::Less(..) => {}
            Formula::Not(inner) => self.visit(inner, !positive, universal),
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| self.visit(part, positive, universal));
            }
            Formula::ForAll(variables, body) | Formula::Exists(variables, body) => {
                let for_all = matches!(formula, Formula::ForAll(..)) == positive;
                let sorts = variables.iter().map(|variable| variable.sort);
                let outside = universal.len();
                if for_all {
                    universal.extend(sorts);
                } else {
                    let pairs = sorts.flat_map(|to| universal.iter().map(move |from| (*from, to)));
                    self.arrows.extend(pairs.collect::<Vec<_>>());
                }
                self.visit(body, positive, universal);
                universal.truncate(outside);
            }
        }
    }

    /// A circle of sorts, if there is one.
    pub fn circle(&self, signature: &Signature) -> Option<Vec<String>> {
        // What is left after sorts are taken away that no arrow enters, or that none leaves.
        let mut left: Vec<Sort> = signature.sorts().collect();
        loop {
            let within = |(a, b): &&(Sort, Sort)| left.contains(a) && left.contains(b);
            let arrows: Vec<&(Sort, Sort)> = self.arrows.iter().filter(within).collect();
            let between = |sort: &Sort| {
                arrows.iter().any(|(a, _)| a == sort) && arrows.iter().any(|(_, b)| b == sort)
            };
            let remaining: Vec<Sort> = left.iter().copied().filter(between).collect();
            if remaining.len() == left.len() {
                break;
            }
            left = remaining;
        }
        let names = left.iter().map(|sort| signature.sort_name(*sort).to_owned());
        (!left.is_empty()).then(|| names.collect())
    }
}
