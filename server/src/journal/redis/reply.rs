//! Answers of Redis, of which any may have another form than expected: the database is open to others.

use redis::{ErrorKind, RedisError, Value};

/// Returns the bytes of an answer; `None` if it is none, or more than one value.
pub(super) fn bytes(answer: Value) -> Option<Vec<u8>> {
    match answer {
        Value::BulkString(bytes) => Some(bytes),
        Value::SimpleString(text) => Some(text.into_bytes()),
        Value::Okay => Some(b"OK".to_vec()),
        Value::Int(number) => Some(number.to_string().into_bytes()),
        _ => None,
    }
}

/// Returns an answer as text; `None` as of [`bytes`].
pub(super) fn text(answer: Value) -> Option<String> {
    Some(String::from_utf8_lossy(&bytes(answer)?).into_owned())
}

/// Returns an answer as a number that is not negative.
pub(super) fn number(answer: Value) -> Option<u64> {
    text(answer)?.parse().ok()
}

/// Returns the parts of an answer; none of one that has none.
pub(super) fn list(answer: Value) -> Vec<Value> {
    match answer {
        Value::Array(parts) | Value::Set(parts) => parts,
        _ => Vec::new(),
    }
}

/// Returns the parts of an answer as texts.
pub(super) fn texts(answer: Value) -> Vec<String> {
    list(answer).into_iter().filter_map(text).collect()
}

/// An entry of a stream.
#[derive(Debug)]
pub(super) struct StreamEntry {
    id: String,
    /// Names and values in turns.
    fields: Vec<Vec<u8>>,
}

impl StreamEntry {
    /// Returns the entries in an answer. One without an id of text is left out, since there is none.
    pub(super) fn all(answer: Value) -> Vec<StreamEntry> {
        let entry = |answer: Value| {
            let mut parts = list(answer).into_iter();
            let id = text(parts.next()?)?;
            let fields = parts.next().map(list).unwrap_or_default();
            Some(StreamEntry { id, fields: fields.into_iter().filter_map(bytes).collect() })
        };
        list(answer).into_iter().filter_map(entry).collect()
    }

    /// Returns the number of what is stored in the entry, from 0; `None` if somebody else has added it.
    pub(super) fn seq(&self) -> Option<u64> {
        self.id.strip_prefix("0-")?.parse::<u64>().ok()?.checked_sub(1)
    }

    /// Returns the value of a field; nothing if there is no such field.
    pub(super) fn field(&self, name: &str) -> &[u8] {
        let (pairs, _) = self.fields.as_chunks::<2>();
        let found = pairs.iter().find(|[key, _]| key.as_slice() == name.as_bytes());
        found.map(|[_, value]| value.as_slice()).unwrap_or_default()
    }

    /// Returns the value of a field as a number; `None` if it is none.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        std::str::from_utf8(self.field(name)).ok()?.parse().ok()
    }
}

/// Returns the id of the entry of a number: 0-0 is no id of an entry.
pub(super) fn entry_id(seq: u64) -> String {
    format!("0-{}", seq.saturating_add(1))
}

/// Returns whether an error is Redis's answer, so that the connection is good.
pub(super) fn is_answer(error: &RedisError) -> bool {
    matches!(error.kind(), ErrorKind::Server(_) | ErrorKind::Extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Value {
        Value::BulkString(text.as_bytes().to_vec())
    }

    #[test]
    fn entries_are_read_whatever_somebody_has_put_there() {
        let fields = |texts: &[&str]| Value::Array(texts.iter().map(|text| of(text)).collect());
        let answer = Value::Array(vec![
            Value::Array(vec![of("0-3"), fields(&["at", "5", "body", "{}"])]),
            Value::Array(vec![of("1777334402000-0"), fields(&["odd"])]),
            Value::Array(vec![of("0-0"), Value::Nil]),
            Value::Nil,
        ]);
        let entries = StreamEntry::all(answer);
        assert_eq!(entries.iter().map(StreamEntry::seq).collect::<Vec<_>>(), [Some(2), None, None]);
        assert_eq!((entries[0].number("at"), entries[0].field("body")), (Some(5), &b"{}"[..]));
        assert_eq!((entries[1].field("odd"), entries[2].number("at")), (&b""[..], None));
        assert_eq!(entry_id(2), "0-3");
    }
}
