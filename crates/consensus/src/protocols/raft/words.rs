//! Steps in words.

use super::{Action, LogEntry, Mutation, Raft};
use crate::bits::Bits;
use crate::protocol::{Description, Process, Protocol};

impl<const W: usize> Raft<W> {
    pub(super) fn description(&self, state: &Bits<W>, action: &Action) -> Description {
        match *action {
            Action::VoteReq { term, process } => {
                Description::new(process.into(), "VOTEREQ", format!("(term {term})"))
                    .sending(format!("VOTEREQ({term})"))
            }
            Action::VoteResp { term, candidate, process } => {
                let text = format!("(term {term}) for p{}", candidate + 1);
                Description::new(process.into(), "VOTERESP", text)
                    .receiving(candidate.into(), format!("VOTEREQ({term})"))
                    .sending(format!("VOTERESP({term}) to p{}", candidate + 1))
            }
            Action::LogReq { term, process, .. } => {
                self.describe_log_request(state, action, term, process)
            }
            Action::LogResp { term, length, decided, process } => {
                let leader = (0..self.bounds.processes)
                    .find(|&p| self.voters(state, term.into(), p).len() >= self.vote_quorum);
                let text = format!("(term {term}, {length} entries, {decided} decided)");
                Description::new(process.into(), "LOGRESP", text)
                    .receiving(leader.unwrap_or(0), format!("LOGREQ({term}, {length}, {decided})"))
                    .sending(format!("LOGRESP({term}, {length})"))
            }
            Action::Restart { process } => {
                let what = match self.mutation {
                    Some(Mutation::ForgetsVote) => "and forgets its vote",
                    Some(Mutation::ForgetsLog) => "and forgets its log",
                    Some(Mutation::ForgetsTerm) => "and forgets its term and its vote",
                    _ => "and forgets its vote and its log",
                };
                Description::new(process.into(), "RESTART", what)
            }
        }
    }

    fn describe_log_request(
        &self,
        state: &Bits<W>,
        action: &Action,
        term: u8,
        process: u8,
    ) -> Description {
        let Action::LogReq { value, .. } = *action else {
            return Description::new(process.into(), "LOGREQ", "");
        };
        let after = self.next(state, action);
        let leader = Process::from(process);
        let length = self.get(&after, leader, self.places.length);
        let decided = self.get(&after, leader, self.places.decided);
        let appends = value.map_or_else(String::new, |value| {
            let entry = LogEntry { term: term.into(), value: value.into() };
            format!(", appends {}", self.command(entry))
        });
        let text = format!("(term {term}, {length} entries, {decided} decided{appends})");
        let sent = format!("LOGREQ({term}, {length}, {decided})");
        let description = Description::new(leader, "LOGREQ", text).sending(sent);
        if self.has_sent(state, term.into()) {
            let (_, before) = self.last(state, leader);
            let others = self.accepted_by(state, term.into(), before);
            description.receiving_from(others, |_| format!("LOGRESP({term}, {before})"))
        } else {
            let voters = self.voters(state, term.into(), leader);
            description.receiving_from(voters, |_| format!("VOTERESP({term}) to p{}", leader + 1))
        }
    }
}
