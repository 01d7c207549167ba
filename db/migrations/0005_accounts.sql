-- People who come back from any browser: their names, how they show who they are, and where they are known.

ALTER TABLE people ADD COLUMN deleted_at INTEGER; -- NULL: the person is there; else his name is '' and stays so

-- A person without a row here is a guest.
CREATE TABLE accounts (
    person_id  TEXT NOT NULL PRIMARY KEY REFERENCES people,
    name_key   TEXT NOT NULL UNIQUE CHECK (name_key <> ''), -- the same for names that look alike
    password   TEXT CHECK (password <> ''),                 -- its hash; NULL: passkeys alone
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    id         BLOB NOT NULL PRIMARY KEY CHECK (length(id) > 0),
    person_id  TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name       TEXT NOT NULL,
    credential BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER -- NULL: never
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_of_person ON passkeys (person_id);

-- Who is known in a session, since when, and in which browser, so that a person can see where he is logged in.
ALTER TABLE sessions ADD COLUMN person_id TEXT REFERENCES people; -- repeats what data says
ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;

UPDATE sessions SET
    person_id = iif(json_valid(CAST(data AS TEXT)),
        (SELECT id FROM people WHERE id = json_extract(CAST(sessions.data AS TEXT), '$.person')), NULL),
    created_at = expires_at - 34560000000, -- 400 days were a session's life
    seen_at = expires_at - 34560000000;

CREATE INDEX sessions_of_person ON sessions (person_id) WHERE person_id IS NOT NULL;

-- A graded match may come to another person, as a guest's does to his account; what it counts may not change.
DROP TRIGGER graded_matches_count_once;

CREATE TRIGGER graded_matches_count_once
BEFORE UPDATE OF match_id, game, nth, dan_before, points_before, dan_after, points_after ON graded
WHEN OLD.dan_after IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a graded match counts once');
END;
