//! The files of the page, as they come in from the caller. A visitor is sent a file once, packed if they can unpack it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// One file of the page.
pub struct File {
    /// Its path on the site: `js/main.js`.
    pub name: String,
    pub media_type: &'static str,
    /// Changes whenever the contents do.
    pub version: String,
    pub contents: Cow<'static, [u8]>,
}

/// All of them, ready to be sent.
pub(crate) struct Files(HashMap<String, Ready>);

struct Ready {
    media_type: HeaderValue,
    etag: HeaderValue,
    plain: Bytes,
    is_packed: bool,
    /// Made when the first visitor wants it.
    gzip: OnceLock<Bytes>,
}

impl Ready {
    fn gzip(&self) -> Bytes {
        let pack = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let written = encoder.write_all(&self.plain);
            let packed = written.and_then(|()| encoder.finish());
            Bytes::from(packed.expect("memory can always be written to"))
        };
        self.gzip.get_or_init(pack).clone()
    }
}

impl Files {
    pub(crate) fn new(files: Vec<File>) -> Files {
        let ready = |file: File| {
            let ready = Ready {
                media_type: HeaderValue::from_static(file.media_type),
                etag: HeaderValue::try_from(format!("\"{}\"", file.version))
                    .unwrap_or(HeaderValue::from_static("\"\"")),
                plain: match file.contents {
                    Cow::Borrowed(contents) => Bytes::from_static(contents),
                    Cow::Owned(contents) => Bytes::from(contents),
                },
                // Pictures of points are packed already.
                is_packed: ["image/png", "font/woff2"].contains(&file.media_type),
                gzip: OnceLock::new(),
            };
            (file.name, ready)
        };
        Files(files.into_iter().map(ready).collect())
    }

    pub(crate) fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        if ![Method::GET, Method::HEAD].contains(method) {
            let text = "Files can only be read here: GET or HEAD.\n";
            let allow = [(header::ALLOW, "GET, HEAD")];
            return (StatusCode::METHOD_NOT_ALLOWED, allow, text).into_response();
        }
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        match self.0.get(name) {
            Some(file) => send(file, headers),
            None => (StatusCode::NOT_FOUND, "There is no such page here.\n").into_response(),
        }
    }
}

fn send(file: &Ready, asked: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    let set = HeaderValue::from_static;
    headers.insert(header::CONTENT_TYPE, file.media_type.clone());
    headers.insert(header::ETAG, file.etag.clone());
    // Always asked about, sent again only when it has changed.
    headers.insert(header::CACHE_CONTROL, set("no-cache"));
    headers.insert(header::VARY, set("accept-encoding"));
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let known = text(header::IF_NONE_MATCH).unwrap_or_default();
    if known.split(',').any(|known| file.etag == known.trim()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let gzip = !file.is_packed && accepts_gzip(text(header::ACCEPT_ENCODING).unwrap_or_default());
    if gzip {
        headers.insert(header::CONTENT_ENCODING, set("gzip"));
    }
    *response.body_mut() = Body::from(if gzip {
        file.gzip()
    } else {
        file.plain.clone()
    });
    response
}

/// Whether `gzip` is among the encodings, and not ruled out by `q=0`.
fn accepts_gzip(value: &str) -> bool {
    value.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim();
        let never = weight
            .strip_prefix("q=")
            .and_then(|weight| weight.parse().ok())
            == Some(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !never
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_can_be_ruled_out() {
        assert!(accepts_gzip("GZIP"));
        assert!(accepts_gzip("br, gzip;q=0.5"));
        assert!(!accepts_gzip("gzip;q=0, br"));
        assert!(!accepts_gzip("identity"));
    }
}
