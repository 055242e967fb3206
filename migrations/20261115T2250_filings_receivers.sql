-- The tax authority's protocol finds addresses in any case, the key in them too: an earlier key is found by its small letters.
ALTER TABLE ecf_companies NO FORCE ROW LEVEL SECURITY;
INSERT INTO capabilities (hash, organization_id, kind, entity_id, created_at)
SELECT sha256(convert_to(lower(receiver_key), 'UTF8')), organization_id, 'ecf-receiver', organization_id, now()
FROM ecf_companies WHERE receiver_key LIKE 'ecf\_%'
ON CONFLICT DO NOTHING;
ALTER TABLE ecf_companies FORCE ROW LEVEL SECURITY;
