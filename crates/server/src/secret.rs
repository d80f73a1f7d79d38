//! Unguessable names: of games, so that only people with the link find a private one, and of seats, so that only the
//! holder can move for it.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::store::SecretDigest;

const SECRET_LETTERS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SECRET_LENGTH: usize = 22;
const GAME_LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const GAME_LENGTH: usize = 16;

/// The secret of a seat's holder, or of a browser for all its seats: 132 random bits. Only digests are stored.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn random() -> Secret {
        Secret(spell(&random::<SECRET_LENGTH>(), SECRET_LETTERS))
    }

    /// The player of a request with an idempotency key, if it does not name one: the same however often it is sent.
    pub(crate) fn of_key(key: &Key) -> Secret {
        Secret::made_of(&format!("the player of {}", key.0))
    }

    /// The secret of a player's seat in a series of games. It does not reveal the player's own.
    pub(crate) fn of_seat(&self, series: &str) -> Secret {
        Secret::made_of(&format!("the seat in {series} of {}", self.0))
    }

    fn made_of(text: &str) -> Secret {
        let digest = Sha256::digest(text.as_bytes());
        Secret(spell(&digest[..SECRET_LENGTH], SECRET_LETTERS))
    }

    /// `None` if no secret looks like this.
    pub(crate) fn parse(text: &str) -> Option<Secret> {
        let fits = text.len() == SECRET_LENGTH && text.bytes().all(|b| SECRET_LETTERS.contains(&b));
        fits.then(|| Secret(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn digest(&self) -> SecretDigest {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// A secret does not get into a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The name of a new game: 80 random bits.
pub(crate) fn game_name() -> String {
    spell(&random::<GAME_LENGTH>(), GAME_LETTERS)
}

/// A client's random name for a request that may be sent more than once. It must stay private: it opens the seat that the
/// request takes.
pub(crate) struct Key(String);

impl Key {
    /// As long as a secret, so that it can be trusted to be random.
    pub(crate) fn parse(text: &str) -> Option<Key> {
        let fits = (SECRET_LENGTH..=64).contains(&text.len())
            && text.bytes().all(|b| SECRET_LETTERS.contains(&b));
        fits.then(|| Key(text.to_owned()))
    }

    /// The name of the game created with it.
    pub(crate) fn game_name(&self) -> String {
        let digest = Sha256::digest(format!("the game of {}", self.0).as_bytes());
        spell(&digest[..GAME_LENGTH], GAME_LETTERS)
    }
}

/// The name of the rematch of a game. Always the same one, so that two who accept at once make one game.
pub(crate) fn rematch_name(game: &str) -> String {
    let digest = Sha256::digest(format!("the rematch of {game}").as_bytes());
    spell(&digest[..GAME_LENGTH], GAME_LETTERS)
}

pub(crate) fn is_game_name(text: &str) -> bool {
    text.len() == GAME_LENGTH && text.bytes().all(|b| GAME_LETTERS.contains(&b))
}

/// Random bytes from the system.
pub(crate) fn random<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}

/// One letter per byte. The alphabets have a power of two letters, so that all are equally likely.
fn spell(bytes: &[u8], letters: &[u8]) -> String {
    let letter = |byte: &u8| char::from(letters[usize::from(*byte) % letters.len()]);
    bytes.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_they_should_look_like_and_differ() {
        let (one, other) = (Secret::random(), Secret::random());
        assert_ne!(one, other);
        assert_ne!(one.digest(), other.digest());
        assert_eq!(Secret::parse(one.as_str()), Some(one.clone()));
        assert_eq!(format!("{one:?}"), "Secret(..)");
        for wrong in [
            "",
            "short",
            "AAAAAAAAAAAAAAAAAAAAA;",
            "é".repeat(11).as_str(),
        ] {
            assert_eq!(Secret::parse(wrong), None, "{wrong}");
        }
        let game = game_name();
        assert!(is_game_name(&game), "{game}");
        assert!(is_game_name(&rematch_name(&game)));
        assert_ne!(rematch_name(&game), rematch_name(&game_name()));
        assert!(!is_game_name("ABCDEFGHIJKLMNOP"));
    }
}
