//! The rematch of a finished game: an offer, its answer, and the game that is created for it.

use ggn_core::Side;

use crate::terms::NextGame;

/// State of the rematch of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rematch {
    /// No offer was made.
    #[default]
    Open,
    /// The offer of a side stands.
    Offered(Side),
    /// The offer of a side was declined. That side cannot offer again; the other can.
    Declined(Side),
    /// Both sides agree, and the new game exists.
    Agreed(NextGame),
}

/// Statement of a side about a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RematchIntent {
    /// An offer; while the other side's offer stands, it accepts that.
    Offer,
    /// An answer to the other side's offer.
    Respond {
        /// True to accept.
        accept: bool,
    },
}

impl Rematch {
    /// Returns whether an intent of a side would accept the offer that stands.
    pub(crate) fn would_accept(&self, by: Side, intent: RematchIntent) -> bool {
        let accepts = matches!(intent, RematchIntent::Offer | RematchIntent::Respond { accept: true });
        accepts && *self == Rematch::Offered(by.opponent())
    }

    /// Applies an intent of a side. An offer is accepted only with the game that was created for it: without one, an acceptance has no effect.
    pub(crate) fn apply(&mut self, by: Side, intent: RematchIntent, next: Option<NextGame>) {
        match (&self, intent, next) {
            (Rematch::Offered(_), _, Some(next)) if self.would_accept(by, intent) => {
                *self = Rematch::Agreed(next);
            }
            (Rematch::Offered(offerer), RematchIntent::Respond { accept: false }, _) if *offerer != by => {
                *self = Rematch::Declined(*offerer);
            }
            (Rematch::Open, RematchIntent::Offer, _) => *self = Rematch::Offered(by),
            (Rematch::Declined(declined), RematchIntent::Offer, _) if *declined != by => {
                *self = Rematch::Offered(by);
            }
            (Rematch::Open | Rematch::Offered(_) | Rematch::Declined(_) | Rematch::Agreed(_), ..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::SeatTokens;

    const WHITE: Side = Side::First;
    const BLACK: Side = Side::Second;
    const ACCEPT: RematchIntent = RematchIntent::Respond { accept: true };
    const DECLINE: RematchIntent = RematchIntent::Respond { accept: false };

    fn next(id: &str) -> Option<NextGame> {
        let token = |letter: &str| letter.repeat(24).parse().unwrap();
        Some(NextGame {
            id: id.parse().unwrap(),
            watch_id: None,
            tokens: SeatTokens { w: token("w"), b: token("b") },
        })
    }

    fn after(intents: &[(Side, RematchIntent)]) -> Rematch {
        let mut rematch = Rematch::default();
        for (number, (by, intent)) in intents.iter().enumerate() {
            let created = rematch.would_accept(*by, *intent).then(|| next(&format!("game000{number}")));
            rematch.apply(*by, *intent, created.flatten());
        }
        rematch
    }

    #[test]
    fn an_answer_or_an_offer_of_the_other_side_accepts() {
        let agreed = |number| Rematch::Agreed(next(&format!("game000{number}")).unwrap());
        assert_eq!(after(&[(WHITE, RematchIntent::Offer), (BLACK, ACCEPT)]), agreed(1));
        assert_eq!(after(&[(BLACK, RematchIntent::Offer), (WHITE, RematchIntent::Offer)]), agreed(1));
        let later =
            [(WHITE, RematchIntent::Offer), (BLACK, ACCEPT), (WHITE, RematchIntent::Offer), (WHITE, DECLINE)];
        assert_eq!(after(&later), agreed(1), "the agreement stands");
    }

    #[test]
    fn nobody_answers_their_own_offer_or_none() {
        assert_eq!(after(&[(WHITE, RematchIntent::Offer), (WHITE, ACCEPT)]), Rematch::Offered(WHITE));
        assert_eq!(after(&[(WHITE, RematchIntent::Offer), (WHITE, DECLINE)]), Rematch::Offered(WHITE));
        assert_eq!(after(&[(WHITE, ACCEPT)]), Rematch::Open);
        assert_eq!(after(&[(WHITE, DECLINE)]), Rematch::Open);
    }

    #[test]
    fn after_a_decline_only_the_other_side_can_offer() {
        let declined = [(WHITE, RematchIntent::Offer), (BLACK, DECLINE), (WHITE, RematchIntent::Offer)];
        assert_eq!(after(&declined), Rematch::Declined(WHITE));
        let turned = [declined.as_slice(), &[(BLACK, RematchIntent::Offer)]].concat();
        assert_eq!(after(&turned), Rematch::Offered(BLACK));
    }

    #[test]
    fn an_acceptance_needs_the_created_game() {
        let mut rematch = Rematch::Offered(WHITE);
        rematch.apply(BLACK, ACCEPT, None);
        assert_eq!(rematch, Rematch::Offered(WHITE));
        rematch.apply(WHITE, RematchIntent::Offer, next("game0001"));
        assert_eq!(rematch, Rematch::Offered(WHITE), "a game nobody agreed on");
    }
}
