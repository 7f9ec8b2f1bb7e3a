//! Points in time, in milliseconds since 1970, in the proleptic Gregorian
//! calendar and in UTC (which is the time zone functions are deployed in).

/// Year, month (1 to 12), day, hour, minute, second, millisecond.
pub(super) type Civil = (i64, u32, u32, u32, u32, u32, u32);

/// The calendar date and time of a moment.
pub(super) fn civil(milliseconds: f64) -> Option<Civil> {
    if !milliseconds.is_finite() || milliseconds.abs() > 8.64e15 {
        return None;
    }
    let total = milliseconds.floor() as i64;
    let (days, rest) = (total.div_euclid(86_400_000), total.rem_euclid(86_400_000));
    // Days to civil date, with eras of 400 years beginning in March.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_index + 2) / 5 + 1) as u32;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 } as u32;
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (seconds, millisecond) = (rest / 1000, (rest % 1000) as u32);
    let (hour, minute) = ((seconds / 3600) as u32, (seconds / 60 % 60) as u32);
    Some((year, month, day, hour, minute, (seconds % 60) as u32, millisecond))
}

/// The moment of a calendar date and time.
pub(super) fn moment((year, month, day, hour, minute, second, millisecond): Civil) -> f64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_index = i64::from(if month > 2 { month - 3 } else { month + 9 });
    let day_of_year = (153 * month_index + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    let seconds = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
    (days * 86_400_000 + seconds * 1000 + i64::from(millisecond)) as f64
}

/// The moment in JavaScript's ISO format.
pub(super) fn iso(milliseconds: f64) -> Option<String> {
    let (year, month, day, hour, minute, second, milli) = civil(milliseconds)?;
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z"))
}

/// Reads `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS(.mmm)(Z|±HH:MM)`.
pub(super) fn parse_iso(text: &str) -> Option<f64> {
    let (date, clock) = match text.split_once(['T', ' ']) {
        Some((date, clock)) => (date, Some(clock)),
        None => (text, None),
    };
    let mut parts = date.splitn(3, '-');
    let year: i64 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let month: u32 = parts.next().map_or(Some(1), |part| part.parse().ok())?;
    let day: u32 = parts.next().map_or(Some(1), |part| part.parse().ok())?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let Some(clock) = clock else { return Some(moment((year, month, day, 0, 0, 0, 0))) };
    let (clock, offset) = match clock.find(['Z', '+', '-']) {
        Some(place) => (&clock[..place], offset_minutes(&clock[place..])?),
        None => (clock, 0),
    };
    let mut parts = clock.split(':');
    let hour: u32 = parts.next()?.parse().ok()?;
    let minute: u32 = parts.next()?.parse().ok()?;
    let second: f64 = parts.next().map_or(Some(0.0), |part| part.parse().ok())?;
    if hour > 24 || minute > 59 || !(0.0..60.0).contains(&second) {
        return None;
    }
    let base = moment((year, month, day, hour, minute, 0, 0));
    Some(base + (second * 1000.0).floor() - f64::from(offset) * 60_000.0)
}

fn offset_minutes(text: &str) -> Option<i32> {
    if text == "Z" {
        return Some(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits: String = text[1..].chars().filter(char::is_ascii_digit).collect();
    if digits.len() != 4 {
        return None;
    }
    let (hours, minutes): (i32, i32) = (digits[..2].parse().ok()?, digits[2..].parse().ok()?);
    Some(sign * (hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_go_there_and_back() {
        for (text, milliseconds) in [
            ("1970-01-01T00:00:00.000Z", 0.0),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999.0),
            ("1969-12-31T23:59:59.000Z", -1000.0),
            ("2000-03-01T12:30:00.500Z", 951_913_800_500.0),
        ] {
            assert_eq!(iso(milliseconds).as_deref(), Some(text));
            assert_eq!(parse_iso(text), Some(milliseconds));
        }
        assert_eq!(parse_iso("2024-01-01"), Some(1_704_067_200_000.0));
        assert_eq!(parse_iso("2024-01-01T01:00:00+01:00"), Some(1_704_067_200_000.0));
        assert_eq!(parse_iso("yesterday"), None);
    }
}
