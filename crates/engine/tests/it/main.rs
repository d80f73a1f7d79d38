mod contest;
mod seed_players;
