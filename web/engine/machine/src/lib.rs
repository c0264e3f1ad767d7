//! The machine in the browser.
//!
//! [`Machine`] is the server's bot as WASM: the same rules, level and seed give the same moves there and here (`web/e2e/machine-moves.test.mjs`). A game
//! goes to it as the messages of the engine interface that made it, and its move comes back as such a message. It runs in a worker of the page. The
//! classes of the page's engine are here as well, with all that the rules can say, for the board of the same game.

use std::sync::Arc;

use bot::{Bot, Level, Values};
use ggn_core::engine::Engine;
use tabula_engine::Rules;
use wasm_bindgen::prelude::wasm_bindgen;

/// The page writes squares in lower case.
const LOWER_CASE: &str = r#"{"message_type":"options","square_case":"lower"}"#;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// A bot with the values that it has found for the pieces of a ruleset.
#[wasm_bindgen]
pub struct Machine {
    rules: Arc<ggn_core::Rules>,
    values: Arc<Values>,
}

#[wasm_bindgen]
impl Machine {
    /// Finds the values of all pieces, by random games.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(rules: &Rules) -> Machine {
        let rules = Arc::clone(rules.shared());
        Machine { values: Arc::new(Values::of(&rules)), rules }
    }

    /// Returns the machine's next move in the game that `messages`, one a line, have made of a new one; nothing where that game is over. The same game,
    /// level and seed give the same move, unless thinking takes longer than `milliseconds`: then it is the best move so far.
    #[must_use]
    pub fn choose(&self, messages: &str, level: u8, seed: u32, milliseconds: f64) -> Option<String> {
        let begun = now();
        self.choose_until(messages, level, seed, &|| now() - begun > milliseconds)
    }
}

impl Machine {
    /// Returns the next move like [`Machine::choose`], with a condition that ends the thinking early.
    #[must_use]
    pub fn choose_until(
        &self,
        messages: &str,
        level: u8,
        seed: u32,
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        let mut engine = Engine::new(Arc::clone(&self.rules));
        engine.handle(LOWER_CASE);
        for message in messages.lines() {
            engine.handle(message);
        }
        let bot = Bot::new(Arc::clone(&self.values), Level::try_from(level).ok()?);
        let choice = bot.choose(engine.game(), u64::from(seed), stop)?;
        Some(engine.message_of(&choice.mv))
    }
}
