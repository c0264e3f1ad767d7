//! A request for a game with everything that it leaves to the server.

use super::{Catalogue, ruleset_of};
use crate::profile::{PieceVisibility, Profile};
use crate::terms::{Absence, Aids, CreateGame, SpectatorsWish};

const MS_PER_SECOND: u64 = 1_000;

impl Catalogue {
    /// Returns a request with the defaults in place of what it leaves out. People who ask for the same game then ask alike, and anyone who reads the request
    /// knows what they agree to. `grace_ms` is the absence that this server allows in all games, if it has one; an absence that no request can ask
    /// for stays left out, and so does one that no game with days for a turn has.
    #[must_use]
    pub fn with_defaults(&self, request: CreateGame, grace_ms: Option<u64>) -> CreateGame {
        let Some(profile) = self.profiles.get(request.mode.profile()) else { return request };
        let duels = request.gambit.as_ref().and_then(|id| self.gambits.get(id));
        let id = request.moderator.as_ref().unwrap_or(&profile.moderator);
        // Who may try until a move is legal is bound to no piece.
        let answers = self.moderators.get(id).is_some_and(|moderator| moderator.attempts().is_some());
        let touch_move =
            !answers && profile.binds_touched_pieces(&request, duels.map(|duels| duels.touch_move));
        let social = profile.social_terms(&request, duels.map(|duels| duels.spectators_allowed));
        let allowed = social.spectators.allowed;
        let mut overlays = request.overlays.clone();
        overlays.sort_unstable();
        CreateGame {
            ruleset: Some(ruleset_of(&request, profile).to_owned()),
            moderator: Some(id.clone()),
            overlays,
            touch_move: Some(touch_move),
            absence_seconds: request.absence_seconds.or_else(|| absence(&request, profile, grace_ms)),
            // A wish that the server refuses stays, and is refused.
            aids: request.aids.or((profile.view != PieceVisibility::Everything).then_some(Aids::Marks)),
            spectators: Some(SpectatorsWish {
                allowed: Some(allowed),
                delay_seconds: allowed.then_some(social.spectators.delay_seconds),
            }),
            chat: Some(request.chat.unwrap_or(social.chat)),
            ..request
        }
    }
}

/// Returns the absence that costs the game, where the request does not say it.
fn absence(request: &CreateGame, profile: &Profile, grace_ms: Option<u64>) -> Option<Absence> {
    if request.clock.is_some_and(|clock| clock.turn_days().is_some()) {
        return None;
    }
    let grace_ms = Some(grace_ms.unwrap_or(profile.grace_ms)).filter(|ms| ms % MS_PER_SECOND == 0)?;
    u32::try_from(grace_ms / MS_PER_SECOND).ok().and_then(Absence::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::catalogue;

    fn complete(body: &str) -> CreateGame {
        catalogue().with_defaults(CreateGame::read(body.as_bytes()).unwrap(), None)
    }

    #[test]
    fn what_is_left_out_is_the_same_as_what_is_said() {
        for (short, whole) in [
            (
                r#"{"mode":"blind"}"#,
                r#"{"mode":"blind","side":"random","ruleset":"chess","moderator":"blind"}"#,
            ),
            (r#"{"mode":"blind"}"#, r#"{"mode":"blind","aids":"marks","chat":false,"touchMove":true}"#),
            (r#"{"mode":"blind"}"#, r#"{"mode":"blind","spectators":{"allowed":false,"delaySeconds":9}}"#),
            (r#"{"mode":"vanilla"}"#, r#"{"mode":"vanilla","touchMove":false,"absenceSeconds":300}"#),
            (
                r#"{"mode":"vanilla","overlays":["torpedo","three-check"]}"#,
                r#"{"mode":"vanilla","overlays":["three-check","torpedo"]}"#,
            ),
        ] {
            assert_eq!(complete(short), complete(whole), "{short} {whole}");
        }
    }

    #[test]
    fn what_is_chosen_stays() {
        for (one, other) in [
            (r#"{"mode":"blind"}"#, r#"{"mode":"blind","aids":"none"}"#),
            (r#"{"mode":"blind"}"#, r#"{"mode":"blind","moderator":"table-fidelity"}"#),
            (r#"{"mode":"vanilla"}"#, r#"{"mode":"vanilla","touchMove":true}"#),
            (r#"{"mode":"vanilla"}"#, r#"{"mode":"vanilla","absenceSeconds":301}"#),
            (r#"{"mode":"vanilla"}"#, r#"{"mode":"vanilla","ruleset":"shogi"}"#),
            (r#"{"mode":"vanilla","chat":true}"#, r#"{"mode":"vanilla","chat":false}"#),
        ] {
            assert_ne!(complete(one), complete(other), "{one} {other}");
        }
    }

    /// Returns what a game of a request has: rules, moderator, touch-move, chat and spectators, and marks.
    fn played(request: &CreateGame) -> impl PartialEq + std::fmt::Debug {
        let terms = catalogue().terms(request).unwrap();
        let duels = terms.gambit.as_ref().map(|gambit| gambit.profile());
        let binds = terms.profile.binds_touched_pieces(request, duels.map(|duels| duels.touch_move));
        let social = terms.profile.social_terms(request, duels.map(|duels| duels.spectators_allowed));
        let shown = terms.profile.view == PieceVisibility::Everything;
        (
            terms.rules.id.to_string(),
            terms.moderator.id().to_string(),
            terms.moderator.attempts().is_none() && binds,
            (
                social.chat,
                social.spectators.allowed,
                social.spectators.allowed.then_some(social.spectators.delay_seconds),
            ),
            (!shown).then(|| request.aids.unwrap_or(Aids::Marks)),
        )
    }

    #[test]
    fn a_request_with_its_defaults_is_played_as_it_was() {
        for body in [
            r#"{"mode":"vanilla"}"#,
            r#"{"mode":"blind"}"#,
            r#"{"mode":"sight"}"#,
            r#"{"mode":"blind","moderator":"wild16","touchMove":true}"#,
            r#"{"mode":"vanilla","gambit":"standard"}"#,
            r#"{"mode":"vanilla","clock":{"daysPerTurn":3}}"#,
        ] {
            let request = CreateGame::read(body.as_bytes()).unwrap();
            let whole = catalogue().with_defaults(request.clone(), None);
            assert_eq!(catalogue().with_defaults(whole.clone(), None), whole, "{body}");
            let [before, after] = [&request, &whole].map(played);
            assert_eq!(before, after, "{body}");
        }
    }

    #[test]
    fn an_absence_that_no_request_can_ask_for_stays_left_out() {
        let request = |body: &str| CreateGame::read(body.as_bytes()).unwrap();
        let open = || request(r#"{"mode":"vanilla"}"#);
        let by_days = request(r#"{"mode":"vanilla","clock":{"daysPerTurn":3}}"#);
        let of = |request, grace| catalogue().with_defaults(request, grace).absence_seconds.map(Absence::ms);
        assert_eq!(of(open(), Some(120_000)), Some(120_000));
        assert_eq!(of(open(), Some(5_000)), None);
        assert_eq!(of(open(), Some(90_500)), None);
        assert_eq!(of(open(), Some(u64::MAX)), None);
        assert_eq!(of(by_days, Some(120_000)), None);
    }
}
