//! Writes that nobody can observe.
//!
//! Simulation fails for a write that another function may overwrite between the
//! attempt and the retry, even if no function ever looks at the cell. Then only
//! the last write counts, and the retry-free run may perform the write at the
//! time of the retry instead (the first incompleteness case of the paper).

use crate::app::{App, symbol_term, terms_of_step};
use aplomb_symbolic::{Access, Action, Node, Operator, Term, Terms};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl App {
    /// Whether no function that is `present`, and nobody outside, can tell what the
    /// cells of a store hold: all accesses overwrite, and no reply depends on the
    /// content. An update of what is there only sees whether it is there, so it does
    /// not count if nobody could learn that from it (`existence` is the same). An
    /// overwrite that replies with the content after it shows nothing of the fields
    /// it sets, so it does not count if these include the `fields` in question. Whoever
    /// looks at other fields only does not count either.
    pub(crate) fn is_unobserved(
        &mut self,
        store: Term,
        existence: Existence,
        fields: Option<&[SetField]>,
        present: impl Fn(usize) -> bool,
    ) -> bool {
        let outside: Vec<Term> = self.observed_outside.iter().copied().collect();
        let is_told = self.looks_at_stamps(store, &present).is_some();
        if is_told || outside.into_iter().any(|observed| self.same_store(observed, store)) {
            return false;
        }
        (0..self.functions.len())
            .filter(|&function| present(function))
            .all(|function| !self.observes(function, store, existence, fields))
    }

    /// Whether a function can tell what the cells of a store hold. All crash points of all
    /// functions ask.
    fn observes(
        &mut self,
        function: usize,
        store: Term,
        existence: Existence,
        fields: Option<&[SetField]>,
    ) -> bool {
        let asked = Observing { function, store, existence, fields: fields.map(<[_]>::to_vec) };
        if let Some(&known) = self.observing.get(&asked) {
            return known;
        }
        let answer = self.find_observer(function, store, existence, fields);
        self.observing.insert(asked, answer);
        answer
    }

    fn find_observer(
        &mut self,
        function: usize,
        store: Term,
        existence: Existence,
        fields: Option<&[SetField]>,
    ) -> bool {
        let steps = self.functions[function].named.steps.clone();
        for (index, step) in steps.iter().enumerate() {
            match &step.action {
                Action::Access { accesses, .. } => {
                    for access in accesses {
                        if !self.same_store(access.store, store) {
                            continue;
                        }
                        let old = symbol_term(&mut self.terms, access.old);
                        let access = if_upserted(&mut self.terms, access, old);
                        let access = match existence {
                            Existence::Same => if_there(&mut self.terms, &access, old),
                            Existence::Changes => access,
                        };
                        // The content after an overwrite that hides the fields.
                        let after = access.new.filter(|&new| {
                            let own = set_fields(&self.terms, new, old);
                            match (&own, fields) {
                                (None, _) => true,
                                (Some(_), None) => false,
                                (Some(own), Some(all)) => all.iter().all(|f| own.contains(f)),
                            }
                        });
                        let hidden = Hidden { fields, existence };
                        if decides(&mut self.terms, &access, old, &hidden)
                            || self.is_used(function, index, old, after, &hidden)
                        {
                            return true;
                        }
                    }
                }
                Action::Scan { store: scanned, reply, .. }
                | Action::Sweep { store: scanned, reply, .. } => {
                    if self.same_store(*scanned, store) {
                        let reply = symbol_term(&mut self.terms, *reply);
                        let sweeps = matches!(step.action, Action::Sweep { .. });
                        let hidden = Hidden { fields: None, existence: Existence::Changes };
                        if sweeps || self.is_used(function, index, reply, None, &hidden) {
                            return true;
                        }
                    }
                }
                Action::Unknown { .. } => return true,
                Action::Effect { .. } => {}
            }
        }
        false
    }

    /// Whether a value that step `index` binds matters to anything else, other than
    /// as a part of `except` and in what is `hidden`.
    fn is_used(
        &mut self,
        function: usize,
        index: usize,
        value: Term,
        except: Option<Term>,
        hidden: &Hidden<'_>,
    ) -> bool {
        let mentions = self.mentions(function);
        let trace = &self.functions[function].named;
        let mentioned = self.terms.as_symbol(value).map_or(&[][..], |symbol| mentions.of(symbol));
        let elsewhere = mentioned.iter().filter(|&&other| other != index);
        let mut roots: Vec<Term> =
            elsewhere.flat_map(|&other| terms_of_step(&trace.steps[other])).collect();
        roots.extend(trace.completions.iter().flat_map(|c| [c.guard, c.value]));
        // What a loop runs over decides what it does.
        roots.extend(trace.loops.iter().filter_map(|each| each.collection));
        hidden.is_seen(&mut self.terms, roots, value, except)
    }
}

/// A question about a function: can it tell what the cells of a store hold?
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Observing {
    function: usize,
    store: Term,
    existence: Existence,
    fields: Option<Vec<SetField>>,
}

/// What of a content may change without anybody noticing who looks at other things only.
struct Hidden<'a> {
    /// The fields that are set; nothing for the whole content.
    fields: Option<&'a [SetField]>,
    existence: Existence,
}

impl Hidden<'_> {
    /// Whether terms depend on a content, other than as a part of `except`, by fields that
    /// are not set, or by its being there where that stays the same.
    fn is_seen(
        &self,
        terms: &mut Terms,
        roots: Vec<Term>,
        content: Term,
        except: Option<Term>,
    ) -> bool {
        let absent = terms.absent();
        let mut seen: FxHashSet<Term> = roots.iter().copied().collect();
        let mut open: Vec<Term> = roots;
        while let Some(term) = open.pop() {
            if term == content {
                return true;
            }
            let apart = match terms.node(term) {
                Node::Apply(Operator::Select, of) if of[0] == content => {
                    self.leaves_alone(terms, of[1])
                }
                Node::Apply(Operator::Equal, sides) => {
                    self.existence == Existence::Same
                        && sides.contains(&content)
                        && sides.contains(&absent)
                }
                _ => false,
            };
            if Some(term) != except && !apart {
                open.extend(terms.arguments(term).iter().filter(|&&part| seen.insert(part)));
            }
        }
        false
    }

    /// Whether a field is none of those that are set.
    fn leaves_alone(&self, terms: &Terms, name: Term) -> bool {
        let (Some(name), Some(fields)) = (terms.as_str(name), self.fields) else { return false };
        fields.iter().all(|field| matches!(field, SetField::Named(set) if set != name))
    }
}

/// Whether what is hidden decides if an access takes place, or what it writes to a cell
/// besides what it leaves as it is.
fn decides(terms: &mut Terms, access: &Access, old: Term, hidden: &Hidden<'_>) -> bool {
    let mut roots = vec![access.condition];
    let mut base = access.new.unwrap_or(old);
    while base != old {
        match terms.node(base).clone() {
            Node::Apply(Operator::With | Operator::Merge, parts) => {
                roots.extend(&parts[1..]);
                base = parts[0];
            }
            _ => {
                roots.push(base);
                break;
            }
        }
    }
    hidden.is_seen(terms, roots, old, None)
}

/// Whether a write can make a cell empty, or fill one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Existence {
    /// It can.
    Changes,
    /// A cell that is empty stays empty, and one that is not does too.
    Same,
}

/// An update of what is there, as it is where something is there: a cell without
/// an item stays empty (`UPDATE … WHERE key = …`). Other accesses stay as they are.
pub(crate) fn if_there(terms: &mut Terms, access: &Access, old: Term) -> Access {
    let absent = terms.absent();
    let missing = terms.equal(old, absent);
    let there = access.new.and_then(|new| match terms.node(new) {
        Node::Apply(Operator::Ite, parts) if parts[0] == missing && parts[1] == old => {
            Some(parts[2])
        }
        _ => None,
    });
    // What is there stays there.
    let there = there.filter(|&new| set_fields(terms, new, old).is_some());
    Access { new: there.or(access.new), ..access.clone() }
}

/// An upsert, as it is where something is there. What it creates where nothing is are the
/// fields that it sets, beside those that the key of the cell decides: whoever comes second
/// leaves the same, whether the first has created the item or not. Other accesses stay as
/// they are.
pub(crate) fn if_upserted(terms: &mut Terms, access: &Access, old: Term) -> Access {
    let absent = terms.absent();
    let missing = terms.equal(old, absent);
    let there = terms.not(missing);
    let parts = access.new.and_then(|new| match terms.node(new) {
        Node::Apply(Operator::Ite, parts) if parts[0] == missing => Some((parts[1], parts[2])),
        Node::Apply(Operator::Ite, parts) if parts[0] == there => Some((parts[2], parts[1])),
        _ => None,
    });
    let updated = parts.and_then(|(created, updated)| {
        let set = values_set(terms, updated, old)?;
        let Node::Record(names, values) = terms.node(created) else { return None };
        let of_key = |value: &Term| {
            *value == access.key
                || matches!(terms.node(access.key), Node::Record(_, parts) if parts.contains(value))
        };
        let decided = names.iter().zip(values.iter()).all(|(name, value)| {
            match set.iter().find(|(set, _)| set == name) {
                Some((_, set)) => set == value,
                None => of_key(value),
            }
        });
        let all = set.iter().all(|(name, _)| names.contains(name));
        (decided && all).then_some(updated)
    });
    Access { new: updated.or(access.new), ..access.clone() }
}

/// The fields that an update sets, each with its value, the last one that it is set to.
fn values_set(terms: &Terms, new: Term, old: Term) -> Option<Vec<(Arc<str>, Term)>> {
    let mut set: Vec<(Arc<str>, Term)> = Vec::new();
    let mut base = new;
    while base != old {
        let fields = match terms.node(base) {
            Node::Apply(Operator::With, parts) => {
                vec![(terms.as_str(parts[1])?.clone(), parts[2])]
            }
            Node::Apply(Operator::Merge, parts) => match terms.node(parts[1]) {
                Node::Record(names, values) => {
                    names.iter().cloned().zip(values.iter().copied()).collect()
                }
                _ => return None,
            },
            _ => return None,
        };
        for (name, value) in fields {
            if !set.iter().any(|(known, _)| *known == name) {
                set.push((name, value));
            }
        }
        base = terms.arguments(base)[0];
    }
    Some(set)
}

/// Whether an access sets its cell, or fields of it, to values that do not
/// depend on the content, without looking.
pub(crate) fn overwrites(terms: &Terms, access: &Access, old: Term) -> bool {
    terms.is_true(access.condition)
        && access.new.is_none_or(|new| {
            let mut base = new;
            loop {
                match terms.node(base) {
                    _ if base == old => return true,
                    Node::Apply(Operator::With, parts) => {
                        if mentions(terms, &parts[1..], old) {
                            return false;
                        }
                        base = parts[0];
                    }
                    Node::Apply(Operator::Merge, parts) => {
                        if mentions(terms, &parts[1..], old) {
                            return false;
                        }
                        base = parts[0];
                    }
                    _ => return !mentions(terms, &[base], old),
                }
            }
        })
}

fn mentions(terms: &Terms, roots: &[Term], value: Term) -> bool {
    terms.parts(roots).contains(&value)
}

/// One field that an overwrite sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SetField {
    /// A field known by name.
    Named(Arc<str>),
    /// A computed field, or a record of fields.
    Computed(Term),
}

/// The shape of an overwrite: which fields it sets, or `None` if it replaces the
/// whole cell. Two executions with the same shape leave nothing of the first.
pub(crate) fn set_fields(terms: &Terms, new: Term, old: Term) -> Option<Vec<SetField>> {
    let mut fields = Vec::new();
    let mut base = new;
    loop {
        match terms.node(base) {
            _ if base == old => {
                fields.sort();
                return Some(fields);
            }
            Node::Apply(Operator::With, parts) => {
                fields.push(match terms.as_str(parts[1]) {
                    Some(name) => SetField::Named(name.clone()),
                    None => SetField::Computed(parts[1]),
                });
                base = parts[0];
            }
            Node::Apply(Operator::Merge, parts) => {
                match terms.node(parts[1]) {
                    Node::Record(keys, _) => {
                        fields.extend(keys.iter().cloned().map(SetField::Named));
                    }
                    _ => fields.push(SetField::Computed(parts[1])),
                }
                base = parts[0];
            }
            _ => return None,
        }
    }
}
