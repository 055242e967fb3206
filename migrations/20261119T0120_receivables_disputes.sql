-- Card payments that customers contest at their bank (chargebacks).
CREATE TABLE payment_disputes (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  -- The provider and its name for the dispute.
  adapter text NOT NULL,
  reference text NOT NULL,
  -- The charge of a document. Null: the money was paid in advance.
  charge_id uuid,
  pending_record_id uuid,
  state text NOT NULL CHECK (state IN ('inquiry', 'open', 'under-review', 'won', 'lost')),
  reason text NOT NULL CHECK (length(reason) <= 500),
  -- Minor units of `currency`.
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  evidence_due_at timestamptz,
  -- How many movements of the provider are in the books, and what they have withdrawn and not reinstated: minor units of the
  -- charge, that the document owes again, that left the balance of the contact, or that are a loss until the dispute is won.
  movements integer NOT NULL DEFAULT 0 CHECK (movements >= 0),
  reopened bigint NOT NULL DEFAULT 0 CHECK (reopened >= 0),
  from_balance bigint NOT NULL DEFAULT 0 CHECK (from_balance >= 0),
  lost bigint NOT NULL DEFAULT 0 CHECK (lost >= 0),
  -- When the last answer of the provider was asked for: older ones are ignored.
  read_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, adapter, reference),
  CHECK ((charge_id IS NULL) = (pending_record_id IS NULL)),
  CHECK (reopened = 0 OR charge_id IS NOT NULL),
  FOREIGN KEY (organization_id, charge_id) REFERENCES document_charges (organization_id, id),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
CREATE INDEX payment_disputes_charge ON payment_disputes (organization_id, charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX payment_disputes_document ON payment_disputes (organization_id, pending_record_id)
  WHERE pending_record_id IS NOT NULL;
CREATE INDEX payment_disputes_created ON payment_disputes (organization_id, created_at, id);
ALTER TABLE payment_disputes ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_disputes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_disputes USING (organization_id = (SELECT app.current_organization()));
