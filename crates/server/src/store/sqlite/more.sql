-- Tables that older versions of the program do not know and do not miss: made beside theirs without a new version, so that an old
-- program can use the file again.
CREATE TABLE IF NOT EXISTS alive (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS outages (
    began INTEGER NOT NULL PRIMARY KEY,
    ended INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS rulings (
    number  INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    by      TEXT    NOT NULL,
    what    TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    detail  TEXT    NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS bans (
    network TEXT    NOT NULL PRIMARY KEY,
    until   INTEGER NOT NULL,
    why     TEXT    NOT NULL
) STRICT;
