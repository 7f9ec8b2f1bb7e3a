//! Questions about terms that folding does not answer, put to Z3.
//!
//! Values are elements of one uninterpreted sort; operators that have no theory
//! here are uninterpreted functions, numbers are reals under a function that
//! reads them off a value. Everything asserted is true of the terms' meaning, so
//! *yes* is a proof; *no* means that Z3 found no contradiction, not that there
//! is an execution.

use crate::{Node, Operator, Origin, Term, Terms, Work, check_with_work, untimed_solver};
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Dynamic, Int, Real};
use z3::{FuncDecl, SatResult, Sort, Symbol};

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Proved.
    Yes,
    /// Nothing contradicts the opposite.
    No,
    /// Not decided with the work given.
    Unknown,
}

/// Answers questions about the terms of one arena, and remembers the answers.
#[derive(Clone)]
pub struct Solver {
    work: Work,
    answers: FxHashMap<Vec<Term>, Answer>,
    queries: usize,
}

impl Solver {
    /// A solver that does no more work than this for a question.
    pub fn new(work: Work) -> Self {
        Solver { work, answers: FxHashMap::default(), queries: 0 }
    }

    /// How many questions Z3 was asked.
    pub fn queries(&self) -> usize {
        self.queries
    }

    /// Whether the premises imply the goal.
    pub fn implied(&mut self, terms: &mut Terms, premises: &[Term], goal: Term) -> Answer {
        let negated = terms.not(goal);
        let mut all = premises.to_vec();
        all.push(negated);
        match self.satisfiable(terms, &all) {
            Answer::Yes => Answer::No,
            Answer::No => Answer::Yes,
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// Whether the conditions can hold together. *No* is a proof that they can
    /// not; *yes* means that nothing known contradicts them.
    pub fn satisfiable(&mut self, terms: &mut Terms, conditions: &[Term]) -> Answer {
        let conjunction = terms.apply(Operator::And, conditions);
        match terms.as_bool(conjunction) {
            Some(true) => return Answer::Yes,
            Some(false) => return Answer::No,
            None => {}
        }
        let parts: Vec<Term> = match terms.node(conjunction) {
            Node::Apply(Operator::And, parts) => parts.to_vec(),
            _ => vec![conjunction],
        };
        if let Some(&known) = self.answers.get(&parts) {
            return known;
        }
        self.queries += 1;
        let answer = Translation::new(terms).satisfiable(&parts, self.work);
        self.answers.insert(parts, answer);
        answer
    }
}

/// Kinds of values that are ordered among themselves; a value of another kind has
/// another number.
const NOTHING: i64 = 0;
const NUMBER: i64 = 1;
const STRING: i64 = 2;

/// One question in Z3's language.
struct Translation<'t> {
    terms: &'t Terms,
    value: Sort,
    values: FxHashMap<Term, Dynamic>,
    conditions: FxHashMap<Term, Bool>,
    functions: FxHashMap<(String, usize), FuncDecl>,
    number: FuncDecl,
    kind: FuncDecl,
    facts: Vec<Bool>,
}

impl<'t> Translation<'t> {
    fn new(terms: &'t Terms) -> Self {
        let value = Sort::uninterpreted(Symbol::from("value"));
        let number = FuncDecl::new("number", &[&value], &Sort::real());
        let kind = FuncDecl::new("kind", &[&value], &Sort::int());
        Translation {
            terms,
            value,
            values: FxHashMap::default(),
            conditions: FxHashMap::default(),
            functions: FxHashMap::default(),
            number,
            kind,
            facts: Vec::new(),
        }
    }

    fn satisfiable(mut self, conditions: &[Term], work: Work) -> Answer {
        let solver = untimed_solver();
        // Arguments are older than what they stand in, so nothing recurses.
        let parts = self.terms.parts(conditions);
        for &part in &parts {
            self.translate(part);
        }
        self.describe_records(&parts);
        self.distinguish();
        for fact in &self.facts {
            solver.assert(fact);
        }
        for condition in conditions {
            solver.assert(self.truth(*condition));
        }
        match check_with_work(&solver, work) {
            SatResult::Sat => Answer::Yes,
            SatResult::Unsat => Answer::No,
            SatResult::Unknown => Answer::Unknown,
        }
    }

    /// Gives a term its value and, if it is a condition, its truth.
    fn translate(&mut self, term: Term) {
        if let Some(condition) = self.condition(term) {
            let (yes, no) = (self.constant("true"), self.constant("false"));
            self.values.insert(term, condition.ite(&yes, &no));
            self.conditions.insert(term, condition);
            return;
        }
        let value = match self.terms.node(term) {
            Node::Apply(Operator::Ite, parts) => {
                let (then, otherwise) =
                    (self.values[&parts[1]].clone(), self.values[&parts[2]].clone());
                self.truth(parts[0]).ite(&then, &otherwise)
            }
            Node::Apply(operator, parts) => {
                let parts = parts.to_vec();
                self.apply(&format!("{operator:?}"), &parts)
            }
            Node::Record(keys, parts) => {
                let parts = parts.to_vec();
                self.apply(&format!("record {keys:?}"), &parts)
            }
            Node::List(parts) => {
                let parts = parts.to_vec();
                self.apply("list", &parts)
            }
            _ => self.constant(&format!("t{term:?}")),
        };
        self.values.insert(term, value);
        self.describe_number(term);
        self.describe_kind(term);
        self.describe_truth(term);
    }

    fn constant(&mut self, name: &str) -> Dynamic {
        Dynamic::new_const(name, &self.value)
    }

    fn apply(&mut self, name: &str, arguments: &[Term]) -> Dynamic {
        let sort = &self.value;
        let function = self
            .functions
            .entry((name.to_string(), arguments.len()))
            .or_insert_with(|| FuncDecl::new(name, &vec![sort; arguments.len()], sort));
        let values: Vec<&Dynamic> = arguments.iter().map(|a| &self.values[a]).collect();
        let values: Vec<&dyn Ast> = values.into_iter().map(|v| v as &dyn Ast).collect();
        function.apply(&values)
    }

    fn predicate(&mut self, name: &str, arguments: &[Term]) -> Bool {
        let sort = &self.value;
        let function = self
            .functions
            .entry((format!("{name}?"), arguments.len()))
            .or_insert_with(|| FuncDecl::new(name, &vec![sort; arguments.len()], &Sort::bool()));
        let values: Vec<&Dynamic> = arguments.iter().map(|a| &self.values[a]).collect();
        let values: Vec<&dyn Ast> = values.into_iter().map(|v| v as &dyn Ast).collect();
        function.apply(&values).as_bool().expect("predicates are Boolean")
    }

    /// The truth of a term that is a condition.
    fn condition(&mut self, term: Term) -> Option<Bool> {
        let node = self.terms.node(term);
        if let Node::Bool(value) = node {
            return Some(Bool::from_bool(*value));
        }
        let Node::Apply(operator, parts) = node else { return None };
        Some(match operator {
            Operator::Not => self.truth(parts[0]).not(),
            Operator::And | Operator::Or => {
                let parts: Vec<Bool> = parts.iter().map(|&part| self.truth(part)).collect();
                if *operator == Operator::And { Bool::and(&parts) } else { Bool::or(&parts) }
            }
            Operator::Ite => {
                let then = self.conditions.get(&parts[1])?;
                let otherwise = self.conditions.get(&parts[2])?;
                self.truth(parts[0]).ite(then, otherwise)
            }
            Operator::Equal => self.equality(parts[0], parts[1]),
            Operator::Less | Operator::LessEqual => {
                let parts = [parts[0], parts[1]];
                self.comparison(*operator == Operator::Less, parts)
            }
            Operator::Truthy | Operator::NotEmpty | Operator::Has => {
                let parts = parts.to_vec();
                self.predicate(&format!("{operator:?}"), &parts)
            }
            _ => return None,
        })
    }

    /// Whether a term is true; a value that stands where a condition is asked for
    /// is compared.
    fn truth(&self, term: Term) -> Bool {
        match self.conditions.get(&term) {
            Some(condition) => condition.clone(),
            None => self.values[&term].eq(Dynamic::new_const("true", &self.value)),
        }
    }

    fn equality(&mut self, left: Term, right: Term) -> Bool {
        match (self.conditions.get(&left), self.conditions.get(&right)) {
            (Some(a), Some(b)) => a.eq(b),
            _ => self.values[&left].eq(&self.values[&right]),
        }
    }

    /// Values of one kind are ordered, values of different kinds are not: what is
    /// nothing has no kind. Every order of that sort lies within the reals.
    fn comparison(&mut self, strictly: bool, parts: [Term; 2]) -> Bool {
        let (a, b) = (self.real(parts[0]), self.real(parts[1]));
        let before = if strictly { a.lt(&b) } else { a.le(&b) };
        let (kind, other) = (self.kind(parts[0]), self.kind(parts[1]));
        let ordered = kind.eq(Int::from_i64(NOTHING)).not();
        Bool::and(&[ordered, kind.eq(&other), before])
    }

    fn kind(&self, term: Term) -> Int {
        let value: &dyn Ast = &self.values[&term];
        self.kind.apply(&[value]).as_int().expect("kinds are integers")
    }

    fn is_number(&self, term: Term) -> Bool {
        self.kind(term).eq(Int::from_i64(NUMBER))
    }

    /// The kind of a constant.
    fn describe_kind(&mut self, term: Term) {
        let known = match self.terms.node(term) {
            Node::Undefined | Node::Null | Node::Absent => NOTHING,
            Node::String(_) => STRING,
            _ => return,
        };
        let fact = self.kind(term).eq(Int::from_i64(known));
        self.facts.push(fact);
    }

    fn real(&self, term: Term) -> Real {
        let value: &dyn Ast = &self.values[&term];
        self.number.apply(&[value]).as_real().expect("numbers are real")
    }

    /// What is known about a number.
    fn describe_number(&mut self, term: Term) {
        let known = match self.terms.node(term) {
            Node::Number(number) => rational(number.get()),
            Node::Apply(operator @ (Operator::Add | Operator::Multiply), parts) => {
                let operands: Vec<Real> = parts.iter().map(|&part| self.real(part)).collect();
                let unknown = parts
                    .iter()
                    .filter(|&&part| !matches!(self.terms.node(part), Node::Number(_)))
                    .count();
                match operator {
                    Operator::Add => Some(Real::add(&operands)),
                    // Products of unknowns are left to congruence.
                    _ if unknown <= 1 => Some(Real::mul(&operands)),
                    _ => None,
                }
            }
            _ => return,
        };
        let Some(known) = known else { return };
        let arguments = self.terms.arguments(term).to_vec();
        let all: Vec<Bool> = arguments.iter().map(|&part| self.is_number(part)).collect();
        let is_number = self.is_number(term);
        self.facts.push(is_number.eq(Bool::and(&all)));
        let equal = self.real(term).eq(&known);
        self.facts.push(Bool::implies(&is_number, &equal));
    }

    /// Whether a constant counts as true.
    fn describe_truth(&mut self, term: Term) {
        let truth = match self.terms.node(term) {
            Node::Undefined | Node::Null | Node::Absent => false,
            Node::Number(number) => number.get() != 0.0 && !number.get().is_nan(),
            Node::String(text) => !text.is_empty(),
            Node::Reference(_) | Node::External(_) => true,
            _ => return,
        };
        for operator in [Operator::Truthy, Operator::NotEmpty] {
            let holds = self.predicate(&format!("{operator:?}"), &[term]);
            self.facts.push(holds.eq(Bool::from_bool(truth)));
        }
    }

    /// The fields of records are what selecting them gives.
    fn describe_records(&mut self, parts: &[Term]) {
        let strings: FxHashMap<&str, Term> = parts
            .iter()
            .filter_map(|&part| self.terms.as_str(part).map(|text| (&**text, part)))
            .collect();
        let select = format!("{:?}", Operator::Select);
        let sort = &self.value;
        let function = self
            .functions
            .entry((select.clone(), 2))
            .or_insert_with(|| FuncDecl::new(select.as_str(), &[sort, sort], sort));
        for &record in parts {
            let Node::Record(keys, fields) = self.terms.node(record) else { continue };
            for (key, field) in keys.iter().zip(fields.iter()) {
                let Some(key) = strings.get(&**key) else { continue };
                let selected = function.apply(&[&self.values[&record], &self.values[key]]);
                self.facts.push(selected.eq(&self.values[field]));
            }
        }
    }

    /// Different constants are different, and unique values differ from
    /// everything that was there before them.
    fn distinguish(&mut self) {
        let (yes, no) = (self.constant("true"), self.constant("false"));
        let mut different = vec![yes, no];
        let mut unique = Vec::new();
        let mut earlier = Vec::new();
        // In the order of the terms: what is asserted first decides how Z3 searches.
        let mut terms: Vec<Term> = self.values.keys().copied().collect();
        terms.sort_unstable();
        for term in terms {
            let value = &self.values[&term];
            match self.terms.node(term) {
                Node::Bool(_) => {}
                Node::Symbol(id) => match self.terms.symbol(*id).origin {
                    Origin::Fresh { unique: true } => {
                        different.push(value.clone());
                        unique.push(value.clone());
                    }
                    Origin::Input | Origin::Setting => earlier.push(value.clone()),
                    _ => {}
                },
                _ if self.terms.is_constant(term) => different.push(value.clone()),
                Node::Apply(Operator::Select, _) => {
                    let fixed =
                        |s| matches!(self.terms.symbol(s).origin, Origin::Input | Origin::Setting);
                    if self.terms.symbols_of(&[term]).into_iter().all(fixed) {
                        earlier.push(value.clone());
                    }
                }
                _ => {}
            }
        }
        self.facts.push(Dynamic::distinct(&different));
        for new in &unique {
            for old in &earlier {
                self.facts.push(new.eq(old).not());
            }
        }
    }
}

/// A number as a fraction, if it is one that Z3 can be told exactly.
fn rational(value: f64) -> Option<Real> {
    if !value.is_finite() {
        return None;
    }
    let mut denominator = 1i64;
    let mut scaled = value;
    while scaled.fract() != 0.0 && denominator < 1 << 40 {
        scaled *= 2.0;
        denominator *= 2;
    }
    (scaled.fract() == 0.0 && scaled.abs() < 9e15)
        .then(|| Real::from_rational_str(&format!("{scaled}"), &denominator.to_string()))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solver() -> Solver {
        Solver::new(Work(10_000_000))
    }

    #[test]
    fn congruence_order_and_constants() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input("x"), terms.input("y"));
        let same = terms.equal(x, y);
        let (fx, fy) = (terms.pure("f", &[x]), terms.pure("f", &[y]));
        let goal = terms.equal(fx, fy);
        assert_eq!(solver().implied(&mut terms, &[same], goal), Answer::Yes);
        assert_eq!(solver().implied(&mut terms, &[goal], same), Answer::No);

        let (five, ten) = (terms.number(5.0), terms.number(10.0));
        let small = terms.apply(Operator::Less, &[x, five]);
        let smaller = terms.apply(Operator::Less, &[x, ten]);
        assert_eq!(solver().implied(&mut terms, &[small], smaller), Answer::Yes);
        assert_eq!(solver().implied(&mut terms, &[smaller], small), Answer::No);

        let (a, b) = (terms.string("a"), terms.string("b"));
        let (is_a, is_b) = (terms.equal(x, a), terms.equal(x, b));
        assert_eq!(solver().satisfiable(&mut terms, &[is_a, is_b]), Answer::No);
        let truth = terms.apply(Operator::Truthy, &[x]);
        assert_eq!(solver().implied(&mut terms, &[is_a], truth), Answer::Yes);
    }

    #[test]
    fn what_is_not_a_number_is_not_ordered() {
        let mut terms = Terms::new();
        let x = terms.input("x");
        let five = terms.number(5.0);
        let less = terms.apply(Operator::Less, &[x, five]);
        let at_least = terms.apply(Operator::LessEqual, &[five, x]);
        let not_less = terms.not(less);
        assert_eq!(solver().implied(&mut terms, &[not_less], at_least), Answer::No);
    }

    #[test]
    fn an_order_is_transitive_whatever_it_orders() {
        let mut terms = Terms::new();
        let (x, y, z) = (terms.input("x"), terms.input("y"), terms.input("z"));
        let [xy, yz, xz, zx] =
            [[x, y], [y, z], [x, z], [z, x]].map(|pair| terms.apply(Operator::Less, &pair));
        assert_eq!(solver().implied(&mut terms, &[xy, yz], xz), Answer::Yes);
        assert_eq!(solver().implied(&mut terms, &[xy], xz), Answer::No);
        // Not smaller is not larger: the two may be of different kinds.
        let not_xz = terms.not(xz);
        assert_eq!(solver().implied(&mut terms, &[not_xz], zx), Answer::No);
        let nothing = terms.undefined();
        let before = terms.apply(Operator::LessEqual, &[nothing, x]);
        assert_eq!(solver().satisfiable(&mut terms, &[before]), Answer::No);
    }

    #[test]
    fn values_can_be_conditions() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input("x"), terms.input("y"));
        let both = terms.apply(Operator::And, &[x, y]);
        assert_eq!(solver().implied(&mut terms, &[both], x), Answer::Yes);
        assert_eq!(solver().implied(&mut terms, &[x], y), Answer::No);
    }

    #[test]
    fn answers_are_remembered() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input("x"), terms.input("y"));
        let same = terms.equal(x, y);
        let mut solver = solver();
        assert_eq!(solver.satisfiable(&mut terms, &[same]), Answer::Yes);
        assert_eq!(solver.satisfiable(&mut terms, &[same]), Answer::Yes);
        let different = terms.not(same);
        assert_eq!(solver.satisfiable(&mut terms, &[same, different]), Answer::No);
        assert_eq!(solver.queries(), 1);
    }

    #[test]
    fn unique_values_are_new() {
        let mut terms = Terms::new();
        let x = terms.input("x");
        let id = terms.fresh_symbol("id", Origin::Fresh { unique: true });
        let (fx, fid) = (terms.pure("f", &[x]), terms.pure("f", &[id]));
        let same = terms.equal(x, id);
        let images = terms.equal(fx, fid);
        assert_eq!(solver().satisfiable(&mut terms, &[same]), Answer::No);
        assert_eq!(solver().satisfiable(&mut terms, &[images]), Answer::Yes);
    }
}
