//! How a client proves that a seat is theirs: a cookie of the browser, one of the game for a transferred seat, or a bearer
//! token for programs.

use axum::http::{HeaderMap, HeaderValue, header};
use kalah::Side;

use super::problem::Problem;
use crate::secret::{Key, Secret};
use crate::store::SecretDigest;

const YEAR: u32 = 365 * 24 * 3600;
/// Maximum number of secrets checked per request.
const MOST: usize = 4;

/// The secrets in a request for the games of a series.
pub(crate) struct Credentials(Vec<Secret>);

impl Credentials {
    pub(crate) fn of(headers: &HeaderMap, series: &str) -> Credentials {
        let mut found = Vec::new();
        if let Some(value) = headers.get(header::AUTHORIZATION)
            && let Some(token) = value
                .to_str()
                .ok()
                .and_then(|value| value.strip_prefix("Bearer "))
        {
            found.extend(Secret::parse(token.trim()));
        }
        found.extend(player(headers).map(|player| player.of_seat(series)));
        let seats = cookies(headers, |name| ["seat-south", "seat-north"].contains(&name));
        found.extend(seats.take(MOST));
        Credentials(found)
    }

    pub(crate) fn add(&mut self, secret: Secret) {
        self.0.push(secret);
    }

    pub(crate) fn digests(&self) -> Vec<SecretDigest> {
        self.0.iter().map(Secret::digest).collect()
    }

    /// The secret with this digest.
    pub(crate) fn secret(&self, digest: SecretDigest) -> Option<&Secret> {
        self.0.iter().find(|secret| secret.digest() == digest)
    }
}

/// The header that makes a request safe to repeat.
const KEY: &str = "idempotency-key";

/// The key of a request that creates a game or joins one, if it has one.
pub(crate) fn key(headers: &HeaderMap) -> Result<Option<Key>, Problem> {
    let Some(value) = headers.get(KEY) else {
        return Ok(None);
    };
    let key = value.to_str().ok().and_then(Key::parse);
    let wrong = || {
        Problem::Malformed(
            "an Idempotency-Key has 22 to 64 random letters, digits, `-` and `_`".into(),
        )
    };
    key.map(Some).ok_or_else(wrong)
}

/// The secrets in cookies of these names.
fn cookies<'a>(
    headers: &'a HeaderMap,
    wanted: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = Secret> + 'a {
    let lines = headers.get_all(header::COOKIE).iter();
    let cookies = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    cookies.filter_map(move |cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        wanted(name).then(|| Secret::parse(value)).flatten()
    })
}

/// The browser's secret for all its seats. A cookie for each would be too many: browsers drop the oldest of them.
pub(crate) fn player(headers: &HeaderMap) -> Option<Secret> {
    cookies(headers, |name| name == "player").next()
}

/// Sent by browsers with every request to the site's API. Scripts cannot read it.
pub(crate) fn player_cookie(player: &Secret, secure: bool) -> HeaderValue {
    cookie_of("player", player, "/api", secure)
}

/// For a transferred seat: sent by browsers with every request about this game, and with no other.
pub(crate) fn cookie(game: &str, side: Side, secret: &Secret, secure: bool) -> HeaderValue {
    let path = format!("/api/games/{game}");
    cookie_of(&format!("seat-{side}"), secret, &path, secure)
}

fn cookie_of(name: &str, secret: &Secret, path: &str, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let secret = secret.as_str();
    let text =
        format!("{name}={secret}; Path={path}; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::try_from(text).expect("names and secrets are plain letters")
}
