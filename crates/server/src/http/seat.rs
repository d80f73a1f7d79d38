//! How somebody shows that a seat is theirs: a cookie of the game, or a bearer token for programs.

use axum::http::{HeaderMap, HeaderValue, header};
use kalah::Side;

use crate::secret::Secret;
use crate::store::SecretDigest;

const YEAR: u32 = 365 * 24 * 3600;
/// Secrets that are looked at in one request.
const MOST: usize = 4;

/// The secrets a request brings along.
pub(crate) struct Credentials(Vec<Secret>);

impl Credentials {
    pub(crate) fn of(headers: &HeaderMap) -> Credentials {
        let text = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
        let mut found = Vec::new();
        if let Some(value) = headers.get(header::AUTHORIZATION).and_then(text)
            && let Some(token) = value.strip_prefix("Bearer ")
        {
            found.extend(Secret::parse(token.trim()));
        }
        for line in headers.get_all(header::COOKIE).iter().filter_map(text) {
            for cookie in line.split(';') {
                if let Some((name, value)) = cookie.trim().split_once('=')
                    && ["seat-south", "seat-north"].contains(&name)
                    && found.len() < MOST
                {
                    found.extend(Secret::parse(value));
                }
            }
        }
        Credentials(found)
    }

    pub(crate) fn digests(&self) -> Vec<SecretDigest> {
        self.0.iter().map(Secret::digest).collect()
    }

    /// The secret with this digest.
    pub(crate) fn secret(&self, digest: SecretDigest) -> Option<&Secret> {
        self.0.iter().find(|secret| secret.digest() == digest)
    }
}

/// Sent by browsers with every request about this game, and with no other. Scripts cannot read it.
pub(crate) fn cookie(game: &str, side: Side, secret: &Secret, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!(
        "seat-{side}={}; Path=/api/games/{game}; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}",
        secret.as_str()
    );
    HeaderValue::try_from(text).expect("names and secrets are plain letters")
}
