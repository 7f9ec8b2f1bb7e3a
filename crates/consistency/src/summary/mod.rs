//! Models written as code: from a program in the user's language to a
//! [`Program`].
//!
//! The model is executed once for all inputs by the symbolic executor.
//! `vocabulary` says what the functions of the package mean and keeps a
//! `recording`; `translate` turns the executor's terms into terms with
//! sorts; `build` puts the program together. What is not supported is a
//! [`Problem`], and then there is no program to ask about.

mod access;
mod build;
mod items;
mod recording;
mod rows;
mod schema;
mod scope;
mod script;
mod sql;
pub(crate) mod texts;
mod translate;
mod vocabulary;

use std::collections::BTreeSet;
use std::sync::Arc;

use aplomb_script::{ModuleId, Program as Source, Span};
use aplomb_sql::Schema;
use aplomb_sql::form::Product;
use aplomb_symbolic::assumptions::INPUT_SHAPE;
use aplomb_symbolic::{
    Action, Assumption, Library, Limits, Machine, NoLibrary, Term, Terms, Trace, execute,
};

use crate::assumptions::{TEXTS, TOLD};
use crate::pool::Sent;
use crate::program::{Program, Versions};
use recording::Recording;
use vocabulary::{Earlier, Vocabulary};

/// Something in a model that was not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is, and what would help.
    pub message: String,
    /// Where it stands.
    pub span: Span,
}

/// What a file says.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The model; it means what the file says if there are no problems.
    pub program: Program,
    /// Where each invariant stands.
    pub invariants: Vec<Span>,
    /// What was not supported.
    pub problems: Vec<Problem>,
    /// What is understood but worth knowing.
    pub warnings: Vec<Problem>,
    /// The database that the code speaks to, as settings name it: `postgres`.
    pub product: Option<&'static str>,
    /// What every client sends to a pool of connections, if that tears a
    /// transaction apart.
    pub pooled: Vec<Vec<Sent>>,
    /// Whether it matters which texts there may be.
    asks_for_texts: bool,
    /// Whether statements add rows, perhaps under keys that others had.
    recreates: bool,
    /// Whether rows are deleted from a table to which statements add rows.
    comes_back: bool,
    /// Whether the rows that are added could be told apart.
    versions_known: bool,
    /// An INSERT with a conflict clause into such a table.
    conflict: Option<String>,
    /// What the executor took for granted.
    pub assumptions: Vec<Assumption>,
    /// The tables that are stores of requests, with the names of their keys.
    pub stores: Vec<(String, String)>,
}

/// Executes a model for all inputs.
///
/// ```
/// use aplomb_consistency::{Model, Options, check, summary::summarize};
/// use std::{collections::HashMap, path::{Path, PathBuf}};
///
/// let text = r#"
///     import { variable, transaction, invariant, concurrently } from "@aplomb/consistency";
///     const x = variable("x", 0);
///     const increment = transaction("increment", () => { x.write(x.read() + 1); });
///     invariant("both count", () => x.read() === 2);
///     concurrently(increment, increment);
/// "#;
/// let files = HashMap::from([(PathBuf::from("model.ts"), text.to_string())]);
/// let mut source = aplomb_script::Program::default();
/// let module = source.load(
///     &[&aplomb_script_js::JavaScript], &files, Path::new(""), Path::new("model.ts"),
/// )?;
/// let summary = summarize(&source, module);
/// assert_eq!(summary.problems, []);
/// let at = |model: Model| check(&summary.program, model, &Options::default()).unwrap();
/// assert!(at(Model::SI).holds() && !at(Model::RA).holds());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn summarize(source: &Source, module: ModuleId) -> Summary {
    summarize_with(source, module, &NoLibrary)
}

/// Executes a model for all inputs; `others` says what calls of packages mean
/// that are neither the vocabulary of models nor SQL. What they record as
/// accesses of a store are transactions.
pub fn summarize_with(source: &Source, module: ModuleId, others: &dyn Library) -> Summary {
    summarize_in(source, module, others, &Schema::default())
}

/// The same, where a schema says more of the tables: which columns are unique,
/// what refers to what, what holds of every row, which views there are.
pub fn summarize_in(
    source: &Source,
    module: ModuleId,
    others: &dyn Library,
    schema: &Schema,
) -> Summary {
    let mut known = Known { source, module, others, schema, texts: None };
    let mut summary = summarize_rows(&known, false);
    // What functions make of texts is known where all texts are that there may be. Functions
    // make new ones, so the model is executed until there are none but those that were known.
    for execution in 1..=EXECUTIONS {
        if !summary.asks_for_texts {
            break;
        }
        let found = texts::all(&summary.program).filter(|_| execution < EXECUTIONS);
        let Some(found) = found else {
            if known.texts.take().is_some() {
                summary = summarize_rows(&known, false);
            }
            break;
        };
        if known.texts.as_ref().is_some_and(|texts| found.is_subset(texts)) {
            break;
        }
        known.texts = Some(known.texts.into_iter().flatten().chain(found).collect());
        summary = summarize_rows(&known, false);
    }
    // Rows that come and go under one key are told apart where the database does.
    if summary.problems.is_empty() && summary.recreates {
        let other = summarize_rows(&known, true);
        let complete = !other.asks_for_texts
            || texts::all(&other.program)
                .zip(known.texts.as_ref())
                .is_some_and(|(found, texts)| found.is_subset(texts));
        if other.problems.is_empty() && other.versions_known && complete {
            let (program, conflict) = (other.program, other.conflict);
            summary.program.versions = Some(Box::new(Versions { program, conflict }));
        } else {
            summary.program.merges_rows = summary.comes_back;
        }
    }
    summary
}

/// A model, and what is known beside it.
struct Known<'a> {
    source: &'a Source,
    module: ModuleId,
    others: &'a dyn Library,
    schema: &'a Schema,
    /// All texts that there may be.
    texts: Option<BTreeSet<Arc<str>>>,
}

/// The same, where every row that is added is one of its own or not.
fn summarize_rows(known: &Known<'_>, versions: bool) -> Summary {
    let &Known { source, module, schema, .. } = known;
    let mut terms = Terms::new();
    let (trace, mut recording) = record(known, &mut terms, versions);
    let asks_for_texts = recording.asks_for_texts;
    let recreates = recording.tables.iter().any(|table| !table.insertions.is_empty());
    let comes_back = recording
        .tables
        .iter()
        .enumerate()
        .any(|(index, table)| !table.insertions.is_empty() && recording.shrinks(&terms, index));
    let versions_known = !recording.unversioned_access
        && !recording.endless
        && !recording.tables.iter().any(|table| table.inserted_anywhere);
    let conflict = recording.conflict.clone();
    let mut problems: Vec<Problem> = Vec::new();
    problems.extend(
        trace
            .problems
            .iter()
            .map(|problem| Problem { message: problem.message.clone(), span: problem.span }),
    );
    problems.extend(trace.sources.iter().map(|fresh| Problem {
        message: format!("`{}` is not reproducible: use a parameter", fresh.label),
        span: fresh.span,
    }));
    problems.extend(trace.completions.iter().filter(|completion| completion.failed).map(
        |completion| Problem {
            message: format!("the model raises an exception: {}", terms.show(completion.value)),
            span: completion.span,
        },
    ));
    let language = source.module(module).dialect.language;
    problems.extend(items::add(&mut recording, &trace, &mut terms));
    let unbounded = recording.unbounded.iter().chain(trace.loops.iter().map(|it| &it.span));
    problems.extend(unbounded.map(|&span| {
        Problem {
            message: "this stands in a loop without a constant bound: loop over a list of known \
                  length"
                .into(),
            span,
        }
    }));
    if recording.unsettled {
        let message = "which rows stay as they are depends on itself: not supported".into();
        problems.push(Problem { message, span: Span::unknown() });
    }
    let mut warnings: Vec<Problem> = Vec::new();
    for (message, span) in recording.warnings.iter().cloned() {
        let warning = Problem { message, span };
        if !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
    let product = match recording.product {
        Some(Product::Postgres) => Some("postgres"),
        Some(Product::Mysql) => Some("mysql"),
        Some(Product::Sqlite) | None => None,
    };
    let pooled = recording.pooled.iter().map(|client| {
        let sent = client.iter().map(|it| Sent {
            label: it.label.clone(),
            span: place(source, it.span),
            role: it.role,
        });
        sent.collect()
    });
    let pooled = pooled.collect();
    let requests = trace.steps.iter().any(|step| matches!(step.action, Action::Access { .. }));
    let keyed = recording.tables.iter().filter(|table| requests && table.keyed);
    let stores: Vec<(String, String)> =
        keyed.map(|table| (table.name.clone(), table.key_column.clone())).collect();
    let built = build::build(source, &recording, schema, &mut terms, language);
    problems.extend(built.problems);
    let mut assumptions = trace.assumptions;
    // A model has no inputs but its parameters.
    assumptions.retain(|assumption| assumption.kind() != &INPUT_SHAPE);
    let transactions = 0..built.program.transactions.len();
    if transactions.into_iter().any(|it| !built.program.told_by(it).is_empty()) {
        assumptions.push((&TOLD).into());
    }
    if recording.product == Some(Product::Mysql) && texts::compares_any(&built.program) {
        assumptions.push((&TEXTS).into());
    }
    Summary {
        asks_for_texts,
        recreates,
        comes_back,
        versions_known,
        conflict,
        program: built.program,
        invariants: built.invariants,
        problems,
        warnings,
        product: product.or((!stores.is_empty()).then_some("dynamodb")),
        pooled,
        stores,
        assumptions,
    }
}

/// How often a model is executed to find out which rows there may be.
const EXECUTIONS: usize = 6;

/// Executes the model. A statement over all rows is also about those that
/// another transaction adds, perhaps one that comes later, and a row that
/// nobody takes away is there for everybody, so the model is executed again
/// with what was found out, as long as that changes.
fn record(known: &Known<'_>, terms: &mut Terms, versions: bool) -> (Trace, Recording) {
    let &Known { source, module, others, schema, .. } = known;
    let texts = || known.texts.iter().flatten().cloned().collect();
    let mut earlier =
        Earlier { versioned: versions.then(Vec::new), texts: texts(), ..Earlier::default() };
    for execution in 1.. {
        let (known, lasted) = (earlier.added.clone(), earlier.lasting.clone());
        let stayed = earlier.unchanged.clone();
        let separate = earlier.versioned.clone();
        let vocabulary = Vocabulary::new(others, schema, earlier);
        let entry = |machine: &mut Machine<'_>| {
            machine.module(module)?;
            vocabulary.state_invariants(machine)
        };
        let trace = execute(source, &vocabulary, terms, Limits::default(), &entry);
        let mut recording = vocabulary.into_recording();
        items::note_insertions(&mut recording, &trace, terms);
        let added: Vec<Vec<Term>> =
            recording.tables.iter().map(|table| table.inserted.clone()).collect();
        let new = |(index, table): (usize, &recording::Table)| {
            let known = known.get(index).map_or(&[][..], |keys| &keys[..]);
            table.scanned && table.inserted.iter().any(|key| !known.contains(key))
        };
        let shrinking = items::shrinking(&recording, &trace, terms);
        let shrinks: Vec<bool> =
            recording.tables.iter().map(|table| shrinking.contains(&table.name)).collect();
        let lasting = |table: &recording::Table| {
            table.rows.as_ref().is_some_and(|rows| !rows.is_empty())
                && !shrinking.contains(&table.name)
        };
        let lasting: Vec<bool> = recording.tables.iter().map(lasting).collect();
        let requests = trace.steps.iter().any(|step| matches!(step.action, Action::Access { .. }));
        let unchanged = match requests {
            // What requests write is known when all is over.
            true => Vec::new(),
            false => recording.unchanged_columns(terms),
        };
        // What was taken to be so must still be so.
        let some = |known: &[Vec<bool>]| known.iter().flatten().any(|it| *it);
        let changed = (unchanged != stayed && (some(&unchanged) || some(&stayed)))
            || (lasting != lasted && (lasting.contains(&true) || lasted.contains(&true)));
        let versioned: Option<Vec<Vec<Term>>> = versions.then(|| {
            let tables = recording.tables.iter();
            tables.map(|table| table.insertions.clone()).collect()
        });
        let parents = |known: &Option<Vec<Vec<Term>>>| {
            let known = known.iter().flatten();
            known.filter(|keys| !keys.is_empty()).cloned().collect::<Vec<_>>()
        };
        let changed = changed || parents(&versioned) != parents(&separate);
        if !changed && !recording.tables.iter().enumerate().any(new) {
            return (trace, recording);
        }
        if execution == EXECUTIONS {
            recording.endless = true;
            recording.unsettled = changed;
            return (trace, recording);
        }
        let params = recording.known_params.iter();
        let params = params.filter_map(|&symbol| Some((symbol, terms.as_symbol(symbol)?)));
        earlier = Earlier {
            params: params.collect(),
            added,
            lasting,
            shrinking: shrinks,
            unchanged,
            versioned,
            texts: texts(),
        };
    }
    unreachable!("the loop ends")
}

/// A span as reports write it.
pub fn place(source: &Source, span: Span) -> Option<aplomb_report::Span> {
    let file = source.file(span.file)?;
    let (start, end) = (file.line_column(span.start), file.line_column(span.end));
    Some(aplomb_report::Span::between(file.path.display().to_string(), start, end))
}
