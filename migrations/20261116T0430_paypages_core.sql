-- Pages that anyone with their link can open: to see a document, to pay, or to save a card.

CREATE TABLE shared_pages (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('document', 'contact', 'amount', 'card')),
  pending_record_id uuid,
  contact_id uuid,
  -- Minor units of `currency`.
  amount bigint CHECK (amount > 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  description text NOT NULL DEFAULT '' CHECK (length(description) <= 200),
  message text NOT NULL DEFAULT '' CHECK (length(message) <= 2000),
  may_pay text[] NOT NULL CHECK (may_pay <@ ARRAY['whole', 'part', 'instalment']),
  expires_at timestamptz,
  sealed_id bytea NOT NULL,
  -- When a visitor first opened the page of the card processor from here: later cards may be theirs.
  capture_started_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((kind = 'document') = (pending_record_id IS NOT NULL)),
  CHECK (kind = 'document' OR contact_id IS NOT NULL),
  CHECK ((kind = 'amount') = (amount IS NOT NULL)),
  CHECK ((kind IN ('contact', 'amount')) = (currency IS NOT NULL)),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE INDEX shared_pages_document ON shared_pages (organization_id, pending_record_id);
CREATE INDEX shared_pages_contact ON shared_pages (organization_id, contact_id);
CREATE INDEX shared_pages_created ON shared_pages (organization_id, created_at, id);
ALTER TABLE shared_pages ENABLE ROW LEVEL SECURITY;
ALTER TABLE shared_pages FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON shared_pages USING (organization_id = (SELECT app.current_organization()));

-- The payments that visitors of a page began. Those of a document are charges of receivables with the same id.
CREATE TABLE page_payments (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  page_id uuid NOT NULL,
  -- Null: money that names no document.
  pending_record_id uuid,
  channel text NOT NULL CHECK (channel IN ('page', 'saved')),
  -- Chosen by the visitor's browser: repeating it repeats the same payment.
  payment_key text CHECK (length(payment_key) BETWEEN 8 AND 100),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Of a payment without a document: the provider and the customer for whom the card is saved.
  adapter text,
  customer_reference text,
  method_id uuid,
  -- `requested`: nobody knows yet whether it was paid. `settled`: it was, and it is in the books.
  status text NOT NULL CHECK (status IN ('requested', 'settled', 'failed')),
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'settled') = (settled_at IS NOT NULL)),
  FOREIGN KEY (organization_id, page_id) REFERENCES shared_pages (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE UNIQUE INDEX page_payments_key ON page_payments (organization_id, page_id, payment_key)
  WHERE payment_key IS NOT NULL;
-- While the outcome of one is unknown, there is no other: asking again continues it. Charges of documents have their own.
CREATE UNIQUE INDEX page_payments_open ON page_payments (organization_id, page_id, channel)
  WHERE status = 'requested' AND pending_record_id IS NULL;
CREATE INDEX page_payments_page ON page_payments (organization_id, page_id, created_at);
CREATE INDEX page_payments_document ON page_payments (organization_id, pending_record_id);
ALTER TABLE page_payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE page_payments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_payments USING (organization_id = (SELECT app.current_organization()));

-- Codes that prove that a visitor is the contact, and the proofs that they became.
CREATE TABLE page_codes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  page_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  -- Binds the code to the browser or program that asked for it. Null: proved by activating a card.
  request_hash bytea,
  code_hash bytea,
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  expires_at timestamptz NOT NULL,
  -- The proof that a right code, or an activated card, became.
  proof_hash bytea,
  proof_expires_at timestamptz,
  -- The only card that the proof opens. Null: all of the contact.
  method_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((request_hash IS NULL) = (code_hash IS NULL)),
  CHECK (request_hash IS NOT NULL OR method_id IS NOT NULL),
  CHECK ((proof_hash IS NULL) = (proof_expires_at IS NULL)),
  FOREIGN KEY (organization_id, page_id) REFERENCES shared_pages (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id)
);
CREATE UNIQUE INDEX page_codes_request ON page_codes (organization_id, request_hash) WHERE request_hash IS NOT NULL;
CREATE UNIQUE INDEX page_codes_proof ON page_codes (organization_id, proof_hash) WHERE proof_hash IS NOT NULL;
CREATE INDEX page_codes_contact ON page_codes (organization_id, contact_id);
ALTER TABLE page_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE page_codes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_codes USING (organization_id = (SELECT app.current_organization()));

-- Quotes that a visitor accepted, with the version of the document that they saw.
CREATE TABLE page_acceptances (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  page_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  document_version integer NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, page_id),
  FOREIGN KEY (organization_id, page_id) REFERENCES shared_pages (organization_id, id)
);
ALTER TABLE page_acceptances ENABLE ROW LEVEL SECURITY;
ALTER TABLE page_acceptances FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_acceptances USING (organization_id = (SELECT app.current_organization()));

-- Contacts whose invoices are charged to a saved card on the day they fall due.
CREATE TABLE auto_charges (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  contact_id uuid NOT NULL,
  method_id uuid NOT NULL,
  page_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, contact_id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, page_id) REFERENCES shared_pages (organization_id, id)
);
ALTER TABLE auto_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE auto_charges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON auto_charges USING (organization_id = (SELECT app.current_organization()));

CREATE TABLE auto_charge_attempts (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  pending_record_id uuid NOT NULL,
  attempts integer NOT NULL CHECK (attempts BETWEEN 1 AND 4),
  -- Null: it is not tried again.
  next_on date CHECK (next_on BETWEEN '1900-01-01' AND '2999-12-31'),
  PRIMARY KEY (organization_id, pending_record_id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
ALTER TABLE auto_charge_attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE auto_charge_attempts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON auto_charge_attempts USING (organization_id = (SELECT app.current_organization()));
