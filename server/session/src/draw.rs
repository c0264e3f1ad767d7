//! Draw offers. An offer stands until it is answered, or until its recipient moves.

use ggn_core::{BySide, Side};

/// State of the draw offers of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawOffers {
    standing: Option<Side>,
    /// Sides whose offer was declined and that have not moved since: their offers are ignored.
    declined: BySide<bool>,
}

/// Result of an offer or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawResult {
    /// Both sides agree.
    Agreed,
    /// The game continues.
    Continues,
}

impl DrawOffers {
    /// Returns the side whose offer stands.
    pub(crate) fn standing(&self) -> Option<Side> {
        self.standing
    }

    /// Offers a draw. If the other side's offer stands, this accepts it.
    // Requirement blind-24.
    pub(crate) fn offer(&mut self, by: Side) -> DrawResult {
        match self.standing {
            Some(offerer) if offerer != by => return self.agree(),
            Some(_) => {}
            None if self.declined[by] => {}
            None => self.standing = Some(by),
        }
        DrawResult::Continues
    }

    /// Answers the other side's offer. Without one this has no effect.
    // Requirement blind-24.
    pub(crate) fn respond(&mut self, by: Side, accept: bool) -> DrawResult {
        match (self.standing, accept) {
            (Some(offerer), true) if offerer != by => return self.agree(),
            (Some(offerer), false) if offerer != by => self.decline(offerer),
            (Some(_) | None, _) => {}
        }
        DrawResult::Continues
    }

    /// Records a move: it declines the other side's offer and lets the side offer again.
    pub(crate) fn record_move(&mut self, by: Side) {
        if self.standing == Some(by.opponent()) {
            self.decline(by.opponent());
        }
        self.declined[by] = false;
    }

    /// Clears the offer at the end of the game.
    pub(crate) fn close(&mut self) {
        self.standing = None;
    }

    fn agree(&mut self) -> DrawResult {
        self.standing = None;
        DrawResult::Agreed
    }

    fn decline(&mut self, offerer: Side) {
        self.standing = None;
        self.declined[offerer] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Side = Side::First;
    const BLACK: Side = Side::Second;

    // Requirement blind-24.
    #[test]
    fn an_offer_stands_until_it_is_accepted() {
        let mut offers = DrawOffers::default();
        assert_eq!(offers.offer(WHITE), DrawResult::Continues);
        assert_eq!(offers.respond(WHITE, true), DrawResult::Continues, "nobody accepts their own offer");
        assert_eq!(offers.offer(WHITE), DrawResult::Continues);
        assert_eq!(offers.standing(), Some(WHITE));
        assert_eq!(offers.respond(BLACK, true), DrawResult::Agreed);
        assert_eq!(offers.standing(), None);
    }

    #[test]
    fn an_offer_in_reply_to_an_offer_accepts_it() {
        let mut offers = DrawOffers::default();
        offers.offer(BLACK);
        assert_eq!(offers.offer(WHITE), DrawResult::Agreed);
    }

    #[test]
    fn a_declined_side_cannot_offer_before_its_next_move() {
        let mut offers = DrawOffers::default();
        offers.offer(WHITE);
        assert_eq!(offers.respond(BLACK, false), DrawResult::Continues);
        offers.offer(WHITE);
        assert_eq!(offers.standing(), None);
        offers.record_move(BLACK);
        offers.offer(WHITE);
        assert_eq!(offers.standing(), None, "the move of the other side changes nothing");
        offers.record_move(WHITE);
        offers.offer(WHITE);
        assert_eq!(offers.standing(), Some(WHITE));
    }

    #[test]
    fn moving_declines_the_offer_of_the_other_side_and_keeps_ones_own() {
        let mut offers = DrawOffers::default();
        offers.offer(WHITE);
        offers.record_move(WHITE);
        assert_eq!(offers.standing(), Some(WHITE));
        offers.record_move(BLACK);
        assert_eq!(offers.standing(), None);
        offers.offer(WHITE);
        assert_eq!(offers.standing(), None);
    }

    #[test]
    fn an_answer_without_an_offer_has_no_effect() {
        let mut offers = DrawOffers::default();
        assert_eq!(offers.respond(BLACK, true), DrawResult::Continues);
        assert_eq!(offers.respond(WHITE, false), DrawResult::Continues);
        assert_eq!(offers, DrawOffers::default());
    }
}
