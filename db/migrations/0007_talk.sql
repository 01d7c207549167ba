-- What is said in a match, what its people note for themselves, and what they have planned.
--
-- Who speaks or listens in a match is a player, known by his seat alone, from whatever device, or somebody who looks on:
-- seat 3 and his id.

CREATE TABLE talk (
    match_id  TEXT NOT NULL REFERENCES matches,
    n         INTEGER NOT NULL CHECK (n >= 0), -- in the order of all that is said in the match; never shown: it counts what is hidden
    seat      INTEGER NOT NULL CHECK (seat IN (0, 1, 3)),
    person_id TEXT NOT NULL REFERENCES people, -- who wrote it
    text      TEXT NOT NULL CHECK (text <> ''),
    at        INTEGER NOT NULL,
    PRIMARY KEY (match_id, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX talk_of_person ON talk (person_id, at);

-- Whom somebody does not want to hear in a match. Of a player the person is ''.
CREATE TABLE mutes (
    match_id  TEXT NOT NULL REFERENCES matches,
    by_seat   INTEGER NOT NULL CHECK (by_seat IN (0, 1, 3)),
    by_person TEXT NOT NULL CHECK ((by_seat = 3) = (by_person <> '')),
    seat      INTEGER NOT NULL CHECK (seat IN (0, 1, 3)),
    person    TEXT NOT NULL CHECK ((seat = 3) = (person <> '')),
    PRIMARY KEY (match_id, by_seat, by_person, seat, person)
) STRICT, WITHOUT ROWID;

-- What somebody notes for himself. Of a player the person is ''.
CREATE TABLE notes (
    match_id TEXT NOT NULL REFERENCES matches,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1, 3)),
    person   TEXT NOT NULL CHECK ((seat = 3) = (person <> '')),
    text     TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (match_id, seat, person)
) STRICT, WITHOUT ROWID;

-- What a player wants to answer to a turn that the other has not done yet. It is gone once it was played, and is nothing any
-- more once he has acted at its ply or later.
CREATE TABLE plans (
    match_id   TEXT NOT NULL REFERENCES matches,
    seat       INTEGER NOT NULL CHECK (seat IN (0, 1)),
    condition  TEXT NOT NULL CHECK (condition IN ('turn', 'step', 'any')),
    turn       TEXT NOT NULL COLLATE NOCASE, -- the other's, or steps of it, in notation, one a line; '' for any
    ply        INTEGER NOT NULL CHECK (ply >= 0), -- at which the other's turn begins
    answer     TEXT NOT NULL CHECK (answer <> ''), -- in notation, one action a line
    failed     TEXT NOT NULL, -- why it could not be played; '' while it waits
    position   INTEGER NOT NULL, -- among the seat's plans, in the order in which they were made
    PRIMARY KEY (match_id, seat, condition, turn)
) STRICT, WITHOUT ROWID;

CREATE INDEX plans_waiting ON plans (match_id, seat) WHERE failed = '';

CREATE TRIGGER plans_end_with_their_match AFTER UPDATE OF over ON matches WHEN NEW.over
BEGIN
    DELETE FROM plans WHERE match_id = NEW.id;
END;

-- Who is gone leaves what he said, and nothing that was his alone.
CREATE TRIGGER the_gone_leave_no_notes AFTER UPDATE OF deleted_at ON people WHEN NEW.deleted_at IS NOT NULL
BEGIN
    DELETE FROM notes WHERE person = NEW.id OR (match_id, seat) IN (SELECT match_id, seat FROM seats WHERE person_id = NEW.id);
    DELETE FROM plans WHERE (match_id, seat) IN (SELECT match_id, seat FROM seats WHERE person_id = NEW.id);
END;
