//! The book of a game: what each side had, spent, got back and was given. What a side has now is not kept beside it but follows from it.

use ggn_core::{BySide, Side};

use super::points::{Points, TooFew};

/// What is booked for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// With how many points it began.
    pub initial: Points,
    /// What it has bid and paid.
    pub spent: Points,
    /// What its turns have brought back.
    pub regenerated: Points,
    /// What the other side has paid to it.
    pub received: Points,
}

impl Account {
    /// What it has.
    #[must_use]
    pub fn pool(&self) -> Points {
        let had = self.initial.plus(self.regenerated).plus(self.received);
        // Nothing is booked as spent that was not there.
        had.minus(self.spent).unwrap_or_default()
    }
}

/// The accounts of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledger {
    accounts: BySide<Account>,
}

impl Ledger {
    /// Both sides begin with the same.
    #[must_use]
    pub fn new(initial: Points) -> Ledger {
        Ledger { accounts: BySide::from_fn(|_| Account { initial, ..Account::default() }) }
    }

    /// What is booked for a side.
    #[must_use]
    pub fn account(&self, side: Side) -> &Account {
        &self.accounts[side]
    }

    /// What a side has.
    #[must_use]
    pub fn pool(&self, side: Side) -> Points {
        self.account(side).pool()
    }

    /// A side spends.
    ///
    /// # Errors
    /// If it has not so much; nothing is booked then.
    pub fn spend(&mut self, side: Side, points: Points) -> Result<(), TooFew> {
        self.pool(side).minus(points)?;
        let account = &mut self.accounts[side];
        account.spent = account.spent.plus(points);
        Ok(())
    }

    /// A side pays, and a part of what it pays goes to the other side.
    ///
    /// # Errors
    /// If it has not so much; nothing is booked then, for neither side.
    pub fn pay(&mut self, side: Side, points: Points, share: Points) -> Result<(), TooFew> {
        self.spend(side, points)?;
        let account = &mut self.accounts[side.opponent()];
        account.received = account.received.plus(share.min(points));
        Ok(())
    }

    /// A turn has brought something back.
    pub fn regenerate(&mut self, side: Side, points: Points) {
        let account = &mut self.accounts[side];
        account.regenerated = account.regenerated.plus(points);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Copy, Debug)]
    enum Entry {
        Spend(u32),
        Pay(u32, u32),
        Regenerate(u32),
    }

    fn entry() -> impl Strategy<Value = (bool, Entry)> {
        let entry = prop_oneof![
            (0..60_u32).prop_map(Entry::Spend),
            (0..20_u32, 0..30_u32).prop_map(|(points, share)| Entry::Pay(points, share)),
            (0..15_u32).prop_map(Entry::Regenerate),
        ];
        (any::<bool>(), entry)
    }

    proptest! {
        #[test]
        fn a_pool_is_what_is_booked_and_never_negative(
            initial in 0..60_u32,
            entries in prop::collection::vec(entry(), 0..60),
        ) {
            let mut ledger = Ledger::new(Points(initial));
            // The same sums beside it, by plain numbers that could be negative.
            let mut pools = [i64::from(initial); 2];
            for (is_first, entry) in entries {
                let (side, own, other) = if is_first { (Side::First, 0, 1) } else { (Side::Second, 1, 0) };
                let before = ledger;
                let (spent, result) = match entry {
                    Entry::Spend(points) => (points, ledger.spend(side, Points(points))),
                    Entry::Pay(points, share) => (points, ledger.pay(side, Points(points), Points(share))),
                    Entry::Regenerate(points) => {
                        ledger.regenerate(side, Points(points));
                        pools[own] += i64::from(points);
                        (0, Ok(()))
                    }
                };
                if i64::from(spent) > pools[own] {
                    prop_assert!(result.is_err());
                    prop_assert_eq!(ledger, before);
                } else {
                    prop_assert_eq!(result, Ok(()));
                    pools[own] -= i64::from(spent);
                    if let Entry::Pay(points, share) = entry {
                        pools[other] += i64::from(share.min(points));
                    }
                }
                for (side, pool) in Side::BOTH.into_iter().zip(pools) {
                    let account = ledger.account(side);
                    let booked = [account.initial, account.regenerated, account.received];
                    let had: i64 = booked.iter().map(|points| i64::from(points.0)).sum();
                    prop_assert!(pool >= 0);
                    prop_assert_eq!(i64::from(ledger.pool(side).0), pool);
                    prop_assert_eq!(had - i64::from(account.spent.0), pool);
                }
            }
        }
    }
}
