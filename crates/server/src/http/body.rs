//! The body of a request: small, in good time, and of a known shape.

use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;

use super::problem::Problem;
use crate::secret::is_game_name;

/// Maximum size of a body.
const MOST: usize = 4 << 10;
/// Maximum time for a body to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// A JSON body. An empty one stands for `{}`.
pub(crate) struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Problem> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|kind| {
                kind.split(';').next().unwrap_or_default().trim() == "application/json"
            });
        let body = timeout(PATIENCE, to_bytes(request.into_body(), MOST))
            .await
            .map_err(|_| Problem::TooSlow)?
            .map_err(|_| Problem::TooLarge(MOST))?;
        let bytes = match (body.is_empty(), is_json) {
            (true, _) => b"{}",
            (false, true) => &body[..],
            (false, false) => return Err(Problem::NotJson),
        };
        // The JSON parser would accept a list of the values in order, which nobody means.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::Malformed("a body is a JSON object".into()));
        }
        read(bytes)
            .map(Json)
            .map_err(|error| Problem::Malformed(error.to_string()))
    }
}

/// JSON has one kind of number: `4.0` is 4.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(bytes).or_else(|error| {
        let mut value: Value = serde_json::from_slice(bytes)?;
        make_whole(&mut value);
        serde_json::from_value(value).map_err(|_| error)
    })
}

fn make_whole(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0);
            if let Some(whole) = whole.filter(|whole| whole.abs() <= MOST_NUMBER as f64) {
                *value = (whole as i64).into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        _ => {}
    }
}

/// Beyond this not all programs distinguish whole numbers.
const MOST_NUMBER: u64 = (1 << 53) - 1;

/// A whole number that is not negative.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Natural(pub u64);

impl TryFrom<u64> for Natural {
    type Error = String;

    fn try_from(number: u64) -> Result<Natural, String> {
        match number <= MOST_NUMBER {
            true => Ok(Natural(number)),
            false => Err(format!("{number} is more than {MOST_NUMBER}")),
        }
    }
}

/// The name of a game in the address.
pub(crate) struct GameName(pub String);

impl<S: Send + Sync> FromRequestParts<S> for GameName {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameName, Problem> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        match name {
            Ok(Path(name)) if is_game_name(&name) => Ok(GameName(name)),
            _ => Err(Problem::NoSuchGame),
        }
    }
}

/// The query of a request.
pub(crate) struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(value)| Asked(value))
            .map_err(|error| Problem::Malformed(error.body_text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_be_written_as_others() {
        assert_eq!(read::<Vec<u8>>(b"[4.0, 5, 1e1]").unwrap(), [4, 5, 10]);
        assert_eq!(read::<Value>(b"[4.0]").unwrap().to_string(), "[4.0]");
        let wrong = read::<Vec<u8>>(b"[4.5]").unwrap_err().to_string();
        assert!(wrong.contains("line 1 column"), "{wrong}");
        assert!(read::<Vec<u8>>(b"[-1.0]").is_err());
        assert!(read::<Vec<u8>>(b"[1e300]").is_err());
        let natural = |text: &[u8]| read::<Natural>(text).map(|number| number.0).ok();
        assert_eq!(natural(b"9007199254740991"), Some(MOST_NUMBER));
        assert_eq!(natural(b"4503599627370496.0"), Some(1 << 52));
        for beyond in ["9007199254740992", "1e17", "1e300", "-1"] {
            assert_eq!(natural(beyond.as_bytes()), None, "{beyond}");
        }
    }
}
