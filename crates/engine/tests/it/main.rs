mod contest;
mod seed_players;
mod table;
