-- What a seat has prepared and not yet confirmed: the moves of a composed turn, or a half-made deployment. It belongs to
-- the moment that ply and own name, and is nothing any more once that has passed.

CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    own      INTEGER NOT NULL CHECK (own >= 0),
    steps    TEXT NOT NULL, -- in notation, one a line
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

-- Deployments that a person has named, to be begun with again.

CREATE TABLE formations (
    person_id TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
    game      TEXT NOT NULL,
    seat      INTEGER NOT NULL CHECK (seat IN (0, 1)),
    name      TEXT NOT NULL CHECK (name <> ''),
    action    TEXT NOT NULL, -- in notation
    PRIMARY KEY (person_id, game, seat, name)
) STRICT, WITHOUT ROWID;
