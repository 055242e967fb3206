-- The taxes of an organization: those of the law, which it starts with, and its own.

CREATE TABLE taxes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  code text COLLATE "C" NOT NULL CHECK (code ~ '^[A-Z0-9-]{1,30}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  kind text NOT NULL CHECK (kind IN ('itbis', 'isc', 'tip', 'withheld-itbis', 'withheld-isr', 'other')),
  base text NOT NULL CHECK (base IN ('net', 'itbis')),
  -- A tax of the law takes its rates from there, unless it has rates here.
  legal_code text COLLATE "C" REFERENCES legal_taxes (code),
  fiscal_code text CHECK (length(fiscal_code) <= 3),
  box text CHECK (length(box) <= 3),
  -- Null: the account of the posting rule of its kind.
  chart_account_id uuid,
  archived_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, code),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id),
  CHECK (base = 'net' OR kind = 'withheld-itbis')
);
CREATE INDEX taxes_chart_account ON taxes (organization_id, chart_account_id) WHERE chart_account_id IS NOT NULL;
ALTER TABLE taxes ENABLE ROW LEVEL SECURITY;
ALTER TABLE taxes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON taxes USING (organization_id = app.current_organization());

CREATE TABLE tax_rates (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  tax_id uuid NOT NULL,
  valid_from date NOT NULL,
  valid_until date CHECK (valid_until >= valid_from),
  -- Percent.
  rate numeric(9, 4) NOT NULL CHECK (rate BETWEEN 0 AND 100),
  PRIMARY KEY (organization_id, tax_id, valid_from),
  FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id)
);
ALTER TABLE tax_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE tax_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tax_rates USING (organization_id = app.current_organization());
