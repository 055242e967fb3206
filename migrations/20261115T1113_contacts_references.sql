-- What a provider tells something of is found by the provider's own name for it.
CREATE INDEX contact_charges_told ON contact_charges (organization_id, reference) WHERE settled_at IS NULL;
