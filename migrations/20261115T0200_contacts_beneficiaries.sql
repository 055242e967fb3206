-- Who the organization buys from and sells to, how to reach them, and the registry of taxpayers they are checked against.

CREATE TABLE contacts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'company')),
  is_customer boolean NOT NULL DEFAULT true,
  is_supplier boolean NOT NULL DEFAULT false,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- The name without accents and case, as lists sort it.
  sort_name text COLLATE "C" NOT NULL DEFAULT '',
  legal_name text CHECK (length(legal_name) BETWEEN 1 AND 200),
  -- Letters and digits only.
  tax_id text COLLATE "C" CHECK (tax_id ~ '^[0-9A-Z]{1,30}$'),
  tax_id_kind text CHECK (tax_id_kind IN ('rnc', 'cedula', 'passport', 'foreign')),
  -- What the registry of taxpayers said when it was last asked.
  tax_status text NOT NULL DEFAULT 'unchecked' CHECK (tax_status IN ('unchecked', 'active', 'inactive', 'unregistered')),
  tax_checked_at timestamptz,
  -- Which fiscal receipt the contact is usually given.
  fiscal_type text NOT NULL DEFAULT 'consumer'
    CHECK (fiscal_type IN ('consumer', 'fiscal-credit', 'special-regime', 'government', 'export')),
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 10000),
  labels text[] NOT NULL DEFAULT '{}',
  price_tier text CHECK (length(price_tier) BETWEEN 1 AND 60),
  -- Minor units of the organization's currency; null: no limit.
  credit_limit bigint CHECK (credit_limit >= 0),
  payment_terms_days integer CHECK (payment_terms_days BETWEEN 0 AND 3650),
  seller_id uuid REFERENCES users (id),
  archived_at timestamptz,
  merged_into uuid,
  merged_at timestamptz,
  -- The contact that this one is today: itself, or the one that it was merged into.
  standing_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(merged_into, id)) STORED,
  merged boolean NOT NULL GENERATED ALWAYS AS (merged_into IS NOT NULL) STORED,
  -- Always false: with the foreign key below, a contact is merged only into one that stands, so no chain or cycle can be
  -- written.
  into_merged boolean NOT NULL DEFAULT false CHECK (NOT into_merged),
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, id, merged),
  CHECK ((tax_id IS NULL) = (tax_id_kind IS NULL)),
  CHECK ((merged_into IS NULL) = (merged_at IS NULL)),
  FOREIGN KEY (organization_id, merged_into, into_merged) REFERENCES contacts (organization_id, id, merged)
);
CREATE INDEX contacts_sorted ON contacts (organization_id, sort_name, id) WHERE merged_into IS NULL;
CREATE INDEX contacts_tax_id ON contacts (organization_id, tax_id) WHERE tax_id IS NOT NULL;
CREATE INDEX contacts_standing ON contacts (organization_id, standing_id, id);
CREATE INDEX contacts_seller ON contacts (organization_id, seller_id) WHERE seller_id IS NOT NULL;
ALTER TABLE contacts ENABLE ROW LEVEL SECURITY;
ALTER TABLE contacts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON contacts USING (organization_id = app.current_organization());

-- For the queries of other modules: what was posted under any id of a group belongs to the contact that stands.
CREATE VIEW contact_groups WITH (security_invoker = true) AS
  SELECT organization_id, id, standing_id FROM contacts;

-- How to reach a contact, and the days worth remembering.
CREATE TABLE contact_data (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('phone', 'email', 'address', 'date', 'other')),
  label text NOT NULL DEFAULT '' CHECK (length(label) <= 60),
  -- As people wrote it, and as it is compared: E.164, lower case, MM-DD, …
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 500),
  normalised text COLLATE "C" NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  -- For dates: the next day on which it is announced, and the last year in which it was.
  next_on date,
  announced_year integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((kind = 'date') = (next_on IS NOT NULL)),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE UNIQUE INDEX contact_data_once ON contact_data (organization_id, contact_id, kind, normalised) WHERE kind <> 'date';
CREATE UNIQUE INDEX contact_data_date_once ON contact_data (organization_id, contact_id, label, normalised) WHERE kind = 'date';
CREATE UNIQUE INDEX contact_data_one_primary ON contact_data (organization_id, contact_id, kind) WHERE is_primary;
CREATE INDEX contact_data_value ON contact_data (organization_id, kind, normalised, contact_id);
CREATE INDEX contact_data_contact ON contact_data (organization_id, contact_id);
CREATE INDEX contact_data_next ON contact_data (organization_id, next_on) WHERE next_on IS NOT NULL;
ALTER TABLE contact_data ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_data FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON contact_data USING (organization_id = app.current_organization());

-- The public registry of taxpayers, the same for every organization. An operator imports it.
CREATE TABLE taxpayers (
  tax_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  trade_name text,
  activity text,
  status text NOT NULL,
  regime text,
  started_on date,
  updated_at timestamptz NOT NULL
);

-- Runs over the contacts of an organization that compare them with the registry, batch by batch.
CREATE TABLE tax_checks (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'done', 'failed')),
  -- The last contact that was checked.
  cursor uuid,
  total_count integer NOT NULL,
  checked_count integer NOT NULL DEFAULT 0,
  active_count integer NOT NULL DEFAULT 0,
  inactive_count integer NOT NULL DEFAULT 0,
  unregistered_count integer NOT NULL DEFAULT 0,
  changed_count integer NOT NULL DEFAULT 0,
  started_by uuid REFERENCES users (id),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'running') = (finished_at IS NULL))
);
CREATE UNIQUE INDEX tax_checks_one_running ON tax_checks (organization_id) WHERE status = 'running';
ALTER TABLE tax_checks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_checks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tax_checks USING (organization_id = app.current_organization());
