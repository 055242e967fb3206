-- Charges of saved methods are exchanges: what the provider answered moves there.
ALTER TABLE contact_charges NO FORCE ROW LEVEL SECURITY;
ALTER TABLE exchanges NO FORCE ROW LEVEL SECURITY;
INSERT INTO exchanges (organization_id, kind, id, state, settled_state, answer, reference, asked_at, due_at, created_at, settled_at)
SELECT organization_id, 'contacts/charge', id, is_now.state,
  CASE WHEN settled_at IS NOT NULL OR status = 'unknown' THEN is_now.state ELSE 'open' END,
  CASE WHEN status = 'failed' AND decline_reason = 'refused' THEN NULL
    WHEN status NOT IN ('requested', 'unknown')
    THEN jsonb_build_object('status', status, 'declineReason', decline_reason, 'actionUrl', action_url) END,
  reference, created_at, CASE WHEN settled_at IS NULL AND status <> 'unknown' THEN now() END, created_at, settled_at
FROM contact_charges,
  LATERAL (SELECT CASE status WHEN 'succeeded' THEN 'done' WHEN 'failed' THEN 'refused' WHEN 'unknown' THEN 'lost' ELSE 'open' END
    AS state) AS is_now;
ALTER TABLE exchanges FORCE ROW LEVEL SECURITY;
ALTER TABLE contact_charges FORCE ROW LEVEL SECURITY;
DROP INDEX contact_charges_told;
ALTER TABLE contact_charges DROP COLUMN status, DROP COLUMN decline_reason, DROP COLUMN reference, DROP COLUMN action_url,
  DROP COLUMN settled_at, DROP COLUMN updated_at;
