-- Many changes at once, each on its own: says which were made. A change that came too late changes no row and is not among them.
-- $1..$10: one element for each change; $11..$14: one for each entry.
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::boolean[], $6::bigint[], $7::bigint[], $8::text[],
                         $9::bytea[], $10::bytea[])
        AS asked (id, before, seq, status, open, deadline, updated, state, south, north)
), made AS (
    INSERT INTO game (id, seq, status, open, deadline, updated, state, south, north)
    SELECT id, seq, status, open, deadline, updated, state, south, north FROM asked WHERE before = 0
    ON CONFLICT DO NOTHING
    RETURNING id
), changed AS (
    UPDATE game
    SET seq = asked.seq, status = asked.status, open = asked.open, deadline = asked.deadline, updated = asked.updated,
        state = asked.state, south = coalesce(game.south, asked.south), north = coalesce(game.north, asked.north)
    FROM asked
    WHERE game.id = asked.id AND asked.before > 0 AND game.seq = asked.before
        AND (asked.south IS NULL OR game.south IS NULL) AND (asked.north IS NULL OR game.north IS NULL)
    RETURNING game.id
), done AS (
    SELECT id FROM made UNION ALL SELECT id FROM changed
), added AS (
    INSERT INTO entry (game, seq, at, event)
    SELECT entry.* FROM unnest($11::text[], $12::bigint[], $13::bigint[], $14::text[]) AS entry (game, seq, at, event)
    JOIN done ON done.id = entry.game
)
SELECT id FROM done
