//! The terms of a game for the machine: what the session says of hearing, in the words of the bot. Boards pass through unread.

use bot::{Action, Answer, Game, Heard, Referee, Side, SightOptions, Word};
use session::domain::Announcement;
use session::{Hearing, Tried, TryHeard};

/// The terms by which the machine hears of a game. They hold no game: it shows them the boards that it imagines.
#[derive(Debug)]
pub struct Terms(pub Hearing);

impl Referee for Terms {
    fn of_last_move(&self, game: &Game, to: Side) -> Heard {
        heard(self.0.of_last_move(game, to))
    }

    fn of_turn(&self, game: &Game, to: Side) -> Heard {
        heard(self.0.of_turn(game, to))
    }

    fn of_action(&self, game: &Game, earlier: &[Action], action: Action, to: Side) -> Answer {
        let earlier: Vec<Tried> = earlier.iter().map(|action| tried(*action)).collect();
        match self.0.of_try(game, &earlier, tried(action), to) {
            TryHeard::Made(mv) => Answer::Made(mv),
            TryHeard::Answered(announcements) => Answer::Words(words(&announcements)),
            TryHeard::Void => Answer::Void,
        }
    }

    fn sight(&self) -> Option<SightOptions> {
        self.0.sight()
    }

    fn binds(&self) -> bool {
        self.0.binds()
    }

    fn answers_any(&self) -> bool {
        self.0.answers_any()
    }
}

fn heard(heard: session::Heard) -> Heard {
    Heard {
        words: words(&heard.announcements),
        in_check: heard.in_check,
        counted: heard.counted.iter().map(|kind| kind.as_str().to_owned()).collect(),
    }
}

/// Returns announcements as frames have them. Their texts and particulars can all be written.
fn words(announcements: &[Announcement]) -> Vec<Word> {
    let value = |of: Result<serde_json::Value, serde_json::Error>| of.unwrap_or_default();
    let word = |announcement: &Announcement| Word {
        text: value(serde_json::to_value(announcement.text)).as_str().unwrap_or_default().to_owned(),
        payload: value(serde_json::to_value(&announcement.payload)),
    };
    announcements.iter().map(word).collect()
}

fn tried(action: Action) -> Tried {
    match action {
        Action::Pass => Tried::Pass,
        Action::Any => Tried::Any,
        Action::Try(tried) => Tried::Move {
            piece: tried.piece,
            source: tried.source,
            destination: tried.destination,
            promotion: tried.promotion,
            placed: tried.placed,
        },
    }
}
