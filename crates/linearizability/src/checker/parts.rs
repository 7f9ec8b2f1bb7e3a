//! P-compositionality: a history of a map is checked key by key.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::CheckAnswer;
use crate::{History, Operation, Specification, Value};

/// Below this many operations, sharing them out costs more than it saves.
const WORTH_A_THREAD: usize = 4_000;

/// A history in parts that are linearizable exactly if it is.
pub(super) struct Parts {
    parts: Vec<Part>,
}

struct Part {
    history: History,
    /// For each operation of the part, its index in the whole history.
    origin: Vec<u32>,
}

/// Splits a history by what its calls are about, if each is about one thing.
pub(super) fn split<S: Specification>(specification: &S, history: &History) -> Parts {
    let mut numbers: FxHashMap<&Value, usize> = FxHashMap::default();
    let mut part_of_call = Vec::new();
    for call in history.distinct_calls() {
        let Some(part) = specification.part(call) else { return Parts::whole(history) };
        let fresh = numbers.len();
        part_of_call.push(*numbers.entry(part).or_insert(fresh));
    }
    let mut operations: Vec<(Vec<Operation>, Vec<u32>)> = vec![Default::default(); numbers.len()];
    for (index, operation) in history.operations().iter().enumerate() {
        let (part, origin) = &mut operations[part_of_call[operation.call_number() as usize]];
        part.push(*operation);
        origin.push(index as u32);
    }
    let part = |(operations, origin)| Part { history: history.with_operations(operations), origin };
    Parts { parts: operations.into_iter().map(part).collect() }
}

impl Parts {
    /// The history as its only part.
    pub(super) fn whole(history: &History) -> Parts {
        let origin = (0..history.len() as u32).collect();
        Parts { parts: vec![Part { history: history.clone(), origin }] }
    }

    /// Checks every part, on several threads if that pays.
    pub(super) fn each(&self, check: impl Fn(&History) -> CheckAnswer + Sync) -> Vec<CheckAnswer> {
        let operations: usize = self.parts.iter().map(|part| part.history.len()).sum();
        match operations < WORTH_A_THREAD {
            true => self.parts.iter().map(|part| check(&part.history)).collect(),
            false => self.parts.par_iter().map(|part| check(&part.history)).collect(),
        }
    }

    /// The answer for the whole: the first violation, else the first doubt.
    pub(super) fn combine(&self, answers: Vec<CheckAnswer>) -> CheckAnswer {
        let mut orders = Vec::new();
        let mut unknown = None;
        let mut violated: Option<Box<super::Explanation>> = None;
        for (part, answer) in self.parts.iter().zip(answers) {
            match answer {
                CheckAnswer::Linearizable { orders: of_part } => {
                    let translate = |order: Vec<u32>| {
                        order.into_iter().map(|index| part.origin[index as usize]).collect()
                    };
                    orders.extend(of_part.into_iter().map(translate));
                }
                CheckAnswer::NotLinearizable(explanation) => {
                    let earlier =
                        violated.as_ref().is_none_or(|known| explanation.place() < known.place());
                    if earlier {
                        violated = Some(explanation);
                    }
                }
                CheckAnswer::Unknown(exhausted) => unknown = Some(exhausted),
            }
        }
        match (violated, unknown) {
            (Some(explanation), _) => CheckAnswer::NotLinearizable(explanation),
            (None, Some(exhausted)) => CheckAnswer::Unknown(exhausted),
            (None, None) => CheckAnswer::Linearizable { orders },
        }
    }
}
