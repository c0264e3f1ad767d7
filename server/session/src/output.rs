//! What a session says, held back until what caused it is in the journal.

use crate::ids::{ConnId, SeatId};
use crate::input::Entry;
use crate::protocol::player::CloseReason;
use crate::view::Frame;

/// What the shell has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Write a frame to a socket.
    Send {
        /// The socket.
        conn: ConnId,
        /// The frame.
        frame: Frame,
    },
    /// Close a socket.
    Close {
        /// The socket.
        conn: ConnId,
        /// What the close frame says.
        reason: CloseReason,
    },
    /// From now on the socket speaks for a seat, and is counted by its rate limit.
    Seated {
        /// The socket.
        conn: ConnId,
        /// The seat.
        seat: SeatId,
    },
}

/// Outputs that nobody may see before the input that caused them is in the journal.
///
/// Only the receipt for its own entry opens it:
///
/// ```
/// # use session::{Output, Receipt, Unsent, WrongReceipt};
/// fn told(unsent: Unsent, receipt: Receipt) -> Result<Vec<Output>, WrongReceipt> {
///     unsent.release(receipt)
/// }
/// ```
///
/// Without a receipt there is no way to the outputs, neither by a call nor by a field:
///
/// ```compile_fail,E0061
/// # use session::{Output, Receipt, Unsent, WrongReceipt};
/// fn told(unsent: Unsent) -> Result<Vec<Output>, WrongReceipt> {
///     unsent.release()
/// }
/// ```
///
/// ```compile_fail,E0616
/// # use session::{Output, Receipt, Unsent, WrongReceipt};
/// fn told(unsent: Unsent, receipt: Receipt) -> Result<Vec<Output>, WrongReceipt> {
///     Ok(unsent.outputs)
/// }
/// ```
#[derive(Debug)]
#[must_use = "an input has to be written to the journal, and its outputs released"]
pub struct Unsent {
    entry: Entry,
    outputs: Vec<Output>,
}

impl Unsent {
    pub(crate) fn new(entry: Entry, outputs: Vec<Output>) -> Unsent {
        Unsent { entry, outputs }
    }

    /// What the journal has to keep.
    #[must_use]
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Hands out the outputs once the journal holds the entry.
    ///
    /// # Errors
    ///
    /// The receipt of another entry opens nothing, and the outputs are lost: the game has to be replayed from its journal.
    pub fn release(self, receipt: Receipt) -> Result<Vec<Output>, WrongReceipt> {
        if receipt.seq == self.entry.seq {
            Ok(self.outputs)
        } else {
            Err(WrongReceipt { expected: self.entry.seq, found: receipt.seq })
        }
    }
}

/// A journal's word that it holds an entry of the game. It is used up by opening that entry's outputs.
#[derive(Debug)]
pub struct Receipt {
    seq: u64,
}

impl Receipt {
    /// To be made by a journal, after the entry of that number is stored.
    #[must_use]
    pub fn stored(seq: u64) -> Receipt {
        Receipt { seq }
    }
}

/// A receipt of another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the receipt is of entry {found}, not of entry {expected}")]
pub struct WrongReceipt {
    /// The number of the entry whose outputs were asked for.
    pub expected: u64,
    /// The number on the receipt.
    pub found: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UnixMs;
    use crate::input::{Input, Recorded};

    fn unsent(seq: u64) -> Unsent {
        let output = Output::Close { conn: ConnId(1), reason: CloseReason::IDLE };
        Unsent::new(Entry { seq, at: UnixMs(5), input: Recorded::Input(Input::Tick) }, vec![output])
    }

    #[test]
    fn only_the_receipt_of_its_own_entry_opens_an_unsent() {
        assert_eq!(unsent(3).release(Receipt::stored(3)).unwrap().len(), 1);
        assert_eq!(unsent(3).release(Receipt::stored(2)), Err(WrongReceipt { expected: 3, found: 2 }));
    }

    #[test]
    fn entries_are_kept_as_readable_json() {
        let unsent = unsent(3);
        let text = serde_json::to_string(unsent.entry()).unwrap();
        assert_eq!(text, r#"{"seq":3,"at":5,"input":"tick"}"#);
        assert_eq!(&serde_json::from_str::<Entry>(&text).unwrap(), unsent.entry());
    }
}
