//! Exploring a class.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    time::Duration,
};

use aplomb_explore::{Progress, Schedule};
use aplomb_jvm::{ClassPath, Jvm, JvmError};
use aplomb_linearizability::{
    Call, ClassUnderTest, Client, ClientReport, ClientVerdict, Value,
    class::{
        ClassError, DataRace, Mode, Onlooker, Problem, ProblemKind, Reference, Replay, Sampled,
        SearchOptions, Undecided, Work,
    },
};
use aplomb_report::{
    Cause, Code, Diagnostic, Finding, Replay as _, Replayed, Report, Unconfirmed, Witness, counted,
};
use serde_json::json;

use super::{
    Arguments, Repair, Specification, assumptions, data, project,
    repairs::Repairs,
    rerun::{Claim, FreshRun},
    selection::Selection,
    setup, shell,
    sources::SourceFolders,
    witness::{self, Execution},
};
use crate::{commands::assumptions::FINGERPRINTS, context::Context, error::InputError};

/// More problems than this are counted, but not told.
const MOST_FINDINGS: usize = 20;

const UNDECIDED: &str = "whether it is linearizable could not be decided";

/// Explores a class and reports.
pub fn run(
    arguments: &Arguments,
    class: &str,
    specification: &Specification,
    context: &Context,
) -> Result<Report, InputError> {
    let progress = context.progress(&format!("loading {class}"));
    let classpath = project::classpath(&arguments.classpath);
    let class = &project::class_name(class, &classpath).map_err(InputError::refused)?;
    let check = Check {
        arguments,
        class: class_under_test(arguments, class, &classpath, specification)?,
        classpath,
        sources: SourceFolders::new(&arguments.sources),
    };
    if let Some(schedule) = &arguments.search.schedule {
        let [client] = &*arguments.clients.client else {
            return Err(InputError::refused("a schedule belongs to one --client"));
        };
        let replay = check.class.replay(client, schedule).map_err(InputError::refused)?;
        return Ok(check.report_replay(client, &replay));
    }
    let selection = Selection::new(&arguments.clients, &check.class)?;
    progress.say(format!("exploring {class}"));
    progress.expect(selection.clients.len() as u64);
    let onlooker = Onlooker {
        cancelled: None,
        progress: Some(&|search: &Progress| {
            let (states, rate) = (search.states, search.rate().round());
            let depth = search.depth;
            progress.say(format!("exploring {class}: {states} states, {rate}/s, depth {depth}"));
        }),
        explored: Some(&|| progress.advance(1)),
    };
    let explored = check.explore(&selection, &onlooker);
    match explored.refused {
        // A class that is not there, or a method that it does not have, is bad input; what
        // is not supported and what reaches a limit is unknown.
        Some((_, error)) if explored.small.is_empty() && not_run(&error).is_none() => {
            Err(InputError::refused(error))
        }
        _ => {
            let repairs = check.repairs(&selection, &explored, &progress);
            let mut report = check.report(&selection, explored, repairs.as_ref());
            if let Some(file) = &arguments.repair.patch {
                report.diagnose(check.write_patch(repairs.as_ref(), file)?);
            }
            Ok(report)
        }
    }
}

/// What was explored, and what could not be.
#[derive(Default)]
struct Explored {
    /// All clients within the bounds.
    small: Vec<ClientReport>,
    /// Some beyond them.
    larger: Vec<ClientReport>,
    refused: Option<(Client, ClassError)>,
}

impl Explored {
    fn reports(&self) -> impl Iterator<Item = &ClientReport> {
        self.small.iter().chain(&self.larger)
    }
}

/// How many states of a client that is drawn at random are visited.
const MOST_STATES_OF_A_LARGER_CLIENT: u64 = 2_000;

fn class_under_test(
    arguments: &Arguments,
    class: &str,
    classpath: &[PathBuf],
    specification: &Specification,
) -> Result<ClassUnderTest, InputError> {
    let classpath = ClassPath::new(classpath).map_err(InputError::refused)?;
    let options = aplomb_jvm::Options {
        model_locks: !arguments.search.real_locks,
        ..aplomb_jvm::Options::default()
    };
    let jvm = Jvm::new(classpath, options).map_err(InputError::refused)?;
    let mut under_test = ClassUnderTest::new(jvm, class);
    under_test.constructor = arguments.clients.constructor.clone();
    under_test.factory = arguments.clients.factory.clone();
    under_test.setup = setup(arguments)?;
    under_test.mode = if arguments.outcomes { Mode::Outcome } else { Mode::Strict };
    under_test.reference = match specification {
        Specification::Itself => Reference::Itself,
        Specification::Class(other) => Reference::Class(other.clone()),
        Specification::Named(named) => Reference::Named(named.clone(), aliases(arguments)),
    };
    Ok(under_test)
}

fn aliases(arguments: &Arguments) -> BTreeMap<String, String> {
    let methods = arguments.clients.methods.iter();
    methods.filter_map(|method| Some((method.name.clone(), method.alias.clone()?))).collect()
}

struct Check<'a> {
    arguments: &'a Arguments,
    class: ClassUnderTest,
    classpath: Vec<PathBuf>,
    sources: SourceFolders,
}

impl Check<'_> {
    fn search(&self) -> SearchOptions {
        let search = &self.arguments.search;
        let defaults = SearchOptions::default();
        SearchOptions {
            strategies: search.strategy.0.clone(),
            order: search.order.0.clone(),
            limits: search.limits(),
            first: !search.all,
            hash_compaction: search.hash_compaction,
            ..defaults
        }
    }

    /// What must be atomic, if something is wrong and somebody wants to know.
    fn repairs(
        &self,
        selection: &Selection,
        explored: &Explored,
        progress: &crate::progress::Progress,
    ) -> Option<Repairs> {
        let Repair { no_repair, repair_time, .. } = self.arguments.repair;
        let time = Duration::from_secs(repair_time);
        let reports: Vec<ClientReport> = explored.reports().cloned().collect();
        (!no_repair)
            .then(|| Repairs::find(&self.class, &reports, &selection.clients, time, progress))
            .flatten()
    }

    fn write_patch(
        &self,
        repairs: Option<&Repairs>,
        file: &Path,
    ) -> Result<Diagnostic, InputError> {
        let shown = file.display();
        match repairs.map(|repairs| repairs.patch(&self.sources)) {
            Some(Ok(diff)) => {
                let unwritable = |source| InputError::Unwritable { path: file.to_owned(), source };
                std::fs::write(file, diff).map_err(unwritable)?;
                Ok(Diagnostic::note(format!(
                    "the change is in {shown}; apply it with patch -p0 < {shown}"
                )))
            }
            Some(Err(why)) => Ok(Diagnostic::warning(format!("{shown} is not written: {why}"))),
            None => {
                Ok(Diagnostic::note(format!("{shown} is not written: there is nothing to repair")))
            }
        }
    }

    /// All clients within the bounds, and if these show nothing, some larger ones.
    fn explore(&self, selection: &Selection, onlooker: &Onlooker<'_>) -> Explored {
        let search = self.search();
        let mut explored = Explored::default();
        let mut count = 0;
        let clients = selection.clients.iter().cloned();
        self.class.check_clients(clients, &search, onlooker, |report| {
            match report {
                Ok(report) => explored.small.push(report),
                Err(error) if explored.refused.is_none() => {
                    explored.refused = Some((selection.clients[count].clone(), error));
                }
                Err(_) => {}
            }
            count += 1;
        });
        let is_wrong = explored.small.iter().any(|report| !report.problems.is_empty());
        if let Some(larger) = selection.larger()
            && !is_wrong
            && !explored.small.is_empty()
        {
            let work = Work {
                steps: self.arguments.clients.larger,
                states: MOST_STATES_OF_A_LARGER_CLIENT,
            };
            let calls: Vec<Call> = larger.alphabet().cloned().collect();
            let clients =
                larger.along(self.class.leads(&calls)).filter(|client| selection.allows(client));
            let sampled =
                Sampled { work, last_calls: &calls, allowed: &|client| selection.allows(client) };
            self.class.sample_clients(clients, &sampled, &search, onlooker, |report| {
                // A client that cannot even begin is none.
                explored.larger.extend(report.ok());
            });
        }
        explored
    }

    fn report(
        &self,
        selection: &Selection,
        explored: Explored,
        repairs: Option<&Repairs>,
    ) -> Report {
        let mut report = Report::new("linearizability");
        let problems: Vec<(&ClientReport, &Problem)> = explored
            .reports()
            .flat_map(|client| client.problems.iter().map(move |problem| (client, problem)))
            .collect();
        for (client, problem) in problems.iter().take(MOST_FINDINGS) {
            report.push(self.violated(client, problem, repairs));
        }
        if problems.len() > MOST_FINDINGS {
            let more = counted(problems.len() - MOST_FINDINGS, "more problem");
            report.diagnose(Diagnostic::note(format!("the JSON data has {more}")));
        }
        if problems.is_empty() {
            report.push(self.not_violated(selection, &explored));
        } else if let Some((client, error)) = &explored.refused {
            report.diagnose(Diagnostic::warning(format!("{client} was not explored: {error}")));
        }
        self.diagnose_races(&explored, &mut report);
        let clients = |reports: &[ClientReport]| -> Vec<_> {
            reports.iter().map(|client| data::of_client(client, selection.is_explicit)).collect()
        };
        let mut data = json!({
            "class": self.class.class,
            "specification": self.specification(),
            "mode": if self.arguments.outcomes { "outcome" } else { "strict" },
            "bound": selection.bound,
            "leftOut": selection.left_out,
            "clients": clients(&explored.small),
            "larger": clients(&explored.larger),
        });
        if let Some(repairs) = repairs {
            data["repairs"] = repairs.data(&self.sources);
            data["repairSearch"] = repairs.search();
        }
        report.set_data(data);
        report
    }

    fn violated(
        &self,
        client: &ClientReport,
        problem: &Problem,
        repairs: Option<&Repairs>,
    ) -> Finding {
        let (code, title) = told(&problem.kind);
        let execution = Execution::of(problem, client);
        // Schedules count other steps in other modes.
        let class = ClassUnderTest { mode: problem.mode, ..self.class.clone() };
        let cause = repairs.and_then(|it| it.cause(&class, &client.client, problem));
        let claim = Claim { cause, ..Claim::of(problem, client) };
        let mut finding = match self.fresh_run(&claim) {
            Ok(witness) => Finding::violated(code, &self.class.class, title, witness),
            Err(why) => {
                return Finding::unconfirmed(
                    Code::LINEARIZABILITY_UNKNOWN,
                    &self.class.class,
                    UNDECIDED,
                    &why,
                );
            }
        };
        for (index, (span, label)) in
            witness::labels(&execution, &self.sources).into_iter().enumerate()
        {
            finding = if index == 0 { finding.at(span, label) } else { finding.also(span, label) };
        }
        finding = finding.because(format!("Compared with {}.", self.specification()));
        match repairs {
            Some(repairs) if Repairs::are_for(problem) => repairs.tell(finding, &self.sources),
            _ => finding,
        }
    }

    fn fresh_run(&self, claim: &Claim<'_>) -> Result<Replayed<Witness>, Unconfirmed> {
        let command = self.command(claim.client, claim.mode, claim.schedule);
        let class = ClassUnderTest { mode: claim.mode, ..self.class.clone() };
        FreshRun { class: &class, sources: &self.sources, command }.confirm(claim)
    }

    fn not_violated(&self, selection: &Selection, explored: &Explored) -> Finding {
        if let Some(undecided) = self.undecided(explored) {
            return undecided;
        }
        let class = &self.class.class;
        let states: u64 = explored.reports().map(|report| report.states).sum();
        let executions: u64 = explored.reports().map(|report| report.executions).sum();
        let notion = if self.arguments.outcomes {
            "every execution returns what some sequential order of its calls returns"
        } else {
            "every execution is linearizable"
        };
        let bound = format!("{}{}", selection.bound, self.larger(&explored.larger));
        let mut finding = Finding::holds_within_bounds(Code::LINEARIZABLE, class, notion, bound)
            .because(format!(
                "Compared with {}. {} of executions and {} were visited.",
                self.specification(),
                counted(executions, "end"),
                counted(states, "state")
            ))
            .assuming(assumptions::SEQUENTIAL_MEMORY.sentence);
        if self.class.jvm.reads_clock() {
            finding = finding.assuming(assumptions::TIME_STANDS_STILL.sentence);
        }
        if self.class.jvm.draws_numbers() {
            finding = finding.assuming(assumptions::CHANCE_IS_FIXED.sentence);
        }
        for method in &selection.left_out {
            finding = finding.assuming(assumptions::METHOD_LEFT_OUT.of(&[method]).to_string());
        }
        let opaque: BTreeSet<&(String, String)> =
            explored.reports().flat_map(|report| &report.opaque).collect();
        for (method, class) in opaque {
            finding = finding.assuming(assumptions::OPAQUE_RESULT.of(&[method, class]).to_string());
        }
        for (method, exception) in always_thrown(explored) {
            finding =
                finding.assuming(assumptions::ALWAYS_THROWS.of(&[&method, &exception]).to_string());
        }
        if let Some(probability) =
            explored.reports().filter_map(|report| report.collision_probability).reduce(f64::max)
        {
            finding =
                finding.assuming(FINGERPRINTS.of(&[&format!("{probability:.1e}")]).to_string());
        }
        if explored.reports().any(|report| !report.races.is_empty()) {
            finding = finding.assuming(assumptions::HARMLESS_RACES.sentence);
        }
        finding
    }

    /// Why nothing can be said of the class, if so.
    fn undecided(&self, explored: &Explored) -> Option<Finding> {
        let undecided = |cause: Cause, reason: String, help: &str| {
            let code = Code::LINEARIZABILITY_UNKNOWN;
            let finding = Finding::unknown(code, &self.class.class, UNDECIDED, reason);
            Some(finding.caused_by(cause).help(help))
        };
        if let Some((client, error)) = &explored.refused {
            let help = "leave out the method that cannot be run";
            let cause = not_run(error).unwrap_or(Cause::NotSupported);
            return undecided(cause, format!("{client}: {error}"), help);
        }
        for report in &explored.small {
            let client = &report.client;
            match &report.verdict {
                ClientVerdict::Unknown(why) => {
                    let (cause, help) = cause(why);
                    return undecided(cause, format!("{client}: {why}"), help);
                }
                ClientVerdict::NothingFound => {
                    let reason = "executions were only sampled, and those were right";
                    let help = "explore all with another --strategy";
                    return undecided(Cause::Sampled, format!("{client}: {reason}"), help);
                }
                ClientVerdict::NotComparable(_)
                | ClientVerdict::Holds
                | ClientVerdict::Violated => {}
            }
        }
        let partner = |report: &ClientReport| match &report.verdict {
            ClientVerdict::NotComparable(call) => Some((report.client.clone(), call.clone())),
            _ => None,
        };
        if let Some((client, call)) = explored.reports().find_map(partner) {
            let others = explored.small.iter().filter(|it| it.verdict == ClientVerdict::Holds);
            let reason = format!(
                "{client}: {call} returns only if another call meets it, so it is not comparable \
                 with sequential runs ({} other clients hold)",
                others.count()
            );
            let help = "leave out the methods that wait for a partner (--methods), or compare \
                        with a --spec";
            return undecided(Cause::Undecided, reason, help);
        }
        if explored.small.iter().all(ClientReport::is_no_evidence) {
            let thrown = always_thrown(explored);
            let first = thrown.first_key_value();
            let (method, exception) =
                first.map_or(("every call", "something"), |(method, what)| (method, what));
            let reason =
                format!("every call throws, which shows nothing: {method} throws {exception}");
            let help = "call methods that return, with --client or --setup";
            return undecided(Cause::Undecided, reason, help);
        }
        None
    }

    /// How many clients beyond the bounds were explored, as the end of a sentence.
    fn larger(&self, reports: &[ClientReport]) -> String {
        let in_part = reports.iter().filter(|report| !report.complete).count();
        let in_part = match in_part {
            0 => String::new(),
            count => format!(", {count} of them in part"),
        };
        match reports.len() {
            0 => String::new(),
            count => format!(
                "; and {count} larger ones, drawn with seed {}{in_part}",
                self.arguments.clients.seed
            ),
        }
    }

    /// Each place once, however many lines and clients race for it.
    fn diagnose_races(&self, explored: &Explored, report: &mut Report) {
        let mut by_place: BTreeMap<&str, Vec<&DataRace>> = BTreeMap::new();
        for race in explored.reports().flat_map(|client| &client.races) {
            let known = by_place.entry(&race.place).or_default();
            if !known.contains(&race) {
                known.push(race);
            }
        }
        for races in by_place.values().take(MOST_FINDINGS) {
            let race = races[0];
            let more = match races.len() {
                1 => String::new(),
                count => format!(", and at {} of lines", counted(count - 1, "other pair")),
            };
            let mut diagnostic = Diagnostic::warning(format!("{} {race}{more}", Code::DATA_RACE))
                .help("make the field volatile or hold a lock: a real machine may do more than was explored");
            if let Some(span) = race.lines[0].as_ref().and_then(|line| self.sources.span(line)) {
                diagnostic = diagnostic.at(span, "one of the accesses");
            }
            report.diagnose(diagnostic);
        }
    }

    fn report_replay(&self, client: &Client, replay: &Replay) -> Report {
        let mut report = Report::new("linearizability");
        let schedule = &replay.witness.schedule;
        let kind = replay.problem.clone();
        let right = || {
            let steps = &replay.witness.steps;
            let execution = Execution { client, steps, problem: None, expected: None, cause: None };
            let command = self.command(client, self.class.mode, schedule);
            witness::draw(&execution, &self.sources, command)
        };
        report.push(match &kind {
            Some(kind) => {
                let (code, title) = told(kind);
                let claim = Claim {
                    client,
                    schedule: &replay.witness.schedule,
                    mode: self.class.mode,
                    kind,
                    outcome: Some(&replay.outcome),
                    expected: None,
                    cause: None,
                };
                match self.fresh_run(&claim) {
                    Ok(witness) => Finding::violated(code, &self.class.class, title, witness),
                    Err(why) => Finding::unconfirmed(
                        Code::LINEARIZABILITY_UNKNOWN,
                        &self.class.class,
                        UNDECIDED,
                        &why,
                    ),
                }
            }
            None if replay.is_over => {
                let title = "this schedule returns what some sequential order returns";
                Finding::holds_within_bounds(
                    Code::LINEARIZABLE,
                    &self.class.class,
                    title,
                    "this schedule",
                )
                .candidate(right())
            }
            None => Finding::unknown(
                Code::LINEARIZABILITY_UNKNOWN,
                &self.class.class,
                "the schedule ends before the calls do",
                "some thread can still move",
            )
            .candidate(right()),
        });
        report.set_data(json!({
            "class": self.class.class,
            "client": client.to_string(),
            "schedule": schedule.to_string(),
            "outcome": data::of_outcome(&replay.outcome),
            "problem": kind.as_ref().map(data::kind),
            "steps": replay.witness.steps.iter().map(data::of_step).collect::<Vec<_>>(),
        }));
        report
    }

    fn specification(&self) -> String {
        match &self.class.reference {
            Reference::Itself => "its own sequential runs".to_owned(),
            Reference::Class(class) => format!("the sequential runs of {class}"),
            Reference::Named(named, _) => format!("a sequential {}", named.name()),
        }
    }

    /// The command that shows a schedule again, with all that decides what the schedule means.
    fn command(&self, client: &Client, mode: Mode, schedule: &Schedule) -> String {
        let Arguments { clients, search, initial, .. } = self.arguments;
        let classpath = &self.classpath;
        let joined = |parts: Vec<String>, separator: &str| {
            (!parts.is_empty()).then(|| shell::quoted(&parts.join(separator)))
        };
        let specification = match &self.class.reference {
            Reference::Itself => None,
            Reference::Class(class) => Some(shell::quoted(&format!("class:{class}"))),
            Reference::Named(named, _) => Some(named.name().to_owned()),
        };
        let aliases = aliases(self.arguments).into_iter();
        let options = [
            (
                "--classpath",
                joined(classpath.iter().map(|it| it.display().to_string()).collect(), ":"),
            ),
            ("--class", Some(shell::quoted(&self.class.class))),
            (
                "--constructor",
                joined(clients.constructor.iter().map(Value::to_string).collect(), ","),
            ),
            (
                "--factory",
                clients.factory.as_ref().map(|factory| shell::quoted(&factory.to_string())),
            ),
            ("--setup", clients.setup.as_ref().map(|setup| shell::quoted(&setup.to_string()))),
            ("--spec", specification),
            ("--initial", initial.as_ref().map(|value| shell::quoted(&value.to_string()))),
            ("--methods", joined(aliases.map(|(name, of)| format!("{name}={of}")).collect(), ",")),
            ("--outcomes", (mode == Mode::Outcome).then(String::new)),
            ("--real-locks", search.real_locks.then(String::new)),
            ("--client", Some(shell::quoted(&client.to_string()))),
            ("--schedule", Some(schedule.to_string())),
        ];
        let mut command = "aplomb linearizability".to_owned();
        for (option, value) in options {
            let Some(value) = value else { continue };
            command += &format!(" {option}");
            if !value.is_empty() {
                command += &format!(" {value}");
            }
        }
        command
    }
}

/// The kind of reason for which a client is not decided, and what helps.
fn cause(why: &Undecided) -> (Cause, &'static str) {
    let smaller = "raise the limits, or explore smaller clients";
    match why {
        Undecided::Stopped(_)
        | Undecided::Failed(JvmError::NoVisibleAction { .. } | JvmError::TooLarge { .. }) => {
            (Cause::LimitReached, smaller)
        }
        Undecided::Failed(_) => {
            (Cause::NotSupported, "leave out the method that needs it (--methods)")
        }
        Undecided::Unconfirmed(..) => (Cause::Unconfirmed, "please report this with the class"),
    }
}

/// Why a client cannot be run, unless it is the user's mistake.
fn not_run(error: &ClassError) -> Option<Cause> {
    match error {
        ClassError::Jvm(error) | ClassError::Sequential { error, .. } => match error {
            JvmError::UnmodelledNative { .. } | JvmError::Unsupported { .. } => {
                Some(Cause::NotSupported)
            }
            JvmError::NoVisibleAction { .. } | JvmError::TooLarge { .. } => {
                Some(Cause::LimitReached)
            }
            _ => None,
        },
        ClassError::TooManyOrders { .. } => Some(Cause::LimitReached),
        _ => None,
    }
}

/// Methods all of whose calls threw in every execution of every client, and what they threw.
fn always_thrown(explored: &Explored) -> BTreeMap<&str, &str> {
    let mut thrown: BTreeMap<&str, &str> = BTreeMap::new();
    let mut returned: BTreeSet<&str> = BTreeSet::new();
    for report in explored.reports() {
        for method in report.client.threads.iter().flatten().map(|call| &*call.method) {
            let of_method = |call: &&Call| &*call.method == method;
            let calls = report.client.threads.iter().flatten().filter(of_method).count();
            let mut threw = report.thrown.iter().filter(|(call, _)| &*call.method == method);
            match threw.clone().count() == calls {
                true => thrown.extend(threw.next().map(|(_, exception)| (method, &**exception))),
                false => _ = returned.insert(method),
            }
        }
    }
    thrown.retain(|method, _| !returned.contains(method));
    thrown
}

fn told(kind: &ProblemKind) -> (Code, String) {
    match kind {
        ProblemKind::NotLinearizable => {
            (Code::NOT_LINEARIZABLE, "calls return what no sequential order of them returns".into())
        }
        ProblemKind::RealTimeViolation => (
            Code::REAL_TIME_VIOLATION,
            "calls return what only an order against real time explains".into(),
        ),
        ProblemKind::Deadlock => (Code::DEADLOCK, "threads wait for each other forever".into()),
        ProblemKind::Livelock => {
            (Code::LIVELOCK, "threads run forever without getting anything done".into())
        }
        ProblemKind::UncaughtException { class } => {
            (Code::UNCAUGHT_EXCEPTION, format!("a call ends with {class}"))
        }
    }
}
