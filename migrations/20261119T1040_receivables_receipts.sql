-- Numbered receipts of payments (recibo de ingreso), and numbered vouchers of payments to suppliers. Neither changes once it is issued.
CREATE TABLE payment_receipts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('sale', 'purchase')),
  -- Of its direction: 1, 2, 3, … without a gap, kept when its payments are undone.
  number bigint NOT NULL CHECK (number > 0),
  -- Null: the payments of a document without a contact.
  contact_id uuid,
  -- As it was when the receipt was issued.
  contact_name text CHECK (length(contact_name) <= 200),
  -- The day of the last payment.
  date date NOT NULL CHECK (date BETWEEN '1900-01-01' AND '2999-12-31'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  created_by uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE UNIQUE INDEX payment_receipts_number ON payment_receipts (organization_id, direction, number);
CREATE INDEX payment_receipts_date ON payment_receipts (organization_id, date, id);
CREATE INDEX payment_receipts_contact ON payment_receipts (organization_id, contact_id, id) WHERE contact_id IS NOT NULL;
ALTER TABLE payment_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_receipts USING (organization_id = (SELECT app.current_organization()));

-- The payments of receipts, by their records: each has one receipt. Amounts are minor units of the currency of the receipt.
CREATE TABLE payment_receipt_lines (
  organization_id uuid NOT NULL,
  record_id uuid NOT NULL,
  receipt_id uuid NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  -- The document that was paid. Null: money in advance.
  pending_record_id uuid,
  -- What the payment has settled of the document, and what was due on it afterwards.
  settled bigint NOT NULL CHECK (settled >= 0),
  due bigint CHECK (due >= 0),
  -- Of a credit.
  interest bigint NOT NULL CHECK (interest >= 0),
  late_fee bigint NOT NULL CHECK (late_fee >= 0),
  -- What became balance of the contact, or our advance at the supplier.
  advance bigint NOT NULL CHECK (advance >= 0),
  PRIMARY KEY (organization_id, record_id),
  UNIQUE (organization_id, receipt_id, position),
  CHECK (settled + interest + late_fee + advance > 0),
  CHECK ((settled > 0) = (due IS NOT NULL)),
  CHECK ((settled + interest + late_fee > 0) = (pending_record_id IS NOT NULL)),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id),
  FOREIGN KEY (organization_id, receipt_id) REFERENCES payment_receipts (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE INDEX payment_receipt_lines_document ON payment_receipt_lines (organization_id, pending_record_id)
  WHERE pending_record_id IS NOT NULL;
ALTER TABLE payment_receipt_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_receipt_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_receipt_lines USING (organization_id = (SELECT app.current_organization()));
