//! What is lent to whom.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::contracts::item::Item;
use crate::contracts::member::Member;
use crate::contracts::reply::{
    Granted, GrantedKind, Loan, Refused, RefusedKind, RefusedReason, Reply,
};
use crate::contracts::request::{Borrow, Request};

#[derive(Default)]
pub struct Desk {
    items: BTreeMap<String, Item>,
    members: BTreeMap<String, Member>,
    loans: Vec<Loan>,
}

impl Desk {
    pub fn add_item(&mut self, item: Item) {
        self.items.insert(item.id.clone(), item);
    }

    pub fn add_member(&mut self, member: Member) {
        self.members.insert(member.id.clone(), member);
    }

    pub fn answer(&mut self, request: Request, now: DateTime<Utc>) -> Reply {
        let answer = match request {
            Request::Borrow(borrow) => self.lend(&borrow, now),
            Request::Return(back) => self.take_back(&back.loan, now),
        };
        match answer {
            Ok(loan) => Reply::Granted(Granted {
                kind: GrantedKind::Granted,
                loan,
            }),
            Err(reason) => Reply::Refused(Refused {
                kind: RefusedKind::Refused,
                reason,
                detail: None,
            }),
        }
    }

    fn lend(&mut self, borrow: &Borrow, now: DateTime<Utc>) -> Result<Loan, RefusedReason> {
        let member = self
            .members
            .get(&borrow.member)
            .ok_or(RefusedReason::UnknownMember)?;
        let item = self
            .items
            .get(&borrow.item)
            .ok_or(RefusedReason::UnknownItem)?;
        if self
            .loans
            .iter()
            .any(|loan| loan.item == item.id && loan.returned.is_none())
        {
            return Err(RefusedReason::Lent);
        }
        // `item.days` is there: the parser adds the schema's default.
        let days = borrow.days.unwrap_or(item.days).min(item.days);
        let loan = Loan {
            id: format!("l-{}", self.loans.len() + 1),
            member: member.id.clone(),
            item: item.id.clone(),
            from: now,
            due: now + TimeDelta::days(days.try_into().unwrap_or(1)),
            returned: None,
        };
        self.loans.push(loan.clone());
        Ok(loan)
    }

    fn take_back(&mut self, id: &str, now: DateTime<Utc>) -> Result<Loan, RefusedReason> {
        let open = |loan: &&mut Loan| loan.id == id && loan.returned.is_none();
        let loan = self
            .loans
            .iter_mut()
            .find(open)
            .ok_or(RefusedReason::UnknownLoan)?;
        loan.returned = Some(now);
        Ok(loan.clone())
    }
}
