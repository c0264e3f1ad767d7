//! Ceremonies of passkeys (WebAuthn): challenges, and the checks of what an authenticator answers, by a library. Nothing is stored here.
//!
//! A passkey proves that its owner is there. It does not know the player's key: that is sealed by the page, with a secret which the authenticator
//! keeps for it as the passkey's user handle, and which no page sends. So the library, which asks for a user handle, is always given the same one.
//!
//! Time and random numbers are those of the library, which reads the system's. What decides whether a challenge is there is the server's own clock.

use std::net::IpAddr;

use axum::http::Uri;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use serde::Deserialize;
use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::request::register::{RegistrationVerificationOptions, UserHandle16};
use webauthn_rp::request::{AsciiDomain, RpId};
use webauthn_rp::response::auth::DiscoverableAuthenticatorAssertion;
use webauthn_rp::response::register::{
    AuthenticatorAttestation, ClientExtensionsOutputs, CompressedPubKey, DynamicState, StaticState,
};
use webauthn_rp::response::{AuthTransports, AuthenticatorAttachment, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication16, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration,
    RegistrationServerState,
};

/// The user handle that the library is given.
const HANDLE: [u8; 16] = [0; 16];

/// Algorithms of keys that are accepted, as COSE numbers them: ES256, EdDSA, ES384, RS256. They are all that the library has; the first is one that
/// every authenticator has, and the last the only one of some older devices.
pub(crate) const ALGORITHMS: [i16; 4] = [-7, -8, -35, -257];

/// Greatest length of an attestation in bytes. Those of devices have some hundred; a longer one could hold an RSA key whose signatures take long to check.
const ATTESTATION_BYTES_MAX: usize = 1_024;

/// A public key as it is stored.
type StoredKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// This server as browsers and authenticators know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelyingParty {
    id: RpId,
    origin: String,
}

/// A challenge, and what has to be remembered of it until it is answered.
#[derive(Debug)]
pub(crate) struct Ceremony {
    /// The challenge as text, by which it is found again.
    pub(crate) challenge: String,
    pub(crate) state: Vec<u8>,
}

/// A passkey that was made, as an authenticator has answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Credential {
    pub(crate) id: Vec<u8>,
    /// The public key, as the library writes it.
    pub(crate) key: Vec<u8>,
    /// The signature counter and the flags, as the library writes them.
    pub(crate) state: Vec<u8>,
}

/// An answer of an authenticator by which somebody signs in.
#[derive(Debug, Clone)]
pub(crate) struct Assertion {
    pub(crate) client_data: Vec<u8>,
    pub(crate) authenticator_data: Vec<u8>,
    pub(crate) signature: Vec<u8>,
}

/// An answer is refused, for the library's reason. It is for the log: a client is told no more than that it is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct CeremonyRefused(String);

impl CeremonyRefused {
    fn because(fault: impl std::fmt::Display) -> CeremonyRefused {
        CeremonyRefused(fault.to_string())
    }

    fn unreadable() -> CeremonyRefused {
        CeremonyRefused("what is stored cannot be read".to_owned())
    }
}

/// Returns the challenge that an answer names, as text.
pub(crate) fn challenge_of(client_data: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct ClientData {
        challenge: String,
    }
    serde_json::from_slice(client_data).ok().map(|ClientData { challenge }| challenge)
}

/// Returns whether a text may be a challenge: sixteen bytes in base64url.
pub(crate) fn is_challenge(text: &str) -> bool {
    BASE64.decode(text).is_ok_and(|bytes| bytes.len() == 16)
}

fn challenge_text(challenge: u128) -> String {
    // As the library reads it.
    BASE64.encode(challenge.to_le_bytes())
}

impl RelyingParty {
    /// Returns the server's name for passkeys: that of its public URL; without one, that of the developer's own machine, if the request was sent there.
    /// Browsers have passkeys for domains alone, and on pages that nobody can read along: with `https`, or on that machine.
    pub(crate) fn of(public_url: Option<&str>, host: Option<&str>) -> Option<RelyingParty> {
        let local = || Some(format!("http://{}", host?));
        let uri: Uri = public_url.map(str::to_owned).or_else(local)?.parse().ok()?;
        let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
        let domain = authority.host().to_ascii_lowercase();
        let is_local = domain == "localhost" || domain.ends_with(".localhost");
        let is_address = domain.starts_with('[') || domain.parse::<IpAddr>().is_ok();
        if is_address
            || authority.as_str().contains('@')
            || !(is_local || scheme == "https" && public_url.is_some())
        {
            return None;
        }
        let usual = if scheme == "https" { 443 } else { 80 };
        let port = authority.port_u16().filter(|port| *port != usual);
        let port = port.map(|port| format!(":{port}")).unwrap_or_default();
        let origin = format!("{scheme}://{domain}{port}");
        Some(RelyingParty { id: RpId::Domain(AsciiDomain::try_from(domain).ok()?), origin })
    }

    /// Returns the domain for which passkeys are made.
    pub(crate) fn id(&self) -> &str {
        self.id.as_ref()
    }

    /// Returns the origin whose pages may use them.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// Begins to make a passkey that its device finds by itself, and that verifies its user. Returns nothing if the system has no time.
    pub(crate) fn begin_registration(&self) -> Option<Ceremony> {
        let handle = UserHandle16::from(HANDLE);
        let options =
            PublicKeyCredentialCreationOptions::first_passkey_with_blank_user_info(&self.id, &handle);
        let (state, asked) = options.start_ceremony().ok()?;
        let challenge = challenge_text(asked.options().challenge.as_data());
        Some(Ceremony { challenge, state: state.encode().ok()? })
    }

    /// Begins to let somebody sign in. Returns nothing if the system has no time.
    pub(crate) fn begin_sign_in(&self) -> Option<Ceremony> {
        let (state, asked) = DiscoverableCredentialRequestOptions::passkey(&self.id).start_ceremony().ok()?;
        let challenge = challenge_text(asked.options().0.challenge.as_data());
        Some(Ceremony { challenge, state: state.encode().ok()? })
    }

    /// Checks a passkey that was made.
    ///
    /// # Errors
    /// Returns an error if the answer is not to this challenge, not of a page of this server, or not what was asked for.
    pub(crate) fn finish_registration(
        &self,
        state: &[u8],
        client_data: Vec<u8>,
        attestation: Vec<u8>,
    ) -> Result<Credential, CeremonyRefused> {
        if attestation.len() > ATTESTATION_BYTES_MAX {
            return Err(CeremonyRefused::because("the attestation is too long"));
        }
        let state =
            RegistrationServerState::<16>::decode(state).map_err(|_| CeremonyRefused::unreadable())?;
        let answer = Registration::new(
            AuthenticatorAttestation::new(client_data, attestation, AuthTransports::NONE),
            AuthenticatorAttachment::None,
            ClientExtensionsOutputs { cred_props: None, prf: None },
        );
        let origins = [self.origin.as_str()];
        let options: RegistrationVerificationOptions<'_, '_, &str, &str> = RegistrationVerificationOptions {
            allowed_origins: &origins,
            // A browser may add some by itself.
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let made = state.verify(&self.id, &answer, &options).map_err(CeremonyRefused::because)?;
        let Ok(key) = made.static_state().encode();
        let Ok(state) = made.dynamic_state().encode();
        Ok(Credential { id: made.id().as_ref().to_vec(), key, state: state.to_vec() })
    }

    /// Checks the answer of a passkey, and returns its state afterwards, with the counter of its signatures.
    ///
    /// # Errors
    /// Returns an error if the answer is not to this challenge, not of a page of this server, or not by this passkey, or if its counter has not grown.
    pub(crate) fn finish_sign_in(
        &self,
        state: &[u8],
        credential: &Credential,
        assertion: Assertion,
    ) -> Result<Vec<u8>, CeremonyRefused> {
        let unreadable = CeremonyRefused::unreadable;
        let state = DiscoverableAuthenticationServerState::decode(state).map_err(|_| unreadable())?;
        let id =
            CredentialId::<Vec<u8>>::try_from(credential.id.clone()).map_err(CeremonyRefused::because)?;
        let key = StaticState::<StoredKey>::decode(credential.key.as_slice()).map_err(|_| unreadable())?;
        let stored = <[u8; 7]>::try_from(credential.state.as_slice()).map_err(|_| unreadable())?;
        let stored = DynamicState::decode(stored).map_err(|_| unreadable())?;
        let handle = UserHandle16::from(HANDLE);
        let Assertion { client_data, authenticator_data, signature } = assertion;
        let answer = DiscoverableAuthentication16::new(
            id,
            DiscoverableAuthenticatorAssertion::<16>::new(client_data, authenticator_data, signature, handle),
            AuthenticatorAttachment::None,
        );
        let mut known = AuthenticatedCredential::new(answer.raw_id(), &handle, key, stored)
            .map_err(CeremonyRefused::because)?;
        let origins = [self.origin.as_str()];
        let options: AuthenticationVerificationOptions<'_, '_, &str, &str> =
            AuthenticationVerificationOptions {
                allowed_origins: &origins,
                error_on_unsolicited_extensions: false,
                ..AuthenticationVerificationOptions::default()
            };
        state.verify(&self.id, &answer, &mut known, &options).map_err(CeremonyRefused::because)?;
        let Ok(state) = known.dynamic_state().encode();
        Ok(state.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(public_url: Option<&str>, host: &str) -> Option<(String, String)> {
        let party = RelyingParty::of(public_url, Some(host))?;
        Some((party.id().to_owned(), party.origin().to_owned()))
    }

    #[test]
    fn passkeys_are_for_the_public_domain_or_for_the_own_machine() {
        let is = |id: &str, origin: &str| Some((id.to_owned(), origin.to_owned()));
        let play = Some("https://Play.example.org/tabula");
        assert_eq!(of(play, "10.0.0.1:3000"), is("play.example.org", "https://play.example.org"));
        let other = Some("https://play.example.org:8443");
        assert_eq!(of(other, "localhost"), is("play.example.org", "https://play.example.org:8443"));
        assert_eq!(of(Some("https://a.example:443"), "a.example"), is("a.example", "https://a.example"));
        assert_eq!(of(Some("http://localhost:3000"), "x"), is("localhost", "http://localhost:3000"));
        assert_eq!(of(None, "localhost:3000"), is("localhost", "http://localhost:3000"));
        assert_eq!(of(None, "a.localhost"), is("a.localhost", "http://a.localhost"));
    }

    #[test]
    fn there_are_none_where_the_origin_cannot_be_known_or_is_not_secure() {
        for host in [
            "127.0.0.1:3000",
            "[::1]:3000",
            "play.example.org",
            "localhost.evil.example",
            "a@localhost",
            "",
            " ",
        ] {
            assert_eq!(of(None, host), None, "{host}");
        }
        assert_eq!(RelyingParty::of(None, None), None);
        for url in ["http://play.example.org", "https://10.0.0.1", "https://[2001:db8::1]:8443"] {
            assert_eq!(of(Some(url), "localhost:3000"), None, "{url}");
        }
    }

    #[test]
    fn a_challenge_is_found_in_an_answer() {
        let party = RelyingParty::of(None, Some("localhost:3000")).unwrap();
        let (one, other) = (party.begin_registration().unwrap(), party.begin_sign_in().unwrap());
        assert!(is_challenge(&one.challenge) && is_challenge(&other.challenge));
        assert_ne!(one.challenge, other.challenge);
        let text = format!(r#"{{"type":"webauthn.get","challenge":"{}","origin":"x"}}"#, one.challenge);
        assert_eq!(challenge_of(text.as_bytes()), Some(one.challenge));
        assert_eq!(challenge_of(b"{}"), None);
        assert!(!is_challenge("abc") && !is_challenge(""));
    }

    #[test]
    fn a_key_whose_signatures_take_long_to_check_is_refused_unread() {
        let party = RelyingParty::of(None, Some("localhost:3000")).unwrap();
        let state = party.begin_registration().unwrap().state;
        let is_too_long = |bytes: usize| {
            let refused = party.finish_registration(&state, b"{}".to_vec(), vec![0; bytes]);
            refused.unwrap_err().to_string() == "the attestation is too long"
        };
        assert!(is_too_long(ATTESTATION_BYTES_MAX + 1) && !is_too_long(ATTESTATION_BYTES_MAX));
    }

    #[test]
    fn what_chromium_has_answered_is_accepted_once_the_challenge_is_that() {
        let challenge = BASE64.decode("siYTcYLPBcsGvps38cJytA").unwrap();
        let text = r#"{"type":"webauthn.create","challenge":"siYTcYLPBcsGvps38cJytA","origin":"http://localhost:5199","crossOrigin":false}"#;
        let attestation = BASE64.decode("o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIITuIlUo5uLPlqxNl41Qkm6nTMQm8Tb8rjkwAqq9lKBJpQECAyYgASFYIGiW7-TaqNJRGQF_E44xqYIClr6A0wxU3GKLJU35eoadIlggjkO6_eBbeZlNclX1tmbl3oC2qvHRXB9MkRhtn_Xbfto").unwrap();
        let party = RelyingParty::of(None, Some("localhost:5199")).unwrap();
        let mut state = party.begin_registration().unwrap().state;
        let answer =
            |state: &[u8]| party.finish_registration(state, text.as_bytes().to_vec(), attestation.clone());
        assert!(answer(&state).is_err(), "another challenge");
        // It stands behind the first byte, the way in which the browser asks.
        state[1..17].copy_from_slice(&challenge);
        let made = answer(&state).unwrap();
        assert_eq!((made.id.len(), made.state.len()), (32, 7));
        // Another port is another page.
        let other = RelyingParty::of(None, Some("localhost:5198")).unwrap();
        let refused = other.finish_registration(&state, text.as_bytes().to_vec(), attestation.clone());
        assert!(refused.is_err());
    }
}
