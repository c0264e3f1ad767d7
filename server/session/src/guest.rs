//! Rulesets that guests bring: bounds on their texts, and a trial of the work that a game by them is.

use std::sync::Arc;

use ggn_core::json::Json;
use ggn_core::notation::feen::Feen;
use ggn_core::{Game, OwnPieces, Side, Square, drop_tries, sight, tries};

use crate::catalogue::{Catalogue, Outline, SquareNames};
use crate::domain::limits::{
    GUEST_ABOUT_CHARS_MAX, GUEST_MOVE_CHARS_MAX, GUEST_NAME_CHARS_MAX, GUEST_SAN_CHARS_MAX,
};
use crate::rules::Rules;
use crate::word_filter::WordFilter;

const MANIFEST: &str = "ruleset.json";
const EFFECTS: &str = "effects.json";
/// Field of an effect: the notation of its move.
const SAN: &str = "san";

/// A text of a guest that a server does not show to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The file.
    pub file: String,
    /// The place in it: `pieces."C:K".name` in `ruleset.json`.
    pub place: String,
    /// Reason, as the rest of a sentence about the text.
    pub why: TextFaultKind,
}

/// Reason why a server does not show a text of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFaultKind {
    /// It is longer than the bound, in characters.
    #[error("has more than {0} characters")]
    Long(usize),
    /// It has characters that are not printed, or that change the direction of others.
    #[error("has characters that nobody sees")]
    Unprinted,
    /// It has an address of the web.
    #[error("has a link")]
    Link,
    /// The server's list blocks a word of it.
    #[error("has a word that this server does not show")]
    Word,
}

/// Returns the number of squares of a folder's board, as far as its manifest can be read.
#[must_use]
pub fn squares(files: &[(String, Vec<u8>)]) -> Option<usize> {
    let manifest = Json::parse(&files.iter().find(|(path, _)| path == MANIFEST)?.1).ok()?;
    let Json::String(start) = manifest.get("initial")? else { return None };
    let start: Feen = start.parse().ok()?;
    Some(start.placement.sizes.iter().map(|size| usize::from(*size)).product())
}

impl Catalogue {
    /// Returns every text of a guest's ruleset that other people would be shown, and that this server does not show for a guest; `None` if the manifest
    /// cannot be read.
    #[must_use]
    pub fn guest_text_faults(&self, files: &[(String, Vec<u8>)]) -> Option<Vec<TextFault>> {
        let outline = Outline::of(files)?;
        let fault = |(place, text, most)| {
            Some(TextFault { file: MANIFEST.to_owned(), place, why: fault(text, most, self.word_filter())? })
        };
        let faults = texts(&outline).into_iter().filter_map(fault);
        let of_moves = self.notation_faults(files).chain(self.pass_fault(files));
        Some(faults.chain(self.square_name_faults(&outline)).chain(of_moves).collect())
    }

    /// Returns the fault of the word for a pass, which people see in the list of moves.
    fn pass_fault(&self, files: &[(String, Vec<u8>)]) -> Option<TextFault> {
        let (_, bytes) = files.iter().find(|(path, _)| path == MANIFEST)?;
        let manifest = Json::parse(bytes).ok()?;
        let Json::String(word) = manifest.get("notation")?.get("pass")? else { return None };
        let why = fault(word, GUEST_MOVE_CHARS_MAX, self.word_filter())?;
        Some(TextFault { file: MANIFEST.to_owned(), place: "notation.pass".to_owned(), why })
    }

    /// Returns the faults of the texts that a ruleset gives to moves as their notation.
    fn notation_faults(&self, files: &[(String, Vec<u8>)]) -> impl Iterator<Item = TextFault> {
        let mut notations = pattern::notations(files);
        if let Some((path, bytes)) = files.iter().find(|(path, _)| path == EFFECTS)
            && let Ok(effects) = Json::parse(bytes)
        {
            each_notation(&effects, &mut |text| {
                notations.insert((path.clone(), text.to_owned()));
            });
        }
        notations.into_iter().filter_map(|(file, text)| {
            let why = fault(&text, GUEST_MOVE_CHARS_MAX, self.word_filter())?;
            Some(TextFault { file, place: SAN.to_owned(), why })
        })
    }

    /// Returns the first name of a square that this server does not show. A board of the game has no more of them than it has squares.
    fn square_name_faults(&self, outline: &Outline) -> Option<TextFault> {
        let names = outline.squares.as_ref()?;
        let SquareNames { files, ranks, .. } = names;
        let &[file_count, rank_count] = outline.board.as_slice() else { return None };
        let ranks = ranks.get(..usize::from(rank_count))?;
        let mut files = files.get(..usize::from(file_count))?.iter();
        let why = |name: String| fault(&name, 2 * GUEST_SAN_CHARS_MAX, self.word_filter());
        let found = files.find_map(|file| ranks.iter().find_map(|rank| why(names.join(file, rank))));
        found.map(|why| TextFault { file: MANIFEST.to_owned(), place: "notation".to_owned(), why })
    }
}

/// Returns the texts that people are shown: the place, the text, and its bound in characters.
fn texts(outline: &Outline) -> Vec<(String, &str, usize)> {
    let name = |place: &str, text| (place.to_owned(), text, GUEST_NAME_CHARS_MAX);
    let mut texts = vec![
        name("name", &*outline.name),
        name("sides.first", &*outline.sides.w),
        name("sides.second", &*outline.sides.b),
    ];
    texts.extend(outline.family.as_deref().map(|family| name("family", family)));
    texts.extend(outline.about.as_deref().map(|about| ("about".to_owned(), about, GUEST_ABOUT_CHARS_MAX)));
    for piece in &outline.pieces {
        let place = |field| format!("pieces.\"{}\".{field}", piece.qpi.as_str());
        texts.push((place("name"), &piece.name, GUEST_NAME_CHARS_MAX));
        texts.push((place("san"), &piece.san, GUEST_SAN_CHARS_MAX));
        let letter = || format!("notation.letters.\"{}\"", piece.qpi.as_str());
        texts.extend(piece.letter.as_deref().map(|text| (letter(), text, GUEST_SAN_CHARS_MAX)));
    }
    texts
}

/// Calls a function with each text of the effects of rows that is a move's notation.
fn each_notation(json: &Json, found: &mut impl FnMut(&str)) {
    match json {
        Json::Object(members) => {
            for (key, value) in members {
                match value {
                    Json::String(text) if key == SAN => found(text),
                    _ => each_notation(value, found),
                }
            }
        }
        Json::Array(values) => values.iter().for_each(|value| each_notation(value, found)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

fn fault(text: &str, most: usize, filter: &WordFilter) -> Option<TextFaultKind> {
    let lower = text.to_lowercase();
    if text.chars().count() > most {
        Some(TextFaultKind::Long(most))
    } else if text.chars().any(|c| c.is_control() || crate::word_filter::is_hidden(c)) {
        Some(TextFaultKind::Unprinted)
    } else if lower.contains("://") || lower.contains("www.") {
        Some(TextFaultKind::Link)
    } else if filter.censored(text).is_some_and(|shown| shown != text.trim()) {
        Some(TextFaultKind::Word)
    } else {
        None
    }
}

/// A game of random moves by a guest's rules, with the work that a session has at each: the caller measures how long it takes.
#[derive(Debug)]
pub struct Trial {
    rules: Rules,
    game: Game,
    random: u64,
}

impl Trial {
    /// Loads the rules of a folder as a game would; `None` if they are faulty.
    #[must_use]
    pub fn load(files: &[(String, Vec<u8>)]) -> Option<Trial> {
        let ruleset = pattern::load(files).ok()?;
        let rules = Rules::new(ruleset, files, Vec::new());
        let game = Game::new(Arc::clone(&rules.ruleset));
        Some(Trial { rules, game, random: 0x9e37_79b9_7f4a_7c15 })
    }

    /// Begins the game anew, with other moves.
    pub fn begin_again(&mut self) {
        self.game = Game::new(Arc::clone(&self.rules.ruleset));
    }

    /// Plays a random move, and does what a session does at it: a try of each own piece, what each side sees, and the move as text. Returns false if the
    /// game is over.
    pub fn step(&mut self) -> bool {
        let rules = Arc::clone(&self.rules.ruleset);
        let legal = self.game.legal_moves();
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let count = u64::try_from(legal.len()).unwrap_or(u64::MAX).max(1);
        let at = usize::try_from((self.random >> 33) % count).unwrap_or(0);
        let Some(mv) = legal.get(at).cloned() else { return false };
        for side in Side::BOTH {
            let own = self.own(side);
            for (square, _) in self.pieces(side) {
                std::hint::black_box(tries(&rules, &own, square));
            }
            for (id, piece) in rules.pieces() {
                if piece.side() == side && self.rules.has_hands {
                    std::hint::black_box(drop_tries(&rules, &own, id));
                }
            }
            std::hint::black_box(sight(&rules, self.game.position(), side));
        }
        let is_played = self.game.play(&mv).is_ok();
        is_played && self.game.ending().is_none()
    }

    fn pieces(&self, side: Side) -> Vec<(Square, ggn_core::PieceId)> {
        let (rules, position) = (&self.rules.ruleset, self.game.position());
        let is_own = |id| rules.piece(id).is_some_and(|piece| piece.side() == side);
        position.pieces().filter(|&(_, id)| is_own(id)).collect()
    }

    fn own(&self, side: Side) -> OwnPieces {
        OwnPieces::new(&self.rules.ruleset, side, self.pieces(side))
    }
}
