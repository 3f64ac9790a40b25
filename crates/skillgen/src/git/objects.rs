//! One git process that returns the entries or bytes of many objects: `cat-file --batch`. A process for each file took
//! most of the time of a folder.

use std::io::{BufRead as _, BufReader, Error, Read, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};

use super::{ObjectKind, process};

/// The maximum length of an object's name and size.
const MAX_HEADER: u64 = 1 << 16;

/// A running git that serves objects.
#[derive(Debug)]
pub(super) struct ObjectReader {
    child: Child,
    questions: ChildStdin,
    limits: Sender<u64>,
    answers: Receiver<std::io::Result<Answer>>,
}

/// The requested part of each object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Entry,
    Bytes,
}

/// How an object is stored. Git reads it without unpacking the object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: String,
    /// `None` for a commit or a tag.
    pub(super) kind: Option<ObjectKind>,
    pub(super) size: u64,
    /// The object that this one is a delta of.
    pub(super) base: Option<String>,
}

impl Entry {
    /// Reads `ID TYPE SIZE BASE`; objects that are no delta have zeros as base.
    fn read(line: &str) -> Option<Entry> {
        let mut words = line.split(' ');
        let (id, kind, size, base) = (words.next()?, words.next()?, words.next()?, words.next()?);
        let is_id = |id: &str| !id.is_empty() && id.bytes().all(|b| b.is_ascii_hexdigit());
        if words.next().is_some() || !is_id(id) || !is_id(base) {
            return None;
        }
        let base = base.bytes().any(|b| b != b'0').then(|| base.to_owned());
        Some(Entry { id: id.to_owned(), kind: kind_named(kind), size: size.parse().ok()?, base })
    }
}

/// Git's response about an object.
#[derive(Debug)]
pub(super) enum Answer {
    /// A file with these bytes.
    Blob(Vec<u8>),
    /// A file with more bytes than allowed. They are not read, so the reader is of no more use.
    TooBig,
    /// How the object is stored.
    Entry(Entry),
    /// It is no file.
    NoBlob,
    /// There is none, or it is neither a file nor a folder.
    Nothing,
    /// A link on the way leads out of the tree, to nothing, or back to itself.
    BadLink,
}

impl ObjectReader {
    /// Starts git; `command` is that of an isolated repository.
    pub(super) fn start(mut command: Command, question: Question) -> std::io::Result<ObjectReader> {
        let option = match question {
            Question::Entry => {
                "--batch-check=%(objectname) %(objecttype) %(objectsize) %(deltabase)"
            }
            Question::Bytes => "--batch",
        };
        command.args(["cat-file", option, "--follow-symlinks"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        process::limit_work(&child);
        let (Some(questions), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            process::end(&mut child);
            return Err(Error::other("git has no pipes"));
        };
        let (limits, asked) = mpsc::channel();
        let (send, answers) = mpsc::channel();
        std::thread::Builder::new().spawn(move || {
            let mut stdout = BufReader::new(stdout);
            for limit in asked {
                let answer = answer(&mut stdout, question, limit);
                if send.send(answer).is_err() {
                    return;
                }
            }
        })?;
        Ok(ObjectReader { child, questions, limits, answers })
    }

    /// Asks for one object, by a name without a line break. After an error, or [`Answer::TooBig`], the reader is of no more use.
    pub(super) fn ask(&mut self, name: &str, limit: u64) -> std::io::Result<Answer> {
        self.questions.write_all(format!("{name}\n").as_bytes())?;
        self.questions.flush()?;
        self.limits.send(limit).map_err(Error::other)?;
        self.answers.recv_timeout(process::LONG_TIME).map_err(|e| {
            process::exhaust();
            Error::other(e)
        })?
    }
}

impl Drop for ObjectReader {
    fn drop(&mut self) {
        process::end(&mut self.child);
    }
}

/// What git says in place of an object if a link is to blame, with the length of a text that follows.
const BAD_LINKS: [&str; 3] = ["symlink ", "dangling ", "loop "];

/// `ID TYPE SIZE`, with the bytes and a line break if requested; or `NAME missing`; or `dangling SIZE` and the like, with a text
/// and a line break.
fn answer(
    stdout: &mut BufReader<ChildStdout>,
    question: Question,
    limit: u64,
) -> std::io::Result<Answer> {
    let mut header = Vec::new();
    stdout.by_ref().take(MAX_HEADER).read_until(b'\n', &mut header)?;
    let Some(header) = header.strip_suffix(b"\n") else {
        return Err(Error::other("git ended before its answer"));
    };
    let header = String::from_utf8_lossy(header);
    let of_link = BAD_LINKS.iter().find_map(|reason| header.strip_prefix(reason)?.parse().ok());
    let of_file = header.strip_prefix("notdir ").and_then(|size| size.parse::<u64>().ok());
    if let Some(size) = of_link.or(of_file) {
        let mut text = stdout.by_ref().take(size + 1);
        std::io::copy(&mut text, &mut std::io::sink())?;
        return Ok(if of_link.is_some() { Answer::BadLink } else { Answer::Nothing });
    }
    if question == Question::Entry {
        return Ok(Entry::read(&header).map_or(Answer::Nothing, Answer::Entry));
    }
    let mut words = header.rsplitn(3, ' ');
    let (Some(size), Some(kind), Some(_)) = (words.next(), words.next(), words.next()) else {
        return Ok(Answer::Nothing);
    };
    let Ok(size) = size.parse::<u64>() else { return Ok(Answer::Nothing) };
    let is_blob = kind_named(kind) == Some(ObjectKind::Blob);
    // A few kilobytes of a repository can stand for a blob of gigabytes, which takes seconds to unpack.
    if is_blob && size > limit {
        return Ok(Answer::TooBig);
    }
    let mut object = stdout.by_ref().take(size);
    let answer = if is_blob {
        let mut bytes = Vec::new();
        object.read_to_end(&mut bytes)?;
        Answer::Blob(bytes)
    } else {
        std::io::copy(&mut object, &mut std::io::sink())?;
        Answer::NoBlob
    };
    let is_whole = object.limit() == 0;
    let mut end = [0];
    stdout.read_exact(&mut end)?;
    if is_whole { Ok(answer) } else { Err(Error::other("git ended within its answer")) }
}

fn kind_named(name: &str) -> Option<ObjectKind> {
    match name {
        "blob" => Some(ObjectKind::Blob),
        "tree" => Some(ObjectKind::Tree),
        _ => None,
    }
}
