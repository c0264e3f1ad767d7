//! WebSocket frames byte by byte, for input that a correct client would not send.

pub const TEXT: u8 = 0x81;
pub const FIRST_PIECE: u8 = 0x01;
pub const PIECE: u8 = 0x00;
pub const LAST_PIECE: u8 = 0x80;
pub const PING: u8 = 0x89;
pub const CLOSE: u8 = 0x88;

/// Returns a client's frame, masked by zeros, from its first byte and its payload.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match u16::try_from(payload.len()).unwrap() {
        length @ 0..126 => bytes.push(0x80 | u8::try_from(length).unwrap()),
        length => {
            bytes.push(0x80 | 126);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}
