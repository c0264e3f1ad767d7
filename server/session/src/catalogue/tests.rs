//! Faults of the data, and what the catalogue lists.

use ggn_core::notation::ggn::Ggn;

use super::*;
use crate::domain::PieceType;
use crate::fixtures::{asked, catalogue, data};

/// Returns the faults of the project's data with some files replaced; `None` removes one.
fn faults_with(changes: &[(&str, Option<&str>)]) -> String {
    let mut files = data();
    for (path, text) in changes {
        files.retain(|(known, _)| known != path);
        files.extend(text.map(|text| ((*path).to_owned(), text.as_bytes().to_vec())));
    }
    Catalogue::load(files).map_or_else(|faults| faults.to_string(), |_| String::new())
}

fn file(path: &str) -> String {
    let (_, bytes) = data().into_iter().find(|(known, _)| known == path).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_data_of_the_project_is_sound_and_every_mode_has_its_terms() {
    for mode in Mode::ALL {
        let GameTerms { profile, rules, moderator, .. } = catalogue().terms(&asked(mode, None)).unwrap();
        let usual = if mode == Mode::Sight { ("dark-chess", "sight") } else { ("chess", "blind") };
        assert_eq!(
            (profile.id.as_str(), rules.ruleset.id(), &**moderator.id()),
            (mode.profile(), usual.0, usual.1)
        );
    }
    let moderator = catalogue().terms(&asked(Mode::Blind, Some("table-fidelity"))).unwrap().moderator;
    assert_eq!(&**moderator.id(), "table-fidelity");
    assert!(catalogue().terms(&asked(Mode::Blind, Some("nobody"))).is_err());
    // Rooms do not answer attempts.
    let profile =
        file("profiles/room-blind.json").replace(r#""moderator": "blind""#, r#""moderator": "wild16""#);
    let faults = faults_with(&[("profiles/room-blind.json", Some(&profile))]);
    assert!(faults.contains("$.moderator: names a moderator who answers attempts"), "{faults}");
    let room = asked(Mode::Blind, Some("wild16"));
    assert!(matches!(catalogue().prepare_room(&room), Err(CreationError::UnknownTerms)));
}

#[test]
fn a_moderator_who_answers_attempts_goes_with_blind_games_whose_moves_are_named_by_squares() {
    let refused = |mode, ruleset: &str, gambit: Option<&str>, overlays: &[&str]| {
        let request = CreateGame {
            ruleset: Some(ruleset.to_owned()),
            gambit: gambit.map(str::to_owned),
            overlays: overlays.iter().map(|id| (*id).to_owned()).collect(),
            ..asked(mode, Some("wild16"))
        };
        catalogue().terms(&request).err().map(|error| error.to_string())
    };
    for ruleset in ["chess", "crazyhouse", "breakthrough"] {
        assert_eq!(refused(Mode::Blind, ruleset, None, &[]), None, "{ruleset}");
    }
    let why = "the moderator \"wild16\" does not go with this game: ";
    for (refused, reason) in [
        (refused(Mode::Vanilla, "chess", None, &[]), "players see every piece"),
        (refused(Mode::Sight, "chess", None, &[]), "players by sight know their legal moves"),
        (refused(Mode::Blind, "chess", Some("standard"), &[]), "it has bids"),
        (refused(Mode::Blind, "chess", None, &["piece-hp"]), "it has mechanics, or turns of several moves"),
        (refused(Mode::Blind, "duck", None, &[]), "its moves place other pieces"),
        (refused(Mode::Blind, "amazons", None, &[]), "its moves place other pieces"),
        (refused(Mode::Blind, "janggi", None, &[]), "it has passes"),
    ] {
        assert_eq!(refused, Some(format!("{why}{reason}")));
    }
}

#[test]
fn games_with_changed_endings_share_their_rules_and_leave_those_of_others_alone() {
    let catalogue = catalogue();
    let rules = |moderator: &str| catalogue.terms(&asked(Mode::Blind, Some(moderator))).unwrap().rules;
    let first = rules("rand");
    assert!(Arc::ptr_eq(&first, &rules("rand")));
    assert!(!Arc::ptr_eq(&first, &rules("wild16")));
    assert!(Arc::ptr_eq(&rules("blind"), &rules("table-fidelity")));
    let request = CreateGame { overlays: vec!["torpedo".to_owned()], ..asked(Mode::Blind, Some("rand")) };
    let played = catalogue.terms(&request).unwrap().rules;
    let fetched = catalogue.house_rules_bundle("chess", &["torpedo"], TableForm::Canonical).unwrap();
    assert!(
        fetched.is_some_and(|bundle| bundle != *played.bundle(TableForm::Canonical)),
        "browsers get the rules without changes"
    );
}

#[test]
fn promotions_are_found_in_the_tables() {
    let rules = catalogue().terms(&asked(Mode::Blind, None)).unwrap().rules;
    let letters: String = rules.promotions.iter().map(PieceType::as_str).collect();
    assert_eq!(letters, "bnqr");
}

#[test]
fn a_bundle_is_the_ruleset_again() {
    let catalogue = catalogue();
    let bundle: BTreeMap<String, String> =
        serde_json::from_str(&catalogue.rules_bundle("chess", TableForm::Canonical).unwrap()).unwrap();
    let files: Vec<_> = bundle.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    assert!(files.iter().all(|(path, _)| path != "perft.json" && path != "games.json"));
    let again = ggn_core::Rules::load(&files).unwrap();
    let rules = catalogue.terms(&asked(Mode::Blind, None)).unwrap().rules;
    assert_eq!(again.feen(again.initial()), rules.ruleset.feen(rules.ruleset.initial()));
    assert_eq!(catalogue.rules_bundle("moderators", TableForm::Canonical), None);
}

#[test]
fn relative_tables_and_effects_load_as_the_same_rules() {
    let catalogue = catalogue();
    // Tables as files, and patterns alone.
    for id in ["chess", "breakthrough"] {
        let files = |form| -> Vec<(String, Vec<u8>)> {
            let text = catalogue.rules_bundle(id, form).unwrap();
            let files = serde_json::from_str::<BTreeMap<String, String>>(&text).unwrap().into_iter();
            files.map(|(path, text)| (path, text.into_bytes())).collect()
        };
        let [canonical, relative] = [TableForm::Canonical, TableForm::Relative].map(files);
        let size = |files: &[(String, Vec<u8>)]| -> usize {
            files.iter().filter(|(path, _)| path.starts_with("ggn/")).map(|(_, bytes)| bytes.len()).sum()
        };
        assert!(size(&relative) * 20 < size(&canonical), "{id}: {} of {}", size(&relative), size(&canonical));
        let rules = ggn_core::Rules::load(&canonical).unwrap();
        let again = ggn_core::relative::load(&relative).unwrap();
        assert_eq!(again.feen(again.initial()), rules.feen(rules.initial()));
        assert_eq!(ggn_core::perft(&again, again.initial(), 3), ggn_core::perft(&rules, rules.initial(), 3));
    }
}

#[test]
fn compact_tables_are_the_same_tables_in_less_text() {
    let catalogue = catalogue();
    // Tables as files, and patterns alone.
    for id in ["chess", "breakthrough"] {
        let bundle = |form| catalogue.rules_bundle(id, form).unwrap();
        let [canonical, compact] = [TableForm::Canonical, TableForm::Compact].map(bundle);
        assert!(compact.len() * 2 < canonical.len(), "{id}: {} of {}", compact.len(), canonical.len());
        let files = |text: &str| serde_json::from_str::<BTreeMap<String, String>>(text).unwrap();
        let (canonical, compact) = (files(&canonical), files(&compact));
        assert!(canonical.keys().eq(compact.keys()));
        for (path, text) in &canonical {
            if path.starts_with("ggn/") {
                let [canonical, compact] = [text, &compact[path]].map(|text| Ggn::parse(text.as_bytes()));
                assert_eq!(canonical, compact, "{id}: {path}");
            } else {
                assert_eq!(text, &compact[path], "{id}: {path}");
            }
        }
    }
}

#[test]
fn a_profile_refers_to_existing_data() {
    let profile = file("profiles/blind.json");
    let lost = profile
        .replace(r#""chess""#, r#""chequers""#)
        .replace(r#""moderator": "blind""#, r#""moderator": "umpire""#);
    let faults = faults_with(&[("profiles/blind.json", Some(&lost))]);
    assert!(faults.contains("profiles/blind.json: $.ruleset: there is no ruleset \"chequers\""), "{faults}");
    assert!(
        faults.contains("profiles/blind.json: $.moderator: there is no moderator \"umpire\""),
        "{faults}"
    );
    assert_eq!(faults.lines().count(), 2, "{faults}");
}

#[test]
fn a_gambit_profile_names_the_pieces_of_its_ruleset() {
    let renamed = file("gambit/risky.json").replace("\"queen\"", "\"amazon\"");
    let faults = faults_with(&[
        ("gambit/risky.json", Some(&renamed)),
        ("gambit/standard.json", Some(&file("gambit/standard.json").replace("\"chess\"", "\"chequers\""))),
        ("gambit/notes.txt", Some("not a way to play")),
    ]);
    let expected = [
        "gambit/risky.json: $.pieces.amazon: is no piece of the ruleset",
        "gambit/risky.json: $.pieces: says nothing of \"queen\", which is a piece of the ruleset",
        "gambit/standard.json: $.ruleset: there is no ruleset \"chequers\"",
    ];
    assert_eq!(faults.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_wrong_value_of_a_piece_is_a_fault_and_one_of_no_piece_a_slip() {
    let values = |text: &str| faults_with(&[("values.json", Some(text))]);
    assert_eq!(
        values(r#"{ "values": { "rook": 2000000 } }"#),
        "values.json: $.values.rook: is 2000000 and has to be from 0 to 1000000"
    );
    assert!(
        values(r#"{ "values": { "rook": "five" } }"#).contains("values.json: $.values.rook: invalid type")
    );
    let mut files = data();
    files.retain(|(known, _)| known != "values.json");
    files.push(("values.json".to_owned(), br#"{ "values": { "rook": 5, "rok": 5 } }"#.to_vec()));
    let names = Catalogue::load(files).unwrap().unknown_names();
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["values.json: $.values.rok: is no piece of the rules"]);
}

#[test]
fn a_piece_without_a_value_is_told_where_its_game_could_have_bids() {
    assert!(catalogue().pieces_without_values().is_empty());
    let told = |changes: &[(&str, &str, &str)]| {
        let changed = |(path, bytes): (String, Vec<u8>)| {
            let mut text = String::from_utf8(bytes).unwrap();
            for (_, from, to) in changes.iter().filter(|(of, ..)| path.starts_with(of)) {
                text = text.replace(from, to);
            }
            (path, text.into_bytes())
        };
        let catalogue = Catalogue::load(data().into_iter().map(changed).collect()).unwrap();
        catalogue.pieces_without_values().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let without = ("values.json", r#""jaguar": 6,"#, "");
    let why = r#"is a piece without a value, so that the game has no bids: "jaguar" is not in values.json"#;
    assert_eq!(told(&[without]), [format!(r#"chak/ruleset.json: $.pieces["C:J"]: {why}"#)]);
    // Its ruleset may say it, it may have no bids for another reason, and no profile may be for any ruleset.
    let own = ("chak/ruleset.json", r#""values": { "#, r#""values": { "C:J": 6, "#);
    assert!(told(&[without, own]).is_empty());
    let forced = ("chak/ruleset.json", r#""royal-safety""#, r#""royal-safety", "forced-capture""#);
    assert!(told(&[without, forced]).is_empty());
    assert!(told(&[without, ("gambit/", r#""any_ruleset": true"#, r#""any_ruleset": false"#)]).is_empty());
}

#[test]
fn a_mode_without_a_profile_is_a_fault() {
    let faults = faults_with(&[("profiles/vanilla.json", None)]);
    assert_eq!(faults, "profiles/vanilla.json: the file is missing; the mode of that name needs it");
}

#[test]
fn the_faults_of_all_files_are_reported_once() {
    let faults = faults_with(&[
        ("moderators/blind.json", Some("{}")),
        ("profiles/vanilla.json", Some("[]")),
        ("chess/ruleset.json", Some("{ \"id\": 1 }")),
    ]);
    for start in ["moderators/blind.json: ", "profiles/vanilla.json: ", "chess: ruleset.json: "] {
        assert!(faults.lines().any(|line| line.starts_with(start)), "{start} is not in {faults}");
    }
    assert!(!faults.contains("there is no"), "a broken file counts as present: {faults}");
}

#[test]
fn a_ruleset_lives_in_the_folder_of_its_name() {
    let elsewhere =
        |path: String| path.strip_prefix("chess/").map_or(path.clone(), |rest| format!("moved/{rest}"));
    let moved: Vec<(String, Vec<u8>)> =
        data().into_iter().map(|(path, bytes)| (elsewhere(path), bytes)).collect();
    let moved = moved.into_iter().filter(|(path, _)| !path.starts_with("overlays/")).collect();
    let faults = Catalogue::load(moved).unwrap_err();
    let places: Vec<_> =
        faults.faults().iter().map(|fault| (fault.file.as_str(), fault.place.to_string())).collect();
    let profiles = ["blind", "room", "room-blind", "vanilla"].map(|id| format!("profiles/{id}.json"));
    let gambits = ["advanced", "attacker-wins-ties", "beginner", "risky", "standard"];
    let gambits = gambits.map(|id| format!("gambit/{id}.json"));
    let lost: Vec<String> = profiles.into_iter().chain(gambits).collect();
    let lost = lost.iter().map(|file| (file.as_str(), "$.ruleset".to_owned()));
    let folder = ("moved/ruleset.json", "$.id".to_owned());
    assert_eq!(places, std::iter::once(folder).chain(lost).collect::<Vec<_>>());
}

#[test]
fn a_house_rule_has_its_folder_its_form_and_its_ruleset() {
    let overlay = |id: &str, over: &str| {
        format!(r#"{{ "id": "{id}", "name": "Back", "about": "Stones step back.", "over": ["{over}"] }}"#)
    };
    let faults = faults_with(&[
        ("overlays/back/overlay.json", Some(&overlay("back", "chequers"))),
        ("overlays/forth/overlay.json", Some(&overlay("fourth", "chess"))),
        ("overlays/torpedo/overlay.json", Some("{}")),
        ("overlays/notes.json", Some("not a house rule")),
    ]);
    let count = |start: &str| faults.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        count("overlays/back/overlay.json: $.over[0]: there is no ruleset \"chequers\""),
        1,
        "{faults}"
    );
    assert_eq!(count("overlays/forth/overlay.json: $.id: is \"fourth\""), 1, "{faults}");
    assert!(count("overlays/torpedo: overlay.json") > 0, "{faults}");
    assert_eq!(count("overlays/torpedo") + 2, faults.lines().count(), "{faults}");
    let broken = faults_with(&[("chess/ruleset.json", Some("{ \"id\": 1 }"))]);
    assert!(!broken.contains("overlays/"), "a broken file counts as present: {broken}");
}

#[test]
fn house_rules_are_listed_by_id() {
    let rules = catalogue().house_rules();
    let ids: Vec<_> = rules.iter().map(|rule| rule.id.as_str()).collect();
    assert!(ids.is_sorted() && ids.contains(&"torpedo"), "{ids:?}");
    let torpedo = rules.iter().find(|rule| rule.id == "torpedo").unwrap();
    assert_eq!((torpedo.name.as_str(), torpedo.over[0].as_str()), ("Torpedo pawns", "chess"));
    // Those of its needs come after it: pawns with a double step on the same board, which promote to the same pieces.
    let goes_with = |id: &str| torpedo.over.iter().any(|over| over == id);
    assert!(goes_with("chess960") && goes_with("nightrider"), "{:?}", torpedo.over);
    for other in ["capablanca", "crazyhouse", "amazon", "shogi"] {
        assert!(!goes_with(other), "{other}");
    }
    assert_eq!(torpedo.not_with, ["berolina-pawns"]);
}

#[test]
fn patterns_alone_are_read_when_they_are_first_used_or_named_by_a_profile() {
    let faulty = ("minishogi/patterns/minishogi.moves", Some("K^: X"));
    assert_eq!(faults_with(&[faulty]), "");
    let mut files = data();
    files.retain(|(path, _)| path != faulty.0);
    files.push((faulty.0.to_owned(), b"K^: X".to_vec()));
    let catalogue = Catalogue::load(files).unwrap();
    assert!(catalogue.rulesets().any(|ruleset| ruleset.id == "minishogi" && ruleset.name == "Minishogi"));
    assert!(
        catalogue.ruleset(Some("minishogi")).is_none()
            && catalogue.rules_bundle("minishogi", TableForm::Canonical).is_none()
    );
    assert!(
        catalogue.ruleset(Some("judkins")).is_some()
            && catalogue.rules_bundle("judkins", TableForm::Canonical).is_some()
    );
    let named = file("profiles/vanilla.json").replace(r#""chess""#, r#""minishogi""#);
    let faults = faults_with(&[faulty, ("profiles/vanilla.json", Some(&named))]);
    assert!(faults.contains("minishogi/patterns/minishogi.moves"), "{faults}");
}

#[test]
fn a_game_by_sight_has_no_bids_and_the_machine_plays_it() {
    let asked = asked(Mode::Sight, None);
    let bids = CreateGame {
        gambit: Some("standard".to_owned()),
        ruleset: Some("chess".to_owned()),
        ..asked.clone()
    };
    assert_eq!(catalogue().terms(&bids).unwrap_err().to_string(), "games by sight have no bids");
    let machine: CreateGame =
        serde_json::from_str(r#"{"mode":"sight","side":"random","machine":{"level":1}}"#).unwrap();
    assert!(catalogue().terms(&machine).is_ok());
    let bids: CreateGame = serde_json::from_str(
        r#"{"mode":"vanilla","side":"random","gambit":"standard","machine":{"level":1}}"#,
    )
    .unwrap();
    assert!(catalogue().terms(&bids).is_ok());
}

#[test]
fn a_profile_says_what_is_seen_by_sight_where_that_is_its_view() {
    let sight = file("profiles/sight.json");
    let seen = |text: &str| faults_with(&[("profiles/sight.json", Some(text))]);
    assert_eq!(seen(&sight.replace(r#""blockers": false"#, r#""blockers": true"#)), "");
    let open = seen(&sight.replace(r#""view": "sight""#, r#""view": "everything""#));
    assert!(open.contains("$.sight: says what players see by sight"), "{open}");
    let watched = seen(&sight.replace("\"after\"", "\"board\""));
    assert!(watched.contains("nobody watches both armies"), "{watched}");
    assert!(seen(&sight.replace("blockers", "walls")).contains("unknown field `walls`"));
}
