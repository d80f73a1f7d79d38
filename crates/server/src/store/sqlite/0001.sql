-- A game is its entries. `games` has what lists and timers need to know of it, and the number of its last entry, which decides
-- who was faster.
CREATE TABLE games (
    id       TEXT    NOT NULL PRIMARY KEY,
    seq      INTEGER NOT NULL,
    status   TEXT    NOT NULL CHECK (status IN ('waiting', 'playing', 'over')),
    open     INTEGER NOT NULL,
    deadline INTEGER,
    updated  INTEGER NOT NULL,
    state    TEXT    NOT NULL,
    south    BLOB,
    north    BLOB
) STRICT;

CREATE INDEX games_listed ON games (status, updated) WHERE open = 1;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_updated ON games (updated);

CREATE TABLE entries (
    game  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq   INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    event TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE seen (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side TEXT    NOT NULL CHECK (side IN ('south', 'north')),
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
