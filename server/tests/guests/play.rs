//! Games by rulesets of guests: saved under the hash of their files, described, and played.

use serde_json::json;

use super::bounds::SlowProgram;
use super::{centaurs, change, open, request, save, saved, setting, unhurried};
use crate::common::http::{get, post};
use crate::common::player::play;
use crate::common::{Table, pair, pair_of};

#[tokio::test]
async fn a_server_takes_no_rulesets_of_guests_unless_it_is_told_to() {
    let table = Table::open().await;
    let answer = save(table.address, &centaurs()).await;
    assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("guest_rules_off")));
    assert_eq!(answer.json()["reason"], "guest_rules_off");
    let game = post(table.address, "/api/games", &request("blind", "g-0123")).await;
    assert_eq!((game.status, &game.json()["code"]), (403, &json!("guest_rules_off")));
    assert!(get(table.address, "/api/modes").await.json().get("guestRules").is_none());
    let open = open(unhurried()).await;
    assert_eq!(get(open.address, "/api/modes").await.json()["guestRules"], true);
}

#[tokio::test]
async fn a_ruleset_is_saved_under_its_hash_and_found_by_its_id_alone() {
    let table = open(unhurried()).await;
    let first = save(table.address, &centaurs()).await;
    assert_eq!(first.status, 201, "{}", first.body);
    let described = first.json();
    let id = described["id"].as_str().unwrap();
    assert_eq!((&described["name"], &described["guest"]), (&json!("Chess of centaurs"), &json!(true)));
    assert!(described["modes"].as_array().unwrap().contains(&json!("blind")));
    let again = save(table.address, &centaurs()).await;
    assert_eq!((again.status, again.json()), (200, described.clone()));
    assert_eq!(get(table.address, &format!("/api/rulesets/{id}")).await.json(), described);
    for list in ["/api/rulesets", "/api/rules"] {
        assert!(!get(table.address, list).await.body.contains(id), "{list}");
    }
    let written = get(table.address, &format!("/api/rules/{id}/written")).await.json();
    assert_eq!(written["patterns/knight.moves"], "N: NK\n");
    assert!(get(table.address, &format!("/api/rules/{id}")).await.json()["ggn/knight.json"].is_string());
    let mut other = centaurs();
    change(&mut other, "patterns/knight.moves", "NK", "NW");
    assert_ne!(saved(table.address, &other).await, id);
    assert_eq!(get(table.address, "/api/rulesets/g-none").await.status, 404);
    assert_eq!(get(table.address, "/api/rulesets/chess").await.json()["id"], "chess");
}

#[tokio::test]
async fn two_people_play_it_open_and_blind() {
    let table = open(unhurried()).await;
    let id = saved(table.address, &centaurs()).await;
    for mode in ["vanilla", "blind"] {
        let (mut white, mut black) = pair_of(table.address, request(mode, &id)).await;
        let terms = get(table.address, &format!("/api/games/{}", white.game)).await.json();
        assert_eq!(terms["ruleset"], json!(id));
        // The knight steps to c3 and on to d4, as no knight of chess does.
        let (sent, others) = play(&mut white, &mut black, "b1c3 a7a6 c3d4").await;
        assert_eq!(sent["view"]["pieces"]["d4"]["type"], "n");
        assert_eq!(others["view"]["pieces"].get("d4").is_some(), mode == "vanilla", "{mode}: {others}");
    }
    let machine = json!({"mode": "vanilla", "ruleset": id, "machine": {"level": 1}});
    let refused = post(table.address, "/api/games", &machine).await;
    assert_eq!((refused.status, &refused.json()["code"]), (400, &json!("malformed")));
    assert!(refused.body.contains("a guest"), "{}", refused.body);
    assert_eq!(refused.json()["reason"], "unfit_machine");
}

#[tokio::test]
async fn the_players_agree_on_a_rematch_by_the_same_rules() {
    let table = open(unhurried()).await;
    let id = saved(table.address, &centaurs()).await;
    let (mut white, mut black) = pair_of(table.address, request("blind", &id)).await;
    white.send(json!({"type": "resign"})).await;
    for player in [&mut white, &mut black] {
        assert_eq!(player.expect_update().await["gameStatus"], "finished");
    }
    white.send(json!({"type": "offer-rematch"})).await;
    black.expect("rematch").await;
    black.send(json!({"type": "respond-rematch", "accept": true})).await;
    let agreed = black.expect("rematch").await;
    let next = agreed["rematch"]["gameId"].as_str().unwrap();
    assert_eq!(get(table.address, &format!("/api/games/{next}")).await.json()["ruleset"], json!(id));
}

#[tokio::test]
async fn all_faults_come_at_once_as_the_tool_reports_them() {
    let table = open(unhurried()).await;
    let mut broken = centaurs();
    change(&mut broken, "patterns/knight.moves", "N: NK", "N: N??");
    change(&mut broken, "patterns/bishop.moves", "B: B", "B B");
    let answer = save(table.address, &broken).await;
    let faults = answer.json();
    assert_eq!((answer.status, &faults["code"]), (422, &json!("faulty_ruleset")), "{faults}");
    let found = faults["diagnostics"].as_array().unwrap();
    for file in ["patterns/knight.moves", "patterns/bishop.moves"] {
        let fault = found.iter().find(|fault| fault["file"] == file).unwrap_or_else(|| panic!("{faults}"));
        assert!(fault["line"] == 1 && fault["column"].is_u64() && fault["severity"] == "error", "{fault}");
        assert!(fault["message"].is_string() && fault["expected"].is_string(), "{fault}");
    }
}

#[tokio::test]
async fn drawings_are_checked_as_those_of_other_rules() {
    let table = open(unhurried()).await;
    let name = "\"name\": \"Chess of centaurs\"";
    for (path, is_sound) in [("M20 80 50 20 80 80z", true), ("M1 1\\\"/><image href=/x>", false)] {
        let mut files = centaurs();
        let drawings = format!("{name}, \"drawings\": {{ \"C:N\": [{{ \"d\": \"{path}\" }}] }}");
        change(&mut files, "ruleset.json", name, &drawings);
        let answer = save(table.address, &files).await;
        let body = answer.json();
        if is_sound {
            let drawn = body["pieces"].as_array().unwrap().iter().find(|kind| kind["qpi"] == "C:N").unwrap();
            assert_eq!(drawn["drawing"], json!([{"d": path}]), "{body}");
        } else {
            assert_eq!((answer.status, &body["code"]), (422, &json!("faulty_ruleset")), "{body}");
            let fault = &body["diagnostics"][0];
            assert_eq!((&fault["code"], &fault["found"]), (&json!("bad-path"), &json!("\\\"/><i")), "{body}");
        }
    }
}

#[tokio::test]
async fn texts_that_others_would_see_are_short_and_without_links_and_bad_words() {
    let table = open(unhurried()).await;
    let name = "\"name\": \"Chess of centaurs\"";
    for (text, why) in [
        ("a name of more than forty characters, all of them letters", "more than 40 characters"),
        ("See www.example.org", "a link"),
        ("https://example.org", "a link"),
        ("two\\nlines", "characters that nobody sees"),
        ("\\u202ethgir", "characters that nobody sees"),
        ("fuck chess", "a word that this server does not show"),
    ] {
        let mut files = centaurs();
        change(&mut files, "ruleset.json", name, &format!("\"name\": \"{text}\""));
        change(&mut files, "ruleset.json", "\"name\": \"knight\"", "\"name\": \"http://x\"");
        let answer = save(table.address, &files).await;
        let faults = answer.json();
        assert_eq!((answer.status, &faults["code"]), (422, &json!("faulty_ruleset")), "{text}: {faults}");
        let found = faults["diagnostics"].as_array().unwrap();
        let of = |path: &str| found.iter().find(|fault| fault["path"].as_str().unwrap().ends_with(path));
        assert!(of("$.name").unwrap()["message"].as_str().unwrap().contains(why), "{text}: {faults}");
        assert!(found.iter().any(|fault| fault["path"] == "$.pieces.\"C:N\".name"), "{faults}");
    }
}

#[tokio::test]
async fn the_notation_of_moves_is_a_text_that_others_see_too() {
    let table = open(unhurried()).await;
    for (text, why) in [
        ("castles kingside", "more than 10 characters"),
        ("www.x.org", "a link"),
        ("fuck", "a word that this server does not show"),
    ] {
        let mut files = centaurs();
        change(&mut files, "patterns/castling.moves", "san \"O-O\"", &format!("san \"{text}\""));
        let answer = save(table.address, &files).await;
        let faults = answer.json();
        assert_eq!((answer.status, &faults["code"]), (422, &json!("faulty_ruleset")), "{text}: {faults}");
        let fault = &faults["diagnostics"][0];
        assert_eq!(
            (&fault["file"], &fault["path"]),
            (&json!("patterns/castling.moves"), &json!(null)),
            "{faults}"
        );
        assert!(fault["message"].as_str().unwrap().contains(why), "{faults}");
    }
}

#[tokio::test]
async fn the_word_for_a_pass_is_a_text_that_others_see_too() {
    let table = open(unhurried()).await;
    let name = "\"name\": \"Chess of centaurs\"";
    for (text, why) in
        [("staystilled", "more than 10 characters"), ("fuck", "a word that this server does not show")]
    {
        let mut files = centaurs();
        let notation = format!("{name}, \"notation\": {{ \"moves\": \"long\", \"pass\": \"{text}\" }}");
        change(&mut files, "ruleset.json", name, &notation);
        let answer = save(table.address, &files).await;
        let faults = answer.json();
        assert_eq!((answer.status, &faults["code"]), (422, &json!("faulty_ruleset")), "{text}: {faults}");
        let fault = &faults["diagnostics"][0];
        assert_eq!(
            (&fault["file"], &fault["path"]),
            (&json!("ruleset.json"), &json!("$.notation.pass")),
            "{faults}"
        );
        assert!(fault["message"].as_str().unwrap().contains(why), "{faults}");
    }
}

#[tokio::test]
async fn a_check_that_takes_long_holds_up_no_player() {
    let slow = SlowProgram::new();
    let mut setting = setting(unhurried());
    setting.guests.inspector = Some(slow.inspector());
    let table = setting.open().await;
    let (mut white, mut black) = pair(table.address, "blind").await;
    let address = table.address;
    let check = tokio::spawn(async move { save(address, &centaurs()).await });
    slow.begun().await;
    // All of this comes before the end of the check, which waits for it.
    play(&mut white, &mut black, "e2e4 e7e5 g1f3 b8c6").await;
    assert!(!check.is_finished());
    slow.end();
    let answer = check.await.unwrap();
    assert_eq!(answer.status, 201, "{}", answer.body);
}

#[tokio::test]
async fn a_finished_game_by_it_is_found_by_its_own_id_and_in_no_list() {
    let table = open(unhurried()).await;
    let id = saved(table.address, &centaurs()).await;
    let mut watched = request("vanilla", &id);
    watched["spectators"] = json!({"allowed": true});
    let (mut white, mut black) = pair_of(table.address, watched).await;
    play(&mut white, &mut black, "b1c3").await;
    black.send(json!({"type": "resign"})).await;
    black.expect_update().await;
    let record = get(table.address, &format!("/api/games/{}/record", white.game)).await;
    assert_eq!((record.status, &record.json()["summary"]["ruleset"]), (200, &json!(id)));
    for list in ["/api/finished".to_owned(), format!("/api/finished?rules={id}")] {
        assert_eq!(get(table.address, &list).await.json(), json!({"games": []}));
    }
}
