//! Classes whose decorators say what packages do with their instances: `class-transformer` and
//! `class-validator`. Decorators of fields are not executed, so that those which run a function
//! of the program make such a call *unknown*; without them it computes, as the data says.

use aplomb_symbolic::{Call, Machine, Outcome, Path};

/// Packages, with the decorators by which a function of the program runs.
const PACKAGES: [(&str, &[&str]); 2] = [
    ("class-transformer", &["@Transform"]),
    ("class-validator", &["@Validate(", "@ValidateIf", "@ValidatorConstraint"]),
];

/// What a call means that may run a function of the program.
pub(super) fn call(machine: &mut Machine<'_>, call: &Call) -> Option<Outcome> {
    let path = Path::of(machine.terms(), call.callee)?;
    let (package, decorators) = PACKAGES.iter().find(|(package, _)| *path.root == **package)?;
    let files = &machine.program().files;
    let used = decorators
        .iter()
        .find(|decorator| files.iter().any(|file| file.text.contains(**decorator)))?;
    let name = used.trim_start_matches('@').trim_end_matches('(');
    let message =
        format!("{name} of {package} runs a function of the program, which is not supported");
    Some(Ok(machine.problem(message, call.span)))
}
