-- Payment pages are exchanges, and so is giving back what was paid on them although nobody owed it any more.
ALTER TABLE document_charges NO FORCE ROW LEVEL SECURITY;
ALTER TABLE exchanges NO FORCE ROW LEVEL SECURITY;
INSERT INTO exchanges (organization_id, kind, id, state, settled_state, answer, reference, asked_at, due_at, created_at, settled_at)
SELECT organization_id, 'receivables/page', id, is_now.state, is_now.state,
  CASE WHEN charge_id IS NOT NULL THEN '{"state": "requires_method", "url": null}'::jsonb END, charge_id, created_at,
  CASE WHEN status = 'requested' THEN now() END, created_at, CASE WHEN status <> 'requested' THEN created_at END
FROM document_charges,
  LATERAL (SELECT CASE status WHEN 'requested' THEN 'open' WHEN 'settled' THEN 'done' ELSE 'refused' END AS state) AS is_now
WHERE channel = 'page';
-- The provider still knows the keys of the last day; what is older was given back then.
INSERT INTO exchanges (organization_id, kind, id, asked_at, due_at, created_at)
SELECT organization_id, 'receivables/excess-refund', id, created_at, now(), created_at
FROM document_charges WHERE channel = 'page' AND refund > 0 AND created_at > now() - interval '23 hours';
ALTER TABLE exchanges FORCE ROW LEVEL SECURITY;
ALTER TABLE document_charges FORCE ROW LEVEL SECURITY;
DROP INDEX document_charges_told;
