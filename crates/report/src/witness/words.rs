//! The parts of a witness in words, the same in every renderer.

use std::fmt::Write;

use super::{Arrow, Lane, Marker, Outcome, OutcomeKind, Step, Stretch, Witness};

impl Lane {
    /// What the lane is called outside of a picture: `payment(u1), attempt 2`.
    pub fn words(&self) -> String {
        match &self.group {
            Some(group) => format!("{group}, {}", self.name),
            None if self.name.starts_with(self.kind.word()) => self.name.clone(),
            None => format!("{} {}", self.kind.word(), self.name),
        }
    }
}

impl Step {
    /// `put receipts["r1"] = 90 → ok`
    pub fn words(&self) -> String {
        let mut words = self.operation.clone();
        if let Some(key) = &self.key {
            let _ = write!(words, " {key}");
        }
        if let Some(value) = &self.value {
            let equals = if self.key.is_some() { " =" } else { "" };
            let _ = write!(words, "{equals} {value}");
        }
        if let Some(outcome) = &self.outcome {
            let _ = write!(words, " {}", outcome.words());
        }
        words
    }
}

impl Outcome {
    /// `→ 80`, `✗ ConditionalCheckFailed`, `? answer lost`
    pub fn words(&self) -> String {
        let (mark, word) = match self.kind {
            OutcomeKind::Ok => ("→", "ok"),
            OutcomeKind::Failed => ("✗", "failed"),
            OutcomeKind::Lost => ("?", "answer lost"),
        };
        format!("{mark} {}", if self.text.is_empty() { word } else { &self.text })
    }
}

impl Marker {
    /// `crash: before the receipt is written`
    pub fn words(&self) -> String {
        match self.text.as_str() {
            "" => self.kind.words().to_owned(),
            text => format!("{}: {text}", self.kind.words()),
        }
    }
}

impl Arrow {
    /// What the arrow says about the later one of its steps: `reads from step 3:
    /// the new discount`. Steps are numbered from 1.
    pub fn words_at_later_step(&self) -> String {
        let (from, to) = (self.from.index() + 1, self.to.index() + 1);
        let verb = self.kind.words();
        let fact = if from <= to {
            format!("{verb} step {from}")
        } else {
            format!("step {to} {verb} this")
        };
        self.with_text(fact)
    }

    /// The whole arrow: `step 4 reads from step 3: the new discount`.
    pub fn words(&self) -> String {
        let (from, to) = (self.from.index() + 1, self.to.index() + 1);
        self.with_text(format!("step {to} {} step {from}", self.kind.words()))
    }

    fn with_text(&self, fact: String) -> String {
        if self.text.is_empty() { fact } else { format!("{fact}: {}", self.text) }
    }
}

impl Stretch {
    /// What legends say of it.
    pub const WORDS: &'static str = "must be one step";

    /// `steps 3 to 9 of thread 0 must be one step`. Steps are numbered from 1.
    pub fn words(&self, witness: &Witness) -> String {
        let (first, last) = (self.first.index() + 1, self.last.index() + 1);
        let lane = witness.lane(self.lane).words();
        format!("steps {first} to {last} of {lane} {}", Stretch::WORDS)
    }
}

impl Witness {
    /// For each step, the arrows of which it is the later end.
    pub fn arrows_by_later_step(&self) -> Vec<Vec<&Arrow>> {
        let mut by_step = vec![Vec::new(); self.steps.len()];
        for arrow in &self.arrows {
            by_step[arrow.from.max(arrow.to).index()].push(arrow);
        }
        by_step
    }
}
