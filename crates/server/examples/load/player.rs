//! Two people in one program, who play a game by the rules and otherwise at random.

use std::io::{Error, Result};

use kalah::{BySide, Pit, Position, Rules, Side};

use crate::client::{Answer, Client};

pub struct Player {
    pub game: String,
    pub secrets: BySide<String>,
    pub position: Position,
    /// The moves that were acknowledged.
    pub moves: Vec<Pit>,
    chance: u64,
}

impl Player {
    /// Makes a game and joins it.
    pub async fn begin(client: &mut Client, chance: u64) -> Result<Player> {
        let made = client.post("/api/games", "", r#"{"name":"Ann"}"#).await?;
        let (game, south) = seat(&made)?;
        let path = format!("/api/games/{game}/join");
        let joined = client.post(&path, "", r#"{"name":"Bob"}"#).await?;
        let (_, north) = seat(&joined)?;
        Ok(Player {
            game,
            secrets: BySide::new(south, north),
            position: Position::start(Rules::default(), Side::South),
            moves: Vec::new(),
            chance: (chance | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        })
    }

    /// A move that can be made now, the same until it is made; `None` if the game is over.
    pub fn choose(&self) -> Option<Pit> {
        if self.position.is_over() {
            return None;
        }
        let moves = self.position.legal_moves();
        moves.nth_pit((self.chance >> 33) as usize % moves.len())
    }

    /// Sends a move. Sending the same one again does no harm.
    pub async fn ask(&self, client: &mut Client, pit: Pit) -> Result<Answer> {
        let secret = &self.secrets[self.position.to_move()];
        let path = format!("/api/games/{}/move", self.game);
        let body = format!(r#"{{"pit":{pit},"ply":{}}}"#, self.moves.len());
        client.post(&path, secret, &body).await
    }

    /// The move was acknowledged.
    pub fn made(&mut self, pit: Pit) {
        self.position = self.position.play(pit).expect("a move that was chosen");
        self.moves.push(pit);
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
    }
}

/// The game and the secret in an answer.
fn seat(answer: &Answer) -> Result<(String, String)> {
    let body = answer.json();
    match (body["game"].as_str(), body["secret"].as_str()) {
        (Some(game), Some(secret)) => Ok((game.to_owned(), secret.to_owned())),
        _ => Err(Error::other(format!("{} {body}", answer.head))),
    }
}
