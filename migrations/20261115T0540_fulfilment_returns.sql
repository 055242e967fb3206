-- What comes back of an invoice. An issued return is its own credit note.

CREATE TABLE returns (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  status text NOT NULL CHECK (status IN ('draft', 'issued', 'void')),
  -- Of the invoice: what was sold comes back to us, what was bought goes back to the supplier.
  direction text NOT NULL CHECK (direction IN ('sale', 'purchase')),
  pending_record_id uuid NOT NULL,
  -- Of its direction: 1, 2, 3, … without a gap, taken when it is issued and kept when it is void.
  number bigint CHECK (number > 0),
  contact_id uuid,
  -- As they stand on the invoice.
  contact_name text CHECK (length(contact_name) <= 200),
  contact_tax_id text CHECK (length(contact_tax_id) <= 30),
  date date NOT NULL,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
  notes text NOT NULL DEFAULT '' CHECK (length(notes) <= 5000),
  -- The credit note of the tax authority: from our numerals, or the supplier's.
  fiscal_type text CHECK (fiscal_type ~ '^[A-Z][0-9]{2}$'),
  fiscal_number text COLLATE "C" CHECK (fiscal_number ~ '^[0-9A-Z]{1,20}$'),
  fiscal_expires_on date,
  numerals_id uuid,
  modifies_fiscal_number text COLLATE "C" CHECK (modifies_fiscal_number ~ '^[0-9A-Z]{1,20}$'),
  -- Where goods come back to, or leave from.
  division_id uuid,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  rate numeric CHECK (rate > 0),
  -- Minor units of `currency`; a draft's are what they would be today.
  net bigint NOT NULL CHECK (net >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  total bigint NOT NULL CHECK (total = net + tax),
  withheld bigint NOT NULL CHECK (withheld >= 0),
  -- The same in minor units of the organization's currency, at the invoice's rate.
  base_net bigint NOT NULL CHECK (base_net >= 0),
  base_tax bigint NOT NULL CHECK (base_tax >= 0),
  base_total bigint NOT NULL CHECK (base_total = base_net + base_tax),
  base_withheld bigint NOT NULL CHECK (base_withheld >= 0),
  -- How much of it settled the invoice, and how much was given back because that was paid already.
  settled bigint NOT NULL DEFAULT 0 CHECK (settled >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  -- Out of this account, or into it; null: for the contact's balance, or the supplier keeps it for us.
  refund_account_id uuid,
  refund_method text CHECK (length(refund_method) BETWEEN 1 AND 60),
  payment_id uuid,
  record_id uuid,
  issued_at timestamptz,
  voided_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (status = 'void' OR (status = 'draft') = (number IS NULL)),
  CHECK ((number IS NULL) = (issued_at IS NULL)),
  CHECK ((status = 'void') = (voided_at IS NOT NULL)),
  CHECK (status <> 'issued' OR settled + refunded = total - withheld),
  CHECK (numerals_id IS NULL OR fiscal_type IS NOT NULL AND fiscal_number IS NOT NULL),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, division_id) REFERENCES divisions (organization_id, id),
  FOREIGN KEY (organization_id, numerals_id) REFERENCES numerals (organization_id, id),
  FOREIGN KEY (organization_id, refund_account_id) REFERENCES accounts (organization_id, id),
  FOREIGN KEY (organization_id, payment_id) REFERENCES pending_payments (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE UNIQUE INDEX returns_number ON returns (organization_id, direction, number);
CREATE UNIQUE INDEX returns_fiscal_number ON returns (organization_id, fiscal_number) WHERE numerals_id IS NOT NULL;
CREATE UNIQUE INDEX returns_supplier_number ON returns (organization_id, pending_record_id, fiscal_number)
  WHERE numerals_id IS NULL AND status <> 'void';
CREATE INDEX returns_date ON returns (organization_id, date DESC, id DESC);
CREATE INDEX returns_direction ON returns (organization_id, direction, date DESC, id DESC);
CREATE INDEX returns_status ON returns (organization_id, status, date DESC, id DESC);
CREATE INDEX returns_document ON returns (organization_id, pending_record_id, date DESC, id DESC);
CREATE INDEX returns_contact ON returns (organization_id, contact_id, date DESC, id DESC) WHERE contact_id IS NOT NULL;
CREATE INDEX returns_division ON returns (organization_id, division_id, date DESC, id DESC)
  WHERE division_id IS NOT NULL;
CREATE INDEX returns_receipt ON returns (organization_id, fiscal_number) WHERE fiscal_number IS NOT NULL;
ALTER TABLE returns ENABLE ROW LEVEL SECURITY;
ALTER TABLE returns FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON returns USING (organization_id = app.current_organization());

CREATE TABLE return_counters (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  direction text NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  PRIMARY KEY (organization_id, direction)
);
ALTER TABLE return_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON return_counters USING (organization_id = app.current_organization());

-- How much of each line of the invoice comes back. Amounts are minor units of the return's currency.
CREATE TABLE return_lines (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  return_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  element_id uuid NOT NULL,
  quantity numeric NOT NULL CHECK (quantity > 0),
  -- `restock`: into stock, or out of it to the supplier. `scrap`: came back and is good for nothing. `undelivered`: was
  -- charged and never delivered.
  disposition text NOT NULL CHECK (disposition IN ('restock', 'scrap', 'undelivered')),
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
  serial_numbers text[] NOT NULL DEFAULT '{}',
  net bigint NOT NULL CHECK (net >= 0),
  tax bigint NOT NULL CHECK (tax >= 0),
  withheld bigint NOT NULL CHECK (withheld >= 0),
  total bigint NOT NULL CHECK (total = net + tax),
  -- What the goods had cost when they were sold, in minor units of the organization's currency.
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, return_id, position),
  FOREIGN KEY (organization_id, return_id) REFERENCES returns (organization_id, id),
  FOREIGN KEY (organization_id, element_id) REFERENCES pending_elements (organization_id, id)
);
CREATE INDEX return_lines_element ON return_lines (organization_id, element_id);
ALTER TABLE return_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON return_lines USING (organization_id = app.current_organization());

-- The share of each tax that comes back with a line; what the tax is, the invoice's line says.
CREATE TABLE return_line_taxes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  line_id uuid NOT NULL,
  tax_id uuid NOT NULL,
  base bigint NOT NULL CHECK (base >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (organization_id, line_id, tax_id),
  FOREIGN KEY (organization_id, line_id) REFERENCES return_lines (organization_id, id),
  FOREIGN KEY (organization_id, tax_id) REFERENCES taxes (organization_id, id)
);
CREATE INDEX return_line_taxes_tax ON return_line_taxes (organization_id, tax_id);
ALTER TABLE return_line_taxes ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_line_taxes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON return_line_taxes USING (organization_id = app.current_organization());
