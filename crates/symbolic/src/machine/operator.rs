//! Operators: what the languages' operators mean for the values there are.

use super::function::{Arguments, FunctionValue};
use super::guise::Guise;
use super::heap::{Body, Flavour, List, ListKind, Segment};
use super::library::{Outcome, Path, Segment as Step, Stop};
use super::{Machine, Mark};
use crate::builtins;
use crate::term::parse_number;
use crate::{Meaning, Node, Operator, Origin, Reference, Term};
use aplomb_script::{BinaryOperator, Language, UnaryOperator};

/// Integers up to here are exact.
const LARGEST_INTEGER: f64 = 9_007_199_254_740_992.0;

/// A value as one that has items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sequence {
    /// A list of the program.
    Known(ListKind),
    /// Something from outside.
    Given,
}

/// Kinds of values that operators of Python tell apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperandKind {
    Number,
    Text,
    List,
    Dictionary,
    Nothing,
}

impl Machine<'_> {
    pub(super) fn is_python(&self) -> bool {
        self.dialect().language == Language::Python
    }

    /// Whether a value is `undefined`, `null` or `None`.
    pub fn is_nothing(&mut self, value: Term) -> Term {
        let (undefined, null) = (self.terms.undefined(), self.terms.null());
        let (a, b) = (self.terms.equal(value, undefined), self.terms.equal(value, null));
        self.terms.or(a, b)
    }

    /// Whether a value counts as true, in the language of the running code.
    pub fn truth(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        let value = self.with_content(value);
        let value = self.with_entries(value);
        if self.is_python()
            && ["__bool__", "__len__"]
                .into_iter()
                .any(|method| self.refuse_lost_member(value, method).is_some())
        {
            return self.terms.apply(Operator::Truthy, &[value]);
        }
        if let Node::Apply(Operator::Ite, parts) = self.terms.node(value).clone() {
            // A fallback for what is missing that is as false as what is missing.
            let undefined = self.terms.undefined();
            let missing = self.terms.equal(parts[2], undefined);
            if missing == parts[0] {
                let fallback = self.truth(parts[1]);
                if self.terms.is_false(fallback) {
                    return self.truth(parts[2]);
                }
            }
            if self.must_distribute(value) {
                let (then, otherwise) = (self.truth(parts[1]), self.truth(parts[2]));
                return self.terms.ite(parts[0], then, otherwise);
            }
        }
        let emptiness_counts = self.dialect().empty_is_false;
        if emptiness_counts && let Some(object) = self.object(value).cloned() {
            return match &object.body {
                Body::List(list) if list.kind == ListKind::Iterator => self.terms.bool(true),
                Body::List(list) => self.is_not_empty(list),
                Body::Record(record)
                    if matches!(record.flavour, Flavour::Plain | Flavour::Map | Flavour::Set) =>
                {
                    let mut any = match record.base {
                        Some(base) => self.terms.apply(Operator::NotEmpty, &[base]),
                        None => self.terms.bool(false),
                    };
                    for field in record.fields.values() {
                        any = self.terms.or(any, field.present);
                    }
                    any
                }
                _ => {
                    for name in ["__bool__", "__len__"] {
                        if matches!(self.lookup(value, name), Ok(Some(_))) {
                            let span = self.span;
                            let asked =
                                format!("an object that tells by {name} whether it is true");
                            let answer = self.problem(asked, span);
                            return self.terms.apply(Operator::Truthy, &[answer]);
                        }
                    }
                    self.terms.bool(true)
                }
            };
        }
        if self.object(value).is_some() {
            return self.terms.bool(true);
        }
        let operator = if emptiness_counts { Operator::NotEmpty } else { Operator::Truthy };
        self.terms.apply(operator, &[value])
    }

    fn is_not_empty(&mut self, list: &List) -> Term {
        let mut any = self.terms.bool(false);
        for segment in &list.segments {
            let some = match segment {
                Segment::Item(field) => field.present,
                Segment::Many { list, present, .. } => {
                    let some = self.terms.apply(Operator::NotEmpty, &[*list]);
                    self.terms.and(some, *present)
                }
            };
            any = self.terms.or(any, some);
        }
        any
    }

    pub(crate) fn unary(&mut self, operator: UnaryOperator, operand: Term) -> Outcome {
        Ok(match operator {
            UnaryOperator::Not => {
                let truth = self.truth(operand);
                self.terms.not(truth)
            }
            UnaryOperator::Number | UnaryOperator::Negate
                if self.is_python() && self.is_dictionary(operand) =>
            {
                let span = self.span;
                self.problem("a sign before a dictionary is not supported", span)
            }
            UnaryOperator::Negate
                if self.is_python()
                    && matches!(self.terms.node(operand), Node::String(_) | Node::Null) =>
            {
                return self.throw_error("TypeError", "bad operand type for unary -");
            }
            UnaryOperator::Negate => {
                let minus = self.terms.number(-1.0);
                let operand = self.number_of(operand);
                let negated = self.terms.apply(Operator::Multiply, &[minus, operand]);
                self.inherit_guise(negated, &[operand]);
                negated
            }
            UnaryOperator::Number => self.number_of(operand),
            UnaryOperator::BitNot
                if self.is_python() && matches!(self.terms.node(operand), Node::Number(_)) =>
            {
                let one = self.terms.number(-1.0);
                let operand = self.number_of(operand);
                let minus = self.terms.apply(Operator::Multiply, &[one, operand]);
                self.terms.apply(Operator::Add, &[minus, one])
            }
            UnaryOperator::BitNot => match self.terms.node(operand) {
                Node::Number(number) => {
                    let value = f64::from(!to_int32(number.get()));
                    self.terms.number(value)
                }
                _ => self.terms.pure("~", &[operand]),
            },
            UnaryOperator::TypeOf => self.type_of(operand),
            UnaryOperator::Void => self.terms.undefined(),
        })
    }

    /// JavaScript's `typeof`.
    pub(crate) fn type_of(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        let name = match self.terms.node(value).clone() {
            Node::Reference(Reference::Object(_)) if self.is_class(value) => "function",
            Node::Reference(_) if self.mark_of(value) == Some(Mark::Symbol) => "symbol",
            Node::Reference(Reference::Object(_)) => "object",
            Node::External(name) if builtins::is_namespace(&name) => "object",
            // What a library made may have members of any kind.
            Node::Apply(Operator::Member(_), _)
                if Path::of(self.terms, value).is_some_and(|path| {
                    path.segments.iter().any(|step| matches!(step, Step::Called { .. }))
                }) =>
            {
                return self.terms.apply(Operator::TypeOf, &[value]);
            }
            Node::External(_) | Node::Apply(Operator::Member(_), _) if self.is_external(value) => {
                "function"
            }
            Node::Apply(Operator::Constructed, _) => "object",
            Node::Apply(Operator::Ite, parts) => {
                let (then, otherwise) = (self.type_of(parts[1]), self.type_of(parts[2]));
                return self.terms.ite(parts[0], then, otherwise);
            }
            _ => return self.terms.apply(Operator::TypeOf, &[value]),
        };
        self.terms.string(name)
    }

    /// A value as a number.
    pub(crate) fn number_of(&mut self, value: Term) -> Term {
        let value = self.resolve(value);
        match self.terms.node(value).clone() {
            Node::Number(_) => value,
            Node::Bool(truth) => self.terms.number(f64::from(u8::from(truth))),
            Node::Null => self.terms.number(0.0),
            Node::Undefined => self.terms.number(f64::NAN),
            Node::String(text) => {
                let number = parse_number(&text);
                self.terms.number(number)
            }
            _ if self.terms.is_number(value) => value,
            // The text of an array may be that of a number.
            _ if !self.is_python() && self.list(value).is_some() => match self.text_of(value) {
                Ok(text) if text != value => self.number_of(text),
                _ => self.frozen_pure("Number", &[value]),
            },
            _ if self.is_python() && self.terms.is_truth(value) => self.number_of_truth(value),
            Node::Apply(Operator::Pure(function), parts) if function.is(Meaning::Date) => parts[0],
            _ if self.date_time(value).is_some() => self.date_time(value).unwrap_or(value),
            _ => {
                let frozen = self.freeze(value);
                if self.is_python() { frozen } else { self.terms.pure("Number", &[frozen]) }
            }
        }
    }

    pub(crate) fn binary(&mut self, operator: BinaryOperator, left: Term, right: Term) -> Outcome {
        if let Some(outcome) = self.overloaded(operator, left, right) {
            return outcome;
        }
        let (left, right) = (self.with_content(left), self.with_content(right));
        if self.is_python() {
            for side in [left, right] {
                if matches!(self.record(side).map(|it| &it.flavour), Some(Flavour::Instance))
                    && !is_comparison(operator)
                    && let Some(told) = self.doubt(side, Guise::Special, "an operator")
                {
                    return Ok(told);
                }
            }
            // Inputs that were made up have any shape; only a handler of the program tells.
            if !self.is_concrete() || self.guarding > 0 {
                self.refuse_operands(operator, left, right)?;
            }
            self.divide_by_zero(operator, right)?;
        }
        let result = self.operate(operator, left, right)?;
        self.inherit_guise(result, &[left, right]);
        if self.is_python()
            && let Node::Number(number) = self.terms.node(result)
            && number.get().abs() >= LARGEST_INTEGER
        {
            let span = self.span;
            return Ok(self.problem("an integer larger than 2^53 is not supported", span));
        }
        Ok(result)
    }

    /// Python's division by zero raises. Where the divisor is unknown, that is followed only
    /// where a handler of the program stands around it; elsewhere every attempt fails alike.
    pub(crate) fn divide_by_zero(
        &mut self,
        operator: BinaryOperator,
        divisor: Term,
    ) -> Result<(), Stop> {
        use BinaryOperator as B;
        if !matches!(operator, B::Divide | B::FloorDivide | B::Remainder)
            || self.terms.is_text(divisor)
            || self.object(divisor).is_some()
        {
            return Ok(());
        }
        let divisor = self.number_of(divisor);
        let zero = self.terms.number(0.0);
        let is_zero = self.terms.equal(divisor, zero);
        if self.terms.as_bool(is_zero).is_none() && self.guarding == 0 {
            return Ok(());
        }
        self.branch(
            is_zero,
            |m| m.throw_error("ZeroDivisionError", "division by zero"),
            |m| Ok(m.terms.undefined()),
        )
        .map(drop)
    }

    /// Python raises where an operator has operands of these kinds, as far as they are known.
    fn refuse_operands(
        &mut self,
        operator: BinaryOperator,
        left: Term,
        right: Term,
    ) -> Result<(), Stop> {
        use BinaryOperator as B;
        let (a, b) = (self.operand_kind(left), self.operand_kind(right));
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        let decimal = [left, right].map(|side| self.is_disguised(side, Guise::Decimal));
        let broken = [left, right].map(|side| {
            let is_broken =
                matches!(self.terms.node(side), Node::Number(n) if n.get().fract() != 0.0);
            is_broken || self.is_disguised(side, Guise::Float)
        });
        if self.guarding > 0 && (decimal[0] && broken[1] || decimal[1] && broken[0]) {
            let span = self.span;
            self.problem("whether a Decimal fits to a float is not known", span);
        }
        let fits = match operator {
            B::Add => a == b && !matches!(a, OperandKind::Nothing | OperandKind::Dictionary),
            // Paths are texts to the machine, and `/` joins them.
            B::Subtract | B::FloorDivide | B::Power => {
                a == OperandKind::Number && b == OperandKind::Number
            }
            B::Multiply => {
                let repeats = |kind| matches!(kind, OperandKind::Text | OperandKind::List);
                match (a, b) {
                    (OperandKind::Number, OperandKind::Number) => true,
                    (OperandKind::Number, other) | (other, OperandKind::Number) => repeats(other),
                    _ => false,
                }
            }
            B::Less | B::LessEqual | B::Greater | B::GreaterEqual => {
                a == b && !matches!(a, OperandKind::Nothing | OperandKind::Dictionary)
            }
            _ => true,
        };
        if fits {
            return Ok(());
        }
        self.throw_error("TypeError", "unsupported operand types").map(drop)
    }

    /// The kind of a value that is known, as operators tell them apart.
    fn operand_kind(&mut self, value: Term) -> Option<OperandKind> {
        let value = self.resolve(value);
        if self.list(value).is_some() {
            // Not everything that is a tuple is known to be one.
            return Some(OperandKind::List);
        }
        // Those of libraries may have operators.
        if self.is_dictionary(value)
            && self.record(value).is_some_and(|record| {
                matches!(record.flavour, Flavour::Plain) && record.parent.is_none()
            })
            && !self.is_disguised(value, Guise::Special)
        {
            return Some(OperandKind::Dictionary);
        }
        match self.terms.node(value) {
            Node::Number(_) | Node::Bool(_) => Some(OperandKind::Number),
            Node::String(_) => Some(OperandKind::Text),
            Node::Null => Some(OperandKind::Nothing),
            _ => None,
        }
    }

    /// Whether one side is a list and the other, it seems, a tuple or something else that has
    /// items: these may be equal while the sides are not.
    fn are_list_and_tuple(&mut self, left: Term, right: Term) -> bool {
        if !self.is_python() {
            return false;
        }
        let (left, right) = (self.kinds_of_list(left), self.kinds_of_list(right));
        let odd = |sides: &[Sequence]| {
            sides
                .iter()
                .any(|side| matches!(side, Sequence::Known(ListKind::Iterator | ListKind::View)))
        };
        let met = |a: &Sequence, b: &Sequence| match (a, b) {
            (Sequence::Known(a), Sequence::Known(b)) => a != b,
            // What a store gives may be a list of the same items, which no tuple equals.
            (Sequence::Known(ListKind::Tuple), Sequence::Given)
            | (Sequence::Given, Sequence::Known(ListKind::Tuple)) => true,
            _ => false,
        };
        odd(&left) || odd(&right) || left.iter().any(|a| right.iter().any(|b| met(a, b)))
    }

    /// What kinds of lists a value may be, or be given as.
    fn kinds_of_list(&mut self, value: Term) -> Vec<Sequence> {
        let mut open = vec![self.resolve(value)];
        let mut kinds = Vec::new();
        while let Some(value) = open.pop() {
            if let Some(list) = self.list(value) {
                kinds.push(Sequence::Known(list.kind));
                continue;
            }
            match self.terms.node(value) {
                Node::Apply(Operator::Ite, parts) => open.extend([parts[1], parts[2]]),
                Node::Symbol(_) | Node::Apply(Operator::Select, _)
                    if self.world.is_none() && self.object(value).is_none() =>
                {
                    kinds.push(Sequence::Given);
                }
                _ => {}
            }
        }
        kinds
    }

    fn operate(&mut self, operator: BinaryOperator, left: Term, right: Term) -> Outcome {
        use BinaryOperator as B;
        let (left, right) = match operator {
            B::Less | B::LessEqual | B::Greater | B::GreaterEqual => {
                (self.primitive(left)?, self.primitive(right)?)
            }
            _ => (left, right),
        };
        Ok(match operator {
            B::Add => return self.add(left, right),
            B::Subtract => return self.subtract(left, right),
            B::Multiply => return self.multiply(left, right),
            B::Divide => {
                let quotient = self.divide(left, right)?;
                if self.is_python() {
                    self.disguise(quotient, Guise::Float);
                }
                quotient
            }
            B::FloorDivide => {
                let quotient = self.arithmetic(Operator::Divide, left, right);
                match self.terms.node(quotient) {
                    Node::Number(number) => {
                        let floor = number.get().floor();
                        self.terms.number(floor)
                    }
                    _ => self.terms.pure("Math.floor", &[quotient]),
                }
            }
            B::Remainder => return self.remainder(left, right),
            B::Format => return builtins::format_percent(self, left, right),
            B::Power => match self.numbers(left, right) {
                // JavaScript differs from the standard for floating-point numbers here.
                Some((a, b))
                    if !self.is_python() && (b.is_nan() || a.abs() == 1.0 && b.is_infinite()) =>
                {
                    self.terms.number(f64::NAN)
                }
                // The last digits of others are not the same everywhere.
                Some((a, b))
                    if a.fract() != 0.0 || b.fract() != 0.0 || b < 0.0 && !is_power_of_two(a) =>
                {
                    let power = self.terms.pure("**", &[left, right]);
                    self.disguise(power, Guise::Float);
                    power
                }
                Some((a, b)) => {
                    let power = self.terms.number(a.powf(b));
                    if b < 0.0 {
                        self.disguise(power, Guise::Float);
                    }
                    power
                }
                None => self.frozen_pure("**", &[left, right]),
            },
            B::Equal | B::NotEqual if self.are_list_and_tuple(left, right) => {
                let span = self.span;
                let told =
                    self.problem("a comparison of a list with a tuple is not supported", span);
                self.terms.apply(Operator::Truthy, &[told])
            }
            B::Equal => self.equals(left, right),
            B::NotEqual => {
                let equal = self.equals(left, right);
                self.terms.not(equal)
            }
            B::Identical => self.identical(left, right),
            B::NotIdentical => {
                let equal = self.identical(left, right);
                self.terms.not(equal)
            }
            B::LooseEqual => self.loosely_equal(left, right)?,
            B::LooseNotEqual => {
                let equal = self.loosely_equal(left, right)?;
                self.terms.not(equal)
            }
            B::Less => self.compare(Operator::Less, left, right),
            B::LessEqual => self.compare(Operator::LessEqual, left, right),
            B::Greater => self.compare(Operator::Less, right, left),
            B::GreaterEqual => self.compare(Operator::LessEqual, right, left),
            B::In => return self.contains(right, left),
            B::NotIn => {
                let found = self.contains(right, left)?;
                self.terms.not(found)
            }
            B::InstanceOf => {
                let class = self.resolve(right);
                let scalar = matches!(
                    self.terms.node(class),
                    Node::Undefined
                        | Node::Null
                        | Node::Bool(_)
                        | Node::Number(_)
                        | Node::String(_)
                );
                let plain = self.record(class).is_some_and(|record| {
                    matches!(record.flavour, Flavour::Plain) && record.base.is_none()
                });
                if scalar || plain && !self.is_external(class) && !self.is_class(class) {
                    let message = "Right-hand side of 'instanceof' is not callable";
                    return self.throw_error("TypeError", message);
                }
                self.is_instance(left, right)
            }
            B::BitAnd
            | B::BitOr
            | B::BitXor
            | B::ShiftLeft
            | B::ShiftRight
            | B::ShiftRightUnsigned => return self.bitwise(operator, left, right),
        })
    }

    pub(crate) fn frozen_pure(&mut self, name: &str, arguments: &[Term]) -> Term {
        let mut frozen = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            if self.is_function(argument) && !self.is_class(argument) {
                frozen.extend(self.applied(argument));
            } else {
                frozen.push(self.freeze(argument));
            }
        }
        self.terms.pure(name, &frozen)
    }

    /// How many arguments a function names.
    fn arity(&self, function: Term) -> usize {
        match self.function_value(function).as_deref() {
            Some(FunctionValue::Closure { function, .. }) => {
                self.program.function(*function).parameters.len()
            }
            _ => 1,
        }
    }

    /// A function that the language applies, nobody knows to what and how often: it
    /// has to be one that only computes. Gives what its results depend on beside
    /// its arguments, if there is such.
    pub(crate) fn applied(&mut self, function: Term) -> Option<Term> {
        if self.world.is_some() {
            return None;
        }
        let mark = self.mark();
        let argument = self.terms.fresh_symbol("argument", Origin::Element);
        let given = self.terms.as_symbol(argument).expect("a symbol");
        self.may_be_instance(argument);
        let everywhere = self.terms.bool(true);
        let arguments = vec![argument; self.arity(function)];
        let span = self.span;
        let arm = self.region(everywhere, |m| {
            let value = m.invoke(function, None, Arguments::of(&arguments), span)?;
            Ok(m.freeze(value))
        });
        let computes = self.trace.steps.len() == mark.steps()
            && self.trace.sources.len() == mark.sources()
            && self.trace.completions.len() == mark.completions();
        let problem = self.trace.problems.get(mark.problems()).cloned();
        let value = arm.ok().and_then(|arm| arm.value);
        self.rewind(&mark);
        self.trace.problems.extend(problem);
        if !computes {
            self.problem(
                "a function that is applied to parts of a value does more than compute",
                span,
            );
        }
        value.filter(|&value| self.terms.depends(value, |symbol| symbol != given))
    }

    fn numbers(&mut self, left: Term, right: Term) -> Option<(f64, f64)> {
        let (left, right) = (self.number_of(left), self.number_of(right));
        match (self.terms.node(left), self.terms.node(right)) {
            (Node::Number(a), Node::Number(b)) => Some((a.get(), b.get())),
            _ => None,
        }
    }

    pub(super) fn arithmetic(&mut self, operator: Operator, left: Term, right: Term) -> Term {
        let (left, right) = (self.number_of(left), self.number_of(right));
        self.terms.apply(operator, &[left, right])
    }

    fn add(&mut self, left: Term, right: Term) -> Outcome {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if self.is_python() {
            if self.list(left).is_some() || self.list(right).is_some() {
                let kinds = [left, right].map(|side| self.list(side).map(|list| list.kind));
                if self.guarding > 0 && (kinds[0] != kinds[1]) && self.world.is_none() {
                    let span = self.span;
                    self.problem("a list and something else are added, which may raise", span);
                }
                let kind = match self.list(left).is_some_and(List::is_tuple) {
                    true => ListKind::Tuple,
                    false => ListKind::List,
                };
                let joined = self.allocate(Body::List(List { segments: Vec::new(), kind }));
                self.append_all(joined, left)?;
                self.append_all(joined, right)?;
                return Ok(joined);
            }
            if let Some(told) = self.refuse_counters(left, right) {
                return Ok(told);
            }
            if let (Node::String(_), Node::Number(_) | Node::Null) =
                (self.terms.node(left), self.terms.node(right))
            {
                let message = "can only concatenate str (not \"int\") to str";
                return self.throw_error("TypeError", message);
            }
        }
        let (left, right) = (self.primitive(left)?, self.primitive(right)?);
        let is_text = |m: &Self, term: Term| m.terms.is_text(term) || m.object(term).is_some();
        if is_text(self, left) || is_text(self, right) {
            let (left, right) = (self.text_of(left)?, self.text_of(right)?);
            return Ok(self.terms.apply(Operator::Concat, &[left, right]));
        }
        let is_number = |m: &Self, term: Term| {
            m.terms.is_number(term)
                || matches!(m.terms.node(term), Node::Null | Node::Undefined | Node::Bool(_))
        };
        if is_number(self, left) || is_number(self, right) {
            let (left, right) = (self.addend(left), self.addend(right));
            return Ok(self.terms.apply(Operator::Add, &[left, right]));
        }
        Ok(self.frozen_pure("+", &[left, right]))
    }

    /// A value in a sum whose other side is a number.
    fn addend(&mut self, value: Term) -> Term {
        match self.terms.node(value) {
            Node::Null | Node::Undefined | Node::Bool(_) => self.number_of(value),
            _ => self.freeze(value),
        }
    }

    fn divide(&mut self, left: Term, right: Term) -> Outcome {
        let by_zero = !self.is_python()
            && self.numbers(left, right).is_some_and(|(a, b)| b == 0.0 && a != 0.0 && !a.is_nan());
        if by_zero {
            let span = self.span;
            return Ok(
                self.problem("a division by zero is not supported: its sign is not known", span)
            );
        }
        let quotient = self.arithmetic(Operator::Divide, left, right);
        let broken = matches!(self.terms.node(quotient), Node::Number(n) if n.get().fract() != 0.0);
        if broken && self.is_python() {
            for side in [left, right] {
                if let Some(told) = self.doubt(side, Guise::Decimal, "the quotient") {
                    return Ok(told);
                }
            }
        }
        Ok(quotient)
    }

    fn subtract(&mut self, left: Term, right: Term) -> Outcome {
        if self.is_python() && self.is_set(left) {
            return builtins::set_operation(self, "difference", left, right);
        }
        if let Some(told) = self.refuse_counters(left, right) {
            return Ok(told);
        }
        let minus = self.terms.number(-1.0);
        let (left, right) = (self.number_of(left), self.number_of(right));
        let right = self.terms.apply(Operator::Multiply, &[minus, right]);
        Ok(self.terms.apply(Operator::Add, &[left, right]))
    }

    /// A problem if a dictionary is added or subtracted, which only counters know.
    fn refuse_counters(&mut self, left: Term, right: Term) -> Option<Term> {
        let (left, right) = (self.resolve(left), self.resolve(right));
        let either = self.is_dictionary(left) || self.is_dictionary(right);
        let span = self.span;
        (either && self.is_python())
            .then(|| self.problem("arithmetic of dictionaries is not supported", span))
    }

    fn is_set(&self, term: Term) -> bool {
        self.record(term).is_some_and(|record| matches!(record.flavour, Flavour::Set))
    }

    fn multiply(&mut self, left: Term, right: Term) -> Outcome {
        if self.is_python() {
            for (value, count) in [(left, right), (right, left)] {
                if let Some((yes, no)) = self.either_truth(count) {
                    return self.branch(
                        count,
                        |m| m.multiply(value, yes),
                        |m| m.multiply(value, no),
                    );
                }
                let count = match self.terms.node(count) {
                    Node::Bool(_) => self.number_of_truth(count),
                    _ => count,
                };
                let Node::Number(times) = self.terms.node(count) else { continue };
                let times = times.get().max(0.0);
                let length = self.terms.as_str(value).map_or(1, |text| text.len());
                if times * length as f64 > 65_536.0 {
                    let value = self.freeze(value);
                    return Ok(self.terms.pure("repeat", &[value, count]));
                }
                let count = times as usize;
                if let Some(text) = self.terms.as_str(value).cloned() {
                    return Ok(self.terms.string(text.repeat(count)));
                }
                if self.list(value).is_some() {
                    let joined = self.new_list([]);
                    let items = self.list(value).map_or(0, |list| list.segments.len());
                    if items.saturating_mul(count) > 65_536 {
                        let span = self.span;
                        return Ok(self.problem("a list repeated so often", span));
                    }
                    let kind = self.list(value).map(|list| list.kind);
                    if let (Some(kind), Some(list)) = (kind, self.list_mut(joined)) {
                        list.kind = kind;
                    }
                    for _ in 0..count {
                        self.append_all(joined, value)?;
                    }
                    return Ok(joined);
                }
            }
        }
        let is_text = self.terms.is_text(left) || self.terms.is_text(right);
        if self.is_python() && is_text && !self.is_concrete() {
            return Ok(self.frozen_pure("repeat", &[left, right]));
        }
        Ok(self.arithmetic(Operator::Multiply, left, right))
    }

    fn remainder(&mut self, left: Term, right: Term) -> Outcome {
        if self.is_python() {
            // Only texts have what is put into them after `%`.
            let is_filled = self.list(right).is_some()
                || self.is_dictionary(right)
                || self.terms.is_text(right);
            if self.terms.is_text(left) || is_filled {
                return builtins::format_percent(self, left, right);
            }
            for side in [left, right] {
                if let Some(told) = self.doubt(side, Guise::Decimal, "the remainder") {
                    return Ok(told);
                }
            }
            if let Some((a, b)) = self.numbers(left, right) {
                return Ok(self.terms.number(a - b * (a / b).floor()));
            }
        }
        Ok(self.arithmetic(Operator::Remainder, left, right))
    }

    fn bitwise(&mut self, operator: BinaryOperator, left: Term, right: Term) -> Outcome {
        use BinaryOperator as B;
        if self.is_python() {
            let name = match operator {
                B::BitAnd => "intersection",
                B::BitOr => "union",
                B::BitXor => "symmetric_difference",
                _ => "",
            };
            // Views of the keys of dictionaries: lists have no such operators.
            if self.list(left).is_some() && self.list(right).is_some() && !name.is_empty() {
                let (left, right) = (self.new_set(left)?, self.new_set(right)?);
                return builtins::set_operation(self, name, left, right);
            }
            if self.terms.is_truth(left) && self.terms.is_truth(right) && !name.is_empty() {
                return Ok(match operator {
                    B::BitAnd => self.terms.and(left, right),
                    B::BitOr => self.terms.or(left, right),
                    _ => {
                        let equal = self.terms.equal(left, right);
                        self.terms.not(equal)
                    }
                });
            }
            if self.is_set(left) && self.is_set(right) && !name.is_empty() {
                let made = builtins::set_operation(self, name, left, right)?;
                if self.is_disguised(left, Guise::Special) {
                    self.disguise(made, Guise::Special);
                }
                return Ok(made);
            }
            let special = [left, right]
                .into_iter()
                .find_map(|s| self.doubt(s, Guise::Special, "an operator"));
            if let Some(told) = special {
                return Ok(told);
            }
            let dictionaries = self.record(left).is_some() && self.record(right).is_some();
            if operator == B::BitOr && dictionaries {
                let merged = self.new_record::<&str>([]);
                self.spread_into(merged, left)?;
                self.spread_into(merged, right)?;
                return Ok(merged);
            }
            // `Key("a").eq(1) & Attr("b").eq(2)`, `Q(x) | Q(y)`.
            if self.is_external(left) || self.is_external(right) {
                let name = match operator {
                    B::BitAnd => "&",
                    B::BitOr => "|",
                    _ => "^",
                };
                return Ok(self.frozen_pure(name, &[left, right]));
            }
        }
        let Some((a, b)) = self.numbers(left, right) else {
            let name = format!("{operator:?}");
            return Ok(self.frozen_pure(&name, &[left, right]));
        };
        if self.is_python() && a.abs().max(b.abs()) <= LARGEST_INTEGER {
            let (x, y) = (a as i64, b as i64);
            match operator {
                B::BitAnd => return Ok(self.terms.number((x & y) as f64)),
                B::BitOr => return Ok(self.terms.number((x | y) as f64)),
                B::BitXor => return Ok(self.terms.number((x ^ y) as f64)),
                _ => {}
            }
        }
        let (x, y) = (to_int32(a), to_int32(b));
        let value = match operator {
            B::BitAnd => f64::from(x & y),
            B::BitOr => f64::from(x | y),
            B::BitXor => f64::from(x ^ y),
            B::ShiftLeft if self.is_python() => a * 2f64.powf(b),
            B::ShiftRight if self.is_python() => (a / 2f64.powf(b)).floor(),
            B::ShiftLeft => f64::from(x.wrapping_shl(y as u32 & 31)),
            B::ShiftRight => f64::from(x.wrapping_shr(y as u32 & 31)),
            _ => f64::from((x as u32).wrapping_shr(y as u32 & 31)),
        };
        Ok(self.terms.number(value))
    }
}

/// Whether a number has one binary digit only, so that its powers are exact.
fn is_power_of_two(value: f64) -> bool {
    value.fract() == 0.0 && value.abs() < LARGEST_INTEGER && (value.abs() as u64).is_power_of_two()
}

/// Whether an operator compares its operands.
fn is_comparison(operator: BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(
        operator,
        B::Equal
            | B::NotEqual
            | B::Identical
            | B::NotIdentical
            | B::Less
            | B::LessEqual
            | B::Greater
            | B::GreaterEqual
            | B::In
            | B::NotIn
    )
}

fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    value.trunc().rem_euclid(4_294_967_296.0) as u32 as i32
}
