-- Sending electronic invoices, delivering them to buyers and answering received ones are exchanges.
ALTER TABLE ecf_documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ecf_received NO FORCE ROW LEVEL SECURITY;
ALTER TABLE exchanges NO FORCE ROW LEVEL SECURITY;
INSERT INTO exchanges (organization_id, kind, id, state, settled_state, answer, reference, problem, attempts, asked_at, due_at, created_at)
SELECT organization_id, 'filings/ecf', id, is_now.state, is_now.state,
  CASE WHEN track_id IS NOT NULL THEN jsonb_build_object('trackId', track_id, 'result', NULL) END, track_id, left(problem, 1000),
  attempts, CASE WHEN track_id IS NOT NULL THEN coalesce(handed_in_at, signed_at) ELSE handed_in_at END,
  CASE WHEN is_now.state = 'open' THEN now() END, created_at
FROM ecf_documents,
  LATERAL (SELECT CASE WHEN ecf_documents.state = 'failed' THEN 'refused' ELSE 'open' END AS state) AS is_now
WHERE signed_xml IS NOT NULL AND ecf_documents.state IN ('waiting', 'sent', 'failed');
-- The next document of a certification run is signed when it is sent.
INSERT INTO exchanges (organization_id, kind, id, due_at, created_at)
SELECT DISTINCT ON (organization_id, test_set_id) organization_id, 'filings/ecf', id, now(), created_at
FROM ecf_documents WHERE test_set_id IS NOT NULL AND state = 'waiting' AND signed_xml IS NULL
ORDER BY organization_id, test_set_id, place;
INSERT INTO exchanges (organization_id, kind, id, due_at, job_group, created_at)
SELECT organization_id, 'filings/ecf-delivery', id, now(), organization_id || ' ' || buyer_tax_id, created_at
FROM ecf_documents WHERE delivery_state = 'waiting';
INSERT INTO exchanges (organization_id, kind, id, due_at, created_at)
SELECT organization_id, 'filings/approval', id, now(), approved_at FROM ecf_received WHERE approval_state = 'waiting';
INSERT INTO exchanges (organization_id, kind, id, due_at, job_group, created_at)
SELECT organization_id, 'filings/issuer-answer', id, now(), organization_id || ' ' || issuer_tax_id, approved_at
FROM ecf_received WHERE issuer_state = 'waiting';
ALTER TABLE exchanges FORCE ROW LEVEL SECURITY;
ALTER TABLE ecf_received FORCE ROW LEVEL SECURITY;
ALTER TABLE ecf_documents FORCE ROW LEVEL SECURITY;
ALTER TABLE ecf_documents DROP COLUMN turn, DROP COLUMN held_by, DROP COLUMN held_until;
