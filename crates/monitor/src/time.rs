//! Points in time and stretches of it, in nanoseconds.

use std::{
    fmt,
    ops::{Add, Sub},
    time::Duration,
};

use jiff::Timestamp;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};

/// A point in time: nanoseconds since 1970, as the clock of an event's source
/// showed it.
///
/// In JSON a number counts milliseconds (fractions are allowed) and a text is a
/// timestamp of RFC 3339.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(i64);

const NANOS_PER_MILLISECOND: i64 = 1_000_000;
const TOO_FAR: &str = "the time is further away than 292 years from 1970";

impl Time {
    /// Before every event.
    pub const BEGINNING: Time = Time(i64::MIN);
    /// After every event.
    pub const END: Time = Time(i64::MAX);

    /// A point in time from milliseconds since 1970.
    pub const fn from_millis(millis: i64) -> Time {
        Time(millis.saturating_mul(NANOS_PER_MILLISECOND))
    }

    /// A point in time from nanoseconds since 1970.
    pub const fn from_nanos(nanos: i64) -> Time {
        Time(nanos)
    }

    /// Nanoseconds since 1970.
    pub const fn nanos(self) -> i64 {
        self.0
    }

    /// Milliseconds since 1970, rounded down.
    pub const fn millis(self) -> i64 {
        self.0.div_euclid(NANOS_PER_MILLISECOND)
    }

    /// How much later this is than `earlier`; nothing if it is not later.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0).max(0).unsigned_abs())
    }

    fn from_whole(millis: i64) -> Result<Time, &'static str> {
        millis.checked_mul(NANOS_PER_MILLISECOND).map(Time).ok_or(TOO_FAR)
    }

    fn from_fraction(millis: f64) -> Result<Time, &'static str> {
        let nanos = millis * NANOS_PER_MILLISECOND as f64;
        if nanos.is_finite() && nanos.abs() < i64::MAX as f64 {
            Ok(Time(nanos.round() as i64))
        } else {
            Err(TOO_FAR)
        }
    }

    fn from_text(text: &str) -> Result<Time, &'static str> {
        let time: Timestamp =
            text.parse().map_err(|_| "the time is not a timestamp of RFC 3339")?;
        i64::try_from(time.as_nanosecond()).map(Time).map_err(|_| TOO_FAR)
    }
}

impl Add<Duration> for Time {
    type Output = Time;

    fn add(self, span: Duration) -> Time {
        Time(self.0.saturating_add(nanos(span)))
    }
}

impl Sub<Duration> for Time {
    type Output = Time;

    fn sub(self, span: Duration) -> Time {
        Time(self.0.saturating_sub(nanos(span)))
    }
}

/// A duration in nanoseconds, at most what fits.
pub(crate) fn nanos(span: Duration) -> i64 {
    i64::try_from(span.as_nanos()).unwrap_or(i64::MAX)
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_nanosecond(i128::from(self.0)) {
            Ok(time) => write!(f, "{time}"),
            Err(_) => write!(f, "{} ms", self.millis()),
        }
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % NANOS_PER_MILLISECOND == 0 {
            serializer.serialize_i64(self.millis())
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

/// Reads a time as it stands in an event.
struct Written;

const NO_TIME: &str = "the time is neither a number of milliseconds nor a timestamp";

impl<'de> Visitor<'de> for Written {
    type Value = Time;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of milliseconds or a timestamp")
    }

    fn visit_i64<E: Error>(self, millis: i64) -> Result<Time, E> {
        Time::from_whole(millis).map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, millis: u64) -> Result<Time, E> {
        let whole = i64::try_from(millis).map_err(|_| TOO_FAR);
        whole.and_then(Time::from_whole).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, millis: f64) -> Result<Time, E> {
        Time::from_fraction(millis).map_err(E::custom)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Time, E> {
        Time::from_text(text).map_err(E::custom)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Time, E> {
        Err(E::custom(NO_TIME))
    }

    fn visit_unit<E: Error>(self) -> Result<Time, E> {
        Err(E::custom(NO_TIME))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Time, A::Error> {
        Err(A::Error::custom(NO_TIME))
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Time, A::Error> {
        Err(A::Error::custom(NO_TIME))
    }
}
