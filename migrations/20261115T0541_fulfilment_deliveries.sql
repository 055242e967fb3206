-- Goods on their way: to who bought them, from who sold them, or from one division to another.

CREATE TABLE deliveries (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  -- `sale` leaves for the customer, `purchase` comes from the supplier, `transfer` goes between divisions.
  kind text NOT NULL CHECK (kind IN ('sale', 'purchase', 'transfer')),
  -- `received`: every line is confirmed.
  status text NOT NULL CHECK (status IN ('sent', 'received', 'canceled')),
  number bigint NOT NULL CHECK (number > 0),
  pending_record_id uuid,
  from_division_id uuid,
  to_division_id uuid,
  date date NOT NULL,
  address text CHECK (length(address) BETWEEN 1 AND 500),
  carrier text CHECK (length(carrier) BETWEEN 1 AND 200),
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  received_by text CHECK (length(received_by) BETWEEN 1 AND 200),
  received_at timestamptz,
  -- What its dispatch posted to the books; what follows is found by its source.
  record_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((kind = 'transfer') = (pending_record_id IS NULL)),
  CHECK (kind = 'purchase' OR from_division_id IS NOT NULL),
  CHECK (kind = 'sale' OR to_division_id IS NOT NULL),
  CHECK (from_division_id <> to_division_id),
  CHECK ((status = 'received') = (received_at IS NOT NULL)),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, from_division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, to_division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE UNIQUE INDEX deliveries_number ON deliveries (organization_id, number);
CREATE INDEX deliveries_date ON deliveries (organization_id, date DESC, id DESC);
CREATE INDEX deliveries_kind ON deliveries (organization_id, kind, date DESC, id DESC);
CREATE INDEX deliveries_status ON deliveries (organization_id, status, date DESC, id DESC);
CREATE INDEX deliveries_document ON deliveries (organization_id, pending_record_id, date DESC, id DESC)
  WHERE pending_record_id IS NOT NULL;
CREATE INDEX deliveries_from ON deliveries (organization_id, from_division_id, date DESC, id DESC)
  WHERE from_division_id IS NOT NULL;
CREATE INDEX deliveries_to ON deliveries (organization_id, to_division_id, date DESC, id DESC)
  WHERE to_division_id IS NOT NULL;
ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deliveries USING (organization_id = app.current_organization());

CREATE TABLE delivery_counters (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  number bigint NOT NULL CHECK (number > 0),
  PRIMARY KEY (organization_id)
);
ALTER TABLE delivery_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON delivery_counters USING (organization_id = app.current_organization());

-- What was sent, and what arrived of it. What of a line of an invoice is still open follows from these and from what was
-- canceled, and is written nowhere.
CREATE TABLE delivery_lines (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  element_id uuid,
  resource_id uuid NOT NULL,
  quantity numeric NOT NULL CHECK (quantity > 0),
  serial_numbers text[] NOT NULL DEFAULT '{}',
  -- Null: nobody has confirmed it yet.
  received numeric CHECK (received >= 0),
  received_serial_numbers text[] NOT NULL DEFAULT '{}',
  -- What the goods had cost when they left, in minor units of the organization's currency.
  cost bigint NOT NULL DEFAULT 0,
  -- How a difference between what was sent and what arrived was put right.
  fix text CHECK (fix IN ('restock', 'write-off', 'accept')),
  fixed_at timestamptz,
  -- How much of it counts as delivered: what was sent, and once a difference is put right, what arrived.
  counted numeric NOT NULL GENERATED ALWAYS AS (CASE WHEN fix IS NULL THEN quantity ELSE received END) STORED,
  is_mismatch boolean NOT NULL GENERATED ALWAYS AS (fix IS NULL AND received IS NOT NULL AND received <> quantity) STORED,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, delivery_id, position),
  CHECK ((fix IS NULL) = (fixed_at IS NULL)),
  CHECK (fix IS NULL OR received IS NOT NULL),
  FOREIGN KEY (organization_id, delivery_id) REFERENCES deliveries (organization_id, id),
  FOREIGN KEY (organization_id, element_id) REFERENCES pending_elements (organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
CREATE INDEX delivery_lines_element ON delivery_lines (organization_id, element_id) WHERE element_id IS NOT NULL;
CREATE INDEX delivery_lines_resource ON delivery_lines (organization_id, resource_id, delivery_id);
CREATE INDEX delivery_lines_mismatch ON delivery_lines (organization_id, id DESC) WHERE is_mismatch;
ALTER TABLE delivery_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON delivery_lines USING (organization_id = app.current_organization());

-- What of an invoice will not be delivered any more.
CREATE TABLE delivery_cancellations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  element_id uuid NOT NULL,
  quantity numeric NOT NULL CHECK (quantity > 0),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, delivery_id) REFERENCES deliveries (organization_id, id),
  FOREIGN KEY (organization_id, element_id) REFERENCES pending_elements (organization_id, id)
);
CREATE INDEX delivery_cancellations_element ON delivery_cancellations (organization_id, element_id);
CREATE INDEX delivery_cancellations_delivery ON delivery_cancellations (organization_id, delivery_id);
ALTER TABLE delivery_cancellations ENABLE ROW LEVEL SECURITY;
ALTER TABLE delivery_cancellations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON delivery_cancellations USING (organization_id = app.current_organization());
