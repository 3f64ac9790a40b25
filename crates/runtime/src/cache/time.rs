//! Converts between RFC 3339 times and seconds since 1970.

/// A time in UTC as text.
#[must_use]
pub fn rfc3339(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // In years that begin in March, the leap day is last.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (h, m, s) = (second / 3600, second % 3600 / 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}Z")
}

/// Reads a time; fractions of seconds are dropped.
#[must_use]
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let mark = |at: usize, marks: &str| text.get(at..=at).is_some_and(|c| marks.contains(c));
    let marks = mark(4, "-") && mark(7, "-") && mark(10, "Tt ") && mark(13, ":") && mark(16, ":");
    if !marks {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if hour > 23 || minute > 59 || second > 60 || !(1..=12).contains(&month) {
        return None;
    }
    let mut zone = text.get(19..)?;
    if let Some(fraction) = zone.strip_prefix('.') {
        zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    let offset = match zone.as_bytes() {
        [b'Z' | b'z'] => 0,
        [sign @ (b'+' | b'-'), _, _, b':', _, _] => {
            let part = |from: usize| zone.get(from..from + 2).and_then(|t| t.parse::<i64>().ok());
            let offset = part(1)? * 3600 + part(4)? * 60;
            if *sign == b'+' { offset } else { -offset }
        }
        _ => return None,
    };
    let shifted_year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (shifted_year.div_euclid(400), shifted_year.rem_euclid(400));
    let shifted_month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    let midnight = days * 86_400;
    // A day that the month does not have becomes another date.
    if rfc3339(midnight).get(..10) != text.get(..10) {
        return None;
    }
    Some(midnight + hour * 3600 + minute * 60 + second - offset)
}
