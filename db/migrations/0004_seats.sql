-- Two people at a table: who may sit in a seat, how a match is offered, and how much time each has.

-- Who sees and acts in a seat. Beside the person whose name stands in matches it may be others, by the seat's link: the same
-- human in another browser. In a shared match one person has both seats.
CREATE TABLE seats (
    match_id  TEXT NOT NULL REFERENCES matches,
    seat      INTEGER NOT NULL CHECK (seat IN (0, 1)),
    person_id TEXT NOT NULL REFERENCES people,
    over      INTEGER NOT NULL CHECK (over IN (0, 1)), -- repeats matches.over, so that lists of running matches find them alone
    PRIMARY KEY (match_id, seat, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_person ON seats (person_id, over, match_id);

INSERT INTO seats (match_id, seat, person_id, over)
    SELECT id, 0, first_person, over FROM matches WHERE first_person IS NOT NULL
    UNION ALL SELECT id, 1, second_person, over FROM matches WHERE second_person IS NOT NULL;

CREATE TRIGGER seats_end_with_their_match AFTER UPDATE OF over ON matches WHEN NEW.over <> OLD.over
BEGIN
    UPDATE seats SET over = NEW.over WHERE match_id = NEW.id;
END;

DROP INDEX matches_first;
DROP INDEX matches_second;

-- Of a seat's link only the SHA-256 of its secret is kept.
CREATE TABLE seat_keys (
    match_id TEXT NOT NULL REFERENCES matches,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';  -- the settings, in notation
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE matches ADD COLUMN shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1));   -- one person plays both sides
ALTER TABLE matches ADD COLUMN watched INTEGER NOT NULL DEFAULT 0 CHECK (watched IN (0, 1)); -- others may look on

-- How the clocks stand. They change without a line of the log too: revision tells whether they have.
ALTER TABLE matches ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN pause_asked INTEGER NOT NULL DEFAULT 0 CHECK (pause_asked BETWEEN 0 AND 3); -- bits, by seat
ALTER TABLE matches ADD COLUMN paused_until INTEGER; -- NULL: not paused

CREATE INDEX matches_paused ON matches (paused_until) WHERE paused_until IS NOT NULL;

CREATE TABLE clocks (
    match_id TEXT NOT NULL REFERENCES matches,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    left_ms  INTEGER NOT NULL, -- at since; while the clock stands, what it begins with or what is added
    full_ms  INTEGER NOT NULL, -- left_ms when the turn began
    since    INTEGER,          -- NULL: the clock stands
    deadline INTEGER,          -- repeats what left_ms, since and the settings say; NULL while the clock stands
    PRIMARY KEY (match_id, seat),
    CHECK ((since IS NULL) = (deadline IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX clocks_deadline ON clocks (deadline) WHERE deadline IS NOT NULL;

-- Days on which a person need not act. One that the house took because his time ran out is marked.
CREATE TABLE vacations (
    person_id TEXT NOT NULL REFERENCES people,
    begins    INTEGER NOT NULL,
    ends      INTEGER NOT NULL CHECK (ends >= begins),
    by_itself INTEGER NOT NULL CHECK (by_itself IN (0, 1)),
    PRIMARY KEY (person_id, begins)
) STRICT, WITHOUT ROWID;

-- When the house was last seen alive; what lies between two of its lives is nobody's time.
CREATE TABLE heartbeat (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE outages (
    begins INTEGER NOT NULL PRIMARY KEY,
    ends   INTEGER NOT NULL CHECK (ends > begins)
) STRICT, WITHOUT ROWID;

-- A match that waits for somebody to take the other seat.
CREATE TABLE offers (
    id         TEXT NOT NULL PRIMARY KEY CHECK (id <> ''), -- who knows it may take the seat
    maker_id   TEXT NOT NULL REFERENCES people,
    game       TEXT NOT NULL,
    variant    TEXT NOT NULL,
    seat       INTEGER CHECK (seat IN (0, 1)),  -- the maker's; NULL: drawn
    clock      TEXT NOT NULL,
    rated      INTEGER NOT NULL CHECK (rated IN (0, 1)),
    watched    INTEGER NOT NULL CHECK (watched IN (0, 1)),
    listed     INTEGER NOT NULL CHECK (listed IN (0, 1)), -- in the lobby
    person_id  TEXT REFERENCES people,          -- whom alone it is for; NULL: whoever has it
    rematch_of TEXT REFERENCES matches,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'taken', 'declined', 'withdrawn', 'expired')),
    settled_at INTEGER,                         -- when it left the state open
    told       INTEGER NOT NULL CHECK (told IN (0, 1)), -- its maker has seen how it was settled
    match_id   TEXT REFERENCES matches,
    CHECK ((state = 'open') = (settled_at IS NULL)),
    CHECK ((state = 'taken') = (match_id IS NOT NULL))
) STRICT;

CREATE INDEX offers_of_maker ON offers (maker_id, state);
CREATE INDEX offers_to_person ON offers (person_id, state) WHERE person_id IS NOT NULL;
CREATE INDEX offers_rematch ON offers (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX offers_lobby ON offers (created_at) WHERE state = 'open' AND listed;
CREATE INDEX offers_expiry ON offers (expires_at) WHERE state = 'open';
