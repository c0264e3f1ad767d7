//! Games between two players of whom each is sent frames and answers with messages: a session without a server.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "each program of tests uses a part of it, and fails where its input is missing"
)]

#[path = "../../../src/machine/duels.rs"]
pub(crate) mod duels;
#[path = "../../../src/machine/referee.rs"]
pub(crate) mod referee;

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use bot::{Client, Level, Reaction, Values};
use dev::Random;
use ggn_core::{OwnPieces, Position, Rules, Side, choices, tries};
use serde_json::{Value, json};
use session::protocol::player::{ClientMessage, Color, CreateGame, decode};
use session::{
    Catalogue, ConnId, Creation, Creator, Input, Limits, Output, Receipt, SeatTokens, Session, Token, UnixMs,
};

/// Greatest bid by chance.
const BID: u64 = 12;

/// A player on a seat.
#[derive(Debug)]
pub(crate) enum Player {
    /// The machine.
    Machine(Box<Client>),
    /// The machine, with bids by chance.
    Wild(Box<Client>, Box<Random>),
    /// Somebody who tries moves of the own pieces by chance.
    Random(Box<RandomTrier>),
}

/// Tries of chance: any move that the own pieces allow, none twice in a turn.
#[derive(Debug)]
pub(crate) struct RandomTrier {
    rules: Arc<Rules>,
    random: Random,
    side: Option<Side>,
    tried: Vec<Value>,
    ply: u64,
}

/// Belief of a machine at a ply: its positions, and whether they are all.
#[derive(Clone, Debug)]
pub(crate) struct Believed {
    pub(crate) side: Side,
    pub(crate) ply: usize,
    pub(crate) positions: Vec<Position>,
    pub(crate) is_exact: bool,
    /// Squares on which enemies may stand.
    pub(crate) possible: bot::Possible,
}

/// A game that has been played.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) rules: Arc<Rules>,
    pub(crate) winner: Option<Side>,
    pub(crate) reason: Option<String>,
    pub(crate) plies: usize,
    /// Positions after each ply, the start first.
    pub(crate) positions: Vec<Position>,
    pub(crate) believed: Vec<Believed>,
    /// Messages of each side.
    pub(crate) messages: [Vec<String>; 2],
    /// Longest thought.
    pub(crate) longest: Duration,
    /// Codes of errors that were sent.
    pub(crate) errors: Vec<String>,
    /// Points that a machine in an open game did not know.
    pub(crate) wrong_points: Vec<String>,
    /// Number of times that they were compared.
    pub(crate) audited: usize,
}

/// Terms of a game in the arena.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) request: Value,
    pub(crate) seed: u64,
    /// The first side resigns after so many plies.
    pub(crate) plies: usize,
    /// True if beliefs are kept.
    pub(crate) looks: bool,
    /// Time for a thought; half of it for what is believed.
    pub(crate) limit: Option<Duration>,
}

/// Returns the catalogue of the project's rules, which these tests share.
pub(crate) fn catalogue() -> Arc<Catalogue> {
    static CATALOGUE: LazyLock<Arc<Catalogue>> =
        LazyLock::new(|| Catalogue::load(dev::files::rules()).expect("the data has no faults"));
    Arc::clone(&CATALOGUE)
}

/// Returns the catalogue in which chess starts from another position.
pub(crate) fn catalogue_from(start: &str) -> Arc<Catalogue> {
    let mut files = dev::files::rules();
    let (_, manifest) = files.iter_mut().find(|(path, _)| path == "chess/ruleset.json").expect("chess");
    let mut text: Value = serde_json::from_slice(manifest).expect("JSON");
    text["initial"] = start.into();
    *manifest = serde_json::to_vec(&text).expect("JSON");
    Catalogue::load(files).expect("the data has no faults")
}

fn token(letter: char) -> Token {
    letter.to_string().repeat(Token::CHARS).parse().expect("a token")
}

/// Returns a position with the pieces on squares by chance, and those that its first side cannot tell from it.
pub(crate) fn ending(rules: &Rules, pieces: &str, random: &mut Random) -> (String, Vec<Position>) {
    let text = |squares: &[(usize, String)]| {
        let square = |index: usize| {
            squares.iter().find(|(at, _)| *at == index).map_or("1", |(_, name)| name).to_owned()
        };
        let row = |row: usize| (0..8).map(|file| square(row * 8 + file)).collect::<String>();
        let rows: Vec<String> = (0..8).map(row).collect();
        format!("{} / C/c", rows.join("/"))
    };
    let position = |squares: &[(usize, String)]| {
        let mut text = text(squares);
        for empty in (2..=8).rev() {
            text = text.replace(&"1".repeat(empty), &empty.to_string());
        }
        rules.position(&text.parse().ok()?).ok()
    };
    loop {
        let mut squares = vec![(random.below(64), "K^".to_owned())];
        squares.extend(pieces.chars().filter(|it| *it != 'K').map(|it| (random.below(64), it.to_string())));
        let with = |square: usize| {
            let mut squares = squares.clone();
            squares.push((square, "k^".to_owned()));
            let mut places: Vec<usize> = squares.iter().map(|(at, _)| *at).collect();
            places.sort_unstable();
            places.dedup();
            if places.len() < squares.len() { None } else { position(&squares) }
        };
        let starts: Vec<(usize, Position)> = (0..64).filter_map(|at| Some((at, with(at)?))).collect();
        if let Some((_, start)) = random.choose(&starts) {
            let feen = rules.feen(start).to_string();
            return (feen, starts.into_iter().map(|(_, position)| position).collect());
        }
    }
}

/// Creates a game whose seats have tokens of one letter each.
pub(crate) fn open(catalogue: &Arc<Catalogue>, request: &Value, letters: [char; 2]) -> Session {
    let request = CreateGame::read(request.to_string().as_bytes()).expect("a request");
    let tokens = SeatTokens { w: token(letters[0]), b: token(letters[1]) };
    let creation = Creation {
        id: "abcd1234".parse().expect("an id"),
        watch_id: None,
        creator: Creator::Paired(tokens),
        request,
        random_side: Color::W,
        deal: None,
        start: None,
        at: UnixMs(0),
        limits: Limits::default(),
    };
    Session::create(catalogue, creation).expect("a game").0
}

/// Hands a message to a game, and returns the frames that it sends with the index of the side that each is for.
pub(crate) fn hand(session: &mut Session, index: usize, text: &str, now: UnixMs) -> Vec<(usize, String)> {
    let conn = ConnId(index as u64 + 1);
    let input = match decode(text).expect("a message of the protocol") {
        ClientMessage::Hello(hello) => Input::Hello { conn, hello, fresh: token('z') },
        ClientMessage::Command(command) => Input::Command { conn, command },
        other => panic!("{other:?}"),
    };
    let unsent = session.handle(now, input);
    let receipt = Receipt::stored(unsent.entry().seq);
    let outputs = unsent.release(receipt).expect("its receipt");
    let sent = |output| match output {
        Output::Send { conn, frame } => Some((conn.0 as usize - 1, frame.as_str().to_owned())),
        _ => None,
    };
    outputs.into_iter().filter_map(sent).collect()
}

/// Plays a game between machines of two levels. A side without a level plays by chance.
pub(crate) fn play_levels(catalogue: &Arc<Catalogue>, terms: &Terms, levels: [Option<Level>; 2]) -> Ended {
    let mut values = None;
    play(catalogue, terms, |side, session, token| {
        let level = if side == Side::First { levels[0] } else { levels[1] };
        let Some(level) = level else { return Player::random(session, terms.seed) };
        let values = values.get_or_insert_with(|| Arc::new(Values::of(session.rules())));
        Player::machine(session, values, level, token)
    })
}

/// Plays a game. `seats` makes the player of each side.
pub(crate) fn play(
    catalogue: &Arc<Catalogue>,
    terms: &Terms,
    mut seats: impl FnMut(Side, &Session, &str) -> Player,
) -> Ended {
    let letters =
        [char::from(b'a' + (terms.seed % 13) as u8), char::from(b'n' + (terms.seed / 13 % 13) as u8)];
    let mut session = open(catalogue, &terms.request, letters);
    let rules = Arc::clone(session.rules());
    let mut players: Vec<Player> = Side::BOTH
        .into_iter()
        .zip(letters)
        .map(|(side, letter)| {
            let token = letter.to_string().repeat(Token::CHARS);
            seats(side, &session, &token)
        })
        .collect();
    let mut ended = Ended {
        rules: Arc::clone(&rules),
        winner: None,
        reason: None,
        plies: 0,
        positions: Vec::new(),
        believed: Vec::new(),
        messages: [Vec::new(), Vec::new()],
        longest: Duration::ZERO,
        errors: Vec::new(),
        wrong_points: Vec::new(),
        audited: 0,
    };
    let mut messages: VecDeque<(usize, String)> = VecDeque::new();
    for (index, letter) in letters.into_iter().enumerate() {
        let token = letter.to_string().repeat(Token::CHARS);
        messages.push_back((index, Client::hello("abcd1234", &token)));
    }
    let (mut now, mut resigns) = (1, false);
    while let Some((index, text)) = messages.pop_front() {
        if ended.reason.is_some() {
            break;
        }
        ended.messages[index].push(text.clone());
        now += 1;
        for (index, frame) in hand(&mut session, index, &text, UnixMs(now)) {
            let frame = frame.as_str();
            note(&mut ended, index, frame);
            let answers = match &mut players[index] {
                Player::Machine(client) => {
                    audit(&mut ended, index, client, frame);
                    let reactions = client.receive(frame).unwrap_or_else(|fault| panic!("{fault}: {frame}"));
                    look(&mut ended, terms, index, client, frame);
                    reactions
                        .into_iter()
                        .filter_map(|reaction| answer(&mut ended, terms.limit, reaction))
                        .collect()
                }
                Player::Wild(client, random) => {
                    let reactions = client.receive(frame).unwrap_or_else(|fault| panic!("{fault}: {frame}"));
                    let messages: Vec<String> = reactions
                        .into_iter()
                        .filter_map(|reaction| answer(&mut ended, terms.limit, reaction))
                        .collect();
                    messages.into_iter().map(|text| wild(&text, frame, index, random)).collect()
                }
                Player::Random(trier) => trier.answer(frame),
            };
            messages.extend(
                answers.into_iter().filter(|text| !text.contains("rematch")).map(|text| (index, text)),
            );
        }
        if ended.plies >= terms.plies && !resigns && ended.reason.is_none() {
            resigns = true;
            messages.push_front((0, Client::resignation()));
        }
    }
    ended
}

/// Returns a message with a bid by chance, if it is a bid.
fn wild(text: &str, frame: &str, index: usize, random: &mut Random) -> String {
    let mut message: Value = serde_json::from_str(text).expect("JSON");
    let frame: Value = serde_json::from_str(frame).expect("JSON");
    if message["type"] == "duel.allocate" {
        let pool = frame["bp"][["w", "b"][index]].as_u64().unwrap_or(0);
        message["amount"] = random.below(pool.min(BID) as usize + 1).into();
    }
    message.to_string()
}

fn answer(ended: &mut Ended, limit: Option<Duration>, reaction: Reaction) -> Option<String> {
    match reaction {
        Reaction::Send(text) => Some(text),
        Reaction::Think(thought) => {
            let start = Instant::now();
            let is_over = |of: u32| limit.is_some_and(|limit| start.elapsed() >= limit / of);
            let message = thought.message_within(&|| is_over(2), &|| is_over(1));
            ended.longest = ended.longest.max(start.elapsed());
            message
        }
    }
}

/// Keeps what a machine believes after a frame.
fn look(ended: &mut Ended, terms: &Terms, index: usize, client: &Client, frame: &str) {
    let frame: Value = serde_json::from_str(frame).expect("JSON");
    if !terms.looks || frame["gameStatus"] != "active" {
        return;
    }
    let Some(bot::Believed { positions, is_exact, possible }) = client.believed() else { return };
    let ply = frame["ply"].as_u64().unwrap_or(0) as usize;
    ended.believed.push(Believed { side: Side::BOTH[index], ply, positions, is_exact, possible });
}

/// Compares the points that a machine of an open game has counted with those that the end of a game tells.
fn audit(ended: &mut Ended, index: usize, client: &Client, frame: &str) {
    let frame: Value = serde_json::from_str(frame).expect("JSON");
    // The last move of another end is not counted yet.
    if frame["endReason"] != "resign" || frame["fought"].is_object() {
        return;
    }
    let Some(counted) = client.points() else { return };
    let told = [&frame["bp"]["w"], &frame["bp"]["b"]].map(|points| points.as_u64().map(|it| it as u32));
    ended.audited += 1;
    if told != Side::BOTH.map(|side| Some(counted[side])) {
        ended.wrong_points.push(format!("{index} at ply {}: {counted:?}, not {told:?}", ended.plies));
    }
}

/// Keeps what frames say of the course of a game.
fn note(ended: &mut Ended, index: usize, frame: &str) {
    let frame: Value = serde_json::from_str(frame).expect("JSON");
    if frame["type"] == "error" {
        let last = ended.messages[index].last().cloned().unwrap_or_default();
        ended.errors.push(format!("{} for {last}", frame["code"]));
    }
    if let Some(ply) = frame["ply"].as_u64() {
        ended.plies = ended.plies.max(ply as usize);
    }
    if frame["gameStatus"] == "finished" {
        ended.reason = frame["endReason"].as_str().map(str::to_owned);
        ended.winner = frame["winner"].as_str().map(|it| if it == "w" { Side::First } else { Side::Second });
        let rules = Arc::clone(&ended.rules);
        let position = |feen: &Value| {
            let feen = feen.as_str().expect("a position").parse().expect("a position");
            rules.position_in_check(&feen).expect("a position")
        };
        let record = &frame["record"];
        let plies = record["plies"].as_array().expect("the moves");
        let after = plies.iter().map(|ply| position(&ply["feen"]));
        ended.positions = std::iter::once(position(&record["initial"])).chain(after).collect();
    }
}

impl Player {
    /// Makes the machine of a seat.
    pub(crate) fn machine(session: &Session, values: &Arc<Values>, level: Level, token: &str) -> Player {
        Player::Machine(Box::new(Player::client(session, values, level, token)))
    }

    /// Makes a machine that bids by chance.
    pub(crate) fn wild(
        session: &Session,
        values: &Arc<Values>,
        level: Level,
        token: &str,
        seed: u64,
    ) -> Player {
        let client = Player::client(session, values, level, token);
        Player::Wild(Box::new(client), Box::new(Random::seeded(seed)))
    }

    /// Makes a machine that knows from which positions the game may start.
    pub(crate) fn starting_from(
        session: &Session,
        values: &Arc<Values>,
        level: Level,
        token: &str,
        starts: Vec<Position>,
    ) -> Player {
        Player::Machine(Box::new(Player::client(session, values, level, token).starting_from(starts)))
    }

    pub(crate) fn client(session: &Session, values: &Arc<Values>, level: Level, token: &str) -> Client {
        let (rules, values) = (Arc::clone(session.rules()), Arc::clone(values));
        let hearing = session.hearing();
        let client = if hearing.is_open() {
            Client::new(rules, values, level, token)
        } else {
            Client::blind(rules, values, level, token, Arc::new(referee::Terms(hearing)))
        };
        match session.duel_terms() {
            Some(terms) => client.bidding(Arc::new(duels::Duels(Arc::clone(terms))), "abcd1234"),
            None => client,
        }
    }

    /// Makes a player by chance, who comes to a game in the middle.
    pub(crate) fn trier(session: &Session, side: Side, seed: u64) -> RandomTrier {
        let rules = Arc::clone(session.rules());
        RandomTrier { rules, random: Random::seeded(seed), side: Some(side), tried: Vec::new(), ply: 0 }
    }

    /// Makes a player by chance.
    pub(crate) fn random(session: &Session, seed: u64) -> Player {
        let rules = Arc::clone(session.rules());
        let random = Random::seeded(seed);
        Player::Random(Box::new(RandomTrier { rules, random, side: None, tried: Vec::new(), ply: 0 }))
    }
}

impl RandomTrier {
    /// Answers the state of a game with bids: bids and retreats by chance.
    fn answer_state(&mut self, state: &Value, own: &str) -> Vec<String> {
        if state["gameStatus"] != "active" {
            return Vec::new();
        }
        let message = |text: Value| vec![text.to_string()];
        match state["phase"].as_str() {
            Some("duel_allocation") if state["duel"]["yourBid"].is_null() => {
                let pool = state["bp"][own].as_u64().unwrap_or(0);
                let amount = self.random.below(pool.min(BID) as usize + 1);
                message(json!({ "type": "duel.allocate", "gameId": "abcd1234", "amount": amount }))
            }
            Some("tactical_retreat") if state["retreat"].is_object() => {
                let offered = state["retreat"]["validPositions"].as_array().cloned().unwrap_or_default();
                let to = self.random.choose(&offered).unwrap_or(&state["retreat"]["piece"]["position"]);
                message(json!({ "type": "retreat.select", "gameId": "abcd1234", "position": to }))
            }
            Some("normal") if state["turn"] == own => {
                let pieces = state["pieces"].as_array().cloned().unwrap_or_default();
                let pieces = pieces
                    .into_iter()
                    .map(|piece| (piece["position"].as_str().unwrap_or_default().to_owned(), piece));
                let mut frame = state.clone();
                frame["type"] = "update".into();
                frame["view"] = json!({ "toMove": own, "pieces": pieces.collect::<serde_json::Map<_, _>>() });
                self.answer(&frame.to_string())
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn answer(&mut self, frame: &str) -> Vec<String> {
        let frame: Value = serde_json::from_str(frame).expect("JSON");
        if let Some(you) = frame["you"].as_str() {
            self.side = Some(if you == "w" { Side::First } else { Side::Second });
        }
        let Some(side) = self.side else { return Vec::new() };
        let own = if side == Side::First { "w" } else { "b" };
        let is_error = frame["type"] == "error";
        if frame["type"] == "gameState.update" {
            return self.answer_state(&frame, own);
        }
        if !is_error && (frame["gameStatus"] != "active" || frame["view"]["toMove"] != own) {
            return Vec::new();
        }
        if !is_error {
            // Only what answers the last try, or begins the turn, is answered.
            let ply = frame["ply"].as_u64().unwrap_or(0);
            if ply == self.ply && !self.tried.is_empty() && frame.get("ack").is_none() {
                return Vec::new();
            }
            if ply != self.ply {
                self.ply = ply;
                self.tried.clear();
            }
        }
        let rules = Arc::clone(&self.rules);
        let name = |square| rules.shape().cell(square).expect("a square").to_string();
        let named = |square| frame["view"]["pieces"][name(square)]["qpi"].as_str();
        let pieces: Vec<_> = rules
            .shape()
            .iter()
            .filter_map(|square| Some((square, rules.piece_id(named(square)?.parse().ok()?)?)))
            .collect();
        let standing = OwnPieces::new(&rules, side, pieces.iter().copied());
        let mut open = Vec::new();
        for &(square, _) in &pieces {
            if frame["touchedPiece"].as_str().is_some_and(|touched| touched != name(square)) {
                continue;
            }
            for tried in tries(&rules, &standing, square) {
                let mut message =
                    json!({ "type": "commit", "from": name(square), "to": name(tried.destination) });
                let becomes = choices(&rules, &standing, square, tried.destination);
                if let Some(piece) = becomes.first().and_then(|piece| rules.piece(*piece)) {
                    message["promotion"] = piece.letter().to_string().into();
                }
                if !self.tried.contains(&message) {
                    open.push(message);
                }
            }
        }
        let Some(message) = self.random.choose(&open).cloned() else { return vec![Client::resignation()] };
        self.tried.push(message.clone());
        let mut message = message;
        message["id"] = format!("r{}-{}", self.ply, self.tried.len()).into();
        vec![message.to_string()]
    }
}
