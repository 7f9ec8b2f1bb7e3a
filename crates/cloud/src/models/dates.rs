//! Texts that packages parse as dates: what a text leaves out is that of today.

use aplomb_symbolic::{Call, Machine, Node, Path, Term};

/// What a parser has to do with the present day.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Completed {
    /// It is a function of what it is given.
    Never,
    /// The text may leave out what only today can say.
    Perhaps,
    /// The format has no year, so that today says it.
    Always,
}

/// Parsers that are given a format behind the text.
const BY_FORMAT: [&str; 9] = [
    "moment",
    "moment.utc",
    "moment.parseZone",
    "moment-timezone",
    "moment-timezone.utc",
    "dayjs",
    "dayjs.utc",
    "luxon.DateTime.fromFormat",
    "luxon.DateTime.fromString",
];

/// The same with a time zone at the end.
const BY_FORMAT_AND_ZONE: [&str; 3] = ["moment.tz", "moment-timezone.tz", "dayjs.tz"];

/// Parsers that take a time of day alone for one of today.
const BY_CONTENT: [&str; 4] = [
    "dateutil.parser.parse",
    "dateutil.parser.parser().parse",
    "luxon.DateTime.fromISO",
    "luxon.DateTime.fromSQL",
];

/// The same, of which only constants are looked at: what a program is given has its day.
const BY_CONSTANT: [&str; 2] = ["pandas.Timestamp", "pandas.to_datetime"];

/// Whether what a call parses is completed by what day it is.
pub(super) fn completed(machine: &mut Machine<'_>, name: &str, call: &Call) -> Completed {
    if BY_CONTENT.contains(&name) {
        let text = call.argument(0).map(|text| machine.freeze(text));
        let is_whole = text.is_some_and(|text| {
            machine.terms().as_str(text).is_some_and(|text| begins_with_date(text))
        });
        return match is_whole || call.named("default").is_some() {
            true => Completed::Never,
            false => Completed::Perhaps,
        };
    }
    if BY_CONSTANT.contains(&name) {
        let text = call.argument(0).map(|text| machine.freeze(text));
        let text = text.and_then(|text| machine.terms().as_str(text).cloned());
        return match text.is_some_and(|text| !begins_with_date(&text)) {
            true => Completed::Perhaps,
            false => Completed::Never,
        };
    }
    let is_given =
        BY_FORMAT.contains(&name) || BY_FORMAT_AND_ZONE.contains(&name) && call.arguments.len() > 2;
    match call.argument(1).filter(|_| is_given) {
        Some(format) => {
            let format = machine.freeze(format);
            by_format(machine, format, name.starts_with("luxon"))
        }
        None => Completed::Never,
    }
}

fn by_format(machine: &mut Machine<'_>, format: Term, is_luxon: bool) -> Completed {
    match machine.terms().node(format).clone() {
        Node::String(format) if has_year(&format, is_luxon) => Completed::Never,
        Node::String(_) => Completed::Always,
        Node::List(formats) => {
            let each = formats.iter().map(|&format| by_format(machine, format, is_luxon));
            each.reduce(|one, other| if one == other { one } else { Completed::Perhaps })
                .unwrap_or(Completed::Never)
        }
        // Whether to be strict, or a constant of the package.
        _ => match Path::of(machine.terms(), format) {
            Some(path) if path.to_string().contains(".HTML5_FMT.TIME") => Completed::Always,
            _ => Completed::Never,
        },
    }
}

/// Whether a format has a year, or something that contains one, outside quoted text.
fn has_year(format: &str, is_luxon: bool) -> bool {
    // `LT` of Moment is a time of day, `L` and `LL` are dates; `LL` of Luxon is a month.
    let format = format.replace("LT", "");
    let years = if is_luxon { "ykXxfF" } else { "YyXxLlGg" };
    let mut quoted = false;
    format.chars().any(|character| {
        match character {
            '[' => quoted = true,
            ']' => quoted = false,
            '\'' => quoted = !quoted,
            _ => {}
        }
        !quoted && years.contains(character)
    })
}

/// Whether a text begins with year, month and day.
fn begins_with_date(text: &str) -> bool {
    let parts: Vec<&str> = text.splitn(3, '-').collect();
    let is_number = |part: &str, length: usize| {
        part.len() >= length && part.bytes().take(length).all(|byte| byte.is_ascii_digit())
    };
    matches!(parts[..], [year, month, day]
        if is_number(year, 4) && is_number(month, 2) && is_number(day, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_with_a_year() {
        for format in ["YYYY-MM-DD", "DD.MM.YY HH:mm", "L", "X"] {
            assert!(has_year(format, false), "{format}");
        }
        for format in ["HH:mm", "MM-DD", "[Year] HH", "kk:mm", "LT"] {
            assert!(!has_year(format, false), "{format}");
        }
        assert!(has_year("yyyy-MM-dd", true));
        assert!(!has_year("'year' LL-dd", true));
    }

    #[test]
    fn whole_dates() {
        assert!(begins_with_date("2024-02-29T10:00"));
        assert!(!begins_with_date("10:00"));
        assert!(!begins_with_date("2024-W08-1"));
    }
}
