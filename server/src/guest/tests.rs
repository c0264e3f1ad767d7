//! Tests of the rulesets of guests that are kept in files.

use std::future::ready;
use std::os::unix::fs::PermissionsExt as _;

use futures_util::future::BoxFuture;
use session::GameId;

use super::*;
use crate::clock::ManualClock;
use crate::journal::{ArchivedGame, FinishedQuery, ListedGame, PublishedPosition};
use crate::limits::GuestLimits;

/// A program that finds nothing wrong.
fn content(place: &std::path::Path) -> Inspector {
    let path = place.join("content");
    std::fs::write(&path, "#!/bin/sh\ncat > /dev/null\necho '\"fine\"'\n").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    Inspector::of(&path)
}

fn folder(change: &str) -> axum::body::Bytes {
    let of = |(path, bytes): (String, Vec<u8>)| {
        let path = path.strip_prefix("breakthrough/")?.to_owned();
        let text = String::from_utf8(bytes).unwrap();
        Some((path, Value::from(format!("{text}{change}"))))
    };
    let files: serde_json::Map<_, _> = dev::rules().into_iter().filter_map(of).collect();
    Value::from(files).to_string().into()
}

#[tokio::test]
async fn a_ruleset_goes_when_nobody_has_used_it_for_its_lifetime() {
    let place = tempfile::tempdir().unwrap();
    let (stored, clock) = (place.path().join("rulesets"), ManualClock::new(UnixMs(1_000_000)));
    let inspector = Some(content(place.path()));
    let rules = GuestRules { inspector, folder: Some(stored.clone()), publishes: false };
    let catalogue = Catalogue::load(dev::rules()).unwrap();
    let lifetime = GuestLimits::default().guest_lifetime.0;
    let guests = GuestRulesets::new(
        rules,
        None,
        None,
        Arc::clone(&catalogue),
        Arc::default(),
        Arc::new(clock.clone()) as Arc<dyn Clock>,
    );
    let files = || std::fs::read_dir(&stored).unwrap().count();
    let (played, idle) = (guests.save(folder("")).await.unwrap(), guests.save(folder(" ")).await.unwrap());
    let request = format!(r#"{{"mode":"blind","ruleset":"{}"}}"#, played.id);
    let request = session::protocol::player::CreateGame::read(request.as_bytes()).unwrap();
    let game = catalogue.prepare(&request).unwrap();
    clock.advance(lifetime - Duration::from_secs(1));
    assert_eq!(guests.clean_up().await, [idle.id.as_str()], "the other is in use");
    assert_eq!(files(), 2);
    // Sent again, it is kept.
    assert_eq!(guests.save(folder(" ")).await.unwrap(), Saved { id: idle.id.clone(), is_new: false });
    clock.advance(Duration::from_secs(2));
    guests.clean_up().await;
    assert_eq!(files(), 2);
    clock.advance(lifetime);
    guests.clean_up().await;
    assert_eq!(files(), 1);
    assert!(catalogue.has_ruleset(&played.id) && !catalogue.has_ruleset(&idle.id));
    drop(game);
    clock.advance(lifetime);
    guests.clean_up().await;
    assert!(guests.is_empty() && files() == 0);
}

/// An archive that has finished games by some rulesets.
#[derive(Debug, Default)]
struct Records(Mutex<Vec<String>>);

impl Archive for Records {
    fn find(&self, _: &GameId) -> BoxFuture<'static, Result<Option<ArchivedGame>, JournalError>> {
        Box::pin(ready(Ok(None)))
    }

    fn list(&self, _: FinishedQuery) -> BoxFuture<'static, Result<Vec<ListedGame>, JournalError>> {
        Box::pin(ready(Ok(Vec::new())))
    }

    fn played_among(&self, rulesets: Vec<String>) -> BoxFuture<'static, Result<Vec<String>, JournalError>> {
        let played = self.0.lock().unwrap().clone();
        Box::pin(ready(Ok(rulesets.into_iter().filter(|id| played.contains(id)).collect())))
    }

    fn remove(&self, _: &GameId) -> BoxFuture<'static, Result<bool, JournalError>> {
        Box::pin(ready(Ok(false)))
    }

    fn prune(&self, _: UnixMs) -> BoxFuture<'static, Result<u64, JournalError>> {
        Box::pin(ready(Ok(0)))
    }
}

impl GuestRulesets {
    /// Returns whether a ruleset is there, and notes its use.
    async fn has(&self, id: &str) -> bool {
        self.hold(id).await.unwrap().is_some()
    }
}

/// A server's rulesets of guests, in a folder of their own.
struct Place {
    folder: tempfile::TempDir,
    clock: ManualClock,
    records: Arc<Records>,
    limits: Limits,
}

impl Place {
    fn new(guests: GuestLimits) -> Place {
        Place {
            folder: tempfile::tempdir().unwrap(),
            clock: ManualClock::new(UnixMs(1_800_000_000_000)),
            records: Arc::default(),
            limits: Limits { guests, ..Limits::default() },
        }
    }

    fn rulesets(&self) -> PathBuf {
        self.folder.path().join("rulesets")
    }

    /// Starts a server with what is in the folder.
    fn start(&self) -> GuestRulesets {
        let rules = GuestRules {
            inspector: Some(content(self.folder.path())),
            folder: Some(self.rulesets()),
            publishes: true,
        };
        let guests = GuestRulesets::new(
            rules,
            None,
            Some(Arc::clone(&self.records) as Arc<dyn Archive>),
            Catalogue::load(dev::rules()).unwrap(),
            Arc::new(self.limits.clone()),
            Arc::new(self.clock.clone()) as Arc<dyn Clock>,
        );
        guests.restore().unwrap();
        guests
    }
}

#[tokio::test]
async fn a_played_ruleset_stays_as_long_as_a_finished_game_names_it() {
    let place = Place::new(GuestLimits::default());
    let (guests, lifetime) = (place.start(), GuestLimits::default().guest_lifetime.0);
    let played = guests.save(folder("")).await.unwrap().id;
    let idle = guests.save(folder(" ")).await.unwrap().id;
    place.records.0.lock().unwrap().push(played.clone());
    for _ in 0..3 {
        place.clock.advance(lifetime + Duration::from_secs(1));
        guests.clean_up().await;
        assert!(guests.has(&played).await && !guests.has(&idle).await);
    }
    // The record is removed.
    place.records.0.lock().unwrap().clear();
    place.clock.advance(lifetime + Duration::from_secs(1));
    guests.clean_up().await;
    assert!(!guests.has(&played).await);
}

#[tokio::test]
async fn rulesets_that_were_never_played_make_room_first() {
    let place = Place::new(GuestLimits { guest_rulesets: 2, ..GuestLimits::default() });
    let guests = place.start();
    let mut ids = Vec::new();
    for change in ["", " "] {
        ids.push(guests.save(folder(change)).await.unwrap().id);
        place.clock.advance(Duration::from_secs(1));
    }
    // The older one was played.
    place.records.0.lock().unwrap().push(ids[0].clone());
    let third = guests.save(folder("  ")).await.unwrap().id;
    assert!(guests.has(&ids[0]).await && !guests.has(&ids[1]).await && guests.has(&third).await);
    // Where all were played, the one whose last use is longest ago goes.
    place.records.0.lock().unwrap().push(third.clone());
    place.clock.advance(Duration::from_secs(1));
    assert!(guests.has(&ids[0]).await);
    let fourth = guests.save(folder("   ")).await.unwrap().id;
    assert!(guests.has(&ids[0]).await && !guests.has(&third).await && guests.has(&fourth).await);
}

/// Returns the ids of the published rulesets, the latest first.
async fn published(guests: &GuestRulesets) -> Vec<String> {
    guests.published(None, 10).await.unwrap().into_iter().map(|ruleset| ruleset.id).collect()
}

#[tokio::test]
async fn a_published_ruleset_is_listed_for_its_time_whether_it_is_played_or_not() {
    let place = Place::new(GuestLimits::default());
    let guests = place.start();
    let limits = &place.limits.guests;
    let mut ids = Vec::new();
    for change in ["", " ", "  "] {
        ids.push(guests.save(folder(change)).await.unwrap().id);
        place.clock.advance(Duration::from_secs(1));
    }
    for id in &ids[..2] {
        guests.publish(id).await.unwrap();
        place.clock.advance(Duration::from_secs(1));
    }
    let both = [ids[1].clone(), ids[0].clone()];
    assert_eq!(published(&guests).await, both, "the third one is known to those who have its id");
    // Again, it keeps its place.
    guests.publish(&ids[0]).await.unwrap();
    assert_eq!(published(&guests).await, both);
    let all = guests.published(None, 10).await.unwrap();
    assert_eq!((all[0].name.as_str(), all[0].about.is_some()), ("Breakthrough", true));
    let after = PublishedPosition::of(&all[0]);
    assert_eq!(guests.published(Some(after), 10).await.unwrap(), all[1..]);
    assert_eq!(guests.published(None, 1).await.unwrap(), all[..1]);
    // It outlives a restart, and the time for which an unlisted one is kept.
    let guests = place.start();
    assert_eq!(guests.published(None, 10).await.unwrap(), all);
    place.clock.advance(limits.guest_lifetime.0 + Duration::from_secs(1));
    guests.clean_up().await;
    assert!(!guests.has(&ids[2]).await);
    assert_eq!(published(&guests).await, both);
    // Played or not, it leaves the list.
    place.records.0.lock().unwrap().push(ids[0].clone());
    place.clock.advance(limits.guest_published_lifetime.0);
    guests.clean_up().await;
    assert!(published(&guests).await.is_empty());
    assert!(guests.has(&ids[0]).await && guests.has(&ids[1]).await, "they are unlisted now");
    assert!(place.start().published(None, 10).await.unwrap().is_empty());
    guests.publish(&ids[0]).await.unwrap();
    assert_eq!(published(&guests).await, ids[..1]);
}

#[tokio::test]
async fn the_number_and_the_bytes_of_published_rulesets_are_bounded_and_they_make_no_room_for_others() {
    let bytes = folder("").len() + 100;
    for limits in [
        GuestLimits { guest_published: 1, guest_rulesets: 2, ..GuestLimits::default() },
        GuestLimits { guest_published_bytes: bytes, guest_rulesets: 2, ..GuestLimits::default() },
    ] {
        let place = Place::new(limits);
        let guests = place.start();
        let first = guests.save(folder("")).await.unwrap().id;
        guests.publish(&first).await.unwrap();
        place.clock.advance(Duration::from_secs(1));
        let second = guests.save(folder(" ")).await.unwrap().id;
        let full = guests.publish(&second).await.unwrap_err();
        assert!(matches!(full, GuestError::PublishedFull), "{full}");
        assert!(guests.has(&second).await, "it is kept all the same");
        let third = guests.save(folder("  ")).await.unwrap().id;
        assert!(guests.has(&first).await && !guests.has(&second).await && guests.has(&third).await);
        assert_eq!(published(&guests).await, [first]);
    }
}

#[tokio::test]
async fn the_operator_takes_a_ruleset_off_the_list_while_the_server_runs() {
    let place = Place::new(GuestLimits::default());
    let guests = place.start();
    let id = guests.save(folder("")).await.unwrap().id;
    assert!(published_in(&place.rulesets()).unwrap().is_empty());
    guests.publish(&id).await.unwrap();
    assert_eq!(published_in(&place.rulesets()).unwrap(), guests.published(None, 10).await.unwrap());
    assert!(!unpublish_in(&place.rulesets(), "../journal").unwrap());
    // Nobody has used it for long.
    let lifetime = place.limits.guests.guest_lifetime.0;
    place.clock.advance(2 * lifetime);
    assert!(unpublish_in(&place.rulesets(), &id).unwrap() && !unpublish_in(&place.rulesets(), &id).unwrap());
    guests.clean_up().await;
    assert!(published(&guests).await.is_empty());
    assert!(guests.has(&id).await, "its link is good as before");
    place.clock.advance(lifetime);
    guests.clean_up().await;
    assert!(!guests.has(&id).await, "as that of one that nobody uses");
}

#[tokio::test]
async fn guests_publish_nothing_where_the_operator_does_not_say_so() {
    let (place, catalogue) = (tempfile::tempdir().unwrap(), Catalogue::load(dev::rules()).unwrap());
    let rules = GuestRules { inspector: Some(content(place.path())), folder: None, publishes: false };
    let clock = Arc::new(ManualClock::new(UnixMs(1_000_000))) as Arc<dyn Clock>;
    let guests = GuestRulesets::new(rules, None, None, catalogue, Arc::default(), clock);
    let id = guests.save(folder("")).await.unwrap().id;
    let off = guests.publish(&id).await.unwrap_err();
    assert!(matches!(off, GuestError::PublishingOff), "{off}");
    assert!(published(&guests).await.is_empty());
}
