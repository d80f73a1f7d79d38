CREATE TABLE game (
    id text PRIMARY KEY,
    -- The number of its last entry. Whoever changes it from the number they know was faster than all others.
    seq bigint NOT NULL,
    status text NOT NULL,
    open boolean NOT NULL,
    deadline bigint,
    updated bigint NOT NULL,
    state text NOT NULL,
    south bytea,
    north bytea
);

CREATE INDEX game_updated ON game (updated, id);
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX game_listed ON game (status, updated DESC, id) WHERE open;

CREATE TABLE entry (
    game text NOT NULL REFERENCES game ON DELETE CASCADE,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    event text NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE seen (
    game text NOT NULL REFERENCES game ON DELETE CASCADE,
    side text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (game, side)
);
