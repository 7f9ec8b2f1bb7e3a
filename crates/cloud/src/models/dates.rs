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

/// Parsers that are given a format after the text.
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

/// The same, and of today are only words that say so.
const BY_WORD: [&str; 1] = ["numpy.datetime64"];

/// Whether a text is a word for the present time.
fn is_of_now(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "now" | "today")
}

/// Whether a text is a time of day: `10:00`.
fn is_time_of_day(text: &str) -> bool {
    let is_number =
        |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split(':').collect();
    matches!(parts[..], [_, _] | [_, _, _]) && parts.iter().all(|part| is_number(part))
}

/// What a text that the program writes leaves to today.
fn by_text(text: &str) -> Completed {
    match begins_with_date(text) {
        true => Completed::Never,
        false if is_of_now(text) || is_time_of_day(text) => Completed::Always,
        false => Completed::Perhaps,
    }
}

/// Whether what a call parses is completed by what day it is.
pub(super) fn completed(machine: &mut Machine<'_>, name: &str, call: &Call) -> Completed {
    let constant = |machine: &mut Machine<'_>| {
        let text = call.argument(0).map(|text| machine.freeze(text))?;
        machine.terms().as_str(text).cloned()
    };
    if BY_CONTENT.contains(&name) {
        return match constant(machine) {
            _ if call.named("default").is_some() => Completed::Never,
            Some(text) => by_text(&text),
            None => Completed::Perhaps,
        };
    }
    if BY_CONSTANT.contains(&name) {
        return constant(machine).map_or(Completed::Never, |text| by_text(&text));
    }
    if BY_WORD.contains(&name) {
        let is_now = constant(machine).is_some_and(|text| is_of_now(&text));
        return if is_now { Completed::Always } else { Completed::Never };
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
        assert!(is_time_of_day("10:00") && is_time_of_day("7:30:05") && is_of_now("Now"));
        assert!(!is_time_of_day("10") && !is_time_of_day("10:00+01:00"));
    }
}
