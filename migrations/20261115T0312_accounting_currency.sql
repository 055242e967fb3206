-- What one unit of a currency costs, by day.

-- The same for everyone: what a provider published.
CREATE TABLE published_rates (
  source text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  date date NOT NULL,
  -- One unit of `currency` costs `rate` of `base`.
  base text NOT NULL CHECK (base ~ '^[A-Z]{3}$' AND base <> currency),
  rate numeric(20, 10) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (source, currency, date)
);

-- What an organization says instead, in its own currency.
CREATE TABLE currency_rates (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  date date NOT NULL,
  rate numeric(20, 10) NOT NULL CHECK (rate > 0),
  set_by uuid REFERENCES users (id),
  set_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, currency, date)
);
ALTER TABLE currency_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE currency_rates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON currency_rates USING (organization_id = app.current_organization());
