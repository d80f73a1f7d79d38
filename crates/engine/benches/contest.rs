//! Games per second on one thread: `cargo bench -p engine --bench contest`.

use divan::counter::ItemsCount;
use engine::contest::Contest;
use engine::player::PlayerSpec;
use engine::rng::Rng;
use kalah::Rules;

fn main() {
    divan::main();
}

#[divan::bench(args = ["random random", "reference opportunist", "deep-purple mirror", "medium easy"])]
fn games(bencher: divan::Bencher, players: &str) {
    const GAMES: u64 = 50;
    let specs: Vec<PlayerSpec> = players
        .split(' ')
        .map(|name| name.parse().unwrap())
        .collect();
    let contest = Contest {
        rules: Rules::default(),
        games: GAMES,
        openings: Vec::new(),
        random_opening: 4,
        seed: 1,
    };
    let maker = |spec: &PlayerSpec| {
        let spec = spec.clone();
        move |rng: Rng| Ok(spec.player(rng))
    };
    let (first, second) = (maker(&specs[0]), maker(&specs[1]));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        (0..GAMES)
            .map(|number| contest.game(number, &first, &second).unwrap().moves().len())
            .sum::<usize>()
    });
}
