//! Arbitration: a Boolean for each pair, and transitivity.

use super::{Encoding, interchangeable};
use crate::term::{Sort, Term};

impl Encoding<'_> {
    pub(super) fn order(&mut self) {
        let members: Vec<usize> = self.relevant().collect();
        let classes: Vec<Option<usize>> = match self.goal.in_order {
            true => vec![Some(0); members.len()],
            false => {
                let class = interchangeable(self.program, self.levels, self.goal);
                members.iter().map(|&member| Some(class[member])).collect()
            }
        };
        let before = self.tournament(&classes);
        self.acyclic(&before);
        let count = self.program.transactions.len();
        let no = self.terms.bool(false);
        self.ar = vec![vec![no; count]; count];
        for (row, &i) in before.iter().zip(&members) {
            for (&before, &j) in row.iter().zip(&members) {
                self.ar[i][j] = before;
            }
        }
    }

    /// For every two of some things, which comes first; things of the same
    /// class may as well come in the given order.
    pub(super) fn tournament(&mut self, class: &[Option<usize>]) -> Vec<Vec<Term>> {
        let no = self.terms.bool(false);
        let mut before = vec![vec![no; class.len()]; class.len()];
        for (i, class_i) in class.iter().enumerate() {
            for (j, class_j) in class.iter().enumerate().skip(i + 1) {
                let fixed = class_i.is_some() && class_i == class_j;
                let first =
                    if fixed { self.terms.bool(true) } else { self.terms.fresh(Sort::Bool) };
                before[i][j] = first;
                before[j][i] = self.terms.not(first);
            }
        }
        before
    }

    /// Forbids the two cycles of every three members of a tournament.
    pub(super) fn acyclic(&mut self, before: &[Vec<Term>]) {
        let no = self.terms.bool(false);
        for i in 0..before.len() {
            for j in i + 1..before.len() {
                if self.is_late() {
                    return;
                }
                for k in j + 1..before.len() {
                    self.require_if([before[i][j], before[j][k], before[k][i]], no);
                    self.require_if([before[j][i], before[k][j], before[i][k]], no);
                }
            }
        }
    }
}
