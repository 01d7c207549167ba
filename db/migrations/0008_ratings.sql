-- How well people play against people, by game, and whom a person will not play.

-- What a rated match did to the rating of each of its players, once.
CREATE TABLE rated (
    match_id    TEXT NOT NULL REFERENCES matches,
    seat        INTEGER NOT NULL CHECK (seat IN (0, 1)),
    person_id   TEXT NOT NULL REFERENCES people,
    game        TEXT NOT NULL,
    score       REAL NOT NULL CHECK (score IN (0, 0.5, 1)),
    value       REAL NOT NULL, -- after it, as the two below
    deviation   REAL NOT NULL CHECK (deviation > 0),
    volatility  REAL NOT NULL CHECK (volatility > 0),
    nth         INTEGER NOT NULL CHECK (nth > 0), -- of the person's rated matches of the game
    at          INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat),
    UNIQUE (person_id, game, nth)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER rated_matches_count_once BEFORE UPDATE ON rated
BEGIN
    SELECT RAISE(ABORT, 'a rated match counts once');
END;

CREATE TRIGGER rated_matches_stay BEFORE DELETE ON rated
BEGIN
    SELECT RAISE(ABORT, 'a rated match counts once');
END;

-- Repeats what the latest rated match of a person says, written with its last line.
CREATE TABLE ratings (
    person_id     TEXT NOT NULL REFERENCES people,
    game          TEXT NOT NULL,
    value         REAL NOT NULL,
    deviation     REAL NOT NULL CHECK (deviation > 0),
    volatility    REAL NOT NULL CHECK (volatility > 0),
    matches       INTEGER NOT NULL CHECK (matches > 0), -- rated ones
    at            INTEGER NOT NULL,
    settled_until INTEGER NOT NULL, -- from when on it is provisional, if nothing is played; at or before at: it is
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_of_game ON ratings (game, value);

CREATE TABLE blocks (
    person_id  TEXT NOT NULL REFERENCES people,
    blocked_id TEXT NOT NULL REFERENCES people,
    at         INTEGER NOT NULL,
    PRIMARY KEY (person_id, blocked_id),
    CHECK (person_id <> blocked_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_against ON blocks (blocked_id);
