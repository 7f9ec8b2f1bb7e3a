//! A protocol as a transition system over relations, for any number of processes, rounds
//! and values.

use super::{
    formula::{Formula, Relation, Sort, Term, Variable},
    notation::{self, Malformed, Scope},
    signature::Signature,
    tree::{Event, Tree},
};

/// A transition system over relations.
///
/// A state says which elements each relation relates. Initially no relation relates
/// anything, unless the system says otherwise; a transition has guards and changes some
/// relations. Some transitions are the linearization points of an event of the quorum tree.
#[derive(Clone, Debug)]
pub struct System {
    /// What the system is called.
    pub name: String,
    /// Its sorts and relations.
    pub signature: Signature,
    /// What is true of the relations that never change, e.g. that quorums intersect.
    pub axioms: Vec<Rule>,
    /// What is initially true of relations that are not empty.
    pub initially: Vec<Change>,
    /// The steps.
    pub transitions: Vec<Transition>,
    /// The properties that hold in every reachable state: what is to be shown, and what
    /// the proof by induction needs besides.
    pub invariants: Vec<Rule>,
    /// The names of the invariants that users care for; the others only help to prove them.
    pub claims: Vec<String>,
    /// What a small universe must have so that something happens in it.
    pub(super) plenty: Vec<Rule>,
    /// The quorum tree that the events build.
    pub tree: Tree,
    /// Sorts that have one element, and that are not worth showing.
    pub(super) hidden: Vec<Sort>,
}

/// A formula with a name.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name, e.g. `quorum-intersection`.
    pub name: String,
    /// The formula as it was written.
    pub text: String,
    /// The formula.
    pub formula: Formula,
}

/// A relation after a step: it relates the variables where the formula is true before.
#[derive(Clone, Debug)]
pub struct Change {
    /// The name by which it can be left out, if leaving it out makes sense.
    pub name: Option<String>,
    /// The relation.
    pub relation: Relation,
    /// The variables.
    pub variables: Vec<Variable>,
    /// What it relates.
    pub formula: Formula,
}

/// A step that the system can take.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The name of the action, as in the thesis.
    pub name: String,
    /// What the step is about: any elements for which the guards are true.
    pub parameters: Vec<Variable>,
    /// When the step can be taken.
    pub guards: Vec<Rule>,
    /// What it changes.
    pub changes: Vec<Change>,
    /// The event of the quorum tree whose linearization point it is.
    pub event: Option<Event>,
}

impl System {
    /// The change that makes a relation what it is initially.
    pub(super) fn initial(&self, relation: Relation) -> Option<&Change> {
        self.initially.iter().find(|change| change.relation == relation)
    }

    /// The names of the rules that [`System::without`] can leave out.
    pub fn rules(&self) -> Vec<String> {
        let axioms = self.axioms.iter().map(|axiom| axiom.name.clone());
        let steps = self.transitions.iter().flat_map(|transition| {
            let guards = transition.guards.iter().map(|guard| guard.name.as_str());
            let changes = transition.changes.iter().filter_map(|change| change.name.as_deref());
            let names = guards.chain(changes);
            names.map(|rule| format!("{}.{rule}", transition.name)).collect::<Vec<_>>()
        });
        axioms.chain(steps).collect()
    }

    /// The system without a rule: an axiom such as `quorum-intersection`, or a guard or an
    /// effect of a transition such as `VOTE.not-left`. Nothing, if there is no such rule.
    pub fn without(&self, rule: &str) -> Option<System> {
        let mut system = self.clone();
        system.axioms.retain(|axiom| axiom.name != rule);
        for transition in &mut system.transitions {
            let name = transition.name.clone();
            let stays = |part: &str| rule.strip_prefix(&*name) != Some(&format!(".{part}"));
            transition.guards.retain(|guard| stays(&guard.name));
            transition.changes.retain(|change| change.name.as_deref().is_none_or(stays));
        }
        (system.rules().len() < self.rules().len()).then_some(system)
    }

    pub(super) fn is_hidden(&self, sort: Sort) -> bool {
        self.hidden.contains(&sort)
    }
}

impl Transition {
    /// The change of a relation, if the step changes it.
    pub(super) fn change(&self, relation: Relation) -> Option<&Change> {
        self.changes.iter().find(|change| change.relation == relation)
    }

    /// What `formula` says about the state after the step, as a formula about the state
    /// before it (the weakest precondition).
    pub fn before(&self, formula: &Formula) -> Formula {
        formula.rebuild(&mut |atom| {
            let Formula::Related(relation, terms) = atom else { return None };
            Some(self.change(*relation)?.at(terms))
        })
    }
}

impl Change {
    /// Whether the terms are related after the change.
    pub(super) fn at(&self, terms: &[Term]) -> Formula {
        let replacements: Vec<_> =
            self.variables.iter().copied().zip(terms.iter().copied()).collect();
        self.formula.replace(&replacements)
    }
}

/// Writes a [`System`] down. The first text that is malformed is the error of
/// [`Description::finish`].
pub struct Description {
    system: System,
    error: Option<Malformed>,
}

impl Description {
    /// Begins a system.
    pub fn new(name: &str) -> Description {
        let system = System {
            name: name.to_owned(),
            signature: Signature::default(),
            axioms: Vec::new(),
            initially: Vec::new(),
            transitions: Vec::new(),
            invariants: Vec::new(),
            claims: Vec::new(),
            plenty: Vec::new(),
            tree: Tree::default(),
            hidden: Vec::new(),
        };
        Description { system, error: None }
    }

    /// Changes a system.
    pub fn of(system: System) -> Description {
        Description { system, error: None }
    }

    /// Declares a sort and the letters that its variables begin with.
    pub fn sort(&mut self, name: &str, letters: &[&str]) -> &mut Self {
        self.system.signature.add_sort(name, letters, false);
        self
    }

    /// Declares a sort with a total order and a least element `0`.
    pub fn ordered(&mut self, name: &str, letters: &[&str]) -> &mut Self {
        self.system.signature.add_sort(name, letters, true);
        self
    }

    /// Says that there is one element of a sort only, and that nobody needs to see it.
    pub fn single(&mut self, name: &str, letter: &str) -> &mut Self {
        self.axiom(&format!("one-{name}"), &format!("{letter}1 = {letter}2"));
        let sort = self.system.signature.sort_named(name);
        self.system.hidden.extend(sort);
        self
    }

    /// Declares a relation that steps change.
    pub fn relation(&mut self, name: &str, sorts: &[&str]) -> &mut Self {
        self.declare(name, sorts, false)
    }

    /// Declares a relation that never changes.
    pub fn fixed(&mut self, name: &str, sorts: &[&str]) -> &mut Self {
        self.declare(name, sorts, true)
    }

    fn declare(&mut self, name: &str, sorts: &[&str], fixed: bool) -> &mut Self {
        let signature = &mut self.system.signature;
        let known: Option<Vec<_>> = sorts.iter().map(|sort| signature.sort_named(sort)).collect();
        match known {
            Some(sorts) if signature.relation_named(name).is_none() => {
                signature.add_relation(name, sorts, fixed);
            }
            Some(_) => self.refuse(name, "is declared twice"),
            None => self.refuse(name, "relates a sort that is not declared"),
        }
        self
    }

    /// Declares the quorum tree that the events build; see [`Tree`].
    pub fn tree(&mut self, tree: Tree) -> &mut Self {
        for (name, sorts) in tree.relations() {
            let sorts: Vec<&str> = sorts.iter().map(String::as_str).collect();
            self.relation(name, &sorts);
        }
        self.system.tree = tree;
        self
    }

    /// Says something about the relations that never change.
    pub fn axiom(&mut self, name: &str, text: &str) -> &mut Self {
        if let Some(rule) = self.closed(name, text) {
            self.system.axioms.push(rule);
        }
        self
    }

    /// Says what holds in every reachable state. Free variables range over everything.
    pub fn invariant(&mut self, name: &str, text: &str) -> &mut Self {
        if let Some(rule) = self.closed(name, text) {
            self.system.invariants.push(rule);
        }
        self
    }

    /// Says what holds in every reachable state, and is the point of the system.
    pub fn claim(&mut self, name: &str, text: &str) -> &mut Self {
        self.system.claims.push(name.to_owned());
        self.invariant(name, text)
    }

    /// Says what a small universe must have so that something happens in it. Proofs do not
    /// assume it.
    pub fn plenty(&mut self, text: &str) -> &mut Self {
        if let Some(rule) = self.closed("plenty", text) {
            self.system.plenty.push(rule);
        }
        self
    }

    /// Says what a relation is initially: `ancestor(r1, r2)` where `r1 = 0 & r2 = 0`.
    pub fn initially(&mut self, atom: &str, text: &str) -> &mut Self {
        let change = change(None, atom, text, &Scope::new(), &mut self.system.signature);
        if let Some(change) = self.accept(change) {
            self.system.initially.push(change);
        }
        self
    }

    /// Describes a transition with parameters such as `n, r, q`.
    pub fn transition(
        &mut self,
        name: &str,
        parameters: &str,
        describe: impl FnOnce(&mut Step<'_>),
    ) -> &mut Self {
        let scope = notation::names(parameters, &mut self.system.signature);
        let Some(scope) = self.accept(scope) else { return self };
        let parameters = scope.iter().map(|(_, variable)| *variable).collect();
        let transition = Transition {
            name: name.to_owned(),
            parameters,
            guards: Vec::new(),
            changes: Vec::new(),
            event: None,
        };
        self.describe(scope, transition, describe)
    }

    /// Changes a transition: a guard with the name of another one takes its place.
    pub fn amend(&mut self, name: &str, describe: impl FnOnce(&mut Step<'_>)) -> &mut Self {
        let position = self.system.transitions.iter().position(|it| it.name == name);
        let Some(position) = position else {
            self.refuse(name, "is no transition");
            return self;
        };
        let transition = self.system.transitions.remove(position);
        let signature = &self.system.signature;
        let names = transition.parameters.iter();
        let scope = names.map(|it| (signature.variable_name(*it).to_owned(), *it)).collect();
        self.describe(scope, transition, describe)
    }

    fn describe(
        &mut self,
        scope: Scope,
        transition: Transition,
        describe: impl FnOnce(&mut Step<'_>),
    ) -> &mut Self {
        let mut step = Step { description: self, scope, transition };
        describe(&mut step);
        let transition = step.transition;
        self.system.transitions.push(transition);
        self
    }

    fn closed(&mut self, name: &str, text: &str) -> Option<Rule> {
        let formula = notation::closed(text, &mut self.system.signature);
        let formula = self.accept(formula)?;
        Some(Rule { name: name.to_owned(), text: squeezed(text), formula })
    }

    fn accept<T>(&mut self, read: Result<T, Malformed>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }

    fn refuse(&mut self, text: &str, reason: &str) {
        let error = Malformed { text: text.to_owned(), reason: reason.to_owned() };
        self.error.get_or_insert(error);
    }

    /// The system, or the first text in it that is malformed.
    pub fn finish(self) -> Result<System, Malformed> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.system),
        }
    }
}

/// Writes one transition down.
pub struct Step<'d> {
    description: &'d mut Description,
    scope: Scope,
    transition: Transition,
}

impl Step<'_> {
    /// The step can be taken only where this is true.
    pub fn requires(&mut self, name: &str, text: &str) -> &mut Self {
        let signature = &mut self.description.system.signature;
        let formula = notation::formula(text, &self.scope, signature);
        if let Some(formula) = self.description.accept(formula) {
            let rule = Rule { name: name.to_owned(), text: squeezed(text), formula };
            self.transition.guards.retain(|guard| guard.name != name);
            self.transition.guards.push(rule);
        }
        self
    }

    /// After the step these elements are related, as in `voted(n, r)`.
    pub fn inserts(&mut self, atom: &str) -> &mut Self {
        let signature = &mut self.description.system.signature;
        let inserted = notation::atom(atom, &mut self.scope.clone(), false, signature);
        let Some(Formula::Related(relation, terms)) = self.description.accept(inserted) else {
            return self;
        };
        let signature = &mut self.description.system.signature;
        let sorts = signature.arguments(relation).to_vec();
        let variables: Vec<Variable> =
            sorts.into_iter().map(|sort| signature.variable(sort, "_")).collect();
        let same = variables.iter().zip(&terms);
        let same = same.map(|(variable, term)| Formula::Equal(Term::Variable(*variable), *term));
        let before = variables.iter().map(|variable| Term::Variable(*variable)).collect();
        let formula =
            Formula::Any(vec![Formula::Related(relation, before), Formula::All(same.collect())]);
        self.change(Change { name: None, relation, variables, formula });
        self
    }

    /// After the step `atom` is true exactly where `text` is true before it, as in
    /// `left(n1, r1)` and `left(n1, r1) | n1 = n & r1 < r`.
    pub fn sets(&mut self, name: &str, atom: &str, text: &str) -> &mut Self {
        let signature = &mut self.description.system.signature;
        let change = change(Some(name), atom, text, &self.scope, signature);
        if let Some(change) = self.description.accept(change) {
            self.change(change);
        }
        self
    }

    /// The step is the linearization point of `add(r, v, p)`; with several trees, of the
    /// one of an instance. The arguments are names of parameters.
    pub fn adds(&mut self, arguments: &str) -> &mut Self {
        self.emits("add", arguments)
    }

    /// The step is the linearization point of `commit(r)`.
    pub fn commits(&mut self, arguments: &str) -> &mut Self {
        self.emits("commit", arguments)
    }

    /// The step is taken only where its event keeps the laws: they are guards, and no
    /// longer to be shown.
    pub fn lawfully(&mut self) -> &mut Self {
        let laws = self.transition.event.iter_mut().flat_map(|event| event.laws.drain(..));
        self.transition.guards.extend(laws);
        self
    }

    fn emits(&mut self, operation: &'static str, arguments: &str) -> &mut Self {
        let names: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let tree = self.description.system.tree.clone();
        let Some(words) = tree.words(operation, &names) else {
            self.description.refuse(arguments, "does not fit the tree");
            return self;
        };
        let mut laws = Vec::new();
        for (name, text) in words.laws() {
            let signature = &mut self.description.system.signature;
            let formula = notation::formula(&text, &self.scope, signature);
            if let Some(formula) = self.description.accept(formula) {
                laws.push(Rule { name: name.to_owned(), text, formula });
            }
        }
        for (atom, text) in words.changes() {
            let signature = &mut self.description.system.signature;
            let change = change(None, &atom, &text, &self.scope, signature);
            if let Some(change) = self.description.accept(change) {
                self.change(change);
            }
        }
        let arguments = names.iter().filter_map(|name| {
            self.scope.iter().find(|(known, _)| known == name).map(|(_, variable)| *variable)
        });
        let arguments = arguments.collect();
        self.transition.event = Some(Event { operation, arguments, laws });
        self
    }

    fn change(&mut self, change: Change) {
        let relation = change.relation;
        let name = self.description.system.signature.relation_name(relation).to_owned();
        if self.transition.change(relation).is_some() {
            self.description.refuse(&name, "is changed twice by one step");
        }
        if self.description.system.signature.is_fixed(relation) {
            self.description.refuse(&name, "never changes");
        }
        self.transition.changes.push(change);
    }
}

/// Reads a change: the atom's variables are new.
fn change(
    name: Option<&str>,
    atom: &str,
    text: &str,
    scope: &Scope,
    signature: &mut Signature,
) -> Result<Change, Malformed> {
    let mut inner = scope.clone();
    let Formula::Related(relation, terms) = notation::atom(atom, &mut inner, true, signature)?
    else {
        unreachable!("an atom is a relation");
    };
    let variables: Option<Vec<Variable>> = terms
        .iter()
        .map(|term| match term {
            Term::Variable(variable) => {
                scope.iter().all(|(_, known)| known != variable).then_some(*variable)
            }
            Term::Least(_) => None,
        })
        .collect();
    let variables = variables.ok_or_else(|| Malformed {
        text: atom.to_owned(),
        reason: "its arguments must be new variables".to_owned(),
    })?;
    let formula = notation::formula(text, &inner, signature)?;
    Ok(Change { name: name.map(str::to_owned), relation, variables, formula })
}

/// A text without the line breaks of the source that it stands in.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
