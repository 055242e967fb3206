-- Fixed assets and the depreciation that was posted for each of their months.
CREATE TABLE assets (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  code text CHECK (length(code) BETWEEN 1 AND 60),
  serial_number text CHECK (length(serial_number) BETWEEN 1 AND 100),
  category text NOT NULL CHECK (length(category) <= 100),
  -- Of article 287 of the tax code.
  tax_category integer CHECK (tax_category BETWEEN 1 AND 3),
  location text NOT NULL DEFAULT '' CHECK (length(location) <= 200),
  custodian text NOT NULL DEFAULT '' CHECK (length(custodian) <= 200),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 5000),
  acquired_on date NOT NULL CHECK (acquired_on BETWEEN '1900-01-01' AND '2999-12-31'),
  in_service_on date NOT NULL CHECK (in_service_on BETWEEN '1900-01-01' AND '2999-12-31'),
  -- Minor units of the organization's currency.
  cost bigint NOT NULL CHECK (cost > 0),
  salvage_value bigint NOT NULL CHECK (salvage_value BETWEEN 0 AND cost),
  -- Depreciated in another system, until the end of this month.
  opening_depreciation bigint NOT NULL CHECK (opening_depreciation >= 0),
  opening_through date CHECK (opening_through BETWEEN '1900-01-01' AND '2999-12-31'),
  method text NOT NULL CHECK (method IN ('straight-line', 'declining')),
  life_months integer NOT NULL CHECK (life_months BETWEEN 1 AND 1200),
  -- Percent of the book value at the start of each fiscal year.
  yearly_rate numeric CHECK (yearly_rate > 0 AND yearly_rate <= 100),
  asset_account_id uuid NOT NULL,
  accumulated_account_id uuid NOT NULL,
  expense_account_id uuid NOT NULL,
  division_id uuid,
  project_id uuid,
  -- The invoice with which it was bought.
  pending_record_id uuid,
  -- Everything depreciated so far, and the first day of the month that is depreciated next.
  accumulated bigint NOT NULL,
  next_month date NOT NULL CHECK (next_month BETWEEN '1900-01-01' AND '2999-12-31'),
  disposed_on date CHECK (disposed_on BETWEEN '1900-01-01' AND '2999-12-31'),
  disposal_kind text CHECK (disposal_kind IN ('sold', 'scrapped')),
  proceeds bigint CHECK (proceeds >= 0),
  -- Posted with the disposal: from the last whole month to that day. Negative: later months were already posted.
  disposal_depreciation bigint,
  disposal_record_id uuid,
  disposal_pending_record_id uuid,
  state text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN disposed_on IS NOT NULL THEN 'disposed'
      WHEN accumulated = cost - salvage_value THEN 'depreciated'
      ELSE 'active'
    END) STORED CHECK (state IN ('active', 'depreciated', 'disposed')),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (in_service_on >= acquired_on),
  CHECK (accumulated BETWEEN opening_depreciation AND cost - salvage_value),
  CHECK (next_month = date_trunc('month', next_month) AND next_month >= date_trunc('month', in_service_on)),
  CHECK (opening_depreciation = 0 OR opening_through IS NOT NULL),
  CHECK ((method = 'declining') = (yearly_rate IS NOT NULL)),
  CHECK (disposed_on >= acquired_on),
  CHECK (num_nulls(disposed_on, disposal_kind, proceeds, disposal_depreciation, disposal_record_id) IN (0, 5)),
  CHECK (disposal_pending_record_id IS NULL OR disposed_on IS NOT NULL),
  FOREIGN KEY (organization_id, asset_account_id) REFERENCES chart_accounts (organization_id, id),
  FOREIGN KEY (organization_id, accumulated_account_id) REFERENCES chart_accounts (organization_id, id),
  FOREIGN KEY (organization_id, expense_account_id) REFERENCES chart_accounts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, disposal_record_id) REFERENCES records (organization_id, id),
  FOREIGN KEY (organization_id, disposal_pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE UNIQUE INDEX assets_code ON assets (organization_id, code) WHERE code IS NOT NULL;
CREATE INDEX assets_acquired ON assets (organization_id, acquired_on, id);
CREATE INDEX assets_updated ON assets (organization_id, updated_at, id);
CREATE INDEX assets_due ON assets (organization_id, next_month) WHERE state = 'active';
CREATE INDEX assets_purchase ON assets (organization_id, pending_record_id) WHERE pending_record_id IS NOT NULL;
CREATE INDEX assets_sale ON assets (organization_id, disposal_pending_record_id) WHERE disposal_pending_record_id IS NOT NULL;
ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
ALTER TABLE assets FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON assets USING (organization_id = (SELECT app.current_organization()));

-- The key is the promise that no month of an asset is posted twice.
CREATE TABLE asset_depreciations (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  asset_id uuid NOT NULL,
  month date NOT NULL CHECK (month BETWEEN '1900-01-01' AND '2999-12-31') CHECK (month = date_trunc('month', month)),
  -- Minor units of the organization's currency.
  amount bigint NOT NULL CHECK (amount > 0),
  -- The end of the month, or later where its period was locked.
  posted_on date NOT NULL CHECK (posted_on BETWEEN '1900-01-01' AND '2999-12-31') CHECK (posted_on >= month),
  record_id uuid NOT NULL,
  PRIMARY KEY (organization_id, asset_id, month),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX asset_depreciations_record ON asset_depreciations (organization_id, record_id);
ALTER TABLE asset_depreciations ENABLE ROW LEVEL SECURITY;
ALTER TABLE asset_depreciations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON asset_depreciations USING (organization_id = (SELECT app.current_organization()));
