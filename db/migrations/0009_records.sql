-- Records of matches that people have read back and keep. Whoever has the address of one can read it.

CREATE TABLE records (
    id          TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
    person_id   TEXT NOT NULL REFERENCES people, -- who keeps it
    game        TEXT NOT NULL,
    first_name  TEXT NOT NULL, -- of the players, as the record has them; '' where it has none
    second_name TEXT NOT NULL,
    text        TEXT NOT NULL CHECK (text <> ''),
    at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX records_of_person ON records (person_id, at);

CREATE TRIGGER the_gone_keep_no_records AFTER UPDATE OF deleted_at ON people WHEN NEW.deleted_at IS NOT NULL
BEGIN
    DELETE FROM records WHERE person_id = NEW.id;
END;
