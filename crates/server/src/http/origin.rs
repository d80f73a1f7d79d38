//! Whose page sends a request. A browser says so with everything but plain reading, and other sites' pages may not act here for
//! whoever visits them.

use axum::http::{HeaderMap, header};

/// Whether the page that sends this is ours, or allowed. Programs send no origin.
pub(crate) fn is_welcome(headers: &HeaderMap, allowed: &[String]) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(origin) = text(header::ORIGIN.as_str()) else {
        return text("sec-fetch-site") != Some("cross-site");
    };
    let own = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    let is_own = own.is_some() && own == text(header::HOST.as_str());
    is_own || allowed.iter().any(|allowed| allowed == origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_our_own_pages_and_those_named_are_welcome() {
        let welcome = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("play.example:2023"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            }
            is_welcome(&headers, &["https://friends.example".to_owned()])
        };
        assert!(welcome(None));
        assert!(welcome(Some("http://play.example:2023")));
        assert!(welcome(Some("https://play.example:2023")));
        assert!(welcome(Some("https://friends.example")));
        for foreign in [
            "https://evil.example",
            "https://play.example",
            "http://play.example:2023.evil.example",
            "null",
            "ftp://play.example:2023",
            "",
        ] {
            assert!(!welcome(Some(foreign)), "{foreign}");
        }
    }
}
