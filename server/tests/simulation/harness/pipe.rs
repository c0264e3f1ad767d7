//! One direction of a connection.

use std::collections::VecDeque;
use std::io;
use std::task::{Poll, Waker};

use bytes::Bytes;
use tokio::io::ReadBuf;
use tokio::time::Instant;

/// Bytes in flight, in order of arrival.
#[derive(Debug)]
pub(crate) struct Pipe {
    chunks: VecDeque<(Instant, Bytes)>,
    held: usize,
    window: usize,
    /// Time of the last arrival, which later bytes do not precede.
    last_arrival: Option<Instant>,
    /// Arrival time of the writer's end.
    end: Option<Instant>,
    broken: bool,
    deserted: bool,
    lost_until: Option<Instant>,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

impl Pipe {
    pub(crate) fn new(window: usize) -> Pipe {
        Pipe {
            chunks: VecDeque::new(),
            held: 0,
            window,
            last_arrival: None,
            end: None,
            broken: false,
            deserted: false,
            lost_until: None,
            reader: None,
            writer: None,
        }
    }

    fn wake(&mut self) {
        self.reader.take().into_iter().chain(self.writer.take()).for_each(Waker::wake);
    }

    /// Returns the arrival time in order, at least `arrival`.
    fn in_turn(&mut self, arrival: Instant) -> Instant {
        let arrival = self.lost_until.unwrap_or(arrival).max(self.last_arrival.unwrap_or(arrival));
        self.last_arrival = Some(arrival);
        arrival
    }

    pub(crate) fn write(&mut self, bytes: &[u8], arrival: Instant, waker: &Waker) -> Poll<io::Result<usize>> {
        if self.broken || self.deserted || self.end.is_some() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let room = (self.window - self.held).min(bytes.len());
        if room == 0 && !bytes.is_empty() {
            self.writer = Some(waker.clone());
            return Poll::Pending;
        }
        let arrival = self.in_turn(arrival);
        self.held += room;
        self.chunks.push_back((arrival, Bytes::copy_from_slice(&bytes[..room])));
        self.reader.take().into_iter().for_each(Waker::wake);
        Poll::Ready(Ok(room))
    }

    pub(crate) fn read(
        &mut self,
        into: &mut ReadBuf<'_>,
        most: usize,
        now: Instant,
        waker: &Waker,
    ) -> Poll<io::Result<()>> {
        if let Some((arrival, chunk)) = self.chunks.front_mut()
            && *arrival <= now
        {
            let count = chunk.len().min(most);
            into.put_slice(&chunk.split_to(count));
            if chunk.is_empty() {
                self.chunks.pop_front();
            }
            self.held -= count;
            self.writer.take().into_iter().for_each(Waker::wake);
            return Poll::Ready(Ok(()));
        }
        if self.chunks.is_empty() {
            if self.broken {
                return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
            }
            if self.end.is_some_and(|end| end <= now) {
                return Poll::Ready(Ok(()));
            }
        }
        self.reader = Some(waker.clone());
        Poll::Pending
    }

    /// Returns the time of the next arrival.
    pub(crate) fn next_arrival(&self) -> Option<Instant> {
        self.chunks.front().map(|(arrival, _)| *arrival).or(self.end)
    }

    /// Ends the writer's side.
    pub(crate) fn finish(&mut self, arrival: Instant) {
        if self.end.is_none() {
            self.end = Some(self.in_turn(arrival));
            self.wake();
        }
    }

    /// Ends the reader's side. Returns whether unread bytes were left.
    pub(crate) fn desert(&mut self) -> bool {
        self.deserted = true;
        self.wake();
        !self.chunks.is_empty()
    }

    /// Loses everything in flight, and both ends notice.
    pub(crate) fn cut(&mut self) {
        let now = Instant::now();
        self.chunks.retain(|(arrival, _)| *arrival <= now);
        self.broken = true;
        self.wake();
    }

    /// Loses everything in flight silently.
    pub(crate) fn lose(&mut self, never: Instant) {
        self.lost_until = Some(never);
        self.hold_until(never);
    }

    /// Delays everything in flight until `at`.
    pub(crate) fn hold_until(&mut self, at: Instant) {
        let now = Instant::now();
        self.last_arrival = self.last_arrival.max(Some(at));
        for (arrival, _) in &mut self.chunks {
            if *arrival > now {
                *arrival = (*arrival).max(at);
            }
        }
        if let Some(end) = &mut self.end
            && *end > now
        {
            *end = (*end).max(at);
        }
        self.wake();
    }

    /// Returns whether no reader is left.
    pub(crate) fn is_deserted(&self) -> bool {
        self.deserted || self.broken
    }
}
