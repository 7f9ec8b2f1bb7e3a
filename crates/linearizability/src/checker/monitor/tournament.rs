//! Trees over an array that find extremes of a range in logarithmic time.

use std::ops::Range;

/// Keys of which the least in a range is wanted.
pub(super) struct Tournament {
    keys: Vec<i64>,
    /// winners[n + i] = i; winners[k] wins over 2k and 2k + 1.
    winners: Vec<u32>,
}

impl Tournament {
    pub(super) fn new(keys: Vec<i64>) -> Tournament {
        let count = keys.len();
        let mut winners = vec![0; 2 * count];
        for index in 0..count {
            winners[count + index] = index as u32;
        }
        let mut tree = Tournament { keys, winners };
        for node in (1..count).rev() {
            tree.play(node);
        }
        tree
    }

    pub(super) fn key(&self, index: usize) -> i64 {
        self.keys[index]
    }

    pub(super) fn set(&mut self, index: usize, key: i64) {
        self.keys[index] = key;
        let mut node = (self.keys.len() + index) / 2;
        while node > 0 {
            self.play(node);
            node /= 2;
        }
    }

    /// The index of the least key of a range that is not empty.
    pub(super) fn least(&self, range: Range<usize>) -> usize {
        let count = self.keys.len();
        let mut best = range.start as u32;
        let (mut low, mut high) = (range.start + count, range.end + count);
        while low < high {
            if low % 2 == 1 {
                best = self.better(best, self.winners[low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                best = self.better(best, self.winners[high]);
            }
            low /= 2;
            high /= 2;
        }
        best as usize
    }

    fn play(&mut self, node: usize) {
        self.winners[node] = self.better(self.winners[2 * node], self.winners[2 * node + 1]);
    }

    fn better(&self, one: u32, other: u32) -> u32 {
        if self.keys[other as usize] < self.keys[one as usize] { other } else { one }
    }
}

/// Counters to ranges of which one is added, and of which the first zero is
/// wanted.
pub(super) struct Coverage {
    size: usize,
    /// The least counter below a node, without what `added` says above it.
    least: Vec<i32>,
    added: Vec<i32>,
}

impl Coverage {
    pub(super) fn new(count: usize) -> Coverage {
        let size = count.next_power_of_two().max(1);
        Coverage { size, least: vec![0; 2 * size], added: vec![0; 2 * size] }
    }

    pub(super) fn add(&mut self, range: Range<usize>, amount: i32) {
        self.add_below(1, 0..self.size, &range, amount);
    }

    fn add_below(&mut self, node: usize, span: Range<usize>, range: &Range<usize>, amount: i32) {
        if range.end <= span.start || span.end <= range.start {
            return;
        }
        if range.start <= span.start && span.end <= range.end {
            self.least[node] += amount;
            self.added[node] += amount;
            return;
        }
        let middle = usize::midpoint(span.start, span.end);
        self.add_below(2 * node, span.start..middle, range, amount);
        self.add_below(2 * node + 1, middle..span.end, range, amount);
        self.least[node] = self.least[2 * node].min(self.least[2 * node + 1]) + self.added[node];
    }

    /// The first counter from `from` on that is zero.
    pub(super) fn first_zero(&self, from: usize) -> Option<usize> {
        self.zero_below(1, 0..self.size, from, 0)
    }

    fn zero_below(
        &self,
        node: usize,
        span: Range<usize>,
        from: usize,
        above: i32,
    ) -> Option<usize> {
        if span.end <= from || self.least[node] + above > 0 {
            return None;
        }
        if span.len() == 1 {
            return Some(span.start);
        }
        let above = above + self.added[node];
        let middle = usize::midpoint(span.start, span.end);
        self.zero_below(2 * node, span.start..middle, from, above)
            .or_else(|| self.zero_below(2 * node + 1, middle..span.end, from, above))
    }
}
