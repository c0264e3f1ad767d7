//! A few pairs as data, for paired runs on a real server: `server/tests/paired_runs.json`.

use ggn_core::Side;
use serde_json::{Value, json};
use session::protocol::player::{Action, Color, JoinAs, Mode};
use session::{ConnId, Input};

use super::fixtures::{CHESS, SetUp};
use super::pair::Step;
use super::world::{GAME, Setting, Viewer, is_viewers};
use super::{Fixtures, Game, RunOptions, chosen, game};

/// More seeds than the search needs.
const SEEDS: u64 = 20_000;

/// Minimum number of steps; shorter pairs show little.
const STEPS_MIN: usize = 50;

/// A game with hands.
const HANDS: &str = "crazyhouse";

/// Ruleset, mode, moderator and viewer of each pair.
const WANTED: [(&str, Mode, &str, Viewer); 9] = [
    (CHESS, Mode::Blind, "blind", Viewer::Seat(Side::First)),
    (CHESS, Mode::Blind, "blind", Viewer::Seat(Side::Second)),
    (CHESS, Mode::Blind, "table-fidelity", Viewer::Seat(Side::First)),
    (CHESS, Mode::Blind, "table-fidelity", Viewer::Seat(Side::Second)),
    (CHESS, Mode::Vanilla, "blind", Viewer::Seat(Side::First)),
    (CHESS, Mode::Vanilla, "blind", Viewer::Seat(Side::Second)),
    (CHESS, Mode::Blind, "blind", Viewer::Stranger),
    (HANDS, Mode::Blind, "blind", Viewer::Seat(Side::First)),
    (HANDS, Mode::Blind, "blind", Viewer::Seat(Side::Second)),
];

/// Returns the first pair of each kind that an unmodified server can play.
pub(crate) fn paired_runs(fixtures: &Fixtures) -> Value {
    let first = |(ruleset, mode, moderator, viewer): (&str, Mode, &str, Viewer)| {
        let plain = RunOptions { is_timed: false, has_pushes: false, ..RunOptions::checked(false) };
        let options = if ruleset == CHESS { plain } else { plain.of_other_games() };
        let is_wanted = |setting: &Setting| {
            let terms = &setting.terms;
            (terms.ruleset, terms.mode, terms.moderator.as_str(), setting.viewer)
                == (ruleset, mode, moderator, viewer)
                && terms.set_ups == [SetUp::Own; 2]
                && terms.overlays.is_empty()
                && terms.touch_move == (mode == Mode::Blind)
                && setting.grace_ms.is_none()
        };
        let is_playable = |game: &Game| {
            (STEPS_MIN..2 * STEPS_MIN).contains(&game.pair.script.len())
                && !game.pair.script.iter().any(Step::restarts)
                && (ruleset == CHESS || [true, false].iter().all(|viewers| has_drops(game, *viewers)))
                // The number of active games is public.
                && game.pair.worlds[0].model.is_over() == game.pair.worlds[1].model.is_over()
        };
        let settings = (0..SEEDS).map(|seed| (seed, chosen(fixtures, seed, options).0));
        let seeds = settings.filter(|(_, setting)| is_wanted(setting)).map(|(seed, _)| seed);
        let mut games = seeds.map(|seed| game(fixtures, seed, options));
        games.find(is_playable).map(|game| pair_json(&game)).unwrap()
    };
    WANTED.into_iter().map(first).collect()
}

/// Returns whether the viewer, or somebody else, drops a piece or tries to.
fn has_drops(game: &Game, viewers: bool) -> bool {
    let is_drop = |input: &Input| match input {
        Input::Command { conn, command } => {
            is_viewers(*conn) == viewers && matches!(command.action, Action::Drop { to: Some(_), .. })
        }
        _ => false,
    };
    game.pair.script.iter().any(|step| match step {
        Step::Both { inputs, .. } => inputs.iter().any(is_drop),
        Step::Alone { input, .. } | Step::Diverged { input, .. } => is_drop(input),
        Step::SpectatorAction { .. } => false,
    })
}

fn pair_json(Game { setting, pair, .. }: &Game) -> Value {
    let steps = pair.script.iter().filter_map(|step| {
        let (at, actions) = match step {
            Step::Both { at, inputs } => (at, inputs.each_ref().map(action_json)),
            Step::Alone { at, world, input } => {
                let mut actions = [Value::Null, Value::Null];
                actions[*world] = action_json(input);
                (at, actions)
            }
            Step::SpectatorAction { .. } | Step::Diverged { .. } => {
                unreachable!("these games have no spectators")
            }
        };
        actions
            .iter()
            .any(|action_json| !action_json.is_null())
            .then(|| json!({"at": at, "one": actions[0], "other": actions[1]}))
    });
    let mut run = json!({
        "mode": setting.terms.mode,
        "moderator": setting.terms.moderator,
        "creator": Color::from(setting.creator),
        "viewer": match setting.viewer {
            Viewer::Seat(side) => json!(Color::from(side)),
            Viewer::Stranger => json!("onlooker"),
            Viewer::Spectator { .. } => unreachable!("these games have no spectators"),
        },
        "steps": steps.collect::<Vec<_>>(),
    });
    if setting.terms.ruleset != CHESS {
        run["ruleset"] = setting.terms.ruleset.into();
    }
    run
}

fn socket(conn: ConnId) -> String {
    format!("{}{}", if is_viewers(conn) { "viewer " } else { "other " }, conn.0)
}

/// Returns a socket's action: a message or a close. Placeholders stand for tokens that the server assigns.
fn action_json(input: &Input) -> Value {
    match input {
        Input::Hello { conn, hello, .. } => {
            let join_as = match hello.join_as {
                JoinAs::W => "w",
                JoinAs::B => "b",
                JoinAs::Auto => "auto",
            };
            let mut message = json!({"type": "hello", "gameId": hello.game_id, "joinAs": join_as});
            message
                .as_object_mut()
                .unwrap()
                .extend(hello.token.iter().map(|token| ("token".to_owned(), json!(token))));
            json!({"socket": socket(*conn), "send": with_id(message, hello.id.as_ref())})
        }
        Input::Command { conn, command } => {
            json!({"socket": socket(*conn), "send": with_id(message(&command.action), command.id.as_ref())})
        }
        Input::Closed { conn } => json!({"socket": socket(*conn), "close": true}),
        Input::Rematch { .. } => unreachable!("nobody accepts a rematch before the end"),
        Input::Enter { .. } | Input::RoomIntent { .. } => {
            unreachable!("these pairs speak the player protocol")
        }
        Input::Unreachable { .. } | Input::Vacation { .. } | Input::Tick | Input::Restarted => Value::Null,
    }
}

fn with_id(mut message: Value, id: Option<&session::CommandId>) -> Value {
    message.as_object_mut().unwrap().extend(id.map(|id| ("id".to_owned(), json!(id))));
    message
}

fn message(action: &Action) -> Value {
    let game = GAME;
    match action {
        Action::Move { from, to, promotion } => {
            let mut request = json!({"type": "move.request", "gameId": game, "from": from, "to": to});
            let fields = request.as_object_mut().unwrap();
            fields.extend(promotion.map(|kind| ("promotion".to_owned(), json!(kind))));
            request
        }
        Action::Allocate { amount } => json!({"type": "duel.allocate", "gameId": game, "amount": amount}),
        Action::Retreat { position } => {
            json!({"type": "retreat.select", "gameId": game, "position": position})
        }
        Action::SetName { name } => json!({"type": "player.setName", "gameId": game, "name": name}),
        Action::Commit { from, to, promotion } => {
            let mut commit = json!({"type": "commit", "from": from});
            let fields = commit.as_object_mut().unwrap();
            fields.extend(to.map(|to| ("to".to_owned(), json!(to))));
            fields.extend(promotion.map(|kind| ("promotion".to_owned(), json!(kind))));
            commit
        }
        Action::Choose { from, to, choice } => {
            let mut commit = json!({"type": "commit", "from": from, "choice": choice});
            commit.as_object_mut().unwrap().extend(to.map(|to| ("to".to_owned(), json!(to))));
            commit
        }
        Action::Drop { piece, to, choice } => {
            let mut drop = json!({"type": "drop", "piece": piece});
            let fields = drop.as_object_mut().unwrap();
            fields.extend(to.map(|to| ("to".to_owned(), json!(to))));
            fields.extend(choice.as_ref().map(|choice| ("choice".to_owned(), json!(choice))));
            drop
        }
        Action::Pass {} => json!({"type": "pass"}),
        Action::Ask { question } => json!({"type": "ask", "question": question}),
        Action::Resign => json!({"type": "resign"}),
        Action::OfferDraw => json!({"type": "offer-draw"}),
        Action::RespondDraw { accept } => json!({"type": "respond-draw", "accept": accept}),
        Action::OfferRematch {} => json!({"type": "offer-rematch"}),
        Action::RespondRematch { accept } => json!({"type": "respond-rematch", "accept": accept}),
        Action::ShareMarks { marks } => json!({"type": "share-marks", "marks": marks}),
        Action::Subscribe { subscription } => json!({"type": "subscribe", "subscription": subscription}),
        Action::Unsubscribe { endpoint } => json!({"type": "unsubscribe", "endpoint": endpoint}),
        Action::Identify { key, signature } => {
            json!({"type": "identify", "key": key, "signature": signature})
        }
    }
}
