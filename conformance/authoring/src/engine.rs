//! The engine interface over two streams: one message a line, its answers one a line.

use std::io::{self, BufRead, Read as _, Write};

use ggn_core::engine::Engine;

/// Greets with the moves from the first position, then answers each line of the input until it ends. Blank lines are passed
/// over; of a line that is too long no more is kept than shows it to be.
///
/// # Errors
/// Returns an error if the input cannot be read, or the output cannot be written.
///
/// ```
/// # let chess = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules/chess");
/// let engine = ggn_core::engine::Engine::new(authoring::rules::load(&chess)?);
/// let mut said = Vec::new();
/// authoring::engine::serve(engine, b"{\"message_type\":\"resign\",\"side\":\"white\"}\n".as_slice(), &mut said)?;
/// let said = String::from_utf8(said)?;
/// assert_eq!(said.lines().nth(1), Some(r#"{"message_type":"game_end","victor":"black","reason":"resignation"}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(mut engine: Engine, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    say(&mut output, &engine.greet())?;
    let mut line = Vec::new();
    while next_line(&mut input, &mut line)? {
        if !line.trim_ascii().is_empty() {
            say(&mut output, &engine.handle(&line))?;
        }
    }
    Ok(())
}

fn say(output: &mut impl Write, answers: &[String]) -> io::Result<()> {
    for answer in answers {
        writeln!(output, "{answer}")?;
    }
    output.flush()
}

/// Reads a line without its end. Of one that is longer than a message may be, the rest is thrown away.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let most = Engine::MESSAGE_BYTES_MAX as u64 + 2;
    let read = input.by_ref().take(most).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if read as u64 == most {
        skip_line(input)?;
    }
    Ok(read > 0)
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, is_over) = (end.map_or(buffer.len(), |end| end + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if is_over {
            return Ok(());
        }
    }
}
