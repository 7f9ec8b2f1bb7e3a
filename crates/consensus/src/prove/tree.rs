//! The quorum tree inside a system: what events mean, and the laws of Theorem 8 for them.
//!
//! The laws are stated once, about the event that is about to happen. For a protocol they
//! are *obligations*: whenever a step that is a linearization point can be taken, its event
//! keeps them. For the tree itself they are *guards*: `protocols::tree` proves that a tree
//! that grows only by lawful events has a single trunk, and that its committed values agree.

use super::{formula::Variable, system::Rule};

/// The quorum tree of a system, or one per instance.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The sort and letter of instances, if there are several trees.
    pub instance: Option<(String, String)>,
    /// The sort of values.
    pub value: String,
    /// Whether a node has the value of its parent (law P3a): consensus on one value.
    pub same_value: bool,
}

/// The linearization point of `add` or `commit`.
#[derive(Clone, Debug)]
pub struct Event {
    /// `add` or `commit`.
    pub operation: &'static str,
    /// The parameters of the transition that are its arguments.
    pub arguments: Vec<Variable>,
    /// What must be true before it.
    pub laws: Vec<Rule>,
}

impl Tree {
    /// A tree whose nodes carry values of the sort `value`.
    pub fn of(value: &str) -> Tree {
        Tree { instance: None, value: value.to_owned(), same_value: false }
    }

    /// One tree for every element of a sort.
    pub fn for_each(self, sort: &str, letter: &str) -> Tree {
        Tree { instance: Some((sort.to_owned(), letter.to_owned())), ..self }
    }

    /// A node has the value of its parent.
    pub fn with_same_value(self) -> Tree {
        Tree { same_value: true, ..self }
    }

    /// The relations that describe the tree. `crossed(r)`: some edge leads from a smaller
    /// round to a greater one (the status GHOST, also of rounds that were never added).
    pub(super) fn relations(&self) -> Vec<(&'static str, Vec<String>)> {
        let with = |sorts: &[&str]| {
            let instance = self.instance.iter().map(|(sort, _)| sort.clone());
            instance.chain(sorts.iter().map(|sort| (*sort).to_owned())).collect()
        };
        vec![
            ("added", with(&["round"])),
            ("value", with(&["round", &self.value])),
            ("crossed", with(&["round"])),
            ("committed", with(&["round"])),
        ]
    }

    /// An event in the notation of formulas; nothing, if the names do not fit.
    pub(super) fn words<'n>(&self, operation: &str, names: &[&'n str]) -> Option<Words<'n>> {
        let (instance, rest) = match self.instance {
            Some(_) => (Some(*names.first()?), &names[1..]),
            None => (None, names),
        };
        let letter = self.instance.as_ref().map(|(_, letter)| letter.clone());
        let words = |event| Words { instance, letter, same_value: self.same_value, event };
        match (operation, rest) {
            ("add", &[r, v, p]) => Some(words(Operation::Add { r, v, p })),
            ("commit", &[r]) => Some(words(Operation::Commit { r })),
            _ => None,
        }
    }
}

/// An event in the notation of formulas.
pub(super) struct Words<'n> {
    instance: Option<&'n str>,
    letter: Option<String>,
    same_value: bool,
    event: Operation<'n>,
}

enum Operation<'n> {
    Add { r: &'n str, v: &'n str, p: &'n str },
    Commit { r: &'n str },
}

impl Words<'_> {
    /// An atom about the instance of the event.
    fn atom(&self, relation: &str, arguments: &str) -> String {
        let instance = self.instance.map(|instance| format!("{instance}, "));
        format!("{relation}({}{arguments})", instance.unwrap_or_default())
    }

    /// The laws of Theorem 8 that concern the event, before it happens.
    pub(super) fn laws(&self) -> Vec<(&'static str, String)> {
        let (added, committed) = (|r| self.atom("added", r), |r| self.atom("committed", r));
        match self.event {
            Operation::Add { r, v, p } => {
                let mut laws = vec![
                    ("P1", format!("!{}", added(r))),
                    ("P3", format!("{p} < {r} & ({p} = 0 | {})", added(p))),
                ];
                if self.same_value {
                    let value = self.atom("value", &format!("{p}, {v}"));
                    laws.push(("P3a", format!("{p} = 0 | {value}")));
                }
                let between = format!("{p} < r9 & r9 < {r}");
                laws.push(("P4", format!("forall r9. {between} -> !{}", committed("r9"))));
                laws
            }
            Operation::Commit { r } => vec![
                ("P1", format!("!{}", committed(r))),
                ("P2", added(r)),
                ("P4", format!("!{}", self.atom("crossed", r))),
            ],
        }
    }

    /// What the event does to the tree: the atoms, and where they are true afterwards.
    pub(super) fn changes(&self) -> Vec<(String, String)> {
        let here = |variables: &str, condition: String| match (self.instance, &self.letter) {
            (Some(instance), Some(letter)) => {
                (format!("{letter}9, {variables}"), format!("{letter}9 = {instance} & {condition}"))
            }
            _ => (variables.to_owned(), condition),
        };
        let change = |relation: &str, variables: &str, condition: String| {
            let (variables, condition) = here(variables, condition);
            let atom = format!("{relation}({variables})");
            (atom.clone(), format!("{atom} | {condition}"))
        };
        match self.event {
            Operation::Add { r, v, p } => {
                let letter = v.trim_end_matches(|c: char| c.is_ascii_digit());
                let (value, same) =
                    (format!("r9, {letter}9"), format!("r9 = {r} & {letter}9 = {v}"));
                vec![
                    change("added", "r9", format!("r9 = {r}")),
                    change("value", &value, same),
                    change("crossed", "r9", format!("{p} < r9 & r9 < {r}")),
                ]
            }
            Operation::Commit { r } => vec![change("committed", "r9", format!("r9 = {r}"))],
        }
    }
}
