-- The card charge that paid an instalment: undoing the payment does not bring its money back from the provider.
ALTER TABLE credit_events ADD COLUMN charge_id uuid,
  ADD FOREIGN KEY (organization_id, charge_id) REFERENCES document_charges (organization_id, id);
CREATE INDEX credit_events_charge ON credit_events (organization_id, charge_id) WHERE charge_id IS NOT NULL;
