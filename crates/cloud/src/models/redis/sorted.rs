//! Sorted sets: `ZADD` in the ways that clients write it. The content of the key is a record of
//! the scores of its members.

use super::{Request, field, has, named, or};
use aplomb_script::Language;
use aplomb_symbolic::{Machine, Node, Operator, Outcome, Term};

/// What is added, and when.
#[derive(Default)]
struct Addition {
    /// Scores with their members.
    pairs: Vec<(Term, Term)>,
    only_new: bool,
    only_there: bool,
    greater: bool,
    less: bool,
    increments: bool,
}

impl Addition {
    /// Takes the arguments after the key apart; `None` if not all of them have a meaning here.
    fn of(machine: &mut Machine<'_>, given: &[Term]) -> Option<Addition> {
        let mut addition = Addition::default();
        let mut scores = Vec::new();
        for (index, &value) in given.iter().enumerate() {
            match machine.terms().node(value).clone() {
                Node::String(word) if scores.is_empty() && addition.note(&word, Some(true)) => {}
                Node::List(pairs) => {
                    for &pair in pairs.iter() {
                        addition.pair(machine, pair)?;
                    }
                }
                // `zadd(name, {member: score})` of Python.
                _ if index == 0 && machine.dialect().language == Language::Python => {
                    addition.mapping(machine, value)?;
                }
                Node::Record(..) => {
                    if addition.pair(machine, value).is_none() {
                        addition.options(machine, value)?;
                    }
                }
                _ => scores.push(value),
            }
        }
        for pair in scores.chunks(2) {
            let [score, member] = pair else { return None };
            addition.pairs.push((*score, *member));
        }
        let contradicts = addition.greater && addition.less
            || addition.only_new && (addition.only_there || addition.greater || addition.less)
            || addition.increments && addition.pairs.len() != 1;
        (!addition.pairs.is_empty() && !contradicts).then_some(addition)
    }

    /// A flag; `false` if it is none.
    fn note(&mut self, word: &str, given: Option<bool>) -> bool {
        let flag = match word.to_uppercase().as_str() {
            "NX" => &mut self.only_new,
            "XX" => &mut self.only_there,
            "GT" => &mut self.greater,
            "LT" => &mut self.less,
            "INCR" => &mut self.increments,
            // Only the reply is another one.
            "CH" => return true,
            _ => return false,
        };
        match given {
            Some(given) => *flag |= given,
            None => return false,
        }
        true
    }

    /// `{ GT: true }`, `{ comparison: "GT" }`, `gt=True`.
    fn options(&mut self, machine: &mut Machine<'_>, options: Term) -> Option<()> {
        let Node::Record(names, values) = machine.terms().node(options).clone() else {
            return None;
        };
        for (name, &value) in names.iter().zip(values.iter()) {
            let known = match (&**name, machine.terms().as_str(value).cloned()) {
                ("comparison" | "condition", Some(word)) => self.note(&word, Some(true)),
                _ => {
                    let given = machine.terms().apply(Operator::Truthy, &[value]);
                    let given = machine.terms().as_bool(given);
                    self.note(name, given)
                }
            };
            known.then_some(())?;
        }
        Some(())
    }

    /// `{ score, value }`, `{ score, member }`.
    fn pair(&mut self, machine: &mut Machine<'_>, pair: Term) -> Option<()> {
        let Node::Record(names, _) = machine.terms().node(pair).clone() else { return None };
        let named = |wanted: &str| names.iter().any(|name| &**name == wanted);
        let member = ["value", "member"].into_iter().find(|name| named(name))?;
        (named("score") && names.len() == 2).then_some(())?;
        let score = machine.terms().field(pair, "score");
        let member = machine.terms().field(pair, member);
        self.pairs.push((score, member));
        Some(())
    }

    /// The scores of members, by member.
    fn mapping(&mut self, machine: &mut Machine<'_>, mapping: Term) -> Option<()> {
        match machine.terms().node(mapping).clone() {
            Node::Record(names, values) => {
                for (name, &score) in names.iter().zip(values.iter()) {
                    let member = machine.terms().string(name.clone());
                    self.pairs.push((score, member));
                }
                Some(())
            }
            Node::Apply(Operator::With, parts) => {
                self.mapping(machine, parts[0])?;
                self.pairs.push((parts[2], parts[1]));
                Some(())
            }
            _ => None,
        }
    }

    /// The content afterwards.
    fn applied(&self, machine: &mut Machine<'_>, content: Term) -> Term {
        let mut content = content;
        for &(score, member) in &self.pairs {
            let member = named(machine, member);
            // Redis takes nothing but numbers.
            let score = machine.terms().pure("float", &[score]);
            let current = machine.terms().apply(Operator::Select, &[content, member]);
            let there = has(machine, current);
            let terms = machine.terms();
            let merged = match (self.greater, self.less) {
                (true, _) => {
                    let rises = terms.apply(Operator::Less, &[current, score]);
                    terms.ite(rises, score, current)
                }
                (_, true) => {
                    let falls = terms.apply(Operator::Less, &[score, current]);
                    terms.ite(falls, score, current)
                }
                _ if self.only_new => current,
                _ => score,
            };
            let value = terms.ite(there, merged, score);
            let with = terms.apply(Operator::With, &[content, member, value]);
            content = match self.only_there {
                true => terms.ite(there, with, content),
                false => with,
            };
        }
        content
    }
}

impl Request<'_> {
    /// Whether all arguments of a `ZADD` have a meaning here.
    pub(super) fn is_addition(&self, machine: &mut Machine<'_>, command: &str) -> bool {
        command == "zadd" && Addition::of(machine, &self.given[1..]).is_some()
    }

    /// `ZADD`: says how many are new, or have another score; with `INCR`, gives the score.
    pub(super) fn add_scores(&self, machine: &mut Machine<'_>) -> Outcome {
        let Some(addition) = Addition::of(machine, &self.given[1..]) else {
            return machine.unknown_call(&self.label, self.call.span);
        };
        if addition.increments {
            let (by, member) = addition.pairs[0];
            if addition.only_new || addition.only_there || addition.greater || addition.less {
                return machine.unknown_call("ZADD of Redis with these options", self.call.span);
            }
            return self.add_to_field(machine, member, by);
        }
        let cell = self.cell(machine, self.given[0]);
        let before = or(machine, cell.old, |terms| terms.record([]));
        let after = addition.applied(machine, before);
        let change = cell.write(machine, after);
        let old = self.access(machine, change)?;
        let mut parts = vec![old];
        parts.extend_from_slice(&self.given[1..]);
        Ok(machine.terms().pure("redis.zadd", &parts))
    }

    /// Several fields of a hash, or scores of members.
    pub(super) fn several_fields(&self, machine: &mut Machine<'_>) -> Outcome {
        let old = self.read(machine, self.given[0])?;
        let names = self.names(machine);
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            let name = named(machine, name);
            let value = field(machine, old, name);
            let shown = match self.label.to_lowercase().starts_with('z') {
                true => self.client.number(machine, value),
                false => self.client.shown(machine, value),
            };
            let null = machine.terms().null();
            found.push(super::if_there(machine, value, shown, null));
        }
        Ok(machine.new_list(found))
    }

    /// What follows the key, one by one or in a list.
    fn names(&self, machine: &mut Machine<'_>) -> Vec<Term> {
        match self.given[1..] {
            [list] => match machine.terms().node(list).clone() {
                Node::List(items) => items.to_vec(),
                _ => vec![list],
            },
            ref several => several.to_vec(),
        }
    }

    /// `MGET`: what several keys hold, at one moment.
    pub(super) fn several_keys(&self, machine: &mut Machine<'_>, keys: &[Term]) -> Outcome {
        let mut reads = Vec::with_capacity(keys.len());
        for &key in keys {
            let cell = self.cell(machine, key);
            reads.push(cell.read(machine));
        }
        let accessed = machine.access(&self.label, self.call.span, reads, None)?;
        let mut found = Vec::with_capacity(keys.len());
        for old in accessed.old {
            found.push(self.shown_or_null(machine, old));
        }
        Ok(machine.new_list(found))
    }
}

/// The keys of a command that takes several, one by one or in a list; `None` if they are not
/// known one by one.
pub(super) fn keys(machine: &mut Machine<'_>, given: &[Term]) -> Option<Vec<Term>> {
    let keys = match given {
        [list] => match machine.terms().node(*list).clone() {
            Node::List(items) => items.to_vec(),
            _ => vec![*list],
        },
        several => several.to_vec(),
    };
    (!keys.is_empty() && keys.iter().all(|&key| super::is_one(machine, key))).then_some(keys)
}
