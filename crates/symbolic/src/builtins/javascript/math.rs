//! `Math` and methods of numbers.

use super::super::text::javascript_number;
use super::super::{argument, number};
use crate::machine::{Arguments, Machine};
use crate::{Outcome, Term};
use aplomb_script::Span;

/// `Math.name(…)`.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    span: Span,
) -> Option<Outcome> {
    if name == "random" {
        return Some(machine.fresh("Math.random", span, false));
    }
    let values: Vec<Term> = arguments.positional.iter().map(|&a| machine.number_of(a)).collect();
    let numbers: Option<Vec<f64>> = values.iter().map(|&v| number(machine, v)).collect();
    let constant = numbers.filter(|_| arguments.rest.is_none()).and_then(|n| compute(name, &n));
    Some(Ok(match constant {
        Some(value) => machine.terms().number(value),
        None => {
            let mut all = values;
            all.extend(arguments.rest);
            machine.frozen_pure(&format!("Math.{name}"), &all)
        }
    }))
}

/// A function of numbers by the name `Math` gives it.
pub(in crate::builtins) fn compute(name: &str, numbers: &[f64]) -> Option<f64> {
    let x = numbers.first().copied().unwrap_or(f64::NAN);
    let y = numbers.get(1).copied().unwrap_or(f64::NAN);
    let any_nan = numbers.iter().any(|n| n.is_nan());
    Some(match name {
        "floor" => x.floor(),
        "ceil" => x.ceil(),
        // Halves go up, also for negative numbers.
        "round" if x.fract().abs() == 0.5 => x.ceil(),
        "round" => x.round(),
        "trunc" => x.trunc(),
        "abs" => x.abs(),
        "sign" => {
            if x == 0.0 || x.is_nan() {
                x
            } else {
                x.signum()
            }
        }
        "sqrt" => x.sqrt(),
        "pow" if y.is_nan() || x.abs() == 1.0 && y.is_infinite() => f64::NAN,
        "pow" => x.powf(y),
        // The last digits of others are not the same everywhere.
        "exp" | "cos" if x == 0.0 => 1.0,
        "log" | "log2" | "log10" if x == 1.0 && numbers.len() == 1 => 0.0,
        "sin" | "tan" | "atan" | "cbrt" if x == 0.0 => 0.0,
        "hypot" => {
            let length = numbers.iter().map(|n| n * n).sum::<f64>().sqrt();
            (length.fract() == 0.0).then_some(length)?
        }
        "max" | "min" if any_nan => f64::NAN,
        "max" => numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        "min" => numbers.iter().copied().fold(f64::INFINITY, f64::min),
        _ => return None,
    })
}

/// Methods of numbers.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let first = argument(machine, arguments, 0);
    let value = number(machine, receiver);
    let digits = number(machine, first);
    let text = match (name, value) {
        ("toFixed", Some(value)) => {
            let digits = digits.unwrap_or(0.0);
            if !(0.0..=100.0).contains(&digits) {
                return Some(machine.throw_error("RangeError", "digits must be between 0 and 100"));
            }
            Some(fixed(value, digits as usize))
        }
        ("toString", Some(value)) if digits.is_none_or(|d| d == 10.0) => {
            Some(javascript_number(value))
        }
        ("toString", Some(value)) if value.fract() == 0.0 && value.abs() < 9e15 => {
            Some(in_radix(value as i64, digits.unwrap_or(10.0) as u32)?)
        }
        ("valueOf", Some(_)) => return Some(Ok(receiver)),
        _ => None,
    };
    match (text, name) {
        (Some(text), _) => Some(Ok(machine.terms().string(text))),
        (None, "toFixed" | "toPrecision" | "toExponential" | "toLocaleString") => {
            let mut all = vec![receiver];
            all.extend_from_slice(&arguments.positional);
            Some(Ok(machine.frozen_pure(name, &all)))
        }
        (None, "toString") if arguments.at(0).is_some() => {
            Some(Ok(machine.frozen_pure(name, &[receiver, first])))
        }
        (None, "toString") => Some(machine.text_of(receiver)),
        _ => None,
    }
}

/// A number with so many digits after the point; of two that are equally near, the larger one.
fn fixed(value: f64, digits: usize) -> String {
    if value.abs() >= 1e21 || value.is_nan() {
        return javascript_number(value);
    }
    let shown = format!("{:.digits$}", value.abs());
    // Halves are rounded to even here, and away from zero in JavaScript. Only numbers with few
    // binary digits after the point are halves exactly.
    let exact = format!("{:.1$}", value.abs(), 110);
    let (rest, point) = (&exact[exact.find('.').unwrap_or(0) + 1..], digits);
    let half = rest.as_bytes()[point] == b'5' && rest.bytes().skip(point + 1).all(|c| c == b'0');
    let shown = match half {
        true => {
            let step = 10f64.powi(-(digits as i32));
            let up = format!("{:.digits$}", value.abs() + step / 4.0);
            if up > shown || up.len() > shown.len() { up } else { shown }
        }
        false => shown,
    };
    if value < 0.0 { format!("-{shown}") } else { shown }
}

fn in_radix(value: i64, radix: u32) -> Option<String> {
    if !(2..=36).contains(&radix) {
        return None;
    }
    let (mut rest, mut digits) = (value.unsigned_abs(), Vec::new());
    loop {
        digits.push(char::from_digit((rest % u64::from(radix)) as u32, radix)?);
        rest /= u64::from(radix);
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        digits.push('-');
    }
    Some(digits.iter().rev().collect())
}
