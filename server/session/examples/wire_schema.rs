//! Prints the JSON Schema of the player protocol, from which the page's types are generated (`npm run wire`).

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    writeln!(std::io::stdout(), "{:#}", session::protocol::player::schema())
}
