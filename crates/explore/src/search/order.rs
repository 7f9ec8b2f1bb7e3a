//! Which process of a set comes next.

use crate::options::Order;
use crate::process::{ProcessId, ProcessSet};

/// Picks processes in a given [`Order`].
pub(crate) enum Picker {
    Ascending,
    Ranked(Box<[u8; ProcessId::LIMIT]>),
    Random(SplitMix64),
}

impl Picker {
    pub(crate) fn new(order: &Order) -> Self {
        match order {
            Order::Guided => Self::Ascending,
            Order::Sequential(first) if first.is_empty() => Self::Ascending,
            Order::Sequential(first) => {
                let mut ranks = [0; ProcessId::LIMIT];
                let rest = (0..ProcessId::LIMIT).filter_map(ProcessId::new);
                let rest = rest.filter(|process| !first.contains(process));
                for (rank, process) in first.iter().copied().chain(rest).enumerate() {
                    ranks[process.index()] = rank.min(u8::MAX as usize) as u8;
                }
                Self::Ranked(Box::new(ranks))
            }
            Order::Random(seed) => Self::Random(SplitMix64(*seed)),
        }
    }

    /// A process of `set`, unless that is empty.
    pub(crate) fn pick(&mut self, set: ProcessSet) -> Option<ProcessId> {
        match self {
            Self::Ascending => set.iter().next(),
            Self::Ranked(ranks) => set.iter().min_by_key(|process| ranks[process.index()]),
            Self::Random(_) if set.is_empty() => None,
            Self::Random(random) => set.iter().nth(random.below(set.len())),
        }
    }
}

/// A small generator of random numbers (Steele, Lea and Flood's SplitMix64).
#[derive(Clone)]
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}
