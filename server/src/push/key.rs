//! The server's key for push messages: browsers make their subscriptions for its public half, and it signs requests (VAPID, RFC 8292).

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use session::UnixMs;

use crate::random::{NoRandomness, Random};

/// Bytes of a private key.
const KEY_BYTES: usize = 32;

/// Attempts to find random bytes that are a key. All but one of 2³² are.
const KEY_ATTEMPTS: usize = 8;

/// Time for which a signature is good, in seconds. A day is the most that push services take.
const SIGNED_SECONDS: u64 = 12 * 3600;

/// File of the key in the data folder.
const FILE: &str = "push.key";

/// A private key of P-256. It does not print itself.
#[derive(Clone)]
pub struct ServerKey(SigningKey);

impl fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerKey(…)")
    }
}

/// The reason why there is no key.
#[derive(Debug, thiserror::Error)]
pub enum PushKeyError {
    /// The text is no key.
    #[error("not the 32 bytes of a private key of P-256 in base64url (43 signs)")]
    Form,
    /// The random source failed.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
    /// The file cannot be used.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file is damaged. A new key would make all subscriptions void, so none is made.
    #[error(
        "{0} holds no key for push messages; without the file a new one is made, and browsers have to ask for messages again"
    )]
    Damaged(String),
}

impl FromStr for ServerKey {
    type Err = PushKeyError;

    fn from_str(text: &str) -> Result<ServerKey, PushKeyError> {
        let bytes = BASE64.decode(text.trim().trim_end_matches('=')).map_err(|_| PushKeyError::Form)?;
        SigningKey::from_slice(&bytes).map(ServerKey).map_err(|_| PushKeyError::Form)
    }
}

impl ServerKey {
    /// Returns a new key.
    ///
    /// # Errors
    /// Returns an error if the random source fails.
    pub fn generate(random: &dyn Random) -> Result<ServerKey, NoRandomness> {
        for _ in 0..KEY_ATTEMPTS {
            let mut bytes = [0; KEY_BYTES];
            random.fill(&mut bytes)?;
            if let Ok(key) = SigningKey::from_slice(&bytes) {
                return Ok(ServerKey(key));
            }
        }
        Err(NoRandomness)
    }

    /// Returns the key in a data folder. At the first start it is made, so that only the server's user can read it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, or is damaged.
    pub fn of_folder(folder: &Path, random: &dyn Random) -> Result<ServerKey, PushKeyError> {
        let path = folder.join(FILE);
        let failed = |error| PushKeyError::File { file: path.display().to_string(), error };
        match fs::read_to_string(&path) {
            Ok(text) => text.parse().map_err(|_| PushKeyError::Damaged(path.display().to_string())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = ServerKey::generate(random)?;
                fs::create_dir_all(folder).map_err(failed)?;
                // Under its name it is whole.
                let new = folder.join(format!("{FILE}.new"));
                let mut file = OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(0o600)
                    .open(&new)
                    .map_err(failed)?;
                writeln!(file, "{}", BASE64.encode(key.0.to_bytes())).map_err(failed)?;
                file.sync_all().map_err(failed)?;
                fs::rename(&new, &path).map_err(failed)?;
                Ok(key)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// Returns the public key in base64url.
    pub(super) fn public(&self) -> String {
        BASE64.encode(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Returns the header by which a push service knows the server.
    pub(super) fn authorization(&self, origin: &str, contact: Option<&str>, now: UnixMs) -> String {
        let mut claims = json!({"aud": origin, "exp": now.0 / 1000 + SIGNED_SECONDS});
        if let (Some(contact), Some(claims)) = (contact, claims.as_object_mut()) {
            claims.insert("sub".to_owned(), contact.into());
        }
        let header = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{header}.{}", BASE64.encode(claims.to_string()));
        let signature: Signature = self.0.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", BASE64.encode(signature.to_bytes()), self.public())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier as _;

    use super::*;
    use crate::random::SystemRandom;

    #[test]
    fn a_key_is_made_once_and_read_by_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let key = ServerKey::of_folder(&data, &SystemRandom).unwrap();
        assert_eq!(ServerKey::of_folder(&data, &SystemRandom).unwrap().public(), key.public());
        let file = data.join(FILE);
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.parse::<ServerKey>().unwrap().public(), key.public());
        assert!(!format!("{key:?}").contains(text.trim()));
        fs::write(&file, "nonsense").unwrap();
        assert!(matches!(ServerKey::of_folder(&data, &SystemRandom), Err(PushKeyError::Damaged(_))));
        for wrong in ["", "short", &"A".repeat(43), &"*".repeat(43)] {
            assert!(wrong.parse::<ServerKey>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_request_is_signed_for_its_push_service() {
        let key = ServerKey::generate(&SystemRandom).unwrap();
        let header =
            key.authorization("https://push.example", Some("mailto:me@example.org"), UnixMs(1_000_000));
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&BASE64.decode(public).unwrap()).unwrap();
        let signature = Signature::from_slice(&BASE64.decode(signature).unwrap()).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example", "exp": 44_200, "sub": "mailto:me@example.org"})
        );
    }
}
