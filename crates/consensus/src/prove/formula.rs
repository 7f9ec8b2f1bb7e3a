//! Formulas of first-order logic with sorts, relations and orders, and no functions.

/// A sort: the kind of a variable, as a position in the system's list of sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(pub(super) usize);

/// A relation, as a position in the system's list of relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Relation(pub(super) usize);

/// A variable. No two binders of a system share an identity, so a formula can be put
/// into another one without capturing anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable {
    pub(super) identity: u32,
    pub(super) sort: Sort,
}

/// What a relation relates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A variable.
    Variable(Variable),
    /// The least element of an ordered sort, written `0`.
    Least(Sort),
}

/// A formula. Implications are written with [`Formula::Any`] and [`Formula::Not`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// The terms are related.
    Related(Relation, Vec<Term>),
    /// The terms are the same.
    Equal(Term, Term),
    /// The first term is before the second in the order of their sort.
    Less(Term, Term),
    /// The formula is false.
    Not(Box<Formula>),
    /// All formulas are true; of none, that is true.
    All(Vec<Formula>),
    /// Some formula is true; of none, that is false.
    Any(Vec<Formula>),
    /// The formula is true whatever the variables are.
    ForAll(Vec<Variable>, Box<Formula>),
    /// The formula is true for some variables.
    Exists(Vec<Variable>, Box<Formula>),
}

impl Term {
    /// The sort of the term.
    pub fn sort(self) -> Sort {
        match self {
            Term::Variable(variable) => variable.sort,
            Term::Least(sort) => sort,
        }
    }

    /// The term with variables replaced.
    fn replace(self, replacements: &[(Variable, Term)]) -> Term {
        match self {
            Term::Variable(variable) => replacements
                .iter()
                .find(|(replaced, _)| *replaced == variable)
                .map_or(self, |(_, by)| *by),
            Term::Least(_) => self,
        }
    }
}

impl std::ops::Not for Formula {
    type Output = Formula;

    fn not(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            formula => Formula::Not(Box::new(formula)),
        }
    }
}

impl Formula {
    /// If `self`, then `conclusion`.
    pub fn implies(self, conclusion: Formula) -> Formula {
        Formula::Any(vec![!self, conclusion])
    }

    /// The formula for all values of the variables.
    pub fn for_all(self, variables: Vec<Variable>) -> Formula {
        match variables.is_empty() {
            true => self,
            false => Formula::ForAll(variables, Box::new(self)),
        }
    }

    /// The formula with variables replaced.
    pub fn replace(&self, replacements: &[(Variable, Term)]) -> Formula {
        self.rebuild(&mut |formula| match formula {
            Formula::Related(relation, terms) => {
                let terms = terms.iter().map(|term| term.replace(replacements)).collect();
                Some(Formula::Related(*relation, terms))
            }
            Formula::Equal(a, b) => {
                Some(Formula::Equal(a.replace(replacements), b.replace(replacements)))
            }
            Formula::Less(a, b) => {
                Some(Formula::Less(a.replace(replacements), b.replace(replacements)))
            }
            _ => None,
        })
    }

    /// The formula with every atom replaced for which `atom` has something else.
    pub fn rebuild(&self, atom: &mut dyn FnMut(&Formula) -> Option<Formula>) -> Formula {
        match self {
            Formula::Related(..) | Formula::Equal(..) | Formula::Less(..) => {
                atom(self).unwrap_or_else(|| self.clone())
            }
            Formula::Not(inner) => !inner.rebuild(atom),
            Formula::All(parts) => {
                Formula::All(parts.iter().map(|part| part.rebuild(atom)).collect())
            }
            Formula::Any(parts) => {
                Formula::Any(parts.iter().map(|part| part.rebuild(atom)).collect())
            }
            Formula::ForAll(variables, body) => {
                Formula::ForAll(variables.clone(), Box::new(body.rebuild(atom)))
            }
            Formula::Exists(variables, body) => {
                Formula::Exists(variables.clone(), Box::new(body.rebuild(atom)))
            }
        }
    }
}
