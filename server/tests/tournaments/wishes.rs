//! Wishes of players and of the director: names, withdrawals, byes, corrections, and their bounds.

use super::*;

fn code(answer: &Answer) -> (u16, String) {
    (answer.status, answer.field("code").unwrap_or_default())
}

fn reason(answer: &Answer) -> String {
    answer.field("reason").unwrap_or_default()
}

fn manual(rounds: u8) -> Value {
    let mut wish = wish(json!({"type": "swiss", "rounds": rounds}));
    wish["isAutomatic"] = json!(false);
    wish
}

#[tokio::test]
async fn the_name_of_a_player_who_withdraws_before_the_begin_is_free() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(1), 2).await;
    assert_eq!(club.act(&club.tokens[0], json!({"act": "withdraw"})).await.status, 200);
    let again = club.enter("player a").await;
    assert_eq!((again.status, &again.json()["player"]), (201, &json!(3)), "{}", again.body);
    let back = club.act(&club.tokens[0], json!({"act": "return"})).await;
    assert_eq!((code(&back), reason(&back)), ((409, "name_taken".to_owned()), "name_taken".to_owned()));
}

#[tokio::test]
async fn a_refusal_has_the_reason_that_the_page_says() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(2), 1).await;
    let (director, player) = (&club.director, &club.tokens[0]);
    for (refused, expected) in [
        (club.enter("player a").await, "name_taken"),
        (club.enter("ab").await, "name_length"),
        (club.act(player, json!({"act": "begin"})).await, "not_a_member"),
        (club.act(director, json!({"act": "begin"})).await, "too_few_players"),
        (club.act(director, json!({"act": "end"})).await, "not_now"),
        (club.act(player, json!({"act": "return"})).await, "nothing_to_change"),
        (bearer(table.address, "POST", &club.path("/seat"), player, None).await, "no_board"),
        (bearer(table.address, "POST", &club.path("/seat"), director, None).await, "not_a_member"),
        (club.act(director, json!({"act": "withdraw", "player": 9})).await, ""),
        (club.act(director, json!({"act": "withdraw"})).await, ""),
    ] {
        assert_eq!(reason(&refused), expected, "{}", refused.body);
    }
    assert_eq!(club.enter("player b").await.status, 201);
    club.direct(json!({"act": "begin"})).await;
    for (act, expected) in [
        (json!({"act": "begin"}), "not_now"),
        (json!({"act": "nextRound"}), "round_runs"),
        (json!({"act": "bye", "player": 1, "round": 1, "half": true}), "wrong_round"),
    ] {
        let refused = club.act(director, act).await;
        assert_eq!(reason(&refused), expected, "{}", refused.body);
    }
    let nowhere = get(table.address, "/api/tournaments/zzzzzzzz").await;
    assert_eq!((nowhere.status, reason(&nowhere)), (404, "unknown_tournament".to_owned()));
}

#[tokio::test]
async fn the_director_alone_closes_the_entry() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(1), 2).await;
    let refused = club.act(&club.tokens[0], json!({"act": "closeEntry"})).await;
    assert_eq!(
        (code(&refused), reason(&refused)),
        ((403, "not_a_member".to_owned()), "not_a_member".to_owned())
    );
    let page = club.direct(json!({"act": "closeEntry"})).await;
    assert_eq!((&page["takesEntries"], &page["isEntryClosed"]), (&json!(false), &json!(true)));
    let late = club.enter("late one").await;
    assert_eq!((code(&late), reason(&late)), ((409, "entry_closed".to_owned()), "entry_closed".to_owned()));
    let page = club.direct(json!({"act": "openEntry"})).await;
    assert_eq!((&page["takesEntries"], &page["isEntryClosed"]), (&json!(true), &json!(false)));
    assert_eq!(club.enter("late one").await.status, 201);
}

#[tokio::test]
async fn wishes_of_one_player_are_bounded_and_take_nothing_from_others() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(3), 2).await;
    let bye = json!({"act": "bye", "round": 1, "half": true});
    assert_eq!(club.act(&club.tokens[1], bye.clone()).await.status, 200);
    assert_eq!(code(&club.act(&club.tokens[1], bye).await), (409, "not_now".to_owned()), "it is so already");
    let mut taken = 0;
    let refused = loop {
        let act = if taken % 2 == 0 { "withdraw" } else { "return" };
        let answer = club.act(&club.tokens[0], json!({"act": act})).await;
        if answer.status != 200 {
            break answer;
        }
        taken += 1;
    };
    assert_eq!((taken, code(&refused)), (50, (409, "not_now".to_owned())));
    assert_eq!(reason(&refused), "too_many_changes");
    assert_eq!(club.act(&club.tokens[1], json!({"act": "withdraw"})).await.status, 200);
    club.direct(json!({"act": "withdraw", "player": 1})).await;
    club.direct(json!({"act": "return", "player": 1})).await;
}

#[tokio::test]
async fn a_round_without_players_waits_for_them() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(3), 2).await;
    for token in &club.tokens {
        club.act(token, json!({"act": "bye", "round": 1, "half": true})).await;
    }
    assert_eq!(club.own(&club.tokens[0]).await["byes"], json!([{"player": 1, "round": 1, "half": true}]));
    assert_eq!(club.own(&club.director).await["byes"].as_array().unwrap().len(), 2);
    let page = club.direct(json!({"act": "begin"})).await;
    assert_eq!((&page["phase"], &page["rounds"]), (&json!("running"), &json!([])));
    let refused = club.act(&club.director, json!({"act": "nextRound"})).await;
    assert_eq!((code(&refused), reason(&refused)), ((409, "no_pairing".to_owned()), "no_pairing".to_owned()));
    // One of them alone gets the bye that is allocated, so the second has to come first.
    club.direct(json!({"act": "withdraw", "player": 1})).await;
    club.act(&club.tokens[0], json!({"act": "takeBackBye", "round": 1})).await;
    club.direct(json!({"act": "return", "player": 1})).await;
    let page = club.wait_for("a round", |page| page["rounds"].as_array().unwrap().len() == 1).await;
    assert_eq!(page["phase"], "running");
}

#[tokio::test]
async fn a_game_ends_when_the_director_decides_its_board() {
    let table = Table::with(limits()).await;
    let club = Club::of(table.address, manual(1), 2).await;
    club.direct(json!({"act": "begin"})).await;
    let (mut white, mut black) = club.begin_board((1, 2)).await;
    club.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": "draw"})).await;
    for player in [&mut white, &mut black] {
        let closed = player.expect_closed().await;
        assert_eq!((closed.code, closed.reason.as_str()), (4004, "game_not_found"));
    }
}

#[tokio::test]
async fn tournaments_count_until_they_are_over() {
    let tournaments = TournamentLimits {
        tournaments: 3,
        tournaments_per_address: 2,
        tournament_burst: 1000,
        ..limits().tournaments
    };
    let table = Table::with(Limits { tournaments, ..limits() }).await;
    let club = Club::of(table.address, manual(1), 2).await;
    Club::of(table.address, manual(1), 0).await;
    let create = async || post(table.address, "/api/tournaments", &manual(1)).await;
    let refused = create().await;
    assert_eq!(code(&refused), (429, "rate_limited".to_owned()));
    assert_eq!(refused.field("reason").as_deref(), Some("too_many_tournaments"));
    club.direct(json!({"act": "begin"})).await;
    club.direct(json!({"act": "correct", "round": 1, "board": 1, "outcome": "draw"})).await;
    club.direct(json!({"act": "end"})).await;
    // The next look finds that it is over.
    let created = timeout(PATIENCE, async {
        while create().await.status != 201 {
            sleep(Duration::from_millis(50)).await;
        }
    });
    created.await.expect("the one that is over counts for nobody");
    assert_eq!(club.page().await["phase"], "over");
}
