-- Documents between the business and its contacts: quotes, orders, invoices and loans, their lines, taxes, payments and ties.

CREATE TABLE pending_records (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  kind text NOT NULL CHECK (kind IN ('invoice', 'quote', 'order', 'loan')),
  direction text NOT NULL CHECK (direction IN ('sale', 'purchase')),
  status text NOT NULL CHECK (status IN ('draft', 'issued', 'void')),
  -- Of its kind and direction: 1, 2, 3, … without a gap, taken when it is issued and kept when it is void.
  number bigint CHECK (number > 0),
  contact_id uuid,
  -- As they were when the document was written.
  contact_name text CHECK (length(contact_name) <= 200),
  contact_tax_id text CHECK (length(contact_tax_id) <= 30),
  date date NOT NULL,
  due_on date NOT NULL CHECK (due_on >= date),
  -- The receipt of the tax authority: from our numerals, or the supplier's.
  fiscal_type text CHECK (fiscal_type ~ '^[A-Z][0-9]{2}$'),
  fiscal_number text COLLATE "C" CHECK (fiscal_number ~ '^[0-9A-Z]{1,20}$'),
  fiscal_expires_on date,
  numerals_id uuid,
  -- The receipt that this one corrects.
  modifies_fiscal_number text COLLATE "C" CHECK (modifies_fiscal_number ~ '^[0-9A-Z]{1,20}$'),
  -- Codes of the tax authority's forms: what was bought (606), how it was earned (607), how it is paid.
  expense_type text CHECK (expense_type ~ '^[0-9]{2}$'),
  income_type text CHECK (income_type ~ '^[0-9]{2}$'),
  payment_form text CHECK (payment_form ~ '^[0-9]{2}$'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Units of the organization's currency for one of `currency`, where that is another.
  rate numeric CHECK (rate > 0),
  prices_include_tax boolean NOT NULL DEFAULT false,
  -- Minor units of `currency`. What the lines come to as priced, before and after their discounts; without taxes; with them.
  subtotal bigint NOT NULL CHECK (subtotal >= 0),
  discount bigint NOT NULL CHECK (discount BETWEEN 0 AND subtotal),
  net bigint NOT NULL CHECK (net >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  total bigint NOT NULL CHECK (total = net + tax),
  -- What the payer keeps for the tax authority: it lowers what is due, not the total.
  withheld bigint NOT NULL DEFAULT 0 CHECK (withheld BETWEEN 0 AND total),
  due bigint NOT NULL GENERATED ALWAYS AS (total - withheld) STORED,
  paid bigint NOT NULL DEFAULT 0 CHECK (paid BETWEEN 0 AND total - withheld),
  balance bigint NOT NULL GENERATED ALWAYS AS (total - withheld - paid) STORED,
  -- The same in minor units of the organization's currency, at the document's rate.
  base_net bigint NOT NULL CHECK (base_net >= 0),
  base_tax bigint NOT NULL CHECK (base_tax >= 0),
  base_total bigint NOT NULL CHECK (base_total = base_net + base_tax),
  base_withheld bigint NOT NULL DEFAULT 0 CHECK (base_withheld BETWEEN 0 AND base_total),
  base_paid bigint NOT NULL DEFAULT 0 CHECK (base_paid BETWEEN 0 AND base_total - base_withheld),
  -- Every line of a quote or an order is in other documents now.
  converted boolean NOT NULL DEFAULT false,
  -- Set by the clock, once, on the day after it was due.
  past_due_at timestamptz,
  paid_at timestamptz,
  issued_at timestamptz,
  voided_at timestamptz,
  state text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN status <> 'issued' THEN status
      WHEN kind IN ('quote', 'order') THEN CASE WHEN converted THEN 'converted' ELSE 'open' END
      WHEN paid = total - withheld THEN 'paid'
      WHEN past_due_at IS NOT NULL THEN 'past-due'
      WHEN paid > 0 THEN 'partial'
      ELSE 'open'
    END) STORED,
  -- Something is still to be done with it: to be paid, or to be turned into the next document.
  is_open boolean NOT NULL GENERATED ALWAYS AS (
    status = 'issued'
    AND CASE WHEN kind IN ('quote', 'order') THEN NOT converted ELSE paid < total - withheld END) STORED,
  division_id uuid,
  project_id uuid,
  seller_id uuid REFERENCES users (id),
  -- Where a sale stands in the funnel.
  stage text CHECK (length(stage) BETWEEN 1 AND 60),
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  terms text NOT NULL DEFAULT '' CHECK (length(terms) <= 5000),
  template_id uuid,
  attachments uuid[] NOT NULL DEFAULT '{}',
  -- Goods stay reserved until they are delivered.
  deliver_later boolean NOT NULL DEFAULT false,
  -- The document that this one was made from.
  source_id uuid,
  -- The recurrence and its cycle, where one made it.
  recurrency_id uuid,
  cycle_on date,
  -- What it posted to the books.
  record_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (status = 'void' OR (status = 'draft') = (number IS NULL)),
  CHECK ((number IS NULL) = (issued_at IS NULL)),
  CHECK ((status = 'void') = (voided_at IS NOT NULL)),
  CHECK (status = 'issued' OR paid = 0),
  CHECK ((recurrency_id IS NULL) = (cycle_on IS NULL)),
  CHECK (fiscal_number IS NULL OR numerals_id IS NOT NULL OR (direction = 'purchase' AND contact_id IS NOT NULL)),
  CHECK (numerals_id IS NULL OR fiscal_type IS NOT NULL AND fiscal_number IS NOT NULL),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  FOREIGN KEY (organization_id, numerals_id) REFERENCES numerals (organization_id, id),
  FOREIGN KEY (organization_id, source_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE UNIQUE INDEX pending_records_number ON pending_records (organization_id, kind, direction, number);
-- A receipt of ours is given once, whatever becomes of its document; a supplier's is entered once.
CREATE UNIQUE INDEX pending_records_fiscal_number ON pending_records (organization_id, fiscal_number)
  WHERE numerals_id IS NOT NULL;
CREATE UNIQUE INDEX pending_records_supplier_number ON pending_records (organization_id, contact_id, fiscal_number)
  WHERE numerals_id IS NULL AND status <> 'void';
CREATE INDEX pending_records_receipt ON pending_records (organization_id, fiscal_number) WHERE fiscal_number IS NOT NULL;
CREATE UNIQUE INDEX pending_records_cycle ON pending_records (organization_id, recurrency_id, cycle_on)
  WHERE recurrency_id IS NOT NULL AND status <> 'void';
-- Lists are the newest first; each filter that people use has its index in that order.
CREATE INDEX pending_records_date ON pending_records (organization_id, date DESC, id DESC);
CREATE INDEX pending_records_kind ON pending_records (organization_id, kind, direction, date DESC, id DESC);
CREATE INDEX pending_records_state ON pending_records (organization_id, state, date DESC, id DESC);
CREATE INDEX pending_records_open ON pending_records (organization_id, date DESC, id DESC) WHERE is_open;
CREATE INDEX pending_records_contact ON pending_records (organization_id, contact_id, date DESC, id DESC);
CREATE INDEX pending_records_division ON pending_records (organization_id, division_id, date DESC, id DESC)
  WHERE division_id IS NOT NULL;
CREATE INDEX pending_records_seller ON pending_records (organization_id, seller_id, date DESC, id DESC)
  WHERE seller_id IS NOT NULL;
CREATE INDEX pending_records_project ON pending_records (organization_id, project_id, date DESC, id DESC)
  WHERE project_id IS NOT NULL;
CREATE INDEX pending_records_fiscal_type ON pending_records (organization_id, fiscal_type, date DESC, id DESC)
  WHERE fiscal_type IS NOT NULL;
CREATE INDEX pending_records_stage ON pending_records (organization_id, stage, date DESC, id DESC) WHERE stage IS NOT NULL;
CREATE INDEX pending_records_source ON pending_records (organization_id, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX pending_records_record ON pending_records (organization_id, record_id) WHERE record_id IS NOT NULL;
CREATE INDEX pending_records_due ON pending_records (organization_id, due_on);
CREATE INDEX pending_records_falling_due ON pending_records (organization_id, due_on)
  WHERE is_open AND past_due_at IS NULL AND kind = 'invoice';
ALTER TABLE pending_records ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_records FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_records USING (organization_id = app.current_organization());

-- The last number given to each kind and direction of document.
CREATE TABLE pending_record_counters (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  kind text NOT NULL,
  direction text NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  PRIMARY KEY (organization_id, kind, direction)
);
ALTER TABLE pending_record_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_record_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_record_counters USING (organization_id = app.current_organization());

-- The lines of documents, in the order of `position`. Amounts are minor units of the document's currency.
CREATE TABLE pending_elements (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  pending_record_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  -- An item of the catalog; null: free text.
  resource_id uuid,
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 1000),
  quantity numeric NOT NULL CHECK (quantity > 0),
  unit text CHECK (length(unit) BETWEEN 1 AND 20),
  unit_price numeric NOT NULL CHECK (unit_price >= 0),
  price_label text CHECK (length(price_label) BETWEEN 1 AND 60),
  discount_kind text CHECK (discount_kind IN ('amount', 'percent')),
  discount_value numeric CHECK (discount_value >= 0),
  chart_account_id uuid,
  serial_numbers text[] NOT NULL DEFAULT '{}',
  -- Quantity times price; what is taken off it; without taxes; the taxes; what the payer keeps; with taxes.
  amount bigint NOT NULL CHECK (amount >= 0),
  discount bigint NOT NULL CHECK (discount BETWEEN 0 AND amount),
  net bigint NOT NULL CHECK (net >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  withheld bigint NOT NULL CHECK (withheld >= 0),
  total bigint NOT NULL CHECK (total = net + tax),
  -- What the goods that left had cost, in minor units of the organization's currency.
  cost bigint NOT NULL DEFAULT 0,
  -- The line that this one was made from, and how much of this one is in later documents: never more than there is.
  source_element_id uuid,
  converted numeric NOT NULL DEFAULT 0 CHECK (converted BETWEEN 0 AND quantity),
  -- What makes lines of several documents the same item.
  item_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (coalesce(resource_id::text, left(description, 100))) STORED,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, pending_record_id, position) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((discount_kind IS NULL) = (discount_value IS NULL)),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, resource_id) REFERENCES resources (organization_id, id),
  FOREIGN KEY (organization_id, source_element_id) REFERENCES pending_elements (organization_id, id),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id)
);
CREATE INDEX pending_elements_item ON pending_elements (organization_id, item_key, pending_record_id);
CREATE INDEX pending_elements_resource ON pending_elements (organization_id, resource_id, pending_record_id)
  WHERE resource_id IS NOT NULL;
CREATE INDEX pending_elements_source ON pending_elements (organization_id, source_element_id)
  WHERE source_element_id IS NOT NULL;
ALTER TABLE pending_elements ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_elements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_elements USING (organization_id = app.current_organization());

-- The taxes of lines, as they were used: a rate that changes later changes no document.
CREATE TABLE pending_element_taxes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  element_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('itbis', 'isc', 'tip', 'withheld-itbis', 'withheld-isr', 'other')),
  -- Percent of the net or of the ITBIS.
  rate numeric NOT NULL CHECK (rate >= 0),
  applies_to text NOT NULL CHECK (applies_to IN ('net', 'itbis')),
  -- How electronic invoices and forms name it.
  fiscal_code text,
  chart_account_id uuid,
  base bigint NOT NULL CHECK (base >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (organization_id, element_id, tax_id),
  FOREIGN KEY (organization_id, element_id) REFERENCES pending_elements (organization_id, id),
  FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id),
  FOREIGN KEY (organization_id, chart_account_id) REFERENCES chart_accounts (organization_id, id)
);
CREATE INDEX pending_element_taxes_tax ON pending_element_taxes (organization_id, tax_id);
ALTER TABLE pending_element_taxes ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_element_taxes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_element_taxes USING (organization_id = app.current_organization());

-- What has settled a document, in its currency and at its own rate. A payment that is taken back stays, as void.
CREATE TABLE pending_payments (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  pending_record_id uuid NOT NULL,
  -- What a customer withholds for the tax authority when it pays settles the document as money does.
  source text NOT NULL
    CHECK (source IN ('account', 'balance', 'gift-card', 'card', 'withheld-itbis', 'withheld-isr', 'credit', 'return')),
  -- The gift card, the credit or the return that it came from.
  source_id uuid,
  amount bigint NOT NULL CHECK (amount > 0),
  base_amount bigint NOT NULL CHECK (base_amount >= 0),
  date date NOT NULL,
  account_id uuid,
  method text CHECK (length(method) BETWEEN 1 AND 40),
  reference text CHECK (length(reference) BETWEEN 1 AND 100),
  -- What it posted to the books.
  record_id uuid,
  voided_at timestamptz,
  voided_by uuid REFERENCES users (id),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX pending_payments_document ON pending_payments (organization_id, pending_record_id, created_at);
CREATE INDEX pending_payments_record ON pending_payments (organization_id, record_id) WHERE record_id IS NOT NULL;
CREATE INDEX pending_payments_source ON pending_payments (organization_id, source, source_id) WHERE source_id IS NOT NULL;
ALTER TABLE pending_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_payments USING (organization_id = app.current_organization());

-- What else a document has to do with: other documents, records, payments, credits, returns.
CREATE TABLE pending_links (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  pending_record_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('document', 'record', 'payment', 'credit', 'return')),
  linked_id uuid NOT NULL CHECK (linked_id <> pending_record_id),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, pending_record_id, kind, linked_id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE INDEX pending_links_linked ON pending_links (organization_id, linked_id);
ALTER TABLE pending_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_links USING (organization_id = app.current_organization());

-- What a sale has cost beside its goods: lines of purchases, or records of the books, in whole or in part.
CREATE TABLE pending_costs (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  pending_record_id uuid NOT NULL,
  -- The line of the sale that it is the cost of; null: the sale as a whole.
  element_id uuid,
  cost_element_id uuid,
  record_id uuid,
  -- Minor units of the organization's currency.
  amount bigint NOT NULL CHECK (amount > 0),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((cost_element_id IS NULL) <> (record_id IS NULL)),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, element_id) REFERENCES pending_elements (organization_id, id),
  FOREIGN KEY (organization_id, cost_element_id) REFERENCES pending_elements (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX pending_costs_document ON pending_costs (organization_id, pending_record_id);
CREATE INDEX pending_costs_cost_element ON pending_costs (organization_id, cost_element_id) WHERE cost_element_id IS NOT NULL;
CREATE INDEX pending_costs_record ON pending_costs (organization_id, record_id) WHERE record_id IS NOT NULL;
ALTER TABLE pending_costs ENABLE ROW LEVEL SECURITY;
ALTER TABLE pending_costs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON pending_costs USING (organization_id = app.current_organization());
