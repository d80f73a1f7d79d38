//! `file:` addresses and paths.

/// The path of a `file:` address. Anything else is its own name: a text that was never saved.
pub fn path(uri: &str) -> String {
    let Some(rest) = uri.strip_prefix("file://") else {
        return uri.to_owned();
    };
    let decoded = decode(rest);
    // file:///c:/x is c:/x
    match decoded.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => decoded[1..].to_owned(),
        _ => decoded,
    }
}

/// The address of a path.
pub fn uri(path: &str) -> String {
    if path.contains("://") || path.starts_with("untitled:") {
        return path.to_owned();
    }
    let path = path.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", encode(&path))
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = (*first == b'%').then(|| tail.get(..2)).flatten();
        let byte =
            escaped.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte);
    let shown = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses_are_each_other() {
        for (address, file) in [
            ("file:///home/a%20b/%D1%8F.asm", "/home/a b/я.asm"),
            ("file:///c:/x/y.asm", "c:/x/y.asm"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            assert_eq!(path(address), file);
            assert_eq!(uri(file), address);
        }
        assert_eq!(path("file:///c%3A/x"), "c:/x");
        assert_eq!(path("file:///50%"), "/50%");
        assert_eq!(uri("c:\\x\\y"), "file:///c:/x/y");
    }
}
