//! A calendar date, as `YYYY-MM-DD`.

use std::fmt;

/// A date; earlier ones are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Parses `YYYY-MM-DD`, if the date exists.
    #[must_use]
    pub fn parse(text: &str) -> Option<Date> {
        if !Date::is_written_as(text) {
            return None;
        }
        let mut parts = text.trim().split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let date =
            Date { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
        (1..=date.days()).contains(&date.day).then_some(date)
    }

    /// Whether a text has the form of a date, existing or not.
    #[must_use]
    pub fn is_written_as(text: &str) -> bool {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        parts.iter().map(|part| part.len()).eq([4, 2, 2]) && parts.iter().all(|part| digits(part))
    }

    /// The number of days in its month; `None` if there is no such month.
    fn days(self) -> u8 {
        let leap = self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400));
        match self.month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}
