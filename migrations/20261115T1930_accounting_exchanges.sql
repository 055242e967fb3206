-- Payouts are exchanges: those whose outcome is open, or which the bank may still refuse, are followed up as such.
ALTER TABLE payout_transfers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE exchanges NO FORCE ROW LEVEL SECURITY;
INSERT INTO exchanges (organization_id, kind, id, state, settled_state, answer, reference, asked_at, due_at, created_at, settled_at)
SELECT organization_id, 'accounting/payout', id, now_is.state, now_is.state,
  CASE WHEN payout_id IS NOT NULL THEN '{"state": "pending"}'::jsonb END, payout_id, created_at,
  CASE WHEN status IN ('requested', 'sent') THEN now() END, created_at,
  CASE WHEN status <> 'requested' THEN created_at END
FROM payout_transfers,
  LATERAL (SELECT CASE status WHEN 'requested' THEN 'open' WHEN 'sent' THEN 'done' ELSE 'refused' END AS state) AS now_is;
ALTER TABLE exchanges FORCE ROW LEVEL SECURITY;
ALTER TABLE payout_transfers FORCE ROW LEVEL SECURITY;
