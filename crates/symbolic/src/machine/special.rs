//! Special methods: those that the language calls by itself, where nothing shows it.
//!
//! Some are called here, where an operator, a loop or a conversion asks for them. A class that
//! defines another one may do anything at places that do not show it, so its instances are
//! not supported.

use super::function::{Arguments, FunctionValue};
use super::harmless::computes;
use super::heap::Flavour;
use super::library::Outcome;
use super::{Machine, Mark};
use crate::{Path, Term};
use aplomb_script::{
    BinaryOperator, Expr, ExprKind, Function, Name, Node, Pattern, Statement, StatementKind,
};

/// The special methods that are called wherever the language calls them.
const CALLED: [&str; 47] = [
    "__init__",
    "__post_init__",
    "__call__",
    "__iter__",
    "__next__",
    "__getitem__",
    "__setitem__",
    "__contains__",
    "__len__",
    "__bool__",
    "__str__",
    "__repr__",
    "__enter__",
    "__exit__",
    "__aenter__",
    "__aexit__",
    "__get__",
    "__add__",
    "__sub__",
    "__mul__",
    "__truediv__",
    "__floordiv__",
    "__mod__",
    "__pow__",
    "__and__",
    "__or__",
    "__xor__",
    "__lshift__",
    "__rshift__",
    "__radd__",
    "__rsub__",
    "__rmul__",
    "__rtruediv__",
    "__rfloordiv__",
    "__rmod__",
    "__rpow__",
    "__rand__",
    "__ror__",
    "__rxor__",
    "__rlshift__",
    "__rrshift__",
    // A subclass is refused where it is defined; subscripts of a class are types.
    "__init_subclass__",
    "__class_getitem__",
    // Only asked for by those who copy or store objects.
    "__reduce__",
    "__getstate__",
    "__setstate__",
    "__sizeof__",
];

/// Those that are called where an operator stands, and not where a container compares its
/// elements: they may only compute.
const COMPARING: [&str; 7] =
    ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__"];

/// Those of the language that are not called here.
const NOT_CALLED: [&str; 67] = [
    "__abs__",
    "__aiter__",
    "__anext__",
    "__annotate__",
    "__await__",
    "__buffer__",
    "__bytes__",
    "__ceil__",
    "__complex__",
    "__copy__",
    "__deepcopy__",
    "__del__",
    "__delattr__",
    "__delete__",
    "__delitem__",
    "__dir__",
    "__divmod__",
    "__float__",
    "__floor__",
    "__format__",
    "__fspath__",
    "__getattr__",
    "__getattribute__",
    "__getnewargs__",
    "__getnewargs_ex__",
    "__iadd__",
    "__iand__",
    "__ifloordiv__",
    "__ilshift__",
    "__imatmul__",
    "__imod__",
    "__imul__",
    "__index__",
    "__instancecheck__",
    "__int__",
    "__invert__",
    "__ior__",
    "__ipow__",
    "__irshift__",
    "__isub__",
    "__itruediv__",
    "__ixor__",
    "__length_hint__",
    "__matmul__",
    "__missing__",
    "__mro_entries__",
    "__neg__",
    "__new__",
    "__pos__",
    "__prepare__",
    "__rdivmod__",
    "__reduce_ex__",
    "__release_buffer__",
    "__replace__",
    "__reversed__",
    "__rmatmul__",
    "__round__",
    "__set__",
    "__set_name__",
    "__setattr__",
    "__slots__",
    "__subclasscheck__",
    "__subclasses__",
    "__subclasshook__",
    "__trunc__",
    "__class__",
    "__dict__",
];

/// Members of JavaScript's objects that conversions and `await` call.
const CONVERTING: [&str; 5] = ["valueOf", "toJSON", "then", "@@toPrimitive", "@@toStringTag"];

/// Methods that a comparison may call: they compute.
const COMPUTING: [&str; 5] = ["lower", "upper", "strip", "casefold", "isoformat"];

/// The method that an operator calls on its left operand, and on its right one if that has
/// none.
fn methods(operator: BinaryOperator) -> Option<(&'static str, &'static str)> {
    use BinaryOperator as B;
    Some(match operator {
        B::Add => ("__add__", "__radd__"),
        B::Subtract => ("__sub__", "__rsub__"),
        B::Multiply => ("__mul__", "__rmul__"),
        B::Divide => ("__truediv__", "__rtruediv__"),
        B::FloorDivide => ("__floordiv__", "__rfloordiv__"),
        B::Remainder | B::Format => ("__mod__", "__rmod__"),
        B::Power => ("__pow__", "__rpow__"),
        B::Equal => ("__eq__", "__eq__"),
        B::NotEqual => ("__ne__", "__ne__"),
        B::Less => ("__lt__", "__gt__"),
        B::LessEqual => ("__le__", "__ge__"),
        B::Greater => ("__gt__", "__lt__"),
        B::GreaterEqual => ("__ge__", "__le__"),
        B::BitAnd => ("__and__", "__rand__"),
        B::BitOr => ("__or__", "__ror__"),
        B::BitXor => ("__xor__", "__rxor__"),
        B::ShiftLeft => ("__lshift__", "__rlshift__"),
        B::ShiftRight => ("__rshift__", "__rrshift__"),
        _ => return None,
    })
}

fn is_special(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

impl Machine<'_> {
    /// Operators that an instance of the program's classes defines.
    pub(super) fn overloaded(
        &mut self,
        operator: BinaryOperator,
        left: Term,
        right: Term,
    ) -> Option<Outcome> {
        if !self.is_python() {
            return None;
        }
        let (method, reflected) = methods(operator)?;
        for (object, name, other) in [(left, method, right), (right, reflected, left)] {
            if let Some(outcome) = self.operated(object, name, other) {
                return Some(outcome);
            }
        }
        // Without a method of its own, `!=` is the opposite of `==`.
        let negated = (operator == BinaryOperator::NotEqual)
            .then(|| self.overloaded(BinaryOperator::Equal, left, right))??;
        Some(negated.map(|equal| {
            let equal = self.truth(equal);
            self.terms.not(equal)
        }))
    }

    fn operated(&mut self, object: Term, name: &str, other: Term) -> Option<Outcome> {
        self.record(object).filter(|record| matches!(record.flavour, Flavour::Instance))?;
        match self.lookup(object, name) {
            Ok(Some(found)) if self.is_function(found) => {
                let span = self.span;
                Some(self.invoke_method(object, name, Arguments::of(&[other]), span))
            }
            Ok(_) => None,
            Err(stop) => Some(Err(stop)),
        }
    }

    /// Says so if a class has special methods that the language calls and that are not
    /// called here.
    pub(super) fn refuse_special_methods(&mut self, class: Term) {
        if !self.is_python() {
            return;
        }
        let refused = self.ancestors(class).into_iter().find_map(|ancestor| {
            let defined = self.methods_of(ancestor);
            defined.into_iter().find(|(name, method)| !self.is_followed(name, *method))
        });
        if let Some((name, _)) = refused {
            let span = self.span;
            self.problem(format!("a class that defines {name} is not supported"), span);
        }
    }

    /// Says so if a parent of a new class runs code when it is defined.
    pub(super) fn refuse_hook_of_parents(&mut self, class: Term) {
        let hooked = self.is_python()
            && self.ancestors(class).into_iter().filter(|&ancestor| ancestor != class).any(
                |parent| {
                    let defined = self.methods_of(parent);
                    defined.iter().any(|(name, _)| name == "__init_subclass__")
                },
            );
        if hooked {
            let span = self.span;
            self.problem(
                "a subclass of a class that defines __init_subclass__ is not supported",
                span,
            );
        }
    }

    /// The special methods of a class of the program, its own.
    fn methods_of(&self, class: Term) -> Vec<(String, Term)> {
        let Some(record) = self.record(class).filter(|_| self.is_class(class)) else {
            return Vec::new();
        };
        let fields = record.fields.iter().filter_map(|(&key, field)| {
            let name = self.terms.as_str(key).filter(|name| is_special(name))?;
            let of_program = matches!(
                self.function_value(field.value).as_deref(),
                Some(value) if !matches!(value, FunctionValue::Native { .. })
            );
            of_program.then(|| (name.to_string(), field.value))
        });
        fields.collect()
    }

    /// Says so if a member of an object or class of JavaScript is one that the language calls
    /// by itself, where nothing shows it, and does more than compute.
    pub(super) fn refuse_special_member(&mut self, key: Term, value: Term) {
        if self.is_python() || !self.is_function(value) {
            return;
        }
        let name = match self.terms.as_str(key) {
            Some(name) if CONVERTING.contains(&&**name) => name.replace("@@", "Symbol."),
            Some(_) => return,
            // A symbol, such as `Symbol.hasInstance`, or a name that is computed.
            None => "a member whose name is computed".to_string(),
        };
        if !self.only_computes(value) {
            let span = self.span;
            self.problem(format!("an object that defines {name} is not supported"), span);
        }
    }

    /// Says so if copying an object, or making a text of it, runs a getter that does more than
    /// compute.
    pub(super) fn refuse_getter(&mut self, value: Term) {
        if matches!(
            self.function_value(value).as_deref(),
            Some(FunctionValue::Accessor { get: Some(_), .. })
        ) {
            let span = self.span;
            self.problem("a getter of an object that is copied is not supported", span);
        }
    }

    /// Says so if fields that are put into an object by its library run a setter that does more
    /// than compute.
    pub(crate) fn refuse_setters(&mut self, object: Term) {
        let mut owners = vec![object];
        owners.extend(self.class_of(object).into_iter().flat_map(|class| self.ancestors(class)));
        let fields = owners.into_iter().filter_map(|owner| self.record(owner));
        let refused = fields.flat_map(|record| record.fields.values()).any(|field| {
            match self.function_value(field.value).as_deref() {
                Some(FunctionValue::Accessor { set: Some(set), .. }) => !self.only_computes(*set),
                _ => false,
            }
        });
        if refused {
            let span = self.span;
            self.problem("Object.assign to an object with setters is not supported", span);
        }
    }

    /// Says so if a function is put where a library looks for what to call when something
    /// happens, as in `socket.onopen = ...`.
    pub(super) fn refuse_listener(&mut self, object: Term, name: &str, value: Term) {
        if name.starts_with("on") && self.is_external(object) && self.is_closure(value) {
            let owner = Path::of(self.terms, object).map(|path| path.to_string());
            let owner = owner.as_deref().unwrap_or("a library's object");
            let span = self.span;
            self.problem(
                format!("it is not known when {owner} calls the function given as {name}"),
                span,
            );
        }
    }

    /// Makes an object something special.
    pub(crate) fn mark_as(&mut self, object: Term, mark: Mark) {
        let object = self.resolve(object);
        if self.object(object).is_some() && !self.is_external(object) {
            self.marked.insert(object, mark);
        }
    }

    /// What is special about an object.
    pub(crate) fn mark_of(&self, object: Term) -> Option<Mark> {
        self.marked.get(&object).copied()
    }

    /// Says so if an object is changed that may be frozen, which throws.
    pub(crate) fn refuse_frozen(&mut self, object: Term) {
        if self.mark_of(object) == Some(Mark::Frozen) {
            let span = self.span;
            self.problem("a write to an object that was frozen or sealed is not supported", span);
        }
    }

    /// Whether a special method is called wherever it should be, or only computes.
    fn is_followed(&self, name: &str, method: Term) -> bool {
        CALLED.contains(&name)
            || COMPARING.contains(&name) && self.only_computes(method)
            || self.is_named_by_program(name)
    }

    /// Whether a method only looks like one of the language: the program calls it itself. One
    /// that it does not call may be for a package.
    fn is_named_by_program(&self, name: &str) -> bool {
        let names = |node: Node<'_>| match node {
            Node::Expr(Expr { kind: ExprKind::Member { name: member, .. }, .. }) => {
                &**member == name
            }
            _ => false,
        };
        !NOT_CALLED.contains(&name) && !COMPARING.contains(&name) && self.program.nodes().any(names)
    }

    /// Whether a function calls nothing but functions that compute, by their names, and changes
    /// nothing but its own variables and what they hold.
    pub(crate) fn only_computes(&self, method: Term) -> bool {
        let value = self.function_value(method);
        let Some(FunctionValue::Closure { function, .. }) = value.as_deref() else { return false };
        let function = self.program.function(*function);
        let calls_harmless = function.nodes().all(|node| match node {
            Node::Expr(Expr { kind: ExprKind::Call { callee, .. }, .. }) => match &callee.kind {
                ExprKind::Variable(name) | ExprKind::Member { name, .. } => {
                    computes(name) || COMPUTING.contains(&&**name)
                }
                _ => false,
            },
            _ => true,
        });
        calls_harmless && self.changes_its_own(method)
    }

    /// Whether a function itself changes nothing but its own variables and what they hold.
    pub(crate) fn changes_its_own(&self, method: Term) -> bool {
        let value = self.function_value(method);
        let Some(FunctionValue::Closure { function, .. }) = value.as_deref() else { return false };
        let function = self.program.function(*function);
        let own = own_names(function);
        function.nodes().all(|node| match node {
            Node::Expr(Expr {
                kind: ExprKind::Assign { target, .. } | ExprKind::Update { target, .. },
                ..
            }) => match &**target {
                Pattern::Member(object, ..) | Pattern::Item(object, ..) => {
                    matches!(&object.kind, ExprKind::Variable(name) if own.contains(&name))
                }
                target => target.names().iter().all(|name| own.contains(name)),
            },
            _ => true,
        })
    }
}

/// The variables that a function declares. In Python, assigning declares, unless the name is
/// said to be one of outside.
fn own_names(function: &Function) -> Vec<&Name> {
    let parameters = function.parameters.iter().flat_map(|parameter| parameter.pattern.names());
    let (mut own, mut outer): (Vec<&Name>, Vec<&Name>) = (parameters.collect(), Vec::new());
    for node in function.nodes() {
        match node {
            Node::Statement(Statement { kind: StatementKind::Declare { pattern, .. }, .. }) => {
                own.extend(pattern.names());
            }
            Node::Statement(Statement { kind: StatementKind::Outer(names), .. }) => {
                outer.extend(names);
            }
            Node::Expr(Expr { kind: ExprKind::Assign { target, .. }, .. })
                if function.dialect.explicit_self =>
            {
                own.extend(target.names());
            }
            _ => {}
        }
    }
    own.retain(|name| !outer.contains(name));
    own
}
