-- Bytes that belong to no row: stored for a transaction that has not committed yet, or left by a row that is gone. They are swept.

CREATE TABLE loose_files (
  key text COLLATE "C" PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 500),
  since timestamptz NOT NULL,
  -- The sweep deletes its bytes: no row can claim it any more.
  condemned_at timestamptz
);
CREATE INDEX loose_files_age ON loose_files (since);
