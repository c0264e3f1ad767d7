//! Many games at once, as fast as the server answers or at a fixed rate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use super::game::{Game, Kind};
use super::moves;
use super::players::Seat;

/// Games that begin or end at the same time.
const AT_ONCE: usize = 64;

/// A game with its recorded moves, and the number of those that were made.
struct Recorded {
    game: Game,
    moves: Vec<&'static str>,
    ply: usize,
}

/// Games whose players are seated.
pub struct Round {
    games: Vec<Recorded>,
}

/// Moves that were made.
pub struct Played {
    /// Time of each from its sending to its arrival at the opponent.
    pub latencies: Vec<Duration>,
    /// Time from the first to the last.
    pub time: Duration,
}

/// A stored game, by the seat of White and its moves.
pub struct Stored {
    /// The seat.
    pub seat: Seat,
    /// The moves that were made.
    pub moves: Vec<&'static str>,
}

/// Waits for all tasks, of which none may have failed.
async fn all<T: 'static>(mut tasks: JoinSet<T>) -> Vec<T> {
    let mut done = Vec::with_capacity(tasks.len());
    while let Some(task) = tasks.join_next().await {
        done.push(task.expect("a game did not go as recorded"));
    }
    done
}

impl Round {
    /// Creates games of these kinds, and takes all seats.
    pub async fn open(address: SocketAddr, kinds: impl IntoIterator<Item = Kind>) -> Round {
        let (turns, mut tasks) = (Arc::new(Semaphore::new(AT_ONCE)), JoinSet::new());
        for (number, kind) in kinds.into_iter().enumerate() {
            let turns = Arc::clone(&turns);
            tasks.spawn(async move {
                let _turn = turns.acquire().await;
                Recorded { game: Game::sit_down(address, kind).await, moves: moves::of_game(number), ply: 0 }
            });
        }
        Round { games: all(tasks).await }
    }

    /// Makes so many moves in each game, each as soon as the one before has come to everybody.
    pub async fn race(&mut self, plies: usize) -> Played {
        self.play(plies, None).await
    }

    /// Makes so many moves in each game, `rate` a second in all games together.
    pub async fn pace(&mut self, plies: usize, rate: u32) -> Played {
        self.play(plies, Some(rate)).await
    }

    async fn play(&mut self, plies: usize, rate: Option<u32>) -> Played {
        let mut tasks = JoinSet::new();
        let count = u32::try_from(self.games.len()).unwrap();
        let start = Instant::now();
        for (number, mut recorded) in (0..).zip(self.games.drain(..)) {
            tasks.spawn(async move {
                let mut latencies = Vec::with_capacity(plies);
                for turn in 0_u32..u32::try_from(plies).unwrap() {
                    if let Some(rate) = rate {
                        // The games take turns.
                        sleep_until(start + Duration::from_secs(1) * (turn * count + number) / rate).await;
                    }
                    let Recorded { game, moves, ply } = &mut recorded;
                    latencies.push(game.play(*ply, moves[*ply]).await);
                    *ply += 1;
                }
                (recorded, latencies)
            });
        }
        let mut played = Played { latencies: Vec::new(), time: Duration::ZERO };
        for (recorded, latencies) in all(tasks).await {
            self.games.push(recorded);
            played.latencies.extend(latencies);
        }
        played.time = start.elapsed();
        assert_eq!(played.latencies.len(), plies * self.games.len(), "moves were not made");
        played
    }

    /// Ends all games, and checks their records.
    pub async fn finish(self) -> Vec<Stored> {
        let (turns, mut tasks) = (Arc::new(Semaphore::new(AT_ONCE)), JoinSet::new());
        for Recorded { game, moves, ply } in self.games {
            let turns = Arc::clone(&turns);
            tasks.spawn(async move {
                let _turn = turns.acquire().await;
                let moves = moves[..ply].to_vec();
                let seat = game.finish(&moves).await;
                seat.map(|seat| Stored { seat, moves })
            });
        }
        all(tasks).await.into_iter().flatten().collect()
    }

    /// Leaves all games as they are: the sockets are closed.
    pub fn leave(self) -> Vec<Stored> {
        let stored = |Recorded { game, moves, ply }: Recorded| {
            Some(Stored { seat: game.seat()?, moves: moves[..ply].to_vec() })
        };
        self.games.into_iter().filter_map(stored).collect()
    }
}
