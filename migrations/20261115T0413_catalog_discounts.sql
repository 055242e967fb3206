-- Rules for discounts that may be offered, and what was offered and taken.

CREATE TABLE discount_rules (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  active boolean NOT NULL DEFAULT true,
  -- One of these: a share of the price, or an amount of each unit.
  percent numeric(9, 6) CHECK (percent > 0 AND percent <= 100),
  amount numeric(20, 6) CHECK (amount > 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- When it holds: every condition that is not null.
  resource_id uuid,
  list_id uuid,
  contact_id uuid,
  division_id uuid,
  minimum_quantity numeric(20, 6) CHECK (minimum_quantity > 0),
  starts_on date,
  ends_on date,
  -- Nothing has gone out for so many days although there is some.
  slow_stock_days integer CHECK (slow_stock_days BETWEEN 1 AND 3650),
  allows_below_cost boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((percent IS NULL) <> (amount IS NULL)),
  CHECK ((amount IS NULL) = (currency IS NULL)),
  CHECK (starts_on <= ends_on),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, list_id) REFERENCES resource_lists (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
CREATE INDEX discount_rules_newest ON discount_rules (organization_id, created_at DESC, id DESC);
CREATE INDEX discount_rules_resource ON discount_rules (organization_id, resource_id) WHERE active;
CREATE INDEX discount_rules_list ON discount_rules (organization_id, list_id) WHERE list_id IS NOT NULL;
CREATE INDEX discount_rules_contact ON discount_rules (organization_id, contact_id) WHERE contact_id IS NOT NULL;
ALTER TABLE discount_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE discount_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON discount_rules USING (organization_id = app.current_organization());

-- What was offered: once for each case and day, however often it was asked. A rule may be gone, what it offered stays.
CREATE TABLE discount_offers (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  rule_id uuid NOT NULL,
  rule_name text NOT NULL,
  resource_id uuid NOT NULL,
  contact_id uuid,
  division_id uuid,
  offered_on date NOT NULL,
  quantity numeric(20, 6) NOT NULL,
  currency text NOT NULL,
  -- For one unit, without and with the discount.
  full_price numeric(20, 6) NOT NULL,
  unit_price numeric(20, 6) NOT NULL CHECK (unit_price >= 0 AND unit_price < full_price),
  -- From this quantity on it can be taken.
  minimum_quantity numeric(20, 6) NOT NULL,
  reason text NOT NULL,
  offered_by uuid REFERENCES users (id),
  offered_at timestamptz NOT NULL,
  -- The document that took it, with its quantity.
  taken_at timestamptz,
  taken_kind text,
  taken_id uuid,
  taken_quantity numeric(20, 6) CHECK (taken_quantity > 0),
  -- The document was void.
  released_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((taken_at IS NULL) = (taken_id IS NULL) AND (taken_id IS NULL) = (taken_kind IS NULL)
    AND (taken_kind IS NULL) = (taken_quantity IS NULL)),
  CHECK (released_at IS NULL OR taken_at IS NOT NULL),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id)
);
CREATE UNIQUE INDEX discount_offers_case ON discount_offers
  (organization_id, rule_id, resource_id, contact_id, division_id, offered_on, quantity, currency, full_price, unit_price)
  NULLS NOT DISTINCT WHERE taken_at IS NULL;
CREATE INDEX discount_offers_newest ON discount_offers (organization_id, offered_at DESC, id DESC);
CREATE INDEX discount_offers_rule ON discount_offers (organization_id, rule_id, offered_at DESC, id DESC);
CREATE INDEX discount_offers_resource ON discount_offers (organization_id, resource_id);
CREATE INDEX discount_offers_contact ON discount_offers (organization_id, contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX discount_offers_taken ON discount_offers (organization_id, taken_kind, taken_id) WHERE taken_id IS NOT NULL;
ALTER TABLE discount_offers ENABLE ROW LEVEL SECURITY;
ALTER TABLE discount_offers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON discount_offers USING (organization_id = app.current_organization());
