//! Does a premise imply a goal? Cheap answers first: folding under the
//! assumptions, then case distinctions, then values that tell that it does not, then
//! Z3.

mod components;
mod valuation;

use crate::app::App;
use aplomb_symbolic::{Answer, Node, Operator, Solver, Term, Terms, Work};
use components::{Components, Subjects};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many case distinctions are tried one inside the other.
const DEEPEST: usize = 5;

/// How much Z3 may do for one question. Those that it can answer take a hundredth of that.
const PATIENCE: Work = Work(1_000_000);

/// What was asked before, about the terms of one application.
#[derive(Clone)]
pub(crate) struct Answers {
    known: FxHashMap<(Term, Term), bool>,
    subjects: Subjects,
    /// How many questions were not known before.
    decided: usize,
    solver: Solver,
}

impl Default for Answers {
    fn default() -> Self {
        let (known, subjects) = (FxHashMap::default(), Subjects::default());
        Answers { known, subjects, decided: 0, solver: Solver::new(PATIENCE) }
    }
}

impl App {
    /// How many questions about terms had to be decided so far: what proofs have cost.
    pub fn questions(&self) -> usize {
        self.answers.decided
    }

    /// Whether the goal holds whenever the premise does; `false` means "not shown". What of
    /// the premise has to do with the goal decides, or a contradiction elsewhere in it.
    pub(crate) fn entails(&mut self, premise: Term, goal: Term) -> bool {
        if self.terms.is_true(goal) || self.terms.is_false(premise) {
            return true;
        }
        if let Some(&known) = self.answers.known.get(&(premise, goal)) {
            return known;
        }
        let Components { relevant, others } =
            self.answers.subjects.divide(&mut self.terms, premise, goal);
        let no = self.terms.bool(false);
        let answer =
            self.follows(relevant, goal) || others.into_iter().any(|part| self.follows(part, no));
        self.answers.known.insert((premise, goal), answer);
        answer
    }

    fn follows(&mut self, premise: Term, goal: Term) -> bool {
        let asked = (premise, goal);
        if let Some(&known) = self.answers.known.get(&asked) {
            return known;
        }
        self.answers.decided += 1;
        let (terms, solver) = (&mut self.terms, &mut self.answers.solver);
        let members = members(terms, &[premise, goal]);
        let premise = terms.and(premise, members);
        let answer = !fails_for_distinct_values(terms, premise, goal)
            && match (Cases { terms }).search(premise, goal, 0) {
                Ok(()) => true,
                Err(open) => {
                    !valuation::refutes(terms, premise, goal, open)
                        && solver.implied(terms, &[premise], goal) == Answer::Yes
                }
            };
        self.answers.known.insert(asked, answer);
        answer
    }
}

/// How many members with computed names are explained.
const MOST_MEMBERS: usize = 8;

/// What is known of members whose names are computed: of a record one of whose members was
/// replaced, a member is the one that was there before, or the two are one member, and it is
/// what was put there.
fn members(terms: &mut Terms, about: &[Term]) -> Term {
    let mut known = Vec::new();
    for part in terms.parts(about) {
        let Node::Apply(Operator::Select, of) = terms.node(part).clone() else { continue };
        let Node::Apply(Operator::With, with) = terms.node(of[0]).clone() else { continue };
        if known.len() < MOST_MEMBERS {
            let before = terms.apply(Operator::Select, &[with[0], of[1]]);
            let replaced = terms.apply(Operator::Select, &[with[0], with[1]]);
            let (is_new, is_old) = (terms.equal(part, with[2]), terms.equal(part, before));
            let is_one = terms.equal(replaced, before);
            let is_replaced = terms.and(is_new, is_one);
            known.push(terms.or(is_replaced, is_old));
        }
    }
    for part in terms.parts(about) {
        let Node::Apply(Operator::Equal, sides) = terms.node(part).clone() else { continue };
        for (changed, before) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let Node::Apply(Operator::With, with) = terms.node(changed).clone() else { continue };
            if known.len() < MOST_MEMBERS && terms.as_str(with[1]).is_none() {
                known.push(same_member(terms, part, before, &with));
            }
        }
    }
    terms.apply(Operator::And, &known)
}

/// What `same` says, that a record with one member replaced is what it was before: the member
/// is. (Of what is undefined nothing is said: it leaves a record alone and makes a list longer.)
fn same_member(terms: &mut Terms, same: Term, before: Term, with: &[Term]) -> Term {
    let member = terms.apply(Operator::Select, &[before, with[1]]);
    let mut nothing = vec![(with[2], terms.undefined())];
    nothing.extend([terms.absent(), terms.undefined(), terms.null()].map(|none| (before, none)));
    let mut apart: Vec<Term> = nothing.into_iter().map(|(a, b)| terms.equal(a, b)).collect();
    let is_it = terms.equal(with[0], before);
    apart.push(terms.not(is_it));
    let is_member = terms.equal(with[2], member);
    apart.push(terms.equal(same, is_member));
    terms.apply(Operator::Or, &apart)
}

/// Whether the premise holds and the goal does not if everything unknown has a
/// value of its own: the quickest way to see that nothing follows.
fn fails_for_distinct_values(terms: &mut Terms, premise: Term, goal: Term) -> bool {
    let mut unknowns: FxHashSet<Term> = FxHashSet::default();
    let mut values: FxHashMap<Term, Term> = FxHashMap::default();
    let parts = terms.parts(&[premise, goal]);
    for (index, &part) in parts.iter().enumerate() {
        let is_unknown = match terms.node(part) {
            Node::Symbol(_) => true,
            // The whole has no value of its own if its parts have.
            Node::Apply(Operator::Select | Operator::JsonParse, of)
                if unknowns.contains(&of[0]) =>
            {
                values.remove(&of[0]);
                true
            }
            _ => false,
        };
        if is_unknown {
            unknowns.insert(part);
            let value = terms.string(format!("value {index}"));
            values.insert(part, value);
        }
    }
    // What the premise says outright is kept to.
    for part in conjuncts(terms, premise) {
        let Node::Apply(Operator::Equal, sides) = terms.node(part).clone() else { continue };
        for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            if terms.is_constant(other) && values.contains_key(&side) {
                values.insert(side, other);
            }
        }
    }
    let premise = terms.substitute(premise, &values);
    if !terms.is_true(premise) {
        return false;
    }
    let goal = terms.substitute(goal, &values);
    terms.is_false(goal)
}

/// The search by case distinctions.
struct Cases<'a> {
    terms: &'a mut Terms,
}

impl Cases<'_> {
    /// Distinguishes cases until each is settled. The error is a case that is not: what
    /// is assumed in it.
    fn search(&mut self, premise: Term, goal: Term, depth: usize) -> Result<(), Term> {
        let (premise, goal) = self.assume(premise, goal);
        if self.terms.is_true(goal) || self.terms.is_false(premise) {
            return Ok(());
        }
        if depth == DEEPEST || (self.terms.is_false(goal) && self.terms.is_true(premise)) {
            return Err(premise);
        }
        let Some(atom) = self.atom(goal).or_else(|| self.atom(premise)) else {
            return Err(premise);
        };
        [true, false].into_iter().try_for_each(|value| {
            let literal = if value { atom } else { self.terms.not(atom) };
            let premise = self.terms.and(premise, literal);
            self.search(premise, goal, depth + 1)
        })
    }

    /// Uses what the premise says outright: its conjuncts are true, and equations
    /// let one side replace the other. The premise keeps what was used.
    fn assume(&mut self, premise: Term, goal: Term) -> (Term, Term) {
        let (mut premise, mut goal) = (premise, goal);
        for _ in 0..4 {
            let replacements = self.replacements(premise);
            if replacements.is_empty() {
                break;
            }
            let next_goal = self.terms.substitute(goal, &replacements);
            // The premise may contradict itself; look at each conjunct under the others.
            let next_premise = self.reduce(premise);
            if next_goal == goal && next_premise == premise {
                break;
            }
            (premise, goal) = (next_premise, next_goal);
        }
        (premise, goal)
    }

    fn replacements(&mut self, premise: Term) -> FxHashMap<Term, Term> {
        let mut replacements = FxHashMap::default();
        for part in conjuncts(self.terms, premise) {
            self.add_replacement(part, &mut replacements);
        }
        replacements
    }

    fn add_replacement(&mut self, part: Term, replacements: &mut FxHashMap<Term, Term>) {
        match self.terms.node(part).clone() {
            Node::Bool(_) => {}
            Node::Apply(Operator::Not, inner) => {
                let no = self.terms.bool(false);
                replacements.insert(inner[0], no);
            }
            Node::Apply(Operator::Equal, sides) => {
                let yes = self.terms.bool(true);
                replacements.insert(part, yes);
                // The older side is the simpler one, except that constants win, and
                // what has known parts over an unknown.
                let (from, to) = if self.terms.is_constant(sides[1])
                    || (is_put_together(self.terms, sides[1])
                        && !is_put_together(self.terms, sides[0]))
                {
                    (sides[0], sides[1])
                } else {
                    (sides[1], sides[0])
                };
                let circular = self.terms.parts(&[to]).contains(&from);
                if !self.terms.is_constant(from) && !circular {
                    replacements.insert(from, to);
                }
            }
            _ => {
                let yes = self.terms.bool(true);
                replacements.insert(part, yes);
            }
        }
    }

    fn reduce(&mut self, premise: Term) -> Term {
        let parts = conjuncts(self.terms, premise);
        let mut kept = parts.clone();
        for (index, &part) in parts.iter().enumerate() {
            let mut others = FxHashMap::default();
            for (i, &other) in kept.iter().enumerate() {
                if i != index {
                    self.add_replacement(other, &mut others);
                }
            }
            kept[index] = self.terms.substitute(part, &others);
        }
        self.terms.apply(Operator::And, &kept)
    }

    /// A question inside the term whose answer would let it fold.
    fn atom(&self, term: Term) -> Option<Term> {
        self.terms.parts(&[term]).into_iter().find(|&part| match self.terms.node(part) {
            Node::Apply(operator, _) => matches!(
                operator,
                Operator::Equal
                    | Operator::Less
                    | Operator::LessEqual
                    | Operator::Truthy
                    | Operator::NotEmpty
                    | Operator::Has
            ),
            _ => false,
        })
    }
}

/// The conditions that a condition is made of.
pub(crate) fn conjuncts(terms: &Terms, premise: Term) -> Vec<Term> {
    match terms.node(premise) {
        Node::Apply(Operator::And, parts) => parts.to_vec(),
        _ => vec![premise],
    }
}

fn is_put_together(terms: &Terms, term: Term) -> bool {
    matches!(terms.node(term), Node::Apply(Operator::Concat | Operator::With, _))
}
