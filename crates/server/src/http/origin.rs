//! Which page sends a request. Browsers say so with everything but plain reading, and other sites' pages may not act here for
//! a visitor.

use std::net::IpAddr;

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

/// Whether the request names this machine, or an allowed host. A page of another site can make its own
/// name lead to this machine, and then read what is only for the users of this machine.
pub(crate) fn is_local(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(host) = headers.get(header::HOST) else {
        // Browsers always send one.
        return true;
    };
    let Ok(host) = host.to_str() else {
        return false;
    };
    let allowed_host = |origin: &String| {
        origin
            .split_once("://")
            .is_some_and(|(_, name)| name == host)
    };
    if allowed.iter().any(allowed_host) {
        return true;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let is_name =
        name.eq_ignore_ascii_case("localhost") || name.to_ascii_lowercase().ends_with(".localhost");
    is_name
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
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

    #[test]
    fn only_names_of_this_machine_are_local() {
        let local = |host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            is_local(&headers, &["https://play.example".to_owned()])
        };
        for host in [
            "localhost",
            "LOCALHOST:2023",
            "mancala.localhost:1",
            "127.0.0.1:2023",
            "127.1.2.3",
            "[::1]:2023",
            "[::1]",
            "play.example",
        ] {
            assert!(local(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:2023",
            "localhost.evil.example",
            "192.0.2.1:2023",
            "127.0.0.1.evil.example",
            "play.example:80",
            "",
        ] {
            assert!(!local(host), "{host}");
        }
    }
}
