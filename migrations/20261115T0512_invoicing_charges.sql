-- Money that a provider is asked to take for a document: from a saved card, or on a page that the payer visits.

CREATE TABLE document_charges (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  id uuid NOT NULL,
  pending_record_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('saved', 'page')),
  -- The saved method; or the provider and its name for the charge, once it has one.
  method_id uuid,
  adapter text,
  charge_id text,
  -- Minor units of `currency`.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- `requested`: nobody knows yet whether it was paid. `settled`: it was, and it is in the books.
  status text NOT NULL CHECK (status IN ('requested', 'settled', 'failed')),
  -- What was paid although nothing was due any more, and goes back to a payer who is no contact.
  refund bigint NOT NULL DEFAULT 0 CHECK (refund BETWEEN 0 AND amount),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((channel = 'saved') = (method_id IS NOT NULL)),
  CHECK ((channel = 'page') = (adapter IS NOT NULL)),
  CHECK (refund = 0 OR status = 'settled'),
  FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id)
);
-- While the outcome of one is unknown, there is no other: asking again goes on with it.
CREATE UNIQUE INDEX document_charges_open ON document_charges (organization_id, pending_record_id, channel)
  WHERE status = 'requested';
ALTER TABLE document_charges ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_charges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_charges USING (organization_id = app.current_organization());
