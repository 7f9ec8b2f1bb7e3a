//! States with finitely many elements, and formulas evaluated in them, by the book.
//!
//! This is the judge of the proofs: it shares nothing with the solver. Elements of a sort
//! are numbers, and the order of an ordered sort is that of the numbers.

use super::{
    formula::{Formula, Relation, Sort, Term, Variable},
    system::{Change, System, Transition},
};

/// How many elements each sort has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universe(pub(super) Vec<usize>);

/// Which elements each relation relates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(Vec<Vec<bool>>);

/// The elements that variables stand for, the innermost last.
pub type Environment = Vec<(Variable, usize)>;

impl Universe {
    /// How many elements a sort has.
    pub fn size(&self, sort: Sort) -> usize {
        self.0[sort.0]
    }

    /// All ways to choose an element for each variable.
    pub fn assignments(&self, variables: &[Variable]) -> impl Iterator<Item = Environment> {
        let sizes: Vec<usize> = variables.iter().map(|v| self.size(v.sort)).collect();
        let variables = variables.to_vec();
        (0..sizes.iter().product()).map(move |number| {
            let mut rest: usize = number;
            let choose = variables.iter().zip(&sizes).map(|(variable, size)| {
                let element = rest % size;
                rest /= size;
                (*variable, element)
            });
            choose.collect()
        })
    }

    /// The position of a tuple in the table of its relation.
    fn position(&self, sorts: &[Sort], elements: impl Iterator<Item = usize>) -> usize {
        let sized = sorts.iter().zip(elements);
        sized.fold(0, |position, (sort, element)| position * self.size(*sort) + element)
    }

    /// All tuples that a relation could relate, in the order of its table.
    pub fn tuples(&self, sorts: &[Sort]) -> Vec<Vec<usize>> {
        sorts.iter().fold(vec![Vec::new()], |tuples, sort| {
            let longer = |tuple: &Vec<usize>| {
                let extended = (0..self.size(*sort)).map(|e| [tuple.as_slice(), &[e]].concat());
                extended.collect::<Vec<_>>()
            };
            tuples.iter().flat_map(longer).collect()
        })
    }
}

impl State {
    /// A state as a table of truths for every relation.
    pub(super) fn new(tables: Vec<Vec<bool>>) -> State {
        State(tables)
    }
}

/// Evaluates formulas in states of one universe.
#[derive(Clone, Copy)]
pub struct Judge<'s> {
    /// The system.
    pub system: &'s System,
    /// The elements.
    pub universe: &'s Universe,
}

impl Judge<'_> {
    /// Whether the formula is true in the state.
    pub fn holds(&self, state: &State, formula: &Formula, environment: &mut Environment) -> bool {
        match formula {
            Formula::Related(relation, terms) => {
                let sorts = self.system.signature.arguments(*relation);
                let elements = terms.iter().map(|term| term.element(environment));
                state.0[relation.0][self.universe.position(sorts, elements)]
            }
            Formula::Equal(a, b) => a.element(environment) == b.element(environment),
            Formula::Less(a, b) => a.element(environment) < b.element(environment),
            Formula::Not(inner) => !self.holds(state, inner, environment),
            Formula::All(parts) => parts.iter().all(|part| self.holds(state, part, environment)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(state, part, environment)),
            Formula::ForAll(variables, body) => {
                !self.some(state, variables, body, false, environment)
            }
            Formula::Exists(variables, body) => {
                self.some(state, variables, body, true, environment)
            }
        }
    }

    /// Whether the body has this truth for some choice of the variables.
    fn some(
        &self,
        state: &State,
        variables: &[Variable],
        body: &Formula,
        truth: bool,
        environment: &mut Environment,
    ) -> bool {
        let Some((variable, rest)) = variables.split_first() else {
            return self.holds(state, body, environment) == truth;
        };
        (0..self.universe.size(variable.sort)).any(|element| {
            environment.push((*variable, element));
            let found = self.some(state, rest, body, truth, environment);
            environment.pop();
            found
        })
    }

    /// The elements for which a formula of the form *for all ...* is false.
    pub fn refutation(
        &self,
        state: &State,
        formula: &Formula,
        chosen: &Environment,
    ) -> Option<Environment> {
        let Formula::ForAll(variables, body) = formula else { return None };
        self.universe.assignments(variables).find(|elements| {
            let mut environment = [chosen.as_slice(), elements].concat();
            !self.holds(state, body, &mut environment)
        })
    }

    /// The state in which the system begins, given the relations that never change.
    pub fn initial(&self, fixed: &State) -> State {
        let tables = self.system.signature.relations().map(|relation| {
            match (self.system.signature.is_fixed(relation), self.system.initial(relation)) {
                (true, _) => fixed.0[relation.0].clone(),
                (false, Some(change)) => self.changed(fixed, change, &Vec::new()),
                (false, None) => vec![false; fixed.0[relation.0].len()],
            }
        });
        State(tables.collect())
    }

    /// The tuples that a relation relates.
    pub fn related(&self, state: &State, relation: Relation) -> Vec<Vec<usize>> {
        let tuples = self.universe.tuples(self.system.signature.arguments(relation));
        let related = tuples.into_iter().zip(&state.0[relation.0]);
        related.filter(|(_, related)| **related).map(|(tuple, _)| tuple).collect()
    }

    /// Whether a transition can be taken with these parameters.
    pub fn enabled(&self, state: &State, transition: &Transition, chosen: &Environment) -> bool {
        let mut environment = chosen.clone();
        transition.guards.iter().all(|guard| self.holds(state, &guard.formula, &mut environment))
    }

    /// The state after a transition.
    pub fn after(&self, state: &State, transition: &Transition, chosen: &Environment) -> State {
        let mut next = state.clone();
        for change in &transition.changes {
            next.0[change.relation.0] = self.changed(state, change, chosen);
        }
        next
    }

    fn changed(&self, state: &State, change: &Change, chosen: &Environment) -> Vec<bool> {
        let sorts = self.system.signature.arguments(change.relation);
        let tuples = self.universe.tuples(sorts).into_iter();
        let related = tuples.map(|tuple| {
            let mut environment = chosen.clone();
            environment.extend(change.variables.iter().copied().zip(tuple));
            self.holds(state, &change.formula, &mut environment)
        });
        related.collect()
    }
}

impl Term {
    /// The element that the term stands for.
    pub(super) fn element(self, environment: &Environment) -> usize {
        match self {
            Term::Least(_) => 0,
            Term::Variable(variable) => environment
                .iter()
                .rev()
                .find(|(known, _)| *known == variable)
                .map(|(_, element)| *element)
                .expect("the notation binds every variable"),
        }
    }
}
