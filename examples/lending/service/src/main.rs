//! Answers each line of standard input, a request, with a line of standard output, a reply.

mod contracts {
    pub mod item;
    pub mod loan;
    pub mod member;
    pub mod reply;
    pub mod request;
    mod skillgen_runtime;
}
mod desk;

use std::io::BufRead as _;
use std::path::Path;

use contracts::reply::{Refused, RefusedKind, RefusedReason, Reply};
use contracts::{item, member, request};
use desk::Desk;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "data".to_owned());
    let folder = Path::new(&folder);
    let mut desk = Desk::default();
    for line in std::fs::read_to_string(folder.join("items.jsonl"))?.lines() {
        desk.add_item(item::parse(line)?);
    }
    for line in std::fs::read_to_string(folder.join("members.jsonl"))?.lines() {
        desk.add_member(member::parse(line)?);
    }
    for line in std::io::stdin().lock().lines() {
        let reply = match request::parse(&line?) {
            Ok(request) => desk.answer(request, std::time::SystemTime::now().into()),
            Err(error) => Reply::Refused(Refused {
                kind: RefusedKind::Refused,
                reason: RefusedReason::BadRequest,
                detail: Some(error.to_string()),
            }),
        };
        println!("{}", serde_json::to_string(&reply)?);
    }
    Ok(())
}
