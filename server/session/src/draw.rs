//! Draw offers: one stands until it is answered, or until the player to whom it was made moves.

use ggn_core::{BySide, Side};

/// The state of the talk about a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DrawTalk {
    standing: Option<Side>,
    /// Who was declined and has not moved since: their offers are not heard.
    declined: BySide<bool>,
}

/// What came of saying something about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Talk {
    /// Both agree.
    Agreed,
    /// The game goes on.
    GoesOn,
}

impl DrawTalk {
    /// Whose offer stands.
    pub(crate) fn standing(&self) -> Option<Side> {
        self.standing
    }

    /// A side offers a draw. Into a standing offer of the other side, that is accepting it.
    pub(crate) fn offer(&mut self, by: Side) -> Talk {
        match self.standing {
            Some(offerer) if offerer != by => return self.settle(),
            Some(_) => {}
            None if self.declined[by] => {}
            None => self.standing = Some(by),
        }
        Talk::GoesOn
    }

    /// A side answers the other's offer. Without one there is nothing to answer.
    pub(crate) fn respond(&mut self, by: Side, accept: bool) -> Talk {
        match (self.standing, accept) {
            (Some(offerer), true) if offerer != by => return self.settle(),
            (Some(offerer), false) if offerer != by => self.decline(offerer),
            (Some(_) | None, _) => {}
        }
        Talk::GoesOn
    }

    /// A side moved: it declines an offer made to it, and may offer again.
    pub(crate) fn moved(&mut self, by: Side) {
        if self.standing == Some(by.opponent()) {
            self.decline(by.opponent());
        }
        self.declined[by] = false;
    }

    /// The game is over.
    pub(crate) fn close(&mut self) {
        self.standing = None;
    }

    fn settle(&mut self) -> Talk {
        self.standing = None;
        Talk::Agreed
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

    #[test]
    fn an_offer_stands_until_it_is_accepted() {
        let mut talk = DrawTalk::default();
        assert_eq!(talk.offer(WHITE), Talk::GoesOn);
        assert_eq!(talk.respond(WHITE, true), Talk::GoesOn, "nobody accepts their own offer");
        assert_eq!(talk.offer(WHITE), Talk::GoesOn);
        assert_eq!(talk.standing(), Some(WHITE));
        assert_eq!(talk.respond(BLACK, true), Talk::Agreed);
        assert_eq!(talk.standing(), None);
    }

    #[test]
    fn offering_into_an_offer_accepts_it() {
        let mut talk = DrawTalk::default();
        talk.offer(BLACK);
        assert_eq!(talk.offer(WHITE), Talk::Agreed);
    }

    #[test]
    fn a_declined_side_is_not_heard_before_its_next_move() {
        let mut talk = DrawTalk::default();
        talk.offer(WHITE);
        assert_eq!(talk.respond(BLACK, false), Talk::GoesOn);
        talk.offer(WHITE);
        assert_eq!(talk.standing(), None);
        talk.moved(BLACK);
        talk.offer(WHITE);
        assert_eq!(talk.standing(), None, "the move of the other side changes nothing");
        talk.moved(WHITE);
        talk.offer(WHITE);
        assert_eq!(talk.standing(), Some(WHITE));
    }

    #[test]
    fn moving_declines_the_offer_of_the_other_side_and_keeps_ones_own() {
        let mut talk = DrawTalk::default();
        talk.offer(WHITE);
        talk.moved(WHITE);
        assert_eq!(talk.standing(), Some(WHITE));
        talk.moved(BLACK);
        assert_eq!(talk.standing(), None);
        talk.offer(WHITE);
        assert_eq!(talk.standing(), None);
    }

    #[test]
    fn an_answer_without_an_offer_is_nothing() {
        let mut talk = DrawTalk::default();
        assert_eq!(talk.respond(BLACK, true), Talk::GoesOn);
        assert_eq!(talk.respond(WHITE, false), Talk::GoesOn);
        assert_eq!(talk, DrawTalk::default());
    }
}
