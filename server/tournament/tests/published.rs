//! Published examples of the Dutch system: tournaments that others have paired, round by round (`published.txt` names the sources).
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use tournament::{
    Bye, Event, Format, Outcome, Pair, PairingOutcome, PlayerNumber, Round, RoundBye, Tournament,
};

const EXAMPLES: &str = include_str!("published.txt");

/// Purpose of a line of a tournament.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A round that was played before the example.
    History,
    /// Pairs with their colours, in the order of boards.
    Exact,
    /// Pairs alone.
    Pairs,
    /// Pairs by the edition before, which are others.
    OtherEdition,
}

/// A round in the words of a line.
#[derive(Default)]
struct Line {
    boards: Vec<(Pair, Option<Outcome>)>,
    byes: Vec<RoundBye>,
    is_impossible: bool,
}

impl Line {
    fn read(text: &str) -> Line {
        let mut line = Line::default();
        for word in text.split_whitespace() {
            if word == "none" {
                line.is_impossible = true;
            } else if let Some(bye) = read_bye(word) {
                line.byes.push(bye);
            } else {
                line.boards.push(read_board(word));
            }
        }
        line
    }

    fn is_played(&self) -> bool {
        !self.is_impossible && self.boards.iter().all(|(_, outcome)| outcome.is_some())
    }

    /// Returns the pairs with 0 as the opponent of the player who gets the bye.
    fn pairs(&self) -> Vec<(u8, u8)> {
        let byes = self.byes.iter().filter(|bye| bye.bye == Bye::Allocated).map(|bye| (bye.player.0, 0));
        self.boards.iter().map(|(pair, _)| (pair.white.0, pair.black.0)).chain(byes).collect()
    }
}

fn read_player(text: &str) -> PlayerNumber {
    PlayerNumber(text.parse().unwrap_or_else(|_| panic!("{text:?} is no player")))
}

fn read_bye(word: &str) -> Option<RoundBye> {
    let (at, kind) = word.char_indices().last()?;
    let bye = match kind {
        'U' => Bye::Allocated,
        'H' => Bye::Half,
        'Z' => Bye::Zero,
        _ => return None,
    };
    Some(RoundBye { player: read_player(&word[..at]), bye })
}

fn read_board(word: &str) -> (Pair, Option<Outcome>) {
    let signs = [
        (">>", Some(Outcome::BlackForfeits)),
        ("<<", Some(Outcome::WhiteForfeits)),
        ("><", Some(Outcome::BothForfeit)),
        (">", Some(Outcome::WhiteWins)),
        ("<", Some(Outcome::BlackWins)),
        ("=", Some(Outcome::Draw)),
        ("-", None),
    ];
    let (sign, outcome) = signs.into_iter().find(|(sign, _)| word.contains(sign)).unwrap();
    let (white, black) = word.split_once(sign).unwrap();
    (Pair { white: read_player(white), black: read_player(black) }, outcome)
}

/// A tournament of the file with the numbers of pairings that were compared.
struct Example {
    name: String,
    tournament: Tournament,
    compared: usize,
}

impl Example {
    /// Begins the tournament of a heading: `NAME PLAYERS players ROUNDS rounds`.
    fn begin(heading: &str) -> Example {
        let words: Vec<&str> = heading.split_whitespace().collect();
        let [name, players, "players", rounds, "rounds"] = words[..] else { panic!("{heading:?}") };
        let mut tournament = Tournament::new(Format::Swiss { rounds: rounds.parse().unwrap() }).unwrap();
        for number in 1..=players.parse::<u8>().unwrap() {
            tournament.apply(&Event::Entered { name: format!("player {number}"), rating: None }).unwrap();
        }
        tournament.apply(&Event::Begun).unwrap();
        Example { name: name.to_owned(), tournament, compared: 0 }
    }

    fn number(&self) -> u8 {
        u8::try_from(self.tournament.rounds().len() + 1).unwrap()
    }

    fn take(&mut self, purpose: Purpose, line: &Line) {
        if purpose != Purpose::History {
            self.compare(purpose, line);
            self.compared += 1;
        }
        if line.is_played() {
            self.play(line);
        }
    }

    fn compare(&mut self, purpose: Purpose, line: &Line) {
        let round = self.number();
        for bye in line.byes.iter().filter(|bye| bye.bye != Bye::Allocated) {
            let half = bye.bye == Bye::Half;
            self.tournament.apply(&Event::ByeRequested { player: bye.player, round, half }).unwrap();
        }
        let found = match self.tournament.pair() {
            PairingOutcome::Round(found) => Line {
                boards: found.pairs.into_iter().map(|pair| (pair, None)).collect(),
                byes: found.byes,
                is_impossible: false,
            },
            PairingOutcome::Impossible => Line { is_impossible: true, ..Line::default() },
            other => panic!("{}: {other:?}", self.name),
        };
        let place = format!("{}, round {round}", self.name);
        assert_eq!(found.is_impossible, line.is_impossible, "{place}");
        let (mut found, mut published) = (found.pairs(), line.pairs());
        if purpose != Purpose::Exact {
            for pairs in [&mut found, &mut published] {
                pairs.iter_mut().for_each(|pair| *pair = (pair.0.max(pair.1), pair.0.min(pair.1)));
                pairs.sort_unstable();
            }
        }
        assert_eq!(found == published, purpose != Purpose::OtherEdition, "{place}: {found:?}, {published:?}");
    }

    fn play(&mut self, line: &Line) {
        let number = self.number();
        let pairs = line.boards.iter().map(|(pair, _)| *pair).collect();
        let round = Round { number, pairs, byes: line.byes.clone() };
        self.tournament.apply(&Event::Paired { round }).unwrap();
        for (board, (_, outcome)) in (1..).zip(&line.boards) {
            let outcome = outcome.unwrap();
            self.tournament.apply(&Event::Reported { round: number, board, outcome }).unwrap();
        }
    }
}

/// Returns the lines of the file without comments; a line that is indented further continues the one before.
fn lines() -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in EXAMPLES.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        if line.starts_with("    ") {
            lines.last_mut().unwrap().push_str(line);
        } else {
            lines.push(line.to_owned());
        }
    }
    lines
}

#[test]
fn published_rounds_are_paired_as_they_are_published() {
    let mut examples: Vec<Example> = Vec::new();
    for line in lines() {
        if let Some(heading) = line.strip_prefix("tournament ") {
            examples.push(Example::begin(heading));
            continue;
        }
        let text = line.trim();
        let (purpose, text) = match text.split_once(' ') {
            Some(("?", text)) => (Purpose::Exact, text),
            Some(("~", text)) => (Purpose::Pairs, text),
            Some(("!", text)) => (Purpose::OtherEdition, text),
            _ => (Purpose::History, text),
        };
        let line = Line::read(text);
        examples.last_mut().unwrap().take(purpose, &line);
    }
    let compared: usize = examples.iter().map(|example| example.compared).sum();
    assert_eq!((examples.len(), compared), (25, 41), "tournaments and pairings of the file");
    assert!(examples.iter().all(|example| example.compared > 0));
}
