//! The words of a system: its sorts, relations and variables.

use super::formula::{Relation, Sort, Variable};

/// The sorts, relations and variables of one system.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    sorts: Vec<SortDeclaration>,
    relations: Vec<RelationDeclaration>,
    variables: Vec<String>,
}

#[derive(Clone, Debug)]
struct SortDeclaration {
    name: String,
    letters: Vec<String>,
    ordered: bool,
}

#[derive(Clone, Debug)]
struct RelationDeclaration {
    name: String,
    arguments: Vec<Sort>,
    fixed: bool,
}

impl Signature {
    pub(super) fn add_sort(&mut self, name: &str, letters: &[&str], ordered: bool) -> Sort {
        let letters = letters.iter().map(|letter| (*letter).to_owned()).collect();
        self.sorts.push(SortDeclaration { name: name.to_owned(), letters, ordered });
        Sort(self.sorts.len() - 1)
    }

    pub(super) fn add_relation(
        &mut self,
        name: &str,
        arguments: Vec<Sort>,
        fixed: bool,
    ) -> Relation {
        self.relations.push(RelationDeclaration { name: name.to_owned(), arguments, fixed });
        Relation(self.relations.len() - 1)
    }

    pub(super) fn variable(&mut self, sort: Sort, name: &str) -> Variable {
        self.variables.push(name.to_owned());
        Variable { identity: (self.variables.len() - 1) as u32, sort }
    }

    /// All sorts.
    pub fn sorts(&self) -> impl Iterator<Item = Sort> + use<> {
        (0..self.sorts.len()).map(Sort)
    }

    /// All relations.
    pub fn relations(&self) -> impl Iterator<Item = Relation> + use<> {
        (0..self.relations.len()).map(Relation)
    }

    /// The name of a sort.
    pub fn sort_name(&self, sort: Sort) -> &str {
        &self.sorts[sort.0].name
    }

    /// The letter that the variables of a sort begin with.
    pub fn letter(&self, sort: Sort) -> &str {
        &self.sorts[sort.0].letters[0]
    }

    /// Whether the sort has a total order with a least element.
    pub fn is_ordered(&self, sort: Sort) -> bool {
        self.sorts[sort.0].ordered
    }

    /// The name of a relation.
    pub fn relation_name(&self, relation: Relation) -> &str {
        &self.relations[relation.0].name
    }

    /// The sorts of what a relation relates.
    pub fn arguments(&self, relation: Relation) -> &[Sort] {
        &self.relations[relation.0].arguments
    }

    /// Whether no step changes the relation.
    pub fn is_fixed(&self, relation: Relation) -> bool {
        self.relations[relation.0].fixed
    }

    /// The name of a variable.
    pub fn variable_name(&self, variable: Variable) -> &str {
        &self.variables[variable.identity as usize]
    }

    pub(super) fn sort_named(&self, name: &str) -> Option<Sort> {
        self.sorts.iter().position(|sort| sort.name == name).map(Sort)
    }

    pub(super) fn sort_of_letter(&self, letter: &str) -> Option<Sort> {
        let has = |sort: &SortDeclaration| sort.letters.iter().any(|known| known == letter);
        self.sorts.iter().position(has).map(Sort)
    }

    /// The relation of this name.
    pub fn relation_named(&self, name: &str) -> Option<Relation> {
        self.relations.iter().position(|relation| relation.name == name).map(Relation)
    }
}
