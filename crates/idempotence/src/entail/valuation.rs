//! Values for everything unknown under which a premise holds and a goal does not:
//! the quickest way to see that nothing follows.

use super::conjuncts;
use aplomb_symbolic::{Node, Operator, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How numbers are chosen, by their place among the numbers: comparisons go either way.
const NUMBERS: [fn(usize) -> f64; 8] = [
    |place| 1.0 + place as f64,
    |place| 900.0 - 10.0 * place as f64,
    |place| if place % 2 == 0 { 2.0 + place as f64 } else { 500.0 + place as f64 },
    |place| -1.0 - place as f64,
    |place| SOME[(place + 2) % SOME.len()],
    |place| SOME[3 * place % SOME.len()],
    |place| SOME[(5 * place + 1) % SOME.len()],
    |place| SOME[(7 * place + 4) % SOME.len()],
];

/// Numbers of different sizes, some of them multiples of others.
const SOME: [f64; 8] = [24.0, 3.0, 600.0, 1.0, 12.0, 0.0, 60.0, 5.0];

/// How often results of functions without a meaning get values, so that functions of
/// these results can.
const ROUNDS: usize = 3;

/// Whether the premise holds and the goal does not for some values: such as agree with
/// the hint, a conjunction, or with the premise alone.
pub(super) fn refutes(terms: &mut Terms, premise: Term, goal: Term, hint: Term) -> bool {
    refutes_by(terms, premise, goal, hint)
        || (hint != premise && refutes_by(terms, premise, goal, premise))
}

fn refutes_by(terms: &mut Terms, premise: Term, goal: Term, hint: Term) -> bool {
    for numbers in NUMBERS {
        let mut chosen = Chosen::default();
        if fails_for(terms, [premise, goal, hint], numbers, &mut chosen) {
            return true;
        }
        // Where no number was chosen, another choice of numbers is the same.
        if !chosen.numbers {
            return false;
        }
    }
    false
}

/// What was given a value so far.
#[derive(Default)]
struct Chosen {
    count: usize,
    /// Some number is among it.
    numbers: bool,
}

/// Whether the premise holds and the goal does not, for one choice of numbers.
fn fails_for(
    terms: &mut Terms,
    mut asked: [Term; 3],
    numbers: fn(usize) -> f64,
    chosen: &mut Chosen,
) -> bool {
    let mut given: FxHashMap<Term, Term> = FxHashMap::default();
    for _ in 0..ROUNDS {
        let same = Unknowns::of(terms, &asked).same(terms, asked[2]);
        asked = asked.map(|term| terms.substitute(term, &same));
        let mut unknowns = Unknowns::of(terms, &asked);
        unknowns.heed(terms, asked[2]);
        let values = unknowns.values(terms, numbers, chosen);
        if values.is_empty() {
            return false;
        }
        given.extend(values);
        // What was given a value may come up again when its surroundings have one.
        for _ in 0..2 {
            asked = asked.map(|term| terms.substitute(term, &given));
        }
        match (terms.as_bool(asked[0]), terms.as_bool(asked[1])) {
            (Some(true), Some(false)) => return true,
            (Some(false), _) | (_, Some(true)) => return false,
            _ => {}
        }
    }
    false
}

/// An unknown, or a part of one.
#[derive(Default)]
struct Unknown {
    is_root: bool,
    fields: BTreeMap<Arc<str>, Term>,
    /// What it holds, if it is a JSON text.
    parsed: Option<Term>,
    is_record: bool,
    is_list: bool,
    is_number: bool,
    /// The value that the hint gives it.
    value: Option<Term>,
}

/// The unknowns of some terms with their parts.
struct Unknowns {
    known: BTreeMap<Term, Unknown>,
}

impl Unknowns {
    fn of(terms: &Terms, roots: &[Term]) -> Self {
        let mut unknowns = Unknowns { known: BTreeMap::new() };
        // Whatever a term is made of comes before it.
        for part in terms.parts(roots) {
            unknowns.note(terms, part);
        }
        unknowns
    }

    fn note(&mut self, terms: &Terms, part: Term) {
        let (operator, arguments) = match terms.node(part) {
            Node::Symbol(_) => return self.add(part, true),
            Node::Apply(operator, arguments) => (operator, arguments),
            _ => return,
        };
        match operator {
            Operator::Select => {
                let Some(field) = terms.as_str(arguments[1]) else { return };
                if let Some(whole) = self.known.get_mut(&arguments[0]) {
                    whole.fields.insert(field.clone(), part);
                    self.add(part, false);
                }
            }
            Operator::JsonParse => {
                if let Some(whole) = self.known.get_mut(&arguments[0]) {
                    whole.parsed = Some(part);
                    self.add(part, false);
                }
            }
            Operator::Add
            | Operator::Multiply
            | Operator::Divide
            | Operator::Remainder
            | Operator::Less
            | Operator::LessEqual => self.each(arguments, |unknown| unknown.is_number = true),
            Operator::Append => self.each(arguments, |unknown| unknown.is_list = true),
            Operator::Merge | Operator::With | Operator::Without => {
                let records = if *operator == Operator::Merge { 2 } else { 1 };
                self.each(&arguments[..records], |unknown| unknown.is_record = true);
            }
            Operator::Pure(_) | Operator::Called | Operator::Constructed => {
                if let Operator::Pure(function) = operator
                    && function.is_conversion_to_number()
                {
                    self.each(arguments, |unknown| unknown.is_number = true);
                }
                // A function of the same has the same result, whatever it is.
                if terms.symbols_of(&[part]).is_empty()
                    && !terms.parts(arguments).iter().any(|part| self.known.contains_key(part))
                {
                    self.add(part, true);
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, part: Term, is_root: bool) {
        self.known.insert(part, Unknown { is_root, ..Unknown::default() });
    }

    fn each(&mut self, of: &[Term], note: impl Fn(&mut Unknown)) {
        for argument in of {
            self.known.get_mut(argument).into_iter().for_each(&note);
        }
    }

    /// What unknowns are replaced by because it is the same: older unknowns, or terms in
    /// which they do not occur.
    fn same(&self, terms: &Terms, hint: Term) -> FxHashMap<Term, Term> {
        let equations = conjuncts(terms, hint).into_iter().filter_map(|part| {
            let Node::Apply(Operator::Equal, sides) = terms.node(part) else { return None };
            let (older, newer) = (sides[0].min(sides[1]), sides[0].max(sides[1]));
            if self.known.contains_key(&older) && self.known.contains_key(&newer) {
                return Some((newer, older));
            }
            let is_free = |&(unknown, term): &(Term, Term)| {
                terms.as_symbol(unknown).is_some()
                    && !terms.is_constant(term)
                    && !terms.parts(&[term]).contains(&unknown)
            };
            [(older, newer), (newer, older)].into_iter().find(is_free)
        });
        equations.collect()
    }

    /// Gives unknowns the values that the hint asks for.
    fn heed(&mut self, terms: &mut Terms, hint: Term) {
        let undefined = terms.undefined();
        for part in conjuncts(terms, hint) {
            match terms.node(part) {
                Node::Apply(Operator::Equal, sides) => {
                    for (side, value) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                        if terms.is_constant(value) {
                            self.each(&[side], |unknown| unknown.value = Some(value));
                        }
                    }
                }
                Node::Apply(Operator::Not, inner) => {
                    if let Node::Apply(Operator::Truthy | Operator::NotEmpty, of) =
                        terms.node(inner[0])
                    {
                        self.each(&of[..1], |unknown| unknown.value = Some(undefined));
                    }
                }
                _ => {}
            }
        }
    }

    /// Values of the unknowns, each with values of its own for its parts. So many values
    /// were given before.
    fn values(
        &self,
        terms: &mut Terms,
        numbers: fn(usize) -> f64,
        chosen: &mut Chosen,
    ) -> FxHashMap<Term, Term> {
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        // Parts are newer than what they are parts of.
        for (&part, unknown) in self.known.iter().rev() {
            let value = if let Some(value) = unknown.value {
                value
            } else if let Some(parsed) = unknown.parsed {
                terms.apply(Operator::JsonText, &[values[&parsed]])
            } else if unknown.is_record || !unknown.fields.is_empty() {
                let fields = unknown.fields.iter();
                let fields: Vec<_> = fields.map(|(name, of)| (name.clone(), values[of])).collect();
                terms.record(fields)
            } else if unknown.is_list {
                chosen.count += 1;
                let item = terms.string(format!("item {}", chosen.count));
                terms.list([item])
            } else if unknown.is_number {
                chosen.count += 1;
                chosen.numbers = true;
                terms.number(numbers(chosen.count))
            } else {
                chosen.count += 1;
                terms.string(format!("value {}", chosen.count))
            };
            values.insert(part, value);
        }
        values.retain(|part, _| self.known[part].is_root);
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aplomb_symbolic::Origin;

    /// `old` and `new`, where `new` is `old` with its number `n` one higher.
    fn counted(terms: &mut Terms) -> (Term, Term, Term) {
        let old = terms.fresh_symbol("old", Origin::Old);
        let new = terms.fresh_symbol("new", Origin::Any);
        let (n, one) = (terms.field(old, "n"), terms.number(1.0));
        let more = terms.apply(Operator::Add, &[n, one]);
        let more = terms.record([("n".into(), more)]);
        let counted = terms.apply(Operator::Merge, &[old, more]);
        (old, new, terms.equal(new, counted))
    }

    #[test]
    fn a_content_that_was_counted_is_another_one() {
        let terms = &mut Terms::new();
        let (old, new, premise) = counted(terms);
        let goal = terms.equal(new, old);
        assert!(refutes(terms, premise, goal, premise));
        let (before, after) = (terms.field(old, "n"), terms.field(new, "n"));
        let goal = terms.apply(Operator::Less, &[before, after]);
        assert!(!refutes(terms, premise, goal, premise), "it is higher for all values");
    }

    #[test]
    fn numbers_are_tried_on_both_sides_of_a_bound() {
        let terms = &mut Terms::new();
        let input = terms.input("event");
        let n = terms.field(input, "n");
        let [few, many] = [5.0, 700.0].map(|bound| {
            let bound = terms.number(bound);
            terms.apply(Operator::Less, &[n, bound])
        });
        let none = terms.bool(false);
        assert!(refutes(terms, few, none, few));
        let large = terms.not(many);
        assert!(refutes(terms, large, none, large));
        assert!(!refutes(terms, few, many, few), "what is below five is below seven hundred");
    }

    #[test]
    fn a_function_without_meaning_has_one_result_for_the_same() {
        let terms = &mut Terms::new();
        let (a, b) = (terms.input("a"), terms.input("b"));
        let [of_a, of_b] = [a, b].map(|of| terms.pure("digest", &[of]));
        let (same, goal) = (terms.equal(a, b), terms.equal(of_a, of_b));
        let nothing = terms.bool(true);
        assert!(refutes(terms, nothing, goal, nothing));
        assert!(!refutes(terms, same, goal, same));
    }
}
