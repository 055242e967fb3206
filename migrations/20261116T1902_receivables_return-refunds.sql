-- The paid part of returns that is refunded to the cards that paid. Written before the provider is asked.
CREATE TABLE return_refunds (
  organization_id uuid NOT NULL,
  -- Also the key under which the provider knows the request: repeated, it is the same refund.
  id uuid NOT NULL,
  -- The record of the return.
  return_record_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  charge_id uuid NOT NULL,
  -- The contact whose balance takes the amount if the card does not.
  contact_id uuid,
  -- Minor units of the charge, and the value of the debt in the organization's currency.
  amount bigint NOT NULL CHECK (amount > 0),
  base_amount bigint NOT NULL CHECK (base_amount > 0),
  -- `requested`: the outcome is not known yet. `settled`: the card has the money. `failed`: the customer still has to get it.
  status text NOT NULL CHECK (status IN ('requested', 'settled', 'failed')),
  -- Why it failed.
  reason text CHECK (length(reason) <= 500),
  -- The record of the money that left the processor. It stays if the bank returns the money.
  record_id uuid,
  -- A failed one that was tried again, or whose return is void.
  closed_at timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (status <> 'settled' OR record_id IS NOT NULL),
  CHECK ((status = 'failed') = (reason IS NOT NULL)),
  CHECK (closed_at IS NULL OR status = 'failed'),
  FOREIGN KEY (organization_id, return_record_id) REFERENCES records (organization_id, id),
  FOREIGN KEY (organization_id, payment_id) REFERENCES pending_payments (organization_id, id),
  FOREIGN KEY (organization_id, charge_id) REFERENCES document_charges (organization_id, id),
  FOREIGN KEY (organization_id, contact_id) REFERENCES contacts (organization_id, id),
  FOREIGN KEY (organization_id, record_id) REFERENCES records (organization_id, id)
);
CREATE INDEX return_refunds_return ON return_refunds (organization_id, return_record_id);
CREATE INDEX return_refunds_charge ON return_refunds (organization_id, charge_id);
CREATE INDEX return_refunds_contact ON return_refunds (organization_id, contact_id) WHERE contact_id IS NOT NULL;
ALTER TABLE return_refunds ENABLE ROW LEVEL SECURITY;
ALTER TABLE return_refunds FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON return_refunds USING (organization_id = (SELECT app.current_organization()));
