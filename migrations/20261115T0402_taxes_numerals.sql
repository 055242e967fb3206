-- The fiscal numbers that the tax authority allows an organization: ranges per type of document, and what was voided of them.

CREATE TABLE numerals (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type ~ '^[BE][0-9]{2}$'),
  -- Null: for every division that has no range of its own.
  division_id uuid,
  first_number bigint NOT NULL CHECK (first_number > 0),
  last_number bigint NOT NULL CHECK (last_number >= first_number),
  -- The one that the next document takes; behind the last where none is left.
  next_number bigint NOT NULL,
  -- The last number of the range below this one; null in the lowest. With the two constraints further down no two ranges
  -- of a type can share a number: each begins behind the end of exactly one other.
  after_number bigint CHECK (after_number < first_number),
  authorization_number text CHECK (length(authorization_number) BETWEEN 1 AND 40),
  authorized_on date NOT NULL,
  -- Null: the type never expires.
  expires_on date CHECK (expires_on >= authorized_on),
  -- When so many are left, somebody is told, once.
  warn_at bigint NOT NULL CHECK (warn_at >= 0),
  warned_at timestamptz,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT numerals_last UNIQUE (organization_id, type, last_number),
  -- Deferrable, so that one statement can put several ranges into a new order.
  CONSTRAINT numerals_chain UNIQUE NULLS NOT DISTINCT (organization_id, type, after_number) DEFERRABLE,
  FOREIGN KEY (organization_id, type, after_number) REFERENCES numerals (organization_id, type, last_number)
    DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  CHECK (next_number BETWEEN first_number AND last_number + 1),
  CHECK (last_number < CASE left(type, 1) WHEN 'B' THEN 100000000 ELSE 10000000000 END)
);
-- Whoever takes a number looks here, lowest range first. The next number is in no index, so that taking one stays cheap.
CREATE INDEX numerals_type ON numerals (organization_id, type, first_number);
CREATE INDEX numerals_division ON numerals (organization_id, division_id) WHERE division_id IS NOT NULL;
ALTER TABLE numerals ENABLE ROW LEVEL SECURITY;
ALTER TABLE numerals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON numerals USING (organization_id = app.current_organization());

-- Numbers that will never be on a valid document, with the reason that the 608 asks for.
CREATE TABLE voided_numbers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL CHECK (type ~ '^[BE][0-9]{2}$'),
  first_number bigint NOT NULL CHECK (first_number > 0),
  last_number bigint NOT NULL CHECK (last_number >= first_number),
  voided_on date NOT NULL,
  reason text NOT NULL CHECK (reason IN ('01', '02', '03', '04', '05', '06', '07', '08', '09', '10')),
  -- The range whose unused numbers these are; null: the number of a document that was voided.
  numerals_id uuid,
  voided_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, type, first_number),
  FOREIGN KEY (organization_id, numerals_id) REFERENCES numerals (organization_id, id)
);
CREATE INDEX voided_numbers_date ON voided_numbers (organization_id, voided_on, id);
ALTER TABLE voided_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE voided_numbers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON voided_numbers USING (organization_id = app.current_organization());
