-- Payments by card that go back to the card. Written before a provider is asked, so that whatever happens in between, its
-- outcome is found out.
CREATE TABLE payment_refunds (
  organization_id uuid NOT NULL,
  -- Also the key under which the provider knows the request: repeated, it is the same refund.
  id uuid NOT NULL,
  payment_id uuid NOT NULL,
  -- `requested`: nobody knows yet whether the money went back. `settled`: it did, and it is in the books.
  status text NOT NULL CHECK (status IN ('requested', 'settled', 'failed')),
  -- The provider's name for it, once it has one.
  reference text,
  -- Why it failed.
  reason text CHECK (length(reason) <= 500),
  record_id uuid,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'settled') = (record_id IS NOT NULL)),
  CHECK ((status = 'failed') = (reason IS NOT NULL)),
  FOREIGN KEY (organization_id, payment_id) REFERENCES pending_payments (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
-- A payment goes back once; one that failed may be tried again.
CREATE UNIQUE INDEX payment_refunds_standing ON payment_refunds (organization_id, payment_id) WHERE status <> 'failed';
CREATE INDEX payment_refunds_payment ON payment_refunds (organization_id, payment_id, id);
ALTER TABLE payment_refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON payment_refunds USING (organization_id = (SELECT app.current_organization()));
