//! Pairs of games that send the machine the same frames, byte for byte, while the other side moves otherwise: the machine sends the same messages.
//!
//! The other side of the first game tries moves by chance. That of the second game tries others, until the machine is sent the same of them. A pair ends
//! where the machine may know that the games differ.

use std::sync::Arc;

use crate::arena::{self, Player, hand, open};
use bot::{Client, Level, Reaction, Side, Values};
use serde_json::{Value, json};
use session::{Catalogue, Session, UnixMs};

/// Tokens of both seats, by their letters. The machine has the second one.
const LETTERS: [char; 2] = ['a', 'n'];
const MACHINE: usize = 1;
const ENEMY: usize = 0;

/// Messages of the other side in one of its turns, and turns of it that are tried for one that sounds alike.
const MESSAGES: usize = 40;
const TURNS: u64 = 40;

/// A game with all that was handed to it.
struct Table {
    session: Session,
    /// Inputs: side, message, time.
    log: Vec<(usize, String, u64)>,
    /// The last state that the other side was sent.
    shown: String,
}

/// A turn of the other side: its messages, and the frames that the machine was sent of it.
struct Turn {
    messages: Vec<String>,
    frames: Vec<String>,
}

/// Counts over pairs.
#[derive(Debug, Default)]
struct Counts {
    /// Messages of the machine that were compared, and those of them after games that differ.
    compared: usize,
    after_difference: usize,
}

impl Table {
    fn new(catalogue: &Arc<Catalogue>, request: &Value) -> Table {
        Table { session: open(catalogue, request, LETTERS), log: Vec::new(), shown: String::new() }
    }

    /// Hands a message in, and returns the frames for the machine.
    fn hand(&mut self, index: usize, text: &str, now: u64) -> Vec<String> {
        self.log.push((index, text.to_owned(), now));
        let mut frames = Vec::new();
        for (to, frame) in hand(&mut self.session, index, text, UnixMs(now)) {
            if to == MACHINE {
                frames.push(frame);
            } else if frame.contains("\"toMove\"") || frame.contains("\"gameState.update\"") {
                self.shown = frame;
            }
        }
        frames
    }

    /// Returns the same game again.
    fn again(&self, catalogue: &Arc<Catalogue>, request: &Value) -> Table {
        let mut table = Table::new(catalogue, request);
        for (index, text, now) in &self.log {
            table.hand(*index, text, *now);
        }
        table
    }

    /// Lets the other side act by chance until the machine is sent something.
    fn act(&mut self, seed: u64, now: u64) -> Turn {
        let mut turn = Turn { messages: Vec::new(), frames: Vec::new() };
        let mut trier = Player::trier(&self.session, Side::First, seed);
        while turn.frames.is_empty() && turn.messages.len() < MESSAGES {
            let Some(text) = trier.answer(&self.shown).pop() else { break };
            let (content, text) = with_id(&text, self.log.len());
            turn.frames = self.hand(ENEMY, &text, now);
            turn.messages.push(content);
        }
        turn
    }
}

/// Returns a message without an id, and with one that no other message of the game has.
fn with_id(text: &str, number: usize) -> (String, String) {
    let mut message: Value = serde_json::from_str(text).unwrap();
    message.as_object_mut().unwrap().remove("id");
    let content = message.to_string();
    message["id"] = format!("e{number}").into();
    (content, message.to_string())
}

/// Returns the messages that frames cause.
fn answers(client: &mut Client, frames: &[String]) -> Vec<String> {
    let mut messages = Vec::new();
    for frame in frames {
        for reaction in client.receive(frame).unwrap_or_else(|fault| panic!("{fault}: {frame}")) {
            messages.extend(match reaction {
                Reaction::Send(text) => Some(text),
                Reaction::Think(thought) => thought.message(&|| false),
            });
        }
    }
    messages
}

/// Plays a pair, and returns its counts.
fn pair(
    catalogue: &Arc<Catalogue>,
    request: &Value,
    values: &Arc<Values>,
    seed: u64,
    plies: usize,
) -> Counts {
    let mut tables = [Table::new(catalogue, request), Table::new(catalogue, request)];
    let tokens = LETTERS.map(|letter| letter.to_string().repeat(session::Token::CHARS));
    let level = Level::try_from(3).unwrap();
    let mut clients =
        [0, 1].map(|game| Player::client(&tables[game].session, values, level, &tokens[MACHINE]));
    let mut frames = Vec::new();
    for index in [ENEMY, MACHINE] {
        let hello = Client::hello("abcd1234", &tokens[index]);
        let sent = tables.each_mut().map(|table| table.hand(index, &hello, 1));
        assert_eq!(sent[0], sent[1]);
        frames.extend(sent[0].clone());
    }
    let mut counts = Counts::default();
    let mut differs = false;
    for now in 2..2 + 4 * plies as u64 {
        let messages = clients.each_mut().map(|client| answers(client, &frames));
        assert_eq!(
            messages[0], messages[1],
            "{request}, pair {seed}, time {now}: the machine tells the games apart"
        );
        frames.clear();
        if !messages[0].is_empty() {
            counts.compared += messages[0].len();
            counts.after_difference += if differs { messages[0].len() } else { 0 };
            for text in &messages[0] {
                let sent = tables.each_mut().map(|table| table.hand(MACHINE, text, now));
                if sent[0] != sent[1] {
                    // An answer to its own try tells them apart, as it may.
                    return counts;
                }
                frames.extend(sent[0].clone());
            }
            continue;
        }
        let first = tables[0].act(seed * 1_000 + now, now);
        if first.frames.is_empty() {
            break;
        }
        let alike = (1..TURNS).find_map(|other| {
            let mut table = tables[1].again(catalogue, request);
            let turn = table.act((seed * 1_000 + now) * TURNS + other, now);
            (turn.frames == first.frames).then_some((table, turn))
        });
        let Some((table, turn)) = alike else { break };
        differs |= turn.messages != first.messages;
        tables[1] = table;
        frames = first.frames;
    }
    counts
}

#[test]
fn games_that_send_the_machine_the_same_frames_get_the_same_messages() {
    let catalogue = arena::catalogue();
    let moderated = ["wild16", "english", "blind"].map(|id| json!({ "mode": "blind", "moderator": id }));
    let others = [
        json!({ "mode": "sight", "ruleset": "dark-chess" }),
        json!({ "mode": "blind", "gambit": "standard" }),
        json!({ "mode": "blind", "gambit": "risky" }),
        json!({ "mode": "vanilla", "gambit": "standard" }),
    ];
    let (pairs, plies) = if dev::is_long() { (60, 60) } else { (2, 8) };
    for request in moderated.into_iter().chain(others) {
        let values = Arc::new(Values::of(open(&catalogue, &request, LETTERS).rules()));
        let mut all = Counts::default();
        for seed in 0..pairs {
            let counts = pair(&catalogue, &request, &values, seed, plies);
            all.compared += counts.compared;
            all.after_difference += counts.after_difference;
        }
        eprintln!(
            "{request}: {} messages alike, {} of them in games that differ",
            all.compared, all.after_difference
        );
        assert!(all.compared > 0, "{request}");
        assert!(request["mode"] == "vanilla" || all.after_difference > 0, "{request}: no games that differ");
    }
}
