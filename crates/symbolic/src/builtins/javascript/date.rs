//! `Date`: an object that holds a moment, in milliseconds.

use super::super::{argument, number, string, time};
use crate::machine::{Arguments, Body, Flavour, Machine, Record};
use crate::{Call, Node, Operator, Outcome, Term};

/// `new Date(…)`, `Date()`, `Date.now()` and so on.
pub(super) fn call(
    machine: &mut Machine<'_>,
    name: &str,
    arguments: &Arguments,
    call: &Call,
) -> Option<Outcome> {
    Some(match name {
        "Date.now" => machine.fresh(name, call.span, false),
        "Date.parse" => {
            let first = argument(machine, arguments, 0);
            Ok(moment_of(machine, first))
        }
        "Date.UTC" => Ok(from_parts(machine, &arguments.positional)),
        "Date" => {
            let moment = match arguments.positional.as_slice() {
                [] => match machine.fresh("new Date", call.span, false) {
                    Ok(now) => now,
                    Err(stop) => return Some(Err(stop)),
                },
                [only] => moment_of(machine, *only),
                parts => from_parts(machine, parts),
            };
            if call.constructed {
                Ok(machine.new_date(moment))
            } else {
                Ok(machine.terms().pure("toString", &[moment]))
            }
        }
        _ => return None,
    })
}

fn moment_of(machine: &mut Machine<'_>, value: Term) -> Term {
    let value = machine.resolve(value);
    if let Some(moment) = machine.date_time(value) {
        return moment;
    }
    match machine.view(value).clone() {
        Node::Number(_) => value,
        Node::String(text) => match time::parse_iso(&text) {
            Some(moment) => machine.terms().number(moment),
            None => machine.terms().pure("Date.parse", &[value]),
        },
        _ if machine.terms().is_number(value) => value,
        _ => machine.frozen_pure("Date.parse", &[value]),
    }
}

fn from_parts(machine: &mut Machine<'_>, parts: &[Term]) -> Term {
    let numbers: Option<Vec<f64>> = parts.iter().map(|&part| number(machine, part)).collect();
    let Some(numbers) = numbers else {
        return machine.frozen_pure("Date.UTC", parts);
    };
    let part = |index: usize, default: f64| numbers.get(index).copied().unwrap_or(default);
    // Two digits are a year of the last century.
    let year = match part(0, 1970.0).trunc() {
        year if (0.0..=99.0).contains(&year) => 1900.0 + year,
        year => year,
    };
    // Months and days may overflow into their neighbours.
    let months = year * 12.0 + part(1, 0.0);
    let first = time::moment((
        (months / 12.0).floor() as i64,
        months.rem_euclid(12.0) as u32 + 1,
        1,
        0,
        0,
        0,
        0,
    ));
    let moment = first
        + (part(2, 1.0) - 1.0) * 86_400_000.0
        + part(3, 0.0) * 3_600_000.0
        + part(4, 0.0) * 60_000.0
        + part(5, 0.0) * 1000.0
        + part(6, 0.0);
    machine.terms().number(moment)
}

impl Machine<'_> {
    /// A date object.
    pub(crate) fn new_date(&mut self, moment: Term) -> Term {
        let date = self.allocate(Body::Record(Record::new(Flavour::Date)));
        self.put_field(date, "time", moment);
        date
    }

    /// The moment that a date object holds.
    pub(crate) fn date_time(&mut self, date: Term) -> Option<Term> {
        let key = self.terms().string("time");
        let record = self.record(date)?;
        match record.flavour {
            Flavour::Date => record.fields.get(&key).map(|field| field.value),
            _ => None,
        }
    }
}

/// Methods of date objects.
pub(super) fn method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let moment = machine.date_time(receiver)?;
    if name.starts_with("set") {
        let mut all = vec![moment];
        all.extend_from_slice(&arguments.positional);
        let changed = match (name, arguments.at(0)) {
            ("setTime", Some(time)) => time,
            _ => set_part(machine, moment, name, &arguments.positional)
                .unwrap_or_else(|| machine.frozen_pure(name, &all)),
        };
        machine.note_filled(receiver);
        machine.put_field(receiver, "time", changed);
        return Some(Ok(changed));
    }
    match name {
        "getTime" | "valueOf" => return Some(Ok(moment)),
        "toISOString" if number(machine, moment).is_some_and(f64::is_nan) => {
            return Some(machine.throw_error("RangeError", "Invalid time value"));
        }
        "toJSON" if number(machine, moment).is_some_and(f64::is_nan) => {
            return Some(Ok(machine.terms().null()));
        }
        "toISOString" | "toJSON" => {
            let text = number(machine, moment).and_then(time::iso);
            return Some(Ok(match text {
                Some(text) => machine.terms().string(text),
                None => text_of_moment(machine, "toISOString", moment),
            }));
        }
        "getTimezoneOffset" => return Some(Ok(machine.terms().number(0.0))),
        _ => {}
    }
    if let Some(value) = number(machine, moment).and_then(|moment| part(moment, name)) {
        return Some(Ok(machine.terms().number(value)));
    }
    pure_method(machine, moment, name, arguments)
}

fn text_of_moment(machine: &mut Machine<'_>, name: &str, moment: Term) -> Term {
    let text = machine.terms().pure(name, &[moment]);
    machine.terms().apply(Operator::Concat, &[text])
}

fn part(moment: f64, name: &str) -> Option<f64> {
    let (year, month, day, hour, minute, second, milli) = time::civil(moment)?;
    Some(match name.replace("UTC", "").as_str() {
        "getFullYear" => year as f64,
        "getMonth" => f64::from(month) - 1.0,
        "getDate" => f64::from(day),
        "getHours" => f64::from(hour),
        "getMinutes" => f64::from(minute),
        "getSeconds" => f64::from(second),
        "getMilliseconds" => f64::from(milli),
        "getDay" => ((moment / 86_400_000.0).floor() + 4.0).rem_euclid(7.0),
        _ => return None,
    })
}

fn set_part(
    machine: &mut Machine<'_>,
    moment: Term,
    name: &str,
    arguments: &[Term],
) -> Option<Term> {
    let value = number(machine, *arguments.first()?)?;
    let moment = number(machine, moment)?;
    if arguments.len() > 1 {
        return None;
    }
    let (year, month, day, hour, minute, second, milli) = time::civil(moment)?;
    let mut parts = [
        year as f64,
        f64::from(month) - 1.0,
        f64::from(day),
        f64::from(hour),
        f64::from(minute),
        f64::from(second),
        f64::from(milli),
    ];
    let index = match name.replace("UTC", "").as_str() {
        "setFullYear" => 0,
        "setMonth" => 1,
        "setDate" => 2,
        "setHours" => 3,
        "setMinutes" => 4,
        "setSeconds" => 5,
        "setMilliseconds" => 6,
        _ => return None,
    };
    parts[index] = value;
    let parts: Vec<Term> = parts.iter().map(|&part| machine.terms().number(part)).collect();
    Some(from_parts(machine, &parts))
}

/// Functions of a moment that only compute.
pub(super) fn pure_method(
    machine: &mut Machine<'_>,
    receiver: Term,
    name: &str,
    arguments: &Arguments,
) -> Option<Outcome> {
    let known = name.starts_with("getUTC")
        || matches!(
            name,
            "toISOString"
                | "toJSON"
                | "getTime"
                | "getFullYear"
                | "getMonth"
                | "getDate"
                | "getDay"
                | "getHours"
                | "getMinutes"
                | "getSeconds"
                | "getMilliseconds"
                | "toLocaleDateString"
                | "toLocaleTimeString"
                | "toLocaleString"
                | "toDateString"
                | "toUTCString"
                | "toTimeString"
                | "toString"
                | "toGMTString"
        );
    if !known {
        return None;
    }
    let mut all = vec![receiver];
    for &argument in &arguments.positional {
        // Locale options are constants of the program.
        if string(machine, argument).is_some() || machine.record(argument).is_some() {
            all.push(argument);
        }
    }
    Some(Ok(machine.frozen_pure(name, &all)))
}
