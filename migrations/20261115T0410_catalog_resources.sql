-- What is sold and bought: resources with their barcodes, parts, taxes and prices. What hangs on a resource has its
-- organization from there: a second foreign key would be asked for every row of a bulk load and say nothing more.

CREATE TABLE resources (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- It never changes: stock, recipes and documents depend on it.
  kind text NOT NULL CHECK (kind IN ('goods', 'service', 'combo', 'raw-material')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- The name without accents and case, as lists sort it.
  sort_name text COLLATE "C" NOT NULL,
  -- As people wrote it, and as it is compared.
  code text CHECK (length(code) BETWEEN 1 AND 60),
  code_key text COLLATE "C" CHECK (length(code_key) BETWEEN 1 AND 60),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 10000),
  unit text NOT NULL CHECK (length(unit) BETWEEN 1 AND 20),
  category text COLLATE "C" CHECK (length(category) BETWEEN 1 AND 100),
  attributes jsonb NOT NULL DEFAULT '{}',
  images jsonb NOT NULL DEFAULT '[]',
  -- What one unit costs, in the organization's currency; null: not known.
  cost numeric(20, 6) CHECK (cost >= 0),
  tracks_stock boolean NOT NULL,
  tracks_serials boolean NOT NULL DEFAULT false,
  -- Null: as the settings of the organization say.
  allows_negative_stock boolean,
  min_stock_alert numeric(20, 6) CHECK (min_stock_alert >= 0),
  sales_chart_account_id uuid,
  expense_chart_account_id uuid,
  marketplace_status text NOT NULL DEFAULT 'none'
    CHECK (marketplace_status IN ('none', 'requested', 'approved', 'rejected')),
  marketplace_note text CHECK (length(marketplace_note) <= 1000),
  marketplace_requested_at timestamptz,
  marketplace_decided_at timestamptz,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((code IS NULL) = (code_key IS NULL)),
  CHECK (NOT tracks_stock OR kind IN ('goods', 'raw-material')),
  CHECK (NOT tracks_serials OR tracks_stock),
  -- A unit with a number of its own is there or it is not.
  CHECK (NOT tracks_serials OR allows_negative_stock IS NOT TRUE),
  FOREIGN KEY (organization_id, sales_chart_account_id) REFERENCES chart_accounts (organization_id, id),
  FOREIGN KEY (organization_id, expense_chart_account_id) REFERENCES chart_accounts (organization_id, id)
);
CREATE UNIQUE INDEX resources_code ON resources (organization_id, code_key) WHERE code_key IS NOT NULL;
CREATE INDEX resources_sorted ON resources (organization_id, sort_name, id);
CREATE INDEX resources_kind ON resources (organization_id, kind, sort_name, id);
CREATE INDEX resources_category ON resources (organization_id, category, sort_name, id) WHERE category IS NOT NULL;
CREATE INDEX resources_sales_account ON resources (organization_id, sales_chart_account_id)
  WHERE sales_chart_account_id IS NOT NULL;
CREATE INDEX resources_expense_account ON resources (organization_id, expense_chart_account_id)
  WHERE expense_chart_account_id IS NOT NULL;
CREATE INDEX resources_marketplace ON resources (organization_id, marketplace_status, sort_name, id)
  WHERE marketplace_status <> 'none';
ALTER TABLE resources ENABLE ROW LEVEL SECURITY;
ALTER TABLE resources FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resources USING (organization_id = app.current_organization());

-- A barcode leads to one resource; a resource may have several, the first one is the one that is printed.
CREATE TABLE resource_barcodes (
  organization_id uuid NOT NULL,
  barcode text COLLATE "C" NOT NULL CHECK (length(barcode) BETWEEN 1 AND 48),
  resource_id uuid NOT NULL,
  place smallint NOT NULL,
  PRIMARY KEY (organization_id, barcode),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id)
);
CREATE UNIQUE INDEX resource_barcodes_resource ON resource_barcodes (organization_id, resource_id, place);
ALTER TABLE resource_barcodes ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_barcodes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_barcodes USING (organization_id = app.current_organization());

-- The number of the last barcode that the organization made for itself, by prefix.
CREATE TABLE barcode_counters (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^2[0-9]$'),
  last bigint NOT NULL CHECK (last BETWEEN 0 AND 9999999999),
  PRIMARY KEY (organization_id, prefix)
);
ALTER TABLE barcode_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE barcode_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON barcode_counters USING (organization_id = app.current_organization());

-- What a combo consists of.
CREATE TABLE resource_parts (
  organization_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  part_id uuid NOT NULL,
  quantity numeric(20, 6) NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (organization_id, resource_id, part_id),
  CHECK (part_id <> resource_id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, part_id) REFERENCES resources (organization_id, id)
);
CREATE INDEX resource_parts_part ON resource_parts (organization_id, part_id);
ALTER TABLE resource_parts ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_parts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_parts USING (organization_id = app.current_organization());

CREATE TABLE resource_taxes (
  organization_id uuid NOT NULL,
  resource_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  PRIMARY KEY (organization_id, resource_id, tax_id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id)
);
CREATE INDEX resource_taxes_tax ON resource_taxes (organization_id, tax_id);
ALTER TABLE resource_taxes ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_taxes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_taxes USING (organization_id = app.current_organization());

-- What one unit is sold for: by tier, currency, quantity, days, division and contact. The most specific one holds.
CREATE TABLE resource_prices (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  resource_id uuid NOT NULL,
  label text COLLATE "C" NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount numeric(20, 6) NOT NULL CHECK (amount >= 0),
  minimum_quantity numeric(20, 6) NOT NULL DEFAULT 0 CHECK (minimum_quantity >= 0),
  valid_from date,
  valid_to date,
  division_id uuid,
  contact_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (valid_from <= valid_to),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
-- No two prices are for the same case, so which one holds is never a matter of chance.
CREATE UNIQUE INDEX resource_prices_case ON resource_prices
  (organization_id, resource_id, label, currency, minimum_quantity, valid_from, division_id, contact_id)
  NULLS NOT DISTINCT;
CREATE INDEX resource_prices_label ON resource_prices (organization_id, label);
CREATE INDEX resource_prices_division ON resource_prices (organization_id, division_id) WHERE division_id IS NOT NULL;
CREATE INDEX resource_prices_contact ON resource_prices (organization_id, contact_id) WHERE contact_id IS NOT NULL;
ALTER TABLE resource_prices ENABLE ROW LEVEL SECURITY;
ALTER TABLE resource_prices FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON resource_prices USING (organization_id = app.current_organization());
