//! Push subscriptions: where and for whom a browser's push service takes messages (RFC 8030, RFC 8291).

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::limits::{PUSH_ENDPOINT_CHARS_MAX, PUSH_SUBSCRIPTIONS_MAX};
use super::text::{WrongForm, is_base64url, text_type};

/// Address at a push service to which messages for one browser are sent. Who knows it can send to that browser, so it is not printed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PushEndpoint(Box<str>);

/// Public key of a browser for push messages: an uncompressed point of P-256 in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PushKey(Box<str>);

/// Secret that a browser shares with the senders of its push messages: 16 bytes in base64url. It is not printed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PushSecret(Box<str>);

/// Characters of a public key.
const KEY_CHARS: usize = 87;

/// Characters of a secret.
const SECRET_CHARS: usize = 22;

text_type!(PushEndpoint, r"^https?://[!-~]{1,1000}$");
text_type!(PushKey, r"^B[A-Za-z0-9_-]{86}$");
text_type!(PushSecret, r"^[A-Za-z0-9_-]{22}$");

impl FromStr for PushEndpoint {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PushEndpoint, WrongForm> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or(WrongForm)?;
        let is_short = (1..=PUSH_ENDPOINT_CHARS_MAX).contains(&rest.len());
        let is_printed = rest.bytes().all(|byte| byte.is_ascii_graphic());
        if is_short && is_printed { Ok(PushEndpoint(text.into())) } else { Err(WrongForm) }
    }
}

impl FromStr for PushKey {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PushKey, WrongForm> {
        let is_key = text.len() == KEY_CHARS && text.starts_with('B') && is_base64url(text);
        if is_key { Ok(PushKey(text.into())) } else { Err(WrongForm) }
    }
}

impl FromStr for PushSecret {
    type Err = WrongForm;

    fn from_str(text: &str) -> Result<PushSecret, WrongForm> {
        let is_secret = text.len() == SECRET_CHARS && is_base64url(text);
        if is_secret { Ok(PushSecret(text.into())) } else { Err(WrongForm) }
    }
}

impl PushEndpoint {
    /// Returns the address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PushKey {
    /// Returns the key in base64url.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PushSecret {
    /// Returns the secret in base64url.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PushEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushEndpoint(…)")
    }
}

impl fmt::Debug for PushSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushSecret(…)")
    }
}

/// A push subscription as a browser gives it: the endpoint, and the keys for which messages are encrypted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// Address for messages.
    pub endpoint: PushEndpoint,
    /// Keys for which messages are encrypted.
    pub keys: PushKeys,
}

/// Keys of a push subscription.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PushKeys {
    /// Public key of the browser.
    pub p256dh: PushKey,
    /// Shared secret.
    pub auth: PushSecret,
}

/// Push subscriptions of one player of a game or of a tournament, one for each of their browsers, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushSubscriptions(Vec<PushSubscription>);

impl PushSubscriptions {
    /// Adds a subscription, in place of one with its endpoint. If there are as many as a player may have, the oldest goes.
    pub fn add(&mut self, subscription: PushSubscription) {
        self.remove(&subscription.endpoint);
        if self.0.len() >= PUSH_SUBSCRIPTIONS_MAX {
            self.0.remove(0);
        }
        self.0.push(subscription);
    }

    /// Removes the subscription with an endpoint, if there is one.
    pub fn remove(&mut self, endpoint: &PushEndpoint) {
        self.0.retain(|known| known.endpoint != *endpoint);
    }

    /// Returns the subscriptions, the oldest first.
    #[must_use]
    pub fn as_slice(&self) -> &[PushSubscription] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscription_is_read_strictly_and_prints_no_address() {
        let (key, auth) = (format!("B{}", "a".repeat(86)), "s".repeat(22));
        let text = |endpoint: &str, key: &str, auth: &str| {
            format!(r#"{{"endpoint":"{endpoint}","keys":{{"p256dh":"{key}","auth":"{auth}"}}}}"#)
        };
        let read = |text: &str| serde_json::from_str::<PushSubscription>(text);
        let longest = format!("https://{}", "x".repeat(PUSH_ENDPOINT_CHARS_MAX));
        for endpoint in ["https://push.example/a", longest.as_str(), "http://127.0.0.1:1/x?y=z"] {
            let read = read(&text(endpoint, &key, &auth)).unwrap();
            assert_eq!(read.endpoint.as_str(), endpoint);
            let printed = format!("{read:?}");
            assert!(!printed.contains("push.example") && !printed.contains(&auth), "{printed}");
        }
        let longer = format!("{longest}x");
        for endpoint in
            ["", "https://", "ftp://push.example/a", "https://push.example/a b", "https://é", &longer]
        {
            assert!(read(&text(endpoint, &key, &auth)).is_err(), "{endpoint}");
        }
        assert!(read(&text("https://p/", &key[1..], &auth)).is_err());
        assert!(read(&text("https://p/", &key.replace('B', "C"), &auth)).is_err());
        assert!(read(&text("https://p/", &key, "short")).is_err());
        assert!(read(&text("https://p/", &key, &auth).replace("auth", "more")).is_err());
    }

    #[test]
    fn a_player_has_a_few_subscriptions_and_one_of_each_browser() {
        let subscription = |name: &str, auth: &str| PushSubscription {
            endpoint: format!("https://push.example/{name}").parse().unwrap(),
            keys: PushKeys {
                p256dh: format!("B{}", "a".repeat(86)).parse().unwrap(),
                auth: auth.repeat(22).parse().unwrap(),
            },
        };
        let mut known = PushSubscriptions::default();
        for name in ["a", "b", "c", "d", "e"] {
            known.add(subscription(name, "s"));
        }
        known.add(subscription("b", "t"));
        known.remove(&subscription("d", "s").endpoint);
        let expected = [subscription("c", "s"), subscription("e", "s"), subscription("b", "t")];
        assert_eq!(known.as_slice(), expected);
    }
}
