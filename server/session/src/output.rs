//! Outputs of a session, held back until the journal has stored their cause.

use crate::domain::{ConnId, PushSubscription, SeatId, UnixMs};
use crate::finished::FinishedGame;
use crate::input::Entry;
use crate::protocol::player::CloseReason;
use crate::view::Frame;

/// Action for the server.
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
        /// Content of the close frame.
        reason: CloseReason,
    },
    /// Bind a socket to a seat, whose rate limit counts its messages from now on.
    Seated {
        /// The socket.
        conn: ConnId,
        /// The seat.
        seat: SeatId,
    },
    /// Send a push message to a browser of an absent player.
    Push(Box<PushMessage>),
}

/// Push message to a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushMessage {
    /// Seat of the player.
    pub seat: SeatId,
    /// Subscription of the browser.
    pub subscription: PushSubscription,
    /// The content.
    pub frame: Frame,
    /// Time until which the message has a meaning: the fall of the player's flag. `None` without a clock.
    pub until: Option<UnixMs>,
}

/// Outputs of an input that the journal has yet to store.
///
/// Only the receipt for its own entry opens it:
///
/// ```
/// # use session::{Output, Receipt, Unsent, WrongReceipt};
/// fn outputs(unsent: Unsent, receipt: Receipt) -> Result<Vec<Output>, WrongReceipt> {
///     unsent.release(receipt)
/// }
/// ```
///
/// Without a receipt the outputs cannot be reached, neither by a call nor through a field:
///
/// ```compile_fail,E0061
/// # use session::{Output, Receipt, Unsent, WrongReceipt};
/// fn outputs(unsent: Unsent) -> Result<Vec<Output>, WrongReceipt> {
///     unsent.release()
/// }
/// ```
///
/// ```compile_fail,E0616
/// # use session::{Output, Receipt, Unsent, WrongReceipt};
/// fn outputs(unsent: Unsent, receipt: Receipt) -> Result<Vec<Output>, WrongReceipt> {
///     Ok(unsent.outputs)
/// }
/// ```
#[derive(Debug)]
#[must_use = "an input has to be written to the journal, and its outputs released"]
pub struct Unsent {
    entry: Entry,
    outputs: Vec<Output>,
    /// The record of the game, if the entry ends it.
    finished: Option<Box<FinishedGame>>,
}

impl Unsent {
    pub(crate) fn new(entry: Entry, outputs: Vec<Output>) -> Unsent {
        Unsent { entry, outputs, finished: None }
    }

    /// Adds the record of the game that the entry ends.
    pub(crate) fn with_record(self, finished: Option<Box<FinishedGame>>) -> Unsent {
        Unsent { finished, ..self }
    }

    /// Returns the entry that the journal has to store.
    #[must_use]
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Returns the record of the game if the entry ends it. The journal stores it together with the entry, and shows it to nobody before.
    #[must_use]
    pub fn finished(&self) -> Option<&FinishedGame> {
        self.finished.as_deref()
    }

    /// Returns the outputs once the journal has stored the entry.
    ///
    /// # Errors
    ///
    /// Returns an error for the receipt of another entry. The outputs are lost then: the game has to be replayed from its journal.
    pub fn release(self, receipt: Receipt) -> Result<Vec<Output>, WrongReceipt> {
        if receipt.seq == self.entry.seq {
            Ok(self.outputs)
        } else {
            Err(WrongReceipt { expected: self.entry.seq, found: receipt.seq })
        }
    }
}

/// Confirmation of a journal that it has stored an entry. Opening that entry's outputs consumes it.
#[derive(Debug)]
pub struct Receipt {
    seq: u64,
}

impl Receipt {
    /// Creates a receipt. Only a journal calls this, after it has stored the entry with that number.
    #[must_use]
    pub fn stored(seq: u64) -> Receipt {
        Receipt { seq }
    }
}

/// The receipt belongs to another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the receipt is of entry {found}, not of entry {expected}")]
pub struct WrongReceipt {
    /// Number of the entry whose outputs were requested.
    pub expected: u64,
    /// Number on the receipt.
    pub found: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::UnixMs;
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
