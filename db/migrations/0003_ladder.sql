-- How people climb the ladder of a game: the matches that count for it, and where each person stands.

CREATE TABLE graded (
    match_id      TEXT NOT NULL PRIMARY KEY REFERENCES matches,
    person_id     TEXT NOT NULL REFERENCES people,
    game          TEXT NOT NULL,
    nth           INTEGER NOT NULL CHECK (nth > 0), -- of the person's in this game, from 1
    dan_before    INTEGER NOT NULL CHECK (dan_before BETWEEN 1 AND 7),
    points_before INTEGER NOT NULL CHECK (points_before BETWEEN 0 AND 3),
    dan_after     INTEGER CHECK (dan_after BETWEEN 1 AND 7), -- NULL while the match runs
    points_after  INTEGER CHECK (points_after BETWEEN 0 AND 3),
    CHECK ((dan_after IS NULL) = (points_after IS NULL)),
    UNIQUE (person_id, game, nth)
) STRICT, WITHOUT ROWID;

-- One graded match at a time.
CREATE UNIQUE INDEX graded_running ON graded (person_id, game) WHERE dan_after IS NULL;

-- Repeats what the latest finished graded match says, written with its last line.
CREATE TABLE standings (
    person_id TEXT NOT NULL REFERENCES people,
    game      TEXT NOT NULL,
    dan       INTEGER NOT NULL CHECK (dan BETWEEN 1 AND 7),
    points    INTEGER NOT NULL CHECK (points BETWEEN 0 AND 3),
    reached   INTEGER NOT NULL CHECK (reached BETWEEN dan AND 7), -- the highest dan so far
    match_id  TEXT NOT NULL REFERENCES graded,
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;

-- Neither can be had without the other: a graded match ends with the standing that it leads to, once.
CREATE TRIGGER graded_matches_end_with_a_standing BEFORE UPDATE OF over ON matches
WHEN NEW.over AND EXISTS (SELECT 1 FROM graded WHERE match_id = NEW.id AND dan_after IS NULL)
BEGIN
    SELECT RAISE(ABORT, 'a graded match ends with a standing');
END;

CREATE TRIGGER graded_matches_count_once BEFORE UPDATE ON graded
WHEN OLD.dan_after IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a graded match counts once');
END;
