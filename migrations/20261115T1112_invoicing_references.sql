-- What a provider tells something of is found by the provider's own name for it.
CREATE INDEX document_charges_told ON document_charges (organization_id, charge_id) WHERE status = 'requested';
CREATE INDEX payment_refunds_told ON payment_refunds (organization_id, reference) WHERE status = 'requested';
