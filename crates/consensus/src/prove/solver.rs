//! Formulas put to Z3: with quantifiers over sorts of any size, or instantiated over a
//! finite universe.
//!
//! Work is bounded by Z3's own count of steps, not by a clock, so that the answer does not
//! depend on the machine. Questions that share a bound take their steps from what is left.

use z3::{
    FuncDecl, Params, SatResult, Solver, Sort as Z3Sort, StatisticsValue, Symbol, Tactic,
    ast::{Ast, Bool, Dynamic, exists_const, forall_const},
};

use super::{
    formula::{Formula, Relation, Sort, Term, Variable},
    signature::Signature,
    structure::{Environment, State, Universe},
};

/// What Z3 says about some formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They cannot be true together.
    Contradiction,
    /// They can.
    Satisfiable,
    /// Z3 gave up.
    Unknown,
}

fn solver() -> Solver {
    // This tactic sets no timers; those of Z3 4.8 can deadlock.
    Tactic::new("smt").solver()
}

/// Asks Z3, and takes the steps that it makes from those that are left.
fn answer(solver: &Solver, left: &mut u32) -> Answer {
    // Z3 takes 0 for no limit.
    if *left == 0 {
        return Answer::Unknown;
    }
    let mut params = Params::new();
    params.set_u32("rlimit", *left);
    solver.set_params(&params);
    let before = steps_so_far(solver);
    let answer = match solver.check() {
        SatResult::Unsat => Answer::Contradiction,
        SatResult::Sat => Answer::Satisfiable,
        SatResult::Unknown => Answer::Unknown,
    };
    *left = match answer {
        Answer::Unknown => 0,
        _ => left.saturating_sub(steps_so_far(solver).saturating_sub(before)),
    };
    answer
}

/// The steps that Z3 has made for all solvers of this thread.
fn steps_so_far(solver: &Solver) -> u32 {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(steps)) => steps,
        _ => 0,
    }
}

/// Whether the formulas can be true together, in any universe. Free variables are
/// constants.
pub(super) fn satisfiable(signature: &Signature, formulas: &[Formula], left: &mut u32) -> Answer {
    let solver = solver();
    let mut unbounded = Unbounded::new(signature);
    for order in unbounded.orders() {
        solver.assert(&order);
    }
    for formula in formulas {
        solver.assert(unbounded.translate(formula));
    }
    answer(&solver, left)
}

/// The words of a system in Z3.
struct Unbounded<'s> {
    signature: &'s Signature,
    sorts: Vec<Z3Sort>,
    relations: Vec<FuncDecl>,
    less: Vec<FuncDecl>,
}

impl<'s> Unbounded<'s> {
    fn new(signature: &'s Signature) -> Self {
        let name = |sort| Z3Sort::uninterpreted(Symbol::from(signature.sort_name(sort)));
        let sorts: Vec<Z3Sort> = signature.sorts().map(name).collect();
        let predicate = |name: &str, arguments: &[Sort]| {
            let domain: Vec<&Z3Sort> = arguments.iter().map(|sort| &sorts[sort.0]).collect();
            FuncDecl::new(name, &domain, &Z3Sort::bool())
        };
        let relations = signature.relations().map(|relation| {
            predicate(signature.relation_name(relation), signature.arguments(relation))
        });
        let relations = relations.collect();
        let less = signature
            .sorts()
            .map(|sort| predicate(&format!("less {}", signature.sort_name(sort)), &[sort, sort]));
        let less = less.collect();
        Unbounded { signature, sorts, relations, less }
    }

    /// Ordered sorts have a strict total order with a least element.
    fn orders(&self) -> Vec<Bool> {
        let ordered = self.signature.sorts().filter(|&sort| self.signature.is_ordered(sort));
        let orders = ordered.flat_map(|sort| {
            let [a, b, c] = ["a", "b", "c"].map(|it| Dynamic::new_const(it, &self.sorts[sort.0]));
            let zero = self.least(sort);
            let less = |x: &Dynamic, y: &Dynamic| truth(self.less[sort.0].apply(&[x, y]));
            let chain = Bool::and(&[less(&a, &b), less(&b, &c)]);
            let compared = Bool::or(&[less(&a, &b), less(&b, &a), a.eq(&b)]);
            [
                forall_const(&[&a], &[], &less(&a, &a).not()),
                forall_const(&[&a, &b, &c], &[], &chain.implies(less(&a, &c))),
                forall_const(&[&a, &b], &[], &compared),
                forall_const(&[&a], &[], &Bool::or(&[a.eq(&zero), less(&zero, &a)])),
            ]
        });
        orders.collect()
    }

    fn least(&self, sort: Sort) -> Dynamic {
        let name = format!("least {}", self.signature.sort_name(sort));
        Dynamic::new_const(name, &self.sorts[sort.0])
    }

    fn term(&self, term: Term) -> Dynamic {
        match term {
            Term::Least(sort) => self.least(sort),
            Term::Variable(variable) => self.variable(variable),
        }
    }

    fn variable(&self, variable: Variable) -> Dynamic {
        Dynamic::new_const(format!("v{}", variable.identity), &self.sorts[variable.sort.0])
    }

    fn apply(&self, function: &FuncDecl, terms: &[Term]) -> Bool {
        let terms: Vec<Dynamic> = terms.iter().map(|term| self.term(*term)).collect();
        let terms: Vec<&dyn Ast> = terms.iter().map(|term| term as &dyn Ast).collect();
        truth(function.apply(&terms))
    }

    fn translate(&mut self, formula: &Formula) -> Bool {
        match formula {
            Formula::Related(relation, terms) => self.apply(&self.relations[relation.0], terms),
            Formula::Equal(a, b) => self.term(*a).eq(self.term(*b)),
            Formula::Less(a, b) => self.apply(&self.less[a.sort().0], &[*a, *b]),
            Formula::Not(inner) => self.translate(inner).not(),
            Formula::All(parts) => Bool::and(&self.translate_all(parts)),
            Formula::Any(parts) => Bool::or(&self.translate_all(parts)),
            Formula::ForAll(variables, body) => self.quantified(forall_const, variables, body),
            Formula::Exists(variables, body) => self.quantified(exists_const, variables, body),
        }
    }

    fn translate_all(&mut self, parts: &[Formula]) -> Vec<Bool> {
        parts.iter().map(|part| self.translate(part)).collect()
    }

    fn quantified(
        &mut self,
        quantifier: fn(&[&dyn Ast], &[&z3::Pattern], &Bool) -> Bool,
        variables: &[Variable],
        body: &Formula,
    ) -> Bool {
        let bound: Vec<Dynamic> = variables.iter().map(|v| self.variable(*v)).collect();
        let bound: Vec<&dyn Ast> = bound.iter().map(|variable| variable as &dyn Ast).collect();
        let body = self.translate(body);
        quantifier(&bound, &[], &body)
    }
}

fn truth(value: Dynamic) -> Bool {
    value.as_bool().expect("relations are true or false")
}

/// A state of the universe, with elements for the free variables, in which all formulas
/// are true; or nothing, if there is none or no steps are left.
pub(super) fn model(
    signature: &Signature,
    universe: &Universe,
    formulas: &[Formula],
    free: &[Variable],
    left: &mut u32,
) -> Option<(State, Environment)> {
    if *left == 0 {
        return None;
    }
    let solver = solver();
    let finite = Finite { signature, universe };
    for formula in formulas {
        solver.assert(finite.translate(formula, &mut Vec::new()));
    }
    for variable in free {
        let choices = finite.choices(*variable);
        let one: Vec<(&Bool, i32)> = choices.iter().map(|choice| (choice, 1)).collect();
        solver.assert(Bool::pb_eq(&one, 1));
    }
    if answer(&solver, left) != Answer::Satisfiable {
        return None;
    }
    let model = solver.get_model()?;
    let is_true = |atom: &Bool| model.eval(atom, true).and_then(|it| it.as_bool()) == Some(true);
    let tables = signature.relations().map(|relation| {
        let tuples = universe.tuples(signature.arguments(relation));
        tuples.iter().map(|tuple| is_true(&finite.related(relation, tuple))).collect()
    });
    let state = State::new(tables.collect());
    let chosen = free.iter().map(|variable| {
        let element = finite.choices(*variable).iter().position(is_true)?;
        Some((*variable, element))
    });
    Some((state, chosen.collect::<Option<_>>()?))
}

/// Formulas over a finite universe, instantiated: one proposition for each tuple of each
/// relation, and one for each element that a free variable may be.
struct Finite<'s> {
    signature: &'s Signature,
    universe: &'s Universe,
}

impl Finite<'_> {
    fn related(&self, relation: Relation, elements: &[usize]) -> Bool {
        Bool::new_const(format!("{} {elements:?}", self.signature.relation_name(relation)))
    }

    fn choices(&self, variable: Variable) -> Vec<Bool> {
        let elements = 0..self.universe.size(variable.sort);
        let choice = |element| Bool::new_const(format!("v{} is {element}", variable.identity));
        elements.map(choice).collect()
    }

    fn translate(&self, formula: &Formula, environment: &mut Environment) -> Bool {
        let mut all = |parts: &[Formula]| -> Vec<Bool> {
            parts.iter().map(|part| self.translate(part, environment)).collect()
        };
        match formula {
            Formula::All(parts) => Bool::and(&all(parts)),
            Formula::Any(parts) => Bool::or(&all(parts)),
            Formula::Not(inner) => self.translate(inner, environment).not(),
            Formula::ForAll(variables, body) => {
                Bool::and(&self.instances(variables, body, environment))
            }
            Formula::Exists(variables, body) => {
                Bool::or(&self.instances(variables, body, environment))
            }
            Formula::Equal(a, b) => self.atom(&[*a, *b], environment, |elements| {
                Bool::from_bool(elements[0] == elements[1])
            }),
            Formula::Less(a, b) => self.atom(&[*a, *b], environment, |elements| {
                Bool::from_bool(elements[0] < elements[1])
            }),
            Formula::Related(relation, terms) => {
                self.atom(terms, environment, |elements| self.related(*relation, elements))
            }
        }
    }

    fn instances(
        &self,
        variables: &[Variable],
        body: &Formula,
        environment: &mut Environment,
    ) -> Vec<Bool> {
        let outside = environment.len();
        let instance = |chosen: Environment| {
            environment.extend(chosen);
            let instance = self.translate(body, environment);
            environment.truncate(outside);
            instance
        };
        self.universe.assignments(variables).map(instance).collect()
    }

    /// An atom; where a free variable stands in it, one for each element that it may be.
    fn atom(
        &self,
        terms: &[Term],
        environment: &Environment,
        ground: impl Fn(&[usize]) -> Bool,
    ) -> Bool {
        let is_free = |variable: &Variable| environment.iter().all(|(bound, _)| bound != variable);
        let mut free: Vec<Variable> = Vec::new();
        for term in terms {
            match term {
                Term::Variable(variable) if is_free(variable) && !free.contains(variable) => {
                    free.push(*variable);
                }
                _ => {}
            }
        }
        let alternatives = self.universe.assignments(&free).map(|chosen| {
            let mut known = environment.clone();
            known.extend(chosen.iter().copied());
            let elements: Vec<usize> = terms.iter().map(|term| term.element(&known)).collect();
            let choice = chosen.iter().map(|(variable, e)| self.choices(*variable)[*e].clone());
            Bool::and(&choice.chain([ground(&elements)]).collect::<Vec<_>>())
        });
        Bool::or(&alternatives.collect::<Vec<_>>())
    }
}
