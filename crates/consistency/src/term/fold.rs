//! Walking terms without recursion, so that no input can exhaust the stack.

use rustc_hash::FxHashMap;

use super::{Cell, EvaluationError, Node, Symbol, Term, Terms, Value};

/// The value of a symbol, given the value of its key if it is a cell.
pub type Lookup<'l> = dyn FnMut(Symbol, Option<&Value>) -> Result<Value, EvaluationError> + 'l;

impl Terms {
    /// The direct subterms of a term.
    pub(crate) fn children(&self, term: Term, each: &mut dyn FnMut(Term)) {
        match self.node(term) {
            Node::Constant(_) => {}
            Node::Symbol(Symbol::Initial(cell) | Symbol::Final(cell), _) => {
                if let Some(key) = cell.key {
                    each(key);
                }
            }
            Node::Symbol(..) => {}
            Node::Not(a) | Node::NonNegative(a) => each(*a),
            Node::And(parts) | Node::Or(parts) => parts.iter().copied().for_each(each),
            Node::Ite(a, b, c) => [*a, *b, *c].into_iter().for_each(each),
            Node::Eq(a, b) | Node::Product(a, b) | Node::Quotient(a, b) | Node::Remainder(a, b) => {
                [*a, *b].into_iter().for_each(each)
            }
            Node::Sum { parts, .. } => parts.iter().for_each(|part| each(part.0)),
        }
    }

    /// The subterms of `roots` that `done` does not know yet, children first.
    pub(crate) fn post_order(
        &self,
        roots: impl IntoIterator<Item = Term>,
        done: &dyn Fn(Term) -> bool,
    ) -> Vec<Term> {
        let mut order = Vec::new();
        let mut entered = rustc_hash::FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = roots.into_iter().map(|root| (root, false)).collect();
        stack.reverse();
        while let Some((term, children_done)) = stack.pop() {
            if children_done {
                order.push(term);
            } else if !done(term) && entered.insert(term) {
                stack.push((term, true));
                self.children(term, &mut |child| stack.push((child, false)));
            }
        }
        order
    }

    /// Every symbol that occurs in a term, in keys of cells too.
    pub fn symbols(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Symbol> {
        let order = self.post_order(roots, &|_| false);
        let symbol = |term: Term| match self.node(term) {
            Node::Symbol(symbol, _) => Some(*symbol),
            _ => None,
        };
        order.into_iter().filter_map(symbol).collect()
    }

    /// Replaces symbols; `replace` sees a symbol whose key, if it has one, was
    /// already rewritten, and answers `None` to keep it.
    pub fn substitute(
        &mut self,
        root: Term,
        memo: &mut FxHashMap<Term, Term>,
        replace: &mut dyn FnMut(&mut Terms, Symbol) -> Option<Term>,
    ) -> Term {
        for term in self.post_order([root], &|term| memo.contains_key(&term)) {
            let rewritten = self.rebuild(term, memo, replace);
            memo.insert(term, rewritten);
        }
        memo[&root]
    }

    fn rebuild(
        &mut self,
        term: Term,
        memo: &FxHashMap<Term, Term>,
        replace: &mut dyn FnMut(&mut Terms, Symbol) -> Option<Term>,
    ) -> Term {
        let new = |old: &Term| memo[old];
        match self.node(term).clone() {
            Node::Constant(_) => term,
            Node::Symbol(symbol, sort) => {
                let cell = |cell: Cell| Cell { key: cell.key.as_ref().map(new), ..cell };
                let symbol = match symbol {
                    Symbol::Initial(at) => Symbol::Initial(cell(at)),
                    Symbol::Final(at) => Symbol::Final(cell(at)),
                    other => other,
                };
                replace(self, symbol).unwrap_or_else(|| self.symbol(symbol, sort))
            }
            Node::Not(a) => self.not(new(&a)),
            Node::NonNegative(a) => self.non_negative(new(&a)),
            Node::And(parts) => self.and(parts.iter().map(new)),
            Node::Or(parts) => self.or(parts.iter().map(new)),
            Node::Ite(a, b, c) => self.ite(new(&a), new(&b), new(&c)),
            Node::Eq(a, b) => self.eq(new(&a), new(&b)),
            Node::Product(a, b) => self.mul(new(&a), new(&b)),
            Node::Quotient(a, b) => self.quotient(new(&a), new(&b)),
            Node::Remainder(a, b) => self.remainder(new(&a), new(&b)),
            Node::Sum { constant, parts } => {
                let mut sum = self.int(constant);
                for (part, coefficient) in &parts {
                    let scaled = self.scale(new(part), *coefficient);
                    sum = self.add(sum, scaled);
                }
                sum
            }
        }
    }

    /// The concrete value of a term; `lookup` gives the values of symbols (with
    /// the value of the key, for cells).
    pub fn evaluate(&self, root: Term, lookup: &mut Lookup<'_>) -> Result<Value, EvaluationError> {
        if let Some(value) = self.constant(root) {
            return Ok(value.clone());
        }
        let mut values: FxHashMap<Term, Value> = FxHashMap::default();
        for term in self.post_order([root], &|_| false) {
            let value = self.evaluate_node(term, &values, lookup)?;
            values.insert(term, value);
        }
        Ok(values.remove(&root).expect("the root is visited last"))
    }

    fn evaluate_node(
        &self,
        term: Term,
        values: &FxHashMap<Term, Value>,
        lookup: &mut Lookup<'_>,
    ) -> Result<Value, EvaluationError> {
        let truth = |term: &Term| match values[term] {
            Value::Bool(b) => Ok(b),
            _ => Err(EvaluationError::IllSorted),
        };
        let number = |term: &Term| match values[term] {
            Value::Int(i) => Ok(i),
            _ => Err(EvaluationError::IllSorted),
        };
        let int = |result: Option<i128>| result.map(Value::Int).ok_or(EvaluationError::TooLarge);
        match self.node(term) {
            Node::Constant(value) => Ok(value.clone()),
            Node::Symbol(symbol, _) => {
                let key = match symbol {
                    Symbol::Initial(cell) | Symbol::Final(cell) => cell.key,
                    _ => None,
                };
                lookup(*symbol, key.map(|key| &values[&key]))
            }
            Node::Not(a) => Ok(Value::Bool(!truth(a)?)),
            Node::And(parts) => {
                let all = parts.iter().try_fold(true, |all, part| Ok(all & truth(part)?))?;
                Ok(Value::Bool(all))
            }
            Node::Or(parts) => {
                let any = parts.iter().try_fold(false, |any, part| Ok(any | truth(part)?))?;
                Ok(Value::Bool(any))
            }
            Node::Ite(c, yes, no) => {
                Ok(if truth(c)? { values[yes].clone() } else { values[no].clone() })
            }
            Node::Eq(a, b) => Ok(Value::Bool(values[a] == values[b])),
            Node::NonNegative(a) => Ok(Value::Bool(number(a)? >= 0)),
            Node::Sum { constant, parts } => {
                let mut sum = Some(*constant);
                for (part, coefficient) in parts {
                    let product = coefficient.checked_mul(number(part)?);
                    sum = sum.zip(product).and_then(|(sum, product)| sum.checked_add(product));
                }
                int(sum)
            }
            Node::Product(a, b) => int(number(a)?.checked_mul(number(b)?)),
            Node::Quotient(a, b) => match number(b)? {
                0 => Ok(Value::Int(0)),
                divisor => int(number(a)?.checked_div_euclid(divisor)),
            },
            Node::Remainder(a, b) => match number(b)? {
                0 => Ok(Value::Int(0)),
                divisor => int(number(a)?.checked_rem_euclid(divisor)),
            },
        }
    }
}
