-- Who is told what, and where: the ways to reach a person, what he is to be told, and how often that was tried.

-- A way to reach a person. Of a feed's address only the SHA-256 of its secret is kept.
CREATE TABLE channels (
    id           TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    person_id    TEXT NOT NULL REFERENCES people,
    kind         TEXT NOT NULL CHECK (kind IN ('mail', 'push', 'hook', 'feed')),
    target       TEXT NOT NULL,  -- an address, a browser's endpoint, a webhook's URL; '' for a feed
    format       TEXT NOT NULL,  -- a webhook's
    field        TEXT NOT NULL,  -- the name under which a webhook wants the whole text
    secret       TEXT NOT NULL,  -- what a webhook's bodies are signed with; '' for none
    auth         TEXT NOT NULL,  -- a browser's keys
    p256dh       TEXT NOT NULL,
    key_hash     BLOB UNIQUE CHECK (length(key_hash) = 32), -- a feed's
    name         TEXT NOT NULL,  -- of a browser, to tell it from others
    lang         TEXT NOT NULL,
    origin       TEXT NOT NULL,  -- how the person reached the site when he made it
    zone         TEXT NOT NULL,
    pace         TEXT NOT NULL CHECK (pace IN ('now', 'later', 'digest', 'none')),
    minutes      INTEGER NOT NULL CHECK (minutes > 0), -- how much later
    reminders    INTEGER NOT NULL CHECK (reminders IN (0, 1)),
    created_at   INTEGER NOT NULL,
    confirmed_at INTEGER,        -- NULL: nobody has said yet that the address is his
    digest_at    INTEGER NOT NULL, -- when the next digest is due
    tested_at    INTEGER,        -- when a feed was last tested
    ok_at        INTEGER,        -- when something last arrived
    error_at     INTEGER,        -- when something last did not
    error        TEXT NOT NULL,  -- why not, as a key and perhaps a number
    failures     INTEGER NOT NULL CHECK (failures >= 0), -- since something last arrived
    UNIQUE (person_id, kind, target)
) STRICT;

CREATE INDEX channels_digest ON channels (digest_at) WHERE pace = 'digest';

CREATE TRIGGER channels_end_with_their_person AFTER UPDATE OF deleted_at ON people WHEN NEW.deleted_at IS NOT NULL
BEGIN
    DELETE FROM channels WHERE person_id = NEW.id;
END;

-- What is to be told: to a seat of a match at a turn, to the people of an offer, or to one channel on a day. Each once.
CREATE TABLE notices (
    id         INTEGER NOT NULL PRIMARY KEY,
    kind       TEXT NOT NULL,
    match_id   TEXT REFERENCES matches,
    seat       INTEGER CHECK (seat IN (0, 1)),
    offer_id   TEXT REFERENCES offers,
    channel_id TEXT REFERENCES channels ON DELETE CASCADE,
    turn       INTEGER NOT NULL, -- a match's ply; a digest's day
    made_at    INTEGER NOT NULL,
    due_at     INTEGER NOT NULL,
    next_at    INTEGER NOT NULL, -- when to look at it again
    done       INTEGER NOT NULL CHECK (done IN (0, 1)), -- nothing more is to be told
    CHECK ((match_id IS NOT NULL) + (offer_id IS NOT NULL) + (channel_id IS NOT NULL) = 1),
    CHECK ((match_id IS NULL) = (seat IS NULL))
) STRICT;

CREATE UNIQUE INDEX notices_of_match ON notices (match_id, turn, seat, kind) WHERE match_id IS NOT NULL;
CREATE UNIQUE INDEX notices_of_offer ON notices (offer_id, kind) WHERE offer_id IS NOT NULL;
CREATE UNIQUE INDEX notices_of_channel ON notices (channel_id, turn, kind) WHERE channel_id IS NOT NULL;
CREATE INDEX notices_open ON notices (next_at, id) WHERE NOT done;
CREATE INDEX notices_done ON notices (made_at) WHERE done;

-- How a notice went out by a channel. It is said to begin before it is sent: one that has begun and not ended may or may
-- not have arrived.
CREATE TABLE deliveries (
    notice_id  INTEGER NOT NULL REFERENCES notices ON DELETE CASCADE,
    channel_id TEXT NOT NULL REFERENCES channels ON DELETE CASCADE,
    begun      INTEGER NOT NULL CHECK (begun BETWEEN 0 AND 2), -- how often, without a word of how it ended
    begun_at   INTEGER NOT NULL,
    failed     INTEGER NOT NULL CHECK (failed >= 0), -- how often it did not arrive
    next_at    INTEGER NOT NULL, -- not to be tried before
    done       INTEGER NOT NULL CHECK (done IN (0, 1)),
    PRIMARY KEY (notice_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_of_channel ON deliveries (channel_id);

-- An offer tells its people by itself, whoever answers it and however.
CREATE TRIGGER offers_tell_whom_they_are_for AFTER INSERT ON offers WHEN NEW.person_id IS NOT NULL
BEGIN
    INSERT INTO notices (kind, offer_id, turn, made_at, due_at, next_at, done)
        VALUES ('rematch-offered', NEW.id, 0, NEW.created_at, NEW.created_at, NEW.created_at, 0);
END;

CREATE TRIGGER offers_tell_their_maker AFTER UPDATE OF state ON offers
WHEN OLD.state = 'open' AND NEW.state IN ('declined', 'expired')
BEGIN
    INSERT INTO notices (kind, offer_id, turn, made_at, due_at, next_at, done)
        VALUES ('offer-' || NEW.state, NEW.id, 0, NEW.settled_at, NEW.settled_at, NEW.settled_at, 0)
        ON CONFLICT DO NOTHING;
END;
