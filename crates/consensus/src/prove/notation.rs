//! The notation in which systems are written down.
//!
//! ```text
//! formula  = premise [ "->" formula ] | premise "<->" premise
//! premise  = conjunct { "|" conjunct }
//! conjunct = factor { "&" factor }
//! factor   = "!" factor | "(" formula ")" | ("forall" | "exists") names "." formula
//!          | relation "(" terms ")" | term ("=" | "!=" | "<" | "<=") term
//! term     = name | "0"
//! ```
//!
//! The sort of a variable follows from its name: the letter that its sort has declared,
//! and digits to tell several apart. `0` is the least element of an ordered sort; which
//! one follows from what it is compared with.

use super::{
    formula::{Formula, Sort, Term, Variable},
    signature::Signature,
};

/// Why a text is not a formula of a system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`: {reason}")]
pub struct Malformed {
    /// The text.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Variables by name, the innermost last.
pub(super) type Scope = Vec<(String, Variable)>;

/// Reads a formula whose free variables are all in scope.
pub(super) fn formula(
    text: &str,
    scope: &Scope,
    signature: &mut Signature,
) -> Result<Formula, Malformed> {
    let mut reader = Reader::new(text, scope.clone(), signature, false);
    reader.whole(Reader::formula)
}

/// Reads a formula and quantifies over the variables that nothing binds.
pub(super) fn closed(text: &str, signature: &mut Signature) -> Result<Formula, Malformed> {
    let mut reader = Reader::new(text, Scope::new(), signature, true);
    let formula = reader.whole(Reader::formula)?;
    let free = reader.scope.iter().map(|(_, variable)| *variable).collect();
    Ok(formula.for_all(free))
}

/// Reads an atom such as `voted(n, r)`. With `fresh`, names that are not in scope are new
/// variables, which are added to it.
pub(super) fn atom(
    text: &str,
    scope: &mut Scope,
    fresh: bool,
    signature: &mut Signature,
) -> Result<Formula, Malformed> {
    let mut reader = Reader::new(text, scope.clone(), signature, fresh);
    let atom = reader.whole(Reader::factor)?;
    *scope = reader.scope;
    match atom {
        Formula::Related(..) => Ok(atom),
        _ => Err(Malformed { text: text.to_owned(), reason: "an atom is expected".to_owned() }),
    }
}

/// Reads names such as `n, r, q1`, as new variables.
pub(super) fn names(text: &str, signature: &mut Signature) -> Result<Scope, Malformed> {
    let mut reader = Reader::new(text, Scope::new(), signature, true);
    reader.whole(|reader| reader.names())
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    scope: Scope,
    signature: &'t mut Signature,
    /// Whether an unknown name is a new variable.
    fresh: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, scope: Scope, signature: &'t mut Signature, fresh: bool) -> Reader<'t> {
        Reader { text, rest: text.trim_start(), scope, signature, fresh }
    }

    fn whole<T>(
        &mut self,
        part: impl Fn(&mut Self) -> Result<T, Malformed>,
    ) -> Result<T, Malformed> {
        let read = part(self)?;
        match self.rest.is_empty() {
            true => Ok(read),
            false => Err(self.malformed(format!("`{}` is left over", self.rest))),
        }
    }

    fn malformed(&self, reason: impl Into<String>) -> Malformed {
        Malformed { text: self.text.to_owned(), reason: reason.into() }
    }

    fn takes(&mut self, symbol: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(symbol) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn expect(&mut self, symbol: &str) -> Result<(), Malformed> {
        match self.takes(symbol) {
            true => Ok(()),
            false => Err(self.malformed(format!("`{symbol}` is expected at `{}`", self.rest))),
        }
    }

    fn name(&mut self) -> Option<&'t str> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if name.is_empty() {
            return None;
        }
        self.rest = rest.trim_start();
        Some(name)
    }

    fn formula(&mut self) -> Result<Formula, Malformed> {
        let premise = self.any()?;
        if self.takes("<->") {
            let other = self.any()?;
            let both = [premise.clone().implies(other.clone()), other.implies(premise)];
            return Ok(Formula::All(both.into()));
        }
        if self.takes("->") {
            return Ok(premise.implies(self.formula()?));
        }
        Ok(premise)
    }

    fn any(&mut self) -> Result<Formula, Malformed> {
        let mut parts = vec![self.all()?];
        while self.takes("|") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Any(parts) })
    }

    fn all(&mut self) -> Result<Formula, Malformed> {
        let mut parts = vec![self.factor()?];
        while self.takes("&") {
            parts.push(self.factor()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::All(parts) })
    }

    fn factor(&mut self) -> Result<Formula, Malformed> {
        if self.takes("!") {
            return Ok(!self.factor()?);
        }
        if self.takes("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let Some(name) = self.name() else {
            return Err(self.malformed(format!("a formula is expected at `{}`", self.rest)));
        };
        match name {
            "forall" => self.quantified(Formula::ForAll),
            "exists" => self.quantified(Formula::Exists),
            _ if self.takes("(") => self.related(name),
            _ => self.compared(name),
        }
    }

    fn quantified(
        &mut self,
        quantifier: fn(Vec<Variable>, Box<Formula>) -> Formula,
    ) -> Result<Formula, Malformed> {
        let bound = self.names()?;
        self.expect(".")?;
        let variables = bound.iter().map(|(_, variable)| *variable).collect();
        self.scope.extend(bound.iter().cloned());
        let body = self.formula()?;
        // New variables of the body went to the front: they belong to the outside.
        self.scope.truncate(self.scope.len() - bound.len());
        Ok(quantifier(variables, Box::new(body)))
    }

    fn names(&mut self) -> Result<Scope, Malformed> {
        let mut names = Scope::new();
        while let Some(name) = self.name() {
            let variable = self.variable(name)?;
            names.push((name.to_owned(), variable));
            if !self.takes(",") {
                break;
            }
        }
        Ok(names)
    }

    fn variable(&mut self, name: &str) -> Result<Variable, Malformed> {
        let letter = name.trim_end_matches(|c: char| c.is_ascii_digit());
        match self.signature.sort_of_letter(letter) {
            Some(sort) => Ok(self.signature.variable(sort, name)),
            None => Err(self.malformed(format!("no sort has variables named `{letter}`"))),
        }
    }

    fn related(&mut self, name: &str) -> Result<Formula, Malformed> {
        let Some(relation) = self.signature.relation_named(name) else {
            return Err(self.malformed(format!("there is no relation `{name}`")));
        };
        let sorts = self.signature.arguments(relation).to_vec();
        let mut terms = Vec::with_capacity(sorts.len());
        for (position, &sort) in sorts.iter().enumerate() {
            if position > 0 {
                self.expect(",")?;
            }
            let Some(argument) = self.name() else {
                return Err(self.malformed(format!("an argument of `{name}` is missing")));
            };
            terms.push(self.term(argument, Some(sort))?);
        }
        self.expect(")")?;
        Ok(Formula::Related(relation, terms))
    }

    fn compared(&mut self, left: &str) -> Result<Formula, Malformed> {
        let operator = ["!=", "<=", "=", "<"].into_iter().find(|it| {
            // `<->` begins like `<`.
            !self.rest.starts_with("<->") && self.takes(it)
        });
        let (Some(operator), Some(right)) = (operator, self.name()) else {
            return Err(self.malformed(format!("`{left}` is compared with nothing")));
        };
        let (left, right) = if left == "0" {
            let right = self.term(right, None)?;
            (self.term(left, Some(right.sort()))?, right)
        } else {
            let left = self.term(left, None)?;
            (left, self.term(right, Some(left.sort()))?)
        };
        Ok(match operator {
            "=" => Formula::Equal(left, right),
            "!=" => !Formula::Equal(left, right),
            "<" => Formula::Less(left, right),
            _ => Formula::Any(vec![Formula::Less(left, right), Formula::Equal(left, right)]),
        })
    }

    /// A term; of the sort given, if one is.
    fn term(&mut self, name: &str, expected: Option<Sort>) -> Result<Term, Malformed> {
        if name == "0" {
            return match expected.filter(|&sort| self.signature.is_ordered(sort)) {
                Some(sort) => Ok(Term::Least(sort)),
                None => Err(self.malformed("`0` stands where no ordered sort is")),
            };
        }
        let known = self.scope.iter().rev().find(|(known, _)| known == name);
        let variable = match known {
            Some((_, variable)) => *variable,
            None if self.fresh => {
                let variable = self.variable(name)?;
                self.scope.insert(0, (name.to_owned(), variable));
                variable
            }
            None => return Err(self.malformed(format!("`{name}` is not bound"))),
        };
        match expected {
            Some(sort) if sort != variable.sort => Err(self.malformed(format!(
                "`{name}` is a {}, not a {}",
                self.signature.sort_name(variable.sort),
                self.signature.sort_name(sort)
            ))),
            _ => Ok(Term::Variable(variable)),
        }
    }
}
