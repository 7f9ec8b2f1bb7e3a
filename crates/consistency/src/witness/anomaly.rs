//! Names for what went wrong.

use std::collections::BTreeSet;

use super::dependency::{Dependencies, Dependency, Edge};
use crate::check::Violation;
use crate::execution::{Place, Source};
use crate::program::Program;

/// A pattern that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing is wrong with isolation: the same happens when the clients run one by one.
    Serial,
    /// Nothing is wrong with isolation: every transaction runs alone, but those of the clients
    /// alternate.
    BetweenTransactions,
    /// A request that does not ask for a consistent read is answered from before what its own
    /// client did.
    StaleRead,
    /// A transaction overwrites what it has not seen, based on an older value.
    LostUpdate,
    /// One transaction reads a place twice and sees different writers.
    NonRepeatableRead,
    /// A transaction sees one write of another but not its other write.
    FracturedRead,
    /// A transaction sees an effect but not its cause.
    CausalityViolation,
    /// Two readers see two writers in opposite orders.
    LongFork,
    /// Transactions that write different places each miss the other's write.
    WriteSkew,
    /// Writers alone would be serializable; a reader sees a state between.
    ReadOnlyAnomaly,
    /// A reader sees one state before and one after a writer.
    ReadSkew,
    /// Some other cycle of dependencies.
    Cycle,
}

impl Kind {
    /// Whether every transaction runs alone, so that no level would help.
    pub fn is_serial(self) -> bool {
        matches!(self, Kind::Serial | Kind::BetweenTransactions)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Serial => "violated serially",
            Kind::BetweenTransactions => "race between transactions",
            Kind::StaleRead => "stale read",
            Kind::LostUpdate => "lost update",
            Kind::NonRepeatableRead => "non-repeatable read",
            Kind::FracturedRead => "fractured read",
            Kind::CausalityViolation => "causality violation",
            Kind::LongFork => "long fork",
            Kind::WriteSkew => "write skew",
            Kind::ReadOnlyAnomaly => "read-only anomaly",
            Kind::ReadSkew => "read skew",
            Kind::Cycle => "dependency cycle",
        }
    }
}

/// A named pattern in an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anomaly {
    /// Its name.
    pub kind: Kind,
    /// The transactions that take part.
    pub transactions: Vec<usize>,
    /// One sentence that says who missed what.
    pub explanation: String,
}

impl Anomaly {
    /// Names what makes a violation possible. Patterns are tried from the most
    /// specific to the most general.
    pub fn of(program: &Program, violation: &Violation) -> Anomaly {
        let graph = Dependencies::of(violation);
        let search = Search { program, violation, graph: &graph };
        if let Some(order) = graph.serial_order() {
            if let Some(stale) = search.stale_read(&order) {
                return stale;
            }
            let names: Vec<String> = order.iter().map(|&t| search.name(t)).collect();
            let names = names.join(", ");
            let (kind, explanation) = match graph.has_order_of(&program.sessions) {
                true => {
                    (Kind::Serial, format!("the same happens when they run one by one: {names}"))
                }
                false => (
                    Kind::BetweenTransactions,
                    format!(
                        "every transaction runs alone, but those of the clients alternate, which \
                         no level prevents: {names}"
                    ),
                ),
            };
            return Anomaly { kind, transactions: order, explanation };
        }
        let named = [
            Search::lost_update,
            Search::non_repeatable_read,
            Search::fractured_read,
            Search::causality_violation,
            Search::write_skew,
            Search::long_fork,
            Search::other_cycle,
        ];
        let found = named.iter().find_map(|pattern| pattern(&search));
        found.expect("what is not serial has a cycle")
    }
}

struct Search<'a> {
    program: &'a Program,
    violation: &'a Violation,
    graph: &'a Dependencies,
}

impl Search<'_> {
    /// A read from the past that is ordered before a write of its own client, which came first.
    fn stale_read(&self, order: &[usize]) -> Option<Anomaly> {
        let place = |transaction: usize| order.iter().position(|&other| other == transaction);
        for session in &self.program.sessions {
            for (number, &reader) in session.iter().enumerate() {
                let own = session[..number].iter().copied();
                let missed = |&writer: &usize| {
                    self.violation.outcome.updates(writer) && place(reader) < place(writer)
                };
                if let Some(writer) = own.rev().find(missed)
                    && self.program.transactions[reader].stale
                    && place(reader).is_some()
                {
                    let (reads, wrote) = (self.name(reader), self.name(writer));
                    return Some(Anomaly {
                        kind: Kind::StaleRead,
                        transactions: vec![writer, reader],
                        explanation: format!(
                            "{reads} does not ask for a consistent read, and is answered from \
                             before {wrote}, which its client ran first"
                        ),
                    });
                }
            }
        }
        None
    }

    fn name(&self, transaction: usize) -> String {
        self.program.transactions[transaction].name.clone()
    }

    fn place(&self, place: &Place) -> String {
        self.program.cell_name(place.table, place.key.as_ref(), place.column)
    }

    fn anomaly(&self, kind: Kind, transactions: &[usize], explanation: String) -> Option<Anomaly> {
        Some(Anomaly { kind, transactions: transactions.to_vec(), explanation })
    }

    /// All pairs of different transactions.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = &self.graph.committed;
        all.iter().flat_map(move |&i| all.iter().map(move |&j| (i, j))).filter(|(i, j)| i != j)
    }

    fn lost_update(&self) -> Option<Anomaly> {
        for (i, j) in self.pairs() {
            let missed = self.graph.between(i, j);
            let missed = missed.filter(|edge| edge.dependency == Dependency::OverwritesRead);
            for edge in missed {
                let overwritten = self.graph.between(j, i).any(|back| {
                    back.dependency == Dependency::Overwrites && back.place == edge.place
                });
                if overwritten {
                    let explanation = format!(
                        "{} overwrites `{}` without having seen what {} wrote there",
                        self.name(i),
                        self.place(&edge.place),
                        self.name(j)
                    );
                    return self.anomaly(Kind::LostUpdate, &[j, i], explanation);
                }
            }
        }
        None
    }

    fn non_repeatable_read(&self) -> Option<Anomaly> {
        for &reader in &self.graph.committed {
            let reads = self.reads(reader);
            for (index, (place, first)) in reads.iter().enumerate() {
                let again = reads[index + 1..].iter().find(|(other, source)| {
                    other == place && source != first && *source != Source::Transaction(reader)
                });
                if let Some((_, Source::Transaction(writer))) = again {
                    let explanation = format!(
                        "{} reads `{}` twice, before and after the write of {}",
                        self.name(reader),
                        self.place(place),
                        self.name(*writer)
                    );
                    return self.anomaly(Kind::NonRepeatableRead, &[*writer, reader], explanation);
                }
            }
        }
        None
    }

    fn reads(&self, reader: usize) -> Vec<(Place, Source)> {
        let events = self.violation.outcome.happened(reader);
        events.filter_map(|e| e.source.map(|source| (e.place.clone(), source))).collect()
    }

    fn fractured_read(&self) -> Option<Anomaly> {
        for (writer, reader) in self.pairs() {
            let (Some(seen), Some(missed)) = (
                self.graph.has(writer, reader, Dependency::Reads),
                self.graph.has(reader, writer, Dependency::OverwritesRead),
            ) else {
                continue;
            };
            let explanation = format!(
                "{} sees what {} wrote to `{}` but not what it wrote to `{}`",
                self.name(reader),
                self.name(writer),
                self.place(&seen.place),
                self.place(&missed.place)
            );
            return self.anomaly(Kind::FracturedRead, &[writer, reader], explanation);
        }
        None
    }

    fn causality_violation(&self) -> Option<Anomaly> {
        for (cause, effect) in self.pairs() {
            if self.graph.has(cause, effect, Dependency::Reads).is_none() {
                continue;
            }
            for &reader in &self.graph.committed {
                let (Some(seen), Some(missed)) = (
                    self.graph.has(effect, reader, Dependency::Reads),
                    self.graph.has(reader, cause, Dependency::OverwritesRead),
                ) else {
                    continue;
                };
                let explanation = format!(
                    "{} sees what {} wrote to `{}`, but not what {} had read: `{}` of {}",
                    self.name(reader),
                    self.name(effect),
                    self.place(&seen.place),
                    self.name(effect),
                    self.place(&missed.place),
                    self.name(cause)
                );
                let members = [cause, effect, reader];
                return self.anomaly(Kind::CausalityViolation, &members, explanation);
            }
        }
        None
    }

    fn write_skew(&self) -> Option<Anomaly> {
        for (i, j) in self.pairs().filter(|(i, j)| i < j) {
            let (Some(by_j), Some(by_i)) = (
                self.graph.has(i, j, Dependency::OverwritesRead),
                self.graph.has(j, i, Dependency::OverwritesRead),
            ) else {
                continue;
            };
            let explanation = format!(
                "{} reads `{}` before {} writes it, and {} reads `{}` before {} writes it",
                self.name(i),
                self.place(&by_j.place),
                self.name(j),
                self.name(j),
                self.place(&by_i.place),
                self.name(i)
            );
            return self.anomaly(Kind::WriteSkew, &[i, j], explanation);
        }
        None
    }

    fn long_fork(&self) -> Option<Anomaly> {
        let opposite = |first: &Edge, second: &Edge| {
            self.graph.has(second.to, first.from, Dependency::OverwritesRead).is_some()
                && self.graph.has(first.to, second.from, Dependency::OverwritesRead).is_some()
        };
        let reads: Vec<&Edge> =
            self.graph.edges.iter().filter(|edge| edge.dependency == Dependency::Reads).collect();
        for first in &reads {
            for second in reads.iter().filter(|second| second.to != first.to) {
                if first.from != second.from && opposite(first, second) {
                    let explanation = format!(
                        "{} sees {} but not {}, and {} sees {} but not {}",
                        self.name(first.to),
                        self.name(first.from),
                        self.name(second.from),
                        self.name(second.to),
                        self.name(second.from),
                        self.name(first.from)
                    );
                    let members = [first.from, second.from, first.to, second.to];
                    return self.anomaly(Kind::LongFork, &members, explanation);
                }
            }
        }
        None
    }

    fn other_cycle(&self) -> Option<Anomaly> {
        let cycle = self.graph.shortest_cycle()?;
        let steps: Vec<BTreeSet<Dependency>> = cycle
            .iter()
            .zip(cycle.iter().cycle().skip(1))
            .map(|(&from, &to)| self.graph.between(from, to).map(|e| e.dependency).collect())
            .collect();
        let only_missed = |step: &BTreeSet<Dependency>| {
            step.iter().all(|dependency| *dependency == Dependency::OverwritesRead)
        };
        let missed = steps.iter().filter(|step| only_missed(step)).count();
        let reader = cycle.iter().find(|&&member| !self.violation.outcome.updates(member));
        let kind = match (missed, reader) {
            (1, _) => Kind::ReadSkew,
            (2.., Some(_)) => Kind::ReadOnlyAnomaly,
            (2.., None) => Kind::WriteSkew,
            _ => Kind::Cycle,
        };
        let described: Vec<String> = cycle
            .iter()
            .zip(cycle.iter().cycle().skip(1))
            .filter_map(|(&from, &to)| self.graph.between(from, to).next())
            .map(|edge| self.describe(edge))
            .collect();
        self.anomaly(kind, &cycle, described.join("; "))
    }

    fn describe(&self, edge: &Edge) -> String {
        let (from, to, place) = (self.name(edge.from), self.name(edge.to), self.place(&edge.place));
        match edge.dependency {
            Dependency::Reads => format!("{to} reads `{place}` from {from}"),
            Dependency::Overwrites => format!("{to} overwrites `{place}` of {from}"),
            Dependency::OverwritesRead => format!("{from} reads `{place}` before {to} writes it"),
        }
    }
}
