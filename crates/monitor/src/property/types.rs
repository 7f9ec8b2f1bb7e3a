//! A type check for guards: what cannot be evaluated for any event is found when
//! the property is loaded.
//!
//! Parameters have no declared type, so their type is *anything*; the check finds
//! names that nobody knows, functions that do not exist or get the wrong things,
//! and conditions that are not conditions.

use std::fmt;

use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue};

use super::document::nearest;

/// Longer than this, an expression is refused.
pub(crate) const LONGEST: usize = 10_000;

/// Nested deeper than this, an expression is refused: parser and interpreter recurse.
const DEEPEST: usize = 50;

/// With more operators than this, an expression is refused: `1+1+1` is a tree as deep as it is long.
const MOST_OPERATORS: usize = 1_000;

/// What is known about the type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Anything,
    Bool,
    Number,
    Text,
    Bytes,
    List,
    Map,
    Null,
}

impl Type {
    pub fn may_be(self, other: Type) -> bool {
        self == other || self == Type::Anything || other == Type::Anything
    }

    fn or(self, other: Type) -> Type {
        if self == other { self } else { Type::Anything }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Anything => "anything",
            Type::Bool => "a condition",
            Type::Number => "a number",
            Type::Text => "a text",
            Type::Bytes => "bytes",
            Type::List => "a list",
            Type::Map => "a mapping",
            Type::Null => "null",
        })
    }
}

/// Brackets and operators that are nested too deep for a recursive parser.
pub(crate) fn refuse_deep_nesting(source: &str) -> Result<(), String> {
    let (mut depth, mut prefixes, mut operators) = (0usize, 0usize, 0usize);
    for byte in source.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'!' | b'-' | b'?' | b'.' => prefixes += 1,
            b'+' | b'*' | b'/' | b'%' | b'<' | b'>' | b'=' => operators += 1,
            _ => {}
        }
        if operators > MOST_OPERATORS {
            return Err(format!("more than {MOST_OPERATORS} operators"));
        }
        if depth > DEEPEST || prefixes > 4 * DEEPEST {
            return Err("nested too deep".into());
        }
    }
    Ok(())
}

/// Finds the type of an expression over these variables.
pub(crate) fn check(expression: &IdedExpr, variables: &[&str]) -> Result<Type, String> {
    let known = variables.iter().map(|name| ((*name).to_owned(), Type::Anything)).collect();
    Check { known }.expression(expression)
}

struct Check {
    known: Vec<(String, Type)>,
}

/// Functions: name, target (if it is called on something), arguments, result.
const FUNCTIONS: &[(&str, Option<Type>, &[Type], Type)] = {
    use Type::{Anything, Bool, Bytes, List, Number, Text};
    &[
        ("size", None, &[Anything], Number),
        ("size", Some(Anything), &[], Number),
        ("contains", Some(Text), &[Text], Bool),
        ("startsWith", Some(Text), &[Text], Bool),
        ("endsWith", Some(Text), &[Text], Bool),
        ("matches", Some(Text), &[Text], Bool),
        ("matches", None, &[Text, Text], Bool),
        ("string", None, &[Anything], Text),
        ("bytes", None, &[Anything], Bytes),
        ("int", None, &[Anything], Number),
        ("uint", None, &[Anything], Number),
        ("double", None, &[Anything], Number),
        ("bool", None, &[Anything], Bool),
        ("type", None, &[Anything], Anything),
        ("dyn", None, &[Anything], Anything),
        ("max", None, &[List], Anything),
        ("min", None, &[List], Anything),
    ]
};

impl Check {
    fn expression(&mut self, expression: &IdedExpr) -> Result<Type, String> {
        match &expression.expr {
            Expr::Unspecified => Err("not an expression".into()),
            Expr::Literal(literal) => Ok(match literal {
                LiteralValue::Boolean(_) => Type::Bool,
                LiteralValue::Bytes(_) => Type::Bytes,
                LiteralValue::Double(_) | LiteralValue::Int(_) | LiteralValue::UInt(_) => {
                    Type::Number
                }
                LiteralValue::Null => Type::Null,
                LiteralValue::String(_) => Type::Text,
            }),
            Expr::Ident(name) => self.variable(name),
            Expr::Select(select) => {
                let operand = self.expression(&select.operand)?;
                if !operand.may_be(Type::Map) {
                    return Err(format!("`.{}` of {operand}", select.field));
                }
                Ok(if select.test { Type::Bool } else { Type::Anything })
            }
            Expr::List(list) => {
                list.elements.iter().try_for_each(|item| self.expression(item).map(|_| ()))?;
                Ok(Type::List)
            }
            Expr::Map(map) => {
                for entry in &map.entries {
                    match &entry.expr {
                        EntryExpr::MapEntry(entry) => {
                            self.expression(&entry.key)?;
                            self.expression(&entry.value)?;
                        }
                        EntryExpr::StructField(field) => {
                            self.expression(&field.value)?;
                        }
                    }
                }
                Ok(Type::Map)
            }
            Expr::Struct(value) => Err(format!("there is no type `{}`", value.type_name)),
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(comprehension) => self.comprehension(comprehension),
        }
    }

    fn variable(&self, name: &str) -> Result<Type, String> {
        let found = self.known.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, kind)| *kind).ok_or_else(|| {
            let near = nearest(name, self.known.iter().map(|(known, _)| known.as_str()));
            format!("`{name}` is not a parameter of the event{near}")
        })
    }

    fn call(&mut self, call: &CallExpr) -> Result<Type, String> {
        let target = call.target.as_ref().map(|target| self.expression(target)).transpose()?;
        let arguments =
            call.args.iter().map(|item| self.expression(item)).collect::<Result<Vec<_>, _>>()?;
        if let Some(kind) = operator(&call.func_name, &arguments) {
            return kind;
        }
        let named = || FUNCTIONS.iter().filter(|(name, ..)| *name == call.func_name);
        if named().next().is_none() {
            let near = nearest(&call.func_name, FUNCTIONS.iter().map(|(name, ..)| *name));
            return Err(format!("there is no function `{}`{near}", call.func_name));
        }
        let fits = named().find(|(_, on, takes, _)| {
            on.is_some() == target.is_some()
                && on.zip(target).is_none_or(|(on, target)| target.may_be(on))
                && takes.len() == arguments.len()
                && takes.iter().zip(&arguments).all(|(takes, given)| given.may_be(*takes))
        });
        match fits {
            Some((.., result)) => Ok(*result),
            None => Err(misuse(&call.func_name, target, &arguments)),
        }
    }

    fn comprehension(&mut self, all: &ComprehensionExpr) -> Result<Type, String> {
        let range = self.expression(&all.iter_range)?;
        if !range.may_be(Type::List) && !range.may_be(Type::Map) {
            return Err(format!("{range} has no items"));
        }
        let start = self.expression(&all.accu_init)?;
        let outside = self.known.len();
        self.known.push((all.accu_var.clone(), start));
        self.known.push((all.iter_var.clone(), Type::Anything));
        self.known.extend(all.iter_var2.iter().map(|name| (name.clone(), Type::Anything)));
        self.expression(&all.loop_cond)?;
        self.expression(&all.loop_step)?;
        let result = self.expression(&all.result)?;
        self.known.truncate(outside);
        Ok(result)
    }
}

fn misuse(function: &str, target: Option<Type>, arguments: &[Type]) -> String {
    let given: Vec<String> = arguments.iter().map(Type::to_string).collect();
    let on = target.map_or_else(String::new, |target| format!(" on {target}"));
    match given.as_slice() {
        [] => format!("`{function}` is called{on} without arguments"),
        given => format!("`{function}` is called{on} with {}", given.join(" and ")),
    }
}

/// The type of an operator's result, if it is one.
fn operator(name: &str, operands: &[Type]) -> Option<Result<Type, String>> {
    use Type::{Anything, Bool, Bytes, List, Map, Null, Number, Text};
    let refuse = |what: &str| {
        let operands: Vec<String> = operands.iter().map(Type::to_string).collect();
        Err(format!("{what} {}", operands.join(" and ")))
    };
    let all_may_be = |kind: Type| operands.iter().all(|operand| operand.may_be(kind));
    Some(match (name, operands) {
        ("_&&_" | "_||_" | "!_" | "@not_strictly_false", _) => {
            if all_may_be(Bool) {
                Ok(Bool)
            } else {
                refuse("`&&`, `||` or `!` of")
            }
        }
        ("_?_:_", [condition, yes, no]) => {
            if condition.may_be(Bool) {
                Ok(yes.or(*no))
            } else {
                refuse("`?:` chooses by")
            }
        }
        ("_==_" | "_!=_", [left, right]) => {
            let comparable = left.may_be(*right) || *left == Null || *right == Null;
            if comparable { Ok(Bool) } else { refuse("`==` never holds between") }
        }
        ("_<_" | "_<=_" | "_>_" | "_>=_", [left, right]) => {
            let ordered = [Number, Text, Bytes, Bool].into_iter().any(all_may_be);
            if ordered && left.may_be(*right) { Ok(Bool) } else { refuse("no order between") }
        }
        ("_+_", [left, right]) => {
            let known = if *left == Anything { *right } else { *left };
            let added = [Number, Text, List, Bytes].into_iter().any(all_may_be);
            if added { Ok(known) } else { refuse("`+` does not add") }
        }
        ("_-_" | "_*_" | "_/_" | "_%_" | "-_", _) => {
            if all_may_be(Number) {
                Ok(Number)
            } else {
                refuse("no arithmetic with")
            }
        }
        ("_[_]", [of, index]) => {
            let fits = (of.may_be(List) && index.may_be(Number)) || of.may_be(Map);
            if fits { Ok(Anything) } else { refuse("no index for") }
        }
        ("@in", [_, range]) => {
            if range.may_be(List) || range.may_be(Map) {
                Ok(Bool)
            } else {
                refuse("`in` of")
            }
        }
        _ => return None,
    })
}
