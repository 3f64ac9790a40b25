//! A zip archive written byte by byte, stored and not packed: libraries would refuse to write what an
//! attack needs.

/// An entry as it is written.
pub(crate) struct Raw {
    name: Vec<u8>,
    bytes: Vec<u8>,
    /// The mode in the list of entries.
    pub(crate) mode: u32,
    /// The unpacked size that is declared, where it is not the true one.
    pub(crate) declared: Option<u32>,
    /// The general flags.
    pub(crate) flags: u16,
    /// The name before the data, where it is not the one in the list.
    pub(crate) local: Option<Vec<u8>>,
}

impl Raw {
    /// A plain file.
    pub(crate) fn file(name: &[u8], bytes: &[u8]) -> Raw {
        let (name, bytes) = (name.to_vec(), bytes.to_vec());
        Raw { name, bytes, mode: 0o100_644, declared: None, flags: 0, local: None }
    }
}

/// The archive of these entries.
pub(crate) fn archive(entries: &[Raw]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut list = Vec::new();
    for entry in entries {
        let offset = out.len() as u32;
        let local = entry.local.as_ref().unwrap_or(&entry.name);
        out.extend(b"PK\x03\x04\x0a\x00");
        out.extend(common(entry));
        out.extend((local.len() as u16).to_le_bytes());
        out.extend([0, 0]);
        out.extend(local);
        out.extend(&entry.bytes);
        list.extend(b"PK\x01\x02\x0a\x03\x0a\x00");
        list.extend(common(entry));
        list.extend((entry.name.len() as u16).to_le_bytes());
        // Extra field, comment, disk, internal attributes.
        list.extend([0; 8]);
        list.extend((entry.mode << 16).to_le_bytes());
        list.extend(offset.to_le_bytes());
        list.extend(&entry.name);
    }
    let start = out.len() as u32;
    let count = (entries.len() as u16).to_le_bytes();
    out.extend(&list);
    out.extend(b"PK\x05\x06\x00\x00\x00\x00");
    out.extend(count);
    out.extend(count);
    out.extend((list.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

/// Flags, method, time, checksum and sizes: the same in both places.
fn common(entry: &Raw) -> Vec<u8> {
    let size = entry.bytes.len() as u32;
    let mut out = Vec::new();
    out.extend(entry.flags.to_le_bytes());
    out.extend([0; 6]);
    out.extend(checksum(&entry.bytes).to_le_bytes());
    out.extend(size.to_le_bytes());
    out.extend(entry.declared.unwrap_or(size).to_le_bytes());
    out
}

/// CRC-32.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}
