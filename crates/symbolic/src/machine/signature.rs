//! What can be seen of the parameters of a function of the program: frameworks read them to
//! decide what a function is given.

use super::Machine;
use super::call::parameter_name;
use super::function::FunctionValue;
use crate::Term;
use aplomb_script::{Expr, ExprKind, Function, FunctionId, Name, Node, ParameterKind, Pattern};

/// A parameter of a function of the program.
#[derive(Clone, Debug)]
pub struct ParameterView {
    /// Its name.
    pub name: Name,
    /// What the source says after its name, as it is written there; nothing if it says nothing.
    pub annotation: String,
    /// Its default, where that was evaluated when the function was made.
    pub default: Option<Term>,
    /// It has a default.
    pub is_optional: bool,
}

impl Machine<'_> {
    /// The parameters of a function of the program, if each takes one argument by its name.
    pub fn signature(&self, function: Term) -> Option<Vec<ParameterView>> {
        let value = self.function_value(function)?;
        // What is kept of its results has the parameters of the function.
        if let FunctionValue::Native { name, data } = &*value
            && &**name == "cached"
        {
            return self.signature(*data.first()?);
        }
        let FunctionValue::Closure { function: id, defaults, .. } = &*value else { return None };
        let function = self.program.function(*id);
        let file = self.program.files.get(function.span.file.0 as usize)?;
        let text = file.text.get(function.span.start as usize..function.span.end as usize)?;
        let written = written_parameters(text);
        let mut found = Vec::with_capacity(function.parameters.len());
        for (index, parameter) in function.parameters.iter().enumerate() {
            if matches!(parameter.kind, ParameterKind::Rest | ParameterKind::NamedRest) {
                return None;
            }
            let name = parameter_name(&parameter.pattern)?;
            let annotation = written.iter().find(|(written, _)| **written == *name);
            found.push(ParameterView {
                annotation: annotation.map(|(_, said)| said.to_string()).unwrap_or_default(),
                default: defaults.get(index).copied().flatten(),
                is_optional: matches!(parameter.pattern, Pattern::Default(..)),
                name,
            });
        }
        Some(found)
    }

    /// Whether calling a function of the program gives a generator.
    pub fn gives_generator(&self, function: Term) -> bool {
        match self.function_value(function).as_deref() {
            Some(FunctionValue::Closure { function, .. }) => {
                self.program.function(*function).is_generator
            }
            _ => false,
        }
    }

    /// Says so where `arguments` and the parameters of a function may be the same: in scripts
    /// that are not strict, whoever assigns the one assigns the other.
    pub(super) fn refuse_aliases(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        let aliased = *self.aliased.entry(id).or_insert_with(|| assigns_arguments(function));
        if aliased {
            let span = self.span;
            self.problem("assigning to `arguments` or, beside them, to parameters", span);
        }
    }

    /// What a name means where a function of the program stands.
    pub fn named_around(&self, function: Term, name: &str) -> Option<Term> {
        let value = self.function_value(function)?;
        let FunctionValue::Closure { scope, .. } = &*value else { return None };
        self.state.variables.get(scope.lookup(name)?).copied()
    }
}

/// Whether a function looks at its `arguments` and assigns them or its parameters.
fn assigns_arguments(function: &Function) -> bool {
    let is_arguments =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Variable(name) if &**name == "arguments");
    let mentions = |node: Node<'_>| matches!(node, Node::Expr(expr) if is_arguments(expr));
    if !function.nodes().any(mentions) {
        return false;
    }
    let own: Vec<&Name> =
        function.parameters.iter().flat_map(|parameter| parameter.pattern.names()).collect();
    let assigned = |target: &Pattern| match target {
        Pattern::Item(object, ..) => is_arguments(object),
        _ => target.names().iter().any(|name| own.contains(name)),
    };
    function.nodes().any(|node| match node {
        Node::Expr(Expr {
            kind: ExprKind::Assign { target, .. } | ExprKind::Update { target, .. },
            ..
        }) => assigned(target),
        _ => false,
    })
}

/// The parameters in the source of a function, with what is said after their names.
fn written_parameters(text: &str) -> Vec<(&str, &str)> {
    let Some(open) = text.find("def ").and_then(|at| Some(at + text[at..].find('(')? + 1)) else {
        return Vec::new();
    };
    let (mut depth, mut quote) = (0_usize, None);
    let (mut begin, mut colon, mut equals) = (open, None, None);
    let mut found = Vec::new();
    for (at, character) in text[open..].char_indices().map(|(at, c)| (open + at, c)) {
        if let Some(ending) = quote {
            if character == ending {
                quote = None;
            }
            continue;
        }
        let ends = depth == 0 && matches!(character, ',' | ')');
        match character {
            '"' | '\'' => quote = Some(character),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ':' if depth == 0 && colon.is_none() && equals.is_none() => colon = Some(at),
            '=' if depth == 0 && equals.is_none() => equals = Some(at),
            _ => {}
        }
        if ends {
            let said = equals.unwrap_or(at);
            if let Some(colon) = colon {
                found.push((text[begin..colon].trim(), text[colon + 1..said].trim()));
            }
            (begin, colon, equals) = (at + 1, None, None);
            if character == ')' {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::written_parameters;

    #[test]
    fn what_is_said_behind_names() {
        let text = "@app.get(\"/a\")\nasync def f(a: str, b: Optional[Dict[str, int]] = None, c=1, \
                    d: Thing = Depends(of(\",)\")), *, e: models.E) -> str:\n    return a";
        let expected =
            [("a", "str"), ("b", "Optional[Dict[str, int]]"), ("d", "Thing"), ("e", "models.E")];
        assert_eq!(written_parameters(text), expected);
    }
}
