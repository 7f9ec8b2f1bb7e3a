//! Steps in words.

use super::{Action, Mask, Mutation, Synod};
use crate::bits::Bits;
use crate::protocol::Description;

impl<const W: usize> Synod<W> {
    pub(super) fn description(&self, state: &Bits<W>, action: &Action) -> Description {
        let is_multi = self.rules.slots > 1;
        let place = |round: u8, slot: u8| match is_multi {
            true => format!("{round}, {}", slot + 1),
            false => round.to_string(),
        };
        let members = |mask: Mask| (0..self.rules.acceptors).filter(move |a| mask & 1 << a != 0);
        let proposal = |round, slot, value: u8| {
            format!("PROPOSE({}, {})", place(round, slot), self.value(value as usize))
        };
        let vote = |round, slot, value: u8| {
            format!("VOTE({}, {})", place(round, slot), self.value(value as usize))
        };
        match *action {
            Action::Start { round } => {
                Description::new(self.leader(round.into()), "START", format!("({round})"))
                    .sending(format!("START({round})"))
            }
            Action::Join { round, acceptor } => {
                Description::new(acceptor.into(), "JOIN", self.join_content(state, round, acceptor))
                    .receiving(self.leader(round.into()), format!("START({round})"))
                    .sending(format!("JOIN({round})"))
            }
            Action::Propose { round, slot, value, parent } => {
                let text = format!("({}, {})", place(round, slot), self.value(value as usize));
                let (r, s) = (round as usize, slot as usize);
                let heard = self.joined(state, r)
                    & self.acceptors_that(|acceptor| {
                        self.rules.has(Mutation::IgnoresVotes)
                            || self.reported(state, r, s, acceptor).round <= parent
                    });
                Description::new(self.leader(round.into()), "PROPOSE", text)
                    .receiving_from(members(heard), |_| format!("JOIN({round})"))
                    .sending(proposal(round, slot, value))
            }
            Action::Vote { round, slot, value, acceptor } => {
                let text = format!("({}, {})", place(round, slot), self.value(value as usize));
                Description::new(acceptor.into(), "VOTE", text)
                    .receiving(self.leader(round.into()), proposal(round, slot, value))
                    .sending(vote(round, slot, value))
            }
            Action::Decide { round, slot, value } => {
                let text = format!("({}, {})", place(round, slot), self.value(value as usize));
                let voters = self.voters(state, round.into(), slot.into(), value.into());
                Description::new(self.leader(round.into()), "DECIDE", text)
                    .receiving_from(members(voters), |_| vote(round, slot, value))
            }
            Action::Restart { acceptor } => {
                let what = match self.rules.mutation {
                    Some(Mutation::ForgetsPromise) => "and forgets its promise",
                    Some(Mutation::ForgetsVote) => "and forgets its votes",
                    _ => "and forgets its promise and its votes",
                };
                Description::new(acceptor.into(), "RESTART", what)
            }
        }
    }

    fn join_content(&self, state: &Bits<W>, round: u8, acceptor: u8) -> String {
        let of = |field| self.places.of(acceptor.into(), field);
        let votes = (0..self.rules.slots).filter_map(|slot| {
            let vote_round = state.get(of(self.places.vote_round.at([slot])));
            let vote_value = state.get(of(self.places.vote_value.at([slot]))) as usize;
            (vote_round != 0).then(|| format!("{} in round {vote_round}", self.value(vote_value)))
        });
        let votes: Vec<String> = votes.collect();
        match votes.is_empty() {
            true => format!("({round}) without a vote"),
            false => format!("({round}) having voted for {}", votes.join(", ")),
        }
    }
}
