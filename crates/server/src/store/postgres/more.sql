-- Tables that older versions of the program do not know and do not miss: made beside theirs without a new version, so that old and
-- new programs can use the database at the same time, and an old one again after a new one.
CREATE TABLE IF NOT EXISTS alive (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS outage (
    began bigint PRIMARY KEY,
    ended bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS ruling (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at bigint NOT NULL,
    by text NOT NULL,
    what text NOT NULL,
    subject text NOT NULL,
    detail text NOT NULL
);

CREATE TABLE IF NOT EXISTS ban (
    network text PRIMARY KEY,
    until bigint NOT NULL,
    why text NOT NULL
);
