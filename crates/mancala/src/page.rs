//! The page that the program carries: the files of `web/`, the catalogues of texts and the examples, as a browser gets them.

use std::borrow::Cow;
use std::hash::Hasher;

/// One file of the page.
pub struct PageFile {
    /// Its path on the site: `js/main.js`.
    pub name: &'static str,
    pub contents: Cow<'static, [u8]>,
}

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The service worker, and the place in it for the list of files it keeps for use without a network.
const WORKER: &str = "sw.js";
const PLACE: &str = "{ version: \"none\", files: [] }";

/// Headers every answer has. A static host should send the same.
pub const HEADERS: [(&str, &str); 6] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
        "Permissions-Policy",
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// All files, by name. The service worker knows the others.
pub fn files() -> Vec<PageFile> {
    let of = |&(name, contents): &(&'static str, &'static [u8])| PageFile {
        name,
        contents: match name {
            WORKER => Cow::Owned(worker(contents)),
            _ => Cow::Borrowed(contents),
        },
    };
    FILES.iter().map(of).collect()
}

/// The service worker with its list; it changes when any file does, which is how browsers notice a new version.
fn worker(template: &[u8]) -> Vec<u8> {
    let names = FILES.iter().map(|(name, _)| *name);
    let names: Vec<&str> = names.filter(|name| *name != WORKER).collect();
    let list = serde_json::json!({ "version": version(), "files": names });
    let text = String::from_utf8_lossy(template);
    text.replacen(PLACE, &list.to_string(), 1).into_bytes()
}

/// A digest of all files.
fn version() -> String {
    let mut digest = Digest::default();
    for (name, contents) in FILES {
        digest.write(name.as_bytes());
        digest.write(contents);
    }
    format!("{:016x}", digest.finish())
}

/// A digest of one file's contents.
pub fn digest(contents: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.write(contents);
    format!("{:016x}", digest.finish())
}

/// FNV-1a with 64 bits: to tell versions apart, not to keep secrets.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What a file is, for a browser.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" | "asm" | "circ" | "script" | "vectors" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_here_and_every_file_has_a_type() {
        let files = files();
        for wanted in [
            "index.html",
            "js/main.js",
            "texts/en.json",
            "texts/ru.json",
            "generated/editor.js",
            "examples/cdm8/sum.asm",
        ] {
            assert!(files.iter().any(|file| file.name == wanted), "{wanted}");
        }
        for file in &files {
            assert_ne!(
                media_type(file.name),
                "application/octet-stream",
                "{}",
                file.name
            );
            let tools = ["tests/", "codemirror/", "node_modules", ".d.ts", "package"];
            assert!(
                !tools.iter().any(|tool| file.name.contains(tool)),
                "{}",
                file.name
            );
        }
    }

    #[test]
    fn the_service_worker_lists_every_other_file() {
        let files = files();
        let worker = files.iter().find(|file| file.name == WORKER).unwrap();
        let text = String::from_utf8_lossy(&worker.contents);
        assert!(!text.contains(PLACE));
        for file in files.iter().filter(|file| file.name != WORKER) {
            assert!(
                text.contains(&format!("\"{}\"", file.name)),
                "{}",
                file.name
            );
        }
    }
}
