//! What sessions are promised.

use super::Encoding;
use crate::term::Term;

impl Encoding<'_> {
    pub(super) fn sessions(&mut self) {
        self.results_before_their_use();
        if self.levels.base.session.is_empty() {
            return;
        }
        let predecessors = self.program.session_predecessors();
        for (b, before) in predecessors.into_iter().enumerate() {
            for a in before {
                if self.goal.relevant.contains(a) && self.goal.relevant.contains(b) {
                    self.session_pair(a, b);
                }
            }
        }
    }

    /// A client uses what it was told.
    fn results_before_their_use(&mut self) {
        for user in self.relevant() {
            for teller in self.program.told_by(user).iter() {
                let (ordered, needed) = (self.ar[teller][user], self.present[teller]);
                let present = self.present[user];
                self.require_if([present], ordered);
                self.require_if([present], needed);
            }
        }
    }

    fn session_pair(&mut self, a: usize, b: usize) {
        let promises = self.levels.base.session;
        let both = self.terms.and([self.present[a], self.present[b]]);
        let (a_updates, b_updates) = (self.updates(a), self.updates(b));
        let ordered = self.ar[a][b];
        if promises.strong_session {
            self.require_seen(&[both], a, b);
            self.require_if([both], ordered);
        }
        if promises.read_your_writes {
            self.require_seen(&[both, a_updates], a, b);
            self.require_if([both, a_updates], ordered);
        }
        if promises.monotonic_reads {
            for c in self.relevant() {
                let seen = self.visible(c, a);
                self.require_seen(&[both, self.present[c], seen], c, b);
            }
            let backwards = self.visible(b, a);
            let no = self.terms.bool(false);
            self.require_if([both, backwards], no);
        }
        if promises.monotonic_writes {
            self.require_if([both, a_updates, b_updates], ordered);
            self.require_with(&[both, a_updates, b_updates], a, b);
        }
        if promises.writes_follow_reads {
            for c in self.relevant().filter(|&c| c != a && c != b) {
                let seen = self.visible(c, a);
                let condition = [both, self.present[c], seen, b_updates];
                let before = self.ar[c][b];
                self.require_if(condition, before);
                self.require_with(&condition, c, b);
            }
            // Seeing one's own successor would order it before itself.
            let backwards = self.visible(b, a);
            let no = self.terms.bool(false);
            self.require_if([both, backwards, b_updates], no);
        }
    }

    /// Every view of `by` sees `seen`, unless it is one of the past.
    fn require_seen(&mut self, conditions: &[Term], seen: usize, by: usize) {
        if self.program.transactions[by].stale {
            return;
        }
        for view in self.views_of(by) {
            let sees = if seen == by { self.terms.bool(false) } else { self.sees[&(view, seen)] };
            self.require_if(conditions.iter().copied(), sees);
        }
    }

    /// Every view that sees `b` sees `c`.
    fn require_with(&mut self, conditions: &[Term], c: usize, b: usize) {
        for reader in self.relevant().filter(|&d| d != b) {
            for view in self.views_of(reader) {
                let sees_b = self.sees[&(view, b)];
                let sees_c = self.sees[&(view, c)];
                let present = self.present[reader];
                let condition = conditions.iter().copied().chain([present, sees_b]);
                self.require_if(condition, sees_c);
            }
        }
    }
}
