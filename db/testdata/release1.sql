-- A database as release 1 left it: its schema, word for word, and one match against the machine.
-- Release 1 is done, so nothing in here changes any more.

-- The hall: who plays, what is played, and every action of it in order.
--
-- Times are Unix milliseconds. Seats are numbers: 0 first, 1 second, 2 chance, 3 spectator. Sets of seats are bits,
-- 1 << seat. The application's id is "Sall".

PRAGMA application_id = 0x53616c6c;

CREATE TABLE people (
    id         TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Of a session's id only the SHA-256 is kept: who reads this table can take over nobody's session.
CREATE TABLE sessions (
    id_hash    BLOB NOT NULL PRIMARY KEY CHECK (length(id_hash) = 32),
    data       BLOB NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE settings (
    key   TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Up to created_at a row is fixed when the match begins. The rest repeats what the log says, written with each append,
-- so that lists need not replay.
CREATE TABLE matches (
    id            TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    game          TEXT NOT NULL,
    variant       TEXT NOT NULL,
    rules         INTEGER NOT NULL CHECK (rules > 0),
    seed          INTEGER NOT NULL, -- the bits of an unsigned number
    first_person  TEXT REFERENCES people,
    first_level   INTEGER CHECK (first_level > 0),
    second_person TEXT REFERENCES people,
    second_level  INTEGER CHECK (second_level > 0),
    created_at    INTEGER NOT NULL,

    ply           INTEGER NOT NULL CHECK (ply >= 0),
    to_act        INTEGER NOT NULL CHECK (to_act BETWEEN 0 AND 7),
    round         INTEGER NOT NULL CHECK (round >= 0),
    first_wins    INTEGER NOT NULL CHECK (first_wins >= 0), -- rounds won so far
    second_wins   INTEGER NOT NULL CHECK (second_wins >= 0),
    over          INTEGER NOT NULL CHECK (over IN (0, 1)),
    winner        INTEGER CHECK (winner IN (0, 1, 3)), -- 3: a draw
    reason        TEXT,
    updated_at    INTEGER NOT NULL,

    -- The house itself has to move: chance, or a machine in its seat.
    owed          INTEGER NOT NULL GENERATED ALWAYS AS (
                      (to_act & 4) <> 0
                      OR ((to_act & 1) <> 0 AND first_level IS NOT NULL)
                      OR ((to_act & 2) <> 0 AND second_level IS NOT NULL)) VIRTUAL,

    -- In each seat sits a person or the machine, never both and never nobody.
    CHECK ((first_person IS NULL) <> (first_level IS NULL)),
    CHECK ((second_person IS NULL) <> (second_level IS NULL)),
    CHECK (over = (winner IS NOT NULL)),
    CHECK (over = (reason IS NOT NULL)),
    CHECK (NOT over OR to_act = 0)
) STRICT;

CREATE INDEX matches_first ON matches (first_person, over) WHERE first_person IS NOT NULL;
CREATE INDEX matches_second ON matches (second_person, over) WHERE second_person IS NOT NULL;
CREATE INDEX matches_owed ON matches (updated_at, id) WHERE owed;

CREATE TABLE actions (
    match_id TEXT NOT NULL REFERENCES matches,
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1, 2)),
    action   TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

-- The log only grows, and only at its end. The first also stops INSERT OR REPLACE, which fires no trigger for what it
-- deletes.
CREATE TRIGGER actions_grow_at_the_end BEFORE INSERT ON actions
WHEN NEW.seq <> (SELECT coalesce(max(seq) + 1, 0) FROM actions WHERE match_id = NEW.match_id)
BEGIN
    SELECT RAISE(ABORT, 'the log does not end here');
END;

CREATE TRIGGER actions_are_not_changed BEFORE UPDATE ON actions
BEGIN
    SELECT RAISE(ABORT, 'the log is not changed');
END;

CREATE TRIGGER actions_are_not_deleted BEFORE DELETE ON actions
BEGIN
    SELECT RAISE(ABORT, 'the log is not deleted');
END;

INSERT INTO people VALUES ('p1', '지은', 1790000000000);
INSERT INTO sessions VALUES (x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', x'7b7d', 1790000100000);
INSERT INTO settings VALUES ('session-key', x'c0ffee');
INSERT INTO matches (id, game, variant, rules, seed, first_person, second_level, created_at,
        ply, to_act, round, first_wins, second_wins, over, updated_at)
    VALUES ('m1', 'spirit', '', 1, -1, 'p1', 5, 1790000000000, 1, 2, 2, 1, 0, 0, 1790000002000);
INSERT INTO actions VALUES
    ('m1', 0, 0, 0, 'FA', 1790000001000),
    ('m1', 1, 0, 1, 'AB', 1790000001000),
    ('m1', 2, 1, 0, 'BC', 1790000002000);

PRAGMA user_version = 1;
