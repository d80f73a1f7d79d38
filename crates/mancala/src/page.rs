//! The page that the program carries: the files of `web/`, the catalogues of texts and the examples, as a browser gets them.

#[cfg(test)]
mod stamp;

use std::borrow::Cow;
use std::hash::Hasher;

/// One file of the page.
pub struct PageFile {
    /// Its path on the site: `js/main.js`.
    pub name: &'static str,
    /// The digest in its name where other files name it: under that name it may be cached for ever.
    pub stamp: Option<&'static str>,
    pub contents: Cow<'static, [u8]>,
    /// The same, packed with brotli.
    #[cfg(feature = "site")]
    pub packed: Cow<'static, [u8]>,
}

impl PageFile {
    /// The name other files use for it.
    pub fn address(&self) -> String {
        address(self.name, self.stamp)
    }
}

/// `js/main.js` with its stamp: `js/main.0a1b2c3d.js`.
fn address(name: &str, stamp: Option<&str>) -> String {
    match name.rsplit_once('.').zip(stamp) {
        Some(((stem, ending), stamp)) => format!("{stem}.{stamp}.{ending}"),
        None => name.to_owned(),
    }
}

/// Their names, the digests in these, and their contents packed with brotli.
static FILES: &[(&str, Option<&str>, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The service worker, and the placeholder in it for the list of files to cache for use without a network.
const WORKER: &str = "sw.js";
const PLACE: &str = "{ version: 'none', files: [] }";

/// Headers every answer has. A static host should send the same.
#[cfg(feature = "site")]
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

/// All files, by name, including the service worker, which lists the others.
pub fn files() -> Vec<PageFile> {
    let of = |&(name, stamp, packed): &(&'static str, Option<&'static str>, &'static [u8])| {
        let contents = unpacked(packed);
        if name != WORKER {
            return PageFile {
                name,
                stamp,
                contents: Cow::Owned(contents),
                #[cfg(feature = "site")]
                packed: Cow::Borrowed(packed),
            };
        }
        let contents = worker(&contents);
        PageFile {
            name,
            stamp,
            #[cfg(feature = "site")]
            packed: Cow::Owned(repacked(&contents)),
            contents: Cow::Owned(contents),
        }
    };
    FILES.iter().map(of).collect()
}

/// The text of one file.
pub fn text(name: &str) -> Option<String> {
    let found = FILES.iter().find(|(known, ..)| *known == name);
    found.map(|(.., packed)| String::from_utf8_lossy(&unpacked(packed)).into_owned())
}

/// A file as `build.rs` packed it. Only faulty memory could make this fail.
fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut contents = Vec::new();
    let read = brotli::BrotliDecompress(&mut &*packed, &mut contents);
    debug_assert!(read.is_ok());
    contents
}

#[cfg(feature = "site")]
fn repacked(contents: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let written = brotli::BrotliCompress(&mut &*contents, &mut packed, &Default::default());
    debug_assert!(written.is_ok());
    packed
}

/// The service worker with its list; it changes when any file does, which is how browsers notice a new version.
fn worker(template: &[u8]) -> Vec<u8> {
    let others = FILES.iter().filter(|(name, ..)| *name != WORKER);
    let names: Vec<String> = others
        .map(|&(name, stamp, _)| address(name, stamp))
        .collect();
    let list = serde_json::json!({ "version": version(), "files": names });
    let text = String::from_utf8_lossy(template);
    text.replacen(PLACE, &list.to_string(), 1).into_bytes()
}

/// A digest of all files.
fn version() -> String {
    let mut digest = Digest::default();
    for (name, _, contents) in FILES {
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

/// FNV-1a with 64 bits: to distinguish versions, not for security.
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

/// The media type of a file.
#[cfg(feature = "site")]
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
        "txt" | "md" | "asm" | "circ" | "script" | "vectors" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "site")]
    #[test]
    fn the_page_is_here_and_every_file_has_a_type() {
        let files = files();
        for wanted in [
            "index.html",
            "js/main.js",
            "texts/en.json",
            "texts/ru.json",
            "course.json",
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

    /// A module under two names is loaded twice, with separate states.
    #[test]
    fn scripts_name_no_script_without_its_stamp() {
        for file in files()
            .iter()
            .filter(|file| file.name.ends_with(".js") && file.name != WORKER)
        {
            let text = String::from_utf8_lossy(&file.contents);
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with(['*', '/']));
            for line in code {
                let (_, named) = line
                    .split_once("from './")
                    .or(line.split_once("from '../"))
                    .unwrap_or_default();
                let (named, _) = named.split_once('\'').unwrap_or_default();
                let script = named.strip_suffix(".js").unwrap_or_default();
                assert!(
                    named.is_empty() || script.contains('.'),
                    "{}: {line}",
                    file.name
                );
            }
            assert!(
                !text.contains("(`../generated") && !text.contains("style(`"),
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
                text.contains(&format!("\"{}\"", file.address())),
                "{}",
                file.name
            );
        }
    }
}
