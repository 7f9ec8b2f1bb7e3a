//! Deployment descriptions that are programs: `serverless.ts`, `serverless.js`, and applications
//! of the CDK.
//!
//! Such a program is executed like a handler, for all environments at once. What a
//! `serverless.ts` exports is written down as data; where a value hangs on the environment, there
//! is a variable in its place, as the Serverless Framework writes them in YAML.

use std::cell::RefCell;
use std::path::Path;

use aplomb_cloud::{Places, Programs, Site};
use aplomb_script::{ExprKind, FrontEnd, ModuleId, Node as Syntax, OnDisk, Program};
use aplomb_script_js::JavaScript;
use aplomb_script_py::Python;
use aplomb_symbolic::{Library, Limits, Machine, Node, Operator, Origin, Term, Terms, execute};
use serde_json::Value;

/// Stands for what nobody knows before the application is deployed.
const UNKNOWN: &str = "${unknown:}";

/// Executes descriptions in all languages that have a front end.
pub(crate) struct Descriptions;

impl Programs for Descriptions {
    fn exported(&self, path: &Path) -> Result<Value, String> {
        let root = path.parent().unwrap_or(Path::new(""));
        let (program, module) = load(root, path)?;
        let mut terms = Terms::new();
        let exported = RefCell::new(None);
        let look = |machine: &mut Machine<'_>| {
            let module = machine.module(module)?;
            let value = match machine.get(module, "default")? {
                default if matches!(machine.view(default), Node::Undefined) => module,
                default => default,
            };
            exported.replace(Some(machine.freeze(value)));
            Ok(machine.terms().undefined())
        };
        let trace = execute(&program, &Places { root }, &mut terms, Limits::default(), &look);
        if let Some(problem) = trace.problems.first() {
            return Err(problem.message.to_string());
        }
        let exported = exported.into_inner().ok_or("it ends with an error")?;
        match written(&terms, exported) {
            Value::Object(description) => Ok(Value::Object(description)),
            _ => Err("what it exports is not known".into()),
        }
    }

    fn execute(
        &self,
        root: &Path,
        path: &Path,
        library: &dyn Library,
    ) -> Result<Vec<Site>, String> {
        let (program, module) = load(root, path)?;
        let mut terms = Terms::new();
        let look = |machine: &mut Machine<'_>| machine.module(module);
        // What is not known of the program is seen by what it would have made.
        execute(&program, library, &mut terms, Limits::default(), &look);
        Ok(sites(&program))
    }
}

/// A program and what it imports.
fn load(root: &Path, path: &Path) -> Result<(Program, ModuleId), String> {
    let front_ends: [&dyn FrontEnd; 2] = [&JavaScript, &Python];
    let mut program = Program::default();
    let module = program.load(&front_ends, &OnDisk, root, path).map_err(|e| e.to_string())?;
    Ok((program, module))
}

/// Where a program makes instances of classes.
fn sites(program: &Program) -> Vec<Site> {
    let site = |node: Syntax<'_>| {
        let Syntax::Expr(expr) = node else { return None };
        let (ExprKind::New { callee, .. } | ExprKind::Call { callee, .. }) = &expr.kind else {
            return None;
        };
        let (ExprKind::Variable(name) | ExprKind::Member { name, .. }) = &callee.kind else {
            return None;
        };
        let file = program.files.get(expr.span.file.0 as usize)?;
        let (line, _) = file.line_column(expr.span.start);
        let place = format!("{}:{line}", file.path.display());
        Some(Site { class: name.to_string(), span: expr.span, place })
    };
    program.nodes().filter_map(site).collect()
}

/// A value as data. A member that is undefined is not there.
fn written(terms: &Terms, value: Term) -> Value {
    match terms.node(value) {
        Node::Record(names, fields) => {
            let members = names.iter().zip(fields.iter());
            let there =
                members.filter(|(_, field)| !matches!(terms.node(**field), Node::Undefined));
            there.map(|(name, &field)| (name.to_string(), written(terms, field))).collect()
        }
        Node::List(items) => items.iter().map(|&item| written(terms, item)).collect(),
        _ => match terms.to_json(value) {
            Some(known) => known,
            None => Value::String(in_words(terms, value)),
        },
    }
}

/// A text of which parts are not known, with variables for those.
fn in_words(terms: &Terms, value: Term) -> String {
    match terms.node(value) {
        Node::String(text) => text.to_string(),
        Node::Number(number) => number.to_string(),
        Node::Symbol(symbol) => {
            let symbol = terms.symbol(*symbol);
            match symbol.origin {
                Origin::Setting => format!("${{env:{}}}", symbol.name),
                _ => UNKNOWN.into(),
            }
        }
        Node::Apply(Operator::Concat, parts) => {
            parts.iter().map(|&part| in_words(terms, part)).collect()
        }
        Node::Apply(Operator::Ite, parts) => with_default(terms, parts),
        _ => UNKNOWN.into(),
    }
}

/// `process.env.STAGE || "dev"`, and whatever else depends on a condition.
fn with_default(terms: &Terms, parts: &[Term]) -> String {
    let of = match terms.node(parts[0]) {
        Node::Apply(Operator::Truthy, of) => Some(of[0]),
        _ => None,
    };
    match (terms.node(parts[1]), terms.as_str(parts[2])) {
        (Node::Symbol(symbol), Some(default)) if of == Some(parts[1]) => {
            format!("${{env:{}, '{default}'}}", terms.symbol(*symbol).name)
        }
        _ => UNKNOWN.into(),
    }
}
