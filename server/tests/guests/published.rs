//! Rulesets that guests publish: found by everybody, bounded, and silent about their players.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tabula::guest::Inspector;
use tabula::limits::GuestLimits;
use tokio::time::sleep;

use super::{VARIABLES, centaurs, change, open, request, save, saved, setting, unhurried};
use crate::common::http::{Answer, get, post};
use crate::common::player::play;
use crate::common::postgres::Database;
use crate::common::process::Process;
use crate::common::{OPENING_TIME, PATIENCE, Setting, pair_of};
use crate::lobby::Seeker;

pub(crate) async fn publish(address: SocketAddr, files: &Map<String, Value>) -> Answer {
    post(address, "/api/rulesets?publish=true", &Value::from(files.clone())).await
}

/// Returns the list of published rulesets.
pub(crate) async fn listed(address: SocketAddr) -> Value {
    let answer = get(address, "/api/rulesets/guests").await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{}", answer.body);
    answer.json()
}

/// The game of the guest, as another one that differs in a number alone.
fn numbered(number: usize) -> Map<String, Value> {
    let mut files = centaurs();
    change(&mut files, "ruleset.json", "Chess of centaurs", &format!("Chess of centaurs {number}"));
    files
}

#[tokio::test]
async fn a_published_ruleset_is_found_in_the_list_and_an_unlisted_one_is_not() {
    let table = open(unhurried()).await;
    assert_eq!(get(table.address, "/api/modes").await.json()["publishing"], true);
    assert_eq!(listed(table.address).await, json!({"published": []}));
    let mut about = centaurs();
    change(&mut about, "ruleset.json", "\"about\": \"", "\"about\": \"Knights step. ");
    let unlisted = saved(table.address, &numbered(1)).await;
    let answer = publish(table.address, &about).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let described = answer.json();
    let list = listed(table.address).await;
    let about = described["about"].as_str().unwrap();
    assert!(about.starts_with("Knights step."), "{about}");
    assert_eq!(
        list,
        json!({"published": [{
            "id": described["id"], "name": "Chess of centaurs", "about": about, "publishedAt": OPENING_TIME.0,
        }]})
    );
    // One that was saved before is published later, without an inspection.
    table.clock.advance(Duration::from_secs(1));
    assert_eq!(publish(table.address, &numbered(1)).await.status, 200);
    let list = listed(table.address).await;
    assert_eq!(
        (&list["published"][0]["id"], list["published"].as_array().unwrap().len()),
        (&json!(unlisted), 2)
    );
    for other in ["/api/rulesets", "/api/rules"] {
        assert!(!get(table.address, other).await.body.contains(&unlisted), "{other}: that of the operator");
    }
    for wrong in ["rulesets/guests?before=1", "rulesets/guests?before=", "rulesets/guests?before=1.chess"] {
        let answer = get(table.address, &format!("/api/{wrong}")).await;
        assert_eq!((answer.status, &answer.json()["code"]), (400, &json!("malformed")), "{wrong}");
    }
    let wrong = post(table.address, "/api/rulesets?publish=perhaps", &Value::from(centaurs())).await;
    assert_eq!((wrong.status, &wrong.json()["code"]), (400, &json!("malformed")));
}

#[tokio::test]
async fn the_list_tells_nothing_of_games() {
    let table = open(unhurried()).await;
    let id = publish(table.address, &centaurs()).await.field("id").unwrap();
    let before = listed(table.address).await;
    let (mut white, mut black) = pair_of(table.address, request("blind", &id)).await;
    play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
    assert_eq!(listed(table.address).await, before, "while it is played");
    black.send(json!({"type": "resign"})).await;
    black.expect_update().await;
    assert_eq!(listed(table.address).await, before, "when it was played");
    assert_eq!(publish(table.address, &centaurs()).await.status, 200);
    assert_eq!(listed(table.address).await, before, "again it keeps its place");
    let mut fields: Vec<_> = before["published"][0].as_object().unwrap().keys().cloned().collect();
    fields.sort();
    assert_eq!(fields, ["about", "id", "name", "publishedAt"]);
}

#[tokio::test]
async fn nobody_meets_a_stranger_by_a_guests_rules() {
    let table = open(unhurried()).await;
    let id = publish(table.address, &centaurs()).await.field("id").unwrap();
    let (mut seeker, _) = Seeker::enter(table.address).await;
    for kind in ["seek", "pair"] {
        seeker.send(json!({"type": kind, "game": request("vanilla", &id)})).await;
        assert_eq!(seeker.expect("error").await["code"], "malformed", "{kind}");
    }
    let (_, seeks) = Seeker::enter(table.address).await;
    assert_eq!(seeks, json!([]));
}

#[tokio::test]
async fn the_list_is_continued_where_it_was_cut() {
    const COUNT: usize = 51;
    let place = tempfile::tempdir().unwrap();
    let content = super::bounds::program(place.path(), "cat > /dev/null; echo '\"fine\"'");
    let mut setting: Setting = setting(GuestLimits { guest_publish_burst: 100, ..unhurried() });
    setting.guests.inspector = Some(Inspector::of(&content));
    let table = setting.open().await;
    for number in 0..COUNT {
        assert_eq!(publish(table.address, &numbered(number)).await.status, 201);
        table.clock.advance(Duration::from_secs(1));
    }
    let first = listed(table.address).await;
    assert_eq!(first["published"].as_array().unwrap().len(), 50);
    assert_eq!(first["published"][0]["name"], format!("Chess of centaurs {}", COUNT - 1));
    let next = first["next"].as_str().unwrap();
    let second = get(table.address, &format!("/api/rulesets/guests?before={next}")).await.json();
    assert_eq!(second["published"][0]["name"], "Chess of centaurs 0");
    assert_eq!((second["published"].as_array().unwrap().len(), second.get("next")), (1, None));
}

#[tokio::test]
async fn an_address_publishes_few_rulesets_in_an_hour() {
    let table = open(GuestLimits { guest_publish_rate: 1, guest_publish_burst: 1, ..unhurried() }).await;
    assert_eq!(publish(table.address, &numbered(1)).await.status, 201);
    let refused = publish(table.address, &numbered(2)).await;
    assert_eq!((refused.status, &refused.json()["code"]), (429, &json!("rate_limited")));
    assert_eq!(refused.json()["reason"], "published_too_often");
    assert_eq!(save(table.address, &numbered(2)).await.status, 200, "it is kept, and known by its id");
    table.clock.advance(Duration::from_secs(3_600));
    assert_eq!(publish(table.address, &numbered(2)).await.status, 200);
    assert_eq!(listed(table.address).await["published"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_bounds_on_published_rulesets_are_told_by_their_reason() {
    let bytes = Value::from(centaurs()).to_string().len();
    for limits in [
        GuestLimits { guest_published: 1, ..unhurried() },
        // Enough for one, and not for two.
        GuestLimits { guest_published_bytes: bytes * 3 / 2, ..unhurried() },
    ] {
        let table = open(limits).await;
        assert_eq!(publish(table.address, &numbered(1)).await.status, 201);
        let full = publish(table.address, &numbered(2)).await;
        assert_eq!((full.status, &full.json()["code"]), (503, &json!("server_full")), "{}", full.body);
        assert_eq!(full.json()["reason"], "published_full");
        assert_eq!(listed(table.address).await["published"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn guests_publish_nothing_unless_the_operator_says_so() {
    let mut setting: Setting = setting(unhurried());
    setting.guests.publishes = false;
    let table = setting.open().await;
    assert!(get(table.address, "/api/modes").await.json().get("publishing").is_none());
    let refused = publish(table.address, &centaurs()).await;
    assert_eq!((refused.status, &refused.json()["code"]), (403, &json!("publishing_off")));
    assert_eq!(refused.json()["reason"], "publishing_off");
    assert_eq!(save(table.address, &centaurs()).await.status, 201);
    assert_eq!(listed(table.address).await, json!({"published": []}));
}

#[tokio::test]
async fn a_name_with_a_bad_word_is_not_published() {
    let table = open(unhurried()).await;
    let mut files = centaurs();
    change(&mut files, "ruleset.json", "Chess of centaurs", "fuck chess");
    let refused = publish(table.address, &files).await;
    assert_eq!((refused.status, &refused.json()["code"]), (422, &json!("faulty_ruleset")));
    assert_eq!(listed(table.address).await, json!({"published": []}));
}

fn rulesets(arguments: &[&str], place: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.arg("rulesets").args(arguments).args(place);
    command.env_remove("TABULA_JOURNAL").output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Starts a server that lists rulesets of guests.
fn start(folder: &Path, more: &[(&str, &str)]) -> Process {
    let public = [("TABULA_GUEST_RULES", "public")];
    Process::start_with(folder, &[&VARIABLES[..], &public, more].concat())
}

#[tokio::test]
async fn the_operator_lists_and_removes_published_rulesets_while_the_server_runs() {
    let (folder, database) = (tempfile::tempdir().unwrap(), Database::fresh().await);
    let (data, url) = (folder.path().join("data"), database.url());
    let data = data.to_str().unwrap();
    for (variables, place) in [
        (vec![], vec!["--data", data]),
        (vec![("TABULA_JOURNAL", url.as_str())], vec!["--data", data, "--journal", url.as_str()]),
    ] {
        let server = start(folder.path(), &variables);
        let id = publish(server.address, &centaurs()).await.field("id").unwrap();
        server.kill();
        // It is listed after a crash as before.
        let server = start(folder.path(), &variables);
        assert_eq!(listed(server.address).await["published"][0]["id"], json!(id));
        let list = rulesets(&["list"], &place);
        assert!(said(&list).starts_with(&id) && said(&list).ends_with("1 ruleset\n"), "{list:?}");
        assert!(said(&list).contains("  \"Chess of centaurs\"\n"), "{list:?}");
        assert!(!rulesets(&["remove", "g-none"], &place).status.success());
        let removed = rulesets(&["remove", &id], &place);
        assert!(removed.status.success(), "{removed:?}");
        assert!(!rulesets(&["remove", &id], &place).status.success());
        let begun = Instant::now();
        while listed(server.address).await != json!({"published": []}) {
            assert!(begun.elapsed() < PATIENCE, "the server does not notice it");
            sleep(Duration::from_millis(500)).await;
        }
        assert_eq!(get(server.address, &format!("/api/rulesets/{id}")).await.status, 200, "its link is good");
        assert!(server.terminate().success());
    }
}

#[tokio::test]
async fn an_operator_who_publishes_no_more_lists_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &[]);
    let id = publish(server.address, &centaurs()).await.field("id").unwrap();
    server.kill();
    let server = Process::start_with(folder.path(), &VARIABLES);
    assert_eq!(listed(server.address).await, json!({"published": []}));
    let (mut white, mut black) = pair_of(server.address, request("blind", &id)).await;
    play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
}
