//! Limits per visitor. Each kind of request has a separate allowance, so that a visitor who asks for too many games or analyses
//! can still move, and so can everybody else.

use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The operator's limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections and open sockets, in total and per visitor.
    pub connections: usize,
    pub connections_each: usize,
    pub sockets: usize,
    pub sockets_each: usize,
    /// Maximum number of games in memory.
    pub rooms: usize,
    /// Per visitor: requests that read, requests that act, games created, positions analysed.
    pub reads_per_second: u32,
    pub actions_per_second: u32,
    pub games_per_hour: u32,
    /// Open games of one visitor that wait for a second player at the same time.
    pub waiting_each: usize,
    pub analyses_per_minute: u32,
    /// Pictures drawn per visitor.
    pub pictures_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_each: 256,
            sockets: 5_000,
            sockets_each: 128,
            rooms: 20_000,
            reads_per_second: 100,
            actions_per_second: 50,
            games_per_hour: 120,
            waiting_each: 20,
            analyses_per_minute: 60,
            pictures_per_minute: 60,
        }
    }
}

/// The allowance a request takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Read,
    Action,
    Game,
    Analysis,
    Picture,
}

impl Kind {
    const ALL: [Kind; KINDS] = [
        Kind::Read,
        Kind::Action,
        Kind::Game,
        Kind::Analysis,
        Kind::Picture,
    ];

    pub(crate) fn what(self) -> &'static str {
        match self {
            Kind::Read | Kind::Action => "requests",
            Kind::Game => "new games",
            Kind::Analysis => "positions to analyse",
            Kind::Picture => "pictures",
        }
    }

    /// The maximum at once, and the refill per second.
    fn measure(self, limits: &Limits) -> (f64, f64) {
        let of = |count: u32, seconds: f64, at_once: f64| {
            let count = f64::from(count);
            (count * at_once, count / seconds)
        };
        match self {
            Kind::Read => of(limits.reads_per_second, 1.0, 4.0),
            Kind::Action => of(limits.actions_per_second, 1.0, 4.0),
            Kind::Game => of(limits.games_per_hour, 3600.0, 0.25),
            Kind::Analysis => of(limits.analyses_per_minute, 60.0, 0.5),
            Kind::Picture => of(limits.pictures_per_minute, 60.0, 0.5),
        }
    }
}

/// A visitor: an address, or for IPv6 the network that one customer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Visitor {
    address: IpAddr,
    /// The bits shared by all of the visitor's addresses.
    prefix: u32,
}

impl Visitor {
    fn network(address: Ipv6Addr, prefix: u32) -> Visitor {
        let network = u128::from(address) & (u128::MAX << (128 - prefix));
        Visitor {
            address: IpAddr::V6(Ipv6Addr::from(network)),
            prefix,
        }
    }

    /// The larger network that contains many such networks: some customers get all of it.
    fn wider(self) -> Option<Visitor> {
        match self.address {
            IpAddr::V6(address) if self.prefix > WIDE => Some(Visitor::network(address, WIDE)),
            _ => None,
        }
    }

    /// The accounts its requests count for: its own, and the wider network's.
    fn counted(self) -> impl Iterator<Item = Visitor> {
        [Some(self), self.wider()].into_iter().flatten()
    }

    /// How many visitors' allowances it has.
    fn share(self) -> usize {
        match self.address {
            IpAddr::V6(_) if self.prefix <= WIDE => WIDE_SHARE,
            _ => 1,
        }
    }
}

impl From<IpAddr> for Visitor {
    fn from(address: IpAddr) -> Visitor {
        match address.to_canonical() {
            IpAddr::V6(address) => Visitor::network(address, 64),
            address => Visitor {
                address,
                prefix: 32,
            },
        }
    }
}

/// Networks of this prefix are counted too, with the allowances of this many visitors.
const WIDE: u32 = 48;
const WIDE_SHARE: usize = 16;
/// Visitors in one generation of accounts; two generations are remembered.
const GENERATION: usize = 50_000;
const KINDS: usize = 5;

pub(crate) struct Gate {
    limits: Limits,
    visitors: Mutex<Visitors>,
}

/// All accounts. When the young ones are too many, they become the old ones, and old ones that have not been
/// seen since are dropped: there is never a search over all, and a newcomer always gets an account.
#[derive(Default)]
struct Visitors {
    young: HashMap<Visitor, Account>,
    old: HashMap<Visitor, Account>,
    /// Open items are never dropped. There are no more of them than connections.
    open: HashMap<Visitor, Open>,
}

#[derive(Clone)]
struct Account {
    /// What is left of each allowance, as of a time.
    left: [f64; KINDS],
    at: Instant,
    /// Open games created lately, for [`Gate::waiting`].
    games: Vec<String>,
}

#[derive(Clone, Copy, Default)]
struct Open {
    connections: usize,
    sockets: usize,
}

impl Open {
    fn count(&mut self, what: Held) -> &mut usize {
        match what {
            Held::Connection => &mut self.connections,
            Held::Socket => &mut self.sockets,
        }
    }
}

impl Account {
    fn new(now: Instant) -> Account {
        Account {
            left: [f64::MAX; KINDS],
            at: now,
            games: Vec::new(),
        }
    }

    fn refill(&mut self, limits: &Limits, share: usize, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        for kind in Kind::ALL {
            let (most, rate) = kind.measure(limits);
            let share = share as f64;
            let left = &mut self.left[kind as usize];
            *left = (*left + passed * rate * share).min(most.max(1.0) * share);
        }
        self.at = now;
    }
}

impl Visitors {
    fn account(&mut self, limits: &Limits, visitor: Visitor, now: Instant) -> &mut Account {
        if !self.young.contains_key(&visitor) {
            if self.young.len() >= GENERATION {
                self.old = std::mem::take(&mut self.young);
            }
            let known = self.old.remove(&visitor);
            let account = known.unwrap_or_else(|| Account::new(now));
            self.young.insert(visitor, account);
        }
        let fresh = || Account::new(now);
        let account = self.young.entry(visitor).or_insert_with(fresh);
        account.refill(limits, visitor.share(), now);
        account
    }
}

/// The open items of one visitor.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    Connection,
    Socket,
}

impl Gate {
    pub(crate) fn new(limits: Limits) -> Arc<Gate> {
        Arc::new(Gate {
            limits,
            visitors: Mutex::default(),
        })
    }

    fn visitors(&self) -> MutexGuard<'_, Visitors> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one of a kind, or returns how long to wait for it.
    pub(crate) fn take(&self, visitor: Visitor, kind: Kind) -> Result<(), Duration> {
        self.take_at(visitor, kind, Instant::now())
    }

    fn take_at(&self, visitor: Visitor, kind: Kind, now: Instant) -> Result<(), Duration> {
        let mut visitors = self.visitors();
        for visitor in visitor.counted() {
            let account = visitors.account(&self.limits, visitor, now);
            let left = account.left[kind as usize];
            if left < 1.0 {
                let rate = kind.measure(&self.limits).1 * visitor.share() as f64;
                let wait = (1.0 - left) / rate.max(1e-6);
                return Err(Duration::from_secs_f64(wait.min(3600.0)));
            }
        }
        for visitor in visitor.counted() {
            visitors.account(&self.limits, visitor, now).left[kind as usize] -= 1.0;
        }
        Ok(())
    }

    /// Open games this visitor has created lately, or the network around them, if they reach the limit of waiting ones.
    pub(crate) fn waiting(&self, visitor: Visitor) -> Option<Vec<String>> {
        let (mut visitors, mut made) = (self.visitors(), None);
        for visitor in visitor.counted() {
            let account = visitors.account(&self.limits, visitor, Instant::now());
            if account.games.len() >= self.limits.waiting_each * visitor.share() {
                let made: &mut Vec<String> = made.get_or_insert_default();
                made.extend_from_slice(&account.games);
            }
        }
        made
    }

    /// Given how many of these open games still wait: whether the visitor may create another one.
    pub(crate) fn still_waiting(
        &self,
        visitor: Visitor,
        made: &[String],
        waiting: &[String],
    ) -> bool {
        let gone: HashSet<&String> = made.iter().filter(|game| !waiting.contains(game)).collect();
        let mut visitors = self.visitors();
        for visitor in visitor.counted() {
            let account = visitors.account(&self.limits, visitor, Instant::now());
            account.games.retain(|game| !gone.contains(game));
            if account.games.len() >= self.limits.waiting_each * visitor.share() {
                return false;
            }
        }
        true
    }

    /// A visitor has created an open game.
    pub(crate) fn made(&self, visitor: Visitor, game: &str) {
        let mut visitors = self.visitors();
        for visitor in visitor.counted() {
            let account = visitors.account(&self.limits, visitor, Instant::now());
            account.games.push(game.to_owned());
        }
    }

    /// A slot for something that stays open, until the guard is dropped. `None` if the visitor has too many.
    pub(crate) fn hold(self: &Arc<Self>, visitor: Visitor, what: Held) -> Option<Ticket> {
        let mut visitors = self.visitors();
        let most = match what {
            Held::Connection => self.limits.connections_each,
            Held::Socket => self.limits.sockets_each,
        };
        for visitor in visitor.counted() {
            let mut open = visitors.open.get(&visitor).copied().unwrap_or_default();
            if *open.count(what) >= most * visitor.share() {
                return None;
            }
        }
        for visitor in visitor.counted() {
            *visitors.open.entry(visitor).or_default().count(what) += 1;
        }
        Some(Ticket(Some((Arc::clone(self), visitor, what))))
    }

    fn give_back(&self, visitor: Visitor, what: Held) {
        let mut visitors = self.visitors();
        for visitor in visitor.counted() {
            if let Some(open) = visitors.open.get_mut(&visitor) {
                *open.count(what) -= 1;
                if open.connections + open.sockets == 0 {
                    visitors.open.remove(&visitor);
                }
            }
        }
    }
}

/// An open item, released when this is dropped.
pub(crate) struct Ticket(Option<(Arc<Gate>, Visitor, Held)>);

impl Ticket {
    /// One that is not counted.
    pub(crate) fn free() -> Ticket {
        Ticket(None)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some((gate, visitor, what)) = &self.0 {
            gate.give_back(*visitor, *what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(text: &str) -> Visitor {
        Visitor::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn each_kind_has_its_own_measure_and_comes_back_with_time() {
        let gate = Gate::new(Limits {
            games_per_hour: 8,
            ..Limits::default()
        });
        let (one, start) = (visitor("192.0.2.1"), Instant::now());
        for _ in 0..2 {
            assert_eq!(gate.take_at(one, Kind::Game, start), Ok(()));
        }
        let wait = gate.take_at(one, Kind::Game, start).unwrap_err();
        assert_eq!(wait.as_secs(), 450);
        assert_eq!(gate.take_at(one, Kind::Action, start), Ok(()));
        assert_eq!(
            gate.take_at(visitor("192.0.2.2"), Kind::Game, start),
            Ok(())
        );
        let later = start + Duration::from_secs(451);
        assert_eq!(gate.take_at(one, Kind::Game, later), Ok(()));
        assert!(gate.take_at(one, Kind::Game, later).is_err());
    }

    #[test]
    fn places_are_given_back() {
        let gate = Gate::new(Limits {
            sockets_each: 1,
            ..Limits::default()
        });
        // The same customer's network, and the same address written in two ways.
        let place = gate.hold(visitor("2001:db8:1:2::1"), Held::Socket).unwrap();
        assert!(
            gate.hold(visitor("2001:db8:1:2::9"), Held::Socket)
                .is_none()
        );
        assert!(
            gate.hold(visitor("2001:db8:1:3::1"), Held::Socket)
                .is_some()
        );
        drop(place);
        assert!(
            gate.hold(visitor("2001:db8:1:2::9"), Held::Socket)
                .is_some()
        );
        assert_eq!(visitor("::ffff:192.0.2.1"), visitor("192.0.2.1"));
    }

    /// The address of the n-th network, each of another customer.
    fn network(number: u32) -> IpAddr {
        IpAddr::V6(Ipv6Addr::from(0x2001_0db8 << 96 | u128::from(number) << 80))
    }

    /// 50 000 made-up networks once locked out all later visitors, and each newcomer cost a search through all of them.
    #[test]
    fn any_number_of_visitors_costs_no_newcomer_anything() {
        let gate = Gate::new(Limits::default());
        let start = Instant::now();
        for number in 0..3 * GENERATION as u32 {
            let address = IpAddr::from(number.to_be_bytes());
            assert_eq!(gate.take_at(address.into(), Kind::Read, start), Ok(()));
        }
        let visitors = gate.visitors();
        assert!(visitors.young.len() + visitors.old.len() <= 2 * GENERATION);
        drop(visitors);
        let late = visitor("2001:db8:1:2::1");
        assert_eq!(gate.take_at(late, Kind::Read, start), Ok(()));
    }

    #[test]
    fn a_customer_with_many_networks_is_one_visitor_in_the_end() {
        let gate = Gate::new(Limits {
            games_per_hour: 8,
            sockets_each: 1,
            ..Limits::default()
        });
        let start = Instant::now();
        let base = u128::from(0x2001_0db8_u32) << 96;
        let inside = |number: u128| IpAddr::V6(Ipv6Addr::from(base | number << 64));
        let taken = (0..1000).filter(|&number| {
            let visitor = Visitor::from(inside(number));
            gate.take_at(visitor, Kind::Game, start).is_ok()
        });
        assert_eq!(taken.count(), 2 * WIDE_SHARE);
        let elsewhere = Visitor::from(network(7));
        assert_eq!(gate.take_at(elsewhere, Kind::Game, start), Ok(()));
        let held = (0..100).filter_map(|number| gate.hold(inside(number).into(), Held::Socket));
        assert_eq!(held.collect::<Vec<_>>().len(), WIDE_SHARE);
        assert!(gate.visitors().open.is_empty());
    }

    /// One game in each of many networks is too much in the end, until some of them are joined.
    #[test]
    fn a_customer_with_many_networks_does_not_fill_the_lobby() {
        let gate = Gate::new(Limits {
            waiting_each: 2,
            ..Limits::default()
        });
        let inside = |number: usize| visitor(&format!("2001:db8:1:{number:x}::1"));
        for number in 0..2 * WIDE_SHARE {
            assert_eq!(gate.waiting(inside(number)), None, "{number}");
            gate.made(inside(number), &number.to_string());
        }
        let newcomer = inside(1000);
        let made = gate.waiting(newcomer).unwrap();
        assert_eq!(made.len(), 2 * WIDE_SHARE);
        assert!(!gate.still_waiting(newcomer, &made, &made));
        assert!(gate.still_waiting(newcomer, &made, &made[1..]));
        assert_eq!(gate.waiting(newcomer), None);
        assert_eq!(gate.waiting(visitor("2001:db8:2:1::1")), None);
    }

    /// Dropping old accounts does not drop their open items.
    #[test]
    fn what_is_open_is_remembered() {
        let gate = Gate::new(Limits {
            sockets_each: 1,
            ..Limits::default()
        });
        let one = visitor("192.0.2.1");
        let place = gate.hold(one, Held::Socket).unwrap();
        for number in 0..3 * GENERATION as u32 {
            let _ = gate.take(IpAddr::from(number.to_be_bytes()).into(), Kind::Read);
        }
        assert!(gate.hold(one, Held::Socket).is_none());
        drop(place);
        assert!(gate.hold(one, Held::Socket).is_some());
    }
}
