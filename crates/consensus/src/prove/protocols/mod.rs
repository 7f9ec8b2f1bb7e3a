//! The protocols, one file each, with the action names of the thesis, and their mutants.

mod hotstuff;
mod paxos;
mod pbft;
mod raft;
mod tree;

use super::{
    notation::Malformed,
    system::{Description, System},
};

/// A protocol that can be proved.
pub struct Protocol {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The protocol as a system.
    pub system: fn() -> Result<System, Malformed>,
    /// The tree that it builds, as a system of its own: lawful events imply agreement.
    pub tree: Option<fn() -> Result<System, Malformed>>,
    /// Broken variants that leaving out a rule does not give.
    pub mutants: &'static [Mutant],
    /// What the model takes for granted, one sentence each.
    pub assumptions: &'static [&'static str],
}

/// A broken variant.
pub struct Mutant {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is broken, in one line.
    pub about: &'static str,
    /// Breaks it.
    pub apply: fn(&mut Description),
}

/// Every protocol.
pub const ALL: &[Protocol] = &[
    Protocol {
        name: "paxos",
        about: "Paxos: one value, any two quorums intersect",
        system: paxos::paxos,
        tree: Some(tree::single_decree),
        mutants: paxos::MUTANTS,
        assumptions: paxos::ASSUMPTIONS,
    },
    Protocol {
        name: "flexible-paxos",
        about: "Flexible Paxos: quorums of JOINs intersect quorums of VOTEs, no more",
        system: paxos::flexible_paxos,
        tree: Some(tree::single_decree),
        mutants: paxos::MUTANTS,
        assumptions: paxos::ASSUMPTIONS,
    },
    Protocol {
        name: "multi-paxos",
        about: "Multi-Paxos: one value for each instance, rounds are joined for all at once",
        system: paxos::multi_paxos,
        tree: Some(tree::single_decree),
        mutants: paxos::MUTANTS,
        assumptions: paxos::ASSUMPTIONS,
    },
    Protocol {
        name: "raft",
        about: "Raft: a replicated log with elected leaders",
        system: raft::raft,
        tree: Some(tree::replication),
        mutants: raft::MUTANTS,
        assumptions: raft::ASSUMPTIONS,
    },
    Protocol {
        name: "pbft",
        about: "PBFT: one value for each sequence number, some processes are Byzantine",
        system: pbft::pbft,
        tree: Some(tree::single_decree),
        mutants: &[],
        assumptions: pbft::ASSUMPTIONS,
    },
    Protocol {
        name: "hotstuff",
        about: "HotStuff: a chain of commands, some processes are Byzantine",
        system: hotstuff::hotstuff,
        tree: Some(tree::replication),
        mutants: &[],
        assumptions: hotstuff::ASSUMPTIONS,
    },
    Protocol {
        name: "quorum-tree",
        about: "the tree of one value: lawful events imply a single trunk and equal values",
        system: tree::single_decree,
        tree: None,
        mutants: tree::MUTANTS,
        assumptions: &[],
    },
    Protocol {
        name: "quorum-tree-replication",
        about: "the tree of a replicated log: lawful events imply a single trunk",
        system: tree::replication,
        tree: None,
        mutants: tree::MUTANTS,
        assumptions: &[],
    },
];

impl Protocol {
    /// The protocol of this name.
    pub fn named(name: &str) -> Option<&'static Protocol> {
        ALL.iter().find(|protocol| protocol.name == name)
    }

    /// The protocol with one of its mutants applied.
    pub fn mutated(&self, mutant: &Mutant) -> Result<System, Malformed> {
        let mut description = Description::of((self.system)()?);
        (mutant.apply)(&mut description);
        description.finish()
    }
}
