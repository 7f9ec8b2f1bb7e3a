//! Four reports about programs that people know, one for each kind of witness:
//! attempts of a function that is retried, transactions under Snapshot
//! Isolation, threads on a list, processes that send messages.

#![allow(dead_code, reason = "not every test binary uses every story")]

use std::time::Duration;

use aplomb_report::{
    ArrowKind, Code, Diagnostic, FinalStates, Finding, Frame, LaneKind, NodeStatus, Outcome,
    Report, Span, Step, Suggestion, Tree, TreeNode, Witness,
};
use serde_json::json;

use crate::told::told;

/// Every story with the name of its golden files.
pub fn all() -> [(&'static str, Report); 4] {
    [
        ("payment", payment()),
        ("withdrawals", withdrawals()),
        ("lazy-list", lazy_list()),
        ("ballots", ballots()),
    ]
}

/// The source of the programs.
pub fn source(file: &str) -> Option<String> {
    let text = match file {
        "src/payment.js" => include_str!("payment.js"),
        "models/bank.ts" => include_str!("bank.ts"),
        "LazyList.java" => include_str!("LazyList.java"),
        _ => return None,
    };
    Some(text.to_owned())
}

/// A payment that is deducted twice, or written down with another price, when it
/// is retried.
pub fn payment() -> Report {
    let place = |line, from, to| Span::between("src/payment.js", (line, from), (line, to));
    let mut report = Report::new("check");
    report.push(
        Finding::violated(
            Code::NON_IDEMPOTENT_UPDATE,
            "payment",
            "a retry deducts the price again",
            told(&deducted_twice()),
        )
        .at(
            Span::between("src/payment.js", (7, 19), (12, 5)),
            "subtracts from the balance with every attempt",
        )
        .also(
            place(15, 11, 55),
            "a crash before this line loses the receipt of the first deduction",
        )
        .because(
            "The condition `balance >= total` still holds after the first deduction, so it does \
             not stop the second one.",
        )
        .suggest(Suggestion::new(
            "make the update of `balance` once for each request: log its result under the id of \
             the event",
        )),
    );
    report.push(
        Finding::violated(
            Code::STALE_READ_MODIFY_WRITE,
            "payment",
            "a retry writes a receipt that does not match the deduction",
            told(&receipt_differs()),
        )
        .at(place(5, 30, 58), "may return another discount on the retry")
        .also(place(15, 11, 55), "writes a total computed from it")
        .also(place(21, 9, 76), "`adaptDiscount` changes it")
        .suggest(
            Suggestion::new("log the discount that the first attempt has read")
                .edit(place(5, 30, 58), "logged(\"discount\", () => discounts.get({ productId }))"),
        ),
    );
    report.push(
        Finding::unknown(
            Code::RETRY_SAFETY_UNKNOWN,
            "report",
            "the effect of `audit.send` is not known",
            "`audit-trail` is not a library that Aplomb knows",
        )
        .at(place(26, 40, 57), "calls an unknown library")
        .help(
            "describe the call in aplomb.toml: [effects] \"audit-trail.audit.send\" = \"effect\"",
        ),
    );
    report.push(
        Finding::holds(Code::RETRY_SAFE, "receipt", "safe to retry")
            .at(place(24, 14, 21), "")
            .assuming("all functions that access the tables are listed in serverless.yml"),
    );
    report.diagnose(
        Diagnostic::warning("`audit-trail` could not be resolved")
            .at(place(2, 23, 36), "imported here")
            .help("install the dependencies, or describe the library in aplomb.toml"),
    );
    report.set_data(json!({ "functions": [
        { "name": "payment", "verdict": "unsafe" },
        { "name": "report", "verdict": "unknown" },
        { "name": "receipt", "verdict": "safe" },
    ] }));
    report.set_elapsed(Duration::from_millis(42));
    report.attach_sources(&source);
    report
}

fn deducted_twice() -> Witness {
    let at = |line| Span::line("src/payment.js", line);
    let mut story = Witness::builder("The balance is reduced twice for one payment.");
    let first = story.lane_in("payment(p1, u1, 40)", LaneKind::Attempt, "attempt 1");
    let second = story.lane_in("payment(p1, u1, 40)", LaneKind::Attempt, "attempt 2");
    let discount = "discounts[\"p1\"]";
    let balance = "balances[\"u1\"].balance";
    let ok = Outcome::ok;
    story.step(Step::new(first, "get").key(discount).outcome(ok("0.5")).at(at(5)));
    let deducted = story.step(
        Step::new(first, "update").key(balance).value("100 - 20").outcome(ok("80")).at(at(7)),
    );
    story.crash(first, "before the receipt is written");
    story.retry(second, "same event");
    story.step(Step::new(second, "get").key(discount).outcome(ok("0.5")).at(at(5)));
    let again = story.step(
        Step::new(second, "update")
            .key(balance)
            .value("80 - 20")
            .outcome(ok("60"))
            .at(at(7))
            .offending(),
    );
    story.step(
        Step::new(second, "put")
            .key("receipts[\"u1/p1/1700000007\"]")
            .value("{ total: 20 }")
            .outcome(ok(""))
            .at(at(15)),
    );
    story.arrow(ArrowKind::Overwrites, deducted, again, "deducts from what is left");
    story.final_states(
        FinalStates::observed("with a retry", [(balance, "60"), ("receipts", "1 with total 20")])
            .allowed("without a retry", ["80", "1 with total 20"])
            .claim("The customer pays 40 and has a receipt for 20."),
    );
    story.replay("aplomb check --handler src/payment.js:payment --function payment");
    story.finish()
}

fn receipt_differs() -> Witness {
    let at = |line| Span::line("src/payment.js", line);
    let mut story = Witness::builder(
        "The discount changes between the attempts; the receipt shows the new one.",
    );
    let first = story.lane_in("payment(p1, u1, 40)", LaneKind::Attempt, "attempt 1");
    let second = story.lane_in("payment(p1, u1, 40)", LaneKind::Attempt, "attempt 2");
    let other = story.lane(LaneKind::Instance, "adaptDiscount(p1, 75)");
    let discount = "discounts[\"p1\"]";
    let balance = "balances[\"u1\"].balance";
    let receipt = "receipts[\"u1/p1/1700000007\"]";
    let ok = Outcome::ok;
    story.step(Step::new(first, "get").key(discount).outcome(ok("0.5")).at(at(5)));
    story.step(
        Step::new(first, "update").key(balance).value("100 - 20").outcome(ok("80")).at(at(7)),
    );
    story.crash(first, "before the receipt is written");
    story.concurrent(other, "between the attempts");
    let changed =
        story.step(Step::new(other, "put").key(discount).value("0.25").outcome(ok("")).at(at(21)));
    story.retry(second, "same event");
    let read = story.step(Step::new(second, "get").key(discount).outcome(ok("0.25")).at(at(5)));
    story.step(Step::new(second, "update").key(balance).outcome(ok("80, from the log")).at(at(7)));
    story.step(
        Step::new(second, "put")
            .key(receipt)
            .value("{ total: 10 }")
            .outcome(ok(""))
            .at(at(15))
            .offending(),
    );
    story.arrow(ArrowKind::ReadFrom, changed, read, "the new discount");
    story.final_states(
        FinalStates::observed("with a retry", [(balance, "80"), (receipt, "{ total: 10 }")])
            .allowed("payment before adaptDiscount", ["80", "{ total: 20 }"])
            .allowed("payment after adaptDiscount", ["90", "{ total: 10 }"])
            .claim("The receipt does not match what was deducted."),
    );
    story.finish()
}

/// Two withdrawals that are each covered and together are not.
pub fn withdrawals() -> Report {
    let place = |line, from, to| Span::between("models/bank.ts", (line, from), (line, to));
    let mut report = Report::new("consistency");
    report.push(
        Finding::violated(
            Code::WRITE_SKEW,
            "never overdrawn together",
            "two withdrawals overdraw the accounts under Snapshot Isolation",
            told(&overdrawn()),
        )
        .at(place(13, 1, 83), "is -20 in the end")
        .also(place(6, 20, 51), "both transactions see 100 here")
        .also(place(8, 5, 57), "each writes an account that the other has only read")
        .because("Neither transaction sees the other's write, and they write different accounts.")
        .suggest(Suggestion::new(
            "run both transactions under SER, the weakest level that suffices",
        ))
        .suggest(Suggestion::new("lock both accounts when reading them in line 6")),
    );
    report.push(
        Finding::holds(
            Code::INVARIANT_HOLDS,
            "never overdrawn together",
            "holds under SER (serializable)",
        )
        .assuming("the accounts start with 50 each"),
    );
    report.set_elapsed(Duration::from_millis(9));
    report.attach_sources(&source);
    report
}

fn overdrawn() -> Witness {
    let at = |line| Span::line("models/bank.ts", line);
    let mut story = Witness::builder("Both withdrawals read the balances before either writes.");
    let start = story.lane(LaneKind::Transaction, "initial state");
    let one = story.lane(LaneKind::Transaction, "withdraw(1, 60)");
    let two = story.lane(LaneKind::Transaction, "withdraw(2, 60)");
    let (first, second) = ("balance[1]", "balance[2]");
    let written =
        story.step(Step::new(start, "write").key("balance[1], balance[2]").value("50, 50"));
    let read = |lane, key| Step::new(lane, "read").key(key).outcome(Outcome::ok("50")).at(at(6));
    let one_began = story.step(read(one, first));
    let one_read = story.step(read(one, second));
    let two_read = story.step(read(two, first));
    story.step(read(two, second));
    let write = |lane, key| Step::new(lane, "write").key(key).value("-10").at(at(8)).offending();
    let one_wrote = story.step(write(one, first));
    story.step(Step::new(one, "commit").outcome(Outcome::ok("")));
    let two_wrote = story.step(write(two, second));
    story.step(Step::new(two, "commit").outcome(Outcome::ok("")));
    story.arrow(ArrowKind::Visibility, written, one_began, "");
    story.arrow(ArrowKind::Visibility, written, two_read, "");
    story.arrow(ArrowKind::Conflict, two_read, one_wrote, "read before it is written");
    story.arrow(ArrowKind::Conflict, one_read, two_wrote, "read before it is written");
    story.final_states(
        FinalStates::observed("both commit", [(first, "-10"), (second, "-10")])
            .allowed("withdraw(1, 60) first", ["-10", "50"])
            .allowed("withdraw(2, 60) first", ["50", "-10"])
            .claim("balance[1] + balance[2] is -20 and must not be negative."),
    );
    story.finish()
}

/// An insertion behind a node that is being removed.
pub fn lazy_list() -> Report {
    let place = |line, from, to| Span::between("LazyList.java", (line, from), (line, to));
    let mut report = Report::new("linearizability");
    report.push(
        Finding::violated(
            Code::NOT_LINEARIZABLE,
            "LazyList",
            "an element that was added is not found by the same thread",
            told(&lost_insertion()),
        )
        .at(place(10, 13, 48), "links the new node behind one that is no longer in the list")
        .also(Span::line("LazyList.java", 23), "unlinks it, after `add` has chosen it")
        .because(
            "`add` takes the lock after it has searched and does not check again that `before` \
             is still in the list.",
        )
        .suggest(Suggestion::new(
            "make lines 6 to 10 atomic: check `!before.marked` under the lock",
        )),
    );
    report.push(
        Finding::holds_within_bounds(
            Code::LINEARIZABLE,
            "LazyList",
            "remove and contains are linearizable",
            "2 threads, 2 calls each, 2 values",
        )
        .assuming("sequential consistency: no data race was found"),
    );
    report.set_elapsed(Duration::from_millis(310));
    report.attach_sources(&source);
    report
}

fn lost_insertion() -> Witness {
    let at = |line| Span::line("LazyList.java", line);
    let mut story = Witness::builder("2 is added behind 1 while 1 is being removed.");
    let one = story.lane(LaneKind::Thread, "T1");
    let two = story.lane(LaneKind::Thread, "T2");
    let read = |lane, key: &str, outcome: &str, line| {
        Step::new(lane, "read").key(key).outcome(Outcome::ok(outcome)).at(at(line))
    };
    let search = story.step(read(one, "head.next", "node 1", 5));
    let next = story.step(read(one, "node 1.next", "tail", 6));
    let remove = story.step(read(two, "head.next", "node 1", 16));
    story.step(Step::new(two, "lock").key("head").at(at(18)));
    story.step(Step::new(two, "lock").key("node 1").at(at(19)));
    story.step(Step::new(two, "write").key("node 1.marked").value("true").at(at(22)));
    let unlinked =
        story.step(Step::new(two, "write").key("head.next").value("tail").at(at(23)).offending());
    let removed = story.step(Step::new(two, "unlock").key("node 1, head").at(at(25)));
    story.step(Step::new(one, "lock").key("node 1").at(at(7)));
    let linked = story
        .step(Step::new(one, "write").key("node 1.next").value("node 2").at(at(10)).offending());
    let added = story.step(Step::new(one, "unlock").key("node 1").at(at(12)));
    let looked = story.step(read(one, "head.next", "tail", 30));
    story.stretch(next, linked);
    story.call(search, added, "add(2)", Some(Outcome::ok("true")));
    story.call(remove, removed, "remove(1)", Some(Outcome::ok("true")));
    story.call(looked, looked, "contains(2)", Some(Outcome::ok("false")));
    story.arrow(ArrowKind::Conflict, search, unlinked, "node 1 was still linked");
    story.arrow(ArrowKind::ReadFrom, unlinked, looked, "node 2 is out of reach");
    story.final_states(
        FinalStates::observed(
            "this schedule",
            [("T1 add(2)", "true"), ("T1 contains(2)", "false"), ("T2 remove(1)", "true")],
        )
        .allowed("every sequential order", ["true", "true", "true"])
        .claim("No sequential order of the calls returns this."),
    );
    story.replay("aplomb linearizability --class LazyList --schedule 1,1,2x6,1x4");
    story.finish()
}

/// A leader of Paxos that ignores the vote it is told about, with the tree beside the messages.
pub fn ballots() -> Report {
    let mut report = Report::new("consensus");
    let title = "Round 2 passes by round 1, which has committed";
    let witness = told(&ignored_vote());
    report.push(Finding::violated(Code::COMMIT_PASSED_BY, "paxos", title, witness));
    report.set_elapsed(Duration::from_millis(12));
    report
}

fn ignored_vote() -> Witness {
    let mut story = Witness::builder("Round 2 passes by round 1, which has committed");
    let [p1, p2] = ["p1", "p2"].map(|name| story.lane(LaneKind::Process, name));
    let proposed = Outcome::ok("add(1, a, root)");
    let proposal = story.step(Step::new(p1, "PROPOSE").key("(1, a)").outcome(proposed));
    let vote = story.step(Step::new(p2, "VOTE").key("(1, a)"));
    story.arrow(ArrowKind::Message, proposal, vote, "PROPOSE(1, a)");
    let decided = Outcome::ok("commit(1)");
    let decision = story.step(Step::new(p1, "DECIDE").key("(1, a)").outcome(decided));
    story.arrow(ArrowKind::Message, vote, decision, "VOTE(1, a)");
    let passes = Outcome::ok("add(2, b, root)");
    story.step(Step::new(p2, "PROPOSE").key("(2, b)").outcome(passes).offending());
    let node = |name: &str, text: &str, status, trunk| TreeNode {
        name: name.to_owned(),
        text: text.to_owned(),
        parent: None,
        status,
        trunk,
    };
    let frame = |after, caption: &str, nodes| Frame { after, caption: caption.to_owned(), nodes };
    let first = |status, trunk| node("1", "a", status, trunk);
    story.tree(Tree {
        title: "The quorum tree".to_owned(),
        frames: vec![
            frame(1, "add(1, a, root)", vec![first(NodeStatus::Open, false)]),
            frame(3, "commit(1)", vec![first(NodeStatus::Settled, true)]),
            frame(
                4,
                "add(2, b, root)",
                vec![
                    first(NodeStatus::Settled, true),
                    node("2", "b", NodeStatus::Offending, false),
                ],
            ),
        ],
    });
    story.finish()
}
