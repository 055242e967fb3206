-- Single units that have a number of their own: where each is now, and everything that ever happened to it.

-- One row per unit, so a unit is never in two places.
CREATE TABLE serial_numbers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  serial_number text COLLATE "C" NOT NULL CHECK (length(serial_number) BETWEEN 1 AND 100),
  status text NOT NULL CHECK (status IN ('in-stock', 'reserved', 'sold', 'returned', 'used', 'scrapped', 'in-transit', 'withdrawn')),
  -- Where it is, while it is here.
  division_id uuid,
  -- How it left the last time, where it ever did.
  left_as text CHECK (left_as IN ('sold', 'returned', 'used', 'scrapped', 'in-transit')),
  -- What it is reserved for.
  cause_kind text,
  cause_id uuid,
  note text CHECK (length(note) <= 1000),
  warranty_until date,
  -- How many things have happened to it: whoever changes it says how many they knew of.
  changes integer NOT NULL DEFAULT 1 CHECK (changes > 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, resource_id, serial_number),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  CHECK ((status IN ('in-stock', 'reserved')) = (division_id IS NOT NULL)),
  CHECK ((status = 'reserved') = (cause_id IS NOT NULL)),
  CHECK ((cause_kind IS NULL) = (cause_id IS NULL))
);
CREATE INDEX serial_numbers_number ON serial_numbers (organization_id, serial_number, resource_id);
CREATE INDEX serial_numbers_division ON serial_numbers (organization_id, division_id, serial_number);
CREATE INDEX serial_numbers_status ON serial_numbers (organization_id, status, serial_number);
CREATE INDEX serial_numbers_cause ON serial_numbers (organization_id, cause_kind, cause_id) WHERE cause_id IS NOT NULL;
ALTER TABLE serial_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE serial_numbers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON serial_numbers USING (organization_id = app.current_organization());

CREATE TABLE serial_events (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  serial_number text COLLATE "C" NOT NULL,
  -- The first thing that happened to the unit has the number 1.
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN
    ('received', 'reserved', 'released', 'sold', 'returned', 'moved', 'used', 'scrapped', 'in-transit', 'restored', 'withdrawn')),
  division_id uuid,
  movement_id uuid,
  cause_kind text NOT NULL,
  cause_id uuid NOT NULL,
  user_id uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, resource_id, serial_number, number),
  FOREIGN KEY (organization_id, resource_id, serial_number)
    REFERENCES serial_numbers (organization_id, resource_id, serial_number),
  FOREIGN KEY (organization_id, movement_id) REFERENCES stock_movements (organization_id, id)
);
ALTER TABLE serial_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE serial_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON serial_events USING (organization_id = app.current_organization());
