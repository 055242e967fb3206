-- Landed costs: the cost of a bill (freight, customs, insurance) that was added to the goods of purchases.
CREATE TABLE landed_costs (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'posted' CHECK (status IN ('posted', 'void')),
  -- The bill.
  pending_record_id uuid NOT NULL,
  date date NOT NULL CHECK (date BETWEEN '1900-01-01' AND '2999-12-31'),
  basis text NOT NULL CHECK (basis IN ('value', 'quantity')),
  -- Minor units of the organization's currency.
  amount bigint NOT NULL CHECK (amount > 0),
  -- The accounts that the bill was posted to, with the amount that left each.
  sources jsonb NOT NULL CHECK (jsonb_typeof(sources) = 'array'),
  record_id uuid,
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  voided_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  CHECK ((status = 'void') = (voided_at IS NOT NULL))
);
CREATE INDEX landed_costs_date ON landed_costs (organization_id, date, id);
CREATE INDEX landed_costs_bill ON landed_costs (organization_id, pending_record_id);
ALTER TABLE landed_costs ENABLE ROW LEVEL SECURITY;
ALTER TABLE landed_costs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON landed_costs USING (organization_id = (SELECT app.current_organization()));

-- The share of each arrival.
CREATE TABLE landed_cost_lines (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  landed_cost_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  movement_id uuid NOT NULL,
  -- The purchase that the goods came with.
  pending_record_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (organization_id, landed_cost_id, position),
  UNIQUE (organization_id, landed_cost_id, movement_id),
  FOREIGN KEY (organization_id, landed_cost_id) REFERENCES landed_costs (organization_id, id),
  FOREIGN KEY (organization_id, movement_id) REFERENCES stock_movements (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE INDEX landed_cost_lines_purchase ON landed_cost_lines (organization_id, pending_record_id, landed_cost_id);
ALTER TABLE landed_cost_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE landed_cost_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON landed_cost_lines USING (organization_id = (SELECT app.current_organization()));
