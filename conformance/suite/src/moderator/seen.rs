//! View of one player in the words of the scripts: made of the frames that the player was sent and of nothing else.

use serde_json::{Map, Value, json};

/// State that a viewer knows by earlier frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The last `joined` or `update`.
    table: Value,
    /// True if the other player is connected, by the last frame that said so.
    peer: Value,
    /// Everything that was announced, oldest first.
    log: Vec<Value>,
}

impl Seen {
    /// Takes in a frame.
    pub(super) fn take(&mut self, frame: &Value) {
        match frame.get("type").and_then(Value::as_str) {
            Some("joined") => {
                self.table = frame.clone();
                self.peer = frame.pointer("/peer/connected").cloned().unwrap_or_default();
                self.log = frame.get("announcements").and_then(Value::as_array).cloned().unwrap_or_default();
            }
            Some("update") => {
                self.table = frame.clone();
                self.log.extend(
                    frame.get("newAnnouncements").and_then(Value::as_array).into_iter().flatten().cloned(),
                );
            }
            Some("peer-status") => self.peer = frame.get("connected").cloned().unwrap_or_default(),
            _ => {}
        }
    }

    fn at(&self, pointer: &str) -> Value {
        self.table.pointer(pointer).cloned().unwrap_or_default()
    }

    /// Returns the pieces that the viewer sees, by square.
    pub(super) fn pieces(&self) -> Map<String, Value> {
        self.at("/view/pieces").as_object().cloned().unwrap_or_default()
    }

    /// Returns whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.at("/gameStatus") == "finished"
    }

    /// Returns the side to move: `w` or `b`.
    pub(super) fn turn(&self) -> Value {
        self.at("/view/toMove")
    }

    /// Returns the square of the touched piece, or null.
    pub(super) fn touched(&self) -> Value {
        self.at("/touchedPiece")
    }

    /// Everything for a script to compare. `files` and `ranks` are those of the board.
    pub(super) fn view(&self, files: u8, ranks: u8) -> Value {
        let pieces = self.pieces();
        let at: Map<String, Value> = pieces
            .iter()
            .map(|(square, piece)| (square.clone(), piece.get("qpi").cloned().unwrap_or_default()))
            .collect();
        let log: Vec<Value> = self
            .log
            .iter()
            .map(|announcement| announcement.get("text").cloned().unwrap_or_default())
            .collect();
        json!({
            "board": board(&pieces, files, ranks),
            "at": at,
            "turn": self.turn(),
            "check": self.at("/view/inCheck"),
            "touched": self.touched(),
            "offer": self.at("/drawOffer/from"),
            "status": self.at("/gameStatus"),
            "end": self.at("/endReason"),
            "winner": self.at("/winner"),
            "took": self.at("/tally/byYou"),
            "lost": self.at("/tally/byOpponent"),
            "ply": self.at("/ply"),
            "peer": if self.peer == true { "here" } else { "away" },
            "log": log,
            "record": self.at("/record"),
        })
    }
}

/// Returns the pieces as FEN writes them: ranks from the last to the first, capitals for white.
fn board(pieces: &Map<String, Value>, files: u8, ranks: u8) -> String {
    let letter = |file: u8, rank: u8| {
        let square = format!("{}{rank}", char::from(b'a' + file));
        let piece = pieces.get(&square)?;
        let letter = piece.get("type")?.as_str()?.to_owned();
        Some(if piece.get("color")? == "w" { letter.to_uppercase() } else { letter })
    };
    let rank = |rank: u8| {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..files {
            match letter(file, rank) {
                Some(letter) => {
                    text.push_str(&if empty > 0 { format!("{empty}{letter}") } else { letter });
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        if empty > 0 { format!("{text}{empty}") } else { text }
    };
    (1..=ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}
