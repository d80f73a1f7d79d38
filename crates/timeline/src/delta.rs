//! A state as its differences from another one.
//!
//! ```text
//! length of the state, then for every stretch that differs:  equal bytes before it | its length | its bytes
//! ```

/// Differences separated by at most this many equal bytes are merged.
const GAP: usize = 3;

fn put(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn get(bytes: &mut &[u8]) -> usize {
    let (mut number, mut shift) = (0, 0);
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= usize::from(byte & 0x7F) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    number
}

/// Where `state` next differs from `base` (0 beyond its end), from `at` on.
fn next_difference(base: &[u8], state: &[u8], mut at: usize) -> usize {
    let common = base.len().min(state.len());
    while at + 16 <= common && base[at..at + 16] == state[at..at + 16] {
        at += 16;
    }
    while at < state.len() && base.get(at).copied().unwrap_or(0) == state[at] {
        at += 1;
    }
    at
}

/// What makes `state` of `base`.
pub(crate) fn encode(base: &[u8], state: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, state.len());
    let mut told = 0;
    let mut start = next_difference(base, state, 0);
    while start < state.len() {
        let mut end = start + 1;
        let mut next = next_difference(base, state, end);
        while next < state.len() && next - end <= GAP {
            end = next + 1;
            next = next_difference(base, state, end);
        }
        put(&mut out, start - told);
        put(&mut out, end - start);
        out.extend(&state[start..end]);
        (told, start) = (end, next);
    }
    out
}

/// Restores the state.
pub(crate) fn decode(base: &[u8], mut delta: &[u8], state: &mut Vec<u8>) {
    let length = get(&mut delta);
    state.clear();
    state.extend(&base[..length.min(base.len())]);
    state.resize(length, 0);
    let mut at = 0;
    while !delta.is_empty() {
        at += get(&mut delta);
        let count = get(&mut delta);
        let (bytes, rest) = delta.split_at(count);
        state[at..at + count].copy_from_slice(bytes);
        (at, delta) = (at + count, rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn little_change_takes_little_room() {
        let base = vec![7; 10_000];
        let mut state = base.clone();
        (state[5000], state[5002], state[9999]) = (1, 2, 3);
        assert!(encode(&base, &state).len() < 16);
        assert_eq!(encode(&base, &base).len(), 2);
    }

    proptest! {
        #[test]
        fn what_is_encoded_comes_back(base in bytes(), edits in proptest::collection::vec((any::<u16>(), any::<u8>()), 0..20), length in 0..400usize) {
            let mut state = base.clone();
            state.resize(length, 1);
            for (at, byte) in edits {
                if length > 0 {
                    state[usize::from(at) % length] = byte;
                }
            }
            let mut back = Vec::new();
            decode(&base, &encode(&base, &state), &mut back);
            prop_assert_eq!(back, state);
        }
    }

    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        proptest::collection::vec(0..3u8, 0..400)
    }
}
