//! The files of the page, as handed in by the caller. A visitor is sent a file once, compressed if they accept that.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::task::spawn_blocking;

/// One file of the page.
pub struct File {
    /// Its path on the site: `js/main.js`.
    pub name: String,
    pub media_type: &'static str,
    /// Changes whenever the contents do.
    pub version: String,
    /// A digest that may stand before the ending of the name, `js/main.0a1b2c3d.js`: the contents of that name never
    /// change.
    pub stamp: Option<&'static str>,
    pub contents: Cow<'static, [u8]>,
    /// The same compressed with brotli, if that has been done.
    pub brotli: Option<Cow<'static, [u8]>>,
}

/// All files, ready to be sent.
pub(crate) struct Files(HashMap<String, Arc<Ready>>);

struct Ready {
    stamp: Option<&'static str>,
    media_type: HeaderValue,
    etag: HeaderValue,
    plain: Bytes,
    is_packed: bool,
    /// Compressed for the first visitor who asks for it.
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

/// Encodings, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Brotli,
    Gzip,
}

/// Cached for a year without asking again.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Smaller than gzip at its best, and not much slower; a file is compressed once.
const BROTLI_QUALITY: u32 = 6;
const BROTLI_WINDOW: u32 = 22;

impl Packing {
    fn name(self) -> &'static str {
        match self {
            Packing::Brotli => "br",
            Packing::Gzip => "gzip",
        }
    }

    fn pack(self, plain: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Packing::Brotli => {
                let mut to = brotli::CompressorWriter::new(
                    Vec::new(),
                    1 << 16,
                    BROTLI_QUALITY,
                    BROTLI_WINDOW,
                );
                to.write_all(plain)?;
                Ok(to.into_inner())
            }
            Packing::Gzip => {
                let mut to = GzEncoder::new(Vec::new(), Compression::default());
                to.write_all(plain)?;
                to.finish()
            }
        }
    }
}

impl Ready {
    fn packed(&self, packing: Packing) -> Bytes {
        let place = match packing {
            Packing::Brotli => &self.brotli,
            Packing::Gzip => &self.gzip,
        };
        let pack = || {
            packing
                .pack(&self.plain)
                .expect("memory can always be written to")
        };
        place.get_or_init(|| Bytes::from(pack())).clone()
    }
}

impl Files {
    pub(crate) fn new(files: Vec<File>) -> Files {
        let ready = |file: File| {
            let ready = Ready {
                stamp: file.stamp,
                media_type: HeaderValue::from_static(file.media_type),
                etag: HeaderValue::try_from(format!("\"{}\"", file.version))
                    .unwrap_or(HeaderValue::from_static("\"\"")),
                plain: bytes(file.contents),
                // Bitmaps are compressed already.
                is_packed: ["image/png", "font/woff2"].contains(&file.media_type),
                gzip: OnceLock::new(),
                brotli: file
                    .brotli
                    .map(bytes)
                    .map_or_else(OnceLock::new, OnceLock::from),
            };
            (file.name, Arc::new(ready))
        };
        Files(files.into_iter().map(ready).collect())
    }

    pub(crate) async fn answer(
        &self,
        method: &Method,
        path: &str,
        headers: &HeaderMap,
    ) -> Response {
        if ![Method::GET, Method::HEAD].contains(method) {
            let text = "Files can only be read here: GET or HEAD.\n";
            let allow = [(header::ALLOW, "GET, HEAD")];
            return (StatusCode::METHOD_NOT_ALLOWED, allow, text).into_response();
        }
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            // Browsers ask for it on pages that name no icon.
            "favicon.ico" => "img/icon.svg",
            name => name,
        };
        if let Some(file) = self.0.get(name) {
            return send(file, headers, false).await;
        }
        // A page of another version asks for the files it knew; the current file is better than nothing, but must not be cached for ever.
        match unstamped(name).and_then(|(name, stamp)| Some((self.0.get(&name)?, stamp))) {
            Some((file, stamp)) => send(file, headers, file.stamp == Some(stamp)).await,
            None => (StatusCode::NOT_FOUND, "There is no such page here.\n").into_response(),
        }
    }
}

fn bytes(contents: Cow<'static, [u8]>) -> Bytes {
    match contents {
        Cow::Borrowed(contents) => Bytes::from_static(contents),
        Cow::Owned(contents) => Bytes::from(contents),
    }
}

/// `js/main.0a1b2c3d.js` as `js/main.js` and the digest.
fn unstamped(name: &str) -> Option<(String, &str)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (stem, stamp) = stem.rsplit_once('.')?;
    let digits = stamp.len() == 8 && stamp.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| (format!("{stem}.{ending}"), stamp))
}

/// Sends a file; one whose name carries its version never changes.
async fn send(file: &Arc<Ready>, asked: &HeaderMap, for_ever: bool) -> Response {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    let set = HeaderValue::from_static;
    headers.insert(header::CONTENT_TYPE, file.media_type.clone());
    headers.insert(header::ETAG, file.etag.clone());
    // Otherwise always revalidated, sent again only when it has changed.
    let caching = if for_ever { FOR_EVER } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, set(caching));
    headers.insert(header::VARY, set("accept-encoding"));
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let known = text(header::IF_NONE_MATCH).unwrap_or_default();
    if known.split(',').any(|known| file.etag == known.trim()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let accepted = text(header::ACCEPT_ENCODING).unwrap_or_default();
    let packing = accepted_packing(accepted).filter(|_| !file.is_packed);
    let Some(packing) = packing else {
        *response.body_mut() = Body::from(file.plain.clone());
        return response;
    };
    let packed = Arc::clone(file);
    // The first time it takes a while; other requests do not wait for it.
    match spawn_blocking(move || packed.packed(packing)).await {
        Ok(bytes) => {
            headers.insert(header::CONTENT_ENCODING, set(packing.name()));
            *response.body_mut() = Body::from(bytes);
        }
        Err(_) => *response.body_mut() = Body::from(file.plain.clone()),
    }
    response
}

/// The best of the accepted encodings that are not ruled out by `q=0`.
fn accepted_packing(value: &str) -> Option<Packing> {
    let accepts = |packing: &Packing| {
        value.split(',').any(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let weight = weight.trim();
            let never = weight
                .strip_prefix("q=")
                .and_then(|weight| weight.parse().ok())
                == Some(0.0);
            name.trim().eq_ignore_ascii_case(packing.name()) && !never
        })
    };
    [Packing::Brotli, Packing::Gzip].into_iter().find(accepts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_in_a_name_is_told_from_other_dots() {
        let name = |name: &str| name.to_owned();
        assert_eq!(
            unstamped("js/a.0123abcd.js"),
            Some((name("js/a.js"), "0123abcd"))
        );
        assert_eq!(unstamped("a.test.js"), None);
        assert_eq!(unstamped("a.0123abcg.js"), None);
        assert_eq!(unstamped("0123abcd.js"), None);
        assert_eq!(unstamped(""), None);
    }

    /// A name with the right digest may be cached for ever, and a compressed file is sent as it is.
    #[tokio::test]
    async fn only_the_right_name_is_for_ever() {
        let files = Files::new(vec![File {
            name: "js/a.js".into(),
            media_type: "text/javascript",
            version: "1".into(),
            stamp: Some("0123abcd"),
            contents: b"plain".into(),
            brotli: Some(b"packed before".into()),
        }]);
        let ask = async |path: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
            files.answer(&Method::GET, path, &headers).await
        };
        let for_ever = ask("/js/a.0123abcd.js").await;
        assert_eq!(for_ever.headers()[header::CACHE_CONTROL], FOR_EVER);
        assert_eq!(for_ever.headers()[header::CONTENT_ENCODING], "br");
        let body = axum::body::to_bytes(for_ever.into_body(), 100)
            .await
            .unwrap();
        assert_eq!(&body[..], b"packed before");
        for other in ["/js/a.js", "/js/a.00000000.js"] {
            assert_eq!(
                ask(other).await.headers()[header::CACHE_CONTROL],
                "no-cache",
                "{other}"
            );
        }
        assert_eq!(
            ask("/js/b.0123abcd.js").await.status(),
            StatusCode::NOT_FOUND
        );
    }

    #[test]
    fn the_best_that_is_accepted_is_taken() {
        assert_eq!(accepted_packing("GZIP"), Some(Packing::Gzip));
        assert_eq!(
            accepted_packing("gzip, deflate, br, zstd"),
            Some(Packing::Brotli)
        );
        assert_eq!(accepted_packing("br;q=0, gzip;q=0.5"), Some(Packing::Gzip));
        assert_eq!(accepted_packing("gzip;q=0, br;q=0.0"), None);
        assert_eq!(accepted_packing("identity"), None);
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let text = b"seeds, seeds and more seeds; ".repeat(500);
        let packed = Packing::Brotli.pack(&text).unwrap();
        assert!(packed.len() < 200, "{}", packed.len());
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &packed[..], &mut plain).unwrap();
        assert_eq!(plain, text);
    }
}
