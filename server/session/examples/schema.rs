//! Prints the JSON Schema of the wire: `cargo run -p session --example schema`. The types of the browser's client are generated from it.

fn main() {
    println!("{:#}", session::protocol::player::schema());
}
