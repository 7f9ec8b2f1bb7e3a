//! Answers as findings.

use aplomb_consistency::live::Replayed;
use aplomb_consistency::model::Serial;
use aplomb_consistency::question::{
    inductive::Inductive,
    repeat::Repeated,
    table::{Row, Table},
};
use aplomb_consistency::witness::{self, Anomaly};
use aplomb_consistency::{Checked, Isolation, Model, Program, Verdict, assumptions};
use aplomb_report::{Cause, Code, Diagnostic, Finding, counted};

use super::level::Level;
use super::model::Loaded;

/// The invariants as the subject of a finding.
fn subject(program: &Program) -> String {
    let labels: Vec<&str> = program.invariants.iter().map(|it| it.label.as_str()).collect();
    labels.join("; ")
}

/// Whether a level keeps its promise by aborting transactions.
fn aborts(isolation: &Isolation) -> bool {
    let axioms = isolation.model.axioms();
    axioms.no_conflict || axioms.serial != Serial::Nobody || isolation.row_locks
}

/// What is taken for granted where one of some levels holds because it aborts.
fn retried<'i>(finding: Finding, mut kept: impl Iterator<Item = &'i Isolation>) -> Finding {
    if kept.any(aborts) { finding.assuming(assumptions::RETRIED.sentence) } else { finding }
}

/// What is taken for granted.
fn assuming(loaded: &Loaded, finding: Finding) -> Finding {
    let finding = finding.assuming(assumptions::INTEGERS.sentence);
    let known = loaded.summary.assumptions.iter();
    known.fold(finding, |finding, assumption| finding.assuming(assumption.to_string()))
}

/// Pins a finding to the invariant that it is about.
fn at_invariant(loaded: &Loaded, finding: Finding, invariant: usize) -> Finding {
    let span = loaded.summary.invariants.get(invariant).and_then(|&span| loaded.place(span));
    match span {
        Some(span) => finding.at(span, "must hold when all have run"),
        None => finding,
    }
}

/// The file says something that has no meaning here.
pub fn not_understood(loaded: &Loaded) -> Finding {
    let problems = &loaded.summary.problems;
    let file = loaded.file.clone();
    let reason = problems[0].message.clone();
    let title = "the model could not be understood";
    let mut finding = Finding::unknown(Code::INVARIANT_UNKNOWN, file, title, reason)
        .caused_by(Cause::NotSupported);
    for (index, problem) in problems.iter().enumerate() {
        finding = match (loaded.place(problem.span), index) {
            (Some(span), 0) => finding.at(span, "here"),
            (Some(span), _) => finding.also(span, &problem.message),
            (None, 0) => finding,
            (None, _) => finding.because(&problem.message),
        };
    }
    finding.help("the chapter on consistency lists what a model can say")
}

/// The verdict at one level, about the program as it runs there.
pub fn at_level(loaded: &Loaded, level: &Level, checked: &Checked) -> Finding {
    let verdict = &checked.verdict;
    let finding = witness::finding(&checked.program, &level.to_string(), verdict);
    let invariant = verdict.violation().map_or(0, |violation| violation.invariant);
    let finding = assuming(loaded, at_invariant(loaded, finding, invariant));
    let database = level.database.as_ref().filter(|_| loaded.summary.product != Some("mysql"));
    let finding = match database.and_then(|database| database.assumption(&checked.program)) {
        Some(sentence) => finding.assuming(sentence),
        None => finding,
    };
    retried(finding, verdict.holds().then_some(&level.isolation).into_iter())
}

/// Which levels of the product that the code speaks to keep the invariants: the
/// verdict at its default, in the words of the product.
pub fn of_product(loaded: &Loaded, answers: &[(Level, Checked)]) -> (Finding, String) {
    let default = answers.iter().find(|(level, _)| level.is_default()).unwrap_or(&answers[0]);
    let (level, checked) = default;
    let sentence = told(answers);
    let finding = match &checked.verdict {
        Verdict::Holds => {
            let subject = subject(&loaded.summary.program);
            let finding = Finding::holds(Code::INVARIANT_HOLDS, subject, sentence.clone());
            assuming(loaded, at_invariant(loaded, finding, 0))
        }
        _ => at_level(loaded, level, checked).because(format!("{sentence}.")),
    };
    let kept = answers.iter().filter(|(_, checked)| checked.verdict.holds());
    let mut kept = kept.map(|(level, _)| &level.isolation);
    let finding = match checked.verdict.violation() {
        Some(_) if kept.any(aborts) => {
            let retried = assumptions::RETRIED.sentence;
            finding.because(format!("What keeps it takes for granted that {retried}."))
        }
        Some(_) => finding,
        None => retried(finding, kept),
    };
    (finding, sentence)
}

/// Whether what breaks a program at a level that is not the default happened on a server.
pub fn happened(level: &Level, replayed: &Replayed) -> String {
    let level = level.in_words();
    match replayed.reproduced {
        true => format!("what breaks it at {level} happened on the server too"),
        false => format!("what breaks it at {level} did not happen on the server"),
    }
}

/// `PostgreSQL: READ COMMITTED (default) breaks it, SERIALIZABLE keeps it`.
fn told(answers: &[(Level, Checked)]) -> String {
    let mut parts = Vec::new();
    type Test = fn(&Verdict) -> bool;
    let groups: [(Test, &str, &str); 3] = [
        (|it| it.violation().is_some(), "breaks it", "break it"),
        (Verdict::holds, "keeps it", "keep it"),
        (|it| !it.holds() && it.violation().is_none(), "is not decided", "are not decided"),
    ];
    for (belongs, one, several) in groups {
        let levels: Vec<String> = answers
            .iter()
            .filter(|(_, checked)| belongs(&checked.verdict))
            .map(|(level, _)| level.in_words())
            .collect();
        match levels.as_slice() {
            [] => {}
            [only] => parts.push(format!("{only} {one}")),
            [first @ .., last] => {
                parts.push(format!("{} and {last} {several}", first.join(", ")));
            }
        }
    }
    let product = answers.first().map(|(level, _)| level.product()).unwrap_or_default();
    format!("{product}: {}", parts.join(", "))
}

/// The verdict for every combination of so many instances.
pub fn repeated(loaded: &Loaded, level: &Level, repeated: &Repeated, instances: u8) -> Finding {
    let program = &loaded.summary.program;
    if repeated.verdict.holds() {
        let title = format!("holds in every execution under {level}");
        let bound = format!("up to {}, in any combination", counted(instances, "transaction"));
        let code = Code::INVARIANT_HOLDS;
        let finding = Finding::holds_within_bounds(code, subject(program), title, bound);
        let finding = assuming(loaded, at_invariant(loaded, finding, 0));
        return retried(finding, [&level.isolation].into_iter());
    }
    let program = repeated.program.as_ref().unwrap_or(program);
    let finding = witness::finding(program, &level.to_string(), &repeated.verdict);
    let invariant = repeated.verdict.violation().map_or(0, |violation| violation.invariant);
    at_invariant(loaded, finding, invariant)
}

/// What came of a proof by induction.
pub fn inductive(loaded: &Loaded, level: &Level, answer: &Inductive) -> Finding {
    let subject = subject(&loaded.summary.program);
    let undecided = |cause: Cause, reason: String| {
        let title = format!("not proved for any number of transactions under {level}");
        Finding::unknown(Code::INVARIANT_UNKNOWN, subject.clone(), title, reason)
            .caused_by(cause)
            .help("--repeat N checks every combination of up to N transactions")
    };
    let finding = match answer {
        Inductive::Holds => {
            let title = format!("holds for any number of transactions under {level}");
            Finding::holds(Code::INVARIANT_HOLDS, subject.clone(), title)
        }
        Inductive::InitiallyViolated => {
            undecided(Cause::Undecided, "it does not hold at the start".into())
        }
        Inductive::NotPreserved { transaction } => undecided(
            Cause::Undecided,
            format!(
                "`{transaction}` can break it from a state that satisfies it; that state need \
                 not be reachable"
            ),
        ),
        Inductive::NotApplicable { reason } => undecided(Cause::NotSupported, reason.clone()),
        Inductive::Unknown { cause, reason } => undecided(*cause, reason.clone()),
    };
    let finding = assuming(loaded, at_invariant(loaded, finding, 0));
    let kept = matches!(answer, Inductive::Holds).then_some(&level.isolation);
    retried(finding, kept.into_iter())
}

/// Which level is enough.
pub fn weakest(loaded: &Loaded, table: &Table) -> Finding {
    let weakest = table.weakest_sufficient();
    let serial = table.row(Model::SER).expect("all models were asked");
    if weakest.is_empty() {
        let level = Level::of_model(Model::SER, Default::default());
        let program = loaded.summary.program.clone();
        let checked = Checked { program, verdict: serial.verdict.clone() };
        return at_level(loaded, &level, &checked);
    }
    let names: Vec<String> =
        weakest.iter().map(|model| format!("{model} ({})", model.title())).collect();
    let title = format!("the weakest level that suffices is {}", names.join(", or "));
    let subject = subject(&loaded.summary.program);
    let finding = Finding::holds(Code::INVARIANT_HOLDS, subject, title);
    let finding = assuming(loaded, at_invariant(loaded, finding, 0));
    let levels: Vec<Isolation> = weakest.iter().map(|&model| model.into()).collect();
    retried(finding, levels.iter())
}

/// Where a level is not enough, and why.
pub fn insufficient(program: &Program, table: &Table) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let holding = table.rows.iter().filter(|row| row.verdict.holds());
    let holding: Vec<String> = holding.map(|row| row.model.to_string()).collect();
    if holding.is_empty() {
        return notes;
    }
    notes.push(Diagnostic::note(format!("it holds under {}", holding.join(", "))));
    let mut named: Vec<&str> = Vec::new();
    for row in &table.rows {
        match &row.verdict {
            Verdict::Violated(violation) => {
                let Anomaly { kind, explanation, .. } = Anomaly::of(program, violation);
                if named.contains(&kind.name()) {
                    continue;
                }
                named.push(kind.name());
                let same = |other: &&Row| {
                    let violation = other.verdict.violation();
                    violation.is_some_and(|it| Anomaly::of(program, it).kind == kind)
                };
                let models = table.rows.iter().filter(same);
                let models: Vec<String> = models.map(|row| row.model.to_string()).collect();
                let message = format!("{} under {}: {explanation}", kind.name(), models.join(", "));
                let help = format!("--model {} shows how it happens", row.model);
                notes.push(Diagnostic::note(message).help(help));
            }
            Verdict::Unknown { reason, .. } => {
                let message = format!("under {} it is not known: {reason}", row.model);
                notes.push(Diagnostic::warning(message));
            }
            Verdict::Holds | Verdict::Vacuous => {}
        }
    }
    notes
}

/// What a real database did; all of it is in the data of the report.
pub fn replayed(finding: Finding, replayed: &Replayed) -> Finding {
    let steps = counted(replayed.log.len(), "step");
    if replayed.reproduced {
        return finding.because(match replayed.own_statements {
            true => format!(
                "The server did the same: the statements of the program were executed in this \
                 order ({steps}), and every value, every row count and what the tables hold \
                 in the end were as predicted."
            ),
            false => format!(
                "The server did the same: {steps}, the reads and writes of the model one by \
                 one, and every value was as predicted."
            ),
        });
    }
    let surprising = ["predicted", "aborted", "refused"];
    let surprising = |line: &&String| {
        surprising.iter().any(|word| line.contains(word)) && !line.ends_with(", as predicted")
    };
    let lines: Vec<&str> = replayed.log.iter().filter(surprising).map(String::as_str).collect();
    finding.because(format!("The server did something else: {}.", lines.join("; ")))
}
