-- Lots (batches) of goods: their expiry, the quantity in each division, and the movements that changed it.

CREATE TABLE lots (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  resource_id uuid NOT NULL,
  lot text COLLATE "C" NOT NULL CHECK (length(lot) BETWEEN 1 AND 60),
  -- The last day on which it can be sold.
  expires_on date CHECK (expires_on BETWEEN '1900-01-01' AND '2999-12-31'),
  -- Not sold, for example because of a recall.
  blocked boolean NOT NULL DEFAULT false,
  blocked_reason text CHECK (length(blocked_reason) BETWEEN 1 AND 500),
  note text CHECK (length(note) <= 1000),
  -- The expiry of which the members were warned.
  warned_of date CHECK (warned_of BETWEEN '1900-01-01' AND '2999-12-31'),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT lots_of_resource UNIQUE (organization_id, resource_id, lot),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  CHECK (blocked OR blocked_reason IS NULL)
);
CREATE INDEX lots_expiry ON lots (organization_id, (coalesce(expires_on, '9999-12-31'::date)), id);
CREATE INDEX lots_lot ON lots (organization_id, lot, id);
CREATE INDEX lots_updated ON lots (organization_id, updated_at, id);
ALTER TABLE lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE lots FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lots USING (organization_id = (SELECT app.current_organization()));

-- The quantity of a lot in a division. Only movements change it, under the lock of the position; an empty one is deleted.
CREATE TABLE lot_positions (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  lot_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  division_id uuid NOT NULL,
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (organization_id, lot_id, division_id),
  FOREIGN KEY (organization_id, lot_id) REFERENCES lots (organization_id, id),
  FOREIGN KEY (organization_id, resource_id, division_id)
    REFERENCES stock_positions (organization_id, resource_id, division_id)
);
CREATE INDEX lot_positions_position ON lot_positions (organization_id, resource_id, division_id);
CREATE INDEX lot_positions_division ON lot_positions (organization_id, division_id, lot_id);
ALTER TABLE lot_positions ENABLE ROW LEVEL SECURITY;
ALTER TABLE lot_positions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lot_positions USING (organization_id = (SELECT app.current_organization()));

-- The part of a stock movement that came from or went into a lot. The rest of the movement is without lot.
CREATE TABLE lot_movements (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  movement_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  -- Those of the movement, for lists.
  resource_id uuid NOT NULL,
  division_id uuid NOT NULL,
  date date NOT NULL CHECK (date BETWEEN '1900-01-01' AND '2999-12-31'),
  -- Signed: positive for goods that arrived.
  quantity numeric(20, 6) NOT NULL CHECK (quantity <> 0),
  PRIMARY KEY (organization_id, movement_id, lot_id),
  FOREIGN KEY (organization_id, movement_id) REFERENCES stock_movements (organization_id, id),
  FOREIGN KEY (organization_id, lot_id) REFERENCES lots (organization_id, id)
);
CREATE INDEX lot_movements_date ON lot_movements (organization_id, lot_id, date, movement_id);
ALTER TABLE lot_movements ENABLE ROW LEVEL SECURITY;
ALTER TABLE lot_movements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lot_movements USING (organization_id = (SELECT app.current_organization()));
