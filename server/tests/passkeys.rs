//! Passkeys: a key that a page has sealed is given to anyone who has a passkey of its owner, and to nobody else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde_json::{Value, json};
use tabula::journal::{Journal, MemoryJournal, PostgresJournal, RedisJournal, SqliteJournal};
use tabula::limits::{Limits, PlayerLimits};

use crate::common::authenticator::{Authenticator, add, answer, begin, challenge, post, post_as, sign_in};
use crate::common::http;
use crate::common::owner::Owner;
use crate::common::postgres::Database;
use crate::common::redis::RedisServer;
use crate::common::{Setting, Table};

const UNKNOWN: (u16, &str) = (404, "passkey_unknown");
const GONE: (u16, &str) = (404, "challenge_gone");

fn is(found: &(u16, String), (status, text): (u16, &str)) -> bool {
    found.0 == status && found.1 == text
}

/// A server whose journal keeps what players set.
async fn open(players: PlayerLimits) -> Table {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::default());
    Setting { journal, limits: Limits { players, ..Setting::default().limits }, ..Setting::default() }
        .open()
        .await
}

fn players() -> PlayerLimits {
    Limits::default().players
}

async fn remove(owner: &Owner, table: &Table, id: &Value) -> Value {
    let path = "/api/players/own/passkeys/remove";
    let answer = post_as(owner, table, "passkey-remove", path, &json!({"id": id})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["passkeys"].clone()
}

#[tokio::test]
async fn a_passkey_is_added_used_listed_and_removed_in_each_journal() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Setting::default().limits;
    let sqlite = SqliteJournal::open(&folder.path().join("journal.db"), "rules", &limits).await.unwrap();
    let database = Database::fresh().await;
    let postgres = PostgresJournal::open(&database.location(), "rules", &limits).await.unwrap();
    let server = RedisServer::start();
    let redis = RedisJournal::open(&server.location(), "rules", &limits).await.unwrap();
    let memory = MemoryJournal::default();
    let journals: [Arc<dyn Journal>; 4] =
        [Arc::new(memory), Arc::new(sqlite), Arc::new(postgres), Arc::new(redis)];
    for journal in journals {
        let table = Setting { journal, ..Setting::default() }.open().await;
        let (ada, grace) = (Owner::new(1), Owner::new(2));
        let mut phone = Authenticator::new(3, table.address);
        let added = add(&ada, &table, &phone, "Phone").await;
        assert_eq!(added.status, 200, "{}", added.body);
        let listed = added.json()["passkeys"].clone();
        assert_eq!((&listed[0]["name"], listed[0].get("usedAt")), (&json!("Phone"), None));
        // The device makes no second one.
        let (_, known) = begin(&ada, &table).await;
        assert_eq!(known, json!([BASE64.encode(&phone.id)]));
        for _ in 0..2 {
            let found = sign_in(&table, &mut phone).await;
            assert!(is(&found, (200, "c2VhbGVk")), "{found:?}");
        }
        let listed = ada.settings(&table).await["passkeys"].clone();
        assert_eq!(listed[0]["usedAt"], listed[0]["at"], "the clock stands");
        assert_eq!(grace.settings(&table).await["passkeys"], json!([]));
        // Nobody removes that of somebody else.
        remove(&grace, &table, &listed[0]["id"]).await;
        assert_eq!(sign_in(&table, &mut phone).await.0, 200);
        assert_eq!(remove(&ada, &table, &listed[0]["id"]).await, json!([]));
        assert_eq!(remove(&ada, &table, &listed[0]["id"]).await, json!([]), "repeated");
        let (removed, never) = (
            sign_in(&table, &mut phone).await,
            sign_in(&table, &mut Authenticator::new(4, table.address)).await,
        );
        assert!(is(&removed, UNKNOWN) && removed == never, "{removed:?} {never:?}");
        // It goes with everything else that its owner keeps.
        assert_eq!(add(&ada, &table, &phone, "Phone").await.status, 200);
        assert_eq!(ada.forget(&table).await.status, 204);
        assert!(is(&sign_in(&table, &mut phone).await, UNKNOWN));
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_counter_is_kept_through_a_restart_and_does_not_go_back() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Setting::default().limits;
    let ada = Owner::new(1);
    let mut phone = None;
    for is_first in [true, false] {
        let file = folder.path().join("journal.db");
        let journal = Arc::new(SqliteJournal::open(&file, "rules", &limits).await.unwrap());
        let table = Setting { journal, ..Setting::default() }.open().await;
        let device = phone.get_or_insert_with(|| Authenticator::new(3, table.address));
        device.origin = format!("http://localhost:{}", table.address.port());
        if is_first {
            assert_eq!(add(&ada, &table, device, "Phone").await.status, 200);
            device.count = 40;
            assert_eq!(sign_in(&table, device).await.0, 200);
        }
        // A copy of the passkey, made before.
        let mut copy = Authenticator { count: 39, ..device.clone() };
        assert!(is(&sign_in(&table, &mut copy).await, UNKNOWN), "40 is not above 41");
        assert!(is(&sign_in(&table, &mut copy).await, UNKNOWN), "nor is 41");
        assert_eq!(sign_in(&table, device).await.0, 200);
        table.server.stop().await;
    }
}

#[tokio::test]
async fn a_passkey_that_is_copied_between_devices_does_not_count() {
    let table = open(players()).await;
    let ada = Owner::new(1);
    // May be copied (8), and is not yet.
    let mut phone = Authenticator { count: 0, step: 0, flags: 0x0d, ..Authenticator::new(3, table.address) };
    assert_eq!(add(&ada, &table, &phone, "Phone").await.status, 200);
    for _ in 0..2 {
        assert_eq!(sign_in(&table, &mut phone).await.0, 200);
    }
    // Copied (16), and used on two devices.
    let mut tablet = Authenticator { flags: 0x1d, ..phone.clone() };
    for device in [&mut tablet, &mut phone] {
        assert_eq!(sign_in(&table, device).await.0, 200);
    }
    // Whether it may be copied is settled when it is made.
    let mut changed = Authenticator { flags: 0x05, ..phone.clone() };
    assert!(is(&sign_in(&table, &mut changed).await, UNKNOWN));
}

#[tokio::test]
async fn an_answer_is_good_once_here_and_for_what_it_was_asked_for() {
    let table = open(players()).await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let mut phone = Authenticator::new(3, table.address);
    assert_eq!(add(&ada, &table, &phone, "Phone").await.status, 200);
    // Once.
    let body = phone.answer(&challenge(&table).await);
    assert_eq!(answer(&table, &body).await.0, 200);
    assert!(is(&answer(&table, &body).await, GONE));
    // To a challenge of this server.
    let foreign = BASE64.encode([7; 16]);
    for made_up in [foreign.as_str(), "", "x", "\u{0}"] {
        assert!(is(&answer(&table, &phone.answer(made_up)).await, GONE), "{made_up:?}");
    }
    // A challenge for a new passkey is none to sign in, and the other way round; nor is it for another player.
    let (for_new, _) = begin(&ada, &table).await;
    assert!(is(&answer(&table, &phone.answer(&for_new)).await, GONE));
    let (for_new, _) = begin(&ada, &table).await;
    let tablet = Authenticator::new(4, table.address);
    let path = "/api/players/own/passkeys";
    for (owner, asked) in [(&grace, for_new), (&ada, challenge(&table).await)] {
        let body = tablet.make(&asked, "Tablet", "c2VhbGVk");
        let refused = post_as(owner, &table, "passkey-add", path, &body).await;
        assert_eq!((refused.status, refused.field("code").as_deref()), (404, Some("challenge_gone")));
    }
    // Nor is it for another name of the machine.
    let host = format!("a.localhost:{}", table.address.port());
    let (domain, origin) = ("a.localhost".to_owned(), format!("http://{host}"));
    let mut elsewhere = Authenticator { domain, origin, ..phone.clone() };
    let body = elsewhere.answer(&challenge(&table).await).to_string();
    let head = format!("POST /api/passkeys HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n");
    let refused = http::request(table.address, &head, body.as_bytes()).await;
    assert_eq!((refused.status, refused.field("code").as_deref()), (404, Some("challenge_gone")));
    // After five minutes it is too old.
    let old = challenge(&table).await;
    table.clock.advance(Duration::from_secs(300));
    assert!(is(&answer(&table, &phone.answer(&old)).await, GONE));
    assert_eq!(sign_in(&table, &mut phone).await.0, 200);
}

#[tokio::test]
async fn answers_of_other_pages_domains_users_and_keys_are_refused_alike() {
    let table = open(players()).await;
    let ada = Owner::new(1);
    let phone = Authenticator::new(3, table.address);
    assert_eq!(add(&ada, &table, &phone, "Phone").await.status, 200);
    let stranger = Authenticator { id: phone.id.clone(), ..Authenticator::new(9, table.address) };
    let wrong = [
        ("origin", Authenticator { origin: "https://evil.example".to_owned(), ..phone.clone() }),
        ("port", Authenticator { origin: "http://localhost:1".to_owned(), ..phone.clone() }),
        ("domain", Authenticator { domain: "evil.example".to_owned(), ..phone.clone() }),
        ("frame", Authenticator { is_framed: true, ..phone.clone() }),
        ("user not verified", Authenticator { flags: 0x01, ..phone.clone() }),
        ("user not present", Authenticator { flags: 0x04, ..phone.clone() }),
        ("key", stranger),
        ("id", Authenticator { id: vec![8; 20], ..phone.clone() }),
    ];
    for (what, mut device) in wrong {
        device.count = 100;
        let found = sign_in(&table, &mut device).await;
        assert!(is(&found, UNKNOWN), "{what}: {found:?}");
        // Nor is such a passkey taken.
        if !["key", "id"].contains(&what) {
            device.id = vec![5; 20];
            let refused = add(&ada, &table, &device, "Wrong").await;
            assert_eq!(
                (refused.status, refused.field("code").as_deref()),
                (400, Some("passkey_refused")),
                "{what}"
            );
        }
    }
    assert_eq!(sign_in(&table, &mut phone.clone()).await.0, 200);
    // A changed byte of what was signed.
    let mut changed = phone.clone();
    changed.count = 200;
    let mut body = changed.answer(&challenge(&table).await);
    let mut data = BASE64.decode(body["authenticatorData"].as_str().unwrap()).unwrap();
    data[36] ^= 1;
    body["authenticatorData"] = json!(BASE64.encode(data));
    assert!(is(&answer(&table, &body).await, UNKNOWN));
}

#[tokio::test]
async fn a_passkey_is_of_one_player_and_a_player_has_eight() {
    let limits = PlayerLimits { player_row_burst: 9, player_row_rate: 1, ..players() };
    let table = open(limits).await;
    let (ada, grace) = (Owner::new(1), Owner::new(2));
    let code = |answer: http::Answer| (answer.status, answer.field("code").unwrap_or_default());
    for seed in 11..19 {
        assert_eq!(add(&ada, &table, &Authenticator::new(seed, table.address), "One").await.status, 200);
    }
    let begun = post_as(&ada, &table, "passkey-begin", "/api/players/own/passkeys/begin", &json!({})).await;
    assert!(is(&code(begun), (409, "too_many_passkeys")));
    // By the id of somebody else's passkey nobody takes that one's place.
    let mut first = Authenticator::new(11, table.address);
    let copy = Authenticator { id: first.id.clone(), ..Authenticator::new(20, table.address) };
    assert!(is(&code(add(&grace, &table, &copy, "Copy").await), (409, "passkey_known")));
    assert_eq!(sign_in(&table, &mut first).await.0, 200);
    // The ninth row of the address, and the tenth.
    assert_eq!(add(&grace, &table, &Authenticator::new(21, table.address), "One").await.status, 200);
    assert!(is(
        &code(add(&grace, &table, &Authenticator::new(22, table.address), "Two").await),
        (429, "rate_limited")
    ));
}

#[tokio::test]
async fn challenges_are_bounded_by_number_by_address_and_by_rate() {
    let table = open(PlayerLimits { passkey_challenges: 2, ..players() }).await;
    let begin = async |table: &Table| {
        let answer = post(table.address, "/api/passkeys/begin", "", "{}").await;
        (answer.status, answer.field("code").unwrap_or_default())
    };
    let (first, _) = (challenge(&table).await, challenge(&table).await);
    assert!(is(&begin(&table).await, (503, "server_full")));
    // An answer makes room, also a wrong one.
    let mut phone = Authenticator::new(3, table.address);
    assert!(is(&answer(&table, &phone.answer(&first)).await, UNKNOWN));
    assert_eq!(begin(&table).await.0, 200);
    let table = open(PlayerLimits { passkey_challenges_per_address: 1, ..players() }).await;
    challenge(&table).await;
    assert!(is(&begin(&table).await, (503, "server_full")));
    let limits = Limits { join_burst: 2, join_rate: 1, ..Setting::default().limits };
    let table = Table::with(limits).await;
    for _ in 0..2 {
        challenge(&table).await;
    }
    assert!(is(&begin(&table).await, (429, "rate_limited")));
}

#[tokio::test]
async fn without_a_domain_there_are_no_passkeys_and_other_pages_and_forms_are_refused() {
    let table = open(players()).await;
    let ada = Owner::new(1);
    let address = table.address;
    let terms = http::request(
        address,
        &format!("GET /api/passkeys HTTP/1.1\r\nhost: localhost:{}\r\n", address.port()),
        b"",
    )
    .await;
    assert_eq!(
        (terms.status, terms.json()),
        (200, json!({"origin": format!("http://localhost:{}", address.port())}))
    );
    // Asked for by its address, the server knows no domain.
    let off = |answer: &http::Answer| (answer.status, answer.field("code").unwrap_or_default());
    assert_eq!(http::get(address, "/api/passkeys").await.json(), json!({}));
    assert!(is(&off(&http::post(address, "/api/passkeys/begin", &json!({})).await), (404, "passkeys_off")));
    let begun = ada.post(&table, "passkey-begin", "/api/players/own/passkeys/begin", &json!({})).await;
    assert!(is(&off(&begun), (404, "passkeys_off")));
    for path in [
        "/api/passkeys",
        "/api/passkeys/begin",
        "/api/players/own/passkeys",
        "/api/players/own/passkeys/begin",
    ] {
        let foreign = post(address, path, "origin: https://evil.example\r\n", "{}").await;
        assert_eq!(foreign.status, 403, "{path}");
    }
    // Only who signs adds a passkey.
    let unsigned = post(address, "/api/players/own/passkeys/begin", "", "{}").await;
    assert_eq!((unsigned.status, unsigned.field("code").as_deref()), (401, Some("not_signed")));
    let device = Authenticator::new(3, address);
    let path = "/api/players/own/passkeys";
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("a".repeat(41))),
        ("sealed", json!("<b>")),
        ("sealed", json!("a".repeat(1001))),
        ("attestation", json!("=")),
        ("more", json!(1)),
    ] {
        let (challenge, _) = begin(&ada, &table).await;
        let mut body = device.make(&challenge, "Phone", "c2VhbGVk");
        body[field] = value;
        let refused = post_as(&ada, &table, "passkey-add", path, &body).await;
        assert_eq!((refused.status, refused.field("code").as_deref()), (400, Some("malformed")), "{field}");
    }
}
