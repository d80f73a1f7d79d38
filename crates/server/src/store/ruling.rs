//! The operators' rulings: each decision is recorded together with its effect, and every process of the site
//! follows the list.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use kalah::Side;
use serde::Serialize;

use super::Summary;
use crate::table::{Entry, Event, Game, Millis};

/// A decision, as logged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// Its number in the log, given by the store.
    pub number: i64,
    pub at: Millis,
    /// The operator.
    pub by: String,
    pub what: What,
    /// The game or the network it is about.
    pub subject: String,
    /// As a sentence.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    Removed,
    /// A name is hidden.
    Hidden,
    /// A player is forgotten: name and seat.
    Forgotten,
    Ended,
    Banned,
    Unbanned,
}

impl What {
    const ALL: [What; 6] = [
        What::Removed,
        What::Hidden,
        What::Forgotten,
        What::Ended,
        What::Banned,
        What::Unbanned,
    ];

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            What::Removed => "removed",
            What::Hidden => "hidden",
            What::Forgotten => "forgotten",
            What::Ended => "ended",
            What::Banned => "banned",
            What::Unbanned => "unbanned",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<What> {
        What::ALL.into_iter().find(|what| what.word() == word)
    }

    pub(crate) fn is_about_a_game(self) -> bool {
        !matches!(self, What::Banned | What::Unbanned)
    }
}

/// The effect of a ruling on the store, besides being recorded.
#[derive(Clone, Debug)]
pub enum Deed {
    /// It is done already.
    Nothing,
    /// The game of the subject is gone.
    Remove,
    Rewrite(Rewritten),
    /// This network is banned until then.
    Ban {
        until: Millis,
    },
    Unban,
}

/// All entries of a game without a name they had, plus one at the end that says so; and seats that are closed.
#[derive(Clone, Debug)]
pub struct Rewritten {
    pub entries: Vec<Entry>,
    pub summary: Summary,
    pub emptied: Vec<Side>,
}

/// A game as operators see it in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filed {
    pub game: String,
    /// The time of the last entry.
    pub updated: Millis,
    pub state: String,
}

/// A banned network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ban {
    pub network: Network,
    pub until: Millis,
    pub why: String,
}

/// Addresses with the same first bits: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/48`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => own == v4(other, self.prefix),
            (IpAddr::V6(own), IpAddr::V6(other)) => own == v6(other, self.prefix),
            _ => false,
        }
    }
}

fn v4(address: Ipv4Addr, prefix: u32) -> Ipv4Addr {
    let mask = u32::MAX.checked_shl(32 - prefix).unwrap_or(0);
    Ipv4Addr::from(u32::from(address) & mask)
}

fn v6(address: Ipv6Addr, prefix: u32) -> Ipv6Addr {
    let mask = u128::MAX.checked_shl(128 - prefix).unwrap_or(0);
    Ipv6Addr::from(u128::from(address) & mask)
}

impl FromStr for Network {
    type Err = String;

    /// A single IPv6 address stands for its /64, the network one customer gets.
    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || {
            format!(
                "'{text}' is not an address or a network: write 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48"
            )
        };
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let address = address.to_canonical();
        let (most, usual) = match address {
            IpAddr::V4(_) => (32, 32),
            IpAddr::V6(_) => (128, 64),
        };
        let prefix: u32 = prefix.map_or(Ok(usual), |prefix| prefix.parse().map_err(|_| wrong()))?;
        if !(1..=most).contains(&prefix) {
            return Err(format!("a network has 1 to {most} bits, not {prefix}"));
        }
        let address = match address {
            IpAddr::V4(address) => v4(address, prefix).into(),
            IpAddr::V6(address) => v6(address, prefix).into(),
        };
        Ok(Network { address, prefix })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.address, self.prefix) {
            (IpAddr::V4(address), 32) => write!(f, "{address}"),
            (address, prefix) => write!(f, "{address}/{prefix}"),
        }
    }
}

impl Rewritten {
    /// A game without the name of one of its players, and without the seat if requested. `None` if the entries are not a game's.
    #[must_use]
    pub(crate) fn without_name(
        mut entries: Vec<Entry>,
        side: Side,
        empties: bool,
        now: Millis,
    ) -> Option<Rewritten> {
        let last = entries.last()?;
        let (seq, at) = (last.seq + 1, now.max(last.at));
        for entry in &mut entries {
            entry.event.without_name(side);
        }
        let event = Event::Hidden { side };
        entries.push(Entry { seq, at, event });
        let game = Game::replay(&entries)?;
        Some(Rewritten {
            summary: Summary::of(&game, at),
            entries,
            emptied: empties.then_some(side).into_iter().collect(),
        })
    }

    /// The entry at its end, and those before it.
    pub(super) fn parts(&self) -> Option<(&Entry, &[Entry])> {
        self.entries.split_last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_contain_what_has_their_first_bits() {
        let contains = |network: &str, address: &str| {
            let network: Network = network.parse().unwrap();
            network.contains(address.parse().unwrap())
        };
        assert!(contains("203.0.113.7", "203.0.113.7"));
        assert!(contains("203.0.113.7", "::ffff:203.0.113.7"));
        assert!(!contains("203.0.113.7", "203.0.113.6"));
        assert!(contains("203.0.113.77/24", "203.0.113.6"));
        assert!(!contains("203.0.113.0/24", "203.0.112.6"));
        assert!(contains("2001:db8:1:2::9", "2001:db8:1:2:3::"));
        assert!(!contains("2001:db8:1:2::9", "2001:db8:1:3::"));
        assert!(contains("2001:db8::/32", "2001:db8:ffff::1"));
        assert!(!contains("2001:db8::/32", "203.0.113.7"));
        for wrong in [
            "",
            "x",
            "203.0.113.7/0",
            "203.0.113.7/33",
            "::1/129",
            "1.2.3.4/x",
        ] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
        let shown = |text: &str| text.parse::<Network>().unwrap().to_string();
        assert_eq!(shown("203.0.113.7/32"), "203.0.113.7");
        assert_eq!(shown("203.0.113.7/8"), "203.0.0.0/8");
        assert_eq!(shown("2001:db8::1"), "2001:db8::/64");
    }
}
