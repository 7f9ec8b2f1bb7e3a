//! `String.format`: texts and numbers as `java.util.Formatter` writes them, whatever the locale.
//!
//! What has no text of its own is asked for it, and its text is formatted in its place.

use std::fmt;

use super::NativeFunction;
use crate::dynamic::formatting_texts;
use crate::interpreter::{Flow, Interpreter, NativeCall, Trap};
use crate::value::{ObjectId, Value};

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<NativeFunction> {
    Some(match (name, descriptor) {
        (
            "format",
            "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        ) => |interpreter, call| format(interpreter, call, 1),
        ("format" | "formatted", _) => |interpreter, call| format(interpreter, call, 0),
        _ => return None,
    })
}

/// One `%` of a format.
#[derive(Debug, Clone, PartialEq)]
struct Specifier {
    /// Position that is named, as in `%2$s`.
    index: Option<usize>,
    flags: String,
    width: Option<usize>,
    precision: Option<usize>,
    conversion: char,
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Text(String),
    Argument(Specifier),
}

/// What an argument is, as far as it has a text of its own.
enum Argument {
    Null,
    Text(String),
    /// An integer, and how many bits it has.
    Integer(i64, u32),
    Floating(f64),
    Character(char),
    Boolean(bool),
    /// An object that has to be asked for its text; the text of a `BigInteger` is its digits.
    Object {
        is_integer: bool,
    },
}

impl Specifier {
    /// Whether a number is written as its digits and perhaps a minus.
    fn is_plain(&self) -> bool {
        self.precision.is_none() && self.flags.chars().all(|flag| flag == '-')
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let specifier = match self {
            Self::Text(text) => return f.write_str(&text.replace('%', "%%")),
            Self::Argument(specifier) => specifier,
        };
        f.write_str("%")?;
        if let Some(index) = specifier.index {
            write!(f, "{}$", index + 1)?;
        }
        f.write_str(&specifier.flags)?;
        if let Some(width) = specifier.width {
            write!(f, "{width}")?;
        }
        if let Some(precision) = specifier.precision {
            write!(f, ".{precision}")?;
        }
        write!(f, "{}", specifier.conversion)
    }
}

fn format(
    interpreter: &mut Interpreter<'_>,
    call: &NativeCall<'_>,
    first: usize,
) -> Result<Flow, Trap> {
    let id = call.object(interpreter, first)?;
    let format = interpreter.text(id)?;
    let array = call.object(interpreter, first + 1)?;
    let Some(mut pieces) = pieces(&format) else {
        return Err(interpreter.exception("java/util/UnknownFormatConversionException", &format));
    };
    let mut text = String::new();
    let mut next = 0;
    let mut without_text = Vec::new();
    for piece in &mut pieces {
        let specifier = match piece {
            Piece::Text(literal) => {
                text.push_str(literal);
                continue;
            }
            Piece::Argument(specifier) => specifier,
        };
        let position = specifier.index.unwrap_or_else(|| {
            next += 1;
            next - 1
        });
        let Some(value) = interpreter.object(array)?.get(position) else {
            let what = format!("Format specifier '%{}'", specifier.conversion);
            return Err(interpreter.exception("java/util/MissingFormatArgumentException", &what));
        };
        let argument = argument(interpreter, value)?;
        if let (Argument::Object { is_integer }, 's' | 'S' | 'd') =
            (&argument, specifier.conversion)
            && (*is_integer && specifier.is_plain() || specifier.conversion != 'd')
        {
            // The text of an integer is its digits.
            specifier.conversion = if specifier.conversion == 'S' { 'S' } else { 's' };
            without_text.push(position);
            continue;
        }
        match written(specifier, &argument) {
            Some(written) => text.push_str(&written),
            None => return Err(mismatch(interpreter, specifier, &argument)),
        }
    }
    if without_text.is_empty() {
        return interpreter.new_string(&text).map(Flow::Return);
    }
    let length = interpreter.object(array)?.array_length().unwrap_or_default();
    let code = formatting_texts(interpreter.world, call.method.class, &without_text, length)?;
    let format: String = pieces.iter().map(ToString::to_string).collect();
    let format = interpreter.new_string(&format)?;
    Ok(Flow::Call(code, vec![format, Value::Ref(array)]))
}

fn mismatch(interpreter: &mut Interpreter<'_>, at: &Specifier, argument: &Argument) -> Trap {
    if matches!(at.conversion, 'g' | 'G' | 'a' | 'A' | 't' | 'T' | 'h' | 'H')
        || matches!(
            (at.conversion, argument),
            ('s' | 'S', Argument::Floating(_)) | ('d', Argument::Object { is_integer: true })
        )
    {
        return interpreter.unsupported(format!("the format %{}", at.conversion));
    }
    let what = format!("%{}", at.conversion);
    interpreter.exception("java/util/IllegalFormatConversionException", &what)
}

fn argument(interpreter: &Interpreter<'_>, value: Value) -> Result<Argument, Trap> {
    let id: ObjectId = match value {
        Value::Ref(id) => id,
        _ => return Ok(Argument::Null),
    };
    let class = interpreter.object(id)?.class;
    let name = interpreter.world.class(class).name.clone();
    let bits = match &*name {
        "java/lang/String" => return Ok(Argument::Text(interpreter.text(id)?)),
        "java/lang/Byte" => 8,
        "java/lang/Short" => 16,
        "java/lang/Integer" => 32,
        "java/lang/Long" => 64,
        "java/lang/Character" | "java/lang/Boolean" | "java/lang/Double" | "java/lang/Float" => 0,
        name => return Ok(Argument::Object { is_integer: name == "java/math/BigInteger" }),
    };
    Ok(match interpreter.field(id, "value")? {
        Value::Int(unit) if &*name == "java/lang/Character" => {
            Argument::Character(char::from_u32(unit.cast_unsigned()).unwrap_or('?'))
        }
        Value::Int(truth) if &*name == "java/lang/Boolean" => Argument::Boolean(truth != 0),
        Value::Int(number) => Argument::Integer(i64::from(number), bits),
        Value::Long(number) => Argument::Integer(number, bits),
        Value::Float(bits) => Argument::Floating(f64::from(f32::from_bits(bits))),
        Value::Double(bits) => Argument::Floating(f64::from_bits(bits)),
        _ => Argument::Null,
    })
}

fn pieces(format: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        let (specifier, after) = specifier(&rest[at + 1..])?;
        rest = after;
        match specifier.conversion {
            'n' => text.push('\n'),
            '%' => text.push('%'),
            _ => {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(Piece::Argument(specifier));
            }
        }
    }
    text.push_str(rest);
    pieces.push(Piece::Text(text));
    Some(pieces)
}

fn specifier(text: &str) -> Option<(Specifier, &str)> {
    let number = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        (text[..end].parse::<usize>().ok(), end)
    };
    let mut rest = text;
    let mut index = None;
    if let (Some(named), end) = number(rest)
        && rest[end..].starts_with('$')
    {
        index = Some(named.checked_sub(1)?);
        rest = &rest[end + 1..];
    }
    let end = rest.find(|c| !"-#+ 0,(".contains(c)).unwrap_or(rest.len());
    let flags = rest[..end].to_owned();
    rest = &rest[end..];
    let (width, end) = number(rest);
    rest = &rest[end..];
    let mut precision = None;
    if let Some(after) = rest.strip_prefix('.') {
        let (digits, end) = number(after);
        precision = Some(digits?);
        rest = &after[end..];
    }
    let conversion = rest.chars().next().filter(char::is_ascii)?;
    "bBhHsScCdoxXeEfgGaAtTn%"
        .contains(conversion)
        .then_some((Specifier { index, flags, width, precision, conversion }, &rest[1..]))
}

/// `None` if the conversion is not for such an argument.
fn written(specifier: &Specifier, argument: &Argument) -> Option<String> {
    let conversion = specifier.conversion.to_ascii_lowercase();
    let text = match (conversion, argument) {
        ('b', Argument::Null) => "false".into(),
        ('b', Argument::Boolean(truth)) => truth.to_string(),
        ('b', _) => "true".into(),
        (_, Argument::Null) => "null".into(),
        ('s', Argument::Text(text)) => text.clone(),
        ('s', Argument::Integer(number, _)) => number.to_string(),
        ('s' | 'c', Argument::Character(unit)) => unit.to_string(),
        ('s', Argument::Boolean(truth)) => truth.to_string(),
        ('c', Argument::Integer(number, _)) => {
            u32::try_from(*number).ok().and_then(char::from_u32)?.to_string()
        }
        ('d', Argument::Integer(number, _)) => {
            return Some(number_text(specifier, &number.unsigned_abs().to_string(), *number < 0));
        }
        ('x' | 'o', Argument::Integer(number, bits)) => {
            let mask = if *bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
            let digits = number.cast_unsigned() & mask;
            let text =
                if conversion == 'x' { format!("{digits:x}") } else { format!("{digits:o}") };
            let text = number_text(specifier, &text, false);
            return Some(if specifier.conversion == 'X' { text.to_uppercase() } else { text });
        }
        ('f', Argument::Floating(number)) => {
            let digits = fixed(number.abs(), specifier.precision.unwrap_or(6));
            return Some(number_text(specifier, &digits, number.is_sign_negative()));
        }
        ('e', Argument::Floating(number)) => {
            let digits = scientific(number.abs(), specifier.precision.unwrap_or(6));
            let text = number_text(specifier, &digits, number.is_sign_negative());
            return Some(if specifier.conversion == 'E' { text.to_uppercase() } else { text });
        }
        _ => return None,
    };
    let text: String = match specifier.precision {
        Some(most) => text.chars().take(most).collect(),
        None => text,
    };
    let text = if specifier.conversion.is_ascii_uppercase() { text.to_uppercase() } else { text };
    Some(padded(specifier, text))
}

/// Sign, groups of three, and leading zeros.
fn number_text(specifier: &Specifier, digits: &str, negative: bool) -> String {
    let has = |flag| specifier.flags.contains(flag);
    let mut body = if has(',') { grouped(digits) } else { digits.to_owned() };
    let (before, after) = match (negative, has('(')) {
        (true, true) => ("(", ")"),
        (true, false) => ("-", ""),
        (false, _) if has('+') => ("+", ""),
        (false, _) if has(' ') => (" ", ""),
        _ => ("", ""),
    };
    if has('0') {
        let taken = before.len() + after.len();
        while body.len() + taken < specifier.width.unwrap_or(0) {
            body.insert(0, '0');
        }
    }
    padded(specifier, format!("{before}{body}{after}"))
}

fn grouped(digits: &str) -> String {
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
}

fn fixed(number: f64, precision: usize) -> String {
    if !number.is_finite() {
        return if number.is_nan() { "NaN".into() } else { "Infinity".into() };
    }
    rounded(&number.to_string(), precision)
}

/// One digit, the digits after the point, and an exponent of at least two digits.
fn scientific(number: f64, precision: usize) -> String {
    if !number.is_finite() {
        return fixed(number, precision);
    }
    let shortest = format!("{number:e}");
    let (digits, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let mut exponent: i32 = exponent.parse().unwrap_or_default();
    let mut digits = rounded(digits, precision);
    if digits.starts_with("10") {
        digits = rounded("1", precision);
        exponent += 1;
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// Digits after the point, rounded half up from the shortest decimal that means the number.
fn rounded(shortest: &str, precision: usize) -> String {
    let (whole, fraction) = shortest.split_once('.').unwrap_or((shortest, ""));
    let round_up = fraction.as_bytes().get(precision).is_some_and(|digit| *digit >= b'5');
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes().take(precision)).collect();
    digits.resize(whole.len() + precision, b'0');
    if round_up {
        let mut at = digits.len();
        loop {
            if at == 0 {
                digits.insert(0, b'1');
                break;
            }
            at -= 1;
            if digits[at] == b'9' {
                digits[at] = b'0';
            } else {
                digits[at] += 1;
                break;
            }
        }
    }
    let mut text = String::from_utf8(digits).unwrap_or_default();
    if precision > 0 {
        text.insert(text.len() - precision, '.');
    }
    text
}

fn padded(specifier: &Specifier, text: String) -> String {
    let width = specifier.width.unwrap_or(0);
    if specifier.flags.contains('-') {
        format!("{text:<width$}")
    } else {
        format!("{text:>width$}")
    }
}
