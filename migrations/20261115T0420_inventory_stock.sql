-- What is where and what it is worth: positions, the movements that alone change them, and what is promised.

-- The stock of a resource in a division. Only movements change the quantity and the value.
CREATE TABLE stock_positions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  division_id uuid NOT NULL,
  quantity numeric(20, 6) NOT NULL DEFAULT 0,
  reserved numeric(20, 6) NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  -- Minor units of the organization's currency.
  value bigint NOT NULL DEFAULT 0,
  -- Of one unit as last known, in minor units: for what arrives or is owed without a price.
  unit_cost numeric(40, 6) NOT NULL DEFAULT 0 CHECK (unit_cost >= 0),
  -- Below it, the position is low; null: below what the resource says, which is kept here for the lists.
  minimum numeric(20, 6) CHECK (minimum >= 0),
  resource_minimum numeric(20, 6) CHECK (resource_minimum >= 0),
  location text CHECK (length(location) <= 200),
  -- Whether it may fall below zero; null: as the resource says.
  negative_rule boolean,
  -- Whether this row may be below zero now: as the rule says, or until what is missing has arrived.
  allows_negative boolean NOT NULL DEFAULT false,
  -- How many movements it has had: each has its number.
  moves integer NOT NULL DEFAULT 0 CHECK (moves >= 0),
  last_moved_on date,
  -- Whether there are layers of it.
  layered boolean NOT NULL DEFAULT false,
  low boolean NOT NULL GENERATED ALWAYS AS (coalesce(quantity < coalesce(minimum, resource_minimum), false)) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, resource_id, division_id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  CHECK (allows_negative OR quantity - reserved >= 0),
  -- Nothing is worth nothing; what is owed is owed.
  CHECK (CASE sign(quantity) WHEN 1 THEN value >= 0 WHEN -1 THEN value <= 0 ELSE value = 0 END)
);
CREATE INDEX stock_positions_division ON stock_positions (organization_id, division_id, resource_id) INCLUDE (value);
CREATE INDEX stock_positions_low ON stock_positions (organization_id, resource_id, division_id) WHERE low;
ALTER TABLE stock_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stock_positions USING (organization_id = app.current_organization());

-- What happened to a position, in its order. Only the note and the serial numbers can be corrected later.
CREATE TABLE stock_movements (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  resource_id uuid NOT NULL,
  division_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  type text NOT NULL CHECK (type IN ('IN', 'OUT', 'TRANSFER', 'ADJUSTMENT')),
  date date NOT NULL,
  -- Signed: what comes is positive, what leaves negative.
  quantity numeric(20, 6) NOT NULL,
  value bigint NOT NULL,
  quantity_after numeric(20, 6) NOT NULL,
  value_after bigint NOT NULL,
  method text NOT NULL CHECK (method IN ('average', 'fifo')),
  -- The other half of a transfer.
  counterpart_id uuid,
  counterpart_division_id uuid,
  -- The movement that this one takes back. Each is taken back at most once.
  reverses_id uuid,
  -- The document or act that caused it.
  cause_kind text NOT NULL CHECK (cause_kind ~ '^[a-z-]{1,40}$'),
  cause_id uuid NOT NULL,
  -- Its place among what was moved in the same moment.
  line integer NOT NULL CHECK (line > 0),
  serial_numbers text[] NOT NULL DEFAULT '{}',
  note text CHECK (length(note) <= 1000),
  user_id uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, resource_id, division_id, number),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, reverses_id) REFERENCES stock_movements (organization_id, id),
  CHECK (CASE type
    WHEN 'IN' THEN quantity > 0
    WHEN 'OUT' THEN quantity < 0
    WHEN 'TRANSFER' THEN quantity <> 0
    ELSE quantity = 0 AND value <> 0
  END),
  CHECK ((type = 'TRANSFER') = (counterpart_id IS NOT NULL)),
  CHECK ((counterpart_id IS NULL) = (counterpart_division_id IS NULL))
);
CREATE UNIQUE INDEX stock_movements_reversed_once ON stock_movements (organization_id, reverses_id)
  WHERE reverses_id IS NOT NULL;
CREATE INDEX stock_movements_cause ON stock_movements (organization_id, cause_kind, cause_id);
CREATE INDEX stock_movements_date ON stock_movements (organization_id, date DESC, id DESC);
CREATE INDEX stock_movements_resource ON stock_movements (organization_id, resource_id, date DESC, id DESC);
CREATE INDEX stock_movements_division ON stock_movements (organization_id, division_id, date DESC, id DESC);
ALTER TABLE stock_movements ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_movements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stock_movements USING (organization_id = app.current_organization());

-- First in, first out: what each arrival left of itself. The lowest place leaves first.
CREATE TABLE stock_layers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  resource_id uuid NOT NULL,
  division_id uuid NOT NULL,
  place integer NOT NULL,
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  value bigint NOT NULL CHECK (value >= 0),
  PRIMARY KEY (organization_id, resource_id, division_id, place),
  FOREIGN KEY (organization_id, resource_id, division_id)
    REFERENCES stock_positions (organization_id, resource_id, division_id)
);
ALTER TABLE stock_layers ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_layers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stock_layers USING (organization_id = app.current_organization());

-- What is promised to a document and still here.
CREATE TABLE stock_reservations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  cause_kind text NOT NULL CHECK (cause_kind ~ '^[a-z-]{1,40}$'),
  cause_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  division_id uuid NOT NULL,
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, cause_kind, cause_id, resource_id, division_id),
  FOREIGN KEY (organization_id, resource_id, division_id)
    REFERENCES stock_positions (organization_id, resource_id, division_id)
);
CREATE INDEX stock_reservations_position ON stock_reservations (organization_id, resource_id, division_id);
ALTER TABLE stock_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON stock_reservations USING (organization_id = app.current_organization());
