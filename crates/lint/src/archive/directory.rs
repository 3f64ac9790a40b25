//! The central directory of a zip archive, parsed without trust: each number is compared with the length
//! of the file before it is used.

/// An entry of the archive's directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name as stored, undecoded.
    pub name: Vec<u8>,
    /// The name before the entry's data, if it can be read.
    pub local_name: Option<Vec<u8>>,
    /// The packed size in bytes.
    pub packed: u64,
    /// The declared unpacked size in bytes.
    pub unpacked: u64,
    /// The file mode, if the archive was created on Unix.
    pub mode: Option<u32>,
    /// Whether it needs a password.
    pub encrypted: bool,
    /// The declared offset of its data.
    pub offset: u64,
}

/// The bytes are not a zip archive, or its directory is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a zip archive: {0}")]
pub struct NotAnArchive(pub &'static str);

const END: &[u8] = b"PK\x05\x06";
const END64_LOCATOR: &[u8] = b"PK\x06\x07";
const END64: &[u8] = b"PK\x06\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
/// The length of the end record without its comment.
const END_LENGTH: usize = 22;

/// The entries in the order of the directory; at most `most` + 1 of them.
///
/// # Errors
/// There is no end record, or the directory is outside of the file or damaged.
pub fn list(bytes: &[u8], most: usize) -> Result<Vec<Listed>, NotAnArchive> {
    let end = find_end(bytes).ok_or(NotAnArchive("it has no list of entries"))?;
    let (mut at, count) = directory_place(bytes, end)?;
    let mut entries = Vec::new();
    while entries.len() as u64 != count && entries.len() <= most {
        if bytes.get(at..at + 4) != Some(ENTRY) {
            return Err(NotAnArchive("its list of entries is broken"));
        }
        let (entry, next) =
            entry(bytes, at).ok_or(NotAnArchive("its list of entries is cut off"))?;
        entries.push(entry);
        at = next;
    }
    Ok(entries)
}

fn find_end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_LENGTH)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|at| bytes[*at..].starts_with(END))
}

/// The start of the directory and its declared number of entries.
fn directory_place(bytes: &[u8], end: usize) -> Result<(usize, u64), NotAnArchive> {
    let broken = NotAnArchive("its end record is broken");
    let mut count = u64::from(u16_at(bytes, end + 10).ok_or(broken.clone())?);
    let mut size = u64::from(u32_at(bytes, end + 12).ok_or(broken.clone())?);
    let mut offset = u64::from(u32_at(bytes, end + 16).ok_or(broken.clone())?);
    let large = count == u64::from(u16::MAX) || offset == u64::from(u32::MAX);
    if large
        && let Some(locator) = end.checked_sub(20)
        && bytes[locator..].starts_with(END64_LOCATOR)
    {
        let place = u64_at(bytes, locator + 8).and_then(|place| usize::try_from(place).ok());
        let place = place.ok_or(broken.clone())?;
        if bytes.get(place..).is_none_or(|rest| !rest.starts_with(END64)) {
            return Err(broken);
        }
        count = u64_at(bytes, place + 32).ok_or(broken.clone())?;
        size = u64_at(bytes, place + 40).ok_or(broken.clone())?;
        offset = u64_at(bytes, place + 48).ok_or(broken.clone())?;
    }
    let start = usize::try_from(offset).ok().filter(|start| *start <= end).ok_or(broken.clone())?;
    // Bytes before the archive shift all offsets; the directory ends where the end record begins.
    if count > 0 && bytes.get(start..start + 4) != Some(ENTRY) {
        let size = usize::try_from(size).map_err(|_| broken.clone())?;
        let shifted = end.checked_sub(size).ok_or(broken)?;
        return Ok((shifted, count));
    }
    Ok((start, count))
}

fn entry(bytes: &[u8], at: usize) -> Option<(Listed, usize)> {
    let made_by = u16_at(bytes, at + 4)?;
    let flags = u16_at(bytes, at + 8)?;
    let mut packed = u64::from(u32_at(bytes, at + 20)?);
    let mut unpacked = u64::from(u32_at(bytes, at + 24)?);
    let name_length = usize::from(u16_at(bytes, at + 28)?);
    let extra_length = usize::from(u16_at(bytes, at + 30)?);
    let comment_length = usize::from(u16_at(bytes, at + 32)?);
    let attributes = u32_at(bytes, at + 38)?;
    let mut offset = u64::from(u32_at(bytes, at + 42)?);
    let name_at = at + 46;
    let extra_at = name_at + name_length;
    let next = extra_at + extra_length + comment_length;
    let name = bytes.get(name_at..extra_at)?.to_vec();
    let extra = bytes.get(extra_at..extra_at + extra_length)?;
    bytes.get(..next)?;
    widen(extra, [&mut unpacked, &mut packed, &mut offset]);
    let unix = made_by >> 8 == 3;
    let mode = (unix && attributes >> 16 != 0).then_some(attributes >> 16);
    let local_name = local_name(bytes, offset);
    let encrypted = flags & 1 == 1;
    Some((Listed { name, local_name, packed, unpacked, mode, encrypted, offset }, next))
}

/// The 64-bit numbers of the extra field, for values that did not fit.
fn widen(extra: &[u8], numbers: [&mut u64; 3]) {
    let mut at = 0;
    while let (Some(id), Some(length)) = (u16_at(extra, at), u16_at(extra, at + 2)) {
        let mut inside = at + 4;
        let end = inside + usize::from(length);
        if id == 1 {
            for number in numbers {
                if *number == u64::from(u32::MAX) && inside + 8 <= end {
                    *number = u64_at(extra, inside).unwrap_or(*number);
                    inside += 8;
                }
            }
            return;
        }
        at = end;
    }
}

fn local_name(bytes: &[u8], offset: u64) -> Option<Vec<u8>> {
    let at = usize::try_from(offset).ok()?;
    if bytes.get(at..at.checked_add(4)?)? != LOCAL {
        return None;
    }
    let length = usize::from(u16_at(bytes, at + 26)?);
    bytes.get(at + 30..at + 30 + length).map(<[u8]>::to_vec)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes([two[0], two[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from(u16_at(bytes, at)?) | u32::from(u16_at(bytes, at + 2)?) << 16)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from(u32_at(bytes, at)?) | u64::from(u32_at(bytes, at + 4)?) << 32)
}
