//! Which file answers which request.

use std::collections::HashMap;
use std::io::Write;
use std::sync::OnceLock;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::http::{Request, Response, Wrong};
use crate::page;

/// The files of the page, ready to be sent.
pub struct Pages(HashMap<&'static str, Page>);

struct Page {
    media_type: &'static str,
    etag: String,
    plain: Vec<u8>,
    /// Made when the first visitor wants it.
    gzip: OnceLock<Vec<u8>>,
}

impl Page {
    fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let written = encoder.write_all(&self.plain);
            let packed = written.and_then(|()| encoder.finish());
            packed.expect("memory can always be written to")
        })
    }

    /// Pictures of points are packed already.
    fn is_packed(&self) -> bool {
        ["image/png", "font/woff2"].contains(&self.media_type)
    }
}

impl Pages {
    pub fn new() -> Pages {
        let pages = page::files().into_iter().map(|file| {
            let page = Page {
                media_type: page::media_type(file.name),
                etag: format!("\"{}\"", page::digest(&file.contents)),
                plain: file.contents.into_owned(),
                gzip: OnceLock::new(),
            };
            (file.name, page)
        });
        Pages(pages.collect())
    }

    /// The answer to a request, and whether only its head is wanted.
    pub fn answer(&self, request: &Request) -> (Response<'_>, bool) {
        match request {
            Request::Wrong(wrong) => (refusal(*wrong), false),
            Request::Get {
                head_only,
                path,
                gzip,
                known,
            } => (self.file(path, *gzip, known.as_deref()), *head_only),
        }
    }

    fn file(&self, path: &str, gzip: bool, known: Option<&str>) -> Response<'_> {
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let Some(page) = self.0.get(name) else {
            return plain("404 Not Found", b"There is no such page here.\n");
        };
        let mut headers = common(page.media_type);
        headers.push(("ETag", page.etag.clone()));
        // Always asked about, sent again only when it has changed.
        headers.push(("Cache-Control", "no-cache".to_owned()));
        headers.push(("Vary", "Accept-Encoding".to_owned()));
        if known.is_some_and(|known| known.split(',').any(|known| known.trim() == page.etag)) {
            return Response {
                status: "304 Not Modified",
                headers,
                body: b"",
            };
        }
        let gzip = gzip && !page.is_packed();
        if gzip {
            headers.push(("Content-Encoding", "gzip".to_owned()));
        }
        Response {
            status: "200 OK",
            headers,
            body: if gzip { page.gzip() } else { &page.plain },
        }
    }
}

fn common(media_type: &str) -> Vec<(&'static str, String)> {
    let mut headers = vec![("Content-Type", media_type.to_owned())];
    headers.extend(page::HEADERS.map(|(name, value)| (name, value.to_owned())));
    headers
}

fn plain(status: &'static str, body: &'static [u8]) -> Response<'static> {
    Response {
        status,
        headers: common("text/plain; charset=utf-8"),
        body,
    }
}

fn refusal(wrong: Wrong) -> Response<'static> {
    let mut response = match wrong {
        Wrong::Malformed => plain("400 Bad Request", b"This is not a request for a file.\n"),
        Wrong::TooLong => plain(
            "431 Request Header Fields Too Large",
            b"The request is too long.\n",
        ),
        Wrong::TooSlow => plain("408 Request Timeout", b"The request took too long.\n"),
        Wrong::Method => plain(
            "405 Method Not Allowed",
            b"Files can only be read here: GET or HEAD.\n",
        ),
    };
    if wrong == Wrong::Method {
        response.headers.push(("Allow", "GET, HEAD".to_owned()));
    }
    response.headers.push(("Connection", "close".to_owned()));
    response
}
