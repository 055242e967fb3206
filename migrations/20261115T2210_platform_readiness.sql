-- One row that the readiness probe writes, so that a read-only or full database is noticed.
CREATE TABLE readiness (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  checked_at timestamptz NOT NULL
);
INSERT INTO readiness (checked_at) VALUES (now());
